"""Draws the pictures of the README and the notebooks: ``blocky images --game blue``.

The games have seeds, so that the same versions of the libraries give the same bytes.
"""

from argparse import Namespace
from functools import partial

from blocky.blue import draw
from blocky.blue.draw.rules import RULES
from blocky.blue.game import Game
from blocky.blue.position import Move
from blocky.kit.draw.picture import Picture
from blocky.kit.lessons import images

__all__ = ["add_arguments", "command", "draw_all"]


def draw_all() -> dict[str, Picture]:
    """Return every picture by the name of its file."""
    game = Game(["first", "greedy"], seed=5)
    while game.position.state.round < 3 or len(game.position.sources[0]) < 7:
        game.step()
    source, colour = game.position.takes[-1]
    names = [game.name_of(player) for player in range(2)]
    lines = [line for line in range(1, 6) if colour in game.position.board.takes(line)]
    return {"table.png": draw.table(game.position, names=names,
                                    move=Move(source, colour, [0, *lines][-1])),
            **images.pictures(RULES)}


add_arguments = partial(images.add_folder, folder="images/blue")


def command(options: Namespace) -> int:
    """Write every picture and the page of the rules; return 0."""
    images.write(draw_all(), options.folder)
    images.write_page(options.notebooks, RULES, "blue", "Blue", "00_play_blue.ipynb")
    return 0
