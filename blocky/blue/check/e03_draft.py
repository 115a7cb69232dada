"""Exercise 03: the checks of ``may_take`` and ``legal_moves``, and of ``take``, a legal move."""

from random import Random
from typing import Any

from blocky.blue import data
from blocky.blue import state as kit_state
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
from blocky.blue.rules import COLOURS, colour_name
from blocky.kit.check.task import (
    Case,
    Cases,
    Hints,
    Mistake,
    Outcome,
    ResultParts,
    Seen,
    Task,
    any_order,
    written,
)
from blocky.kit.language import say

__all__ = ["changes_the_state", "legal_moves", "may_take", "take"]


# -- may_take ----------------------------------------------------------------------------------

def _boards_and_lines(rng: Random) -> Cases:
    """Yield a board, a colour, and the number of a line; 0 is the floor."""
    board = board_with((0, 0), (3, 0), lines=("", "b", "rrr", "", "y"))  # r and g on the wall
    for colour, line in [("b", 1), ("r", 0), ("r", 1), ("b", 2), ("y", 2), ("r", 3), ("y", 3),
                         ("g", 4), ("r", 4), ("r", 5), ("y", 5)]:
        yield board, colour, line
    lower_lines_begun = board_with((2, 0), (2, 4), (4, 1), lines=("", "", "bb", "rr", "bbbb"))
    for colour in "rgbw":
        for line in (3, 4, 5, 2):
            yield lower_lines_begun, colour, line
    without_lines = board_with((4, 2), lines=("",) * 5)
    for colour in COLOURS:
        yield without_lines, colour, 5
    for colour in COLOURS:  # the floor accepts it, whatever is in the last row of the wall
        yield without_lines, colour, 0
    for floor in (6, FLOOR):
        for line in (0, 4):
            yield {**lower_lines_begun, "floor": floor}, "r", line
    for position in in_play(rng, 12):
        for _ in range(3):
            yield plain_board(position.board), rng.choice(COLOURS), rng.randrange(6)


def _refused(board: Data, colour: str, line: int) -> ResultParts:
    """Return two dicts from conditions to whether they're true.

    The first has the reasons why a line refuses a colour. If one is true, its value is the game's
    own sentence. The second has what a student may wrongly take for a reason.
    """
    is_line = line > 0  # otherwise it's the floor, which refuses nothing; then i isn't used
    i = line - 1
    tiles = board["lines"][i]
    row = board["wall"][i]
    other_rows = [each for each in board["wall"] if each is not row]
    column = [cells[i] for cells in board["wall"]]
    has_another_colour = tiles != "" and tiles[0] != colour
    sentence = seen(board).board.why_not(colour, line)
    reasons = {
        "the line is full": is_line and len(tiles) == line and sentence,
        "the line has tiles of another colour": is_line and has_another_colour and sentence,
        "its row of the wall already contains the colour": is_line and colour in row and sentence}
    no_reasons = {
        "the line is 0, the floor": not is_line,
        "the line is empty": is_line and tiles == "",
        "the line already has tiles": is_line and tiles != "",
        "another row of the wall contains the colour": (
            is_line and any(colour in cells for cells in other_rows)),
        "the wall's column with the same number as the line contains the colour": (
            is_line and colour in column)}
    return reasons, no_reasons


def _one_line_for_each_colour(board: Data, colour: str, line: int) -> bool:
    """A typical mistake: an empty line refuses a colour that is already on another line."""
    is_begun = line > 0 and board["lines"][line - 1] != ""
    is_on_a_line = any(colour in tiles for tiles in board["lines"])
    return data.may_take(board, colour, line) and (line == 0 or is_begun or not is_on_a_line)


def _colour_on_no_other_line(board: Data, colour: str, line: int) -> bool:
    """The same mistake, where a line with tiles refuses the colour, too."""
    others = board["lines"][:line - 1] + board["lines"][line:] if line > 0 else []
    is_on_another_line = any(colour in tiles for tiles in others)
    return data.may_take(board, colour, line) and not is_on_another_line


_WHAT_IS_THERE = "What's on the line, and what's beside it on the wall?"
_OTHER_LINES = (
    _WHAT_IS_THERE, "Which lines decide whether this line accepts the colour?",
    "Your function refuses a colour that's already on another line, but several lines may have the "
    "same colour. Only the tiles on this line and its row of the wall matter.")

may_take = Task(
    "may_take", data.may_take, _boards_and_lines, parts={"": _refused},
    kits=[Board.takes, obstacle],
    words=lambda board, *others: told_board("may_take", board, *others),
    remark=one_board_text, show=given,
    nudge=_WHAT_IS_THERE,
    mistakes=[
        Mistake(_one_line_for_each_colour, _OTHER_LINES),
        Mistake(_colour_on_no_other_line, _OTHER_LINES)],
)


# -- legal_moves -------------------------------------------------------------------------------

def _drafts(rng: Random) -> Cases:
    """Yield states of drafts: small ones (see ``small``), then those of games."""
    nothing_to_take = small("")
    one_factory = small("", "bb")
    only_the_centre = small("y")
    full_board = Board(COLOURS, lines=("b", "bb", "bbb", "bbbb", "bbbbb"))
    only_the_floor = small("", "bb", board=full_board)
    empty_board_to_move = {**only_the_floor, "to_move": 2}
    centre_and_second_factory = small("ry", "", "bbwr")
    yield nothing_to_take
    yield one_factory
    yield only_the_centre
    yield only_the_floor
    yield empty_board_to_move
    yield centre_and_second_factory
    for position in in_play(rng, 8):
        yield plain(position)


def _has_each_legal_move_once(case: Case, got: Outcome) -> Hints | None:
    """Return hints about the first move that's illegal or there twice; else, one that's missing."""
    [state] = case
    position = seen(state)
    moves = [tuple(move) for move in got.value]
    for move in moves:
        reason = position.why_no_take(Move(*move))
        if reason:
            return _ASKED, _LEGAL_ONCE, say(
                "{move} shouldn't be in the list. {reason}", move=move, reason=reason)
        if moves.count(move) > 1:
            return _ASKED, _LEGAL_ONCE, say(
                "{move} is in the list {count} times. List each move only once, even if the source "
                "has several tiles of that colour: loop over its different colours.",
                move=move, count=moves.count(move))
    missing = [move for move in data.legal_moves(state) if move not in moves]
    if not missing:
        return None
    why = (_of_another_player(state, moves) or _never_used(state, moves)
           or _why_legal(state, missing[0]))
    return _ASKED, _EVERY_MOVE, why


def _of_another_player(state: Data, moves: list[tuple[Any, ...]]) -> str:
    """Return a sentence if these are the legal moves of another player; otherwise ""."""
    if not moves:
        return ""
    for number in range(1, state["players"] + 1):
        moves_of_player = data.legal_moves({**state, "to_move": number})
        if sorted(moves) == sorted(moves_of_player):
            return say("Your list contains the moves of player {number}, but it's another player's "
                       "turn. Use the board of the player whose turn it is: "
                       "state[\"boards\"][state[\"to_move\"] - 1].",
                       number=number)
    return ""


def _never_used(state: Data, moves: list[tuple[Any, ...]]) -> str:
    """Return a sentence on a source or a line that no move uses, though it would be legal.

    Sources come first, then the floor, then other lines. Return "" if all are used, and also if
    there are no moves at all.
    """
    if not moves:
        return ""
    legal = data.legal_moves(state)
    unused_sources = {source for source, _, _ in legal} - {source for source, _, _ in moves}
    unused_lines = {line for _, _, line in legal} - {line for _, _, line in moves}
    if unused_sources:
        return say('No move in the list takes tiles from source {source}. Sources are numbered '
                   'from 0, the centre, to {last}. Factory 1 has index 0 in state["factories"].',
                   source=min(unused_sources), last=len(state["factories"]))
    if 0 in unused_lines:
        return say("No move in the list goes to the floor, line 0. The floor accepts every colour, "
                   "even if another line accepts it too.")
    if unused_lines:
        return say("No move in the list goes to line {line}. Lines are numbered from 0, the floor, "
                   "to 5: use range(6).", line=min(unused_lines))
    return ""


def _why_legal(state: Data, move: tuple[int, str, int]) -> str:
    """Return a sentence on why a move that is missing from the list is legal."""
    source, colour, line = move
    return say("{move} is missing from the list. Source {source} contains {tiles}. It's player "
               "{player}'s turn, and line {line} of this player accepts {colour}.",
               move=move, source=source, line=line, tiles=written(seen(state).sources[source]),
               player=state["to_move"], colour=colour_name(colour))


def _from_few_factories(state: Data) -> list[tuple[int, str, int]]:
    """A typical mistake: look only at sources 0 to 5, although there may be more."""
    return [(source, colour, line) for source, colour, line in data.legal_moves(state)
            if source <= 5]


def _from_the_first_source_only(state: Data) -> list[tuple[int, str, int]]:
    """A typical mistake: list a colour only for the first source that has it."""
    moves = data.legal_moves(state)
    first_sources: dict[str, int] = {}  # by colour
    for source, colour, _ in moves:
        first_sources[colour] = min(source, first_sources.get(colour, source))
    return [(source, colour, line) for source, colour, line in moves
            if source == first_sources[colour]]


_LEGAL_ONCE = "Each move in the list must be legal, and must appear only once."
_EVERY_MOVE = ("A move is legal if the source has the colour and the line accepts it. Check every "
               "source, including the centre, and every line, including the floor.")
_ASKED = "Which colours are in each source, and which lines accept them?"

legal_moves = Task(
    "legal_moves", data.legal_moves, _drafts, any_order, laws=[_has_each_legal_move_once],
    kits=[Position.legal_moves], words=lambda state: called("legal_moves", state),
    remark=state_text,
    show=given, nudge=_ASKED,
    mistakes=[
        Mistake(_from_few_factories, (
            _ASKED, "How many factories are there with three or four players?",
            "Your function looks only at sources 0 to 5, but with three or four players there are "
            "more than five factories. Use len(state[\"factories\"]).")),
        Mistake(_from_the_first_source_only, (
            _ASKED, "May a colour be taken from several sources?",
            "Your function lists each colour only for the first source that has it. If you "
            "remember the colours that you've seen, start with an empty set for each source."))],
)


# -- take --------------------------------------------------------------------------------------

def _moves(rng: Random) -> Cases:
    """Yield a state, and the source, colour and line of a legal move."""
    line_3_begun = Board(COLOURS, lines=("", "", "rr", "", ""))
    # from a factory: without other tiles, with some, and with tiles in the centre
    for state in (small("", "rr"), small("", "brbr"), small("y", "rrbw")):
        yield state, 1, "r", 2
    # from the centre: after the token was taken, and with it
    yield small("bbyb", next_starter=1), 0, "b", 3
    yield small("b"), 0, "b", 1
    # the second player moves
    yield {**small("", "ww"), "to_move": 2}, 1, "w", 2
    # tiles fall to the floor: some from a factory, some from the centre, all by choice
    yield small("", "rrrb", board=line_3_begun), 1, "r", 3
    yield small("bby"), 0, "b", 1
    yield small("", "", "ggyy"), 2, "g", 0
    # the floor is nearly full, or full
    for floor in (5, 6, 7):
        board = line_3_begun._replace(floor=floor)
        yield small("", "rrrb", board=board), 1, "r", 3
        yield small("r", board=board), 0, "r", 3
    for position in in_play(rng, 12):
        state = plain(position)
        yield state, *rng.choice(data.legal_moves(state))


def _taken(answer: Any, state: Data, source: int, colour: str, line: int) -> Any:
    """Make a move; return what ``answer`` returns, with facts on the state after it.

    The facts are named as in ``_STEPS``, whose sentences need further facts: numbers before the
    move.
    """
    sources = [state["centre"], *state["factories"]]
    index_of_player = state["to_move"] - 1
    board_before = state["boards"][index_of_player]
    count = sources[source].count(colour)
    room = line - len(board_before["lines"][line - 1]) if line > 0 else 0
    fits = min(count, room)
    fields_of_sentences = {
        "source": source, "colour": colour, "others": sources[source].replace(colour, ""),
        "count": count, "fits": fits, "falls": count - fits, "token_was": state["token"],
        "free": FLOOR - board_before["floor"]}
    returned = answer(state, source, colour, line)
    state.update(data.normal(state))  # in a form that can be compared
    board_after = state["boards"][index_of_player]
    name_of_centre = _FROM_CENTRE if source == 0 else _FROM_FACTORY
    return Seen(returned, fields_of_sentences | {
        "factories": state["factories"],
        name_of_centre: state["centre"],
        "token and next_starter": [state["token"], state["next_starter"]],
        "lines of the player": board_after["lines"],
        "discards": state["discards"],
        "floor of the player": board_after["floor"],
        "to_move": state["to_move"]})


#: The facts about the centre: which step is to be named depends on the source.
_FROM_CENTRE = "centre after a move from the centre"
_FROM_FACTORY = "centre after a move from a factory"

_STEPS = {
    "factories": "Step 1: the factory that you take from must be empty afterwards. Change it in "
                 "the state itself.",
    _FROM_CENTRE: (
        "Step 1: remove all {colour!r} tiles from the centre, and keep the other tiles in the same "
        "order."),
    _FROM_FACTORY: (
        "Step 1: the centre keeps its tiles. The other tiles of the factory, {others!r}, go to the "
        "end of the centre."),
    "token and next_starter": (
        "Step 2: set token to False and next_starter to the player's number, but only if the "
        "source is 0 and token is True. Here the source is {source}, and token was {token_was}."),
    "lines of the player": (
        "Step 3: {fits} of the {count} tiles fit on the line. Count the tiles before you remove "
        "them, and use the board of the player who takes them."),
    "discards": "Step 4: add all the tiles that don't fit on the line to the discards, even those "
                "without a floor space. Here, the number of tiles that don't fit is {falls}. The "
                "start token isn't a tile.",
    "floor of the player": (
        "Steps 2 and 4: {falls} tiles fall to the floor, and if the token is taken, it occupies a "
        "space too. {free} spaces were free before, and the floor has only 7 spaces."),
    "to_move": "Step 5: set to_move to the next player's number, counted from 1. Player 1 comes "
               "after the last player.",
}


def _token_from_any_source(state: Data, source: int, colour: str, line: int) -> None:
    """A typical mistake: take the start token with tiles from a factory, too."""
    player = state["to_move"]
    token_was_there = state["token"]
    data.take(state, source, colour, line)  # which takes the token only from the centre
    if token_was_there and source > 0:
        board = state["boards"][player - 1]
        board["floor"] = min(FLOOR, board["floor"] + 1)
        state["token"] = False
        state["next_starter"] = player


def _centre_replaced(state: Data, source: int, colour: str, line: int) -> None:
    """A typical mistake: the other tiles of a factory replace those in the centre."""
    if source > 0:
        state["centre"] = ""
    data.take(state, source, colour, line)


def _token_discarded(state: Data, source: int, colour: str, line: int) -> None:
    """A typical mistake: add the start token to the discards, as if it were a tile."""
    takes_token = state["token"] and source == 0
    data.take(state, source, colour, line)
    if takes_token:
        state["discards"][colour] = state["discards"].get(colour, 0) + 1


def _token_after_the_limit(state: Data, source: int, colour: str, line: int) -> None:
    """A typical mistake: add the token's space after the limit, so 8 spaces can be taken."""
    board = state["boards"][state["to_move"] - 1]
    takes_token = state["token"] and source == 0
    floor_before = board["floor"]
    discarded_before = sum(state["discards"].values())
    data.take(state, source, colour, line)
    # in this game, each tile that falls to the floor is also added to the discards
    tiles_that_fall = sum(state["discards"].values()) - discarded_before
    board["floor"] = min(FLOOR, floor_before + tiles_that_fall) + int(takes_token)


_WHICH_STEP = ("Where does the state differ from the expected one? Find the step of the task that "
               "changes that part.")


def changes_the_state(case: Case, got: Outcome) -> Hints | None:
    """Return hints for a result other than None: an answer must change the state in place."""
    if got.returned is None:
        return None
    return (
        "What does your function return? Should it return anything?",
        "Change the state that your function gets, not a copy of it.",
        "Your function returns something. Change the state itself instead, and return nothing.")


take = Task(
    "take", data.take, _moves, _taken, laws=[changes_the_state], steps=_STEPS,
    kits=[kit_state.take, Board.put],
    words=lambda state, *move: called("take", state, *move), remark=state_text,
    show=changed,
    nudge=_WHICH_STEP,
    mistakes=[
        Mistake(_token_from_any_source, (
            _WHICH_STEP, "Step 2: from which source does a player take the start token?",
            "In your function, a player takes the start token even with tiles from a factory. The "
            "player takes it only if the source is the centre, 0.")),
        Mistake(_centre_replaced, (
            _WHICH_STEP, "Step 1: what is in the centre after you take tiles from a factory?",
            "The other tiles of a factory go to the end of the centre, but your function replaces "
            "the centre with them. Use state[\"centre\"] += ...")),
        Mistake(_token_after_the_limit, (
            _WHICH_STEP, "Step 2: how many spaces does a floor have?",
            "Your function adds the token's space after it has limited the floor to 7, so a full "
            "floor becomes 8. Apply the limit after both additions.")),
        Mistake(_token_discarded, (
            _WHICH_STEP, "Step 4: which of the things on the floor are tiles?",
            "Your function also adds the start token to the discards. The token takes a floor "
            "space, but it isn't a tile: count it only for the floor."))],
)
