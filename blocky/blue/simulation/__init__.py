"""Simulation: many games between the same players, and how certain their results are."""

import time
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from blocky.blue.player import KINDS
from blocky.blue.rules import SEED, Rules, factories, rules_called
from blocky.blue.simulation.plan import BATCH, SOME, Plan, Played
from blocky.blue.simulation.results import PlayerResult, Simulation
from blocky.kit import arguments
from blocky.kit.language import say
from blocky.kit.player import Player, given_players

__all__ = ["BATCH", "SOME", "Played", "PlayerResult", "Simulation", "simulate"]


def simulate(n: int = 1000, players: Sequence[Player | type[Player] | str] = ("first", "greedy"),
             rules: Rules | str = SEED, seed: int | str = 0, workers: int = 1, rounds: int = 50,
             progress: bool = True) -> Simulation:
    """Return the results of ``n`` games between 2 to 4 players: objects, classes or names.

    Each player has each seat and starts equally often. ``workers`` is the number of processes (-1:
    one for each core, or for each worker of the Dask cluster that joblib uses); the results do not
    depend on it. A game is stopped after ``rounds`` rounds. An error of a student's player ends the
    simulation. ValueError: an argument is wrong.

    >>> simulation = simulate(200, ["random", "greedy"], seed=1, progress=False)
    >>> [row.name for row in simulation.table() if row.win_rate > 0.5]
    ['Greedy row']
    """
    from joblib import Parallel, delayed
    from tqdm.auto import tqdm

    who = given_players(players, KINDS)
    factories(len(who))  # raises an error for a wrong number of players
    if any(player.is_human for player in who):
        raise ValueError(say("A human can't play in a simulation. Name computer players only."))
    arguments.count("n", n, least=1)
    rules = replace(rules_called(rules), rounds=arguments.count("rounds", rounds, least=1))
    plan = Plan(tuple(who), rules, arguments.given_seed(seed))
    start_time = time.perf_counter()
    size = BATCH if plan.together else SOME
    batches = [range(start, min(start + size, n)) for start in range(0, n, size)]
    run = Parallel(n_jobs=workers, return_as="generator")
    results: list[Played] = []
    with tqdm(total=n, unit=say("game"), disable=not progress) as bar:
        for played in run(delayed(plan.played)(batch) for batch in batches):
            results.append(played)
            bar.update(len(played.rounds))
    all_played = Played(*map(np.concatenate, zip(*results, strict=True)))
    return Simulation(_names(who), plan, all_played, time.perf_counter() - start_time)


def _names(players: Sequence[Player]) -> list[str]:
    """Return the names of the players, with numbers if two are the same."""
    names = [player.name for player in players]
    numbered = []
    for index, name in enumerate(names):
        if names.count(name) > 1:
            number = names[:index].count(name) + 1
            numbered.append(f"{name} {number}")
        else:
            numbered.append(name)
    return numbered
