"""A check that was passed is believed when another process has confirmed it.

The kernel runs a student's code beside the check, so that this can make the check say anything. The
answers are defined again in a fresh process, the witness, which is asked for what comes of them
in one case after the other, and tells it in plain data. What is right and what counts as equal is
known to the process that asks. That runs no student's code, and what a witness can be made to say
is at most a right result.

Where only laws say what is right (a player, say), they are looked at by the witness, which says as
well whether the house is as it was.
"""

from __future__ import annotations

import copy
import json
import linecache
import os
import re
import sys
import zlib
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from enum import Enum
from multiprocessing.connection import Connection
from random import Random
from typing import TYPE_CHECKING, Any

from blocky.kit import definitions
from blocky.kit.check.carry import with_the_kits
from blocky.kit.check.course import carries
from blocky.kit.check.failure import Case
from blocky.kit.check.own import borrowed_by, house, set_back
from blocky.kit.check.record import CheckError
from blocky.kit.check.run import CHECK, Outcome, in_time, quick, random_numbers_kept
from blocky.kit.check.task import Task, of_errors
from blocky.kit.grading.guard import guard
from blocky.kit.language import say
from blocky.kit.notebook.restore import is_check
from blocky.kit.notebook.run import Clock
from blocky.kit.notebook.tasks import tasks_of
from blocky.kit.safely import OutOfTimeError, time_limit

if TYPE_CHECKING:
    from blocky.kit.grading.kernel import Forked

__all__ = ["SilentError", "confirmed", "testify"]

#: How many times as long as in the kernel an answer may take; how many seconds all that is defined
#: may, and all together; how many more a question may; how often the witness is looked at; how many
#: bytes it may send at once.
MORE, DEFINED, ALL, STARTS, STEP, LARGEST = 2, 20.0, 120.0, 1.0, 0.05, 20_000_000


class SilentError(Exception):
    """The witness says nothing: whose fault that is, is not known."""

    def __init__(self) -> None:
        super().__init__(say("the process that confirms what was passed says nothing"))


# -- the witness -------------------------------------------------------------------------------

def testify(questions: Connection, answers: Connection) -> None:
    """Answer questions until there are no more."""
    witness = _Witness()
    sys.stdout = sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    with suppress(EOFError, OSError):
        while True:
            question, *given = json.loads(questions.recv_bytes())
            answers.send_bytes(json.dumps(getattr(witness, question)(*given)).encode())


class _Witness:
    """Runs the answers of a student, each asked for by a question, which is a method."""

    def __init__(self) -> None:
        self.house = _house()
        self.passed: list[tuple[Case, Outcome]] = []

    def begin(self, folders: list[str], memory: int, file_size: int, carry: bool) -> None:
        """Begin, with limits."""
        guard(folders, memory, file_size, carry)

    def define(self, game: str, name: str, sources: list[str], whole: bool) -> dict[str, Any]:
        """Run the cells above a check, ``whole`` or only what they define; look at the answer."""
        files = [(f"<cell {number}>", source) for number, source in enumerate(sources)]
        space = _run_whole(files) if whole else definitions.run(files, "__main__")[0]
        set_back()
        self.task, self.given = tasks_of(game)[name], list[Any]()
        self.cases = _cases(self.task)
        return self._answers(space.get(name))

    def carry(self) -> dict[str, Any]:
        """Let the kit's own stand in for wrong earlier answers."""
        try:
            carried, wrong = in_time(with_the_kits, self.task, self.answer)
        except (Exception, OutOfTimeError):
            return {"callable": False, "misshapen": False}
        self.given = [each.right for each in wrong]
        return self._answers(carried if wrong else None)

    def _answers(self, answer: Any) -> dict[str, Any]:
        self.answer, self.passed = answer, []
        form = self.task.form
        return {"callable": callable(answer), "misshapen": bool(form and form(answer))}

    def run(self, number: int, seconds: float) -> dict[str, Any] | None:
        """Return what comes of the answer in a case; None: it is not written yet."""
        case = self.cases[number]
        try:
            got = self.task.run(self.answer, case, seconds)
        except NotImplementedError:
            return None
        self.passed.append((case, got))
        return {"returned": _plain(got.returned), "after": _plain(got.after),
                "looked_at": _plain(got.looked_at), "error": got.error, "stopped": got.stopped,
                "seconds": got.seconds, "raised_limit": got.raised_limit,
                "broken": bool(self.task.broken_law(case, got))}

    def whose(self) -> str:
        """Return what of the house has done the work, or was replaced; "": nothing."""
        borrowed = borrowed_by(self.task, self.answer, self.passed, self.given)
        now = _house()
        return borrowed or next((name for name in self.house if now.get(name) != self.house[name]),
                                "")


def _house() -> dict[str, tuple[int, ...]]:
    """Return what is another as soon as the house, or what one of its tasks looks at, is."""
    return house() | {f"check.{name}": (*map(id, vars(task).values()), *map(id, task.laws))
                      for name, task in tasks_of().items()}


def _cases(task: Task) -> list[Case]:
    return [*map(quick, task.cases(Random(zlib.crc32(f"{task.name} ".encode()))))]


def _run_whole(files: Sequence[tuple[str, str]]) -> dict[str, Any]:
    space: dict[str, Any] = {"__name__": "__main__"}

    def run_all() -> None:
        for file, source in files:
            text = definitions.plain(source)
            linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
            with suppress(Exception, SystemExit):
                exec(compile(text, file, "exec", dont_inherit=True), space)

    with suppress(OutOfTimeError):
        time_limit(DEFINED).call(run_all)
    return space


# -- who asks ----------------------------------------------------------------------------------

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
        self.ask, self.known = ask, _cases(self)
        self.cases = lambda rng: self.known
        self.laws = [_broken_there]

    def run(self, answer: Any, args: Case, seconds: float) -> Outcome:
        """Return what comes of an answer in a case, in plain data."""
        if not isinstance(answer, _There):
            kits = super().run(answer, args, seconds)
            return replace(kits, returned=_plain(kits.returned), after=_plain(kits.after),
                           looked_at=_plain(kits.looked_at))
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


#: What makes a plain number or text of one of a class that comes from these.
_BARE: tuple[tuple[type, Callable[[Any], Any]], ...] = (
    (int, int.__int__), (float, float.__float__), (str, str.__str__))


def _plain(told: Any) -> Any:
    """Return what JSON can hold of a value that was told, equal for equal ones."""
    if type(told) in (int, str, bool) or told is None:  # as it is, and these are many
        return told
    if isinstance(told, (tuple, list)):
        return [_plain(each) for each in told]
    for kind, bare in _BARE:
        if isinstance(told, kind):
            return bare(told)
    if isinstance(told, Enum):
        return [type(told).__qualname__, told.name]
    return getattr(told, "__qualname__", None) or repr(told)
