"""Exercise 02: a file that says how many tiles there are, and a new supply by chance."""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from blocky.kit.check.compare import written
from blocky.kit.check.run import Outcome
from blocky.kit.check.task import Case, Hints, Mistake, Sure, Task, of_errors
from blocky.kit.language import say
from blocky.prograsonne import supply
from blocky.prograsonne.supply import SHIPPED
from blocky.prograsonne.tiles import TYPES

__all__ = ["new_supply", "read_supply"]


# -- the file ----------------------------------------------------------------------------------

def _read(lines: Iterable[str], types: Iterable[str] = TYPES, whole: bool = True,
          once: bool = True) -> dict[str, int]:
    """Return the counts of some lines; without ``whole`` or ``once`` bad ones are read, too."""
    counts: dict[str, int] = {}
    for line in lines:
        if line.strip():
            name, _, count = line.strip().partition(",")
            if (types and name not in types) or (once and name in counts) or not (
                    count if whole else count.removeprefix("-")).isdigit():
                raise ValueError
            counts[name] = int(count)
    return counts


@dataclass
class _File:
    """The lines of an open file, which go through once."""

    lines: list[str]

    def __iter__(self) -> Iterator[str]:
        while self.lines:
            yield self.lines.pop(0)

    def __repr__(self) -> str:
        return "open(SHIPPED)"


def _lines(case: Case) -> list[str]:
    """Return the lines of a case."""
    return list(case[0].lines if isinstance(case[0], _File) else case[0])


def _files(rng: Random) -> Iterator[Case]:
    for lines in (["GGGGGC,9"], ["GGGGGC,9", "PGGPGG,14"], ["GGGGGC,9", "", "PGGPGG,0"], [],
                  ["GGGGGX,9"], ["CGGGGG,9"], ["GGGGGC"], ["GGGGGC,"], ["GGGGGC,many"],
                  ["GGGGGC,2.5"], ["GGGGGC,-1"], ["GGGGGC,9", "PGGPGG,14", "GGGGGC,9"],
                  ["GGGGGC,0", "GGGGGC,9"]):
        yield ([f"{line}\n" for line in lines],)
    for _ in range(4):
        yield ([f"{name},{rng.randrange(30)}\n" for name in rng.sample([*TYPES], 3)],)
    lines = SHIPPED.read_text(encoding="utf-8").splitlines(keepends=True)
    yield from ((lines,), (_File(lines),))


def _by_split(lines: Iterable[str]) -> dict[str, int]:
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
    """Return the first line that makes no sense, and why; two empty texts if there is none."""
    before = set[str]()
    for line in filter(None, map(str.strip, lines)):
        name, comma, count = line.partition(",")
        why = (say("{name} is not in TYPES", name=repr(name)) if name not in TYPES else
               say("the type {name} was there before", name=name) if name in before else
               say("there is no comma in it, and so no count") if not comma else
               say("{count}, after the comma, is not a whole number, 0 or more", count=repr(count))
               if not count.isdigit() else "")
        if why:
            return line, why
        before.add(name)
    return "", ""


def _passed_over(case: Case, counts: dict[str, int]) -> Hints | None:
    """See whether a line is not in what was read."""
    lines = [*map(str.strip, _lines(case))]
    if isinstance(case[0], _File) and not counts:
        return ("How often do you go through the lines?",
                "An open file gives its lines one by one, and each of them once.",
                "After a first loop over an open file a second one finds nothing, so that you "
                "return {}. Do all in one loop, or begin with lines = list(lines).")
    left = next((line for line in lines if line and line.partition(",")[0] not in counts), None)
    return left and ("Is each line read, from the first to the last?",
                     "Each line that is not empty has a type and its count.",
                     say("{line} makes sense, and is not in what you return. It comes after an "
                         "empty line, which is skipped alone: the lines after it are read.",
                         line=repr(left))
                     if "" in lines[:lines.index(left)] else
                     say("{line} makes sense, and is not in what you return: a count of 0 is one, "
                         "too.", line=repr(left))
                     if left.endswith(",0") else
                     say("{line} makes sense, and is not in what you return.", line=repr(left)))


@of_errors
def _refused(case: Case, got: Outcome) -> Hints | Sure | None:
    """See whether what is refused makes no sense, and by which error."""
    line, why = _why_refused(_lines(case))
    if got.error == "ValueError" and not line:
        first = ("Which line is refused, and should it be?",
                 "A line makes sense if its type is in TYPES, and new, and its count is 0 or more.")
        return (*first, say("No line here is to be refused. {empty} has nothing in it but its end, "
                            "and is skipped: line.strip() takes that off.", empty=repr("\n"))
                if "\n" in _lines(case) and len(_lines(case)) > 1 else
                say("No line here is to be refused: a count of 0 is a count, too.")
                if any(each.endswith(",0\n") for each in _lines(case)) else
                say("No line here is to be refused. What stands after the comma of {line} is {end} "
                    "with the end of the line, which int() takes and isdigit() does not: take it "
                    "off first, by line.strip().", line=repr(_lines(case)[0]),
                    end=repr(_lines(case)[0].partition(",")[2])))
    if not line and isinstance(got.value, dict):
        return _passed_over(case, got.value)
    if got.error == "ValueError" or not line:
        return None
    first = ("Which line of the case makes no sense, and what comes of it?",
             say("{line} makes no sense: {why}.", line=repr(line), why=why))
    return Sure((*first, say(
        "{line} must be refused, by raise ValueError(...): {why}. Yours raises {error} there.",
        line=repr(line), why=why, error=got.error) if ": raise " in got.message else say(
        "{line} must be refused, by raise ValueError(...): {why}. Yours comes to {error} there, by "
        "accident: ask first.", line=repr(line), why=why, error=got.error))) if got.error else (
        *first, say("{line} must be refused, by raise ValueError(...): {why}. Yours refuses "
                    "nothing, and returns {value}.", line=repr(line), why=why,
                    value=written(got.value)))


read_supply = Task(
    "read_supply", _read, _files, laws=[_refused], ways=[_by_split],
    kits=[supply.read_supply, supply.checked_supply],
    mistakes=[
        Mistake(lambda lines: _read(lines, once=False), (
            "What if a type stands in the file twice?",
            "Which of the two counts should be believed? Nobody can know.",
            "A type that is there already is not refused. Raise ValueError if your dict has it.")),
        Mistake(lambda lines: _read(lines, whole=False), (
            "Which numbers can be a count?", "int(\"-1\") is a number, and no error.",
            "A count below 0 is not refused. Raise ValueError for it.")),
        Mistake(lambda lines: _read(lines, types=()), (
            "Which names can stand in a line?", "TYPES has all types of tiles, 24 of them.",
            "A name that is no type is not refused. Raise ValueError if it is not in TYPES.")),
    ],
    nudge="Take the lines of the case one by one: which part of each comes before the comma?",
)


# -- a new supply ------------------------------------------------------------------------------

#: How many supplies are looked at together, and how often each number may come among them; 21
#: numbers share the 24 counts of each, so that each comes about 229 times.
_MANY, _FEWEST, _MOST = 200, 150, 310


def _seeds(rng: Random) -> Iterator[Case]:
    """Yield how many supplies to make, and of which source; two are of the same seed."""
    yield from ((times, Random(rng.randrange(10**6))) for times in (1, 1, 2, 2, _MANY))


def _make(answer: Any, times: int, rng: Random) -> Any:
    if times == 2:
        return [answer(each) for each in (copy.deepcopy(rng), rng)]
    made = [answer(rng) for _ in range(times)]
    return made[0] if times == 1 else made


def _by_chance(rng: Random) -> dict[str, int]:
    return {name: rng.randint(0, 20) for name in TYPES}


def _is_supply(case: Case, got: Outcome) -> Hints | None:
    for made in got.value if case[0] > 1 else [got.value]:
        if made is None:
            return None if case[0] == 1 else ("Is something returned in each case?",
                                              "None was returned once.", "A return is missing.")
        if not isinstance(made, dict) or set(made) != {*TYPES}:
            missing = [name for name in TYPES if name not in made] if made else []
            return ("What do you return, and for which types?",
                    "A supply is a dict: a count for each of the 24 types.",
                    say("These types are missing this time: {names}. Each type must be in the "
                        "dict, also one of which the count is 0.", names=", ".join(missing))
                    if missing and isinstance(made, dict) else
                    "Return a dict that has each name of TYPES as a key, and no other.")
        wrong = next((count for count in made.values()
                      if type(count) is not int or count not in range(21)), None)
        if wrong is not None:
            return ("Which counts are there?", "A count is a whole number from 0 to 20.",
                    say("One of the counts is {count!r}. Use rng.randint(0, 20).", count=wrong))
    return None


@of_errors
def _drawn_once(case: Case, got: Outcome) -> Hints | None:
    """See whether counts were drawn of which none comes twice."""
    return ("Can two types have the same count?", "There are 24 types, and 21 numbers to draw.",
            "sample draws each number once at most, and 21 numbers are not enough for 24 types. "
            "Two types can have the same count: draw one for each by itself, rng.randint(0, 20)."
            ) if got.error == "ValueError" and got.said.startswith("Sample larger") else None


def _is_random(case: Case, got: Outcome) -> Hints | None:
    times, _ = case
    if times == 2 and got.value[0] != got.value[1]:
        return ("The same seed twice should give the same supply.",
                "Where do your random numbers come from?",
                "Every random number must come from the rng that is handed in, rng.randint for "
                "example, not from the module random, nor from a Random() of your own.")
    if times != _MANY:
        return None
    if all(len(set(made.values())) == 1 for made in got.value):
        return ("Look at the counts of one supply.", "How often is a number drawn?",
                "All types get the same count. Draw a number for each type by itself.")
    if all(made == got.value[0] for made in got.value):
        return (say("{many} supplies were made, and all of them are the same.", many=_MANY),
                "Where do your random numbers come from?",
                "Your function does not use rng, or makes a Random of its own.")
    often = Counter(count for made in got.value for count in made.values())
    few = [count for count in range(21) if often[count] <= _FEWEST]
    half = few == [0, 20] and min(often[0], often[20]) > 80
    many = [count for count in range(21) if often[count] >= _MOST]
    if not few + many:
        return None
    return ("Do all numbers from 0 to 20 come equally often?",
            say("{all} counts were made: each number should come about {right} times.",
                all=24 * _MANY, right=24 * _MANY // 21),
            say("0 and 20, both included, come about half as often as the others, {first} and "
                "{last} times. round does so with 20 * rng.random(): to 0 come only the numbers "
                "below 0.5, and to 20 those from 19.5 on. Take rng.randint(0, 20).",
                first=often[0], last=often[20])
            if half else
            say("Each number from 0 to 20, both included, should come about {right} times, as "
                "rng.randint(0, 20) makes it. Too seldom come: {few}. Too often come: {many}.",
                right=24 * _MANY // 21, **{
                    name: ", ".join(f"{count} ({often[count]})" for count in wrong) or say("none")
                    for name, wrong in (("few", few), ("many", many))}))


def _words(times: int, rng: Random) -> str:
    if times > 2:
        return say("{call}, {times} times", call="new_supply(rng)", times=times)
    return (say("{call}, twice with the same seed", call="new_supply(rng)") if times == 2
            else "new_supply(rng)")


new_supply = Task(
    "new_supply", _by_chance, _seeds, call=_make, only_laws=True, words=_words,
    kits=[supply.write_supply], laws=[_drawn_once, _is_supply, _is_random],
)
