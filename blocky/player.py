"""Players: who chooses a move. A player of one's own is a subclass of Player.

A player holds no board and no score, so that one object can play in many games.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from blocky.block import Block
from blocky.colour import Colour
from blocky.move import Action, Move

if TYPE_CHECKING:
    from blocky.game import Game

__all__ = ["HumanPlayer", "Player", "RandomPlayer", "SmartPlayer", "random_block"]


class Player:
    """A computer player, to be given a way of choosing.

    Whoever writes one defines ``make_move``; the game gives it a copy of itself to try moves on.
    """

    is_human = False

    @property
    def name(self) -> str:
        """The kind of player, as lists and sentences show it."""
        return type(self).__name__.removesuffix("Player")

    def make_move(self, game: Game, rng: Random) -> Move:
        """Return the move to make in ``game``, where it is this player's turn.

        ``game`` is a copy: whatever is tried there has no effect. Every random choice comes from
        ``rng``, so that a seed determines the game.
        """
        raise NotImplementedError(f"{type(self).__name__} has no make_move(game, rng) of its own.")

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and vars(self) == vars(other)

    def __hash__(self) -> int:
        return hash(type(self))

    def __repr__(self) -> str:
        return f"{type(self).__name__}()"


class HumanPlayer(Player):
    """A player who chooses at the screen."""

    is_human = True

    def make_move(self, game: Game, rng: Random) -> Move:
        """Raise ValueError: what a human wants is not to be computed."""
        raise ValueError("It is a human's turn: play a move with game.play(...).")


class RandomPlayer(Player):
    """A player who takes any block and any action.

    Under the extended rules any *legal* action; under the classic rules a smash may be refused.
    """

    def make_move(self, game: Game, rng: Random) -> Move:
        """Return a random move."""
        block = random_block(game.board, rng)
        actions = game.rules.actions
        if not game.rules.forfeits:
            actions = tuple(game.rules.legal_actions(block))
        return random_move(block, actions, rng)


class SmartPlayer(Player):
    """A player who tries random moves and makes the one that scores best.

    >>> [SmartPlayer(difficulty).tries for difficulty in (0, 1, 5, 9)]
    [5, 10, 150, 150]
    """

    TRIES = (5, 10, 25, 50, 100, 150)

    def __init__(self, difficulty: int = 1) -> None:
        if not isinstance(difficulty, int) or difficulty < 0:
            raise ValueError(f"A difficulty is a whole number, 0 or more, not {difficulty!r}.")
        self.difficulty = difficulty

    @property
    def name(self) -> str:
        """The kind of player and the difficulty."""
        return f"Smart {self.difficulty}"

    @property
    def tries(self) -> int:
        """How many moves this player tries in a turn."""
        return self.TRIES[min(self.difficulty, len(self.TRIES) - 1)]

    def make_move(self, game: Game, rng: Random) -> Move:
        """Return the best move tried, or pass, where one can, if none improves the score."""
        trials = self.try_moves(game, rng)
        best, move = max(trials, key=lambda trial: trial[0])
        if Action.PASS in game.rules.actions and best <= game.scores[game.turn]:
            return Move(Action.PASS)
        return move

    def try_moves(self, game: Game, rng: Random) -> list[tuple[int, Move]]:
        """Return the moves tried, each behind the score that it would give."""
        trials = []
        for _ in range(self.tries):
            block = random_block(game.board, rng)
            actions = tuple(action for action in game.rules.legal_actions(block)
                            if action not in (Action.SMASH, Action.PASS))
            move = random_move(block, actions, rng)
            trials.append((game.score_after(move), move))
        return trials

    def __repr__(self) -> str:
        return f"SmartPlayer({self.difficulty})"


def random_block(board: Block, rng: Random) -> Block:
    """Return the block at a random level at a random place, the leaf if the tree is shallower."""
    block = board
    for _ in range(rng.randint(0, board.max_depth)):
        if block.children:
            block = rng.choice(block.children)
    return block


def random_move(block: Block, actions: tuple[Action, ...], rng: Random) -> Move:
    """Return a move on ``block`` with one of ``actions``; paint takes any other colour."""
    action = rng.choice(actions)
    colour = None
    if action is Action.PAINT:
        colour = rng.choice([other for other in Colour if other != block.colour])
    return Move(action, () if action is Action.PASS else block.path, colour)
