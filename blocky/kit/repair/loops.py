"""Changes of whole loops: what ends one at once, or is not made anew in it; which is outside."""

from __future__ import annotations

import ast
import builtins
import itertools
from collections.abc import Iterator
from typing import Any

from blocky.kit.check.trees import blocks, names_read, names_set, source
from blocky.kit.language import say
from blocky.kit.repair.change import Change
from blocky.kit.repair.rules import COSTS, Kind

__all__ = ["of_loops"]

#: The node that a loop stands in, the field and the block, and the loop.
_Place = tuple[ast.AST, str, list[ast.stmt], ast.For | ast.While]


def of_loops(tree: ast.AST) -> Iterator[Change]:
    """Yield the changes of the loops in a tree, each with what is said of it."""
    for node, name, block, around in blocks(tree):
        for each in block:
            if isinstance(each, (ast.For, ast.While)):
                yield from _ended_at_once(tree, (node, name, block, each), around)
            elif isinstance(each, ast.Assign) and isinstance(each.targets[0], ast.Name):
                yield from _not_anew(tree, node, name, block, each, each.targets[0].id)
    for every in ast.walk(tree):
        yield from _other_way_round(every)
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
