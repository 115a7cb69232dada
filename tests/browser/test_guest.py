"""A guest, tic-tac-toe, in JupyterLab: played by pointer, keys and buttons, stepped, checked."""

import re

import pytest

from tests.browser.lab import ROOT

pytestmark = pytest.mark.browser

SETUP = f'''import sys
sys.path.insert(0, {str(ROOT)!r})
from blocky.kit.notebook.tasks import tasks_of
from blocky.kit.game import Game
from blocky.kit.player import GreedyPlayer, HumanPlayer
from blocky.kit.widgets.stepper import step
from tests.tictactoe import Board, TicTacToe, winner
'''
BOARD = '''board = Board(Game(TicTacToe(), [HumanPlayer(), GreedyPlayer()], seed=1), pause=0)
board'''
STATE = 'print("Cells:", *(sign or "-" for sign in board.game.position.cells))'
STEP = '''def best(position):
    if position.over:
        return -max(position.scores)
    values = []
    for move in position.legal_moves():
        position.play(move)
        values.append(-best(position))
        position.take_back()
    return max(values)

step(best, TicTacToe([0, 3, 1, 4, 8, 2]))'''
CHECK = '''def own_winner(board):
    rows_and_columns = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8)]
    return winner(board, rows_and_columns)

tasks_of("tictactoe")["winner"](own_winner)'''


def test_a_guest_is_played_by_pointer_keys_and_buttons(notebook):
    nb = notebook(SETUP, BOARD, STATE)
    nb.run(0)
    nb.run(1)
    nb.board()
    nb.page.mouse.click(*nb.at(0.5, 0.5))
    nb.wait_for("Player 2 chose to play")
    nb.page.mouse.move(*nb.at(0.1, 0.95))
    nb.run(2)
    assert nb.output(2).count("X") == 1
    assert nb.output(2).count("O") == 1
    nb.board()
    nb.page.mouse.move(*nb.at(0.5, 0.5))
    for key in ("ArrowRight", "ArrowRight", "Enter"):
        nb.page.keyboard.press(key)
    nb.wait_for(re.compile(r"4\. Player 2"))
    nb.page.get_by_role("button", name=re.compile("Undo")).first.click()
    nb.wait_for(re.compile(r"2 moves are made now"))
    nb.page.get_by_role("button", name=re.compile("Redo")).first.click()
    nb.wait_for(re.compile(r"4 moves are made now"))
    nb.page.get_by_role("button", name=re.compile("Hint")).first.click()
    nb.wait_for(re.compile("Hint"))
    nb.screenshot("guest_board.png")
    assert not nb.errors


def test_a_guests_recursion_is_stepped_and_a_function_is_checked(notebook):
    nb = notebook(SETUP, STEP, CHECK)
    nb.run(0)
    nb.run(1)
    nb.board()
    for _ in range(4):
        nb.page.get_by_role("button", name=re.compile("Forward|▶")).first.click()
    nb.wait_for(re.compile("Step 4 of"))
    nb.screenshot("guest_stepper.png")
    nb.run(2)
    nb.wait_for("Which lines are there?")
    nb.screenshot("guest_check.png")
    assert not nb.errors
