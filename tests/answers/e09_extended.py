from collections import Counter
from statistics import multimode

import numpy as np

from blocky import Colour, Goal, IllegalMove
from tests.answers import Wrong, changes, solved

EXTENDED = solved("blocky/09_extended")


def raises_what_the_game_raises(block, colour):
    reason = None
    if block.children or block.level != block.max_depth:
        reason = "too large"
    elif Colour(colour) is block.colour:
        reason = "no change"
    if reason is not None:
        raise IllegalMove(reason)
    block.colour = Colour(colour)


def with_counter(block):
    if not block.children or block.level != block.max_depth - 1:
        raise ValueError("Only four unit cells can be combined.")
    first, *rest = Counter(child.colour for child in block.children).most_common()
    if rest and rest[0][1] == first[1]:
        raise ValueError("There is a tie.")
    block.colour = first[0]
    block.children = []


def with_statistics(block):
    if block.level + 1 != block.max_depth or block.colour is not None:
        raise ValueError("This block cannot be combined.")
    modes = multimode([child.colour for child in block.children])
    if len(modes) != 1:
        raise ValueError("Two colours or more have the most cells.")
    block.children, block.colour = [], modes[0]


def paints_first(block, colour):
    old, block.colour = block.colour, colour
    EXTENDED.paint(copy_with(block, old), colour)


def copy_with(block, colour):
    twin = block.copy()
    twin.colour = colour
    return twin


def paints_a_copy(block, colour):
    twin = copy_with(block, block.colour)
    EXTENDED.paint(twin, colour)
    return twin


class WithNumpy(Goal):
    """Fill the main diagonal."""

    def score(self, board):
        return (np.diag(board.flatten()) == int(self.colour)).sum()

    def description(self):
        return f"Put {self.colour} on the diagonal."


RIGHT = {
    "paint": [raises_what_the_game_raises],
    "combine": [with_counter, with_statistics],
    "DiagonalGoal": [WithNumpy],
}

WRONG = {
    "paint": [
        Wrong("paints before it asks", paints_first, "changed before that", "changed_input"),
        Wrong("a copy is painted", paints_a_copy, "as it was before; what is returned"),
        *changes(
        EXTENDED.paint,
        ("no error", {"raise ValueError": "return #"}, "raise ValueError"),
        ("another error", {"raise ValueError": "raise TypeError"}, "ValueError"),
        ("returns the block", {"block.colour = colour": "block.colour = colour\n    return block"},
         "should not be there: return block"),
        ("an error without a sentence", {
            'ValueError("Only a unit cell can be painted, and this block is larger.")':
            "ValueError"},
         "raise ValueError"))],
    "combine": [
        *changes(with_counter, ("children are a tuple", {"= []": "= ()"}, "children"), (
            "a leaf", {"not block.children or ": "", "first, *rest = Counter": "ranking = Counter",
                       "    if rest": "    first, rest = ranking[0], ranking[1:]\n    if rest"},
            "or not block.children")),
        *changes(with_statistics, ("children lost before the tie", {
            "block.children, block.colour = [], modes": "block.colour = modes",
            "    if len(modes)": "    block.children = []\n    if len(modes)"},
            "in the wrong place", "changed_input"))],
    "DiagonalGoal": [*changes(
        EXTENDED.DiagonalGoal,
        ("the last cell left out", {"len(grid)": "len(grid) - 1"}, "len(grid)"))],
}
