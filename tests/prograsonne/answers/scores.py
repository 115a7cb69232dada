from tests.answers import Wrong

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


def bonus_for_each_tile(tiles, complete):
    if complete:
        return (30 + 40) * tiles
    return 10 * tiles


def without_open_ones(tiles, complete):
    if complete:
        return 30 * tiles + 40


# -- road_points -------------------------------------------------------------------------------


def with_cases(tiles, cities, one_open, border):
    if cities > 2 and one_open:
        return 50 + 30 * tiles + 40 * cities
    if cities == 2 and one_open:
        return 50 + 30 * tiles
    if cities > 0 and border:
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


def many_from_two(tiles, cities, one_open, border):
    if cities >= 2 and one_open:
        points = 50 + 30 * tiles
        if cities >= 2:
            points += 40 * cities
        return points
    if cities >= 1 and border:
        return 20 + 10 * tiles
    return 0


def border_first(tiles, cities, one_open, border):
    if cities >= 1 and border:
        return 20 + 10 * tiles
    if cities >= 2 and one_open:
        return 50 + 30 * tiles + (40 * cities if cities > 2 else 0)
    return 0


def open_is_forgotten(tiles, cities, one_open, border):
    if cities >= 2:
        return 50 + 30 * tiles + (40 * cities if cities > 2 else 0)
    if cities >= 1 and border:
        return 20 + 10 * tiles
    return 0


def nothing_for_the_rest(tiles, cities, one_open, border):
    if cities >= 2 and one_open:
        return 50 + 30 * tiles + (40 * cities if cities > 2 else 0)
    if cities >= 1 and border:
        return 20 + 10 * tiles


RIGHT = {
    "city_points": [with_an_if, added_up, by_arithmetic],
    "road_points": [with_cases, nested, with_one_line],
}

WRONG = {
    "city_points": [
        Wrong("40 for each tile", bonus_for_each_tile, "wrong", "30 * tiles + 40"),
        Wrong("no return", without_open_ones, "returned_none", "return"),
    ],
    "road_points": [
        Wrong("40 from two cities on", many_from_two, "wrong", "should be cities > 2"),
        Wrong("the border first", border_first, "wrong", "is in the wrong place"),
        Wrong("one_open forgotten", open_is_forgotten, "wrong", "no city is open"),
        Wrong("no last return", nothing_for_the_rest, "returned_none", "return"),
    ],
}
