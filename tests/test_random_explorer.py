"""The random-board explorer shows the draws that random_init makes."""

import math
import random
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from blocky import random_init
from blocky.draw import randomness
from blocky.widgets import explore_random_init
from blocky.widgets.random_explorer import MAX_SEED, recorded_board
from tests.panels import point, words

pytestmark = pytest.mark.usefixtures("drawn_on_demand")


def marked(explorer):
    """Return the paths of the blocks marked on the board."""
    places = [(place, size) for colour, place, size, _ in explorer._artist._rectangles
              if colour == "highlight"]
    return [block.path for block in explorer.board.blocks()
            if (block.position, (block.size, block.size)) in places]


def check(explorer):
    """Assert that the explorer shows the draws and the board."""
    seed, depth = explorer.seed.value, explorer.depth.value
    assert explorer.board == random_init(0, depth, random.Random(seed))
    assert not any(block.highlighted for block in explorer.board.blocks())
    divided = [each.divided for each in explorer.draws]
    leaves = list(explorer.board.leaves())
    summary = words(explorer._summary)
    assert summary.startswith(f"{len(divided)} block")
    assert f"1 + 3 · {sum(divided)} = {len(leaves)} lea" in summary
    assert f", {sum(leaf.level == depth for leaf in leaves)} of them at max_depth." in summary
    text, number = words(explorer._sentence), explorer.step
    assert text in explorer.alt
    assert explorer.slider.max == len(divided)
    x, y = explorer._mark.get_data()
    if number:
        draw = explorer.draws[number - 1]
        assert marked(explorer) == [draw.path]
        block = (f"Block {draw.path} at level {draw.level}" if draw.path
                 else "The whole board, at level 0,")
        assert text.startswith(f"{block} drew ")
        assert ("it is divided" in text) == draw.divided == (" not below " not in text)
        assert draw.divided or explorer.board.at(draw.path).colour.word in text
        assert (round(x[0]), y[0]) == (draw.level, draw.value)
    else:
        said = "step through the draws." if depth else "No random number is needed"
        assert said in text
        assert marked(explorer) == []
        assert len(x) == 0


@given(st.integers(0, MAX_SEED), st.integers(0, 8))
@settings(max_examples=20)
def test_the_draws_are_those_of_random_init(seed, max_depth):
    board, draws = recorded_board(seed, max_depth)
    assert board == random_init(0, max_depth, random.Random(seed))
    board.check_invariants()
    blocks = {block.path: block for block in board.blocks()}
    assert [draw.path for draw in draws] == [
        path for path, block in blocks.items() if block.level < max_depth]
    if draws:
        assert draws[0].value == random.Random(seed).random()
    for draw in draws:
        assert draw.level == len(draw.path)
        assert draw.divided == bool(blocks[draw.path].children)
        assert draw.divided == (draw.value < math.exp(-0.25 * draw.level))


@pytest.mark.parametrize(("seed", "depth"), [(7, 4), (0, 0), (1, 1), (MAX_SEED, 12)])
def test_every_draw_is_stepped_through(seed, depth):
    explorer = explore_random_init(seed, depth)
    check(explorer)
    explorer.go_to(len(explorer.draws) - 12)
    while explorer.step < len(explorer.draws):
        explorer.forward()
        check(explorer)


def test_a_draw_next_to_the_curve_is_told_with_enough_digits():
    found = 0
    explorer = explore_random_init(0, 6)
    for seed in range(25):
        _, draws = recorded_board(seed, 6)
        near = [number for number, draw in enumerate(draws, start=1)
                if abs(draw.value - randomness.chance(draw.level)) < 0.002]
        for number in near:
            explorer.seed.value = seed
            explorer.go_to(number)
            drew, limit = re.search(r"drew (\S+), (?:not )?below (\S+):",
                                    words(explorer._sentence)).groups()
            assert (float(drew) < float(limit)) == draws[number - 1].divided
            found += 1
    assert found > 3


def test_the_pointer_marks_draws():
    explorer = explore_random_init(7, 3)
    for number, place in enumerate(explorer._places, start=1):
        explorer.go_to(0)
        point(explorer, explorer._curve, *place)
        assert explorer.step == number
    point(explorer, explorer._curve, 3.2, 0.9)
    assert explorer.step == len(explorer.draws), "no draw is near: nothing changes"
    for x, y in [(0, 0), (5, 1), (7, 7), (2, 6)]:
        point(explorer, explorer._axes, x + 0.5, y + 0.5)
        cell = explorer.board.get_selected_block(
            ((x + 0.5) * explorer.board.size / 8, (y + 0.5) * explorer.board.size / 8), 3)
        expected = cell if cell.level < 3 else cell.parent
        assert explorer.draws[explorer.step - 1].path == expected.path
    explorer.depth.value = 0
    point(explorer, explorer._axes, 0.5, 0.5)
    point(explorer, explorer._curve, 0, 0.5)
    check(explorer)
