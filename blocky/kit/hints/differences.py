"""How what an answer returns differs from what is expected: in its kind, its size, its items."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from blocky.kit.check.compare import AnyOrder, told, written
from blocky.kit.hints.recursion import brief
from blocky.kit.language import say

__all__ = ["differences"]


def differences(pairs: list[tuple[Any, Any]], values: tuple[Any, Any]) -> Iterator[str]:
    """Say how what is returned differs, the same in each case, from what is expected.

    ``values`` are those of the case that failed, of which the types are named.
    """
    kinds = [(_kind(want), _kind(got)) for want, got in pairs if () not in (want, got)]
    if kinds and all(want != got for want, got in kinds):
        names = [_named(each) for each in values]
        if all(names) and names[0] != names[1]:
            yield say("It returns {got}, where {want} is expected.", got=names[1], want=names[0])
    elif all(isinstance(each, (int, float)) and not isinstance(each, bool)
             for pair in pairs for each in pair) and len(pairs) > 1:
        by = [got - want for want, got in pairs]
        if min(by) > 0 or max(by) < 0:
            yield (say("Where it is wrong, it is too large.") if min(by) > 0 else
                   say("Where it is wrong, it is too small."))
    elif all(isinstance(each, tuple) and each for pair in pairs for each in pair):
        yield from _items_apart(*values)


def _items_apart(want: Any, got: Any) -> Iterator[str]:
    """Say which items are missing, or too many; of as many, which is the first that is wrong."""
    if type(want) is not type(got) or not isinstance(want, (list, tuple)):
        return
    if len(want) == len(got):
        place = next((each for each in range(len(want)) if told(want[each]) != told(got[each])), 0)
        yield say("The first item that is wrong has the index {place}: it is {got}, and {want} is "
                  "expected.", place=place, got=written(got[place]), want=written(want[place]))
        return
    if missing := _without(want, got):
        yield say("This is missing in what it returns: {items}.", items=missing)
    if more := _without(got, want):
        yield say("This is in what it returns, and should not be, or not so often: {items}.",
                  items=more)


def _without(some: Sequence[Any], others: Sequence[Any]) -> str:
    """Return the items that are not among others, or not so often, as they are written."""
    apart, rest = list[str](), [*map(told, others)]
    for each in some:
        if told(each) in rest:
            rest.remove(told(each))
        else:
            apart.append(written(each))
    return brief(*apart)


def _kind(value: Any) -> str:
    """Return what kind of thing a value is, in words."""
    if isinstance(value, tuple):
        inner = value[0] if value else None
        return (say("a list of lists or tuples") if isinstance(inner, tuple) and any(
                    isinstance(each, tuple) for each in inner) else
                say("a list of rows") if isinstance(inner, tuple) else
                say("a list of numbers") if isinstance(inner, (int, float)) else say("a list"))
    return (say("True or False") if isinstance(value, bool) else
            say("a number") if isinstance(value, (int, float)) else
            say("a text") if isinstance(value, str) else
            say("something else"))


def _named(value: Any) -> str:
    """Return the kind of thing of a value itself, in words; "" if it is one of the check's own."""
    kind = type(value)
    if isinstance(value, (bool, int, float, str)) or kind is list:
        return _kind(told(value))
    if isinstance(value, np.ndarray):
        return say("an array of rows") if value.ndim > 1 else say("an array of numbers")
    if kind.__name__.startswith("_") or isinstance(value, AnyOrder):
        return ""
    return say("None") if value is None else say("a {kind}", kind=kind.__name__)
