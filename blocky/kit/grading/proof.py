"""A check that passed counts only when another process, the witness, confirms it.

A student's code runs in the same kernel as the check, and can make it say anything. The witness is
asked for the result of the answer, case by case; the process that asks knows what is right and
compares. That process runs no student's code, so a witness that was tampered with can at most give
a right result.
"""

import copy
import json
import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from blocky.kit.check.course_settings import carries
from blocky.kit.check.failure import Case
from blocky.kit.check.record import CheckError
from blocky.kit.check.run import CHECK, Outcome, random_numbers_kept
from blocky.kit.check.task import Task, of_errors
from blocky.kit.grading.kernel import Forked
from blocky.kit.grading.witness import DEFINING, cases_of, plain
from blocky.kit.language import say
from blocky.kit.notebook.execute import Clock
from blocky.kit.notebook.restore import is_check
from blocky.kit.notebook.tasks import tasks_of
from blocky.kit.safely import OutOfTimeError

__all__ = ["SilentError", "confirmed"]

#: An answer may take SLOWER times as long as in the kernel, a question STARTS seconds more, and all
#: questions together ALL seconds. The witness is looked at every STEP seconds; its answers have at
#: most LARGEST bytes.
SLOWER, ALL, STARTS, STEP, LARGEST = 2, 120.0, 1.0, 0.05, 20_000_000


class SilentError(Exception):
    """The witness does not answer; nobody knows whose fault that is."""

    def __init__(self) -> None:
        super().__init__(say("the process that confirms the results doesn't answer"))


#: Sends a question and its arguments, with the seconds it may take; returns the answer.
AskWitness = Callable[..., Any]


class _Remote:
    """Stands for an answer that is in the other process."""

    def __call__(self) -> None:
        """Make this callable, as an answer is."""


class _RemoteTask(Task):
    """A task whose answer is in the other process."""

    def bind(self, ask: AskWitness) -> None:
        """Ask in this way, about the same cases in every trial."""
        self.ask, self.known = ask, cases_of(self)
        self.cases = lambda rng: self.known
        self.laws = [_broken_there]

    def run(self, answer: Any, args: Case, seconds: float) -> Outcome:
        """Return the outcome of an answer in a case, as plain data."""
        if not isinstance(answer, _Remote):
            kits = super().run(answer, args, seconds)
            return replace(kits, returned=plain(kits.returned), after=plain(kits.after),
                           looked_at=plain(kits.looked_at))
        number = next(at for at, case in enumerate(self.known) if case is args)
        told = self.ask(SLOWER * seconds, "run", number, SLOWER * seconds)
        if told is None:
            raise NotImplementedError
        broken = told.pop("broken")
        return Outcome(**told, facts={"broken": broken})


@of_errors
def _broken_there(case: Case, got: Outcome) -> tuple[str, ...] | None:
    return ("broken",) if got.facts["broken"] else None


def confirmed(witness: Forked, game: str, cells: Sequence[Any], at: Sequence[int],
              begin: Sequence[Any]) -> dict[int, bool | None]:
    """Return whether each of the checks at these indices of a notebook is confirmed.

    None: the witness did not answer. Checks of tasks that are not the kit's are left out.
    SilentError: it did not even ``begin``.
    """
    left = ALL

    def ask(seconds: float, *question: Any) -> Any:
        nonlocal left
        try:
            witness.questions.send_bytes(json.dumps(question).encode())
            if not witness.answers.poll(STEP):
                clock, most = Clock(witness.pid), min(seconds + STARTS, left)
                while not witness.answers.poll(STEP):
                    if clock.used() > most:
                        left = 0
                        raise SilentError
                left -= clock.used()
            return json.loads(witness.answers.recv_bytes(LARGEST))
        except (OSError, EOFError, ValueError, RecursionError):
            raise SilentError from None

    found = dict[int, bool | None]()
    ask(DEFINING, "begin", *begin)
    for place in at:
        line = re.fullmatch(r"check\.(\w+)\((\w+)\)", cells[place].source.strip())
        if not line or line[1] != line[2] or line[1] not in tasks_of(game):
            continue
        sources = [each.source for each in cells[:place]
                   if each.cell_type == "code" and not is_check(each)]
        found[place] = None
        with suppress(SilentError):
            try:
                found[place] = any(_confirms(ask, game, line[1], sources, whole)
                                   for whole in (False, True))
            except (TypeError, KeyError, AttributeError):  # the answer makes no sense
                found[place] = False
    return found


def _confirms(ask: AskWitness, game: str, name: str, sources: list[str], whole: bool) -> bool:
    described = ask(DEFINING, "define", game, name, sources, whole)
    if _passes(ask, game, name, described) or (
            carries() and _passes(ask, game, name, ask(CHECK, "carry"))):
        return bool(ask(CHECK, "whose") == "")
    return False


def _passes(ask: AskWitness, game: str, name: str, described: Any) -> bool:
    if not described["callable"]:
        return False
    task = copy.copy(tasks_of(game)[name])
    task.__class__ = _RemoteTask
    assert isinstance(task, _RemoteTask)
    task.bind(ask)
    task.form = lambda _: ("misshapen",) if described["misshapen"] else None
    try:
        with random_numbers_kept():
            return isinstance(task.tried(_Remote()), list)
    except (CheckError, OutOfTimeError, NotImplementedError):
        return False
