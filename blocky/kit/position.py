"""A position: the state of a game, and its rules.

A position knows the rules and nothing else: no players, seed, history or screen. Those belong to
the session that is played on it, a ``Game`` of ``blocky.kit.game``.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from random import Random
from typing import Any, NamedTuple, Self

from blocky.kit.language import mark, say

__all__ = ["OVER", "IllegalMove", "Position", "Reason", "Refusal"]

OVER = mark("The game is over. Undo a move, or start a new game.")


class IllegalMove(ValueError):
    """A move that the rules do not allow. Its text is a sentence that says why."""


class Refusal(str):
    """A sentence that says why a move is illegal.

    Attributes:
        rule: the key of the rule in the rulebook that forbids the move; "" for none.
        forfeits: whether a computer player that tries the move loses the turn. Otherwise it is an
            error to try it.

    >>> Refusal("Cell 3 is taken.", rule="taken").rule
    'taken'
    """

    rule: str
    forfeits: bool

    def __new__(cls, text: str, rule: str = "", forfeits: bool = False) -> Self:
        """Return the sentence ``text`` with the two attributes."""
        refusal = super().__new__(cls, text)
        refusal.rule, refusal.forfeits = rule, forfeits
        return refusal


class Reason(NamedTuple):
    """Points that a move won or cost a player, and what for.

    ``text`` is a phrase such as "a road of 5 tiles that joins two cities". ``group`` is the heading
    under which reasons are added up, such as "roads"; "" if that is the text.
    """

    player: int
    points: int
    text: str
    group: str = ""


class Position(ABC):
    """The state of a game with its rules; ``play`` and ``take_back`` change it.

    A move is a value: frozen, hashable, and printed as an expression that evaluates to it. It has
    a ``to_record``, and its class a ``from_record``, for saved games. Players are numbered from 0.

    Attributes:
        key: the name of the game in saved files.
        seats: the number of players.
        move_type: the class of the moves.
    """

    key: str
    seats: int
    move_type: Any

    @property
    @abstractmethod
    def turn(self) -> int:
        """The number of the player whose turn it is; any player's when the game is over."""

    @property
    @abstractmethod
    def over(self) -> bool:
        """Whether the game is over by its rules."""

    @property
    @abstractmethod
    def scores(self) -> tuple[int, ...]:
        """The score of each player."""

    def score(self, player: int) -> int:
        """Return the score of one player."""
        return self.scores[player]

    @property
    def winners(self) -> list[int]:
        """The players who win if the game ends now: those with the highest score."""
        best = max(self.scores)
        return [player for player, score in enumerate(self.scores) if score == best]

    def why_over(self) -> str:
        """Return a sentence that says why the game is over by its rules; "" before the end."""
        return say("No moves are left.") if self.over else ""

    @property
    def stuck(self) -> bool:
        """Whether the current player has no legal move, although the game goes on."""
        return not self.over and not self.legal_moves()

    def reasons(self) -> Sequence[Reason]:
        """Return the reasons why the last move played on this position changed the scores.

        A player's points add up to the change of the score. () if no move was played here, or if
        the game gives no reasons. It may be slow: it is called only to show a game to people.
        """
        return ()

    @property
    def moves_left(self) -> int | None:
        """The number of moves still to be made, by all players together; None if unknown."""
        return None

    @abstractmethod
    def legal_moves(self) -> Sequence[Any]:
        """Return all legal moves of the current player.

        There are none when the game is over, or if the player is ``stuck``.
        """

    @abstractmethod
    def why_not(self, move: Any) -> str | None:
        """Return a sentence that says why ``move`` is illegal now; None if it is legal.

        The sentence is a ``Refusal`` if it names a rule of the rulebook.
        """

    def reopens(self, move: Any) -> bool:
        """Whether ``move`` may be made even after the end of the game, which then goes on."""
        return False

    @abstractmethod
    def play(self, move: Any, rng: Random, chance: Any = None) -> Any:
        """Make a legal ``move``; return what was drawn at random in it, None for most moves.

        Random choices are drawn from ``rng``. To make a move again with the same result, pass as
        ``chance`` what it returned. If an error is raised, nothing has changed.
        """

    @abstractmethod
    def take_back(self) -> None:
        """Take back the last move or skipped turn on this position."""

    def skip(self) -> bool:
        """Skip the current player's turn and return True, if the rules allow a turn to be lost.

        Otherwise return False and change nothing: a player who cannot move loses the game.
        """
        return False

    @abstractmethod
    def copy(self) -> Self:
        """Return an independent copy, on which only later moves can be taken back."""

    # -- for computer players --------------------------------------------------------------

    def random_move(self, rng: Random) -> Any:
        """Return a random legal move; None if no move is legal.

        Where illegal moves only lose the turn, a game may choose among them too.
        """
        legal = self.legal_moves()
        return rng.choice(legal) if legal else None

    def certain(self, move: Any) -> bool:
        """Whether the result of a legal move does not depend on chance."""
        return True

    def certain_moves(self) -> Sequence[Any]:
        """Return the legal moves that are ``certain``, promising ones first."""
        return [move for move in self.legal_moves() if self.certain(move)]

    def worth(self, player: int) -> int:
        """Return the number that computer players maximise for ``player``: the score.

        A game that can be won by other means than points adds the worth of that here.
        """
        return self.score(player)

    def trials(self, players: Sequence[int]) -> Callable[[Any], tuple[int, ...]]:
        """Return a function that gives the ``worth`` of each of ``players`` after a move.

        The move must be one of the ``certain_moves``. The function leaves the position unchanged.
        """
        def worth_after(move: Any) -> tuple[int, ...]:
            """Play a move, look at the worth of the players, and take the move back."""
            self.play(move, Random(0))  # nothing is drawn at random in a certain move
            try:
                return tuple(map(self.worth, players))
            finally:
                self.take_back()
        return worth_after

    # -- records ---------------------------------------------------------------------------

    @abstractmethod
    def to_record(self) -> dict[str, Any]:
        """Return this position, the start of a game, as JSON can hold it."""

    @classmethod
    @abstractmethod
    def from_record(cls, record: dict[str, Any]) -> Self:
        """Return the position of a record; named arguments give students' objects, if any."""
