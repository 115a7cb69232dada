"""The parts of right answers, with the names of a student's program."""

from __future__ import annotations

import ast
import copy
from collections.abc import Collection, Iterable
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

#: What names of a right answer begin with that have no counterpart in the student's program.
_FOREIGN = "foreign name "

#: The statements of right answers that can be put in, if they have fewer nodes than this.
_STATEMENTS = (ast.Assign, ast.AugAssign, ast.Expr, ast.Return, ast.Raise, ast.If, ast.For)
_LARGE_STATEMENT = 60

#: A value with this many nodes is not put in place of its variable.
_LARGE_VALUE = 20


class Piece(NamedTuple):
    """An expression, the names in it, what it calls, and the cost of putting it in."""

    tree: ast.expr
    names: set[str]
    calls: set[str]
    cost: float


class Material:
    """What right answers consist of, with the names of a tree of the student's program.

    Left out is what reads a private attribute or calls a refused function: these do the work for
    the student.

    Attributes:
        names: the names that the student's tree gives values to, parameters first.
        made_of: for each variable that the tree assigns to once, the names in its value.
        items: the items that the tree reads, such as ``rows[0]``.
        refused: the names of functions that do the kit's work.
        pieces, tests, statements: the expressions, the conditions and the statements.
        attributes, constants, methods, calls: what the right answers name, in their order.
        uses: where each constant is used: in what node, in what call, in what field.
        subtracted: the numbers with a minus.
        has_truth_values: whether they contain True or False.
    """

    def __init__(self, right: Iterable[ast.AST], own: ast.AST, known: Iterable[str],
                 itself: str, refused: frozenset[str], own_functions: Collection[str]) -> None:
        """Collect the parts of the ``right`` trees for the student's tree ``own``.

        ``known`` are the names that have a value. ``itself`` is the name of the student's answer if
        that is a function, or "" if it is a class: then recursive calls in a right answer get this
        name. Parts that call a ``refused`` function are left out, unless the function is one of the
        student's ``own_functions``.
        """
        self.names = names_set(own)
        values = _assigned_once(own, left_out=parameters(own))
        self.made_of = {name: names_read(value) for name, value in values.items()}
        items_by_dump = {ast.dump(item): item for item in nodes(own, ast.Subscript)
                         if isinstance(item.ctx, ast.Load)}  # of equal ones, only one
        self.items = list(items_by_dump.values())
        self.refused = refused
        self.pieces: list[Piece] = []
        self.tests: list[ast.expr] = []
        self.statements: list[ast.stmt] = []
        self.attributes: dict[str, None] = {}
        self.constants: dict[Any, None] = {}
        self.methods: dict[str, None] = {}
        self.calls: set[str] = set()
        self.uses: set[tuple[Any, ...]] = set()
        self.subtracted: set[Any] = set()
        self.has_truth_values = False
        self._known = {*known, *self.names}
        self._refused_calls = refused.difference(own_functions)
        self._own_attributes = {node.attr for node in nodes(own, ast.Attribute)}
        self._to_variables = _ToVariables({ast.dump(value): name for name, value in values.items()})
        self._taken: set[str] = set()  # the use of each part ("test" or "") with its dump
        for tree in right:
            self.calls |= calls_of(tree)
            self._note_names(tree)
            self._take(tree, own, itself)

    def _note_names(self, tree: ast.AST) -> None:
        """Note the methods, attributes and constants of a right answer; drop its docstrings."""
        called_functions = [call.func for call in nodes(tree, ast.Call)]
        for node in ast.walk(tree):
            match node:
                case ast.FunctionDef():
                    self.methods[node.name] = None
                    if is_docstring(node.body[0]):
                        node.body = node.body[1:] or [ast.Pass()]
                case ast.Attribute(attr=name) if node not in called_functions and name.islower():
                    self.attributes[name] = None
                case ast.UnaryOp(ast.USub(), operand):  # -1
                    self.subtracted.add(getattr(operand, "value", None))
                case ast.Constant(int() | float() as value):
                    self.has_truth_values |= isinstance(value, bool)
                    self.constants[value] = None

    def _take(self, tree: ast.AST, own: ast.AST, itself: str) -> None:
        """Add the statements, conditions and expressions of a right answer to the material.

        Its parameters get the names of the student's by position. In expressions and in a second
        copy of each return, variables that it assigns to once are replaced by their values.
        """
        parameters_of_right = parameters(tree)
        names = dict(zip(parameters_of_right, parameters(own), strict=False))
        values = _assigned_once(tree, left_out=parameters_of_right)
        name_of_tree = getattr(tree, "name", "")
        keeping_variables = _ToStudentsNames(names, {}, self._known, name_of_tree, itself)
        putting_values = _ToStudentsNames(names, values, self._known, name_of_tree, itself)
        called_functions = [call.func for call in nodes(tree, ast.Call)]
        for statement in statements(tree):
            if isinstance(statement, _STATEMENTS) and size(statement) < _LARGE_STATEMENT:
                self.statements += self._translated(statement, keeping_variables)
            if isinstance(statement, ast.Return):
                self.statements += self._translated(statement, putting_values)
            for slot in expressions(statement):
                node = slot.node
                is_read = isinstance(getattr(node, "ctx", ast.Load()), ast.Load)
                if isinstance(node, ast.Constant):
                    self.uses.add((type(slot.parent), called(slot.parent), slot.field, node.value))
                elif not isinstance(node, ast.Name) and node not in called_functions and is_read:
                    self.pieces += [_piece(each) for each in self._translated(node, putting_values)]
            test = getattr(statement, "test", None)
            if test is not None:
                self.tests += self._translated(test, putting_values, use="test")

    def _translated(self, node: ast.AST, translator: _ToStudentsNames, use: str = "") -> list[Any]:
        """Return the translations of a part of a right answer into the student's names.

        A name without a counterpart may be each of the student's in turn. [] is returned for a part
        with several such names. Translations that were returned before, for the same ``use``, are
        left out: "test" for conditions, "" for other parts.
        """
        part = translator.visit(copy.deepcopy(node))
        if self._is_left_out(part):
            return []
        loops = nodes(part, ast.comprehension, ast.For)
        loop_variables = {name for loop in loops for name in names_read(loop.target)}
        free_names = names_read(part) - loop_variables
        foreign_names = {name for name in free_names if name.startswith(_FOREIGN)}
        if len(foreign_names) > 1:
            return []
        new_parts = []
        # without a foreign name, there is one round, in which no name is put in
        for name in self.names if foreign_names else [""]:
            translated = copy.deepcopy(part)
            for each in nodes(translated, ast.Name):
                is_foreign = each.id in foreign_names
                # a loop variable without a counterpart keeps its name
                each.id = name if is_foreign else each.id.removeprefix(_FOREIGN)
            with_own_variables = self._to_variables.visit(copy.deepcopy(translated))
            for new in (with_own_variables, translated):
                use_and_dump = use + ast.dump(new)
                if use_and_dump not in self._taken:
                    self._taken.add(use_and_dump)
                    new_parts.append(new)
        return new_parts

    def _is_left_out(self, part: ast.AST) -> bool:
        """Whether a part calls a refused function, or reads a private attribute of the kit's.

        An attribute that the student's tree has, too, isn't the kit's.
        """
        if calls_of(part) & self._refused_calls:
            return True
        attributes = {each.attr for each in nodes(part, ast.Attribute)} - self._own_attributes
        return any(name.startswith("_") and not name.endswith("__") for name in attributes)


def _piece(tree: ast.expr) -> Piece:
    """Return an expression with its names, its calls and its cost: the larger, the higher."""
    cost = COSTS["each_node_of_a_part"] * size(tree)
    return Piece(tree, names_read(tree), calls_of(tree), cost)


class _ToVariables(ast.NodeTransformer):
    """Puts a student's variable in place of its value.

    ``variables`` has the name of each variable by the dump of its value.
    """

    def __init__(self, variables: dict[str, str]) -> None:
        self._variables = variables

    def visit(self, node: ast.AST) -> ast.AST:
        """Return the variable whose value a node is; otherwise the node, with its parts visited."""
        if isinstance(node, ast.expr):
            name = self._variables.get(ast.dump(node))
            if name:
                return ast.Name(name, ast.Load())
        return self.generic_visit(node)


class _ToStudentsNames(ast.NodeTransformer):
    """Puts a student's names into a tree of the right answer; marks names without a counterpart.

    ``names`` are the student's names by those of the right answer, ``values`` are what is put in
    place of its variables, and ``known`` are the names that may stay. A call of ``right_name``
    becomes one of ``own_name``, if that is not "".
    """

    def __init__(self, names: dict[str, str], values: dict[str, ast.expr],
                 known: set[str], right_name: str, own_name: str) -> None:
        """Store the arguments, which the docstring of the class explains."""
        self._names = names
        self._values = values
        self._known = known
        self._right_name = right_name
        self._own_name = own_name

    def visit_Call(self, node: ast.Call) -> ast.AST:
        """Turn a call of the right answer into one of the student's function.

        If the right one is a method, ``block.flatten()`` becomes ``flatten(block)``.
        """
        if self._own_name and called(node) == self._right_name:
            owner = [node.func.value] if isinstance(node.func, ast.Attribute) else []
            function = ast.Name(self._own_name, ast.Load())
            node = ast.Call(function, [*owner, *node.args], node.keywords)
        return self.generic_visit(node)

    def visit_Name(self, node: ast.Name) -> Any:
        """Turn a name into the student's, or into its value; mark it if there is neither.

        A known name, such as that of a function of Python, stays.
        """
        if node.id in self._names:
            return ast.Name(self._names[node.id], node.ctx)
        if node.id in self._values and isinstance(node.ctx, ast.Load):
            value = self._values.pop(node.id)  # so that it isn't put into itself again and again
            try:
                return self.visit(copy.deepcopy(value))
            finally:
                self._values[node.id] = value
        if node.id in self._known:
            return node
        return ast.Name(_FOREIGN + node.id, node.ctx)

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        """Turn ``self.size`` into ``size``, if the student's program has this name but no self."""
        is_of_self = isinstance(node.value, ast.Name) and node.value.id == "self"
        if is_of_self and "self" not in self._known and node.attr in self._known:
            return ast.Name(node.attr, node.ctx)
        return self.generic_visit(node)


def _assigned_once(tree: ast.AST, left_out: Collection[str]) -> dict[str, ast.expr]:
    """Return the values of the variables that a tree assigns to only once, by name.

    The names ``left_out`` are missing, and so are large values, and those that are made of the
    variable itself: ``a = a + 1``.
    """
    values: dict[str, list[ast.expr]] = {}
    for assignment in nodes(tree, ast.Assign):
        target = assignment.targets[0]
        if isinstance(target, ast.Name):
            values.setdefault(target.id, []).append(assignment.value)
    found = {}
    for name, (value, *others) in values.items():
        is_made_of_itself = name in names_read(value)
        if others or name in left_out or is_made_of_itself:
            continue
        if size(value) < _LARGE_VALUE:
            found[name] = value
    return found
