from collections import Counter
from statistics import multimode

import numpy as np

from blocky import Colour, Goal, IllegalMove
from tests.answers import Wrong, but, changes

# -- paint -------------------------------------------------------------------------------------


def asks_then_paints(block, colour):
    if block.level < block.max_depth:
        raise ValueError("The block is larger than a unit cell.")
    if block.colour == colour:
        raise ValueError("It has that colour already.")
    block.colour = colour


def paints_first(block, colour):
    if block.level == block.max_depth and int(block.colour) != int(colour):
        block.colour = int(colour)
    else:
        raise ValueError(f"{block} cannot be painted.")


def raises_what_the_game_raises(block, colour):
    reason = None
    if block.children or block.level != block.max_depth:
        reason = "too large"
    elif Colour(colour) is block.colour:
        reason = "no change"
    if reason is not None:
        raise IllegalMove(reason)
    block.colour = Colour(colour)


# -- combine -----------------------------------------------------------------------------------


def with_counter(block):
    if not block.children or block.level != block.max_depth - 1:
        raise ValueError("Only four unit cells can be combined.")
    first, *rest = Counter(child.colour for child in block.children).most_common()
    if rest and rest[0][1] == first[1]:
        raise ValueError("There is a tie.")
    block.colour = first[0]
    block.children = []


def with_loops_and_a_list(block):
    if len(block.children) != 4:
        raise ValueError("not divided")
    for child in block.children:
        if child.level != child.max_depth:
            raise ValueError("not unit cells")
    numbers = [0, 0, 0, 0]
    for child in block.children:
        numbers[child.colour] += 1
    most = max(numbers)
    if numbers.count(most) > 1:
        raise ValueError("tie")
    block.colour = numbers.index(most)
    block.children.clear()


def with_statistics(block):
    if block.level + 1 != block.max_depth or block.colour is not None:
        raise ValueError("This block cannot be combined.")
    modes = multimode([child.colour for child in block.children])
    if len(modes) != 1:
        raise ValueError("Two colours or more have the most cells.")
    block.children, block.colour = [], modes[0]


# -- a goal along the diagonal -----------------------------------------------------------------


class WithALoop(Goal):
    def score(self, board):
        grid = board.flatten()
        score = 0
        for i in range(len(grid)):
            if grid[i][i] == self.colour:
                score += 1
        return score

    def description(self):
        return "Make the diagonal " + self.colour.word


class WithNumpy(Goal):
    """Fill the main diagonal."""

    def score(self, board):
        return (np.diag(board.flatten()) == int(self.colour)).sum()

    def description(self):
        return f"Put {self.colour} on the diagonal."


class WithoutTheGrid(Goal):
    def __init__(self, colour):
        super().__init__(colour)
        self.words = f"Make the diagonal {colour}."

    def score(self, board):
        if board.children:
            return self.score(board.children[1]) + self.score(board.children[3])
        return 2 ** (board.max_depth - board.level) if board.colour == self.colour else 0

    def description(self):
        return self.words


RIGHT = {
    "paint": [asks_then_paints, paints_first, raises_what_the_game_raises],
    "combine": [with_counter, with_loops_and_a_list, with_statistics],
    "DiagonalGoal": [WithALoop, WithNumpy, WithoutTheGrid],
}

REFUSED = 'raise ValueError("The block is larger than a unit cell.")'

WRONG = {
    "paint": [*changes(
        asks_then_paints,
        ("no error", "raise ValueError", "return #", "raise ValueError"),
        ("another error", "raise ValueError", "raise TypeError", "ValueError"),
        ("returns the block", "block.colour = colour", "block.colour = colour\n    return block",
         "should not be there: return block"),
        ("an error without a sentence", REFUSED, "raise ValueError", "raise ValueError"),
        ("a cell by its pixels", "block.level < block.max_depth", "block.size != 16",
         "not block.size"),
        ("a word as the colour", "block.colour = colour", "block.colour = str(colour)",
         "Colour(colour), not str(colour)"),
        ("its own colour again", 'raise ValueError("It has that colour already.")', "pass",
         "raise ValueError"),
    )],
    "combine": [
        Wrong("children are None", but(with_counter, {"= []": "= None"}), "wrong",
              "[]"),
        Wrong("children are a tuple", but(with_counter, {"= []": "= ()"}), "wrong",
              "children"),
        Wrong("children are kept, and larger leaves taken", but(with_statistics, {
            "block.level + 1 != block.max_depth or ": "", "block.children, block.colour = [], m":
            "block.colour = m"}), "wrong", "block.children = []"),
        Wrong("children are kept", but(with_counter, {"    block.children = []\n": ""}),
              "wrong", "block.children = []"),
        Wrong("a leaf", but(with_counter, {
            "not block.children or ": "", "first, *rest = Counter": "ranking = Counter",
            "    if rest": "    first, rest = ranking[0], ranking[1:]\n    if rest"}), "wrong",
              "or not block.children"),
        Wrong("children lost before the tie", but(with_statistics, {
            "block.children, block.colour = [], modes": "block.colour = modes",
            "    if len(modes)": "    block.children = []\n    if len(modes)"}),
            "changed_input", "in the wrong place"),
    ],
    "DiagonalGoal": [
        Wrong("goes on counting", but(WithALoop, {
            "    def score": "    total = 0\n\n    def score", "score += 1": "self.total += 1",
            "return score": "return self.total"}), "wrong", "Keep nothing in self"),
        Wrong("no return", but(WithALoop, {"return score": "score"}), "returned_none",
              "A return is missing"),
        Wrong("description prints", but(WithALoop, {
            'return "Make': 'print("Make', "word": "word)"}), "wrong", "printed, not returned"),
        Wrong("no subclass", but(WithALoop, {"(Goal)": ""}), "wrong", "class WithALoop(Goal)"),
        *changes(WithALoop, ("the last cell left out", "len(grid)", "len(grid) - 1", "len(grid)")),
    ],
}
