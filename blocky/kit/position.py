"""The rules of a game as the kit sees them: a position, and what can be done with it.

A position knows the rules and nothing else: no player, no seed, no history, no screen. A game of
``blocky.kit.game`` is a session on one: it holds players and seed, and remembers the turns.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from random import Random
from typing import Any, NamedTuple, Self

from blocky.kit.language import say

__all__ = ["IllegalMove", "Position", "Reason"]


class IllegalMove(ValueError):
    """A move that the rules do not allow. Its text is a sentence that says why."""


class Reason(NamedTuple):
    """Points that a move brought to a player, or cost them, and what for.

    ``text`` is a phrase such as "a road of 5 tiles that joins two cities". ``group`` is one that
    the like of it have in common, such as "roads", for sums; "" where the text will do.
    """

    player: int
    points: int
    text: str
    group: str = ""


class Position(ABC):
    """Where a game stands, and its rules; ``play`` and ``take_back`` change it.

    A move is a value: frozen, hashable, printable so that it evaluates back. Players have numbers
    from 0.

    Attributes:
        key: names the game in saved files.
        seats: how many players there are.
        move_type: the class of its moves; they have a ``to_record``, it has a ``from_record``,
            unless the position turns them into records and back itself.
    """

    key: str
    seats: int
    move_type: Any

    @property
    @abstractmethod
    def turn(self) -> int:
        """The number of the player whose turn it is; of any player when the game is over."""

    @property
    @abstractmethod
    def over(self) -> bool:
        """Whether no move is left to be made."""

    @property
    @abstractmethod
    def scores(self) -> tuple[int, ...]:
        """The score of each player."""

    @property
    def winners(self) -> list[int]:
        """The numbers of those who win if the game ends here: those with the highest score."""
        best = max(self.scores)
        return [player for player, score in enumerate(self.scores) if score == best]

    def why_over(self) -> str:
        """Return a sentence that says why the game is over by its rules; "" before that."""
        return say("No move is left.") if self.over else ""

    def reasons(self) -> Sequence[Reason]:
        """Return what the last move played on this position did to the scores, and why.

        The points of a player add up to the change of the score. () where it is not told, or no
        move was played here. It is asked for only where people look on, so it may take a moment.
        """
        return ()

    @property
    def moves_left(self) -> int | None:
        """How many moves are still to be made by all together; None if the rules do not say."""
        return None

    @abstractmethod
    def legal_moves(self) -> Sequence[Any]:
        """Return every legal move of the player whose turn it is; none when the game is over."""

    def why_not(self, move: Any) -> str | None:
        """Return a sentence that says why ``move`` is illegal now; None if it is legal."""
        return self.refusal(move)[0]

    def rule_against(self, move: Any) -> str:
        """Return the key of the rule that ``why_not`` speaks for; "" for none of the rulebook."""
        reason, rule = self.refusal(move)
        return rule if reason else ""

    def refusal(self, move: Any) -> tuple[str | None, str]:
        """Return both of these; a position has either this or, without a rulebook, ``why_not``."""
        if type(self).why_not is Position.why_not:
            raise NotImplementedError(say("{position} has no why_not(move) of its own.",
                                          position=type(self).__name__))
        return self.why_not(move), ""

    @abstractmethod
    def play(self, move: Any, rng: Random, chance: Any = None) -> Any:
        """Make ``move``, a legal one; return what chance brought, None for most moves.

        What chance brings is drawn from ``rng``, unless ``chance`` is what this returned when the
        move was made before. Nothing stays changed if it raises.
        """

    @abstractmethod
    def take_back(self) -> None:
        """Take back the last move or skipped turn made on this position."""

    def skip(self) -> bool:
        """Let the player whose turn it is lose it; return whether the rules know such a thing.

        Where they do not, nothing changes, and who cannot move loses the game.
        """
        return False

    def reopens(self, move: Any) -> bool:
        """Tell whether ``move`` may be made though the game is over; it then goes on."""
        return False

    def may_fail(self, move: Any) -> bool:
        """Tell whether a computer player may try ``move`` though it is illegal, for the turn."""
        return False

    @abstractmethod
    def copy(self) -> Self:
        """Return a position like this one, which shares with it nothing that changes.

        Only what is played on the copy can be taken back there.
        """

    # -- what computer players ask ---------------------------------------------------------

    def random_move(self, rng: Random) -> Any:
        """Return the move of a player who does not think, a legal one unless it ``may_fail``."""
        return rng.choice(self.legal_moves())

    def certain(self, move: Any) -> bool:
        """Tell whether the outcome of a legal ``move`` is known before."""
        return True

    def certain_moves(self) -> Sequence[Any]:
        """Return the legal moves that are ``certain``, the most promising first."""
        return [move for move in self.legal_moves() if self.certain(move)]

    def score(self, player: int) -> int:
        """Return the score of one player."""
        return self.scores[player]

    def worth(self, player: int) -> int:
        """Return what computer players want more of for one player: the score.

        Where one can win whatever the points, a position says here what that is worth.
        """
        return self.score(player)

    def trials(self, players: Sequence[int]) -> Callable[[Any], tuple[int, ...]]:
        """Return what tells the worth for ``players`` after a move; nothing stays changed.

        It takes a move of ``certain_moves``.
        """
        def worth_after(move: Any) -> tuple[int, ...]:
            self.play(move, Random(0))
            try:
                return tuple(map(self.worth, players))
            finally:
                self.take_back()
        return worth_after

    # -- records ---------------------------------------------------------------------------

    @abstractmethod
    def to_record(self) -> dict[str, Any]:
        """Return what makes this position again: dicts, lists, numbers, texts.

        A game asks for it once, before the first move.
        """

    @classmethod
    @abstractmethod
    def from_record(cls, record: dict[str, Any], **own: Any) -> Self:
        """Return the position of a record; ``own`` are things that are not in it."""

    def own(self) -> dict[str, Any]:
        """Return what ``from_record`` needs beside a record: what no record can hold."""
        return {}

    def move_to_record(self, move: Any) -> Any:
        """Return ``move`` as JSON can hold it."""
        return move.to_record()

    def move_from_record(self, record: Any) -> Any:
        """Return the move of a record. ValueError or another error: it is of no move."""
        return self.move_type.from_record(record)
