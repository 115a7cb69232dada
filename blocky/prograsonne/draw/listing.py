"""A list of lines, such as the contents of a queue or a stack."""

from __future__ import annotations

from collections.abc import Sequence

from matplotlib.axes import Axes

from blocky.kit.draw.cells import Labels
from blocky.kit.draw.picture import DPI, INK, MARK, extent
from blocky.kit.language import say

__all__ = ["listing"]

LINE = 18  # points for a line of text


def listing(texts: Sequence[str], ax: Axes, head: str, at: int) -> None:
    """Write texts under a heading, with a sign at one of them; -1 for none.

    Of many those are left out that are far from it.
    """
    high = extent(ax)[1] * 72 / DPI
    most = max(3, int(high / LINE) - 2)
    first = min(max(at - most // 2, 0), max(len(texts) - most, 0))
    lines = [head, *texts[first:first + most]]
    if len(texts) > most:
        lines.append(say("these are {shown} of {count}", shown=most, count=len(texts)))
    labels = [(0.07 if row else 0.0, 1 - (row + 0.7) * LINE / high, text, 9, INK)
              for row, text in enumerate(lines)]
    if at >= 0:
        labels.append((0.01, 1 - (at - first + 1.7) * LINE / high, "▶", 9, MARK))
    ax.add_artist(Labels(labels, left=True, whole=True))
