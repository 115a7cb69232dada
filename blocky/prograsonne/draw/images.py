"""Draws the pictures of the README and the notebooks: ``blocky images --game prograsonne``.

The games have seeds, so that the same versions of the libraries give the same bytes.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from matplotlib.figure import Figure

from blocky.kit.draw.picture import DPI, Picture
from blocky.kit.language import say
from blocky.kit.lessons import images
from blocky.prograsonne import draw
from blocky.prograsonne.game import Game
from blocky.prograsonne.player import GreedyPlayer
from blocky.prograsonne.scoring import Rules
from blocky.prograsonne.tiles import TYPES

__all__ = ["add_arguments", "all_types", "command", "draw_all"]


def all_types() -> Picture:
    """Return the picture of all types of tiles, with their letters and their names."""
    figure, across = Figure((10, 6), dpi=DPI), 8
    for number, name in enumerate(TYPES):
        row, column = divmod(number, across)
        ax = figure.add_axes((column / across, 1 - (row + 1) / 3 + 0.03, 1 / across, 1 / 3 - 0.06))
        draw.tile(name, ax=ax)
        ax.set_title(name, fontsize=10, y=0.98)
    return Picture(figure, say("The types of tiles, each with its letters: {names}.",
                               names=", ".join(TYPES)))


def draw_all() -> dict[str, Picture]:
    """Return every picture under the name of its file."""
    game = Game(Rules(redraw=True), 15, players=[GreedyPlayer(), GreedyPlayer()])
    while not game.over and len(game.board.tiles) < 36:
        game.step()
    return {"board.png": draw.board(game.board), "tiles.png": all_types()}


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of ``blocky images``."""
    images.add_folder(parser, "images/prograsonne")


def command(options: Namespace) -> int:
    """Write every picture into a folder, which is made if there is none; return 0."""
    images.write(draw_all(), options.folder)
    return 0
