import math

import numpy as np

from blocky import Block, Colour
from tests.answers import Wrong, but, changes

# -- the initializer ---------------------------------------------------------------------------


class WithALoop(Block):
    def __init__(self, level, max_depth, colour=None, children=()):
        self.level = level
        self.max_depth = max_depth
        self.colour = colour
        self.position = (0, 0)
        self.size = 0
        self.highlighted = False
        self.parent = None
        self.children = []
        for child in children:
            child.parent = self
            self.children.append(child)


class WithNone(Block):
    def __init__(self, level, max_depth, colour=None, children=None):
        self.level, self.max_depth, self.colour = level, max_depth, colour
        self.position, self.size, self.highlighted, self.parent = (0, 0), 0, False, None
        if children is None:
            children = []
        for child in children:
            child.parent = self
        self.children = list(children)


class WithAMethod(Block):
    def __init__(self, level, max_depth, colour=None, children=()):
        self.colour = None if colour is None else Colour(colour)
        self.level, self.max_depth, self.parent, self.highlighted = level, max_depth, None, False
        self.take(children)
        self.place(0, 0, 0)

    def take(self, children):
        self.children = list(children)
        for number in range(len(self.children)):
            self.children[number].parent = self

    def place(self, x, y, size):
        self.position = (x, y)
        self.size = size


class WithChildrenMoved(WithALoop):
    def __init__(self, level, max_depth, colour=None, children=()):
        super().__init__(level, max_depth, colour, children)
        for child in children:
            child.position = (0, 0)


# -- the rule ----------------------------------------------------------------------------------


def in_one_line(level, max_depth, rng):
    return level < max_depth and rng.random() < math.exp(-0.25 * level)


def with_ifs(level, max_depth, rng):
    if level >= max_depth:
        return False
    return bool(rng.uniform(0, 1) < np.exp(-level / 4))


def draws_first(level, max_depth, rng):
    draw = rng.random()
    return np.bool_(draw < math.e ** (-0.25 * level) and level != max_depth)


# -- random boards -----------------------------------------------------------------------------


def with_a_comprehension(level, max_depth, rng):
    if in_one_line(level, max_depth, rng):
        children = [with_a_comprehension(level + 1, max_depth, rng) for _ in range(4)]
        return Block(level, max_depth, children=children)
    return Block(level, max_depth, rng.choice(list(Colour)))


def with_a_loop(level, max_depth, rng):
    block = Block(level, max_depth)
    colour = rng.randint(0, 3)
    if level < max_depth and rng.random() < math.exp(-0.25 * level):
        for _ in range(4):
            child = with_a_loop(level + 1, max_depth, rng)
            child.parent = block
            block.children.insert(0, child)
    else:
        block.colour = colour
    return block


def with_my_block(level, max_depth, rng):
    if level == max_depth or not rng.uniform(0, 1) < math.exp(-0.25 * level):
        return WithALoop(level, max_depth, rng.choices([0, 1, 2, 3])[0])
    four = [with_my_block(level + 1, max_depth, rng), with_my_block(level + 1, max_depth, rng),
            with_my_block(level + 1, max_depth, rng), with_my_block(level + 1, max_depth, rng)]
    return WithALoop(level, max_depth, None, four)


def with_helpers(level, max_depth, rng):
    block = Block(level, max_depth)
    if in_one_line(level, max_depth, rng):
        children = [with_helpers(level + 1, max_depth, rng) for _ in range(4)]
        block.children = children
        for child in children:
            child.parent = block
    else:
        block.colour = rng.randrange(4)
    return block


def init_with_siblings_alike(level, max_depth, rng, colour=0):
    below = rng.randrange(4)
    if not in_one_line(level, max_depth, rng):
        return Block(level, max_depth, colour)
    return Block(level, max_depth, None, [
        init_with_siblings_alike(level + 1, max_depth, rng, below) for _ in range(4)])


def init_with_one_draw(level, max_depth, rng, draw=0.0):
    if level < max_depth and draw < math.exp(-0.25 * level):
        draw = rng.random()
        return Block(level, max_depth, None, [
            init_with_one_draw(level + 1, max_depth, rng, draw) for _ in range(4)])
    return Block(level, max_depth, rng.randrange(4))


RIGHT = {
    "MyBlock": [WithALoop, WithNone, WithAMethod],
    "shall_divide": [in_one_line, with_ifs, draws_first],
    "random_init": [with_a_comprehension, with_a_loop, with_my_block],
}

FOUR = "[with_helpers(level + 1, max_depth, rng) for _ in range(4)]"

WRONG = {
    "MyBlock": [*changes(
        WithALoop,
        ("self forgotten", "self.colour =", "colour =", "self.colour = colour"),
        ("children without a parent", "child.parent = self", "pass", "child.parent = self"),
        ("children are a tuple", "self.children = []", "self.children = ()\n        children = ()",
         "list(children)"),
        ("level always 0", "self.level = level", "self.level = 0", "it should be level"),
        ("a colour for divided blocks", "self.colour = colour", "self.colour = colour or 0",
         "not colour or 0"),
        ("the name misspelt", "__init__", "_init_", "no method __init__ of its own"),
        ("not a Block", "(Block)", "", "class WithALoop(Block)"),
        ("too few parameters", ", colour=None, children=()", "", "has not the parameters"),
    ), *changes(
        WithNone, ("a list for the position", "= (0, 0), 0", "= [0, 0], 0", "no tuple"),
        ("the list that was handed in", "list(children)", "children", "list(children)")),
        Wrong("children moved", WithChildrenMoved, "wrong", "child.position = (0, 0)")],
    "shall_divide": [Wrong(old, but(in_one_line, {old: new}), "wrong", words) for old, new,
    words in [
        ("rng.random()", "random.random()", "not random.random()"),
        ("rng.random() ", "min(rng.random(), rng.random())", "draws 2 numbers"),
        ("rng.random() <", "np.random.default_rng(1).random() <", "it should be rng.random()"),
        ("level < max_depth and ", "", "if level == max_depth: return False"),
        ("-0.25 *", "0.25 *", "it should be -0.25"),
        ("-0.25 * level", "-0.25 * max_depth", "-0.25 * level"),
        (") < math", ") > math", "<"),
    ]],
    "random_init": [*(Wrong(mistake, but(with_helpers, edits), "wrong", words) for mistake, edits,
    words in [
        ("blocks without max_depth", {"Block(level, max_depth)": "Block(level)"},
         "The level and max_depth of"),
        ("divided at max_depth", {"in_one_line(level, max_depth, rng)": (
            "rng.random() < math.exp(-0.25 * level)")}, "never divided"),
        ("colour kept", {"Block(level, max_depth)": "Block(level, max_depth, rng.randrange(4))"},
         "the colour None"),
        ("one child four times", {FOUR: "[with_helpers(level + 1, max_depth, rng)] * 4"},
         "in two places"),
        ("copies of one child", {FOUR: f"{FOUR}\n        children[1:] = ["
                                 "children[0].copy() for _ in range(3)]"}, "always alike"),
        ("plus for minus", {"in_one_line(level, max_depth, rng)": (
            "level < max_depth and rng.random() < math.exp(0.25 * level)")}, "but the chance is"),
        ("random.choice", {"rng.randrange(4)": "random.choice(list(Colour))"}, "come from rng"),
        ("a seed of its own", {
            "    block = Block": "    rng = random.Random(level)\n    block = Block"},
         "Draw from rng"),
        ("two draws for a block", {"in_one_line(level, max_depth, rng)": (
            "level < max_depth and min(rng.random(), rng.random()) < math.exp(-0.25 * level)")},
         "of one draw for each block"),
        ("another source for the children", {FOUR: FOUR.replace("rng)", "random.Random(level))")},
         "hand rng itself on"),
        ("divided above the chance", {"in_one_line(level, max_depth, rng)": (
            "level < max_depth and rng.random() > math.exp(-0.25 * level)")}, "Yours: False"),
        ("five colours", {"randrange(4)": "randint(0, 4)"}, "not a colour of play"),
        ("no colours", {"= rng.randrange(4)": "= None"}, "no colour"),
        ]),
        Wrong("the level of the parent", but(with_helpers, {"level + 1": "level"}), "never_stops",
              "level + 1"),
        Wrong("one draw for four", init_with_one_draw, "wrong", "a draw of its own"),
        Wrong("one colour for siblings", init_with_siblings_alike, "wrong", "Leaves of one parent"),
    ],
}
