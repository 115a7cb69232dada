"""A league: every pair of players meets on seeded boards, in both seats.

Its file has a line of JSON with its settings, and one for each game played.
"""

from __future__ import annotations

import html
import json
import os
from codecs import BOM_UTF8
from collections.abc import Generator, Iterable, Iterator, Mapping
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass, field
from itertools import combinations, product
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO
from uuid import uuid4

from blocky.kit import arguments, csv_files
from blocky.kit.arena import far
from blocky.kit.arena.entry import Entry, pickled, pickled_player, players_by_name
from blocky.kit.arena.match import Match, Portable, ReplayedPlayer, Result, Series, replay
from blocky.kit.arena.ratings import PlayerFigures, as_html, as_text, faults, points, table
from blocky.kit.arena.referee import play
from blocky.kit.cluster import Cluster
from blocky.kit.game import Game
from blocky.kit.language import say
from blocky.kit.player import RandomPlayer
from blocky.kit.writing import expect_own

if TYPE_CHECKING:
    from blocky.kit.draw.picture import Picture

__all__ = ["League", "league"]

#: The megabytes that the process of a player needs itself, with some to spare.
LEAST = 100

#: The format and version in the first line of a league's file.
FORMAT, VERSION = "blocky league", 1


@dataclass(repr=False)
class League:
    """The results of a league.

    ``players`` are the names; ``settings`` and ``series`` also determine the games; ``results`` are
    those of the games played, in the order of their numbers. ``problems`` are sentences about the
    others.
    """

    players: list[str]
    settings: dict[str, Any]
    results: list[Result]
    series: Series
    problems: list[str] = field(default_factory=list)

    @property
    def games(self) -> int:
        """The number of games in the whole league."""
        pairs = len(self.players) * (len(self.players) - 1) // 2
        return pairs * 2 * len(self.series.kinds) * int(self.settings["boards"])

    @property
    def stopped(self) -> bool:
        """Whether the league was stopped before all games were played."""
        return len(self.results) < self.games

    def table(self) -> list[PlayerFigures]:
        """Return the figures of each player, by descending rating."""
        return table(self.players, self.results)

    def replay(self, number: int) -> Game:
        """Return the game ``number`` at its end; you can undo its moves.

        ValueError: that game wasn't played.
        """
        result = next((each for each in self.results if each.number == number), None)
        if result is None:
            raise ValueError(say("There's no game {number!r} to replay. The games played are "
                                 "numbered from 0 to {last}; league.results lists them.",
                                 number=number, last=self.games - 1))
        game = self.series.begin(result.board, result.kind,
                                 [ReplayedPlayer(name, result) for name in result.players],
                                 result.players)
        replay(result, game)
        return game

    def save_table(self, path: str | os.PathLike[str]) -> None:
        """Write the table to a CSV file. FileExistsError: another kind of file is there."""
        head = ",".join(PlayerFigures._fields).encode()  # the first line of such a table
        expect_own(path, lambda content: content.removeprefix(BOM_UTF8).startswith(head),
                   say("the table of a league"))
        csv_files.write(path, [PlayerFigures._fields, *self.table()])

    def picture(self) -> Picture:
        """Return a picture of the ratings and of who beats whom."""
        from blocky.kit.arena.charts import league

        rows = self.table()
        return league(rows, points([row.name for row in rows], self.results))

    def _sentences(self) -> list[str]:
        """Return sentences on how many games were played, and on what went wrong."""
        if self.stopped:
            count = say("Only {played} of {games} games have been played.",
                        played=len(self.results), games=self.games)
        else:
            count = say("All {games} games have been played.", games=self.games)
        return [count, *self.problems, *faults(self.results)]

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
           file: str | os.PathLike[str] | None = None, progress: bool = True,
           cluster: str = "") -> League:
    """Return the league of ``players``, objects or classes, by name if they are in a dict.

    Every two of them meet on every board, for every kind of game in ``series``, in both seats. A
    player who takes more than ``seconds`` for a move forfeits the turn; one who takes more than
    ``memory`` megabytes, or cannot be stopped, forfeits the game. ``workers`` games are played at a
    time (-1: one for each core); the table does not depend on it. Results are added to ``file`` as
    they come; with the same file, a league that was stopped goes on. Ctrl-C (in a notebook the stop
    button) stops the league and keeps the results.

    With the address of a Dask scheduler, the games are played on its ``cluster``, and its size
    decides how many at a time. ClusterError: there's no such cluster, or it's gone.
    """
    from tqdm.auto import tqdm

    entries = players_by_name(players)
    arguments.count("boards", boards, least=1)
    if isinstance(workers, bool) or not isinstance(workers, int) or workers == 0:
        raise ValueError(say("workers must be an integer such as 2, or -1 for all cores, not "
                             "{workers!r}.", workers=workers))
    for kind in series.kinds:  # this raises an error now if such a game can't begin
        series.begin(0, kind, [RandomPlayer(), RandomPlayer()], ("one", "other"))
    limits = {"seconds": arguments.above("seconds", seconds, 0),
              "memory": arguments.above("memory", memory, LEAST)}
    settings = {"boards": boards, **series.settings(), **limits}
    made = League(list(entries), settings, [], series)
    log = None
    token = uuid4().hex  # processes that play serve only this league
    if file is not None:
        made.results, log = _opened(file, {"players": made.players, **settings})
    played = {result.number for result in made.results}  # the numbers of games in the file
    pickles = {name: pickled_player(name, player) for name, player in entries.items()}
    portable = Portable(series, pickled(say("The league"), series,
                                        [type(series), *series.classes]))
    matches_left = [match for match in _matches(made, pickles, portable, limits)
                    if match.number not in played]
    with ExitStack() as stack:
        if log:
            stack.enter_context(closing(log))
        if cluster:
            dask_cluster = stack.enter_context(Cluster(cluster))
            new_results = far.played(matches_left, token, dask_cluster, made.problems)
        else:
            new_results = _played(matches_left, token, workers)
        bar = stack.enter_context(tqdm(total=made.games, initial=len(played), unit=say("game"),
                                       disable=not progress))
        with suppress(KeyboardInterrupt), closing(new_results):  # Ctrl-C: a part is a result, too
            for result in new_results:
                made.results.append(result)
                if log:
                    print(json.dumps(result.to_dict()), file=log, flush=True)
                bar.update()
    made.results.sort(key=lambda result: result.number)
    return made


def _played(matches: Iterable[Match], league: str, workers: int) -> Generator[Result]:
    """Play games, ``workers`` at a time, and yield their results as they come.

    ``league`` is the same string for all games of a league.
    """
    from joblib import Parallel, delayed

    run: Generator[Result] = Parallel(
        n_jobs=workers, prefer="threads", return_as="generator_unordered")(
            delayed(play)(match, league) for match in matches)
    return run


def _matches(league: League, players: Mapping[str, bytes], portable: Portable,
             limits: Mapping[str, float]) -> Iterator[Match]:
    """Yield the games of ``league`` in the order of their numbers, board by board.

    Every two players meet twice: the second time in each other's seats. ``players`` are pickled,
    by name.
    """
    order = product(range(league.settings["boards"]), league.series.kinds,
                    combinations(players, 2), (False, True))
    for number, (board, kind, pair, is_second_game) in enumerate(order):
        first, second = reversed(pair) if is_second_game else pair
        yield Match(number, board, kind, (first, second), (players[first], players[second]),
                    portable, **limits)


def _opened(path: str | os.PathLike[str], settings: dict[str, Any]) -> tuple[list[Result], TextIO]:
    """Return the results in the file of a league, and the file, open to append more.

    A file that isn't there is begun. An incomplete last line is removed. ValueError: the file holds
    something else, or another league.
    """
    head = {"format": FORMAT, "version": VERSION, **settings}
    first_line = json.dumps(head)  # it has everything on which the results depend
    target = Path(path)
    content = target.read_bytes() if target.exists() else b""
    end_of_last_line = content.rfind(b"\n") + 1
    whole_lines = content[:end_of_last_line]
    # an empty file, or one whose writing was stopped in the first line
    has_only_part_of_first_line = first_line.encode().startswith(content)
    if not whole_lines and not has_only_part_of_first_line:
        raise ValueError(say("{target} isn't a league file.", target=target))
    results = _results(target, head, whole_lines) if whole_lines else []
    file = open(target, "a", encoding="utf-8", newline="\n")  # noqa: SIM115 (closed by the caller)
    file.truncate(len(whole_lines))
    if not whole_lines:
        print(first_line, file=file, flush=True)
    return results, file


def _results(path: Path, head: dict[str, Any], lines: bytes) -> list[Result]:
    """Return the results in the lines of a league's file, whose first line must be ``head``.

    ValueError: the first line is another one, or a line is damaged.
    """
    try:
        head_there, *entries = [json.loads(line) for line in lines.decode("utf-8").splitlines()]
        if head_there["format"] != FORMAT or head_there["version"] > VERSION:
            raise ValueError
    except (ValueError, KeyError, TypeError):
        raise ValueError(say("{path} isn't a league file, or it is damaged, or a newer version of "
                             "the kit wrote it.", path=path)) from None
    for key, value in head.items():
        if head_there.get(key) != value:
            raise ValueError(say("{path} belongs to another league: its {key} is {first!r}, but "
                                 "here it is {value!r}. Choose another file.", path=path, key=key,
                                 first=head_there.get(key), value=value))
    results = []
    for line, entry in enumerate(entries, start=2):
        try:
            results.append(Result.from_dict(entry))
        except (ValueError, KeyError, TypeError):
            raise ValueError(say("Line {line} of {path} is damaged: it doesn't describe a game.",
                                 line=line, path=path)) from None
    return results
