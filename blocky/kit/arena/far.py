"""Plays the games of a league on a Dask cluster."""

from collections.abc import Generator, Sequence
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from threading import Event

from blocky.kit.arena.match import Match, Result
from blocky.kit.arena.referee import play
from blocky.kit.cluster import Cluster, WorkersLostError
from blocky.kit.language import say

__all__ = ["played"]


def played(matches: Sequence[Match], league: str, cluster: Cluster,
           problems: list[str]) -> Generator[Result]:
    """Play games on a cluster, and yield their results as they come.

    A sentence about each game that couldn't be played is added to ``problems``. ClusterError: the
    scheduler is gone, or a worker has another version of the kit.
    """
    suspects: list[Match] = []
    yield from _played(matches, league, cluster, cluster.calls, suspects)
    # A game that ends its worker also ends those beside it on that worker. So the games whose
    # workers were lost are played again, one at a time, to tell the guilty ones.
    lost: list[Match] = []
    yield from _played(suspects, league, cluster, 1, lost)
    for match in lost:
        one, other = match.players
        problems.append(say(
            "Game {number}, {one} against {other}, couldn't be played: each worker of the cluster "
            "that tried to play it was lost.", number=match.number, one=one,
            other=other))


def _played(matches: Sequence[Match], league: str, cluster: Cluster, calls: int,
            lost: list[Match]) -> Generator[Result]:
    """Play games, ``calls`` at a time, and yield their results as they come.

    A game whose workers were lost each time is added to ``lost``.
    """
    stopped = Event()
    with ThreadPoolExecutor(calls) as pool:
        submitted = {pool.submit(cluster.call, play, match, league, stopped=stopped): match
                     for match in matches}
        not_ended = set(submitted)
        try:
            while not_ended:
                ended, not_ended = wait(not_ended, return_when=FIRST_COMPLETED)
                for future in ended:
                    try:
                        result: Result = future.result()
                    except WorkersLostError:
                        lost.append(submitted[future])
                    else:
                        yield result
        finally:  # after Ctrl-C, or an error, nobody waits for the other games
            stopped.set()
            pool.shutdown(wait=False, cancel_futures=True)
