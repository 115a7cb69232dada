"""A league: every pair of players meets on seeded boards, for each goal, in both seats."""

from __future__ import annotations

import csv
import html
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, nullcontext, suppress
from dataclasses import dataclass
from itertools import combinations, product
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from blocky.game import Game
from blocky.goal import BlobGoal, Goal, PerimeterGoal
from blocky.kit import values
from blocky.kit.arena.entry import Entry, goals_by_name, pickled, players_by_name
from blocky.kit.arena.log import append, opened
from blocky.kit.arena.match import Match, ReplayedPlayer, Result, game_on, replay
from blocky.kit.arena.process import play
from blocky.kit.arena.table import Row, as_html, as_text, faults, table
from blocky.kit.values import above
from blocky.move import CLASSIC, RuleSet
from blocky.player import RandomPlayer

if TYPE_CHECKING:
    from blocky.kit.draw.picture import Picture

__all__ = ["League", "league"]

#: What the process of a game needs itself, with some to spare, in megabytes.
LEAST = 100


@dataclass(repr=False)
class League:
    """The results of a league.

    ``players`` are the names, ``settings`` what else determines the games, ``results`` the games
    played, by their numbers.
    """

    players: list[str]
    settings: dict[str, Any]
    results: list[Result]
    _goals: Mapping[str, type[Goal]]
    _rules: RuleSet

    @property
    def games(self) -> int:
        """How many games the whole league has."""
        pairs = len(self.players) * (len(self.players) - 1) // 2
        return pairs * 2 * len(self._goals) * int(self.settings["boards"])

    @property
    def stopped(self) -> bool:
        """Whether the league was stopped before all games were played."""
        return len(self.results) < self.games

    def table(self) -> list[Row]:
        """Return the figures of each player, the best rating first."""
        return table(self.players, self.results)

    def replay(self, number: int) -> Game:
        """Return the game ``number`` as it was played, at its end; its moves can be undone.

        ValueError: there is no such game, or it was not played.
        """
        for result in self.results:
            if result.number == number:
                return self._again(result)
        raise ValueError(f"There is no game {number!r} to replay. The games played have numbers "
                         f"from 0 to {self.games - 1}; league.results lists them.")

    def _again(self, result: Result) -> Game:
        given = {key: self.settings[key] for key in ("max_depth", "turns", "seed")}
        game = game_on(result.board, self._goals[result.goal],
                       [ReplayedPlayer(name, result) for name in result.players],
                       result.players, rules=self._rules, **given)
        replay(result, game)
        return game

    def save_table(self, path: str | os.PathLike[str]) -> None:
        """Write the table to a CSV file."""
        with open(path, "w", newline="", encoding="utf-8") as file:
            writer = csv.writer(file)
            writer.writerow(Row._fields)
            writer.writerows(self.table())

    def picture(self) -> Picture:
        """Return a picture of the ratings and of who beats whom."""
        from blocky.kit.draw.league import league

        return league(self)

    def _sentences(self) -> list[str]:
        count = (f"Only {len(self.results)} of {self.games} games were played."
                 if self.stopped else f"All {self.games} games were played.")
        return [count, *faults(self.results)]

    def __repr__(self) -> str:
        return (f"<League of {len(self.players)} players: "
                f"{len(self.results)} of {self.games} games played>")

    def __str__(self) -> str:
        return "\n".join([as_text(self.table()), *self._sentences()])

    def _repr_html_(self) -> str:
        sentences = "".join(f"<p>{html.escape(each)}</p>" for each in self._sentences())
        settings = self.settings
        boards = "1 board" if settings["boards"] == 1 else f"{settings['boards']} boards"
        caption = (f"A league of {len(self.players)} players on {boards} of depth "
                   f"{settings['max_depth']}, {settings['rules']} rules, seed {settings['seed']}")
        picture = self.picture()._repr_html_() if self.results else ""
        return as_html(self.table(), caption) + sentences + picture


def league(
    players: Mapping[str, Entry] | Iterable[Entry],
    boards: int = 5,
    goals: type[Goal] | Sequence[type[Goal]] = (BlobGoal, PerimeterGoal),
    rules: RuleSet = CLASSIC,
    max_depth: int = 3,
    turns: int = 10,
    seed: int | str = 0,
    workers: int = -1,
    seconds: float = 1.0,
    memory: float = 1000,
    file: str | os.PathLike[str] | None = None,
    progress: bool = True,
) -> League:
    """Return the league of ``players``, objects or classes, by name if they are in a dict.

    Every two of them meet on every board, for every goal, in both seats. A player who takes more
    than ``seconds`` for a move forfeits the turn; one who takes more than ``memory`` megabytes, or
    cannot be stopped, forfeits the game. ``workers`` games are played at a time (-1: one for each
    core); the table does not depend on it. Results are added to ``file`` as they come; with the
    same file a league that was broken off goes on where it was. Ctrl-C (in a notebook the stop
    button) ends the league and keeps what was played.
    """
    from joblib import Parallel, delayed
    from tqdm.auto import tqdm

    entries, kinds = players_by_name(players), goals_by_name(goals)
    values.count("boards", boards, least=1)
    values.expect("seed", seed, (int, str), "a whole number or a text")
    if isinstance(workers, bool) or not isinstance(workers, int) or workers == 0:
        raise ValueError(f"workers must be a whole number such as 2, or -1 for all cores, "
                         f"not {workers!r}.")
    common: dict[str, Any] = {"rules": rules, "max_depth": max_depth, "turns": turns, "seed": seed}
    for goal in kinds.values():  # a game that cannot begin says why
        game_on(0, goal, [RandomPlayer(), RandomPlayer()], ("one", "other"), **common)
    limits = {"seconds": above("seconds", seconds, 0), "memory": above("memory", memory, LEAST)}
    settings = {"boards": boards, "goals": list(kinds), **common, "rules": rules.name, **limits}
    made = League(list(entries), settings, [], kinds, rules)
    log, token = None, uuid4().hex
    if file is not None:
        made.results, log = opened(file, {"players": made.players, **settings})
    played = {result.number for result in made.results}
    with closing(log) if log else nullcontext(), tqdm(
            total=made.games, initial=len(played), unit="game", disable=not progress) as bar:
        matches = _matches(made, pickled(entries), pickled(kinds), {**common, **limits})
        run = Parallel(n_jobs=workers, prefer="threads", return_as="generator_unordered")(
            delayed(play)(match, token) for match in matches if match.number not in played)
        with suppress(KeyboardInterrupt), closing(run):
            for result in run:
                made.results.append(result)
                if log:
                    append(log, result)
                bar.update()
    made.results.sort(key=lambda result: result.number)
    return made


def _matches(league: League, players: Mapping[str, bytes], goals: Mapping[str, bytes],
             settings: Mapping[str, Any]) -> Iterator[Match]:
    """Yield the games of ``league`` in the order of their numbers, board by board."""
    order = product(range(league.settings["boards"]), goals, combinations(players, 2), (1, -1))
    for number, (board, goal, pair, step) in enumerate(order):
        one, other = pair[::step]
        yield Match(number, board, goal, (one, other), (players[one], players[other], goals[goal]),
                    **settings)
