"""Files of saved games, and the objects in their records."""

import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from blocky.kit.language import say
from blocky.kit.safely import trusted_kinds
from blocky.kit.text_files import BadTextError, read_text

__all__ = ["FORMAT", "VERSION", "checked", "objects_of", "read", "write"]

FORMAT, VERSION = "game", 2


def checked(record: Any, key: str) -> dict[str, Any]:
    """Return ``record``. ValueError: it is not of this game, or of a newer version."""
    if not isinstance(record, dict) or record.get("format") != FORMAT:
        raise ValueError(say("This file is not a saved game."))
    version = record.get("version")
    if not isinstance(version, int) or version < VERSION:
        raise ValueError(say("The saved game is damaged: it has no version number."))
    if version > VERSION:
        raise ValueError(say("The saved game has version {version}, and this kit reads up to "
                             "version {known}. A newer version of the kit is needed.",
                             version=version, known=VERSION))
    if record.get("game") != key:
        raise ValueError(say("This file is a saved game of {other}, not of {game}.",
                             other=record.get("game"), game=key))
    return record


def objects_of(what: str, base: type[Any], entries: Sequence[dict[str, Any]],
                  given: Sequence[Any] | None) -> list[Any]:
    """Return the objects of a record, such as its players: those given, or the kit's made again.

    ValueError: those given are of other classes, or a student's are needed.
    """
    kinds = [entry["kind"] for entry in entries]
    if given is not None:
        names = [type(each).__name__ for each in given]
        if names != kinds:
            raise ValueError(say("The saved game has the {what} {saved}, but {given} were given.",
                                 what=what, saved=", ".join(kinds),
                                 given=", ".join(names) or say("none")))
        return list(given)
    known = trusted_kinds(base)
    for kind in kinds:
        if kind not in known:
            raise ValueError(say("It needs the class {kind}, which is not of this kit. "
                                 "Load it with Game.load(path, {what}=[...]).",
                                 kind=kind, what=what))
    return [known[entry["kind"]](**{key: value for key, value in entry.items() if key != "kind"})
            for entry in entries]


def write(record: dict[str, Any], path: str | os.PathLike[str]) -> None:
    """Write ``record`` to a new file, which then replaces the file at ``path``."""
    target = Path(path)
    if not target.name:
        raise ValueError(say("A file needs a name, but the name given is {name!r}.",
                             name=os.fspath(path)))
    beside = target.with_name(f".{target.name}.{os.getpid()}.new")
    try:
        beside.write_text(json.dumps(record, indent=1), encoding="utf-8")
        os.replace(beside, target)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise


def read(path: str | os.PathLike[str]) -> Any:
    """Return the record in a file. ValueError: there is none."""
    try:
        return json.loads(read_text(path))
    except (BadTextError, json.JSONDecodeError, RecursionError):
        raise ValueError(say("{path} is not a saved game: it holds no JSON, or only a part of it.",
                             path=os.fspath(path))) from None
