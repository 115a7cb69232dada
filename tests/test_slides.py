"""The lessons in other forms: slides, blank copies, and pages for a browser alone."""

import re
from html.parser import HTMLParser

import nbformat
import pytest

from blocky.kit.command import main
from blocky.kit.lessons.blank import blank
from blocky.kit.lessons.slides import run


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


FIRST = of(("md", "slide", "# Games\n\n[One](g/01_one.ipynb), [its task](../exercises/g/01.ipynb)"))
FIRST.cells.append(nbformat.v4.new_code_cell("1 / 1", metadata={"tags": ["remove-cell"]}))
ONE = of(("md", "slide", "# 01 · One\n\n![A dot](../../images/dot.png)"),
         ("code", "skip", "from blocky import Block, draw\nfrom blocky.widgets import ask, play"),
         ("code", "-", 'nodes = 9\nask("How many `nodes`?", nodes)'),
         ("code", "-", 'ask("Once more?", 3)'),
         ("code", "-", 'play("solitaire", max_depth=2, seed=1)'),
         ("code", "-", "from ipywidgets import interact\n"
                       "interact(lambda n: draw.board(Block(colour=n)), n=[1, 2]);"),
         ("code", "fragment", "print('nine', 'nodes')"),
         ("md", "fragment", "<details><summary>Answer</summary>\n\nIt *is* nine.\n\n</details>"),
         ("md", "notes", "Say it slowly."),
         ("md", "slide", "Remember [a word](../words.ipynb#cell-id=word) and [help](../../HELP.md)."
                         "\n\n**Exercise:** [1](../../exercises/g/01.ipynb)"))
TWO = of(("md", "slide", "# 02 · Two <&>"), ("code", "-", "Block = 1"))
WORDS = of(("md", "slide", "# Words"), ("md", "-", "## Word"))
WORDS.cells[1].id = "word"


class Page(HTMLParser):
    """The links, images, ids and text of a page."""

    def __init__(self, text):
        super().__init__()
        self.links, self.images, self.ids, self.text, self.open = [], [], set(), "", []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        self.ids |= {given.get("id")}
        self.links += [given["href"]] if tag == "a" else []
        self.images += [given] if tag == "img" else []
        self.open += [tag] if tag == "details" else []

    def handle_endtag(self, tag):
        if tag == "details":
            self.open.pop()

    def handle_data(self, data):
        self.text += f"({data})" if self.open and data.strip() else data


@pytest.fixture(scope="module")
def book(tmp_path_factory):
    """The pages of a few lessons; only one of them is run."""
    folder = tmp_path_factory.mktemp("book")
    (folder / "notebooks/g").mkdir(parents=True)
    (folder / "images").mkdir()
    (folder / "images/dot.png").write_bytes(b"dot")
    for name, lesson in {"start": FIRST, "words": WORDS, "g/01_one": ONE, "g/02_two": TWO}.items():
        nbformat.write(lesson, folder / f"notebooks/{name}.ipynb")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("blocky.kit.lessons.book.run", lambda lesson, folder: (
            run(lesson, folder) if len(lesson.cells) == len(ONE.cells) else lesson))
        assert main(["book", str(folder / "notebooks"), str(folder / "made")]) == 0
    return folder / "made"


def test_every_link_leads_to_a_page_of_the_book(book):
    pages = {path: Page(path.read_text(encoding="utf-8")) for path in book.rglob("*.html")}
    assert {path.relative_to(book).as_posix() for path in pages} == {
        "index.html", "words.html", "g/01_one.html", "g/02_two.html"}
    for path, page in pages.items():
        for link in page.links:
            name, _, word = link.partition("#")
            assert not word or word in pages[(path.parent / name).resolve() if name else path].ids
            assert (path.parent / name).exists()
    assert pages[book / "index.html"].links == ["g/01_one.html"]
    assert "its task" in pages[book / "index.html"].text
    assert pages[book / "g/01_one.html"].links[-2:] == ["02_two.html", "02_two.html"]
    assert "../words.html#cell-id=word" in pages[book / "g/01_one.html"].links
    assert pages[book / "g/02_two.html"].links[2:] == ["01_one.html", "01_one.html"]
    assert "02 · Two <&>" in pages[book / "g/01_one.html"].text


def test_a_page_shows_pictures_and_questions_and_folds_what_comes_later(book):
    text = (book / "g/01_one.html").read_text(encoding="utf-8")
    page = Page(text)
    assert page.images[0]["src"].startswith("data:image/png;base64,ZG90")
    assert [image["alt"][:17] for image in page.images] == [
        "A dot", "A Blocky game. A ", "A red block"]
    for shown in ("nodes = 9", "How many nodes?", "Once more?", "(nine nodes", "(is)", "help."):
        assert shown in re.sub(r"[ \n]+", " ", page.text), shown
    for left_out in ("Say it slowly", "children=", "Exercise", "ask(", "1 / 1"):
        assert left_out not in page.text
    assert "1 / 1" not in (book / "index.html").read_text(encoding="utf-8")


def test_a_page_needs_neither_network_nor_script(book):
    for path in book.rglob("*.html"):
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"<script|<link|@import|url\(|(src|href)=.https?:", text), path
