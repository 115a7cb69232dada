"""A game of Blocky: what its board, goals and players are made of."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import cycle, islice
from random import Random
from typing import Any

from blocky.block import Block
from blocky.colour import Colour
from blocky.goal import BlobGoal, Goal, PerimeterGoal
from blocky.invariants import Path, broken_invariants
from blocky.kit import arguments
from blocky.kit import game as kit
from blocky.kit.language import say
from blocky.kit.player import Player, given_players
from blocky.move import CLASSIC, Action, RuleSet
from blocky.parts import Parts
from blocky.player import KINDS, lineup
from blocky.position import BlockyPosition

__all__ = ["Game", "new_board"]

#: The types of the argument ``goals``.
GivenGoals = type[Goal] | Sequence[type[Goal]] | Sequence[Goal] | None


def _of_position(name: str) -> Any:
    """Return a property that gets and sets the attribute of this name of a game's position."""
    return property(lambda game: getattr(game.position, name),
                    lambda game, value: setattr(game.position, name, value))


class Game(kit.Game):
    """A game of Blocky. The ``seed`` determines the board, the goals, and what computer players do.

    Players move in the order human, random, smart, ``turns`` times each. Instead of their numbers,
    ``players`` can list the players: objects, classes, or names such as "greedy". ``goals`` is a
    Goal class for all players, or a list of classes to choose from at random; the players then have
    different target colours, if there are enough. Or it is a list with one goal for each player.
    ``board`` is the board to start from, instead of a random one of ``max_depth``; ``size`` is its
    size in pixels. ``parts`` are functions to play with instead of the kit's.

    >>> game = Game(max_depth=3, humans=0, randoms=1, smarts=[2], turns=5, seed=7)
    >>> game.run()
    >>> game.over, len(game.history)
    (True, 10)
    """

    position: BlockyPosition
    position_type = BlockyPosition
    kinds = KINDS
    seats_allowed = range(1, 13)  # in a form; the classic rules have no limit

    #: Attributes of the position.
    board: Block = _of_position("board")
    goals: list[Goal] = _of_position("goals")
    rules: RuleSet = _of_position("rules")
    turns: int = _of_position("turns")
    parts: Parts = _of_position("parts")

    def __init__(self, max_depth: int = 4, humans: int = 1, randoms: int = 0,
                 smarts: Sequence[int] = (1,), turns: int = 10, rules: RuleSet = CLASSIC,
                 seed: int | str | None = None, *,
                 players: Sequence[Player | type[Player] | str] | None = None,
                 goals: GivenGoals = None, board: Block | None = None,
                 parts: Parts | None = None, size: int | None = None) -> None:
        if players is None:
            players = lineup(humans, randoms, smarts)
        all_players = given_players(players, KINDS)
        self.seed = arguments.given_seed(seed)
        arguments.expect("rules", rules, RuleSet, say("CLASSIC or EXTENDED"))
        parts = arguments.expect("parts", parts or Parts(), Parts, say("a Parts(...)"))
        position = BlockyPosition(
            goals=_goals(goals, len(all_players), rules, self._rng("goals")),
            board=new_board(board, max_depth, size, parts, self._rng("board")),
            rules=rules, turns=turns, parts=parts,
            humans=[number for number, player in enumerate(all_players) if player.is_human])
        super().__init__(position, all_players, self.seed)

    def legal_actions(self, path: Path) -> list[Action]:
        """Return the actions that the current player can do with the block at ``path``."""
        return [] if self.over else self.position.legal_actions(path)


def _goals(given: GivenGoals, count: int, rules: RuleSet, rng: Random) -> list[Goal]:
    """Return a goal for each of ``count`` players: the ``given`` goals, or new ones of one class.

    The class is the given one, or chosen at random from those given; with None, from the two of the
    kit. Target colours are in a random order, and repeat if there are more players than colours.
    ValueError: too many players for the rules, or ``given`` is something else.
    """
    if rules.max_players is not None and count > rules.max_players:
        raise ValueError(say("The {rules} rules allow at most {most} players, but you gave "
                             "{count}.", rules=say(rules.name), most=rules.max_players,
                             count=count))
    if given is None:
        classes_or_goals: Any = (BlobGoal, PerimeterGoal)
    elif isinstance(given, type):
        classes_or_goals = [given]
    else:
        classes_or_goals = given
    if isinstance(classes_or_goals, Sequence) and classes_or_goals:
        if all(isinstance(each, type) and issubclass(each, Goal) for each in classes_or_goals):
            goal_class = rng.choice(classes_or_goals)
            colours = cycle(rng.sample(list(Colour), len(Colour)))
            return [_goal(goal_class, colour) for colour in islice(colours, count)]
        are_goals = all(isinstance(each, Goal) for each in classes_or_goals)
        if are_goals and len(classes_or_goals) == count:
            return list(classes_or_goals)
    raise ValueError(say("goals must be a Goal class, a list of Goal classes to choose from, or a "
                         "list with one Goal for each of the {count} players, not {given!r}.",
                         count=count, given=given))


def _goal(kind: type[Goal], colour: Colour) -> Goal:
    """Return a new goal of a class. ValueError: it lacks a method, or making a goal failed."""
    missing = sorted(getattr(kind, "__abstractmethods__", ()))
    if missing:
        raise ValueError(say("{goal} can't be a goal yet. Write its method {method}.",
                             goal=kind.__name__, method=missing[0]))
    try:
        return kind(colour)
    except (Exception, SystemExit) as error:
        raise ValueError(say("A game makes a goal with {call}. That raised {error}.",
                             call=f"{kind.__name__}({colour!r})",
                             error=f"{type(error).__name__}: {error}")) from error


def new_board(given: Block | None, max_depth: int, size: int | None, parts: Parts,
              rng: Random) -> Block:
    """Return a copy of the given board, or a random one, with positions and sizes set.

    ``size`` is its side in pixels; with None, a given board keeps its own size, if it has one.
    ValueError: ``given`` is not a whole board, or ``size`` is too small.
    """
    if given is None:
        Block(0, max_depth)  # raises an error if the depth is invalid
        return parts.board(max_depth, _usual_size(max_depth) if size is None else size, rng)
    arguments.expect("board", given, Block, say("a Block, such as the result of "
                                                "Block.from_nested(...)"))
    for error in broken_invariants(given, places=False):  # only the first: it's raised
        raise error
    if given.level != 0:
        raise ValueError(say("board must be a whole board, but its level isn't 0."))
    board = given.copy()
    if size is None:
        size = given.size or _usual_size(given.max_depth)  # 0: its size isn't set
    board.update_block_locations((0, 0), size)
    parts.locate(board)
    return board


def _usual_size(max_depth: int) -> int:
    """Return a size for a board, in pixels; each unit cell has at least one."""
    return int(max(512, 2**max_depth))
