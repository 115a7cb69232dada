"""The checks of exercise 10: a dict, a set, and all features, without Python's lists and dicts.

A case of the first two is lines that use a table or a set; a line with "? " only looks at it.
"""

import ast
import re
from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

from blocky.kit.check.class_laws import nodes_of, result_of
from blocky.kit.check.compare import AnyOrder
from blocky.kit.check.run import run
from blocky.kit.check.sequence import Lines, built_in, class_task, method_of, names_built_in
from blocky.kit.check.task import Case, Hints, Outcome, Seen, Sure, Task, told, written
from blocky.kit.language import Code, say
from blocky.prograsonne import hashed, walk
from blocky.prograsonne.board import Board
from blocky.prograsonne.check.boards import LONG, board_of, boards
from blocky.prograsonne.check.e05_features import (
    feature,
    node_text,
    not_opposite,
    repeated_node,
    wrong_walk,
)
from blocky.prograsonne.draw.graph import nodes
from blocky.prograsonne.linked import LinkedList

__all__ = ["OwnDict", "OwnSet", "features"]

#: The most things that a loop over a student's table looks at.
MOST_ITEMS = 200

#: A hash table is taken to have at least so many chains.
FEWEST_CHAINS = 8


# -- a dict and a set --------------------------------------------------------------------------

def _dict_lines(rng: Random) -> Iterator[list[str]]:
    """Yield lines to run with an OwnDict; ``_set_lines`` says what they mean."""
    new, keys = "table = OwnDict()", "? sorted(table)"
    # an empty table
    yield [new, "? len(table)", "? 'a' in table", keys, "table['a']"]
    # one key, two of which one is deleted, and one with a new value
    yield [new, "table['a'] = 1", "? table['a']", "? len(table)", "? 'a' in table",
           "? 'b' in table", keys, "table['b']"]
    yield [new, "table['a'] = 1", "table['b'] = 2", "? table['a']", "del table['a']",
           "? 'a' in table", "? table['b']", "? len(table)", keys, "table.__delitem__('a')"]
    yield [new, "table['a'] = 1", "table['a'] = 2", "? table['a']", "? len(table)", keys,
           "del table['a']", "? 'a' in table", "? len(table)"]
    # keys with children on both sides are deleted from a search tree
    yield [new, "for key in (4, 2, 6, 1, 3, 5, 7): table[key] = key", "del table[4]", keys,
           "del table[2]", keys]
    yield [new, "for key in (4, 1, 8, 3, 6, 9, 2, 7, 10): table[key] = key", "del table[4]", keys,
           "del table[8]", keys]
    # keys that meet in the same chain if there are 64 of them
    yield [new, "for key in (0, 64, 128, 192): table[key] = key", "? table[0]", "? table[192]",
           "del table[128]", keys, "? table[64]"]
    # two tables share nothing
    yield [new, "others = OwnDict()", "table['a'] = 1", "len(others)"]
    # keys and values that count as False
    yield [new, "table[0] = False", "? 0 in table", "? table[0]", "? len(table)", keys]
    yield [new, "table['a'] = 1", "table['a'] = 0", "? table['a']", "del table['a']", keys]
    yield [new, "table[''] = 1", "table[()] = 2", "? table['']", "del table['']", "? () in table"]
    yield [new, "table['a'] = None", "? 'a' in table", "table['a'] is None", "? len(table)"]
    # -1 and -2 have the same hash
    yield [new, "table[-1] = 'x'", "table[-2] = 'y'", "? table[-1]", "? len(table)",
           "del table[-2]", "? -1 in table", "? -2 in table", keys]
    # a cell as a key, which isn't equal to one with its numbers exchanged
    yield [new, "table[3, 2] = 'GGGGGC'", "? table[3, 2]", "(2, 3) in table"]
    # many keys
    yield [new, "for i in range(100): table[7 * i] = i", "? len(table)", "? table[686]",
           "for i in range(0, 100, 2): del table[7 * i]", "? len(table)", keys]
    for _ in range(4):
        lines = [f"table[{rng.randrange(20)}] = {rng.randrange(9)}" for _ in range(6)]
        yield [new, *lines, "? len(table)", "sorted((key, table[key]) for key in table)"]


def _set_lines(rng: Random) -> Iterator[list[str]]:
    """Yield lines to run with an OwnSet: fixed ones, then random ones.

    Each line with a value ends a case (see ``class_task``). One that begins with "? " only looks:
    the cases after it are without it.
    """
    new, all_of_it = "seen = OwnSet()", "? sorted(seen)"
    # an empty set
    yield [new, "? len(seen)", "? 'a' in seen", all_of_it, "seen.remove('a')"]
    # one thing: added twice, removed, and removed again
    yield [new, "seen.add('a')", "? 'a' in seen", "? 'b' in seen", "seen.add('a')", "? len(seen)",
           all_of_it, "seen.remove('a')", "? 'a' in seen", "? len(seen)", "seen.remove('a')"]
    # two things, of which one is removed
    yield [new, "seen.add('a')", "seen.add('b')", "? 'a' in seen", "? 'b' in seen",
           "seen.remove('a')", "? 'b' in seen", all_of_it]
    # two sets share nothing
    yield [new, "others = OwnSet()", "seen.add('a')", "len(others)"]
    # things that count as False
    yield [new, "seen.add(0)", "? 0 in seen", "? len(seen)", all_of_it]
    yield [new, "seen.add('')", "? '' in seen", "seen.add(())", "? () in seen", "? len(seen)"]
    # -1 and -2 have the same hash
    yield [new, "seen.add(-1)", "? -2 in seen", "seen.add(-2)", "? len(seen)", all_of_it,
           "seen.remove(-1)", all_of_it]
    # many things, each added once or more
    yield [new, "for i in range(100): seen.add((i % 8, i % 50))", "? len(seen)", all_of_it]
    for _ in range(4):
        numbers = [rng.randrange(12) for _ in range(6)]
        adding = [f"seen.add({number})" for number in numbers]
        yield [new, *adding, f"seen.remove({numbers[2]})", "? len(seen)", all_of_it]


def _compares(lines: Lines) -> bool:
    """Whether the last line has a value that can be compared with the right one.

    There is no error, none is required, and something was done before the last line.
    """
    has_lines_between = len(lines.case) > 2  # the first line only makes the object
    return has_lines_between and not lines.got.error and not lines.error


def _of_same_hash(lines: Lines) -> Hints | None:
    """Explain a wrong result in a case with -2: it has the same hash as -1."""
    if lines.got.error or not any("-2" in line for line in lines.case):
        return None
    question = "What are hash(-1) and hash(-2)?"
    rule = "Two things can have the same hash without being equal."
    for node in nodes_of(lines.answer):
        if not isinstance(node, ast.Subscript):
            continue
        key = ast.unparse(node.slice)
        hashed_name = re.fullmatch(r"hash\((?P<name>\w+)\)", key)
        if hashed_name:
            return question, rule, say(
                "-1 and -2 have the same hash, but they aren't equal, so you must keep both. On "
                "line {number}, {key} is the key: use {thing} itself as the key, everywhere.",
                number=node.lineno, key=Code(key), thing=Code(hashed_name["name"]))
    return (question, rule,
            "-1 and -2 have the same hash, but they aren't equal, so you must keep both. Store "
            "the things themselves, not their hashes, and compare them with ==.")


def _reads_the_value(lines: Lines) -> Sure | None:
    """Explain a KeyError of ``in``, which must only test whether something is there."""
    if lines.got.error != "KeyError" or lines.method != "__contains__" or lines.error:
        return None
    return Sure((
        say("What must {asked} return here?", asked=lines.asked),
        "The operator “in” must return True or False, and never raise an error.",
        say("{asked} must be {right}, but your code reads the value of a missing key, which raises "
            "KeyError. Only test whether the key is there.", asked=lines.asked,
            right=lines.right)))


def _counts_as_false(lines: Lines) -> Sure | None:
    """Explain something that's there, but isn't found, because it counts as False."""
    thing, _, container = lines.asked.partition(" in ")
    if not container or lines.value is not False or lines.right is not True:
        return None
    has_value_none = lines.line_before.endswith(" = None")
    if has_value_none:
        why = say("{thing} is there, but {asked} is False, because its value is None. Test whether "
                  "the key is there, not what its value is.", thing=Code(thing), asked=lines.asked)
    elif thing in ("0", "''", "()"):
        why = say("{thing} is there, but {asked} is False. None, 0, '' and () count as False, so "
                  "don't use what you found as a condition.",
                  thing=Code(thing), asked=lines.asked)
    else:
        return None
    return Sure((
        say("What must {asked} test, and what does your code test?", asked=lines.asked),
        "A key or a value that you store may itself count as False, and a value may be None.",
        why))


def _same_chain(lines: Lines) -> Sure | None:
    """Explain a loop that returns each key many times: once for each chain."""
    if not isinstance(lines.value, list) or not isinstance(lines.right, list) or not lines.right:
        return None
    times = len(lines.value) // len(lines.right)
    each_comes_so_often = all(lines.value.count(key) == times for key in lines.right)
    if times < FEWEST_CHAINS or not each_comes_so_often:
        return None
    return Sure(("How many times does a loop over the table give each key?",
                 "Each of your chains must be a separate object.",
                 say("A loop over the table gives each key {times} times, as if all chains were "
                     "the same list. (LinkedList(),) * 64 contains one list 64 times: use "
                     "tuple(LinkedList() for _ in range(64)).", times=times)))


def _values_for_keys(lines: Lines) -> Sure | None:
    """Explain a loop over a dictionary that goes through the values."""
    if lines.asked != "sorted(table)" or not _compares(lines):
        return None
    table = lines.names["table"]
    reading = run(lambda: sorted(table[key] for key in lines.right), ())
    finds_all_keys = not reading.error
    if not finds_all_keys or lines.value != reading.value:
        return None
    return Sure((
        "A loop over a dictionary gives you one thing after another. Are these things keys, or "
        "values?",
        "A loop over the table goes through its keys.",
        "A loop over the table must go through the keys, but with your __iter__ it goes through "
        "the values. Yield the key in __iter__."))


def _pairs_for_keys(lines: Lines) -> Sure | None:
    """Explain a loop over a dictionary that goes through pairs of keys and values."""
    if lines.name != "OwnDict" or not _compares(lines):
        return None
    table = lines.names["table"]
    items = run(lambda: [*islice(table, MOST_ITEMS)], ()).value
    if not items or not all(isinstance(each, tuple) and len(each) == 2 for each in items):
        return None
    *lines_before, _last_line = lines.case
    with_kits_class = {"OwnDict": hashed.OwnDict}
    right_keys = run(lambda *code: result_of(code, with_kits_class),
                     (*lines_before, "list(table)")).value
    if len(items) != len(right_keys) or any(key not in right_keys for key, _ in items):
        return None
    return Sure((
        "A loop over a dictionary gives you one thing after another. Are these things keys, or "
        "pairs of a key and a value?",
        "A loop over the table goes through its keys.",
        say("A loop over the table must go through the keys, but with your __iter__ it goes "
            "through pairs such as {pair}. Yield only the key.", pair=written(items[0]))))


def _after_removing(lines: Lines) -> Sure | None:
    """Explain what is wrong after something was removed: it's still there, or more is lost."""
    removes = method_of(lines.line_before) in ("__delitem__", "remove")
    if not _compares(lines) or not removes:
        return None
    shows_what_is_left = lines.method in ("__contains__", "__len__", "__iter__")
    if not shows_what_is_left or type(lines.value) is not type(lines.right):
        return None
    removing = Code(lines.line_before)
    question = say("Look at {line}. What should be different after this line?", line=removing)
    fields = {"line": removing, "asked": lines.asked, "value": written(lines.value),
              "right": written(lines.right)}
    attributes = {each.attr for each in nodes_of(lines.answer) if isinstance(each, ast.Attribute)}
    is_a_tree = {"left", "right"} <= attributes  # in the student's code
    if is_a_tree and _is_less(lines.value, lines.right):
        return Sure((question, "When you remove something, nothing else may disappear.", say(
            "After {line}, {asked} is {value} instead of {right}. A removed node can have two "
            "subtrees, and you must keep both: attach the right one, too, for example below the "
            "largest node of the left one.", **fields)))
    if _is_less(lines.value, lines.right):
        return Sure((question, "When you remove something, nothing else may disappear.", say(
            "After {line}, {asked} is {value} instead of {right}: you lose more than the thing "
            "that you remove. Keep what comes after it in its chain, or both subtrees below it.",
            **fields)))
    return Sure((
        question, "After you remove something, the operator “in” must not find it, len must not "
                  "count it, and a loop must not reach it.",
        say("After {line}, {asked} is {value} instead of {right}. What you remove must not be "
            "found or counted any more, so don't just mark it: take it out.", **fields)))


def _is_less(value: Any, right: Any) -> bool:
    """Whether a result lacks something that the right one has.

    A list lacks a key, a length is too small, or False says that a key isn't there.

    >>> _is_less(["a"], ["a", "b"]), _is_less(1, 2), _is_less(False, True)
    (True, True, True)
    """
    if isinstance(right, list):
        return any(key not in value for key in right)
    return bool(value < right)


def _added_twice(lines: Lines) -> Sure | None:
    """Explain what is wrong after something was added that was there already."""
    *lines_before, adding, _last_line = lines.case
    value, right = lines.value, lines.right

    def target_of(line: str) -> str:
        """Return "table['a']" for table['a'] = 1, but the whole line for one without " = "."""
        target, _, _ = line.partition(" = ")
        return target

    was_there = any(target_of(line) == target_of(adding) for line in lines_before)
    if not _compares(lines) or not was_there:
        return None
    lists_nothing_twice = isinstance(value, list) and len(value) <= len(right)
    if lists_nothing_twice:
        return None
    question = "Does your code store the same thing twice?"
    fields = {"line": Code(adding), "asked": lines.asked, "value": written(value),
              "right": written(right)}
    if lines.name == "OwnDict":
        return Sure((question, "A key can be in a dictionary only once.", say(
            "The key is already there when {line} runs, and then {asked} is {value} instead of "
            "{right}. Replace the old value, and don't count the key again.", **fields)))
    return Sure((question, "Don't add something that's already there.", say(
        "The thing is already there when {line} runs, and then {asked} is {value} instead of "
        "{right}. Look for it first, and don't add it or count it again.", **fields)))


_CLASS_LAWS = [_of_same_hash, _reads_the_value, _counts_as_false, _same_chain, _values_for_keys,
               _pairs_for_keys, _after_removing, _added_twice]
_NO_KEY = "the key isn't there"

OwnDict = class_task(
    "OwnDict", hashed.OwnDict, _dict_lines, own=True, form=names_built_in, kits=[hashed],
    laws=_CLASS_LAWS, refuses={"__getitem__": _NO_KEY, "__delitem__": _NO_KEY},
    gives={"__getitem__": "the value of the key", "__contains__": "whether the key is there"},
    nudge="Draw what's in your table after each line of the case above.",
    endless=("Which of your loops never ends?",
             "A loop over the keys goes from each key to the next, and ends after the last.",
             "Does a for loop over the table, or over one of its chains, ever reach the end? Look "
             "at __iter__."),
)

OwnSet = class_task(
    "OwnSet", hashed.OwnSet, _set_lines, own=True, form=names_built_in, kits=[hashed],
    laws=_CLASS_LAWS, refuses={"remove": "the thing isn't there"},
    gives={"__contains__": "whether the thing is there"},
    nudge="Draw what's in your set after each line of the case above.",
)


# -- the features ------------------------------------------------------------------------------

def _boards(rng: Random) -> Iterator[Board]:
    yield from boards(rng, count=4, most=12)
    yield from map(board_of, LONG)


def _features(board: Board) -> LinkedList:
    """Return the features of a board in a LinkedList, each a LinkedList of its nodes."""
    found = LinkedList()
    for node in nodes(board):
        if not any(node in part for part in found):
            part = LinkedList()
            for each in walk.feature(board, *node):
                part.append(each)
            found.append(part)
    return found


def _use(answer: Any, board: Board) -> Any:
    """Return the features that the answer finds, to be compared in any order, with facts on them.

    The fact "not_own" is a sentence on what isn't a list of the student's own, and "same_list" is
    True if two features are the same list. Neither is there if all is well.
    """
    value = answer(board)
    if value is None:
        return None
    problem = _not_own(value)
    if problem:
        return Seen(value, {"not_own": problem})
    features = [*value]
    for feature_list in features:
        problem = _not_own(feature_list)
        if problem:
            return Seen(value, {"not_own": problem})
    number_of_lists = len({id(feature_list) for feature_list in features})
    has_same_list_twice = number_of_lists < len(features)
    facts = {"same_list": True} if has_same_list_twice else {}
    return Seen(AnyOrder(map(AnyOrder, features)), facts)


def _not_own(value: Any) -> str:
    """Return a sentence on why a value isn't a list of the student's own; "" if it is."""
    if isinstance(value, (tuple, str, Iterator)):
        return say("Your result contains a {kind}, and you can't add anything to an object of this "
                   "type.",
                   kind=type(value).__name__)
    if not hasattr(value, "__iter__"):
        return say("Your result must be a list of features, and each feature must be a list of its "
                   "nodes. It contains {value}.", value=written(value))
    return built_in(value)


def _are_own_lists(case: Case, got: Outcome) -> Sure | None:
    """Explain a result, or a feature in it, that isn't a list of the student's own."""
    problem = got.facts.get("not_own")
    if not problem:
        return None
    return Sure(("Which structure contains your features, and which structures contain their "
                 "nodes?",
                 "Use only your own structures here.",
                 say("{problem} Return one of your own lists, such as a LinkedList. Each feature "
                     "in it must also be one of your own lists.", problem=problem)))


def _found_features(got: Outcome) -> list[list[Any]]:
    """Return the features that were found, each a list of its nodes as plain values (``told``)."""
    return [[told(node) for node in part] for part in got.value or []]


def _each_node_once(case: Case, got: Outcome) -> Hints | None:
    """Explain a node that's twice in a feature, or in several features.

    A node in several is explained only if all features are equal, or if one of those with the node
    is right. Otherwise the walks go wrong, which another law explains.
    """
    [board] = case
    found = _found_features(got)
    right_features = [{*map(told, part)} for part, _ in walk.described(board)]
    all_are_equal = all(part == found[0] for part in found)
    for node in nodes(board):
        with_node = [part for part in found if told(node) in part]
        if any(part.count(told(node)) > 1 for part in with_node):
            return repeated_node(node)
        if len(with_node) < 2:
            continue
        one_is_right = any({*part} in right_features for part in with_node)
        if all_are_equal or one_is_right:
            question = "How many features does a node belong to?"
            rule = ("Each node is in exactly one feature. Don't start a walk at a node that an "
                    "earlier walk has visited.")
            if got.facts.get("same_list"):
                return question, rule, say(
                    "Several of your features contain {node}, because they're one and the same "
                    "list. Make a new list for each feature.", node=node_text(node))
            return question, rule, say(
                "Several of your features contain {node}. Don't start a walk at a node that's "
                "already in a feature, and don't clear the marks between two features.",
                node=node_text(node))
    return None


def _all_segments(case: Case, got: Outcome) -> Hints | None:
    """Explain missing nodes, if another segment was found on the tile of each."""
    [board] = case
    found = [node for part in _found_features(got) for node in part]
    cells_of_found = {cell for cell, _ in found}
    missing = [node for node in nodes(board) if told(node) not in found]
    cells_of_missing = {told(cell) for cell, _ in missing}
    if not missing or not cells_of_missing <= cells_of_found:
        return None
    return ("What do you mark: cells or segments?",
            "A tile can have segments of several features.",
            say("None of your features contains {node}, but one of them contains another segment "
                "of the same tile. Start a walk at each segment of each tile, and mark the whole "
                "node: the cell and the segment together.", node=node_text(missing[0])))


def _walks_to_the_end(case: Case, got: Outcome) -> Hints | Sure | None:
    """Explain the first wrong feature as ``wrong_walk`` does for a walk from its first node.

    A feature that is empty, or begins with something else than a node, is passed over.
    """
    [board] = case
    node_of = {told(node): node for node in nodes(board)}
    for part in _found_features(got):
        if not part:
            continue
        start = node_of.get(part[0])
        if start is None:
            continue
        hints = wrong_walk((board, *start), Outcome(value=part))
        if hints:
            return hints
    return None


def _none_is_empty(case: Case, got: Outcome) -> Sure | None:
    """Explain a feature without any node."""
    has_empty_feature = any(not part for part in _found_features(got))
    if not has_empty_feature:
        return None
    return Sure(("Which node does each of your features begin with?",
                 "A feature also contains the node where its walk starts.",
                 "One of your features is empty. Put the node where a walk starts into its "
                 "feature, too, before you go on to other nodes."))


def _starts_everywhere(case: Case, got: Outcome) -> Hints | None:
    """Explain the first node that's in no feature; missing single nodes have hints of their own."""
    [board] = case
    found = [node for part in _found_features(got) for node in part]
    missing = [node for node in nodes(board) if told(node) not in found]
    if not missing:
        return None
    # the nodes that are a whole feature by themselves
    single = {node for part, _ in walk.described(board) if len(part) == 1 for node in part}
    if {*missing} == single:
        return ("Which nodes are missing from your features?",
                "A feature can consist of a single node.",
                say("None of your features contains {node}. It meets no other segment, but it's a "
                    "feature, too: append a feature even if it has only one node.",
                    node=node_text(missing[0])))
    return ("Which nodes are missing from your features?",
            "A segment that meets no other segment is a feature too.",
            say("None of your features contains {node}. Start a walk at each segment of each "
                "tile, unless it's marked.", node=node_text(missing[0])))


features = Task(
    "features", _features, _boards, call=_use, form=names_built_in,
    laws=[not_opposite, _are_own_lists, _none_is_empty, _each_node_once, _all_segments,
          _walks_to_the_end, _starts_everywhere],
    kits=[walk, Board.features], endless=feature.endless,
    nudge="Which features are in the picture, and which of them did you find?",
)
