"""How long the kernel takes from an event to the finished drawing of the board."""

import statistics
import time

from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from blocky import Action, Block, Colour, Game
from blocky.draw.looks import rgb
from blocky.kit.draw.picture import DPI
from blocky.widgets import PlayableBoard

DEPTHS = range(3, 9)
SAMPLES, WARM_UP, PATCH_SAMPLES = 11, 2, 1
SEED = 7
SIDE = 500 / DPI  # of the canvas, in inches
TARGET, SHOWN, FLAT = 12, 15, 1.5  # milliseconds, twice; the slowest depth over the fastest


def divided(depth):
    """Return a board that is divided down to its unit cells."""
    def nested(level, number):
        if level == depth:
            return number
        return [nested(level + 1, (number + child) % 4) for child in range(4)]

    return Block.from_nested(nested(0, 0), depth)


class Measured:
    """A playable board that draws as if a page showed it; outside a kernel it sends nothing."""

    def __init__(self, game):
        self.leaves = sum(1 for _ in game.board.leaves())
        self.board = PlayableBoard(game)
        canvas = self.board.live.canvas
        canvas.syncing_data_url = False
        canvas.figure.set_size_inches(SIDE, SIDE)
        draw = canvas.draw

        def noted():
            self.began = time.perf_counter()
            draw()
            self.drawn = time.perf_counter()

        canvas.draw = noted

    def hover(self):
        """Return how many seconds it takes to select another block."""
        child = (self.board.path or (3,))[0]
        start = time.perf_counter()
        self.board.select(((child + 1) % 4,))
        return time.perf_counter() - start

    def click(self):
        """Return how many seconds it takes to turn the whole board.

        First for the drawing of the canvas alone, then from the click until it is drawn, then
        until players, moves and the chart of scores are written too.
        """
        self.board.path = ()
        start = time.perf_counter()
        self.board.act(Action.ROTATE_CLOCKWISE)
        return self.drawn - self.began, self.drawn - start, time.perf_counter() - start

    def times(self):
        """Return the milliseconds of redraw, hover, click until drawn, and click in all."""
        hovers = [self.hover() for _ in range(WARM_UP + SAMPLES)]
        redraws, until_drawn, in_all = zip(*[self.click() for _ in range(WARM_UP + SAMPLES)],
                                           strict=True)
        return [median(each[WARM_UP:]) for each in (redraws, hovers, until_drawn, in_all)]


def median(seconds):
    """Return the median of seconds in milliseconds."""
    return 1000 * statistics.median(seconds)


def games(depth):
    """Return a game on a random board and one on a board that is fully divided."""
    return [Game.ready_made("solitaire", seed=SEED, turns=1000, max_depth=depth),
            Game.ready_made("solitaire", seed=SEED, turns=1000, board=divided(depth))]


def patches(board):
    """Return the milliseconds that matplotlib takes to draw a Rectangle patch for each cell."""
    cells = board.flatten()
    figure = Figure((SIDE, SIDE), dpi=DPI)
    canvas = FigureCanvasAgg(figure)
    axes = figure.add_axes((0, 0, 1, 1), xlim=(0, len(cells)), ylim=(len(cells), 0))
    axes.set_axis_off()
    for row, line in enumerate(cells):
        for column, number in enumerate(line):
            axes.add_patch(Rectangle((column, row), 1, 1, facecolor=rgb(Colour(number), "safe")))
    taken = []
    for _ in range(1 + PATCH_SAMPLES):
        start = time.perf_counter()
        canvas.draw()
        taken.append(time.perf_counter() - start)
    return median(taken[1:])
