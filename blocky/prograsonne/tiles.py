"""Tiles: what is on each edge, and which edges belong together.

The letters do not identify a tile: CGGCGG has two cities and GGCGGC has one, but they can be
rotated to show the same letters. So a tile is its type with its turns.
"""

from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from blocky.kit.language import mark, say

__all__ = ["CITY", "KINDS", "RIVER", "ROAD", "TYPES", "Segment", "Tile", "known_type", "turned"]

CITY, ROAD, RIVER = mark(("city", "road", "river"))

#: The meanings of the letters of edges. G is grass, which belongs to no segment.
KINDS = {"C": CITY, "P": ROAD, "R": RIVER}

#: The types of tiles: the letters of edges 1 to 6, and the edges of each segment.
TYPES = {
    "CCCCCC": "C123456", "CCCGCC": "C12356", "CCCPCC": "C12356 P4", "CCCRGR": "C123 R46",
    "CGGCGG": "C1 C4", "CGGGCC": "C156", "CGGPPG": "C1 P45", "CPGPCC": "C156 P24",
    "CRCCRC": "C16 C34 R25", "GCCRPR": "C23 R46 P5", "GGCGGC": "C36", "GGGGGC": "C6",
    "GGGGGG": "", "GGGGGR": "R6", "GGGPPG": "P45", "GGPGPP": "P356",
    "GGRGGG": "R3", "GGRGRG": "R35", "GPRGPR": "P25 R36", "GRGGRG": "R25",
    "GRPGRG": "R25 P3", "PGGPGG": "P14", "PPGPPG": "P1245", "PPGRRG": "P12 R45",
}


#: Types in the table of the course that are misprints, and the types that are meant.
MISPRINTS = {"GCCRPG": "GCCRPR"}

#: A type that the table of the course has twice, and the type that is meant by one of the two.
REPEATED = {"CCCGCC": "CCCRGR"}


class Segment(NamedTuple):
    """A part of a tile: its kind and its edges, sorted."""

    kind: str
    edges: tuple[int, ...]


@dataclass(frozen=True)
class Tile:
    """A tile of a type, rotated clockwise ``turns`` times by 60°.

    >>> Tile("GGGGGC", turns=4).letters
    'GGGCGG'
    >>> Tile("CGGCGG").segments
    (Segment(kind='city', edges=(1,)), Segment(kind='city', edges=(4,)))
    """

    type: str
    turns: int = 0

    def __post_init__(self) -> None:
        known_type(self.type)
        if isinstance(self.turns, bool) or self.turns not in range(6):
            raise ValueError(say("A tile is rotated 0 to 5 times, not {turns!r}.",
                                 turns=self.turns))

    @property
    def letters(self) -> str:
        """The letters of edges 1 to 6."""
        return turned(self.type, self.turns)

    @property
    def segments(self) -> tuple[Segment, ...]:
        """The cities, roads and rivers of the tile."""
        return _segments(self.type, self.turns)

    def segment_at(self, edge: int) -> Segment:
        """Return the segment at ``edge``. KeyError: there is grass."""
        return _by_edge(self)[edge]


def known_type(name: object) -> str:
    """Return ``name``. ValueError: it is not a type of tile.

    >>> known_type("GGGGGC")
    'GGGGGC'
    """
    if not isinstance(name, str) or name not in TYPES:
        raise ValueError(why_unknown(name))
    return name


def why_unknown(name: object) -> str:
    """Return a sentence that says that ``name`` is not a type of tile."""
    if isinstance(name, str) and name in MISPRINTS:
        return say("{name} is a misprint in the course's table. Write {meant}: its river goes from "
                   "edge 4 to edge 6.", name=name, meant=MISPRINTS[name])
    return say("There's no tile {name!r}. The types of tiles are: {known}.", name=name,
               known=", ".join(TYPES))


@cache
def turned(letters: str, turns: int) -> str:
    """Return six letters after clockwise rotations: each moves the last letter to the front.

    >>> turned("GGGGGC", 1), turned("GCCRPR", 2)
    ('CGGGGG', 'PRGCCR')
    """
    cut = len(letters) - turns % 6
    return letters[cut:] + letters[:cut]


@cache
def _segments(name: str, turns: int) -> tuple[Segment, ...]:
    """Return the segments of a tile of a type, after clockwise rotations.

    In TYPES each segment is a word: a letter for its kind, and the digits of its edges.
    """
    segments = []
    for word in TYPES[name].split():
        kind = KINDS[word[0]]
        edges = [(int(digit) - 1 + turns) % 6 + 1 for digit in word[1:]]  # from 1 to 6
        segments.append(Segment(kind, tuple(sorted(edges))))
    return tuple(segments)


@cache
def _by_edge(tile: Tile) -> dict[int, Segment]:
    """Return the segment at each edge of a tile that isn't grass."""
    return {edge: segment for segment in tile.segments for edge in segment.edges}
