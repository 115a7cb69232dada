"""Changes of statements: by the rules, to another place, and insertions."""

import ast
import itertools
from collections.abc import Iterator

from blocky.kit.check.trees import (
    blocks,
    called,
    is_docstring,
    is_elif,
    lines_of,
    nodes,
    orders,
    parameters,
    size,
)
from blocky.kit.repair.applied import by_rules
from blocky.kit.repair.change import Change, Edit, Place, Scope, Way, Where, place_of
from blocky.kit.repair.costs import COSTS
from blocky.kit.repair.material import Material
from blocky.kit.repair.rules import Kind

__all__ = ["of_statements"]

_BLOCKS = (ast.For, ast.While, ast.If)


def of_statements(tree: ast.AST, scope: Scope, material: Material) -> Iterator[Change]:
    """Yield the changes of the statements that ran, and insertions beside them."""
    for node, name, block, around in blocks(tree):
        functions = [each for each in around if isinstance(each, ast.FunctionDef)]
        if not functions:
            continue
        first = next(iter(parameters(functions[-1])), "")
        in_loop = any(isinstance(each, (ast.For, ast.While)) for each in around)
        for at, statement in enumerate(block):
            ends_loop = isinstance(statement, (ast.Break, ast.Continue))  # often at many places
            if is_docstring(statement) or not (
                    ends_loop or scope.lines.intersection(lines_of(statement))):
                continue
            place = Place(node, name, block, at)
            if not (_is_alone(block) and isinstance(node, ast.If) and not node.orelse):
                large = hasattr(statement, "body") and not (
                    isinstance(statement, (ast.If, ast.For)) and _is_alone(statement.body))
                cost = COSTS["block_too_many" if large else "line_too_many"]
                yield Change(Kind.NEEDLESS, (place.put(),), cost, statement.lineno, statement)
            if isinstance(statement, ast.If):
                yield from _conditions(statement, place)
            own = called(getattr(statement, "value", statement)) in scope.own
            places = {"own" if own else "plain", "loop" if in_loop else "",
                      "last" if statement is block[-1] else ""}
            for kind, cost, new in _statements_instead(statement, places, first, material):
                yield Change(kind, (place.put(new),), cost, statement.lineno, statement, new)
            yield from _moves(place, around)
            yield from _insertions(place, functions[-1], in_loop, scope, material)


def _is_alone(block: list[ast.stmt]) -> bool:
    """Whether a block is one plain statement, so that the if around it moves with it."""
    return len(block) == 1 and not hasattr(block[0], "body")


def _conditions(statement: ast.If, place: Place) -> Iterator[Change]:
    """Drop a condition, move an else after its if, or test the condition of an elif first."""
    line = statement.lineno
    if not statement.orelse:
        if isinstance(statement.test, (ast.Compare, ast.BoolOp)):
            yield Change(
                Kind.NEEDLESS, (place.put(*statement.body),), COSTS["condition_needless"], line,
                statement, said=(
                    "When does the code under line {line} run?",
                    "The code under the if on line {line} must always run. Remove the condition "
                    "{test}."), fields={"test": statement.test})
        return
    other = statement.orelse[0]
    yield Change(
        Kind.PLACE, ((statement, "orelse", []), place.put(statement, *statement.orelse)),
        COSTS["elif"], other.lineno, other, said=(
            "When does Python get to line {line}?",
            "Python gets to line {line} only if the condition on line {other} is False, because of "
            "the elif or else. Take it out of there, so that Python always gets to it."),
        fields={"other": line})
    if isinstance(other, ast.If):
        yield Change(
            Kind.ORDER, ((statement, "test", other.test), (statement, "body", other.body),
                         (other, "test", statement.test), (other, "body", statement.body)),
            COSTS["asked_first"], other.lineno, other, said=(
                "Which condition must come first: the one on line {line} or on line {other}?",
                "Test the condition on line {other} before the one on line {line}. Swap the two "
                "branches."),
            fields={"line": line, "other": other.lineno})


def _statements_instead(statement: ast.stmt, places: set[str], first: str, material: Material
                        ) -> Iterator[Way]:
    """Yield statements that could be meant instead; ``first`` is a parameter."""
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
            cost = COSTS["two_targets"] if moved == 2 else (
                COSTS["items"] + COSTS["each_item"] * moved)
            yield Kind.ORDER, cost, type(statement)(**dict(ast.iter_fields(statement)) | put_in)
    if not isinstance(statement, (*_BLOCKS, ast.FunctionDef)):
        for each in material.statements:
            if isinstance(each, ast.Raise):
                yield Kind.CALLED, COSTS["raise"], each
            elif isinstance(each, type(statement)):
                yield Kind.VALUE, COSTS["statement"], each


def _moves(place: Place, around: tuple[ast.AST, ...]) -> Iterator[Change]:
    """Yield the changes that move a statement."""
    node, name, block, at = place
    statement, before, after, kept = block[at], block[:at], block[at + 1:], place.put()

    def move(cost: str, where: Where, other: ast.stmt, *edits: Edit) -> Change:
        return Change(Kind.PLACE, edits, COSTS[cost], statement.lineno, statement,
                      where=(where, other))

    if len(around) > 1 and len(block) > 1 and isinstance(node, _BLOCKS):
        outer = place_of(around[-2], node)
        if not is_elif(*outer[:3]):
            cost = "return_out" if isinstance(statement, ast.Return) else "out"
            yield move(cost, Where.AFTER_ALL, node, kept, outer.put(node, statement))
            yield move("out_before", Where.BEFORE, node, kept, outer.put(statement, node))
            if before and not after:
                yield move("two_out", Where.AFTER_ALL, node,
                           (node, name, before[:-1] or [ast.Pass()]), outer.put(node, *block[-2:]))
    if isinstance(statement, ast.Assign):
        for loop in around[:-1]:
            if isinstance(loop, (ast.For, ast.While)):
                yield move("out_of_all", Where.BEFORE, loop, kept,
                           place_of(around[0], loop).put(statement, loop))
    if after:
        guards = [number for number, each in enumerate(after, 1) if isinstance(each, ast.If)
                  and isinstance(each.body[-1], (ast.Return, ast.Raise)) and not each.orelse]
        for count in (*reversed(guards), *([] if 1 in guards else [1])):
            if not isinstance(after[count - 1], (ast.Return, ast.Raise)):
                yield move("after_guards" if count > 1 else "after", Where.AFTER, after[count - 1],
                           (node, name, [*before, *after[:count], statement, *after[count:]]))
        if not isinstance(after[-1], (ast.Return, ast.Raise)):
            yield move("last", Where.LAST, after[-1], (node, name, [*before, *after, statement]))
            if len(after) > 1 and not hasattr(statement, "body"):
                yield Change(
                    Kind.PLACE, ((node, name, [*before, *after[1:], statement, after[0]]),),
                    COSTS["two_last"], statement.lineno, statement, said=(
                        Kind.PLACE.value.what,
                        "Lines {line} and {next} are right, but come too early. Move them to the "
                        "end, after line {other}."),
                    fields={"next": after[0].lineno, "other": after[-1].end_lineno})
        if isinstance(after[0], _BLOCKS):
            yield move("inside", Where.INSIDE, after[0], kept, (
                after[0], "body", [statement, *after[0].body]))
    if before:
        yield move("first", Where.BEFORE, before[0], (node, name, [statement, *before, *after]))
        last = before[-1]
        if isinstance(last, _BLOCKS):
            yield move("inside", Where.INSIDE, last, kept, (last, "body", [*last.body, statement]))
        if isinstance(last, ast.If) and not last.orelse:
            yield move("else", Where.ELSE, last, kept, (last, "orelse", [statement]))
            yield move("all_in_else", Where.ELSE, last, (node, name, before), (
                last, "orelse", block[at:]))


def _insertions(place: Place, function: ast.FunctionDef, in_loop: bool, scope: Scope,
                material: Material) -> Iterator[Change]:
    """Yield the changes that insert something before a statement, or after the last one."""
    node, name, block, at = place
    if is_elif(node, name, block):
        return
    last = at == len(block) - 1
    valued = [each.value for each in nodes(function, ast.Return) if each.value]
    outside = COSTS["return_in_a_block"] * (node is not function)

    def insert(new: ast.stmt, kind: Kind, cost: float, after: bool = False) -> Change:
        beside = next((each for each in reversed(block[:at + 1]) if hasattr(each, "is_own")),
                      block[at]) if after else block[at]
        where = Where.BEFORE if not after else (
            Where.AFTER_ALL if hasattr(beside, "body") else Where.AFTER)
        put = place.put(block[at], new) if after else place.put(new, block[at])
        return Change(kind, (put,), cost, beside.lineno, None, new, where=(where, beside))

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
        is_reckoned = not any(isinstance(each, (ast.Name, ast.Attribute, ast.List, ast.Tuple,
                                                ast.Dict)) for each in valued)
        for value in (*(ast.Name(each, ast.Load()) for each in material.names if each != "self"),
                      *(numbers if is_reckoned else [])):
            cost = COSTS["name_returned" if isinstance(value, ast.Name) else "constant_returned"]
            yield insert(ast.Return(value), Kind.RETURN, cost + outside, True)
    if node is function and all(map(is_docstring, block[:at])):
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
