"""Where in a recursion an answer goes wrong: the smallest call that comes to something wrong.

All calls that were made in it came to what they should, so that the mistake is in what that call
does itself; the right answer tells what a call should come to. (Algorithmic debugging: Shapiro
1982.)
"""

from __future__ import annotations

import ast
import copy
import inspect
from collections.abc import Iterator
from contextlib import suppress
from time import thread_time
from typing import Any

from blocky.kit.check.compare import told, written
from blocky.kit.check.failure import Failure
from blocky.kit.check.program import Program, right_trees
from blocky.kit.check.run import left
from blocky.kit.check.task import Task
from blocky.kit.check.trees import calls_of, source
from blocky.kit.language import say
from blocky.kit.trace import Call, Trace, trace

__all__ = ["brief", "calls_seen", "returned_at", "wrong_call"]

#: So many calls are looked at, for so many seconds of computing.
CALLS, SECONDS = 200, 0.4

#: What is told of calls is cut at so many letters.
LONG = 120


def calls_seen(task: Task, failure: Failure) -> Trace | None:
    """Return the record of the calls that an answer makes of itself; None if they are not seen.

    At each step that leaves a call is seen what came of it: as it is compared, and as it is
    written; what is returned, and what has become of the arguments.
    """
    kept: list[Trace] = []

    def look(entered: bool, arguments: dict[str, Any], result: Any) -> Any:
        given = tuple(arguments.values())
        if entered or len(given) != len(failure.case):
            return None
        value = task.perform(lambda *args: result, *given)
        return told(value), tuple(map(told, given)), written(value), written(given[0])

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
    if record is None or record.stopped or record.error or not record.calls:
        return
    by = int(expected.returned == got.returned)  # what differs: the result, or the arguments
    top, end = record.calls[0], thread_time() + min(SECONDS, left())
    calls = [each for each in record.calls if each.code is top.code]
    seen = {each.number: record.seen[each.left - 1] for each in calls if each.left}
    if None in seen.values() or seen[0][by] != (got.returned, got.after)[by]:
        return
    for call in sorted(calls, key=lambda each: each.left or 0):
        want = task.run(task.right, tuple(call.arguments.values()), SECONDS)
        if want.error or want.stopped or thread_time() > end:
            return
        if seen[call.number][by] != (want.returned, want.after)[by]:
            inner = [each for each in calls if each.parent == call.number]
            right = written((want.value, want.arguments[0])[by])
            asked = [*_asked(task, call, inner, brief(right))]
            yield from asked
            if (inner and not asked) or (not inner and call is not top):
                yield from _said(task, call is top, call, seen, inner, by, right)
            return


def _said(task: Task, is_top: bool, call: Call, seen: dict[int, Any], inner: list[Call], by: int,
          right: str) -> Iterator[str]:
    """Say what a call makes of what the calls in it came to."""
    name = say("The call above") if is_top else brief(task.written(tuple(
        call.arguments.values())))
    own, right = brief(seen[call.number][2 + by]), brief(right)
    if inner and by == 0:
        yield say("{call} makes calls of itself that return what they should: {values}. What it "
                  "makes of them, {own}, is wrong: {right} is right.", call=name, own=own,
                  right=right, values=brief(*(seen[each.number][2] for each in inner)))
    elif inner:
        yield say("{call} makes calls of itself that do what they should. What it does beside them "
                  "is wrong.", call=name)
    elif own != right:
        yield (say("{call} makes no further call, and returns {own}: {right} is right.", call=name,
                   own=own, right=right) if by == 0 else
               say("{call} makes no further call, and comes to {own}: {right} is right.", call=name,
                   own=own, right=right))


def _asked(task: Task, call: Call, inner: list[Call], result: str) -> Iterator[str]:
    """Say for what a right answer calls itself in a call, and this one does not, or the reverse."""
    given, theirs, matter = [*call.arguments.values()], list[Call](), list[Call]()
    ways = [way for way in (*task.ways, task.right) if way]
    for way in ways:
        with suppress(Exception):
            theirs, matter = (theirs, matter) if matter else _calls_within(way, given)
    trees = [tree for way in ways for tree in right_trees(way)[:1]]
    if inner and not theirs and any(getattr(each, "name", "") in calls_of(each) for each in trees):
        yield say("{call} calls itself; a right answer does not do so there, and comes to {right}.",
                  call=brief(task.written(tuple(given))), right=result)
        return
    for place, value in enumerate(given):
        own, right, needed = ({repr(told(handed[place])): handed[place] for each in group
                               if len(handed := [*each.arguments.values()]) == len(given)}
                              for group in (inner, theirs, matter))
        if repr(told(value)) in {**own, **right}:
            continue
        missing = brief(*(written(each) for key, each in needed.items() if key not in own))
        within = [each for each in getattr(call.code, "co_consts", ()) if inspect.iscode(each)]
        if any(each.co_name in each.co_freevars for each in within):  # that one calls itself
            return
        if missing and not own.keys() - right.keys():
            yield (say("It calls itself for {own}; a right answer does so for {missing} too.",
                       own=brief(*map(written, own.values())), missing=missing) if own else
                   say("It does not call itself here; a right answer does so for {missing}.",
                       missing=missing))
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


def returned_at(task: Task, failure: Failure, program: Program) -> Iterator[str]:
    """Say of True or False that is wrong in which line it was returned, and by which condition."""
    record = calls_seen(task, failure) if isinstance(failure.got.value, bool) else None
    line = record.calls[0].last_line if record and record.calls else 0
    for each in [node for tree in program.trees.values() for node in ast.walk(tree)
                 if isinstance(node, ast.If)]:
        for block in (each.body, each.orelse):
            last: Any = block[-1] if block else None
            if (isinstance(last, ast.Return) and last.lineno == line
                    and getattr(last.value, "value", None) is failure.got.value):
                yield (say("It returns {got} in line {line}, as this holds there: {condition}.",
                           got=failure.got.value, line=line, condition=source(each.test))
                       if block is each.body else
                       say("It returns {got} in line {line}, as this does not hold there: "
                           "{condition}.", got=failure.got.value, line=line,
                           condition=source(each.test)))


def brief(*texts: str) -> str:
    """Return texts in one line, which is not too long."""
    text = " ".join(", ".join(texts).split())
    return text if len(text) <= LONG else f"{text[:LONG - 3]}..."
