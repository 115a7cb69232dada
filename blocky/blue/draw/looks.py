"""How a tile looks: its colour in a palette, and a pattern that tells it apart without colour."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from blocky.kit.draw.cells import write
from blocky.kit.draw.picture import ink_over

__all__ = ["BACKGROUND", "GROUND", "PALETTES", "tile_image"]

Paint = tuple[int, int, int]

PALETTES: dict[str, dict[str, Paint]] = {
    "safe": {"r": (213, 94, 0), "b": (45, 45, 50), "g": (148, 152, 160), "w": (250, 250, 248),
             "y": (240, 215, 60)},
    "bright": {"r": (205, 35, 45), "b": (20, 20, 20), "g": (128, 128, 128), "w": (255, 255, 255),
               "y": (255, 205, 0)},
}

#: What the table and what a board are painted with.
BACKGROUND, GROUND = (221, 230, 236), (244, 247, 249)

#: How much of a colour is left in a cell of a wall, or of a tile that would be put there.
FAINT, GHOST = 0.22, 0.6


@lru_cache(maxsize=1024)
def tile_image(colour: str, side: int, palette: str = "safe", letters: bool = False,
               strength: float = 1) -> NDArray[np.uint32]:
    """Return a tile as packed pixels; the weaker it is, the more of the ground is seen."""
    paint = np.array(PALETTES[palette][colour], float)
    image = np.full((side, side, 4), 255, np.uint8)
    image[..., :3] = paint
    dark = sum(paint) < 300
    image[_pattern(colour, side), :3] = paint + (255 - paint) * 0.45 if dark else paint * 0.78
    edge = max(1, side // 24)
    for part in (image[:edge], image[-edge:], image[:, :edge], image[:, -edge:]):
        part[..., :3] = 60
    if letters:
        write(image, colour.upper(), ink_over(PALETTES[palette][colour]))
    image[..., :3] = np.round(strength * image[..., :3] + (1 - strength) * np.array(GROUND))
    return image.view(np.uint32)[..., 0]


def _pattern(colour: str, side: int) -> NDArray[Any]:
    """Return where the pattern of a colour is: a ring, diamond, stripes, square or cross."""
    y, x = np.abs((np.mgrid[:side, :side] + 0.5) / side - 0.5)
    far, near = np.maximum(x, y), np.minimum(x, y)
    patterns: dict[str, NDArray[Any]] = {
        "r": np.abs(np.hypot(x, y) - 0.29) < 0.06, "b": np.abs(x + y - 0.27) < 0.06,
        "g": np.add(*np.mgrid[:side, :side]) * 4 / side % 1 < 0.35,
        "w": np.abs(far - 0.2) < 0.035, "y": (near < 0.05) & (far < 0.32)}
    return patterns[colour]
