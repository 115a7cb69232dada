"""The stepper shows a run as it was: pictures, sentences, stack and source at every step."""

import base64
import html
import re
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import blocky
from blocky import BlobGoal, Block, Colour
from blocky.colour import PALETTES
from blocky.draw.raster import BoardArtist
from blocky.kit.draw.calls import arrange_calls
from blocky.kit.draw.cells import CellsArtist, Labels
from blocky.kit.draw.values import draw_value
from blocky.kit.widgets.subjects import DrawnSubject
from blocky.widgets import Stepper, step
from tests import oracle
from tests.panels import click, press
from tests.strategies import REFERENCE, boards, nested
from tests.test_trace import divides_by_zero, empties, endless, even, fibonacci, no_base_case

WHITE, GREY, DARK = (255, 255, 255), (190, 190, 190), (40, 40, 40)
# -- what students write ---------------------------------------------------------------------

def flatten(block):
    side = 2 ** (block.max_depth - block.level)
    if not block.children:
        return [[block.colour] * side for _ in range(side)]
    upper_right, upper_left, lower_left, lower_right = [flatten(child) for child in block.children]
    upper = [left + right for left, right in zip(upper_left, upper_right, strict=True)]
    lower = [left + right for left, right in zip(lower_left, lower_right, strict=True)]
    return upper + lower


def undiscovered_blob_size(goal, pos, board, visited):
    row, column = pos
    if not (0 <= row < len(board) and 0 <= column < len(board)) or visited[row][column] != -1:
        return 0
    visited[row][column] = 1 if board[row][column] == goal.colour else 0
    if visited[row][column] == 0:
        return 0
    return 1 + sum(undiscovered_blob_size(goal, cell, board, visited)
                   for cell in oracle.neighbours(row, column))


# -- what students write by mistake ----------------------------------------------------------

def forgets_visited(goal, pos, board, visited):
    row, column = pos
    if not (0 <= row < len(board) and 0 <= column < len(board)):
        return 0
    if board[row][column] != goal.colour:
        return 0
    return 1 + sum(forgets_visited(goal, cell, board, visited)
                   for cell in oracle.neighbours(row, column))


def flattens_to_nothing(block):
    for child in block.children:
        flattens_to_nothing(child)
    return np.zeros((1, 1), dtype=int) if block.level else None


def reddens(block):
    if not block.children:
        block.colour = Colour.RED
    for child in block.children:
        reddens(child)


def counts_up(number):
    yield number


# -- helpers ---------------------------------------------------------------------------------

def board_of(size=512):
    return Block.from_nested(REFERENCE, 2, size)


def grids(kind=np.array, side=4):
    grid = board_of().flatten()
    return kind(grid.tolist()), kind([[-1] * side for _ in range(side)])


RUNS = {
    "kit: random_init": (blocky.random_init, lambda: (0, 2, Random(7))),
    "kit: update_block_locations": (Block.update_block_locations,
                                    lambda: (board_of(0), (0, 0), 512)),
    "kit: rectangles_to_draw": (Block.rectangles_to_draw, lambda: (board_of(),)),
    "kit: get_selected_block": (Block.get_selected_block, lambda: (board_of(), (400, 200), 2)),
    "kit: rotate": (Block.rotate, lambda: (board_of(), 1)),
    "kit: flatten": (Block.flatten, lambda: (board_of(),)),
    "kit: undiscovered_blob_size": (BlobGoal(1).undiscovered_blob_size, lambda: ((2, 0), *grids())),
    "flatten": (flatten, lambda: (board_of(),)),
    "undiscovered_blob_size": (undiscovered_blob_size,
                               lambda: (BlobGoal(1), (2, 0), *grids(list))),
    "fibonacci": (fibonacci, lambda: (5,)),
    "even": (even, lambda: (4,)),
}


def run(name, **options):
    function, args = RUNS[name]
    return step(function, *args(), **options)


@pytest.fixture(params=[name for name in RUNS if name not in ("kit: rotate", "kit: flatten",
                                                            "kit: undiscovered_blob_size")])
def any_run(request):
    return live(run(request.param))


def live(stepper):
    """Let it draw as if a page showed it."""
    stepper.live.canvas.syncing_data_url = False
    return stepper


def quick(stepper):
    """Leave the drawing of the figure out."""
    stepper.live.redraw = lambda: None
    return stepper


def shows(stepper, at):
    """Go to a step; what can go wrong there is said as an error."""
    before = stepper.text
    stepper.go_to(at)
    assert stepper.text == before


def written(widget):
    return html.unescape(re.sub("<[^>]*>", "", widget.value))


def panel(stepper, title):
    return stepper.figure.axes[stepper.subject.titles.index(title)]


def painted(ax, side, kind):
    """Return the colour, beside its text, of each of ``side`` by ``side`` cells of a picture."""
    artist, = (each for each in ax.artists if isinstance(each, kind))
    image = artist.paint(40 * side, 40 * side)[10::40, 10::40, :3]
    return [[tuple(pixel) for pixel in row] for row in image.tolist()]


def paints(grid, palette="safe"):
    """Return the colour of each cell of a grid; those with -1 are white."""
    return [[WHITE if number == -1 else PALETTES[palette][Colour(number)] for number in row]
            for row in grid.tolist()]


def texts_of(ax):
    return [text for each in ax.artists if isinstance(each, Labels)
            for _, _, text, _, _ in each._labels]


# -- every step of every run -----------------------------------------------------------------

def test_every_step_is_shown_forwards_and_backwards(any_run):
    stepper = any_run
    there, alts = {}, set()
    for at in [*range(stepper.steps + 1), *range(stepper.steps, -1, -5)]:
        shows(stepper, at)
        assert stepper.step == stepper.slider.value == at
        assert stepper.sentence().startswith(f"Step {at} of {stepper.steps}: ")
        assert written(stepper._title) == stepper.sentence()
        assert stepper.live._companion.label.startswith(stepper.sentence())
        alts.add(stepper.live._companion.label)
        looks = stepper.sentence(), bytes(stepper.live.canvas.get_renderer().buffer_rgba())
        assert there.setdefault(at, looks) == looks, "it does not depend on the way there"
        for name, button in stepper.buttons.items():
            ends = 0 if name in ("first", "back") else stepper.steps
            assert button.disabled == (at == ends)
        marked = [line for line in written(stepper._source).splitlines() if "▶" in line]
        assert at or "def " in written(stepper._source)
        assert len(marked) == (at > 0)
        if at and stepper.call.entered == at:
            assert f"def {stepper.call.name}(" in marked[0]
    assert len(alts) == stepper.steps + 1
    assert all(there[at] != there[at + 1] for at in range(stepper.steps))
    for options in [{"letters": True}, {"big": True}]:
        stepper = live(Stepper(stepper.subject, **options))
        for at in {1, stepper.steps // 2, stepper.steps}:
            shows(stepper, at)
            check_texts(stepper)


def test_the_source_is_that_of_the_step_without_its_docstring():
    source = written(run("kit: rotate")._source)
    assert Block.rotate.__doc__.split("\n")[0] not in source
    assert "children" in source
    stepper = run("even")
    assert "return True if number == 0" in written(stepper._source)
    stepper.go_to(2)
    assert "def odd(number)" in written(stepper._source)


@pytest.mark.parametrize(("function", "depth"), [
    (Block.rotate, 0), (Block.rotate, 2), (Block.rotate, 3), (Block.rectangles_to_draw, 1),
    (Block.rectangles_to_draw, 2), (Block.rectangles_to_draw, 5)])
def test_letters_in_a_tree_can_be_read(function, depth):
    board = blocky.random_init(0, depth, Random(5))
    board.update_block_locations((0, 0), 512)
    stepper = live(step(function, board, *[1] * (function is Block.rotate), letters=True))
    shows(stepper, stepper.steps)
    check_texts(stepper)
    letters = set(texts_of(panel(stepper, "tree"))) - {"tree"}
    assert letters <= {colour.letter for colour in Colour}
    assert bool(letters) == (depth < 3)


def check_texts(stepper):
    renderer = stepper.live.canvas.get_renderer()
    whole = stepper.figure.bbox
    drawn = []
    renderer.draw_image, draw_image = (
        lambda context, x, y, image: drawn.append((x, y, image.shape)), renderer.draw_image)
    try:
        for ax in stepper.figure.axes:
            for each in ax.artists:
                if isinstance(each, Labels):
                    assert all(size >= 8 for _, _, _, size, _ in each._labels)
                    each.draw(renderer)
    finally:
        renderer.draw_image = draw_image
    for x, y, (height, width, _) in drawn:
        assert x >= 0
        assert x + width <= whole.width
        assert y >= -0.2 * height
        assert y + height <= whole.height + 0.2 * height


# -- sentences -------------------------------------------------------------------------------

@pytest.mark.parametrize(("name", "expected"), [
    ("kit: flatten", {
        0: "before the first call. 9 calls follow, up to 3 open at once.",
        1: "flatten(self=block ()) is called.",
        2: "flatten(self=block (0,)) is called.",
        4: "flatten(self=block (0, 0)) returned [[0]].",
        11: "flatten(self=block (0,)) returned [[1, 0], [1, 3]].",
        18: "flatten(self=block ()) returned 4 by 4 grid."}),
    ("kit: rotate", {
        1: "rotate(self=block (), direction=1) is called.",
        3: "rotate(self=block (0,), …) returned None.",
        9: "rotate(self=block (3, 0), …) is called."}),
    ("kit: get_selected_block", {
        1: "get_selected_block(self=block (), location=(400, 200), level=2) is called.",
        2: "get_selected_block(self=block (0,), …) is called.",
        4: "get_selected_block(self=block (0, 3), …) returned block (0, 3).",
        6: "get_selected_block(self=block (), location=(400, 200), level=2) returned "
           "block (0, 3)."}),
    ("kit: rectangles_to_draw", {
        4: "rectangles_to_draw(self=block (0, 0)) returned 2 rectangles.",
        18: "rectangles_to_draw(self=block ()) returned 14 rectangles."}),
    ("kit: update_block_locations", {
        3: "update_block_locations(self=block (0, 0), position=(384, 0), size=128) is called. "
           "Its position is (0, 0), its size 0.",
        4: "update_block_locations(self=block (0, 0), position=(384, 0), size=128) returned None. "
           "Its position is (384, 0), its size 128."}),
    ("kit: undiscovered_blob_size", {
        1: "undiscovered_blob_size(self=BlobGoal, pos=(2, 0), board=4 by 4 grid, "
           "visited=4 by 4 grid) is called. Cell (2, 0) is red.",
        2: "undiscovered_blob_size(pos=(1, 0), …) is called. Cell (1, 0) is green.",
        3: "undiscovered_blob_size(pos=(1, 0), …) returned 0.",
        5: "undiscovered_blob_size(pos=(2, 0), …) is called. Cell (2, 0) was visited before.",
        7: "undiscovered_blob_size(pos=(4, 0), …) is called. Cell (4, 0) is off the board."}),
    ("kit: random_init", {
        1: "random_init(level=0, max_depth=2, rng=rng) is called.",
        2: "random_init(level=1, …) is called.",
        34: "random_init(level=0, max_depth=2, rng=rng) returned divided block."}),
    ("even", {
        0: "before the first call. 5 calls follow, up to 5 open at once.",
        2: "odd(number=3) is called.",
        5: "even(number=0) is called.",
        6: "even(number=0) returned True."}),
])
def test_what_is_said(name, expected):
    stepper = quick(run(name))
    for at, text in expected.items():
        stepper.go_to(at)
        assert stepper.sentence() == f"Step {at} of {stepper.steps}: {text}"


# -- pictures --------------------------------------------------------------------------------

@pytest.mark.parametrize(("name", "palette"), [("kit: flatten", "safe"), ("flatten", "classic")])
def test_the_grid_grows_as_results_come_back(name, palette):
    stepper = quick(run(name, palette=palette))
    whole = oracle.grid_of(REFERENCE, 2)
    # the order in which leaves come back, and after which steps
    leaves = {4: (0, 0), 6: (0, 1), 8: (0, 2), 10: (0, 3), 13: (1,), 15: (2,), 17: (3,)}
    for at in range(19):
        shows(stepper, at)
        grid = np.full((4, 4), -1)
        for left, path in leaves.items():
            if left <= at:
                place = oracle.square(4, path)
                grid[place] = whole[place]
        assert painted(panel(stepper, "grid so far"), 4, CellsArtist) == paints(grid, palette)
    assert (whole == board_of().flatten()).all()


@given(boards(0, 4), st.sampled_from([Block.flatten, flatten]))
@settings(max_examples=12)
def test_the_grid_at_the_end_is_what_flatten_returns(board, function):
    stepper = quick(step(function, board))
    stepper.last()
    grid = oracle.grid_of(board.to_nested(), board.max_depth)
    assert painted(panel(stepper, "grid so far"), len(grid), CellsArtist) == paints(grid)
    assert np.array_equal(stepper.trace.result, grid)
    assert not stepper.text


@given(boards(1, 3), st.sampled_from([1, 3]))
@settings(max_examples=12)
def test_the_board_at_the_end_is_turned(board, direction):
    before = board.to_nested()
    stepper = quick(step(Block.rotate, board, direction))
    grid = oracle.grid_of(before, board.max_depth)
    stepper.last()
    shown = painted(panel(stepper, "board"), len(grid), BoardArtist)
    assert shown == paints(np.rot90(grid, -1 if direction == 1 else 1))
    assert board.to_nested() == before, "the function got a copy"


def test_a_board_is_pale_until_it_is_reached():
    stepper = quick(run("kit: rotate"))
    stepper.go_to(0)
    pale = {tuple(round(0.2 * part + 0.8 * 255) for part in PALETTES["safe"][colour])
            for colour in Colour}
    shown = painted(panel(stepper, "board"), 4, BoardArtist)
    assert {pixel for row in shown for pixel in row} == pale
    stepper.go_to(3)  # the new first child, green, is done
    shown = painted(panel(stepper, "board"), 4, BoardArtist)
    green = PALETTES["safe"][Colour.GREEN]
    assert [[pixel == green for pixel in row] for row in shown] == [
        [False, False, True, True]] * 2 + [[False] * 4] * 2


@pytest.mark.parametrize("seed", [0, 3])
def test_the_board_grows_to_what_random_init_returns(seed):
    stepper = quick(step(blocky.random_init, 0, 3, Random(seed)))
    grid = blocky.random_init(0, 3, Random(seed)).flatten()
    ax = panel(stepper, "board so far")
    stepper.go_to(1)
    assert painted(ax, 8, BoardArtist) == paints(np.full((8, 8), -1))
    decided = 0
    for at in range(2, stepper.steps + 1):
        stepper.go_to(at)
        shown = painted(ax, 8, BoardArtist)
        known = sum(pixel != WHITE for row in shown for pixel in row)
        assert known >= decided, "what is decided stays"
        decided = known
    assert shown == paints(grid)


@pytest.mark.parametrize(("name", "title"), [
    ("kit: rectangles_to_draw", "rectangles so far"),
    ("kit: update_block_locations", "where positions and sizes say"),
])
def test_what_the_results_make_is_the_board_at_the_end(name, title):
    stepper = quick(run(name))
    ax = panel(stepper, title)
    stepper.last()
    assert painted(ax, 4, BoardArtist) == paints(oracle.grid_of(REFERENCE, 2))
    stepper.go_to(4)  # only the upper right cell is done
    shown = painted(ax, 4, BoardArtist)
    assert shown[0][3] == PALETTES["safe"][Colour.BLUE]
    assert {pixel for row in shown for pixel in row} == {WHITE, shown[0][3]}


@given(nested(3), st.sampled_from(Colour), st.integers(0, 7), st.integers(0, 7), st.booleans())
@settings(max_examples=15)
def test_the_marks_at_the_end_are_those_of_the_blob(board, colour, row, column, by_student):
    grid = oracle.grid_of(board, 3)
    ours = np.full((8, 8), -1)
    BlobGoal(colour).undiscovered_blob_size((row, column), grid, ours)
    if by_student:
        visited = [[-1] * 8 for _ in range(8)]
        stepper = quick(step(undiscovered_blob_size, BlobGoal(colour), (row, column),
                             grid.tolist(), visited))
    else:
        visited = np.full((8, 8), -1)
        stepper = quick(step(BlobGoal(colour).undiscovered_blob_size, (row, column), grid, visited))
    ax = panel(stepper, "visited")
    assert {pixel for line in painted(ax, 8, CellsArtist) for pixel in line} == {WHITE}
    stepper.last()
    signs = {-1: WHITE, 0: GREY, 1: DARK}
    assert painted(ax, 8, CellsArtist) == [[signs[mark] for mark in line] for line in ours.tolist()]
    assert painted(panel(stepper, "board, and the open calls"), 8, CellsArtist) == paints(grid)
    size = int((ours == 1).sum())
    assert stepper.trace.result == size
    assert f"size so far: {size}" in texts_of(stepper.figure.axes[2])
    assert f"0  visited, of another colour: {int((ours == 0).sum())}" in (
        texts_of(stepper.figure.axes[2]))
    assert (np.array(visited) == -1).all(), "the function got a copy"


def test_a_grid_of_the_wrong_size_is_said_to_be_wrong():
    stepper = live(step(flattens_to_nothing, board_of()))
    shows(stepper, stepper.steps - 1)
    texts = {text.get_text() for text in panel(stepper, "grid so far").texts}
    assert texts == {"✗ 1 by 1"}
    shows(stepper, stepper.steps)
    assert [text.get_text() for text in panel(stepper, "grid so far").texts] == ["✗ no grid"]


# -- going through the run -------------------------------------------------------------------

def heights(stepper):
    """Return how many calls are open after each step."""
    found = [0]
    for entered, _ in stepper.trace.steps:
        found.append(found[-1] + (1 if entered else -1))
    return found


def expected_step(at, command, heights):
    """Return where a command leads: by the number of open calls alone."""
    last = len(heights) - 1

    def next_as_low_as(height, start):
        return next((each for each in range(start, last + 1) if heights[each] <= height), last)
    match command:
        case "first":
            return 0
        case "last":
            return last
        case "forward":
            return min(at + 1, last)
        case "back":
            return max(at - 1, 0)
        case "out":
            return next_as_low_as(heights[at] - 1, at + 1) if heights[at] else last
        case "over" if at and heights[at] > heights[at - 1]:  # a call is entered
            return next_as_low_as(heights[at] - 1, at + 1)
        case "over" if at and at < last and heights[at + 1] > heights[at]:
            return next_as_low_as(heights[at], at + 2)
        case "over":
            return min(at + 1, last)
    return int(command)


COMMANDS = ["first", "last", "forward", "back", "over", "out"]


@given(st.data())
@settings(max_examples=12)
def test_going_through_a_run(data):
    name = data.draw(st.sampled_from(["kit: flatten", "fibonacci", "kit: get_selected_block",
                                      "undiscovered_blob_size", "kit: random_init"]))
    stepper = quick(run(name))
    open_calls, at = heights(stepper), 0
    commands = data.draw(st.lists(st.sampled_from(COMMANDS) | st.integers(-3, 40).map(str),
                                  max_size=15))
    for command in commands:
        if command in COMMANDS:
            getattr(stepper, command)()
            at = expected_step(at, command, open_calls)
        else:
            stepper.go_to(int(command))
            at = min(max(int(command), 0), stepper.steps)
        assert stepper.step == stepper.slider.value == at
        assert 0 <= at <= stepper.steps
        check_stack(stepper, open_calls[at])
    assert not stepper.text


def check_stack(stepper, height):
    stack = stepper.trace.stack(stepper.step)
    assert len(stack) == height
    rows = re.findall("<tr.*?</tr>", stepper._stack.value)
    cells = [[html.unescape(re.sub("<[^>]*>", "", cell))
              for cell in re.findall("<td.*?</td>", row)] for row in rows]
    if not stack:
        assert cells == [["No call is open."]]
        return
    assert len(rows) <= 8
    shown = [row for row in cells if row[0]]
    for row in shown:
        call = stack[int(row[0])]
        assert row[1].startswith(call.name)
        below = stack[int(row[0]) + 1] if int(row[0]) + 1 < height else None
        assert row[2] == (f"line {below.line}" if below else "")
    if height <= 8:
        assert [int(row[0]) for row in shown] == list(range(height))
    else:
        assert f"⋮ {height - len(shown)} more" in [row[1] for row in cells]
    assert int(shown[-1][0]) == height - 1
    assert shown[0][0] == "0"


def test_keys_do_what_buttons_do():
    stepper = quick(run("kit: flatten"))
    for name, expected in [("right", 1), ("right", 2), ("left", 1), ("end", 18), ("home", 0),
                           ("right", 1), ("right", 2), ("down", 11), ("up", 18), ("right", 18),
                           ("home", 0), ("left", 0), ("x", 0), ("down", 1), ("down", 18)]:
        press(stepper, name)
        assert stepper.step == expected, name
    press(stepper, "l", " ")
    assert stepper.letters.value
    assert stepper.player.playing
    assert stepper.step == 0, "played from the first"
    press(stepper, " ")
    assert not stepper.player.playing
    buttons = {button.description: button for button in stepper.buttons.values()}
    for name, expected in [("Forward ▶", 1), ("Forward ▶", 2), ("◀ Back", 1), ("Last »", 18),
                           ("« First", 0), ("Forward ▶", 1), ("Forward ▶", 2),
                           ("Over the call", 11), ("Out of it", 18)]:
        buttons[name].click()
        assert stepper.step == expected, name
    for speed, interval in [(1, 1000), (10, 100), (2, 500)]:
        stepper.speed.value = speed
        assert stepper.player.interval == interval
    stepper.slider.value = 11
    assert written(stepper._title).endswith("returned [[1, 0], [1, 3]].")
    assert not stepper.text


def test_a_click_on_a_call_goes_there():
    stepper = live(run("kit: flatten"))
    tree = stepper.figure.axes[-1]
    row = 62
    for node in arrange_calls(stepper.trace, 0).nodes():
        stepper.last()
        for at in (node.call.entered, node.call.left):
            click(stepper, tree, node.x * tree.get_xlim()[1], (node.level + 0.4) * row)
            assert stepper.step == at
            assert stepper.call is node.call
    stepper.last()
    left, right = stepper.figure.axes[0].get_xlim()
    click(stepper, stepper.figure.axes[0], (left + right) / 2, (left + right) / 2)
    assert stepper.step == stepper.steps, "it was beside the calls"
    stepper.first()
    for button, place in [(1, (0, 0)), (3, (400, 20))]:
        click(stepper, tree, *place, button)
        assert stepper.step == 0, "nothing is shown there yet, or it is another button"
    assert not stepper.text


# -- looks -----------------------------------------------------------------------------------

@pytest.mark.parametrize("name", ["kit: flatten", "kit: random_init", "undiscovered_blob_size",
                                  "kit: update_block_locations", "kit: rectangles_to_draw"])
def test_letters_and_palettes_change_what_is_shown(name):
    stepper = live(run(name))
    stepper.go_to(stepper.steps - 1)

    def pixels():
        return bytes(stepper.live.canvas.get_renderer().buffer_rgba())
    seen = {pixels()}
    plain, static = pixels(), {stepper.picture().png()}
    for change in (lambda: press(stepper, "l"),
                   lambda: setattr(stepper.palette, "value", "classic")):
        change()
        seen.add(pixels())
        static.add(stepper.picture().png())
    assert len(seen) == 3
    assert len(static) == (1 if "visited" in stepper.subject.titles else 3)
    stepper.palette.value = "safe"
    press(stepper, "l")
    assert pixels() == plain
    assert not stepper.text


def test_without_source():
    for source in (True, False):
        stepper = run("kit: flatten", source=source)
        stepper.forward()
        assert ("def flatten" in everything(stepper)) == source
        assert "Open calls" in everything(stepper)


def everything(widget):
    """Return the text of a widget and of all in it."""
    return " ".join([str(getattr(widget, "value", "")),
                     *map(everything, getattr(widget, "children", ()))])


def long_winded(number):
    one = number + number + number + number + number + number + number + number + number
    two = number + number + number + number + number + number + number + number + number
    three = number + number + number + number + number + number + number + number + number
    four = number + number + number + number + number + number + number + number + number
    five = number + number + number + number + number + number + number + number + number
    if number > 0:
        return long_winded(number - 1) + one - number
    return one + two + three + four + five


def test_of_a_long_function_the_lines_around_the_step_are_shown():
    stepper = quick(step(long_winded, 2))
    for at in range(stepper.steps + 1):
        stepper.go_to(at)
        lines = written(stepper._source).splitlines()
        assert len(lines) <= 11
        assert all(len(line) <= 5 + 52 for line in lines)
        numbers = [int(line[1:4]) for line in lines if line[:4].strip()]
        assert numbers == list(range(numbers[0], numbers[-1] + 1))
        if at:
            assert sum("▶" in line for line in lines) == 1
    assert "return long_winded(number - 1)" in next(line for line in lines if "▶" in line)
    assert "def long_winded(number):" not in written(stepper._source)


def test_labels_tell_calls_apart():
    stepper = quick(run("kit: random_init"))
    call = stepper.trace.calls[1]
    assert stepper.subject.label(call) == [
        "random_init(level=1, max_depth=2, rng=rng)", "level=1", "1"]
    assert stepper.subject.result(call)[-1] == "✓"
    stepper = quick(run("fibonacci"))
    assert stepper.subject.label(stepper.trace.calls[1]) == [
        "fibonacci(number=4)", "number=4", "4"]
    assert stepper.subject.result(stepper.trace.calls[0]) == ["5"]


def test_source_that_cannot_be_read():
    space = {}
    exec("def count(n):\n    return n and 1 + count(n - 1)", space)
    stepper = live(step(space["count"], 3))
    for at in range(stepper.steps + 1):
        shows(stepper, at)
    assert stepper._source.value == "The source of this function cannot be read."


def test_a_picture_stands_for_the_stepper_where_no_widget_can(any_run):
    before = any_run.step
    picture = any_run.picture()
    assert any_run.step == before
    assert picture.png() == any_run.picture().png()
    name = any_run.trace.calls[0].name
    assert picture.alt.startswith(f"A run of {name}")
    assert f"{len(any_run.trace.calls)} calls made, 0 of them open" in picture.alt
    if any_run.subject.widths:
        assert f", steps {', '.join(map(str, any_run.key_moments()))}. " in picture.alt
    bundle = any_run._repr_mimebundle_()
    assert base64.b64decode(bundle["image/png"]) == picture.png()
    assert bundle["text/plain"] == picture.alt
    assert picture.figure.get_figwidth() * 100 <= 900


# -- runs that go wrong ----------------------------------------------------------------------

ENDLESS_BLOB = (BlobGoal(1), (0, 0), [[1] * 4 for _ in range(4)], [[-1] * 4 for _ in range(4)])


@pytest.mark.parametrize(("function", "args", "limits", "said"), [
    (no_base_case, (0,), {}, "The stack was full"),
    (even, (30.5,), {"calls": 60}, "The run was stopped after 60 calls."),
    (endless, (0,), {"seconds": 0.3}, "The run was stopped after 0.3 seconds."),
    (fibonacci, (30,), {"calls": 300}, "The run was stopped after 300 calls."),
    (forgets_visited, ENDLESS_BLOB, {}, "The stack was full"),
    (forgets_visited, ENDLESS_BLOB, {"calls": 80}, "The run was stopped after 80 calls."),
])
def test_a_runaway_is_shown_as_far_as_it_went(function, args, limits, said):
    stepper = live(step(function, *args, **limits))
    assert stepper.text.startswith(said)
    assert stepper.text.endswith("What it did until then is shown.")
    assert 'role="alert"' in stepper.message.value
    steps = stepper.steps
    assert steps >= 1
    for at in {1, 2, steps // 3, steps // 2, steps - 1, steps}:
        shows(stepper, at)
        check_texts(stepper)
        check_stack(stepper, heights(stepper)[stepper.step])
    for move in (stepper.first, stepper.over, stepper.over, stepper.first, stepper.forward,
                 stepper.out, stepper.last):
        move()
    assert stepper.step == steps
    assert stepper.picture().png().startswith(b"\x89PNG")


def test_a_function_that_raises():
    stepper = live(step(divides_by_zero, 2))
    assert stepper.text == ("The function raised ZeroDivisionError: integer division or modulo by "
                            "zero. The last steps show where.")
    assert [call.arguments["number"] for call in stepper.trace.calls] == [2, 1, 0]
    shows(stepper, 4)
    assert stepper.sentence() == (
        "Step 4 of 6: divides_by_zero(number=0) raised ZeroDivisionError: integer division or "
        "modulo by zero.")
    shows(stepper, 6)
    marked = next(line for line in written(stepper._source).splitlines() if "▶" in line)
    assert "return 1 // number" in marked


def test_what_a_function_changes_does_not_falsify_its_record():
    items = [1, 2, 3]
    stepper = quick(step(empties, items))
    assert items == [1, 2, 3]
    for at, expected in [(8, "[1, 2, 3]"), (1, "[1, 2, 3]"), (2, "[1, 2]"), (4, "[]")]:
        stepper.go_to(at)
        assert f"empties(items={expected})" in stepper.sentence()


def test_a_board_is_shown_as_it_was_at_each_step():
    board = board_of()
    stepper = quick(step(reddens, board))
    assert board.to_nested() == REFERENCE
    red = PALETTES["safe"][Colour.RED]
    counts = []
    for at in [*range(stepper.steps + 1), 0]:
        stepper.go_to(at)
        shown = painted(panel(stepper, "board"), 4, BoardArtist)
        counts.append(sum(pixel == red for row in shown for pixel in row))
    assert counts[-2] == 16
    assert counts[0] == counts[-1] == 0, "what was not reached is pale"
    assert counts[:-1] == sorted(counts[:-1])


def test_arguments_that_are_one_thing_stay_one_thing():
    rows = [[-1, -1], [-1, -1]]

    def same(one, other, number):
        one[0][0] = number
        return other[0][0] if number == 0 else same(one, other, number - 1)
    assert step(same, rows, rows, 2).trace.result == 0
    assert rows == [[-1, -1], [-1, -1]]


@pytest.mark.parametrize(("function", "args", "error", "said"), [
    (len, ([1],), TypeError, "is not a function written in Python"),
    (3, (), TypeError, "the function cannot be called with what step was given: "),
    (flatten, (board_of(), "pastel"), ValueError, "'pastel' is not a palette"),
    (flatten, (), TypeError, "flatten cannot be called with what step was given: "
                             "missing a required argument: 'block'."),
    (flatten, (1, 2), TypeError, "flatten cannot be called with what step was given: "
                                 "too many positional arguments."),
    (counts_up, (3,), TypeError, "counts_up contains a yield or an await."),
])
def test_what_cannot_be_stepped_is_refused(function, args, error, said):
    options = {"palette": args[1]} if error is ValueError else {}
    with pytest.raises(error, match=re.escape(said)):
        step(function, *args[:1 if options else None], **options)


def test_a_run_without_a_call():
    stepper = live(step(fibonacci, 3, calls=0))
    assert stepper.steps == 0
    assert stepper.sentence() == "No call was recorded."
    assert stepper.text.startswith("The run was stopped after 0 calls.")
    for move in (stepper.first, stepper.last, stepper.forward, stepper.back, stepper.over,
                 stepper.out, stepper.refresh, stepper.play):
        move()
    assert stepper.step == 0
    assert stepper.picture().png().startswith(b"\x89PNG")


# -- a game of which the kit knows nothing ----------------------------------------------------

class Heap:
    """A position of a game: players take one or two of what is left."""

    def __init__(self, left):
        self.left = left

    def copy(self):
        return Heap(self.left)


@draw_value.register
def _(value: Heap, ax, **looks):
    ax.set_title(f"{value.left} left")
    return f"a heap of {value.left}"


def wins(heap):
    for taken in (1, 2):
        if heap.left >= taken:
            heap.left -= taken
            lost = not wins(heap)
            heap.left += taken
            if lost:
                return True
    return False


def after_best(heap):
    if heap.left < 2:
        return heap
    return after_best(Heap(heap.left - 2))


@pytest.mark.parametrize(("function", "titles", "expected"), [
    (wins, ["what the call is given"], ["32100100210013"]),
    (after_best, ["what the call is given", "what it returns"], ["531135", "   111"])],
    ids=["one is changed", "copies"])
def test_what_can_be_drawn_is_shown_as_it_was(function, titles, expected):
    heap = Heap(int(expected[0][0]))
    stepper = live(step(function, heap))
    assert f"{heap.left}" == expected[0][0], "the function got a copy"
    assert isinstance(stepper.subject, DrawnSubject)
    assert list(stepper.subject.titles) == titles
    for at, left in enumerate(zip(*expected, strict=True), start=1):
        shows(stepper, at)
        shown = [ax.get_title() for ax in stepper.figure.axes[:len(titles)]]
        assert shown == [f"{number} left" if number.strip() else "" for number in left]
    assert stepper.step == stepper.steps
    stepper.go_to(2)
    assert f" {function.__name__}(heap=Heap) is called." in stepper.sentence()
    assert stepper.picture().png().startswith(b"\x89PNG")


# -- unusual sizes and values ----------------------------------------------------------------

def inside_itself():
    board = board_of()
    board.children[0].children[0] = board
    return board


def missing_child():
    board = board_of()
    del board.children[2]
    return board


@pytest.mark.parametrize(("function", "args"), [
    (Block.flatten, (Block(0, 0, Colour.RED),)),
    (flatten, (Block(0, 5, Colour.RED),)),
    (Block.rotate, (blocky.random_init(0, 7, Random(1)), 3)),
    (Block.flatten, (blocky.random_init(0, 7, Random(1)),)),
    (Block.get_selected_block, (blocky.random_init(0, 7, Random(1)), (5, 5), 3)),
    (Block.get_selected_block, (board_of(), (-900, 9999), 2)),
    (Block.rectangles_to_draw, (Block(0, 0, Colour.RED),)),
    (blocky.random_init, (0, 0, Random(1))),
    (blocky.random_init, (2, 4, Random(1))),
    (Block.update_block_locations, (board_of(), (0, 0), 3)),
    (Block.rotate, (board_of(), 7)),
    (flatten, (inside_itself(),)),
    (flatten, (missing_child(),)),
    (BlobGoal(1).undiscovered_blob_size, ((0, 0), np.array([[1]]), np.array([[-1]]))),
    (BlobGoal(1).undiscovered_blob_size, ((5, 9), np.array([[1]]), np.array([[-1]]))),
    (BlobGoal(1).undiscovered_blob_size, ((0, 0), np.ones((20, 20), int), -np.ones((20, 20), int))),
    (undiscovered_blob_size, (BlobGoal(1), (0, 0), [[1, 2], [3]], [[-1, -1], [-1]])),
    (undiscovered_blob_size, (BlobGoal(1), (0, 0), [[1, 7], [3, 1]], [[-1, -1], [-1, -1]])),
    (undiscovered_blob_size, (BlobGoal(1), (0, 0), [[1, 1], [3, 1]], [[0, 0], [0, 0]])),
    (fibonacci, (13,)),
    (fibonacci, (1,)),
    (even, (200,)),
    (even, ("x" * 500,)),
    (flatten, (None,)),
], ids=lambda value: getattr(value, "__name__", ""))
def test_unusual_runs_are_shown(function, args):
    stepper = live(step(function, *args))
    for at in {0, stepper.steps // 2, stepper.steps}:
        shows(stepper, at)
        check_texts(stepper)
    assert stepper.picture().png().startswith(b"\x89PNG")
    assert bool(stepper.text) == bool(stepper.trace.stopped or stepper.trace.error)


def test_html_in_values_is_shown_as_text():
    def shorter(text):
        return text if not text else shorter(text[1:])
    stepper = quick(step(shorter, "<b>&"))
    for at in range(stepper.steps + 1):
        stepper.go_to(at)
        assert "<b>&" not in stepper._title.value + stepper._stack.value
    stepper.go_to(1)
    assert "shorter(text='<b>&')" in written(stepper._title)
    assert "shorter(text='<b>&')" in written(stepper._stack)
