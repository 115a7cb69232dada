"""Boards as nested lists of colour numbers, the form in which they are written and saved."""

from __future__ import annotations

from typing import Any

from blocky.colour import Colour
from blocky.invariants import Path
from blocky.kit.language import say

__all__ = ["as_tuples", "refuse_nested"]


def refuse_nested(nested: Any, max_depth: int, path: Path) -> None:
    """Raise ValueError if ``nested`` cannot be a block at ``path``, whatever is in its parts."""
    if not isinstance(nested, (list, tuple)):
        try:
            Colour(nested)
        except ValueError as error:
            raise ValueError(say("At path {path}: {error}", path=path, error=error)) from None
    elif len(path) == max_depth:
        raise ValueError(say("At path {path}: {nested!r} divides a block at level {max_depth}, "
                             "which is max_depth. A colour number is expected there.",
                             path=path, nested=nested, max_depth=max_depth))
    elif len(nested) != 4:
        raise ValueError(say("At path {path}: a divided block is a list of four boards, but "
                             "this list has {count}: {nested!r}.", path=path,
                             count=len(nested), nested=nested))


def as_tuples(nested: Any) -> Any:
    """Return ``nested`` with tuples in the place of lists: a value that cannot change.

    >>> as_tuples([0, [1, 2, 3, 0], 2, 3])
    (0, (1, 2, 3, 0), 2, 3)
    """
    return tuple(as_tuples(part) for part in nested) if isinstance(nested, list) else nested
