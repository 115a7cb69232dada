import itertools

from blocky.blue.data import is_latin
from tests.answers import Wrong, but, changes

# -- is_latin ----------------------------------------------------------------------------------


def with_sets(square):
    lines = [*square, *zip(*square, strict=True)]
    return all(set(line) == set(square[0]) for line in lines) and (
        len(set(square[0])) == len(square))


def by_counting(square):
    side = len(square)
    for colour in square[0]:
        for i in range(side):
            if square[i].count(colour) != 1:
                return False
            if sum(square[j][i] == colour for j in range(side)) != 1:
                return False
    return True


def by_pairs(square):
    if len(set(itertools.chain(*square))) != len(square):
        return False
    for line in square + [list(column) for column in zip(*square, strict=True)]:
        for one, other in itertools.combinations(line, 2):
            if one == other:
                return False
    return True


def true_at_the_first_row(square):
    for i in range(len(square)):
        column = [row[i] for row in square]
        if len(set(square[0])) == len(square) and (
                set(column) == set(square[i]) == set(square[0])):
            return True
    return False


def neighbours_only(square):
    side = range(len(square))
    if len({tile for row in square for tile in row}) != len(square):
        return False
    for i in side:
        for j in side[1:]:
            if square[i][j] == square[i][j - 1] or square[j][i] == square[j - 1][i]:
                return False
    return True


# -- random_wall -------------------------------------------------------------------------------


def by_slices(rng):
    order = rng.sample("rbgwy", 5)
    return [order[-row:] + order[:-row] if row else order for row in range(5)]


def by_shuffling(rng):
    row = ["r", "b", "g", "w", "y"]
    rng.shuffle(row)
    wall = []
    for _ in range(5):
        wall.append(row)
        row = row[-1:] + row[:-1]
    return wall


def by_a_formula(rng):
    order = rng.choice(list(itertools.permutations("rbgwy")))
    return [[order[(column + 4 * row) % 5] for column in range(5)] for row in range(5)]


def one_list_five_times(rng):
    row = rng.sample("rbgwy", 5)
    wall = []
    for _ in range(5):
        wall.append(row)
        row.insert(0, row.pop())
    return wall


def begins_anywhere(rng):
    start = rng.randrange(5)
    return [["rbgwy"[(start + column - row) % 5] for column in range(5)] for row in range(5)]


def five_random_rows(rng):
    return [rng.sample("rbgwy", 5) for _ in range(5)]


RIGHT = {"is_latin": [with_sets, by_counting, by_pairs],
         "random_wall": [by_slices, by_shuffling, by_a_formula]}

WRONG = {
    "is_latin": [
        *changes(is_latin, ("rows in place of columns", "[row[i] for row in square]",
                            "[square[i][j] for j in range(len(square))]",
                            "more than once in a column")),
        *changes(with_sets, ("rows only", "[*square, *zip(*square, strict=True)]", "square",
                             "more than once in a column"),
                 ("sets alone", """ and (
        len(set(square[0])) == len(square))""", "",
                  "and must: a colour is more than once in a row"),
                 ("any number of colours", "set(line) == set(square[0])",
                  "len(set(line)) == len(square)",
                  "there is a colour that is not in the first row")),
        Wrong("True at once", true_at_the_first_row, "wrong",
              "this holds: there is a colour that is not in the first row"),
        Wrong("always five colours, and no columns", but(by_counting, {
            "square[0]": '"rbgwy"', "square[j][i]": "square[i][j]"}), "wrong",
            "its colours are those of its first row, r, and no others"),
        Wrong("neighbours only", neighbours_only, "wrong", "neighbours in a row are the same"),
    ],
    "random_wall": [
        Wrong("one list five times", one_list_five_times, "wrong", "use list(row)"),
        *changes(by_a_formula, ("to the left", "4 * row", "row", "row")),
        *changes(by_slices, ("random of its own", "rng.sample", "random.sample", "rng, not")),
        Wrong("five walls only", begins_anywhere, "wrong", "number of different walls: 5"),
        Wrong("rows that have nothing to do with one another", five_random_rows, "wrong",
              "an order is drawn only once"),
    ],
}
