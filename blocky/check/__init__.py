"""Checks: what each exercise asks of a student's function or class.

``check.flatten(flatten)`` tries the function of the notebook, and says how many trials it passed.
If it fails one, it shows the case, and gives a hint; the hint gets clearer with each new try.
"""

from blocky.check.aims import MyGame, PlaceholderGoal, TopGoal
from blocky.check.blobs import blob_score, blob_size, undiscovered_blob_size
from blocky.check.earlier import earlier
from blocky.check.extended import DiagonalGoal, combine, paint
from blocky.check.grids import flatten, perimeter_score
from blocky.check.making import MyBlock, random_init, shall_divide
from blocky.check.moves import rotate, rotated, smash, swap
from blocky.check.own import MyPlayer
from blocky.check.places import (
    get_selected_block,
    rectangles_to_draw,
    update_block_locations,
)
from blocky.check.players import RandomPlayer, SmartPlayer
from blocky.check.style import style
from blocky.check.trees import (
    attributes,
    count_leaves,
    deepest_level,
    is_board,
    make_board,
)

__all__ = [
    "DiagonalGoal", "MyBlock", "MyGame", "MyPlayer", "PlaceholderGoal", "RandomPlayer",
    "SmartPlayer", "TopGoal", "attributes", "blob_score", "blob_size", "combine", "count_leaves",
    "deepest_level", "earlier", "flatten", "get_selected_block", "is_board", "make_board",
    "paint", "perimeter_score", "random_init", "rectangles_to_draw", "rotate", "rotated",
    "shall_divide", "smash", "style", "swap", "undiscovered_blob_size", "update_block_locations",
]
