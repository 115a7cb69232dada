"""Whether the examples in a student's docstrings hold, as doctest tries them, but not for ever."""

from __future__ import annotations

import doctest
import io
import re
import sys
import traceback
from collections.abc import Iterator
from contextlib import redirect_stdout
from typing import Any

from blocky.kit.language import say
from blocky.kit.notebook.definition import Definition
from blocky.kit.safely import OutOfTimeError, time_limit

__all__ = ["said_by_examples"]

#: How long an example may take, in seconds.
_SECONDS = 1.5


def said_by_examples(own: Definition, name: str) -> Iterator[str]:
    """Yield what is wrong with the examples in the docstrings; one sentence if there are none."""
    found = list[doctest.Example]()
    for text, row in own.docstrings():
        try:
            examples = doctest.DocTestParser().get_examples(text)
        except ValueError as error:
            yield say("{at}: an example cannot be read: {error}.", at=own.at(row), error=error)
            return
        found += examples
        names = dict(own.names)
        for example in examples:
            late = False
            try:
                failed = _tried(example, names)
            except OutOfTimeError:
                late, failed = True, say(
                    "It was stopped after {seconds:g} seconds. Does it ever come to an end? The "
                    "examples after it were not tried.", seconds=_SECONDS)
            if failed:
                yield say("{at}: an example does not hold.\n    {source}\n{failed}",
                          at=own.at(row + example.lineno), source=example.source.strip(),
                          failed=failed)
            if late:
                return
    if not found:
        yield say("There is no example in its docstring. Write one or two calls with >>>, and "
                  "below each what it returns; they show how to use it, and they are tested here.")
    elif not any(name in re.findall(r"\w+", each.source) for each in found) or not any(
            each.want or each.exc_msg for each in found):
        yield say("No example shows a call of {name} and below it what comes out. Write one: it "
                  "tells a reader more than a sentence, and it is tested here.", name=name)


def _tried(example: doctest.Example, names: dict[str, Any]) -> str:
    """Run an example as doctest does, but not for ever; return what is wrong, "" if it holds.

    OutOfTimeError: it was stopped.
    """
    printed, raised, display = io.StringIO(), "", sys.displayhook
    try:
        code = compile(example.source, "<example>", "single", dont_inherit=True)
        sys.displayhook = sys.__displayhook__  # values are shown by Python, not by a notebook
        with redirect_stdout(printed):
            time_limit(_SECONDS).call(exec, code, names)
    except NotImplementedError:
        return say("The function is not written yet.")
    except (Exception, SystemExit) as error:
        raised = traceback.format_exception_only(error)[-1]
    finally:
        sys.displayhook = display
    if raised and example.exc_msg is None:
        return say("It ended with {raised}", raised=_on_a_line(raised))
    flags = sum(flag for flag, on in example.options.items() if on)
    want, got = (example.exc_msg or "", raised) if example.exc_msg else (
        example.want, printed.getvalue())
    if doctest.OutputChecker().check_output(want, got, flags):
        return ""
    return say("Expected: {want}\nGot:      {got}", want=_on_a_line(want), got=_on_a_line(got))


def _on_a_line(text: str) -> str:
    text = " ".join(text.split()) or say("nothing")
    return text if len(text) <= 150 else f"{text[:147]}..."
