from tests.answers import Wrong, changes

# -- city_points -------------------------------------------------------------------------------


def with_an_if(tiles, complete):
    if complete:
        return 30 * tiles + 40
    return 10 * tiles


def added_up(tiles, complete):
    points = 40 if complete else 0
    for _ in range(tiles):
        points += 30 if complete else 10
    return points


def by_arithmetic(tiles, complete):
    return 10 * tiles + complete * (20 * tiles + 40)


# -- road_points -------------------------------------------------------------------------------


def line_by_line(tiles, cities, one_open, border):
    if cities >= 2 and one_open:
        return 50 + 30 * tiles + (40 * cities if cities > 2 else 0)
    if cities >= 1 and border:
        return 20 + 10 * tiles
    return 0


def nested(tiles, cities, one_open, border):
    points = 0
    if cities >= 2 and one_open:
        points = 50 + 30 * tiles
        if cities > 2:
            points += 40 * cities
    elif cities >= 1:  # noqa: SIM102
        if border:
            points = 20 + 10 * tiles
    return points


def with_one_line(tiles, cities, one_open, border):
    many = 40 * cities * (cities > 2)
    return (50 + 30 * tiles + many if cities > 1 and one_open
            else 20 + 10 * tiles if cities and border else 0)


def border_first(tiles, cities, one_open, border):
    if cities >= 1 and border:
        return 20 + 10 * tiles
    if cities >= 2 and one_open:
        return 50 + 30 * tiles + (40 * cities if cities > 2 else 0)
    return 0


RIGHT = {
    "city_points": [with_an_if, added_up, by_arithmetic],
    "road_points": [line_by_line, nested, with_one_line],
}

WRONG = {
    "city_points": [*changes(
        with_an_if,
        ("40 for each tile", "30 * tiles + 40", "(30 + 40) * tiles", "30 * tiles + 40"),
        ("no return", "    return 10 * tiles\n", "", "return", "returned_none"))],
    "road_points": [
        Wrong("the border first", border_first, "wrong", "is in the wrong place"),
        *changes(
            line_by_line,
            ("40 from two cities on", "cities > 2", "cities >= 2", "should be cities > 2"),
            ("one_open forgotten", " and one_open", "", "no city is open"),
            ("no last return", "    return 0\n", "", "return", "returned_none"))],
}
