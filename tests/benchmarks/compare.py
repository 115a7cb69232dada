"""What the kit's work costs, beside the textbook way and beside the limit, on the same boards.

The limit is what numpy and scipy take on a grid that is already there. Every cost is a function
that returns three things to run: the textbook way, the kit, and the limit, or None without one.
"""

import copy
import gc
import io
import tempfile
import time
from functools import cached_property
from pathlib import Path
from random import Random
from typing import NamedTuple

import numpy as np
from ipywidgets import Widget
from matplotlib.figure import Figure
from matplotlib.image import imsave
from scipy import ndimage

from blocky import (
    Action,
    BlobGoal,
    Block,
    Colour,
    Game,
    HumanPlayer,
    PerimeterGoal,
    RandomPlayer,
    SmartPlayer,
    random_init,
)
from blocky.kit.draw.picture import DPI
from blocky.kit.widgets.live import LiveFigure
from blocky.widgets import PlayableBoard
from tests import oracle
from tests.benchmarks import textbook

SEED = 7
REPEATS, BUDGET = 20, 0.03  # the most runs, and the seconds that they may take together
FEW, PATIENCE = 3, 0.2  # the same for the first runs
LONGEST = 1  # seconds: what is expected to take longer is not measured
MOST_PATCHED = 5000  # leaves: patches for more take many seconds to make
DIFFICULTY, TURNS, SIDE = 5, 10, 500  # the pixels of a side of a board that is drawn

#: The boards whose costs are printed; the others are for the picture.
SHOWN = [("random", 5), ("random", 7), ("random", 12), ("divided", 5), ("divided", 8),
         ("one leaf", 12), ("one colour, divided", 8)]
WAYS = ("textbook", "kit", "limit")
NOTE = f"""Milliseconds: the quickest of up to {REPEATS} runs, on the same boards.
  textbook  nested lists, a search cell by cell, a copy of the tree for each move that is tried
  kit       what the game itself calls
  limit     numpy and scipy on a grid that is already there; for redraw, the PNG alone
  faster    textbook / kit           x limit   kit / limit
  -         no such thing, or over {LONGEST} s, to judge by a board less deep
A random board is the one of 25 seeds with the median number of leaves. A smart player has
difficulty {DIFFICULTY}, in the auto game 1."""


class Measured(NamedTuple):
    """The seconds of the three ways, None for what was not measured."""

    kind: str
    depth: int
    leaves: int
    cost: str
    textbook: float | None
    kit: float | None
    limit: float | None


class Case:
    """A board in the forms of the kit, the textbook way and numpy. ``seed`` made it."""

    def __init__(self, kind, board, folder, seed=SEED):
        self.kind, self.board, self.folder, self.seed = kind, board, folder, seed
        self.depth = board.max_depth
        board.update_block_locations((0, 0), max(512, 2**self.depth))
        self.leaves = sum(1 for _ in board.leaves())
        self.grid = board.flatten()
        self.colour = int(np.bincount(self.grid.ravel()).argmax())

    @cached_property
    def plain(self):
        board = textbook.from_nested(self.board.to_nested(), self.depth)
        board.update_block_locations((0, 0), self.board.size)
        return board

    @cached_property
    def game(self):
        """A game on this board that has not begun."""
        return Game(players=[SmartPlayer(DIFFICULTY)], goals=[BlobGoal(self.colour)],
                    board=self.board, seed=SEED)

    def file(self, name):
        return Path(self.folder, f"{self.kind} {self.depth} {name}")


def cases(folder):
    """Yield the boards of each kind, from shallow to deep."""
    for depth in range(3, 13):
        leaves = [sum(1 for _ in random_init(0, depth, Random(seed)).leaves())
                  for seed in range(25)]
        seed = sorted(range(25), key=leaves.__getitem__)[12]
        yield Case("random", random_init(0, depth, Random(seed)), folder, seed)
    for depth in range(3, 9):
        yield Case("divided", divided(depth, Colour), folder)
    for depth in range(4, 13, 2):
        yield Case("one leaf", Block.from_nested(0, depth), folder)
    for depth in range(4, 9, 2):
        yield Case("one colour, divided", divided(depth, [Colour.BLUE]), folder)


def divided(depth, colours):
    """Return a board divided down to unit cells, each of a random one of some colours."""
    rng, colours = Random(SEED), list(colours)

    def nested(level):
        return rng.choice(colours) if level == depth else [nested(level + 1) for _ in range(4)]

    return Block.from_nested(nested(0), depth)


def live(panel, side=None):
    """Make a panel draw as if a page showed it, ``side`` pixels large; return it."""
    panel.live.canvas.syncing_data_url = False
    if side:
        panel.live.fit(side, side)
    return panel


# -- the costs -----------------------------------------------------------------------------

def random_board(case):
    return (lambda: textbook.random_init(0, case.depth, Random(case.seed)),
            lambda: random_init(0, case.depth, Random(case.seed)), None)


def flatten(case):
    return case.plain.flatten, case.board.flatten, case.grid.copy


def largest_blob(grid, colour):
    return int(np.bincount(ndimage.label(grid == colour)[0].ravel())[1:].max(initial=0))


def outer_sides(grid, colour):
    return sum(int(np.count_nonzero(edge == colour))
               for edge in (grid[0], grid[-1], grid[:, 0], grid[:, -1]))


def score(of_textbook, of_kit, on_grid):
    return lambda case: (lambda: of_textbook(case.colour).score(case.plain),
                         lambda: of_kit(case.colour).score(case.board),
                         lambda: on_grid(case.grid, case.colour))


def rotate(case):
    return (lambda: case.plain.rotate(1), lambda: case.board.rotate(1),
            lambda: np.rot90(case.grid, -1).copy())


def swap(case):
    return (lambda: case.plain.swap(0), lambda: case.board.swap(0),
            lambda: oracle.turned(case.grid, Action.SWAP_HORIZONTALLY))


def smash(case):
    plain, board = copy.deepcopy(case.plain), case.board.copy()
    return lambda: plain.smash(Random(SEED)), lambda: board.smash(Random(SEED)), None


def copied(case):
    return lambda: copy.deepcopy(case.plain), case.board.copy, case.grid.copy


def choice(of_textbook, of_kit, on_grid):
    """The choice of a smart player; the limit turns the same blocks on the grid and scores it."""
    def rng():
        return Random(f"game {SEED}: choice 0")  # the random numbers of the first choice in a game

    def ways(case):
        game, drawn, moves = case.game.copy(), rng(), []
        game.goals, game.seed = [of_kit(case.colour)], SEED
        for _ in range(SmartPlayer(DIFFICULTY).tries):
            path, action = textbook.random_path(case.plain, drawn), drawn.choice(textbook.TURNS)
            if case.board.at(path).children:
                moves.append((Action(action), oracle.square(len(case.grid), path)))

        def limit():
            for action, place in moves:
                before = case.grid[place].copy()
                case.grid[place] = oracle.turned(before, action)
                on_grid(case.grid, case.colour)
                case.grid[place] = before

        player, goal = textbook.SmartPlayer(DIFFICULTY), of_textbook(case.colour)
        return (lambda: player.make_move(case.plain, goal, rng()), lambda: game.choose(),
                limit if moves else None)

    return ways


def auto_game(case):
    def by_textbook():
        players = [textbook.RandomPlayer(), textbook.SmartPlayer(1)]
        goals = [textbook.BlobGoal(0), textbook.BlobGoal(1)]
        textbook.Game(copy.deepcopy(case.plain), players, goals, TURNS, SEED).run()

    def by_kit():
        Game(players=[RandomPlayer(), SmartPlayer(1)], goals=[BlobGoal(0), BlobGoal(1)],
             turns=TURNS, board=case.board, seed=SEED).run()

    return by_textbook, by_kit, None


def redraw(case):
    """Drawing a live canvas, with its PNG; the limit is a PNG of existing pixels."""
    by_textbook = None
    if case.leaves <= MOST_PATCHED:
        figure = LiveFigure(Figure((SIDE / DPI, SIDE / DPI), dpi=DPI))
        figure.canvas.syncing_data_url = False
        textbook.draw(case.plain, figure.canvas.figure.add_axes((0, 0, 1, 1)))
        by_textbook = figure.canvas.draw
    board = live(PlayableBoard(Game(players=[HumanPlayer()], goals=[BlobGoal(case.colour)],
                                    board=case.board, seed=SEED)), SIDE)
    cells = np.arange(SIDE) * len(case.grid) // SIDE
    pixels = np.array(textbook.COLOURS, dtype=np.uint8)[case.grid[np.ix_(cells, cells)]]
    return by_textbook, board.live.canvas.draw, lambda: imsave(
        io.BytesIO(), pixels, format="png", pil_kwargs={"compress_level": 1})


def saving(case):
    return (lambda: textbook.save(case.plain, case.file("board.json")),
            lambda: case.game.save(case.file("game.json")),
            lambda: np.save(case.file("grid.npy"), case.grid))


def loading(case):
    for save in saving(case):
        save()
    return (lambda: textbook.load(case.file("board.json")),
            lambda: Game.load(case.file("game.json")), lambda: np.load(case.file("grid.npy")))


BLOB = (textbook.BlobGoal, BlobGoal, largest_blob)
PERIMETER = (textbook.PerimeterGoal, PerimeterGoal, outer_sides)
COSTS = {"random board": random_board, "flatten": flatten, "blob score": score(*BLOB),
         "perimeter score": score(*PERIMETER), "rotate the board": rotate,
         "swap its halves": swap, "smash it": smash, "copy it": copied,
         "smart choice, blob": choice(*BLOB), "smart choice, perimeter": choice(*PERIMETER),
         "auto game": auto_game, "redraw": redraw, "save": saving, "load": loading}


# -- measuring -----------------------------------------------------------------------------

def seconds(run):
    """Return the time of the quickest of several runs."""
    taken = []
    while len(taken) < REPEATS and sum(taken) < (BUDGET if len(taken) >= FEW else PATIENCE):
        start = time.perf_counter()
        run()
        taken.append(time.perf_counter() - start)
    return min(taken)


def measured():
    """Yield each cost on each board, as a Measured."""
    last = {}
    with tempfile.TemporaryDirectory() as folder:
        for case in cases(folder):
            gc.collect()
            for name, cost in COSTS.items():
                if name == "random board" and case.kind != "random":
                    continue
                taken = dict.fromkeys(WAYS)
                for way, run in zip(WAYS, cost(case), strict=True):
                    depth, before = last.get((case.kind, name, way), (case.depth, 0))
                    if run and before * 4 ** (case.depth - depth) < LONGEST:
                        taken[way] = seconds(run)
                        last[case.kind, name, way] = case.depth, taken[way]
                Widget.close_all()
                yield Measured(case.kind, case.depth, case.leaves, name, **taken)
