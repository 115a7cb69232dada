"""Exercise 02: the rule by which blocks are divided, and random boards."""

from __future__ import annotations

import copy
import math
from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from blocky.block import Block
from blocky.block import random_init as _random_init
from blocky.check.boards import hints_of_broken
from blocky.colour import Colour
from blocky.kit.check.failure import Sure
from blocky.kit.check.laws import with_chance
from blocky.kit.check.run import Outcome, Seen
from blocky.kit.check.task import Case, Hints, Task
from blocky.kit.language import say

__all__ = ["Always", "random_init", "shall_divide"]


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


def _source(rng: Random) -> str:
    return repr(rng) if isinstance(rng, Always) else "rng"


_OF_ITS_OWN = Sure(("Try it twice with Random(7). Is the result the same?",
                    "Where do your random numbers come from?",
                    "Every random number must come from rng: rng.random(), not random.random()."))


#: The name of what is seen of the sources of random numbers.
_ELSEWHERE = "draws from the module random"


def _drawn(call: Callable[[], Any]) -> Seen:
    """Return what ``call`` returns, with whether it draws from another source than rng."""
    value, elsewhere = with_chance(call)
    return Seen(value, {_ELSEWHERE: elsewhere})


def _near(level: int, above: bool) -> Always:
    """Return a draw just above or just below the chance for a level."""
    return Always(min(0.99, round(math.exp(-0.25 * level) + (0.02 if above else -0.02), 2)))


def _divide_cases(rng: Random) -> Iterator[Case]:
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
    if isinstance(got.value, float):
        return ("What does your function return, and what should it?",
                "The result is True or False: whether the block is divided.",
                "The draw itself is returned. Return whether it is below the chance, "
                "exp(-0.25 * level).")
    drawn = got.arguments[2].drawn
    if drawn > 1:
        return Sure((
            "How many draws decide about one block?",
            "Of two numbers, the smaller one is more often below the chance.",
            say("Your function draws {drawn} numbers for one block. Draw once.", drawn=drawn)))
    if 0 < case[0] < case[1] and not drawn and got.value is not None:
        return ("Where does the draw come from?", "A draw from 0 to 1 is rng.random().",
                "Your function never calls rng.random(). Compare one draw with exp(-0.25 * level).")
    return None


shall_divide = Task(
    "shall_divide", _shall_divide, _divide_cases, laws=[_from_rng],
    call=lambda answer, *given: _drawn(lambda: answer(*given)),
    words=lambda level, max_depth, rng: f"shall_divide({level}, {max_depth}, {_source(rng)})",
)


# -- random boards -----------------------------------------------------------------------------

#: How many boards are looked at together.
_MANY = 40


def _random_cases(rng: Random) -> Iterator[Case]:
    """Yield cases: how many boards to make, and what to call the answer with."""
    for level, max_depth in [(0, 0), (0, 1), (3, 3), (0, 2), (1, 3), (0, 3), (2, 5)]:
        yield 1, level, max_depth, Random(rng.randrange(10**6))
    for max_depth in (2, 3):
        yield 2, 0, max_depth, Random(rng.randrange(10**6))
    yield 1, 0, 1, Always(0.7)
    yield _MANY, 0, 3, Random(rng.randrange(10**6))
    for level, max_depth, near, above in [(0, 3, 1, True), (0, 3, 1, False), (0, 5, 2, True),
                                          (0, 4, 3, False), (1, 4, 2, True), (3, 6, 4, True)]:
        yield 1, level, max_depth, _near(near, above)


def _make(answer: Any, times: int, level: int, max_depth: int, rng: Random) -> Any:
    """Return a board, or two that should be the same, or a list of many."""
    sources = [copy.deepcopy(rng), rng] if times == 2 else times * [rng]
    seen = _drawn(lambda: [answer(level, max_depth, each) for each in sources])
    return Seen(seen.value[0], seen.facts) if times == 1 else seen


def _is_random_board(case: Case, got: Outcome) -> Hints | Sure | None:
    times, level, max_depth, _ = case
    if got.facts[_ELSEWHERE]:
        return _OF_ITS_OWN
    for board in got.value if times > 1 else [got.value]:
        if board is None and times == 1:
            return None
        if not isinstance(board, Block):
            return hints_of_broken(board)
        for name, value in ("level", level), ("max_depth", max_depth):
            if getattr(board, name, None) != value:
                own = getattr(board, name, None)
                return ("Look at the block that is returned.",
                        say("Which {name} has it?", name=name),
                        say("The {name} of the block is {own}, but {value} was handed in: give it "
                            "to the block as it is; level + 1 is for its children only.",
                            name=name, own=own, value=value))
        if any(0 < len(each.children) < 4 for each in board.blocks()):
            return ("How many children has each block?", "A block has four children, or none.",
                    say("A block of yours is divided into fewer than four. Whether it is divided "
                        "is asked once, before its four children are made, not for each child."))
        if hints := hints_of_broken(board, places=False):
            return hints
    return None


def _rule_is_kept(case: Case, got: Outcome) -> Hints | None:
    """Look at a board for which all draws were the same."""
    max_depth, rng = case[2:]
    if not isinstance(rng, Always) or not isinstance(got.value, Block):
        return None
    for block in got.value.blocks():
        divided = _shall_divide(block.level, max_depth, rng)
        if divided != bool(block.children):
            return ("Which blocks are divided, and which are not?",
                    "Compare one draw for each block with exp(-0.25 * level), with its own level.",
                    say("All draws were {number:g} here. A block at level {level} of {most} is "
                        "divided, as {number:g} is below exp(-0.25 * {level}), {chance:.2f}, and "
                        "has four children from then on. Yours has none." if divided else
                        "All draws were {number:g} here. A block is divided only if its level is "
                        "below max_depth, and the draw below exp(-0.25 * level). One at level "
                        "{level} of {most}, where that is {chance:.2f}, is not. Yours is.",
                        number=rng.number,
                        level=block.level, most=max_depth, chance=math.exp(-0.25 * block.level)))
    return None


def _varied(case: Case, got: Outcome) -> Hints | None:
    """Look at two boards that should be the same, or at many that should not."""
    times = case[0]
    if times == 1:
        return None
    boards = [board.to_nested() for board in got.value]
    if times == 2:
        return None if boards[0] == boards[1] else (
            "The same seed twice should give the same board.",
            "Where do your random numbers and colours come from?",
            "Every random choice must come from rng: rng.random(), rng.choice(...). Do not make "
            "a Random of your own, and keep nothing between the calls.")
    if all(board == boards[0] for board in boards):
        return (say("{many} boards were made, and all of them are the same.", many=_MANY),
                "Where do your random numbers come from?",
                "Your function never draws from rng."
                if got.arguments[3].getstate() == case[3].getstate() else
                "Not all is drawn from rng: there is another Random, with a fixed seed. Hand rng "
                "itself on to the calls that make the children.")
    deepest = max(leaf.level for board in got.value for leaf in board.leaves())
    if deepest < case[2]:
        return ("How deep are the boards that your function makes?",
                "The children of a block are random blocks themselves.",
                say("No block at level {level} is ever divided, though max_depth is {max_depth}. "
                    "Whether a block is divided is asked with its own level. Each of its children "
                    "comes from a call of the function itself, and must be kept.",
                    level=deepest, max_depth=case[2]))
    groups = [block.children for board in got.value for block in board.blocks() if block.children]
    if all(child == group[0] for group in groups for child in group):
        return ("Look at the four children of a block.", "How often is the function called?",
                "The four children of a block are always alike: call the function for each of "
                "them anew.")
    kinds = {tuple(sorted({bool(child.children) for child in group})) for group in groups
             if group[0].level < group[0].max_depth}
    if kinds == {(False,), (True,)}:
        return ("Look at the four children of a block: which of them are divided?",
                "How many draws are made for four children?",
                "Either all four children are divided, or none: there is one draw for all. Each "
                "block needs a draw of its own.")
    leaves = [[child.colour for child in group if not child.children] for group in groups]
    if all(len(set(colours)) < 2 for colours in leaves):
        return ("Look at the leaves among the four children of a block.",
                "How often is a colour drawn, and for whom?",
                "Leaves of one parent always have the same colour. Draw a colour for each leaf by "
                "itself.")
    if all(len(set(colours)) == len(colours) for colours in leaves):
        return ("Look at the leaves among the four children of a block.",
                "Are two of them ever alike?",
                "Leaves of one parent never have the same colour. Draw a colour for each leaf by "
                "itself, from all four.")
    return _shares_are_right(got.value)


def _shares_are_right(boards: list[Block]) -> Hints | None:
    """See whether as many blocks are divided, and of each colour, as chance would have it."""
    below = [bool(block.children) for board in boards for block in board.blocks()
             if block.level == 2]
    share, chance = sum(below) / len(below), math.exp(-0.5)
    if abs(share - chance) > 0.13:
        return ("How many of the blocks at level 2 are divided?",
                say("On average, {chance:.0%} of them should be divided.", chance=chance),
                say("Of the blocks at level 2, {share:.0%} are divided, but the chance is "
                    "exp(-0.25 * 2), {chance:.0%}: of one draw for each block, with its own "
                    "level.", share=share, chance=chance))
    leaves = Counter(leaf.colour for board in boards for leaf in board.leaves())
    for colour in sorted(Colour, key=lambda each: leaves[each]):
        share = leaves[colour] / leaves.total()
        if not 0.18 < share < 0.32:
            return ("Do all colours come equally often?",
                    say("How often comes {colour}?", colour=colour),
                    say("Of the leaves, {share:.0%} are {colour}, but each colour should have "
                        "about 25%. Use rng.choice(list(Colour)), once for each leaf.", share=share,
                        colour=colour))
    return None


def _words_of_random_init(times: int, level: int, max_depth: int, rng: Random) -> str:
    call = f"random_init({level}, {max_depth}, {_source(rng)})"
    if times > 2:
        return say("{call}, {times} times", call=call, times=times)
    return say("{call}, twice with the same seed", call=call) if times == 2 else call


random_init = Task(
    "random_init", _random_init, _random_cases, call=_make, only_laws=True,
    kits=[_random_init, Block.smash], laws=[_is_random_board, _rule_is_kept, _varied],
    words=_words_of_random_init, endless=(
        "Which calls does a call of your function make, and when does it make none?",
        "A call makes a block once, and four calls at most, each one level deeper.",
        "A call must come to its end: at max_depth it makes a leaf, and no call. Is level + 1 "
        "handed to the calls for the children, and max_depth as it is? And is it asked once "
        "whether the block is divided, by if and not by while?"),
)
