"""A game from outside the house gets all that the kit has, from 80 lines of its own.

Its board, undo and saved games are in the contracts: test_contract.py, test_boards.py.
"""

import time
from pathlib import Path

import pytest

from blocky.kit.arena import league
from blocky.kit.check.task import CheckError, Status
from blocky.kit.game import Game
from blocky.kit.notebook.tasks import tasks_of
from blocky.kit.player import GreedyPlayer, HumanPlayer, LookaheadPlayer, Player, RandomPlayer
from blocky.kit.repair import search
from blocky.kit.widgets.stepper import step
from tests import guest_exercise, tictactoe
from tests.answers import but
from tests.hints import hints_of
from tests.test_arena import Raises
from tests.tictactoe import LINES, Cell, Meetings, TicTacToe, winner

ROOT = Path(__file__).parent.parent


def begun(*players, moves=(), seed=1):
    game = Game(TicTacToe(), players or (HumanPlayer(), HumanPlayer()), seed)
    for move in moves:
        game.play(Cell(move))
    return game


def test_the_guest_is_small_and_the_kit_does_not_name_it():
    assert len(Path(tictactoe.__file__).read_text().splitlines()) <= 80
    assert len(Path(guest_exercise.__file__).read_text().splitlines()) <= 50
    for path in (ROOT / "blocky").rglob("*.py"):
        assert "tictactoe" not in path.read_text().lower().replace("-", "")


def test_players_are_objects_classes_or_names():
    for players in (["look-ahead", "random"], [LookaheadPlayer, RandomPlayer()]):
        assert begun(*players).players == [LookaheadPlayer(), RandomPlayer()]
    with pytest.raises(ValueError, match="no player called 'smart'"):
        begun("smart", "random")


@pytest.mark.parametrize(("moves", "winners", "scores"), [
    ([0, 3, 1, 4, 2], [0], [1, 0]), ([0, 1, 2, 4, 3, 5, 7, 6, 8], [0, 1], [0, 0])])
def test_a_game_is_won_or_a_draw(moves, winners, scores):
    game = begun(moves=moves)
    assert (game.over, game.winners, game.scores) == (True, winners, scores)


def test_thinking_players_win_and_prevent_it():
    assert begun(GreedyPlayer(), HumanPlayer(), moves=[0, 3, 1, 4]).choose() == 2
    assert begun(LookaheadPlayer(), HumanPlayer(), moves=[0, 3, 8, 4]).choose() == 5


class Hangs(Player):
    def make_move(self, game, rng):
        while True:
            time.sleep(0.05)


@pytest.mark.slow
def test_a_league_in_which_one_player_hangs_and_one_raises():
    played = league([GreedyPlayer(), Hangs, Raises], Meetings(), boards=1, seconds=0.5,
                    progress=False)
    rows = {row.name: row for row in played.table()}
    assert not played.stopped
    assert rows["Greedy"].wins == 4
    assert rows["Hangs"].forfeits + rows["Raises"].forfeits == 6
    assert "no idea" in str(played)
    game = played.replay(0)
    assert game.over
    assert tuple(turn.move for turn in game.history) == played.results[0].moves


def test_a_check_of_a_students_winner():
    check = tasks_of("tictactoe")["winner"]

    def own(board):
        return next((board[i] for i, j, k in LINES if board[i] == board[j] == board[k] != ""), "")

    def changes(board):
        board.append("X")
        return winner(board)

    check(own)
    said = hints_of(check, lambda board: winner(board, LINES[:6]))
    for hint, words in zip(said, ("Which lines", "rows and columns", "diagonals are left out"),
                           strict=True):
        assert words in hint
    with pytest.raises(CheckError) as caught:
        check(changes)
    assert caught.value.state is Status.CHANGED_INPUT


@pytest.mark.parametrize(("old", "new", "hint", "seconds"), [
    ("-outlook(position))", "outlook(position))", "with -outlook(position)", 6),
    ("        position.take_back()\n", "", "changes position, but it mustn't", 0.5),
])
def test_hints_for_an_exercise_of_which_cases_and_a_right_way_are_told(
        old, new, hint, seconds, monkeypatch):
    monkeypatch.setattr(search, "COMPUTING", seconds)
    check = tasks_of("noughts")["outlook"]
    check(guest_exercise.on_copies)
    hints = hints_of(check, but(guest_exercise.outlook, {old: new}))
    assert hint in hints[-1]
    assert len({*hints}) == 3


def test_the_stepper_shows_the_positions_of_a_recursion():
    stepper = step(guest_exercise.outlook, TicTacToe([0, 3, 1, 4, 8, 2]))
    assert stepper.trace.result == -1  # O has two open threats
    seen = set()
    for number in range(stepper.steps + 1):
        stepper.go_to(number)
        seen.add(tuple(text.get_text() for ax in stepper.figure.axes for text in ax.texts))
    assert len(seen) > 5, "the position is shown as it was at each step"
