"""A game of Blue. Its seed determines all of it."""

from collections.abc import Sequence
from itertools import zip_longest
from random import Random
from typing import Any, Self

from blocky.blue import in_words
from blocky.blue.board import Board
from blocky.blue.parts import KITS, Parts, PartsPosition
from blocky.blue.player import KINDS, HumanPlayer
from blocky.blue.position import Position
from blocky.blue.rules import COLOURS, SEED, TILES, Rules
from blocky.blue.state import State
from blocky.kit import game as kit
from blocky.kit import position as kit_position
from blocky.kit import saved
from blocky.kit.arguments import expect, given_seed
from blocky.kit.language import say
from blocky.kit.player import Player, given_players

__all__ = ["Game"]


class Game(kit.Game):
    """A game of Blue for 2 to 4 players: objects, classes or names.

    ``parts`` are students' functions to play with.

    >>> game = Game(["greedy", "first"], seed=7)
    >>> game.run()
    >>> game.over, len(game.scores)
    (True, 2)
    """

    position: Position
    position_type = Position
    kinds = KINDS
    seats_allowed = range(2, 5)

    def __init__(self, players: Sequence[Player | type[Player] | str] = ("human", "greedy"),
                 rules: Rules | str = SEED, seed: int | str | None = None, *,
                 parts: Parts = KITS) -> None:
        who = given_players(players, KINDS)
        seed = given_seed(seed)
        expect("parts", parts, Parts, say("a Parts(...)"))
        position = Position.deal(len(who), rules, Random(f"game {seed}: start"), order=parts.order)
        if parts != KITS:
            position = PartsPosition(position.state, position.rules, parts)
        super().__init__(position, who, seed)

    @property
    def rules(self) -> Rules:
        """The rule set."""
        return self.position.rules

    @property
    def parts(self) -> Parts:
        """The functions that this game is played with."""
        return self.position.parts if isinstance(self.position, PartsPosition) else KITS

    def report(self, boards: bool = False, every_step: bool = False) -> str:
        """Return the moves and results so far in words.

        With ``boards``, the centre and the player's board follow each move, and all boards each
        tiling. With ``every_step``, the pool, the centre, the factories and all boards follow each
        step.
        """
        return in_words.report(self, boards, every_step)

    @classmethod
    def from_record(cls, record: Any, position_type: type[kit_position.Position] | None = None,
                    players: Sequence[Player] | None = None, *, parts: Parts = KITS,
                    **own: Any) -> Self:
        """Return the game of a record: of a saved game, or of its rounds (see ``Batch.record``).

        What a record can't hold is passed: a student's ``players`` and ``parts``.
        ValueError: the record is invalid.
        """
        if parts != KITS:
            own["parts"] = parts
        if isinstance(record, dict) and "rounds" in record:
            try:
                record = _by_rounds(record)
            except (KeyError, TypeError, IndexError, AttributeError) as error:
                raise ValueError(say("The saved game is damaged: {error!r}.",
                                     error=error)) from None
        return super().from_record(record, PartsPosition if parts != KITS else Position, players,
                                   **own)


def _by_rounds(played: dict[str, Any]) -> dict[str, Any]:
    """Return the record of a saved game for a record of its rounds.

    ``played`` has the rules, the kinds of players (an unknown one becomes a human), the walls, the
    first player, and for each round the tiles in the factories and the moves.
    """
    first_player = played["first"] - 1
    first_fill, *later_fills = (each["fill"] for each in played["rounds"])
    tiles = "".join(first_fill)
    pool = "".join([colour * (TILES - tiles.count(colour)) for colour in COLOURS])  # the others
    boards = tuple(map(Board, played["perms"]))
    start = State(("", *first_fill), boards, turn=first_player, starter=first_player, pool=pool)
    moves: list[dict[str, Any]] = []
    for each, next_fill in zip_longest(played["rounds"], later_fills):
        moves += [{"move": move} for move in each["moves"]]
        if next_fill is not None:  # the last move of a round brings the tiles of the next one
            moves[-1]["chance"] = next_fill
    return {
        "format": saved.FORMAT, "version": saved.VERSION, "game": "blue", "seed": 0,
        "players": [{"kind": KINDS.get(kind, HumanPlayer).__name__} for kind in played["kinds"]],
        "position": Position(start, Rules.from_record(played["rules"])).to_record(),
        "moves": moves, "undone": [], "ended": False}
