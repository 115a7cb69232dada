"""Turns each notebook of a folder into a file, for the commands that do so."""

import re
import sys
from argparse import ArgumentParser, Namespace
from base64 import b64encode
from collections.abc import Callable
from mimetypes import guess_type
from pathlib import Path
from typing import Any

from blocky.kit.check.exercise_cells import BadNotebookError
from blocky.kit.language import say
from blocky.kit.notebook.restore import notebook_at
from blocky.kit.teaching import find, nearest
from blocky.kit.writing import expect_own, replace_file

__all__ = ["FailedError", "add_arguments", "is_page", "with_pictures", "write_each"]


class FailedError(Exception):
    """A notebook cannot be turned into a file; the message says why."""


def is_page(content: bytes) -> bool:
    """Return whether this is the content of a page of HTML."""
    return content.lstrip()[:9].lower() in (b"<!doctype", b"<html>")


def add_arguments(parser: ArgumentParser, target: str) -> None:
    """Add the arguments for the lessons, and for the folder to write to."""
    parser.add_argument("source", type=Path, nargs="?", default=nearest("notebooks"),
                        help=say("a notebook, its number, or a folder of notebooks "
                                 "(default: notebooks)"))
    parser.add_argument("target", type=Path, nargs="?", default=target,
                        help=say("the folder to write to (default: {target})", target=target))


def write_each(options: Namespace, ending: str, make: Callable[[Any, Path], str],
               is_own: Callable[[bytes], bool], what: str) -> int:
    """Write the text that ``make`` returns for each notebook and its path; return the exit code.

    The code is 0 if all were written, 1 if there are no notebooks or some files weren't written,
    and 2 at a notebook that can't be read, where it stops. ``make`` may raise a FailedError. An
    existing file is replaced only if ``is_own`` says that this command has written its content;
    ``what`` names such a file in the message, such as "a page (HTML)".
    """
    source: Path = options.source
    if not source.exists():
        source = find(str(source), nearest("notebooks") / options.game)
    top = source if source.is_dir() else source.parent
    notebooks = sorted(top.rglob("*.ipynb")) if source.is_dir() else [source]
    code = 0
    for path in notebooks:
        try:
            lesson = notebook_at(path)
        except BadNotebookError as error:
            print(f"{path}: {error}", file=sys.stderr)
            return 2
        target = (options.target / path.relative_to(top)).with_suffix(ending)
        target.parent.mkdir(parents=True, exist_ok=True)
        try:
            expect_own(target, is_own, what)
            replace_file(target, make(lesson, path).encode("utf-8"))
        except FailedError as error:
            print(f"{path}: {error}", file=sys.stderr)
            code = 1
        except FileExistsError as error:
            print(error, file=sys.stderr)
            code = 1
        else:
            print(target)
    if not notebooks:
        print(say("There are no notebooks in {source}.", source=source))
        return 1
    return code


def with_pictures(page: str, folder: Path) -> str:
    """Return a page of HTML with the pictures from ``folder`` in the page itself, as data."""
    def embedded(source: re.Match[str]) -> str:
        """Return the ``src`` of an image with the image's data, if there's such a file."""
        path = folder / source["file"]
        if not path.is_file():
            return source[0]
        data = b64encode(path.read_bytes()).decode("ascii")
        media_type, _ = guess_type(path.name)
        return f'src="data:{media_type};base64,{data}"'

    return re.sub(r'src="(?!data:|https?:)(?P<file>[^"]+\.(?:png|gif))"', embedded, page)
