from tests.answers import Wrong, but, changes

# -- neighbour ---------------------------------------------------------------------------------


def with_cases(cell, edge):
    i, j = cell
    if edge == 1:
        i -= 1
    elif edge == 4:
        i += 1
    elif edge in (2, 3):
        j += 1
    else:
        j -= 1
    if edge in (2, 6) and cell[1] % 2 == 1:
        i -= 1
    if edge in (3, 5) and cell[1] % 2 == 0:
        i += 1
    if i < 0 or i > 7 or j < 0 or j > 7:
        return None
    return (i, j)


EVEN = [(-1, 0), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1)]
ODD = [(-1, 0), (-1, 1), (0, 1), (1, 0), (0, -1), (-1, -1)]


def by_a_range(cell, edge):
    down, right = (EVEN if cell[1] % 2 == 0 else ODD)[edge - 1]
    row, column = cell[0] + down, cell[1] + right
    if row in range(8) and column in range(8):
        return (row, column)
    return None


def with_parity_added(cell, edge):
    i, j = cell
    low = 1 - j % 2
    around = {1: (i - 1, j), 2: (i - 1 + low, j + 1), 3: (i + low, j + 1), 4: (i + 1, j),
              5: (i + low, j - 1), 6: (i - 1 + low, j - 1)}
    inside = 0 <= around[edge][0] <= 7 and 0 <= around[edge][1] <= 7
    return around[edge] if inside else None


def off_by_one_at_the_border(cell, edge):
    steps = EVEN if cell[1] % 2 == 0 else ODD
    down, right = steps[edge - 1]
    row, column = cell[0] + down, cell[1] + right
    if row < 0 or row > 8 or column < 0 or column > 8:
        return None
    return (row, column)


def without_border(cell, edge):
    down, right = (EVEN if cell[1] % 2 == 0 else ODD)[edge - 1]
    return cell[0] + down, cell[1] + right


parity_of_the_row = but(by_a_range, {"cell[1] % 2": "cell[0] % 2"})


def prints(cell, edge):
    print(with_cases(cell, edge))


# -- opposite ----------------------------------------------------------------------------------


def with_an_if(edge):
    if edge > 3:
        return edge - 3
    return edge + 3


def with_a_table(edge):
    return {1: 4, 2: 5, 3: 6, 4: 1, 5: 2, 6: 3}[edge]


def with_a_remainder(edge):
    return (edge + 2) % 6 + 1


def remainder_from_0(edge):
    return (edge + 3) % 6


def asks_the_new_column(cell, edge):
    row, column = cell
    if edge in (2, 3):
        column += 1
    elif edge in (5, 6):
        column -= 1
    if edge == 1:
        row -= 1
    elif edge == 4:
        row += 1
    elif edge in (2, 6) and column % 2 == 1:
        row -= 1
    elif edge in (3, 5) and column % 2 == 0:
        row += 1
    return (row, column) if 0 <= row <= 8 and 0 <= column <= 8 else None


RIGHT = {
    "neighbour": [with_cases, by_a_range, with_parity_added],
    "opposite": [with_an_if, with_a_table, with_a_remainder],
}

WRONG = {
    "neighbour": [
        Wrong("a row and a column too many", off_by_one_at_the_border, "wrong", "column >= 8"),
        Wrong("no border", without_border, "wrong", "return None if the row"),
        Wrong("the parity of the row", parity_of_the_row, "wrong", "it should be 1"),
        Wrong("the new column", asks_the_new_column, "wrong", "It belongs after line"),
        Wrong("prints", prints, "returned_none", "Write return with_cases(cell, edge)"),
        *changes(
            by_a_range,
            ("all columns even", "(EVEN if cell[1] % 2 == 0 else ODD)", "EVEN",
             "which sits half a cell higher"),
            ("a list", "(row, column)", "[row, column]", "tuple")),
    ],
    "opposite": [
        Wrong("an edge 0", remainder_from_0, "wrong", "% 6 + 1"),
    ],
}
