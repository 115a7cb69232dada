"""Phrases of notebooks that are compared with the code beside them; see tests/test_prose.py."""

import re
from collections.abc import Callable
from contextlib import redirect_stdout
from functools import cache
from io import StringIO
from math import ceil, exp
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

import nbformat

from blocky import BlobGoal, Colour, PerimeterGoal
from blocky.blue.position import Move
from blocky.blue.rules import OFFICIAL, PENALTIES, SEED
from blocky.prograsonne.scoring import city_points

ROOT = Path(__file__).parents[1]
RED = Colour.RED


class Phrase(NamedTuple):
    notebook: str
    cell: str
    text: str
    means: Callable[[SimpleNamespace], Any]
    after: str


@cache
def cells(notebook):
    path = ROOT / f"{notebook}.ipynb"
    return {cell.id: cell.source for cell in nbformat.read(path, as_version=4).cells}


def leaves(block):
    return sum(not each.children for each in block.blocks())


def nodes(block):
    return len(list(block.blocks()))


def best(board, goal):
    """Return the score of a board after the best rotation or swap for a goal."""
    def changed(path, method, direction):
        copy = board.copy()
        getattr(copy.at(path), method)(direction)
        return copy

    return max(goal.score(changed(each.path, method, direction)) for each in board.blocks()
               for method, direction in (("rotate", 1), ("rotate", 3), ("swap", 0), ("swap", 1)))


def gains(it, difficulty):
    """Return the gains of a smart player's tries, as their cell prints them, without losses."""
    printed = StringIO()
    with redirect_stdout(printed):
        it.show_try(difficulty, 1)
    scores = re.search(r"All tries: (.+)", printed.getvalue())[1].split()
    differences = [int(score) - it.start.scores[0] for score in scores]
    return [difference for difference in differences if difference > 0]


def expected_leaves():
    """Return the expected number of leaves of a random board with a very large max_depth."""
    blocks, leaves = 1.0, 0.0
    for level in range(60):
        divided = blocks * exp(-0.25 * level)
        leaves += blocks - divided
        blocks = 4 * divided
    return leaves


def children(history, number):
    """Return the numbers of the states whose parent is a state of a number."""
    return tuple(state.number for state in history.states if state.parent == number)


def branches(it):
    """Return the children of states 1 and 2 after the steps of the lesson."""
    history = it.states_after(None, None, None, 1, None, 2, None, keep_branches=True)
    return children(history, 1) + children(history, 2)


def dropped(it):
    """Return the number of tiles that a move drops, and their cost."""
    after = it.mine.put(it.move.colour, it.move.line,
                        it.position.sources[it.move.source].count(it.move.colour))
    return after.floor, PENALTIES[after.floor]


def tiled(it):
    tiling = it.mine.tile(SEED)[1]
    return it.mine.score, tiling.gains, it.mine.floor, tiling.penalty, tiling.score


def way(board, kind):
    """Return tiles, touched cities and points of the largest feature of a kind."""
    found = max((each for each in board.features() if each.kind == kind),
                key=lambda each: len(each.cells))
    return len(found.cells), found.touches, sum(found.points)


PHRASES = [
    Phrase("notebooks/blocky/00_play", "play-03", "you can reach {} points",
           lambda it: best(it.corner, PerimeterGoal(RED)), "play-02 play-04"),
    Phrase("notebooks/blocky/00_play", "play-08",
           "You have {} points. One swap raises your score to {}",
           lambda it: (BlobGoal(RED).score(it.swapped), best(it.swapped, BlobGoal(RED))),
           "play-02 play-09"),
    Phrase("notebooks/blocky/01_tree", "tree-09", "{} nodes, and {} of them are leaves",
           lambda it: (nodes(it.board), leaves(it.board)), "tree-02 tree-04"),
    Phrase("notebooks/blocky/01_tree", "tree-60", "there would be {} calls, one for each node",
           lambda it: nodes(it.board), "tree-02 tree-04"),
    Phrase("notebooks/blocky/02_random_init", "random-10", "all possible boards stays below {}",
           lambda it: ceil(expected_leaves()), "random-02"),
    Phrase("notebooks/blocky/02_random_init", "random-39", "{}. `DoubleScorecard` inherits",
           lambda it: it.cleo.points, "random-02 random-34 random-38"),
    Phrase("notebooks/blocky/02_random_init", "random-66", "Only {} of these ten boards do",
           lambda it: sum(it.height(it.random_init(0, 12, it.Random(seed))) == 12
                          for seed in range(10)), "random-02 random-48"),
    Phrase("notebooks/blocky/03_geometry", "places-15", "The board has {} leaves",
           lambda it: leaves(it.board), "places-02 places-35"),
    Phrase("notebooks/blocky/06_flatten", "grid-27", "{}. The lower left block has four sides",
           lambda it: PerimeterGoal(RED).score(it.board), "grid-02"),
    Phrase("notebooks/blocky/06_flatten", "grid-12", "for each node: {}.",
           lambda it: nodes(it.stepped), "grid-02 grid-49"),
    Phrase("notebooks/blocky/06_flatten", "grid-54", "{}, and three different moves reach it",
           lambda it: best(it.board, PerimeterGoal(RED)), "grid-02"),
    Phrase("notebooks/blocky/08_players", "players-14", "The score becomes {}",
           lambda it: max(map(it.game.score_after, it.moves)),
           "players-02 players-04 players-12 players-39"),
    Phrase("notebooks/blocky/08_players", "players-17", "It's {}. Each move except the first",
           lambda it: it.twin.scores[0],
           "players-02 players-04 players-12 players-39 players-40"),
    Phrase("notebooks/blocky/08_players", "players-21", "Only {}. The other {} don't raise",
           lambda it: (len(gains(it, 2)), 25 - len(gains(it, 2))), "players-02 players-20"),
    Phrase("notebooks/blocky/08_players", "players-23",
           "With 10 tries it gains {}, with 25 it gains {}, and with 50 it gains {}.",
           lambda it: tuple(max(gains(it, each)) for each in (1, 2, 3)), "players-02 players-20"),
    Phrase("notebooks/blocky/09_extended", "extended-05", "{}: the children of `(0,)`",
           lambda it: it.count_paintable(it.board), "extended-02 extended-39"),
    Phrase("notebooks/blocky/09_extended", "extended-14", "Of the {} nodes, {} are left",
           lambda it: (nodes(it.board), nodes(it.combined)), "extended-02 extended-40"),
    Phrase("notebooks/blocky/10_arena", "arena-06", "{} of the ten games. So even the better",
           lambda it: sum(each > 0 for each in it.margins), "arena-02 arena-04"),
    Phrase("solutions/blocky/07_blob", "doblob-03", "the {} blob at (0, 1) has {} cells",
           lambda it: (Colour(it.grid[0, 1]).word,
                       BlobGoal(Colour(it.grid[0, 1])).score(it.board)), "doblob-02"),
    Phrase("solutions/blocky/08_players", "doplayers-05",
           "of the block's four cells are {}, and every other",
           lambda it: it.board.at((0,)).majority().word, "doplayers-02 doplayers-04"),
    Phrase("notebooks/blue/00_play_blue", "bplay-11",
           "{} + {} = 11. {} tiles on the floor cost {}, so the new score is {}", tiled,
           "bplay-02 bplay-08"),
    Phrase("notebooks/blue/02_latin_squares", "blatin-21", "{} are Latin, about one in {}",
           lambda it: (it.found, 3**9 // it.found), "blatin-02 blatin-20"),
    Phrase("notebooks/blue/03_draft", "bdraft-09", "To line {}, to line {}, and to the floor",
           lambda it: tuple(line for line in range(1, 6)
                            if it.position.why_not(Move(2, "b", line)) is None),
           "bdraft-02 bdraft-06"),
    Phrase("notebooks/blue/03_draft", "bdraft-13",
           "6 · 5 · 6 = {} candidates, and {} of them are legal",
           lambda it: (len(it.candidates(it.position)), len(it.legal)),
           "bdraft-02 bdraft-06 bdraft-12"),
    Phrase("notebooks/blue/04_tiling", "btiling-12", "Under the `seed` rules, they score {}.",
           lambda it: it.two.tile(SEED)[1].gains, "btiling-02 btiling-11"),
    Phrase("notebooks/blue/06_players", "bagent-13",
           "{} of them fall to the floor and cost {} points",
           dropped, "bagent-02 bagent-12"),
    Phrase("notebooks/blue/06_players", "bagent-34", "In about {} of 100",
           lambda it: round(100 * sum(it.same) / len(it.same)), "bagent-02 bagent-28 bagent-32"),
    Phrase("notebooks/blue/08_rules", "brules-29", "in all five rows: {} + {} + {} = {}",
           lambda it: (*it.ends[0].bonuses(OFFICIAL), sum(it.ends[0].bonuses(OFFICIAL))),
           "brules-02 brules-26 brules-27"),
    Phrase("notebooks/prograsonne/00_play_prograsonne", "play-10",
           "The road has {} tiles and touches {} cities, both incomplete: 50 + 3 · 30 = {}",
           lambda it: way(it.board, "road"), "play-02 play-07 play-09"),
    Phrase("notebooks/prograsonne/00_play_prograsonne", "play-27",
           "It touches {} complete cities. The score is {} to {}",
           lambda it: (way(it.river, "river")[1], *it.river.scores()), "play-02 play-28"),
    Phrase("notebooks/prograsonne/03_lists", "lists-48",
           "With one chain, the table looks at {} cells",
           lambda it: it.looks(1), "lists-02 lists-04 lists-44"),
    Phrase("notebooks/prograsonne/04_undo", "undo-18",
           "1 has the children {} and {}, and 2 has the children {} and {}", branches,
           "undo-02 undo-40"),
    Phrase("notebooks/prograsonne/05_features", "features-23", "1, 1, 1 and {}: {} segments",
           lambda it: (max(it.sizes), sum(it.sizes)),
           "features-02 features-04 features-26 features-13 features-22"),
    Phrase("notebooks/prograsonne/07_scores", "scores-19",
           "The road has {} tiles and touches {} cities: 50 + 6 · 30 + 3 · 40 = {}",
           lambda it: way(it.three, "road"), "scores-02 scores-17"),
    Phrase("notebooks/prograsonne/07_scores", "scores-26",
           "55 + 2 · 35 = {}. The two cities add {}",
           lambda it: (way(it.board_of(*it.river), "river")[2],
                       it.board_of(*it.river, closed_only=True).scores()[0]),
           "scores-02 scores-25"),
    Phrase("notebooks/prograsonne/08_hint", "hint-06",
           "Half of the {} placements are on cells that don't touch any tile. Another {} are on "
           "cells that already have a tile",
           lambda it: (2 * 6 * (len(it.CELLS) - len(it.board.tiles) - len(it.beside)),
                       6 * len(it.board.tiles)), "hint-02 hint-04 hint-05"),
    Phrase("notebooks/prograsonne/08_hint", "hint-06",
           "In the end, {} placements remain, on {} cells",
           lambda it: (len(it.legal), len({move.cell for move in it.legal})),
           "hint-02 hint-04 hint-05"),
    Phrase("notebooks/prograsonne/08_hint", "hint-13",
           "The gain is {}. The city's points rise from 10 to {}. But the road loses its {} points",
           lambda it: (it.gain_at((5, 2)), city_points(2, True), way(it.road, "road")[2]),
           "hint-02 hint-30 hint-31"),
    Phrase("notebooks/prograsonne/09_players", "players-14", "From {} : {} to {} : {}",
           lambda it: (*it.game.scores, *it.after), "players-02 players-04 players-11"),
]
