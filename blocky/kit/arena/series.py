"""The games of a league: a ``Series`` says how each of them begins."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

from blocky.kit.game import Game
from blocky.kit.player import Player
from blocky.kit.position import Position

__all__ = ["Series"]


class Series(ABC):
    """The games that every two players of a league play, in both seats.

    It is sent to other processes, so that it holds nothing but settings.

    Attributes:
        position_type: what the games are played on.
        kinds: the names of the kinds of game (the goals, say) that are played on each board.
        own: classes that the series is made of and that may be a student's.
    """

    position_type: type[Position]
    kinds: Sequence[str] = ("",)
    own: Sequence[type] = ()

    @abstractmethod
    def begin(self, board: int, kind: str, players: Sequence[Player], names: Sequence[str]) -> Game:
        """Return the game on board number ``board``, before its first turn.

        The board is the same whoever plays; other random numbers are those of this game alone.
        """

    def settings(self) -> dict[str, Any]:
        """Return, in a form for JSON, the settings that determine the games of a league."""
        return {}

    @abstractmethod
    def caption(self, players: int, boards: int) -> str:
        """Return the sentence over the table of a league."""
