from collections import Counter

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
    "combine": [with_counter],
    "DiagonalGoal": [WithNumpy],
}

WRONG = {
    "paint": [
        Wrong("a copy is painted", paints_a_copy, "doesn't change the block that was passed"),
        *changes(
            EXTENDED.paint,
            ("paints before it asks", {
                "    if block.level": "    old, block.colour = block.colour, colour\n"
                "    if block.level", "block.colour == colour": "old == colour"},
             "in the wrong place", "changed_input"),
            ("errors returned", {"raise ValueError": "return ValueError"},
             "return errors as ordinary values"),
            ("no error", {"raise ValueError": "return #"}, "raise ValueError"))],
    "combine": [
        *changes(with_counter, ("children are a tuple", {"= []": "= ()"}, "children"), (
            "a leaf", {"not block.children or ": "", "first, *rest = Counter": "ranking = Counter",
                       "    if rest": "    first, rest = ranking[0], ranking[1:]\n    if rest"},
            "or not block.children")),
        *changes(EXTENDED.combine, ("children lost before the tie", {
            "\n    block.children = []": "", "    if counts.count": "    block.children = []\n"
            "    if counts.count"}, "in the wrong place", "changed_input"))],
}
