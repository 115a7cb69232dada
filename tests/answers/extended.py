from collections import Counter
from statistics import multimode

import numpy as np

from blocky import Block, Colour, Goal, IllegalMove
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


def paints_every_leaf(block, colour):
    if block.children:
        raise ValueError("This block is divided.")
    if block.colour == colour:
        raise ValueError("It has that colour already.")
    block.colour = colour


def does_not_look_at_the_colour(block, colour):
    if block.level != block.max_depth:
        raise ValueError("Only unit cells can be painted.")
    block.colour = colour


def never_refuses(block, colour):
    block.colour = colour


def returns_false(block, colour):
    if block.level == block.max_depth and block.colour != colour:
        block.colour = colour
        return True
    return False


def paints_all_below(block, colour):
    if block.children:
        for child in block.children:
            paints_all_below(child, colour)
    else:
        block.colour = colour


def a_new_block(block, colour):
    if block.level != block.max_depth or block.colour == colour:
        raise ValueError("This cannot be painted.")
    block = Block(block.level, block.max_depth, colour)


def a_name_for_the_colour(block, colour):
    if block.level != block.max_depth or block.colour == colour:
        raise ValueError("This cannot be painted.")
    new = block.colour
    new = colour
    return new


def refuses_too_late(block, colour):
    old = block.colour
    block.colour = colour
    if block.level != block.max_depth or old == colour:
        raise ValueError("This cannot be painted.")


def asserts(block, colour):
    assert block.level == block.max_depth
    assert block.colour != colour
    block.colour = colour


def paints_with_words(block, colour):
    if block.level != block.max_depth or block.colour == colour:
        raise ValueError("This cannot be painted.")
    block.colour = str(colour)


def climbs_for_ever(block, colour):
    if block.parent is not None:
        climbs_for_ever(block, colour)
    asks_then_paints(block, colour)


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


def with_numpy_and_a_helper(block):
    colour = winner(block) if block.level == block.max_depth - 1 and block.children else None
    if colour is None:
        raise ValueError("refused")
    block.children = []
    block.colour = Colour(colour)


def winner(block):
    numbers = np.bincount([int(child.colour) for child in block.children], minlength=4)
    best = np.flatnonzero(numbers == numbers.max())
    return best[0] if len(best) == 1 else None


def divided_into_cells(block):
    if not block.children or block.level != block.max_depth - 1:
        raise ValueError("Only four unit cells can be combined.")
    return [child.colour for child in block.children]


def keeps_its_children(block):
    divided_into_cells(block)
    block.colour = block.majority()


def any_of_the_most(block):
    colours = divided_into_cells(block)
    block.colour = Counter(colours).most_common(1)[0][0]
    block.children = []


def the_largest_number(block):
    colours = divided_into_cells(block)
    block.colour = max(colours)
    block.children = []


def the_first_child(block):
    block.colour = divided_into_cells(block)[0]
    block.children = []


def needs_three(block):
    colours = divided_into_cells(block)
    for colour in set(colours):
        if colours.count(colour) > 2:
            block.colour = colour
            block.children = []
            return
    raise ValueError("No colour has more than half.")


def refuses_only_four_colours(block):
    colours = divided_into_cells(block)
    if len(set(colours)) == 4:
        raise ValueError("All are different.")
    block.colour = max(colours, key=colours.count)
    block.children = []


def refuses_only_two_and_two(block):
    colours = divided_into_cells(block)
    if all(colours.count(colour) == 2 for colour in colours):
        raise ValueError("Two against two.")
    block.colour = max(set(colours), key=colours.count)
    block.children = []


def at_any_level(block):
    if not block.children:
        raise ValueError("This is a leaf.")
    modes = multimode([child.colour for child in block.children])
    if len(modes) > 1 or modes[0] is None:
        raise ValueError("There is a tie.")
    block.colour = modes[0]
    block.children = []


def all_cells_below(block):
    if not block.children:
        raise ValueError("This is a leaf.")
    modes = multimode(block.flatten().ravel().tolist())
    if len(modes) > 1:
        raise ValueError("There is a tie.")
    block.colour = Colour(modes[0])
    block.children = []


def forgets_leaves(block):
    if block.level != block.max_depth - 1:
        raise ValueError("The children are no unit cells.")
    ranking = Counter(child.colour for child in block.children).most_common()
    if len(ranking) > 1 and ranking[0][1] == ranking[1][1]:
        raise ValueError("There is a tie.")
    block.colour, block.children = ranking[0][0], []


def does_nothing_instead(block):
    if block.level == block.max_depth - 1 and block.children:
        modes = multimode([child.colour for child in block.children])
        if len(modes) == 1:
            block.colour = modes[0]
            block.children = []


def empties_first(block):
    colours = divided_into_cells(block)
    block.children = []
    modes = multimode(colours)
    if len(modes) > 1:
        raise ValueError("There is a tie.")
    block.colour = modes[0]


def loses_the_colour(block):
    divided_into_cells(block)
    block.majority()
    block.children = []


def counts_for_ever(block):
    colours, best = divided_into_cells(block), None
    while best is None:
        for colour in colours:
            if colours.count(colour) > 2:
                best = colour
    block.colour, block.children = best, []


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


class FromUpperRight(Described):
    def score(self, board):
        grid = board.flatten()
        return sum(1 for i in range(len(grid)) if grid[i][len(grid) - 1 - i] == self.colour)


class BothDiagonals(Described):
    def score(self, board):
        grid = board.flatten()
        one = sum(row[i] == self.colour for i, row in enumerate(grid))
        two = sum(row[-1 - i] == self.colour for i, row in enumerate(grid))
        return one + two


class FirstRow(Described):
    def score(self, board):
        return list(board.flatten()[0]).count(self.colour)


class EndsTooEarly(Described):
    def score(self, board):
        grid = board.flatten()
        return len([i for i in range(len(grid) - 1) if grid[i, i] == self.colour])


class BesideTheDiagonal(Described):
    def score(self, board):
        grid = board.flatten()
        return sum(grid[i][i + 1] == self.colour for i in range(len(grid) - 1))


class LeavesOnce(Described):
    def score(self, board):
        if not board.children:
            return 1 if board.colour == self.colour else 0
        return self.score(board.children[1]) + self.score(board.children[3])


class AllCells(Described):
    def score(self, board):
        return sum(list(row).count(self.colour) for row in board.flatten())


class LongestRun(Described):
    def score(self, board):
        runs, length = [0], 0
        for cell in np.diag(board.flatten()):
            length = (length + 1) * (cell == self.colour)
            runs.append(length)
        return max(runs)


class Placeholder(Described):
    def score(self, board):
        return 148


class NoReturn(Described):
    def score(self, board):
        len([cell for cell in np.diag(board.flatten()) if cell == self.colour])


class TidiesUp(Described):
    def score(self, board):
        score = WithALoop(self.colour).score(board)
        board.children.reverse()
        return score


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


class GoesDownTheSameWay(Described):
    def score(self, board):
        if not board.children:
            return board.colour == self.colour
        return self.score(board) + self.score(board.children[3])


RIGHT = {
    "paint": [asks_then_paints, paints_and_returns_the_block, raises_what_the_game_raises],
    "combine": [with_counter, with_loops_and_a_list, with_statistics, with_numpy_and_a_helper],
    "DiagonalGoal": [WithALoop, WithNumpy, WithoutTheGrid],
}

WRONG = {
    "paint": [
        Wrong("leaves of any size", paints_every_leaf, "wrong", "Only a unit cell"),
        Wrong("the same colour", does_not_look_at_the_colour, "wrong", "has the colour already"),
        Wrong("never refuses", never_refuses, "wrong", "Only a unit cell"),
        Wrong("paints all below", paints_all_below, "wrong", "Only a unit cell"),
        Wrong("returns False", returns_false, "wrong", "in place of doing nothing"),
        Wrong("a new block", a_new_block, "wrong", "Nothing is changed"),
        Wrong("a name for the colour", a_name_for_the_colour, "wrong", "Nothing is changed"),
        Wrong("refuses after it has painted", refuses_too_late, "changed_input", "Ask first"),
        Wrong("assert", asserts, "wrong", "raise ValueError"),
        Wrong("a word as the colour", paints_with_words, "wrong", "not a colour"),
        Wrong("calls itself", climbs_for_ever, "never_stops", "a base case is missing"),
    ],
    "combine": [
        Wrong("children kept", keeps_its_children, "wrong", "keeps its children"),
        Wrong("no tie", any_of_the_most, "wrong", "2-2 and 1-1-1-1"),
        Wrong("the largest number", the_largest_number, "wrong", "largest or the smallest"),
        Wrong("the first child", the_first_child, "wrong", "The colour of one child"),
        Wrong("2-1-1 refused", needs_three, "wrong", "it is no tie"),
        Wrong("only 1-1-1-1 refused", refuses_only_four_colours, "wrong", "2-2 and 1-1-1-1"),
        Wrong("only 2-2 refused", refuses_only_two_and_two, "wrong", "2-2 and 1-1-1-1"),
        Wrong("at any level", at_any_level, "wrong", "at level max_depth - 1"),
        Wrong("all cells below", all_cells_below, "wrong", "at level max_depth - 1"),
        Wrong("a leaf", forgets_leaves, "wrong", "must be refused"),
        Wrong("nothing in place of ValueError", does_nothing_instead, "wrong",
              "in place of doing nothing"),
        Wrong("children lost before the tie", empties_first, "changed_input",
              "must be refused"),
        Wrong("no colour", loses_the_colour, "wrong", "A leaf has a colour"),
        Wrong("an endless loop", counts_for_ever, "never_stops", "loop"),
    ],
    "DiagonalGoal": [
        Wrong("the other diagonal", FromUpperRight, "wrong", "the other diagonal"),
        Wrong("both diagonals", BothDiagonals, "wrong", "Both diagonals"),
        Wrong("first row", FirstRow, "wrong", "one row or one column"),
        Wrong("last cell forgotten", EndsTooEarly, "wrong", "len(grid) - 1"),
        Wrong("beside the diagonal", BesideTheDiagonal, "wrong", "beside the diagonal"),
        Wrong("leaves counted once", LeavesOnce, "wrong", "Each leaf is counted once"),
        Wrong("all cells", AllCells, "wrong", "All cells"),
        Wrong("longest run", LongestRun, "wrong", "The longest run"),
        Wrong("placeholder", Placeholder, "wrong", "a placeholder"),
        Wrong("no return", NoReturn, "returned_none", "not to return it"),
        Wrong("changes the board", TidiesUp, "changed_input", "Work on a copy"),
        Wrong("description prints", NoDescription, "wrong", "by itself"),
        Wrong("no subclass", NoGoal, "wrong", "class DiagonalGoal(Goal)"),
        Wrong("calls itself with the same board", GoesDownTheSameWay, "never_stops",
              "same arguments"),
    ],
}
