"""The outputs that the solutions keep are compared by the command that the README names."""

import re
import shlex
import subprocess
import sys

import nbformat

from tests.outputs import IGNORED, SOLUTIONS, is_seen
from tests.test_exercises import ROOT


def test_the_command_of_the_readme_compares_outputs(tmp_path):
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    options = shlex.split(re.search(r"^python -m pytest (--nbval .*) solutions$", readme, re.M)[1])
    notebook = nbformat.read(ROOT / "solutions/prograsonne/01_cells.ipynb", as_version=4)
    number, cell = next((number, cell) for number, cell in enumerate(
        each for each in notebook.cells if each.cell_type == "code") if cell.outputs)
    cell.outputs[0].text = cell.outputs[0].text.replace("returns (2, 3)", "returns (2, 4)")
    nbformat.write(notebook, tmp_path / "changed.ipynb")
    done = subprocess.run([sys.executable, "-m", "pytest", *options, "-p", "no:cacheprovider",
                           f"--rootdir={tmp_path}", "changed.ipynb"],
                          cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 1, done.stdout
    assert f"Cell {number}" in done.stdout
    assert "1 failed" in done.stdout


def test_what_is_kept_is_the_same_everywhere():
    outputs = 0
    for path in SOLUTIONS:
        notebook = nbformat.read(path, as_version=4)
        assert "widgets" not in notebook.metadata
        cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
        for number, cell in enumerate(cells, 1):
            assert cell.execution_count == (number if cell.outputs else None)
            assert not any(map(is_seen, cell.outputs))
            assert IGNORED not in cell.metadata.get("tags", []) or not cell.outputs
            outputs += len(cell.outputs)
    assert outputs > 60
