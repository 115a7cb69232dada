"""Exercise 07: what many games say, and how many are enough."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

from blocky.kit.arena import table
from blocky.kit.check.run import Outcome, Seen
from blocky.kit.check.task import Case, Hints, Mistake, Task
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


def _shared_too(winners: Sequence[Sequence[int]], player: int) -> tuple[float, float, float]:
    return _rated([[player] if player in each else [] for each in winners], player)


def _shared_in_part(winners: Sequence[Sequence[int]], player: int) -> tuple[float, float, float]:
    p = sum(1 / len(each) for each in winners if player in each) / len(winners)
    return p, *table.wilson(p, len(winners))


def _plain_interval(winners: Sequence[Sequence[int]], player: int) -> tuple[float, float, float]:
    p = _wins(winners, player)
    half = 1.96 * math.sqrt(p * (1 - p) / len(winners))
    return p, p - half, p + half


def _rounded(answer: Any, *args: Any) -> Any:
    result = answer(*args)
    if isinstance(result, (tuple, list)) and all(
            isinstance(number, (int, float)) for number in result):
        numbers = tuple(round(float(number), DIGITS) for number in result)
        if len(numbers) != 3:
            return numbers
        p, low, high = numbers
        return Seen(numbers, {"p": p, "the middle, (low + high) / 2": round((low + high) / 2, 4),
                              "the half, (high - low) / 2": round((high - low) / 2, 4)})
    return result


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
    mistakes=[
        Mistake(_shared_too, (
            "In which of these games did the player win alone?",
            "A game that is shared has more than one winner. It counts as a game, but not as a "
            "win.",
            "Shared games are counted as wins. A game is won if its list of winners is [player].")),
        Mistake(_shared_in_part, (
            "In which of these games did the player win alone?",
            "A game that is shared has more than one winner. It counts as a game, but not as a "
            "win.",
            "A game that is shared by two counts as half a win in your p. Only games that the "
            "player won alone count, those of which the list of winners is [player].")),
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


def _reaches_the_margin(case: Case, got: Outcome) -> Hints | None:
    """See how far the interval reaches after so many games."""
    [margin], number, right = case, got.value, _needed(*case)
    if not isinstance(number, (int, float)) or number == right or number <= 0:
        return None
    few, enough = number < right, number if number < right else right
    return ("Is the margin of one game less with the number that you return, and with one less?",
            "Put the number that you return for n into 1.96 · √(0.25/n).",
            say("After {count} games the interval reaches 1.96 · √(0.25/{count}) = {reach:.5f}, "
                "which is more than the margin, {margin}: more games are needed. If n is not "
                "whole, it is rounded up.", count=enough, reach=1.96 * math.sqrt(0.25 / enough),
                margin=margin) if few else
            say("After {count} games already the interval reaches 1.96 · √(0.25/{count}) = "
                "{reach:.5f}, which is not more than the margin, {margin}. Yours are {number}.",
                count=enough, reach=1.96 * math.sqrt(0.25 / enough), margin=margin,
                number=number))


def _less(count: Callable[[float], int]) -> Mistake:
    return Mistake(lambda margin: count((0.98 / margin) ** 2), (
        "Is the interval small enough with the number that you return?",
        "If 96.04 games are needed, are 96 enough?",
        "The formula is right, but its result is not always rounded up: int(...) and // round "
        "down, round(...) to the nearest whole number. math.ceil(...) rounds up."))


games_needed = Task(
    "games_needed", _needed, _margins, ways=[_one_by_one, _needed], laws=[_reaches_the_margin],
    mistakes=[_less(math.floor), _less(round)],
    nudge="Is the margin of one game less with the number that you return, and with one less?",
)
