"""A change of a program, and the facts known about that program."""

import ast
import copy
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Any, NamedTuple, TypeVar

from blocky.kit.check.trees import blocks
from blocky.kit.repair.rules import Kind

__all__ = ["Change", "Edit", "Place", "Scope", "Way", "Where", "changed_now", "made",
           "place_of", "renamed", "take_back"]

Tree = TypeVar("Tree", bound=ast.AST)

#: A node, the name of its field, and the new value of the field.
Edit = tuple[ast.AST, str, Any]

#: What could be meant in place of something: the kind of mistake, the cost, and the tree.
Way = tuple[Kind, float, Any]


class Where(Enum):
    """Where a statement belongs, seen from another one."""

    AFTER_ALL = auto()  #: after the whole loop or if that it is in
    BEFORE = auto()
    INSIDE = auto()  #: in the loop or if
    ELSE = auto()  #: in an else of the if
    AFTER = auto()
    LAST = auto()


class Place(NamedTuple):
    """The place of a statement: the node that it is in, the field, the block, and its index."""

    node: ast.AST
    name: str
    block: list[ast.stmt]
    at: int

    def put(self, *new: ast.stmt) -> Edit:
        """Return the edit that replaces the statement by others, or by none.

        A body that gets empty holds a pass, which no repair may leave; an else goes.
        """
        left = [*self.block[:self.at], *new, *self.block[self.at + 1:]]
        if not left and self.name != "orelse":
            left = [ast.Pass()]
        return self.node, self.name, left


def place_of(tree: ast.AST, statement: ast.AST) -> Place:
    """Return the place of a statement in a tree."""
    return next(Place(node, name, block, block.index(statement))
                for node, name, block, _ in blocks(tree) if statement in block)


def renamed(tree: Tree, new: Mapping[str, str]) -> Tree:
    """Return a copy of a tree, which is not the student's own, with other names in it."""
    twin = copy.deepcopy(tree)
    for each in ast.walk(twin):
        if isinstance(each, ast.Name):
            each.id = new.get(each.id, each.id)
        vars(each).pop("is_own", None)
    return twin


@dataclass
class Change:
    """A change of a tree; in a ``with`` block it is made.

    Attributes:
        line: the line of the program that is changed.
        old, new: what is replaced, and by what; None for nothing.
        others: further lines that are changed alike.
        where: where something is missing, or where a misplaced statement belongs.
        said: the second hint and the sentences of the third, if not those of the kind.
        fields: what the sentences name beside line, old and new; trees by their source.
    """

    kind: Kind
    edits: tuple[Edit, ...]
    cost: float
    line: int
    old: ast.AST | None = None
    new: ast.AST | None = None
    others: tuple[int, ...] = ()
    where: tuple[Where, ast.stmt] | None = None
    said: tuple[str, ...] = ()
    fields: Mapping[str, Any] = field(default_factory=dict)
    _before: list[Edit] = field(default_factory=list, repr=False)

    def __enter__(self) -> None:
        for _, _, value in self.edits:
            for each in value if isinstance(value, list) else [value]:
                _give_line(each, self.line)
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
        """A value that is equal for changes with the same result."""
        return tuple((node, name, _key(value)) for node, name, value in self.edits)


#: The changes that are made now.
_open: list[Change] = []


def changed_now() -> list[ast.AST]:
    """Return the nodes that are changed now."""
    return [node for change in _open for node, _, _ in change.edits]


def take_back() -> None:
    """Undo all changes that a time limit left in place, even one that was being undone."""
    while _open:
        _open[-1]._undo()
        _open.pop()


@contextmanager
def made(changes: Iterable[Change]) -> Iterator[None]:
    """Apply several changes within a ``with`` block."""
    with ExitStack() as stack:
        for change in changes:
            stack.enter_context(change)
        yield


def _give_line(node: Any, line: int) -> None:
    """Give a line number to nodes that are not the student's own."""
    if isinstance(node, ast.AST) and not hasattr(node, "is_own"):
        node.lineno = node.end_lineno = line  # type: ignore[attr-defined]
        node.col_offset = node.end_col_offset = 0  # type: ignore[attr-defined]
        for each in ast.iter_child_nodes(node):
            _give_line(each, line)


def _key(value: Any) -> Any:
    """Return a value that is equal for equal trees; the student's own count by identity."""
    if isinstance(value, list):
        return tuple(map(_key, value))
    if not isinstance(value, ast.AST) or hasattr(value, "is_own"):
        return value
    return (type(value), *(_key(each) for _, each in ast.iter_fields(value)))


@dataclass
class Scope:
    """The facts known about a program that is changed.

    Attributes:
        own: the parameters of the student's functions, by the functions' names.
        known: the names that have a value: those of the program, the notebook and Python.
        lines: the lines that ran in the case that failed.
        near: the line that raised an error, if one did.
        ended: whether the program returned.
        vocabulary: the attributes of the arguments, for what is misspelt.
        kinds: the kinds of values that names had in the case that failed.
    """

    own: dict[str, list[str]]
    known: set[str]
    lines: set[int]
    near: int | None = None
    ended: bool = True
    vocabulary: frozenset[str] = frozenset()
    kinds: Mapping[str, set[str]] = field(default_factory=dict)

    def may_be(self, name: str, new: ast.AST) -> bool:
        """Return whether a tree may replace a name, judging by the kinds of their values."""
        kinds = self.kinds.get(name, {""})
        others = self.kinds.get(new.id, {""}) if isinstance(new, ast.Name) else (
            {"number"} if isinstance(new, ast.BinOp) and isinstance(new.right, ast.Constant)
            else {""})
        return bool(kinds & others) or "" in kinds | others
