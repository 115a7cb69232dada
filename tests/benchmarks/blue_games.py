"""What a whole game of Blue costs: simulated, on the position, and the textbook way."""

import statistics
import time
from random import Random

from blocky.blue import OFFICIAL, SEED, Position, simulate
from blocky.blue.widgets import play
from tests.benchmarks.blue_textbook import Game

GAMES, ROUNDS = 50, 5
MANY, MANY_TARGET = 10_000, 4
REDRAWS, REDRAW_TARGET = 30, 20

#: Milliseconds of a random game in one process.
TARGETS = {SEED: 0.6, OFFICIAL: 0.9}

WAYS = ("textbook", "position", "simulate")
NOTE = (f"Random players. Textbook and position: the best mean of {ROUNDS} times {GAMES} games by "
        f"turns;\nsimulate: of {ROUNDS} times {20 * GAMES}. The targets are for a machine on which "
        f"the quickest known\nprograms in plain Python take 2.4 ms.")


def by_textbook(rules):
    rng = Random(1)
    for _ in range(GAMES):
        Game(2, rules is OFFICIAL, rng).play()
    return GAMES


def by_position(rules):
    rng = Random(1)
    for _ in range(GAMES):
        position = Position.deal(2, rules, rng)
        while not position.over:
            position.play(position.random_move(rng), rng)
    return GAMES


def by_simulation(rules):
    return len(simulate(20 * GAMES, ["random", "random"], rules, progress=False))


def mean(play, rules):
    start = time.perf_counter()
    games = play(rules)
    return (time.perf_counter() - start) / games


def rows():
    """Yield the name of each rule set, its target in ms, and the seconds of a game by each way."""
    for rules, target in TARGETS.items():
        turns = [[mean(play, rules) for play in (by_textbook, by_position, by_simulation)]
                 for _ in range(ROUNDS)]
        yield f"{rules.name} rules", target, [min(times) for times in zip(*turns, strict=True)]


def many():
    """Return the seconds of many games between the players of the original."""
    simulate(MANY, progress=False, workers=2)
    start = time.perf_counter()
    simulate(MANY, progress=False, workers=2)
    return time.perf_counter() - start


def redraw():
    """Return the milliseconds from another choice to the finished drawing of four boards."""
    table = play(["human"] * 4, seed=1, pause=0)
    table.live.canvas.syncing_data_url = False  # it draws as if a page showed it
    taken = []
    for _ in range(REDRAWS):
        start = time.perf_counter()
        table.next_take()
        taken.append(time.perf_counter() - start)
    return 1000 * statistics.median(taken)
