"""Exercise 02: what is on the edges of a turned tile, and which edges belong together."""

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

def _same_letters(case: Case, got: Outcome) -> Hints | None:
    if got.value is None or (
            isinstance(got.value, str) and sorted(got.value) == sorted(case[0])):
        return None
    return ("What do you return?", "A tile that is turned shows the same letters as before.",
            say("{value} is no text of the six letters of the tile: each of the six places must be "
                "read, and read once. letters.index(letter) is always the first place of a letter, "
                "and two slices make up the whole only if one ends where the other begins.",
                value=repr(got.value))
            if isinstance(got.value, str) else
            say("A {kind} is returned, and must be a text of six letters: \"\".join(...) makes one "
                "of a list of letters.", kind=type(got.value).__name__))


def _by_index(letters: str, turns: int) -> str:
    return "".join(letters[(i - turns) % 6] for i in range(6))


turned = Task(
    "turned", tiles.turned, lambda rng: [
        ("GGGGGC", 0), ("GGGGGC", 1), ("GGGGGC", 5), ("GCCRPR", 2),
        *((rng.choice([*TYPES]), rng.randrange(6)) for _ in range(16))],
    ways=[tiles.turned, _by_index], laws=[_same_letters], kits=[Tile.letters],
    mistakes=[
        Mistake(lambda letters, turns: letters[turns:] + letters[:turns], (
            "In which direction is your tile turned?",
            "After one turn clockwise, what was on edge 1 is on edge 2.",
            "It is turned the wrong way. Clockwise, the last letter comes to the front.")),
        Mistake(lambda letters, turns: tiles.turned(letters, min(turns, 1)), (
            "How often is your tile turned?",
            "After one turn the last letter is in front, after two the last two are.",
            "It is turned once at most, however large turns is: bring the last letter to the front "
            "as often as turns says. Each time begin with what the time before has made: whoever "
            "begins with letters again turns once.")),
    ],
    nudge="Write the six letters around a hexagon, and turn the paper.",
)


# -- segments ----------------------------------------------------------------------------------

def _tiles(rng: Random) -> Cases:
    some = [("GGGGGG", 0), ("GGGGGC", 0), ("GCCRPR", 0), ("GGGGGC", 1), ("GCCRPR", 1),
            ("CGGCGG", 0), ("GGCGGC", 1)]
    others = ((name, rng.randrange(6)) for name in rng.sample([*TYPES], 16))
    yield from (Tile(*each) for each in chain(some, others))


def _are_segments(case: Case, got: Outcome) -> Hints | Sure | None:
    if got.value is not None and not isinstance(got.value, list):
        return _no_segments(got.value, say("it is no list"))
    for each in told(got.value or []):
        if not isinstance(each, tuple) or len(each) != 2:
            return _no_segments(each, say("it is no pair"))
        kind, edges = each
        if not isinstance(edges, tuple):
            return _no_segments(each, say(
                "its edges must be a tuple, also if it is one edge, (6,), where the comma makes "
                "the tuple: brackets alone make none") if isinstance(edges, int) else
                say("its edges must be a tuple of numbers"),
                *([_edge_0(each)] if edges == 0 else []))
        if kind in KINDS:
            return Sure(("How is the kind of a segment written?", "KINDS has a word for a letter.",
                         say("The kind is {letter}, and must be {kind}: KINDS[letter] is the word "
                             "for a letter.", letter=repr(kind), kind=repr(KINDS[kind]))))
        if any(isinstance(edge, str) for edge in edges):
            return Sure(("What kind of thing is an edge?", "\"5\" is a text, and 5 a number.",
                         say("The edges {edges} are texts, and must be numbers: int(\"5\") is 5.",
                             edges=edges)))
        if 0 in edges:
            return ("Which numbers have the edges?", "Edges are counted from 1 to 6.",
                    _edge_0(edges))
        if {*edges} <= {*EDGES} and [*edges] != sorted(edges):
            return Sure(("In which order are the edges of a segment?",
                         "After a turn the largest edge can come first.",
                         say("The edges {edges} are not sorted: bring them into order after they "
                             "have been turned.", edges=edges)))
    return None


def _edge_0(edges: Any) -> str:
    return say("There is an edge 0 in {edges}: the remainder of 6 by 6 is 0. Count from 0 before "
               "you take a remainder, and from 1 after it: (edge - 1 + tile.turns) % 6 + 1.",
               edges=edges)


def _no_segments(value: Any, why: str, *more: str) -> Hints:
    return ("What is a segment, and what do you return?",
            "A tile has no segment, one, two or three: return a list of pairs.",
            "\n".join((
                say("Each segment is a pair, such as (\"city\", (1, 5, 6)): its kind, and its "
                    "edges, numbers from 1 to 6, from the smallest to the largest."),
                say("Here there is {value}: {why}.", value=written(value), why=why), *more)))


segments = Task(
    "segments", parts.segments, _tiles, call=any_order, laws=[_are_segments],
    kits=[Tile.segments, Tile.segment_at],
    mistakes=[
        Mistake(lambda tile: [
            (kind, edges) for letter, kind in KINDS.items()
            if (edges := tuple(edge for edge in EDGES if tile.letters[edge - 1] == letter))], (
            "Which segments have CGGCGG and GGCGGC?",
            "The letters do not say which edges belong together.",
            "You join all edges with the same letter. The table TYPES says which of them belong "
            "together: CGGCGG has two cities.")),
        Mistake(lambda tile: [*dict(parts.segments(tile)).items()], (
            "Which segments has CGGCGG?", "A tile can have two segments of the same kind.",
            "Of two segments of a kind only the last is kept, as in a dict, where a key has one "
            "value. Put each pair of a kind and its edges into a list.")),
    ],
    nudge="Look the tile up in the table TYPES, and draw its segments.",
)
