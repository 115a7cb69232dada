"""Exercise 05: a round, from the first take to the tiling, and when the game is over."""

import copy
from collections.abc import Callable
from itertools import chain
from random import Random
from typing import Any

from blocky.blue import data, state
from blocky.blue.board import EMPTY, Board
from blocky.blue.check.cases import (
    board_with,
    called,
    changed,
    given,
    in_play,
    rows_of,
    small,
    state_text,
)
from blocky.blue.check.e03_draft import changes_the_state
from blocky.blue.data import legal_moves, plain
from blocky.blue.position import Position
from blocky.blue.record import Data
from blocky.blue.rules import COLOURS
from blocky.blue.state import State
from blocky.kit.check.task import Cases, Parts, Seen, Task, written
from blocky.kit.language import say

__all__ = ["is_over", "play_round"]

Choose = Callable[[Data], tuple[int, str, int]]


# -- play_round --------------------------------------------------------------------------------

def choose(state: Data) -> tuple[int, str, int]:
    """Return a legal move with the best fit; the floor comes last."""
    piles = _piles(state)
    if not any(piles):
        raise ValueError(say("There's no move to choose: the centre and the factories are empty. "
                             "The draft ends when no tiles are left."))
    return min(legal_moves(state), key=lambda move: (
        move[2] == 0, abs(move[2] - piles[move[0]].count(move[1])), move))


def _piles(state: Data) -> list[str]:
    return [state["centre"], *state["factories"]]


def _rounds(rng: Random) -> Cases:
    two = Board(COLOURS, lines=("", "b", "", "", ""), score=4)
    some = (small(), small("", "r"), small("", "rb"),
            small(board=Board(COLOURS, floor=2, score=9)),
            small(next_starter=1), {**small(), "starter": 2}, small("b", board=two),
            small(board=Board(COLOURS, floor=3, score=1)),
            small(board=Board(COLOURS, lines=("r", "yy", "www", "", "bb"), score=2)),
            small("bb", board=two, next_starter=1), small("", "rrgb", "bbbb", board=two),
            small("", "r", board=Board(COLOURS, floor=5, score=3)),
            small("rr", board=Board(COLOURS, lines=("", "", "", "", "rrrr"), floor=1)))
    yield from ((where, choose) for where in chain(some, map(plain, in_play(rng, 8))))


def _drafted(where: Data, choose: Choose) -> Data:
    """Return the state at the end of its draft."""
    drafted = copy.deepcopy(where)
    while any(_piles(drafted)):
        data.take(drafted, *choose(drafted))
    return drafted


def _played(answer: Any, where: Data, choose: Choose) -> Any:
    drafted = _drafted(where, choose)
    sums = [f"{board['score']} + {sum(points for *_, points in data.tile_all(board))} - "
            f"{data.floor_penalty(board['floor'])}" for board in drafted["boards"]]
    returned = answer(where, choose)
    where.update(data.normal(where))
    boards, taker = where["boards"], drafted["next_starter"]
    lines, scores, floors = ([board[key] for board in boards]
                             for key in ("lines", "score", "floor"))
    facts = dict(zip(_STEPS, (
        _piles(where), lines, [*map(rows_of, boards)], where["discards"], scores, floors,
        *(where[key] for key in ("starter", "to_move", "next_starter", "token", "round"))),
        strict=True))
    if [(each["wall"], each["lines"]) for each in boards] == [
            (each["wall"], each["lines"]) for each in drafted["boards"]]:
        facts |= {_FULLEST: _fullest(boards, drafted)["score"],
                  _THROWN: sum(where["discards"].values())}
    return Seen(returned, facts | {
        "sums": "; ".join(sums), "begun": drafted["starter"],
        "taker": say("nobody") if taker is None else say("player {number}", number=taker)})


#: The facts that have parts.
_FULLEST = "the score of the player with the fullest floor after the draft"
_THROWN = "the number of discards"


def _fullest(boards: list[Data], drafted: Data) -> Data:
    """Return the board whose floor is fullest after the draft."""
    floors = [board["floor"] for board in drafted["boards"]]
    return boards[floors.index(max(floors))]


def _score(where: Data, choose: Choose) -> Parts:
    drafted = _drafted(where, choose)
    board = _fullest(drafted["boards"], drafted)
    score, penalty = board["score"], data.floor_penalty(board["floor"])
    gain = sum(points for *_, points in data.tile_all(board))
    return ({"the old score plus the points of all tiles minus the floor penalty, or 0 if that's "
             "negative": max(0, score + gain - penalty)},
            {"the old score plus the points, without the floor penalty": score + gain,
             "the old score plus the points minus the penalty, even if that's negative": (
                 score + gain - penalty),
             "the old score minus the penalty, but at least 0, and only then the points": (
                 max(0, score - penalty) + gain),
             "the old score plus the points minus the penalty, but never less than the old "
             "score": (
                 score + max(0, gain - penalty))})


def _thrown(where: Data, choose: Choose) -> Parts:
    drafted = _drafted(where, choose)
    rows = [row for board in drafted["boards"] for row, *_ in data.tile_all(board)]
    return ({"the discards from before, including those that take added": sum(
                drafted["discards"].values()),
             "the other r - 1 tiles of each full line of r tiles": sum(rows)},
            {"the tile of each full line that goes to the wall": len(rows)})


_STEPS = {
    "centre and factories": "Step 1: make moves until the centre and all factories are empty.",
    "lines": "Steps 1 and 2: take puts tiles on the lines, as choose(state) says. Only after the "
             "draft, call tile_all once for the board of each player: it empties all full lines.",
    "walls": "Step 2: call tile_all once for each board, after the draft.",
    "discards": "Step 2: one tile of a full line of r tiles goes to the wall. Add the other r - 1 "
                "to the discards of their colour. take has already added the tiles that fell to "
                "the floor.",
    "scores": "Step 2: to each score, add the points of all tiles, then subtract the floor "
              "penalty: {sums}. Set the score to 0 only if the final result is below 0.",
    "floors": "Step 2: set the floor of each board to 0.",
    "starter": "Step 3: the player who took the token (next_starter) starts the next round. If "
               "nobody took it, the same player starts again. Here {taker} took it, and player "
               "{begun} started this round.",
    "to_move": "Step 3: to_move is the player who starts the next round, just like starter. Here "
               "{taker} took the token, and player {begun} started this round.",
    "next_starter": "Step 3: nobody has the token for the next round, so set next_starter to "
                    "None.",
    "token": "Step 3: the token is in the centre again, so set token to True.",
    "round": "Step 3: add 1 to round, only once in a round.",
}


play_round = Task(
    "play_round", data.play_round, _rounds, _played, laws=[changes_the_state],
    steps=_STEPS, kits=[state.tile_all],
    parts={_FULLEST: _score, _THROWN: _thrown},
    words=lambda where, choose: called("play_round", where, choose), remark=state_text,
    show=changed,
    nudge="At which place does the state differ? Find the step of the task that changes it.",
    endless=("Which loop never ends, and what should end it?",
             "The draft ends when the centre and all factories are empty.",
             "The draft loop never ends, because tiles are left. choose(state) only says which "
             "move to make. Make it with take(state, source, colour, line), and look at state "
             "again each time."),
)


# -- is_over -----------------------------------------------------------------------------------

def _tiled(rng: Random) -> Cases:
    row, column = [(2, i) for i in range(5)], [(i, 2) for i in range(5)]
    for cells, left in [([], None), ([], 0), ([], 4), (row, None), (column, None), (row[1:], None),
                        ([*row, (1, 0)], None), (row, 0)]:
        wall = tuple("".join(each) for each in board_with(*cells)["wall"])
        first = small(board=Board(COLOURS, wall=wall), left=left)
        one, other = first["boards"]
        yield from ({**first, "boards": seats} for seats in (
            [one, other], [other, one], [one, one]))
    first = small(discards="rrbb", board=Board(COLOURS, wall=("rbgwy", *[5 * EMPTY] * 4)))
    yield from (first, {**first, "boards": first["boards"][::-1]})
    none = dict.fromkeys(COLOURS, 0)
    yield from ({**small(), "pool": pool} for pool in (
        {"r": 0}, none, {**none, "y": 1}, {"r": 0, "g": 3}, {"w": 1}))
    for number in range(12):
        cells = [(i, j) for i in range(5) for j in range(5)]
        gaps = rng.sample(cells, 3) if number % 2 else [(i, rng.randrange(5)) for i in range(5)]
        wall = board_with(*(each for each in cells if each not in gaps))["wall"]
        seats = [Board(COLOURS, wall=tuple(map("".join, wall))), Board("ywgbr"), Board("bwgyr")]
        rng.shuffle(seats)
        tiles = "rgb" * 9 if number % 3 == 0 else rng.choice(["", "r", "bbw"])
        yield plain(Position(State(("",) * 8, tuple(seats), pool=tiles)))


def _ends(where: Data) -> Parts:
    walls, pool = [board["wall"] for board in where["boards"]], where["pool"]
    rows = [any(EMPTY not in row for row in wall) for wall in walls]
    return ({"a row of player 1's wall is complete": rows[0],
             "a row of another player's wall is complete": any(rows[1:]),
             "the pool is empty (a dict without keys)": not pool,
             "the pool is empty (all its numbers are 0)": (
                 {*pool.values()} == {0})},
            {"every player has a complete row": all(rows),
             "a column of a wall is complete": any(
                 EMPTY not in column for wall in walls for column in zip(*wall, strict=True)),
             "one of the five colours isn't in the pool": not all(map(pool.get, COLOURS)),
             "the centre and the factories are empty": not any(_piles(where))})


is_over = Task(
    "is_over", data.is_over, _tiled, parts={"": _ends},
    words=lambda where: say("{call} Pool: {pool}.", call=called("is_over", where),
                            pool=written(where["pool"])),
    remark=lambda where: say("{state}\nPool: {pool}.", state=state_text(where),
                             pool=written(where["pool"])),
    show=given,
    nudge="Does any wall in this state have a complete row? Does the pool have tiles?",
)
