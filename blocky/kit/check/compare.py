"""How a check compares values (``tell``) and writes them (``write``).

A game registers both for the types of its own.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum, IntEnum
from functools import singledispatch
from random import Random
from typing import Any

import numpy as np

from blocky.kit.arguments import differences
from blocky.kit.calls import short
from blocky.kit.language import Code, say

__all__ = ["AnyOrder", "any_order", "as_argument", "tell", "told", "told_apart",
           "unlike", "write", "written"]


class AnyOrder(list[Any]):
    """A list that equals the same items in any other order."""

    def less(self, others: AnyOrder) -> AnyOrder:
        """Return the items that are not among ``others``."""
        known = [told(each) for each in others]
        return AnyOrder(each for each in self if told(each) not in known)


def any_order(answer: Callable[..., Any], *args: Any) -> Any:
    """Return the result of ``answer``, a collection as ``AnyOrder``: the ``call`` of some tasks."""
    value = answer(*args)
    return AnyOrder(value) if isinstance(value, (list, tuple, set, frozenset)) else value


_PLAIN = (type(None), bool, int, float, str)


def told(value: Any) -> Any:
    """Return a plain value that stands for any value, so that checks can compare the two.

    It's equal for lists, tuples and arrays with equal items. That of an object is the name of its
    class and its attributes, told, unless its game has registered something else.

    >>> told([[1, 2], (3, 4)]) == told(np.array([[1, 2], [3, 4]]))
    True
    """
    try:
        return _told(value)
    except RecursionError:
        return "something that contains itself"


def _told(value: Any) -> Any:
    return value if type(value) in _PLAIN or isinstance(value, Enum) else tell(value)


@singledispatch
def tell(value: Any) -> Any:
    """Return a plain value that stands for ``value``: see ``told``.

    A game registers it for its own types. RecursionError: the value contains itself.
    """
    if isinstance(value, (*_PLAIN, Enum, type)) or callable(value):
        return value
    try:
        return (type(value).__name__, _told(vars(value)))
    except TypeError:
        return short(value, 1000)


tell.register(np.ndarray, lambda value: _told(value.tolist()))
tell.register(np.generic, lambda value: value.item())
tell.register(list, lambda value: tuple(map(_told, value)))
tell.register(tuple, lambda value: tuple(map(_told, value)))
tell.register(dict, lambda value: tuple(sorted(
    (repr(key), _told(item)) for key, item in value.items())))
tell.register(AnyOrder, lambda value: tuple(sorted(map(told, value), key=repr)))
tell.register(Random, lambda value: "a source of random numbers")


def written(value: Any) -> Code:
    """Return the text of any value for a message; a long one is cut."""
    try:
        return Code(write(value))
    except RecursionError:
        return Code(say("a {kind} that contains itself", kind=type(value).__name__))
    except Exception:
        return Code(say("a {kind} that can't be shown", kind=type(value).__name__))


@singledispatch
def write(value: Any) -> str:
    """Return the text of ``value`` for a message; a game registers it for its own types.

    It may raise any error.
    """
    return short(_plain(value), 150)


write.register(AnyOrder, lambda value: short([*tell(value)], 150))


def _plain(value: Any) -> Any:
    """Return a value as people would write it: arrays as lists, numpy's integers as Python's."""
    if isinstance(value, np.ndarray):
        return value.tolist()
    if type(value) in (list, tuple):
        return type(value)(map(_plain, value))
    return int(value) if isinstance(value, (np.integer, IntEnum)) else value


def as_argument(value: Any) -> str:
    """Return the text of an argument in a call; for an array, it's code that makes an array.

    >>> as_argument(np.array([[1, 0], [2, 3]]))
    'np.array([[1, 0], [2, 3]])'
    """
    return f"np.array({written(value)})" if isinstance(value, np.ndarray) else written(value)


@singledispatch
def unlike(right: Any, own: Any) -> str:
    """Return where two values that are written alike differ, in words; "" if it isn't known.

    A game registers it for its own types.
    """
    return ""


def told_apart(one: Any, other: Any) -> dict[str, tuple[Any, Any]]:
    """Return the pairs of values that differ in two dicts, by their place, written as code.

    >>> told_apart({"a": 1, "b": 2}, {"a": 1, "b": 3})
    {"['b']": (2, 3)}
    """
    return differences(one, other, lambda one, other: bool(told(one) == told(other)))
