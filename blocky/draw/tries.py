"""The tries of a smart player: a sheet of small boards, their scores, and mean gains."""

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Rectangle as Frame
from numpy.typing import NDArray

from blocky.block import Block, Path
from blocky.draw.looks import BoardArtist, square
from blocky.kit.draw.cells import Labels
from blocky.kit.draw.chart import finish
from blocky.kit.draw.picture import (
    BAR,
    INK,
    MARK,
    PALE,
    Picture,
    bare,
    corners,
    extent,
    picture_on,
    polylines,
)
from blocky.kit.draw.settings import own_settings
from blocky.kit.language import say, say_count
from blocky.player import SmartPlayer

__all__ = ["COLUMNS", "ROWS", "Try", "frame", "gains", "histogram", "sheet"]

COLUMNS, ROWS = 6, 5
CHOSEN = "#0a50a5"


class Try(NamedTuple):
    """A board after a try: the path of the block moved, the score, and whether it was chosen."""

    board: Block
    path: Path
    score: int
    chosen: bool


def sheet(trials: Sequence[Try], ax: Axes, *, palette: str, letters: bool) -> str:
    """Draw small boards in rows of six, with their scores; return the picture in words.

    The chosen one has a dark frame and a star.
    """
    bare(ax, xlim=(0, COLUMNS), ylim=(ROWS, 0))
    wide, high = extent(ax)[0] / COLUMNS, extent(ax)[1] / ROWS
    size = min(0.88 * wide, 0.66 * high)  # of a board, in pixels
    width, height = size / wide, size / high
    moved, labels, scores = [], [], []
    for number, trial in enumerate(trials):
        row, column = divmod(number, COLUMNS)
        left, top = column + (1 - width) / 2, row + 0.08
        artist = BoardArtist(palette, letters)
        ax.add_artist(artist)
        artist.show(trial.board.rectangles_to_draw(), trial.board.size, 1)
        artist.corner, artist.extent = (left, top), (width, height)
        x, y, side = square(trial.path, 1)
        moved.append(corners(left + x * width, top + y * height, left + (x + side) * width,
                             top + (y + side) * height))
        labels.append((column + 0.5, top + height + 0.15,
                       f"★ {trial.score}" if trial.chosen else str(trial.score), 9.5, INK))
        scores.append(say("{score} (chosen)", score=trial.score) if trial.chosen
                      else str(trial.score))
        if trial.chosen:
            ax.add_patch(Frame((left - 0.05, top - 0.05), width + 0.1, height + 0.1, fill=False,
                               edgecolor=INK, linewidth=2))
    for colour, line in (("white", 3), (MARK, 1.6)):
        polylines(ax, [[*box, *box[:2]] for box in moved], edgecolor=colour, linewidth=line,
                  zorder=3)
    ax.add_artist(Labels(labels, weight="bold"))
    return say_count("1 board with the score {scores}", "{count} boards with the scores {scores}",
                     len(trials), scores=", ".join(scores))


@own_settings
def frame(number: int) -> Frame:
    """Return the frame that marks a board of the sheet, in units of its axes."""
    row, column = divmod(number, COLUMNS)
    return Frame((column + 0.015, row + 0.015), 0.97, 0.97, fill=False, edgecolor=MARK,
                 linewidth=2.2, zorder=5)


def histogram(scores: Sequence[int], now: int, chosen: int | None, ax: Axes) -> str:
    """Draw the number of tries with each score; return the picture in words.

    Lines mark the score now and the chosen one. With many different scores, a bar counts several.
    """
    low, high = min(scores), max(scores)
    width = math.ceil((high - low + 1) / 25)
    counts = np.bincount((np.array(scores) - low) // width)
    ax.bar(low + width * np.arange(len(counts)) + (width - 1) / 2, counts, width=0.9 * width,
           color=BAR, edgecolor=INK, linewidth=0.7)
    left, right = min(low, now), max(high, now)
    spare = max(0.06 * (right - left), (5 - (right - left)) / 2, 0.7)
    finish(ax, say("score") if width == 1 else say("score ({width} per bar)", width=width),
           say("tries"), whole=(6, 4), xlim=(left - spare, right + spare))
    _mark_score(ax, now, 1.03, say("score now: {now}", now=now), INK, "--")
    if chosen is not None:
        _mark_score(ax, chosen, 1.17, say("★ chosen: {score}", score=chosen), CHOSEN, "-")
    alt = say_count("The score of 1 try, {low}; the score now is {now}",
                    "The scores of {count} tries, from {low} to {high}; the score now is {now}",
                    len(scores), low=low, high=high, now=now)
    return alt if chosen is None else say("{tries}; the chosen try scores {chosen}", tries=alt,
                                          chosen=chosen)


def _mark_score(ax: Axes, score: int, top: float, words: str, colour: str, style: str) -> None:
    """Draw a line at a score, up to ``top`` in heights of the axes, and words beside its end."""
    ax.plot([score, score], [0, top + 0.08], color=colour, linestyle=style, linewidth=2,
            transform=ax.get_xaxis_transform(), clip_on=False, zorder=3)
    low, high = ax.get_xlim()
    on_left = score > (low + high) / 2
    ax.annotate(words, (score, top), (-4 if on_left else 4, 0), textcoords="offset points",
                xycoords=ax.get_xaxis_transform(), ha="right" if on_left else "left",
                fontsize=9, color=colour, annotation_clip=False, zorder=6,
                bbox={"boxstyle": "square,pad=0.05", "facecolor": "white", "linewidth": 0})


@own_settings
def gains(gained: NDArray[np.int64], ax: Axes) -> Picture:
    """Return the chart of the mean gain for each difficulty, with its standard error.

    ``gained[board, difficulty]`` are the gains on many boards.
    """
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
    ax.set_title(say_count("1 board; the bars show the standard error of the mean",
                           "{count} boards; the bars show the standard error of the mean", boards),
                 fontsize=9, color=INK, loc="left")
    numbers = ", ".join(say("{gain:.1f} for difficulty {difficulty}", gain=value, difficulty=each)
                        for each, value in enumerate(mean))
    return picture_on(ax, say_count("The mean gain on 1 board: {numbers}",
                                    "The mean gain on {count} boards: {numbers}", boards,
                                    numbers=numbers))
