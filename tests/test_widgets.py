"""The playable board does what its methods say, and shows it; no browser is needed."""

import asyncio
import html
import json
from dataclasses import replace
from math import pi
from xml.etree import ElementTree

import numpy as np
import pytest

from blocky import (
    CLASSIC,
    EXTENDED,
    Action,
    BlobGoal,
    Block,
    Colour,
    Game,
    Goal,
    HumanPlayer,
    Move,
    Parts,
    PerimeterGoal,
    Player,
    RandomPlayer,
    SmartPlayer,
)
from blocky.draw.marks import _turned
from blocky.game import MODES
from blocky.widgets.actions import ACTIONS
from blocky.widgets.board import play
from tests.panels import click, point, press, scroll, words
from tests.pictures import assert_inside
from tests.strategies import REFERENCE

RULES = pytest.mark.parametrize("rules", [CLASSIC, EXTENDED], ids=["classic", "extended"])
GOALS = [PerimeterGoal(Colour.RED), PerimeterGoal(Colour.BLUE)]
TURN = Action.ROTATE_CLOCKWISE


pytestmark = pytest.mark.usefixtures("drawn_on_demand")


def on_reference(rules=CLASSIC, players=None, turns=5, goals=GOALS, depth=2, **settings):
    """Return a board of two humans on the reference board."""
    players = players or [HumanPlayer(), HumanPlayer()]
    return play(players=players, goals=goals, turns=turns, rules=rules, seed=1, pause=0,
                board=Block.from_nested(REFERENCE, depth, 512), **settings)


def state(board):
    game = board.game
    return (game, game.board.to_nested(), game.scores, len(game.history), game.over, board.path)


def check(board):
    """Assert that what the board shows is what the game is."""
    game = board.game
    game.board.check_invariants()
    assert not any(block.highlighted for block in game.board.blocks())
    assert list(game.scores) == [goal.score(game.board) - game.position.costs[player]
                                 for player, goal in enumerate(game.goals)]
    for action in Action:
        button, reason = board.buttons[action], board.why_not(action)
        assert (button.layout.display != "none") == (action in game.rules.actions)
        assert button.disabled == (reason is not None)
        assert button.tooltip == (reason or f"{action.word.capitalize()}: "
                                            f"key {ACTIONS[action][1]}")
        if action in game.rules.actions:
            assert (reason or "") in words(board._why)
        if board.path is not None and (board.waits_for_human or game.over):
            assert reason == game.why_not(board.move_for(action))
    assert board.buttons["undo"].disabled == (game.undoable == 0)
    assert board.buttons["redo"].disabled == (game.redoable == 0)
    assert board.buttons["end"].disabled == game.over
    assert board.buttons["hint"].disabled == (not board.waits_for_human)
    rows = board._players.value.split("<tr")[1:]
    assert len(rows) == len(game.players)
    for number, row in enumerate(rows):
        assert html.escape(f"{number + 1} {game.players[number].name}") in row
        assert f">{game.scores[number]}</td>" in row
        assert html.escape(game.goals[number].description()) in row
        assert ("▶" in row) == (number == game.turn and not game.over)
        assert ("★" in row) == (number in game.winners)
    check_status(board)
    check_selection(board)


def moves_shown(board):
    return board._moves.value.count("blocky-turn")


def check_status(board):
    game, status = board.game, words(board._status)
    if game.over:
        assert status.startswith("The game is over. ")
        assert all(f"Player {i + 1} (" in status for i in game.winners)
        assert game.why_over() in status
        assert str(max(game.scores)) in status
    else:
        assert f"player {game.turn + 1} ({game.players[game.turn].name})" in status
        assert str(game.moves_left) in status


def check_selection(board):
    text = words(board._selection)
    if board.path is None:
        assert text.startswith("No block is selected.")
    else:
        block = board.game.board.at(board.path)
        assert str(board.path) in text
        assert f"level {block.level} of {block.max_depth}" in text
        assert (block.colour.word if block.colour is not None else "divided") in text
    assert text in board.live._companion.label


def play_to_the_end(board):
    """Let the humans of a board move, each time another legal move on another block."""
    while not board.game.over:
        assert board.waits_for_human
        blocks = list(board.game.board.blocks())
        block = blocks[len(board.game.history) * 7 % len(blocks)]
        board.select(block.path)
        legal = [action for action in Action if not board.buttons[action].disabled]
        made = len(board.game.history)
        board.act(legal[made % len(legal)])
        assert len(board.game.history) > made
        check(board)


# -- whole games ---------------------------------------------------------------------------

@RULES
@pytest.mark.parametrize("mode", MODES)
def test_a_ready_made_game_is_played_to_its_end(mode, rules):
    board = play(mode, rules=rules, seed=4, max_depth=3, turns=3, pause=0, difficulty=0)
    play_to_the_end(board)
    check(board)
    assert len(board.game.history) == 3 * len(board.game.players) == moves_shown(board)
    assert f"Scores over {len(board.game.history)} moves" in board._chart.value
    assert all(board.buttons[action].disabled for action in Action)
    turn = board.game.history[-1]
    assert f"Player {turn.player + 1} " in board.text
    before = state(board)
    for action in Action:
        board.act(action)
        assert board.text == board.why_not(action)
    assert state(board) == before


@pytest.mark.parametrize(("nested", "goals", "expected"), [
    ([1, 1, 1, 0], GOALS, "Player 1 (Human) wins with 6."),
    ([1, 1, 0, 0], GOALS, "Player 1 (Human) and Player 2 (Human) win with 4 each."),
    (1, [PerimeterGoal(1)] * 3,
     "Player 1 (Human), Player 2 (Human) and Player 3 (Human) win with 8 each."),
])
def test_winners_are_named(nested, goals, expected):
    board = play(players=[HumanPlayer()] * len(goals), goals=goals, turns=1, pause=0,
                 board=Block.from_nested(nested, 1))
    board.end()
    assert words(board._status) == f"The game is over. It was ended by hand. {expected}"
    check(board)


@pytest.mark.parametrize("board", [
    Block.from_nested(1, 0), Block.from_nested([0, 1, 2, 3], 8),
], ids=["depth 0", "depth 8, hardly divided"])
@RULES
def test_boards_of_any_depth_are_played(board, rules):
    played = play("human-random", board=board, rules=rules, seed=1, turns=2, pause=0)
    check(played)
    play_to_the_end(played)


# -- selecting -----------------------------------------------------------------------------

@pytest.mark.parametrize(("x", "y", "level", "path"), [
    (3.5, 0.5, 0, ()), (3.5, 0.5, 1, (0,)), (3.5, 0.5, 2, (0, 0)), (0, 0, 2, (1,)),
    (2, 2, 2, (3,)), (1.99, 2, 1, (2,)), (2, 1, 2, (0, 2)), (3.99, 1.99, 2, (0, 3)),
])
def test_a_place_selects_the_block_at_the_level(x, y, level, path):
    board = on_reference()
    board.level = level
    board.point_at(x, y)
    assert board.path == path
    check(board)


@pytest.mark.parametrize("place", [(4, 0), (0, 4), (-0.1, 1), (None, None), (1, None), (99, 99)])
def test_a_place_off_the_board_selects_nothing(place):
    board = on_reference()
    board.point_at(*place)
    assert board.path is None
    board.select((0, 1))
    board.point_at(*place)
    assert board.path == (0, 1)
    check(board)


# -- moves ---------------------------------------------------------------------------------

def test_a_move_is_made_and_shown():
    board = on_reference()
    board.select((0,))
    board.act(TURN)
    score = board.game.scores[0]
    assert board.game.history[0].move == Move(TURN, (0,))
    assert board.text.startswith(
        f"Player 1 chose to rotate block (0,) clockwise: score {score}.")
    assert words(board._moves).startswith(
        f"1. Player 1: rotate block (0,) clockwise, score {score}")
    check(board)


@pytest.mark.parametrize(("rules", "path", "action"), [
    (CLASSIC, None, TURN), (CLASSIC, (), Action.SMASH), (CLASSIC, (0, 0), Action.SMASH),
    (CLASSIC, (0,), Action.PAINT), (CLASSIC, (0,), Action.COMBINE), (CLASSIC, (0,), Action.PASS),
    (EXTENDED, (0,), Action.SMASH), (EXTENDED, (1,), Action.PAINT),
    (EXTENDED, (0, 0), Action.PAINT), (EXTENDED, (1,), Action.COMBINE),
    (EXTENDED, None, Action.SWAP_VERTICALLY),
])
def test_an_illegal_move_is_answered_by_its_reason(rules, path, action):
    board = on_reference(rules)
    if path is not None:
        board.select(path)
    board.paint_colour.value = Colour.BLUE
    before, reason = state(board), board.why_not(action)
    assert reason
    if path is not None:
        assert reason == board.game.why_not(board.move_for(action))
    board.buttons[action].click()
    assert board.text == reason
    assert 'role="alert"' in board.message.value
    assert state(board) == before
    check(board)


def test_a_second_smash_is_refused_under_the_classic_rules():
    board = on_reference(turns=4)
    for path in ((1,), (2,)):
        board.select(path)
        board.act(Action.SMASH)
    board.select((3,))
    assert board.buttons[Action.SMASH].disabled
    board.act(Action.SMASH)
    assert "You may smash once in a game" in board.text
    board.undo()
    board.undo()
    board.select((3,))
    assert not board.buttons[Action.SMASH].disabled
    check(board)


def test_paint_takes_the_colour_chosen():
    board = on_reference(EXTENDED)
    board.select((0, 0))
    for colour in Colour:
        board.paint_colour.value = colour
        assert board.buttons[Action.PAINT].disabled == (colour == Colour.BLUE)
        check(board)
    board.paint_colour.value = Colour.GREEN
    board.act(Action.PAINT)
    assert board.game.board.at((0, 0)).colour == Colour.GREEN
    board.select((0,))
    board.act(Action.COMBINE)
    assert board.game.board.at((0,)).colour == Colour.RED
    check(board)


# -- hints ---------------------------------------------------------------------------------

def test_a_hint_shows_the_best_move_and_what_it_gains():
    """With the halves exchanged, a red unit cell comes to a corner, and another to the side."""
    board = on_reference(goals=[PerimeterGoal(Colour.RED), PerimeterGoal(Colour.BLUE)])
    assert board.game.scores[0] == 5
    board.hint()
    assert board.text == ("Hint: swap left and right in block () (key h). It gains 2 points and "
                          "makes your score 7.")
    assert board.path == ()
    assert board.game.history == []
    check(board)
    board.act(Action.SWAP_HORIZONTALLY)
    assert board.game.scores[0] == 7


def test_a_hint_to_paint_chooses_the_colour():
    board = play(players=[HumanPlayer()], goals=[BlobGoal(Colour.RED)], rules=EXTENDED,
                 board=Block.from_nested([[0, 0, 2, 0], 1, 0, 1], 2, 512))
    board.paint_colour.value = Colour.YELLOW
    press(board, "i")
    assert board.text == ("Hint: paint block (0, 2) red (key p). It gains 4 points and makes "
                          "your score 8.")
    assert (board.path, board.paint_colour.value) == ((0, 2), Colour.RED)
    board.act(Action.PAINT)
    assert board.game.scores == [8]


def test_where_nothing_gains_the_hint_says_so():
    board = play(players=[HumanPlayer()], goals=[BlobGoal(1)], board=Block.from_nested(1, 2))
    board.hint()
    assert board.text == "Hint: no move makes your score larger now."
    assert board.path is None
    board = play(players=[HumanPlayer()], goals=[BlobGoal(1)],
                 board=Block.from_nested([1, 2, 1, 1], 2))
    board.hint()
    assert board.text.endswith("What a smash would bring is not known.")


def test_without_a_human_to_move_there_is_no_hint():
    board = play("auto", seed=1, max_depth=2, turns=1, pause=0)
    board.hint()
    assert board.text == "The game is over."
    assert board.picture().alt.startswith("A game of Blocky. A board of 4 by 4 unit cells")
    board.undo()
    assert board.buttons["hint"].disabled
    board.hint()
    assert board.text == "It is a computer player's turn. Wait until it has moved."


def test_a_new_game_chooses_among_the_kinds_of_goal_that_were_given():
    class Other(BlobGoal):
        pass

    board = on_reference(goals=[BlobGoal, PerimeterGoal, Other])
    kinds = set()
    for seed in range(16):
        board.new_game(seed=seed)
        kinds.add(type(board.game.goals[0]))
    assert kinds == {BlobGoal, PerimeterGoal, Other}


def test_a_goal_that_fails_gives_no_hint():
    class Fails(Goal):
        works = True

        def score(self, board):
            if not self.works:
                raise RuntimeError("not written")
            return 1

        def description(self):
            return "Whatever."

    board = on_reference(goals=[Fails(1), Fails(2)])
    Fails.works = False
    board.hint()
    assert board.text == "There is no hint. Your Fails.score raised RuntimeError: not written."


# -- undo, redo, end -----------------------------------------------------------------------

def test_undo_goes_back_to_the_last_choice_of_a_human_and_redo_forth():
    board = play("sample", seed=1, max_depth=3, turns=3, pause=0, difficulty=0)
    for step, text in (("undo", "Nothing is left to undo."), ("redo", "Nothing is left to redo.")):
        board.buttons[step].click()
        assert board.text == text
    states = [state(board)[1:4]]
    for _ in range(2):
        board.select(())
        board.act(TURN)
        states.append(state(board)[1:4])
    assert [made for _, _, made in states] == [0, 3, 6]
    for step, at in [(board.undo, 1), (board.undo, 0), (board.redo, 1), (board.redo, 2),
                     (board.undo, 1)]:
        step()
        assert state(board)[1:4] == states[at]
        assert board.waits_for_human
        assert not board.stopped.value
        check(board)


def test_undo_in_a_game_of_computers_stops_them():
    board = play("auto", seed=1, max_depth=2, turns=2, pause=0, difficulty=0)
    end = state(board)
    board.undo()
    assert len(board.game.history) == 3
    assert board.stopped.value
    assert "Computer players are stopped." in words(board._status)
    check(board)
    board.redo()
    assert state(board)[1:5] == end[1:5]
    board.undo()
    board.undo()
    board.stopped.value = False
    assert board.game.over
    check(board)


def test_undoing_past_the_first_human_stops_at_the_start():
    board = play(players=[RandomPlayer(), HumanPlayer()], seed=1, turns=2, pause=0, max_depth=2)
    assert len(board.game.history) == 1
    board.undo()
    assert not board.game.history
    assert board.stopped.value
    check(board)


def test_an_ended_game_goes_on_after_undo():
    board = on_reference()
    board.select((0,))
    board.act(TURN)
    board.buttons["end"].click()
    check(board)
    board.act(TURN)
    assert board.text == "The game is over. Undo a move, or start a new game."
    board.buttons["undo"].click()
    assert not board.game.over
    check(board)


# -- events --------------------------------------------------------------------------------

def test_hovering_selects_and_the_wheel_changes_the_level():
    board = on_reference()
    point(board, board.ax, 3.5, 0.5)
    assert board.path == (0,)
    scroll(board, board.ax, 3.5, 0.5, -1)
    assert board.path == (0, 0)
    point(board, board.ax, 2.5, 1.5)
    assert board.path == (0, 2)
    scroll(board, board.ax, 2.5, 1.5, 1)
    scroll(board, board.ax, 2.5, 1.5, 1)
    assert board.path == ()
    point(board, board.ax, 0.5, 3.5)
    assert board.path == ()
    check(board)


@pytest.mark.parametrize(("button", "action"), [
    (1, Action.ROTATE_CLOCKWISE), (3, Action.ROTATE_COUNTER_CLOCKWISE), (2, None), (8, None),
])
def test_clicks_rotate_the_block_under_the_pointer(button, action):
    board = on_reference()
    board.select((3,))
    for x, y in ((-1, 2), (5, 2), (2, 4.5)):
        point(board, board.ax, x, y)
        click(board, board.ax, x, y, button)
    click(board, board.ax, 3.5, 0.5, button, dblclick=True)  # comes after the two presses
    assert board.path == (3,)
    click(board, board.ax, 3.5, 0.5, button)
    made = [turn.move for turn in board.game.history]
    assert made == ([Move(action, (0,))] if action else [])
    check(board)


@pytest.mark.parametrize("name", [k for _, k in ACTIONS.values()])
@RULES
def test_a_key_does_its_action_or_says_why_not(name, rules):
    action = next(action for action, (_, k) in ACTIONS.items() if k == name)
    board = on_reference(rules)
    board.select((1,))
    board.paint_colour.value = Colour.RED
    reason = board.why_not(action)
    press(board, name)
    if reason:
        assert not board.game.history
        assert board.text == reason
    else:
        assert [turn.move.action for turn in board.game.history] == [action]
    check(board)


def test_keys_choose_blocks_undo_redo_and_show_letters():
    board = on_reference()
    walked = []
    for name in ("down", "down", "down", "left", "right", "right", "up", "up", "x", None):
        press(board, name)
        walked.append(board.path)
    assert walked == [(), (3,), (3,), (0,), (3,), (2,), (), (), (), ()]
    board.select((0, 0))
    press(board, "left")
    assert board.path == (0, 1)
    press(board, "right")
    assert board.path == (0, 0)
    press(board, "up")
    assert board.path == (0,)
    press(board, "h")
    press(board, "z")
    assert (board.game.undoable, board.game.redoable) == (0, 1)
    press(board, "y")
    assert (board.game.undoable, board.game.redoable) == (1, 0)
    press(board, "l")
    assert board.letters.value
    assert board._artist.letters
    check(board)


# -- what is marked --------------------------------------------------------------------------

def seen(board):
    """Return the pixels of the board as it is drawn."""
    return board._artist.paint(160, 160)


def test_what_counts_is_marked_until_it_is_switched_off():
    board = on_reference()
    marked = seen(board)
    press(board, "g")
    assert not board.counting.value
    assert (seen(board) != marked).any()
    press(board, "g")
    np.testing.assert_array_equal(seen(board), marked)


def test_what_counts_is_that_of_whose_turn_it_is():
    board = on_reference(players=[HumanPlayer(), HumanPlayer()],
                         goals=[BlobGoal(Colour.RED), BlobGoal(Colour.YELLOW)])
    red = seen(board)
    board.select((1,))
    board.act(TURN)  # which changes nothing
    board.path = None
    board.redraw()
    changed = np.argwhere((seen(board) != red).any(axis=2))
    lower = [(row, column) for row, column in changed if row >= 80]
    assert lower, "the red block below is unmarked, the yellow one marked"
    assert {column >= 80 for _, column in lower} == {False, True}


@pytest.mark.parametrize("size", [160, 161, 163, 750, 811])
def test_a_block_of_any_size_turns(size):
    board = on_reference(players=[HumanPlayer(), HumanPlayer()])
    board.figure.set_size_inches(size / board.figure.dpi, size / board.figure.dpi)
    for path in [(), *((number,) for number in range(4))]:
        for action in (Action.ROTATE_CLOCKWISE, Action.ROTATE_COUNTER_CLOCKWISE):
            board.select(path)
            board.act(action)
            board.draw_motion(board.game.history[-1], 0.5)
            seen(board)


@pytest.mark.parametrize("shape", [(6, 6), (163, 164), (164, 163), (1, 2)])
def test_what_is_turned_by_a_quarter_and_by_nothing_is_the_block(shape):
    block = np.random.default_rng(1).integers(0, 255, (*shape, 4), dtype=np.uint8)
    np.testing.assert_array_equal(_turned(block, 0.0), block)
    if shape[0] == shape[1]:
        np.testing.assert_array_equal(_turned(block, pi / 2), np.rot90(block))


@pytest.mark.parametrize("action", [action for action in Action if action is not Action.PASS])
def test_a_move_on_its_way_ends_where_it_leads(action):
    board = on_reference(EXTENDED, players=[HumanPlayer(), HumanPlayer()])
    board.counting.value = False
    board.select({Action.SMASH: (1,), Action.PAINT: (0, 0)}.get(action, (0,)))
    board.paint_colour.value = Colour.GREEN
    board.act(action)
    turn = board.game.history[-1]
    assert turn.move.action is action
    board.path = None
    board.draw_position()
    end = seen(board)
    board.draw_motion(turn, 1.0)
    np.testing.assert_array_equal(seen(board), end)
    board.draw_motion(turn, 0.5)
    assert (seen(board) != end).any()
    board.redraw()
    assert (seen(board) != end).any(), "its corners are marked"


@pytest.mark.parametrize("rules", [CLASSIC, EXTENDED])
def test_buttons_show_what_an_action_gains(rules):
    board = on_reference(rules, players=[HumanPlayer(), HumanPlayer()])
    board.select((0,))
    for action in rules.actions:
        button, shown = board.buttons[action], board.commands[action].text
        if board.why_not(action):
            assert button.description == shown
        elif action is Action.SMASH:
            assert button.description == f"{shown} ?"
        else:
            gain = board.game.score_after(board.move_for(action)) - board.game.scores[0]
            sign = "+" if gain >= 0 else "\N{MINUS SIGN}"
            assert button.description == f"{shown} {sign}{abs(gain)}"
    board.end()
    assert all(board.buttons[action].description == board.commands[action].text
               for action in rules.actions)


# -- new, saved and loaded games -----------------------------------------------------------

@pytest.mark.parametrize("settings", [
    {"players": ["chess"]}, {"max_depth": 13}, {"max_depth": -1}, {"max_depth": "deep"},
    {"turns": 0}, {"rules": "chess"}, {"seed": 1.5}, {"goals": [1]},
    {"players": [HumanPlayer()] * 5, "rules": EXTENDED}, {"players": []}, {"size": 1},
], ids=str)
def test_a_new_game_with_wrong_settings_leaves_the_old_one(settings):
    board = on_reference()
    board.select((0,))
    before = state(board)
    board.new_game(**settings)
    assert board.text.endswith(".")
    assert 'role="alert"' in board.message.value
    assert state(board) == before
    check(board)


@pytest.mark.parametrize("kinds", [["human"], ["human", "human", "smart"], ["random", "greedy"],
                                   ["human", "random", "smart", "smart"]], ids=" ".join)
@RULES
def test_a_new_game_follows_the_form(kinds, rules):
    board = on_reference()
    board.select((0, 0))
    board.seats.count.value = len(kinds)
    for seat, kind in zip(board.seats.seats, kinds, strict=False):
        seat.kind.value, seat.difficulty.value = kind, 2
    board.seats.seats[0].named.value = "Ada"
    board.rules.value, board.seed.value = rules, "17"
    board.depth.value, board.turns.value = 1, 2
    board.buttons["new"].click()
    players = [SmartPlayer(2) if kind == "smart" else board.game.kinds[kind]() for kind in kinds]
    players[0].name = "Ada"
    expected = Game(players=players, rules=rules, max_depth=1, turns=2, seed=17,
                    goals=GOALS if len(players) == 2 else None)  # those that were given
    expected.run()
    assert board.game == expected
    assert board.game.players[0].name == "Ada"
    assert board.path is None
    check(board)


def test_rules_of_ones_own_are_played_and_kept():
    rules = replace(CLASSIC, name="gentle", actions=(Action.SWAP_HORIZONTALLY, Action.PASS))
    board = on_reference(rules)
    assert [name for name, _ in board.rules.options] == ["classic", "extended", "gentle"]
    board.act(Action.PASS)  # needs no block
    check(board)
    board.new_game(seed=3)
    assert board.game.rules == rules
    board.rules.value = CLASSIC
    board.new_game(seed=3)
    assert board.game.rules == CLASSIC
    check(board)


@pytest.mark.parametrize(("text", "seed"), [("12", 12), ("-3", -3), (" abc ", "abc")])
def test_a_seed_is_a_number_or_a_text(text, seed):
    board = on_reference()
    board.seed.value = text
    board.new_game()
    assert board.game.seed == seed


class CornerGoal(Goal):
    """Counts one corner."""

    def score(self, board):
        return int(board.flatten()[0, 0] == self.colour)

    def description(self):
        return "Take the <corner> & hold it."


class PatientPlayer(Player):
    def make_move(self, game, rng):
        return Move(Action.ROTATE_CLOCKWISE, ())


def my_rotate(block, direction):
    Block.rotate(block, direction)


def students_board(given=False):
    settings = {"players": [HumanPlayer(), PatientPlayer()], "goals": CornerGoal, "seed": 1,
                "parts": Parts(rotate=my_rotate), "turns": 3, "max_depth": 2}
    if given:
        return play(game=Game(**settings), pause=0)
    return play(**settings, pause=0)


@pytest.mark.parametrize("given", [False, True], ids=["settings", "game"])
def test_the_same_players_keep_what_the_student_wrote(given):
    board = students_board(given)
    assert "Take the &lt;corner&gt; &amp; hold it." in board._players.value
    players, parts = board.game.players, board.game.parts
    board.new_game(max_depth=1)
    assert board.game.players == players
    assert board.game.parts is parts
    assert [type(goal) for goal in board.game.goals] == [CornerGoal] * 2
    play_to_the_end(board)
    board.new_game(players=[HumanPlayer(), HumanPlayer()])
    assert board.game.players == [HumanPlayer()] * 2
    assert board.game.parts is parts
    assert [type(goal) for goal in board.game.goals] == [CornerGoal] * 2


def test_a_game_is_saved_and_loaded(tmp_path):
    board = play(difficulty=2, seed=1, turns=3, max_depth=2, pause=0)
    assert board.game.players == [HumanPlayer(), SmartPlayer(2)]
    board.select(())
    board.act(TURN)
    saved = state(board)
    board.file.value = str(tmp_path / "game.json")
    board.buttons["save"].click()
    assert str(tmp_path) in board.text
    board.act(TURN)
    board.buttons["load"].click()
    assert state(board)[1:5] == saved[1:5]
    assert board.path is None
    check(board)
    play_to_the_end(board)


def test_a_game_with_what_a_student_wrote_is_saved_and_loaded(tmp_path):
    board = students_board()
    board.select(())
    board.act(TURN)
    saved = state(board)
    board.save(tmp_path / "game.json")
    board.act(TURN)
    board.load(tmp_path / "game.json")
    assert state(board)[1:5] == saved[1:5]
    assert isinstance(board.game.players[1], PatientPlayer)
    check(board)


@pytest.mark.parametrize("spoil", [
    lambda record: "", lambda record: json.dumps(record)[:-40], lambda record: "[]",
    lambda record: json.dumps({**record, "moves": [{"move": {"action": "smash", "path": []}}]}),
    lambda record: json.dumps({**record, "position": {
        **record["position"], "goals": [{"kind": "OtherGoal", "colour": 1}] * 2}}), None,
])
def test_a_file_that_cannot_be_loaded_leaves_the_game(tmp_path, spoil):
    path = tmp_path / "game.json"
    board = on_reference()
    board.select((0,))
    if spoil:
        board.save(path)
        path.write_text(spoil(json.loads(path.read_text(encoding="utf-8"))), encoding="utf-8")
    before = state(board)
    board.load(str(path))
    assert 'role="alert"' in board.message.value
    assert board.text.endswith(".")
    assert state(board) == before
    check(board)


@pytest.mark.parametrize("path", ["", ".", "no/such/folder/game.json"])
def test_a_place_that_cannot_be_written_or_read_is_answered_by_a_sentence(
        tmp_path, monkeypatch, path):
    monkeypatch.chdir(tmp_path)
    board = on_reference()
    board.load(path)
    assert board.text.endswith(".")
    board.say("")
    board.save(path)
    assert board.text.endswith(".")
    assert 'role="alert"' in board.message.value
    check(board)


# -- what a student wrote fails ------------------------------------------------------------

def fails(*args):
    raise KeyError("<b>&")


def wrong_rotate(block, direction):
    block.children.reverse()


def player(name, make_move):
    """Return a student's player of a class of that name."""
    return type(name, (Player,), {"make_move": lambda self, game, rng: make_move()})()


FAILING = [player("Deaf", fails), player("Lazy", lambda: "rotate"),
           player("Lost", lambda: Move(TURN, (1, 1, 1, 1, 1))),
           player("Stubborn", lambda: Move(Action.SMASH, ())),
           player("Cheating", lambda: Move(Action.PASS)), type("Idle", (Player,), {})()]


@pytest.mark.parametrize("own", [fails, wrong_rotate])
def test_a_wrong_rotation_leaves_the_game(own):
    board = on_reference(parts=Parts(rotate=own))
    board.select((0,))
    before = state(board)
    board.act(TURN)
    assert "Your rotate" in board.text
    assert board.text.endswith("The game is as it was before.")
    assert "<b>" not in board.message.value
    assert state(board) == before
    board.act(Action.SWAP_HORIZONTALLY)
    assert len(board.game.history) == 1
    check(board)


@pytest.mark.parametrize("own", [fails, wrong_rotate])
def test_a_computer_loses_its_turn_by_a_wrong_rotation(own):
    board = play(players=[HumanPlayer(), PatientPlayer()], seed=1, turns=2, pause=0,
                 board=Block.from_nested(REFERENCE, 2), goals=GOALS, parts=Parts(rotate=own))
    for _ in range(2):
        board.select(())
        board.act(Action.SWAP_VERTICALLY)
        assert "Your rotate" in board.text
        assert board.text.endswith("Player 2 loses the turn.")
        check(board)
    assert board.game.over
    assert sum(bool(turn.forfeited) for turn in board.game.history) == 2


@pytest.mark.parametrize(("name", "own"), [
    ("flatten", lambda block: [[0]]), ("flatten", fails),
    ("undiscovered_blob_size", lambda goal, pos, board, visited: 1),
    ("undiscovered_blob_size", fails), ("random_init", fails),
])
def test_a_new_game_that_a_wrong_function_prevents_leaves_the_old_one(name, own):
    board = on_reference()
    before = state(board)
    board.new_game(parts=Parts(**{name: own}), goals=[BlobGoal(1), BlobGoal(0)], max_depth=2,
                   seed=3)
    assert f"our {name}" in board.text
    assert state(board) == before
    check(board)


def test_a_score_that_fails_later_leaves_the_game():
    calls = []

    def flatten_twice(block):
        calls.append(block)
        return Block.flatten(block) if len(calls) <= 2 else fails()
    board = on_reference(parts=Parts(flatten=flatten_twice))
    board.select((0,))
    before = state(board)
    board.act(TURN)
    assert "Your flatten raised" in board.text
    assert state(board) == before


@pytest.mark.parametrize("own", [fails, lambda block, location, level: block])
def test_a_wrong_selection_is_said_and_moves_nothing(own):
    board = on_reference(parts=Parts(get_selected_block=own))
    point(board, board.ax, 3.5, 0.5)
    assert board.path is None
    board.select((3,))
    click(board, board.ax, 3.5, 0.5)
    assert not board.game.history
    assert "Your get_selected_block" in board.text
    check(board)


@pytest.mark.parametrize("own", [
    fails, lambda block: None, lambda block: [1, 2], lambda block: [("pink", (0, 0), (9, 9), 0)],
    lambda block: [(Colour.RED, (0, 0), 9, 0)], lambda block: [(Colour.RED, (0, 0), (9, 9), None)],
    lambda block: [(Colour.RED, (float("inf"), 0), (9, 9), 0)],
])
def test_a_picture_that_cannot_be_drawn_gives_way_to_the_kits(own):
    board = on_reference(parts=Parts(rectangles_to_draw=own))
    assert "rectangles_to_draw" in board.text
    assert board._artist._rectangles == board.game.board.rectangles_to_draw()
    board.select((0,))
    assert board._artist._rectangles[-1][0] == "highlight"
    board.act(TURN)
    assert len(board.game.history) == 1
    check(board)


def red(block):
    yield Colour.RED, (0, 0), (block.size, block.size), 0


@pytest.mark.parametrize("own", [red, lambda block: list(red(block)),
                                 lambda block: tuple(red(block))])
def test_a_students_picture_is_shown(own):
    board = on_reference(parts=Parts(rectangles_to_draw=own))
    assert board.text == ""
    assert list(board._artist._rectangles) == list(red(board.game.board))


@pytest.mark.parametrize("player", FAILING, ids=lambda player: type(player).__name__)
def test_a_student_whose_player_fails_loses_the_turn(player):
    board = on_reference(players=[HumanPlayer(), player], turns=2)
    for _ in range(2):
        board.select((0,))
        board.act(TURN)
        assert "Player 2" in board.text
        assert "turn" in board.text
        assert "<b>" not in board.message.value
        assert board.game.history[-1].forfeited
        check(board)
    assert board.game.over


def test_the_name_of_a_students_class_is_escaped():
    odd = type("A<b>&Player", (RandomPlayer,), {})
    board = on_reference(players=[HumanPlayer(), odd()])
    board.select((0,))
    board.act(TURN)
    assert "A&lt;b&gt;&amp;" in board._players.value
    shown = [board._players, board._status, board.message, board._moves, board._chart]
    assert not any("<b>" in widget.value for widget in shown)


# -- without a page ------------------------------------------------------------------------

class ADistinguishedStudentsMinimaxPlayer(RandomPlayer):
    pass


class DebtGoal(CornerGoal):
    def score(self, board):
        return -1000


@pytest.mark.parametrize(("players", "goals"), [
    ([RandomPlayer()] * 2, None), ([RandomPlayer()] * 4, None), ([RandomPlayer()] * 6, None),
    ([ADistinguishedStudentsMinimaxPlayer()] * 2, None), ([RandomPlayer()] * 2, DebtGoal),
], ids=["two", "four", "six", "long names", "large scores"])
def test_no_text_lies_outside_the_chart(players, goals):
    board = play(players=players, goals=goals, turns=2, seed=1, max_depth=2, pause=0)
    assert assert_inside(board.picture(), by=1.5)
    chart = ElementTree.fromstring(board._chart.value)
    texts = [text for text in chart.iter("text") if text.get("x") != "0.0"]  # but what is turned
    assert sum(text.text.endswith(")") for text in texts) == len(players)
    for text in texts:
        assert 5 < float(text.get("x")) < float(chart.get("width"))
        assert 5 < float(text.get("y")) < float(chart.get("viewBox").split()[-1])


# -- in a notebook, where a loop runs ------------------------------------------------------

def in_a_loop(scenario):
    """Run a coroutine function as a notebook would, to its end or for a minute at most."""
    return asyncio.run(asyncio.wait_for(scenario(), 60))


async def until(condition):
    while not condition():
        await asyncio.sleep(0.005)


async def settled(board):
    """Wait until no computer player moves and the lists are shown."""
    await until(lambda: board._thinking is None)
    await until(lambda: all(waiting.when() < asyncio.get_running_loop().time()
                            for waiting in board._waiting.values()))
    await asyncio.sleep(0.01)


def sample(**settings):
    return play("sample", **{"seed": 2, "max_depth": 3, "turns": 2, "pause": 0.01,
                             "difficulty": 0, **settings})


def test_computers_move_while_the_page_lives():
    async def scenario():
        board = sample()
        board.select(())
        board.act(TURN)
        assert len(board.game.history) == 1
        assert not board.waits_for_human
        before = state(board)
        click(board, board.ax, 0.5, 0.5)
        assert "computer player's turn" in board.text
        assert state(board)[:5] == before[:5]
        await until(lambda: board.waits_for_human)
        await settled(board)
        assert moves_shown(board) == len(board.game.history) == 3
        check(board)
        return board
    twin = sample(pause=0)
    twin.select(())
    twin.act(TURN)
    assert in_a_loop(scenario).game == twin.game


def test_a_button_is_given_back_once_and_not_taken_again():
    async def scenario():
        board = sample()
        board.select((0,))
        states = []
        board.buttons[TURN].observe(lambda change: states.append(change["new"]), "disabled")
        board.act(TURN)
        await settled(board)
        assert states == [True, False]
        assert board.path == (0,)
    in_a_loop(scenario)


def test_computers_are_stopped_and_go_on():
    async def scenario():
        board = play("auto", seed=1, max_depth=2, turns=4, pause=0.01, difficulty=0)
        await until(lambda: len(board.game.history) >= 2)
        board.stopped.value = True
        await settled(board)
        made = len(board.game.history)
        assert made < 8
        check(board)
        await asyncio.sleep(0.05)
        assert len(board.game.history) == made
        board.stopped.value = False
        await until(lambda: board.game.over)
        await settled(board)
        check(board)
        return board
    assert in_a_loop(scenario).game == play("auto", seed=1, max_depth=2, turns=4, pause=0,
                                            difficulty=0).game


def test_a_stop_in_the_middle_of_a_choice_moves_nothing():
    async def scenario():
        board = play("auto", seed=1, max_depth=2, turns=2, pause=3, difficulty=0)
        await until(lambda: board.path is not None or "wants to" in words(board._status))
        board.stop()
        await settled(board)
        assert not board.game.history
        check(board)
        board.pause.value = 0
        board.go_on()
        await until(lambda: board.game.over)
        await settled(board)
        check(board)
    in_a_loop(scenario)


@pytest.mark.parametrize("step", ["undo", "redo"])
def test_computers_go_on_when_there_is_nothing_to_undo_or_redo(step):
    async def scenario():
        board = play("auto", seed=1, max_depth=2, turns=1, pause=0.01, difficulty=0)
        getattr(board, step)()
        assert "Nothing is left" in board.text
        assert board._thinking or board.stopped.value or "stopped" in words(board._status)
    in_a_loop(scenario)


@pytest.mark.parametrize("change", [
    lambda board, path: board.undo(),
    lambda board, path: board.end(),
    lambda board, path: board.new_game(players=["random", "smart"], seed=5, turns=1,
                                      max_depth=1),
    lambda board, path: board.load(path),
], ids=["undo", "end", "new game", "load"])
def test_whatever_happens_while_a_computer_thinks_the_game_is_whole(change, tmp_path):
    async def scenario():
        board = sample()
        board.save(tmp_path / "game.json")
        board.select(())
        board.act(TURN)
        await asyncio.sleep(0.005)
        change(board, tmp_path / "game.json")
        game = board.game
        await settled(board)
        await settled(board)
        assert board.game is game
        assert game.over or board.waits_for_human
        check(board)
    in_a_loop(scenario)


@RULES
def test_computers_that_fail_come_to_the_end(rules):
    async def scenario():
        board = play(players=FAILING[:4], turns=2, seed=1, max_depth=2, pause=0.01, rules=rules)
        await until(lambda: board.game.over)
        await settled(board)
        assert [bool(turn.forfeited) for turn in board.game.history] == [True] * 8
        check(board)
    in_a_loop(scenario)
