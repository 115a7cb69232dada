"""Exercise 07: what many games say, and how many are enough."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from blocky.kit.arena import table
from blocky.kit.check.task import Case, Mistake, Task

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


def _shared_too(winners: Sequence[Sequence[int]], player: int) -> tuple[float, float, float]:
    return _rated([[player] if player in each else [] for each in winners], player)


def _plain_interval(winners: Sequence[Sequence[int]], player: int) -> tuple[float, float, float]:
    p = _wins(winners, player)
    half = 1.96 * math.sqrt(p * (1 - p) / len(winners))
    return p, p - half, p + half


def _rounded(answer: Any, *args: Any) -> Any:
    result = answer(*args)
    if isinstance(result, (tuple, list)) and all(
            isinstance(number, (int, float)) for number in result):
        return tuple(round(float(number), DIGITS) for number in result)
    return result


win_rate = Task(
    "win_rate", _rated, _results, _rounded, kits=[table.wilson],
    mistakes=[
        Mistake(_shared_too, (
            "In which of these games did the player win alone?",
            "A game that is shared has more than one winner. It counts as a game, but not as a "
            "win.",
            "Shared games are counted as wins. A game is won if its list of winners is [player].")),
        Mistake(_plain_interval, (
            "Which interval comes of a single game that was won?",
            "After one game nobody can be sure: the interval must not be a single point.",
            "This is the interval p ± 1.96 · √(p(1 - p)/n), which is wrong where games are few "
            "or all are won. Take the formula of the task."))],
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


games_needed = Task(
    "games_needed", _needed, _margins, ways=[_one_by_one, _needed],
    nudge="Is the margin of one game less with the number that you return, and with one less?",
)
