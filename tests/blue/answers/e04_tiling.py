import copy

from blocky.blue import run_length
from tests.answers import Wrong, changes


def by_strings(cells, index):
    text = "".join(cells)
    left, right = text[:index], text[index + 1:]
    return len(left.split(".")[-1]) + len(right.split(".")[0])


def by_run_length(wall, row, column):
    return (1 + by_strings(wall[row], column)
            + by_strings([wall[i][column] for i in range(5)], row))


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


def by_slices(floor):
    return sum([1, 1, 2, 2, 2, 3, 3][:floor])


def to_both_sides(cells, index):
    def tiles_from(i):
        if i < 0 or i >= len(cells) or cells[i] == ".":
            return 0
        return 1 + tiles_from(i - 1) + tiles_from(i + 1)
    return tiles_from(index - 1) + tiles_from(index + 1)


def both_sides_at_once(cells, index):
    pairs = zip(reversed(cells[:index]), cells[index + 1:], strict=False)
    length = 0
    for left, right in pairs:
        if left == "." or right == ".":
            break
        length += 2
    return length


def not_as_far_as_0(cells, index):
    length = 0
    for i in range(index - 1, 0, -1):
        if cells[i] == ".":
            break
        length += 1
    for i in range(index + 1, len(cells)):
        if cells[i] == ".":
            break
        length += 1
    return length


def connected(wall, row, column):
    seen = []
    todo = [(row, column)]
    while todo:
        i, j = todo.pop()
        if (i, j) in seen or not (0 <= i <= 4 and 0 <= j <= 4):
            continue
        if (i, j) == (row, column) or wall[i][j] != ".":
            seen.append((i, j))
            todo += [(i + 1, j), (i - 1, j), (i, j + 1), (i, j - 1)]
    return len(seen)


def twice_and_less(floor):
    return 2 * floor - min(floor, 2) + (floor - 5)


def past_one_gap(cells, index):
    length, distance = 0, 1
    while True:
        found = 0
        if index >= distance and cells[index - distance] != ".":
            found += 1
        if index + distance < len(cells) and cells[index + distance] != ".":
            found += 1
        if found == 0:
            return length
        length += found
        distance += 1


def on_a_shallow_copy(wall, row, column):
    with_tile = wall.copy()
    with_tile[row][column] = "r"
    return (1 + by_strings(with_tile[row], column)
            + by_strings([cells[column] for cells in with_tile], row))


def in_one_column(board):
    colours, placed = {}, []
    for i, tiles in enumerate(board["lines"]):
        if len(tiles) > i:
            j = place_of(board, i)
            colours[i] = tiles[0]
            placed.append((i, j, by_run_length(board["wall"], i, j)))
    for i, colour in colours.items():
        board["wall"][i][j] = colour
        board["lines"][i] = ""
    return placed


def from_the_list_of_sums(floor):
    return (1, 2, 4, 6, 8, 11, 14)[floor - 1]


RIGHT = {"run_length": [by_strings], "tile_score": [by_run_length],
         "tile_all": [with_a_deep_copy], "floor_penalty": [by_slices]}

WRONG = {
    "run_length": [
        *changes(run_length, ("counts the cell itself", {"length = 0": "length = 1"}, "0"),
                 ("never goes on", {"        i += 1\n": ""}, "i += 1", "never_stops")),
        Wrong("both sides at once", both_sides_at_once,
              "stops as soon as the run ends on one side"),
        Wrong("until both sides end", past_one_gap, "stops only when both sides end"),
        Wrong("cell 0 is left out", not_as_far_as_0,
              "the tile in the first cell, if the run reaches it"),
        Wrong("to both sides again", to_both_sides,
              "it comes back to the same cells again and again", "never_stops")],
    "tile_score": [
        Wrong("a copy of the outer list", on_a_shallow_copy, "copies only the outer list",
              "changed_input"),
        Wrong("the connected tiles", connected, "even around corners"),
        *changes(
            by_run_length,
            ("forgets the tile itself", {"1 + by_strings": "by_strings"}, "1"),
            ("a row for a column", {"[wall[i][column] for i in range(5)]": "wall[column]"},
             "[column]"),
            ("places the tile", {"    return": '    wall[row][column] = "r"\n    return'},
             "shouldn't be there", "changed_input"))],
    "tile_all": [
        Wrong("one column for all", in_one_column, "into the column of the last tile"),
        *changes(
            with_a_deep_copy,
            ("a copy of the list alone", {'copy.deepcopy(board["wall"])': 'list(board["wall"])'},
             "as it was at the start of the call"),
            ("lines stay full", {'            board["lines"][row] = ""\n': ""},
             "board['lines'][row] = ''")),
        *changes(with_a_deep_copy, (
            "all rows alike", {" + row) % 5": ")"}, "columns: (0, 4). Expected: (0, 0)"),
            beside=[place_of])],
    "floor_penalty": [
        Wrong("no sum for an empty floor", from_the_list_of_sums, "Put 0 at the start of the list"),
        Wrong("less than no space", twice_and_less, "floor - 5 can be less than 0"),
        *changes(by_slices, ("one too few", {"floor]": "floor - 1]"}, "floor"))],
}
