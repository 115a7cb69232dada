"""The score explorer shows what the goals count."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from matplotlib.colors import to_rgba

from blocky import Action, BlobGoal, Block, Colour, PerimeterGoal
from blocky.kit.draw.picture import MARK
from blocky.widgets import explore_scores
from blocky.widgets.move_panel import TRIED
from tests.panels import click, press, words
from tests.strategies import REFERENCE, boards_and_paths, colours

#: Three red blobs, of six cells, two and one.
RED = [[1, 0, 2, 1], [1, 1, 3, 3], [0, 1, 2, 3], 1]

pytestmark = pytest.mark.usefixtures("drawn_on_demand")


def on(nested=REFERENCE, depth=2, **options):
    return explore_scores(Block.from_nested(nested, depth), **options)


def lines(ax, colour):
    """Return the number of lines of a colour on axes."""
    return sum(len(each.get_segments()) for each in ax.collections
               if tuple(each.get_colors()[0]) == to_rgba(colour))


def numbers(ax):
    return [text.get_text() for text in ax.texts]


def check(explorer):
    """Assert that the explorer shows the score now and after the move."""
    goal, board, after = explorer.goal, explorer.board, explorer.after()
    now, then = goal.score(board), goal.score(after)
    assert (explorer.now, explorer.then) == (now, then)
    text = words(explorer._sentence)
    assert text == f"{goal.description()} {explorer.count_text()} {explorer.selection_text()} " \
                   f"{explorer.trial_text()}"
    assert explorer.count_text() in explorer.alt
    for artist, shown in ((explorer._board_now, board), (explorer._board_after, after)):
        assert artist.artists[0]._rectangles == shown.rectangles_to_draw()
    if explorer.counts_sides:
        assert explorer.steps == now
        assert lines(explorer._board_now, MARK) == explorer.step
        assert lines(explorer._board_after, MARK) == then
    else:
        sizes = [blob.size for blob in explorer.blobs]
        assert sizes == sorted(sizes, reverse=True)
        assert sum(sizes) == (board.flatten() == goal.colour).sum()
        assert sizes[:1] == [now][:len(sizes)]
        assert len(explorer._board_now.images) == (explorer.step > 0)


@settings(max_examples=5)
@given(boards_and_paths(max_depth=4), colours, st.sampled_from(["perimeter", "blob"]))
def test_what_is_shown_is_what_the_goal_counts(board_and_path, colour, goal):
    board, path = board_and_path
    explorer = explore_scores(board, goal=goal, colour=colour)
    explorer.select(path)
    for action in TRIED:
        explorer.choose(action)
        check(explorer)
    press(explorer, "home", "n", "n")
    check(explorer)
    press(explorer, "g", "t")
    check(explorer)
    assert explorer.text == ""


def test_the_sides_of_the_reference_board_one_by_one():
    explorer = on(colour=Colour.RED)
    assert [tuple(side) for side in explorer.sides] == [
        (0, 2, "top"), (3, 1, "bottom"), (3, 0, "bottom"), (3, 0, "left"), (2, 0, "left")]
    assert explorer.count_text() == ("All 5 sides have been counted: this is the score. "
                                     "Side 5 is the left side of cell (2, 0).")
    assert numbers(explorer._board_now) == ["1", "2", "3", "4", "5"]
    explorer.first()
    assert explorer.count_text() == "0 of 5 sides have been counted."
    assert explorer._board_now.get_title() == "Now, perimeter of red: 0 of 5"
    explorer.go_to(4)
    assert explorer.count_text() == ("4 of 5 sides have been counted. Side 4 is the left side of "
                                     "cell (3, 0). Two sides of that cell now count: bottom and "
                                     "left.")
    assert numbers(explorer._board_now) == ["1", "2", "3", "4"]
    check(explorer)


def test_blobs_are_lit_by_size():
    explorer = on(RED, 2, goal="blob", colour=Colour.RED)
    assert explorer.count_text() == (
        "There are 3 blobs of red. The largest has 6 cells: this is the score.")
    texts = []
    for number in (1, 2, 3):
        explorer.forward()
        assert explorer.step == number
        texts.append(explorer.count_text())
        veil = explorer._board_now.images[0].get_array()
        assert ((veil[..., 3] == 0) == explorer.blobs[number - 1].cells).all()
        check(explorer)
    assert texts == ["Blob 1 of 3 has 6 cells. It is the largest: this is the score.",
                     "Blob 2 of 3 has 2 cells. It doesn't count: blob 1 is larger, with 6 cells.",
                     "Blob 3 of 3 has 1 cell. It doesn't count: blob 1 is larger, with 6 cells."]
    explorer = on([1, 0, 1, 0], 1, goal=BlobGoal(Colour.RED))
    explorer.go_to(2)
    assert explorer.count_text() == "Blob 2 of 2 has 1 cell. It is as large as blob 1."


@pytest.mark.parametrize(("path", "action", "colour", "said", "title"), [
    ((0,), Action.ROTATE_COUNTER_CLOCKWISE, Colour.YELLOW,
     "Perimeter of yellow: 5 now, 6 after the move “rotate block (0,) counter-clockwise” (a gain "
     "of 1).", "After rotate counter-clockwise: 6 (+1)"),
    ((0,), Action.ROTATE_COUNTER_CLOCKWISE, Colour.BLUE, " (a loss of 1).",
     "After rotate counter-clockwise: 1 (\N{MINUS SIGN}1)"),
    ((1,), Action.SWAP_VERTICALLY, Colour.BLUE, " (no change).",
     "After swap upper and lower: 2 (the same)"),
])
def test_what_a_move_gains(path, action, colour, said, title):
    explorer = on(goal=PerimeterGoal(colour))
    explorer.select(path)
    explorer.choose(action)
    assert explorer.trial_text().endswith(said)
    assert explorer._board_after.get_title() == title
    check(explorer)


def test_a_click_lights_what_is_counted_there():
    explorer = on(RED, 2, goal="blob")
    for number, blob in enumerate(explorer.blobs, start=1):
        row, column = np.argwhere(blob.cells)[0]
        click(explorer, explorer._board_now, column + 0.5, row + 0.5)
        assert explorer.step == number
        assert explorer.frozen == (number % 2 == 1)
    explorer.goals.value = "perimeter"
    click(explorer, explorer._board_now, 3.5, 3.5)
    side = explorer.sides[explorer.step - 1]
    assert (side.row, side.column, side.name) == (3, 3, "bottom")
    step = explorer.step
    click(explorer, explorer._board_now, 4.3, 2)
    click(explorer, explorer._board_now, 1.5, 1.5)
    assert explorer.step == step, "no side is there"


@pytest.mark.parametrize("keys", [("g",), ("t", "g"), ("n", "g"), ("g", "n", "g")])
def test_going_to_another_goal_starts_anew(keys):
    explorer = on(RED, 2)
    press(explorer, *keys)
    assert explorer.step == (explorer.steps if explorer.counts_sides else 0)
    check(explorer)
