import math
import random

import numpy as np

from blocky import Block, Colour
from tests.answers import Wrong

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
        self.position, self.size, self.highlighted, self.parent = [0, 0], 0, False, None
        if children is None:
            children = []
        for child in children:
            child.parent = self
        self.children = children


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


class Plain(Block):
    """Sets all but the children."""

    def __init__(self, level, max_depth, colour=None, children=()):
        self.level, self.max_depth, self.colour = level, max_depth, colour
        self.position, self.size, self.highlighted, self.parent = (0, 0), 0, False, None


class WithoutSelf(Block):
    def __init__(self, level, max_depth, colour=None, children=()):
        self.level = level
        self.max_depth = max_depth
        colour = colour
        self.position, self.size, self.highlighted, self.parent = (0, 0), 0, False, None
        self.children = list(children)


class WithoutParents(Plain):
    def __init__(self, level, max_depth, colour=None, children=()):
        super().__init__(level, max_depth, colour)
        self.children = list(children)


class WithATuple(Plain):
    def __init__(self, level, max_depth, colour=None, children=()):
        super().__init__(level, max_depth, colour)
        self.children = children
        for child in children:
            child.parent = self


class WithASharedList(Plain):
    def __init__(self, level, max_depth, colour=None, children=[]):  # noqa: B006
        super().__init__(level, max_depth, colour)
        self.children = children
        for child in self.children:
            child.parent = self


class WithLevelZero(WithoutParents):
    def __init__(self, level, max_depth, colour=None, children=()):
        super().__init__(0, max_depth, colour, children)


class WithAColour(WithoutParents):
    def __init__(self, level, max_depth, colour=None, children=()):
        super().__init__(level, max_depth, colour or 0, children)


class OfNothing:
    def __init__(self, level, max_depth, colour=None, children=()):
        self.level, self.max_depth, self.colour = level, max_depth, colour
        self.children = list(children)


class WithoutTheLast(Block):
    def __init__(self, level, max_depth):
        self.level, self.max_depth = level, max_depth


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


def a_coin_of_its_own(level, max_depth, rng):
    return level < max_depth and random.random() < math.exp(-0.25 * level)


def numpys_coin(level, max_depth, rng):
    return level < max_depth and np.random.default_rng(1).random() < math.exp(-0.25 * level)


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


def divided(block, four):
    block.colour = None
    block.children = four
    for child in four:
        child.parent = block
    return block


def init(make=Block, divides=in_one_line, four=lambda child: [child() for _ in range(4)],
         colour=lambda rng: rng.randrange(4)):
    """Return a random_init: it makes blocks, asks whether to divide, makes children and colours."""
    def answer(level, max_depth, rng):
        block = make(level, max_depth)
        if divides(level, max_depth, rng):
            return divided(block, four(lambda: answer(level + 1, max_depth, rng)))
        block.colour = colour(rng)
        return block
    return answer


def copies(child):
    one = child()
    return [one, one.copy(), one.copy(), one.copy()]


init_without_max_depth = init(make=lambda level, max_depth: Block(level))
init_too_deep = init(
    divides=lambda level, max_depth, rng: rng.random() < math.exp(-0.25 * level))
init_with_one_child = init(four=lambda child: [child()] * 4)
init_with_copies = init(four=copies)
init_with_a_wrong_sign = init(
    divides=lambda level, max_depth, rng: (
        level < max_depth and rng.random() < math.exp(0.25 * level)))
init_with_random = init(colour=lambda rng: random.choice(list(Colour)))
init_with_five_colours = init(colour=lambda rng: rng.randint(0, 4))
init_without_colours = init(colour=lambda rng: None)


def init_with_colour_kept(level, max_depth, rng):
    block = Block(level, max_depth, rng.randrange(4))
    if in_one_line(level, max_depth, rng):
        for _ in range(4):
            child = init_with_colour_kept(level + 1, max_depth, rng)
            child.parent = block
            block.children.append(child)
    return block


def init_with_a_seed(level, max_depth, rng):
    return with_a_loop(level, max_depth, random.Random(5))


def init_with_one_draw(level, max_depth, rng, draw=0.0):
    block = Block(level, max_depth, rng.randrange(4))
    if level < max_depth and draw < math.exp(-0.25 * level):
        draw = rng.random()
        divided(block, [init_with_one_draw(level + 1, max_depth, rng, draw) for _ in range(4)])
    return block


def init_of_unfinished_blocks(level, max_depth, rng):
    return WithoutTheLast(level, max_depth)


RIGHT = {
    "MyBlock": [WithALoop, WithNone, WithAMethod],
    "shall_divide": [in_one_line, with_ifs, draws_first],
    "random_init": [with_a_comprehension, with_a_loop, with_my_block],
}

WRONG = {
    "MyBlock": [
        Wrong("self forgotten", WithoutSelf, "wrong", "self.colour is never set"),
        Wrong("children without a parent", WithoutParents, "wrong", "child.parent = self"),
        Wrong("children are a tuple", WithATuple, "wrong", "list(children)"),
        Wrong("one list for all", WithASharedList, "wrong", "share one list"),
        Wrong("level always 0", WithLevelZero, "wrong", "self.level is 0"),
        Wrong("a colour for divided blocks", WithAColour, "wrong", "self.colour is 0"),
        Wrong("not a Block", OfNothing, "wrong", "class OfNothing(Block)"),
        Wrong("too few parameters", WithoutTheLast, "wrong", "Try the case above"),
    ],
    "shall_divide": [
        Wrong("random.random()", a_coin_of_its_own, "wrong", "come from rng"),
        Wrong("numpy's random numbers", numpys_coin, "wrong", "never calls rng.random()"),
    ],
    "random_init": [
        Wrong("blocks without max_depth", init_without_max_depth, "wrong", "The max_depth of"),
        Wrong("divided at max_depth", init_too_deep, "wrong", "never divided"),
        Wrong("colour kept", init_with_colour_kept, "wrong", "the colour None"),
        Wrong("one child four times", init_with_one_child, "wrong", "in two places"),
        Wrong("copies of one child", init_with_copies, "wrong", "always alike"),
        Wrong("plus for minus", init_with_a_wrong_sign, "wrong", "is not below exp"),
        Wrong("random.choice", init_with_random, "wrong", "come from rng"),
        Wrong("a seed of its own", init_with_a_seed, "wrong", "does not use rng"),
        Wrong("one draw for four", init_with_one_draw, "wrong", "a draw of its own"),
        Wrong("five colours", init_with_five_colours, "wrong", "colours are 0, 1, 2 and 3"),
        Wrong("no colours", init_without_colours, "wrong", "needs a colour"),
        Wrong("attributes missing", init_of_unfinished_blocks, "wrong", "is missing"),
    ],
}
