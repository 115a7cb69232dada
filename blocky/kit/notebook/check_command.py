"""Checks an exercise's notebook as a whole: ``blocky check exercises/blocky/06_flatten.ipynb``.

The notebook is copied, the copy is run from its first cell to its last, and its tasks are listed
with their states.
"""

import os
import shutil
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from textwrap import indent
from typing import Any

import nbformat

from blocky.kit.check.course_settings import settings_of
from blocky.kit.check.exercise_cells import BadNotebookError, Cell, read
from blocky.kit.check.record import Record, Status
from blocky.kit.games import package
from blocky.kit.guest.guest import Guest, GuestError
from blocky.kit.language import say, say_count
from blocky.kit.notebook.execute import SECONDS, Run
from blocky.kit.notebook.outcome import failures, on_one_line, records
from blocky.kit.notebook.restore import notebook_at, restore
from blocky.kit.notebook.tasks import tasks_of
from blocky.kit.teaching import ROOT, find, nearest

__all__ = ["add_arguments", "command", "report"]

#: Exit codes: all tasks pass, some do not, a file cannot be read. `make check` takes the first two.
SOLVED, UNSOLVED, UNREADABLE = 0, 1, 2

#: The file of a course of nbgrader.
CONFIG = "nbgrader_config.py"

#: Larger files beside a notebook, in bytes, are not copied with it.
LARGE = 10_000_000


def report(path: Path, game: str) -> tuple[list[Record], list[str], list[str]]:
    """Run a copy of a notebook, and return what happened.

    Return the records of its tasks, a sentence for each other cell that failed, and a sentence for
    each cell that was restored. The notebook is run as when it is graded: checks that were edited
    or deleted are restored before. BadNotebookError: the file is no notebook.
    """
    cells = read(path)  # the cells as the kit reads them, with their tasks
    notebook = notebook_at(path)  # the same file, as nbformat reads and runs it
    restored = restore(notebook.cells, _released(path, cells, _game_of(path, game)))
    settings = settings_of(path.resolve().parent)
    run = Run(notebook, seconds=SECONDS)
    _run(run, path, {"hints": settings.hints, "carry": settings.carry})
    return records(run), [*failures(run).values()], restored


def _game_of(path: Path, game: str) -> str:
    """Return the game that a notebook's folder is named after; ``game`` if there is none."""
    folder = path.resolve().parent.name
    is_a_game = (ROOT / "exercises" / folder).is_dir()
    return folder if is_a_game else game


def _released(path: Path, cells: list[Cell], game: str) -> list[Any]:
    """Return the cells of a notebook's exercise as released in the course around it, or in the kit.

    ``cells`` are those of the notebook. If it's not an exercise of either, return checks for the
    tasks that the notebook itself names.
    """
    for root in (_course_around(path), ROOT):
        # Without an exercise of this name in the game, that of another game may be meant.
        game_or_any = game if (root / "exercises" / game / path.name).exists() else "*"
        candidates = [*sorted(root.glob(f"exercises/{game_or_any}/{path.name}")),
                      *sorted(root.glob(f"solutions/{game_or_any}/{path.name}"))]
        for candidate in candidates:
            if candidate.samefile(path):  # the notebook can't say what was edited in itself
                continue
            # the kit may have another version of the exercise; a course has the right one
            if root != ROOT or _comes_of(cells, read(candidate)):
                return list(notebook_at(candidate).cells)
    return _checks_for(cells, game)


def _checks_for(cells: list[Cell], game: str) -> list[Any]:
    """Return a new cell for each check of a notebook, and for each answer that has no check.

    An answer is the cell of a task of the game.
    """
    module_of_checks = f"{package(game)}.check"
    if find_spec(module_of_checks):
        import_module(module_of_checks)  # it registers the tasks of the game
    checks = {cell.task: cell for cell in cells if cell.is_check}
    new_cells = []
    for cell in cells:
        is_unchecked_answer = cell.is_answer and cell.name not in checks
        if cell.is_check or (is_unchecked_answer and cell.name in tasks_of(game)):
            new_cells.append(_check_cell(cell.task, checks.get(cell.task)))
    return new_cells


def _course_around(path: Path) -> Path:
    """Return the folder of the course that a notebook is in, or else the kit's."""
    for folder in path.resolve().parents:
        if (folder / CONFIG).is_file():
            return folder
    return ROOT


def _check_cell(task: str, own: Cell | None) -> Any:
    """Return a cell that checks a task, with the settings of the notebook's ``own`` check.

    It also has that check's source, if nbgrader's checksum says that nobody has edited it. None:
    the notebook has no such check.
    """
    source = f"check.{task}({task})"
    settings: Mapping[str, Any] = {}
    if own:
        settings = own.nbgrader
        is_as_released = settings.get("checksum", own.checksum) == own.checksum
        if is_as_released:
            source = own.source
    return nbformat.v4.new_code_cell(  # type: ignore[no-untyped-call]
        source, metadata={"nbgrader": {
            "points": 1, **settings, "grade_id": f"check-{task}", "grade": True, "locked": True,
            "solution": False}})


def _comes_of(cells: list[Cell], released: list[Cell]) -> bool:
    """Whether the checks of a notebook were made for the ``released`` cells, by their checksums.

    nbgrader notes a checksum in each check. A check without one may be of any release.
    """
    checksums = {cell.name: cell.checksum for cell in released if cell.is_check}
    for cell in cells:
        if cell.is_check:
            checksum_released = checksums.get(cell.name)
            if cell.nbgrader.get("checksum", checksum_released) != checksum_released:
                return False
    return True


def _run(run: Run, path: Path, settings: Mapping[str, Any]) -> None:
    """Run a notebook in a temporary folder, beside copies of the files that are beside it."""
    with TemporaryDirectory(prefix="blocky-check-", ignore_cleanup_errors=True) as top:
        folder = Path(top, "notebook")
        temporary = Path(top, "temporary")
        folder.mkdir()
        temporary.mkdir()
        for file in path.resolve().parent.iterdir():
            if file.is_file() and file.stat().st_size < LARGE and os.access(file, os.R_OK):
                shutil.copyfile(file, folder / file.name)
        with Guest(str(folder), temporary=str(temporary), checks=True, walled=False,
                   settings=settings) as guest:
            run.run(guest)


def _print(path: Path, game: str) -> int:
    """Check a notebook, print the states of its tasks, and return the exit code."""
    for problem in settings_of(path.resolve().parent).problems:
        print(problem, say("Tell your instructor. Until this is fixed, checks give no hints."),
              file=sys.stderr)
    print(path.name)
    try:
        task_records, failed_cells, restored = report(path, game)
    except BadNotebookError as error:
        print(f"  {error}")
        return UNREADABLE
    except GuestError as error:
        print(indent(say("The notebook can't be run, because Python doesn't start ({error}).",
                         error=on_one_line(str(error))), "  "))
        return UNREADABLE
    width = max((len(record.task) for record in task_records), default=0)
    for record in task_records:
        print(f"  {record.task:{width}}  {record.state.words}")
        if record.hint:
            print(indent(record.hint, " " * (width + 6)))
    for sentence in (*failed_cells, *restored):
        print(f"  {sentence}")
    if not task_records:
        print(indent(say("This notebook has no tasks."), "  "))
        return UNSOLVED
    passed = sum(record.state is Status.PASSED for record in task_records)
    print(indent(say_count("{passed} of {count} task passed.", "{passed} of {count} tasks passed.",
                           len(task_records), passed=passed), "  "))
    return SOLVED if passed == len(task_records) and not failed_cells else UNSOLVED


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of ``blocky check``."""
    parser.add_argument("notebooks", nargs="+",
                        help=say("your notebooks, or the numbers of exercises, such as 6"))
    parser.description = say("{description}. The exit code is 0 if all tasks pass, 1 if some "
                             "don't, and 2 if a file can't be read or run.",
                             description=parser.description)


def command(options: Namespace) -> int:
    """Check notebooks; return the worst of their exit codes."""
    folder = nearest("exercises") / options.game
    notebooks = [find(file_or_number, folder) for file_or_number in options.notebooks]
    return max(_print(path, options.game) for path in notebooks)
