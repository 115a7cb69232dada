"""What there is to say of an answer that failed: in which case, how, and how it is explained."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Any

from blocky.kit.check.compare import told
from blocky.kit.check.record import State
from blocky.kit.check.run import Outcome, left, run

__all__ = ["ENOUGH", "LESS", "LOOK", "LOOKING", "Basis", "Case", "Explanation", "Failure", "Hints",
           "Judge", "Mistake", "Sure", "differing"]

LOOK = "Go through the case above by hand, and compare each step with yours."
LESS = ("Do less: keep what a call returned, in place of making it again, and try fewer "
        "possibilities.")

#: An answer that passed so many trials does stop; if then it takes too long, it is slow.
ENOUGH = 5

#: For how many seconds of computing, at the end of a check, an answer is only looked at.
LOOKING = 0.4

#: From a nudge to the mistake by its name; the last one is repeated.
Hints = Sequence[str]


class Sure(tuple[str, ...]):
    """Hints that leave no doubt about a mistake, so that no other explanation is looked for."""

    __slots__ = ()


#: Tells whether an answer is right in a case, and what came of it; it may compute so many seconds.
Judge = Callable[[Any, Any, float], tuple[bool, Outcome]]

#: A trial: what the answer is called with.
Case = tuple[Any, ...]


@dataclass(frozen=True)
class Mistake:
    """A typical wrong answer, and the hints for whoever gave it."""

    answer: Callable[..., Any]
    hints: Hints


def differing(expected: Outcome, got: Outcome) -> list[str]:
    """Return the names of the facts that are not as expected."""
    return [name for name in expected.facts
            if name in got.facts and told(expected.facts[name]) != told(got.facts[name])]


@dataclass(frozen=True)
class Failure:
    """An answer that failed in a ``case``, after what came of it in those that it ``passed``.

    ``misshapen`` are the hints if it is not of the form asked for, ``broken`` those of a law that
    does not hold. ``enough`` is after how many trials passed an answer is known to stop.
    """

    answer: Any
    cases: list[Case]
    passed: list[Outcome]
    case: Case
    expected: Outcome
    got: Outcome
    misshapen: Hints
    broken: Hints
    enough: int = ENOUGH

    @property
    def left(self) -> float:
        """For how many seconds the check may go on computing, but for what is kept."""
        return left() - LOOKING

    @cached_property
    def state(self) -> State:
        """How the answer stands."""
        expected, got = self.expected, self.got
        if got.stopped:
            slow = len(self.passed) >= self.enough and got.stopped != "stack"
            return State.TOO_SLOW if slow else State.NEVER_STOPS
        if not got.error and got.returned is None and expected.returned is not None:
            return State.RETURNED_NONE
        to_change = expected.returned is None and not expected.error  # what the answer is for
        if (not to_change and got.after != expected.after
                and (got.returned, got.error) == (expected.returned, expected.error)
                and expected.after == run(lambda *args: None, self.case).after):
            return State.CHANGED_INPUT
        return State.WRONG


class Basis(StrEnum):
    """What hints come from."""

    FORM = "form"
    LIST = "list"
    REPAIR = "repair"
    LAW = "law"
    OBSERVATION = "observation"


@dataclass(frozen=True)
class Explanation:
    """The hints for a wrong answer, what they come from, and how often they were given in a row.

    ``program`` is the source of the answer, "" if it cannot be read; ``marked`` the markup of it
    with a line marked, "" if none is.
    """

    hints: Hints = ()
    basis: Basis | None = None
    program: str = ""
    marked: str = ""
    times: int = 0
