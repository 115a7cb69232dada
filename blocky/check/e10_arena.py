"""Exercise 10: a player of one's own. Many players are right, so only laws can check one."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from random import Random
from statistics import mean, stdev
from time import perf_counter
from typing import Any, NamedTuple

from blocky.block import random_init
from blocky.check.boards import EXAMPLE, Verdict, nested
from blocky.game import Game
from blocky.goal import BlobGoal, PerimeterGoal
from blocky.kit.check.run import Outcome
from blocky.kit.check.task import Case, Hints, Task, subclass_of
from blocky.kit.check.told import written
from blocky.kit.language import say
from blocky.kit.safely import time_limit
from blocky.kit.trace import short
from blocky.move import CLASSIC, EXTENDED, Move
from blocky.player import Player, RandomPlayer, SmartPlayer

__all__ = ["MyPlayer"]

#: How long a move may take, in seconds; how many boards, each played in both seats, a league has at
#: most; how many turns a game has; and by how many points a player must be better than chance.
MOST_A_MOVE, PAIRS, TURNS, MARGIN = 1.0, 30, 3, 1.0

#: After so many boards a league ends once its result is clear, or after so many seconds.
ENOUGH, LATE = 6, 1.5


class _Two(NamedTuple):
    """What a player chose in the same game, with the same random numbers."""

    first: Any
    second: Any


class _Mean(float):
    """By how many points a player was ahead on average."""

    def __repr__(self) -> str:
        return say("a mean margin of {points:.2f} points", points=float(self))


def _cases(rng: Random) -> Iterator[Case]:
    leaf, four = nested(rng.randrange(4), 0), nested([0, 1, 2, 3], 1)
    large, cells = nested(rng.randrange(4), 2), nested(EXAMPLE, 2)
    for board in [leaf, four, large, cells, *(random_init(0, depth, rng) for depth in (2, 2, 3))]:
        for rules in (CLASSIC, EXTENDED):
            game = Game(board=board, players=[RandomPlayer(), RandomPlayer()], rules=rules, turns=2,
                        goals=rng.choice([BlobGoal, PerimeterGoal]), seed=rng.randrange(10**6))
            if rng.random() < 0.5:
                game.step()
            yield game, rng.randrange(10**6)
    yield None, PAIRS


def _play(answer: Any, game: Game | None, number: int) -> Any:
    """Return the move that a player makes; without a game, how far it is ahead in a league."""
    if game is None:
        return _league(answer, number)
    random.seed(number)
    first = _choose(answer(), game, Random(number))
    if game.board.max_depth > 2 or not isinstance(first, Move):
        return first
    random.seed(number + 1)
    second = _choose(answer(), game, Random(number))
    return first if first == second else _Two(first, second)


def _choose(player: Any, game: Game, rng: Random) -> Any:
    with time_limit(MOST_A_MOVE):
        return player.make_move(game.copy(), rng)


def _league(answer: Any, boards: int) -> Any:
    """Return the mean margin over a random player, or why a move was refused."""
    start, player, margins = perf_counter(), answer(), list[float]()
    while len(margins) < boards and not _is_clear(margins, perf_counter() - start):
        seed = len(margins)
        both = [_margin(player, seed, seat) for seat in (0, 1)]
        for refusal in both:
            if isinstance(refusal, str):
                return Verdict(refusal)
        margins.append(mean(both))
    return _Mean(mean(margins))


def _margin(player: Any, seed: int, seat: int) -> Any:
    """Return how far a player is ahead at the end of a game; a sentence if a move is refused."""
    game = Game(2, players=[RandomPlayer(), RandomPlayer()], rules=EXTENDED, seed=seed, turns=TURNS)
    while not game.over:
        if game.turn != seat:
            game.step()
            continue
        move = _choose(player, game, Random(f"{seed} {seat} {len(game.history)}"))
        reason = (game.why_not(move) if isinstance(move, Move) else
                  say("{move} is not a move.", move=short(move)))
        if reason:
            return reason
        game.play(move)
    return game.scores[seat] - game.scores[1 - seat]


def _is_clear(margins: list[float], seconds: float) -> bool:
    """Tell whether more games would hardly change whether the mean margin is large enough."""
    if len(margins) < ENOUGH:
        return False
    doubt = 2.5 * stdev(margins) / math.sqrt(len(margins))
    return seconds > LATE or abs(mean(margins) - MARGIN) > doubt


def _is_a_move(case: Case, got: Outcome) -> Hints | None:
    if got.value is None or isinstance(got.value, (Move, _Two, _Mean, Verdict)):
        return None
    return ("What does make_move return?",
            "The game takes a Move: an action, the path of a block, and to paint a colour.",
            say("Return a Move, such as Move(Action.SMASH, block.path), not {got}.",
                got=short(got.value, 60)))


def _is_legal(case: Case, got: Outcome) -> Hints | None:
    game, value = case[0], got.value
    reason = value if isinstance(value, Verdict) else None
    if isinstance(value, Move):
        reason = game.why_not(value)
    return reason and (
        "Do the rules of this game allow the move?",
        "game.why_not(move) says why a move is refused; it is None if the move is legal. Ask it "
        "before you choose.",
        say("The move is refused: {reason}", reason=reason))


def _is_repeated(case: Case, got: Outcome) -> Hints | None:
    if not isinstance(got.value, _Two):
        return None
    return ("Where do the random choices of your player come from?",
            "The seed of a game determines what rng draws. It does not know of other sources.",
            say("In the same game and with the same rng, your player chose to {first}, and then "
                "to {second}. Draw from rng: rng.choice(...), not random.choice(...).",
                first=got.value.first, second=got.value.second))


def _is_ahead(case: Case, got: Outcome) -> Hints | None:
    if not isinstance(got.value, _Mean) or got.value >= MARGIN:
        return None
    if got.value < -2:
        return ("Your player loses against chance. Which of its moves does it take?",
                "Whose score does your player compare, and does it want it large or small?",
                "Your player seems to take the worst move. The best one has the largest "
                "game.score_after(move).")
    return ("Why should the move that your player chooses be better than another?",
            say("In this league the mean margin must be at least {margin:g}. What would the score "
                "be after a move?", margin=MARGIN),
            "Try many legal moves, and return the one with the largest game.score_after(move).")


def _words(game: Game | None, number: int) -> str:
    if game is None:
        return say("the mean margin of MyPlayer() over RandomPlayer(), up to {number} games under "
                   "the extended rules", number=2 * number)
    return say("MyPlayer().make_move(game, rng)   # {rules} rules, {goal}, {board}",
               rules=game.rules.name, goal=written(game.goals[game.turn]),
               board=written(game.board))


MyPlayer = Task(
    "MyPlayer", SmartPlayer, _cases,
    call=_play,
    form=subclass_of(Player),
    only_laws=True,
    laws=[_is_a_move, _is_repeated, _is_legal, _is_ahead],
    words=_words,
    needs="a subclass of Player",
    seconds=2.5,
    most_calls=None,
)
