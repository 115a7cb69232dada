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
from tests.answers import Wrong, but, changes, goal_of

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


class KeepsTheBest(Recursive):
    best = 0

    def score(self, board):
        self.best = max(self.best, super().score(board))
        return self.best


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
        self.board.update_block_locations((0, 0), 512)
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
        self.board.update_block_locations((0, 0), 512)


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


RIGHT = {
    "PlaceholderGoal": [Short, WithAnInit, WithItsOwnColour],
    "OtherPlaceholderGoal": [Short, WithAnInit, WithItsOwnColour],
    "TopGoal": [Recursive, OverAllLeaves, WithAHelper],
    "MyGame": [InThreeSteps, InThreeLines, WithHelpers],
}

SENTENCE = 'f"Look for {self.colour}!"'
COLOURS = "rng.choices(range(4), k=len(self.players))"

WRONG = {
    "PlaceholderGoal": [*changes(
        Short,
        ("description prints", f"return {SENTENCE}", f"print({SENTENCE})",
         "printed, not returned"),
        ("no colour", SENTENCE, '"It is about colours."', "does not name"),
        ("always one colour", "{self.colour}", "red", "does not name"),
        ("no f-string", SENTENCE, SENTENCE[1:], "write an f before"),
        ("no sentence", SENTENCE, "str(self.colour)", "Return a sentence"),
        ("another colour kept", "    def score", """    def __init__(self, colour):
        super().__init__(Colour.RED)

    def score""", "__init__"),
        ("super forgotten", "    def score", """    def __init__(self, colour):
        pass

    def score""", "super().__init__(colour)"),
        ("score prints", "return 148", "print(148)", "printed, not returned", "returned_none"),
        ("a float", "return 148", "return 148.0", "not return 148.0"),
        ("a text", "return 148", 'return "148"', "it should be 148"),
        ("another number", "return 148", "return 184", "it should be 148"),
        ("no subclass of Goal", "(Goal)", "", "class Short(Goal):"),
        ("self forgotten", "score(self, board)", "score(board)", "They are: self, board."),
        ("no description", "description", "describe", "no method description"),
    )],
    "OtherPlaceholderGoal": [
        Wrong("asks for the same", but(Short, {"class Short(Goal):": """\
class PlaceholderGoal(Goal):
    score = len

    def description(self):
        return f"Look for {self.colour}."


class Short(Goal):"""}), "wrong", "by the same words"),
    ],
    "TopGoal": [
        Wrong("keeps the best of all boards", KeepsTheBest, "wrong", "Keep nothing in self"),
        Wrong("the cells of a run, squared", goal_of(lambda board, colour: max(
            len(run) for run in "".join("x" if each == colour else " " for each in
                                        board.flatten()[0]).split(" ")) ** 2), "wrong",
              "neither added nor put together"),
        *changes(Recursive, ("the side, not the cells", "side * side", "side", "4, not 2"),
                 ("the smaller one", "right > left", "right < left", "right > left")),
    ],
    "MyGame": [*changes(
        InThreeLines,
        ("a local name", "self.goals", "goals", "self.goals ="),
        ("smart before random", "+ [RandomPlayer()] * randoms\n" + 24 * " "
         + "+ [SmartPlayer(d) for d in smarts]", "+ [SmartPlayer(d) for d in smarts]\n" + 24 * " "
         + "+ [RandomPlayer()] * randoms", "then 1 RandomPlayer()"),
        ("difficulties not used", "SmartPlayer(d) for d in smarts",
         "SmartPlayer(i) for i in range(len(smarts))",
         "wrong difficulties"),
        ("classes for goals", "[kind(colour) for", "[kind for", "a BlobGoal(colour)"),
        ("a kind of goal for each", "[kind(", "[rng.choice([PerimeterGoal, BlobGoal])(",
         "drawn again for each"),
        ("always the same kind of goal", "rng.choice([PerimeterGoal, BlobGoal])", "BlobGoal",
         "kind of goal is always"),
        ("one colour for all", COLOURS, "[rng.randrange(4)] * len(self.players)", "Draw a new one"),
        ("never yellow", "range(4)", "range(3)", "Not all colours"),
        ("board without places", "self.board.update_block_locations((0, 0), 512)", "pass",
         "all in it must have its place"),
        ("board of another size", "512", "750", "(0, 0), 512"),
        ("colours that never repeat", COLOURS, "(rng.sample(range(4), 4) * 9)[:len(self.players)]",
         "never twice"),
        ("colours drawn from four", "rng.choices(range(4), k=", "rng.sample(range(4), ",
         "rng.sample"),
        ("board at the wrong level", "random_init(0,", "random_init(max_depth,", "at level 0"),
        ("rng not used", "rng.choices", "random.choices", "from the rng that was given"),
        ("takes numbers out of smarts", "SmartPlayer(d) for d in smarts", "SmartPlayer("
         "smarts.pop(0)) for _ in range(len(smarts))", "smarts is changed"),
        ("always the same board", "(0, max_depth, rng)", "(0, max_depth, random.Random(1))",
         "board is always the same")),
        Wrong("one list for all games", but(InThreeSteps, {
            "    def": "    players, goals = [], []\n\n    def", "        self.players = []\n": "",
            "        self.goals = []\n": ""}), "wrong", "self.players ="),
        Wrong("a loop without end", but(InThreeSteps, {
            "for _ in range(humans)": "while len(self.players) >= 0"}), "never_stops",
            "len(self.players) >= 0 never comes to an end"),
    ],
}
