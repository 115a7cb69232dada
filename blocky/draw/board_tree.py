"""Boards and their trees."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from operator import attrgetter
from typing import Any, NamedTuple

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
    shown = placed(expect_block(block))  # a copy, as a mark changes it
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
    """Draw a board, or write why the tree isn't a board; return the picture in words.

    The board has letters unless ``looks`` say otherwise.
    """
    first_error = next(broken_invariants(block, places=False), None)
    if first_error is not None:
        return draw_text(say("This isn't a valid board.\n{broken}", broken=first_error), ax)
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
    axes = axes_beside(len(blocks), size=(2.6, 2.9), part=(0.01, 0.87), gap=0.02)
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


#: The most nodes in the picture of a tree.
MOST_NODES = 25_000

#: The most levels below its top.
MOST_LEVELS = 24

#: How often the children of a block in several places are drawn.
MOST_TIMES = 4


def layout(block: Block, most: int = MOST_NODES) -> dict[Path, Node]:
    """Return the nodes in the picture of a tree, by their paths, parents before children.

    A broken tree has a picture too. A block that is below itself has no children there. Something
    that isn't a block is a leaf. Of more than ``most`` nodes those near the top are shown.
    """
    top = Node((), block, None)
    count = 1
    times_met = Counter[int]()  # how often each block with children has been met, by its id
    queue = deque([top])
    while queue:  # row by row
        node = queue.popleft()
        children = getattr(node.block, "children", None)
        if not children or not isinstance(children, (list, tuple)):
            continue
        times_met[id(node.block)] += 1
        too_many = count + len(children) > most
        too_deep = node.y == MOST_LEVELS
        too_often = times_met[id(node.block)] > MOST_TIMES
        if too_many or too_deep or too_often or _is_below_itself(node):
            node.cut = True
            continue
        node.children = [Node((*node.path, number), child, node)
                         for number, child in enumerate(children)]
        count += len(children)
        queue.extend(node.children)
    nodes: dict[Path, Node] = {}
    for node, x in arrange(top, attrgetter("children")):
        node.x = x
        nodes[node.path] = node
    return nodes


def _is_below_itself(node: Node) -> bool:
    """Whether the block of a node is also the block of a node above it."""
    above = node.above
    while above:
        if above.block is node.block:
            return True
        above = above.above
    return False


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
            block.at(path)  # raises an error if there's no such block; not if it's only not drawn
    leaves = sum(not node.children for node in nodes.values())
    depth = max(node.y for node in nodes.values())
    if attributes:
        leaf_width = 1.15
        most_width: float = 80
        row_height = 0.95 + 0.15 * len(attributes)
        room_above = 0.62
        room_below = 0.2 + 0.11 * len(attributes)
    else:
        leaf_width = 0.32
        most_width = 9
        row_height = 0.75
        room_above = 0.5
        room_below = 0.5
    if ax is None:
        width = min(max(leaf_width * leaves, 3.2), most_width)
        ax = new_axes(width, row_height * (depth + 1))
    draw_nodes(ax, nodes, Measures(ax, leaves, depth), path, palette=palette, letters=letters,
               attributes=attributes, broken=broken, text=text)
    bare(ax, xlim=(-0.5, leaves - 0.5), ylim=(depth + room_below, -room_above))
    if len(nodes) == 1:
        alt = say("A tree of one node, a leaf")
    else:
        alt = say("A tree of {count} nodes, {leaves} of them leaves, with {levels} levels",
                  count=len(nodes), leaves=leaves, levels=depth + 1)
    if broken:
        alt = say_count("{tree}; 1 node is marked as broken",
                        "{tree}; {count} nodes are marked as broken", len(broken), tree=alt)
    return picture_on(ax, alt)


def draw_nodes(ax: Axes, nodes: Mapping[Path, Node], measures: Measures, path: Path | None, *,
               palette: str, letters: bool, attributes: Sequence[str] = (),
               broken: Collection[Path] = (), waiting: Collection[Path] = (),
               text: float = 0) -> None:
    """Draw nodes of a tree as ``tree`` does; those at the paths in ``waiting`` are pale.

    With ``text`` 0, no child numbers are written.
    """
    on_path: set[Path] = set()
    if path is not None:
        on_path = {tuple(path[:length]) for length in range(len(path) + 1)}
    plain = _EdgeLook(PALE, 1.0 if measures.roomy else 0.5)
    # the look of the edge above a node, by the ink of the node's frame
    edge_looks = {INK: plain, PALE: plain, FAULT: _EdgeLook(FAULT, 1.6, "--"),
                  MARK: _EdgeLook(MARK, 2.6)}
    width_of_plain_frame = 0.8 if measures.roomy else 0.0
    paints = {colour: rgb(colour, palette) for colour in Colour}
    pale_paints = {colour: _pale(paint) for colour, paint in paints.items()}
    edges: list[Edge] = []
    shapes: list[Shape] = []
    for path_of_node, node in nodes.items():
        is_waiting = path_of_node in waiting
        if path_of_node in on_path:
            frame_ink = MARK
        elif path_of_node in broken:
            frame_ink = FAULT
        else:
            frame_ink = PALE if is_waiting else INK
        if node.colour is not None:
            fill: Any = pale_paints[node.colour] if is_waiting else paints[node.colour]
        else:
            fill = INK if node.divided and not is_waiting else "white"
        frame_width = 2.2 if frame_ink in (MARK, FAULT) else width_of_plain_frame
        shapes.append(Shape(measures.box(node), fill, frame_ink, frame_width))
        if node.above:
            line = [(node.above.x, node.above.y), (node.x, node.y)]
            edges.append(Edge(line, *edge_looks[frame_ink]))
            if text and measures.numbered:
                # attributes are above an inner node, so they need the rest of the edge
                _write_number(ax, node, text, share=0.3 if attributes else 0.6)
        if letters and measures.roomy and node.colour is not None:
            ink = INK if is_waiting else letter_ink(node.colour, palette)
            _write_letter(ax, node, ink, measures)
        if attributes:
            _write_attributes(ax, node, attributes, measures)
    cut = [node for node in nodes.values() if node.cut]
    if cut:  # three dots below each
        ax.scatter([node.x for node in cut], [node.y + 1.6 * measures.half_h for node in cut],
                   s=60, marker="$...$", c=INK, linewidths=0.3, zorder=6)
    if broken:
        boxes = [measures.box(nodes[each]) for each in broken if each in nodes]
        warn(ax, [upper_right for _, upper_right, _, _ in boxes])
    draw_network(ax, edges, shapes)


class _EdgeLook(NamedTuple):
    """The look of the edge down to a node."""

    ink: str
    width: float
    dashes: str = "-"


def _pale(paint: Sequence[float]) -> tuple[float, ...]:
    """Return a colour mixed with four times as much white."""
    part = 0.2
    return tuple(1 - part + part * each for each in paint)


def _write_number(ax: Axes, node: Node, points: float, share: float) -> None:
    """Write the child number of a node on the edge from its parent, a ``share`` of the way down."""
    assert node.above is not None
    x = node.above.x + share * (node.x - node.above.x)
    y = node.above.y + share * (node.y - node.above.y)
    number = node.path[-1]
    ax.text(x, y, str(number), fontsize=points, color=INK, ha="center", va="center", zorder=1.5,
            bbox={"boxstyle": "round,pad=0.1", "facecolor": "white", "linewidth": 0})


def _write_letter(ax: Axes, node: Node, ink: Any, measures: Measures) -> None:
    """Write the letter of the node's colour into it."""
    assert node.colour is not None
    points = max(5.5, min(9, measures.node_px * 0.5))
    ax.text(node.x, node.y, node.colour.letter, fontsize=points, fontweight="bold", ha="center",
            va="center", zorder=4, color=ink)


def _write_attributes(ax: Axes, node: Node, attributes: Sequence[str], measures: Measures) -> None:
    """Write names and values of attributes below a leaf, or above a node with edges below it."""
    lines = "\n".join(f"{name} {_value(node.block, name)}" for name in attributes)
    is_leaf = not node.children
    distance = 1.25  # in half heights of a node, downwards
    if not is_leaf:
        distance = -0.8 if measures.is_small(node) else -1.25
    ax.text(node.x, node.y + distance * measures.half_h, lines, fontsize=7.5, color=INK,
            ha="center", va="top" if is_leaf else "bottom", linespacing=1.15, zorder=5,
            bbox={"boxstyle": "square,pad=0.15", "facecolor": "white", "linewidth": 0})


#: The greatest size of a node, in pixels.
MOST_PX = 22

#: The least size of a node with room for a letter, in pixels.
LEAST_ROOMY_PX = 9

#: The least distance between leaves with room for child numbers, in pixels.
LEAST_NUMBERED_STEP = 14


class Measures:
    """The sizes of the nodes of a tree on axes.

    Attributes:
        step_x, step_y: the pixels from a leaf to the next one, and from a row to the next one.
        node_px: the size of a node, in pixels.
        half_w, half_h: half the width and half the height of a node, in data units.
        roomy, numbered: whether there is room for letters in nodes, and for child numbers.
    """

    def __init__(self, ax: Axes, leaves: int, depth: int) -> None:
        width, height = extent(ax)
        self.step_x = width / max(leaves, 1)
        self.step_y = height / (depth + 1)
        self.node_px = min(0.7 * self.step_x, 0.42 * self.step_y, MOST_PX)
        self.roomy = self.node_px >= LEAST_ROOMY_PX
        self.numbered = self.roomy and self.step_x >= LEAST_NUMBERED_STEP
        # where there is little room, a node is a bar: narrow, but high enough to be seen
        width_px = self.node_px if self.roomy else max(0.8 * self.step_x, 1)
        height_px = max(self.node_px, LEAST_ROOMY_PX)
        self.half_w = width_px / 2 / self.step_x  # leaves are one data unit apart, and so are rows
        self.half_h = height_px / 2 / self.step_y

    def is_small(self, node: Node) -> bool:
        """Return whether a node is drawn small: it is divided, and has no colour to show."""
        return node.divided and node.colour is None

    def box(self, node: Node) -> list[tuple[float, float]]:
        """Return the corners of the rectangle that is drawn for a node, in data units."""
        half_w = self.half_w
        half_h = self.half_h
        if node.divided and not self.roomy:  # at least 5 pixels wide
            half_w = max(half_w, 2.5 / self.step_x)
        if self.is_small(node):  # less than half as wide and as high
            half_w *= 0.45
            half_h *= 0.45
        return corners(node.x - half_w, node.y - half_h, node.x + half_w, node.y + half_h)


def warn(ax: Axes, places: Sequence[tuple[float, float]]) -> None:
    """Draw a warning sign, "!" in a red circle, at each of the places (x, y)."""
    xs = [x for x, _ in places]
    ys = [y for _, y in places]
    ax.scatter(xs, ys, s=95, c=FAULT, edgecolors="white", linewidths=0.8, zorder=8, clip_on=False)
    ax.scatter(xs, ys, s=38, marker="$!$", c="white", linewidths=0.4, zorder=9, clip_on=False)


def _value(block: Block, name: str) -> str:
    """Return the attribute of a block with this name as text; a colour as its word."""
    value = getattr(block, name)
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
