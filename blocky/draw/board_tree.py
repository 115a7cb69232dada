"""Boards and their trees."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection, PolyCollection
from matplotlib.figure import Figure

from blocky.block import Block, Path
from blocky.colour import Colour
from blocky.draw.picture import (
    DPI,
    INK,
    MARK,
    PALE,
    Picture,
    describe,
    ink_on,
    new_axes,
    picture_on,
    rgb,
)
from blocky.draw.raster import BoardArtist

__all__ = ["board", "board_and_tree", "boards", "placed", "tree"]


def board(block: Block, ax: Axes | None = None, *, palette: str = "safe", letters: bool = False,
          path: Path | None = None, margin: float = 0) -> Picture:
    """Return the picture of a board, or of any block by itself.

    ``path`` marks the block there. ``margin``, in unit cells, is left free around the board.
    """
    ax = ax or new_axes(3.6, 3.6)
    shown = placed(block)
    if path is not None:
        shown.at(path).highlighted = True
    side = 2 ** (block.max_depth - block.level)
    artist = BoardArtist(palette, letters)
    ax.add_artist(artist)
    artist.show(shown.rectangles_to_draw(), shown.size, side)
    ax.set_xlim(-margin, side + margin)
    ax.set_ylim(side + margin, -margin)
    ax.set_aspect("equal")
    ax.set_axis_off()
    return picture_on(ax, describe(block))


def boards(blocks: Sequence[Block], titles: Sequence[str], **options: Any) -> Picture:
    """Return boards side by side, each under its title; ``options`` are those of ``board``."""
    figure = Figure((2.6 * len(blocks), 2.9), dpi=DPI)
    for number, (block, title) in enumerate(zip(blocks, titles, strict=True)):
        ax = figure.add_axes(((number + 0.02) / len(blocks), 0.01, 0.96 / len(blocks), 0.87))
        board(block, ax, **options)
        ax.set_title(title, fontsize=11, color=INK)
    return Picture(figure, "; ".join(f"{title}: {describe(block)}"
                                     for block, title in zip(blocks, titles, strict=True)))


def placed(block: Block) -> Block:
    """Return a copy of ``block`` at (0, 0), large enough that no rounding shows."""
    shown = block.copy()
    shown.update_block_locations((0, 0), 2 ** max(12, block.max_depth))
    return shown


def tree(block: Block, ax: Axes | None = None, *, palette: str = "safe", letters: bool = False,
         path: Path | None = None, attributes: Sequence[str] = ()) -> Picture:
    """Return the picture of a tree: leaves evenly spaced, parents centred over their children.

    ``path`` marks the way from the top to the block there. ``attributes`` are names such as
    "level" or "position", whose values are written at each node. Where there is room, the leaves
    are squares, and child numbers are written; in a large tree the leaves are bars.
    """
    if path is not None:
        block.at(path)  # refuses a path that leads nowhere
    places = _tidy(block)
    leaves = sum(1 for node, _, _ in places.values() if not node.children)
    depth = max(node.level for node, _, _ in places.values()) - block.level
    if ax is None:
        room = 1.15 if attributes else 0.32
        width = min(max(room * leaves, 3.2), 40 if attributes else 9)
        ax = new_axes(width, (0.95 + 0.15 * len(attributes) if attributes else 0.75) * (depth + 1))
    box = ax.get_window_extent()
    step_x, step_y = box.width / max(leaves, 1), box.height / (depth + 1)
    node_px = min(0.7 * step_x, 0.42 * step_y, 22)
    roomy = node_px >= 9
    half_w = (node_px if roomy else max(0.8 * step_x, 1)) / 2 / step_x
    half_h = max(node_px, 9) / 2 / step_y
    on_path = {tuple(path[:k]) for k in range(len(path) + 1)} if path is not None else set()
    font = max(5.5, min(9, node_px * 0.5))

    edges: list[Any] = []
    marked: list[Any] = []
    boxes, colours, frames = [], [], []
    for where, (node, x, y) in places.items():
        if where:
            _, up_x, up_y = places[where[:-1]]
            (marked if where in on_path else edges).append([(up_x, up_y), (x, y)])
            if roomy and step_x >= 14:
                ax.text(0.4 * up_x + 0.6 * x, 0.4 * up_y + 0.6 * y, str(where[-1]), fontsize=7,
                        color=INK, ha="center", va="center", zorder=2.5,
                        bbox={"boxstyle": "round,pad=0.1", "facecolor": "white", "linewidth": 0})
        scale = 1.0 if node.colour is not None else 0.45
        width = half_w if roomy else max(half_w, 2.5 / step_x) if node.children else half_w
        w, h = width * scale, half_h * scale
        boxes.append([(x - w, y - h), (x + w, y - h), (x + w, y + h), (x - w, y + h)])
        colours.append(INK if node.colour is None else rgb(Colour(node.colour), palette))
        frames.append(MARK if where in on_path else INK)
        if letters and roomy and node.colour is not None:
            colour = Colour(node.colour)
            ax.text(x, y, colour.letter, fontsize=font, fontweight="bold", ha="center",
                    va="center", zorder=4, color=np.array(ink_on(colour, palette)) / 255)
        if attributes:
            lines = "\n".join(f"{name} {_value(node, name)}" for name in attributes)
            below = not node.children  # under an inner node are the edges to its children
            ax.text(x, y + (1.25 if below else -0.8) * half_h, lines, fontsize=7.5, color=INK,
                    ha="center", va="top" if below else "bottom", linespacing=1.15, zorder=5,
                    bbox={"boxstyle": "square,pad=0.15", "facecolor": "white", "linewidth": 0})
    line = 1.0 if roomy else 0.5
    ax.add_collection(LineCollection(edges, colors=PALE, linewidths=line, zorder=1))
    ax.add_collection(LineCollection(marked, colors=MARK, linewidths=2.6, zorder=2))
    widths = [2.2 if frame == MARK else (0.8 if roomy else 0) for frame in frames]
    ax.add_collection(PolyCollection(boxes, facecolors=colours, edgecolors=frames,
                                     linewidths=widths, zorder=3))
    ax.set_xlim(-0.5, leaves - 0.5)
    room = 0.2 + 0.11 * len(attributes) if attributes else 0.5
    ax.set_ylim(depth + room, -0.62 if attributes else -0.5)
    ax.set_axis_off()
    if len(places) == 1:
        return picture_on(ax, "A tree of one node, a leaf")
    return picture_on(ax, f"A tree of {len(places)} nodes, {leaves} of them leaves, "
                        f"with {depth + 1} levels")


def _tidy(block: Block) -> dict[Path, tuple[Block, float, float]]:
    """Return for each path the node, its x (leaves at 0, 1, 2, ...) and its y (the level)."""
    places: dict[Path, tuple[Block, float, float]] = {}
    next_x = 0

    def place(node: Block, path: Path) -> float:
        nonlocal next_x
        places[path] = (node, 0.0, 0.0)  # so that parents come before their children
        if node.children:
            xs = [place(child, (*path, i)) for i, child in enumerate(node.children)]
            x = (xs[0] + xs[-1]) / 2
        else:
            x, next_x = float(next_x), next_x + 1
        places[path] = (node, x, float(len(path)))
        return x

    place(block, ())
    return places


def _value(node: Block, name: str) -> str:
    value = getattr(node, name)
    return value.word if isinstance(value, Colour) else str(value)


def board_and_tree(block: Block, *, palette: str = "safe", letters: bool = False,
                   path: Path | None = None) -> Picture:
    """Return a board beside its tree; ``path`` marks the block there in both."""
    figure = Figure((9, 3.6), dpi=DPI)
    left = figure.add_axes((0.005, 0.03, 0.38, 0.94))
    right = figure.add_axes((0.41, 0.03, 0.58, 0.94))
    shown = board(block, left, palette=palette, letters=letters, path=path)
    drawn = tree(block, right, palette=palette, letters=letters, path=path)
    return Picture(figure, f"{shown.alt}; beside it its tree: {drawn.alt}")
