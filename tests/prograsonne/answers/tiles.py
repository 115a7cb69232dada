from blocky.prograsonne.tiles import KINDS, TYPES
from tests.answers import Wrong, changes

# -- turned ------------------------------------------------------------------------------------


def one_by_one(letters, turns):
    for _ in range(turns):
        letters = letters[-1] + letters[:-1]
    return letters


def by_a_cut(letters, turns):
    return letters[6 - turns:] + letters[:6 - turns]


def letter_by_letter(letters, turns):
    found = ""
    for edge in range(6):
        found += letters[(edge - turns) % 6]
    return found


def a_list(letters, turns):
    letters = list(letters)
    for _ in range(turns):
        letters.insert(0, letters.pop())
    return letters


def by_letter(letters, turns):
    return "".join(letters[letters.index(letter) - turns] for letter in letters)


# -- segments ----------------------------------------------------------------------------------


def with_a_loop(tile):
    found = []
    for text in TYPES[tile.type].split():
        edges = []
        for digit in text[1:]:
            edge = int(digit) + tile.turns
            if edge > 6:
                edge -= 6
            edges.append(edge)
        edges.sort()
        found.append((KINDS[text[0]], tuple(edges)))
    return found


def with_comprehensions(tile):
    return {(KINDS[kind], tuple(sorted((int(edge) + tile.turns - 1) % 6 + 1 for edge in edges)))
            for kind, *edges in TYPES[tile.type].split()}


def turned_step_by_step(tile):
    kinds = {"C": "city", "P": "road", "R": "river"}
    segments = TYPES[tile.type].split()
    for _ in range(tile.turns):
        segments = [text[0] + "".join(str(int(edge) % 6 + 1) for edge in text[1:])
                    for text in segments]
    return [[kinds[text[0]], sorted(map(int, text[1:]))] for text in segments]


def by_remainder(tile):
    found = []
    for text in TYPES[tile.type].split():
        edges = [(int(digit) + tile.turns - 1) % 6 + 1 for digit in text[1:]]
        found.append((KINDS[text[0]], tuple(sorted(edges))))
    return found


def digits(tile):
    return [(KINDS[text[0]], tuple(text[1:])) for text in TYPES[tile.type].split()]


def by_the_letters(tile):
    found = []
    for letter in "CPR":
        edges = [edge for edge in range(1, 7) if tile.letters[edge - 1] == letter]
        if edges:
            found.append((KINDS[letter], tuple(edges)))
    return found


RIGHT = {
    "turned": [one_by_one, by_a_cut, letter_by_letter],
    "segments": [with_a_loop, with_comprehensions, turned_step_by_step, by_remainder],
}

WRONG = {
    "turned": [
        Wrong("a list of letters", a_list, "wrong", "must be a text of six"),
        Wrong("the first such letter", by_letter, "wrong", "always the first place where"),
        *changes(
            one_by_one,
            ("turned the other way", "letters[-1] + letters[:-1]", "letters[1:] + letters[0]",
             "turned the wrong way"),
            ("loses a letter", "letters[:-1]", "letters[1:]", "is no text of the six letters")),
    ],
    "segments": [
        Wrong("digits, not numbers", digits, "wrong", "are texts"),
        Wrong("by the letters alone", by_the_letters, "wrong", "CGGCGG has two cities"),
        *changes(
            by_remainder,
            ("an edge 0", "(int(digit) + tile.turns - 1) % 6 + 1", "(int(digit) + tile.turns) % 6",
             "% 6 + 1"),
            ("edges not sorted", "tuple(sorted(edges))", "tuple(edges)", "are not sorted"),
            ("returns from the loop", "    return found", "        return found",
             "in its first round", "returned_none")),
    ],
}
