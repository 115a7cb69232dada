"""An answer that failed: in which case, how, and its explanation."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Any, NamedTuple

from blocky.kit.check.clock import thread_time
from blocky.kit.check.compare import told
from blocky.kit.check.record import Status
from blocky.kit.check.run import Outcome, left, run
from blocky.kit.language import plain, say

__all__ = ["ENOUGH", "LESS", "LOOK", "MUCH", "Basis", "Case", "Explanation", "Failure", "Hints",
           "Judge", "Law", "Mistake", "Sure", "Trial", "differing", "prints_much"]

LOOK = "Work through the case above by hand, and compare each step with your code."
LESS = ("Do less work: store the result of a call instead of making the same call again, and try "
        "fewer possibilities.")

#: An answer that was stopped after it printed this many letters may have spent its time on that.
MUCH = 100_000

#: An answer that passed this many trials does stop; if it then takes too long, it is slow.
ENOUGH = 5

#: Seconds of computing kept for the end of a check, in which a failed answer is only looked at.
LOOKING = 0.4

#: The most seconds of computing in which a failed answer is tried in the other cases.
TRYING = 0.5

#: Hints that get clearer, from a nudge to what is wrong and where; the last one is repeated.
Hints = Sequence[str]


def prints_much() -> str:
    """Return the hint for an answer that was stopped, and had printed very much."""
    return say("Your answer printed more than {letters} characters before it was stopped, and "
               "printing takes time. Remove print from your answer, and run the check again.",
               letters=MUCH)


class Sure(tuple[str, ...]):
    """Hints that leave no doubt about a mistake: no other explanation is sought."""


#: The arguments of an answer in a trial.
Case = tuple[Any, ...]

#: Looks at a case and its outcome; returns hints if that is wrong.
Law = Callable[[Case, Outcome], Hints | None]

#: Tries an answer in a case for some seconds of computing. Returns whether it is right, its outcome
#: and the right one, if that is known.
Judge = Callable[[Any, Any, float], tuple[bool, Outcome, Outcome | None]]


class Trial(NamedTuple):
    """A case, whether an answer is right in it, its outcome, and the right one, if known."""

    case: Case
    good: bool
    got: Outcome
    want: Outcome | None


@dataclass(frozen=True)
class Mistake:
    """A typical wrong answer, and the hints for it."""

    answer: Callable[..., Any]
    hints: Hints


def differing(expected: Outcome, got: Outcome) -> list[str]:
    """Return the names of the facts that are not as expected."""
    return [name for name in expected.facts
            if name in got.facts and told(expected.facts[name]) != told(got.facts[name])]


@dataclass(frozen=True)
class Failure:
    """An answer that failed in a ``case``; ``passed`` are its outcomes in the cases before.

    ``misshapen`` are the hints if it is not of the form asked for, ``broken`` those of a law that
    it breaks; ``judge`` tries it in further cases. After ``enough`` trials an answer is known to
    stop. ``is_right_known`` says whether ``expected`` is the right outcome; otherwise it is the
    answer's own, and only a law says that this is wrong.
    """

    answer: Any
    cases: list[Case]
    passed: list[Outcome]
    case: Case
    expected: Outcome
    got: Outcome
    misshapen: Hints
    broken: Hints
    judge: Judge
    enough: int = ENOUGH
    is_right_known: bool = True

    @property
    def sure(self) -> bool:
        """Whether the hints of the law leave no doubt."""
        return isinstance(self.broken, Sure)

    @property
    def left(self) -> float:
        """The seconds that the check may go on computing, without those kept for its end."""
        return left() - LOOKING

    @cached_property
    def tried(self) -> list[Trial]:
        """The trials of the answer: those of the check, then further ones while there is time.

        If the answer was stopped, there are no further ones: they might all take too long.
        """
        end = thread_time() + min(TRYING, self.left / 3)
        is_known = self.is_right_known
        trials = [Trial(case, True, got, got if is_known else None)
                  for case, got in zip(self.cases, self.passed, strict=False)]
        trials.append(Trial(self.case, False, self.got, self.expected if is_known else None))
        further_cases = [] if self.got.stopped else self.cases[len(self.passed):]
        for case in further_cases:
            if case is not self.case and thread_time() < end:
                with suppress(NotImplementedError):
                    trials.append(Trial(case, *self.judge(self.answer, case, end - thread_time())))
        return trials

    @cached_property
    def state(self) -> Status:
        """What is wrong: the answer was stopped, returned None, changed its input, or is WRONG.

        It's CHANGED_INPUT only if nothing else is wrong.
        """
        expected = self.expected
        got = self.got
        if got.stopped:
            does_stop = len(self.passed) >= self.enough  # so this case only takes too long
            is_slow = does_stop and got.stopped != "stack"
            return Status.TOO_SLOW if is_slow else Status.NEVER_STOPS
        if not got.error and got.returned is None and expected.returned is not None:
            return Status.RETURNED_NONE
        has_the_right_result = (got.returned, got.error) == (expected.returned, expected.error)
        if self.changes_its_input and has_the_right_result:
            return Status.CHANGED_INPUT
        return Status.WRONG

    @property
    def changed_places(self) -> list[int]:
        """The places of the arguments that the answer changed, or the right answer.

        [] if the right answer returns a value: then that is compared. [] also if one of the two
        raised an error or was stopped.
        """
        expected = self.expected
        got = self.got
        if got.error or got.stopped or expected.error or expected.returned is not None:
            return []
        values_before = [told(each) for each in self.case]
        return [place for place, before in enumerate(values_before)
                if any(outcome.after and outcome.after[place] != before
                       for outcome in (expected, got))]

    @property
    def changes_its_input(self) -> bool:
        """Whether the answer changed an argument that the right one leaves alone."""
        expected = self.expected
        is_for_changing = expected.returned is None and not expected.error
        if is_for_changing or self.got.after == expected.after:
            return False
        unchanged = run(lambda *args: None, self.case).after
        right_answer_changes_nothing: bool = expected.after == unchanged
        return right_answer_changes_nothing


class Basis(StrEnum):
    """The source of hints."""

    FORM = "form"
    LIST = "list"
    REPAIR = "repair"
    LAW = "law"
    OBSERVATION = "observation"


@dataclass(frozen=True)
class Explanation:
    """The hints for a wrong answer, their basis, and how often they were given in a row.

    The code in ``marked_hints`` has marks around it, that in ``hints`` has none. ``key`` stands for
    the answer, the values that it uses and its failure; ``marked`` is the markup of the answer with
    a line marked, or "".
    """

    marked_hints: Hints = ()
    basis: Basis | None = None
    key: str = ""
    marked: str = ""
    times: int = 0

    @property
    def hints(self) -> Hints:
        """The hints as plain text."""
        return tuple(map(plain, self.marked_hints))
