"""The report of a game of Blue: every step in words."""

import re

import pytest

from blocky.blue import OFFICIAL, SEED, Board, Game, Move, Rules, State
from blocky.blue.in_words import board_lines, take_sentences, tiling_sentences
from tests.blue.test_golden import GOLDEN


@pytest.mark.parametrize(("move", "expected"), [
    (Move(1, "b", 2), ["Ann takes 1 black tile from factory 1 for line 2."]),
    (Move(1, "r", 1), ["Ann takes 3 red tiles from factory 1 for line 1.",
                       "2 fall to the floor."]),
    (Move(0, "w", 0), ["Ann takes 1 white tile from the centre to the floor.",
                       "The start token comes with them and goes on the floor."]),
])
def test_what_a_take_does(move, expected):
    state = State(("w", "rrrb"), (Board("rbgwy"),))
    assert list(take_sentences(state, move, "Ann")) == expected


@pytest.mark.parametrize(("rules", "why", "total"), [
    (SEED, "1 + 1 + 1 = 3.", "gains 3, and the floor costs 2: score 5."),
    (OFFICIAL, "(1 + 1) + (1 + 1) = 4.", "gains 4, and the floor costs 2: score 6."),
])
def test_what_a_tiling_brings_and_why(rules, why, total):
    board = Board("rbgwy", (".b...", "y....", *["....."] * 3), ("", "rr", "", "", ""), 2, 4)
    placed, score = tiling_sentences(board, board.tile(rules)[1], rules, "Ann")
    assert placed == ("Ann places red in row 2, column 2, next to 1 across and 1 down: " + why)
    assert score == "Ann had 4, " + total
    [poor] = tiling_sentences(Board("rbgwy", floor=7), Board("rbgwy", floor=7).tile(rules)[1],
                              rules, "Ann")
    assert poor == "Ann had 0 and gains 0, but the floor costs 14, so nothing is left."


@pytest.mark.parametrize("golden", GOLDEN["games"][:60:15], ids=lambda game: game["id"])
def test_the_report_of_a_whole_game_tells_each_of_its_steps(golden):
    text = Game.from_record(golden).report()
    assert text.count(" takes ") == sum(len(each["moves"]) for each in golden["rounds"])
    assert text.count("Round ") == len(golden["rounds"])
    points = [int(found) for found in re.findall(r"column .*[ :](\d+)\.", text)]
    assert points == [tile[2] for each in golden["rounds"]
                      for placed in each["after"]["placed"] for tile in placed]
    assert [int(found) for found in re.findall(r"ends with (\d+)\.", text)] == (
        golden["end"]["scores"])
    assert ("Winner:" in text) == (len(golden["end"]["winners"]) == 1)
    assert text.count(" gets a bonus of ") == sum(
        points > 0 for each in golden["end"]["bonuses"] for points in each)
    assert text.count("The game is over. ") == 1
    assert ("complete row on the wall" in text) == ("row" in golden["end"]["reason"])
    assert ("no tiles left" in text) == ("exhaustion" in golden["end"]["reason"])


def test_it_says_how_a_game_was_lost_or_cut_short():
    game = Game(["first", "greedy"], seed=1)
    game.forfeit(None, "It was asleep.")
    assert game.report().endswith("loses the game. It was asleep.")
    game = Game(["first", "first"], rules=Rules("short", rounds=1), seed=1)
    game.run()
    assert "has reached its limit of 1 round" in game.report()


def test_a_report_of_every_step_shows_pool_factories_centre_and_all_boards():
    game = Game(["greedy", "first", "random"], seed=3)
    for _ in range(4):
        game.step()
    state, lines = game.position.state, game.report(every_step=True).splitlines()
    steps = [line for line in lines if line.startswith("    Pool:")]
    assert len(steps) == 5, "the start, and four moves"
    last = lines[max(i for i, line in enumerate(lines) if line.startswith("    Pool:")):]
    assert last[0] == f"    Pool: {state.pool}"
    factories = [tiles or "-" for tiles in state.sources[1:]]
    assert last[1].split() == ["Factories:", *(f"{i}:{tiles}" for i, tiles in
                                               enumerate(factories, 1))]
    assert last[2].split()[:2] == ["Centre:", f"{state.sources[0]},"]
    names = map(game.name_of, range(3))
    assert last[3:] == [line for name, board in zip(names, state.boards, strict=True)
                        for line in board_lines(board, name)]


def test_a_report_of_every_step_goes_through_tilings_to_the_end():
    game = Game(["greedy", "first"], seed=3)
    game.run()
    lines = game.report(every_step=True).splitlines()
    rounds = game.position.state.round
    pools = [line for line in lines if line.startswith("    Pool:")]
    assert len(pools) == len(game.history) + 2 * rounds
    plain = game.report().splitlines()
    assert [line for line in lines if not line.startswith("    ")] == plain
