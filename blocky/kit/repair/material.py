"""The parts of right answers, with the names of a student's program."""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterable
from typing import Any, NamedTuple

from blocky.kit.check.trees import (
    called,
    calls_of,
    expressions,
    is_docstring,
    names_read,
    names_set,
    nodes,
    parameters,
    size,
    statements,
)
from blocky.kit.repair.costs import COSTS

__all__ = ["Material", "Piece"]

_FOREIGN = "foreign name "


class Piece(NamedTuple):
    """An expression, the names in it, what it calls, and the cost of putting it in."""

    tree: ast.expr
    names: set[str]
    calls: set[str]
    cost: float


class Material:
    """The expressions and statements of right answers, with the names of a student's tree.

    ``known`` are the names that have a value; ``itself`` is the name of the student's answer if it
    is a function: the right one may be a method. Left out are private attributes, and what calls
    one of the names ``refused`` without being one of the student's ``own_functions``: it does the
    work for the student.
    """

    def __init__(self, right: Iterable[ast.AST], own: ast.AST, known: Iterable[str],
                 itself: str, refused: frozenset[str], own_functions: set[str]) -> None:
        self.names = names_set(own)
        made = _made_once(own, parameters(own))
        self._made = {ast.dump(value): name for name, value in made.items()}
        self.made_of = {name: names_read(value) for name, value in made.items()}
        self._known, self.refused = {*known, *self.names}, refused
        self._left_out = refused - own_functions
        self._theirs = {each.attr for each in nodes(own, ast.Attribute)}
        self.items = list({ast.dump(each): each for each in nodes(own, ast.Subscript)
                           if isinstance(each.ctx, ast.Load)}.values())
        self._seen: set[str] = set()
        self.pieces: list[Piece] = []
        self.tests: list[ast.expr] = []
        self.statements: list[ast.stmt] = []
        self.attributes: dict[str, None] = {}
        self.constants: dict[Any, None] = {}
        self.uses: set[tuple[Any, ...]] = set()  # where each constant is used
        self.taken_off: set[Any] = set()  # numbers with a minus
        self.methods: dict[str, None] = {}
        self.tells = False  # whether it returns True or False
        self.calls: set[str] = set()
        for tree in right:
            self.calls |= calls_of(tree)
            self._take(tree, own, itself)

    def _take(self, tree: ast.AST, own: ast.AST, itself: str) -> None:
        given = parameters(tree)
        methods = [each.func for each in nodes(tree, ast.Call)]
        for node in ast.walk(tree):
            match node:
                case ast.FunctionDef():
                    self.methods[node.name] = None
                    if is_docstring(node.body[0]):
                        node.body = node.body[1:] or [ast.Pass()]
                case ast.Attribute(attr=name) if node not in methods and name.islower():
                    self.attributes[name] = None
                case ast.UnaryOp(ast.USub(), operand):
                    self.taken_off.add(getattr(operand, "value", None))
                case ast.Constant(int() | float() as value):
                    self.tells |= isinstance(value, bool)
                    self.constants[value] = None
        plain, inlined = (
            _Teller(dict(zip(given, parameters(own), strict=False)), values, self._known,
                    getattr(tree, "name", ""), itself) for values in ({}, _made_once(tree, given)))
        for statement in statements(tree):
            if isinstance(statement, (ast.Assign, ast.AugAssign, ast.Expr, ast.Return, ast.Raise,
                                      ast.If, ast.For)) and size(statement) < 60:
                self.statements += self._told(statement, plain)
            if isinstance(statement, ast.Return):
                self.statements += self._told(statement, inlined)
            for parent, field, _, each in expressions(statement):
                if isinstance(each, ast.Constant):
                    self.uses.add((type(parent), called(parent), field, each.value))
                elif not isinstance(each, ast.Name) and each not in methods and (
                        isinstance(getattr(each, "ctx", ast.Load()), ast.Load)):
                    self.pieces += [Piece(own, names_read(own), calls_of(own),
                                          COSTS["each_node_of_a_piece"] * size(own))
                                    for own in self._told(each, inlined)]
            if (test := getattr(statement, "test", None)) is not None:
                self.tests += self._told(test, inlined, "test")

    def _told(self, node: ast.AST, teller: _Teller, use: str = "") -> list[Any]:
        """Return a tree with the student's names, in each way in which they may correspond."""
        piece = teller.visit(copy.deepcopy(node))
        if calls_of(piece) & self._left_out or any(
                each.attr.startswith("_") and not each.attr.endswith("__")
                for each in nodes(piece, ast.Attribute) if each.attr not in self._theirs):
            return []
        bound = set[str]().union(*(names_read(each.target)
                                   for each in nodes(piece, ast.comprehension, ast.For)))
        foreign = {name for name in names_read(piece) - bound if name.startswith(_FOREIGN)}
        found = []
        for name in self.names if len(foreign) == 1 else [] if foreign else [""]:
            own = copy.deepcopy(piece)
            for each in nodes(own, ast.Name):
                each.id = name if each.id in foreign else each.id.removeprefix(_FOREIGN)
            for told in (_Folder(self._made).visit(copy.deepcopy(own)), own):
                if (text := use + ast.dump(told)) not in self._seen:
                    self._seen.add(text)
                    found.append(told)
        return found


class _Folder(ast.NodeTransformer):
    """Puts a student's variable in place of its value."""

    def __init__(self, made: dict[str, str]) -> None:
        self._made = made

    def visit(self, node: ast.AST) -> ast.AST:
        if isinstance(node, ast.expr) and (name := self._made.get(ast.dump(node))):
            return ast.Name(name, ast.Load())
        return self.generic_visit(node)


class _Teller(ast.NodeTransformer):
    """Puts a student's names into a tree of the right answer; marks names without a counterpart."""

    def __init__(self, renamed: dict[str, str], inlined: dict[str, ast.expr],
                 known: set[str], theirs: str, itself: str) -> None:
        self._renamed, self._inlined, self._known = renamed, inlined, known
        self._theirs, self._itself = theirs, itself

    def visit_Call(self, node: ast.Call) -> ast.AST:
        if self._itself and called(node) == self._theirs:
            first = [node.func.value] if isinstance(node.func, ast.Attribute) else []
            node = ast.Call(ast.Name(self._itself, ast.Load()), [*first, *node.args], node.keywords)
        return self.generic_visit(node)

    def visit_Name(self, node: ast.Name) -> Any:
        if node.id in self._renamed:
            return ast.Name(self._renamed[node.id], node.ctx)
        if node.id in self._inlined and isinstance(node.ctx, ast.Load):
            value = self._inlined.pop(node.id)  # not inside of itself
            try:
                return self.visit(copy.deepcopy(value))
            finally:
                self._inlined[node.id] = value
        return node if node.id in self._known else ast.Name(_FOREIGN + node.id, node.ctx)

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        if (isinstance(node.value, ast.Name) and node.value.id == "self"
                and "self" not in self._known and node.attr in self._known):
            return ast.Name(node.attr, node.ctx)
        return self.generic_visit(node)


def _made_once(tree: ast.AST, but: list[str]) -> dict[str, ast.expr]:
    """Return the small expressions of the variables that get only one value."""
    made: dict[str, list[ast.expr]] = {}
    for each in nodes(tree, ast.Assign):
        if isinstance(each.targets[0], ast.Name):
            made.setdefault(each.targets[0].id, []).append(each.value)
    return {name: values[0] for name, values in made.items() if len(values) == 1
            and name not in but and name not in names_read(values[0]) and size(values[0]) < 20}
