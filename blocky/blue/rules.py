"""The colours and numbers of Blue, and its two rule sets as data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from blocky.kit.arguments import expect
from blocky.kit.language import mark, say

__all__ = ["COLOURS", "FACTORIES", "OFFICIAL", "PENALTIES", "RULE_SETS", "SEED", "SIDE", "TILES",
           "Rules", "colour_name", "factories", "rules_called"]

#: The colours, a letter each. A string of letters is a pile of tiles in their order.
COLOURS = "rbgwy"

#: How many tiles there are of each colour, and how many a factory holds.
TILES, FACTORY = 20, 4

#: How many pattern lines a player has, how many rows a wall, and how many cells a row.
SIDE = 5

#: How many factories there are, by the number of players.
FACTORIES = {2: 5, 3: 7, 4: 9}

#: The points that a floor costs, by the number of its occupied spaces.
PENALTIES = (0, 1, 2, 4, 6, 8, 11, 14)

_NAMES = mark({"r": "red", "b": "black", "g": "grey", "w": "white", "y": "yellow"})


def colour_name(colour: str) -> str:
    """Return the word for a colour."""
    return say(_NAMES[colour])


def factories(players: int) -> int:
    """Return the number of factories for so many players. ValueError: they cannot play."""
    if players not in FACTORIES:
        raise ValueError(say("Blue is played by 2, 3 or 4 players, not by {players!r}.",
                             players=players))
    return FACTORIES[players]


@dataclass(frozen=True)
class Rules:
    """What the rule sets differ in; the rest of the rules is the same for all.

    Attributes:
        name: the name of the rule set.
        wall: the order of the colours that all walls have; None: each player's is random.
        at_once: whether a tile scores against the wall before the tiling; otherwise the rows are
            tiled from top to bottom, and each counts for the next.
        counts_in_each_run: whether a tile counts in its row and in its column; otherwise once.
        refill: whether the discards become the pool when it runs out.
        bonuses: the points at the end for a complete row, a complete column, and a colour that
            stands in all rows.
        ties_by_rows: whether of equal scores those with more complete rows win.
        rounds: after how many rounds the game ends in any case; None: no such end.
    """

    name: str
    wall: str | None = None
    at_once: bool = True
    counts_in_each_run: bool = False
    refill: bool = False
    bonuses: tuple[int, int, int] = (0, 0, 0)
    ties_by_rows: bool = False
    rounds: int | None = None

    def __post_init__(self) -> None:
        if self.wall is not None and sorted(self.wall) != sorted(COLOURS):
            raise ValueError(say("wall must hold each of the colours {colours} once, not {wall!r}.",
                                 colours=COLOURS, wall=self.wall))

    def tile_score(self, across: int, down: int) -> int:
        """Return the points of a tile with so many tiles in a run beside it, across and down.

        >>> SEED.tile_score(2, 0), OFFICIAL.tile_score(2, 0)
        (3, 3)
        >>> SEED.tile_score(1, 1), OFFICIAL.tile_score(1, 1)
        (3, 4)
        """
        if self.counts_in_each_run and across and down:
            return 2 + across + down
        return 1 + across + down

    def to_record(self) -> Any:
        """Return the name of one of the two rule sets, or all the settings of another."""
        if RULE_SETS.get(self.name) == self:
            return self.name
        return {**vars(self), "bonuses": list(self.bonuses)}

    @classmethod
    def from_record(cls, record: Any) -> Rules:
        """Return the rules of a record, or of that name. ValueError: it is of none."""
        if not isinstance(record, dict):
            return rules_called(record)
        return cls(**{**record, "bonuses": tuple(record["bonuses"])})

    def __repr__(self) -> str:
        return self.name.upper()


#: The variant of the course at Havana.
SEED = Rules(mark("seed"))

#: The board game as it is published.
OFFICIAL = Rules(mark("official"), wall=COLOURS, at_once=False, counts_in_each_run=True,
                 refill=True, bonuses=(2, 7, 10), ties_by_rows=True)

RULE_SETS = {rules.name: rules for rules in (SEED, OFFICIAL)}


def rules_called(rules: Rules | str) -> Rules:
    """Return ``rules``, or those of that name. ValueError: there are none."""
    if isinstance(rules, str) and rules in RULE_SETS:
        return RULE_SETS[rules]
    chosen: Rules = expect("rules", rules, Rules, say('SEED or OFFICIAL, "seed" or "official"'))
    return chosen
