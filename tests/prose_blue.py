"""What the notebooks of Blue say of numbers and colours; see tests/test_prose.py."""

import re

from blocky.blue.board import Board
from blocky.blue.draw.scorers import answers
from blocky.blue.game import Game
from blocky.blue.position import Move
from blocky.blue.rules import OFFICIAL, PENALTIES, SEED, TILES, colour_name
from tests.prose import Phrase, cells

PLAY, STATE, LATIN, DRAFT, TILING, ROUND, PLAYERS, MANY, RULES = (
    f"notebooks/blue/{name}" for name in (
        "00_play_blue", "01_state", "02_latin_squares", "03_draft", "04_tiling", "05_round",
        "06_players", "07_simulation", "08_rules"))


def first_game():
    """The position in which lesson 00 begins: the seed is that of its cell."""
    seed = int(re.search(r"seed=(\d+)", cells(PLAY)["bplay-04"])[1])
    return Game(("human", "greedy"), seed=seed).position


def largest(sources):
    """The most tiles of one colour that can be taken: their number, colour and factory."""
    count, factory, colour = max((tiles.count(colour), factory, colour) for factory, tiles
                                 in enumerate(sources) for colour in tiles)
    return count, colour_name(colour), factory


def greedy_move(names):
    """The tiles that the move of lesson 06 drops, and what they cost."""
    after = names.mine.put(names.move.colour, names.move.line,
                           names.position.sources[names.move.source].count(names.move.colour))
    return after.floor, PENALTIES[after.floor]


def backtracked(*cells_there, at):
    """What the scorer that backtracks gives for a tile beside others."""
    wall = [["."] * 5 for _ in range(5)]
    for row, column in cells_there:
        wall[row - 1][column - 1] = Board("rbgwy").row(row)[column - 1]
    _, across, down = answers(Board("rbgwy", tuple(map("".join, wall))), *at)
    return sum(across) + sum(down)


def placed(names, number):
    """The row, the column and the points of a tile that lesson 00 puts on the wall."""
    tile = names.mine.tile(SEED)[1].placed[number]
    return tile.row, tile.column


def tiled(names):
    tiling = names.mine.tile(SEED)[1]
    return names.mine.score, tiling.gains, names.mine.floor, tiling.penalty, tiling.score


PHRASES = [
    Phrase(PLAY, "bplay-03", "you take the {} {} tiles of factory {}",
           lambda _: largest(first_game().sources)),
    Phrase(PLAY, "bplay-03", "You are player {}, and you begin",
           lambda _: first_game().state.turn + 1),
    Phrase(PLAY, "bplay-05", "{} tile falls to the floor, and costs {} point",
           lambda _: (Board("rbgwy").put("r", 2, 3).floor, PENALTIES[1])),
    Phrase(PLAY, "bplay-05", "Two tiles would cost {}, three {}",
           lambda _: (PENALTIES[2], PENALTIES[3])),
    *(Phrase(PLAY, "bplay-11", text, lambda names, number=number: placed(names, number),
             ("bplay-02", "bplay-08"))
      for number, text in enumerate(("Black goes to row {}, column {}",
                                     "Yellow goes to row {}, column {}",
                                     "Yellow goes to row {}, column {}, where it is alone"))),
    Phrase(PLAY, "bplay-11", "That makes {} + {}, and a floor of {} costs {}: the score is {}",
           tiled, ("bplay-02", "bplay-08")),
    Phrase(STATE, "bstate-21", "There are {} tiles of each colour", lambda _: TILES),
    Phrase(STATE, "bstate-13", "A grey tile in every row, {} of them",
           lambda names: sum(row.count("g") for row in names.wall), ("bstate-02", "bstate-12")),
    Phrase(LATIN, "blatin-16", "{}: as many as there are orders",
           lambda names: len(names.walls), ("blatin-02", "blatin-15")),
    Phrase(LATIN, "blatin-21", "{} are Latin, so one in {}",
           lambda names: (names.found, 3**9 // names.found), ("blatin-02", "blatin-20")),
    Phrase(LATIN, "blatin-25", "There are {}, {}, {} and {} Latin squares",
           lambda names: tuple(len(list(names.latin_squares("rbgwy"[:n]))) for n in (1, 2, 3, 4)),
           ("blatin-02", "blatin-24")),
    Phrase(DRAFT, "bdraft-09", "To line {}, to line {}, and to the floor",
           lambda names: tuple(line for line in range(1, 6)
                               if names.position.why_not(Move(2, "b", line)) is None),
           ("bdraft-02", "bdraft-06")),
    Phrase(DRAFT, "bdraft-13", "6 · 5 · 6 = {}, of which {} are legal",
           lambda names: (len(names.candidates(names.position)), len(names.legal)),
           ("bdraft-02", "bdraft-06", "bdraft-12")),
    Phrase(DRAFT, "bdraft-13", "the {} pairs of a source and a colour that are there has {} "
           "candidates left", lambda names: (len(names.position.takes),
                                             6 * len(names.position.takes)),
           ("bdraft-02", "bdraft-06")),
    Phrase(DRAFT, "bdraft-22", "Grey goes to lines {} and {}",
           lambda names: tuple(sorted({line for _, colour, line in names.rule if colour == "g"})),
           ("bdraft-02", "bdraft-06", "bdraft-12", "bdraft-19")),
    Phrase(TILING, "btiling-05", "{}, {}, {}, {}.",
           lambda names: tuple(names.run_length(each, 2) for each in
                               ("rb.w.", "r..w.", "....y", "rb.wy")), ("btiling-02",)),
    Phrase(TILING, "btiling-12", "By `seed` rules {}:",
           lambda names: names.two.tile(SEED)[1].gains, ("btiling-02", "btiling-11")),
    Phrase(TILING, "btiling-12", "By `official` rules {}:",
           lambda names: names.two.tile(OFFICIAL)[1].gains, ("btiling-02", "btiling-11")),
    Phrase(TILING, "btiling-22", "{}, {} and {}. The third rule",
           lambda names: tuple(names.partial_runs("bb.")), ("btiling-02",)),
    Phrase(TILING, "btiling-25", "{}, {}, {} and {}: at the end",
           lambda names: tuple(names.partial_runs("bb")), ("btiling-02",)),
    Phrase(TILING, "btiling-25", "scores {} where {} is right; inside a row it scores {}",
           lambda _: (backtracked((2, 4), at=(2, 5)), SEED.tile_score(1, 0),
                      backtracked((2, 2), at=(2, 3)))),
    Phrase(ROUND, "bround-05", "at most {} turns. At least {}",
           lambda names: (4 * names.FACTORIES[2], names.FACTORIES[2]), ("bround-02",)),
    Phrase(PLAYERS, "bagent-06", "Greedy row looks at row {}, which has {} tiles",
           lambda names: max(((5 - row.count("."), -number, (number, 5 - row.count(".")))
                              for number, row in enumerate(names.mine.wall, 1)))[2],
           ("bagent-02", "bagent-04")),
    Phrase(PLAYERS, "bagent-13", "{} fall to the floor and cost {} points", greedy_move,
           ("bagent-02", "bagent-12")),
    Phrase(PLAYERS, "bagent-34", "In {} of 100",
           lambda names: round(100 * sum(names.same) / len(names.same)),
           ("bagent-02", "bagent-28", "bagent-32")),
    Phrase(MANY, "bmany-12", "About {}: 1.96² · 0.3 · 0.7 / 0.01²",
           lambda _: int(round(1.96**2 * 0.3 * 0.7 / 0.01**2, -3))),
    Phrase(MANY, "bmany-35", "{} in 1,500 games, and {} for greedy row",
           lambda names: tuple(names.most), ("bmany-02", "bmany-33"), slow=True),
    Phrase(RULES, "brules-09", "1 + 1 + 1 = {}, by `official` rules 1 + 2 + 3 = {}",
           lambda _: tuple(Board("rbgwy", lines=("r", "yy", "www", "", "")).tile(rules)[1].gains
                           for rules in (SEED, OFFICIAL))),
    Phrase(RULES, "brules-12", "5 · 2 = {}, five columns 5 · 7 = {}, five colours 5 · 10 = {}",
           lambda names: names.full.bonuses(OFFICIAL), ("brules-02", "brules-11")),
    Phrase(RULES, "brules-29", "in all five rows: {} + {} + {} = {}",
           lambda names: (*names.ends[0].bonuses(OFFICIAL), sum(names.ends[0].bonuses(OFFICIAL))),
           ("brules-02", "brules-26", "brules-27")),
    Phrase("solutions/blue/04_tiling", "btiling-07",
           "a {} tile is put on row {}, column {} of the wall",
           lambda names: (colour_name(names.board.row(2)[2]), 1, 2),
           ("btiling-02", "btiling-08")),
    Phrase("solutions/blue/04_tiling", "btiling-07", "called seed, it scores {}:",
           lambda names: names.tile_score([list(row) for row in names.board.wall], 1, 2),
           ("btiling-02", "btiling-04", "btiling-08", "btiling-10")),
    Phrase("solutions/blue/04_tiling", "btiling-20", "`floor_penalty(3)` is {}",
           lambda names: names.floor_penalty(3), ("btiling-21",)),
    Phrase("solutions/blue/07_simulation", "bsim-07", "`games_needed(0.1)` is {}",
           lambda names: names.games_needed(0.1), ("bsim-02", "bsim-08")),
    Phrase("solutions/blue/08_rules", "brules-04", "In this one it is {}",
           lambda names: names.official_score([list(row) for row in names.board.wall], 1, 1),
           ("brules-02", "brules-03", "brules-05", "brules-07")),
]
