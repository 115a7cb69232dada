"""A task of an exercise as it is declared, and the trials of answers to it."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence, Sized
from contextlib import suppress
from dataclasses import dataclass, field, replace
from inspect import signature
from itertools import count
from math import ceil, inf
from random import Random
from types import CodeType
from typing import Any

from blocky.kit.check.compare import as_argument, told, written
from blocky.kit.check.failure import (
    ENOUGH,
    LESS,
    LOOK,
    MUCH,
    Case,
    Failure,
    Hints,
    Judge,
    Law,
    Mistake,
    prints_much,
)
from blocky.kit.check.program import codes_of
from blocky.kit.check.record import CheckError, Status
from blocky.kit.check.reproduce import Call, call_of
from blocky.kit.check.run import MOST_SECONDS, SLOW, Outcome, in_time, left, quick, run, within
from blocky.kit.draw.picture import Picture
from blocky.kit.language import Code, plain, say
from blocky.kit.safely import OutOfTimeError, computing_limit

__all__ = ["LIMIT", "MOST_FRESH", "BaseTask", "CasePicture", "Cases", "ResultParts", "too_slow"]

#: The most seconds of computing of the kit's own answer in a case.
LIMIT = 2.0

#: How many times as long as the kit's own answer another one may take.
PATIENCE = 30

#: The share of a check's time that goes into the trials.
TRIALS = 2 / 3

#: What was stopped runs again for this share of its time: a busy machine may have held it.
AGAIN = 1 / 4

#: The most seconds of computing of the laws in a case: they may call the answer.
LOOKED = 1.0 * SLOW

#: The most cases, beyond those of the check, in which a repair is tried.
MOST_FRESH = 200

#: The number of seeds with which these cases are drawn.
SEEDS = 10

#: Cases, each a tuple of arguments, or the only argument.
Cases = Iterable[Any]

#: A picture, or values to be drawn side by side, each after its title.
CasePicture = Picture | list[tuple[str, Any]] | None

#: The parts of a right result, by name: the numbers that it is the sum of, or the conditions that
#: True or False depends on. Then the same for what an answer may count by mistake. The value of a
#: condition that holds may be a sentence on the case.
ResultParts = tuple[Mapping[str, Any], Mapping[str, Any]]


@dataclass
class BaseTask:
    """A task of an exercise, to which answers are tried.

    Attributes:
        name: of the function or class that is asked for.
        right: the kit's own answer, which the answer must equal. None: only the laws decide.
        cases: returns the cases for a source of random numbers, the small ones first: the arguments
            in a tuple, or one argument that is no tuple itself.
        call: calls an answer in a case, where that is more than a plain call. It returns the
            result, or the result and facts, as ``Seen``.
        laws: what must hold besides, tried in this order. Unless they are Sure, the hints of a
            typical mistake or a repair come before theirs.
        mistakes: the typical ones.
        nudge: the first hint for a wrong answer of which no mistake is known.
        endless: the hints for an answer that never stops, if more can be said than is seen.
        enough: how many passed trials show that an answer stops: if it then takes too long, it is
            slow.
        words: describes the call in a sentence, from the arguments of a case.
        python: returns the Call that a student can run, from the arguments of a case; None: a plain
            call of the answer.
        remark: says in words what the arguments of a plain call are, if Python needs many lines.
        show: draws (arguments, expected, got); None: by the type of what is expected.
        needs: what is asked for, in a sentence: "a function", "a subclass of Goal".
        only_laws: whether only the laws decide despite a ``right``, because it is random.
        kits: functions, classes and modules of the game that do the work, besides ``right``: a
            student's line must not call them, and none of them may be the answer.
        seconds: how long an answer may compute in a trial, if the kit's own takes hardly any time.
        few_after: after how many seconds of computing only the last case is still tried; such an
            answer may take its time. None: all cases are tried, in time.
        form: looks at the answer before it is tried; returns hints if it is malformed.
        ways: right answers as students write them, to mend wrong ones with; without them the
            kit's own, which may be too clever for it.
        steps: by fact, the part of the task's text that asks for it, in the order of the text.
        parts: by fact, or "" for the result: returns what it is made of in a case.
        number: those of earlier tasks are lower.
        game: the tasks of its game, by their names.
    """

    name: str
    right: Callable[..., Any] | None
    cases: Callable[[Random], Cases]
    call: Callable[..., Any] | None = None
    laws: Sequence[Law] = ()
    mistakes: Sequence[Mistake] = ()
    nudge: str = LOOK
    endless: Hints = ()
    enough: int = ENOUGH
    words: Callable[..., str] | None = None
    python: Callable[..., Call] | None = None
    remark: Callable[..., str] | None = None
    show: Callable[[Case, Outcome, Outcome], CasePicture] | None = None
    needs: str = "a function"
    only_laws: bool = False
    kits: Sequence[Any] = ()
    seconds: float = MOST_SECONDS
    few_after: float | None = None
    form: Callable[[Any], Hints | None] | None = None
    ways: Sequence[Callable[..., Any]] = ()
    steps: Mapping[str, str] = field(default_factory=dict)
    parts: Mapping[str, Callable[..., ResultParts]] = field(default_factory=dict)
    number: int = field(default_factory=count().__next__, init=False, repr=False, compare=False)
    game: Mapping[str, BaseTask] = field(default_factory=dict, init=False, repr=False,
                                         compare=False)

    def __post_init__(self) -> None:
        """Let ``cases`` return a tuple for each case, also where it has only one argument."""
        declared_cases = self.cases

        def cases(rng: Random) -> Iterator[Case]:
            return (each if type(each) is tuple else (each,) for each in declared_cases(rng))

        self.cases = cases

    def codes(self) -> frozenset[CodeType]:
        """Return the code that must not do the work of an answer."""
        right = [] if isinstance(self.right, type) else [self.right]
        return codes_of([*self.kits, *right])

    def perform(self, answer: Any, *given: Any) -> Any:
        """Call an answer as a trial does; return the result."""
        return answer(*given) if self.call is None else self.call(answer, *given)

    def names_of(self, answer: Any) -> list[str]:
        """Return the names of the arguments in a case.

        They are the parameters of ``answer`` or, if the task has a ``call``, those of the call
        after its first one, which gets the answer.
        """
        if self.call is None:
            return list(signature(answer).parameters)
        _, *parameters_after_the_answer = signature(self.call).parameters
        return parameters_after_the_answer

    def written(self, args: Case) -> Code:
        """Return the call of a case, as it is written for the student."""
        if self.words:
            return Code(plain(self.words(*args)))
        return Code(f"{self.name}({', '.join(map(as_argument, args))})")

    def call_of(self, case: Case, changed: Collection[int] = (), answer: Any = None) -> Call:
        """Return the call of a case as a student can run it.

        A second line of its code shows the arguments at the places ``changed``. The arguments are
        named after the parameters of ``answer`` if it has enough of them, otherwise after those of
        the right answer.
        """
        if self.python:
            return self.python(*case)
        both_parameters = map(_parameters, (answer, self.right))
        names = next((names for names in both_parameters if len(names) >= len(case)), [])
        call = call_of(self.name, names, case, changed)
        return replace(call, remark=plain(self.remark(*case))) if self.remark else call

    def run(self, answer: Any, args: Case, seconds: float) -> Outcome:
        """Return the outcome of an answer in a case, after at most so many seconds."""
        code_of_right = getattr(self.right, "__code__", None)
        file_of_right = getattr(code_of_right, "co_filename", "")
        return run(lambda *given: self.perform(answer, *given), args, seconds, file_of_right)

    def passes(self, answer: Any) -> bool:
        """Whether ``answer`` passes all trials; nothing is said."""
        with suppress(CheckError, OutOfTimeError):
            return isinstance(in_time(self.tried, answer), list)
        return False

    @within(TRIALS)
    def tried(self, answer: Any, student: str | None = None, *, only_new: int | None = None
              ) -> list[tuple[Case, Outcome]] | Failure:
        """Return all cases with the outcomes of ``answer``, or the Failure in the first wrong one.

        A ``student``, a name or a number, gets random cases of their own. With ``only_new``, the
        answer is tried only in these, and in at most so many of them.
        CheckError: the answer can't be tried, or takes too long in all cases together.
        """
        if not callable(answer):
            raise CheckError(self.name, Status.NOT_STARTED, say(
                "check.{task} needs {needs}, not {value}. Write your answer, and run its cell.",
                task=self.name, needs=say(self.needs), value=written(answer)))
        cases, right_outcome_of = self.prepared(student, only_new)
        passed: list[tuple[Case, Outcome]] = []
        hints_on_form = self.form(answer) if self.form else None
        seconds_until_only_the_last = inf if self.few_after is None else self.few_after
        for case in cases:
            is_last = case is cases[-1]
            if seconds_until_only_the_last < 0 and not is_last:
                continue
            most_seconds = self.seconds
            if self.right and not self.only_laws:
                most_seconds = max(most_seconds, PATIENCE * right_outcome_of(case).seconds)
            has_less_time = left() < most_seconds and self.few_after is None
            got = self._outcome(answer, case, most_seconds)
            is_right, right_outcome = self._is_right(case, got, right_outcome_of)
            expected = got if right_outcome is None else right_outcome
            if has_less_time and "time" in (expected.stopped, got.stopped):
                # The cases before took the time: nothing is known about the answer in this one.
                printed = got.printed + sum(each.printed for _, each in passed)
                raise too_slow(self, passed, cases, printed)
            seconds_until_only_the_last -= got.seconds
            hints_of_law = self.broken_law(case, got)
            if hints_on_form or hints_of_law or not is_right:
                return Failure(answer, cases, [each for _, each in passed], case, expected, got,
                               hints_on_form or (), hints_of_law, self._judge(right_outcome_of),
                               self.enough, is_right_known=right_outcome is not None)
            passed.append((case, got))
        return passed

    def prepared(self, student: str | None, only_new: int | None
                 ) -> tuple[list[Case], Callable[[Case], Outcome]]:
        """Return a student's cases, and a function that returns the kit's own outcome in a case.

        Without a ``student``, they are the cases that everybody gets. With ``only_new``, they are
        at most so many of the student's cases, without any that everybody gets.
        """
        cases = self._cases_of(student)
        if only_new is not None:
            cases = self._new_cases(cases, only_new)
        return cases, self._right_outcomes()

    def _cases_of(self, student: str | None) -> list[Case]:
        """Return the cases of a student, or those that everybody gets (None)."""
        rng = Random(zlib.crc32(f"{self.name} {student or ''}".encode()))
        return [*map(quick, self.cases(rng))]

    def _new_cases(self, cases: Sequence[Case], count: int) -> list[Case]:
        """Return at most ``count`` of ``cases``, evenly spread, and none that everybody gets."""
        everybodys = [*map(told, self._cases_of(None))]  # in a form that can be compared
        # Two sources of random numbers look the same to `told`, though their numbers differ.
        new = [case for case in cases if told(case) not in everybodys
               or any(isinstance(each, Random) for each in case)]
        step = max(1, ceil(len(new) / count))
        return new[::step]

    def _outcome(self, answer: Any, case: Case, most_seconds: float) -> Outcome:
        """Return the outcome of an answer in a case, which is stopped after ``most_seconds``.

        An answer that was stopped runs once more, for a part of that time.
        CheckError: it isn't written yet, or it has raised the recursion limit.
        """
        try:
            got = self.run(answer, case, most_seconds)
            if got.stopped == "time":
                again = self.run(answer, case, most_seconds * AGAIN)
                if not again.stopped:
                    got = again
        except NotImplementedError:
            raise CheckError(self.name, Status.NOT_STARTED, say(
                "Replace the line that raises NotImplementedError with your answer.")) from None
        if got.raised_limit:
            raise CheckError(self.name, Status.WRONG, say(
                "Your code sets Python's recursion limit to a higher value. The kit has reset "
                "it."), say(
                "A higher limit isn't a safe solution: with a larger input, Python can crash. "
                "Remove the line that changes the limit, and replace the recursion with a loop and "
                "a list of the items that you still have to process."))
        return got

    def fresh(self, cases: Sequence[Case]) -> Iterator[Case]:
        """Yield different cases that are not among ``cases``: at most MOST_FRESH, maybe none."""
        known = [*map(told, cases)]  # in a form that can be compared
        drawn = 0
        for seed in range(SEEDS):
            rng = Random(zlib.crc32(f"{self.name} fresh {seed}".encode()))
            for case in self.cases(rng):
                if drawn == MOST_FRESH:
                    return
                told_case = told(case)
                if told_case not in known:
                    known.append(told_case)
                    drawn += 1
                    yield quick(case)  # a repair is tried in it many times, with new copies

    def _right_outcomes(self) -> Callable[[Case], Outcome]:
        """Return a function that returns the kit's own outcome in a case, computed once."""
        known: dict[int, Outcome] = {}  # by the case's id, because a case may not be hashable
        cases: list[Case] = []  # a case that still exists shares its id with no other

        def right_outcome(case: Case) -> Outcome:
            if id(case) not in known:
                cases.append(case)
                known[id(case)] = self.run(self.right, case, LIMIT)
            return known[id(case)]
        return right_outcome

    def _is_right(self, case: Case, got: Outcome, right_outcome_of: Callable[[Case], Outcome]
                  ) -> tuple[bool, Outcome | None]:
        """Return whether an outcome is right, laws apart, and the right outcome.

        Where only laws decide, any result is right, and None comes in place of the right outcome.
        But a None is wrong if the kit's own answer returns a value.
        """
        is_returned = not (got.error or got.stopped)
        if not self.right:
            return is_returned, None
        if self.only_laws:
            returns_nothing = is_returned and got.returned is None
            if not returns_nothing or right_outcome_of(case).returned is None:
                return is_returned, None
        right_outcome = right_outcome_of(case)
        return got == right_outcome and not got.stopped, right_outcome

    def _judge(self, right_outcome_of: Callable[[Case], Outcome]) -> Judge:
        """Return a function that tries an answer in a case: see ``Judge``."""
        def judge(answer: Any, case: Case, seconds: float) -> tuple[bool, Outcome, Outcome | None]:
            """Return whether the answer is right, its outcome, and the right one, if known."""
            got = self.run(answer, case, min(seconds, self.seconds))
            if not got.error and self.broken_law(case, got):
                return False, got, None
            is_right, right_outcome = self._is_right(case, got, right_outcome_of)
            is_misshapen = bool(self.form and self.form(answer))
            return is_right and not is_misshapen, got, right_outcome
        return judge

    def broken_law(self, case: Case, got: Outcome) -> Hints:
        """Return the hints of the first law that an outcome breaks; () if it breaks none.

        Only laws ``of_errors`` look at an outcome with an error. No law looks at an answer that was
        stopped.
        """
        is_returned = not (got.stopped or got.error)
        laws = [law for law in self.laws
                if is_returned or (got.error and hasattr(law, "of_errors"))]
        if not laws:
            return ()

        def first_hints() -> Hints:
            for law in laws:
                hints = law(case, got)
                if hints:
                    return hints
            return ()

        try:
            return computing_limit(LOOKED).call(first_hints)
        except (Exception, OutOfTimeError):  # the result is so wrong that a law can't look at it
            return (LOOK,)


def _parameters(function: Any) -> list[str]:
    """Return the names of the positional parameters of a function; [] of anything else."""
    with suppress(TypeError, ValueError):
        return [name for name, each in signature(function).parameters.items()
                if each.kind in (each.POSITIONAL_ONLY, each.POSITIONAL_OR_KEYWORD)]
    return []


def too_slow(task: BaseTask, passed: Sized, cases: Sized, printed: int = 0) -> CheckError:
    """Return the error for an answer that takes too long in all cases together.

    ``printed`` is how many letters it has printed.
    """
    hint = prints_much() if printed >= MUCH else say(LESS)
    return CheckError(task.name, Status.TOO_SLOW, say(
        "It passed {passed} of {count} checks, then ran out of time.",
        passed=len(passed), count=len(cases)), hint)
