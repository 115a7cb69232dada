"""The notebooks run, say the same each time, and are stored as JupyterLab would store them."""

import copy
import json
import re
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

ROOT = Path(__file__).parents[1]
NOTEBOOKS = sorted(ROOT.glob("notebooks/*/*.ipynb"))
each_notebook = pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)


def test_the_notebooks_pass_nbval():
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "--nbval-lax", "--nbval-cell-timeout=60",
         "-p", "no:cacheprovider", "-o", "addopts=", "notebooks"],
        cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-3000:]
    cells = sum(cell.cell_type == "code" for path in NOTEBOOKS
                for cell in nbformat.read(path, as_version=4).cells)
    assert f"{cells} passed" in done.stdout


def executed(path):
    notebook = nbformat.read(path, as_version=4)
    NotebookClient(notebook, timeout=60, resources={"metadata": {"path": path.parent}}).execute()
    return notebook


def said(notebook):
    """What the cells put out, without the numbers that a kernel gives its widgets."""
    cells = [[] for _ in notebook.cells]
    for said, cell in zip(cells, notebook.cells, strict=True):
        for output in cell.get("outputs", []):
            if said and said[-1].get("name") == output.get("name", "a stream"):
                said[-1]["text"] += output["text"]  # a kernel sends what is printed in pieces
            else:
                said.append(dict(output))
    text = json.dumps(cells)
    return re.sub(r"[0-9a-f]{32}", "a widget", text)


def emptied(notebook):
    """The notebook as it is committed: without outputs, and without what a kernel adds."""
    notebook = copy.deepcopy(notebook)
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
        cell.metadata.pop("execution", None)
    notebook.metadata = {"kernelspec": notebook.metadata.kernelspec,
                         "language_info": {"name": "python"}}
    return nbformat.writes(notebook) + "\n"


@each_notebook
def test_running_and_saving_again_changes_nothing(path):
    first, second = executed(path), executed(path)
    assert said(first) == said(second)
    assert emptied(first) == path.read_text(encoding="utf-8")


@each_notebook
def test_a_notebook_is_valid_and_its_links_lead_somewhere(path):
    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    ids = [cell.id for cell in notebook.cells]
    assert len(set(ids)) == len(ids)
    assert all(re.fullmatch(r"[a-z]+-\d\d", each) for each in ids), "ids are given, not drawn"
    for cell in notebook.cells:
        assert cell.source.strip()
        assert links_are_good(cell.source, path.parent) or cell.cell_type == "code"


def test_the_readme_links_lead_somewhere():
    assert links_are_good((ROOT / "README.md").read_text(encoding="utf-8"), ROOT)


def links_are_good(text, folder):
    for alt, target in re.findall(r"!\[(.*?)\]\((.*?)\)", text):
        assert len(alt) > 20, f"{target} has no text that stands for it"
        assert (folder / target).is_file(), target
    for target in re.findall(r"(?<!!)\[[^\]]*?\]\(([^)#]*?)\)", text):
        assert target.startswith("http") or (folder / target).exists(), target
    return True
