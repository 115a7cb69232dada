"""Checks of arguments, and what is done with nested values."""

from collections.abc import Callable
from math import inf
from operator import eq
from random import Random
from typing import Any

from blocky.kit.calls import short
from blocky.kit.language import say

__all__ = ["above", "as_tuples", "at_least", "count", "differences", "expect", "given_rng",
           "given_seed"]

#: The most characters of a wrong value in a sentence.
LONGEST = 150


def expect(name: str, value: Any, kind: Any, expected: str) -> Any:
    """Return ``value`` if it is an instance of ``kind``, a type or a tuple of types.

    ValueError: it isn't. The message has the argument's ``name``, and ``expected``, which says in
    words what the value must be.
    """
    if not isinstance(value, kind):
        raise ValueError(say("{name} must be {expected}, not {value}.",
                             name=name, expected=expected, value=short(value, LONGEST)))
    return value


def count(name: str, value: int, least: int = 0, most: int | None = None) -> int:
    """Return ``value``. ValueError: it is not an integer from ``least`` to ``most``."""
    if isinstance(value, bool) or not isinstance(value, int) or value < least:
        raise ValueError(say("{name} must be an integer, {least} or more, not {value!r}.",
                             name=name, least=least, value=value))
    if most is not None and value > most:
        raise ValueError(say("{name} must be {most} or less, not {value}.", name=name, most=most,
                             value=value))
    return value


def above(name: str, value: float, least: float) -> float:
    """Return ``value``. ValueError: it is not a number above ``least``."""
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    if not is_number or not value > least:  # "value <= least" would accept nan
        raise ValueError(say("{name} must be a number greater than {least:g}, not {value!r}.",
                             name=name, least=least, value=value))
    return value


def at_least(name: str, value: float, least: float) -> float:
    """Return ``value``. ValueError: it is not a finite number of ``least`` or more."""
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    if not is_number or not least <= value < inf:
        raise ValueError(say("{name} must be a number, {least:g} or more, not {value!r}.",
                             name=name, least=least, value=value))
    return value


def given_seed(seed: int | str | None) -> int | str:
    """Return ``seed``, or a random one for None. ValueError: it is not an integer or a string."""
    seed = Random().randrange(1_000_000) if seed is None else seed
    expect("seed", seed, (int, str), say("an integer or a string"))
    return seed


def given_rng(rng: Random | None) -> Random:
    """Return ``rng``, or a new one for None. ValueError: it is not a Random."""
    if rng is None:
        return Random()
    checked: Random = expect("rng", rng, Random, say("a Random such as Random(7)"))
    return checked


def as_tuples(nested: Any) -> Any:
    """Return nested lists as nested tuples, which cannot change.

    >>> as_tuples([0, [1, 2, 3, 0], 2, 3])
    (0, (1, 2, 3, 0), 2, 3)
    """
    return tuple(as_tuples(part) for part in nested) if isinstance(nested, list) else nested


def differences(one: Any, other: Any, same: Callable[[Any, Any], bool] = eq, place: str = ""
                ) -> dict[str, tuple[Any, Any]]:
    """Return the pairs of parts in which two values differ, each pair under its place.

    Dicts, and lists of dicts of the same length, are compared part by part; other values as a
    whole, by ``same(part, other_part)``. The place of a part, such as "['b'][1]", is written after
    ``place``, that of the whole values.

    >>> differences({"a": 1, "b": [{"c": 2}, {"c": 3}]}, {"a": 1, "b": [{"c": 2}, {"c": 4}]})
    {"['b'][1]['c']": (3, 4)}
    """
    are_dicts = isinstance(one, dict) and isinstance(other, dict)
    are_lists = isinstance(one, list) and isinstance(other, list) and len(one) == len(other)
    if are_dicts:
        pairs = {f"[{key!r}]": (one.get(key), other.get(key))
                 for key in dict.fromkeys([*one, *other])}
    elif are_lists and all(isinstance(each, dict) for each in [*one, *other]):
        pairs = {f"[{number}]": pair for number, pair in enumerate(zip(one, other, strict=True))}
    elif same(one, other):
        return {}
    else:
        return {place: (one, other)}
    differing: dict[str, tuple[Any, Any]] = {}
    for key, (part, other_part) in pairs.items():
        differing |= differences(part, other_part, same, place + key)
    return differing
