"""Whether a change that makes an answer right says anything about its mistake."""

import ast
import operator
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from itertools import takewhile
from typing import Any

import numpy as np

from blocky.kit.check.compare import told, written
from blocky.kit.check.program import SEE
from blocky.kit.check.trees import (
    Slot,
    called,
    calls_of,
    expressions,
    is_docstring,
    names_set,
    nodes,
    of_the_last,
    put,
    source,
    statements,
)
from blocky.kit.repair.change import Change, changed_now, made
from blocky.kit.repair.oddities import (
    ends_a_recursion,
    has_an_empty_block,
    is_silly,
    is_twice,
    negates,
    shape,
    unread,
)
from blocky.kit.repair.rules import Kind
from blocky.kit.repair.trial import ALL, ROUNDS, TIMES, Runs

__all__ = ["Evidence"]

#: A changed program may have this many nodes of others beside as many as the student's own.
SMALL = 8

#: A repair that puts in more parts than this that the program has nowhere else is not told.
LARGE = 10

#: A list with more items than this is a table.
TABLE = 5

_CONDITIONS = (ast.Compare, ast.BoolOp)
_WORK = (ast.Assign, ast.BinOp, ast.Call, ast.GeneratorExp, ast.ListComp, ast.Subscript)


class Evidence:
    """Judges changes that make a program right: one that works by luck is no evidence.

    ``right`` are the trees of right answers; ``own`` are the parameters of the student's functions,
    by the trees that the functions are in.
    """

    def __init__(self, trials: Runs, right: Iterable[ast.AST],
                 own: dict[str, dict[str, list[str]]]) -> None:
        self._trials, self._program, self._own = trials, trials.program, own
        parts = {name: [*ast.walk(tree)] for name, tree in self._program.trees.items()}
        every = [each for some in parts.values() for each in some]
        self._attributes = {each.attr for tree in (*right, *self._program.trees.values())
                            for each in nodes(tree, ast.Attribute)}
        self._indices = {shape(each.slice) for tree in right for each in nodes(tree, ast.Subscript)}
        self._own_parts = {ast.dump(each) for each in every}
        self._own_tests = {source(each) for each in every
                           if isinstance(each, (*_CONDITIONS, ast.UnaryOp))}
        self._size = {name: sum(isinstance(each, (ast.expr, ast.stmt)) for each in some)
                      for name, some in parts.items()}

    def is_lacking(self, name: str, changes: Sequence[Change]) -> bool:
        """Return whether changes, the last of them in the tree ``name``, are no evidence."""
        return (self._is_large(changes) or any(self._is_an_answer(name, each) for each in changes)
                or self._is_accident(name, changes))

    # -- how much is put in ----------------------------------------------------------------------

    def _is_large(self, changes: Sequence[Change]) -> bool:
        """Return whether changes put in a loop, a table, the first recursion, or much else that is
        nowhere in the program; or take its only recursion away.
        """
        put_in = [change.new or ast.Pass() for change in changes]
        own = {each for each in self._program.functions if not each.startswith("__")}
        trees = self._program.trees.values()
        if any(isinstance(change.old, ast.expr) and calls_of(change.old) & own - calls_of(new)
               and ends_a_recursion(change, trees)
               for change, new in zip(changes, put_in, strict=True)):
            return True
        if not any(calls_of(tree) & own for tree in trees) and any(
                calls_of(new) & own for new in put_in):
            return True
        if any(not hasattr(each, "is_own") and len([*ast.iter_child_nodes(each)]) > TABLE
               for new in put_in for each in nodes(new, ast.List, ast.Tuple, ast.Dict)):
            return True
        return len({ast.dump(each) for new in put_in for each in nodes(new, ast.expr, ast.stmt)}
                   - self._own_parts) > LARGE or any(
            isinstance(change.new, (ast.For, ast.While)) and change.old is None
            for change in changes)

    def _is_an_answer(self, name: str, change: Change) -> bool:
        """Return whether the code that a change inserts is nearly a whole right answer."""
        new, tree = change.new, self._program.trees[name]
        with change:  # most of the program is gone, or not the student's
            own = [hasattr(each, "is_own") for each in nodes(tree, ast.expr, ast.stmt)]
        kept = sum(own)
        if kept < self._size[name] / 2 or len(own) - kept > kept + SMALL:
            return True
        if (new is None or not isinstance(tree, ast.FunctionDef)
                or any(hasattr(each, "is_own") for each in nodes(new, ast.expr, ast.stmt))):
            return False
        body = new.body if isinstance(new, ast.If) else [
            ast.Return(new) if isinstance(new, ast.expr) else new]
        given = [each for each in tree.body if isinstance(each, ast.Assign)]
        last = [each for each in tree.body[-1:] if change.old in [*ast.walk(each)]]

        def is_right(body: list[Any]) -> bool:
            alone = Change(change.kind, ((tree, "body", body),), 0, change.line)
            self._trials.tried.discard(alone.key)
            return self._trials.passes(name, alone) == ALL

        with change:
            return is_right([*given, *body]) or (
                bool(last) and any(not is_docstring(each) and each not in (*given, *last)
                                   for each in tree.body)
                and is_right([*given, *last]))

    # -- what makes it right by accident ---------------------------------------------------------

    def _is_accident(self, name: str, changes: Sequence[Change]) -> bool:
        """Return whether changes make an answer right by accident."""
        tree, put_in = self._program.trees[name], [each.new for each in changes if each.new]
        given = set().union(*self._own[name].values())
        if any(is_silly(each, tree, given) or self._grows(name, each, changes) for each in changes):
            return True
        was_unread, had_values = unread(tree), {*names_set(tree)}
        if changes[-1].kind is Kind.KEPT:  # what is made anew is asked for, and never there
            return False
        with made(changes):
            if any(each.old is None and not isinstance(each.new, (ast.Return, ast.Raise))
                   and each.new and (ast.dump(each.new) in self._own_parts or (
                       isinstance(each.new, ast.If) and source(each.new.test) in self._own_tests))
                   for each in changes):  # it is there already
                return True
            if has_an_empty_block(tree) or self._keeps_for_nobody(put_in):
                return True
            idle = {each for _, each in unread(tree) - was_unread}
            if idle - had_values or any(
                    idle & {*names_set(target)} for each in put_in
                    if isinstance(each, ast.Assign) for target in each.targets):
                return True  # nothing reads what is put in
            if idle and (any(isinstance(each, _WORK) for each in put_in)
                         or any(calls_of(each.value) & self._program.functions
                                for each in nodes(tree, ast.Assign) if idle & {*names_set(each)})):
                return True  # what a variable was made for is in vain
            slots = [slot for each in statements(ast.Module([tree], []))
                     for slot in expressions(each)]
            old, new = changes[-1].old, changes[-1].new
            is_and_for_or = isinstance(new, ast.BoolOp) and (
                getattr(old, "values", None) is new.values)
            slots_of_new = [slot for slot in slots
                            if any(each is part for each in ast.walk(slot[3]) for part in put_in)
                            or (slot[0] in put_in and is_and_for_or)]
            slots_of_new += [(each.old, "test", None, each.old.test) for each in changes
                             if each.kind is Kind.PLACE and isinstance(each.old, ast.While)]
            if any(is_twice(part) and not hasattr(part, "is_own")
                   for each in put_in for part in ast.walk(each)) or any(
                    negates(node) and negates(node.operand) for *_, node in slots) or any(
                    map(self._is_odd, slots_of_new)):
                return True
        found = self._in_vain(name, changes)
        return bool(found and found - self._in_vain(name, ()))

    def _keeps_for_nobody(self, put_in: Iterable[ast.AST]) -> bool:
        """Return whether an attribute gets a value that neither answer nor right answer has."""
        for statement in put_in:
            for target in statement.targets if isinstance(statement, ast.Assign) else ():
                if isinstance(target, ast.Attribute) and target.attr not in self._attributes:
                    return True
        return False

    def _grows(self, name: str, change: Change, changes: Sequence[Change]) -> bool:
        """Return whether a recursive call that a change inserts makes the program far slower."""
        new, old = (calls_of(each or ast.Pass()) for each in (change.new, change.old))
        if not (new & self._program.functions) or change.old is None or not old:
            return False
        rounds: list[list[int]] = []
        for some in ((), changes):
            with suppress(Exception), made(some):
                answer = self._program.load(name, changed_now())
                rounds.append([(self._trials.judged(answer, case), self._program.rounds)[1]
                               for case in self._trials.cases[:self._trials.of_check]])
        return any(then > ROUNDS / 4 + TIMES * now for now, then in zip(*rounds, strict=False))

    def _in_vain(self, name: str, changes: Sequence[Change]) -> set[int]:
        """Return the ids of the items with an index below 0 in a changed program, and of statements
        that matter only in the last round of a loop.
        """
        with made(changes):
            tree = self._program.trees[name]
            found = {id(each) for _, each, _ in of_the_last(tree)}
            items = [each for each in nodes(tree, ast.Subscript)
                     if isinstance(each.slice, (ast.Name, ast.BinOp))
                     and hasattr(each.slice, "is_own")]

            def see(number: int, index: Any) -> Any:
                if isinstance(index, int) and index < 0:
                    found.add(id(items[number]))
                return index

            if items:
                self._trials.look_at([(each, "slice", _seen(ast.Constant(number), each.slice))
                                      for number, each in enumerate(items)], see,
                                     self._trials.cases[:self._trials.of_check])
        return found

    def _is_odd(self, slot: Slot) -> bool:
        """Return whether an expression is always the same, always empty, or no plain value."""
        parent, field, _, node = slot
        if is_twice(node):
            return True
        match parent, field:
            case (ast.If() | ast.IfExp() | ast.BoolOp() | ast.comprehension(),
                  "test" | "values" | "ifs"):
                return not all(self._is_ever(slot, asked) for asked in (bool, operator.not_))
            case ((ast.GeneratorExp() | ast.ListComp(), "elt") | (ast.While(), "test")):
                return not self._is_ever(slot, bool)
            case ast.Subscript(), "slice":
                return (not negates(node, ast.USub) and shape(node) not in self._indices
                        and self._is_ever(slot, lambda index: index < 0))
            case ast.Return(), _ if isinstance(node, _CONDITIONS):
                return not all(self._is_ever(slot, asked) for asked in (bool, operator.not_))
        if not hasattr(node, "is_own") and (called(node) == "isinstance" or (
                isinstance(parent, ast.Call) and (negates(node) or isinstance(node, _CONDITIONS)))):
            return True
        literal = isinstance(node, (ast.Constant, ast.List, ast.Tuple, ast.Dict))
        kept = isinstance(parent, ast.Tuple) or (
            isinstance(parent, (ast.Assign, ast.Return)) and field == "value")
        return kept and not literal and not self._is_ever(slot, bool)

    def _is_ever(self, slot: Slot, asked: Callable[[Any], Any]) -> bool:
        """Return whether a condition ever holds for the value of an expression, in any case."""
        held = list[bool]()

        def see(value: Any) -> Any:
            with suppress(TypeError):
                if isinstance(value, np.ndarray) or asked(value):
                    held.append(True)
            return value

        self._trials.look_at([put(slot, _seen(slot[3]))], see,
                             takewhile(lambda _: not held, self._trials.cases))
        return bool(held)

    # -- what it is told with --------------------------------------------------------------------

    def values(self, change: Change) -> tuple[str, str] | None:
        """Return the value of an expression in the case that failed, and what it should have been.

        Until they first differ, the program and the changed one do the same, so that the values
        can be compared.
        """
        old, new = change.old, change.new
        if not isinstance(old, ast.expr) or not isinstance(new, ast.expr):
            return None
        by_truth = change.kind in (Kind.TRUTH, Kind.CONDITION)
        values: list[list[Any]] = [[], []]
        for found, tree in zip(values, (old, new), strict=True):
            def see(value: Any, found: list[Any] = found) -> Any:
                if len(found) < 1000:
                    found.append((bool(value) if by_truth else told(value), value, written(value)))
                return value

            edits = [(node, name, [_seen(tree) if each is new else each for each in value]
                      if isinstance(value, list) else _seen(tree))
                     for node, name, value in change.edits]
            self._trials.look_at(edits, see, self._trials.cases[:1])
        for was, needed in zip(*values, strict=False):
            if was[0] != needed[0]:
                if change.kind is Kind.TRUTH and not isinstance(was[1], (int, float)):
                    change.kind = Kind.CONDITION
                return was[2], needed[2]
        return None


def _seen(*values: ast.expr) -> ast.expr:
    """Return a call that records the value of an expression, the last of ``values``."""
    return ast.Call(ast.Name(SEE, ast.Load()), [*values], [])
