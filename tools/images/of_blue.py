"""The pictures of Blue."""

from blocky.blue import draw
from blocky.blue.board import Board
from blocky.blue.draw.layout import Layout
from blocky.blue.game import Game
from blocky.blue.position import Move, Position
from blocky.blue.state import State
from blocky.kit.draw.picture import Picture
from blocky.kit.language import say
from tools.images.shared import number_parts

__all__ = ["draw_all"]


def parts() -> Picture:
    """Return a table whose parts are numbered as in lesson 00."""
    mine = Board("rbgwy", (".b...", ".....", "wy...", "....b", "....."),
                 ("g", "w", "", "rr", "bbb"), 1, 5)
    state = State(("wgy", "rrbg", "", "wyyb", "", "gwrr"), (mine, Board("gybwr")))
    picture, layout = draw.table(Position(state)), Layout(2)
    left, top = layout.board(0)
    factory_x, factory_y = layout.factory(1)
    centre_x, centre_y = layout.centre
    number_parts(picture, [
        (factory_x - 0.1, factory_y - 0.3), (centre_x + 6.9, centre_y - 0.1), (centre_x, centre_y),
        (left + 1.5, top + 1.5), (left + 11.2, top + 2.5), (left + 7.6, top + 6.05),
        (left + 7.5, top - 0.5)])
    return Picture(picture.figure, say("A Blue table with a number on each part."))


def draw_all() -> dict[str, Picture]:
    """Return every picture by the name of its file, which is in images/blue/."""
    game = Game(["first", "greedy"], seed=5)
    while game.position.state.round < 3 or len(game.position.sources[0]) < 7:
        game.step()
    source, colour = game.position.takes[-1]
    names = [game.name_of(player) for player in range(2)]
    lines = [line for line in range(1, 6) if colour in game.position.board.takes(line)]
    move = Move(source, colour, [0, *lines][-1])
    return {"parts.png": parts(), "table.png": draw.table(game.position, names=names, move=move)}
