"""Changes of statements: those of the rules, another place for them, and what is missing."""

from __future__ import annotations

import ast
import itertools
from collections.abc import Iterator

from blocky.kit.check.trees import (
    blocks,
    called,
    is_docstring,
    is_elif,
    lines_of,
    orders,
    parameters,
    put,
    size,
    source,
)
from blocky.kit.language import say
from blocky.kit.repair.applied import by_rules
from blocky.kit.repair.change import Change, Edit, Scope, Way, Where
from blocky.kit.repair.costs import COSTS
from blocky.kit.repair.material import Material
from blocky.kit.repair.rules import Kind

__all__ = ["of_statements"]


def of_statements(tree: ast.AST, scope: Scope, material: Material) -> Iterator[Change]:
    """Yield the changes of the statements that ran, and beside them."""
    for node, name, block, around in blocks(tree):
        functions = [each for each in around if isinstance(each, ast.FunctionDef)]
        if not functions:
            continue
        first = next(iter(parameters(functions[-1])), "")
        in_loop = any(isinstance(each, (ast.For, ast.While)) for each in around)
        for place, statement in enumerate(block):
            ends_loop = isinstance(statement, (ast.Break, ast.Continue))  # often at many places
            if is_docstring(statement) or not (
                    ends_loop or scope.lines.intersection(lines_of(statement))):
                continue
            line, slot = statement.lineno, (node, name, place, statement)
            rest: list[ast.stmt] = [*block[:place], *block[place + 1:]] or [ast.Pass()]
            if not (_is_alone(block) and isinstance(node, ast.If) and not node.orelse):
                large = hasattr(statement, "body") and not (
                    isinstance(statement, ast.If) and _is_alone(statement.body))
                yield Change(Kind.NEEDLESS, ((node, name, rest),), COSTS[
                    "block_too_many" if large else "line_too_many"], line, statement)
            if isinstance(statement, ast.If) and not statement.orelse:
                if isinstance(statement.test, (ast.Compare, ast.BoolOp)):
                    yield _in_any_case(node, name, block, place, statement)
            elif isinstance(statement, ast.If):
                yield _not_only_else(node, name, block, place, statement)
                if isinstance(statement.orelse[0], ast.If):
                    yield _asked_first(statement, statement.orelse[0])
            own = called(getattr(statement, "value", statement)) in scope.own
            is_last = place == len(block) - 1
            places = {"own" if own else "plain"} | ({"last"} if is_last else set()) | (
                {"loop"} if in_loop else set())
            for kind, cost, new in _statements_instead(statement, places, first, material):
                yield Change(kind, (put(slot, new),), cost, line, statement, new)
            yield from _moves(node, name, block, place, around)
            yield from _insertions(node, name, block, place, functions[-1], in_loop, scope,
                                   material)


def _in_any_case(node: ast.AST, name: str, block: list[ast.stmt], place: int, statement: ast.If
                 ) -> Change:
    """Return the change that does without asking what is done only under a condition."""
    return Change(
        Kind.NEEDLESS, ((node, name, [*block[:place], *statement.body, *block[place + 1:]]),),
        COSTS["condition_needless"], statement.lineno, statement, said=(
            say("When is done what stands below line {line}?", line=statement.lineno),
            say("What stands below the if in line {line} must be done in any case: leave out the "
                "condition {test}.", line=statement.lineno, test=source(statement.test))))


def _not_only_else(node: ast.AST, name: str, block: list[ast.stmt], place: int, statement: ast.If
                   ) -> Change:
    """Return the change that does in any case what is done only if a condition does not hold."""
    other = statement.orelse[0]
    return Change(
        Kind.PLACE, ((statement, "orelse", []), (
            node, name, [*block[:place + 1], *statement.orelse, *block[place + 1:]])),
        COSTS["elif"], other.lineno, other, said=(
            say("When is line {line} looked at at all?", line=other.lineno),
            say("Line {line} is only looked at if the condition in line {other} does not hold, as "
                "it is an elif or stands below an else. It must be looked at in any case.",
                line=other.lineno, other=statement.lineno)))


def _asked_first(statement: ast.If, other: ast.If) -> Change:
    """Return the change that asks for the condition of an elif before that of its if."""
    return Change(
        Kind.ORDER, ((statement, "test", other.test), (statement, "body", other.body),
                     (other, "test", statement.test), (other, "body", statement.body)),
        COSTS["asked_first"], other.lineno, other, said=(
            say("Which of the conditions in lines {line} and {other} must be asked for first?",
                line=statement.lineno, other=other.lineno),
            say("The condition in line {other} must be asked for before that in line {line}: let "
                "the two change places, each with what belongs to it.", line=statement.lineno,
                other=other.lineno)))


def _is_alone(block: list[ast.stmt]) -> bool:
    """Tell whether a block is one plain statement, so that it goes with the if it stands in."""
    return len(block) == 1 and not hasattr(block[0], "body")


def _statements_instead(statement: ast.stmt, places: set[str], first: str, material: Material
                        ) -> Iterator[Way]:
    """Yield the statements that may be meant in place of another; ``first`` is a parameter."""
    yield from by_rules(statement, places, first, material)
    if isinstance(statement, (ast.If, ast.While)):
        other = ast.While if isinstance(statement, ast.If) else ast.If
        yield Kind.CONDITION, COSTS["while_for_if"], other(statement.test, statement.body, [])
        if statement.orelse:
            yield Kind.ORDER, COSTS["else_for_if"], ast.If(statement.test, statement.orelse,
                                                           statement.body)
    target = getattr(statement, "targets", [getattr(statement, "target", None)])[0]
    if isinstance(target, ast.Tuple) and 2 <= len(target.elts) <= 4:
        for order, moved in orders(len(target.elts)):
            swapped = ast.Tuple([target.elts[i] for i in order], ast.Store())
            put_in = {"targets": [swapped]} if hasattr(statement, "targets") else {
                "target": swapped}
            yield Kind.ORDER, COSTS["two_targets"] if moved == 2 else (
                COSTS["items"] + COSTS["each_item"] * moved), type(statement)(
                **dict(ast.iter_fields(statement)) | put_in)
    if not isinstance(statement, (ast.For, ast.FunctionDef, ast.If, ast.While)):
        for each in material.statements:
            if isinstance(each, ast.Raise):
                yield Kind.CALLED, COSTS["raise"], each
            elif isinstance(each, type(statement)):
                yield Kind.VALUE, COSTS["statement"], each


def _stands_in(tree: ast.AST, statement: ast.AST) -> tuple[ast.AST, str, list[ast.stmt]]:
    """Return the node in a tree that a statement stands in, the field, and the block."""
    return next((node, name, block) for node, name, block, _ in blocks(tree) if statement in block)


def _is_a_thing(value: ast.expr) -> bool:
    """Tell whether what is returned is something else than a number that is reckoned."""
    return isinstance(value, (ast.Name, ast.Attribute, ast.List, ast.Tuple, ast.Dict))


def _moves(node: ast.AST, name: str, block: list[ast.stmt], place: int,
           around: tuple[ast.AST, ...]) -> Iterator[Change]:
    """Yield the changes that put a statement elsewhere."""
    statement, before, after = block[place], block[:place], block[place + 1:]
    kept = (node, name, [*before, *after] or [ast.Pass()])

    def move(cost: str, where: Where, other: ast.stmt, *edits: Edit) -> Change:
        return Change(Kind.PLACE, edits, COSTS[cost], statement.lineno, statement,
                      where=(where, other))

    if (len(around) > 1 and len(block) > 1 and isinstance(node, (ast.For, ast.While, ast.If))
            and not is_elif(*(found := _stands_in(around[-2], node)))):
        outer, outer_name, outside = found
        at = outside.index(node)
        leaves = isinstance(statement, ast.Return)
        yield move("return_out" if leaves else "out", Where.AFTER_ALL, node, kept, (
            outer, outer_name, [*outside[:at + 1], statement, *outside[at + 1:]]))
        yield move("out_before", Where.BEFORE, node, kept, (
            outer, outer_name, [*outside[:at], statement, *outside[at:]]))
        if place and not after:
            rest = (node, name, before[:-1] or [ast.Pass()])
            yield move("two_out", Where.AFTER_ALL, node, rest, (
                outer, outer_name, [*outside[:at + 1], *block[-2:], *outside[at + 1:]]))
    if isinstance(statement, ast.Assign):
        for loop in around[:-1]:
            if isinstance(loop, (ast.For, ast.While)):
                outer, outer_name, outside = _stands_in(around[0], loop)
                at = outside.index(loop)
                yield move("out_of_all", Where.BEFORE, loop, kept, (
                    outer, outer_name, [*outside[:at], statement, *outside[at:]]))
    if after:
        guards = [place for place, each in enumerate(after, 1) if isinstance(each, ast.If)
                  and isinstance(each.body[-1], (ast.Return, ast.Raise)) and not each.orelse]
        for count in (*reversed(guards), *([] if 1 in guards else [1])):
            if not isinstance(after[count - 1], (ast.Return, ast.Raise)):
                cost = "after_guards" if count > 1 else "after"
                yield move(cost, Where.AFTER, after[count - 1], (
                    node, name, [*before, *after[:count], statement, *after[count:]]))
        if not isinstance(after[-1], (ast.Return, ast.Raise)):
            yield move("last", Where.LAST, after[-1], (node, name, [*before, *after, statement]))
            if len(after) > 1 and not hasattr(statement, "body"):
                later = [*before, *after[1:], statement, after[0]]
                yield Change(Kind.PLACE, ((node, name, later),), COSTS["two_last"],
                             statement.lineno, statement, said=(
                    say(Kind.PLACE.value.what, line=statement.lineno),
                    say("Lines {line} and {next} are right, but come too early. They belong at the "
                        "end, after line {other}.", line=statement.lineno, next=after[0].lineno,
                        other=after[-1].end_lineno)))
        if isinstance(after[0], (ast.For, ast.While, ast.If)):
            yield move("inside", Where.INSIDE, after[0], kept, (
                after[0], "body", [statement, *after[0].body]))
    if before:
        yield move("first", Where.BEFORE, before[0], (node, name, [statement, *before, *after]))
        last = before[-1]
        if isinstance(last, (ast.For, ast.While, ast.If)):
            yield move("inside", Where.INSIDE, last, kept, (last, "body", [*last.body, statement]))
        if isinstance(last, ast.If) and not last.orelse:
            yield move("else", Where.ELSE, last, kept, (last, "orelse", [statement]))
            yield move("all_in_else", Where.ELSE, last, (node, name, before), (
                last, "orelse", block[place:]))


def _insertions(node: ast.AST, name: str, block: list[ast.stmt], place: int,
                function: ast.FunctionDef, in_loop: bool, scope: Scope, material: Material
                ) -> Iterator[Change]:
    """Yield the changes that put something before a statement, or at the end after the last."""
    if is_elif(node, name, block):
        return
    last = place == len(block) - 1
    valued = [each.value for each in ast.walk(function)
              if isinstance(each, ast.Return) and each.value]
    outside = COSTS["return_in_a_block"] * (node is not function)

    def insert(new: ast.stmt, kind: Kind, cost: float, after: bool = False) -> Change:
        at = place + after
        beside = next((each for each in reversed(block[:place + 1]) if hasattr(each, "is_own")),
                      block[place]) if after else block[place]
        where = Where.BEFORE if not after else (
            Where.AFTER_ALL if hasattr(beside, "body") else Where.AFTER)
        return Change(kind, ((node, name, [*block[:at], new, *block[at:]]),), cost,
                      beside.lineno, None, new, where=(where, beside))

    for new in material.statements:
        large = COSTS["block_missing"] * isinstance(new, (ast.If, ast.For))
        if not isinstance(new, ast.Return):
            yield insert(new, Kind.MISSING, COSTS["missing"] + large)
        if last:
            yield (insert(new, Kind.RETURN, COSTS["return_missing"] + outside, True)
                   if isinstance(new, ast.Return) else
                   insert(new, Kind.MISSING, COSTS["missing_at_the_end"] + large, True))
    numbers = [ast.Constant(each) for each in ((True, False) if material.tells else (0, 1))]
    if last and not isinstance(block[-1], (ast.Return, ast.Raise)):
        if in_loop and not valued:
            yield insert(ast.Return(None), Kind.RETURN, COSTS["name_returned"] + outside, True)
            outside += COSTS["return_in_a_loop"]
        for value in (*(ast.Name(each, ast.Load()) for each in material.names if each != "self"),
                      *(numbers if not any(map(_is_a_thing, valued)) else [])):
            cost = COSTS["name_returned" if isinstance(value, ast.Name) else "constant_returned"]
            yield insert(ast.Return(value), Kind.RETURN, cost + outside, True)
    if node is function and all(map(is_docstring, block[:place])):
        results: list[ast.stmt] = [each for each in material.statements
                                   if isinstance(each, (ast.Return, ast.Raise))]
        results += [ast.Return(each) for each in (None, *numbers, ast.List([], ast.Load()))]
        if valued:
            results = [each for each in results if getattr(each, "value", each)]
        cost = COSTS["guard" if scope.ended or any(isinstance(each, ast.If) for each in block)
                     else "base_case"]
        for test, result in itertools.product(material.tests, results):
            for each in (test, ast.UnaryOp(ast.Not(), test)):
                new = ast.If(each, [result], [])
                yield insert(new, Kind.GUARD, cost + COSTS["each_node_of_a_guard"] * size(new))
