"""The links of the first page and of the glossary lead somewhere, and so do links to them."""

import re

import nbformat
import pytest

from tests.kernels import errors, ran
from tests.lessons import LESSONS
from tests.test_notebooks import ROOT, links_are_good

START, GLOSSARY = ROOT / "notebooks" / "start.ipynb", ROOT / "notebooks" / "glossary.ipynb"


def text_of(path):
    return "\n\n".join(cell.source for cell in nbformat.read(path, as_version=4).cells
                       if cell.cell_type == "markdown")


def words():
    return re.findall(r"^## (.+)$", text_of(GLOSSARY), re.M)


@pytest.mark.parametrize("path", [START, GLOSSARY], ids=lambda path: path.stem)
def test_a_page_is_stored_as_jupyterlab_would_and_its_links_lead_somewhere(path):
    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    assert nbformat.writes(notebook) + "\n" == path.read_text(encoding="utf-8")
    ids = [cell.id for cell in notebook.cells]
    assert len(set(ids)) == len(ids)
    assert path == GLOSSARY or all(re.fullmatch(r"start-\d\d", each) for each in ids)
    assert not any(cell.get("outputs") for cell in notebook.cells)
    assert links_are_good(text_of(path), path.parent)


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
                 if cell.source.startswith("## How it is called elsewhere")]
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
              cell.get("outputs", []) if "text/html" in output.get("data", {})]
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
