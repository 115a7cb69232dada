"""What a check has to know of a value. A game registers how the types of its own are told.

``tell`` gives what can be compared, ``write`` what stands in a message.
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
from blocky.kit.language import say

__all__ = ["AnyOrder", "any_order", "tell", "told", "told_apart", "unlike", "write", "written"]


class AnyOrder(list[Any]):
    """Several things, which equal the same things in any other order."""

    def less(self, others: AnyOrder) -> AnyOrder:
        """Return those of the things that are not among ``others``."""
        known = [told(each) for each in others]
        return AnyOrder(each for each in self if told(each) not in known)


def any_order(answer: Callable[..., Any], *args: Any) -> Any:
    """Return what ``answer`` returns, so that the order does not matter if it is a collection.

    A task can have it as its ``call``.
    """
    value = answer(*args)
    return AnyOrder(value) if isinstance(value, (list, tuple, set, frozenset)) else value


_PLAIN = (type(None), bool, int, float, str)


def told(value: Any) -> Any:
    """Return a plain value that is equal for values that an exercise takes for the same.

    Lists, tuples and arrays of the same items are the same. An object is told by the name of its
    class and by its attributes, unless its game has registered something else.

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
    """Return a plain value that stands for ``value``; it may raise RecursionError."""
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


def written(value: Any) -> str:
    """Return how a value is written in a message, whatever it is: a short grid whole."""
    try:
        return write(value)
    except RecursionError:
        return say("a {kind} that contains itself", kind=type(value).__name__)
    except Exception:
        return say("a {kind} that cannot be written", kind=type(value).__name__)


@singledispatch
def write(value: Any) -> str:
    """Return how ``value`` is written in a message; it may raise."""
    return short(_plain(value), 150)


write.register(AnyOrder, lambda value: short([*tell(value)], 150))


def _plain(value: Any) -> Any:
    """Return lists of numbers for grids of whatever kind."""
    if isinstance(value, np.ndarray):
        return value.tolist()
    if type(value) in (list, tuple):
        return type(value)(map(_plain, value))
    return int(value) if isinstance(value, (np.integer, IntEnum)) else value


@singledispatch
def unlike(right: Any, own: Any) -> str:
    """Return in which attribute two values differ that are written alike; "" if that is not known.

    A game registers it for types of its own.
    """
    return ""


def told_apart(one: Any, other: Any) -> dict[str, tuple[Any, Any]]:
    """Return what two values have at the places where they are told otherwise.

    >>> told_apart({"a": 1, "b": 2}, {"a": 1, "b": 3})
    {"['b']": (2, 3)}
    """
    return differences(one, other, lambda one, other: bool(told(one) == told(other)))
