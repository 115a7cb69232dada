"""The smart-player explorer shows the moves that a smart player tries, and its choice."""

from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from blocky import (
    CLASSIC,
    EXTENDED,
    Action,
    BlobGoal,
    Block,
    Colour,
    Game,
    Move,
    Parts,
    PerimeterGoal,
    SmartPlayer,
)
from blocky.draw import tries
from blocky.draw.board_tree import placed
from blocky.widgets import explore_smart_player
from blocky.widgets.smart_explorer import PAGE
from tests.answers import goal_of
from tests.panels import point, press, words
from tests.strategies import REFERENCE, played_games

PAINT = Move(Action.PAINT, (0,), Colour.RED)
CornerGoal = goal_of(lambda board, colour: int(board.flatten()[0, 0] == colour), "Own the corner.")
pytestmark = pytest.mark.usefixtures("drawn_on_demand")


def on(nested, depth, goal, rules=CLASSIC, **settings):
    """Return an explorer on a board."""
    game = Game(players=[SmartPlayer()], goals=[goal], rules=rules, seed=1,
                board=Block.from_nested(nested, depth))
    return explore_smart_player(game, **settings)


def check(lab):
    """Assert that the explorer shows what a smart player does."""
    game, player = lab.game, SmartPlayer(lab.difficulty.value)
    made = len(game.history)
    assert lab.tried.moves == player.try_moves(game, lab.rng(game.seed, made))
    assert lab.tried.move == player.make_move(game, lab.rng(game.seed, made))
    game.board.check_invariants()
    assert not any(block.highlighted for block in game.board.blocks())
    if lab.tried.chosen is not None:
        assert lab.tried.moves[lab.tried.chosen][1] == lab.tried.move
    why = words(lab._why)
    assert why == lab.tried.why()
    assert f"The player made {player.tries} tries." in why
    assert ("So it passes." in why) == (lab.tried.move.action is Action.PASS)
    check_try(lab)


def check_try(lab):
    """Assert that the selected try is shown in words, as two boards, and in the sheet."""
    score, move = lab.tried.moves[lab.number]
    text = words(lab._sentence)
    assert text.startswith(
        f"On try {lab.number + 1} of {len(lab.tried.moves)}, the move “{move}” gives {score}, ")
    assert ("It's the chosen move." in text) == (lab.number == lab.tried.chosen)
    assert text in lab.alt
    before, after, twin = lab.game.board, lab.tried.after(lab.number), lab.game.copy()
    twin.play(move)
    assert (after, score) == (twin.board, twin.scores[0])
    assert ("It changes nothing" in text) == (before == after)
    for ax, board in zip(lab._pair, (before, after), strict=True):
        assert ax.artists[0]._rectangles == placed(board).rectangles_to_draw()
    page, place = divmod(lab.number, PAGE)
    row, column = divmod(place, tries.COLUMNS)
    assert (lab._frame.get_x(), lab._frame.get_y()) == pytest.approx((column, row), abs=0.05)
    assert words(lab._paging) == f"Page {page + 1} of {-(-len(lab.tried.moves) // PAGE)}"
    assert [(trial.score, trial.path, trial.chosen) for trial in lab._trials()] == [
        (score, move.path, number == lab.tried.chosen)
        for number, (score, move) in enumerate(lab.tried.moves) if number // PAGE == page]


@settings(max_examples=6)
@given(played_games(), st.integers(0, 3))
def test_an_explorer_on_any_game(game, difficulty):
    before = game.board.to_nested()
    lab = explore_smart_player(game, difficulty=difficulty)
    check(lab)
    assert lab.game.board == game.board
    assert lab.game.goals == [game.goals[game.turn]]
    assert lab.game.rules is game.rules
    assert game.board.to_nested() == before


def try_where(lab, wanted):
    """Set the first seed for which the player's tries are ``wanted``."""
    player = SmartPlayer(lab.difficulty.value)
    lab.tries_seed.value = next(
        seed for seed in range(2000) if wanted(player.try_moves(
            lab.game, Random(f"tries {seed}: board {lab.game.seed}, move 0"))))


@pytest.mark.parametrize(("nested", "goal", "rules", "wanted", "said"), [
    ([1, 0, 0, 0], BlobGoal(1), CLASSIC, lambda tried: True,
     "Its score is 1 now, so it gains nothing, but the rules don't let it pass."),
    ([0, 1, 2, 3], CornerGoal(1), CLASSIC, lambda tried: max(score for score, _ in tried) == 0,
     "Its score is 1 now, so it loses 1, but the rules don't let it pass."),
    ([1, 1, 1, 1], PerimeterGoal(1), EXTENDED, lambda tried: True,
     "No move that it tried beats its current score, 8: the best one gives 8. So it passes."),
    ([0, 1, 1, 1], PerimeterGoal(1), EXTENDED,
     lambda tried: max(tried, key=lambda each: each[0])[1] == PAINT,
     "The cost of 1 is already subtracted. Its score is 6 now, so it gains 1."),
], ids=["nothing", "loses", "passes", "cost"])
def test_why_a_move_is_chosen_is_said(nested, goal, rules, wanted, said):
    lab = on(nested, 1, goal, rules, difficulty=0 if rules is CLASSIC else 5)
    try_where(lab, wanted)
    assert said in lab.tried.why()
    check(lab)
    move, before = lab.tried.move, lab.game.scores[0]
    lab.make_move()
    assert lab.game.history[-1].move == move
    assert lab.text == (f"The player chose to {move}. The score was {before} and is "
                        f"now {lab.game.scores[0]}.")
    check(lab)


def test_keys_walk_the_tries():
    lab = explore_smart_player(difficulty=5, max_depth=2)
    lab.select(0)
    for keys, number in [(["right", "right", "down", "left"], 7), (["up"], 1),
                         (["pagedown"] * 2, 61), (["pageup"], 31), (["pagedown"] * 6, 149),
                         (["right", "down"], 149), (["c"], lab.tried.chosen), (["pageup"] * 6, 0)]:
        press(lab, *keys)
        assert lab.number == number, keys
        check_try(lab)
    assert lab.buttons["previous page"].disabled
    seed = lab.tries_seed.value
    press(lab, "t")
    assert lab.tries_seed.value == seed + 1
    check(lab)


def test_the_pointer_chooses_tries():
    lab = explore_smart_player(difficulty=2, max_depth=2)
    for number in (0, 5, 6, 24):
        row, column = divmod(number, tries.COLUMNS)
        point(lab, lab._sheet, column + 0.5, row + 0.5)
        assert lab.number == number
    point(lab, lab._sheet, 5.5, 4.5)
    point(lab, lab._histogram, lab.tried.moves[0][0], 1)
    assert lab.number == 24, "no try is shown there"
    lab.difficulty.value = 5
    lab.select(PAGE)
    point(lab, lab._sheet, 1.5, 0.5)
    assert lab.number == PAGE + 1


def test_moves_are_made_and_undone():
    lab = explore_smart_player(difficulty=2, max_depth=3, seed=5)
    lab.rules.value = "extended"
    states = [lab.game.board.to_nested()]
    for made in range(3):
        before = lab.game.scores[0]
        press(lab, "m")
        assert len(lab.game.history) == made + 1
        states.append(lab.game.board.to_nested())
        assert lab.game.scores[0] >= before
    while lab.game.undoable:
        states.pop()
        press(lab, "z")
        assert lab.game.board.to_nested() == states[-1]
    check(lab)
    press(lab, "z")
    assert lab.text == "There is nothing left to undo."


def test_a_given_game_keeps_its_board_until_another_is_chosen():
    calls = []

    def swap(block, direction):
        calls.append(direction)
        Block.swap(block, direction)

    game = Game(humans=2, smarts=[], board=Block.from_nested(REFERENCE, 2), seed=1,
                goals=[PerimeterGoal(0), CornerGoal(1)], parts=Parts(swap=swap))
    game.play(Move(Action.ROTATE_CLOCKWISE, (0,)))
    lab = explore_smart_player(game)
    check(lab)
    assert calls, "a student's own functions take part"
    assert lab.game.goals == [CornerGoal(1)], "it is the turn of the second player"
    for goal, made in [("blob", BlobGoal(0)), ("MyGoal", CornerGoal(0))]:
        lab.goal.value, lab.colour.value, lab.rules.value = goal, 0, "extended"
        assert lab.game.goals == [made]
        assert lab.game.board == game.board
    lab.run_many(2)
    assert "Own the corner." in words(lab.many.text)
    lab.seed.value, lab.depth.value = 44, 3
    assert lab.game.board == Game(seed=44, max_depth=3).board
    check(lab)


def test_gains_are_those_of_the_players():
    lab = explore_smart_player(max_depth=3, seed=20)
    lab.run_many(3)
    for seed, found in zip(range(20, 23), lab.many.found, strict=True):
        game = Game(players=[SmartPlayer()], goals=[BlobGoal(0)], seed=seed, max_depth=3)
        for difficulty, gain in enumerate(found):
            twin = game.copy()
            twin.play(SmartPlayer(difficulty).make_move(game, lab.rng(seed, 0)))
            assert gain == twin.scores[0] - game.scores[0]
    text, mean = words(lab.many.text), np.mean(lab.many.found, axis=0)
    assert f"{mean[0]:.1f} with difficulty 0 (5 tries)" in text
    assert f"{mean[5]:.1f} with difficulty 5 (150 tries)" in text
    assert "max_depth 3, classic rules, seeds from 20 on" in text
    assert lab.many.axes[0].get_title(loc="left").startswith("3 boards;")
