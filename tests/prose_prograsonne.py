"""What the texts of Prograsonne say of the boards beside them; see test_prose."""

from blocky.prograsonne import Tile, walk
from blocky.prograsonne.fast.union_find import UnionFind
from blocky.prograsonne.hexes import CELLS, EDGES, neighbour
from blocky.prograsonne.scoring import city_points, way_points
from blocky.prograsonne.tiles import TYPES
from tests.prose import Phrase


def of_kind(board, kind):
    """Return the largest feature of a kind."""
    return max((each for each in board.features() if each.kind == kind),
               key=lambda each: len(each.cells))


def paid(board, kind):
    return sum(of_kind(board, kind).points)


def off_board(cell):
    return sum(neighbour(cell, edge) is None for edge in EDGES)


def degree(count):
    return sum(off_board(cell) == 6 - count for cell in CELLS)


def looks(name):
    tiles = [Tile(name, turns) for turns in range(6)]
    return len({(tile.letters, frozenset(tile.segments)) for tile in tiles})


def met_by_the_last_tile(board):
    """Return how many joints the last tile brings, and the segments whose groups it unites."""
    nodes = [(cell, segment) for cell, placed in board.tiles.items()
             for segment in placed.tile.segments]
    groups, last = UnionFind(), [*board.tiles][-1]
    for _ in nodes:
        groups.add()
    joints = [(nodes.index(other), number) for number, node in enumerate(nodes)
              for other in walk.joined(board, node)]
    new = [joint for joint in joints if nodes[joint[1]][0] == last]
    for joint in joints:
        if joint not in new and joint[::-1] not in new:
            groups.union(*joint)
    united = []
    for other, number in new:
        if groups.find(other) != groups.find(number):
            united.append(other)
            groups.union(other, number)
    return len(new), sorted(united)


def chained(count):
    parents = [min(number + 1, count - 1) for number in range(count)]
    steps, element = 0, 0
    while parents[element] != element:
        steps, element = steps + 1, parents[element]
    return steps


PLAY, CELL, TILE, LIST, UNDO, FEATURE, UNION, SCORE, HINT, PLAYER = (
    f"notebooks/prograsonne/{name}" for name in (
        "00_play_prograsonne", "01_cells", "02_tiles", "03_lists", "04_undo", "05_features",
        "06_union_find", "07_scores", "08_hint", "09_players"))
ROAD = ("play-02", "play-07", "play-09")
SNITCH = ("play-02", "play-28")
ISLANDS = ("features-02", "features-04", "features-26")
GRAPH = (*ISLANDS, "features-13")
WAYS = ("scores-02", "scores-12")

PHRASES = [
    Phrase(PLAY, "play-06", "| {} for each tile, and {} | its owner |",
           lambda it: (city_points(2, True) - city_points(1, True),
                       2 * city_points(1, True) - city_points(2, True))),
    Phrase(PLAY, "play-06", "| {} for each tile | who placed the tile |",
           lambda it: city_points(1, False)),
    Phrase(PLAY, "play-10", "The road has {} tiles and touches {} cities, both incomplete: "
           "50 + 3 · 30 = {}",
           lambda it: (len(of_kind(it.board, "road").cells), of_kind(it.board, "road").touches,
                       paid(it.board, "road")), ROAD),
    Phrase(PLAY, "play-10", "Player 1 has {}, player 2 has {}", lambda it: it.board.scores(), ROAD),
    Phrase(PLAY, "play-27", "Here is a river of {} tiles",
           lambda it: len(of_kind(it.river, "river").cells), SNITCH),
    Phrase(PLAY, "play-27", "It touches {} complete cities. The game stands {} to {}",
           lambda it: (of_kind(it.river, "river").touches, *it.river.scores()), SNITCH),
    Phrase(PLAY, "play-31", "it has {} tiles then. The scores stay {} : {}",
           lambda it: (len(of_kind(it.river, "river").cells), *it.river.scores()),
           (*SNITCH, "play-30")),

    Phrase(CELL, "cells-07", "{}: 1, 5 and 6. In the corner `(0, 7)` there are {}",
           lambda it: (off_board((0, 0)), off_board((0, 7)))),
    Phrase(CELL, "cells-10", "`({}, {})`: one row up", lambda it: neighbour((3, 3), 2)),
    Phrase(CELL, "cells-15", "comes back to `(3, 2)`, `one_table` to `({}, {})`",
           lambda it: it.one_table(it.one_table((3, 2), 2), 5), ("cells-02", "cells-12")),
    Phrase(CELL, "cells-22", "{} cells have all six; the other {} are at the border",
           lambda it: (degree(6), len(CELLS) - degree(6))),
    Phrase(CELL, "cells-22", "number of pairs: {} pairs",
           lambda it: sum(6 - off_board(cell) for cell in CELLS) // 2),

    Phrase(TILE, "tiles-05", "a click or the wheel: `{}`", lambda it: Tile("GCCRPR", 1).letters),
    Phrase(TILE, "tiles-09", "`CRCCRC` has {}: the river parts",
           lambda it: len(Tile("CRCCRC").segments)),
    Phrase(TILE, "tiles-16", "2 · 30 + 40 = {}, and the lower one has begun: {}",
           lambda it: (city_points(2, True), city_points(1, False))),
    Phrase(TILE, "tiles-20", "There are {} types and 6 turns, so {} values",
           lambda it: (len(TYPES), 6 * len(TYPES))),
    Phrase(TILE, "tiles-22", "`GGGGGG` has {} look in all six turns, `PGGPGG` has {}",
           lambda it: (looks("GGGGGG"), looks("PGGPGG"))),
    Phrase(TILE, "tiles-43", "A count is {} on average, and there are {} types: {} tiles",
           lambda it: (sum(range(21)) // 21, len(TYPES), 10 * len(TYPES))),

    Phrase(LIST, "lists-48", "{} with one chain", lambda it: it.looks(1),
           ("lists-02", "lists-04", "lists-44")),

    Phrase(UNDO, "undo-07", "= {} tiles. The way back: {}", lambda it: (sum(range(50)), 50)),
    Phrase(UNDO, "undo-22", "`{}`. State 5", lambda it: it.way, ("undo-02", "undo-21")),

    Phrase(FEATURE, "features-05", "The island of `(3, 2)` has {} tiles",
           lambda it: it.island(it.board, (3, 2), set()), (*ISLANDS, "features-06")),
    Phrase(FEATURE, "features-07", "{}: the first call, and six for each of the three tiles",
           lambda it: it.calls(it.board, (3, 2), set()), ISLANDS),
    Phrase(FEATURE, "features-14", "{}: the city, the river, the long road, and the small road",
           lambda it: len(it.board.features()), GRAPH),
    Phrase(FEATURE, "features-23", "1, 1, 1 and {}: {} segments",
           lambda it: (max(it.sizes), sum(it.sizes)), (*GRAPH, "features-22")),

    Phrase(UNION, "union-09", "{}: that of one of the two roots", lambda it: it.changed(10),
           ("union-02", "union-31")),
    Phrase(UNION, "union-10", "The last tile brings {} joints. How many",
           lambda it: met_by_the_last_tile(it.small)[0], ("union-02", "union-31", "union-08")),
    Phrase(UNION, "union-11", "{}: the segments {}, {} and {} become one group",
           lambda it: (len(met_by_the_last_tile(it.small)[1]),
                       *met_by_the_last_tile(it.small)[1]),
           ("union-02", "union-31", "union-08")),
    Phrase(UNION, "union-16", "{} steps in the chain", lambda it: chained(8)),

    Phrase(SCORE, "scores-06", "Player 1 has {}, player 2 has {}",
           lambda it: it.board.scores(), ("scores-02", "scores-04")),
    Phrase(SCORE, "scores-14",
           "50 + 3 · 30 = {} between two cities; 20 + 2 · 10 = {} at the border",
           lambda it: (paid(it.between, "road"), paid(it.border, "road")), WAYS),
    Phrase(SCORE, "scores-14", "The first row that holds counts, so {}",
           lambda it: paid(it.both, "road"), WAYS),
    Phrase(SCORE, "scores-19", "The road has {} tiles and touches {} cities: 50 + 6 · 30 + 3 · 40 "
           "= {}", lambda it: (len(of_kind(it.three, "road").cells),
                               of_kind(it.three, "road").touches, paid(it.three, "road")),
           ("scores-02", "scores-17")),
    Phrase(SCORE, "scores-19", "20 more, {} in all. Player 2 has {}",
           lambda it: it.three.scores(), ("scores-02", "scores-17")),
    Phrase(SCORE, "scores-22", "{} of the {}: without a city",
           lambda it: (sum(not way_points("river", 3, *case) for case in it.CASES),
                       len(it.CASES)), ("scores-02", "scores-31")),
    Phrase(SCORE, "scores-26", "{} when it stays open, {} when the border closes it",
           lambda it: tuple(it.board_of(*it.corner, border_is_wall=wall).scores()[0]
                            for wall in (False, True)), ("scores-02", "scores-25")),
    Phrase(SCORE, "scores-26", "55 + 70 = {}, and {} for the cities",
           lambda it: (paid(it.board_of(*it.river), "river"),
                       it.board_of(*it.river, closed_only=True).scores()[0]),
           ("scores-02", "scores-25")),
    Phrase(SCORE, "scores-36", "touches {} cities, none of them complete. The third touches {}",
           lambda it: tuple(of_kind(board, "river").touches for board in it.rivers[1:]),
           ("scores-02", "scores-33")),

    Phrase(HINT, "hint-06", "In the end {} are left, on {} cells",
           lambda it: (len(it.legal), len({move.cell for move in it.legal})),
           ("hint-02", "hint-04", "hint-05")),
    Phrase(HINT, "hint-10", "At `({}, {})`: the road comes to its second city",
           lambda it: it.board.hint("CGGPPG", 1).placement.cell, ("hint-02", "hint-04")),
    Phrase(HINT, "hint-13", "{}: the city rises from 10 to {}, but the road of {} paid",
           lambda it: (it.gain_at((5, 2)), city_points(2, True), paid(it.road, "road")),
           ("hint-02", "hint-30", "hint-31")),
    Phrase(HINT, "hint-15", "{} cells gain 10",
           lambda it: len({each.placement.cell for each in it.road.ranked("GGGGGC", 1)
                           if each.gain == 10}), ("hint-02", "hint-30")),

    Phrase(PLAYER, "players-14", "From {} : {} to {} : {}",
           lambda it: (*it.game.scores, *it.after), ("players-02", "players-04", "players-11")),

    Phrase("solutions/prograsonne/02_tiles", "dotiles-03", "turned once; it shows `{}`",
           lambda it: Tile("GCCRPR", 1).letters),
    Phrase("solutions/prograsonne/05_features", "dofeatures-15", "goes over {} tiles",
           lambda it: len(of_kind(it.board, "road").cells), ("dofeatures-02",)),
    Phrase("solutions/prograsonne/07_scores", "doscores-03",
           "The city of {} tiles in this picture is complete, and pays {}",
           lambda it: (2, city_points(2, True))),
    Phrase("solutions/prograsonne/07_scores", "doscores-08", "50 + 30 · 3 = {}",
           lambda it: way_points("road", 3, 2, True, True)),
    Phrase("solutions/prograsonne/07_scores", "doscores-17", "55 + 35 · 2 = {}",
           lambda it: way_points("river", 2, 2, True, False)),
    Phrase("solutions/prograsonne/07_scores", "doscores-22", "[(4, 2), (5, 2)])` is {}",
           lambda it: it.board.feature_at((5, 2), 1).owner, ("doscores-02", "doscores-23")),
    Phrase("solutions/prograsonne/07_scores", "doscores-28", "This river of {} tiles wins",
           lambda it: len(of_kind(it.winning, "river").cells), ("doscores-02", "doscores-29")),
]
