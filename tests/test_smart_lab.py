"""The smart-player laboratory shows what a smart player tries and chooses; without a browser."""

from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from matplotlib.backend_bases import MouseEvent
from matplotlib.backends.backend_agg import FigureCanvasAgg

from blocky import (
    CLASSIC,
    EXTENDED,
    Action,
    BlobGoal,
    Block,
    Colour,
    Game,
    Goal,
    Move,
    Parts,
    PerimeterGoal,
    SmartPlayer,
)
from blocky.colour import PALETTES
from blocky.draw import tries
from blocky.draw.board_tree import placed
from blocky.widgets.smart_lab import DEEPEST, MAX_SEED, PAGE, explore_smart_player
from blocky.widgets.tried import gains, history_text
from tests.panels import point, press, words
from tests.strategies import REFERENCE, played_games

PAINT = Move(Action.PAINT, (0,), Colour.RED)
RULES = pytest.mark.parametrize("rules", [CLASSIC, EXTENDED], ids=["classic", "extended"])


pytestmark = pytest.mark.usefixtures("drawn_on_demand")


def on(nested, depth, **settings):
    """Return a laboratory on a board."""
    goal = settings.pop("goal", PerimeterGoal(Colour.RED))
    rules = settings.pop("rules", CLASSIC)
    game = Game(players=[SmartPlayer()], goals=[goal], rules=rules, seed=1,
                board=Block.from_nested(nested, depth))
    return explore_smart_player(game, **settings)


def by(rules, **settings):
    """Return a laboratory of a random board, by the rules."""
    lab = explore_smart_player(**settings)
    lab.rules.value = rules.name
    return lab


def rng(lab):
    return lab.rng(lab.game.seed, len(lab.game.history))


def marked(board):
    return [block.path for block in board.blocks() if block.highlighted]


def check(lab):
    """Assert that what is shown is what a smart player does."""
    game, player = lab.game, SmartPlayer(lab.difficulty.value)
    assert lab.tried.moves == player.try_moves(game, rng(lab))
    assert lab.tried.move == player.make_move(game, rng(lab))
    game.board.check_invariants()
    assert marked(game.board) == []
    scores = [score for score, _ in lab.tried.moves]
    if lab.tried.chosen is None:
        assert lab.tried.move == Move(Action.PASS)
        assert max(scores) <= game.scores[0]
    else:
        assert lab.tried.moves[lab.tried.chosen] == (max(scores), lab.tried.move)
        assert lab.tried.chosen == scores.index(max(scores))
    why = words(lab._why)
    assert why == lab.tried.why()
    assert f"The player made {player.tries} tries." in why
    assert str(game.scores[0]) in why
    assert ("So it passes." in why) == (lab.tried.move.action is Action.PASS)
    check_try(lab)
    assert lab.buttons["undo"].disabled == (game.undoable == 0)


def check_try(lab):
    score, move = lab.tried.moves[lab.number]
    text = words(lab._sentence)
    count = len(lab.tried.moves)
    assert text.startswith(f"Try {lab.number + 1} of {count}: {move} gives {score}, ")
    assert ("It is the one chosen." in text) == (lab.number == lab.tried.chosen)
    assert text in lab.live._companion.label
    before, after = lab.game.board, lab.tried.after(lab.number)
    twin = lab.game.copy()
    twin.play(move)
    assert before == lab.game.board
    assert after == twin.board
    assert score == twin.scores[0]
    assert ("It changes nothing" in text) == (before == after)
    for ax, board, title in zip(lab._pair, (before, after),
                                ("before", f"after try {lab.number + 1}"), strict=True):
        artist, = ax.artists
        assert artist._rectangles == placed(board).rectangles_to_draw()
        assert ax.get_title() == title
        block, side = placed(board).at(move.path), 2**board.max_depth
        for frame in ax.patches:
            assert frame.get_width() * placed(board).size == block.size * side
            assert tuple(place * placed(board).size / side for place in frame.get_xy()) == (
                block.position)
    assert lab._pointer.get_data() == ([score], [0])
    page, place = divmod(lab.number, PAGE)
    row, column = divmod(place, tries.COLUMNS)
    assert lab._frame.get_x() == pytest.approx(column, abs=0.05)
    assert lab._frame.get_y() == pytest.approx(row, abs=0.05)
    assert words(lab._paging) == f"Page {page + 1} of {-(-len(lab.tried.moves) // PAGE)}"
    shown = lab._trials()
    assert [(trial.score, trial.path) for trial in shown] == [
        (score, move.path) for score, move in lab.tried.moves[page * PAGE:(page + 1) * PAGE]]
    assert shown[place].board == after
    assert [page * PAGE + number for number, trial in enumerate(shown) if trial.chosen] == [
        number for number in [lab.tried.chosen] if number is not None and number // PAGE == page]


# -- what is tried and chosen --------------------------------------------------------------

@settings(max_examples=10)
@given(played_games(), st.integers(0, 3))
def test_a_laboratory_on_any_game(game, difficulty):
    before = game.board.to_nested()
    lab = explore_smart_player(game, difficulty=difficulty)
    check(lab)
    assert lab.game.board == game.board
    assert lab.game.goals == [game.goals[game.turn]]
    assert lab.game.rules is game.rules
    assert game.board.to_nested() == before


@RULES
def test_the_tries_are_those_of_the_player(rules):
    lab = by(rules, difficulty=0, max_depth=3)
    for difficulty, count in enumerate(SmartPlayer.TRIES):
        lab.difficulty.value = difficulty
        check(lab)
        assert len(lab.tried.moves) == count
    press(lab, "t")
    check(lab)


def test_the_sentences_of_a_gain():
    lab = on([1, 0, 0, 0], 1, goal=BlobGoal(Colour.RED), difficulty=0)
    assert "The best score, 1, was found 5 times, first by try 1: " in lab.tried.why()
    assert lab.tried.why().endswith("The score now is 1, so it gains nothing, but it may not pass.")
    lab = on([[0, 1, 1, 3], 2, 1, 3], 2, difficulty=5, goal=PerimeterGoal(Colour.RED))
    best, move = max(lab.tried.moves, key=lambda trial: trial[0])
    assert lab.game.scores == [5]
    assert f"The best score, {best}, was found" in lab.tried.why()
    assert f"first by try {lab.tried.chosen + 1}: {move}." in lab.tried.why()
    assert lab.tried.why().endswith(f"so it gains {best - 5}.")


def try_where(lab, wanted):
    """Let the player try with the first seed for which the tries are ``wanted``."""
    player = SmartPlayer(lab.difficulty.value)
    lab.tries_seed.value = next(
        seed for seed in range(2000) if wanted(player.try_moves(
            lab.game, Random(f"tries {seed}: board {lab.game.seed}, move 0"))))


def test_the_player_loses_where_it_may_not_pass():
    lab = on([0, 1, 2, 3], 1, difficulty=0, goal=TopLeft(Colour.RED))
    try_where(lab, lambda tried: max(score for score, _ in tried) == 0)
    check(lab)
    assert lab.game.scores == [1]
    assert lab.tried.why().endswith("The score now is 1, so it loses 1, but it may not pass.")


def test_the_player_passes_where_nothing_is_better():
    lab = on([1, 1, 1, 1], 1, rules=EXTENDED, difficulty=3)
    check(lab)
    assert lab.tried.chosen is None
    assert "No move tried beats the score that it has, 8: the best one gives 8." in lab.tried.why()
    lab.make_move()
    assert lab.game.history[-1].move == Move(Action.PASS)
    assert lab.text == "The player chose to pass. The score was 8 and is 8 now."
    assert "chosen" not in lab.picture().alt
    check(lab)


def test_costs_are_taken_off():
    lab = on([0, 1, 1, 1], 1, rules=EXTENDED, difficulty=5, goal=BlobGoal(Colour.RED))
    try_where(lab, lambda tried: (2, PAINT) in tried or (3, PAINT) in tried)
    paints = [number for number, (_, move) in enumerate(lab.tried.moves)
              if move.action is Action.PAINT and move.colour is Colour.RED]
    assert paints
    lab.select(paints[0])
    assert words(lab._sentence).startswith(
        f"Try {paints[0] + 1} of 150: paint block (0,) red gives 3, the same as now, "
        "the cost of 1 taken off.")
    lab = on([0, 1, 1, 1], 1, rules=EXTENDED, difficulty=5)
    try_where(lab, lambda tried: max(tried, key=lambda each: each[0])[1] == PAINT)
    assert lab.tried.move == PAINT
    assert lab.tried.why().endswith("The cost of 1 is taken off already. The score now is 6, "
                              "so it gains 1.")
    lab.make_move()
    assert lab.game.scores == [7]
    check(lab)


# -- choosing tries ------------------------------------------------------------------------

def test_keys_walk_the_tries():
    lab = explore_smart_player(difficulty=5, max_depth=2)
    lab.select(0)
    press(lab, "right", "right", "down", "left")
    assert lab.number == 7
    check_try(lab)
    press(lab, "up")
    assert lab.number == 1
    press(lab, "pagedown", "pagedown")
    assert lab.number == 61
    check_try(lab)
    press(lab, "pageup")
    assert lab.number == 31
    press(lab, *["pagedown"] * 6)
    assert lab.number == 149
    press(lab, "right", "down")
    assert lab.number == 149
    assert lab.buttons["next page"].disabled
    press(lab, "c")
    assert lab.number == lab.tried.chosen
    press(lab, *["pageup"] * 6)
    assert lab.number == 0
    assert lab.buttons["page before"].disabled
    check(lab)
    seed = lab.tries_seed.value
    press(lab, "t")
    assert lab.tries_seed.value == seed + 1
    press(lab, "l", "q", None)
    assert lab.letters.value is True
    check(lab)


def test_the_pointer_chooses_tries():
    lab = explore_smart_player(difficulty=2, max_depth=2)
    for number in (0, 5, 6, 17, 24):
        row, column = divmod(number, tries.COLUMNS)
        point(lab, lab._sheet, column + 0.5, row + 0.5)
        assert lab.number == number
        check_try(lab)
    point(lab, lab._sheet, 5.5, 4.5)
    assert lab.number == 24, "no try is shown there"
    point(lab, lab._histogram, lab.tried.moves[0][0], 1)
    MouseEvent("motion_notify_event", lab.live.canvas, 1, 1)._process()
    assert lab.number == 24
    lab.difficulty.value = 5
    lab.select(PAGE)
    point(lab, lab._sheet, 1.5, 0.5)
    assert lab.number == PAGE + 1
    lab.select(-5)
    assert lab.number == 0
    lab.select(9999)
    assert lab.number == 149


# -- playing on ----------------------------------------------------------------------------

@RULES
def test_moves_are_made_and_undone(rules):
    lab = by(rules, difficulty=2, max_depth=3, seed=5)
    states = [lab.game.board.to_nested()]
    for made in range(3):
        move, before = lab.tried.move, lab.game.scores[0]
        press(lab, "m")
        assert lab.game.history[-1].move == move
        assert lab.text.startswith(f"The player chose to {move}. The score was {before} and is ")
        assert f"Scores over {made + 1} move" in words(lab._sentence)
        check(lab)
        states.append(lab.game.board.to_nested())
        if rules is EXTENDED:
            assert lab.game.scores[0] >= before
    while lab.game.undoable:
        states.pop()
        press(lab, "z")
        assert lab.game.board.to_nested() == states[-1]
        check(lab)
    press(lab, "z")
    assert lab.text == "Nothing is left to undo."
    assert lab.game.history == []


def test_the_scores_before_are_told():
    lab = explore_smart_player(difficulty=0, max_depth=2)
    assert history_text(lab.game) == ""
    scores = [lab.game.scores[0]]
    for _ in range(14):
        lab.make_move()
        scores.append(lab.game.scores[0])
    shown = " → ".join(map(str, scores[-12:]))
    assert history_text(lab.game) == f"Scores over 14 moves: … → {shown}."
    assert history_text(lab.game) in lab.live._companion.label


def test_a_game_that_is_over_is_refused_as_a_sentence():
    lab = explore_smart_player(max_depth=1)
    lab.game.end()
    press(lab, "m")
    assert lab.text == "The game is over. Undo a move, or start a new game."
    assert lab.game.history == []
    over = Game(max_depth=2, seed=1)
    over.end()
    check(explore_smart_player(over))


def test_controls_begin_anew():
    lab = explore_smart_player(seed=3, max_depth=3)
    lab.make_move()
    lab.goal.value, lab.colour.value = "perimeter", int(Colour.GREEN)
    assert lab.game.goals == [PerimeterGoal(Colour.GREEN)]
    assert lab.game.history == []
    check(lab)
    lab.rules.value = "extended"
    assert lab.game.rules is EXTENDED
    assert lab.game.board == Game(seed=3, max_depth=3).board
    lab.seed.value = 9
    lab.depth.value = 2
    assert lab.game.board == Game(seed=9, max_depth=2).board
    check(lab)
    lab.difficulty.value = 0
    check(lab)
    assert lab.text == ""


def test_a_given_game_keeps_its_board_until_another_is_chosen():
    game = Game(humans=2, smarts=[], board=Block.from_nested(REFERENCE, 2), seed=1,
                goals=[PerimeterGoal(0), BlobGoal(1)])
    game.play(Move(Action.ROTATE_CLOCKWISE, (0,)))
    lab = explore_smart_player(game)
    assert lab.game.goals == [BlobGoal(1)], "it is the turn of the second player"
    lab.rules.value = "extended"
    assert lab.game.board == game.board
    lab.seed.value = 44
    assert lab.game.board == Game(seed=44, max_depth=2).board
    check(lab)


class TopLeft(Goal):
    """A goal of a student's own: the colour of the cell at the upper left."""

    def score(self, board):
        return int(board.flatten()[0, 0] == self.colour)

    def description(self):
        return "Own the corner."


def test_a_goal_of_ones_own():
    lab = on(REFERENCE, 2, goal=TopLeft(Colour.RED), difficulty=4)
    assert lab.goal.value == "TopLeft"
    check(lab)
    lab.colour.value = int(Colour.GREEN)
    assert lab.game.goals == [TopLeft(Colour.GREEN)]
    lab.goal.value = "blob"
    assert lab.game.goals == [BlobGoal(Colour.GREEN)]
    lab.goal.value = "TopLeft"
    lab.run_many(2)
    assert "Own the corner." in words(lab.many.text)
    check(lab)


def test_functions_of_a_students_own_take_part():
    calls = []

    def swap(block, direction):
        calls.append(direction)
        Block.swap(block, direction)

    game = Game(humans=1, smarts=[], seed=1, max_depth=2, parts=Parts(swap=swap))
    check(explore_smart_player(game))
    assert calls


# -- many boards ---------------------------------------------------------------------------

@RULES
def test_gains_are_those_of_the_players(rules):
    lab = by(rules, max_depth=3, seed=20)
    lab.run_many(4)
    assert not lab.many.work.running
    assert len(lab.many.found) == 4
    for seed, found in zip(range(20, 24), lab.many.found, strict=True):
        game = Game(players=[SmartPlayer()], goals=[BlobGoal(0)], rules=rules, seed=seed,
                    max_depth=3)
        for difficulty, gain in enumerate(found):
            twin = game.copy()
            twin.play(SmartPlayer(difficulty).make_move(game, lab.rng(seed, 0)))
            assert gain == twin.scores[0] - game.scores[0]
            assert gain >= 0 or rules is CLASSIC
    text, mean = words(lab.many.text), np.mean(lab.many.found, axis=0)
    assert f"{mean[0]:.1f} with difficulty 0 (5 tries)" in text
    assert f"{mean[5]:.1f} with difficulty 5 (150 tries)" in text
    assert f"max_depth 3, {rules.name} rules, seeds from 20 on" in text
    assert lab.many.axes[0].get_title(loc="left").startswith("4 boards;")
    assert "on 4 boards" in lab.many.live._companion.label
    again = by(rules, max_depth=3, seed=20)
    again.run_many(4)
    assert np.array_equal(again.many.found, lab.many.found)


def test_the_gain_shown_first_is_that_of_the_first_of_many_boards():
    lab = explore_smart_player(seed=9, max_depth=3)
    lab.run_many(1)
    for difficulty, gain in enumerate(lab.many.found[0]):
        lab.difficulty.value = difficulty
        assert gain == max(score for score, _ in lab.tried.moves) - lab.game.scores[0]


def test_gains_can_be_stopped_and_stay():
    lab = explore_smart_player(max_depth=2)
    lab.many.show()
    assert words(lab.many.text) == ""
    settings = lab._settings()
    pieces = lab.many.pieces(lambda seed: gains(
        lab._new_game(seed, settings, given=False), lab.rng(seed, 0)), 100)
    for _ in range(3):
        next(pieces)
    lab.many.work.stop()
    lab.rules.value = "extended"  # does not touch what is under way
    next(pieces)
    lab.many.show()
    assert lab.many.axes[0].get_title(loc="left").startswith("4 boards;")
    press(lab, "x")
    lab.run_many(1)
    assert lab.many.axes[0].get_title(loc="left").startswith("1 board;")


# -- bad input, pictures -------------------------------------------------------------------

@pytest.mark.parametrize(("given", "sentence"), [
    ({"difficulty": 6}, "difficulty must be 5 or less"),
    ({"difficulty": -1}, "difficulty must be a whole number"),
    ({"seed": MAX_SEED + 1}, "seed must be 999999 or less"),
    ({"max_depth": DEEPEST + 1}, "max_depth must be 8 or less"),
    ({"game": 7}, "game must be a Game"),
    ({"game": Game(seed=1, max_depth=9)}, "max_depth must be 8 or less, not 9"),
])
def test_bad_input_is_refused(given, sentence):
    with pytest.raises(ValueError, match=sentence):
        explore_smart_player(**given)


@pytest.mark.parametrize(("scores", "now", "chosen"), [
    ([5], 5, 5), ([5], 5, None), ([-3, 90, 1000, 17], 900, 1000), ([1, 2], 40, 2),
    ([0] * 150, 0, 0), (list(range(26)), 3, 25),
])
def test_a_histogram_counts_every_try(scores, now, chosen):
    picture = tries.histogram(scores, now, chosen=chosen)
    ax = picture.figure.axes[0]
    bars = [(bar.get_x() - bar.get_width() / 18, bar.get_x() + bar.get_width() * 19 / 18,
             bar.get_height()) for bar in ax.patches]  # with the gaps between them
    assert sum(height for *_, height in bars) == len(scores)
    assert len(bars) <= 25
    for left, right, height in bars:
        assert height == sum(left <= score <= right for score in scores)
    low, high = ax.get_xlim()
    assert all(low < score < high for score in [*scores, now])
    texts = [text.get_text() for text in ax.texts]
    assert f"score now: {now}" in texts
    assert (f"★ chosen: {chosen}" in texts) == (chosen is not None)


def test_the_sheet_draws_each_board_and_its_score():
    def shown(numbers, chosen):
        made = [tries.Try(Block.from_nested([n % 4] * 4, 1, 64), (n % 4,), n, n == chosen)
                for n in numbers]
        figure = tries.sheet(made).figure
        FigureCanvasAgg(figure).draw()
        return np.asarray(figure.canvas.buffer_rgba())[..., :3].astype(int)

    def cells(image):
        height, width = image.shape[0] // tries.ROWS, image.shape[1] // tries.COLUMNS
        return [image[r * height:(r + 1) * height, c * width:(c + 1) * width]
                for r in range(tries.ROWS) for c in range(tries.COLUMNS)]

    to_mark = (214, 0, 108)
    full = cells(shown(range(40), 7))
    for number, cell in enumerate(full):
        colour = cell[len(cell) // 4, round(cell.shape[1] * 0.65)]
        assert tuple(colour) == PALETTES["safe"][Colour(number % 4)]
        down, across = np.argwhere((cell == to_mark).all(axis=2)).mean(axis=0) / cell.shape[:2]
        assert (down > 0.4, across < 0.5) == (number % 4 in (2, 3), number % 4 in (1, 2))
        assert cell[-12:].min() < 100, "a score stands under it"
    some = cells(shown(range(3), None))
    assert all(cell.min() == 255 for cell in some[3:])
    frames = [(cell[:, 6:-6] < 60).all(axis=2).sum() for cell in full]
    assert frames[7] > frames[3] + 50, "the chosen one has a frame"
