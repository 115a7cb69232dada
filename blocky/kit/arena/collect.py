"""Collects the players that students handed in, as files or as notebooks."""

from __future__ import annotations

import base64
import os
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

from blocky.kit.arena.apart import told
from blocky.kit.arena.entry import HandedIn
from blocky.kit.arena.found import Submission
from blocky.kit.arena.process import ask
from blocky.kit.language import mark, say
from blocky.kit.safely import PartError
from blocky.kit.teaching import ROOT, nearest

__all__ = ["Collected", "collect"]

#: What is said of code that ended the process which looked for a player, or that had to be ended.
_FAULTS = mark({
    "not_stopped": "its code does not come to an end.",
    "memory": "its code uses more than {megabytes:g} megabytes of memory.",
    "gone": "its code ends the process that looks for a player.",
})


class Collected(dict[str, HandedIn]):
    """Players by the names of those who handed them in.

    ``problems`` holds a sentence for each one who handed in none that can be taken.
    """

    def __init__(self) -> None:
        super().__init__()
        self.problems: list[str] = []


def collect(folder: str | os.PathLike[str], game: str = "*") -> Collected:
    """Return the players in the Python files and notebooks of ``folder``; print problems.

    A file in the folder itself gives its name to the player; files in a folder in it, such as
    submitted/STUDENT or submitted/STUDENT/blocky, belong together and take its name. With "blocky"
    for a ``game``, folders such as submitted/STUDENT/blue are left out, and those of its exercises,
    such as submitted/STUDENT/10_arena, are not. The player is the class
    MyPlayer, or else the only player class defined there. Only imports, functions, classes and
    constants of a file are run, in a process that writes no files. ValueError: there is no such
    folder.
    """
    place = Path(folder)
    if not place.is_dir():
        raise ValueError(say("There is no folder {place}.", place=place))
    files = defaultdict(list)
    for path in _files(place, game):
        inside = path.relative_to(place)
        files[inside.parts[0] if len(inside.parts) > 1 else path.stem].append(path.resolve())
    collected, token = Collected(), uuid4().hex
    for name, paths in files.items():
        found = _found(Submission(name, tuple(paths), game), token)
        if isinstance(found, HandedIn):
            collected[name] = found
        else:
            collected.problems.append(say("{name} is left out: {why}", name=name, why=found))
    print(*collected.problems, sep="\n", end="\n" if collected.problems else "")
    return collected


def _found(submission: Submission, token: str) -> HandedIn | str:
    """Return the player of a submission, or why there is none."""
    fault: Any = {}
    try:
        messages, lost = ask(submission, token)
        last: Any = messages[-1]
        fault = {"kind": lost["fault"]} if lost else last.get("fault")
        if not fault:
            found = last["found"]
            if "problem" in found:
                return told(found["problem"])
            return HandedIn(told(found["kind"]), base64.b64decode(found["pickled"]))
    except (PartError, TypeError, KeyError, AttributeError, ValueError):
        pass
    words = _FAULTS.get(fault["kind"]) if fault else None
    return say(words or "its code says what no player says.", megabytes=submission.memory)


def _files(folder: Path, game: str) -> Iterator[Path]:
    """Yield the files to look at: those in the folder, then those in each student's."""
    names = {path.stem for place in (nearest("exercises"), ROOT / "exercises")
             for path in place.glob(f"{game}/*.ipynb")} if game != "*" else set()
    for pattern in ("*", "*/*", f"*/{game}/*", *(f"*/{name}/*" for name in sorted(names))):
        for path in sorted(folder.glob(pattern)):
            shown = not any(part.startswith((".", "_")) for part in path.relative_to(folder).parts)
            if shown and path.is_file() and path.suffix in (".py", ".ipynb"):
                yield path
