from tests.answers import Wrong, changes, solved

SCORES = solved("prograsonne/07_scores")

def border_first(tiles, cities, one_open, border):
    at_border = border and cities != 0
    if at_border:
        return 20 + 10 * tiles
    elif one_open and not cities < 2:
        points = 50 + 30 * tiles
        if cities >= 2:
            points += 40 * cities
        return points
    else:
        return 0


RIGHT = {"city_points": [SCORES.city_points], "road_points": [SCORES.road_points]}

WRONG = {
    "city_points": [*changes(
        SCORES.city_points,
        ("40 for each tile", {"30 * tiles + 40": "(30 + 40) * tiles"}, "30 * tiles + 40"),
        ("no return", {"    return 10 * tiles": ""}, "return", "returned_none"))],
    "road_points": [*changes(
        SCORES.road_points,
        ("40 from two cities on", {"cities > 2": "cities >= 2"}, "should be cities > 2"),
        ("one_open forgotten", {" and one_open": ""}, "no city is open")),
        Wrong("the border first", border_first, "The first line that holds counts")],
}
