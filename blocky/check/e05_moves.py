"""Exercise 05: moves that change a block, and one that makes another."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from blocky.block import Block
from blocky.check import mistakes
from blocky.check.boards import Verdict, boards, nested
from blocky.invariants import Broken, broken_invariants
from blocky.kit.check.run import Outcome
from blocky.kit.check.task import Case, Hints, Law, Mistake, Task
from blocky.kit.check.told import told, written
from blocky.kit.language import say

__all__ = ["rotate", "rotated", "smash", "swap"]

_SWAPS = {0: (1, 0, 3, 2), 1: (3, 2, 1, 0)}
_TURNS = {1: (1, 2, 3, 0), 3: (3, 0, 1, 2)}


def _mutate(answer: Any, block: Block, *args: Any) -> None:
    """Call an answer for what it does to the block; whatever it returns does not matter."""
    answer(block, *args)


def _cases(directions: tuple[int, int]) -> Callable[[Random], Iterator[Case]]:
    """Return blocks with directions: as in a game each is a copy, without the board around it."""
    def cases(rng: Random) -> Iterator[Case]:
        quarters = [[0, 1, 2, 3], [2, 2, 1, 0], [3, 0, 0, 1], [1, 3, 3, 2]]
        for small in nested([0, 1, 2, 3], 1), nested(quarters, 2):
            yield from ((small, direction) for direction in directions)
        for number, board in enumerate(boards(rng, 9)):
            yield from ((board, direction) for direction in directions)
            if board.children:
                yield board.children[number % 4].copy(), directions[number % 2]
    return cases


def _list_of_blocks(case: Case, got: Outcome) -> Hints | None:
    block = got.arguments[0]
    if not isinstance(block.children, list):
        return ("What kind of thing was children before, and what is it now?",
                "Some ways to reorder a list give another kind of sequence.",
                say("children must stay a list, but it is a {kind}: write list(...) or square "
                    "brackets.", kind=type(block.children).__name__))
    return None


def _keeps_its_place(case: Case, got: Outcome) -> Hints | None:
    before, after = case[0], got.arguments[0]
    for name in ("position", "size", "level", "max_depth"):
        if told(getattr(after, name)) != told(getattr(before, name)):
            return (say("What was the {name} of the block, and what is it now?", name=name),
                    "A move changes what is inside a block, which may lie anywhere on the board.",
                    say("The block's own {name} is changed, and must not be. Positions below it "
                        "are set by block.update_block_locations(block.position, block.size).",
                        name=name))
    return None


_PLACES = ("What else does a block have, beside its colour, that depends on where it lies?",
           "Print the position and the size of each child after the move.",
           "Positions and sizes are not updated. At the end, call "
           "update_block_locations(block.position, block.size) for the whole block.")
_ALL_THE_WAY = ("Look at the positions of blocks two levels down.",
                "When a child moves, everything that lies in it moves with it.",
                "Positions are right one level down, but not all the way. "
                "block.update_block_locations(block.position, block.size) sets all of them.")

#: The hints for what is broken in a tree.
_BROKEN: dict[Broken, Hints] = {
    Broken.TWICE: (
        "Count the different children after the move.",
        "When children[0] has its new value, where is the old one?",
        "A child is overwritten before it is kept, so that another is there twice. Write "
        "a, b = b, a, or make the whole new list first."),
    Broken.PARENT: (
        "Look at the tree after the move: what is the parent of each child?",
        "A new block and a copy stand alone: they have no parent until somebody sets it.",
        "Children have no parent, or a wrong one. Move the children themselves, or set "
        "child.parent for each."),
    Broken.LEVEL: (
        "At which level does each child lie, and at which should it?",
        "A child lies one level deeper than its parent.",
        "A new block has the wrong level. It must be that of the block that it stands for."),
    Broken.MAX_DEPTH: (
        "What is the max_depth of each block?", "Every block of a board has the same max_depth.",
        "A new block has the wrong max_depth. Hand it on to every new block."),
}
_COLOURS = (
    "What should happen to a child that is divided?",
    "A divided block has no colour of its own; its colours are further down.",
    "Colours are moved, but not what is in the blocks. Put the children themselves in another "
    "order.")
_BROKEN[Broken.COLOURED] = _BROKEN[Broken.COLOURLESS] = _COLOURS


def _a_board(tree: Callable[[Outcome], Any], broken: dict[Broken, Hints]) -> Law:
    """Return the law that a tree breaks no invariant, with the hints for what is broken."""
    def law(case: Case, got: Outcome) -> Hints | None:
        if not isinstance(tree(got), Block):
            return None
        for error in broken_invariants(tree(got), places=False):
            return broken.get(error.kind, (
                "What is wrong with the tree after the move?",
                "The method block.check_invariants() says what is broken.",
                say("The tree is broken at path {path}: {problem}.", path=error.path,
                    problem=error.problem)))
        for error in broken_invariants(tree(got)):
            return _PLACES if len(error.path) < 2 else _ALL_THE_WAY
        return None
    return law


def _block(got: Outcome) -> Any:
    return got.arguments[0]


_LAWS = [_list_of_blocks, _keeps_its_place, _a_board(_block, _BROKEN)]


def _nothing(block: Block, direction: int) -> None:
    pass


def _settle(block: Block) -> None:
    block.update_block_locations(block.position, block.size)


_HINTS: dict[Callable[..., Any], Hints] = {
    mistakes.rotate_first_level: (
        "Look inside one of the four quarters: has it turned too?",
        "On paper, whatever is drawn in a quarter turns with it.",
        "Only the first level is turned. Call rotate for each of the children as well."),
    mistakes.rotate_wrong_way: (
        "Follow the upper right quarter: where does it go, and where should it?",
        "Clockwise, the upper right quarter comes to the lower right: from child 0 to child 3.",
        "1 and 3 are the wrong way round: for 1 (clockwise) the new children are the former "
        "[1, 2, 3, 0], for 3 they are [3, 0, 1, 2]."),
    mistakes.swap_mirrored: (
        "Look inside one of the halves: should it be changed?",
        "The halves change places as they are, as two pictures on a wall that are exchanged.",
        "The halves are mirrored: what is inside the children must not be swapped. A swap needs "
        "no recursion."),
    mistakes.swap_diagonally: (
        "Follow the upper right quarter: where does it go?",
        "In a horizontal swap nothing goes up or down.",
        "Children are exchanged diagonally. Horizontally the new children are the former "
        "[1, 0, 3, 2], vertically [3, 2, 1, 0]."),
    mistakes.swap_other_direction: (
        "Which halves change places when direction is 0?",
        "0 is horizontal: left and right. 1 is vertical: up and down.",
        "Horizontally and vertically are mixed up: 0 exchanges the left and the right half, 1 the "
        "upper and the lower one."),
}

_UNCHANGED = Mistake(_nothing, (
    "Is the block any different after the call?",
    "A new value for a name in the function changes nothing outside. What does change the block?",
    "The block is as it was. Assign to its attribute: block.children = [...]; a new block, or a "
    "new list that is only returned, is not seen by the caller."))


_ONE_DIRECTION = (
    "What does your function do for the other direction?",
    "There are two directions. Where does your function ask which it is?",
    "It does the same whatever direction is. Ask for it with an if, and hand it on.")


def _known(name: str) -> list[Mistake]:
    """Return the known mistakes that leave a good board, but another than they should."""
    return [Mistake(wrong, _HINTS[wrong]) for wrong in mistakes.MISTAKES[name] if wrong in _HINTS]


# -- swap --------------------------------------------------------------------------------------

def _one_pair(block: Block, direction: int) -> None:
    if block.children:
        i, j = (0, 1) if direction == 0 else (0, 3)
        block.children[i], block.children[j] = block.children[j], block.children[i]
        _settle(block)


def _swap_colours(block: Block, direction: int) -> None:
    colours = [child.colour for child in block.children]
    for child, i in zip(block.children, _SWAPS[direction], strict=False):
        child.colour = colours[i]


def _always(order: tuple[int, ...]) -> Callable[[Block, int], None]:
    def swap(block: Block, direction: int) -> None:
        if block.children:
            block.children = [block.children[i] for i in order]
            _settle(block)
    return swap


def _no_leaf(error: type[Exception], also_below: bool = False) -> Callable[[Block, int], None]:
    """Return a swap that raises for a leaf, or a move that does so for all that has a leaf."""
    def move(block: Block, direction: int) -> None:
        if also_below or not block.children:
            raise error
        block.swap(direction)
    return move


_LEAF = ("What is block.children for a leaf?",
         "A leaf has no children: children is the empty list.",
         "A leaf must be left as it is. Ask first whether there are children.")


def _without_leaves(also_below: bool) -> list[Mistake]:
    return [Mistake(_no_leaf(error, also_below), _LEAF) for error in (IndexError, ValueError)]


swap = Task(
    "swap", Block.swap, _cases((0, 1)), _mutate, _LAWS,
    mistakes=[
        _UNCHANGED, *_known("swap"),
        Mistake(_one_pair, (
            "How many of the children have moved?",
            "A half consists of two children.",
            "Only one pair of children is exchanged. Horizontally these are two pairs, 0 with 1 "
            "and 2 with 3; vertically 0 with 3 and 1 with 2.")),
        Mistake(_swap_colours, _COLOURS),
        *(Mistake(_always(order), _ONE_DIRECTION)
          for order in _SWAPS.values()),
        *_without_leaves(also_below=False),
    ],
    hints=("Write down the order of the four children before and after the move.",
           "Horizontally, 0 and 1 change places, and 2 and 3. And vertically?",
           "The new children are the former [1, 0, 3, 2] for direction 0 and [3, 2, 1, 0] for 1; "
           "then positions are updated."),
)


# -- rotate ------------------------------------------------------------------------------------

def _turn(block: Block, order: tuple[int, ...], then: Callable[[Block], Any]) -> None:
    """Turn the first level, and do something with each child."""
    if block.children:
        block.children = [block.children[i] for i in order]
        _settle(block)
        for child in block.children:
            then(child)


def _against(block: Block, direction: int) -> None:
    _turn(block, _TURNS[direction], lambda child: _against(child, 4 - direction))


def _clockwise(block: Block, direction: int) -> None:
    block.rotate(1)


def _counter_clockwise(block: Block, direction: int) -> None:
    block.rotate(3)


def _children_clockwise(block: Block, direction: int) -> None:
    _turn(block, _TURNS[direction], lambda child: child.rotate(1))


def _two_levels(block: Block, direction: int) -> None:
    _turn(block, _TURNS[direction],
          lambda child: _turn(child, _TURNS[direction], lambda grandchild: None))


def _one_child(block: Block, direction: int) -> None:
    _turn(block, _TURNS[direction], lambda child: None)
    if block.children:
        _one_child(block.children[0], direction)


def _only_children(block: Block, direction: int) -> None:
    for child in block.children:
        child.rotate(direction)


rotate = Task(
    "rotate", Block.rotate, _cases((1, 3)), _mutate, _LAWS,
    mistakes=[
        _UNCHANGED, *_known("rotate"),
        *(Mistake(wrong, _ONE_DIRECTION)
          for wrong in (_clockwise, _counter_clockwise)),
        Mistake(_children_clockwise, (
            "Turn a divided block counter-clockwise: which way do its children turn?",
            "With which direction does the function call itself?",
            "The children always turn clockwise. Hand direction on to the recursive call.")),
        Mistake(_against, (
            "Look inside one of the quarters: which way has it turned?",
            "With which direction does the function call itself?",
            "The children turn the opposite way. Hand on the same direction.")),
        Mistake(_two_levels, (
            "Look at the deepest blocks: have they turned too?",
            "How many levels can a board have? A loop in a loop is not enough for all of them.",
            "Only two levels are turned. Let rotate call itself for each child.")),
        Mistake(_one_child, (
            "For which of the children does your function call itself?",
            "Look inside all four quarters.",
            "Only one child is turned inside. Go through all four in a loop.")),
        Mistake(_only_children, (
            "Have the four quarters changed places?",
            "For a block with four leaves, what does your function change?",
            "The children turn, but they do not change places. Set block.children as well.")),
        *_without_leaves(also_below=True),
    ],
    hints=("Turn a square of paper, and write down which child comes where.",
           "Two things are to be done: put the children in another order, and turn each of them.",
           "Clockwise the new children are the former [1, 2, 3, 0], counter-clockwise "
           "[3, 0, 1, 2]; then call rotate for each, and update the positions."),
)


# -- rotated -----------------------------------------------------------------------------------

def _right_rotated(block: Block, direction: int) -> Block:
    new = block.copy()
    new.rotate(direction)
    return new


def _with(change: Callable[[Block, int], None]) -> Callable[[Block, int], Block]:
    def wrong(block: Block, direction: int) -> Block:
        new = block.copy()
        change(new, direction)
        return new
    return wrong


def _returns_nothing(block: Block, direction: int) -> None:
    block.copy().rotate(direction)


def _turns_and_returns_nothing(block: Block, direction: int) -> None:
    block.rotate(direction)


def _turns_the_other(block: Block, direction: int) -> Block:
    new = block.copy()
    block.rotate(direction)
    return new


def _all_blocks(value: Any) -> list[Block]:
    """Return the blocks of a tree, however broken it may be."""
    found, waiting = list[Block](), [value]
    while waiting and len(found) < 3000:
        block = waiting.pop()
        if isinstance(block, Block):
            found.append(block)
            waiting += block.children if isinstance(block.children, (list, tuple)) else []
    return found


def _shares_no_block(case: Case, got: Outcome) -> Hints | None:
    given = {id(block) for block in _all_blocks(got.arguments[0])}
    if got.value is got.arguments[0] and got.value.children:
        return ("Is what your function returns a new tree, or the one that it was given?",
                "rotate changes the block that it gets, whatever that block is called.",
                "The block that was given is turned itself. Make a copy first, with block.copy(), "
                "and turn the copy.")
    if given & {id(block) for block in _all_blocks(got.value)}:
        return ("Which blocks are in the new tree as well as in the old one?",
                "A list of the same children is a new list, but no new children.",
                "The new tree shares blocks with the old one. Everything below must be copied too: "
                "block.copy() does it, or a recursion that makes a new block in each call.")
    return None


def _lies_there_too(case: Case, got: Outcome) -> Hints | None:
    new = got.value
    if not isinstance(new, Block):
        return None
    if told((new.position, new.size)) != told((case[0].position, case[0].size)):
        return ("Where does the new block lie, and where should it?",
                "In a new block, position and size are not set until somebody sets them.",
                "The new tree has not the place of the old one. Call "
                "new.update_block_locations(block.position, block.size).")
    return None


rotated = Task(
    "rotated", _right_rotated, _cases((1, 3)),
    laws=[_shares_no_block, _a_board(lambda got: got.value, _BROKEN), _lies_there_too],
    mistakes=[
        Mistake(_returns_nothing, (
            "What does rotate return? And what does your function return?",
            "rotate changes a block and returns None. So does the method block.rotate.",
            "What rotate returns is None. Call it in one line, and return the copy in the next.")),
        Mistake(_turns_and_returns_nothing, (
            "Does your function return a tree?", "Who calls rotated wants to get a new tree, "
            "and to keep the old one.",
            "The block that was given is turned itself, and nothing is returned. Turn a copy, and "
            "return it.")),
        *(Mistake(wrong, (
            "Is what you return turned at all?",
            "Which block do you turn, and which one do you return?",
            "What is returned is a copy that is not turned. Turn the copy, not the block."))
          for wrong in (_with(_nothing), _turns_the_other)),
        *(Mistake(_with(mistake.answer), mistake.hints) for mistake in _known("rotate")),
        *_without_leaves(also_below=True),
        *(Mistake(_with(wrong), _ONE_DIRECTION)
          for wrong in (_clockwise, _counter_clockwise)),
    ],
    hints=("Compare the new tree with what rotate makes of such a block.",
           "Which part of the work can rotate do, and on which block must it do it?",
           "Make a copy of the block, turn the copy, and return the copy."),
)


# -- smash -------------------------------------------------------------------------------------

Paths = tuple[tuple[int, ...], ...]

def _smash(answer: Any, block: Block, rng: Random, paths: Paths = ((),)) -> str | None:
    if block.level == block.max_depth:
        try:
            answer(block, rng)
        except ValueError:
            return Verdict(say("nothing, but raised ValueError"))
        return say("nothing, and raised no error")
    for path in paths:
        answer(block.at(path), rng)
    return None


def _smash_words(block: Block, rng: Random, paths: Paths = ((),)) -> str:
    if paths == ((),):
        return f"smash({written(block)}, rng)"
    return f"for child in {written(block)}.children: smash(child, rng)"


def _smash_cases(rng: Random) -> Iterator[Case]:
    def new() -> Random:
        return Random(rng.randrange(1000))

    yield nested(rng.randrange(4), 1), new()
    yield nested([0, [1, 2, 2, 3], 2, 3], 2).children[2].copy(), new()
    yield nested([0, [1, 2, 2, 3], 2, 3], 2).children[1].copy(), new()
    yield nested([0, 1, 2, 3], 1).children[rng.randrange(4)].copy(), new()
    yield nested(rng.randrange(4), 0), new()
    for board in boards(rng, 6):
        if board.children:
            yield rng.choice(board.children).copy(), new()
    yield nested([0, 1, 2, 3], 4), new(), ((0,), (1,), (2,), (3,))


def _refuses_unit_cells(case: Case, got: Outcome) -> Hints | None:
    if case[0].level < case[0].max_depth:
        return None
    if told(case[0]) != got.after[0]:
        return ("The block in this case is a unit cell. Can it be divided?",
                "A block at max_depth has no room for children.",
                "A unit cell must stay as it was. Ask for the level first, before anything is "
                "changed.")
    if not isinstance(got.value, Verdict):
        return ("The block in this case is a unit cell. What should a smash do with it?",
                "Whoever calls a function for something impossible should be told so, by an error.",
                'A unit cell cannot be divided: when block.level == block.max_depth, raise '
                'ValueError("...").')
    return None


def _refuses_nothing_else(case: Case, got: Outcome) -> Hints | None:
    if case[0].level == case[0].max_depth:
        return None
    if not got.arguments[0].children:
        return ("Has the block any children after the smash?",
                "Every block above max_depth is divided, whatever it was before.",
                "The block is not divided. Assign four new blocks to block.children.")
    if told(case[0]) == got.after[0] and got.arguments[1].getstate() == case[1].getstate():
        return ("Is the block any different after the call?",
                "What a block held is gone after a smash, even if it was divided before.",
                "The block is as it was. It must get four new children, divided or not.")
    return None


_BROKEN_BY_SMASH: dict[Broken, Hints] = {
    Broken.CHILDREN: (
        "How many children has the block now?",
        "What was in the list of children before the smash?",
        "There must be four children. If new ones are appended, the old ones must go first: "
        "assign a new list to block.children."),
    Broken.COLOURED: (
        "Look at the block itself: what has it now that only a leaf may have?",
        "A block has a colour exactly when it has no children.",
        "The block keeps its colour. Set block.colour = None."),
    Broken.TWICE: (
        "Are the four children four different blocks?",
        "4 * [child] does not make four children: it is one child, four times.",
        "One block is there more than once. Make a new one for each child: "
        "[random_init(...) for _ in range(4)]."),
    Broken.PARENT: (
        "What is the parent of each new child?",
        "random_init does not know which block its result will be put into.",
        "The new children have no parent, or a wrong one. Set child.parent = block for each."),
    Broken.MAX_DEPTH: (
        "How deep may the new children be, and what do they say themselves?",
        "Every block of a board has the same max_depth.",
        "max_depth is not passed on: random_init(block.level + 1, block.max_depth, rng)."),
    Broken.LEVEL: (
        "At which level do the new children lie?",
        "A child lies one level deeper than its parent.",
        "The children have the wrong level: random_init(block.level + 1, block.max_depth, rng)."),
}


def _is_random(case: Case, got: Outcome) -> Hints | None:
    block, rng = got.arguments[:2]
    refused = case[0].level == case[0].max_depth
    if not refused and rng.getstate() == case[1].getstate():
        return ("Where do your random numbers come from?",
                "A game can be played again only if every random choice comes from its rng.",
                "rng is not used. Hand it on: random_init(block.level + 1, block.max_depth, rng).")
    if len(case) == 2:
        return None
    smashed: list[Block] = block.children
    if all(below == child.children[0] for child in smashed for below in child.children):
        return ("Compare the four new children. What do they have in common?",
                "Each child should be drawn by itself.",
                "The four children are the same. Call random_init once for each of them.")
    leaves = {leaf.level for child in smashed for leaf in child.leaves()}
    if len(leaves) == 1:
        return ("How deep are the new blocks, in all of the trials?",
                "Some of the new children should be divided again, and others not.",
                "All new leaves lie at the same level. The children should be random blocks: "
                "random_init(block.level + 1, block.max_depth, rng).")
    if len({leaf.colour for child in smashed for leaf in child.leaves()}) == 1:
        return ("Which colours do the new blocks have?", "A smash forgets the colour.",
                "All new leaves have the same colour. Let random_init choose the colours.")
    return None


smash = Task(
    "smash", Block.smash, _smash_cases, _smash, only_laws=True, words=_smash_words,
    laws=[_refuses_unit_cells, _refuses_nothing_else, _list_of_blocks, _keeps_its_place,
          _a_board(_block, _BROKEN_BY_SMASH), _is_random],
    hints=("Go through the list: colour, children, their parents, their places.",
           "The four new children come from random_init, one level deeper.",
           "block.colour = None; block.children = four times random_init(block.level + 1, "
           "block.max_depth, rng); child.parent = block for each; then the places."),
)
