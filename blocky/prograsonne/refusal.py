"""Why a move is refused: a sentence, and the key of the rule that it speaks for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from blocky.kit.language import say
from blocky.prograsonne.hexes import CELLS
from blocky.prograsonne.move import Place, Restore, Save, TakeBack
from blocky.prograsonne.tiles import Tile

if TYPE_CHECKING:
    from blocky.prograsonne.position import PrograsonnePosition

__all__ = ["refusal"]


def refusal(position: PrograsonnePosition, move: Any) -> tuple[str | None, str]:
    """Return why ``move`` is illegal, None if it is legal, and the key of the rule, "" for none."""
    board = position.board
    match move:
        case Restore(number):
            return position.history.why_not(number), "saving"
        case (Place(turns=turns) | Save(turns=turns)) if (
                isinstance(turns, bool) or turns not in range(6)):
            return say("A tile is turned 0 to 5 times, not {turns!r}.", turns=turns), "turning"
        case Place(cell, turns) if position.hand:
            tile = Tile(position.hand, turns)
            empty = cell in CELLS and cell not in board.tiles
            wrong = empty and board.wrong_edges(cell, tile)
            return board.why_not(cell, tile), "edges" if wrong else "placing"
        case Place():
            return say("There is no tile to place."), "end"
        case TakeBack() if board.last_of(position.player) is None:
            return say("No tile of player {player} is on the board, so there is none to take "
                       "back.", player=position.player), "taking_back"
        case TakeBack() | Save():
            return None, ""
    return say("{move!r} is not a move. A move is written like this: Place((3, 2), turns=4), "
               "TakeBack(), Save() or Restore(1).", move=move), ""
