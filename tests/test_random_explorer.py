"""The random-board explorer shows the draws that random_init made; no browser is needed."""

import math
import random
import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from matplotlib.backend_bases import MouseEvent

from blocky import Block, random_init
from blocky.draw import randomness
from blocky.widgets.random_explorer import (
    MAX_SEED,
    count_leaves,
    explore_random_init,
    recorded_board,
)
from tests.panels import point, press, words

seeds = st.integers(0, MAX_SEED)


pytestmark = pytest.mark.usefixtures("drawn_on_demand")


def marked(explorer):
    """Return the path of the block that the board marks, None for none."""
    lines = [place for colour, place, *_ in explorer._artist._rectangles if colour == "highlight"]
    sizes = [size for colour, _, size, _ in explorer._artist._rectangles if colour == "highlight"]
    assert len(lines) <= 1
    return next((block.path for block in explorer.board.blocks() if lines
                 and (block.position, (block.size, block.size)) == (lines[0], sizes[0])), None)


def check(explorer):
    """Assert that what is shown is what was drawn."""
    seed, depth = explorer.seed.value, explorer.depth.value
    assert explorer.board == random_init(0, depth, random.Random(seed))
    assert not any(block.highlighted for block in explorer.board.blocks())
    divided = [each.divided for each in explorer.draws]
    leaves = list(explorer.board.leaves())
    assert len(leaves) == 1 + 3 * sum(divided)
    summary = words(explorer._summary)
    assert summary.startswith(f"{len(divided)} block")
    assert f"1 + 3 · {sum(divided)} = {len(leaves)} lea" in summary
    assert f", {sum(leaf.level == depth for leaf in leaves)} of them at max_depth." in summary
    text, number = words(explorer._sentence), explorer.step
    assert text in explorer.live._companion.label
    assert explorer.slider.max == len(divided)
    if number:
        draw = explorer.draws[number - 1]
        assert marked(explorer) == draw.path
        assert text.startswith(f"Block {draw.path} at level {draw.level} drew ")
        assert ("it is divided" in text) == draw.divided
        assert (" not below " in text) != draw.divided
        x, y = explorer._mark.get_data()
        assert y[0] == draw.value
        assert abs(x[0] - draw.level) < 0.5
    else:
        assert marked(explorer) is None
        assert len(explorer._mark.get_xdata()) == 0


# -- the draws -----------------------------------------------------------------------------

@given(seeds, st.integers(0, 8))
def test_the_draws_are_those_of_random_init(seed, max_depth):
    board, draws = recorded_board(seed, max_depth)
    assert board == random_init(0, max_depth, random.Random(seed))
    board.check_invariants()
    blocks = {block.path: block for block in board.blocks()}
    assert [draw.path for draw in draws] == [
        path for path, block in blocks.items() if block.level < max_depth]
    for draw in draws:
        assert draw.level == len(draw.path)
        assert draw.divided == bool(blocks[draw.path].children)
        assert draw.divided == (draw.value < math.exp(-0.25 * draw.level))


@given(seeds)
def test_the_draws_are_numbers_that_the_generator_gives(seed):
    _, draws = recorded_board(seed, 2)
    rng = random.Random(seed)
    assert draws[0].value == rng.random()
    replayed = []

    def replay(level):
        """Draw as random_init does, where the draws tell what is divided."""
        if level < 2:
            replayed.append(rng.random())
            if draws[len(replayed) - 1].divided:
                for _ in range(4):
                    replay(level + 1)
                return
        rng.choice(range(4))

    rng.seed(seed)
    replay(0)
    assert [draw.value for draw in draws] == replayed


# -- the formulas --------------------------------------------------------------------------

def test_what_is_expected():
    assert randomness.expected_blocks(1) == 4
    assert randomness.expected_leaves(0) == [1]
    for level in range(12):
        assert randomness.expected_blocks(level) == pytest.approx(
            4**level * math.exp(-level * (level - 1) / 8))
        grows = randomness.expected_blocks(level + 1) > randomness.expected_blocks(level)
        assert grows == (level < 6)
    totals = [sum(randomness.expected_leaves(depth)) for depth in range(13)]
    for depth, total in enumerate(totals):
        blocks = sum(randomness.expected_blocks(level) for level in range(1, depth + 1))
        assert total == pytest.approx(1 + 0.75 * blocks), "each division adds three leaves"
    assert totals[12] - totals[11] < 2


def test_many_boards_are_as_expected():
    counts = np.array([count_leaves(seed) for seed in range(100)])
    for depth in range(13):
        expected = randomness.expected_leaves(depth)
        for level in range(depth + 1):
            sample = counts[:, depth, level]
            error = sample.std(ddof=1) / math.sqrt(len(sample))
            assert abs(sample.mean() - expected[level]) <= 4 * error + 1e-9, (depth, level)
        assert not counts[:, depth, depth + 1:].any()
        total = counts[:, depth].sum(axis=1)
        assert (total % 3 == 1).all()
        error = total.std(ddof=1) / math.sqrt(len(total))
        assert abs(total.mean() - sum(expected)) <= 4 * error + 1e-9, depth


@given(st.lists(st.integers(0, 5)))
def test_draws_stand_beside_one_another_at_their_level(levels):
    at = randomness.spread(levels)
    assert len(set(at.tolist())) == len(levels)
    assert [round(x) for x in at] == levels
    assert all(abs(x - level) < 0.4 for x, level in zip(at, levels, strict=True))


# -- the explorer --------------------------------------------------------------------------

@pytest.mark.parametrize(("seed", "depth"), [(7, 4), (0, 0), (1, 1), (3, 6), (MAX_SEED, 12)])
def test_every_draw_is_stepped_through(seed, depth):
    explorer = explore_random_init(seed, depth)
    check(explorer)
    explorer.go_to(len(explorer.draws) - 40)
    for number in range(explorer.step + 1, len(explorer.draws) + 1):
        explorer.forward()
        assert explorer.step == number
        check(explorer)
    explorer.forward()
    assert explorer.step == len(explorer.draws)
    explorer.back()
    check(explorer)


def test_the_sentences():
    explorer = explore_random_init(7, 2)
    assert words(explorer._sentence) == (
        "Point at a draw or at a block, or step through the draws.")
    explorer.go_to(1)
    assert words(explorer._sentence).startswith(
        "Block () at level 0 drew 0.32, below 1.00: it is divided. At this level 1 of 1 block is")
    for number, draw in enumerate(explorer.draws, start=1):
        explorer.go_to(number)
        text = words(explorer._sentence)
        if not draw.divided:
            colour = explorer.board.at(draw.path).colour
            assert f"not below 0.78: it becomes a leaf, {colour.word}." in text
    explorer = explore_random_init(7, 0)
    assert "nothing is drawn" in words(explorer._sentence)
    assert explorer.slider.disabled


def test_a_draw_next_to_the_curve_is_told_with_enough_digits():
    found = 0
    explorer = explore_random_init(0, 6)
    for _ in range(25):
        press(explorer, "n")
        for number, draw in enumerate(explorer.draws, start=1):
            if abs(draw.value - randomness.chance(draw.level)) < 0.002:
                explorer.go_to(number)
                drew, limit = re.search(r"drew (\S+), (?:not )?below (\S+):",
                                        words(explorer._sentence)).groups()
                assert (float(drew) < float(limit)) == draw.divided
                found += 1
    assert found > 3


def test_keys_and_controls():
    explorer = explore_random_init(7, 4)
    press(explorer, "right", "right", "right", "left")
    assert explorer.step == 2
    check(explorer)
    press(explorer, "end")
    assert explorer.step == len(explorer.draws)
    press(explorer, "right", "home")
    assert explorer.step == 1
    press(explorer, "n")
    assert (explorer.seed.value, explorer.step) == (8, 0)
    check(explorer)
    press(explorer, "p", "p", "+", "+", "-")
    assert (explorer.seed.value, explorer.depth.value) == (6, 5)
    check(explorer)
    press(explorer, "l", "q", None)
    assert explorer.letters.value is True
    explorer.seed.value = 0
    press(explorer, "p")
    assert explorer.seed.value == 0
    explorer.depth.value = 0
    press(explorer, "-", "right", "home", "end", "left")
    assert (explorer.depth.value, explorer.step) == (0, 0)
    check(explorer)
    explorer.seed.value = MAX_SEED
    press(explorer, "n")
    assert explorer.seed.value == MAX_SEED
    assert explorer.text == ""


def test_the_pointer_marks_draws():
    explorer = explore_random_init(7, 3)
    for number in range(1, len(explorer.draws) + 1):
        explorer.go_to(0)
        point(explorer, explorer._curve, *explorer._places[number - 1])
        assert explorer.step == number
    point(explorer, explorer._curve, 3.2, 0.9)
    assert explorer.step == len(explorer.draws), "no draw is near: nothing changes"
    for x in range(8):
        for y in range(8):
            point(explorer, explorer._axes, x + 0.5, y + 0.5)
            draw = explorer.draws[explorer.step - 1]
            cell = explorer.board.get_selected_block(
                ((x + 0.5) * explorer.board.size / 8, (y + 0.5) * explorer.board.size / 8), 3)
            expected = cell if cell.level < 3 else cell.parent
            assert draw.path == expected.path
    check(explorer)
    MouseEvent("motion_notify_event", explorer.live.canvas, 1, 1)._process()
    explorer = explore_random_init(7, 0)
    point(explorer, explorer._axes, 0.5, 0.5)
    point(explorer, explorer._curve, 0, 0.5)
    check(explorer)
    assert explorer.text == ""


# -- many boards ---------------------------------------------------------------------------

def test_many_boards():
    explorer = explore_random_init(11, 3)
    explorer.many.show()
    assert words(explorer.many.text) == ""
    explorer.run_many(25)
    assert not explorer.many.work.running
    assert explorer.many.work.bar.value == 1
    assert len(explorer.many.found) == 25
    leaves = [sum(1 for _ in random_init(0, 3, random.Random(seed)).leaves())
              for seed in range(11, 36)]
    text = words(explorer.many.text)
    assert "25 boards of each max_depth, seeds 11 to 35" in text
    assert f"has {np.mean(leaves):.1f} leaves on average" in text
    assert f"at least {min(leaves)} and at most {max(leaves)}" in text
    assert "0.89 at level 6" in text
    assert "leaves in 25 boards" in explorer.picture().alt
    left, right = explorer.many.axes
    assert [bar.get_height() for bar in left.patches] == pytest.approx(
        np.array(explorer.many.found)[:, 3, :4].mean(axis=0).tolist())
    assert right.lines[-1].get_ydata()[3] == pytest.approx(np.mean(leaves))
    explorer.depth.value = 5
    assert "at max_depth 5 a board" in words(explorer.many.text)
    assert len(left.patches) == 6
    again = explore_random_init(11, 3)
    again.run_many(25)
    assert np.array_equal(again.many.found, explorer.many.found)


def test_many_boards_can_be_stopped_and_stay():
    explorer = explore_random_init(5, 2)
    explorer.many.first = 5
    pieces = explorer.many.pieces(count_leaves, 100)
    for _ in range(7):
        next(pieces)
    explorer.many.work.stop()
    explorer.many.show()
    assert words(explorer.many.text).startswith("7 boards of each max_depth, seeds 5 to 11")
    press(explorer, "x")
    assert len(explorer.many.found) == 7
    explorer.run_many(1)
    assert words(explorer.many.text).startswith("1 board of each max_depth, seeds 5 to 5")
    explorer.depth.value = 0
    assert "1.0 leaves on average (1.0 expected)" in words(explorer.many.text)


# -- bad input, pictures -------------------------------------------------------------------

@pytest.mark.parametrize(("given", "sentence"), [
    ({"seed": -1}, "seed must be a whole number, 0 or more"),
    ({"seed": MAX_SEED + 1}, "seed must be 999999 or less"),
    ({"max_depth": 13}, "max_depth must be a whole number from 0 to 12"),
    ({"max_depth": 2.5}, "max_depth must be a whole number"),
])
def test_bad_input_is_refused(given, sentence):
    with pytest.raises(ValueError, match=sentence):
        explore_random_init(**given)


def test_draws_can_be_drawn_on_a_figure_of_their_own():
    board, draws = recorded_board(2, 3)
    assert isinstance(board, Block)
    columns = list(zip(*[(d.level, d.value, d.divided) for d in draws], strict=True))
    picture = randomness.draws(*columns, 3)
    assert f"{len(draws)} draws" in picture.alt
    counts = np.array([count_leaves(seed) for seed in range(3)])
    assert "in 3 boards" in randomness.leaves_per_level(counts[:, 4, :5]).alt
    assert "max_depth 0 to 12" in randomness.growth(counts.sum(axis=2)).alt
