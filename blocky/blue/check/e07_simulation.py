"""Exercise 07: what many games say, and how many are enough."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

from blocky.kit.arena import table
from blocky.kit.check.run import Seen
from blocky.kit.check.task import Case, Mistake, Parts, Task
from blocky.kit.language import say

__all__ = ["games_needed", "win_rate"]

#: Of so many digits results must be the same.
DIGITS = 6


def _results(rng: Random) -> Iterator[Case]:
    yield [[0], [0, 1], [1]], 0
    yield [[0]], 0
    yield [[0]], 1
    yield [[0], [1], [0], [0]], 0
    yield [[0], [0, 1], [1], [0, 1]], 1
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
    if isinstance(result, (tuple, list)) and all(
            isinstance(number, (int, float)) for number in result):
        numbers = tuple(round(float(number), DIGITS) for number in result)
        if len(numbers) != 3:
            return numbers
        p, low, high = numbers
        return Seen(numbers, dict(zip(_PARTS, (
            p, round((low + high) / 2, DIGITS), round((high - low) / 2, DIGITS)), strict=True)))
    return result


def _won_alone(winners: Sequence[Sequence[int]], player: int) -> Parts:
    """Return of what p is made, and of what else it may be."""
    n = len(winners)
    return ({"the part of the games that the player won alone": _wins(winners, player)},
            {"the games that the player shares with others": sum(
                player in each and len(each) > 1 for each in winners) / n,
             "a part of each game that the player shares with others": sum(
                 1 / len(each) for each in winners if player in each and len(each) > 1) / n,
             "the part of the games with a single winner that the player won": sum(
                 list(each) == [player] for each in winners) / max(1, sum(
                     len(each) == 1 for each in winners)),
             "the games that somebody else won": sum(player not in each for each in winners) / n,
             "the part of the games that the player with the number before this one won alone":
                 _wins(winners, player - 1),
             "100 times that part, a number in percent": 100 * _wins(winners, player),
             "the number of games won, not divided": _wins(winners, player) * n})


def _middles(winners: Sequence[Sequence[int]], player: int) -> Parts:
    """Return what the middle of the interval is, and what it may be taken for."""
    p, n, z = _wins(winners, player), len(winners), 1.96
    below = 1 + z**2 / n
    middle = (p + z**2 / (2 * n)) / below
    half, plain = math.sqrt(p * (1 - p) / n + z**2 / (4 * n**2)) * z / below, _plain(p, n)
    return ({"(p + z²/(2n)) / (1 + z²/n)": middle},
            {"p": p, "that of p ± z · √(p(1 - p)/n), cut off at 0 and 1, which is another interval":
                 sum(plain) / 2,
             "that of two numbers that are no ends: your second is the middle and your third the "
             "half, and the ends are their difference and their sum": (middle + half) / 2,
             "p + z²/(2n), not divided by 1 + z²/n": p + z**2 / (2 * n),
             "p/(1 + z²/n), without z²/(2n)": p / below,
             "the middle with z²/n in place of z²/(2n)": (p + z**2 / n) / below,
             "the middle with z in place of z²": (p + z / (2 * n)) / (1 + z / n)})


def _halves(winners: Sequence[Sequence[int]], player: int) -> Parts:
    """Return how far the interval reaches, and what that may be taken for."""
    p, n, z = _wins(winners, player), len(winners), 1.96
    part, below = p * (1 - p) / n, 1 + z**2 / n
    root = math.sqrt(part + z**2 / (4 * n**2))
    return ({"z · √(p(1 - p)/n + z²/(4n²)) / (1 + z²/n)": z * root / below},
            {"z · √(p(1 - p)/n), which is no part of the formula": z * math.sqrt(part),
             "that of p ± z · √(p(1 - p)/n), cut off at 0 and 1, which is another interval": (
                 _plain(p, n)[1] - _plain(p, n)[0]) / 2,
             "the formula with z²/(4n²) outside of the root: it must stand under it, too": (
                 z * (math.sqrt(part) + z**2 / (4 * n**2)) / below),
             "the formula with z²/(4n²) outside of the root, and without z before it": (
                 (z * math.sqrt(part) + z**2 / (4 * n**2)) / below),
             "the formula with two roots, one of p(1 - p)/n and one of z²/(4n²): there is one, of "
             "their sum": z * (math.sqrt(part) + z / (2 * n)) / below,
             "the formula with z²/4 · n² under the root: z ** 2 / 4 * n ** 2 multiplies by n², so "
             "put 4 * n ** 2 in parentheses": z * math.sqrt(part + z**2 / 4 * n**2) / below,
             "the formula with n for n² under the root and without 4": (
                 z * math.sqrt(part + z**2 / n) / below),
             "the root of p(1 - p) + z²/(4n²): p(1 - p) must be divided by n": (
                 z * math.sqrt(p * (1 - p) + z**2 / (4 * n**2)) / below),
             "the formula with z in place of z² under the root": (
                 z * math.sqrt(part + z / (4 * n**2)) / below),
             "the root without z before it": root / below,
             "the root with z before it, not divided by 1 + z²/n": z * root,
             "the root of p(1 - p)/n + z²/(4n): n must be squared there": (
                 z * math.sqrt(part + z**2 / (4 * n)) / below),
             "the root of p(1 - p)/n + z²/(16n²): (4n)² is 16n², and 4 must not be squared": (
                 z * math.sqrt(part + z**2 / (16 * n**2)) / below),
             "the root of p(1 - p)/n alone, without z²/(4n²)": z * math.sqrt(part) / below,
             "what stands under the root, and no root of it": z * root**2 / below})


def _plain(p: float, n: int) -> tuple[float, float]:
    """Return the ends of the interval that is no wider than from 0 to 1."""
    half = 1.96 * math.sqrt(p * (1 - p) / n)
    return max(0, p - half), min(1, p + half)


_PARTS = {
    "p": "p is the number of games that the player won alone, divided by the number of all games.",
    "the middle, (low + high) / 2": "The middle of the interval is (p + z²/(2n)) / (1 + z²/n): all "
                                    "that is above the line is divided by what is below it.",
    "the half, (high - low) / 2": "To each side the interval reaches z · √(p(1 - p)/n + z²/(4n²)) "
                                  "/ (1 + z²/n): n is squared under the root, 4 is not, and the "
                                  "root too is divided.",
}

def _to(digits: int) -> Callable[..., tuple[float, ...]]:
    return lambda winners, player: tuple(round(each, digits) for each in _rated(winners, player))


win_rate = Task(
    "win_rate", _rated, _results, _rounded, steps=_PARTS, kits=[table.wilson],
    mistakes=[Mistake(_to(digits), (
        "How many digits has each of your numbers, and how many is it given?",
        "No number is to be rounded.",
        "Your numbers are rounded. Return them as they come from the formula, without round."))
              for digits in (1, 2, 3, 4)],
    parts=dict(zip(_PARTS, (_won_alone, _middles, _halves), strict=True)),
    nudge="How many of the games did the player win alone? How many are there in all?",
)


def _margins(rng: Random) -> Iterator[Case]:
    yield from ((margin,) for margin in (1.0, 0.5, 0.2, 0.1, 0.05, 0.04, 0.03, 0.015))
    drawn = [rng.randrange(120, 3000) for _ in range(8)]  # of 10,000
    yield from ((each / 10_000,) for each in drawn if 9800 % each)  # else rounding would decide


def _needed(margin: float) -> int:
    return math.ceil((0.98 / margin) ** 2)


def _one_by_one(margin: float) -> int:
    n = 1
    while 1.96 * math.sqrt(0.25 / n) > margin:
        n += 1
    return n


def _least(reach: Callable[[float], float], margin: float) -> int:
    """Return the least n, from 1, for which an interval reaches no farther than a margin."""
    low, high = 1, 2
    while reach(high) > margin:
        low, high = high, 2 * high
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if reach(middle) <= margin else (middle + 1, high)
    return low


#: Other intervals that come of a slip.
_REACHES: dict[str, Callable[[float], float]] = {
    "1.96 · 0.25/n, without the root": lambda n: 1.96 * 0.25 / n,
    "1.96 · 0.25/√n, where only n is under the root": lambda n: 1.96 * 0.25 / math.sqrt(n),
    "1.96 · √0.25 / n, where n is not under the root (as it is, the solution has a square)":
        lambda n: 1.96 * math.sqrt(0.25) / n,
    "√(0.25/n), without 1.96": lambda n: math.sqrt(0.25 / n),
    "2 · 1.96 · √(0.25/n), both sides together": lambda n: 2 * 1.96 * math.sqrt(0.25 / n),
    "1.96 · √(0.5/n), with 0.5 for 0.25": lambda n: 1.96 * math.sqrt(0.5 / n),
    "1.96 · √(1/n), without 0.25": lambda n: 1.96 * math.sqrt(1 / n),
    "1.96² · 0.25/n: to solve for n, the margin must be squared, too": lambda n: 1.96**2 * 0.25 / n,
    "√(1.96 · 0.5/n): to solve for n, 1.96 · 0.5 must be squared, as the margin is":
        lambda n: math.sqrt(1.96 * 0.5 / n),
    "2 · √(0.25/n), with 2 for 1.96": lambda n: 2 * math.sqrt(0.25 / n),
    "√(1.96 · 0.25/n): to solve for n, 1.96 must be squared, too":
        lambda n: math.sqrt(1.96 * 0.25 / n),
}


def _numbers(margin: float) -> Parts:
    """Return the number of games that is needed, and for what it may be taken."""
    exact = (0.98 / margin) ** 2
    return ({"the least n for which 1.96 · √(0.25/n) is not more than the margin, so that what the "
             "formula gives is rounded up with math.ceil": _needed(margin)},
            {"what the formula gives, rounded down": math.floor(exact),
             "what the formula gives, rounded to the nearest number": round(exact),
             "what the formula gives, not rounded at all": exact,
             **{say("the least n by {formula}", formula=say(formula)): _least(reach, margin)
                for formula, reach in _REACHES.items()}})


games_needed = Task(
    "games_needed", _needed, _margins, ways=[_one_by_one, _needed], parts={"": _numbers},
    nudge="Is the margin of one game less with the number that you return, and with one less?",
)
