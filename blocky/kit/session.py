"""A session of players who take turns on a position: where it stands, its turns, undo and redo.

A move that raises leaves position, turn and history as they were.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Self

from blocky.kit import arguments
from blocky.kit.language import say
from blocky.kit.player import KINDS, Player, given_players
from blocky.kit.position import OVER, IllegalMove, Position, Refusal
from blocky.kit.safely import Fault

__all__ = ["Session", "Turn"]


@dataclass(frozen=True)
class Turn:
    """A turn that was taken: the number of the player, the move, and all scores after it.

    ``fault`` says why a turn was lost without its move being made; ``move`` is then what was tried,
    None if there was none. ``chance`` is what chance brought with the move, as its position tells.
    """

    player: int
    move: Any
    scores: tuple[int, ...]
    fault: Fault | None = None
    chance: Any = None

    @property
    def forfeited(self) -> str:
        """The sentence that says why the turn was lost; "" if it was not."""
        return "" if self.fault is None else str(self.fault)


class Session:
    """Players on a position, and the turns that they took.

    Attributes:
        position: where the game stands, and its rules.
        players: one for each seat; they are given as objects, as classes or by their names.
        seed: determines what computer players do and what chance brings.
        history: the turns taken.
        start_scores: the scores before the first turn.
        start_position: the position before the first turn; it is not changed.
        undone: the turns that were undone and can be redone, the next one to redo last.
        ended: whether the game was ended by hand.
        loser: who lost the game, unable to move where the rules know no lost turn; else None.
    """

    #: What games of this class are played on, so that they can be loaded; None: to be named then.
    position_type: type[Position] | None = None

    #: The players that can be given by a name.
    kinds: Mapping[str, type[Player]] = KINDS

    #: How many players there can be, where that is not settled by the game.
    seats_allowed: Sequence[int] = ()

    def __init__(self, position: Position, players: Sequence[Player | type[Player] | str],
                 seed: int | str | None = None) -> None:
        self.seed: int | str = arguments.given_seed(seed)
        self.position = position
        self.players = given_players(players, self.kinds)
        if len(self.players) != position.seats:
            raise ValueError(say("A game needs a player for each seat: {seats}, but {count} were "
                                 "given.", seats=position.seats, count=len(self.players)))
        self.history: list[Turn] = []
        self.undone: list[Turn] = []
        self._kept = 0  # turns that cannot be undone: a copy cannot go back to before it was made
        self.ended = False
        self.loser: int | None = None
        self.start_scores = tuple(position.scores)
        self.start_position = position.copy()

    @classmethod
    def on(cls, position: Position, players: Sequence[Player], seed: int | str) -> Self:
        """Return a game on ``position``, whatever else a subclass asks for."""
        game = cls.__new__(cls)
        Session.__init__(game, position, players, seed)
        return game

    # -- where the game stands -------------------------------------------------------------

    @property
    def turn(self) -> int:
        """The number of the player whose turn it is."""
        return self.position.turn

    def called(self, player: int) -> int:
        """Return the number by which people call a player: they count from 1."""
        return player + 1

    def name_of(self, player: int) -> str:
        """Return how a player is called in sentences, such as "Player 1 (Human)"."""
        return say("Player {player} ({name})", player=self.called(player),
                   name=self.players[player].name)

    @property
    def moves_left(self) -> int | None:
        """How many moves are still to be made, by all players together; None: nobody knows."""
        return 0 if self.over else self.position.moves_left

    @property
    def over(self) -> bool:
        """Whether the game has ended, by its rules or by hand."""
        return self.ended or self.loser is not None or self.position.over

    def why_over(self) -> str:
        """Return a sentence that says why the game is over; "" before the end."""
        if self.loser is not None:
            return say("{player} lost a turn, and with it the game.",
                       player=self.name_of(self.loser))
        if why := self.position.why_over():
            return why
        return say("It was ended by hand.") if self.ended else ""

    @property
    def scores(self) -> list[int]:
        """The score of each player."""
        return list(self.history[-1].scores if self.history else self.start_scores)

    @property
    def winners(self) -> list[int]:
        """The numbers of the players who have won; [] before the end."""
        if not self.over:
            return []
        if self.loser is not None:
            return [player for player in range(len(self.players)) if player != self.loser]
        return self.position.winners

    @property
    def undoable(self) -> int:
        """How many moves can be undone."""
        return len(self.history) - self._kept

    @property
    def redoable(self) -> int:
        """How many undone moves can be made again."""
        return len(self.undone)

    def why_not(self, move: Any) -> Refusal | None:
        """Return a sentence that says why ``move`` is illegal now; None if it is legal."""
        if self.ended or self.loser is not None:
            return Refusal(say(OVER))
        reason = self.position.why_not(move)
        if reason is None or isinstance(reason, Refusal):
            return reason
        return Refusal(reason)

    def legal_moves(self) -> list[Any]:
        """Return every legal move of the player whose turn it is."""
        return [] if self.over else list(self.position.legal_moves())

    def score_after(self, move: Any, player: int | None = None) -> int:
        """Return the score that ``player``, or whose turn it is, would have after a legal ``move``.

        Nothing stays changed.
        """
        player = self.turn if player is None else player
        self.position.play(move, self._move_rng())
        try:
            return self.position.score(player)
        finally:
            self.position.take_back()

    # -- turns -----------------------------------------------------------------------------

    def play(self, move: Any) -> Turn:
        """Make ``move`` for the player whose turn it is; return the turn.

        IllegalMove: the rules refuse it. PartError: a student's function failed. The game is then
        as it was before.
        """
        return self.replay(move)

    def replay(self, move: Any, chance: Any = None) -> Turn:
        """Make ``move`` as ``play`` does; ``chance`` is what it brought when it was made before."""
        if reason := self.why_not(move):
            raise IllegalMove(reason)
        turn = self._take(move, None, chance)
        self.undone.clear()
        self.ended = False
        return turn

    def forfeit(self, move: Any, fault: Fault | str) -> Turn:
        """Let the player whose turn it is lose it; ``move`` is what was tried, None if nothing.

        Where the rules know no lost turn, the player loses the game. Return the turn.
        """
        if self.over:
            raise IllegalMove(say(OVER))
        fault = Fault("other", text=fault) if isinstance(fault, str) else fault
        turn = self._take(move, fault)
        self.undone.clear()
        return turn

    def _take(self, move: Any, fault: Fault | None, chance: Any = None) -> Turn:
        """Take a turn, in which ``move`` is made, or lost for a ``fault``."""
        player = self.turn
        if fault:
            if not self.position.skip():
                self.loser = player
            scores = tuple(self.scores)
        else:
            chance = self.position.play(move, self._move_rng(), chance)
            try:
                scores = tuple(self.position.scores)
            except BaseException:
                self.position.take_back()
                raise
        turn = Turn(player, move, scores, fault, chance)
        self.history.append(turn)
        return turn

    def end(self) -> None:
        """End the game now."""
        self.ended = True

    def undo(self, count: int = 1) -> None:
        """Take back the last ``count`` moves. ValueError: there are fewer."""
        if arguments.count("count", count) not in range(1, self.undoable + 1):
            raise ValueError(say("{count} moves cannot be undone: there are {most}.",
                                 count=count, most=self.undoable))
        for _ in range(count):
            if self.loser is None:
                self.position.take_back()
            self.ended, self.loser = False, None
            self.undone.append(self.history.pop())

    def redo(self, count: int = 1) -> None:
        """Make the last ``count`` undone moves again. ValueError: there are fewer."""
        if arguments.count("count", count) not in range(1, self.redoable + 1):
            raise ValueError(say("{count} moves cannot be redone: there are {most}.",
                                 count=count, most=self.redoable))
        for _ in range(count):
            turn = self.undone[-1]
            self._take(turn.move, turn.fault, turn.chance)
            self.undone.pop()

    def _rng(self, purpose: str) -> Random:
        return Random(f"game {self.seed}: {purpose}")

    def _move_rng(self) -> Random:
        return self._rng(f"move {len(self.history)}")
