"""A game of Blue in words: what each move and each tiling did, and why."""

from collections.abc import Iterator, Sequence
from random import Random

from blocky.blue.board import EMPTY, FLOOR, Board, Placed, Tiling
from blocky.blue.position import Move, Position
from blocky.blue.reasons import bonus_reasons, tile_phrase
from blocky.blue.rules import PENALTIES, SIDE, Rules, colour_name
from blocky.blue.state import State, take, tile_all
from blocky.kit.language import mark_count, say, say_count
from blocky.kit.position import Reason
from blocky.kit.session import Session

__all__ = ["board_lines", "bonus_sentence", "placed_sentence", "points_text", "report",
           "take_sentences", "tiling_sentences"]

_TAKES = {
    (True, True): mark_count(
        "{player} takes {count} {colour} tile from the centre to the floor.",
        "{player} takes {count} {colour} tiles from the centre to the floor."),
    (True, False): mark_count(
        "{player} takes {count} {colour} tile from the centre for line {line}.",
        "{player} takes {count} {colour} tiles from the centre for line {line}."),
    (False, True): mark_count(
        "{player} takes {count} {colour} tile from factory {source} to the floor.",
        "{player} takes {count} {colour} tiles from factory {source} to the floor."),
    (False, False): mark_count(
        "{player} takes {count} {colour} tile from factory {source} for line {line}.",
        "{player} takes {count} {colour} tiles from factory {source} for line "
        "{line}."),
}


def report(game: Session, boards: bool = False, every_step: bool = False) -> str:
    """Return a game of Blue in words.

    With ``boards``, the centre and the player's board follow each move, and all boards each tiling.
    With ``every_step``, the pool, the centre, the factories and all boards follow each step.
    """
    return "\n".join(_lines(game, boards, every_step))


def _lines(game: Session, boards: bool, every_step: bool) -> Iterator[str]:
    """Yield the lines of ``report``: the game is played again, turn by turn."""
    names = [game.name_of(player) for player in range(len(game.players))]
    position = Position.from_record(game.start_position.to_record())
    yield from _round_sentences(position.state, names)
    if every_step:
        yield from _state_lines(position.state, names)
    for turn in game.history:
        if turn.fault:
            yield say("{player} loses the game. {reason}", player=names[turn.player],
                      reason=turn.forfeited)
            return
        yield " ".join(take_sentences(position.state, turn.move, names[turn.player]))
        after = take(position.state, *turn.move)
        if every_step:
            yield from _state_lines(after, names)
        elif boards:
            yield _centre_line(after)
            yield from board_lines(after.boards[turn.player], names[turn.player])
        position.play(turn.move, Random(0), turn.chance)
        if after.draft_over:
            yield from _tiling_lines(after, position.rules, names, boards, every_step)
            if position.over:
                yield from _end_sentences(position, names)
            else:
                yield from _round_sentences(position.state, names)
                if every_step:
                    yield from _state_lines(position.state, names)


def _tiling_lines(state: State, rules: Rules, names: Sequence[str], boards: bool,
                  every_step: bool) -> Iterator[str]:
    """Yield an empty line, and the lines of ``report`` on the tiling after a draft."""
    yield ""
    tiled, tilings = tile_all(state, rules)
    for name, board, tiling in zip(names, state.boards, tilings, strict=True):
        yield from tiling_sentences(board, tiling, rules, name)
    if every_step:
        yield from _state_lines(tiled, names)
    elif boards:
        for name, board in zip(names, tiled.boards, strict=True):
            yield from board_lines(board, name)


def _state_lines(state: State, names: Sequence[str]) -> Iterator[str]:
    """Yield lines on all that a state holds: pool, factories, centre and all boards."""
    if state.pool is None:
        yield say("    Pool: unknown")
    else:
        yield say("    Pool: {tiles}", tiles=state.pool or "-")
    yield say("    Factories: {factories}", factories=_factories_text(state))
    yield _centre_line(state)
    for name, board in zip(names, state.boards, strict=True):
        yield from board_lines(board, name)


def _centre_line(state: State) -> str:
    tiles = state.sources[0] or "-"
    if state.next_starter is None:
        return say("    Centre: {tiles}, with the start token", tiles=tiles)
    return say("    Centre: {tiles}", tiles=tiles)


def _factories_text(state: State) -> str:
    """Return the number and the tiles of each factory."""
    return " ".join(f"{number}:{tiles or '-'}"
                    for number, tiles in enumerate(state.sources[1:], 1))


def _round_sentences(state: State, names: Sequence[str]) -> Iterator[str]:
    """Yield an empty line, and sentences on the beginning of a round."""
    yield ""
    yield say("Round {number}: {player} begins. {left} tiles are left in the pool.",
              number=state.round + 1, player=names[state.starter], left=len(state.pool or ""))
    yield say("Factories: {factories}", factories=_factories_text(state))


def board_lines(board: Board, name: str) -> Iterator[str]:
    """Yield the lines of a board in letters: pattern lines, wall and floor.

    >>> for line in board_lines(Board("rbgwy", lines=("", "g", "", "", "yyy"), floor=3), "Ann"):
    ...     print(line)
        Ann: score 0
            .  .....
           .g  .....
          ...  .....
         ....  .....
        ..yyy  .....
        xxx....  the floor costs 4
    """
    yield say("    {name}: score {score}", name=name, score=board.score)
    for space, (tiles, cells) in enumerate(zip(board.lines, board.wall, strict=True), start=1):
        yield f"    {tiles.rjust(space, EMPTY).rjust(SIDE)}  {cells}"
    yield say("    {spaces}  the floor costs {cost}", cost=PENALTIES[board.floor],
              spaces=("x" * board.floor).ljust(FLOOR, EMPTY))


def take_sentences(state: State, move: Move, player: str) -> Iterator[str]:
    """Yield sentences on a legal move: its tiles, those that fall to the floor, the token.

    ``state`` is before the move.
    """
    is_from_centre = move.source == 0
    is_to_floor = move.line == 0
    for_one_tile, for_many = _TAKES[is_from_centre, is_to_floor]
    count = state.sources[move.source].count(move.colour)
    yield say_count(for_one_tile, for_many, count, player=player, colour=colour_name(move.colour),
                    source=move.source, line=move.line)
    after = take(state, *move)
    floored = len(after.discards) - len(state.discards)
    if floored and move.line:
        yield say_count("{count} falls to the floor.", "{count} fall to the floor.", floored)
    if after.next_starter != state.next_starter:
        yield say("The start token comes with them and goes on the floor.")


def tiling_sentences(board: Board, tiling: Tiling, rules: Rules, player: str) -> Iterator[str]:
    """Yield sentences on the end of a round for a player; ``board`` is before the tiling."""
    for tile in tiling.placed:
        yield placed_sentence(board, tile, rules, player)
    numbers = {"player": player, "before": board.score, "gains": tiling.gains,
               "penalty": tiling.penalty}
    if board.score + tiling.gains < tiling.penalty:
        yield say("{player} had {before} and gains {gains}, but the floor costs {penalty}, so "
                  "nothing is left.", **numbers)
    else:
        yield say("{player} had {before}, gains {gains}, and the floor costs {penalty}: "
                  "score {score}.", score=tiling.score, **numbers)


def placed_sentence(board: Board, tile: Placed, rules: Rules, player: str) -> str:
    """Return a sentence on the points of a placed tile."""
    fields = {"player": player, "tile": tile_phrase(board, tile), "total": tile.points}
    if not tile.across and not tile.down:
        return say("{player} places {tile}. Points: {total}.", **fields)
    return say("{player} places {tile}: {points} = {total}.",
               points=points_text(tile.across, tile.down, rules), **fields)


def points_text(across: int, down: int, rules: Rules) -> str:
    """Return the points of a tile as a sum, from the numbers of tiles in the runs beside it.

    >>> from blocky.blue import OFFICIAL, SEED
    >>> points_text(2, 1, SEED), points_text(2, 1, OFFICIAL), points_text(0, 1, OFFICIAL)
    ('1 + 2 + 1', '(2 + 1) + (1 + 1)', '1 + 1')
    """
    if rules.counts_in_each_run and across and down:
        return f"({across} + 1) + ({down} + 1)"
    return " + ".join(str(part) for part in (1, across, down) if part)


def _end_sentences(position: Position, names: Sequence[str]) -> Iterator[str]:
    """Yield an empty line, and sentences on the end of a game: bonuses, scores, winners."""
    yield ""
    yield say("The game is over. {why}", why=position.why_over())
    for player, board in enumerate(position.boards):
        for reason in bonus_reasons(player, board, position.rules):
            yield bonus_sentence(reason, names[player])
    for name, board in zip(names, position.boards, strict=True):
        yield say("{player} ends with {score}.", player=name, score=board.score)
    winners = ", ".join(names[player] for player in position.winners)
    if len(position.winners) == 1:
        yield say("Winner: {player}.", player=winners)
    else:
        yield say("The win is shared: {players}.", players=winners)


def bonus_sentence(reason: Reason, player: str) -> str:
    """Return a sentence on a player's bonus."""
    return say_count("{player} gets a bonus of {count} point: {text}.",
                     "{player} gets a bonus of {count} points: {text}.", reason.points,
                     player=player, text=reason.text)
