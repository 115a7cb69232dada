"""Where in a recursion an answer goes wrong: the smallest call that comes to something wrong.

All calls that were made in it came to what they should, so that the mistake is in what that call
does itself; the right answer tells what a call should come to. (Algorithmic debugging: Shapiro
1982.)
"""

from __future__ import annotations

import copy
import inspect
from collections.abc import Iterator
from contextlib import suppress
from time import thread_time
from typing import Any

from blocky.kit.check.compare import told, written
from blocky.kit.check.failure import Failure
from blocky.kit.check.run import left
from blocky.kit.check.task import Task
from blocky.kit.language import say
from blocky.kit.trace import Call, Trace, trace

__all__ = ["brief", "calls_seen", "wrong_call"]

#: So many calls are looked at, for so many seconds of computing.
CALLS, SECONDS = 200, 0.4

#: What is told of calls is cut at so many letters.
LONG = 120


def calls_seen(task: Task, failure: Failure) -> Trace | None:
    """Return the record of the calls that an answer makes of itself; None if they are not seen.

    At each step that leaves a call is seen what it returns, as it is compared and as it is written.
    """
    kept: list[Trace] = []

    def look(entered: bool, arguments: dict[str, Any], result: Any) -> Any:
        given = tuple(arguments.values())
        if entered or len(given) != len(failure.case):
            return None
        value = task.perform(lambda *args: result, *given)
        return told(value), written(value)

    def answer(*args: Any) -> Any:
        kept.append(trace(failure.answer, *args, calls=CALLS, seconds=2 * SECONDS, copy=_kept,
                          watch=look))
        return kept[-1].result

    with suppress(TypeError):
        task.run(answer, failure.case, 5 * SECONDS)
    return kept[0] if len(kept) == 1 else None


def _kept(value: Any) -> Any:
    with suppress(Exception):
        return copy.deepcopy(value)
    return value


def wrong_call(task: Task, failure: Failure) -> Iterator[str]:
    """Say which call is the smallest that goes wrong, and what it makes of right results."""
    expected, got = failure.expected, failure.got
    record = calls_seen(task, failure) if task.right and not task.only_laws else None
    if (record is None or record.stopped or record.error or not record.calls
            or expected.returned == got.returned):
        return
    top, end = record.calls[0], thread_time() + min(SECONDS, left())
    calls = [each for each in record.calls if each.code is top.code]
    seen = {each.number: record.seen[each.left - 1] for each in calls if each.left}
    if None in seen.values() or seen[0][0] != got.returned:
        return
    for call in sorted(calls, key=lambda each: each.left or 0):
        want = task.run(task.right, tuple(call.arguments.values()), SECONDS)
        if want.error or want.stopped or thread_time() > end:
            return
        if seen[call.number][0] != want.returned:
            inner = [each for each in calls if each.parent == call.number]
            yield from _not_asked(task, call, inner)
            if inner:
                yield say(
                    "{call} makes calls of itself that return what they should: {values}. What it "
                    "makes of them, {own}, is wrong: {right} is right.",
                    call=say("The call above") if call is top else brief(task.written(tuple(
                        call.arguments.values()))), own=brief(seen[call.number][1]),
                    right=brief(written(want.value)),
                    values=brief(*(seen[each.number][1] for each in inner)))
            return


def _not_asked(task: Task, call: Call, inner: list[Call]) -> Iterator[str]:
    """Say for what a right answer calls itself in a call, where this one does not at all."""
    given, theirs, matter = [*call.arguments.values()], list[Call](), list[Call]()
    for way in [way for way in (*task.ways, task.right) if way]:
        with suppress(Exception):
            theirs, matter = (theirs, matter) if matter else _calls_within(way, given)
    within = [each for each in getattr(call.code, "co_consts", ()) if inspect.iscode(each)]
    if inner or any(each.co_name in each.co_freevars for each in within):  # or that calls itself
        return
    for place, value in enumerate(given):
        right, needed = ({repr(told(handed[place])): handed[place] for each in group
                          if len(handed := [*each.arguments.values()]) == len(given)}
                         for group in (theirs, matter))
        if repr(told(value)) not in right:
            if needed:
                yield say("It does not call itself here; a right answer does so for {missing}.",
                          missing=brief(*map(written, needed.values())))
            return


def _calls_within(way: Any, given: list[Any]) -> tuple[list[Call], list[Call]]:
    """Return the calls of itself that a right answer makes, and those that come to something."""
    record = trace(way, *map(_kept, given), calls=CALLS, copy=_kept, watch=lambda entered, named,
                   result: tuple(map(told, named.values())))
    top, seen = record.calls[0], record.seen
    made = [each for each in record.calls if each.parent == 0 and each.code is top.code]
    return made, [each for each in made if each.left and (
        each.result is top.result if isinstance(each.result, bool) else
        told(each.result) not in (None, 0, ()) or seen[each.entered - 1] != seen[each.left - 1])]


def brief(*texts: str) -> str:
    """Return texts in one line, which is not too long."""
    text = " ".join(", ".join(texts).split())
    return text if len(text) <= LONG else f"{text[:LONG - 3]}..."
