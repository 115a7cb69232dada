"""A game: a session in which computer players move, which can be copied, saved and loaded.

It knows no screen. Its seed, with what its position is at the start, determines the whole of
it.
"""

from __future__ import annotations

import copy
import os
from collections.abc import Sequence
from typing import Any, Self

from blocky.kit import saved
from blocky.kit.language import say
from blocky.kit.player import Player
from blocky.kit.position import OVER, IllegalMove, Position
from blocky.kit.safely import Fault, PartError, call_safely, made_by_student
from blocky.kit.session import Session, Turn

__all__ = ["Game", "Turn"]


class Game(Session):
    """A session in which computer players choose their moves; it can be saved."""

    __hash__ = None  # type: ignore[assignment]  # a game changes, so it is no key

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
        except IllegalMove as error:
            refusal = self.why_not(move)
            if refusal and refusal.forfeits:
                return self.forfeit(move, Fault("refused", reason=refusal))
            raise IllegalMove(say("Player {player} ({name}) chose to {move}. {refusal}",
                                  player=self.called(self.turn), name=player.name, move=move,
                                  refusal=error)) from None

    def run(self) -> None:
        """Let computer players move until it is a human's turn or the game is over."""
        while not self.over and not self.players[self.turn].is_human:
            self.step()

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

    def __eq__(self, other: object) -> bool:
        """Tell whether both games had the same players, rules, start and moves."""
        if not isinstance(other, Game):
            return NotImplemented
        return self.to_record() == other.to_record()

    def __repr__(self) -> str:
        names = ", ".join(player.name for player in self.players)
        return f"<Game of {names}: {len(self.history)} moves made, {self.moves_left} left>"
