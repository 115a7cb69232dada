"""Draws the pictures of the README and the notebooks: ``blocky images --game prograsonne``.

The games have seeds, so that the same versions of the libraries give the same bytes.
"""

from argparse import Namespace
from functools import partial

from blocky.kit.draw.picture import Picture
from blocky.kit.lessons import images
from blocky.kit.player import GreedyPlayer
from blocky.prograsonne import draw
from blocky.prograsonne.draw.rules import RULES
from blocky.prograsonne.game import Game
from blocky.prograsonne.scoring import Rules

__all__ = ["add_arguments", "command", "draw_all"]


def draw_all() -> dict[str, Picture]:
    """Return every picture by the name of its file."""
    game = Game(Rules(redraw=True), 15, players=[GreedyPlayer(), GreedyPlayer()])
    while not game.over and len(game.board.tiles) < 36:
        game.step()
    return {"board.png": draw.board(game.board), **images.pictures(RULES)}


add_arguments = partial(images.add_folder, folder="images/prograsonne")


def command(options: Namespace) -> int:
    """Write every picture and the page of the rules; return 0."""
    images.write(draw_all(), options.folder)
    images.write_page(options.notebooks, RULES, "prograsonne", "Prograsonne",
                     "00_play_prograsonne.ipynb")
    return 0
