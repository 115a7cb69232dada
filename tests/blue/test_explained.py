"""Explanations of Blue: changes of scores, ends of games, rules of refusals, flying tiles."""

from random import Random

import pytest

from blocky.blue import OFFICIAL, SEED, Board, Move, Position, Rules, State
from blocky.blue.draw.layout import Layout, Spot
from blocky.blue.draw.motion import flight
from blocky.blue.draw.rules import RULES
from blocky.blue.state import take
from blocky.kit.draw.rulebook import rule_called


def ended(board, rules):
    """Return a position after its last round; the first of two players has ``board``."""
    start = State(("", "w", "", "", "", ""), (board, Board("rbgwy")), turn=1, pool="")
    position = Position(start, rules)
    position.play(Move(1, "w", 0), Random(0))
    return position


def test_the_bonuses_of_the_published_game_are_told():
    wall = ("rbgw.", "yrb..", "wyr..", "gwyr.", "bgwy.")
    position = ended(Board("rbgwy", wall, ("y", "", "", "", "rrrrr"), 2, 23), OFFICIAL)
    assert [reason for reason in position.reasons() if reason.player == 0] == [
        (0, 5, "yellow in row 1, column 5, next to 4 across and 0 down",
         "tiles on the wall"),
        (0, 5, "red in row 5, column 5, next to 4 across and 0 down",
         "tiles on the wall"),
        (0, -2, "2 spaces of the floor", "floor"),
        (0, 4, "2 complete rows", "complete rows"),
        (0, 21, "3 complete columns", "complete columns"),
        (0, 20, "2 colours in all rows", "complete colours")]
    assert position.scores[0] == 23 + 5 + 5 - 2 + 4 + 21 + 20
    assert [reason.points for reason in position.reasons() if reason.player == 1] == [-1, 1]
    assert position.why_over() == "Player 1 has a complete row on the wall."
    assert position.winners == [0]


def test_why_a_game_is_over_is_told():
    position = Position.deal(2, Rules("short", rounds=1), seed=1)
    assert position.why_over() == ""
    while not position.over:
        position.play(position.certain_moves()[0], Random(1))
    assert position.why_over() == "It has reached its limit of 1 round."
    seed = ended(Board("rbgwy", lines=("r", "", "", "", "")), SEED)
    assert seed.why_over() == "There are no tiles left for another round."


BOARD = Board("rbgwy", (".....", ".r...", ".....", ".....", "....."), ("w", "", "b", "", ""))


@pytest.mark.parametrize(("move", "key"), [
    (Move(1, "y", 2), "take"), (Move(1, "r", 1), "lines"), (Move(1, "r", 3), "lines"),
    (Move(1, "r", 2), "wall"), (Move(1, "r", 4), ""), (Move(1, "r", 0), ""), ("nonsense", ""),
    (Move(9, "r", 1), ""), (Move(1, "r", 8), ""),
])
def test_a_refusal_names_its_rule(move, key):
    position = Position(State(("", "rrb"), (BOARD,)))
    assert getattr(position.why_not(move), "rule", "") == key
    assert not key or rule_called(RULES, key)


NUMBERS = {
    "factories": ["20 tiles of each colour", "100 in all", "5, 7 or 9 factories", "gets 4 tiles"],
    "take": ["Here you take 3 red tiles from factory 1, and the black tile goes"],
    "token": ["a tile: 1 in this picture."], "lines": ["lines 1 and 3.", "line 5 has grey"],
    "wall": ["Here, lines 2 and 3 don't accept red"],
    "floor": ["7 spaces on the floor cost 1, 1, 2, 2, 2, 3 and 3: 14 altogether",
              "The floor then costs 4"],
    "tiling": ["score 3 and 4."], "points": ["the row has 3 tiles and the run in the column has 2, "
                                             "so the tile scores 6 points"],
    "round": ["Here, the new score is 3 + 7 - 2 = 8."],
    "latin": ["red, black, grey, white and yellow"],
    "end": ["after 5, 4 or 3 rounds"], "official": ["that gives 7 points instead of 6"],
    "computers": [], "report": [],
    "bonuses": ["2 for each complete row, 7 for each complete column, and 10 for each colour",
                "Here the wall gets 2 points for rows, 21 for columns and 10 for colours"],
}


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.key)
def test_the_rules_say_the_numbers_of_the_game(rule):
    for phrase in NUMBERS[rule.key]:
        assert phrase in rule.text()
    if rule.picture:
        assert rule.picture(palette="bright", letters=True).alt


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_tiles_fly_from_where_they_lay_to_where_they_will_lie(seats):
    position, layout, rng = Position.deal(seats, OFFICIAL, seed=3), Layout(seats), Random(3)
    while not position.over:
        before, move = position.state, position.random_move(rng)
        after, tiles = take(before, *move), before.sources[move.source]
        lines = [Spot(player=before.turn, line=line) for line in (move.line, 0)]
        start, end = (flight(before, move, share).flying for share in (0, 1))
        for (colour, (x0, y0)), (_, (x1, y1)) in zip(start, end, strict=True):
            assert layout.at(x0 + 0.5, y0 + 0.5, before) == Spot(move.source, colour)
            there = layout.at(x1 + 0.5, y1 + 0.5, after)
            assert there in (lines if colour == move.colour else [Spot(0, colour)])
        assert len(start) == (len(tiles) if move.source else tiles.count(move.colour))
        position.play(move, rng)
