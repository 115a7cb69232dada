"""Exercise 07: who owns a feature, and whether a river wins the game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from random import Random

from blocky.kit.check.compare import written
from blocky.kit.check.run import Outcome
from blocky.kit.check.show import beside
from blocky.kit.check.task import Case, Mistake, Task
from blocky.kit.draw.picture import Picture
from blocky.prograsonne import parts
from blocky.prograsonne.board import Board
from blocky.prograsonne.check.boards import board_of, boards
from blocky.prograsonne.draw.graph import nodes
from blocky.prograsonne.draw.marked import Marked
from blocky.prograsonne.hexes import Cell
from blocky.prograsonne.scoring import Feature
from blocky.prograsonne.tiles import CITY, RIVER

__all__ = ["SNITCH", "is_snitch", "owner"]


# -- the owner ---------------------------------------------------------------------------------

#: A city that player 2 closes, begun by player 1.
_CLOSED = [((3, 2), "GGGGGC", 4), ((4, 2), "CGGCGG", 0), ((5, 2), "GGGGGC", 1)]

#: A road, and who placed its tiles, not in the order of their cells; at last a tile beside it.
_ROAD = [((3, 2), "PGGPGG", 0, None), ((4, 2), "PGGPGG", 0, 1), ((2, 2), "PGGPGG", 0, 1),
         ((1, 2), "PGGPGG", 0, 2), ((3, 3), "GGGGGG", 0, 1)]


def _owned(rng: Random) -> Iterator[Case]:
    road = Board()
    later = []
    for tile in _ROAD:
        road.place(*tile)
        later.append(_later(road))
    for board in (*(board_of(_CLOSED[:count]) for count in (1, 2, 3)), *later, _later(road, 2),
                  _later(road, 1)):
        yield from ((board, list(each.cells)) for each in board.features())
    for board in boards(rng, count=4):
        for after in (board, _later(board, rng.choice([1, 2]))):
            yield from ((after, list(each.cells)) for each in after.features()[-2:])


def _later(board: Board, player: int | None = None) -> Board:
    """Return a copy of a board, on which a player has taken a tile back."""
    after = deepcopy(board)
    if player:
        after.take_back(player)
    return after


def _placers(board: Board, cells: Sequence[Cell]) -> list[int | None]:
    """Return who placed the tiles on some cells, in the order of placing."""
    return [each.player for each in board.tiles.values() if each.cell in cells]


def _most(board: Board, cells: Sequence[Cell]) -> int | None:
    return Counter(board.tiles[cell].player for cell in cells).most_common(1)[0][0]


def _in_order_shown(case: Case, expected: Outcome, got: Outcome) -> Picture:
    """Draw the feature: which tile was placed when, and by whom."""
    board, cells = case
    texts = {each.cell: f"{number}: {each.player or '-'}"
             for number, each in enumerate(board.tiles.values()) if each.cell in cells}
    return beside([("given", Marked(board, texts=texts))])


owner = Task(
    "owner", parts.owner, _owned, kits=[parts.owner, Board.features, Board.feature_at],
    show=_in_order_shown,
    mistakes=[
        Mistake(lambda board, cells: board.tiles[cells[-1]].player, (
            "In which order are the cells, and in which were the tiles placed?",
            "The cells are sorted by row and column. board.tiles is in the order of placing.",
            "You take the last of the cells. Go through board.tiles, and take the last tile that "
            "lies on one of the cells.")),
        Mistake(lambda board, cells: [*board.tiles.values()][-1].player, (
            "Does every tile on the board belong to the feature?",
            "Only tiles on the cells of the feature count.",
            "You take the last tile on the board. Leave out tiles whose cell is not in cells.")),
        Mistake(lambda board, cells: _placers(board, cells)[0], (
            "Who owns a city: who began it, or who placed the last tile of it?",
            "Think of a city that one player begins and the other closes.",
            "You take the first tile of the feature; it should be the most recent one.")),
        Mistake(_most, (
            "Is it the number of tiles that counts?",
            "One tile is enough to own all of it, if it is the most recent one.",
            "You take who has placed most of the tiles. Only the most recent one counts.")),
    ],
    nudge="Write down the tiles of the feature in the order of placing. Who placed the last one?",
)


# -- the snitch --------------------------------------------------------------------------------

#: A river of three tiles that touches two complete cities; before the last tile it had two.
SNITCH = [((3, 3), "GCCRPR", 0), ((3, 4), "GGGGGC", 0), ((2, 4), "GGGGGC", 5),
          ((4, 3), "GCCRPR", 1), ((4, 4), "GGGGGC", 0), ((5, 3), "GGGGGC", 1),
          ((2, 2), "GGGGGR", 3)]

#: Others: two open cities; one of two is complete; one city only; complete ones that lie far off;
#: two complete roads; a city that touches complete ones; and rivers that win, of three tiles and
#: of more, and beside one that is not the first; one city that shares two cells with the river; and
#: two rivers with a city each.
_RIVERS = (
    [((3, 3), "CRCCRC", 2), ((2, 3), "GRGGRG", 5), ((4, 3), "CRCCRC", 5)],
    [((3, 3), "GCCRPR", 1), ((4, 3), "CGGCGG", 0), ((3, 2), "GGGGGR", 2), ((3, 4), "GGGGGC", 0),
     ((2, 3), "CCCRGR", 0)],
    [((3, 3), "GGRGRG", 3), ((2, 2), "GRPGRG", 1), ((2, 1), "GRGGRG", 4), ((1, 0), "GCCRPR", 3)],
    [((3, 3), "CGGCGG", 5), ((2, 2), "CCCRGR", 0), ((2, 1), "CRCCRC", 4), ((1, 0), "GCCRPR", 3),
     ((2, 0), "CGGCGG", 1)],
    [((3, 3), "GGGGGR", 2), ((2, 2), "CCCRGR", 4), ((3, 1), "CRCCRC", 4), ((3, 4), "CGGCGG", 0),
     ((2, 0), "GCCRPR", 3), ((1, 0), "CRCCRC", 2)],
    [((3, 3), "GGGGGR", 0), ((2, 2), "CCCRGR", 5), ((3, 1), "GCCRPR", 2), ((4, 3), "GGRGRG", 5),
     ((2, 0), "GCCRPR", 3), ((4, 2), "GGCGGC", 3), ((1, 0), "CRCCRC", 2)],
    [((3, 3), "GGCGGC", 2), ((4, 3), "GCCRPR", 0), ((2, 2), "GGGGGR", 0), ((2, 1), "GCCRPR", 5),
     ((2, 0), "GRPGRG", 3)],
    [((3, 3), "CGGPPG", 4), ((4, 3), "GRGGRG", 3), ((3, 2), "CGGCGG", 1), ((4, 1), "CCCRGR", 5),
     ((5, 3), "CCCRGR", 2), ((3, 0), "CGGCGG", 2)],
    [((2, 3), "GGGGGR", 0), *SNITCH],
    [((2, 3), "GGGGGR", 2), *SNITCH],
    [((2, 3), "GGGGGR", 1), ((1, 3), "CRCCRC", 5), ((0, 3), "GCCRPR", 0), ((1, 4), "GCCRPR", 4),
     ((0, 4), "CCCRGR", 3)],
    [((3, 3), "CRCCRC", 5), ((2, 3), "CCCRGR", 4), ((1, 3), "GCCRPR", 2), ((0, 4), "CRCCRC", 0),
     ((1, 5), "CRCCRC", 2), ((0, 2), "CCCRGR", 5), ((1, 4), "GCCRPR", 5)],
)


def _river_boards(rng: Random) -> Iterator[Case]:
    yield from ((board_of(tiles),) for tiles in (SNITCH[:1], SNITCH[:6], SNITCH, *_RIVERS))
    yield from ((board,) for board in boards(rng, count=4, most=16))


def _snitch(features: Sequence[Feature], tiles: int = 3, cities: int = 2,
            touch: Callable[[Feature, Feature], bool] = lambda river, city: bool(
                {*river.cells} & {*city.cells})) -> bool:
    """Tell whether a river wins that has so many tiles and touches so many complete cities."""
    whole = [each for each in features if each.kind == CITY and each.complete]
    return any(sum(touch(each, city) for city in whole) >= cities for each in features
               if each.kind == RIVER and len(each.cells) >= tiles)


def _touching(features: Sequence[Feature]) -> bool:
    return any(each.kind == RIVER and len(each.cells) >= 3 and (each.touches or 0) >= 2
               for each in features)


def _first_only(features: Sequence[Feature]) -> bool:
    rivers = [each for each in features if each.kind == RIVER]
    return _snitch([each for each in features if each not in rivers[1:]])


def _rivers_shown(case: Case, expected: Outcome, got: Outcome) -> Picture:
    """Draw the board with its rivers marked."""
    rivers = [node for node in nodes(case[0]) if node[1].kind == RIVER]
    return beside([("given", Marked(case[0], rivers))])


is_snitch = Task(
    "is_snitch", _snitch, _river_boards, kits=[_snitch], show=_rivers_shown,
    call=lambda answer, board: answer(board.features()),
    words=lambda board: f"is_snitch({written(board)}.features())",
    mistakes=[
        Mistake(_touching, (
            "Which cities does the river of the picture touch? Are they complete?",
            "touches counts all cities that a river touches, open ones too.",
            "An open city is counted. Look for the complete cities of features that have a cell in "
            "common with the river.")),
        Mistake(lambda features: _snitch(features, tiles=1), (
            "How long is the river of the picture?", "A river of two tiles is too short.",
            "The length is not asked for: the river must have at least 3 tiles.")),
        Mistake(lambda features: _snitch(features, tiles=4), (
            "How long must the river be at least?", "A river of three tiles is long enough.",
            "At least 3 means 3 or more: len(river.cells) >= 3.")),
        Mistake(lambda features: _snitch(features, cities=1), (
            "How many complete cities does the river of the picture touch?",
            "One city is not enough.",
            "One complete city is enough for your function: there must be at least 2.")),
        Mistake(lambda features: _snitch(features, cities=3), (
            "How many complete cities must a river touch?", "Two are enough.",
            "At least 2 means 2 or more.")),
        Mistake(_first_only, (
            "How many rivers are there? Does your function look at each of them?",
            "The river that wins need not be the first one.",
            "You return what holds of the first river. Return False only when no river is left.")),
        Mistake(lambda features: _snitch(features, touch=lambda *_: True), (
            "Does the river of the picture touch all the cities?",
            "A city far away does not count.",
            "A river touches a city if they have a cell in common.")),
    ],
    nudge="Count by hand: how many tiles has the river, which complete cities does it touch?",
)
