from blocky.prograsonne.tiles import KINDS, TYPES
from tests.answers import Wrong, changes, solved

TILES = solved("prograsonne/02_tiles")


def a_list(letters, turns):
    letters = list(letters)
    for _ in range(turns):
        letters.insert(0, letters.pop())
    return letters


def by_letter(letters, turns):
    return "".join(letters[letters.index(letter) - turns] for letter in letters)


def by_recursion(letters, turns):
    if turns - 1 == 0:
        return letters[-1] + letters[:-1]
    return by_recursion(letters[-1] + letters[:-1], turns - 1)


def copied(letters, turns):
    for _ in range(turns):
        letters = letters[-1] + letters
    return letters


def copied_and_cut(letters, turns):
    return turns * letters[5] + letters[0:6 - turns]


def by_edges(tile):
    return [(KINDS[letter], (edge,)) for edge, letter in enumerate(tile.letters, 1)
            if letter in KINDS]


def with_comprehensions(tile):
    return {(KINDS[kind], tuple(sorted((int(edge) + tile.turns - 1) % 6 + 1 for edge in edges)))
            for kind, *edges in TYPES[tile.type].split()}


def digits(tile):
    return [(KINDS[text[0]], tuple(text[1:])) for text in TYPES[tile.type].split()]


def by_the_letters(tile):
    found = []
    for letter in "CPR":
        edges = [edge for edge in range(1, 7) if tile.letters[edge - 1] == letter]
        if edges:
            found.append((KINDS[letter], tuple(edges)))
    return found


RIGHT = {"turned": [TILES.turned], "segments": [TILES.segments, with_comprehensions]}

WRONG = {
    "turned": [
        Wrong("a list of letters", a_list, "must be a string of six"),
        Wrong("no turn is missed", by_recursion, "is never true here",
              "never_stops"),
        Wrong("copied to the front", copied, "this letter also stays at the end"),
        Wrong("copied, and cut", copied_and_cut, "this letter also stays at the end"),
        Wrong("the first such letter", by_letter, "always gives the index of the first equal item"),
        *changes(
            TILES.turned,
            ("turned the other way", {"letters[-1] + letters[:-1]": "letters[1:] + letters[0]"},
             "rotates the wrong way"),
            ("loses a letter", {"letters[:-1]": "letters[1:]"}, "doesn't have the six letters"))],
    "segments": [
        Wrong("digits, not numbers", digits, "are strings"),
        Wrong("each edge by itself", by_edges, "but you split it into 2 segments"),
        Wrong("by the letters alone", by_the_letters, "CGGCGG has two cities"),
        *changes(
            TILES.segments,
            ("edges not sorted", {"tuple(sorted(edges))": "tuple(edges)"}, "aren't sorted"),
            ("edges in a list", {"tuple(sorted(edges))": "sorted(edges)"}, "a tuple of edges"))],
}
