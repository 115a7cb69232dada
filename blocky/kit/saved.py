"""Saved games: what a record holds of a game, how it is made again, and the file that it is in.

A record holds the start, the players and the moves. The moves are made again, so that every one of
them is checked; only what chance brought is taken from the record.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

from blocky.kit.language import say
from blocky.kit.player import Player
from blocky.kit.position import Position
from blocky.kit.safely import Fault, trusted_kinds
from blocky.kit.session import Session, Turn

__all__ = ["FORMAT", "again", "given_or_kits", "read", "record_of", "write"]

FORMAT, VERSION = "game", 2

_TYPES: dict[str, Any] = {"seed": (int, str), "ended": bool, "moves": list, "undone": list,
                          "players": list, "position": dict}

Game = TypeVar("Game", bound=Session)


def record_of(game: Session) -> dict[str, Any]:
    """Return what makes ``game`` again: dicts, lists, numbers and texts."""
    return {
        "format": FORMAT, "version": VERSION, "game": game.position.key, "seed": game.seed,
        "players": [player.to_record() for player in game.players],
        "position": game.start_position.to_record(),
        "moves": [_of_turn(turn) for turn in game.history],
        "undone": [_of_turn(turn) for turn in game.undone],
        "ended": game.ended,
    }


def _of_turn(turn: Turn) -> dict[str, Any]:
    entry: dict[str, Any] = {}
    if turn.move is not None:
        entry["move"] = turn.move.to_record()
    if turn.fault is not None:
        refused = turn.fault.kind == "refused"  # loading finds the reason again
        entry["fault"] = {"kind": "refused"} if refused else turn.fault.to_record()
    if turn.chance is not None:
        entry["chance"] = turn.chance
    return entry


def again(record: Any, kind: type[Position], made: type[Game],
          players: Sequence[Player] | None, own: Mapping[str, Any]) -> Game:
    """Return the game that ``record`` tells of, one ``made`` so, on a position of ``kind``.

    ``own`` is what else the position needs.
    ValueError: the record does not tell of a game.
    """
    record = _known(record, kind.key)
    try:
        for key, expected in _TYPES.items():
            if not isinstance(record[key], expected):
                raise ValueError(say("Its {key} cannot be {value!r}.", key=key, value=record[key]))
        who = given_or_kits("players", Player, record["players"], players)
        game = made.on(kind.from_record(record["position"], **own), who, record["seed"])
        for entry in [*record["moves"], *reversed(record["undone"])]:
            _replay(game, entry)
        if record["undone"]:
            game.undo(len(record["undone"]))
        if record["ended"]:
            game.end()
    except (KeyError, TypeError, IndexError, AttributeError) as error:
        raise ValueError(say("The saved game is damaged: {error!r}.", error=error)) from None
    except ValueError as error:
        raise ValueError(say("The saved game is damaged or does not fit. {error}",
                             error=error)) from None
    return game


def _replay(game: Session, entry: dict[str, Any]) -> None:
    move = game.position.move_type.from_record(entry["move"]) if "move" in entry else None
    if "fault" not in entry:
        game.replay(move, entry.get("chance"))
    elif entry["fault"] == {"kind": "refused"}:
        reason = game.why_not(move)
        if reason is None:
            raise ValueError(say("The turn of {move} was lost, but the rules allow it.", move=move))
        game.forfeit(move, Fault("refused", reason=reason))
    else:
        game.forfeit(move, Fault.from_record(entry["fault"]))


def _known(record: Any, key: str) -> dict[str, Any]:
    """Return ``record``. ValueError: it is of another game, or of a newer version."""
    if not isinstance(record, dict) or record.get("format") != FORMAT:
        raise ValueError(say("This file is not a saved game."))
    version = record.get("version")
    if not isinstance(version, int) or version < 1:
        raise ValueError(say("The saved game is damaged: it has no version number."))
    if version > VERSION:
        raise ValueError(say("The saved game has version {version}, and this kit reads up to "
                             "version {known}. A newer version of the kit is needed.",
                             version=version, known=VERSION))
    if record.get("game") != key:
        raise ValueError(say("This file is a saved game of {other}, not of {game}.",
                             other=record.get("game"), game=key))
    return record


def given_or_kits(what: str, base: type[Any], entries: Sequence[dict[str, Any]],
                  given: Sequence[Any] | None) -> list[Any]:
    """Return the ``what`` (players, say) of a record: those given, or the kit's own made again.

    ValueError: those given are others than the saved ones, or some are needed.
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
    """Write ``record`` to a file: into a new one first, which then takes the place of the old."""
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
    """Return the record in a file. ValueError: it holds none."""
    try:
        return json.loads(Path(path).read_text(encoding="utf-8"))
    except (UnicodeDecodeError, json.JSONDecodeError, RecursionError):
        raise ValueError(say("{path} is not a saved game: it holds no JSON, or only a part of it.",
                             path=os.fspath(path))) from None
