"""Exercise 07: what cities, roads and rivers pay."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any

from blocky.kit.check.run import Outcome
from blocky.kit.check.task import Case, Hints, Parts, Task
from blocky.kit.language import say
from blocky.prograsonne import parts, scoring
from blocky.prograsonne.tiles import RIVER, ROAD

__all__ = ["city_points", "road_points", "way_points"]


def _cities(rng: Random) -> Iterator[Case]:
    yield from product((1, 2, 3), (True, False))
    yield from ((rng.randrange(4, 30), rng.random() < 0.5) for _ in range(6))


def _of_a_city(tiles: int, complete: bool) -> Parts:
    """Return what the table pays for a city, and what may be paid by mistake."""
    return {
        "30 for each tile of a complete city": 30 * tiles * complete,
        "40, once, for a complete city": 40 * complete,
        "10 for each tile of an incomplete city": 10 * tiles * (not complete),
    }, {
        "40 for each further tile of a complete city": 40 * (tiles - 1) * complete,
        "40 for an incomplete city": 40 * (not complete),
        "10 for each tile of a complete city": 10 * tiles * complete,
        "10, once, for an incomplete city": 10 * (not complete),
    }


city_points = Task(
    "city_points", scoring.city_points, _cities, kits=[scoring], parts={"": _of_a_city},
    nudge="Look up in the table what a city pays.",
)


def _roads(rng: Random) -> Iterator[Case]:
    for cities, one_open, border in product((0, 1, 2, 3), (True, False), (True, False)):
        if cities or not one_open:
            yield 2, cities, one_open, border
    yield from ((3, cities, True, border) for cities in (4, 5) for border in (True, False))
    for _ in range(8):
        cities = rng.randrange(5)
        yield rng.randrange(1, 12), cities, cities > 0 and rng.random() < 0.5, rng.random() < 0.5


def _lines(kind: str, tiles: int, cities: int, one_open: bool, border: bool) -> Parts:
    """Return what the lines of the table pay, and what may be paid by mistake."""
    first, ends = cities >= 2 and one_open, cities and border
    one, two, many = 50 + 30 * tiles, 20 + 10 * tiles, 40 * cities
    river = 5 * (kind == RIVER)
    more = river * (1 + tiles)
    every, each = one + more, (many + river * cities) * (cities > 2)  # with what a river gets more
    return {
        "50 and 30 for each tile, by the first line with two cities": one * (first and cities == 2),
        "50 and 30 for each tile, by the first line with more than two": one * (
            first and cities > 2),
        "40 for each city, by the first line with more than two": many * (first and cities > 2),
        "20 and 10 for each tile, by the second line with one city": two * (ends and cities == 1),
        "20 and 10 for each tile, by the second line with two cities or more":
            two * (ends and cities > 1 and not first),
        "5, which a river gets more by the first line": river * first,
        "5 for each tile, which a river gets more by the first line": river * tiles * first,
        "5 for each city, which a river gets more by the first line":
            river * cities * (first and cities > 2),
        "5, which a river gets more by the second line": river * (ends and not first),
        "5 for each tile, which a river gets more by the second line":
            river * tiles * (ends and not first),
    }, {
        "40 for each city beyond the second": 40 * (cities - 2) * (first and cities > 2),
        "what is paid for each city where there are only two":
            (many + river * cities) * (first and cities == 2),
        "what the second line pays where there is no city": (two + more) * (border and not cities),
        "the first line where no city is open": (every + each - (two + more) * bool(ends)) * (
            cities >= 2 and not one_open),
        "5 and 5 for each tile of a river where no line holds": more * (not first and not ends),
        "a river as if it were a road": -more * bool(first or ends) - (
            river * cities * (first and cities > 2)),
    }


def _first_that_holds(case: Case, got: Outcome) -> Hints | None:
    """See whether a lower line of the table counts, though one above it holds."""
    *kind, tiles, cities, one_open, border = case
    lower = 20 + 10 * tiles + (5 + 5 * tiles) * (kind == [RIVER])
    if not (cities >= 2 and one_open and border) or got.value != lower:
        return None
    return ("Which lines of the table hold in the case above?",
            "The first line that holds counts, and no other.",
            say("Two lines of the table hold here, and {value} is what the lower one pays. The "
                "first line that holds counts, in the order of the table: it pays {right}.",
                value=got.value, right=scoring.way_points(*kind or [ROAD], *case[-4:])))


def _of_a_road(*facts: Any) -> Parts:
    """Return what the lines of the table pay for a road, and what may be paid by mistake."""
    return tuple({name: value for name, value in each.items() if "river" not in name}
                 for each in _lines(ROAD, *facts))  # type: ignore[return-value]


road_points = Task(
    "road_points", parts.road_points, _roads, kits=[parts.road_points, scoring],
    parts={"": _of_a_road}, laws=[_first_that_holds],
    nudge="Find the line of the table that holds in the case above: the first that does.",
)


def _ways(rng: Random) -> Iterator[Case]:
    yield from ((kind, *facts) for facts in _roads(rng) for kind in (RIVER, ROAD))


way_points = Task(
    "way_points", scoring.way_points, _ways, kits=[parts.road_points, scoring],
    parts={"": _lines}, laws=[_first_that_holds],
    nudge="Take the five numbers of the kind in the case above, and work out by hand what it pays.",
)
