"""The games of a league of Blue."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

from blocky.blue.game import Game
from blocky.blue.position import Position
from blocky.blue.rules import Rules, rules_called
from blocky.kit.arena import Series
from blocky.kit.language import say, say_count
from blocky.kit.player import Player
from blocky.kit.values import given_seed

__all__ = ["BlueSeries"]

#: How many rounds a game of a league has at most: one in which nobody ever tiles has no end.
ROUNDS = 40


class BlueSeries(Series):
    """Games of two players who begin with the same walls and factories, whoever plays."""

    position_type = Position

    def __init__(self, rules: Rules | str, seed: int | str) -> None:
        self._rules, self._seed = replace(rules_called(rules), rounds=ROUNDS), given_seed(seed)

    def begin(self, board: int, kind: str, players: Sequence[Player], names: Sequence[str]) -> Game:
        """Return game number ``board`` before its first turn; the player in seat 0 begins."""
        dealt = Random(f"league {self._seed}, board {board}")
        return Game.on(Position.deal(len(players), self._rules, dealt, first=0), players,
                       f"{self._seed}, {board}: {', '.join(names)}")

    def settings(self) -> dict[str, Any]:
        """Return the settings that determine the games, in a form for JSON."""
        return {"rules": self._rules.to_record(), "seed": self._seed}

    def caption(self, players: int, boards: int) -> str:
        """Return the sentence over the table of a league."""
        return say_count(
            "A league of {players} players who met {count} time in each seat, {rules} rules, "
            "seed {seed}",
            "A league of {players} players who met {count} times in each seat, {rules} rules, "
            "seed {seed}", boards, players=players, rules=say(self._rules.name), seed=self._seed)
