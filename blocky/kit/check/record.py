"""How an answer stands: what a check says, and leaves in the notebook for programs to read."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from enum import StrEnum
from typing import Any, NamedTuple

from blocky.kit.draw.picture import Picture
from blocky.kit.language import mark, say

__all__ = ["RECORD", "CheckError", "Record", "Status", "in_notebook", "state_of"]

#: Under this kind of data an output that is shown keeps a record.
RECORD = "application/vnd.blocky.check+json"


class Status(StrEnum):
    """How the answer to a task stands. The last two are only said of a whole notebook."""

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
    """How a task stands, and what helps: a hint, or a sentence."""

    task: str
    state: Status
    hint: str = ""


class CheckError(Exception):
    """An answer did not pass. It is shown without the way through the kit's own code.

    ``record`` says how the task stands. What is read is ``text``; the file of a notebook keeps
    ``kept``, whose last line is the record, so that ``state_of`` finds it in any language: there
    str(error) is what is kept, as Jupyter writes that into the file. ``picture`` shows
    the case, if it can be drawn; ``source`` is the markup of the student's own lines with one of
    them marked, "" if none is; ``hint`` is the hint given, "" if there is none.
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
    """Tell whether the kernel of a notebook runs this."""
    shell = sys.modules.get("IPython")
    return shell is not None and getattr(shell.get_ipython(), "kernel", None) is not None


def state_of(output: Mapping[str, Any]) -> Record | None:
    """Return how a task stands by an output of its check's cell; None: the check did not say so."""
    try:
        if output.get("ename") == CheckError.__name__:
            kept = json.loads(str(output["evalue"]).rsplit("\n", 1)[-1])
        else:
            kept = output["data"][RECORD]
        return Record(str(kept["task"]), Status(kept["state"]), str(kept["hint"]))
    except (KeyError, TypeError, ValueError):
        return None
