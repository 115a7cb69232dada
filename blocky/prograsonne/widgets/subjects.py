"""The view of a stepper on a function that walks over a board."""

from collections.abc import Iterable, Sequence
from typing import Any

from matplotlib.axes import Axes

from blocky.kit.calls import Call, Trace
from blocky.kit.draw.cells import Labels
from blocky.kit.draw.picture import INK, MARK, open_way
from blocky.kit.language import say, say_count
from blocky.kit.widgets.subjects import KeptValue, Subject, subject_for
from blocky.prograsonne.board import Board
from blocky.prograsonne.draw.graph import draw_graph, fit_tiles, joints, node_text, nodes, place_of
from blocky.prograsonne.draw.shapes import Point, centre
from blocky.prograsonne.draw.tiles import outline, unit
from blocky.prograsonne.hexes import CELLS, Cell
from blocky.prograsonne.tiles import Segment

__all__ = ["WalkSubject"]


@subject_for.register
def _(value: Board, args: tuple[Any, ...]) -> Subject:
    return WalkSubject(args)


class WalkSubject(Subject):
    """A function that goes over a board, from cell to cell or from node to node."""

    SQUARE = 3.1
    widths = (4.6, 2.6)

    def __init__(self, args: tuple[Any, ...]) -> None:
        self.titles = say("board, and the open calls"), ""
        self._board = next(arg for arg in args if isinstance(arg, Board))

    def note(self, value: Any) -> Any:
        """Return the recorded form of an argument or a result, a KeptValue with a short text."""
        if isinstance(value, Board):
            return KeptValue(say("board"))
        if _is_node(value):
            return KeptValue(node_text(value), value=value, distinguishes=True)
        if _is_cell(value):
            return KeptValue(str(value), value=value, distinguishes=True)
        if isinstance(value, (set, dict)):  # such as the cells that were visited
            return KeptValue(say_count("1 marked", "{count} marked", len(value)))
        return super().note(value)

    def watch(self, entered: bool, arguments: dict[str, Any], result: Any) -> list[Any]:
        """Return the cells and nodes in the sets and dicts among the arguments, sorted as text.

        A walk marks them in this way.
        """
        marked = set[Any]()
        for value in arguments.values():
            if isinstance(value, (set, dict)):
                marked.update(each for each in value if _is_cell(each) or _is_node(each))
        return sorted(marked, key=str)

    def label(self, call: Call) -> Sequence[str]:
        """Return two texts for the first cell or segment of a call: the whole, and its cell."""
        places = _places_of(call)
        if not places:
            return super().label(call)
        place, *_ = places
        return [str(place), str(_cell_of(place.value))]

    def begin(self, trace: Trace) -> None:
        """Take the record of a run, and find the cells that its pictures have to show."""
        super().begin(trace)
        self._cells_of_calls: set[Cell] = {
            _cell_of(place.value) for call in trace.calls for place in _places_of(call)}

    def draw(self, axes: Sequence[Axes], step: int, *, palette: str, letters: bool) -> None:
        """Draw the board, its marked cells or segments, and a line through those of the open calls.

        Beside them, two labels count what is marked, and the open calls.
        """
        ax, text_axes = axes
        board = self._board
        fit_tiles(ax, board, self._cells_of_calls)
        marked = self.trace.seen[step - 1] if step else []  # what ``watch`` returned
        open_calls = self.trace.stack(step)
        places: list[Any] = []  # the cells or segments of the open calls
        for call in open_calls:
            places += [recorded.value for recorded in _places_of(call)]
        goes_over_segments = any(map(_is_node, [*marked, *places]))
        if goes_over_segments:
            draw_graph(board, board.tiles, ax, nodes(board), joints(board),
                       done=list(filter(_is_node, marked)))
        else:
            draw_graph(board, board.tiles, ax, [], [], done=[])
            outline(ax, [centre(cell) for cell in marked], 0.8, facecolor=MARK, alpha=0.35)
        if places:
            open_way(ax, [_point_of(each) for each in places])
            present_cell = _cell_of(places[-1])
            outline(ax, [centre(present_cell)], edgecolor=MARK, linewidth=0.12 * unit(ax))
        lines = [say("marked: {count}", count=len(marked)),
                 say("open calls: {count}", count=len(open_calls))]
        labels = [(0.02, 0.9 - 0.09 * row, line, 9, INK) for row, line in enumerate(lines)]
        text_axes.add_artist(Labels(labels, left=True, whole=True))

    def step_text(self, step: int) -> str:
        """Return a sentence on what is marked."""
        marked: Iterable[Any] = self.trace.seen[step - 1] if step else []
        texts = [node_text(place) if _is_node(place) else str(place) for place in marked]
        return say("Marked: {marked}.", marked=", ".join(texts) or say("nothing"))


def _is_cell(value: Any) -> bool:
    """Whether a value is a cell of the board, a tuple of row and column."""
    return isinstance(value, tuple) and value in CELLS


def _is_node(value: Any) -> bool:
    """Whether a value is a node: a pair of a cell and a segment of the tile there."""
    if type(value) is not tuple or len(value) != 2:
        return False
    cell, segment = value
    return _is_cell(cell) and isinstance(segment, Segment)


def _places_of(call: Call) -> list[KeptValue]:
    """Return the recorded forms of the cells and nodes among the arguments of a call."""
    return [value for value in call.arguments.values()
            if isinstance(value, KeptValue) and value.value is not None]


def _cell_of(place: Any) -> Any:
    """Return the cell of a node, which is a pair of cell and segment; a cell as it is."""
    if not _is_node(place):
        return place
    cell, _segment = place
    return cell


def _point_of(place: Any) -> Point:
    """Return the point in the picture at which a cell or a node is drawn."""
    return place_of(place) if _is_node(place) else centre(place)
