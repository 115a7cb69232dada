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
    ],
    "random_wall": [
        *changes(
            by_shuffling,
            ("one list five times", {"row = row[-1:] + row[:-1]": "row.insert(0, row.pop())"},
             "use list(row)"),
            ("rows that have nothing to do with one another", {
                "row = row[-1:] + row[:-1]": "row = rng.sample(row, 5)"},
             "Draw a random order only once")),
        Wrong("five walls only", begins_anywhere, "number of different walls: 5"),
    ],
}
