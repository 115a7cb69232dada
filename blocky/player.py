"""Players: who chooses a move. A player of one's own is a subclass of Player.

A player holds no board and no score, so that one object can play in many games.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from random import Random
from typing import TYPE_CHECKING

from blocky.block import Block
from blocky.colour import Colour
from blocky.fast.trials import Trials
from blocky.kit.values import above
from blocky.move import Action, Move

if TYPE_CHECKING:
    from blocky.game import Game

__all__ = ["GreedyPlayer", "HumanPlayer", "LookaheadPlayer", "Player", "RandomPlayer",
           "SmartPlayer", "best_move", "random_block"]


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
        trials, moves = Trials(game), []
        for _ in range(self.tries):
            block = random_block(game.board, rng)
            actions = tuple(action for action in game.rules.legal_actions(block)
                            if action not in (Action.SMASH, Action.PASS))
            moves.append(random_move(block, actions, rng))
        return [(trials.score_after(move), move) for move in moves]

    def __repr__(self) -> str:
        return f"SmartPlayer({self.difficulty})"


class GreedyPlayer(Player):
    """A player who looks at every legal move but the smashes, and makes the one that scores best.

    Larger blocks come first: they are looked at even where ``seconds`` of computing are too few for
    all moves.
    """

    def __init__(self, seconds: float = 0.5) -> None:
        self.seconds = above("seconds", seconds, 0)

    def make_move(self, game: Game, rng: Random) -> Move:
        """Return the best move, the first one of several."""
        return best_move(game, self.seconds)[1]

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(map(repr, vars(self).values()))})"


class LookaheadPlayer(GreedyPlayer):
    """A player who looks two moves ahead: at the replies of the next player too.

    Of the moves that score best, ``width`` are followed by every reply to them. The one is made
    after which, with the reply that is worst for it, this player is farthest ahead of the next.
    """

    def __init__(self, seconds: float = 0.5, width: int = 8) -> None:
        super().__init__(seconds)
        if not isinstance(width, int):
            raise ValueError(f"width must be a whole number, not {width!r}.")
        self.width = int(above("width", width, 0))

    def make_move(self, game: Game, rng: Random) -> Move:
        """Return the move that leaves this player farthest ahead."""
        tried = sorted(_tried_moves(game, self.seconds / 2), key=lambda trial: -trial[0])
        moves = [move for _, move in tried[:self.width]]
        seconds = self.seconds / 2 / len(moves)
        return max(moves, key=lambda move: self._lead_after(game, move, seconds))

    def _lead_after(self, game: Game, move: Move, seconds: float) -> int:
        """Return how far whose turn it is leads after ``move`` and the reply that is worst."""
        twin = game.copy()
        twin.play(move)
        me, you = game.turn, (game.turn + 1) % len(game.players)
        if twin.over or me == you:
            return twin.scores[me] - (twin.scores[you] if me != you else 0)
        trials = Trials(twin, [me, you])
        replies = _in_time(_moves_to_try(twin), seconds)
        return min(mine - yours for mine, yours in map(trials.scores_after, replies))


def best_move(game: Game, seconds: float) -> tuple[int, Move]:
    """Return the best score that whose turn it is can get by a move but a smash, and the move.

    After so many seconds of computing it is the best of the moves looked at.
    """
    return max(_tried_moves(game, seconds), key=lambda trial: trial[0])


def _tried_moves(game: Game, seconds: float) -> list[tuple[int, Move]]:
    """Return the moves tried in so many seconds, each behind the score that it would give."""
    trials = Trials(game)
    return [(trials.score_after(move), move) for move in _in_time(_moves_to_try(game), seconds)]


def _moves_to_try(game: Game) -> list[Move]:
    return [move for move in game.legal_moves() if move.action is not Action.SMASH]


def _in_time(moves: list[Move], seconds: float) -> Iterator[Move]:
    """Yield the moves as long as there is time, the first one in any case.

    It is the computing time of this thread, so that other programs do not make a player weaker.
    """
    end = time.thread_time() + seconds
    for move in moves:
        yield move
        if time.thread_time() > end:
            break


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
