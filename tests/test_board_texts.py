"""A board explains what a move gained, which rule refuses it, the scores, and shows motions."""

import asyncio

import pytest

from blocky import Action, Move
from blocky import Game as BlockyGame
from blocky.kit.draw.picture import new_axes, picture_on
from blocky.kit.draw.rulebook import Rule
from blocky.kit.game import Game
from blocky.kit.player import HumanPlayer, RandomPlayer
from blocky.kit.position import Reason, Refusal
from blocky.kit.story import Story
from blocky.kit.widgets.game_text import overview, players_markup, status_text
from tests.panels import words
from tests.tictactoe import Board, TicTacToe


class Told(TicTacToe):
    """Tic-tac-toe with reasons: a cell gives its number in points, and costs the other player 1."""

    @property
    def scores(self):
        points = [0, 5]
        for number, move in enumerate(self.moves):
            points[number % 2] += move
            points[1 - number % 2] -= 1
        return tuple(points)

    certain = lambda self, move: move != 8  # noqa: E731

    def reasons(self):
        if not self.moves:
            return []
        move, mine = self.moves[-1], 1 - self.turn
        brought = [Reason(mine, 1, "a corner", "corners"), Reason(mine, move - 1, f"cell {move}",
                                                                   "cells")]
        return [Reason(1 - mine, -1, "a cell less")] + (brought if move else [])

    def why_not(self, move):
        reason = super().why_not(move)
        return reason and Refusal(reason, "taken" if move in range(9) else "")


def drawn(palette="safe", letters=False):
    return picture_on(new_axes(1, 1), "a cell that is taken, and an arrow that goes there")


RULES = (Rule("line", lambda: "Lines", lambda: "Three in a line win."),
         Rule("taken", lambda: "Taken cells", lambda: "A cell is taken once.", drawn))


class ToldBoard(Board):
    rulebook = RULES

    def __init__(self, *args, **settings):
        self.shares, self.marked = [], []
        super().__init__(*args, **settings)

    def draw_motion(self, turn, share):
        self.shares.append((turn.move, share))

    def mark_last(self, turn):
        self.marked.append(turn.move)


def on(*moves, players=(HumanPlayer, HumanPlayer), position=Told):
    game = Game(position(), list(players), seed=1)
    for move in moves:
        game.play(move)
    return ToldBoard(game, pause=0)


def test_a_move_and_the_log_say_what_it_brought_and_why():
    board = on()
    board.play(4)
    assert board.text == ("Player 1 chose to play 4: score 4. +1: a corner. +3: cell 4. "
                          "Player 2 \N{MINUS SIGN}1: a cell less.")
    assert words(board._moves) == ("1. Player 1: play 4, score 4 +1: a corner +3: cell 4 "
                                   "Player 2 \N{MINUS SIGN}1: a cell less")


def test_a_game_without_reasons_tells_the_bare_gain():
    board = on(0, 3, 1, 4, position=TicTacToe)
    board.play(2)
    assert board.text == "Player 1 chose to play 2: score 1. +1."


def test_the_story_goes_along_with_undo_and_redo():
    board = on(4, 2, 7)
    for change in (board.game.undo, board.game.undo, board.game.redo,
                   lambda: board.game.forfeit(None, "was asleep"), board.game.undo,
                   lambda: board.game.play(8)):
        change()
        steps = board.said.story.steps()
        assert [step.turn for step in steps] == board.game.history
        assert steps == Story(board.game).steps()
        for step in steps:
            assert step.gains == tuple(sum(reason.points for reason in step.reasons_for(player))
                                       for player in (0, 1))


def test_the_report_adds_up_and_is_opened_at_the_end():
    board = on(4, 2, 6)
    assert board.tabs.shown != "report"
    board.end()
    assert board.tabs.shown == "report"
    steps = board.said.story.steps()
    for player in (0, 1):
        assert board.game.start_scores[player] + sum(
            points for _, _, points in overview(board.game, steps, player)
        ) == board.game.scores[player]
    sheets = words(board.said.report)
    assert "Player 1 (Human) why how often total points corners 2 times +2" in sheets
    assert "cells 2 times +8 a cell less once" in sheets
    assert "Player 2 (Human) why how often total points at the start 5" in words(board.said.report)


def test_a_lost_turn_that_loses_the_game_is_told():
    board = on(4)
    board.game.forfeit(None, "was asleep")
    assert board.game.why_over() == "Player 2 (Human) lost the whole game by losing a turn."


@pytest.mark.parametrize(("move", "gain"), [
    (3, "It would gain 3 points."), (0, "It would gain nothing."),
    (8, "Its gain isn't known in advance.")])
def test_what_is_chosen_says_what_it_would_gain(move, gain):
    board = on()
    board.choose(move)
    assert words(board._selection) == f"Chosen: play {move}. {gain}"
    assert gain in board.alt


def test_a_refusal_offers_its_rule():
    board = on(4)
    board.play(4)
    assert "taken" in board.text
    assert (board.said.rule_button.layout.display, board.said.rule_button.description) == (
        "", "Rule: Taken cells")
    assert board.tabs.shown != "rules"
    board.said.rule_button.click()
    assert board.tabs.shown == "rules"
    assert "A cell is taken once." in words(board.said.rules._text)
    assert 'alt="a cell that is taken' in board.said.rules._text.value
    board.play(3)
    assert board.said.rule_button.layout.display == "none"


def test_the_rules_are_read_one_after_the_other():
    board = on()
    board.hotkeys["?"]()
    assert "Lines" in words(board.said.rules._text)
    board.said.rules.step(1)
    assert "Taken cells" in words(board.said.rules._text)
    board.hotkeys["?"]()
    assert board.tabs.shown != "rules"
    assert "rules" not in Board(Game(TicTacToe(), ["human", "human"])).tabs.pages


def played(act):
    """Play 4 in an event loop, and call ``act`` during the motion; return the board."""
    async def lives():
        board = on()
        board.play(4)
        assert [move for move, _ in board.shares] == [4], "the first frame is drawn at once"
        assert board.shares[0][1] > 0, "and shows the move begun"
        assert board.marked == []
        await act(board)
        return board
    return asyncio.run(lives())


def test_a_move_is_seen_on_its_way():
    async def waits(board):
        await asyncio.wait_for(board.motion.over(), 10)

    board = played(waits)
    shares = [share for _, share in board.shares]
    assert shares == sorted(shares)
    assert all(0 <= share < 1 for share in shares)
    assert board.marked == [4]


def test_a_game_goes_on_though_a_motion_cannot_be_drawn():
    class Fails(ToldBoard):
        def draw_motion(self, turn, share):
            raise ValueError("no picture of that")

    async def lives():
        board = Fails(Game(Told(), [HumanPlayer(), RandomPlayer()], seed=1), pause=0)
        board.play(4)
        while len(board.game.history) < 2:
            await asyncio.sleep(0.05)
        await board.motion.over()
        return board
    board = asyncio.run(lives())
    assert board.waits_for_human
    assert board.marked[-1] == board.game.history[-1].move


@pytest.mark.parametrize("does", [
    lambda board: board.attempt(board.next_move), lambda board: board.attempt(board.play, 5)],
    ids=["choose", "play"])
def test_any_input_ends_a_motion(does):
    async def acts(board):
        board.show_moves.value = False  # so that no other begins
        frames = len(board.shares)
        does(board)
        assert not board.motion.running
        assert len(board.shares) == frames

    played(acts)


def test_a_pointer_that_moves_ends_none_and_draws_nothing():
    class Event:
        name = "motion_notify_event"

    async def acts(board):
        before = list(board.marked)
        board.attempt(lambda event: board.choose(7), Event())
        assert board.move == 7
        assert board.motion.running
        assert board.marked == before
        await board.motion.over()
        assert board.marked == [*before, 4]

    played(acts)


def test_moves_of_computers_are_seen_one_after_the_other():
    async def lives():
        board = ToldBoard(Game(Told(), [RandomPlayer(), RandomPlayer()], seed=1), pause=0.01)
        while not board.game.over:
            await asyncio.sleep(0.05)
        await board.motion.over()
        return board
    board = asyncio.run(lives())
    assert [*dict.fromkeys(move for move, _ in board.shares)] == [
        turn.move for turn in board.game.history]


def test_a_game_with_one_player_ends_with_its_score_and_nobody_wins():
    game = BlockyGame(seed=1, max_depth=2, players=[RandomPlayer()], turns=2)
    game.run()
    text = status_text(game)
    assert f"Player 1 (Random) has {game.scores[0]} point" in text
    assert "win" not in text
    assert "★" not in players_markup(game, lambda player: "", lambda player: "")


def test_a_move_of_the_whole_board_names_it_and_another_its_block():
    assert str(Move(Action.ROTATE_CLOCKWISE, ())) == "rotate the whole board clockwise"
    assert str(Move(Action.ROTATE_CLOCKWISE, (0, 2))) == "rotate block (0, 2) clockwise"
    assert str(Move(Action.PAINT, (), 1)) == "paint the whole board red"
