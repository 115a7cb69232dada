"""Exercise 04: goals, and the initializer of a game."""

from collections.abc import Callable
from random import Random
from typing import Any

from blocky import game
from blocky.block import Block, random_init
from blocky.check.boards import boards, nested
from blocky.check.e02_blocks import chooses_from_a_list
from blocky.check.goals import goal_task
from blocky.colour import Colour
from blocky.game import Game
from blocky.goal import BlobGoal, Goal, PerimeterGoal
from blocky.invariants import broken_invariants
from blocky.kit.check.task import (
    Call,
    Case,
    Cases,
    Hints,
    Mistake,
    Outcome,
    Task,
    told,
    unchanged,
)
from blocky.kit.language import say
from blocky.player import lineup

__all__ = ["MyGame", "OtherPlaceholderGoal", "PlaceholderGoal", "TopGoal"]


# -- placeholders ------------------------------------------------------------------------------

def _placeholder_cases(rng: Random) -> Cases:
    """Yield a colour and a board; the first two boards come with all four colours."""
    for number, board in enumerate(boards(rng, 5, 3)):
        colours = list(Colour) if number < 2 else [rng.choice(list(Colour))]
        for colour in colours:
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


# -- the largest leaf at the top ---------------------------------------------------------------

class _TopGoal(Goal):
    """Bring the largest leaf of the target colour to the upper edge."""

    def score(self, board: Block) -> int:
        if not board.children:
            return 4 ** (board.max_depth - board.level) if board.colour == self.colour else 0
        return max(self.score(board.children[0]), self.score(board.children[1]))

    def description(self) -> str:
        return say("Bring a large leaf of {colour} to the top.", colour=self.colour)


#: Boards for red, and blue elsewhere. In these four, one child is red.
_ONE_CHILD = [nested([1, 0, 0, 0], 1), nested([0, 1, 0, 0], 1), nested([0, 0, 1, 0], 1),
              nested([0, 0, 0, 1], 1)]

#: In these, a leaf at level 0, 1, 2 or 3 is red and at the top.
_ONE_LEAF = [nested(1, 3), nested([0, 1, 0, 0], 3), nested([0, [0, 1, 0, 0], 0, 0], 3),
             nested([0, [0, [0, 1, 0, 0], 0, 0], 0, 0], 3)]

#: In these, two leaves at the top are red, from left to right of 1 and 1, 4 and 1, 1 and 4 cells.
_TWO_LEAVES = [nested([1, 1, 0, 0], 1), nested([[0, 1, 0, 0], 1, 0, 0], 2),
               nested([1, [0, 1, 0, 0], 0, 0], 2)]


def _top_cases(rng: Random) -> Cases:
    """Yield a colour and a board: the boards above with red, and others with several colours."""
    four_colours = nested([0, 1, 2, 3], 1)
    yield Colour.BLUE, four_colours
    for board in (*_ONE_CHILD, *_ONE_LEAF, *_TWO_LEAVES):
        yield Colour.RED, board.copy()
    deep = nested([2, [0, 1, [1, 2, 2, 2], 3], 1, 1], 3)
    red_and_blue = nested([1, 1, 0, 2], 1)
    for board in (four_colours, deep, red_and_blue):
        yield from ((colour, board) for colour in Colour)
    for board in (nested(1, 0), nested(2, 2), *boards(rng, 9)):
        yield from ((colour, board) for colour in rng.sample(list(Colour), 2))


_TOP_CHILDREN = "numbers of the children that score points"
_BY_LEVEL = "the scores of a leaf at level 0, 1, 2 and 3, with max_depth 3"
_LARGEST = "the scores of boards whose red top leaves have (1, 1), (4, 1), (1, 4) unit cells"

_TOP_STEPS = {
    _TOP_CHILDREN: "Only children 0 and 1 of a divided block touch its upper edge.",
    _BY_LEVEL: "A leaf scores 4 ** (max_depth - level), with its own level.",
    _LARGEST: "Only the largest leaf at the top counts. Don't add or join leaves: take the max of "
              "their scores.",
}


def _top_facts(score: Callable[[Block], int]) -> dict[str, Any]:
    """Return facts about how a red goal scores the boards above; ``score`` is its method."""
    return {
        _TOP_CHILDREN: [number for number in range(4) if score(_ONE_CHILD[number].copy())],
        _BY_LEVEL: [score(board.copy()) for board in _ONE_LEAF],
        _LARGEST: [score(board.copy()) for board in _TWO_LEAVES],
    }


def _longest_run(board: Block, colour: int) -> int:
    """Return how many cells the longest run of a colour in the first row of a board has."""
    longest = run = 0
    for cell in board.flatten()[0]:
        run = run + 1 if cell == colour else 0
        longest = max(longest, run)
    return longest


class _SquaresARun(_TopGoal):
    """Take cells side by side in the first row for one leaf."""

    def score(self, board: Block) -> int:
        return _longest_run(board, self.colour) ** 2


class _CountsARun(_TopGoal):
    """Count the cells side by side in the first row."""

    def score(self, board: Block) -> int:
        return _longest_run(board, self.colour)


class _CountsTheFirstRow(_TopGoal):
    """Count the cells of the colour in the first row."""

    def score(self, board: Block) -> int:
        return int((board.flatten()[0] == self.colour).sum())


def _first_that_scores(first: int, second: int) -> type[Goal]:
    """Return a typical mistake: a goal that takes the first child that scores, as with ``or``.

    ``first`` and ``second`` are the numbers of the upper children, in the order of the ``or``.
    """
    class TakesTheFirst(_TopGoal):
        """Take the score of one child, or that of the other if the first has none."""

        def score(self, board: Block) -> int:
            if not board.children:
                return super().score(board)
            return self.score(board.children[first]) or self.score(board.children[second])
    return TakesTheFirst


#: The hints for a goal that stops at the first child that scores.
_FIRST_SCORES = (
    "Which of the two upper children gives your score if both have the colour?",
    "The other child may have a larger leaf.",
    "Your score is that of the first upper child that scores, even if the other one has a larger "
    "leaf. Take the max of both scores: or returns the first one that isn't 0.")

#: The first two hints for a goal that looks at cells, not at leaves.
_LEAVES = ("What does your goal compare: cells or leaves?",
           "In the grid, you can't see where one leaf ends and the next begins.")

TopGoal = goal_task(
    "TopGoal", _TopGoal, _top_cases, probes=_top_facts, steps=_TOP_STEPS, mistakes=[
        Mistake(_SquaresARun, (
            *_LEAVES,
            "Your goal counts two leaves side by side as one large leaf. Look at the leaves, not "
            "at the grid: only children 0 and 1 of a divided block touch its upper edge.")),
        Mistake(_CountsARun, (
            *_LEAVES,
            "Your code counts cells that are next to each other in the first row. Look at the "
            "leaves, not at the grid: the largest leaf at the top scores 1 for each of its unit "
            "cells.")),
        Mistake(_first_that_scores(1, 0), _FIRST_SCORES),
        Mistake(_first_that_scores(0, 1), _FIRST_SCORES),
        Mistake(_CountsTheFirstRow, (
            *_LEAVES,
            "Your code counts the cells in the first row. Look at the leaves, not at the grid: the "
            "largest leaf at the top scores 1 for each of its unit cells."))])


# -- how a game is set up ----------------------------------------------------------------------

class _MyGame:
    """A game that is ready to begin: players, a goal for each, and a board."""

    def __init__(self, max_depth: int, humans: int, randoms: int, smarts: list[int],
                 rng: Random) -> None:
        self.players = lineup(humans, randoms, smarts)
        kind: Callable[[int], Goal] = rng.choice([BlobGoal, PerimeterGoal])
        self.goals = [kind(rng.choice(list(Colour))) for _ in self.players]
        self.board = random_init(0, max_depth, rng)
        self.board.update_block_locations((0, 0), 512)


#: The number of games with different seeds, which show whether everything is random.
_MANY = 60


def _game_cases(rng: Random) -> Cases:
    """Yield the arguments of MyGame, with a seed in place of rng.

    A tuple of seeds stands for several games: two with the same seed, or _MANY with different ones.
    """
    for max_depth, humans, randoms, smarts in (
            (0, 1, 0, []), (1, 2, 0, []), (2, 1, 1, [1]), (2, 0, 2, [3, 0])):
        yield max_depth, humans, randoms, smarts, rng.randrange(1000)
    # three times: the colours of three players that don't come from rng agree by accident in 1 of
    # 64 pairs of games
    for _ in range(3):
        seed = rng.randrange(1000)
        yield 2, 1, 1, [2], (seed, seed)
    first = rng.randrange(1000)
    yield 1, 1, 1, [2], tuple(range(first, first + _MANY))
    yield 2, 1, 2, [0, 1], rng.randrange(1000)
    for _ in range(5):
        smarts = [rng.randrange(6) for _ in range(rng.randrange(1, 4))]
        yield rng.randrange(2, 5), rng.randrange(3), rng.randrange(3), smarts, rng.randrange(1000)


def _begin(answer: Any, max_depth: int, humans: int, randoms: int, smarts: list[int],
           seeds: tuple[int, ...] | int) -> Any:
    """Return the attributes of a new game as a dict; for several seeds, a list of such dicts."""
    if isinstance(seeds, int):
        return vars(answer(max_depth, humans, randoms, smarts, Random(seeds)))
    return [vars(answer(max_depth, humans, randoms, smarts, Random(seed))) for seed in seeds]


def _game_words(max_depth: int, humans: int, randoms: int, smarts: list[int],
                seeds: tuple[int, ...] | int) -> str:
    """Return the Python expression for what ``_begin`` returns."""
    def attributes(seed: int | str) -> str:
        return f"vars(MyGame({max_depth}, {humans}, {randoms}, {smarts}, Random({seed})))"

    if isinstance(seeds, int):
        return attributes(seeds)
    if len(seeds) < 3:
        return f"[{attributes('seed')} for seed in {seeds}]"
    first, *_, last = seeds  # with all numbers in between
    return f"[{attributes('seed')} for seed in range({first}, {last + 1})]"


# -- laws of each game -------------------------------------------------------------------------

def _games(got: Outcome) -> list[dict[str, Any]]:
    """Return a list of the games that were made in a case, each as a dict of its attributes."""
    value: Any = got.value
    return value if isinstance(value, list) else [value]


def _has_three_attributes(case: Case, got: Outcome) -> Hints | None:
    """Return hints about an attribute that is missing: players, goals or board."""
    for made in _games(got):
        missing = [name for name in ("players", "goals", "board") if name not in made]
        if missing:
            return (say("Does your object have the attribute {name}? Look at the output of vars "
                        "above.",
                        name=missing[0]),
                    "A local variable is gone when __init__ ends. Only what you store in an "
                    "attribute of self stays.",
                    say("Your object has no attribute {name} of its own. Add a line self.{name} = "
                        "... to __init__.", name=missing[0]))
    return None


def _has_the_players(case: Case, got: Outcome) -> Hints | None:
    """Return hints about players of wrong classes, in a wrong order or of wrong difficulties."""
    _, humans, randoms, smarts, _ = case
    right = lineup(humans, randoms, smarts)
    right_kinds = [*map(_class_and_difficulty, right)]
    for made in _games(got):
        kinds = [*map(_class_and_difficulty, made["players"])]
        has_right_classes = [*map(type, made["players"])] == [*map(type, right)]
        if kinds != right_kinds and has_right_classes:
            difficulties = [number for _, number in kinds if number is not None]
            return ("Compare your smart players with the list smarts.",
                    "The list smarts contains the difficulty of each smart player.",
                    say("The list smarts is {smarts}, but the difficulties of your smart players "
                        "are {own}. Loop over smarts, and make one SmartPlayer with each number.",
                        smarts=list(smarts), own=difficulties))
        if kinds != right_kinds:
            return ("Compare your players and their order with the task.",
                    "The humans come first, then the random players, and then one smart player for "
                    "each difficulty in smarts.",
                    say("self.players is {own}, but it should be {right}. A SmartPlayer gets its "
                        "difficulty from the list smarts.", own=made["players"], right=right))
    return None


def _class_and_difficulty(player: Any) -> tuple[type, Any]:
    """Return the class of a player and its difficulty; None if the player has no difficulty."""
    return type(player), getattr(player, "difficulty", None)


def _has_a_goal_for_each_player(case: Case, got: Outcome) -> Hints | None:
    """Return hints if there aren't as many goals as players, or there are other kinds of goals."""
    _, _, _, smarts, _ = case
    for made in _games(got):
        goals = made["goals"]
        is_list_of_goals = isinstance(goals, (list, tuple)) and all(
            type(goal) in (BlobGoal, PerimeterGoal) for goal in goals)
        players = made["players"]
        if is_list_of_goals and len(goals) != len(players):
            return _hints_of_count(goals=len(goals), players=len(players), smarts=len(smarts))
        if not is_list_of_goals:
            return ("What is in your list of goals, and how many goals are there?",
                    "The game chooses between two kinds of goal. Goal i belongs to player i.",
                    say("self.goals is {own}. Make one goal for each player: a BlobGoal(colour) or "
                        "a PerimeterGoal(colour).", own=goals))
    return None


def _hints_of_count(goals: int, players: int, smarts: int) -> Hints:
    """Return the hints for a wrong number of goals.

    The arguments are the numbers of goals, of all players, and of the smart ones among them.
    """
    if goals == players - smarts:
        why = say("There are {goals} goals for {players} players: the smart players have none. "
                  "Make the goals after you have added all the players, including the smart ones.",
                  goals=goals, players=players)
    else:
        why = say("There are {goals} goals for {players} players. Make one goal for each player, "
                  "for example in a loop over self.players.", goals=goals, players=players)
    return ("How many goals are in your list, and how many players are there?",
            "Goal i belongs to player i. The kind of player doesn't matter.", why)


def _has_one_kind_of_goal(case: Case, got: Outcome) -> Hints | None:
    """Return hints if the goals of one game are of different kinds."""
    for made in _games(got):
        if len({*map(type, made["goals"])}) > 1:
            return ("Do all players have the same kind of goal?",
                    "How often do you draw the kind of goal, and where?",
                    "Your code draws the kind of goal again for each player. Draw it once, before "
                    "the loop, so that all players have the same kind.")
    return None


#: The first two hints about the board.
_BOARD = ("Look at the board of your game: its max_depth, positions and sizes.",
          "Make the board with random_init. Then place its blocks with update_block_locations.")


def _has_a_board(case: Case, got: Outcome) -> Hints | None:
    """Return hints if the board isn't a block at level 0 with the given max_depth."""
    max_depth, *_ = case
    for made in _games(got):
        board = made["board"]
        if board is None:
            return (*_BOARD,
                    "self.board is None. update_block_locations returns nothing, so first assign "
                    "the result of random_init to self.board. Then call "
                    "self.board.update_block_locations on the next line.")
        if not isinstance(board, Block) or board.level != 0 or board.max_depth != max_depth:
            return (*_BOARD,
                    say("self.board is {own}, not a Block with level 0 and max_depth {max_depth}. "
                        "Assign the result of random_init(0, max_depth, rng), and call "
                        "update_block_locations on another line.", own=board,
                        max_depth=max_depth))
    return None


def _has_placed_blocks(case: Case, got: Outcome) -> Hints | None:
    """Return hints if the board isn't at (0, 0) with size 512, or a block in it is misplaced."""
    for made in _games(got):
        board = made["board"]
        is_placed = tuple(board.position) == (0, 0) and board.size == 512
        if not is_placed or any(broken_invariants(board)):
            return (*_BOARD,
                    "The blocks of the board aren't in their places. Call "
                    "self.board.update_block_locations((0, 0), 512), after random_init.")
    return None


# -- laws of two games with the same seed, and of many with different ones ---------------------

#: The first two hints about random choices.
_CHANCE = ("Compare the games: their boards, kinds of goals, and colours.",
           "The same seed gives the same game, and a different seed gives a different game. Any "
           "player may have any colour.")


def _repeats_a_game(case: Case, got: Outcome) -> Hints | None:
    """Return hints if two games with the same seed differ in their board or goals."""
    games = _games(got)
    if len(games) != 2:
        return None
    first, second = games
    are_equal = all(told(first[name]) == told(second[name]) for name in ("board", "goals"))
    if are_equal:
        return None
    return (*_CHANCE,
            "With your code, two games with the same seed are different. They must be the same. "
            "Draw the kind of goal and each colour with rng.choice(...), and pass rng to "
            "random_init(0, max_depth, rng).")


def _draws_the_kind(case: Case, got: Outcome) -> Hints | None:
    """Return hints if many games all have the same kind of goal."""
    games = _games(got)
    kinds = {type(goal) for made in games for goal in made["goals"]}
    if len(games) != _MANY or len(kinds) > 1:
        return None
    return (*_CHANCE,
            "In your games, the kind of goal is always the same. Draw it with "
            "rng.choice([BlobGoal, PerimeterGoal]).")


def _draws_the_board(case: Case, got: Outcome) -> Hints | None:
    """Return hints if many games all have the same board."""
    games = _games(got)
    first_board = told(games[0]["board"])
    if len(games) != _MANY or any(told(made["board"]) != first_board for made in games):
        return None
    return (*_CHANCE,
            "In your games, the board is always the same. Make a new one in __init__: "
            "random_init(0, max_depth, rng).")


def _draws_each_colour(case: Case, got: Outcome) -> Hints | None:
    """Return hints if, in many games, the colours of the players aren't drawn one by one from all.

    That shows if the players of a game always have the same colour, or always different ones, or
    if a player never has some colour.
    """
    games = _games(got)
    if len(games) != _MANY:
        return None
    colours = [[goal.colour for goal in made["goals"]] for made in games]  # a list for each game
    numbers_of_colours = {len({*colours_of_game}) for colours_of_game in colours}
    always_the_same = numbers_of_colours == {1}
    if always_the_same:
        return (*_CHANCE,
                "In your games, all players have the same colour. Draw a new colour for each "
                "player: rng.choice(list(Colour)).")
    number_of_players = len(colours[0])
    always_different = numbers_of_colours == {number_of_players}
    if always_different:
        return (*_CHANCE,
                "In your games, no two players ever have the same colour. Draw each colour "
                "separately, with rng.choice(list(Colour)): then colours can repeat.")
    for number, colours_of_player in enumerate(zip(*colours, strict=True)):
        never = [colour.word for colour in Colour if colour not in colours_of_player]
        if never:
            return (*_CHANCE,
                    say("Player {number} never gets {colour} in {count} games. Draw each colour "
                        "from all four: rng.choice(list(Colour)).",
                        number=number, colour=never[0], count=len(games)))
    return None


MyGame = Task(
    "MyGame", _MyGame, _game_cases, _begin, only_laws=True, words=_game_words,
    python=lambda *case: Call(_game_words(*case)),
    kits=[lineup, Game.__init__, game.new_board],
    laws=[chooses_from_a_list, _has_three_attributes, _has_the_players,
          _has_a_goal_for_each_player, _has_one_kind_of_goal, _has_a_board, _has_placed_blocks,
          unchanged(smarts=3), _repeats_a_game, _draws_the_kind, _draws_the_board,
          _draws_each_colour],
    needs="a class, MyGame itself and not an instance of it",
)
