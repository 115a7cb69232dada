from collections import Counter

from tests.answers import Wrong, but, changes

COLOURS = "rbgwy"

# -- counts ------------------------------------------------------------------------------------


def with_a_counter(tiles):
    return Counter(tiles)


def with_a_comprehension(tiles):
    return {colour: tiles.count(colour) for colour in set(tiles)}


def with_if(tiles):
    numbers = {}
    for tile in tiles:
        if tile in numbers:
            numbers[tile] += 1
        else:
            numbers[tile] = 1
    return numbers


# -- is_conserved ------------------------------------------------------------------------------


def all_tiles(state):
    tiles = state["centre"] + "".join(state["factories"])
    for board in state["boards"]:
        tiles += "".join(board["lines"])
        for row in board["wall"]:
            tiles += "".join(row)
    for pile in (state["pool"], state["discards"]):
        tiles += "".join(colour * number for colour, number in pile.items())
    return tiles


def as_one_string(state):
    return all(all_tiles(state).count(colour) == 20 for colour in COLOURS)


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


def looks_at_the_first_colour(state):
    for colour in COLOURS:
        return all_tiles(state).count(colour) == 20


RIGHT = {"counts": [with_a_counter, with_a_comprehension, with_if],
         "is_conserved": [as_one_string, as_one_counter, in_six_steps]}

WRONG = {
    "counts": [
        *changes(with_if, ("the first tile is not counted", "] = 1", "] = 0", "it should be 1"),
                 ("return in the loop", "    return numbers",
                  "        return numbers\n    return numbers", "return"),
                 ("no return", "    return numbers", "", "return", "returned_none")),
    ],
    "is_conserved": [
        *changes(in_six_steps, ("walls are forgotten", """
            number += sum(cell == colour for row in board["wall"] for cell in row)""", "",
                                "on the walls")),
        *changes(in_six_steps, ("a colour as a tile", "number += pile[colour]", "number += 1",
                                "the value of each colour is how many")),
        Wrong("one board, and no discards", but(in_six_steps, {
            'in state["boards"]': 'in state["boards"][:1]', 'state["pool"], state["discards"]':
            '[state["pool"]]'}), "wrong", "the discards: {'g': 2}"),
        Wrong("the pool is changed", adds_up_in_the_pool, "changed_input", "copy"),
        Wrong("one colour for all", looks_at_the_first_colour, "wrong", "ends the loop that"),
        *changes(as_one_counter, (
            "a colour that is nowhere", "numbers == dict.fromkeys(COLOURS, 20)",
            "set(numbers.values()) == {20}", "no yellow tile at all")),
    ],
}
