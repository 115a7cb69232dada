"""Games of Blue on the kit: played, undone, saved, loaded; players; damaged records."""

import copy
import json
from collections import Counter
from random import Random

import pytest

from blocky.blue import (
    OFFICIAL,
    SEED,
    Board,
    FirstAvailable,
    Game,
    GreedyRow,
    GreedyRowAnyColour,
    HumanPlayer,
    IllegalMove,
    LookaheadPlayer,
    Move,
    Player,
    Position,
    RandomPlayer,
    State,
    arena,
)
from blocky.blue.state import tile_all
from blocky.kit.player import GreedyPlayer
from tests.blue.test_golden import GOLDEN


def played(players=("random", "random"), rules=SEED, seed=3, moves=None):
    game = Game(list(players), rules=rules, seed=seed)
    while not game.over and moves != 0:
        game.step()
        moves = moves and moves - 1
    return game


@pytest.mark.parametrize("rules", [SEED, OFFICIAL], ids=repr)
@pytest.mark.parametrize("players", [("greedy", "first"), ("first", "random", "greedy"),
                                     ("random", "greedy", "first", "first")])
def test_a_game_is_undone_redone_saved_and_loaded(rules, players, tmp_path):
    game = played(players, rules)
    assert game.over
    end = game.position.state
    game.undo(12)
    game.save(tmp_path / "game.json")
    twin = Game.load(tmp_path / "game.json")
    assert (twin, twin.rules, twin.position.state) == (game, rules, game.position.state)
    twin.redo(12)
    assert twin.position.state == end
    game.undo(game.undoable)
    assert game.position.to_record() == game.start_record
    assert game.winners == []


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


def test_the_seed_determines_the_game_and_going_on_after_loading_too():
    game = played(moves=20)
    twin = Game.from_record(json.loads(json.dumps(game.to_record())))
    for each in (game, twin):
        each.run()
    assert game.to_record() == twin.to_record() == played().to_record()
    assert game != played(seed=4)


def test_trying_on_a_copy_does_not_foretell_the_next_round():
    fills = set()
    for seed in range(5):
        game = played(seed=seed)
        last = next(number for number, turn in enumerate(game.history) if turn.chance)
        game.undo(len(game.history) - last)
        twin = game.copy()
        move = game.undone[-1].move
        fills.add(twin.play(move).chance == game.play(move).chance)
    assert fills == {False}


def test_who_looks_ahead_beats_who_does_not():
    game = played(["look-ahead", "random"], rules=OFFICIAL)
    assert game.winners == [0]


def test_a_greedy_player_of_the_kit_fills_a_line():
    game = Game([GreedyPlayer(), GreedyPlayer()], seed=5)
    turn = game.step()
    board = game.position.boards[turn.player]
    assert board.floor == 0
    assert len(board.lines[turn.move.line - 1]) == turn.move.line


def test_players_by_name():
    game = Game(["human", "first", "greedy", "look-ahead"])
    assert game.players == [HumanPlayer(), FirstAvailable(), GreedyRow(), LookaheadPlayer()]
    assert [player.name for player in game.players[1:3]] == ["First available", "Greedy row"]
    assert Game([RandomPlayer, "random"]).players == [RandomPlayer(), RandomPlayer()]


@pytest.mark.parametrize(("settings", "words"), [
    ({"players": ["greedy"]}, "2, 3 or 4 players"), ({"players": ["first"] * 5}, "2, 3 or 4"),
    ({"players": []}, "needs a player"), ({"players": ["clever", "first"]}, "no player called"),
    ({"players": "first"}, "must be a list"), ({"players": [Player(), "first"]}, "Player()"),
    ({"rules": "other"}, "rules must be SEED"), ({"seed": 1.5}, "seed must be"),
])
def test_games_that_cannot_be(settings, words):
    with pytest.raises(ValueError, match=words.replace("(", r"\(").replace(")", r"\)")):
        Game(**settings)


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

RECORD = json.loads(json.dumps(played(moves=30).to_record()))


def changed(path, value):
    record = copy.deepcopy(RECORD)
    place = record
    for key in path[:-1]:
        place = place[key]
    if value is None:
        del place[path[-1]]
    else:
        place[path[-1]] = value
    return record


@pytest.mark.parametrize(("path", "value", "words"), [
    (["position", "boards", 0, "floor"], 8, "A floor has 0 to 7"),
    (["position", "boards", 0, "score"], -1, "A score is"),
    (["position", "boards", 0, "perm"], "rbgwr", "each of the colours"),
    (["position", "boards", 0, "lines"], ["rr", "", "", "", ""], "Line 1 holds tiles"),
    (["position", "boards", 0, "lines"], ["", "rb", "", "", ""], "Line 2 holds tiles"),
    (["position", "boards", 0, "lines"], ["", "", ""], "5 lines"),
    (["position", "boards", 0, "wall"], ["xxxxx"] * 5, "Row 1 of this wall"),
    (["position", "boards"], [], "2 players, but 0 boards"),
    (["position", "to_move"], 3, "to_move must be"), (["position", "starter"], "a", "starter must"),
    (["position", "token"], False, "start token"),
    (["position", "factories"], ["rrrr"], "2 players have 5 factories, not 1"),
    (["position", "factories", 0], "rrrrr", "A factory holds"),
    (["position", "factories", 0], "rxbg", "the letters rbgwy"),
    (["position", "factories", 0], "", "tiles in all"),
    (["position", "pool", "r"], 40, "20 red tiles in all"),
    (["position", "pool"], None, "does not fit"),
    (["position", "rules"], "other", "rules must be"),
    (["position", "round"], -1, "round must be"), (["position", "centre"], None, "'centre'"),
    (["position", "boards", 0], 5, "no record of a position"),
    (["position"], None, "position"), (["moves", 0, "move"], [1, "b"], "damaged"),
    (["moves", 0, "move"], [9, "b", 1], "no factory 9"), (["moves", 0, "move"], 7, "damaged"),
    (["moves", 0, "chance"], ["rrrr"] * 5, "cannot have filled"),
    (["game"], "blocky", "a saved game of blocky, not of blue"),
])
def test_a_damaged_record_is_refused_in_a_sentence(path, value, words):
    with pytest.raises(ValueError, match=words) as refused:
        Game.from_record(changed(path, value))
    assert str(refused.value).endswith(".")


def test_a_fill_that_the_pool_cannot_give_is_refused():
    last = next(number for number, entry in enumerate(RECORD["moves"]) if "chance" in entry)
    for fill, words in ((["rrrr"] * 5 + ["r"], "cannot"), (["rrrr"] * 6, "cannot"),
                        ("rrrr", "Factories are a list"), (["rr"] * 5, "cannot")):
        with pytest.raises(ValueError, match=words):
            Game.from_record(changed(["moves", last, "chance"], fill))


def test_a_position_takes_nothing_but_its_record():
    with pytest.raises(TypeError, match="nothing called goals"):
        Position.from_record(RECORD["position"], goals=[])
    with pytest.raises(ValueError, match="no record of a position"):
        Position.from_record({"boards": None})


@pytest.mark.parametrize("key", ["fill", "moves"])
def test_a_damaged_record_of_rounds_is_refused(key):
    record = copy.deepcopy(GOLDEN["games"][0])
    del record["rounds"][1][key]
    with pytest.raises(ValueError, match="damaged"):
        Game.from_record(record)
    assert Game.from_record(GOLDEN["games"][0]).over


def test_a_students_player_that_breaks_the_rules_is_told_so():
    with pytest.raises(IllegalMove, match="no red tile in the centre"):
        Game([Stuck(), Stuck()], seed=2).step()


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
