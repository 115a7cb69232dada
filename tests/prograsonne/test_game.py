"""Games of Prograsonne: how they begin and end, and saved states."""

from collections import Counter

import pytest

from blocky.prograsonne import (
    Game,
    GreedyPlayer,
    HumanPlayer,
    LookaheadPlayer,
    Place,
    Restore,
    Rules,
    Save,
    TakeBack,
    Tile,
)
from blocky.prograsonne.history import History
from blocky.prograsonne.position import PrograsonnePosition
from blocky.prograsonne.supply import read_supply
from tests.prograsonne.test_examples import NINE, played

TWO = HumanPlayer(), HumanPlayer()


def on(board, hand, turn=0):
    """Return a game of two humans on ``board``, with a tile in hand."""
    first = next(iter(board.tiles.values()))
    position = PrograsonnePosition(board.rules, dict.fromkeys(read_supply(), 20), first,
                                   None, "GGGGGG")
    position.set_content(position.content()._replace(
        tiles=tuple(board.tiles.values()), turn=turn, hand=hand))
    return Game.on(position, TWO, 1)


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


def test_the_snitch_wins_whatever_the_points():
    game = on(played(NINE), "GGGGGR", turn=1)
    assert GreedyPlayer().make_move(game, None) == Place((2, 2), 3)
    assert LookaheadPlayer().make_move(game, None) == Place((2, 2), 3)
    game.play(Place((2, 2), 3))
    assert (game.over, game.winners, game.position.hand) == (True, [1], None)


# -- saved states ------------------------------------------------------------------------------


def test_to_save_and_to_restore_are_free():
    game = Game(players=TWO, seed=2)
    for move in (Save(4), Save(), Restore(1)):
        game.play(move)
        assert game.turn == 0
    assert game.position.turned == 4


def test_restoring_opens_a_game_that_has_ended():
    game = Game(players=TWO, seed=2, supply={"GGGGGG": 2})
    game.play(Save())
    game.play(game.legal_moves()[0])
    assert game.over
    assert "over" in game.why_not(Save())
    game.play(Restore(1))
    assert not game.over
    game.forfeit(None, "was asleep")
    assert "over" in game.why_not(Restore(1))


def test_restoring_opens_a_game_that_was_ended_by_hand():
    game = Game(players=TWO, seed=2)
    game.play(Save())
    game.end()
    for move in (Save(), TakeBack(), game.position.legal_moves()[0]):
        assert "over" in game.why_not(move)
    assert "There's no state 2" in game.why_not(Restore(2))
    game.play(Restore(1))
    assert not game.over
    assert Game.from_record(game.to_record()) == game
    game.undo()
    assert not game.over


def test_all_edges_that_do_not_fit_are_named():
    board = played("(3,2)CCCCCC@0 -, (3,3)GGCGGC@5 P1")
    reason = board.why_not((2, 2), Tile("GGRGGG"))
    assert reason.count("Edge") == 2
    assert "Edge 4 of the tile is grass" in reason


@pytest.mark.parametrize(("keep", "parents"), [
    (False, {1: None, 2: 1, 3: 2}), (True, {1: None, 2: 1, 3: 2, 4: 1, 5: 4})])
def test_going_back_deletes_states_or_makes_a_branch(keep, parents):
    history = History(keep_branches=keep)
    for _ in range(3):
        history.save("a board", player=1)
    history.restore(1)
    for _ in range(2):
        history.save("another board", player=1)
    assert {state.number: state.parent for state in history.states} == parents
