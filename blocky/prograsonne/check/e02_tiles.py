"""Exercise 02: what is on the edges of a turned tile, and which edges belong together."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from blocky.kit.check.compare import any_order, told
from blocky.kit.check.failure import Sure
from blocky.kit.check.run import Outcome
from blocky.kit.check.task import Case, Hints, Mistake, Task, of_errors
from blocky.kit.language import say
from blocky.prograsonne import parts, tiles
from blocky.prograsonne.tiles import KINDS, TYPES, Tile

__all__ = ["segments", "turned"]


# -- turned ------------------------------------------------------------------------------------

def _letters(rng: Random) -> Iterator[Case]:
    yield from [("GGGGGC", 0), ("GGGGGC", 1), ("GGGGGC", 5), ("GCCRPR", 2)]
    for _ in range(16):
        yield rng.choice([*TYPES]), rng.randrange(6)


def _same_letters(case: Case, got: Outcome) -> Hints | Sure | None:
    if got.value is None or (
            isinstance(got.value, str) and sorted(got.value) == sorted(case[0])):
        return None
    return ("What do you return?", "A tile that is turned shows the same letters as before.",
            say("A {kind} is returned, and must be a text of six letters: \"\".join(...) makes one "
                "of a list of letters.", kind=type(got.value).__name__)
            if not isinstance(got.value, str) else
            say("What is returned has {count} letters, and must have six: what is put in front "
                "must be taken from the end. Two slices make up a whole text only if one ends "
                "where the other begins.", count=len(got.value))
            if len(got.value) != 6 else
            say("{letters} are not the letters of the tile, {right}: each must be there as often "
                "as before.", letters=repr(got.value), right=repr(case[0])))


turned = Task(
    "turned", tiles.turned, _letters, laws=[_same_letters], kits=[Tile.letters],
    mistakes=[
        Mistake(lambda letters, turns: letters[turns:] + letters[:turns], (
            "In which direction is your tile turned?",
            "After one turn clockwise, what was on edge 1 is on edge 2.",
            "It is turned the wrong way. Clockwise, the last letter comes to the front.")),
        *(Mistake(lambda letters, turns, made=made: tiles.turned(letters, made(turns)), (
            "How often is your tile turned?",
            "After one turn the last letter is in front, after two the last two are.", said))
          for made, said in (
              (lambda turns: 0, "It is never turned: what is returned is the tile as it was."),
              (lambda turns: min(turns, 1), "It is turned once at most, however large turns is: "
               "bring the last letter to the front as often as turns says. Each time begin with "
               "what the time before has made: whoever begins with letters again turns once."))),
    ],
    nudge="Write the six letters around a hexagon, and turn the paper.",
)


# -- segments ----------------------------------------------------------------------------------

_Segments = list[tuple[str, tuple[int, ...]]]


def _tiles(rng: Random) -> Iterator[Case]:
    for name, turns in [("GGGGGG", 0), ("GGGGGC", 0), ("GCCRPR", 0), ("GGGGGC", 1), ("GCCRPR", 1),
                        ("CGGCGG", 0), ("GGCGGC", 1)]:
        yield (Tile(name, turns),)
    for name in rng.sample([*TYPES], 16):
        yield (Tile(name, rng.randrange(6)),)


def _are_segments(case: Case, got: Outcome) -> Hints | Sure | None:
    """See whether segments are pairs of a kind and sorted edges."""
    if got.value is None:
        return None
    if isinstance(got.value, list) and all(map(_is_segment, told(got.value))):
        return next((hints for each in told(got.value) if (hints := _joined(case[0], *each))), None)
    if isinstance(got.value, list):
        for each in told(got.value):
            if isinstance(each, tuple) and len(each) == 2 and (hints := _part(case[0], *each)):
                return hints
    return ("What is a segment, and what do you return?",
            "A tile has no segment, one, two or three: return a list of pairs.",
            "Each segment is a pair, such as (\"city\", (1, 5, 6)): its kind, and its edges, "
            "numbers from 1 to 6, from the smallest to the largest.")


def _joined(tile: Tile, kind: str, edges: tuple[int, ...]) -> Hints | Sure | None:
    """See whether edges of one segment are in two, or edges of two in one."""
    right = parts.segments(tile)
    whole = next((all_of_it for same, all_of_it in right
                  if same == kind and {*edges} < {*all_of_it}), None)
    several = [each for same, each in right if same == kind and {*each} < {*edges}]
    return (("Which edges belong together?", "Each word of the table is one segment.",
             say("You return the {kind} at {edges} by itself, and it is part of a larger segment, "
                 "{whole}: a word of TYPES[tile.type] is one segment, with all the edges that "
                 "stand in it.", kind=kind, edges=edges, whole=whole))
            if whole else
            ("Which edges belong together?", "Each word of the table is one segment.",
             say("You return one {kind} at {edges}, and it is {count} segments: {parts}. Each word "
                 "of TYPES[tile.type] is a segment of its own.", kind=kind, edges=edges,
                 count=len(several), parts=", ".join(map(str, several))))
            if len(several) > 1 else None)


@of_errors
def _empty_word(case: Case, got: Outcome) -> Hints | None:
    """See whether the first letter of an empty word was asked for."""
    if got.error != "IndexError" or TYPES[case[0].type]:
        return None
    return ("How many words has the text of GGGGGG in the table?",
            "The text is empty. What do your lines make of it?",
            "TYPES['GGGGGG'] is the empty text, in which there is no word: ''.split() is [], but "
            "''.split(' ') is [''], a list with one empty text, which has no first letter.")


def _part(tile: Tile, kind: Any, edges: Any) -> Hints | Sure | None:
    if kind in KINDS:
        return Sure(("How is the kind of a segment written?", "KINDS has a word for a letter.",
                     say("The kind is {letter}, and must be {kind}: KINDS[letter] is the word for "
                         "a letter.", letter=repr(kind), kind=repr(KINDS[kind]))))
    if not isinstance(edges, tuple):
        return None
    if any(isinstance(edge, str) for edge in edges):
        return Sure(("What kind of thing is an edge?", "\"5\" is a text, and 5 a number.",
                     say("The edges {edges} are texts, and must be numbers: int(\"5\") is 5.",
                         edges=edges)))
    if 0 in edges:
        sixth = any(len(right) == len(edges) and {*right} ^ {*edges} == {0, 6}
                    for _, right in parts.segments(tile))
        return ("Which numbers have the edges?", "Edges are counted from 1 to 6.",
                say("There is an edge 0 in {edges}, and it should be 6: the remainder of 6 by 6 "
                    "is 0. Count from 0 before you take a remainder, and from 1 after it: "
                    "(edge - 1 + tile.turns) % 6 + 1.", edges=edges)
                if sixth else
                say("There is an edge 0 in {edges}: after edge 6 comes edge 1. A remainder by 6 "
                    "goes from 0 to 5, and an edge from 1 to 6: "
                    "(edge - 1 + tile.turns) % 6 + 1.", edges=edges))
    if set(edges) <= {1, 2, 3, 4, 5, 6} and list(edges) != sorted(edges):
        return Sure(("In which order are the edges of a segment?",
                     "After a turn the largest edge can come first.",
                     say("The edges {edges} are not sorted: bring them into order after they have "
                         "been turned.", edges=edges)))
    return None


def _is_segment(each: Any) -> bool:
    return (isinstance(each, tuple) and len(each) == 2 and each[0] in KINDS.values()
            and isinstance(each[1], tuple) and set(each[1]) <= {1, 2, 3, 4, 5, 6}
            and list(each[1]) == sorted(each[1]))


def _one_of_a_kind(tile: Tile) -> _Segments:
    """Return the last segment of each kind, as a dict by kinds would keep it."""
    return [*dict(parts.segments(tile)).items()]


def _by_letters(tile: Tile) -> _Segments:
    """Return what edges with the same letter make, as if the letters said everything."""
    return [(kind, edges) for letter, kind in KINDS.items()
            if (edges := tuple(edge for edge in range(1, 7) if tile.letters[edge - 1] == letter))]


def _not_turned(tile: Tile) -> _Segments:
    return parts.segments(Tile(tile.type))


segments = Task(
    "segments", parts.segments, _tiles, call=any_order, laws=[_empty_word, _are_segments],
    kits=[Tile.segments, Tile.segment_at],
    mistakes=[
        Mistake(_not_turned, (
            "Which edges has the tile before it is turned, and which has it now?",
            "The table TYPES has the edges before the tile is turned.",
            "Your tile is never turned: tile.turns makes no difference. Each edge of the table "
            "moves on by tile.turns, and after edge 6 comes edge 1: "
            "(edge - 1 + tile.turns) % 6 + 1.")),
        Mistake(_by_letters, (
            "Which segments have CGGCGG and GGCGGC?",
            "The letters do not say which edges belong together.",
            "You join all edges with the same letter. The table TYPES says which of them belong "
            "together: CGGCGG has two cities.")),
        Mistake(_one_of_a_kind, (
            "Which segments has CGGCGG?", "A tile can have two segments of the same kind.",
            "Of two segments of a kind only the last is kept, as in a dict, where a key has one "
            "value. Put each pair of a kind and its edges into a list.")),
    ],
    nudge="Look the tile up in the table TYPES, and draw its segments.",
)
