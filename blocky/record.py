"""Saved games: what a JSON file holds of a game, and how the game is made from it again.

A record holds the settings, the board at the start and the moves. Loading plays the moves again,
so that every one of them is checked; only what a smash brought is taken from the file.
"""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from pathlib import Path as FilePath
from typing import TYPE_CHECKING, Any

from blocky.block import Block
from blocky.goal import BlobGoal, Goal, PerimeterGoal
from blocky.move import RULE_SETS, Action, Move
from blocky.parts import Parts
from blocky.player import (
    GreedyPlayer,
    HumanPlayer,
    LookaheadPlayer,
    Player,
    RandomPlayer,
    SmartPlayer,
)

if TYPE_CHECKING:
    from blocky.game import Game, Turn

__all__ = ["as_tuples", "fill", "game_from", "of", "read", "write"]

FORMAT = "blocky game"
VERSION = 1
_TYPES: dict[str, Any] = {"seed": (int, str), "size": int, "max_depth": int, "ended": bool,
                          "moves": list, "undone": list, "players": list, "goals": list}
_KINDS: dict[str, type] = {kind.__name__: kind for kind in (
    HumanPlayer, RandomPlayer, SmartPlayer, GreedyPlayer, LookaheadPlayer, BlobGoal, PerimeterGoal)}


def of(game: Game) -> dict[str, Any]:
    """Return the record of ``game``: dicts, lists, numbers and strings."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "rules": game.rules.name,
        "seed": game.seed,
        "turns": game.turns,
        "players": [_of_player(player) for player in game.players],
        "goals": [{"kind": type(goal).__name__, "colour": int(goal.colour)} for goal in game.goals],
        "max_depth": game.board.max_depth,
        "size": game.board.size,
        "start": game.start,
        "moves": [_of_turn(turn) for turn in game.history],
        "undone": [_of_turn(turn) for turn in game.undone_turns()],
        "ended": game.ended,
    }


def _of_player(player: Player) -> dict[str, Any]:
    kind = type(player)
    settings = vars(player) if _KINDS.get(kind.__name__) is kind else {}
    return {"kind": kind.__name__, **settings}


def _of_turn(turn: Turn) -> dict[str, Any]:
    entry: dict[str, Any] = {"action": turn.move.action.value, "path": list(turn.move.path)}
    if turn.move.colour is not None:
        entry["colour"] = int(turn.move.colour)
    if turn.forfeited:
        entry["forfeited"] = turn.forfeited
    if turn.smashed is not None:
        entry["smashed"] = turn.smashed
    return entry


def game_from(record: Any, players: Sequence[Player] | None, goals: Sequence[Goal] | None,
              parts: Parts | None) -> Game:
    """Return the game that ``record`` tells of. ValueError: it does not tell of one."""
    from blocky.game import Game

    _check_version(record)
    try:
        for key, kind in _TYPES.items():
            if not isinstance(record[key], kind):
                raise ValueError(f"Its {key} cannot be {record[key]!r}.")
        game = Game(
            turns=record["turns"], rules=RULE_SETS[record["rules"]], seed=record["seed"],
            players=_again("players", record["players"], players),
            goals=_again("goals", record["goals"], goals),
            board=Block.from_nested(record["start"], record["max_depth"]),
            size=record["size"], parts=parts,
        )
        for entry in [*record["moves"], *reversed(record["undone"])]:
            _replay(game, entry)
        if record["undone"]:
            game.undo(len(record["undone"]))
        if record["ended"]:
            game.end()
    except (KeyError, TypeError, IndexError, AttributeError) as error:
        raise ValueError(f"The saved game is damaged: {error!r}.") from None
    except ValueError as error:
        raise ValueError(f"The saved game is damaged or does not fit. {error}") from None
    return game


def _replay(game: Game, entry: dict[str, Any]) -> None:
    move = Move(Action(entry["action"]), entry["path"], entry.get("colour"))
    forfeited, smashed = entry.get("forfeited", ""), entry.get("smashed")
    if not isinstance(forfeited, str):
        raise ValueError(f"A reason to lose a turn cannot be {forfeited!r}.")
    if (smashed is not None) != (move.action is Action.SMASH and not forfeited):
        raise ValueError("A smash, and nothing else, says what it brought.")
    game.replay(move, forfeited, smashed)


def _check_version(record: Any) -> None:
    if not isinstance(record, dict) or record.get("format") != FORMAT:
        raise ValueError("This file is not a saved game of Blocky.")
    version = record.get("version")
    if not isinstance(version, int) or version < 1:
        raise ValueError("The saved game is damaged: it has no version number.")
    if version > VERSION:
        raise ValueError(f"The saved game has version {version}, and this kit reads up to version "
                         f"{VERSION}. A newer version of the kit is needed.")


def _again(what: str, entries: list[dict[str, Any]], given: Sequence[Any] | None) -> list[Any]:
    """Return the players or goals of the record: those given, or the kit's own made again."""
    if given is not None:
        kinds, expected = [type(g).__name__ for g in given], [e["kind"] for e in entries]
        if kinds != expected:
            raise ValueError(f"The saved game has the {what} {', '.join(expected)}, "
                             f"but {', '.join(kinds) or 'none'} were given.")
        if [vars(g).get("colour") for g in given] != [e.get("colour") for e in entries]:
            raise ValueError(f"The {what} given have other target colours than the saved ones.")
        return list(given)
    for entry in entries:
        if entry["kind"] not in _KINDS:
            raise ValueError(f"It needs the class {entry['kind']}, which is not of this kit. "
                             f"Load it with Game.load(path, {what}=[...]).")
    return [_KINDS[entry["kind"]](**{key: value for key, value in entry.items() if key != "kind"})
            for entry in entries]


def as_tuples(nested: Any) -> Any:
    """Return ``nested`` with tuples in the place of lists: a value that cannot change.

    >>> as_tuples([0, [1, 2, 3, 0], 2, 3])
    (0, (1, 2, 3, 0), 2, 3)
    """
    return tuple(as_tuples(part) for part in nested) if isinstance(nested, list) else nested


def fill(block: Block, children: Any) -> None:
    """Divide ``block`` as the nested ``children`` say. ValueError: they are no four blocks."""
    if not isinstance(children, (list, tuple)):
        raise ValueError(f"{children!r} is not a list of four boards.")
    made = Block.from_nested(children, block.max_depth - block.level)
    for new in made.blocks():
        new.level += block.level
        new.max_depth = block.max_depth
    block.exchange(made)
    block.update_block_locations(block.position, block.size)


def write(record: dict[str, Any], path: str | os.PathLike[str]) -> None:
    """Write ``record`` to a file: into a new one first, which then takes the place of the old."""
    target = FilePath(path)
    if not target.name:
        raise ValueError(f"A file needs a name, but the name given is {os.fspath(path)!r}.")
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
        return json.loads(FilePath(path).read_text(encoding="utf-8"))
    except (UnicodeDecodeError, json.JSONDecodeError, RecursionError):
        raise ValueError(f"{os.fspath(path)} is not a saved game: it holds no JSON, "
                         f"or only a part of it.") from None
