"""How far a student has come: what the checks showed in the exercises as they are saved."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from blocky.kit.check.exercise_cells import BadNotebookError, read
from blocky.kit.check.record import Record, Status, state_of

__all__ = ["Exercise", "exercises"]


@dataclass(frozen=True)
class Exercise:
    """An exercise of a game, and how each of its tasks stands, in order."""

    game: str
    path: Path
    title: str
    tasks: Sequence[Record]

    @property
    def passed(self) -> int:
        """How many of its tasks passed."""
        return sum(task.state is Status.PASSED for task in self.tasks)

    @property
    def wrong(self) -> int:
        """How many of its tasks were tried and did not pass."""
        return len(self.tasks) - self.passed - sum(
            task.state is Status.NOT_STARTED for task in self.tasks)


def exercises(folder: Path) -> list[Exercise]:
    """Return the exercises in ``folder``, which has a folder for each game, in order.

    A task whose check has not been run is not started. What is no notebook is passed over.
    FileNotFoundError: there is no such folder.
    """
    if not folder.is_dir():
        raise FileNotFoundError(folder)
    found = []
    for path in sorted(folder.glob("*/[0-9]*.ipynb")):
        try:
            cells = read(path)
        except BadNotebookError:
            continue
        code = [cell for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]
                if cell["cell_type"] == "code"]
        tasks = [_stands(cell.task, code[cell.number - 1].get("outputs", []))
                 for cell in cells if cell.is_check]
        title = next((cell.source.split("\n")[0].lstrip("# ") for cell in cells
                      if cell.source.startswith("# ")), path.stem)
        found.append(Exercise(path.parent.name, path, title, tasks))
    return found


def _stands(task: str, outputs: Sequence[dict[str, Any]]) -> Record:
    """Return how a task stands by the outputs of its check's cell."""
    said = [record for output in outputs if (record := state_of(output)) and record.task == task]
    if said:
        return said[-1]
    failed = any(output.get("output_type") == "error" for output in outputs)
    return Record(task, Status.NOT_CHECKED if failed else Status.NOT_STARTED)
