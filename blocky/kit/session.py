"""A session: players who take turns on a position, with undo and redo.

If a move raises an error, the position, the turn and the history are unchanged.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Self

from blocky.kit import arguments
from blocky.kit.language import say, say_count
from blocky.kit.player import KINDS, Player, given_players
from blocky.kit.position import OVER, IllegalMove, Position, Refusal
from blocky.kit.safely import Fault

__all__ = ["Session", "Turn"]


@dataclass(frozen=True)
class Turn:
    """A turn that was taken.

    Attributes:
        player: the number of the player.
        move: the move; in a lost turn the move that was tried, or None.
        scores: all scores after it.
        fault: why the turn was lost; None if the move was made.
        chance: what was drawn at random in the move, as ``Position.play`` returned it.
    """

    player: int
    move: Any
    scores: tuple[int, ...]
    fault: Fault | None = None
    chance: Any = None

    @property
    def forfeited(self) -> str:
        """A sentence that says why the turn was lost; "" if it was not."""
        return "" if self.fault is None else str(self.fault)


class Session:
    """Players on a position, and the turns that they have taken.

    Attributes:
        position: the current position.
        players: one for each seat; they are given as objects, classes or names.
        seed: determines what computer players do and what is drawn at random.
        history: the turns taken.
        start_position: the position before the first turn; it is not changed.
        start_scores: the scores before the first turn.
        undone: the turns that were undone and can be redone, the next one to redo last.
        ended: whether the game was ended by hand.
        loser: the player who lost a turn, and so the game, in a game without lost turns; or None.
    """

    #: The class of the positions of these games, for loading; None if it must be given then.
    position_type: type[Position] | None = None

    #: The players that can be given by name.
    kinds: Mapping[str, type[Player]] = KINDS

    #: The possible numbers of players, if there is a choice.
    seats_allowed: Sequence[int] = ()

    def __init__(self, position: Position, players: Sequence[Player | type[Player] | str],
                 seed: int | str | None = None) -> None:
        self.seed: int | str = arguments.given_seed(seed)
        self.position = position
        self.players = given_players(players, self.kinds)
        if len(self.players) != position.seats:
            raise ValueError(say(
                "A game needs {seats} players, one for each seat, but you passed {count}.",
                count=len(self.players), seats=position.seats))
        self.history: list[Turn] = []
        self.undone: list[Turn] = []
        self._fixed = 0  # the number of turns that cannot be undone: those before a copy was made
        self.ended = False
        self.loser: int | None = None
        self.start_position = position.copy()
        self.start_scores = tuple(position.scores)

    @classmethod
    def on(cls, position: Position, players: Sequence[Player | type[Player] | str],
           seed: int | str | None) -> Self:
        """Return a game that starts from ``position``, without the ``__init__`` of a subclass."""
        game = cls.__new__(cls)
        Session.__init__(game, position, players, seed)
        return game

    @property
    def turn(self) -> int:
        """The number of the player whose turn it is."""
        return self.position.turn

    def called(self, player: int) -> int:
        """Return the number of a player as people count, from 1."""
        return player + 1

    def name_of(self, player: int) -> str:
        """Return the name of a player in sentences, such as "Player 1 (Human)"."""
        return say("Player {player} ({name})", player=self.called(player),
                   name=self.players[player].name)

    @property
    def moves_left(self) -> int | None:
        """The number of moves still to be made, by all players together; None if unknown."""
        return 0 if self.over else self.position.moves_left

    @property
    def over(self) -> bool:
        """Whether the game is over, by its rules or by hand."""
        return self.ended or self.loser is not None or self.position.over

    @property
    def stuck(self) -> bool:
        """Whether the current player has no legal move, and so can only lose the turn."""
        return not self.over and self.position.stuck

    def why_over(self) -> str:
        """Return a sentence that says why the game is over; "" before the end."""
        if self.loser is not None:
            return say("{player} lost the whole game by losing a turn.",
                       player=self.name_of(self.loser))
        if why := self.position.why_over():
            return why
        return say("It was ended early.") if self.ended else ""

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
        """The number of moves that can be undone."""
        return len(self.history) - self._fixed

    @property
    def redoable(self) -> int:
        """The number of undone moves that can be redone."""
        return len(self.undone)

    def why_not(self, move: Any) -> Refusal | None:
        """Return a sentence that says why ``move`` is illegal now; None if it is legal.

        Some games let a certain move reopen a game that was ended early.
        """
        is_closed = self.ended and not self.position.reopens(move)
        if is_closed or self.loser is not None:
            return Refusal(say(OVER))
        reason = self.position.why_not(move)
        if reason is None or isinstance(reason, Refusal):
            return reason
        return Refusal(reason)

    def legal_moves(self) -> list[Any]:
        """Return all legal moves of the current player."""
        return [] if self.over else list(self.position.legal_moves())

    def score_after(self, move: Any, player: int | None = None) -> int:
        """Return the score of ``player`` after a legal ``move``, by default the current player's.

        The game is left unchanged.
        """
        if not isinstance(move, self.position.move_type):  # it can't even be tried
            raise IllegalMove(self.why_not(move))
        player = self.turn if player is None else player
        self.position.play(move, self._move_rng())
        try:
            return self.position.score(player)
        finally:
            self.position.take_back()

    # -- turns -----------------------------------------------------------------------------

    def play(self, move: Any) -> Turn:
        """Make ``move`` for the current player; return the turn.

        IllegalMove: the rules do not allow it. PartError: a student's function failed.
        """
        return self.replay(move)

    def replay(self, move: Any, chance: Any = None) -> Turn:
        """Make ``move`` as ``play`` does; ``chance`` is what was drawn when it was made before."""
        if reason := self.why_not(move):
            raise IllegalMove(reason)
        turn = self._take_turn(move, None, chance)
        self.undone.clear()
        self.ended = False
        return turn

    def forfeit(self, move: Any, fault: Fault | str) -> Turn:
        """Forfeit the turn of the current player, who tried ``move`` or None; return the turn.

        In a game without lost turns, the player loses the game.
        """
        if self.over:
            raise IllegalMove(say(OVER))
        fault = Fault("other", text=fault) if isinstance(fault, str) else fault
        arguments.expect("fault", fault, Fault, say("a sentence that says why the turn is lost"))
        turn = self._take_turn(move, fault)
        self.undone.clear()
        return turn

    def _take_turn(self, move: Any, fault: Fault | None, chance: Any = None) -> Turn:
        """Make ``move``, or lose the turn if there is a ``fault``; return the turn.

        ``chance`` is what was drawn at random when the move was made before; None if it's new.
        """
        player = self.turn
        if fault:
            if not self.position.skip():  # in this game, losing a turn loses the whole game
                self.loser = player
            scores = tuple(self.scores)
        else:
            chance = self.position.play(move, self._move_rng(), chance)
            try:
                scores = tuple(self.position.scores)
            except BaseException:  # a student's goal may fail: then nothing has changed
                self.position.take_back()
                raise
        turn = Turn(player, move, scores, fault, chance)
        self.history.append(turn)
        return turn

    def end(self) -> None:
        """End the game now."""
        self.ended = True

    def resume(self) -> None:
        """Go on with a game that was ended by hand."""
        self.ended = False

    def undo(self, count: int = 1) -> None:
        """Undo the last ``count`` moves. ValueError: there are fewer."""
        arguments.count("count", count, least=1)
        if not self.undoable:
            raise ValueError(say("There is nothing left to undo."))
        if count > self.undoable:
            raise ValueError(say_count("Only {count} move can be undone, not {asked}.",
                                       "Only {count} moves can be undone, not {asked}.",
                                       self.undoable, asked=count))
        for _ in range(count):
            if self.loser is None:  # the turn that lost the game didn't change the position
                self.position.take_back()
            self.ended, self.loser = False, None
            self.undone.append(self.history.pop())

    def redo(self, count: int = 1) -> None:
        """Redo the last ``count`` undone moves. ValueError: there are fewer."""
        arguments.count("count", count, least=1)
        if not self.redoable:
            raise ValueError(say("There is nothing left to redo."))
        if count > self.redoable:
            raise ValueError(say_count("Only {count} move can be redone, not {asked}.",
                                       "Only {count} moves can be redone, not {asked}.",
                                       self.redoable, asked=count))
        for _ in range(count):
            turn = self.undone[-1]
            self._take_turn(turn.move, turn.fault, turn.chance)
            self.ended = False
            self.undone.pop()  # last, as the turn may fail

    def _rng(self, purpose: str) -> Random:
        """Return a generator of random numbers that only the seed and the purpose determine."""
        return Random(f"game {self.seed}: {purpose}")

    def _move_rng(self) -> Random:
        return self._rng(f"move {len(self.history)}")
