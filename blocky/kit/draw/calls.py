"""The tree of calls of a recorded run, with their results."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from matplotlib.axes import Axes

from blocky.kit.calls import Call, Trace, short
from blocky.kit.draw.cells import Labels
from blocky.kit.draw.picture import (
    INK,
    MARK,
    PALE,
    Picture,
    clear,
    corners,
    extent,
    new_axes,
    picture_on,
)
from blocky.kit.draw.settings import own_settings
from blocky.kit.draw.tree import Edge, Shape, arrange, draw_network
from blocky.kit.language import say, say_count

__all__ = ["CallNode", "Wordings", "arrange_calls", "calls", "row_height"]

#: Returns texts on a call, the longest first.
Wordings = Callable[[Call], Sequence[str]]

#: The most leaves and rows of a picture, and the most nodes below a node, without gaps.
MOST_LEAVES = 24
MOST_LEVELS = 7
MOST_CHILDREN = 8

#: The frame of a call that raised an error, and what fills it.
FAILED = "#b00020"
PALE_FAILED = "#fdecef"

#: What fills a call that has returned.
RETURNED = "#e4ecf4"

#: The width of a letter, the free space in a box, and the widest box, in pixels.
LETTER = 6.2
PADDING = 6
WIDEST = 150

#: The greatest height of a row, in pixels.
HIGHEST_ROW = 62


@dataclass
class CallNode:
    """A node of the picture.

    Attributes:
        call: the call; None for a gap, which stands for several calls.
        since: the number of the step in which the call, or the first of the gap, is entered.
        hidden: the number of calls below the call, or in the gap, that have no node.
        x: the place across the picture, from 0 to 1.
        level: the row, from 0.
        room: the share of the width that is free for the node.
    """

    call: Call | None
    since: int
    hidden: int = 0
    children: list[CallNode] = field(default_factory=list)
    x: float = 0
    level: int = 0
    room: float = 1

    def nodes(self) -> list[CallNode]:
        """Return this node and all below it."""
        return [self, *(node for child in self.children for node in child.nodes())]


def arrange_calls(trace: Trace, at: int) -> CallNode:
    """Return the nodes for a picture of the trace that shows call ``at``.

    A small trace is shown whole, so that its calls keep their places. Of a large one, the picture
    has the path from the first call to ``at``, with a gap in the middle if it is long, and as many
    of the other calls as fit.
    """
    counts_below = _counts_below(trace)
    path = _path_to(trace, at)
    left_out = _depths_left_out(path)
    most_leaves_each = _most_leaves_each(trace, path)
    top = _node(trace, 0, counts_below, 0)
    # first the nodes on the path, with the other calls that each call on it made
    node = top
    not_expanded = [top]
    leaves = 1  # the number of leaves so far
    for depth, number in enumerate(path[1:], start=1):
        if depth in left_out:
            continue
        is_after_gap = bool(left_out) and depth == left_out.stop
        if is_after_gap:
            since = trace.calls[path[left_out.start]].entered
            node = _put_gap_below(node, since, _node(trace, number, counts_below, node.level + 2))
        else:
            leaves += _expand(node, trace, counts_below, most_leaves_each, on_path=number)
            not_expanded += [child for child in node.children if child.call]
        node = _child_of_call(node, trace.calls[number])
    # then the calls below the nodes beside the path, and below ``at``
    not_expanded.append(node)
    _expand_others(not_expanded, leaves, trace, counts_below)
    _place(top)
    return top


def _child_of_call(node: CallNode, call: Call) -> CallNode:
    """Return the child of a node that shows a call."""
    return next(child for child in node.children if child.call is call)


def _path_to(trace: Trace, number: int) -> list[int]:
    """Return the numbers of the calls from the first one down to a call."""
    path = [number]
    parent = trace.calls[number].parent
    while parent is not None:
        path.append(parent)
        parent = trace.calls[parent].parent
    path.reverse()
    return path


def _depths_left_out(path: Sequence[int]) -> range:
    """Return the depths of a path to a call at which it has a gap; a short path has none.

    Of a long path, the first two and the last three calls are shown, and one row stays empty for
    the calls below.
    """
    if len(path) <= MOST_LEVELS:
        return range(0)
    return range(2, len(path) - MOST_LEVELS + 4)


def _most_leaves_each(trace: Trace, path: Sequence[int]) -> int:
    """Return how many leaves each call on the ``path`` may add to the picture."""
    if _fits(trace):
        return MOST_CHILDREN
    levels_below_top = min(len(path), MOST_LEVELS) - 1
    return (MOST_LEAVES - 1) // max(1, levels_below_top)


def _put_gap_below(node: CallNode, since: int, after_gap: CallNode) -> CallNode:
    """Put a gap below a node, and below the gap ``after_gap``, a node further down; return the gap.

    ``since`` is the step in which the first call in the gap is entered.
    """
    hidden_in_gap = node.hidden - 1 - after_gap.hidden  # without the call ``after_gap``
    gap = CallNode(None, since, hidden_in_gap, [after_gap], level=node.level + 1)
    node.hidden = 0
    node.children = [gap]
    return gap


def _expand_others(nodes: Iterable[CallNode], leaves: int, trace: Trace, counts_below: list[int]
                   ) -> None:
    """Put below each of ``nodes`` the calls that it made, below these theirs, and so on.

    The upper rows come first, and a node that would need too many leaves or rows stays a leaf.
    ``leaves`` is the number of leaves so far.
    """
    queue = deque(sorted(nodes, key=lambda node: node.level))
    while queue:
        node = queue.popleft()
        call = node.call
        if call is None or node.children or not call.children:
            continue
        nodes_below = min(len(call.children), MOST_CHILDREN + 1)  # the last one may be a gap
        leaves_then = leaves + nodes_below - 1
        if leaves_then <= MOST_LEAVES and node.level + 1 < MOST_LEVELS:
            leaves += _expand(node, trace, counts_below, MOST_CHILDREN + 1, on_path=None)
            queue.extend(node.children)


def _fits(trace: Trace) -> bool:
    """Return whether a trace is small enough to show all of its calls."""
    leaves = [call for call in trace.calls if not call.children]
    return (len(trace.calls) <= MOST_LEAVES * MOST_LEVELS
            and trace.depth <= MOST_LEVELS
            and len(leaves) <= MOST_LEAVES
            and all(len(call.children) <= MOST_CHILDREN for call in trace.calls))


def _node(trace: Trace, number: int, counts_below: list[int], level: int) -> CallNode:
    """Return the node of a call, without children yet."""
    call = trace.calls[number]
    return CallNode(call, call.entered, counts_below[number], level=level)


def _expand(node: CallNode, trace: Trace, counts_below: list[int], most_added: int,
            on_path: int | None) -> int:
    """Put the calls made by a call below its node; return the number of leaves that this adds.

    This number is at most ``most_added``. Of many calls, only some are shown, among them the one
    with the number ``on_path``; a gap stands for the calls before these, and one for those after.
    """
    assert node.call is not None
    numbers = node.call.children
    shown = _range_shown(numbers, most_added, on_path)
    level = node.level + 1
    node.children = [
        *_gap(numbers[:shown.start], trace, counts_below, level),
        *(_node(trace, numbers[index], counts_below, level) for index in shown),
        *_gap(numbers[shown.stop:], trace, counts_below, level)]
    node.hidden = 0
    return len(node.children) - 1  # the node itself was a leaf


def _range_shown(numbers: Sequence[int], most_added: int, on_path: int | None) -> range:
    """Return the range of the indices in ``numbers`` of the calls to show.

    These are all calls, if they add at most ``most_added`` leaves. Otherwise there are so few that
    two gaps fit beside them, and the call with the number ``on_path`` is as near as possible to
    their middle; if that is None, they are the first calls.
    """
    if len(numbers) <= min(most_added + 1, MOST_CHILDREN):  # + 1: their parent was a leaf
        return range(len(numbers))
    width = max(1, min(most_added - 1, MOST_CHILDREN))  # two gaps more, one leaf less: their parent
    first = 0
    if on_path is not None:
        first = max(0, numbers.index(on_path) - width // 2)
    last_possible = len(numbers) - width
    first = min(first, last_possible)
    return range(first, first + width)


def _gap(numbers: Sequence[int], trace: Trace, counts_below: list[int], level: int
         ) -> list[CallNode]:
    """Return a list with a gap for the calls with ``numbers``, which aren't shown; [] for none.

    ``below`` has the number of calls below each call.
    """
    if not numbers:
        return []
    hidden = sum(counts_below[number] + 1 for number in numbers)
    return [CallNode(None, trace.calls[numbers[0]].entered, hidden, level=level)]


def _counts_below(trace: Trace) -> list[int]:
    """Return the number of calls below each call, by the numbers of the calls."""
    counts = [0] * len(trace.calls)
    for call in reversed(trace.calls):
        if call.parent is not None:
            counts[call.parent] += counts[call.number] + 1
    return counts


def _place(top: CallNode) -> None:
    """Give each node its place across the picture, and its room.

    A node may fill the columns of the leaves below it. It's drawn around its place, which needn't
    be in the middle of these columns: so its room reaches equally far to both sides.
    """
    placed = list(arrange(top, lambda node: node.children))
    leaves = sum(not node.children for node, _ in placed)
    columns: dict[int, tuple[float, float]] = {}  # by the node's id, their left and right ends
    for node, x in reversed(placed):  # the children come before their parents
        node.x = (x + 0.5) / leaves
        if node.children:
            left, _ = columns[id(node.children[0])]
            _, right = columns[id(node.children[-1])]
        else:
            left, right = node.x - 0.5 / leaves, node.x + 0.5 / leaves
        columns[id(node)] = left, right
        node.room = 2 * min(node.x - left, right - node.x)


def row_height(top: CallNode, height: float) -> float:
    """Return the height of a row of calls in a picture of the given height."""
    rows = max(node.level for node in top.nodes()) + 1
    return min(height / rows, HIGHEST_ROW)


@own_settings
def calls(trace: Trace, step: int | None = None, ax: Axes | None = None, *,
          label: Wordings = lambda call: [str(call)],
          result: Wordings = lambda call: [short(call.result)],
          top: CallNode | None = None) -> Picture:
    """Draw the calls made within the first ``step`` steps, or for None in the whole run, on ``ax``.

    ``label`` and ``result`` return texts for a call and for its result, the longest first; ``top``
    has the nodes (``arrange_calls``). The call of the step is filled, open calls have a thick
    frame, and a call that has returned shows its result.
    """
    step = len(trace.steps) if step is None else step
    at = 0  # the number of the call that the step enters or leaves
    if step:
        _, at = trace.steps[step - 1]
    ax = ax or new_axes(8.4, 2.4)
    clear(ax)
    ax.set_axis_off()
    if not trace.calls:
        return picture_on(ax, say("No calls were recorded"))
    top = top or arrange_calls(trace, at)
    width, height = extent(ax)
    row = row_height(top, height)
    has_two_lines = row >= 40
    half = 15 if has_two_lines else 8  # half the height of a box
    lift = 5 if has_two_lines else 4  # for the number of hidden calls, below a box
    entered = [node for node in top.nodes() if 0 < node.since <= step]
    open_numbers = {call.number for call in trace.stack(step)}
    edges: list[Edge] = []
    boxes: list[Shape] = []
    labels: list[_Label] = []

    def place(node: CallNode) -> tuple[float, float]:
        """Return the middle of a node, in pixels; y grows downwards."""
        return node.x * width, (node.level + 0.5) * row - lift

    for node in entered:
        x, y = place(node)
        for child in node.children:
            if child.since <= step:
                ink, line_width = (MARK, 2.4) if _is_open(child, open_numbers) else (PALE, 1)
                edges.append(Edge([(x, y), place(child)], ink, line_width))
        if node.call is None:  # a gap, which is a text without a frame
            labels.append(_Label(x, y, _text_of_gap(node)))
            if node.children:
                boxes.append(Shape(corners(x - 28, y - 7, x + 28, y + 7), "white", "white", 0))
            continue
        call = node.call
        room = min(node.room * width - 4, WIDEST)
        text = _text(call, step, room, has_two_lines, label(call), result(call))
        side = _width_of_box(text, room) / 2
        is_here = call.number == at and step > 0
        look = _look(call, is_here, is_open=call.number in open_numbers)
        boxes.append(Shape(corners(x - side, y - half, x + side, y + half), look.fill, look.frame,
                           look.frame_width))
        if text:
            middle = y + 1 if has_two_lines else y
            labels.append(_Label(x, middle, text, ink=look.ink))
        if node.hidden and _has_ended(call, step):
            labels.append(_Label(x, y + half + 6, f"▾{node.hidden}"))
    draw_network(ax, edges, boxes)
    ax.add_artist(Labels(labels))
    ax.set(xlim=(0, width), ylim=(height, 0))
    made = sum(call.entered <= step for call in trace.calls)
    return picture_on(ax, say_count(
        "The tree of calls after {step} of {steps} steps: 1 call made, {open} of them open",
        "The tree of calls after {step} of {steps} steps: {count} calls made, {open} of them open",
        made, step=step, steps=len(trace.steps), open=len(open_numbers)))


class _Label(NamedTuple):
    """A text of the picture, at its place, with its size in points and its colour."""

    x: float
    y: float
    text: str
    points: float = 8
    ink: str = INK


class _Look(NamedTuple):
    """The colours of a call's box, of its frame and of its text, and the width of the frame."""

    fill: str
    frame: str
    frame_width: float
    ink: str = INK


def _look(call: Call, is_here: bool, is_open: bool) -> _Look:
    """Return the look of the step's call (``is_here``), or of an open, failed or returned call."""
    if is_here:
        return _Look(MARK, MARK, 2.2, ink="white")
    if is_open:
        return _Look("white", MARK, 2.2)
    if call.error:
        return _Look(PALE_FAILED, FAILED, 0.8)
    return _Look(RETURNED, INK, 0.8)


def _text_of_gap(gap: CallNode) -> str:
    """Return the text of a gap: on the way to a call, or beside what is shown."""
    if gap.children:
        return say_count("⋮ 1 call", "⋮ {count} calls", gap.hidden)
    return f"… {gap.hidden}"


def _width_of_box(text: str, room: float) -> float:
    """Return the width of a box with a text, in pixels, if there is as much room."""
    letters = max(map(len, text.split("\n")))
    wanted = max(letters * LETTER + 8, 14)
    return min(wanted, max(room, 10))  # without room too, there is something to see


def _is_open(node: CallNode, open_numbers: set[int]) -> bool:
    """Return whether the call of a node is open; for a gap, whether one below it is."""
    if node.call is None:
        return any(_is_open(child, open_numbers) for child in node.children)
    return node.call.number in open_numbers


def _has_ended(call: Call, step: int) -> bool:
    """Whether a call has returned, or raised an error, by a step."""
    return call.left is not None and call.left <= step


def _text(call: Call, step: int, room: float, has_two_lines: bool, label: Sequence[str],
          result: Sequence[str]) -> str:
    """Return the longest text of a node that fits into ``room`` pixels; "" if none does.

    ``label`` and ``result`` are texts for the call and for its result, the longest first. If a node
    ``has_two_lines``, each of them has one; otherwise they share a line.
    """
    most = int((room - PADDING) / LETTER)  # letters
    if most < 1:
        return ""
    has_ended = _has_ended(call, step)
    if not has_ended:
        result = ["…"]
    elif call.error:
        kind, _, _ = call.error.partition(":")
        result = [f"✗ {call.error}", f"✗ {kind}", "✗"]
    if has_two_lines:
        both_lines = f"{_fitting(label, most)}\n{_fitting(result, most)}"
        return both_lines.strip("\n")
    if not has_ended:
        return _fitting(label, most)
    both = f"{label[-1]} → {result[-1]}"
    return both if len(both) <= most else _fitting(result, most)


def _fitting(wordings: Sequence[str], most: int) -> str:
    """Return the first wording of at most ``most`` letters; the last one, cut off, if none is."""
    for wording in wordings:
        if len(wording) <= most:
            return wording
    return f"{wordings[-1][:most - 1]}…" if most > 2 else ""
