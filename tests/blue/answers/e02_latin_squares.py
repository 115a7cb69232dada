from tests.answers import Wrong, changes


def with_sets(square):
    lines = [*square, *zip(*square, strict=True)]
    return all(set(line) == set(square[0]) for line in lines) and (
        len(set(square[0])) == len(square))


def by_shuffling(rng):
    row = ["r", "b", "g", "w", "y"]
    rng.shuffle(row)
    wall = []
    for _ in range(5):
        wall.append(row)
        row = row[-1:] + row[:-1]
    return wall


def begins_anywhere(rng):
    start = rng.randrange(5)
    return [["rbgwy"[(start + column - row) % 5] for column in range(5)] for row in range(5)]


def further_in_each_row(rng):
    row = rng.sample("rbgwy", 5)
    wall = [row]
    for number in range(1, 5):
        row = [row[(column - number) % 5] for column in range(5)]
        wall.append(row)
    return wall


def next_to_one_another(square):
    lines = [*square, *zip(*square, strict=True)]
    for line in lines:
        for place in range(1, len(line)):
            if line[place - 1] == line[place]:
                return False
    return True


def through_a_map(square):
    lines = map(set, [*square, *zip(*square, strict=True)])
    sizes = [len(colours) for colours in lines]
    return set(sizes) == {len(square)} and all(colours == set(square[0]) for colours in lines)


def below_one_another(square):
    for row in square:
        if set(row) != set(square[0]) or len(set(row)) != len(square):
            return False
    return not any(cell == below for i in range(1, len(square))
                   for cell, below in zip(square[i - 1], square[i], strict=True))


def like_a_wall(square):
    if len({*square[0]}) < len(square):
        return False
    size = len(square)
    return all(square[i][j] == square[i - 1][j - 1] for i in range(1, size) for j in range(size))


RIGHT = {"is_latin": [with_sets], "random_wall": [by_shuffling]}

WRONG = {
    "is_latin": [
        *changes(
            with_sets,
            ("rows only", {"[*square, *zip(*square, strict=True)]": "square"},
             "a column contains a colour more than once"),
            ("any number of colours", {
                "set(line) == set(square[0])": "len(set(line)) == len(square)"},
             "a row contains a colour that isn't in the first row")),
        Wrong("neighbours only", next_to_one_another, "compares each cell only with the next one"),
        Wrong("neighbours in columns only", below_one_another, "compare all the cells of a column"),
        Wrong("a wall", like_a_wall, "the rows may be in any order"),
        Wrong("an iterator is used up", through_a_map, "lines is an iterator"),
    ],
    "random_wall": [
        *changes(
            by_shuffling,
            ("one list five times", {"row = row[-1:] + row[:-1]": "row.insert(0, row.pop())"},
             "use list(row)"),
            ("rows that have nothing to do with one another", {
                "row = row[-1:] + row[:-1]": "row = rng.sample(row, 5)"},
             "Draw a random order only once")),
        Wrong("five walls only", begins_anywhere, "only the first colour is random"),
        Wrong("further in each row", further_in_each_row, "so the shifts add up"),
    ],
}
