from collections import Counter

from tests.answers import Wrong, changes, solved

COLOURS = "rbgwy"

def with_a_counter(tiles):
    return Counter(tiles)


def all_tiles(state):
    tiles = state["centre"] + "".join(state["factories"])
    for board in state["boards"]:
        tiles += "".join(board["lines"])
        for row in board["wall"]:
            tiles += "".join(row)
    for pile in (state["pool"], state["discards"]):
        tiles += "".join(colour * number for colour, number in pile.items())
    return tiles


def as_one_counter(state):
    numbers = Counter(all_tiles(state))
    del numbers["."]
    return numbers == dict.fromkeys(COLOURS, 20)


def in_six_steps(state):
    for colour in COLOURS:
        number = state["centre"].count(colour)
        number += sum(factory.count(colour) for factory in state["factories"])
        for board in state["boards"]:
            number += sum(line.count(colour) for line in board["lines"])
            number += sum(cell == colour for row in board["wall"] for cell in row)
        for pile in state["pool"], state["discards"]:
            if colour in pile:
                number += pile[colour]
        if number != 20:
            return False
    return True


def adds_up_in_the_pool(state):
    numbers = state["pool"]
    for tile in all_tiles({**state, "pool": {}}).replace(".", ""):
        numbers[tile] = numbers.get(tile, 0) + 1
    return all(numbers.get(colour, 0) == 20 for colour in COLOURS)


def of_runs(tiles):
    numbers = {}
    for place, tile in enumerate(tiles):
        if place and tiles[place - 1] == tile:
            numbers[tile] += 1
        else:
            numbers[tile] = 1
    return numbers


RIGHT = {"counts": [with_a_counter], "is_conserved": [as_one_counter, in_six_steps]}

WRONG = {
    "counts": [Wrong("runs of a colour", of_runs, "after another colour: a new value of a key"),
               *changes(
        solved("blue/01_state").counts,
        ("the first tile is not counted", {"tile, 0": "tile, -1"}, "it should be 0"),
        ("no return", {"    return numbers": ""}, "return", "returned_none"))],
    "is_conserved": [
        *changes(
            in_six_steps,
            ("walls are forgotten", {"""
            number += sum(cell == colour for row in board["wall"] for cell in row)""": ""},
             "on the walls"),
            ("a colour as a tile", {"number += pile[colour]": "number += 1"},
             "the value of each colour is how many"),
            ("one colour for all", {
                "        if number != 20:\n            return False\n    return True":
                "        return number == 20"}, "ends the loop that"),
            ("one board, and no discards", {
                'in state["boards"]': 'in state["boards"][:1]', 'state["pool"], state["discards"]':
                '[state["pool"]]'}, "the discards: {'g': 2}")),
        Wrong("the pool is changed", adds_up_in_the_pool, "copy", "changed_input"),
        *changes(as_one_counter, ("a colour that is nowhere", {
            "numbers == dict.fromkeys(COLOURS, 20)": "set(numbers.values()) == {20}"},
            "no yellow tile at all")),
    ],
}
