"""Hints for an answer that raises an error: the line, and the values in it."""

import math
from functools import partial
from inspect import getsource
from random import Random

import numpy as np
import pytest

from blocky import check
from blocky.check import boards as check_boards
from blocky.kit.check.failure import Basis
from blocky.kit.check.program import Program
from blocky.kit.check.task import CheckError
from blocky.kit.hints.crash import ended, seen_again
from blocky.kit.hints.errors import raised
from blocky.kit.hints.watched import hidden
from blocky.kit.language import plain
from tests.answers import kept, solved
from tests.hints import cell, hints_of, task_for


def of_the_crash(task, case, program):
    """Return the hints for the error that ends a program."""
    return raised(seen_again(program, partial(ended, task, program, case)))


def said_of(source, *case, find=of_the_crash, **names):
    """Return the last hint for an error that an answer raises, or hides, in a case."""
    hints, _, marked = find(task_for(len, case), case, Program(cell(source, "answer", **names)))
    assert not hints or "▶" in marked
    return plain(hints[-1]) if hints else ""


ITEMS = [3, 4]
GRID = np.zeros((2, 3))


@pytest.mark.parametrize(("lines", "given", "words"), [
    ("return things[len(things)]", ITEMS,
     ["line 2, things[len(things)] uses index 2", "there are 2 items",
      "the last index is 1", "things is [3, 4]"]),
    ("for i in range(1, 3):\n        x = things[i]", ITEMS,
     ["range(1, 3) on line 2 goes up to index 2, but here things has only 2 items",
      "Write range(1, len(things))."]),
    ("i = -5\n    return things[i]", ITEMS, ["uses index -5. Negative indices down to -2 count"]),
    ("return things[1][3]", GRID, ["things[1][3] uses index 3", "there are 3 items"]),
    ("return things[0]", [], ["things is empty"]),
    ("return things.pop()", [], ["line 2, things.pop() raises IndexError: pop from empty list."]),
    ("things = things.sort()\n    return things[0]", ITEMS,
     ["line 3, things is None",
      "things.sort() on line 2 returned None, because sort() changes the list in place"]),
    ("rows = made(things)\n    return len(rows)", ITEMS,
     ["rows is None", "made(things) on line 2 returned None, because it ended"]),
    ("return used(None)", ITEMS, ["one is None", "call on line 2 passed that value"]),
    ("a, b = made(things)", ITEMS, ["made(things) on line 2 returned None"]),
    ("counts = {}\n    return 1 + counts[3]", ITEMS,
     ["counts has no key 3", "If a key may be missing, write counts.get(3, 0)."]),
    ("pair = (1, 2)\n    return both(pair)", ITEMS,
     ["pair on line 3 is a tuple of 2 values, but both needs them as separate "
      "arguments. Write both(*pair)."]),
    ("return {1: 2}[len(things) + 1]", ITEMS, ["the dict has no key 3. Its keys are [1]."]),
    ("total = ''\n    total += things[0]\n    return total", ITEMS,
     ["total += things[0] raises TypeError: ", "At that point, total is ''", "things[0] is 3"]),
    ("for i in len(things):\n        pass", ITEMS,
     ["len(things) raises TypeError: ", "At that point, things is [3, 4]"]),
    ("return max(things)", [], ["line 2, things is empty, so max raises"]),
    ("if len(things) < 9:\n        raise ValueError('few')", ITEMS,
     ["your own line 3 raises ValueError", "line 2 is true: len(things) < 9",
      "At that point, len(things) is 2"]),
    ("if things:\n        pass\n    else:\n        raise ValueError('none')", [],
     ["line 2 is false: things", "At that point, things is []"]),
    ("assert len(things) == 3", ITEMS, ["is false: len(things) == 3", "len(things) is 2"]),
    ("exit()", ITEMS, ["line 2 ends Python itself"]),
    ("n = 0\n    while things:\n        n += 1\n    return n", ITEMS,
     ["line 3 never ends, because nothing in it changes things"]),
    ("n = 0\n    while n < 9:\n        n -= 1\n    return n", ITEMS,
     ["line 3 doesn't end: its condition is n < 9"]),
    ("for each in things:\n        things.append(each)", ITEMS,
     ["things and keeps adding to it"]),
    ("return totl", ITEMS, ["line 2 uses totl, but it isn't defined"]),
    ("for each in things:\n        total += each\n    return total", ITEMS,
     ["line 3 uses total before it has a value.", "before line 2."]),
    ("for each in things:\n        total += each\n    return total", [],
     ["line 4 uses total before it has a value.", "before line 2."]),
    ("if not things:\n        total = 0\n    return total", ITEMS,
     ["line 4 uses total, which has no value here", "the if on line 2 sets it only in some"]),
    ("i = 0\n    while i < len(things) and things[i]:\n        things[0] + 1\n    return i", ITEMS,
     ["line 3 never ends, because nothing in it changes i."]),
    ("return things.apend(3)", ITEMS,
     ["line 2 uses things.apend, but it doesn't exist. Did you mean things.append?"]),
    ("seen = {*things}\n    for each in seen:\n        seen.discard(each)", ITEMS,
     ["line 4 changes seen while the loop on line 3 iterates over it", "list(seen)"]),
    ("seen = {*things}\n    for each in seen:\n        seen.add(each + 1)", ITEMS,
     ["line 4 changes seen while the loop on line 3 iterates over it"]),
    ("for _ in ():\n        total = 0\n    return total", ITEMS,
     ["line 4 uses total before it has a value."]),
], ids=lambda value: value if isinstance(value, str) else "")
def test_what_happened_is_told_from_the_values(lines, given, words):
    helpers = "\n\ndef made(things):\n    things.sort()\n\ndef used(one):\n    return one + 1\n"
    helpers += "\n\ndef both(one, other):\n    return one + other\n"
    said = said_of(f"def answer(things):\n    {lines}\n{helpers}", given)
    for each in words:
        assert each.lower() in said.lower()


def test_a_function_of_an_imported_module_is_told_with_its_module():
    said = said_of("def answer(things):\n    return sqrt(len(things))\n", ITEMS, math=math)
    assert "sqrt on line 2 belongs to the module math. Write math.sqrt." in said


def test_what_was_seen_is_of_the_call_that_ended():
    """Calls that returned before had other values in the same line."""
    said = said_of("""
def answer(items):
    if len(items) > 1:
        answer(items[1:])
    return 1 / (len(items) - 2)
""", [1, 2, 3])
    assert "At that point, len(items) is 2" in said


@pytest.mark.parametrize(("handler", "asks", "told"), [
    ("except:", "things.lenght", True), ("except Exception:", "things.lenght", True),
    ("except IndexError:", "things.lenght", False), ("except Exception:", "things[9]", False),
], ids=["all is caught", "nearly all", "only another error", "an error that is waited for"])
def test_a_mistake_that_is_caught_is_named(handler, asks, told):
    source = f"""
def answer(things):
    try:
        if len(things) > 9:
            return things[10]
        return {asks}
    {handler}
        return 0
"""
    said = said_of(source, ITEMS, find=hidden)
    assert ("Line 6 raises AttributeError" in said) == told
    assert ("the except on line 7 hides it" in said) == told
    assert bool(said) == told


def test_an_error_is_told_where_nothing_better_is_known():
    source = """
def answer(number):
    table = [7, 1, 9]
    return table[number + 3]
"""
    task = task_for(lambda number: Random(number).random(), (0,), (1,))
    with pytest.raises(CheckError) as caught:
        task.check(cell(source, "answer"))
    assert task.explained.basis is Basis.OBSERVATION
    assert "Look at line 4: return table[number + 3]" in caught.value.hint
    assert "▶" in caught.value.source
    assert "uses index 3" in task.explained.hints[1]


@pytest.mark.parametrize(("task", "source", "words"), [
    (check.update_block_locations, """
def update_block_locations(block, position, size):
    block.position = position
    block.size == size
""", "write a single ="),
    (check.paint, getsource(solved("blocky/09_extended").paint).replace("raise", "return"),
     "Raise each of them instead, for example: raise ValueError('"),
    (check.rotate, """
def rotate(block, direction):
    try:
        block.rotate()
    except:
        pass
""", "missing 1 required positional argument"),
], ids=["a line only compares", "an error is returned", "an error is hidden"])
def test_a_slip_is_told_before_all_else(task, source, words):
    assert words in hints_of(task, cell(source))[-1]


def test_an_index_from_the_end_is_told_where_it_does_harm():
    source = """
def answer(number):
    table = (10, 12, 17, 13, 99)
    return table[number - 1]
"""
    right = [7, 10, 12, 17, 13, 99]
    task = task_for(lambda number: Random(right[number]).random() and right[number],
                    *[(number,) for number in range(6)])
    assert "table[number - 1] uses index -1 here, because number is 0" in hints_of(
        task, cell(source))[-1]


def test_a_loop_that_nothing_ends_is_told_with_what_it_asks():
    task = task_for(lambda margin: next(n for n in range(1, 99) if 10 / n <= margin),
                    (20,), (5,), (2,))
    answer = cell("""
def answer(margin):
    n = 1
    reach = 10 / n
    while reach > margin:
        n += 1
    return n
""")
    assert "nothing in it changes margin, reach. So reach > margin always stays the same" in (
        hints_of(task, answer)[-1])


# -- the cause of an error, not the error ----------------------------------------------------------

SCORE = """
def my_score(grid, colour):
    return sum(row.count(colour) for row in grid) + len(grid)
"""


def hint_of_cells(first, second, name, right, case):
    """Return the last hint for an answer that uses what another cell defines."""
    space = {}
    for number, source in enumerate((first, second)):
        file = f"<cell {number} {hash(source)}>"
        exec(compile(kept(source, file), file, "exec"), space)
    task = task_for(right, case, name=name)
    return plain(of_the_crash(task, case, Program(space[name])).hints[-1])


def test_a_tree_where_a_grid_is_needed_is_named_with_the_line_that_passes_it():
    said = hint_of_cells(SCORE, "def answer(board):\n    return my_score(board, 1)\n", "answer",
                         lambda board: 4, (check_boards.nested([0, 1, 2, 3], 1),))
    assert "Line 2 passes board to my_score, but board is a tree" in said
    assert "Flatten it first, and use the grid instead." in said


def test_a_line_of_another_cell_is_named_with_its_function():
    said = hint_of_cells("def other(items):\n    return items[3]\n",
                         "def answer(items):\n    return other(items)\n", "answer", sum, ([1, 2],))
    assert said.startswith("In other, in another cell: On line 2, items[3] uses index 3")


@pytest.mark.parametrize(("lines", "given", "words"), [
    ("return Random(0).choice(things)", [], ["things is empty, so choice can't take"]),
    ("return Random(0).choice(Colour)", ITEMS, ["Colour is a class, not a list", "list(Colour)"]),
    ("return Random(0).sample(things, 9)", ITEMS, ["never takes an item twice", "only 2 items"]),
    ("i = 0\n    while things[i] and i < len(things):\n        i += 1", ITEMS,
     ["Line 3 uses things[i] before the test i < len(things)", "Put the test first."]),
], ids=["of nothing", "of a class", "too many", "a test that comes too late"])
def test_the_cause_of_an_error_is_told(lines, given, words):
    said = said_of(f"def answer(things):\n    {lines}\n", given, Random=Random)
    assert [each for each in words if each not in said] == []


def test_a_local_variable_in_place_of_an_attribute_is_named():
    class Right:
        def __init__(self, number):
            self.tries = number

        def best(self):
            return self.tries

    answer = cell("""class answer:
    def __init__(self, number):
        tries = number

    def best(self):
        return self.tries
""", "answer")
    task = task_for(Right, (3,), call=lambda kind, number: kind(number).best())
    said = plain(of_the_crash(task, (3,), Program(answer)).hints[-1])
    assert "tries on line 3 is a local variable, which is gone when __init__ ends" in said
