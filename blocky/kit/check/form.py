"""Whether an answer is of the form that a task asks for, before it is tried."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from typing import Any

from blocky.kit.check.failure import Hints
from blocky.kit.language import say

__all__ = ["subclass_of"]


def subclass_of(base: type, *methods: str) -> Callable[[Any], Hints | None]:
    """Return a ``form``: it wants a subclass of ``base`` with ``methods`` of its own.

    The abstract methods of ``base`` are among them in any case.
    """
    def form(answer: Any) -> Hints | None:
        name = getattr(answer, "__name__", "MyClass")
        if not isinstance(answer, type) or not issubclass(answer, base):
            return (say("What stands in the first line of the class, behind its name?"),
                    say("Only objects of a class that comes from {base} are taken.",
                        base=base.__name__),
                    say("This is no subclass of {base}. Its first line must be: class "
                        "{name}({base}): and the check gets the class itself.",
                        base=base.__name__, name=name))
        missing = sorted(getattr(answer, "__abstractmethods__", ()))
        missing += [each for each in methods
                    if answer is not base and getattr(answer, each) is getattr(base, each)]
        if not missing:
            return _called_wrongly(answer, base, methods)
        return (say("Which methods has your class, by their exact names?"),
                say("Have you written all methods that the task asks for, indented below the first "
                    "line of the class?"),
                say("The class has no method {method} of its own, so that of {base} is in force. "
                    "Is the name misspelt, or not indented?", method=missing[0],
                    base=base.__name__))
    return form


def _called_wrongly(answer: type, base: type, methods: Sequence[str]) -> Hints | None:
    """Return hints if a method cannot be called as that of ``base`` is."""
    for name in (*sorted(getattr(base, "__abstractmethods__", ())), *methods):
        wanted = inspect.signature(getattr(base, name))
        try:
            own = inspect.signature(getattr(answer, name))
            if name != "__init__":
                own.bind(*wanted.parameters)
        except TypeError:
            return (say("How is {method} called, and what does yours take?", method=name),
                    say("Every method has self as its first parameter."),
                    say("The method {method} has the wrong parameters. They are: {parameters}.",
                        method=name, parameters=", ".join(wanted.parameters)))
    return None
