"""Exercise 07: what many games say, and how many are enough."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

from blocky.kit.arena import table
from blocky.kit.check.compare import written
from blocky.kit.check.run import Outcome, Seen
from blocky.kit.check.task import Case, Hints, Mistake, Parts, Task
from blocky.kit.language import say

__all__ = ["games_needed", "win_rate"]

#: Of so many digits results must be the same.
DIGITS = 6


def _results(rng: Random) -> Iterator[Case]:
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


def _only_decided(winners: Sequence[Sequence[int]], player: int) -> tuple[float, float, float]:
    return _rated([each for each in winners if len(each) == 1], player)


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
             "the games that somebody else won": sum(player not in each for each in winners) / n,
             "the number of games won, not divided": _wins(winners, player) * n})


def _middles(winners: Sequence[Sequence[int]], player: int) -> Parts:
    """Return what the middle of the interval is, and what it may be taken for."""
    p, n, z = _wins(winners, player), len(winners), 1.96
    below = 1 + z**2 / n
    return ({"(p + z²/(2n)) / (1 + z²/n)": (p + z**2 / (2 * n)) / below},
            {"p": p, "p + z²/(2n), not divided by 1 + z²/n": p + z**2 / (2 * n),
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
             "the root without z before it": root / below,
             "the root with z before it, not divided by 1 + z²/n": z * root,
             "the root of p(1 - p)/n + z²/(4n): n must be squared there": (
                 z * math.sqrt(part + z**2 / (4 * n)) / below),
             "the root of p(1 - p)/n alone, without z²/(4n²)": z * math.sqrt(part) / below,
             "what stands under the root, and no root of it": z * root**2 / below})


_PARTS = {
    "p": "p is the number of games that the player won alone, divided by the number of all games.",
    "the middle, (low + high) / 2": "The middle of the interval is (p + z²/(2n)) / (1 + z²/n): all "
                                    "that is above the line is divided by what is below it.",
    "the half, (high - low) / 2": "To each side the interval reaches z · √(p(1 - p)/n + z²/(4n²)) "
                                  "/ (1 + z²/n): n is squared under the root, 4 is not, and the "
                                  "root too is divided.",
}


win_rate = Task(
    "win_rate", _rated, _results, _rounded, steps=_PARTS, kits=[table.wilson],
    parts=dict(zip(_PARTS, (_won_alone, _middles, _halves), strict=True)),
    mistakes=[
        Mistake(_only_decided, (
            "How many games are there in all?", "A game that is shared is a game as well.",
            "Games that are shared are left out of n. They are not won, but n is the number of "
            "all games."))],
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


def _reaches_the_margin(case: Case, got: Outcome) -> Hints | None:
    """See how far the interval reaches after so many games, and after one less."""
    [margin], right = case, _needed(*case)
    reach, before = (1.96 * math.sqrt(0.25 / n) if n else math.inf for n in (right, right - 1))
    return None if got.value == right else (
        "Is the margin of one game less with the number that you return, and with one less?",
        "Put the number that you return for n into 1.96 · √(0.25/n).",
        say("After {right} games the interval reaches 1.96 · √(0.25/{right}) = {reach:.5f}, which "
            "is not more than the margin, {margin}; after one game less it reaches {before:.5f}, "
            "which is. Your number of games is {number}.", right=right, reach=reach,
            margin=margin, before=before, number=written(got.value)))


#: Other intervals that come of a slip, and what is said of each.
_REACHES: dict[str, Callable[[float], float]] = {
    "The root is missing: you ask whether 1.96 · 0.25/n is more than the margin.":
        lambda n: 1.96 * 0.25 / n,
    "Only n is under your root: 0.25 must be divided by n first, and the root be taken of that.":
        lambda n: 1.96 * 0.25 / math.sqrt(n),
    "You ask for 1.96 · √0.25 / n, without a root of n. As n is under the root, it is the square "
    "in the solution: n = (1.96 · 0.5 / margin)².":
        lambda n: 1.96 * math.sqrt(0.25) / n,
    "1.96 is missing before the root.": lambda n: math.sqrt(0.25 / n),
    "The margin is what the interval reaches to one side. You ask for both sides together, twice "
    "as much.": lambda n: 2 * 1.96 * math.sqrt(0.25 / n),
    "Under the root must stand 0.25/n, and not 0.5/n.": lambda n: 1.96 * math.sqrt(0.5 / n),
}


def _least(reach: Callable[[float], float]) -> Callable[[float], int]:
    """Return what counts the least n, from 1, for which an interval reaches no farther."""
    def count(margin: float) -> int:
        low, high = 1, 2
        while reach(high) > margin:
            low, high = high, 2 * high
        while low < high:
            middle = (low + high) // 2
            low, high = (low, middle) if reach(middle) <= margin else (middle + 1, high)
        return low
    return count


def _less(count: Callable[[float], int]) -> Mistake:
    return Mistake(lambda margin: count((0.98 / margin) ** 2), (
        "Is the interval small enough with the number that you return?",
        "If 96.04 games are needed, are 96 enough?",
        "The formula is right, but its result is not always rounded up: int(...) and // round "
        "down, round(...) to the nearest whole number. math.ceil(...) rounds up."))


games_needed = Task(
    "games_needed", _needed, _margins, ways=[_one_by_one, _needed], laws=[_reaches_the_margin],
    mistakes=[_less(math.floor), _less(round), *(Mistake(_least(reach), (
        "How far does the interval reach by your formula, if n is 1?",
        "The interval reaches 1.96 · √(0.25/n) to each side: take that formula apart.", said))
        for said, reach in _REACHES.items())],
    nudge="Is the margin of one game less with the number that you return, and with one less?",
)
