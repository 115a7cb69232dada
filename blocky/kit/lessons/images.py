"""The command ``blocky images``, for all games: it writes pictures, and the page of the rules."""

from argparse import ArgumentParser
from collections.abc import Mapping, Sequence
from pathlib import Path

import nbformat

from blocky.kit.draw.picture import Picture
from blocky.kit.draw.rulebook import Rule
from blocky.kit.language import say
from blocky.kit.teaching import nearest

__all__ = ["add_folder", "pictures", "rules_page", "write", "write_page"]


def add_folder(parser: ArgumentParser, folder: str) -> None:
    """Add the arguments of ``blocky images``; ``folder`` is where it writes by default."""
    place = nearest("notebooks").parent
    parser.add_argument("folder", type=Path, nargs="?", default=place / folder,
                        help=say("the folder to write to (default: {folder})",
                                 folder=place / folder))
    parser.add_argument("--notebooks", type=Path, default=place / "notebooks",
                        help=say("the folder of the notebooks, where the page of rules goes"))


def write(pictures: Mapping[str, Picture], folder: Path) -> None:
    """Write pictures to a folder; the keys are the names of the files."""
    for name, picture in pictures.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        picture.save(folder / name, scale=1)


def pictures(rules: Sequence[Rule], folder: str = "rules") -> dict[str, Picture]:
    """Return the pictures of rules, by the names of their files in ``folder``."""
    return {f"{folder}/{rule.key}.png": rule.picture() for rule in rules if rule.picture}


def rules_page(rules: Sequence[Rule], game: str, title: str, lesson: str) -> str:
    """Return the text of the notebook with the rules of a game, in which each rule is a slide.

    ``game`` names the folders of its notebooks and images, ``title`` is its name for readers, and
    ``lesson`` the file of the first lesson.
    """
    shown = [(f"## {rule.title()}\n\n{rule.text()}" + (
        f"\n\n![{rule.picture().alt}](../../images/{game}/rules/{rule.key}.png)"
        if rule.picture else "")) for rule in rules]
    sources = [
        say("# The rules of {title}\n\nRead the rules in this order, because each one builds only "
            "on those before it. Most have a small picture. There is nothing to run.", title=title),
        *shown,
        say("## How to start playing\n\nOpen [the first lesson]({lesson}): it starts with a board. "
            "The **Rules** button (key `?`) shows these rules beside the board.",
            lesson=lesson)]
    kernel = {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"}
    notebook = nbformat.v4.new_notebook(  # type: ignore[no-untyped-call]
        cells=[nbformat.v4.new_markdown_cell(  # type: ignore[no-untyped-call]
            source, id=f"rules-{number:02}", metadata={"slideshow": {"slide_type": "slide"}})
            for number, source in enumerate(sources, 1)],
        metadata={"kernelspec": kernel, "language_info": {"name": "python"}})
    return f"{nbformat.writes(notebook)}\n"  # type: ignore[no-untyped-call]


def write_page(folder: Path, rules: Sequence[Rule], game: str, title: str, lesson: str) -> None:
    """Write the page of the rules of a game to its folder in ``folder``, that of all notebooks."""
    path = folder / game / "rules.ipynb"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(rules_page(rules, game, title, lesson), encoding="utf-8")
