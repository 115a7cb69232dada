"""The functions of the game that a student can replace, and how they are checked.

They are functions of plain data, as those in ``blocky.blue.data``, and passed to a game:
``Game(parts=Parts(tile_score=mine))``. Their results, and their changes of the data, are compared
with those of the kit's functions; a difference is an error.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any, Self

from blocky.blue import data
from blocky.blue.board import Board
from blocky.blue.data import normal, plain
from blocky.blue.position import Move, Position
from blocky.blue.record import plain_board, plain_state
from blocky.blue.rules import COLOURS, OFFICIAL, SIDE, Rules
from blocky.blue.state import State, counts, endings, take, tile_all
from blocky.kit import parts as kit
from blocky.kit.language import mark, say
from blocky.kit.safely import Fault, PartError

__all__ = ["KITS", "Parts", "PartsPosition"]

Fault.register("blue", mark({
    "no_wall": "Your random_wall returned {value}. It should return five rows of five colours, "
               "where each row is the row above it, shifted by one cell.",
}))


@dataclass(frozen=True)
class Parts(kit.Parts):
    """The replaceable functions of the game; by default the kit's.

    >>> Parts(floor_penalty=lambda floor: floor).replaced("floor_penalty")
    True
    """

    any_order = ("legal_moves",)

    counts: Callable[..., Any] = counts
    is_conserved: Callable[..., Any] = data.is_conserved
    is_latin: Callable[..., Any] = data.is_latin
    random_wall: Callable[..., Any] = data.random_wall
    may_take: Callable[..., Any] = data.may_take
    legal_moves: Callable[..., Any] = data.legal_moves
    take: Callable[..., Any] = data.take
    run_length: Callable[..., Any] = data.run_length
    tile_score: Callable[..., Any] = data.tile_score
    tile_all: Callable[..., Any] = data.tile_all
    floor_penalty: Callable[..., Any] = data.floor_penalty
    is_over: Callable[..., Any] = data.is_over
    official_score: Callable[..., Any] = data.official_score
    bonuses: Callable[..., Any] = data.bonuses

    def order(self, rng: Random) -> str:
        """Return the colours of the first row of a new wall.

        PartError: a student's random_wall or is_latin is wrong.
        """
        wall = self.call("random_wall", rng)
        try:
            rows = ["".join(row) for row in wall]
            right = sorted(rows[0]) == sorted(COLOURS) and rows == [
                Board(rows[0]).row(number) for number in range(1, SIDE + 1)]
        except (TypeError, IndexError):
            right = False
        if not right:
            raise PartError("blue.no_wall", value=repr(wall))
        self.compare("is_latin", [list(row) for row in rows])
        return rows[0]

    def comparable(self, value: Any) -> Any:
        """Return ``value`` with lists for tuples, and without counts of 0."""
        return normal(value)

    def written(self, value: Any) -> str:
        """Return the text of an argument in a sentence."""
        if isinstance(value, dict):
            return say("this state") if "boards" in value else say("this board")
        return super().written(value)


#: The kit's functions.
KITS = Parts()


class PartsPosition(Position):
    """A position that also calls a student's functions.

    PartError: one of them failed or broke the rules. The position is then unchanged.
    """

    def __init__(self, state: State, rules: Rules | str, parts: Parts) -> None:
        super().__init__(state, rules)
        self.parts = parts

    @classmethod
    def from_record(cls, record: dict[str, Any], parts: Parts = KITS) -> Self:
        """Return the position of a record, with the given parts."""
        position = Position.from_record(record)
        return cls(position.state, position.rules, parts)

    def copy(self) -> Self:
        """Return a copy, on which only later moves can be taken back."""
        return type(self)(self.state, self.rules, self.parts)

    def legal_moves(self) -> list[Move]:
        """Return all legal moves, sorted by source, colour and line."""
        self.parts.compare("legal_moves", plain(self))
        return super().legal_moves()

    def why_not(self, move: Any) -> str | None:
        """Return a sentence that says why ``move`` is illegal now; None if it is legal."""
        if isinstance(move, Move) and move.colour in list(COLOURS) and (
                move.line in range(SIDE + 1)):
            self.parts.compare("may_take", plain_board(self.board), move.colour, move.line)
        return super().why_not(move)

    def play(self, move: Move, rng: Random, chance: Any = None) -> Any:
        """Make a legal ``move``; return the new tiles in the factories if it ends a round."""
        for name, *args in _calls(self.state, move, self.rules):
            self.parts.compare(name, *args)
        return super().play(move, rng, chance)


def _calls(state: State, move: Move, rules: Rules) -> Iterator[tuple[Any, ...]]:
    """Yield the names of the functions that a move needs, each with its arguments."""
    yield "take", plain_state(state, rules), *move
    state = take(state, *move)
    if state.pool is None:
        return
    yield "is_conserved", plain_state(state, rules)
    if not state.draft_over:
        return
    for board in state.boards:
        wall = plain_board(board)["wall"]
        if rules.at_once and not rules.counts_in_each_run:
            yield "tile_all", plain_board(board)
        for tile in board.tile(rules)[1].placed:
            row, column = tile.row - 1, tile.column - 1
            yield "run_length", wall[row], column
            yield "run_length", [cells[column] for cells in wall], row
            yield ("official_score" if rules.counts_in_each_run else "tile_score",
                   wall, row, column)
            if not rules.at_once:
                wall[row][column] = board.lines[row][0]
        yield "floor_penalty", board.floor
    state = tile_all(state, rules)[0]
    tiled = plain_state(state, rules)
    yield "counts", state.pool
    if not rules.refill and rules.rounds is None:
        yield "is_over", tiled
    if endings(state, rules) and rules.bonuses == OFFICIAL.bonuses:
        for each in tiled["boards"]:
            yield "bonuses", each["wall"]
