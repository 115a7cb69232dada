"""The rules of Blocky in words; their numbers come from the code."""

from __future__ import annotations

from collections.abc import Callable

from blocky.block import Block
from blocky.colour import Colour
from blocky.goal import BlobGoal, PerimeterGoal
from blocky.kit.language import mark, say, say_count
from blocky.move import CLASSIC, EXTENDED, Action
from blocky.player import SmartPlayer

__all__ = [
    "CELL",
    "COMBINED",
    "EXAMPLE",
    "PAINTED",
    "SMASHED",
    "TARGET",
    "TEXTS",
    "TIED",
    "TITLES",
    "example",
    "tied",
]

#: The board in most of the pictures, of depth 2, and the colour that is counted on it.
EXAMPLE, TARGET = [[0, 1, 1, 3], 2, 1, 3], Colour.RED

#: The blocks of it that are smashed, painted and combined, and a unit cell.
SMASHED, PAINTED, COMBINED, CELL = (1,), (0, 0), (0,), (0, 1)

#: A board like it, but that its divided block has no colour more often than another.
TIED = [[0, 1, 1, 0], 2, 1, 3]


def example() -> Block:
    """Return the board that the rules are shown on."""
    return Block.from_nested(EXAMPLE, max_depth=2)


def tied() -> Block:
    """Return a board with a block that cannot be combined."""
    return Block.from_nested(TIED, max_depth=2)


def _board() -> str:
    return say(
        "The board is a square, and it is made of blocks. A block is either of one colour, or it "
        "is divided into {children} blocks of half its width, each of which is a block as well. "
        "There are {count} colours: {colours}. A game begins with a random board.",
        children=len(example().children), count=len(Colour),
        colours=", ".join(colour.word for colour in Colour))


def _levels() -> str:
    depth = example().max_depth
    return say(
        "The whole board is the block at level 0, the blocks in it are at level 1, those in them "
        "at level 2. How deep a board may go is said before the game. A block at the last level "
        "is a unit cell, and cannot be divided. This board may go down to level {depth}, so it is "
        "{side} by {side} unit cells, whether or not it is divided that far everywhere.",
        depth=depth, side=2**depth)


def _goals() -> str:
    return say(
        "All players have the same kind of goal: a blob, or the perimeter. Each has a target "
        "colour for it. No two have the same colour, unless there are more players "
        "than the {colours} colours. Your goal and your colour stand beside the board, and what "
        "counts for whose turn it is has a dashed line on the board.",
        colours=len(Colour))


def _blob() -> str:
    return say(
        "Your score is the number of unit cells in the largest blob of your colour: cells that "
        "connect by their sides. On this board the largest blob of {colour} has {cells} cells; "
        "the other cells of {colour} touch it only at a corner, and do not count. A colour that "
        "is not on the board scores {none}.", colour=TARGET.word,
        cells=BlobGoal(TARGET).score(example()),
        none=BlobGoal(TARGET).score(Block.from_nested(0, max_depth=1)))


def _perimeter() -> str:
    corner = Block.from_nested([1, 0, 0, 0], max_depth=1)
    return say(
        "Your score is the number of sides of unit cells of your colour on the outside of the "
        "board. A cell in a corner has two sides there, and scores {corner}. On this board "
        "{colour} scores {sides}.", colour=TARGET.word, corner=PerimeterGoal(TARGET).score(corner),
        sides=PerimeterGoal(TARGET).score(example()))


def _choosing() -> str:
    return say(
        "A move is an action on one block. Point at the board to choose where; with the wheel or "
        "the arrow keys up and down choose how large the block is. Where no block is that small, "
        "the smallest one there is chosen. It has a frame. A larger block moves with all that is "
        "in it. The buttons say what each action would gain you there, a question mark that only "
        "chance knows; the button Hint chooses the block of the best move.")


def _paths() -> str:
    return say(
        "The four blocks in a block have the numbers 0 upper right, 1 upper left, 2 lower left "
        "and 3 lower right. The path of a block says how to come down to it from the whole board, "
        "a number for each level. The path of the whole board is ().")


def _rotate() -> str:
    return say(
        "The block turns by a quarter, clockwise or counter-clockwise, with everything in it, "
        "down to the unit cells.")


def _swap() -> str:
    return say(
        "The left and the right half of the block change places, or the upper and the lower half. "
        "They are not mirrored: inside a half everything stays as it is.")


def _smash() -> str:
    times = CLASSIC.smashes or 0
    return say_count(
        "The block gets four new blocks in place of what it was, and chance says what they are. "
        "You may do it once in a game; computer players as often as they like. Neither "
        "the whole board nor a unit cell can be smashed. (The extended rules let you "
        "smash as often as you like, the whole board too, but only what is not divided.)",
        "The block gets four new blocks in place of what it was, and chance says what they are. "
        "You may do it {count} times in a game; computer players as often as they like. Neither "
        "the whole board nor a unit cell can be smashed. (The extended rules let you "
        "smash as often as you like, the whole board too, but only what is not divided.)", times)


def _nothing() -> str:
    return say(
        "To rotate or to swap a block of one colour is allowed, but changes nothing. The turn is "
        "used all the same.")


def _turns() -> str:
    return say(
        "The players take turns, one move each. The game is over when each has had the number of "
        "turns that was said before it, or when you end it. The highest score then wins; equal "
        "ones share the win. Only the board at the end counts: what you had in between is lost "
        "if somebody takes it apart.")


def _computers() -> str:
    tries = SmartPlayer.TRIES
    return say(
        "A random player takes any action on any block; if it tries a smash that the rules "
        "refuse, its turn is lost. A smart player tries some moves in its head and makes the best "
        "of them: {least} at difficulty 0, {most} at difficulty {hardest}. It never smashes. A "
        "greedy player looks at every move that is no smash.",
        least=tries[0], most=tries[-1], hardest=len(tries) - 1)


def _extended() -> str:
    added = [action.word for action in EXTENDED.actions if action not in CLASSIC.actions]
    return say(
        "What stands above are the classic rules. The extended rules have {count} actions more: "
        "{actions}. A smash is allowed as often as you like, but only on a block that is not "
        "divided, and it costs points. They are for {players} players at most.",
        count=len(added), actions=", ".join(added), players=EXTENDED.max_players)


def _paint() -> str:
    return say("Extended rules only: a unit cell takes another colour. Larger blocks cannot be "
               "painted.")


def _combine() -> str:
    return say(
        "Extended rules only: a block that is divided into four unit cells takes the colour that "
        "most of them have, and is divided no more. Two of one colour and one each of two others "
        "are enough. If two colours are as frequent, or all four differ, it is refused.")


def _pass() -> str:
    return say("Extended rules only: nothing is changed, and the turn is used. A smart player "
               "passes where no move that it tried is better.")


def _costs() -> str:
    free = [action.word for action in EXTENDED.actions if not EXTENDED.cost(action)]
    return say(
        "In the extended rules some actions cost points, which are taken off your score for the "
        "rest of the game: to smash {smash}, to paint {paint}, to combine {combine}. The others "
        "cost nothing: {free}. In the classic rules nothing costs anything.",
        smash=EXTENDED.cost(Action.SMASH), paint=EXTENDED.cost(Action.PAINT),
        combine=EXTENDED.cost(Action.COMBINE), free=", ".join(free))


#: The title and the text of each rule by its key, in the order in which a newcomer needs them.
TITLES = mark({
    "board": "The board is made of blocks", "levels": "Levels and unit cells",
    "goals": "A goal and a colour", "blob": "The goal of a blob",
    "perimeter": "The goal of the perimeter", "choosing": "Choosing a block",
    "paths": "The path of a block", "rotate": "Rotate", "swap": "Swap", "smash": "Smash",
    "nothing": "A move that changes nothing", "turns": "Turns, and who wins",
    "computers": "Computer players", "extended": "The extended rules", "paint": "Paint",
    "combine": "Combine", "pass": "Pass", "costs": "What actions cost",
})
TEXTS: dict[str, Callable[[], str]] = {
    "board": _board, "levels": _levels, "goals": _goals, "blob": _blob, "perimeter": _perimeter,
    "choosing": _choosing, "paths": _paths, "rotate": _rotate, "swap": _swap, "smash": _smash,
    "nothing": _nothing, "turns": _turns, "computers": _computers, "extended": _extended,
    "paint": _paint, "combine": _combine, "pass": _pass, "costs": _costs,
}
