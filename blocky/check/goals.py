"""What checks ask of every goal that a student writes."""

import re
from collections.abc import Callable, Mapping
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
from blocky.kit.check.task import Call, Case, Cases, Hints, Outcome, Seen, Sure, Task, subclass_of
from blocky.kit.language import say

__all__ = ["board_of", "goal_task", "one_cell"]

#: Returns facts from the score function of a goal for red.
Probes = Callable[[Callable[[Block], Any]], dict[str, Any]]


def board_of(rows: str) -> Block:
    """Return the board of unit cells with these rows of colours, such as "10 02"."""
    def tree_of(rows: list[str]) -> Any:
        h = len(rows) // 2
        return int(rows[0]) if not h else [
            tree_of([row[left:left + h] for row in rows[top:top + h]])
            for top, left in ((0, h), (0, 0), (h, 0), (h, h))]
    return nested(tree_of(rows.split()), len(rows.split()).bit_length() - 1)


def one_cell(colour: int, cell: tuple[int, ...]) -> str:
    """Return the rows of a 4 by 4 board in which one cell has the colour, all others 0."""
    return " ".join("".join(str(int(colour) * ((row, column) == cell)) for column in range(4))
                    for row in range(4))


def goal_task(name: str, right: type[Goal], cases: Callable[[Random], Cases],
              any_text: bool = False, unlike: str = "", probes: Probes | None = None,
              steps: Mapping[str, str] | None = None, **more: Any) -> Task:
    """Return the task of a goal like ``right``; a case is a colour and a board.

    With ``any_text`` a description need not name the colour. ``unlike`` names an earlier goal of
    the student that must ask for something else. ``probes`` returns facts about more scores.
    """
    def with_colours(rng: Random) -> Cases:
        for number, each in enumerate(cases(rng)):
            yield each
            if probes and number == 0:
                yield from ((Colour.BLUE, nested(colour, 2)) for colour in Colour)

    @cache
    def rights() -> dict[str, Any]:
        return _asides(right, probes) if probes else {}

    def call(answer: Any, colour: Colour, board: Block) -> Seen:
        seen, asides = _seen_of(answer, colour, board, any_text, unlike), rights()
        if probes and told(seen.value) != right(colour).score(board.copy()):
            with suppress(Exception):
                asides = _asides(answer, probes)
        return Seen(seen.value, seen.facts, asides)

    return Task(
        name, right, with_colours, call,
        form=subclass_of(Goal), laws=[_scores_each_board, _is_a_goal],
        steps={**_OF_ALL, **(steps or {})}, words=lambda colour, board: say(
            "{goal} with {board}", goal=f"{name}({colour!r})", board=written(board)),
        python=lambda colour, board: Call(
            f"goal = {name}({colour!r})\ngoal.score(board), goal.description()",
            {"board": board}),
        needs="a subclass of Goal, the class itself and not an instance of it", **more)


@dataclass(frozen=True)
class Described:
    """A goal's description, and whether it names the goal's colour."""

    text: str
    word: str
    names_it: bool

    def __repr__(self) -> str:
        return say("{text!r} (with the word {word})" if self.names_it else
                   "{text!r} (without the word {word})", text=self.text, word=self.word)


#: Any description that names the colour will do.
tell.register(Described, lambda described: (described.word, described.names_it))


#: The fact about one goal that scores two boards, as two new goals do.
_SAME = "one goal gives two boards the same scores as two new goals do"

_COLOURS = "colours that score when the whole board has that colour"
_ELSE = "its description and the first goal's description are different"
_OF_ALL = {_COLOURS: "Only the target colour counts: self.colour, which is blue for this goal.",
           _ELSE: "Players read only the description, so two kinds of goal must ask for different "
                  "things.",
           "colour": "Goal's own __init__ already stores the colour, so your class doesn't need an "
                     "__init__."}


def _asides(answer: Any, probes: Probes) -> dict[str, Any]:
    """Return what more scores of a goal show."""
    counting = [each.word for each in Colour if answer(Colour.BLUE).score(nested(each, 2))]
    return {_COLOURS: counting, **probes(answer(Colour.RED).score)}


def _seen_of(answer: Any, colour: Colour, board: Block, any_text: bool, unlike: str) -> Seen:
    """Return the score of a board, and facts about the goal."""
    goal, other = answer(colour), nested(colour, board.max_depth)
    score, text = goal.score(board.copy()), goal.description()
    alone = answer(colour).score(other.copy())
    facts = {_SAME: told([alone, score]) == told([goal.score(other), goal.score(board)])}
    if unlike:
        facts[_ELSE] = True
        first = getattr(answer.description, "__globals__", {}).get(unlike)
        if isinstance(first, type) and first is not answer:
            with suppress(Exception):
                facts[_ELSE] = _words(first(colour).description()) != _words(text)
    if isinstance(text, str):
        text = f"{text} {colour.word}" if any_text and text else text
        named = bool(re.search(rf"\b{colour.word}\b", text, re.IGNORECASE))
        text = Described(text, colour.word, named) if len(text.split()) > 1 else text
    return Seen(score, {**facts, "colour": goal.colour, "description": text})


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", text.lower())


def _is_a_goal(case: Case, got: Outcome) -> Hints | Sure | None:
    """The law that a goal names its colour, and that its score is a whole number."""
    text = got.facts["description"]
    if not isinstance(text, Described):
        return ("What does description return?", "A player reads the description and should know "
                                                 "what to do.",
                say("description returns {text}. Return a sentence of several words that says what "
                    "to do; don't print it.", text=written(text)))
    if got.facts.get(_ELSE) is False:
        return Sure((
            "What do your two goals ask a player to do?", _OF_ALL[_ELSE],
            "This goal and the first one have the same description, so a player can't tell them "
            "apart. Make this one ask for something else."))
    if "{" in text.text:
        return Sure((
            "Read your description as a player would. What looks odd?",
            "Python replaces what is in braces only in an f-string.",
            say("Your description is: {text} Python replaces what is in braces only in an "
                "f-string: write an f before the quotation mark.", text=repr(text.text))))
    if not text.names_it and got.facts["colour"] == case[0]:
        other = next((each.word for each in Colour if each.word in _words(text.text)), "")
        return Sure((
            "Does your description tell a player which colour to look for?",
            "Make one goal for red and one for blue. What are their descriptions?",
            say("The description doesn't name the target colour, which is {colour} here. {why}",
                colour=text.word, why=say(
                    "It names {other}. Build the sentence in each call of description, with "
                    "self.colour instead of the word {other}.", other=other) if other else say(
                    'Use self.colour itself in it, not its number: f"... {self.colour} ..."'))))
    return None if not isinstance(got.value, float) else (
        "What does score return?", "148.0 is a float, and 148 is an integer.",
        "score must return an integer in every case.")


def _scores_each_board(case: Case, got: Outcome) -> Hints | Sure | None:
    """The law that a goal keeps nothing from one board to the next."""
    if got.facts[_SAME]:
        return None
    return Sure((
        "Call score with two boards, one after the other, on the same goal. Is the second score "
        "right?",
        "A goal is made once, and then scores a board after every move.",
        "The goal keeps something from one board to the next. Keep nothing in self or outside "
        "score: each call must compute everything from its own board."))
