"""Runs changed programs, and records the cases they pass, the lines they run, and values."""

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import chain
from time import perf_counter, thread_time
from types import FrameType
from typing import Any, NamedTuple

import numpy as np

from blocky.kit.check.failure import Failure
from blocky.kit.check.program import FILE, SEE, Program, RoundsError
from blocky.kit.check.task import Task
from blocky.kit.check.trees import Edit
from blocky.kit.repair.change import Change, changed_now
from blocky.kit.repair.guarded import as_they_were, guarded
from blocky.kit.repair.rules import Kind

__all__ = ["ALL", "OTHER", "ROUNDS", "TIMES", "Runs"]

#: The most trials of changed programs in a search: an answer gets the same hint on any machine.
TRIALS = 2600

#: The most seconds of computing for a trial, or this many times those of the answer itself: the
#: limit of rounds ends it before, except in the work of a library.
LONGEST = 0.3
LONGER = 20

#: The clock of computing is read again after this many seconds.
BETWEEN_LOOKS = 0.02

#: The most work of trying further cases, in rounds of loops and calls; and the bytes of a case
#: that count as one round.
FURTHER = 10_000
BYTES = 16

#: In place of the number of cases passed: all; none, but the result is another one; and it returns.
ALL, OTHER, ENDED = sys.maxsize, -1, -2

#: The most rounds of loops and calls in a trial: these, and this many times those of the answer.
ROUNDS = 2000
TIMES = 20

#: If the answer is endless, only these, and as many as the case has bytes.
FEW = 500

#: To look at a program, this many times ROUNDS.
LOOKS = 20

#: To see whether a program is right in a further case, this many times ROUNDS.
FURTHER_TIMES = 50

#: In place of a result: the limit of rounds ended the program.
OUT_OF_ROUNDS = "rounds"


class Result(NamedTuple):
    """What a program did in a case: how it ended, its result, and its arguments after that."""

    error: str
    stopped: str
    returned: Any
    after: Any

    @property
    def is_returned(self) -> bool:
        """Whether the program came to its end, right or wrong."""
        return not (self.error or self.stopped)


class Runs:
    """Tries a program and its changes while there is time.

    Attributes:
        cases: those of the check, the one that failed first; and the further ones tried so far.
        of_check: how many of ``cases`` are those of the check.
        end: the ``thread_time()`` at which the time for trials is over.
        made, most: the number of trials made, and the limit.
        tried: the keys of the changes that are tried.
        ended: whether the unchanged program returned in the case that failed.
        error_line: the line that raised an error when ``lines`` last ran the program; or None.
        kinds: the kinds of values that names had in that run.
    """

    def __init__(self, program: Program, task: Task, failure: Failure, seconds: float) -> None:
        """Prepare trials for at most ``seconds`` of computing; nothing runs before ``begin``."""
        self.program = program
        self._judge = failure.judge
        others = [each for each in failure.cases if each is not failure.case]
        self.cases = [failure.case, *others]
        self.of_check = len(self.cases)
        self._further = task.fresh(failure.cases)  # new cases, one after the other
        #: The values of the notebook's names in the program, whose attributes are kept.
        self._named = [value for name, value in program.fixed.items() if name in program.named]
        self._seconds = seconds
        self._now = thread_time()  # of the last look at that clock
        self._next_look = 0.0  # when to look at it again
        self.end = self._now + seconds
        self.made = 0
        self.most = TRIALS
        self._longest = 2.0  # the seconds for a run, until ``begin`` knows better
        self.tried: set[Any] = set()
        self.error_line: int | None = None
        self.kinds: dict[str, set[str]] = {}
        self.ended = False

    def begin(self) -> bool:
        """Run the unchanged program in the case that failed; return whether it's right this time.

        Its result is stored, to recognise changes without effect, and the time and the rounds that
        it takes set the limits for the trials of changes.
        """
        failed_case = self.cases[0]
        start = thread_time()
        unchanged = self.program.load()
        is_right, self._unchanged_result = self.judged(unchanged, failed_case)
        seconds = thread_time() - start
        self._longest = max(LONGEST, LONGER * seconds)
        result = self._unchanged_result
        self.ended = isinstance(result, Result) and result.is_returned
        if result == OUT_OF_ROUNDS:
            self._rounds = FEW + _bytes_of(failed_case)
        else:
            self._rounds = ROUNDS + TIMES * self.program.rounds
        return is_right

    def late(self, share: float = 1) -> bool:
        """Return whether a share of the trials or of the time is used up."""
        now = perf_counter()
        if now > self._next_look:  # ``thread_time`` takes long, so it's called rarely
            self._next_look = now + BETWEEN_LOOKS
            self._now = thread_time()
        seconds_kept = (1 - share) * self._seconds
        no_trials_left = self.made > share * self.most
        no_time_left = self._now > self.end - seconds_kept
        return no_trials_left or no_time_left

    def judged(self, answer: Any, case: Any, most_rounds: int = LOOKS * ROUNDS
               ) -> tuple[bool, Any]:
        """Return whether an answer is right in a case, and its Result there.

        In place of a Result, it's a string if the run was ended from outside: OUT_OF_ROUNDS, or the
        name of the exception's class.
        """
        self.program.rounds = 0
        self.program.most_rounds = most_rounds
        trace_before = sys.gettrace()
        try:
            with guarded(), as_they_were(self._named):
                is_right, outcome, _right_outcome = self._judge(answer, case, self._longest)
            result = Result(outcome.error, outcome.stopped, outcome.returned, outcome.after)
            return is_right, result
        except KeyboardInterrupt:
            raise
        except RoundsError:
            return False, OUT_OF_ROUNDS
        except BaseException as error:
            return False, type(error).__name__
        finally:  # the answer may have changed it
            sys.settrace(trace_before)

    def passes(self, name: str, change: Change, failing: int = 0) -> int:
        """Return how many cases in a row the program passes with a change of the tree ``name``.

        It must first pass the case with the number ``failing``; then all are tried in order, and
        ALL means that it passes all. If it fails in the first, return ENDED if it returns there and
        the unchanged program didn't, OTHER if it has another result than that, and otherwise 0.
        0 also stands for a change that has been tried before, or that can't be loaded.
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
            is_right, result = self.judged(answer, self.cases[failing], self._rounds)
            if not is_right:
                has_no_effect = result == self._unchanged_result
                if has_no_effect or result in (OUT_OF_ROUNDS, "OutOfTimeError"):
                    return 0
                is_returned = isinstance(result, Result) and result.is_returned
                returns_now = is_returned and not self.ended
                return ENDED if returns_now else OTHER
            return self._passes_from_the_first(answer)

    def _passes_from_the_first(self, answer: Any) -> int:
        """Return how many cases in a row an answer passes from the first one on, but at least 1.

        Return ALL if it passes all cases of the check, and then further ones until these have taken
        FURTHER rounds. Only the cases of the check count as trials.
        """
        rounds_of_further = 0
        for passed, case in enumerate(chain(self.cases, self._further_cases())):
            is_of_check = passed < self.of_check
            self.made += is_of_check
            is_right, _ = self.judged(answer, case, FURTHER_TIMES * ROUNDS)
            if not is_right:
                return max(passed, 1)  # 1 for the case that failed, which it has passed before
            if not is_of_check:
                rounds_of_further += self.program.rounds + _bytes_of(case) // BYTES
            if rounds_of_further > FURTHER:
                break
        return ALL

    def _further_cases(self) -> Iterator[Any]:
        """Yield cases that were not tried yet, and add each to ``cases``."""
        for case in self._further:
            self.cases.append(case)
            yield case

    def look_at(self, edits: Sequence[Edit], see: Callable[..., Any], cases: Iterable[Any]) -> None:
        """Run the program in some cases with ``edits``, which put calls of ``see`` into it.

        Nothing is raised if the edited program can't be loaded, or if ``see`` raises an error.
        """
        first_edit, *_ = edits
        edited = first_edit.node
        name_of_tree = self.program.tree_of(edited)
        line = getattr(edited, "lineno", 1)
        change = Change(Kind.VALUE, (*edits,), cost=0, line=line)  # kind and cost don't matter
        with suppress(Exception), change:
            with guarded():
                answer = self.program.load(name_of_tree, changed_now(), **{SEE: see})
            for case in cases:
                self.judged(answer, case)  # only for what ``see`` notes

    def lines(self, failing: int) -> set[int]:
        """Return the lines that run in the case with the number ``failing``.

        Set ``error_line`` and ``kinds`` from this run. If the program can't be loaded, none runs.
        """
        ran: set[int] = set()
        self.error_line = None
        self.kinds = {}

        def trace(frame: FrameType, event: str, arg: Any) -> Any:
            """Note a line of the program, the values when a call ends, and the first error."""
            if frame.f_code.co_filename != FILE:
                return None
            ran.add(frame.f_lineno)
            if event == "return":
                for name, value in frame.f_locals.items():
                    self.kinds.setdefault(name, set()).add(_kind(value))
            if event == "exception":
                _, error, _ = arg
                if not isinstance(error, RoundsError):  # the limit is no error of the program
                    # the innermost call comes first, then those that the error goes through
                    self.error_line = self.error_line or frame.f_lineno
            return trace

        trace_before = sys.gettrace()
        with suppress(Exception):
            answer = self.program.load(next(iter(self.program.trees)), changed_now())
            try:
                sys.settrace(trace)
                self.judged(answer, self.cases[failing], self._rounds)
            finally:
                sys.settrace(trace_before)
        return ran


def _kind(value: object) -> str:
    """Return the kind of a value: values of the same kind may be mixed up. For None, it's ""."""
    if value is None:
        return ""
    if isinstance(value, (int, float, np.number)):
        return "number"
    if isinstance(value, (list, tuple, np.ndarray)):
        return "sequence"
    return type(value).__name__


def _bytes_of(case: Any) -> int:
    """Return the number of bytes that a case is copied from; 0 if it's copied otherwise."""
    return len(getattr(case, "kept", b""))
