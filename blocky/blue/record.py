"""States as plain data: dicts, lists, numbers and strings. Data is checked before it is used.

Students' functions get states in this form, and saved games contain them:

    {"rules": "seed", "players": 2, "to_move": 1, "starter": 1, "next_starter": None,
     "factories": ["rbbw", ...], "centre": "", "token": True,
     "boards": [{"perm": "rbgwy", "wall": [[".", ".", ...], ...], "lines": ["", "bb", ...],
                 "floor": 0, "score": 0}, ...],
     "pool": {"r": 12, ...}, "discards": {}, "round": 0}

Players, factories and lines are numbered from 1; source 0 is the centre, line 0 the floor. A row of
a wall is a list, so that a tile can be put into it; in saved games it is a string.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from blocky.blue.board import EMPTY, FLOOR, Board
from blocky.blue.rules import COLOURS, FACTORY, SEED, SIDE, TILES, Rules, colour_name, factories
from blocky.blue.state import State, counts
from blocky.kit import arguments
from blocky.kit.language import say

__all__ = ["Data", "plain_board", "plain_state", "state_from"]

Data = dict[str, Any]


def plain_board(board: Board) -> Data:
    """Return a board as plain data."""
    return {**board._asdict(), "wall": [list(row) for row in board.wall],
            "lines": list(board.lines)}


def plain_state(state: State, rules: Rules) -> Data:
    """Return a state as plain data; if the pool is unknown, without pool, discards and round."""
    centre, *tiles_in_factories = state.sources
    data = {
        "rules": rules.to_record(),
        "players": len(state.boards),
        "to_move": state.turn + 1,
        "starter": state.starter + 1,
        "next_starter": None if state.next_starter is None else state.next_starter + 1,
        "factories": tiles_in_factories,
        "centre": centre,
        "token": state.next_starter is None,
        "boards": [plain_board(board) for board in state.boards]}
    if state.pool is not None:
        data |= {"pool": counts(state.pool), "discards": counts(state.discards),
                 "round": state.round}
    return data


def state_from(data: Mapping[str, Any]) -> tuple[State, Rules]:
    """Return the state and the rules of plain data, or of the plain data of a single board.

    ValueError: it breaks a law of the game; the sentence says which.
    """
    try:
        return _state(data)
    except (KeyError, TypeError, IndexError, AttributeError) as error:
        raise ValueError(say("This isn't a saved position: {error!r}.", error=error)) from None


def _state(data: Mapping[str, Any]) -> tuple[State, Rules]:
    """Return what ``state_from`` returns; for unreadable data, raise any error."""
    rules = Rules.from_record(data.get("rules", SEED.name))
    if "boards" not in data:  # it's a single board
        return State(("",), (_board(data, rules),)), rules
    boards = tuple([_board(each, rules) for each in data["boards"]])
    players = len(boards)
    if data["players"] != players:
        raise ValueError(say("It has {players!r} players but {boards} boards.",
                             players=data["players"], boards=players))
    next_starter = _player(data, "next_starter", players) if data["next_starter"] else None
    is_token_in_centre = next_starter is None
    if data["token"] is not is_token_in_centre:
        raise ValueError(say("The start token must be in the centre until a player takes it."))
    pool = data.get("pool")
    state = State(
        sources=(_tiles(data["centre"]), *map(_tiles, data["factories"])),
        boards=boards,
        turn=_player(data, "to_move", players),
        starter=_player(data, "starter", players),
        next_starter=next_starter,
        pool=None if pool is None else _pile(pool),
        discards=_pile(data.get("discards", {})),
        round=arguments.count("round", data.get("round", 0)))
    _refuse(_broken_laws(state))
    return state, rules


def _player(data: Mapping[str, Any], key: str, players: int) -> int:
    """Return the number from 0 of a player, who has a number from 1 in the data."""
    if data[key] not in range(1, players + 1):
        raise ValueError(say("{key} must be a player's number from 1 to {most}, not {value!r}.",
                             key=key, most=players, value=data[key]))
    return int(data[key]) - 1


def _tiles(tiles: Any) -> str:
    """Return ``tiles``. ValueError: it isn't a string of the letters of colours."""
    if not isinstance(tiles, str) or tiles.strip(COLOURS):
        raise ValueError(say("Tiles must be a string of the letters {colours}, not {tiles!r}.",
                             colours=COLOURS, tiles=tiles))
    return tiles


def _pile(numbers: Mapping[str, int]) -> str:
    """Return the tiles of the pool or the discards, from the number of each colour."""
    return "".join([_tiles(colour) * number for colour, number in numbers.items()])


def _board(data: Mapping[str, Any], rules: Rules) -> Board:
    """Return the board of plain data. ValueError: it breaks a law of the game."""
    board = Board(data["perm"], tuple(map("".join, data["wall"])), tuple(data["lines"]),
                  data["floor"], data["score"])
    _refuse(_broken_laws_of_board(board, rules))
    return board


def _refuse(broken: Iterator[str]) -> None:
    """Raise ValueError with the first sentence on a broken law, if there is one."""
    for sentence in broken:
        raise ValueError(sentence)


def _broken_laws(state: State) -> Iterator[str]:
    """Yield sentences on the laws that the factories and the number of tiles break."""
    players = len(state.boards)
    factories_there = len(state.sources) - 1
    if factories_there != factories(players):
        yield say("A game with {players} players has {right} factories, not {wrong}.",
                  players=players, right=factories(players), wrong=factories_there)
    for tiles in state.sources[1:]:
        if len(tiles) > FACTORY:
            yield say("A factory holds at most {most} tiles, not {tiles!r}.", most=FACTORY,
                      tiles=tiles)
    for colour in COLOURS:
        number = state.tiles.count(colour)
        if number > TILES or (state.pool is not None and number < TILES):
            yield say("There must be {right} {colour} tiles in all, but there are {number}.",
                      right=TILES, colour=colour_name(colour), number=number)


def _broken_laws_of_board(board: Board, rules: Rules) -> Iterator[str]:
    """Yield sentences on the laws that a board breaks."""
    if sorted(board.perm) != sorted(COLOURS):
        yield say("The order of a wall must have each of the colours {colours} once, not {perm!r}.",
                  colours=COLOURS, perm=board.perm)
    if rules.wall not in (None, board.perm):
        yield say("Under these rules, every wall starts with {wall}, not with {perm}.",
                  wall=rules.wall, perm=board.perm)
    if len(board.wall) != SIDE or len(board.lines) != SIDE:
        yield say("A player has {side} lines and a wall of {side} rows.", side=SIDE)
    for row, (cells, tiles) in enumerate(zip(board.wall, board.lines, strict=True), 1):
        whole = board.row(row)  # the colours of its cells
        has_tiles_in_place = len(cells) == SIDE and all(
            tile in (EMPTY, colour) for tile, colour in zip(cells, whole, strict=True))
        if not has_tiles_in_place:
            yield say("Row {row} of this wall has the colours {whole}, so it can't hold "
                      "{cells!r}.", row=row, whole=whole, cells=cells)
        has_several_colours = len({*tiles}) > 1
        if len(_tiles(tiles)) > row or has_several_colours:
            yield say("Line {row} can hold at most {row} tiles, all of one colour, so it can't "
                      "hold {tiles!r}.", row=row, tiles=tiles)
        if tiles and tiles[0] in cells:
            yield say("Line {row} holds {colour} tiles, but row {row} of the wall already has that "
                      "colour.", row=row, colour=colour_name(tiles[0]))
    if board.floor not in range(FLOOR + 1):
        yield say("A floor has 0 to {most} occupied spaces, not {floor!r}.", most=FLOOR,
                  floor=board.floor)
    if not isinstance(board.score, int) or board.score < 0:
        yield say("A score must be an integer, 0 or more, not {score!r}.", score=board.score)
