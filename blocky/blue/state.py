"""The state of a game of Blue, and the three functions that return a new one.

A round is a draft, with a ``take`` for each turn, and then ``tile_all``; ``fill`` begins the next
round. As states are immutable, old ones can be kept, compared and restored.
"""

from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import islice
from random import Random
from typing import Any, NamedTuple

from blocky.blue.board import Board, Tiling
from blocky.blue.rules import COLOURS, FACTORY, Rules
from blocky.kit.language import say

__all__ = ["State", "counts", "endings", "fill", "in_order", "take", "takes_from", "tile_all"]


class State(NamedTuple):
    """The state of a game. Players are numbered from 0.

    Attributes:
        sources: the tiles in the centre, followed by those in each factory.
        boards: the board of each player.
        turn: the number of the current player.
        starter: the number of the player who began this round.
        next_starter: the player who took the start token and begins the next round, or None.
        pool: the tiles to draw from; None if unknown: the game then ends with the draft.
        discards: the tiles out of play, including those on the floors. Both piles are sorted by
            colour, so that equal piles are drawn from alike.
        round: the number of this round, from 0.
    """

    sources: tuple[str, ...]
    boards: tuple[Board, ...]
    turn: int = 0
    starter: int = 0
    next_starter: int | None = None
    pool: str | None = None
    discards: str = ""
    round: int = 0

    @property
    def draft_over(self) -> bool:
        """Whether factories and centre are empty."""
        return not any(self.sources)

    @property
    def tiles(self) -> str:
        """All tiles of the game, which are always the same ones.

        If the pool is unknown, so are the tiles on the floors.
        """
        strings = [self.pool or "", *self.sources, self.discards]
        for board in self.boards:
            strings += board.lines
            strings += board.wall
        return "".join(strings).replace(".", "")


def counts(tiles: str) -> dict[str, int]:
    """Return the number of tiles of each colour that occurs in ``tiles``.

    >>> counts("bwbr")
    {'r': 1, 'b': 2, 'w': 1}
    """
    return {colour: tiles.count(colour) for colour in COLOURS if colour in tiles}


def in_order(tiles: str) -> str:
    """Return the tiles of a pile sorted by colour.

    >>> in_order("bwbr")
    'rbbw'
    """
    return "".join([colour * tiles.count(colour) for colour in COLOURS])


@lru_cache(maxsize=2**14)
def takes_from(source: int, tiles: str) -> tuple[tuple[int, str], ...]:
    """Return the number of a source with each of its colours, in their order there."""
    return tuple([(source, colour) for colour in dict.fromkeys(tiles)])


def take(state: State, source: int, colour: str, line: int) -> State:
    """Return the state after a legal move: all tiles of a colour go from a source to a line.

    >>> state = State(("", "rrrb"), (Board("rbgwy", lines=("", "", "rr", "", "")),))
    >>> after = take(state, 1, "r", 3)
    >>> after.sources, after.boards[0].lines[2], after.boards[0].floor, after.discards
    (('b', ''), 'rrr', 2, 'rr')
    """
    sources, boards, turn, starter, next_starter, pool, discards, number = state
    count = sources[source].count(colour)
    rest = sources[source].replace(colour, "")
    piles = list(sources)
    piles[source] = ""
    piles[0] += rest  # 0 is the centre
    takes_token = source == 0 and next_starter is None
    old_board = boards[turn]
    new_board = old_board.put(colour, line, count, takes_token)
    floored = count
    if line:
        floored -= len(new_board.lines[line - 1]) - len(old_board.lines[line - 1])
    if floored:
        discards = in_order(discards + colour * floored)
    new_boards = (*boards[:turn], new_board, *boards[turn + 1:])
    return State(tuple(piles), new_boards, (turn + 1) % len(boards), starter,
                 turn if takes_token else next_starter, pool, discards, number)


def tile_all(state: State, rules: Rules,
             tile: Callable[[Board, Rules], tuple[Board, Tiling]] = Board.tile,
             ) -> tuple[State, tuple[Tiling, ...]]:
    """Return the state after the end of a round, and the result of the round for each player.

    ``tile`` returns the board after it, and the result, for the board of one player.
    """
    ends = [tile(board, rules) for board in state.boards]
    boards = tuple([board for board, _ in ends])
    tilings = tuple([tiling for _, tiling in ends])
    starter = state.starter if state.next_starter is None else state.next_starter
    discards = in_order("".join([state.discards, *[tiling.discards for tiling in tilings]]))
    after = state._replace(boards=boards, turn=starter, starter=starter, next_starter=None,
                           discards=discards, round=state.round + 1)
    return after, tilings


def fill(state: State, rules: Rules, rng: Random, factories: Any = None) -> State:
    """Return the state with its factories filled in order, while there are tiles.

    The tiles are drawn with ``rng``, or are those in ``factories``, which were drawn when the game
    was played before. ValueError: ``factories`` cannot have been drawn.
    """
    known = None if factories is None else iter(_tiles_of(factories))
    discards = state.discards
    room = FACTORY * (len(state.sources) - 1)
    drawn, pool = _draw(state.pool or "", room, rng, known)
    if len(drawn) < room and rules.refill:
        more, pool = _draw(discards, room - len(drawn), rng, known)
        drawn += more
        discards = ""
    filled = [drawn[i:i + FACTORY] for i in range(0, room, FACTORY)]
    return state._replace(pool=pool, discards=discards, sources=("", *filled))


def _tiles_of(factories: Any) -> str:
    """Return the tiles in factories, in order. ValueError: they aren't a list of strings."""
    is_list = isinstance(factories, (list, tuple))
    if not is_list or not all(isinstance(tiles, str) for tiles in factories):
        raise ValueError(say('Factories must be a list of strings such as "rbbw", not '
                             "{factories!r}.",
                             factories=factories))
    return "".join(factories)


def _draw(pool: str, room: int, rng: Random, known: Iterator[str] | None) -> tuple[str, str]:
    """Return up to ``room`` tiles drawn from a pool, and the rest of the pool.

    They are the next of the ``known`` tiles, if these were drawn before.
    ValueError: the pool doesn't have them all.
    """
    count = min(room, len(pool))
    drawn = "".join(rng.sample(pool, count) if known is None else islice(known, count))
    left = "".join([colour * (pool.count(colour) - drawn.count(colour)) for colour in COLOURS])
    has_all = len(left) + len(drawn) == len(pool)
    if not has_all:
        raise ValueError(say("The factories can't be filled with {tiles}, because the pool doesn't "
                             "contain all of them.", tiles=drawn))
    return drawn, left


def endings(state: State, rules: Rules) -> list[str]:
    """Return why the game ends with ``state``, after the tiling: "row", "exhaustion", "rounds"."""
    can_refill = rules.refill and state.discards
    ends = {"row": any(board.complete_rows for board in state.boards),
            "exhaustion": not state.pool and not can_refill,
            "rounds": state.round == rules.rounds}
    return [ending for ending, holds in ends.items() if holds]
