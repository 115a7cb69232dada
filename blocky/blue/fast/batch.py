"""Many games between simple players at once: numpy makes a move in each of them.

The games are the same as on a ``Position``: each can be turned into a record and replayed.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from blocky.blue.board import EMPTY, FLOOR, run_length
from blocky.blue.rules import COLOURS, FACTORY, PENALTIES, SIDE, TILES, Rules, factories

__all__ = ["KINDS", "Batch"]

#: The kinds of players: ``kinds`` has their indices.
KINDS = ("first", "greedy", "random", "row-any")

#: The numbers in ``Batch.order``: of two colours, the one with the lower number is the first to be
#: taken. In the factories, they are the places of tiles, from 0. In the centre, they begin here.
CENTRE = 1000

#: In ``Batch.order``, the number of a colour that isn't there.
ABSENT = 32000

Array = NDArray[Any]

#: Tables by a row or column as bits: the runs beside each place of it, and the number of its tiles.
_MASKS = ["".join("x" if mask >> i & 1 else EMPTY for i in range(SIDE)) for mask in range(32)]
_RUN = np.array([[run_length(cells, i) for i in range(SIDE)] for cells in _MASKS])
_TILES_IN = np.array([SIDE - cells.count(EMPTY) for cells in _MASKS])

#: A complete row or column, as bits.
_FULL = 2**SIDE - 1
_PENALTIES = np.array(PENALTIES)


class Batch:
    """Games with the same rules and number of players; each has a row in every array.

    The other axes are seats, sources (the centre first), lines (or rows), and colours.

    Attributes:
        scores: the final score of each seat, with bonuses.
        won: whether a seat wins or shares the win.
        rounds: the number of rounds of each game.
        row, exhausted: whether it ended with a complete row, and with no tiles left.
    """

    def __init__(self, kinds: Array, starters: Array, rules: Rules, rng: np.random.Generator,
                 log: bool = False) -> None:
        """Play games to their ends.

        ``kinds`` are the kinds of players by game and seat, and ``starters`` the seats that begin.
        With a ``log``, ``record`` can return the games.
        """
        games, seats = kinds.shape
        self.kinds, self.rules, self.rng = kinds, rules, rng
        self.starter, self.first = starters.copy(), starters  # of the round, and of the game
        if rules.wall:
            first_row = [COLOURS.index(colour) for colour in rules.wall]
            self.perms = np.broadcast_to(first_row, (games, seats, SIDE))
        else:
            in_order = np.broadcast_to(np.arange(SIDE), (games, seats, SIDE))
            self.perms = rng.permuted(in_order, axis=2)
        column_in_first_row = self.perms.argsort(axis=2)
        self.column = (column_in_first_row[:, :, None] + np.arange(SIDE)[:, None]) % SIDE
        all_tiles = np.repeat(np.arange(len(COLOURS)), TILES)
        self.pool = rng.permuted(np.broadcast_to(all_tiles, (games, len(all_tiles))), axis=1)
        self.drawn = np.zeros(games, int)  # how many tiles of the pool are gone
        self.pool_size = np.full(games, self.pool.shape[1])
        self.discards = np.zeros((games, len(COLOURS)), int)
        sources = 1 + factories(seats)
        self.tiles = np.zeros((games, sources, len(COLOURS)), np.int8)
        self.order: Array = np.full((games, sources, len(COLOURS)), ABSENT, np.int16)
        # the tiles on each line, and their colour
        self.count, self.colour = np.zeros((2, games, seats, SIDE), np.int8)
        self.taken: Array = np.ones((games, seats, SIDE, len(COLOURS)), bool)  # by a line
        self.wall = np.zeros((games, seats, SIDE, len(COLOURS)), bool)
        self.rows, self.columns = np.zeros((2, games, seats, SIDE), np.int8)  # the wall, bit by bit
        self.floor, self.scores = np.zeros((2, games, seats), int)
        self.rounds = np.zeros(games, int)
        self.row, self.exhausted = np.zeros((2, games), bool)
        self._log: list[Any] | None = [] if log else None
        self._play()

    def _play(self) -> None:
        """Play all games to their ends, round by round, and find the winners."""
        going_on = np.arange(len(self.kinds))
        while len(going_on):
            self._fill(going_on)
            self._draft(going_on)
            self._tile(going_on)
            self.rounds[going_on] += 1
            self.row[going_on] = (self.rows[going_on] == _FULL).any(axis=(1, 2))
            supply = self.pool_size - self.drawn
            if self.rules.refill:
                supply = supply + self.discards.sum(axis=1)
            self.exhausted[going_on] = supply[going_on] == 0
            has_ended = self.row | self.exhausted | (self.rounds == self.rules.rounds)
            going_on = going_on[~has_ended[going_on]]
        rows = (self.rows == _FULL).sum(axis=2)
        columns = (self.columns == _FULL).sum(axis=2)
        colours = self.wall.all(axis=2).sum(axis=2)
        self.scores += np.tensordot(self.rules.bonuses, [rows, columns, colours], 1)
        rank = self.scores * (SIDE + 1)  # so that complete rows only decide between equal scores
        if self.rules.ties_by_rows:
            rank = rank + rows
        self.won = rank == rank.max(axis=1, keepdims=True)

    # -- the parts of a round --------------------------------------------------------------

    def _fill(self, games: Array) -> None:
        """Fill the factories with the next tiles of the pools, as far as there are any."""
        room = FACTORY * (self.tiles.shape[1] - 1)
        if self.rules.refill:
            self._refill(games[self.pool_size[games] - self.drawn[games] < room])
        in_pool = self.drawn[games, None] + np.arange(room)
        is_there = in_pool < self.pool_size[games, None]
        tiles = np.where(is_there, self.pool[games[:, None], np.where(is_there, in_pool, 0)], -1)
        self.drawn[games] += is_there.sum(axis=1)
        tiles = tiles.reshape(len(games), -1, FACTORY)
        has_colour = tiles[..., None] == np.arange(len(COLOURS))  # game, factory, place, colour
        self.tiles[games, 1:] = has_colour.sum(axis=2)
        place_in_factory = has_colour.argmax(axis=2)  # the first one with the colour
        place = place_in_factory + FACTORY * np.arange(tiles.shape[1])[:, None]
        self.order[games, 1:] = np.where(has_colour.any(axis=2), place, ABSENT)
        if self._log is not None:
            self._log.append((games, tiles))

    def _refill(self, games: Array) -> None:
        """Append the discards of games, in a random order, to the rest of their pools."""
        lots_of_games = self.rng.random((len(games), self.pool.shape[1]))
        for game, lots in zip(games, lots_of_games, strict=True):
            discards = np.repeat(np.arange(len(COLOURS)), self.discards[game])
            random_order = lots[:len(discards)].argsort()
            rest = self.pool[game, self.drawn[game]:self.pool_size[game]]
            pool = np.concatenate([rest, discards[random_order]])
            self.pool[game, :len(pool)] = pool
            self.drawn[game] = 0
            self.pool_size[game] = len(pool)
            self.discards[game] = 0

    def _draft(self, games: Array) -> None:
        """Take tiles, a turn in each game at a time, until factories and centres are empty."""
        turn = self.starter.copy()
        taken_by = np.full(len(self.kinds), -1)  # the seat that has the start token
        choices = (self._first, self._greedy, self._random, self._row_any)
        step = 0
        while True:
            games = games[(self.order[games] < ABSENT).any(axis=(1, 2))]  # those with tiles
            if not len(games):
                break
            kinds = self.kinds[games, turn[games]]
            for kind in np.unique(kinds):
                of_kind = games[kinds == kind]
                seats = turn[of_kind]
                source, colour, line = choices[kind](of_kind, seats)
                takes_token = (source == 0) & (taken_by[of_kind] < 0)
                taken_by[of_kind[takes_token]] = seats[takes_token]
                self._take(of_kind, seats, source, colour, line, takes_token, step)
                if self._log is not None:
                    self._log.append((of_kind, source, colour, line))
            turn[games] = (turn[games] + 1) % self.kinds.shape[1]
            step += 1
        self.starter = np.where(taken_by < 0, self.starter, taken_by)

    def _take(self, games: Array, seats: Array, source: Array, colour: Array, line: Array,
              token: Array, step: int) -> None:
        """Take the tiles of a colour in each game, put them on a line, and the rest in the centre.

        ``line`` is 0 for the floor, where tiles fall that don't fit on the line, and ``token`` says
        whether the start token is taken, too.
        """
        each = np.arange(len(games))
        rest = self.tiles[games, source]  # a copy, as is the order
        order = self.order[games, source]
        count = rest[each, colour].astype(int)
        rest[each, colour] = 0
        order[each, colour] = ABSENT
        self.tiles[games, source] = 0
        self.order[games, source] = ABSENT
        self._move_to_centre(games, source, rest, order, step)
        on_line = line > 0
        row = line - 1  # on the floor it's -1, so what is free there means nothing
        free = line - self.count[games, seats, row]
        fitting = np.where(on_line, np.minimum(count, free), 0)
        falling = count - fitting
        on_floor = self.floor[games, seats] + token + falling
        self.floor[games, seats] = np.minimum(on_floor, FLOOR)
        self.discards[games, colour] += falling
        self._fill_lines(games[on_line], seats[on_line], colour[on_line], row[on_line],
                         fitting[on_line])

    def _move_to_centre(self, games: Array, source: Array, rest: Array, order: Array, step: int
                        ) -> None:
        """Put the rest of a source, which is already empty, in the centre.

        A colour that is new there comes after all colours of earlier steps. Colours of the same
        step keep their order in the factory. The rest of the centre itself keeps its ``order``.
        """
        is_from_centre = source[:, None] == 0
        place_in_factory = order % FACTORY
        order_of_newcomers = CENTRE + FACTORY * step + place_in_factory
        order_of_rest = np.where(is_from_centre, order, order_of_newcomers)
        order_in_centre = self.order[games, 0]
        is_new = (rest > 0) & (order_in_centre == ABSENT)
        self.order[games, 0] = np.where(is_new, order_of_rest, order_in_centre)
        self.tiles[games, 0] += rest

    def _fill_lines(self, games: Array, seats: Array, colour: Array, row: Array, count: Array
                    ) -> None:
        """Put tiles of a colour on lines, numbered from 0; only that colour may follow."""
        filled = self.count[games, seats, row] + count
        self.count[games, seats, row] = filled
        self.colour[games, seats, row] = colour
        self.taken[games, seats, row] = False
        self.taken[games, seats, row, colour] = filled <= row

    def _tile(self, games: Array) -> None:
        """Move a tile of each full line to the wall, and count the points of all players."""
        rows = self.rows[games]
        columns = self.columns[games]
        if self.rules.at_once:  # no tile counts for another one of the same round
            seen_rows, seen_columns = rows.copy(), columns.copy()
        else:
            seen_rows, seen_columns = rows, columns
        each, seats = np.ogrid[:len(games), :rows.shape[1]]
        gains = np.zeros(each.shape[:1] + seats.shape[1:], int)
        for row in range(SIDE):
            full = self.count[games, :, row] > row
            colour = self.colour[games, :, row]
            column = self.column[games[:, None], seats, row, colour]
            across = _RUN[seen_rows[..., row], column]
            down = _RUN[seen_columns[each, seats, column], row]
            points = 1 + across + down
            if self.rules.counts_in_each_run:
                points += (across > 0) & (down > 0)
            gains += np.where(full, points, 0)
            game, seat = full.nonzero()
            rows[game, seat, row] |= (1 << column[game, seat]).astype(np.int8)
            columns[game, seat, column[game, seat]] |= 1 << row
            self.wall[games[game], seat, row, colour[game, seat]] = True
            self.taken[games[game], seat, row] = ~self.wall[games[game], seat, row]
            self.count[games[game], seat, row] = 0
            np.add.at(self.discards, (games[game], colour[game, seat]), row)
        self.rows[games], self.columns[games] = rows, columns
        self.scores[games] = np.maximum(
            0, self.scores[games] + gains - _PENALTIES[self.floor[games]])
        self.floor[games] = 0

    # -- what players choose: a source, a colour, and a line (0: the floor) in each game -----

    def _first(self, games: Array, seats: Array) -> tuple[Array, Array, Array]:
        """Return the moves of players of the kind "first"."""
        taken = self.taken[games, seats]
        source, colour, fits = self._first_take(games, np.any(taken, 1))
        row = taken[np.arange(len(games)), :, colour].argmax(axis=1)
        return source, colour, np.where(fits, row + 1, 0)

    def _greedy(self, games: Array, seats: Array) -> tuple[Array, Array, Array]:
        """Return the moves of players of the kind "greedy"."""
        taken, row = self._fullest(games, seats)
        source, colour, fits = self._first_take(games, taken)
        return source, colour, np.where(fits, row + 1, 0)

    def _row_any(self, games: Array, seats: Array) -> tuple[Array, Array, Array]:
        """Return the moves of "greedy", with any colour of the source that the line takes."""
        source, colour, line = self._greedy(games, seats)
        taken, _ = self._fullest(games, seats)
        can_be_taken = taken & (self.order[games, source] < ABSENT)
        lots = self.rng.random(can_be_taken.shape)
        any_colour = np.where(can_be_taken, lots, -1).argmax(axis=1)
        return source, np.where(line > 0, any_colour, colour), line

    def _fullest(self, games: Array, seats: Array) -> tuple[Array, Array]:
        """Return the colours that the line of the fullest possible row takes, and that row."""
        taken = self.taken[games, seats]
        is_in_a_source = np.any(self.order[games] < ABSENT, 1)
        is_possible = np.any(taken & is_in_a_source[:, None], 2)
        row = np.where(is_possible, _TILES_IN[self.rows[games, seats]], -1).argmax(axis=1)
        return taken[np.arange(len(games)), row], row

    def _first_take(self, games: Array, colours: Array) -> tuple[Array, Array, Array]:
        """Return the first source and colour in ``colours``, or of all; and if it is in them."""
        order = self.order[games]
        fits = np.any((order < ABSENT) & colours[:, None], (1, 2))
        order = np.where(colours[:, None] | ~fits[:, None, None], order, ABSENT)
        source, colour = np.divmod(order.reshape(len(games), -1).argmin(axis=1), len(COLOURS))
        return source, colour, fits

    def _random(self, games: Array, seats: Array) -> tuple[Array, Array, Array]:
        """Return moves of which all legal ones are equally likely.

        The legal moves of a game are numbered, those with the same source and colour one after the
        other, and a lot is drawn among the numbers.
        """
        taken = self.taken[games, seats]
        each = np.arange(len(games))
        moves = (self.order[games] < ABSENT) * (1 + taken.sum(axis=1))[:, None]  # 1: the floor
        ends = moves.reshape(len(games), -1).cumsum(axis=1)  # by source and colour
        lot = (self.rng.random(len(games)) * ends[:, -1]).astype(int)
        take = (ends <= lot[:, None]).sum(axis=1)
        source, colour = np.divmod(take, len(COLOURS))
        which = ends[each, take] - lot  # 1 is the floor, the others are lines that take the colour
        fitting_up_to = taken[each, :, colour].cumsum(axis=1)
        line = (fitting_up_to < (which - 1)[:, None]).sum(axis=1) + 1
        return source, colour, np.where(which == 1, 0, line)

    # -- records ---------------------------------------------------------------------------

    def record(self, game: int) -> dict[str, Any]:
        """Return the record of a game by its rounds, from the log."""
        assert self._log is not None
        rounds: list[dict[str, Any]] = []
        for games, *arrays in self._log:  # of a fill: tiles; of a turn: source, colour and line
            for place in np.flatnonzero(games == game):  # none, or the place of the game in them
                if len(arrays) == 1:
                    [tiles] = arrays
                    fill = ["".join(COLOURS[tile] for tile in in_factory if tile >= 0)
                            for in_factory in tiles[place]]
                    rounds.append({"moves": [], "fill": fill})
                else:
                    source, colour, line = (int(array[place]) for array in arrays)
                    rounds[-1]["moves"].append([source, COLOURS[colour], line])
        return {"rules": self.rules.to_record(), "first": int(self.first[game]) + 1,
                "kinds": [KINDS[kind] for kind in self.kinds[game]], "rounds": rounds,
                "perms": ["".join(COLOURS[colour] for colour in perm)
                          for perm in self.perms[game].tolist()]}
