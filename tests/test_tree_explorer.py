"""The tree explorer shows any tree, marks the chosen and the broken blocks, and changes it."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from blocky import Action, Block, Colour, random_init
from blocky.block import PLACES
from blocky.draw.board_tree import layout
from blocky.draw.linked import places_on_board
from blocky.invariants import broken_invariants
from blocky.widgets import explore_tree
from blocky.widgets.broken_tree import BREAKAGES, attributes
from tests.panels import click, point, press, words
from tests.strategies import REFERENCE, boards

pytestmark = [
    pytest.mark.usefixtures("drawn_on_demand"),
    # An exception that stops a change is lost during a garbage collection, and raised again later.
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    monkeypatch.setattr("blocky.widgets.tree_explorer.SECONDS", 0.1)


def reference_board():
    return Block.from_nested(REFERENCE, 2, 512)


def on_reference(path=()):
    explorer = explore_tree(reference_board(), seed=1)
    explorer.select(path)
    return explorer


def break_it(explorer, name):
    explorer.breakage.value = name
    explorer.buttons["break"].click()


def check(explorer):
    """Assert that the explorer shows its tree, and marks the chosen and the broken blocks."""
    linked, path = explorer.linked, explorer.path
    assert list(linked.nodes) == list(layout(explorer.board))
    assert path in linked.nodes
    for name, value in attributes(linked, path).items():
        assert " ".join(value.split()) in words(explorer._table)
        assert f"{name}: {value}" in explorer.alt
    assert linked.marked["chosen"] == [path] * (path in linked.places)
    assert {*linked.marked["above"]} == {path[:k] for k in range(len(path))} & {*linked.places}
    listed = words(explorer._list)
    if not explorer.problems:
        assert listed == "✓ Every invariant holds in this tree."
        assert list(broken_invariants(explorer.board)) == []
    for problem in explorer.problems:
        assert " ".join(str(problem).split())[:200] in listed
    marked = {problem.path for problem in explorer.problems} & set(linked.places)
    assert {*linked.marked["wrong"]} == marked


@given(boards(max_depth=5))
@settings(max_examples=20)
def test_the_nodes_of_a_board_are_its_blocks_and_lie_where_the_grid_has_their_colours(board):
    nodes, side = layout(board), 2**board.max_depth
    assert [node.block for node in nodes.values()] == list(board.blocks())
    places, grid = places_on_board(nodes, side), board.flatten()
    for path, node in nodes.items():
        x, y, size = places[path]
        assert board.at(path) is node.block
        assert not path or node.above is nodes[path[:-1]]
        assert size == side / 2**len(path)
        if not node.children:
            part = grid[int(y):int(y + size), int(x):int(x + size)]
            assert part.size == size**2
            assert (part == node.block.colour).all()


def cyclic():
    board = reference_board()
    board.children[0].children[1] = board
    return board


def shared_again_and_again():
    block = Block(12, 12, Colour.RED)
    for level in range(11, -1, -1):
        block = Block(level, 12, None, [block] * 4)
    return block


def chain():
    top = block = Block(0, 12)
    for level in range(1, 40):
        block.children = [Block(level, 12)]
        block = block.children[0]
    return top


def odd(**attributes):
    board = reference_board()
    vars(board.children[0]).update(attributes)
    return board


TREES = {
    "contains itself": cyclic(), "shared again and again": shared_again_and_again(),
    "chain": chain(), "no children at all": odd(children=None),
    "numbers": odd(children=[1, None, "x"]), "level is a text": odd(level="1"),
    "size is a text": odd(size="x"), "negative size": odd(size=-5),
    "far away": odd(position=(9999, -9999)), "a colour of another game": odd(colour=17),
    "no max_depth": odd(max_depth=None), "huge max_depth": odd(max_depth=10**5),
    "five children": odd(children=[Block(2, 2, 1) for _ in range(5)]),
    "one leaf": Block(0, 0, Colour.RED), "nothing set": Block(),
    "unplaced": Block.from_nested(REFERENCE, 2), "parent is a text": odd(parent="me"),
    "depth 8, hardly divided": Block.from_nested([0, 1, 2, 3], 8, 1024),
    "depth 6": random_init(0, 6, Random(3)),
}


@pytest.mark.parametrize("tree", TREES.values(), ids=TREES)
def test_any_tree_is_shown_and_survives_whatever_is_done(tree):
    explorer = explore_tree(tree, seed=1)
    check(explorer)
    press(explorer, "down", "right", "down", "n", "up")
    check(explorer)
    for path, keys in [((0,), "dhsc1pbzy"), ((), "dsbz")]:
        if path in explorer.linked.nodes:
            explorer.select(path)
            press(explorer, *keys)
            check(explorer)
    assert explorer.picture().png().startswith(b"\x89PNG")


def test_a_block_with_a_wrong_place_is_drawn_there_and_one_without_a_place_is_not():
    board = reference_board()
    board.children[1].position = (64, 128)
    board.children[2].size = 128
    places = places_on_board(layout(board), 4)
    assert places[1,] == (0.5, 1.0, 2.0)
    assert places[2,] == (0.0, 2.0, 1.0)
    assert places[0, 0] == (3, 0, 1)
    places = places_on_board(layout(odd(position=None)), 4)
    assert (0,) not in places
    assert (0, 1) not in places


def test_a_click_on_the_tree_keeps_the_node():
    explorer = on_reference()
    tree, board = explorer.linked.tree_axes, explorer.linked.board_axes
    node = explorer.linked.nodes[0, 3]
    click(explorer, tree, node.x, node.y)
    assert (explorer.path, explorer.freeze_button.value) == ((0, 3), True)
    press(explorer, "k")
    assert not explorer.freeze_button.value
    point(explorer, board, 3.5, 3.5)
    click(explorer, board, 3.5, 3.5, button=3)
    assert (explorer.path, explorer.freeze_button.value) == ((3,), True)
    for x, y, more in [(-99, 2, {}), (1, 1, {"button": 2}), (1, 1, {"dblclick": True})]:
        click(explorer, board, x, y, **more)
    assert explorer.path == (3,)
    assert not explorer.changes


def test_the_tree_is_walked_by_keys():
    explorer = on_reference()
    walked = []
    for name in ("down", "down", "right", "right", "right", "right", "left", "up", "right", "up"):
        press(explorer, name)
        walked.append(explorer.path)
    assert walked == [(0,), (0, 0), (0, 1), (0, 2), (0, 3), (0, 0), (0, 3), (0,), (1,), ()]
    for path, key, said in [((), "up", "The whole board has no parent."),
                            ((), "right", "The whole board has no siblings."),
                            ((1,), "down", "This block has no children.")]:
        explorer.select(path)
        press(explorer, key)
        assert (explorer.text, explorer.path) == (said, path)


def test_the_attributes_of_a_block_are_told():
    explorer = explore_tree(Block.from_nested(REFERENCE, 2, 750))
    assert attributes(explorer.linked, (0, 2)) == {
        "path": "(0, 2)", "child number": f"2, {PLACES[2]}", "level": "2 of 2", "colour": "red",
        "position": "(375, 188)", "size": "188", "highlighted": "False", "children": "0",
        "parent": "the block at path (0,)", "unit cells": "row 1, column 2"}
    assert attributes(explorer.linked, (3,))["unit cells"] == "rows 2 to 3, columns 2 to 3"
    assert attributes(explorer.linked, ())["colour"] == "None: it is divided"


@given(boards(max_depth=3, cell=8), st.lists(st.sampled_from("dahvscp0123"), max_size=6),
       st.randoms(use_true_random=False))
@settings(max_examples=8)
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
    for expected in boards[-2::-1]:
        explorer.undo()
        assert explorer.board == expected
        explorer.board.check_invariants()
    press(explorer, "z")
    assert explorer.text == "There is nothing left to undo."
    for expected in boards[1:]:
        explorer.redo()
        assert explorer.board == expected
    check(explorer)


def test_a_leaf_is_painted_by_clicks_keys_and_buttons():
    explorer = on_reference((0, 2))
    for colour in (Colour.GREEN, Colour.YELLOW, Colour.BLUE, Colour.RED):
        click(explorer, explorer.linked.board_axes, 2.5, 1.5)
        assert explorer.board.at((0, 2)).colour is colour
    explorer.buttons[Colour.YELLOW].click()
    assert explorer.board.at((0, 2)).colour is Colour.YELLOW
    press(explorer, "0")
    assert explorer.board.at((0, 2)).colour is Colour.BLUE


@pytest.mark.parametrize("name", BREAKAGES)
def test_a_breakage_is_marked_and_said_and_undone(name):
    path = {"colourless": (1,), "orphan": (0, 1)}.get(name, (0,))
    explorer = on_reference(path)
    break_it(explorer, name)
    assert explorer.text == f"Block {path} is broken now: {BREAKAGES[name]}."
    problems = [*map(str, explorer.problems)]
    assert problems
    check(explorer)
    assert [*map(str, explore_tree(explorer.board).problems)] == problems, "a copy keeps it"
    press(explorer, "n")
    assert explorer.path in {problem.path for problem in explorer.problems}
    explorer.attempt(explorer.act, Action.ROTATE_CLOCKWISE)
    check(explorer)
    while explorer.changes:
        explorer.undo()
    assert not explorer.problems
    assert explorer.board.to_nested() == REFERENCE
    explorer.redo()
    assert [*map(str, explorer.problems)] == problems
    check(explorer)


@pytest.mark.parametrize(("board", "path", "change", "part"), [
    (cyclic(), (0, 1), Action.ROTATE_CLOCKWISE, "You can't do that in this broken tree"),
    (None, (0, 0), Action.SMASH,
     "A unit cell can't be divided, so it can't be smashed"),
    (None, (1,), Action.COMBINE, "four unit cells"),
    (None, (0,), "colour", "This block is divided"),
    *((None, path, name, "") for name, path in [
        ("colourless", (0,)), ("missing", (1,)), ("painted", (1,)), ("orphan", ())])
])
def test_a_change_that_cannot_be_is_answered_by_a_sentence(board, path, change, part):
    explorer = explore_tree(board or reference_board())
    explorer.select(path)
    before = explorer.path, len(explorer.changes), [*map(str, explorer.problems)]
    if change in BREAKAGES:
        break_it(explorer, change)
        assert 'role="alert"' in explorer.message.value
    else:
        explorer.buttons[change].click()
    assert part in explorer.text != ""
    assert (explorer.path, len(explorer.changes), [*map(str, explorer.problems)]) == before
    check(explorer)


def test_problems_are_visited_one_after_the_other():
    explorer = on_reference()
    press(explorer, "n")
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


def test_a_block_of_a_board_is_shown_as_a_board():
    explorer = explore_tree(reference_board().children[0])
    assert "copy" in explorer.text
    assert explorer.board.parent is None
    check(explorer)


def test_changes_in_code_are_shown():
    explorer = on_reference((0, 2))
    explorer.board.children[0].combine()
    explorer.refresh()
    assert explorer.path == (0,)
    check(explorer)
