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
            print(f"  {each.cost:42}{span(each.textbook):>10}{span(each.kit):>10}"
                  f"{span(each.limit):>10}{quotient(each.textbook, each.kit):>9}"
                  f"{quotient(each.kit, each.limit):>9}", flush=True)
    heading(f"How these costs grow\n{growth.NOTE}")
    print(f"{'':26}" + "".join(f"{told:>27}" for told, _ in growth.FITS.values()))
    print(f"{'':26}" + "".join(f"{way:>9}" for way in compare.WAYS) * len(growth.FITS))
    for name, factors in growth.rows(measurements):
        print(f"{name:26}" + "".join(f"{'-' if factor is None else f'{factor:.2f}':>9}"
                                     for factor in factors))
    if picture:
        growth.picture(measurements).save(growth.FILE, scale=1.5)


SECTIONS = {"costs": costs} | {section.__name__: section for section in targets.SECTIONS}
parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description=__doc__)
parser.add_argument("sections", nargs="*", metavar="SECTION", help=f"of {', '.join(SECTIONS)}")
parser.add_argument("--picture", action="store_true", help="write images/costs.png")
asked = parser.parse_args()
if unknown := set(asked.sections) - set(SECTIONS):
    parser.error(f"There is no section {', '.join(sorted(unknown))}. "
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
