"""Exercise 04: goals, and how a game is set up."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from operator import itemgetter
from random import Random
from typing import Any

from blocky import start
from blocky.block import Block, random_init
from blocky.check.boards import boards, nested
from blocky.colour import Colour
from blocky.goal import BlobGoal, Goal, PerimeterGoal
from blocky.invariants import broken_invariants
from blocky.kit.check.run import Outcome
from blocky.kit.check.task import Case, Hints, Mistake, Task, subclass_of
from blocky.kit.check.told import told, written
from blocky.kit.language import say
from blocky.player import HumanPlayer, Player, RandomPlayer, SmartPlayer

__all__ = ["MyGame", "PlaceholderGoal", "TopGoal"]

Score = Callable[[Any, Block], Any]


# -- goals -------------------------------------------------------------------------------------

class _Sentence(str):
    """A description, which equals every other that names the target colour if it does so."""

    def __new__(cls, text: str, colour: Colour) -> _Sentence:
        sentence = super().__new__(cls, text)
        named = re.search(rf"\b{colour.word}\b", text, re.IGNORECASE)
        sentence.colour = colour
        sentence.names_it = bool(named) if len(text.split()) > 1 else None
        return sentence

    colour: Colour
    names_it: bool | None  # None: it is no sentence

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Sentence) and (
            (self.names_it, self.colour) == (other.names_it, other.colour))

    __hash__ = str.__hash__

    def __repr__(self) -> str:
        text, word = str(self), self.colour.word
        if self.names_it is None:
            return say("{text!r} (no sentence)", text=text)
        return (say("{text!r} (with the word {word})", text=text, word=word) if self.names_it else
                say("{text!r} (without the word {word})", text=text, word=word))


def _no_whole_number(score: float) -> str:
    return say("{score}, which is not a whole number", score=score)


def _use(answer: Any, colour: Colour, board: Block) -> dict[str, Any]:
    """Return what there is to know of a goal."""
    goal = answer(colour)
    score, text = goal.score(board), goal.description()
    if isinstance(score, float):
        score = _no_whole_number(score)
    return {"score": score, "colour": goal.colour,
            "description": _Sentence(text, colour) if isinstance(text, str) else text}


def _goal(score: Score, description: Callable[[Any], Any], **more: Any) -> Any:
    return type("Wrong", (Goal,), {"score": score, "description": description, **more})


def _good(self: Any) -> str:
    return say("This is about {colour}.", colour=self.colour)


def _names(colour: Colour) -> Callable[[Any], str]:
    return lambda self: say("Go for {colour}.", colour=colour)


def _without_super(self: Any, colour: int) -> None:
    pass


def _always(colour: Colour) -> Callable[[Any, int], None]:
    def init(self: Any, given: int) -> None:
        self.colour = colour
    return init


def _mistakes_in_classes(score: Score) -> list[Mistake]:
    """Return the mistakes that every goal can have, for one whose score is right."""
    def unknown(self: Any) -> str:
        raise NameError

    def wrongly_called(self: Any) -> str:
        raise TypeError

    return [
        Mistake(_goal(score, lambda self: None), (
            "What does description return?",
            "A description that is printed is gone; the game wants to show it itself.",
            "description returns None. Return the sentence in place of printing it.")),
        Mistake(_goal(score, lambda self: "It says nothing of it."), (
            "Would a player know from your description which colour to look for?",
            "Each goal has its own target colour, and a player must be told which.",
            "The description does not name the target colour. Put self.colour into it: "
            'f"... {self.colour} ..."')),
        *(Mistake(_goal(score, _names(colour)), (
            "Make a goal for red and one for blue: what are their descriptions?",
            "The class is written once, and goals of all four colours are made of it.",
            "The description always names the same colour. Put self.colour into it."))
          for colour in Colour),
        *(Mistake(_goal(score, _good, __init__=_always(colour)), (
            "Make a goal for red and one for blue: what is the colour of each?",
            "The class is written once, and goals of all four colours are made of it.",
            "The colour is always the same, whatever colour is given. Goal's own __init__ keeps "
            "the colour; you need none."))
          for colour in Colour),
        Mistake(_goal(score, _good, __init__=_without_super), (
            "Read the error: which attribute does the goal not have? Check its spelling.",
            "The attribute colour is set in Goal.__init__. Does that ever run?",
            "There is no such attribute. If it is colour, then your class has an __init__ of its "
            "own that does not call super().__init__(colour). Delete it, or make that call.")),
        Mistake(_goal(score, unknown), (
            "Read the error: which name does Python not know?",
            "In a method, an attribute is written with the object before it.",
            "A name is unknown. The goal's colour is self.colour in each method, not colour.")),
        Mistake(_goal(score, wrongly_called), (
            "Read the error: which method is called with something that it does not take?",
            "Every method has self as its first parameter.",
            "A method has the wrong parameters. They are: score(self, board) and "
            "description(self).")),
        Mistake(_goal(lambda self, board: None, _good), (
            "What does score return?",
            "A score that is printed is gone; the game wants to add it up itself.",
            "score returns None. It must return the score, on every way through it.")),
        Mistake(_goal(lambda self, board: _no_whole_number(float(score(self, board))), _good), (
            "What kind of number is your score?",
            "Some operations make 148.0 of 148, which is another kind of number.",
            "The score is a float. Use // and not /, or int(...).")),
        Mistake(_goal(lambda self, board: str(score(self, board)), _good), (
            "What is the type of your score?",
            "Between quotation marks there is a text, even if it consists of digits.",
            "The score is a text. Return the number, without quotation marks.")),
    ]


def _words(name: str) -> Callable[..., str]:
    return lambda colour, board: say("{goal} with {board}", goal=f"{name}({colour!r})",
                                     board=written(board))


def _placeholder_cases(rng: Random) -> Iterator[Case]:
    for number, board in enumerate(boards(rng, 5, 3)):
        for colour in Colour if number < 2 else [rng.choice(list(Colour))]:
            yield colour, board


def _score_148(self: Any, board: Block) -> int:
    return 148


class _PlaceholderGoal(Goal):
    """Score 148, whatever the board is like."""

    def score(self, board: Block) -> int:
        """Return 148."""
        return 148

    def description(self) -> str:
        """Return a sentence that tells a player what to do."""
        return say("Go for {colour}.", colour=self.colour)


PlaceholderGoal = Task(
    "PlaceholderGoal", _PlaceholderGoal, _placeholder_cases, _use, form=subclass_of(Goal),
    mistakes=_mistakes_in_classes(_score_148), words=_words("PlaceholderGoal"),
    hints=("Compare what is expected with what you got: which of the three is different?",
           "score returns the number 148, and description returns any sentence with self.colour.",
           "score has one line, return 148. description has one line too: return, and then a "
           "sentence as a text with the colour in it."),
    needs="a subclass of Goal, the class itself and not an object made of it",
)


# -- a goal that looks at the tree -------------------------------------------------------------

def _top_cases(rng: Random) -> Iterator[Case]:
    small = [nested([0, 1, 2, 3], 1), nested(1, 0), nested(2, 2),
             nested([2, [0, 1, [1, 2, 2, 2], 3], 1, 1], 3)]
    for number, board in enumerate([*small, *boards(rng, 9)]):
        for colour in Colour if number in (0, 3) else rng.sample(list(Colour), 2):
            yield colour, board


def _cells(block: Block) -> int:
    return int(4 ** (block.max_depth - block.level))


def _largest(numbers: Sequence[int] = (0, 1), leaf: Callable[[Block], int] = _cells,
             join: Callable[[Any], Any] = max) -> Score:
    """Return a score by recursion: how it goes down, what a leaf counts, and what joins both."""
    def score(self: Any, block: Block) -> Any:
        if not block.children:
            return leaf(block) if block.colour == self.colour else 0
        return join([score(self, block.children[i]) for i in numbers])
    return score


def _any_colour(self: Any, block: Block) -> int:
    if not block.children:
        return _cells(block)
    return max(_any_colour(self, child) for child in block.children[:2])


def _first_level(self: Any, board: Block) -> int:
    return max([_cells(block) for block in board.children[:2] or [board]
                if block.colour == self.colour], default=0)


def _not_joined(self: Any, block: Block) -> int:
    return _cells(block) if block.colour == self.colour else 0


def _top(score: Score, hints: Hints) -> Mistake:
    return Mistake(_goal(score, _good), hints)


class _TopGoal(Goal):
    """Bring the largest leaf of the target colour to the upper edge."""

    def score(self, board: Block) -> int:
        """Return the unit cells of the largest leaf of the colour at the upper edge, 0 if none."""
        if not board.children:
            return _cells(board) if board.colour == self.colour else 0
        return max(self.score(board.children[0]), self.score(board.children[1]))

    def description(self) -> str:
        """Return a sentence that tells a player what to do."""
        return say("Bring a large leaf of {colour} to the top.", colour=self.colour)


_WHICH_CHILDREN = (
    "Mark the upper edge in the picture. Which of the children touch it?",
    "Child 0 is at the upper right, 1 at the upper left, 2 at the lower left, 3 at the lower "
    "right.")

TopGoal = Task(
    "TopGoal", _TopGoal, _top_cases, _use, form=subclass_of(Goal), words=_words("TopGoal"),
    mistakes=[
        _top(_largest(range(4)), (
            *_WHICH_CHILDREN, "All leaves of the colour count in your score, also those that do "
            "not touch the upper edge. Go down only to children 0 and 1.")),
        *(_top(_largest(numbers), (
            *_WHICH_CHILDREN, "Your score looks at the wrong edge. The upper one is made by "
            "children 0 and 1.")) for numbers in [(2, 3), (1, 2), (0, 3)]),
        *(_top(_largest(leaf=lambda leaf: 1, join=join), (
            "How many unit cells does a leaf fill that is not at max_depth?",
            "A leaf at level 1 of a board of max_depth 2 fills 2 by 2 cells.",
            "Every leaf counts 1 in your score. It must count its unit cells: "
            "4 ** (max_depth - level).")) for join in (max, sum)),
        _top(_largest(join=sum), (
            "How many leaves of the colour touch the upper edge, and how many of them count?",
            "Only the largest leaf counts. What joins the scores of two children then?",
            "Your score adds all the leaves at the upper edge. Take the larger of the two numbers, "
            "with max, not their sum.")),
        _top(_largest(leaf=lambda leaf: int(2 ** (leaf.max_depth - leaf.level))), (
            "How many unit cells does a square have that is 2 cells wide?",
            "2 ** (max_depth - level) is the side of a leaf, in cells.",
            "Your score is the side of the leaf, not the number of its cells: that is the side "
            "times itself.")),
        *(_top(_largest(leaf=leaf), (
            "What is the score of a board that is one leaf of the colour?",
            "The deeper a leaf lies, the smaller it is.",
            "A leaf has 4 ** (max_depth - level) cells; your score grows with the level alone."))
          for leaf in (lambda leaf: int(4**leaf.level), lambda leaf: int(2**leaf.level))),
        _top(_largest(leaf=lambda leaf: leaf.size ** 2), (
            "Is your number one of cells, or of pixels?",
            "size is in pixels. How many unit cells wide is a leaf, by its level?",
            "Your score counts pixels. The cells of a leaf are 4 ** (max_depth - level).")),
        _top(_any_colour, (
            "Which leaves count, and which do not?",
            "Where does your score compare the colour of a leaf with self.colour?",
            "Leaves of every colour count in your score. A leaf of another colour scores 0.")),
        _top(_first_level, (
            "Which leaf at the upper edge does your score not see?",
            "A child may be divided again, and its children too.",
            "Your score looks no deeper than the first level. Let score call itself: "
            "self.score(child).")),
        _top(_not_joined, (
            "What does your score return for a block that is divided?",
            "When self.score(child) comes back with a number, what becomes of it?",
            "What the recursive calls return is lost, or there are none. Keep the numbers of "
            "children 0 and 1, and return the larger one.")),
        *(_top(_largest(join=itemgetter(i)), (
            "Two children touch the upper edge. What becomes of the score of each?",
            "The larger one should be returned, whichever comes first.",
            "Your score is that of one child only, the first or the last one asked. Compare the "
            "two, and return the larger.")) for i in (0, 1)),
        *_mistakes_in_classes(_largest()),
    ],
    hints=("Which leaf touches the upper edge in the case above, and how many cells has it?",
           "A leaf scores its cells or 0. A divided block scores the better of two children.",
           "If the board is a leaf: return 4 ** (max_depth - level) for the right colour, else 0. "
           "If it is divided: return max(self.score(...), self.score(...)) for children 0 and 1."),
    needs="a subclass of Goal, the class itself and not an object made of it",
)


# -- a game's initializer ----------------------------------------------------------------------

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
    for _ in range(5):
        smarts = [rng.randrange(6) for _ in range(rng.randrange(1, 4))]
        yield rng.randrange(2, 5), rng.randrange(3), rng.randrange(3), smarts, seed()
    first = seed()
    yield 1, 1, 1, [2], tuple(range(first, first + 60))


def _made(got: Outcome) -> list[dict[str, Any]]:
    """Return the attributes of each game that was made."""
    value: Any = got.value
    return value if isinstance(value, list) else [value]


def _attributes(case: Case, got: Outcome) -> Hints | None:
    for made in _made(got):
        for name in ("players", "goals", "board"):
            if name not in made:
                return (say("Which attributes has an object of your class? See vars, above: is "
                            "there {name}?", name=name),
                        "A name in __init__ is gone when __init__ is done. What remains is what "
                        "was assigned to self.",
                        say("The object has no attribute {name} of its own: in __init__ there "
                            "must be a line self.{name} = ...", name=name))
        for name in ("players", "goals"):
            if not isinstance(made[name], (list, tuple)):
                return (say("What should {name} be?", name=name), "There is one for each player.",
                        say("{name} must be a list.", name=name))
    return None


_CLASSES = ("Look at what is in the list: is it an object, or a class?",
            "HumanPlayer is a class. What makes a player of it?",
            "The list holds classes. An object is made by a call: HumanPlayer(), BlobGoal(colour).")


def _right_players(case: Case, got: Outcome) -> Hints | None:
    _, humans, randoms, smarts, _ = case
    kinds: list[type[Player]] = [HumanPlayer] * humans
    kinds += [RandomPlayer] * randoms
    kinds += [SmartPlayer] * len(smarts)
    for made in _made(got):
        players = made["players"]
        if any(isinstance(player, type) for player in players):
            return _CLASSES
        if [type(player) for player in players] != kinds:
            same = sorted(map(str, kinds)) == sorted(str(type(player)) for player in players)
            return (say("Compare the players with {humans} human, {randoms} random, and a smart "
                        "one for each difficulty in {smarts}.", humans=humans, randoms=randoms,
                        smarts=smarts),
                    "Their order is fixed: first all human players, then the random ones, then the "
                    "smart ones.",
                    "The players are right, but in the wrong order: human, random, smart."
                    if same else
                    say("There must be {humans} HumanPlayer(), then {randoms} RandomPlayer(), "
                        "then {count} SmartPlayer(...): smarts is a list with a difficulty for "
                        "each.", humans=humans, randoms=randoms, count=len(smarts)))
        if [player.difficulty for player in players[humans + randoms:]] != list(smarts):
            return ("How strong is each smart player, and how strong should it be?",
                    "Each number in smarts is the difficulty of one smart player.",
                    "The smart players have the wrong difficulties: make SmartPlayer(difficulty) "
                    "for each difficulty in smarts.")
    return None


def _right_goals(case: Case, got: Outcome) -> Hints | None:
    for made in _made(got):
        goals = made["goals"]
        if any(isinstance(goal, type) for goal in goals):
            return _CLASSES
        if not all(type(goal) in (BlobGoal, PerimeterGoal) for goal in goals):
            return ("What is in the list of goals?",
                    "The game chooses between two kinds of goal.",
                    "Each goal must be a BlobGoal(colour) or a PerimeterGoal(colour).")
        if len(goals) != len(made["players"]):
            return ("How many players are there, and how many goals?",
                    "Goal number i belongs to player number i.",
                    "There must be as many goals as players, one for each.")
        if len({type(goal) for goal in goals}) > 1:
            return ("Do all players play for the same kind of goal?",
                    "How often is the kind of goal drawn, and where?",
                    "The kind of goal is drawn again for each player. Draw it once, before the "
                    "loop, so that all have the same.")
    return None


def _right_board(case: Case, got: Outcome) -> Hints | None:
    for made in _made(got):
        board = made["board"]
        if not isinstance(board, Block) or (board.level, board.max_depth) != (0, case[0]):
            return ("What is board, and how deep may it be?",
                    "random_init(level, max_depth, rng) returns a random block.",
                    "board must be a Block at level 0 with the max_depth that was given: "
                    "random_init(0, max_depth, rng).")
        broken = next(broken_invariants(board), None)
        if not board.size or broken or tuple(board.position) != (0, 0):
            return ("Could this board be drawn? Look at the positions and sizes of its blocks.",
                    "random_init leaves the blocks without places.",
                    "The board has no places yet. Call "
                    "self.board.update_block_locations((0, 0), 512).")
    return None


def _same_seed_same_game(case: Case, got: Outcome) -> Hints | None:
    made = _made(got)
    if told(case[3]) != got.after[3]:
        return ("What has become of the list smarts?",
                "Lists are handed over themselves, not as copies.",
                "The list smarts is changed. Go through it in a for loop, and take nothing out.")
    if len(made) == 2 and told(made[0]) != told(made[1]):
        return ("Both games were made with the same seed. What is different in them?",
                "Only what is drawn from rng is the same for the same seed.",
                "A random choice does not come from rng. Write rng.choice(...) in place of "
                "random.choice(...), and hand rng to random_init.")
    return None


def _variety(case: Case, got: Outcome) -> Hints | None:
    made = _made(got)
    if len(made) < 3:
        return None
    goals = [game["goals"] for game in made]
    if len({type(goal) for each in goals for goal in each}) == 1:
        return ("Sixty games were made. What do they have in common?",
                "Which kind of goal is played for should be left to chance.",
                "The kind of goal is always the same. Draw it: "
                "rng.choice([BlobGoal, PerimeterGoal]).")
    if all(len({goal.colour for goal in each}) == 1 for each in goals):
        return ("Compare the target colours of the players in each of the sixty games.",
                "How often is a colour drawn in a game?",
                "All players of a game have the same colour. Draw a new one for each player.")
    if any({int(each[i].colour) for each in goals} != {0, 1, 2, 3} for i in range(len(goals[0]))):
        return ("Which target colours has the first player in the sixty games, and the second?",
                "Each of the four colours should be possible for each player.",
                "Not every colour comes up. Draw each one with rng.choice(list(Colour)).")
    if all(game["board"] == made[0]["board"] for game in made):
        return ("Compare the boards of the sixty games.",
                "Another seed should give another board.",
                "The board is always the same. Make it with random_init(0, max_depth, rng), in "
                "__init__ and with the rng that was given.")
    return None


class _MyGame:
    """A game that is ready to begin: players, a goal for each, and a board."""

    def __init__(self, max_depth: int, humans: int, randoms: int, smarts: list[int],
                 rng: Random) -> None:
        self.players = start.players(humans, randoms, smarts)
        kind: Callable[[int], Goal] = rng.choice([BlobGoal, PerimeterGoal])
        self.goals = [kind(rng.choice(list(Colour))) for _ in self.players]
        self.board = random_init(0, max_depth, rng)
        self.board.update_block_locations((0, 0), 512)


MyGame = Task(
    "MyGame", _MyGame, _game_cases, _begin, only_laws=True, words=_game_words,
    laws=[_attributes, _right_players, _right_goals, _right_board, _same_seed_same_game, _variety],
    needs="a class, MyGame itself and not an object made of it",
)
