"""The game as a student of the course writes it: the reference that the kit is measured against.

Nested lists for the grid, recursion on cells for the blobs, and a copy of the whole tree for each
move that a smart player tries. Nothing here comes from the kit, but the rules are the same (the
classic ones), and so is the order in which random numbers are drawn: the same seed gives the same
board, the same moves tried and the same game as in the kit.
"""

import copy
import json
import math
from pathlib import Path
from random import Random

from matplotlib.patches import Rectangle

COLOURS = ((1, 128, 181), (199, 44, 58), (138, 151, 71), (255, 211, 92))
BLACK = (0, 0, 0)
TURNS = ("rotate clockwise", "rotate counter-clockwise", "swap horizontally", "swap vertically")
SMASH = "smash"

#: The recursion for a blob goes as deep as the blob has cells. On a grid of more rows than these
#: it could fill the stack, and there the cells wait in a list instead, which is no slower.
ROWS_FOR_RECURSION = 16


class Block:
    """A square of one colour, a number, or a square divided into four blocks."""

    def __init__(self, level, max_depth, colour=None):
        self.level = level
        self.max_depth = max_depth
        self.colour = colour
        self.position = (0, 0)
        self.size = 0
        self.highlighted = False
        self.children = []
        self.parent = None

    def adopt(self, children):
        self.children = children
        for child in children:
            child.parent = self

    def at(self, path):
        block = self
        for number in path:
            block = block.children[number]
        return block

    def to_nested(self):
        if not self.children:
            return self.colour
        return [child.to_nested() for child in self.children]

    def flatten(self):
        side = 2 ** (self.max_depth - self.level)
        if not self.children:
            return [[self.colour] * side for _ in range(side)]
        upper_right, upper_left, lower_left, lower_right = (
            child.flatten() for child in self.children)
        upper = [left + right for left, right in zip(upper_left, upper_right, strict=True)]
        lower = [left + right for left, right in zip(lower_left, lower_right, strict=True)]
        return upper + lower

    def update_block_locations(self, position, size):
        self.position, self.size = position, size
        if self.children:
            (x, y), half = position, round(size / 2)
            corners = [(x + half, y), (x, y), (x, y + half), (x + half, y + half)]
            for child, corner in zip(self.children, corners, strict=True):
                child.update_block_locations(corner, half)

    def rectangles_to_draw(self):
        if not self.children:
            square = (self.size, self.size)
            return [(COLOURS[self.colour], self.position, square, 0),
                    (BLACK, self.position, square, 3)]
        rectangles = []
        for child in self.children:
            rectangles.extend(child.rectangles_to_draw())
        return rectangles

    def swap(self, direction):
        """Exchange the left and right halves (0) or the upper and lower halves (1)."""
        if self.children:
            order = [1, 0, 3, 2] if direction == 0 else [3, 2, 1, 0]
            self.children = [self.children[i] for i in order]
            self.update_block_locations(self.position, self.size)

    def rotate(self, direction):
        """Turn this block and all below it clockwise (1) or counter-clockwise (3)."""
        self.turn(direction)
        self.update_block_locations(self.position, self.size)

    def turn(self, direction):
        if self.children:
            order = [1, 2, 3, 0] if direction == 1 else [3, 0, 1, 2]
            self.children = [self.children[i] for i in order]
            for child in self.children:
                child.turn(direction)

    def smash(self, rng):
        self.colour = None
        self.adopt([random_init(self.level + 1, self.max_depth, rng) for _ in range(4)])
        self.update_block_locations(self.position, self.size)


def random_init(level, max_depth, rng):
    block = Block(level, max_depth)
    if level < max_depth and rng.random() < math.exp(-0.25 * level):
        block.adopt([random_init(level + 1, max_depth, rng) for _ in range(4)])
    else:
        block.colour = rng.choice(range(4))
    return block


def from_nested(nested, max_depth, level=0):
    block = Block(level, max_depth)
    if isinstance(nested, list):
        block.adopt([from_nested(child, max_depth, level + 1) for child in nested])
    else:
        block.colour = nested
    return block


# -- goals ---------------------------------------------------------------------------------


class BlobGoal:
    def __init__(self, colour):
        self.colour = colour

    def score(self, board):
        grid = board.flatten()
        side = len(grid)
        visited = [[-1] * side for _ in range(side)]
        blob_size = undiscovered_blob_size if side <= ROWS_FOR_RECURSION else blob_size_by_list
        largest = 0
        for row in range(side):
            for column in range(side):
                largest = max(largest, blob_size((row, column), grid, visited, self.colour))
        return largest


def undiscovered_blob_size(pos, grid, visited, colour):
    row, column = pos
    if not (0 <= row < len(grid) and 0 <= column < len(grid)) or visited[row][column] != -1:
        return 0
    if grid[row][column] != colour:
        visited[row][column] = 0
        return 0
    visited[row][column] = 1
    return (1 + undiscovered_blob_size((row - 1, column), grid, visited, colour)
            + undiscovered_blob_size((row + 1, column), grid, visited, colour)
            + undiscovered_blob_size((row, column - 1), grid, visited, colour)
            + undiscovered_blob_size((row, column + 1), grid, visited, colour))


def blob_size_by_list(pos, grid, visited, colour):
    size, side = 0, len(grid)
    waiting = [pos]
    while waiting:
        row, column = waiting.pop()
        if 0 <= row < side and 0 <= column < side and visited[row][column] == -1:
            if grid[row][column] == colour:
                visited[row][column] = 1
                size += 1
                waiting.append((row - 1, column))
                waiting.append((row + 1, column))
                waiting.append((row, column - 1))
                waiting.append((row, column + 1))
            else:
                visited[row][column] = 0
    return size


class PerimeterGoal:
    def __init__(self, colour):
        self.colour = colour

    def score(self, board):
        grid = board.flatten()
        score = 0
        for i in range(len(grid)):
            for cell in (grid[0][i], grid[-1][i], grid[i][0], grid[i][-1]):
                if cell == self.colour:
                    score += 1
        return score


# -- players and the game ------------------------------------------------------------------


def random_path(board, rng):
    """Return the path of the block at a random level at a random place, or of the leaf there."""
    block, path = board, ()
    for _ in range(rng.randint(0, board.max_depth)):
        if block.children:
            number = rng.choice(range(4))
            block, path = block.children[number], (*path, number)
    return path


def act(block, action, rng=None):
    if action == "rotate clockwise":
        block.rotate(1)
    elif action == "rotate counter-clockwise":
        block.rotate(3)
    elif action == "swap horizontally":
        block.swap(0)
    elif action == "swap vertically":
        block.swap(1)
    else:
        block.smash(rng)


class RandomPlayer:
    def make_move(self, board, goal, rng):
        """Return an action, which may be a smash that is refused, and the path of a block."""
        path = random_path(board, rng)
        return rng.choice([*TURNS, SMASH]), path


class SmartPlayer:
    TRIES = (5, 10, 25, 50, 100, 150)

    def __init__(self, difficulty):
        self.tries = self.TRIES[min(difficulty, 5)]

    def make_move(self, board, goal, rng):
        best_score, best_move = -1, None
        for score, move in self.try_moves(board, goal, rng):
            if score > best_score:
                best_score, best_move = score, move
        return best_move

    def try_moves(self, board, goal, rng):
        trials = []
        for _ in range(self.tries):
            path = random_path(board, rng)
            action = rng.choice(TURNS)
            trial = copy.deepcopy(board)
            act(trial.at(path), action)
            trials.append((goal.score(trial), (action, path)))
        return trials


class Game:
    """A game without humans; ``history`` has each move with its player's score after it."""

    def __init__(self, board, players, goals, turns, seed):
        self.board = board
        self.players = players
        self.goals = goals
        self.turns = turns
        self.seed = seed
        self.history = []

    def run(self):
        for number in range(self.turns * len(self.players)):
            player = self.players[number % len(self.players)]
            goal = self.goals[number % len(self.players)]
            action, path = player.make_move(self.board, goal, self.rng(f"choice {number}"))
            block = self.board.at(path)
            if action != SMASH or 0 < block.level < block.max_depth:
                act(block, action, self.rng(f"move {number}"))
            self.history.append(((action, path), goal.score(self.board)))

    def rng(self, purpose):
        return Random(f"game {self.seed}: {purpose}")


# -- files and pictures --------------------------------------------------------------------


def save(board, path):
    record = {"max_depth": board.max_depth, "size": board.size, "board": board.to_nested()}
    Path(path).write_text(json.dumps(record), encoding="utf-8")


def load(path):
    record = json.loads(Path(path).read_text(encoding="utf-8"))
    board = from_nested(record["board"], record["max_depth"])
    board.update_block_locations((0, 0), record["size"])
    return board


def draw(board, axes):
    """Add a patch to ``axes`` for each rectangle of the board."""
    for colour, position, (width, height), thickness in board.rectangles_to_draw():
        paint = tuple(part / 255 for part in colour)
        axes.add_patch(Rectangle(position, width, height, facecolor=paint, fill=thickness == 0,
                                 edgecolor=paint, linewidth=thickness))
    axes.set(xlim=(0, board.size), ylim=(board.size, 0))
    axes.set_axis_off()
