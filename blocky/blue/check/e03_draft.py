"""Exercise 03: what is legal in the draft, and what a legal move changes."""

from collections.abc import Iterator
from random import Random
from typing import Any

from blocky.blue import data, state
from blocky.blue.board import FLOOR, Board, obstacle
from blocky.blue.check.cases import (
    board_with,
    called,
    changed,
    given,
    in_play,
    one_board_text,
    small,
    state_text,
    told_board,
)
from blocky.blue.data import plain, seen
from blocky.blue.position import Move, Position
from blocky.blue.record import Data, plain_board
from blocky.blue.rules import COLOURS, SIDE, colour_name
from blocky.kit.check.task import Case, Cases, Hints, Outcome, Parts, Seen, Task, any_order, written
from blocky.kit.language import say

__all__ = ["changes_the_state", "legal_moves", "may_take", "take"]


# -- may_take ----------------------------------------------------------------------------------

def _boards_and_lines(rng: Random) -> Cases:
    board = board_with((0, 0), (3, 0), lines=("", "b", "rrr", "", "y"))
    for colour, line in [("b", 1), ("r", 0), ("r", 1), ("b", 2), ("y", 2), ("r", 3), ("y", 3),
                         ("g", 4), ("r", 4), ("r", 5), ("y", 5)]:
        yield board, colour, line
    board = board_with((2, 0), (2, 4), (4, 1), lines=("", "", "bb", "rr", "bbbb"))
    yield from ((board, colour, line) for colour in "rgbw" for line in (3, 4, 5, 2))
    last = board_with((4, 2), lines=("",) * 5)
    yield from ((last, colour, 5) for colour in COLOURS)
    yield from (({**board, "floor": floor}, "r", line) for floor in (6, FLOOR) for line in (0, 4))
    yield from ((plain_board(position.board), rng.choice(COLOURS), rng.randrange(6))
                for position in in_play(rng, 12) for _ in range(3))


def _refused(board: Data, colour: str, line: int) -> Parts:
    tiles, row, wall = board["lines"][line - 1], board["wall"][line - 1], board["wall"]
    reason = seen(board).board.why_not(colour, line)  # the game's own sentence
    return ({"the line is full": line and len(tiles) == line and reason,
             "the line has tiles of another colour": line and (
                 tiles[:1] not in ("", colour)) and reason,
             "its row of the wall already contains the colour": line and colour in row and reason},
            {"the line is 0, the floor": line == 0,
             "the line is 0, and the floor has no free space": (
                 line == 0 and board["floor"] == FLOOR),
             "the column of the wall with the number of the line contains the colour": (
                 line and any(each[line - 1] == colour for each in wall)),
             "the line already has tiles": line and tiles,
             "the line is empty": line and not tiles,
             "the row of the wall below its own contains the colour": (
                 0 < line < SIDE and colour in wall[line]),
             "the row of the wall above its own contains the colour": (
                 line > 1 and colour in wall[line - 2]),
             "another row of the wall contains the colour": line and any(
                 colour in each for each in wall if each is not row)})


may_take = Task(
    "may_take", data.may_take, _boards_and_lines, parts={"": _refused},
    kits=[Board.takes, obstacle],
    words=lambda board, *others: told_board("may_take", board, *others),
    remark=one_board_text, show=given,
    nudge="What's on the line, and what's beside it on the wall?",
)


# -- legal_moves -------------------------------------------------------------------------------

def _drafts(rng: Random) -> Cases:
    full = small("", "bb", board=Board(COLOURS, lines=("b", "bb", "bbb", "bbbb", "bbbbb")))
    yield from (small(""), small("", "bb"), small("y"), full, {**full, "to_move": 2},
                small("ry", "", "bbwr"), *map(plain, in_play(rng, 8)))


def _each_once(case: Case, got: Outcome) -> Hints | None:
    """Name a move that should not be in the list, or is missing, and say why."""
    [where], position, moves = case, seen(case[0]), [tuple(move) for move in got.value]
    for move in moves:
        reason = position.why_no_take(Move(*move))
        if reason or moves.count(move) > 1:
            return (_ASKED, "Each move in the list must be legal, and must be there only once.",
                    say("{move} shouldn't be in the list. {reason}", move=move, reason=reason)
                    if reason else
                    say("{move} is in the list {count} times. It must be there only once, no "
                        "matter how many such tiles the source has.",
                        move=move, count=moves.count(move)))
    for source, colour, line in data.legal_moves(where):
        if (source, colour, line) not in moves:
            return (_ASKED, "A move is legal if the source has the colour and the line accepts "
                            "it. Check every source, including the centre, and every line, "
                            "including the floor.",
                    "\n".join([say(
                        "{move} is missing from the list. Source {source} is {tiles}, and line "
                        "{line} of player {player}, whose turn it is, accepts {colour}.",
                        move=(source, colour, line), source=source, line=line,
                        tiles=written(position.sources[source]), player=where["to_move"],
                        colour=colour_name(colour)), *(_none_of(where, moves) if moves else ())]))
    return None


def _none_of(where: Data, moves: list[tuple[Any, ...]]) -> Iterator[str]:
    """Name each source or line that no move in the list uses."""
    sources, _, lines = ({*right} - {*got} for right, got in zip(
        zip(*data.legal_moves(where), strict=True), zip(*moves, strict=True), strict=False))
    for source in sorted(sources):
        yield say("No move in the list takes from source {source}. Sources go from 0, the centre, "
                  "to {last}. Factory 1 has index 0 in state[\"factories\"].",
                  source=source, last=len(where["factories"]))
    for line in sorted(lines):
        yield say("No move in the list goes to line {line}. Lines go from 0, the floor, to 5: use "
                  "range(6).", line=line) if line else say(
            "No move in the list goes to the floor, line 0. The floor accepts every colour, even "
            "if another line accepts it too.")
    for number in range(1, where["players"] + 1):
        if sorted(moves) == sorted(data.legal_moves({**where, "to_move": number})):
            yield say("The list has the moves of player {number}. Use the board of the player "
                      "whose turn it is: "
                      "state[\"boards\"][state[\"to_move\"] - 1].", number=number)


_ASKED = "Which colours are in each source, and which lines accept them?"

legal_moves = Task(
    "legal_moves", data.legal_moves, _drafts, any_order, laws=[_each_once],
    kits=[Position.legal_moves], words=lambda where: called("legal_moves", where),
    remark=state_text,
    show=given, nudge=_ASKED,
)


# -- take --------------------------------------------------------------------------------------

def _moves(rng: Random) -> Cases:
    three = Board(COLOURS, lines=("", "", "rr", "", ""))
    yield from ((where, 1, "r", 2) for where in (
        small("", "rr"), small("", "brbr"), small("y", "rrbw")))
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
    number, pile = where["to_move"] - 1, [where["centre"], *where["factories"]][source]
    board, count = where["boards"][number], pile.count(colour)
    fit = min(count, line - len(board["lines"][line - 1])) if line else 0
    case = {"source": source, "colour": colour, "pile": pile, "rest": pile.replace(colour, ""),
            "count": count, "fit": fit, "fall": count - fit, "lay": where["token"],
            "free": FLOOR - board["floor"], "held": where["discards"].get(colour, 0)}
    returned = answer(where, source, colour, line)
    where.update(data.normal(where))
    board = where["boards"][number]
    return Seen(returned, dict(zip(_STEPS, (
        where["factories"], where["centre"], [where["token"], where["next_starter"]],
        board["lines"], where["discards"], board["floor"], where["to_move"]), strict=True)) | case)


_STEPS = {
    "factories": "Step 1: the factory that you take from must be empty afterwards. Change it in "
                 "the state itself.",
    "centre": "Step 1: all tiles {colour!r} leave the source, {pile!r}, wherever they are in it. "
              "The others, {rest!r}, keep their order: they stay in the centre, or move from the "
              "factory to the end of the centre.",
    "token and next_starter": (
        "Step 2: if the source is the centre (0) and token is True, set token to False and "
        "next_starter to the player's number. Otherwise change neither. Here the source is "
        "{source}, and token was {lay}."),
    "lines of the player": "Step 3: put as many tiles as fit on the line, on the board of the "
                           "player whose turn it was before the move. Here that's {fit} of "
                           "{count}.",
    "discards": "Step 4: add all tiles that don't fit on the line (for line 0, all of them) to "
                "the discards, even those without a floor space. Here that's {fall} of {count}, "
                "added to the {held} already there.",
    "floor of the player": (
        "Steps 2 and 4: each tile that doesn't fit, here {fall} of {count}, occupies a floor "
        "space, and so does the start token if it's taken. The floor never exceeds 7; {free} "
        "spaces were free before."),
    "to_move": "Step 5: set to_move to the next player's number, counted from 1. After the last "
               "player comes player 1.",
}


def changes_the_state(case: Case, got: Outcome) -> Hints | None:
    """The law that an answer changes the state in place and returns nothing."""
    return None if got.returned is None else (
        "What does your function return? Should it return anything?",
        "Change the state that your function gets, not a copy of it.",
        "Your function returns something. Change the state itself instead, and return nothing.")


take = Task(
    "take", data.take, _moves, _taken, laws=[changes_the_state], steps=_STEPS,
    kits=[state.take, Board.put],
    words=lambda where, *move: called("take", where, *move), remark=state_text, show=changed,
    nudge="Where does the state differ from the expected one? Find the step of the task that "
          "changes it.",
)
