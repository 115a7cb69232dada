"""What checks ask of every goal that a student writes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from random import Random
from typing import Any

from blocky.block import Block
from blocky.check.boards import Verdict, nested
from blocky.colour import Colour
from blocky.goal import Goal
from blocky.kit.check.compare import told, written
from blocky.kit.check.failure import Sure
from blocky.kit.check.run import Outcome
from blocky.kit.check.task import Case, Hints, Mistake, Task, subclass_of
from blocky.kit.language import say

__all__ = ["goal_task", "scored_twice", "scores_each_board"]


_NO_COLOUR = (
    "Read the error: which attribute does the goal not have? Check its spelling.",
    "The attribute colour is set in Goal.__init__. Does that ever run?",
    "There is no such attribute. If it is colour, then your class has an __init__ of its own that "
    "does not call super().__init__(colour). Delete it, or make that call.")


def goal_task(name: str, right: type[Goal], cases: Callable[[Random], Iterable[Case]],
              mistakes: Iterable[Mistake] = (), **more: Any) -> Task:
    """Return the task of a goal like ``right``; a case is a colour and a board."""
    forgetful = type("Wrong", (right,), {"__init__": lambda self, colour: None})
    return Task(name, right, cases, _use, form=subclass_of(Goal),
                mistakes=[Mistake(forgetful, _NO_COLOUR), *mistakes],
                laws=[scores_each_board, _is_a_goal],
                words=lambda colour, board: say("{goal} with {board}", goal=f"{name}({colour!r})",
                                                board=written(board)),
                needs="a subclass of Goal, the class itself and not an object made of it", **more)


class Sentence(str):
    """A description, which equals every other that names the target colour if it does so."""

    def __new__(cls, text: str, colour: Colour) -> Sentence:
        sentence = super().__new__(cls, text)
        named = re.search(rf"\b{colour.word}\b", text, re.IGNORECASE)
        sentence.colour = colour
        sentence.names_it = bool(named) if len(text.split()) > 1 else None
        return sentence

    colour: Colour
    names_it: bool | None  # None: it is no sentence

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sentence) and (
            (self.names_it, self.colour) == (other.names_it, other.colour))

    __hash__ = str.__hash__

    def __repr__(self) -> str:
        text, word = str(self), self.colour.word
        if self.names_it is None:
            return say("{text!r} (no sentence)", text=text)
        return (say("{text!r} (with the word {word})", text=text, word=word) if self.names_it else
                say("{text!r} (without the word {word})", text=text, word=word))


class _Float(str):
    """What a check has in place of a score that is no whole number."""

    __slots__ = ()


def _use(answer: Any, colour: Colour, board: Block) -> dict[str, Any]:
    """Return what there is to know of a goal."""
    goal = answer(colour)
    score, text = scored_twice(goal, colour, board), goal.description()
    if isinstance(score, float):
        score = _Float(say("{score}, which is not a whole number", score=score))
    return {"score": score, "colour": goal.colour,
            "description": Sentence(text, colour) if isinstance(text, str) else text}


def _is_a_goal(case: Case, got: Outcome) -> Hints | None:
    """See whether a goal has its colour, a description that names it, and a number as its score."""
    score, text = got.value["score"], got.value["description"]
    if told(got.value["colour"]) != told(case[0]):
        return ("Make a goal for red and one for blue: what is the colour of each?",
                "The class is written once, and goals of all four colours are made of it.",
                "The goal has another colour than the one that was given. Goal's own __init__ "
                "keeps the colour; you need none.")
    if not isinstance(text, Sentence):
        return ("What does description return?",
                "A description that is printed is gone; the game wants to show it itself.",
                say("description returns {text}. Return a sentence, in place of printing it.",
                    text=written(text)))
    if text.names_it is None:
        return ("What does description return?", "A player reads it, and should know what to do.",
                "The description is no sentence. It should say in some words what to do.")
    if not text.names_it:
        return ("Would a player know from your description which colour to look for?",
                "Make a goal for red and one for blue: what are their descriptions?",
                "The description does not name the target colour. Put self.colour into it: "
                'f"... {self.colour} ..."')
    if score is None:
        return ("What does score return?",
                "A score that is printed is gone; the game wants to add it up itself.",
                "score returns None. It must return the score, on every way through it.")
    if isinstance(score, _Float):
        return ("What kind of number is your score?",
                "Some operations make 148.0 of 148, which is another kind of number.",
                "The score is a float. Use // and not /, or int(...).")
    if isinstance(score, str):
        return ("What is the type of your score?",
                "Between quotation marks there is a text, even if it consists of digits.",
                "The score is a text. Return the number, without quotation marks.")
    return None


def scored_twice(goal: Goal, colour: int, board: Block) -> Any:
    """Return the score of a board; a Verdict if it is another one after another board was scored.

    The other board is all of the ``colour``.
    """
    score, other = goal.score(board.copy()), nested(colour, board.max_depth)
    pairs = [(type(goal)(goal.colour).score(other.copy()), goal.score(other)),
             (score, goal.score(board))]
    for alone, again in pairs:
        if told(again) != told(alone):
            return Verdict(say("{score}, and after another board {again}", score=alone,
                               again=again))
    return score


def scores_each_board(case: Case, got: Outcome) -> Hints | None:
    """The law that goes with ``scored_twice``; the score may stand under its name."""
    score = got.value.get("score") if isinstance(got.value, dict) else got.value
    if not isinstance(score, Verdict):
        return None
    return Sure((
        "Score two boards with one and the same goal. Is the second score right?",
        "A goal is made once, and scores a board after every move.",
        "The goal keeps something from one board to the next, in self or outside of score. Begin "
        "anew in each call of score."))
