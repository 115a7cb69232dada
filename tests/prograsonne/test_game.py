"""Games: how they begin and end, saved states, players, and games that are saved and loaded."""

from collections import Counter
from dataclasses import replace

import pytest

from blocky.prograsonne import (
    Game,
    GreedyPlayer,
    HumanPlayer,
    LookaheadPlayer,
    Place,
    RandomPlayer,
    Restore,
    Rules,
    Save,
    TakeBack,
    Tile,
)
from blocky.prograsonne.board import Placed
from blocky.prograsonne.position import PrograsonnePosition
from blocky.prograsonne.supply import read_supply
from tests.prograsonne.test_examples import NINE, played

TWO = HumanPlayer(), HumanPlayer()


def on(board, hand, turn=0, rules=None):
    """Return a game of two humans on ``board``, with a tile in hand."""
    first = next(iter(board.tiles.values()))
    position = PrograsonnePosition(rules or board.rules, dict.fromkeys(read_supply(), 20), first,
                                   None, "GGGGGG")
    position.stand(position.standing()._replace(
        tiles=tuple(board.tiles.values()), turn=turn, hand=hand))
    game = Game(players=TWO, seed=1)
    game.position = position
    return game


# -- the course of a game ----------------------------------------------------------------------

def test_a_game_begins_with_a_neutral_tile_and_player_1():
    begun = [Game(seed=seed) for seed in range(40)]
    assert {(len(game.board.tiles), game.turn, tuple(game.scores)) for game in begun} == {
        (1, 0, (0, 0))}
    firsts = [next(iter(game.board.tiles.values())) for game in begun]
    assert all(first.player is None for first in firsts)
    assert len({first.cell for first in firsts}) > 20
    assert {first.tile.turns for first in firsts} == set(range(6))
    assert Game(seed=4) == Game(seed=4) != Game(seed=5)


def test_each_tile_is_as_likely_to_be_drawn():
    supply = {"GGGGGG": 30, "GGGGGC": 10}
    drawn = Counter(Game(seed=seed, supply=supply).position.hand for seed in range(400))
    assert 270 <= drawn["GGGGGG"] <= 330


def test_to_place_or_to_take_back_ends_a_turn():
    game = Game(players=TWO, seed=2, supply={"GGGGGG": 60})
    for _ in range(2):
        game.play(game.legal_moves()[0])
    assert (game.turn, len(game.board.tiles), sum(game.position.supply.values())) == (0, 3, 56)
    mine = game.history[0].move.cell
    game.play(TakeBack())
    assert (game.turn, len(game.board.tiles), sum(game.position.supply.values())) == (1, 2, 57)
    assert mine not in game.board.tiles
    game.play(game.legal_moves()[0])
    assert "none to take back" in game.why_not(TakeBack())
    game.undo(2)
    assert mine in game.board.tiles


def test_the_last_tile_is_played():
    game = Game(players=TWO, seed=2, supply={"GGGGGG": 3})
    game.play(game.legal_moves()[0])
    assert not game.over
    game.play(game.legal_moves()[0])
    assert (game.over, game.position.hand, game.winners) == (True, None, [0, 1])
    assert Game(seed=1, supply={"GGGGGG": 1}).over


def test_a_tile_that_fits_nowhere_ends_the_game_or_is_drawn_again():
    supply = {"CCCCCC": 30, "GGGGGG": 1}
    over = [Game(seed=seed, supply=supply).over for seed in range(60)]
    assert any(over)
    again = [Game(Rules(redraw=True), seed, supply=supply) for seed in range(60)]
    first = [next(iter(game.board.tiles.values())).tile.type for game in again]
    assert [game.over for game in again] == [name == "GGGGGG" for name in first]
    assert {game.position.hand for game in again} == {"CCCCCC"}


def test_random_games_end_as_often_before_the_first_move_as_the_rules_say():
    ended = sum(Game(seed=seed).over for seed in range(1000))
    assert 80 <= ended <= 140  # about 11 %


def test_the_snitch_wins_whatever_the_points():
    game = on(played(NINE), "GGGGGR", turn=1)
    assert GreedyPlayer().make_move(game, None) == Place((2, 2), 3)
    assert LookaheadPlayer().make_move(game, None) == Place((2, 2), 3)
    game.play(Place((2, 2), 3))
    assert (game.over, game.winners, game.position.hand) == (True, [1], None)
    game.undo()
    assert not game.over
    game.end()
    assert game.winners == [0, 1]


def test_the_greedy_player_follows_the_hint():
    game = Game(players=[GreedyPlayer(), RandomPlayer()], seed=12)
    for _ in range(20):
        if game.over:
            break
        if game.turn == 0:
            hint = game.board.hint(game.position.hand, player=1)
            assert game.choose() == hint.placement
            assert game.score_after(hint.placement) == game.scores[0] + hint.gain
        game.step()
    assert len(game.history) > 5


# -- saved states ------------------------------------------------------------------------------

def chain(game):
    return [(state.number, state.parent) for state in game.position.history.states]


def test_saved_states_are_a_chain_that_restoring_prunes():
    game = Game(players=TWO, seed=2, supply={"GGGGGG": 60})
    stood = []
    for _ in range(3):
        stood.append(snapshot(game))
        game.play(Save())
        game.play(game.legal_moves()[0])
    assert chain(game) == [(1, None), (2, 1), (3, 2)]
    assert [state.player for state in game.position.history.states] == [1, 2, 1]
    game.play(Restore(1))
    assert snapshot(game) == stood[0]
    game.play(Save())
    game.play(Save())
    assert chain(game) == [(1, None), (2, 1), (3, 2)]
    assert game.position.history.states[1].player == 1
    assert "There is no state 4" in game.why_not(Restore(4))


def test_branches_are_kept_if_the_rules_say_so():
    game = Game(Rules(keep_branches=True), 2, players=TWO)
    for move in (Save(), Save(), Save(), Restore(1), Save(), Restore(2), Save()):
        game.play(move)
    assert chain(game) == [(1, None), (2, 1), (3, 2), (4, 1), (5, 2)]


def test_to_save_and_to_restore_are_free():
    game = Game(players=TWO, seed=2)
    for move in (Save(4), Save(), Restore(1)):
        game.play(move)
        assert game.turn == 0
    assert game.position.turned == 4
    game.play(game.legal_moves()[0])
    assert game.position.turned == 0


def test_restoring_opens_a_game_that_has_ended():
    game = Game(players=TWO, seed=2, supply={"GGGGGG": 2})
    game.play(Save())
    game.play(game.legal_moves()[0])
    assert game.over
    assert "over" in game.why_not(Save())
    game.play(Restore(1))
    assert not game.over
    game.end()
    game.play(Restore(1))
    assert not game.over
    game.forfeit(None, "was asleep")
    assert "over" in game.why_not(Restore(1))


# -- saved games -------------------------------------------------------------------------------

def eventful():
    """Return a game in which everything there is was done."""
    game = Game(Rules(redraw=True), 8, players=[HumanPlayer(), RandomPlayer()])
    for _ in range(4):
        game.play(game.legal_moves()[0])
        game.step()
    game.play(Save(2))
    for move in (TakeBack(), None, Save(), Restore(1), TakeBack(), None, Save(3)):
        if move is None:
            game.step()
        else:
            game.play(move)
    game.undo(3)
    return game


def test_a_game_is_saved_and_loaded(tmp_path):
    game = eventful()
    game.save(tmp_path / "game.json")
    twin = Game.load(tmp_path / "game.json")
    assert twin == game
    for _ in range(3):
        game.redo()
        twin.redo()
    assert twin.board.tiles == game.board.tiles
    assert list(twin.board.tiles) == list(game.board.tiles)
    assert twin.position.history.states == game.position.history.states
    assert (twin.position.hand, twin.position.supply) == (game.position.hand, game.position.supply)
    for _ in range(5):
        for each in (game, twin):
            each.play(each.legal_moves()[-2])
            each.step()
    assert twin == game


@pytest.mark.parametrize("spoil", [
    lambda record: record["position"].update(first=[3, 2, "GGGGGG"]),
    lambda record: record["position"].update(first=[3, 8, "GGGGGG", 0]),
    lambda record: record["position"].update(first=[3, 2, "GGGGG", 0]),
    lambda record: record["position"].update(hand="CCCRGR"),
    lambda record: record["position"].update(supply={"GGGGGG": -1}),
    lambda record: record["position"].update(supply={"GGGGGG": "1"}),
    lambda record: record["position"].update(supply={"GGGGGG": 5}),
    lambda record: record["position"].update(rules={"redraw": "no"}),
    lambda record: record["position"].update(rules={"other": True}),
    lambda record: record["position"].pop("hand"),
    lambda record: record["moves"][0].update(move={"do": "Place", "cell": [9, 9], "turns": 0}),
    lambda record: record["moves"][0].update(move={"do": "Place", "cell": 3, "turns": 0}),
    lambda record: record["moves"][0].update(move={"do": "Jump"}),
    lambda record: record["moves"][0].update(chance="CCCRGR"),
    lambda record: record["moves"][0].update(chance=["GGGGGG"]),
    lambda record: record["moves"][8].update(move={"do": "Restore", "number": 1}),
])
def test_damaged_saves_are_refused(spoil):
    record = eventful().to_record()
    spoil(record)
    with pytest.raises(ValueError, match="damaged"):
        Game.from_record(record)


# -- bad input ---------------------------------------------------------------------------------

def snapshot(game):
    return (list(game.board.tiles.values()), game.position.hand, game.turn,
            dict(game.position.supply), game.scores)


@pytest.mark.parametrize(("move", "words"), [
    (Place((8, 0)), "no cell"), (Place("a1"), "no cell"), (Place(None), "no cell"),
    (Place([3, 2]), "no cell"), (Place((3, 2)), "already"), (Place((7, 7)), "touches no tile"),
    (Place((2, 2), 6), "0 to 5"), (Place((2, 2), "1"), "0 to 5"), (Place((2, 2), True), "0 to 5"),
    (Place((4, 2), 0), "Edge 1 of the tile is grass, but the tile on cell .3, 2. meets it with "
                       "city"),
    (TakeBack(), "none to take back"), (Restore(1), "No state"), (Restore("1"), "No state"),
    (Save(9), "0 to 5"), ("up", "is not a move"), (None, "is not a move"),
    (Tile("GGGGGC"), "is not a move"),
])
def test_an_illegal_move_is_refused_and_changes_nothing(move, words):
    game = on(played("(3,2)GGGGGC@4 -"), "GGGGGC")
    before = snapshot(game)
    with pytest.raises(ValueError, match=words):
        game.play(move)
    assert snapshot(game) == before
    assert game.history == []


@pytest.mark.parametrize(("arguments", "words"), [
    (((2, 2), "GGGGG", 0, 1), "There is no tile 'GGGGG'"), (((2, 2), None, 0, 1), "no tile None"),
    (((2, 2), "GGGGGC", 7, 1), "0 to 5"), (((2, 2), "GGGGGC", 0, 3), "player 1 or 2"),
    (((2, 2), "GGGGGC", 0, None), "player 1 or 2"), (((2,), "GGGGGC", 0, 1), "no cell"),
    (((4, 2), "GGGGGC", 0, 1), "Edge 1"),
])
def test_a_board_refuses_bad_tiles(arguments, words):
    board = played("(3,2)GGGGGC@4 -")
    with pytest.raises(ValueError, match=words):
        board.place(*arguments)
    assert list(board.tiles.values()) == [Placed((3, 2), Tile("GGGGGC", 4), None)]


def test_all_edges_that_do_not_fit_are_named():
    board = played("(3,2)CCCCCC@0 -, (3,3)GGCGGC@5 P1")
    reason = board.why_not((2, 2), Tile("GGRGGG"))
    assert reason.count("Edge") == 2
    assert "Edge 4 of the tile is grass" in reason


def test_the_first_tile_of_a_board_is_neutral():
    with pytest.raises(ValueError, match="neutral"):
        type(played("(3,2)GGGGGC@4 -"))().place((0, 0), "GGGGGG", player=1)


@pytest.mark.parametrize("make", [
    lambda: Game(players=[HumanPlayer()]), lambda: Game("strict"), lambda: Game(seed=1.5),
    lambda: Game(supply={"GGGGGX": 1}), lambda: Game(supply={}), lambda: Rules(redraw=1),
    lambda: Game(supply={"GGGGGG": True}), lambda: replace(Rules(), closed_only=None),
])
def test_games_that_cannot_be(make):
    with pytest.raises(ValueError, match=r"\.$"):
        make()
