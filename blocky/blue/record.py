"""Records of states and of whole games: what JSON can hold, looked at before it is believed.

Players, factories and lines have numbers from 1 there.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Any, NoReturn

from blocky.blue.board import EMPTY, FLOOR, Board
from blocky.blue.rules import COLOURS, FACTORY, SEED, SIDE, TILES, Rules, colour_name, factories
from blocky.blue.state import State, counts
from blocky.kit import saved, values
from blocky.kit.language import say

__all__ = ["game_record", "state_from", "state_record"]

#: The kinds of players in records of whole games; of another kind a human takes the place.
KINDS = {"first": "FirstAvailable", "greedy": "GreedyRow", "random": "RandomPlayer",
         "row-any": "GreedyRowAnyColour"}


def state_record(state: State, rules: Rules) -> dict[str, Any]:
    """Return a record from which ``state`` can be rebuilt; unknown things are left out."""
    record = {
        "rules": rules.to_record(), "players": len(state.boards), "to_move": state.turn + 1,
        "starter": state.starter + 1,
        "next_starter": None if state.next_starter is None else state.next_starter + 1,
        "factories": list(state.sources[1:]), "centre": state.sources[0],
        "token": state.next_starter is None,
        "boards": [{"perm": board.perm, "wall": list(board.wall), "lines": list(board.lines),
                    "floor": board.floor, "score": board.score} for board in state.boards]}
    if state.pool is not None:
        record |= {"pool": counts(state.pool), "discards": counts(state.discards),
                   "round": state.round}
    return record


def state_from(record: Mapping[str, Any]) -> tuple[State, Rules]:
    """Return the state and the rules of a record. ValueError: it breaks a law; it says which.

    The record may be of one player's board alone, with no factories.
    """
    try:
        return _state_from(record)
    except (KeyError, TypeError, IndexError, AttributeError) as error:
        raise ValueError(say("This is no record of a position: {error!r}.", error=error)) from None


def _state_from(record: Mapping[str, Any]) -> tuple[State, Rules]:
    rules = Rules.from_record(record.get("rules", SEED.name))
    if "boards" not in record:
        return State(("",), (_board(record, rules),)), rules
    boards = tuple([_board(each, rules) for each in record["boards"]])
    if record["players"] != len(boards):
        _refuse(say("It has {players!r} players, but {boards} boards.",
                    players=record["players"], boards=len(boards)))
    starter = _number(record, "next_starter", boards) if record["next_starter"] else None
    if record["token"] is not (starter is None):
        _refuse(say("The start token must lie in the centre until a player has it."))
    pool = record.get("pool")
    state = State((_tiles(record["centre"]), *map(_tiles, record["factories"])), boards,
                  _number(record, "to_move", boards), _number(record, "starter", boards), starter,
                  None if pool is None else _pile(pool), _pile(record.get("discards", {})),
                  values.count("round", record.get("round", 0)))
    if len(state.sources) - 1 != factories(len(boards)):
        _refuse(say("{players} players have {right} factories, not {wrong}.", players=len(boards),
                    right=factories(len(boards)), wrong=len(state.sources) - 1))
    for tiles in state.sources[1:]:
        if len(tiles) > FACTORY:
            _refuse(say("A factory holds {most} tiles at most, not {tiles!r}.", most=FACTORY,
                        tiles=tiles))
    for colour in COLOURS:
        number = state.tiles.count(colour)
        if number > TILES or (state.pool is not None and number < TILES):
            _refuse(say("There must be {right} {colour} tiles in all, but there are {number}.",
                        right=TILES, colour=colour_name(colour), number=number))
    return state, rules


def _refuse(reason: str) -> NoReturn:
    raise ValueError(reason)


def _number(record: Mapping[str, Any], key: str, boards: tuple[Board, ...]) -> int:
    """Return the number from 0 of the player whom the record names by a number from 1."""
    if record[key] not in range(1, len(boards) + 1):
        _refuse(say("{key} must be the number of a player, 1 to {most}, not {value!r}.", key=key,
                    most=len(boards), value=record[key]))
    return int(record[key]) - 1


def _tiles(tiles: Any) -> str:
    if not isinstance(tiles, str) or tiles.strip(COLOURS):
        _refuse(say("Tiles are a string of the letters {colours}, not {tiles!r}.", colours=COLOURS,
                    tiles=tiles))
    return str(tiles)


def _pile(numbers: Mapping[str, int]) -> str:
    """Return the given number of tiles of each colour."""
    return "".join([_tiles(colour) * number for colour, number in numbers.items()])


def _board(record: Mapping[str, Any], rules: Rules) -> Board:
    """Return a player's board. ValueError: it breaks a law."""
    board = Board(record["perm"], tuple(map("".join, record["wall"])), tuple(record["lines"]),
                  record["floor"], record["score"])
    if sorted(board.perm) != sorted(COLOURS):
        _refuse(say("The order of a wall holds each of the colours {colours} once, not {perm!r}.",
                    colours=COLOURS, perm=board.perm))
    if rules.wall not in (None, board.perm):
        _refuse(say("Under these rules all walls begin with {wall}, not with {perm}.",
                    wall=rules.wall, perm=board.perm))
    if len(board.wall) != SIDE or len(board.lines) != SIDE:
        _refuse(say("A player has {side} lines, and a wall of {side} rows.", side=SIDE))
    for row, (cells, tiles) in enumerate(zip(board.wall, board.lines, strict=True), 1):
        whole = board.row(row)
        if len(cells) != SIDE or any(tile not in (EMPTY, own)
                                     for tile, own in zip(cells, whole, strict=True)):
            _refuse(say("Row {row} of this wall has the colours {whole}, so that it cannot hold "
                        "{cells!r}.", row=row, whole=whole, cells=cells))
        if len(_tiles(tiles)) > row or any(one != other for one, other in pairwise(tiles)):
            _refuse(say("Line {row} holds tiles of one colour, {row} of them at most, not "
                        "{tiles!r}.", row=row, tiles=tiles))
        if tiles and tiles[0] in cells:
            _refuse(say("Line {row} holds {colour} tiles, but row {row} of the wall has that "
                        "colour already.", row=row, colour=colour_name(tiles[0])))
    if board.floor not in range(FLOOR + 1):
        _refuse(say("A floor has 0 to {most} occupied spaces, not {floor!r}.", most=FLOOR,
                    floor=board.floor))
    if not isinstance(board.score, int) or board.score < 0:
        _refuse(say("A score is a whole number, 0 or more, not {score!r}.", score=board.score))
    return board


def game_record(played: Mapping[str, Any]) -> dict[str, Any]:
    """Return the kit's saved form of a game, from a record of its rounds.

    ``played`` names rules, kinds of players, walls, who is ``first``, and for each round its fill
    and its moves.
    """
    rounds = played["rounds"]
    boards = tuple([Board(perm) for perm in played["perms"]])
    first = played["first"] - 1
    fills = [each["fill"] for each in rounds]
    pool = "".join([colour * (TILES - "".join(fills[0]).count(colour)) for colour in COLOURS])
    start = State(("", *fills[0]), boards, first, first, pool=pool)
    moves = []
    for each, brought in zip(rounds, [*fills[1:], None], strict=True):
        moves += [{"move": move} for move in each["moves"]]
        if brought is not None:
            moves[-1]["chance"] = brought
    return {
        "format": saved.FORMAT, "version": saved.VERSION, "game": "blue", "seed": 0,
        "players": [{"kind": KINDS.get(kind, "HumanPlayer")} for kind in played["kinds"]],
        "position": state_record(start, Rules.from_record(played["rules"])), "moves": moves,
        "undone": [], "ended": False}
