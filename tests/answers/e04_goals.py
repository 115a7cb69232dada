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
        ("no colour", {SENTENCE: '"It is about colours."'}, "doesn't name"),
        ("no f-string", {SENTENCE: SENTENCE[1:]}, "write an f before"),
        ("no sentence", {SENTENCE: "str(self.colour)"}, "Return a sentence"),
        ("self forgotten", {"score(self, board)": "score(board)"}, "should be: self, board."))],
    "OtherPlaceholderGoal": [*changes(AIMS.OtherPlaceholderGoal, ("asks for the same", {
        "Keep {self.colour} together": "Go for {self.colour}"}, "the same description"))],
    "TopGoal": [
        Wrong("keeps the best of all boards", KeepsTheBest, "Keep nothing in self"),
        Wrong("the cells of a run, squared", goal_of(lambda board, colour: max(
            len(run) for run in "".join("x" if each == colour else " " for each in
                                        board.flatten()[0]).split(" ")) ** 2),
              "Don't add leaves, and don't join them"),
    ],
    "MyGame": [*changes(
        AIMS.MyGame,
        ("a local name", {"self.goals": "goals"}, "self.goals ="),
        ("smart before random", {RANDOMS + SMARTS: SMARTS + RANDOMS}, "then 1 RandomPlayer()"),
        ("difficulties not used", {
            "SmartPlayer(difficulty) for difficulty in smarts":
            "SmartPlayer(i) for i in range(len(smarts))"}, "wrong difficulties"),
        ("classes for goals", {f"[kind({COLOUR}) for": "[kind for"}, "a BlobGoal(colour)"),
        ("a kind of goal for each", {"[kind(": f"[{KINDS}("}, "again for each player"),
        ("always the same kind of goal", {KINDS: "BlobGoal"}, "kind of goal is always"),
        ("one colour for all", {" for _ in self.players]": "] * len(self.players)"},
         "Draw a new colour"),
        ("never yellow", {"list(Colour)": "list(Colour)[:3]"}, "Some colours never appear"),
        ("board without places", {"self.board.update_block_locations((0, 0), 512)": "pass"},
         "Place it and all its blocks"),
        ("board at the wrong level", {"random_init(0,": "random_init(max_depth,"}, "at level 0"),
        ("rng not used", {COLOUR: COLOUR.replace("rng", "random")},
         "Two games with the same seed"),
        ("always the same board", {"(0, max_depth, rng)": "(0, max_depth, random.Random(1))"},
         "board is always the same"))],
}
