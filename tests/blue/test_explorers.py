"""The explorers of Blue, by pointer and keys."""

import pytest

from blocky.blue import Board, Position, State
from blocky.blue.draw import choices
from blocky.blue.draw.runs import answers, arriving
from blocky.blue.widgets import explore_draft, explore_wall
from tests.panels import click, point, press, words

pytestmark = pytest.mark.usefixtures("drawn_on_demand")


# -- the wall ------------------------------------------------------------------------------

def scores(explorer):
    """Return the score that each scorer of the explorer shows."""
    titles = [ax.artists[-1]._labels[0][2] for ax in explorer.axes]
    return [int(title.rsplit("= ", 1)[1]) for title in titles]


@pytest.mark.parametrize(("example", "expected", "of_round"), [
    ("a tile alone", [1, 1, 1], ""), ("an angle", [3, 4, 4], ""),
    ("a gap is filled", [6, 7, 10], ""), ("a gap stays", [1, 1, 2], ""),
    ("two in one round", [1, 2, 1], "score 2 under the seed rules and 3 under"),
    ("three in one round", [1, 3, 1], "score 3 under the seed rules and 6 under"),
    ("a run at the end of a row", [2, 2, 5], ""), ("a run lower in a column", [3, 3, 1], ""),
])
def test_the_worked_examples(example, expected, of_round):
    explorer = explore_wall(example=example)
    assert scores(explorer) == expected
    assert all(text.endswith((f"scores {total}.", f"gets {total}.")) for total, text in zip(
        expected, map(words, explorer._texts_below), strict=True))
    assert of_round in words(explorer._sentence)


def test_a_program_that_backtracks_has_more_than_one_answer():
    assert answers(Board("rbgwy", wall=("...w.", *["....."] * 4)), 1, 5) == (3, [2, 2, 1], [])


def test_pointer_and_keys_put_tiles_on_the_wall():
    pointed, keyed = explore_wall(example="a tile alone"), explore_wall(example="a tile alone")
    for row, column in ((2, 4), (2, 3), (5, 5)):
        point(pointed, pointed.axes[row % 3], column - 0.5, row - 0.5)
        assert pointed.cell == (row, column)
        click(pointed, pointed.axes[row % 3], column - 0.5, row - 0.5)
        keyed.select(row, column)
        press(keyed, "enter")
    click(pointed, pointed.axes[1], 0.5, 0.5, button=3)
    press(keyed, *["up"] * 4, *["left"] * 6, "t")
    assert pointed.board == keyed.board
    assert pointed.board.wall == (".....", "..bg.", ".....", ".....", "....r")
    assert arriving(pointed.board) == [(1, 1)]
    press(keyed, "t", "down", "down", "t", "enter")
    assert arriving(keyed.board) == [], "a tile that stands there does not come"
    assert keyed.board.wall[2] == "w...."


def test_a_random_wall_and_a_cleared_one():
    explorer = explore_wall()
    walls = []
    for _ in range(2):
        press(explorer, "r")
        walls.append(explorer.board.wall)
        assert all(tile in (".", colour) for row, cells in enumerate(walls[-1], 1)
                   for tile, colour in zip(cells, explorer.board.row(row), strict=True))
    assert walls[0] != walls[1]
    press(explorer, "c")
    assert set("".join(explorer.board.wall)) == {"."}


def test_a_board_of_ones_own():
    board = Board("gybwr", wall=("gy...", *["....."] * 4), lines=("b", "", "", "", ""))
    explorer = explore_wall(board)
    assert explorer.board == board
    assert "under the seed rules" in words(explorer._sentence)
    assert "gy..." in explorer.picture().alt


# -- the draft -----------------------------------------------------------------------------

def test_the_tests_leave_the_legal_moves():
    explorer = explore_draft(seed=1)
    for _ in range(8):
        position = explorer.position
        found, legal = choices.tested(position), position.legal_moves()
        assert found.total() == 6 * 5 * 6
        assert found["legal"] == len(legal)
        assert f" {found['legal']} are legal." in words(explorer._combinations)
        for line in (5, 1, 0):
            explorer.choose((*position.takes[-1], line))
            assert words(explorer._sentence).startswith("Not legal. ") == (
                explorer.move not in legal)
        explorer.go_on()


def test_every_node_is_found_by_the_pointer():
    explorer = explore_draft(seed=2)
    for take in explorer.position.takes[::5]:
        point(explorer, explorer.tree, *explorer.places[take])
        assert explorer.take == take
        for line in range(6):
            point(explorer, explorer.tree, 3.2, explorer.places[*take, line][1])
            assert explorer.move == (*take, line)
    point(explorer, explorer.tree, *explorer.places[3,])
    assert explorer.take[0] == 3
    click(explorer, explorer.tree, 3.2, explorer.places[explorer.move][1])
    assert (len(explorer.legal_counts), explorer.position.board.lines) == (1, ("",) * 5)


def test_choices_by_keys_and_back():
    explorer = explore_draft(seed=1)
    start = explorer.position.state
    press(explorer, "right", "right", "left", "down", "down", "up", "enter")
    takes = Position.deal(2, seed=1).takes
    assert explorer.position.past == [start]
    assert explorer.position.boards[start.turn].lines[1].startswith(takes[1][1])
    assert "1 move has been made. It was one of 96 legal moves." in words(explorer._ways)
    press(explorer, "r")
    assert explorer.position.over
    press(explorer, "enter")
    assert "no tiles are left" in explorer.text
    press(explorer, *["z"] * len(explorer.legal_counts))
    assert explorer.position.state == start
    assert explorer.text == ""
    press(explorer, "z")
    assert "There is nothing left to undo." in explorer.text


def test_an_illegal_choice_is_refused_with_the_reason():
    explorer = explore_draft(Position(State(("bb", "", "", "", "", ""), (
        Board("rbgwy", lines=("r", "", "ggg", "", ""), wall=(*["....."] * 4, ".b...")),) * 2)))
    for line, reason in ((1, "Line 1 is full."),
                         (5, "Row 5 of the wall already has a black tile.")):
        explorer.choose((0, "b", line))
        press(explorer, "enter")
        assert explorer.text == reason
        assert explorer.legal_counts == []
    assert choices.tested(explorer.position) == {"there": 174, "full": 2, "wall": 1, "legal": 3}
