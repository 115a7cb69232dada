from collections import Counter

from tests.answers import Wrong, changes, solved

STATES = solved("blue/01_state")


def with_a_counter(tiles):
    return Counter(tiles)


def as_one_counter(state):
    tiles = state["centre"] + "".join(state["factories"])
    for board in state["boards"]:
        tiles += "".join(board["lines"])
        for row in board["wall"]:
            tiles += "".join(row)
    for pile in (state["pool"], state["discards"]):
        tiles += "".join(colour * number for colour, number in pile.items())
    numbers = Counter(tiles)
    del numbers["."]
    return numbers == dict.fromkeys("rbgwy", 20)


def of_runs(tiles):
    numbers = {}
    for place, tile in enumerate(tiles):
        if place and tiles[place - 1] == tile:
            numbers[tile] += 1
        else:
            numbers[tile] = 1
    return numbers


def from_the_right_end(tiles):
    numbers = {}
    rest = tiles
    while rest:
        last = rest[-1]
        numbers[last] = rest.count(last)
        rest = rest.rstrip(last)
    return numbers


def without_the_last_group(tiles):
    numbers = {}
    previous, size = "", 0
    for tile in sorted(tiles):
        if previous and tile != previous:
            numbers[previous] = size
            size = 0
        previous = tile
        size += 1
    return numbers


def without_an_end(tiles):
    numbers = without_an_end(tiles[:-1])
    numbers[tiles[-1]] = tiles.count(tiles[-1])
    return numbers


def in_full_lines(state):
    numbers = Counter(state["pool"]) + Counter(state["discards"])
    numbers.update(state["centre"])
    for factory in state["factories"]:
        numbers.update(factory)
    for board in state["boards"]:
        for number, tiles in enumerate(board["lines"], 1):
            numbers.update(tiles[:1] * number)
        for row in board["wall"]:
            numbers.update(row)
    return all(numbers[colour] == 20 for colour in "rbgwy")


RIGHT = {"counts": [with_a_counter], "is_conserved": [as_one_counter]}

WRONG = {
    "counts": [
        Wrong("runs of a colour", of_runs,
              "your function overwrites its number"),
        Wrong("from the right end only", from_the_right_end,
              "rstrip removes last only from the ends"),
        Wrong("without the last colour", without_the_last_group,
              "store the last one after the loop"),
        Wrong("no base case", without_an_end, "return {} for the empty pile", "never_stops"),
        *changes(STATES.counts, ("no return", {"    return numbers": ""}, "return",
                                 "returned_none"))],
    "is_conserved": [
        Wrong("lines as if they were full", in_full_lines, "each line as if it were full"),
        *changes(
            STATES.is_conserved,
            ("walls are forgotten", {"            piles += row\n": "            pass\n"},
             "on the walls"),
            ("one board, and no discards", {
                'in state["boards"]': 'in state["boards"][:1]',
                ' + state["discards"].get(colour, 0)': ""}, "the discards: {'g': 2}")),
        *changes(
            as_one_counter,
            ("a colour that is nowhere", {
                'numbers == dict.fromkeys("rbgwy", 20)': "set(numbers.values()) == {20}"},
             "no yellow tiles at all"),
            ("the pool has another name", {
                'for pile in (state["pool"], state["discards"]):': """pool = state["pool"]
    for colour, number in state["discards"].items():
        pool[colour] = pool.get(colour, 0) + number
    for pile in (pool,):"""}, "pool is state['pool'] itself, not a copy", "changed_input"),
            ("the pool is changed", {'for pile in (state["pool"], state["discards"]):': """\
for colour, number in state["discards"].items():
        state["pool"][colour] = state["pool"].get(colour, 0) + number
    for pile in (state["pool"],):"""}, "Make a copy first", "changed_input")),
    ],
}
