"""The ready-made games of ``play``."""

from typing import Any

from blocky.game import Game
from blocky.kit.language import say

__all__ = ["MODES", "ready_made"]

#: The numbers of human, random and smart players in each game.
MODES = {
    "solitaire": (1, 0, 0),
    "two players": (2, 0, 0),
    "human-random": (1, 1, 0),
    "human-smart": (1, 0, 1),
    "sample": (1, 1, 1),
    "auto": (0, 1, 1),
}


def ready_made(mode: str, difficulty: int = 1, **settings: Any) -> Game:
    """Return a game of MODES; its smart players have this ``difficulty``.

    ValueError: there is none of this name.
    """
    if mode not in MODES:
        raise ValueError(say("{mode!r} is not a ready-made game. There are: {known}.",
                             mode=mode, known=", ".join(MODES)))
    humans, randoms, smarts = MODES[mode]
    return Game(humans=humans, randoms=randoms, smarts=[difficulty] * smarts, **settings)
