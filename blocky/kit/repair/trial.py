"""Runs changed programs: in which cases they are right, which lines run, which values there are."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import chain
from time import perf_counter, thread_time
from types import FrameType
from typing import Any

import numpy as np

from blocky.kit.check.failure import Judge
from blocky.kit.check.program import FILE, SEE, Program, RoundsError
from blocky.kit.repair.change import Change, Edit, changed_now
from blocky.kit.repair.guarded import as_they_were, guarded
from blocky.kit.repair.rules import Kind

__all__ = ["ALL", "OTHER", "ROUNDS", "TIMES", "Runs"]

#: How many trials of changed programs the search may make, so that an answer gets the same hint
#: on any machine, however busy.
TRIALS = 2600

#: For how many seconds a single trial may compute, and how many times as long as the answer itself:
#: rounds end it before, but for a library's work.
LONGEST, LONGER = 0.3, 20

#: What passes every case is tried with further ones, for so much work in all: rounds of loops and
#: calls, and so many bytes of a case as one of them.
FURTHER, BYTES = 10_000, 16

#: What stands for the number of cases passed if those are all, or if there are none.
ALL, OTHER, ENDED = sys.maxsize, -1, -2

#: A trial of a changed program may take so many rounds of loops and calls: these, and so many
#: times those that the answer itself took; of an endless one so few, and as many as the case has
#: bytes. With all that it is asked about so many times these.
ROUNDS, TIMES, FEW, LOOKS = 2000, 20, 500, 20


class Runs:
    """Tries a program and its changes, as long as there is time.

    ``cases`` are those of the check, first the one that failed; ``fresh`` are others, which are
    added when they are drawn. ``made`` counts the trials, of which there are ``most``; ``ended``
    tells whether the program itself returned, ``near`` the line at which it raised an error, if it
    did, when it was last looked at; ``kinds`` are those of the values that names had.
    """

    def __init__(self, program: Program, cases: Sequence[Any], fresh: Iterable[Any], judge: Judge,
                 seconds: float) -> None:
        self.program, self._judge = program, judge
        self.cases, self.of_check, self._further = [*cases], len(cases), iter(fresh)
        self._named = [value for name, value in program.fixed.items() if name in program.named]
        self._now, self._look, self._seconds = thread_time(), 0.0, seconds
        self.end = self._now + seconds
        self.made, self.most, self._longest = 0, TRIALS, 2.0
        self.tried: set[Any] = set()
        self.near: int | None = None
        self.kinds: dict[str, set[str]] = {}
        self.ended = False

    def begin(self) -> bool:
        """Run the program itself, and see what becomes of it; return whether it is right now."""
        began = thread_time()
        good, self._was = self.judged(self.program.load(), self.cases[0])
        self._longest = max(LONGEST, LONGER * (thread_time() - began))
        self.ended = isinstance(self._was, tuple) and not (self._was[0] or self._was[1])
        self._rounds = (FEW + len(getattr(self.cases[0], "kept", b"")) if self._was == "rounds"
                        else ROUNDS + TIMES * self.program.rounds)
        return good

    def late(self, share: float = 1) -> bool:
        """Tell whether such a share of the trials is made, or of the time over.

        At the clock it looks only now and then.
        """
        if (now := perf_counter()) > self._look:
            self._look, self._now = now + 0.02, thread_time()
        return self.made > share * self.most or (
            self._now > self.end - (1 - share) * self._seconds)

    def judged(self, answer: Any, case: Any, rounds: int = LOOKS * ROUNDS) -> tuple[bool, Any]:
        """Return whether an answer is right in a case, and what came of it."""
        self.program.rounds, self.program.most_rounds = 0, rounds
        trace = sys.gettrace()
        try:
            with guarded(), as_they_were(self._named):
                good, outcome, _ = self._judge(answer, case, self._longest)
            return good, (outcome.error, outcome.stopped, outcome.returned, outcome.after)
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            return False, "rounds" if isinstance(error, RoundsError) else type(error).__name__
        finally:
            sys.settrace(trace)

    def passes(self, name: str, change: Change, failing: int = 0) -> int:
        """Return in how many cases a changed program is right, one after the other; OTHER: in none,
        but it does other; ENDED: and it ends now. Only those of the check count as trials.
        """
        if change.key in self.tried:
            return 0
        self.tried.add(change.key)
        with change:
            try:
                with guarded():
                    answer = self.program.load(name, changed_now())
            except KeyboardInterrupt:
                raise
            except BaseException:
                return 0
            self.made += 1
            good, came = self.judged(answer, self.cases[failing], self._rounds)
            if not good:
                if came in (self._was, "rounds", "OutOfTimeError"):
                    return 0
                return OTHER if self.ended or came[0] or came[1] else ENDED
            work = 0
            for passed, case in enumerate(chain(self.cases, self._drawn())):
                self.made += passed < self.of_check
                if not self.judged(answer, case, 50 * ROUNDS)[0]:
                    return max(passed, 1)
                if passed >= self.of_check:
                    work += self.program.rounds + len(getattr(case, "kept", b"")) // BYTES
                if work > FURTHER:
                    break
            return ALL

    def _drawn(self) -> Iterator[Any]:
        """Yield further cases, which are kept."""
        for case in self._further:
            self.cases.append(case)
            yield case

    def look_at(self, edits: tuple[Edit, ...], see: Callable[..., Any], cases: Iterable[Any]
                 ) -> None:
        """Run a program with ``edits``, in which ``see`` is called, in some cases."""
        name, line = self.program.tree_of(edits[0][0]), getattr(edits[0][0], "lineno", 1)
        with suppress(Exception), Change(Kind.VALUE, edits, 0, line):
            with guarded():
                answer = self.program.load(name, changed_now(), **{SEE: see})
            for case in cases:
                self.judged(answer, case)

    def lines(self, failing: int) -> set[int]:
        """Return the lines that run in a case, and see of which kinds the names' values are."""
        ran: set[int] = set()
        self.near, self.kinds = None, {}

        def within(frame: FrameType, event: str, arg: Any) -> Any:
            ran.add(frame.f_lineno)
            if event == "return":
                for name, value in frame.f_locals.items():
                    self.kinds.setdefault(name, set()).add(_kind(value))
            if event == "exception" and not isinstance(arg[1], RoundsError):
                self.near = self.near or frame.f_lineno
            return within

        def enter(frame: FrameType, event: str, arg: Any) -> Any:
            return within(frame, event, arg) if frame.f_code.co_filename == FILE else None

        before = sys.gettrace()
        with suppress(Exception):
            answer = self.program.load(next(iter(self.program.trees)), changed_now())
            try:
                sys.settrace(enter)
                self.judged(answer, self.cases[failing], self._rounds)
            finally:
                sys.settrace(before)
        return ran


def _kind(value: Any) -> str:
    """Return what is equal for values that may be taken for one another; "" of None."""
    return ("" if value is None else "number" if isinstance(value, (int, float, np.number)) else
            "sequence" if isinstance(value, (list, tuple, np.ndarray)) else type(value).__name__)
