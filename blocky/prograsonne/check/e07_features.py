"""Exercise 07: who owns a feature, whether a river wins the game, and what features pay."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import chain, product
from random import Random
from typing import Any

from blocky.kit.check.task import (
    Call,
    Case,
    Cases,
    Hints,
    Mistake,
    Outcome,
    Parts,
    Shown,
    Task,
    written,
)
from blocky.kit.language import say
from blocky.prograsonne import parts, scoring
from blocky.prograsonne.board import Board
from blocky.prograsonne.check.boards import board_of, boards
from blocky.prograsonne.draw.graph import nodes
from blocky.prograsonne.draw.marked import Marked
from blocky.prograsonne.hexes import Cell
from blocky.prograsonne.scoring import Feature
from blocky.prograsonne.tiles import CITY, RIVER, ROAD

__all__ = ["BEFORE", "city_points", "is_snitch", "owner", "road_points", "way_points"]


# -- the owner ---------------------------------------------------------------------------------

def _owned(rng: Random) -> Cases:
    closed, road = ([*board_of(text).tiles.values()] for text in (
        "(3,2)GGGGGC@4 (4,2)CGGCGG@0 (5,2)GGGGGC@1",  # begun by player 1, closed by player 2
        "(3,2)PGGPGG@0 (4,2)PGGPGG@0 (2,2)PGGPGG@0 (1,2)PGGPGG@0 (3,3)GGGGGG@0"))
    games = [closed, *([each._replace(player=player)
                        for each, player in zip(road, players, strict=True)]
                       for players in ((None, 1, 1, 2, 1), (None, 2, 2, 1, 2)))]
    shown = [Board(tiles=tiles[:count + 1]) for tiles in games for count in range(len(tiles))]
    for board in (*shown, _later(shown[-1], 2), _later(shown[-1], 1)):
        yield from ((board, list(each.cells)) for each in board.features())
    for board in boards(rng, count=4):
        for after in (board, _later(board, rng.choice([1, 2]))):
            yield from ((after, list(each.cells)) for each in after.features()[-2:])


def _later(board: Board, player: int) -> Board:
    """Return a copy of a board on which a player has taken a tile back."""
    after = Board(board.rules, board.tiles.values())
    after.take_back(player)
    return after


_LAST = "List the tiles of the feature in the order of placing. Who placed the last one?"
_ONE = "The most recent tile decides who owns the whole feature."


def _placed(board: Board, cells: Sequence[Cell]) -> Iterator[Cell]:
    """Yield the cells of a feature in the order of placing."""
    return (cell for cell in board.tiles if cell in cells)


def _most(order: Callable[[Board, Any], Any], all_of_them: bool, board: Board,
          cells: Sequence[Cell]) -> int | None:
    """A typical mistake: return who placed most of the tiles."""
    players = [board.tiles[cell].player for cell in order(board, cells)]
    counted = players if all_of_them or not any(players) else filter(None, players)
    return Counter(counted).most_common(1)[0][0]


def _in_order(case: Case, got: Outcome) -> Hints | None:
    board, cells = case
    if got.value == parts.owner(board, cells):
        return None
    return (_LAST, _ONE, say(
        "The tiles of the feature were placed in this order: {each}. The last one decides the "
        "owner (1, 2 or None), but you return {value}. Loop over board.tiles, which has this "
        "order, and keep the player of the last cell in cells.",
        value=written(got.value), each=", ".join(
            say("{cell} by {player}", cell=cell, player=board.tiles[cell].player or say("nobody"))
            for cell in _placed(board, cells))))


def _in_order_shown(case: Case, expected: Outcome, got: Outcome) -> Shown:
    board, cells = case
    return [("given", Marked(board, texts={
        each.cell: f"{number}: {each.player or '-'}"
        for number, each in enumerate(board.tiles.values()) if each.cell in cells}))]


owner = Task(
    "owner", parts.owner, _owned, kits=[parts.owner, Board.features, Board.feature_at],
    laws=[_in_order], show=_in_order_shown, nudge=_LAST,
    mistakes=[
        Mistake(lambda board, cells: board.tiles[cells[-1]].player, (
            _LAST, _ONE,
            "You use the last of the cells, but they're sorted by row and column. board.tiles has "
            "the order of placing: use its last tile that is on one of the cells.")),
        *(Mistake(partial(_most, order, all_of_them), (
            _LAST, _ONE,
            "You return the player who placed most of the tiles. Only the most recent tile "
            "counts."))
          for order in (_placed, lambda board, cells: cells) for all_of_them in (True, False))],
)


# -- the snitch --------------------------------------------------------------------------------

#: A river of three tiles that touches two complete cities, without and with its last tile.
BEFORE = ("(3,3)GCCRPR@0 (3,4)GGGGGC@0 (2,4)GGGGGC@5 (4,3)GCCRPR@1 (4,4)GGGGGC@0 "
          "(5,3)GGGGGC@1")
SNITCH = f"{BEFORE} (2,2)GGGGGR@3"

#: Open cities, complete ones and complete ones far off; roads; rivers that win and that do not, of
#: three tiles and of more; one city that shares two cells with a river; two rivers, one city each.
_RIVERS = f"""\
(3,3)CRCCRC@2 (2,3)GRGGRG@5 (4,3)CRCCRC@5
(3,3)GCCRPR@1 (4,3)CGGCGG@0 (3,2)GGGGGR@2 (3,4)GGGGGC@0 (2,3)CCCRGR@0
(3,3)GGRGRG@3 (2,2)GRPGRG@1 (2,1)GRGGRG@4 (1,0)GCCRPR@3
(3,3)CGGCGG@5 (2,2)CCCRGR@0 (2,1)CRCCRC@4 (1,0)GCCRPR@3 (2,0)CGGCGG@1
(3,3)GGGGGR@2 (2,2)CCCRGR@4 (3,1)CRCCRC@4 (3,4)CGGCGG@0 (2,0)GCCRPR@3 (1,0)CRCCRC@2
(3,3)GGGGGR@0 (2,2)CCCRGR@5 (3,1)GCCRPR@2 (4,3)GGRGRG@5 (2,0)GCCRPR@3 (4,2)GGCGGC@3 (1,0)CRCCRC@2
(3,3)GGCGGC@2 (4,3)GCCRPR@0 (2,2)GGGGGR@0 (2,1)GCCRPR@5 (2,0)GRPGRG@3
(3,3)CGGPPG@4 (4,3)GRGGRG@3 (3,2)CGGCGG@1 (4,1)CCCRGR@5 (5,3)CCCRGR@2 (3,0)CGGCGG@2
(2,3)GGGGGR@0 {SNITCH}
(2,3)GGGGGR@2 {SNITCH}
(2,3)GGGGGR@1 (1,3)CRCCRC@5 (0,3)GCCRPR@0 (1,4)GCCRPR@4 (0,4)CCCRGR@3
(3,3)CRCCRC@5 (2,3)CCCRGR@4 (1,3)GCCRPR@2 (0,4)CRCCRC@0 (1,5)CRCCRC@2 (0,2)CCCRGR@5 (1,4)GCCRPR@5
{BEFORE} (2,2)GCCRPR@3 (2,1)CRCCRC@3 (3,1)GCCRPR@5
(2,6)GRGGRG@5 (3,6)GRGGRG@5 (4,6)GRGGRG@5 (3,5)GGGGGG@0 (3,4)GGGGGC@0 (3,3)GCCRPR@0 \
(2,4)GGGGGC@5 (4,3)GCCRPR@1 (4,4)GGGGGC@0 (5,3)GGGGGC@1 (2,2)GGGGGR@3
{SNITCH} (4,2)GCCRPR@2 (5,2)GGGGGC@1 (5,1)GGGGGC@2 (4,1)GGGGGR@3""".splitlines()


def _snitch(features: Sequence[Feature], tiles: int = 3, may_be_open: bool = False) -> bool:
    return any(len(river.cells) >= tiles and len(_touched(features, river, may_be_open)) >= 2
               for river in features if river.kind == RIVER)


def _touched(features: Sequence[Feature], river: Feature, may_be_open: bool = False
             ) -> list[Feature]:
    return [each for each in features if each.kind == CITY and (each.complete or may_be_open)
            and {*each.cells} & {*river.cells}]


def _what_wins(board: Board) -> Parts:
    every = board.features()
    rivers = [each for each in every if each.kind == RIVER and len(each.cells) >= 3]
    wins = next((river for river in rivers if len(_touched(every, river)) >= 2), None)
    whole = {cell for each in every if each.kind == CITY and each.complete for cell in each.cells}
    return {"a river of at least 3 tiles touches at least 2 complete cities": wins and say(
        "the river on {cells} has {tiles} tiles and touches {count} complete cities, and 3 tiles "
        "and 2 cities are enough", count=len(_touched(every, wins)), tiles=len(wins.cells),
        cells=", ".join(map(str, wins.cells)))}, {
        "a river of any length touches at least 2 complete cities": _snitch(every, tiles=1),
        "a river of at least 4 tiles touches at least 2 complete cities": _snitch(every, tiles=4),
        "a river of at least 3 tiles touches at least 2 cities, including open ones":
            _snitch(every, may_be_open=True),
        "a river of at least 3 tiles shares at least 2 cells with complete cities": any(
            len({*river.cells} & whole) > 1 for river in rivers)}


is_snitch = Task(
    "is_snitch", _snitch, lambda rng: chain(
        map(board_of, ("(3,3)GCCRPR@0", BEFORE, SNITCH, *_RIVERS)),
        boards(rng, count=4, most=16)),
    call=lambda answer, board: answer(board.features()),
    words=lambda board: f"is_snitch({written(board)}.features())",
    python=lambda board: Call("is_snitch(board.features())", {"board": board},
                              remark=written(board)),
    parts={"": _what_wins}, kits=[_snitch],
    show=lambda case, expected, got: [("given", Marked(case[0], [
        node for node in nodes(case[0]) if node[1].kind == RIVER]))],
    nudge="Count by hand: how many tiles does the river have, and which complete cities does it "
          "touch?",
)


# -- what features pay -------------------------------------------------------------------------

def _city_parts(tiles: int, complete: bool) -> Parts:
    return {
        "30 for each tile of a complete city": 30 * tiles * complete,
        "40 once for a complete city": 40 * complete,
        "10 for each tile of an incomplete city": 10 * tiles * (not complete),
    }, {
        "40 for each further tile of a complete city": 40 * (tiles - 1) * complete,
        "40 for an incomplete city": 40 * (not complete),
        "10 for each tile of a complete city": 10 * tiles * complete,
        "10 once for an incomplete city": 10 * (not complete),
    }


city_points = Task(
    "city_points", scoring.city_points, lambda rng: chain(
        product((1, 2, 3), (True, False)),
        ((rng.randrange(4, 30), rng.random() < 0.5) for _ in range(6))),
    kits=[scoring], parts={"": _city_parts},
    nudge="Which rule of the task applies to this city, and what does it score?",
)


def _roads(rng: Random) -> Cases:
    for cities, one_open, border in product((0, 1, 2, 3), (True, False), (True, False)):
        if cities or not one_open:
            yield 2, cities, one_open, border
    yield from ((3, cities, True, border) for cities in (4, 5) for border in (True, False))
    for _ in range(8):
        cities = rng.randrange(5)
        yield rng.randrange(1, 12), cities, cities > 0 and rng.random() < 0.5, rng.random() < 0.5


def _way_parts(kind: str, tiles: int, cities: int, one_open: bool, border: bool) -> Parts:
    first, ends = cities >= 2 and one_open, cities and border
    one, two, many = 50 + 30 * tiles, 20 + 10 * tiles, 40 * cities
    river = 5 * (kind == RIVER)
    more = river * (1 + tiles)
    every, each = one + more, (many + river * cities) * (cities > 2)  # with what a river gets more
    return {
        "50 plus 30 for each tile (first line, with two cities)": one * (first and cities == 2),
        "50 plus 30 for each tile (first line, with more than two cities)": one * (
            first and cities > 2),
        "40 for each city (first line, with more than two cities)": many * (first and cities > 2),
        "20 plus 10 for each tile (second line, with one city)": two * (ends and cities == 1),
        "20 plus 10 for each tile (second line, with at least two cities)":
            two * (ends and cities > 1 and not first),
        "the 5 more that a river scores (first line)": river * first,
        "the 5 more for each tile that a river scores (first line)": river * tiles * first,
        "the 5 more for each city that a river scores (first line)":
            river * cities * (first and cities > 2),
        "the 5 more that a river scores (second line)": river * (ends and not first),
        "the 5 more for each tile that a river scores (second line)":
            river * tiles * (ends and not first),
    }, {
        "40 for each city after the second": 40 * (cities - 2) * (first and cities > 2),
        "the points for each city when there are only two cities":
            (many + river * cities) * (first and cities == 2),
        "the points of the second line when there is no city":
            (two + more) * (border and not cities),
        "the points of the first line when no city is open":
            (every + each - (two + more) * bool(ends)) * (cities >= 2 and not one_open),
        "5 plus 5 for each tile of a river when no line applies": more * (not first and not ends),
        "a river as if it were a road": -more * bool(first or ends) - (
            river * cities * (first and cities > 2)),
    }


def _first_that_holds(case: Case, got: Outcome) -> Hints | None:
    """Hints if a lower line of the table counts, though one above it holds."""
    *kind, tiles, cities, one_open, border = case
    lower = 20 + 10 * tiles + (5 + 5 * tiles) * (kind == [RIVER])
    if not (cities >= 2 and one_open and border) or got.value != lower:
        return None
    return ("Which lines of the table apply to the case above?",
            "Only the first line that applies counts.",
            say("Two lines of the table apply here, and {value} is the score of the lower one. "
                "Only the first line that applies counts: its score is {right}.",
                value=got.value, right=scoring.way_points(*kind or [ROAD], *case[-4:])))


def _road_parts(*facts: Any) -> Parts:
    return tuple({name: value for name, value in each.items() if "river" not in name}
                 for each in _way_parts(ROAD, *facts))  # type: ignore[return-value]


road_points = Task(
    "road_points", parts.road_points, _roads, kits=[parts.road_points, scoring],
    parts={"": _road_parts}, laws=[_first_that_holds],
    nudge="Which is the first line of the table that applies to the case above?",
)


way_points = Task(
    "way_points", scoring.way_points,
    lambda rng: ((kind, *facts) for facts in _roads(rng) for kind in (RIVER, ROAD)),
    kits=[parts.road_points, scoring], parts={"": _way_parts}, laws=[_first_that_holds],
    nudge="Find the five numbers of this kind in the table, and work out the score by hand.",
)
