"""Tic-tac-toe: a guest, with all that a game brings to the kit. Nothing in the kit knows it."""

from blocky.kit.arena import Series
from blocky.kit.check.task import Mistake, Task
from blocky.kit.draw.values import draw_value
from blocky.kit.game import Game
from blocky.kit.notebook import tasks
from blocky.kit.position import Position
from blocky.kit.widgets.board import GameBoard

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def winner(board, lines=LINES):
    """Return whose three are in a line of the nine cells, "X" or "O"; "" if nobody's are."""
    return next((board[i] for i, j, k in lines if board[i] == board[j] == board[k] != ""), "")


class Cell(int):  # a move: the number of a cell
    to_record = int.__int__
    from_record = classmethod(lambda cls, number: cls(range(9)[number]))


class TicTacToe(Position):
    """Nine cells, "X", "O" or "", which the moves fill in turn."""

    key, seats, move_type = "tictactoe", 2, Cell

    def __init__(self, moves=()):
        self.moves = list(moves)

    cells = property(lambda self: [
        "XO"[self.moves.index(i) % 2] if i in self.moves else "" for i in range(9)])
    turn = property(lambda self: len(self.moves) % 2)
    over = property(lambda self: bool(winner(self.cells)) or "" not in self.cells)
    scores = property(lambda self: tuple(int(winner(self.cells) == sign) for sign in "XO"))

    def legal_moves(self):
        return [] if self.over else [Cell(i) for i, sign in enumerate(self.cells) if not sign]

    def why_not(self, move):
        if self.over:
            return "The game is over."
        if move not in range(9):
            return f"{move!r} is no cell."
        return f"Cell {move} is taken." if self.cells[move] else None

    def play(self, move, rng=None, chance=None):
        self.moves.append(move)

    take_back = lambda self: self.moves.pop()  # noqa: E731
    copy = lambda self: type(self)(self.moves)  # noqa: E731
    to_record = lambda self: {}  # noqa: E731
    from_record = classmethod(lambda cls, record: cls())


@draw_value.register
def draw(position: TicTacToe, ax, **looks):
    ax.set(xlim=(0, 3), ylim=(3, 0), aspect="equal", xticks=[], yticks=[])
    ax.plot([1, 1, None, 2, 2, None, 0, 3, None, 0, 3], [0, 3, None] * 2 + [1, 1, None, 2, 2], "k")
    for i, sign in enumerate(position.cells):
        ax.text(i % 3 + 0.5, i // 3 + 0.5, sign, fontsize=20, ha="center", va="center")
    return " / ".join(" ".join(sign or "-" for sign in position.cells[i:i + 3]) for i in (0, 3, 6))


class Board(GameBoard):
    move_at = staticmethod(lambda x, y: Cell(int(y) * 3 + int(x)))


class Meetings(Series):
    position_type = TicTacToe
    begin = staticmethod(lambda board, kind, players, names: Game(TicTacToe(), players, seed=board))
    caption = staticmethod(lambda players, boards: f"{players} players")


tasks.register("tictactoe", {"winner": Task(
    "winner", winner, lambda rng: ((rng.choices(["X", "O", ""], k=9),) for _ in range(30)),
    mistakes=[Mistake(lambda board: winner(board, LINES[:6]), (
        "Which lines are there?", "Not all lines are rows and columns.",
        "The diagonals are left out."))])})
