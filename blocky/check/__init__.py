"""Checks: what each exercise asks of a student's function or class.

``check.flatten(flatten)`` tries the function of the notebook, and says how many trials it passed.
If it fails one, it shows the case, and gives a hint; the hint gets clearer with each new try.
"""

from typing import Any

from blocky.check.e01_tree import (
    attributes,
    count_leaves,
    deepest_level,
    is_board,
    make_board,
)
from blocky.check.e02_random_init import MyBlock, random_init, shall_divide
from blocky.check.e03_geometry import (
    get_selected_block,
    rectangles_to_draw,
    update_block_locations,
)
from blocky.check.e04_goals import MyGame, PlaceholderGoal, TopGoal
from blocky.check.e05_moves import rotate, rotated, smash, swap
from blocky.check.e06_flatten import flatten, perimeter_score
from blocky.check.e07_blob import blob_score, blob_size, undiscovered_blob_size
from blocky.check.e08_players import RandomPlayer, SmartPlayer
from blocky.check.e09_extended import DiagonalGoal, combine, paint
from blocky.check.e10_arena import MyPlayer
from blocky.kit.check import earlier as _earlier
from blocky.kit.check.style import style
from blocky.kit.check.tasks import register

__all__ = [
    "DiagonalGoal", "MyBlock", "MyGame", "MyPlayer", "PlaceholderGoal", "RandomPlayer",
    "SmartPlayer", "TopGoal", "attributes", "blob_score", "blob_size", "combine", "count_leaves",
    "deepest_level", "earlier", "flatten", "get_selected_block", "is_board", "make_board",
    "paint", "perimeter_score", "random_init", "rectangles_to_draw", "rotate", "rotated",
    "shall_divide", "smash", "style", "swap", "undiscovered_blob_size", "update_block_locations",
]

register("blocky", globals())


def earlier(name: str) -> Any:
    """Return your own answer to the task ``name`` of an earlier exercise, if it passes its check.

    Else say why not, and return the kit's own. The notebooks beside this one are searched; of
    the one that has the answer only imports, functions, classes and constants are run.
    """
    return _earlier.earlier(name, "blocky")
