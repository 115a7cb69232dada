"""Measurements with targets: every section is a function that yields Figures."""

import statistics
import tempfile
import time
from functools import partial
from pathlib import Path
from random import Random
from typing import NamedTuple

import numpy as np

from blocky import Action, BlobGoal, Block, RandomPlayer, SmartPlayer, arena
from blocky.blue import OFFICIAL, SEED, Position, simulate
from blocky.blue.widgets import play as play_blue
from blocky.kit.trace import trace
from blocky.kit.widgets.stepper import step
from blocky.widgets import play
from tests.benchmarks.compare import SIDE, divided, live
from tests.browser import lab

CLICKS = 30
CODE = "from blocky.widgets import play\nplay('solitaire', seed=7, max_depth=5, turns=1000)"

#: Measures the time from a press of the mouse until the pixels of the canvas have changed. They are
#: compared only when something is drawn on it, so that looking does not slow what is measured.
WATCH = f"""() => {{
    const pixels = {lab.PIXELS}, before = pixels(), shown = {lab.CANVAS};
    const {{drawImage}} = CanvasRenderingContext2D.prototype;
    let clicked = null;
    window.taken = null;
    window.addEventListener("mousedown", () => clicked = performance.now(),
                            {{capture: true, once: true}});
    CanvasRenderingContext2D.prototype.drawImage = function (...given) {{
        drawImage.apply(this, given);
        const now = performance.now();
        if (clicked === null || this.canvas !== shown || pixels() === before) return;
        window.taken = now - clicked;
        CanvasRenderingContext2D.prototype.drawImage = drawImage;
    }};
}}"""


class Figure(NamedTuple):
    """A measured value, and the most (or the least) that it should be."""

    what: str
    value: float
    unit: str = ""
    target: float | None = None
    least: bool = False

    def __str__(self):
        told = f"{self.what}: {self.value:.2f}{self.unit}"
        if self.target is None:
            return told
        reached = self.value >= self.target if self.least else self.value <= self.target
        told += f", target at {'least' if self.least else 'most'} {self.target:g}{self.unit}"
        return f"{told}: {'reached' if reached else 'missed'}"


def taken(run):
    """Return the seconds that a call takes."""
    start = time.perf_counter()
    run()
    return time.perf_counter() - start


def usual(*runs):
    """Return the median milliseconds of each call; the calls take turns."""
    turns = [[taken(run) for run in runs] for _ in range(13)][2:]
    return [1000 * statistics.median(each) for each in zip(*turns, strict=True)]


def league():
    """A league of 7 players on two processes: what each does of what one alone does"""
    players = {f"Smart {each}": SmartPlayer(each) for each in range(6)} | {"Random": RandomPlayer()}
    alone, together = (taken(partial(
        arena.league, players, boards=3, max_depth=4, turns=20, workers=workers, progress=False))
        for workers in (1, 2))
    yield Figure("Alone", alone, " s")
    yield Figure("Efficiency of two", 100 * alone / (2 * together), " %", 85, least=True)


def redraws():
    """Redraws in the kernel, with the PNG for the page, on random boards of 500 x 500 pixels"""
    redrawn = []
    for depth in range(3, 9):
        board = live(play("solitaire", seed=7, turns=1000, max_depth=depth), SIDE)
        board.select(())
        redraw, move = usual(board.live.canvas.draw, partial(board.act, Action.ROTATE_CLOCKWISE))
        redrawn.append(redraw)
        yield Figure(f"Depth {depth}, the board alone", redraw, " ms", 12)
        yield Figure(f"Depth {depth}, a move until all is shown", move, " ms", 15)
    yield Figure("The board alone, slowest depth / fastest", max(redrawn) / min(redrawn), "", 1.5)


def boards():
    """Yield boards of one colour, each with four times the blocks of the one before."""
    return (divided(depth, [0]) for depth in (2, 3, 4))


def traces():
    """Recording a recursion: under the tracer, and a plain run"""
    for board in boards():
        traced, plain = usual(partial(trace, Block.flatten, board), board.flatten)
        name = f"flatten, {len(trace(Block.flatten, board).calls)} calls"
        yield Figure(f"{name}, traced", traced, " ms")
        yield Figure(f"{name}, plain", plain, " ms")


def steps():
    """Step to finished redraw of a recorded run, in the kernel, with the PNG for the page"""
    def recursions():
        for board in boards():
            grid = board.flatten()
            yield step(Block.flatten, board, calls=2000, seconds=60)
            yield step(BlobGoal(0).undiscovered_blob_size, (0, 0), grid, np.full_like(grid, -1),
                       calls=2000, seconds=60)

    rng = Random(7)
    for stepper in map(live, recursions()):
        calls, name = len(stepper.trace.calls), stepper.trace.calls[0].name
        target = 30 if calls <= 600 else None
        forward, jump = usual(
            stepper.forward, lambda: stepper.go_to(rng.randrange(stepper.steps)))  # noqa: B023
        yield Figure(f"{name}, {calls} calls, forward", forward, " ms", target)
        yield Figure(f"{name}, {calls} calls, a jump", jump, " ms", target)


def blue():
    """Games of Blue between two random players, the best mean of five times 50; redraws"""
    def by_position(rules, rng):
        position = Position.deal(2, rules, rng)
        while not position.over:
            position.play(position.random_move(rng), rng)

    # The targets are for a machine on which the quickest programs in plain Python take 2.4 ms.
    for rules, target in ((SEED, 0.6), (OFFICIAL, 0.9)):
        best = min(taken(lambda: [by_position(rules, rng) for _ in range(50)])  # noqa: B023
                   for rng in map(Random, range(5)))
        yield Figure(f"{rules.name} rules, position", 1000 * best / 50, " ms")
        many = partial(simulate, 1000, ["random", "random"], rules, progress=False)
        yield Figure(f"{rules.name} rules, simulated", min(taken(many) for _ in range(5)), " ms",
                     target)
    many = partial(simulate, 10_000, progress=False, workers=2)
    yield Figure("10000 games of the players of the original, two processes",
                 min(taken(many) for _ in range(2)), " s", 4)
    table = live(play_blue(["human"] * 4, seed=1, pause=0))
    yield Figure("Redraw of a table with four boards", *usual(table.next_take), " ms", 20)


def clicks():
    """Click to changed pixels, in JupyterLab in Chromium, on a board of depth 5"""
    passed = []
    with (tempfile.TemporaryDirectory() as folder, lab.serve(Path(folder)) as server,
          lab.page(server) as page):
        notebook = lab.Notebook(server, page, "bench", [CODE])
        notebook.run()
        notebook.board()
        page.mouse.move(*notebook.at(0.5, 0.45))
        page.keyboard.press("ArrowUp")  # the whole board is marked, and turned
        for _ in range(CLICKS):
            notebook.stand_still(700)
            page.evaluate(WATCH)
            page.mouse.click(*notebook.at(0.5, 0.45))
            page.wait_for_function("taken !== null")
            passed.append(page.evaluate("taken"))
        notebook.close()
    yield Figure(f"Median of {CLICKS}", statistics.median(passed), " ms", 120)
    yield Figure("Slowest", max(passed), " ms")


SECTIONS = [league, redraws, traces, steps, blue, clicks]
