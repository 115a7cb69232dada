"""Finds the player that a student handed in, in a process of its own.

Only text comes back: the class, as cloudpickle writes it, or a sentence. The class is loaded in the
processes of its games only.
"""

import base64
import importlib
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from blocky.kit.arena.entry import checked, pickled_player
from blocky.kit.arena.isolated import Ask, Isolated
from blocky.kit.arena.match import Message
from blocky.kit.definitions import run
from blocky.kit.games import package
from blocky.kit.language import say
from blocky.kit.player import Player
from blocky.kit.safely import PartError
from blocky.kit.text_files import BadTextError, read_text

__all__ = ["Submission", "find_player"]

#: The name that the exercises give to the class.
OWN = "MyPlayer"


@dataclass(frozen=True)
class Submission:
    """A student's files, and the game that they are for.

    ``seconds`` and ``memory`` (megabytes) are the limits of the search.
    """

    name: str
    files: tuple[Path, ...]
    game: str
    seconds: float = 10.0
    memory: float = 1000.0


def find_player(submission: Submission) -> Iterator[Message]:
    """Yield one message: the player or why there is none ("found"), or a "fault"."""
    for module in ("blocky.kit.check.exercise_cells", f"{package(submission.game)}.game"):
        with suppress(ImportError):
            importlib.import_module(module)  # here, and not again in each process
    with Isolated(submission.name, submission.memory, _search, submission) as process:
        try:
            yield {"found": process.answer(submission.seconds)}
        except PartError as error:
            yield {"fault": error.fault.to_record()}


def _search(ask: Ask, submission: Submission) -> None:
    """Answer with the class of the player, or with a sentence that says why there is none."""
    classes, problems = list[type[Player]](), list[str]()
    for path in submission.files:
        found, said = _players(path)
        classes += found
        problems += [f"{path.name}: {each.rstrip('.')}." for each in said]
    classes = [kind for kind in classes if kind.__name__ == OWN] or classes
    if len(classes) != 1:
        ask({"problem": say(
            "there are {count} player classes ({classes}), so it isn't clear which one should "
            "play. Name one of them {own}.", count=len(classes), own=OWN,
            classes=", ".join(kind.__name__ for kind in classes)) if classes else
            " ".join([say("no player class was found."), *problems[:1]])})
        return
    kind, = classes
    try:
        checked(kind)
        pickled = pickled_player(submission.name, kind)
    except ValueError as error:
        ask({"problem": str(error)})
        return
    ask({"kind": kind.__name__, "pickled": base64.b64encode(pickled).decode()})


def _players(path: Path) -> tuple[list[type[Player]], list[str]]:
    """Return the player classes that a file defines, and the errors in it."""
    from blocky.kit.check.exercise_cells import BadNotebookError, read

    module = f"{path.parent.name}.{path.stem}"  # no module of that name can be imported
    try:
        if path.suffix == ".py":
            sources = [(str(path), read_text(path))]
        else:
            sources = [(f"<{path}, cell {cell.number}>", cell.source)
                       for cell in read(path) if cell.kind == "code"]
    except (OSError, BadTextError, BadNotebookError) as error:
        return [], [str(error)]
    space, errors = run(sources, module)
    return [thing for thing in space.values() if isinstance(thing, type)
            and issubclass(thing, Player) and thing.__module__ == module], errors
