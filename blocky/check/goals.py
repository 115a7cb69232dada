"""What the checks of goals share: their cases, the facts about a goal, and the laws."""

import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any

from blocky.block import Block
from blocky.check.boards import nested
from blocky.colour import Colour
from blocky.goal import Goal
from blocky.kit.check.compare import tell, told, written
from blocky.kit.check.task import (
    Call,
    Case,
    Cases,
    Hints,
    Law,
    Outcome,
    Seen,
    Sure,
    Task,
    subclass_of,
)
from blocky.kit.language import Code, say

__all__ = ["board_of", "goal_task", "one_cell"]

#: Gets the method ``score`` of a goal for red; returns facts about its scores of some boards.
Probes = Callable[[Callable[[Block], Any]], dict[str, Any]]


# -- boards ------------------------------------------------------------------------------------

def board_of(rows: str) -> Block:
    """Return the board whose unit cells have these rows of colour numbers, such as "10 02"."""
    lines = rows.split()
    max_depth = len(lines).bit_length() - 1
    return nested(_tree_of(lines), max_depth)


def _tree_of(rows: list[str]) -> Any:
    """Return the board with these rows of digits as nested lists, as ``Block.from_nested`` needs.

    ``rows`` has 2**n strings of that length. A square of one colour gets divided, too.
    """
    if len(rows) == 1:
        return int(rows[0])
    half = len(rows) // 2
    upper = rows[:half]
    lower = rows[half:]
    upper_right = [row[half:] for row in upper]
    upper_left = [row[:half] for row in upper]
    lower_left = [row[:half] for row in lower]
    lower_right = [row[half:] for row in lower]
    return [_tree_of(quarter) for quarter in (upper_right, upper_left, lower_left, lower_right)]


def one_cell(colour: int, cell: tuple[int, ...]) -> str:
    """Return the rows of a 4 by 4 board in which one cell has the colour, all others 0.

    >>> one_cell(2, (1, 3))
    '0000 0002 0000 0000'
    """
    row, column = cell
    numbers = [["0"] * 4 for _ in range(4)]
    numbers[row][column] = str(int(colour))
    return " ".join("".join(line) for line in numbers)


# -- the task ----------------------------------------------------------------------------------

def goal_task(name: str, right: type[Goal], cases: Callable[[Random], Cases],
              any_text: bool = False, unlike: str = "", probes: Probes | None = None,
              steps: Mapping[str, str] | None = None, laws: Sequence[Law] = (),
              **more: Any) -> Task:
    """Return the task of a goal like ``right``; a case is a colour and a board.

    With ``any_text``, the description need not name the colour. ``unlike`` names an earlier goal of
    the student whose description must be different. ``probes`` returns facts about more scores,
    which explain a wrong score; the boards that it scores are among the cases. ``laws`` come after
    those of all goals.
    """
    def cases_and_whole_colours(rng: Random) -> Cases:
        """Yield the cases; with probes, also the undivided boards that ``_probed`` scores."""
        first, *others = cases(rng)
        yield first
        if probes:
            yield from ((Colour.BLUE, nested(colour, 2)) for colour in Colour)
        yield from others

    @cache
    def right_probed() -> dict[str, Any]:
        return _probed(right, probes) if probes else {}

    def call(answer: Any, colour: Colour, board: Block) -> Seen:
        """Return a goal's score of a board, with facts about the goal.

        If the score is wrong, the facts of ``probes`` are the student's; otherwise those of
        ``right``, which explain nothing.
        """
        goal = answer(colour)
        score = goal.score(board.copy())
        facts = _facts(answer, goal, score, board, colour, any_text, unlike)
        probed = right_probed()
        if probes and told(score) != right(colour).score(board.copy()):
            with suppress(Exception):  # the student's code may fail on another board
                probed = _probed(answer, probes)
        return Seen(score, facts, probed)

    def words(colour: Colour, board: Block) -> str:
        return say("{goal} with {board}", goal=f"{name}({colour!r})", board=written(board))

    return Task(
        name, right, cases_and_whole_colours, call, form=subclass_of(Goal),
        laws=[*_LAWS, *laws],
        steps={**_STEPS, **(steps or {})}, words=words,
        python=lambda colour, board: Call(
            f"goal = {name}({colour!r})\ngoal.score(board), goal.description()",
            {"board": board}),
        needs="a subclass of Goal, the class itself and not an instance of it", **more)


# -- the facts about a goal --------------------------------------------------------------------

#: The facts, by name. The first is True if a goal that scores two boards keeps nothing in between.
_SAME_AS_NEW = ("a goal that has scored one board gives the next board the same score as a new "
                "goal does")
_OTHER_WORDS = "its description and the first goal's description are different"
_COLOURS = "colours that score when the whole board has that colour"

_STEPS = {
    _COLOURS: "Only the target colour counts: self.colour, which is blue for this goal.",
    _OTHER_WORDS: "Players read only the description, so two kinds of goal must ask for different "
                  "things.",
    "colour": "Goal's own __init__ already stores the colour, so your class doesn't need an "
              "__init__.",
}


@dataclass(frozen=True)
class Described:
    """A goal's description, the name of the goal's colour, and whether the text contains it."""

    text: str
    colour_name: str
    names_it: bool

    def __repr__(self) -> str:
        if self.names_it:
            return say("{text!r} (with the word {word})", text=self.text, word=self.colour_name)
        return say("{text!r} (without the word {word})", text=self.text, word=self.colour_name)


#: Any description that names the colour is right.
tell.register(Described, lambda described: (described.colour_name, described.names_it))


def _facts(answer: Any, goal: Any, score: Any, board: Block, colour: Colour, any_text: bool,
           unlike: str) -> dict[str, Any]:
    """Return the facts about a ``goal`` of the class ``answer``, which has scored ``board``.

    They are its colour and description, whether it scores two more boards as new goals do, and
    whether its description differs from that of the goal named ``unlike``.
    """
    description = goal.description()
    other_board = nested(colour, board.max_depth)
    scores_of_new_goals = [answer(colour).score(other_board.copy()), score]
    scores_of_this_goal = [goal.score(other_board), goal.score(board)]
    facts: dict[str, Any] = {_SAME_AS_NEW: told(scores_of_new_goals) == told(scores_of_this_goal)}
    if unlike:
        facts[_OTHER_WORDS] = _has_other_words(answer, colour, description, unlike)
    facts["colour"] = goal.colour
    facts["description"] = _described(description, colour, any_text)
    return facts


def _has_other_words(answer: Any, colour: Colour, description: Any, unlike: str) -> bool:
    """Whether the description differs from that of the student's goal named ``unlike``.

    Return True also if that goal isn't there, or fails.
    """
    names_of_notebook = getattr(answer.description, "__globals__", {})
    other_goal = names_of_notebook.get(unlike)
    if not isinstance(other_goal, type) or other_goal is answer:
        return True
    with suppress(Exception):  # of the student's code, or because a description is no text
        other_description = other_goal(colour).description()
        return _words(other_description) != _words(description)
    return True


def _described(description: Any, colour: Colour, any_text: bool) -> Any:
    """Return a description of several words as Described; return anything else unchanged.

    With ``any_text``, one word is enough, and it need not name the colour.
    """
    fewest_words = 1 if any_text else 2
    if not isinstance(description, str) or len(description.split()) < fewest_words:
        return description
    names_it = any_text or colour.word in _words(description)
    return Described(description, colour.word, names_it)


def _words(text: str) -> list[str]:
    """Return the words of a text in lower case."""
    return re.findall(r"\w+", text.lower())


def _probed(answer: Any, probes: Probes) -> dict[str, Any]:
    """Return facts about a blue goal's scores of undivided boards, and those of ``probes``."""
    blue_goal = answer(Colour.BLUE)
    scoring = [colour.word for colour in Colour if blue_goal.score(nested(colour, 2))]
    return {_COLOURS: scoring, **probes(answer(Colour.RED).score)}


# -- laws --------------------------------------------------------------------------------------

def _keeps_nothing(case: Case, got: Outcome) -> Hints | Sure | None:
    """Return hints if a goal that has scored a board scores the next one unlike a new goal."""
    if got.facts[_SAME_AS_NEW]:
        return None
    return Sure((
        "Does one goal score a second board correctly?",
        "The game makes a goal once. After every move, the same goal scores the board.",
        "The score also depends on the boards that this goal has scored before. Don't store "
        "anything in self or outside the method score: compute everything from the argument "
        "board."))


def _describes_in_words(case: Case, got: Outcome) -> Hints | None:
    """Return hints if the description isn't a string of several words."""
    description = got.facts["description"]
    if isinstance(description, Described):  # it has several words
        return None
    return ("What does the method description return?",
            "A player reads the description and should know what to do.",
            say("Your description method returns {text}. Return a sentence of several words that "
                "says what to do.", text=written(description)))


def _is_unlike_the_first(case: Case, got: Outcome) -> Sure | None:
    """Return hints if the description is the same as that of the goal from the task before."""
    if got.facts.get(_OTHER_WORDS, True):
        return None
    return Sure((
        "What do your two goals ask a player to do?", _STEPS[_OTHER_WORDS],
        "This goal and the first one have the same description, so a player can't see the "
        "difference. Make this goal ask for something else."))


def _fills_in_braces(case: Case, got: Outcome) -> Sure | None:
    """Return hints if the description has braces, as if an f was missing before the string."""
    text = got.facts["description"].text
    if "{" not in text:
        return None
    return Sure((
        "Read your description as a player would. What looks odd?",
        "Python replaces what is in braces only in an f-string.",
        say("Python replaces what is in braces only in an f-string. Write an f before the "
            "quotation mark: f{text}", text=repr(text))))


def _names_its_colour(case: Case, got: Outcome) -> Sure | None:
    """Return hints if the goal's colour is right, but its description doesn't name it."""
    colour, _ = case
    description = got.facts["description"]
    if description.names_it or got.facts["colour"] != colour:
        return None
    return Sure((
        "Does your description tell a player which colour to look for?",
        "Make one goal for red and one for blue. What are their descriptions?",
        say("{text} doesn't name the colour of this goal, {colour}. Build the sentence in each "
            "call, with {name} in an f-string.", text=repr(description.text), colour=colour.word,
            name=Code("{self.colour}"))))


def _scores_an_integer(case: Case, got: Outcome) -> Hints | None:
    """Return hints if the score is a float."""
    if not isinstance(got.value, float):
        return None
    return ("What type does the method score return?",
            "148.0 is a float, and 148 is an integer.",
            say("Your method score returns {score}, which is a float. It must return an integer in "
                "every case.",
                score=got.value))


_LAWS = [_keeps_nothing, _describes_in_words, _is_unlike_the_first, _fills_in_braces,
         _names_its_colour, _scores_an_integer]
