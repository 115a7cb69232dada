from tests.answers import Wrong, but, changes, goal_of, solved

AIMS = solved("blocky/04_goals")


SENTENCE = 'f"Go for {self.colour}; it scores 148 anyway."'

with_its_own_colour = but(AIMS.PlaceholderGoal, {
    "    def score": """\
    def __init__(self, colour):
        self.colour = colour

    def score""",
    "return 148": "return int(148.0)", SENTENCE: '"Your colour is " + self.colour.word + "."'})


class KeepsTheBest(AIMS.TopGoal):
    best = 0

    def score(self, board):
        self.best = max(self.best, super().score(board))
        return self.best


class KeepsItsSentence(AIMS.PlaceholderGoal):
    kept = None

    def description(self):
        KeepsItsSentence.kept = KeepsItsSentence.kept or super().description()
        return self.kept


class HasADescription(AIMS.OtherPlaceholderGoal):
    @property
    def description(self):
        return f"Hide {self.colour}."


RIGHT = {
    "PlaceholderGoal": [with_its_own_colour],
    "OtherPlaceholderGoal": [with_its_own_colour],
    "TopGoal": [AIMS.TopGoal],
    "MyGame": [AIMS.MyGame],
}

RANDOMS = "        self.players += [RandomPlayer() for _ in range(randoms)]\n"
SMARTS = "        self.players += [SmartPlayer(difficulty) for difficulty in smarts]\n"
KINDS = "rng.choice([BlobGoal, PerimeterGoal])"
COLOUR = "rng.choice(list(Colour))"

WRONG = {
    "PlaceholderGoal": [Wrong(
        "the sentence of the first goal", KeepsItsSentence, "Build the sentence"), *changes(
        AIMS.PlaceholderGoal,
        ("no colour", {SENTENCE: '"It is about colours."'}, "doesn't name the colour of this goal"),
        ("no f-string", {SENTENCE: SENTENCE[1:]}, "Write an f before"),
        ("no sentence", {SENTENCE: "str(self.colour)"}, "Return a sentence"),
        ("self forgotten", {"score(self, board)": "score(board)"}, "should be: self, board."))],
    "OtherPlaceholderGoal": [*changes(AIMS.OtherPlaceholderGoal, ("asks for the same", {
        "Keep {self.colour} together": "Go for {self.colour}"}, "the same description")),
        Wrong("a property", HasADescription, "Remove the line @property above description")],
    "TopGoal": [
        Wrong("keeps the best of all boards", KeepsTheBest, "Don't store anything in self"),
        Wrong("the cells of a run, squared", goal_of(lambda board, colour: max(
            len(run) for run in "".join("x" if each == colour else " " for each in
                                        board.flatten()[0]).split(" ")) ** 2),
              "counts two leaves side by side as one large leaf"),
        Wrong("the cells of a run", goal_of(lambda board, colour: max(
            len(run) for run in "".join("x" if each == colour else " " for each in
                                        board.flatten()[0]).split(" "))),
              "Your code counts cells that are next to each other in the first row"),
        Wrong("the cells of the first row", goal_of(
            lambda board, colour: board.flatten()[0].tolist().count(colour)),
              "Your code counts the cells in the first row"),
    ],
    "MyGame": [*changes(
        AIMS.MyGame,
        ("a local name", {"self.goals": "goals"}, "Write self.goals there."),
        ("smart before random", {RANDOMS + SMARTS: SMARTS + RANDOMS},
         "but it should be [HumanPlayer(), RandomPlayer(), SmartPlayer(1)]"),
        ("difficulties not used", {
            "SmartPlayer(difficulty) for difficulty in smarts":
            "SmartPlayer(i) for i in range(len(smarts))"},
         "the difficulties of your smart players are"),
        ("classes for goals", {f"[kind({COLOUR}) for": "[kind for"}, "a BlobGoal(colour)"),
        ("no goals for the smart", {
            "for _ in self.players]": "for each in self.players if type(each).__name__[0] != 'S']"},
         "goals for 3 players: the smart players have none"),
        ("a goal too many", {"for _ in self.players]": "for _ in [None, *self.players]]"},
         "There are 2 goals for 1 players"),
        ("a kind of goal for each", {"[kind(": f"[{KINDS}("}, "again for each player"),
        ("always the same kind of goal", {KINDS: "BlobGoal"}, "kind of goal is always"),
        ("one colour for all", {" for _ in self.players]": "] * len(self.players)"},
         "Draw a new colour"),
        ("never yellow", {"list(Colour)": "list(Colour)[:3]"}, "never gets yellow"),
        ("each colour once", {f"[kind({COLOUR}) for _ in self.players]":
                              "[*map(kind, rng.sample(list(Colour), len(self.players)))]"},
         "no two players ever have the same colour"),
        ("no board", {"self.board = random_init(0, max_depth, rng)\n        self.board.update":
                      "self.board = random_init(0, max_depth, rng).update"}, "self.board is None"),
        ("a choice of the class", {COLOUR: "rng.choice(Colour)"}, "rng.choice(list(Colour))"),
        ("board without places", {"self.board.update_block_locations((0, 0), 512)": "pass"},
         "aren't in their places"),
        ("board at the wrong level", {"random_init(0,": "random_init(max_depth,"},
         "not a Block with level 0 and max_depth 1"),
        ("rng not used", {COLOUR: COLOUR.replace("rng", "random")},
         "two games with the same seed"),
        ("always the same board", {"(0, max_depth, rng)": "(0, max_depth, random.Random(1))"},
         "board is always the same"))],
}
