"""A change of a program, and the facts known about that program."""

import ast
import copy
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Any, NamedTuple, TypeVar

from blocky.kit.check.trees import Edit, blocks
from blocky.kit.repair.rules import Kind

__all__ = ["Candidate", "Change", "Place", "Scope", "Where", "changed_now", "is_by_student", "made",
           "place_of", "renamed", "take_back"]

Tree = TypeVar("Tree", bound=ast.AST)

#: What could be meant in place of a tree: the kind of mistake, the cost, and the new tree.
Candidate = tuple[Kind, float, Any]


def is_by_student(node: Any) -> bool:
    """Whether a node is part of the student's own program, and was not put in by a change."""
    return hasattr(node, "is_own")


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
    field: str
    block: list[ast.stmt]
    position: int

    def put(self, *new: ast.stmt) -> Edit:
        """Return the edit that replaces the statement by others, or by none.

        A body without statements gets a pass, though no repair may leave it so; an else without
        statements is deleted.
        """
        before = self.block[:self.position]
        after = self.block[self.position + 1:]
        statements = [*before, *new, *after]
        if not statements and self.field != "orelse":
            statements = [ast.Pass()]
        return Edit(self.node, self.field, statements)


def place_of(tree: ast.AST, statement: ast.AST) -> Place:
    """Return the place of a statement in a tree."""
    return next(Place(node, field, block, block.index(statement))
                for node, field, block, _ in blocks(tree) if statement in block)


def renamed(tree: Tree, new_names: Mapping[str, str]) -> Tree:
    """Return a copy of a tree with the ``new_names`` in place of those that they are stored under.

    The copy doesn't count as the student's.
    """
    twin = copy.deepcopy(tree)
    for node in ast.walk(twin):
        if isinstance(node, ast.Name):
            node.id = new_names.get(node.id, node.id)
        vars(node).pop("is_own", None)  # the mark that ``is_by_student`` looks for
    return twin


@dataclass
class Change:
    """A change of a tree; in a ``with`` block it is made.

    Attributes:
        edits: the fields of nodes that get other values.
        cost: the lower, the likelier is the change.
        line: the line of the program that is changed.
        old, new: what is replaced, and by what; None for nothing.
        other_lines: further lines that are changed alike.
        where: where something is missing, or where a misplaced statement belongs.
        sentences: the second hint and the sentences of the third, if not those of the kind.
        fields: what the sentences name beside line, old and new; trees by their source.
    """

    kind: Kind
    edits: tuple[Edit, ...]
    cost: float
    line: int
    old: ast.AST | None = None
    new: ast.AST | None = None
    other_lines: tuple[int, ...] = ()
    where: tuple[Where, ast.stmt] | None = None
    sentences: tuple[str, ...] = ()
    fields: Mapping[str, Any] = field(default_factory=dict)
    _undoing: list[Edit] = field(default_factory=list, repr=False)  # while the change is made

    def __enter__(self) -> None:
        """Make the change: give the fields their new values, and the new nodes a line."""
        for _, _, value in self.edits:
            new_nodes = value if isinstance(value, list) else [value]
            for node in new_nodes:
                _give_line(node, self.line)
        _made_now.append(self)
        for node, name, value in self.edits:
            old_value = getattr(node, name)
            # kept before it's overwritten: an interruption may come at any moment
            self._undoing.append(Edit(node, name, old_value))
            setattr(node, name, value)

    def __exit__(self, *_: object) -> None:
        self._undo()
        _made_now.pop()

    def _undo(self) -> None:
        """Give the fields their old values, the last one first."""
        while self._undoing:
            node, name, old_value = self._undoing[-1]
            setattr(node, name, old_value)
            self._undoing.pop()  # only now: after an interruption, ``take_back`` goes on with it

    @property
    def key(self) -> tuple[Any, ...]:
        """A value that is equal for changes with the same result."""
        return tuple((node, name, _key(value)) for node, name, value in self.edits)


#: The changes that are made now, the outermost first.
_made_now: list[Change] = []


def changed_now() -> list[ast.AST]:
    """Return the nodes that are changed now."""
    return [node for change in _made_now for node, _, _ in change.edits]


def take_back() -> None:
    """Undo all changes that a time limit left in place, even one that was being undone."""
    while _made_now:
        _made_now[-1]._undo()
        _made_now.pop()


@contextmanager
def made(changes: Iterable[Change]) -> Iterator[None]:
    """Apply several changes within a ``with`` block."""
    with ExitStack() as stack:
        for change in changes:
            stack.enter_context(change)
        yield


def _give_line(node: Any, line: int) -> None:
    """Give a line number to a node that isn't the student's, and to such nodes in it."""
    if isinstance(node, ast.AST) and not is_by_student(node):
        node.lineno = node.end_lineno = line  # type: ignore[attr-defined]
        node.col_offset = node.end_col_offset = 0  # type: ignore[attr-defined]
        for child in ast.iter_child_nodes(node):
            _give_line(child, line)


def _key(value: Any) -> Any:
    """Return a hashable key of what a change puts in; equal trees have equal keys.

    But a node of the student's program is its own key: an equal one elsewhere is another one.
    """
    if isinstance(value, list):
        return tuple(map(_key, value))
    if not isinstance(value, ast.AST) or is_by_student(value):
        return value
    return (type(value), *(_key(child) for _, child in ast.iter_fields(value)))


@dataclass
class Scope:
    """The facts known about a program that is changed.

    Attributes:
        functions: the parameters of the student's functions, by the functions' names.
        defined: the names that have a value: those of the program, the notebook and Python.
        ran: the lines that ran in the case that failed.
        error_line: the line that raised an error, if one did.
        ended: whether the program returned.
        attributes: the attributes of the arguments, for what is misspelt.
        kinds: the kinds of values that names had in the case that failed; "" if not known.
    """

    functions: dict[str, list[str]]
    defined: set[str]
    ran: set[int]
    error_line: int | None = None
    ended: bool = True
    attributes: frozenset[str] = frozenset()
    kinds: Mapping[str, set[str]] = field(default_factory=dict)

    def may_be(self, name: str, new: ast.AST) -> bool:
        """Return whether ``new`` may replace a name, judging by the kinds of their values.

        It may if the two have a kind in common, or if a kind of one of them isn't known.
        """
        unknown = {""}
        kinds = self.kinds.get(name, unknown)
        if isinstance(new, ast.Name):
            new_kinds = self.kinds.get(new.id, unknown)
        elif isinstance(new, ast.BinOp) and isinstance(new.right, ast.Constant):
            new_kinds = {"number"}
        else:
            new_kinds = unknown
        return "" in kinds | new_kinds or not kinds.isdisjoint(new_kinds)
