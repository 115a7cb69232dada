"""The parts that a wrong result leaves out, adds, or counts differently.

A task names its ``parts``: a number is the sum of those that count; True or False says whether any
of some conditions holds. Only what fits in all cases is told as the mistake.
"""

import math
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import chain, combinations
from time import thread_time
from typing import Any, NamedTuple

import numpy as np

from blocky.kit.check.compare import AnyOrder, told, written
from blocky.kit.check.failure import Failure, Hints
from blocky.kit.check.record import Status
from blocky.kit.check.run import Outcome
from blocky.kit.check.task import ResultParts, Task
from blocky.kit.hints.recursion import brief
from blocky.kit.language import say

__all__ = ["differences", "made_of", "parts_here"]

#: The most seconds of computing for all cases.
SECONDS = 0.3

#: There is no hint if there are fewer cases than this.
FEWEST = 6

#: The most changes of parts that are told; for each there must be this many cases.
MOST = 3
CASES_FOR_EACH = 4

#: Conditions of this many letters are not told in one line.
LONG = 300

#: What is said of a part of the right result, by how often it counts too much.
_OF_RIGHT_PARTS = {-1: "{it} leaves out {part}.", 1: "{it} counts {part} twice."}

#: What is said of a part that must not count, by how often it counts too much.
_OF_WRONG_PARTS = {1: "{it} counts {part}, but it shouldn't.",
                   -1: "{it} is too small. This is missing: {part}."}


def made_of(task: Task, failure: Failure) -> Hints:
    """Return the hints for results with the same wrong parts in all cases; () if none fit."""
    if not task.parts or failure.got.error or failure.got.stopped:
        return ()
    outcomes = _outcomes(task, failure)
    if len(outcomes) < FEWEST or any(each.error or each.stopped for each in outcomes):
        return ()
    said: list[str] = []
    for name, parts in _wrong(task, failure):
        right = _value(failure.expected, name)
        results = [_value(each, name) for each in outcomes]
        given = [parts(*case) for case in failure.cases[:len(outcomes)]]
        if isinstance(right, bool) and all(isinstance(each, bool) for each in results):
            counted, _ = given[len(failure.passed)]
            said += _asked(given, results, _where_any_holds(right, counted))
        elif not isinstance(right, bool) and all(isinstance(each, (int, float))
                                                 for each in results):
            it = say("Your result for {name}", name=say(name)) if name else say("Your result")
            said += _summed(it, given, results)
    return _hints(task, failure, said) if said else ()


def _outcomes(task: Task, failure: Failure) -> list[Outcome]:
    """Return the outcomes in the first cases, as many as there is time for."""
    end = thread_time() + min(SECONDS, failure.left / 3)
    outcomes = [*failure.passed, failure.got]
    for case in failure.cases[len(outcomes):]:
        if thread_time() < end:
            outcomes.append(task.run(failure.answer, case, end - thread_time()))
    return outcomes


def parts_here(task: Task, failure: Failure) -> Hints:
    """Return the hints that tell the parts of the right result in the case that failed."""
    of_the_result = next((parts for name, parts in _wrong(task, failure) if not name), None)
    if of_the_result is None:
        return ()
    right = failure.expected.value
    got = failure.got.value
    if isinstance(right, bool) is not isinstance(got, bool):
        return ()
    counted, _ = of_the_result(*failure.case)
    if isinstance(right, bool):
        said = [_what_holds(counted, right),
                say("So the result should be {right}, but yours is {got}.", right=right,
                    got=written(got))]
    else:
        summands = [say("{value} for {part}", part=say(part), value=written(value))
                    for part, value in counted.items() if value]
        said = [say("Here the result should be {right}: {parts}. Yours is {got}.",
                    right=written(right), got=written(got),
                    parts=say(", plus ").join(summands) or say("nothing counts"))]
    return _hints(task, failure, said)


def _wrong(task: Task, failure: Failure) -> Iterator[tuple[str, Callable[..., ResultParts]]]:
    """Yield the wrong facts that have parts, with these; "" is the result."""
    is_returned = not (failure.got.error or failure.got.stopped)
    if not is_returned or failure.state is Status.RETURNED_NONE:
        return
    for name, parts in task.parts.items():
        if told(_value(failure.got, name)) != told(_value(failure.expected, name)):
            yield name, parts


def _value(outcome: Outcome, name: str) -> Any:
    """Return a fact of an outcome, or its result if the name is ""."""
    return outcome.facts.get(name) if name else outcome.value


def _what_holds(counted: Mapping[str, Any], right: bool) -> str:
    """Say which of the conditions holds in the case that failed, or that none does."""
    for name, holds in counted.items():
        if holds:
            what = holds.rstrip(".") if isinstance(holds, str) else say(name)
            return say("In this case: {what}.", what=what)
    names = "; ".join(map(say, counted))
    if len(names) < LONG:
        return say("In this case, none of these is true: {names}.", names=names)
    return say("In this case, nothing makes the result {value}.", value=not right)


def _hints(task: Task, failure: Failure, said: list[str]) -> Hints:
    """Return three hints: the nudge, all parts that count, and what was found out."""
    wrong = list(_wrong(task, failure))
    counted_in_each = []
    for _, parts in wrong:
        counted, _ = parts(*failure.case)
        counted_in_each.append(counted)
    names = "; ".join(map(say, chain.from_iterable(counted_in_each)))
    name, _ = wrong[0]
    right = _value(failure.expected, name)
    if isinstance(right, bool):
        what = say("Return {value} if any of these is true: {names}.", names=names,
                   value=_where_any_holds(right, counted_in_each[0]))
    else:
        what = say("This is what counts: {names}.", names=names)
    return task.nudge, what, "\n".join(said)


def _where_any_holds(right: bool, counted: Mapping[str, Any]) -> bool:
    """Return the right result where any condition holds, from the right one for ``counted``."""
    return right == any(counted.values())


# -- True or False -------------------------------------------------------------------------------

def _asked(given: Sequence[ResultParts], results: Sequence[bool], any_is: bool) -> Iterator[str]:
    """Say on which conditions an answer returns ``any_is``; the right one does so on any.

    ``given`` are the parts in each case, and ``results`` what the answer returned in it. The
    conditions, of the right answer and others, are those that explain all its results.
    """
    right, others = given[0]
    cases = [{**counted, **not_counted} for counted, not_counted in given]
    differing = [name for name in others if not _is_the_same_in_all(name, cases)]
    is_returned = [result is any_is for result in results]
    for some in _subsets(right, [*right, *differing]):
        one_holds = [any(case[name] for name in some) for case in cases]
        if one_holds == is_returned:
            missing = [name for name in right if name not in some]
            added = [name for name in some if name in differing]
            yield from _conditions(any_is, missing, added)
            return


def _is_the_same_in_all(name: str, cases: Sequence[Mapping[str, Any]]) -> bool:
    """Whether a condition holds in all cases, or in none."""
    values = {bool(case[name]) for case in cases}
    return len(values) <= 1


def _subsets(right: Collection[str], possible: Sequence[str]) -> list[tuple[str, ...]]:
    """Return the subsets of the possible conditions, those that are most like ``right`` first."""
    subsets: list[tuple[str, ...]] = []
    for size in range(1, len(possible) + 1):
        subsets += combinations(possible, size)
    return sorted(subsets, key=lambda some: len({*some} ^ {*right}))


def _conditions(any_is: bool, missing: list[str], added: list[str]) -> Iterator[str]:
    """Say which conditions of ``any_is`` an answer doesn't test, and which it should not test."""
    separator = say(", or ")
    missing_names = separator.join(map(say, missing))
    added_names = separator.join(map(say, added))
    if missing and added:
        yield say("Your function returns {value} in this case: {more}.", value=any_is,
                  more=added_names)
        yield say("It should return {value} in this case: {less}.", value=any_is,
                  less=missing_names)
    elif missing:
        yield say("Your function misses this case: {names}. Return {value} then.",
                  value=any_is, names=missing_names)
    else:
        yield say("Your function also returns {value} in this case, but it shouldn't: {names}.",
                  value=any_is, names=added_names)


# -- a number ------------------------------------------------------------------------------------

class _Counted(NamedTuple):
    """How often a part counts too much; the part "" is 1 in each case."""

    part: str
    by: int


def _summed(it: str, given: Sequence[ResultParts], results: Sequence[float]) -> Iterator[str]:
    """Say which parts make up the wrong sum; ``it`` is what the sentences are about.

    ``given`` are the parts in each case, and ``results`` what the answer returned in it.
    """
    right, others = given[0]
    values = [{**counted, **not_counted} for counted, not_counted in given]
    too_much = [result - sum(counted.values())
                for result, (counted, _) in zip(results, given, strict=True)]
    has_several_parts = len(right) > 1
    most = min(MOST, len(given) // CASES_FOR_EACH)
    found = [*_fewest(_possible(right, others), most)]
    if not has_several_parts:
        # With one part only, a wrong part replaces it. Added to it, a wrong part that is always 1
        # says no more than "too large by 1".
        always_1 = {name for name in others if all(case[name] in (0, 1) for case in values)}
        found = [some for some in found if len(some) > 1 or some[0].part not in always_1]
        found.sort(key=lambda some: any(each.part == "" for each in some))
    for some in found:
        explains_all = all(math.isclose(much, _sum_of(some, case), abs_tol=1e-5)
                           for much, case in zip(too_much, values, strict=True))
        is_exchange = sorted(each.by for each in some) == [-1, 1]
        if explains_all and (is_exchange or not _cancel(some, values)):
            yield from _changed(it, some, right.keys())
            return


def _possible(right: Mapping[str, float], others: Mapping[str, float]) -> list[_Counted]:
    """Return what may count too much, or too little, the likeliest first."""
    is_only_part = len(right) <= 1
    found = [_Counted(name, by) for by in _OF_RIGHT_PARTS for name in right
             if by == -1 or not is_only_part]
    found += [_Counted(name, by) for by in _OF_WRONG_PARTS for name in others
              if by == 1 or not is_only_part]
    found += [_Counted("", by) for by in (1, -1, 2, -2)]
    return found


def _sum_of(some: Sequence[_Counted], values: Mapping[str, float]) -> float:
    """Return how much too large the result gets in a case with these values of the parts."""
    return sum(each.by * (values[each.part] if each.part else 1) for each in some)


def _cancel(some: Sequence[_Counted], values: Sequence[Mapping[str, float]]) -> bool:
    """Return whether changes of parts cancel, and one of them is never seen by itself.

    They cancel if, in a case, one makes the result too large and another one too small.
    """
    effects = [{part: by * case[part] for part, by in some if part and case[part]}
               for case in values]
    do_cancel = any(min(effect.values()) < 0 < max(effect.values())
                    for effect in effects if effect)
    are_seen_alone = all(any(list(effect) == [part] for effect in effects)
                         for part, _ in some if part)
    return do_cancel and not are_seen_alone


def _fewest(possible: Sequence[_Counted], most: int) -> Iterator[tuple[_Counted, ...]]:
    """Yield combinations of changes of different parts, the smallest first."""
    for number in range(1, most + 1):
        for some in combinations(possible, number):
            if len({each.part for each in some}) == number:
                yield some


def _changed(it: str, some: Sequence[_Counted], right: Collection[str]) -> Iterator[str]:
    """Say which parts count differently than they should, and by how much the rest differs.

    ``right`` are the parts that count.
    """
    left_out = [each for each in some if each.part in right and each.by == -1]
    added = [each for each in some if each.part and each.part not in right and each.by == 1]
    rest = list(some)
    is_exchange = len(left_out) == len(added) == 1
    if is_exchange:
        new = say(added[0].part)
        part = say(left_out[0].part)
        if len(right) == 1:
            yield say("{it} is this: {new}. It should be this: {part}.", it=it, new=new, part=part)
        else:
            yield say("{it} counts {new} instead of {part}.", it=it, new=new, part=part)
        rest = [each for each in some if each not in (*left_out, *added)]
    for part, by in rest:
        if part:
            sentences = _OF_RIGHT_PARTS if part in right else _OF_WRONG_PARTS
            yield say(sentences[by], it=it, part=say(part))
    amount = sum(each.by for each in rest if not each.part)
    if amount > 0:
        yield say("{it} is too large by {number}.", it=it, number=amount)
    elif amount < 0:
        yield say("{it} is too small by {number}.", it=it, number=-amount)


# -- how two results differ --------------------------------------------------------------------

def differences(pairs: list[tuple[Any, Any]], values: tuple[Any, Any]) -> Iterator[str]:
    """Say how the results differ, the same in each case, from what is expected.

    ``pairs`` are the expected and the wrong results, as compared, in all cases; ``values`` are
    those of the case that failed, themselves.
    """
    right_value, own_value = values
    results = [*chain.from_iterable(pairs)]
    pairs_of_kinds = [(_kind(want), _kind(got)) for want, got in pairs
                      if want != () and got != ()]  # an empty list may be of any kind
    kinds_differ = bool(pairs_of_kinds) and all(want != got for want, got in pairs_of_kinds)
    if kinds_differ:
        right_kind = _expected(right_value)
        own_kind = _named(own_value)
        if right_kind and own_kind and right_kind != own_kind:
            yield say("It returns {got}, but should return {want}.", got=own_kind, want=right_kind)
    elif len(pairs) > 1 and all(map(_is_number, results)):
        too_much = [got - want for want, got in pairs]
        have_wrong_sign = all(got < 0 < want or want < 0 < got for want, got in pairs)
        if have_wrong_sign:
            yield say("Your result has the wrong sign: it's {got}, but should be {want}.",
                      got=written(own_value), want=written(right_value))
        elif min(too_much) > 0:
            yield say("Whenever your result is wrong, it's too large.")
        elif max(too_much) < 0:
            yield say("Whenever your result is wrong, it's too small.")
    elif all(isinstance(each, tuple) and each for each in results):
        yield from _items_apart(right_value, own_value)


def _is_number(value: object) -> bool:
    """Whether a value is a number; True and False are none."""
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _items_apart(want: Any, got: Any) -> Iterator[str]:
    """Say which items are missing, or too many; of equally many, the first that is wrong."""
    if type(want) is not type(got) or not isinstance(want, (list, tuple)):
        return
    if len(want) == len(got):
        differing = (each for each in range(len(want)) if told(want[each]) != told(got[each]))
        place = next(differing, 0)
        yield say("The first wrong item is at index {place}: it's {got}, but should be {want}.",
                  place=place, got=written(got[place]), want=written(want[place]))
        return
    missing = _without(want, got)
    if missing:
        yield say("Missing from your result: {items}.", items=missing)
    too_many = _without(got, want)
    if too_many:
        yield say("Your result has too many of these: {items}.", items=too_many)


def _without(items: Sequence[Any], others: Sequence[Any]) -> str:
    """Return the texts of the items that are not among others, or less often."""
    texts: list[str] = []
    rest = [*map(told, others)]
    for item in items:
        if told(item) in rest:
            rest.remove(told(item))
        else:
            texts.append(written(item))
    return brief(*texts)


def _kind(value: object) -> str:
    """Return the words for the kind of a value as ``told`` tells it: lists are tuples."""
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
