"""The picture of a turn as a tree of choices: a source, a colour there, a line."""

from collections import Counter
from collections.abc import Sequence
from typing import Any, cast

from matplotlib.axes import Axes

from blocky.blue.board import obstacle
from blocky.blue.draw.looks import PALETTES
from blocky.blue.position import Position
from blocky.blue.rules import COLOURS, SIDE, colour_name
from blocky.kit.draw.chart import finish
from blocky.kit.draw.picture import BAR, INK, MARK, PALE, bare, letters_over, palette_of
from blocky.kit.draw.tree import Edge, arrange, draw_network
from blocky.kit.language import mark, say

__all__ = ["Node", "combinations_text", "draw_choices", "draw_legal_counts", "tested"]

#: A node of the tree: the choices up to it, of source, colour and line.
Node = tuple[()] | tuple[int] | tuple[int, str] | tuple[int, str, int]

_WHY_NOT = mark({"full": "full", "colour": "other colour", "wall": "on the wall"})


def _obstacle(position: Position, colour: str, line: int) -> str | None:
    """Return why a line doesn't accept a colour, a key of _WHY_NOT; None if it does.

    Line 0 is the floor, which accepts every colour.
    """
    if line == 0:
        return None
    board = position.board
    return obstacle(line, board.lines[line - 1], board.wall[line - 1], colour)


def tested(position: Position) -> Counter[str]:
    """Count all combinations (source, colour, line) by the first test that each fails, or "legal".

    The tests, in this order: a tile is "there", the line is not "full", it has no other "colour",
    the row of the "wall" does not hold the colour.

    >>> sorted(tested(Position.deal(2, seed=1)).items())
    [('legal', 96), ('there', 84)]
    """
    lines = range(SIDE + 1)  # 0 is the floor
    counts = Counter(_obstacle(position, colour, line) or "legal"
                     for _, colour in position.takes for line in lines)
    combinations = len(position.sources) * len(COLOURS) * len(lines)
    counts["there"] = combinations - counts.total()
    return counts


def combinations_text(position: Position) -> str:
    """Return sentences on the combinations that ``tested`` counts."""
    found = tested(position)
    return say("A move needs a source (there are {sources}), one of 5 colours, and one of 6 places "
               "(5 lines and the floor). That makes {all} combinations. In {there} of them, the "
               "source doesn't have that colour. {full} are illegal because the line is full, and "
               "{colour} because the line has another colour. {wall} are illegal because the row "
               "of the wall already has the colour. The other {legal} are legal.",
               sources=len(position.sources),
               all=found.total(), **{key: found[key] for key in ("there", "full", "colour", "wall",
                                                                 "legal")})


def draw_choices(ax: Axes, position: Position, take: tuple[int, str] | None, line: int, *,
                 palette: str, letters: bool) -> dict[Node, tuple[float, float]]:
    """Draw the choices of a turn as a tree, with the lines only for one ``take``.

    The way to the choice of ``take`` and ``line`` is marked. Return the places of the nodes.
    """
    places = _places_of_choices(position, take)
    bare(ax, xlim=(-0.35, 4.15), ylim=(1.04, -0.04))
    chosen: Node = (*take, line) if take else ()
    on_way = {chosen[:length] for length in range(len(chosen) + 1)}  # the chosen one, those above
    edges = []
    for node, place in places.items():
        if not node:
            continue
        above = node[:-1]
        ink, width = (MARK, 2.2) if node in on_way else (PALE, 0.9)
        is_illegal = False
        if len(node) == 3:
            _, colour, its_line = node
            is_illegal = _obstacle(position, colour, its_line) is not None
        edges.append(Edge([places[above], place], ink, width, ":" if is_illegal else "-"))
    draw_network(ax, edges)
    size = min(9.5, 190 / max(1, len(position.takes)))
    for node, (x, y) in places.items():
        paint, text_ink, text = _label(position, node, palette, letters)
        ink, width = (MARK, 2) if node in on_way else (PALE, 0.7)
        is_line = len(node) == 3
        ax.text(x, y, text, fontsize=size, color=text_ink, va="center",
                ha="left" if is_line else "center",
                bbox={"boxstyle": "round,pad=0.25", "facecolor": paint, "edgecolor": ink,
                      "linewidth": width})
    return places


def _places_of_choices(position: Position, take: tuple[int, str] | None
                       ) -> dict[Node, tuple[float, float]]:
    """Return the place (x, y) of each node: the turn, sources, takes, and the lines of ``take``.

    x is the number of choices made, y is from 0 to 1.
    """
    takes = position.takes
    sources = list(dict.fromkeys(source for source, _ in takes))  # without repetitions
    below: dict[Node, list[Node]] = {(): [(source,) for source in sources]}
    for source, colour in takes:
        below.setdefault((source,), []).append((source, colour))
    last_row = len(takes) - 1
    top = cast(Node, ())
    places: dict[Node, tuple[float, float]] = {}
    for node, row in arrange(top, lambda node: below.get(node, [])):
        places[node] = (len(node), row / last_row if last_row > 0 else 0.5)
    if take:
        floor_last = [*range(1, SIDE + 1), 0]
        for number, line in enumerate(floor_last):
            places[*take, line] = (3, 0.1 + 0.8 * number / SIDE)
    return places


def _label(position: Position, node: Node, palette: str, letters: bool) -> tuple[Any, Any, str]:
    """Return the background, the ink and the text of a node.

    A node holds the choices made so far: none, a source, a colour, and a line or 0, the floor.
    """
    match node:
        case ():
            text = (say("Nothing is left.") if position.over else
                    say("Player {number}", number=position.turn + 1))
        case (source,):
            text = say("factory {number}", number=source) if source else say("centre")
        case (source, colour):
            paint = palette_of(PALETTES, palette)[colour]
            count = position.sources[source].count(colour)
            return ([part / 255 for part in paint], letters_over(paint),
                    f"{count} {colour.upper() if letters else colour_name(colour)}")
        case (_, colour, line):
            why = _obstacle(position, colour, line)
            name = say("line {number}", number=line) if line else say("floor")
            if why:
                return "white", "#6b6b6b", say("\N{MULTIPLICATION SIGN} {line}: {why}", line=name,
                                               why=say(_WHY_NOT[why]))
            text = name
    return "white", INK, text


def draw_legal_counts(ax: Axes, legal: Sequence[int]) -> None:
    """Draw the number of legal moves at each turn."""
    ax.bar(range(1, len(legal) + 1), legal, color=BAR, edgecolor=INK, linewidth=0.6)
    finish(ax, say("turn"), say("legal moves"), whole=(6, 6), xlim=(0.3, max(6, len(legal)) + 0.7))
