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


def takes_the_first_of_the_most(block):
    if not block.children or block.level != block.max_depth - 1:
        raise ValueError("Only four unit cells can be combined.")
    colours = [child.colour for child in block.children]
    block.colour = max(set(colours), key=colours.count)
    block.children = []


def meets_itself(block):
    if not block.children or block.level != block.max_depth - 1:
        raise ValueError("Only four unit cells can be combined.")
    numbers = sorted(child.colour for child in block.children)
    counts = sorted(numbers.count(number) for number in numbers)
    if counts[-1] == counts[-2]:
        raise ValueError("Two colours lead.")
    block.colour = Colour(max(numbers, key=numbers.count))
    block.children = []


class UpToMaxDepth(Goal):
    """Fill the main diagonal."""

    def score(self, board):
        grid, score = board.flatten(), 0
        for place in range(board.max_depth):
            if grid[place][place] == self.colour:
                score += 1
        return score

    def description(self):
        return f"Put {self.colour} on the diagonal."


class SquaresTheLevels(Goal):
    """Fill the main diagonal."""

    def score(self, board):
        if board.children:
            return self.score(board.children[1]) + self.score(board.children[3])
        return 1 + (board.max_depth - board.level) ** 3 if board.colour == self.colour else 0

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
    "DiagonalGoal": [
        Wrong("the depth for the side", UpToMaxDepth, "only max_depth cells of the diagonal"),
        Wrong("other powers", SquaresTheLevels, "which is 2 ** 2, but your score is 9")],
    "combine": [
        Wrong("ties unseen", takes_the_first_of_the_most, "max and most_common don't notice"),
        Wrong("a tie with itself", meets_itself, "loop over set(colours) instead"),
        *changes(with_counter, ("children are a tuple", {"= []": "= ()"}, "children"), (
            "a leaf", {"not block.children or ": "", "first, *rest = Counter": "ranking = Counter",
                       "    if rest": "    first, rest = ranking[0], ranking[1:]\n    if rest"},
            "or not block.children")),
        *changes(EXTENDED.combine, ("children lost before the tie", {
            "\n    block.children = []": "", "    if counts.count": "    block.children = []\n"
            "    if counts.count"}, "in the wrong place", "changed_input"))],
}
