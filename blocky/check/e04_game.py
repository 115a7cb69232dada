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
from blocky.kit.check.task import Call, Case, Cases, Hints, Outcome, Task, told, unchanged
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
        return say("Collect as much {colour} as you can.", colour=self.colour)


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
    "numbers of the children whose leaf counts":
        "Only children 0 and 1 of a divided block touch its upper edge.",
    "the scores of a leaf at level 0, 1, 2 and 3, with max_depth 3":
        "A leaf scores 4 ** (max_depth - level), with its own level.",
    "the score of two unit cells side by side at the top":
        "Only the largest leaf counts. Don't add leaves, and don't join them.",
    "the scores of two boards with two leaves at the top: of 4 and 1 unit cells, then of 1 and 4":
        "The largest leaf at the top counts, even if it isn't the first one that you find.",
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
    for _ in range(3):  # colours drawn without the seed are the same once in 64 pairs of games
        first = seed()
        yield 2, 1, 1, [2], (first, first)
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
            return (say("Which attributes does your object have? Look at vars above: is there "
                        "{name}?", name=missing[0]),
                    "A local variable of __init__ is gone when __init__ ends. Only what you assign "
                    "to self stays.",
                    say("Your object has no attribute {name} of its own. Add a line self.{name} = "
                        "... to __init__.", name=missing[0]))
        players, goals, board = made["players"], made["goals"], made["board"]
        if [*map(type, players)] != [*map(type, lineup(humans, randoms, smarts))]:
            return ("Compare your players and their order with the task.",
                    "HumanPlayer is a class. How do you make a player from it?",
                    say("You need {humans} HumanPlayer(), then {randoms} RandomPlayer(), then "
                        "{count} SmartPlayer(...), one for each difficulty in smarts.",
                        humans=humans, randoms=randoms, count=len(smarts)))
        if [player.difficulty for player in players[humans + randoms:]] != list(smarts):
            return ("How strong is each of your smart players? How strong should it be?",
                    "Each number in smarts is the difficulty of one smart player.",
                    "Your smart players have the wrong difficulties. Make a "
                    "SmartPlayer(difficulty) for each difficulty in smarts.")
        kinds = {*map(type, goals)} if isinstance(goals, (list, tuple)) else {type(goals)}
        if kinds - {BlobGoal, PerimeterGoal} or len(goals) != len(players):
            return ("What is in your list of goals, and how many goals are there?",
                    "The game chooses between two kinds of goal. Goal i belongs to player i.",
                    say("Make {players} goals, one for each player. Each must be a "
                        "BlobGoal(colour) or a PerimeterGoal(colour).", players=len(players)))
        if len(kinds) > 1:
            return ("Do all players have the same kind of goal?",
                    "How often do you draw the kind of goal, and where?",
                    "You draw the kind of goal again for each player. Draw it once, before the "
                    "loop, so that all players have the same kind.")
        asks = ("Can this board be drawn? Look at the positions and sizes of its blocks.",
                "random_init doesn't place the blocks. What size does the task say?")
        if not isinstance(board, Block) or (board.level, board.max_depth) != (0, case[0]):
            return (*asks, "board must be a Block at level 0 with the given max_depth: "
                           "random_init(0, max_depth, rng).")
        if (board.size, tuple(board.position)) != (512, (0, 0)) or any(broken_invariants(board)):
            return (*asks, say("The board is at {position} with size {size}. Place it and all its "
                               "blocks: call self.board.update_block_locations((0, 0), 512).",
                               position=tuple(board.position), size=board.size))
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
        "Two games with the same seed are different. Draw the kind of goal and each colour with "
        "rng.choice(...), and pass rng on: random_init(0, max_depth, rng)."
        if len(made) == 2 else
        "The kind of goal is always the same. Draw it with rng.choice([BlobGoal, PerimeterGoal])."
        if len({type(goal) for each in made for goal in each["goals"]}) == 1 else
        "The board is always the same. Make a new one in __init__: random_init(0, max_depth, rng)."
        if all(board == boards[0] for board in boards) else
        "All players in a game have the same colour. Draw a new colour for each player."
        if {*different} == {1} else
        "Some colours never appear, or no colour appears twice. Draw each one separately: "
        "rng.choice(list(Colour))."
        if different == [len(each) for each in colours] or any(
            {*each} != {*range(4)} for each in zip(*colours, strict=True)) else "")
    return ("Compare the games: their boards, kinds of goals, and colours.",
            "The same seed gives the same game; another seed gives another game. Any player may "
            "have any colour.", why) if why else None


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
    python=lambda *case: Call(_game_words(*case)),
    kits=[lineup, Game.__init__, game.new_board],
    laws=[_is_right, unchanged(smarts=3), _is_drawn],
    needs="a class, MyGame itself and not an instance of it",
)
