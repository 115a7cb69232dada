"""A student's progress: what the checks showed in the exercises as they are saved."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from blocky.kit.check.exercise_cells import BadNotebookError, Cell, read
from blocky.kit.check.record import Record, Status, state_of
from blocky.kit.language import say

__all__ = ["Exercise", "exercises"]


@dataclass(frozen=True)
class Exercise:
    """An exercise of a game, and the records of its tasks, in order."""

    game: str
    path: Path
    title: str
    tasks: Sequence[Record]

    @property
    def passed(self) -> int:
        """The number of tasks that passed."""
        return sum(task.state is Status.PASSED for task in self.tasks)

    @property
    def wrong(self) -> int:
        """The number of tasks that were tried and did not pass."""
        not_started = sum(task.state is Status.NOT_STARTED for task in self.tasks)
        return len(self.tasks) - self.passed - not_started


def exercises(folder: Path) -> list[Exercise]:
    """Return the exercises in ``folder``, which has a folder for each game, in order.

    A task whose check has not been run is not started. Files that are no notebooks are skipped.
    FileNotFoundError: there is no such folder.
    """
    if not folder.is_dir():
        raise FileNotFoundError(say("There's no folder {place}.", place=folder))
    found = []
    for path in sorted(folder.glob("*/[0-9]*.ipynb")):
        with suppress(BadNotebookError):
            cells = read(path)
            records = [_record(cell) for cell in cells if cell.is_check]
            found.append(Exercise(path.parent.name, path, _title(path, cells), records))
    return found


def _title(path: Path, cells: Sequence[Cell]) -> str:
    """Return the title in the first cell that begins with one, or else the name of the file."""
    for cell in cells:
        if cell.source.startswith("# "):
            first_line, *_ = cell.source.split("\n")
            return first_line.lstrip("# ")
    return path.stem


def _record(cell: Cell) -> Record:
    """Return the last record of a task in the outputs of its check's cell.

    Without such a record, return a new one: the task is not checked if the cell shows another
    error, and otherwise not started.
    """
    for output in reversed(cell.outputs):
        record = state_of(output)
        if record and record.task == cell.task:
            return record
    failed = any(output.get("output_type") == "error" for output in cell.outputs)
    return Record(cell.task, Status.NOT_CHECKED if failed else Status.NOT_STARTED)
