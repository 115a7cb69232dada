from blocky.prograsonne import Place, Tile
from blocky.prograsonne.hexes import CELLS, EDGES, neighbour, opposite
from tests.answers import Wrong, but, changes

# -- legal_placements --------------------------------------------------------------------------


def fits(board, cell, tile):
    touches = False
    for edge in EDGES:
        beyond = neighbour(cell, edge)
        if beyond in board.tiles:
            touches = True
            other = board.tiles[beyond].tile
            if other.letters[opposite(edge) - 1] != tile.letters[edge - 1]:
                return False
    return touches


def all_cells(board, type):
    found = []
    for cell in CELLS:
        if cell not in board.tiles:
            for turns in range(6):
                if fits(board, cell, Tile(type, turns)):
                    found.append(Place(cell, turns))
    return found


def around_the_tiles(board, type):
    empty = {neighbour(cell, edge) for cell in board.tiles for edge in EDGES}
    empty = empty - set(board.tiles) - {None}
    return {Place(cell, turns) for cell in empty for turns in range(6)
            if fits(board, cell, Tile(type, turns))}


def pairs(board, type):
    return [(cell, turns) for cell in CELLS for turns in range(6)
            if cell not in board.tiles and fits(board, cell, Tile(type, turns))]


def one_by_one(board, type):
    found = []
    for cell, turns in pairs(board, type):
        place = Place(cell, turns)
        if place not in found:
            found.append(place)
    return found


def one_edge_is_enough(board, type):
    return [Place(cell, turns) for cell in CELLS for turns in range(6)
            if cell not in board.tiles and any(
                neighbour(cell, edge) in board.tiles
                and board.tiles[neighbour(cell, edge)].tile.letters[opposite(edge) - 1]
                == Tile(type, turns).letters[edge - 1] for edge in EDGES)]


def never_turned(board, type):
    return [Place(cell, 0) for cell in CELLS
            if cell not in board.tiles and fits(board, cell, Tile(type))]


def on_tiles_too(board, type):
    return [Place(cell, turns) for cell in CELLS for turns in range(6)
            if fits(board, cell, Tile(type, turns))]


def cells_alone(board, type):
    return [place.cell for place in all_cells(board, type)]


# -- best_placement ----------------------------------------------------------------------------


def worth(board, place, player):
    mine, other = board.scores()[player - 1], board.scores()[2 - player]
    return (board.snitch == player, mine, -other)


def with_a_loop(board, type, player):
    best, most = None, None
    for place in board.legal_placements(type):
        board.place(place.cell, type, place.turns, player)
        now = worth(board, place, player)
        board.take_back(player)
        if best is None or now > most:
            best, most = place, now
    return best


def with_a_dict(board, type, player):
    tried = {}
    for place in board.legal_placements(type):
        board.place(place.cell, type, place.turns, player)
        tried[place] = worth(board, place, player)
        board.take_back(player)
    return max(tried, key=tried.get, default=None)


def with_a_sorted_list(board, type, player):
    tried = []
    for place in board.legal_placements(type):
        board.place(place.cell, type, place.turns, player)
        snitch, mine, other = worth(board, place, player)
        board.take_back(player)
        tried.append((not snitch, -mine, -other, place.cell, place.turns))
    if not tried:
        return None
    tried.sort()
    *_, cell, turns = tried[0]
    return Place(cell, turns)


without_the_snitch = {"now = worth(board, place, player)": """\
scores = board.scores()
        now = (scores[player - 1], -scores[2 - player])"""}

the_last_of_the_best = but(with_a_loop, {"now > most": "now >= most"})


RIGHT = {
    "legal_placements": [all_cells, around_the_tiles, one_by_one],
    "best_placement": [with_a_loop, with_a_dict, with_a_sorted_list],
}

WRONG = {
    "legal_placements": [
        Wrong("far away too", but(all_cells, {"return touches": "return True"}, fits), "wrong",
              "At least one neighbour"),
        Wrong("never turned", never_turned, "wrong", "is missing, and is legal"),
        Wrong("on tiles too", on_tiles_too, "wrong", "lies on a tile"),
        Wrong("pairs", pairs, "wrong", "Place(cell, turns)"),
        Wrong("one edge is enough", one_edge_is_enough, "wrong", "Refuse a placement as soon"),
        Wrong("once for a look", but(all_cells, {
            "            for turns": "            shown = set()\n            for turns",
            "if fits(": "if Tile(type, turns).letters not in shown and fits(",
            "found.append(Place(cell, turns))":
            "found.append(Place(cell, turns))\n"
            "                shown.add(Tile(type, turns).letters)"}), "wrong",
              "turns that look alike"),
        *changes(all_cells, ("one turn that fits", "found.append(Place(cell, turns))",
                             "found.append(Place(cell, turns))\n                    break",
                             "after one that fits")),
        Wrong("cells alone", cells_alone, "wrong", "Place(cell, turns)"),
    ],
    "best_placement": [
        *changes(
            with_a_loop,
            ("the own score alone", "worth(board, place, player)",
             "(board.snitch == player, board.scores()[player - 1])", "the other player the fewest"),
            ("never takes back", "        board.take_back(player)\n", "", "take_back"),
            ("its worth", "best, most = place, now", "best, most = now, now",
             "which is no placement")),
        Wrong("without the snitch", but(with_a_loop, without_the_snitch), "wrong",
              "wins by the snitch"),
        Wrong("a snitch stays on the board", but(with_a_loop, {**without_the_snitch,
            "        scores = ": """\
        if board.snitch == player:
            return place
        scores = """}), "changed_input", "before each return"),
        Wrong("the last of the best", the_last_of_the_best, "wrong", "now > most"),
    ],
}
