"""Whether a change that makes an answer right says anything about its mistake."""

import ast
import operator
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from itertools import chain, takewhile
from typing import Any, NamedTuple

import numpy as np

from blocky.kit.check.compare import told, written
from blocky.kit.check.program import SEE
from blocky.kit.check.trees import (
    Edit,
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
from blocky.kit.repair.change import Change, changed_now, is_by_student, made
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

#: Of an expression that runs often, only this many values are recorded.
MOST_VALUES = 1000

_CONDITIONS = (ast.Compare, ast.BoolOp)

#: Expressions and statements that do some work, whose result must not be lost.
_WORK = (ast.Assign, ast.BinOp, ast.Call, ast.GeneratorExp, ast.ListComp, ast.Subscript)


class _Value(NamedTuple):
    """A value of an expression: what it is compared by, itself, and its text."""

    key: Any
    value: Any
    text: str


class Evidence:
    """Judges changes that make a program right: one that works by luck is no evidence.

    ``right`` are the trees of right answers; ``functions`` are the parameters of the student's
    functions, by the trees that the functions are in, and by their names.
    """

    def __init__(self, trials: Runs, right: Iterable[ast.AST],
                 functions: dict[str, dict[str, list[str]]]) -> None:
        """Collect the attributes, indices, parts and tests that the program or right answers have.

        These are what a change may put in without being odd.
        """
        self._trials = trials
        self._program = trials.program
        self._functions = functions
        trees = self._program.trees
        right = list(right)
        attributes = [node for tree in (*right, *trees.values())
                      for node in nodes(tree, ast.Attribute)]
        self._attributes = {node.attr for node in attributes}
        self._attributes_set = {node.attr for node in attributes
                                if isinstance(node.ctx, ast.Store)}
        self._indices = {shape(node.slice) for tree in right
                         for node in nodes(tree, ast.Subscript)}
        own_nodes = [node for tree in trees.values() for node in ast.walk(tree)]
        self._own_parts = {ast.dump(node) for node in own_nodes}
        self._own_tests = {source(node) for node in own_nodes
                           if isinstance(node, (*_CONDITIONS, ast.UnaryOp))}
        #: How many expressions and statements each tree has, by its name.
        self._size = {name: len(nodes(tree, ast.expr, ast.stmt)) for name, tree in trees.items()}

    def is_lacking(self, name: str, changes: Sequence[Change]) -> bool:
        """Return whether changes, the last of them in the tree ``name``, are no evidence.

        They aren't if they are large, if one gives nearly the whole answer, or if they make the
        program right by accident.
        """
        if self._is_large(changes):
            return True
        if any(self._is_an_answer(name, each) for each in changes):
            return True
        return self._is_accident(name, changes)

    # -- how much is put in ----------------------------------------------------------------------

    def _is_large(self, changes: Sequence[Change]) -> bool:
        """Return whether changes insert or remove more than a small mistake needs.

        They do if they put in many parts, a table or a loop, or add the first recursion, or remove
        the only one.
        """
        put_in = [change.new or ast.Pass() for change in changes]
        if any(map(self._takes_away_a_recursion, changes)):
            return True
        if self._adds_the_first_recursion(put_in):
            return True
        if any(map(_has_a_table, put_in)):
            return True
        if self._has_many_new_parts(put_in):
            return True
        return any(map(_adds_a_loop, changes))

    def _own_functions(self) -> set[str]:
        """Return the names of the student's functions and methods, without the special ones."""
        return {name for name in self._program.functions if not name.startswith("__")}

    def _takes_away_a_recursion(self, change: Change) -> bool:
        """Return whether a change replaces the only call of itself that a function has."""
        if not isinstance(change.old, ast.expr):
            return False
        called_before = calls_of(change.old) & self._own_functions()
        called_now = calls_of(change.new) if change.new else set()
        drops_a_call = bool(called_before - called_now)
        return drops_a_call and ends_a_recursion(change, self._program.trees.values())

    def _adds_the_first_recursion(self, put_in: Iterable[ast.AST]) -> bool:
        """Return whether a call of a student's function is put in, and there was none."""
        own = self._own_functions()
        has_none = not any(calls_of(tree) & own for tree in self._program.trees.values())
        return has_none and any(calls_of(new) & own for new in put_in)

    def _has_many_new_parts(self, put_in: Iterable[ast.AST]) -> bool:
        """Return whether much is put in that is nowhere in the program."""
        parts = {ast.dump(node) for new in put_in for node in nodes(new, ast.expr, ast.stmt)}
        return len(parts - self._own_parts) > LARGE

    def _is_an_answer(self, name: str, change: Change) -> bool:
        """Return whether a change nearly gives a whole right answer.

        It does if hardly anything of the student's is left, or if the function is right with only
        its assignments and the new code, or with only them and the changed last statement.
        """
        if self._leaves_little_of_the_student(name, change):
            return True
        new = change.new
        tree = self._program.trees[name]
        if new is None or not isinstance(tree, ast.FunctionDef):
            return False
        holds_parts_of_the_student = any(map(is_by_student, nodes(new, ast.expr, ast.stmt)))
        if holds_parts_of_the_student:
            return False
        assignments = [each for each in tree.body if isinstance(each, ast.Assign)]
        last = tree.body[-1]
        is_in_the_last = change.old in [*ast.walk(last)]
        with change:
            if self._is_right(name, tree, [*assignments, *_as_body(new)], change):
                return True
            others = [each for each in tree.body
                      if not is_docstring(each) and each not in (*assignments, last)]
            if is_in_the_last and others:  # without others, this is the changed function itself
                return self._is_right(name, tree, [*assignments, last], change)
            return False

    def _leaves_little_of_the_student(self, name: str, change: Change) -> bool:
        """Return whether less than half of a tree stays, or far more is new than the student's."""
        tree = self._program.trees[name]
        with change:
            all_nodes = nodes(tree, ast.expr, ast.stmt)
            count_of_own = sum(map(is_by_student, all_nodes))
        count_of_new = len(all_nodes) - count_of_own
        return count_of_own < self._size[name] / 2 or count_of_new > count_of_own + SMALL

    def _is_right(self, name: str, tree: ast.FunctionDef, body: list[ast.stmt], change: Change
                  ) -> bool:
        """Return whether a function is right with this body; ``change`` is made in its ``tree``."""
        only_this_body = Change(change.kind, (Edit(tree, "body", body),), cost=0, line=change.line)
        # without this, it wouldn't run if it has been tried before
        self._trials.tried.discard(only_this_body.key)
        return self._trials.passes(name, only_this_body) == ALL

    # -- what makes it right by accident ---------------------------------------------------------

    def _is_accident(self, name: str, changes: Sequence[Change]) -> bool:
        """Return whether changes make an answer right by accident.

        They do if one is silly or slows a recursion down, or if the changed code is odd or right
        by luck. The last change is in the student's definition of ``name``.
        """
        tree = self._program.trees[name]
        parameters = self._parameters_in(name)
        for change in changes:
            if is_silly(change, tree, parameters):
                return True
            if self._slows_recursion_down(name, change, changes):
                return True
        last = changes[-1]
        if last.kind is Kind.KEPT:
            # It creates a value in each call that was kept between calls. For that it adds
            # ``if a is None``, say, which the tests below would take for odd.
            return False
        return self._makes_odd_code(tree, changes) or self._is_right_by_more_luck(name, changes)

    def _parameters_in(self, name: str) -> set[str]:
        """Return the parameters of all functions that the tree ``name`` can call."""
        parameters_of_each = self._functions[name].values()
        return set(chain.from_iterable(parameters_of_each))

    def _makes_odd_code(self, tree: ast.stmt, changes: Sequence[Change]) -> bool:
        """Return whether changes of a tree lead to code that nobody would write."""
        put_in = [change.new for change in changes if change.new]
        unread_before = unread(tree)  # pairs of a function and a variable
        variables_before = names_set(tree)
        with made(changes):
            newly_unread = {variable for _, variable in unread(tree) - unread_before}
            sets_a_new_variable_for_nothing = not newly_unread.issubset(variables_before)
            if any(map(self._is_there_already, changes)):
                return True
            if has_an_empty_block(tree):
                return True
            if any(map(self._sets_an_unknown_attribute, put_in)):
                return True
            if sets_a_new_variable_for_nothing:
                return True
            if self._is_for_nothing(tree, newly_unread, put_in):
                return True
            return self._has_odd_parts(tree, changes)

    def _is_there_already(self, change: Change) -> bool:
        """Return whether a change adds a statement, or the condition of an if, a second time.

        A return or a raise may well come twice.
        """
        new = change.new
        adds = change.old is None
        if new is None or not adds or isinstance(new, (ast.Return, ast.Raise)):
            return False
        is_known_test = isinstance(new, ast.If) and source(new.test) in self._own_tests
        return is_known_test or ast.dump(new) in self._own_parts

    def _sets_an_unknown_attribute(self, new: ast.AST) -> bool:
        """Return whether ``new`` sets an attribute that neither the program nor a right answer has.

        For another object than self, one of these must also set the attribute: that they read
        ``board.player`` is no reason for ``board.player = None``.
        """
        if not isinstance(new, ast.Assign):
            return False
        for target in new.targets:
            if isinstance(target, ast.Attribute):
                is_of_self = source(target.value) == "self"
                known = self._attributes if is_of_self else self._attributes_set
                if target.attr not in known:
                    return True
        return False

    def _is_for_nothing(self, tree: ast.AST, newly_unread: set[str], put_in: Sequence[ast.AST]
                        ) -> bool:
        """Return whether the changed program does work whose result nothing reads.

        ``newly_unread`` are the variables that only the unchanged program reads.
        """
        if not newly_unread:
            return False
        if any(isinstance(new, _WORK) for new in put_in):  # also an assignment to one of them
            return True
        for assignment in nodes(tree, ast.Assign):
            is_unread = not newly_unread.isdisjoint(names_set(assignment))
            if is_unread and calls_of(assignment.value) & self._program.functions:
                return True  # a recursive call's result, say, is lost
        return False

    def _has_odd_parts(self, tree: ast.stmt, changes: Sequence[Change]) -> bool:
        """Return whether the changed tree has an expression that nobody would write."""
        put_in = [change.new for change in changes if change.new]
        parts_put_in = chain.from_iterable(map(ast.walk, put_in))
        if any(is_twice(part) and not is_by_student(part) for part in parts_put_in):  # ``a + a``
            return True
        all_statements = statements(ast.Module([tree], []))
        slots = list(chain.from_iterable(map(expressions, all_statements)))
        if any(_is_negated_twice(slot.node) for slot in slots):
            return True
        return any(map(self._is_odd, _slots_of_new(slots, put_in, changes)))

    def _slows_recursion_down(self, name: str, change: Change, changes: Sequence[Change]) -> bool:
        """Return whether a change replaces a call with a recursive one that takes far longer.

        In no case may the program with all ``changes``, of which it is one, need many times the
        rounds of the program itself.
        """
        if change.old is None or change.new is None or not calls_of(change.old):
            return False
        puts_in_a_recursion = bool(calls_of(change.new) & self._program.functions)
        if not puts_in_a_recursion:
            return False
        rounds_of_program = self._rounds_in_each_case(name, ())
        rounds_of_changed = self._rounds_in_each_case(name, changes)
        for before, after in zip(rounds_of_program, rounds_of_changed, strict=False):
            if after > ROUNDS / 4 + TIMES * before:  # less than what ends a trial
                return True
        return False

    def _rounds_in_each_case(self, name: str, changes: Sequence[Change]) -> list[int]:
        """Return how many loop rounds and calls a changed program needs in each case.

        It's [] if the changed program can't be loaded.
        """
        rounds = []
        with suppress(Exception), made(changes):
            answer = self._program.load(name, changed_now())
            for case in self._trials.cases[:self._trials.of_check]:
                self._trials.judged(answer, case)
                rounds.append(self._program.rounds)
        return rounds

    def _is_right_by_more_luck(self, name: str, changes: Sequence[Change]) -> bool:
        """Return whether the changed program has a lucky part that the program itself hasn't.

        See ``_lucky_parts``.
        """
        lucky_parts = self._lucky_parts(name, changes)
        if not lucky_parts:
            return False
        lucky_parts_before = self._lucky_parts(name, ())
        return not lucky_parts.issubset(lucky_parts_before)

    def _lucky_parts(self, name: str, changes: Sequence[Change]) -> set[int]:
        """Return the ids of the parts of a changed program that may be right only by luck.

        These are items whose index is below 0 in a case, and statements that matter only in the
        last round of a loop.
        """
        with made(changes):
            tree = self._program.trees[name]
            ids_found = {id(statement) for _, statement, _ in of_the_last(tree)}
            items = [each for each in nodes(tree, ast.Subscript)
                     if isinstance(each.slice, (ast.Name, ast.BinOp))
                     and is_by_student(each.slice)]

            def see(number: int, index: Any) -> Any:
                """Note the item with this number if its index is below 0; return the index."""
                if isinstance(index, int) and index < 0:
                    ids_found.add(id(items[number]))
                return index

            # ``a[i]`` becomes ``a[see(number, i)]``
            edits = [Edit(item, "slice", _see_call(ast.Constant(number), item.slice))
                     for number, item in enumerate(items)]
            if edits:
                self._trials.look_at(edits, see, self._trials.cases[:self._trials.of_check])
        return ids_found

    def _is_odd(self, slot: Slot) -> bool:
        """Return whether nobody would write the expression in a slot.

        It's odd if it is a condition with the same value in all cases, an index that is below 0 in
        a case, or a value that is stored and always 0 or empty; also if it's like ``a - a``, or if
        a change passes a condition as an argument or calls isinstance.
        """
        parent, field, _, node = slot
        if is_twice(node):
            return True
        match parent, field:
            case (ast.If() | ast.IfExp() | ast.BoolOp() | ast.comprehension(),
                  "test" | "values" | "ifs"):  # a condition
                return self._is_always_the_same(slot)
            case ((ast.GeneratorExp() | ast.ListComp(), "elt") | (ast.While(), "test")):
                return not self._is_ever(slot, bool)  # it may well be true in each case
            case ast.Subscript(), "slice":
                is_usual = negates(node, ast.USub) or shape(node) in self._indices
                return not is_usual and self._is_ever(slot, lambda index: index < 0)
            case ast.Return(), _ if isinstance(node, _CONDITIONS):  # return a < b
                return self._is_always_the_same(slot)
        if not is_by_student(node):
            is_condition = negates(node) or isinstance(node, _CONDITIONS)
            is_passed_as_argument = isinstance(parent, ast.Call) and is_condition
            if is_passed_as_argument or called(node) == "isinstance":
                return True
        is_literal = isinstance(node, (ast.Constant, ast.List, ast.Tuple, ast.Dict))
        is_stored = isinstance(parent, ast.Tuple) or (
            isinstance(parent, (ast.Assign, ast.Return)) and field == "value")
        return is_stored and not is_literal and not self._is_ever(slot, bool)

    def _is_always_the_same(self, slot: Slot) -> bool:
        """Return whether an expression never counts as True, or never as False, in all cases."""
        return not (self._is_ever(slot, bool) and self._is_ever(slot, operator.not_))

    def _is_ever(self, slot: Slot, condition: Callable[[Any], Any]) -> bool:
        """Return whether a condition holds for the value in a slot at least once in any case."""
        has_held = False

        def see(value: Any) -> Any:
            """Note whether the condition holds for a value, and return the value."""
            nonlocal has_held
            with suppress(TypeError):  # the condition doesn't suit this value
                # An array is neither true nor false, so it's never called odd.
                if isinstance(value, np.ndarray) or condition(value):
                    has_held = True
            return value

        cases_until_held = takewhile(lambda _: not has_held, self._trials.cases)
        # The cases are taken one by one: once the condition has held, no further one runs.
        self._trials.look_at([put(slot, _see_call(slot.node))], see, cases_until_held)
        return has_held

    # -- what it is told with --------------------------------------------------------------------

    def values(self, change: Change) -> tuple[str, str] | None:
        """Return the texts of the old expression's value and of the new one's, where they differ.

        It's the first such place in the case that failed: until then, the program and the changed
        one do the same. None: the change replaces no expression, or the values never differ.
        A change of kind TRUTH, "0 counts as False", becomes one of a condition if the value is no
        number.
        """
        old = change.old
        new = change.new
        if not isinstance(old, ast.expr) or not isinstance(new, ast.expr):
            return None
        pairs = zip(self._values_of(old, change), self._values_of(new, change), strict=False)
        for was, needed in pairs:
            if was.key != needed.key:
                if change.kind is Kind.TRUTH and not isinstance(was.value, (int, float)):
                    change.kind = Kind.CONDITION
                return was.text, needed.text
        return None

    def _values_of(self, tree: ast.expr, change: Change) -> list[_Value]:
        """Return the values of ``tree``, computed where a change puts its new expression.

        They come from the case that failed, in the order in which they are computed.
        """
        is_condition = change.kind in (Kind.TRUTH, Kind.CONDITION)
        values: list[_Value] = []

        def see(value: Any) -> Any:
            """Record a value, and return it."""
            if len(values) < MOST_VALUES:
                key = bool(value) if is_condition else told(value)  # told: as plain data
                values.append(_Value(key, value, written(value)))
            return value

        edits = []
        for node, field, new_value in change.edits:
            with_see: Any  # the new value, but ``see(tree)`` in place of the new expression
            if isinstance(new_value, list):
                with_see = [_see_call(tree) if each is change.new else each for each in new_value]
            else:
                with_see = _see_call(tree)
            edits.append(Edit(node, field, with_see))
        self._trials.look_at(edits, see, self._trials.cases[:1])
        return values


def _see_call(*arguments: ast.expr) -> ast.expr:
    """Return a call of ``see``, a function of the caller's, with these arguments.

    In a program, this call can replace its last argument, since ``see`` returns the value of that.
    """
    return ast.Call(ast.Name(SEE, ast.Load()), [*arguments], [])


def _as_body(new: Any) -> list[ast.stmt]:
    """Return the body of a function that does only what ``new``, which a change puts in, does.

    Of an if, that's its body; an expression is returned.
    """
    if isinstance(new, ast.If):
        return new.body
    if isinstance(new, ast.expr):
        return [ast.Return(new)]
    return [new]


def _adds_a_loop(change: Change) -> bool:
    """Whether a change inserts a loop beside what is there."""
    return change.old is None and isinstance(change.new, (ast.For, ast.While))


def _is_negated_twice(node: ast.AST) -> bool:
    """Whether a node is ``not not`` of something."""
    return isinstance(node, ast.UnaryOp) and negates(node) and negates(node.operand)


def _has_a_table(new: ast.AST) -> bool:
    """Whether there is a long list, tuple or dict that the student has not written."""
    return any(not is_by_student(each) and len([*ast.iter_child_nodes(each)]) > TABLE
               for each in nodes(new, ast.List, ast.Tuple, ast.Dict))


def _slots_of_new(slots: Iterable[Slot], put_in: Sequence[ast.AST], changes: Sequence[Change]
                  ) -> list[Slot]:
    """Return the slots of the changed program with an expression that may now be odd.

    Each is, or holds, what changes ``put_in``, or is a condition that an "or" joins in place of an
    "and", or the other way round, or is the condition of a while that was moved.
    """
    is_and_for_or = _is_and_for_or(changes[-1])
    slots_found = []
    for slot in slots:
        holds_new = any(node is new for node in ast.walk(slot.node) for new in put_in)
        is_joined_otherwise = is_and_for_or and slot.parent in put_in
        if holds_new or is_joined_otherwise:
            slots_found.append(slot)
    for change in changes:
        is_moved = change.kind is Kind.PLACE
        if is_moved and isinstance(change.old, ast.While):
            slots_found.append(Slot(change.old, "test", None, change.old.test))
    return slots_found


def _is_and_for_or(change: Change) -> bool:
    """Whether the same conditions are joined by "or" in place of "and", or the other way round."""
    old = change.old
    new = change.new
    if not isinstance(old, ast.BoolOp) or not isinstance(new, ast.BoolOp):
        return False
    return type(old.op) is not type(new.op) and old.values == new.values
