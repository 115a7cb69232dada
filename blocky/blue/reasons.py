"""The reasons why the end of a round changes the scores: tiles, floors, bonuses."""

from collections.abc import Iterator, Sequence

from blocky.blue.board import Board, Placed
from blocky.blue.rules import Rules, colour_name
from blocky.blue.state import State
from blocky.kit.language import say, say_count
from blocky.kit.position import Reason

__all__ = ["bonus_reasons", "round_reasons", "tile_phrase", "why_over"]


def round_reasons(state: State, rules: Rules, last: bool) -> Iterator[Reason]:
    """Yield the reasons for the points at the end of a round, player by player.

    ``state`` is before the tiling. After the ``last`` round there are bonuses, if the rules have
    any.
    """
    for player, board in enumerate(state.boards):
        after, tiling = board.tile(rules)
        for tile in tiling.placed:
            yield Reason(player, tile.points, tile_phrase(board, tile), say("tiles on the wall"))
        if tiling.penalty:
            yield Reason(player, -tiling.penalty, say_count(
                "{count} space of the floor", "{count} spaces of the floor", board.floor),
                say("floor"))
        score_without_limit = board.score + tiling.gains - tiling.penalty
        if score_without_limit < 0:
            text = say("a score never falls below 0")
            yield Reason(player, -score_without_limit, text, text)
        if last:
            yield from bonus_reasons(player, after, rules)


def tile_phrase(board: Board, tile: Placed) -> str:
    """Return a phrase on the place of a tile; ``board`` is before the tiling."""
    place = {"colour": colour_name(board.lines[tile.row - 1][0]), "row": tile.row,
             "column": tile.column}
    if not tile.across and not tile.down:
        return say("{colour} in row {row}, column {column}, on its own", **place)
    return say("{colour} in row {row}, column {column}, next to {across} across and {down} down",
               across=tile.across, down=tile.down, **place)


def bonus_reasons(player: int, board: Board, rules: Rules) -> Iterator[Reason]:
    """Yield a player's bonuses at the end of a game as reasons; none if the rules have none."""
    for_rows, for_columns, for_colours = board.bonuses(rules)
    each_row, each_column, each_colour = rules.bonuses
    if for_rows:
        text = say_count("{count} complete row", "{count} complete rows", for_rows // each_row)
        yield Reason(player, for_rows, text, say("complete rows"))
    if for_columns:
        text = say_count("{count} complete column", "{count} complete columns",
                         for_columns // each_column)
        yield Reason(player, for_columns, text, say("complete columns"))
    if for_colours:
        text = say_count("{count} colour in all rows", "{count} colours in all rows",
                         for_colours // each_colour)
        yield Reason(player, for_colours, text, say("complete colours"))


def why_over(state: State, endings: Sequence[str]) -> str:
    """Return sentences that say why a game is over.

    ``endings`` are "row", "exhaustion" and "rounds"; "row" has a sentence for each player with a
    complete row. If there are none, no tile is left to take.
    """
    sentences = []
    if "row" in endings:
        sentences += [say("Player {player} has a complete row on the wall.", player=player)
                      for player, board in enumerate(state.boards, 1) if board.complete_rows]
    if "exhaustion" in endings:
        sentences.append(say("There are no tiles left for another round."))
    if "rounds" in endings:
        sentences.append(say_count("It has reached its limit of {count} round.",
                                   "It has reached its limit of {count} rounds.", state.round))
    return " ".join(sentences) or say("No tile is left to take.")
