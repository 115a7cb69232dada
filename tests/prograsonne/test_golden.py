"""117 positions on which independent programs agree."""

import json
from pathlib import Path

import pytest

from blocky.prograsonne import Board, Rules
from tests.prograsonne import from_scratch

CASES = json.loads((Path(__file__).parent.parent / "golden" / "prograsonne.json").read_text(
    encoding="utf-8"))["cases"]


def played(case):
    """Return the board of a case, and check the scores after each of its moves."""
    board = Board(Rules(**case["flags"]))
    for move, scores in zip(case["moves"], case["trace"], strict=True):
        if move[0] == "undo":
            board.take_back(move[1])
        else:
            i, j, tile, turns, player = move
            board.place((i, j), tile, turns, player)
        assert list(board.scores()) == scores
        assert (board.snitch is not None) <= (move is case["moves"][-1])
    return board


def described(features):
    """Return features in the form of the golden data."""
    return sorted(([each.kind, list(map(list, each.cells)), each.complete, each.touches,
                    each.owner, list(each.points)] for each in features), key=repr)


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_golden_position(case):
    assert len(CASES) == 117
    board, expected = played(case), case["expect"]
    golden = sorted(([each[key] for key in ("kind", "cells", "complete", "touches", "owner",
                                            "points")] for each in expected["features"]), key=repr)
    assert described(board.features()) == golden
    assert described(from_scratch.features(board)) == golden
    assert dict(zip(("P1", "P2"), board.scores(), strict=True)) == expected["scores"]
    assert board.colours() == expected["colours"]
    assert board.snitch == expected["snitch"]
    if board.snitch is None:
        last = board.last_of(expected["mover"])
        assert (last and list(last)) == expected["takeback"]
    for hand in expected["hands"]:
        assert len(board.legal_placements(hand["tile"])) == hand["legal"]
        hint = board.hint(hand["tile"], expected["mover"])
        assert (hint and [*hint.placement.cell, hint.placement.turns, hint.gain]) == hand["hint"]
