"""Trials of an answer to a task: the cases, what comes of them, and whether that is right."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence, Sized
from contextlib import suppress
from dataclasses import dataclass, field
from math import inf
from random import Random
from typing import Any

from blocky.kit.check.compare import told, written
from blocky.kit.check.declaration import Declaration
from blocky.kit.check.failure import LESS, LOOK, Case, Failure, Hints, Judge
from blocky.kit.check.record import CheckError, Status
from blocky.kit.check.run import SLOW, Outcome, in_time, left, quick, run, within
from blocky.kit.language import say
from blocky.kit.safely import OutOfTimeError, computing_limit

__all__ = ["LIMIT", "MOST_FRESH", "Trials", "too_slow"]

#: For how many seconds the kit's own answer may compute in a case, and another for each of these
#: that it needs; which share of the time of a check goes into all cases.
LIMIT, PATIENCE, TRIALS = 2.0, 30, 2 / 3

#: What was stopped runs again for this share of its time: a machine may only have held it.
AGAIN = 1 / 4

#: For how many seconds laws may look at what came of an answer in a case: they may call it.
LOOKED = 1.0 * SLOW

#: A repair is tried with so many cases that the check did not have, at most, of so many seeds.
MOST_FRESH, SEEDS = 200, 10


@dataclass
class Trials(Declaration):
    """A task to which answers are tried.

    ``game`` are the tasks of its game, by their names.
    """

    game: Mapping[str, Trials] = field(default_factory=dict, init=False, repr=False, compare=False)

    def passes(self, answer: Any) -> bool:
        """Tell whether ``answer`` passes; nobody sees a hint."""
        with suppress(CheckError, OutOfTimeError):
            return isinstance(in_time(self.tried, answer), list)
        return False

    @within(TRIALS)
    def tried(self, answer: Any, student: str | None = None
              ) -> list[tuple[Case, Outcome]] | Failure:
        """Return all cases and what came of them, or how ``answer`` failed in one.

        CheckError: it is no answer that can be wrong in a case.
        """
        if not callable(answer):
            raise CheckError(self.name, Status.NOT_STARTED, say(
                "check.{task} takes {needs}, not {value}. Write it, and run its cell.",
                task=self.name, needs=say(self.needs), value=written(answer)))
        rng = Random(zlib.crc32(f"{self.name} {student or ''}".encode()))
        cases, passed = [*map(quick, self.cases(rng))], list[tuple[Case, Outcome]]()
        misshapen = self.form(answer) if self.form else None
        rest, rights = inf if self.few_after is None else self.few_after, self._rights()
        for case in cases:
            if rest < 0 and case is not cases[-1]:
                continue
            most = self.seconds
            if self.right and not self.only_laws:
                most = max(most, PATIENCE * rights(case).seconds)
            cut = left() < most and self.few_after is None
            try:
                got = self.run(answer, case, most)
                if got.stopped == "time":
                    again = self.run(answer, case, most * AGAIN)
                    got = got if again.stopped else again
            except NotImplementedError:
                raise CheckError(self.name, Status.NOT_STARTED, say(
                    "Replace the line that raises NotImplementedError by your answer.")) from None
            if got.raised_limit:
                raise CheckError(self.name, Status.WRONG, say(
                    "Your answer raises the limit of Python's stack. It has been set back."), say(
                    "The memory behind the stack does not grow with its limit. Leave that out, and "
                    "make a loop of the recursion, with a list of what is still to be done."))
            good, expected = self._is_right(case, got, rights)
            if cut and "time" in (expected.stopped, got.stopped):
                raise too_slow(self, passed, cases)
            rest -= got.seconds
            broken = self.broken_law(case, got)
            if misshapen or broken or not good:
                return Failure(answer, cases, [each for _, each in passed], case, expected, got,
                               misshapen or (), broken, self._judge(rights), self.enough)
            passed.append((case, got))
        return passed

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

    def _rights(self) -> Callable[[Case], Outcome]:
        """Return what tells what comes of the kit's own answer in a case; it is run once in it."""
        known: dict[int, tuple[Case, Outcome]] = {}  # with the case, so that its id stays its own

        def rights(case: Case) -> Outcome:
            if id(case) not in known:
                known[id(case)] = case, self.run(self.right, case, LIMIT)
            return known[id(case)][1]
        return rights

    def _is_right(self, case: Case, got: Outcome, rights: Callable[[Case], Outcome]
                  ) -> tuple[bool, Outcome]:
        """Return whether what came is right, but for laws, and what should; itself if unknown."""
        came = not (got.error or got.stopped)
        if self.right and (not self.only_laws or (came and got.returned is None)):
            right = rights(case)
            if not self.only_laws or right.returned is not None:
                return got == right and not got.stopped, right
        return came, got

    def _judge(self, rights: Callable[[Case], Outcome]) -> Judge:
        """Return what tells whether an answer is right in a case."""
        def judge(answer: Any, case: Case, seconds: float) -> tuple[bool, Outcome, Outcome | None]:
            got = self.run(answer, case, min(seconds, self.seconds))
            if not got.error and self.broken_law(case, got):
                return False, got, None
            good, right = self._is_right(case, got, rights)
            return (good and not (self.form and self.form(answer)), got,
                    None if right is got else right)
        return judge

    def broken_law(self, case: Case, got: Outcome) -> Hints:
        """Return the hints of the first law that is broken; () if none is."""
        laws = [law for law in self.laws if not (got.stopped or got.error) or (
            got.error and hasattr(law, "of_errors"))]
        if not laws:
            return ()
        try:
            return computing_limit(LOOKED).call(
                lambda: next((hints for law in laws if (hints := law(case, got))), ()))
        except (Exception, OutOfTimeError):  # it is so wrong that a law cannot look at it
            return (LOOK,)


def too_slow(task: Declaration, passed: Sized, cases: Sized) -> CheckError:
    """Return the error for an answer that needs too long in all cases together."""
    return CheckError(task.name, Status.TOO_SLOW, say(
        "It passed {passed} of {count} checks, and took all the time that there is for them.",
        passed=len(passed), count=len(cases)), say(LESS))
