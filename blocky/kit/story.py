"""What happened in a game, turn by turn: who moved, what it brought to whom, and why."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile
from random import Random
from typing import NamedTuple

from blocky.kit.game import Game, Turn
from blocky.kit.position import Position, Reason
from blocky.kit.safely import PartError

__all__ = ["Step", "Story", "story"]


class Step(NamedTuple):
    """A turn of a game: its number from 1, what each score gained in it, and the reasons."""

    number: int
    turn: Turn
    gains: tuple[int, ...]
    reasons: tuple[Reason, ...]

    def reasons_for(self, player: int) -> list[Reason]:
        """Return the reasons for what a player gained; a bare one where the game tells none."""
        told = [reason for reason in self.reasons if reason.player == player]
        if not told and self.gains[player]:
            return [Reason(player, self.gains[player], "")]
        return told


class Story:
    """The story of a game as it stands whenever it is asked for.

    The game tells of its last turn. Others are played again from the start of the game, each once,
    on a position of this story's own; there what was undone is taken back.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self._steps: list[Step] = []
        self._position: Position | None = None
        self._played: list[tuple[Turn, bool]] = []  # the turns there; whether each is taken back
        self._failed = False  # a student's function did, so that nothing can be played again

    def steps(self) -> list[Step]:
        """Return the turns taken so far."""
        history = self.game.history
        del self._steps[_common([step.turn for step in self._steps], history):]
        for number, turn in enumerate(history[len(self._steps):], len(self._steps)):
            before = history[number - 1].scores if number else self.game.start_scores
            gains = tuple(now - then for now, then in zip(turn.scores, before, strict=True))
            self._steps.append(Step(number + 1, turn, gains, self._reasons(number)))
        return list(self._steps)

    def _reasons(self, number: int) -> tuple[Reason, ...]:
        """Return the reasons for what a turn of the history brought."""
        turns = self.game.history[:number + 1]
        if turns[-1].fault:
            return ()
        if len(turns) == len(self.game.history) and self.game.undoable:
            return reasons_of(self.game.position)
        try:
            return () if self._failed else reasons_of(self._after(turns))
        except PartError:
            self._failed = True
            return ()

    def _after(self, turns: Sequence[Turn]) -> Position:
        """Return the position of this story, as it stands after ``turns``."""
        if self._position is None:
            self._position = self.game.start_position.copy()
        for _ in range(len(self._played) - _common([turn for turn, _ in self._played], turns)):
            if self._played.pop()[1]:
                self._position.take_back()
        for turn in turns[len(self._played):]:
            self._played.append((turn, _taken(self._position, turn)))
        return self._position


def _common(turns: Sequence[Turn], others: Sequence[Turn]) -> int:
    """Return how many turns both begin with; one that was undone and made again is another."""
    same = takewhile(lambda pair: pair[0] is pair[1], zip(turns, others, strict=False))
    return sum(1 for _ in same)


def _taken(position: Position, turn: Turn) -> bool:
    """Take ``turn`` on a position; return whether that can be taken back."""
    if turn.fault:
        return position.skip()
    position.play(turn.move, Random(0), turn.chance)
    return True


def story(game: Game) -> Iterator[Step]:
    """Yield the turns of a game from the first to the last, with gains and reasons."""
    yield from Story(game).steps()


def reasons_of(position: Position) -> tuple[Reason, ...]:
    """Return the reasons that a position tells; () if a student's function fails meanwhile."""
    try:
        return tuple(position.reasons())
    except PartError:
        return ()
