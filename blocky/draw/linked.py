"""A board beside its tree, with a block marked on both; the tree may be broken."""

from collections.abc import Collection
from math import ceil
from typing import Any

import numpy as np
from matplotlib.collections import LineCollection
from matplotlib.figure import Figure

from blocky.block import MAX_DEPTH, Block, Path, Rectangle
from blocky.colour import FRAME, HIGHLIGHT
from blocky.draw.board_tree import Measures, Node, layout, tree, warn
from blocky.draw.looks import SIDE, BoardArtist, Square, letter_ink, rgb, square
from blocky.kit.draw.picture import FAULT, MARK, bare, clear, corners, show_square
from blocky.kit.draw.tree import Shape, draw_network
from blocky.kit.language import say

__all__ = ["LinkedBoard", "places_on_board"]


def places_on_board(nodes: dict[Path, Node], side: int) -> dict[Path, Square]:
    """Return the square of each node's block on a board of ``side`` unit cells, by its path.

    A block with the right position and size fills its quadrant exactly, without the rounding to
    pixels. In a broken tree, nodes that can't be placed are left out, with all nodes below them.
    """
    places: dict[Path, Square] = {(): (0.0, 0.0, float(side))}
    for path, node in nodes.items():  # parents before children
        if node.above and node.above.path in places and isinstance(node.block, Block):
            place = _place_in(node.above.block, node.block, path[-1], places[node.above.path])
            if place is not None:
                places[path] = place
    return places


def _place_in(parent: Block, child: Block, number: int, place: Square) -> Square | None:
    """Return the square of a child on the board; ``place`` is the square of its parent.

    If the child's position and size are right, that's the quadrant with its ``number``; otherwise
    position and size say where it is. None: there's no such quadrant, or they aren't numbers.
    """
    x, y, side = place
    has_quadrant = number <= 3
    try:
        corners = parent.corners()
        half = round(parent.size / 2)
        fills_quadrant = (has_quadrant and child.size == half
                          and child.position == corners[number])
        if parent.size > 0 and not fills_quadrant:
            unit = side / parent.size  # unit cells in a pixel
            dx = child.position[0] - parent.position[0]
            dy = child.position[1] - parent.position[1]
            return x + dx * unit, y + dy * unit, child.size * unit
    except (TypeError, ValueError, IndexError):  # positions and sizes may be anything
        return None
    if not has_quadrant:
        return None
    quadrant_x, quadrant_y, width = square((number,), side)
    return x + quadrant_x, y + quadrant_y, width


#: The marks of blocks on the board: colour, width and style of the lines, and how much wider the
#: white lines below them are.
LINES = {"wrong": (FAULT, 2.4, "--", 1.8), "cells": ("black", 0.6, ":", 0.4),
         "above": (MARK, 1.6, "--", 1.8), "twins": (MARK, 3, ":", 1.8),
         "chosen": (HIGHLIGHT, 3.4, "-", 1.8)}

#: The width of the frame of a leaf, in pixels, and what stands for it in a filled rectangle.
FRAME_WIDTH = 3
FILLED = 0

#: The space between a node of the tree and a frame around it, in pixels.
FRAME_GAP = 3.5

#: The widest board on which the unit cells of a block are shown.
MOST_WITH_CELLS = 32


class LinkedBoard:
    """Draws a board and its tree on a figure: ``look_at`` a tree first, then ``show`` a block.

    Attributes:
        nodes, places: the nodes of the tree by their paths, and their squares on the board.
        side: the width of the board in unit cells.
        board_axes, tree_axes: the axes of the two pictures.
        marked: the paths of the blocks marked on the board, by the names in LINES.
        alt: the picture in words.
    """

    def __init__(self, figure: Figure) -> None:
        width, height = figure.get_size_inches()
        wide = 0.96 * height / width
        self.board_axes = bare(figure.add_axes((0.01, 0.02, wide, 0.96)))
        self.tree_axes = bare(figure.add_axes((0.025 + wide, 0.02, 0.965 - wide, 0.96)))

    def look_at(self, block: Block) -> None:
        """Compute the places of all nodes in the tree and on the board, for the other methods."""
        self.nodes = layout(block)
        self.side = _side(block, self.nodes)
        self.places = places_on_board(self.nodes, self.side)
        all_leaves = [path for path, node in self.nodes.items() if not node.children]
        # the leaves on the board, and the square of each: x, y, side
        self._leaves = [path for path in all_leaves if path in self.places]
        self._squares = np.array([self.places[path] for path in self._leaves]).reshape(-1, 3)
        self._points = np.array([(node.x, node.y) for node in self.nodes.values()])  # in the tree
        self._measures = Measures(self.tree_axes, len(all_leaves), int(self._points[:, 1].max()))

    def show(self, path: Path, broken: Collection[Path] = (), *, palette: str = "safe",
             letters: bool = False) -> None:
        """Draw board and tree; mark the block at a path, the way to it, and the broken blocks.

        In a broken tree, the other places of the same block, its twins, are marked too.
        """
        chosen = self.nodes[path]
        twins = [node for node in self.nodes.values() if node is not chosen
                 and node.block is chosen.block and isinstance(node.block, Block)]
        paths_to_mark = {"wrong": broken, "above": [path[:length] for length in range(len(path))],
                         "twins": [node.path for node in twins], "chosen": [path]}
        self.marked = {name: [each for each in paths if each in self.places]
                       for name, paths in paths_to_mark.items()}
        self._show_board(palette, letters)
        self._draw_mark("cells", self._lines_between_cells(path), palette)
        for name, paths in self.marked.items():
            self._draw_mark(name, [self._frame_at(each) for each in paths], palette)
        self._show_tree(path, broken, palette, letters)
        draw_network(self.tree_axes, (), [
            Shape(self._around(node), "none", MARK, 2, "-" if node is chosen else ":")
            for node in (chosen, *twins)])

    def _frame_at(self, path: Path) -> list[tuple[float, float]]:
        """Return the closed line around a block on the board."""
        x, y, side = self.places[path]
        box = corners(x, y, x + side, y + side)
        return [*box, box[0]]

    def _show_board(self, palette: str, letters: bool) -> None:
        """Draw the leaves in their places on the board, and warning signs on the wrong blocks."""
        clear(self.board_axes)
        artist = BoardArtist(palette, letters)
        self.board_axes.add_artist(artist)
        artist.show(self._rectangles(), SIDE, self.side)
        show_square(self.board_axes, self.side, 0.02 * self.side)
        signs = []  # the middle of each sign, near the block's upper left corner
        for path in self.marked["wrong"]:
            x, y, side = self.places[path]
            inset = min(0.035 * self.side, side / 2)
            signs.append((x + inset, y + inset))
        warn(self.board_axes, signs)

    def _show_tree(self, path: Path, broken: Collection[Path], palette: str, letters: bool) -> None:
        """Draw the tree with the way to a block, and put both pictures in words into ``alt``."""
        clear(self.tree_axes)
        drawn = tree(self.nodes[()].block, self.tree_axes, palette=palette, letters=letters,
                     path=path, broken=broken, text=8)
        self.alt = say("A board of {side} by {side} unit cells beside its tree. {tree}",
                       side=self.side, tree=drawn.alt)
        left, right = self.tree_axes.get_xlim()
        margin = 0.03 * (right - left)  # for the frames around nodes
        self.tree_axes.set_xlim(left - margin, right + margin)

    def _rectangles(self) -> list[Rectangle]:
        """Return the rectangles of the leaves, in pixels: each one's fill, then its frame."""
        rectangles: list[Rectangle] = []
        scale = SIDE / self.side
        for path, (x, y, side) in zip(self._leaves, self._squares, strict=True):
            left = max(0, round(x * scale))
            top = max(0, round(y * scale))
            right = min(SIDE, round((x + side) * scale))
            bottom = min(SIDE, round((y + side) * scale))
            corner = (left, top)
            size = (right - left, bottom - top)
            is_on_the_board = min(size) > 0
            if not is_on_the_board:
                continue
            colour = self.nodes[path].colour
            if colour is not None:
                rectangles.append((colour, corner, size, FILLED))
            rectangles.append((FRAME, corner, size, FRAME_WIDTH))
        return rectangles

    def _draw_mark(self, name: str, lines: list[Any], palette: str) -> None:
        """Draw lines on the board in the look ``LINES[name]``, over wider lines for contrast."""
        colour, width, style, extra_width = LINES[name]
        ink: Any = colour
        ink_below = "white"
        if colour == HIGHLIGHT:
            ink = rgb(HIGHLIGHT, palette)
            ink_below = letter_ink(HIGHLIGHT, palette)
        zorder = 3 + [*LINES].index(name)  # later ones are on top
        self.board_axes.add_collection(LineCollection(
            lines, colors=[ink_below], linewidths=width + extra_width, linestyles="-",
            zorder=zorder), autolim=False)
        self.board_axes.add_collection(LineCollection(
            lines, colors=[ink], linewidths=width, linestyles=style, zorder=zorder),
            autolim=False)

    def _around(self, node: Node) -> list[tuple[float, float]]:
        """Return the corners of a frame around a node, FRAME_GAP pixels away from it."""
        gap_x = FRAME_GAP / self._measures.step_x
        gap_y = FRAME_GAP / self._measures.step_y
        (left, top), _, (right, low), _ = self._measures.box(node)
        return corners(left - gap_x, top - gap_y, right + gap_x, low + gap_y)

    def _lines_between_cells(self, path: Path) -> list[Any]:
        """Return the lines between the unit cells of a block; none on a large board."""
        if self.side > MOST_WITH_CELLS or path not in self.places:
            return []
        left, top, side = self.places[path]
        lines: list[Any] = []
        for k in range(1, ceil(side)):
            lines.append([(left + k, top), (left + k, top + side)])
            lines.append([(left, top + k), (left + side, top + k)])
        return lines

    def leaf_at(self, x: float, y: float) -> Path | None:
        """Return the path of the leaf at (x, y), in unit cells; None if there is none.

        Where a broken tree has several leaves, it's that of the leaf drawn last.
        """
        left, top, side = self._squares.T  # of all leaves
        contains_place = (left <= x) & (x < left + side) & (top <= y) & (y < top + side)
        is_on_board = 0 <= x < self.side and 0 <= y < self.side
        if not is_on_board or not contains_place.any():
            return None
        *_, last = np.flatnonzero(contains_place)
        return self._leaves[int(last)]

    def nearest(self, x: float, y: float) -> Path:
        """Return the path of the node nearest to a place of the tree's axes."""
        pixels = (self._points - (x, y)) * (self._measures.step_x, self._measures.step_y)
        squared_distances = (pixels**2).sum(axis=1)
        return [*self.nodes][int(squared_distances.argmin())]


def _side(block: Block, nodes: dict[Path, Node]) -> int:
    """Return the width of a board in unit cells, as its max_depth says.

    If max_depth or level is wrong, the depth of its tree is used.
    """
    try:
        depth = block.max_depth - block.level
        if 0 <= depth <= MAX_DEPTH:
            return int(2**depth)
    except TypeError:
        pass  # max_depth or level is no number
    depth_of_tree = max(len(path) for path in nodes)
    return int(2 ** min(MAX_DEPTH, depth_of_tree))
