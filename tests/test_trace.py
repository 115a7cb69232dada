import functools
import sys
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from blocky import BlobGoal, Block
from blocky.kit.trace import snapshot, trace
from tests.strategies import boards

SMALL = [[0, 1, 1, 3], 2, 1, 3]


def length(items):
    return 0 if not items else 1 + length(items[1:])


def even(number):
    return True if number == 0 else odd(number - 1)


def odd(number):
    return False if number == 0 else even(number - 1)


def no_base_case(number):
    return no_base_case(number + 1)


def fibonacci(number):
    return number if number < 2 else fibonacci(number - 1) + fibonacci(number - 2)


def endless(number):
    while True:
        number += 1


def divides_by_zero(number):
    return 1 // number + divides_by_zero(number - 1)


def rescues(number):
    if number == 0:
        raise KeyError("lost")
    try:
        return rescues(number - 1)
    except KeyError:
        return "found"


def empties(items):
    if items:
        items.pop()
        empties(items)


def double(number):
    return 2 * number


def powers(number, *more, base=double, **named):
    return 1 if number == 0 else double(powers(number - 1, *more, base=base, **named))


class Tower:
    def __init__(self, floors):
        self.floors = floors

    def height(self):
        return self.floors and 1 + Tower(self.floors - 1).height()


def test_the_log_of_flatten_on_the_reference_board():
    record = trace(Block.flatten, Block.from_nested(SMALL, 2))
    assert [call.parent for call in record.calls] == [None, 0, 1, 1, 1, 1, 0, 0, 0]
    assert [call.arguments["self"].to_nested() for call in record.calls] == [
        SMALL, SMALL[0], 0, 1, 1, 3, 2, 1, 3]
    assert [call.result.tolist() for call in record.calls] == [
        [[2, 2, 1, 0], [2, 2, 1, 3], [1, 1, 3, 3], [1, 1, 3, 3]],
        [[1, 0], [1, 3]], [[0]], [[1]], [[1]], [[3]],
        [[2, 2], [2, 2]], [[1, 1], [1, 1]], [[3, 3], [3, 3]]]
    assert record.calls[0].children == [1, 6, 7, 8]


@given(boards(0, 3), st.integers(0, 3), st.data())
def test_tracing_changes_no_result(board, colour, data):
    side, nodes = 2**board.max_depth, list(board.blocks())
    place = data.draw(st.tuples(st.integers(-1, side), st.integers(-1, side)))
    selected = trace(board.get_selected_block, place, 2)
    assert selected.result is board.get_selected_block(place, 2)
    assert selected.calls[-1].result is not selected.result
    grid = board.flatten()
    ours, theirs = np.full_like(grid, -1), np.full_like(grid, -1)
    counts = BlobGoal(colour).undiscovered_blob_size
    assert trace(counts, place, grid, ours).result == counts(place, grid, theirs)
    assert np.array_equal(ours, theirs)
    flattened = trace(Block.flatten, board)
    assert np.array_equal(flattened.result, grid)
    assert len(flattened.calls) == len(nodes)
    assert flattened.depth == 1 + max(block.level for block in nodes)
    turned = board.copy()
    turned.rotate(1)
    assert len(trace(board.rotate, 1).calls) == len(nodes)
    assert board == turned


@pytest.mark.parametrize(("function", "given", "calls"), [
    (even, 3, ["even(number=3)", "odd(number=2)", "even(number=1)", "odd(number=0)"]),
    (lambda items: length(items), "ab", [
        "<lambda>(items='ab')", "length(items='ab')", "length(items='b')", "length(items='')"]),
], ids=["functions that call each other", "a function that only starts a recursion"])
def test_which_calls_belong_to_a_recursion(function, given, calls):
    assert [str(call) for call in trace(function, given).calls] == calls


@given(boards(0, 3))
def test_the_steps_open_and_close_calls(board):
    record = trace(Block.flatten, board)
    stacks = [record.stack(step) for step in range(len(record.steps) + 1)]
    assert stacks[0] == stacks[-1] == []
    for step, (entered, number) in enumerate(record.steps, start=1):
        call = record.calls[number]
        longer, shorter = (stacks[step], stacks[step - 1])[::1 if entered else -1]
        assert longer == [*shorter, call]
        assert len(longer) == call.depth + 1
        assert (call.entered if entered else call.left) == step


def test_a_helper_that_is_no_part_of_the_recursion_is_left_out():
    record = trace(powers, 3, 7)
    assert [call.name for call in record.calls] == ["powers"] * 4
    assert record.result == 8
    assert record.calls[0].arguments == {"number": 3, "more": (7,), "base": double, "named": {}}


@pytest.mark.parametrize("function", [Tower(3).height, functools.partial(Tower.height, Tower(3))])
def test_methods(function):
    record = trace(function)
    assert record.result == 3
    assert [call.arguments["self"].floors for call in record.calls] == [3, 2, 1, 0]


def test_what_changes_later_does_not_falsify_the_record():
    items = [1, 2, 3]
    record = trace(empties, items)
    assert items == []
    assert [call.arguments["items"] for call in record.calls] == [[1, 2, 3], [1, 2], [1], []]
    board = Block.from_nested(SMALL, 2)
    record = trace(board.rotate, 1)
    board.smash(Random(1))
    assert record.calls[0].arguments["self"].to_nested() == SMALL


def test_lines_are_those_of_the_source():
    record = trace(rescues, 1)
    first = rescues.__code__.co_firstlineno
    assert [call.line - first for call in record.calls[1:]] == [4]
    assert [call.last_line - first for call in record.calls] == [6, 2]


@pytest.mark.parametrize(("function", "outcomes"), [
    (divides_by_zero, ["raised ZeroDivisionError: integer division or modulo by zero"] * 2),
    (rescues, ["returned 'found'", "raised KeyError: 'lost'"])])
def test_an_error_is_the_outcome_of_the_calls_that_it_ends(function, outcomes):
    record = trace(function, 1)
    assert [call.outcome for call in record.calls] == outcomes
    assert record.stopped == ""
    assert type(record.error) is (ZeroDivisionError if function is divides_by_zero else type(None))


@pytest.mark.parametrize(("function", "args", "seconds", "said"), [
    (no_base_case, (0,), 60, "The stack was full"),
    (fibonacci, (25,), 60, "The run was stopped after 5000 calls."),
    (endless, (0,), 0.5, "The run was stopped after 0.5 seconds."),
])
def test_a_runaway_is_stopped_with_its_record(function, args, seconds, said):
    limit = sys.getrecursionlimit()
    record = trace(function, *args, seconds=seconds)
    assert record.stopped.startswith(said)
    assert len(record.calls) >= 1
    assert str(record).endswith(record.stopped)
    assert len(str(record).splitlines()) < 70
    assert sys.getrecursionlimit() == limit


class Stubborn:
    def copy(self):
        raise RuntimeError("no copy")

    def __repr__(self):
        raise RuntimeError("no text")


def test_things_that_cannot_be_copied_or_shown():
    record = trace(lambda thing: None, Stubborn())
    assert "<Stubborn that cannot be shown>" in str(record)


def test_nothing_is_left_behind():
    tracer = sys.gettrace()
    trace(fibonacci, 30, calls=10)
    trace(divides_by_zero, 2)
    assert sys.gettrace() is tracer


@pytest.mark.parametrize("function", [len, 3, int])
def test_what_is_not_written_in_python_is_refused(function):
    with pytest.raises(TypeError, match="is not a function written in Python"):
        trace(function, [])


def test_a_snapshot_shares_nothing_that_can_change():
    value = [[1], {"a": [2]}, ({3},)]
    kept = snapshot(value)
    value[0].append(9)
    value[1]["a"].append(9)
    value[2][0].add(9)
    assert kept == [[1], {"a": [2]}, ({3},)]
