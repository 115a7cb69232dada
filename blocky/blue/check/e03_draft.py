"""Exercise 03: what is legal in the draft, and what a legal move changes."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from blocky.blue import data, state
from blocky.blue.board import Board, obstacle
from blocky.blue.check.cases import (
    board_with,
    called,
    given_alone,
    given_and_changed,
    in_play,
    small,
    told_board,
)
from blocky.blue.data import board_of, plain, seen
from blocky.blue.move import Move
from blocky.blue.position import Position
from blocky.blue.rules import COLOURS, colour_name
from blocky.kit.check.compare import written
from blocky.kit.check.run import Outcome, Seen
from blocky.kit.check.task import Case, Hints, Parts, Task
from blocky.kit.language import say

__all__ = ["changes_the_state", "legal_moves", "may_take", "take"]

Data = dict[str, Any]


# -- may_take ----------------------------------------------------------------------------------

def _boards_and_lines(rng: Random) -> Iterator[Case]:
    board = board_with((0, 0), (3, 0), lines=("", "b", "rrr", "", "y"))
    for colour, line in [("b", 1), ("r", 0), ("r", 1), ("b", 2), ("y", 2), ("r", 3), ("y", 3),
                         ("g", 4), ("r", 4), ("r", 5), ("y", 5)]:
        yield board, colour, line
    board = board_with((2, 0), (2, 4), (4, 1), lines=("", "", "gg", "rr", "bbbb"))
    yield from ((board, colour, line) for colour in "rgbw" for line in (3, 4, 5, 2))
    for position in in_play(rng, 12):
        for _ in range(3):
            yield data.plain_board(position.board), rng.choice(COLOURS), rng.randrange(6)


def _refused(board: Data, colour: str, line: int) -> Parts:
    """Return why a line does not take a colour, and what is no reason for that."""
    tiles, row = board["lines"][line - 1], board["wall"][line - 1]
    reason = board_of(board).why_not(colour, line)  # the sentence of the game
    return ({"the line is full": line and len(tiles) == line and reason,
             "tiles of another colour lie on the line": line and (
                 tiles[:1] not in ("", colour)) and reason,
             "its row of the wall holds the colour": line and colour in row and reason},
            {"the line is 0, the floor": line == 0,
             "tiles lie on the line": line and tiles,
             "the line is empty": line and not tiles,
             "only one space of the line is free": line and len(tiles) == line - 1,
             "another row of the wall holds the colour": line and any(
                 colour in each for each in board["wall"] if each is not row)})


may_take = Task(
    "may_take", data.may_take, _boards_and_lines, parts={"": _refused},
    kits=[Board.takes, obstacle],
    words=lambda board, *others: told_board("may_take", board, *others), show=given_alone,
    nudge="What lies on the line, and what stands beside it on the wall?",
)


# -- legal_moves -------------------------------------------------------------------------------

def _drafts(rng: Random) -> Iterator[Case]:
    full = Board(COLOURS, lines=("b", "bb", "bbb", "bbbb", "bbbbb"))
    for where in (small(""), small("", "bb"), small("y"), small("", "bb", board=full),
                  small("ry", "", "bbwr")):
        yield (where,)
    yield from ((plain(position),) for position in in_play(rng, 8))


def _source(number: int) -> str:
    return say("factory {number}", number=number) if number else say("centre")


def _by_source(answer: Any, where: Data) -> Any:
    """Return the moves from each source, or whatever the answer returned in their place."""
    moves = answer(where)
    try:
        return {_source(source): sorted(tuple(move[1:]) for move in moves if move[0] == source)
                for source in sorted({*range(len(where["factories"]) + 1),
                                      *(move[0] for move in moves)})}
    except Exception:
        return moves


def _each_once(case: Case, got: Outcome) -> Hints | None:
    """See which move should not be in the list, or is missing, and why."""
    if not isinstance(got.value, dict):
        return None
    [where], numbers = case, {_source(number): number for number in range(99)}
    position = seen(where)
    moves = [(numbers[name], *each) for name, some in got.value.items() for each in some]
    asked = ("Take the first source that differs: which colours lie there, and which lines take "
             "them?")
    for move in moves:
        reason = position.why_not(Move(*move))
        if reason or moves.count(move) > 1:
            return (asked, "Each move of the list must be legal, and be there once.",
                    say("{move} should not be in the list. {reason}", move=move, reason=reason)
                    if reason else
                    say("{move} is in the list {count} times, and must be there once, however many "
                        "such tiles the source holds.", move=move, count=moves.count(move)))
    for move in data.legal_moves(where):
        if move not in moves:
            source, colour, line = move
            return (asked, "A move is legal if such a tile lies in the source, and the line takes "
                    "it. Every source counts, the centre too, and every line, the floor too.",
                    say("{move} is missing in the list. Source {source} is {tiles}, and line "
                        "{line} of player {player}, who is to move, takes {colour}.", move=move,
                        source=source, tiles=written(position.sources[source]), line=line,
                        player=where["to_move"], colour=colour_name(colour)))
    return None


legal_moves = Task(
    "legal_moves", data.legal_moves, _drafts, _by_source, laws=[_each_once],
    kits=[Position.legal_moves], words=lambda where: called("legal_moves", where),
    show=given_alone,
    nudge="Take the first source that differs: which colours lie there, and which lines take "
           "them?",
)


# -- take --------------------------------------------------------------------------------------

def _moves(rng: Random) -> Iterator[Case]:
    three = Board(COLOURS, lines=("", "", "rr", "", ""))
    yield small("", "rr"), 1, "r", 2
    yield small("", "rrbb"), 1, "r", 2
    yield small("y", "rrbw"), 1, "r", 2
    yield small("bbyb", next_starter=1), 0, "b", 3
    yield small("b"), 0, "b", 1
    yield {**small("", "ww"), "to_move": 2}, 1, "w", 2
    yield small("", "rrrb", board=three), 1, "r", 3
    yield small("bby"), 0, "b", 1
    yield small("", "", "ggyy"), 2, "g", 0
    for floor in (5, 6, 7):
        yield small("", "rrrb", board=three._replace(floor=floor)), 1, "r", 3
        yield small("r", board=three._replace(floor=floor)), 0, "r", 3
    for position in in_play(rng, 12):
        yield plain(position), *rng.choice(data.legal_moves(plain(position)))


def _taken(answer: Any, where: Data, source: int, colour: str, line: int) -> Any:
    number, token = where["to_move"] - 1, source == 0 and where["token"]
    returned = answer(where, source, colour, line)
    where.update(data.normal(where))
    board = where["boards"][number]
    others = [each for each in where["boards"] if each is not board]
    return Seen(returned, {
        "factories": where["factories"], "centre": where["centre"],
        "token and next_starter": [where["token"], where["next_starter"]],
        "lines of the player": board["lines"], "discards": where["discards"],
        _FLOOR[token]: board["floor"], "to_move": where["to_move"], "the other boards": others})


#: How the floor is called by whether the start token was taken.
_FLOOR = {False: "floor of the player", True: "floor of the player, with the start token"}

_STEPS = {
    "factories": "Step 1: the factory from which tiles are taken is empty afterwards: it must be "
                 "changed in the state.",
    "centre": "Step 1: the tiles taken leave the centre, or the other tiles of the factory go to "
              "its end, in their order: state[\"centre\"] must be given its new value.",
    "token and next_starter": "Step 2: who takes from the centre while the start token lies there "
                              "takes it, too: token becomes False, and next_starter the number of "
                              "the player.",
    "lines of the player": "Step 3: as many tiles as fit go on the line, of the player who is to "
                           "move when the function is called.",
    "discards": "Step 3: all tiles that do not fit on the line, or all for line 0, go to the "
                "discards, whether or not the floor has a space left for them.",
    _FLOOR[True]: "Steps 2 and 3: the start token occupies one space of the floor, and each tile "
                  "that does not fit one more; a floor has seven spaces.",
    _FLOOR[False]: "Step 3: each tile that does not fit occupies a space of the floor, which has "
                   "seven spaces. Without the start token nothing else does.",
    "to_move": "Step 4: the next player is to move, by numbers from 1; after the last one the "
               "first.",
    "the other boards": "Only the board of the player who is to move when the function is called "
                        "changes.",
}


def changes_the_state(case: Case, got: Outcome) -> Hints | None:
    """The law that an answer changes the state that it is given, and returns nothing."""
    if got.returned is None:
        return None
    return ("What does the function return, and who would look at it?",
            "The state that is handed in must be changed itself, not a copy of it.",
            "Change the state that is given, and return nothing.")


take = Task(
    "take", data.take, _moves, _taken, laws=[changes_the_state], steps=_STEPS,
    kits=[state.take, Board.put],
    words=lambda where, *move: called("take", where, *move), show=given_and_changed,
    nudge="At which place does the state differ? Find the step of the task that changes it.",
)
