import numpy as np

from blocky import BlobGoal
from tests.answers import Wrong, but, changes, goal_of, solved

BLOBS = solved("blocky/07_blob")


def as_the_rules_say(goal, pos, board, visited):
    row, column = pos
    if row < 0 or row >= len(board) or column < 0 or column >= len(board[0]):
        return 0
    if visited[row][column] != -1:
        return 0
    if board[row][column] != goal.colour:
        visited[row][column] = 0
        return 0
    visited[row][column] = 1
    return (1 + as_the_rules_say(goal, (row - 1, column), board, visited)
            + as_the_rules_say(goal, (row + 1, column), board, visited)
            + as_the_rules_say(goal, (row, column - 1), board, visited)
            + as_the_rules_say(goal, (row, column + 1), board, visited))


with_true_and_false = but(as_the_rules_say, {"] = 1": "] = True", "] = 0": "] = False"})


def on_board(pos, board):
    return pos[0] in range(len(board)) and pos[1] in range(len(board))


def around(pos):
    row, column = pos
    return [(row, column + 1), (row + 1, column), (row, column - 1), (row - 1, column)]


def one_visited_for_all(grid, colour):
    goal = BlobGoal(colour)
    visited = np.full((len(grid), len(grid)), -1)
    return max(as_the_rules_say(goal, pos, grid, visited) for pos in np.ndindex(grid.shape))


def from_the_first_of_each_row(grid, colour):
    visited = np.full_like(grid, -1)
    goal = BlobGoal(colour)
    firsts = [(row, list(cells).index(colour)) for row, cells in enumerate(grid)
              if colour in list(cells)]
    return max((as_the_rules_say(goal, pos, grid, visited) for pos in firsts), default=0)


def with_a_set(pos, grid, colour):
    waiting, blob = [pos], set()
    while waiting:
        cell = waiting.pop()
        if on_board(cell, grid) and grid[cell] == colour and cell not in blob:
            blob.add(cell)
            waiting += around(cell)
    return len(blob)


def neighbours_only(pos, grid, colour):
    found = [cell for cell in (pos, *around(pos)) if on_board(cell, grid) and grid[cell] == colour]
    return len(found) if pos in found else 0


def without_the_last(pos, grid, colour):
    blob = [pos] if on_board(pos, grid) and grid[pos] == colour else []
    for cell in blob:
        blob += [each for each in around(cell) if each not in blob and min(each) >= 0
                 and max(each) < len(grid) - 1 and grid[each] == colour]
    return len(blob)


def from_its_own_colour(goal, pos, board, visited):
    row, column = pos
    inside = row in range(len(board)) and column in range(len(board))
    return as_the_rules_say(BlobGoal(int(board[row][column])), pos, board, visited) if inside else 0


RIGHT = {
    "undiscovered_blob_size": [as_the_rules_say, with_true_and_false],
    "blob_score": [one_visited_for_all],
    "blob_size": [with_a_set],
    "MyBlobGoal": [goal_of(
        lambda board, colour: int(one_visited_for_all(board.flatten(), colour)))],
}

ON_BOARD = "    if row < 0 or row >= len(board) or column < 0 or column >= len(board[0]):\n"
VISITED = "    if visited[row][column] != -1:\n        return 0\n"
TRIED = """\
    try:
        if visited[row][column] != -1:
            return 0
    except IndexError:
        return 0
"""


class TakesItselfForAColour(BlobGoal):
    def score(self, board):
        return one_visited_for_all_of(board.flatten(), self)

    def __repr__(self):
        return f"MyBlobGoal({self.colour!r})"


def one_visited_for_all_of(grid, colour):
    return one_visited_for_all(grid, BlobGoal(colour).colour)


def stops_at_a_stranger(pos, grid, colour):
    waiting = [pos]
    seen = set()
    size = 0
    while waiting:
        row, column = waiting.pop()
        if not 0 <= row < len(grid) or not 0 <= column < len(grid):
            return size
        if grid[row][column] != colour:
            return size
        if (row, column) not in seen:
            seen.add((row, column))
            size += 1
            waiting.extend([(row - 1, column), (row + 1, column), (row, column - 1),
                            (row, column + 1)])
    return size


def copies_the_marks(goal, pos, board, visited):
    row, col = pos
    if not (0 <= row < len(board) and 0 <= col < len(board)) or visited[row][col] != -1:
        return 0
    if board[row][col] != goal.colour:
        visited[row][col] = 0
        return 0
    visited[row][col] = 1
    size = 1
    for place in ((row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)):
        size += copies_the_marks(goal, place, board, [list(line) for line in visited])
    return size


def corners(goal, pos, board, visited):
    row, col = pos
    if row not in range(len(board)) or col not in range(len(board)) or visited[row, col] >= 0:
        return 0
    visited[row, col] = board[row, col] == goal.colour
    if visited[row, col] == 0:
        return 0
    return (1 + corners(goal, (row - 1, col - 1), board, visited)
            + corners(goal, (row + 1, col + 1), board, visited)
            + corners(goal, (row + 1, col - 1), board, visited)
            + corners(goal, (row - 1, col + 1), board, visited))


def all_eight(goal, pos, board, visited):
    row, col = pos
    if row not in range(len(board)) or col not in range(len(board)) or visited[row, col] >= 0:
        return 0
    visited[row, col] = board[row, col] == goal.colour
    if visited[row, col] == 0:
        return 0
    size = 1
    for i in (-1, 0, 1):
        for j in (-1, 0, 1):
            if (i, j) != (0, 0):
                size += all_eight(goal, (row + i, col + j), board, visited)
    return size


def counts_what_it_marks(pos, grid, colour):
    marks = [[False] * len(grid) for _ in grid]
    waiting = [pos] if on_board(pos, grid) and grid[pos] == colour else []
    for cell in waiting:
        row, column = cell
        if not on_board(cell, grid) or marks[row][column]:
            continue
        marks[row][column] = True
        if grid[cell] == colour:
            waiting += around(cell)
    return sum(map(sum, marks))


def first_or_largest(grid, colours):
    return max(one_visited_for_all(grid, colour) for colour in colours)


WRONG = {
    "MyBlobGoal": [Wrong("blobs of any colour", goal_of(
        lambda board, colour: first_or_largest(board.flatten(), range(4))),
        "the largest blob of any colour"),
                   Wrong("the goal for its colour", TakesItselfForAColour, "Pass self.colour"),
                   Wrong("scores the cells", goal_of(
        lambda board, colour: int((board.flatten() == colour).sum())),
        "Your score counts all the cells of the colour")],
    "undiscovered_blob_size": [
        Wrong("the start's own colour", from_its_own_colour, "the same colour as the start"),
        Wrong("marks of strangers", but(as_the_rules_say, {"] = 0": "] = 1"}),
              "visited[0][1] is 1, but it should be 0 | replace 1 with 0"),
        Wrong("corners", corners, "Your function goes to the four cells at the corners"),
        Wrong("all eight around", all_eight, "Your function goes to all eight cells around"),
        Wrong("copies of the marks", copies_the_marks,
              "pass visited itself to the calls for the neighbours | "
              "with copies_the_marks(goal, place, board, visited)"), *changes(
        as_the_rules_say,
        ("other colours not marked", {"        visited[row][column] = 0\n": ""},
         "visited[row][column] = 0"),
        ("-1 is no error", {f"{ON_BOARD}        return 0\n{VISITED}": TRIED},
         "0 <= row < len(board)"))],
    "blob_score": [
        Wrong("only the first of each row", from_the_first_of_each_row,
              "start from every cell of the grid"),
        *changes(BLOBS.blob_score, ("the last one, but for the last row and column", {
            "row in range(len(grid))": "row in range(len(grid) - 1)",
            "column in range(len(grid))": "column in range(len(grid) - 1)",
            "max(best, ": "(0 or "}, "only the last value is left after the loop"))],
    "blob_size": [
        Wrong("all that is marked", counts_what_it_marks,
              "Your function also counts the cells of other"),
        Wrong("all of the colour", lambda pos, grid, colour: grid.tolist().count(colour) or sum(
            row.count(colour) for row in grid.tolist()),
              "Your function counts all the cells of the colour on"),
        Wrong("stops at the first cell of another colour", stops_at_a_stranger,
              "if one isn't in the blob, go on with the others | "
              "replace return size with continue"),
        Wrong("the last row and column are lost", without_the_last,
              "The first and last rows and columns belong to the grid"),
        Wrong("only the neighbours of the first", neighbours_only,
              "from every red cell that you find"),
        *changes(with_a_set, ("never asks what was counted", {" and cell not in blob": ""},
                              "skip the cell if it already has a mark", "never_stops")),
    ],
}
