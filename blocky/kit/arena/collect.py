"""Collects the players that students handed in, as files or as notebooks."""

import base64
import os
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from blocky.kit.arena import guest_player
from blocky.kit.arena.entry import HandedIn
from blocky.kit.arena.seat import Seat, printable
from blocky.kit.games import package
from blocky.kit.language import mark, say
from blocky.kit.safely import PartError
from blocky.kit.teaching import ROOT, nearest
from blocky.kit.text_files import BadTextError, read_text

__all__ = ["Collected", "collect"]

#: Sentences about code that ended the process looking for a player, or for which it was ended.
_FAULTS = mark({
    "not_stopped": "the code never ends.",
    "memory": "the code uses more than {megabytes:g} megabytes of memory.",
    "gone": "the code ends the process that looks for the player.",
    "too_much": "the code starts too many processes or writes too many files.",
    "no_answer": "the code sends an answer that doesn't describe a player.",
})

#: The seconds and the megabytes that the code of a submission may use while its player is found.
SECONDS, MEMORY = 10.0, 1000.0


class Collected(dict[str, HandedIn]):
    """The players, by the names of those who handed them in.

    ``problems`` has a sentence for each submission without a player.
    """

    def __init__(self) -> None:
        super().__init__()
        self.problems: list[str] = []


def collect(folder: str | os.PathLike[str], game: str = "*") -> Collected:
    """Return the players in the Python files and notebooks of ``folder``; print the problems.

    A file in the folder itself names its player; files in a subfolder, such as submitted/STUDENT or
    submitted/STUDENT/blocky, belong together, and the subfolder names the player. If ``game`` is
    "blocky", folders of other games, such as submitted/STUDENT/blue, are left out, but not those of
    its exercises, such as submitted/STUDENT/10_arena. The player is the class MyPlayer, otherwise
    the only player class. Only the imports, functions, classes and constants of a file run, in a
    process that cannot write files. ValueError: there is no such folder.
    """
    place = Path(folder)
    if not place.is_dir():
        raise ValueError(say("There's no folder {place}.", place=place))
    files = defaultdict(list)  # by the names of players
    for path in _files(place, game):
        first_part, *other_parts = path.relative_to(place).parts
        name = first_part if other_parts else path.stem  # the subfolder's, or the file's
        files[name].append(path.resolve())
    collected = Collected()
    with Seat([f"{package(game)}.game"], MEMORY) as seat:
        for name, paths in files.items():
            player_or_why = _player_of(seat, name, [_read(path) for path in paths])
            if isinstance(player_or_why, HandedIn):
                collected[name] = player_or_why
            else:
                collected.problems.append(say("{name} was left out: {why}", name=name,
                                              why=player_or_why))
    print(*collected.problems, sep="\n", end="\n" if collected.problems else "")
    return collected


def _player_of(seat: Seat, name: str, files: list[dict[str, Any]]) -> HandedIn | str:
    """Return the player in a student's files, or a sentence on why there is none.

    The files are as ``_read`` returns them. Their code runs in the process of ``seat``.
    """
    seat.begin(name)
    try:
        reply = seat.ask(guest_player.find, name, files, seconds=SECONDS)
    except PartError as error:
        return say(_FAULTS.get(error.fault.kind, _FAULTS["gone"]), megabytes=MEMORY)
    try:
        if "problem" in reply:
            return printable(reply["problem"])
        return HandedIn(printable(reply["kind"]), base64.b64decode(reply["pickled"]))
    except (TypeError, KeyError, AttributeError, ValueError):  # the student's code has replied
        return say(_FAULTS["no_answer"])


def _read(path: Path) -> dict[str, Any]:
    """Return the name, the module and the sources of a file, as ``guest_player.find`` takes it.

    If it can't be read, it has no sources, and a "problem".
    """
    from blocky.kit.check.exercise_cells import BadNotebookError, read

    sources: list[list[str]] = []
    problem = ""
    try:
        if path.suffix == ".py":
            sources = [[str(path), read_text(path)]]
        else:
            sources = [[f"<{path}, cell {cell.number}>", cell.source]
                       for cell in read(path) if cell.kind == "code"]
    except (OSError, BadTextError, BadNotebookError) as error:
        problem = str(error)
    module = f"{path.parent.name}.{path.stem}"  # nobody can import a module of that name
    return {"name": path.name, "module": module, "sources": sources, "problem": problem}


def _files(folder: Path, game: str) -> Iterator[Path]:
    """Yield the Python files and notebooks of ``folder``, then those of each student's folder.

    In a student's folder, they may also be in a folder of the game, or in one of an exercise. The
    game "*" stands for all games: then any folder there will do.
    """
    exercises: set[str] = set()
    if game != "*":
        for place in (nearest("exercises"), ROOT / "exercises"):
            exercises.update(path.stem for path in place.glob(f"{game}/*.ipynb"))
    patterns = ["*", "*/*", f"*/{game}/*", *(f"*/{name}/*" for name in sorted(exercises))]
    for pattern in patterns:
        for path in sorted(folder.glob(pattern)):
            parts = path.relative_to(folder).parts
            is_hidden = any(part.startswith((".", "_")) for part in parts)
            if not is_hidden and path.is_file() and path.suffix in (".py", ".ipynb"):
                yield path
