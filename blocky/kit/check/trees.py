"""Syntax trees: the statements, expressions and names of a program."""

import ast
import copy
import itertools
from collections.abc import Iterator
from typing import Any, NamedTuple

from blocky.kit.language import Code

__all__ = ["CodeBlock", "Edit", "Slot", "blocks", "called", "calls_of", "expressions",
           "is_docstring", "is_elif", "lines_of", "names_read", "names_set", "nodes", "of_the_last",
           "orders", "parameters", "parts", "put", "size", "source", "statements"]


#: The most letters of source in a sentence.
MOST_LETTERS = 160


class Edit(NamedTuple):
    """A field of a node, and its new value."""

    node: ast.AST
    field: str
    value: Any


class Slot(NamedTuple):
    """The place of a node: its parent, the field there, and the index if that holds a list."""

    parent: ast.AST
    field: str
    position: int | None
    node: Any


class CodeBlock(NamedTuple):
    """The statements in a field of a node, such as the body of a loop.

    ``around`` are the nodes that the statements are in, the outermost first; ``node`` is the last.
    """

    node: ast.AST
    field: str
    statements: list[ast.stmt]
    around: tuple[ast.AST, ...]


def parts(node: ast.AST) -> Iterator[Slot]:
    """Yield the slots of the child nodes of a node."""
    for field, value in ast.iter_fields(node):
        if isinstance(value, ast.AST):
            yield Slot(node, field, None, value)
        elif isinstance(value, list):
            for position, each in enumerate(value):
                if isinstance(each, ast.AST):
                    yield Slot(node, field, position, each)


def put(slot: Slot, new: ast.AST) -> Edit:
    """Return the edit that puts ``new`` into a slot."""
    if slot.position is None:
        return Edit(slot.parent, slot.field, new)
    items = list(getattr(slot.parent, slot.field))
    items[slot.position] = new
    return Edit(slot.parent, slot.field, items)


def blocks(tree: ast.AST) -> Iterator[CodeBlock]:
    """Yield the blocks of statements in a tree, the outermost first."""
    waiting: list[tuple[ast.AST, tuple[ast.AST, ...]]] = [(tree, ())]
    for node, around in waiting:  # which grows meanwhile
        inside = (*around, node)
        for field in ("body", "orelse", "finalbody"):
            block = getattr(node, field, None)
            if isinstance(block, list) and block:
                yield CodeBlock(node, field, block, inside)
                waiting += [(each, inside) for each in block]
        waiting += [(each, inside) for each in getattr(node, "handlers", ())]


def is_elif(node: ast.AST, field: str, block: list[ast.stmt]) -> bool:
    """Whether the ``block`` of a node is an elif: it has only the if, and nothing can be added."""
    if not isinstance(node, ast.If) or field != "orelse":
        return False
    return isinstance(block[0], ast.If) and block[0].col_offset == node.col_offset


def statements(tree: ast.AST) -> Iterator[ast.stmt]:
    """Yield the statements in a tree."""
    for block in blocks(tree):
        yield from block.statements


def expressions(statement: ast.stmt) -> Iterator[Slot]:
    """Yield the slots of all expressions in a statement, but not of those in its body."""
    waiting = [slot for slot in parts(statement) if not isinstance(slot.node, ast.stmt)]
    for slot in waiting:  # which grows meanwhile
        if isinstance(slot.node, ast.expr):
            yield slot
        if not isinstance(slot.node, ast.stmt):
            waiting += parts(slot.node)


def lines_of(statement: ast.stmt) -> range:
    """Return the numbers of the lines of a statement, without those of its body."""
    body = getattr(statement, "body", None)
    last = statement.end_lineno or statement.lineno
    if isinstance(body, list) and body:
        last = max(statement.lineno, body[0].lineno - 1)
    return range(statement.lineno, last + 1)


def called(call: ast.AST) -> str:
    """Return the name of the function or method that a call calls; "" if it is no call."""
    function = getattr(call, "func", None)
    return str(getattr(function, "id", getattr(function, "attr", "")))


def nodes(tree: ast.AST, *kinds: type[ast.AST]) -> list[Any]:
    """Return the nodes of some kinds in a tree, the outer ones first."""
    return [each for each in ast.walk(tree) if isinstance(each, kinds)]


def calls_of(tree: ast.AST) -> set[str]:
    """Return the names of the functions and methods called in a tree."""
    return {called(each) for each in ast.walk(tree) if isinstance(each, ast.Call)}


def names_read(tree: ast.AST) -> set[str]:
    """Return the names of variables in a tree: those that it reads, and those that it only sets."""
    return {each.id for each in ast.walk(tree) if isinstance(each, ast.Name)}


def names_set(tree: ast.AST) -> list[str]:
    """Return the names that a tree gives values to: parameters first, then variables."""
    arguments = [each.arg for each in ast.walk(tree) if isinstance(each, ast.arg)]
    variables = [each.id for each in ast.walk(tree)
                 if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)]
    return list(dict.fromkeys([*arguments, *variables]))


def of_the_last(tree: ast.AST) -> Iterator[tuple[ast.For, ast.stmt, str]]:
    """Yield each loop, and a statement and a name in it, of which only the last value counts.

    Each round sets the name, but only code outside of the loop reads it: the name c in
    ``for a in b: c = f(a)`` and ``return c``.
    """
    names_with_reads = {name.id for name in nodes(tree, ast.Name) if isinstance(name.ctx, ast.Load)}
    for loop in nodes(tree, ast.For):
        names_in_loop = [name.id for name in nodes(loop, ast.Name)]
        for statement in loop.body:
            if not isinstance(statement, ast.Assign):
                continue
            name = next(iter(names_set(statement)), "")
            is_only_set_in_loop = names_in_loop.count(name) == 1
            if name in names_with_reads and is_only_set_in_loop:
                yield loop, statement, name


def parameters(tree: ast.AST) -> list[str]:
    """Return the names of the parameters of a function; a class has none."""
    return [each.arg for each in tree.args.args] if isinstance(tree, ast.FunctionDef) else []


def orders(count: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield all orders of 0, 1, 2... except this one, each with how many numbers have moved.

    >>> list(orders(2))
    [((1, 0), 2)]
    """
    for order in itertools.permutations(range(count)):
        moved = sum(number != place for place, number in enumerate(order))
        if moved:
            yield order, moved


def is_docstring(statement: ast.stmt) -> bool:
    """Whether a statement is only a string."""
    return (isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
            and isinstance(statement.value.value, str))


def size(tree: ast.AST) -> int:
    """Return the number of nodes of a tree."""
    return sum(1 for _ in ast.walk(tree))


_OPPOSITE: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq}
_SIGNS = {ast.Add: 1, ast.Sub: -1}


class _Plain(ast.NodeTransformer):
    """Turns ``not a not in b`` into ``a in b``, and ``a - 1 + 1`` into ``a``."""

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.expr:
        """Turn "not" before a comparison into the opposite comparison, if there is one."""
        match self.generic_visit(node):
            case ast.UnaryOp(ast.Not(), ast.Compare(ops=[op]) as inner) if type(op) in _OPPOSITE:
                inner.ops = [_OPPOSITE[type(op)]()]
                return inner
        return node

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        """Add up the two numbers of ``a + 2 - 1``, unless the student wrote it like this."""
        self.generic_visit(node)
        if hasattr(node, "is_own"):
            return node
        match node:
            case ast.BinOp(ast.BinOp(rest, sign1, ast.Constant(number1)), sign2,
                           ast.Constant(number2)):
                pass  # (rest sign1 number1) sign2 number2
            case _:
                return node
        both_signs = type(sign1) in _SIGNS and type(sign2) in _SIGNS
        if not both_signs or type(number1) is not int or type(number2) is not int:
            return node
        total = _SIGNS[type(sign1)] * number1 + _SIGNS[type(sign2)] * number2
        if total == 0:
            return rest
        sign = ast.Add() if total > 0 else ast.Sub()
        return ast.BinOp(rest, sign, ast.Constant(abs(total)))


def source(node: Any) -> Code:
    """Return the source of a node or a list of nodes on one line, for a sentence.

    Long source is cut after its first line, and of a function, it's only the name. What a repair
    has put in is simplified: see ``_Plain``. A string is returned as it is; "" for other values.
    """
    if isinstance(node, str):
        return Code(node)
    if isinstance(node, list):
        return Code(", ".join(map(source, node)))
    if isinstance(node, ast.FunctionDef):
        return Code(node.name)
    if not isinstance(node, ast.AST):
        return Code("")
    text = ast.unparse(ast.fix_missing_locations(_Plain().visit(copy.deepcopy(node))))
    lines = [line.strip() for line in text.split("\n")]
    on_one_line = " ".join(lines)
    return Code(on_one_line if len(on_one_line) <= MOST_LETTERS else f"{lines[0]} ...")
