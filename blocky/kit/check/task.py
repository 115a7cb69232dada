"""A check: how an answer is tried, and what is said when it is wrong.

A check tries the answer on one case after the other, the small ones first, and compares what comes
of it with what comes of the kit's own. Where they differ, it says what was expected and what came,
and gives a hint, which gets clearer with each new try.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Sequence, Sized
from contextlib import suppress
from dataclasses import replace
from math import inf
from random import Random
from typing import Any

from blocky.kit.check.carry import carried
from blocky.kit.check.compare import told, written
from blocky.kit.check.course import carries, most_hints
from blocky.kit.check.declaration import Declaration, Law, Parts, of_errors
from blocky.kit.check.failure import (
    LESS,
    LOOK,
    Case,
    Explanation,
    Failure,
    Hints,
    Judge,
    Mistake,
    Sure,
)
from blocky.kit.check.form import subclass_of
from blocky.kit.check.message import display, ended, picture_of, show_state, what_came
from blocky.kit.check.own import refuse_borrowed, set_back
from blocky.kit.check.record import CheckError, Record, State
from blocky.kit.check.run import MOST_SECONDS, SLOW, Outcome, in_time, left, quick, run, within
from blocky.kit.check.show import input_and_result
from blocky.kit.language import say, say_count
from blocky.kit.safely import OutOfTimeError, computing_limit

__all__ = ["Case", "CheckError", "Hints", "Law", "Mistake", "Parts", "State", "Sure", "Task",
           "of_errors", "subclass_of"]

#: For how many seconds the kit's own answer may compute in a case, and another for each of these
#: that it needs; which share of the time of a check goes into all cases.
LIMIT, PATIENCE, TRIALS = 2.0, 30, 2 / 3

#: What was stopped runs again for this share of its time: a machine may only have held it.
AGAIN = 1 / 4

#: For how many seconds laws may look at what came of an answer in a case: they may call it.
LOOKED = 1.0 * SLOW

#: A repair is tried with so many cases that the check did not have, at most, of so many seeds.
MOST_FRESH, SEEDS = 200, 10


class Task(Declaration):
    """One task of an exercise, as it is declared; calling it with an answer checks the answer."""

    def __call__(self, answer: Any, student: str | None = None) -> None:
        """Check ``answer``, and say how many trials it passed.

        ``student``, a name or a number, gives cases of one's own. CheckError: it did not pass, nor
        does it with the kit's own answers to earlier tasks in the place of wrong ones.
        """
        set_back()
        try:
            passed, remark = self.check(answer, student), ""
            refuse_borrowed(self, answer, passed)
        except CheckError as error:
            passed, remark = carried(self, answer, student) if carries() else ([], "")
            if not passed:
                if error.state is State.NOT_STARTED:
                    show_state(error.record, error.text)
                display(error.picture, error.source)
                raise
        text = say("{task}: all checks passed.", task=self.name) if self.few_after else say_count(
            "{task}: {count} of {count} check passed.",
            "{task}: {count} of {count} checks passed.", len(passed), task=self.name)
        show_state(Record(self.name, State.PASSED, remark), "\n".join(filter(None, [text, remark])))

    def passes(self, answer: Any) -> bool:
        """Tell whether ``answer`` passes; nobody sees a hint."""
        with suppress(CheckError, OutOfTimeError):
            return isinstance(in_time(self.tried, answer), list)
        return False

    def or_kit(self, answer: Any) -> Any:
        """Return ``answer`` if it passes; else say so, and return the kit's own."""
        if self.passes(answer):
            return answer
        print(say("Your {task} does not pass its check yet, so the kit's own plays here.",
                  task=self.name))
        return self.right

    def try_out(self, answer: Any, *args: Any) -> Any:
        """Return a picture of what ``answer`` makes of ``args``, or of the first case."""
        args = args or next(iter(self.cases(Random(0))))
        try:
            outcome = self.run(answer, args, MOST_SECONDS)
        except NotImplementedError:
            print(say("{task} is not written yet.", task=self.name))
            return None
        if outcome.error or outcome.stopped:
            print(ended(self.written(args), outcome))
            return None
        picture = input_and_result(args, outcome)
        if picture is None:
            print(say("{call} returns {value}.", call=self.written(args),
                      value=written(outcome.value if outcome.value is not None or
                                    not outcome.facts else outcome.facts)))
        return picture

    def check(self, answer: Any, student: str | None = None) -> list[tuple[Case, Outcome]]:
        """Return all cases, and what came of them. CheckError: ``answer`` failed in one."""
        def checked() -> list[tuple[Case, Outcome]]:
            tried = self.tried(answer, student)
            if isinstance(tried, Failure):
                raise self._error(tried)
            return tried

        try:
            passed = in_time(checked)
        except OutOfTimeError:  # what it returns computes when it is looked at, say
            raise self._late((), [*self.cases(Random(0))]) from None
        self.explained = Explanation()
        return passed

    def _late(self, passed: Sized, cases: Sized) -> CheckError:
        """Return the error for an answer that needs too long in all cases together."""
        return CheckError(self.name, State.TOO_SLOW, say(
            "It passed {passed} of {count} checks, and took all the time that there is for them.",
            passed=len(passed), count=len(cases)), say(LESS))

    @within(TRIALS)
    def tried(self, answer: Any, student: str | None = None
              ) -> list[tuple[Case, Outcome]] | Failure:
        """Return all cases and what came of them, or how ``answer`` failed in one.

        CheckError: it is no answer that can be wrong in a case.
        """
        if not callable(answer):
            raise CheckError(self.name, State.NOT_STARTED, say(
                "check.{task} takes {needs}, not {value}. Write it, and run its cell.",
                task=self.name, needs=say(self.needs), value=written(answer)))
        rng = Random(zlib.crc32(f"{self.name} {student or ''}".encode()))
        cases, passed = [*map(quick, self.cases(rng))], list[tuple[Case, Outcome]]()
        misshapen = self.form(answer) if self.form else None
        rest = inf if self.few_after is None else self.few_after
        for case in cases:
            if rest < 0 and case is not cases[-1]:
                continue
            compared = self.right is not None and not self.only_laws
            expected = self.run(self.right, case, LIMIT) if compared else Outcome()
            most = max(self.seconds, PATIENCE * expected.seconds)
            cut = left() < most and self.few_after is None
            try:
                got = self.run(answer, case, most)
                if got.stopped == "time":
                    again = self.run(answer, case, most * AGAIN)
                    got = got if again.stopped else again
            except NotImplementedError:
                raise CheckError(self.name, State.NOT_STARTED, say(
                    "Replace the line that raises NotImplementedError by your answer.")) from None
            if got.raised_limit:
                raise CheckError(self.name, State.WRONG, say(
                    "Your answer raises the limit of Python's stack. It has been set back."), say(
                    "The memory behind the stack does not grow with its limit. Leave that out, and "
                    "make a loop of the recursion, with a list of what is still to be done."))
            if cut and "time" in (expected.stopped, got.stopped):
                raise self._late(passed, cases)
            rest -= got.seconds
            if not compared:
                expected = got
                if self.right and (got.returned, got.error, got.stopped) == (None, "", ""):
                    kits = self.run(self.right, case, LIMIT)
                    expected = got if kits.returned is None else kits
            broken, sure = self.broken_law(case, got)
            if (misshapen or broken or got.stopped or got != expected
                    or (got.error and expected is got)):
                return Failure(answer, cases, [each for _, each in passed], case, expected, got,
                               misshapen or (), broken, self.judge(), self.enough, sure)
            passed.append((case, got))
        return passed

    def _error(self, failure: Failure) -> CheckError:
        """Return the error that says how an answer failed, with a hint."""
        most, hint, source = most_hints(), "", ""
        if most:
            before, now = self.explained, self.explain(self, failure)
            times = before.times + 1 if tuple(now.hints) == tuple(before.hints) else 1
            self.explained = replace(now, times=times)
            hint, source = say(now.hints[min(times, len(now.hints), most) - 1]), now.marked
        picture = picture_of(failure, self.show)
        intro = say("{passed} of {count} checks passed, then this one failed:",
                    passed=len(failure.passed), count=len(failure.cases))
        text = "\n".join([intro, "", f"    {self.written(failure.case)}", "",
                          *what_came(failure, picture)])
        return CheckError(self.name, failure.state, text, hint, picture, source)

    def run(self, answer: Any, args: Case, seconds: float) -> Outcome:
        """Return what comes of an answer in a case."""
        kits = getattr(getattr(self.right, "__code__", None), "co_filename", "")
        return run(lambda *given: self.perform(answer, *given), args, seconds, kits)

    def fresh(self, cases: Sequence[Case]) -> Iterator[Case]:
        """Yield cases that are not among ``cases``; there may be none."""
        known, drawn = [*map(told, cases)], 0
        for seed in range(SEEDS):
            for case in self.cases(Random(zlib.crc32(f"{self.name} fresh {seed}".encode()))):
                if drawn < MOST_FRESH and (this := told(case)) not in known:
                    known.append(this)
                    drawn += 1
                    yield quick(case)

    def judge(self) -> Judge:
        """Return what tells whether an answer is right in a case."""
        kits: dict[int, tuple[Case, Outcome]] = {}  # with the case, so that its id stays its own

        def judge(answer: Any, case: Case, seconds: float) -> tuple[bool, Outcome, Outcome | None]:
            got, right = self.run(answer, case, min(seconds, self.seconds)), None
            if got.error or got.stopped:
                if self.right is None or self.only_laws:
                    return False, got, None
            elif self.broken_law(case, got)[0]:
                return False, got, None
            if self.right and (not self.only_laws or got.returned is None):
                if id(case) not in kits:
                    kits[id(case)] = case, self.run(self.right, case, LIMIT)
                right = kits[id(case)][1]
            good = right is None or (self.only_laws and right.returned is None) or got == right
            return good and not (self.form and self.form(answer)), got, right
        return judge

    def broken_law(self, case: Case, got: Outcome) -> tuple[Hints, bool]:
        """Return the hints of the first law that is broken, and whether they are sure."""
        laws = [law for law in self.laws if not (got.stopped or got.error) or (
            got.error and hasattr(law, "of_errors"))]
        if not laws:
            return (), False
        try:
            broken = computing_limit(LOOKED).call(
                lambda: next((hints for law in laws if (hints := law(case, got))), ()))
        except (Exception, OutOfTimeError):  # it is so wrong that a law cannot look at it
            return (LOOK,), False
        return (broken.hints, True) if isinstance(broken, Sure) else (broken, False)
