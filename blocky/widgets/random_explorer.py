"""The random-board explorer: the draws behind a board."""

from functools import partial
from random import Random
from typing import Any, NamedTuple

import ipywidgets as w
import numpy as np
from matplotlib.lines import Line2D

from blocky import draw
from blocky.block import MAX_DEPTH, Block, Path, random_init
from blocky.colour import HIGHLIGHT
from blocky.draw import randomness
from blocky.draw.looks import PALETTES, describe
from blocky.kit.arguments import count
from blocky.kit.draw.still import StillAxes
from blocky.kit.language import say, say_count
from blocky.kit.widgets.panel import Command, status
from blocky.kit.widgets.steps import StepPanel

__all__ = ["Draw", "RandomExplorer", "recorded_board"]

MAX_SEED = 999_999

#: The greatest distance, in pixels, at which the pointer marks a draw.
NEAR = 12


class Draw(NamedTuple):
    """A number that ``random_init`` drew, its block, and whether that was divided."""

    path: Path
    level: int
    value: float
    divided: bool


class Recorder(Random):
    """A random number generator that keeps the results of ``random()`` in ``drawn``."""

    def __init__(self, seed: int) -> None:
        self.drawn: list[float] = []
        super().__init__(seed)

    def random(self) -> float:
        """Return the next number from [0, 1), and keep it."""
        number = super().random()
        self.drawn.append(number)
        return number

    getrandbits = Random.getrandbits  # without it, choice() would call random() too


def recorded_board(seed: int, max_depth: int) -> tuple[Block, list[Draw]]:
    """Return ``random_init(0, max_depth, Random(seed))`` and the draws that it made, in order.

    A block draws before its children do, and one at ``max_depth`` does not draw.
    """
    rng = Recorder(seed)
    board = random_init(0, max_depth, rng)
    blocks_that_drew = [block for block in board.blocks() if block.level < max_depth]
    draws = [Draw(block.path, block.level, value, divided=bool(block.children))
             for block, value in zip(blocks_that_drew, rng.drawn, strict=True)]
    return board, draws


class RandomExplorer(StepPanel):
    """A random board beside the draws that made it.

    The first board is ``random_init(0, max_depth, Random(seed))``; ``looks`` are palette, letters
    and big.

    Attributes:
        board, draws: the board, and its draws.
        seed, depth: the controls for the seed and max_depth of the board.
        step: the number of the draw that is marked, from 1; 0 for none.
    """

    palettes = PALETTES
    start = 1

    def __init__(self, seed: int = 7, max_depth: int = 4, **looks: Any) -> None:
        count("seed", seed, most=MAX_SEED)
        count("max_depth", max_depth, most=MAX_DEPTH)
        super().__init__((8.4, 3.4), **looks)
        self._axes = self.figure.add_axes((0.008, 0.02, 0.389, 0.96))
        self._axes.set_axis_off()
        self._artist = draw.BoardArtist(**self.looks)
        self._axes.add_artist(self._artist)
        self._curve = self.figure.add_axes((0.475, 0.13, 0.515, 0.71), axes_class=StillAxes)
        self._mark = Line2D([], [], transform=self._curve.transData, **randomness.MARKER)
        self.figure.add_artist(self._mark)
        self.hear(self._axes, self.point_at_board)
        self.hear(self._curve, self.point_at_curve)
        self._make_controls(seed, max_depth)
        self.show_board()

    def show_board(self) -> None:
        """Make the board of the seed and the depth chosen, and show it with its draws."""
        self.board, self.draws = recorded_board(self.seed.value, self.depth.value)
        self.board.update_block_locations((0, 0), 2**MAX_DEPTH)  # so that no place is rounded
        levels = tuple(each.level for each in self.draws)
        values = tuple(each.value for each in self.draws)
        divided = tuple(each.divided for each in self.draws)
        self._curve.clear()
        curve_text = randomness.draws(levels, values, divided, self.depth.value, self._curve)
        # The places of the draws beside the curve; those of a level are spread to be seen.
        self._places = np.column_stack([randomness.spread(levels), values])
        side = 2**self.depth.value
        self._axes.set(xlim=(0, side), ylim=(side, 0))
        summary = self.summary()
        self._summary.value = status(summary)
        self._about = summary, f"{describe(self.board)}. {curve_text}."
        self.slider.disabled = not self.draws
        self.begin_steps(len(self.draws))

    def summary(self) -> str:
        """Return sentences on the board: how many blocks drew a number, and the leaves."""
        divided = sum(each.divided for each in self.draws)
        deepest = sum(leaf.level == self.depth.value for leaf in self.board.leaves())
        drew = say_count("{count} block drew a number.", "{count} blocks drew a number.",
                         len(self.draws))
        leaves = say_count("{count} leaf", "{count} leaves", 1 + 3 * divided)
        # each divided block has one leaf less, itself, and four more
        made = say_count(
            "{count} of them is divided, so the board has 1 + 3 · {count} = {leaves}, {deepest} "
            "of them at max_depth.",
            "{count} of them are divided, so the board has 1 + 3 · {count} = {leaves}, {deepest} "
            "of them at max_depth.", divided, leaves=leaves, deepest=deepest)
        return f"{drew} {made}"

    def point_at_board(self, x: float, y: float) -> None:
        """Mark the draw of the smallest block at (x, y), in unit cells, that drew a number."""
        if not self.draws:
            self.go_to(0)
            return
        cell_size = self.board.size / 2**self.depth.value
        deepest_that_drew = self.depth.value - 1
        block = self.board.get_selected_block((x * cell_size, y * cell_size), deepest_that_drew)
        paths = [each.path for each in self.draws]
        self.go_to(paths.index(block.path) + 1)  # step 0 marks no draw

    def point_at_curve(self, level: float, value: float) -> None:
        """Mark the draw nearest to a place on the chart, unless it's more than NEAR pixels away."""
        if not self.draws:
            return
        to_pixels = self._curve.transData.transform
        x_gaps, y_gaps = (to_pixels(self._places) - to_pixels((level, value))).T
        distances = np.hypot(x_gaps, y_gaps)
        if distances.min() <= NEAR * self.scale:
            self.go_to(int(distances.argmin()) + 1)

    def sentence(self) -> str:
        """Return sentences on the marked draw: its number, its block, its effect."""
        if not self.draws:
            return say("max_depth is 0, so the whole board is one leaf. No random number is "
                       "needed.")
        if not self.step:
            return say("Point at a draw or at a block, or step through the draws.")
        path, level, value, divided = self.draws[self.step - 1]
        limit = randomness.chance(level)
        digits = _digits_that_differ(value, limit)  # so that they don't look equal
        divided_at_level = [each.divided for each in self.draws if each.level == level]
        block = (say("Block {path} at level {level}", path=path, level=level) if path else
                 say("The whole board, at level 0,"))
        fields = {"block": block, "value": f"{value:.{digits}f}", "limit": f"{limit:.{digits}f}"}
        if divided:
            drew = say("{block} drew {value}, below {limit}: it is divided.", **fields)
        else:
            drew = say("{block} drew {value}, not below {limit}: it becomes a {colour} leaf.",
                       colour=self.board.at(path).colour, **fields)
        blocks = say_count("{count} block", "{count} blocks", len(divided_at_level))
        return f"{drew} " + say_count("At this level, {count} of {blocks} is divided.",
                                      "At this level, {count} of {blocks} are divided.",
                                      sum(divided_at_level), blocks=blocks)

    def refresh(self) -> None:
        """Mark the draw chosen, on the board and beside the curve."""
        text = self.sentence()
        self._artist.palette, self._artist.letters = self.palette.value, self.letters.value
        rectangles = self.board.rectangles_to_draw()
        if self.step:
            x, y = self._places[self.step - 1]
            self._mark.set_data([x], [y])
            block = self.board.at(self.draws[self.step - 1].path)
            rectangles.append((HIGHLIGHT, block.position, (block.size, block.size), 5))
        else:
            self._mark.set_data([], [])
        self._artist.show(rectangles, self.board.size, 2**self.depth.value)
        self._count.value = say("of {count}", count=len(self.draws))
        self.show_figure(text, alt=[say("A random board beside its draws."), text, *self._about])

    def _make_controls(self, seed: int, max_depth: int) -> None:
        """Make the controls, and lay everything out."""
        self.seed = self.control(w.BoundedIntText, say("Seed"), 140, 45, self.show_board,
                                 max=MAX_SEED, value=seed)
        self.depth = self.control(w.IntSlider, say("Depth"), 210, 45, self.show_board,
                                  max=MAX_DEPTH, value=max_depth)
        self.make_steps(say("Draw"), 330)
        self._summary, self._count = w.HTML(), w.HTML(layout=w.Layout(width=self.px(70)))
        self.add(
            Command("previous seed", partial(self.next_value, self.seed, -1), say("previous seed"),
                    say("◀ Seed ({key})"), "p"),
            Command("next seed", partial(self.next_value, self.seed), say("next seed"),
                    say("Seed ▶ ({key})"), "n"),
            Command("previous draw", self.back, say("previous draw"), say("◀ Draw"), "left"),
            Command("next draw", self.forward, say("next draw"), say("Draw ▶"), "right"),
            Command("first", self.first, say("first draw"), key="home"),
            Command("last", self.last, say("last draw"), key="end"))
        self.bind("+", say("deeper"), self.depth)
        self.bind("-", say("less deep"), self.depth, -1)
        self.arrange(
            self.row(self.seed, "previous seed", "next seed", self.depth, self.letters,
                     self.palette),
            self._summary, self.live,
            self.row("previous draw", "next draw", self.slider, self._count),
            self._sentence, self.message)


def _digits_that_differ(one_number: float, other: float) -> int:
    """Return how many decimals, from 2, two numbers need to look different; 17 if they're equal."""
    for digits in range(2, 17):
        if f"{one_number:.{digits}f}" != f"{other:.{digits}f}":
            return digits
    return 17
