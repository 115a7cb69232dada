"""A board beside its tree, on which a block is marked quickly, and which may be broken."""

from __future__ import annotations

from collections.abc import Collection
from itertools import pairwise
from math import ceil
from typing import Any

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection, PolyCollection
from matplotlib.figure import Figure

from blocky.block import MAX_DEPTH, Block, Path, Rectangle
from blocky.colour import FRAME, HIGHLIGHT
from blocky.draw.board_tree import Measures, Node, layout, number_edge, tree, warn
from blocky.draw.looks import ink_on, rgb
from blocky.draw.raster import SIDE, BoardArtist, Square, square
from blocky.kit.draw.picture import FAULT, MARK, Picture, corners
from blocky.kit.draw.still import StillAxes
from blocky.kit.language import say

__all__ = ["LinkedBoard", "places_on_board"]


def places_on_board(nodes: dict[Path, Node], side: int) -> dict[Path, Square]:
    """Return where each block lies on a board of ``side`` unit cells, as far as it has a place.

    A block lies in its quadrant, whatever was rounded, unless its position or size says otherwise.
    """
    places: dict[Path, Square] = {(): (0.0, 0.0, float(side))}
    for path, node in nodes.items():
        if node.above and node.above.path in places and isinstance(node.block, Block):
            place = _place_in(node.above.block, node.block, path[-1], places[node.above.path])
            if place:
                places[path] = place
    return places


def _place_in(parent: Block, child: Block, number: int, place: Square) -> Square | None:
    x, y, side = place
    try:
        corners, half = parent.corners(), round(parent.size / 2)
        if parent.size > 0 and (child.size != half or number > 3
                                or child.position != corners[number]):
            unit = side / parent.size
            return (x + (child.position[0] - parent.position[0]) * unit,
                    y + (child.position[1] - parent.position[1]) * unit, child.size * unit)
    except (TypeError, ValueError, IndexError):
        return None  # its position or size is none
    if number > 3:
        return None
    right, low, width = square((number,), side)
    return x + right, y + low, width


class LinkedBoard:
    """Draws a board and its tree on a figure; ``show`` what, then ``mark`` which block.

    Attributes:
        nodes, places: the nodes of the tree by their paths, and where they lie on the board.
        side: how many unit cells wide the board is.
        board_axes, tree_axes: where the two are drawn.
    """

    def __init__(self, figure: Figure, palette: str = "safe", letters: bool = False) -> None:
        self.nodes: dict[Path, Node] = {}
        self.places: dict[Path, Square] = {}
        self.side, self._broken = 1, frozenset[Path]()
        self._figure = figure
        width, height = figure.get_size_inches()
        wide = 0.96 * height / width
        beside = (0.025 + wide, 0.02, 0.965 - wide, 0.96)
        self._still_tree = figure.add_axes(beside, axes_class=StillAxes)
        self.board_axes = figure.add_axes((0.01, 0.02, wide, 0.96))
        self.tree_axes = figure.add_axes(beside)  # has the marks
        for axes in (self.board_axes, self.tree_axes):
            axes.set_axis_off()
        self._artist = BoardArtist(palette, letters)
        self.board_axes.add_artist(self._artist)
        self._signs: list[Artist] = []
        self._numbers: list[Artist] = []
        self._make_marks()

    def _make_marks(self) -> None:
        def added(axes: Axes, mark: Any) -> Any:
            axes.add_collection(mark, autolim=False)
            return mark

        def cased(colour: str, width: float, style: str, level: float, case: float = 1.8
                  ) -> list[LineCollection]:
            return [added(self.board_axes, LineCollection(
                        [], colors=paint, linewidths=wide, linestyles=dashes, zorder=level))
                    for paint, wide, dashes in (("white", width + case, "-"),
                                                (colour, width, style))]

        self._wrong = cased(FAULT, 2.4, "--", 3)
        self._cells = cased("black", 0.6, ":", 4, 0.4)
        self._above = cased(MARK, 1.6, "--", 5)
        self._twins = cased(MARK, 3, ":", 6)
        self._outline = cased(MARK, 3.4, "-", 7)
        self._way = added(self.tree_axes, LineCollection([], colors=MARK, linewidths=2.6, zorder=2))
        self._on_way, self._chosen = (
            added(self.tree_axes, PolyCollection([], edgecolors=MARK, facecolors="none",
                                                 linewidths=width, zorder=3))
            for width in (2.2, 2))

    def restyle(self, palette: str, letters: bool) -> None:
        """Draw in another palette, or with or without letters; ``show`` draws the tree anew."""
        self._artist.palette, self._artist.letters = palette, letters

    def show(self, block: Block, broken: Collection[Path] = ()) -> None:
        """Draw a block and its tree, with no block marked; those at ``broken`` are broken."""
        self.nodes, self._broken = layout(block), frozenset(broken)
        self.side = _side(block, self.nodes)
        self.places = places_on_board(self.nodes, self.side)
        squares = [(path, self.places[path]) for path, node in self.nodes.items()
                   if not node.children and path in self.places]
        self._leaves = [path for path, _ in squares]
        self._squares = np.array([square for _, square in squares]).reshape(-1, 3)
        self._paths = list(self.nodes)
        self._points = np.array([(node.x, node.y) for node in self.nodes.values()])
        self._artist.show(self._rectangles(), SIDE, self.side)
        margin = 0.02 * self.side
        self.board_axes.set_xlim(-margin, self.side + margin)
        self.board_axes.set_ylim(self.side + margin, -margin)
        self._show_tree(block)
        self._show_broken()
        self.mark(None)

    def _show_tree(self, block: Block) -> None:
        for artist in [*self._still_tree.collections, *self._still_tree.texts]:
            artist.remove()  # clear() would take longer than all the rest
        self._alt = tree(block, self._still_tree, palette=self._artist.palette,
                         letters=self._artist.letters, broken=self._broken, text=8).alt
        leaves = sum(1 for node in self.nodes.values() if not node.children)
        depth = int(self._points[:, 1].max())
        self._measures = Measures(self.tree_axes, leaves, depth)
        for axes in (self._still_tree, self.tree_axes):
            axes.set_xlim(-0.5 - 0.03 * leaves, leaves - 0.5 + 0.03 * leaves)
            axes.set_ylim(depth + 0.5, -0.5)

    def _rectangles(self) -> list[Rectangle]:
        rectangles: list[Rectangle] = []
        scale = SIDE / self.side
        for path, (x, y, side) in zip(self._leaves, self._squares, strict=True):
            left, top = max(0, round(x * scale)), max(0, round(y * scale))
            size = (min(SIDE, round((x + side) * scale)) - left,
                    min(SIDE, round((y + side) * scale)) - top)
            if min(size) > 0:
                colour = self.nodes[path].colour
                if colour is not None:
                    rectangles.append((colour, (left, top), size, 0))
                rectangles.append((FRAME, (left, top), size, 3))
        return rectangles

    def _show_broken(self) -> None:
        for sign in self._signs:
            sign.remove()
        wrong = [self.places[path] for path in sorted(self._broken) if path in self.places]
        for collection in self._wrong:
            collection.set_segments([_round(square) for square in wrong])
        inset = 0.035 * self.side
        self._signs = warn(self.board_axes, [(x + min(inset, side / 2), y + min(inset, side / 2))
                                             for x, y, side in wrong])
        self._signs += warn(self.tree_axes, [self._measures.box(self.nodes[path])[1]
                                             for path in self._broken if path in self.nodes])

    def mark(self, path: Path | None) -> None:
        """Mark the block at a path on the board and on the tree, and the way to it; None: none."""
        way = [self.nodes[path[:k]] for k in range(len(path) + 1)] if path is not None else []
        chosen = way[-1] if way else None
        twins = [] if chosen is None or not isinstance(chosen.block, Block) else [
            node for node in self.nodes.values()
            if node.block is chosen.block and node is not chosen]
        self._mark_board(way, twins)
        self._way.set_segments([[(above.x, above.y), self._end(above, node)]
                                for above, node in pairwise(way)])
        self._on_way.set_verts([self._measures.box(node) for node in way])
        self._number(way[1:])
        self._chosen.set_verts([self._around(node) for node in [*way[-1:], *twins]])
        styles: Any = ["-", *(":" for _ in twins)]
        self._chosen.set_linestyle(styles)

    def _end(self, above: Node, node: Node) -> tuple[float, float]:
        """Return where the line from the node above meets the frame of a node."""
        across = above.x - node.x
        (left, top), _, (right, _), _ = self._measures.box(node)
        part = min(node.y - top, (right - left) / 2 / max(abs(across), 1e-9))
        return node.x + across * part, node.y - part

    def _number(self, way: list[Node]) -> None:
        """Write the child numbers of the marked way where the tree has them."""
        for text in self._numbers:
            text.remove()
        self._numbers = [number_edge(self.tree_axes, node, 8)
                         for node in way if self._measures.numbered]

    def _around(self, node: Node) -> list[tuple[float, float]]:
        """Return the corners of a frame that stands a little off a node."""
        wide, high = 3.5 / self._measures.step_x, 3.5 / self._measures.step_y
        (left, top), _, (right, low), _ = self._measures.box(node)
        return corners(left - wide, top - high, right + wide, low + high)

    def _mark_board(self, way: list[Node], twins: list[Node]) -> None:
        def squares(nodes: list[Node]) -> list[Square]:
            return [self.places[node.path] for node in nodes if node.path in self.places]
        chosen = squares(way[-1:])
        shown: list[tuple[list[LineCollection], list[Any]]] = [
            (self._cells, self._lines_between_cells(*chosen[0]) if chosen else []),
            (self._above, [_round(square) for square in squares(way[:-1])]),
            (self._twins, [_round(square) for square in squares(twins)]),
            (self._outline, [_round(square) for square in chosen]),
        ]
        for collections, segments in shown:
            for collection in collections:
                collection.set_segments(segments)
        palette = self._artist.palette
        casing, line = self._outline
        casing.set_color("black" if ink_on(HIGHLIGHT, palette) == (0, 0, 0) else "white")
        line.set_color([rgb(HIGHLIGHT, palette)])

    def _lines_between_cells(self, x: float, y: float, side: float) -> list[Any]:
        """Return the lines between the unit cells of a square; none if they would hide it."""
        if side <= 1 or self.side > 32:
            return []
        return [line for k in range(1, ceil(side))
                for line in ([(x + k, y), (x + k, y + side)], [(x, y + k), (x + side, y + k)])]

    def leaf_at(self, x: float, y: float) -> Path | None:
        """Return the path of the leaf that is drawn at a place, in unit cells; None if none is.

        Where a broken tree has several leaves, it is the one drawn last.
        """
        left, top, side = self._squares.T
        inside = (left <= x) & (x < left + side) & (top <= y) & (y < top + side)
        if not inside.any() or not (0 <= x < self.side and 0 <= y < self.side):
            return None
        return self._leaves[int(np.flatnonzero(inside)[-1])]

    def nearest(self, x: float, y: float) -> Path:
        """Return the path of the node that is drawn nearest to a place of the tree's axes."""
        off = (self._points - (x, y)) * (self._measures.step_x, self._measures.step_y)
        return self._paths[int((off**2).sum(axis=1).argmin())]

    def picture(self) -> Picture:
        """Return the figure as a picture with its text."""
        return Picture(self._figure, say("A board of {side} by {side} unit cells beside its tree. "
                                         "{tree}", side=self.side, tree=self._alt))


def _side(block: Block, nodes: dict[Path, Node]) -> int:
    try:
        depth = block.max_depth - block.level
        if 0 <= depth <= MAX_DEPTH:
            return int(2**depth)
    except TypeError:
        pass  # they are no numbers
    return int(2 ** min(MAX_DEPTH, max(len(path) for path in nodes)))


def _round(square: Square) -> list[tuple[float, float]]:
    x, y, side = square
    return [*corners(x, y, x + side, y + side), (x, y)]
