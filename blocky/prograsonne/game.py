"""A game of Prograsonne."""

from collections.abc import Mapping, Sequence

from blocky.kit import game as kit
from blocky.kit.arguments import expect, given_seed
from blocky.kit.language import say
from blocky.kit.player import Player
from blocky.prograsonne.board import Board
from blocky.prograsonne.parts import Parts
from blocky.prograsonne.position import PrograsonnePosition
from blocky.prograsonne.scoring import Rules

__all__ = ["Game"]


class Game(kit.Game):
    """A game of Prograsonne for two players. Its seed determines all of it.

    ``players`` are objects, classes, or names such as "look-ahead". ``supply`` is a dict of the
    number of tiles of each type, such as ``read_supply(path)`` returns; by default that of the kit.
    ``parts`` are functions to play with instead of the kit's.

    >>> game = Game(players=["random", "greedy"], seed=3)
    >>> game.run()
    >>> game.over, len(game.board.tiles) > 1
    (True, True)
    """

    position: PrograsonnePosition
    position_type = PrograsonnePosition

    def __init__(self, rules: Rules | None = None, seed: int | str | None = None, *,
                 players: Sequence[Player | type[Player] | str] = ("human", "greedy"),
                 supply: Mapping[str, int] | None = None, parts: Parts | None = None) -> None:
        self.seed = given_seed(seed)
        rules = expect("rules", rules or Rules(), Rules, say("Rules(...)"))
        parts = expect("parts", parts or Parts(), Parts, say("a Parts(...)"))
        position = PrograsonnePosition.begin(rules, self._rng("start"), supply, parts)
        super().__init__(position, players, self.seed)

    @property
    def board(self) -> Board:
        """The current board."""
        return self.position.board
