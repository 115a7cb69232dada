"""Changes of whole loops: what ends one at once, or is not made anew in it; which is outside."""

from __future__ import annotations

import ast
import builtins
import copy
import itertools
from collections.abc import Iterator
from typing import Any

from blocky.kit.check.trees import blocks, called, names_read, names_set, parts, put, source
from blocky.kit.language import say
from blocky.kit.repair.change import Change
from blocky.kit.repair.costs import COSTS
from blocky.kit.repair.rules import Kind

__all__ = ["of_loops"]

#: The node that a loop stands in, the field and the block, and the loop.
_Place = tuple[ast.AST, str, list[ast.stmt], ast.For | ast.While]


def of_loops(tree: ast.AST) -> Iterator[Change]:
    """Yield the changes of the loops in a tree, each with what is said of it."""
    for node, name, block, around in blocks(tree):
        for each in block:
            if isinstance(each, (ast.For, ast.While)):
                yield from _ended_at_once(tree, (node, name, block, each), around)
                yield from _ended_too_early(each)
                yield from _else_of_the_loop(each)
                yield from _not_carried(each)
                yield from _needless((node, name, block, each))
            elif isinstance(each, ast.Assign) and isinstance(each.targets[0], ast.Name):
                yield from _not_anew(tree, node, name, block, each, each.targets[0].id)
    for every in ast.walk(tree):
        yield from _other_way_round(every)
        yield from _counted(every)
        if isinstance(every, (ast.For, ast.comprehension)) and isinstance(every.target, ast.Tuple):
            yield from _named_twice(tree, every.target)


def _named_twice(tree: ast.AST, target: ast.Tuple) -> Iterator[Change]:
    """Yield the changes of what a loop gives one name to twice, where another name has no value."""
    names = [getattr(each, "id", "") for each in target.elts]
    missing = sorted(names_read(tree) - {*names_set(tree), *dir(builtins)})
    for place, new in itertools.product(range(len(names)), missing):
        if names.count(names[place]) > 1:
            elts = [*target.elts[:place], ast.Name(new, ast.Store()), *target.elts[place + 1:]]
            yield Change(Kind.NAME, ((target, "elts", elts),), COSTS["named_twice"], target.lineno,
                         target, ast.Tuple(elts, ast.Store()))


def _ended_at_once(tree: ast.AST, place: _Place, around: tuple[ast.AST, ...]) -> Iterator[Change]:
    """Yield the changes of what ends a loop in its first round."""
    *_, loop = place
    last = loop.body[-1]
    if any(isinstance(each, ast.Continue) for each in ast.walk(loop)) or not _leaves(last):
        return
    outer = [place]
    for inner in reversed(around):
        if not isinstance(inner, (ast.For, ast.While)):
            break
        outer += [(node, name, block, inner) for node, name, block, _ in blocks(tree)
                  if inner in block]
    what = say("How many rounds does the loop that begins in line {loop} make?", loop=loop.lineno)
    first = say("Line {line} ends the loop that begins in line {loop} in its first round.",
                line=last.lineno, loop=loop.lineno)
    for node, name, block, inner in outer:
        at = block.index(inner) + 1
        for kept, moved, stays in _kept_and_moved(last):
            after = say("After the loop that begins in line {other}, when all rounds are over, "
                        "comes {goes}, further to the left.", other=inner.lineno,
                        goes=source(moved))
            said = say("Only this may end it: {stays}.", stays=stays) if stays else ""
            yield Change(
                Kind.PLACE, ((loop, "body", [*loop.body[:-1], *kept] or [ast.Pass()]),
                             (node, name, [*block[:at], moved, *block[at:]])),
                COSTS["ended_at_once"], last.lineno, last,
                said=(what, " ".join(filter(None, (first, said, after)))))


def _ended_too_early(loop: ast.For | ast.While) -> Iterator[Change]:
    """Yield the changes of what returns in a loop, whichever of two values it is."""
    for node, name, block, _ in blocks(loop):
        last = block[-1]
        if node is not loop and isinstance(last, ast.Return):
            for kept, _, stays in [*_kept_and_moved(last)][1:]:
                yield Change(
                    Kind.PLACE, ((node, name, [*block[:-1], *kept]),), COSTS["ended_at_once"],
                    last.lineno, last, said=(
                        say("Which rounds of the loop that begins in line {loop} are never made?",
                            loop=loop.lineno),
                        say("Line {line} ends the loop that begins in line {loop} either way, and "
                            "what comes later in {things} is never looked at. Only this may end "
                            "it: {stays}.", line=last.lineno, loop=loop.lineno, stays=stays,
                            things=source(getattr(loop, "iter", loop)))))


def _else_of_the_loop(loop: ast.For | ast.While) -> Iterator[Change]:
    """Yield the changes that give an else below a loop to the if in it."""
    last = loop.body[-1]
    if loop.orelse and isinstance(last, ast.If) and not last.orelse:
        line = loop.orelse[0].lineno - 1
        yield Change(Kind.PLACE, ((loop, "orelse", []), (last, "orelse", loop.orelse)),
                     COSTS["else_of_a_loop"], line, loop.orelse[0], said=(
            say("To what does the else in line {line} belong?", line=line),
            say("The else in line {line} belongs to the loop that begins in line {loop}: it is "
                "done once, when all rounds are over without a break. Put it below the if in line "
                "{other}, as far to the right as that.", line=line, loop=loop.lineno,
                other=last.lineno)))


def _not_carried(loop: ast.For | ast.While) -> Iterator[Change]:
    """Yield the changes that leave what a round begins with as it was before the loop."""
    steps = [each for each in loop.body if isinstance(each, ast.AugAssign)
             and isinstance(each.target, ast.Name)]
    if not steps or isinstance(loop, ast.While):
        return
    new = {name: f"new_{name}" for each in steps for name in names_set(each)}
    at = loop.body.index(steps[0])
    made = [ast.Assign([ast.Name(new[each.target.id], ast.Store())],
                       ast.BinOp(ast.Name(each.target.id, ast.Load()), each.op, each.value))
            if isinstance(each, ast.AugAssign) and isinstance(each.target, ast.Name)
            else _with_names(each, new) for each in loop.body[at:]]
    yield Change(Kind.PLACE, ((loop, "body", [*loop.body[:at], *made]),), COSTS["not_carried"],
                 steps[0].lineno, steps[0], said=(
        say("What is {name} when the second round of the loop that begins in line {loop} starts?",
            name=next(iter(new)), loop=loop.lineno),
        say("{old} in line {line} changes what the next round of the loop begins with, too: the "
            "steps of all rounds add up. Give the result of each round a name of its own, such as "
            "{new}, and leave {names} as before the loop.", old=source(steps[0]),
            line=steps[0].lineno, new=source(made[0]), names=", ".join(new))))


def _with_names(tree: ast.stmt, new: dict[str, str]) -> ast.stmt:
    """Return a copy of a tree with other names in it."""
    twin = copy.deepcopy(tree)
    for each in ast.walk(twin):
        if isinstance(each, ast.Name):
            each.id = new.get(each.id, each.id)
        vars(each).pop("is_own", None)
    return twin


def _needless(place: _Place) -> Iterator[Change]:
    """Yield the change that does once what a loop does in rounds that do not differ."""
    node, name, block, loop = place
    at = block.index(loop)
    if isinstance(loop, ast.For) and not {*names_set(loop.target)} & names_read(
            ast.Module(loop.body, [])):
        yield Change(Kind.NEEDLESS, ((node, name, [*block[:at], *loop.body, *block[at + 1:]]),),
                     COSTS["loop_too_many"], loop.lineno, loop, said=(
            say("How often is done what stands in the loop that begins in line {loop}, and how "
                "often should it be?", loop=loop.lineno),
            say("What stands in the loop that begins in line {loop} must not be done so often "
                "there: do it once, without that loop.", loop=loop.lineno)))


def _counted(node: Any) -> Iterator[Change]:
    """Yield the change that counts the rounds of a loop that looks for the place of its item."""
    if not isinstance(node, (ast.For, ast.ListComp, ast.GeneratorExp)):
        return
    loop: Any = node if isinstance(node, ast.For) else node.generators[0]
    slots = [slot for one in ast.walk(node) for slot in parts(one)
             if called(slot[3]) == "index" and len(slot[3].args) == 1
             and source(slot[3].args[0]) == getattr(loop.target, "id", "")
             and source(getattr(slot[3].func, "value", "")) == source(loop.iter)]
    if not slots or len({id(slot[0]) for slot in slots}) < len(slots):
        return
    counter, call = "place" if "place" not in names_read(node) else "number", slots[0][3]
    edits = [put(slot, ast.Name(counter, ast.Load())) for slot in slots]
    yield Change(Kind.VALUE, (
        (loop, "target", ast.Tuple([ast.Name(counter, ast.Store()), loop.target], ast.Store())),
        (loop, "iter", ast.Call(ast.Name("enumerate", ast.Load()), [loop.iter], [])), *edits),
        COSTS["counted"], call.lineno, call, said=(
            say("What is {call} in line {line} where the same is there more than once?",
                call=source(call), line=call.lineno),
            say("{call} in line {line} is always the first place where such an item stands, also "
                "when the loop has come to a later one that is the same. Let the loop count: for "
                "{counter}, {item} in enumerate({things})", call=source(call), line=call.lineno,
                counter=counter, item=source(loop.target), things=source(loop.iter))))


def _leaves(statement: ast.stmt) -> bool:
    """Tell whether a statement returns, whatever holds."""
    if isinstance(statement, ast.If):
        return bool(statement.orelse) and _leaves(statement.body[-1]) and _leaves(
            statement.orelse[-1])
    return isinstance(statement, ast.Return)


def _kept_and_moved(last: ast.stmt) -> Iterator[tuple[list[ast.stmt], ast.stmt, str]]:
    """Yield what may stay in a loop, what belongs after it, and how it is told what stays."""
    if isinstance(last, ast.If):
        for asked, inside, moved in ((last.test, last.body, last.orelse), (
                ast.UnaryOp(ast.Not(), last.test), last.orelse, last.body)):
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


def _not_anew(tree: ast.AST, node: ast.AST, name: str, block: list[ast.stmt], each: ast.Assign,
              variable: str) -> Iterator[Change]:
    """Yield the changes that do in each round of a loop what is done once, before it.

    What is read after the loop must not begin anew in it.
    """
    place = block.index(each)
    for loop in [inner for later in block[place + 1:] for inner in ast.walk(later)
                 if isinstance(inner, (ast.For, ast.While))]:
        inside = {*ast.walk(ast.Module(loop.body, []))}
        reads = [read for read in ast.walk(tree) if isinstance(read, ast.Name)
                 and read.id == variable and isinstance(read.ctx, ast.Load)]
        if reads and inside.issuperset(reads):
            yield Change(
                Kind.PLACE, ((loop, "body", [each, *loop.body]),
                             (node, name, [*block[:place], *block[place + 1:]])),
                COSTS["not_anew"], each.lineno, each, said=(
                    say("What is in {name} when a new round of the loop that begins in line {loop} "
                        "starts?", name=variable, loop=loop.lineno),
                    say("{old} in line {line} is done once, so that what one round of the loop "
                        "that begins in line {loop} leaves in {name} is still there in the next. "
                        "Put it inside of that loop, at its beginning.", old=source(each),
                        line=each.lineno, loop=loop.lineno, name=variable)))


def _other_way_round(node: Any) -> Iterator[Change]:
    """Yield the changes that make the inner loop the outer one."""
    pairs: list[tuple[Any, Any]] = []
    if isinstance(node, ast.For):
        pairs = [(node, inner) for inner in node.body if isinstance(inner, ast.For)]
    elif isinstance(node, (ast.ListComp, ast.GeneratorExp)):
        pairs = [*zip(node.generators, node.generators[1:], strict=False)]
    for outer, inner in pairs:
        if names_read(outer.target) & names_read(inner.iter):
            continue
        heads = [source(ast.comprehension(one.target, one.iter, [], 0)) for one in (outer, inner)]
        line = outer.iter.lineno
        yield Change(
            Kind.PLACE, tuple((one, name, getattr(other, name))
                              for one, other in ((outer, inner), (inner, outer))
                              for name in ("target", "iter")),
            COSTS["other_way_round"], line, outer.iter, said=(
                say("There is a loop in a loop. Which one must be the outer one, in which order do "
                    "things come?"),
                say("The two loops, in line {line} and in line {other}, are the other way round: "
                    "{inner} must be the outer one, and {outer} the inner one.", line=line,
                    other=inner.iter.lineno, inner=heads[1], outer=heads[0])))
