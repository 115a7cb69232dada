"""The witness: a fresh process in which the answers of a student are defined again, and asked for.

It is asked for what comes of them in one case after the other, and tells it in plain data. Where
only laws say what is right (a player, say), it looks at them, and says as well whether the house is
as it was. ``proof`` asks it.
"""

from __future__ import annotations

import json
import linecache
import os
import sys
import zlib
from collections.abc import Callable, Sequence
from contextlib import suppress
from enum import Enum
from multiprocessing.connection import Connection
from random import Random
from typing import Any

from blocky.kit import definitions
from blocky.kit.check.carry import with_the_kits
from blocky.kit.check.failure import Case
from blocky.kit.check.own import borrowed_by, house, set_back
from blocky.kit.check.run import Outcome, in_time, quick
from blocky.kit.check.task import Task
from blocky.kit.grading.guard import guard
from blocky.kit.notebook.tasks import tasks_of
from blocky.kit.safely import OutOfTimeError, time_limit

__all__ = ["DEFINED", "cases_of", "plain", "testify"]

#: For how many seconds all that is defined may run.
DEFINED = 20.0


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
        self.cases = cases_of(self.task)
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
        return {"returned": plain(got.returned), "after": plain(got.after),
                "looked_at": plain(got.looked_at), "error": got.error, "stopped": got.stopped,
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


def cases_of(task: Task) -> list[Case]:
    """Return the cases of a task, the same in every process."""
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


#: What makes a plain number or text of one of a class that comes from these.
_BARE: tuple[tuple[type, Callable[[Any], Any]], ...] = (
    (int, int.__int__), (float, float.__float__), (str, str.__str__))


def plain(told: Any) -> Any:
    """Return what JSON can hold of a value that was told, equal for equal ones."""
    if type(told) in (int, str, bool) or told is None:  # as it is, and these are many
        return told
    if isinstance(told, (tuple, list)):
        return [plain(each) for each in told]
    for kind, bare in _BARE:
        if isinstance(told, kind):
            return bare(told)
    if isinstance(told, Enum):
        return [type(told).__qualname__, told.name]
    return getattr(told, "__qualname__", None) or repr(told)
