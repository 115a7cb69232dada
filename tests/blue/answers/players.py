import random

from blocky.blue import Move, Player
from tests.answers import Wrong, changes


def playing(make_move):
    """Return the class of players whose make_move is this function."""
    return type("Mine", (Player,), {"make_move": make_move})


# -- FirstAvailable ----------------------------------------------------------------------------


class First(Player):
    def make_move(self, game, rng):
        board = game.position.board
        for source, colour in game.position.takes:
            for line in range(1, 6):
                if colour in board.takes(line):
                    return Move(source, colour, line)
        source, colour = game.position.takes[0]
        return Move(source, colour, 0)


@playing
def by_a_list(self, game, rng):
    moves = [Move(source, colour, line) for source, colour in game.position.takes
             for line in range(1, 6) if game.position.board.why_not(colour, line) is None]
    return moves[0] if moves else Move(*game.position.takes[0], 0)


@playing
def by_legal_moves(self, game, rng):
    takes, legal = game.position.takes, game.legal_moves()
    on_lines = [move for move in legal if move.line > 0] or legal
    return min(on_lines, key=lambda move: (takes.index((move.source, move.colour)), move.line))


class Unasked(Player):
    def make_move(self, game, rng):
        source, colour = game.position.takes[0]
        return Move(source, colour, 1)


# -- GreedyRow ---------------------------------------------------------------------------------


class Greedy(Player):
    def make_move(self, game, rng):
        board = game.position.board
        order = sorted(range(1, 6), key=lambda line: board.wall[line - 1].count("."))
        for line in order:
            for source, colour in game.position.takes:
                if colour in board.takes(line):
                    return Move(source, colour, line)
        source, colour = game.position.takes[0]
        return Move(source, colour, 0)


@playing
def with_a_key(self, game, rng):
    position = game.position
    tiles = [5 - row.count(".") for row in position.board.wall]
    best = None
    for line in range(1, 6):
        for source, colour in position.takes:
            if colour in position.board.takes(line):
                if best is None or tiles[line - 1] > tiles[best.line - 1]:
                    best = Move(source, colour, line)
                break
    return best or Move(*position.takes[0], 0)


@playing
def by_numbers(self, game, rng):
    board = game.position.board
    for number in range(5, -1, -1):
        for line in (1, 2, 3, 4, 5):
            if 5 - board.wall[line - 1].count(".") == number:
                for source, colour in game.position.takes:
                    if colour in board.takes(line):
                        return Move(source, colour, line)
    return Move(*game.position.takes[0], 0)


# -- a player of one's own -----------------------------------------------------------------------


@playing
def best_score(self, game, rng):
    return max(game.legal_moves(), key=lambda move: (
        game.position.trials([game.turn])(move)[0], move.line))


@playing
def most_tiles_that_fit(self, game, rng):
    position = game.position

    def waste(move):
        count = position.sources[move.source].count(move.colour)
        room = move.line - len(position.board.lines[move.line - 1]) if move.line else 0
        return max(0, count - room), room - count
    return min(game.legal_moves(), key=waste)


@playing
def a_line_at_random(self, game, rng):
    moves = [move for move in game.legal_moves() if move.line]
    return min(rng.sample(moves, min(3, len(moves))) or game.legal_moves(),
               key=lambda move: -move.line)


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


@playing
def a_tuple(self, game, rng):
    return (1, "r", 1)


RIGHT = {"FirstAvailable": [First, by_a_list, by_legal_moves],
         "GreedyRow": [Greedy, with_a_key, by_numbers],
         "MyPlayer": [best_score, most_tiles_that_fit, a_line_at_random]}

TILES_OUTSIDE = """for source, colour in game.position.takes:
            for line in range(1, 6):"""
LINES_OUTSIDE = """for line in range(1, 6):
            for source, colour in game.position.takes:"""

ROWS_OUTSIDE = """for line in order:
            for source, colour in game.position.takes:"""
ROWS_INSIDE = """for source, colour in game.position.takes:
            for line in order:"""

WRONG = {
    "FirstAvailable": [
        *changes(
            First,
            ("lines outside, tiles inside", TILES_OUTSIDE, LINES_OUTSIDE, "other way round"),
            ("by chance", "in game.position.takes:",
             "in rng.sample(game.position.takes, len(game.position.takes)):",
             "Go through it as it is"),
            ("lines from the last", "range(1, 6)", "range(5, 0, -1)",
             "The lines are tried from 1 to 5"),
            ("tiles in another order", "in game.position.takes:", "in sorted(game.position.takes):",
             "use list in place of sorted"),
            ("six lines", "range(1, 6)", "range(6)", "should be range(1, 6), not range(6)"),
            ("the floor as a line", "range(1, 6)", "range(0, 6)", "should be 1, not 0"),
            ("nothing for the floor", "return Move(source, colour, 0)", "return None",
             "No line takes anything here", "returned_none")),
        Wrong("does not ask the line", Unasked, "wrong", "cannot be made"),
        Wrong("the first legal move", always_the_floor, "wrong",
              "the floor comes only after all lines"),
    ],
    "GreedyRow": [
        *changes(
            Greedy,
            ("fewest tiles first", "board.wall", "5 - board.wall", "not 5 - board.wall"),
            ("the lowest of equal rows", "range(1, 6)", "range(5, 0, -1)",
             "of equal rows the topmost comes first"),
            ("the order is not by the wall", "key=lambda line: board.wall[line - 1].count(\".\")",
             "key=lambda line: line", "The number of tiles in row 3 of the wall is 2"),
            ("the most of a row's tiles", "in game.position.takes:",
             "in sorted(game.position.takes, key=lambda take: "
             "-game.position.sources[take[0]].count(take[1])):",
             "however many there are"),
            ("the tiles on the lines", "board.wall[line - 1].count(\".\")",
             "-len(board.lines[line - 1])", "what lies on the lines does not count"),
            ("tiles outside, rows inside", ROWS_OUTSIDE, ROWS_INSIDE, "other way round"),
            ("the order of the first move", "order = sorted",
             "self.order = order = getattr(self, \"order\", None) or sorted",
             "not getattr(self, 'order'"))],
    "MyPlayer": [
        Wrong("random of its own", random_of_its_own, "wrong", "rng.choice"),
        Wrong("always the floor", always_the_floor, "wrong", "puts tiles on the floor"),
        Wrong("the worst move", most_tiles_on_the_floor, "wrong",
              "must be the tiles that find room on its line"),
        Wrong("no move", a_tuple, "wrong", "cannot be made"),
    ],
}
