"""The playable board does what its methods say, and shows it; no browser is needed."""

import asyncio
from random import Random
from unittest import mock

import numpy as np
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.patches import PathPatch

from blocky.prograsonne import (
    Game,
    GreedyPlayer,
    HumanPlayer,
    Parts,
    Place,
    Player,
    RandomPlayer,
    Restore,
    Rules,
    Save,
    TakeBack,
    Tile,
    draw,
    read_supply,
    write_supply,
)
from blocky.prograsonne.board import Placed
from blocky.prograsonne.draw import shapes
from blocky.prograsonne.draw.history import layout
from blocky.prograsonne.hexes import CELLS, EDGES, neighbour, opposite
from blocky.prograsonne.position import PrograsonnePosition
from blocky.prograsonne.tiles import TYPES
from blocky.prograsonne.widgets import play
from blocky.prograsonne.widgets.told import tile_text
from tests.panels import click, point, press, scroll, words
from tests.prograsonne.test_examples import NINE, played

TWO = [HumanPlayer(), HumanPlayer()]

pytestmark = pytest.mark.usefixtures("drawn_on_demand")


def begun(players=TWO, seed=3, **flags):
    return play(players=players, seed=seed, pause=0, rules=Rules(redraw=True, **flags))


def standing(tiles=None, **others):
    """Return a board with tiles as ``played`` reads them, or another tile in hand."""
    board = begun()
    position = board.game.position
    if tiles:
        others["tiles"] = tuple(played(tiles).tiles.values())
    position.stand(position.standing()._replace(**others))
    return board


def move(board):
    """Place the tile in hand where it fits first."""
    board.next_fit()
    board.place()


def pixels(panel):
    """Return what the figure of a panel shows."""
    FigureCanvasAgg.draw(panel.live.canvas)
    return np.asarray(panel.live.canvas.get_renderer().buffer_rgba()).astype(int)


# -- the picture -------------------------------------------------------------------------------

def test_each_cell_and_each_edge_is_found_at_its_place():
    for cell in CELLS:
        x, y = shapes.centre(cell)
        assert shapes.cell_at(x, y) == cell
        for edge in EDGES:
            across, down = shapes.middle(edge)
            assert shapes.cell_at(x + 0.9 * across, y + 0.9 * down) == cell
            assert shapes.cell_at(x + 1.1 * across, y + 1.1 * down) == neighbour(cell, edge)
            assert shapes.edge_at(cell, x + 0.9 * across, y + 0.9 * down) == edge


@pytest.mark.parametrize("name", TYPES)
def test_segments_are_drawn_inside_their_tile_and_reach_their_edges(name):
    for segment in Tile(name).segments:
        path = shapes.segment_shape(segment)
        points = path.vertices[path.codes != path.CLOSEPOLY]
        assert abs(points).max() <= 1 + 1e-9
        for edge in segment.edges:
            x, y = shapes.middle(edge)
            along = points @ [x, y] / 0.75
            assert along.max() > 1 - 1e-9
        for edge in set(EDGES) - set(segment.edges):
            x, y = shapes.middle(edge, 0.98)
            assert not (segment.kind == "city" and path.contains_point((x, y)))


def test_a_picture_says_what_there_is_to_see():
    said = draw.board(played("(3,2)GGGGGC@4 -, (4,2)GGGGGC@1 P1"), letters=True).alt
    assert "Player 1 (red) has 100" in said
    assert "(4, 2) GGGGGC turned 1, red" in said
    assert "GGGCGG" in draw.tile("GGGGGC", 4).alt


def test_saved_states_that_branch_stand_in_rows_of_their_own():
    game = Game(Rules(keep_branches=True), 2, players=TWO)
    for each in (Save(), Save(), Restore(1), Save(), Save(), Restore(2), Save()):
        game.play(each)
    places = layout(game.position.history)
    assert places == {1: (0, 0), 2: (1, 0), 3: (2, 1), 4: (3, 1), 5: (4, 0)}
    assert "state 3 of player 1, after state 1" in draw.states(game.position.history).alt


# -- choosing ----------------------------------------------------------------------------------

@pytest.mark.parametrize("letters", [False, True])
def test_what_is_drawn_tile_by_tile_looks_like_what_is_drawn_at_once(letters):
    panel = play(seed=15, players=TWO, letters=letters, pause=0,
                 rules=Rules(redraw=True))
    pixels(panel)
    rng, most = Random(3), 0
    for number in range(1, 25):
        placed = [move for move in panel.game.legal_moves() if isinstance(move, Place)]
        panel.play(TakeBack() if number % 6 == 0 else rng.choice(placed))
        bit_by_bit, most = pixels(panel), max(most, len(panel.still.get_children()))
    with mock.patch.object(PathPatch, "draw", autospec=True, side_effect=PathPatch.draw) as drawn:
        panel.turn()
        pixels(panel)
    assert 2 * drawn.call_count < most
    apart = np.abs(bit_by_bit - pixels(play(panel.game, letters=letters))).max(axis=2)
    hand = slice(round(0.85 * len(apart)), None)  # turned meanwhile
    apart[hand] = 0
    assert (apart > 40).mean() < 0.003


def test_a_tile_is_turned_and_placed_by_pointer():
    board = begun()
    place = next(each for each in board.game.legal_moves()
                 if isinstance(each, Place) and each.turns == 2)
    x, y = shapes.centre(place.cell)
    point(board, board.ax, x, y)
    assert board.cell == place.cell
    scroll(board, board.ax, x, y, -1)
    click(board, board.ax, x, y, button=3)
    assert board.turns == 2
    click(board, board.ax, x, y)
    assert board.game.history[-1].move == place
    assert list(board.board.tiles)[-1] == place.cell
    assert board.turns == 0
    assert "Player 1 chose to place the tile" in board.text


def test_a_tile_is_turned_and_placed_by_keys():
    board = begun()
    start = next(iter(board.board.tiles))
    press(board, "up")
    assert board.cell == start
    press(board, "n", "enter")
    assert len(board.board.tiles) == 2
    press(board, "d", "d", "a")
    assert board.turns == 1
    press(board, "s", "n", "enter", "t")
    assert isinstance(board.game.history[-1].move, (TakeBack, Place))
    press(board, "g")
    assert board.turns == 1
    assert len(board.board.tiles) == 2
    press(board, "h", "enter", "z", "y", "l")
    assert board.letters.value
    assert len(board.board.tiles) == 3


def test_the_arrows_stay_on_the_board():
    board = begun()
    press(board, *["up"] * 9, *["left"] * 9)
    assert board.cell == (0, 0)
    press(board, *["down"] * 9, *["right"] * 9)
    assert board.cell == (7, 7)


def test_the_chosen_placement_is_one_that_can_be_made():
    board = begun()
    assert board.chosen_move() is None
    board.next_fit()
    assert board.chosen_move() == board.game.legal_moves()[0]
    board.choose_cell(next(iter(board.board.tiles)))
    assert board.chosen_move() is None
    board.choose_cell((0, 0) if board.cell != (0, 0) else (7, 7))
    assert board.chosen_move() is None
    board.next_fit()
    board.end()
    assert board.chosen_move() is None


def test_it_is_said_why_a_tile_does_not_fit_and_how_it_does():
    board = standing(hand="GGGGGC")
    first = next(iter(board.board.tiles.values()))
    for cell in CELLS:
        for turns in range(6):
            board.choose_cell(cell)
            board.turns = turns
            said = board.selection_text()
            reason = board.board.why_not(cell, Tile("GGGGGC", turns))
            if cell == first.cell:
                assert first.tile.type in said
            elif reason is None:
                assert "the tile fits" in said
            else:
                assert reason in said
                fits = [each.turns for each in board.board.legal_placements("GGGGGC")
                        if each.cell == cell]
                assert ("It fits" in said) == bool(fits)
    board.choose_cell((0, 0) if first.cell != (0, 0) else (7, 7))
    board.place()
    assert "touches no tile" in board.text
    assert board.game.history == []


def test_pointing_at_a_tile_tells_its_features():
    board = standing("(3,2)GGGGGC@4 -, (4,2)GGGGGC@1 P1")
    x, y = shapes.centre((4, 2))
    point(board, board.ax, x, y - 0.7)
    assert (board.cell, board.edge) == ((4, 2), 1)
    assert ("A complete city of 2 tiles, of player 1 (red): 100 points." in board.selection_text())
    board.draw_position()
    marked = len(board.ax.patches)
    point(board, board.ax, x, y + 0.7)
    assert board.edge == 1  # there is grass at edge 4
    board.choose_cell((0, 0))
    board.draw_position()
    assert len(board.ax.patches) < marked


def test_the_key_goes_through_what_is_on_a_tile():
    board = standing("(3,2)CRCCRC@0 -")
    board.choose_cell((3, 2))
    seen = []
    for _ in range(4):
        seen.append((board.edge, board.selection_text().split(". ")[1].split(" ")[1]))
        press(board, "e")
    assert seen == [(1, "open"), (2, "river"), (3, "open"), (1, "open")]
    assert "A river of 1 tile, of nobody, touches 2 cities: 0 points." in tile_text(
        board.board, (3, 2), 2)
    assert "touches 1 city: 0 points" in tile_text(played("(3,2)GCCRPR@0 -"), (3, 2), 5)


def test_the_tile_in_hand_is_told_in_words_as_it_is_turned():
    board = standing(hand="CGGPPG")
    board.turns = 0
    board.refresh()
    assert words(board.hand_told) == ("In hand: CGGPPG. A city at the top edge; a road at the "
                                      "bottom and lower left edges; grass elsewhere.")
    press(board, "d")
    assert words(board.hand_told) == (
        "In hand: CGGPPG, turned 1 time. A city at the upper right edge; a road at the lower left "
        "and upper left edges; grass elsewhere.")


def test_a_game_that_play_begins_is_never_over_before_its_first_move():
    rules = play(players=TWO, seed=1).game.position.rules
    assert rules == Rules(redraw=True)
    assert play(players=TWO, seed=1, rules=Rules()).game.position.rules == Rules()
    begun = [PrograsonnePosition.begin(rules, Random(seed)) for seed in range(300)]
    assert [position.over for position in begun] == [False] * 300
    assert any(PrograsonnePosition.begin(Rules(), Random(seed)).over for seed in range(300))


@pytest.mark.parametrize("back", [False, True])
def test_what_was_done_last_is_marked_and_comes_on_its_way(back):
    board = begun()
    move(board)
    move(board)
    cell = board.game.history[0 if back else 1].move.cell
    if back:
        board.take_back()
    turn = board.game.history[-1]
    board.choose_cell(None)
    board.draw_position()
    before = len(board.ax.patches)
    board.mark_last(turn)
    shown = board.ax.patches[before:]
    assert all(np.allclose(each.get_path().vertices[:-1].mean(0), shapes.centre(cell), atol=0.01)
               for each in shown)
    assert len(shown) == 2
    for share in (0, 0.5, 1):
        board.draw_motion(turn, share)
        at = board.ax.patches[-1].get_path().vertices
        assert at.max() <= 16
    board.save_state()
    board.draw_position()
    before = len(board.ax.patches)
    board.mark_last(board.game.history[-1])
    assert len(board.ax.patches) == before  # to save places nothing


# -- moves -------------------------------------------------------------------------------------

def test_taking_back_is_a_move_and_undo_is_not():
    board = begun()
    assert board.buttons["take back"].disabled
    assert "none to take back" in board.buttons["take back"].tooltip
    move(board)
    move(board)
    first = board.game.history[0].move.cell
    board.take_back()
    assert first not in board.board.tiles
    assert (board.game.turn, len(board.game.history)) == (1, 3)
    board.undo()
    assert first in board.board.tiles
    assert (board.game.turn, len(board.game.history)) == (0, 2)
    board.redo()
    assert first not in board.board.tiles


def test_states_are_saved_and_clicked():
    board = begun(keep_branches=True)
    assert "No state" in board.buttons["restore"].tooltip
    board.turn(3)
    board.save_state()
    assert board.turns == 3
    move(board)
    board.save_state()
    assert list(board.state.options) == [1, 2]
    click(board, board.saved, *layout(board.game.position.history)[1])
    assert (len(board.board.tiles), board.turns) == (1, 3)
    move(board)
    board.save_state()
    board.next_state(-1)
    assert board.state.value == 2
    press(board, "g")
    assert board.game.history[-1].move == Restore(2)
    assert [state.parent for state in board.game.position.history.states] == [None, 1, 1]


def test_the_hint_is_chosen_and_outlined_until_the_next_turn():
    board = begun(seed=9)
    board.hint()
    assert "It would gain nothing" in board.text
    board.place()
    best = board.board.hint(board.hand, 2)
    board.hint()
    assert board.hinted == Place(board.cell, board.turns) == best.placement
    assert (best.gain, "It would gain 10 points." in board.text) == (10, True)
    board.place()
    assert board.hinted is None
    board.end()
    board.hint()
    assert "over" in board.text


# -- computers, files, new games ---------------------------------------------------------------

def test_computers_play_and_a_human_against_one():
    watched = begun([RandomPlayer(), GreedyPlayer()], seed=5)
    assert watched.game.over
    board = begun([HumanPlayer(), GreedyPlayer()], seed=5)
    for number in range(1, 4):
        board.hint()
        board.place()
        assert len(board.game.history) == 2 * number
    board.undo()
    assert len(board.game.history) == 4


class Lost(Player):
    def make_move(self, game, rng):
        raise KeyError("lost")


def test_a_player_that_fails_loses_the_game():
    board = begun([HumanPlayer(), Lost()])
    move(board)
    assert board.game.winners == [0]
    assert "Player 1 (Human) wins" in words(board._status)


def test_a_game_is_saved_and_loaded(tmp_path):
    board = begun()
    move(board)
    board.save_state()
    board.save(str(tmp_path / "game.json"))
    move(board)
    board.load(str(tmp_path / "game.json"))
    assert (len(board.board.tiles), list(board.state.options)) == (2, [1])


@pytest.mark.parametrize("who", [None, "greedy", "look-ahead", "random"])
def test_a_new_game_is_as_the_form_says(who, tmp_path):
    board = begun()
    board.stopped.value = True
    if who:
        board.seats.seats[1].kind.value = who
    board.seats.seats[0].named.value = "Ada"
    board.options["closed_only"].value, board.seed.value = True, "17"
    write_supply(tmp_path / "mine.csv", 5)
    board.supply_file.value = str(tmp_path / "mine.csv")
    board.new_game()
    expected = [HumanPlayer(name="Ada"), Game.kinds[who]() if who else HumanPlayer()]
    assert board.game.players == expected
    assert board.game.position.rules == Rules(closed_only=True, redraw=True)
    again = Game(Rules(closed_only=True, redraw=True), 17, players=expected,
                 supply=read_supply(tmp_path / "mine.csv"))
    again.run()
    assert board.game == again
    assert "Ada" in words(board._players)


def test_a_supply_that_cannot_be_read_leaves_the_game_as_it_is(tmp_path):
    board = begun()
    move(board)
    board.supply_file.value = str(tmp_path / "none.csv")
    board.new_game()
    assert "cannot be read" in board.text
    (tmp_path / "bad.csv").write_text("GGGGGX,1")
    board.supply_file.value = str(tmp_path / "bad.csv")
    board.new_game()
    assert "Line 1" in board.text
    assert len(board.game.history) == 1


def test_a_new_game_keeps_a_students_functions():
    parts = Parts(opposite=lambda edge: opposite(edge))
    board = play(players=TWO, seed=1, parts=parts, pause=0)
    board.new_game()
    assert board.game.position.parts is parts


def test_play_takes_a_game_or_settings():
    game = Game(seed=2, players=TWO)
    assert play(game).game is game
    with pytest.raises(ValueError, match="not both"):
        play(game, seed=3)


def test_the_board_says_what_it_shows():
    board = begun()
    assert "1 Human" in words(board._players)
    assert "It is the turn of player 1 (Human)" in words(board._status)
    assert f"{sum(board.game.position.supply.values())} tiles are left" in words(board._supply)
    said = board.picture().alt
    assert "A board of Prograsonne" in said
    assert board.hand in said
    assert "h hint" in board.keys_text()


def test_a_game_won_by_the_snitch_is_told():
    tiles = [*played(NINE).tiles.values(), Placed((2, 2), Tile("GGGGGR", 3), 2)]
    hands = [each.tile.type for each in tiles[1:]]
    position = PrograsonnePosition(Rules(), dict.fromkeys(TYPES, 9), tiles[0], None, hands[0])
    game = Game.on(position, TWO, 1)
    for each, drawn in zip(tiles[1:-1], hands[1:], strict=True):
        game.replay(Place(each.cell, each.tile.turns), drawn)
    board = play(game, pause=0)
    board.hint()
    assert board.text == ("Hint: place the tile on cell (2, 2), turned 3 times. It would make the "
                          "golden snitch, and win the game.")
    board.place()
    assert "the golden snitch: a river of 3 tiles or more touches 2 complete cities" in board.text
    assert "+0" not in board.text
    assert "Player 2 made the golden snitch" in words(board._status)
    assert "the golden snitch" in words(board._moves)


def test_a_turn_of_the_tile_in_hand_is_seen_and_ends_as_it_would_without():
    async def seen(switched_on):
        panel = begun(seed=7)
        panel.next_fit()
        panel.show_moves.value = switched_on
        panel.turn()
        moving, first = panel._motion is not None, pixels(panel)
        await panel.motion_over()
        return moving, first, pixels(panel)

    moving, first, last = asyncio.run(seen(True))
    off, at_once, _ = asyncio.run(seen(False))
    assert (moving, off) == (True, False)
    assert (first != at_once).any()
    assert (last == at_once).all()


def test_another_ground_of_the_figure_is_seen_everywhere():
    board = begun()
    assert (pixels(board)[2, 2] == 255).all()
    board.figure.set_facecolor("#b8b8b8")
    shown = pixels(board)
    assert (shown[..., :3] == 255).all(axis=2).mean() < 0.01
