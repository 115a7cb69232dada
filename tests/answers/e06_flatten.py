import numpy as np

from tests.answers import Wrong, changes


def with_numpy(block):
    if not block.children:
        side = 2 ** (block.max_depth - block.level)
        return np.full((side, side), block.colour)
    one, two, three, four = map(with_numpy, block.children)
    return np.block([[two, one], [three, four]])


def with_loops(block):
    side = 2 ** (block.max_depth - block.level)
    if len(block.children) == 0:
        grid = []
        for _ in range(side):
            row = []
            for _ in range(side):
                row.append(block.colour)
            grid.append(row)
        return grid
    parts = []
    for child in block.children:
        parts.append(with_loops(child))
    grid = []
    for i in range(side // 2):
        grid.append(parts[1][i] + parts[0][i])
    for i in range(side // 2):
        grid.append(parts[2][i] + parts[3][i])
    return grid


def with_a_helper(block):
    side = 2 ** (block.max_depth - block.level)
    grid = [[None] * side for _ in range(side)]
    fill(block, grid, 0, 0)
    return grid


def fill(block, grid, row, column):
    side = 2 ** (block.max_depth - block.level)
    if block.colour is not None:
        for i in range(row, row + side):
            for j in range(column, column + side):
                grid[i][j] = int(block.colour)
    half = side // 2
    low, right = row + half, column + half
    places = [(row, right), (row, column), (low, column), (low, right)]
    for child, place in zip(block.children, places, strict=False):
        fill(child, grid, *place)


def stops_before_the_end(grid, colour):
    score, last = 0, len(grid) - 1
    for row in range(last):
        for column in range(last):
            if grid[row][column] == colour:
                score += (row in (0, last)) + (column in (0, last))
    return score


def square(block):
    side = 2 ** (block.max_depth - block.level)
    return [[block.colour] * side for _ in range(side)]


def beside(left, right):
    return [a + b for a, b in zip(left, right, strict=False)]


def transposed(block):
    return with_numpy(block).T


def no_return(block):
    if not block.children:
        return square(block)
    one, two, three, four = (with_loops(child) for child in block.children)
    beside(two, one) + beside(three, four)


def goes_on_with_itself(block):
    if not block.children:
        return square(block)
    one, two, three, four = (goes_on_with_itself(block) for _ in block.children)
    return beside(two, one) + beside(three, four)


def counts_edges(grid, colour):
    edges = [*grid[0], *grid[-1], *[row[0] for row in grid], *[row[-1] for row in grid]]
    return edges.count(colour)


def with_one_loop(grid, colour):
    score = 0
    for i in range(len(grid)):
        score += grid[0][i] == colour
        score += grid[-1][i] == colour
        score += grid[i][0] == colour
        score += grid[i][-1] == colour
    return score


def rows_only(grid, colour):
    return list(grid[0]).count(colour) + list(grid[-1]).count(colour)


def adds_the_edges(grid, colour):
    return list(grid[0] + grid[-1] + grid[:, 0] + grid[:, -1]).count(colour)


def returns_at_once(grid, colour):
    for i in range(len(grid)):
        if grid[0][i] == colour:
            return 1
    return 0


def columns_from_the_second_row(grid, colour):
    inner = [line[0] for line in grid[1:]] + [line[-1] for line in grid[1:]]
    return sum(cell == colour for cell in [*grid[0], *grid[-1], *inner])


def rows_up_to_the_last_column(grid, colour):
    side = len(grid)
    score = 0
    for place in range(side):
        score += int(grid[place][0] == colour)
        score += int(grid[place][side - 1] == colour)
        if place < side - 1:
            score += int(grid[0][place] == colour)
            score += int(grid[side - 1][place] == colour)
    return score


RIGHT = {
    "flatten": [with_numpy, with_loops, with_a_helper],
    "perimeter_score": [counts_edges, with_one_loop],
}

WRONG = {
    "flatten": [
        Wrong("no return for a divided block", no_return, "with return beside(two, one)",
              "returned_none"),
        Wrong("calls itself with the same block", goes_on_with_itself, "passes the wrong arguments",
              "never_stops"),
        Wrong("turned over at the end", transposed, "Rows and columns are mixed up"),
        *changes(goes_on_with_itself, ("one cell for each leaf", {
            "itself(block) for _": "itself(child) for child", "square(block)": "[[block.colour]]"},
            "2 ** (max_depth - level)")),
        *changes(
            with_a_helper,
            ("one row many times",
             {"[[None] * side for _ in range(side)]": "[[None] * side] * side"}, "side"),
            ("blue is false", {"if block.colour is not None": "if block.colour"},
             "replace block.colour with block.colour is not None"), beside=[fill]),
    ],
    "perimeter_score": [
        Wrong("columns without the first row", columns_from_the_second_row,
              "Your first and last columns leave out the first row"),
        Wrong("rows without the last column", rows_up_to_the_last_column,
              "Your first and last rows leave out the last column"),
        Wrong("returns from the loop", returns_at_once,
              "it's on these edges: last row, last column"),
        Wrong("without the last cells", stops_before_the_end, "Do your loops reach all of them"),
        Wrong("edges added", adds_the_edges, "+ doesn't join NumPy arrays"),
        *changes(
            counts_edges,
            ("the last row for the last column", {"[row[-1] for row in grid]": "[*grid[-1]]"},
             "leaves out the cells of the last column"),
            ("rows for columns", {"[row[0] for row in grid]": "grid[:][0]",
                                  "[row[-1] for row in grid]": "grid[:][-1]"},
             "a row, not a column"),
            ("prints", {"return edges.count(colour)": "print(edges.count(colour))"},
             "so the caller gets None", "returned_none")),
    ],
}
