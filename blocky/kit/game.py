"""A game: a session of players who take turns on a position, with undo and redo, saved and loaded.

A game knows no screen. Its seed, with what its position is at the start, determines the whole of
it. A move that raises leaves position, turn and history as they were.
"""

from __future__ import annotations

import copy
import os
from collections.abc import Sequence
from typing import Any, Self

from blocky.kit import saved, values
from blocky.kit.language import say
from blocky.kit.player import Player
from blocky.kit.position import IllegalMove, Position
from blocky.kit.safely import Fault, PartError, call_safely, made_by_student
from blocky.kit.session import OVER, Session, Turn

__all__ = ["Game", "Turn"]


class Game(Session):
    """A session that is played, can be gone back in, and saved."""

    __hash__ = None  # type: ignore[assignment]  # a game changes, so it is no key

    def play(self, move: Any) -> Turn:
        """Make ``move`` for the player whose turn it is; return the turn.

        IllegalMove: the rules refuse it. PartError: a student's function failed. The game is then
        as it was before.
        """
        return self.replay(move)

    def replay(self, move: Any, chance: Any = None) -> Turn:
        """Make ``move`` as ``play`` does; ``chance`` is what it brought when it was made before."""
        if reason := self.why_not(move):
            raise IllegalMove(reason)
        turn = self._take(move, None, chance)
        self.undone.clear()
        self.ended = False
        return turn

    def forfeit(self, move: Any, fault: Fault | str) -> Turn:
        """Let the player whose turn it is lose it; ``move`` is what was tried, None if nothing.

        Where the rules know no lost turn, the player loses the game. Return the turn.
        """
        if self.over:
            raise IllegalMove(say(OVER))
        fault = Fault("other", text=fault) if isinstance(fault, str) else fault
        turn = self._take(move, fault)
        self.undone.clear()
        return turn

    def _take(self, move: Any, fault: Fault | None, chance: Any = None) -> Turn:
        """Take a turn, in which ``move`` is made, or lost for a ``fault``."""
        player = self.turn
        if fault:
            if not self.position.skip():
                self.loser = player
            scores = tuple(self.scores)
        else:
            chance = self.position.play(move, self._move_rng(), chance)
            try:
                scores = tuple(self.position.scores)
            except BaseException:
                self.position.take_back()
                raise
        turn = Turn(player, move, scores, fault, chance)
        self.history.append(turn)
        return turn

    def choose(self, seconds: float | None = None) -> Any:
        """Return the move that the player whose turn it is, a computer player, wants to make.

        ``seconds`` is how long any player may take; without it only a student's has a limit.
        PartError: a player with a limit raised, did not end, or returned no move.
        """
        player = self.players[self.turn]
        rng = self._rng(f"choice {len(self.history)}")
        if seconds is None and not made_by_student(player):
            return player.make_move(self.copy(), rng)
        name = f"{type(player).__name__}.make_move"
        move = call_safely(name, player.make_move, self.copy(), rng, seconds=seconds)
        expected = self.position.move_type
        if not isinstance(move, expected):
            raise PartError("no_move", name=name, value=repr(move), expected=expected.__name__)
        return move

    def step(self, move: Any = None) -> Turn:
        """Let a computer player take a turn, with ``move`` if it has chosen; return the turn.

        IllegalMove: the player wants what the rules refuse. Where they say so, the turn is lost
        instead.
        """
        if self.over:
            raise IllegalMove(say(OVER))
        player = self.players[self.turn]
        if player.is_human:
            raise IllegalMove(say("It is a human's turn: play a move with game.play(...)."))
        if move is None:
            move = self.choose()
        try:
            return self.play(move)
        except IllegalMove as refusal:
            if self.position.may_fail(move):
                return self.forfeit(move, Fault("refused", reason=str(refusal)))
            raise IllegalMove(say("Player {player} ({name}) chose to {move}. {refusal}",
                                  player=self.called(self.turn), name=player.name, move=move,
                                  refusal=refusal)) from None

    def run(self) -> None:
        """Let computer players move until it is a human's turn or the game is over."""
        while not self.over and not self.players[self.turn].is_human:
            self.step()

    def end(self) -> None:
        """End the game now."""
        self.ended = True

    def undo(self, count: int = 1) -> None:
        """Take back the last ``count`` moves. ValueError: there are fewer."""
        if values.count("count", count) not in range(1, self.undoable + 1):
            raise ValueError(say("{count} moves cannot be undone: there are {most}.",
                                 count=count, most=self.undoable))
        for _ in range(count):
            if self.loser is None:
                self.position.take_back()
            self.ended, self.loser = False, None
            self.undone.append(self.history.pop())

    def redo(self, count: int = 1) -> None:
        """Make the last ``count`` undone moves again. ValueError: there are fewer."""
        if values.count("count", count) not in range(1, self.redoable + 1):
            raise ValueError(say("{count} moves cannot be redone: there are {most}.",
                                 count=count, most=self.redoable))
        for _ in range(count):
            turn = self.undone[-1]
            self._take(turn.move, turn.fault, turn.chance)
            self.undone.pop()

    def copy(self) -> Self:
        """Return a game that stands where this one does, to try moves on.

        Only what is played on the copy can be undone there. It draws other random numbers than
        this game will, so that it does not foretell what chance brings.
        """
        twin = copy.copy(self)
        twin.position = self.position.copy()
        twin.players = [copy.copy(player) for player in self.players]
        twin.history = list(self.history)
        twin._kept, twin.undone = len(twin.history), []
        twin.seed = f"{self.seed} copy"
        return twin

    # -- saving ----------------------------------------------------------------------------

    def to_record(self) -> dict[str, Any]:
        """Return what makes this game again: dicts, lists, numbers and texts."""
        return saved.record_of(self)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write this game to a JSON file, whole or not at all."""
        saved.write(self.to_record(), path)

    @classmethod
    def load(cls, path: str | os.PathLike[str], *, position_type: type[Position] | None = None,
             players: Sequence[Player] | None = None, **own: Any) -> Self:
        """Return the game saved in a file; its moves are made again, so that each is checked.

        A game with a student's players needs them again, as they are not in the file; ``own`` are
        other things that its position needs.
        ValueError: the file is damaged, or written by a newer version, or needs such things.
        """
        return cls.from_record(saved.read(path), position_type, players, **own)

    @classmethod
    def from_record(cls, record: Any, position_type: type[Position] | None = None,
                    players: Sequence[Player] | None = None, **own: Any) -> Self:
        """Return the game that ``record`` tells of. ValueError: it does not tell of one."""
        kind = position_type or cls.position_type
        if kind is None:
            raise ValueError(say("Of which game is it? Name the class of its positions: "
                                 "Game.load(path, position_type=...)."))
        return saved.again(record, kind, cls, players, own)

    @classmethod
    def on(cls, position: Position, players: Sequence[Player], seed: int | str) -> Self:
        """Return a game on ``position``, whatever else a subclass asks for."""
        game = cls.__new__(cls)
        Game.__init__(game, position, players, seed)
        return game

    def __eq__(self, other: object) -> bool:
        """Tell whether both games had the same players, rules, start and moves."""
        if not isinstance(other, Game):
            return NotImplemented
        return self.to_record() == other.to_record()

    def __repr__(self) -> str:
        names = ", ".join(player.name for player in self.players)
        return f"<Game of {names}: {len(self.history)} moves made, {self.moves_left} left>"
