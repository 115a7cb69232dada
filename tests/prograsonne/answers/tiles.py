from blocky.prograsonne.tiles import KINDS, TYPES
from tests.answers import Wrong

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


def first_to_the_back(letters, turns):
    for _ in range(turns):
        letters = letters[1:] + letters[0]
    return letters


def by_letter(letters, turns):
    return "".join(letters[letters.index(letter) - turns] for letter in letters)


def forgets_the_rest(letters, turns):
    for _ in range(turns):
        letters = letters[-1] + letters[1:]
    return letters


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


def remainder_to_0(tile):
    found = []
    for text in TYPES[tile.type].split():
        edges = [(int(digit) + tile.turns) % 6 for digit in text[1:]]
        found.append((KINDS[text[0]], tuple(sorted(edges))))
    return found


def not_sorted(tile):
    found = []
    for text in TYPES[tile.type].split():
        edges = [(int(digit) + tile.turns - 1) % 6 + 1 for digit in text[1:]]
        found.append((KINDS[text[0]], tuple(edges)))
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


def returns_at_once(tile):
    found = []
    for text in TYPES[tile.type].split():
        edges = [(int(digit) + tile.turns - 1) % 6 + 1 for digit in text[1:]]
        found.append((KINDS[text[0]], tuple(sorted(edges))))
        return found


RIGHT = {
    "turned": [one_by_one, by_a_cut, letter_by_letter],
    "segments": [with_a_loop, with_comprehensions, turned_step_by_step],
}

WRONG = {
    "turned": [
        Wrong("a list of letters", a_list, "wrong", "must be a text of six"),
        Wrong("turned the other way", first_to_the_back, "wrong", "turned the wrong way"),
        Wrong("the first such letter", by_letter, "wrong", "always the first place where"),
        Wrong("loses a letter", forgets_the_rest, "wrong", "is no text of the six letters"),
    ],
    "segments": [
        Wrong("an edge 0", remainder_to_0, "wrong", "% 6 + 1"),
        Wrong("edges not sorted", not_sorted, "wrong", "are not sorted"),
        Wrong("digits, not numbers", digits, "wrong", "are texts"),
        Wrong("by the letters alone", by_the_letters, "wrong", "CGGCGG has two cities"),
        Wrong("returns from the loop", returns_at_once, "returned_none", "in its first round"),
    ],
}
