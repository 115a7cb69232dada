"""The supply: the number of tiles of each type to draw from, and files of it.

The command ``blocky supply FILE`` writes a new one. The first files of the course had a misprint:
GCCRPG for GCCRPR, whose river goes from edge 4 to edge 6. GCCRPG is an unknown type here.
"""

import os
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Mapping
from pathlib import Path
from random import Random

from blocky.kit.arguments import expect, given_seed
from blocky.kit.language import say, say_count
from blocky.kit.writing import expect_own, replace_file
from blocky.prograsonne.tiles import TYPES, known_type

__all__ = ["SHIPPED", "add_arguments", "checked_supply", "command", "drawn_from",
           "read_supply", "write_supply"]

#: The largest number of tiles of a type in a new supply.
MOST = 20

#: The file of the default supply.
SHIPPED = Path(__file__).with_name("supply.csv")


def read_supply(path: str | os.PathLike[str] = SHIPPED) -> dict[str, int]:
    """Return the number of tiles of each type in a file.

    Its lines are ``type,count`` or ``type;count``. A header, blank lines and a byte-order mark are
    skipped; types that are missing have no tiles.
    ValueError: a line is bad, and the sentence gives its number; or there are no tiles.

    >>> sum(read_supply().values())
    223
    """
    try:
        lines = Path(path).read_text(encoding="utf-8-sig").splitlines()
    except UnicodeDecodeError:
        raise ValueError(say("{path} holds no text in UTF-8.", path=os.fspath(path))) from None
    counts: dict[str, int] = {}
    for number, line in enumerate(lines, start=1):
        separator = ";" if ";" in line else ","
        name, separated, count = map(str.strip, line.partition(separator))
        header = not counts and (name.lower(), count.lower()) == ("type", "count")
        if header or not line.strip():
            continue
        if not separated or name not in TYPES:
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
    """Return the count of each type. ValueError: a type or count is invalid, or all are 0.

    >>> {name: count for name, count in checked_supply({"GGGGGC": 9}).items() if count}
    {'GGGGGC': 9}
    """
    expect("supply", counts, Mapping, say("a dict of types and counts, such as {example}",
                                          example="{'GGGGGC': 9}"))
    for name, count in counts.items():
        known_type(name)
        if isinstance(count, bool) or not isinstance(count, int) or count < 0:
            raise ValueError(say("The count of {name} must be a whole number, 0 or more, not "
                                 "{count!r}.", name=name, count=count))
    if not any(counts.values()):
        raise ValueError(say("The supply holds no tile."))
    return {name: counts.get(name, 0) for name in TYPES}


def write_supply(path: str | os.PathLike[str], seed: int | str | None = None) -> dict[str, int]:
    """Write a new supply to a file; return it.

    Each type has a random number of tiles from 0 to 20, which ``seed`` determines.
    FileExistsError: a file is there that is not a supply.
    """
    expect_own(path, lambda content: _is_supply(path), say("a supply of tiles"))
    rng = Random(seed)
    counts = {name: rng.randint(0, MOST) for name in TYPES}
    lines = [f"{name},{count}\n" for name, count in counts.items()]
    replace_file(path, "".join(lines).encode("utf-8"))
    return counts


def _is_supply(path: str | os.PathLike[str]) -> bool:
    """Return whether a file holds a supply."""
    try:
        read_supply(path)
    except ValueError:
        return False
    return True


def drawn_from(supply: Mapping[str, int], rng: Random) -> str:
    """Return the type of a random tile of a supply; each tile is equally likely."""
    return rng.choices(list(supply), list(supply.values()))[0]


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of ``blocky supply``."""
    parser.add_argument("file", help=say("the file to write, a line TYPE,COUNT for each type"))
    parser.add_argument("--seed", type=int, help=say("determines the counts (any)"))
    parser.epilog = say("{epilog}. Each count is from 0 to {most}. The types are: {types}. Old "
                        "files of the course in which the game was set have GCCRPG for GCCRPR.",
                        epilog=parser.epilog, most=MOST, types=", ".join(TYPES))


def command(options: Namespace) -> int:
    """Write a new supply to a file and print it; return 0 if that was possible, else 1."""
    seed = given_seed(options.seed)
    try:
        counts = write_supply(options.file, seed)
    except FileExistsError as error:
        print(error, file=sys.stderr)
        return 1
    except OSError as error:
        print(say("The file {path} cannot be written: {problem}.", path=options.file,
                  problem=error.strerror), file=sys.stderr)
        return 1
    for name, count in counts.items():
        print(f"{name},{count}")
    print(say_count("{path}: {count} tile of {types} types, seed {seed}.",
                    "{path}: {count} tiles of {types} types, seed {seed}.", sum(counts.values()),
                    path=options.file, types=len(counts), seed=seed))
    return 0
