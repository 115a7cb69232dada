"""Why a move is refused: a sentence, and the key of the rule that it speaks for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from blocky.kit.language import say
from blocky.prograsonne.hexes import CELLS
from blocky.prograsonne.move import Place, Restore, Save, TakeBack
from blocky.prograsonne.tiles import Tile

if TYPE_CHECKING:
    from blocky.prograsonne.position import PrograsonnePosition

__all__ = ["Refusal", "refusal"]


class Refusal(NamedTuple):
    """Why a move is refused; ``rule`` is the key of a rule, "" for none."""

    sentence: str
    rule: str = ""


def refusal(position: PrograsonnePosition, move: Any) -> Refusal | None:
    """Return why ``move`` is illegal in ``position``; None if it is legal."""
    match move:
        case Restore(number):
            reason = position.history.why_not(number)
            return Refusal(reason, "saving") if reason else None
        case (Place(turns=turns) | Save(turns=turns)) if (
                isinstance(turns, bool) or turns not in range(6)):
            return Refusal(say("A tile is turned 0 to 5 times, not {turns!r}.", turns=turns),
                           "turning")
        case Place(cell, turns) if position.hand:
            board, tile = position.board, Tile(position.hand, turns)
            reason = board.why_not(cell, tile)
            empty = cell in CELLS and cell not in board.tiles
            wrong = empty and board.wrong_edges(cell, tile)
            return Refusal(reason, "edges" if wrong else "placing") if reason else None
        case Place():
            return Refusal(say("There is no tile to place."), "end")
        case TakeBack() if position.board.last_of(position.player) is None:
            return Refusal(say("No tile of player {player} is on the board, so there is none to "
                               "take back.", player=position.player), "taking_back")
        case TakeBack() | Save():
            return None
    return Refusal(say("{move!r} is not a move. A move is written like this: Place((3, 2), "
                       "turns=4), TakeBack(), Save() or Restore(1).", move=move))
