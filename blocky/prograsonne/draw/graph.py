"""The graph of a board, whose nodes are segments, and the forest of a union-find beside it."""

from collections.abc import Collection, Iterable, Mapping, Sequence

from matplotlib.axes import Axes
from matplotlib.transforms import Affine2D

from blocky.kit.draw.cells import Labels
from blocky.kit.draw.picture import (
    DPI,
    INK,
    MARK,
    PALE,
    Picture,
    bare,
    extent,
    new_axes,
    picture_on,
)
from blocky.kit.draw.settings import own_settings
from blocky.kit.draw.tree import Edge, Shape, arrange, draw_network
from blocky.kit.language import say, say_count
from blocky.prograsonne.board import Board
from blocky.prograsonne.draw.segments import heart, segment_text
from blocky.prograsonne.draw.shapes import Point, centre, disc, middle, moved, placed
from blocky.prograsonne.draw.tiles import EMPTY, LINE, draw_tiles, fit_around, outline, unit
from blocky.prograsonne.hexes import CELLS, Cell, opposite
from blocky.prograsonne.walk import Node, beyond

__all__ = ["Joint", "draw_graph", "fit_tiles", "forest", "graph", "joints", "node_text", "nodes",
           "place_of"]

#: Two nodes that meet, and the edge of the first where they do.
Joint = tuple[Node, Node, int]


def nodes(board: Board) -> list[Node]:
    """Return the segments of a board, in the order in which their tiles were placed."""
    return [(cell, segment) for cell, placed in board.tiles.items()
            for segment in placed.tile.segments]


def joints(board: Board) -> list[Joint]:
    """Return the joints, places where two segments meet, each once.

    The first node of each joint is the one on the tile placed later.
    """
    order_of_placing = {cell: number for number, cell in enumerate(board.tiles)}
    all_joints: list[Joint] = []
    for node in nodes(board):
        cell, _ = node
        for cell_beyond, edge in beyond(node):
            if cell_beyond not in order_of_placing:
                continue
            if order_of_placing[cell_beyond] < order_of_placing[cell]:
                tile_beyond = board.tiles[cell_beyond].tile
                node_beyond = (cell_beyond, tile_beyond.segment_at(opposite(edge)))
                all_joints.append((node, node_beyond, edge))
    return all_joints


def node_text(node: Node) -> str:
    """Return a node in words: its cell, and the kind and edges of its segment.

    >>> from blocky.prograsonne.tiles import Tile
    >>> node_text(((3, 2), Tile("CGGCGG").segments[1]))
    '(3, 2) city 4'
    """
    return say("{cell} {segment}", cell=node[0], segment=segment_text(node[1]))


def place_of(node: Node) -> Point:
    """Return the place of a node on the board."""
    cell, segment = node
    return moved(centre(cell), heart(segment))


def fit_tiles(ax: Axes, board: Board, more: Iterable[Cell] = ()) -> None:
    """Set axes to show the tiles of a board, the cells in ``more``, and some cells around them."""
    cells = {*board.tiles, *more} or CELLS
    fit_around(ax, list(map(centre, cells)), (1.4, 1.4), least=3)


@own_settings
def graph(board: Board, ax: Axes | None = None, *, names: Sequence[str] | None = None) -> Picture:
    """Return the picture of a board with its graph.

    ``names`` are written in the first nodes, in the order of ``nodes``.
    """
    ax = ax or new_axes(5, 4.2)
    fit_tiles(ax, board)
    all_nodes = nodes(board)
    all_joints = joints(board)
    draw_graph(board, board.tiles, ax, all_nodes, all_joints,
               texts=dict(zip(all_nodes, names or (), strict=False)))
    return picture_on(ax, say_count(
        "The graph of a board: {nodes} segments, and {count} place where two of them meet",
        "The graph of a board: {nodes} segments, and {count} places where two of them meet",
        len(all_joints), nodes=len(all_nodes)))


def draw_graph(board: Board, cells: Collection[Cell], ax: Axes, shown: Collection[Node],
               met: Iterable[Joint], *, texts: Mapping[Node, str] | None = None,
               done: Collection[Node] = (), waiting: Collection[Node] = (),
               here: Node | None = None) -> None:
    """Draw the tiles of a board on some cells, and over them part of its graph.

    That part is the nodes ``shown`` and the joints ``met``. ``texts`` are written in their nodes.
    Nodes are white, those in ``done`` are filled, those in ``waiting`` have a dotted ring, and the
    node ``here`` has a second ring.
    """
    point = unit(ax)
    outline(ax, [centre(cell) for cell in CELLS if cell not in cells], facecolor=EMPTY,
            edgecolor=LINE, linewidth=0.03 * point)
    draw_tiles(ax, [(centre(cell), board.tiles[cell].tile) for cell in cells], houses=False,
               alpha=0.6)
    circles = []
    for node in shown:
        fill = MARK if node in done else "white"
        ink, dashes = (MARK, ":") if node in waiting else (INK, "-")
        ring = placed([(place_of(node), disc(0.27))])
        circles.append(Shape(ring, fill, ink, width=0.08 * point, dashes=dashes))
    if here is not None:
        second_ring = placed([(place_of(here), disc(0.4))])
        circles.append(Shape(second_ring, "none", MARK, width=0.1 * point))
    draw_network(ax, [_edge_of(joint, 0.09 * point) for joint in met], circles)
    labels = []
    for node, text in (texts or {}).items():
        x, y = place_of(node)
        labels.append((x, y, text, 0.32 * point, "white" if node in done else INK))
    ax.add_artist(Labels(labels, weight="bold"))


def _edge_of(joint: Joint, width: float) -> Edge:
    """Return the line between the nodes of a joint, through the middle of the edge between them."""
    node, node_beyond, edge = joint
    cell, _ = node
    where_they_meet = moved(centre(cell), middle(edge))
    return Edge([place_of(node), where_they_meet, place_of(node_beyond)], INK, width)


@own_settings
def forest(parents: Sequence[int], ax: Axes | None = None, *, marked: Collection[int] = ()
           ) -> Picture:
    """Return the picture of a forest: the elements 0, 1, 2, ... below their parents.

    ``parents`` has the parent of each element; a root is its own parent. The way from each
    ``marked`` element to its root is marked.
    """
    ax = ax or new_axes(5, 3)
    places = _places_in_forest(parents)
    # a small forest has as much room as one of 8 leaves and 3 levels
    width = max([8, *(x + 1 for x, _ in places.values())])
    depth = max([2, *(y for _, y in places.values())])
    bare(ax, xlim=(-0.6, width - 0.4), ylim=(depth + 0.6, -0.6))
    across, down = extent(ax)  # in pixels
    size = min(0.34 * across * 72 / DPI / width, 9.0)  # of the numbers, in points
    # Circles have their size in units of a letter's size; this changes it to units of the axes.
    to_axes = Affine2D().scale(size * DPI / 72).scale((width + 0.2) / across, (depth + 1.2) / down)

    def ring(element: int, radius: float, fill: str, ink: str, line: float) -> Shape:
        """Return a circle around an element, with its radius in units of a letter's size."""
        to_place = to_axes.frozen().translate(*places[element])
        return Shape(disc(radius).transformed(to_place), fill, ink, width=line)

    on_marked_way = {step for element in marked for step in _way(parents, element)}
    roots = [element for element, parent in enumerate(parents) if element == parent]
    edges = []
    texts = []
    for element, parent in enumerate(parents):
        if element != parent:
            ink, edge_width = (MARK, 2.6) if element in on_marked_way else (PALE, 1.2)
            edges.append(Edge([places[element], places[parent]], ink, edge_width))
            texts.append(say("{element} below {parent}", element=element, parent=parent))
    rings = [ring(element, 1.15, "white", MARK if element in on_marked_way else INK, 1.4)
             for element in places]
    rings += [ring(root, 1.45, "none", INK, 0.9) for root in roots]
    draw_network(ax, edges, rings)
    ax.add_artist(Labels([(x, y, str(element), size, INK) for element, (x, y) in places.items()],
                         weight="bold"))
    return picture_on(ax, say(
        "A forest with the roots {roots}; {below}", roots=", ".join(map(str, roots)) or say("none"),
        below="; ".join(texts) or say("nothing else")))


def _places_in_forest(parents: Sequence[int]) -> dict[int, Point]:
    """Return the place of each element: x as ``arrange`` gives it, y the depth."""
    children: dict[int | None, list[int]] = {}  # the roots are those of None, so that it's one tree
    for element, parent in enumerate(parents):
        is_root = element == parent
        children.setdefault(None if is_root else parent, []).append(element)
    places: dict[int, Point] = {}
    for element, x in arrange(None, lambda parent: children.get(parent, [])):
        if element is not None:
            depth = len(_way(parents, element)) - 1
            places[element] = (x, depth)
    return places


def _way(parents: Sequence[int], element: int) -> list[int]:
    """Return the elements from an element up to its root, both included."""
    way = [element]
    while parents[way[-1]] != way[-1]:
        way.append(parents[way[-1]])
    return way
