"""Plays a game of a league: asks the players, each in a guest of its own, and applies the rules.

No player's code runs here. A player only says which move it wants, and learns the turns taken.
"""

from __future__ import annotations

import base64
import json
import threading
from typing import Any

from blocky.kit.arena import guest_player
from blocky.kit.arena.match import Match, Result
from blocky.kit.arena.seat import Seat, printable
from blocky.kit.safely import Fault, PartError

__all__ = ["play"]

#: In seconds: how long it may take to make a player, and how long guests wait for the next game.
START, IDLE = 30.0, 5.0

#: The tables at which nobody plays now.
_free: list[_Table] = []
#: To be held while ``_free`` is looked at and changed.
_lock = threading.Lock()


def play(match: Match, league: str) -> Result:
    """Return the result of ``match``, played in guests that serve only ``league``.

    PartError: the series failed, which is no player's fault. RuntimeError: no process starts.
    """
    table = _take(match, league)
    try:
        result = _Play(match, table).result()
    except BaseException:
        table.close()
        raise
    _give_back(table)
    return result


# -- tables --------------------------------------------------------------------------------------

class _Table:
    """Two seats, each with a guest. They stay for many games, as a guest takes long to start."""

    def __init__(self, match: Match, league: str) -> None:
        self.league = league
        modules = [type(match.portable.series).__module__]
        self.seats = [Seat(modules, match.memory), Seat(modules, match.memory)]
        self.timer: threading.Timer | None = None

    def close(self) -> None:
        """End the guests."""
        for seat in self.seats:
            seat.close()


def _take(match: Match, league: str) -> _Table:
    """Return a table for a match: one of the league that is free now, or else a new one."""
    with _lock:
        for table in _free:
            if table.league == league:
                _free.remove(table)
                assert table.timer is not None
                table.timer.cancel()  # otherwise it would close the table
                return table
    return _Table(match, league)


def _give_back(table: _Table) -> None:
    """Keep a table for the next game, and close it if none takes it for ``IDLE`` seconds."""
    for seat in table.seats:
        seat.end()
    table.timer = threading.Timer(IDLE, _close_if_free, [table])
    table.timer.daemon = True
    with _lock:
        _free.append(table)
        table.timer.start()


def _close_if_free(table: _Table) -> None:
    """Close a table, unless somebody has taken it for a game."""
    with _lock:
        if table not in _free:
            return
        _free.remove(table)
    table.close()


# -- a game --------------------------------------------------------------------------------------

class _GameLostError(Exception):
    """A player has lost the game by its ``fault``, whatever the scores are."""

    def __init__(self, seat: int, fault: Fault) -> None:
        self.seat = seat
        self.fault = fault


class _Play:
    """A match while it's played."""

    def __init__(self, match: Match, table: _Table) -> None:
        """Begin the game at a table; ``_seat_players`` will send the players to its guests."""
        self.match = match
        self.seats = table.seats
        self.game = match.begin()
        #: The names of the players' classes.
        self.classes: list[str] = []
        #: For each seat, how many of the turns its player has been told.
        self.known = [0, 0]
        self.moves: list[Any] = []
        self.forfeits: list[tuple[str, int, Fault]] = []

    def result(self) -> Result:
        """Play the game to its end, and return the result.

        A player whose fault costs the whole game loses it, and there are no scores then.
        """
        players = self.match.players
        ended: Fault | None = None
        scores: tuple[int, ...] = ()
        winner: str | None = None
        try:
            self._seat_players()
            while not self.game.over:
                self._take_turn()
        except _GameLostError as lost:
            ended = lost.fault
            winner = players[1 - lost.seat]
        else:
            scores = tuple(self.game.scores)
            winners = self.game.winners
            winner = players[winners[0]] if len(winners) == 1 else None
        result = Result(number=self.match.number, board=self.match.board, kind=self.match.kind,
                        players=players, scores=scores, winner=winner, moves=tuple(self.moves),
                        forfeits=tuple(self.forfeits), ended=ended)
        # through JSON, so that it's equal to the result that is read from a league's file
        return Result.from_dict(json.loads(json.dumps(result.to_dict())))

    def _seat_players(self) -> None:
        """Make each player in the guest of its seat. _GameLostError: one of them can't be made."""
        match = self.match
        for seat, name in enumerate(match.players):
            self.seats[seat].begin(name)
            answer = self._ask(
                seat, guest_player.sit, _as_text(match.portable.pickled),
                _as_text(match.pickled[seat]), match.board, match.kind, [*match.players], seat,
                seconds=START)
            if fault := self._fault(seat, answer):
                raise _GameLostError(seat, fault)
            self.classes.append(printable(str(answer.get("name"))))

    def _take_turn(self) -> None:
        """Let the player whose turn it is make a move, or forfeit the turn by a fault.

        ``moves`` gets the record of the move, or None for a lost turn. A fault is noted in
        ``forfeits``, except a refused move that the rules let a player try.
        """
        game = self.game
        seat = game.turn
        if game.stuck:  # without a legal move, the turn is lost by no fault
            game.step()
            self.moves.append(None)
            return
        move, fault = self._choice(seat)
        if not fault:
            try:
                game.play(move)
            except PartError:  # a goal has failed, which is no player's fault
                raise
            except Exception as error:  # the move isn't what it seemed
                fault = self._raised(seat, error)
                move = None
        if fault:
            game.forfeit(move, fault)
        if fault and move is None:
            self.forfeits.append((self.match.players[seat], len(self.moves), fault))
        self.moves.append(_record(move))

    def _name(self, seat: int) -> str:
        """Return the name of the method of a player that chooses its moves."""
        return f"{self.classes[seat]}.make_move"

    def _raised(self, seat: int, error: Exception) -> Fault:
        """Return the fault of a player who has caused an error here."""
        return Fault("raised", name=self._name(seat), error=type(error).__name__)

    def _choice(self, seat: int) -> tuple[Any, Fault | None]:
        """Ask a player; return the move that it wants, and the fault that costs the turn, or None.

        With a fault, the move is None, unless it's one that the rules let a player try in vain.
        """
        game = self.game
        seconds = self.match.seconds
        # the player's guest plays the same game, so it learns what the others have done since
        unknown_turns = [[_record(turn.move), turn.fault and turn.fault.to_record(), turn.chance]
                         for turn in game.history[self.known[seat]:]]
        self.known[seat] = len(game.history)
        answer = self._ask(seat, guest_player.choose, unknown_turns, seconds, seconds=seconds)
        fault = self._fault(seat, answer)
        if self.seats[seat].took > seconds or (fault and fault.kind == "stopped"):
            return None, Fault("late", name=self._name(seat), seconds=seconds)
        if fault:
            return None, fault
        if "move" not in answer:
            raise self._no_answer(seat)
        record = answer["move"]
        if record is None:
            return None, Fault("no_wish", name=printable(self.match.players[seat]))
        return self._move_of(record, seat)

    def _move_of(self, record: Any, seat: int) -> tuple[Any, Fault | None]:
        """Return the move that a guest has described, and its fault, as ``_choice`` does."""
        try:
            move = self.game.position.move_type.from_record(record)
            refusal = self.game.why_not(move)
            move_in_words = printable(str(move))
        except Exception as error:  # a student's code may have sent anything
            return None, self._raised(seat, error)
        if not refusal:
            return move, None
        if refusal.forfeits:  # a move that may be tried, but costs the turn
            return move, Fault("refused", reason=refusal)
        return None, Fault("illegal", name=self._name(seat), move=move_in_words,
                           refusal=printable(refusal))

    def _ask(self, seat: int, function: Any, *given: Any, seconds: float) -> dict[str, Any]:
        """Return what a function of ``guest_player`` returns in a player's guest.

        _GameLostError: there's no such answer, or the other player has disturbed this one.
        """
        if self.seats[seat].was_disturbed:  # only the other player can have done it
            rival = self.match.players[1 - seat]
            raise _GameLostError(1 - seat, Fault("gone", name=rival))
        try:
            answer = self.seats[seat].ask(function, *given, seconds=seconds)
        except PartError as error:
            raise _GameLostError(seat, error.fault) from None
        if not isinstance(answer, dict):
            raise self._no_answer(seat)
        return answer

    def _fault(self, seat: int, answer: dict[str, Any]) -> Fault | None:
        """Return the fault in an answer, or None. _GameLostError: it's no valid answer."""
        if "fault" not in answer:
            return None
        try:  # the fields of a fault are strings and numbers, but a student's code may send others
            return Fault.from_record({
                key: printable(value) if isinstance(value, str) else float(value)
                for key, value in answer["fault"].items()})
        except Exception:
            raise self._no_answer(seat) from None

    def _no_answer(self, seat: int) -> _GameLostError:
        """Return the error of a player whose guest has sent nonsense."""
        return _GameLostError(seat, Fault("no_answer", name=self.match.players[seat]))


def _as_text(pickled: bytes) -> str:
    """Return bytes in base64, which plain data can hold."""
    return base64.b64encode(pickled).decode()


def _record(move: Any) -> Any:
    """Return the record of a move; None for no move."""
    return None if move is None else move.to_record()
