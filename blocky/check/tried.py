"""What a player tries before it chooses a move, and which of the moves tried it takes."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, cast

from blocky.game import Game
from blocky.kit.game import Turn
from blocky.kit.language import say
from blocky.move import Action

__all__ = ["Tries", "watched", "why_taken"]

#: The moves tried, in order, each with its score.
Tried = list[tuple[Any, int]]


@dataclass
class Tries:
    """The moves that a player asks about or plays on trial, and how many in a row at most."""

    asked: Tried = field(default_factory=list)
    played: Tried = field(default_factory=list)
    deepest: int = 0

    @property
    def tried(self) -> Tried:
        """The moves tried; none if that could not be seen."""
        return max(self.asked, self.played, key=len)


class _Watched(Game):
    """A game that notes what is tried on it and on its copies."""

    tries: Tries
    begun: int

    def score_after(self, move: Any, player: int | None = None) -> int:
        """Return the score after a move, and note it."""
        score = super().score_after(move, player)
        if player in (None, self.turn) and len(self.history) == self.begun:
            self.tries.asked.append((move, score))
        return score

    def play(self, move: Any) -> Turn:
        """Play a move, and note the score of the player who moved."""
        me, before = self.turn, len(self.history) - self.begun
        turn = super().play(move)
        if before == 0:
            self.tries.played.append((move, turn.scores[me]))
        self.tries.deepest = max(self.tries.deepest, before + 1)
        return turn


def watched(game: Game) -> tuple[Game, Tries]:
    """Return a copy of a game, and the moves that will be tried on it."""
    twin: Any = game.copy()
    twin.__class__, twin.tries, twin.begun = _Watched, Tries(), len(game.history)
    return cast(Game, twin), twin.tries


def why_taken(choices: Iterable[tuple[Any, Tries]]) -> str:
    """Return a sentence if moves were taken that are not the best of those tried; else ""."""
    wrong = [(move, tried) for move, tried in ((move, seen.tried) for move, seen in choices)
             if len(tried) > 1 and getattr(move, "action", Action.PASS) is not Action.PASS
             and dict(tried).get(move, -1e9) < max(score for _, score in tried)]
    if len(wrong) < 2:
        return ""
    if all(move not in dict(tried) for move, tried in wrong):
        return say("Your player returns a move that it didn't try in this turn. If you keep the "
                   "best move in self or in the class, start again in each call. If not, keep the "
                   "move with the best score, and return that one.")
    move, tried = next(each for each in wrong if each[0] in dict(each[1]))
    best, score = max(tried, key=lambda each: each[1])
    return say("Your player doesn't choose the best move that it tried: the move “{move}” gives "
               "{own}, but the move “{best}” gives {score}. Keep the best score and its move, and "
               "replace both only when a better one comes.",
               move=move, own=dict(tried)[move], best=best, score=score)
