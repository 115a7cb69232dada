"""The score explorer counts what the goals count, and shows it; no browser is needed."""


import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from matplotlib.colors import to_rgba

from blocky import Action, BlobGoal, Block, Colour, Goal, PerimeterGoal
from blocky.draw import ink_on
from blocky.draw.counting import MOST_BLOBS
from blocky.kit.draw.picture import MARK
from blocky.widgets.move_panel import TRIED
from blocky.widgets.score_explorer import ARROW, explore_scores
from tests.panels import click, press, words
from tests.strategies import REFERENCE, boards_and_paths, colours

#: Three blobs of red: of six cells, of two, and of one.
RED = [[1, 0, 2, 1], [1, 1, 3, 3], [0, 1, 2, 3], 1]


pytestmark = pytest.mark.usefixtures("drawn_on_demand")


def on(nested=REFERENCE, depth=2, **options):
    return explore_scores(Block.from_nested(nested, depth), **options)


def lines(ax, colour):
    """Return how many lines of a colour are drawn on axes."""
    return sum(len(each.get_segments()) for each in ax.collections
               if tuple(each.get_colors()[0]) == to_rgba(colour))


def numbers(ax):
    return [text.get_text() for text in ax.texts]


def check(explorer):
    """Assert that what is shown is what the goal counts on the board, now and after the move."""
    goal, board, after = explorer.goal, explorer.board, explorer.after()
    board.check_invariants()
    assert explorer.now[goal] == goal.score(board)
    assert explorer.then[goal] == goal.score(after)
    assert explorer.slider.value == explorer.player.value == explorer.step
    assert explorer.slider.max == explorer.player.max == explorer.steps
    text = words(explorer._sentences)
    assert text == f"{goal.description()} {explorer.count_text()} {explorer.selection_text()} " \
                   f"{explorer.trial_text()}"
    assert explorer.count_text() in explorer.live._companion.label
    for artist, shown in ((explorer._now, board), (explorer._then, after)):
        raster, = artist.artists
        assert raster._rectangles == shown.rectangles_to_draw()
    if explorer.counts_sides:
        assert explorer.steps == goal.score(board)
        assert lines(explorer._now, MARK) == explorer.step
        assert lines(explorer._then, MARK) == goal.score(after)
    else:
        grid = board.flatten()
        sizes = [blob.size for blob in explorer.blobs]
        assert sizes == sorted(sizes, reverse=True)
        assert sum(sizes) == (grid == goal.colour).sum()
        assert sizes[:1] == [goal.score(board)][:len(sizes)]
        assert len(explorer._now.images) == (explorer.step > 0)
    score = f"{goal.score(board)}"
    if explorer.now[goal] != explorer.then[goal]:
        score += f"{ARROW}{explorer.then[goal]}"
    assert f"bold; outline: 2px solid\">{score}</td>" in explorer._table.value


# -- counting --------------------------------------------------------------------------------

@settings(max_examples=8)
@given(boards_and_paths(max_depth=4), colours, st.sampled_from(["perimeter", "blob"]))
def test_what_is_shown_is_what_the_goal_counts(board_and_path, colour, goal):
    board, path = board_and_path
    explorer = explore_scores(board, goal=goal, colour=colour)
    check(explorer)
    explorer.select(path)
    for action in TRIED:
        explorer.choose(action)
        check(explorer)
    explorer.first()
    for _ in range(3):
        check(explorer)
        explorer.forward()
    explorer.last()
    press(explorer, "g")
    press(explorer, "t")
    check(explorer)
    assert explorer.text == ""


def test_the_sides_of_the_reference_board_one_by_one():
    explorer = on(colour=Colour.RED)
    assert explorer.goal == PerimeterGoal(Colour.RED)
    assert [tuple(side) for side in explorer.sides] == [
        (0, 2, "top"), (3, 1, "bottom"), (3, 0, "bottom"), (3, 0, "left"), (2, 0, "left")]
    assert explorer.count_text() == ("All 5 sides are counted: this is the score. "
                                     "Side 5 is at the left of cell (2, 0).")
    assert numbers(explorer._now) == ["1", "2", "3", "4", "5"]
    explorer.first()
    assert explorer.count_text() == "0 of 5 sides are counted."
    assert numbers(explorer._now) == []
    assert explorer._now.get_title() == "Now: perimeter of red 0 of 5"
    explorer.go_to(4)
    assert explorer.count_text() == ("4 of 5 sides are counted. Side 4 is at the left of cell "
                                     "(3, 0), which counts twice: bottom and left.")
    assert numbers(explorer._now) == ["1", "2", "3", "4"]
    assert explorer._now.texts[3].get_fontweight() == "bold"
    assert [len(each.get_segments()) for each in explorer._now.collections] == [4, 1, 1]
    check(explorer)


def test_the_only_cell_counts_four_times():
    explorer = on(1, 0)
    assert explorer.count_text().endswith(
        "cell (0, 0), which counts four times: top, right, bottom and left.")
    explorer.go_to(3)
    assert "counts three times: top, right and bottom." in explorer.count_text()
    press(explorer, "t")
    assert explorer.count_text() == "No side of a green cell is on the outside: the score is 0."
    press(explorer, "g")
    assert explorer.count_text() == "There is no green blob: the score is 0."
    explorer.target.value = Colour.RED
    assert explorer.count_text() == (
        "There is 1 blob of red. The largest has 1 cell: this is the score.")


def test_blobs_are_lit_by_size():
    explorer = on(RED, 2, goal="blob", colour=Colour.RED)
    assert explorer.count_text() == (
        "There are 3 blobs of red. The largest has 6 cells: this is the score.")
    assert explorer.list.options == (
        ("none is lit", 0), ("★ 1: 6 cells, the largest", 1), ("2: 2 cells", 2),
        ("3: 1 cell", 3))
    assert numbers(explorer._now) == ["★ 1", "2", "3"]
    texts = []
    for number in (1, 2, 3):
        explorer.forward()
        assert explorer.list.value == explorer.step == number
        texts.append(explorer.count_text())
        veil = explorer._now.images[0].get_array()
        assert ((veil[..., 3] == 0) == explorer.blobs[number - 1].cells).all()
        assert explorer._now.texts[number - 1].get_fontweight() == "bold"
        check(explorer)
    assert texts == ["Blob 1 of 3 has 6 cells. It is the largest: this is the score.",
                     "Blob 2 of 3 has 2 cells. It does not count: blob 1 is larger, with 6 cells.",
                     "Blob 3 of 3 has 1 cell. It does not count: blob 1 is larger, with 6 cells."]
    explorer = on([1, 0, 1, 0], 1, goal=BlobGoal(Colour.RED))
    explorer.go_to(2)
    assert explorer.count_text() == "Blob 2 of 2 has 1 cell. It is as large as blob 1."


def test_many_sides_and_blobs_are_not_all_numbered():
    explorer = on([1, 1, 1, 1], 4)
    assert explorer.steps == 64
    assert numbers(explorer._now) == []
    explorer.go_to(20)
    assert len(numbers(explorer._now)) == 20
    cells = [[1, 0, 1, 0] for _ in range(4)]
    explorer = on([cells, cells, cells, cells], 3, goal="blob")
    assert explorer.steps > MOST_BLOBS
    assert len(numbers(explorer._now)) == MOST_BLOBS


# -- trying moves ----------------------------------------------------------------------------

def test_what_a_move_gains():
    explorer = on(goal=PerimeterGoal(Colour.YELLOW))
    assert explorer.path == (0,)
    explorer.choose(Action.ROTATE_COUNTER_CLOCKWISE)
    now, then = (PerimeterGoal(3).score(board) for board in (explorer.board, explorer.after()))
    assert (now, then) == (5, 6)
    assert explorer.trial_text() == ("Perimeter of yellow: 5 now, 6 after the move “rotate "
                                     "block (0,) counter-clockwise”: a gain of 1.")
    assert explorer._then.get_title() == "After rotate counter-clockwise: 6 (+1)"
    assert "5 → 6" in words(explorer._table)
    explorer.target.value = Colour.BLUE
    assert explorer.trial_text().endswith(": a loss of 1.")
    assert explorer._then.get_title().endswith("1 (\N{MINUS SIGN}1)")
    explorer.choose(Action.SWAP_VERTICALLY)
    explorer.select((1,))
    assert explorer.trial_text().endswith(": no change.")
    assert explorer._then.get_title() == "After swap upper and lower: 2 (the same)"
    explorer.choose(Action.COMBINE)
    assert explorer.trial_text().startswith("The rules refuse to combine block (1,). Only a block")
    assert explorer._then.get_title() == "After: the rules refuse this move"
    check(explorer)


def test_a_kept_move_is_counted_and_undone():
    explorer = explore_scores(goal="blob", max_depth=3)
    explorer.go_to(1)
    before, then = explorer.board.copy(), explorer.then
    press(explorer, "k")
    assert explorer.text.startswith("Kept: rotate block ")
    assert explorer.now == then
    check(explorer)
    press(explorer, "z")
    assert explorer.text == "The last kept move is undone."
    assert explorer.board == before
    check(explorer)
    press(explorer, "z")
    assert explorer.text == "Nothing is left to undo."


# -- by hand ---------------------------------------------------------------------------------

def test_keys_and_buttons_do_the_same():
    explorer = on(RED, 2)
    press(explorer, "home", "n", "n", "b")
    assert explorer.step == 1
    press(explorer, "end")
    assert explorer.step == explorer.steps
    press(explorer, " ")
    assert (explorer.player.playing, explorer.step) == (True, 0), "it begins again"
    explorer.player.value = 1  # as the page does, one step after the other
    assert explorer.step == explorer.slider.value == 1
    press(explorer, " ")
    assert not explorer.player.playing
    press(explorer, "g", "t")
    assert explorer.goal == BlobGoal(Colour.GREEN)
    press(explorer, "home", "l")
    assert (explorer.step, explorer.letters.value) == (1, True)
    explorer.goals.value, explorer.target.value = "perimeter", Colour.RED
    assert explorer.goal == PerimeterGoal(Colour.RED)
    explorer.slider.value = 3
    assert explorer.step == 3
    explorer.goals.value = "blob"
    explorer.list.value = 2
    assert explorer.step == explorer.slider.value == 2
    check(explorer)
    for name in ("n count on", "b count back", "f freeze", "l letters"):
        assert name in explorer.live._companion.told


def test_a_click_lights_what_is_counted_there():
    explorer = on(RED, 2, goal="blob")
    for number, blob in enumerate(explorer.blobs, start=1):
        row, column = blob.first
        click(explorer, explorer._now, column + 0.5, row + 0.5)
        assert explorer.step == number
        assert explorer.frozen == (number % 2 == 1)
    explorer.goals.value = "perimeter"
    click(explorer, explorer._now, 3.5, 3.5)
    side = explorer.sides[explorer.step - 1]
    assert (side.row, side.column, side.name) == (3, 3, "bottom")
    step = explorer.step
    click(explorer, explorer._now, 4.3, 2)
    click(explorer, explorer._now, 1.5, 1.5)
    assert explorer.step == step, "no side is there"


@pytest.mark.parametrize("keys", [("g",), ("t", "g"), ("n", "g"), ("g", "n", "g")])
def test_going_to_another_goal_starts_anew(keys):
    explorer = on(RED, 2)
    press(explorer, *keys)
    assert explorer.step == (explorer.steps if explorer.counts_sides else 0)
    assert (explorer.list.layout.display == "none") == explorer.counts_sides
    check(explorer)


# -- looks, sizes, bad input -----------------------------------------------------------------

def test_a_large_one_takes_clicks():
    large = explore_scores(big=True, max_depth=2)
    click(large, large._now, 0.5, 0.5)
    assert large.path == (1,)
    red = ", ".join(map(str, ink_on(Colour.GREEN, large.palette.value)))
    assert f"color: rgb({red})" in large._table.value


def test_numbers_of_sides_do_not_overlap():
    explorer = on(1, 3)
    explorer.picture().png()
    boxes = [text.get_window_extent() for ax in (explorer._now, explorer._then)
             for text in ax.texts]
    assert len(boxes) == 64
    for i, box in enumerate(boxes):
        assert not box.count_overlaps(boxes[:i])


class Corner(Goal):
    """A goal of a student's own, which the explorer cannot count."""

    def score(self, board):
        return 0

    def description(self):
        return "Own the corner."


@pytest.mark.parametrize(("options", "sentence"), [
    ({"goal": "diagonal"}, "goal must be “perimeter” or “blob”"),
    ({"goal": 3}, "goal must be “perimeter” or “blob”"),
    ({"goal": Corner(Colour.RED)}, "goal must be “perimeter” or “blob”"),
    ({"colour": 9}, "9 is not a colour"),
])
def test_bad_input_is_refused(options, sentence):
    with pytest.raises(ValueError, match=sentence):
        explore_scores(**options)
