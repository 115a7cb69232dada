"""What the pictures of all games share: numbers on their parts, and the page of the rules."""

from collections.abc import Iterable, Sequence

import nbformat

from blocky.kit.draw.picture import MARK, Picture
from blocky.kit.draw.rulebook import Rule
from blocky.kit.language import say

__all__ = ["number_parts", "rules_page"]


def number_parts(picture: Picture, places: Iterable[tuple[float, float]]) -> None:
    """Write 1, 2, 3 … at places of a picture, each in a filled circle."""
    ax = picture.figure.axes[0]
    for number, (x, y) in enumerate(places, start=1):
        ax.text(x, y, str(number), size=11, weight="bold", color="white", ha="center", va="center",
                bbox={"boxstyle": "circle", "facecolor": MARK, "edgecolor": "white"})


def rules_page(rules: Sequence[Rule], game: str, title: str, lesson: str) -> str:
    """Return the text of the notebook with the rules of a game, in which each rule is a slide.

    ``game`` names the folders of its notebooks and images, ``title`` is its name for readers, and
    ``lesson`` the file of the first lesson.
    """
    shown = [(f"## {rule.title()}\n\n{rule.text()}" + (
        f"\n\n![{rule.picture().alt}](../../images/{game}/rules/{rule.key}.png)"
        if rule.picture else "")) for rule in rules]
    sources = [
        say("# The rules of {title}\n\nRead the rules in this order: to understand a rule, you "
            "need only the rules above it. Most rules have a small picture. There is nothing to "
            "run.",
            title=title),
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
