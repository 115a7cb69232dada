"""Exercise 04: how a game is set up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from types import SimpleNamespace
from typing import Any

from blocky import game
from blocky.block import Block, random_init
from blocky.colour import Colour
from blocky.game import Game
from blocky.goal import BlobGoal, Goal, PerimeterGoal
from blocky.invariants import broken_invariants
from blocky.kit.check.compare import told
from blocky.kit.check.laws import unchanged
from blocky.kit.check.run import Outcome
from blocky.kit.check.task import Case, Hints, Law, Task
from blocky.kit.language import say
from blocky.player import lineup

__all__ = ["MyGame"]

Seeds = tuple[int, ...]


def _begin(answer: Any, max_depth: int, humans: int, randoms: int, smarts: list[int],
           seeds: Seeds | int) -> Any:
    if isinstance(seeds, int):
        return vars(answer(max_depth, humans, randoms, smarts, Random(seeds)))
    return [vars(answer(max_depth, humans, randoms, smarts, Random(seed))) for seed in seeds]


def _game_words(max_depth: int, humans: int, randoms: int, smarts: list[int],
                seeds: Seeds | int) -> str:
    made = f"vars(MyGame({max_depth}, {humans}, {randoms}, {smarts}, Random"
    if isinstance(seeds, int):
        return f"{made}({seeds})))"
    shown = seeds if len(seeds) < 3 else f"range({seeds[0]}, {seeds[-1] + 1})"
    return f"[{made}(seed))) for seed in {shown}]"


def _game_cases(rng: Random) -> Iterator[Case]:
    def seed() -> int:
        return rng.randrange(1000)

    yield 0, 1, 0, [], seed()
    yield 1, 2, 0, [], seed()
    yield 2, 1, 1, [1], seed()
    yield 2, 0, 2, [3, 0], seed()
    yield 2, 1, 1, [2], (first := seed(), first)
    yield 2, 1, 2, [0, 1], seed()
    for _ in range(5):
        smarts = [rng.randrange(6) for _ in range(rng.randrange(1, 4))]
        yield rng.randrange(2, 5), rng.randrange(3), rng.randrange(3), smarts, seed()
    first = seed()
    yield 1, 1, 1, [2], tuple(range(first, first + 60))


def _made(got: Outcome) -> list[dict[str, Any]]:
    """Return the attributes of each game that was made."""
    value: Any = got.value
    return value if isinstance(value, list) else [value]


def _each(law: Callable[[Case, Any], Hints | None]) -> Law:
    """Return the law that this holds for each of the games; it gets their attributes."""
    return lambda case, got: next((
        hints for made in _made(got) if (hints := law(case, SimpleNamespace(**made)))), None)


def _attributes(case: Case, made: Any) -> Hints | None:
    for name in ("players", "goals", "board"):
        if not hasattr(made, name):
            return (say("Which attributes has an object of your class? See vars, above: is "
                        "there {name}?", name=name),
                    "A name in __init__ is gone when __init__ is done. What remains is what "
                    "was assigned to self.",
                    say("The object has no attribute {name} of its own: in __init__ there "
                        "must be a line self.{name} = ...", name=name))
    for name in ("players", "goals"):
        own = getattr(made, name)
        if not isinstance(own, (list, tuple)) or any(isinstance(each, type) for each in own):
            return ("Look at what is in the list: is it an object, or a class?",
                    "HumanPlayer is a class. What makes a player of it?",
                    say("{name} must be a list of objects, not of classes. An object is made by a "
                        "call: HumanPlayer(), BlobGoal(colour).", name=name))
    return None


def _right_players(case: Case, made: Any) -> Hints | None:
    _, humans, randoms, smarts, _ = case
    kinds = [type(player) for player in lineup(humans, randoms, smarts)]
    own = [type(player) for player in made.players]
    if own != kinds:
        return (say("Compare the players with {humans} human, {randoms} random, and a smart one "
                    "for each difficulty in {smarts}.", humans=humans, randoms=randoms,
                    smarts=smarts),
                "Their order is fixed: first all human players, then the random ones, then the "
                "smart ones.",
                "The players are right, but in the wrong order: human, random, smart."
                if Counter(own) == Counter(kinds) else
                say("There must be {humans} HumanPlayer(), then {randoms} RandomPlayer(), then "
                    "{count} SmartPlayer(...): smarts is a list with a difficulty for each.",
                    humans=humans, randoms=randoms, count=len(smarts)))
    if [player.difficulty for player in made.players[humans + randoms:]] != list(smarts):
        return ("How strong is each smart player, and how strong should it be?",
                "Each number in smarts is the difficulty of one smart player.",
                "The smart players have the wrong difficulties: make SmartPlayer(difficulty) for "
                "each difficulty in smarts.")
    return None


def _right_goals(case: Case, made: Any) -> Hints | None:
    if not all(type(goal) in (BlobGoal, PerimeterGoal) for goal in made.goals):
        return ("What is in the list of goals?", "The game chooses between two kinds of goal.",
                "Each goal must be a BlobGoal(colour) or a PerimeterGoal(colour).")
    if len(made.goals) != len(made.players):
        return ("How many players are there, and how many goals?",
                "Goal number i belongs to player number i.",
                say("There must be as many goals as players, one for each of them. Here there are "
                    "{players} players, and goals: {goals}.", players=len(made.players),
                    goals=len(made.goals)))
    if len({type(goal) for goal in made.goals}) > 1:
        return ("Do all players play for the same kind of goal?",
                "How often is the kind of goal drawn, and where?",
                "The kind of goal is drawn again for each player. Draw it once, before the loop, "
                "so that all have the same.")
    return None


def _right_board(case: Case, made: Any) -> Hints | None:
    board = made.board
    asks = ("Could this board be drawn? Look at the positions and sizes of its blocks.",
            "random_init leaves the blocks without places. Which size has the task?")
    if not isinstance(board, Block) or (board.level, board.max_depth) != (0, case[0]):
        return (*asks, "board must be a Block at level 0 with the max_depth that was given: "
                       "random_init(0, max_depth, rng).")
    if (board.size, tuple(board.position)) != (512, (0, 0)) or any(broken_invariants(board)):
        return (*asks, say("The board lies at {position} with the size {size}, and all in it must "
                           "have its place. Call self.board.update_block_locations((0, 0), 512).",
                           position=tuple(board.position), size=board.size))
    return None


#: What is not drawn from rng if these differ though the seed is the same.
_NOT_DRAWN = {
    "board": "The board is another one: it does not come from the rng that was given. Hand it on: "
             "random_init(0, max_depth, rng).",
    "goals": "The goals are others: draw their kind and each colour from the rng that was given, "
             "with rng.choice(...).",
}


def _same_seed_same_game(case: Case, got: Outcome) -> Hints | None:
    made = _made(got)
    differ = [name for name in _NOT_DRAWN
              if len(made) == 2 and told(made[0][name]) != told(made[1][name])]
    return ("Both games were made with the same seed. What is different in them?",
            "Only what is drawn from rng is the same for the same seed.",
            "\n".join(say(_NOT_DRAWN[name]) for name in differ)) if differ else None


def _variety(case: Case, got: Outcome) -> Hints | None:
    made = _made(got)
    if len(made) < 3:
        return None
    goals = [game["goals"] for game in made]
    colours = [[int(goal.colour) for goal in each] for each in goals]
    if len({type(goal) for each in goals for goal in each}) == 1:
        return ("Sixty games were made. What do they have in common?",
                "Which kind of goal is played for should be left to chance.",
                "The kind of goal is always the same. Draw it: "
                "rng.choice([BlobGoal, PerimeterGoal]).")
    if all(game["board"] == made[0]["board"] for game in made):
        return ("Compare the boards of the sixty games.",
                "Another seed should give another board.",
                "The board is always the same. Make it with random_init(0, max_depth, rng), in "
                "__init__ and with the rng that was given.")
    different = [len(set(each)) for each in colours]
    why = (
        "All players of a game have the same colour. Draw a new one for each player."
        if set(different) == {1} else
        "The colours are always different ones, as if one was taken out of the four by each "
        "player. Draw each colour by itself: rng.choice(list(Colour))."
        if different == [len(each) for each in colours] else
        "Not every colour comes up. Draw each one with rng.choice(list(Colour))."
        if any(set(each) != set(range(4)) for each in zip(*colours, strict=True)) else "")
    return ("Compare the target colours of the players in each of the sixty games.",
            "Each of the four colours should be possible for each player, and two players may "
            "have the same. How often is a colour drawn in a game?", why) if why else None


class _MyGame:
    """A game that is ready to begin: players, a goal for each, and a board."""

    def __init__(self, max_depth: int, humans: int, randoms: int, smarts: list[int],
                 rng: Random) -> None:
        self.players = lineup(humans, randoms, smarts)
        kind: Callable[[int], Goal] = rng.choice([BlobGoal, PerimeterGoal])
        self.goals = [kind(rng.choice(list(Colour))) for _ in self.players]
        self.board = random_init(0, max_depth, rng)
        self.board.update_block_locations((0, 0), 512)


MyGame = Task(
    "MyGame", _MyGame, _game_cases, _begin, only_laws=True, words=_game_words,
    kits=[lineup, Game.__init__, game.new_board],
    laws=[_each(_attributes), _each(_right_players), _each(_right_goals), _each(_right_board),
          unchanged(smarts=3), _same_seed_same_game, _variety],
    needs="a class, MyGame itself and not an object made of it",
)
