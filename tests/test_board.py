"""The playable board of Blocky; test_boards.py tests what all boards have in common."""

from dataclasses import replace
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
    HumanPlayer,
    Move,
    Parts,
    PerimeterGoal,
    RandomPlayer,
    SmartPlayer,
)
from blocky.kit.widgets.game_text import signed
from blocky.widgets.board import play
from blocky.widgets.choosing import ACTIONS
from tests.answers import goal_of
from tests.panels import click, press, words
from tests.pictures import assert_inside
from tests.strategies import REFERENCE

RULES = pytest.mark.parametrize("rules", [CLASSIC, EXTENDED], ids=["classic", "extended"])
GOALS = [PerimeterGoal(Colour.RED), PerimeterGoal(Colour.BLUE)]
TURN = Action.ROTATE_CLOCKWISE
CornerGoal = goal_of(lambda board, colour: int(board.flatten()[0, 0] == colour),
                     "Take the <corner> & hold it.")

pytestmark = pytest.mark.usefixtures("drawn_on_demand")


def fails(*args):
    raise KeyError("<b>&")


def on_reference(rules=CLASSIC, players=("human", "human"), turns=5, goals=GOALS, **settings):
    """Return a board of two humans on the reference board."""
    return play(players=players, goals=goals, turns=turns, rules=rules, seed=1, pause=0,
                board=Block.from_nested(REFERENCE, 2, 512), **settings)


def state(board):
    game = board.game
    return (game, game.board.to_nested(), game.scores, len(game.history), game.over, board.path)


def check(board):
    """Assert that the buttons and the sentences fit the chosen block."""
    game = board.game
    game.board.check_invariants()
    assert not any(block.highlighted for block in game.board.blocks())
    shown = words(board._selection) + words(board._why)
    for action in Action:
        reason = board.why_not(action)
        assert (board.buttons[action].layout.display != "none") == (action in game.rules.actions)
        assert board.buttons[action].disabled == (reason is not None)
        if action in game.rules.actions and reason:
            assert shown.count(reason) == 1, "each reason is said once"
        if board.path is not None:
            assert reason == game.why_not(board.move_for(action))
    text = words(board._selection)
    if board.path is None:
        assert text.startswith("No block is selected.")
    else:
        block = game.board.at(board.path)
        assert (f"block {board.path}, " if board.path else "the whole board, ") in text
        assert f"level {block.level} of {block.max_depth}" in text
        assert (block.colour.word if block.colour is not None else "divided") in text


def play_to_the_end(board):
    """Make legal moves on various blocks until the game is over."""
    while not board.game.over:
        blocks = list(board.game.board.blocks())
        board.select(blocks[len(board.game.history) * 7 % len(blocks)].path)
        legal = [action for action in Action if not board.buttons[action].disabled]
        board.act(legal[len(board.game.history) % len(legal)])
        check(board)


@RULES
def test_a_ready_made_game_is_played_to_its_end(rules):
    board = play("sample", rules=rules, seed=4, max_depth=2, turns=2, pause=0, difficulty=0)
    play_to_the_end(board)
    assert len(board.game.history) == 2 * len(board.game.players)
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
    assert words(board._status) == f"The game is over. It was ended early. {expected}"


@pytest.mark.parametrize("board", [Block.from_nested(1, 0), Block.from_nested([0, 1, 2, 3], 8)],
                         ids=["depth 0", "depth 8"])
def test_boards_of_any_depth_are_played(board):
    play_to_the_end(play(players=["human"], board=board, rules=EXTENDED, turns=2, pause=0))


@pytest.mark.parametrize("action", ACTIONS)
def test_a_key_does_its_action(action):
    board = on_reference(EXTENDED, turns=9)
    board.select({Action.SMASH: (1,), Action.PAINT: (0, 0)}.get(action, (0,)))
    board.paint_colour.value = Colour.GREEN
    press(board, ACTIONS[action][1])
    assert board.game.history[0].move == Move(
        action, () if action is Action.PASS else board.path,
        Colour.GREEN if action is Action.PAINT else None)
    assert words(board._moves).startswith(f"1. Player 1: {board.game.history[0].move}, score ")
    check(board)


@pytest.mark.parametrize(("button", "action"), [
    (1, Action.ROTATE_CLOCKWISE), (3, Action.ROTATE_COUNTER_CLOCKWISE), (2, None)])
def test_clicks_rotate_the_block_under_the_pointer(button, action):
    board = on_reference()
    board.select((3,))
    click(board, board.ax, -1, 2, button)
    click(board, board.ax, 3.5, 0.5, button, dblclick=True)  # comes after the two presses
    assert board.path == (3,)
    click(board, board.ax, 3.5, 0.5, button)
    made = [turn.move for turn in board.game.history]
    assert made == ([Move(action, (0,))] if action else [])


def test_buttons_show_what_an_action_gains():
    board = on_reference(EXTENDED)
    board.select((0,))
    shown = {action: board.buttons[action].description.removeprefix(
        board.commands[action].text).rstrip() for action in EXTENDED.actions}
    assert len({len(board.buttons[action].description) - len(board.commands[action].text)
                for action in EXTENDED.actions}) == 1, "all keep room for a gain"
    assert all((text == "") == bool(board.why_not(action)) for action, text in shown.items())
    swapped = board.game.score_after(Move(Action.SWAP_HORIZONTALLY, (0,))) - board.game.scores[0]
    assert shown[Action.SWAP_HORIZONTALLY] == f" {signed(swapped)}"
    board.select((1,))
    assert board.buttons[Action.SMASH].description.rstrip().endswith(" ?")


@pytest.mark.parametrize(("nested", "goal", "path", "said"), [
    (REFERENCE, GOALS[0], (), "Hint: swap left and right in the whole board (key h). It "
                              "gains 2 points and makes your score 7."),
    ([[0, 0, 2, 0], 1, 0, 1], BlobGoal(1), (0, 2),
     "Hint: paint block (0, 2) red (key p). It gains 4 points and makes your score 8."),
    ([1, 1, 1, 1], BlobGoal(1), None, "Hint: no move increases your score now. The result of a "
                                      "smash isn't known in advance."),
])
def test_a_hint_says_the_best_move_and_what_it_gains(nested, goal, path, said):
    rules = EXTENDED if "paint" in said else CLASSIC
    board = play(players=["human"], goals=[goal], rules=rules,
                 board=Block.from_nested(nested, 2, 512))
    board.paint_colour.value = Colour.YELLOW
    board.hint()
    assert board.text == said
    assert board.path == path
    if "paint" in said:
        press(board, "p")
        assert board.game.scores == [8]


def test_a_goal_that_fails_gives_no_hint(monkeypatch):
    board = on_reference(goals=[CornerGoal(1), CornerGoal(2)])
    monkeypatch.setattr(CornerGoal, "score", fails)
    board.hint()
    assert board.text.startswith("There's no hint. Your MyGoal.score raised KeyError: ")


def seen(board, side=160):
    """Return the pixels of the board."""
    return board._artist.paint(side, side)


def test_what_counts_for_whose_turn_it_is_is_marked_until_it_is_switched_off():
    board = on_reference(goals=[BlobGoal(Colour.RED), BlobGoal(Colour.YELLOW)])
    red = seen(board)
    press(board, "g")
    assert (seen(board) != red).any()
    press(board, "g")
    np.testing.assert_array_equal(seen(board), red)
    board.select((1,))
    board.act(TURN)  # which changes nothing
    board.path = None
    board.redraw()
    changed = np.argwhere((seen(board) != red).any(axis=2))
    assert {column >= 80 for row, column in changed if row >= 80} == {False, True}, (
        "the red block below is unmarked, the yellow one marked")


@pytest.mark.parametrize("action", [action for action in Action if action is not Action.PASS])
def test_a_move_on_its_way_ends_where_it_leads(action):
    board = on_reference(EXTENDED)
    board.counting.value = False
    board.select({Action.SMASH: (1,), Action.PAINT: (0, 0)}.get(action, (0,)))
    board.paint_colour.value = Colour.GREEN
    board.act(action)
    turn = board.game.history[-1]
    board.path = None
    board.draw_position()
    end = seen(board)
    board.draw_motion(turn, 1.0)
    np.testing.assert_array_equal(seen(board), end)
    board.draw_motion(turn, 0.5)
    assert (seen(board) != end).any()
    seen(board, 161)  # an odd size
    board.redraw()
    assert (seen(board) != end).any(), "its corners are marked"


@RULES
def test_a_new_game_follows_the_form(rules):
    board, kinds = on_reference(), ["human", "random", "smart", "smart"]
    board.seats.count.value = len(kinds)
    for seat, kind in zip(board.seats.seats, kinds, strict=False):
        seat.kind.value, seat.difficulty.value = kind, 2
    board.rules.value, board.seed.value = rules, "17"
    board.depth.value, board.turns.value = 1, 2
    board.buttons["new"].click()
    players = [SmartPlayer(2) if kind == "smart" else board.game.kinds[kind]() for kind in kinds]
    expected = Game(players=players, rules=rules, max_depth=1, turns=2, seed=17)
    expected.run()
    assert board.game == expected
    check(board)


def test_a_new_game_chooses_among_the_kinds_of_goal_that_were_given():
    board = on_reference(goals=[BlobGoal, PerimeterGoal, CornerGoal])
    kinds = set()
    for seed in range(16):
        board.new_game(seed=seed)
        kinds.add(type(board.game.goals[0]))
    assert kinds == {BlobGoal, PerimeterGoal, CornerGoal}


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


@pytest.mark.parametrize("given", [False, True], ids=["settings", "game"])
def test_the_goal_of_a_student_stays_in_new_and_loaded_games(given, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    settings = {"players": ["human"] * 2, "goals": CornerGoal, "seed": 1, "max_depth": 2}
    board = play(game=Game(**settings), pause=0) if given else play(**settings, pause=0)
    assert "Take the &lt;corner&gt; &amp; hold it." in board._players.value
    board.save("mine")
    for again in (lambda: board.load("mine.game.json"), lambda: board.new_game(max_depth=1)):
        again()
        assert [type(goal) for goal in board.game.goals] == [CornerGoal] * 2


def wrong_rotate(block, direction):
    block.children.reverse()


@pytest.mark.parametrize(("name", "own"), [
    ("rotate", fails), ("rotate", wrong_rotate), ("get_selected_block", fails),
    ("get_selected_block", lambda block, location, level: block)])
def test_a_wrong_function_is_named_and_leaves_the_game(name, own):
    board = on_reference(parts=Parts(**{name: own}))
    board.select((0,))
    before = state(board)
    click(board, board.ax, 3.5, 0.5)
    assert f"Your {name}" in board.text
    assert "<b>" not in board.message.value
    assert state(board) == before
    board.act(Action.SWAP_HORIZONTALLY)
    assert len(board.game.history) == 1
    check(board)


@pytest.mark.parametrize("own", [
    fails, lambda block: None, lambda block: [1, 2], lambda block: [("pink", (0, 0), (9, 9), 0)],
    lambda block: [(Colour.RED, (0, 0), 9, 0)],
    lambda block: [(Colour.RED, (float("inf"), 0), (9, 9), 0)],
])
def test_a_picture_that_cannot_be_drawn_gives_way_to_the_kits(own):
    board = on_reference(parts=Parts(rectangles_to_draw=own))
    assert "rectangles_to_draw" in board.text
    assert board._artist._rectangles == board.game.board.rectangles_to_draw()
    board.select((0,))
    board.act(TURN)
    assert len(board.game.history) == 1
    check(board)


def red(block):
    yield Colour.RED, (0, 0), (block.size, block.size), 0


def test_a_students_picture_is_shown():
    board = on_reference(parts=Parts(rectangles_to_draw=red))
    assert board.text == ""
    assert list(board._artist._rectangles) == list(red(board.game.board))


@pytest.mark.parametrize(("players", "goals"), [
    ([RandomPlayer()] * 6, None),
    ([type("ADistinguishedStudentsMinimaxPlayer", (RandomPlayer,), {})()] * 2, None),
    ([RandomPlayer()] * 2, goal_of(lambda *args: -1000)),
], ids=["six", "long names", "large scores"])
def test_no_text_lies_outside_the_chart(players, goals):
    board = play(players=players, goals=goals, turns=2, seed=1, max_depth=2, pause=0)
    assert assert_inside(board.picture(), by=1.5)
    chart = ElementTree.fromstring(board._chart.value)
    texts = [text for text in chart.iter("text") if text.get("x") != "0.0"]  # not the rotated one
    assert sum(text.text.endswith(")") for text in texts) == len(players)
    for text in texts:
        assert 5 < float(text.get("x")) < float(chart.get("width"))
        assert 5 < float(text.get("y")) < float(chart.get("viewBox").split()[-1])
