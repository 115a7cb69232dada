"""What a hint rests on: what is known of an answer that failed, and what explains it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from time import thread_time
from typing import TYPE_CHECKING, Any

from blocky.kit.check.mended import hints_of_repair, marked_in
from blocky.kit.check.observed import LOOK, earlier_wrong, observed
from blocky.kit.check.program import Program
from blocky.kit.check.raised import Told, compared, hidden, none_kept, raised, taken_from
from blocky.kit.check.record import State
from blocky.kit.check.repair import repairs
from blocky.kit.check.run import Outcome, run
from blocky.kit.language import say

if TYPE_CHECKING:
    from blocky.kit.check.task import Task

__all__ = ["Basis", "Case", "Explanation", "Failure", "Hints", "Mistake", "Sure", "explain",
           "repairs_of"]

#: An answer that passed so many trials does stop; if then it takes too long, it is slow.
ENOUGH = 5

#: How long the list of typical mistakes may be gone through, in seconds of computing; how long
#: all of the check may compute, and how much of it is kept for looking at the answer.
LISTED, CHECK, LOOKING = 1.0, 3.0, 0.4

#: What was stopped and has computed for fewer seconds has waited.
WAITED = 0.1

#: From a nudge to the mistake by its name; the last one is repeated.
Hints = Sequence[str]

class Sure(tuple[str, ...]):
    """Hints that leave no doubt about a mistake, so that no other explanation is looked for."""

    __slots__ = ()


#: A trial: what the answer is called with.
Case = tuple[Any, ...]


@dataclass(frozen=True)
class Mistake:
    """A typical wrong answer, and the hints for whoever gave it."""

    answer: Callable[..., Any]
    hints: Hints


@dataclass(frozen=True)
class Failure:
    """An answer that failed in a ``case``, after what came of it in those that it ``passed``.

    ``misshapen`` are the hints if it is not of the form asked for, ``broken`` those of a law that
    does not hold. ``begun`` is how long the thread had computed when the check began; ``enough``
    is after how many trials passed an answer is known to stop.
    """

    answer: Any
    cases: list[Case]
    passed: list[Outcome]
    case: Case
    expected: Outcome
    got: Outcome
    misshapen: Hints
    broken: Hints
    begun: float
    enough: int = ENOUGH

    @property
    def left(self) -> float:
        """For how many seconds the check may go on computing, but for what is kept."""
        return CHECK - LOOKING - (thread_time() - self.begun)

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


def explain(task: Task, failure: Failure) -> Explanation:
    """Return the hints that rest on the best evidence that there is."""
    if failure.misshapen:
        return Explanation(failure.misshapen, Basis.FORM)
    try:
        program = Program(failure.answer, task.game.keys())
    except LookupError:  # there is no source
        program = None
    text = program.source if program else ""
    if text and text == task.explained.program:  # it was looked for already
        return task.explained
    if failure.got.stopped == "time" and failure.got.seconds < WAITED:  # it would wait again
        return Explanation((
            say("It hardly computes as long as it runs. What does it do?"),
            say("Something in it waits."),
            say("It waits, with time.sleep(...) for example, or for something that never comes. "
                "Leave that out.")), Basis.OBSERVATION, text)
    hints: Hints
    if program and (hints := tuple(earlier_wrong(task, program))):
        return Explanation(hints, Basis.OBSERVATION, text)
    if isinstance(failure.got.value, BaseException):
        return Explanation((
            say("What comes back from your function is an error. Is it raised?"),
            say("An error that is returned stops nobody: the caller goes on with it."),
            say("The error is returned, and must be raised: raise {error}(...), not return "
                "{error}(...).", error=type(failure.got.value).__name__)), Basis.OBSERVATION, text)
    for hints, line in _plain_mistakes(task, failure, program) if program else ():
        if hints:
            return Explanation(hints, Basis.OBSERVATION, text, line)
    if isinstance(failure.broken, Sure):
        return Explanation(failure.broken, Basis.LAW, text)
    if hints := _of_the_list(task, failure):
        return Explanation(hints, Basis.LIST, text)
    by_chance = failure.broken and (task.only_laws or not task.right)  # a repair may pass by luck
    if program and not by_chance and (found := repairs_of(task, failure, program)):
        return Explanation(hints_of_repair(found), Basis.REPAIR, text, marked_in(found))
    if program and not failure.got.error:
        hints, line = none_kept(task, failure.case, program, failure.state is State.RETURNED_NONE)
        if hints:
            return Explanation(hints, Basis.OBSERVATION, text, line)
    if failure.broken and tuple(failure.broken) != (LOOK,):
        return Explanation(failure.broken, Basis.LAW, text)
    if failure.state is State.NEVER_STOPS and task.endless:
        return Explanation(task.endless, Basis.LIST, text)
    if program and (failure.got.error or failure.got.stopped == "time"):
        hints, line = raised(task, failure.case, program)
        if hints:
            return Explanation(hints, Basis.OBSERVATION, text, line)
    return Explanation(observed(task, failure, program), Basis.OBSERVATION, text)


def _plain_mistakes(task: Task, failure: Failure, program: Program) -> Iterator[Told]:
    """Yield what is said of mistakes that need no other explanation, the cheap looks first."""
    yield compared(program)
    yield taken_from(program)
    yield hidden(task, failure.case, program)


def repairs_of(task: Task, failure: Failure, program: Program) -> list[Any]:
    """Return the repairs of an answer that failed in one of the cases."""
    ways = task.ways or ([task.right] if task.right else [])
    others = [each for each in failure.cases if each is not failure.case]
    return repairs(program, ways, [failure.case, *others], task.fresh(failure.cases), task.judge(),
                   frozenset(code.co_name for code in task.codes()), failure.left)


def _of_the_list(task: Task, failure: Failure) -> Hints:
    """Return the hints of the first mistake that does in every case what the answer does."""
    end, cases = thread_time() + min(LISTED, failure.left / 2), failure.cases
    did = [*failure.passed, failure.got]
    if failure.got.stopped:  # it would be stopped again
        cases = cases[:len(did)]
    for mistake in task.mistakes:
        for number, case in enumerate(cases):
            if thread_time() > end:
                return ()
            if number == len(did):
                with suppress(NotImplementedError):
                    did.append(task.run(failure.answer, case, task.seconds))
            if number == len(did) or not _same(task.run(mistake.answer, case, task.seconds),
                                               did[number]):
                break
        else:
            return mistake.hints
    return ()


def _same(one: Outcome, other: Outcome) -> bool:
    """Tell whether two answers did the same; of errors, whether they said so but for numbers."""
    if one.said and one.error == other.error:
        return re.sub(r"-?\d+", "", one.said) == re.sub(r"-?\d+", "", other.said)
    return one == other
