"""The moves that a player tries before it chooses one, and whether it chooses the best of them."""

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
    """The moves whose score a player asked for, those that it played, and how many in a row."""

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
        player = self.turn
        played_before = len(self.history) - self.begun
        turn = super().play(move)
        if played_before == 0:
            self.tries.played.append((move, turn.scores[player]))
        self.tries.deepest = max(self.tries.deepest, played_before + 1)
        return turn


def watched(game: Game) -> tuple[Game, Tries]:
    """Return a copy of a game, and the moves that will be tried on it."""
    twin: Any = game.copy()
    twin.__class__ = _Watched
    twin.tries = Tries()
    twin.begun = len(game.history)
    return cast(Game, twin), twin.tries


def why_taken(choices: Iterable[tuple[Any, Tries]]) -> str:
    """Return a sentence if a player took two moves or more that weren't the best tried; else ""."""
    wrong = [(move, seen.tried) for move, seen in choices if not _is_best(move, seen.tried)]
    if len(wrong) < 2:
        return ""
    for move, tried in wrong:
        scores = dict(tried)
        if move in scores:
            best = max(scores, key=lambda each: scores[each])
            return say("Your player tried “{best}”, which gives {score}, but returned “{move}”, "
                       "which gives {own}. Return the move with the highest score. If you keep the "
                       "best so far, update its score too.",
                       best=best, score=scores[best], move=move, own=scores[move])
    return say("Your player returned a move that it didn't try in this turn. Return the move with "
               "the highest score of those that you try in this call.")


def _is_best(move: Any, tried: Tried) -> bool:
    """Whether no move that was tried has a higher score than ``move``, or that can't be said."""
    is_pass = getattr(move, "action", Action.PASS) is Action.PASS
    if len(tried) < 2 or is_pass:
        return True
    own = [score for other, score in tried if other == move]
    return bool(own) and own[-1] == max(score for _, score in tried)
