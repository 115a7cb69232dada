"""Players, who choose moves. Those here can play every game.

A player stores nothing about a game, so that one object can play in many games.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, Any

from blocky.kit.arguments import above, expect
from blocky.kit.language import mark, say
from blocky.kit.safely import made_by_student, trusted

if TYPE_CHECKING:
    from blocky.kit.game import Game

__all__ = ["KINDS", "NAMES", "GreedyPlayer", "HumanPlayer", "LookaheadPlayer", "Player",
           "RandomPlayer", "best_move", "given_players"]


@trusted
class Player:
    """The base class of players: a subclass defines ``make_move``."""

    is_human = False

    #: The name of this kind of player; "" if it is the name of the class.
    called = ""

    def __init__(self, *, name: str = "") -> None:
        if name:
            self.name = name

    @property
    def kind(self) -> str:
        """The name of this kind of player."""
        return say(self.called or type(self).__name__.removesuffix("Player"))

    @property
    def name(self) -> str:
        """The name of this player: the given name, or otherwise that of its kind."""
        return str(vars(self).get("name") or self.kind)

    @name.setter
    def name(self, name: str) -> None:
        vars(self)["name"] = expect("name", name, str, say("a string"))

    def make_move(self, game: Any, rng: Random) -> Any:
        """Return the move to make in ``game``, in which it is this player's turn.

        ``game`` is a copy, to try moves on. Random choices are drawn from ``rng``, so that a seed
        determines the game. Players of the kit return None if they find no move to make.
        """
        raise NotImplementedError(say("{player} doesn't define make_move(game, rng).",
                                      player=type(self).__name__))

    def to_record(self) -> dict[str, Any]:
        """Return this player's class, name and settings as JSON can hold them.

        The settings of a student's player are left out: they could be anything.
        """
        record: dict[str, Any] = {"kind": type(self).__name__}
        for key, value in vars(self).items():
            if key == "name" or not made_by_student(self):
                record[key] = value
        return record

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and vars(self) == vars(other)

    def __hash__(self) -> int:
        return hash(type(self))

    def __repr__(self) -> str:
        arguments = [repr(value) for key, value in vars(self).items() if key != "name"]
        if "name" in vars(self):
            arguments.append(f"name={self.name!r}")
        return f"{type(self).__name__}({', '.join(arguments)})"


@trusted
class HumanPlayer(Player):
    """A player who chooses moves on the screen."""

    is_human = True

    def make_move(self, game: Any, rng: Random) -> Any:
        """Raise ValueError: only computer players are asked for moves."""
        raise ValueError(say("It's a human's turn. Make a move with game.play(...)."))


@trusted
class RandomPlayer(Player):
    """A player who makes random moves."""

    def make_move(self, game: Game, rng: Random) -> Any:
        """Return a random move; None if no move is legal."""
        return game.position.random_move(rng)


@trusted
class GreedyPlayer(Player):
    """A player who makes the best of the legal moves whose result does not depend on chance.

    Promising moves are tried first, in case ``seconds`` of computing are too few for all. If the
    result of every legal move depends on chance, the player makes a random one of them.
    """

    def __init__(self, seconds: float = 0.5, *, name: str = "") -> None:
        super().__init__(name=name)
        self.seconds = above("seconds", seconds, 0)

    def make_move(self, game: Game, rng: Random) -> Any:
        """Return the best move, the first of several; None if no move is legal."""
        best = best_move(game, self.seconds)
        return _any_legal_move(game, rng) if best is None else best[1]


@trusted
class LookaheadPlayer(GreedyPlayer):
    """A player who looks two moves ahead: also at the replies of the next player.

    For each of the ``width`` best moves, every reply is tried. The move is chosen after which, with
    the worst reply for this player, the lead over the next player is largest.
    """

    def __init__(self, seconds: float = 0.5, width: int = 8, *, name: str = "") -> None:
        super().__init__(seconds, name=name)
        if not isinstance(width, int):
            raise ValueError(say("width must be an integer, not {width!r}.", width=width))
        self.width = int(above("width", width, 0))

    def make_move(self, game: Game, rng: Random) -> Any:
        """Return the move with the largest lead after the worst reply; None if none is legal."""
        half_of_time = self.seconds / 2  # for each of the two moves ahead

        def worth_of(trial: tuple[int, Any]) -> int:
            worth, _ = trial
            return worth

        best_first = sorted(_tried_moves(game, half_of_time), key=worth_of, reverse=True)
        if not best_first:
            return _any_legal_move(game, rng)
        moves = [move for _, move in best_first[:self.width]]
        seconds = half_of_time / len(moves)
        return max(moves, key=lambda move: self._lead_after(game, move, seconds))

    def _lead_after(self, game: Game, move: Any, seconds: float) -> int:
        """Return the lead of the current player after ``move`` and the worst reply to it.

        Without a reply whose result can be known, return the lead after ``move``.
        """
        after = game.copy()
        after.play(move)
        me = game.turn
        opponent = (game.turn + 1) % len(game.players)  # the next player
        worth = after.position.worth
        if me == opponent:  # in a game of one player
            return worth(me)
        replies = [] if after.over else after.position.certain_moves()
        if not replies:
            return worth(me) - worth(opponent)
        worths_after = after.position.trials([me, opponent])
        tried = map(worths_after, _in_time(replies, seconds))
        return min(mine - opponents for mine, opponents in tried)


#: The players of every game, by name.
KINDS: dict[str, type[Player]] = {
    mark("human"): HumanPlayer, mark("random"): RandomPlayer, mark("greedy"): GreedyPlayer,
    mark("look-ahead"): LookaheadPlayer}

#: The names of their kinds.
NAMES = mark(("Human", "Random", "Greedy", "Lookahead"))


def given_players(players: Sequence[Player | type[Player] | str],
                  kinds: Mapping[str, type[Player]]) -> list[Player]:
    """Return the players, each given as an object, a class, or a name in ``kinds``.

    ValueError: one of them is not a player who can choose a move.
    """
    expect("players", players, (list, tuple),
           say('a list of players, such as ["human", "random"]'))
    made = []
    for given in players:
        if isinstance(given, str) and given not in kinds:
            raise ValueError(say("There's no player called {name!r}. The players are: {known}.",
                                 name=given, known=", ".join(kinds)))
        player = kinds[given] if isinstance(given, str) else given
        if isinstance(player, type) and issubclass(player, Player):
            player = player()
        made.append(expect(say("A player"), player, Player,
                           say("an object such as HumanPlayer() or RandomPlayer()")))
        if type(player) is Player:
            raise ValueError(say("Player() itself can't choose a move. Write a subclass of Player "
                                 "with a method make_move(game, rng)."))
    if not made:
        raise ValueError(say("A game needs at least one player."))
    return made


def best_move(game: Game, seconds: float) -> tuple[int, Any] | None:
    """Return the best of the moves whose results can be known, after its worth to the player.

    After ``seconds`` of computing, it is the best of the moves tried so far. None: there is no such
    move.
    """
    return max(_tried_moves(game, seconds), key=lambda trial: trial[0], default=None)


def _any_legal_move(game: Game, rng: Random) -> Any:
    """Return a random legal move; None if no move is legal."""
    legal = game.legal_moves()
    return rng.choice(legal) if legal else None


def _tried_moves(game: Game, seconds: float) -> list[tuple[int, Any]]:
    """Return the moves with known results that were tried within ``seconds``: (worth, move)."""
    position = game.position
    worth_after = position.trials([game.turn])
    return [(worth_after(move)[0], move)
            for move in _in_time(position.certain_moves(), seconds)]


def _in_time(moves: Sequence[Any], seconds: float) -> Iterator[Any]:
    """Yield the first move, and others while there is time.

    Computing time of this thread is counted, so that other programs do not make a player weaker.
    """
    end = time.thread_time() + seconds
    for move in moves:
        yield move
        if time.thread_time() > end:
            break
