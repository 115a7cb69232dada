"""Moves: placing, taking back, saving and restoring."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from blocky.kit.language import say, say_count
from blocky.prograsonne.hexes import Cell

__all__ = ["Move", "Place", "Restore", "Save", "TakeBack"]


@dataclass(frozen=True)
class Move:
    """The base class of the moves below."""

    def to_record(self) -> dict[str, Any]:
        """Return this move as JSON can hold it.

        >>> Place((3, 2), turns=4).to_record()
        {'do': 'Place', 'cell': (3, 2), 'turns': 4}
        """
        return {"do": type(self).__name__, **vars(self)}

    @staticmethod
    def from_record(record: dict[str, Any]) -> Move:
        """Return the move of a record. KeyError, TypeError: the record is invalid."""
        settings = {key: tuple(value) if key == "cell" else value
                    for key, value in record.items() if key != "do"}
        return _KINDS[record["do"]](**settings)


@dataclass(frozen=True)
class Place(Move):
    """Place the tile in hand on a cell, rotated clockwise ``turns`` times."""

    cell: Cell
    turns: int = 0

    def __str__(self) -> str:
        if not self.turns:
            return say("place the tile on cell {cell} without rotating it", cell=self.cell)
        return say_count("place the tile on cell {cell}, rotated {count} time",
                         "place the tile on cell {cell}, rotated {count} times", self.turns,
                         cell=self.cell)


@dataclass(frozen=True)
class TakeBack(Move):
    """Take back your latest tile on the board, instead of placing one."""

    def __str__(self) -> str:
        return say("take back the last tile")


@dataclass(frozen=True)
class Save(Move):
    """Save the state of the game, with the tile in hand rotated ``turns`` times."""

    turns: int = 0

    def __str__(self) -> str:
        return say("save the state of the game")


@dataclass(frozen=True)
class Restore(Move):
    """Go back to the saved state with this number."""

    number: int

    def __str__(self) -> str:
        return say("go back to state {number}", number=self.number)


_KINDS: dict[str, type[Move]] = {kind.__name__: kind for kind in (Place, TakeBack, Save, Restore)}
