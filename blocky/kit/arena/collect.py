"""Collects the players that students handed in, as files or as notebooks."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from blocky.kit.definitions import run
from blocky.kit.language import say
from blocky.kit.player import Player
from blocky.kit.teaching import ROOT, nearest

__all__ = ["Collected", "collect"]

#: The name of the class that the exercises ask for.
OWN = "MyPlayer"


class Collected(dict[str, type[Player]]):
    """Player classes by the names of those who handed them in.

    ``problems`` holds a sentence for each one who handed in none that can be taken.
    """

    def __init__(self) -> None:
        super().__init__()
        self.problems: list[str] = []


def collect(folder: str | os.PathLike[str], game: str = "*") -> Collected:
    """Return the player classes in the Python files and notebooks of ``folder``; print problems.

    A file in the folder itself gives its name to the player; files in a folder in it, such as
    submitted/STUDENT or submitted/STUDENT/blocky, belong together and take its name. With "blocky"
    for a ``game``, folders such as submitted/STUDENT/blue are left out, and those of its exercises,
    such as submitted/STUDENT/10_arena, are not. The player is the class
    MyPlayer, or else the only player class defined there. Only imports, functions, classes and
    constants of a file are run. ValueError: there is no such folder.
    """
    place = Path(folder)
    if not place.is_dir():
        raise ValueError(say("There is no folder {place}.", place=place))
    files = defaultdict(list)
    for path in _files(place, game):
        inside = path.relative_to(place)
        files[inside.parts[0] if len(inside.parts) > 1 else path.stem].append(path)
    collected = Collected()
    for name, paths in files.items():
        classes, wrong = [], []
        for path in paths:
            found, said = _players(path)
            classes += found
            wrong += [f"{path.name}: {each}." for each in said]
        classes = [kind for kind in classes if kind.__name__ == OWN] or classes
        if len(classes) == 1:
            collected[name] = classes[0]
            continue
        problem = (say("{name} is left out: no player class was found.",
                       name=name) if not classes else
                   say("{name} is left out: there are {count} player classes ({classes}), and "
                       "which one is to play is not clear. One of them should be called {own}.",
                       name=name, count=len(classes),
                       classes=", ".join(kind.__name__ for kind in classes), own=OWN))
        collected.problems.append(" ".join([problem, *wrong[:1]] if not classes else [problem]))
    print(*collected.problems, sep="\n", end="\n" if collected.problems else "")
    return collected


def _files(folder: Path, game: str) -> Iterator[Path]:
    """Yield the files to look at: those in the folder, then those in each student's."""
    names = {path.stem for place in (nearest("exercises"), ROOT / "exercises")
             for path in place.glob(f"{game}/*.ipynb")} if game != "*" else set()
    for pattern in ("*", "*/*", f"*/{game}/*", *(f"*/{name}/*" for name in sorted(names))):
        for path in sorted(folder.glob(pattern)):
            shown = not any(part.startswith((".", "_")) for part in path.relative_to(folder).parts)
            if shown and path.is_file() and path.suffix in (".py", ".ipynb"):
                yield path


def _players(path: Path) -> tuple[list[type[Player]], list[str]]:
    """Return the player classes that a file defines, and what went wrong in it."""
    from blocky.kit.check.cells import BadNotebookError, read

    module = f"{path.parent.name}.{path.stem}"  # no module of that name can be imported
    try:
        if path.suffix == ".py":
            sources = [(str(path), path.read_text(encoding="utf-8"))]
        else:
            sources = [(f"<{path}, cell {cell.number}>", cell.source)
                       for cell in read(path) if cell.kind == "code"]
    except (OSError, UnicodeDecodeError, BadNotebookError) as error:
        return [], [str(error)]
    space, wrong = run(sources, module)
    return [thing for thing in space.values() if isinstance(thing, type)
            and issubclass(thing, Player) and thing.__module__ == module], wrong
