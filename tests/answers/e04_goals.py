from blocky import (
    Goal,
)
from tests.answers import Wrong, changes, goal_of, solved

AIMS = solved("blocky/04_goals")


class WithItsOwnColour(Goal):
    def __init__(self, colour):
        self.colour = colour

    def score(self, block):
        return int(148.0)

    def description(self):
        names = {0: "blue", 1: "red", 2: "green", 3: "yellow"}
        return "Your colour is " + names[self.colour] + "."


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
    "PlaceholderGoal": [WithItsOwnColour],
    "OtherPlaceholderGoal": [WithItsOwnColour],
    "TopGoal": [AIMS.TopGoal],
    "MyGame": [AIMS.MyGame],
}

SENTENCE = 'f"Go for {self.colour}; it scores 148 anyway."'
RANDOMS = "        self.players += [RandomPlayer() for _ in range(randoms)]\n"
SMARTS = "        self.players += [SmartPlayer(difficulty) for difficulty in smarts]\n"
KINDS = "rng.choice([BlobGoal, PerimeterGoal])"
COLOUR = "rng.choice(list(Colour))"

WRONG = {
    "PlaceholderGoal": [Wrong(
        "the sentence of the first goal", KeepsItsSentence, "Make the sentence anew"), *changes(
        AIMS.PlaceholderGoal,
        ("no colour", {SENTENCE: '"It is about colours."'}, "does not name"),
        ("no f-string", {SENTENCE: SENTENCE[1:]}, "write an f before"),
        ("no self", {"{self.colour}": "{colour}"}, "write self.colour, not colour."),
        ("braces that stay", {"Go for {self.colour}": "Go for {{self.colour}}, {self.colour}"},
         "What stands in braces"),
        ("no sentence", {SENTENCE: "str(self.colour)"}, "Return a sentence"),
        ("super forgotten", {
            "    def score": "    def __init__(self, colour):\n        pass\n\n    def score"},
         "super().__init__(colour)"),
        ("a float", {"return 148": "return 148.0"}, "not return 148.0"),
        ("no subclass of Goal", {"(Goal)": ""}, "class PlaceholderGoal(Goal):"),
        ("self forgotten", {"score(self, board)": "score(board)"}, "They are: self, board."),
        ("no description", {"description": "describe"}, "no method description"))],
    "OtherPlaceholderGoal": [*changes(AIMS.OtherPlaceholderGoal, ("asks for the same", {
        "Keep {self.colour} together": "Go for {self.colour}"}, "by the same words"))],
    "TopGoal": [
        Wrong("keeps the best of all boards", KeepsTheBest, "Keep nothing in self"),
        Wrong("the cells of a run, squared", goal_of(lambda board, colour: max(
            len(run) for run in "".join("x" if each == colour else " " for each in
                                        board.flatten()[0]).split(" ")) ** 2),
              "neither added nor put together"),
        *changes(AIMS.TopGoal, ("the side, not the cells", {"4 **": "2 **"}, "4, not 2")),
    ],
    "MyGame": [*changes(
        AIMS.MyGame,
        ("a local name", {"self.goals": "goals"}, "self.goals ="),
        ("smart before random", {RANDOMS + SMARTS: SMARTS + RANDOMS}, "then 1 RandomPlayer()"),
        ("difficulties not used", {
            "SmartPlayer(difficulty) for difficulty in smarts":
            "SmartPlayer(i) for i in range(len(smarts))"}, "wrong difficulties"),
        ("classes for goals", {f"[kind({COLOUR}) for": "[kind for"}, "a BlobGoal(colour)"),
        ("a kind of goal for each", {"[kind(": f"[{KINDS}("}, "drawn again for each"),
        ("always the same kind of goal", {KINDS: "BlobGoal"}, "kind of goal is always"),
        ("one colour for all", {" for _ in self.players]": "] * len(self.players)"},
         "Draw a new one"),
        ("never yellow", {"list(Colour)": "list(Colour)[:3]"}, "Not all colours"),
        ("board without places", {"self.board.update_block_locations((0, 0), 512)": "pass"},
         "all in it must have its place"),
        ("board at the wrong level", {"random_init(0,": "random_init(max_depth,"}, "at level 0"),
        ("rng not used", {COLOUR: COLOUR.replace("rng", "random")},
         "from the rng that was given"),
        ("always the same board", {"(0, max_depth, rng)": "(0, max_depth, random.Random(1))"},
         "board is always the same"))],
}
