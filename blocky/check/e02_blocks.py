"""Exercise 02: the initializer of a block, the rule that divides blocks, and random boards."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from statistics import mean
from typing import Any

from blocky.block import Block
from blocky.block import random_init as _random_init
from blocky.check.boards import InWords, hints_of_broken
from blocky.colour import Colour
from blocky.kit.check.compare import told, written
from blocky.kit.check.laws import several, several_calls, several_words, with_chance
from blocky.kit.check.reproduce import statements
from blocky.kit.check.task import (
    Call,
    Case,
    Cases,
    Hints,
    Outcome,
    Seen,
    Sure,
    Task,
    of_errors,
    subclass_of,
)
from blocky.kit.language import say

__all__ = ["Always", "MyBlock", "chooses_from_a_list", "random_init", "shall_divide"]


# -- the initializer ---------------------------------------------------------------------------

#: The facts about the children, besides the attribute ``children``: two numbers of children.
_PARENT = "children whose parent is this block"
_UNCHANGED = "children whose other attributes are unchanged"

#: What the task asks for in a new block.
_STEPS = {
    "level": "Store the argument: self.level = level.",
    "max_depth": "Store the argument: self.max_depth = max_depth.",
    "colour": "Store the argument, even if it is None: self.colour = colour.",
    "position": "A new block doesn't have a position yet: self.position = (0, 0).",
    "size": "A new block has no size yet: self.size = 0.",
    "highlighted": "A new block isn't highlighted: self.highlighted = False.",
    "parent": "A new block has no parent yet: self.parent = None. The block above sets it later.",
    "children": "Each block needs its own list of the given children, in the same order: "
                "self.children = list(children).",
    _PARENT: "This block is the parent of its children: for each of them, set child.parent = self.",
    _UNCHANGED: "In the children, change only the attribute parent.",
}

#: The types of attributes for which a check accepts no other type.
_TYPES = {"position": tuple, "highlighted": bool}


def _new_block(answer: Any, level: int, max_depth: int, colour: int | None, count: int) -> Seen:
    """Return facts about a new block with ``count`` children, all made by the class ``answer``."""
    children = [answer(level + 1, max_depth, number) for number in range(count)]
    for number, child in enumerate(children):
        child.position = (8 * number, 4)  # any values that the new block must not change
        child.size = 4
    attributes_before = [*map(_without_parent, children)]
    if count == 0:
        # If blocks share one default list, the new block has the child of the earlier one.
        earlier_block = answer(level, max_depth, colour)
        _append(earlier_block, answer(level + 1, max_depth, 0))
        block = answer(level, max_depth, colour)
    else:
        block = answer(level, max_depth, colour, children)
    names = ("level", "max_depth", "colour", "position", "size", "highlighted", "parent")
    facts = {name: _attribute(block, name) for name in names}
    facts["children"] = _children(block, children)
    facts[_PARENT] = sum(getattr(child, "parent", None) is block for child in children)
    facts[_UNCHANGED] = sum(_without_parent(child) == before for child, before in zip(
        children, attributes_before, strict=True))
    return Seen(None, facts)


def _without_parent(block: Any) -> dict[str, Any]:
    """Return the attributes of a block, apart from its parent, as they are compared."""
    return {name: told(value) for name, value in vars(block).items() if name != "parent"}


def _append(block: Any, child: Any) -> None:
    """Append a child to a block's list of children, if it has one."""
    children = getattr(block, "children", None)
    if isinstance(children, list):
        children.append(child)


def _attribute(block: Any, name: str) -> Any:
    """Return the value of an attribute, or InWords that says what is wrong with it."""
    if not hasattr(block, name):
        return InWords(say("nothing, because self.{name} isn't set", name=name))
    value = getattr(block, name)
    right_type = _TYPES.get(name, object)
    if not isinstance(value, right_type):
        return InWords(say("{value}, which isn't a {kind}", value=written(value),
                           kind=right_type.__name__))
    return value


def _children(block: Any, children: list[Any]) -> Any:
    """Return an InWords that describes the list of children of a block made with ``children``."""
    own = _attribute(block, "children")
    if isinstance(own, InWords):
        return own
    if not isinstance(own, list):
        return InWords(say("{value}, which isn't a {kind}", value=written(own), kind="list"))
    if own is children:
        return InWords(say("the same list that was passed in"))
    if own and not children:
        return InWords(say("one list that all blocks share"))
    are_the_given = [*map(id, own)] == [*map(id, children)]
    if not are_the_given:
        return InWords(say("{number} blocks, but not the given blocks in the given order",
                           number=len(own)))
    if not own:
        return InWords(say("a new empty list"))
    return InWords(say("a new list of the {number} given blocks", number=len(own)))


def _python(level: int, max_depth: int, colour: int | None, count: int) -> Call:
    """Return the Python that makes a new block and shows its attributes.

    ``count`` is the number of children, 0 or 4.
    """
    if not count:
        return Call(f"vars(MyBlock({level}, {max_depth}, {colour}))")
    return Call(f"children = [MyBlock({level + 1}, {max_depth}, number) for number in range(4)]\n"
                f"vars(MyBlock({level}, {max_depth}, {colour}, children))")


MyBlock = Task(
    "MyBlock", Block, lambda rng: [
        (0, 0, 2, 0), (0, 2, None, 0), (1, 3, 0, 0), (0, 1, None, 4), (2, 5, None, 4),
        (4, 4, 3, 0), (1, 4, None, 4)],
    call=_new_block, steps=_STEPS, needs="a class",
    form=subclass_of(Block, "__init__"), kits=[Block.__init__],
    words=lambda level, max_depth, colour, count: say(
        "MyBlock({level}, {max_depth}, {colour}, [four blocks])" if count else
        "MyBlock({level}, {max_depth}, {colour})", level=level, max_depth=max_depth,
        colour=colour),
    python=_python,
)


# -- the rule ----------------------------------------------------------------------------------

class Always(Random):
    """A source of random numbers whose random() always returns the same number."""

    def __init__(self, number: float) -> None:
        super().__init__(0)
        self.number = number
        self.drawn = 0

    def random(self) -> float:
        """Return the number, and count that it was drawn."""
        self.drawn += 1
        return self.number

    def getrandbits(self, k: int, /) -> int:
        """Return random bits; with them, ``choice`` doesn't depend on random()."""
        return super().getrandbits(k)

    def __deepcopy__(self, memo: Any) -> Always:
        return Always(self.number)

    def __repr__(self) -> str:
        return say("<rng whose random() returns {number:g}>", number=self.number)


@statements.register
def _(rng: Always, name: str) -> list[str]:
    return [f"{name} = Random(0)", f"{name}.random = lambda: {rng.number:g}"]


def _source(rng: Random) -> str:
    """Return how a source of random numbers is written in a call."""
    return repr(rng) if isinstance(rng, Always) else "rng"


#: The fact about where random numbers come from.
_FROM_THE_MODULE = "it uses the random module"


def _with_source(call: Callable[[], Any]) -> Seen:
    """Return the result of ``call``, and whether it draws from the module random."""
    value, from_the_module = with_chance(call)
    return Seen(value, {_FROM_THE_MODULE: from_the_module})


def _chance(level: int) -> float:
    """Return the chance that a block at ``level`` is divided, below max_depth."""
    return math.exp(-0.25 * level)


def _just_above(level: int) -> Always:
    """Return a source of numbers a little too large to divide a block at ``level``."""
    return Always(min(0.99, round(_chance(level) + 0.02, 2)))


def _just_below(level: int) -> Always:
    """Return a source of numbers just small enough to divide a block at ``level``."""
    return Always(round(_chance(level) - 0.02, 2))


def _divide_cases(rng: Random) -> Cases:
    """Yield a level, a max_depth, and an rng that always draws the same number.

    This number is often just above or below the chance that the block is divided.
    """
    yield 0, 0, Always(0.3)
    yield from ((0, 2, Always(0.3)), (0, 2, Always(0.98)), (0, 2, Always(0.7)),
                (0, 2, Always(0.55)), (1, 3, Always(0.7)))
    yield from ((1, 3, _just_above(1)), (1, 3, _just_below(1)), (2, 3, _just_above(2)),
                (2, 4, _just_below(2)), (3, 3, _just_below(3)), (3, 9, _just_above(3)),
                (3, 9, _just_below(3)), (5, 5, _just_below(5)), (6, 7, _just_above(6)),
                (6, 7, _just_below(6)), (10, 12, _just_below(10)))
    for _ in range(10):
        level = rng.randrange(8)
        max_depth = rng.randrange(level, 9)
        near = rng.choice([_just_above, _just_below])
        yield level, max_depth, near(level)


def _shall_divide(level: int, max_depth: int, rng: Random) -> bool:
    if level == max_depth:
        return False
    return rng.random() < math.exp(-0.25 * level)


def _uses_only_rng(case: Case, got: Outcome) -> Sure | None:
    """Return hints if a random number comes from the module random, not from rng."""
    if not got.facts[_FROM_THE_MODULE]:
        return None
    return Sure((
        "Call your function twice, with a new Random(7) each time. Do you get the same result?",
        "Where do your random numbers come from?",
        "Get every random number from rng: use rng.random(), not random.random()."))


def _draws_once(case: Case, got: Outcome) -> Sure | None:
    """Return hints if two random numbers or more are drawn for a block."""
    *_, rng = got.arguments  # an Always, which counts its draws
    drawn = rng.drawn
    if drawn < 2:
        return None
    return Sure((
        "How many random numbers do you need to decide whether to divide one block?",
        "With two numbers, it's more likely that one of them is below the chance than with a "
        "single number.",
        say("Your function draws {drawn} random numbers for one block. Draw only one.",
            drawn=drawn)))


def _draws_in_another_way(case: Case, got: Outcome) -> bool:
    """Whether numbers are drawn, but with other methods of rng than random, such as randint."""
    *_, rng_before = case
    *_, rng = got.arguments
    return bool(rng.drawn == 0 and rng.getstate() != rng_before.getstate())


def _draws_with_random(case: Case, got: Outcome) -> Hints | None:
    """Return hints if a wrong result comes from another method of rng, such as randint."""
    is_right = got.value == _shall_divide(*case)
    if is_right or not _draws_in_another_way(case, got):
        return None
    return ("Which method of rng gives you the random number?",
            "The method random of rng returns a number from 0 to below 1, and a chance is such a "
            "number too.",
            "Your code draws its number with another method of rng, such as randint. Draw it with "
            "rng.random(), and compare it with exp(-0.25 * level).")


def _draws_at_the_top(case: Case, got: Outcome) -> Sure | None:
    """Return hints if no number is drawn for a block at level 0, which is always divided."""
    level, max_depth, _ = case
    *_, rng = got.arguments
    has_drawn = rng.drawn > 0 or _draws_in_another_way(case, got)
    is_divided_at_the_top = level == 0 and max_depth > 0 and got.value is True
    if not is_divided_at_the_top or has_drawn:
        return None
    return Sure((
        "How many random numbers does your function draw for a block at level 0?",
        "The task asks for one random number for every block that isn't at max_depth.",
        "Your function draws no number for a block at level 0. It's always divided, but draw a "
        "number for it, too: otherwise the same seed gives a different board than the kit's."))


shall_divide = Task(
    "shall_divide", _shall_divide, _divide_cases,
    laws=[_uses_only_rng, _draws_once, _draws_with_random, _draws_at_the_top],
    call=lambda answer, *given: _with_source(lambda: answer(*given)),
    words=lambda level, max_depth, rng: f"shall_divide({level}, {max_depth}, {_source(rng)})",
)


# -- random boards: the cases ------------------------------------------------------------------

#: The number of boards that are compared with what chance gives.
_MANY = 40


def _random_cases(rng: Random) -> Cases:
    """Yield the number of boards to make, and the level, max_depth and rng to make them with.

    As ``several`` does it, two boards are made with equal rngs, and _MANY boards one after the
    other with one rng.
    """
    for level, max_depth in [(0, 0), (0, 1), (3, 3), (0, 2), (1, 3), (0, 3), (2, 5)]:
        yield 1, level, max_depth, Random(rng.randrange(1000))
    for max_depth in (2, 3):
        yield 2, 0, max_depth, Random(rng.randrange(1000))
    yield 1, 0, 1, Always(0.7)
    yield _MANY, 0, 3, Random(rng.randrange(1000))
    yield from ((1, 0, 3, _just_above(1)), (1, 0, 3, _just_below(1)), (1, 0, 5, _just_above(2)),
                (1, 0, 4, _just_below(3)), (1, 1, 4, _just_above(2)), (1, 2, 4, _just_above(2)),
                (1, 3, 6, _just_above(4)))


def _boards(answer: Any, times: int, level: int, max_depth: int, rng: Random) -> Seen:
    """Return a random board that ``answer`` makes, or a list of several; see ``several``.

    ``times`` is the number of boards. A fact says where the random numbers came from.
    """
    return _with_source(lambda: several(partial(answer, level, max_depth), times, rng))


# -- random boards: laws of each board ---------------------------------------------------------

@of_errors
def chooses_from_a_list(case: Case, got: Outcome) -> Hints | None:
    """Return hints for a KeyError, as rng.choice(Colour) raises it.

    For an index of 0, rng.choice looks up Colour[0], but the keys of Colour are names.
    """
    if got.error != "KeyError":
        return None
    return ("What kind of argument does rng.choice need?",
            "rng.choice needs a list, but Colour is a class.",
            "rng.choice(Colour) raises a KeyError, because Colour is a class and not a list. Use "
            "rng.choice(list(Colour)).")


def _made(got: Outcome) -> list[Any]:
    """Return a list of the boards that were made in a case; [] if the result is None."""
    value: Any = got.value
    if value is None:  # for this, the check has hints of its own
        return []
    return value if isinstance(value, list) else [value]


def _has_level_and_max_depth(case: Case, got: Outcome) -> Hints | None:
    """Return hints if a board isn't a block with the given level and max_depth."""
    _, level, max_depth, _ = case
    for board in _made(got):
        if not isinstance(board, Block):
            return hints_of_broken(board)
        if board.level != level or board.max_depth != max_depth:
            return ("Look at the block that your function returns.",
                    "What are the level and max_depth of this block?",
                    say("Your block has level {own_level} and max_depth {own_depth}, but the "
                        "arguments were {level} and {max_depth}. Use them unchanged. Only the "
                        "children get level + 1.", own_level=board.level,
                        own_depth=board.max_depth, level=level, max_depth=max_depth))
    return None


def _breaks_no_invariant(case: Case, got: Outcome) -> Hints | None:
    """Return hints about the first board that breaks an invariant."""
    for board in _made(got):
        if hints := hints_of_broken(board, places=False):
            return hints
    return None


def _divides_by_the_rule(case: Case, got: Outcome) -> Hints | None:
    """Return hints about the first block that is wrongly divided, or wrongly not.

    Only an Always is looked at: its one number decides for each block.
    """
    _, _, max_depth, rng = case
    if not isinstance(rng, Always):
        return None
    blocks = [block for board in _made(got) for block in board.blocks()]
    for block in blocks:
        should_divide = _shall_divide(block.level, max_depth, rng)
        if should_divide == bool(block.children):
            continue
        hints = ("Which blocks are divided here? Which ones should be?",
                 "Draw one number for each block, and compare it with exp(-0.25 * level). Use "
                 "that block's own level.")
        fields = {"number": rng.number, "level": block.level, "chance": _chance(block.level)}
        if should_divide:
            return (*hints,
                    say("Here rng.random() always returns {number:g}. A block at level {level} "
                        "must be divided, because {number:g} is less than exp(-0.25 * {level}) = "
                        "{chance:.2f}.",
                        **fields))
        return (*hints,
                say("Here rng.random() always returns {number:g}. A block at level {level} must "
                    "not be divided, because {number:g} isn't less than exp(-0.25 * {level}) = "
                    "{chance:.2f}.",
                    **fields))
    return None


# -- random boards: laws of several boards -----------------------------------------------------

#: The first two hints about boards that don't vary, or vary too much.
_COMPARE = ("Compare the boards that your function makes: are they different? Then compare the "
            "four children of each block.",
            "Each call decides whether to divide the block that it returns. If the block isn't "
            "divided, the call chooses a colour for it.")


def _repeats_a_board(case: Case, got: Outcome) -> Hints | None:
    """Return hints if two boards with the same seed are different."""
    times, *_ = case
    if times != 2:
        return None
    first, second = got.value
    if first.to_nested() == second.to_nested():
        return None
    return (*_COMPARE,
            "The same seed gave two different boards. Get every random choice from rng, don't make "
            "your own Random, and don't store anything between calls.")


def _makes_different_boards(case: Case, got: Outcome) -> Hints | None:
    """Return hints if many boards are all the same."""
    times, *_ = case
    if times != _MANY:
        return None
    first, *others = got.value
    if any(board != first for board in others):
        return None
    return (*_COMPARE,
            "All your boards are the same. Draw random numbers from rng, and pass rng itself to "
            "the calls that make the children.")


def _divides_with_the_chance(case: Case, got: Outcome) -> Hints | None:
    """Return hints about a level of many boards at which too few or too many blocks are divided."""
    times, _, max_depth, _ = case
    if times != _MANY:
        return None
    blocks = [block for board in got.value for block in board.blocks()]
    for level in range(max_depth):
        are_divided = [bool(block.children) for block in blocks if block.level == level]
        share = mean(are_divided)
        if abs(share - _chance(level)) > 0.13:  # more than chance may explain
            return (*_COMPARE,
                    say("At level {level}, {share:.0%} of your blocks are divided, but the chance "
                        "is exp(-0.25 * {level}) = {chance:.0%}. Draw one number for each block, "
                        "and use that block's own level.", level=level, share=share,
                        chance=_chance(level)))
    return None


def _draws_for_each_child(case: Case, got: Outcome) -> Hints | None:
    """Return hints if siblings are always divided together, or always, or never, equal in colour.

    Only many boards are looked at: there, each of this would be no accident.
    """
    times, *_ = case
    if times != _MANY:
        return None
    families = [block.children for board in got.value for block in board.blocks()
                if block.children]  # each of them is four siblings
    can_be_divided = [family for family in families if family[0].level < family[0].max_depth]
    are_divided = [[bool(child.children) for child in family] for family in can_be_divided]
    some_differ = any(map(_has_different_values, are_divided))
    if not some_differ:
        return (*_COMPARE,
                "In your boards, either all four children of a block are divided, or none is. Make "
                "each child with its own call, which draws a new number.")
    colours = [[child.colour for child in family if not child.children] for family in families]
    some_colours_differ = any(map(_has_different_values, colours))
    some_are_equal = any(map(_has_equal_values, colours))
    if not (some_colours_differ and some_are_equal):
        return (*_COMPARE,
                "In your boards, two leaves with the same parent either always have the same "
                "colour, or never do. Draw a colour for each leaf separately, from all four.")
    return None


def _has_different_values(values: Sequence[Any]) -> bool:
    """Whether two values differ."""
    return len({*values}) > 1


def _has_equal_values(values: Sequence[Any]) -> bool:
    """Whether a value appears twice."""
    return len({*values}) < len(values)


def _draws_all_colours(case: Case, got: Outcome) -> Hints | None:
    """Return hints about a colour that far more, or fewer, than a quarter of the leaves have.

    Only many boards are looked at, the rarest colour first.
    """
    times, *_ = case
    if times != _MANY:
        return None
    counts = Counter(leaf.colour for board in got.value for leaf in board.leaves())
    rarest_first = sorted(Colour, key=counts.__getitem__)
    for colour in rarest_first:
        share = counts[colour] / counts.total()
        if not 0.18 < share < 0.32:
            return (*_COMPARE,
                    say("In your boards, {share:.0%} of the leaves are {colour}, but each colour "
                        "should have about 25% of them. Use rng.choice(list(Colour)) once for each "
                        "leaf.",
                        share=share, colour=colour))
    return None


random_init = Task(
    "random_init", _random_init, _random_cases, only_laws=True, call=_boards,
    kits=[_random_init, Block.smash],
    laws=[chooses_from_a_list, _uses_only_rng, _has_level_and_max_depth, _breaks_no_invariant,
          _divides_by_the_rule, _repeats_a_board, _makes_different_boards,
          _draws_for_each_child, _divides_with_the_chance, _draws_all_colours],
    words=lambda times, level, max_depth, rng: several_words(
        f"random_init({level}, {max_depth}, {_source(rng)})", times),
    python=lambda times, level, max_depth, rng: several_calls(
        f"random_init({level}, {max_depth}, rng)", times, rng),
)
