"""A question for the reader: a prediction before a cell is run, or a quiz."""

import re
from collections.abc import Sequence
from contextlib import suppress
from enum import Enum
from fractions import Fraction
from math import isclose
from numbers import Integral, Real
from typing import Any
from unicodedata import combining, normalize

import ipywidgets as w
import numpy as np

from blocky.kit.arguments import expect
from blocky.kit.draw.picture import NEUTRAL, RIGHT, box, with_code
from blocky.kit.language import say
from blocky.kit.widgets.live import at_least
from blocky.kit.widgets.shown import Shown

__all__ = ["Question", "ask"]

#: The relative tolerance for numbers that are not whole.
NEAR = 0.01


#: A ring around what has the focus, as on a panel: a page without a panel doesn't have live.css.
RING = ("<style>.blocky-question :focus-visible {outline: 3px solid var(--jp-brand-color1, #1976d2)"
        " !important; outline-offset: 1px}</style>")


class Question(Shown):
    """A question with a field for its answer, or with the choices ``among``.

    ``answer`` is the right value, or a function of no arguments that returns it. For True and False
    the choices are yes and no; the case of words does not matter; the items of a list are typed one
    after the other. ``why`` is a sentence shown with the answer. In question and ``why``, code is
    between backticks.

    >>> asked = ask("How many nodes has it?", 9)
    >>> asked.field.value = "8"
    >>> asked.text
    'Not 8. Count again, or show the answer.'

    Attributes:
        field: where the answer is typed or chosen; Enter compares it.
        compare_button, show_button: the buttons.
        text: the sentence under them; "" for none.
    """

    def __init__(self, question: str, answer: Any, *, among: Sequence[Any] = (), why: str = ""
                 ) -> None:
        expect("question", question, str, say("a string, such as {example}",
                                              example='"How many leaves?"'))
        expect("why", why, str, say("a string, such as {example}", example='"Count the leaves."'))
        expect("among", among, (list, tuple), say("a list of answers to choose from"))
        self.question = question
        self.why = why
        self.text = ""
        self._answer = answer
        if not among and isinstance(answer, (bool, np.bool_)):
            among = [True, False]
        self.choices = {shown(choice): choice for choice in among}  # by their written forms
        self._make_controls()
        buttons = w.HBox([self.compare_button, self.show_button])
        row = w.Box([self.field, buttons], layout=w.Layout(
            flex_flow="column" if self.choices else "row wrap"))
        written_question = w.HTML(f'{RING}<div style="line-height: 1.4; white-space: normal">'
                                  f'<b>{with_code(question)}</b></div>')
        super().__init__([written_question, row, self._said])
        self.add_class("blocky-question")

    def _make_controls(self) -> None:
        """Make the field for the answer (or the choices), the buttons, and the sentence below."""
        common = {"description": say("Your answer"), "tooltip": self.question,
                 "style": {"description_width": "initial"}}
        if self.choices:
            self.field = w.RadioButtons(options=[*self.choices], value=None, **common,
                                        layout=w.Layout(width="max-content", max_width="100%"))
        else:
            self.field = w.Text(continuous_update=False, layout=w.Layout(width="260px"), **common)
            # Its value changes when Enter is pressed, or the field is left.
            self.field.observe(lambda _: self.compare(), "value")
        self.compare_button = w.Button(description=say("Compare"), icon="check",
                                       layout=at_least(148))
        self.compare_button.on_click(lambda _: self.compare())
        self.show_button = w.Button(description=say("Show the answer"), layout=at_least(148))
        self.show_button.on_click(lambda _: self.show())
        self._said = w.HTML()

    def compare(self) -> None:
        """Show whether the answer in the field is right, and the right answer only if it is."""
        given = str(self.field.value or "").strip()
        if not given:
            self._say(say("Choose an answer first.") if self.choices else
                      say("Type your answer first."))
            return
        answer = self._right()
        # A chosen answer is in its written form; a typed one may be written in other ways.
        is_right = given == shown(answer) if self.choices else same(given, answer)
        if is_right:
            self._answered(say("Yes: {answer}.", answer=shown(answer)), RIGHT)
        elif not _is_number(answer):
            self._say(say("Not {given}. Think again, or show the answer.", given=given))
        elif not numbers(given):
            self._say(say("The answer is a number, such as 12, 0.5 or 1/2."))
        else:
            self._say(say("Not {given}. Count again, or show the answer.", given=given))

    def show(self) -> None:
        """Show the answer."""
        self._answered(say("The answer is: {answer}.", answer=shown(self._right())))

    def _right(self) -> Any:
        """Return the right answer, as a value of Python rather than of NumPy."""
        answer = self._answer() if callable(self._answer) else self._answer
        return answer.item() if isinstance(answer, np.generic) else answer

    def _answered(self, text: str, look: str = NEUTRAL) -> None:
        """Show a text that gives the answer, followed by the reason if there is one."""
        self._say(f"{text}\n{self.why}" if self.why else text, look)

    def _say(self, text: str, look: str = NEUTRAL) -> None:
        """Show a text under the buttons; ``look`` is the style of its box."""
        self.text = text
        self._said.value = box(text, look)

    def still_markup(self) -> str:
        """Return the markup of the question and its choices."""
        return (f'<div style="white-space: pre-line"><b>{with_code(self.question)}</b>'
                f'{with_code(self._listed())}</div>')

    def _listed(self) -> str:
        """Return the choices, each in its own line."""
        return "".join(f"\n○ {each}" for each in self.choices)

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, Any]:
        return {**super()._repr_mimebundle_(**kwargs), "text/html": self.still_markup(),
                "text/plain": f"{self.question}{self._listed()}"}


ask = Question


def shown(answer: Any) -> str:
    """Return the written form of an answer.

    >>> shown(4.0), shown(1 / 3), shown(True), shown((0, 2)), shown("red")
    ('4', '0.3333', 'yes', '0, 2', 'red')
    """
    match answer:
        case bool():
            return say("yes") if answer else say("no")
        case Enum():
            # Enum and IntEnum have these, unless a class of them has its own.
            has_default_str = type(answer).__str__ in (Enum.__str__, int.__repr__)
            return answer.name.lower().replace("_", " ") if has_default_str else str(answer)
        case Integral():
            return str(int(answer))
        case Real():
            return f"{float(answer):.4g}"
        case list() | tuple():
            return ", ".join(map(shown, answer))
        case set() | frozenset():
            return ", ".join(sorted(map(shown, answer)))
    return str(answer)


def same(given: str, answer: Any) -> bool:
    """Return whether the typed text is the answer.

    >>> same(" 4.0 ", 4), same("0.33", 1 / 3), same("Árbol", "arbol"), same("[0, 2]", (0, 2))
    (True, True, True, True)
    >>> same("5", 4), same("2, 0", (0, 2)), same("2, 0", {0, 2}), same("1,024", 1024)
    (False, False, True, True)
    """
    if _is_number(answer):
        readings = numbers(given)  # more than one for a text such as 1,024
        if isinstance(answer, Integral):
            return int(answer) in readings
        return any(isclose(reading, answer, rel_tol=NEAR) for reading in readings)
    given_words, right_words = _words(given), _words(shown(answer))
    if isinstance(answer, (set, frozenset)):  # in any order
        return sorted(given_words) == sorted(right_words)
    return given_words == right_words


#: An integer whose digits are grouped by three, with commas or points: 1,024 or 1.024.000.
_GROUPED = re.compile(r"[+-]?[1-9]\d{0,2}(?:([.,])\d{3})(?:\1\d{3})*")

#: A number with commas between groups, and decimals after a point: 1,024.5.
_GROUPED_WITH_DECIMALS = re.compile(r"[+-]?[1-9]\d{0,2}(?:,\d{3})+\.\d+")


def numbers(given: str) -> list[Fraction]:
    """Return the numbers that a typed text can mean; [] if it is not a number.

    A comma or a point is the sign of decimals, or it groups digits by three, as people do in
    different countries. If both are possible, both numbers are returned.

    >>> numbers("4.0") == [4], numbers("1/2") == [0.5], numbers("0,5") == [0.5], numbers("four")
    (True, True, True, [])
    >>> numbers("-10") == numbers("\N{MINUS SIGN}10") == [-10]
    True
    >>> [str(each) for each in numbers("1,024")], [str(each) for each in numbers("1,024.5")]
    (['128/125', '1024'], ['2049/2'])
    """
    text = re.sub(r"\s", "", given).replace("\N{MINUS SIGN}", "-")
    with_decimals = text.replace(",", ".")
    without_separators = re.sub(r"[.,]", "", text)
    if _GROUPED_WITH_DECIMALS.fullmatch(text):
        readings = [text.replace(",", "")]
    elif _GROUPED.fullmatch(text):
        readings = [with_decimals, without_separators]
    else:
        readings = [with_decimals]
    fractions = []
    for reading in readings:
        with suppress(ValueError, ZeroDivisionError):  # it isn't a number, or divides by 0
            fractions.append(Fraction(reading))
    return fractions


def _is_number(answer: Any) -> bool:
    return isinstance(answer, Real) and not isinstance(answer, (bool, Enum))


def _words(text: str) -> list[str]:
    """Return the words and numbers of a text, without brackets, commas, case and accents.

    >>> _words("(Red, Árbol).")
    ['red', 'arbol']
    """
    # NFD writes "Á" as "A" and an accent.
    plain = "".join(sign for sign in normalize("NFD", text) if not combining(sign))
    without_full_stop = plain.rstrip(" .")
    words = re.findall(r"[^\s,()\[\]{}'\"]+", without_full_stop)
    return [word.casefold() for word in words]
