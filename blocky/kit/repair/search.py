"""Mends a wrong answer: finds small changes of the student's own lines that make it right.

A change is evidence if the changed program passes every case of the check, and further ones that
the check did not have. It says which line is wrong, and in which way. (Program repair for feedback:
Singh, Gulwani and Solar-Lezama 2013; Clara, Gulwani et al. 2018; Refactory, Hu et al. 2019.)
"""

from __future__ import annotations

import ast
import builtins
import copy
import inspect
import linecache
import operator
import pickle
import re
import sys
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from itertools import chain, takewhile
from time import perf_counter, thread_time
from types import FrameType
from typing import Any

import numpy as np

from blocky.kit.check.compare import told, written
from blocky.kit.check.failure import Judge
from blocky.kit.check.program import FILE, SEE, Program, RoundsError, right_trees
from blocky.kit.check.run import SLOW
from blocky.kit.check.trees import (
    Slot,
    called,
    calls_of,
    expressions,
    names_set,
    of_the_last,
    parameters,
    put,
    statements,
)
from blocky.kit.repair.change import Change, Edit, Scope, changed_now, take_back
from blocky.kit.repair.changes import changes
from blocky.kit.repair.definitions import default_anew, made_outside
from blocky.kit.repair.guarded import as_they_were, guarded, little_memory, unguard
from blocky.kit.repair.material import Material
from blocky.kit.repair.rules import COSTS, Kind
from blocky.kit.safely import OutOfTimeError, computing_limit

__all__ = ["Repair", "repairs"]

#: How many trials of changed programs the search may make, so that an answer gets the same hint
#: on any machine, however busy; and for how many seconds it may compute where they are slow.
TRIALS, COMPUTING = 2600, 1.6 * SLOW

#: For how many seconds a single trial may compute: rounds end it before, but for a library's work.
LONGEST = 2.0

#: Which share of the trials goes into one change alone; the rest is for a second one beside so many
#: that make it pass some cases, or beside so many if none does.
ALONE, BASES, BLIND = 0.6, 30, 15

#: When one repair is found, so many more trials look for others.
OTHERS = 400

#: What passes every case is tried with further ones, for so much work in all: rounds of loops and
#: calls, and so many bytes of a case as one of them.
FURTHER, BYTES = 10_000, 16

#: What stands for the number of cases passed if those are all, or if there are none.
ALL, OTHER, ENDED = sys.maxsize, -1, -2

#: A trial of a changed program may take so many rounds of loops and calls: these, and so many
#: times those that the answer itself took; of an endless one so few, and as many as the case has
#: bytes.
ROUNDS, TIMES, FEW = 2000, 20, 500

#: What has so few nodes at most is not said to be most of an answer.
SMALL = 8


#: What a repair puts in is too large to be told if the student's program has nowhere more of its
#: parts.
LARGE = 10


@dataclass(frozen=True)
class Repair:
    """Changes, one or two, that make an answer right.

    ``values`` are those of the expression that the first change replaces: what it was in the case
    that failed, when that first mattered, and what is needed; None where there is no such thing.
    """

    changes: tuple[Change, ...]
    program: Program
    values: tuple[str, str] | None = None

    @property
    def cost(self) -> float:
        """What all its changes cost: the likeliest ones cost least."""
        return sum(change.cost for change in self.changes)


class _Quick(tuple[Any, ...]):
    """A case of which copies are made faster, for there will be many."""

    kept: bytes

    def __deepcopy__(self, memo: Any) -> Any:
        return pickle.loads(self.kept)


def _quick(case: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return a case that is copied fast, if it can be."""
    quick = _Quick(case)
    try:
        quick.kept = pickle.dumps(tuple(case))
        return quick if told(copy.deepcopy(quick)) == told(case) else case
    except Exception:
        return case


# -- the search ----------------------------------------------------------------------------------

class _Search:
    """Tries the changes of a program, as long as there is time."""

    def __init__(self, program: Program, ways: Sequence[Any], cases: Sequence[Any],
                 fresh: Iterable[Any], judge: Judge, refused: frozenset[str], wrong: set[str],
                 seconds: float) -> None:
        self.program, self._judge = program, judge
        self._of_wrong = {
            each.lineno for tree in program.trees.values() for each in ast.walk(tree)
            if isinstance(each, ast.expr) and not wrong.isdisjoint(
                str(getattr(each, name, "")) for name in ("value", "attr", "id"))}
        self.cases = [*map(_quick, cases)]  # the further ones are added when they are drawn
        self._of_check, self._further = len(cases), map(_quick, fresh)
        self._named = [value for name, value in program.fixed.items() if name in program.named]
        self.end, self._look, self._late = thread_time() + seconds, 0.0, False
        self._made, self._most = 0, TRIALS
        self._tried: set[Any] = set()
        self._near: int | None = None
        self.found: list[tuple[Change, ...]] = []
        self._known = {*program.fixed, *program.own, *program.trees, *dir(builtins)}
        self._known |= {name for tree in program.trees for base in getattr(
            program.globals[tree], "__mro__", ())[1:] for name in dir(base)}
        right = [tree for way in ways for tree in right_trees(way)]
        itself = program.name if isinstance(program.trees[program.name], ast.FunctionDef) else ""
        self._indices = {_shape(each.slice) for tree in right for each in ast.walk(tree)
                         if isinstance(each, ast.Subscript)}
        self._own_parts = {ast.dump(each) for tree in program.trees.values()
                           for each in ast.walk(tree)}
        self._size = {name: sum(isinstance(each, (ast.expr, ast.stmt)) for each in ast.walk(tree))
                      for name, tree in program.trees.items()}
        heads = {name: parameters(tree) for name, tree in program.trees.items()}
        self._own = {name: heads | {
            each.name: [one for one in parameters(each) if one != "self"]
            for each in ast.walk(tree) if isinstance(each, ast.FunctionDef)}
            for name, tree in program.trees.items()}
        self._material = {name: Material(copy.deepcopy(right), tree, self._known, itself,
                                         refused, set(self._own[name]))
                          for name, tree in program.trees.items()}

    @property
    def late(self) -> bool:
        """Whether all trials are made, or the time is over; at that it looks now and then."""
        if self._made > self._most:
            return True
        if (now := perf_counter()) > self._look:
            self._look = now + 0.005
            self._late = thread_time() > self.end
        return self._late

    def judged(self, answer: Any, case: Any, rounds: int) -> tuple[bool, Any]:
        """Return whether an answer is right in a case, and what came of it."""
        self.program.rounds, self.program.most_rounds = 0, rounds
        trace = sys.gettrace()
        try:
            with guarded(), as_they_were(self._named):
                good, outcome, _ = self._judge(answer, case, LONGEST)
            return good, (outcome.error, outcome.stopped, outcome.returned, outcome.after)
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            return False, "rounds" if isinstance(error, RoundsError) else type(error).__name__
        finally:
            sys.settrace(trace)

    def run(self) -> None:
        """Look for changes, first one, then two."""
        good, self._was = self.judged(self.program.load(), self.cases[0], 20 * ROUNDS)
        self._ended = isinstance(self._was, tuple) and not (self._was[0] or self._was[1])
        self._rounds = (FEW + len(getattr(self.cases[0], "kept", b"")) if self._was == "rounds"
                        else ROUNDS + TIMES * self.program.rounds)
        if kept := self._kept():
            self.found.append((kept,))
        if self.found or good:
            return
        bases: list[tuple[float, str, Change, int]] = []
        first = self._changes(0)
        begun, time = self._made, self.end - thread_time()
        for name, change in first:
            if self.late or (self.found and (
                    change.cost > self.found[0][0].cost + COSTS["other_repair"])):
                return
            if bases and not self.found and (
                    self._made - begun > ALONE * self._most
                    or self.end - thread_time() < (1 - ALONE) * time):
                break
            passed = self._passes(name, change)
            if passed == ALL:
                self._take(name, change)
            elif passed:
                rank = change.cost - (passed if passed > 0 else COSTS[
                    "none_passed" if passed == OTHER else "ended"])
                bases.append((rank, name, change, max(passed, 0)))
        if self.found:
            return
        likely = sorted(bases, key=lambda each: each[0])
        for _, _, change, passed in likely[:BASES if likely and likely[0][-1] else BLIND]:
            if self.late:
                return
            self._tried = set()
            with change:
                for name, other in self._changes(passed):
                    if self.late or other.cost > COSTS["second_change"]:
                        break
                    if change.new is not None and other.old is change.new:
                        continue  # it is one change
                    if self._passes(name, other, passed) == ALL and self._take(
                            name, change, other):
                        break

    def _take(self, name: str, *changes: Change) -> bool:
        """Take changes for a repair, unless they are no evidence, or it is too late to tell."""
        if (self._is_large(changes) or self._is_an_answer(name, changes[-1])
                or self._by_accident(name, *changes) or thread_time() > self.end):
            return False
        self._most = min(self._most, self._made + OTHERS)
        self.found.append(changes)
        return True

    def _look_at(self, edits: tuple[Edit, ...], see: Callable[..., Any], cases: Iterable[Any]
                 ) -> None:
        """Run a program with ``edits``, in which ``see`` is called, in some cases."""
        name, line = self.program.tree_of(edits[0][0]), getattr(edits[0][0], "lineno", 1)
        with suppress(Exception), Change(Kind.VALUE, edits, 0, line):
            with guarded():
                answer = self.program.load(name, changed_now(), **{SEE: see})
            for case in cases:
                self.judged(answer, case, 20 * ROUNDS)

    def _kept(self) -> Change | None:
        """Return what stays from one call to the next, if the answer is right without it."""
        if not all(self.judged(self.program.anew, case, 50 * ROUNDS)[0]
                   for case in self.cases[:self._of_check]):
            return None
        now, starts = self.program.globals, self.program.starts
        for each in [node for tree in self.program.trees.values() for node in ast.walk(tree)
                     if isinstance(node, ast.FunctionDef)]:
            if found := next(default_anew(each), None):
                return found
            for name in [node for node in ast.walk(each) if isinstance(node, ast.Name)]:
                if (told(now[name.id]) != told(starts[name.id]) if name.id in starts else
                        isinstance(self.program.own.get(name.id), (list, dict, set))):
                    return made_outside(name, each)
        return None

    def _changes(self, failing: int) -> list[tuple[str, Change]]:
        """Return the changes of all trees, the likely ones first."""
        ran: set[int] = set()
        with suppress(Exception):
            ran = self._lines(self.program.load(next(iter(self.program.trees)), changed_now()),
                              self.cases[failing])
        vocabulary = frozenset(attribute for each in self.cases[failing] for attribute in dir(each)
                               if not attribute.startswith("_"))
        found = []
        for name, tree in self.program.trees.items():
            lines = ran or set(range(tree.lineno, (tree.end_lineno or tree.lineno) + 1))
            scope = Scope(self._own[name], self._known, lines, self._near, self._ended, vocabulary)
            found += [(name, each) for each in changes(tree, scope, self._material[name])]
        for _, each in found:
            each.cost -= COSTS["names_what_is_wrong"] * (each.line in self._of_wrong)
        return sorted(found, key=lambda each: each[1].cost)

    def _lines(self, answer: Any, case: Any) -> set[int]:
        """Return the lines that run in a case."""
        ran: set[int] = set()
        self._near = None

        def within(frame: FrameType, event: str, arg: Any) -> Any:
            ran.add(frame.f_lineno)
            if event == "exception" and not isinstance(arg[1], RoundsError):
                self._near = self._near or frame.f_lineno
            return within

        def enter(frame: FrameType, event: str, arg: Any) -> Any:
            return within(frame, event, arg) if frame.f_code.co_filename == FILE else None

        if isinstance(answer, type):  # its methods are called later
            for name, each in list(vars(answer).items()):
                if inspect.isfunction(each):
                    setattr(answer, name, _traced(each, enter))
        else:
            answer = _traced(answer, enter)
        self.judged(answer, case, self._rounds)
        return ran

    def _passes(self, name: str, change: Change, failing: int = 0) -> int:
        """Return in how many cases a changed program is right, one after the other; OTHER: in none,
        but it does other; ENDED: and it ends now. Only those of the check count as trials.
        """
        if change.key in self._tried:
            return 0
        self._tried.add(change.key)
        with change:
            try:
                with guarded():
                    answer = self.program.load(name, changed_now())
            except KeyboardInterrupt:
                raise
            except BaseException:
                return 0
            self._made += 1
            good, came = self.judged(answer, self.cases[failing], self._rounds)
            if not good:
                if came in (self._was, "rounds", "OutOfTimeError"):
                    return 0
                return OTHER if self._ended or came[0] or came[1] else ENDED
            work = 0
            for passed, case in enumerate(chain(self.cases, self._drawn())):
                self._made += passed < self._of_check
                if not self.judged(answer, case, 50 * ROUNDS)[0]:
                    return max(passed, 1)
                if passed >= self._of_check:
                    work += self.program.rounds + len(getattr(case, "kept", b"")) // BYTES
                if work > FURTHER:
                    break
            return ALL

    def _drawn(self) -> Iterator[Any]:
        """Yield further cases, which are kept."""
        for case in self._further:
            self.cases.append(case)
            yield case

    def _is_an_answer(self, name: str, change: Change) -> bool:
        """Tell whether what a change puts in is a right answer by itself: no evidence, then."""
        new, tree = change.new, self.program.trees[name]
        if self._is_rewritten(name, change):
            return True
        if (new is None or not isinstance(tree, ast.FunctionDef)
                or any(hasattr(each, "is_own") for each in ast.walk(new)
                       if isinstance(each, (ast.expr, ast.stmt)))):
            return False
        body = new.body if isinstance(new, ast.If) else [
            ast.Return(new) if isinstance(new, ast.expr) else new]
        given = [each for each in tree.body if isinstance(each, ast.Assign)]
        alone = Change(change.kind, ((tree, "body", [*given, *body]),), 0, change.line)
        self._tried.discard(alone.key)
        return self._passes(name, alone) == ALL

    def _by_accident(self, name: str, *changes: Change) -> bool:
        """Tell whether changes make an answer right by something that nobody would mean.

        That is a double negation, a statement or a case that is there already, the same twice, a
        condition that always holds or never does, a loop that is moved to where it makes no round,
        a value that is always empty, an index that counts from the end where it is worked out otherwise than in a right answer, a loop of
        which all rounds but the last are in vain, an object in place of what it was given, a
        parameter that comes back as it is, a result that a loop's variable takes, and a further
        call of itself that makes very many of them.
        """
        running = {each for node in ast.walk(self.program.trees[name]) if isinstance(node, ast.For)
                   for each in names_set(node.target)}
        given = set().union(*self._own[name].values())
        if any(getattr(each.new, "id", "") == "self" or (
                isinstance(each.new, (ast.Assign, ast.AugAssign)) and running & {
                    *names_set(each.new)}) or (
                each.old is None and isinstance(each.new, ast.Return)
                and getattr(each.new.value, "id", "") in given)
               or self._grows(name, each, changes) for each in changes):
            return True
        if changes[-1].kind is Kind.KEPT:  # what is made anew is asked for, and never there
            return False
        if any(each.old is None and not isinstance(each.new, (ast.Return, ast.Raise))
               and each.new and (ast.dump(each.new) in self._own_parts or (
                   isinstance(each.new, ast.If) and ast.dump(each.new.test) in self._own_parts))
               for each in changes):
            return True
        with ExitStack() as stack:
            for change in changes:
                stack.enter_context(change)
            slots = [slot for each in statements(ast.Module([self.program.trees[name]], []))
                     for slot in expressions(each)]
            put_in = [each.new for each in changes if each.new is not None]
            odd = any(_negates(node) and _negates(node.operand) for *_, node in slots) or any(
                self._is_odd(slot) for slot in slots
                if any(each is one for each in ast.walk(slot[3]) for one in put_in) or (
                    slot[0] in put_in and _is_joined_otherwise(changes[-1]))) or any(
                        each.kind is Kind.PLACE and isinstance(each.old, ast.While)
                        and not self._is_ever((each.old, "test", None, each.old.test), bool)
                        for each in changes)
        found = set() if odd else self._in_vain(name, changes)
        return odd or bool(found and found - self._in_vain(name, ()))

    def _grows(self, name: str, change: Change, changes: Sequence[Change]) -> bool:
        """Tell whether a program takes far more rounds once it calls itself where it did not."""
        new, old = (calls_of(each or ast.Pass()) for each in (change.new, change.old))
        if not (new & self.program.functions) or change.old is None or not old:
            return False
        rounds: list[list[int]] = []
        for made in ((), changes):
            with ExitStack() as stack, suppress(Exception):
                for each in made:
                    stack.enter_context(each)
                answer = self.program.load(name, changed_now())
                rounds.append([(self.judged(answer, case, 20 * ROUNDS), self.program.rounds)[1]
                               for case in self.cases[:self._of_check]])
        return any(then > ROUNDS / 4 + TIMES * now for now, then in zip(*rounds, strict=False))

    def _in_vain(self, name: str, changes: Sequence[Change]) -> set[int]:
        """Return the ids of the items that a changed program asks for by an index below 0, and of
        what only the last round of a loop keeps.
        """
        with ExitStack() as stack:
            for each in changes:
                stack.enter_context(each)
            tree = self.program.trees[name]
            found = {id(each) for _, each, _ in of_the_last(tree)}
            items = [each for each in ast.walk(tree) if isinstance(each, ast.Subscript)
                     and isinstance(each.slice, (ast.Name, ast.BinOp))
                     and hasattr(each.slice, "is_own")]

            def see(number: int, index: Any) -> Any:
                if isinstance(index, int) and index < 0:
                    found.add(id(items[number]))
                return index

            if items:
                self._look_at(tuple((each, "slice", _seen(ast.Constant(number), each.slice))
                                    for number, each in enumerate(items)), see,
                              self.cases[:self._of_check])
        return found

    def _is_odd(self, slot: Slot) -> bool:
        parent, field, _, node = slot
        if _is_twice(node):
            return True
        if isinstance(parent, (ast.If, ast.IfExp, ast.BoolOp, ast.comprehension)) and field in (
                "test", "values", "ifs"):
            return not all(self._is_ever(slot, asked) for asked in (bool, operator.not_))
        if isinstance(parent, ast.Subscript) and field == "slice":
            return (not _negates(node, ast.USub) and _shape(node) not in self._indices
                    and self._is_ever(slot, lambda index: index < 0))
        if isinstance(parent, ast.Return) and isinstance(node, (ast.Compare, ast.BoolOp)):
            return not all(self._is_ever(slot, asked) for asked in (bool, operator.not_))
        literal = isinstance(node, (ast.Constant, ast.List, ast.Tuple, ast.Dict))
        return (isinstance(parent, (ast.Assign, ast.Return)) and field == "value"
                and not literal and not self._is_ever(slot, bool))

    def _is_large(self, changes: Sequence[Change]) -> bool:
        """Tell whether changes put in a loop, or much that the student's program has nowhere."""
        put_in = [change.new or ast.Pass() for change in changes]
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

        self._look_at((put(slot, _seen(slot[3])),), see,
                      takewhile(lambda _: not held, self.cases))
        return bool(held)

    def _is_rewritten(self, name: str, change: Change) -> bool:
        """Tell whether, with a change, most is gone of what the student wrote, or not theirs."""
        with change:
            own = [hasattr(each, "is_own") for each in ast.walk(self.program.trees[name])
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
        seen: list[list[Any]] = [[], []]
        for found, tree in zip(seen, (old, new), strict=True):
            def see(value: Any, found: list[Any] = found) -> Any:
                if len(found) < 1000:
                    found.append((bool(value) if by_truth else told(value), value, written(value)))
                return value

            edits = [(node, name, [_seen(tree) if each is new else each for each in value]
                      if isinstance(value, list) else _seen(tree))
                     for node, name, value in change.edits]
            self._look_at((*edits,), see, self.cases[:1])
        for was, needed in zip(*seen, strict=False):
            if was[0] != needed[0]:
                if change.kind is Kind.TRUTH and not isinstance(was[1], (int, float)):
                    change.kind = Kind.CONDITION
                return was[2], needed[2]
        return None


def _negates(node: Any, operator: type[ast.unaryop] = ast.Not) -> bool:
    """Tell whether a node is "not" of something, or has another operator before it."""
    return isinstance(node, ast.UnaryOp) and isinstance(node.op, operator)


def _is_joined_otherwise(change: Change) -> bool:
    """Tell whether a change puts "and" for "or", or the reverse."""
    old, new = change.old, change.new
    return (isinstance(old, ast.BoolOp) and isinstance(new, ast.BoolOp)
            and old.values is new.values)


def _is_twice(node: ast.expr) -> bool:
    """Tell whether the same is added, taken away, compared or asked twice, or a truth is added."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Add, ast.Sub)):
        if isinstance(node.left, ast.Compare) or called(node.left) == "bool":
            return True
        parts = [node.left, node.right]
    elif isinstance(node, ast.Compare):
        parts = [node.left, *node.comparators]
    else:
        parts = node.values if isinstance(node, ast.BoolOp) else []
    return len({ast.dump(each) for each in parts}) < len(parts)


def _seen(*values: ast.expr) -> ast.expr:
    """Return a call that looks at what an expression is, the last of ``values``."""
    return ast.Call(ast.Name(SEE, ast.Load()), [*values], [])


def _shape(node: ast.expr) -> str:
    """Return what is equal for expressions that are equal but for names."""
    return re.sub(r"id='\w+'", "", ast.dump(node))


def _traced(function: Any, enter: Any) -> Any:
    def traced(*args: Any, **named: Any) -> Any:
        before = sys.gettrace()
        sys.settrace(enter)
        try:
            return function(*args, **named)
        finally:
            sys.settrace(before)
    return traced


def repairs(program: Program, ways: Sequence[Any], cases: Sequence[Any], fresh: Iterable[Any],
            judge: Judge, refused: frozenset[str], wrong: set[str], seconds: float) -> list[Repair]:
    """Return the small changes that make a wrong answer right, the likeliest first.

    ``ways`` are right answers, whose expressions and statements are tried too.
    ``cases`` are those of the check, first the one that failed; ``fresh`` are others. ``judge``
    tells whether an answer is right in a case, and what came of it; what the functions named in
    ``refused`` do is the kit's work; ``wrong`` are the words of what differs in the case that
    failed: lines that name it come first. ``seconds`` are how long it may compute, if that is less
    than COMPUTING. The list is empty where no change was found in time.
    """
    search = _Search(program, ways, cases, fresh, judge, refused, wrong,
                     min(seconds, COMPUTING))
    linecache.cache[FILE] = (0, None, [], FILE)
    with little_memory(), suppress(MemoryError):
        try:
            with (suppress(RecursionError, MemoryError, OutOfTimeError),
                  warnings.catch_warnings(), as_they_were(program.fixed.values())):
                warnings.simplefilter("ignore")
                computing_limit(search.end - thread_time()).call(search.run)
        finally:
            unguard()
            take_back()
        return sorted((Repair(each, program, search.values(each[0])) for each in search.found),
                      key=lambda each: each.cost)
    return []
