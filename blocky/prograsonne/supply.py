"""The supply: how many tiles of each type there are to draw from, and the files that say it."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from random import Random

from blocky.kit.language import say
from blocky.prograsonne.tiles import TYPES, known_type

__all__ = ["SHIPPED", "checked_supply", "read_supply", "write_supply"]

#: The file of the supply that a game has unless it is given another.
SHIPPED = Path(__file__).with_name("supply.csv")


def read_supply(path: str | os.PathLike[str] = SHIPPED) -> dict[str, int]:
    """Return how many tiles of each type a file says that there are.

    Its lines are ``type,count``; blank lines are skipped, and a type that is missing has none.
    ValueError: a line is bad, and the sentence gives its number; or there is no tile at all.

    >>> sum(read_supply().values())
    223
    """
    counts: dict[str, int] = {}
    for number, line in enumerate(Path(path).read_text(encoding="utf-8").splitlines(), start=1):
        name, comma, count = map(str.strip, line.partition(","))
        if not line.strip():
            continue
        if not comma or name not in TYPES:
            why = say("A line is a type of tile, a comma and a count, such as GGGGGC,9.")
        elif name in counts:
            why = say("The type {name} was there before.", name=name)
        elif not (count.isascii() and count.isdigit()):
            why = say("The count must be a whole number, 0 or more.")
        else:
            counts[name] = int(count)
            continue
        raise ValueError(say("Line {number} of {path} is bad: {line!r}. {why}", number=number,
                             path=os.fspath(path), line=line, why=why))
    return checked_supply(counts)


def checked_supply(counts: Mapping[str, int]) -> dict[str, int]:
    """Return the count of every type. ValueError: a type or a count is none, or all are 0.

    >>> {name: count for name, count in checked_supply({"GGGGGC": 9}).items() if count}
    {'GGGGGC': 9}
    """
    for name, count in counts.items():
        known_type(name)
        if isinstance(count, bool) or not isinstance(count, int) or count < 0:
            raise ValueError(say("The count of {name} must be a whole number, 0 or more, not "
                                 "{count!r}.", name=name, count=count))
    if not any(counts.values()):
        raise ValueError(say("The supply holds no tile."))
    return {name: counts.get(name, 0) for name in TYPES}


def write_supply(path: str | os.PathLike[str], seed: int | str | None = None) -> None:
    """Write a supply to a file, in which each type has from 0 to 20 tiles; ``seed`` says which."""
    rng = Random(seed)
    counts = {name: rng.randint(0, 20) for name in TYPES}
    Path(path).write_text("".join(f"{name},{count}\n" for name, count in counts.items()),
                          encoding="utf-8")
