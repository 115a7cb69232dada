"""The worked examples of the rules."""

import pytest

from blocky.prograsonne import Board, Rules
from tests.prograsonne import from_scratch


def played(text, **flags):
    """Return the board after placements written like "(3,2)GGGGGC@4 -, (4,2)GGGGGC@1 P1"."""
    board = Board(Rules(**flags))
    for entry in text.split(", "):
        where, who = entry.split()
        cell, tile = where[1:].split(")")
        name, turns = tile.split("@")
        i, j = map(int, cell.split(","))
        board.place((i, j), name, int(turns), None if who == "-" else int(who[1]))
        assert board.scores() == from_scratch.scores(board)
    return board


SIX = ("(3,3)GGPGPP@0 -, (2,2)PGGPGG@2 P1, (3,2)PGGPGG@1 P2, (2,1)CCCPCC@5 P1, "
       "(4,1)CCCPCC@4 P2, (3,4)CCCPCC@2 P1")
NINE = ("(3,3)GCCRPR@0 -, (3,4)GGGGGC@0 P1, (2,4)GGGGGC@5 P2, (4,3)GCCRPR@1 P1, "
        "(4,4)GGGGGC@0 P2, (5,3)GGGGGC@1 P1")


@pytest.mark.parametrize(("placed", "flags", "scores"), [
    ("(3,2)GGGGGC@4 -, (4,2)GGGGGC@1 P1", {}, (100, 0)),
    ("(2,2)GGGGGC@4 -, (3,2)CGGCGG@0 P1", {}, (110, 0)),
    ("(2,2)GGGGGC@4 -, (3,2)GGCGGC@4 P1", {}, (10, 0)),
    ("(3,2)CCCCCC@0 -, (2,2)GGCGGC@4 P1, (4,2)CCCGCC@0 P2, (1,2)GGGGGC@4 P1", {}, (20, 10)),
    ("(6,2)CCCPCC@0 -, (7,2)PGGPGG@0 P2", {}, (0, 40)),
    ("(2,2)CCCPCC@0 -, (3,2)PGGPGG@0 P1, (4,2)CCCPCC@3 P2", {}, (0, 150)),
    (SIX, {}, (370, 10)),
    ("(3,3)GGGGGR@5 -, (3,2)CRCCRC@0 P1", {}, (145, 0)),
    ("(3,3)GGGGGR@5 -, (3,2)CRCCRC@0 P1", {"closed_only": True}, (20, 0)),
    ("(1,3)GGGGGR@0 -, (0,2)CCCRGR@3 P1", {}, (65, 0)),
    (NINE, {}, (130, 130)),
    ("(1,1)GGGGGG@0 -, (0,0)GGGGGC@0 P1", {}, (70, 0)),
    ("(1,1)GGGGGG@0 -, (0,0)GGGGGC@0 P1", {"border_is_wall": False}, (10, 0)),
    ("(5,2)CCCPCC@0 -, (6,2)PGGPGG@0 P1, (7,2)CPGPCC@5 P2", {}, (0, 150)),
])
def test_scores(placed, flags, scores):
    assert played(placed, **flags).scores() == scores


def test_the_snitch_is_made_by_the_third_tile_of_a_river():
    board = played(NINE)
    assert board.snitch is None
    river = next(each for each in board.features()
                 if each.kind == "river" and each.cells == ((3, 3), (4, 3)))
    assert (river.touches, river.points) == (2, (0, 0))
    assert board.hint("GGGGGR", player=2).placement.cell == (2, 2)
    board.place((2, 2), "GGGGGR", 3, 2)
    for player in (1, 2):
        place = board.legal_placements("GGGGGC")[0]
        board.place(place.cell, "GGGGGC", place.turns, player)
    assert (board.take_back(2), board.snitch) == (place.cell, 2)
    board.take_back(1)
    assert board.snitch == 2
    board.take_back(2)
    assert board.snitch is None
