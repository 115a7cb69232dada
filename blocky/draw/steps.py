"""Pictures of a run in progress: blocks and cells that were reached, are open, or still wait."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from operator import attrgetter
from types import SimpleNamespace
from typing import Any

from matplotlib.axes import Axes

from blocky.block import Path
from blocky.colour import FRAME, HIGHLIGHT, Colour
from blocky.draw.board_tree import Measures, Node, draw_nodes
from blocky.draw.looks import palette_of
from blocky.draw.raster import SIDE, BoardArtist, square
from blocky.geometry import Rectangle
from blocky.kit.draw.cells import Labels
from blocky.kit.draw.picture import INK, extent, show_square
from blocky.kit.draw.tree import arrange

__all__ = ["DONE", "OPEN", "WAITING", "Part", "parts_board", "parts_tree", "pieces"]

#: What has become of a part of the board: not reached yet, being worked on, finished.
WAITING, OPEN, DONE = "waiting", "open", "done"

#: A part of the board in a picture: its colour (None: divided, or not known) and its state.
Part = tuple[int | None, str]

#: The colours by their numbers; to look one up costs less than to make one.
COLOURS = tuple(Colour)


def parts_board(ax: Axes, parts: Mapping[Path, Part], at: Path | None, *, palette: str,
                letters: bool) -> None:
    """Draw a board: what waits is pale, what is not decided is white, ``at`` is marked."""
    rectangles: list[Rectangle] = []
    labels: list[tuple[float, float, str, float, Any]] = []  # of what waits; else pieces() has them
    divided, room = {path[:-1] for path in parts if path}, min(extent(ax))
    for path, (colour, state) in parts.items():
        if path in divided:
            continue
        x, y, side = map(int, square(path, SIDE))
        if not side:
            continue
        if colour is not None:
            paint = COLOURS[colour] if state != WAITING else pale(colour, palette)
            rectangles.append((paint, (x, y), (side, side), 0))
            high = side / SIDE * room
            if letters and state == WAITING and high >= 12:
                labels.append((x + side / 2, y + side / 2, COLOURS[colour].letter,
                               min(0.4 * high, 23), INK))
        rectangles.append((FRAME, (x, y), (side, side), 3))
    if at is not None:
        x, y, side = map(int, square(at, SIDE))
        rectangles.append((HIGHLIGHT, (x, y), (side, side), 8))
    pieces(ax, rectangles, SIDE, palette=palette, letters=letters)
    ax.add_artist(Labels(labels, weight="bold"))


def pieces(ax: Axes, rectangles: Sequence[Rectangle], size: int, *, palette: str,
           letters: bool) -> None:
    """Draw ``rectangles`` of a board of ``size`` pixels on axes of that many units."""
    artist = BoardArtist(palette, letters)
    ax.add_artist(artist)
    artist.show(rectangles, size, size)
    show_square(ax, size, 0.02 * size)


def pale(colour: int, palette: str) -> tuple[int, int, int]:
    """Return a colour mixed with much white."""
    red, green, blue = (round(0.2 * part + 0.8 * 255)
                        for part in palette_of(palette)[Colour(colour)])
    return red, green, blue


def parts_tree(ax: Axes, parts: Mapping[Path, Part], at: Path | None, shape: Iterable[Path], *,
               palette: str, letters: bool) -> None:
    """Draw a tree: what waits is pale, the way to ``at`` is marked.

    ``shape`` has the paths of all nodes for which room is left.
    """
    nodes, leaves, depth = _arranged(tuple(shape))
    for path, node in nodes.items():
        colour, _ = parts.get(path, (None, WAITING))
        node.block.colour = None if colour is None else COLOURS[colour]
    draw_nodes(ax, {path: nodes[path] for path in parts if path in nodes},
               Measures(ax, leaves, depth), at if at in parts else None,
               waiting={path for path, (_, state) in parts.items() if state == WAITING},
               palette=palette, letters=letters)
    ax.set(xlim=(-0.5, leaves - 0.5), ylim=(depth + 0.5, -0.5))


@lru_cache(maxsize=16)
def _arranged(shape: tuple[Path, ...]) -> tuple[dict[Path, Node], int, int]:
    """Return nodes at their places, without a colour, the number of leaves, and the depth."""
    nodes: dict[Path, Node] = {}
    for path in sorted(shape):
        above = nodes.get(path[:-1]) if path else None
        nodes[path] = Node(path, SimpleNamespace(colour=None), above)
        if above:
            above.children.append(nodes[path])
    for node, x in arrange(nodes[min(nodes)], attrgetter("children")):
        node.x = x
    return nodes, sum(not node.children for node in nodes.values()), max(map(len, nodes))
