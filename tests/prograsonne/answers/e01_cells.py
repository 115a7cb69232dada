from tests.answers import Wrong, but, changes, solved

CELLS = solved("prograsonne/01_cells")
INSIDE = "    if 0 <= i + down < 8 and 0 <= j + right < 8:\n    "

without_border = but(CELLS.neighbour, {INSIDE: ""})
parity_of_the_row = but(CELLS.neighbour, {"j % 2": "i % 2"})


def by_the_edge(cell, edge):
    off = ((0, 0, (6, 1, 2)), (0, 7, (3, 4, 5)), (1, 0, (5, 6)), (1, 7, (2, 3)))
    for axis, last, edges in off:
        if cell[axis] == last and edge in edges:
            return None
    return without_border(cell, edge)


def with_a_remainder(edge):
    return (edge + 2) % 6 + 1


remainder_from_0 = but(with_a_remainder, {"(edge + 2) % 6 + 1": "(edge + 3) % 6"})

def by_number(cell, edge):
    row, column = beyond(cell, edge)
    number = 8 * row + column
    return divmod(number, 8) if 0 <= number < 64 else None


beyond = but(CELLS.neighbour, {"if 0 <= i + down < 8 and 0 <= j + right < 8": "if True"})


RIGHT = {"neighbour": [CELLS.neighbour], "opposite": [with_a_remainder]}

WRONG = {
    "neighbour": [
        Wrong("no border", without_border, "Return None if"),
        Wrong("only the far border", but(CELLS.neighbour, {
            INSIDE: "    if i + down < 8 and j + right < 8:\n    "}), "not if it's -1"),
        Wrong("the border by the edge alone", by_the_edge,
              "and on the board, but your function returns None", "returned_none"),
        Wrong("the parity of the row", parity_of_the_row, "Replace i with j"),
        Wrong("numbers of cells from 0 to 63", by_number, "on the other side of the board"),
        *changes(
            CELLS.neighbour,
            ("all columns even", {"(even if j % 2 == 0 else odd)": "even"},
             "is odd, but across edge 2 your function uses the step for an even column"))],
    "opposite": [Wrong("an edge 0", remainder_from_0, "% 6 + 1")],
}
