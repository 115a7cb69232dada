"""Leagues of Blocky: many games between many players.

>>> from blocky import RandomPlayer, SmartPlayer, arena
>>> league = arena.league([RandomPlayer(), SmartPlayer(3)], boards=1, progress=False)
>>> [row.name for row in league.table()]
['Smart 3', 'Random']
"""

from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from random import Random
from typing import Any

from blocky.block import random_init
from blocky.colour import Colour
from blocky.game import Game
from blocky.goal import BlobGoal, Goal, PerimeterGoal
from blocky.kit import arena
from blocky.kit.arena import (
    Collected,
    League,
    PlayerFigures,
    Result,
    Series,
    collect,
    league_command,
)
from blocky.kit.arena.entry import Entry
from blocky.kit.arguments import expect
from blocky.kit.language import say, say_count
from blocky.kit.player import Player
from blocky.move import CLASSIC, RULE_SETS, RuleSet
from blocky.position import BlockyPosition

__all__ = ["BlockySeries", "Collected", "League", "PlayerFigures", "Result", "add_arguments",
           "collect", "command", "league"]


class BlockySeries(Series):
    """Games of Blocky on seeded boards, for each of the goals."""

    position_type = BlockyPosition

    def __init__(self, goals: type[Goal] | Sequence[type[Goal]], rules: RuleSet, max_depth: int,
                 turns: int, seed: int | str) -> None:
        """Prepare a series; the name of each class in ``goals`` is a kind of game."""
        self._goals = _goals_by_name(goals)
        self.kinds = list(self._goals)
        self.classes = list(self._goals.values())
        self._game: dict[str, Any] = {"rules": rules, "max_depth": max_depth, "turns": turns}
        self.seed = expect("seed", seed, (int, str), say("an integer or a string"))

    def begin(self, board: int, kind: str, players: Sequence[Player], names: Sequence[str]) -> Game:
        """Return the game on board number ``board`` for the goal ``kind``, before its first turn.

        Whoever plays, the board and the two target colours are the same. The two seats have
        different colours: with the same one nobody could win.
        """
        seed_of_board = self.seed_of(board)
        colours = Random(f"{seed_of_board}: colours").sample(list(Colour), 2)
        return Game(players=players, goals=[self._goals[kind](colour) for colour in colours],
                    board=random_init(0, self._game["max_depth"], Random(seed_of_board)),
                    **self._game, seed=f"{seed_of_board}, {kind}: {' against '.join(names)}")

    def settings(self) -> dict[str, Any]:
        """Return the settings that determine the games, in a form for JSON."""
        return {"goals": self.kinds, **self._game, "rules": self._game["rules"].to_record(),
                "seed": self.seed}

    def caption(self, players: int, boards: int) -> str:
        """Return the caption of a league's table."""
        return say_count(
            "A league of {players} players on {count} board of depth {depth}, {rules} rules, "
            "seed {seed}",
            "A league of {players} players on {count} boards of depth {depth}, {rules} rules, "
            "seed {seed}", boards, players=players, depth=self._game["max_depth"],
            rules=say(self._game["rules"].name), seed=self.seed)


def _goals_by_name(goals: type[Goal] | Sequence[type[Goal]]) -> dict[str, type[Goal]]:
    """Return the classes of goals by their names; ``goals`` is a list of them, or a single class.

    ValueError: they aren't different classes of goals, or a goal can't be made with a colour.
    """
    kinds = [goals] if isinstance(goals, type) else goals
    are_classes_of_goals = isinstance(kinds, Sequence) and all(
        isinstance(kind, type) and issubclass(kind, Goal) for kind in kinds)
    if not are_classes_of_goals or not kinds:
        raise ValueError(say("goals must be a Goal class or a list of Goal classes, such as "
                             "[BlobGoal, PerimeterGoal], not {goals!r}.", goals=goals))
    for kind in kinds:
        try:
            kind(Colour.RED)
        except TypeError as error:
            raise ValueError(say("{kind}(Colour.RED) doesn't create a goal: {error}.",
                                 kind=kind.__name__, error=error)) from None
    named = {kind.__name__: kind for kind in kinds}
    if len(named) < len(kinds):
        raise ValueError(say("goals must be different, but two of them have the same name."))
    return named


def league(players: Mapping[str, Entry] | Iterable[Entry], boards: int = 5,
           goals: type[Goal] | Sequence[type[Goal]] = (BlobGoal, PerimeterGoal),
           rules: RuleSet = CLASSIC, max_depth: int = 3, turns: int = 10, seed: int | str = 0,
           **how: Any) -> League:
    """Return the league of ``players``: objects or classes, in a list, or by name in a dict.

    Every two of them meet on every board, for every goal, in both seats. ``how`` takes the other
    arguments of ``blocky.kit.arena.league``: ``workers=-1`` (games at a time; -1: one for
    each core), ``seconds=1.0`` (for a move), ``memory=1000`` (megabytes for a player),
    ``file=None`` (where results are kept) and ``progress=True``.
    """
    return arena.league(players, BlockySeries(goals, rules, max_depth, turns, seed), boards, **how)


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of ``blocky league``."""
    league_command.add_arguments(parser, depth=(3, say("the maximum depth of the boards")),
                                 turns=(10, say("how many turns each player has in a game")))
    parser.add_argument("--rules", choices=RULE_SETS, default="classic")


def command(options: Namespace) -> int:
    """Play the league that the options ask for; return 0 unless it is impossible."""
    return league_command.command(options, partial(
        league, rules=RULE_SETS[options.rules], max_depth=options.depth, turns=options.turns))
