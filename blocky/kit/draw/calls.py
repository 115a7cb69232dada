"""The tree of calls of a recorded run, with their results."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

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

MOST_LEAVES, MOST_LEVELS, MOST_CHILDREN = 24, 7, 8


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

    A small trace is shown whole, so that its calls keep their places. Of a large one the way to
    ``at`` is shown, with a gap in the middle if it is long, and as much of the rest as fits.
    """
    below = _descendants(trace)
    way = [at]
    while (parent := trace.calls[way[0]].parent) is not None:
        way.insert(0, parent)
    gap = range(2, len(way) - MOST_LEVELS + 4) if len(way) > MOST_LEVELS else range(0)
    # how many leaves each call on the way may add
    share = (MOST_CHILDREN if _fits(trace) else
             (MOST_LEAVES - 1) // max(1, min(len(way), MOST_LEVELS) - 1))
    node = top = _node(trace, 0, below, 0)
    waiting, leaves = [top], 1
    for depth, number in enumerate(way[1:], start=1):
        if depth in gap:
            continue
        if gap and depth == gap.stop:
            left_out = CallNode(None, trace.calls[way[gap.start]].entered,
                                node.hidden - 1 - below[number], level=node.level + 1)
            left_out.children = [_node(trace, number, below, node.level + 2)]
            node.hidden, node.children = 0, [left_out]
            node = left_out
        else:
            leaves += _open(node, trace, below, share, number)
            waiting += [child for child in node.children if child.call]
        node = next(child for child in node.children if child.call is trace.calls[number])
    waiting.append(node)
    waiting.sort(key=lambda each: each.level)
    for node in waiting:  # grows during the loop
        if node.call is None or node.children or not node.call.children:
            continue
        more = min(len(node.call.children), MOST_CHILDREN + 1) - 1
        if node.level + 1 < MOST_LEVELS and leaves + more <= MOST_LEAVES:
            leaves += _open(node, trace, below, MOST_CHILDREN + 1, None)
            waiting += node.children
    _place(top)
    return top


def _fits(trace: Trace) -> bool:
    """Return whether every call of a trace can be shown."""
    return (len(trace.calls) <= MOST_LEAVES * MOST_LEVELS and trace.depth <= MOST_LEVELS
            and sum(not call.children for call in trace.calls) <= MOST_LEAVES
            and all(len(call.children) <= MOST_CHILDREN for call in trace.calls))


def _node(trace: Trace, number: int, below: list[int], level: int) -> CallNode:
    call = trace.calls[number]
    return CallNode(call, call.entered, below[number], level=level)


def _open(node: CallNode, trace: Trace, below: list[int], more: int, on_way: int | None) -> int:
    """Give a node its children, adding at most ``more`` leaves; return the number added."""
    assert node.call is not None
    numbers = node.call.children
    first, last = 0, len(numbers)
    if last > min(more + 1, MOST_CHILDREN):
        width = max(1, min(more - 1, MOST_CHILDREN))
        middle = 0 if on_way is None else numbers.index(on_way) - width // 2
        first = max(0, min(middle, last - width))
        last = first + width
    level = node.level + 1
    node.children = [_node(trace, number, below, level) for number in numbers[first:last]]
    for place, left_out in ((0, numbers[:first]), (len(node.children) + 1, numbers[last:])):
        if left_out:
            hidden = sum(below[number] + 1 for number in left_out)
            since = trace.calls[left_out[0]].entered
            node.children.insert(place, CallNode(None, since, hidden, level=level))
    node.hidden = 0
    return len(node.children) - 1


def _descendants(trace: Trace) -> list[int]:
    """Return the number of calls below each call."""
    counts = [0] * len(trace.calls)
    for call in reversed(trace.calls):
        if call.parent is not None:
            counts[call.parent] += counts[call.number] + 1
    return counts


def _place(top: CallNode) -> None:
    placed = list(arrange(top, lambda node: node.children))
    leaves = sum(not node.children for node, _ in placed)
    for node, x in reversed(placed):
        node.x = (x + 0.5) / leaves
        node.room = sum(child.room for child in node.children) or 1 / leaves


def row_height(top: CallNode, height: float) -> float:
    """Return the height of a row of calls in a picture of the given height."""
    return min(height / (max(node.level for node in top.nodes()) + 1), 62)


@own_settings
def calls(trace: Trace, step: int | None = None, ax: Axes | None = None, *,
          label: Wordings = lambda call: [str(call)],
          result: Wordings = lambda call: [short(call.result)],
          top: CallNode | None = None) -> Picture:
    """Return the picture of the calls made within the first ``step`` steps, or in the whole run.

    ``label`` and ``result`` return texts for a call and for its result, the longest first; ``top``
    has the nodes (``arrange_calls``). The call of the step is filled, open calls have a thick
    frame, and a call that has returned shows its result.
    """
    step = len(trace.steps) if step is None else step
    at = trace.steps[step - 1][1] if step else 0
    ax = ax or new_axes(8.4, 2.4)
    clear(ax)
    ax.set_axis_off()
    if not trace.calls:
        return picture_on(ax, say("No calls were recorded"))
    top = top or arrange_calls(trace, at)
    width, height = extent(ax)
    nodes = top.nodes()
    row = row_height(top, height)
    tall = row >= 40
    entered = [node for node in nodes if 0 < node.since <= step]
    on_way = {call.number for call in trace.stack(step)}
    edges: list[Edge] = []
    boxes: list[Shape] = []
    labels: list[tuple[float, float, str, float, str]] = []
    half, lift = (15, 5) if tall else (8, 4)

    def place(node: CallNode) -> tuple[float, float]:
        return node.x * width, (node.level + 0.5) * row - lift

    for node in entered:
        x, y = place(node)
        for child in node.children:
            if child.since <= step:
                edges.append(Edge([(x, y), place(child)],
                                  *((MARK, 2.4) if _is_open(child, on_way) else (PALE, 1))))
        if node.call is None:
            text = (say_count("⋮ 1 call", "⋮ {count} calls", node.hidden) if node.children
                    else f"… {node.hidden}")
            labels.append((x, y, text, 8, INK))
            if node.children:
                boxes.append(Shape(corners(x - 28, y - 7, x + 28, y + 7), "white", "white", 0))
            continue
        call = node.call
        room = min(node.room * width - 4, 150)
        text = _text(call, step, room, tall, label(call), result(call))
        widest = max(map(len, text.split("\n")))
        side = min(max(widest * 6.2 + 8, 14), max(room, 10)) / 2
        here, is_open = call.number == at and step > 0, call.number in on_way
        failed = not is_open and bool(call.error)
        boxes.append(Shape(
            corners(x - side, y - half, x + side, y + half),
            MARK if here else "#fdecef" if failed else "white" if is_open else "#e4ecf4",
            MARK if is_open or here else "#b00020" if failed else INK,
            2.2 if is_open or here else 0.8))
        if text:
            labels.append((x, y + tall, text, 8, "white" if here else INK))
        if node.hidden and _left(call, step):
            labels.append((x, y + half + 6, f"▾{node.hidden}", 8, INK))
    draw_network(ax, edges, boxes)
    ax.add_artist(Labels(labels))
    ax.set(xlim=(0, width), ylim=(height, 0))
    made = sum(call.entered <= step for call in trace.calls)
    return picture_on(ax, say_count(
        "The tree of calls after {step} of {steps} steps: 1 call made, {open} of them open",
        "The tree of calls after {step} of {steps} steps: {count} calls made, {open} of them open",
        made, step=step, steps=len(trace.steps), open=len(on_way)))


def _is_open(node: CallNode, on_way: set[int]) -> bool:
    """Return whether a call is open; of a gap, whether one below it is."""
    if node.call is None:
        return any(_is_open(child, on_way) for child in node.children)
    return node.call.number in on_way


def _left(call: Call, step: int) -> bool:
    return call.left is not None and call.left <= step


def _text(call: Call, step: int, room: float, tall: bool, label: Sequence[str],
          result: Sequence[str]) -> str:
    """Return the longest text of a node that fits."""
    most = int((room - 6) / 6.2)
    if most < 1:
        return ""
    if not _left(call, step):
        result = ["…"]
    elif call.error:
        result = [f"✗ {call.error}", f"✗ {call.error.partition(':')[0]}", "✗"]
    if tall:
        return f"{_fitting(label, most)}\n{_fitting(result, most)}".strip("\n")
    if _left(call, step):
        both = f"{label[-1]} → {result[-1]}"
        return both if len(both) <= most else _fitting(result, most)
    return _fitting(label, most)


def _fitting(wordings: Sequence[str], most: int) -> str:
    """Return the first wording that fits; the last one, cut off, if none does."""
    for wording in wordings:
        if len(wording) <= most:
            return wording
    return f"{wordings[-1][:most - 1]}…" if most > 2 else ""
