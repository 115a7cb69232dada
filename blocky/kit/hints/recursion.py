"""Where in a recursion an answer goes wrong: the smallest call with a wrong result.

All calls that it made returned what they should, so the mistake is in what that call does itself;
the right answer tells what a call should return. (Algorithmic debugging: Shapiro 1982.)
"""

import copy
from collections.abc import Iterator
from contextlib import suppress
from time import thread_time
from typing import Any

from blocky.kit.check.compare import told, written
from blocky.kit.check.failure import Failure
from blocky.kit.check.run import left
from blocky.kit.check.task import Task
from blocky.kit.language import Code, say
from blocky.kit.trace import Trace, trace

__all__ = ["brief", "calls_seen", "wrong_call"]

#: The most calls that are looked at, and the most seconds of computing.
CALLS, SECONDS = 200, 0.4

#: The most characters of a text on calls.
LONG = 120


def calls_seen(task: Task, failure: Failure) -> Trace | None:
    """Return the record of an answer's calls in a case; None if they can't be recorded.

    Its list ``seen`` has an item for each call that ended: what ``told`` and ``written`` return for
    the result.
    """
    records: list[Trace] = []

    def look(entered: bool, arguments: dict[str, Any], result: Any) -> Any:
        """Return the item of ``seen`` for a call; None if it begins or has other arguments."""
        given = tuple(arguments.values())
        if entered or len(given) != len(failure.case):
            return None
        value = task.perform(lambda *args: result, *given)  # what the task makes of the result
        return told(value), written(value)

    def answer(*args: Any) -> Any:
        """Return the result of the failed answer, and keep the record of its calls."""
        record = trace(failure.answer, *args, calls=CALLS, seconds=2 * SECONDS, copy=_copied,
                       watch=look)
        records.append(record)
        return record.result

    with suppress(TypeError):
        task.run(answer, failure.case, 5 * SECONDS)
    return records[0] if len(records) == 1 else None  # several if the task calls it several times


def _copied(value: Any) -> Any:
    with suppress(Exception):
        return copy.deepcopy(value)
    return value


def wrong_call(task: Task, failure: Failure) -> Iterator[str]:
    """Say which call in a recursion first turns right results of its calls into a wrong one.

    Nothing is said if the innermost wrong call makes no calls, or if a result isn't known.
    """
    expected = failure.expected
    got = failure.got
    has_right_results = task.right and not task.only_laws
    record = calls_seen(task, failure) if has_right_results else None
    if record is None:
        return
    if record.stopped or record.error or not record.calls:
        return
    if expected.returned == got.returned:
        return
    first_call = record.calls[0]
    end = thread_time() + min(SECONDS, left())
    calls = [each for each in record.calls if each.code is first_call.code]
    # ``left`` is the step in which a call ended, counted from 1; ``seen`` has an item for each.
    results = {each.number: record.seen[each.left - 1] for each in calls if each.left}
    if None in results.values():
        return
    result_of_first_call, _ = results[first_call.number]
    is_the_same_again = result_of_first_call == got.returned
    if not is_the_same_again:
        return
    inner_ones_first = sorted(calls, key=lambda each: each.left or 0)
    for call in inner_ones_first:
        arguments = tuple(call.arguments.values())
        right = task.run(task.right, arguments, SECONDS)
        if right.error or right.stopped or thread_time() > end:
            return
        result, text = results[call.number]
        if result == right.returned:
            continue
        results_of_inner = [results[each.number] for each in calls if each.parent == call.number]
        texts_of_inner = [text_of_inner for _, text_of_inner in results_of_inner]
        if texts_of_inner:
            name = say("The call above") if call is first_call else brief(task.written(arguments))
            yield say(
                "{call} gets the right results from its recursive calls: {values}. But it "
                "turns them into {own} instead of {right}.",
                call=name, own=brief(text), right=brief(written(right.value)),
                values=brief(*texts_of_inner))
        return  # calls further out may be wrong only because of this one


def brief(*texts: str) -> Code:
    """Return texts joined in one line, cut if it is too long."""
    text = " ".join(", ".join(texts).split())
    return Code(text if len(text) <= LONG else f"{text[:LONG - 3]}...")
