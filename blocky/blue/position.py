"""A position of Blue: a state, and what the rules say of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain, count
from random import Random
from typing import Any, Self

from blocky.blue.board import Board, random_order
from blocky.blue.move import Move, why_not
from blocky.blue.reasons import round_reasons, why_over
from blocky.blue.record import plain_state, state_from
from blocky.blue.rules import COLOURS, SEED, SIDE, TILES, Rules, factories, rules_called
from blocky.blue.state import State, endings, fill, take, takes_from, tile_all
from blocky.kit.language import say
from blocky.kit.position import Position as KitPosition
from blocky.kit.position import Reason

__all__ = ["Move", "Position"]


class Position(KitPosition):
    """Where a game of Blue stands, and its rules.

    Attributes:
        rules: the rule set.
        state: where the game stands, a value.
        past: the states before the moves that can be taken back.
        made: these moves.
    """

    key = "blue"
    move_type = Move

    def __init__(self, state: State, rules: Rules | str = SEED) -> None:
        self.state, self.rules = state, rules_called(rules)
        self.seats = len(state.boards)
        self.past: list[State] = []
        self.made: list[Move] = []

    @staticmethod
    def deal(players: int = 2, rules: Rules | str = SEED, seed: Random | int | str = 0,
             first: int | None = None,
             order: Callable[[Random], str] = random_order) -> Position:
        """Return the start of a game: walls, the first fill and who begins (or ``first``) random.

        ``seed`` determines them, or is the generator that they are drawn from. ``order`` returns
        the first row of each wall, where the rules have no wall of their own.
        ValueError: there are not 2 to 4 players.

        >>> position = Position.deal(2, seed=1)
        >>> len(position.sources), len(position.boards), len(position.state.pool)
        (6, 2, 80)
        """
        rng, rules = seed if isinstance(seed, Random) else Random(seed), rules_called(rules)
        sources = ("",) * (1 + factories(players))
        boards = tuple([Board(rules.wall or order(rng)) for _ in range(players)])
        turn = rng.randrange(players) if first is None else range(players)[first]
        state = State(sources, boards, turn, turn, pool=COLOURS * TILES)
        return Position(fill(state, rules, rng), rules)

    # -- where the game stands -------------------------------------------------------------

    @property
    def sources(self) -> tuple[str, ...]:
        """The tiles in the centre, and then those in each factory."""
        return self.state.sources

    @property
    def boards(self) -> tuple[Board, ...]:
        """What stands before each player."""
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
        centre, *rest = map(takes_from, count(), self.state.sources)
        return [*chain(*rest), *centre]

    @property
    def turn(self) -> int:
        """The number of the current player."""
        return self.state.turn

    @property
    def over(self) -> bool:
        """Whether no tile is left to be taken: the next round would be there otherwise."""
        return self.state.draft_over

    @property
    def scores(self) -> tuple[int, ...]:
        """The score of each player; at the end with the bonuses."""
        return tuple([board.score for board in self.state.boards])

    @property
    def winners(self) -> list[int]:
        """The numbers of those with the highest score; the rules may look at complete rows too."""
        standing = [(board.score, board.complete_rows if self.rules.ties_by_rows else 0)
                    for board in self.state.boards]
        return [player for player, each in enumerate(standing) if each == max(standing)]

    @property
    def endings(self) -> list[str]:
        """Why the game is over: some of "row", "exhaustion" and "rounds"; [] before the end."""
        return endings(self.state, self.rules) if self.over else []

    def why_over(self) -> str:
        """Return why the game is over, a sentence for each reason; "" before the end."""
        return why_over(self.state, self.endings) if self.over else ""

    def reasons(self) -> list[Reason]:
        """Return the reasons why the last move changed the scores; [] unless it ended a round."""
        if not self.made:
            return []
        state = take(self.past[-1], *self.made[-1])
        if not state.draft_over or state.pool is None:
            return []
        return [*round_reasons(state, self.rules, last=self.over)]

    def legal_moves(self) -> list[Move]:
        """Return every legal move, sorted by source, colour and line."""
        taken = [self.board.takes(line) for line in range(SIDE + 1)]
        return [Move(source, colour, line) for source, colour in sorted(self.takes)
                for line, colours in enumerate(taken) if colour in colours]

    def why_not(self, move: Any) -> str | None:
        """Return a sentence that says why ``move`` is illegal now; None if it is legal."""
        return why_not(self.state, move)

    # -- moves -----------------------------------------------------------------------------

    def play(self, move: Move, rng: Random, chance: Any = None) -> Any:
        """Make ``move``, a legal one; return the factories as they are filled, if it ends a round.

        The last move of a draft ends the round, with all its tiling, and begins the next one.
        ValueError: ``chance`` cannot be what the move brings.
        """
        state, brought = self._after(move), None
        if state.round > self.state.round:
            if endings(state, self.rules):
                state = state._replace(boards=tuple([
                    board._replace(score=board.score + sum(board.bonuses(self.rules)))
                    for board in state.boards]))
            else:
                state = fill(state, self.rules, rng, chance)
                brought = list(state.sources[1:])
        if chance is not None and chance != brought:
            raise ValueError(say("This move cannot have filled the factories with {chance!r}.",
                                 chance=chance))
        self.past.append(self.state)
        self.made.append(move)
        self.state = state
        return brought

    def take_back(self) -> None:
        """Take back the last move."""
        self.state = self.past.pop()
        self.made.pop()

    def copy(self) -> Self:
        """Return a position like this one."""
        return type(self)(self.state, self.rules)

    # -- what computer players ask ---------------------------------------------------------

    def random_move(self, rng: Random) -> Move:
        """Return a random move; each legal one is as likely as any other."""
        board, takes = self.board, self.takes
        while True:
            source, colour = takes[int(rng.random() * len(takes))]
            line = int(rng.random() * (SIDE + 1))
            if colour in board.takes(line):
                return Move(source, colour, line)

    def certain_moves(self) -> list[Move]:
        """Return the legal moves, those to the floor last."""
        return sorted(self.legal_moves(), key=lambda move: move.line == 0)

    def worth(self, player: int) -> int:
        """Return the score that a player would have if the game ended with this draft.

        It may be less than 0: what the floor costs is lost even to who has nothing.
        """
        if self.over and self.state.pool is not None:
            return self.score(player)
        return self._prospect(self.boards[player])

    def trials(self, players: Sequence[int]) -> Callable[[Move], tuple[int, ...]]:
        """Return a function from a move to its worth for ``players``; it changes nothing."""
        def worth_after(move: Move) -> tuple[int, ...]:
            boards = self._after(move).boards
            return tuple([self._prospect(boards[player]) for player in players])
        return worth_after

    def _after(self, move: Move) -> State:
        """Return the state after a legal move, tiled if it ends a round."""
        state = take(self.state, *move)
        return (tile_all(state, self.rules)[0] if state.draft_over and state.pool is not None
                else state)

    def _prospect(self, board: Board) -> int:
        after, tiling = board.tile(self.rules)
        return board.score + tiling.gains - tiling.penalty + sum(after.bonuses(self.rules))

    # -- records ---------------------------------------------------------------------------

    def to_record(self) -> dict[str, Any]:
        """Return a record from which this position can be rebuilt; players are numbered from 1."""
        record = plain_state(self.state, self.rules)
        for board in record["boards"]:
            board["wall"] = list(map("".join, board["wall"]))
        return record

    @classmethod
    def from_record(cls, record: dict[str, Any], **own: Any) -> Self:
        """Return the position of a record; or the single board of one, with no factories.

        ValueError: the record breaks a law of the game; it says which.
        """
        if own:
            raise TypeError(say("A game of Blue takes nothing called {names}.",
                                names=", ".join(own)))
        return cls(*state_from(record))
