"""Checks an exercise's notebook as a whole: ``blocky check exercises/blocky/06_flatten.ipynb``.

The notebook is copied, the copy is run from its first cell to its last by nbval, and a list of its
tasks says how each of them stands.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Mapping
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from textwrap import indent
from typing import Any, NamedTuple
from xml.etree import ElementTree

from blocky.kit.check.cells import BadNotebookError, Cell, read
from blocky.kit.check.record import Record, State, state_of
from blocky.kit.command import package
from blocky.kit.language import say
from blocky.kit.notebook import endings
from blocky.kit.notebook.endings import Ending
from blocky.kit.notebook.tasks import tasks_of

__all__ = ["add_arguments", "command", "report"]

#: Where the exercises are, each game's in a folder of its name.
ROOT = Path(__file__).parents[3]

#: Exit codes: all tasks pass, some do not, a file cannot be read. `make check` takes the first two.
SOLVED, UNSOLVED, UNREADABLE = 0, 1, 2

#: How long a cell may run, in seconds. A check takes 5 at most.
SECONDS = 20

#: Files beside a notebook that are larger than this are not copied with it.
LARGE = 10_000_000


class Failure(NamedTuple):
    """Why a cell does not pass: what nbval says, how the cell ended, and its own output."""

    said: str
    ending: Ending
    output: Mapping[str, Any]


def report(path: Path, game: str) -> tuple[list[Record], list[str]]:
    """Run a copy of a notebook; return how its tasks stand, and which other cells failed.

    ``game`` is whose exercise it is, unless its folder has the name of another game.
    BadNotebookError: the file is no notebook.
    """
    cells = read(path)
    folder = path.resolve().parent.name
    game = folder if (ROOT / "exercises" / folder).is_dir() else game
    found = {cell.name: cell for cell in cells if cell.name}
    errors = _run(path)
    lines = []
    for released in _expected(path, cells, game):
        cell = found.get(released.name)
        if cell is None:
            lines.append(Record(released.task, State.CHECK_MISSING,
                                say("Put it back, below your answer:\n{source}",
                                    source=released.source)))
        elif not cell.is_check or cell.source != released.source or not cell.is_as_released:
            lines.append(Record(released.task, State.CHECK_EDITED,
                                say("It should be this line, and nothing else:\n{source}",
                                    source=released.source)))
        else:
            lines.append(_line(released.task, errors.get(cell.number)))
    checks = {cell.number for cell in cells if cell.is_check}
    others = [_failed(cell, errors[cell.number]) for cell in cells
              if cell.number in errors and cell.number not in checks
              and errors[cell.number].ending is not Ending.NOT_RUN]
    return lines, others


def _expected(path: Path, cells: list[Cell], game: str) -> Iterator[Cell]:
    """Yield the check cells that the notebook should have, as they were released."""
    games = game if (ROOT / "exercises" / game / path.name).exists() else "*"
    for folder in ("exercises", "solutions"):
        for other in sorted(ROOT.glob(f"{folder}/{games}/{path.name}")):
            if not other.samefile(path):
                yield from (cell for cell in read(other) if cell.is_check)
                return
    if find_spec(checks := f"{package(game)}.check"):
        import_module(checks)  # it registers the tasks of the game
    checked = {cell.task for cell in cells if cell.is_check}
    for cell in cells:
        if cell.is_check:
            name = cell.task
            whole = cell.source if cell.is_as_released else f"check.{name}({name})"
            yield Cell("code", whole, cell.number, cell.nbgrader)
        elif cell.is_answer and cell.name not in checked and cell.name in tasks_of(game):
            yield Cell("code", f"check.{cell.name}({cell.name})", 0,
                       {"grade_id": f"check-{cell.name}", "grade": True})


def _run(path: Path) -> dict[int, Failure]:
    """Return why code cells, by their numbers, do not pass."""
    with TemporaryDirectory(prefix="blocky-check-", ignore_cleanup_errors=True) as name:
        folder = Path(name, "notebook")
        folder.mkdir()
        for each in path.resolve().parent.iterdir():
            if each.is_file() and each.stat().st_size < LARGE and each.name != "conftest.py":
                shutil.copyfile(each, folder / each.name)
        _without_outputs(folder / path.name)
        result = Path(name, "result.xml")
        environment = {key: value for key, value in os.environ.items() if key != "PYTEST_ADDOPTS"}
        done = subprocess.run(
            [sys.executable, "-m", "pytest", "--nbval-lax", "--nbval-current-env",
             f"--nbval-cell-timeout={SECONDS}", f"--junitxml={result}", f"--rootdir={folder}",
             "-o", "addopts=", "-p", "no:cacheprovider", "-p", endings.__name__, "--color=no",
             "--runxfail",  # nbval expects no more of a notebook once a cell did not end
             path.name],
            cwd=folder, env=environment, capture_output=True, text=True, check=False)
        if not result.exists():
            raise RuntimeError(say("nbval did not run:\n{said}", said=done.stdout + done.stderr))
        return _failures(result)


def _failures(result: Path) -> dict[int, Failure]:
    """Return why cells failed, by their numbers, from a result file of nbval with ``endings``."""
    found = {}
    for case in ElementTree.parse(result).iter("testcase"):
        number = re.search(r"Cell (\d+)$", case.get("name", ""))
        text = "\n".join(each.text or each.tag for each in case if each.tag != "properties")
        if number is None:
            raise RuntimeError(say("nbval did not run:\n{said}", said=text))
        if text:
            kept_in = {each.get("name"): each.get("value", "") for each in case.iter("property")}
            found[int(number[1]) + 1] = Failure(
                re.sub(r"\x1b\[[\d;]*m|#x1B\[[\d;]*m", "", text),
                Ending(kept_in.get(endings.ENDING, Ending.RAISED)),
                json.loads(kept_in.get(endings.ERROR, "{}")))
    return found


def _without_outputs(path: Path) -> None:
    """Leave nothing in a notebook but its texts and its code, so that nothing else matters."""
    notebook = json.loads(path.read_text(encoding="utf-8"))
    for cell in notebook["cells"]:
        cell["metadata"] = {}
        if cell["cell_type"] == "code":
            cell["outputs"], cell["execution_count"] = [], None
    path.write_text(json.dumps(notebook), encoding="utf-8")


def _line(task: str, failure: Failure | None) -> Record:
    """Return how a task stands whose check cell failed so, or passed."""
    if failure is None:
        return Record(task, State.PASSED)
    record = state_of(failure.output)
    if record is not None and record.task == task:
        return record
    said = {
        Ending.NOT_RUN: say("A cell above it never ended, or ended Python."),
        Ending.LOST: say("The check ended Python, or ran for {seconds} seconds and could not be "
                         "stopped.", seconds=SECONDS),
        Ending.STOPPED: say("The check was stopped after {seconds} seconds.", seconds=SECONDS),
        Ending.RAISED: _last_line(failure),
    }
    state = State.NOT_REACHED if failure.ending is Ending.NOT_RUN else State.NOT_CHECKED
    return Record(task, state, said[failure.ending])


def _failed(cell: Cell, failure: Failure) -> str:
    """Return a sentence about a cell that failed and is no check."""
    place = {"number": cell.number, "first_line": _first_line(cell)}
    if failure.ending is Ending.LOST:
        return say("Cell {number} ({first_line}) failed: it ended Python, or it ran for {seconds} "
                   "seconds and could not be stopped", **place, seconds=SECONDS)
    if failure.ending is Ending.STOPPED:
        return say("Cell {number} ({first_line}) failed: it was stopped after {seconds} seconds",
                   **place, seconds=SECONDS)
    return say("Cell {number} ({first_line}) failed: {error}", **place, error=_last_line(failure))


def _last_line(failure: Failure) -> str:
    """Return the error itself: the last line of the traceback."""
    return [line for line in failure.said.split("\n") if line.strip()][-1].strip()


def _first_line(cell: Cell) -> str:
    line = next((line for line in cell.source.split("\n") if line.strip()), "")
    return line if len(line) <= 50 else line[:47] + "..."


def _print(path: Path, game: str) -> int:
    """Check one notebook, print how it stands, and return the exit code."""
    print(path.name)
    try:
        lines, others = report(path, game)
    except BadNotebookError as error:
        print(f"  {error}")
        return UNREADABLE
    width = max((len(line.task) for line in lines), default=0)
    for line in lines:
        print(f"  {line.task:{width}}  {line.state.words}")
        if line.hint:
            print(indent(line.hint, " " * (width + 6)))
    for other in others:
        print(f"  {other}")
    passed = sum(line.state is State.PASSED for line in lines)
    print(indent(say("{passed} of {count} tasks passed.", passed=passed, count=len(lines))
                 if lines else say("There are no tasks in it."), "  "))
    return SOLVED if lines and passed == len(lines) and not others else UNSOLVED


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of ``blocky check``."""
    parser.add_argument("notebooks", nargs="+",
                        help=say("your notebooks, or their numbers in exercises/, as 06"))
    parser.description = say("{description}. The exit code is 0 if all tasks pass, 1 if some do "
                             "not, 2 if a file cannot be read.", description=parser.description)


def command(options: Namespace) -> int:
    """Check notebooks; return the worst of their exit codes."""
    numbered = {path.name.split("_")[0]: path
                for path in Path("exercises", options.game).glob("*.ipynb")}
    return max(_print(numbered.get(name, Path(name)), options.game) for name in options.notebooks)
