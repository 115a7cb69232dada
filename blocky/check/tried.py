"""The moves that a player tries before it chooses one, and whether it chooses the best of them."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, cast

from blocky.game import Game
from blocky.kit.game import Turn
from blocky.kit.language import say
from blocky.move import Action

__all__ = ["Tries", "watched", "why_not_the_best"]

#: The moves tried, in order, each with its score.
Tried = list[tuple[Any, int]]


@dataclass
class Tries:
    """What a player does with a copy of its game before it chooses a move.

    ``asked`` are the moves whose score it asked for, ``played`` those that it played on the copy,
    and ``deepest`` is the largest number of moves that it played one after the other.
    """

    asked: Tried = field(default_factory=list)
    played: Tried = field(default_factory=list)
    deepest: int = 0

    @property
    def tried(self) -> Tried:
        """The moves asked for or those played, whichever are more; [] if there are none."""
        return max(self.asked, self.played, key=len)


class _Watched(Game):
    """A game that notes what is tried on it and on its copies.

    ``turns_before`` is how many turns were taken before the player got the game.
    """

    tries: Tries
    turns_before: int

    def score_after(self, move: Any, player: int | None = None) -> int:
        """Return the score after a move; add both to ``asked`` if it's the player's next move.

        Scores after a later move, or of another player, aren't noted.
        """
        score = super().score_after(move, player)
        is_own_score = player in (None, self.turn)
        is_next_move = len(self.history) == self.turns_before
        if is_own_score and is_next_move:
            self.tries.asked.append((move, score))
        return score

    def play(self, move: Any) -> Turn:
        """Play a move; if it's the player's next one, add it and the score to ``played``."""
        player = self.turn
        moves_not_undone = len(self.history) - self.turns_before
        turn = super().play(move)
        if moves_not_undone == 0:
            self.tries.played.append((move, turn.scores[player]))
        self.tries.deepest = max(self.tries.deepest, moves_not_undone + 1)
        return turn


def watched(game: Game) -> tuple[Game, Tries]:
    """Return a copy of a game to give to a player, and the Tries in which the copy notes moves."""
    twin: Any = game.copy()
    twin.__class__ = _Watched
    twin.tries = Tries()
    twin.turns_before = len(game.history)
    return cast(Game, twin), twin.tries


def why_not_the_best(choices: Iterable[tuple[Any, Tries]]) -> str:
    """Return a sentence on a chosen move that wasn't the best of the moves tried before it.

    Each choice is a move, and what the player tried before it. If fewer than two choices were
    wrong, return "", as a single one may be an accident.
    """
    wrong_choices = [(move, tries.tried) for move, tries in choices
                     if not _is_best(move, tries.tried)]
    if len(wrong_choices) < 2:
        return ""
    for move, tried in wrong_choices:
        scores = dict(tried)
        if move in scores:
            best = max(scores, key=lambda each: scores[each])
            return say("Your player tried “{best}”, which gives {score}, but returned “{move}”, "
                       "which gives {own}. Return the move with the highest score. If you store "
                       "the best move so far, update its score too.",
                       best=best, score=scores[best], move=move, own=scores[move])
    return say("Your player returned a move that it didn't try in this turn. Of the moves that you "
               "try in this call, return the one with the highest score.")


def _is_best(move: Any, tried: Tried) -> bool:
    """Whether no move that was tried has a higher score than ``move``.

    A pass counts as the best, and so does any move if fewer than two were tried. Otherwise, a move
    that wasn't tried isn't the best.
    """
    is_pass = getattr(move, "action", Action.PASS) is Action.PASS  # what is no move counts as one
    if len(tried) < 2 or is_pass:
        return True
    own_scores = [score for tried_move, score in tried if tried_move == move]
    highest = max(score for _, score in tried)
    return bool(own_scores) and own_scores[-1] == highest  # if it was tried twice: the last score
