"""Pictures of a run in progress: blocks that wait, are open, or are done."""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from operator import attrgetter
from types import SimpleNamespace
from typing import Any

from matplotlib.axes import Axes

from blocky.block import Path, Rectangle
from blocky.colour import FRAME, HIGHLIGHT, Colour
from blocky.draw.board_tree import Measures, Node, draw_nodes
from blocky.draw.looks import SIDE, BoardArtist, palette_of, square
from blocky.kit.draw.cells import Labels
from blocky.kit.draw.picture import INK, extent, show_square
from blocky.kit.draw.tree import arrange

__all__ = ["DONE", "OPEN", "WAITING", "Part", "draw_rectangles", "parts_board", "parts_tree"]

#: The states of a part of the board: not reached yet, being worked on, finished.
WAITING, OPEN, DONE = "waiting", "open", "done"

#: A part of the board in a picture: its colour, None if it is divided or unknown, and its state.
Part = tuple[int | None, str]

#: The least width of a waiting part with a letter, in pixels.
LEAST_WITH_LETTER = 12


def parts_board(ax: Axes, parts: Mapping[Path, Part], at: Path | None, *, palette: str,
                letters: bool) -> None:
    """Draw a board: waiting parts are pale, parts without a colour white.

    The part at the path ``at`` is marked. Of a divided part, only the parts in it are drawn.
    """
    rectangles: list[Rectangle] = []
    # the letters of waiting parts: x, y, letter, size in points, ink
    labels: list[tuple[float, float, str, float, Any]] = []
    divided = {path[:-1] for path in parts if path}  # the parents of other parts
    board_px = min(extent(ax))
    for path, (colour, state) in parts.items():
        x, y, side = map(int, square(path, SIDE))
        is_too_small = side == 0
        if path in divided or is_too_small:
            continue
        is_waiting = state == WAITING
        if colour is not None:
            paint = _pale(colour, palette) if is_waiting else Colour(colour)
            rectangles.append((paint, (x, y), (side, side), 0))  # 0: filled
            part_px = side / SIDE * board_px
            if letters and is_waiting and part_px >= LEAST_WITH_LETTER:
                labels.append((x + side / 2, y + side / 2, Colour(colour).letter,
                               min(0.4 * part_px, 23), INK))
        rectangles.append((FRAME, (x, y), (side, side), 3))
    if at is not None:
        x, y, side = map(int, square(at, SIDE))
        rectangles.append((HIGHLIGHT, (x, y), (side, side), 8))
    draw_rectangles(ax, rectangles, SIDE, palette=palette, letters=letters)
    ax.add_artist(Labels(labels, weight="bold"))


def draw_rectangles(ax: Axes, rectangles: Sequence[Rectangle], size: int, *, palette: str,
                    letters: bool) -> None:
    """Draw ``rectangles`` of a board of ``size`` pixels on axes of that many units."""
    artist = BoardArtist(palette, letters)
    ax.add_artist(artist)
    artist.show(rectangles, size, size)
    show_square(ax, size, 0.02 * size)


def _pale(colour: int, palette: str) -> tuple[int, int, int]:
    """Return a colour mixed with much white."""
    red, green, blue = palette_of(palette)[Colour(colour)]
    return round(0.2 * red + 204), round(0.2 * green + 204), round(0.2 * blue + 204)


def parts_tree(ax: Axes, parts: Mapping[Path, Part], at: Path | None, shape: Iterable[Path], *,
               palette: str, letters: bool) -> None:
    """Draw a tree of the ``parts`` so far: waiting ones are pale, the way to ``at`` is marked.

    The nodes have the places that they have in the whole tree; ``shape`` are all its paths.
    """
    nodes, leaves, depth = _arranged(tuple(shape))
    for path, node in nodes.items():
        colour, _ = parts.get(path, (None, WAITING))
        node.block.colour = None if colour is None else Colour(colour)
    nodes_so_far = {path: nodes[path] for path in parts if path in nodes}
    waiting = {path for path, (_, state) in parts.items() if state == WAITING}
    draw_nodes(ax, nodes_so_far, Measures(ax, leaves, depth), at if at in parts else None,
               waiting=waiting, palette=palette, letters=letters)
    ax.set(xlim=(-0.5, leaves - 0.5), ylim=(depth + 0.5, -0.5))


@lru_cache(maxsize=16)
def _arranged(shape: tuple[Path, ...]) -> tuple[dict[Path, Node], int, int]:
    """Return the nodes of a tree by the paths in ``shape``, the number of leaves, and the depth.

    Each node has its place in the picture, and a block that has only a colour, None at first. The
    result is kept, so it is the same at each step of a run.
    """
    nodes: dict[Path, Node] = {}
    for path in sorted(shape):  # parents before their children
        above = nodes.get(path[:-1]) if path else None
        nodes[path] = Node(path, SimpleNamespace(colour=None), above)
        if above:
            above.children.append(nodes[path])
    top = nodes[min(nodes)]
    for node, x in arrange(top, attrgetter("children")):
        node.x = x
    leaves = sum(not node.children for node in nodes.values())
    depth = max(map(len, nodes))
    return nodes, leaves, depth
