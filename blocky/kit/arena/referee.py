"""Plays a game of a league: asks the players, each in a process of its own, and applies the rules.

No player's code runs here: a player only says which move it wants, and is told the turns taken.
"""

from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

from blocky.kit.arena.isolated import Isolated, printable
from blocky.kit.arena.match import Match, Message
from blocky.kit.arena.seat import sit, stand_in
from blocky.kit.game import Game
from blocky.kit.safely import Fault, PartError

__all__ = ["START", "play"]

#: The seconds that it may take until a process has started and its player is made.
START = 30.0


def play(match: Match) -> Iterator[Message]:
    """Play the game; yield a message before a player's code runs, and at the end.

    PartError: the series failed, which is no player's fault.
    """
    game = match.begin([stand_in(name) for name in match.players])
    with ExitStack() as processes:
        seats = []
        for seat, name in enumerate(match.players):
            yield seat
            process = processes.enter_context(Isolated(name, match.memory, sit, match, seat))
            try:
                seats.append(_Seat(process))
            except PartError as error:
                yield {"fault": error.fault.to_record(), "seat": seat}
                return
        yield game.turn
        while not game.over:
            seat = game.turn
            if game.stuck:
                game.step()
                yield [seat, None, None, game.turn]  # nobody forfeits a turn without a legal move
                continue
            try:
                move, fault = seats[seat].choice(game, match.seconds)
            except PartError as error:
                yield {"fault": error.fault.to_record(), "seat": seat}
                return
            if fault:
                game.forfeit(move, fault)
            else:
                game.play(move)
            lost = fault if move is None else None  # a move that may fail is the rules' own forfeit
            yield [seat, _record(move), lost and lost.to_record(), game.turn]
    yield {"scores": game.scores, "winners": game.winners}


class _Seat:
    """A player's process, and how many turns it knows."""

    def __init__(self, process: Isolated) -> None:
        """PartError: the player could not be made."""
        self._process, self._known = process, 0
        answer = process.answer(START)
        if fault := self._fault(answer):
            raise PartError(fault.kind, **fault.fields)
        self._name = f"{printable(str(answer.get('name')))}.make_move"

    def choice(self, game: Game, seconds: float) -> tuple[Any, Fault | None]:
        """Return the move that the player wants, and the fault that costs the turn, or None.

        With a fault, the move is None, unless the rules let it be tried. PartError: the fault costs
        the game.
        """
        turns = [[_record(turn.move), turn.fault and turn.fault.to_record(), turn.chance]
                 for turn in game.history[self._known:]]
        self._known = len(game.history)
        answer = self._process.answer(seconds, turns)
        fault = self._fault(answer)
        if self._process.took > seconds or (fault and fault.kind == "stopped"):
            return None, Fault("late", name=self._name, seconds=seconds)
        if fault:
            return None, fault
        try:
            record = answer["move"]
            if record is None:
                return None, Fault("no_wish", name=printable(self._process.name))
            move = game.position.move_type.from_record(record)
            refusal, wanted = game.why_not(move), printable(str(move))
        except Exception as error:  # the position cannot be asked about this move
            return None, Fault("raised", name=self._name, error=type(error).__name__)
        if not refusal:
            return move, None
        if refusal.forfeits:
            return move, Fault("refused", reason=refusal)
        return None, Fault("illegal", name=self._name, move=wanted, refusal=printable(refusal))

    def _fault(self, answer: Any) -> Fault | None:
        """Return the fault in an answer, or None. PartError: it is no valid answer."""
        try:
            if "fault" not in answer:
                return None
            return Fault.from_record({
                key: printable(value) if isinstance(value, str) else float(value)
                for key, value in answer["fault"].items()})
        except Exception:
            raise PartError("no_answer", name=self._process.name) from None


def _record(move: Any) -> Any:
    return None if move is None else move.to_record()
