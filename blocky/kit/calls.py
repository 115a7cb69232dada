"""The record of a recursion: every call, with what went in and what came out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from types import CodeType
from typing import Any

from blocky.kit.language import say, say_count

__all__ = ["Call", "Trace", "short"]


@dataclass
class Call:
    """One call.

    Attributes:
        number: the place in the order in which calls were entered, from 0.
        name: the name of the function.
        arguments: for each parameter its value as it was at the call.
        parent: the number of the recorded call that this one was made in; None for the first.
        depth: how many recorded calls were open when it was entered.
        line: the number of the line, in its source, at which the caller stood; 0 for the first.
        entered, left: after how many steps of the trace it was entered and left; ``left`` is None
            if the run was stopped before.
        result: what it returned, as it was then.
        error: the name and text of the exception that ended it; "" if it returned.
        last_line: the line at which it was left.
        children: the numbers of the calls made in it.
        code: the code that ran, from which its source can be found.
    """

    number: int
    name: str
    arguments: dict[str, Any]
    parent: int | None
    depth: int
    line: int = 0
    entered: int = 0
    left: int | None = None
    result: Any = None
    error: str = ""
    last_line: int = 0
    children: list[int] = field(default_factory=list)
    code: CodeType | None = field(default=None, repr=False)

    def __str__(self) -> str:
        given = ", ".join(f"{name}={short(value)}" for name, value in self.arguments.items())
        return f"{self.name}({given})"

    @property
    def outcome(self) -> str:
        """How the call ended, in a few words."""
        if self.left is None:
            return say("did not return")
        if self.error:
            return say("raised {error}", error=self.error)
        return say("returned {result}", result=short(self.result))


@dataclass
class Trace:
    """The record of a run.

    Attributes:
        calls: every recorded call, in the order in which they were entered.
        steps: the run in order: (True, number) where a call was entered, (False, number) where it
            was left.
        stopped: a sentence that says why the run was stopped; "" if it came to its end.
        result, error: what the function returned, or the exception that ended it.
        seen: for each step what ``watch`` returned there.
    """

    calls: list[Call]
    steps: list[tuple[bool, int]]
    stopped: str
    result: Any
    error: BaseException | None
    seen: list[Any] = field(default_factory=list)

    @property
    def depth(self) -> int:
        """How many recorded calls were open at once, at most."""
        return max((call.depth + 1 for call in self.calls), default=0)

    def stack(self, step: int) -> list[Call]:
        """Return the calls that are open after ``step`` steps, the first one outermost."""
        if step == 0:
            return []
        entered, number = self.steps[step - 1]
        at: int | None = number if entered else self.calls[number].parent
        calls: list[Call] = []
        while at is not None:
            calls.append(self.calls[at])
            at = calls[-1].parent
        return calls[::-1]

    def lines(self) -> Iterator[str]:
        """Yield the run as text: a line where a call is entered and where it is left, indented."""
        for entered, number in self.steps:
            call = self.calls[number]
            yield "    " * call.depth + (str(call) if entered else f"{call.name} {call.outcome}")

    def __str__(self) -> str:
        lines = list(self.lines())
        if len(lines) > 60:
            left_out = len(lines) - 50
            lines[40:-10] = [say_count("... 1 line is left out ...",
                                        "... {count} lines are left out ...", left_out)]
        return "\n".join([*lines, self.stopped] if self.stopped else lines)


def short(value: Any, most: int = 40) -> str:
    """Return what ``value`` is written as, on one line and in at most so many letters.

    An address in it says nothing to a reader, and is another each time: it is left out.
    """
    try:
        text = re.sub(r"( object)? at 0x\w+", "", " ".join(repr(value).split()))
    except Exception:
        text = say("<{kind} that cannot be shown>", kind=type(value).__name__)
    return text if len(text) <= most else f"{text[:most - 3]}..."
