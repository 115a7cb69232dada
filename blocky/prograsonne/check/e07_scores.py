"""Exercise 07: what cities, roads and rivers pay."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any

from blocky.kit.check.run import Outcome
from blocky.kit.check.task import Case, Hints, Mistake, Task
from blocky.kit.language import say
from blocky.prograsonne import parts, scoring
from blocky.prograsonne.tiles import RIVER, ROAD

__all__ = ["city_points", "road_points", "way_points"]


def _cities(rng: Random) -> Iterator[Case]:
    yield from product((1, 2, 3), (True, False))
    yield from ((rng.randrange(4, 30), rng.random() < 0.5) for _ in range(6))


city_points = Task(
    "city_points", scoring.city_points, _cities, kits=[scoring],
    nudge="Look up in the table what a city pays.",
)


def _roads(rng: Random) -> Iterator[Case]:
    for cities, one_open, border in product((0, 1, 2, 3), (True, False), (True, False)):
        if cities or not one_open:
            yield 2, cities, one_open, border
    for _ in range(12):
        cities = rng.randrange(5)
        yield rng.randrange(1, 12), cities, cities > 0 and rng.random() < 0.5, rng.random() < 0.5


def _border_first(tiles: int, cities: int, one_open: bool, border: bool) -> int:
    if border and cities:
        return 20 + 10 * tiles
    return parts.road_points(tiles, cities, one_open, border)


def _open_or_not(tiles: int, cities: int, one_open: bool, border: bool) -> int:
    return parts.road_points(tiles, cities, True, border)


def _both(tiles: int, cities: int, one_open: bool, border: bool) -> int:
    return (parts.road_points(tiles, cities, one_open, False)
            + (20 + 10 * tiles if border and cities else 0))


def _beyond_the_second(tiles: int, cities: int, one_open: bool, border: bool) -> int:
    between = cities > 2 and one_open
    return parts.road_points(tiles, cities, one_open, border) - 80 * between


def _nested(tiles: int, cities: int, one_open: bool, border: bool) -> int:
    return 0 if cities >= 2 and not one_open else parts.road_points(tiles, cities, one_open, border)


def _border_alone(tiles: int, cities: int, one_open: bool, border: bool) -> int:
    return parts.road_points(tiles, cities or 1, one_open, border)


def _as_a_road(case: Case, got: Outcome) -> Hints | None:
    return _line_that_holds(("road", *case), got)


def _line_that_holds(case: Case, got: Outcome) -> Hints | None:
    """Work out by the table what a way pays, where something else was returned."""
    kind, tiles, cities, one_open, border = case
    base, each, city, edge, tile = (55, 35, 45, 25, 15) if kind == RIVER else (50, 30, 40, 20, 10)
    if got.value is None or got.value == scoring.way_points(*case):
        return None
    line = 1 if cities >= 2 and one_open else 2 if cities and border else 3
    sums = (f"{base} + {each} * {tiles}" + f" + {city} * {cities}" * (cities > 2),
            f"{edge} + {tile} * {tiles}", "0")
    return ("Which line of the table holds here?", "The first line that holds counts, no other.",
            say("Here line {line} of the table in the text is the first that holds, so it pays "
                "{sum} = {points}, and not {got}. Which of your lines are run for this case?",
                line=line, sum=sums[line - 1], points=scoring.way_points(*case), got=got.value)
            if line < 3 else
            say("Here neither the first nor the second line of the table holds: with {cities} "
                "cities, one_open {one_open} and border {border} it pays 0, and not {got}.",
                cities=cities, one_open=one_open, border=border, got=got.value))


road_points = Task(
    "road_points", parts.road_points, _roads, kits=[parts.road_points, scoring],
    laws=[_as_a_road],
    mistakes=[
        Mistake(_beyond_the_second, (
            "For how many of three cities are 40 points paid?",
            "If there are more than two cities, all of them count.",
            "The 40 are paid only for the cities beyond the second: with more than two cities they "
            "are paid for each city, the first two as well.")),
        Mistake(_nested, (
            "What does a road between two complete cities pay that leads off the board?",
            "The second line of the table asks for one city or more, so for two as well.",
            "With two cities or more, all of them complete, your function never comes to the "
            "second line: ask for the border whenever the first line does not hold.")),
        Mistake(_border_alone, (
            "What does a road without a city pay?", "Both parts of a line of the table must hold.",
            "A road that leads off the board pays without a city, too: the second line asks for "
            "one city or more, and the border.")),
        Mistake(_border_first, (
            "Which rules hold for a road between two cities that leads off the board?",
            "The rules are asked from the first to the last, and the first that holds counts.",
            "The border is asked for before the cities. Ask for two cities, one of them open, "
            "first.")),
        Mistake(_open_or_not, (
            "What does a road between two complete cities pay?",
            "Which of the four parameters does your function not look at?",
            "one_open is forgotten: the first rule holds only if one of the cities is "
            "incomplete.")),
        Mistake(_both, (
            "How many rules can pay for one road?", "The second rule begins with \"otherwise\".",
            "A road is paid by two rules here. The border pays only if the first rule does not.")),
    ],
    nudge="Find the line of the table that holds in the case above: the first that does.",
)


def _ways(rng: Random) -> Iterator[Case]:
    yield from ((kind, *facts) for facts in _roads(rng) for kind in (RIVER, ROAD))


def _as_road(kind: str, *facts: Any) -> int:
    return scoring.way_points(ROAD, *facts)


def _half_a_table(kind: str, tiles: int, cities: int, one_open: bool, border: bool) -> int:
    between = cities >= 2 and one_open
    return scoring.way_points(kind if between else ROAD, tiles, cities, one_open, border)


way_points = Task(
    "way_points", scoring.way_points, _ways, kits=[parts.road_points, scoring],
    laws=[_line_that_holds],
    mistakes=[
        Mistake(_as_road, (
            "What is different for a river?", "Which parameter does your function not look at?",
            "A river is paid like a road. Let kind say which row of numbers is taken.")),
        Mistake(_half_a_table, (
            "Which of the five numbers are different for a river?",
            "All five of them, also those for the border.",
            "At the border a river is paid like a road. There it is 25, and 15 for each tile.")),
    ],
    nudge="Take the five numbers of the kind in the case above, and work out by hand what it pays.",
)
