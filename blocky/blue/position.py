"""Moves of Blue, and positions: a state with the rules that apply to it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain, count
from random import Random
from typing import Any, NamedTuple, Self

from blocky.blue.board import Board, random_order
from blocky.blue.reasons import round_reasons, why_over
from blocky.blue.record import plain_state, state_from
from blocky.blue.rules import (
    COLOURS,
    SEED,
    SIDE,
    TILES,
    Rules,
    colour_name,
    factories,
    rules_called,
)
from blocky.blue.state import State, endings, fill, in_order, take, takes_from, tile_all
from blocky.kit.language import mark, say
from blocky.kit.position import OVER, Reason, Refusal
from blocky.kit.position import Position as KitPosition

__all__ = ["Move", "Position"]

_MOVES = mark({
    (True, True): "take {colour} from the centre to the floor",
    (True, False): "take {colour} from the centre to line {line}",
    (False, True): "take {colour} from factory {source} to the floor",
    (False, False): "take {colour} from factory {source} to line {line}",
})


class Move(NamedTuple):
    """Take all tiles of a colour from a factory or the centre (0) to a line or the floor (0).

    >>> Move(3, "b", 2)
    Move(source=3, colour='b', line=2)
    >>> print(Move(0, "b", 0))
    take black from the centre to the floor
    """

    source: int
    colour: str
    line: int

    def __str__(self) -> str:
        return say(_MOVES[self.source == 0, self.line == 0], colour=colour_name(self.colour),
                   source=self.source, line=self.line)

    def to_record(self) -> list[Any]:
        """Return this move as JSON can hold it."""
        return list(self)

    @classmethod
    def from_record(cls, record: Any) -> Move:
        """Return the move of a record."""
        return cls(*record)


class Position(KitPosition):
    """A state of a game of Blue, and its rules.

    Attributes:
        rules: the rule set.
        state: the current state.
        past: the states before the moves that can be taken back.
        made: these moves.
    """

    key = "blue"
    move_type = Move
    stuck = False  # the floor takes any tiles

    def __init__(self, state: State, rules: Rules | str = SEED) -> None:
        pool = None if state.pool is None else in_order(state.pool)
        self.state = state._replace(pool=pool, discards=in_order(state.discards))
        self.rules = rules_called(rules)
        self.seats = len(state.boards)
        self.past: list[State] = []
        self.made: list[Move] = []

    @staticmethod
    def deal(players: int = 2, rules: Rules | str = SEED, seed: Random | int | str = 0,
             first: int | None = None,
             order: Callable[[Random], str] = random_order) -> Position:
        """Return the start of a game, with random walls, factories and first player.

        ``seed`` determines them, or is the random number generator to use. ``first`` is the number
        of the first player. ``order`` returns the first row of a wall, if the rules have none.
        ValueError: there are not 2 to 4 players.

        >>> position = Position.deal(2, seed=1)
        >>> len(position.sources), len(position.boards), len(position.state.pool)
        (6, 2, 80)
        """
        rng = seed if isinstance(seed, Random) else Random(seed)
        rules = rules_called(rules)
        sources = ("",) * (1 + factories(players))
        boards = tuple([Board(rules.wall or order(rng)) for _ in range(players)])
        # range(...)[first] is an error if there is no such player
        turn = rng.randrange(players) if first is None else range(players)[first]
        state = State(sources, boards, turn, starter=turn, pool=COLOURS * TILES)
        return Position(fill(state, rules, rng), rules)

    @property
    def sources(self) -> tuple[str, ...]:
        """The tiles in the centre, followed by those in each factory."""
        return self.state.sources

    @property
    def boards(self) -> tuple[Board, ...]:
        """The board of each player."""
        return self.state.boards

    @property
    def board(self) -> Board:
        """The board of the current player."""
        return self.state.boards[self.state.turn]

    @property
    def takes(self) -> list[tuple[int, str]]:
        """The sources and colours that can be taken: the factories in order, then the centre.

        >>> Position(State(("w", "", "bwb"), (Board("rbgwy"),))).takes
        [(2, 'b'), (2, 'w'), (0, 'w')]
        """
        # of each source: 0 is the centre
        from_centre, *from_factories = map(takes_from, count(), self.state.sources)
        return [*chain(*from_factories), *from_centre]

    @property
    def turn(self) -> int:
        """The number of the current player."""
        return self.state.turn

    @property
    def over(self) -> bool:
        """Whether no tile is left to take; otherwise the next round would have begun."""
        return self.state.draft_over

    @property
    def scores(self) -> tuple[int, ...]:
        """The score of each player, with bonuses at the end."""
        return tuple([board.score for board in self.state.boards])

    @property
    def winners(self) -> list[int]:
        """The players with the highest score; of those, by some rules, with most complete rows."""
        ranks = [(board.score, board.complete_rows if self.rules.ties_by_rows else 0)
                 for board in self.state.boards]
        highest = max(ranks)
        return [player for player, rank in enumerate(ranks) if rank == highest]

    @property
    def endings(self) -> list[str]:
        """Why the game is over: some of "row", "exhaustion" and "rounds"; [] before the end."""
        return endings(self.state, self.rules) if self.over else []

    def why_over(self) -> str:
        """Return a sentence for each reason why the game is over; "" before the end."""
        return why_over(self.state, self.endings) if self.over else ""

    def reasons(self) -> list[Reason]:
        """Return the reasons why the last move changed the scores.

        [] unless it ended a round that was then scored.
        """
        if not self.made:
            return []
        state = take(self.past[-1], *self.made[-1])
        # without a pool, the game ends with the draft: there is no tiling
        is_scored = state.draft_over and state.pool is not None
        if not is_scored:
            return []
        return [*round_reasons(state, self.rules, last=self.over)]

    def legal_moves(self) -> list[Move]:
        """Return all legal moves, sorted by source, colour and line."""
        taken = [self.board.takes(line) for line in range(SIDE + 1)]
        return [Move(source, colour, line) for source, colour in sorted(self.takes)
                for line, colours in enumerate(taken) if colour in colours]

    def why_not(self, move: Any) -> str | None:
        """Return a sentence that says why ``move`` is illegal now; None if it is legal."""
        return Refusal(say(OVER), "end") if self.over else self.why_no_take(move)

    def why_no_take(self, move: Any) -> str | None:
        """Return a sentence that says why the tiles do not allow ``move``; None if they do."""
        if not isinstance(move, Move):
            return say("{move!r} isn't a move. Write a move like this: Move(3, \"b\", 2).",
                       move=move)
        source, colour, line = move
        if colour not in list(COLOURS):
            return Refusal(say("{colour!r} isn't a colour. The colours are: {known}.",
                               colour=colour, known=", ".join(COLOURS)), "take")
        if not isinstance(source, int) or not 0 <= source < len(self.sources):
            return say("There's no factory {source!r}. The factories are numbered from 1 to "
                       "{most}, and 0 is the centre.", source=source, most=len(self.sources) - 1)
        if colour not in self.sources[source]:
            if source:
                reason = say("There's no {colour} tile in factory {source}.",
                             colour=colour_name(colour), source=source)
            else:
                reason = say("There's no {colour} tile in the centre.",
                             colour=colour_name(colour))
            return Refusal(reason, "take")
        return self.why_not_on(line, colour)

    def why_not_on(self, line: int, colour: str) -> str | None:
        """Return a sentence that says why the current player's ``line`` doesn't take ``colour``.

        None if it does.
        """
        return self.board.why_not(colour, line)

    # -- moves -----------------------------------------------------------------------------

    def play(self, move: Move, rng: Random, chance: Any = None) -> Any:
        """Make a legal ``move``; return the new tiles in the factories if it ends a round.

        The last move of a draft ends the round: it tiles all boards and begins the next round.
        ValueError: ``chance`` is not a possible result of the move.
        """
        state = self._made(move)
        drawn = None
        ended_a_round = state.round > self.state.round
        if ended_a_round and self._ends(state):
            boards = [board._replace(score=board.score + self._bonus(board))
                      for board in state.boards]
            state = state._replace(boards=tuple(boards))
        elif ended_a_round:
            state = fill(state, self.rules, rng, chance)
            drawn = list(state.sources[1:])
        if chance is not None and chance != drawn:
            raise ValueError(say("The factories can't contain {chance!r} after this move.",
                                 chance=chance))
        self.past.append(self.state)
        self.made.append(move)
        self.state = state
        return drawn

    def _made(self, move: Move) -> State:
        """Return the state after a legal move, tiled if it ends a round."""
        return self._after(move)

    def _ends(self, state: State) -> bool:
        """Whether the game ends with ``state``, after the tiling."""
        return bool(endings(state, self.rules))

    def _bonus(self, board: Board) -> int:
        """Return the points that a player gets for a board at the end of the game."""
        return sum(board.bonuses(self.rules))

    def take_back(self) -> None:
        """Take back the last move."""
        self.state = self.past.pop()
        self.made.pop()

    def copy(self) -> Self:
        """Return a copy, on which only later moves can be taken back."""
        return type(self)(self.state, self.rules)

    # -- for computer players --------------------------------------------------------------

    def random_move(self, rng: Random) -> Move:
        """Return a random move; all legal moves are equally likely."""
        board = self.board
        takes = self.takes
        while True:  # until a legal one is drawn, which is faster than a list of all
            source, colour = takes[int(rng.random() * len(takes))]
            line = int(rng.random() * (SIDE + 1))  # 0 is the floor, which takes every colour
            if colour in board.takes(line):
                return Move(source, colour, line)

    def certain_moves(self) -> list[Move]:
        """Return the legal moves, those to the floor last."""
        return sorted(self.legal_moves(), key=lambda move: move.line == 0)

    def worth(self, player: int) -> int:
        """Return the score that a player would have if the game ended with this draft.

        During a game it can be negative, so that the floor counts even for a player with no points.
        """
        if self.over and self.state.pool is not None:
            return self.score(player)
        return self._prospect(self.boards[player])

    def trials(self, players: Sequence[int]) -> Callable[[Move], tuple[int, ...]]:
        """Return a function from a move to the worth for ``players`` after it."""
        def worth_after(move: Move) -> tuple[int, ...]:
            boards = self._after(move).boards
            return tuple([self._prospect(boards[player]) for player in players])
        return worth_after

    def _after(self, move: Move) -> State:
        """Return the state after a legal move, tiled if it ends a round, for computer players."""
        state = take(self.state, *move)
        if state.draft_over and state.pool is not None:
            state, _ = tile_all(state, self.rules)
        return state

    def _prospect(self, board: Board) -> int:
        """Return the score, perhaps negative, if this board were tiled now and the game ended."""
        after, tiling = board.tile(self.rules)
        return board.score + tiling.gains - tiling.penalty + sum(after.bonuses(self.rules))

    # -- records ---------------------------------------------------------------------------

    def to_record(self) -> dict[str, Any]:
        """Return this position as JSON can hold it; players are numbered from 1."""
        record = plain_state(self.state, self.rules)
        for board in record["boards"]:
            board["wall"] = list(map("".join, board["wall"]))
        return record

    @classmethod
    def from_record(cls, record: dict[str, Any]) -> Self:
        """Return the position of a record; or of a single board, without factories.

        ValueError: the record breaks a law of the game; the sentence says which.
        """
        return cls(*state_from(record))
