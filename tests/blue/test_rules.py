"""The worked examples of the rules of Blue."""

from random import Random

import pytest

from blocky.blue import OFFICIAL, SEED, Board, Position, Rules, State
from blocky.blue.state import take, tile_all

ORDER = "rbgwy"
RULES = pytest.mark.parametrize("rules", [SEED, OFFICIAL], ids=repr)


def colour_at(row, column):
    return ORDER[(column - row) % 5]


def board(stand=(), place=(), **other):
    """Return a board with tiles on the wall at (row, column), and full lines for other cells."""
    wall = ["".join(colour_at(row, column) if (row, column) in stand else "."
                    for column in range(1, 6)) for row in range(1, 6)]
    lines = [""] * 5
    for row, column in place:
        lines[row - 1] = colour_at(row, column) * row
    return Board(ORDER, tuple(wall), tuple(lines), **other)


def gains(stand, place):
    return tuple(board(stand, place).tile(rules)[1].gains for rules in (SEED, OFFICIAL))


@pytest.mark.parametrize(("stand", "place", "expected"), [
    ([], [(1, 1)], (1, 1)),
    ([], [(1, 1), (2, 1)], (2, 3)),
    ([], [(1, 1), (2, 1), (3, 1)], (3, 6)),
    ([(1, 1), (2, 1)], [(3, 1)], (3, 3)),
    ([(2, 1), (1, 2)], [(2, 2)], (3, 4)),
    ([(1, 1), (1, 2), (1, 4), (2, 3), (3, 3)], [(1, 3)], (6, 7)),
    ([(1, 1)], [(3, 1)], (1, 1)),
])
def test_what_tiles_score(stand, place, expected):
    assert gains(stand, place) == expected


@RULES
@pytest.mark.parametrize(("score", "place", "floor", "expected"), [
    (3, [(1, 1), (3, 4)], 4, 0), (20, [], 7, 6), (0, [(1, 1), (3, 4)], 1, 1),
    (0, [(1, 1), (3, 4)], 3, 0),
])
def test_the_floor_costs_but_never_more_than_there_is(rules, score, place, floor, expected):
    after, tiling = board(place=place, score=score, floor=floor).tile(rules)
    assert (after.score, tiling.score, after.floor) == (expected, expected, 0)


@pytest.mark.parametrize(("floor", "left", "penalty"), [(0, 2, 2), (6, 7, 14)])
def test_what_does_not_fit_goes_to_the_floor_and_beyond(floor, left, penalty):
    mine = board(floor=floor)._replace(lines=("", "", "rr", "", ""))
    state = take(State(("", "rrrb"), (mine,)), 1, "r", 3)
    assert (state.boards[0].lines[2], state.boards[0].floor) == ("rrr", left)
    assert (state.sources, state.discards) == (("b", ""), "rr")
    assert state.boards[0].tile(SEED)[1].penalty == penalty


def test_who_is_first_at_the_centre_gets_the_token_and_starts_the_next_round():
    state = State(("bby", ""), (board(), board()), turn=1)
    after = take(state, 0, "b", 1)
    assert (after.boards[1].floor, after.boards[1].tile(SEED)[1].penalty) == (2, 2)
    assert (after.sources, after.next_starter) == (("y", ""), 1)
    later = take(after, 0, "y", 2)
    assert (later.next_starter, later.boards[0].floor) == (1, 0)
    assert tile_all(later, SEED)[0].starter == 1


def test_the_token_goes_before_the_overflow_and_costs_nothing_on_a_full_floor():
    full = take(State(("bbb", ""), (board(floor=6),)), 0, "b", 1)
    assert (full.boards[0].floor, full.next_starter) == (7, 0)
    assert take(State(("b", ""), (board(floor=7),)), 0, "b", 1).next_starter == 0


@pytest.mark.parametrize(("rows", "expected"), [
    (("01234", "01234", "01234"), (45, 68)), (("01234", "32104", "32014"), (53, 70)),
    (("02143", "12043", "01432"), (41, 47)),
])
def test_a_whole_game_by_the_rounds_of_its_tiles(rows, expected):
    for rules, total in zip((SEED, OFFICIAL), expected, strict=True):
        stand, score = set(), 0
        for number in "01234":
            placed = [(row, cells.index(number) + 1) for row, cells in enumerate(rows, 1)]
            score += board(stand, placed).tile(rules)[1].gains
            stand |= set(placed)
        assert score == total


@pytest.mark.parametrize(("rules", "winners"), [(OFFICIAL, [1]), (SEED, [0, 1])])
def test_complete_rows_break_ties_where_the_rules_say_so(rules, winners):
    row = [(1, column) for column in range(1, 6)]
    state = State(("",), (board(score=9), board(row, score=9), board(row, score=8)))
    assert Position(state, rules).winners == winners


def test_rules_of_ones_own():
    harsh = Rules("harsh", wall="ywgbr", bonuses=(5, 0, 0))
    position = Position.deal(2, harsh, seed=1)
    assert {board.perm for board in position.boards} == {"ywgbr"}
    again = Position.from_record(position.to_record())
    assert (again.rules, again.state) == (harsh, position.state)


def example():
    mine = board([(3, 3)])._replace(lines=("b", "", "gg", "", ""))
    return Position(State(("w", "bbrg", ""), (mine, board())))


def test_random_moves_are_all_as_likely_as_one_another():
    position, rng = example(), Random(1)
    moves = position.legal_moves()
    drawn = [position.random_move(rng) for _ in range(300 * len(moves))]
    found = [drawn.count(move) for move in moves]
    assert sum(found) == len(drawn)
    assert 230 < min(found) <= max(found) < 370, "four standard deviations of 17"
