"""What the checks of classes see in the lines of a case, and in what came of them."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from typing import Any

from blocky.kit.check.failure import Case, Hints, Sure
from blocky.kit.check.sequence import after_lines
from blocky.kit.language import say

__all__ = ["SUPPRESS", "called", "hides_none", "kept_by_the_class", "nothing_returned", "refused",
           "values_of", "with_kits"]

#: The first line of a case in which a call is refused, and the next one shows what it left.
SUPPRESS = "from contextlib import suppress"


def with_kits(name: str, right: type, case: Case) -> Any:
    """Return what the last line of a case gives with the kit's own class, or the error of it."""
    try:
        return after_lines(case, name, right)[0]
    except (IndexError, ValueError) as error:
        return error


def called(case: Case) -> Iterator[tuple[str, Any]]:
    """Yield the name and the first argument of each method that the lines of a case call.

    A line ``del numbers[1]`` calls "del"; where a method has no argument, None stands for it.
    """
    for line in case:
        line = re.sub(r"^with suppress\(\w+\): | is \w+$", "", line)
        if found := re.match(r"del \w+\[(-?\d+)\]", line):
            yield "del", int(found[1])
        elif found := re.match(r"\w+\.(\w+)\((.*?)\)$", line):
            yield found[1], values_of(found[2])[0] if found[2] else None


def values_of(text: str) -> tuple[Any, ...]:
    """Return the values in the parentheses of a call; a text where they are none."""
    try:
        return tuple(ast.literal_eval(f"({text},)"))
    except (ValueError, SyntaxError):
        return (text,)


def refused(case: Case) -> str:
    """Return the call of a case that must be refused and change nothing, "" if there is none."""
    return next((line.partition(": ")[2] for line in case if line.startswith("with suppress")), "")


def hides_none(*methods: str) -> Callable[[Any], Hints | None]:
    """Return a ``form``: no attribute of an object may have the name of one of ``methods``."""
    def form(answer: Any) -> Hints | None:
        try:
            own = vars(answer())
        except Exception:  # it will be seen when it is tried
            return None
        name = next((each for each in methods if each in own and not callable(own[each])), None)
        return name and (
            say("Which names has your class for its methods, and which for its attributes?"),
            say("An object has one thing of a name: an attribute hides the method."),
            say("self.{name} is an attribute, and {name} is to be a method: the attribute hides "
                "it, so that {name}() cannot be called. Give the attribute another name.",
                name=name))
    return form


def nothing_returned(line: str, right: Any) -> Hints:
    """Return the hints for a call that returns None where it must return ``right``."""
    method = line.partition("(")[0].rpartition(".")[2]
    return (say("What does {line} give back?", line=line),
            say("A method returns nothing where it comes to its end without a return."),
            say("{method} returns None, and must return {right} here: write return before the "
                "value that it is asked for.", method=method, right=repr(right)))


def kept_by_the_class(thing: str) -> Sure:
    """Return the hints for a class of which the objects have in common what each should have."""
    return Sure((
        say("What does a new object hold, and where does your class keep it?"),
        say("Two objects must not know of each other. What stands in the class itself, outside of "
            "its methods, is there once for all of them."),
        say("{thing} holds more than was put into it: the objects share what they keep, as it "
            "belongs to the class (or is a default value of a parameter). Make it anew in "
            "__init__: self. ... = ...", thing=thing)))
