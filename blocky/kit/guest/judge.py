"""Judges a student's answers in a guest: the cases and the right results stay in this process."""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, ClassVar

from blocky.kit.check.compare import told
from blocky.kit.check.failure import Case, Failure
from blocky.kit.check.message import what_came
from blocky.kit.check.program import functions_of
from blocky.kit.check.record import CheckError
from blocky.kit.check.run import Outcome, Seen, left, random_numbers_kept
from blocky.kit.check.task import Task
from blocky.kit.guest.guest import GuestError
from blocky.kit.guest.plain import is_of_the_rules
from blocky.kit.guest.stand_in import SLOWER, Answers
from blocky.kit.language import say
from blocky.kit.safely import OutOfTimeError, time_limit

__all__ = ["Verdict", "judged", "refused_for"]

#: Returns the kit's own outcome in a case.
Rights = Callable[[Case], Outcome]

#: The seconds by the clock that the kit's own part in all trials may take, lest it hang.
LONGEST = 600.0

#: The most secret cases. A table of the known cases fails in the first one.
SECRET_CASES = 12

#: The number of secret seeds of which an answer must pass one, if chance has a part in a task.
SEEDS = 3


@dataclass(frozen=True)
class Verdict:
    """Whether an answer passed; otherwise the error that says why, or why it wasn't checked.

    ``remark`` is a sentence on how it passed, or "". ``ended``: the answer ended its process.
    ``stopped``: the process had to be killed.
    """

    passed: bool
    error: CheckError | None = None
    remark: str = ""
    ended: bool = False
    stopped: bool = False
    missing: bool = False


def refused_for(task: Task) -> list[tuple[str, str]]:
    """Return the kit's functions that may not do the work of a task, as (module, qualified name).

    Those that a guest can't import are left out.
    """
    things = [*task.kits]
    if not isinstance(task.right, type):  # of a class, only what ``kits`` has is refused
        things.append(task.right)
    found: dict[tuple[str, str], None] = {}  # in order, each once
    for thing in things:
        for function in functions_of(thing):
            if is_of_the_rules(function.__module__):
                found[function.__module__, function.__qualname__] = None
    return [*found]


class _Asked(Task):
    """A task whose answer is in a guest."""

    answers: Answers
    original: Task

    #: What was prepared, by game, task and secret seed: it's the same for all submissions.
    known: ClassVar[dict[tuple[str, str, str | None], tuple[list[Case], Rights]]] = {}

    def prepared(self, student: str | None, only_new: int | None) -> tuple[list[Case], Rights]:
        """Return the cases to try, and the function that returns the right outcome of a case.

        They're prepared only once for each secret seed, which is ``student``; see ``known``.
        """
        key = self.game_name, self.name, student
        if key not in self.known:
            self.known[key] = self.original.prepared(student, only_new)
        return self.known[key]

    def run(self, answer: Any, args: Case, seconds: float) -> Outcome:
        """Return the outcome of an answer in a case."""
        if not hasattr(answer, "_in_guest"):
            return super().run(answer, args, seconds)
        return _run(self, self.answers, answer, args, seconds)


def _run(task: Task, answers: Answers, answer: Any, args: Case, seconds: float) -> Outcome:
    """Return the outcome of an answer in a guest, on copies of ``args``.

    What the answer raises is in the outcome, except the NotImplementedError of an answer that
    isn't begun. That one is raised here, and so are GuestError, and OutOfTimeError if the kit's
    own part has used up the time.
    """
    arguments = copy.deepcopy(args)  # the answer may change them
    most_seconds = SLOWER * min(seconds, left())
    answers.left = most_seconds
    answers.raised_limit = False
    answers.not_written = False

    def seconds_used() -> float:
        return (most_seconds - answers.left) / SLOWER

    try:
        value = task.perform(answer, *arguments)
        seen = value if isinstance(value, Seen) else Seen(value, {})
        returned = told(seen.value)
        after = tuple(map(told, arguments))
        looked_at = told(dict(seen.facts))
    except RecursionError:
        return Outcome(stopped="stack", raised_limit=answers.raised_limit)
    except OutOfTimeError:
        had_no_time = answers.spent == 0 and answers.broken is None and most_seconds <= 0
        if had_no_time:  # the kit's own part has used it up
            raise
        return Outcome(stopped="time", seconds=seconds_used(), raised_limit=answers.raised_limit)
    except GuestError:  # it isn't the answer's own error, as those below
        raise
    except Exception as error:
        if answers.not_written and isinstance(error, NotImplementedError):
            raise
        text = " ".join(str(error).split())
        kind = type(error).__name__
        return Outcome(after=tuple(map(told, arguments)), error=kind,
                       marked_message=f"{kind}: {text}" if text else kind, said=text,
                       arguments=arguments, raised_limit=answers.raised_limit)
    return Outcome(returned, after, seconds=seconds_used(), looked_at=looked_at, value=seen.value,
                   arguments=arguments, facts={**seen.facts, **seen.asides},
                   raised_limit=answers.raised_limit)


def judged(task: Task, answers: Answers, answer: Any, seed: str = "") -> Verdict:
    """Return the verdict on an answer: in the known cases, then in those of a secret ``seed``.

    For "", there are only the known ones.
    """
    asked = copy.copy(task)
    asked.__class__ = _Asked  # the same task, but its cases run in the guest
    assert isinstance(asked, _Asked)
    asked.original = task
    asked.answers = answers
    try:
        with random_numbers_kept():
            return time_limit(LONGEST).call(_judged, asked, answer, seed)
    except OutOfTimeError:
        return Verdict(False, stopped=True)
    except GuestError:
        assert answers.broken is not None
        return Verdict(False, ended=answers.broken.ended, stopped=not answers.broken.ended)


def _judged(task: _Asked, answer: Any, seed: str) -> Verdict:
    """Return what ``judged`` returns, without a limit of time."""
    verdict = _verdict_on(task, answer, seed=None)
    if not verdict.passed or not seed or task.few_after is not None:
        return verdict
    # chance has a part in a task that has only laws: then it's enough to pass with one seed
    number_of_seeds = SEEDS if task.only_laws else 1
    for number in range(number_of_seeds):
        verdict = _verdict_on(task, answer, f"{seed} {number}")
        if verdict.passed:
            break
    return verdict


def _verdict_on(task: _Asked, answer: Any, seed: str | None) -> Verdict:
    """Return the verdict on an answer in the cases that a secret seed gives; None: the known ones.

    GuestError: the answer has broken the guest, whatever the task makes of it.
    """
    most_new_cases = None if seed is None else SECRET_CASES
    result: Any  # a Failure or a CheckError, if it didn't pass
    try:
        result = task.tried(answer, seed, only_new=most_new_cases)
    except CheckError as error:
        result = error
    if task.answers.broken is not None:
        raise task.answers.broken
    if isinstance(result, CheckError):
        return Verdict(False, result)
    if isinstance(result, Failure):
        return Verdict(False, _error_of(task, result))
    return Verdict(True)


def _error_of(task: Task, failure: Failure) -> CheckError:
    """Return the error of a check that says how an answer failed, with the first hint."""
    hints = failure.misshapen or failure.broken or (task.nudge,)
    came: Sequence[str] = ()  # the sentences on what was expected, and what came
    with suppress(Exception):  # a student's values may be anything
        came = [*what_came(failure, None)]
    intro = say("{passed} of {count} checks passed, then this one failed:",
                passed=len(failure.passed), count=len(failure.cases))
    return CheckError(task.name, failure.state, intro, say(hints[0]),
                      call=task.written(failure.case), came=came)
