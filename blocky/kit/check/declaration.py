"""What a task of an exercise asks for: all that is declared of it."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from inspect import signature
from itertools import count
from random import Random
from types import CodeType
from typing import Any

from blocky.kit.check.compare import written
from blocky.kit.check.failure import ENOUGH, LOOK, Case, Hints, Mistake
from blocky.kit.check.program import codes_of
from blocky.kit.check.run import MOST_SECONDS, Outcome
from blocky.kit.draw.picture import Picture
from blocky.kit.language import say

__all__ = ["Declaration", "Law", "Parts", "of_errors", "subclass_of"]

#: Looks at a case and at what came of it; returns hints if that is wrong, and else nothing.
Law = Callable[[Case, Outcome], Hints | None]

#: What a number is the sum of, or what True or False depends on, by its words; and what may be
#: counted by mistake. A condition that holds may be a sentence on the case.
Parts = tuple[Mapping[str, Any], Mapping[str, Any]]


def of_errors(law: Law) -> Law:
    """Let a law look at what ended with an error as well."""
    law.of_errors = True  # type: ignore[attr-defined]
    return law


@dataclass
class Declaration:
    """What is declared of a task of an exercise.

    Attributes:
        name: of the function or class that is asked for.
        right: the kit's own answer, which the answer must equal. None: only the laws say.
        kits: the functions of the game that do the work, beside ``right``, or classes and modules
            of them: a student's line must not call them, and none of them be the answer.
        seconds: how long an answer may compute in a trial, if the kit's own takes hardly any time.
        enough: after how many trials passed an answer is known to stop, so that it is slow if it
            takes too long.
        few_after: once an answer has computed for so many seconds, only the last case is tried any
            more; so it may take its time. None: all cases are tried, in time.
        only_laws: whether only the laws say though there is a ``right``, for it is random.
        ways: right answers as students write them, to mend wrong ones with; without them the kit's
            own, which may be too clever for it.
        form: looks at the answer before it is tried, at a class, say; returns hints if it is wrong.
        cases: returns the cases for a source of random numbers, the small ones first.
        call: what is done with an answer in a case; without it the answer is called. It returns
            what came of it, or that with facts, as ``Seen``.
        steps: what the text of the task asks for where each of the facts is made, in the order of
            the text.
        parts: returns for a case what the result, "", or a fact by its name is made of.
        laws: what must hold whatever is equal to whatever; they are tried first, in this order.
        mistakes: the typical ones.
        nudge: the first hint for a wrong answer of which no mistake is known.
        endless: those for an answer that never stops, if there is more to say than is seen.
        words: how the call is written for the student, from the arguments of a case.
        show: draws (arguments, expected, got); None: by the kind of what is expected.
        needs: what is asked for, in a sentence: "a function", "a subclass of Goal".
        number: those of earlier tasks are lower.
    """

    name: str
    right: Callable[..., Any] | None
    cases: Callable[[Random], Iterable[Case]]
    call: Callable[..., Any] | None = None
    laws: Sequence[Law] = ()
    mistakes: Sequence[Mistake] = ()
    nudge: str = LOOK
    endless: Hints = ()
    enough: int = ENOUGH
    words: Callable[..., str] | None = None
    show: Callable[[Case, Outcome, Outcome], Picture | None] | None = None
    needs: str = "a function"
    only_laws: bool = False
    kits: Sequence[Any] = ()
    seconds: float = MOST_SECONDS
    few_after: float | None = None
    form: Callable[[Any], Hints | None] | None = None
    ways: Sequence[Callable[..., Any]] = ()
    steps: Mapping[str, str] = field(default_factory=dict)
    parts: Mapping[str, Callable[..., Parts]] = field(default_factory=dict)
    number: int = field(default_factory=count().__next__, init=False, repr=False, compare=False)

    def codes(self) -> frozenset[CodeType]:
        """Return the code that must not do the work of an answer."""
        return codes_of([*self.kits, *([] if isinstance(self.right, type) else [self.right])])

    def perform(self, answer: Any, *given: Any) -> Any:
        """Do with an answer what is done with it in a trial; return what comes of it."""
        return answer(*given) if self.call is None else self.call(answer, *given)

    def names_of(self, answer: Any) -> list[str]:
        """Return what the parts of a case are called, as far as they have names."""
        return [*signature(self.call or answer).parameters][self.call is not None:]

    def written(self, args: Case) -> str:
        """Return the call of a case, as it is written for the student."""
        if self.words:
            return self.words(*args)
        return f"{self.name}({', '.join(written(value) for value in args)})"


# -- the form of an answer ---------------------------------------------------------------------

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
