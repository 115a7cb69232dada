"""Print what the kit's work costs, beside other ways of doing it and beside the targets.

``python -m tests.benchmarks`` measures all; with names of sections, such as ``costs redraws``, only
those. ``--picture`` also writes images/costs.png, from what the section costs measures.
"""

import argparse
import itertools
import os
import platform

import ipympl
import matplotlib
import numpy

from tests.benchmarks import compare, growth, targets


def heading(text):
    print(f"\n{text}\n{'=' * len(text.splitlines()[0])}", flush=True)


def columns(values, width):
    return "".join(f"{'-' if value is None else f'{value:.4g}':>{width}}" for value in values)


def ratio(one, other):
    return None if None in (one, other) else one / other


def costs(picture):
    """What the game's work costs: the textbook way, the kit, the limit"""
    print(compare.NOTE)
    measurements = []
    for (kind, depth, leaves), group in itertools.groupby(
            compare.measured(), lambda each: each[:3]):
        measurements += (group := [*group])
        if (kind, depth) not in compare.SHOWN:
            continue
        print(f"\n{f'{kind}, depth {depth}, leaves: {leaves}':44}"
              + "".join(f"{way:>10}" for way in compare.WAYS) + f"{'faster':>9}{'x limit':>9}")
        for each in group:
            times = [seconds and 1000 * seconds for seconds in each[-3:]]
            ratios = [ratio(each.textbook, each.kit), ratio(each.kit, each.limit)]
            print(f"  {each.cost:42}{columns(times, 10)}{columns(ratios, 9)}", flush=True)
    if picture:
        growth.picture(measurements).save(growth.FILE, scale=1.5)


SECTIONS = {"costs": costs} | {section.__name__: section for section in targets.SECTIONS}
parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description=__doc__)
parser.add_argument("sections", nargs="*", metavar="SECTION", help=f"of {', '.join(SECTIONS)}")
parser.add_argument("--picture", action="store_true", help="write images/costs.png")
asked = parser.parse_args()
if unknown := set(asked.sections) - set(SECTIONS):
    parser.error(f"There's no section {', '.join(sorted(unknown))}. "
                 f"There are: {', '.join(SECTIONS)}.")
if asked.picture and asked.sections and "costs" not in asked.sections:
    parser.error("The picture is drawn from the section costs: name that too.")

print(f"{os.cpu_count()} cores, {platform.machine()}; Python {platform.python_version()}, "
      f"matplotlib {matplotlib.__version__}, ipympl {ipympl.__version__}, "
      f"numpy {numpy.__version__}")
for name in asked.sections or SECTIONS:
    heading(SECTIONS[name].__doc__)
    if name == "costs":
        costs(asked.picture)
    else:
        for figure in SECTIONS[name]():
            print(figure, flush=True)
