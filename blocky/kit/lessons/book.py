"""Makes pages of the lessons that any browser shows, without Python: ``blocky book``."""

from __future__ import annotations

import ast
import html
import re
from argparse import ArgumentParser, Namespace
from base64 import b64decode
from contextlib import suppress
from pathlib import Path
from typing import Any

import nbformat

from blocky.kit.language import in_use, say
from blocky.kit.lessons import files
from blocky.kit.lessons.slides import run
from blocky.kit.notebook.execute import WIDGET

__all__ = ["add_arguments", "command", "page"]

#: The notebook that leads to all others; its page is index.html.
FIRST = "start"
#: A picture of a widget that has more pixels than this is not made narrower on a phone.
WIDE = 640
STATE = "application/vnd.jupyter.widget-state+json"
TEMPLATE = "book.html.j2"


def page(lesson: Any, path: Path) -> str:
    """Return the page, in HTML, of a lesson that was run; it stands among those of its folder."""
    from jinja2 import FileSystemLoader
    from nbconvert import HTMLExporter
    from pygments.formatters import HtmlFormatter

    inside = not (path.parent / f"{FIRST}.ipynb").exists()
    there = [(each.name, _title(each)) for each in sorted(path.parent.glob("*.ipynb")) if inside]
    here = path.name, _title(path)
    at = there.index(here) if inside else 0
    exporter = HTMLExporter(  # type: ignore[no-untyped-call]
        template_name="basic", template_file=TEMPLATE, exclude_anchor_links=True,
        extra_loaders=[FileSystemLoader(Path(__file__).parent)], exclude_input_prompt=True,
        exclude_output_prompt=True)
    made, _ = exporter.from_notebook_node(_to_read(lesson), resources={
        "first": None if path.stem == FIRST else f"{'../' * inside}{FIRST}.ipynb",
        "game": path.parent.name.title(), "lessons": there, "here": here, "say": say,
        "language": in_use(),
        "before": there[at - 1] if at else None, "after": (*there, None, None)[at + 1],
        "light": HtmlFormatter(style="default").get_style_defs(".highlight"),
        "dark": HtmlFormatter(style="github-dark").get_style_defs(".highlight")})
    made = files.with_pictures(str(made), path.parent)
    return re.sub(r'<a href="(?!https?:|#)([^"]*)"(.*?)>(.*?)</a>', _link, made, flags=re.S)


def _to_read(lesson: Any) -> Any:
    """Return a copy without what only a notebook can use; pictures stand for its widgets."""
    copy = nbformat.from_dict(lesson)  # type: ignore[no-untyped-call]
    copy.cells = [cell for cell in copy.cells
                  if "remove-cell" not in cell.metadata.get("tags", [])
                  and cell.metadata.get("slideshow", {}).get("slide_type") != "notes"]
    copy.cells[-1].source = re.sub(r"\n\n\*\*[^\n]*\.ipynb\)\Z", "", copy.cells[-1].source)
    widgets = copy.metadata.get("widgets", {}).get(STATE, {}).get("state", {})
    for cell in copy.cells:
        if cell.cell_type == "code":
            cell.source = _without_questions(cell.source)
            cell.outputs = [each for output in cell.outputs for each in _still(output, widgets)]
    return copy


def _still(output: Any, widgets: Any) -> list[Any]:
    """Return a still form of a cell's output: of a live widget its picture, or its contents."""
    data = output.get("data", {})
    widget = data.pop(WIDGET, None)
    if widget and "image/png" in data:
        data["text/html"] = _picture(data["image/png"], data["text/plain"])
    if widget is None or "text/html" in data:
        return [output]
    parts = widgets.get(widget["model_id"], {}).get("state", {}).get("children", [])
    return [each for part in parts  # as in what `interact` makes
            for each in widgets[part.removeprefix("IPY_MODEL_")]["state"].get("outputs", [])]


def _picture(png: str, alt: str) -> str:
    """Return the static form of a widget: its picture, with the text that describes it."""
    wide = int.from_bytes(b64decode(png[:32])[16:20], "big") > WIDE
    said = say("You can use this in the notebook. Here is a picture of it.")
    return (f'<figure><img alt="{html.escape(alt)}"{" class=wide" * wide} '
            f'src="data:image/png;base64,{png}"><figcaption>{said}</figcaption></figure>')


def _without_questions(source: str) -> str:
    r"""Return the code of a cell without the calls of ``ask``, whose questions are shown anyway.

    >>> _without_questions('nodes = 9\nask("How many nodes?", nodes)')
    'nodes = 9'
    """
    lines = source.splitlines()
    with suppress(SyntaxError):
        for each in reversed(ast.parse(source).body):
            match each:
                case ast.Expr(ast.Call(ast.Name("ask")), lineno=first, end_lineno=last):
                    del lines[first - 1:last]
    return "\n".join(lines).strip()


def _title(path: Path) -> str:
    """Return the first heading of a notebook."""
    cells = nbformat.read(path, as_version=4).cells  # type: ignore[no-untyped-call]
    found = re.search(r"^# (.+)", cells[0].source if cells else "")
    return found[1] if found else path.stem


def _link(link: re.Match[str]) -> str:
    """Return a link to a page of the book, or only the words of one that leads out of it."""
    name, more, words = link.groups()
    if "exercises/" in name or ".ipynb" not in name:
        return words
    name = re.sub(rf"\b{FIRST}\.ipynb", "index.html", name).replace(".ipynb", ".html")
    return f'<a href="{name}"{more}>{words}</a>'


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of ``blocky book``."""
    files.add_arguments(parser, "book")


def command(options: Namespace) -> int:
    """Run each lesson and write it as a page; return 0 unless there is none, or one fails."""
    code = files.write_each(options, ".html", lambda lesson, path: page(
        run(lesson, path.parent), path))
    made = Path(options.target) / f"{FIRST}.html"
    if made.exists():
        print(made.replace(made.with_name("index.html")))
    return code
