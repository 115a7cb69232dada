"""How a game begins: players, goals and a board that fit together, or a sentence why not."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from blocky.block import Block
from blocky.colour import Colour
from blocky.goal import BlobGoal, Goal, PerimeterGoal
from blocky.invariants import broken_invariants
from blocky.kit.language import say
from blocky.kit.values import count, expect
from blocky.move import RuleSet
from blocky.parts import Parts
from blocky.player import HumanPlayer, Player, RandomPlayer, SmartPlayer

__all__ = ["board", "goals", "players", "seats"]


def players(humans: int, randoms: int, smarts: Sequence[int]) -> list[Player]:
    """Return so many human and random players, and a smart one for each difficulty."""
    expect("smarts", smarts, Sequence, say("a list of difficulties, such as [1, 5]"))
    return [*(HumanPlayer() for _ in range(count("humans", humans))),
            *(RandomPlayer() for _ in range(count("randoms", randoms))),
            *(SmartPlayer(difficulty) for difficulty in smarts)]


def seats(players: Sequence[Player], rules: RuleSet) -> int:
    """Return how many players there are. ValueError: not as many as the rules allow."""
    if rules.max_players is not None and len(players) > rules.max_players:
        raise ValueError(say("The {rules} rules allow {most} players at most, but {count} were "
                             "given.", rules=rules.name, most=rules.max_players,
                             count=len(players)))
    return len(players)


def goals(given: type[Goal] | Sequence[Goal] | None, number: int, rules: RuleSet,
          rng: Random) -> list[Goal]:
    """Return a goal for each of ``number`` players: those given, or of one kind, random colours."""
    kind: Callable[[int], Goal] = rng.choice([BlobGoal, PerimeterGoal])
    colours = (rng.sample(list(Colour), number) if rules.distinct_colours
               else rng.choices(list(Colour), k=number))
    if isinstance(given, type) and issubclass(given, Goal):
        kind = given
    elif isinstance(given, Sequence) and len(given) == number and all(
            isinstance(goal, Goal) for goal in given):
        return list(given)
    elif given is not None:
        raise ValueError(say("goals must be a Goal class, or a list with one Goal for each of the "
                             "{count} players, not {given!r}.", count=number, given=given))
    return [kind(colour) for colour in colours]


def board(given: Block | None, max_depth: int, size: int | None, parts: Parts,
          rng: Random) -> Block:
    """Return a copy of the board given, or a random one, with its places set."""
    if given is not None:
        expect("board", given, Block, say("a Block, such as Block.from_nested(...) returns"))
        for error in broken_invariants(given, places=False):
            raise error
        if given.level != 0:
            raise ValueError(say("board must be a whole board, but its level is not 0."))
        max_depth = given.max_depth
        size = given.size or None if size is None else size
    leaf = Block(0, max_depth)
    size = max(512, 2**max_depth) if size is None else size
    leaf.update_block_locations((0, 0), size)  # refuses a size that does not fit the depth
    if given is None:
        return parts.board(max_depth, size, rng)
    leaf.exchange(given.copy())
    leaf.update_block_locations((0, 0), size)
    return leaf
