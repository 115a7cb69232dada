"""A game of Blue, as a notebook makes it. A seed determines the whole of it."""

from __future__ import annotations

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
    """A game of Blue for 2 to 4 players, each an object, a class or a name.

    ``parts`` are a student's own functions that take part in it, see ``Parts``.

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
        """The functions that take part in this game."""
        return self.position.parts if isinstance(self.position, PartsPosition) else KITS

    def report(self, boards: bool = False) -> str:
        """Return all that has happened, in words; with ``boards``, also what lay where then."""
        return in_words.report(self, boards)

    @classmethod
    def from_record(cls, record: Any, position_type: type[kit_position.Position] | None = None,
                    players: Sequence[Player] | None = None, *, parts: Parts = KITS,
                    **own: Any) -> Self:
        """Return the game that ``record`` tells of: one that was saved, or one told by its rounds.

        ValueError: it does not tell of a game.
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
    """Return the kit's saved form of a game, from a record of its rounds.

    ``played`` names rules, kinds of players (a human takes the place of an unknown one), walls, who
    is ``first``, and for each round its fill and its moves.
    """
    first, moves = played["first"] - 1, list[dict[str, Any]]()
    begin, *later = (each["fill"] for each in played["rounds"])
    pool = "".join([colour * (TILES - "".join(begin).count(colour)) for colour in COLOURS])
    start = State(("", *begin), tuple(map(Board, played["perms"])), first, first, pool=pool)
    for each, brought in zip_longest(played["rounds"], later):
        moves += [{"move": move} for move in each["moves"]]
        if brought is not None:
            moves[-1]["chance"] = brought
    return {
        "format": saved.FORMAT, "version": saved.VERSION, "game": "blue", "seed": 0,
        "players": [{"kind": KINDS.get(kind, HumanPlayer).__name__} for kind in played["kinds"]],
        "position": Position(start, Rules.from_record(played["rules"])).to_record(),
        "moves": moves, "undone": [], "ended": False}
