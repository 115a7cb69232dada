"""Draws the pictures of the README, the documents and the lessons, and writes the pages of rules.

``python -m tools.images`` does so for all games, and ``python -m tools.images blue`` for one.
Boards and seeds are fixed, so that the same versions of the libraries give the same bytes. With
LANGUAGE=es in the environment, it makes those of the Spanish edition.
"""

import sys
from argparse import ArgumentParser
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from blocky.blue.draw.rules import RULES as RULES_OF_BLUE
from blocky.draw.rules import RULES as RULES_OF_BLOCKY
from blocky.kit.draw.picture import Picture
from blocky.kit.draw.rulebook import Rule
from blocky.kit.language import ask_environment
from blocky.kit.teaching import edition
from blocky.prograsonne.draw.rules import RULES as RULES_OF_PROGRASONNE
from tools.images import of_blocky, of_blue, of_prograsonne
from tools.images.shared import rules_page


class Drawn(NamedTuple):
    """What is drawn for a game.

    ``folder`` holds its pictures. ``title`` is its name for readers, and ``lesson`` the file of its
    first lesson.
    """

    folder: str
    draw_all: Callable[[], dict[str, Picture]]
    rules: Sequence[Rule]
    title: str
    lesson: str


GAMES = {
    "blocky": Drawn("images", of_blocky.draw_all, RULES_OF_BLOCKY, "Blocky", "00_play.ipynb"),
    "prograsonne": Drawn("images/prograsonne", of_prograsonne.draw_all, RULES_OF_PROGRASONNE,
                         "Prograsonne", "00_play_prograsonne.ipynb"),
    "blue": Drawn("images/blue", of_blue.draw_all, RULES_OF_BLUE, "Blue", "00_play_blue.ipynb"),
}


def save(pictures: dict[str, Picture], folder: Path) -> None:
    """Write pictures to a folder; the keys are the names of the files."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, picture in pictures.items():
        picture.save(folder / name, scale=1)


def draw(name: str, root: Path) -> None:
    """Write the pictures of a game and the page of its rules to ``root``, a clone or an edition."""
    game = GAMES[name]
    save(game.draw_all(), root / game.folder)
    of_rules = {f"{rule.key}.png": rule.picture() for rule in game.rules if rule.picture}
    save(of_rules, root / "images" / name / "rules")
    page = root / "notebooks" / name / "rules.ipynb"
    page.parent.mkdir(parents=True, exist_ok=True)
    page.write_text(rules_page(game.rules, name, game.title, game.lesson), encoding="utf-8")
    if name == "blocky":
        of_blocky.animate(root / game.folder / "game.gif")


def main(arguments: Sequence[str] | None = None) -> int:
    """Draw everything for the games that are named, or for all; return 0."""
    ask_environment()
    parser = ArgumentParser("python -m tools.images", description="Draw the pictures again.")
    parser.add_argument("games", nargs="*", metavar="GAME",
                        help=f"{', '.join(GAMES)} (default: all)")
    parser.add_argument("--root", type=Path, default=edition(),
                        help="the folder with images/ and notebooks/ (default: this clone)")
    options = parser.parse_args(arguments)
    for name in options.games:  # with `choices`, argparse refuses an empty list of games
        if name not in GAMES:
            parser.error(f"There is no game {name!r}. The games: {', '.join(GAMES)}.")
    for name in options.games or GAMES:
        draw(name, options.root)
    return 0


if __name__ == "__main__":
    sys.exit(main())
