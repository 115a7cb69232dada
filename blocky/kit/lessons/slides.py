"""Makes of the lessons what an instructor shows: slides, and copies without code to type it live.

``python -m blocky.kit.lessons.slides notebooks slides`` runs every lesson and
writes it as a page of slides;
``python -m blocky.kit.lessons.slides --blank notebooks blank`` writes it as a
notebook with empty code cells.
"""

from __future__ import annotations

import argparse
import re
from pathlib import Path
from typing import Any

import nbformat

__all__ = ["blank", "main", "slides"]

#: Large type, and room for what is longer than a screen.
STYLE = """<style>
.reveal { font-size: 30px; }
.reveal .slides { text-align: left; }
.reveal h1, .reveal h2 { text-transform: none; }
.reveal .jp-OutputArea-output pre, .reveal .CodeMirror, .reveal .highlight pre { font-size: 26px; }
.reveal .jp-InputPrompt, .reveal .jp-OutputPrompt { display: none; }
.reveal .slides section { max-height: 100vh; overflow-y: auto; }
</style>"""

#: An answer that a notebook folds has a step of its own in the slides.
_ANSWER = re.compile(r"<details>\s*<summary>(.*?)</summary>\s*")
_WIDGET = "application/vnd.jupyter.widget-view+json"


def blank(notebook: Any) -> Any:
    """Return a copy with its prose and with empty code cells; those that only import stay.

    >>> lesson = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell("1 + 1")])
    >>> blank(lesson).cells[0].source
    ''
    """
    copy = nbformat.from_dict(notebook)  # type: ignore[no-untyped-call]
    for cell in copy.cells:
        if cell.cell_type == "code" and not _only_imports(cell.source):
            cell.source, cell.outputs, cell.execution_count = "", [], None
    return copy


def _only_imports(source: str) -> bool:
    return re.fullmatch(r"(\s*(from \S+ )?import (\([^)]*\)|[^\n(]*)\s*)*", source) is not None


def slides(notebook: Any, folder: Path) -> str:
    """Return a page of slides, in HTML, of a lesson that is run in ``folder``.

    Where a cell shows a live widget, the slide shows the picture that the widget leaves.
    """
    from nbclient import NotebookClient
    from nbconvert import SlidesExporter

    run = nbformat.from_dict(notebook)  # type: ignore[no-untyped-call]
    NotebookClient(run, timeout=120, resources={"metadata": {"path": folder}}).execute()
    for cell in run.cells:
        if cell.cell_type == "markdown":
            cell.source = _ANSWER.sub(r"**\1:**\n\n", cell.source).replace("</details>", "")
        for output in cell.get("outputs", []):
            output.get("data", {}).pop(_WIDGET, None)
    run.metadata.pop("widgets", None)
    exporter = SlidesExporter(  # type: ignore[no-untyped-call]
        reveal_scroll=True, embed_images=True, reveal_theme="white", reveal_transition="none")
    page, _ = exporter.from_notebook_node(run, resources={"metadata": {"path": str(folder)}})
    return str(page).replace("</head>", f"{STYLE}</head>", 1)


def main(arguments: list[str] | None = None) -> None:
    """Write the slides, or the blank copies, of every notebook in a folder."""
    parser = argparse.ArgumentParser(prog="python -m blocky.kit.lessons.slides",
                                     description="Make slides or blank copies of the lessons.")
    parser.add_argument("--blank", action="store_true", help="write notebooks without code")
    parser.add_argument("source", type=Path, help="a notebook, or a folder of them")
    parser.add_argument("target", type=Path, help="the folder to write to")
    given = parser.parse_args(arguments)
    top = given.source if given.source.is_dir() else given.source.parent
    found = sorted(top.rglob("*.ipynb")) if given.source.is_dir() else [given.source]
    if not found:
        parser.error(f"There are no notebooks in {given.source}.")
    for path in found:
        lesson = nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]
        target = given.target / path.relative_to(top)
        target.parent.mkdir(parents=True, exist_ok=True)
        if given.blank:
            target.write_text(nbformat.writes(blank(lesson)) + "\n",  # type: ignore
                              encoding="utf-8")
        else:
            target = target.with_suffix(".slides.html")
            target.write_text(slides(lesson, path.parent), encoding="utf-8")
        print(target)


if __name__ == "__main__":
    main()
