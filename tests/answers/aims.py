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
    "PlaceholderGoal": [Short, WithAnInit, WithItsOwnColour],
    "TopGoal": [Recursive, OverAllLeaves, WithAHelper],
    "MyGame": [InThreeSteps, InThreeLines, WithHelpers],
}

WRONG = {
    "PlaceholderGoal": [
        Wrong("no subclass of Goal", NoSubclass, "wrong", "class NoSubclass(Goal):"),
        Wrong("no description", NoDescription, "wrong", "no method description"),
    ],
    "MyGame": [
        Wrong("a local name", LocalNames, "wrong", "self.goals ="),
        Wrong("one list for all games", OneListForAll, "wrong", "self.players ="),
        Wrong("smart before random", SmartBeforeRandom, "wrong", "in the wrong order"),
        Wrong("difficulties not used", AlwaysEasy, "wrong", "wrong difficulties"),
        Wrong("classes for goals", Classes, "wrong", "The list holds classes"),
        Wrong("a kind of goal for each", KindForEach, "wrong", "drawn again for each"),
        Wrong("always the same kind of goal", AlwaysBlobs, "wrong", "kind of goal is always"),
        Wrong("one colour for all", OneColourForAll, "wrong", "Draw a new one"),
        Wrong("never yellow", NeverYellow, "wrong", "Not every colour"),
        Wrong("board without places", NoPlaces, "wrong", "has no places"),
        Wrong("board at the wrong level", LevelAndDepthExchanged, "wrong", "at level 0"),
        Wrong("rng not used", FromRandom, "wrong", "does not come from rng"),
        Wrong("takes numbers out of smarts", TakesOut, "wrong", "smarts is changed"),
        Wrong("always the same board", AlwaysTheSameBoard, "wrong", "board is always the same"),
        Wrong("a loop without end", GoesOnForEver, "never_stops", "loop"),
    ],
}
