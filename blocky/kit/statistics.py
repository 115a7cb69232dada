"""Statistics of results: the interval of a win rate, and figures in columns."""

import math
from collections.abc import Sequence

__all__ = ["Z", "in_columns", "wilson"]

#: Half the width of a 95% interval, in standard errors.
Z = 1.96


def wilson(rate: float, games: int) -> tuple[float, float]:
    """Return the ends of Wilson's interval for a win rate in this number of games.

    >>> [round(end, 2) for end in wilson(0.5, 96)]
    [0.4, 0.6]
    """
    if not games:
        return math.nan, math.nan
    divisor = 1 + Z**2 / games
    middle = (rate + Z**2 / (2 * games)) / divisor
    half_width = Z * math.sqrt(rate * (1 - rate) / games + Z**2 / (4 * games**2)) / divisor
    return max(0.0, middle - half_width), min(1.0, middle + half_width)


def in_columns(lines: Sequence[Sequence[str]]) -> list[str]:
    """Return the lines of a table as text; the first column is on the left, the others right.

    >>> in_columns([["player", "won"], ["Ann", "7"]])
    ['player  won', 'Ann       7']
    """
    width_of_names, *widths = (max(map(len, column)) for column in zip(*lines, strict=True))
    return ["  ".join([name.ljust(width_of_names), *map(str.rjust, cells, widths)])
            for name, *cells in lines]
