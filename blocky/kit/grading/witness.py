"""The witness: a fresh process that defines a student's answers again and is asked about them.

It returns the result of each case as plain data. Where only laws decide what is right, as for a
player, it checks these too, and whether the kit itself is unchanged. ``proof`` asks the questions.
"""

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
from blocky.kit.check.course_settings import begin_with
from blocky.kit.check.failure import Case
from blocky.kit.check.own import borrowed_by, house, set_back
from blocky.kit.check.run import Outcome, in_time, quick
from blocky.kit.check.task import Task
from blocky.kit.file_guard import guard
from blocky.kit.notebook.tasks import tasks_of
from blocky.kit.safely import OutOfTimeError, time_limit

__all__ = ["DEFINING", "cases_of", "plain", "testify"]

#: The seconds in which all cells together must have defined what they define.
DEFINING = 20.0


def testify(questions: Connection, answers: Connection) -> None:
    """Answer questions until there are no more."""
    witness = _Witness()
    sys.stdout = sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    with suppress(EOFError, OSError):
        while True:
            question, *arguments = json.loads(questions.recv_bytes())
            answers.send_bytes(json.dumps(getattr(witness, question)(*arguments)).encode())


class _Witness:
    """Runs a student's answers; each method answers a question."""

    def __init__(self) -> None:
        self.house = _house()
        self.passed: list[tuple[Case, Outcome]] = []

    def begin(self, folders: list[str], memory: int, file_size: int, carry: bool) -> None:
        """Begin grading with the course's ``carry``, and confine this process."""
        begin_with(0, carry)
        guard(folders, memory, file_size)

    def define(self, game: str, name: str, sources: list[str], whole: bool) -> dict[str, Any]:
        """Run the cells above a check, the ``whole`` cells or only their definitions."""
        files = [(f"<cell {number}>", source) for number, source in enumerate(sources)]
        space = _run_whole(files) if whole else definitions.run(files, "__main__")[0]
        set_back()
        self.task, self.given = tasks_of(game)[name], list[Any]()
        self.cases = cases_of(self.task)
        return self._describe(space.get(name))

    def carry(self) -> dict[str, Any]:
        """Replace wrong earlier answers by the kit's own."""
        try:
            carried, wrong = in_time(with_the_kits, self.task, self.answer)
        except (Exception, OutOfTimeError):
            return {"callable": False, "misshapen": False}
        self.given = [each.right for each in wrong]
        return self._describe(carried if wrong else None)

    def _describe(self, answer: Any) -> dict[str, Any]:
        self.answer, self.passed = answer, []
        form = self.task.form
        return {"callable": callable(answer), "misshapen": bool(form and form(answer))}

    def run(self, number: int, seconds: float) -> dict[str, Any] | None:
        """Return the outcome of the answer in a case; None if it is not written yet."""
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
        """Return the name of a part of the kit that did the work or was replaced; "" for none."""
        borrowed = borrowed_by(self.task, self.answer, self.passed, self.given)
        now = _house()
        return borrowed or next((name for name in self.house if now.get(name) != self.house[name]),
                                "")


def _house() -> dict[str, tuple[int, ...]]:
    """Return fingerprints of the parts of the kit, and of what its tasks use."""
    return house() | {f"check.{name}": (*map(id, vars(task).values()), *map(id, task.laws))
                      for name, task in tasks_of().items()}


def cases_of(task: Task) -> list[Case]:
    """Return the cases of a task, the same in every process."""
    return [*map(quick, task.cases(Random(zlib.crc32(f"{task.name} ".encode()))))]


def _run_whole(files: Sequence[tuple[str, str]]) -> dict[str, Any]:
    space: dict[str, Any] = {"__name__": "__main__"}

    def run_all() -> None:
        for file, source in files:
            text = definitions.python_of(source)
            linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
            with suppress(Exception, SystemExit):
                exec(compile(text, file, "exec", dont_inherit=True), space)

    with suppress(OutOfTimeError):
        time_limit(DEFINING).call(run_all)
    return space


#: Functions that convert instances of subclasses to plain numbers and texts.
_BASES: tuple[tuple[type, Callable[[Any], Any]], ...] = (
    (int, int.__int__), (float, float.__float__), (str, str.__str__))


def plain(value: Any) -> Any:
    """Return a form of a value for JSON; equal values have equal forms."""
    if type(value) in (int, str, bool) or value is None:  # the most frequent case
        return value
    if isinstance(value, (tuple, list)):
        return [plain(each) for each in value]
    for kind, base in _BASES:
        if isinstance(value, kind):
            return base(value)
    if isinstance(value, Enum):
        return [type(value).__qualname__, value.name]
    return getattr(value, "__qualname__", None) or repr(value)
