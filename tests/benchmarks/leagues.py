"""What a league gains from a second core."""

import time

from blocky import RandomPlayer, SmartPlayer, arena

TARGET = 85
#: A league that takes about 20 seconds in one process.
PLAYERS = {f"Smart {each}": SmartPlayer(each) for each in range(6)} | {"Random": RandomPlayer()}
BOARDS, DEPTH, TURNS = 3, 4, 20


def rows(boards=BOARDS):
    """Yield the number of processes, the seconds of the league, and the efficiency in percent."""
    alone = None
    for workers in (1, 2):
        start = time.perf_counter()
        arena.league(PLAYERS, boards=boards, max_depth=DEPTH, turns=TURNS, workers=workers,
                     progress=False)
        taken = time.perf_counter() - start
        alone = alone or taken
        yield workers, taken, 100 * alone / (workers * taken)
