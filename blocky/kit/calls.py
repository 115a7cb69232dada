"""The record of a recursion: each call with its arguments and its result."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from types import CodeType
from typing import Any

from blocky.kit.language import say, say_count

__all__ = ["Call", "Trace", "short"]

#: The most lines of a run that are printed whole; of a longer one, the first and last lines.
MOST_LINES, FIRST_LINES, LAST_LINES = 60, 40, 10


@dataclass
class Call:
    """One call.

    Attributes:
        number: its place in the order of calls, from 0.
        name: the name of the function.
        arguments: the value of each parameter at the time of the call.
        parent: the number of the recorded call that made this one; None for the first.
        depth: the number of recorded calls that were open when it was entered.
        line: the line of the caller that made it; 0 for the first.
        entered: the step of the trace at which it was entered.
        left: the step at which it was left; None if the run was stopped before.
        result: what it returned, as it was then; of a generator, the values that it yielded.
        error: the name and text of the exception that ended it; "" if it returned.
        last_line: the line at which it was left.
        children: the numbers of the calls that it made.
        code: the code that ran, to find its source.
        yields: whether it is a generator.
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
    yields: bool = False

    def __str__(self) -> str:
        given = ", ".join(f"{name}={short(value)}" for name, value in self.arguments.items())
        return f"{self.name}({given})"

    @property
    def outcome(self) -> str:
        """A few words on how the call ended."""
        if self.left is None:  # the run was stopped before
            return say("did not return")
        if self.error:
            return say("raised {error}", error=self.error)
        if self.yields:
            return say("yielded {values}", values=short(self.result))
        return say("returned {result}", result=short(self.result))


@dataclass
class Trace:
    """The record of a run.

    Attributes:
        calls: the recorded calls, in the order in which they were entered.
        steps: the run in order: (True, number) for a call entered, (False, number) for one left.
        stopped: a sentence that says why the run was stopped; "" if it was not.
        result: what the function returned.
        error: the exception that ended it; None if there was none.
        seen: what ``watch`` returned at each step.
        note: a sentence that a reader of the record needs besides, or "".
    """

    calls: list[Call]
    steps: list[tuple[bool, int]]
    stopped: str
    result: Any
    error: BaseException | None
    seen: list[Any] = field(default_factory=list)
    note: str = ""

    @property
    def depth(self) -> int:
        """The largest number of recorded calls open at once."""
        return max((call.depth + 1 for call in self.calls), default=0)

    def stack(self, step: int) -> list[Call]:
        """Return the calls that are open after ``step`` steps, the outermost first."""
        if step == 0:
            return []
        was_entered, last_number = self.steps[step - 1]
        # the number of the innermost open call: after a call was left, that of its parent
        number: int | None = last_number if was_entered else self.calls[last_number].parent
        innermost_first: list[Call] = []
        while number is not None:
            call = self.calls[number]
            innermost_first.append(call)
            number = call.parent
        return innermost_first[::-1]

    def lines(self) -> Iterator[str]:
        """Yield the run as indented lines, one for each call entered or left."""
        for was_entered, number in self.steps:
            call = self.calls[number]
            text = str(call) if was_entered else f"{call.name} {call.outcome}"
            yield "    " * call.depth + text

    def __str__(self) -> str:
        """Return the lines of the run; of a long one, those in the middle are left out."""
        lines = list(self.lines())
        if len(lines) > MOST_LINES:
            left_out = len(lines) - FIRST_LINES - LAST_LINES
            lines[FIRST_LINES:-LAST_LINES] = [say_count(
                "... 1 line is left out ...", "... {count} lines are left out ...", left_out)]
        return "\n".join([*lines, *filter(None, (self.stopped, self.note))])


def short(value: Any, most: int = 40) -> str:
    """Return the repr of ``value`` on one line, cut to ``most`` characters.

    Addresses in it are left out: they mean nothing to readers, and differ each time.
    """
    try:
        text = re.sub(r"( object)? at 0x\w+", "", " ".join(repr(value).split()))
    except Exception:
        text = say("<{kind} that can't be shown>", kind=type(value).__name__)
    return text if len(text) <= most else f"{text[:most - 3]}..."
