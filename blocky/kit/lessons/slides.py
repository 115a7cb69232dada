"""Makes slides of the lessons for instructors: ``blocky slides``."""

import re
from argparse import Namespace
from functools import partial
from pathlib import Path

import nbformat
from nbformat import NotebookNode

from blocky.kit.language import say
from blocky.kit.lessons import files
from blocky.kit.notebook.execute import WIDGET, own_files
from blocky.kit.notebook.outcome import on_one_line

__all__ = ["add_arguments", "command", "run", "slides"]

#: Large type, and slides that scroll if they are longer than the screen.
STYLE = """<style>
.reveal { font-size: 30px; }
.reveal .slides { text-align: left; }
.reveal h1, .reveal h2 { text-transform: none; }
.reveal .jp-OutputArea-output pre, .reveal .CodeMirror, .reveal .highlight pre { font-size: 26px; }
.reveal .jp-InputPrompt, .reveal .jp-OutputPrompt { display: none; }
.reveal .slides section { max-height: 100vh; overflow-y: auto; }
</style>"""

#: Answers and notes for instructors are folded in notebooks, but not in the slides.
_FOLDED = re.compile(r"<details>\s*<summary>(?P<title>.*?)</summary>\s*")

#: The most seconds that a cell of a lesson may run.
SECONDS = 120


def run(notebook: NotebookNode, folder: Path) -> NotebookNode:
    """Return a copy of a notebook, run in ``folder``. FailedError: a cell failed."""
    from nbclient import NotebookClient
    from nbclient.exceptions import CellExecutionError, CellTimeoutError, DeadKernelError

    copy: NotebookNode = nbformat.from_dict(notebook)  # type: ignore[no-untyped-call]
    started: list[NotebookNode] = []  # after a failure, the last one is the cell that failed
    try:
        with own_files():
            NotebookClient(copy, timeout=SECONDS, resources={"metadata": {"path": folder}},
                           on_cell_start=lambda cell, cell_index: started.append(cell)).execute()
    except (CellExecutionError, CellTimeoutError, DeadKernelError) as error:
        if isinstance(error, CellExecutionError):
            why = f"{error.ename}: {error.evalue}"
        elif isinstance(error, CellTimeoutError):
            why = say("it ran for {seconds} seconds", seconds=SECONDS)
        else:
            why = say("it ended Python")
        first_line, *_ = started[-1].source.strip().split("\n")
        raise files.FailedError(say(
            "The cell {first_line!r} failed ({why}).", why=on_one_line(why),
            first_line=on_one_line(first_line, 60))) from None
    return copy


def slides(notebook: NotebookNode, folder: Path) -> str:
    """Return the HTML page of slides of a lesson that was run; its pictures are in ``folder``.

    Live widgets are replaced by their pictures, and the folded parts of texts are unfolded.
    """
    from nbconvert import SlidesExporter

    shown = nbformat.from_dict(notebook)  # type: ignore[no-untyped-call]
    for cell in shown.cells:
        if cell.cell_type == "markdown":
            cell.source = _FOLDED.sub(r"**\g<title>:**\n\n", cell.source)
            cell.source = cell.source.replace("</details>", "")
        for output in cell.get("outputs", []):
            output.get("data", {}).pop(WIDGET, None)
    shown.metadata.pop("widgets", None)
    exporter = SlidesExporter(  # type: ignore[no-untyped-call]
        reveal_scroll=True, reveal_theme="white", reveal_transition="none")
    page, _ = exporter.from_notebook_node(shown)
    return files.with_pictures(page.replace("</head>", f"{STYLE}</head>", 1), folder)


add_arguments = partial(files.add_arguments, target="slides")


def command(options: Namespace) -> int:
    """Run each lesson and write it as slides; return the exit code."""
    return files.write_each(options, ".slides.html",
                            lambda lesson, path: slides(run(lesson, path.parent), path.parent),
                            files.is_page, say("a page (HTML)"))
