"""Exercise 10: a player of one's own. Many players are right, so only laws can check one."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from random import Random
from statistics import mean, stdev
from time import thread_time
from typing import Any, NamedTuple

from blocky.block import random_init
from blocky.check.boards import EXAMPLE, Verdict, nested
from blocky.check.e08_players import KITS_PLAYERS
from blocky.check.tried import Seen, watched, why_taken
from blocky.game import Game
from blocky.goal import BlobGoal, PerimeterGoal
from blocky.kit.check.compare import written
from blocky.kit.check.run import Outcome
from blocky.kit.check.task import Case, Hints, Task, subclass_of
from blocky.kit.language import say
from blocky.kit.safely import computing_limit
from blocky.kit.trace import short
from blocky.move import CLASSIC, EXTENDED, Action, Move
from blocky.player import Player, RandomPlayer, SmartPlayer

__all__ = ["MyPlayer"]

#: How long a move may compute, in seconds; how many boards, each played in both seats, a league has
#: at most; how many turns a game has; and by how many points a player must be better than chance.
MOST_A_MOVE, PAIRS, TURNS, MARGIN = 1.0, 30, 3, 1.0

#: After so many boards a league ends once its result is clear, after half as many once it is very
#: clear; after so many seconds of computing it ends in any case, and a player gets the benefit of
#: the doubt, by so many points if there was one board.
ENOUGH, LATE, DOUBT = 6, 1.0, 5.0


class _Two(NamedTuple):
    """What a player chose in the same game, with the same random numbers."""

    first: Any
    second: Any


Choices = list[tuple[Any, Seen]]


class _Mean(float):
    """By how many points a player was ahead on average, and what doubt there is in its favour.

    ``choices`` are the moves that it took, each with what was seen of those that it tried.
    """

    doubt = 0.0
    choices: Choices

    def __repr__(self) -> str:
        return say("a mean margin of {points:.2f} points", points=float(self))


def _cases(rng: Random) -> Iterator[Case]:
    leaf, four = nested(rng.randrange(4), 0), nested([0, 1, 2, 3], 1)
    large, cells = nested(rng.randrange(4), 2), nested(EXAMPLE, 2)
    for board in [leaf, four, large, cells, *(random_init(0, depth, rng) for depth in (2, 3))]:
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
    start = thread_time()
    first, _ = _choose(answer(), game, Random(number))
    if thread_time() - start > LATE / 10 or not isinstance(first, Move):
        return first
    random.seed(number + 1)
    second, _ = _choose(answer(), game, Random(number))
    return first if first == second else _Two(first, second)


def _choose(player: Any, game: Game, rng: Random) -> tuple[Any, Seen]:
    """Return the move that a player takes, and what is seen of those that it tries."""
    twin, seen = watched(game)
    with computing_limit(MOST_A_MOVE):
        return player.make_move(twin, rng), seen


def _league(answer: Any, boards: int) -> Any:
    """Return the mean margin over a random player, or why a move was refused."""
    end, player, margins, choices = thread_time() + LATE, answer(), list[float](), Choices()
    while len(margins) < boards and not _is_clear(margins) and thread_time() < end:
        seed = len(margins)
        both = [_margin(player, seed, seat, end, choices) for seat in (0, 1)]
        for refusal in both:
            if isinstance(refusal, str):
                return Verdict(refusal)
        margins.append(mean(both))
    result = _Mean(mean(margins))
    result.choices = choices
    result.doubt = DOUBT / math.sqrt(len(margins)) if thread_time() >= end else 0.0
    return result


def _margin(player: Any, seed: int, seat: int, end: float, choices: Choices) -> Any:
    """Return how far a player is ahead when a game ends, or the time is over.

    If a move is refused, return the sentence that says why.
    """
    game = Game(2, players=[RandomPlayer(), RandomPlayer()], rules=EXTENDED, seed=seed, turns=TURNS)
    while not game.over and (thread_time() < end or not game.history):
        if game.turn != seat:
            game.step()
            continue
        move, seen = _choose(player, game, Random(f"{seed} {seat} {len(game.history)}"))
        choices.append((move, seen))
        reason = (game.why_not(move) if isinstance(move, Move) else
                  say("{move} is not a move.", move=short(move)))
        if reason:
            return reason
        game.play(move)
    return game.scores[seat] - game.scores[1 - seat]


def _is_clear(margins: list[float]) -> bool:
    """Tell whether more games would hardly change whether the mean margin is large enough."""
    if len(margins) < ENOUGH / 2:
        return False
    sure = 2.5 if len(margins) >= ENOUGH else 6
    doubt = sure * stdev(margins) / math.sqrt(len(margins))
    return abs(mean(margins) - MARGIN) > doubt


def _is_a_move(case: Case, got: Outcome) -> Hints | None:
    if isinstance(got.value, (Move, _Two, _Mean, Verdict)):
        return None
    if got.value is None:
        return ("What does make_move return, on each way through it?",
                "What is the best move before any is tried, and can it stay that?",
                "make_move returns None. Every way through it must end with return and a move: "
                "what is printed is not returned, and a best move that is None at first stays None "
                "if no move is good enough.")
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
    if not isinstance(got.value, _Mean) or got.value + got.value.doubt >= MARGIN:
        return None
    choices = got.value.choices
    tried = [move for _, seen in choices for move, _ in seen.tried]
    never = {action.word for action in EXTENDED.actions if action not in (
        Action.SMASH, Action.PASS)} - {move.action.word for move in tried}
    return ("Why should the move that your player chooses be better than another?",
            say("In this league the mean margin must be at least {margin:g}. What would the score "
                "be after a move?", margin=MARGIN),
            "Your player asks what a move brings another player. Its own score is "
            "game.score_after(move), and game.turn is its number."
            if any(seen.others and not seen.tried for _, seen in choices) else
            why_taken((move, seen.tried) for move, seen in choices) or (
                "Your player calls neither game.score_after nor game.play, so that it does not "
                "know what a move brings. Try many legal moves, and return the one with the "
                "largest game.score_after(move)." if not tried else
                say("Your player tries {count:.1f} moves in a turn. Try more of them, and return "
                    "the one with the largest game.score_after(move).",
                    count=len(tried) / len(choices)) if len(tried) < 8 * len(choices) else
                say("Among the moves that your player tries there is never one to {never}.",
                    never=", ".join(sorted(never))) if never else
                "Your player takes the worst move. The best one has the largest "
                "game.score_after(move)." if got.value < -2 else
                "Try many legal moves, and return the one with the largest "
                "game.score_after(move)."))


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
    form=subclass_of(Player, "make_move"), kits=KITS_PLAYERS,
    only_laws=True,
    laws=[_is_a_move, _is_repeated, _is_legal, _is_ahead],
    words=_words,
    endless=("Which part of your player takes so long?",
             "A move may take one second of computing.",
             "A move takes too long: a loop never ends, your player waits, or it tries too much. "
             "Try fewer moves, such as rng.sample(moves, 30), and follow fewer replies."),
    needs="a subclass of Player",
    seconds=2.5,
    few_after=1.0,
)
