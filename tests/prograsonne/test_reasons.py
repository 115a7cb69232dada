"""Why scores change: the reasons of a move add up, and say what happened."""

from random import Random

import pytest

from blocky.kit.draw.rulebook import rule_called
from blocky.prograsonne import Game, Place, Restore, Save, TakeBack
from blocky.prograsonne.draw.rules import RULES
from tests.prograsonne.test_examples import NINE, played
from tests.prograsonne.test_game import on

FIVE = "(2,2)CCCPCC@0 -, (3,2)PGGPGG@0 P1"


@pytest.mark.parametrize(("placed", "move", "hand", "player", "expected"), [
    ("(3,2)GGGGGC@4 -", Place((4, 2), 1), "GGGGGC", 1, [(1, 100, "a city of 2 tiles is closed")]),
    ("(2,2)GGGGGC@4 -", Place((3, 2), 4), "GGCGGC", 1, [
        (1, 10, "an open city grows by a tile to 2 tiles")]),
    ("(6,2)CCCPCC@0 -", Place((7, 2)), "PGGPGG", 2, [
        (2, 40, "a road of 2 tiles from a city to the border")]),
    (FIVE, Place((4, 2), 3), "CCCPCC", 2, [
        (2, 140, "a road of 3 tiles that joins 2 cities"), (2, 10, "a new open city")]),
    ("(3,3)GGGGGR@5 -", Place((3, 2)), "CRCCRC", 1, [
        (1, 125, "a river of 2 tiles that joins 2 cities"), (1, 10, "a new open city"),
        (1, 10, "a new open city")]),
    (NINE, Place((2, 2), 3), "GGGGGR", 2, [
        (2, 0, "the golden snitch: a river of 3 tiles or more touches 2 complete cities")]),
    ("(1,1)GGGGGG@0 -", Place((0, 0)), "GGGGGC", 2, [(2, 70, "a city of 1 tile is closed")]),
    (f"{FIVE}, (4,2)CCCPCC@3 P2", TakeBack(), "GGGGGG", 1, [
        (2, -140, "a road of 3 tiles loses a tile")]),
    ("(3,2)GGGGGC@4 -, (4,2)GGGGGC@1 P1", TakeBack(), "GGGGGG", 1, [
        (1, -100, "a complete city of 2 tiles loses a tile")]),
    ("(6,2)CCCPCC@0 -, (7,2)PGGPGG@0 P2", TakeBack(), "GGGGGG", 2, [
        (2, -40, "the road now belongs to nobody")]),
])
def test_why_a_move_changes_scores(placed, move, hand, player, expected):
    position = on(played(placed), hand, turn=player - 1).position
    position.play(move, Random(0))
    assert expected == [
        (each.player + 1, each.points, each.text) for each in position.reasons()]


# -- refusals, and how a game ends ------------------------------------------------------------

def test_a_refusal_names_a_rule_of_the_rulebook():
    position = on(played("(2,2)CCCPCC@0 -"), "PGGPGG").position
    for move, rule in [(Place((3, 2), 1), "edges"), (Place((2, 2)), "placing"),
                       (Place((7, 7)), "placing"), (Place((9, 9)), "placing"),
                       (Place((3, 2), 6), "turning"), (Save(True), "turning"),
                       (TakeBack(), "taking_back"), (Restore(4), "saving")]:
        assert position.why_not(move).rule == rule
        assert rule_called(RULES, rule)
    assert position.why_not(Place((3, 2))) is None
    assert not hasattr(position.why_not("up"), "rule")
    position = on(played("(3,3)CCCCCC@0 -"), None).position
    assert position.why_not(Place((3, 2))).rule == "end"


def test_a_game_over_says_why():
    position = on(played("(3,3)CCCCCC@0 -"), "GGGPPG").position
    assert position.over
    assert position.why_over() == "The tile GGGPPG was drawn, and it doesn't fit anywhere."
    position = on(played(NINE), "GGGGGR", turn=1).position
    assert position.why_over() == ""
    position.play(Place((2, 2), 3), Random(0))
    assert position.why_over() == ("Player 2 made the golden snitch: a river of 3 tiles or more "
                                   "that touches 2 complete cities.")
    game = Game(players=["human", "human"], seed=1, supply={"GGGGGG": 1})
    assert game.why_over() == "No tile is left in the supply."
    game = Game(players=["human", "human"], seed=3)
    assert game.why_over() == ""
    game.end()
    assert "ended early" in game.why_over()
