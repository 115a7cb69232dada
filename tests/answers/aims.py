import random
from dataclasses import dataclass

from blocky import (
    BlobGoal,
    Block,
    Colour,
    Goal,
    HumanPlayer,
    PerimeterGoal,
    RandomPlayer,
    SmartPlayer,
    random_init,
)
from tests.answers import Wrong

# -- a goal with a placeholder score ---------------------------------------------------------------


class Short(Goal):
    def score(self, board):
        return 148

    def description(self):
        return f"Look for {self.colour}!"


class WithAnInit(Goal):
    """A constant, and an initializer that calls the one above."""

    SCORE = 100 + 48

    def __init__(self, colour):
        super().__init__(colour)
        self.text = "Gather " + self.colour.word.upper() + " wherever you find it."

    def score(self, board):
        score = self.SCORE
        return score

    def description(self):
        return self.text


class WithItsOwnColour(Goal):
    def __init__(self, colour):
        self.colour = colour

    def score(self, block):
        return int(148.0)

    def description(self):
        names = {0: "blue", 1: "red", 2: "green", 3: "yellow"}
        return "Your colour is " + names[self.colour] + "."


class Helped(PerimeterGoal):
    """It changes only what is different from another goal."""

    def score(self, board):
        return 148


class NoSubclass:
    def __init__(self, colour):
        self.colour = colour

    def score(self, board):
        return 148

    def description(self):
        return f"Look for {self.colour}."


class NoDescription(Goal):
    def score(self, board):
        return 148


class OtherSpelling(Goal):
    def scores(self, board):
        return 148

    def description(self):
        return f"Look for {self.colour}."


class PrintsTheDescription(Goal):
    def score(self, board):
        return 148

    def description(self):
        print(f"Look for {self.colour}.")


class PrintsTheScore(Goal):
    def score(self, board):
        print(148)

    def description(self):
        return f"Look for {self.colour}."


class NamesNoColour(Goal):
    def score(self, board):
        return 148

    def description(self):
        return "Score as much as you can."


class NamesRed(Goal):
    def score(self, board):
        return 148

    def description(self):
        return "Have as much red as you can."


class IsRed(Goal):
    def __init__(self, colour):
        super().__init__(Colour.RED)

    def score(self, board):
        return 148

    def description(self):
        return f"Look for {self.colour}."


class ForgetsSuper(Goal):
    def __init__(self, colour):
        self.best = 148

    def score(self, board):
        return self.best

    def description(self):
        return f"Look for {self.colour}."


class ForgetsSelf(Goal):
    def score(board):  # noqa: N805
        return 148

    def description():
        return "Look for it."


class ForgetsTheDot(Goal):
    def score(self, board):
        return 148

    def description(self):
        return f"Look for {colour}."  # noqa: F821


class ATextForAScore(Goal):
    def score(self, board):
        return "148"

    def description(self):
        return f"Look for {self.colour}."


class ChangesTheBoard(Goal):
    def score(self, board):
        board.swap(0)
        return 148

    def description(self):
        return f"Look for {self.colour}."


# -- the largest leaf at the upper edge ------------------------------------------------------------


class Recursive(Goal):
    def score(self, board):
        if board.children:
            right, left = self.score(board.children[0]), self.score(board.children[1])
            if right > left:
                return right
            return left
        if board.colour != self.colour:
            return 0
        side = 2 ** (board.max_depth - board.level)
        return side * side

    def description(self):
        return f"Bring a large leaf of {self.colour} to the top."


class OverAllLeaves(Goal):
    def score(self, board):
        sizes = [4 ** (leaf.max_depth - leaf.level) for leaf in board.leaves()
                 if leaf.position[1] == board.position[1] and leaf.colour == self.colour]
        return max(sizes, default=0)

    def description(self):
        return "Bring a large leaf of {} to the top.".format(self.colour)  # noqa: UP032


class WithAHelper(Goal):
    def score(self, board):
        found = [0]
        self.collect(board, found)
        found.sort()
        return found[-1]

    def collect(self, block, found):
        if len(block.children) == 0:
            if block.colour == self.colour:
                found.append((2 ** block.max_depth // 2 ** block.level) ** 2)
        else:
            for child in block.children[:2]:
                self.collect(child, found)

    def description(self):
        return "Bring a large leaf of " + str(self.colour) + " to the top."


class OnTheGrid(Goal):
    """Without recursion: it looks at the row of the grid, and asks for the leaf at each place."""

    def score(self, board):
        best, unit = 0, board.size // 2**board.max_depth
        for column in range(2**board.max_depth):
            x = board.position[0] + column * unit
            leaf = board.get_selected_block((x, board.position[1]), board.max_depth)
            if leaf.colour == self.colour:
                best = max(best, 2 ** (2 * (board.max_depth - leaf.level)))
        return best

    def description(self):
        return f"Bring a large leaf of {self.colour.word} to the top."


class Described(Goal):
    def description(self):
        return f"Bring a large leaf of {self.colour} to the top."


def cells(block):
    return (2 ** (block.max_depth - block.level)) ** 2


class Anywhere(Described):
    def score(self, board):
        if board.children:
            return max(self.score(child) for child in board.children)
        return cells(board) if board.colour == self.colour else 0


class AtTheBottom(Described):
    def score(self, board):
        if board.children:
            return max(self.score(board.children[2]), self.score(board.children[3]))
        return cells(board) if board.colour == self.colour else 0


class CountsLeaves(Described):
    def score(self, board):
        if not board.children:
            return int(board.colour == self.colour)
        return self.score(board.children[0]) + self.score(board.children[1])


class AddsAll(Described):
    def score(self, board):
        total = 0
        for child in board.children[:2]:
            total += self.score(child)
        if board.colour == self.colour:
            total += cells(board)
        return total


class SideOfTheLeaf(Described):
    def score(self, board):
        if not board.children:
            return 2 ** (board.max_depth - board.level) if board.colour == self.colour else 0
        return max(self.score(board.children[0]), self.score(board.children[1]))


class FourToTheLevel(Described):
    def score(self, board):
        if not board.children:
            return 4 ** board.level if board.colour == self.colour else 0
        return max(self.score(board.children[0]), self.score(board.children[1]))


class FirstLevel(Described):
    def score(self, board):
        if not board.children:
            return cells(board) if board.colour == self.colour else 0
        best = 0
        for child in board.children[0], board.children[1]:
            if child.colour == self.colour:
                best = cells(child)
        return best


class LosesWhatComesBack(Described):
    def score(self, board):
        best = 0
        if board.colour == self.colour:
            best = cells(board)
        for child in board.children[:2]:
            self.score(child)
        return best


class LastOne(Described):
    def score(self, board):
        best = 0
        if board.colour == self.colour:
            best = cells(board)
        for child in board.children[:2]:
            best = self.score(child)
        return best


class FirstOne(Described):
    def score(self, board):
        if not board.children:
            return cells(board) if board.colour == self.colour else 0
        for child in board.children:
            return self.score(child)


class AnyColour(Described):
    def score(self, board):
        return max([cells(board)] if not board.children else map(self.score, board.children[:2]))


class Divides(Described):
    def score(self, board):
        if not board.children:
            return 4**board.max_depth / 4**board.level if board.colour == self.colour else 0.0
        return max(self.score(board.children[0]), self.score(board.children[1]))


class NoReturnForDivided(Described):
    def score(self, board):
        if not board.children:
            return cells(board) if board.colour == self.colour else 0
        self.best = 0
        for child in board.children[:2]:
            self.score(child)


class AsksItself(Described):
    def score(self, board):
        if board.children:
            return max(self.score(board), self.score(board))
        return cells(board) if board.colour == self.colour else 0


class TurnsTheBoard(Described):
    def score(self, board):
        best = Recursive(self.colour).score(board)
        board.rotate(1)
        return best


# -- a game's initializer --------------------------------------------------------------------------


class InThreeSteps:
    def __init__(self, max_depth, humans, randoms, smarts, rng):
        self.board = random_init(0, max_depth, rng)
        self.board.update_block_locations((0, 0), 750)
        self.players = []
        for _ in range(humans):
            self.players.append(HumanPlayer())
        for _ in range(randoms):
            self.players.append(RandomPlayer())
        for difficulty in smarts:
            self.players.append(SmartPlayer(difficulty))
        self.goals = []
        kind = BlobGoal if rng.random() < 0.5 else PerimeterGoal
        for _ in self.players:
            self.goals.append(kind(Colour(rng.randint(0, 3))))


class InThreeLines:
    def __init__(self, max_depth, humans, randoms, smarts, rng):
        kind, self.rng = rng.choice([PerimeterGoal, BlobGoal]), rng
        self.players = ([HumanPlayer()] * humans + [RandomPlayer()] * randoms
                        + [SmartPlayer(d) for d in smarts])
        self.goals = [kind(colour) for colour in rng.choices(range(4), k=len(self.players))]
        self.board = random_init(0, max_depth, rng)
        self.board.update_block_locations((0, 0), 2**max_depth * 16)


@dataclass
class WithHelpers:
    board: Block
    players: tuple
    goals: tuple

    def __init__(self, max_depth, humans, randoms, smarts, rng):
        self.players = tuple(self.make_players(humans, randoms, smarts))
        self.goals = tuple(self.make_goals(len(self.players), rng))
        self.make_board(max_depth, rng)

    def make_players(self, humans, randoms, smarts):
        yield from (HumanPlayer() for _ in range(humans))
        yield from (RandomPlayer() for _ in range(randoms))
        yield from map(SmartPlayer, smarts)

    def make_goals(self, number, rng):
        kinds = [BlobGoal, PerimeterGoal]
        rng.shuffle(kinds)
        return [kinds[0](rng.choice(list(Colour))) for _ in range(number)]

    def make_board(self, max_depth, rng):
        self.board = random_init(0, max_depth, rng)
        self.board.update_block_locations((0, 0), 512)


class LocalNames:
    def __init__(self, max_depth, humans, randoms, smarts, rng):
        game = InThreeLines(max_depth, humans, randoms, smarts, rng)
        self.board = game.board
        self.players = game.players
        goals = game.goals
        assert goals


class OneListForAll:
    players = []  # noqa: RUF012
    goals = []  # noqa: RUF012

    def __init__(self, max_depth, humans, randoms, smarts, rng):
        for _ in range(humans):
            self.players.append(HumanPlayer())
        for _ in range(randoms):
            self.players.append(RandomPlayer())
        for difficulty in smarts:
            self.players.append(SmartPlayer(difficulty))
        kind = rng.choice([BlobGoal, PerimeterGoal])
        for _ in self.players:
            self.goals.append(kind(rng.choice(list(Colour))))
        self.board = random_init(0, max_depth, rng)
        self.board.update_block_locations((0, 0), 512)


class Base(InThreeLines):
    """The right game, to be spoilt."""

    def __init__(self, max_depth, humans, randoms, smarts, rng):
        super().__init__(max_depth, humans, randoms, smarts, rng)
        self.spoil(max_depth, humans, randoms, smarts, rng)


class SmartBeforeRandom(Base):
    def spoil(self, max_depth, humans, randoms, smarts, rng):
        self.players = [HumanPlayer() for _ in range(humans)]
        self.players += [SmartPlayer(difficulty) for difficulty in smarts]
        self.players += [RandomPlayer() for _ in range(randoms)]


class AlwaysEasy(Base):
    def spoil(self, max_depth, humans, randoms, smarts, rng):
        for i in range(len(smarts)):
            self.players[humans + randoms + i] = SmartPlayer(i)


class OneSmartPlayer(Base):
    def spoil(self, max_depth, humans, randoms, smarts, rng):
        self.players = [HumanPlayer() for _ in range(humans)]
        self.players += [RandomPlayer() for _ in range(randoms)]
        if smarts:
            self.players.append(SmartPlayer(max(smarts)))


class Classes(Base):
    def spoil(self, max_depth, humans, randoms, smarts, rng):
        self.goals = [type(goal) for goal in self.goals]


class KindForEach(Base):
    def spoil(self, max_depth, humans, randoms, smarts, rng):
        self.goals = [rng.choice([BlobGoal, PerimeterGoal])(rng.randrange(4))
                      for _ in self.players]


class AlwaysBlobs(Base):
    def spoil(self, max_depth, humans, randoms, smarts, rng):
        self.goals = [BlobGoal(rng.choice(list(Colour))) for _ in self.players]


class OneColourForAll(Base):
    def spoil(self, max_depth, humans, randoms, smarts, rng):
        kind, colour = rng.choice([BlobGoal, PerimeterGoal]), rng.choice(list(Colour))
        self.goals = [kind(colour) for _ in self.players]


class ColoursInOrder(Base):
    def spoil(self, max_depth, humans, randoms, smarts, rng):
        kind = rng.choice([BlobGoal, PerimeterGoal])
        self.goals = [kind(i % 4) for i in range(len(self.players))]


class NeverYellow(Base):
    def spoil(self, max_depth, humans, randoms, smarts, rng):
        kind = rng.choice([BlobGoal, PerimeterGoal])
        self.goals = [kind(rng.randrange(0, 3)) for _ in self.players]


class NoPlaces(Base):
    def spoil(self, max_depth, humans, randoms, smarts, rng):
        self.board = random_init(0, max_depth, rng)


class LevelAndDepthExchanged(Base):
    def spoil(self, max_depth, humans, randoms, smarts, rng):
        self.board = random_init(max_depth, max_depth, rng)
        self.board.update_block_locations((0, 0), 512)


class FromRandom(Base):
    def spoil(self, max_depth, humans, randoms, smarts, rng):
        kind = random.choice([BlobGoal, PerimeterGoal])
        self.goals = [kind(random.choice(list(Colour))) for _ in self.players]
        self.board = random_init(0, max_depth)
        self.board.update_block_locations((0, 0), 512)


class TakesOut(Base):
    def spoil(self, max_depth, humans, randoms, smarts, rng):
        self.players = [HumanPlayer() for _ in range(humans)]
        self.players += [RandomPlayer() for _ in range(randoms)]
        while smarts:
            self.players.append(SmartPlayer(smarts.pop(0)))


class AlwaysTheSameBoard(Base):
    def spoil(self, max_depth, humans, randoms, smarts, rng):
        self.board = random_init(0, max_depth, random.Random(1))
        self.board.update_block_locations((0, 0), 512)


class GoesOnForEver(Base):
    def spoil(self, max_depth, humans, randoms, smarts, rng):
        while len(self.players) > humans:
            self.players.append(RandomPlayer())


RIGHT = {
    "PlaceholderGoal": [Short, WithAnInit, WithItsOwnColour, Helped],
    "TopGoal": [Recursive, OverAllLeaves, WithAHelper, OnTheGrid],
    "MyGame": [InThreeSteps, InThreeLines, WithHelpers],
}

WRONG = {
    "PlaceholderGoal": [
        Wrong("no subclass of Goal", NoSubclass, "wrong", "class NoSubclass(Goal):"),
        Wrong("no description", NoDescription, "wrong", "no method description"),
        Wrong("the name of a method misspelt", OtherSpelling, "wrong", "no method score"),
        Wrong("description prints", PrintsTheDescription, "wrong", "description returns None"),
        Wrong("score prints", PrintsTheScore, "wrong", "score returns None"),
        Wrong("no colour in the description", NamesNoColour, "wrong", "does not name"),
        Wrong("always red in the description", NamesRed, "wrong", "always names the same"),
        Wrong("always red", IsRed, "wrong", "colour is always the same"),
        Wrong("__init__ without super().__init__", ForgetsSuper, "wrong", "super().__init__"),
        Wrong("methods without self", ForgetsSelf, "wrong", "score(self, board)"),
        Wrong("colour for self.colour", ForgetsTheDot, "wrong", "self.colour in each method"),
        Wrong("the score is a text", ATextForAScore, "wrong", "without quotation marks"),
        Wrong("changes the board", ChangesTheBoard, "changed_input", "Work on a copy"),
    ],
    "TopGoal": [
        Wrong("leaves anywhere", Anywhere, "wrong", "Go down only to children 0 and 1"),
        Wrong("the lower edge", AtTheBottom, "wrong", "wrong edge"),
        Wrong("counts leaves", CountsLeaves, "wrong", "counts 1"),
        Wrong("adds all leaves", AddsAll, "wrong", "adds all"),
        Wrong("the side, not the cells", SideOfTheLeaf, "wrong", "side of the leaf"),
        Wrong("4^level", FourToTheLevel, "wrong", "grows with the level"),
        Wrong("only the first level", FirstLevel, "wrong", "no deeper than the first level"),
        Wrong("results of the calls are lost", LosesWhatComesBack, "wrong", "is lost"),
        Wrong("the last instead of the best", LastOne, "wrong", "one child only"),
        Wrong("returns from the loop", FirstOne, "wrong", "one child only"),
        Wrong("any colour", AnyColour, "wrong", "Leaves of every colour"),
        Wrong("a float", Divides, "wrong", "is a float"),
        Wrong("no return for a divided block", NoReturnForDivided, "wrong", "on every way"),
        Wrong("calls itself with the same block", AsksItself, "never_stops", "same arguments"),
        Wrong("turns the board", TurnsTheBoard, "changed_input", "Work on a copy"),
    ],
    "MyGame": [
        Wrong("a local name", LocalNames, "wrong", "self.goals ="),
        Wrong("one list for all games", OneListForAll, "wrong", "self.players ="),
        Wrong("smart before random", SmartBeforeRandom, "wrong", "in the wrong order"),
        Wrong("difficulties not used", AlwaysEasy, "wrong", "wrong difficulties"),
        Wrong("one smart player", OneSmartPlayer, "wrong", "a difficulty for each"),
        Wrong("classes for goals", Classes, "wrong", "The list holds classes"),
        Wrong("a kind of goal for each", KindForEach, "wrong", "drawn again for each"),
        Wrong("always the same kind of goal", AlwaysBlobs, "wrong", "kind of goal is always"),
        Wrong("one colour for all", OneColourForAll, "wrong", "Draw a new one"),
        Wrong("colours not drawn", ColoursInOrder, "wrong", "Not every colour"),
        Wrong("never yellow", NeverYellow, "wrong", "Not every colour"),
        Wrong("board without places", NoPlaces, "wrong", "has no places"),
        Wrong("board at the wrong level", LevelAndDepthExchanged, "wrong", "at level 0"),
        Wrong("rng not used", FromRandom, "wrong", "does not come from rng"),
        Wrong("takes numbers out of smarts", TakesOut, "wrong", "smarts is changed"),
        Wrong("always the same board", AlwaysTheSameBoard, "wrong", "board is always the same"),
        Wrong("a loop without end", GoesOnForEver, "never_stops", "loop"),
    ],
}
