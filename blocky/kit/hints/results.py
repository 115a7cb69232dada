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
FEWEST_CASES = 6

#: The most changes of parts that are told; for each there must be this many cases.
MOST_CHANGES = 3
CASES_FOR_EACH = 4

#: Conditions of this many characters are not told in one line.
LONG = 300

#: What is said of a part of the right result, by how often it counts too much.
_OF_RIGHT_PARTS = {-1: "{it} leaves out {part}.", 1: "{it} counts {part} twice."}

#: What is said of a part that must not count, by how often it counts too much.
_OF_WRONG_PARTS = {1: "{it} counts {part}, but it shouldn't.",
                   -1: "{it} is too small. This is missing: {part}."}


def made_of(task: Task, failure: Failure) -> Hints:
    """Return the hints for results with the same wrong parts in all cases; () if there are none.

    The parts are the summands of a number, or the conditions of True or False.
    """
    if not task.parts or failure.got.error or failure.got.stopped:
        return ()
    outcomes = _outcomes(task, failure)
    if len(outcomes) < FEWEST_CASES or any(each.error or each.stopped for each in outcomes):
        return ()
    sentences: list[str] = []
    for name, parts_of in _wrong_facts(task, failure):
        right = _value(failure.expected, name)
        results = [_value(each, name) for each in outcomes]
        parts_in_cases = [parts_of(*case) for case in failure.cases[:len(outcomes)]]
        if isinstance(right, bool) and all(isinstance(each, bool) for each in results):
            counted, _ = parts_in_cases[len(failure.passed)]  # in the case that failed
            sentences += _wrong_conditions(parts_in_cases, results,
                                           _result_if_any_holds(right, counted))
        elif not isinstance(right, bool) and all(isinstance(each, (int, float))
                                                 for each in results):
            subject = say("Your result for {name}", name=say(name)) if name else say("Your result")
            sentences += _wrong_summands(subject, parts_in_cases, results)
    return _hints(task, failure, sentences) if sentences else ()


def _outcomes(task: Task, failure: Failure) -> list[Outcome]:
    """Return the outcomes of the answer in the first cases, as many as there is time for."""
    end = thread_time() + min(SECONDS, failure.left / 3)
    outcomes = [*failure.passed, failure.got]
    for case in failure.cases[len(outcomes):]:
        if thread_time() < end:
            outcomes.append(task.run(failure.answer, case, end - thread_time()))
    return outcomes


def parts_here(task: Task, failure: Failure) -> Hints:
    """Return the hints that name the parts of the right result in the case that failed.

    () if the result isn't wrong, or if its parts aren't known.
    """
    parts_of_result = next((parts_of for name, parts_of in _wrong_facts(task, failure)
                            if name == ""), None)
    if parts_of_result is None:
        return ()
    right = failure.expected.value
    got = failure.got.value
    if isinstance(right, bool) is not isinstance(got, bool):
        return ()
    counted, _ = parts_of_result(*failure.case)
    if isinstance(right, bool):
        sentences = [_what_holds(counted, right),
                     say("So the result should be {right}, but yours is {got}.", right=right,
                         got=written(got))]
    else:
        summands = [say("{value} for {part}", part=say(part), value=written(value))
                    for part, value in counted.items() if value]
        sentences = [say("Here the result should be {right}: {parts}. Yours is {got}.",
                         right=written(right), got=written(got),
                         parts=say(", plus ").join(summands) or say("nothing counts"))]
    return _hints(task, failure, sentences)


def _wrong_facts(task: Task, failure: Failure
                 ) -> Iterator[tuple[str, Callable[..., ResultParts]]]:
    """Yield each wrong fact that has parts: its name, and the function for its parts in a case.

    The name "" stands for the result itself.
    """
    is_returned = not (failure.got.error or failure.got.stopped)
    if not is_returned or failure.state is Status.RETURNED_NONE:
        return
    for name, parts_of in task.parts.items():
        if told(_value(failure.got, name)) != told(_value(failure.expected, name)):
            yield name, parts_of


def _value(outcome: Outcome, name: str) -> Any:
    """Return a fact of an outcome, or its result if the name is ""."""
    return outcome.facts.get(name) if name else outcome.value


def _what_holds(counted: Mapping[str, Any], right: bool) -> str:
    """Say which of the ``counted`` conditions holds in the case that failed, or that none does.

    ``right`` is the right result of the case.
    """
    for name, holds in counted.items():
        if holds:  # True, or a sentence that says how
            condition = holds.rstrip(".") if isinstance(holds, str) else say(name)
            return say("In this case: {what}.", what=condition)
    names = "; ".join(map(say, counted))
    if len(names) < LONG:
        return say("In this case, none of these is true: {names}.", names=names)
    result_if_any_held = not right
    return say("In this case, there's no reason to return {value}.", value=result_if_any_held)


def _hints(task: Task, failure: Failure, sentences: list[str]) -> Hints:
    """Return three hints: the task's nudge, all parts that count, and the ``sentences``."""
    wrong_facts = list(_wrong_facts(task, failure))
    counted_in_facts = []
    for _, parts_of in wrong_facts:
        counted, _ = parts_of(*failure.case)
        counted_in_facts.append(counted)
    names = "; ".join(map(say, chain.from_iterable(counted_in_facts)))
    name_of_first, _ = wrong_facts[0]
    right = _value(failure.expected, name_of_first)
    if isinstance(right, bool):
        second_hint = say("Return {value} if any of these is true: {names}.", names=names,
                          value=_result_if_any_holds(right, counted_in_facts[0]))
    else:
        second_hint = say("This is what counts: {names}.", names=names)
    return task.nudge, second_hint, "\n".join(sentences)


def _result_if_any_holds(right: bool, counted: Mapping[str, Any]) -> bool:
    """Return whether the right answer returns True if any condition holds, or False.

    ``right`` is its result in a case; ``counted`` has the conditions, and whether each holds there.
    """
    return right == any(counted.values())


# -- True or False -------------------------------------------------------------------------------

def _wrong_conditions(parts_in_cases: Sequence[ResultParts], results: Sequence[bool],
                      if_any_holds: bool) -> Iterator[str]:
    """Say which conditions an answer misses or adds, if that explains all its ``results``.

    The right answer returns ``if_any_holds`` if any of its conditions holds. ``parts_in_cases`` are
    the conditions in each case, and ``results`` those of the wrong answer.
    """
    right_names, other_names = parts_in_cases[0]
    cases = [{**counted, **not_counted} for counted, not_counted in parts_in_cases]
    possibly_added = [name for name in other_names if not _is_the_same_in_all(name, cases)]
    is_returned = [result is if_any_holds for result in results]  # in each case
    for tested in _subsets(right_names, [*right_names, *possibly_added]):
        any_holds = [any(case[name] for name in tested) for case in cases]
        if any_holds == is_returned:
            missing = [name for name in right_names if name not in tested]
            added = [name for name in tested if name in possibly_added]
            yield from _sentences_on_conditions(if_any_holds, missing, added)
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
    return sorted(subsets, key=lambda subset: len({*subset} ^ {*right}))


def _sentences_on_conditions(value: bool, missing: list[str], added: list[str]) -> Iterator[str]:
    """Say on which conditions an answer must also return ``value``, and on which it must not.

    They are the names in ``missing`` and in ``added``.
    """
    separator = say(", or ")
    missing_names = separator.join(map(say, missing))
    added_names = separator.join(map(say, added))
    if missing and added:
        yield say("Your function returns {value} in this case: {more}.", value=value,
                  more=added_names)
        yield say("It should return {value} in this case: {less}.", value=value,
                  less=missing_names)
    elif missing:
        yield say("Your function should also return {value} in this case: {names}.",
                  value=value, names=missing_names)
    else:
        yield say("Your function shouldn't return {value} in this case: {names}.",
                  value=value, names=added_names)


# -- a number ------------------------------------------------------------------------------------

class _Miscount(NamedTuple):
    """How many times too often a part counts: -1 if it's left out, 1 if it counts twice.

    The part "" has the value 1 in each case, so the result is too large by this number.
    """

    part: str
    by: int


def _wrong_summands(subject: str, parts_in_cases: Sequence[ResultParts], results: Sequence[float]
                    ) -> Iterator[str]:
    """Say which parts count too often or not at all, if that explains all ``results``.

    ``parts_in_cases`` are the parts in each case, and ``results`` those of the wrong answer. The
    sentences begin with ``subject``.
    """
    right, others = parts_in_cases[0]  # the names are the same in all cases
    cases = [{**counted, **not_counted} for counted, not_counted in parts_in_cases]
    excesses = [result - sum(counted.values())
                for result, (counted, _) in zip(results, parts_in_cases, strict=True)]
    most_miscounts = min(MOST_CHANGES, len(cases) // CASES_FOR_EACH)
    explanations = [*_combinations(_possible_miscounts(right, others), most_miscounts)]
    has_only_one_part = len(right) <= 1
    if has_only_one_part:
        # Then a wrong part replaces it. Added to it, a wrong part that is always 1 says no more
        # than "too large by 1".
        always_1 = {name for name in others if all(case[name] in (0, 1) for case in cases)}
        explanations = [each for each in explanations
                        if len(each) > 1 or each[0].part not in always_1]
        explanations.sort(key=_has_a_constant)
    for miscounts in explanations:
        explains_all = all(math.isclose(excess, _excess(miscounts, case), abs_tol=1e-5)
                           for excess, case in zip(excesses, cases, strict=True))
        is_exchange = sorted(each.by for each in miscounts) == [-1, 1]  # one part for another
        is_likely = is_exchange or not _cancel(miscounts, cases)
        if explains_all and is_likely:
            yield from _sentences_on_miscounts(miscounts, subject, right.keys())
            return


def _possible_miscounts(right: Mapping[str, float], others: Mapping[str, float]
                        ) -> list[_Miscount]:
    """Return the miscounts that may explain a wrong result, the likeliest first.

    The parts in ``right`` count: each may be left out (-1) or counted twice (1). Those in
    ``others`` don't: each may be counted (1), or subtracted (-1). If only one part counts, it may
    only be left out, and the others only counted. The last miscounts have no part: the result is
    too large or too small by 1 or 2.
    """
    if len(right) > 1:
        left_out_or_twice = [-1, 1]
        counted_or_subtracted = [1, -1]
    else:
        left_out_or_twice = [-1]
        counted_or_subtracted = [1]
    miscounts = [_Miscount(name, by) for by in left_out_or_twice for name in right]
    miscounts += [_Miscount(name, by) for by in counted_or_subtracted for name in others]
    miscounts += [_Miscount("", by) for by in (1, -1, 2, -2)]
    return miscounts


def _has_a_constant(miscounts: Sequence[_Miscount]) -> bool:
    """Whether one of the miscounts is that the result is too large or small by a number."""
    return any(each.part == "" for each in miscounts)


def _excess(miscounts: Sequence[_Miscount], values: Mapping[str, float]) -> float:
    """Return how much too large miscounts make the result in a case with these values of parts."""
    return sum(each.by * (values[each.part] if each.part else 1) for each in miscounts)


def _cancel(miscounts: Sequence[_Miscount], cases: Sequence[Mapping[str, float]]) -> bool:
    """Return whether miscounts are doubtful because they cancel each other in a case.

    They cancel if one makes the result too large and another one too small. If each of them is also
    seen alone in some case, they aren't doubtful. ``cases`` are the values of the parts by case.
    """
    # By case: by how much each part makes the result too large, or too small if it's below 0.
    effects = [{part: by * case[part] for part, by in miscounts if part and case[part]}
               for case in cases]
    do_cancel = any(min(effect.values()) < 0 < max(effect.values())
                    for effect in effects if effect)
    are_seen_alone = all(any(list(effect) == [part] for effect in effects)
                         for part, _ in miscounts if part)
    return do_cancel and not are_seen_alone


def _combinations(possible: Sequence[_Miscount], most: int) -> Iterator[tuple[_Miscount, ...]]:
    """Yield combinations of at most so many miscounts of different parts, the smallest first."""
    for count in range(1, most + 1):
        for miscounts in combinations(possible, count):
            parts = {each.part for each in miscounts}
            if len(parts) == count:
                yield miscounts


def _sentences_on_miscounts(miscounts: Sequence[_Miscount], subject: str, right: Collection[str]
                            ) -> Iterator[str]:
    """Say which parts are counted wrongly, and how much too large or too small the result is.

    ``right`` are the names of the parts that count. ``subject`` is the subject of the sentences.
    """
    left_out = [each for each in miscounts if each.part in right and each.by == -1]
    added = [each for each in miscounts if each.part and each.part not in right and each.by == 1]
    rest = list(miscounts)
    is_exchange = len(left_out) == len(added) == 1
    if is_exchange:
        new = say(added[0].part)
        part = say(left_out[0].part)
        if len(right) == 1:
            yield say("{it} is this: {new}. It should be this: {part}.", it=subject, new=new,
                      part=part)
        else:
            yield say("{it} counts {new} instead of {part}.", it=subject, new=new, part=part)
        rest = [each for each in miscounts if each not in (*left_out, *added)]
    for part, by in rest:
        if part:
            sentences = _OF_RIGHT_PARTS if part in right else _OF_WRONG_PARTS
            yield say(sentences[by], it=subject, part=say(part))
    amount = sum(each.by for each in rest if not each.part)
    if amount > 0:
        yield say("{it} is too large by {number}.", it=subject, number=amount)
    elif amount < 0:
        yield say("{it} is too small by {number}.", it=subject, number=-amount)


# -- how two results differ --------------------------------------------------------------------

def differences(pairs: list[tuple[Any, Any]], values: tuple[Any, Any]) -> Iterator[str]:
    """Say how wrong results differ in all cases from the expected ones: in kind, sign or size.

    Of lists, it says which items differ in the case that failed. ``pairs`` are the expected and the
    wrong result in each case, as ``told`` returns them; ``values`` are the two results themselves
    in the case that failed.
    """
    right_value, own_value = values
    results = [*chain.from_iterable(pairs)]
    pairs_of_kinds = [(_kind_of_told(want), _kind_of_told(got)) for want, got in pairs
                      if want != () and got != ()]  # an empty list may be of any kind
    kinds_differ = bool(pairs_of_kinds) and all(want != got for want, got in pairs_of_kinds)
    if kinds_differ:
        right_kind = _words_for_the_expected_kind(right_value)
        own_kind = _words_for_the_kind(own_value)
        if right_kind and own_kind and right_kind != own_kind:
            yield say("It returns {got}, but should return {want}.", got=own_kind, want=right_kind)
    elif len(pairs) > 1 and all(map(_is_number, results)):
        excesses = [got - want for want, got in pairs]
        have_wrong_sign = all(got < 0 < want or want < 0 < got for want, got in pairs)
        if have_wrong_sign:
            yield say("Your result has the wrong sign: it's {got}, but should be {want}.",
                      got=written(own_value), want=written(right_value))
        elif min(excesses) > 0:
            yield say("Whenever your result is wrong, it's too large.")
        elif max(excesses) < 0:
            yield say("Whenever your result is wrong, it's too small.")
    elif all(isinstance(each, tuple) and each for each in results):
        yield from _items_apart(right_value, own_value)


def _is_number(value: object) -> bool:
    """Whether a value is a number; True and False are none."""
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _items_apart(want: Any, got: Any) -> Iterator[str]:
    """Say which items are missing or superfluous, or which is the first wrong one of as many."""
    if type(want) is not type(got) or not isinstance(want, (list, tuple)):
        return
    if len(want) == len(got):
        differing_places = (place for place in range(len(want))
                            if told(want[place]) != told(got[place]))
        place = next(differing_places, 0)
        yield say("The first wrong item is at index {place}: it's {got}, but should be {want}.",
                  place=place, got=written(got[place]), want=written(want[place]))
        return
    missing = _items_not_in(got, want)
    if missing:
        yield say("Missing from your result: {items}.", items=missing)
    too_many = _items_not_in(want, got)
    if too_many:
        yield say("Your result has too many of these: {items}.", items=too_many)


def _items_not_in(others: Sequence[Any], items: Sequence[Any]) -> str:
    """Return the text of those ``items`` that are missing in ``others``, or there less often.

    >>> str(_items_not_in([1, 2], [1, 1, 3]))
    '1, 3'
    """
    texts: list[str] = []
    unmatched = [*map(told, others)]
    for item in items:
        if told(item) in unmatched:
            unmatched.remove(told(item))
        else:
            texts.append(written(item))
    return brief(*texts)


def _kind_of_told(value: object) -> str:
    """Return the words for the kind of a value that ``told`` returned, with tuples for lists."""
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


def _words_for_the_expected_kind(value: object) -> str:
    """Return the words for the kind of an expected value: for an array, a list will do, too."""
    if isinstance(value, np.ndarray):
        return say("a list of rows") if value.ndim > 1 else say("a list of numbers")
    return _words_for_the_kind(value)


def _words_for_the_kind(value: object) -> str:
    """Return the words for the kind of a value; "" if its class is the check's own."""
    its_class = type(value)
    if isinstance(value, (bool, int, float, str)) or its_class is list:
        return _kind_of_told(told(value))
    if isinstance(value, np.ndarray):
        return say("an array of rows") if value.ndim > 1 else say("an array of numbers")
    if value is None:
        return say("None")
    is_of_the_check = its_class.__name__.startswith("_") or isinstance(value, AnyOrder)
    return "" if is_of_the_check else say("a {kind}", kind=its_class.__name__)
