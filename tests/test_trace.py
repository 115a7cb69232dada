"""The record of a recursion's calls, and its picture."""

import asyncio
import functools
import sys
from contextlib import suppress
from itertools import combinations
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from matplotlib.collections import PolyCollection

from blocky import BlobGoal, Block
from blocky.kit.draw.calls import MOST_LEAVES, MOST_LEVELS, arrange_calls, calls
from blocky.kit.draw.cells import Labels
from blocky.kit.draw.picture import new_axes
from blocky.kit.trace import snapshot, trace
from tests.strategies import REFERENCE, boards


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
    record = trace(Block.flatten, Block.from_nested(REFERENCE, 2))
    assert [call.parent for call in record.calls] == [None, 0, 1, 1, 1, 1, 0, 0, 0]
    assert [call.arguments["self"].to_nested() for call in record.calls] == [
        REFERENCE, REFERENCE[0], 0, 1, 1, 3, 2, 1, 3]
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


@pytest.mark.parametrize(("function", "given", "calls"), [
    (even, 3, ["even(number=3)", "odd(number=2)", "even(number=1)", "odd(number=0)"]),
    (lambda number: chain(number), 2, [
        "<lambda>(number=2)", "chain(number=2)", "chain(number=1)", "chain(number=0)"]),
], ids=["functions that call each other", "a function that only starts a recursion"])
def test_which_calls_belong_to_a_recursion(function, given, calls):
    assert [str(call) for call in trace(function, given).calls] == calls


@functools.lru_cache
def remembered(number):
    return number if number < 2 else remembered(number - 1) + remembered(number - 2)


@functools.cache
def unrelated(number):
    return number


def through_a_cache(number):
    return remembered(number)


def keeps_results(function):
    known = {}

    @functools.wraps(function)
    def answer(number):
        if number not in known:
            known[number] = function(number)
        return known[number]
    return answer


@keeps_results
def kept_by_hand(number):
    return number if number < 2 else kept_by_hand(number - 1) + kept_by_hand(number - 2)


def twice(function):
    @functools.wraps(function)
    def called_twice(number):
        function(number)
        return function(number)
    return called_twice


@twice
def down(number):
    return number and down(number - 1)


def values_of(tree):
    yield tree[0]
    for child in tree[1:]:
        yield from values_of(child)


def leaves_first(tree):
    for child in tree[1:]:
        for value in leaves_first(child):  # noqa: UP028  a loop, to be recorded
            yield value
    yield tree[0]


def from_here_on(number):
    yield number
    yield from from_here_on(number + 1)


async def awaits(number):
    await asyncio.sleep(0)
    return number and 1 + await awaits(number - 1)


async def sleeps(number):
    await asyncio.sleep(0.01)
    return number


async def yields_later(number):
    yield number


@functools.singledispatch
def size(thing):
    return 1


@size.register
def _(thing: list):
    return sum(size(part) for part in thing)


class Nest:
    def __init__(self, depth):
        self.inner = Nest(depth - 1) if depth else None

    def __repr__(self):
        return "Nest"

    def __call__(self, number):
        return number and self(number - 1)

    def __iter__(self):
        yield 1
        yield from self.inner or ()

    @functools.cache  # noqa: B019  as students write it
    def depth(self):
        return 1 + self.inner.depth() if self.inner else 0

    @functools.singledispatchmethod
    def weight(self, thing):
        return 1

    @weight.register
    def _(self, thing: list):
        return sum(self.weight(part) for part in thing)

    @classmethod
    def count(cls, number):
        return number and cls.count(number - 1)

    @staticmethod
    def plain(number):
        return number and Nest.plain(number - 1)


def in_a_closure(number):
    def inner(number, step=1):
        return number and inner(number - step)
    return inner(number)


KINDS = {
    "a cache": (remembered, (3,), "remembered(3) remembered(2) remembered(1) remembered(0)"),
    "a cache that another function uses": (
        through_a_cache, (2,), "through_a_cache(2) remembered(2) remembered(1) remembered(0)"),
    "a cached method": (Nest.depth, (Nest(1),), "depth(Nest) depth(Nest)"),
    "called twice by its decorator": (down, (0,), "down(0) down(0) down(0)"),
    "a generator": (values_of, ([1, [2]],), "values_of([1, [2]]) values_of([2])"),
    "a generator in a loop": (
        leaves_first, ([1, [2]],), "leaves_first([1, [2]]) leaves_first([2])"),
    "a method that yields": (Nest(1).__iter__, (), "__iter__(Nest) __iter__(Nest)"),
    "a coroutine": (awaits, (1,), "awaits(1) awaits(0)"),
    "a generic function": (size, ([1, [2]],), "size([1, [2]]) size(1) size([2]) size(2)"),
    "a generic method": (Nest(0).weight, ([1],), "weight(Nest, [1]) weight(Nest, 1)"),
    "a class": (Nest, (1,), "__init__(Nest, 1) __init__(Nest, 0)"),
    "an object": (Nest(0), (1,), "__call__(Nest, 1) __call__(Nest, 0)"),
    "a class method": (Nest(0).count, (1,), f"count({Nest}, 1) count({Nest}, 0)"),
    "a static method": (Nest.plain, (1,), "plain(1) plain(0)"),
    "a closure": (in_a_closure, (1,), "in_a_closure(1) inner(1, 1) inner(0, 1)"),
    "functions that call each other once": (even, (2,), "even(2) odd(1) even(0)"),
}


@pytest.mark.parametrize(("function", "args", "calls"), KINDS.values(), ids=KINDS)
def test_any_kind_of_function_is_recorded_each_time(function, args, calls):
    unrelated(7)
    for _ in range(2):
        record = trace(function, *args)
        said = [f"{call.name}({', '.join(map(str, call.arguments.values()))})"
                for call in record.calls]
        assert " ".join(said) == calls
        assert record.calls[0].parent is None
        assert all(call.parent is not None and call.left for call in record.calls[1:])
        assert (record.stopped, record.error) == ("", None)
        has_cache = function in (remembered, through_a_cache, Nest.depth)
        assert bool(record.note) == has_cache
    assert unrelated.cache_info().currsize, "a cache that has nothing to do with the run is kept"


def test_what_a_generator_yields_is_its_result():
    record = trace(values_of, [1, [2, [3]], [4]])
    assert record.result == [1, 2, 3, 4]
    assert [call.outcome for call in record.calls] == [
        "yielded [1, 2, 3, 4]", "yielded [2, 3]", "yielded [3]", "yielded [4]"]


def test_a_call_that_never_runs_the_functions_own_lines_is_named():
    kept_by_hand(3)
    record = trace(kept_by_hand, 3)
    assert record.calls == []
    assert record.note == ("kept_by_hand returned 2 without running its own lines. A wrapper "
                           "around the function, such as a decorator, returned the result.")


def test_what_needs_an_event_loop_is_stopped_there():
    async def within():
        return trace(sleeps, 1)

    record = asyncio.run(within())
    assert "an await that only an event loop can end" in record.stopped
    with pytest.raises(TypeError, match="asynchronous generator"):
        trace(yields_later, 1)


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
    board = Block.from_nested(REFERENCE, 2)
    record = trace(board.rotate, 1)
    board.smash(Random(1))
    assert record.calls[0].arguments["self"].to_nested() == REFERENCE


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


def leaves_at_0(number):
    return leaves_at_0(number - 1) if number else sys.exit("enough")


def test_a_function_that_leaves_python_is_recorded_too():
    record = trace(leaves_at_0, 1)
    assert [call.outcome for call in record.calls] == ["raised SystemExit: enough"] * 2
    assert isinstance(record.error, SystemExit)
    assert record.stopped == ""


@pytest.mark.parametrize(("function", "args", "seconds", "said"), [
    (no_base_case, (0,), 60, "The stack was full"),
    (fibonacci, (25,), 60, "The run was stopped after 5000 calls. Some of them returned without "
                           "making another call, so there is a base case."),
    (from_here_on, (0,), 60, "The stack was full"),
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


def catches(number):
    with suppress(KeyError):
        raise KeyError
    yield None
    try:
        yield number
        yield from catches(number - 1)
    except ValueError:
        yield "caught"


def test_errors_inside_a_generator_do_not_end_its_call():
    def first_two(number):
        values = catches(number)
        found = [next(values), next(values), values.throw(ValueError)]
        values.close()
        return found and first_two(number - 1) if number else found

    record = trace(catches, 2, calls=7)
    assert record.result is None
    assert record.stopped == "The run was stopped after 7 yielded values."
    assert [call.result[:2] for call in record.calls] == [[None, 2], [None, 1], [None, 0], [None]]
    record = trace(first_two, 1)
    assert record.result == [None, 0, "caught"]
    assert record.error is None


def test_a_generator_without_an_end_is_stopped():
    record = trace(from_here_on, 0, calls=20)
    assert record.stopped == "The run was stopped after 20 yielded values."
    assert len(record.calls) == 20


def test_a_recursion_without_a_base_case_is_asked_for_one():
    assert "Is there a base case" in trace(no_base_case, 0, calls=20).stopped


def test_things_that_cannot_be_copied_or_shown():
    def fails(*_):
        raise RuntimeError

    stubborn = type("Stubborn", (), {"copy": fails, "__repr__": fails})()
    record = trace(lambda thing: None, stubborn)
    assert "<Stubborn that can't be shown>" in str(record)


def test_nothing_is_left_behind():
    tracer = sys.gettrace()
    trace(fibonacci, 30, calls=10)
    trace(divides_by_zero, 2)
    assert sys.gettrace() is tracer


def test_a_snapshot_shares_nothing_that_can_change():
    value = [[1], {"a": [2]}, ({3},)]
    kept = snapshot(value)
    value[0].append(9)
    value[1]["a"].append(9)
    value[2][0].add(9)
    assert kept == [[1], {"a": [2]}, ({3},)]


def walk(tree):
    for child in tree:
        walk(child)
    return len(tree)


def chain(number):
    return number and 1 + chain(number - 1)


def wide(number):
    return [wide(0) for _ in range(number)]


def grown(rng, calls):
    """Return a random tree of ``calls`` nested lists."""
    trees = [[]]
    while len(trees) < calls:
        at = trees[-1 - min(int(rng.expovariate(0.02)), len(trees) - 1)]
        at.append([])
        trees.append(at[-1])
    return trees[0]


traces = st.builds(lambda seed, calls: trace(walk, grown(Random(seed), calls)),
                   st.integers(0, 2**20), st.integers(1, 600))


def boxes_of(ax):
    """Return left, top, right and bottom of each box."""
    return [(*path.vertices.min(axis=0), *path.vertices.max(axis=0))
            for each in ax.collections if isinstance(each, PolyCollection)
            for path in each.get_paths()]


def texts_of(ax):
    return [text for each in ax.artists if isinstance(each, Labels)
            for _, _, text, _, _ in each._labels]


def check(record, step):
    """Assert what holds of every picture of calls."""
    number = record.steps[step - 1][1] if step else 0
    top = arrange_calls(record, number)
    nodes = top.nodes()
    assert any(node.call is record.calls[number] for node in nodes), "the step's call is shown"
    assert len(nodes) <= MOST_LEAVES * MOST_LEVELS
    shown = sum(1 for node in nodes if node.call)
    assert shown + sum(node.hidden for node in nodes) == len(record.calls), "each call counts"
    for node in nodes:
        assert node.children == sorted(node.children, key=lambda child: child.x)
        assert node.children == sorted(node.children, key=lambda child: child.since)
        if node.call:
            assert {child.call.number for child in node.children if child.call} <= (
                set(node.call.children))
    ax = new_axes(8.4, 2.4)
    picture = calls(record, step, ax, top=top)
    assert f"after {step} of {len(record.steps)} steps" in picture.alt
    width, height = ax.get_xlim()[1], ax.get_ylim()[0]
    boxes = boxes_of(ax)
    for left, upper, right, lower in boxes:
        assert min(left, upper) >= -1
        assert right <= width + 1
        assert lower <= height + 1
    for (l1, u1, r1, b1), (l2, u2, r2, b2) in combinations(boxes, 2):
        assert r1 <= l2 or r2 <= l1 or b1 <= u2 or b2 <= u1, "no two boxes overlap"
    return nodes


@settings(max_examples=15)
@given(traces, st.data())
def test_every_picture_can_be_read(record, data):
    check(record, data.draw(st.integers(0, len(record.steps))))


def test_a_call_whose_place_is_not_in_the_middle_of_its_leaves_overlaps_no_other():
    check(trace(walk, grown(Random(12255), 95)), 164)


@pytest.mark.parametrize(("function", "argument", "count"), [
    (fibonacci, 18, 5000), (wide, 4999, 5000), (chain, 150, 151), (chain, 0, 1)])
def test_large_records(function, argument, count):
    record = trace(function, argument, seconds=60)
    assert len(record.calls) == count
    for step in sorted({0, len(record.steps) // 3, len(record.steps)}):
        check(record, step)


def test_a_small_record_is_shown_whole_and_keeps_its_places():
    record = trace(Block.flatten, Block.from_nested(REFERENCE, 2))
    places = [[(node.call.number, node.x, node.level) for node in arrange_calls(record, at).nodes()]
              for at in range(len(record.calls))]
    assert [(number, level) for number, _, level in places[0]] == [
        (0, 0), (1, 1), (2, 2), (3, 2), (4, 2), (5, 2), (6, 1), (7, 1), (8, 1)]
    assert all(each == places[0] for each in places)


def test_a_long_way_has_a_gap_in_the_middle():
    record = trace(chain, 40)
    nodes = arrange_calls(record, 40).nodes()
    assert [node.call.number if node.call else f"{node.hidden} left out" for node in nodes] == [
        0, 1, "36 left out", 38, 39, 40]
    ax = new_axes(8.4, 2.4)
    calls(record, 41, ax)
    assert "⋮ 36 calls" in texts_of(ax)


def test_results_appear_when_calls_return():
    record = trace(fibonacci, 3)
    ax = new_axes(8.4, 3.4)
    texts = []
    for step in range(len(record.steps) + 1):
        calls(record, step, ax, label=lambda call: [f"fibonacci({call.arguments['number']})"])
        texts.append(texts_of(ax))
        assert len(boxes_of(ax)) == sum(call.entered <= step for call in record.calls)
    assert texts[0] == []
    assert texts[1] == ["fibonacci(3)\n…"]
    assert sorted(texts[-1]) == ["fibonacci(0)\n0", "fibonacci(1)\n1", "fibonacci(1)\n1",
                                 "fibonacci(2)\n1", "fibonacci(3)\n2"]


def test_what_failed_is_marked_by_a_sign():
    record = trace(divides_by_zero, 1)
    ax = new_axes(8.4, 2.4)
    calls(record, None, ax)
    assert all("✗ ZeroDivisionError" in text for text in texts_of(ax))
