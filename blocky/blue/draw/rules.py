"""The rules of Blue, each with its board; the numbers in their texts come from the code."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from math import ceil
from typing import Any

from blocky.blue.board import FLOOR, Board
from blocky.blue.draw.layout import ABOVE, Layout
from blocky.blue.draw.motion import tiling_frames
from blocky.blue.draw.runs import beside, runs
from blocky.blue.draw.table import INCH, Scene, draw_scene, table
from blocky.blue.position import Move, Position
from blocky.blue.rules import (
    COLOURS,
    FACTORIES,
    FACTORY,
    OFFICIAL,
    PENALTIES,
    SEED,
    SIDE,
    TILES,
    colour_name,
)
from blocky.blue.state import State, take
from blocky.kit.draw.picture import Picture, new_axes, picture_on
from blocky.kit.draw.rulebook import Rule
from blocky.kit.draw.settings import own_settings
from blocky.kit.language import say

__all__ = ["RULES"]

#: The boards in the pictures and texts of the rules.
EMPTY_BOARD = Board("rbgwy")
DRAFT = State(("", "rbrr", "ggwy", "bbww", "yrgb", "wwww"), (EMPTY_BOARD,) * 2)
CENTRE = State(("bbyr", "", "", "bbww", "yrgb", "wwww"), (EMPTY_BOARD,) * 2)
LINES = Board("rbgwy", (".....", ".r...", ".....", ".....", "....."),
              ("", "", "rr", "bbbb", "gg"))
ROW = Board("rbgwy", (".....", "yr...", "..r..", ".....", "....."))
FLOORED = Board("rbgwy", lines=("", "r", "", "", ""), floor=1)
TILED = Board("rbgwy", ("rb...", ".r...", "w....", "....b", "....."),
              ("g", "", "yyy", "", "bb"), 2, 3)
AFTER, TILING = TILED.tile(SEED)
RUNS = Board("rbgwy", ("rb.w.", "..b..", "..r..", ".....", "....."))
BESIDE = beside(RUNS.wall, 1, 3)
BONUS = Board("rbgwy", ("rbgwy", "yrb..", "wyr..", "gwyr.", "bgwy."))


def _alone(board: Board, tiles: str = "") -> Position:
    """Return a position with one board, and with ``tiles`` to take."""
    return Position(State(("", tiles), (board,)))


@own_settings
def _sources(state: State, taken: tuple[int, str] | None = None, **looks: Any) -> Picture:
    """Return the picture of the upper part of a table, with the tiles of a take marked."""
    ax = new_axes(INCH * Layout(2).wide, INCH * ABOVE)
    return picture_on(ax, draw_scene(Scene(state, taken), ax, high=ABOVE, **looks))


def _listed(words: Sequence[object]) -> str:
    """Return a list in words."""
    if len(words) < 2:
        return str(words[0]) if words else say("none")
    return say("{first} and {last}", first=", ".join(map(str, words[:-1])), last=words[-1])


def _by_players(numbers: Mapping[int, int]) -> str:
    """Return the numbers for 2, 3 and 4 players in words."""
    return say("{two}, {three} or {four}", two=numbers[2], three=numbers[3], four=numbers[4])


@own_settings
def _tiling_picture(**looks: Any) -> Picture:
    """Return the picture of the last tile that is placed in a tiling, with its runs."""
    frames = tiling_frames(State(("",), (TILED,)), SEED, [say("A board")])
    scenes_with_runs = [frame.scene for frame in frames if frame.scene.runs]  # one for each tile
    layout = Layout(1)
    ax = new_axes(INCH * layout.wide, INCH * layout.high)
    return picture_on(ax, draw_scene(scenes_with_runs[-1], ax, **looks))


@own_settings
def _lines_picture(board: Board, **looks: Any) -> Picture:
    """Return the picture of a board that shows which lines accept three red tiles."""
    return table(_alone(board, "rrr"), take=(1, "r"), **looks)


#: The rules, in the order in which a newcomer needs them.
RULES = (
    Rule("factories", lambda: say("Factories and centre"), lambda: say(
        "At the start, the pool has {each} tiles of each colour ({colours}), {tiles} in all. With "
        "2, 3 or 4 players, there are {factories} factories respectively. At the start of a round, "
        "each factory gets {factory} tiles from the pool. The centre starts with only the start "
        "token, which shows a 1.",
        colours=_listed([colour_name(colour) for colour in COLOURS]), each=TILES,
        tiles=TILES * len(COLOURS), factory=FACTORY,
        factories=_by_players(FACTORIES)),
        lambda **looks: _sources(DRAFT, **looks)),
    Rule("take", lambda: say("Taking tiles"), lambda: say(
        "On your turn, choose a factory or the centre, and choose a colour there. Take all the "
        "tiles of that colour from there: you can't leave any. The factory's other tiles go to the "
        "centre. Here you take {count} {colour} tiles from factory 1, and the {rest} tile goes to "
        "the centre. The players take turns until the factories and the centre are empty.",
        count=DRAFT.sources[1].count("r"), colour=colour_name("r"),
        rest=_listed([colour_name(tile) for tile in DRAFT.sources[1].replace("r", "")])),
        lambda **looks: _sources(DRAFT, (1, "r"), **looks)),
    Rule("token", lambda: say("The start token"), lambda: say(
        "In each round, the first player to take tiles from the centre also takes the start token. "
        "The token goes on this player's floor, where tiles cost points. It costs the same as a "
        "tile: {cost} in this picture. But the player with the token also starts the next round. "
        "If nobody takes the token, the same player starts again. The player who starts the first "
        "round is chosen at random.",
        cost=PENALTIES[take(CENTRE, 0, "b", 2).boards[0].floor]),
        lambda **looks: _sources(CENTRE, (0, "b"), **looks)),
    Rule("lines", lambda: say("Lines"), lambda: say(
        "Put all the tiles that you took on one of your {side} pattern lines, or on the floor "
        "line. Line 1 has 1 space, and line {side} has {side}. All tiles on a line have the same "
        "colour, and a full line doesn't accept any more tiles. Here {colour} tiles can go on "
        "lines {fitting}. The other lines don't accept them. Each line has a row of the wall "
        "beside it. The row of line 2 already has a {colour} tile. Line 4 is full, and line 5 has "
        "{other} tiles.",
        side=SIDE, colour=colour_name("r"), other=colour_name(LINES.lines[4][0]),
        fitting=_listed([line for line in range(1, SIDE + 1) if "r" in LINES.takes(line)])),
        lambda **looks: _lines_picture(LINES, **looks)),
    Rule("wall", lambda: say("Each colour once per row"), lambda: say(
        "A line doesn't accept a colour that its row of the wall already has, because a row has "
        "only one place for each colour. Here, lines {closed} don't accept {colour} tiles.",
        colour=colour_name("r"),
        closed=_listed([line for line in range(1, SIDE + 1) if "r" not in ROW.takes(line)])),
        lambda **looks: _lines_picture(ROW, **looks)),
    Rule("floor", lambda: say("The floor"), lambda: say(
        "Tiles that don't fit on the line fall to the floor. You may also put all the tiles that "
        "you took on the floor. (The text that first described this variant doesn't allow this.) "
        "The {spaces} spaces on the floor cost {costs}: {most} altogether. If more tiles fall than "
        "the floor has room for, the extra tiles cost nothing. Here you put 3 {colour} tiles on "
        "line 2, which has room for 1. The floor then costs {cost}.",
        spaces=FLOOR, costs=_listed([more - less for less, more in pairwise(PENALTIES)]),
        most=PENALTIES[FLOOR], colour=colour_name("r"),
        cost=PENALTIES[FLOORED.put("r", 2, 3, token=False).floor]),
        lambda **looks: table(_alone(FLOORED, "rrr"), move=Move(1, "r", 2), **looks)),
    Rule("tiling", lambda: say("The end of a round: tiling"), lambda: say(
        "The round ends when there is nothing left to take. One tile from each full line moves to "
        "its colour's place in the same row of the wall. The line's other tiles are removed from "
        "the game, and the line is empty again. Lines that aren't full don't change. All of a "
        "player's tiles are placed at the same time. Here they score {points}.",
        points=_listed([tile.points for tile in TILING.placed])),
        _tiling_picture),
    Rule("points", lambda: say("What a tile scores"), lambda: say(
        "A tile scores 1 point, and 1 more for each tile in the runs next to it. A run consists of "
        "tiles in the same row or the same column, without a gap. Count only the tiles that were "
        "on the wall before this tiling. Here, the run in the row has {across} tiles and the run "
        "in the column has {down}, so the tile scores {points} points.",
        across=BESIDE[0], down=BESIDE[1], points=SEED.tile_score(*BESIDE)),
        lambda **looks: runs(RUNS, 1, 3, **looks)),
    Rule("round", lambda: say("The score, and the next round"), lambda: say(
        "After the tiling, you lose points for the tiles on your floor, and the floor is emptied. "
        "Your new score is your old score, plus the points for the tiles, minus the cost of the "
        "floor. The score is never less than 0. Here, the new score is {before} + {gains} - {cost} "
        "= {after}. The factories are filled again from the pool. When the factories are filled "
        "for the last time, the pool may not have enough tiles for all of them. The player with "
        "the start token starts the next round. Used tiles don't come back.",
        before=TILED.score, gains=TILING.gains, cost=TILING.penalty,
        after=AFTER.score)),
    Rule("latin", lambda: say("The wall"), lambda: say(
        "Each row and each column of a wall has one place for every colour: the wall is a Latin "
        "square. Each row is the row above, shifted by one place. Every player gets a random "
        "wall. Here the first row is {order}.",
        order=_listed([colour_name(colour) for colour in EMPTY_BOARD.row(1)])),
        lambda **looks: table(_alone(EMPTY_BOARD), **looks)),
    Rule("end", lambda: say("The end of the game"), lambda: say(
        "The game ends after a round in which a player completes a row of the wall. It also ends "
        "when the pool, the factories and the centre are empty. With 2, 3 or 4 players, this "
        "happens after {most} rounds respectively. The highest score wins. Players with equal "
        "scores share the win.",
        most=_by_players({players: ceil(TILES * len(COLOURS) / (FACTORY * count))
                          for players, count in FACTORIES.items()}))),
    Rule("computers", lambda: say("Computer players"), lambda: say(
        "Choose computer players under New game, or write their names: play([\"human\", "
        "\"row-any\"]). \"random\" makes random moves. \"first\" takes the first tiles that any of "
        "its lines accepts, and puts them on the first line that accepts them. \"greedy\" looks "
        "for tiles for the fullest row of its wall. If it finds none, it tries the next fullest "
        "row. It takes the first colour that fits. \"row-any\" does the same, but takes a random "
        "colour that fits, like the greedy player of the original program. \"look-ahead\" tries "
        "its moves and the next player's replies. The Hint button shows the move that looks best "
        "after these replies.")),
    Rule("report", lambda: say("The report"), lambda: say(
        "The Report tab describes the game in words and shows the boards after each round. Tick "
        "“All tiles at every step” there to see the pool, the factories, the centre and all the "
        "boards after every move. In a cell, use print(game.report(every_step=True)).")),
    Rule("official", lambda: say("The official rules"), lambda: say(
        'Blue is a variant of a published board game. To play that game, choose the rule set '
        '"official". All players have the same wall. The rows are tiled from top to bottom. When a '
        'tile is scored, the new tiles in the rows above it are already on the wall. A tile that '
        'has neighbours in its row and in its column counts in both runs. In the picture under '
        '“What a tile scores”, that gives {points} points instead of {seed}. When the pool is '
        'empty, the used tiles become the pool. If scores are equal, the player with more complete '
        'rows wins.', points=OFFICIAL.tile_score(*BESIDE),
        seed=SEED.tile_score(*BESIDE))),
    Rule("bonuses", lambda: say("Bonuses"), lambda: say(
        'Under the rule set "official", players get bonus points at the end: {row} for each '
        'complete row, {column} for each complete column, and {colour} for each colour that is in '
        'all {side} rows. Here the wall gets {rows} points for rows, {columns} for columns and '
        '{colours} for colours. The default rule set, "seed", has no bonuses.',
        side=SIDE, **dict(zip(("row", "column", "colour"), OFFICIAL.bonuses, strict=True)),
        **dict(zip(("rows", "columns", "colours"), BONUS.bonuses(OFFICIAL), strict=True))),
        lambda **looks: table(_alone(BONUS), **looks)),
)
