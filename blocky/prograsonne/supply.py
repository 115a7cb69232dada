"""The supply: the number of tiles of each type to draw from, and files of it.

The command ``blocky supply FILE`` writes a new one.
"""

import codecs
import csv
import os
import re
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random

from blocky.kit.arguments import expect, given_seed
from blocky.kit.language import say, say_count
from blocky.kit.writing import expect_own, named_file, replace_file
from blocky.prograsonne.tiles import MISPRINTS, REPEATED, TYPES, known_type, why_unknown

__all__ = ["SHIPPED", "add_arguments", "checked_supply", "command", "drawn_from",
           "read_supply", "write_supply"]

#: The largest number of tiles of a type in a new supply.
MOST = 20

#: The names that the columns of a file can have, in small letters.
_TYPE_HEADERS = ("type", "tile", "pieza", "tipo", "ficha", "loseta")
_COUNT_HEADERS = ("count", "number", "cantidad", "número")

#: The file of the default supply.
SHIPPED = Path(__file__).with_name("supply.csv")


def read_supply(path: str | os.PathLike[str] = SHIPPED) -> dict[str, int]:
    """Return the number of tiles of each type in a file.

    Each of its lines has a type and a count, such as ``GGGGGC,9``. Files from spreadsheets are
    fine: semicolons or tabs instead of commas, quotes, counts such as 9.0, a header, blank lines,
    separators at the end of a line, and files in UTF-16. Types that are missing have no tiles.
    ValueError: a line is wrong, and the sentence gives its number; or there are no tiles.

    >>> sum(read_supply().values())
    223
    """
    counts: dict[str, int] = {}
    for number, line in enumerate(_text_of(path).splitlines(), start=1):
        cells = _cells(line)
        is_at_top = not counts
        is_blank = not cells
        if is_blank or (is_at_top and (_is_header(cells) or line.startswith("sep="))):
            continue
        if why := _why_bad(cells, counts):
            raise ValueError(say("Line {number} of {path} is wrong: {line!r}. {why}", number=number,
                                 path=os.fspath(path), line=line, why=why))
        name, count = cells
        digits, *_ = re.split("[.,]", count)  # without the ".0" of a spreadsheet
        counts[name] = int(digits)
    return checked_supply(counts)


def _text_of(path: str | os.PathLike[str]) -> str:
    """Return the contents of a file in UTF-8 or, with a byte-order mark, UTF-16.

    ValueError: it isn't a text file.
    """
    content = named_file(path).read_bytes()
    if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        encoding = "utf-16"
    else:
        encoding = "utf-8-sig"
    try:
        text = content.decode(encoding)
        is_text = "\0" not in text
    except UnicodeDecodeError:
        is_text = False
    if not is_text:
        raise ValueError(say("{path} isn't a text file. If it comes from a spreadsheet program, "
                             "save the table there as a CSV file.", path=os.fspath(path)))
    return text


def _cells(line: str) -> list[str]:
    """Return the cells of a line without spaces around them, and without empty ones at its end.

    >>> _cells('"GGGGGC"; 9;;'), _cells('"GGGGGC,9"')
    (['GGGGGC', '9'], ['GGGGGC', '9'])
    """
    separator = ","
    for sign in ("\t", ";"):
        if sign in line:
            separator = sign
    row = next(csv.reader([line], delimiter=separator, skipinitialspace=True), [])
    cells = [cell.strip() for cell in row]
    while cells and not cells[-1]:
        cells.pop()
    if len(cells) == 1 and cells[0] != line.strip():  # the quotes were around the whole line
        return _cells(cells[0])
    return cells


def _is_header(cells: list[str]) -> bool:
    """Whether these are the names of the columns, such as "Pieza:string" and "Cantidad:int"."""
    names = [cell.split(":")[0].strip().lower() for cell in cells]
    return len(names) == 2 and names[0] in _TYPE_HEADERS and names[1] in _COUNT_HEADERS


def _either(names: Sequence[str]) -> str:
    """Return names as a choice: "type" or "pieza"."""
    return say(" or ").join(f'"{name}"' for name in names)


def _why_bad(cells: list[str], counts_above: Mapping[str, int]) -> str | None:
    """Return a sentence that says why the cells of a line are bad; None if they are good.

    ``counts_above`` has the counts of the lines above, by type.
    """
    name = cells[0]
    if name in MISPRINTS:
        return why_unknown(name)
    has_digits = any(map(str.isdigit, "".join(cells)))
    may_be_header = not counts_above and len(cells) == 2 and not has_digits
    if may_be_header:
        return say("If this line contains the names of the columns, the names must be {types} and "
                   "{counts}.",
                   types=_either(_TYPE_HEADERS), counts=_either(_COUNT_HEADERS))
    if len(cells) == 1 or name not in TYPES:
        return say("A line must be a type of tile, a comma and a count, such as GGGGGC,9.")
    if name in counts_above and name in REPEATED:
        return say("The type {name} appears twice. The course's table has it twice by mistake: one "
                   "of the two should be {meant}.", name=name, meant=REPEATED[name])
    if name in counts_above:
        return say("The type {name} appears twice.", name=name)
    if len(cells) > 2 or not re.fullmatch("[0-9]+([.,]0+)?", cells[1]):
        return say("The count must be an integer, 0 or more.")
    return None


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
            raise ValueError(say("The count of {name} must be an integer, 0 or more, not "
                                 "{count!r}.", name=name, count=count))
    if not any(counts.values()):
        raise ValueError(say("The supply has no tiles."))
    return {name: counts.get(name, 0) for name in TYPES}


def write_supply(path: str | os.PathLike[str], seed: int | str | None = None) -> dict[str, int]:
    """Write a new supply to a file; return its counts by type.

    Each type has a random number of tiles from 0 to 20, which ``seed`` determines.
    FileExistsError: the file exists and is not a supply.
    """
    expect_own(path, lambda content: _is_supply(path), say("a supply of tiles"))
    rng = Random(seed)
    counts = {name: rng.randint(0, MOST) for name in TYPES}
    lines = [f"{name},{count}\n" for name, count in counts.items()]
    replace_file(path, "".join(lines).encode("utf-8"))
    return counts


def _is_supply(path: str | os.PathLike[str]) -> bool:
    """Return whether a file holds a supply that the kit can read."""
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
    parser.add_argument("file", help=say("the file to write, with a line TYPE,COUNT for each type"))
    parser.add_argument("--seed", type=int, help=say("the seed for the counts (default: random)"))
    parser.epilog = say("{epilog}. Each count is from 0 to {most}. The types are: {types}. Old "
                        "files from the original course say GCCRPG instead of GCCRPR.",
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
        print(say("The file {path} can't be written: {problem}.", path=options.file,
                  problem=error.strerror), file=sys.stderr)
        return 1
    for name, count in counts.items():
        print(f"{name},{count}")
    print(say_count("{path}: {count} tile of {types} types, seed {seed}.",
                    "{path}: {count} tiles of {types} types, seed {seed}.", sum(counts.values()),
                    path=options.file, types=len(counts), seed=seed))
    return 0
