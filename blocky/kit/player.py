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
        attributes = vars(self)
        if made_by_student(self):
            attributes = {key: value for key, value in attributes.items() if key == "name"}
        return {"kind": type(self).__name__, **attributes}

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
        if best is None:
            return _any_legal_move(game, rng)
        _, move = best
        return move


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
        half_of_time = self.seconds / 2  # one half for the moves, the other for the replies
        best_first = sorted(_tried_moves(game, half_of_time), key=_worth_of, reverse=True)
        if not best_first:
            return _any_legal_move(game, rng)
        moves = [move for _, move in best_first[:self.width]]
        seconds_each = half_of_time / len(moves)
        return max(moves, key=lambda move: self._lead_after(game, move, seconds_each))

    def _lead_after(self, game: Game, move: Any, seconds: float) -> int:
        """Return the current player's lead over the next one after ``move`` and the worst reply.

        If no reply has a result that can be known, return the lead after ``move``. Replies are
        tried for ``seconds`` of computing.
        """
        after = game.copy()
        after.play(move)
        me = game.turn
        opponent = (game.turn + 1) % len(game.players)
        worth = after.position.worth
        if me == opponent:  # in a game of one player
            return worth(me)
        replies = [] if after.over else after.position.certain_moves()
        if not replies:
            return worth(me) - worth(opponent)
        worths_after = after.position.trials([me, opponent])
        pairs_of_worths = map(worths_after, _in_time(replies, seconds))
        return min(mine - opponents for mine, opponents in pairs_of_worths)


#: The players of every game, by name.
KINDS: dict[str, type[Player]] = {
    mark("human"): HumanPlayer, mark("random"): RandomPlayer, mark("greedy"): GreedyPlayer,
    mark("look-ahead"): LookaheadPlayer}

#: The names of their kinds.
NAMES = mark(("Human", "Random", "Greedy", "Lookahead"))


def given_players(players: Sequence[Player | type[Player] | str],
                  kinds: Mapping[str, type[Player]]) -> list[Player]:
    """Return a player for each of ``players``, who are given as objects, classes or names.

    ``kinds`` has the classes by their names.
    ValueError: there are none, or one of them is not a player who can choose a move.
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
        if type(player) is Player:  # the base class, without a make_move of its own
            raise ValueError(say("Player() itself can't choose a move. Write a subclass of Player "
                                 "with a method make_move(game, rng)."))
    if not made:
        raise ValueError(say("A game needs at least one player."))
    return made


def best_move(game: Game, seconds: float) -> tuple[int, Any] | None:
    """Return (worth, move) for the best move whose result can be known; None if there is none.

    The worth is that of the position after the move, to the current player. After ``seconds`` of
    computing, only the moves tried so far count.
    """
    return max(_tried_moves(game, seconds), key=_worth_of, default=None)


def _any_legal_move(game: Game, rng: Random) -> Any:
    """Return a random legal move; None if no move is legal."""
    legal = game.legal_moves()
    return rng.choice(legal) if legal else None


def _tried_moves(game: Game, seconds: float) -> list[tuple[int, Any]]:
    """Return (worth, move) for the moves with known results that are tried within ``seconds``."""
    position = game.position
    worths_after = position.trials([game.turn])
    tried = []
    for move in _in_time(position.certain_moves(), seconds):
        [worth] = worths_after(move)
        tried.append((worth, move))
    return tried


def _worth_of(tried_move: tuple[int, Any]) -> int:
    worth, _ = tried_move
    return worth


def _in_time(moves: Sequence[Any], seconds: float) -> Iterator[Any]:
    """Yield the first move, and others while there is time.

    Computing time of this thread is counted, so that other programs do not make a player weaker.
    """
    end = time.thread_time() + seconds
    for move in moves:
        yield move
        if time.thread_time() > end:
            break
