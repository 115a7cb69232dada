"""The pictures of Prograsonne."""

from blocky.kit.draw.picture import Picture
from blocky.kit.language import say
from blocky.kit.player import GreedyPlayer
from blocky.prograsonne import draw
from blocky.prograsonne.board import Board
from blocky.prograsonne.draw.shapes import centre, middle, moved
from blocky.prograsonne.game import Game
from blocky.prograsonne.scoring import Rules
from tools.images.shared import number_parts

__all__ = ["draw_all"]


def parts() -> Picture:
    """Return a board whose parts are numbered as in lesson 00."""
    board = Board()
    for cell, name, turns, player in (
            ((3, 2), "GGPGPP", 1, None), ((2, 2), "CCCPCC", 0, 2), ((4, 1), "GPRGPR", 4, 1),
            ((4, 2), "PPGPPG", 2, 1), ((5, 2), "PPGPPG", 3, 2), ((5, 3), "PPGPPG", 1, 2)):
        board.place(cell, name, turns, player)
    picture = draw.board(board)
    marked = [((3, 5), 1, 0), ((3, 5), 3, 1), ((3, 2), 1, 0), ((4, 2), 1, 0), ((5, 2), 1, 0),
              ((2, 2), 6, 0.6), ((5, 3), 2, 0.6), ((4, 1), 4, 0.6)]
    number_parts(picture, [moved(centre(cell), middle(edge, far)) for cell, edge, far in marked])
    return Picture(picture.figure, say("A Prograsonne board with a number on each part."))


def draw_all() -> dict[str, Picture]:
    """Return every picture by the name of its file, which is in images/prograsonne/."""
    game = Game(Rules(redraw=True), 15, players=[GreedyPlayer(), GreedyPlayer()])
    while not game.over and len(game.board.tiles) < 36:
        game.step()
    return {"board.png": draw.board(game.board), "parts.png": parts()}
