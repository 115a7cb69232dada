"""The lessons run, say what they said, make slides, and are stored as JupyterLab would."""

import copy
import re

import nbformat
import pytest

from blocky.kit.lessons.slides import slides
from tests.kernels import errors, ran
from tests.lessons import LESSONS, ROOT, golden, said

SLIDES = {"slide", "subslide", "fragment", "notes", "skip", "-"}
FOLDED = r"<details><summary>For the instructor</summary>\n\n.*\n\n</details>"
each_notebook = pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)


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


@pytest.mark.slow
@each_notebook
def test_a_lesson_runs_says_what_it_said_and_makes_slides(path):
    """One run for all of it."""
    lesson = ran(path)
    assert errors(lesson) == {}
    assert emptied(lesson) == path.read_text(encoding="utf-8")
    assert said(lesson) == golden(path)[1][path.stem], "If that is meant: python -m tests.lessons"
    shown = slides(lesson, path.parent).split("<body", 1)[1]
    assert shown.count('<aside class="notes">') >= 3
    assert "<details>" not in shown


@each_notebook
def test_a_notebook_is_valid_and_its_links_lead_somewhere(path):
    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    ids = [cell.id for cell in notebook.cells]
    assert len(set(ids)) == len(ids)
    assert all(re.fullmatch(r"[a-z]+-\d\d", each) for each in ids), "ids are given, not drawn"
    types = [cell.metadata.slideshow.slide_type for cell in notebook.cells]
    assert set(types) <= SLIDES
    assert types[0] == "slide"
    assert types.count("slide") >= 4
    assert types.count("notes") >= 3
    for cell in notebook.cells:
        assert cell.source.strip()
        folded = re.fullmatch(FOLDED, cell.source, re.S) is not None
        assert folded == (cell.metadata.slideshow.slide_type == "notes")
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
