"""A linked list: nodes in a row, each with a value and a link to the next."""

from collections.abc import Sequence
from typing import Any

from matplotlib.axes import Axes

from blocky.kit.draw.cells import Labels
from blocky.kit.draw.picture import (
    DPI,
    INK,
    MARK,
    PALE,
    Picture,
    bare,
    corners,
    extent,
    new_axes,
    picture_on,
)
from blocky.kit.draw.settings import own_settings
from blocky.kit.draw.tree import Edge, Shape, draw_network
from blocky.kit.language import say, say_count

__all__ = ["linked", "listing"]

WIDTH, GAP, HEIGHT = 1.75, 0.8, 0.8
PART = 1.2  # the part of a node that its value takes


@own_settings
def linked(values: Sequence[Any], ax: Axes | None = None, *, followed: int = 0,
           removed: int | None = None) -> Picture:
    """Return the picture of a linked list with these values.

    ``followed`` is the number of links that are marked, from the link to the first node on. The
    link to the node with the index ``removed``, if that isn't None, leads to the node after it.
    """
    lefts = [GAP + number * (WIDTH + GAP) for number in range(len(values))]  # of the nodes
    left_of_none = GAP + len(values) * (WIDTH + GAP)
    least_width = 8.6 * (WIDTH + GAP)  # so that nodes of short lists aren't larger
    ax = bare(ax or new_axes(7.6, 1.1), ylim=(1.5, -1),
              xlim=(-1, max(left_of_none, least_width) + 1))
    boxes: list[Shape] = []
    lines: list[Edge] = []
    for number, left in enumerate(lefts):
        ink, style = (PALE, ":") if number == removed else (INK, "-")
        boxes.append(Shape(corners(left, -HEIGHT / 2, left + WIDTH, HEIGHT / 2), "none", ink, 1.3,
                           style))
        lines.append(Edge([(left + PART, -HEIGHT / 2), (left + PART, HEIGHT / 2)], ink, 1))
    lines += _links([*lefts, left_of_none], followed, removed)
    draw_network(ax, lines, boxes)
    texts = [(left + PART / 2, 0, str(value), 9 if len(str(value)) < 5 else 7.5, INK)
             for left, value in zip(lefts, values, strict=True)]
    ax.add_artist(Labels([*texts, (-0.5, 0, "first", 9, INK),
                          (left_of_none + 0.55, 0, "None", 9, INK)]))
    text = say("A linked list: {values}", values=", ".join(map(str, values)) or say("empty"))
    if removed is not None:
        return picture_on(ax, say("{list}; the link that led to {value} now leads to the node "
                                  "after {value}",
                                  list=text, value=values[removed]))
    if followed:
        return picture_on(ax, say_count("{list}; 1 link is followed",
                                        "{list}; {count} links are followed", followed, list=text))
    return picture_on(ax, text)


def _links(lefts: Sequence[float], followed: int, removed: int | None) -> list[Edge]:
    """Return the arrows to the left ends of all nodes and of None.

    ``lefts`` are these ends; the other parameters are as in ``linked``.
    """
    lines: list[Edge] = []
    for number, left in enumerate(lefts):
        is_link_of_list = number == 0  # it starts at the word "first", others within a node
        start = left - GAP if is_link_of_list else left - GAP - 0.28
        if number == removed:  # the link leads below the node to the one after it
            end = lefts[number + 1] + 0.5
            below_node = [(start, 0.0), (start, 1.1), (end, 1.1), (end, HEIGHT / 2 + 0.05)]
            lines += _arrow(below_node, marked=True)
        else:
            lines += _arrow([(start, 0), (left - 0.05, 0)], marked=number < followed)
    return lines


def _arrow(way: Sequence[tuple[float, float]], marked: bool) -> list[Edge]:
    """Return the lines of an arrow along the points of a way; its head points right, down or up."""
    ink, width = (MARK, 2.4) if marked else (INK, 1.3)
    (_, y_before), (x, y) = way[-2:]
    right = down = 0.0  # how far the head goes across or down; negative is up
    if y == y_before:
        right = 0.22
    else:
        down = 0.22 if y > y_before else -0.22
    head = [(x - right - 0.75 * down, y - down - 0.75 * right), (x, y),
            (x - right + 0.75 * down, y - down + 0.75 * right)]
    return [Edge(line, ink, width) for line in (way, head)]


# -- a list of lines ---------------------------------------------------------------------------

LINE = 18  # the height of a line of text in points


def listing(texts: Sequence[str], ax: Axes, head: str, at: int) -> None:
    """Write texts line by line under the heading ``head``, with ▶ at the text with index ``at``.

    There's no ▶ if ``at`` is -1. If there are too many texts, only those around ``at`` are written,
    and a last line says so.
    """
    _, height = extent(ax)
    height_in_points = height * 72 / DPI
    most = max(3, int(height_in_points / LINE) - 2)  # without the heading and the last line
    last_start = max(len(texts) - most, 0)
    first = min(max(at - most // 2, 0), last_start)
    lines = [head, *texts[first:first + most]]
    if len(texts) > most:
        lines.append(say("these are {shown} of {count}", shown=most, count=len(texts)))

    def height_of(row: int) -> float:
        """Return the place of a line from 0, at the bottom of the axes, to 1."""
        return 1 - (row + 0.7) * LINE / height_in_points

    labels = [(0.07 if row else 0.0, height_of(row), text, 9, INK)
              for row, text in enumerate(lines)]
    if at >= 0:
        labels.append((0.01, height_of(at - first + 1), "▶", 9, MARK))
    ax.add_artist(Labels(labels, left=True, whole=True))
