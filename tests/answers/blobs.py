import numpy as np

from blocky import BlobGoal
from tests.answers import Wrong, but, changes, goal_of

# -- undiscovered_blob_size --------------------------------------------------------------------


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


def with_a_loop(goal, pos, board, visited):
    size = 0
    if on_board(pos, board) and visited[pos] == -1:
        if board[pos] == goal.colour:
            visited[pos] = True
            size += 1
            for neighbour in around(pos):
                if on_board(neighbour, board) and visited[neighbour] == -1:
                    size += with_a_loop(goal, neighbour, board, visited)
        else:
            visited[pos] = False
    return size


def on_board(pos, board):
    return pos[0] in range(len(board)) and pos[1] in range(len(board))


def around(pos):
    row, column = pos
    return [(row, column + 1), (row + 1, column), (row, column - 1), (row - 1, column)]


def with_a_list(goal, pos, board, visited):
    before = np.sum(visited == 1)
    todo = [pos]
    while todo:
        row, column = todo.pop(0)
        if min(row, column) >= 0 and max(row, column) < len(board) and visited[row, column] < 0:
            visited[row, column] = board[row, column] == goal.colour
            if visited[row, column]:
                todo.extend(around((row, column)))
    return np.sum(visited == 1) - before


# -- the score ---------------------------------------------------------------------------------


def one_visited_for_all(grid, colour):
    goal = BlobGoal(colour)
    visited = np.full((len(grid), len(grid)), -1)
    return max(as_the_rules_say(goal, pos, grid, visited) for pos in np.ndindex(grid.shape))


def new_marks_for_each_start(grid, colour):
    best = 0
    for row in range(len(grid)):
        for column in range(len(grid)):
            visited = [[-1] * len(grid) for _ in range(len(grid))]
            size = as_the_rules_say(BlobGoal(colour), (row, column), grid, visited)
            if size > best:
                best = size
    return best


def joins_sets(grid, colour):
    blobs = []
    for row, column in zip(*np.nonzero(grid == colour), strict=True):
        touching = [each for each in blobs if {(row - 1, column), (row, column - 1)} & each]
        blobs = [blob for blob in blobs if blob not in touching]
        blobs.append({(row, column)}.union(*touching))
    return max(map(len, blobs), default=0)


# -- without recursion -------------------------------------------------------------------------


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


def marked_when_put_in(pos, grid, colour):
    if not on_board(pos, grid) or grid[pos[0]][pos[1]] != colour:
        return 0
    visited = [[False] * len(grid) for _ in grid]
    visited[pos[0]][pos[1]] = True
    size, waiting = 0, [pos]
    while len(waiting) > 0:
        cell = waiting.pop()
        size += 1
        for row, column in around(cell):
            if not (0 <= row < len(grid) and 0 <= column < len(grid)):
                continue
            if grid[row][column] == colour and not visited[row][column]:
                visited[row][column] = True
                waiting.append((row, column))
    return size


def ring_by_ring(pos, grid, colour):
    blob, ring = set(), {pos}
    while ring:
        ring = {cell for cell in ring if on_board(cell, grid) and grid[cell] == colour} - blob
        blob |= ring
        ring = {each for cell in ring for each in around(cell)}
    return len(blob)


RIGHT = {
    "undiscovered_blob_size": [as_the_rules_say, with_a_loop, with_a_list],
    "blob_score": [one_visited_for_all, new_marks_for_each_start, joins_sets],
    "blob_size": [with_a_set, marked_when_put_in, ring_by_ring],
    "MyBlobGoal": [goal_of(lambda board, colour, score=score: int(score(board.flatten(), colour)))
                   for score in (one_visited_for_all, new_marks_for_each_start, joins_sets)],
}

WRONG = {
    "MyBlobGoal": [
        Wrong("scores the cells", goal_of(
            lambda board, colour: int((board.flatten() == colour).sum())), "wrong",
              "is the sum of all"),
    ],
    "undiscovered_blob_size": [
        Wrong("other colours not marked", but(as_the_rules_say, {
            "        visited[row][column] = 0\n": ""}), "wrong", "visited[row][column] = 0"),
        Wrong("neighbours of other colours not asked", but(with_a_loop, {
            "visited[neighbour] == -1": "board[neighbour] == goal.colour"}), "wrong",
            "in place of on_board(neighbour, board) and"),
        Wrong("marks written on the board", but(as_the_rules_say, {
            "visited[row][column] = 1": "visited[row][column], board[row, column] = 1, 7"}),
            "wrong", "board"),
        Wrong("-1 is no error", but(as_the_rules_say, {
            "    if row < 0 or row >= len(board) or column < 0 or column >= len(board[0]):\n"
            "        return 0\n    if visited[row][column] != -1:\n        return 0\n":
            "    try:\n        if visited[row][column] != -1:\n            return 0\n"
            "    except IndexError:\n        return 0\n"}), "wrong", "0 <= row < len(board)"),
        Wrong("nothing is added", but(with_a_loop, {"size += with": "with"}), "wrong",
              "is lost. Use it"),
    ],
    "blob_score": [
        Wrong("the last row and column left out", but(new_marks_for_each_start, {
            "row in range(len(grid))": "row in range(len(grid) - 1)",
            "column in range(len(grid))": "column in range(len(grid) - 1)",
            "size > best": "size"}), "wrong",
              "each cell is one to start from"),
        Wrong("the smallest", but(new_marks_for_each_start, {"size > best": "size < best"}),
              "wrong", "size > best"),
    ],
    "blob_size": [
        *changes(with_a_set, ("never asks what was counted", " and cell not in blob", "",
                              "unless a cell that was counted before is left out", "never_stops")),
        *changes(with_a_set, ("returns the cells", "return len(blob)", "return blob", "len(blob)")),
        Wrong("only the neighbours of the first", neighbours_only, "wrong",
              "from each cell that was found"),
        Wrong("marks in the grid itself", but(marked_when_put_in, {
            "    visited = [[False] * len(grid) for _ in grid]\n": "    visited = grid == 9\n",
            "        size += 1\n": "        size += 1\n        grid[cell] = -1\n"}),
            "changed_input", "grid[cell] = -1"),
        *changes(marked_when_put_in, ("the first cell twice", "size, waiting = 0",
                                      "size, waiting = 1", "it should be 0")),
    ],
}
