"""Exercise 02: a file that says how many tiles there are, and a new supply by chance."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from random import Random

from blocky.kit.check.laws import several, several_calls, several_words
from blocky.kit.check.task import Case, Cases, Hints, Outcome, Sure, Task, of_errors, written
from blocky.kit.language import say
from blocky.prograsonne import supply
from blocky.prograsonne.tiles import TYPES

__all__ = ["new_supply", "read_supply"]


# -- the file ----------------------------------------------------------------------------------

@dataclass
class _File:
    """The lines of an open file, which can be read once."""

    lines: list[str]

    def __iter__(self) -> Iterator[str]:
        while self.lines:
            yield self.lines.pop(0)

    def __repr__(self) -> str:
        return "open(SHIPPED)"


def _files(rng: Random) -> Cases:
    for lines in (["GGGGGC,9"], ["GGGGGC,9", "PGGPGG,14"], ["GGGGGC,9", "", "PGGPGG,0"], [],
                  ["GGGGGX,9"], ["CGGGGG,9"], ["GGGGGC"], ["GGGGGC,"], ["GGGGGC,many"],
                  ["GGGGGC,2.5"], ["GGGGGC,-1"], ["GGGGGC,-5"],
                  ["GGGGGC,9", "PGGPGG,14", "GGGGGC,9"], ["PGGPGG,14", "GGGGGC,0", "GGGGGC,9"]):
        yield [f"{line}\n" for line in lines]
    for _ in range(4):
        yield [f"{name},{rng.randrange(30)}\n" for name in rng.sample([*TYPES], 3)]
    lines = supply.SHIPPED.read_text(encoding="utf-8").splitlines(keepends=True)
    yield from (lines, _File(lines))


def _read(lines: Iterable[str]) -> dict[str, int]:
    counts: dict[str, int] = {}
    for line in lines:
        line = line.strip()
        if not line:
            continue
        if line.count(",") != 1:
            raise ValueError(line)
        name, count = line.strip().split(",")
        if name not in TYPES:
            raise ValueError(line)
        if name in counts:
            raise ValueError(line)
        if not count.isdigit():
            raise ValueError(line)
        counts[name] = int(count)
    return counts


def _why_refused(lines: Iterable[str]) -> tuple[str, str]:
    """Return the first line that makes no sense, and why; ("", "") if there is none."""
    before = list[str]()
    for line in filter(None, map(str.strip, lines)):
        name, comma, count = line.partition(",")
        why = (say("{name} isn't in TYPES", name=repr(name)) if name not in TYPES else
               say("the type {name} has already appeared", name=name) if name in before[-1:] else
               say("the type {name} has already appeared, though not in the line just above",
                   name=name) if name in before else
               say("it has no comma, so it has no count") if not comma else
               say("{count}, after the comma, isn't an integer of 0 or more", count=repr(count))
               if not count.isdigit() else "")
        if why:
            return line, why
        before.append(name)
    return "", ""


@of_errors
def _refused(case: Case, got: Outcome) -> Hints | Sure | None:
    lines = list(case[0].lines if isinstance(case[0], _File) else case[0])
    line, why = _why_refused(lines)
    if got.error == "ValueError":
        return None if line else (
            "Which line does your function refuse? Is it a bad line?",
            "A line is good if its type is in TYPES and hasn't appeared before, and its count is "
            "0 or more.",
            say("None of these lines is bad. Each has a new type from TYPES and a count of 0 or "
                "more, except for {end}, which you skip. Your function ends with {message}.",
                end=repr("\n"), message=got.message.rstrip(".")))
    if line:
        hints = ("Which line here is bad? What does your function do with it?",
                 say("{line} is a bad line: {why}.", line=repr(line), why=why),
                 say("{line} is a bad line: {why}. Use raise ValueError(...) for it. Your "
                     "function stops with {error} instead, so check the text of the line first.",
                     line=repr(line), why=why, error=got.error)
                 if got.error else
                 say("{line} is a bad line: {why}. Use raise ValueError(...) for it. Your "
                     "function returns {value} instead.",
                     line=repr(line), why=why, value=written(got.value)))
        return Sure(hints) if got.error else hints
    if not isinstance(got.value, dict):
        return None
    named = [name.partition(",")[0].strip() for name in lines]
    if more := [name for name in got.value if name not in named]:
        return ("Which types do you return, and which are in the lines?",
                "Only types that appear in a line are keys. Leave out all others.",
                say("No line has {name}, but it's in your result. Start with an empty dictionary, "
                    "and add only what a line says.", name=repr(more[0])))
    left = next((repr(line) for line in map(str.strip, lines)
                 if line and line.partition(",")[0] not in got.value), None)
    return (
        "Do you read every line, from the first to the last?",
        "An open file gives you each line only once.",
        say("{line} is a good line, but it's missing from your result. Skip only blank lines, and "
            "read on after them. You can loop over an open file only once, so do everything in "
            "one loop.", line=left) if isinstance(case[0], _File) else
        say("{line} is a good line, but it's missing from your result. Skip only blank lines, and "
            "read on after them.", line=left)) if left else None


read_supply = Task(
    "read_supply", _read, _files, laws=[_refused],
    kits=[supply.read_supply, supply.checked_supply],
    nudge="Take the lines one by one. Which part of each comes before the comma?",
)


# -- a new supply ------------------------------------------------------------------------------

#: The number of supplies, and how seldom or often a number may come among their 24 * 200 counts;
#: each of the 21 numbers comes about 229 times.
_MANY, _FEWEST, _MOST = 200, 150, 310


def _by_chance(rng: Random) -> dict[str, int]:
    return {name: rng.randint(0, 20) for name in TYPES}


def _is_supply(case: Case, got: Outcome) -> Hints | None:
    for made in got.value if case[0] > 1 else [got.value]:
        if got.value is None or (isinstance(made, dict) and made.keys() == {*TYPES} and all(
                type(count) is int and count in range(21) for count in made.values())):
            continue
        return ("What do you return, and for which types?",
                "A supply is a dictionary with a count for each of the 24 types.",
                say("The type {name} is missing from your result. Every type in TYPES must be a "
                    "key, even if its count is 0.",
                    name=next(each for each in TYPES if each not in made))
                if isinstance(made, dict) and {*TYPES} - made.keys() else
                say("Return a dictionary whose keys are exactly the names in TYPES, with integers "
                    "from 0 to 20 as values. You return {value}.", value=written(made)))
    return None


def _is_random(case: Case, got: Outcome) -> Hints | None:
    times, _ = case
    if got.value[0] != got.value[1] if times == 2 else times == _MANY and all(
            made == got.value[0] and len({*made.values()}) > 1 for made in got.value):
        return ("When should two supplies be equal, and when not?",
                "Where do your random numbers come from?",
                "Take every random number from the rng that your function gets, for example with "
                "rng.randint. Don't use the module random, or a Random() of your own.")
    if times != _MANY:
        return None
    if all(len(set(made.values())) == 1 for made in got.value):
        return ("Look at the counts in one supply.", "How often do you draw a number?",
                "All types get the same count. Draw a new number for each type.")
    often = Counter(count for made in got.value for count in made.values())
    few = [count for count in range(21) if often[count] <= _FEWEST]
    half = few == [0, 20] and min(often[0], often[20]) > 80
    many = [count for count in range(21) if often[count] >= _MOST]
    if not few + many:
        return None
    return ("Are all numbers from 0 to 20 equally likely?",
            say("Of {all} counts, each number should appear about {right} times.",
                all=24 * _MANY, right=24 * _MANY // 21),
            say("0 and 20 come up only about half as often as the others: {first} and {last} "
                "times. That happens with round(20 * rng.random()): only numbers below 0.5 give "
                "0, and only those from 19.5 give 20. Use rng.randint(0, 20).",
                first=often[0], last=often[20])
            if half else
            say("Each number from 0 to 20 (both included) should come up about {right} times, as "
                "with rng.randint(0, 20). Too rare: {few}. Too frequent: {many}.",
                right=24 * _MANY // 21, **{
                    name: ", ".join(f"{count} ({often[count]})" for count in wrong) or say("none")
                    for name, wrong in (("few", few), ("many", many))}))


new_supply = Task(
    "new_supply", _by_chance,
    lambda rng: ((times, Random(rng.randrange(1000))) for times in (1, 1, 2, 2, _MANY)),
    call=several, only_laws=True, kits=[supply.write_supply], laws=[_is_supply, _is_random],
    words=lambda times, rng: several_words("new_supply(rng)", times),
    python=lambda times, rng: several_calls("new_supply(rng)", times, rng))
