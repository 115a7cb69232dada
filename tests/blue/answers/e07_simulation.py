import math

from blocky.blue.check.e07_simulation import _one_by_one, _rated
from tests.answers import Wrong, changes, solved
from tests.blue.answers.e04_tiling import by_strings as run


def with_sum(winners, player):
    n = len(winners)
    p = sum(len(each) == 1 and player in each for each in winners) / n
    below = 1 + 1.96**2 / n
    middle = p + 1.96**2 / n / 2
    half = 1.96 * math.sqrt(p * (1 - p) / n + (1.96 / n / 2) ** 2)
    return p, (middle - half) / below, (middle + half) / below


def in_each_run(wall, row, column):
    across, down = run(wall[row], column), run([cells[column] for cells in wall], row)
    return sum(length + 1 for length in (across, down) if length) or 1


def one_more(wall, row, column):
    across, down = run(wall[row], column), run([cells[column] for cells in wall], row)
    return 1 + across + down + (across > 0 and down > 0)


def with_sums(wall):
    rows = sum("." not in row for row in wall)
    columns = sum("." not in column for column in zip(*wall, strict=True))
    tiles = "".join(map("".join, wall))
    return 2 * rows, 7 * columns, 10 * sum(tiles.count(colour) == 5 for colour in "rbgwy")


def empty_is_a_colour(wall):
    return (*with_sums(wall)[:2], 10 * len(set.intersection(*map(set, wall))))


def colours_to_the_left(wall):
    rows, columns, _ = with_sums(wall)
    diagonals = [[wall[i][(j + 5 - i) % 5] for i in range(5)] for j in range(5)]
    return rows, columns, 10 * sum("." not in cells for cells in diagonals)


def each_kind_once(wall):
    return tuple(min(points, most) for points, most in zip(
        with_sums(wall), (2, 7, 10), strict=True))


def names_in_order(wall):
    points = dict(zip(("rows", "columns", "colours"), with_sums(wall), strict=True))
    return tuple(points[name] for name in sorted(points))


def up_to_500(margin):
    for games in range(1, 501):
        if 0.98 / math.sqrt(games) <= margin:
            return games
    return None


def times_97(margin):
    return math.ceil(9.604 / margin)


def on_one_diagonal(wall):
    rows, columns, _ = with_sums(wall)
    return rows, columns, 10 * ("." not in [row[i] for i, row in enumerate(wall)])


RIGHT = {"win_rate": [with_sum], "games_needed": [_one_by_one],
         "official_score": [in_each_run, one_more], "bonuses": [with_sums]}

WRONG = {
    "win_rate": [
        *changes(
            with_sum,
            ("shared wins", {"len(each) == 1 and player": "player"},
             "p also counts the games in which the player shared the win"),
            ("rounded down", {" / n\n    below": " // n\n    below"}, "because // rounds down")),
        *changes(
            _rated,
            ("the root is divided alone", {
                "(p + z**2 / (2 * n)) / (1 + z**2 / n)": "p + z**2 / (2 * n)"},
             "/ (1 + z ** 2 / n) | Divide everything above the fraction bar"),
            ("outside of the root", {
                "math.sqrt(p * (1 - p) / n + z**2 / (4 * n**2))":
                "(math.sqrt(p * (1 - p) / n) + z**2 / (4 * n**2))"},
             "Put both terms under the square root")),
    ],
    "games_needed": [
        Wrong("an end of the search", up_to_500, "There's no largest n", "returned_none"),
        Wrong("in proportion", times_97, "four times as many games"),
        *changes(solved("blue/07_simulation").games_needed,
                 ("rounded down", {"math.ceil": "int"}, "doesn't always round up. Use math.ceil"),
                 ("one more, also than an integer", {"math.ceil(": "1 + int("},
                  "If the formula gives an integer"),
                 ("one more", {"return ": "return 1 + "}, "replace 1 + math.ceil"))],
    "official_score": [
        *changes(
            in_each_run,
            ("always twice", {" if length) or 1": ")"},
             "always counts the tile itself in both runs"),
            ("alone is nothing", {" or 1": ""},
             "leaves out the tile itself if it has no neighbours")),
        *changes(
            one_more,
            ("or for and", {"and down": "or down"},
             "if there are tiles only across, or only down, but it shouldn't"))],
    "bonuses": [
        Wrong("another order", names_in_order, "but in the wrong order"),
        *changes(
            with_sums,
            ("numbers in place of points", {"2 * rows, 7 * columns, 10 *": "rows, columns,"},
             "Each complete row earns 2 points"),
            ("the numbers exchanged", {"2 * rows, 7": "7 * rows, 2"},
             "with (2 * rows, 7 * columns"),
            ("rows twice", {"zip(*wall, strict=True)": "wall"},
             "zip(*wall)")),
        Wrong("one diagonal", on_one_diagonal, "only at the diagonal from the top left"),
        Wrong("colours to the left", colours_to_the_left, "one cell further left"),
        Wrong("each kind once", each_kind_once, "Count the complete ones"),
        Wrong("empty as a colour", empty_is_a_colour, "isn't a colour"),
    ],
}
