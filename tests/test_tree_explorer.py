"""The tree explorer shows any tree, marks what is chosen and what is broken, and changes it."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from matplotlib.figure import Figure

from blocky import Action, Block, Colour, draw, random_init
from blocky.block import PLACES
from blocky.draw.board_tree import MOST_LEVELS, layout
from blocky.draw.linked import LinkedBoard, places_on_board
from blocky.invariants import broken_invariants
from blocky.widgets.block_text import attributes
from blocky.widgets.breakages import BREAKAGES
from blocky.widgets.tree_explorer import explore_tree
from tests.panels import click, point, press, scroll, words
from tests.strategies import REFERENCE, boards, boards_and_paths

DONE = "Broken at block"
LINKED = LinkedBoard(Figure((8, 3)))


pytestmark = [
    pytest.mark.usefixtures("drawn_on_demand"),
    # What stops a change is lost where Python collects garbage; then it comes once more.
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    monkeypatch.setattr("blocky.widgets.tree_explorer.SECONDS", 0.1)


def on_reference(size=512, **settings):
    return explore_tree(Block.from_nested(REFERENCE, 2, size), seed=1, **settings)


def break_it(explorer, name):
    explorer.breakage.value = name
    explorer.buttons["break"].click()


def state(explorer):
    board = explorer.board
    try:
        nested = board.to_nested()
    except Exception:
        nested = None
    return (nested, explorer.path, len(explorer.changes), len(explorer.changes._after),
            [str(problem) for problem in explorer.problems])


def check(explorer):
    """Assert that the explorer shows its tree, with the chosen block marked."""
    linked, path = explorer.linked, explorer.path
    assert list(linked.nodes) == list(layout(explorer.board))
    assert path in linked.nodes
    shown = words(explorer._table)
    for name, value in attributes(explorer.linked, explorer.path).items():
        assert name in shown
        assert " ".join(value.split()) in shown
        assert f"{name}: {value}" in explorer.live._companion.label
    assert len(linked.marks["way"]) == len(path)
    assert len(linked.marks["on way"]) == len(path) + 1
    assert len(linked.marks["chosen"]) == (path in linked.places)
    listed = words(explorer._list)
    if not explorer.problems:
        assert listed == "✓ Every invariant holds in this tree."
        assert list(broken_invariants(explorer.board)) == []
    for problem in explorer.problems:
        assert " ".join(str(problem).split())[:200] in listed
    marked = {problem.path for problem in explorer.problems} & set(linked.places)
    assert len(linked.marks["wrong"]) == len(marked)
    assert explorer.buttons["undo"].disabled == (not explorer.changes)
    assert explorer.buttons["redo"].disabled == (not explorer.changes._after)
    assert explorer.buttons["problem"].disabled == (not explorer.problems)


# -- the layout of a tree ------------------------------------------------------------------

@given(boards(max_depth=5))
def test_the_nodes_of_a_board_are_its_blocks_and_lie_where_the_grid_has_their_colours(board):
    nodes, side = layout(board), 2**board.max_depth
    assert [node.block for node in nodes.values()] == list(board.blocks())
    places, grid = places_on_board(nodes, side), board.flatten()
    assert set(places) == set(nodes)
    for path, node in nodes.items():
        x, y, size = places[path]
        assert board.at(path) is node.block
        assert not path or node.above is nodes[path[:-1]]
        assert not node.cut
        assert size == side / 2**len(path)
        if not node.children:
            part = grid[int(y):int(y + size), int(x):int(x + size)]
            assert part.size == size**2
            assert (part == node.block.colour).all()


def cyclic():
    board = Block.from_nested(REFERENCE, 2, 512)
    board.children[0].children[1] = board
    return board


def shared_again_and_again():
    block = Block(12, 12, Colour.RED)
    for level in range(11, -1, -1):
        block = Block(level, 12, None, [block] * 4)
    return block


def chain(length=40):
    top = block = Block(0, 12)
    for level in range(1, length):
        block.children = [Block(level, 12)]
        block = block.children[0]
    return top


def odd(**attributes):
    board = Block.from_nested(REFERENCE, 2, 512)
    vars(board.children[0]).update(attributes)
    return board


TREES = {
    "contains itself": cyclic(), "shared again and again": shared_again_and_again(),
    "chain": chain(), "no children at all": odd(children=None), "a tuple": odd(children=(1, 2)),
    "numbers": odd(children=[1, None, "x"]), "no level": odd(level=None),
    "level is a text": odd(level="1"), "no size": odd(size=None), "size is a text": odd(size="x"),
    "negative size": odd(size=-5), "no position": odd(position=None),
    "position of one number": odd(position=(1,)), "far away": odd(position=(9999, -9999)),
    "a colour of another game": odd(colour=17), "a colour's name": odd(colour="red"),
    "no max_depth": odd(max_depth=None), "huge max_depth": odd(max_depth=10**5),
    "five children": odd(children=[Block(2, 2, 1) for _ in range(5)]),
    "one leaf": Block(0, 0, Colour.RED), "empty": Block(0, 0), "nothing set": Block(),
    "unplaced": Block.from_nested(REFERENCE, 2),
    "top without level": Block(None, 3, 1), "parent is a text": odd(parent="me"),
}


@pytest.mark.parametrize("name", TREES)
def test_any_tree_is_shown_and_survives_whatever_is_done(name):
    explorer = explore_tree(TREES[name], seed=1)
    check(explorer)
    for step in [explorer.first_child, lambda: explorer.sibling(1), explorer.first_child,
                 explorer.next_problem, explorer.parent, lambda: explorer.change_level(1),
                 explorer.next_colour, lambda: press(explorer, "l")]:
        explorer.attempt(step)
        check(explorer)
    for path, keys in [((0,), "dhsc1pbzy"), ((), "dsbz")]:
        if path in explorer.linked.nodes:
            explorer.select(path)
            press(explorer, *keys)
            check(explorer)
    assert explorer.picture().png().startswith(b"\x89PNG")


def test_a_tree_without_end_is_drawn_to_an_end():
    nodes = layout(cyclic())
    assert len(nodes) == 9
    assert nodes[0, 1].cut
    assert len(layout(shared_again_and_again())) == 1 + 4 + 11 * 16
    shared = Block(0, 2, None, [Block(1, 2, None, [Block(2, 2, 1) for _ in range(4)])] * 4)
    assert len(layout(shared)) == 21, "a block that is all four children is drawn four times"
    deep = layout(chain(100))
    assert max(map(len, deep)) == MOST_LEVELS
    assert [path for path, node in deep.items() if node.cut] == [(0,) * MOST_LEVELS]
    assert len(layout(Block.from_nested(REFERENCE, 2), most=6)) == 5


def test_a_block_with_a_wrong_place_is_drawn_there():
    board = Block.from_nested(REFERENCE, 2, 512)
    board.children[1].position = (64, 128)
    board.children[2].size = 128
    places = places_on_board(layout(board), 4)
    assert places[1,] == (0.5, 1.0, 2.0)
    assert places[2,] == (0.0, 2.0, 1.0)
    assert places[0, 0] == (3, 0, 1)


def test_what_has_no_place_has_none():
    board = odd(position=None)
    board.children.append(Block(1, 2, Colour.RED))
    places = places_on_board(layout(board), 4)
    assert (0,) not in places
    assert (0, 1) not in places
    board = odd(children=[Block(2, 2, 1) for _ in range(5)], size=0)
    places = places_on_board(layout(board), 4)
    assert (0, 4) not in places


@given(boards(max_depth=4), st.floats(0, 1, exclude_max=True), st.floats(0, 1, exclude_max=True))
@settings(max_examples=30)
def test_the_leaf_at_a_place_has_the_colour_of_the_cell(board, x, y):
    linked = LINKED
    linked.show(board)
    grid = board.flatten()
    x, y = x * len(grid), y * len(grid)
    path = linked.leaf_at(x, y)
    assert board.at(path).colour == grid[int(y), int(x)]
    left, top, side = linked.places[path]
    assert left <= x < left + side
    assert top <= y < top + side


@pytest.mark.parametrize(("x", "y"), [(-0.1, 1), (4, 1), (1, 4), (1, -3)])
def test_there_is_no_leaf_off_the_board(x, y):
    LINKED.show(Block.from_nested(REFERENCE, 2, 512))
    assert LINKED.leaf_at(x, y) is None


def test_broken_nodes_have_a_sign_on_the_tree():
    board = Block.from_nested(REFERENCE, 2, 512)
    picture = draw.tree(board, broken={(0,), (0, 2)}, text=8)
    assert "2 nodes are marked as broken" in picture.alt
    signs = [c for c in picture.figure.axes[0].collections if type(c).__name__ == "PathCollection"]
    assert [len(sign.get_offsets()) for sign in signs] == [2, 2]
    assert draw.tree(board).png() != picture.png()


# -- choosing ------------------------------------------------------------------------------

def test_hovering_the_board_chooses_at_the_level_and_the_wheel_changes_it():
    explorer = on_reference()
    board = explorer.linked.board_axes
    point(explorer, board, 2.5, 1.5)
    assert explorer.path == (0, 2)
    check(explorer)
    scroll(explorer, board, 2.5, 1.5, 1)
    assert explorer.path == (0,)
    point(explorer, board, 3.5, 0.5)
    assert explorer.path == (0,)
    point(explorer, board, 0.5, 0.5)
    assert explorer.path == (1,)
    point(explorer, board, 3.5, 0.5)
    scroll(explorer, board, 3.5, 0.5, -1)
    assert explorer.path == (0, 0)
    for _ in range(3):
        scroll(explorer, board, 3.5, 0.5, 1)
    assert explorer.path == ()
    for _ in range(3):
        scroll(explorer, board, 3.5, 0.5, -1)
    assert explorer.path == (0, 0)
    check(explorer)


@given(boards(max_depth=4, cell=8), st.randoms(use_true_random=False))
@settings(max_examples=8)
def test_every_node_is_found_by_the_pointer_on_both_sides(board, rng):
    explorer = explore_tree(board)
    nodes = list(explorer.linked.nodes.values())
    for node in rng.sample(nodes, min(6, len(nodes))):
        point(explorer, explorer.linked.tree_axes, node.x, node.y)
        assert explorer.path == node.path
        x, y, side = explorer.linked.places[node.path]
        explorer.select(())
        explorer.level = len(node.path)
        point(explorer, explorer.linked.board_axes, x + side / 2 + 0.01, y + side / 2 + 0.01)
        assert explorer.path == node.path


def test_a_click_on_the_tree_keeps_the_node():
    explorer = on_reference()
    tree, board = explorer.linked.tree_axes, explorer.linked.board_axes
    node = explorer.linked.nodes[0, 3]
    click(explorer, tree, node.x, node.y)
    assert explorer.path == (0, 3)
    assert explorer.freeze_button.value
    point(explorer, board, 0.5, 0.5)
    point(explorer, tree, 0, 0)
    assert explorer.path == (0, 3)
    press(explorer, "left")
    assert explorer.path == (0, 2)
    click(explorer, tree, node.x, node.y)
    assert explorer.path == (0, 3)
    press(explorer, "k")
    assert not explorer.freeze_button.value
    point(explorer, board, 0.5, 0.5)
    assert explorer.path == (1,)
    click(explorer, board, 3.5, 3.5, button=3)
    assert explorer.freeze_button.value
    assert explorer.path == (1,)
    assert not explorer.changes
    check(explorer)


def test_events_off_both_do_nothing():
    explorer = on_reference()
    explorer.select((2,))
    before = state(explorer)
    for x, y in [(-99, 2), (99, 99), (-0.05, -0.05)]:
        point(explorer, explorer.linked.board_axes, x, y)
        click(explorer, explorer.linked.board_axes, x, y)
    click(explorer, explorer.linked.board_axes, 1, 1, button=2)
    click(explorer, explorer.linked.board_axes, 1, 1, dblclick=True)
    assert state(explorer) == before


def test_the_tree_is_walked_by_keys():
    explorer = on_reference()
    walked = []
    for name in ("down", "down", "right", "right", "right", "right", "left", "up", "right", "up",
                 "up", "x", None):
        press(explorer, name)
        walked.append(explorer.path)
    assert walked == [(0,), (0, 0), (0, 1), (0, 2), (0, 3), (0, 0), (0, 3), (0,), (1,), (), (),
                      (), ()]
    assert explorer.text == "The board itself has no parent."
    press(explorer, "right")
    assert explorer.text == "The board itself has no siblings."
    explorer.select((1,))
    press(explorer, "down")
    assert explorer.text == "This block has no children."
    check(explorer)


def test_the_attributes_of_a_leaf():
    explorer = on_reference(size=750)
    explorer.select((0, 2))
    assert attributes(explorer.linked, explorer.path) == {
        "path": "(0, 2)", "child number": f"2, {PLACES[2]}", "level": "2 of 2", "colour": "red",
        "position": "(375, 188)", "size": "188", "highlighted": "False", "children": "0",
        "parent": "the block at path (0,)", "unit cells": "row 1, column 2"}
    explorer.select((3,))
    assert attributes(explorer.linked, explorer.path)["unit cells"] == "rows 2 to 3, columns 2 to 3"
    explorer.select(())
    assert attributes(explorer.linked, explorer.path)["parent"] == "None"
    assert attributes(explorer.linked, explorer.path)["child number"] == "none: the board itself"
    assert attributes(explorer.linked, explorer.path)["colour"] == "None: it is divided"


def test_the_unit_cells_of_a_block_are_drawn():
    explorer = on_reference()
    for path, lines in [((), 6), ((3,), 2), ((0, 0), 0)]:
        explorer.select(path)
        assert len(explorer.linked.marks["cells"]) == lines
    large = LinkedBoard(Figure((8, 3)))
    large.show(Block.from_nested(REFERENCE, 7))
    large.mark(())
    assert not large.marks["cells"], "so many lines would hide the block"


@given(boards_and_paths(max_depth=4))
@settings(max_examples=15)
def test_the_marked_way_leads_from_frame_to_frame(board_and_path):
    board, path = board_and_path
    LINKED.show(board)
    LINKED.mark(path)
    segments = LINKED.marks["way"]
    assert len(segments) == len(path)
    for step, ((x0, y0), (x1, y1)) in enumerate(segments, start=1):
        node = LINKED.nodes[path[:step]]
        assert (x0, y0) == (node.above.x, node.above.y)
        (left, top), _, (right, low), _ = LINKED._measures.box(node)
        assert left - 1e-6 <= x1 <= right + 1e-6
        assert top - 1e-6 <= y1 <= low + 1e-6
        assert min(abs(y1 - top), abs(x1 - left), abs(x1 - right)) < 1e-6


# -- changing ------------------------------------------------------------------------------

@pytest.mark.parametrize(("name", "twin"), [
    ("d", lambda block: block.rotate(1)), ("a", lambda block: block.rotate(3)),
    ("h", lambda block: block.swap(0)), ("v", lambda block: block.swap(1)),
    ("c", lambda block: block.combine()), ("s", lambda block: block.smash(Random(1))),
])
def test_a_key_does_its_action_which_can_be_undone(name, twin):
    own = Block.from_nested(REFERENCE, 2, 512)
    explorer = explore_tree(own, seed=1)
    explorer.select((0,))
    expected = own.copy()
    twin(expected.at((0,)))
    press(explorer, name)
    assert explorer.board == expected
    assert own.to_nested() == REFERENCE, "the explorer works on a copy"
    explorer.board.check_invariants()
    check(explorer)
    press(explorer, "z")
    assert explorer.board == own
    explorer.board.check_invariants()
    check(explorer)
    press(explorer, "y")
    assert explorer.board == expected
    check(explorer)
    press(explorer, "y")
    assert explorer.text == "Nothing is left to redo."


@given(boards(max_depth=3, cell=8), st.lists(st.sampled_from("dahvscp0123"), max_size=6),
       st.randoms(use_true_random=False))
@settings(max_examples=10)
def test_changes_keep_a_board_a_board_and_are_taken_back(board, names, rng):
    explorer = explore_tree(board, seed=2)
    boards = [explorer.board.copy()]
    for name in names:
        explorer.select(rng.choice(list(explorer.linked.nodes)))
        press(explorer, name)
        explorer.board.check_invariants()
        assert not explorer.problems
        if len(explorer.changes) == len(boards):
            boards.append(explorer.board.copy())
    root = explorer.board
    for expected in boards[-2::-1]:
        explorer.undo()
        assert explorer.board == expected
        assert explorer.board is root
        explorer.board.check_invariants()
    press(explorer, "z")
    assert explorer.text == "Nothing is left to undo."
    for expected in boards[1:]:
        explorer.redo()
        assert explorer.board == expected
    check(explorer)


@pytest.mark.parametrize(("path", "action", "part"), [
    ((0, 1), Action.ROTATE_CLOCKWISE, "cannot be done in this broken tree"),
    ((0, 0), Action.SMASH, "A unit cell cannot be smashed"),
    ((1,), Action.COMBINE, "four unit cells"), ((), Action.COMBINE, "four unit cells"),
])
def test_a_move_that_cannot_be_is_answered_by_a_sentence(path, action, part):
    explorer = explore_tree(cyclic()) if "broken" in part else on_reference()
    explorer.select(path)
    before = state(explorer)
    explorer.buttons[action].click()
    assert part in explorer.text
    assert state(explorer) == before
    check(explorer)


def test_a_click_on_a_leaf_gives_it_the_next_colour():
    explorer = on_reference()
    board = explorer.linked.board_axes
    for colour in (Colour.GREEN, Colour.YELLOW, Colour.BLUE, Colour.RED):
        click(explorer, board, 2.5, 1.5)
        assert explorer.board.at((0, 2)).colour is colour
        assert str(colour) in words(explorer._table)
        check(explorer)
    explorer.buttons[Colour.YELLOW].click()
    assert explorer.board.at((0, 2)).colour is Colour.YELLOW
    press(explorer, "0")
    assert explorer.board.at((0, 2)).colour is Colour.BLUE
    explorer.buttons["colour"].click()
    assert explorer.board.at((0, 2)).colour is Colour.RED
    assert len(explorer.changes) == 7


def test_a_divided_block_takes_no_colour():
    explorer = on_reference()
    explorer.select((0,))
    before = state(explorer)
    click(explorer, explorer.linked.board_axes, 3.5, 0.5)
    assert "This block is divided" in explorer.text
    assert state(explorer) == before
    explorer.attempt(explorer.give_colour, 9)
    assert "9 is not a colour" in explorer.text
    assert state(explorer) == before


# -- breaking ------------------------------------------------------------------------------

SENTENCES = {
    "missing": ((0,), "it has 3 children, not 0 or 4"),
    "extra": ((0,), "it has 5 children, not 0 or 4"),
    "shared": ((0,), "it is the same block as that at path (0, 0)"),
    "cycle": ((0,), "it is the same block as that at path (0,)"),
    "number": ((0,), "it is 7, which is not a block"),
    "painted": ((0,), "it has children and also the colour"),
    "colourless": ((1,), "it has no children, and no colour"),
    "orphan": ((0, 1), "its parent is not the block above it"),
    "level": ((0, 1), "its level is 3, but its parent's is 1"),
    "max_depth": ((0,), "its max_depth is 3, but its parent's is 2"),
    "position": ((1,), "its position is (85, 85), but it should be (0, 0)"),
    "size": ((1,), "its size is 320, but half of its parent's is 256"),
}


@pytest.mark.parametrize("name", BREAKAGES)
def test_a_breakage_is_marked_and_said_and_undone(name):
    explorer = on_reference()
    path, sentence = SENTENCES[name]
    explorer.select(path)
    explorer.breakage.value = name
    explorer.buttons["break"].click()
    assert explorer.text == f"{DONE} {path}: {BREAKAGES[name].label}."
    assert any(sentence in str(problem) for problem in explorer.problems)
    assert sentence in words(explorer._list)
    check(explorer)
    twice = explore_tree(explorer.board)
    assert list(map(str, twice.problems)) == list(map(str, explorer.problems)), "a copy keeps it"
    assert {id(node.block) for node in twice.linked.nodes.values() if
            isinstance(node.block, Block)}.isdisjoint(
        id(node.block) for node in explorer.linked.nodes.values())
    explorer.next_problem()
    assert explorer.path in {problem.path for problem in explorer.problems}
    check(explorer)
    explorer.undo()
    assert not explorer.problems
    assert explorer.board.to_nested() == REFERENCE
    check(explorer)
    explorer.redo()
    assert any(sentence in str(problem) for problem in explorer.problems)
    check(explorer)


@pytest.mark.parametrize("name", BREAKAGES)
def test_a_breakage_breaks_something_or_says_why_not(name):
    explorer = on_reference()
    broken = 0
    for path in [(), (0,), (1,), (0, 1)]:
        explorer.select(path)
        before = state(explorer)
        break_it(explorer, name)
        if explorer.text.startswith(DONE):
            broken += 1
            assert explorer.problems
            for action in (Action.ROTATE_CLOCKWISE, Action.SMASH):
                explorer.act(action)
            check(explorer)
            while explorer.changes:
                explorer.undo()
        else:
            assert 'role="alert"' in explorer.message.value
            assert state(explorer) == before
        check(explorer)
        assert explorer.board.to_nested() == REFERENCE
        assert not explorer.problems
        explorer.changes._after.clear()
    assert broken


def test_problems_are_visited_one_after_the_other():
    explorer = on_reference()
    explorer.next_problem()
    assert explorer.text == "Every invariant holds in this tree."
    for path in [(0, 1), (2,)]:
        explorer.select(path)
        break_it(explorer, "orphan")
    explorer.select(())
    visited = []
    for _ in range(3):
        press(explorer, "n")
        visited.append(explorer.path)
    assert visited == [(0, 1), (2,), (0, 1)]


def test_the_shared_child_is_marked_at_both_places():
    explorer = on_reference()
    explorer.select((0,))
    break_it(explorer, "shared")
    explorer.select((0, 1))
    assert len(explorer.linked.marks["twins"]) == 1
    assert len(explorer.linked.marks["around"]) == 2


# -- whose board ---------------------------------------------------------------------------

def test_the_students_board_stays_unless_it_is_asked_for():
    own = Block.from_nested(REFERENCE, 2, 512)
    explorer = explore_tree(own)
    assert "copy" in explorer.text
    assert explorer.board is not own
    explorer.act(Action.SWAP_VERTICALLY)
    assert own.to_nested() == REFERENCE

    explorer = explore_tree(own, copy=False)
    assert explorer.text == "What you do here changes your own board."
    assert explorer.board is own
    explorer.act(Action.SWAP_VERTICALLY)
    assert own.to_nested() == [3, 1, 2, REFERENCE[0]]
    explorer.undo()
    assert explorer.board is own
    assert own.to_nested() == REFERENCE
    own.check_invariants()


def test_a_part_of_a_board_is_explored():
    own = Block.from_nested(REFERENCE, 2, 512)
    part = own.children[0]
    explorer = explore_tree(part)
    assert explorer.board.parent is None
    explorer.act(Action.ROTATE_CLOCKWISE)
    check(explorer)
    explorer = explore_tree(part, copy=False)
    explorer.act(Action.ROTATE_CLOCKWISE)
    explorer.undo()
    assert part.parent is own
    assert own.children[0] is part
    own.check_invariants()
    check(explorer)


def test_changes_in_code_are_shown():
    explorer = on_reference()
    explorer.select((0, 2))
    explorer.board.children[0].combine()
    explorer.refresh()
    assert explorer.path == (0,)
    check(explorer)


# -- bad input, sizes and pictures ---------------------------------------------------------

@pytest.mark.parametrize(("settings", "error", "part"), [
    ({"board": [0, 1, 2, 3]}, TypeError, "takes a Block"), ({"max_depth": 13}, ValueError, "12"),
    ({"max_depth": -1}, ValueError, "max_depth"), ({"palette": "x"}, ValueError, "palette"),
    ({"board": odd(parts=(number for number in []))}, ValueError, "cannot be copied"),
])
def test_bad_input_is_refused(settings, error, part):
    with pytest.raises(error, match=part):
        explore_tree(**settings)


def full(depth):
    return [full(depth - 1)] * 4 if depth else 1


@pytest.mark.parametrize("board", [
    Block.from_nested(2, 0, 64), Block.from_nested([0, 1, 2, 3], 8, 1024),
    Block.from_nested(full(5), 5, 640), random_init(0, 7, Random(3)),
], ids=["depth 0", "depth 8, hardly divided", "depth 5, full", "depth 7, unplaced"])
def test_boards_of_any_size_are_explored(board):
    explorer = explore_tree(board, letters=True, palette="classic")
    for _ in range(board.max_depth):
        press(explorer, "down")
    check(explorer)
    explorer.next_colour()
    explorer.undo()
    explorer.select(())
    explorer.act(Action.ROTATE_CLOCKWISE)
    check(explorer)
    assert explorer.picture().png().startswith(b"\x89PNG")
