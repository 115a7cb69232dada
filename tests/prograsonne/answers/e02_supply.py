import csv

from blocky.prograsonne.tiles import TYPES
from tests.answers import Wrong, changes, solved


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


def by_choice(rng):
    return dict(zip(TYPES, rng.choices(range(21), k=24), strict=True))


def one_for_all(rng):
    return dict.fromkeys(TYPES, rng.randint(0, 20))


def rounded(rng):
    return {name: round(rng.random() * 20) for name in TYPES}


RIGHT = {"read_supply": [with_csv, by_partition], "new_supply": [by_choice]}

WRONG = {
    "read_supply": [

        Wrong("an index where there is no comma", by_indices, "no comma in it"),
        Wrong("counts are texts", texts, "is '9', and 9 is expected"),
        *changes(
            by_partition,
            ("skips bad lines", {"int(count) < 0": "not count.isdigit()",
                                 'raise ValueError(f"bad line: {line}")': "continue"},
             "ValueError"),
            ("twice is believed", {"name in counts or ": ""}, "or name in counts"),
            ("below 0", {" or int(count) < 0": ""}, "not count.isdigit()"))],
    "new_supply": [
        Wrong("one for all", one_for_all, "same count"),
        Wrong("the ends come half as often", rounded, "both included"),
        *changes(solved("prograsonne/02_tiles").new_supply,
                 ("from the module", {"rng.": "random."}, "rng.randint"),
                 ("without 20", {"(0, 20)": "(0, 19)"}, "20"))],
}
