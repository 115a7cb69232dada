"""The four colours of play, and the palettes that show them."""

from collections.abc import Mapping
from enum import IntEnum
from types import MappingProxyType
from typing import NoReturn

from blocky.kit.language import mark, say

__all__ = ["FRAME", "HIGHLIGHT", "PALETTES", "Colour", "Palette"]


class Colour(IntEnum):
    """A colour of play. Its number is used in flattened boards.

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
        raise ValueError(say("{value!r} is not a colour. The colours are {known}.", value=value,
                             known=known))


_WORDS = mark(("blue", "red", "green", "yellow"))

#: The names of the colours of outlines and of highlighted blocks.
FRAME = "frame"
HIGHLIGHT = "highlight"

#: The (red, green, blue), each 0 to 255, of each colour of play, of FRAME and of HIGHLIGHT.
Palette = Mapping[Colour | str, tuple[int, int, int]]


def _palette(*rgb: tuple[int, int, int]) -> Palette:
    return MappingProxyType(dict(zip([*Colour, FRAME, HIGHLIGHT], rgb, strict=True)))


#: The colours of "safe" can be told apart with the common forms of colour blindness; "classic" has
#: those of the course.
PALETTES: Mapping[str, Palette] = MappingProxyType({
    mark("safe", "palette"): _palette(
        (10, 80, 165), (206, 52, 20), (87, 190, 152), (255, 224, 92), (25, 25, 25), (214, 0, 108)
    ),
    mark("classic", "palette"): _palette(
        (1, 128, 181), (199, 44, 58), (138, 151, 71), (255, 211, 92), (0, 0, 0), (75, 196, 213)
    ),
})
