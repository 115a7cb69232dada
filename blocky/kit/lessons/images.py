"""The command ``images``, as far as it is the same for every game: it writes pictures to files.

It also writes the page of the rules: a notebook that reads without running a cell.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Mapping, Sequence
from pathlib import Path

import nbformat

from blocky.kit.draw.picture import Picture
from blocky.kit.draw.rulebook import Rule
from blocky.kit.language import say
from blocky.kit.teaching import nearest

__all__ = ["add_folder", "page", "pictures", "write", "write_page"]


def add_folder(parser: ArgumentParser, folder: str) -> None:
    """Add the arguments of ``blocky images``: where to write to, ``folder`` if it is not named."""
    place = nearest("notebooks").parent
    parser.add_argument("folder", type=Path, nargs="?", default=place / folder,
                        help=say("the folder to write to ({folder})", folder=place / folder))
    parser.add_argument("--notebooks", type=Path, default=place / "notebooks",
                        help=say("the folder of the notebooks, for the page of the rules"))


def write(pictures: Mapping[str, Picture], folder: Path) -> None:
    """Write pictures, by the names of their files, into a folder, made if there is none."""
    for name, picture in pictures.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        picture.save(folder / name, scale=1)


def pictures(rules: Sequence[Rule], folder: str = "rules") -> dict[str, Picture]:
    """Return the pictures of rules by the names of their files, which are in ``folder``."""
    return {f"{folder}/{rule.key}.png": rule.picture() for rule in rules if rule.picture}


def page(rules: Sequence[Rule], game: str, title: str, lesson: str) -> str:
    """Return the text of the notebook that shows the rules of a game called ``title``.

    ``game`` names the folders of its notebooks and images; ``lesson`` is the file of the first
    lesson. Each rule is a slide.
    """
    shown = [(f"## {rule.title()}\n\n{rule.text()}" + (
        f"\n\n![{rule.picture().alt}](../../images/{game}/rules/{rule.key}.png)"
        if rule.picture else "")) for rule in rules]
    sources = [
        say("# The rules of {title}\n\nEach rule stands here with a small board that shows it. "
            "Read them in this order: a rule needs only those before it. There is nothing to run.",
            title=title),
        *shown,
        say("## And now\n\nPlay: [the first lesson]({lesson}) begins with a board. Its button "
            "**Rules** (key `?`) shows these rules beside it.", lesson=lesson)]
    kernel = {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"}
    cells = [{"cell_type": "markdown", "id": f"rules-{number:02}",
              "metadata": {"slideshow": {"slide_type": "slide"}}, "source": source}
             for number, source in enumerate(sources, 1)]
    notebook = {"cells": cells, "metadata": {"kernelspec": kernel,
                                             "language_info": {"name": "python"}},
                "nbformat": 4, "nbformat_minor": 5}
    return f"{nbformat.writes(nbformat.from_dict(notebook))}\n"  # type: ignore[no-untyped-call]


def write_page(folder: Path, rules: Sequence[Rule], game: str, title: str, lesson: str) -> None:
    """Write the page of the rules of a game, in its folder inside ``folder``, that of notebooks."""
    path = folder / game / "rules.ipynb"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(page(rules, game, title, lesson), encoding="utf-8")
