"""The outcome of a notebook that was run: the records of its tasks, and other failed cells."""

import re
from typing import Any

from blocky.kit.check.record import Record, Status, state_of
from blocky.kit.language import say
from blocky.kit.notebook.execute import Ending, Run
from blocky.kit.notebook.restore import is_check

__all__ = ["failures", "on_one_line", "records", "sentence_of"]

#: The most letters of a line with the words of a student's code.
LONGEST = 200


def records(run: Run) -> list[Record]:
    """Return the record of each task of a notebook that was run."""
    return [_record(run, at) for at, cell in enumerate(run.nb.cells) if is_check(cell)]


def failures(run: Run) -> dict[int, str]:
    """Return a sentence for each cell that failed and isn't a check, by the place of the cell."""
    return {at: _sentence(run, at) for at, ending in sorted(run.endings.items())
            if not is_check(run.nb.cells[at]) and ending is not Ending.NOT_RUN}


def on_one_line(text: str, most: int = LONGEST) -> str:
    r"""Return a text on one line, without control characters, of at most ``most`` letters.

    >>> on_one_line("two\nlines"), on_one_line("a long text", 9)
    ('two lines', 'a long...')
    """
    beginning = text[:most * 10]  # enough, and quick for a text of any length
    without_colours = re.sub(r"\x1b\[[\d;]*m", "", beginning)
    line = " ".join(without_colours.split())
    line = "".join(letter if letter.isprintable() else "?" for letter in line)
    return line if len(line) <= most else line[:most - 3] + "..."


def sentence_of(error: BaseException) -> str:
    """Return an error as a line of text: its type, and its message if there is one.

    >>> sentence_of(ValueError("too small")), sentence_of(MemoryError())
    ('ValueError: too small', 'MemoryError')
    """
    return on_one_line(f"{type(error).__name__}: {error}").rstrip(": ")


def _record(run: Run, at: int) -> Record:
    """Return the record of the check in a cell: its own, or one on how the cell ended.

    The check has passed if the cell ended well. If the cell raised the check's own error, that has
    the record. Otherwise the cell wasn't reached, or the answer wasn't checked.
    """
    cell = run.nb.cells[at]
    ending = run.endings.get(at)
    task = str(cell.metadata.nbgrader.grade_id).removeprefix("check-")
    record = _record_in(cell, task)
    if ending is None:
        return Record(task, Status.PASSED, record.hint if record else "")
    if ending is Ending.RAISED and record is not None and record.state is not Status.PASSED:
        return record
    if ending is Ending.NOT_RUN:
        return Record(task, Status.NOT_REACHED, say("The cells above used up all the time."))
    return Record(task, Status.NOT_CHECKED, _why_not_checked(run, at, task, ending))


def _record_in(cell: Any, task: str) -> Record | None:
    """Return the first record of a task in the outputs of a cell; None if there is none."""
    for output in cell.outputs:
        record = state_of(output)
        if record and record.task == task:
            return record
    return None


def _why_not_checked(run: Run, at: int, task: str, ending: Ending) -> str:
    """Return why the check in a cell that ended in this way couldn't look at the answer."""
    if ending is Ending.LOST:
        return say("The check ended Python.")
    if ending is Ending.UNSTOPPABLE:
        return say("The check ran for {seconds:g} seconds and could not be stopped.",
                   seconds=run.seconds)
    if ending is Ending.STOPPED:
        return say("The check was stopped after {seconds:g} seconds.", seconds=run.seconds)
    return _cause(run, at, task)


def _cause(run: Run, at: int, task: str) -> str:
    """Return why the check in a cell raised another error than its own.

    If the answer isn't defined because the cell that should define it failed, that failure is the
    cause; otherwise it's the error in the check's cell.
    """
    cells = run.nb.cells
    has_no_answer = any(output.get("ename") == NameError.__name__ for output in cells[at].outputs)
    if has_no_answer:
        defines_it = re.compile(rf"\b(def|class) +{task}\b|^{task} *=", re.M)
        failures_of_answer = [sentence for place, sentence in failures(run).items()
                              if place < at and defines_it.search(cells[place].source)]
        if failures_of_answer:
            return failures_of_answer[-1]
    return _error(cells[at])


def _sentence(run: Run, at: int) -> str:
    """Return a sentence on how a cell failed, which names the cell by its number and first line."""
    cell = run.nb.cells[at]
    ending = run.endings[at]
    lines = [line for line in cell.source.split("\n") if line.strip()]
    first_line = on_one_line(lines[0] if lines else "", 50)
    number = sum(other.cell_type == "code" for other in run.nb.cells[:at + 1])  # only cells of code
    place = {"number": number, "first_line": first_line}
    if ending is Ending.LOST:
        return say("Cell {number} ({first_line}) failed: it ended Python", **place)
    if ending is Ending.UNSTOPPABLE:
        return say("Cell {number} ({first_line}) failed: it ran for {seconds:g} seconds and could "
                   "not be stopped", **place, seconds=run.seconds)
    if ending is Ending.STOPPED:
        return say("Cell {number} ({first_line}) failed: it was stopped after {seconds:g} seconds",
                   **place, seconds=run.seconds)
    return say("Cell {number} ({first_line}) failed: {error}", **place, error=_error(cell))


def _error(cell: Any) -> str:
    """Return the error that a cell shows, on one line."""
    error = [output for output in cell.outputs if output.output_type == "error"][-1]
    without_file = re.sub(r"\(\S+\.py, line (\d+)\)", r"(line \1)", str(error.evalue))
    return on_one_line(f"{error.ename}: {without_file}").rstrip(": ")
