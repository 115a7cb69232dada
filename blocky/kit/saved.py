"""Files of saved games, and the objects in their records."""

import json
import os
from collections.abc import Container, Sequence
from itertools import count
from pathlib import Path, PureWindowsPath
from typing import Any, TypeGuard

from blocky.kit.language import say, say_count
from blocky.kit.safely import trusted_kinds
from blocky.kit.text_files import BadTextError, read_text
from blocky.kit.writing import expect_own, named_file, replace_file

__all__ = ["FORMAT", "SUFFIX", "VERSION", "checked", "free_name", "in_words", "is_saved_game",
           "objects_of", "place_for", "read", "with_ending", "write"]

FORMAT, VERSION = "game", 2

#: The ending of the names of saved games, of all games.
SUFFIX = ".game.json"

#: The size in bytes that no saved game has.
LARGEST = 50_000_000


def checked(record: Any, key: str) -> dict[str, Any]:
    """Return the ``record`` of a file if it is a saved game of the game ``key``.

    ValueError: it is something else, damaged, of another game, or of a newer version.
    """
    if not _is_saved_record(record):
        raise ValueError(say("This file isn't a saved game."))
    version = record.get("version")
    if not isinstance(version, int) or version < VERSION:
        raise ValueError(say("The saved game is damaged: it has no version number."))
    if version > VERSION:
        raise ValueError(say("The saved game has version {version}, but this kit reads only "
                             "versions up to {known}. You need a newer version of the kit.",
                             version=version, known=VERSION))
    if record.get("game") != key:
        raise ValueError(say("This file is a saved game of {other}, not of {game}.",
                             other=record.get("game"), game=key))
    return record


def objects_of(what: str, base: type[Any], entries: Sequence[dict[str, Any]],
                  given: Sequence[Any] | None) -> list[Any]:
    """Return the objects of a record, such as its players: those ``given``, or new ones.

    ``what`` is the word for the objects, and ``entries`` has the class and the settings of each.
    Only objects of the kit's subclasses of ``base`` can be made; a student's must be ``given``.
    ValueError: the given objects are of other classes, or a student's objects are needed.
    """
    class_names = [entry["kind"] for entry in entries]
    if given is not None:
        names = [type(each).__name__ for each in given]
        if names != class_names:
            raise ValueError(say("The saved game has the {what} {saved}, but you passed {given}.",
                                 what=what, saved=", ".join(class_names),
                                 given=", ".join(names) or say("none")))
        return list(given)
    kits_classes = trusted_kinds(base)
    for kind in class_names:
        if kind not in kits_classes:
            raise ValueError(say("It needs the class {kind}, which isn't part of this kit. Load it "
                                 "with Game.load(path, {what}=[...]).",
                                 kind=kind, what=what))
    objects = []
    for entry in entries:
        settings = {key: value for key, value in entry.items() if key != "kind"}
        objects.append(kits_classes[entry["kind"]](**settings))
    return objects


def place_for(name: str) -> Path:
    """Return the path in the current folder at which a game is saved under ``name``.

    The ending of saved games is added to a name without one.
    ValueError: the name is empty, has another ending, names another folder, or is in use for
    something that isn't a file.
    """
    name = name.strip()
    if not name or "\0" in name:
        raise ValueError(say("Type a name for the saved game, such as {example}.",
                             example=f"my{SUFFIX}"))
    name = with_ending(name)
    if not name.lower().endswith(SUFFIX) or Path(name).name.lower() == SUFFIX:
        raise ValueError(say("The name of a saved game must end in {ending}, for example "
                             "{example}. A file called {name} could be something else.",
                             ending=SUFFIX,
                             example=f"my{SUFFIX}", name=name))
    path = Path(name)
    windows = PureWindowsPath(name)  # it recognises the folders of all systems
    if path.is_absolute() or windows.anchor or ".." in windows.parts:
        raise ValueError(say("A board saves games only in the folder of its notebook. Type a name "
                             "without a folder, such as {example}.", example=windows.name))
    for place in [path, *path.parents]:
        if place.is_symlink() or (hasattr(place, "is_junction") and place.is_junction()):
            raise ValueError(say("{place} is a link to another place, and a board doesn't save "
                                 "games through a link. Type another name.", place=place))
    if os.path.lexists(path) and not path.is_file():
        raise ValueError(say("{name} already exists, and it isn't a file. Type another name.",
                             name=name))
    return path


def with_ending(name: str | os.PathLike[str]) -> str:
    """Return the name of a saved game, with the ending added if it has none.

    >>> with_ending(" mine "), with_ending("old.json")
    ('mine.game.json', 'old.json')
    """
    name = os.fspath(name).strip()
    parts = PureWindowsPath(name).parts
    has_no_ending = bool(parts) and "." not in parts[-1]
    return f"{name}{SUFFIX}" if has_no_ending else name


def free_name(game: str, taken: Container[str]) -> str:
    """Return a name for a saved game that is not ``taken`` and that no file has yet."""
    names = (f"{game}-{number}{SUFFIX}" for number in count(1))
    return next(name for name in names if name not in taken and not os.path.lexists(name))


def is_saved_game(content: bytes) -> bool:
    """Return whether this is the content of a saved game of any game."""
    try:
        record = json.loads(content)
    except (ValueError, RecursionError):
        return False
    return _is_saved_record(record)


def _is_saved_record(record: Any) -> TypeGuard[dict[str, Any]]:
    """Return whether the JSON data of a file are those of a saved game of any game."""
    return isinstance(record, dict) and record.get("format") == FORMAT


def in_words(path: Path) -> str:
    """Return a sentence on the game saved in a file: its players and the number of moves.

    ValueError: the file is something else.
    """
    record = read(path)
    if not _is_saved_record(record):
        raise ValueError(say("{path} isn't a saved game, so it stays as it is. Type another name.",
                             path=path))
    moves, players = record.get("moves"), record.get("players")
    if not isinstance(moves, list) or not isinstance(players, list):
        return say("{path} holds a damaged saved game of {game}.", path=path,
                   game=record.get("game"))
    names = [_name(player) for player in players]
    return say_count("{path} holds a game of {game} after {count} move. Its players: {players}.",
                     "{path} holds a game of {game} after {count} moves. Its players: {players}.",
                     len(moves), path=path, game=record.get("game"), players=", ".join(names))


def _name(player: Any) -> str:
    """Return the name in a player's record; without one, the word for the player's class."""
    if not isinstance(player, dict):
        return "?"
    kind = say(str(player.get("kind", "?")).removesuffix("Player"))
    return str(player.get("name") or kind)


def write(record: dict[str, Any], path: str | os.PathLike[str]) -> None:
    """Write ``record`` to a new file, which then replaces a game saved at ``path``.

    FileExistsError: the file at ``path`` is something else.
    """
    expect_own(path, is_saved_game, say("a saved game"))
    replace_file(path, json.dumps(record).encode("utf-8"))


def read(path: str | os.PathLike[str]) -> Any:
    """Return the JSON data in a file, of a saved game or of anything else.

    ValueError: it isn't a file, isn't JSON, or is too large.
    """
    target = named_file(path)
    if target.exists() and not target.is_file():  # a folder, or a device that never ends
        raise ValueError(say("{path} isn't a file. Type the name of a saved game.",
                             path=os.fspath(path)))
    try:
        if target.stat().st_size > LARGEST:
            raise ValueError(say("{path} isn't a saved game: it is too large.",
                                 path=os.fspath(path)))
        return json.loads(read_text(path))
    except (BadTextError, json.JSONDecodeError, RecursionError):
        raise ValueError(say("{path} isn't a saved game: it isn't complete JSON.",
                             path=os.fspath(path))) from None
