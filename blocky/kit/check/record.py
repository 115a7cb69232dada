"""The state of an answer: what a check says of it, and leaves in the notebook for programs."""

import json
import sys
import textwrap
from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Any, NamedTuple

from blocky.kit.draw.picture import Picture
from blocky.kit.language import mark, plain, say

__all__ = ["INDENT", "RECORD", "CheckError", "Record", "Status", "in_notebook",
           "state_of"]

#: The type of the data in an output that is a record.
RECORD = "application/vnd.blocky.check+json"

#: What comes before each line of a call in a text.
INDENT = " " * 4

#: The most letters in a line of an error below its block: a front end breaks no line of these.
NARROW = 72


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

    The sentences it is made of may have marks around their code.

    Attributes:
        title: the task and its state.
        intro: the sentences before the call.
        call: the call in which the answer failed, or "".
        came: the sentences on what was expected, and what came.
        marked_hint, hint: the hint given, or "", with and without marks around its code.
        picture: the case, if it can be drawn.
        source: the markup of the student's lines with one marked, or "".
        text: all that people read.
        record, kept: the state of the task, and the text with that record as its last line. In a
            notebook str(error) is ``kept``, which Jupyter saves, for ``state_of`` to find.
        is_shown: whether a block in the notebook shows the text, so that the error can be short.
    """

    def __init__(self, task: str, state: Status, intro: str, hint: str = "", *, call: str = "",
                 came: Sequence[str] = (), picture: Picture | None = None, source: str = ""
                 ) -> None:
        """Keep the parts of what a check says of a task, and make the whole text of them."""
        self.title = say("{task}: {state}.", task=task, state=state.words)
        self.state = state
        self.intro = intro
        self.call = call
        self.came = came
        self.marked_hint = hint
        self.hint = plain(hint)
        self.picture = picture
        self.source = source
        self.is_shown = False
        # The rest is made of these parts.
        self.text = self._text()
        first_line = plain(intro).split("\n")[0]
        self.record = Record(task, state, self.hint or first_line)
        self.kept = f"{self.text}\n{json.dumps(self.record._asdict())}"
        super().__init__(self.text)

    def _text(self) -> str:
        """Return all that people read, as plain text."""
        parts = [self.title, self.intro]
        if self.call or self.came:
            parts += ["", INDENT + self.call, "", *self.came]
        if self.marked_hint:
            parts.append(say("Hint: {hint}", hint=self.marked_hint))
        return plain("\n".join(parts))

    def __str__(self) -> str:
        return self.kept if in_notebook() else self.text

    def _render_traceback_(self) -> list[str]:
        """Return the lines that IPython shows in place of a traceback.

        If a block above shows everything, these are only the title and the hint.
        """
        if not self.is_shown:
            return self.text.split("\n")
        lines = self.hint.split("\n")
        return [self.title, *(part for line in lines for part in textwrap.wrap(line, NARROW))]


def in_notebook() -> bool:
    """Whether the kernel of a notebook runs this."""
    shell = sys.modules.get("IPython")
    return shell is not None and getattr(shell.get_ipython(), "kernel", None) is not None


def state_of(output: Mapping[str, Any]) -> Record | None:
    """Return the record in an output of a check's cell; None if there is none.

    An error has it in its last line (see ``CheckError.kept``), a box as data of a type of its own.
    """
    try:
        if output.get("ename") == CheckError.__name__:
            *_, last_line = str(output["evalue"]).split("\n")
            fields = json.loads(last_line)
        else:
            fields = output["data"][RECORD]
        return Record(str(fields["task"]), Status(fields["state"]), str(fields["hint"]))
    except (KeyError, TypeError, ValueError):
        return None
