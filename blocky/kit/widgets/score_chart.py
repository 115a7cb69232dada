"""The chart of a game's scores as markup: it is made anew at every move, and must cost little."""

from __future__ import annotations

import html
from collections.abc import Sequence

from matplotlib.ticker import MaxNLocator

from blocky.kit.draw.chart import scores_text
from blocky.kit.draw.picture import DPI, INK, Paint
from blocky.kit.language import say

__all__ = ["score_chart"]

#: The lines of players, one after the other: their dashes, and a sign around each place.
LINES = (("", "m-2.8 0a2.8 2.8 0 1 0 5.6 0a2.8 2.8 0 1 0-5.6 0"),
         ("9 4", "m-2.8-2.8h5.6v5.6h-5.6z"), ("16 4 2.5 4", "m0-2.8l2.8 5.6h-5.6z"),
         ("2.5 4", "m0-3.9l3.9 3.9-3.9 3.9-3.9-3.9z"))


def score_chart(history: Sequence[Sequence[int]], labels: Sequence[str], paints: Sequence[Paint],
                size: tuple[float, float]) -> str:
    """Return the chart of all players' scores, as ``scores`` of ``kit.draw.chart`` draws it."""
    width, height = (DPI * length for length in size)
    lines = (len(labels) + 1) // 2  # of the legend: two players stand in one
    left, right, top, low = 68, width - 7, 14 + 19 * lines, height - 46
    moves, every = max(len(history) - 1, 5), [score for scores in history for score in scores]
    middle = (min(every) + max(every)) / 2
    half = max(0.55 * (max(every) - min(every)), 2.2)

    def across(move: float) -> float:
        return left + (right - left) * (move + 0.3) / (moves + 0.6)

    def up(score: float) -> float:
        return low - (low - top) * (score - middle + half) / (2 * half)

    drawn, ticks = [], _whole_numbers(middle - half, middle + half, 6)
    for move in _whole_numbers(-0.3, moves + 0.3, 8):
        drawn.append(_line(across(move), low + 5, across(move), top)
                     + _text(across(move), low + 17, move))
    for score in ticks:
        number = str(score).replace("-", "\N{MINUS SIGN}")
        drawn.append(_line(left - 5, up(score), right, up(score))
                     + _text(left - 8, up(score) + 4, number, "end"))
    column = 46 + 6.3 * max(map(len, labels[:lines]))  # about what the letters take
    beside = left - 13 - 7 * max(len(str(score)) for score in ticks)
    drawn += [f'<path d="M{left} {top}V{low:.1f}H{right:.1f}" fill="none" stroke="{INK}"/>',
              _text((left + right) / 2, height - 11, say("moves made"), size=12.5),
              f'<g transform="translate({beside} {(top + low) / 2:.1f}) rotate(-90)">'
              f'{_text(0, 0, say("score"), size=12.5)}</g>']
    for player, (label, paint) in enumerate(zip(labels, paints, strict=True)):
        dashes, sign = LINES[player % len(LINES)]
        x = left - 40 + player // lines * column
        y = top - 12 - 15.5 * (lines - 1 - player % lines)
        places = [f"{across(move):.1f} {up(scores[player]):.1f}"
                  for move, scores in enumerate(history)]
        colour = "rgb({:.0f} {:.0f} {:.0f})".format(*(0.8 * part for part in paint))
        signs = "".join(f"M{place}{sign}" for place in [*places, f"{x + 12} {y}"])
        drawn.append(
            f'<path d="M{" ".join(places)}M{x} {y}h25" fill="none" stroke="{colour}" '
            f'stroke-width="2.5" stroke-dasharray="{dashes}"/><path d="{signs}" fill="{colour}" '
            f'stroke="{INK}" stroke-width="0.7"/>{_text(x + 32, y + 4, label, "start", 10.5)}')
    return (f'<svg role="img" aria-label="{html.escape(scores_text(history))}" '
            f'viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}" style="max-width: 100%; '
            f'overflow: visible; background: white; font-family: DejaVu Sans, Verdana, sans-serif">'
            f'{"".join(drawn)}</svg>')


def _whole_numbers(low: float, high: float, most: int) -> list[int]:
    """Return whole numbers between two others, evenly spaced, so many spaces or fewer."""
    ticks = MaxNLocator(integer=True, nbins=most).tick_values(low, high)
    return [round(tick) for tick in ticks if low <= tick <= high]


def _line(x: float, y: float, to_x: float, to_y: float) -> str:
    return f'<path d="M{x:.1f} {y:.1f}L{to_x:.1f} {to_y:.1f}" stroke="#ddd" stroke-width="0.8"/>'


def _text(x: float, y: float, text: object, anchor: str = "middle", size: float = 11) -> str:
    return (f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size}" '
            f'fill="{INK}">{html.escape(str(text))}</text>')
