"""The four colours of the game."""

from enum import IntEnum
from typing import NoReturn

from blocky.kit.language import mark, say

__all__ = ["FRAME", "HIGHLIGHT", "Colour"]


class Colour(IntEnum):
    """A colour of the game. Its number is used in flattened boards.

    >>> Colour(1), Colour.RED.letter, Colour.RED.word
    (Colour.RED, 'R', 'red')
    """

    BLUE = 0
    RED = 1
    GREEN = 2
    YELLOW = 3

    @property
    def letter(self) -> str:
        """The letter for this colour in pictures and in text."""
        return self.name[0]

    @property
    def word(self) -> str:
        """The name of this colour in a sentence."""
        return say(_WORDS[self])

    def __str__(self) -> str:
        return self.word

    def __format__(self, spec: str) -> str:
        return format(self.word, spec)

    def __repr__(self) -> str:
        return f"Colour.{self.name}"

    @classmethod
    def _missing_(cls, value: object) -> NoReturn:
        known = ", ".join(f"{colour.value} {colour.word}" for colour in cls)
        raise ValueError(say("{value!r} isn't a colour. The colours are {known}.", value=value,
                             known=known))


_WORDS = mark(("blue", "red", "green", "yellow"))

#: The names of the colours of outlines and of highlighted blocks.
FRAME = "frame"
HIGHLIGHT = "highlight"
