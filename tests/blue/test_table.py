"""The table of Blue; tests/test_boards.py has what holds of every board."""

import asyncio
from itertools import combinations

import numpy as np
import pytest

from blocky.blue import OFFICIAL, SEED, Board, Game, Move, Position, Rules, State, draw
from blocky.blue.draw.layout import Layout
from blocky.blue.draw.looks import PALETTES, place_image, tile_image
from blocky.blue.draw.motion import frames, tiling_frames
from blocky.blue.draw.table import table
from blocky.blue.widgets import PlayableTable, play
from tests.blue.test_golden import GOLDEN
from tests.test_draw import SIGHT, lab

SHORT = Rules("short", rounds=1)

pytestmark = pytest.mark.usefixtures("drawn_on_demand")


@pytest.fixture
def board():
    return play(["human", "human"], seed=1, pause=0)


def tile(board, source, colour):
    """Return the middle of the first tile of a colour in a source."""
    state = board.game.position.state
    index = state.sources[source].index(colour) + (source == 0 and state.next_starter is None)
    x, y = Layout(len(state.boards)).tile(source, index)
    return x + 0.5, y + 0.5


def line(board, number, player=None):
    player = board.game.turn if player is None else player
    x, y = Layout(len(board.game.players)).on_line(player, number, 0)
    return x + 0.5, y + 0.5


def first(board):
    source, colour = board.game.position.takes[0]
    return source, colour, tile(board, source, colour)


# -- the pointer ---------------------------------------------------------------------------

def standing(state, rules=SEED):
    return play(game=Game.on(Position(state, rules), play(["human", "human"]).game.players, 1))


def test_what_would_overflow_and_cost_is_said_before_the_click():
    board = standing(State(("bbb", "", "", "", "", ""), (Board("rbgwy", floor=1),) * 2))
    board.press_at(*tile(board, 0, "b"))
    board.point_at(*line(board, 1))
    assert board.selection_text() == (
        "Player 1 (Human) takes 3 black tiles from the centre for line 1. 2 fall to the floor. The "
        "start token comes with them and goes on the floor. The floor would cost 6 instead of 1.")


@pytest.mark.parametrize(("rules", "line", "words"), [
    (SEED, 1, "That fills line 1: the tile that goes to the wall will score 3 points."),
    (OFFICIAL, 1,
     "That fills line 1: the tile that goes to the wall will score at least 3 points."),
    (SEED, 3, "That doesn't fill line 3, so it scores nothing yet."), (SEED, 0, "")])
def test_what_a_full_line_will_score_is_said_before_the_click(rules, line, words):
    own = Board("rbgwy", ("rb...", *["....."] * 4))
    board = standing(State(("", "ggw", "", "", "", ""), (own, own)), rules)
    board.choose(Move(1, "g", line))
    assert board.gain_text() == words


def test_a_new_game_has_the_rules_of_the_form_and_room_for_its_players(board):
    board.seats.count.value = 4
    board.rules.value = OFFICIAL
    board.new_game()
    assert board.game.rules is OFFICIAL
    layout, (wide, high) = Layout(4), board.figure.get_size_inches()
    assert wide / high == pytest.approx(layout.wide / layout.high, 0.01)


def test_why_a_press_does_nothing_is_said():
    full = Board("rbgwy", lines=("r", "", "", "", ""))
    board = standing(State(("b", "r", "", "", "", ""), (full, full)))
    own, others = board.game.turn, 1 - board.game.turn
    for place, said in [(line(board, 2), "Choose tiles first"),
                        (tile(board, 0, "b"), ""), (line(board, 1), "Line 1 is full."),
                        (line(board, 2, player=others), "Put your tiles on your own")]:
        board.press_at(*place)
        assert said in board.text
    board.point_at(*line(board, 1, player=own))
    assert board.selection_text() == "Line 1 is full."
    board.point_at(*line(board, 3))
    assert board.move.line == 3
    board.press_at(0.01, 0.01)
    assert (board.take, board.game.history) == (None, [])


# -- keys and moves --------------------------------------------------------------------------

def test_keys_go_round_takes_and_the_lines_that_take_them(board):
    takes = board.game.position.takes
    for take in [*takes, takes[0]]:
        board.next_take()
        assert board.take == take
    for line in (1, 2, 3, 4, 5, 0, 1):
        assert board.move.line == line
        board.next_line()
    board.next_take(-1)
    assert board.take == takes[-1]
    board.hotkeys["escape"]()
    assert (board.take, board.move) == (None, None)
    board.hotkeys["enter"]()
    assert "No move is chosen" in board.text
    board.choice.value = board.game.legal_moves()[3]
    assert board.take == board.move[:2] == board.game.legal_moves()[3][:2]


# -- computers and tilings -------------------------------------------------------------------

@pytest.mark.parametrize("golden", GOLDEN["games"][:60:24], ids=lambda game: game["id"])
def test_a_tiling_is_shown_step_by_step(golden):
    game = Game.from_record(golden)
    ends = [each["after"] for each in golden["rounds"]]
    names = ["one", "two", "three", "four"][:len(game.players)]
    shown = [frames(before, turn.move, game.rules, names) for before, turn in zip(
        game.position.past, game.history, strict=True)]
    shown = [each for each in shown if each]
    assert len(shown) == len(ends)
    for moments, after in zip(shown, ends, strict=True):
        tiles = [frame for frame in moments if " places " in frame.text]
        points = [int(list(frame.scene.notes.values())[-1]) for frame in tiles]
        assert points == [tile[2] for placed in after["placed"] for tile in placed]

        tiled = [frame for frame in moments if " places " not in frame.text][len(names) - 1]
        assert [list(board.wall) for board in tiled.scene.state.boards] == after["walls"]
        assert [board.score for board in tiled.scene.state.boards] == after["scores"]
        assert [list(board.lines) for board in tiled.scene.state.boards] == after["lines"]
    assert [board.score for board in shown[-1][-1].scene.state.boards] == game.scores


PAIR = ("rb...", *["....."] * 4)
TWO_ROWS = ("rbgw.", "yrb..", "wyr..", "gwyr.", "bgwy.")
BELOW = (0, 2, 3, 1, 1)
ALL_RED_AND_YELLOW = [(0, row, column, 1, 1) for row in range(1, 6) for column in range(1, 6)
                      if (column - row) % 5 in (0, 4)]


@pytest.mark.parametrize(("wall", "lines", "rules", "shown"), [
    (PAIR, ("g", "rr", "", "", ""), SEED, {
        0: ("+3", [(0, 1, 1, 1, 3), (0, 1, 3, 1, 1)]),
        1: ("+2", [(0, 1, 2, 2, 1), (0, 2, 2, 1, 1)]),
        2: ("\N{MINUS SIGN}0", [])}),
    (PAIR, ("g", "bb", "", "", ""), SEED, {1: ("+1", [BELOW])}),
    (PAIR, ("g", "bb", "", "", ""), OFFICIAL, {1: ("+2", [(0, 1, 3, 2, 1), BELOW])}),
    (TWO_ROWS, ("y", "", "", "", "rrrrr"), OFFICIAL, {
        3: ("+4", [(0, 1, 1, 1, 5), (0, 5, 1, 1, 5)]),
        4: ("+21", [(0, 1, 1, 5, 1), (0, 1, 2, 5, 1), (0, 1, 3, 5, 1)]),
        5: ("+20", ALL_RED_AND_YELLOW)}),
])
def test_a_tiling_frames_the_runs_that_score(wall, lines, rules, shown):
    state = State(("",), (Board("rbgwy", wall, lines),), pool="r")
    scenes = [frame.scene for frame in tiling_frames(state, rules, ["Ann"])]
    for number, (note, runs) in shown.items():
        assert list(scenes[number].notes.values())[-1] == note
        assert list(scenes[number].runs) == runs


def test_on_a_page_the_tiling_is_shown_before_the_game_goes_on():
    said = []

    class Watched(PlayableTable):
        def say(self, text, error=False):
            said.append(text)
            super().say(text, error)

    async def watch():
        board = Watched(Game(["first", "first"], SHORT, seed=2), pause=0.001)
        board.show_moves.value = False
        while board.computers._task:
            await asyncio.sleep(0.01)
        return board

    board = asyncio.run(watch())
    assert board.game.over
    assert sum(" places " in text for text in said) == board.game.report().count(" places ")


def to_the_end_of_a_round(board):
    while not board.tiling:
        board.play(board.game.legal_moves()[-1])


def test_what_is_chosen_while_a_move_is_on_its_way_stays_chosen():
    async def plays():
        board = PlayableTable(Game(["human", "greedy"], SHORT, seed=3), pause=0)
        while len(board.game.history) < 8:
            while not board.waits_for_human:
                await asyncio.sleep(0.005)
            board.attempt(board.hotkeys["right"])
            assert board.move is not None
            board.attempt(board.hotkeys["enter"])

    asyncio.run(plays())


@pytest.mark.parametrize("end", [PlayableTable.skip_tiling, PlayableTable.undo])
def test_while_a_tiling_is_shown_scores_stand_as_before_it_and_nothing_is_offered(end):
    async def watch():
        board = PlayableTable(Game(["human", "human"], SHORT, seed=1), pause=1)
        to_the_end_of_a_round(board)
        before, shown = board._players.value, board._selection.value
        assert "This is the end of the round" in shown
        assert board.gain_text() == ""
        end(board)
        assert (board._players.value != before) == (end is PlayableTable.skip_tiling)
        assert "The end of the round" not in board._selection.value

    asyncio.run(watch())


def test_a_human_steps_through_a_tiling_and_skips_it():
    async def watch():
        board = play(["human", "human"], seed=2, pause=5)
        board.pause.value, board.show_moves.value = 0, False
        to_the_end_of_a_round(board)
        steps = [frame.text for frame in board.tiling]
        assert board.notice == "The end of round 1."
        said = []
        for _ in range(3):
            await asyncio.sleep(0.01)
            said.append(board.text)
            board.buttons["step"].click()
        assert said == steps[:3]
        await asyncio.sleep(0.01)
        assert len(board.tiling) == len(steps) - 4
        board.hotkeys[" "]()
        assert (board.tiling, board._showing_task, board.shown) == ([], None, None)
        assert board.text == steps[-1]
        assert "player 2&#x27;s turn" in board._status.value
        board.hotkeys["n"]()
        assert "There are no steps to show now" in board.text
        board.next_take()
        board.play_chosen()
        return board

    assert asyncio.run(watch()).game.history


def test_what_a_human_chooses_while_a_tiling_is_shown_stays_chosen():
    async def watch():
        board = play(["human", "first"], seed=2, pause=0)
        while not board.tiling:
            board.pace.value = 0 if len(board.game.position.takes) > 3 else 0.1
            if board.waits_for_human and not board.computers._task:
                board.play(board.game.legal_moves()[-1])
            await asyncio.sleep(0)
        while not board.waits_for_human:
            await asyncio.sleep(0.01)
        board.press_at(*first(board)[2])
        chosen = board.take
        while board.computers._task or board._showing_task:
            await asyncio.sleep(0.01)
        assert board.take == chosen is not None

    asyncio.run(watch())


# -- pictures --------------------------------------------------------------------------------

def test_the_picture_and_its_text():
    shown = table(Position.from_record(GOLDEN["draft"][0]["state"]))
    assert "Factories: factory 1: bwry" in shown.alt
    assert "Player 1: score 3, lines - - - - -, wall r...." in shown.alt


def luminance(paint):
    part = np.array(paint).reshape(1).view(np.uint8)[:3] / 255
    linear = np.where(part <= 0.04045, part / 12.92, ((part + 0.055) / 1.055) ** 2.4)
    return linear @ (0.2126, 0.7152, 0.0722)


def contrast(one, other):
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("letters", [False, True])
@pytest.mark.parametrize("palette", PALETTES)
@pytest.mark.parametrize("image_of", [tile_image, place_image])
def test_tiles_and_empty_places_are_told_apart_without_colour(image_of, palette, letters):
    signs = set()
    for colour in "rbgwy":
        image = image_of(colour, 40, palette, letters)
        sign = (image != image[4, 4])[4:-4, 4:-4]
        signs.add(sign.tobytes())
        assert max(contrast(paint, image[4, 4]) for paint in np.unique(image[4:-4, 4:-4])) >= 3
        assert 0.04 < sign.mean() < 0.5
        tile, place = (of(colour, 40, palette, letters) for of in (tile_image, place_image))
        assert (tile != place).mean() > 0.5 or colour == "w"
        assert contrast(tile[0, 20], place[0, 20]) > 2, "the frame"
    assert len(signs) == 5


@pytest.mark.parametrize("sight", SIGHT)
@pytest.mark.parametrize("pair", list(combinations("rbgwy", 2)), ids="".join)
def test_the_safe_palette_of_tiles_tells_colours_apart(sight, pair):
    one, other = (lab(PALETTES["safe"][colour], sight) for colour in pair)
    assert np.linalg.norm(one - other) >= 30


@pytest.mark.parametrize(("place", "words", "runs"), [
    ((1, 3), "A grey tile in row 1, column 3. It is next to a run of 3 in its row and "
             "a run of 2 in its column. seed: 1 "
             "+ 3 + 2 = 6; official: (3 + 1) + (2 + 1) = 7.", 2),
    ((5, 1), "next to a run of 0 in its row and a run of 0 in its column. seed: 1 = 1; "
             "official: 1 = 1.", 0)])
def test_the_runs_beside_a_tile_are_drawn_with_their_points(place, words, runs):
    wall = ("rb.w.", "..b..", "..r..", ".....", ".....")
    shown = draw.runs(Board("rbgwy", wall), *place)
    assert words in shown.alt
    assert len(shown.figure.axes[0].patches) == 1 + runs
    with pytest.raises(ValueError, match="already a tile in row 1, column 1"):
        draw.runs(Board("rbgwy", wall), 1, 1)


def test_the_report_shows_all_tiles_at_every_step_if_that_is_ticked():
    board = play(["human", "human"], seed=1, pause=0)
    board.play(board.game.legal_moves()[0])
    board.tabs.show("report")
    assert "Pool:" not in board.said.report.value
    board.every_step.value = True
    assert board.said.report.value.count("Pool:") == 2
    board.every_step.value = False
    assert "Pool:" not in board.said.report.value
