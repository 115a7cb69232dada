"""What a smart player tries: a sheet of small boards, their scores, and what more tries gain."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Rectangle as Frame
from numpy.typing import NDArray

from blocky.block import Block, Path
from blocky.draw.raster import pixels
from blocky.kit.draw.cells import Raster, outline, packed, unpacked, write
from blocky.kit.draw.chart import chart_axes, finish
from blocky.kit.draw.picture import BAR, INK, MARK, PALE, Picture, bare, picture_on
from blocky.kit.language import say, say_count
from blocky.player import SmartPlayer

__all__ = ["COLUMNS", "ROWS", "Try", "frame", "gains", "histogram", "sheet"]

COLUMNS, ROWS = 6, 5
CHOSEN = "#0a50a5"
_INK, _MARK = (34, 34, 34), (214, 0, 108)


class Try(NamedTuple):
    """A board to show small: the path of the block moved, its score, and whether it was chosen."""

    board: Block
    path: Path
    score: int
    chosen: bool


class _SheetArtist(Raster):
    """Draws boards in rows, a unit of its axes for each, its score under each.

    All of them are one image: so many boards would take long with axes for each.
    """

    extent = COLUMNS, ROWS

    def __init__(self, trials: Sequence[Try], palette: str, letters: bool) -> None:
        super().__init__()
        self._trials, self._palette, self._letters = trials, palette, letters

    def paint(self, width: int, height: int) -> NDArray[np.uint8]:
        image = np.full((height, width), packed((255, 255, 255)))
        high, wide = height // ROWS, width // COLUMNS
        for number, trial in enumerate(self._trials):
            row, column = divmod(number, COLUMNS)
            top, left = row * height // ROWS, column * width // COLUMNS
            self._paint(trial, image[top:top + high, left:left + wide])
        return unpacked(image)

    def _paint(self, trial: Try, place: NDArray[np.uint32]) -> None:
        def around(top: int, left: int, size: int, line: int, paint: tuple[int, int, int]) -> None:
            square = place[max(top, 0):top + size, max(left, 0):left + size]
            outline(square, line, packed(paint))

        height, width = place.shape
        gap = max(2, round(0.08 * height))
        side = max(1, min(width - 2 * gap, height - round(0.2 * height) - 2 * gap))
        left = (width - side) // 2
        if trial.chosen:
            around(2, left - gap + 2, side + 2 * gap - 4, 3, _INK)
        small = pixels(trial.board.rectangles_to_draw(), trial.board.size, side, self._palette,
                       self._letters)
        place[gap:gap + side, left:left + side] = small.view(np.uint32)[..., 0]
        block, scale = trial.board.at(trial.path), side / trial.board.size
        x, y = (round(scale * corner) for corner in block.position)
        size = round(scale * block.size)
        for paint, out, line in (((255, 255, 255), 3, 4), (_MARK, 2, 2)):
            around(gap + y - out, left + x - out, size + 2 * out, line, paint)
        strip = place[2 * gap + side:]
        high = round(1.6 * len(strip))  # as write() leaves room above and below, which is cut off
        caption = np.full((high, width), packed((255, 255, 255)))
        write(unpacked(caption), f"★ {trial.score}" if trial.chosen else str(trial.score), _INK)
        strip[:] = caption[(high - len(strip)) // 2 + gap // 3:][:len(strip)]


def sheet(trials: Sequence[Try], ax: Axes | None = None, *, palette: str = "safe",
          letters: bool = False) -> Picture:
    """Return small boards in rows of six, at most 30, with the score under each.

    The chosen one has a dark frame and a star.
    """
    ax = ax or chart_axes((5, 4.2), (0, 0, 1, 1))
    shown = trials[:COLUMNS * ROWS]
    bare(ax, xlim=(0, COLUMNS), ylim=(ROWS, 0))
    ax.add_artist(_SheetArtist(shown, palette, letters))
    scores = ", ".join(say("{score} (chosen)", score=trial.score) if trial.chosen
                       else str(trial.score) for trial in shown)
    return picture_on(ax, say_count("1 board with the score {scores}",
                                    "{count} boards with the scores {scores}", len(shown),
                                    scores=scores))


def frame(number: int) -> Frame:
    """Return the frame that marks the board at a place of the sheet, in units of its axes."""
    row, column = divmod(number, COLUMNS)
    return Frame((column + 0.015, row + 0.015), 0.97, 0.97, fill=False, edgecolor=MARK,
                 linewidth=2.2, zorder=5)


def histogram(scores: Sequence[int], now: int, ax: Axes | None = None, *,
              chosen: int | None = None) -> Picture:
    """Return how many tries gave which score; lines mark the score now and the chosen one.

    With many different scores, a bar stands for several that follow one another.
    """
    ax = ax or chart_axes((3.2, 2.2), (0.17, 0.22, 0.8, 0.52))
    low, high = min(scores), max(scores)
    width = math.ceil((high - low + 1) / 25)
    counts = np.bincount((np.array(scores) - low) // width)
    ax.bar(low + width * np.arange(len(counts)) + (width - 1) / 2, counts, width=0.9 * width,
           color=BAR, edgecolor=INK, linewidth=0.7)
    left, right = min(low, now), max(high, now)
    spare = max(0.06 * (right - left), (5 - (right - left)) / 2, 0.7)
    finish(ax, say("score") if width == 1 else say("score ({width} to a bar)", width=width),
           say("tries"), whole=(6, 4), xlim=(left - spare, right + spare))
    _line(ax, now, 1.03, say("score now: {now}", now=now), INK, "--")
    if chosen is not None:
        _line(ax, chosen, 1.17, say("★ chosen: {score}", score=chosen), CHOSEN, "-")
    alt = say_count("The score of 1 try, {low}; the score now is {now}",
                    "The scores of {count} tries, from {low} to {high}; the score now is {now}",
                    len(scores), low=low, high=high, now=now)
    return picture_on(ax, alt if chosen is None else say(
        "{tries}, that of the chosen one {chosen}", tries=alt, chosen=chosen))


def _line(ax: Axes, score: int, top: float, words: str, colour: str, style: str) -> None:
    """Draw a line at a score, up to ``top`` in heights of the axes, and words beside its end."""
    ax.plot([score, score], [0, top + 0.08], color=colour, linestyle=style, linewidth=2,
            transform=ax.get_xaxis_transform(), clip_on=False, zorder=3)
    low, high = ax.get_xlim()
    on_left = score > (low + high) / 2
    ax.annotate(words, (score, top), (-4 if on_left else 4, 0), textcoords="offset points",
                xycoords=ax.get_xaxis_transform(), ha="right" if on_left else "left",
                fontsize=9, color=colour, annotation_clip=False, zorder=6,
                bbox={"boxstyle": "square,pad=0.05", "facecolor": "white", "linewidth": 0})


def gains(gained: NDArray[np.int64], ax: Axes | None = None) -> Picture:
    """Return the mean gain for each difficulty, with the standard error of the mean.

    ``gained[board, difficulty]`` are the gains on many boards.
    """
    ax = ax or chart_axes((6.4, 2.4), (0.1, 0.24, 0.88, 0.66))
    boards, difficulties = gained.shape
    mean = gained.mean(axis=0)
    error = gained.std(axis=0, ddof=1) / math.sqrt(boards) if boards > 1 else np.zeros_like(mean)
    at = range(difficulties)
    ax.plot(at, mean, color=PALE, linewidth=1.2, zorder=1)
    ax.errorbar(at, mean, error, fmt="o", color=INK, markersize=5, capsize=5, linewidth=1.5)
    for difficulty, value in enumerate(mean):
        ax.annotate(f"{value:.1f}", (difficulty, value), (9, -4), textcoords="offset points",
                    fontsize=9, va="top", color=INK)
    ax.margins(y=0.15)
    low, high = ax.get_ylim()
    ax.set_xticks(at, [say_count("{difficulty} (1 try)", "{difficulty} ({count} tries)",
                                 SmartPlayer(each).tries, difficulty=each) for each in at])
    finish(ax, say("difficulty"), say("mean gain"), xlim=(-0.4, difficulties - 0.4),
           ylim=(min(low, 0), max(high, 1)))
    ax.set_title(say_count("1 board; the bars are the standard error of the mean",
                           "{count} boards; the bars are the standard error of the mean", boards),
                 fontsize=9, color=INK, loc="left")
    numbers = ", ".join(say("{gain:.1f} for difficulty {difficulty}", gain=value, difficulty=each)
                        for each, value in enumerate(mean))
    return picture_on(ax, say_count("The mean gain on 1 board: {numbers}",
                                    "The mean gain on {count} boards: {numbers}", boards,
                                    numbers=numbers))
