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


def names_in_order(wall):
    points = dict(zip(("rows", "columns", "colours"), with_sums(wall), strict=True))
    return tuple(points[name] for name in sorted(points))


RIGHT = {"win_rate": [with_sum], "games_needed": [_one_by_one],
         "official_score": [in_each_run, one_more], "bonuses": [with_sums]}

WRONG = {
    "win_rate": [
        *changes(
            with_sum,
            ("shared wins", {"len(each) == 1 and player": "player"},
             "p counts the games in which the player shared the win"),
            ("shared in part", {"len(each) == 1 and player in each for":
                                "1 / len(each) * (player in each) for"},
             "a fraction of each game in which")),
        *changes(
            _rated,
            ("the root is divided alone", {
                "(p + z**2 / (2 * n)) / (1 + z**2 / n)": "p + z**2 / (2 * n)"},
             "p + z²/(2n), not divided"),
            ("outside of the root", {
                "math.sqrt(p * (1 - p) / n + z**2 / (4 * n**2))":
                "(math.sqrt(p * (1 - p) / n) + z**2 / (4 * n**2))"},
             "z²/(4n²) outside the root")),
    ],
    "games_needed": [
        *changes(solved("blue/07_simulation").games_needed,
                 ("rounded down", {"math.ceil": "int"}, "round up with math.ceil"),
                 ("one more", {"return ": "return 1 + "}, "too large by 1"))],
    "official_score": [
        *changes(
            in_each_run,
            ("always twice", {" if length) or 1": ")"}, "counts the tile a second time when there"),
            ("alone is nothing", {" or 1": ""}, "leaves out 1 for a tile with no neighbours")),
        *changes(
            one_more,
            ("one for each lonely side", {
                "down + (across > 0 and down > 0)": "(down + 1 if down else 0)"},
             "counts 1 for a run across when there are tiles only above or below"),
            ("or for and", {"and down": "or down"},
             "when there are tiles only across, or only down, but it shouldn't"))],
    "bonuses": [
        Wrong("another order", names_in_order, "but in the wrong order"),
        *changes(
            with_sums,
            ("numbers in place of points", {"2 * rows, 7 * columns, 10 *": "rows, columns,"},
             "this: 1 point for each complete one."),
            ("the numbers exchanged", {"2 * rows, 7": "7 * rows, 2"},
             "is this: 7 points for each complete one."),
            ("rows twice", {"zip(*wall, strict=True)": "wall"},
             "columns is this: 7 points for each complete row")),
        Wrong("empty as a colour", empty_is_a_colour, "when each row has one"),
    ],
}
