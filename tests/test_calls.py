"""The picture of calls: what it shows of a large record, and that it is readable."""

from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from matplotlib.collections import PolyCollection

from blocky import Block
from blocky.kit.draw.calls import MOST_LEAVES, MOST_LEVELS, arrange_calls, calls
from blocky.kit.draw.cells import Labels
from blocky.kit.draw.picture import new_axes
from blocky.kit.trace import trace
from tests.strategies import REFERENCE
from tests.test_trace import divides_by_zero, fibonacci


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


def test_a_record_without_calls():
    record = trace(chain, 3, calls=0)
    assert record.calls == []
    assert calls(record).alt == "No call was recorded"
