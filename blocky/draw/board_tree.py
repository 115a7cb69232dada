"""Boards and their trees."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from operator import attrgetter
from typing import Any

from matplotlib.axes import Axes

from blocky.block import Block, Path, expect_block
from blocky.colour import Colour
from blocky.draw.looks import BoardArtist, describe, letter_ink, rgb
from blocky.invariants import as_path, broken_invariants
from blocky.kit.arguments import expect
from blocky.kit.draw.picture import (
    DPI,
    FAULT,
    INK,
    MARK,
    PALE,
    Picture,
    axes_beside,
    bare,
    corners,
    extent,
    new_axes,
    picture_on,
    show_square,
)
from blocky.kit.draw.settings import KitFigure, own_settings
from blocky.kit.draw.tree import Edge, Shape, arrange, draw_network
from blocky.kit.draw.values import draw_text, draw_value
from blocky.kit.language import say, say_count

__all__ = ["Measures", "Node", "board", "board_and_tree", "boards", "draw_nodes", "layout",
           "placed", "tree"]


@own_settings
def board(block: Block, ax: Axes | None = None, *, palette: str = "safe", letters: bool = False,
          path: Path | None = None, margin: float = 0) -> Picture:
    """Return the picture of a board, or of any block by itself.

    The block at ``path`` is marked. ``margin`` is the free space around the board, in unit cells.
    """
    shown = placed(expect_block(block))
    ax = ax or new_axes(3.6, 3.6)
    if path is not None:
        shown.at(path).highlighted = True
    side = 2 ** (block.max_depth - block.level)
    artist = BoardArtist(palette, letters)
    ax.add_artist(artist)
    artist.show(shown.rectangles_to_draw(), shown.size, side)
    show_square(ax, side, margin)
    ax.set_axis_off()
    return picture_on(ax, describe(block))


@draw_value.register
def _(block: Block, ax: Axes, **looks: Any) -> str:
    """Draw a board with its letters, or say why the tree is not a board."""
    broken = next(broken_invariants(block, places=False), None)
    if broken is not None:
        return draw_text(say("This isn't a valid board.\n{broken}", broken=broken), ax)
    return board(block, ax, **{"letters": True, **looks}).alt


@own_settings
def boards(blocks: Sequence[Block], titles: Sequence[str], **options: Any) -> Picture:
    """Return boards side by side, each under its title; ``options`` are those of ``board``."""
    expect("blocks", blocks, (list, tuple), say("a list of boards such as [one, other]"))
    expect("titles", titles, (list, tuple), say("a list with a title for each board"))
    if len(blocks) != len(titles) or not blocks:
        raise ValueError(say("Pass one title for each board, and at least one board. You passed "
                             "boards: {boards}, titles: {titles}.", boards=len(blocks),
                             titles=len(titles)))
    axes = axes_beside(len(blocks), (2.6, 2.9), (0.01, 0.87), gap=0.02)
    texts = []
    for ax, block, title in zip(axes, blocks, titles, strict=True):
        texts.append(say("{title}: {board}", title=title, board=board(block, ax, **options).alt))
        ax.set_title(title, fontsize=11, color=INK)
    return picture_on(axes[0], "; ".join(texts))


def placed(block: Block) -> Block:
    """Return a copy of ``block`` at (0, 0), large enough that no rounding shows."""
    shown = block.copy()
    shown.update_block_locations((0, 0), 2 ** max(12, block.max_depth))
    return shown


@dataclass(slots=True)
class Node:
    """A node in the picture of a tree, at a path; x is 0, 1, 2, ... for the leaves.

    ``children`` are the nodes drawn below it; ``cut`` says whether some are left out. In a broken
    tree, one block may be at several paths, and ``block`` may be anything.
    """

    path: Path
    block: Any
    above: Node | None
    children: list[Node] = field(default_factory=list)
    x: float = 0.0
    cut: bool = False

    @property
    def y(self) -> int:
        """The depth at which it is drawn."""
        return len(self.path)

    @property
    def colour(self) -> Colour | None:
        """The colour of its block; None if it has none, or an unknown one."""
        colour = getattr(self.block, "colour", None)
        if isinstance(colour, int) and 0 <= colour < len(Colour):
            return Colour(colour)
        return None

    @property
    def divided(self) -> bool:
        """Whether there is something below it."""
        return bool(self.children) or self.cut


#: The most nodes in the picture of a tree, the most levels below its top, and how often the
#: children of a block in several places are drawn.
MOST_NODES, MOST_LEVELS, MOST_TIMES = 25_000, 24, 4


def layout(block: Block, most: int = MOST_NODES) -> dict[Path, Node]:
    """Return the nodes in the picture of a tree, by their paths, parents before children.

    A broken tree has a picture too: a block is not followed below itself, anything else than
    a block is a leaf, and of more than ``most`` nodes those near the top are shown.
    """
    top = Node((), block, None)
    count, waiting, times = 1, [top], Counter[int]()
    for node in waiting:
        below = getattr(node.block, "children", None)
        if not below or not isinstance(below, (list, tuple)):
            continue
        times[id(node.block)] += 1
        if (count + len(below) > most or node.y == MOST_LEVELS or _repeats(node)
                or times[id(node.block)] > MOST_TIMES):
            node.cut = True
            continue
        node.children = [Node((*node.path, number), child, node)
                         for number, child in enumerate(below)]
        count += len(below)
        waiting += node.children
    nodes: dict[Path, Node] = {}
    for node, node.x in arrange(top, attrgetter("children")):
        nodes[node.path] = node
    return nodes


def _repeats(node: Node) -> bool:
    above = node.above
    while above and above.block is not node.block:
        above = above.above
    return above is not None


@own_settings
def tree(block: Block, ax: Axes | None = None, *, palette: str = "safe", letters: bool = False,
         path: Path | None = None, attributes: Sequence[str] = (),
         broken: Collection[Path] = (), text: float = 8.5) -> Picture:
    """Return the picture of a tree: leaves evenly spaced, parents centred over their children.

    ``path`` marks the way from the top to the block there. ``attributes`` are names such as
    "level" or "position", whose values are written at each node. The nodes at the paths in
    ``broken`` have red lines and a warning sign. Leaves are squares, and bars in a large tree.
    ``text`` is the size of the child numbers, in points, which are written where there is room.
    """
    nodes = layout(block)
    if path is not None:
        path = as_path(path)
        if path not in nodes:
            block.at(path)  # refuses a path that leads nowhere
    leaves = sum(not node.children for node in nodes.values())
    depth = max(node.y for node in nodes.values())
    if ax is None:
        room = 1.15 if attributes else 0.32
        width = min(max(room * leaves, 3.2), 80 if attributes else 9)
        ax = new_axes(width, (0.95 + 0.15 * len(attributes) if attributes else 0.75) * (depth + 1))
    draw_nodes(ax, nodes, Measures(ax, leaves, depth), path, palette=palette, letters=letters,
               attributes=attributes, broken=broken, text=text)
    room = 0.2 + 0.11 * len(attributes) if attributes else 0.5
    bare(ax, xlim=(-0.5, leaves - 0.5), ylim=(depth + room, -0.62 if attributes else -0.5))
    alt = say("A tree of one node, a leaf") if len(nodes) == 1 else say(
        "A tree of {count} nodes, {leaves} of them leaves, with {levels} levels",
        count=len(nodes), leaves=leaves, levels=depth + 1)
    if broken:
        alt = say_count("{tree}; 1 node is marked as broken",
                        "{tree}; {count} nodes are marked as broken", len(broken), tree=alt)
    return picture_on(ax, alt)


def draw_nodes(ax: Axes, nodes: Mapping[Path, Node], measures: Measures, path: Path | None, *,
               palette: str, letters: bool, attributes: Sequence[str] = (),
               broken: Collection[Path] = (), waiting: Collection[Path] = (),
               text: float = 0) -> None:
    """Draw nodes of a tree as ``tree`` does; those ``waiting`` are pale."""
    half_h, roomy = measures.half_h, measures.roomy
    on_path = {tuple(path[:k]) for k in range(len(path) + 1)} if path is not None else set()
    frames = [MARK if where in on_path else FAULT if where in broken else
              PALE if where in waiting else INK for where in nodes]
    # the ink, width and dashes of the edge down to a node, by the ink of its frame
    plain = PALE, 1.0 if roomy else 0.5, "-"
    looks = {INK: plain, PALE: plain, FAULT: (FAULT, 1.6, "--"), MARK: (MARK, 2.6, "-")}
    paints = {(colour, part < 1): tuple(1 - part + part * each for each in rgb(colour, palette))
              for colour in Colour for part in (0.2, 1)}
    # how far down an edge its number is: attributes are above an inner node, so they need the rest
    down = 0.3 if attributes else 0.6
    fills: list[Any] = []
    for where, node in nodes.items():
        x, y, colour, waits = node.x, node.y, node.colour, where in waiting
        if colour is None:
            fills.append(INK if node.divided and not waits else "white")
        else:
            fills.append(paints[colour, waits])
        if node.above and text and measures.numbered:
            above_x, above_y = node.above.x, node.above.y
            ax.text(above_x + down * (x - above_x), above_y + down * (y - above_y),
                    str(where[-1]), fontsize=text, color=INK, ha="center", va="center", zorder=1.5,
                    bbox={"boxstyle": "round,pad=0.1", "facecolor": "white", "linewidth": 0})
        if letters and roomy and colour is not None:
            ax.text(x, y, colour.letter, fontsize=max(5.5, min(9, measures.node_px * 0.5)),
                    fontweight="bold", ha="center", va="center", zorder=4,
                    color=INK if waits else letter_ink(colour, palette))
        if attributes:
            lines = "\n".join(f"{name} {_value(node.block, name)}" for name in attributes)
            below = not node.children  # under an inner node are the edges to its children
            beside = 1.25 if below else -0.8 if measures.is_small(node) else -1.25
            ax.text(x, y + beside * half_h, lines, fontsize=7.5, color=INK,
                    ha="center", va="top" if below else "bottom", linespacing=1.15, zorder=5,
                    bbox={"boxstyle": "square,pad=0.15", "facecolor": "white", "linewidth": 0})
    if cut := [node for node in nodes.values() if node.cut]:
        ax.scatter([node.x for node in cut], [node.y + 1.6 * half_h for node in cut], s=60,
                   marker="$...$", c=INK, linewidths=0.3, zorder=6)
    if broken:
        warn(ax, [measures.box(nodes[where])[1] for where in broken if where in nodes])
    draw_network(
        ax, [Edge([(node.above.x, node.above.y), (node.x, node.y)], *looks[frame])
             for node, frame in zip(nodes.values(), frames, strict=True) if node.above],
        [Shape(measures.box(node), fill, frame, 2.2 if frame in (MARK, FAULT) else 0.8 * roomy)
         for node, fill, frame in zip(nodes.values(), fills, frames, strict=True)])


class Measures:
    """The sizes of the nodes of a tree on axes: in data units, and ``node_px`` in pixels."""

    def __init__(self, ax: Axes, leaves: int, depth: int) -> None:
        width, height = extent(ax)
        self.step_x, self.step_y = width / max(leaves, 1), height / (depth + 1)
        self.node_px = min(0.7 * self.step_x, 0.42 * self.step_y, 22)
        self.roomy = self.node_px >= 9
        self.numbered = self.roomy and self.step_x >= 14
        self.half_w = (self.node_px if self.roomy else max(0.8 * self.step_x, 1)) / 2 / self.step_x
        self.half_h = max(self.node_px, 9) / 2 / self.step_y

    def is_small(self, node: Node) -> bool:
        """Return whether a node is drawn small: it is divided, and has no colour to show."""
        return node.divided and node.colour is None

    def box(self, node: Node) -> list[tuple[float, float]]:
        """Return the corners of a node; a divided block is a small square."""
        small = self.is_small(node)
        w = self.half_w if self.roomy or not node.divided else max(self.half_w, 2.5 / self.step_x)
        w, h = (0.45 * w, 0.45 * self.half_h) if small else (w, self.half_h)
        return corners(node.x - w, node.y - h, node.x + w, node.y + h)


def warn(ax: Axes, places: Sequence[tuple[float, float]]) -> None:
    """Draw warning signs, each "!" in a red circle, at places."""
    xs, ys = [x for x, _ in places], [y for _, y in places]
    ax.scatter(xs, ys, s=95, c=FAULT, edgecolors="white", linewidths=0.8, zorder=8, clip_on=False)
    ax.scatter(xs, ys, s=38, marker="$!$", c="white", linewidths=0.4, zorder=9, clip_on=False)


def _value(node: Block, name: str) -> str:
    value = getattr(node, name)
    return value.word if isinstance(value, Colour) else str(value)


@own_settings
def board_and_tree(block: Block, *, palette: str = "safe", letters: bool = False,
                   path: Path | None = None) -> Picture:
    """Return a board beside its tree; ``path`` marks the block there in both."""
    expect_block(block)
    figure = KitFigure((9, 3.6), dpi=DPI)
    left = figure.add_axes((0.005, 0.03, 0.38, 0.94))
    right = figure.add_axes((0.41, 0.03, 0.58, 0.94))
    shown = board(block, left, palette=palette, letters=letters, path=path)
    drawn = tree(block, right, palette=palette, letters=letters, path=path)
    return Picture(figure, say("{board}, beside its tree: {tree}", board=shown.alt,
                               tree=drawn.alt))
