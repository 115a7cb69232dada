"""What Prograsonne costs: hints and scores beside a walk from scratch, and redraws."""

import time
from random import Random
from typing import NamedTuple

from blocky.prograsonne import HumanPlayer, RandomPlayer, Rules, walk
from blocky.prograsonne.board import Placed
from blocky.prograsonne.game import Game
from blocky.prograsonne.hexes import CELLS, EDGES, neighbour, opposite
from blocky.prograsonne.tiles import TYPES, Tile
from blocky.prograsonne.widgets import PlayableBoard
from tests.benchmarks import kernel

LEAST = 40  # tiles on a board
FULL, REDRAW_TARGET = 50, 15  # tiles of the board that is drawn; milliseconds
BOARDS, HANDS = 12, 2
TARGET = 10


class Row(NamedTuple):
    """A board and a tile in hand: seconds of the plain way, and of the kit."""

    tiles: int
    legal: int
    plain: float
    kit: float


def boards():
    """Yield boards of random games, with the game's supply of tiles."""
    seed = 0
    for _ in range(BOARDS):
        while True:
            seed += 1
            game = Game(Rules(redraw=True), seed, players=[RandomPlayer()] * 2)
            while not game.over and len(game.board.tiles) < LEAST + seed % 20:
                game.step()
            if len(game.board.tiles) >= LEAST and game.board.snitch is None:
                yield game.board
                break


def legal(tiles, name):
    """Return where a tile fits, found on the cells as they are."""
    found = []
    for cell in CELLS:
        if cell in tiles:
            continue
        around = {edge: tiles[beyond].tile.letters[opposite(edge) - 1] for edge in EDGES
                  if (beyond := neighbour(cell, edge)) in tiles}
        for turns in range(6):
            letters = Tile(name, turns).letters
            if around and all(letters[edge - 1] == letter for edge, letter in around.items()):
                found.append((cell, turns))
    return found


class Bare:
    """Rules and tiles: all that a walk needs."""

    def __init__(self, board):
        self.rules, self.tiles = board.rules, dict(board.tiles)


def plain_scores(bare, name, cell, turns, player):
    """Return the scores after a placement, by a walk."""
    bare.tiles[cell] = Placed(cell, Tile(name, turns), player)
    scores = walk.scores(bare)
    del bare.tiles[cell]
    return scores


def plain_hint(bare, name, player):
    """Return the best placement by a walk for each."""
    trials = []
    for cell, turns in legal(bare.tiles, name):
        scores = plain_scores(bare, name, cell, turns, player)
        trials.append((-scores[player - 1], scores[2 - player], cell, turns))
    return min(trials, default=None)


def seconds(do, times=3):
    """Return the computing time of the quickest of some calls."""
    taken = []
    for _ in range(times):
        start = time.thread_time()
        do()
        taken.append(time.thread_time() - start)
    return min(taken)


def measured():
    """Return the rows of the scores after a tile, and those of hints."""
    scores, hints = [], []
    for board in boards():
        rng, bare = Random(len(board.tiles)), Bare(board)
        hands = [name for name in TYPES if board.fits(name)]
        for name in rng.sample(hands, min(HANDS, len(hands))):
            places = board.legal_placements(name)
            first = places[0]
            assert (plain_scores(bare, name, first.cell, first.turns, 1)
                    == board.outcome(name, first, 1).scores)
            scores.append(Row(
                len(board.tiles), len(places),
                seconds(lambda: plain_scores(bare, name, first.cell, first.turns, 1)),  # noqa: B023
                seconds(lambda: board.outcome(name, first, 1))))  # noqa: B023
            hints.append(Row(len(board.tiles), len(places),
                             seconds(lambda: plain_hint(bare, name, 1)),  # noqa: B023
                             seconds(lambda: board.hint(name, 1))))  # noqa: B023
    return scores, hints


def redraws():
    """Return the milliseconds of computing of redraws: another cell chosen; a tile come or gone."""
    game = next(game for game in map(played, range(1000)) if len(game.board.tiles) >= FULL)
    board = PlayableBoard(game)
    board.live.canvas.syncing_data_url = False  # draws as if a page showed it
    board.choose_cell((3, 3))

    def choose():
        board.step(0, 1 if board.cell[1] % 2 else -1)

    placed = list(board.board.tiles.values())

    def place():
        gone = len(board.board.tiles) == len(placed)
        board.board.become(placed[:-1] if gone else placed)
        board.redraw()

    medians = []
    for do in (choose, place):
        taken = []
        for _ in range(kernel.WARM_UP + kernel.SAMPLES):
            start = time.thread_time()
            do()
            taken.append(time.thread_time() - start)
        medians.append(kernel.median(taken[kernel.WARM_UP:]))
    return medians


def played(seed):
    """Return a game of two humans on a board that random players have filled."""
    game = Game(Rules(redraw=True), seed, players=[RandomPlayer()] * 2)
    while not game.over and len(game.board.tiles) < FULL and len(game.history) < 2 * FULL:
        game.step()
    game.players = [HumanPlayer()] * 2
    return game
