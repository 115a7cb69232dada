"""Golden data: boards on which independent programs agree, and whole games once played."""

import json
from pathlib import Path

import pytest

from blocky import Action, BlobGoal, Block, PerimeterGoal
from tests.record_games import PATH, transcript

BOARDS = json.loads(
    (Path(__file__).parent / "golden" / "blocky_boards.json").read_text(encoding="utf-8"))["boards"]

MOVES = {
    "rotate_cw_top": ((), lambda block: block.rotate(1)),
    "rotate_ccw_child1": ((1,), lambda block: block.rotate(3)),
    "swap_horizontal_top": ((), lambda block: block.swap(0)),
    "swap_vertical_child2": ((2,), lambda block: block.swap(1)),
}


def rows(board):
    return ["".join(map(str, row)) for row in board.flatten()]


def test_there_are_150_boards():
    assert len(BOARDS) == 150


@pytest.mark.parametrize("golden", BOARDS, ids=range(len(BOARDS)))
def test_golden_board(golden):
    def board():
        return Block.from_nested(golden["board"], golden["max_depth"])

    assert rows(board()) == golden["grid"]
    for name, kind in (("blob", BlobGoal), ("perimeter", PerimeterGoal)):
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


RECORDED = json.loads(PATH.read_text(encoding="utf-8"))


def test_the_recorded_games_hold_every_action_and_a_forfeited_turn():
    turns = [turn for recorded in RECORDED for turn in recorded["turns"]]
    moves = " ".join(turn["move"] for turn in turns)
    assert [action for action in Action if f"Action.{action.name}" not in moves] == []
    assert any(turn["forfeited"] for turn in turns)


@pytest.mark.parametrize("recorded", RECORDED, ids=range(len(RECORDED)))
def test_the_seed_plays_the_recorded_game(recorded):
    assert json.loads(json.dumps(transcript(recorded["settings"]))) == recorded
