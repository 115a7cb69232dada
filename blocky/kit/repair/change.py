"""One small change of a program, and what the changes have to know of it."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Any

from blocky.kit.repair.rules import Kind

__all__ = ["Change", "Edit", "Scope", "Way", "Where", "changed_now", "take_back"]

#: A node, the name of its field, and what is put there.
Edit = tuple[ast.AST, str, Any]

#: What may be meant in place of something: the kind of mistake, a cost, and the tree.
Way = tuple[Kind, float, Any]


class Where(Enum):
    """Where a statement belongs, seen from another one."""

    AFTER_ALL = auto()  #: after the whole loop or if that it stands in
    BEFORE = auto()
    INSIDE = auto()  #: in the loop or if
    ELSE = auto()  #: in an else of the if
    AFTER = auto()
    LAST = auto()


@dataclass
class Change:
    """A change of a tree in place: in a ``with`` the tree is changed.

    ``line`` is that of the program, ``old`` and ``new`` are what stands there; None: nothing.
    ``others`` are further lines that are changed alike. ``where`` tells the place of what is
    missing, or where a statement belongs that is in the wrong place. ``said`` are the second and
    the third hint, if they are not those of its kind.
    """

    kind: Kind
    edits: tuple[Edit, ...]
    cost: float
    line: int
    old: ast.AST | None = None
    new: ast.AST | None = None
    others: tuple[int, ...] = ()
    where: tuple[Where, ast.stmt] | None = None
    said: tuple[str, str] | None = None
    _before: list[Edit] = field(default_factory=list, repr=False)

    def __enter__(self) -> None:
        for _, _, value in self.edits:
            for each in value if isinstance(value, list) else [value]:
                _place(each, self.line)
        _open.append(self)
        for node, name, value in self.edits:
            self._before.append((node, name, getattr(node, name)))
            setattr(node, name, value)

    def __exit__(self, *_: object) -> None:
        self._undo()
        _open.pop()

    def _undo(self) -> None:
        while self._before:
            node, name, value = self._before[-1]
            setattr(node, name, value)
            self._before.pop()

    @property
    def key(self) -> tuple[Any, ...]:
        """What is equal for changes that make the same of the same tree."""
        return tuple((node, name, _text(value)) for node, name, value in self.edits)


#: The changes that are made now.
_open: list[Change] = []


def changed_now() -> list[ast.AST]:
    """Return the nodes that the changes change that are made now."""
    return [node for change in _open for node, _, _ in change.edits]


def take_back() -> None:
    """Take back changes that were made when the time was over, even at their very end."""
    while _open:
        _open[-1]._undo()
        _open.pop()


def _place(node: Any, line: int) -> None:
    """Give a line to what is not the student's own: it has none, or one of the right answer."""
    if isinstance(node, ast.AST) and not hasattr(node, "is_own"):
        node.lineno = node.end_lineno = line  # type: ignore[attr-defined]
        node.col_offset = node.end_col_offset = 0  # type: ignore[attr-defined]
        for each in ast.iter_child_nodes(node):
            _place(each, line)


def _text(value: Any) -> Any:
    """Return what is equal for trees that are equal: of a student's own, the tree itself."""
    if isinstance(value, list):
        return tuple(map(_text, value))
    if not isinstance(value, ast.AST) or hasattr(value, "is_own"):
        return value
    return (type(value), *(_text(each) for _, each in ast.iter_fields(value)))


@dataclass
class Scope:
    """What the changes have to know of a program.

    Attributes:
        own: the parameters of the functions that the student wrote, by their names.
        known: the names that stand for something: the notebook's and Python's own.
        lines: those that ran in the case that failed.
        near: the line at which an error was raised, if there was one.
        ended: whether it returned anything at all.
        vocabulary: attributes that there are, for what may be misspelt.
        kinds: of which kinds the values of names were in the case that failed, as far as seen.
    """

    own: dict[str, list[str]]
    known: set[str]
    lines: set[int]
    near: int | None = None
    ended: bool = True
    vocabulary: frozenset[str] = frozenset()
    kinds: Mapping[str, set[str]] = field(default_factory=dict)

    def may_be(self, name: str, new: ast.AST) -> bool:
        """Tell whether something may be meant in place of a name, by the kinds of values."""
        kinds = self.kinds.get(name, {""})
        others = self.kinds.get(new.id, {""}) if isinstance(new, ast.Name) else (
            {"number"} if isinstance(new, ast.BinOp) and isinstance(new.right, ast.Constant)
            else {""})
        return bool(kinds & others) or "" in kinds | others
