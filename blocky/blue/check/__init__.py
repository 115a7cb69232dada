"""The checks of the exercises of Blue.

``check.tile_score(tile_score)`` tries your function on many cases and says how many it passes. If
one fails, it shows this case and a hint. Run the check again for a more detailed hint.
"""

from blocky.blue.check.e01_state import counts, is_conserved
from blocky.blue.check.e02_latin_squares import is_latin, random_wall
from blocky.blue.check.e03_draft import legal_moves, may_take, take
from blocky.blue.check.e04_tiling import floor_penalty, run_length, tile_all, tile_score
from blocky.blue.check.e05_round import is_over, play_round
from blocky.blue.check.e06_players import FirstAvailable, GreedyRow, MyPlayer
from blocky.blue.check.e07_simulation import games_needed, win_rate
from blocky.blue.check.e08_rules import bonuses, official_score
from blocky.kit.language import mark
from blocky.kit.notebook.earlier import earlier_in
from blocky.kit.notebook.style import style
from blocky.kit.notebook.tasks import case_in, register

__all__ = ["FirstAvailable", "GreedyRow", "MyPlayer", "bonuses", "case", "counts", "earlier",
           "floor_penalty", "games_needed", "is_conserved", "is_latin", "is_over", "legal_moves",
           "may_take", "official_score", "play_round", "random_wall", "run_length", "style",
           "take", "tile_all", "tile_score", "win_rate"]

register("blue", globals())

#: The facts with names of one word.
mark(("order", "rows", "columns", "points", "lines", "wall", "walls", "scores", "floors",
      "factories", "discards"))

case = case_in("blue")
earlier = earlier_in("blue")
