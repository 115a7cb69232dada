"""The rules of Blocky, each with its board; the numbers in their texts come from the code."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, NamedTuple

from matplotlib.axes import Axes

from blocky.block import Block, Path
from blocky.colour import Colour
from blocky.draw.board_tree import board, board_and_tree
from blocky.draw.looks import describe, square
from blocky.draw.on_grid import blob, perimeter
from blocky.goal import BlobGoal, PerimeterGoal
from blocky.kit.draw.picture import INK, Picture, axes_beside, captioned, picture_on
from blocky.kit.draw.rulebook import Rule
from blocky.kit.draw.settings import own_settings
from blocky.kit.language import say, say_count
from blocky.move import CLASSIC, EXTENDED, Action, Move
from blocky.player import SmartPlayer

__all__ = ["COMBINED", "RULES", "TARGET", "example", "tied"]

#: The colour that is counted on the example.
TARGET = Colour.RED

#: The blocks of the example that are smashed, painted and combined, and a unit cell.
SMASHED, PAINTED, COMBINED, CELL = (1,), (0, 0), (0,), (0, 1)

_ADDED = [action for action in EXTENDED.actions if action not in CLASSIC.actions]


def example() -> Block:
    """Return the board in the pictures of the rules, of depth 2."""
    return Block.from_nested([[0, 1, 1, 3], 2, 1, 3], max_depth=2)


def tied() -> Block:
    """Return a similar board, with a block that cannot be combined: its colours are a tie."""
    return Block.from_nested([[0, 1, 1, 0], 2, 1, 3], max_depth=2)


class ShownBoard(NamedTuple):
    """A board under a title; the block at ``path`` is marked, and the pointer is at ``spot``."""

    title: str
    block: Block
    path: Path | None = None
    spot: tuple[float, float] | None = None
    numbered: bool = False  # whether the path of each leaf is written in it


@own_settings
def _side_by_side(shown: Sequence[ShownBoard], palette: str = "safe",
                  letters: bool = True) -> Picture:
    """Return the picture of several boards, each under its title.

    In words, a board that is like the one before it isn't described again.
    """
    axes = axes_beside(len(shown), size=(2.3, 2.6), part=(0.02, 0.86), gap=0.03)
    texts: list[str] = []
    block_before: Block | None = None
    for ax, each in zip(axes, shown, strict=True):
        _draw_shown(each, ax, palette, letters)
        is_same = each.block == block_before
        texts.append(say("The same board") if is_same else describe(each.block))
        block_before = each.block
    return picture_on(axes[0], captioned([each.title for each in shown], texts))


def _draw_shown(shown: ShownBoard, ax: Axes, palette: str, letters: bool) -> None:
    """Draw a board with its title, and a cross at its ``spot``, if it has one.

    A ``numbered`` board has the paths of its leaves instead of letters.
    """
    board(shown.block, ax, palette=palette, letters=letters and not shown.numbered,
          path=shown.path)
    ax.set_title(shown.title, fontsize=10, color=INK)
    if shown.spot:
        ax.plot(*shown.spot, marker="P", markersize=13, color="white", markeredgecolor=INK,
                markeredgewidth=1.4, zorder=6)
    if not shown.numbered:
        return
    for leaf in shown.block.leaves():
        x, y, size = square(leaf.path, 2**shown.block.max_depth)
        ax.text(x + size / 2, y + size / 2, str(leaf.path), ha="center", va="center", fontsize=9,
                color=INK, bbox={"boxstyle": "round,pad=0.15", "facecolor": "white",
                                 "linewidth": 0.5})


@own_settings
def _moves(path: Path, *after: tuple[str, Action], colour: Colour | None = None,
           further: Sequence[ShownBoard] = (), **looks: Any) -> Picture:
    """Return the picture of the example board, before and after each action on its block at a path.

    ``after`` are pairs of a title and an action; each action is made on a new copy of the board.
    ``colour`` is what paint moves paint with. ``further`` boards are shown last.
    """
    shown = [ShownBoard(say("before"), example(), path)]
    for title, action in after:
        changed = example()
        Move(action, path, colour).change(changed.at(path), Random(4))  # the seed is for a smash
        shown.append(ShownBoard(title, changed, path))
    return _side_by_side([*shown, *further], **looks)


def _lettered(draw: Callable[..., Picture], *args: Any) -> Callable[..., Picture]:
    """Return a function that draws the example, by default with letters."""
    return lambda **looks: draw(example(), *args, **{"letters": True, **looks})


#: The rules, in the order in which a newcomer needs them.
RULES = (
    Rule("board", lambda: say("The board and its blocks"), lambda: say(
        "The board is a square made of blocks. A block either has one colour or is divided into "
        "{children} smaller blocks, each half as wide as the block. There are {count} colours: "
        "{colours}. A game begins with a random board.",
        children=len(example().children), count=len(Colour),
        colours=", ".join(colour.word for colour in Colour)),
        _lettered(board_and_tree)),
    Rule("levels", lambda: say("Levels and unit cells"), lambda: say(
        "The whole board is the block at level 0. The blocks inside it are at level 1, and the "
        "blocks inside those at level 2. Before the game, you choose the deepest level that blocks "
        "can have. It is called the maximum depth. A block at that level can't be divided. A "
        "square of the size of such a block is a unit cell. This board has maximum depth {depth}, "
        "so it has {side} by {side} unit cells, even where a block is larger than a unit cell.",
        depth=example().max_depth, side=2**example().max_depth),
        lambda **looks: _side_by_side([
            ShownBoard(say("level 0: the board"), example(), ()),
            ShownBoard(say("level 1"), example(), CELL[:1]),
            ShownBoard(say("level 2: a unit cell"), example(), CELL)], **looks)),
    Rule("goals", lambda: say("A goal and a colour"), lambda: say(
        "All players have the same kind of goal: a blob, or the perimeter. Each player has a "
        "different target colour, unless there are more than {colours} players. You see your goal "
        "and your colour beside the board. A dashed line on the board shows which parts of the "
        "board score points for the player whose turn it is.",
        colours=len(Colour))),
    Rule("blob", lambda: say("The blob goal"), lambda: say(
        "A blob is a group of unit cells of one colour that are connected by their sides. Your "
        "score is the number of cells in the largest blob of your colour. On this board the "
        "largest {colour} blob has {cells} cells. The other {colour} cells touch it only at a "
        "corner, so they don't count. A colour that isn't on the board scores {none}.",
        colour=TARGET.word,
        cells=BlobGoal(TARGET).score(example()),
        none=BlobGoal(TARGET).score(Block.from_nested(0, max_depth=1))),
        _lettered(blob, TARGET)),
    Rule("perimeter", lambda: say("The perimeter goal"), lambda: say(
        "Look at the unit cells of your colour at the edge of the board. Each of their sides on "
        "this edge scores one point. A cell in a corner has two such sides, so it scores {corner}. "
        "On this board {colour} scores {sides}.", colour=TARGET.word,
        corner=PerimeterGoal(TARGET).score(Block.from_nested([1, 0, 0, 0], max_depth=1)),
        sides=PerimeterGoal(TARGET).score(example())),
        _lettered(perimeter, TARGET)),
    Rule("choosing", lambda: say("Choosing a block"), lambda: say(
        "A move is an action on one block. Point at the board to choose a place. Choose the size "
        "of the block with the mouse wheel or the up and down arrow keys. If there is no block of "
        "this size at this place, you get the smallest block there. The chosen block has a frame. "
        "When you move the block, everything inside it moves too. Each button shows how many "
        "points its action would gain. A question mark means that the gain depends on chance. The "
        "Hint button chooses the block for the best move."),
        lambda **looks: _side_by_side([
            ShownBoard(say("a place at level 1"), example(), (0,), (2.24, 1.76)),
            ShownBoard(say("the same place at level 2"), example(), (0, 2), (2.24, 1.76)),
            ShownBoard(say("level 2, but no block is that small"), example(), (1,), (0.5, 1.5))],
            **looks)),
    Rule("paths", lambda: say("The path of a block"), lambda: say(
        "The four blocks inside a block are numbered: 0 is upper right, 1 upper left, 2 lower left "
        "and 3 lower right. The path of a block shows how you get from the whole board to that "
        "block. It has one number for each step down. The path of the whole board is ()."),
        lambda **looks: _side_by_side(
            [ShownBoard(say("the paths"), example(), numbered=True)], **looks)),
    Rule("rotate", lambda: say("Rotate"), lambda: say(
        "The block rotates by 90 degrees, clockwise or counter-clockwise, with everything inside "
        "it, down to the unit cells."),
        lambda **looks: _moves(
            (), (say("clockwise"), Action.ROTATE_CLOCKWISE),
            (say("counter-clockwise"), Action.ROTATE_COUNTER_CLOCKWISE), **looks)),
    Rule("swap", lambda: say("Swap"), lambda: say(
        "Either the left and right halves of the block change places, or the upper and lower "
        "halves do. They aren't mirrored: everything inside a half stays as it is."),
        lambda **looks: _moves(
            (), (say("left and right"), Action.SWAP_HORIZONTALLY),
            (say("upper and lower"), Action.SWAP_VERTICALLY), **looks)),
    Rule("smash", lambda: say("Smash"), lambda: say_count(
        "Four new random blocks replace what was inside the block. You may smash once in a game. "
        "Computer players may smash as often as they like. You can't smash the whole board or a "
        "unit cell. (Under the extended rules, you may smash as often as you like, even the whole "
        "board. But you can smash only a block that isn't divided.)",
        "Four new random blocks replace what was inside the block. You may smash {count} times in "
        "a game. Computer players may smash as often as they like. You can't smash the whole board "
        "or a unit cell. (Under the extended rules, you may smash as often as you like, even the "
        "whole board. But you can smash only a block that isn't divided.)",
        CLASSIC.smashes or 0),
        lambda **looks: _moves(SMASHED, (say("smashed"), Action.SMASH), **looks)),
    Rule("nothing", lambda: say("A move that changes nothing"), lambda: say(
        "You may rotate or swap a block that has only one colour. Nothing changes, but the move "
        "still uses up your turn."),
        lambda **looks: _moves(
            SMASHED, (say("rotated clockwise"), Action.ROTATE_CLOCKWISE), **looks)),
    Rule("turns", lambda: say("Turns and the winner"), lambda: say(
        "The players take turns, and each turn is one move. You choose the number of turns before "
        "the game. The game is over when all players have used all their turns, or when you end "
        "it. The highest score wins. If several players have the highest score, they share the "
        "win. Only the final board counts: you lose what you built if another player destroys it. "
        "If you write your own rules, a player may have no legal move. Then that player loses a "
        "turn.")),
    Rule("players", lambda: say("The number of players"), lambda: say(
        "The classic rules allow any number of players. For more than {few} players, list them: "
        "play(players=[\"human\"] + 5 * [\"random\"]). The names are \"human\", \"random\", "
        "\"smart\", \"greedy\" and \"look-ahead\". The extended rules allow at most {most} "
        "players.", few=EXTENDED.max_players, most=EXTENDED.max_players)),
    Rule("computers", lambda: say("Computer players"), lambda: say(
        "A random player chooses a block and an action at random, but it passes only if no other "
        "move is legal. If it chooses a smash that the rules don't allow, it loses its turn. "
        "Before a smart player moves, it computes the scores after some random moves. Then it "
        "chooses the move with the highest score. It tries {least} moves at difficulty 0 and "
        "{most} at difficulty {hardest}, and it never smashes. A greedy player compares all the "
        "legal moves except smashes, and chooses the one with the highest score. A look-ahead "
        "player also considers the next player's replies.",
        least=SmartPlayer.TRIES[0], most=SmartPlayer.TRIES[-1],
        hardest=len(SmartPlayer.TRIES) - 1)),
    Rule("extended", lambda: say("The extended rules"), lambda: say(
        "So far, you've read the classic rules. The extended rules add {count} actions: {actions}. "
        "You may smash as often as you like. But each smash costs points, and you can smash only a "
        "block that isn't divided. There can be at most {players} players.",
        count=len(_ADDED), actions=", ".join(action.word for action in _ADDED),
        players=EXTENDED.max_players)),
    Rule("paint", lambda: say("Paint"), lambda: say(
        "Under the extended rules only, you can give a unit cell another colour. You can't paint "
        "larger blocks."),
        lambda **looks: _moves(
            PAINTED, (say("painted"), Action.PAINT), colour=TARGET, **looks)),
    Rule("combine", lambda: say("Combine"), lambda: say(
        "Under the extended rules only, you can combine a block that is divided into four unit "
        "cells. Then the four cells become one block. It gets the colour that most of the cells "
        "have. Two cells of one colour are enough if the other two differ from each other. If two "
        "colours have two cells each, or all four differ, it's a tie, and you can't combine the "
        "block."),
        lambda **looks: _moves(
            COMBINED, (say("combined"), Action.COMBINE),
            further=[ShownBoard(say("not allowed: a tie"), tied(), COMBINED)], **looks)),
    Rule("pass", lambda: say("Pass"), lambda: say(
        "Under the extended rules only, you can pass. The board stays as it is, and you use up "
        "your turn. A smart player passes if no move that it tried raises its score.")),
    Rule("costs", lambda: say("The cost of actions"), lambda: say(
        "Under the extended rules, some actions cost points, which you don't get back: smash "
        "{smash}, paint {paint}, combine {combine}. The other actions are free: {free}. Under the "
        "classic rules, everything is free.",
        smash=EXTENDED.cost(Action.SMASH), paint=EXTENDED.cost(Action.PAINT),
        combine=EXTENDED.cost(Action.COMBINE), free=", ".join(
            action.word for action in EXTENDED.actions if not EXTENDED.cost(action)))),
)
