"""Actions, moves, and the two rule sets that say which moves are legal and what they cost."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from operator import index
from typing import NoReturn

from blocky.block import Block, Path
from blocky.colour import Colour

__all__ = ["CLASSIC", "EXTENDED", "RULE_SETS", "Action", "IllegalMove", "Move", "RuleSet"]


class IllegalMove(ValueError):
    """A move that the rules do not allow. Its text is a sentence that says why."""


class Action(Enum):
    """What a player can do with a block. The value is its name in a sentence."""

    ROTATE_CLOCKWISE = "rotate clockwise"
    ROTATE_COUNTER_CLOCKWISE = "rotate counter-clockwise"
    SWAP_HORIZONTALLY = "swap horizontally"
    SWAP_VERTICALLY = "swap vertically"
    SMASH = "smash"
    PAINT = "paint"
    COMBINE = "combine"
    PASS = "pass"

    def __repr__(self) -> str:
        return f"Action.{self.name}"

    @classmethod
    def _missing_(cls, value: object) -> NoReturn:
        known = ", ".join(action.value for action in cls)
        raise ValueError(f"{value!r} is not an action. The actions are: {known}.")


@dataclass(frozen=True)
class Move:
    """An action on the block at a path; to paint takes a colour too.

    A move is a value: it holds no block, it can be a key, and what is printed evaluates to it.

    >>> Move(Action.PAINT, [0, 2], 1)
    Move(action=Action.PAINT, path=(0, 2), colour=Colour.RED)
    """

    action: Action
    path: Path = ()
    colour: Colour | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "action", Action(self.action))
        try:
            object.__setattr__(self, "path", tuple(index(number) for number in self.path))
        except TypeError:
            raise ValueError(f"A path is a tuple of child numbers, such as (0, 2), "
                             f"not {self.path!r}.") from None
        if (self.action is Action.PAINT) != (self.colour is not None):
            raise ValueError("A move has a colour exactly when its action is to paint.")
        if self.colour is not None:
            object.__setattr__(self, "colour", Colour(self.colour))

    def __str__(self) -> str:
        if self.action is Action.PASS:
            return "pass"
        if self.colour is not None:
            return f"paint block {self.path} {self.colour.word}"
        return f"{self.action.value} block {self.path}"


@dataclass(frozen=True)
class RuleSet:
    """Which actions there are, when they are legal, and what they cost.

    ``smashes`` is how often a human may smash in a game (None: as often as they like).
    ``forfeits``: a computer player may try a smash that is refused, and then loses the turn.
    """

    name: str
    actions: tuple[Action, ...]
    costs: tuple[tuple[Action, int], ...] = ()
    smashes: int | None = None
    smash_divided: bool = True
    forfeits: bool = False
    max_players: int | None = None
    distinct_colours: bool = False

    def cost(self, action: Action) -> int:
        """Return the points that ``action`` takes off the score of who does it.

        >>> CLASSIC.cost(Action.SMASH), EXTENDED.cost(Action.SMASH)
        (0, 3)
        """
        return dict(self.costs).get(action, 0)

    def why_not(self, action: Action, block: Block, colour: int | None = None,
                smashed: int = 0) -> str | None:
        """Return a sentence that says why ``action`` is illegal on ``block``; None if it is legal.

        ``smashed`` is how often a player whose smashes are limited has smashed before.
        """
        if action not in self.actions:
            return f"The {self.name} rules have no action to {action.value}."
        if action is Action.SMASH:
            return self._why_not_smash(block, smashed)
        if action is Action.PAINT:
            if block.level != block.max_depth:
                return "Only a unit cell can be painted, and this block is larger."
            if colour is not None and block.colour == colour:
                return f"This cell is {Colour(colour).word} already; choose another colour."
        if action is Action.COMBINE:
            try:
                block.majority()
            except ValueError as error:
                return str(error)
        return None

    def _why_not_smash(self, block: Block, smashed: int) -> str | None:
        if block.level == block.max_depth:
            return "A unit cell cannot be smashed: it cannot be divided further."
        if not self.smash_divided:
            return "Only a block that is not divided can be smashed." if block.children else None
        if block.level == 0:
            return "The top-level block cannot be smashed."
        if self.smashes is not None and smashed >= self.smashes:
            return f"A human may smash {self.smashes} time in a game, and you have."
        return None

    def legal_actions(self, block: Block, smashed: int = 0) -> list[Action]:
        """Return the actions that are legal on ``block``, in the order of the rule set."""
        return [action for action in self.actions if not self.why_not(action, block, None, smashed)]

    def __repr__(self) -> str:
        return self.name.upper()


_BASIC = (Action.ROTATE_CLOCKWISE, Action.ROTATE_COUNTER_CLOCKWISE,
          Action.SWAP_HORIZONTALLY, Action.SWAP_VERTICALLY, Action.SMASH)

#: The rules of 2017/18.
CLASSIC = RuleSet("classic", _BASIC, smashes=1, forfeits=True)

#: The rules from 2020 on.
EXTENDED = RuleSet(
    "extended", (*_BASIC, Action.PAINT, Action.COMBINE, Action.PASS),
    costs=((Action.SMASH, 3), (Action.PAINT, 1), (Action.COMBINE, 1)),
    smash_divided=False, max_players=4, distinct_colours=True,
)

RULE_SETS = {rules.name: rules for rules in (CLASSIC, EXTENDED)}
