"""A game: a session of players who take turns on a position, with undo and redo, saved and loaded.

A game knows no screen. Its seed, with what its position is at the start, determines the whole of
it. A move that raises leaves position, turn and history as they were.
"""

from __future__ import annotations

import copy
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Self

from blocky.kit import saved, values
from blocky.kit.language import say
from blocky.kit.player import KINDS, Player
from blocky.kit.position import IllegalMove, Position
from blocky.kit.safely import Fault, PartError, call_safely, made_by_student

__all__ = ["Game", "Turn"]


@dataclass(frozen=True)
class Turn:
    """A turn that was taken: the number of the player, the move, and all scores after it.

    ``fault`` says why a turn was lost without its move being made; ``move`` is then what was tried,
    None if there was none. ``chance`` is what chance brought with the move, as its position tells.
    """

    player: int
    move: Any
    scores: tuple[int, ...]
    fault: Fault | None = None
    chance: Any = None

    @property
    def forfeited(self) -> str:
        """The sentence that says why the turn was lost; "" if it was not."""
        return "" if self.fault is None else str(self.fault)


class Game:
    """Players on a position.

    Attributes:
        position: where the game stands, and its rules.
        players: one for each seat; they are given as objects, as classes or by their names.
        seed: determines what computer players do and what chance brings.
        history: the turns taken.
        start_scores: the scores before the first turn.
        start_record: the record of the position before the first turn.
        undone: the turns that were undone and can be redone, the next one to redo last.
        ended: whether the game was ended by hand.
        loser: who lost the game, unable to move where the rules know no lost turn; else None.
    """

    __hash__ = None  # type: ignore[assignment]  # a game changes, so it is no key

    #: What games of this class are played on, so that they can be loaded; None: to be named then.
    position_type: type[Position] | None = None

    #: The players that can be given by a name.
    kinds: Mapping[str, type[Player]] = KINDS

    #: How many players there can be, where that is not settled by the game.
    seats_allowed: Sequence[int] = ()

    def __init__(self, position: Position, players: Sequence[Player | type[Player] | str],
                 seed: int | str | None = None) -> None:
        self.seed: int | str = given_seed(seed)
        self.position = position
        self.players = checked(players, self.kinds)
        if len(self.players) != position.seats:
            raise ValueError(say("A game needs a player for each seat: {seats}, but {count} were "
                                 "given.", seats=position.seats, count=len(self.players)))
        self.history: list[Turn] = []
        self.undone: list[Turn] = []
        self._kept = 0  # turns that cannot be undone: a copy cannot go back to before it was made
        self.ended = False
        self.loser: int | None = None
        self.start_scores = tuple(position.scores)
        self.start_record = position.to_record()

    # -- where the game stands -------------------------------------------------------------

    @property
    def turn(self) -> int:
        """The number of the player whose turn it is."""
        return self.position.turn

    def called(self, player: int) -> int:
        """Return the number by which people call a player: they count from 1."""
        return player + 1

    def name_of(self, player: int) -> str:
        """Return how a player is called in sentences, such as "Player 1 (Human)"."""
        return say("Player {player} ({name})", player=self.called(player),
                   name=self.players[player].name)

    @property
    def moves_left(self) -> int | None:
        """How many moves are still to be made, by all players together; None: nobody knows."""
        return 0 if self.over else self.position.moves_left

    @property
    def over(self) -> bool:
        """Whether the game has ended, by its rules or by hand."""
        return self.ended or self.loser is not None or self.position.over

    def why_over(self) -> str:
        """Return a sentence that says why the game is over; "" before the end."""
        if self.loser is not None:
            return say("{player} lost a turn, and with it the game.",
                       player=self.name_of(self.loser))
        if why := self.position.why_over():
            return why
        return say("It was ended by hand.") if self.ended else ""

    @property
    def scores(self) -> list[int]:
        """The score of each player."""
        return list(self.history[-1].scores if self.history else self.start_scores)

    @property
    def winners(self) -> list[int]:
        """The numbers of the players who have won; [] before the end."""
        if not self.over:
            return []
        if self.loser is not None:
            return [player for player in range(len(self.players)) if player != self.loser]
        return self.position.winners

    @property
    def undoable(self) -> int:
        """How many moves can be undone."""
        return len(self.history) - self._kept

    @property
    def redoable(self) -> int:
        """How many undone moves can be made again."""
        return len(self.undone)

    def why_not(self, move: Any) -> str | None:
        """Return a sentence that says why ``move`` is illegal now; None if it is legal."""
        if self.over and (self.loser is not None or not self.position.reopens(move)):
            return _over()
        return self.position.why_not(move)

    def legal_moves(self) -> list[Any]:
        """Return every legal move of the player whose turn it is."""
        return [] if self.over else list(self.position.legal_moves())

    def score_after(self, move: Any, player: int | None = None) -> int:
        """Return the score that ``player``, or whose turn it is, would have after a legal ``move``.

        Nothing stays changed.
        """
        player = self.turn if player is None else player
        self.position.play(move, self._move_rng())
        try:
            return self.position.score(player)
        finally:
            self.position.take_back()

    # -- playing ---------------------------------------------------------------------------

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
            raise IllegalMove(_over())
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
            raise IllegalMove(_over())
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

    def _rng(self, purpose: str) -> Random:
        return Random(f"game {self.seed}: {purpose}")

    def _move_rng(self) -> Random:
        return self._rng(f"move {len(self.history)}")

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


def _over() -> str:
    return say("The game is over. Undo a move, or start a new game.")


def given_seed(seed: int | str | None) -> int | str:
    """Return ``seed``, or a random one for None. ValueError: it is no number and no text."""
    seed = Random().randrange(1_000_000) if seed is None else seed
    values.expect("seed", seed, (int, str), say("a whole number or a text"))
    return seed


def checked(players: Sequence[Player | type[Player] | str], kinds: Mapping[str, type[Player]]
            ) -> list[Player]:
    """Return the players, each given as an object, a class, or the name of one of ``kinds``.

    ValueError: they are no players that can choose a move.
    """
    values.expect("players", players, (list, tuple),
                  say('a list of players, such as ["human", "random"]'))
    who = []
    for player in players:
        if isinstance(player, str) and player not in kinds:
            raise ValueError(say("There is no player called {name!r}. There are: {known}.",
                                 name=player, known=", ".join(kinds)))
        kind = kinds[player] if isinstance(player, str) else player
        made = kind() if isinstance(kind, type) and issubclass(kind, Player) else kind
        who.append(values.expect(say("A player"), made, Player,
                                 say("an object such as HumanPlayer() or RandomPlayer()")))
        if type(made) is Player:
            raise ValueError(say("Player() itself cannot choose a move: write a subclass of "
                                 "Player with a make_move(game, rng)."))
    if not who:
        raise ValueError(say("A game needs a player: at least one."))
    return who
