"""Checks: what each exercise asks of a student's function or class.

``check.flatten(flatten)`` tries the function of the notebook, and says how many trials it passed.
If it fails one, it shows the case, and gives a hint; the hint gets clearer with each new try.
"""

from blocky.check import as_python as as_python
from blocky.check.e01_is_sound import is_sound
from blocky.check.e01_tree import attributes, count_leaves, deepest_level, make_board
from blocky.check.e02_blocks import MyBlock, random_init, shall_divide
from blocky.check.e03_board import get_selected_block, is_board
from blocky.check.e03_geometry import rectangles_to_draw, update_block_locations
from blocky.check.e04_game import MyGame, OtherPlaceholderGoal, PlaceholderGoal, TopGoal
from blocky.check.e05_moves import rotate, rotated, smash, swap
from blocky.check.e06_flatten import flatten, perimeter_score
from blocky.check.e07_blobs import MyBlobGoal, blob_score, blob_size, undiscovered_blob_size
from blocky.check.e08_players import RandomPlayer
from blocky.check.e08_smart import SmartPlayer, score_if
from blocky.check.e09_extended import DiagonalGoal, combine, paint
from blocky.check.e10_arena import MyPlayer
from blocky.check.e10_arena import count_colour as _count_colour
from blocky.kit.notebook.earlier import earlier_in
from blocky.kit.notebook.style import style
from blocky.kit.notebook.tasks import case_in, register

__all__ = [
    "DiagonalGoal", "MyBlobGoal", "MyBlock", "MyGame", "MyPlayer", "OtherPlaceholderGoal",
    "PlaceholderGoal", "RandomPlayer", "SmartPlayer", "TopGoal",
    "attributes", "blob_score", "blob_size", "case", "combine", "count_leaves",
    "deepest_level", "earlier", "flatten", "get_selected_block", "is_board", "is_sound",
    "make_board", "paint", "perimeter_score", "random_init", "rectangles_to_draw", "rotate",
    "rotated", "score_if", "shall_divide", "smash", "style", "swap", "undiscovered_blob_size",
    "update_block_locations",
]

register("blocky", globals(), _count_colour)

case = case_in("blocky")
earlier = earlier_in("blocky")
