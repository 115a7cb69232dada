"""Whether the examples in a student's docstrings hold, as doctest tries them, but not for ever."""

from __future__ import annotations

import doctest
import re
import traceback
from collections.abc import Iterator
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


class _Runner(doctest.DocTestRunner):
    """Keeps what is wrong with an example, in ``said``."""

    said = ""

    def report_failure(self, out: Any, test: Any, example: doctest.Example, got: str) -> None:
        if example.exc_msg:
            got = got.strip().split("\n")[-1]
        self.said = say("Expected: {want}\nGot:      {got}", got=_on_a_line(got),
                        want=_on_a_line(example.exc_msg or example.want))

    def report_unexpected_exception(self, out: Any, test: Any, example: doctest.Example,
                                    exc_info: Any) -> None:
        kind, error, _ = exc_info
        self.said = (say("The function is not written yet.") if kind is NotImplementedError else
                     say("It ended with {raised}", raised=_on_a_line(
                         traceback.format_exception_only(error)[-1])))


def _tried(example: doctest.Example, names: dict[str, Any]) -> str:
    """Run an example; return what is wrong, "" if it holds. OutOfTimeError: it was stopped."""
    runner, test = _Runner(verbose=False), doctest.DocTest([example], {}, "", None, 0, "")
    test.globs = names  # so that the next example finds what this one defines
    time_limit(_SECONDS).call(runner.run, test, clear_globs=False)
    return runner.said


def _on_a_line(text: str) -> str:
    text = " ".join(text.split()) or say("nothing")
    return text if len(text) <= 150 else f"{text[:147]}..."
