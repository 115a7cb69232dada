"""Values that a caller hands in, looked at before anything is done with them."""

from __future__ import annotations

from typing import Any

from blocky.kit.language import say

__all__ = ["above", "count", "expect"]


def expect(name: str, value: Any, kind: Any, expected: str) -> Any:
    """Return ``value``. ValueError: it is not of ``kind``."""
    if not isinstance(value, kind):
        raise ValueError(say("{name} must be {expected}, not {value!r}.",
                             name=name, expected=expected, value=value))
    return value


def count(name: str, value: int, least: int = 0) -> int:
    """Return ``value``. ValueError: it is not a whole number, or less than ``least``."""
    if isinstance(value, bool) or not isinstance(value, int) or value < least:
        raise ValueError(say("{name} must be a whole number, {least} or more, not {value!r}.",
                             name=name, least=least, value=value))
    return value


def above(name: str, value: float, least: float) -> float:
    """Return ``value``. ValueError: it is no number above ``least``."""
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not value > least:
        raise ValueError(say("{name} must be a number above {least:g}, not {value!r}.",
                             name=name, least=least, value=value))
    return value
