"""Exercise 04: goals, and how a game is set up."""

from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

from blocky import game
from blocky.block import Block, random_init
from blocky.check.boards import boards, nested
from blocky.check.goals import goal_task
from blocky.colour import Colour
from blocky.game import Game
from blocky.goal import BlobGoal, Goal, PerimeterGoal
from blocky.invariants import broken_invariants
from blocky.kit.check.task import Case, Cases, Hints, Outcome, Task, told, unchanged
from blocky.kit.language import say
from blocky.player import lineup

__all__ = ["MyGame", "OtherPlaceholderGoal", "PlaceholderGoal", "TopGoal"]


def _placeholder_cases(rng: Random) -> Cases:
    for number, board in enumerate(boards(rng, 5, 3)):
        for colour in Colour if number < 2 else [rng.choice(list(Colour))]:
            yield colour, board


class _PlaceholderGoal(Goal):
    """Score 148, whatever the board is like."""

    def score(self, board: Block) -> int:
        return 148

    def description(self) -> str:
        return say("Go for {colour}.", colour=self.colour)


PlaceholderGoal = goal_task("PlaceholderGoal", _PlaceholderGoal, _placeholder_cases)
OtherPlaceholderGoal = goal_task("OtherPlaceholderGoal", _PlaceholderGoal, _placeholder_cases,
                                 unlike="PlaceholderGoal")


def _top_cases(rng: Random) -> Cases:
    small = [nested([0, 1, 2, 3], 1), nested(1, 0), nested(2, 2),
             nested([2, [0, 1, [1, 2, 2, 2], 3], 1, 1], 3), nested([1, 1, 0, 2], 1)]
    yield Colour.BLUE, small[0]
    for board in (*_CHILD, *_DEEPER, _TWO, *_SIZES):
        yield Colour.RED, board.copy()
    for number, board in enumerate([*small, *boards(rng, 9)]):
        for colour in Colour if number in (0, 3, 4) else rng.sample(list(Colour), 2):
            yield colour, board


class _TopGoal(Goal):
    """Bring the largest leaf of the target colour to the upper edge."""

    def score(self, board: Block) -> int:
        if not board.children:
            return 4 ** (board.max_depth - board.level) if board.colour == self.colour else 0
        return max(self.score(board.children[0]), self.score(board.children[1]))

    def description(self) -> str:
        return say("Bring a large leaf of {colour} to the top.", colour=self.colour)


_STEPS = {
    "the children of which a leaf counts": "Only the children 0 and 1 of a divided block touch its "
                                           "upper edge.",
    "what a leaf at level 0, 1, 2 and 3 counts, where max_depth is 3":
        "A leaf counts 4 ** (max_depth - level), with its own level.",
    "what two unit cells side by side at the top count": "Only the largest leaf counts: leaves are "
                                                         "neither added nor put together.",
    "what leaves of 4 and of 1 unit cells at the top count, and of 1 and of 4":
        "Of all leaves at the top the largest counts, whichever comes first.",
}


#: The boards of the steps: one red child; a red leaf at each level; two leaves; two of two sizes.
_SMALL = [0, 1, 0, 0]
_CHILD = [nested([int(each == number) for each in range(4)], 1) for number in range(4)]
_DEEPER = [nested(tree, 3) for tree in (1, _SMALL, [0, _SMALL, 0, 0],
                                        [0, [0, _SMALL, 0, 0], 0, 0])]
_TWO = nested([1, 1, 0, 0], 1)
_SIZES = [nested([_SMALL, 1, 0, 0], 2), nested([1, _SMALL, 0, 0], 2)]


def _probes(score: Callable[[Block], int]) -> dict[str, Any]:
    def of(board: Block) -> int:
        return score(board.copy())

    return dict(zip(_STEPS, ([number for number in range(4) if of(_CHILD[number])],
                             [*map(of, _DEEPER)], of(_TWO), [*map(of, _SIZES)]), strict=True))


TopGoal = goal_task("TopGoal", _TopGoal, _top_cases, probes=_probes, steps=_STEPS)


# -- how a game is set up ----------------------------------------------------------------------

def _begin(answer: Any, max_depth: int, humans: int, randoms: int, smarts: list[int],
           seeds: tuple[int, ...] | int) -> Any:
    if isinstance(seeds, int):
        return vars(answer(max_depth, humans, randoms, smarts, Random(seeds)))
    return [vars(answer(max_depth, humans, randoms, smarts, Random(seed))) for seed in seeds]


def _game_words(max_depth: int, humans: int, randoms: int, smarts: list[int],
                seeds: tuple[int, ...] | int) -> str:
    made = f"vars(MyGame({max_depth}, {humans}, {randoms}, {smarts}, Random"
    if isinstance(seeds, int):
        return f"{made}({seeds})))"
    shown = seeds if len(seeds) < 3 else f"range({seeds[0]}, {seeds[-1] + 1})"
    return f"[{made}(seed))) for seed in {shown}]"


def _game_cases(rng: Random) -> Cases:
    seed = partial(rng.randrange, 1000)
    for max_depth, humans, randoms, smarts in (
            (0, 1, 0, []), (1, 2, 0, []), (2, 1, 1, [1]), (2, 0, 2, [3, 0])):
        yield max_depth, humans, randoms, smarts, seed()
    yield 2, 1, 1, [2], (first := seed(), first)
    yield 2, 1, 2, [0, 1], seed()
    for _ in range(5):
        smarts = [rng.randrange(6) for _ in range(rng.randrange(1, 4))]
        yield rng.randrange(2, 5), rng.randrange(3), rng.randrange(3), smarts, seed()
    first = seed()
    yield 1, 1, 1, [2], tuple(range(first, first + 60))


def _made(got: Outcome) -> list[dict[str, Any]]:
    value: Any = got.value
    return value if isinstance(value, list) else [value]


def _is_right(case: Case, got: Outcome) -> Hints | None:
    _, humans, randoms, smarts, _ = case
    for made in _made(got):
        if missing := [name for name in ("players", "goals", "board") if name not in made]:
            return (say("Which attributes has an object of your class? See vars, above: is there "
                        "{name}?", name=missing[0]),
                    "A name in __init__ is gone when __init__ is done. What remains is what was "
                    "assigned to self.",
                    say("The object has no attribute {name} of its own: in __init__ there must be "
                        "a line self.{name} = ...", name=missing[0]))
        players, goals, board = made["players"], made["goals"], made["board"]
        if [*map(type, players)] != [*map(type, lineup(humans, randoms, smarts))]:
            return ("Compare the players, and their order, with what is asked for.",
                    "HumanPlayer is a class. What makes a player of it?",
                    say("There must be {humans} HumanPlayer(), then {randoms} RandomPlayer(), then "
                        "{count} SmartPlayer(...): smarts is a list with a difficulty for each.",
                        humans=humans, randoms=randoms, count=len(smarts)))
        if [player.difficulty for player in players[humans + randoms:]] != list(smarts):
            return ("How strong is each smart player, and how strong should it be?",
                    "Each number in smarts is the difficulty of one smart player.",
                    "The smart players have the wrong difficulties: make SmartPlayer(difficulty) "
                    "for each difficulty in smarts.")
        kinds = {*map(type, goals)} if isinstance(goals, (list, tuple)) else {type(goals)}
        if kinds - {BlobGoal, PerimeterGoal} or len(goals) != len(players):
            return ("What is in the list of goals, and how many are there?",
                    "The game chooses between two kinds of goal. Goal i belongs to player i.",
                    say("There must be as many goals as players, {players}, each of them a "
                        "BlobGoal(colour) or a PerimeterGoal(colour).", players=len(players)))
        if len(kinds) > 1:
            return ("Do all players play for the same kind of goal?",
                    "How often is the kind of goal drawn, and where?",
                    "The kind of goal is drawn again for each player. Draw it once, before the "
                    "loop, so that all have the same.")
        asks = ("Could this board be drawn? Look at the positions and sizes of its blocks.",
                "random_init leaves the blocks without places. Which size has the task?")
        if not isinstance(board, Block) or (board.level, board.max_depth) != (0, case[0]):
            return (*asks, "board must be a Block at level 0 with the max_depth that was given: "
                           "random_init(0, max_depth, rng).")
        if (board.size, tuple(board.position)) != (512, (0, 0)) or any(broken_invariants(board)):
            return (*asks, say("The board lies at {position} with the size {size}, and all in it "
                               "must have its place. Call self.board.update_block_locations((0, "
                               "0), 512).", position=tuple(board.position), size=board.size))
    return None


def _is_drawn(case: Case, got: Outcome) -> Hints | None:
    """Compare two games that should be the same, or sixty that should differ."""
    made = _made(got)
    boards, goals = ([told(each[name]) for each in made] for name in ("board", "goals"))
    colours = [[int(goal.colour) for goal in each["goals"]] for each in made]
    different = [len({*each}) for each in colours]
    why = (
        "" if len(made) == 1 else
        "" if len(made) == 2 and (boards[0], goals[0]) == (boards[1], goals[1]) else
        "Both games were made with the same seed. Draw the kind of goal and each colour from the "
        "rng that was given, by rng.choice(...), and hand it on: random_init(0, max_depth, rng)."
        if len(made) == 2 else
        "The kind of goal is always the same. Draw it: rng.choice([BlobGoal, PerimeterGoal])."
        if len({type(goal) for each in made for goal in each["goals"]}) == 1 else
        "The board is always the same. Make it in __init__: random_init(0, max_depth, rng)."
        if all(board == boards[0] for board in boards) else
        "All players of a game have the same colour. Draw a new one for each player."
        if {*different} == {1} else
        "Not all colours come up, or never twice. Draw each by itself: rng.choice(list(Colour))."
        if different == [len(each) for each in colours] or any(
            {*each} != {*range(4)} for each in zip(*colours, strict=True)) else "")
    return ("Compare the games that were made: their boards, kinds of goals, and colours.",
            "The same seed gives the same game. Another gives another one, and any player may have "
            "any colour.", why) if why else None


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
    laws=[_is_right, unchanged(smarts=3), _is_drawn],
    needs="a class, MyGame itself and not an object made of it",
)
