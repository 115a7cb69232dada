from blocky.prograsonne import Place, Tile
from blocky.prograsonne.hexes import CELLS, EDGES, neighbour
from tests.answers import Wrong, but, changes, solved

HINTS = solved("prograsonne/08_hint")
fits = HINTS.fits


def around_the_tiles(board, type):
    empty = {neighbour(cell, edge) for cell in board.tiles for edge in EDGES}
    empty = empty - set(board.tiles) - {None}
    return {Place(cell, turns) for cell in empty for turns in range(6)
            if fits(board, cell, Tile(type, turns).letters)}


def pairs(board, type):
    return [(cell, turns) for cell in CELLS for turns in range(6)
            if cell not in board.tiles and fits(board, cell, Tile(type, turns).letters)]


def never_turned(board, type):
    return [Place(cell, 0) for cell in CELLS
            if cell not in board.tiles and fits(board, cell, Tile(type).letters)]


def edges_exchanged(board, type):
    found = []
    for cell in CELLS:
        for turns in range(6) if cell not in board.tiles else ():
            letters, near = Tile(type, turns).letters, False
            for edge in EDGES:
                other = board.tiles.get(neighbour(cell, edge))
                if other:
                    near = True
                    if other.tile.letters[edge - 1] != letters[(edge + 2) % 6]:
                        break
            else:
                if near:
                    found.append(Place(cell, turns))
    return found


def not_at_the_border(board, type):
    return [Place(cell, turns) for cell in CELLS for turns in range(6)
            if cell not in board.tiles and all(neighbour(cell, edge) for edge in EDGES)
            and fits(board, cell, Tile(type, turns).letters)]


def on_tiles_too(board, type):
    return [Place(cell, turns) for cell in CELLS for turns in range(6)
            if fits(board, cell, Tile(type, turns).letters)]


the_last_of_the_best = but(HINTS.best_placement, {"worth > most": "worth >= most"})

RIGHT = {
    "legal_placements": [HINTS.legal_placements, around_the_tiles],
    "best_placement": [HINTS.best_placement],
    "why_over": [HINTS.why_over],
}

WON = 'if board.snitch is not None:\n        return "snitch"\n'
EMPTY = 'if hand is None:\n        return "supply"\n'
FOUND = "found.append(Place(cell, turns))"

WRONG = {
    "legal_placements": [
        Wrong("never turned", never_turned, "is missing, but it's legal"),
        Wrong("on tiles too", on_tiles_too,
              "there's already a tile on its cell | and cell not in board.tiles"),
        Wrong("edges exchanged", edges_exchanged, "swapped the two edge numbers"),
        Wrong("not at the border", not_at_the_border, "its cell is at the border"),
        Wrong("pairs", pairs, "Place(cell, turns)"),
        *changes(
            HINTS.legal_placements,
            ("one edge is enough", {
                "return False": "pass", "!= letters[edge - 1]:": "== letters[edge - 1]:\n"
                "                return True\n            else:", "has_neighbour = True": "pass"},
             "All touching edges must match"),
            ("before the neighbour's rotation", {".tile.letters": ".tile.type"},
             "the neighbour's letters without its rotation | tile.letters"),
            ("far away too", {"return has_neighbour": "return True"}, "At least one neighbour"),
            beside=[fits]),
        *changes(
            HINTS.legal_placements,
            ("one turn that fits", {FOUND: f"{FOUND}\n                    break"},
             "after a rotation that fits"),
            ("once for a look", {
                "            for turns": "            shown = set()\n            for turns",
                "if fits(": "if Tile(type, turns).letters not in shown and fits(",
                FOUND: f"{FOUND}\n                shown.add(Tile(type, turns).letters)"},
             "rotations that look the same"))],
    "best_placement": [
        *changes(
            HINTS.best_placement,
            ("never takes back", {"        board.take_back(player)\n": ""}, "take_back"),
            ("its worth", {"best, most = place, worth": "best, most = worth, worth"},
             "which isn't a placement"),
            ("without the snitch", {"board.snitch == player, ": ""},
             "board.snitch == player")),
        *changes(
            HINTS.best_placement,
            ("players from 1", {"scores[player - 1]": "scores[player]"}, "scores()[player - 1]"),
            ("the other's points", {", -scores[2 - player]": ""},
             "leaves the other player with fewer points, board.scores()[2 - player]")),
        Wrong("the last of the best", the_last_of_the_best, "only with a better one")],
    "why_over": [*changes(
        HINTS.why_over,
        ("the supply first", {f"{WON}    {EMPTY}": f"{EMPTY}    {WON}"},
         "Test board.snitch first, and return immediately"),
        ("the last reason", {
            WON: 'over = "snitch" if board.snitch is not None else None\n',
            EMPTY: 'if hand is None:\n        over = "supply"\n        return over\n',
            "    return None": "    return over"}, "Test board.snitch first, and return"),
        ("not rotated", {"not board.legal_placements(hand)":
                         "all(place.turns for place in board.legal_placements(hand))"},
         "fits only if it's rotated"),
        ("the snitch of player 1", {"board.snitch is not None": "board.snitch == True"},
         "board.snitch is not None", "returned_none"),
        ("another text", {'return "no place"': 'return "no_place"'},
         "but the string must be exactly 'no place'"),
        ("never None", {"if not board.legal_placements(hand)":
                        "if board.legal_placements(hand) is None"},
         "An empty list isn't None | not board.legal_placements(hand)", "returned_none"),
        ("the placements first", {
            "    if board.snitch": "    places = board.legal_placements(hand)\n    if board.snitch",
            "if not board.legal_placements(hand)": "if not places"},
         "Call it only after you have tested"))],
}
