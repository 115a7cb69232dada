"""Exercise 02: the initializer of a block, the rule that divides blocks, and random boards."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

from blocky.block import Block
from blocky.block import random_init as _random_init
from blocky.check.boards import Verdict, hints_of_broken
from blocky.colour import Colour
from blocky.kit.check.compare import told, written
from blocky.kit.check.laws import several, several_calls, several_words, with_chance
from blocky.kit.check.reproduce import statements
from blocky.kit.check.task import Call, Case, Cases, Hints, Outcome, Seen, Sure, Task, subclass_of
from blocky.kit.language import say

__all__ = ["Always", "MyBlock", "random_init", "shall_divide"]


_KINDS: dict[str, type] = {"position": tuple, "highlighted": bool, "children": list}
_PARENT, _AS_THEY_WERE = "children whose parent is this block", "other changes in the children"

#: What the task asks for in a new block.
_STEPS = {
    "level": "Store the argument: self.level = level.",
    "max_depth": "Store the argument: self.max_depth = max_depth.",
    "colour": "Store the argument, even if it is None: self.colour = colour.",
    "position": "A new block has no place yet: self.position = (0, 0).",
    "size": "A new block has no size yet: self.size = 0.",
    "highlighted": "A new block isn't highlighted: self.highlighted = False.",
    "parent": "A new block has no parent yet: self.parent = None. The block above sets it later.",
    "children": "Each block needs its own list of the given children, in the same order: "
                "self.children = list(children).",
    _PARENT: "This block is the parent of its children: for each of them, set child.parent = self.",
    _AS_THEY_WERE: "In the children, change only the attribute parent.",
}


def _made(answer: Any, level: int, max_depth: int, colour: int | None, count: int) -> Seen:
    """Return the attributes of a new block with ``count`` children."""
    children = [answer(level + 1, max_depth, number) for number in range(count)]
    if not count and isinstance(getattr(earlier := answer(level, max_depth, colour), "children",
                                        None), list):
        earlier.children.append(answer(level + 1, max_depth, 0))
    for number, child in enumerate(children):
        child.position, child.size = (8 * number, 4), 4
    before = [{**vars(child)} for child in children]
    block = answer(level, max_depth, colour, *[children] * bool(count))
    changed = {name for child, was in zip(children, before, strict=True) for name in vars(child)
               if name != "parent" and told(vars(child)[name]) != told(was.get(name))}
    unset = Verdict(say("missing: self has no such attribute"))
    seen = {name: getattr(block, name, unset) for name in _STEPS if " " not in name}
    own = seen["children"]
    if isinstance(own, list):
        seen["children"] = (
            Verdict(say("the same list that was passed in")) if own is children else
            Verdict(say("one list that all blocks share")) if own and not count else
            len(own) if [*map(id, own)] == [*map(id, children)] else
            Verdict(say("{number} blocks, but not the given blocks in the given order",
                        number=len(own))))
    for name, kind in _KINDS.items():
        if not isinstance(value := getattr(block, name, unset), (kind, Verdict)):
            seen[name] = Verdict(say("{value}, which isn't a {kind}",
                                     value=written(value), kind=kind.__name__))
    return Seen(None, {**seen, _PARENT: sum(getattr(child, "parent", None) is block
                                            for child in children),
                       _AS_THEY_WERE: sorted(changed)})


def _new_block(level: int, max_depth: int, colour: int | None, count: int) -> Call:
    if not count:
        return Call(f"vars(MyBlock({level}, {max_depth}, {colour}))")
    return Call(f"children = [MyBlock({level + 1}, {max_depth}, number) for number in range(4)]\n"
                f"vars(MyBlock({level}, {max_depth}, {colour}, children))")


MyBlock = Task(
    "MyBlock", Block, lambda rng: [
        (0, 0, 2, 0), (0, 2, None, 0), (1, 3, 0, 0), (0, 1, None, 4), (2, 5, None, 4),
        (4, 4, 3, 0), (1, 4, None, 4)],
    call=_made, steps=_STEPS, needs="a class",
    form=subclass_of(Block, "__init__"), kits=[Block.__init__],
    words=lambda level, max_depth, colour, count: say(
        "MyBlock({level}, {max_depth}, {colour}, [four blocks])" if count else
        "MyBlock({level}, {max_depth}, {colour})", level=level, max_depth=max_depth,
        colour=colour),
    python=_new_block,
)


# -- the rule ----------------------------------------------------------------------------------

class Always(Random):
    """A source of random numbers whose random() always returns the same number."""

    def __init__(self, number: float) -> None:
        super().__init__(0)
        self.number, self.drawn = number, 0

    def random(self) -> float:
        """Return the number."""
        self.drawn += 1
        return self.number

    def getrandbits(self, k: int, /) -> int:
        """Return random bits; a choice of colours is made of them."""
        return super().getrandbits(k)

    def __deepcopy__(self, memo: Any) -> Always:
        return Always(self.number)

    def __repr__(self) -> str:
        return say("<rng whose random() returns {number:g}>", number=self.number)


@statements.register
def _(rng: Always, name: str) -> list[str]:
    return [f"{name} = Random(0)", f"{name}.random = lambda: {rng.number:g}"]


def _source(rng: Random) -> str:
    return repr(rng) if isinstance(rng, Always) else "rng"


#: The fact about the sources of random numbers, and its hints.
_ELSEWHERE = "it uses the module random"
_OF_ITS_OWN = Sure(("Call your function twice with a new Random(7). Do you get the same result?",
                    "Where do your random numbers come from?",
                    "Get every random number from rng: use rng.random(), not random.random()."))


def _drawn(call: Callable[[], Any]) -> Seen:
    """Return the result of ``call``, and whether it draws from another source than rng."""
    value, elsewhere = with_chance(call)
    return Seen(value, {_ELSEWHERE: elsewhere})


def _near(level: int, above: bool) -> Always:
    """Return a draw just above or just below the chance at a level."""
    return Always(min(0.99, round(math.exp(-0.25 * level) + (0.02 if above else -0.02), 2)))


def _divide_cases(rng: Random) -> Cases:
    yield 0, 0, Always(0.3)
    yield from ((level, level + 2, Always(draw)) for level, draw in (
        (0, 0.3), (0, 0.98), (0, 0.7), (0, 0.55), (1, 0.7)))
    yield from ((level, max_depth, _near(level, above)) for level, max_depth, above in [
        (1, 3, True), (1, 3, False), (2, 3, True), (2, 4, False), (3, 3, False), (3, 9, True),
        (3, 9, False), (5, 5, False), (6, 7, True), (6, 7, False), (10, 12, False)])
    for _ in range(10):
        level = rng.randrange(8)
        yield level, rng.randrange(level, 9), _near(level, rng.random() < 0.5)


def _shall_divide(level: int, max_depth: int, rng: Random) -> bool:
    if level == max_depth:
        return False
    return rng.random() < math.exp(-0.25 * level)


def _from_rng(case: Case, got: Outcome) -> Hints | Sure | None:
    if got.facts[_ELSEWHERE]:
        return _OF_ITS_OWN
    return None if got.arguments[2].drawn < 2 else Sure((
        "How many random numbers should decide about one block?",
        "If you draw two numbers, it's more likely that one of them is below the chance.",
        say("Your function draws {drawn} random numbers for one block. Draw only one.",
            drawn=got.arguments[2].drawn)))


shall_divide = Task(
    "shall_divide", _shall_divide, _divide_cases, laws=[_from_rng],
    call=lambda answer, *given: _drawn(lambda: answer(*given)),
    words=lambda level, max_depth, rng: f"shall_divide({level}, {max_depth}, {_source(rng)})",
)


# -- random boards -----------------------------------------------------------------------------

#: The number of boards that are compared with chance.
_MANY = 40


def _random_cases(rng: Random) -> Cases:
    for level, max_depth in [(0, 0), (0, 1), (3, 3), (0, 2), (1, 3), (0, 3), (2, 5)]:
        yield 1, level, max_depth, Random(rng.randrange(1000))
    for max_depth in (2, 3):
        yield 2, 0, max_depth, Random(rng.randrange(1000))
    yield 1, 0, 1, Always(0.7)
    yield _MANY, 0, 3, Random(rng.randrange(1000))
    for level, max_depth, near, above in [(0, 3, 1, True), (0, 3, 1, False), (0, 5, 2, True),
                                          (0, 4, 3, False), (1, 4, 2, True), (3, 6, 4, True)]:
        yield 1, level, max_depth, _near(near, above)


def _is_random_board(case: Case, got: Outcome) -> Hints | Sure | None:
    times, level, max_depth, _ = case
    if got.facts[_ELSEWHERE]:
        return _OF_ITS_OWN
    for board in got.value if times > 1 else [got.value]:
        if board is None and times == 1:
            return None
        if not isinstance(board, Block):
            return hints_of_broken(board)
        if (board.level, board.max_depth) != (level, max_depth):
            return ("Look at the block that your function returns.",
                    "What are the level and max_depth of this block?",
                    say("Your block has (level, max_depth) = {own}, but the arguments were "
                        "{value}. Use them unchanged; only the children get level + 1.",
                        own=(board.level, board.max_depth), value=(level, max_depth)))
        if any(0 < len(each.children) < 4 for each in board.blocks()):
            return ("How many children does each block have?",
                    "A block has either four children or none.",
                    "One of your blocks has fewer than four children. Decide once whether to "
                    "divide a block, before you make its four children, and not again for each "
                    "child.")
        if hints := hints_of_broken(board, places=False):
            return hints
    return None


def _rule_is_kept(case: Case, got: Outcome) -> Hints | None:
    max_depth, rng = case[2:]
    if not isinstance(rng, Always) or not isinstance(got.value, Block):
        return None
    for block in got.value.blocks():
        divided = _shall_divide(block.level, max_depth, rng)
        if divided != bool(block.children):
            return ("Which blocks are divided here? Which ones should be?",
                    "Draw one number for each block, and compare it with exp(-0.25 * level). Use "
                    "that block's own level.",
                    say("Here every draw was {number:g}. Divide a block if its level is below "
                        "max_depth and the draw is below exp(-0.25 * level). At level {level} of "
                        "{most}, that is {chance:.2f}. Divide? {right}. Yours: {own}.",
                        number=rng.number, level=block.level, most=max_depth,
                        chance=math.exp(-0.25 * block.level), right=divided, own=not divided))
    return None


def _varied(case: Case, got: Outcome) -> Hints | None:
    """Compare two boards that should be the same, or many that should differ."""
    if case[0] == 1:
        return None
    boards = [board.to_nested() for board in got.value]
    blocks = [block for board in got.value for block in board.blocks()]
    groups = [block.children for block in blocks if block.children]
    kinds = {tuple(sorted({bool(child.children) for child in group})) for group in groups
             if group[0].level < group[0].max_depth}
    leaves = [[child.colour for child in group if not child.children] for group in groups]
    deepest = max(block.level for block in blocks)
    why = (
        "" if case[0] == 2 and boards[0] == boards[1] else
        "The same seed gave two different boards. Get every random choice from rng, don't make "
        "your own Random, and keep nothing between the calls." if case[0] == 2 else
        "All boards are the same. Draw from rng, and pass rng itself to the calls that make the "
        "children." if all(board == boards[0] for board in boards) else
        say("No block at level {level} is ever divided, although max_depth is {max_depth}. Use the "
            "block's own level to decide. Make each child with a recursive call, and keep what it "
            "returns.", level=deepest, max_depth=case[2])
        if deepest < case[2] else
        "The four children of a block are always the same. Call the function once for each child."
        if all(child == group[0] for group in groups for child in group) else
        "Either all four children are divided, or none. Draw a new number for each block."
        if kinds == {(False,), (True,)} else
        "Leaves with the same parent always have the same colour, or always different ones. Draw a "
        "colour for each leaf separately, from all four."
        if all(len({*each}) < 2 for each in leaves) or all(
            len({*each}) == len(each) for each in leaves) else _shares(blocks))
    return ("Compare the boards that your function makes, and the four children of each block.",
            "Each call decides whether to divide its own block. If it doesn't, it chooses a colour "
            "for that block.",
            why) if why else None


def _shares(blocks: list[Block]) -> str:
    below = [bool(block.children) for block in blocks if block.level == 2]
    share, chance = sum(below) / len(below), math.exp(-0.5)
    if abs(share - chance) > 0.13:
        return say("At level 2, {share:.0%} of your blocks are divided, but the chance is "
                   "exp(-0.25 * 2), {chance:.0%}. Draw one number for each block, and use its own "
                   "level.",
                   share=share, chance=chance)
    leaves = Counter(block.colour for block in blocks if not block.children)
    return next((say("Of your leaves, {share:.0%} are {colour}, but each colour should have about "
                     "25%. Use rng.choice(list(Colour)) once for each leaf.", share=share,
                     colour=colour)
                 for colour in sorted(Colour, key=lambda each: leaves[each])
                 if not 0.18 < (share := leaves[colour] / leaves.total()) < 0.32), "")


random_init = Task(
    "random_init", _random_init, _random_cases, only_laws=True,
    call=lambda answer, times, level, max_depth, rng: _drawn(
        lambda: several(partial(answer, level, max_depth), times, rng)),
    kits=[_random_init, Block.smash], laws=[_is_random_board, _rule_is_kept, _varied],
    words=lambda times, level, max_depth, rng: several_words(
        f"random_init({level}, {max_depth}, {_source(rng)})", times),
    python=lambda times, level, max_depth, rng: several_calls(
        f"random_init({level}, {max_depth}, rng)", times, rng),
)
