"""Exercise 01: the checks of ``counts`` and ``is_conserved``, which count tiles."""

import copy
from itertools import groupby
from random import Random
from typing import Any

from blocky.blue import data
from blocky.blue import state as kit_state
from blocky.blue.board import EMPTY, Board
from blocky.blue.check.cases import NO_WALL, called, given, in_play, small, state_text
from blocky.blue.data import plain, seen
from blocky.blue.record import Data
from blocky.blue.rules import COLOURS, TILES, colour_name
from blocky.kit.check.task import Case, Cases, Hints, Mistake, Outcome, Task, written
from blocky.kit.language import say

__all__ = ["counts", "is_conserved"]

#: At most this many places are listed with their tiles.
FEW = 3


# -- counts ------------------------------------------------------------------------------------

def _piles(rng: Random) -> Cases:
    """Yield tiles as strings: no tile, a few, then random ones."""
    yield from ("", "r", "bb", "bwbr")
    for length in range(2, 14):
        yield "".join(rng.choices(COLOURS, k=length))


def _counted(tiles: str) -> dict[str, int]:
    numbers: dict[str, int] = {}
    for tile in tiles:
        numbers[tile] = numbers.get(tile, 0) + 1
    return numbers


def _last_group_of_each_colour(tiles: str) -> dict[str, int]:
    """A typical mistake: count only the last tiles of a colour that are side by side."""
    numbers = {}
    for colour, group in groupby(tiles):
        numbers[colour] = len(list(group))  # this replaces the number of an earlier group
    return numbers


def _without_the_last_colour(tiles: str) -> dict[str, int]:
    """A typical mistake: store a colour only when the next one begins in the sorted pile."""
    stored_colours = sorted(set(tiles))[:-1]
    return {colour: tiles.count(colour) for colour in stored_colours}


_HOW_MANY = "Which colours are in the pile above? How many tiles of each colour are there?"

counts = Task(
    "counts", kit_state.counts, _piles, ways=[_counted], nudge=_HOW_MANY,
    mistakes=[Mistake(_last_group_of_each_colour, (
        _HOW_MANY, "The same colour can appear again later in the pile.",
        "If a colour appears again later in the pile, your function overwrites its number. Add to "
        "that number instead. (If you use groupby, sort the pile first.)")),
        Mistake(_without_the_last_colour, (
            _HOW_MANY, "Which colour is missing from your result?",
            "The last colour in alphabetical order is always missing from your result. If you "
            "store a colour only when the next one begins, store the last one after the loop."))],
    endless=(
        _HOW_MANY, "What should your function return for an empty pile?",
        "If your function calls itself, return {} for the empty pile before that call. If it uses "
        "a while loop, make the pile shorter in each iteration."),
)


# -- is_conserved ------------------------------------------------------------------------------

def _states(rng: Random) -> Cases:
    """Yield states with 20 tiles of each colour, then states with a changed pool.

    There, some colour has another number of tiles. In one more state, only the discards are written
    in another way.
    """
    conserved = [*_small_states(), *map(plain, in_play(rng, 6))]
    yield from conserved
    start, *others = conserved
    full = start["pool"]  # all tiles are in it
    without_yellow = {colour: number for colour, number in full.items() if colour != "y"}
    for pool in ({**full, "w": 19}, {**full, "g": 21}, {**full, "y": 0}, {**full, "r": 0, "b": 40},
                 without_yellow):
        yield {**start, "pool": pool}
    yield {**start, "discards": {"r": 0, "b": 0}}  # which changes no number
    for state in others:
        yield _with_one_tile_more(state, rng)
        yield _with_one_tile_more(state, rng)


def _small_states() -> list[Data]:
    """Return states with 20 tiles of each colour: first all in the pool, then in other places."""
    lines_of_player_1 = small(board=Board("ywgbr", lines=("", "gg", "", "", "")))
    lines_of_player_2 = {**lines_of_player_1, "boards": lines_of_player_1["boards"][::-1]}
    return [small(), small("rrb"), small("", "bbgw"), small("", "", "", "", "", "gw"),
            small(board=Board(COLOURS, lines=("", "bb", "", "", "y"))),
            small(board=Board(COLOURS, wall=("r....", *NO_WALL[1:]))), small(discards="gg"),
            lines_of_player_2]


def _with_one_tile_more(state: Data, rng: Random) -> Data:
    """Return a copy with one more tile of a colour in the pool, and often one fewer of another.

    Then the number of all tiles together is right, and only that of a colour wrong.
    """
    wrong = copy.deepcopy(state)
    pool = wrong["pool"]
    colour, other = rng.sample(COLOURS, 2)
    pool[colour] = pool.get(colour, 0) + 1
    if pool.get(other) and rng.random() < 0.5:
        pool[other] -= 1
    return wrong


def _number_of(colour: str, state: Data) -> int:
    """Return the number of tiles of a colour in all places together."""
    in_pool_and_discards = state["pool"].get(colour, 0) + state["discards"].get(colour, 0)
    return int(in_pool_and_discards) + seen(state).state.tiles.count(colour)


def _has_100_tiles(state: Data) -> bool:
    """A typical mistake: count the tiles of all colours together."""
    return sum(_number_of(colour, state) for colour in COLOURS) == TILES * len(COLOURS)


def _conserved_without_walls(state: Data) -> bool:
    """A typical mistake: forget the tiles on the walls."""
    boards = [{**board, "wall": []} for board in state["boards"]]
    return data.is_conserved({**state, "boards": boards})


def _lines_as_if_full(state: Data) -> bool:
    """A typical mistake: count a line with tiles as if it were full."""
    boards = []
    for board in state["boards"]:
        full_lines = [tiles[:1] * number for number, tiles in enumerate(board["lines"], 1)]
        boards.append({**board, "lines": full_lines})
    return data.is_conserved({**state, "boards": boards})


_WHERE = "Where can tiles be? Which of these places does your function count?"
_SIX_PLACES = ("Count the tiles in all six places: the pool, the discards, the centre, the "
               "factories, and each player's lines and wall.")


def _counts_each_colour(case: Case, got: Outcome) -> Hints | None:
    """Return hints for True though a colour hasn't 20 tiles, or for False though all of them do."""
    [state] = case
    all_have_20 = data.is_conserved(state)
    if got.value is True and not all_have_20:
        return _WHERE, "Each of the five colours must have exactly 20 tiles.", _wrong_number(state)
    if got.value is False and all_have_20:
        return _WHERE, _SIX_PLACES, _where_tiles_are(state)
    return None


def _wrong_number(state: Data) -> str:
    """Return a sentence on the first colour that hasn't 20 tiles."""
    numbers = {colour: _number_of(colour, state) for colour in COLOURS}
    wrong_colour = next(colour for colour in COLOURS if numbers[colour] != TILES)
    if numbers[wrong_colour] == 0:
        return say("There are no {colour} tiles at all here, so the result must be False. Check "
                   "all five colours, not only those that you find in the state.",
                   colour=colour_name(wrong_colour))
    return say("There are {number} {colour} tiles in total, not 20, so the result must be False.",
               number=numbers[wrong_colour], colour=colour_name(wrong_colour))


def _where_tiles_are(state: Data) -> str:
    """Return a sentence on the places with tiles besides the pool.

    If there are many, name the six kinds of places instead.
    """
    places = [f"{place}: {written(tiles)}" for place, tiles in _other_places(state) if tiles]
    if not places:
        return say("There are 20 tiles of each colour here, all of them in the pool, so the "
                   "result must be True.")
    if len(places) <= FEW:
        return say("There are 20 tiles of each colour here, so the result must be True. Besides "
                   "the pool, count these: {others}.", others="; ".join(places))
    return say("There are 20 tiles of each colour here, so the result must be True. Count the "
               "tiles in exactly six places: the pool, the discards, the centre, the factories, "
               "the lines and the walls. Tiles on the floor are already in the discards.")


def _other_places(state: Data) -> list[tuple[str, Any]]:
    """Return all places besides the pool, each with its name and its tiles."""
    discards = {colour: number for colour, number in state["discards"].items() if number}
    places: list[tuple[str, Any]] = [(say("the centre"), state["centre"]),
                                     (say("the discards"), discards)]
    for number, factory in enumerate(state["factories"], 1):
        places.append((say("factory {number}", number=number), factory))
    for number, board in enumerate(state["boards"], 1):
        lines = [tiles for tiles in board["lines"] if tiles]
        wall = "".join("".join(row) for row in board["wall"]).replace(EMPTY, "")
        places.append((say("the lines of player {number}", number=number), lines))
        places.append((say("the wall of player {number}", number=number), wall))
    return places


is_conserved = Task(
    "is_conserved", data.is_conserved, _states, laws=[_counts_each_colour],
    mistakes=[
        Mistake(_has_100_tiles, (
            _WHERE, "Each of the five colours must have exactly 20 tiles.",
            "Your function only tests whether there are 100 tiles in total. Count each colour "
            "separately: each one must have exactly 20 tiles.")),
        Mistake(_conserved_without_walls, (
            _WHERE, _SIX_PLACES,
            "Your function doesn't count the tiles on the walls. A wall is a list of five rows, "
            "so count the tiles in each row.")),
        Mistake(_lines_as_if_full, (
            _WHERE, "Is every line full? How do you find the number of tiles on a line?",
            "Your function counts each line as if it were full. Count the tiles that are really on "
            "the line: line 5 may have just one."))],
    show=given, words=lambda state: say(
        "{call} Pool: {pool}. Discards: {discards}.", call=called("is_conserved", state),
        pool=written(state["pool"]), discards=written(state["discards"])),
    remark=lambda state: say(
        "{state}\nPool: {pool}. Discards: {discards}.", state=state_text(state),
        pool=written(state["pool"]), discards=written(state["discards"])),
    nudge="How many tiles of each colour does the state above have, and where are they?",
)
