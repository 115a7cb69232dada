"""The pictures of Blocky."""

from pathlib import Path as FilePath
from random import Random

from matplotlib.animation import PillowWriter

from blocky import draw
from blocky.block import Block, random_init
from blocky.colour import Colour
from blocky.game import Game
from blocky.goal import BlobGoal
from blocky.kit.draw.settings import KitFigure, own_settings
from blocky.kit.language import say
from blocky.move import EXTENDED, Action
from blocky.player import SmartPlayer
from tools.images.shared import number_parts

__all__ = ["animate", "draw_all"]

#: The board of nine nodes, of max_depth 2, in the rules and lessons.
REFERENCE = [[0, 1, 1, 3], 2, 1, 3]

#: A board of max_depth 3 with 4 red sides outside, and 6 after its block (3,) is rotated
#: counter-clockwise.
PERIMETER_EXAMPLE = [
    [[2, 0, 3, 2], 0, 2, [1, 3, 0, 1]], [0, [2, 3, 0, 2], 3, 2], [3, 0, 2, [0, 2, 3, 0]],
    [0, 3, 1, 2],
]


def draw_all() -> dict[str, draw.Picture]:
    """Return every still picture by the name of its file, which is in images/."""
    reference = Block.from_nested(REFERENCE, max_depth=2)
    before = Block.from_nested(PERIMETER_EXAMPLE, max_depth=3)
    after = before.copy()
    after.at((3,)).rotate(3)
    seeded = random_init(0, 4, Random(47))
    most = max(Colour, key=lambda colour: BlobGoal(colour).score(seeded))
    return {
        "random_depth_3.png": draw.board(random_init(0, 3, Random(3))),
        "random_depth_5.png": draw.board(random_init(0, 5, Random(3))),
        "rotate_top.png": _rotated(()),
        "rotate_level_1.png": _rotated((0,)),
        "rotate_level_2.png": _rotated((0, 3)),
        "counter_level_0.png": _rotated((), 3),
        "counter_level_1.png": _rotated((1,), 3),
        "counter_level_2.png": _rotated((1, 1), 3),
        "reference_board_and_tree.png": draw.board_and_tree(reference, letters=True),
        "perimeter_before.png": draw.perimeter(before, Colour.RED, letters=True),
        "perimeter_after.png": draw.perimeter(after, Colour.RED, letters=True),
        "blob.png": draw.blob(seeded, most, letters=True),
        "parts.png": parts(),
    }


def parts() -> draw.Picture:
    """Return a board whose parts are numbered as in lesson 00."""
    board = Block.from_nested(PERIMETER_EXAMPLE, max_depth=3, size=8)  # unit cells, as in a picture
    picture = draw.board(board, letters=True, path=(0,))
    number_parts(picture, [
        _inside(board, 0.5, 0.5), _inside(board.at((1,)), 0.5, 0.5),
        _inside(board.at((2, 1)), 0.2, 0.2), _inside(board.at((2, 3, 2)), 0.25, 0.25),
        _inside(board.at((0,)), 0.5, 1)])
    return draw.Picture(picture.figure, say("A Blocky board with a number on each part."))


def _inside(block: Block, right: float, down: float) -> tuple[float, float]:
    """Return the point of a block that is this share of its size to the right and down."""
    left, top = block.position
    return left + right * block.size, top + down * block.size


def _rotated(path: tuple[int, ...], direction: int = 1) -> draw.Picture:
    """Return a board before and after its block at ``path`` is rotated."""
    before = random_init(0, 3, Random(42))
    after = before.copy()
    after.at(path).rotate(direction)
    return draw.boards([before, after], [say("before"), say("after")], path=path, letters=True)


@own_settings
def animate(path: FilePath) -> None:
    """Write a short game of two smart players as a GIF: each block chosen, then each move."""
    game = Game(max_depth=4, players=[SmartPlayer(4), SmartPlayer(5)], turns=7, rules=EXTENDED,
                goals=BlobGoal, seed=7)
    figure = KitFigure((4, 4.4), dpi=80)
    axes = figure.add_axes((0.02, 0.02, 0.96, 0.87))
    title = figure.text(0.5, 0.94, "", ha="center", va="center", fontsize=11, color=draw.INK)

    def show(writer: PillowWriter, path: tuple[int, ...] | None, frames: int) -> None:
        axes.clear()
        draw.board(game.board, axes, path=path)
        title.set_text("      ".join(f"{goal.colour.word} {score}" for goal, score
                                     in zip(game.goals, game.scores, strict=True)))
        for _ in range(frames):
            writer.grab_frame()

    writer = PillowWriter(fps=2)
    with writer.saving(figure, str(path), dpi=80):
        show(writer, None, 2)
        while not game.over:
            move = game.choose()
            if move.action is not Action.PASS:
                show(writer, move.path, 1)
            game.step(move)
            show(writer, None, 1)
        show(writer, None, 3)
