"""The looks of Blocky: its colours in a palette, and boards in words."""

from __future__ import annotations

from blocky.block import Block
from blocky.colour import PALETTES, Colour, Palette
from blocky.kit.draw import picture
from blocky.kit.draw.picture import ink_over, letters_over
from blocky.kit.language import say

__all__ = ["describe", "fills_and_texts", "ink_on", "letter_ink", "palette_of", "rgb"]


def palette_of(name: str) -> Palette:
    """Return the palette of this name. ValueError: there is none."""
    return picture.palette_of(PALETTES, name)


def rgb(colour: Colour | str, palette: str) -> tuple[float, float, float]:
    """Return ``colour`` in a palette as matplotlib takes it: three numbers from 0 to 1."""
    red, green, blue = palette_of(palette)[colour]
    return red / 255, green / 255, blue / 255


def ink_on(colour: Colour | str, palette: str) -> tuple[int, int, int]:
    """Return black or white, whichever reads better on ``colour``."""
    return ink_over(palette_of(palette)[colour])


def letter_ink(colour: Colour, palette: str) -> str:
    """Return the ink of letters on ``colour`` as matplotlib takes it: black or white."""
    return letters_over(palette_of(palette)[colour])


def fills_and_texts(palette: str, letters: bool
                    ) -> tuple[dict[int, tuple[int, int, int]], dict[int, str]]:
    """Return how the numbers of the colours are painted and written in a grid."""
    return ({int(colour): palette_of(palette)[colour] for colour in Colour},
            {int(colour): colour.letter if letters else str(int(colour)) for colour in Colour})


def describe(block: Block) -> str:
    """Describe a board in a few words."""
    if block.colour is not None:
        return say("A {colour} block", colour=block.colour.word)
    leaves = sum(1 for _ in block.leaves())
    side = 2 ** (block.max_depth - block.level)
    return say("A board of {side} by {side} unit cells in {leaves} leaves", side=side,
               leaves=leaves)
