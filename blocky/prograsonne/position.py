"""A position of Prograsonne: board, supply, tile in hand and saved states."""

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from dataclasses import asdict
from random import Random
from typing import Any, Self

from blocky.kit.language import say
from blocky.kit.position import OVER, Position, Reason, Refusal
from blocky.prograsonne.board import Board, Placed
from blocky.prograsonne.hexes import CELLS
from blocky.prograsonne.history import History, SavedState, Snapshot
from blocky.prograsonne.move import Move, Place, Restore, Save, TakeBack
from blocky.prograsonne.parts import Parts
from blocky.prograsonne.reasons import reasons
from blocky.prograsonne.scoring import SNITCH_CITIES, SNITCH_TILES, Points, Rules
from blocky.prograsonne.supply import checked_supply, drawn_from, read_supply
from blocky.prograsonne.tiles import TYPES, Tile

__all__ = ["PrograsonnePosition"]

#: The content of a position, its saved states, and the number of the one saved or restored last.
_WithStates = tuple[Snapshot, tuple[SavedState, ...], int | None]

#: The worth of the snitch to computer players: more than any points.
_WIN = 1_000_000


class PrograsonnePosition(Position):
    """A position. Players 0 and 1 of the kit are players 1 and 2 of the board.

    Attributes:
        board: the board with the tiles placed.
        turn: the number of the current player, 0 or 1.
        supply: the number of tiles left of each type.
        hand: the type of the tile in hand; None if the supply is empty or the snitch was made.
        turned: how often the tile in hand was rotated when this state was saved; otherwise 0.
        history: the saved states.
    """

    key = "prograsonne"
    seats = 2
    move_type = Move
    turn = 0
    stuck = False  # a game in which no tile fits is over

    def __init__(self, rules: Rules, supply: Mapping[str, int], first: Placed, rng: Random,
                 hand: str | None = None, parts: Parts | None = None) -> None:
        """Make a position with its first tile placed, and a second one in the hand of player 1.

        ``supply`` still has both. ``hand`` is the type of the second tile; None: it's drawn.
        """
        self.rules = rules
        self.first = first
        self._parts = parts or Parts()
        self.start_supply = checked_supply(supply)
        self.board = self._parts.board(rules)
        self.board.place(first.cell, first.tile.type, first.tile.turns, first.player)
        self.supply = dict(self.start_supply)
        if not self.supply[first.tile.type]:
            raise ValueError(say("The first tile is {name}, but the supply has no tile of this "
                                 "type.",
                                 name=first.tile.type))
        self.supply[first.tile.type] -= 1
        self.history = History(rules.keep_branches)
        self.hand: str | None = None
        self._legal: list[Place] | None = None  # a cache: where the tile in hand fits
        self._before: list[tuple[_WithStates, Move]] = []  # what was before each move, and the move
        self.start_hand = self._draw(rng, hand)  # the tile that player 1 has first

    @classmethod
    def begin(cls, rules: Rules, rng: Random, supply: Mapping[str, int] | None = None,
              parts: Parts | None = None) -> Self:
        """Return a position with a tile on a random cell, and another in the hand of player 1.

        ``supply`` is by default that of the kit.
        """
        counts = checked_supply(read_supply() if supply is None else supply)
        first = Placed(rng.choice(CELLS), Tile(drawn_from(counts, rng), rng.randrange(6)), None)
        return cls(rules, counts, first, rng, parts=parts)

    @property
    def parts(self) -> Parts:
        """The functions to play with."""
        return self._parts

    @parts.setter
    def parts(self, parts: Parts) -> None:
        tiles = list(self.board.tiles.values())
        self._parts = parts
        self.board = parts.board(self.rules)
        self.board.become(tiles)

    @property
    def player(self) -> int:
        """The number of the current player on the board, 1 or 2."""
        return self.turn + 1

    @property
    def over(self) -> bool:
        """Whether the tile in hand fits nowhere, the supply is empty, or the snitch was made."""
        return not self._placements()

    def why_over(self) -> str:
        """Return a sentence that says why the game is over by its rules; "" before that."""
        if self.board.snitch:
            return say("Player {player} made the golden snitch: a river of {tiles} tiles or more "
                       "that touches {cities} complete cities.", player=self.board.snitch,
                       tiles=SNITCH_TILES, cities=SNITCH_CITIES)
        if self.hand is None:
            return say("No tile is left in the supply.")
        if self.over:
            return say("The tile {name} was drawn, and it doesn't fit anywhere.", name=self.hand)
        return ""

    @property
    def scores(self) -> Points:
        """The score of each player."""
        return self.board.scores()

    @property
    def winners(self) -> list[int]:
        """The player who made the snitch, or otherwise those with the most points."""
        return super().winners if self.board.snitch is None else [self.board.snitch - 1]

    def legal_moves(self) -> list[Move]:
        """Return all legal moves but saving and restoring, which do not take a turn."""
        if self.over:
            return []
        moves: list[Move] = list(self._placements())
        if self.board.last_of(self.player) is not None:
            moves.append(TakeBack())
        return moves

    def why_not(self, move: Any) -> str | None:
        """Return a sentence that says why ``move`` is illegal now; None if it is legal.

        Saved states can be restored even after the end.
        """
        match move:
            case Restore(number):
                reason = self.history.why_not(number)
                return reason and Refusal(reason, "saving")
            case _ if self.over:
                return Refusal(say(OVER), "end")
            case (Place(turns=turns) | Save(turns=turns)) if (
                    isinstance(turns, bool) or turns not in range(6)):
                return Refusal(say("A tile is rotated 0 to 5 times, not {turns!r}.", turns=turns),
                               "turning")
            case Place(cell, turns):
                tile = Tile(str(self.hand), turns)
                reason = self.board.why_not(cell, tile)
                if reason is None:
                    return None
                is_empty = cell in CELLS and cell not in self.board.tiles
                rule = "placing"
                if is_empty and self.board.wrong_edges(cell, tile):
                    rule = "edges"
                return Refusal(reason, rule)
            case TakeBack() if self.board.last_of(self.player) is None:
                return Refusal(say("Player {player} has no tile on the board to take back.",
                                   player=self.player), "taking_back")
            case TakeBack() | Save():
                return None
        return say("{move!r} isn't a move. Write a move like this: Place((3, 2), turns=4), "
                   "TakeBack(), Save() or Restore(1).", move=move)

    def reopens(self, move: Any) -> bool:
        """Whether ``move`` goes back to a saved state, from which the game goes on."""
        return isinstance(move, Restore)

    def _placements(self) -> list[Place]:
        """Return the placements of the tile in hand that fit; they are found once."""
        if self._legal is None:
            self._legal = self.board.legal_placements(self.hand) if self.hand else []
        return self._legal

    # -- playing ---------------------------------------------------------------------------

    def play(self, move: Any, rng: Random, chance: Any = None) -> str | None:
        """Make a legal ``move``; return the type of the tile drawn after it, None for none.

        ``chance`` is that type if the move is made again. If an error is raised, nothing changes.
        """
        before = self._with_states()
        try:
            drawn = self._make(move, rng, chance)
            # the entry (before, move), but from a student's Stack if there is one
            self._before.append(self.parts.undoable([*self._before, (before, move)]))
        except BaseException:
            self._return_to(before)
            raise
        return drawn

    def _make(self, move: Any, rng: Random, chance: str | None) -> str | None:
        """Make a legal move; return the type of the tile drawn after it, None for none.

        After a tile was placed or taken back, it's the other player's turn. ``chance`` is what
        ``play`` gets.
        """
        supply_before = dict(self.supply)
        match move:
            case Save(turns):
                content = self.content()._replace(turned=turns)
                self.parts.save(self.history, content, self.player)
                return None
            case Restore(number):
                self.set_content(self.parts.restore(self.history, number))
                return None
            case Place(cell, turns):
                self.board.place(cell, str(self.hand), turns, self.player)
            case TakeBack():
                tiles_before = dict(self.board.tiles)
                emptied = self.board.take_back(self.player)
                if emptied is not None:
                    tile = tiles_before[emptied].tile
                    self.supply[tile.type] += 1
                self.supply[str(self.hand)] += 1  # the tile in hand goes back, too
        self.turn = 1 - self.turn
        drawn = self._draw(rng, chance)
        self.supply = self.parts.supply(supply_before, self.supply)
        self._legal = self.parts.placements(self.board, drawn) if drawn else []
        return drawn

    def _draw(self, rng: Random, drawn: str | None) -> str | None:
        """Draw a tile from the supply into the hand; return its type, None if none can be drawn.

        ``drawn`` is its type if that is known, None for a random one. ValueError: it cannot be
        drawn now.
        """
        self._legal = None
        self.hand = None
        self.turned = 0
        candidates: dict[str, int] = {}  # by type, the number of tiles; none after the snitch
        if not self.board.snitch:
            candidates = {name: count for name, count in self.supply.items() if count}
        if self.rules.redraw:  # a tile that fits nowhere would be drawn again
            fitting = {name: count for name, count in candidates.items() if self.board.fits(name)}
            if fitting:
                candidates = fitting
        if drawn is not None and drawn not in candidates:
            raise ValueError(say("The tile {name} can't be drawn now.", name=drawn))
        if candidates:
            self.hand = drawn or drawn_from(candidates, rng)
            self.supply[self.hand] -= 1
        return self.hand

    @property
    def before(self) -> Snapshot | None:
        """The content of the position before the last move; None if there was no move."""
        if not self._before:
            return None
        (content, _states, _current), _move = self._before[-1]
        return content

    def reasons(self) -> list[Reason]:
        """Return the reasons why the last move on this position changed the scores."""
        if self.before is None:
            return []
        _, last_move = self._before[-1]
        return reasons(last_move, Board(self.rules, self.before.tiles), self.board)

    def take_back(self) -> None:
        """Take back the last move on this position."""
        before, _move = self._before.pop()
        self._return_to(before)

    def copy(self) -> Self:
        """Return a copy with a board and saved states of its own."""
        twin = copy(self)  # Python's shallow copy: what isn't replaced below is shared
        twin.board = self.parts.board(self.rules)
        twin.history = History(self.rules.keep_branches)
        twin._before = []
        twin._return_to(self._with_states())
        return twin

    def content(self) -> Snapshot:
        """Return what a saved state would contain now."""
        return Snapshot(tuple(self.board.tiles.values()), tuple(self.supply.values()), self.turn,
                        self.hand, self.turned)

    def set_content(self, content: Snapshot) -> None:
        """Go back to the content of a saved state; the saved states themselves don't change."""
        tiles, supply, self.turn, self.hand, self.turned = content
        self.board.become(tiles)
        self.supply = dict(zip(TYPES, supply, strict=True))
        self._legal = None  # to be found again

    def _with_states(self) -> _WithStates:
        """Return the content of the position and its saved states, for ``_return_to``."""
        return self.content(), tuple(self.history.states), self.history.current

    def _return_to(self, before: _WithStates) -> None:
        """Go back to the content and the saved states that ``_with_states`` has returned."""
        content, states, self.history.current = before
        self.history.states = list(states)
        self.set_content(content)

    def hint(self) -> Place | None:
        """Return the best placement of the tile in hand; None if none is legal."""
        return self.parts.best(self.board, self.hand, self.player) if self.hand else None

    # -- for computer players --------------------------------------------------------------

    def certain(self, move: Any) -> bool:
        """Whether a legal move places the tile in hand."""
        return isinstance(move, Place)

    def certain_moves(self) -> list[Place]:
        """Return the placements of the tile in hand that fit, the best first."""
        ranked = self.board.ranked(self.hand, self.player) if self.hand else []
        return [hint.placement for hint in ranked]

    def worth(self, player: int) -> int:
        """Return the score of a player, plus the worth of the snitch."""
        return self.scores[player] + _WIN * (self.board.snitch == player + 1)

    def trials(self, players: Sequence[int]) -> Callable[[Any], tuple[int, ...]]:
        """Return a function that returns the worth of each of ``players`` after a placement."""
        def worth_after(move: Place) -> tuple[int, ...]:
            """Return the scores of ``players`` after a move, plus the worth of the snitch."""
            scores, makes_snitch = self.board.outcome(str(self.hand), move, self.player)
            worths = list(scores)
            if makes_snitch:
                worths[self.turn] += _WIN
            return tuple([worths[player] for player in players])
        return worth_after

    # -- records ---------------------------------------------------------------------------

    def to_record(self) -> dict[str, Any]:
        """Return the start of the game as JSON can hold it."""
        (i, j), tile, _ = self.first
        return {"rules": asdict(self.rules), "supply": self.start_supply,
                "first": [i, j, tile.type, tile.turns], "hand": self.start_hand}

    @classmethod
    def from_record(cls, record: dict[str, Any], parts: Parts | None = None) -> Self:
        """Return the position of a record, with the given parts.

        ValueError, TypeError: the record is invalid.
        """
        unused_rng = Random(0)  # the record has the tile that was drawn
        return cls(Rules(**record["rules"]), record["supply"], _first(*record["first"]), unused_rng,
                   record["hand"], parts)


def _first(i: int, j: int, name: str, turns: int) -> Placed:
    """Return the first tile of a record. TypeError: it has another number of parts."""
    return Placed((i, j), Tile(name, turns), None)
