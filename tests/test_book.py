"""The pages of the lessons for a browser alone: their content and their links."""

import re
from html.parser import HTMLParser

import nbformat
import pytest

from blocky.kit.command import main
from blocky.kit.lessons.slides import run
from tests.test_slides import of

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
        "A dot", "A game of Blocky.", "A red block"]
    for shown in ("nodes = 9", "How many nodes?", "Once more?", "(nine nodes", "(is)", "help."):
        assert shown in re.sub(r"[ \n]+", " ", page.text), shown
    for left_out in ("Say it slowly", "children=", "Exercise", "ask(", "1 / 1"):
        assert left_out not in page.text
    assert "1 / 1" not in (book / "index.html").read_text(encoding="utf-8")


def test_a_page_needs_neither_network_nor_script(book):
    for path in book.rglob("*.html"):
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"<script|<link|@import|url\(|(src|href)=.https?:", text), path
