import csv
import random

from blocky.prograsonne.tiles import TYPES
from tests.answers import Wrong, changes

# -- read_supply -------------------------------------------------------------------------------


def by_hand(lines):
    counts = {}
    for line in lines:
        line = line.strip()
        if line == "":
            continue
        parts = line.split(",")
        if len(parts) != 2:
            raise ValueError("a line is a type, a comma and a count: " + line)
        name, count = parts
        if name not in TYPES:
            raise ValueError("no such type: " + line)
        if name in counts:
            raise ValueError("twice: " + line)
        if not count.isdigit():
            raise ValueError("no count: " + line)
        counts[name] = int(count)
    return counts


def with_csv(lines):
    counts = {}
    for row in csv.reader(lines):
        if row:
            name, count = row
            number = int(count)
            if name not in TYPES or name in counts or number < 0:
                raise ValueError(row)
            counts[name] = number
    return counts


def by_partition(lines):
    counts = {}
    for line in lines:
        name, _, count = line.rstrip("\n").partition(",")
        if name or count:
            if name in counts or name not in TYPES or int(count) < 0:
                raise ValueError(f"bad line: {line}")
            counts[name] = int(count)
    return counts


def skips_bad_lines(lines):
    counts = {}
    for line in lines:
        name, _, count = line.strip().partition(",")
        if name in TYPES and count.isdigit() and name not in counts:
            counts[name] = int(count)
    return counts


def added_up(lines):
    counts = {}
    for line in lines:
        if line.strip():
            name, count = line.strip().split(",")
            if name not in TYPES or int(count) < 0:
                raise ValueError(line)
            counts[name] = counts.get(name, 0) + int(count)
    return counts


def with_its_end(lines):
    counts = {}
    for line in lines:
        if line.strip():
            name, count = line.split(",")
            if name not in TYPES or name in counts or not count.isdigit():
                raise ValueError(line)
            counts[name] = int(count)
    return counts


def by_indices(lines):
    counts = {}
    for line in lines:
        parts = line.strip().split(",")
        if parts != [""]:
            if parts[0] not in TYPES or parts[0] in counts or int(parts[1]) < 0:
                raise ValueError(line)
            counts[parts[0]] = int(parts[1])
    return counts


def texts(lines):
    return dict(line.strip().split(",") for line in lines if line.strip())


# -- new_supply --------------------------------------------------------------------------------


def by_randint(rng):
    return {name: rng.randint(0, 20) for name in TYPES}


def by_randrange(rng):
    counts = {}
    for name in TYPES:
        counts[name] = rng.randrange(21)
    return counts


def by_choice(rng):
    return dict(zip(TYPES, rng.choices(range(21), k=24), strict=True))


def from_the_module(rng):
    return {name: random.randint(0, 20) for name in TYPES}


def one_for_all(rng):
    return dict.fromkeys(TYPES, rng.randint(0, 20))


def rounded(rng):
    return {name: round(rng.random() * 20) for name in TYPES}


RIGHT = {"read_supply": [by_hand, with_csv, by_partition],
         "new_supply": [by_randint, by_randrange, by_choice]}

WRONG = {
    "read_supply": [
        Wrong("skips bad lines", skips_bad_lines, "wrong", "ValueError"),
        Wrong("added up", added_up, "wrong", "name in counts"),
        Wrong("the end of the line is there", with_its_end, "wrong", "line.strip()"),
        Wrong("an index where there is no comma", by_indices, "wrong", "no comma in it"),
        Wrong("counts are texts", texts, "wrong", "is '9', and 9 is expected"),
        *changes(
            by_partition,
            ("twice is believed", "name in counts or ", "", "or name in counts"),
            ("below 0", " or int(count) < 0", "", "not count.isdigit()"),
            ("any name", " or name not in TYPES", "", "not in TYPES"))],
    "new_supply": [
        Wrong("from the module", from_the_module, "wrong", "rng.randint"),
        Wrong("one for all", one_for_all, "wrong", "same count"),
        Wrong("the ends come half as often", rounded, "wrong", "both included"),
        *changes(
            by_randrange,
            ("without 20", "randrange(21)", "randrange(20)", "20"),
            ("without 0", "randrange(21)", "randrange(1, 21)", "0"),
            ("no return", "    return counts", "", "return", "returned_none"))],
}
