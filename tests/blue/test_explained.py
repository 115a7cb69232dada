"""What Blue says of itself: why scores change, why a game is over, which rule a refusal is of."""

from random import Random

import pytest

from blocky.blue import OFFICIAL, SEED, Board, Game, Move, Position, Rules, State
from blocky.blue.draw.layout import Layout
from blocky.blue.draw.motion import flight
from blocky.blue.draw.rules import RULES
from blocky.blue.state import take
from blocky.kit.draw.rulebook import rule_called
from blocky.kit.story import story


@pytest.mark.parametrize("rules", [SEED, OFFICIAL], ids=repr)
def test_points_that_a_score_cannot_lose_are_told_beside_the_floor(rules):
    game, told = Game(["first"] * 3, rules, seed=1), []
    while not game.over and game.position.state.round < 12:
        game.step()
    for step in story(game):
        for player in range(3):
            reasons = step.reasons_for(player)
            below = sum(reason.points for reason in reasons if "below" in reason.text)
            floor = sum(reason.points for reason in reasons if reason.group == "floor")
            assert 0 <= below <= -floor
            told.append(below)
    assert any(told)


def ended(board, rules):
    """Return a position after its last round, in which the first of two has ``board``."""
    start = State(("", "w", "", "", "", ""), (board, Board("rbgwy")), turn=1, pool="")
    position = Position(start, rules)
    position.play(Move(1, "w", 0), Random(0))
    return position


def test_the_bonuses_of_the_published_game_are_told():
    wall = ("rbgw.", "yrb..", "wyr..", "gwyr.", "bgwy.")
    position = ended(Board("rbgwy", wall, ("y", "", "", "", "rrrrr"), 2, 23), OFFICIAL)
    assert [reason for reason in position.reasons() if reason.player == 0] == [
        (0, 5, "yellow on row 1, column 5, beside 4 across and 0 down", "tiles on the wall"),
        (0, 5, "red on row 5, column 5, beside 4 across and 0 down", "tiles on the wall"),
        (0, -2, "2 spaces of the floor", "floor"),
        (0, 4, "2 complete rows", "complete rows"),
        (0, 21, "3 complete columns", "complete columns"),
        (0, 20, "2 colours on all rows", "complete colours")]
    assert position.scores[0] == 23 + 5 + 5 - 2 + 4 + 21 + 20
    assert [reason.points for reason in position.reasons() if reason.player == 1] == [-1, 1]
    assert position.why_over() == (
        "Player 1 has a complete row on the wall.")
    assert position.winners == [0]


def test_why_a_game_is_over_is_told():
    position = Position.deal(2, Rules("short", rounds=1), seed=1)
    assert position.why_over() == ""
    while not position.over:
        position.play(position.certain_moves()[0], Random(1))
    assert position.why_over() == "It has had the 1 round that it may have."
    seed = ended(Board("rbgwy", lines=("r", "", "", "", "")), SEED)
    assert seed.why_over() == "No tiles are left to go on with."
    alone = Position(State(("",), (Board("rbgwy"),)))
    assert alone.why_over() == "No tiles are left to go on with."


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
    "factories": ["20 of each colour, 100 in all", "5, 7 or 9 factories", "with 4 tiles"],
    "take": ["Here 3 red tiles are taken from factory 1; black goes"],
    "token": ["here 1;"], "lines": ["lines 1 and 3:", "line 5 holds grey"],
    "wall": ["Here lines 2 and 3 take no red"],
    "floor": ["7 spaces of the floor cost 1, 1, 2, 2, 2, 3 and 3: 14 together", "then costs 4"],
    "tiling": ["bring 3 and 4."], "points": ["Here 3 stand beside it across and 2 down: 6 points"],
    "round": ["Here 3 + 7 - 2 = 8."], "latin": ["red, black, grey, white and yellow"],
    "end": ["after 5, 4 or 3 rounds"], "official": ["here 7 points in place of 6"],
    "computers": [],
    "bonuses": ["2 for each complete row, 7 for each complete column, and 10 for each colour",
                "Here 2 for rows, 21 for columns and 10 for colours"],
}


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.key)
def test_the_rules_say_the_numbers_of_the_game(rule):
    for phrase in NUMBERS[rule.key]:
        assert phrase in rule.text()
    if rule.picture:
        assert rule.picture(palette="bright", letters=True).alt


def places(found):
    """Return the places of (place, colour) as keys that rounding does not change."""
    return {(round(x, 6), round(y, 6)): colour for (x, y), colour in found}


def test_tiles_fly_from_where_they_lay_to_where_they_will_lie():
    position, layout, rng = Position.deal(4, OFFICIAL, seed=3), Layout(4), Random(3)
    for _ in range(100):
        before, move = position.state, position.random_move(rng)
        after = take(before, *move)
        start, end = (flight(before, move, share).flying for share in (0, 1))
        assert [colour for colour, _ in start] == [colour for colour, _ in end]
        tiles = before.sources[move.source]
        assert len(start) == (len(tiles) if move.source else tiles.count(move.colour))
        first = int(move.source == 0 and before.next_starter is None)
        lay = places((layout.tile(move.source, index), colour)
                     for index, colour in enumerate(tiles, first))
        assert places((place, colour) for colour, place in start).items() <= lay.items()
        player, token = before.turn, int(after.next_starter is None)
        line = len(after.boards[player].lines[move.line - 1]) if move.line else 0
        lie = places([
            *((layout.on_line(player, 0, index), move.colour) for index in range(7)),
            *((layout.tile(0, index), colour) for index, colour in enumerate(
                after.sources[0], token)),
            *((layout.on_line(player, move.line, index), move.colour) for index in range(line))])
        assert places((place, colour) for colour, place in end).items() <= lie.items()
        position.play(move, rng)
        if position.over:
            break
