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
        self.kinds = kinds
        self.rules = rules
        self.rng = rng
        self.first = starters  # the seat that begins the game
        self.starter = starters.copy()  # the seat that begins the round
        # the colours of the first row of each wall, and the column of each colour in each row
        if rules.wall:
            first_row = [COLOURS.index(colour) for colour in rules.wall]
            self.perms = np.broadcast_to(first_row, (games, seats, SIDE))
        else:
            in_order = np.broadcast_to(np.arange(SIDE), (games, seats, SIDE))
            self.perms = rng.permuted(in_order, axis=2)
        column_in_first_row = self.perms.argsort(axis=2)
        self.column = (column_in_first_row[:, :, None] + np.arange(SIDE)[:, None]) % SIDE
        # the tiles in the pool, in the order of drawing, and those out of play
        all_tiles = np.repeat(np.arange(len(COLOURS)), TILES)
        self.pool = rng.permuted(np.broadcast_to(all_tiles, (games, len(all_tiles))), axis=1)
        self.drawn = np.zeros(games, int)  # how many tiles of the pool are gone
        self.pool_size = np.full(games, self.pool.shape[1])
        self.discards = np.zeros((games, len(COLOURS)), int)
        # the number of tiles of each colour in each source, and the order of taking them
        sources = 1 + factories(seats)
        self.tiles = np.zeros((games, sources, len(COLOURS)), np.int8)
        self.order: Array = np.full((games, sources, len(COLOURS)), ABSENT, np.int16)
        # the tiles on each line, and their colour
        self.count, self.colour = np.zeros((2, games, seats, SIDE), np.int8)
        # whether each line takes each colour
        self.takes: Array = np.ones((games, seats, SIDE, len(COLOURS)), bool)
        # the wall: which colours are in each row, and the tiles of each row and column as bits
        self.wall = np.zeros((games, seats, SIDE, len(COLOURS)), bool)
        self.rows, self.columns = np.zeros((2, games, seats, SIDE), np.int8)
        self.floor, self.scores = np.zeros((2, games, seats), int)
        self.rounds = np.zeros(games, int)
        self.row, self.exhausted = np.zeros((2, games), bool)
        # a list of fills (games, tiles) and of turns (games, source, colour, line), in this order
        self._log: list[Any] | None = [] if log else None
        self._play()

    def _play(self) -> None:
        """Play all games to their ends, round by round, and find the winners.

        ``row`` and ``exhausted`` are set to whether a game ended in these ways.
        """
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
        self._find_winners()

    def _find_winners(self) -> None:
        """Add the bonuses to the scores, and set which seats have won or share the win."""
        complete_rows = (self.rows == _FULL).sum(axis=2)
        complete_columns = (self.columns == _FULL).sum(axis=2)
        complete_colours = self.wall.all(axis=2).sum(axis=2)
        self.scores += np.tensordot(
            self.rules.bonuses, [complete_rows, complete_columns, complete_colours], 1)
        rank = self.scores * (SIDE + 1)  # so that complete rows only decide between equal scores
        if self.rules.ties_by_rows:
            rank = rank + complete_rows
        self.won = rank == rank.max(axis=1, keepdims=True)

    # -- the parts of a round --------------------------------------------------------------

    def _fill(self, games: Array) -> None:
        """Fill the factories with the next tiles of the pools, as far as there are any."""
        room = FACTORY * (self.tiles.shape[1] - 1)
        if self.rules.refill:
            self._refill(games[self.pool_size[games] - self.drawn[games] < room])
        in_pool = self.drawn[games, None] + np.arange(room)  # the places of the next tiles
        is_there = in_pool < self.pool_size[games, None]
        # -1 is a place without a tile
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
        random_numbers = self.rng.random((len(games), self.pool.shape[1]))
        for game, numbers in zip(games, random_numbers, strict=True):
            discards = np.repeat(np.arange(len(COLOURS)), self.discards[game])
            random_order = numbers[:len(discards)].argsort()
            rest = self.pool[game, self.drawn[game]:self.pool_size[game]]
            pool = np.concatenate([rest, discards[random_order]])
            self.pool[game, :len(pool)] = pool
            self.drawn[game] = 0
            self.pool_size[game] = len(pool)
            self.discards[game] = 0

    def _draft(self, games: Array) -> None:
        """Take tiles, a turn in each game at a time, until factories and centres are empty."""
        turn = self.starter.copy()
        has_token = np.full(len(self.kinds), -1)  # the seat that has the start token; -1: none
        choices = (self._first, self._greedy, self._random, self._row_any)  # as in KINDS
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
                takes_token = (source == 0) & (has_token[of_kind] < 0)
                has_token[of_kind[takes_token]] = seats[takes_token]
                self._take(of_kind, seats, source, colour, line, takes_token, step)
                if self._log is not None:
                    self._log.append((of_kind, source, colour, line))
            turn[games] = (turn[games] + 1) % self.kinds.shape[1]
            step += 1
        self.starter = np.where(has_token < 0, self.starter, has_token)

    def _take(self, games: Array, seats: Array, source: Array, colour: Array, line: Array,
              token: Array, step: int) -> None:
        """Take the tiles of a colour in each game, put them on a line, and the rest in the centre.

        ``line`` is 0 for the floor, where tiles fall that don't fit on the line, and ``token`` says
        whether the start token is taken, too.
        """
        index = np.arange(len(games))
        rest = self.tiles[games, source]  # a copy, as is the order
        order = self.order[games, source]
        count = rest[index, colour].astype(int)
        rest[index, colour] = 0
        order[index, colour] = ABSENT
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
        new_count = self.count[games, seats, row] + count
        self.count[games, seats, row] = new_count
        self.colour[games, seats, row] = colour
        self.takes[games, seats, row] = False
        is_not_full = new_count <= row
        self.takes[games, seats, row, colour] = is_not_full

    def _tile(self, games: Array) -> None:
        """Move a tile of each full line to the wall, and count the points of all players."""
        rows = self.rows[games]
        columns = self.columns[games]
        # the tiles that count for a new one
        if self.rules.at_once:  # no tile counts for another one of the same round
            counted_rows = rows.copy()
            counted_columns = columns.copy()
        else:  # they change with ``rows`` and ``columns``
            counted_rows = rows
            counted_columns = columns
        index, seats = np.ogrid[:len(games), :rows.shape[1]]
        gains = np.zeros(rows.shape[:2], int)
        for row in range(SIDE):
            # of all players, also of those whose line isn't full
            is_full = self.count[games, :, row] > row
            colour = self.colour[games, :, row]
            column = self.column[games[:, None], seats, row, colour]
            across = _RUN[counted_rows[..., row], column]
            down = _RUN[counted_columns[index, seats, column], row]
            points = 1 + across + down
            if self.rules.counts_in_each_run:
                points += (across > 0) & (down > 0)
            gains += np.where(is_full, points, 0)
            # only of those whose line is full
            full_index, seat = is_full.nonzero()
            game = games[full_index]
            new_colour = colour[full_index, seat]
            new_column = column[full_index, seat]
            rows[full_index, seat, row] |= (1 << new_column).astype(np.int8)
            columns[full_index, seat, new_column] |= 1 << row
            self._empty_lines(game, seat, row, new_colour)
        self.rows[games] = rows
        self.columns[games] = columns
        self.scores[games] = np.maximum(
            0, self.scores[games] + gains - _PENALTIES[self.floor[games]])
        self.floor[games] = 0

    def _empty_lines(self, games: Array, seats: Array, row: int, colour: Array) -> None:
        """Empty full lines: a tile of each is on the wall now, the ``row`` others are discarded."""
        self.wall[games, seats, row, colour] = True
        self.takes[games, seats, row] = ~self.wall[games, seats, row]
        self.count[games, seats, row] = 0
        np.add.at(self.discards, (games, colour), row)

    # -- what players choose: a source, a colour, and a line (0: the floor) in each game -----

    def _first(self, games: Array, seats: Array) -> tuple[Array, Array, Array]:
        """Return the moves of players of the kind "first", each as source, colour and line.

        It is the first colour that any line takes, on the first such line, or else the first one
        on the floor.
        """
        takes = self.takes[games, seats]
        source, colour, fits = self._first_take(games, np.any(takes, 1))
        row = takes[np.arange(len(games)), :, colour].argmax(axis=1)
        return source, colour, np.where(fits, row + 1, 0)

    def _greedy(self, games: Array, seats: Array) -> tuple[Array, Array, Array]:
        """Return the moves of players of the kind "greedy"."""
        takes, row = self._fullest(games, seats)
        source, colour, fits = self._first_take(games, takes)
        return source, colour, np.where(fits, row + 1, 0)

    def _row_any(self, games: Array, seats: Array) -> tuple[Array, Array, Array]:
        """Return the moves of "greedy", with any colour of the source that the line takes."""
        source, colour, line = self._greedy(games, seats)
        takes, _ = self._fullest(games, seats)
        can_be_taken = takes & (self.order[games, source] < ABSENT)
        random_numbers = self.rng.random(can_be_taken.shape)
        any_colour = np.where(can_be_taken, random_numbers, -1).argmax(axis=1)
        return source, np.where(line > 0, any_colour, colour), line

    def _fullest(self, games: Array, seats: Array) -> tuple[Array, Array]:
        """Return the fullest row of the wall whose line takes a colour that is there.

        That is a pair: the colours that the line takes, and the row.
        """
        takes = self.takes[games, seats]
        is_in_a_source = np.any(self.order[games] < ABSENT, 1)
        is_possible = np.any(takes & is_in_a_source[:, None], 2)
        row = np.where(is_possible, _TILES_IN[self.rows[games, seats]], -1).argmax(axis=1)
        return takes[np.arange(len(games)), row], row

    def _first_take(self, games: Array, wanted: Array) -> tuple[Array, Array, Array]:
        """Return the first source and colour to take, and whether the colour is one of ``wanted``.

        ``wanted`` is a mask of each game's wanted colours. If none of them is in a source, the
        first of all colours is taken.
        """
        order = self.order[games]  # by game, source and colour: the lowest number comes first
        wanted_everywhere = wanted[:, None]  # the same mask for each source
        has_wanted = np.any((order < ABSENT) & wanted_everywhere, (1, 2))
        may_be_taken = wanted_everywhere | ~has_wanted[:, None, None]
        order_of_these = np.where(may_be_taken, order, ABSENT)
        first = order_of_these.reshape(len(games), -1).argmin(axis=1)
        source, colour = np.divmod(first, len(COLOURS))
        return source, colour, has_wanted

    def _random(self, games: Array, seats: Array) -> tuple[Array, Array, Array]:
        """Return moves of which all legal ones are equally likely.

        The legal moves of a game are numbered, those with the same source and colour one after the
        other, and one of the numbers is drawn.
        """
        takes = self.takes[games, seats]
        index = np.arange(len(games))
        places = 1 + takes.sum(axis=1)  # for each colour: the floor and the lines that take it
        moves = (self.order[games] < ABSENT) * places[:, None]
        ends = moves.reshape(len(games), -1).cumsum(axis=1)  # by source and colour
        drawn = (self.rng.random(len(games)) * ends[:, -1]).astype(int)
        take = (ends <= drawn[:, None]).sum(axis=1)
        source, colour = np.divmod(take, len(COLOURS))
        place = ends[index, take] - drawn  # 1 is the floor, then come lines that take the colour
        fitting_up_to = takes[index, :, colour].cumsum(axis=1)
        line = (fitting_up_to < (place - 1)[:, None]).sum(axis=1) + 1
        return source, colour, np.where(place == 1, 0, line)

    # -- records ---------------------------------------------------------------------------

    def record(self, game: int) -> dict[str, Any]:
        """Return the record of a game, made from the log: a fill begins a round, a turn is a move.

        There must be a log.
        """
        assert self._log is not None
        rounds: list[dict[str, Any]] = []
        for games, *event in self._log:
            if game not in games:
                continue
            [index] = np.flatnonzero(games == game)  # a game is only once in an entry
            match event:
                case [tiles]:
                    fill = [_letters(in_factory) for in_factory in tiles[index]]
                    rounds.append({"moves": [], "fill": fill})
                case [source, colour, line]:
                    move = [int(source[index]), COLOURS[colour[index]], int(line[index])]
                    rounds[-1]["moves"].append(move)
        return {"rules": self.rules.to_record(), "first": int(self.first[game]) + 1,
                "kinds": [KINDS[kind] for kind in self.kinds[game]], "rounds": rounds,
                "perms": [_letters(perm) for perm in self.perms[game]]}


def _letters(numbers: Array) -> str:
    """Return the letters of colours, given by their numbers; -1 is a place without a tile."""
    return "".join(COLOURS[number] for number in numbers if number >= 0)
