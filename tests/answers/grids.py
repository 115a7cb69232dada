import numpy as np

from tests.answers import Wrong, but, changes

# -- flatten -----------------------------------------------------------------------------------


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


def stacked_the_wrong_way(block):
    if not block.children:
        side = 2 ** (block.max_depth - block.level)
        return np.full((side, side), block.colour)
    one, two, three, four = [stacked_the_wrong_way(child) for child in block.children]
    return np.hstack([np.vstack([two, one]), np.vstack([three, four])])


def stops_before_the_end(grid, colour):
    score, last = 0, len(grid) - 1
    for row in range(last):
        for column in range(last):
            if grid[row][column] == colour:
                score += (row in (0, last)) + (column in (0, last))
    return score


def half_of_the_corners(grid, colour):
    score, last = 0, len(grid) - 1
    for row in range(len(grid)):
        for column in range(len(grid)):
            if grid[row][column] == colour and {row, column} & {0, last}:
                score += 2 if row == column else 1
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


def flattens_while_the_tree_is_turned(block):
    block.rotate(1)
    grid = np.rot90(block.flatten())
    if block.children:
        block.swap(0)
    return grid


def asks_for_each_cell(block):
    side = 2 ** (block.max_depth - block.level)
    if not block.children:
        return square(block)
    half, grid, quadrants = side // 2, [], [[1, 0], [2, 3]]
    for i in range(side):
        row = []
        for j in range(side):
            child = block.children[quadrants[i // half][j // half]]
            row.append(asks_for_each_cell(child)[i % half][j % half])
        grid.append(row)
    return grid


def waits(block):
    while not block.children:
        pass
    return with_loops(block)


# -- the perimeter -----------------------------------------------------------------------------


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


def asks_neighbours(grid, colour):
    side = len(grid)
    return sum(not (0 <= near_row < side and 0 <= near_column < side)
               for row in range(side) for column in range(side) if grid[row][column] == colour
               for near_row, near_column in [(row + 1, column), (row - 1, column),
                                             (row, column + 1), (row, column - 1)])


def rows_only(grid, colour):
    return list(grid[0]).count(colour) + list(grid[-1]).count(colour)


def adds_the_edges(grid, colour):
    return list(grid[0] + grid[-1] + grid[:, 0] + grid[:, -1]).count(colour)


def returns_at_once(grid, colour):
    for i in range(len(grid)):
        if grid[0][i] == colour:
            return 1
    return 0


RIGHT = {
    "flatten": [with_numpy, with_loops, with_a_helper],
    "perimeter_score": [counts_edges, with_one_loop, asks_neighbours],
}

FOUR = "[[two, one], [three, four]]"
WRONG = {
    "flatten": [
        Wrong("no return for a divided block", no_return, "returned_none", "A return is missing"),
        Wrong("calls itself with the same block", goes_on_with_itself, "never_stops",
              "hands on the wrong thing"),
        Wrong("the tree is turned", flattens_while_the_tree_is_turned, "changed_input",
              "Make a copy first"),
        Wrong("children flattened again for each cell", asks_for_each_cell,
              "too_slow", "in place of making it again"),
        Wrong("an endless loop", waits, "never_stops", "should not be there"),
        Wrong("one cell for each leaf", but(goes_on_with_itself, {
            "itself(block) for _": "itself(child) for child", "square(block)": "[[block.colour]]"}),
            "wrong", "2 ** (block.max_depth - block.level)"),
        *changes(with_numpy, (
            "the side of the level", "block.max_depth - block.level", "block.level",
            "2 ** (block.max_depth - block.level)")),
        Wrong("turned over at the end", transposed, "wrong", "Rows and columns are exchanged"),
        Wrong("one row many times", but(with_a_helper, {
            "[[None] * side for _ in range(side)]": "[[None] * side] * side"}, fill),
            "wrong", "side"),
        Wrong("blue is false", but(with_a_helper, {
            "if block.colour is not None": "if block.colour"}, fill), "wrong",
            "not only block.colour"),
        Wrong("the upper quarters exchanged", but(with_loops, {
            "parts[1][i] + parts[0][i]": "parts[0][i] + parts[1][i]"}), "wrong",
            "it should be parts[1][i] + parts[0][i]"),
        Wrong("stacks exchanged", stacked_the_wrong_way, "wrong",
              "Rows and columns are exchanged"),
    ],
    "perimeter_score": [
        Wrong("returns from the loop", returns_at_once, "wrong", "These cells count wrongly"),
        Wrong("without the first cells", but(with_one_loop, {"range(len(": "range(1, len("}),
              "wrong", "it should be 0, not 1"),
        Wrong("without the last cells", stops_before_the_end, "wrong", "The last index"),
        Wrong("edges added", adds_the_edges, "wrong", "joined with +"),
        Wrong("corners by their diagonal", half_of_the_corners, "wrong", "two sides outside"),
        *changes(counts_edges, ("prints", "return edges.count(colour)",
                                "print(edges.count(colour))", "printed, not returned",
                                "returned_none")),
    ],
}
