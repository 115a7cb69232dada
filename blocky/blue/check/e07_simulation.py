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
    return ({"the part of the games that the player won alone": _wins(winners, player)},
            {"the games that the player shares with others": len(shared) / n,
             "a part of each game that the player shares with others": sum(
                 1 / len(each) for each in shared) / n,
             "the part of the games with a single winner that the player won": (
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
            {"z · √(p(1 - p)/n), which is no part of the formula": z * math.sqrt(part),
             "the formula with z²/(4n²) outside of the root: it must stand under it, too": (
                 z * (math.sqrt(part) + z**2 / (4 * n**2)) / below),
             "the formula with z²/4 · n² under the root: z ** 2 / 4 * n ** 2 multiplies by n², so "
             "put 4 * n ** 2 in parentheses": z * math.sqrt(part + z**2 / 4 * n**2) / below,
             "the root of p(1 - p)/n + z²/(4n): n must be squared there": (
                 z * math.sqrt(part + z**2 / (4 * n)) / below)})


_PARTS = {
    "p": "p is the number of games that the player won alone, divided by the number of all games.",
    "the middle, (low + high) / 2": "The middle of the interval is (p + z²/(2n)) / (1 + z²/n): all "
                                    "that is above the line is divided by what is below it.",
    "the half, (high - low) / 2": "To each side the interval reaches z · √(p(1 - p)/n + z²/(4n²)) "
                                  "/ (1 + z²/n): n is squared under the root, 4 is not, and the "
                                  "root too is divided.",
}


win_rate = Task(
    "win_rate", _rated, _results, _rounded, steps=_PARTS, kits=[wilson],
    parts=dict(zip(_PARTS, (_won_alone, _middles, _halves), strict=True)),
    nudge="How many of the games did the player win alone? How many are there in all?",
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
    return ({"the least n for which 1.96 · √(0.25/n) is not more than the margin, so that what the "
             "formula gives is rounded up with math.ceil": _needed(margin)},
            {"what the formula gives, rounded down": math.floor(exact),
             "what the formula gives, rounded to the nearest number": round(exact),
             "the next whole number above what the formula gives, even if that is a whole number "
             "itself": math.floor(exact) + 1,
             "the least n by 1.96 · 0.25/n, without the root": math.ceil(0.49 / margin),
             "the least n by 1.96 · 0.25/√n, where only n is under the root": math.ceil(
                 (0.49 / margin) ** 2),
             "the least n by 1.96 · √0.25 / n, where n is not under the root (as it is, the "
             "solution has a square)": math.ceil(0.98 / margin),
             "the least n by √(0.25/n), without 1.96": math.ceil((0.5 / margin) ** 2)})


games_needed = Task(
    "games_needed", _needed, _margins, ways=[_one_by_one, _needed], parts={"": _numbers},
    nudge="Is the margin of one game less with the number that you return, and with one less?",
)
