"""The process of a player in one game: it follows the game, and chooses the player's moves."""

import json
import random
from operator import index
from random import Random
from typing import Any

import cloudpickle
import numpy as np

from blocky.kit.arena.isolated import Ask, printable
from blocky.kit.arena.match import Match
from blocky.kit.game import Game
from blocky.kit.language import say
from blocky.kit.player import Player, RandomPlayer
from blocky.kit.safely import Fault, PartError, call_safely

__all__ = ["sit", "stand_in"]

#: The seconds that it may take to make a player, with all that its code imports.
MAKING = 10.0


def stand_in(name: str) -> Player:
    """Return a player with this name, for one who is not in this process."""
    return RandomPlayer(name=name)


def sit(ask: Ask, match: Match, seat: int) -> None:
    """Make the player of ``seat``, then answer questions until there are no more.

    A question is the list of turns taken since the last one; the answer is a "move" or a "fault".
    The first answer, before any question, is the "name" of the player's class, or a "fault".
    """
    chance = Random(f"{match.players} on board {match.board} for {match.kind}: seat {seat}")
    random.seed(chance.random())
    np.random.seed(chance.getrandbits(32))
    players, name = [stand_in(each) for each in match.players], match.players[seat]
    try:
        players[seat] = call_safely(say("The class of {name}", name=name), _made,
                                    match.pickled[seat], seconds=MAKING)
    except BaseException as error:
        ask({"fault": Fault("not_made", name=name, error=printable(str(error))).to_record()})
        return
    game = match.begin(players)
    answer: Any = {"name": type(players[seat]).__name__}
    while True:
        for move, fault, chance_events in ask(answer):
            chosen = None if move is None else game.position.move_type.from_record(move)
            if fault:
                game.forfeit(chosen, Fault.from_record(fault))
            else:
                game.replay(chosen, chance_events)
        answer = _choice(game, match.seconds)


def _made(pickled: bytes) -> Player:
    made = cloudpickle.loads(pickled)
    player = made() if isinstance(made, type) else made
    if not isinstance(player, Player):
        raise PartError("no_player", value=repr(player))
    return player


def _choice(game: Game, seconds: float) -> dict[str, Any]:
    """Return the move that the current player wants to make, or why there is none.

    The "move" is None if a player of the kit finds none to make.
    """
    try:
        move = game.choose(seconds)
        record = None if move is None else move.to_record()
        return {"move": json.loads(json.dumps(record, default=index))}  # also with numpy's numbers
    except PartError as error:
        fault = error.fault
    except BaseException as error:  # such as SystemExit
        name = f"{type(game.players[game.turn]).__name__}.make_move"
        fault = Fault("raised", name=name, error=type(error).__name__)
    return {"fault": {key: printable(value) if isinstance(value, str) else value
                      for key, value in fault.to_record().items()}}
