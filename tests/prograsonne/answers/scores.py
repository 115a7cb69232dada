from tests.answers import changes, solved

SCORES = solved("prograsonne/07_scores")

RIGHT = {"city_points": [SCORES.city_points], "road_points": [SCORES.road_points]}

WRONG = {
    "city_points": [*changes(
        SCORES.city_points,
        ("40 for each tile", {"30 * tiles + 40": "(30 + 40) * tiles"}, "30 * tiles + 40"),
        ("no return", {"    return 10 * tiles": ""}, "return", "returned_none"))],
    "road_points": [*changes(
        SCORES.road_points,
        ("40 from two cities on", {"cities > 2": "cities >= 2"}, "should be cities > 2"),
        ("one_open forgotten", {" and one_open": ""}, "no city is open"))],
}
