"""The tries and the choice of a smart player on a board, with their texts."""

from copy import copy
from random import Random

import numpy as np
from numpy.typing import NDArray

from blocky.block import Block
from blocky.game import Game
from blocky.kit.language import say, say_count
from blocky.move import Action, Move
from blocky.player import SmartPlayer

__all__ = ["SmartTries", "gains"]


class SmartTries:
    """The moves that a smart player tries in a game, with ``rng``, and the one that it chooses.

    Attributes:
        moves, scores: the moves tried, each behind the score that it would give; and the scores.
        found_none: whether the player found no move to try; ``moves`` then has a pass.
        move: the move that the player chooses: one of those tried, or to pass; None for neither.
        best: the number of the first try with the best score, from 0.
        chosen: the same number; None if the player passes.
    """

    def __init__(self, game: Game, difficulty: int, rng: Random) -> None:
        player, self._game = SmartPlayer(difficulty), game
        self.moves = player.try_moves(game, copy(rng))
        self.move = player.make_move(game, rng)  # which tries the same
        self.found_none = not self.moves
        if self.found_none:  # show the board as it stays
            self.moves = [(game.scores[0], Move(Action.PASS))]
        self.scores = [score for score, _ in self.moves]
        self.best = self.scores.index(max(self.scores))
        self.chosen = None
        if self.move is not None and self.move.action is not Action.PASS:
            self.chosen = self.best

    def after(self, number: int) -> Block:
        """Return the board after the move of a try."""
        move = self.moves[number][1]
        board: Block = self._game.board.copy()
        if move.action is not Action.PASS:
            self._game.parts.perform(move, board.at(move.path), Random(0))
        return board

    def why(self) -> str:
        """Return sentences on the player's choice and the reason for it."""
        if self.found_none:
            return (say("The player found no move to try, so it passes.") if self.move else
                    say("The player found no move to try, and the rules don't let it pass. So it "
                        "loses the turn."))
        score, now = max(self.scores), self._game.scores[0]
        made = say("The player made {count} tries.", count=len(self.moves))
        if self.chosen is None:
            passes = say("No move that it tried beats its current score, {now}: the best one gives "
                         "{score}. So it passes.", now=now, score=score)
            return f"{made} {passes}"
        found = say_count(
            "The best score, {score}, was found by try {number}: {move}.",
            "The best score, {score}, was found {count} times, first by try {number}: {move}.",
            self.scores.count(score), score=score, number=self.best + 1, move=self.move)
        cost = self._game.rules.cost(self.moves[self.best][1].action)
        taken = say("The cost of {cost} is already subtracted.", cost=cost) if cost else ""
        if score > now:
            so = say("Its score is {now} now, so it gains {gain}.", now=now, gain=score - now)
        elif score < now:
            so = say("Its score is {now} now, so it loses {loss}, but the rules don't let it "
                     "pass.", now=now,
                     loss=now - score)
        else:
            so = say("Its score is {now} now, so it gains nothing, but the rules don't let it "
                     "pass.", now=now)
        return " ".join(filter(None, [made, found, taken, so]))

    def sentence(self, number: int) -> str:
        """Return sentences on a try: its move, its score, and its gain."""
        score, move = self.moves[number]
        gain, cost = score - self._game.scores[0], self._game.rules.cost(move.action)
        compared = (say("{gain} more than now", gain=gain) if gain > 0 else
                    say("{loss} less than now", loss=-gain) if gain else say("the same as now"))
        fields = {"number": number + 1, "count": len(self.moves), "move": move, "score": score,
                  "compared": compared, "cost": cost}
        sentences = [say("On try {number} of {count}, the move “{move}” gives {score}, {compared}. "
                         "This includes the cost of {cost}.", **fields) if cost else
                     say("On try {number} of {count}, the move “{move}” gives {score}, "
                         "{compared}.", **fields)]
        if self.after(number) == self._game.board:
            sentences.append(say("It changes nothing on the board."))
        if number == self.chosen:
            sentences.append(say("It's the chosen move."))
        return " ".join(sentences)


def gains(game: Game, rng: Random) -> NDArray[np.int64]:
    """Return the gain of one move in ``game``, for each difficulty.

    With the same generator, a lower difficulty tries the first of the moves that a higher one
    tries; so the tries of the highest difficulty are enough.
    """
    tried = SmartPlayer(len(SmartPlayer.TRIES) - 1).try_moves(game, rng)
    if not tried:
        return np.zeros(len(SmartPlayer.TRIES), np.int64)
    best = np.maximum.accumulate([score for score, _ in tried])
    gained: NDArray[np.int64] = best[np.array(SmartPlayer.TRIES) - 1] - game.scores[0]
    return np.maximum(gained, 0) if Action.PASS in game.rules.actions else gained
