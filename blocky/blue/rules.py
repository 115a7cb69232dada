"""The colours and numbers of Blue, and its two rule sets."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from blocky.kit.arguments import count, expect
from blocky.kit.language import mark, say

__all__ = ["COLOURS", "FACTORIES", "OFFICIAL", "PENALTIES", "RULE_SETS", "SEED", "SIDE", "TILES",
           "Rules", "colour_name", "factories", "rules_called"]

#: The letters of the colours. Tiles are strings of these letters.
COLOURS = "rbgwy"

#: The number of tiles of each colour, and of tiles in a factory.
TILES, FACTORY = 20, 4

#: The number of pattern lines of a player, of rows of a wall, and of cells of a row.
SIDE = 5

#: The number of factories, by the number of players.
FACTORIES = {2: 5, 3: 7, 4: 9}

#: The penalty for a floor, by the number of its occupied spaces.
PENALTIES = (0, 1, 2, 4, 6, 8, 11, 14)

_NAMES = mark({"r": "red", "b": "black", "g": "grey", "w": "white", "y": "yellow"})


def colour_name(colour: str) -> str:
    """Return the word for a colour."""
    return say(_NAMES[colour])


def factories(players: int) -> int:
    """Return the number of factories. ValueError: Blue is not for this number of players."""
    if players not in FACTORIES:
        raise ValueError(say("Blue is for 2, 3 or 4 players, not {players!r}.",
                             players=players))
    return FACTORIES[players]


@dataclass(frozen=True)
class Rules:
    """The differences between rule sets.

    Attributes:
        name: the name of the rule set.
        wall: the order of the colours of all walls; None if each player's is random.
        at_once: whether all tiles score as if placed at the same time; otherwise rows are tiled
            from top to bottom, and tiles of earlier rows count.
        counts_in_each_run: whether a tile with neighbours in its row and in its column counts in
            both; otherwise it counts once.
        refill: whether the discards become the pool when it runs out.
        bonuses: the points at the end for a complete row, a complete column, and a colour that is
            in all rows.
        ties_by_rows: whether the number of complete rows breaks a tie.
        rounds: the number of rounds after which the game ends in any case, 1 or more; None for no
            limit.
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
        """Check the fields, and turn lists into tuples and strings. ValueError: one is wrong."""
        expect("name", self.name, str, say("a string"))
        if self.wall is not None:
            wall = self.wall
            if not isinstance(wall, (str, list, tuple)) or sorted(wall) != sorted(COLOURS):
                raise ValueError(say("wall must have each of the colours {colours} once, not "
                                     "{wall!r}.", colours=COLOURS, wall=wall))
            object.__setattr__(self, "wall", "".join(wall))
        for name in ("at_once", "counts_in_each_run", "refill", "ties_by_rows"):
            expect(name, getattr(self, name), bool, say("True or False"))
        bonuses = self.bonuses
        is_sequence = isinstance(bonuses, (list, tuple))
        if not is_sequence or [*map(type, bonuses)] != [int, int, int]:
            raise ValueError(say("bonuses must be three numbers of points, such as (2, 7, 10), not "
                                 "{bonuses!r}.", bonuses=bonuses))
        object.__setattr__(self, "bonuses", tuple(bonuses))
        if self.rounds is not None:
            count("rounds", self.rounds, least=1)

    def tile_score(self, across: int, down: int) -> int:
        """Return the points of a tile, from the numbers of tiles in the runs beside it.

        >>> SEED.tile_score(2, 0), OFFICIAL.tile_score(2, 0)
        (3, 3)
        >>> SEED.tile_score(1, 1), OFFICIAL.tile_score(1, 1)
        (3, 4)
        """
        if self.counts_in_each_run and across and down:
            return 2 + across + down
        return 1 + across + down

    def to_record(self) -> Any:
        """Return the name of a rule set of the kit, or all settings of another one."""
        if RULE_SETS.get(self.name) == self:
            return self.name
        return {**vars(self), "bonuses": list(self.bonuses)}

    @classmethod
    def from_record(cls, record: Any) -> Rules:
        """Return the rules of a record. ValueError: the record is invalid."""
        if not isinstance(record, dict):
            return rules_called(record)
        return cls(**{**record, "bonuses": tuple(record["bonuses"])})

    def __repr__(self) -> str:
        return self.name.upper()


#: The variant of the course at Havana.
SEED = Rules(mark("seed"))

#: The published board game.
OFFICIAL = Rules(mark("official"), wall=COLOURS, at_once=False, counts_in_each_run=True,
                 refill=True, bonuses=(2, 7, 10), ties_by_rows=True)

RULE_SETS = {rules.name: rules for rules in (SEED, OFFICIAL)}


def rules_called(rules: Rules | str) -> Rules:
    """Return ``rules``, or the rule set of this name. ValueError: there is none."""
    if isinstance(rules, str) and rules in RULE_SETS:
        return RULE_SETS[rules]
    chosen: Rules = expect("rules", rules, Rules, say('SEED or OFFICIAL, "seed" or "official"'))
    return chosen
