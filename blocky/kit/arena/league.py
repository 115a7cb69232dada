"""A league: every pair of players meets on seeded boards, in both seats."""

from __future__ import annotations

import csv
import html
import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, nullcontext, suppress
from dataclasses import dataclass
from itertools import combinations, product
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from blocky.kit import values
from blocky.kit.arena.entry import Entry, pickled, pickled_players, players_by_name
from blocky.kit.arena.log import append, opened
from blocky.kit.arena.match import Match, ReplayedPlayer, Result, replay
from blocky.kit.arena.process import play
from blocky.kit.arena.series import Series
from blocky.kit.arena.table import Row, as_html, as_text, faults, table
from blocky.kit.game import Game
from blocky.kit.language import say
from blocky.kit.player import RandomPlayer

if TYPE_CHECKING:
    from blocky.kit.draw.picture import Picture

__all__ = ["League", "league"]

#: What the process of a game needs itself, with some to spare, in megabytes.
LEAST = 100


@dataclass(repr=False)
class League:
    """The results of a league.

    ``players`` are the names, ``settings`` and ``series`` what else determines the games,
    ``results`` the games played, by their numbers.
    """

    players: list[str]
    settings: dict[str, Any]
    results: list[Result]
    series: Series

    @property
    def games(self) -> int:
        """How many games the whole league has."""
        pairs = len(self.players) * (len(self.players) - 1) // 2
        return pairs * 2 * len(self.series.kinds) * int(self.settings["boards"])

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
        result = next((result for result in self.results if result.number == number), None)
        if result is None:
            raise ValueError(say("There is no game {number!r} to replay. The games played have "
                                 "numbers from 0 to {last}; league.results lists them.",
                                 number=number, last=self.games - 1))
        game = self.series.begin(result.board, result.kind,
                                 [ReplayedPlayer(name, result) for name in result.players],
                                 result.players)
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
        count = (say("Only {played} of {games} games were played.", played=len(self.results),
                     games=self.games) if self.stopped else
                 say("All {games} games were played.", games=self.games))
        return [count, *faults(self.results)]

    def __repr__(self) -> str:
        return (f"<League of {len(self.players)} players: "
                f"{len(self.results)} of {self.games} games played>")

    def __str__(self) -> str:
        return "\n".join([as_text(self.table()), *self._sentences()])

    def _repr_html_(self) -> str:
        sentences = "".join(f"<p>{html.escape(each)}</p>" for each in self._sentences())
        caption = self.series.caption(len(self.players), self.settings["boards"])
        picture = self.picture()._repr_html_() if self.results else ""
        return as_html(self.table(), caption) + sentences + picture


def league(players: Mapping[str, Entry] | Iterable[Entry], series: Series, boards: int = 5,
           workers: int = -1, seconds: float = 1.0, memory: float = 1000,
           file: str | os.PathLike[str] | None = None, progress: bool = True) -> League:
    """Return the league of ``players``, objects or classes, by name if they are in a dict.

    Every two of them meet on every board, for every kind of game in ``series``, in both seats. A
    player who takes more than ``seconds`` for a move forfeits the turn; one who takes more than
    ``memory`` megabytes, or cannot be stopped, forfeits the game. ``workers`` games are played at a
    time (-1: one for each core); the table does not depend on it. Results are added to ``file`` as
    they come; with the same file a league that was broken off goes on where it was. Ctrl-C (in a
    notebook the stop button) ends the league and keeps what was played.
    """
    from joblib import Parallel, delayed
    from tqdm.auto import tqdm

    entries = players_by_name(players)
    values.count("boards", boards, least=1)
    if isinstance(workers, bool) or not isinstance(workers, int) or workers == 0:
        raise ValueError(say("workers must be a whole number such as 2, or -1 for all cores, not "
                             "{workers!r}.", workers=workers))
    for kind in series.kinds:  # a game that cannot begin says why
        series.begin(0, kind, [RandomPlayer(), RandomPlayer()], ("one", "other"))
    limits = {"seconds": values.above("seconds", seconds, 0),
              "memory": values.above("memory", memory, LEAST)}
    settings = {"boards": boards, **series.settings(), **limits}
    made = League(list(entries), settings, [], series)
    log, token = None, uuid4().hex
    if file is not None:
        made.results, log = opened(file, {"players": made.players, **settings})
    played = {result.number for result in made.results}
    sent = pickled_players(entries), pickled(say("The league"), series, series.own)
    with closing(log) if log else nullcontext(), tqdm(
            total=made.games, initial=len(played), unit=say("game"), disable=not progress) as bar:
        run = Parallel(n_jobs=workers, prefer="threads", return_as="generator_unordered")(
            delayed(play)(match, token) for match in _matches(made, *sent, limits)
            if match.number not in played)
        with suppress(KeyboardInterrupt), closing(run):
            for result in run:
                made.results.append(result)
                if log:
                    append(log, result)
                bar.update()
    made.results.sort(key=lambda result: result.number)
    return made


def _matches(league: League, players: Mapping[str, bytes], series: bytes,
             limits: Mapping[str, float]) -> Iterator[Match]:
    """Yield the games of ``league`` in the order of their numbers, board by board."""
    order = product(range(league.settings["boards"]), league.series.kinds,
                    combinations(players, 2), (1, -1))
    for number, (board, kind, pair, step) in enumerate(order):
        one, other = pair[::step]
        yield Match(number, board, kind, (one, other), (players[one], players[other], series),
                    **limits)
