from tests.answers import Wrong, changes

# -- owner -------------------------------------------------------------------------------------


def by_a_loop(board, cells):
    latest = None
    for cell, placed in board.tiles.items():
        if cell in cells:
            latest = placed.player
    return latest


def from_the_end(board, cells):
    for placed in reversed(board.tiles.values()):
        if placed.cell in cells:
            return placed.player


def by_the_order(board, cells):
    order = list(board.tiles)
    last = max(cells, key=order.index)
    return board.tiles[last].player


def of_the_last_cell(board, cells):
    return board.tiles[cells[-1]].player


def by_number(board, cells):
    players = [board.tiles[cell].player for cell in cells]
    return max(players, key=players.count)


# -- is_snitch ---------------------------------------------------------------------------------


def nested(features):
    for river in features:
        if river.kind != "river" or len(river.cells) < 3:
            continue
        count = 0
        for city in features:
            if city.kind == "city" and city.complete:
                common = [cell for cell in city.cells if cell in river.cells]
                if common:
                    count += 1
        if count >= 2:
            return True
    return False


def with_sets(features):
    cities = [set(city.cells) for city in features if city.kind == "city" and city.complete]
    rivers = [set(river.cells) for river in features
              if river.kind == "river" and len(river.cells) > 2]
    return any(sum(not river.isdisjoint(city) for city in cities) > 1 for river in rivers)


def touched(river, features):
    return sum(1 for city in features if city.kind == "city" and city.complete
               and any(cell in river.cells for cell in city.cells))


def with_a_helper(features):
    return any(each.kind == "river" and len(each.cells) >= 3 and touched(each, features) >= 2
               for each in features)


def any_cities(features):
    return any(each.kind == "river" and len(each.cells) >= 3 and each.touches >= 2
               for each in features)


def only_the_first_river(features):
    for river in features:
        if river.kind == "river":
            return len(river.cells) >= 3 and touched(river, features) >= 2
    return False


# -- way_points --------------------------------------------------------------------------------

NUMBERS = {"road": (50, 30, 40, 20, 10), "river": (55, 35, 45, 25, 15)}


def with_a_table(kind, tiles, cities, one_open, border):
    between, tile, many, edge, edge_tile = NUMBERS[kind]
    if cities >= 2 and one_open:
        return between + tile * tiles + (many * cities if cities > 2 else 0)
    if cities >= 1 and border:
        return edge + edge_tile * tiles
    return 0


def by_what_rivers_have_more(kind, tiles, cities, one_open, border):
    more = 5 if kind == "river" else 0
    points = 0
    if cities >= 2 and one_open:
        points = 50 + more + (30 + more) * tiles
        if cities > 2:
            points += (40 + more) * cities
    elif cities >= 1 and border:
        points = 20 + more + (10 + more) * tiles
    return points


def road(tiles, cities, one_open, border):
    if cities >= 2 and one_open:
        return 50 + 30 * tiles + (40 * cities if cities > 2 else 0)
    return 20 + 10 * tiles if cities and border else 0


def by_the_road(kind, tiles, cities, one_open, border):
    points = road(tiles, cities, one_open, border)
    if kind == "river" and points > 0:
        points += 5 + 5 * tiles
        if cities > 2 and one_open:
            points += 5 * cities
    return points


def all_as_roads(kind, tiles, cities, one_open, border):
    return road(tiles, cities, one_open, border)


RIGHT = {"owner": [by_a_loop, from_the_end, by_the_order],
         "is_snitch": [nested, with_sets, with_a_helper],
         "way_points": [with_a_table, by_what_rivers_have_more, by_the_road]}

WRONG = {
    "owner": [
        Wrong("of the last cell", of_the_last_cell, "wrong", "last of the cells"),
        Wrong("who has most tiles", by_number, "returned_none", "most of the tiles"),
        *changes(
            by_a_loop,
            ("the last on the board", "if cell in cells:", "if True:", "placed.cell in cells"),
            ("the first one", "latest = placed.player", "return placed.player",
             "were placed in this order", "returned_none"))],
    "is_snitch": [
        Wrong("open cities count", any_cities, "wrong", "open ones too"),
        Wrong("only the first river", only_the_first_river, "wrong",
              "ends the loop that begins"),
        *changes(
            nested,
            ("longer than 3", "len(river.cells) < 3", "len(river.cells) <= 3", "4 tiles or more"),
            ("of any length", " or len(river.cells) < 3", "", "of any length"),
            ("cells are counted", "count += 1", "count += len(common)", "in common with"),
            ("one city is enough", "count >= 2", "count >= 1", "count > 1, in place of"),
            ("cities anywhere", "if common:", "if city.cells:", "common, not city.cells"))],
    "way_points": [
        Wrong("all as roads", all_as_roads, "wrong", "as if it were a road"),
        *changes(
            with_a_table,
            ("the border as of roads", "return edge + edge_tile * tiles",
             "return 20 + 10 * tiles", "more by the second line"),
            ("many from two on", "if cities > 2 else 0", "if cities > 1 else 0", "2, not 1"))],
}
