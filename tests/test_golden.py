"""150 boards on which independent programs agree: the kit, and the textbook way, among them."""

import json
from pathlib import Path

import pytest

from blocky import BlobGoal, Block, PerimeterGoal
from tests.benchmarks import textbook

BOARDS = json.loads(
    (Path(__file__).parent / "golden" / "blocky_boards.json").read_text(encoding="utf-8"))["boards"]

MOVES = {
    "rotate_cw_top": ((), lambda block: block.rotate(1)),
    "rotate_ccw_child1": ((1,), lambda block: block.rotate(3)),
    "swap_horizontal_top": ((), lambda block: block.swap(0)),
    "swap_vertical_child2": ((2,), lambda block: block.swap(1)),
}
WAYS = {
    "kit": (Block.from_nested, {"blob": BlobGoal, "perimeter": PerimeterGoal}),
    "textbook": (textbook.from_nested, {"blob": textbook.BlobGoal,
                                        "perimeter": textbook.PerimeterGoal}),
}


def rows(board):
    return ["".join(map(str, row)) for row in board.flatten()]


def test_there_are_150_boards():
    assert len(BOARDS) == 150


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("golden", BOARDS, ids=range(len(BOARDS)))
def test_golden_board(golden, way):
    made, goals = WAYS[way]

    def board():
        return made(golden["board"], golden["max_depth"])

    assert rows(board()) == golden["grid"]
    for name, kind in goals.items():
        assert [kind(colour).score(board()) for colour in range(4)] == golden[name], name
    assert golden["after"].keys() == MOVES.keys()
    for name, after in golden["after"].items():
        path, move = MOVES[name]
        if after is None:
            assert not board().children
            continue
        moved = board()
        move(moved.at(path))
        assert rows(moved) == after, name
