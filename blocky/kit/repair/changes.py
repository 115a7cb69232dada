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
_OFTEN_CONFUSED = ({ast.Lt, ast.LtE}, {ast.Gt, ast.GtE}, {ast.Eq, ast.NotEq})

#: The likeness of changes that add or subtract 1: what counts from 0, and what from 1.
_BY_ONE = "by one"

#: What may be replaced, or deleted, by the same at several places.
_REPLACED_ALIKE = (ast.Name, ast.Constant, ast.Attribute, ast.BinOp, ast.Call, ast.Expr, ast.Break,
                   ast.Continue)


def changes(tree: ast.stmt, scope: Scope, material: Material) -> list[Change]:
    """Return the changes of the statements that ran, and insertions beside them.

    If the program raised an error, a change costs more the further it is from the error's line.
    """
    ran: set[int] = set()
    for statement in statements(tree):
        lines = lines_of(statement)
        if scope.ran.intersection(lines):
            ran.update(lines)  # all lines of a statement that is written on several
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
                distance = abs(each.line - scope.error_line)
                each.cost += min(COSTS["most_for_lines_from_the_error"],
                                 distance * COSTS["each_line_from_the_error"])
    return found


def _everywhere(found: Iterable[Change], ran: set[int]) -> Iterator[Change]:
    """Yield the changes that do the same at several places, of one line or of the whole program.

    At least one of the places is in a line that ``ran``.
    """
    groups: dict[Any, dict[int, Change]] = {}  # by what they do, then by the id of what is replaced
    for change in found:
        likeness = _likeness(change)
        if not likeness:
            continue
        is_costly = change.cost > COSTS["most_for_a_name_everywhere"]
        is_doubtful_name = (isinstance(change.old, ast.Name) and is_costly
                            and not _is_by_one(likeness))
        if not is_doubtful_name:
            groups.setdefault(likeness, {}).setdefault(id(change.old), change)
        likeness_in_line = (*likeness, change.line)
        groups.setdefault(likeness_in_line, {}).setdefault(id(change.old), change)
    for by_id in groups.values():
        group = list(by_id.values())
        if len(group) > 1:
            yield from _as_one(group, ran)


def _as_one(group: list[Change], ran: set[int]) -> Iterator[Change]:
    """Yield one change that makes all changes of a group, if they can be made together.

    Hints show the first one in a line that ``ran``.
    """
    first = next((each for each in group if each.line in ran), None)
    edits = _together(group)
    if first is None or not edits:
        return
    old, new = _shown_in_hints(first, edits)
    other_lines = dict.fromkeys(each.line for each in group if each.line != first.line)
    yield Change(first.kind, edits, first.cost - _discount(first), first.line, old, new,
                 other_lines=tuple(other_lines))


def _shown_in_hints(first: Change, edits: tuple[Edit, ...]
                    ) -> tuple[ast.AST | None, ast.AST | None]:
    """Return what hints say that ``edits`` replace, and by what: as the ``first`` change does.

    If all of them are in one "and" or "or", hints show this whole condition.
    """
    node, _, new_operands = edits[0]
    if len(edits) == 1 and isinstance(node, ast.BoolOp):
        return node, ast.BoolOp(node.op, new_operands)
    return first.old, first.new


def _discount(change: Change) -> float:
    """Return how much less a change costs if it is made at several places at once."""
    if change.kind is Kind.ORDER:
        return COSTS["less_for_an_order_everywhere"]
    if _is_by_one(_likeness(change)):
        return COSTS["less_for_all_moved_by_one"]
    return 0


def _is_by_one(likeness: tuple[Any, ...]) -> bool:
    """Whether a likeness is that of changes that add or subtract 1."""
    what, *_ = likeness
    return bool(what == _BY_ONE)


def _likeness(change: Change) -> tuple[Any, ...]:
    """Return a key that is equal for changes that do the same at other places.

    It's () for a change that is never made at several places.
    """
    old, new = change.old, change.new
    if isinstance(old, ast.Compare) and isinstance(new, ast.Compare):
        only_operators_differ = new.comparators is old.comparators
        if only_operators_differ:
            return _likeness_of_operators(old, new)
    if _is_reordered(old, new):
        new_order = [old.elts.index(each) for each in new.elts]  # type: ignore[union-attr]
        return ("order", *new_order)
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
    if no operator is replaced, or if the first one isn't often confused with its replacement.
    """
    replaced = []
    for position, (operator, new_operator) in enumerate(zip(old.ops, new.ops, strict=True)):
        is_kept = new_operator is operator  # a change keeps the nodes that it doesn't replace
        if not is_kept:
            replaced.append((position, type(operator), type(new_operator)))
    if not replaced:
        return ()
    _, first, first_replacement = replaced[0]
    if {first, first_replacement} not in _OFTEN_CONFUSED:
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
    """Return a key that is equal for changes that replace the same by the same.

    Constants must also be in the same field of nodes of one type: the 1 of ``a[1]`` is another one
    than that of ``a + 1``.
    """
    old_text = ast.dump(old)
    new_text = ast.dump(change.new) if change.new else None
    if not isinstance(old, ast.Constant):
        return change.kind, old_text, new_text
    node, field, _ = change.edits[0]
    return change.kind, old_text, new_text, type(node), field


def _is_reordered(old: ast.AST | None, new: ast.AST | None) -> bool:
    """Whether a list or a tuple of constants is replaced by one with them in another order."""
    if not isinstance(old, (ast.List, ast.Tuple)) or not isinstance(new, (ast.List, ast.Tuple)):
        return False
    have_the_same_items = {*map(id, old.elts)} == {*map(id, new.elts)}
    return have_the_same_items and all(isinstance(each, ast.Constant) for each in old.elts)


def _together(group: list[Change]) -> tuple[Edit, ...]:
    """Return the edits that make several changes at once; () if they contradict each other.

    If several changes edit the same list, such as the arguments of a call, each may replace other
    items of it.
    """
    made: dict[tuple[int, str], Edit] = {}
    for change in group:
        for edit in change.edits:
            place = (id(edit.node), edit.field)
            if place not in made:
                made[place] = edit
                continue
            items = getattr(edit.node, edit.field)
            changed_before = made[place].value
            changed_here = edit.value
            if not isinstance(changed_here, list):
                return ()
            if not len(changed_here) == len(changed_before) == len(items):
                return ()
            merged = [before if before is not item else here
                      for item, before, here in zip(items, changed_before, changed_here,
                                                    strict=True)]
            made[place] = Edit(edit.node, edit.field, merged)
    return tuple(made.values())
