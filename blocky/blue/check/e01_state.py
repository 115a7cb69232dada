"""Exercise 01: where a game stands as plain data, and the law that no tile is made or lost."""

import copy
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

from blocky.blue import data, state
from blocky.blue.board import EMPTY, Board
from blocky.blue.check.cases import NO_WALL, called, given, in_play, small, state_text
from blocky.blue.data import plain, seen
from blocky.blue.record import Data
from blocky.blue.rules import COLOURS, TILES, colour_name
from blocky.kit.check.task import Case, Cases, Hints, Mistake, Outcome, Parts, Seen, Task, written
from blocky.kit.language import say

__all__ = ["counts", "is_conserved"]


# -- counts ------------------------------------------------------------------------------------

def _counted(tiles: str) -> dict[str, int]:
    numbers: dict[str, int] = {}
    for tile in tiles:
        numbers[tile] = numbers.get(tile, 0) + 1
    return numbers


#: The fact that has parts.
_FIRST = "the number of tiles of the first colour"


def _with_its_colours(answer: Any, tiles: str) -> Any:
    numbers = answer(tiles)
    return Seen(numbers, {"the keys of the dict": sorted(numbers, key=str),
                          "colours": sorted({*tiles}), _FIRST: numbers.get(tiles[:1], 0)
                          }) if isinstance(numbers, dict) else numbers


def _first_colour_parts(tiles: str) -> Parts:
    colour = tiles[:1]
    begun, ended = tiles.lstrip(colour), tiles[:tiles.rfind(colour) + 1]
    return ({"all tiles of this colour, anywhere in the pile": _counted(tiles).get(colour, 0)},
            {"only 1 of them (a new value for a key replaces the old one)":
             int(tiles != ""),
             "only the last group of them, after another colour (a new value for a key replaces "
             "the old one)": len(ended) - len(ended.rstrip(colour)),
             "only the tiles before the first tile of another colour": len(tiles) - len(begun)})


counts = Task(
    "counts", state.counts, lambda rng: [
        "", "r", "bb", "bwbr", *("".join(rng.choices(COLOURS, k=k)) for k in range(2, 14))],
    _with_its_colours, ways=[_counted], parts={_FIRST: _first_colour_parts},
    steps={"the keys of the dict": "The keys are the colours in the pile: {colours}. Leave out "
                                   "colours with 0 tiles."},
    nudge="Which colours are in the pile above, and how many tiles of each?",
)


# -- is_conserved ------------------------------------------------------------------------------

def _states(rng: Random) -> Cases:
    one = small(board=Board("ywgbr", lines=("", "gg", "", "", "")))
    rights = [small(), small("rrb"), small("", "bbgw"), small(*[""] * 5, "gw"),
              small(board=Board(COLOURS, lines=("", "bb", "", "", "y"))),
              small(board=Board(COLOURS, wall=("r....", *NO_WALL[1:]))), small(discards="gg"),
              {**one, "boards": one["boards"][::-1]}, *map(plain, in_play(rng, 6))]
    yield from rights
    full = rights[0]["pool"]
    for pool in ({**full, "w": 19}, {**full, "g": 21}, {**full, "y": 0}, {**full, "r": 0, "b": 40},
                 {colour: number for colour, number in full.items() if colour != "y"}):
        yield {**rights[0], "pool": pool}
    yield {**rights[0], "discards": {"r": 0, "b": 0}}
    for right in rights[1:]:
        for wrong in (copy.deepcopy(right), copy.deepcopy(right)):
            colour, other = rng.sample(COLOURS, 2)
            wrong["pool"][colour] = wrong["pool"].get(colour, 0) + 1
            if wrong["pool"].get(other) and rng.random() < 0.5:
                wrong["pool"][other] -= 1
            yield wrong


def _not_twenty(where: Data) -> Parts:
    piles = [*where["pool"].items(), *where["discards"].items()]
    tiles = seen(where).state.tiles + "".join(colour * number for colour, number in piles)
    names = ("there aren't exactly 20 red tiles", "there aren't exactly 20 black tiles",
             "there aren't exactly 20 grey tiles", "there aren't exactly 20 white tiles",
             "there aren't exactly 20 yellow tiles")
    return ({name: tiles.count(colour) != TILES and (
                say("the number of {colour} tiles in all places together is {number}",
                    number=tiles.count(colour), colour=colour_name(colour))
                if colour in tiles else
                say("there are no {colour} tiles at all (if you test only the colours that you "
                    "find, you miss this)", colour=colour_name(colour)))
             for name, colour in zip(names, COLOURS, strict=True)},
            {"there aren't 100 tiles in total": len(tiles) != TILES * len(COLOURS)})


def _without(place: str, nothing: Any, where: Data) -> bool:
    boards = [{**board, place: nothing} if place in board else board for board in where["boards"]]
    return data.is_conserved({**where, "boards": boards,
                              **({place: nothing} if place in where else {})})


#: Answers that do not count all tiles, and their third hints.
_LEFT_OUT: list[tuple[Callable[[Data], bool], str]] = [
    (lambda where: data.is_conserved({**where, "pool": where["pool"] | where["discards"],
                                      "discards": {}}),
     "If a colour is in both the pool and the discards, your function counts only the discards. "
     "Assigning to a key (or calling update) replaces the old number: add to it instead."),
    (partial(_without, "discards", {}), "Your function doesn't count the tiles in the discards."),
    (partial(_without, "wall", []), "Your function doesn't count the tiles on the walls."),
    (partial(_without, "lines", []),
     "Your function doesn't count the tiles on the lines of the boards."),
    (lambda where: data.is_conserved({**where, "boards": where["boards"][:1]}),
     "Your function counts the tiles of only one player. Count those on every player's board."),
]
_COUNTED = ("Where can tiles be? Which of these places does your function count?",
            "Count the tiles in all six places: the pool, the discards, the centre, the "
            "factories, and each player's lines and wall.")


def _all_places(case: Case, got: Outcome) -> Hints | None:
    """List all places that count, if a conserved state is rejected."""
    [where] = case
    if got.value is not False or not data.is_conserved(where):
        return None
    tiles = {say("the centre"): where["centre"], say("the discards"): {
        colour: number for colour, number in where["discards"].items() if number}, **{
        say("factory {number}", number=number): pile
        for number, pile in enumerate(where["factories"], 1)}}
    for number, board in enumerate(where["boards"], 1):
        tiles[say("the lines of player {number}", number=number)] = [*filter(None, board["lines"])]
        tiles[say("the wall of player {number}", number=number)] = "".join(
            map("".join, board["wall"])).replace(EMPTY, "")
    return (*_COUNTED, say(
        "There are 20 tiles of each colour here. In the pool and the discards, each value is a "
        "number of tiles; everywhere else, each letter is one tile. Besides the pool, count "
        "these: {others}.",
        others="; ".join(f"{place}: {written(pile)}" for place, pile in tiles.items() if pile)
        or say("none")))


is_conserved = Task(
    "is_conserved", data.is_conserved, _states, parts={"": _not_twenty}, laws=[_all_places],
    mistakes=[Mistake(answer, (*_COUNTED, sentence)) for answer, sentence in _LEFT_OUT],
    show=given, words=lambda where: say(
        "{call} Pool: {pool}. Discards: {discards}.", call=called("is_conserved", where),
        pool=written(where["pool"]), discards=written(where["discards"])),
    remark=lambda where: say(
        "{state}\nPool: {pool}. Discards: {discards}.", state=state_text(where),
        pool=written(where["pool"]), discards=written(where["discards"])),
    nudge="How many tiles of each colour does the state above have, and where?",
)
