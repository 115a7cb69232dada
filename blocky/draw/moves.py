"""What a move does: small pictures that are quick enough to follow the pointer.

A tree here is made of a few paths, and a grid is painted in pixels, so that neither costs an
artist for each block or cell.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.backend_bases import RendererBase
from matplotlib.lines import Line2D
from matplotlib.patches import FancyArrowPatch, PathPatch, Rectangle
from matplotlib.path import Path as Line
from numpy.typing import NDArray

from blocky.block import Block, Path
from blocky.colour import Colour
from blocky.draw.board_tree import _tidy
from blocky.draw.picture import INK, MARK, PALE, ink_on, palette_of, rgb
from blocky.draw.raster import _Raster, packed, write

__all__ = ["GridArtist", "block_frame", "crosses", "empty", "quadrants", "small_tree"]

_AHEAD = np.array([Line.MOVETO, Line.LINETO, Line.LINETO, Line.LINETO, Line.CLOSEPOLY])
_CENTRES = ((0.75, 0.25), (0.25, 0.25), (0.25, 0.75), (0.75, 0.75))


def empty(ax: Axes) -> None:
    """Take the lines, patches and texts off ``ax``."""
    for artist in [*ax.lines, *ax.patches, *ax.texts]:
        artist.remove()


class GridArtist(_Raster):
    """Draws a grid as large as its axes allow, with a number or letter in each cell.

    The axes go from (0, 0) to (side, side), a unit for each cell. ``show`` says what to draw. The
    numbers are left out where they would not be legible.
    """

    def __init__(self, palette: str = "safe", letters: bool = False) -> None:
        super().__init__()
        self.palette, self.letters = palette, letters
        self._grid: NDArray[np.int8] = np.zeros((1, 1), dtype=np.int8)

    def show(self, grid: NDArray[np.int8]) -> None:
        """Draw ``grid`` from now on."""
        self._grid, self._side, self.stale = grid, len(grid), True

    def paint(self, side: int) -> NDArray[np.uint8]:
        """Return the picture of the grid, ``side`` by ``side`` pixels."""
        room = -(-side // self._side)
        tiles = np.stack([_tile(colour, room, self.palette, self.letters) for colour in Colour])
        whole = self._side * room
        cells = tiles[self._grid].transpose(0, 2, 1, 3, 4).reshape(whole, whole, 4)
        if whole == side:
            return cells
        nearest = np.arange(side) * whole // side
        return cells[nearest][:, nearest]

    def draw(self, renderer: RendererBase) -> None:
        """Draw the grid, if it is visible; matplotlib calls this."""
        if self.get_visible():
            super().draw(renderer)


def _tile(colour: Colour, room: int, palette: str, letters: bool) -> NDArray[np.uint8]:
    """Return the picture of one cell, ``room`` pixels wide, with a white line at two sides."""
    tile = np.full((room, room), packed(palette_of(palette)[colour]))
    if room >= 5:
        tile[-1] = tile[:, -1] = packed((255, 255, 255))
    image = tile.view(np.uint8).reshape(room, room, 4)
    if room >= 11:
        write(image, colour.letter if letters else str(int(colour)), ink_on(colour, palette))
    return image


def small_tree(block: Block, ax: Axes, *, palette: str = "safe", letters: bool = False,
               path: Path | None = None) -> None:
    """Draw a tree in place of what ``ax`` shows; ``path`` marks the way to the block there.

    Its leaves are evenly spaced, and its parents are centred over their children.
    """
    empty(ax)
    places = _tidy(block)
    leaves = sum(1 for node, _, _ in places.values() if not node.children)
    depth = max(y for _, _, y in places.values())
    box = ax.get_window_extent()
    step_x, step_y = box.width / max(leaves, 1), box.height / (depth + 1)
    point = ax.figure.dpi / 72
    height = min(0.45 * step_y, 11 * point)
    width = max(min(0.75 * step_x, height), min(0.9 * step_x, 2 * point))
    on_path = {tuple(path[:k]) for k in range(len(path) + 1)} if path is not None else set()

    edges: list[tuple[float, float]] = []
    marked: list[tuple[float, float]] = []
    boxes: dict[int | None, list[tuple[float, float, float, float]]] = {}
    frames = []
    for where, (node, x, y) in places.items():
        if where:
            _, up_x, up_y = places[where[:-1]]
            (marked if where in on_path else edges).extend(
                [(up_x, up_y), (x, y), (np.nan, np.nan)])
        scale = 0.5 if node.children else 1
        half_w, half_h = scale * width / 2 / step_x, scale * height / 2 / step_y
        half_w = max(half_w, point / step_x) if node.children else half_w
        corners = (x - half_w, y - half_h, x + half_w, y + half_h)
        known = node.colour in list(Colour)  # the tree may be a broken one
        boxes.setdefault(node.colour if known else None, []).append(corners)
        if where in on_path:
            frames.append(corners)
        if letters and not node.children and node.colour is not None and width >= 8 * point:
            colour = Colour(node.colour)
            ax.text(x, y, colour.letter, fontsize=8, fontweight="bold", ha="center",
                    va="center_baseline", zorder=5, color=np.array(ink_on(colour, palette)) / 255)
    line = 0.9 if width >= 4 * point else 0.5
    ax.add_artist(_line(edges, color=PALE, linewidth=line, zorder=1))
    ax.add_artist(_line(marked, color=MARK, linewidth=2.2, zorder=2))
    for number, alike in boxes.items():
        ax.add_artist(PathPatch(
            _boxes(alike), facecolor=INK if number is None else rgb(Colour(number), palette),
            edgecolor=INK, linewidth=0.6 if width >= 4 * point else 0, zorder=3))
    ax.add_artist(PathPatch(_boxes(frames), facecolor="none", edgecolor=MARK, linewidth=1.8,
                           zorder=4))
    ax.set_xlim(-0.5, max(leaves, 1) - 0.5)
    ax.set_ylim(depth + 0.5, -0.5)


def _line(points: Sequence[tuple[float, float]], **style: object) -> Line2D:
    x, y = zip(*points, strict=True) if points else ((), ())
    return Line2D(x, y, **style)  # type: ignore[arg-type]


def _boxes(corners: Sequence[tuple[float, float, float, float]]) -> Line:
    """Return one path of all boxes, each given as x0, y0, x1, y1."""
    x0, y0, x1, y1 = np.array(corners, dtype=float).reshape(-1, 4).T
    points = np.stack([x0, y0, x1, y0, x1, y1, x0, y1, x0, y0], axis=1).reshape(-1, 2)
    return Line(points, np.tile(_AHEAD, len(x0)))


def crosses(cells: Iterable[tuple[int, int]]) -> list[Line2D]:
    """Return the lines that cross out ``cells``, each a row and a column."""
    points: list[tuple[float, float]] = []
    for row, column in cells:
        points += [(column + 0.15, row + 0.15), (column + 0.85, row + 0.85), (np.nan, np.nan),
                   (column + 0.15, row + 0.85), (column + 0.85, row + 0.15), (np.nan, np.nan)]
    return [_line(points, color="white", linewidth=3, zorder=6),
            _line(points, color="black", linewidth=1.3, zorder=7)]


def block_frame(path: Path, side: int) -> list[Line2D]:
    """Return the lines that frame the block at ``path`` on a grid of ``side`` cells."""
    x, y, size = 0.0, 0.0, float(side)
    for number in path:
        size /= 2
        x += size if number in (0, 3) else 0
        y += size if number in (2, 3) else 0
    points = [(x, y), (x + size, y), (x + size, y + size), (x, y + size), (x, y), (x + size, y)]
    return [_line(points, color="black", linewidth=4.4, zorder=4),
            _line(points, color=MARK, linewidth=2.6, zorder=5)]


def quadrants(ax: Axes, numbers: Sequence[int | None],
              goes: Iterable[tuple[int, int]] = ()) -> None:
    """Draw the children of a block by their ``numbers``, in place of what ``ax`` shows.

    None stands for a new block; without children there is one square. ``goes`` are pairs of places
    from 0 to 3: an arrow leads from the first to the second.
    """
    empty(ax)
    ax.set_xlim(-0.03, 1.03)
    ax.set_ylim(1.03, -0.03)
    ax.add_artist(Rectangle((0, 0), 1, 1, facecolor="white", edgecolor=INK, linewidth=1.4))
    if len(numbers) != 4:
        ax.text(0.5, 0.5, f"{len(numbers)} children" if numbers else "a leaf",
                ha="center", va="center", fontsize=9, color=INK)
        return
    ax.add_artist(_line([(0.5, 0), (0.5, 1), (np.nan, np.nan), (0, 0.5), (1, 0.5)], color=INK,
                        linewidth=1))
    for number, (x, y) in zip(numbers, _CENTRES, strict=True):
        out = 0.09
        ax.text(x + (out if x > 0.5 else -out), y + (out if y > 0.5 else -out),
                "new" if number is None else str(number), ha="center", va="center",
                fontsize=9 if number is None else 13, color=INK)
    for old, new in goes:
        if old != new:
            ax.add_artist(FancyArrowPatch(
                _inner(*_CENTRES[old]), _inner(*_CENTRES[new]), arrowstyle="-|>",
                mutation_scale=11, shrinkA=5, shrinkB=0, connectionstyle="arc3,rad=0.2",
                color=MARK, linewidth=1.8, zorder=5))


def _inner(x: float, y: float) -> tuple[float, float]:
    """Return a place between a quadrant's centre and the middle, where arrows begin and end."""
    return x + 0.3 * (0.5 - x), y + 0.3 * (0.5 - y)
