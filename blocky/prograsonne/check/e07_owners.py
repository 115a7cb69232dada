"""Exercise 07: who owns a feature, and whether a river wins the game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from random import Random
from typing import Any

from blocky.kit.check.compare import written
from blocky.kit.check.message import beside
from blocky.kit.check.run import Outcome
from blocky.kit.check.task import Case, Hints, Mistake, Parts, Task
from blocky.kit.draw.picture import Picture
from blocky.kit.language import say
from blocky.prograsonne import parts
from blocky.prograsonne.board import Board
from blocky.prograsonne.check.boards import board_of, boards
from blocky.prograsonne.draw.graph import nodes
from blocky.prograsonne.draw.marked import Marked
from blocky.prograsonne.hexes import Cell
from blocky.prograsonne.scoring import Feature
from blocky.prograsonne.tiles import CITY, RIVER

__all__ = ["BEFORE", "is_snitch", "owner"]


# -- the owner ---------------------------------------------------------------------------------

#: A city that player 2 closes, begun by player 1.
_CLOSED = "(3,2)GGGGGC@4 (4,2)CGGCGG@0 (5,2)GGGGGC@1"

#: A road whose tiles are not placed in the order of their cells; at last a tile beside it.
_ROAD = "(3,2)PGGPGG@0 (4,2)PGGPGG@0 (2,2)PGGPGG@0 (1,2)PGGPGG@0 (3,3)GGGGGG@0"


def _owned(rng: Random) -> Iterator[Case]:
    closed, road = ([*board_of(text).tiles.values()] for text in (_CLOSED, _ROAD))
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
    """Return a copy of a board, on which a player has taken a tile back."""
    after = Board(board.rules, board.tiles.values())
    after.take_back(player)
    return after


#: What to do first with a feature, and what counts.
_LAST = "Write down the tiles of the feature in the order of placing. Who placed the last one?"
_ONE = "One tile is enough to own all of a feature, if it is the most recent one."


def _placed(board: Board, cells: Sequence[Cell]) -> Iterator[Cell]:
    """Yield the cells of a feature in the order in which tiles were placed on them."""
    return (cell for cell in board.tiles if cell in cells)


def _most(order: Callable[[Board, Any], Any], all_of_them: bool, board: Board,
          cells: Sequence[Cell]) -> int | None:
    """Return who placed most of the tiles; of several the one who is first in an order."""
    players = [board.tiles[cell].player for cell in order(board, cells)]
    return Counter(each for each in players if each or all_of_them or not any(players)
                   ).most_common(1)[0][0]


def _in_order(case: Case, got: Outcome) -> Hints | None:
    """Say who placed the tiles of the feature, in their order, where another one is returned."""
    board, cells = case
    if got.value == parts.owner(board, cells):
        return None
    return (_LAST, _ONE, say(
        "The tiles of the feature were placed in this order: {each}. The last one alone says who "
        "owns it, 1, 2 or None, and you return {value}. Go through board.tiles, which is in the "
        "order of placing, and keep the player of the last cell that is in cells.",
        value=written(got.value), each=", ".join(
            say("{cell} by {player}", cell=cell, player=board.tiles[cell].player or say("nobody"))
            for cell in _placed(board, cells))))


def _in_order_shown(case: Case, expected: Outcome, got: Outcome) -> Picture:
    """Draw the feature: which tile was placed when, and by whom."""
    board, cells = case
    texts = {each.cell: f"{number}: {each.player or '-'}"
             for number, each in enumerate(board.tiles.values()) if each.cell in cells}
    return beside([("given", Marked(board, texts=texts))])


owner = Task(
    "owner", parts.owner, _owned, kits=[parts.owner, Board.features, Board.feature_at],
    laws=[_in_order], show=_in_order_shown, nudge=_LAST,
    mistakes=[
        Mistake(lambda board, cells: board.tiles[cells[-1]].player, (
            _LAST, _ONE,
            "You take the last of the cells, which are sorted by row and column. board.tiles is in "
            "the order of placing: take the last tile of it that lies on one of the cells.")),
        *(Mistake(partial(_most, order, all_of_them), (
            _LAST, _ONE,
            "You take who has placed most of the tiles. Only the most recent one counts."))
          for order in (_placed, lambda board, cells: cells) for all_of_them in (True, False))],
)


# -- the snitch --------------------------------------------------------------------------------

#: A river of three tiles that touches two complete cities, and what there is before the last one.
BEFORE = ("(3,3)GCCRPR@0 (3,4)GGGGGC@0 (2,4)GGGGGC@5 (4,3)GCCRPR@1 (4,4)GGGGGC@0 "
          "(5,3)GGGGGC@1")
SNITCH = f"{BEFORE} (2,2)GGGGGR@3"

#: Others: two open cities; one of two is complete; one city only; complete ones that lie far off;
#: two complete roads; a city that touches complete ones; and rivers that win, of three tiles and
#: of more, and beside one that is not the first; one city that shares two cells with the river; and
#: two rivers with a city each; a long river that does not win, before one that does; and a complete
#: river of five tiles with three complete cities.
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


def _river_boards(rng: Random) -> Iterator[Case]:
    yield from ((board_of(text),) for text in ("(3,3)GCCRPR@0", BEFORE, SNITCH, *_RIVERS))
    yield from ((board,) for board in boards(rng, count=4, most=16))


def _snitch(features: Sequence[Feature], tiles: int = 3, may_be_open: bool = False) -> bool:
    """Tell whether a river wins that has so many tiles and touches two complete cities."""
    return any(len(river.cells) >= tiles and len(_touched(features, river, may_be_open)) >= 2
               for river in features if river.kind == RIVER)


def _touched(features: Sequence[Feature], river: Feature, may_be_open: bool = False
             ) -> list[Feature]:
    return [each for each in features if each.kind == CITY and (each.complete or may_be_open)
            and {*each.cells} & {*river.cells}]


def _what_wins(board: Board) -> Parts:
    """Return whether the right condition holds, and others that may be asked for by mistake."""
    every = board.features()
    rivers = [each for each in every if each.kind == RIVER and len(each.cells) >= 3]
    wins = next((river for river in rivers if len(_touched(every, river)) >= 2), None)
    whole = {cell for each in every if each.kind == CITY and each.complete for cell in each.cells}
    return {"a river of 3 tiles or more touches 2 complete cities or more": wins and say(
        "the river on {cells}, of {tiles} tiles, touches {count} complete cities, and 3 tiles and "
        "2 cities are enough", count=len(_touched(every, wins)), tiles=len(wins.cells),
        cells=", ".join(map(str, wins.cells)))}, {
        "a river of any length touches 2 complete cities or more": _snitch(every, tiles=1),
        "a river of 4 tiles or more touches 2 complete cities or more": _snitch(every, tiles=4),
        "a river of 3 tiles or more touches 2 cities or more, open ones too":
            _snitch(every, may_be_open=True),
        "a river of 3 tiles or more has 2 cells or more in common with complete cities": any(
            len({*river.cells} & whole) > 1 for river in rivers)}


def _rivers_shown(case: Case, expected: Outcome, got: Outcome) -> Picture:
    """Draw the board with its rivers marked."""
    rivers = [node for node in nodes(case[0]) if node[1].kind == RIVER]
    return beside([("given", Marked(case[0], rivers))])


is_snitch = Task(
    "is_snitch", _snitch, _river_boards, kits=[_snitch], show=_rivers_shown,
    call=lambda answer, board: answer(board.features()),
    words=lambda board: f"is_snitch({written(board)}.features())",
    parts={"": _what_wins},
    nudge="Count by hand: how many tiles has the river, which complete cities does it touch?",
)
