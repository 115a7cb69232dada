"""An exercise on tic-tac-toe with one task: cases, another right answer, a law, a mistake."""

from random import Random

from blocky.kit.check.laws import unchanged
from blocky.kit.check.task import Cases, Mistake, Task
from blocky.kit.notebook import tasks
from tests.tictactoe import TicTacToe


def outlook(position: TicTacToe) -> int:
    """Return what the player whose turn it is can reach: 1 a victory, 0 a draw, -1 a defeat."""
    if position.over:
        return -max(position.scores)
    best = -1
    for move in position.legal_moves():
        position.play(move)
        best = max(best, -outlook(position))
        position.take_back()
    return best


def on_copies(position: TicTacToe) -> int:
    if position.over:
        return -1 if 1 in position.scores else 0
    values = []
    for move in position.legal_moves():
        after = position.copy()
        after.play(move)
        values.append(-on_copies(after))
    return max(values)


def cases(rng: Random) -> Cases:
    games = [[0, 3, 1, 4, 2], [0, 1, 2, 4, 3, 5, 7, 6, 8]]
    for left in (1, 1, 2, 2, 3, 3, 3, 4, 4, 5, 5):
        game = TicTacToe()
        while not game.over and len(game.legal_moves()) > left:
            game.play(rng.choice(game.legal_moves()))
        games.append(game.moves)
    return [TicTacToe(game) for game in games]


tasks.register("noughts", {"outlook": Task(
    "outlook", outlook, cases, ways=[on_copies], laws=[unchanged(position=0)],
    mistakes=[Mistake(lambda position: max(outlook(position), 0), (
        "Can every position be saved?", "Some positions are lost whatever is played.",
        "Your function never returns -1: a defeat of the player to move is -1, not 0."))],
    nudge="Play all moves that are left by hand. What does each player choose?")})
