"""Exercise 02: counts of tiles read from the lines of a file, and counts drawn at random."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import takewhile
from random import Random
from typing import Any

from blocky.kit.check.laws import several, several_calls, several_words
from blocky.kit.check.task import Case, Cases, Hints, Outcome, Sure, Task, of_errors, written
from blocky.kit.language import Code, say
from blocky.prograsonne import supply
from blocky.prograsonne.tiles import TYPES

__all__ = ["new_supply", "read_supply"]


# -- read_supply -------------------------------------------------------------------------------

@dataclass
class _File:
    """The lines of an open file, which can be read once."""

    lines: list[str]

    def __iter__(self) -> Iterator[str]:
        """Yield the lines, and remove each: a second loop finds none."""
        while self.lines:
            yield self.lines.pop(0)

    def __repr__(self) -> str:
        return "open(SHIPPED)"


#: The lines of small files, first those that are good, then those with a bad line.
_GOOD: tuple[list[str], ...] = (
    ["GGGGGC,9"], ["GGGGGC,9", "PGGPGG,14"], ["GGGGGC,9", "", "PGGPGG,14"],
    ["GGGGGC,9", "", "PGGPGG,0"], [])
_BAD = (["GGGGGX,9"], ["CGGGGG,9"], ["GGGGGC"], ["GGGGGC,"], ["GGGGGC,many"], ["GGGGGC,2.5"],
        ["GGGGGC,-1"], ["GGGGGC,-5"], ["GGGGGX,9", "GGGGGC,-1"],
        ["GGGGGC,9", "PGGPGG,14", "GGGGGC,9"], ["PGGPGG,14", "GGGGGC,0", "GGGGGC,9"])


def _files(rng: Random) -> Cases:
    """Yield the lines of good and bad files, of random files, and of the file of the game."""
    for lines in (*_GOOD, *_BAD):
        yield [f"{line}\n" for line in lines]
    for _ in range(4):
        yield [f"{name},{rng.randrange(30)}\n" for name in rng.sample([*TYPES], 3)]
    shipped = supply.SHIPPED.read_text(encoding="utf-8").splitlines(keepends=True)
    yield shipped
    yield _File(shipped)


def _read(lines: Iterable[str]) -> dict[str, int]:
    """Return the counts in some lines, as a student reads them. ValueError: a line is bad."""
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


def _lines(case: Case) -> list[str]:
    """Return the lines of a case that aren't blank, without spaces and line ends around them."""
    [given] = case
    lines = given.lines if isinstance(given, _File) else given
    return [line.strip() for line in lines if line.strip()]


def _first_bad(lines: Iterable[str]) -> tuple[str, str]:
    """Return the first bad line, and why it's bad; ("", "") if there is none."""
    names = set()
    for line in lines:
        name, comma, count = line.partition(",")
        if name not in TYPES:
            return line, say("{name} isn't in TYPES", name=repr(name))
        if name in names:
            return line, say("the type {name} has already appeared", name=name)
        if not comma:
            return line, say("it has no comma, so it has no count")
        if not count.isdigit():
            return line, say("{count}, after the comma, isn't an integer of 0 or more",
                             count=repr(count))
        names.add(name)
    return "", ""


@of_errors
def _refuses_bad_lines(case: Case, got: Outcome) -> Hints | Sure | None:
    """Explain a bad line for which the answer raises no error, or another than ValueError."""
    line, why = _first_bad(_lines(case))
    if not line or got.error == "ValueError":
        return None
    question = "Which line here is bad? What does your function do with it?"
    why_bad = say("{line} is a bad line: {why}.", line=repr(line), why=why)
    if got.error:
        return Sure((question, why_bad, say(
            "{is_bad} Your function stops with {error} there: test the line first, and raise "
            "ValueError.", is_bad=why_bad, error=got.error)))
    return (question, why_bad, say(
        "{is_bad} Raise ValueError for it (outside any try that would catch it). Your function "
        "returns {value} instead.", is_bad=why_bad, value=written(got.value)))


@of_errors
def _quotes_the_line(case: Case, got: Outcome) -> Sure | None:
    """Explain a ValueError whose message doesn't quote the first bad line."""
    line, _ = _first_bad(_lines(case))
    message = got.said
    if not line or got.error != "ValueError" or line in message:
        return None
    question = "Read the message of your ValueError. Which line does it quote?"
    rule = "The message must quote the first bad line, so that people can find it in the file."
    message_of_int = f"invalid literal for {int.__name__}()"
    if message.startswith(message_of_int):
        return Sure((question, rule, say(
            "Here int(...) itself raises ValueError, and its message doesn't quote the line. Call "
            "int in a try, and after except ValueError raise your own ValueError that quotes "
            "{line}.", line=repr(line))))
    return Sure((
        question, rule,
        say("The message of your ValueError must quote the first bad line, {line}. Raise your own "
            "ValueError with that line in it, as soon as you read the line.", line=repr(line))))


@of_errors
def _accepts_good_lines(case: Case, got: Outcome) -> Hints | None:
    """Explain a ValueError for lines that are all good."""
    bad_line, _ = _first_bad(_lines(case))
    if bad_line or got.error != "ValueError":
        return None
    return ("Which line does your function reject? Is that a bad line?",
            "A line is good if its type is in TYPES and hasn't appeared before, and its count is "
            "0 or more.",
            say("None of these lines is bad: each is blank, or has a new type from TYPES and a "
                "count of 0 or more. Your function raises {message}.",
                message=got.message.rstrip(".")))


def _stops_at_a_blank_line(case: Case, got: Outcome) -> Sure | None:
    """Explain a result that has only the lines before the first blank line."""
    [given] = case
    if not isinstance(given, list) or not isinstance(got.value, dict):
        return None
    before_the_blank = [*takewhile(str.strip, given)]  # strip returns "" for a blank line
    from_the_blank = given[len(before_the_blank):]
    lines_after = _lines((from_the_blank,))
    bad_line, _ = _first_bad(_lines(case))
    if not lines_after or bad_line or got.value != _read(before_the_blank):
        return None
    return Sure(("What does your function do with a blank line, and with the lines after it?",
                 "Your function must skip a blank line, and then read on.",
                 say("Your code stops at the blank line, so {line} is missing from your result. "
                     "Skip a blank line, for example with continue, and go on to the next line.",
                     line=repr(lines_after[0]))))


def _reads_once(case: Case, got: Outcome) -> Hints | None:
    """Explain the first line of an open file whose type is missing from the result.

    Lines get lost if the answer loops over the file twice.
    """
    [given] = case
    if not isinstance(given, _File) or not isinstance(got.value, dict):
        return None
    missing = []
    for line in _lines(case):
        type, _, _ = line.partition(",")
        if type not in got.value:
            missing.append(line)
    if not missing:
        return None
    return ("Do you read every line, from the first to the last?",
            "An open file gives you each line only once.",
            say("{line} is a good line, but it's missing from your result. You can loop over an "
                "open file only once, so do everything in one loop.", line=repr(missing[0])))


read_supply = Task(
    "read_supply", _read, _files,
    laws=[_refuses_bad_lines, _quotes_the_line, _accepts_good_lines,
          _stops_at_a_blank_line, _reads_once],
    kits=[supply.read_supply, supply.checked_supply],
    nudge="Take the lines one by one. Which part of each line comes before the comma?",
)


# -- new_supply --------------------------------------------------------------------------------

#: The counts that a type can have in a supply: 21 numbers.
_COUNTS = range(21)

# A case of new_supply: ``times``, the number of supplies, and an rng (see ``several``). The result
# is one supply for 1 time, a list of two with equal rngs for 2, and otherwise a list of _MANY.

#: So many supplies have 24 * 200 counts, and each of the 21 numbers comes about 229 times among
#: them: 150 times or fewer, and 310 times or more, are no accident.
_MANY = 200
_FEWEST, _MOST = 150, 310


def _by_chance(rng: Random) -> dict[str, int]:
    """Return a random supply."""
    return {name: rng.randint(0, 20) for name in TYPES}


def _are_supplies(case: Case, got: Outcome) -> Hints | None:
    """Explain the first result that isn't a dictionary with a count from 0 to 20 for each type."""
    times, _ = case
    if got.value is None:
        return None
    question = "What does your function return, and for which types?"
    rule = "A supply is a dictionary with a count for each of the 24 types."
    results = got.value if times > 1 else [got.value]
    for result in results:
        missing_types = []
        if isinstance(result, dict):
            missing_types = [name for name in TYPES if name not in result]
        has_only_some_types = 0 < len(missing_types) < len(TYPES)
        if has_only_some_types:
            return (question, rule, say(
                "{name} is missing from your dictionary. Store a count for each name in TYPES, "
                "even if the count is 0.", name=Code(missing_types[0])))
        if not _is_supply(result):
            return (question, rule,
                    say("Return a dictionary whose keys are exactly the names in TYPES, with "
                        "integers from 0 to 20 as values. Your function returns {value}.",
                        value=written(result)))
    return None


def _is_supply(value: Any) -> bool:
    """Whether a value is a dictionary with exactly the types, and a possible count for each."""
    if not isinstance(value, dict) or value.keys() != {*TYPES}:
        return False
    return all(type(count) is int and count in _COUNTS for count in value.values())


def _from_rng(case: Case, got: Outcome) -> Hints | None:
    """Explain two supplies of the same seed that differ, or many of one rng that are all equal."""
    times, _ = case
    if times == 1:
        return None
    first, *others = got.value
    all_are_equal = all(other == first for other in others)
    has_several_counts = len({*first.values()}) > 1  # otherwise, ``_drawn_for_each`` explains it
    two_differ = times == 2 and not all_are_equal
    many_are_equal = times == _MANY and all_are_equal and has_several_counts
    if not two_differ and not many_are_equal:
        return None
    return ("When should two supplies be equal, and when not?",
            "Where do your random numbers come from?",
            "Take every random number from the rng that your function gets, for example with "
            "rng.randint. Don't use the random module, or a Random() of your own.")


def _drawn_for_each(case: Case, got: Outcome) -> Hints | None:
    """Explain supplies in each of which all types have the same count."""
    times, _ = case
    if times != _MANY:
        return None
    some_counts_differ = any(len({*supply.values()}) > 1 for supply in got.value)
    if some_counts_differ:
        return None
    return ("Look at the counts in one supply.", "How many times does your function get a random "
                                                 "number?",
            "In your supply, all types have the same count. Get a new random number for each type.")


def _equally_likely(case: Case, got: Outcome) -> Hints | None:
    """Explain the first number that comes up never, too rarely or too often in many supplies."""
    times, _ = case
    if times != _MANY:
        return None
    times_of = Counter(count for supply in got.value for count in supply.values())
    never = [number for number in _COUNTS if times_of[number] == 0]
    unlikely = [number for number in _COUNTS if not _FEWEST < times_of[number] < _MOST]
    number_of_counts = len(TYPES) * _MANY
    right = number_of_counts // len(_COUNTS)
    question = "Are all numbers from 0 to 20 equally likely?"
    about = say("Among {all} counts, each number should appear about {right} times.",
                all=number_of_counts, right=right)
    if never:
        return (question, about, say(
            "{number} never appears among {all} counts. rng.randint(0, 20) gives all numbers from "
            "0 to 20, including 0 and 20.", number=never[0], all=number_of_counts))
    if unlikely == [0, 20]:
        return (question, about, say(
            "0 and 20 appear only about half as often as the others: {first} and {last} times. "
            "This happens if you round random floats: use rng.randint(0, 20).",
            first=times_of[0], last=times_of[20]))
    if unlikely:
        number = unlikely[0]
        return (question, about, say(
            "Of {all} counts, {often} are {number}, but about {right} should be. Use "
            "rng.randint(0, 20): it gives each number equally often.", all=number_of_counts,
            number=number, often=times_of[number], right=right))
    return None


new_supply = Task(
    "new_supply", _by_chance,
    lambda rng: ((times, Random(rng.randrange(1000))) for times in (1, 1, 2, 2, _MANY)),
    call=several, only_laws=True, kits=[supply.write_supply],
    laws=[_are_supplies, _from_rng, _drawn_for_each, _equally_likely],
    words=lambda times, rng: several_words("new_supply(rng)", times),
    python=lambda times, rng: several_calls("new_supply(rng)", times, rng))
