"""A game: a session in which computer players move, and which can be copied, saved and loaded.

A record of a game holds its start, players and moves. Loading it makes the moves again, so that
each is checked; only what was drawn at random is taken from the record.
"""

import copy
import inspect
import os
from collections.abc import Iterable, Sequence
from typing import Any, Self

from blocky.kit import arguments, saved
from blocky.kit.language import say
from blocky.kit.player import Player
from blocky.kit.position import OVER, IllegalMove, Position
from blocky.kit.safely import Fault, PartError, call_safely, made_by_student
from blocky.kit.session import Session, Turn

__all__ = ["Game", "Turn", "expect_game", "expect_settings", "refuse_players"]

#: The types of the parts of a saved game.
_TYPES: dict[str, Any] = {"seed": (int, str), "ended": bool, "moves": list, "undone": list,
                          "players": list, "position": dict}


class Game(Session):
    """A session in which computer players choose their moves, and which can be saved."""

    __hash__ = None  # type: ignore[assignment]  # a game changes, so it is no key

    def choose(self, seconds: float | None = None) -> Any:
        """Return the move that the current player, a computer player, chooses.

        Return None if no move is legal, or if a player of the kit makes none of the legal moves.
        ``seconds`` limits the time of any player; by default only a student's player has a limit.
        PartError: a player with a limit raised an error or did not end, or a student's player
        returned no move.
        """
        if self.stuck:
            return None
        player = self.players[self.turn]
        rng = self._rng(f"choice {len(self.history)}")
        if seconds is None and not made_by_student(player):
            return player.make_move(self.copy(), rng)
        name = f"{type(player).__name__}.make_move"
        move = call_safely(name, player.make_move, self.copy(), rng, seconds=seconds)
        move_type = self.position.move_type
        gives_up = move is None and not made_by_student(player)  # only the kit's players may
        if not isinstance(move, move_type) and not gives_up:
            raise PartError("no_move", name=name, value=repr(move), expected=move_type.__name__)
        return move

    def step(self, move: Any = None) -> Turn:
        """Take the turn of a computer player, who may have chosen ``move`` before; return the turn.

        A player without a legal move, human or not, loses the turn. So does a player who chooses an
        illegal move, where the rules say so.
        IllegalMove: the rules don't say so, or a human has to choose a move.
        """
        if self.over:
            raise IllegalMove(say(OVER))
        if self.stuck:
            return self.forfeit(None, Fault("stuck"))
        player = self.players[self.turn]
        if player.is_human:
            raise IllegalMove(say("It's a human's turn. Make a move with game.play(...)."))
        if move is None:
            move = self.choose()
        if move is None:
            return self.forfeit(None, Fault("no_wish", name=player.name))
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
        """Take turns until a human has to choose a move, or until the end of the game."""
        while not self.over and (self.stuck or not self.players[self.turn].is_human):
            self.step()

    def copy(self) -> Self:
        """Return a copy to try moves on.

        Only later moves can be undone on it. It has another seed, so that it does not foretell what
        will be drawn at random.
        """
        twin = copy.copy(self)
        twin.position = self.position.copy()
        twin.players = [copy.copy(player) for player in self.players]
        twin.history = list(self.history)
        twin._fixed = len(twin.history)  # earlier moves can't be undone
        twin.undone = []
        twin.seed = f"{self.seed} copy"
        return twin

    # -- saving ----------------------------------------------------------------------------

    def to_record(self) -> dict[str, Any]:
        """Return this game as JSON can hold it."""
        return {
            "format": saved.FORMAT, "version": saved.VERSION, "game": self.position.key,
            "seed": self.seed, "players": [player.to_record() for player in self.players],
            "position": self.start_position.to_record(),
            "moves": list(map(_turn_to_record, self.history)),
            "undone": list(map(_turn_to_record, self.undone)), "ended": self.ended,
        }

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write this game to a JSON file. If that fails, an old file is unchanged."""
        saved.write(self.to_record(), path)

    @classmethod
    def load(cls, path: str | os.PathLike[str], *, position_type: type[Position] | None = None,
             players: Sequence[Player] | None = None, **own: Any) -> Self:
        """Return the game saved in a file.

        A student's players, and other objects that its position needs, are not in the file and
        must be given; ``own`` has those other objects, by the names of their parameters in the
        position's ``from_record``.
        ValueError: the file is damaged, needs such objects, or is from a newer version.
        """
        return cls.from_record(saved.read(path), position_type, players, **own)

    @classmethod
    def from_record(cls, record: Any, position_type: type[Position] | None = None,
                    players: Sequence[Player] | None = None, **own: Any) -> Self:
        """Return the game of a record, as ``to_record`` returns it; see ``load``."""
        kind = position_type or cls.position_type
        if kind is None:
            raise ValueError(say("Which game is it? Pass the class of its positions: "
                                 "Game.load(path, position_type=...)."))
        record = saved.checked(record, kind.key)
        try:
            for key, expected in _TYPES.items():
                if not isinstance(record[key], expected):
                    raise ValueError(say("In the file, {key} can't be {value!r}.", key=key,
                                         value=record[key]))
            all_players = saved.objects_of("players", Player, record["players"], players)
            start = kind.from_record(record["position"], **own)
            game = cls.on(start, all_players, record["seed"])
            # Moves that were undone are made and undone again, so that they can be redone.
            for entry in [*record["moves"], *reversed(record["undone"])]:
                game._replay_record(entry)
            if record["undone"]:
                game.undo(len(record["undone"]))
            if record["ended"]:
                game.end()
        except (KeyError, TypeError, IndexError, AttributeError) as error:
            raise ValueError(say("The saved game is damaged: {error!r}.", error=error)) from None
        except ValueError as error:
            raise ValueError(say("The saved game is damaged, or it doesn't fit this game. {error}",
                                 error=error)) from None
        return game

    def _replay_record(self, entry: dict[str, Any]) -> None:
        """Take a turn again; ``entry`` is its record, as ``_turn_to_record`` returns it.

        ValueError: the move isn't legal; or it is legal, but the turn was lost for it.
        """
        move = self.position.move_type.from_record(entry["move"]) if "move" in entry else None
        if "fault" not in entry:
            self.replay(move, entry.get("chance"))
        elif entry["fault"] == {"kind": "refused"}:
            reason = self.why_not(move)
            if reason is None:
                raise ValueError(say("The file says that the player lost the turn because of the "
                                     "move “{move}”, but the rules allow this move.",
                                     move=move))
            self.forfeit(move, Fault("refused", reason=reason))
        else:
            self.forfeit(move, Fault.from_record(entry["fault"]))

    def __eq__(self, other: object) -> bool:
        """Whether both games have the same players, rules, start and moves."""
        if not isinstance(other, Game):
            return NotImplemented
        return self.to_record() == other.to_record()

    def __repr__(self) -> str:
        names = ", ".join(player.name for player in self.players)
        return f"<Game of {names}: {len(self.history)} moves made, {self.moves_left} left>"


def expect_game(game: Any, kind: type[Game], example: str) -> Any:
    """Return ``game``. ValueError: it is not a game of the class ``kind``."""
    return arguments.expect("game", game, kind, say("a game such as {example}", example=example))


def refuse_players(value: Any) -> None:
    """ValueError: ``value`` is a player or several, where something else is expected."""
    if isinstance(value, (list, tuple, set, type, Player)):
        raise ValueError(say("Pass a list of players as a keyword argument: play(players=[...])."))


def expect_settings(names: Iterable[str], kind: type[Game]) -> None:
    """Raise ValueError if one of the ``names`` isn't that of a setting of ``kind``."""
    known = list(inspect.signature(kind).parameters)
    for name in names:
        if name not in known:
            raise ValueError(say("A game has no setting {name}. Its settings are: {known}.",
                                 name=name, known=", ".join(known)))


def _turn_to_record(turn: Turn) -> dict[str, Any]:
    """Return the "move", the "fault" and the "chance" of a turn as JSON can hold them.

    Parts that are None are left out.
    """
    entry: dict[str, Any] = {}
    if turn.move is not None:
        entry["move"] = turn.move.to_record()
    if turn.fault is not None:
        if turn.fault.kind == "refused":
            entry["fault"] = {"kind": "refused"}  # the rules give the reason again at loading
        else:
            entry["fault"] = turn.fault.to_record()
    if turn.chance is not None:
        entry["chance"] = turn.chance
    return entry
