"""The law of a move: the effect of repeating it, or taking it back."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from blocky.block import Block, Path
from blocky.colour import Colour
from blocky.kit.language import mark, say
from blocky.move import Action, Move
from blocky.widgets.attempt import Attempt, run

__all__ = ["LAWS", "LawStep", "law_text", "steps_of_law"]

LAWS = mark({
    Action.ROTATE_CLOCKWISE:
        "The law: four times clockwise, or once clockwise and once counter-clockwise, leaves the "
        "board as it was. On the block's grid the move is np.rot90(grid, -1).",
    Action.ROTATE_COUNTER_CLOCKWISE:
        "The law: four times counter-clockwise, or once counter-clockwise and once clockwise, "
        "leaves the board as it was. On the block's grid the move is np.rot90(grid).",
    Action.SWAP_HORIZONTALLY:
        "The law: a swap is its own inverse, so that two leave the board as it was. On the "
        "block's grid the move is np.roll(grid, len(grid) // 2, axis=1).",
    Action.SWAP_VERTICALLY:
        "The law: a swap is its own inverse, so that two leave the board as it was. On the "
        "block's grid the move is np.roll(grid, len(grid) // 2, axis=0).",
    Action.SMASH:
        "The law: no move takes a smash back. What the block held is gone, and the new children "
        "are a matter of chance, so that two smashes of one board differ.",
    Action.PAINT:
        "The law: painting again takes it back, but only with the old colour, which the painted "
        "cell does not tell.",
    Action.COMBINE:
        "The law: no move takes it back. Different blocks become the same leaf, and the leaf "
        "does not tell which of them it was.",
})

#: What takes an action back, and how the two are called in the picture.
INVERSES = mark({
    Action.ROTATE_CLOCKWISE: (Action.ROTATE_COUNTER_CLOCKWISE, "↻, then ↺"),
    Action.ROTATE_COUNTER_CLOCKWISE: (Action.ROTATE_CLOCKWISE, "↺, then ↻"),
})

#: Makes a move for an action on a board; a smash for another purpose brings other children.
Do = Callable[[Block, Action, object], Attempt]


class LawStep(NamedTuple):
    """A board that shows the law; ``back`` tells whether it must be as before."""

    title: str
    attempt: Attempt
    back: bool = False

    def holds(self, before: Block) -> bool:
        """Tell whether the board is as it was before."""
        return self.attempt.sound and self.attempt.board == before


def steps_of_law(board: Block, move: Move, do: Do) -> list[LawStep]:
    """Return the boards that show the law of a move, the first of them before it."""
    action, steps = move.action, [LawStep(say("before"), Attempt(board))]
    match action:
        case Action.SMASH:
            steps += [LawStep(say("smash {number}", number=number), do(board, action, number))
                      for number in (1, 2, 3)]
        case Action.PAINT:
            painted, old = do(board, action, ""), board.at(move.path).colour
            again = run(painted.board, move.path, Block.paint, (old,), "paint")
            steps += [LawStep(say("painted {colour}", colour=move.colour), painted),
                      LawStep(say("painted {colour} again", colour=old), again, back=True)]
        case Action.COMBINE:
            other = _another(board, move.path)
            steps += [LawStep(say("combined"), do(board, action, "")),
                      LawStep(say("another board"), Attempt(other)),
                      LawStep(say("combined: the same"), do(other, action, ""))]
        case _:
            titles = [say("once"), say("twice"), say("3 times"), say("4 times")]
            for title in titles[:4 if action in INVERSES else 2]:
                steps.append(LawStep(title, do(steps[-1].attempt.board, action, "")))
                if not steps[-1].attempt.sound:
                    return steps
            steps[-1] = steps[-1]._replace(back=True)
            if action in INVERSES:
                inverse, title = INVERSES[action]
                steps.append(LawStep(say(title), do(steps[1].attempt.board, inverse, ""), True))
    return steps


def _another(board: Block, path: Path) -> Block:
    """Return another board that a combination turns into the same one."""
    other = board.copy()
    block = other.at(path)
    block.rotate(1)
    if other == board:
        block.children[0].colour = Colour((int(block.children[0].colour or 0) + 1) % 4)
    return other


def law_text(action: Action, steps: list[LawStep]) -> str:
    """Return sentences that say whether the law of an action holds in its steps."""
    if failed := next((step.attempt.failure for step in steps if step.attempt.failure), ""):
        return say("The law cannot be shown. {problem}", problem=failed)
    if not steps[-1].attempt.sound:
        return say("The law cannot be shown: the tree is broken after the move.")
    claims = [step for step in steps if step.back]
    if not claims:
        return say(LAWS[action])
    for step in claims:
        if not step.holds(steps[0].attempt.board):
            return say("The law fails: after “{title}” the board is not as it was before "
                       "(board == before is False).", title=step.title)
    if len(claims) == 1:
        return say("The law holds: after “{title}” the board is as it was before (board == "
                   "before is True).", title=claims[0].title)
    return say("The law holds: after “{title}” and after “{other}” the board is as it was "
               "before (board == before is True).", title=claims[0].title, other=claims[1].title)
