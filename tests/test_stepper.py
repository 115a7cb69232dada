"""The stepper shows pictures, a sentence, the stack and the source at every step of a run."""

import html
import re
from random import Random

import numpy as np
import pytest

import blocky.blue.widgets
from blocky import BlobGoal, Block, Colour
from blocky.draw.looks import PALETTES, BoardArtist
from blocky.kit.draw.calls import arrange_calls
from blocky.kit.draw.cells import CellsArtist
from blocky.kit.widgets import stepper
from blocky.kit.widgets.subjects import DrawnSubject, Subject
from blocky.widgets import step
from blocky.widgets.subjects import WalkSubject
from tests.answers import but, solved
from tests.panels import click, told
from tests.pictures import assert_inside
from tests.strategies import REFERENCE
from tests.test_trace import (
    awaits,
    divides_by_zero,
    down,
    endless,
    even,
    fibonacci,
    kept_by_hand,
    no_base_case,
    remembered,
)

WHITE, GREY, DARK = (255, 255, 255), (190, 190, 190), (40, 40, 40)
SAFE = PALETTES["safe"]
GRID = Block.from_nested(REFERENCE, 2).flatten()

pytestmark = pytest.mark.usefixtures("drawn_on_demand")


flatten = solved("blocky/06_flatten").flatten
undiscovered_blob_size = solved("blocky/07_blob").undiscovered_blob_size
forgets_visited = but(undiscovered_blob_size, {
    "    if visited[row][column] != -1:\n        return 0\n": ""})


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
    if number < 3:
        yield from counts_up(number + 1)


async def later(number):
    yield number


def board_of(size=512):
    return Block.from_nested(REFERENCE, 2, size)


def grids(kind=np.array):
    return kind(GRID.tolist()), kind([[-1] * 4 for _ in range(4)])


RUNS = {
    "kit: random_init": (blocky.random_init, lambda: (0, 2, Random(7))),
    "kit: update_block_locations": (Block.update_block_locations,
                                    lambda: (board_of(0), (0, 0), 512)),
    "kit: rectangles_to_draw": (Block.rectangles_to_draw, lambda: (board_of(),)),
    "kit: get_selected_block": (Block.get_selected_block, lambda: (board_of(), (400, 200), 2)),
    "kit: rotate": (Block.rotate, lambda: (board_of(), 1)),
    "kit: flatten": (Block.flatten, lambda: (board_of(),)),
    "kit: undiscovered_blob_size": (BlobGoal(1).undiscovered_blob_size, lambda: ((2, 0), *grids())),
    "undiscovered_blob_size": (undiscovered_blob_size,
                               lambda: (BlobGoal(1), (2, 0), *grids(list))),
    "reddens": (reddens, lambda: (board_of(),)),
    "fibonacci": (fibonacci, lambda: (5,)),
    "even": (even, lambda: (4,)),
    "counts_up": (counts_up, lambda: (1,)),
    "remembered": (remembered, lambda: (4,)),
    "called twice": (down, lambda: (2,)),
    "coroutine": (awaits, lambda: (2,)),
}


def run(name, **options):
    function, args = RUNS[name]
    return step(function, *args(), **options)


def live(stepper):
    """Make a stepper draw as it does on a page; return it."""
    stepper.live.canvas.syncing_data_url = False
    stepper.live.redraw = stepper.live.canvas.draw
    stepper.live.redraw()
    return stepper


def shows(stepper, at):
    """Go to a step, and assert that no error is reported there."""
    before = stepper.text
    stepper.go_to(at)
    assert stepper.text == before


def check_texts(stepper):
    assert all(text.size >= 8 for text in assert_inside(stepper.picture(), by=1))


def written(widget):
    return html.unescape(re.sub("<[^>]*>", "", widget.value))


def panel(stepper, title):
    return stepper.figure.axes[stepper.subject.titles.index(title)]


def painted(ax, side, kind):
    """Return the colours of the ``side`` by ``side`` cells of a picture, beside their texts."""
    artist, = (each for each in ax.artists if isinstance(each, kind))
    image = artist.paint(40 * side, 40 * side)[10::40, 10::40, :3]
    return [[tuple(pixel) for pixel in row] for row in image.tolist()]


def paints(grid):
    """Return the colours of the cells of a grid; cells with -1 are white."""
    return [[WHITE if number == -1 else SAFE[Colour(number)] for number in row]
            for row in grid.tolist()]


@pytest.mark.parametrize("name", ["kit: random_init", "kit: get_selected_block", "even"])
def test_every_step_is_shown_forwards_and_backwards(name):
    stepper = live(run(name))
    there = {}
    for at in [*range(stepper.steps + 1), *range(stepper.steps, -1, -5)]:
        shows(stepper, at)
        assert stepper.step == stepper.slider.value == at
        assert stepper.sentence().startswith(f"Step {at} of {stepper.steps}: ")
        assert written(stepper._title) == stepper.sentence()
        assert stepper.alt.startswith(stepper.sentence())
        looks = stepper.alt, bytes(stepper.live.canvas.get_renderer().buffer_rgba())
        assert there.setdefault(at, looks) == looks, "it does not depend on the way there"
        marked = [line for line in written(stepper._source).splitlines() if "▶" in line]
        assert len(marked) == (at > 0)
        if at and stepper.call.entered == at:
            assert f"def {stepper.call.name}(" in marked[0]
    assert len({alt for alt, _ in there.values()}) == stepper.steps + 1
    assert all(there[at] != there[at + 1] for at in range(stepper.steps))
    check_texts(stepper)


def test_the_source_is_that_of_the_step_without_its_docstring():
    source = written(run("kit: rotate")._source)
    assert Block.rotate.__doc__.split("\n")[0] not in source
    assert "children" in source
    stepper = run("even")
    assert "return True if number == 0" in written(stepper._source)
    stepper.go_to(2)
    assert "def odd(number)" in written(stepper._source)


@pytest.mark.parametrize(("name", "at", "said"), [
    ("kit: flatten", 0, "before the first call. 9 calls follow, with up to 3 open at the same "
                        "time."),
    ("kit: flatten", 2, "flatten(self=block (0,)) is called."),
    ("kit: flatten", 11, "flatten(self=block (0,)) returned [[1, 0], [1, 3]]."),
    ("kit: rotate", 3, "rotate(self=block (0,), …) returned None."),
    ("kit: get_selected_block", 4, "get_selected_block(self=block (0, 3), …) returned "
                                   "block (0, 3)."),
    ("kit: rectangles_to_draw", 4, "rectangles_to_draw(self=block (0, 0)) returned 2 rectangles."),
    ("kit: update_block_locations", 4,
     "update_block_locations(self=block (0, 0), position=(384, 0), size=128) returned None. "
     "Its position is (384, 0), its size 128."),
    ("kit: undiscovered_blob_size", 2,
     "undiscovered_blob_size(pos=(1, 0), …) is called. Cell (1, 0) is green."),
    ("kit: undiscovered_blob_size", 5,
     "undiscovered_blob_size(pos=(2, 0), …) is called. Cell (2, 0) has already been visited."),
    ("kit: undiscovered_blob_size", 7,
     "undiscovered_blob_size(pos=(4, 0), …) is called. Cell (4, 0) is off the board."),
    ("kit: random_init", 34, "random_init(level=0, max_depth=2, rng=rng) returned divided block."),
    ("even", 2, "odd(number=3) is called."),
])
def test_what_is_said(name, at, said):
    stepper = run(name)
    stepper.go_to(at)
    assert stepper.sentence() == f"Step {at} of {stepper.steps}: {said}"


@pytest.mark.parametrize(("name", "title", "kind", "expected"), [
    ("kit: flatten", "grid so far", CellsArtist, paints(GRID)),
    ("kit: rotate", "board", BoardArtist, paints(np.rot90(GRID, -1))),
    ("reddens", "board", BoardArtist, paints(np.full((4, 4), Colour.RED))),
    ("kit: random_init", "board so far", BoardArtist,
     paints(blocky.random_init(0, 2, Random(7)).flatten())),
    ("kit: rectangles_to_draw", "rectangles so far", BoardArtist, paints(GRID)),
    ("kit: update_block_locations", "drawn from positions and sizes", BoardArtist, paints(GRID)),
    *((name, "visited", CellsArtist, None)
      for name in ("kit: undiscovered_blob_size", "undiscovered_blob_size")),
], ids=lambda value: value if isinstance(value, str) else "")
def test_what_is_done_is_painted_step_by_step_until_it_is_whole(name, title, kind, expected):
    stepper = run(name)
    if expected is None:
        grid, visited = grids()
        BlobGoal(1).undiscovered_blob_size((2, 0), grid, visited)
        expected = [[[WHITE, GREY, DARK][mark + 1] for mark in row] for row in visited.tolist()]
    right = []
    for at in range(1, stepper.steps + 1):
        stepper.go_to(at)
        shown = painted(panel(stepper, title), 4, kind)
        right.append(sum(one == other for row, whole in zip(shown, expected, strict=True)
                         for one, other in zip(row, whole, strict=True)))
    assert right == sorted(right), "what is done stays"
    assert len({*right}) > 3
    assert right[-1] == 16


def test_a_grid_of_the_wrong_size_is_said_to_be_wrong():
    stepper = live(step(flattens_to_nothing, board_of()))
    for at, said in [(stepper.steps - 1, "✗ 1 by 1"), (stepper.steps, "✗ no grid")]:
        shows(stepper, at)
        assert {text.get_text() for text in panel(stepper, "grid so far").texts} == {said}


@pytest.mark.parametrize(("name", "at", "over", "out"), [
    ("kit: flatten", 0, 1, 18), ("kit: flatten", 1, 18, 18), ("kit: flatten", 2, 11, 11),
    ("kit: flatten", 3, 4, 4), ("kit: flatten", 4, 6, 11), ("kit: flatten", 10, 11, 11),
    ("kit: flatten", 11, 13, 18), ("kit: flatten", 17, 18, 18), ("kit: flatten", 18, 18, 18),
    ("kit: get_selected_block", 2, 5, 5), ("even", 3, 8, 8), ("fibonacci", 2, 19, 19),
])
def test_one_goes_over_a_call_and_out_of_it(name, at, over, out):
    stepper = run(name)
    for go, to in [(stepper.over, over), (stepper.out, out)]:
        stepper.go_to(at)
        check_stack(stepper)
        go()
        assert stepper.step == to
        check_stack(stepper)


def check_stack(stepper):
    """Assert that the table lists the open calls with their lines, the last call at the end."""
    stack = stepper.trace.stack(stepper.step)
    cells = [[html.unescape(re.sub("<[^>]*>", "", cell))
              for cell in re.findall("<td.*?</td>", row)]
             for row in re.findall("<tr.*?</tr>", stepper._stack.value)]
    if not stack:
        assert cells == [["No calls are open."]]
        return
    shown = [row for row in cells if row[0]]
    assert (shown[0][0], shown[-1][0]) == ("0", f"{len(stack) - 1}")
    for number, name, line in shown:
        below = stack[int(number) + 1:][:1]
        assert name.startswith(stack[int(number)].name)
        assert line == "".join(f"line {call.line}" for call in below)
    assert len(cells) <= 8
    left_out = len(stack) - len(shown)
    assert left_out == 0 or f"⋮ {left_out} more" in [row[1] for row in cells]


def test_a_click_on_a_call_goes_there():
    stepper = live(run("kit: flatten"))
    tree = stepper.figure.axes[-1]
    row = 62
    for node in arrange_calls(stepper.trace, 0).nodes()[::3]:
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


def test_the_source_can_be_left_out():
    stepper = run("kit: flatten", source=False)
    stepper.forward()
    assert "def flatten" not in " ".join(told(stepper))


def test_of_a_long_function_the_lines_around_the_step_are_shown():
    stepper = run("undiscovered_blob_size")
    for at in range(stepper.steps + 1):
        stepper.go_to(at)
        lines = written(stepper._source).splitlines()
        assert len(lines) <= 11
        assert all(len(line) <= 5 + 52 for line in lines)
        numbers = [int(line[1:4]) for line in lines if line[:4].strip()]
        assert numbers[1:] == list(range(numbers[1], numbers[-1] + 1)), "but for the docstring"
        if at:
            assert sum("▶" in line for line in lines) == 1
    assert "return size" in next(line for line in lines if "▶" in line)
    assert "def undiscovered_blob_size" not in written(stepper._source)


def test_source_that_cannot_be_read():
    space = {}
    exec("def count(n):\n    return n and 1 + count(n - 1)", space)
    stepper = live(step(space["count"], 3))
    for at in range(stepper.steps + 1):
        shows(stepper, at)
    assert stepper._source.value == "The source of this function can't be read."


ENDLESS_BLOB = (BlobGoal(1), (0, 0), [[1] * 4 for _ in range(4)], [[-1] * 4 for _ in range(4)])


@pytest.mark.parametrize(("function", "args", "limits", "said"), [
    (no_base_case, (0,), {}, "The stack was full"),
    (endless, (0,), {"seconds": 0.3}, "The run was stopped after 0.3 seconds."),
    (forgets_visited, ENDLESS_BLOB, {"calls": 80}, "The run was stopped after 80 calls."),
])
def test_a_runaway_is_shown_as_far_as_it_went(function, args, limits, said):
    stepper = live(step(function, *args, **limits))
    assert stepper.text == f"{stepper.trace.stopped} You can see what happened before that."
    assert stepper.text.startswith(said)
    assert 'role="alert"' in stepper.message.value
    for at in {1, stepper.steps // 2, stepper.steps}:
        shows(stepper, at)
        check_stack(stepper)
        check_texts(stepper)


def test_a_function_that_raises():
    stepper = live(step(divides_by_zero, 2))
    assert stepper.text == ("The function raised ZeroDivisionError: integer division or modulo by "
                            "zero. The last steps show where.")
    shows(stepper, 4)
    assert stepper.sentence() == (
        "Step 4 of 6: divides_by_zero(number=0) raised ZeroDivisionError: integer division or "
        "modulo by zero.")
    shows(stepper, 6)
    assert re.search(r"▶.*return 1 // number", written(stepper._source))


def test_arguments_that_are_one_thing_stay_one_thing():
    rows = [[-1, -1], [-1, -1]]

    def same(one, other, number):
        one[0][0] = number
        return other[0][0] if number == 0 else same(one, other, number - 1)
    assert step(same, rows, rows, 2).trace.result == 0
    assert rows == [[-1, -1], [-1, -1]]


@pytest.mark.parametrize(("function", "args", "said"), [
    (len, ([1],), "isn't a function written in Python"),
    (int, ([1],), "isn't a function written in Python"),
    (3, (), "Call step with a function and then its arguments, as in step(fib, 5). You passed 3."),
    (flatten, (), "flatten can't be called with these arguments: missing a required argument: "
                  "'block'."),
    (flatten, (1, 2), "flatten can't be called with these arguments: too many positional "
                      "arguments."),
    (later, (3,), "later is an asynchronous generator."),
])
def test_what_cannot_be_stepped_is_refused(function, args, said):
    with pytest.raises(TypeError, match=re.escape(said)):
        step(function, *args)


def test_a_generator_and_a_cache_are_explained():
    stepper = live(run("counts_up"))
    shows(stepper, stepper.steps)
    assert "It yielded [1, 2, 3]." in stepper.sentence()
    for _ in range(2):
        stepper = live(run("remembered"))
        assert len(stepper.trace.calls) == 5
        assert stepper.text.startswith("remembered has a cache, which was emptied before the run.")
        assert 'role="status"' in stepper.message.value


def test_a_function_whose_own_lines_never_run():
    kept_by_hand(3)
    stepper = live(step(kept_by_hand, 3))
    assert stepper.sentence().startswith("kept_by_hand returned 2 without running its own lines")
    assert "No calls were recorded" not in written(stepper._title)
    stepper = live(step(remembered, [1]))
    assert stepper.text == ("The function raised TypeError: unhashable type: 'list' before any of "
                            "its own lines ran.")


def test_an_object_that_can_be_called_is_copied_like_an_argument():
    class Down:
        def __init__(self):
            self.seen = []

        def __call__(self, number):
            self.seen.append(number)
            return number and self(number - 1)

    down = Down()
    assert len(step(down, 2).trace.calls) == 3
    assert down.seen == []


def test_a_run_without_a_call():
    stepper = live(step(fibonacci, 3, calls=0))
    assert stepper.steps == 0
    assert stepper.sentence() == "No calls were recorded."
    assert stepper.text.startswith("The run was stopped after 0 calls.")
    for move in (stepper.forward, stepper.over, stepper.out, stepper.last, stepper.play):
        move()
    assert stepper.step == 0
    check_texts(stepper)


inside_itself, missing_child = board_of(), board_of()
inside_itself.children[0].children[0] = inside_itself
del missing_child.children[2]


@pytest.mark.parametrize(("function", "args"), [
    (Block.rotate, (blocky.random_init(0, 7, Random(1)), 3)),
    (Block.rotate, (board_of(), 7)),
    (Block.get_selected_block, (board_of(), (-900, 9999), 2)),
    (Block.rectangles_to_draw, (Block(0, 0, Colour.RED),)),
    (blocky.random_init, (0, 0, Random(1))),
    (Block.update_block_locations, (board_of(), (0, 0), 3)),
    (flatten, (Block(0, 5, Colour.RED),)),
    (flatten, (inside_itself,)),
    (flatten, (missing_child,)),
    (flatten, (None,)),
    (BlobGoal(1).undiscovered_blob_size, ((5, 9), np.array([[1]]), np.array([[-1]]))),
    (BlobGoal(1).undiscovered_blob_size, ((0, 0), np.ones((20, 20), int), -np.ones((20, 20), int))),
    (undiscovered_blob_size, (BlobGoal(1), (0, 0), [[1, 2], [3]], [[-1, -1], [-1]])),
    (undiscovered_blob_size, (BlobGoal(1), (0, 0), [[1, 7], [3, 1]], [[-1, -1], [-1, -1]])),
    (even, (200,)),
    (even, ("x" * 500,)),
], ids=lambda value: getattr(value, "__name__", ""))
def test_unusual_runs_are_shown(function, args):
    stepper = live(step(function, *args))
    for at in {0, stepper.steps // 2, stepper.steps}:
        shows(stepper, at)
        check_texts(stepper)
    assert bool(stepper.text) == bool(stepper.trace.stopped or stepper.trace.error)


def test_html_in_values_is_shown_as_text():
    def shorter(text):
        return text if not text else shorter(text[1:])
    stepper = step(shorter, "<b>&")
    stepper.go_to(1)
    for widget in (stepper._title, stepper._stack):
        assert "<b>&" not in widget.value
        assert "shorter(text='<b>&')" in written(widget)


def test_only_the_stepper_of_its_game_knows_what_plain_rows_show():
    def blob(pos, board, visited):
        return 0

    args = (0, 0), [[1, 0], [0, 1]], [[-1, -1], [-1, -1]]
    assert isinstance(step(blob, *args).subject, WalkSubject)
    assert type(stepper.step(blob, *args).subject) is Subject
    wall, words = [["r", "b"], [".", "w"]], [["r", "b"], ["yes", "no"]]
    drawn = blocky.blue.widgets.step(lambda rows: rows, wall).subject
    assert isinstance(drawn, DrawnSubject)
    for stepped, rows in ((step, wall), (stepper.step, wall), (blocky.blue.widgets.step, words)):
        assert type(stepped(lambda rows: rows, rows).subject) is Subject
