"""Exercise 02: an initializer, the rule by which blocks are divided, and random boards."""

from __future__ import annotations

import copy
import math
import random
from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from blocky.block import Block
from blocky.block import random_init as _random_init
from blocky.check.boards import Verdict, hints_of_broken
from blocky.colour import Colour
from blocky.kit.check.run import Outcome
from blocky.kit.check.task import Case, Hints, Mistake, Task, subclass_of
from blocky.kit.check.told import told, written
from blocky.kit.language import say

__all__ = ["MyBlock", "random_init", "shall_divide"]


# -- the initializer ---------------------------------------------------------------------------

_ATTRIBUTES = ("level", "max_depth", "colour", "position", "size", "highlighted", "parent")


def _block_cases(rng: Random) -> Iterator[Case]:
    yield from [(0, 0, 2, 0), (0, 2, None, 0), (1, 3, 0, 0), (0, 1, None, 4), (2, 5, None, 4),
                (4, 4, 3, 0), (1, 4, None, 4)]


def _attributes(answer: Any, level: int, max_depth: int, colour: int | None, count: int) -> Any:
    """Return what a new block, with so many children, says of itself."""
    children = [answer(level + 1, max_depth, number) for number in range(count)]
    if not count:
        other, earlier = answer(level + 1, max_depth, 0), answer(level, max_depth, colour)
        if isinstance(getattr(earlier, "children", None), list):
            earlier.children.append(other)
    given = (children,) if count else ()
    block = answer(level, max_depth, colour, *given)
    seen = {name: getattr(block, name, "missing") for name in _ATTRIBUTES}
    own = getattr(block, "children", "missing")
    seen["children"] = len(own) if isinstance(own, list) else own
    if count and isinstance(own, list) and [id(child) for child in own] != [*map(id, children)]:
        seen["children"] = -1
    seen["parents"] = sum(getattr(child, "parent", None) is block for child in children)
    return seen


_ASK = {
    "level": "It is what was handed in.",
    "max_depth": "It is what was handed in.",
    "colour": "It is what was handed in, also None.",
    "position": "A new block has no place yet: (0, 0).",
    "size": "A new block has no place yet: 0.",
    "highlighted": "Nobody has chosen the new block: False.",
    "parent": "The new block is no child yet: None. The block above tells it later.",
    "children": "It is a list, [] for a leaf.",
}


def _set_rightly(case: Case, got: Outcome) -> Hints | None:
    level, max_depth, colour, count = case
    seen = got.value
    expected = {"level": level, "max_depth": max_depth, "colour": colour, "position": (0, 0),
                "size": 0, "highlighted": False, "parent": None}
    for name in _ASK:
        if isinstance(seen[name], str) and seen[name] == "missing":
            return ("Which attributes does a new block have?",
                    "What is written to a plain name is forgotten when the initializer ends.",
                    say("self.{name} is never set. {ask}", name=name,
                        ask=say(_ASK[name])))
    for name, value in expected.items():
        own = seen[name]
        if told(own) != told(value):
            return ("Look at the attributes above.", say("What should self.{name} be?", name=name),
                    say("self.{name} is {own}, but {value} is expected. {ask}", name=name,
                        own=written(own), value=value, ask=say(_ASK[name])))
    own = seen["children"]
    if not isinstance(own, int):
        return ("What is self.children for a block without children?",
                "Children are added to the list later, so it must be one.",
                say("self.children is {own}, not a list. Write list(children).", own=written(own)))
    if not count and own:
        return ("Make two blocks, add a child to one of them, and look at the other.",
                "A default value such as [] is made once, when Python reads the def.",
                "All blocks without children share one list. Give each its own: "
                "self.children = list(children).")
    if own != count:
        return ("Look at the children of the block.", "They are those that were handed in.",
                "self.children does not hold the children that were handed in, in their order.")
    if seen["parents"] != count:
        return ("The children have been made before their parent. What do they not know yet?",
                "Each child has an attribute parent.",
                "The children are not told who their parent is: for each of them, "
                "child.parent = self.")
    return None


def _words_of_my_block(level: int, max_depth: int, colour: int | None, count: int) -> str:
    given = f"MyBlock({level}, {max_depth}, {colour}"
    return say("{given}, [four blocks])", given=given) if count else f"{given})"


MyBlock = Task(
    "MyBlock", Block, _block_cases, call=_attributes, laws=[_set_rightly],
    form=subclass_of(Block),
    words=_words_of_my_block, needs="a class",
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


def _source(rng: Random) -> str:
    return repr(rng) if isinstance(rng, Always) else "rng"


_OF_ITS_OWN = ("Try it twice with Random(7). Is the result the same?",
               "Where do your random numbers come from?",
               "Every random number must come from rng: rng.random(), not random.random().")


def _watched(answer: Any, *args: Any) -> Any:
    """Return what ``answer`` returns, or a Verdict on where its random numbers are from."""
    before = random.getstate()
    result = answer(*args)
    return result if random.getstate() == before else Verdict(
        say("made with the random numbers of the module random"))


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
    return level < max_depth and rng.random() < math.exp(-0.25 * level)


def _by(chance: Callable[[int, int], float], deep: Callable[[int, int], bool] = int.__lt__,
        below: bool = True) -> Callable[[int, int, Random], bool]:
    def answer(level: int, max_depth: int, rng: Random) -> bool:
        return deep(level, max_depth) and (rng.random() < chance(level, max_depth)) is below
    return answer


def _chance(level: int, max_depth: int) -> float:
    return math.exp(-0.25 * level)


def _from_rng(case: Case, got: Outcome) -> Hints | None:
    if isinstance(got.value, Verdict):
        return _OF_ITS_OWN
    if 0 < case[0] < case[1] and not got.arguments[2].drawn and got.value is not None:
        return ("Where does the draw come from?", "A draw from 0 to 1 is rng.random().",
                "Your function never calls rng.random(). Compare one draw with exp(-0.25 * level).")
    return None


shall_divide = Task(
    "shall_divide", _shall_divide, _divide_cases, call=_watched, laws=[_from_rng],
    mistakes=[
        Mistake(_by(_chance, lambda level, max_depth: True), (
            "May every block be divided?", "How deep may a block lie?",
            "A block at max_depth is never divided, whatever is drawn: ask for level < max_depth, "
            "not <=.")),
        Mistake(_by(lambda level, max_depth: math.exp(0.25 * level)), (
            "Which numbers are the chances for levels 0, 1, 2? Print them.",
            "The chance must fall with the level. Is yours larger than 1?",
            "The minus sign is missing: exp(-0.25 * level).")),
        Mistake(_by(_chance, below=False), (
            "Is a block divided when the draw is small, or when it is large?",
            "The chance at level 0 is 1, and every draw is below 1.",
            "It is the wrong way round: divided if the draw is below exp(-0.25 * level).")),
        *(Mistake(_by(lambda level, max_depth, chance=chance: chance), (  # type: ignore[misc]
            "Does your chance depend on the level?", "It falls: 1, 0.78, 0.61, ...",
            "Your chance is the same for each level. It should be exp(-0.25 * level)."))
          for chance in (0.5, math.exp(-0.25))),
        Mistake(_by(lambda level, max_depth: math.exp(-0.25 * (level + 1))), (
            "Which level does the chance depend on?", "It is the block's own level.",
            "Your chance is that of the next level. Use the level of the block itself.")),
        *(Mistake(_by(chance), (
            "What does your chance depend on?", "It depends on the block's own level.",
            "You use max_depth in the chance. It depends on the level only: exp(-0.25 * level)."))
          for chance in (lambda level, max_depth: math.exp(-0.25 * max_depth),
                         lambda level, max_depth: math.exp(-0.25 * (max_depth - level)))),
    ],
    hints=("Which of the two conditions decides the case above?",
           "Work out exp(-0.25 * level) for the case above, and compare it with the draw.",
           "Return True if level < max_depth and rng.random() < exp(-0.25 * level), and False "
           "else."),
    words=lambda level, max_depth, rng: f"shall_divide({level}, {max_depth}, {_source(rng)})",
)


# -- random boards -----------------------------------------------------------------------------

#: How many boards are looked at together.
_MANY = 40


def _random_cases(rng: Random) -> Iterator[Case]:
    """Yield cases: how many boards to make, and what to call the answer with."""
    for level, max_depth in [(0, 1), (0, 0), (3, 3), (0, 2), (1, 3), (0, 3), (2, 5)]:
        yield 1, level, max_depth, Random(rng.randrange(10**6))
    for max_depth in (2, 3):
        yield 2, 0, max_depth, Random(rng.randrange(10**6))
    yield _MANY, 0, 3, Random(rng.randrange(10**6))
    for level, max_depth, near, above in [(0, 3, 1, True), (0, 3, 1, False), (0, 5, 2, True),
                                          (0, 4, 3, False), (1, 4, 2, True), (3, 6, 4, True)]:
        yield 1, level, max_depth, _near(near, above)


def _make(answer: Any, times: int, level: int, max_depth: int, rng: Random) -> Any:
    """Return a board, or two that should be the same, or a list of many."""
    if times == 2:
        return [_watched(answer, level, max_depth, each) for each in (copy.deepcopy(rng), rng)]
    made = [_watched(answer, level, max_depth, rng) for _ in range(times)]
    return made[0] if times == 1 else made


def _is_random_board(case: Case, got: Outcome) -> Hints | None:
    times, level, max_depth, _ = case
    for board in got.value if times > 1 else [got.value]:
        if isinstance(board, Verdict):
            return _OF_ITS_OWN
        if board is None:
            return None if times == 1 else (
                "Does your function always return a block?", "It returned None once.",
                "A return is missing on one way through the function.")
        if not isinstance(board, Block):
            return hints_of_broken(board)
        for name, value in ("level", level), ("max_depth", max_depth):
            if getattr(board, name, None) != value:
                return ("Look at the block that is returned.",
                        say("Which {name} has it?", name=name),
                        say("The {name} of the block is {own}, but {value} was handed in.",
                            name=name, own=getattr(board, name, None), value=value))
        if hints := hints_of_broken(board, places=False):
            return hints
    return None


_AT_MAX_DEPTH = ("All draws were {number:g} here. A block at level {level} is not divided, as it "
                 "lies at max_depth. Yours is.")
_BELOW = ("All draws were {number:g} here. A block at level {level} is divided, as the draw, "
          "{number:g}, is below exp(-0.25 * {level}), {chance:.2f}. Yours is not.")
_NOT_BELOW = ("All draws were {number:g} here. A block at level {level} is not divided, as the "
              "draw, {number:g}, is not below exp(-0.25 * {level}), {chance:.2f}. Yours is.")


def _rule_is_kept(case: Case, got: Outcome) -> Hints | None:
    """Look at a board for which all draws were the same."""
    _, _, max_depth, rng = case
    if not isinstance(rng, Always) or not isinstance(got.value, Block):
        return None
    for block in got.value.blocks():
        divided = _shall_divide(block.level, max_depth, rng)
        if divided != bool(block.children):
            sentence = _AT_MAX_DEPTH if block.level == max_depth else (
                _BELOW if divided else _NOT_BELOW)
            return ("Which blocks are divided, and which are not?",
                    "Compare one draw for each block with exp(-0.25 * level), with its own level.",
                    say(sentence, number=rng.number, level=block.level,
                        chance=math.exp(-0.25 * block.level)))
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
                "Your function does not use rng, or makes a Random of its own with a fixed seed.")
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
    leaves = Counter(leaf.colour for board in got.value for leaf in board.leaves())
    for colour in Colour:
        share = leaves[colour] / leaves.total()
        if not 0.18 < share < 0.32:
            return ("Do all colours come equally often?",
                    say("How often comes {colour}?", colour=colour),
                    say("Of the leaves, {share:.0%} are {colour}, but each colour should have "
                        "about 25%. Use rng.choice(list(Colour)), once for each leaf.", share=share,
                        colour=colour))
    return None


def _level_kept(level: int, max_depth: int, rng: Random) -> Block:
    block = Block(level, max_depth)
    if _shall_divide(level, max_depth, rng):
        block.children = [_level_kept(level, max_depth, rng) for _ in range(4)]
    return block


def _words_of_random_init(times: int, level: int, max_depth: int, rng: Random) -> str:
    call = f"random_init({level}, {max_depth}, {_source(rng)})"
    if times > 2:
        return say("{call}, {times} times", call=call, times=times)
    return say("{call}, twice with the same seed", call=call) if times == 2 else call


random_init = Task(
    "random_init", _random_init, _random_cases, call=_make, only_laws=True,
    laws=[_is_random_board, _rule_is_kept, _varied],
    mistakes=[
        Mistake(_level_kept, (
            "What is handed on in the calls for the children?",
            "A child lies one level deeper than its parent.",
            "The children get the level of their parent, so that max_depth is never reached. Hand "
            "on level + 1.")),
    ],
    words=_words_of_random_init,
)
