"""The story of a game: what each turn changed in the scores, and why."""

from collections.abc import Sequence
from itertools import takewhile
from typing import NamedTuple

from blocky.kit.game import Game, Turn
from blocky.kit.position import Position, Reason
from blocky.kit.safely import PartError
from blocky.kit.session import Session

__all__ = ["Step", "Story"]


class Step(NamedTuple):
    """A turn of a game: its number from 1, the gain of each player, and the reasons."""

    number: int
    turn: Turn
    gains: tuple[int, ...]
    reasons: tuple[Reason, ...]

    def reasons_for(self, player: int) -> list[Reason]:
        """Return the reasons for a player's gain; one without a text if the game gives none."""
        reasons = [reason for reason in self.reasons if reason.player == player]
        if not reasons and self.gains[player]:
            return [Reason(player, self.gains[player], "")]
        return reasons


class Story:
    """The story of a game, kept up to date while it is played.

    The position of the game gives the reasons of the last turn. Other turns are replayed, each
    once, in a session from the same start; turns that were undone are undone there.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self._steps: list[Step] = []
        self._replay: Session | None = None  # a second game, in which the turns are made again
        self._replayed: list[Turn] = []  # the turns of the game that were made in it
        self._failed = False  # a student's function failed: turns cannot be replayed

    def steps(self) -> list[Step]:
        """Return a step for each turn taken so far; those of earlier calls are kept."""
        history = self.game.history
        still_valid = _length_of_common_start([step.turn for step in self._steps], history)
        del self._steps[still_valid:]
        for index in range(still_valid, len(history)):
            turn = history[index]
            scores_before = history[index - 1].scores if index else self.game.start_scores
            gains = tuple(after - before for after, before
                          in zip(turn.scores, scores_before, strict=True))
            self._steps.append(Step(index + 1, turn, gains, self._reasons(index)))
        return list(self._steps)

    def _reasons(self, index: int) -> tuple[Reason, ...]:
        """Return the reasons for the gains of the turn at an index of the history.

        () for a lost turn, or if a student's function fails.
        """
        turns = self.game.history[:index + 1]
        if turns[-1].fault:
            return ()
        is_last = len(turns) == len(self.game.history)
        # The game's own position knows its last turn, unless the game is a copy made after it.
        if is_last and self.game.undoable:
            return reasons_of(self.game.position)
        if self._failed:
            return ()
        try:
            return reasons_of(self._after(turns))
        except PartError:
            self._failed = True
            return ()

    def _after(self, turns: Sequence[Turn]) -> Position:
        """Return the position after ``turns``, the first turns of the game, in a second game.

        That game undoes and makes turns to get there.
        """
        if self._replay is None:
            start = self.game.start_position.copy()
            self._replay = Session.on(start, self.game.players, self.game.seed)
        in_common = _length_of_common_start(self._replayed, turns)
        if in_common < len(self._replayed):
            self._replay.undo(len(self._replayed) - in_common)
        for turn in turns[in_common:]:
            if turn.fault:
                self._replay.forfeit(turn.move, turn.fault)
            else:
                self._replay.replay(turn.move, turn.chance)
        self._replayed = list(turns)
        return self._replay.position


def _length_of_common_start(turns: Sequence[Turn], others: Sequence[Turn]) -> int:
    """Return the number of turns that both begin with. A redone turn is another one."""
    same = takewhile(lambda pair: pair[0] is pair[1], zip(turns, others, strict=False))
    return sum(1 for _ in same)


def reasons_of(position: Position) -> tuple[Reason, ...]:
    """Return the reasons that a position gives; () if a student's function fails."""
    try:
        return tuple(position.reasons())
    except PartError:
        return ()
