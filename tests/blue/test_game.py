"""Games of Blue on the kit: players, leagues, and records of rounds."""

import copy
from collections import Counter
from random import Random

import pytest

from blocky.blue import (
    OFFICIAL,
    Board,
    FirstAvailable,
    Game,
    GreedyRow,
    GreedyRowAnyColour,
    Move,
    Player,
    Position,
    State,
    arena,
)
from blocky.blue.state import tile_all
from tests.blue.test_golden import GOLDEN


def test_the_greedy_row_takes_the_first_colour_or_any():
    board = Board("rbgwy", wall=(".....", "yr...", ".....", ".....", "....."),
                  lines=("r", "", "", "", ""))
    position = Position(State(("w", "yyrr", "rgwy", "bbbb"), (board,)))
    game = Game.on(position, [GreedyRow()], seed=1)
    assert GreedyRow().make_move(game, Random(1)) == Move(2, "g", 2), "row 2 has red and yellow"
    chosen = Counter(GreedyRowAnyColour().make_move(game, Random(seed)) for seed in range(400))
    assert set(chosen) == {Move(2, "g", 2), Move(2, "w", 2)}
    assert abs(chosen[Move(2, "g", 2)] - 200) < 4 * 10
    nowhere = Position(State(("w",), (board._replace(lines=("r", "bb", "bbb", "bbbb", "bbbbb")),)))
    game = Game.on(nowhere, [GreedyRow()], seed=1)
    assert GreedyRowAnyColour().make_move(game, Random(1)) == Move(0, "w", 0)


# -- leagues ---------------------------------------------------------------------------------

class Stuck(Player):
    def make_move(self, game, rng):
        return Move(0, "r", 0)


class Floors(Player):
    def make_move(self, game, rng):
        return next(move for move in game.legal_moves() if move.line == 0)


@pytest.mark.slow
def test_a_league_with_students_players_is_replayed():
    played = arena.league([FirstAvailable(), Floors, Stuck], boards=1, rules=OFFICIAL, seconds=20,
                          progress=False)
    rows = {row.name: row for row in played.table()}
    assert [(row.wins, row.forfeits) for row in map(rows.get, ("First available", "Floors"))] == [
        (4, 0), (2, 0)]
    assert rows["Stuck"].forfeits == 4
    assert "no red tile in the centre" in str(played)
    for result in played.results:
        assert list(played.replay(result.number).scores) == list(result.scores) or result.ended


def test_a_league_game_in_which_nobody_tiles_comes_to_an_end():
    series = arena.BlueSeries(OFFICIAL, seed=1)
    game = series.begin(0, "", [Floors(), Floors()], ["one", "other"])
    while not game.over:
        game.play(Floors().make_move(game, None))
    assert (game.position.endings, game.winners) == (["rounds"], [0, 1])
    one, other = (series.begin(3, "", [Floors()] * 2, names).position for names in ("ab", "ba"))
    assert one.state == other.state


# -- damaged records -------------------------------------------------------------------------

@pytest.mark.parametrize("key", ["fill", "moves"])
def test_a_damaged_record_of_rounds_is_refused(key):
    record = copy.deepcopy(GOLDEN["games"][0])
    del record["rounds"][1][key]
    with pytest.raises(ValueError, match="damaged"):
        Game.from_record(record)
    assert Game.from_record(GOLDEN["games"][0]).over


def test_a_position_whose_pool_is_not_known_ends_with_its_draft():
    golden = next(each for each in GOLDEN["draft"] for after in each["after"]
                  if after["state"]["draft_over"])
    position = Position.from_record(golden["state"])
    while not position.over:
        position.play(position.legal_moves()[-1], Random(1))
    assert position.boards == position.copy().boards
    tilings = tile_all(position.state, position.rules)[1]
    assert [tiling.score for tiling in tilings] == [
        max(0, position.worth(player)) for player in range(position.seats)]


def test_the_order_of_discarding_changes_nothing():
    """Tiles of a game begun midway are drawn as they are after saving and loading."""
    boards = (Board("rbgwy"), Board("rbgwy"))
    discards = "r" * 19 + "b" * 20 + "g" * 20 + "w" * 20 + "y" * 20
    fills = []
    for pile in (discards, discards[::-1]):
        position = Position(State(("", "", "r"), boards, pool="", discards=pile), OFFICIAL)
        fills.append(position.play(Move(2, "r", 0), Random(3)))
        left = position.state.discards
        assert left == "".join(sorted(left, key="rbgwy".index))
    assert fills[0] == fills[1] != []
