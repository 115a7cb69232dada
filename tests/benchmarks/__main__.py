"""Print what redrawing, clicking on a page and importing cost, beside the targets."""

import os
import platform
import statistics
import subprocess
import sys
import tempfile

import ipympl
import matplotlib
import numpy

from tests.benchmarks import course, kernel, page, stepping, tracing
from tests.browser.lab import CHROMIUM

IMPORTS, IMPORT_TARGET = 15, 1.3
IMPORT = "import time; start = time.perf_counter(); import {}; print(time.perf_counter() - start)"


def heading(text, measured):
    print(f"\n{text}\n{'=' * len(text)}\n{measured}\n", flush=True)


def verdict(what, value, target, unit=""):
    """Print a value beside the most that it should be."""
    print(f"{what}: {value:.2f}{unit}, target at most {target:g}{unit}: "
          f"{'reached' if value <= target else 'missed'}", flush=True)


def redraws():
    heading("Click to finished redraw, in the kernel",
            f"Milliseconds, medians of {kernel.SAMPLES} after {kernel.WARM_UP} to warm up "
            f"(patches: of {kernel.PATCH_SAMPLES}), without a page;\n"
            f"500 x 500 pixels; left of each stroke a random board (seed {kernel.SEED}), "
            f"right of it one fully divided.\n"
            f"  redraw   the canvas alone, with its PNG for the page, in a click\n"
            f"  hover    select(path): redraw and legal moves\n"
            f"  drawn    act(ROTATE_CLOCKWISE) on the whole board, until the board is drawn\n"
            f"  act      the same, until players, moves and the chart of scores are written too\n"
            f"  patches  a Rectangle for each unit cell on an Agg canvas: no frames, no PNG; "
            f"ratio: to redraw")
    columns = ("leaves", "redraw", "hover", "drawn", "act")
    print("depth" + "".join(f"{name:>14}" for name in columns) + f"{'patches':>9}{'ratio':>12}")
    rows = []
    for depth in kernel.DEPTHS:
        boards = [kernel.Measured(game) for game in kernel.games(depth)]
        times = [board.times() for board in boards]
        patches = kernel.patches(boards[0].board.game.board)
        rows.append(times[0])
        print(f"{depth:5}{boards[0].leaves:8} /{boards[1].leaves:5}"
              + "".join(f"{random:7.1f} /{full:5.0f}" for random, full in zip(*times, strict=True))
              + f"{patches:9.0f}" + " /".join(f"{patches / each[0]:5.0f}" for each in times),
              flush=True)
    print()
    for name, column in (("Redraw", 0), ("Click until drawn", 2)):
        values = [row[column] for row in rows]
        verdict(f"{name}, random boards, slowest depth", max(values), kernel.TARGET, " ms")
        verdict(f"{name}, random boards, slowest depth / fastest", max(values) / min(values),
                kernel.FLAT)


def traces():
    heading("Recording a recursion", f"Milliseconds, medians of {kernel.SAMPLES}: a plain run, one "
                                     f"under the tracer, and their ratio.")
    for name, calls, plain, traced in tracing.rows():
        print(f"{name:38}{calls:5} calls{plain:9.2f}{traced:9.2f}{traced / plain:7.0f}",
              flush=True)


def steps():
    heading("Step to finished redraw, in the kernel",
            f"Milliseconds, medians of {kernel.SAMPLES} after {kernel.WARM_UP} to warm up, without "
            f"a page, with the PNG for it:\na step forward of a recorded run, and a jump to any.")
    print(f"{'':24}{'calls':>11}{'forward':>9}{'jump':>7}")
    at = []
    for name, calls, forward, jump in stepping.rows():
        print(f"{name:24}{calls:5} calls{forward:9.1f}{jump:7.1f}", flush=True)
        if abs(calls - stepping.AT) < stepping.AT / 4:
            at.append(max(forward, jump))
    print()
    verdict(f"Slowest at about {stepping.AT} calls", max(at), stepping.TARGET, " ms")


def checks():
    heading("Checks of the exercises", "Seconds of the slowest right and of the slowest wrong "
                                       "answer in the tests.")
    slowest = 0
    for name, right, wrong in course.checks():
        print(f"{name:24}{right:7.2f}{wrong:7.2f}", flush=True)
        slowest = max(slowest, right, wrong)
    print()
    verdict("Slowest", slowest, course.CHECK_TARGET, " s")
    taken, passed = course.nbval()
    print("All notebooks pass." if passed else "Some notebooks fail.")
    verdict("nbval of all lessons and solutions", taken, course.NBVAL_TARGET, " s")


def clicks():
    heading("Click to changed pixels, in the browser",
            f"{page.CLICKS} clicks in JupyterLab in headless Chromium on a board of depth "
            f"{page.DEPTH} (seed {page.SEED}): from mousedown\nto the first animation frame on "
            f"which the canvas holds other pixels; the block is marked before.")
    if CHROMIUM is None:
        print("Not measured: there is no Chromium here.")
        return
    taken = page.clicks()
    print(f"median {statistics.median(taken):.0f} ms, min {min(taken):.0f} ms, "
          f"max {max(taken):.0f} ms")
    verdict("Median", statistics.median(taken), page.TARGET, " ms")


def imports():
    heading("Import", f"Milliseconds in a fresh process, medians of {IMPORTS} by turns, after one "
                      f"to warm up that leaves\ncompiled files of both; the ratio is the median of "
                      f"that of each turn.")
    names, turns = ("blocky", "numpy"), []
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": folder}
        for _ in range(1 + IMPORTS):
            turns.append([float(subprocess.check_output(
                [sys.executable, "-c", IMPORT.format(name)], env=environment)) for name in names])
    for name, taken in zip(names, zip(*turns[1:], strict=True), strict=True):
        print(f"import {name}: {kernel.median(taken):.0f} ms")
    ratio = statistics.median(ours / theirs for ours, theirs in turns[1:])
    verdict("Ratio", ratio, IMPORT_TARGET)


print(f"{os.cpu_count()} cores, {platform.machine()}; Python {platform.python_version()}, "
      f"matplotlib {matplotlib.__version__}, ipympl {ipympl.__version__}, "
      f"numpy {numpy.__version__}")
checks()  # first, as in a student's kernel there is little else
redraws()
traces()
steps()
clicks()
imports()
