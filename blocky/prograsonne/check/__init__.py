"""Checks: what each exercise asks of a student's function or class.

``check.neighbour(neighbour)`` tries the function of the notebook, and says how many trials it
passed. If it fails one, it shows the case, and gives a hint; the hint gets clearer with each new
try.
"""

from blocky.kit.notebook.earlier import earlier_in
from blocky.kit.notebook.style import style
from blocky.kit.notebook.tasks import register
from blocky.prograsonne.check.e01_cells import neighbour, opposite
from blocky.prograsonne.check.e02_supply import new_supply, read_supply
from blocky.prograsonne.check.e02_tiles import segments, turned
from blocky.prograsonne.check.e03_lists import EditableList, LinkedIterator, LinkedList
from blocky.prograsonne.check.e04_undo import History, Stack
from blocky.prograsonne.check.e05_features import feature
from blocky.prograsonne.check.e06_union_find import UnionFind
from blocky.prograsonne.check.e07_features import (
    city_points,
    is_snitch,
    owner,
    road_points,
    way_points,
)
from blocky.prograsonne.check.e08_hint import best_placement, legal_placements, why_over
from blocky.prograsonne.check.e09_players import MyPlayer
from blocky.prograsonne.check.e10_own import OwnDict, OwnSet, features

__all__ = ["EditableList", "History", "LinkedIterator", "LinkedList", "MyPlayer", "OwnDict",
           "OwnSet", "Stack", "UnionFind", "best_placement", "city_points", "earlier", "feature",
           "features", "is_snitch", "legal_placements", "neighbour", "new_supply", "opposite",
           "owner", "read_supply", "road_points", "segments", "style", "turned", "way_points",
           "why_over"]

register("prograsonne", globals())

earlier = earlier_in("prograsonne")
