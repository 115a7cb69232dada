"""Changes of whole loops: of their early ends, their bodies, and their nesting."""

import ast
import builtins
import itertools
from collections.abc import Iterator
from typing import Any

from blocky.kit.check.trees import blocks, called, names_read, names_set, nodes, parts, put, source
from blocky.kit.repair.change import Change, Place, place_of, renamed
from blocky.kit.repair.costs import COSTS
from blocky.kit.repair.rules import Kind

__all__ = ["of_loops"]


def of_loops(tree: ast.AST) -> Iterator[Change]:
    """Yield the changes of the loops in a tree."""
    for node, field, block, around in blocks(tree):
        for at, each in enumerate(block):
            place = Place(node, field, block, at)
            if isinstance(each, (ast.For, ast.While)):
                yield from _ended_at_once(tree, each, place, around)
                yield from _ended_too_early(each)
                yield from _else_of_the_loop(each)
                yield from _not_carried(each)
                yield from _needless(each, place)
            elif isinstance(each, ast.Assign) and isinstance(each.targets[0], ast.Name):
                yield from _not_anew(tree, each, each.targets[0].id, place)
    for every in ast.walk(tree):
        yield from _other_way_round(every)
        yield from _counted(every)
        if isinstance(every, (ast.For, ast.comprehension)) and isinstance(every.target, ast.Tuple):
            yield from _named_twice(tree, every.target)


def _named_twice(tree: ast.AST, target: ast.Tuple) -> Iterator[Change]:
    """Rename one of two loop variables with the same name, to a name that has no value."""
    names = [getattr(each, "id", "") for each in target.elts]
    missing = sorted(names_read(tree) - {*names_set(tree), *dir(builtins)})
    for at, new in itertools.product(range(len(names)), missing):
        if names.count(names[at]) > 1:
            elts = [*target.elts[:at], ast.Name(new, ast.Store()), *target.elts[at + 1:]]
            yield Change(Kind.NAME, ((target, "elts", elts),), COSTS["named_twice"], target.lineno,
                         target, ast.Tuple(elts, ast.Store()))


def _ended_at_once(tree: ast.AST, loop: ast.For | ast.While, place: Place,
                   around: tuple[ast.AST, ...]) -> Iterator[Change]:
    """Move a statement that ends a loop in its first round behind the loop, or an outer one."""
    last = loop.body[-1]
    if nodes(loop, ast.Continue) or not _leaves(last):
        return
    outer: list[tuple[Any, Place]] = [(loop, place)]
    outer += [(each, place_of(tree, each)) for each in itertools.takewhile(
        lambda each: isinstance(each, (ast.For, ast.While)), reversed(around))]
    for (inner, beside), (kept, moved, stays) in itertools.product(outer, _kept_and_moved(last)):
        yield Change(
            Kind.PLACE, ((loop, "body", [*loop.body[:-1], *kept] or [ast.Pass()]),
                         beside.put(inner, moved)),
            COSTS["ended_at_once"], last.lineno, last, said=(
                "How often does the body of the loop on line {loop} run?",
                "Line {line} ends the loop on line {loop} in its first iteration.",
                "The loop should end early only here: {stays}." if stays else "",
                "Put {goes} after the loop on line {other}, with less indentation."),
            fields={"loop": loop.lineno, "other": inner.lineno, "stays": stays, "goes": moved})


def _ended_too_early(loop: ast.For | ast.While) -> Iterator[Change]:
    """End a loop early for only one of the two values that it returns."""
    for node, field, block, _ in blocks(loop):
        last = block[-1]
        if node is not loop and isinstance(last, ast.Return):
            for kept, _, stays in [*_kept_and_moved(last)][1:]:
                yield Change(
                    Kind.PLACE, ((node, field, [*block[:-1], *kept]),), COSTS["ended_at_once"],
                    last.lineno, last, said=(
                        "Which iterations of the loop on line {loop} never run?",
                        "Line {line} always ends the loop on line {loop}, so your code never looks "
                        "at the rest of {things}. The loop should end early only here: {stays}."),
                    fields={"loop": loop.lineno, "stays": stays,
                            "things": getattr(loop, "iter", loop)})


def _else_of_the_loop(loop: ast.For | ast.While) -> Iterator[Change]:
    """Move the else of a loop to the if in it."""
    last = loop.body[-1]
    if loop.orelse and isinstance(last, ast.If) and not last.orelse:
        line = loop.orelse[0].lineno - 1
        yield Change(
            Kind.PLACE, ((loop, "orelse", []), (last, "orelse", loop.orelse)),
            COSTS["else_of_a_loop"], line, loop.orelse[0], said=(
                "Which line does the else on line {line} belong to?",
                "The else on line {line} belongs to the loop on line {loop}, so it runs only once, "
                "after the loop. Indent it like the if on line {other}."),
            fields={"loop": loop.lineno, "other": last.lineno})


def _not_carried(loop: ast.For | ast.While) -> Iterator[Change]:
    """Keep the value that a round begins with, and give its result a new name."""
    steps = [each for each in loop.body if isinstance(each, ast.AugAssign)
             and isinstance(each.target, ast.Name)]
    if not steps or isinstance(loop, ast.While):
        return
    new = {old: f"new_{old}" for each in steps for old in names_set(each)}
    at = loop.body.index(steps[0])
    made = [ast.Assign([ast.Name(new[each.target.id], ast.Store())],
                       ast.BinOp(ast.Name(each.target.id, ast.Load()), each.op, each.value))
            if isinstance(each, ast.AugAssign) and isinstance(each.target, ast.Name)
            else renamed(each, new) for each in loop.body[at:]]
    yield Change(
        Kind.PLACE, ((loop, "body", [*loop.body[:at], *made]),), COSTS["not_carried"],
        steps[0].lineno, steps[0], said=(
            "What is {name} when the second iteration of the loop on line {loop} starts?",
            "{old} on line {line} also changes where the next iteration starts, so the steps add "
            "up. Store each result under a new name, such as {new}, and don't change {names} in "
            "the loop."),
        fields={"name": next(iter(new)), "loop": loop.lineno, "new": made[0],
                "names": ", ".join(new)})


def _needless(loop: ast.For | ast.While, place: Place) -> Iterator[Change]:
    """Replace a loop whose rounds are all the same by its body."""
    if isinstance(loop, ast.For) and not {*names_set(loop.target)} & names_read(
            ast.Module(loop.body, [])):
        yield Change(
            Kind.NEEDLESS, (place.put(*loop.body),), COSTS["loop_too_many"], loop.lineno, loop,
            said=("How often does the body of the loop on line {loop} run? How often should it "
                  "run?",
                  "The body of the loop on line {loop} runs too often. Remove the loop, but keep "
                  "its body."), fields={"loop": loop.lineno})


def _counted(node: ast.AST) -> Iterator[Change]:
    """Count the rounds of a loop that searches for the index of its item."""
    if not isinstance(node, (ast.For, ast.ListComp, ast.GeneratorExp)):
        return
    loop: Any = node if isinstance(node, ast.For) else node.generators[0]
    slots = [slot for one in ast.walk(node) for slot in parts(one)
             if called(slot[3]) == "index" and len(slot[3].args) == 1
             and source(slot[3].args[0]) == getattr(loop.target, "id", "")
             and source(getattr(slot[3].func, "value", "")) == source(loop.iter)]
    if not slots or len({id(slot[0]) for slot in slots}) < len(slots):
        return
    counter, found = "place" if "place" not in names_read(node) else "number", slots[0][3]
    yield Change(
        Kind.VALUE,
        ((loop, "target", ast.Tuple([ast.Name(counter, ast.Store()), loop.target], ast.Store())),
         (loop, "iter", ast.Call(ast.Name("enumerate", ast.Load()), [loop.iter], [])),
         *(put(slot, ast.Name(counter, ast.Load())) for slot in slots)),
        COSTS["counted"], found.lineno, found, said=(
            "What is {call} on line {line} if the same item occurs more than once?",
            "{call} on line {line} always gives the index of the first such item, even if the loop "
            "is at a later one. Let the loop count: for {counter}, {item} in enumerate({things})"),
        fields={"call": found, "counter": counter, "item": loop.target, "things": loop.iter})


def _leaves(statement: ast.stmt) -> bool:
    """Whether a statement returns in every case."""
    if isinstance(statement, ast.If):
        return bool(statement.orelse) and _leaves(statement.body[-1]) and _leaves(
            statement.orelse[-1])
    return isinstance(statement, ast.Return)


def _kept_and_moved(last: ast.stmt) -> Iterator[tuple[list[ast.stmt], ast.stmt, str]]:
    """Yield the part that stays in a loop, the part to move after it, and the source of its end."""
    if isinstance(last, ast.If):
        for asked, inside, moved in ((last.test, last.body, last.orelse),
                                     (ast.UnaryOp(ast.Not(), last.test), last.orelse, last.body)):
            if len(moved) == 1:
                yield [ast.If(asked, inside, [])], moved[0], source(inside[-1])
        chain = [last]
        while len(chain[-1].orelse) == 1 and isinstance(chain[-1].orelse[0], ast.If):
            chain.append(chain[-1].orelse[0])
        if len(chain) > 1 and len(chain[-1].orelse) == 1:  # all but the else at its end stays
            kept = ast.If(chain[-1].test, chain[-1].body, [])
            for each in reversed(chain[:-1]):
                kept = ast.If(each.test, each.body, [kept])
            yield [kept], chain[-1].orelse[0], source(chain[0].body[-1])
        return
    yield [], last, ""
    value = last.value if isinstance(last, ast.Return) else None
    if isinstance(value, (ast.Compare, ast.BoolOp, ast.UnaryOp, ast.Call, ast.IfExp)):
        tests: list[tuple[ast.expr, bool]] = [(ast.UnaryOp(ast.Not(), value), False), (value, True)]
        for test, stays in tests:
            kept = ast.If(test, [ast.Return(ast.Constant(stays))], [])
            yield [kept], ast.Return(ast.Constant(not stays)), source(kept)


def _not_anew(tree: ast.AST, given: ast.Assign, variable: str, place: Place) -> Iterator[Change]:
    """Move an assignment before a loop into the loop, unless its name is read after the loop."""
    for loop in [inner for later in place.block[place.at + 1:]
                 for inner in nodes(later, ast.For, ast.While)]:
        inside = {*ast.walk(ast.Module(loop.body, []))}
        reads = [read for read in nodes(tree, ast.Name)
                 if read.id == variable and isinstance(read.ctx, ast.Load)]
        if reads and inside.issuperset(reads):
            yield Change(
                Kind.PLACE, ((loop, "body", [given, *loop.body]), place.put()),
                COSTS["not_anew"], given.lineno, given, said=(
                    "What is in {name} when the next iteration of the loop on line {loop} starts?",
                    "{old} on line {line} runs only once, so {name} still holds the values from "
                    "the previous iteration. Move it into the loop on line {loop}, as the first "
                    "line of the body."),
                fields={"loop": loop.lineno, "name": variable})


def _other_way_round(node: ast.AST) -> Iterator[Change]:
    """Swap two nested loops."""
    pairs: list[tuple[Any, Any]] = []
    if isinstance(node, ast.For):
        pairs = [(node, inner) for inner in node.body if isinstance(inner, ast.For)]
    elif isinstance(node, (ast.ListComp, ast.GeneratorExp)):
        pairs = [*zip(node.generators, node.generators[1:], strict=False)]
    for outer, inner in pairs:
        if names_read(outer.target) & names_read(inner.iter):
            continue
        heads = [ast.comprehension(one.target, one.iter, [], 0) for one in (outer, inner)]
        yield Change(
            Kind.PLACE, tuple((one, field, getattr(other, field))
                              for one, other in ((outer, inner), (inner, outer))
                              for field in ("target", "iter")),
            COSTS["other_way_round"], outer.iter.lineno, outer.iter, said=(
                "One loop is inside another. Which one must be outside to give the right order?",
                "Swap the two loops on line {line} and line {other}: {inner} must be the outer "
                "one, and {outer} the inner one."),
            fields={"other": inner.iter.lineno, "inner": heads[1], "outer": heads[0]})
