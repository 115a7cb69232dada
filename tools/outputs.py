"""What the solutions show: ``python -m tools.outputs blocky/06_flatten`` writes it into them.

Run it after a change that is meant to change what a solution shows; without names it is for all.
Those of other languages have their names behind that of the language, as ``es/blocky/06_flatten``.
Kept are outputs that are the same everywhere, numbers and texts, which ``pytest --nbval`` compares.
A cell that shows a picture or a widget gets the tag ``nbval-ignore-output``, and keeps nothing; one
that shows a clock, or what another version of a tool would say, is given the tag by hand.
"""

import sys
from itertools import groupby
from pathlib import Path

import nbformat

from blocky.kit.teaching import editions
from tests.kernels import errors, ran

ROOT = Path(__file__).parents[1]
SOLUTIONS = [path for edition in editions().values()
             for path in sorted(edition.glob("solutions/*/*.ipynb"))]
IGNORED = "nbval-ignore-output"


def name_of(path):
    """Return what a solution is called, as "blocky/06_flatten" or "es/blocky/06_flatten"."""
    return path.relative_to(ROOT).with_suffix("").as_posix().replace("solutions/", "")


def is_seen(output):
    """Tell whether an output is a picture or a widget."""
    data = output.get("data", {})
    return (any(kind.startswith("image/") or "widget" in kind for kind in data)
            or "data:image" in data.get("text/html", ""))


def kept(cell):
    """Return the outputs of a cell that was run, as they are kept; None if the cell is ignored."""
    if IGNORED in cell.metadata.get("tags", []) or any(map(is_seen, cell.outputs)):
        return None
    found = []
    for stream, outputs in groupby(cell.outputs, lambda output: output.get("name")):
        if stream:
            text = "".join(output.text for output in outputs)
            found.append(nbformat.v4.new_output("stream", name=stream, text=text))
        else:
            for output in outputs:
                output = nbformat.from_dict(output)
                output.metadata = {}
                if "execution_count" in output:
                    output.execution_count = None
                found.append(output)
    return found


def with_outputs(notebook, run):
    """Return a notebook with the outputs, and the tags, of a copy that was run."""
    notebook = nbformat.from_dict(notebook)
    pairs = [(cell, done) for cell, done in zip(notebook.cells, run.cells, strict=True)
             if cell.cell_type == "code"]
    for number, (cell, done) in enumerate(pairs, 1):
        outputs = kept(done)
        # nbval takes no outputs of a cell that, by its count, was never run.
        cell.outputs, cell.execution_count = outputs or [], number if outputs else None
        if outputs is None and IGNORED not in cell.metadata.get("tags", []):
            cell.metadata["tags"] = [*cell.metadata.get("tags", []), IGNORED]
    return notebook


if __name__ == "__main__":
    for unknown in {*sys.argv[1:]} - {*map(name_of, SOLUTIONS)}:
        raise SystemExit(f"There's no solution {unknown}.")
    for path in SOLUTIONS:
        name = name_of(path)
        if len(sys.argv) == 1 or name in sys.argv[1:]:
            run = ran(path)
            assert errors(run) == {}, name
            notebook = with_outputs(nbformat.read(path, as_version=4), run)
            path.write_text(nbformat.writes(notebook) + "\n", encoding="utf-8")
