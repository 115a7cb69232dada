from tests.answers import Wrong, changes, solved

SCORES = solved("prograsonne/07_scores")


def of_the_last_cell(board, cells):
    return board.tiles[cells[-1]].player


def by_number(board, cells):
    players = [board.tiles[cell].player for cell in cells]
    return max(players, key=players.count)


def any_cities(features):
    return any(each.kind == "river" and len(each.cells) >= 3 and each.touches >= 2
               for each in features)


def all_as_roads(kind, tiles, cities, one_open, border):
    return SCORES.road_points(tiles, cities, one_open, border)


RIGHT = {"owner": [SCORES.owner], "is_snitch": [SCORES.is_snitch],
         "way_points": [SCORES.way_points]}

WRONG = {
    "owner": [
        Wrong("of the last cell", of_the_last_cell, "last of the cells"),
        Wrong("who has most tiles", by_number, "most of the tiles", "returned_none"),
        *changes(SCORES.owner, ("the first one", {"latest = placed": "return placed"},
                                "were placed in this order", "returned_none"))],
    "is_snitch": [
        Wrong("open cities count", any_cities, "open ones too"),
        *changes(
            SCORES.is_snitch,
            ("longer than 3", {"len(river.cells) >= 3": "len(river.cells) > 3"},
             "4 tiles or more"),
            ("of any length", {" and len(river.cells) >= 3": ""}, "of any length"),
            ("cells are counted", {
                "and any(cell in river.cells for cell in city.cells)":
                "for cell in city.cells if cell in river.cells"}, "in common with"))],
    "way_points": [
        Wrong("all as roads", all_as_roads, "as if it were a road"),
        *changes(SCORES.way_points, ("the border as of roads", {
            "return at_border + for_border_tile * tiles": "return 20 + 10 * tiles"},
            "more by the second line"))],
}
