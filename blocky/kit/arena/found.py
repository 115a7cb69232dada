"""Looks for the player that a student handed in, in a process of its own.

What comes back of it is text: the class, as cloudpickle writes it, or a sentence. The class itself
is made again in the processes of its games only.
"""

from __future__ import annotations

import base64
import importlib
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from blocky.kit.arena.apart import Apart, Ask
from blocky.kit.arena.entry import checked, pickled
from blocky.kit.arena.match import Message
from blocky.kit.definitions import run
from blocky.kit.games import package
from blocky.kit.language import say
from blocky.kit.player import Player
from blocky.kit.safely import PartError

__all__ = ["Submission", "look"]

#: The name of the class that the exercises ask for.
OWN = "MyPlayer"


@dataclass(frozen=True)
class Submission:
    """What a student handed in: the files that belong together, and for which game of the house.

    ``seconds`` and ``memory`` (megabytes) are what it may take to look into them.
    """

    name: str
    files: tuple[Path, ...]
    game: str
    seconds: float = 10.0
    memory: float = 1000.0


def look(submission: Submission) -> Iterator[Message]:
    """Yield one message: what was found, or the fault for which nothing was."""
    for module in ("blocky.kit.check.exercise_cells", f"{package(submission.game)}.game"):
        with suppress(ImportError):
            importlib.import_module(module)  # once, and not in each process
    with Apart(submission.name, submission.memory, _search, submission) as process:
        try:
            yield {"found": process.answer(submission.seconds)}
        except PartError as error:
            yield {"fault": error.fault.to_record()}


def _search(ask: Ask, submission: Submission) -> None:
    """Answer with the player of a submission, its class, or with a sentence that says why not."""
    classes, wrong = list[type[Player]](), list[str]()
    for path in submission.files:
        found, said = _players(path)
        classes += found
        wrong += [f"{path.name}: {each.rstrip('.')}." for each in said]
    classes = [kind for kind in classes if kind.__name__ == OWN] or classes
    if len(classes) != 1:
        ask({"problem": say(
            "there are {count} player classes ({classes}), and which one is to play is not "
            "clear. One of them should be called {own}.", count=len(classes), own=OWN,
            classes=", ".join(kind.__name__ for kind in classes)) if classes else
            " ".join([say("no player class was found."), *wrong[:1]])})
        return
    kind, = classes
    try:
        sent = pickled(submission.name, checked(kind), [base for base in kind.__mro__
                                                         if issubclass(base, Player)])
    except ValueError as error:
        ask({"problem": str(error)})
        return
    ask({"kind": kind.__name__, "pickled": base64.b64encode(sent).decode()})


def _players(path: Path) -> tuple[list[type[Player]], list[str]]:
    """Return the player classes that a file defines, and what went wrong in it."""
    from blocky.kit.check.exercise_cells import BadNotebookError, read

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
