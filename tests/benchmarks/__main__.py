"""Print what the kit's work costs, beside other ways of doing it and beside the targets.

``python -m tests.benchmarks`` measures all but the notebooks and the checks, which take minutes;
with names of sections, such as ``costs checks``, only those. ``--picture`` also writes
images/costs.png, from what the section costs measures.
"""

import argparse
import itertools
import os
import platform
import statistics
import subprocess
import sys
import tempfile

import ipympl
import matplotlib
import numpy

from tests.benchmarks import (
    blue_games,
    compare,
    course,
    growth,
    kernel,
    leagues,
    page,
    prograsonne,
    stepping,
    tracing,
)
from tests.browser.lab import CHROMIUM

IMPORTS, IMPORT_TARGET = 9, 1.3
IMPORT = "import time; start = time.perf_counter(); import {}; print(time.perf_counter() - start)"


def heading(text, measured):
    print(f"\n{text}\n{'=' * len(text)}\n{measured}\n", flush=True)


def verdict(what, value, target, unit="", least=False):
    """Print a value beside the most that it should be, or the least."""
    reached = value >= target if least else value <= target
    print(f"{what}: {value:.2f}{unit}, target at {'least' if least else 'most'} {target:g}{unit}: "
          f"{'reached' if reached else 'missed'}", flush=True)


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
    verdict("Click until all is shown, random boards, slowest depth", max(row[3] for row in rows),
            kernel.SHOWN, " ms")


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
    heading("Checks of the exercises", "Seconds that the slowest right and the slowest wrong "
                                       "answer in the tests compute.")
    rows = []
    for name, *taken in course.checks():
        print(f"{name:24}{taken[0]:7.2f}{taken[1]:7.2f}", flush=True)
        rows.append(taken)
    print()
    for which, slowest, target in zip(("right", "wrong"), map(max, *rows), course.CHECK_TARGETS,
                                      strict=True):
        verdict(f"Slowest {which} answer", slowest, target, " s")


def notebooks():
    heading("All lessons and solutions", "Seconds that nbval takes for them on two processes.")
    taken, passed = course.nbval()
    print("All notebooks pass." if passed else "Some notebooks fail.")
    verdict("All", taken, course.NBVAL_TARGET, " s")


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


def span(seconds):
    if seconds is None:
        return "-"
    size, unit = next(((size, unit) for size, unit in ((1, "s"), (1e-3, "ms")) if seconds >= size),
                      (1e-6, "µs"))
    return f"{seconds / size:.1f} {unit}"


def quotient(one, other):
    if None in (one, other):
        return "-"
    ratio = one / other
    if ratio < 0.001:
        return "< 0.001"
    return f"{ratio:.0f}" if ratio >= 10 else f"{ratio:.2g}"


def costs(picture=False):
    heading("What the game's work costs: the textbook way, the kit, the limit", compare.NOTE)
    measurements = []
    for (kind, depth, leaves), group in itertools.groupby(
            compare.measured(), lambda each: (each.kind, each.depth, each.leaves)):
        shown = (kind, depth) in compare.SHOWN
        if shown:
            name = f"{kind}, depth {depth}: {leaves} {'leaves' if leaves > 1 else 'leaf'}"
            print(f"{name:44}" + "".join(f"{way:>10}" for way in compare.WAYS)
                  + f"{'faster':>9}{'x limit':>9}")
        for each in group:
            measurements.append(each)
            if shown:
                print(f"  {each.cost:42}{span(each.textbook):>10}{span(each.kit):>10}"
                      f"{span(each.limit):>10}{quotient(each.textbook, each.kit):>9}"
                      f"{quotient(each.kit, each.limit):>9}", flush=True)
    print_growth(measurements)
    targets()
    if picture:
        growth.picture(measurements).save(growth.FILE, scale=1.5)


def print_growth(measurements):
    heading("How these costs grow", growth.NOTE)
    print(f"{'':26}" + "".join(f"{told:>27}" for told, _ in growth.FITS.values()))
    print(f"{'':26}" + "".join(f"{way:>9}" for way in compare.WAYS) * len(growth.FITS))
    for name, factors in growth.rows(measurements):
        print(f"{name:26}" + "".join(f"{'-' if factor is None else f'{factor:.2f}':>9}"
                                     for factor in factors))


def targets():
    seeds = " and ".join(f"{number} at depth {depth}"
                         for depth, number in compare.CHOICE_SEEDS.items())
    heading("Targets of scores and smart players",
            f"Scores: the mean of {compare.SEEDS} random boards. Choices at difficulty "
            f"{compare.DIFFICULTY}: all of several\nrandom boards together, {seeds}.")
    for goal, shallow, deep in compare.mean_growth():
        verdict(f"{goal}: {span(deep)} at depth {compare.DEEP} / {span(shallow)} at depth "
                f"{compare.SHALLOW}", deep / shallow, compare.FLAT)
    for depth, goal, by_textbook, by_kit in compare.choices():
        verdict(f"Smart choice, {goal}, depth {depth}: {span(by_textbook)} / {span(by_kit)}",
                by_textbook / by_kit, compare.CHOICE_TARGETS[depth], least=True)


def league():
    heading("A league on two processes", f"The same league of {len(leagues.PLAYERS)} players on "
                                         f"{leagues.BOARDS} boards; efficiency: what a process "
                                         f"does of what one alone does.")
    efficiencies = []
    for workers, taken, efficiency in leagues.rows():
        print(f"{workers} at work: {taken:.1f} s", flush=True)
        efficiencies.append(efficiency)
    verdict("Efficiency", efficiencies[-1], leagues.TARGET, " %", least=True)


def blue():
    heading("Whole games of Blue between two players", blue_games.NOTE)
    print(f"{'':28}" + "".join(f"{way:>12}" for way in blue_games.WAYS) + f"{'faster':>9}")
    for name, target, times in blue_games.rows():
        print(f"{name:28}" + "".join(f"{span(each):>12}" for each in times)
              + f"{quotient(times[0], times[-1]):>9}", flush=True)
        verdict(f"{name}, simulated", 1000 * times[-1], target, " ms")
    verdict(f"{blue_games.MANY} games, first available and greedy row, two processes",
            blue_games.many(), blue_games.MANY_TARGET, " s")
    verdict("Redraw of a table with four boards", blue_games.redraw(), blue_games.REDRAW_TARGET,
            " ms")


def hints():
    heading("Prograsonne: hints, scores and redraws of large boards",
            f"Milliseconds of computing on {prograsonne.BOARDS} boards of random games, with "
            f"{prograsonne.LEAST} tiles and more, and up\nto {prograsonne.HANDS} tiles in hand.\n"
            f"  plain   every feature is found again by a walk, for each placement that is tried\n"
            f"  kit     the features are kept up")
    print(f"{'':26}{'plain: median':>14}{'worst':>8}{'kit: median':>14}{'worst':>8}")
    rows = dict(zip(("Scores after a tile", "Hint"), prograsonne.measured(), strict=True))
    for name, taken in rows.items():
        print(f"{name:26}" + "".join(
            f"{1000 * statistics.median(way):14.2f}{1000 * max(way):8.2f}"
            for way in ([each.plain for each in taken], [each.kit for each in taken])))
    print()
    for name, taken in rows.items():
        verdict(f"{name}: plain / kit, of all together",
                sum(each.plain for each in taken) / sum(each.kit for each in taken),
                prograsonne.TARGET, least=True)
    chosen, whole = prograsonne.redraws()
    verdict(f"Redraw of {prograsonne.FULL} tiles, another cell chosen", chosen,
            prograsonne.REDRAW_TARGET, " ms")
    verdict("Redraw after a tile is placed", whole, prograsonne.REDRAW_TARGET, " ms")


SECTIONS = {section.__name__: section
            for section in (costs, league, redraws, traces, steps, blue, hints, clicks, imports)}
#: What takes minutes is measured only when it is asked for.
LONG = {section.__name__: section for section in (checks, notebooks)}

parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description=__doc__)
parser.add_argument("sections", nargs="*", metavar="SECTION",
                    help=f"of {', '.join(SECTIONS)}, which are all measured without one; or of "
                         f"{', '.join(LONG)}, which take minutes")
parser.add_argument("--picture", action="store_true", help="write images/costs.png")
asked = parser.parse_args()
if unknown := set(asked.sections) - set(SECTIONS | LONG):
    parser.error(f"There is no section {', '.join(sorted(unknown))}. "
                 f"There are: {', '.join(SECTIONS | LONG)}.")
if asked.picture and asked.sections and "costs" not in asked.sections:
    parser.error("The picture is drawn from the section costs: name that too.")

print(f"{os.cpu_count()} cores, {platform.machine()}; Python {platform.python_version()}, "
      f"matplotlib {matplotlib.__version__}, ipympl {ipympl.__version__}, "
      f"numpy {numpy.__version__}")
for name in asked.sections or SECTIONS:
    if name == "costs":
        costs(asked.picture)
    else:
        (SECTIONS | LONG)[name]()
