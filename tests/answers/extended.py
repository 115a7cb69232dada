from collections import Counter
from statistics import multimode

import numpy as np

from blocky import Colour, Goal, IllegalMove
from tests.answers import Wrong

# -- paint -------------------------------------------------------------------------------------


def asks_then_paints(block, colour):
    if block.level < block.max_depth:
        raise ValueError("The block is larger than a unit cell.")
    if block.colour == colour:
        raise ValueError("It has that colour already.")
    block.colour = colour


def paints_and_returns_the_block(block, colour):
    if block.level == block.max_depth and int(block.colour) != int(colour):
        block.colour = int(colour)
        return block
    raise ValueError


def raises_what_the_game_raises(block, colour):
    reason = None
    if block.children or block.level != block.max_depth:
        reason = "too large"
    elif Colour(colour) is block.colour:
        reason = "no change"
    if reason is not None:
        raise IllegalMove(reason)
    block.colour = Colour(colour)
    return True


def asserts(block, colour):
    assert block.level == block.max_depth
    assert block.colour != colour
    block.colour = colour


def paints_with_words(block, colour):
    if block.level != block.max_depth or block.colour == colour:
        raise ValueError("This cannot be painted.")
    block.colour = str(colour)


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
    return True


def with_statistics(block):
    if block.level + 1 != block.max_depth or block.colour is not None:
        raise ValueError("This block cannot be combined.")
    modes = multimode([child.colour for child in block.children])
    if len(modes) != 1:
        raise ValueError("Two colours or more have the most cells.")
    block.children, block.colour = [], modes[0]


def divided_into_cells(block):
    if not block.children or block.level != block.max_depth - 1:
        raise ValueError("Only four unit cells can be combined.")
    return [child.colour for child in block.children]


def forgets_leaves(block):
    if block.level != block.max_depth - 1:
        raise ValueError("The children are no unit cells.")
    ranking = Counter(child.colour for child in block.children).most_common()
    if len(ranking) > 1 and ranking[0][1] == ranking[1][1]:
        raise ValueError("There is a tie.")
    block.colour, block.children = ranking[0][0], []


def empties_first(block):
    colours = divided_into_cells(block)
    block.children = []
    modes = multimode(colours)
    if len(modes) > 1:
        raise ValueError("There is a tie.")
    block.colour = modes[0]


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


class Described(Goal):
    def description(self):
        return f"Make the diagonal {self.colour}."


class NoReturn(Described):
    def score(self, board):
        len([cell for cell in np.diag(board.flatten()) if cell == self.colour])


class NoDescription(WithALoop):
    def description(self):
        print(f"Make the diagonal {self.colour}.")


class NoGoal:
    def __init__(self, colour):
        self.colour = colour

    def score(self, board):
        return WithALoop(self.colour).score(board)

    def description(self):
        return "Make the diagonal."


RIGHT = {
    "paint": [asks_then_paints, paints_and_returns_the_block, raises_what_the_game_raises],
    "combine": [with_counter, with_loops_and_a_list, with_statistics],
    "DiagonalGoal": [WithALoop, WithNumpy, WithoutTheGrid],
}

WRONG = {
    "paint": [
        Wrong("assert", asserts, "wrong", "raise ValueError"),
        Wrong("a word as the colour", paints_with_words, "wrong", "not a colour"),
    ],
    "combine": [
        Wrong("a leaf", forgets_leaves, "wrong", "must be refused"),
        Wrong("children lost before the tie", empties_first, "changed_input",
              "must be refused"),
    ],
    "DiagonalGoal": [
        Wrong("no return", NoReturn, "returned_none", "not to return it"),
        Wrong("description prints", NoDescription, "wrong", "by itself"),
        Wrong("no subclass", NoGoal, "wrong", "class NoGoal(Goal)"),
    ],
}
