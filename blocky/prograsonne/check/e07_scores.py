"""Exercise 07: what cities, roads and rivers pay."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any

from blocky.kit.check.task import Case, Mistake, Task
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
    yield from ((2, *facts) for facts in product((0, 1, 2, 3), (True, False), (True, False)))
    yield from ((rng.randrange(1, 12), rng.randrange(5), rng.random() < 0.5, rng.random() < 0.5)
                for _ in range(12))


def _border_first(tiles: int, cities: int, one_open: bool, border: bool) -> int:
    if border and cities:
        return 20 + 10 * tiles
    return parts.road_points(tiles, cities, one_open, border)


def _open_or_not(tiles: int, cities: int, one_open: bool, border: bool) -> int:
    return parts.road_points(tiles, cities, True, border)


def _both(tiles: int, cities: int, one_open: bool, border: bool) -> int:
    return (parts.road_points(tiles, cities, one_open, False)
            + (20 + 10 * tiles if border and cities else 0))


road_points = Task(
    "road_points", parts.road_points, _roads, kits=[parts.road_points, scoring],
    mistakes=[
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
