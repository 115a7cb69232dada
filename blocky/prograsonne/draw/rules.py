"""The rules of Prograsonne, in the order in which a newcomer needs them, each with its board."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from matplotlib.figure import Figure

from blocky.kit.draw.picture import DPI, Picture, new_axes
from blocky.kit.language import say
from blocky.kit.rulebook import Rule
from blocky.prograsonne.draw import examples as on
from blocky.prograsonne.draw.examples import board_of, marked, side_by_side
from blocky.prograsonne.draw.gains import gains
from blocky.prograsonne.draw.history import states
from blocky.prograsonne.draw.marked import Marked
from blocky.prograsonne.draw.rule_texts import TEXTS, points
from blocky.prograsonne.draw.shapes import HIGH, WIDE
from blocky.prograsonne.draw.tiles import tile
from blocky.prograsonne.tiles import CITY, RIVER, ROAD, TYPES, Tile

__all__ = ["RULES"]


# -- the pictures ------------------------------------------------------------------------------

def _all_types(**looks: Any) -> Picture:
    """Return the picture of all types of tiles, with their letters and their names."""
    figure, across = Figure((8.8, 5.3), dpi=DPI), 8
    for number, name in enumerate(TYPES):
        row, column = divmod(number, across)
        ax = figure.add_axes((column / across, 1 - (row + 1) / 3 + 0.03, 1 / across, 1 / 3 - 0.06))
        tile(name, ax=ax)
        ax.set_title(name, fontsize=9, y=0.98)
    return Picture(figure, say("The types of tiles, each with its letters: {names}.",
                               names=", ".join(TYPES)))


def _where_it_fits(**looks: Any) -> Picture:
    board, name = board_of(on.FIRST), "GGGGGC"
    cells = [place.cell for place in board.legal_placements(name)]
    texts = {cell: str(cells.count(cell)) for cell in cells}
    return side_by_side((say("in hand"), on.the_tile(name)),
                        (say("where it fits"), Marked(board, texts=texts, near=True)), **looks)


def _meeting_edges(**looks: Any) -> Picture:
    board, cell = board_of(on.UPPER[:1]), (3, 2)
    good, bad = Tile("PGGPGG"), Tile("PGGPGG", turns=1)
    edge, = board.wrong_edges(cell, bad)
    return side_by_side((say("road on road: it fits"), Marked(board, tile=(cell, good), near=True)),
                        (say("grass on road: it does not"),
                         Marked(board, tile=(cell, bad), edge=(cell, edge),
                                near=True)), **looks)


def _turns(**looks: Any) -> Picture:
    parts = [(Tile("GCCRPR", turns).letters, on.the_tile("GCCRPR", turns, room=2.2))
             for turns in range(4)]
    return side_by_side(*parts, high=1.6, wide=1.6, **{**looks, "letters": True})


def _boards(*parts: tuple[Callable[[], str], Callable[[], Any]], **sizes: float
            ) -> Callable[..., Picture]:
    """Return a function that draws several things side by side, each with a caption."""
    return lambda **looks: side_by_side(*((caption(), shown()) for caption, shown in parts),
                                        **sizes, **looks)


def _laid(tiles: tuple[on.Laid, ...], kind: str = "") -> Callable[[], Marked]:
    """Return a board with tiles; its largest feature of a kind is marked, if one is named."""
    return lambda: marked(board_of(tiles), kind) if kind else Marked(
        board_of(tiles), near=True)


def _paying(tiles: tuple[on.Laid, ...], kind: str) -> tuple[Callable[[], str], Callable[[], Any]]:
    """Return a board with its largest feature of a kind marked, and what that pays."""
    return (lambda: say("{points} points", points=points(board_of(tiles), kind)),
            _laid(tiles, kind))


def _two_scores() -> str:
    one, two = board_of(on.OPEN).scores()
    return say("{one} and {two} points", one=one, two=two)


def _taken_back() -> Marked:
    board = board_of(on.BETWEEN)
    board.take_back(1)
    return Marked(board, near=True)


def _history(*done: int | None, **flags: bool) -> Callable[[], Any]:
    return lambda: lambda ax, palette="safe", letters=False: states(
        on.saved(*done, **flags), ax, palette=palette).alt


def _best(**looks: Any) -> Picture:
    return gains(board_of(on.FIRST), "GGGGGC", 1, new_axes(3.4, 3.4 * HIGH / WIDE), **looks)


#: What draws the board that shows a rule, by its key.
_PICTURES: dict[str, Callable[..., Picture]] = {
    "start": _boards((lambda: say("the first tile"), _laid(on.UPPER[:1]))),
    "tiles": _all_types,
    "placing": _where_it_fits,
    "edges": _meeting_edges,
    "turning": _turns,
    "owner": _boards((lambda: say("a road of player 1"), _laid(on.UPPER, ROAD)),
                     (lambda: say("now it is player 2's"), _laid(on.BETWEEN, ROAD))),
    "open_city": _boards((_two_scores, _laid(on.OPEN, CITY))),
    "closed_city": _boards(_paying(on.CLOSED, CITY)),
    "border_is_wall": _boards(_paying(on.CORNER, CITY)),
    "road": _boards(_paying(on.BETWEEN, ROAD), _paying(on.CROSSING, ROAD),
                    _paying(on.BORDER, ROAD)),
    "river": _boards(_paying(on.RIVER, RIVER), _paying(on.LAKE, RIVER)),
    "closed_only": _boards((lambda: say("one end is open"),
                            lambda: Marked(board_of(on.RIVER), edge=((3, 2), 5), near=True))),
    "colour": _boards((lambda: say("who placed each"), _laid(on.UPPER)),
                      (lambda: say("a road that pays"), _laid(on.BETWEEN)),
                      (lambda: say("a complete city"), _laid(on.CLOSED))),
    "taking_back": _boards((lambda: say("before"), _laid(on.BETWEEN)),
                           (lambda: say("player 1 took one back"), _taken_back)),
    "saving": _boards((lambda: say("three were saved"), _history(None, None, None)),
                      (lambda: say("back to 1, and one saved"),
                       _history(None, None, None, 1, None)), high=0.8, wide=3.2),
    "keep_branches": _boards((lambda: say("back to 1, and two saved"),
                              _history(None, None, None, 1, None, None, keep_branches=True)),
                             high=1.2, wide=3.2),
    "snitch": _boards((lambda: say("two tiles of river"), _laid(on.SNITCH[:-1], RIVER)),
                      (lambda: say("three: player 2 wins"), _laid(on.SNITCH, RIVER)), high=3.2),
    "end": _boards((lambda: say("in hand"), lambda: on.the_tile("GGGPPG")),
                   (lambda: say("it fits nowhere"), _laid(on.OPEN[:1]))),
    "hint": _best,
}

RULES = tuple(Rule(key, title, text, _PICTURES.get(key)) for key, (title, text) in TEXTS.items())
