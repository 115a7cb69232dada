import csv

from blocky.prograsonne.tiles import TYPES
from tests.answers import Wrong, changes, solved


def with_csv(lines):
    counts = {}
    for row in csv.reader(lines):
        if row:
            name, *rest = row
            if name not in TYPES or name in counts or len(rest) != 1 or not rest[0].isdigit():
                raise ValueError(",".join(row))
            counts[name] = int(rest[0])
    return counts


def with_the_errors_of_int(lines):
    counts = {}
    for line in filter(str.strip, lines):
        name, count = line.split(",")
        if name not in TYPES or name in counts or int(count) < 0:
            raise ValueError(line)
        counts[name] = int(count)
    return counts


def at_the_end(lines):
    counts = {}
    bad = ""
    for line in filter(str.strip, lines):
        name, _, count = line.partition(",")
        if name in TYPES and name not in counts and count.strip().isdigit():
            counts[name] = int(count)
        else:
            bad = line
    if bad:
        raise ValueError(bad)
    return counts


def int_first(lines):
    counts = {}
    for line in filter(str.strip, lines):
        *names, count = line.split(",")
        count = int(count)
        if len(names) != 1 or names[0] not in TYPES or names[0] in counts or count < 0:
            raise ValueError(line)
        counts[names[0]] = count
    return counts


def until_a_blank_line(lines):
    counts = {}
    for line in lines:
        if line.isspace():
            return counts
        name, _, count = line.strip().partition(",")
        if name not in TYPES or name in counts or not count.isdigit():
            raise ValueError(line)
        counts[name] = int(count)
    return counts


TILES = solved("prograsonne/02_tiles")


def texts(lines):
    return dict(line.strip().split(",") for line in lines if line.strip())


def by_choice(rng):
    return dict(zip(TYPES, rng.choices(range(21), k=24), strict=True))


def one_for_all(rng):
    return dict.fromkeys(TYPES, rng.randint(0, 20))


def without_0(rng):
    counts = {name: rng.randint(0, 20) for name in TYPES}
    return {name: count for name, count in counts.items() if count}


def rounded(rng):
    return {name: round(rng.random() * 20) for name in TYPES}


RIGHT = {"read_supply": [with_csv], "new_supply": [by_choice]}

WRONG = {
    "read_supply": [
        Wrong("counts are texts", texts, "is '9', but should be 9"),
        Wrong("a message of int", with_the_errors_of_int, "Raise your own ValueError"),
        Wrong("int complains", int_first, "raise your own ValueError that quotes"),
        Wrong("until a blank line", until_a_blank_line, "Your code stops at the blank line"),
        Wrong("the last bad line", at_the_end, "quote the first bad line, 'GGGGGX,9'"),
        *changes(
            TILES.read_supply,
            ("an index where there is no comma", {
                "name, comma, count = line.partition(\",\")":
                "name, count = line.split(\",\")[0], line.split(\",\")[1]"}, "it has no comma"),
            ("skips bad lines", {'raise ValueError(f"this line makes no sense: {line!r}")':
                                 "continue"}, "ValueError"))],
    "new_supply": [
        Wrong("one for all", one_for_all, "same count"),
        Wrong("without 0", without_0, "even if the count is 0"),
        Wrong("the ends come half as often", rounded, "only about half as often"),
        *changes(TILES.new_supply,
                 ("from the module", {"rng.": "random."}, "rng.randint"),
                 ("without 20", {"(0, 20)": "(0, 19)"}, "20"))],
}
