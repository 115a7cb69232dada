"""The smallest case that goes wrong, and the right one that is nearest to it."""

from __future__ import annotations

from collections.abc import Iterator
from time import thread_time
from typing import Any

import numpy as np

from blocky.kit.check.compare import told, written
from blocky.kit.check.failure import Case, Failure
from blocky.kit.check.run import Outcome
from blocky.kit.check.task import Task
from blocky.kit.language import say

__all__ = ["nearest", "smallest"]

#: For so many seconds of computing smaller cases are tried; a call of so many letters is told.
SECONDS, LONG = 0.25, 200

_SCALARS = (bool, int, float, str, type(None))


def smallest(task: Task, failure: Failure) -> Iterator[str]:
    """Say which smaller case goes wrong as well, if items can be left out of the one that failed.

    Nothing gets smaller than in the cases of the check, and nothing changes that they all share.
    """
    kits: dict[int, Outcome] = {}
    judge, end = task.judge(kits), thread_time() + min(SECONDS, failure.left / 4)
    case, came, kept, again = failure.case, failure.got, [failure.case], True
    while again:
        again = False
        for smaller in _smaller(case, failure.cases):
            if thread_time() > end or failure.got.stopped:
                break
            kept.append(smaller)  # so that its id stays its own
            try:
                good, got = judge(failure.answer, smaller, end - thread_time())
            except NotImplementedError:
                return
            right = kits.get(id(smaller))
            if (not good and right and _alike(right, failure.expected)
                    and _alike(got, failure.got)):
                case, came, again = smaller, got, True
                break
    right = kits.get(id(case))
    if case is failure.case or right is None:
        return
    call = task.written(case)
    if len(call) <= LONG and " at 0x" not in call and (
            right.error or right.returned != came.returned):
        yield say("It goes wrong for less: {call}\nExpected is {right} there, and what comes is "
                  "{own}.", call=call, right=_came(right), own=_came(came))


def _alike(one: Outcome, other: Outcome) -> bool:
    """Tell whether two trials ended in the same way."""
    return (one.error, one.stopped, one.returned is None) == (
        other.error, other.stopped, other.returned is None)


def _came(outcome: Outcome) -> str:
    return outcome.message or written(outcome.value)


def nearest(task: Task, failure: Failure) -> Iterator[str]:
    """Say in which case the answer is right that has most in common with the one that failed."""
    case, names = failure.case, task.names_of(failure.answer)
    passed = [(_apart(case, other), -number, other)
              for number, (other, _) in enumerate(zip(failure.cases, failure.passed, strict=False))
              if len(other) == len(case)]
    if len({len(each) for each in failure.cases}) > 1:  # they are lines, one after the other
        right = [*failure.cases[:len(failure.passed)]]
        yield from (say("It is right without the line {line}: what does that line leave behind?",
                        line=case[place]) for place in reversed(range(len(case) - 1))
                    if (*case[:place], *case[place + 1:]) in right)
        return
    if not passed:
        return
    _, number, other = min(passed, key=lambda each: each[:2])
    differ = [place for place, value in enumerate(case) if told(value) != told(other[place])]
    if len(differ) == 1 and len(names) == len(case) and isinstance(other[differ[0]], _SCALARS):
        yield say("It is right where {name} is {value}, and all else is the same.",
                  name=names[differ[0]], value=written(other[differ[0]]))
    elif len(call := task.written(other)) <= LONG and "\n" not in call and (
            value := failure.passed[-number].value) is not None:
        yield say("It is right for {call}, which comes to {value}. What is there in the case above "
                  "that is not here?", call=call, value=written(value))


def _apart(one: Any, other: Any) -> int:
    """Return in how many places two values differ."""
    if isinstance(one, (list, tuple)) and isinstance(other, (list, tuple)):
        return abs(len(one) - len(other)) + sum(map(_apart, one, other))
    if isinstance(one, dict) and isinstance(other, dict):
        return sum(_apart(one.get(key), other.get(key)) for key in {*one, *other})
    return int(bool(told(one) != told(other)))


# -- what is smaller -----------------------------------------------------------------------------

def _smaller(case: Case, cases: list[Case]) -> Iterator[Case]:
    """Yield cases with an item less."""
    counts = {len(each) for each in cases}
    if len(counts) > 1:  # they are lines, one after the other
        for place in range(len(case) - 1):
            yield (*case[:place], *case[place + 1:])
        return
    for place, value in enumerate(case):
        others = [each[place] for each in cases]
        for less in _less(value, others):
            yield (*case[:place], less, *case[place + 1:])


def _less(value: Any, others: list[Any]) -> Iterator[Any]:
    """Yield a value with an item less, if some of the ``others`` have as few."""
    if type(value) not in (list, str, dict) or {type(each) for each in others} != {type(value)}:
        return
    fewest = min(map(len, others))
    if _are_grids(others):
        square = all(len(each) == len(each[0]) for each in others if each)
        narrowest = min((len(each[0]) for each in others if each), default=0)
        for number in range(len(value)):
            rows = [*value[:number], *value[number + 1:]]
            if len(rows) >= max(fewest, 1):
                yield ([row[:number] + row[number + 1:] for row in rows] if square else rows)
        for number in range(len(value[0]) if value and not square else 0):
            if len(value[0]) > max(narrowest, 1):
                yield [row[:number] + row[number + 1:] for row in value]
        return
    if len(value) <= fewest:
        return
    if isinstance(value, dict):
        for key in value:
            if isinstance(value[key], _SCALARS):
                yield {each: value[each] for each in value if each != key}
        return
    for number in range(len(value)):
        yield value[:number] + value[number + 1:]


def _are_grids(values: list[Any]) -> bool:
    """Tell whether all values are lists of rows of the same length, and some have several."""
    return any(len(each) > 1 for each in values) and all(
        isinstance(each, list) and all(isinstance(row, (list, str, np.ndarray)) for row in each)
        and len({len(row) for row in each}) == 1 for each in values)
