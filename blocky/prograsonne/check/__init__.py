"""The checks of the exercises of Prograsonne.

``check.neighbour(neighbour)`` tries your function on many cases and says how many it passes. If
one fails, it shows this case and a hint. Run the check again for a more detailed hint.
"""

from blocky.kit.notebook.earlier import earlier_in
from blocky.kit.notebook.style import style
from blocky.kit.notebook.tasks import case_in, register
from blocky.prograsonne.check import as_python as as_python
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
from blocky.prograsonne.check.e11_window import SavingWindow, Window

__all__ = ["EditableList", "History", "LinkedIterator", "LinkedList", "MyPlayer", "OwnDict",
           "OwnSet", "SavingWindow", "Stack", "UnionFind", "Window", "best_placement",
           "case", "city_points", "earlier", "feature", "features", "is_snitch", "legal_placements",
           "neighbour", "new_supply", "opposite", "owner", "read_supply", "road_points", "segments",
           "style", "turned", "way_points", "why_over"]

register("prograsonne", globals())

case = case_in("prograsonne")
earlier = earlier_in("prograsonne")
