"""Segments in words, and a tile with its segments marked."""

from collections.abc import Mapping
from string import ascii_uppercase

from matplotlib.axes import Axes

from blocky.kit.draw.cells import Labels, headed
from blocky.kit.draw.picture import INK, MARK, Picture, new_axes, picture_on
from blocky.kit.draw.settings import own_settings
from blocky.kit.draw.tree import Edge, Shape, draw_network
from blocky.kit.language import say, say_count
from blocky.prograsonne.draw.shapes import Point, disc, middle, moved, placed
from blocky.prograsonne.draw.tiles import draw_tiles, fit, unit
from blocky.prograsonne.hexes import EDGES
from blocky.prograsonne.tiles import CITY, RIVER, Segment, Tile

__all__ = ["heart", "kind_text", "parts", "segment_text"]

#: How far the sign of a segment is from the middle of its cell, as a part of the way to an edge:
#: of a segment with a single edge, and of one that goes straight through the cell. With other
#: edges, this is the part for each of them, and the sign is in the middle of these places. A city
#: lies along its edges, so its sign is nearer to them than that of a road or river.
SINGLE = 0.6
STRAIGHT = 0.45
CITY_PART = 0.62
WAY_PART = 0.5


def kind_text(segment: Segment) -> str:
    """Return the kind of a segment in words."""
    if segment.kind == CITY:
        return say("city")
    return say("river") if segment.kind == RIVER else say("road")


def segment_text(segment: Segment) -> str:
    """Return a segment in words: its kind and its edges.

    >>> segment_text(Segment("city", (1, 5, 6)))
    'city 1 5 6'
    """
    return say("{kind} {edges}", kind=kind_text(segment), edges=" ".join(map(str, segment.edges)))


def heart(segment: Segment) -> Point:
    """Return where the sign of a segment is drawn, measured from the middle of its cell.

    >>> heart(Segment("road", (1, 2, 4, 5)))
    (0.0, 0.0)
    """
    edges = segment.edges
    if len(edges) == 1:
        [edge] = edges
        return middle(edge, SINGLE)
    goes_straight_through = len(edges) == 2 and edges[1] - edges[0] == 3
    if goes_straight_through:  # not in the middle, where another segment may cross it
        first_edge, _ = edges
        return middle(first_edge, STRAIGHT)
    part = CITY_PART if segment.kind == CITY else WAY_PART
    places = [middle(edge, part) for edge in edges]
    return (round(sum(x for x, _ in places) / len(edges), 3),
            round(sum(y for _, y in places) / len(edges), 3))


@own_settings
def parts(tile: Tile, ax: Axes | None = None, *, marks: bool = True) -> Picture:
    """Return the picture of a tile, with the letter and the number of each edge.

    With ``marks`` each segment has a sign, A, B and so on, with lines to its edges.
    """
    ax = ax or new_axes(3.2, 3, head=0.25)
    fit(ax, 2.7, 2.5)
    place = (1.35, 1.25)
    draw_tiles(ax, [(place, tile)], houses=not marks)
    labels = []
    for edge, letter in zip(EDGES, tile.letters, strict=True):
        x, y = moved(place, middle(edge, 1.2))
        labels.append((x, y, f"{letter}{edge}", 0.17 * unit(ax), INK))
    ax.add_artist(Labels(labels, weight="bold"))
    signs = dict(zip(tile.segments, ascii_uppercase, strict=False))
    if marks:
        _draw_signs(ax, place, signs)
    headed(ax, say_count("{type}, rotated {count} time", "{type}, rotated {count} times",
                         tile.turns, type=tile.type))
    text = say_count("The tile {type}, rotated {count} time, shows {letters}",
                     "The tile {type}, rotated {count} times, shows {letters}", tile.turns,
                     type=tile.type, letters=tile.letters)
    if not marks:
        return picture_on(ax, text)
    listed = "; ".join(say("{sign} {segment}", sign=sign, segment=segment_text(segment))
                       for segment, sign in signs.items())
    return picture_on(ax, say("{tile}. Its segments: {segments}", tile=text,
                              segments=listed or say("none")))


def _draw_signs(ax: Axes, place: Point, signs: Mapping[Segment, str]) -> None:
    """Draw the sign of each segment of the tile at a place, in a circle with lines to its edges."""
    point = unit(ax)
    lines = []
    circles = []
    labels = []
    for segment, sign in signs.items():
        place_of_sign = moved(place, heart(segment))
        for edge in segment.edges:
            near_edge = moved(place, middle(edge, part=0.86))
            lines.append(Edge([place_of_sign, near_edge], MARK, width=0.05 * point))
        circle = placed([(place_of_sign, disc(0.14))])
        circles.append(Shape(circle, "white", MARK, width=0.035 * point))
        labels.append((*place_of_sign, sign, 0.18 * point, INK))
    draw_network(ax, lines, circles)
    ax.add_artist(Labels(labels, weight="bold"))
