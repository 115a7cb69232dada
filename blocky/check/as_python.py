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
    """Return the Python lines that assign a tree equal to ``block`` to the variable ``name``.

    The first line makes a sound tree. The others correct it, as the tree of a failed case may break
    rules. Return [] if that takes too many lines.
    """
    if isinstance(block.parent, Block):
        return _within_its_board(block, name)
    lines = [f"{name} = {_nested_call(block)}"]
    variables: dict[str, Any] = {"Block": Block, "Colour": Colour}
    exec(lines[0], variables)
    for line in _corrections(block, variables[name], name):
        exec(line, variables)  # the next line depends on the tree as this one leaves it
        lines.append(line)
        if len(lines) > _MOST_LINES:
            return []
    return lines


def _within_its_board(block: Block, name: str) -> list[str]:
    """Return the line that makes the whole board and takes ``block`` from it.

    Return [] if the board can't be made in one line.
    """
    top = block
    while isinstance(top.parent, Block):
        top = top.parent
    lines = statements(top, "board")
    is_one_assignment = len(lines) == 1 and lines[0].startswith("board = ")
    if not is_one_assignment:
        return []
    code_of_board = lines[0].removeprefix("board = ")
    return [f"{name} = {code_of_board}.at({block.path})"]


def _nested_call(block: Block) -> str:
    """Return the call of Block.from_nested that makes the sound tree most like ``block``.

    Blocks may disagree on max_depth, and children on the level of the top block. Then the most
    frequent number is taken.
    """
    height = _height(block)
    max_depth = max(_most_frequent([each.max_depth for each in _blocks(block)]), height)
    levels_by_children = [child.level - 1 for child in block.children]
    level = _most_frequent(levels_by_children) if levels_by_children else block.level
    has_room = level + height <= max_depth
    path = (0,) * level if has_room else ()  # any path to this level will do
    size_argument = f", size={block.size}" if block.size and not _are_unplaced(block) else ""
    path_argument = f", path={path}" if path else ""
    return (f"Block.from_nested({_nested(block)}, max_depth={max_depth}"
            f"{size_argument}{path_argument})")


def _most_frequent(numbers: list[int]) -> int:
    """Return the number that appears most often; in a tie, the one that appears first."""
    [(number, _)] = Counter(numbers).most_common(1)
    return number


def _are_unplaced(block: Block) -> bool:
    """Whether a block and those below it all have the same position and size."""
    places = {(each.position, each.size) for each in _blocks(block)}
    return bool(block.children) and len(places) == 1


def _blocks(block: Block) -> Iterator[Block]:
    """Yield a block and those below it, whatever number of children they have."""
    yield block
    for child in block.children:
        yield from _blocks(child)


def _height(block: Block) -> int:
    return max((1 + _height(child) for child in block.children), default=0)


def _nested(block: Block) -> Any:
    """Return the tree of ``block`` as a colour number, or as a list of four for its children.

    A missing child or colour counts as 0, and a fifth child is left out.
    """
    if not block.children:
        return 0 if block.colour is None else int(block.colour)
    parts = [_nested(child) for child in block.children[:4]]
    return parts + [0] * (4 - len(parts))


def _corrections(block: Block, made: Block, name: str) -> Iterator[str]:
    """Yield the lines that make the tree ``made`` like ``block``; ``name`` is the variable of made.

    The caller runs each line before it takes the next one, so that ``made`` has changed by then.
    """
    if block.size and _are_unplaced(block):
        yield (f"for each in {name}.blocks(): "
               f"each.position, each.size = {block.position}, {block.size}")
    elif block.size and (block.position, block.size) != (made.position, made.size):
        yield f"{name}.update_block_locations({block.position}, {block.size})"
    queue = [(block, made, name)]
    for wanted_block, made_block, code in queue:  # children are added in the loop
        yield from _corrections_of_node(wanted_block, made_block, code)
        pairs = zip(wanted_block.children, made_block.children, strict=True)
        for number, (wanted_child, made_child) in enumerate(pairs):
            yield from _corrections_of_parent(wanted_block, made_block, number, code)
            queue.append((wanted_child, made_child, f"{code}.children[{number}]"))


def _corrections_of_node(wanted: Block, made: Block, code: str) -> Iterator[str]:
    """Yield the lines that give the block ``made`` as many children as ``wanted``, and its values.

    ``code`` is the Python expression of ``made``.
    """
    count = len(wanted.children)
    if count < len(made.children):
        yield f"del {code}.children[{count}:]"
    for child in wanted.children[len(made.children):]:
        colour = expression(child.colour)
        yield f"{code}.children.append(Block({child.level}, {child.max_depth}, {colour}))"
    for attribute in _ATTRIBUTES:
        value = getattr(wanted, attribute)
        if told(value) != told(getattr(made, attribute)):
            yield f"{code}.{attribute} = {expression(value)}"


def _corrections_of_parent(wanted: Block, made: Block, number: int, code: str) -> Iterator[str]:
    """Yield the line that corrects the parent of a child of ``made``, if it differs.

    ``number`` is that of the child, and ``code`` the Python expression of ``made``.
    """
    parent = f"{code}.children[{number}].parent"
    wanted_parent = wanted.children[number].parent
    if wanted_parent is None:
        yield f"{parent} = None"
    elif wanted_parent is not wanted:
        yield f"{parent} = {code}.copy()"  # some other block
    elif made.children[number].parent is not made:
        yield f"{parent} = {code}"


@outcome_of.register
def _(block: Block, name: str) -> str:
    return f"{name}.to_nested()"


# -- goals, rules and games ----------------------------------------------------------------------

@expression.register
def _(goal: Goal) -> str:
    """Return the call that makes a goal of the kit; "" for one of a student's."""
    is_kits = type(goal) in (BlobGoal, PerimeterGoal)
    return f"{type(goal).__name__}({expression(goal.colour)})" if is_kits else ""


@expression.register
def _(rules: RuleSet) -> str:
    """Return the name of a rule set of the kit; "" for any other."""
    names = {"CLASSIC": CLASSIC, "EXTENDED": EXTENDED}
    return next((name for name, each in names.items() if each == rules), "")


@statements.register
def _(game: Game, name: str) -> list[str]:
    """Return the Python lines that make the board, and assign a new game on it to ``name``.

    Return [] for a game that has begun, or that has players, goals or rules of a student's.
    """
    words_of_classes = {kind: word for word, kind in KINDS.items() if isinstance(kind, type)}
    players = [words_of_classes.get(type(player), "") for player in game.players]
    goals = expression(list(game.goals))
    rules = expression(game.rules)
    has_only_kits_parts = all(players) and goals and rules  # "" stands for a student's
    if game.history or not has_only_kits_parts:
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
    """Return advice on a block that is used as a list; otherwise "".

    ``missing`` is the attribute that was read but isn't there.
    """
    return say("Flatten it first, and use the grid instead.") if missing in LISTS else ""


@remedy.register
def _(colour: Colour, missing: str) -> str:
    """Return advice on a colour that is used as a goal; otherwise "".

    ``missing`` is the attribute that was read but isn't there.
    """
    return say("Pass a goal, such as BlobGoal(colour).") if missing == "colour" else ""
