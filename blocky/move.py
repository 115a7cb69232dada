"""Actions, moves, and the two rule sets: which moves are legal, and what they cost."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from random import Random
from typing import Any, NoReturn

from blocky.block import Block, Path
from blocky.colour import Colour
from blocky.invariants import as_path
from blocky.kit.arguments import count, expect
from blocky.kit.language import mark, say, say_count
from blocky.kit.position import IllegalMove

__all__ = ["CALLS", "CLASSIC", "EXTENDED", "RULE_SETS", "Action", "IllegalMove", "Move", "RuleSet"]


class Action(Enum):
    """What a player can do with a block. Saved files hold the value."""

    ROTATE_CLOCKWISE = mark("rotate clockwise")
    ROTATE_COUNTER_CLOCKWISE = mark("rotate counter-clockwise")
    SWAP_HORIZONTALLY = mark("swap horizontally")
    SWAP_VERTICALLY = mark("swap vertically")
    SMASH = mark("smash")
    PAINT = mark("paint")
    COMBINE = mark("combine")
    PASS = mark("pass")

    @property
    def word(self) -> str:
        """The name of this action in a sentence, after "to"."""
        return say(_WORDS.get(self, self.value))

    def __repr__(self) -> str:
        return f"Action.{self.name}"

    @classmethod
    def _missing_(cls, value: object) -> NoReturn:
        raise ValueError(say("{value!r} isn't an action. The actions are: {known}.",
                             value=value, known=", ".join(action.value for action in cls)))


#: The names of actions in sentences, where they differ from the value.
_WORDS = mark({Action.SWAP_HORIZONTALLY: "swap left and right",
               Action.SWAP_VERTICALLY: "swap upper and lower"})

#: What a move does, in a sentence after "to".
_PHRASES = mark({
    Action.ROTATE_CLOCKWISE: "rotate block {path} clockwise",
    Action.ROTATE_COUNTER_CLOCKWISE: "rotate block {path} counter-clockwise",
    Action.SWAP_HORIZONTALLY: "swap left and right in block {path}",
    Action.SWAP_VERTICALLY: "swap upper and lower in block {path}",
    Action.SMASH: "smash block {path}",
    Action.PAINT: "paint block {path} {colour}",
    Action.COMBINE: "combine block {path}",
    Action.PASS: "pass",
})

#: The same for a move of the whole board.
_OF_THE_BOARD = mark({
    Action.ROTATE_CLOCKWISE: "rotate the whole board clockwise",
    Action.ROTATE_COUNTER_CLOCKWISE: "rotate the whole board counter-clockwise",
    Action.SWAP_HORIZONTALLY: "swap left and right in the whole board",
    Action.SWAP_VERTICALLY: "swap upper and lower in the whole board",
    Action.SMASH: "smash the whole board",
    Action.PAINT: "paint the whole board {colour}",
    Action.COMBINE: "combine the whole board",
    Action.PASS: "pass",
})

#: The method of Block that does an action, and its arguments without the rng and the colour.
CALLS: dict[Action, tuple[str, tuple[Any, ...]]] = {
    Action.ROTATE_CLOCKWISE: ("rotate", (1,)),
    Action.ROTATE_COUNTER_CLOCKWISE: ("rotate", (3,)),
    Action.SWAP_HORIZONTALLY: ("swap", (0,)),
    Action.SWAP_VERTICALLY: ("swap", (1,)),
    Action.SMASH: ("smash", ()),
    Action.PAINT: ("paint", ()),
    Action.COMBINE: ("combine", ()),
}


@dataclass(frozen=True)
class Move:
    """An action on the block at a path, and for paint a colour.

    A move is a value: it holds no block, it can be a key of a dict, and its repr evaluates to it.

    >>> Move(Action.PAINT, [0, 2], 1)
    Move(action=Action.PAINT, path=(0, 2), colour=Colour.RED)
    """

    action: Action
    path: Path = ()
    colour: Colour | None = None

    def __post_init__(self) -> None:
        """Convert the fields to their types, and check them. ValueError: one is wrong."""
        object.__setattr__(self, "action", Action(self.action))  # the class is frozen
        object.__setattr__(self, "path", as_path(self.path))
        if self.action is Action.PAINT and self.colour is None:
            raise ValueError(say("A paint move needs a colour: Move(Action.PAINT, path, colour)."))
        if self.action is not Action.PAINT and self.colour is not None:
            raise ValueError(say("Only a paint move takes a colour. The action here is {action}.",
                                 action=self.action.word))
        if self.colour is not None:
            object.__setattr__(self, "colour", Colour(self.colour))

    def __str__(self) -> str:
        if not self.path:
            return say(_OF_THE_BOARD[self.action], colour=self.colour)
        return say(_PHRASES[self.action], path=self.path, colour=self.colour)

    def call(self, rng: Random) -> tuple[str, tuple[Any, ...]]:
        """Return the method of Block that makes this move, no pass, and its arguments."""
        name, args = CALLS[self.action]
        extra = {Action.SMASH: (rng,), Action.PAINT: (self.colour,)}.get(self.action, ())
        return name, (*args, *extra)

    def change(self, block: Block, rng: Random) -> None:
        """Make this move, which isn't a pass, on ``block``, the block at its path."""
        name, args = self.call(rng)
        getattr(block, name)(*args)

    def to_record(self) -> dict[str, Any]:
        """Return this move as JSON can hold it."""
        colour = {} if self.colour is None else {"colour": int(self.colour)}
        return {"action": self.action.value, "path": list(self.path), **colour}

    @classmethod
    def from_record(cls, record: dict[str, Any]) -> Move:
        """Return the move of a record."""
        return cls(Action(record["action"]), record["path"], record.get("colour"))


@dataclass(frozen=True)
class RuleSet:
    """The available actions, when they are legal, and what they cost.

    Attributes:
        name: the name of the rule set.
        actions: the available actions, or their names, such as "smash".
        costs: the points that an action costs, for each action that is not free. It can be given
            as a dict, such as {"smash": 3}.
        smashes: the number of smashes that a human has in a game; None for no limit.
        smash_divided: whether a divided block can be smashed.
        forfeits: whether a computer player that tries an illegal smash loses the turn.
        max_players: the largest number of players; None for no limit.
    """

    name: str
    actions: tuple[Action, ...]
    costs: tuple[tuple[Action, int], ...] = ()
    smashes: int | None = None
    smash_divided: bool = True
    forfeits: bool = False
    max_players: int | None = None

    def __post_init__(self) -> None:
        """Convert the fields to their types, and check them. ValueError: one is wrong."""
        expect("name", self.name, str, say("a string"))
        is_one_action = isinstance(self.actions, (str, Action))
        actions = [self.actions] if is_one_action else self.actions
        expect("actions", actions, Iterable, say("a list of actions such as [Action.SMASH]"))
        each_once = dict.fromkeys(map(Action, actions))
        object.__setattr__(self, "actions", tuple(each_once))
        try:
            given_costs = dict(self.costs)
        except (TypeError, ValueError):
            raise ValueError(say("costs must be a dict such as {example}, not {value!r}.",
                                 example="{'smash': 3}", value=self.costs)) from None
        costs = {Action(action): cost for action, cost in given_costs.items()}
        for action, cost in costs.items():
            if isinstance(cost, bool) or not isinstance(cost, int):
                raise ValueError(say("The cost of the action {action} must be a number of points "
                                     "such as 3, not {cost!r}.", action=action.word, cost=cost))
        object.__setattr__(self, "costs", tuple(costs.items()))
        if self.smashes is not None:
            count("smashes", self.smashes)
        if self.max_players is not None:
            count("max_players", self.max_players, least=1)

    def cost(self, action: Action) -> int:
        """Return the number of points that ``action`` costs.

        >>> CLASSIC.cost(Action.SMASH), EXTENDED.cost(Action.SMASH)
        (0, 3)
        """
        return dict(self.costs).get(action, 0)

    def why_not(self, action: Action, block: Block, colour: int | None = None,
                smashed: int | None = 0) -> str | None:
        """Return a sentence that says why ``action`` is illegal on ``block``; None if it is legal.

        ``smashed`` is the number of smashes that count against the player's limit so far; None if
        the player has no limit.
        """
        if action not in self.actions:
            return say("The {rules} rules don't have the action {action}.",
                       rules=say(self.name), action=action.word)
        if action is Action.SMASH:
            return block.why_no_smash() or self._why_smash_is_forbidden(block, smashed)
        if action is Action.PAINT:
            return block.why_no_paint(colour)
        if action is Action.COMBINE:
            try:
                block.majority()
            except ValueError as error:  # no colour has the majority
                return str(error)
        return None

    def _why_smash_is_forbidden(self, block: Block, smashed: int | None) -> str | None:
        """Return a sentence that says why these rules forbid a smash; None if they allow it.

        ``smashed`` is the number of smashes that count so far; None: the player has no limit.
        """
        if block.children and not self.smash_divided:
            return say("Only a block that isn't divided can be smashed.")
        if block.level == 0 and self.smash_divided:
            return say("The whole board can't be smashed.")
        if self.smashes is None or smashed is None:
            return None
        if self.smashes == 0:
            return say("Under these rules, only computer players may smash.")
        if smashed >= self.smashes:
            return say_count("You may smash only once in a game, and you've already smashed.",
                             "You may smash only {count} times in a game, and you've already "
                             "smashed {count} times.",
                             self.smashes)
        return None

    def legal_actions(self, block: Block, smashed: int | None = 0) -> list[Action]:
        """Return the actions that are legal on ``block``, in the order of the rule set."""
        return [action for action in self.actions if not self.why_not(action, block, None, smashed)]

    def to_record(self) -> Any:
        """Return these rules as JSON can hold them.

        Rules of the kit are their name; others are a dict of the fields, with the name of the class
        as ``kind``.
        """
        if RULE_SETS.get(self.name) == self:
            return self.name
        return {**vars(self), "kind": type(self).__name__,
                "actions": [action.value for action in self.actions],
                "costs": [[action.value, cost] for action, cost in self.costs]}

    @classmethod
    def from_record(cls, record: Any) -> RuleSet:
        """Return the rule set of a record of ``to_record``.

        ValueError: the rules are an object of a subclass of RuleSet, which a record can't hold.
        """
        if not isinstance(record, dict):
            return RULE_SETS[record]  # the record is the name
        settings = dict(record)
        kind = settings.pop("kind")
        if kind != cls.__name__:
            raise ValueError(say("The saved rules are an object of the class {kind}. Load the game "
                                 "with Game.load(path, rules=...).", kind=kind))
        settings["actions"] = tuple(map(Action, settings["actions"]))
        settings["costs"] = tuple((Action(action), cost) for action, cost in settings["costs"])
        return cls(**settings)

    def __repr__(self) -> str:
        return self.name.upper()


_BASIC = (Action.ROTATE_CLOCKWISE, Action.ROTATE_COUNTER_CLOCKWISE,
          Action.SWAP_HORIZONTALLY, Action.SWAP_VERTICALLY, Action.SMASH)

#: The rules of 2017/18.
CLASSIC = RuleSet(mark("classic"), _BASIC, smashes=1, forfeits=True)

#: The rules from 2020 on.
EXTENDED = RuleSet(
    mark("extended"), (*_BASIC, Action.PAINT, Action.COMBINE, Action.PASS),
    costs=((Action.SMASH, 3), (Action.PAINT, 1), (Action.COMBINE, 1)),
    smash_divided=False, max_players=4,
)

RULE_SETS = {rules.name: rules for rules in (CLASSIC, EXTENDED)}
