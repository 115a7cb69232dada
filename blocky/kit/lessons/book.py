"""Makes web pages of the lessons, to be read without Python: ``blocky book``."""

import ast
import html
import re
from argparse import Namespace
from base64 import b64decode
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import nbformat
from nbformat import NotebookNode

from blocky.kit.language import in_use, say
from blocky.kit.lessons import files
from blocky.kit.lessons.slides import run
from blocky.kit.notebook.execute import WIDGET
from blocky.kit.notebook.restore import notebook_at

__all__ = ["add_arguments", "command", "page"]

#: The notebook with links to all others; its page is index.html.
FIRST = "start"
#: The pixels above which the picture of a widget is not scaled down on a phone.
WIDE = 640
#: The type of the saved states of widgets in a notebook's metadata.
STATE = "application/vnd.jupyter.widget-state+json"
TEMPLATE = "book.html.j2"


def page(lesson: NotebookNode, path: Path) -> str:
    """Return the HTML page of a lesson that was run, with links to the pages of other lessons.

    ``path`` is the lesson's notebook. The lessons of a game are in a folder; the notebook ``FIRST``
    is beside these folders, and has no list of lessons.
    """
    from jinja2 import FileSystemLoader
    from nbconvert import HTMLExporter
    from pygments.formatters import HtmlFormatter

    is_in_a_game = not (path.parent / f"{FIRST}.ipynb").exists()
    # a lesson is a tuple here: the name of its file, and its title
    here = path.name, _title(path)
    lessons: list[tuple[str, str]] = []  # those of the game
    before = after = None  # the ones before and after this one
    if is_in_a_game:
        lessons = [(each.name, _title(each)) for each in sorted(path.parent.glob("*.ipynb"))]
        index = lessons.index(here)
        before = lessons[index - 1] if index > 0 else None
        after = lessons[index + 1] if index + 1 < len(lessons) else None
    exporter = HTMLExporter(  # type: ignore[no-untyped-call]
        template_name="basic", template_file=TEMPLATE, exclude_anchor_links=True,
        extra_loaders=[FileSystemLoader(Path(__file__).parent)], exclude_input_prompt=True,
        exclude_output_prompt=True)
    link_to_first = f"../{FIRST}.ipynb" if is_in_a_game else f"{FIRST}.ipynb"
    html_page, _ = exporter.from_notebook_node(_to_read(lesson), resources={
        "first": None if path.stem == FIRST else link_to_first,
        "game": path.parent.name.title(), "lessons": lessons, "here": here, "say": say,
        "language": in_use(), "before": before, "after": after,
        "light": HtmlFormatter(style="default").get_style_defs(".highlight"),
        "dark": HtmlFormatter(style="github-dark").get_style_defs(".highlight")})
    html_page = files.with_pictures(str(html_page), path.parent)
    link = r'<a href="(?!https?:|#)(?P<file>[^"]*)"(?P<attributes>.*?)>(?P<words>.*?)</a>'
    return re.sub(link, _link_to_page, html_page, flags=re.S)


def _to_read(lesson: NotebookNode) -> NotebookNode:
    """Return a copy of a lesson for a page: with pictures of widgets, and without calls of ``ask``.

    Cells with the tag "remove-cell", notes for teachers and the link to the next lesson are left
    out, too.
    """
    copy: NotebookNode = nbformat.from_dict(lesson)  # type: ignore[no-untyped-call]
    copy.cells = [cell for cell in copy.cells
                  if "remove-cell" not in cell.metadata.get("tags", [])
                  and cell.metadata.get("slideshow", {}).get("slide_type") != "notes"]
    link_to_next = r"\n\n\*\*[^\n]*\.ipynb\)\Z"
    copy.cells[-1].source = re.sub(link_to_next, "", copy.cells[-1].source)
    widgets = copy.metadata.get("widgets", {}).get(STATE, {}).get("state", {})
    for cell in copy.cells:
        if cell.cell_type == "code":
            cell.source = _without_questions(cell.source)
            static_outputs: list[Any] = []
            for output in cell.outputs:
                static_outputs += _static(output, widgets)
            cell.outputs = static_outputs
    return copy


def _static(output: NotebookNode, widgets: dict[str, Any]) -> list[Any]:
    """Return the outputs that replace an output of a cell on a page, where no widget works.

    A widget is replaced with its picture, or with the outputs in it. ``widgets`` are the saved
    states of all widgets, by id.
    """
    data = output.get("data", {})
    if 'class="blocky-still"' in data.get("text/html", ""):
        return []  # the next output is the widget, of which this is only a replacement
    widget = data.pop(WIDGET, None)
    if widget is None:
        return [output]
    if "image/png" in data:
        data["text/html"] = _picture(data["image/png"], data["text/plain"])
    if "text/html" in data:
        return [output]
    # the widget of an `interact` has no picture: its output is in one of its children
    children = widgets.get(widget["model_id"], {}).get("state", {}).get("children", [])
    contents: list[Any] = []
    for child in children:
        state = widgets[child.removeprefix("IPY_MODEL_")]["state"]  # the rest is the child's id
        contents += state.get("outputs", [])
    return contents


def _picture(png: str, alt: str) -> str:
    """Return HTML with the picture of a widget; ``png`` is in base64, ``alt`` describes it."""
    beginning = b64decode(png[:32])  # of a PNG: bytes 16 to 19 are its width
    is_wide = int.from_bytes(beginning[16:20], "big") > WIDE
    html_class = " class=wide" if is_wide else ""
    caption = say("You can use this in the notebook. This page shows only a picture of it.")
    return (f'<figure><img alt="{html.escape(alt)}"{html_class} '
            f'src="data:image/png;base64,{png}"><figcaption>{caption}</figcaption></figure>')


def _without_questions(source: str) -> str:
    r"""Return the code of a cell without the calls of ``ask``, as the page shows the questions.

    >>> _without_questions('nodes = 9\nask("How many nodes?", nodes)')
    'nodes = 9'
    """
    lines = source.splitlines()
    with suppress(SyntaxError):  # such as a line for the notebook, "%matplotlib"
        # from the last to the first, so that the line numbers of those above stay right
        for statement in reversed(ast.parse(source).body):
            match statement:
                case ast.Expr(ast.Call(ast.Name("ask")), lineno=first, end_lineno=last):
                    del lines[first - 1:last]
    return "\n".join(lines).strip()


def _title(path: Path) -> str:
    """Return the heading at the beginning of a notebook; without one, the name of its file."""
    cells = notebook_at(path).cells
    found = re.search(r"^# (.+)", cells[0].source if cells else "")
    return found[1] if found else path.stem


def _link_to_page(link: re.Match[str]) -> str:
    """Return the link to a lesson's page, in place of the link to its notebook.

    Of a link to another file, such as an exercise, return only the words.
    """
    file = link["file"]
    if "exercises/" in file or ".ipynb" not in file:
        return link["words"]
    page_file = re.sub(rf"\b{FIRST}\.ipynb", "index.html", file).replace(".ipynb", ".html")
    return f'<a href="{page_file}"{link["attributes"]}>{link["words"]}</a>'


add_arguments = partial(files.add_arguments, target="book")


def command(options: Namespace) -> int:
    """Run each lesson and write it as a page, the first as index.html; return the exit code."""
    def page_of(lesson: NotebookNode, path: Path) -> str:
        return page(run(lesson, path.parent), path)

    code = files.write_each(options, ".html", page_of, files.is_page, say("a page (HTML)"))
    first_page = Path(options.target) / f"{FIRST}.html"
    if first_page.exists():
        print(first_page.replace(first_page.with_name("index.html")))
    return code
