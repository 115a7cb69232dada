"""Exercise 07: the checks of ``win_rate``, with its interval, and of ``games_needed``."""

import math
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from blocky.kit.check.task import Case, Cases, Hints, Mistake, Outcome, Seen, Sure, Task
from blocky.kit.language import say
from blocky.kit.statistics import wilson

__all__ = ["games_needed", "win_rate"]

#: The winners of each game: one player, or several who share the win.
Winners = Sequence[Sequence[int]]

#: Results are compared after rounding to so many digits.
DIGITS = 6


# -- win_rate ----------------------------------------------------------------------------------

def _results(rng: Random) -> Cases:
    """Yield a list of the winners of each game, and the player whose wins are counted."""
    yield [[0], [0, 1], [1]], 0
    yield [[0]], 0
    yield [[0]], 1
    yield [[0], [1], [0], [0]], 0
    yield [[0], [0, 1], [1], [0, 1]], 1
    for players in (2, 2, 3, 4):
        winners = []
        for _ in range(rng.randrange(20, 60)):
            number_of_winners = rng.choice([1, 1, 1, 2])  # a quarter of the wins are shared
            winners.append(sorted(rng.sample(range(players), number_of_winners)))
        yield winners, rng.randrange(players)


def _rated(winners: Winners, player: int) -> tuple[float, float, float]:
    """Return the share of games that a player won alone, and the ends of its Wilson interval.

    The interval has a confidence of 95 %.
    """
    n = len(winners)
    wins = 0
    for each in winners:
        if each == [player]:
            wins += 1
    p = wins / n
    z = 1.96
    middle = (p + z**2 / (2 * n)) / (1 + z**2 / n)
    half = z * math.sqrt(p * (1 - p) / n + z**2 / (4 * n**2)) / (1 + z**2 / n)
    return p, middle - half, middle + half


def _rounded(answer: Any, winners: Winners, player: int) -> Any:
    """Return the rounded result, with p and the middle and half width of the interval as facts.

    If the result isn't three numbers, return it without facts; if it's no numbers, not rounded.
    """
    result = answer(winners, player)
    if not isinstance(result, (tuple, list)):
        return result
    if not all(isinstance(number, (int, float)) for number in result):
        return result
    rounded = tuple(round(float(number), DIGITS) for number in result)
    if len(rounded) != 3:
        return rounded
    p, low, high = map(float, result)
    return Seen(rounded, {
        "p": round(p, DIGITS),
        "the middle, (low + high) / 2": round((low + high) / 2, DIGITS),
        "half the width, (high - low) / 2": round((high - low) / 2, DIGITS)})


_STEPS = {
    "p": "p is the number of games that the player won alone, divided by the total number of "
         "games.",
    "the middle, (low + high) / 2": "The middle of the interval is (p + z²/(2n)) / (1 + z²/n). "
                                    "Divide everything above the fraction bar by everything below "
                                    "it.",
    "half the width, (high - low) / 2": "The distance from the middle to each end of the interval "
                                        "is z · √(p(1 - p)/n + z²/(4n²)) / (1 + z²/n). Put both "
                                        "terms under the square root, and divide the square root "
                                        "as well.",
}


def _list_compared_with_number(winners: Winners, player: int) -> tuple[float, float, float]:
    """A typical mistake: compare each list of winners with a number, so that nobody wins."""
    nobody = -1
    return _rated(winners, nobody)


def _p_rounded_down(winners: Winners, player: int) -> tuple[float, float, float]:
    """A typical mistake: divide with //, so that p is 1 if all games are won, and otherwise 0."""
    wins_all = all(each == [player] for each in winners)
    same_p = [[player] if wins_all else []] * len(winners)
    return _rated(same_p, player)


def _shared_wins_count(winners: Winners, player: int) -> tuple[float, float, float]:
    """A typical mistake: count the wins that a player shares with others as well."""
    return _rated([[player] if player in each else each for each in winners], player)


def _shared_games_left_out(winners: Winners, player: int) -> tuple[float, float, float]:
    """A typical mistake: count only the games with a single winner as games."""
    single = [each for each in winners if len(each) == 1]
    return _rated(single or [[]], player)


def _simple_interval(winners: Winners, player: int) -> tuple[float, float, float]:
    """A typical mistake: the simple interval around p, which is not the one by Wilson."""
    p, _, _ = _rated(winners, player)
    half = 1.96 * math.sqrt(p * (1 - p) / len(winners))
    return p, p - half, p + half


def _simple_interval_from_0_to_1(winners: Winners, player: int) -> tuple[float, float, float]:
    """The same mistake, where the ends of the interval are kept from 0 to 1."""
    p, low, high = _simple_interval(winners, player)
    return p, max(0, low), min(1, high)


_WON_ALONE = "How many games did the player win alone? How many games are there?"
_SIMPLE = (_WON_ALONE, "Compare your formula for the interval with the formula in the exercise.",
           "Your interval is p ± z · √(p(1 - p)/n). Use all of Wilson's formula from the exercise.")

win_rate = Task(
    "win_rate", _rated, _results, _rounded, steps=_STEPS, kits=[wilson],
    mistakes=[
        Mistake(_list_compared_with_number, (
            _WON_ALONE, "What is each item of winners?",
            "Your p is always 0. Each item of winners is a list of players, so compare it with "
            "[player].")),
        Mistake(_p_rounded_down, (
            _WON_ALONE, "What kind of number is p?",
            "Your p is always 0 or 1, because // rounds down. Use / instead.")),
        Mistake(_shared_wins_count, (
            _WON_ALONE, "Who wins a game in which two players share the win?",
            "Your p also counts the games in which the player shared the win. Count only those "
            "that the player won alone.")),
        Mistake(_shared_games_left_out, (
            _WON_ALONE, "Which games does n count?",
            "Your n leaves out the games with a shared win. It must be the total number of "
            "games.")),
        Mistake(_simple_interval, _SIMPLE),
        Mistake(_simple_interval_from_0_to_1, _SIMPLE)],
    nudge=_WON_ALONE,
)


# -- games_needed ------------------------------------------------------------------------------

def _margins(rng: Random) -> Cases:
    """Yield margins: fixed ones, for two of which ``_formula`` is an integer, then random ones."""
    yield from (1.0, 0.5, 0.2, 0.1, 0.05, 0.04, 0.03, 0.015, 0.009)
    yield from (0.0392, 0.0196)  # (0.98 / margin)² is an integer: 625, 2500
    for _ in range(8):
        ten_thousandths = rng.randrange(120, 3000)
        # 0.98 is 9800 ten-thousandths. If the margin divides them, the square is an integer, and an
        # error of rounding could decide how it's rounded up.
        gives_an_integer = 9800 % ten_thousandths == 0
        if not gives_an_integer:
            yield ten_thousandths / 10_000


def _formula(margin: float) -> float:
    """Return n, not rounded, for which the margin 1.96 · √(0.25 / n) is the given one."""
    return (0.98 / margin) ** 2


def _needed(margin: float) -> int:
    return math.ceil(_formula(margin))


def _one_by_one(margin: float) -> int:
    """Return the least n for which the margin at p = 1/2 isn't larger; try 1, 2, 3, and so on."""
    n = 1
    while 1.96 * math.sqrt(0.25 / n) > margin:
        n += 1
    return n


def _rounded_down(margin: float) -> int:
    return math.floor(_formula(margin))


def _rounded_to_nearest(margin: float) -> int:
    return round(_formula(margin))


def _not_squared(margin: float) -> int:
    return math.ceil(0.98 / margin)


def _one_too_many(margin: float) -> int:
    """A typical mistake: add 1 even if the formula gives an integer."""
    return math.floor(_formula(margin)) + 1


def _in_proportion(games_at_1: float, rounded: Callable[[float], int]) -> Callable[[float], int]:
    """Return a typical mistake: twice as many games for half the margin.

    ``games_at_1`` is the number of games for the margin 1, and ``rounded`` rounds the result.
    """
    return lambda margin: rounded(games_at_1 / margin)


def _finds_any_number(case: Case, got: Outcome) -> Hints | Sure | None:
    """Return hints if the result is None for a margin that needs many games.

    Then a search for n ends too early.
    """
    needed = _needed(*case)
    if got.value is not None or needed < MANY:
        return None
    return Sure((_ENOUGH, "What is the largest n that your function tries?",
                 say("{count} games are needed here, but your function stops before it reaches "
                     "this n, and returns None. There's no largest n: use a while loop instead.",
                     count=needed)))


#: A margin that needs at least so many games may be beyond the end of a search.
MANY = 20

_ENOUGH = "Is your n large enough? Would n - 1 be enough?"
_FOUR_TIMES = (
    _ENOUGH, "If the margin is half as large, how many times as many games are needed?",
    "n is under the square root, so half the margin needs four times as many games, not twice as "
    "many. Solve the formula for n, and round up.")
_ROUND_UP = (_ENOUGH, "How do you turn the formula's result into an integer?",
             "Your n is often too small, because your function doesn't always round up. Use "
             "math.ceil.")

games_needed = Task(
    "games_needed", _needed, _margins, ways=[_one_by_one, _needed], nudge=_ENOUGH,
    laws=[_finds_any_number],
    mistakes=[
        Mistake(_rounded_down, _ROUND_UP),
        Mistake(_rounded_to_nearest, _ROUND_UP),
        Mistake(_one_too_many, (
            _ENOUGH, "What should n be if the formula's result is already an integer?",
            "If the formula gives an integer, that many games are enough, but your function "
            "returns one more. Use math.ceil, or accept a distance that equals the margin.")),
        Mistake(_not_squared, (
            _ENOUGH, "n is under the square root. What do you have to do when you solve for n?",
            "n is under the square root, so you must square the formula when you solve for n. "
            "Square everything before you round up.")),
        *(Mistake(_in_proportion(games_at_1, rounded), _FOUR_TIMES)
          for games_at_1 in (9.7, 97 * 0.1, 9.604) for rounded in (round, math.ceil, math.floor))],
)
