"""Pictures of a run in progress: blocks and cells that were reached, are open, or still wait."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

import numpy as np
from matplotlib.axes import Axes

from blocky.block import Path
from blocky.colour import FRAME, HIGHLIGHT, Colour
from blocky.draw.looks import letter_ink, palette_of
from blocky.draw.raster import SIDE, BoardArtist, square
from blocky.geometry import Rectangle
from blocky.kit.draw.cells import Labels
from blocky.kit.draw.picture import INK, MARK, PALE, extent, polylines, show_square
from blocky.kit.draw.tree import arrange

__all__ = ["DONE", "OPEN", "WAITING", "Part", "parts_board", "parts_tree", "pieces"]

#: What has become of a part of the board: not reached yet, being worked on, finished.
WAITING, OPEN, DONE = "waiting", "open", "done"

#: A part of the board in a picture: its colour (None: divided, or not known) and its state.
Part = tuple[int | None, str]

#: The colours by their numbers; to look one up costs less than to make one.
COLOURS = tuple(Colour)

#: The corners of a box around (0, 0), with the first once more at the end.
CORNERS = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1), (-1, -1)])


def parts_board(ax: Axes, parts: Mapping[Path, Part], at: Path | None, *, palette: str,
                letters: bool) -> None:
    """Draw a board: what waits is pale, what is not decided is white, ``at`` is marked."""
    rectangles: list[Rectangle] = []
    labels: list[tuple[float, float, str, float, Any]] = []  # of what waits; else pieces() has them
    divided = {path[:-1] for path in parts if path}
    for path, (colour, state) in parts.items():
        if path in divided:
            continue
        x, y, side = map(int, square(path, SIDE))
        if not side:
            continue
        if colour is not None:
            paint = COLOURS[colour] if state != WAITING else pale(colour, palette)
            rectangles.append((paint, (x, y), (side, side), 0))
            high = side / SIDE * min(extent(ax))
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


@lru_cache
def pale(colour: int, palette: str) -> tuple[int, int, int]:
    """Return a colour mixed with much white."""
    red, green, blue = (round(0.2 * part + 0.8 * 255)
                        for part in palette_of(palette)[Colour(colour)])
    return red, green, blue


def parts_tree(ax: Axes, parts: Mapping[Path, Part], at: Path | None, shape: Iterable[Path], *,
               palette: str, letters: bool) -> None:
    """Draw a tree: what waits is pale, the way to ``at`` is marked.

    ``shape`` has the paths of all nodes for which room is left, each before its children.
    """
    places, leaves, levels = _places(tuple(shape))
    width, height = extent(ax)
    step_x, step_y = width / leaves, height / levels
    node = min(0.75 * step_x, 0.45 * step_y, 18)
    roomy = node >= 8
    half_x = max(node, 1.6) / 2 / step_x
    half_y = max(node, 7) / 2 / step_y
    edges: list[Any] = []
    marked: list[Any] = []
    boxes: dict[Any, list[tuple[float, float]]] = {}
    labels: list[Any] = []
    way = set() if at is None else {at[:length] for length in range(len(at) + 1)}
    for path, (colour, state) in parts.items():
        if path not in places:
            continue
        place = places[path]
        on_way = path in way
        if path:
            (marked if on_way else edges).append((*places[path[:-1]], *place))
        waits = state == WAITING
        frame = MARK if on_way else PALE if waits else INK
        line = 2.4 if path == at else 1.6 if on_way else 0.7 if roomy else 0
        boxes.setdefault((colour, waits, frame, line), []).append(place)
        if letters and node >= 12 and colour is not None:
            labels.append((*place, COLOURS[colour].letter, max(8, node * 0.5),
                           INK if waits else letter_ink(COLOURS[colour], palette)))
    polylines(ax, edges, edgecolor=PALE, linewidth=0.8, zorder=1)
    polylines(ax, marked, edgecolor=MARK, linewidth=2.2, zorder=2)
    for (colour, waits, frame, line), middles in boxes.items():
        fill: Any = "white" if waits else INK
        half = np.array((half_x, half_y)) / (2 if colour is None else 1)
        if colour is not None:
            paint = pale(colour, palette) if waits else palette_of(palette)[COLOURS[colour]]
            fill = tuple(part / 255 for part in paint)
        polylines(ax, np.array(middles)[:, None] + CORNERS * half, facecolor=fill,
                  edgecolor=frame, linewidth=line, zorder=3)
    ax.add_artist(Labels(labels, weight="bold"))
    ax.set(xlim=(-0.5, leaves - 0.5), ylim=(levels - 0.5, -0.5))


@lru_cache(maxsize=16)
def _places(shape: tuple[Path, ...]) -> tuple[dict[Path, tuple[float, float]], int, int]:
    """Return x and y for each path, the number of leaves, and that of levels."""
    children: dict[Path, list[Path]] = {path: [] for path in shape}
    for path in sorted(shape):
        if path and path[:-1] in children:
            children[path[:-1]].append(path)
    places: dict[Path, tuple[float, float]] = {
        path: (x, len(path)) for path, x in arrange(min(shape), children.__getitem__)}
    return places, sum(not below for below in children.values()), max(map(len, shape)) + 1
