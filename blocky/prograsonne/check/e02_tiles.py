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
    return ("What do you return?", "A rotated tile shows the same six letters.",
            say("{value} doesn't have the six letters of the tile. Read each of the six places "
                "once. letters.index(letter) always finds the first place of a letter, and two "
                "slices fit only if one starts where the other ends.",
                value=repr(got.value))
            if isinstance(got.value, str) else
            say("You return a value of type {kind}, but it must be a string of six letters. "
                "\"\".join(...) makes a string from a list of letters.",
                kind=type(got.value).__name__))


def _by_index(letters: str, turns: int) -> str:
    return "".join(letters[(i - turns) % 6] for i in range(6))


turned = Task(
    "turned", tiles.turned, lambda rng: [
        ("GGGGGC", 0), ("GGGGGC", 1), ("GGGGGC", 5), ("GCCRPR", 2),
        *((rng.choice([*TYPES]), rng.randrange(6)) for _ in range(16))],
    ways=[tiles.turned, _by_index], laws=[_same_letters], kits=[Tile.letters],
    mistakes=[
        Mistake(lambda letters, turns: letters[turns:] + letters[:turns], (
            "Which way does your tile rotate?",
            "After one clockwise rotation, what was on edge 1 is on edge 2.",
            "Your tile rotates the wrong way. Clockwise, the last letter moves to the front.")),
        Mistake(lambda letters, turns: tiles.turned(letters, min(turns, 1)), (
            "How often does your tile rotate?",
            "After one rotation, the last letter is at the front. After two rotations, the last "
            "two letters are at the front.",
            "Your tile rotates at most once, even if turns is larger. Move the last letter to the "
            "front as often as turns says. Each time, start from the last result, not from "
            "letters.")),
    ],
    nudge="Write the six letters around a hexagon, and rotate the paper.",
)


# -- segments ----------------------------------------------------------------------------------

def _tiles(rng: Random) -> Cases:
    some = [("GGGGGG", 0), ("GGGGGC", 0), ("GCCRPR", 0), ("GGGGGC", 1), ("GCCRPR", 1),
            ("CGGCGG", 0), ("GGCGGC", 1)]
    others = ((name, rng.randrange(6)) for name in rng.sample([*TYPES], 16))
    yield from (Tile(*each) for each in chain(some, others))


def _are_segments(case: Case, got: Outcome) -> Hints | Sure | None:
    if got.value is not None and not isinstance(got.value, list):
        return _no_segments(got.value, say("it isn't a list"))
    for each in told(got.value or []):
        if not isinstance(each, tuple) or len(each) != 2:
            return _no_segments(each, say("it isn't a pair"))
        kind, edges = each
        if not isinstance(edges, tuple):
            return _no_segments(each, say(
                "its edges must be a tuple, even for a single edge. Write (6,), because the comma "
                "makes the tuple") if isinstance(edges, int) else
                say("its edges must be a tuple of numbers"),
                *([_edge_0(each)] if edges == 0 else []))
        if kind in KINDS:
            return Sure(("How do you write the kind of a segment?",
                         "KINDS has the word for each letter.",
                         say("The kind is {letter}, but it must be {kind}. KINDS[letter] is the "
                             "word for a letter.", letter=repr(kind), kind=repr(KINDS[kind]))))
        if any(isinstance(edge, str) for edge in edges):
            return Sure(("What type does an edge have?", "\"5\" is a string, and 5 is an integer.",
                         say("The edges {edges} are strings, but they must be integers. "
                             "int(\"5\") is 5.",
                             edges=edges)))
        if 0 in edges:
            return ("Which numbers do edges have?", "Edges are numbered from 1 to 6.",
                    _edge_0(edges))
        if {*edges} <= {*EDGES} and [*edges] != sorted(edges):
            return Sure(("In which order should the edges of a segment be?",
                         "After a rotation, the largest edge can come first.",
                         say("The edges {edges} aren't sorted. Sort them after the "
                             "rotation.", edges=edges)))
    return None


def _edge_0(edges: Any) -> str:
    return say("There's an edge 0 in {edges}, because 6 % 6 is 0. Subtract 1 before you take the "
               "remainder, and add 1 after it: (edge - 1 + tile.turns) % 6 + 1.",
               edges=edges)


def _no_segments(value: Any, why: str, *more: str) -> Hints:
    return ("What is a segment, and what do you return?",
            "A tile has no segments, or one, two or three. Return a list of pairs.",
            "\n".join((
                say("Each segment is a pair such as (\"city\", (1, 5, 6)): its kind, and a tuple "
                    "of its edges, from smallest to largest."),
                say("You have {value} here, but {why}.", value=written(value), why=why), *more)))


segments = Task(
    "segments", parts.segments, _tiles, call=any_order, laws=[_are_segments],
    kits=[Tile.segments, Tile.segment_at],
    mistakes=[
        Mistake(lambda tile: [
            (kind, edges) for letter, kind in KINDS.items()
            if (edges := tuple(edge for edge in EDGES if tile.letters[edge - 1] == letter))], (
            "Which segments do CGGCGG and GGCGGC have?",
            "The letters don't say which edges belong together.",
            "You join all edges with the same letter, but CGGCGG has two cities. Use TYPES: it "
            "says which edges belong together.")),
        Mistake(lambda tile: [*dict(parts.segments(tile)).items()], (
            "Which segments does CGGCGG have?", "A tile can have two segments of the same kind.",
            "You keep only the last of two segments of the same kind, as a dictionary with one "
            "value per key does. Put each pair (kind, edges) into a list.")),
    ],
    nudge="Look up the tile in TYPES, and draw its segments.",
)
