from tests.answers import Wrong, changes, solved

SCORES = solved("prograsonne/07_scores")


def of_the_last_cell(board, cells):
    return board.tiles[cells[-1]].player


def by_number(board, cells):
    players = [board.tiles[cell].player for cell in cells]
    return max(players, key=players.count)


def by_votes(board, cells):
    votes = {}
    for cell in cells:
        player = board.tiles[cell].player
        if player is not None:
            votes[player] = votes.get(player, 0) + 1
    return max(votes, key=votes.get) if votes else None


def from_the_top(board, cells):
    while board.tiles:
        cell, placed = board.tiles.popitem()
        if cell in cells:
            return placed.player
    return None


def of_another_river(features):
    complete = [each for each in features if each.kind == "city" and each.complete]
    return len(complete) >= 2 and any(
        each.kind == "river" and len(each.cells) >= 3 for each in features)


def roads_plus_5(kind, *facts):
    points = SCORES.way_points("road", *facts)
    return points + 5 if kind == "river" and points else points


def roads_and_5(kind, *facts):
    return 5 * (kind == "river") + SCORES.road_points(*facts)


def later_cities(tiles, cities, one_open, border):
    points = SCORES.road_points(tiles, cities, one_open, border)
    return points - 80 if cities > 2 and one_open else points


def fives_for_all(kind, tiles, cities, one_open, border):
    many = cities if one_open and cities >= 3 else 0
    fives = {"road": 0, "river": 1 + tiles + many}[kind]
    return 5 * fives + SCORES.road_points(tiles, cities, one_open, border)


def one_city_at_the_border(tiles, cities, one_open, border):
    if cities > 1:
        many = 40 * cities if cities > 2 else 0
        return 50 + 30 * tiles + many if one_open else 0
    return 20 + 10 * tiles if cities and border else 0


def in_one_line(tiles, complete):
    return 30 * tiles if complete else 10 * tiles + (40 if complete else 0)


def any_cities(features):
    return any(each.kind == "river" and len(each.cells) >= 3 and each.touches >= 2
               for each in features)


def all_as_roads(kind, tiles, cities, one_open, border):
    return SCORES.road_points(tiles, cities, one_open, border)


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


RIGHT = {task: [vars(SCORES)[task]] for task in (
    "owner", "is_snitch", "city_points", "road_points", "way_points")}

WRONG = {
    "city_points": [Wrong("no parentheses", in_one_line, "needs parentheses"), *changes(
        SCORES.city_points,
        ("40 for each tile", {"30 * tiles + 40": "(30 + 40) * tiles"}, "30 * tiles + 40"),
        ("overwritten", {"        return 30 * tiles + 40": "        points = 30 * tiles + 40",
                         "    return 10 * tiles": "    points = 10 * tiles\n    return points"},
         "no later line replaces"),
        ("the other way round", {"if complete": "if not complete"},
         "if complete | Test the argument complete"),
        ("no return", {"    return 10 * tiles": ""}, "return", "returned_none"))],
    "road_points": [*changes(
        SCORES.road_points,
        ("40 from two cities on", {"cities > 2": "cities >= 2"}, "50 + 30 * 2 = 110"),
        ("one_open forgotten", {" and one_open": ""},
         "touches only complete cities")),
        Wrong("only cities after the second", later_cities, "but your code counts only 1 of them"),
        Wrong("only one city at the border", one_city_at_the_border,
              "needs at least one city, not exactly one"),
        Wrong("the border first", border_first, "only the first one counts")],
    "owner": [
        Wrong("of the last cell", of_the_last_cell, "last of the cells"),
        Wrong("who has most tiles", by_number, "most of the tiles", "returned_none"),
        *changes(SCORES.owner, ("the first one", {"latest = placed": "return placed"},
                                "who placed the first tile of the feature", "returned_none"),
                  ("forgotten at a later tile", {
                      "            latest = placed.player\n":
                      "            latest = placed.player\n        else:\n"
                      "            latest = None\n"},
                   "must not change the owner", "returned_none")),
        Wrong("by votes", by_votes, "use the last tile that's in cells"),
        Wrong("takes tiles off the board", from_the_top, "off the board")],
    "is_snitch": [
        Wrong("all complete cities count", of_another_river,
              "count only those that share a cell with it"),
        Wrong("open cities count", any_cities, "Your function counts open cities, too"),
        *changes(
            SCORES.is_snitch,
            ("longer than 3", {"len(river.cells) >= 3": "len(river.cells) > 3"},
             "exactly 3 tiles can win, too, but your code skips it"),
            ("of any length", {" and len(river.cells) >= 3": ""}, "needs at least 3 tiles"),
            ("cells are counted", {
                "and any(cell in river.cells for cell in city.cells)":
                "for cell in city.cells if cell in river.cells"}, "count each city only once"))],
    "way_points": [
        Wrong("all as roads", all_as_roads, "which is what a road scores"),
        Wrong("5 more, always", roads_and_5, "Don't add 5 to the score of a road"),
        Wrong("5 more for each number, always", fives_for_all, "add it only if a row applies"),
        Wrong("5 more, once", roads_plus_5, "the score of a road plus 5"),
        *changes(
            SCORES.way_points,
            ("40 for a city at a river", {"(55, 35, 45": "(55, 35, 40"}, "a river, it's 45 | 45"),
            ("tiles and cities exchanged", {
                "for_city * cities if": "for_city * tiles if", "for_tile * tiles + many":
                "for_tile * (cities if cities > 2 else tiles) + many"},
             "You seem to have swapped two numbers")),
        *changes(SCORES.way_points, ("the border as of roads", {
            "return at_border + for_border_tile * tiles": "return 20 + 10 * tiles"},
            "25 + 15 * 2 = 55, but you return 40, which is what a road scores"))],
}
