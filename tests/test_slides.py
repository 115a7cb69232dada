"""Slides and blank copies of the lessons."""

import nbformat

from blocky.kit.command import main
from blocky.kit.lessons.blank import blank


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


def test_slides_are_made_of_a_folder_and_what_fails_is_named(tmp_path, capsys):
    nbformat.write(LESSON, tmp_path / "01.ipynb")
    nbformat.write(of(("code", "-", "1 / 0")), tmp_path / "00.ipynb")
    assert main(["slides", str(tmp_path), str(tmp_path / "made")]) == 1
    said = capsys.readouterr()
    assert said.err == f"{tmp_path / '00.ipynb'}: The cell '1 / 0' failed " \
                       "(ZeroDivisionError: division by zero).\n"
    assert said.out == f"{tmp_path / 'made/01.slides.html'}\n"
    page = (tmp_path / "made/01.slides.html").read_text("utf-8")
    for shown in ("reveal", "A lesson", 'alt="A red block"', "Answer", "It is red."):
        assert shown in page
    assert "from random" not in page
    assert "<details>" not in page.split("<body", 1)[1]
    assert "Say it slowly." in page.split('<aside class="notes">', 1)[1]


def test_blank_copies_are_made_of_a_folder(tmp_path, capsys):
    (tmp_path / "lessons/blocky").mkdir(parents=True)
    nbformat.write(LESSON, tmp_path / "lessons/blocky/01.ipynb")
    assert main(["blank", str(tmp_path / "lessons"), str(tmp_path / "blank")]) == 0
    copy = nbformat.read(tmp_path / "blank/blocky/01.ipynb", as_version=4)
    assert copy.cells[2].source == ""
    (tmp_path / "empty").mkdir()
    assert main(["blank", str(tmp_path / "empty"), str(tmp_path / "blank")]) == 1
    assert "There are no notebooks" in capsys.readouterr().out
