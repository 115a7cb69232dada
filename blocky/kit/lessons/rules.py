"""The page of the rules of a game: a notebook that reads without running a cell.

It is written by ``blocky images``, with the pictures on it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

from blocky.kit.draw.picture import Picture
from blocky.kit.language import say
from blocky.kit.rulebook import Rule

__all__ = ["page", "pictures", "write_page"]


def pictures(rules: Sequence[Rule], folder: str = "rules") -> dict[str, Picture]:
    """Return the pictures of rules by the names of their files, which are in ``folder``."""
    return {f"{folder}/{rule.key}.png": rule.picture() for rule in rules if rule.picture}


def page(rules: Sequence[Rule], game: str, title: str, lesson: str) -> str:
    """Return the text of the notebook that shows the rules of a game called ``title``.

    ``game`` names the folders of its notebooks and images; ``lesson`` is the file of the first
    lesson. Each rule is a slide.
    """
    sources = [
        say("# The rules of {title}\n\nEach rule stands here with a small board that shows it. "
            "Read them in this order: a rule needs only those before it. There is nothing to run.",
            title=title),
        *_cells(rules, game),
        say("## And now\n\nPlay: [the first lesson]({lesson}) begins with a board. Its button "
            "**Rules** (key `?`) shows these rules beside it.", lesson=lesson)]
    cells = [{"cell_type": "markdown", "id": f"rules-{number:02}",
              "metadata": {"slideshow": {"slide_type": "slide"}},
              "source": source.splitlines(keepends=True)}
             for number, source in enumerate(sources, 1)]
    kernel = {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"}
    notebook = {"cells": cells, "metadata": {"kernelspec": kernel,
                                             "language_info": {"name": "python"}},
                "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(notebook, indent=1, sort_keys=True, ensure_ascii=False) + "\n"


def _cells(rules: Sequence[Rule], game: str) -> Iterator[str]:
    for rule in rules:
        source = f"## {rule.title()}\n\n{rule.text()}"
        if rule.picture:
            source += f"\n\n![{rule.picture().alt}](../../images/{game}/rules/{rule.key}.png)"
        yield source


def write_page(folder: Path, rules: Sequence[Rule], game: str, title: str, lesson: str) -> None:
    """Write the page of the rules of a game, in its folder inside ``folder``, that of notebooks."""
    path = folder / game / "rules.ipynb"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(page(rules, game, title, lesson), encoding="utf-8")
