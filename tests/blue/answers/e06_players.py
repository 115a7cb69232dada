import random

from blocky.blue import Move, Player
from tests.answers import Wrong, changes, solved

PLAYERS = solved("blue/06_players")


def playing(make_move):
    """Return the class of players whose make_move is this function."""
    return type("Mine", (Player,), {"make_move": make_move})


@playing
def by_legal_moves(self, game, rng):
    takes, legal = game.position.takes, game.legal_moves()
    on_lines = [move for move in legal if move.line > 0] or legal
    return min(on_lines, key=lambda move: (takes.index((move.source, move.colour)), move.line))


@playing
def best_score(self, game, rng):
    return max(game.legal_moves(), key=lambda move: (
        game.position.trials([game.turn])(move)[0], move.line))


@playing
def random_of_its_own(self, game, rng):
    return random.choice(game.legal_moves())


@playing
def always_the_floor(self, game, rng):
    return game.legal_moves()[0]


@playing
def most_tiles_on_the_floor(self, game, rng):
    return max(game.legal_moves(), key=lambda move: (
        game.position.sources[move.source].count(move.colour), -move.line))


class KeepsItsRows(Player):
    def __init__(self):
        self.rows = []

    def make_move(self, game, rng):
        board, takes = game.position.board, game.position.takes
        if not self.rows:
            self.rows = sorted([1, 2, 3, 4, 5], key=lambda i: board.wall[i - 1].count("."))
        for line in self.rows:
            for source, colour in takes:
                if colour in board.takes(line):
                    return Move(source, colour, line)
        return Move(*takes[0], 0)


@playing
def most_free_places(self, game, rng):
    board = game.position.board
    moves = [move for move in game.legal_moves() if move.line]
    sizes = [move.line - len(board.lines[move.line - 1]) for move in moves]
    return moves[sizes.index(max(sizes))]


class RemembersMoves(Player):
    moves = []  # noqa: RUF012  that is the mistake

    def make_move(self, game, rng):
        self.moves.extend(sorted(game.legal_moves(), key=lambda move: move.line == 0))
        return self.moves[0]


RIGHT = {"FirstAvailable": [by_legal_moves], "GreedyRow": [PLAYERS.GreedyRow],
         "MyPlayer": [best_score]}

TILES = "for source, colour in takes:"
BY_THE_WALL = 'key=lambda line: board.wall[line - 1].count(".")'
ROWS = f"for line in sorted(range(1, 6), {BY_THE_WALL}):"

WRONG = {
    "FirstAvailable": [
        *changes(
            PLAYERS.FirstAvailable,
            ("by chance", {"in takes:": "in rng.sample(takes, len(takes)):"},
             "Loop over this list in its own order"),
            ("lines from the last", {"range(1, 6)": "range(5, 0, -1)"},
             "Try the lines from 1 to 5"),
            ("nothing for the floor", {"return Move(source, colour, 0)": "return None"},
             "No line accepts any colour here", "returned_none")),
        Wrong("moves of other positions", RemembersMoves, "Make new values in each call"),
        Wrong("the first legal move", always_the_floor,
              "Use the floor only if no line from 1 to 5"),
    ],
    "GreedyRow": [*changes(
        PLAYERS.GreedyRow,
        ("the lowest of equal rows", {"range(1, 6)": "range(5, 0, -1)"},
         "so the upper one comes first"),
        ("the order is not by the wall", {BY_THE_WALL: "key=lambda line: line"},
         "The wall has more tiles in row 3 (2)"),
        ("the most of a row's tiles", {"in takes:": "in sorted(takes, key="
         "lambda take: -game.position.sources[take[0]].count(take[1])):"},
         "The number of tiles doesn't matter"),
        ("the tiles on the lines", {BY_THE_WALL: "key=lambda line: -len(board.lines[line - 1])"},
         "Tiles on the lines don't count"),
        ("the tiles on the wall and on the lines", {
            BY_THE_WALL: 'key=lambda line: board.wall[line - 1].count(".") - '
                         'len(board.lines[line - 1])'},
         "also counts the tiles on the lines"),
        ("equal rows by their letters", {
            BY_THE_WALL: 'key=lambda line: (board.wall[line - 1].count("."), '
                         '"".join(board.wall[line - 1]), line)'},
             "takes the first in alphabetical order"),
        ("tiles outside, rows inside", {
            f"{ROWS}\n            {TILES}": f"{TILES}\n            {ROWS}"},
         "Swap the two loops")),
        Wrong("keeps its rows", KeepsItsRows, "sets self.rows in one call")],
    "MyPlayer": [
        Wrong("no line at all", most_free_places, "return a move to the floor"),
        Wrong("random of its own", random_of_its_own, "rng.choice"),
        Wrong("the worst move", most_tiles_on_the_floor,
              "Choose the move that drops the fewest"),
    ],
}
