"""A check that was passed is believed when another process has confirmed it, the witness.

The kernel runs a student's code beside the check, so that this can make the check say anything. The
witness is asked for what comes of the answers, case by case. What is right and what counts as equal
is known to the process that asks. That runs no student's code, and what a witness can be made to
say is at most a right result.
"""

from __future__ import annotations

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
from blocky.kit.grading.witness import DEFINED, cases_of, plain
from blocky.kit.language import say
from blocky.kit.notebook.execute import Clock
from blocky.kit.notebook.restore import is_check
from blocky.kit.notebook.tasks import tasks_of
from blocky.kit.safely import OutOfTimeError

__all__ = ["SilentError", "confirmed"]

#: How many times as long as in the kernel an answer may take; how many seconds all together; how
#: many more a question may; how often the witness is looked at; how many bytes it may send at once.
MORE, ALL, STARTS, STEP, LARGEST = 2, 120.0, 1.0, 0.05, 20_000_000


class SilentError(Exception):
    """The witness says nothing: whose fault that is, is not known."""

    def __init__(self) -> None:
        super().__init__(say("the process that confirms what was passed says nothing"))


#: What is asked, in how many seconds, and what is answered to it.
Ask = Callable[..., Any]


class _There:
    """An answer that is in the other process."""

    def __call__(self) -> None:
        """Be something that can be called, as an answer is."""


class _Asked(Task):
    """A task of which the answer is ``_There``."""

    def bind(self, ask: Ask) -> None:
        """Ask in this way, for the same cases at every try."""
        self.ask, self.known = ask, cases_of(self)
        self.cases = lambda rng: self.known
        self.laws = [_broken_there]

    def run(self, answer: Any, args: Case, seconds: float) -> Outcome:
        """Return what comes of an answer in a case, in plain data."""
        if not isinstance(answer, _There):
            kits = super().run(answer, args, seconds)
            return replace(kits, returned=plain(kits.returned), after=plain(kits.after),
                           looked_at=plain(kits.looked_at))
        number = next(at for at, case in enumerate(self.known) if case is args)
        told = self.ask(MORE * seconds, "run", number, MORE * seconds)
        if told is None:
            raise NotImplementedError
        broken = told.pop("broken")
        return Outcome(**told, facts={"broken": broken})


@of_errors
def _broken_there(case: Case, got: Outcome) -> tuple[str, ...] | None:
    return ("broken",) if got.facts["broken"] else None


def confirmed(witness: Forked, game: str, cells: Sequence[Any], at: Sequence[int],
              begin: Sequence[Any]) -> dict[int, bool | None]:
    """Return whether each of the checks ``at`` these places of a notebook is confirmed.

    None: the witness said nothing of it. What is no check of one of the kit's tasks is not among
    them. SilentError: it did not ``begin``.
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
    ask(DEFINED, "begin", *begin)
    for place in at:
        name = _task_of(cells[place].source)
        if name not in tasks_of(game):
            continue
        sources = [each.source for each in cells[:place]
                   if each.cell_type == "code" and not is_check(each)]
        found[place] = None
        with suppress(SilentError):
            try:
                found[place] = any(_confirms(ask, game, name, sources, whole)
                                   for whole in (False, True))
            except (TypeError, KeyError, AttributeError):  # it says nonsense
                found[place] = False
    return found


def _confirms(ask: Ask, game: str, name: str, sources: list[str], whole: bool) -> bool:
    looks = ask(DEFINED, "define", game, name, sources, whole)
    if _passes(ask, game, name, looks) or (
            carries() and _passes(ask, game, name, ask(CHECK, "carry"))):
        return bool(ask(CHECK, "whose") == "")
    return False


def _passes(ask: Ask, game: str, name: str, looks: Any) -> bool:
    if not looks["callable"]:
        return False
    asked = copy.copy(tasks_of(game)[name])
    asked.__class__ = _Asked
    assert isinstance(asked, _Asked)
    asked.bind(ask)
    asked.form = lambda _: ("misshapen",) if looks["misshapen"] else None
    try:
        with random_numbers_kept():
            return isinstance(asked.tried(_There()), list)
    except (CheckError, OutOfTimeError, NotImplementedError):
        return False


def _task_of(source: str) -> str:
    """Return the name of the task that a line checks whose answer has that name; "": none."""
    found = re.fullmatch(r"check\.(\w+)\((\w+)\)", source.strip())
    return found[1] if found and found[1] == found[2] else ""
