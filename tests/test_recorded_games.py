"""Whole games as they were once played, and a referee who knows grids only."""

import json

import numpy as np
import pytest

from blocky import Action, Colour, Move
from tests import oracle
from tests.record_games import PATH, begun, transcript

RECORDED = json.loads(PATH.read_text(encoding="utf-8"))
SCORE = {"BlobGoal": oracle.blob, "PerimeterGoal": oracle.perimeter}
COSTS = {
    "classic": {},
    "extended": {Action.SMASH: 3, Action.PAINT: 1, Action.COMBINE: 1},
}

recorded_games = pytest.mark.parametrize("recorded", RECORDED, ids=range(len(RECORDED)))


def the_move(turn):
    return eval(turn["move"], {"Move": Move, "Action": Action, "Colour": Colour})


def test_the_recorded_games_hold_every_action_and_a_forfeited_turn():
    turns = [turn for recorded in RECORDED for turn in recorded["turns"]]
    assert {the_move(turn).action for turn in turns} == set(Action)
    assert any(turn["forfeited"] for turn in turns)


@recorded_games
def test_the_seed_plays_the_recorded_game(recorded):
    assert json.loads(json.dumps(transcript(recorded["settings"]))) == recorded


@recorded_games
def test_a_referee_agrees_with_every_turn(recorded):
    settings = recorded["settings"]
    max_depth = settings["max_depth"]
    players = settings["randoms"] + len(settings["smarts"])
    grid = oracle.grid_of(recorded["start"], max_depth)
    paid = [0] * players
    game = begun(settings)
    for number, turn in enumerate(recorded["turns"]):
        move = the_move(turn)
        assert turn["player"] == number % players
        divided = bool(game.board.at(move.path).children) if not turn["forfeited"] else None
        game.step(move)
        if not turn["forfeited"]:
            paid[turn["player"]] += COSTS[settings["rules"]].get(move.action, 0)
            if move.action is Action.SMASH:
                place = oracle.square(len(grid), move.path)
                grid[place] = oracle.grid_of(turn["smashed"], max_depth - len(move.path))
            else:
                grid = oracle.after(grid, move, divided)
        np.testing.assert_array_equal(game.board.flatten(), grid)
        assert turn["scores"] == [
            SCORE[goal["kind"]](grid, goal["colour"]) - cost
            for goal, cost in zip(recorded["goals"], paid, strict=True)]
    np.testing.assert_array_equal(oracle.grid_of(recorded["end"], max_depth), grid)
    assert recorded["winners"] == [
        n for n, score in enumerate(turn["scores"]) if score == max(turn["scores"])]
