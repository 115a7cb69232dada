"""117 positions on which independent programs agree."""

import json
from pathlib import Path
from random import Random

import pytest

from blocky.prograsonne import Board, Place, Rules, TakeBack, Tile, walk
from blocky.prograsonne.board import Placed
from blocky.prograsonne.position import PrograsonnePosition
from blocky.prograsonne.supply import read_supply

CASES = json.loads((Path(__file__).parent.parent / "golden" / "prograsonne.json").read_text(
    encoding="utf-8"))["cases"]


def played(case):
    """Return the board of a case; the scores after each of its moves are held."""
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
    """Return features as the golden data has them."""
    return sorted(([each.kind, list(map(list, each.cells)), each.complete, each.touches,
                    each.owner, list(each.points)] for each in features), key=repr)


def test_there_are_117_positions():
    assert len(CASES) == 117


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_golden_position(case):
    board, expected = played(case), case["expect"]
    golden = sorted(([each[key] for key in ("kind", "cells", "complete", "touches", "owner",
                                            "points")] for each in expected["features"]), key=repr)
    assert described(board.features()) == golden
    assert described(walk.features(board)) == golden
    assert dict(zip(("P1", "P2"), board.scores(), strict=True)) == expected["scores"]
    assert board.colours() == expected["colours"]
    assert board.snitch == expected["snitch"]
    for hand in expected["hands"]:
        assert len(board.legal_placements(hand["tile"])) == hand["legal"]
        hint = board.hint(hand["tile"], expected["mover"])
        assert (hint and [*hint.placement.cell, hint.placement.turns, hint.gain]) == hand["hint"]


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_a_game_goes_through_the_position(case):
    """Every move is legal, and what is drawn after it is the tile that is placed next."""
    first, *moves = case["moves"]
    supply = read_supply() if case["supply"] == "shipped" else case["supply"]
    start = Placed((first[0], first[1]), Tile(first[2], first[3]), None)
    drawn = [None if move[0] == "undo" else move[2] for move in moves]
    position = next(each for name in ([drawn[0]] if drawn[0] else supply)
                    if supply[name] > (name == start.tile.type) and not (
                        each := PrograsonnePosition(Rules(**case["flags"]), supply, start,
                                                    Random(1), name)).over)
    for move, following in zip(moves, [*drawn[1:], None], strict=True):
        made = TakeBack() if move[0] == "undo" else Place((move[0], move[1]), move[3])
        assert position.player == move[-1]
        assert made in position.legal_moves()
        assert position.why_not(made) is None
        play_on(position, made, following, last=move is moves[-1])
    expected = case["expect"]
    assert position.player == expected["mover"] or expected["snitch"]
    if expected["snitch"]:
        assert (position.over, position.winners) == (True, [expected["snitch"] - 1])
        assert position.legal_moves() == []
    elif expected["takeback"] is None:
        assert "none to take back" in position.why_not(TakeBack())
    else:
        assert position.board.last_of(position.player) == tuple(expected["takeback"])


def play_on(position, move, drawn, last):
    """Make a move after which a tile is drawn: any with which the game goes on if ``drawn`` is
    None and the move is not the last."""
    if drawn or last:
        position.play(move, Random(1), drawn)
        return
    for name in [name for name, count in position.supply.items() if count]:
        position.play(move, Random(1), name)
        if not position.over:
            return
        position.take_back()
    raise AssertionError("the game would be over")
