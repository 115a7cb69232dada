"""All changes of a program to try: of one place, or of all similar places together."""

import ast
from collections.abc import Iterable, Iterator
from typing import Any

from blocky.kit.check.trees import Edit, called, lines_of, statements
from blocky.kit.repair.change import Change, Scope
from blocky.kit.repair.costs import COSTS
from blocky.kit.repair.expressions import of_expressions
from blocky.kit.repair.loops import of_loops
from blocky.kit.repair.material import Material
from blocky.kit.repair.misunderstood import of_what_is_misunderstood
from blocky.kit.repair.rules import Kind
from blocky.kit.repair.signatures import of_definitions
from blocky.kit.repair.statements import of_statements

__all__ = ["changes"]

#: Operators that are taken for one another at several places.
_TAKEN_FOR_ONE_ANOTHER = ({ast.Lt, ast.LtE}, {ast.Gt, ast.GtE}, {ast.Eq, ast.NotEq})

#: The likeness of changes that add or subtract 1: what counts from 0, and what from 1.
_BY_ONE = "by one"

#: What may be replaced, or deleted, by the same at several places.
_REPLACED_ALIKE = (ast.Name, ast.Constant, ast.Attribute, ast.BinOp, ast.Call, ast.Expr, ast.Break,
                   ast.Continue)


def changes(tree: ast.stmt, scope: Scope, material: Material) -> list[Change]:
    """Return the changes of the statements that ran, and insertions beside them."""
    ran: set[int] = set()
    for statement in statements(tree):
        lines = lines_of(statement)
        if scope.ran.intersection(lines):
            ran.update(lines)
    anywhere = list(of_expressions(tree, scope, material))
    found = [each for each in anywhere if each.line in ran]
    found += of_statements(tree, scope, material)
    found += of_definitions(tree, scope, material)
    found += of_loops(tree)
    found += [each for each in of_what_is_misunderstood(tree) if each.line in ran]
    of_whole_statements = [each for each in found
                           if isinstance(each.old, ast.stmt) and not each.sentences]
    found += _everywhere([*anywhere, *of_whole_statements], ran)
    if scope.error_line is not None:
        for each in found:
            if each.kind is not Kind.GUARD:
                far = COSTS["each_line_from_the_error"] * abs(each.line - scope.error_line)
                each.cost += min(COSTS["most_for_lines_from_the_error"], far)
    return found


def _everywhere(found: Iterable[Change], ran: set[int]) -> Iterator[Change]:
    """Yield the changes that do the same wherever it is possible, in a line or in all lines.

    The program ran at one of the places at least.
    """
    groups: dict[Any, dict[int, Change]] = {}  # by what they do, then by the id of what is replaced
    for change in found:
        likeness = _likeness(change)
        if not likeness:
            continue
        is_costly = change.cost > COSTS["most_for_a_name_everywhere"]
        is_doubtful_name = (isinstance(change.old, ast.Name) and is_costly
                            and not _is_of_one(likeness))
        if not is_doubtful_name:
            groups.setdefault(likeness, {}).setdefault(id(change.old), change)
        in_a_line = (*likeness, change.line)
        groups.setdefault(in_a_line, {}).setdefault(id(change.old), change)
    for by_id in groups.values():
        group = list(by_id.values())
        if len(group) > 1:
            yield from _as_one(group, ran)


def _as_one(group: list[Change], ran: set[int]) -> Iterator[Change]:
    """Yield the change that makes several alike at once, if that is possible.

    The first one in a line that ``ran`` stands for it in hints.
    """
    first = next((each for each in group if each.line in ran), None)
    edits = _together(group)
    if first is None or not edits:
        return
    old, new = first.old, first.new
    node, _, value = edits[0]
    if len(edits) == 1 and isinstance(node, ast.BoolOp):
        old, new = node, ast.BoolOp(node.op, value)
    if first.kind is Kind.ORDER:
        less = COSTS["less_for_an_order_everywhere"]
    elif _is_of_one(_likeness(first)):
        less = COSTS["less_for_all_moved_by_one"]
    else:
        less = 0
    other_lines = dict.fromkeys(each.line for each in group if each.line != first.line)
    yield Change(first.kind, edits, first.cost - less, first.line, old, new,
                 other_lines=tuple(other_lines))


def _is_of_one(likeness: tuple[Any, ...]) -> bool:
    """Whether a likeness is that of changes that add or subtract 1."""
    what, *_ = likeness
    return bool(what == _BY_ONE)


def _likeness(change: Change) -> tuple[Any, ...]:
    """Return a key that is equal for changes that do the same elsewhere; () if none do."""
    old, new = change.old, change.new
    if isinstance(old, ast.Compare) and isinstance(new, ast.Compare):
        only_operators_differ = new.comparators is old.comparators
        if only_operators_differ:
            return _likeness_of_operators(old, new)
    if _is_reordered(old, new):
        order = [old.elts.index(each) for each in new.elts]  # type: ignore[union-attr]
        return ("order", *order)
    if change.kind is Kind.TRUTH and isinstance(new, ast.Compare):
        was_negated = isinstance(old, ast.UnaryOp)
        is_none = isinstance(new.ops[0], ast.Is)
        if was_negated == is_none:  # a -> a is not None; not a -> a is None
            return "truth", ast.dump(new.left)
    if isinstance(old, ast.SetComp) and isinstance(new, ast.ListComp):
        return ("list_for_a_set",)
    if isinstance(new, ast.BinOp) and _moves_by_one(change):
        node = change.edits[0].node
        return _BY_ONE, type(node), ast.dump(new.left), type(new.op)
    if change.cost <= COSTS["most_for_everywhere"] and isinstance(old, _REPLACED_ALIKE):
        return _likeness_of_replacement(change, old)
    return ()


def _likeness_of_operators(old: ast.Compare, new: ast.Compare) -> tuple[Any, ...]:
    """Return a key that is equal for changes that replace the same operators in the same way.

    For ``a < b`` that becomes ``a <= b``, the key is ("operator", (0, ast.Lt, ast.LtE)). It is ()
    if no operator is replaced, or if people don't take the first one for its replacement.
    """
    replaced = []
    for position, (operator, new_operator) in enumerate(zip(old.ops, new.ops, strict=True)):
        is_kept = new_operator is operator  # a change keeps the nodes that it doesn't replace
        if not is_kept:
            replaced.append((position, type(operator), type(new_operator)))
    if not replaced:
        return ()
    _, first, first_replacement = replaced[0]
    if {first, first_replacement} not in _TAKEN_FOR_ONE_ANOTHER:
        return ()
    return ("operator", *replaced)


def _moves_by_one(change: Change) -> bool:
    """Whether a change adds 1 to an index or an argument, or subtracts 1 from it."""
    new = change.new
    node, field, _ = change.edits[0]
    if not isinstance(new, ast.BinOp) or new.left is not change.old:
        return False
    if getattr(new.right, "value", None) != 1:
        return False
    is_passed = field == "args" and called(node) not in ("range", "len", "print")
    return field == "slice" or is_passed


def _likeness_of_replacement(change: Change, old: ast.AST) -> tuple[Any, ...]:
    """Return a key of what is replaced, and by what; of a constant, also where it is."""
    old_text = ast.dump(old)
    new_text = ast.dump(change.new) if change.new else None
    if not isinstance(old, ast.Constant):
        return change.kind, old_text, new_text
    node, field, _ = change.edits[0]
    return change.kind, old_text, new_text, type(node), field


def _is_reordered(old: ast.AST | None, new: ast.AST | None) -> bool:
    """Whether a list or a tuple of constants is in another order."""
    if not isinstance(old, (ast.List, ast.Tuple)) or not isinstance(new, (ast.List, ast.Tuple)):
        return False
    are_the_same = {*map(id, old.elts)} == {*map(id, new.elts)}
    return are_the_same and all(isinstance(each, ast.Constant) for each in old.elts)


def _together(group: list[Change]) -> tuple[Edit, ...]:
    """Return the edits of several changes as one; () if they cannot be made at once.

    Of a list, such as the arguments of a call, each change may replace other items.
    """
    made: dict[tuple[int, str], Edit] = {}
    for change in group:
        for edit in change.edits:
            place = (id(edit.node), edit.field)
            if place not in made:
                made[place] = edit
                continue
            unchanged = getattr(edit.node, edit.field)
            by_others = made[place].value
            by_this = edit.value
            if not isinstance(by_this, list):
                return ()
            if not len(by_this) == len(by_others) == len(unchanged):
                return ()
            both = [other if other is not item else this
                    for other, this, item in zip(by_others, by_this, unchanged, strict=True)]
            made[place] = Edit(edit.node, edit.field, both)
    return tuple(made.values())
