import math

import numpy as np

from blocky import Block, Colour
from tests.answers import Wrong, but, changes, solved

MAKING = solved("blocky/02_random_init")
with_none = but(MAKING.MyBlock, {"children=()": "children=None", "list(children)":
                                 "[] if children is None else [*children]"})


def in_one_line(level, max_depth, rng):
    return level < max_depth and rng.random() < math.exp(-0.25 * level)


def draws_first(level, max_depth, rng):
    draw = rng.random()
    return np.bool_(draw < math.e ** (-0.25 * level) and level != max_depth)


def with_a_comprehension(level, max_depth, rng):
    if in_one_line(level, max_depth, rng):
        children = [with_a_comprehension(level + 1, max_depth, rng) for _ in range(4)]
        return Block(level, max_depth, children=children)
    return Block(level, max_depth, rng.choice(list(Colour)))


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


def draws_twice(level, max_depth, rng):
    if in_one_line(level, max_depth, rng):
        children = [draws_twice(level + 1, max_depth, rng) for _ in range(4)]
        return MAKING.MyBlock(level, max_depth, None, children)
    elif not in_one_line(level, max_depth, rng):
        return MAKING.MyBlock(level, max_depth, rng.randrange(4))


def draws_nothing_at_the_top(level, max_depth, rng):
    return level < max_depth and (level == 0 or rng.random() < math.exp(-0.25 * level))


def asks_for_the_children(level, max_depth, rng):
    if level == max_depth:
        return Block(level, max_depth, rng.choice(list(Colour)))
    children = []
    for _ in range(4):
        if in_one_line(level + 1, max_depth, rng):
            children.append(asks_for_the_children(level + 1, max_depth, rng))
        else:
            children.append(Block(level + 1, max_depth, rng.choice(list(Colour))))
    return Block(level, max_depth, children=children)


RIGHT = {
    "MyBlock": [with_none],
    "shall_divide": [draws_first],
    "random_init": [with_a_comprehension, with_helpers],
}

FOUR = "[with_helpers(level + 1, max_depth, rng) for _ in range(4)]"
DIVIDES = "in_one_line(level, max_depth, rng)"

WRONG = {
    "MyBlock": [*changes(
        MAKING.MyBlock,
        ("self forgotten", {"self.colour =": "colour ="}, "self.colour = colour"),
        ("children are a tuple", {"list(children)": "tuple(children)"}, "list instead of tuple"),
        ("the list that was handed in", {"list(children)": "children"}, "list(children)"),
        ("the name misspelt", {"__init__": "_init_"}, "doesn't define __init__"),
        ("not a Block", {"(Block)": ""}, "class MyBlock(Block)"),
        ("too few parameters", {", colour=None, children=()": ""}, "doesn't have the parameters"),
        ("children moved", {
            "child.parent = self": "child.parent = self\n            child.position = (0, 0)"},
         "child.position = (0, 0)"))],
    "shall_divide": [
        Wrong("no draw at level 0", draws_nothing_at_the_top,
              "draws no number for a block at level 0"), *changes(
        MAKING.shall_divide,
        ("chance from elsewhere", {"rng.random()": "random.random()"}, "not random.random()"),
        ("two draws", {"rng.random() ": "min(rng.random(), rng.random()) "}, "2 random numbers"),
        ("also at max_depth", {"level < max_depth and ": ""},
         "if level == max_depth: return False"),
        ("a choice of percents", {"rng.random()": "rng.randrange(100) / 90"},
         "another method of rng | replace rng"),
        ("no minus", {"-0.25 *": "0.25 *"}, "replace 0.25 * level with -0.25 * level"))],
    "random_init": [
        Wrong("never asks for the first block", asks_for_the_children,
              "A block at level 2 must not be divided"),
        Wrong("draws twice", draws_twice, "draws_twice must return a value in every case"),
        *changes(
            with_helpers,
            ("blocks without max_depth", {"Block(level, max_depth)": "Block(level)"},
             "Your block has level 0 and max_depth 0"),
            ("divided at max_depth", {DIVIDES: "rng.random() < math.exp(-0.25 * level)"},
             "Never divide a block at max_depth"),
            ("copies of one child", {FOUR: f"{FOUR}\n        children[1:] = ["
                                           "children[0].copy() for _ in range(3)]"},
             "Make each child with its own call"),
            ("a seed of its own", {
                "    block = Block": "    rng = random.Random(level)\n    block = Block"},
             "Draw random numbers from rng"),
            ("two draws for a block", {DIVIDES: (
                "level < max_depth and min(rng.random(), rng.random()) < math.exp(-0.25 * level)")},
             "Draw one number for each block"),
            ("divided above the chance", {
                DIVIDES: "level < max_depth and rng.random() > math.exp(-0.25 * level)"},
             "must be divided"),
            ("five colours", {"randrange(4)": "randint(0, 4)"}, "isn't one of the game's colours")),
        *changes(
            with_a_comprehension,
            ("one draw for four", {
                "if in_one_line(level, max_depth, rng):":
                "if level < max_depth and draw < math.exp(-0.25 * level):\n"
                "        draw = rng.random()", "rng):": "rng, draw=0.0):",
                "rng) for": "rng, draw) for"}, "Make each child with its own call"),
            ("one colour for siblings", {
                "max_depth, rng):\n    if": "max_depth, rng, own=0):\n    below = rng.randrange(4)"
                "\n    if", "rng) for": "rng, below) for", "rng.choice(list(Colour))": "own"},
             "leaves with the same parent")),
    ],
}
