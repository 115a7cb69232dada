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
STATE = "application/vnd.jupyter.widget-state+json"
TEMPLATE = "book.html.j2"


def page(lesson: NotebookNode, path: Path) -> str:
    """Return the HTML page of a lesson that was run; it links those of the other lessons."""
    from jinja2 import FileSystemLoader
    from nbconvert import HTMLExporter
    from pygments.formatters import HtmlFormatter

    is_in_a_game = not (path.parent / f"{FIRST}.ipynb").exists()
    here = path.name, _title(path)
    lessons: list[tuple[str, str]] = []  # (file, title) of each lesson of the game
    before = after = None  # those before and after this one
    if is_in_a_game:
        lessons = [(each.name, _title(each)) for each in sorted(path.parent.glob("*.ipynb"))]
        index = lessons.index(here)
        before = lessons[index - 1] if index > 0 else None
        after = lessons[index + 1] if index + 1 < len(lessons) else None
    exporter = HTMLExporter(  # type: ignore[no-untyped-call]
        template_name="basic", template_file=TEMPLATE, exclude_anchor_links=True,
        extra_loaders=[FileSystemLoader(Path(__file__).parent)], exclude_input_prompt=True,
        exclude_output_prompt=True)
    html_page, _ = exporter.from_notebook_node(_to_read(lesson), resources={
        "first": None if path.stem == FIRST else f"{'../' if is_in_a_game else ''}{FIRST}.ipynb",
        "game": path.parent.name.title(), "lessons": lessons, "here": here, "say": say,
        "language": in_use(), "before": before, "after": after,
        "light": HtmlFormatter(style="default").get_style_defs(".highlight"),
        "dark": HtmlFormatter(style="github-dark").get_style_defs(".highlight")})
    html_page = files.with_pictures(str(html_page), path.parent)
    return re.sub(r'<a href="(?!https?:|#)([^"]*)"(.*?)>(.*?)</a>', _link, html_page, flags=re.S)


def _to_read(lesson: NotebookNode) -> NotebookNode:
    """Return a copy without what works only in a notebook, and with pictures of its widgets.

    Notes for teachers and the link to the next lesson are left out too.
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
    """Return the outputs that stand for an output of a cell on a page, where no widget works.

    A widget is replaced by its picture, or by what it contains; ``widgets`` are their saved states.
    """
    data = output.get("data", {})
    if 'class="blocky-still"' in data.get("text/html", ""):
        return []  # it stands for the widget after it, whose picture is on this page
    widget = data.pop(WIDGET, None)
    if widget and "image/png" in data:
        data["text/html"] = _picture(data["image/png"], data["text/plain"])
    if widget is None or "text/html" in data:
        return [output]
    # the widget of an `interact` has no picture: its output is in one of its children
    children = widgets.get(widget["model_id"], {}).get("state", {}).get("children", [])
    contents: list[Any] = []
    for child in children:
        state = widgets[child.removeprefix("IPY_MODEL_")]["state"]
        contents += state.get("outputs", [])
    return contents


def _picture(png: str, alt: str) -> str:
    """Return HTML with the picture of a widget; ``png`` is in base64, ``alt`` in words."""
    beginning = b64decode(png[:32])  # PNG has the width in the bytes from 16 on
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
        for statement in reversed(ast.parse(source).body):  # so that line numbers stay right
            match statement:
                case ast.Expr(ast.Call(ast.Name("ask")), lineno=first, end_lineno=last):
                    del lines[first - 1:last]
    return "\n".join(lines).strip()


def _title(path: Path) -> str:
    """Return the first heading of a notebook."""
    cells = notebook_at(path).cells
    found = re.search(r"^# (.+)", cells[0].source if cells else "")
    return found[1] if found else path.stem


def _link(link: re.Match[str]) -> str:
    """Return a link to a lesson as one to its page; of a link to another file, only the words."""
    name, attributes, words = link.groups()
    if "exercises/" in name or ".ipynb" not in name:
        return words
    name = re.sub(rf"\b{FIRST}\.ipynb", "index.html", name).replace(".ipynb", ".html")
    return f'<a href="{name}"{attributes}>{words}</a>'


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
