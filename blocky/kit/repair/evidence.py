"""Whether a change that makes an answer right says anything of its mistake."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack, suppress
from itertools import takewhile
from typing import Any

import numpy as np

from blocky.kit.check.compare import told, written
from blocky.kit.check.trees import (
    Slot,
    called,
    calls_of,
    expressions,
    is_docstring,
    names_set,
    of_the_last,
    put,
    source,
    statements,
)
from blocky.kit.repair.change import Change, changed_now
from blocky.kit.repair.oddities import (
    begins_anew,
    ends_a_recursion,
    is_a_key,
    is_a_sentence,
    is_joined_otherwise,
    is_twice,
    negates,
    seen,
    shape,
    unread,
)
from blocky.kit.repair.rules import Kind
from blocky.kit.repair.trial import ALL, ROUNDS, TIMES, Runs

__all__ = ["Evidence"]

#: What has so few nodes at most is not said to be most of an answer.
SMALL = 8

#: What a repair puts in is too large to be told if the student's program has nowhere more of its
#: parts.
LARGE = 10


#: With more items than that, a list is a table.
TABLE = 5


class Evidence:
    """Looks at changes that make a program right: what passes by luck is no evidence.

    ``right`` are the trees of right answers; ``own`` are the parameters of the student's functions,
    by the trees that they are in.
    """

    def __init__(self, trials: Runs, right: Iterable[ast.AST],
                 own: dict[str, dict[str, list[str]]]) -> None:
        self._trials, self._program, self._own = trials, trials.program, own
        trees = self._program.trees
        self._indices = {shape(each.slice) for tree in right for each in ast.walk(tree)
                         if isinstance(each, ast.Subscript)}
        self._own_parts = {ast.dump(each) for tree in trees.values() for each in ast.walk(tree)}
        self._own_tests = {source(each) for tree in trees.values() for each in ast.walk(tree)
                           if isinstance(each, (ast.Compare, ast.BoolOp, ast.UnaryOp))}
        self._size = {name: sum(isinstance(each, (ast.expr, ast.stmt)) for each in ast.walk(tree))
                      for name, tree in trees.items()}

    def is_lacking(self, name: str, changes: Sequence[Change]) -> bool:
        """Tell whether changes of the tree of this name, the last ones at least, say nothing."""
        return (self._is_large(changes) or any(self._is_an_answer(name, each) for each in changes)
                or self._by_accident(name, *changes))

    def _is_an_answer(self, name: str, change: Change) -> bool:
        """Tell whether what a change puts in is a right answer by itself: no evidence, then."""
        new, tree = change.new, self._program.trees[name]
        if self._is_rewritten(name, change):
            return True
        if (new is None or not isinstance(tree, ast.FunctionDef)
                or any(hasattr(each, "is_own") for each in ast.walk(new)
                       if isinstance(each, (ast.expr, ast.stmt)))):
            return False
        body = new.body if isinstance(new, ast.If) else [
            ast.Return(new) if isinstance(new, ast.expr) else new]
        given = [each for each in tree.body if isinstance(each, ast.Assign)]
        last = [each for each in tree.body[-1:] if change.old in [*ast.walk(each)]]
        with change:
            return self._is_right(name, change, [*given, *body]) or (
                bool(last) and any(not is_docstring(each) and each not in (*given, *last)
                                   for each in tree.body)
                and self._is_right(name, change, [*given, *last]))

    def _is_right(self, name: str, change: Change, body: list[Any]) -> bool:
        """Tell whether a tree is a right answer that has nothing but this in it."""
        tree = self._program.trees[name]
        alone = Change(change.kind, ((tree, "body", body),), 0, change.line)
        self._trials.tried.discard(alone.key)
        return self._trials.passes(name, alone) == ALL

    def _by_accident(self, name: str, *changes: Change) -> bool:
        """Tell whether changes make an answer right by something that nobody would mean.

        That is a double negation, a statement or a case that is there already, the same twice, a
        condition that always holds or never does, a loop that makes no round any more, a value that
        is always empty, an index that counts from the end where it is worked out otherwise than in
        a right answer, a loop of which all rounds but the last are in vain, an object in place of
        what it was given, a parameter that comes back as it is, a result that a loop's variable
        takes, a variable among the keys of a dictionary that is written out, another sentence, a
        further call of itself that makes very many of them, a value that nothing reads, one that
        begins anew in each round and is read after the last, and much in place of a variable, so
        that what it was given is in vain.
        """
        running = {each for node in ast.walk(self._program.trees[name]) if isinstance(node, ast.For)
                   for each in names_set(node.target)}
        given = set().union(*self._own[name].values())
        if any(getattr(each.new, "id", "") == "self" or (
                isinstance(each.new, (ast.Assign, ast.AugAssign)) and running & {
                    *names_set(each.new)}) or (
                each.old is None and isinstance(each.new, ast.Return)
                and getattr(each.new.value, "id", "") in given)
               or is_a_key(each) or is_a_sentence(each) or self._grows(name, each, changes)
               or begins_anew(each, self._program.trees[name])
               for each in changes):
            return True
        was_unread = unread(self._program.trees[name])
        if changes[-1].kind is Kind.KEPT:  # what is made anew is asked for, and never there
            return False
        with ExitStack() as stack:
            for change in changes:
                stack.enter_context(change)
            if any(each.old is None and not isinstance(each.new, (ast.Return, ast.Raise))
                   and each.new and (ast.dump(each.new) in self._own_parts or (
                       isinstance(each.new, ast.If) and source(each.new.test) in self._own_tests))
                   for each in changes):
                return True
            slots = [slot for each in statements(ast.Module([self._program.trees[name]], []))
                     for slot in expressions(each)]
            put_in = [each.new for each in changes if each.new is not None]
            idle = {each for _, each in unread(self._program.trees[name]) - was_unread}
            if idle and (any(isinstance(each, (ast.Assign, ast.BinOp, ast.Call, ast.GeneratorExp,
                                               ast.ListComp, ast.Subscript)) for each in put_in)
                         or any(calls_of(each.value) & self._program.functions
                                for each in ast.walk(self._program.trees[name])
                                if isinstance(each, ast.Assign) and idle & {*names_set(each)})):
                return True
            odd = any(is_twice(part) and not hasattr(part, "is_own") for each in put_in
                      for part in ast.walk(each)) or any(
                negates(node) and negates(node.operand) for *_, node in slots) or any(
                self._is_odd(slot) for slot in slots
                if any(each is one for each in ast.walk(slot[3]) for one in put_in) or (
                    slot[0] in put_in and is_joined_otherwise(changes[-1]))) or any(
                        each.kind is Kind.PLACE and isinstance(each.old, ast.While)
                        and self._is_odd((each.old, "test", None, each.old.test))
                        for each in changes)
        found = set() if odd else self._in_vain(name, changes)
        return odd or bool(found and found - self._in_vain(name, ()))

    def _grows(self, name: str, change: Change, changes: Sequence[Change]) -> bool:
        """Tell whether a program takes far more rounds once it calls itself where it did not."""
        new, old = (calls_of(each or ast.Pass()) for each in (change.new, change.old))
        if not (new & self._program.functions) or change.old is None or not old:
            return False
        rounds: list[list[int]] = []
        for made in ((), changes):
            with ExitStack() as stack, suppress(Exception):
                for each in made:
                    stack.enter_context(each)
                answer = self._program.load(name, changed_now())
                rounds.append([(self._trials.judged(answer, case), self._program.rounds)[1]
                               for case in self._trials.cases[:self._trials.of_check]])
        return any(then > ROUNDS / 4 + TIMES * now for now, then in zip(*rounds, strict=False))

    def _in_vain(self, name: str, changes: Sequence[Change]) -> set[int]:
        """Return the ids of the items that a changed program asks for by an index below 0, and of
        what only the last round of a loop keeps.
        """
        with ExitStack() as stack:
            for each in changes:
                stack.enter_context(each)
            tree = self._program.trees[name]
            found = {id(each) for _, each, _ in of_the_last(tree)}
            items = [each for each in ast.walk(tree) if isinstance(each, ast.Subscript)
                     and isinstance(each.slice, (ast.Name, ast.BinOp))
                     and hasattr(each.slice, "is_own")]

            def see(number: int, index: Any) -> Any:
                if isinstance(index, int) and index < 0:
                    found.add(id(items[number]))
                return index

            if items:
                self._trials.look_at(tuple((each, "slice", seen(ast.Constant(number), each.slice))
                                    for number, each in enumerate(items)), see,
                              self._trials.cases[:self._trials.of_check])
        return found

    def _is_odd(self, slot: Slot) -> bool:
        parent, field, _, node = slot
        if is_twice(node):
            return True
        if isinstance(parent, (ast.If, ast.IfExp, ast.BoolOp, ast.comprehension)) and field in (
                "test", "values", "ifs"):
            return not all(self._is_ever(slot, asked) for asked in (bool, operator.not_))
        if isinstance(parent, (ast.GeneratorExp, ast.ListComp)) and field == "elt":
            return not self._is_ever(slot, bool)
        if isinstance(parent, ast.While) and field == "test":
            return not self._is_ever(slot, bool)
        if isinstance(parent, ast.Subscript) and field == "slice":
            return (not negates(node, ast.USub) and shape(node) not in self._indices
                    and self._is_ever(slot, lambda index: index < 0))
        if isinstance(parent, ast.Return) and isinstance(node, (ast.Compare, ast.BoolOp)):
            return not all(self._is_ever(slot, asked) for asked in (bool, operator.not_))
        if not hasattr(node, "is_own") and (called(node) == "isinstance" or (
                isinstance(parent, ast.Call) and (negates(node) or isinstance(
                    node, (ast.Compare, ast.BoolOp))))):
            return True
        literal = isinstance(node, (ast.Constant, ast.List, ast.Tuple, ast.Dict))
        kept = isinstance(parent, ast.Tuple) or (
            isinstance(parent, (ast.Assign, ast.Return)) and field == "value")
        return kept and not literal and not self._is_ever(slot, bool)

    def _is_large(self, changes: Sequence[Change]) -> bool:
        """Tell whether changes put in a loop, or much that the student's program has nowhere, such
        as a table, or a recursion where there is none; or take the only one away.
        """
        put_in = [change.new or ast.Pass() for change in changes]
        own = {each for each in self._program.functions if not each.startswith("__")}
        if any(isinstance(change.old, ast.expr) and calls_of(change.old) & own - calls_of(
                change.new or ast.Pass()) and ends_a_recursion(change, self._program.trees.values())
               for change in changes):
            return True
        if not any(calls_of(tree) & own for tree in self._program.trees.values()) and any(
                calls_of(new) & own for new in put_in):
            return True
        if any(isinstance(each, (ast.List, ast.Tuple, ast.Dict)) and not hasattr(each, "is_own")
               and len([*ast.iter_child_nodes(each)]) > TABLE
               for new in put_in for each in ast.walk(new)):
            return True
        return len({ast.dump(each) for new in put_in for each in ast.walk(new)
                    if isinstance(each, (ast.expr, ast.stmt))} - self._own_parts) > LARGE or any(
            isinstance(change.new, (ast.For, ast.While)) and change.old is None
            for change in changes)

    def _is_ever(self, slot: Slot, asked: Callable[[Any], Any]) -> bool:
        """Tell whether something holds, in any case, of what an expression of a tree is."""
        held = list[bool]()

        def see(value: Any) -> Any:
            with suppress(TypeError):
                if isinstance(value, np.ndarray) or asked(value):
                    held.append(True)
            return value

        self._trials.look_at((put(slot, seen(slot[3])),), see,
                      takewhile(lambda _: not held, self._trials.cases))
        return bool(held)

    def _is_rewritten(self, name: str, change: Change) -> bool:
        """Tell whether, with a change, most is gone of what the student wrote, or not theirs."""
        with change:
            own = [hasattr(each, "is_own") for each in ast.walk(self._program.trees[name])
                   if isinstance(each, (ast.expr, ast.stmt))]
        kept = sum(own)
        return kept < self._size[name] / 2 or len(own) - kept > kept + SMALL

    def values(self, change: Change) -> tuple[str, str] | None:
        """Return what an expression was in the case that failed, and what the change makes it.

        Until they first differ, the program and the changed one do the same, so that the two
        values can be compared.
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

            edits = [(node, name, [seen(tree) if each is new else each for each in value]
                      if isinstance(value, list) else seen(tree))
                     for node, name, value in change.edits]
            self._trials.look_at((*edits,), see, self._trials.cases[:1])
        for was, needed in zip(*values, strict=False):
            if was[0] != needed[0]:
                if change.kind is Kind.TRUTH and not isinstance(was[1], (int, float)):
                    change.kind = Kind.CONDITION
                return was[2], needed[2]
        return None
