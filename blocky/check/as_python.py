"""The objects of Blocky in what a check says: as Python, and as nouns."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from blocky.block import Block
from blocky.colour import Colour
from blocky.game import Game
from blocky.goal import BlobGoal, Goal, PerimeterGoal
from blocky.kit.check.compare import tell, told
from blocky.kit.check.reproduce import expression, outcome_of, statements
from blocky.kit.hints.errors import LISTS, noun, remedy
from blocky.kit.language import say
from blocky.move import CLASSIC, EXTENDED, RuleSet
from blocky.player import KINDS

__all__: list[str] = []

#: The attributes of a block that a line may have to set, besides its parent.
_ATTRIBUTES = ("level", "max_depth", "position", "size", "colour", "highlighted")

#: A tree with more lines to correct than this is not printed.
_MOST_LINES = 12


# -- trees ---------------------------------------------------------------------------------------

@statements.register
def _(block: Block, name: str) -> list[str]:
    """Make the tree, then set what differs: a tree may be no board."""
    if isinstance(block.parent, Block):
        return _within_its_board(block, name)
    lines = [f"{name} = {_nested_call(block)}"]
    space: dict[str, Any] = {"Block": Block, "Colour": Colour}
    exec(lines[0], space)
    for line in _corrections(block, space[name], name):
        exec(line, space)
        lines.append(line)
        if len(lines) > _MOST_LINES:
            return []
    return lines


def _within_its_board(block: Block, name: str) -> list[str]:
    """Make the whole board, and take the block from it."""
    top = block
    while isinstance(top.parent, Block):
        top = top.parent
    *lines, last = statements(top, "board")
    if lines or not last.startswith("board = "):
        return []
    return [f"{name} = {last.removeprefix('board = ')}.at({block.path})"]


def _nested_call(block: Block) -> str:
    """Return the call that makes a sound tree most like the one of ``block``."""
    height = _height(block)
    max_depth = max(_most_frequent([each.max_depth for each in _blocks(block)]), height)
    levels = [child.level - 1 for child in block.children]
    level = _most_frequent(levels) if levels else block.level
    has_room = level + height <= max_depth
    path = (0,) * level if has_room else ()
    size = f", size={block.size}" if block.size and not _all_alike(block) else ""
    place = f", path={path}" if path else ""
    return f"Block.from_nested({_nested(block)}, max_depth={max_depth}{size}{place})"


def _most_frequent(numbers: list[int]) -> int:
    """Return the number that is there most often; of several, the first one."""
    [(number, _)] = Counter(numbers).most_common(1)
    return number


def _all_alike(block: Block) -> bool:
    """Whether all of several blocks have the same position and size."""
    places = {(each.position, each.size) for each in _blocks(block)}
    return bool(block.children) and len(places) == 1


def _blocks(block: Block) -> Iterator[Block]:
    yield block
    for child in block.children:
        yield from _blocks(child)


def _height(block: Block) -> int:
    return max((1 + _height(child) for child in block.children), default=0)


def _nested(block: Block) -> Any:
    """Return nested lists of four; where a tree has fewer children, or no colour, they have 0."""
    if not block.children:
        return 0 if block.colour is None else int(block.colour)
    parts = [_nested(child) for child in block.children[:4]]
    return parts + [0] * (4 - len(parts))


def _corrections(block: Block, made: Block, name: str) -> Iterator[str]:
    """Yield the lines that make a tree like ``block``; the caller runs each before the next."""
    if block.size and _all_alike(block):
        yield (f"for each in {name}.blocks(): "
               f"each.position, each.size = {block.position}, {block.size}")
    elif block.size and (block.position, block.size) != (made.position, made.size):
        yield f"{name}.update_block_locations({block.position}, {block.size})"
    waiting = [(block, made, name)]
    for right, own, where in waiting:  # it grows meanwhile
        count = len(right.children)
        if count < len(own.children):
            yield f"del {where}.children[{count}:]"
        for child in right.children[len(own.children):]:
            colour = expression(child.colour)
            yield f"{where}.children.append(Block({child.level}, {child.max_depth}, {colour}))"
        for attribute in _ATTRIBUTES:
            value = getattr(right, attribute)
            if told(value) != told(getattr(own, attribute)):
                yield f"{where}.{attribute} = {expression(value)}"
        for number, child in enumerate(right.children):
            below = f"{where}.children[{number}]"
            if child.parent is None:
                yield f"{below}.parent = None"
            elif child.parent is not right:
                yield f"{below}.parent = {where}.copy()"
            elif own.children[number].parent is not own:
                yield f"{below}.parent = {where}"
            waiting.append((child, own.children[number], below))


@outcome_of.register
def _(block: Block, name: str) -> str:
    return f"{name}.to_nested()"


# -- goals, rules and games ----------------------------------------------------------------------

@expression.register
def _(goal: Goal) -> str:
    is_kits = type(goal) in (BlobGoal, PerimeterGoal)
    return f"{type(goal).__name__}({expression(goal.colour)})" if is_kits else ""


@expression.register
def _(rules: RuleSet) -> str:
    names = {"CLASSIC": CLASSIC, "EXTENDED": EXTENDED}
    return next((name for name, each in names.items() if each == rules), "")


@statements.register
def _(game: Game, name: str) -> list[str]:
    """Make the board and a new game on it; a game that has begun is not made."""
    kinds = {kind: word for word, kind in KINDS.items() if isinstance(kind, type)}
    players = [kinds.get(type(player), "") for player in game.players]
    goals = expression(list(game.goals))
    rules = expression(game.rules)
    if game.history or not (all(players) and goals and rules):
        return []
    return [*statements(game.board, "board"),
            f"{name} = Game(players={players}, board=board, rules={rules},",
            f"{' ' * len(name)}        goals={goals}, turns={game.turns}, seed={game.seed!r})"]


tell.register(Game, lambda game: (
    "a game", told(game.board), told(game.goals), game.rules.name, game.turn, game.turns, game.seed,
    len(game.history), told([type(player).__name__ for player in game.players])))


# -- nouns ---------------------------------------------------------------------------------------

@noun.register
def _(block: Block) -> str:
    return say("a tree")


@noun.register
def _(colour: Colour) -> str:
    return say("a colour")


@remedy.register
def _(block: Block, missing: str) -> str:
    return say("Flatten it first, and use the grid instead.") if missing in LISTS else ""


@remedy.register
def _(colour: Colour, missing: str) -> str:
    return say("Pass a goal, such as BlobGoal(colour).") if missing == "colour" else ""
