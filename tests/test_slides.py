"""Slides and blank copies of the lessons."""

import nbformat

from blocky.kit.command import main
from blocky.kit.lessons.blank import blank
from blocky.kit.lessons.slides import run, slides


def of(*cells):
    made = {"md": nbformat.v4.new_markdown_cell, "code": nbformat.v4.new_code_cell}
    return nbformat.v4.new_notebook(cells=[
        made[kind](source, metadata={"slideshow": {"slide_type": slide}})
        for kind, slide, source in cells])


LESSON = of(("md", "slide", "# A lesson"), ("code", "skip", "from random import Random"),
            ("code", "-", "from blocky import Block, draw\ndraw.board(Block(colour=1))"),
            ("md", "fragment", "<details><summary>Answer</summary>\n\nIt is red.\n\n</details>"),
            ("md", "notes", "Say it slowly."))


def test_code_beside_an_import_is_emptied():
    sources = ["import a\nfrom b import (\n    c,\n    d,\n)", "import a\na.run()", "x = 1",
               "from a import b; b()"]
    copy = blank(of(*(("code", "-", source) for source in sources)))
    assert [cell.source for cell in copy.cells] == [sources[0], "", "", ""]


def test_a_page_of_slides(tmp_path):
    page = slides(run(LESSON, tmp_path), tmp_path)
    assert "reveal" in page
    assert "A lesson" in page
    assert "from random" not in page
    assert 'alt="A red block"' in page
    assert "It is red." in page
    assert "<details>" not in page.split("<body", 1)[1]
    assert "Say it slowly." in page.split('<aside class="notes">', 1)[1]
    assert "Answer" in page
    assert LESSON.cells[2].get("outputs", []) == []


def test_the_commands(tmp_path, capsys):
    source = tmp_path / "lessons" / "blocky"
    source.mkdir(parents=True)
    nbformat.write(LESSON, source / "01.ipynb")
    assert main(["blank", str(tmp_path / "lessons"), str(tmp_path / "blank")]) == 0
    copy = nbformat.read(tmp_path / "blank/blocky/01.ipynb", as_version=4)
    assert copy.cells[2].source == ""
    assert main(["slides", str(source / "01.ipynb"), str(tmp_path / "slides")]) == 0
    assert (tmp_path / "slides/01.slides.html").stat().st_size > 10_000
    nbformat.write(of(("code", "-", "1 / 0")), source / "00.ipynb")
    assert main(["slides", str(source), str(tmp_path / "slides")]) == 1
    said = capsys.readouterr()
    assert said.err == f"{source / '00.ipynb'}: The cell '1 / 0' failed " \
                       "(ZeroDivisionError: division by zero).\n"
    assert str(tmp_path / "slides/01.slides.html") in said.out
    (tmp_path / "empty").mkdir()
    assert main(["slides", str(tmp_path / "empty"), str(tmp_path / "slides")]) == 1
    assert "There are no notebooks" in capsys.readouterr().out
