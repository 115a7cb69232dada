import numpy as np
from scipy import ndimage

from blocky import BlobGoal
from tests.answers import Wrong

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


def diagonals_too(goal, pos, board, visited):
    if not on_board(pos, board) or visited[pos] != -1:
        return 0
    if board[pos] != goal.colour:
        visited[pos] = 0
        return 0
    visited[pos] = 1
    size = 1
    for row in range(pos[0] - 1, pos[0] + 2):
        for column in range(pos[1] - 1, pos[1] + 2):
            size += diagonals_too(goal, (row, column), board, visited)
    return size


def marked_too_late(goal, pos, board, visited):
    if not on_board(pos, board) or visited[pos] != -1:
        return 0
    if board[pos] != goal.colour:
        visited[pos] = 0
        return 0
    size = 1 + sum(marked_too_late(goal, each, board, visited) for each in around(pos))
    visited[pos] = 1
    return size


def marks_never_looked_at(goal, pos, board, visited):
    if not on_board(pos, board):
        return 0
    if board[pos] != goal.colour:
        visited[pos] = 0
        return 0
    visited[pos] = 1
    return 1 + sum(marks_never_looked_at(goal, each, board, visited) for each in around(pos))


def a_new_grid_of_marks(goal, pos, board, visited):
    visited = np.zeros((len(board), len(board))) - 1
    if not on_board(pos, board) or visited[pos] != -1:
        return 0
    if board[pos] != goal.colour:
        visited[pos] = 0
        return 0
    visited[pos] = 1
    return 1 + sum(a_new_grid_of_marks(goal, each, board, visited) for each in around(pos))


def hands_on_a_copy(goal, pos, board, visited):
    if not on_board(pos, board) or visited[pos] != -1:
        return 0
    if board[pos] != goal.colour:
        visited[pos] = 0
        return 0
    visited[pos] = 1
    size = 1
    for each in around(pos):
        size += hands_on_a_copy(goal, each, board, visited.copy())
    return size


def counted_by_both(goal, pos, board, visited):
    if not on_board(pos, board) or visited[pos] != -1:
        return 0
    if board[pos] != goal.colour:
        visited[pos] = 0
        return 0
    visited[pos] = 1
    size = 1
    for each in around(pos):
        more = counted_by_both(goal, each, board, visited)
        if more > 0:
            size += 1 + more
    return size


def other_colours_unmarked(goal, pos, board, visited):
    if not on_board(pos, board) or visited[pos] != -1 or board[pos] != goal.colour:
        return 0
    visited[pos] = 1
    return 1 + sum(other_colours_unmarked(goal, each, board, visited) for each in around(pos))


def asks_only_its_own_colour(goal, pos, board, visited):
    if not on_board(pos, board) or visited[pos] != -1:
        return 0
    if board[pos] != goal.colour:
        visited[pos] = 0
        return 0
    visited[pos] = 1
    return 1 + sum(asks_only_its_own_colour(goal, each, board, visited) for each in around(pos)
                   if on_board(each, board) and board[each] == goal.colour)


def returns_in_the_loop(goal, pos, board, visited):
    if not on_board(pos, board) or visited[pos] != -1:
        return 0
    if board[pos] != goal.colour:
        visited[pos] = 0
        return 0
    visited[pos] = 1
    for each in around(pos):
        return 1 + returns_in_the_loop(goal, each, board, visited)


def result_not_added(goal, pos, board, visited):
    if not on_board(pos, board) or visited[pos] != -1:
        return 0
    if board[pos] != goal.colour:
        visited[pos] = 0
        return 0
    visited[pos] = 1
    size = 1
    for each in around(pos):
        result_not_added(goal, each, board, visited)
    return size


def no_way_off_the_board(goal, pos, board, visited):
    row, column = pos
    if visited[row][column] != -1:
        return 0
    if board[row][column] != goal.colour:
        visited[row][column] = 0
        return 0
    visited[row][column] = 1
    size = 1
    for each in around(pos):
        size += no_way_off_the_board(goal, each, board, visited)
    return size


def negative_forgotten(goal, pos, board, visited):
    row, column = pos
    if row >= len(board) or column >= len(board) or visited[row][column] != -1:
        return 0
    if board[row][column] != goal.colour:
        visited[row][column] = 0
        return 0
    visited[row][column] = 1
    return 1 + sum(negative_forgotten(goal, each, board, visited) for each in around(pos))


def one_too_far(goal, pos, board, visited):
    row, column = pos
    if not (0 <= row <= len(board) and 0 <= column <= len(board)) or visited[row][column] != -1:
        return 0
    if board[row][column] != goal.colour:
        visited[row][column] = 0
        return 0
    visited[row][column] = 1
    return 1 + sum(one_too_far(goal, each, board, visited) for each in around(pos))


def no_return_for_others(goal, pos, board, visited):
    if on_board(pos, board) and visited[pos] == -1:
        if board[pos] != goal.colour:
            visited[pos] = 0
        else:
            return as_the_rules_say(goal, pos, board, visited)


def marks_on_the_board(goal, pos, board, visited):
    if not on_board(pos, board) or visited[pos] != -1:
        return 0
    if board[pos] != goal.colour:
        visited[pos] = 0
        return 0
    visited[pos] = 1
    board[pos] = 7
    return 1 + sum(marks_on_the_board(goal, each, board, visited) for each in around(pos))


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


def with_a_library(grid, colour):
    labels, number = ndimage.label(np.array(grid) == colour)
    return max([np.sum(labels == i) for i in range(1, number + 1)], default=0)


def sizes_of(grid, colour):
    visited = np.full((len(grid), len(grid)), -1)
    return [as_the_rules_say(BlobGoal(colour), (row, column), grid, visited)
            for row in range(len(grid)) for column in range(len(grid))]


def all_together(grid, colour):
    return sum(sizes_of(grid, colour))


def first_found(grid, colour):
    for size in sizes_of(grid, colour):
        if size > 0:
            return size
    return 0


def last_found(grid, colour):
    best = 0
    for size in sizes_of(grid, colour):
        if size > 0:
            best = size
    return best


def upper_left_only(grid, colour):
    return sizes_of(grid, colour)[0]


def with_diagonals(grid, colour):
    visited = np.full((len(grid), len(grid)), -1)
    return max(diagonals_too(BlobGoal(colour), pos, grid, visited)
               for pos in np.ndindex(grid.shape))


def how_many_blobs(grid, colour):
    return len([size for size in sizes_of(grid, colour) if size])


def any_colour(grid, colour):
    return max(one_visited_for_all(grid, each) for each in range(4))


def no_blob_no_score(grid, colour):
    return max(size for size in sizes_of(grid, colour) if size > 0)


def prints_the_best(grid, colour):
    print(one_visited_for_all(grid, colour))


def paints_what_it_counts(grid, colour):
    def flood(row, column):
        if not on_board((row, column), grid) or grid[row][column] != colour:
            return 0
        grid[row][column] = -1
        return 1 + sum(flood(*each) for each in around((row, column)))

    return max(flood(row, column) for row in range(len(grid)) for column in range(len(grid)))


# -- without recursion -------------------------------------------------------------------------


def with_a_set(pos, grid, colour):
    waiting, blob = [pos], set()
    while waiting:
        cell = waiting.pop()
        if on_board(cell, grid) and grid[cell] == colour and cell not in blob:
            blob.add(cell)
            waiting += around(cell)
    return len(blob)


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


def still_a_recursion(pos, grid, colour):
    visited = np.full(grid.shape, -1)
    return as_the_rules_say(BlobGoal(colour), pos, grid, visited)


def for_ever(pos, grid, colour):
    waiting, size = [pos], 0
    while waiting:
        cell = waiting.pop(0)
        if on_board(cell, grid) and grid[cell] == colour:
            size += 1
            for each in around(cell):
                waiting.append(each)
    return size


def searches_a_list(pos, grid, colour):
    waiting, done, blob = [pos], [], []
    while waiting:
        cell = waiting.pop(0)
        if cell in done:
            continue
        done.append(cell)
        if on_board(cell, grid) and grid[cell] == colour and cell not in blob:
            blob.append(cell)
            waiting += [each for each in around(cell) if each not in blob and each not in done]
    return len(blob)


def counts_what_was_put_in_twice(pos, grid, colour):
    waiting, blob, size = [pos], [], 0
    while waiting:
        cell = waiting.pop()
        if on_board(cell, grid) and grid[cell] == colour:
            size += 1
            blob.append(cell)
            waiting += [each for each in around(cell) if each not in blob]
    return size


def diagonal_list(pos, grid, colour):
    waiting, blob = [pos], set()
    while waiting:
        row, column = cell = waiting.pop()
        if on_board(cell, grid) and grid[cell] == colour and cell not in blob:
            blob.add(cell)
            waiting += [(row + i, column + j) for i in (-1, 0, 1) for j in (-1, 0, 1)]
    return len(blob)


def round_the_edge(pos, grid, colour):
    waiting, blob = [pos], set()
    while waiting:
        row, column = cell = waiting.pop()
        if row < len(grid) and column < len(grid) and grid[cell] == colour and cell not in blob:
            blob.add(cell)
            waiting += around(cell)
    return len(blob)


def all_of_the_colour(pos, grid, colour):
    return [cell for row in grid for cell in row].count(colour)


def without_the_first(pos, grid, colour):
    return max(with_a_set(pos, grid, colour) - 1, 0)


def returns_the_cells(pos, grid, colour):
    waiting, blob = [pos], []
    while waiting:
        cell = waiting.pop()
        if on_board(cell, grid) and grid[cell] == colour and cell not in blob:
            blob.append(cell)
            waiting += around(cell)
    return blob


def eats_the_grid(pos, grid, colour):
    waiting, size = [pos], 0
    while waiting:
        cell = waiting.pop()
        if on_board(cell, grid) and grid[cell] == colour:
            grid[cell] = -1
            size += 1
            waiting += around(cell)
    return size


RIGHT = {
    "undiscovered_blob_size": [as_the_rules_say, with_a_loop, with_a_list],
    "blob_score": [one_visited_for_all, new_marks_for_each_start, joins_sets, with_a_library],
    "blob_size": [with_a_set, marked_when_put_in, ring_by_ring],
}

WRONG = {
    "undiscovered_blob_size": [
        Wrong("diagonal neighbours counted", diagonals_too, "wrong", "Diagonal neighbours"),
        Wrong("marked after the neighbours", marked_too_late, "never_stops", "before the calls"),
        Wrong("the marks are not looked at", marks_never_looked_at, "wrong", "never looked at"),
        Wrong("new marks in each call", a_new_grid_of_marks, "wrong", "new visited"),
        Wrong("marks handed on as a copy", hands_on_a_copy, "wrong", "copy of visited"),
        Wrong("cells counted twice", counted_by_both, "wrong", "counted twice"),
        Wrong("other colours not marked", other_colours_unmarked, "wrong", "not marked with 0"),
        Wrong("neighbours of other colours not asked", asks_only_its_own_colour, "wrong",
              "all four neighbours"),
        Wrong("return inside the loop", returns_in_the_loop, "wrong", "after the loop"),
        Wrong("result not added", result_not_added, "wrong", "is lost"),
        Wrong("no check for the edge", no_way_off_the_board, "wrong", "off the board"),
        Wrong("negative places forgotten", negative_forgotten, "wrong", "opposite edge"),
        Wrong("one row too far", one_too_far, "wrong", "too large"),
        Wrong("no return for other cells", no_return_for_others, "returned_none", "return"),
        Wrong("marks written on the board", marks_on_the_board, "wrong", "The board is changed"),
    ],
    "blob_score": [
        Wrong("all blobs added up", all_together, "wrong", "added up"),
        Wrong("the first blob", first_found, "wrong", "Only the first blob"),
        Wrong("the last blob", last_found, "wrong", "The last blob"),
        Wrong("one start", upper_left_only, "wrong", "Start from every cell"),
        Wrong("diagonal neighbours counted", with_diagonals, "wrong", "Diagonal neighbours"),
        Wrong("the number of blobs", how_many_blobs, "wrong", "number of blobs"),
        Wrong("the blob of any colour", any_colour, "wrong", "any colour"),
        Wrong("an error without a blob", no_blob_no_score, "wrong", "Return 0"),
        Wrong("prints in place of returning", prints_the_best, "returned_none", "print"),
        Wrong("paints over the cells", paints_what_it_counts, "changed_input", "copy"),
    ],
    "blob_size": [
        Wrong("a recursion", still_a_recursion, "never_stops", "stack is full"),
        Wrong("no marks", for_ever, "never_stops", "never becomes empty"),
        Wrong("searches a list of cells", searches_a_list, "too_slow", "Use a set"),
        Wrong("cells counted twice", counts_what_was_put_in_twice, "wrong", "counted twice"),
        Wrong("diagonal neighbours counted", diagonal_list, "wrong", "Diagonal neighbours"),
        Wrong("negative places forgotten", round_the_edge, "wrong", "opposite edge"),
        Wrong("all cells of the colour", all_of_the_colour, "wrong", "other blobs"),
        Wrong("the first cell not counted", without_the_first, "wrong", "first cell"),
        Wrong("returns the cells", returns_the_cells, "wrong", "return"),
        Wrong("marks in the grid itself", eats_the_grid, "changed_input", "copy"),
    ],
}
