"""The functions of the game that a student can replace, and how they are checked.

They are functions of plain data, as those in ``blocky.blue.data``, and passed to a game:
``Game(parts=Parts(tile_score=mine))``. The game is played with their results and their changes of
the data. Before that, both are compared with those of the kit's functions, and a wrong one is
refused.

``is_conserved`` and ``is_latin`` only check the game. A tile's points are those that ``tile_all``
returns, or else ``tile_score`` (``official_score`` under official rules), or else those for the
runs that ``run_length`` returns.

Computer players find out with the kit's functions what a move is worth. A student's functions make
the move that they choose.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Self

from blocky.blue import data
from blocky.blue.board import Board, Placed, Tiling
from blocky.blue.data import Wall, normal, plain
from blocky.blue.position import Move, Position
from blocky.blue.record import Data, plain_board, plain_state
from blocky.blue.rules import COLOURS, OFFICIAL, SIDE, Rules
from blocky.blue.state import State, counts, take, tile_all
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
        """Return the colours of the first row of a new wall, which determine the others.

        PartError: a student's random_wall or is_latin is wrong.
        """
        wall = self.call("random_wall", rng)
        try:
            rows = ["".join(row) for row in wall]
            has_all_colours = sorted(rows[0]) == sorted(COLOURS)
            right_rows = [Board(rows[0]).row(number) for number in range(1, SIDE + 1)]
            is_right = has_all_colours and rows == right_rows
        except (TypeError, IndexError):  # it isn't made of rows of strings
            is_right = False
        if not is_right:
            raise PartError("blue.no_wall", value=repr(wall))
        self.result_of("is_latin", [list(row) for row in rows])
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
    """A position that is played with a student's functions.

    PartError: one of them failed or broke the rules. The position is then unchanged.
    """

    def __init__(self, state: State, rules: Rules | str, parts: Parts) -> None:
        super().__init__(state, rules)
        self.parts = parts
        self._found: list[Move] | None = None  # the legal moves that a student's function found

    @classmethod
    def from_record(cls, record: dict[str, Any], parts: Parts = KITS) -> Self:
        """Return the position of a record, with the given parts."""
        position = Position.from_record(record)
        return cls(position.state, position.rules, parts)

    def copy(self) -> Self:
        """Return a copy, on which only later moves can be taken back."""
        twin = type(self)(self.state, self.rules, self.parts)
        twin._found = self._found
        return twin

    def legal_moves(self) -> list[Move]:
        """Return all legal moves, sorted by source, colour and line."""
        return super().legal_moves() if self._found is None else list(self._found)

    def play(self, move: Move, rng: Random, chance: Any = None) -> Any:
        """Make a legal ``move``; return the new tiles in the factories if it ends a round.

        After it, a student's function finds the legal moves of the next player.
        """
        drawn = super().play(move, rng, chance)
        legal_moves = None
        if self.parts.replaced("legal_moves") and not self.over:
            try:
                moves = self.parts.result_of("legal_moves", plain(self))
            except BaseException:  # then nothing has changed
                super().take_back()
                raise
            legal_moves = sorted(Move(int(source), colour, int(line))
                                 for source, colour, line in moves)
        self._found = legal_moves
        return drawn

    def take_back(self) -> None:
        """Take back the last move."""
        super().take_back()
        self._found = None

    def why_not_on(self, line: int, colour: str) -> str | None:
        """Return a sentence that says why the current player's ``line`` doesn't take ``colour``.

        None if it does.
        """
        is_line = isinstance(line, int) and 0 <= line <= SIDE
        if not is_line or not self.parts.replaced("may_take"):
            return super().why_not_on(line, colour)
        takes = self.parts.result_of("may_take", plain_board(self.board), colour, line)
        return None if takes else super().why_not_on(line, colour)

    def _made(self, move: Move) -> State:
        """Return the state after a legal move, tiled if it ends a round.

        A student's is_conserved and counts are called too, so that a wrong one is found.
        """
        state = self._taken(move)
        if state.pool is None:  # the tiles can't be counted, and the game ends with the draft
            return state
        if self.parts.replaced("is_conserved"):
            self.parts.result_of("is_conserved", plain_state(state, self.rules))
        if not state.draft_over:
            return state
        tiled, _ = tile_all(state, self.rules, self._tile)
        if self.parts.replaced("counts"):
            tiled = tiled._replace(pool=_pile(self.parts.result_of("counts", tiled.pool)))
        return tiled

    def _taken(self, move: Move) -> State:
        """Return the state after a legal move, before the tiling."""
        if not self.parts.replaced("take"):
            return take(self.state, *move)
        _, [data, *_] = self.parts.played("take", plain_state(self.state, self.rules), *move)
        return _state_of(data)

    def _tile(self, board: Board, rules: Rules) -> tuple[Board, Tiling]:
        """Return the board after the end of a round, and the result of the round.

        The points and the penalty are counted by the student's functions that are in use.
        """
        after, tiling = board.tile(rules)
        points = self._points(board, tiling.placed)
        has_rules_of_tile_all = rules.at_once and not rules.counts_in_each_run
        if self.parts.replaced("tile_all") and has_rules_of_tile_all:
            placed, [data] = self.parts.played("tile_all", plain_board(board))
            after = _board_of(data)
            points = [int(points_of_tile) for _row, _column, points_of_tile in placed]
        penalty = int(self.parts.result_of("floor_penalty", board.floor))
        score = max(0, board.score + sum(points) - penalty)
        return (after._replace(floor=0, score=score),
                tiling._replace(gains=sum(points), penalty=penalty, score=score))

    def _points(self, board: Board, placed: Sequence[Placed]) -> list[int]:
        """Return the points of each tile that is placed on the wall of ``board``."""
        wall = plain_board(board)["wall"]
        points = []
        for tile in placed:
            row = tile.row - 1
            column = tile.column - 1
            points.append(self._points_at(wall, row, column))
            if not self.rules.at_once:  # this tile counts for those in the rows below
                wall[row][column] = board.lines[row][0]
        return points

    def _points_at(self, wall: Wall, row: int, column: int) -> int:
        """Return the points of a tile at a place of a wall, with rows and columns from 0.

        They come from the student's score function, or else from the runs that run_length finds.
        """
        across = self.parts.result_of("run_length", list(wall[row]), column)
        down = self.parts.result_of("run_length", [cells[column] for cells in wall], row)
        name = "official_score" if self.rules.counts_in_each_run else "tile_score"
        if self.parts.replaced(name):
            return int(self.parts.result_of(name, wall, row, column))
        return self.rules.tile_score(int(across), int(down))

    def _ends(self, state: State) -> bool:
        """Whether the game ends with ``state``, after the tiling."""
        # a student's is_over knows only the ends of the usual rules
        has_other_ends = self.rules.refill or self.rules.rounds is not None
        if has_other_ends or not self.parts.replaced("is_over"):
            return super()._ends(state)
        return bool(self.parts.result_of("is_over", plain_state(state, self.rules)))

    def _bonus(self, board: Board) -> int:
        """Return the points that a player gets for a board at the end of the game."""
        if self.rules.bonuses != OFFICIAL.bonuses or not self.parts.replaced("bonuses"):
            return super()._bonus(board)
        return int(sum(self.parts.result_of("bonuses", plain_board(board)["wall"])))


def _state_of(data: Data) -> State:
    """Return the state of data that a student's function changed as the rules say.

    >>> state = Position.deal(2, seed=1).state
    >>> _state_of(plain_state(state, OFFICIAL)) == state
    True
    """
    next_starter = data["next_starter"]
    state = State(
        sources=(data["centre"], *data["factories"]),
        boards=tuple(_board_of(board) for board in data["boards"]),
        turn=int(data["to_move"]) - 1,
        starter=int(data["starter"]) - 1,
        next_starter=None if next_starter is None else int(next_starter) - 1)
    if "pool" not in data:
        return state
    return state._replace(pool=_pile(data["pool"]), discards=_pile(data["discards"]),
                          round=int(data["round"]))


def _board_of(data: Data) -> Board:
    """Return the board of data that a student's function changed as the rules say."""
    return Board(data["perm"], tuple("".join(row) for row in data["wall"]), tuple(data["lines"]),
                 int(data["floor"]), int(data["score"]))


def _pile(numbers: dict[str, int]) -> str:
    """Return the tiles of a pile, sorted by colour, from their numbers."""
    return "".join(colour * int(numbers.get(colour, 0)) for colour in COLOURS)
