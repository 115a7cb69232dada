"""Fetches what a student wrote in an earlier exercise."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from blocky.kit.check.exercise_cells import BadNotebookError, Cell, read
from blocky.kit.definitions import names_defined, run
from blocky.kit.language import say
from blocky.kit.notebook.tasks import tasks_of

__all__ = ["earlier_in"]


def earlier_in(game: str) -> Callable[[str], Any]:
    """Return the function that fetches a student's answers to earlier tasks of a game."""
    def earlier(name: str) -> Any:
        """Return your own answer to a task of an earlier exercise, if it passes its check.

        If it doesn't, say so, and return the kit's own answer. Your answer is searched for in the
        notebooks beside this one. Of the notebook that has it, only the imports, functions, classes
        and constants are run.
        """
        tasks = tasks_of(game)
        if name not in tasks:
            raise ValueError(say("{name!r} isn't a task. The tasks are {names}.", name=name,
                                 names=", ".join(sorted(tasks))))
        first_file = ""
        for path, code_cells in _notebooks(name):
            sources = [(f"<{path.stem}, cell {cell.number}>", cell.source) for cell in code_cells]
            namespace, _ = run(sources, path.stem)
            answer = namespace.get(name)
            if answer is not None and tasks[name].passes(answer):
                print(say("This notebook uses your own {name}, from {file}.",
                          name=name, file=path.name))
                return answer
            first_file = first_file or path.name
        if first_file:
            print(say("Your {name} in {file} doesn't pass its check yet, so this notebook uses the "
                      "kit's {name}.", name=name, file=first_file))
        else:
            print(say("The notebooks in this folder don't define {name}, so this notebook uses the "
                      "kit's {name}.", name=name))
        return tasks[name].right

    return earlier


def _notebooks(name: str) -> Iterator[tuple[Path, list[Cell]]]:
    """Yield the notebooks in this folder with an answer, each as its path and its cells of code.

    Those in which the answer has a cell of its own come first, before others that define the name.
    """
    others = []
    for path in sorted(Path().glob("*.ipynb")):
        with suppress(BadNotebookError):
            code_cells = [cell for cell in read(path) if cell.kind == "code"]
            if any(cell.name == name and cell.is_answer for cell in code_cells):
                yield path, code_cells
            elif any(name in names_defined(cell.source) for cell in code_cells):
                others.append((path, code_cells))
    yield from others
