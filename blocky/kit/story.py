"""What happened in a game, turn by turn: who moved, what it brought to whom, and why."""

from __future__ import annotations

from collections.abc import Iterator
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

    The turns are played again from the start of the game, each once: what is undone is taken back.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self._steps: list[Step] = []
        self._played: list[bool] = []  # whether each step is one that the position can take back
        self._position: Position | None = None
        self._failed = False  # a student's function did, so that nothing can be played again

    def steps(self) -> list[Step]:
        """Return the turns taken so far."""
        if self._position is None and not self._failed:
            position = self.game.position
            self._position = type(position).from_record(self.game.start_record, **position.own())
        history = self.game.history
        kept = 0  # a turn that was undone and made again is another object
        while kept < min(len(self._steps), len(history)) and (
                self._steps[kept].turn is history[kept]):
            kept += 1
        while len(self._steps) > kept:
            self._steps.pop()
            if self._played.pop() and self._position:
                self._position.take_back()
        for turn in history[len(self._steps):]:
            self._steps.append(self._next(turn))
        return list(self._steps)

    def _next(self, turn: Turn) -> Step:
        """Take a turn on the position, which stands where it was taken; return it as a step."""
        before = self._steps[-1].turn.scores if self._steps else self.game.start_scores
        gains = tuple(now - then for now, then in zip(turn.scores, before, strict=True))
        reasons: tuple[Reason, ...] = ()
        try:
            if self._position:
                self._played.append(_taken(self._position, turn))
                reasons = reasons_of(self._position) if self._played[-1] else ()
        except PartError:
            self._position, self._failed = None, True
        if self._position is None:
            self._played.append(False)
        return Step(len(self._steps) + 1, turn, gains, reasons)


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
