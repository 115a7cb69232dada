"""Leagues of Prograsonne: every two players meet, with the same first tiles in both seats.

>>> from blocky.prograsonne import GreedyPlayer, RandomPlayer, arena
>>> league = arena.league([RandomPlayer(), GreedyPlayer()], boards=2, progress=False)
>>> [row.name for row in league.table()]
['Greedy', 'Random']
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from functools import partial
from random import Random
from typing import Any

from blocky.kit import arena
from blocky.kit.arena import League, Series, collect, league_command
from blocky.kit.arena.entry import Entry
from blocky.kit.arena.league_command import add_arguments
from blocky.kit.arguments import given_seed
from blocky.kit.language import say, say_count
from blocky.kit.player import Player
from blocky.prograsonne.game import Game
from blocky.prograsonne.move import Place, Restore, Save
from blocky.prograsonne.position import PrograsonnePosition
from blocky.prograsonne.scoring import Rules

__all__ = ["MOVES", "RULES", "League", "PrograsonneSeries", "add_arguments", "collect", "command",
           "league"]

#: Without ``redraw``, every tenth game would end before its first move.
RULES = Rules(redraw=True)

#: The most moves of a game of a league, as tiles could be taken back for ever.
MOVES = 200


class LeaguePosition(PrograsonnePosition):
    """A position of a game that must end: no states are saved, and the moves are limited."""

    most = MOVES
    made = 0

    @property
    def over(self) -> bool:
        """Whether the game is over by the rules, or by the number of moves."""
        return super().over or self.made >= self.most

    def why_over(self) -> str:
        """Return a sentence that says why the game is over; "" before the end."""
        if self.over and not super().over:
            return say("A league game ends after {most} moves.", most=self.most)
        return super().why_over()

    def why_not(self, move: Any) -> str | None:
        """Return why ``move`` is illegal now; None if it is legal."""
        if isinstance(move, (Save, Restore)):
            return say("You can't save states in a league.")
        return super().why_not(move)

    def play(self, move: Any, rng: Random, chance: Any = None) -> str | None:
        """Make ``move``, and count it; return what was drawn at random, as the base class does."""
        drawn = super().play(move, rng, chance)
        self.made += 1
        return drawn

    def take_back(self) -> None:
        """Take back the last move."""
        super().take_back()
        self.made -= 1

    def certain_moves(self) -> list[Place]:
        """Return the placements of the tile in hand that fit, the best first."""
        return [] if self.over else super().certain_moves()


class PrograsonneSeries(Series):
    """Games of Prograsonne that start with the same tiles for all players."""

    position_type = LeaguePosition

    def __init__(self, rules: Rules, seed: int | str) -> None:
        self._rules, self.seed = rules, given_seed(seed)

    def begin(self, board: int, kind: str, players: Sequence[Player], names: Sequence[str]) -> Game:
        """Return game number ``board`` before its first turn."""
        position = LeaguePosition.begin(self._rules, Random(self.seed_of(board)))
        return Game.on(position, players, f"{self.seed}, {board}: {', '.join(names)}")

    def settings(self) -> dict[str, Any]:
        """Return the settings that determine the games, in a form for JSON."""
        return {"rules": asdict(self._rules), "seed": self.seed}

    def caption(self, players: int, boards: int) -> str:
        """Return the caption of a league's table."""
        return say_count("A league of {players} players who met {count} time in each seat, seed "
                         "{seed}",
                         "A league of {players} players who met {count} times in each seat, seed "
                         "{seed}", boards, players=players, seed=self.seed)


def league(players: Mapping[str, Entry] | Iterable[Entry], boards: int = 5, rules: Rules = RULES,
           seed: int | str = 0, **how: Any) -> League:
    """Return the league of ``players``, objects or classes, by name if they are in a dict.

    Every two of them meet ``boards`` times in each seat; a player whose turn cannot be made loses
    the game. ``how`` takes the other arguments of ``blocky.kit.arena.league``.
    """
    return arena.league(players, PrograsonneSeries(rules, seed), boards, **how)


command = partial(league_command.command, league=league)
