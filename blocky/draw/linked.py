"""A board beside its tree, on which a block is marked quickly, and which may be broken."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from itertools import pairwise
from math import ceil
from typing import Any

import numpy as np
from matplotlib.artist import Artist
from matplotlib.collections import LineCollection, PolyCollection
from matplotlib.figure import Figure

from blocky.block import MAX_DEPTH, Block, Path
from blocky.colour import FRAME, HIGHLIGHT
from blocky.draw.board_tree import Measures, Node, layout, number_edge, tree, warn
from blocky.draw.looks import ink_on, rgb
from blocky.draw.raster import SIDE, BoardArtist, Square, square
from blocky.geometry import Rectangle
from blocky.kit.draw.picture import FAULT, MARK, clear, corners, show_square
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


#: How blocks are marked on the board: the colour, width and style of the lines, and how much wider
#: the white ones are that lie below them.
LINES = {"wrong": (FAULT, 2.4, "--", 1.8), "cells": ("black", 0.6, ":", 0.4),
         "above": (MARK, 1.6, "--", 1.8), "twins": (MARK, 3, ":", 1.8),
         "chosen": (MARK, 3.4, "-", 1.8)}


class LinkedBoard:
    """Draws a board and its tree on a figure; ``show`` what, then ``mark`` which block.

    Attributes:
        nodes, places: the nodes of the tree by their paths, and where they lie on the board.
        side: how many unit cells wide the board is.
        board_axes, tree_axes: where the two are drawn.
        marks: the lines and boxes by which blocks are marked, by what they say.
    """

    def __init__(self, figure: Figure) -> None:
        self.nodes: dict[Path, Node] = {}
        self.places: dict[Path, Square] = {}
        self.side, self._broken = 1, frozenset[Path]()
        width, height = figure.get_size_inches()
        wide = 0.96 * height / width
        beside = (0.025 + wide, 0.02, 0.965 - wide, 0.96)
        self._still_tree = figure.add_axes(beside, axes_class=StillAxes)
        self.board_axes = figure.add_axes((0.01, 0.02, wide, 0.96))
        self.tree_axes = figure.add_axes(beside)  # has the marks
        for axes in (self.board_axes, self.tree_axes):
            axes.set_axis_off()
        self._artist = BoardArtist()
        self.board_axes.add_artist(self._artist)
        self._signs: list[Artist] = []
        self._numbers: list[Artist] = []
        self._drawn: dict[str, list[Any]] = {
            name: [self.board_axes.add_collection(LineCollection(
                       [], colors=paint, linewidths=wide, linestyles=dashes, zorder=level),
                       autolim=False)
                   for paint, wide, dashes in (("white", width + case, "-"),
                                               (colour, width, style))]
            for level, (name, (colour, width, style, case)) in enumerate(LINES.items(), start=3)}
        self._drawn["way"] = [LineCollection([], colors=MARK, linewidths=2.6, zorder=2)]
        for name, width in (("on way", 2.2), ("around", 2)):
            self._drawn[name] = [PolyCollection([], edgecolors=MARK, facecolors="none",
                                                linewidths=width, zorder=3)]
        for name in ("way", "on way", "around"):
            self.tree_axes.add_collection(self._drawn[name][0], autolim=False)

    def show(self, block: Block, broken: Collection[Path] = (), *, palette: str = "safe",
             letters: bool = False) -> None:
        """Draw a block and its tree, with no block marked; those at ``broken`` are broken."""
        self._artist.palette, self._artist.letters = palette, letters
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
        show_square(self.board_axes, self.side, 0.02 * self.side)
        self._show_tree(block)
        self._show_broken()
        self.mark(None)

    def _show_tree(self, block: Block) -> None:
        clear(self._still_tree)  # its own clear() would take longer than all the rest
        self._alt = tree(block, self._still_tree, palette=self._artist.palette,
                         letters=self._artist.letters, broken=self._broken, text=8).alt
        leaves = sum(1 for node in self.nodes.values() if not node.children)
        depth = int(self._points[:, 1].max())
        self._measures = Measures(self.tree_axes, leaves, depth)
        for axes in (self._still_tree, self.tree_axes):
            axes.set(xlim=(-0.5 - 0.03 * leaves, leaves - 0.5 + 0.03 * leaves),
                     ylim=(depth + 0.5, -0.5))

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
        self.marks = {"wrong": list(map(_round, wrong))}
        inset = 0.035 * self.side
        self._signs = warn(self.board_axes, [(x + min(inset, side / 2), y + min(inset, side / 2))
                                             for x, y, side in wrong])
        self._signs += warn(self.tree_axes, [self._measures.box(self.nodes[path])[1]
                                             for path in self._broken if path in self.nodes])

    def mark(self, path: Path | None) -> None:
        """Mark the block at a path on the board and on the tree, and the way to it; None: none."""
        def squares(nodes: Iterable[Node]) -> list[Any]:
            return [_round(self.places[node.path]) for node in nodes if node.path in self.places]
        way = [self.nodes[path[:k]] for k in range(len(path) + 1)] if path is not None else []
        end = way[-1:]
        twins = [node for node in self.nodes.values() if end and isinstance(node.block, Block)
                 and node.block is end[0].block and node is not end[0]]
        place = self.places.get(end[0].path) if end else None
        self.marks |= {
            "cells": self._lines_between_cells(*place) if place else [],
            "above": squares(way[:-1]), "twins": squares(twins), "chosen": squares(end),
            "way": [[(above.x, above.y), self._end(above, node)] for above, node in pairwise(way)],
            "on way": [self._measures.box(node) for node in way],
            "around": [self._around(node) for node in [*end, *twins]]}
        for name, lines in self.marks.items():
            for collection in self._drawn[name]:
                collection.set_verts(lines)
        styles: Any = ["-", *(":" for _ in twins)]
        self._drawn["around"][0].set_linestyle(styles)
        casing, line = self._drawn["chosen"]
        palette = self._artist.palette
        casing.set_color("black" if ink_on(HIGHLIGHT, palette) == (0, 0, 0) else "white")
        line.set_color([rgb(HIGHLIGHT, palette)])
        for text in self._numbers:
            text.remove()
        self._numbers = [number_edge(self.tree_axes, node, 8)
                         for node in way[1:] if self._measures.numbered]

    def _end(self, above: Node, node: Node) -> tuple[float, float]:
        """Return where the line from the node above meets the frame of a node."""
        across = above.x - node.x
        (left, top), _, (right, _), _ = self._measures.box(node)
        part = min(node.y - top, (right - left) / 2 / max(abs(across), 1e-9))
        return node.x + across * part, node.y - part

    def _around(self, node: Node) -> list[tuple[float, float]]:
        """Return the corners of a frame that stands a little off a node."""
        wide, high = 3.5 / self._measures.step_x, 3.5 / self._measures.step_y
        (left, top), _, (right, low), _ = self._measures.box(node)
        return corners(left - wide, top - high, right + wide, low + high)

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

    def text(self) -> str:
        """Describe the picture in words."""
        return say("A board of {side} by {side} unit cells beside its tree. {tree}",
                   side=self.side, tree=self._alt)


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
