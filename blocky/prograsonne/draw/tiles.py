"""Pictures of tiles and boards: grass, cities with walls, roads, rivers, and letters."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from matplotlib.axes import Axes
from matplotlib.patches import PathPatch
from matplotlib.path import Path

from blocky.kit.arguments import expect
from blocky.kit.draw.cells import Labels
from blocky.kit.draw.picture import (
    DPI,
    INK,
    MARK,
    Picture,
    bare,
    extent,
    new_axes,
    palette_of,
    picture_on,
)
from blocky.kit.draw.settings import own_settings
from blocky.kit.draw.values import draw_value
from blocky.kit.language import mark, say, say_count
from blocky.prograsonne.board import Board
from blocky.prograsonne.draw.shapes import (
    HIGH,
    WIDE,
    Point,
    centre,
    disc,
    hexagon,
    house,
    middle,
    moved,
    placed,
    segment_shape,
    wall,
)
from blocky.prograsonne.hexes import CELLS, Cell
from blocky.prograsonne.position import PrograsonnePosition
from blocky.prograsonne.tiles import CITY, RIVER, ROAD, Tile
from blocky.prograsonne.walk import Node

__all__ = ["LEAST_SIZE", "PALETTES", "board", "board_text", "draw_board", "draw_nodes",
           "draw_tiles", "fit", "fit_around", "outline", "outline_hint", "paint_of", "shape",
           "tile", "unit", "whole_board", "write_cells"]

#: The colours of the players.
PALETTES: dict[str, dict[int, tuple[int, int, int]]] = {
    mark("safe", "palette"): {1: (204, 51, 17), 2: (0, 119, 187)},
    mark("classic", "palette"): {1: (200, 30, 40), 2: (30, 60, 200)},
}

EMPTY, LINE = "#f4f1e8", "#c6c0b0"
GRASS, MEADOW = "#d3e4b0", "#93a873"
TOWN, WALL, ROOF = "#d9a06b", "#6b3f1d", "#fbeedd"
WAY, VERGE = "#fffaf0", "#6f6250"
WATER, BANK = "#4aa3d8", "#1f5f8b"
NOBODY = "#77736a"
HINTED = "#ffd500"

#: The smallest letters that can be read, in points.
LEAST_SIZE = 5.0

#: The sizes of a lake and a spring; other ends of roads and rivers are smaller.
END_SIZES = {"GGGGGR": 0.34, "GGRGGG": 0.17}


def paint_of(player: int | None, palette: str) -> str:
    """Return the colour of a player, or of nobody, such as "#cc3311"."""
    paints = palette_of(PALETTES, palette)
    if not player:
        return NOBODY
    red, green, blue = paints[player]
    return f"#{red:02x}{green:02x}{blue:02x}"


def fit(ax: Axes, wide: float, high: float) -> None:
    """Set axes to show a part of a board from (0, 0) on, y downwards."""
    bare(ax, xlim=(-0.06, wide + 0.06), ylim=(high + 0.06, -0.06), aspect="equal")


def fit_around(ax: Axes, places: Collection[Point], room: Point, least: float) -> None:
    """Set axes to show places with some room around them.

    ``room`` is the room to the left and right, and the room above and below. At least the length
    ``least`` is shown on each side of the middle of the places.
    """
    xs, ys = zip(*places, strict=True)
    room_across, room_down = room
    left, right = _limits(xs, room_across, least)
    top, bottom = _limits(ys, room_down, least)
    bare(ax, xlim=(left, right), ylim=(bottom, top), aspect="equal")  # y points downwards


def _limits(numbers: Sequence[float], room: float, least: float) -> tuple[float, float]:
    """Return the limits of an axis that shows some numbers: see ``fit_around``."""
    middle = (min(numbers) + max(numbers)) / 2
    half = max((max(numbers) - min(numbers)) / 2 + room, least)
    return middle - half, middle + half


def whole_board(ax: Axes | None) -> Axes:
    """Set axes, given or of a new figure, to show a whole board; return them."""
    ax = ax or new_axes(5, 5 * HIGH / WIDE)
    fit(ax, WIDE, HIGH)
    return ax


def shape(ax: Axes, path: Path, **style: Any) -> None:
    """Draw a path, if there is anything in it."""
    if len(path):
        ax.add_artist(PathPatch(path, **{"facecolor": "none", "edgecolor": "none", **style}))


def outline(ax: Axes, places: Iterable[Point], radius: float = 1.0, **style: Any) -> None:
    """Draw hexagons around places."""
    shape(ax, placed((place, hexagon(radius)) for place in places), **style)


def outline_hint(ax: Axes, cells: Collection[Cell], radius: float) -> None:
    """Draw the outline of a hint around each of the cells."""
    for colour, width in ((INK, 0.24), (HINTED, 0.17)):
        outline(ax, map(centre, cells), radius, edgecolor=colour, linewidth=width * unit(ax))


def unit(ax: Axes) -> float:
    """Return the length of a unit of the axes in points, for letters and lines in proportion."""
    left, right = ax.get_xlim()
    bottom, top = ax.get_ylim()
    width, height = extent(ax)  # in pixels
    pixels = min(width / abs(right - left), height / abs(top - bottom))
    return pixels * 72 / DPI


def draw_tiles(ax: Axes, tiles: list[tuple[Point, Tile]], letters: bool = False,
               frames: Iterable[tuple[list[Point], dict[str, Any]]] = (), houses: bool = True,
               covered: Collection[Point] = (), **style: Any) -> None:
    """Draw tiles around places: all grass first, then all cities, frames, rivers and roads.

    ``tiles`` are pairs of a place and a tile. ``frames`` are pairs of places and the style of the
    frames around them. With ``houses`` there's a house in each city, if there are no letters.
    Letters are left out where they could not be read, on tiles at the ``covered`` places, and with
    a ``transform`` in ``style``, since they would not turn.
    """
    point = unit(ax)
    size = 0.3 * point
    letters = letters and size >= LEAST_SIZE
    cities = [(place, segment) for place, tile in tiles for segment in tile.segments
              if segment.kind == CITY]
    outline(ax, [place for place, _ in tiles], facecolor=GRASS, edgecolor=MEADOW,
            linewidth=0.035 * point, **style)
    shape(ax, placed((place, segment_shape(segment)) for place, segment in cities),
          facecolor=TOWN, **style)
    shape(ax, placed((place, wall(segment)) for place, segment in cities),
          edgecolor=WALL, linewidth=0.09 * point, **style)
    for places, looks in frames:
        outline(ax, places, 0.91, linewidth=0.11 * point, **looks)
    _draw_ways(ax, tiles, RIVER, fill=WATER, edge=BANK, end=0.3, style=style)
    _draw_ways(ax, tiles, ROAD, fill=WAY, edge=VERGE, end=0.5, style=style)
    if houses and not letters:
        shape(ax, placed((moved(place, _house_place(segment.edges)), house())
                         for place, segment in cities),
              facecolor=ROOF, edgecolor=WALL, linewidth=0.04 * point, **style)
    if letters and "transform" not in style:
        _write_letters(ax, [(place, tile) for place, tile in tiles if place not in covered], size)


def _write_letters(ax: Axes, tiles: Iterable[tuple[Point, Tile]], size: float) -> None:
    """Write the letter of each edge of tiles, ``size`` points high."""
    labels = []
    for place, tile in tiles:
        for edge, letter in enumerate(tile.letters, start=1):
            labels.append((*moved(place, middle(edge, 0.74)), letter, size, INK))
    ax.add_artist(Labels(labels, weight="bold"))


def _draw_ways(ax: Axes, tiles: Iterable[tuple[Point, Tile]], kind: str, fill: str, edge: str,
               end: float, style: Mapping[str, Any]) -> None:
    """Draw the rivers or the roads of tiles, in the colour ``fill`` between edges of ``edge``.

    A way with a single edge ends in a disc; ``end`` is how far out its middle is.
    """
    point = unit(ax)
    lines = []
    discs = []
    for place, tile in tiles:
        for segment in tile.segments:
            if segment.kind != kind:
                continue
            lines.append((place, segment_shape(segment)))
            if len(segment.edges) == 1:
                [only_edge] = segment.edges
                place_of_end = moved(place, middle(only_edge, part=end))
                discs.append((place_of_end, disc(END_SIZES.get(tile.type, 0.13))))
    all_lines = placed(lines)
    all_discs = placed(discs)
    # first all edges, then all fills over them, so that no edge crosses a way
    shape(ax, all_discs, facecolor=fill, edgecolor=edge, linewidth=0.1 * point, **style)
    shape(ax, all_lines, edgecolor=edge, linewidth=0.3 * point, capstyle="butt", **style)
    shape(ax, all_lines, edgecolor=fill, linewidth=0.19 * point, capstyle="butt", **style)
    shape(ax, all_discs, facecolor=fill, **style)


def _house_place(edges: tuple[int, ...]) -> Point:
    """Return the place of the house in a city, measured from the middle of its cell."""
    distance = 0.72 if len(edges) == 1 else 0.62
    places = [middle(edge, distance) for edge in edges]
    first, *others = edges
    goes_straight_through = others == [first + 3]
    if goes_straight_through:  # at one end, as another segment may cross the middle
        return places[0]
    x = sum(x for x, _ in places) / len(edges)
    y = sum(y for _, y in places) / len(edges)
    return x, y


def draw_nodes(ax: Axes, nodes: Iterable[Node]) -> None:
    """Mark segments on a board: fill cities, and draw over roads and rivers."""
    point = unit(ax)
    for cell, segment in nodes:
        path = placed([(centre(cell), segment_shape(segment))])
        if segment.kind == CITY:
            shape(ax, path, facecolor=MARK, edgecolor=MARK, alpha=0.45, linewidth=0.05 * point)
        else:
            shape(ax, path, edgecolor=MARK, alpha=0.85, linewidth=0.17 * point)


@own_settings
def board(board: Board, ax: Axes | None = None, *, letters: bool = False, palette: str = "safe",
          cells: bool = False) -> Picture:
    """Return the picture of a board: its tiles, each framed in the colour of its player.

    With ``cells`` the row and the column of each cell are written in it.
    """
    expect("board", board, Board, say("a Board such as game.board"))
    ax = whole_board(ax)
    draw_board(board, ax, letters, palette)
    if cells:
        write_cells(ax, board)
    return picture_on(ax, board_text(board))


@draw_value.register
def _(value: PrograsonnePosition, ax: Axes, **looks: Any) -> str:
    return board(value.board, ax, **looks).alt


def write_cells(ax: Axes, board: Board) -> None:
    """Write the row and column of each cell: in its upper part, or in the middle of its tile."""
    labels = []
    for row, column in CELLS:
        x, y = centre((row, column))
        if (row, column) in board.tiles:
            shape(ax, placed([((x, y), disc(0.3))]), facecolor="white", alpha=0.85, zorder=3)
        else:
            y -= 0.5
        labels.append((x, y, f"{row}, {column}", 0.26 * unit(ax), INK))
    ax.add_artist(Labels(labels))


class _FrameStyle(NamedTuple):
    """The frame of the tiles with a ``sign`` in ``Board.colours``: whose it is, and its dashes."""

    sign: str
    player: int | None
    dashes: Any


_FRAME_STYLES = (_FrameStyle("-", None, "-"), _FrameStyle("1", 1, "-"),
                 _FrameStyle("2", 2, (0, (2.2, 0.8))))


def draw_board(board: Board, ax: Axes, letters: bool, palette: str,
               covered: Collection[Cell] = ()) -> None:
    """Draw a board on axes that are set to show it, each tile framed in its owner's colour.

    Tiles on ``covered`` cells have no letters.
    """
    empty = [centre(cell) for cell in CELLS if cell not in board.tiles]
    outline(ax, empty, facecolor=EMPTY, edgecolor=LINE, linewidth=0.03 * unit(ax))
    colours = board.colours()
    frames = []
    for style in _FRAME_STYLES:
        framed = [centre((row, column)) for row, column in board.tiles
                  if colours[row][column] == style.sign]
        looks = {"edgecolor": paint_of(style.player, palette), "linestyle": style.dashes}
        frames.append((framed, looks))
    tiles = [(centre(cell), placed.tile) for cell, placed in board.tiles.items()]
    draw_tiles(ax, tiles, letters, frames, covered=[centre(cell) for cell in covered])


def board_text(board: Board) -> str:
    """Describe a board in words: its tiles, row by row, and the scores."""
    signs = board.colours()
    names = {"1": say("red"), "2": say("blue"), "-": say("neutral")}
    texts = []
    for (row, column), placed_tile in sorted(board.tiles.items()):
        tile = placed_tile.tile
        texts.append(say_count(
            "{cell} {type} rotated {count} time, {colour}",
            "{cell} {type} rotated {count} times, {colour}", tile.turns, cell=(row, column),
            type=tile.type, colour=names[signs[row][column]]))
    one, two = board.scores()
    return say("A Prograsonne board. Player 1 (red) has {one}, player 2 (blue) has {two}. Tiles: "
               "{tiles}.", one=one, two=two, tiles="; ".join(texts) or say("none"))


@own_settings
def tile(type: str, turns: int = 0, ax: Axes | None = None, *, letters: bool = True) -> Picture:
    """Return the picture of one tile, by default with the letters of its edges."""
    ax = ax or new_axes(2, 2)
    fit(ax, 2, 2)
    rotated = Tile(type, turns)
    draw_tiles(ax, [((1, 1), rotated)], letters)
    return picture_on(ax, say_count(
        "The tile {type}, rotated {count} time; its edges are {letters}",
        "The tile {type}, rotated {count} times; its edges are {letters}", turns,
        type=type, letters=rotated.letters))


@draw_value.register
def _(value: Tile, ax: Axes, letters: bool = True, **looks: Any) -> str:
    return tile(value.type, value.turns, ax, letters=letters).alt
