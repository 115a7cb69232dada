import copy

from blocky.blue import run_length
from tests.answers import Wrong, but, changes

# -- run_length --------------------------------------------------------------------------------


def by_strings(cells, index):
    text = "".join(cells)
    left, right = text[:index], text[index + 1:]
    return len(left.split(".")[-1]) + len(right.split(".")[0])


def in_two_directions(cells, index):
    length = 0
    for step in (-1, 1):
        i = index + step
        while 0 <= i < len(cells) and cells[i] != ".":
            length += 1
            i += step
    return length


def from_gap_to_gap(cells, index):
    start = index
    while start > 0 and cells[start - 1] != ".":
        start -= 1
    end = index
    while end + 1 < len(cells) and cells[end + 1] != ".":
        end += 1
    return end - start


# -- tile_score --------------------------------------------------------------------------------


def by_run_length(wall, row, column):
    return (1 + by_strings(wall[row], column)
            + by_strings([wall[i][column] for i in range(5)], row))


def with_transposing(wall, row, column):
    score = 1
    for cells, index in ((wall[row], column), (list(zip(*wall, strict=True))[column], row)):
        score += in_two_directions(cells, index)
    return score


def going_out(wall, row, column):
    score = 1
    for i in range(row - 1, -1, -1):
        if wall[i][column] == ".":
            break
        score += 1
    for i in range(row + 1, 5):
        if wall[i][column] == ".":
            break
        score += 1
    for j in range(column - 1, -1, -1):
        if wall[row][j] == ".":
            break
        score += 1
    for j in range(column + 1, 5):
        if wall[row][j] == ".":
            break
        score += 1
    return score


def places_it(wall, row, column):
    wall[row][column] = "r"
    return by_run_length(wall, row, column)


# -- tile_all ----------------------------------------------------------------------------------


def place_of(board, row):
    return (board["perm"].index(board["lines"][row][0]) + row) % 5


def with_a_deep_copy(board):
    before = copy.deepcopy(board["wall"])
    placed = []
    for row in range(5):
        if len(board["lines"][row]) == row + 1:
            column = place_of(board, row)
            placed.append((row, column, by_run_length(before, row, column)))
            board["wall"][row][column] = board["lines"][row][0]
            board["lines"][row] = ""
    return placed


def scores_first(board):
    full = [row for row in range(5) if len(board["lines"][row]) > row]
    placed = [[row, place_of(board, row), by_run_length(board["wall"], row, place_of(board, row))]
              for row in full]
    for row, column, _ in placed:
        board["wall"][row][column] = board["lines"][row][0]
        board["lines"][row] = ""
    return placed


def with_a_new_wall(board):
    wall = [cells[:] for cells in board["wall"]]
    placed = []
    for row, tiles in enumerate(board["lines"]):
        if tiles and len(tiles) == row + 1:
            column = board["perm"].index(tiles[0]) + row
            if column > 4:
                column -= 5
            placed.append((row, column, by_run_length(board["wall"], row, column)))
            wall[row][column] = tiles[0]
            board["lines"][row] = ""
    board["wall"] = wall
    return placed


# -- floor_penalty -----------------------------------------------------------------------------


def from_a_list(floor):
    return [0, 1, 2, 4, 6, 8, 11, 14][floor]


def by_slices(floor):
    return sum([1, 1, 2, 2, 2, 3, 3][:floor])


def with_a_while(floor):
    penalty = 0
    while floor > 0:
        penalty += 1 if floor <= 2 else 2 if floor <= 5 else 3
        floor -= 1
    return penalty


def by_recursion(floor):
    if floor == 0:
        return 0
    return [1, 1, 2, 2, 2, 3, 3][floor - 1] + by_recursion(floor - 1)


def to_both_sides(cells, index):
    def tiles_from(i):
        if i < 0 or i >= len(cells) or cells[i] == ".":
            return 0
        return 1 + tiles_from(i - 1) + tiles_from(i + 1)
    return tiles_from(index - 1) + tiles_from(index + 1)


def ends_at_one(floor):
    if floor == 1:
        return 1
    return (1, 1, 2, 2, 2, 3, 3)[floor - 1] + ends_at_one(floor - 1)


RIGHT = {"run_length": [by_strings, in_two_directions, from_gap_to_gap],
         "tile_score": [by_run_length, with_transposing, going_out],
         "tile_all": [with_a_deep_copy, scores_first, with_a_new_wall],
         "floor_penalty": [from_a_list, by_slices, with_a_while, by_recursion]}

WRONG = {
    "run_length": [*changes(
        run_length,
        ("counts the cell itself", "length = 0", "length = 1", "0"),
        ("goes round the edge", "i >= 0", "i >= -5", "0"),
        ("never goes on", "        i += 1\n", "", "i += 1", "never_stops")),
        Wrong("to both sides again", to_both_sides, "never_stops", "back to where it came from")],
    "tile_score": [*changes(
        by_run_length,
        ("forgets the tile itself", "1 + by_strings", "by_strings", "1"),
        ("a row for a column", "[wall[i][column] for i in range(5)]", "wall[column]", "[column]")),
        Wrong("places the tile", places_it, "changed_input", "should not be there"),
    ],
    "tile_all": [*changes(
        with_a_deep_copy,
        ("a copy of the list alone", "copy.deepcopy(board[\"wall\"])", 'list(board["wall"])',
         "before any of them was placed")),
        *changes(scores_first, ("wall of columns", 'board["wall"][row][column] = ',
                                'board["wall"][column][row] = ', "the order is wrong"),
                 ("lines stay full", '        board["lines"][row] = ""\n', "",
                                "board['lines'][row] = ''")),
        Wrong("all rows alike", but(scores_first, {
            '(board["perm"].index(board["lines"][row][0]) + row) % 5':
            'board["perm"].index(board["lines"][row][0])'}, place_of), "wrong",
            "columns: (0, 4). Expected: (0, 0)"),
    ],
    "floor_penalty": [*changes(
        by_slices,
        ("one too few", "floor]", "floor - 1]", "floor"),
        ("negative", "sum", "-sum", "-")),
        Wrong("ends at one", ends_at_one, "wrong", "it should be 0, not 1")],
}
