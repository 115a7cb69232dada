"""Blocky: trees and recursion through a game. The names that a notebook imports.

Each is loaded on first use, so that the kit and the other games load no module of Blocky.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from blocky.kit import games
from blocky.kit.language import mark, say

if TYPE_CHECKING:
    from blocky.block import Block, random_init
    from blocky.colour import Colour
    from blocky.game import Game
    from blocky.goal import BlobGoal, Goal, PerimeterGoal
    from blocky.invariants import InvariantError
    from blocky.kit.language import language
    from blocky.kit.player import GreedyPlayer, HumanPlayer, LookaheadPlayer, Player, RandomPlayer
    from blocky.kit.safely import PartError
    from blocky.move import CLASSIC, EXTENDED, Action, IllegalMove, Move, RuleSet
    from blocky.parts import Parts
    from blocky.player import SmartPlayer

__all__ = [
    "CLASSIC", "EXTENDED", "Action", "BlobGoal", "Block", "Colour", "Game", "Goal", "GreedyPlayer",
    "HumanPlayer", "IllegalMove", "InvariantError", "LookaheadPlayer", "Move", "PartError", "Parts",
    "PerimeterGoal", "Player", "RandomPlayer", "RuleSet", "SmartPlayer", "language", "random_init",
]

#: The public names in each module.
_HOMES = {
    "block": ("Block", "random_init"),
    "colour": ("Colour",),
    "game": ("Game",),
    "goal": ("BlobGoal", "Goal", "PerimeterGoal"),
    "invariants": ("InvariantError",),
    "kit.language": ("language",),
    "kit.player": ("GreedyPlayer", "HumanPlayer", "LookaheadPlayer", "Player", "RandomPlayer"),
    "kit.safely": ("PartError",),
    "move": ("CLASSIC", "EXTENDED", "Action", "IllegalMove", "Move", "RuleSet"),
    "parts": ("Parts",),
    "player": ("SmartPlayer",),
}

games.register("blocky", "blocky")
games.register("blue", "blocky.blue")
games.register("prograsonne", "blocky.prograsonne", {"supply": games.SubCommand(
    "{game}.supply", mark("write a random supply of tiles for Prograsonne"),
    "blocky supply supply.csv --seed 7")})

if not TYPE_CHECKING:
    def __getattr__(name: str) -> Any:
        """Import a public name from its module when it's first used, and return its value."""
        for module, names in _HOMES.items():
            if name in names:
                value = getattr(import_module(f"{__name__}.{module}"), name)
                globals()[name] = value  # so that Python finds it without this function
                return value
        raise AttributeError(say("The package {package} has nothing called {name!r}.",
                                 package=__name__, name=name))


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
