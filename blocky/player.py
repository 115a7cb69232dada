"""The smart player of Blocky. The other players, which play every game, are the kit's."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING

from blocky.kit import player as kit
from blocky.kit.arguments import count, expect
from blocky.kit.language import mark, say
from blocky.kit.player import HumanPlayer, Player, RandomPlayer
from blocky.kit.safely import trusted
from blocky.move import Action, Move
from blocky.position import random_block, random_move

if TYPE_CHECKING:
    from blocky.game import Game

__all__ = ["KINDS", "SmartPlayer", "lineup"]


#: The actions that a smart player does not try.
_UNTRIED = (Action.SMASH, Action.PASS)


@trusted
class SmartPlayer(Player):
    """A player who tries random moves and makes the best of them.

    >>> [SmartPlayer(difficulty).tries for difficulty in (0, 1, 5, 9)]
    [5, 10, 150, 150]
    """

    TRIES = (5, 10, 25, 50, 100, 150)

    def __init__(self, difficulty: int = 1, *, name: str = "") -> None:
        super().__init__(name=name)
        self.difficulty = count("difficulty", difficulty)

    @property
    def kind(self) -> str:
        """The name of this kind of player, with the difficulty."""
        return say("Smart {difficulty}", difficulty=self.difficulty)

    @property
    def tries(self) -> int:
        """The number of moves that this player tries in a turn."""
        return self.TRIES[min(self.difficulty, len(self.TRIES) - 1)]

    def make_move(self, game: Game, rng: Random) -> Move | None:
        """Return the best of the moves tried, or a pass if none of them improves the score.

        If the rules don't allow a pass, it's the best move in any case. Return None if the player
        can neither try a move nor pass.
        """
        trials = self.try_moves(game, rng)
        can_pass = game.why_not(Move(Action.PASS)) is None
        if not trials:
            return Move(Action.PASS) if can_pass else None
        best_score, move = max(trials, key=lambda trial: trial[0])  # by the score
        improves_the_score = best_score > game.scores[game.turn]
        if can_pass and not improves_the_score:
            return Move(Action.PASS)
        return move

    def try_moves(self, game: Game, rng: Random) -> list[tuple[int, Move]]:
        """Return pairs (score, move) of random moves and the scores that they would give.

        A smash and a pass are never tried; [] if nothing else is legal.
        """
        moves: list[Move] = []
        all_moves: list[Move] | None = None  # found when they're needed first
        for _ in range(self.tries):
            block = random_block(game.board, rng)
            actions = [action for action in game.rules.legal_actions(block)
                       if action not in _UNTRIED]
            if actions:
                moves.append(random_move(block, actions, rng))
                continue
            # no move on this block: take any move on the board
            if all_moves is None:
                all_moves = [move for move in game.legal_moves() if move.action not in _UNTRIED]
            if not all_moves:
                return []
            moves.append(rng.choice(all_moves))
        own_score_after = game.position.trials([game.turn])  # it returns a tuple of one score
        trials = []
        for move in moves:
            [score] = own_score_after(move)
            trials.append((score, move))
        return trials


#: The players by name.
KINDS: dict[str, type[Player]] = {**kit.KINDS, mark("smart"): SmartPlayer}


def lineup(humans: int, randoms: int, smarts: Sequence[int]) -> list[Player]:
    """Return new players: humans, random ones, and a smart one for each difficulty."""
    expect("smarts", smarts, Sequence, say("a list of difficulties, such as [1, 5]"))
    return [*(HumanPlayer() for _ in range(count("humans", humans))),
            *(RandomPlayer() for _ in range(count("randoms", randoms))),
            *(SmartPlayer(difficulty) for difficulty in smarts)]
