"""Exercise 10: a dict, a set, and all features of a board, without Python's lists and dicts."""

from collections.abc import Iterator
from itertools import chain
from random import Random
from typing import Any

from blocky.kit.check.compare import AnyOrder
from blocky.kit.check.sequence import Lines, built_in, class_task, method_of, names_built_in
from blocky.kit.check.task import Case, Hints, Outcome, Seen, Sure, Task, told, written
from blocky.kit.language import say
from blocky.prograsonne import hashed, walk
from blocky.prograsonne.board import Board
from blocky.prograsonne.check.boards import LONG, board_of, boards
from blocky.prograsonne.check.e05_features import feature, named, not_opposite, twice, walked
from blocky.prograsonne.draw.graph import nodes
from blocky.prograsonne.linked import LinkedList

__all__ = ["OwnDict", "OwnSet", "features"]


# -- a dict and a set --------------------------------------------------------------------------

def _tables(rng: Random) -> Iterator[list[str]]:
    new, keys = "table = OwnDict()", "? sorted(table)"
    yield [new, "? len(table)", "? 'a' in table", keys, "table['a']"]
    yield [new, "table['a'] = 1", "? table['a']", "? len(table)", "? 'a' in table",
           "? 'b' in table", keys, "table['b']"]
    yield [new, "table['a'] = 1", "table['b'] = 2", "? table['a']", "del table['a']",
           "? 'a' in table", "? table['b']", "? len(table)", keys, "table.__delitem__('a')"]
    yield [new, "table['a'] = 1", "table['a'] = 2", "? table['a']", "? len(table)", keys,
           "del table['a']", "? 'a' in table", "? len(table)"]
    yield [new, "for key in (4, 2, 6, 1, 3, 5, 7): table[key] = key", "del table[4]", keys,
           "del table[2]", keys]
    yield [new, "for key in (4, 1, 8, 3, 6, 9, 2, 7, 10): table[key] = key", "del table[4]", keys,
           "del table[8]", keys]
    yield [new, "for key in (0, 64, 128, 192): table[key] = key", "? table[0]", "? table[192]",
           "del table[128]", keys, "? table[64]"]
    yield [new, "others = OwnDict()", "table['a'] = 1", "len(others)"]
    yield [new, "table[0] = False", "? 0 in table", "? table[0]", "? len(table)", keys]
    yield [new, "table['a'] = 1", "table['a'] = 0", "? table['a']", "del table['a']", keys]
    yield [new, "table[''] = 1", "table[()] = 2", "? table['']", "del table['']", "? () in table"]
    yield [new, "table['a'] = None", "? 'a' in table", "table['a'] is None", "? len(table)"]
    yield [new, "table[-1] = 'x'", "table[-2] = 'y'", "? table[-1]", "? len(table)",
           "del table[-2]", "? -1 in table", "? -2 in table", keys]
    yield [new, "table[3, 2] = 'GGGGGC'", "? table[3, 2]", "(2, 3) in table"]
    yield [new, "for i in range(100): table[7 * i] = i", "? len(table)", "? table[686]",
           "for i in range(0, 100, 2): del table[7 * i]", "? len(table)", keys]
    for _ in range(4):
        lines = [f"table[{rng.randrange(20)}] = {rng.randrange(9)}" for _ in range(6)]
        yield [new, *lines, "? len(table)", "sorted((key, table[key]) for key in table)"]


def _sets(rng: Random) -> Iterator[list[str]]:
    new, all_of_it = "seen = OwnSet()", "? sorted(seen)"
    yield [new, "? len(seen)", "? 'a' in seen", all_of_it, "seen.remove('a')"]
    yield [new, "seen.add('a')", "? 'a' in seen", "? 'b' in seen", "seen.add('a')", "? len(seen)",
           all_of_it, "seen.remove('a')", "? 'a' in seen", "? len(seen)", "seen.remove('a')"]
    yield [new, "seen.add('a')", "seen.add('b')", "? 'a' in seen", "? 'b' in seen",
           "seen.remove('a')", "? 'b' in seen", all_of_it]
    yield [new, "others = OwnSet()", "seen.add('a')", "len(others)"]
    yield [new, "seen.add(0)", "? 0 in seen", "? len(seen)", all_of_it]
    yield [new, "seen.add('')", "? '' in seen", "seen.add(())", "? () in seen", "? len(seen)"]
    yield [new, "seen.add(-1)", "? -2 in seen", "seen.add(-2)", "? len(seen)", all_of_it,
           "seen.remove(-1)", all_of_it]
    yield [new, "for i in range(100): seen.add((i % 8, i % 50))", "? len(seen)", all_of_it]
    for _ in range(4):
        numbers = [rng.randrange(12) for _ in range(6)]
        yield [new, *(f"seen.add({number})" for number in numbers), f"seen.remove({numbers[2]})",
               "? len(seen)", all_of_it]


def _one_step(lines: Lines) -> Hints | None:
    case, value, right, asked = lines.case, lines.value, lines.right, lines.asked
    if "-2" in "".join(case) and not lines.got.error:
        return ("What are hash(-1) and hash(-2)?",
                "Two things can have the same hash without being equal.",
                "-1 and -2 have the same hash, but they aren't equal, so you must keep both. "
                "Store the things themselves, not their hashes, and compare them with ==.")
    if type(value) not in (bool, int, list) or len(case) < 3 or isinstance(right, Exception):
        return None
    done, thing = case[-2], asked.partition(" in ")[0]
    if value is False and right is True and thing in ("0", "''", "()"):
        return (say("What does {asked} test, and what do your lines test?", asked=asked),
                "A value that you store may itself count as False.",
                say("{thing} is there, but {asked} is False. As a condition, 0, '' and () count "
                    "as False, like None. Test whether you found {thing}, not whether what you "
                    "found is true.", thing=thing, asked=asked))
    if method_of(done) in ("__delitem__", "remove"):
        return (say("Look at {line}. What should be different after it?", line=done),
                "Removing something changes three results: in, len, and what a loop sees.",
                say("After {line}, {asked} is {value}, but it should be {right}. What you remove "
                    "must not be found or counted any more. Keep everything else linked: what "
                    "comes after its node in a chain, or on either side below it in a tree.",
                    line=done, asked=asked, value=value, right=right))
    key, more = done.partition(" = ")[0], type(value) is not list or len(value) > len(right)
    if not more or sum(line.partition(" = ")[0] == key for line in case) < 2:
        return None
    return ("Is the same thing there twice?", "Don't add something that's already there.",
            say("When {line} runs, this thing is already there, and then {asked} is {value}. Look "
                "for it first: don't add it or count it again. In a dictionary, replace the old "
                "value.", line=done,
                asked=asked, value=value))


_NO_KEY = "the key isn't there"

OwnDict = class_task(
    "OwnDict", hashed.OwnDict, _tables, own=True, form=names_built_in, kits=[hashed],
    looks=[_one_step], refuses={"__getitem__": _NO_KEY, "__delitem__": _NO_KEY},
    gives={"__getitem__": "the value of the key", "__contains__": "whether the key is there"},
    nudge="Draw what's in your table after each line of the case above.",
    endless=("Which of your loops never ends?",
             "A loop over the keys goes from each key to the next, and ends after the last.",
             "Does a for loop over the table, or over one of its chains, ever reach the end? Look "
             "at __iter__."),
)

OwnSet = class_task(
    "OwnSet", hashed.OwnSet, _sets, own=True, form=names_built_in, kits=[hashed],
    looks=[_one_step], refuses={"remove": "the thing isn't there"},
    gives={"__contains__": "whether the thing is there"},
    nudge="Draw what's in your set after each line of the case above.",
)


# -- the features ------------------------------------------------------------------------------

def _walked(board: Board) -> LinkedList:
    """Return the features, each a LinkedList of its segments."""
    found = LinkedList()
    for node in nodes(board):
        if not any(node in part for part in found):
            part = LinkedList()
            for each in walk.feature(board, *node):
                part.append(each)
            found.append(part)
    return found


def _use(answer: Any, board: Board) -> Any:
    """Return the features in a comparable form, or what is wrong with their container."""
    value = answer(board)
    if value is None:
        return None
    held = _not_own(value)
    parts = [] if held else [*value]
    if held := held or next(filter(None, map(_not_own, parts)), ""):
        return Seen(value, {"held": held})
    same = len({*map(id, parts)}) < len(parts)
    return Seen(AnyOrder(map(AnyOrder, parts)), {"same": True} if same else {})


def _not_own(value: Any) -> str:
    """Return why a value is no list of the student's own; "" if it is."""
    if isinstance(value, (tuple, str, Iterator)):
        return say("Your result contains a {kind}, and you can't add anything to that.",
                   kind=type(value).__name__)
    return built_in(value) if hasattr(value, "__iter__") else say(
        "Your result isn't a list of features, each a list of its nodes. It contains {value}.",
        value=written(value))


def _are_features(case: Case, got: Outcome) -> Hints | Sure | None:
    if held := got.facts.get("held"):
        return Sure(("What holds your features, and what holds the nodes of each one?",
                     "Use only structures of your own here.",
                     say("{problem} Return a list of your own, such as a LinkedList, with a list "
                         "of your own for each feature.", problem=held)))
    board, found = case[0], [[*map(told, part)] for part in got.value or []]
    whole = [{*map(told, part)} for part, _ in walk.described(board)]
    node_of = {told(node): node for node in nodes(board)}
    for part in found:
        for node in part:
            if part.count(node) > 1:
                return twice(node_of[node])
            if sum(node in other for other in found) > 1 and (
                    {*part} in whole or all(part == other for other in found)):
                return ("How many features does a node belong to?",
                        "Each node is in one feature. Don't start a walk where an earlier one has "
                        "been.",
                        say("Several of your features contain {node}, because they're one and the "
                            "same list. Make a new list for each feature.",
                            node=named(node_of[node]))
                        if got.facts.get("same") else
                        say("Several of your features contain {node}. Don't start a walk at a "
                            "node that's already in a feature. Keep the marks from the first "
                            "feature to the last.", node=named(node_of[node])))
    left = [node for node in nodes(board) if all(told(node) not in part for part in found)]
    cells = {cell for part in found for cell, _ in part}
    if left and cells.issuperset(cell for cell, _ in map(told, left)):
        return ("What do you mark: cells or segments?",
                "A tile can have segments of several features.",
                say("None of your features contains {node}, but another segment of its tile is in "
                    "one. Start a walk at each segment of each tile, and mark the node (cell, "
                    "segment), not just the cell.", node=named(left[0])))
    for part in found:
        start = node_of.get(part[0]) if part else None
        if start and (hints := walked((board, *start), Outcome(value=part))):
            return hints
    return ("Which nodes are missing from your features?",
            "A segment that meets no other segment is a feature too.",
            say("None of your features contains {node}. It meets no other segment, so it's a "
                "feature of its own: a list with this one node.", node=named(left[0]))
            if {told(left[0])} in whole else
            say("None of your features contains {node}. Start a walk at each segment of each "
                "tile, unless it's marked.", node=named(left[0]))) if left else None


features = Task(
    "features", _walked, lambda rng: chain(boards(rng, count=4, most=12), map(board_of, LONG)),
    call=_use, form=names_built_in, kits=[walk, Board.features], laws=[not_opposite, _are_features],
    endless=feature.endless,
    nudge="Which features are in the picture, and which of them did you find?",
)
