"""A league's player in the guest that holds it: how it's found, made, and asked for a move.

These functions run in the guest, where ``Seat.ask`` calls them by name. Arguments and results are
plain data.
"""

import base64
import json
import random
from operator import index
from random import Random
from typing import Any

import cloudpickle
import numpy as np

from blocky.kit.arena.entry import checked, pickled_player
from blocky.kit.arena.match import stand_in
from blocky.kit.definitions import run
from blocky.kit.game import Game
from blocky.kit.language import say
from blocky.kit.player import Player
from blocky.kit.safely import Fault, PartError, call_safely

__all__ = ["choose", "find", "sit"]

#: The name that the exercises give to the class.
OWN = "MyPlayer"

#: The seconds that it may take to make a player, with all that its code imports.
MAKING = 10.0

#: The game that the player of this process follows, after ``sit``.
_game: Game | None = None


# -- what a student has handed in ----------------------------------------------------------------

def find(name: str, files: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the player class that a student handed in: its name ("kind") and the class "pickled".

    Without such a class, return a dict with the "problem". Each of the files is a dict of its
    "name", its "sources" (pairs of a label and a text), the "module" that its definitions get, and
    the "problem" if it couldn't be read, or "". ``name`` is the student's.
    """
    classes, problems = _player_classes(files)
    called_as_asked = [kind for kind in classes if kind.__name__ == OWN]
    if called_as_asked:
        classes = called_as_asked
    if not classes:
        return {"problem": " ".join([say("no player class was found."), *problems[:1]])}
    if len(classes) > 1:
        return {"problem": say(
            "there are {count} player classes ({classes}), so it isn't clear which one plays. "
            "Change the name of one of them to {own}.", count=len(classes), own=OWN,
            classes=", ".join(kind.__name__ for kind in classes))}
    [kind] = classes
    try:
        checked(kind)
        pickled = pickled_player(name, kind)
    except ValueError as error:
        return {"problem": str(error)}
    return {"kind": kind.__name__, "pickled": base64.b64encode(pickled).decode()}


# -- in a game -----------------------------------------------------------------------------------

def _player_classes(files: list[dict[str, Any]]) -> tuple[list[type[Player]], list[str]]:
    """Return the player classes that files define, and sentences on errors in the files.

    The files are as in ``find``.
    """
    classes: list[type[Player]] = []
    problems: list[str] = []
    for file in files:
        sources = [(label, text) for label, text in file["sources"]]
        namespace, errors = run(sources, file["module"])
        for thing in namespace.values():
            is_player_class = isinstance(thing, type) and issubclass(thing, Player)
            if is_player_class and thing.__module__ == file["module"]:  # it isn't imported
                classes.append(thing)
        if file["problem"]:
            errors.append(file["problem"])
        problems += [f"{file['name']}: {error.rstrip('.')}." for error in errors]
    return classes, problems


def sit(series: str, player: str, board: int, kind: str, names: list[str], seat: int
        ) -> dict[str, Any]:
    """Make the player of a seat and begin the game; return the "name" of its class, or a "fault".

    ``series`` and ``player`` are pickled, in base64. ``names`` are those of both players. The
    opponent is in a process of its own, so here it's a stand-in.
    """
    global _game
    # so that a player who draws from the global generators plays the same game each time
    seeds = Random(f"{tuple(names)} on board {board} for {kind}: seat {seat}")
    random.seed(seeds.random())
    np.random.seed(seeds.getrandbits(32))
    players = [stand_in(name) for name in names]
    try:
        player_here = call_safely(say("The class of {name}", name=names[seat]), _made,
                                  base64.b64decode(player), seconds=MAKING)
    except BaseException as error:
        return {"fault": Fault("not_made", name=names[seat], error=str(error)).to_record()}
    players[seat] = player_here
    _game = cloudpickle.loads(base64.b64decode(series)).begin(board, kind, players, names)
    return {"name": type(player_here).__name__}


def _made(pickled: bytes) -> Player:
    """Return a player from a pickled one, or from a pickled class. PartError: it's no player."""
    thing = cloudpickle.loads(pickled)
    player = thing() if isinstance(thing, type) else thing
    if not isinstance(player, Player):
        raise PartError("no_player", value=repr(player))
    return player


def choose(turns: list[list[Any]], seconds: float) -> dict[str, Any]:
    """Catch up with the game, and return a dict with the "move" that the player wants to make.

    ``turns`` are those since the last call; each is a move, a fault and what was drawn at random,
    as records or None. The move is a record, too, or None if a player of the kit finds none. If the
    player fails, return a dict with the "fault". ``seconds`` is the time for the move.
    """
    game = _game
    assert game is not None
    for record, fault, drawn in turns:
        move = None if record is None else game.position.move_type.from_record(record)
        if fault:
            game.forfeit(move, Fault.from_record(fault))
        else:
            game.replay(move, drawn)
    try:
        move = game.choose(seconds)
        record = None if move is None else move.to_record()
        return {"move": json.loads(json.dumps(record, default=index))}  # also with numpy's numbers
    except PartError as error:
        return {"fault": error.fault.to_record()}
    except BaseException as error:  # such as SystemExit
        name = f"{type(game.players[game.turn]).__name__}.make_move"
        return {"fault": Fault("raised", name=name, error=type(error).__name__).to_record()}
