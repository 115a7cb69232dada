"""Pictures of boards, trees, grids and games, made with matplotlib.

Each function draws on the axes it is given, or on a figure of its own, and returns a Picture: the
figure with a text that says what it shows. A picture follows a palette of ``looks.py`` and
writes the letters of the colours on request.
"""

from blocky.draw.board_tree import board, board_and_tree, boards, tree
from blocky.draw.chart import scores
from blocky.draw.looks import BoardArtist, ink_on, pixels, rgb
from blocky.draw.on_grid import blob, grid, perimeter
from blocky.kit.draw.picture import DPI, INK, Picture

__all__ = ["DPI", "INK", "BoardArtist", "Picture", "blob", "board", "board_and_tree", "boards",
           "grid", "ink_on", "perimeter", "pixels", "rgb", "scores", "tree"]
