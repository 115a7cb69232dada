"""Exercise 02: the letters on the edges of a rotated tile, and which edges belong together."""

from itertools import chain
from random import Random
from typing import Any

from blocky.kit.check.compare import any_order, told, written
from blocky.kit.check.task import Case, Cases, Hints, Mistake, Outcome, Sure, Task
from blocky.kit.language import say
from blocky.prograsonne import parts, tiles
from blocky.prograsonne.hexes import EDGES
from blocky.prograsonne.tiles import KINDS, TYPES, Tile

__all__ = ["segments", "turned"]


# -- turned ------------------------------------------------------------------------------------

def _rotations(rng: Random) -> Cases:
    """Return pairs of a type and a number of rotations: a few fixed ones, then random ones."""
    fixed = [("GGGGGC", 0), ("GGGGGC", 1), ("GGGGGC", 5), ("GCCRPR", 2)]
    return fixed + [(rng.choice([*TYPES]), rng.randrange(6)) for _ in range(16)]


def _is_a_string(case: Case, got: Outcome) -> Hints | None:
    """Explain a result that isn't a string."""
    if got.value is None or isinstance(got.value, str):
        return None
    return ("What do you return?", "A rotated tile shows the same six letters, in a string.",
            say('Your code returns a value of type {kind}, but it must be a string of six letters. '
                '"".join(...) makes a string from a list of letters.',
                kind=type(got.value).__name__))


def _same_letters(case: Case, got: Outcome) -> Hints | None:
    """Explain a result that doesn't have the six letters of the tile; their order is left out."""
    letters, _ = case
    if got.value is None or sorted(got.value) == sorted(letters):
        return None
    return ("Which letters do you return?", "A rotated tile shows the same six letters.",
            say("{value} doesn't have the six letters of the tile. Use each position exactly once: "
                "if you join two slices, the first must start where the second ends.",
                value=repr(got.value)))


def _by_index(letters: str, turns: int) -> str:
    """Return the letters of a rotated tile, each found by its index."""
    return "".join(letters[(i - turns) % 6] for i in range(6))


def _anticlockwise(letters: str, turns: int) -> str:
    """A typical mistake: rotate the wrong way."""
    return letters[turns:] + letters[:turns]


def _last_letter_stays(letters: str, turns: int) -> str:
    """A typical mistake: put the last letter in front, and don't remove it from the end."""
    return letters[-1] * turns + letters


def _last_letter_stays_cut(letters: str, turns: int) -> str:
    """The same mistake, of which only the first six letters are returned."""
    return _last_letter_stays(letters, turns)[:6]


turned = Task(
    "turned", tiles.turned, _rotations, ways=[tiles.turned, _by_index],
    laws=[_is_a_string, _same_letters], kits=[Tile.letters],
    mistakes=[Mistake(_anticlockwise, (
        "Which way does your tile rotate?",
        "After one clockwise rotation, what was on edge 1 is on edge 2.",
        "Your tile rotates the wrong way. In a clockwise rotation, the last letter moves to the "
        "front.")), *[Mistake(way, (
            "How often does each letter of the tile appear in your result?",
            "One rotation moves the last letter to the front.",
            "Your code puts the last letter at the front, but this letter also stays at the end. "
            "Remove it there, for example with pop()."))
        for way in (_last_letter_stays, _last_letter_stays_cut)]],
    nudge="Write the six letters around a hexagon, and rotate the paper.",
)


# -- segments ----------------------------------------------------------------------------------

def _tiles(rng: Random) -> Cases:
    """Yield some fixed tiles, then one of each of 16 random types."""
    fixed = [("GGGGGG", 0), ("GGGGGC", 0), ("GCCRPR", 0), ("GGGGGC", 1), ("GCCRPR", 1),
             ("CGGCGG", 0), ("GGCGGC", 1)]
    others = ((name, rng.randrange(6)) for name in rng.sample([*TYPES], 16))
    for type, turns in chain(fixed, others):
        yield Tile(type, turns)


def _are_pairs(case: Case, got: Outcome) -> Sure | None:
    """Explain a result that isn't a list, or the first item that isn't a pair (kind, edges)."""
    if got.value is None:
        return None
    if isinstance(got.value, list):
        no_pairs = [each for each in got.value if not _is_pair(each)]
    else:
        no_pairs = [got.value]
    if not no_pairs:
        return None
    return Sure((
        "What is a segment, and what does your function return?",
        "A tile has from zero to three segments. Return a list of pairs.",
        say('Return a list of pairs such as ("road", (6,)): a kind, and a tuple of edges. Your '
            'result contains {value}.', value=written(no_pairs[0]))))


def _is_pair(value: Any) -> bool:
    """Whether a value is a pair, in a tuple or a list, whose second item is a tuple.

    >>> _is_pair(("road", (6,))), _is_pair(["road", (6,)]), _is_pair(("road", [6]))
    (True, True, False)
    """
    if not isinstance(value, (tuple, list)) or len(value) != 2:
        return False
    _, edges = value
    return isinstance(edges, tuple)


def _kinds_are_words(case: Case, got: Outcome) -> Sure | None:
    """Explain the first kind that is a letter instead of a word."""
    for kind, _ in told(got.value or []):
        if kind in KINDS:
            return Sure(("How do you write the kind of a segment?",
                         "KINDS has the word for each letter.",
                         say("The kind is {letter}, but it must be {kind}. KINDS[letter] is the "
                             "kind for that letter.", letter=repr(kind), kind=repr(KINDS[kind]))))
    return None


def _edges_are_numbers(case: Case, got: Outcome) -> Hints | Sure | None:
    """Explain the first segment with edges that are strings, or with an edge 0."""
    for _, edges in told(got.value or []):
        if any(isinstance(edge, str) for edge in edges):
            return Sure(("Are your edge numbers strings or integers?",
                         "\"5\" is a string, and 5 is an integer.",
                         say("The edges {edges} are strings, but they must be integers. "
                             "int(\"5\") is 5.", edges=edges)))
        if 0 in edges:
            return ("How are edges numbered?", "Edges are numbered from 1 to 6.",
                    say("There's an edge 0 in {edges}, but edges go from 1 to 6. Rotate an edge "
                        "with (edge - 1 + tile.turns) % 6 + 1.", edges=edges))
    return None


def _edges_are_sorted(case: Case, got: Outcome) -> Sure | None:
    """Explain the first segment whose edges aren't sorted."""
    for _, edges in told(got.value or []):
        are_valid = {*edges} <= {*EDGES}  # strings, say, are explained by another law
        if are_valid and [*edges] != sorted(edges):
            return Sure(("In which order should the edges of a segment be?",
                         "After a rotation, the largest edge can come first.",
                         say("The edges {edges} aren't sorted. Sort them after the rotation.",
                             edges=edges)))
    return None


def _none_is_split(case: Case, got: Outcome) -> Sure | None:
    """Explain the first segment of the tile that is several pairs in the result."""
    [tile] = case
    own_segments = told(got.value or [])
    for kind, edges in parts.segments(tile):
        pieces = [own_edges for own_kind, own_edges in own_segments
                  if own_kind == kind and {*own_edges} < {*edges}]
        is_split = len(pieces) > 1 and sorted(chain(*pieces)) == sorted(edges)
        if is_split:
            return Sure((
                "Look up the tile in TYPES, and draw its segments.",
                "The letters don't say which edges belong together. The words in TYPES do.",
                say("On {type}, the edges {edges} form one {kind}, but you split it into {count} "
                    "segments. Make one pair for each word of TYPES[tile.type], with all its "
                    "edges.", type=tile.type, edges=", ".join(map(str, edges)), kind=say(kind),
                    count=len(pieces))))
    return None


def _by_letter(tile: Tile) -> list[tuple[str, tuple[int, ...]]]:
    """A typical mistake: one segment for all edges with the same letter."""
    found = []
    for letter, kind in KINDS.items():
        edges = tuple(edge for edge in EDGES if tile.letters[edge - 1] == letter)
        if edges:
            found.append((kind, edges))
    return found


def _last_of_each_kind(tile: Tile) -> list[tuple[str, tuple[int, ...]]]:
    """A typical mistake: a dictionary by kind keeps the last segment of each."""
    return [*dict(parts.segments(tile)).items()]


segments = Task(
    "segments", parts.segments, _tiles, call=any_order,
    laws=[_are_pairs, _kinds_are_words, _edges_are_numbers, _edges_are_sorted,
          _none_is_split],
    kits=[Tile.segments, Tile.segment_at],
    mistakes=[
        Mistake(_by_letter, (
            "Which segments do CGGCGG and GGCGGC have?",
            "The letters don't say which edges belong together.",
            "Your function joins all edges of the same kind, but CGGCGG has two cities. Make one "
            "pair for each word of TYPES[tile.type].")),
        Mistake(_last_of_each_kind, (
            "Which segments does CGGCGG have?", "A tile can have two segments of the same kind.",
            "Your function keeps only the last of two segments of the same kind, like a dictionary "
            "with one value per key. Put each pair (kind, edges) into a list.")),
    ],
    nudge="Look up the tile in TYPES, and draw its segments.",
)
