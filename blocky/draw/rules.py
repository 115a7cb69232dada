"""The rules of Blocky, in the order in which a newcomer needs them, each with its board."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from typing import Any, NamedTuple

from matplotlib.figure import Figure

from blocky.block import Block, Path
from blocky.colour import Colour
from blocky.draw.board_tree import board, board_and_tree
from blocky.draw.looks import describe
from blocky.draw.on_grid import blob, perimeter
from blocky.draw.raster import square
from blocky.draw.rule_texts import (
    CELL,
    COMBINED,
    PAINTED,
    SMASHED,
    TARGET,
    TEXTS,
    TITLES,
    example,
    tied,
)
from blocky.kit.draw.picture import DPI, INK, Picture
from blocky.kit.language import say
from blocky.kit.rulebook import Rule
from blocky.move import Action, Move

__all__ = ["RULES"]

Spot = tuple[float, float]


class Shown(NamedTuple):
    """A board under a title: the block at ``path`` is marked, and the pointer is at ``spot``."""

    title: str
    block: Block
    path: Path | None = None
    spot: Spot | None = None
    numbered: bool = False  # whether the path of each leaf is written in it


def _side_by_side(shown: Sequence[Shown], palette: str = "safe", letters: bool = True) -> Picture:
    """Return the picture of some boards, side by side."""
    figure = Figure((2.3 * len(shown), 2.6), dpi=DPI)
    for number, each in enumerate(shown):
        ax = figure.add_axes(((number + 0.03) / len(shown), 0.02, 0.94 / len(shown), 0.86))
        board(each.block, ax, palette=palette, letters=letters and not each.numbered,
              path=each.path)
        ax.set_title(each.title, fontsize=10, color=INK)
        if each.spot:
            ax.plot(*each.spot, marker="P", markersize=13, color="white", markeredgecolor=INK,
                    markeredgewidth=1.4, zorder=6)
        if each.numbered:
            side = 2 ** each.block.max_depth
            places = ((leaf.path, square(leaf.path, side)) for leaf in each.block.leaves())
            for path, (x, y, size) in places:
                ax.text(x + size / 2, y + size / 2, str(path), ha="center", va="center",
                        fontsize=9, color=INK, bbox={"boxstyle": "round,pad=0.15",
                                                     "facecolor": "white", "linewidth": 0.5})
    return Picture(figure, "; ".join(
        say("{title}: {board}", title=each.title, board=describe(each.block)) for each in shown))


def _moved(move: Move) -> Block:
    after = example()
    move.change(after.at(move.path), Random(4))
    return after


def _moves(path: Path, *after: tuple[Callable[[], str], Action], colour: Colour | None = None
           ) -> Callable[..., Picture]:
    """Return a function that draws the board before, and after each of some actions on a block."""
    def draw(**looks: Any) -> Picture:
        return _side_by_side([Shown(say("before"), example(), path)] + [
            Shown(title(), _moved(Move(action, path, colour)), path)
            for title, action in after], **looks)
    return draw


def _levels(**looks: Any) -> Picture:
    return _side_by_side([
        Shown(say("level 0: the board"), example(), ()),
        Shown(say("level 1"), example(), CELL[:1]),
        Shown(say("level 2: a unit cell"), example(), CELL)], **looks)


def _choosing(**looks: Any) -> Picture:
    inside, outside = (2.24, 1.76), (0.5, 1.5)
    return _side_by_side([
        Shown(say("pointed at level 1"), example(), (0,), inside),
        Shown(say("the same place at level 2"), example(), (0, 2), inside),
        Shown(say("level 2: none is so small"), example(), (1,), outside)], **looks)


def _combined(**looks: Any) -> Picture:
    return _side_by_side([
        Shown(say("before"), example(), COMBINED),
        Shown(say("combined"), _moved(Move(Action.COMBINE, COMBINED)), COMBINED),
        Shown(say("refused: a tie"), tied(), COMBINED)], **looks)


def _lettered(draw: Callable[..., Picture], *args: Any) -> Callable[..., Picture]:
    """Return a function that draws the example, with letters unless told otherwise."""
    return lambda **looks: draw(example(), *args, **{"letters": True, **looks})


#: What draws the board that shows a rule, by its key.
_PICTURES: dict[str, Callable[..., Picture]] = {
    "board": _lettered(board_and_tree),
    "levels": _levels,
    "blob": _lettered(blob, TARGET),
    "perimeter": _lettered(perimeter, TARGET),
    "choosing": _choosing,
    "paths": lambda **looks: _side_by_side(
        [Shown(say("the paths"), example(), numbered=True)], **looks),
    "rotate": _moves((), (lambda: say("clockwise"), Action.ROTATE_CLOCKWISE),
                     (lambda: say("counter-clockwise"), Action.ROTATE_COUNTER_CLOCKWISE)),
    "swap": _moves((), (lambda: say("left and right"), Action.SWAP_HORIZONTALLY),
                   (lambda: say("upper and lower"), Action.SWAP_VERTICALLY)),
    "smash": _moves(SMASHED, (lambda: say("smashed"), Action.SMASH)),
    "nothing": _moves(SMASHED, (lambda: say("rotated clockwise"), Action.ROTATE_CLOCKWISE)),
    "paint": _moves(PAINTED, (lambda: say("painted"), Action.PAINT), colour=TARGET),
    "combine": _combined,
}

#: The rules, in the order in which a newcomer needs them.
RULES = tuple(Rule(key, partial(say, title), TEXTS[key], _PICTURES.get(key))
              for key, title in TITLES.items())
