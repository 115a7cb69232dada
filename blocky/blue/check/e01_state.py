"""Exercise 01: where a game stands as plain data, and the law that no tile is made or lost."""

import copy
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

from blocky.blue import data, state
from blocky.blue.board import EMPTY, Board
from blocky.blue.check.cases import NO_WALL, called, given, in_play, small
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
_FIRST = "the number of the colour that comes first"


def _with_its_colours(answer: Any, tiles: str) -> Any:
    numbers = answer(tiles)
    return Seen(numbers, {"the colours of the dict": sorted(numbers, key=str),
                          "colours": sorted({*tiles}), _FIRST: numbers.get(tiles[:1], 0)
                          }) if isinstance(numbers, dict) else numbers


def _first_colour_parts(tiles: str) -> Parts:
    colour = tiles[:1]
    begun, ended = tiles.lstrip(colour), tiles[:tiles.rfind(colour) + 1]
    return ({"all tiles of it, wherever they lie": _counted(tiles).get(colour, 0)},
            {"1, however many there are: a new value of a key takes the place of the one before":
             int(tiles != ""),
             "those from where it comes again after another colour: a new value of a key takes the "
             "place of the one before": len(ended) - len(ended.rstrip(colour)),
             "those before the first tile of another colour": len(tiles) - len(begun)})


counts = Task(
    "counts", state.counts, lambda rng: [
        "", "r", "bb", "bwbr", *("".join(rng.choices(COLOURS, k=k)) for k in range(2, 14))],
    _with_its_colours, ways=[_counted], parts={_FIRST: _first_colour_parts},
    steps={"the colours of the dict": "The keys of the dict are the colours that are in the pile, "
                                      "{colours}. A colour with 0 tiles is not among them."},
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
    names = ("there are not 20 red tiles", "there are not 20 black tiles",
             "there are not 20 grey tiles", "there are not 20 white tiles",
             "there are not 20 yellow tiles")
    return ({name: tiles.count(colour) != TILES and (
                say("there are {number} {colour} tiles in all places together",
                    number=tiles.count(colour), colour=colour_name(colour))
                if colour in tiles else
                say("there is no {colour} tile at all, so that who looks only at colours that are "
                    "somewhere does not notice it", colour=colour_name(colour)))
             for name, colour in zip(names, COLOURS, strict=True)},
            {"there are not 100 tiles in all": len(tiles) != TILES * len(COLOURS)})


def _without(place: str, nothing: Any, where: Data) -> bool:
    boards = [{**board, place: nothing} if place in board else board for board in where["boards"]]
    return data.is_conserved({**where, "boards": boards,
                              **({place: nothing} if place in where else {})})


#: Answers that do not count all tiles, and their third hints.
_LEFT_OUT: list[tuple[Callable[[Data], bool], str]] = [
    (lambda where: data.is_conserved({**where, "pool": where["pool"] | where["discards"],
                                      "discards": {}}),
     "Where the discards have tiles of a colour, too, your function counts only these, in place of "
     "adding them to those in the pool: what gives a key of a dict a new value, as update does, "
     "replaces the number that was there."),
    (partial(_without, "discards", {}), "Your function does not count the tiles in the discards."),
    (partial(_without, "wall", []), "Your function does not count the tiles on the walls."),
    (partial(_without, "lines", []),
     "Your function does not count the tiles on the lines of the boards."),
    (lambda where: data.is_conserved({**where, "boards": where["boards"][:1]}),
     "Your function does not count the tiles on the boards of all players."),
]
_COUNTED = ("In which places can tiles be? Which of them does your function count, and how?",
            "All tiles count: those in the pool, the discards, the centre and the factories, and "
            "of each player those on the lines and on the wall.")


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
        "There are 20 tiles of each colour here. In the pool and in the discards the value of each "
        "colour is how many there are. Beside the pool all of these count, elsewhere each letter "
        "as one tile: {others}.",
        others="; ".join(f"{place}: {written(pile)}" for place, pile in tiles.items() if pile)
        or say("none")))


is_conserved = Task(
    "is_conserved", data.is_conserved, _states, parts={"": _not_twenty}, laws=[_all_places],
    mistakes=[Mistake(answer, (*_COUNTED, sentence)) for answer, sentence in _LEFT_OUT],
    show=given, words=lambda where: say(
        "{call} Pool: {pool}. Discards: {discards}.", call=called("is_conserved", where),
        pool=written(where["pool"]), discards=written(where["discards"])),
    nudge="How many tiles of each colour are there in the state above, and where?",
)
