"""The boards that checks try answers on, and what they say of boards, tiles and placements."""

import re
from collections.abc import Iterator
from itertools import chain, cycle
from random import Random

from blocky.kit.check.compare import tell, write
from blocky.kit.language import say
from blocky.prograsonne.board import Board
from blocky.prograsonne.draw import marked as marked
from blocky.prograsonne.move import Place
from blocky.prograsonne.tiles import TYPES

__all__ = ["LONG", "SMALL", "board_of", "boards"]

#: The most tiles of a board that are written out.
MOST_WRITTEN = 6

#: Boards as in the rules: the first tile is neutral, then players take turns.
SMALL = """\
(3,2)GGGGGC@4
(3,2)GGGGGC@4 (4,2)GGGGGC@1
(2,2)GGGGGC@4 (3,2)CGGCGG@0
(2,2)GGGGGC@4 (3,2)GGCGGC@4
(6,2)CCCPCC@0 (7,2)PGGPGG@0
(2,2)CCCPCC@0 (3,2)PGGPGG@0 (4,2)CCCPCC@3
(3,3)GGGGGR@5 (3,2)CRCCRC@0
(3,3)CCCCCC@0 (2,3)CCCCCC@0 (2,4)CCCCCC@0""".splitlines()

#: A straight road of five tiles, a city with two segments on one cell, a road with a branch.
LONG = """\
(1,2)PGGPGG@0 (2,2)PGGPGG@0 (3,2)PGGPGG@0 (4,2)PGGPGG@0 (5,2)PGGPGG@0
(3,3)CGGCGG@0 (2,3)CCCCCC@0 (2,4)CCCGCC@1 (3,4)CCCGCC@2 (4,3)CCCCCC@0
(3,2)GGPGPP@1 (2,2)CCCPCC@0 (4,1)GPRGPR@4 (4,2)PPGPPG@2 (5,2)PPGPPG@3""".splitlines()


def board_of(text: str) -> Board:
    """Return the board of a text such as "(3,2)GGGGGC@4 (4,2)CGGCGG@0".

    It has, for each tile in the order of placing, the cell, the type and the number of rotations.
    Nobody places the first tile, and then the players take turns.
    """
    board = Board()
    players = chain([None], cycle([1, 2]))
    for i, j, type, turns in re.findall(r"\((\d),(\d)\)(\w+)@(\d)", text):
        board.place((int(i), int(j)), type, int(turns), next(players))
    return board


def boards(rng: Random, count: int = 6, most: int = 24) -> Iterator[Board]:
    """Yield the boards of SMALL, then ``count`` random ones with more and more tiles.

    The last of them has up to ``most`` tiles besides its first one.
    """
    yield from map(board_of, SMALL)
    for number in range(1, count + 1):
        rounds = most * number // count // 2  # in each, both players place a tile
        yield _random_board(rng, 2 * rounds)


def _random_board(rng: Random, most: int) -> Board:
    """Return a random board with a first tile and up to ``most`` others.

    It has fewer if a random type fits nowhere.
    """
    board = Board()
    board.place((rng.randrange(8), rng.randrange(8)), rng.choice([*TYPES]), rng.randrange(6))
    for number in range(most):
        type = rng.choice([*TYPES])
        places = board.legal_placements(type)
        if places:
            place = rng.choice(places)
            board.place(place.cell, type, place.turns, player=number % 2 + 1)
    return board


tell.register(Place, lambda place: (place.cell, place.turns))
tell.register(Board, lambda board: ("a board", *(
    (each.cell, each.tile.type, each.tile.turns, each.player) for each in board.tiles.values())))


@write.register
def _(board: Board) -> str:
    """Return the first tiles of a board, each such as (3, 2)GGGGGC@4, and how many more it has."""
    tiles = [f"{each.cell}{each.tile.type}@{each.tile.turns}" for each in board.tiles.values()]
    written_tiles = tiles[:MOST_WRITTEN]
    if len(tiles) > MOST_WRITTEN:
        written_tiles.append(say("{count} more", count=len(tiles) - MOST_WRITTEN))
    return say("<board {tiles}>", tiles=" ".join(written_tiles))
