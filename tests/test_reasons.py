"""Blocky explains changes of scores and refused moves; its rulebook agrees with the game."""

import re

import pytest

from blocky import (
    CLASSIC,
    EXTENDED,
    Action,
    BlobGoal,
    Block,
    Colour,
    Game,
    HumanPlayer,
    Move,
    PerimeterGoal,
)
from blocky.draw.rules import COMBINED, RULES, TARGET, example, tied
from blocky.kit.draw.rulebook import rule_called


def numbers(key):
    """Return the numbers in the text of a rule."""
    return list(map(int, re.findall(r"\d+", rule_called(RULES, key).text())))


# -- reasons ---------------------------------------------------------------------------------

@pytest.mark.parametrize(("goal", "move", "expected"), [
    (BlobGoal(0), Move(Action.PAINT, (0, 3), 0), ["the largest blob of blue grew from 1 to 2",
                                                  "to paint costs 1 point"]),
    (BlobGoal(3), Move(Action.PAINT, (0, 3), 1), ["the largest blob of yellow shrank from 5 to 4",
                                                  "to paint costs 1 point"]),
    (PerimeterGoal(1), Move(Action.PAINT, (0, 0), 1), ["2 more sides of red on the outside",
                                                       "to paint costs 1 point"]),
    (PerimeterGoal(1), Move(Action.PAINT, (0, 1), 0), ["1 side of red fewer on the outside",
                                                       "to paint costs 1 point"]),
    (BlobGoal(0), Move(Action.SMASH, (2,)), ["to smash costs 3 points"]),
    (BlobGoal(0), Move(Action.PASS), []),
])
def test_what_a_move_brought_is_told(goal, move, expected):
    game = Game(board=example(), players=[HumanPlayer()], goals=[goal], rules=EXTENDED, seed=2)
    game.play(move)
    told = [reason.text for reason in game.position.reasons()]
    if move.action is Action.SMASH:
        told = told[-1:]  # what chance brought may have changed the blob as well
    assert told == expected


# -- refusals --------------------------------------------------------------------------------

@pytest.mark.parametrize(("rules", "move", "key"), [
    (CLASSIC, Move(Action.SMASH), "smash"),
    (CLASSIC, Move(Action.SMASH, (0, 1)), "smash"),
    (EXTENDED, Move(Action.SMASH), "smash"),
    (CLASSIC, Move(Action.PASS), "extended"),
    (CLASSIC, Move(Action.COMBINE, (0,)), "extended"),
    (EXTENDED, Move(Action.COMBINE, (1,)), "combine"),
    (EXTENDED, Move(Action.PAINT, (1,), 0), "paint"),
    (CLASSIC, Move(Action.ROTATE_CLOCKWISE, (1, 2)), "paths"),
    (CLASSIC, Move(Action.ROTATE_CLOCKWISE, (0,)), ""),
    (CLASSIC, "rotate", ""),
])
def test_a_refusal_names_its_rule(rules, move, key):
    game = Game(board=example(), rules=rules, seed=1)
    assert getattr(game.why_not(move), "rule", "") == key
    assert (rule_called(RULES, key) is not None) == bool(key)


# -- the rulebook ----------------------------------------------------------------------------

def test_the_numbers_of_the_rulebook_hold_in_the_game():
    assert numbers("board") == [4, 4]
    side = 2 ** example().max_depth
    assert numbers("levels")[-3:] == [example().max_depth, side, side]
    assert numbers("blob") == [BlobGoal(TARGET).score(example()), 0]
    assert numbers("perimeter") == [2, PerimeterGoal(TARGET).score(example())]
    assert numbers("costs") == [3, 1, 1]
    assert numbers("computers") == [5, 0, 150, 5]
    assert numbers("extended") == [3, 4]
    assert "once in a game" in rule_called(RULES, "smash").text()


def test_the_examples_of_the_rulebook_are_what_its_text_says():
    grid = example().flatten()
    labels = BlobGoal(TARGET).label(grid)
    touching = {tuple(sorted((labels[i, j], labels[i + 1, j + step])))
                for i in range(3) for j in range(4) for step in (-1, 1)
                if 0 <= j + step < 4 and labels[i, j] and labels[i + 1, j + step]}
    assert labels.max() == 2
    assert (1, 2) in touching  # only at a corner
    position = Game(board=example(), rules=EXTENDED, seed=1).position
    position.play(Move(Action.COMBINE, COMBINED), None)
    assert position.board.at(COMBINED).colour is Colour.RED
    assert Game(board=tied(), rules=EXTENDED, seed=1).why_not(Move(Action.COMBINE, COMBINED))
    still = Block.from_nested(2, 1)
    still.rotate(1)
    still.swap(0)
    assert still.to_nested() == 2
