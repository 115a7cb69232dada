"""Exercise 05: the checks of ``play_round``, the draft and the tiling, and of ``is_over``."""

import copy
from collections.abc import Callable
from random import Random
from typing import Any

from blocky.blue import data
from blocky.blue import state as kit_state
from blocky.blue.board import EMPTY, Board
from blocky.blue.check.cases import (
    NO_WALL,
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
from blocky.blue.rules import COLOURS, SIDE
from blocky.blue.state import State
from blocky.kit.check.task import (
    Case,
    Cases,
    Hints,
    Mistake,
    Outcome,
    ResultParts,
    Seen,
    Task,
    of_errors,
    written,
)
from blocky.kit.language import say, say_count

__all__ = ["is_over", "play_round"]

#: Gets a state; returns the source, colour and line of a legal move.
Choose = Callable[[Data], tuple[int, str, int]]


# -- play_round --------------------------------------------------------------------------------

def choose(state: Data) -> tuple[int, str, int]:
    """Return the legal move whose number of tiles is nearest to the size of its line.

    The floor comes last. Raise ValueError if no tiles are left.
    """
    piles = _piles(state)
    if not any(piles):
        raise ValueError(say("The centre and the factories are empty, so there's no move to "
                             "choose. Call choose(state) only in the draft loop, once for each "
                             "move."))

    def misfit(move: tuple[int, str, int]) -> Any:
        """Return a sort key: moves to the floor last, then by difference, then by move."""
        source, colour, line = move
        count = piles[source].count(colour)
        return line == 0, abs(line - count), move

    return min(legal_moves(state), key=misfit)


def _piles(state: Data) -> list[str]:
    """Return the tiles in the centre, then those on each factory."""
    return [state["centre"], *state["factories"]]


def _rounds(rng: Random) -> Cases:
    """Yield states before the end of a draft, each with ``choose``: small ones, some of games."""
    line_2_begun = Board(COLOURS, lines=("", "b", "", "", ""), score=4)
    full_lines = Board(COLOURS, lines=("r", "yy", "www", "", "bb"), score=2)
    line_5_begun = Board(COLOURS, lines=("", "", "", "", "rrrr"), floor=1)
    small_states = [
        # no tile, one and two
        small(), small("", "r"), small("", "rb"),
        # the floor costs points
        small(board=Board(COLOURS, floor=2, score=9)),
        # who starts the next round
        small(next_starter=1), {**small(), "starter": 2},
        # a line gets full, the score must not be below 0, and lines are full already
        small("b", board=line_2_begun),
        small(board=Board(COLOURS, floor=3, score=1)), small(board=full_lines),
        # several of these at once
        small("bb", board=line_2_begun, next_starter=1),
        small("", "rrgb", "bbbb", board=line_2_begun),
        small("", "r", board=Board(COLOURS, floor=5, score=3)),
        small("rr", board=line_5_begun)]
    for state in small_states:
        yield state, choose
    for position in in_play(rng, 8):
        yield plain(position), choose


def _drafted(state: Data, choose: Choose) -> Data:
    """Return a copy of the state, played to the end of the draft with the moves of ``choose``."""
    drafted = copy.deepcopy(state)
    while any(_piles(drafted)):
        data.take(drafted, *choose(drafted))
    return drafted


def _points_of(board: Data) -> int:
    """Return the points of all tiles that move to a board's wall at the end of the draft."""
    return sum(points for _, _, points in data.tile_all(copy.deepcopy(board)))


def _played(answer: Any, state: Data, choose: Choose) -> Any:
    """Play a round; return what ``answer`` returns, with facts on the state after it.

    The facts are named as in ``_STEPS``, whose sentences need further facts: how the scores are
    computed, who began this round, and who took the token.
    """
    drafted = _drafted(state, choose)  # before the answer changes the state
    taker = drafted["next_starter"]
    sums = [f"{board['score']} + {_points_of(board)} - {data.floor_penalty(board['floor'])}"
            for board in drafted["boards"]]
    taker_text = say("nobody") if taker is None else say("player {number}", number=taker)
    fields_of_sentences = {"sums": "; ".join(sums), "begun": drafted["starter"],
                           "taker": taker_text}
    returned = answer(state, choose)
    state.update(data.normal(state))  # in a form that can be compared
    boards = state["boards"]
    return Seen(returned, fields_of_sentences | {
        "centre and factories": _piles(state),
        "lines": [board["lines"] for board in boards],
        "walls": [rows_of(board) for board in boards],
        "discards": state["discards"],
        "scores": [board["score"] for board in boards],
        "floors": [board["floor"] for board in boards],
        "starter": state["starter"],
        "to_move": state["to_move"],
        "next_starter": state["next_starter"],
        "token": state["token"],
        "round": state["round"]})


_STEPS = {
    "centre and factories": "Step 1: make moves while there are tiles in the centre or in a "
                            "factory.",
    "lines": "Step 2: after the draft, call tile_all once for the board of each player. It empties "
             "all full lines.",
    "walls": "Step 2: call tile_all once for each board, after the draft.",
    "discards": "Step 2: one tile from each full line moves to the wall. Add the line's other "
                "tiles to the discards of their colour. With rows counted from 0, the line of row "
                "i has i other tiles.",
    "scores": "Step 2: to each player's score, add the points for that player's tiles, and "
              "subtract the floor penalty: {sums}. Set the score to 0 only if the final result is "
              "below 0.",
    "floors": "Step 2: set the floor of each board to 0.",
    "starter": "Step 3: the player who took the token, next_starter, starts the next round. If "
               "next_starter is None, the player who started this round starts again. Here, "
               "{taker} took the token, and player {begun} started this round.",
    "to_move": "Step 3: give to_move the same value as starter, the player who starts the next "
               "round.",
    "next_starter": "Step 3: nobody has the token for the next round, so set next_starter to "
                    "None.",
    "token": "Step 3: the token is in the centre again, so set token to True.",
    "round": "Step 3: add 1 to the value of round, but only once in each round.",
}


@of_errors
def _reads_full_lines_in_time(case: Case, got: Outcome) -> Hints | None:
    """Return hints for an IndexError of a string: ``tile_all`` has emptied the line in question."""
    is_about_a_string = got.error == "IndexError" and "string" in got.said
    if not is_about_a_string:
        return None
    return ("Which string is empty when your function fails?",
            "tile_all empties all full lines.",
            "Your function looks for a tile in an empty string. tile_all empties the full lines. "
            "Look at them before that call, or take the colour from the wall.")


def _discards_one_less(state: Data, choose: Choose) -> None:
    """A typical mistake: of a full line in row i (from 0), discard i - 1 tiles instead of i."""
    drafted = _drafted(state, choose)
    data.play_round(state, choose)
    for board in drafted["boards"]:
        lines = list(board["lines"])  # a copy, as tile_all empties the full lines
        for row, _, _ in data.tile_all(board):
            if row > 0:  # row 0 has nothing to discard
                colour = lines[row][0]
                state["discards"][colour] -= 1


def _discards_of_all_lines(state: Data, choose: Choose) -> None:
    """A typical mistake: discard all tiles but one also from lines that aren't full."""
    drafted = _drafted(state, choose)
    data.play_round(state, choose)
    for board in drafted["boards"]:
        for row, tiles in enumerate(board["lines"]):
            is_full = len(tiles) > row
            if tiles and not is_full:
                discards = state["discards"]
                discards[tiles[0]] = discards.get(tiles[0], 0) + len(tiles) - 1


def _same_starter(state: Data, choose: Choose) -> None:
    """A typical mistake: the player who started this round always starts the next one, too."""
    starter = state["starter"]
    data.play_round(state, choose)
    state["starter"] = starter
    state["to_move"] = starter


def _round_with_score(new_score: Callable[[int, int, int], int]) -> Callable[[Data, Choose], None]:
    """Return a typical mistake: a function that plays a round, but computes scores in another way.

    ``new_score`` gets the old score, the points of the round and the floor penalty.
    """
    def play(state: Data, choose: Choose) -> None:
        """Play a round, and then replace each player's score."""
        scores = [new_score(board["score"], _points_of(board), data.floor_penalty(board["floor"]))
                  for board in _drafted(state, choose)["boards"]]
        data.play_round(state, choose)
        for board, score in zip(state["boards"], scores, strict=True):
            board["score"] = score
    return play


def _no_discards(state: Data, choose: Choose) -> None:
    """A typical mistake: look at the full lines, or call ``tile_all`` again, when they're empty."""
    discards = _drafted(state, choose)["discards"]
    data.play_round(state, choose)
    state["discards"] = discards


_WHICH_STEP = ("Where does the state differ from the expected one? Find the step of the task that "
               "changes that part.")

play_round = Task(
    "play_round", data.play_round, _rounds, _played,
    laws=[changes_the_state, _reads_full_lines_in_time], steps=_STEPS, kits=[kit_state.tile_all],
    mistakes=[
        Mistake(_round_with_score(lambda score, points, penalty: score + points), (
            _WHICH_STEP, "Step 2: is the floor penalty subtracted from each score?",
            "The floor penalty is missing from your scores. Subtract "
            "floor_penalty(board[\"floor\"]) before you set the floor to 0.")),
        Mistake(_round_with_score(
            lambda score, points, penalty: max(0, score - penalty) + points), (
            _WHICH_STEP, "Step 2: when does a score below 0 become 0?",
            "The score may be below 0 for a moment. Add the points and subtract the penalty first, "
            "and use max(0, ...) only after that.")),
        Mistake(_round_with_score(
            lambda score, points, penalty: score + max(0, points - penalty)), (
            _WHICH_STEP, "Step 2: which value must not be below 0?",
            "Your code never subtracts more than the points of this round, but the penalty can be "
            "larger. Apply the limit only to the new score: max(0, score + points - penalty).")),
        Mistake(_discards_one_less, (
            _WHICH_STEP, "Step 2: how many tiles does the full line of row 0 have?",
            "Your rows are counted from 0, so the full line of row i has i + 1 tiles. One goes to "
            "the wall, and i tiles go to the discards, not i - 1.")),
        Mistake(_discards_of_all_lines, (
            _WHICH_STEP, "Step 2: which lines move tiles?",
            "Your function also discards tiles from lines that aren't full, but those tiles must "
            "stay on the board. Discard tiles only from full lines.")),
        Mistake(_no_discards, (
            _WHICH_STEP, "Step 2: what is left of the full lines after tile_all?",
            "Your code adds no tiles of full lines to the discards. tile_all empties these lines, "
            "so call it only once for each board, and copy the lines before that call: "
            "list(board[\"lines\"]).")),
        Mistake(_round_with_score(lambda score, points, penalty: max(0, score - penalty)), (
            _WHICH_STEP, "Step 2: which points does a player get for new tiles?",
            "The points for the new tiles are missing from your scores. tile_all returns them, but "
            "only in its first call: call it once for each board, and keep its list.")),
        Mistake(_same_starter, (
            _WHICH_STEP, "Step 3: when do you read next_starter, and when do you reset it?",
            "The starter never changes. Set starter to next_starter before you set next_starter to "
            "None."))],
    words=lambda state, choose: called("play_round", state, choose), remark=state_text,
    show=changed,
    nudge=_WHICH_STEP,
    endless=("Which loop never ends, and what should end it?",
             "The draft ends when the centre and all factories are empty.",
             "The draft loop never ends, because some tiles are never taken. choose(state) only "
             "says which move to make. Make that move with take(state, source, colour, line)."),
)


# -- is_over -----------------------------------------------------------------------------------

def _tiled(rng: Random) -> Cases:
    """Yield states after a tiling: with few tiles on a wall, a nearly empty pool, random ones."""
    row = [(2, i) for i in range(SIDE)]
    column = [(i, 2) for i in range(SIDE)]
    # the cells with tiles on the first board, and the number of tiles in the pool; None: all
    for cells, tiles_left in [
            ([], None), ([], 0), ([], 4), (row, None), (column, None), (row[1:], None),
            ([*row, (1, 0)], None), (row, 0)]:
        state = small(board=_board_with_wall(cells), left=tiles_left)
        first, second = state["boards"]
        for seats in ([first, second], [second, first], [first, first]):
            yield {**state, "boards": seats}
    with_complete_row = Board(COLOURS, wall=("rbgwy", *NO_WALL[1:]))
    complete = small(discards="rrbb", board=with_complete_row)
    yield complete
    yield {**complete, "boards": complete["boards"][::-1]}
    zeros = dict.fromkeys(COLOURS, 0)
    for pool in ({"r": 0}, zeros, {**zeros, "y": 1}, {"r": 0, "g": 3}, {"w": 1}):
        yield {**small(), "pool": pool}
    for number in range(12):
        yield _with_gaps(rng, number)


def _board_with_wall(cells: list[tuple[int, int]]) -> Board:
    """Return a board with tiles on these cells (row, column), counted from 0."""
    wall = board_with(*cells)["wall"]
    return Board(COLOURS, wall=tuple("".join(row) for row in wall))


def _with_gaps(rng: Random, number: int) -> Data:
    """Return a random state of three players, one of whom has a nearly full wall.

    That wall has a gap in each row if ``number`` is even, otherwise three gaps anywhere. If
    ``number`` is a multiple of 3, the pool has many tiles, otherwise few or none.
    """
    cells = [(i, j) for i in range(SIDE) for j in range(SIDE)]
    three_gaps = rng.sample(cells, 3)
    one_in_each_row = [(i, rng.randrange(SIDE)) for i in range(SIDE)]
    gaps = one_in_each_row if number % 2 == 0 else three_gaps
    nearly_full = _board_with_wall([cell for cell in cells if cell not in gaps])
    seats = [nearly_full, Board("ywgbr"), Board("bwgyr")]
    rng.shuffle(seats)
    pool = "rgb" * 9 if number % 3 == 0 else rng.choice(["", "r", "bbw"])
    empty_sources = ("",) * 8  # the centre and seven factories
    return plain(Position(State(empty_sources, tuple(seats), pool=pool)))


def _has_complete_row(board: Data) -> bool:
    return any(EMPTY not in row for row in board["wall"])


def _has_complete_column(board: Data) -> bool:
    return any(EMPTY not in column for column in zip(*board["wall"], strict=True))


def _ends(state: Data) -> ResultParts:
    """Return two dicts from conditions to whether they're true in a state.

    The first has what ends the game, the second what an answer may wrongly take for that.
    """
    first, *others = state["boards"]
    pool = state["pool"]
    numbers_in_pool = set(pool.values())
    return ({"a row of player 1's wall is complete": _has_complete_row(first),
             "a row of another player's wall is complete": any(map(_has_complete_row, others)),
             "the pool is empty (a dict without keys)": not pool,
             "the pool has keys, but all its numbers are 0": numbers_in_pool == {0}},
            {"a column of a wall is complete": any(map(_has_complete_column, state["boards"]))})


def _every_player_needs_a_row(state: Data) -> bool:
    """A typical mistake: require a complete row on every wall."""
    return all(map(_has_complete_row, state["boards"])) or not any(state["pool"].values())


def _pool_cannot_fill_the_factories(state: Data) -> bool:
    """A typical mistake: end the game if the pool has too few tiles for all factories."""
    needed = 4 * len(state["factories"])
    return any(map(_has_complete_row, state["boards"])) or sum(state["pool"].values()) < needed


def _gap_in_the_list_of_rows(state: Data) -> bool:
    """A typical mistake: look for a gap among the rows, not among the cells of a row."""
    return any(EMPTY not in board["wall"] for board in state["boards"])


def _column_for_row(state: Data) -> bool:
    """A typical mistake: look for a complete column instead of a complete row."""
    return any(map(_has_complete_column, state["boards"])) or not any(state["pool"].values())


def _needs_an_empty_pool(case: Case, got: Outcome) -> Hints | None:
    """Return hints if the result is True only because the pool has few tiles.

    That is so if it has some, but too few for all factories, and no row or column is complete.
    """
    [state] = case
    count = sum(state["pool"].values())
    are_few = 0 < count < 4 * len(state["factories"])
    has_complete_line = any(
        _has_complete_row(board) or _has_complete_column(board) for board in state["boards"])
    if got.value is not True or not are_few or has_complete_line:
        return None
    return (_COMPLETE_OR_EMPTY,
            "How many tiles may be left in the pool when the game is over?",
            say_count("No row is complete here, and the pool still has {count} tile, so the game "
                      "isn't over. The pool ends the game only if it has no tiles at all, not if "
                      "it has too few.",
                      "No row is complete here, and the pool still has {count} tiles, so the game "
                      "isn't over. The pool ends the game only if it has no tiles at all, not if "
                      "it has too few.",
                      count))


_COMPLETE_OR_EMPTY = "Does any wall in this state have a complete row? Does the pool have tiles?"

is_over = Task(
    "is_over", data.is_over, _tiled, parts={"": _ends}, laws=[_needs_an_empty_pool],
    words=lambda state: say("{call} Pool: {pool}.", call=called("is_over", state),
                            pool=written(state["pool"])),
    remark=lambda state: say("{state}\nPool: {pool}.", state=state_text(state),
                             pool=written(state["pool"])),
    show=given,
    nudge=_COMPLETE_OR_EMPTY,
    mistakes=[
        Mistake(_every_player_needs_a_row, (
            _COMPLETE_OR_EMPTY, "On how many walls must a row be complete?",
            "Your function requires a complete row on every wall. A complete row on one wall is "
            "enough.")),
        Mistake(_pool_cannot_fill_the_factories, (
            _COMPLETE_OR_EMPTY, "How many tiles may be left in the pool when the game is over?",
            "Your function also ends the game if the pool has too few tiles for all factories. The "
            "game ends only if the pool has no tiles at all.")),
        Mistake(_column_for_row, (
            _COMPLETE_OR_EMPTY, "Does your function test rows or columns?",
            "Your function looks for a complete column, but only a complete row ends the game. "
            "Test each row of each wall. (In NumPy, axis=-1 tests along the rows.)")),
        Mistake(_gap_in_the_list_of_rows, (
            _COMPLETE_OR_EMPTY, "How does your function find a gap in a row?",
            'Your function always returns True. board["wall"] is a list of rows, so "." is never '
            'one of its items: look for "." in each row.'))],
)
