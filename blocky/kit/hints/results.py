"""The parts that a wrong result leaves out, adds, or counts differently.

A task names its ``parts``: a number is the sum of those that count; True or False says whether any
of some conditions holds. Only what fits in all cases is told as the mistake.
"""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations
from time import thread_time
from typing import Any

import numpy as np

from blocky.kit.check.compare import AnyOrder, told, written
from blocky.kit.check.failure import Failure, Hints
from blocky.kit.check.record import Status
from blocky.kit.check.run import Outcome
from blocky.kit.check.task import Parts, Task
from blocky.kit.hints.recursion import brief
from blocky.kit.language import say

__all__ = ["differences", "made_of", "parts_here"]

#: The most seconds of computing for all cases; the cases that must fit for each change, and in all;
#: the most changes that are told.
SECONDS, EACH, FEWEST, MOST = 0.3, 4, 6, 3

#: Conditions of this many letters are not told in one line.
LONG = 300

#: What is said of a part of the result, or of another part, by how often it counts too much.
_MORE = {
    True: {-1: "{it} leaves out {part}.", 1: "{it} counts {part} twice."},
    False: {1: "{it} counts {part}, but it shouldn't.",
            -1: "{it} is too small. The difference is this amount: {part}."},
}


def made_of(task: Task, failure: Failure) -> Hints:
    """Return the hints for results with the same wrong parts in all cases; () if none fit."""
    if not task.parts or failure.got.error or failure.got.stopped:
        return ()
    end, came = thread_time() + min(SECONDS, failure.left / 3), [*failure.passed, failure.got]
    for case in failure.cases[len(came):]:
        if thread_time() < end:
            came.append(task.run(failure.answer, case, end - thread_time()))
    if len(came) < FEWEST or any(each.error or each.stopped for each in came):
        return ()
    said = list[str]()
    for name, parts in _wrong(task, failure):
        right, got = _value(failure.expected, name), [_value(each, name) for each in came]
        given = [parts(*case) for case in failure.cases[:len(came)]]
        if isinstance(right, bool) and all(isinstance(each, bool) for each in got):
            counted = given[len(failure.passed)][0]
            said += _asked(given, got, _where_any_holds(right, counted))
        elif not isinstance(right, bool) and all(isinstance(each, (int, float)) for each in got):
            it = say("Your result for {name}", name=say(name)) if name else say("Your result")
            said += _summed(it, given, got)
    return _hints(task, failure, said) if said else ()


def parts_here(task: Task, failure: Failure) -> Hints:
    """Return the hints that tell the parts of the right result in the case that failed."""
    said = list[str]()
    for name, parts in [each for each in _wrong(task, failure) if not each[0]]:
        right, got = _value(failure.expected, name), _value(failure.got, name)
        if isinstance(right, bool) is not isinstance(got, bool):
            return ()
        if isinstance(right, bool):
            said += _holding(parts(*failure.case)[0], right)
            said.append(say("So the result should be {right}, but yours is {got}.", right=right,
                            got=written(got)))
        else:
            said.append(say("Here the result should be {right}, made up of: {parts}. Yours is "
                            "{got}.",
                            right=written(right), got=written(got), parts="; ".join(
                                say("{part}: {value}", part=say(part), value=written(value))
                                for part, value in parts(*failure.case)[0].items() if value)
                            or say("nothing")))
    return _hints(task, failure, said) if said else ()


def _wrong(task: Task, failure: Failure) -> Iterator[tuple[str, Callable[..., Parts]]]:
    """Yield the wrong facts that have parts, with these; "" is the result."""
    if not (failure.got.error or failure.got.stopped) and failure.state is not Status.RETURNED_NONE:
        yield from ((name, parts) for name, parts in task.parts.items()
                    if told(_value(failure.got, name)) != told(_value(failure.expected, name)))


def _value(outcome: Outcome, name: str) -> Any:
    return outcome.facts.get(name) if name else outcome.value


def _holding(counted: Mapping[str, Any], right: bool) -> list[str]:
    told_of = [holds.rstrip(".") if isinstance(holds, str) else say(name)
               for name, holds in counted.items() if holds]
    if told_of:
        return [say("In this case: {what}.", what=told_of[0])]
    names = "; ".join(map(say, counted))
    return [say("In this case, none of these is true: {names}.", names=names)
            if len(names) < LONG else
            say("In this case, nothing makes the result {value}.", value=not right)]


def _hints(task: Task, failure: Failure, said: list[str]) -> Hints:
    wrong = [(_value(failure.expected, name), parts(*failure.case)[0])
             for name, parts in _wrong(task, failure)]
    names = "; ".join(say(name) for _, counted in wrong for name in counted)
    right, counted = wrong[0]
    if isinstance(right, bool):
        what = say("Return {value} if any of these is true: {names}.", names=names,
                   value=_where_any_holds(right, counted))
    else:
        what = say("This is what counts: {names}.", names=names)
    return task.nudge, what, "\n".join(said)


def _where_any_holds(right: bool, counted: Mapping[str, Any]) -> bool:
    """Return the right result where any condition holds, from the right one for ``counted``."""
    return right == any(counted.values())


# -- True or False -------------------------------------------------------------------------------

def _asked(given: Sequence[Parts], got: Sequence[bool], any_is: bool) -> Iterator[str]:
    """Say on which conditions an answer returns ``any_is``; the right one does so on any."""
    counted, others = map(list, given[0])
    holds = [{**right, **wrong} for right, wrong in given]
    others = [name for name in others if len({bool(these[name]) for these in holds}) > 1]
    subsets = sorted((some for number in range(1, len(counted) + len(others) + 1)
                      for some in combinations([*counted, *others], number)),
                     key=lambda some: len({*some} ^ {*counted}))
    for some in subsets:
        if all((each is any_is) == any(these[name] for name in some)
               for each, these in zip(got, holds, strict=True)):
            less = [name for name in counted if name not in some]
            more = [name for name in some if name in others]
            either = say(", or ")
            if less and more:
                yield say("Your function returns {value} in this case: {more}.", value=any_is,
                          more=either.join(map(say, more)))
                yield say("It should return {value} in this case: {less}.", value=any_is,
                          less=either.join(map(say, less)))
            elif less:
                yield say("Your function doesn't test for this: {names}. In that case, return "
                          "{value}.", value=any_is, names=either.join(map(say, less)))
            else:
                yield say("Your function also returns {value} in this case, but it shouldn't: "
                          "{names}.",
                          value=any_is, names=either.join(map(say, more)))
            return


# -- a number ------------------------------------------------------------------------------------

def _summed(it: str, given: Sequence[Parts], got: Sequence[float]) -> Iterator[str]:
    """Say which parts make up the wrong sum."""
    counted, others = map(list, given[0])
    values = [{**right, **wrong} for right, wrong in given]
    several = len(counted) > 1
    changes: list[tuple[str, int]] = [(name, by) for by in _MORE[True] for name in counted
                                      if several or by == -1]
    changes += [(name, by) for by in _MORE[False] for name in others if several or by == 1]
    changes += [("", by) for by in (1, -1, 2, -2)]
    lacks = [result - sum(right.values()) for result, (right, _) in zip(got, given, strict=True)]
    found = [*_fewest(changes, min(MOST, len(given) // EACH))]
    if not several:
        # With one part only, a wrong part replaces it. Added to it, a wrong part that is always 1
        # says no more than "too large by 1".
        always_1 = {name for name in others if all(these[name] in (0, 1) for these in values)}
        found = [some for some in found if len(some) > 1 or some[0][0] not in always_1]
        found.sort(key=lambda some: "" in dict(some))
    for some in found:
        if all(math.isclose(lack, sum(by * (these[name] if name else 1) for name, by in some),
                            abs_tol=1e-5) for lack, these in zip(lacks, values, strict=True)) and (
                sorted(by for _, by in some) == [-1, 1] or not _cancel(some, values)):
            yield from _changed(it, dict(some), counted)
            return


def _cancel(some: Sequence[tuple[str, int]], values: Sequence[Mapping[str, float]]) -> bool:
    """Return whether changes of parts cancel, and one of them is never seen by itself."""
    seen = [{name: by * these[name] for name, by in some if name and these[name]}
            for these in values]
    return any(min(each.values()) < 0 < max(each.values()) for each in seen if each) and not all(
        [name] in map(list, seen) for name, _ in some if name)


def _fewest(changes: Sequence[tuple[str, int]], most: int) -> Iterator[tuple[tuple[str, int], ...]]:
    """Yield combinations of changes of different parts, the smallest first."""
    for number in range(1, most + 1):
        yield from (some for some in combinations(changes, number)
                    if len({name for name, _ in some}) == number)


def _changed(it: str, more: dict[str, int], counted: Sequence[str]) -> Iterator[str]:
    """Say which parts count differently than they should, and by how much the rest differs."""
    less, new = ([name for name in more if name and more[name] == by
                  and (name in counted) is (by < 0)] for by in (-1, 1))
    if len(less) == len(new) == 1:
        yield say("{it} is this: {new}. It should be this: {part}." if len(counted) == 1 else
                  "{it} counts {new} instead of {part}.", it=it, new=say(new[0]),
                  part=say(less[0]))
        more = {name: by for name, by in more.items() if name not in (*less, *new)}
    yield from (say(_MORE[name in counted][by], it=it, part=say(name))
                for name, by in more.items() if name)
    if by := more.get("", 0):
        yield say("{it} is too large by {number}." if by > 0 else
                  "{it} is too small by {number}.", it=it, number=abs(by))


# -- how two results differ --------------------------------------------------------------------

def differences(pairs: list[tuple[Any, Any]], values: tuple[Any, Any]) -> Iterator[str]:
    """Say how the results differ, the same in each case, from what is expected.

    ``values`` are the expected and the wrong one in the case that failed.
    """
    kinds = [(_kind(want), _kind(got)) for want, got in pairs if () not in (want, got)]
    if kinds and all(want != got for want, got in kinds):
        names = [_expected(values[0]), _named(values[1])]
        if all(names) and names[0] != names[1]:
            yield say("It returns {got}, but should return {want}.", got=names[1], want=names[0])
    elif all(isinstance(each, (int, float)) and not isinstance(each, bool)
             for pair in pairs for each in pair) and len(pairs) > 1:
        by = [got - want for want, got in pairs]
        if min(by) > 0 or max(by) < 0:
            yield say("Whenever your result is wrong, it's too large." if min(by) > 0 else
                      "Whenever your result is wrong, it's too small.")
    elif all(isinstance(each, tuple) and each for pair in pairs for each in pair):
        yield from _items_apart(*values)


def _items_apart(want: Any, got: Any) -> Iterator[str]:
    """Say which items are missing, or too many; of equally many, the first that is wrong."""
    if type(want) is not type(got) or not isinstance(want, (list, tuple)):
        return
    if len(want) == len(got):
        place = next((each for each in range(len(want)) if told(want[each]) != told(got[each])), 0)
        yield say("The first wrong item is at index {place}: it's {got}, but should be {want}.",
                  place=place, got=written(got[place]), want=written(want[place]))
        return
    if missing := _without(want, got):
        yield say("Missing from your result: {items}.", items=missing)
    if more := _without(got, want):
        yield say("Your result has too many of these: {items}.",
                  items=more)


def _without(some: Sequence[Any], others: Sequence[Any]) -> str:
    """Return the texts of the items that are not among others, or less often."""
    apart, rest = list[str](), [*map(told, others)]
    for each in some:
        if told(each) in rest:
            rest.remove(told(each))
        else:
            apart.append(written(each))
    return brief(*apart)


def _kind(value: object) -> str:
    """Return the word for the kind of a compared value."""
    match value:
        case ((*inner,), *_) if any(isinstance(each, tuple) for each in inner):
            return say("a list of lists or tuples")
        case (tuple(), *_):
            return say("a list of rows")
        case (int() | float(), *_):
            return say("a list of numbers")
        case tuple():
            return say("a list")
        case bool():
            return say("True or False")
        case int() | float():
            return say("a number")
    return say("a string") if isinstance(value, str) else say("something else")


def _expected(value: object) -> str:
    """Return the word for the kind of an expected value: a list is as good as an array."""
    if isinstance(value, np.ndarray):
        return say("a list of rows") if value.ndim > 1 else say("a list of numbers")
    return _named(value)


def _named(value: object) -> str:
    """Return the word for the kind of a value; "" if its class is the check's own."""
    kind = type(value)
    if isinstance(value, (bool, int, float, str)) or kind is list:
        return _kind(told(value))
    if isinstance(value, np.ndarray):
        return say("an array of rows") if value.ndim > 1 else say("an array of numbers")
    if kind.__name__.startswith("_") or isinstance(value, AnyOrder):
        return ""
    return say("None") if value is None else say("a {kind}", kind=kind.__name__)
