"""Exercise 07: what many games say, and how many are enough."""

import math
from collections.abc import Sequence
from random import Random
from typing import Any

from blocky.kit.check.task import Cases, Parts, Seen, Task
from blocky.kit.statistics import wilson

__all__ = ["games_needed", "win_rate"]

def _results(rng: Random) -> Cases:
    yield from [([[0], [0, 1], [1]], 0), ([[0]], 0), ([[0]], 1), ([[0], [1], [0], [0]], 0),
                ([[0], [0, 1], [1], [0, 1]], 1)]
    for players in (2, 2, 3, 4):
        numbers = range(players)
        yield [sorted(rng.sample(numbers, rng.choice([1, 1, 1, 2])))
               for _ in range(rng.randrange(20, 60))], rng.randrange(players)


def _wins(winners: Sequence[Sequence[int]], player: int) -> float:
    return sum(list(each) == [player] for each in winners) / len(winners)


def _rated(winners: Sequence[Sequence[int]], player: int) -> tuple[float, float, float]:
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


def _rounded(answer: Any, *args: Any) -> Any:
    result = answer(*args)
    if not isinstance(result, (tuple, list)) or not all(
            isinstance(number, (int, float)) for number in result):
        return result
    numbers = tuple(round(float(number), 6) for number in result)
    if len(numbers) != 3:
        return numbers
    p, low, high = map(float, result)
    return Seen(numbers, dict(zip(_PARTS, (
        round(each, 6) for each in (p, (low + high) / 2, (high - low) / 2)), strict=True)))


def _won_alone(winners: Sequence[Sequence[int]], player: int) -> Parts:
    n, single = len(winners), [each for each in winners if len(each) == 1]
    shared = [each for each in winners if len(each) > 1 and player in each]
    return ({"the fraction of games that the player won alone": _wins(winners, player)},
            {"the games in which the player shared the win": len(shared) / n,
             "a fraction of each game in which the player shared the win": sum(
                 1 / len(each) for each in shared) / n,
             "the fraction of the games with a single winner that the player won": (
                 _wins(single, player) if single else 0)})


def _middles(winners: Sequence[Sequence[int]], player: int) -> Parts:
    p, n, z = _wins(winners, player), len(winners), 1.96
    above = p + z**2 / (2 * n)
    return ({"(p + z²/(2n)) / (1 + z²/n)": above / (1 + z**2 / n)},
            {"p + z²/(2n), not divided by 1 + z²/n": above})


def _halves(winners: Sequence[Sequence[int]], player: int) -> Parts:
    p, n, z = _wins(winners, player), len(winners), 1.96
    part, below = p * (1 - p) / n, 1 + z**2 / n
    return ({"z · √(p(1 - p)/n + z²/(4n²)) / (1 + z²/n)": (
                z * math.sqrt(part + z**2 / (4 * n**2)) / below)},
            {"only z · √(p(1 - p)/n), without the rest of the formula": z * math.sqrt(part),
             "the formula with z²/(4n²) outside the root (it belongs under it)": (
                 z * (math.sqrt(part) + z**2 / (4 * n**2)) / below),
             "the formula with z²/4 · n² under the root (in Python, write z ** 2 / (4 * n ** 2), "
             "with parentheses)": z * math.sqrt(part + z**2 / 4 * n**2) / below,
             "the formula with z²/(4n) under the root (n must be squared there)": (
                 z * math.sqrt(part + z**2 / (4 * n)) / below)})


_PARTS = {
    "p": "p is the number of games that the player won alone, divided by the number of all games.",
    "the middle, (low + high) / 2": "The middle of the interval is (p + z²/(2n)) / (1 + z²/n). "
                                    "Divide everything above the fraction bar by what's below it.",
    "half the width, (high - low) / 2": "The interval extends z · √(p(1 - p)/n + z²/(4n²)) / (1 + "
                                        "z²/n) to each side. Under the square root sign, n is "
                                        "squared, but 4 isn't. Divide the root as well.",
}


win_rate = Task(
    "win_rate", _rated, _results, _rounded, steps=_PARTS, kits=[wilson],
    parts=dict(zip(_PARTS, (_won_alone, _middles, _halves), strict=True)),
    nudge="How many games did the player win alone? How many games are there?",
)


def _margins(rng: Random) -> Cases:
    yield from (1.0, 0.5, 0.2, 0.1, 0.05, 0.04, 0.03, 0.015, 0.009,
                0.0392, 0.0196)  # these two give whole numbers
    drawn = [rng.randrange(120, 3000) for _ in range(8)]  # of 10,000
    yield from (each / 10_000 for each in drawn if 9800 % each)  # where rounding does not decide


def _needed(margin: float) -> int:
    return math.ceil((0.98 / margin) ** 2)


def _one_by_one(margin: float) -> int:
    n = 1
    while 1.96 * math.sqrt(0.25 / n) > margin:
        n += 1
    return n


def _numbers(margin: float) -> Parts:
    exact = (0.98 / margin) ** 2
    return ({"the smallest n for which 1.96 · √(0.25/n) is at most the margin (so round up with "
             "math.ceil)": _needed(margin)},
            {"the formula's result, rounded down": math.floor(exact),
             "the formula's result, rounded to the nearest integer": round(exact),
             "the next integer above the formula's result, even if that's already an "
             "integer": math.floor(exact) + 1,
             "the smallest n from 1.96 · 0.25/n, without the root": math.ceil(0.49 / margin),
             "the smallest n from 1.96 · 0.25/√n, with only n under the root": math.ceil(
                 (0.49 / margin) ** 2),
             "the smallest n from 1.96 · √0.25 / n, with n outside the root (it belongs under it, "
             "so your solution needs a square)": math.ceil(0.98 / margin),
             "the smallest n from √(0.25/n), without 1.96": math.ceil((0.5 / margin) ** 2)})


games_needed = Task(
    "games_needed", _needed, _margins, ways=[_one_by_one, _needed], parts={"": _numbers},
    nudge="Is your n large enough? Would n - 1 do?",
)
