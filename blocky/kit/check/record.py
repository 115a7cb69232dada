"""The state of an answer: what a check says of it, and leaves in the notebook for programs."""

import json
import sys
from collections.abc import Mapping
from enum import StrEnum
from typing import Any, NamedTuple

from blocky.kit.draw.picture import Picture
from blocky.kit.language import mark, say

__all__ = ["RECORD", "CheckError", "Record", "Status", "in_notebook", "state_of"]

#: The type of the data in an output that is a record.
RECORD = "application/vnd.blocky.check+json"


class Status(StrEnum):
    """The state of the answer to a task. Only a whole notebook has the last two."""

    PASSED = "passed"
    NOT_STARTED = "not_started"
    WRONG = "wrong"
    NEVER_STOPS = "never_stops"
    TOO_SLOW = "too_slow"
    CHANGED_INPUT = "changed_input"
    RETURNED_NONE = "returned_none"
    NOT_REACHED = "not_reached"
    NOT_CHECKED = "not_checked"

    @property
    def words(self) -> str:
        """The state in a word or two, for people."""
        return say(_WORDS[self])


_WORDS = mark({
    Status.PASSED: "passed",
    Status.NOT_STARTED: "not started",
    Status.WRONG: "wrong",
    Status.NEVER_STOPS: "never stops",
    Status.TOO_SLOW: "too slow",
    Status.CHANGED_INPUT: "changed its input",
    Status.RETURNED_NONE: "returned None",
    Status.NOT_REACHED: "not reached",
    Status.NOT_CHECKED: "not checked",
})


class Record(NamedTuple):
    """The state of a task, and a hint or a sentence."""

    task: str
    state: Status
    hint: str = ""


class CheckError(Exception):
    """An answer that did not pass, shown without a traceback through the kit's code.

    Attributes:
        text: what people read.
        record, kept: the state of the task, and the text with that record as its last line. In a
            notebook str(error) is ``kept``, which Jupyter saves, for ``state_of`` to find.
        picture: the case, if it can be drawn.
        source: the markup of the student's lines with one marked, or "".
        hint: the hint given, or "".
    """

    def __init__(self, task: str, state: Status, text: str, hint: str = "",
                 picture: Picture | None = None, source: str = "") -> None:
        parts = (say("{task}: {state}.", task=task, state=state.words), text,
                 say("Hint: {hint}", hint=hint) if hint else "")
        self.text = "\n".join(part for part in parts if part)
        self.record = Record(task, state, hint or text.split("\n")[0])
        super().__init__(self.text)
        self.kept = f"{self.text}\n{json.dumps(self.record._asdict())}"
        self.state, self.hint, self.picture, self.source = state, hint, picture, source

    def __str__(self) -> str:
        return self.kept if in_notebook() else self.text

    def _render_traceback_(self) -> list[str]:
        return self.text.split("\n")


def in_notebook() -> bool:
    """Whether the kernel of a notebook runs this."""
    shell = sys.modules.get("IPython")
    return shell is not None and getattr(shell.get_ipython(), "kernel", None) is not None


def state_of(output: Mapping[str, Any]) -> Record | None:
    """Return the record in an output of a check's cell, if there is one."""
    try:
        if output.get("ename") == CheckError.__name__:
            kept = json.loads(str(output["evalue"]).rsplit("\n", 1)[-1])
        else:
            kept = output["data"][RECORD]
        return Record(str(kept["task"]), Status(kept["state"]), str(kept["hint"]))
    except (KeyError, TypeError, ValueError):
        return None
