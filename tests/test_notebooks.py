"""Lessons, first page and glossary: they run, say what they said, and their links are good."""

import copy
import re

import nbformat
import pytest

from blocky.kit.lessons.slides import slides
from tests.kernels import errors, ran
from tools.lessons import LESSONS, ROOT, golden, said

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
    assert said(lesson) == golden(path)[1][path.stem], "If that is meant: python -m tools.lessons"
    shown = slides(lesson, path.parent).split("<body", 1)[1]
    assert shown.count('<aside class="notes">') >= 3
    assert "<details>" not in shown
    assert "interactive(children" not in shown, "import interact from the kit: it leaves a still"


def stored(path):
    """Return a notebook that is valid, kept as JupyterLab would, and whose links are good."""
    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    assert nbformat.writes(notebook) + "\n" == path.read_text(encoding="utf-8")
    assert len({cell.id for cell in notebook.cells}) == len(notebook.cells)
    for cell in notebook.cells:
        assert cell.cell_type == "code" or links_are_good(cell.source, path.parent)
        assert not cell.get("outputs")
    return notebook


@each_notebook
def test_a_lesson_is_stored_well_and_its_cells_have_their_kinds(path):
    notebook = stored(path)
    assert all(re.fullmatch(r"[a-z]+-\d\d", cell.id) for cell in notebook.cells), "ids are given"
    types = [cell.metadata.slideshow.slide_type for cell in notebook.cells]
    assert set(types) <= SLIDES
    assert types[0] == "slide"
    assert types.count("slide") >= 4
    assert types.count("notes") >= 3
    for cell in notebook.cells:
        assert cell.source.strip()
        folded = re.fullmatch(FOLDED, cell.source, re.S) is not None
        assert folded == (cell.metadata.slideshow.slide_type == "notes")


def links_are_good(text, folder):
    for alt, target in re.findall(r"!\[(.*?)\]\((.*?)\)", text):
        assert len(alt) > 20, f"{target} has no text that stands for it"
        assert (folder / target).is_file(), target
    for target in re.findall(r"(?<!!)\[[^\]]*?\]\(([^)#]*?)\)", text):
        assert target.startswith("http") or (folder / target).exists(), target
    return True


START, GLOSSARY = ROOT / "notebooks" / "start.ipynb", ROOT / "notebooks" / "glossary.ipynb"


def text_of(path):
    return "\n\n".join(cell.source for cell in nbformat.read(path, as_version=4).cells
                       if cell.cell_type == "markdown")


def words():
    return re.findall(r"^## (.+)$", text_of(GLOSSARY), re.M)


def test_the_first_page_and_the_glossary_are_stored_well():
    assert stored(GLOSSARY)
    assert all(re.fullmatch(r"start-\d\d", cell.id) for cell in stored(START).cells)


def test_the_words_of_the_glossary_are_in_order_and_told_with_a_place():
    assert words() == sorted(set(words()), key=str.casefold)
    entries = text_of(GLOSSARY).split("\n\n## ")[1:]
    assert len(entries) == len(words()) > 45
    for entry in entries:
        told, place = entry.split("**In the kit:**")
        assert 40 < len(told) < 420
        assert re.search(r"\]\((blocky|prograsonne|blue)/\d\d", place), entry


def test_every_link_to_a_word_finds_it():
    """Links name the id of a cell, as JupyterLab cannot find a heading that is not drawn yet."""
    known = {cell.id for cell in nbformat.read(GLOSSARY, as_version=4).cells[1:]}
    assert known == {re.sub(r" \(.*\)", "", word).replace(" ", "-") for word in words()}
    for path in [START, GLOSSARY, *LESSONS]:
        linked = re.findall(r"glossary\.ipynb#([^)]*)\)", text_of(path))
        assert {each.removeprefix("cell-id=") for each in linked} <= known, path.stem
        assert all(each.startswith("cell-id=") for each in linked), path.stem
        assert path != GLOSSARY or len(set(linked)) == len(known)


def test_every_word_is_met_in_a_lesson():
    met = set()
    for path in LESSONS:
        boxes = [cell.source for cell in nbformat.read(path, as_version=4).cells
                 if cell.source.startswith("## Standard terms")]
        assert len(boxes) == 1, path
        met |= set(re.findall(r"glossary\.ipynb#cell-id=([^)]*)\)", boxes[0]))
    assert {cell.id for cell in nbformat.read(GLOSSARY, as_version=4).cells[1:]} - met == set()


@pytest.mark.slow
def test_the_first_page_leads_to_every_lesson_and_runs():
    linked = set(re.findall(r"\]\(((?:blocky|prograsonne|blue)/[^)]*)\)", text_of(START)))
    pages = [*LESSONS, *ROOT.glob("notebooks/*/rules.ipynb")]
    assert {path.relative_to(START.parent).as_posix() for path in pages} <= linked
    shown = ran(START)
    assert errors(shown) == {}
    tables = [output["data"]["text/html"] for cell in shown.cells for output in
              cell.get("outputs", []) if "<table" in output.get("data", {}).get("text/html", "")]
    assert len(tables) == 1
    for path in ROOT.glob("exercises/*/*.ipynb"):
        assert f'href="../{path.relative_to(ROOT).as_posix()}"' in tables[0]


@pytest.mark.parametrize(("column", "game"), [(0, "blocky"), (1, "prograsonne"), (2, "blue")])
def test_the_first_page_tells_how_many_lessons_there_are_and_how_long_they_take(column, game):
    lessons = [path for path in LESSONS if path.parent.name == game]
    minutes = [int(re.search(r"\*\*Time\*\* about (\d+) minutes", text_of(path))[1])
               for path in lessons]
    row = re.search(r"\| \*\*lessons\*\* \|(.*)\|", text_of(START))[1].split("|")
    assert row[column].strip() == f"{len(lessons)}, about {round(sum(minutes) / 60)} hours"


def plan(text):
    """Return the weeks of a plan: the number, all games, Blocky alone."""
    return re.findall(r"^\| (\d+) \| (.+) \| (.+) \|$", text, re.M)


def test_the_plan_of_the_first_page_is_the_readmes_and_its_minutes_are_the_lessons():
    weeks = plan(text_of(START))
    assert weeks == plan((ROOT / "README.md").read_text(encoding="utf-8"))
    minutes = {path.stem.split("_")[0]: int(
        re.search(r"\*\*Time\*\* about (\d+) minutes", text_of(path))[1])
        for path in LESSONS if path.parent.name == "blocky"}
    for _, _, alone in weeks:
        numbers = re.findall(r"\b\d\db?\b", alone.partition(":")[0])
        assert not numbers or f"({sum(minutes[each] for each in numbers)}" in alone
