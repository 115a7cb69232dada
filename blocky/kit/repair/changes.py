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

#: What the group keys of changes begin with that add or subtract 1: they mend a count that begins
#: with 0 instead of 1, or the other way round.
_BY_ONE = "by one"

#: What may be replaced, or deleted, by the same at several places.
_REPLACED_ALIKE = (ast.Name, ast.Constant, ast.Attribute, ast.BinOp, ast.Call, ast.Expr, ast.Break,
                   ast.Continue)


def changes(tree: ast.stmt, scope: Scope, material: Material) -> list[Change]:
    """Return the changes of a tree to try: of what ran, beside it, and of several places at once.

    If the program raised an error, a change costs more the further it is from the error's line.
    """
    lines_that_ran: set[int] = set()
    for statement in statements(tree):
        lines = lines_of(statement)
        if scope.ran.intersection(lines):
            lines_that_ran.update(lines)  # all lines of a statement that is written on several
    of_all_expressions = list(of_expressions(tree, scope, material))
    found = [each for each in of_all_expressions if each.line in lines_that_ran]
    found += of_statements(tree, scope, material)
    found += of_definitions(tree, scope, material)
    found += of_loops(tree)
    found += [each for each in of_what_is_misunderstood(tree) if each.line in lines_that_ran]
    of_whole_statements = [each for each in found
                           if isinstance(each.old, ast.stmt) and not each.sentences]
    found += _everywhere([*of_all_expressions, *of_whole_statements], lines_that_ran)
    if scope.error_line is not None:
        for each in found:
            if each.kind is not Kind.GUARD:  # this adds a case far from the error
                distance = abs(each.line - scope.error_line)
                each.cost += min(COSTS["most_for_lines_from_the_error"],
                                 distance * COSTS["each_line_from_the_error"])
    return found


def _everywhere(found: Iterable[Change], lines_that_ran: set[int]) -> Iterator[Change]:
    """Yield one change for several that do the same, in one line or in the whole tree.

    At least one of their places is in ``lines_that_ran``.
    """
    # by the key of the group, then by the id of what is replaced
    groups: dict[Any, dict[int, Change]] = {}
    for change in found:
        key = _group_key(change)
        if not key:
            continue
        is_costly = change.cost > COSTS["most_for_a_name_everywhere"]
        is_doubtful_name = isinstance(change.old, ast.Name) and is_costly and not _is_by_one(key)
        key_in_line = (*key, change.line)
        for each in [key_in_line] if is_doubtful_name else [key, key_in_line]:
            groups.setdefault(each, {}).setdefault(id(change.old), change)
    for by_id in groups.values():
        group = list(by_id.values())
        if len(group) > 1:
            yield from _as_one(group, lines_that_ran)


def _as_one(group: list[Change], lines_that_ran: set[int]) -> Iterator[Change]:
    """Yield one change that makes all changes of a group, if they can be made together.

    Hints show the first one in ``lines_that_ran``; without such a one, nothing is yielded.
    """
    first = next((each for each in group if each.line in lines_that_ran), None)
    edits = _together(group)
    if first is None or not edits:
        return
    old, new = _shown_in_hints(first, edits)
    other_lines = dict.fromkeys(each.line for each in group if each.line != first.line)
    yield Change(first.kind, edits, first.cost - _discount(first), first.line, old, new,
                 other_lines=tuple(other_lines))


def _shown_in_hints(first: Change, edits: tuple[Edit, ...]
                    ) -> tuple[ast.AST | None, ast.AST | None]:
    """Return the old and the new node that hints show for a change made of these ``edits``.

    They are those of the ``first`` change in it. But if the only edit is of an "and" or "or",
    hints show this whole condition.
    """
    node, _, new_operands = edits[0]
    if len(edits) == 1 and isinstance(node, ast.BoolOp):
        return node, ast.BoolOp(node.op, new_operands)
    return first.old, first.new


def _discount(change: Change) -> float:
    """Return how much less a change costs if it is made at several places at once."""
    if change.kind is Kind.ORDER:
        return COSTS["less_for_an_order_everywhere"]
    if _is_by_one(_group_key(change)):
        return COSTS["less_for_all_moved_by_one"]
    return 0


def _is_by_one(key: tuple[Any, ...]) -> bool:
    """Whether a group key is that of changes that add or subtract 1."""
    what, *_ = key
    return bool(what == _BY_ONE)


def _group_key(change: Change) -> tuple[Any, ...]:
    """Return a key that is equal for changes that do the same at other places.

    It's () for a change that is never made at several places.
    """
    old, new = change.old, change.new
    if isinstance(old, ast.Compare) and isinstance(new, ast.Compare):
        only_operators_differ = new.comparators is old.comparators
        if only_operators_differ:
            return _group_key_of_operators(old, new)
    if _is_reordered(old, new):
        new_order = [old.elts.index(each) for each in new.elts]  # type: ignore[union-attr]
        return ("order", *new_order)
    if change.kind is Kind.TRUTH and isinstance(new, ast.Compare):
        was_negated = isinstance(old, ast.UnaryOp)
        tests_for_none = isinstance(new.ops[0], ast.Is)
        # ``a`` becomes ``a is not None``, or ``not a`` becomes ``a is None``: the same mistake
        if was_negated == tests_for_none:
            return "truth", ast.dump(new.left)
    if isinstance(old, ast.SetComp) and isinstance(new, ast.ListComp):
        return ("list_for_a_set",)
    if isinstance(new, ast.BinOp) and _moves_by_one(change):
        node = change.edits[0].node
        return _BY_ONE, type(node), ast.dump(new.left), type(new.op)
    if change.cost <= COSTS["most_for_everywhere"] and isinstance(old, _REPLACED_ALIKE):
        return _group_key_of_replacement(change, old)
    return ()


def _group_key_of_operators(old: ast.Compare, new: ast.Compare) -> tuple[Any, ...]:
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
    """Whether a change replaces an index or an argument ``a`` with ``a + 1`` or ``a - 1``.

    Arguments of range, len and print don't count.
    """
    new = change.new
    node, field, _ = change.edits[0]
    if not isinstance(new, ast.BinOp) or new.left is not change.old:
        return False
    if getattr(new.right, "value", None) != 1:
        return False
    is_index = field == "slice"
    is_argument = field == "args" and called(node) not in ("range", "len", "print")
    return is_index or is_argument


def _group_key_of_replacement(change: Change, old: ast.AST) -> tuple[Any, ...]:
    """Return a key that is equal for changes that replace equal trees with equal trees.

    Constants must also be in the same field of nodes of one type: ``a[1]`` and ``a + 1`` don't
    have the same 1.
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

    Several changes may edit the same list, such as the arguments of a call: then one edit replaces
    the items that each of them replaces.
    """
    edits: dict[tuple[int, str], Edit] = {}  # by the node and the field that they edit
    for change in group:
        for edit in change.edits:
            place = (id(edit.node), edit.field)
            if place not in edits:
                edits[place] = edit
                continue
            old_items = getattr(edit.node, edit.field)
            items_so_far = edits[place].value
            new_items = edit.value
            if not isinstance(new_items, list):
                return ()
            if not len(new_items) == len(items_so_far) == len(old_items):
                return ()
            merged = [new if so_far is old else so_far
                      for old, so_far, new in zip(old_items, items_so_far, new_items, strict=True)]
            edits[place] = Edit(edit.node, edit.field, merged)
    return tuple(edits.values())
