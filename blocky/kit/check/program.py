"""The functions and classes that a student wrote, as trees that can be changed and run."""

import ast
import builtins
import copy
import inspect
import linecache
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import Any

from blocky.kit.check.bounded import GROWING, RoundsError, bounded
from blocky.kit.check.trees import names_read, nodes, size
from blocky.kit.definitions import parsed

__all__ = ["FILE", "SEE", "Program", "RoundsError", "codes_of", "first_line", "functions_of",
           "right_trees", "statement_of"]

#: The file of a changed program.
FILE = "<changed>"

#: The name in a changed program of the function that looks at its values.
SEE = "__kit_see__"

#: The default limit of a changed program: rounds of loops and calls.
MOST_ROUNDS = 20_000

#: Of a right answer, with what it calls, the most trees.
MOST_TREES = 6

#: How deep the calls of a right answer are followed.
DEEPEST = 2

#: The most nodes of the tree of a right answer, or of what it calls.
LARGEST = 1500

#: Values that a program that names them cannot change; attributes are set back.
_FIXED = (type(None), bool, int, float, str, type, ModuleType, FunctionType, BuiltinFunctionType)


class Program:
    """The functions and classes that a student wrote for an answer, as trees that can be changed.

    LookupError: their source cannot be read.

    Attributes:
        trees: the answer and the student's functions and classes that it uses, by name; not those
            left out, such as answers to other tasks. Nodes that the student wrote have an
            attribute ``is_own``.
        named: the names that the trees read.
        source: the text of the answer and of all that it uses, also of what was left out.
        uses: the names that this text reads.
        fixed: the values of the notebook's names that a program cannot change.
        own: the values that it can change, of the names that the trees read.
        starts: the first values of names outside of functions that a call may change.
        rounds, most_rounds: the rounds of loops and calls since it was loaded, and their limit.
    """

    def __init__(self, answer: Any, apart: Collection[str] = ()) -> None:
        """Read the source of an answer and of the student's functions and classes that it uses.

        ``apart`` are the names of those that don't belong to ``trees``.
        """
        self.name = getattr(answer, "__name__", "")
        function = next(functions_of(answer), None)
        has_a_name = self.name not in ("", "<lambda>")
        has_a_closure = bool(getattr(answer, "__closure__", None))
        if function is None or not has_a_name or has_a_closure:
            raise LookupError(self.name)
        self.globals: Mapping[str, Any] = function.__globals__
        self.file = function.__code__.co_filename
        all_trees = self._trees(answer, apart=()).values()
        self.source = "\n".join(map(ast.unparse, all_trees))
        self.uses = set[str]().union(*map(names_read, all_trees))
        self.trees = self._trees(answer, apart={*apart} - {self.name})
        self.rounds = 0
        self.most_rounds = MOST_ROUNDS
        self._compiled: dict[str, CodeType] = {}  # of the trees as they were at first
        self._twins: dict[ast.AST, Any] = {}  # the bounded forms of nodes, see ``bounded``
        all_nodes = [node for tree in self.trees.values() for node in ast.walk(tree)]
        self._parents = {child: node for node in all_nodes for child in ast.iter_child_nodes(node)}
        self.named = set[str]().union(*map(names_read, self.trees.values()))
        self._sort_values(all_nodes)

    def _sort_values(self, all_nodes: Iterable[ast.AST]) -> None:
        """Set three dicts of values by name: ``fixed``, ``own`` and ``starts``.

        ``fixed`` has the notebook's values that the program can't change, ``own`` those that it
        can: a list, say, or the value of a name that it declares global. ``starts`` has first
        values of names in ``own``: what the answer's cell or file assigns to them.
        """
        declared_global = {name for node in all_nodes if isinstance(node, ast.Global)
                           for name in node.names}
        unchangeable = {name: value for name, value in self.globals.items()
                        if isinstance(value, _FIXED) and name not in self.trees}
        changeable = {name: self.globals[name] for name in self.named - set(self.trees)
                      if name in self.globals and name not in unchangeable}
        self.starts = {name: value for name, value in _starts(self.file)
                       if name in changeable or name in declared_global}
        # ``starts`` replaces the present values, and adds the numbers and strings of global names.
        self.own = {**changeable, **self.starts}
        self.fixed = {name: value for name, value in unchangeable.items() if name not in self.own}

    def _trees(self, answer: Any, apart: Collection[str]) -> dict[str, ast.stmt]:
        """Return the trees of the answer and of the student's code that it uses, by name.

        A function comes after those that it uses. Those named in ``apart`` are left out.
        LookupError: the answer has no source.
        """
        trees: dict[str, ast.stmt] = {}
        self._add_tree(trees, self.name, answer, apart)
        if self.name not in trees:
            raise LookupError(self.name)
        return trees

    def _add_tree(self, trees: dict[str, ast.stmt], name: str, value: Any, apart: Collection[str]
                  ) -> None:
        """Add the tree of a function or a class to ``trees``, after the trees of what it uses.

        Its nodes are marked as the student's own. Nothing is added if there is no source. What is
        named in ``apart`` isn't followed.
        """
        tree = _tree_of(value)
        if tree is None:
            return
        for node in ast.walk(tree):
            node.is_own = True  # type: ignore[attr-defined]
        trees[name] = tree  # already now, so that a recursion isn't followed again
        for variable in nodes(tree, ast.Name):
            if variable.id in trees or variable.id in apart:
                continue
            used = self.globals.get(variable.id)
            is_apart = getattr(used, "__name__", "") in apart  # after ``other = rotate``, say
            if self._is_of_the_program(used) and not is_apart:
                self._add_tree(trees, variable.id, used, apart)
        del trees[name]
        trees[name] = tree  # at the end, after what it uses

    def _is_of_the_program(self, value: Any) -> bool:
        """Whether a value is a function or a class defined in the same namespace as the answer."""
        if not isinstance(value, (FunctionType, type)):
            return False
        function = next(functions_of(value), None)
        return function is not None and function.__globals__ is self.globals

    @property
    def functions(self) -> set[str]:
        """The names of the functions and methods in the trees."""
        return {each.name for tree in self.trees.values() for each in ast.walk(tree)
                if isinstance(each, ast.FunctionDef)}

    def tree_of(self, node: ast.AST | None) -> str:
        """Return the name of the tree with a node; if none has it, that of the answer."""
        for name, tree in self.trees.items():
            if node in [*ast.walk(tree)]:
                return name
        return self.name

    def codes_at(self, node: ast.AST | None) -> list[CodeType]:
        """Return the code of the function, or of the methods, with a node of a tree."""
        return [each.__code__ for each in functions_of(self.globals[self.tree_of(node)])]

    def load(self, changed: str = "", at: Iterable[ast.AST] | None = None, **more: Any) -> Any:
        """Return the answer that the trees define now, in a copy of the notebook's names.

        ``changed`` is the name of the only tree that differs from the student's now, "" for none;
        ``at`` are the nodes that were changed in it, None if they aren't known. The code of the
        other trees is compiled only once. ``more`` are further names and their values.
        SyntaxError: the changed tree isn't Python. The definitions may raise any other error.
        """
        space = {**self.space(self.fixed),
                 "__name__": self.globals.get("__name__"), "__builtins__": builtins,
                 "__kit_round__": self._round, **dict(GROWING.values()), **more}
        self.rounds = 0
        # If it isn't known which nodes were changed, no bounded form from before may be used.
        known_twins = {} if at is None else self._twins
        for name, tree in self.trees.items():
            code = self._compiled.get(name)
            if code is None or name == changed:
                bounded_tree = bounded(tree, known_twins, self._with_parents(at or ()))
                code = compile(ast.Module([bounded_tree], []), FILE, "exec")
                if not changed:
                    self._compiled[name] = code
            exec(code, space)
        return space[self.name]

    def _with_parents(self, nodes: Iterable[ast.AST]) -> set[ast.AST]:
        """Return nodes and all nodes around them."""
        found = set[ast.AST]()
        for node in nodes:
            current: ast.AST | None = node
            while current is not None and current not in found:
                found.add(current)
                current = self._parents.get(current)
        return found

    def space(self, names: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """Return the values of ``names``, and copies of those that the program can change.

        ``names`` is a dict with values, by default that of all the notebook's names.
        """
        values = self.globals if names is None else names
        copies = {name: _copied(value) for name, value in self.own.items()}
        return {**values, **copies}

    def anew(self, *args: Any) -> Any:
        """Return the result of the answer, loaded for this call alone."""
        return self.load()(*args)

    def _round(self) -> None:
        """Count a call, or a round of a loop. RoundsError: there were too many."""
        self.rounds += 1
        if self.rounds > self.most_rounds:
            raise RoundsError


def _copied(value: Any) -> Any:
    """Return a copy of a value; itself if it can't be copied."""
    with suppress(Exception):
        return copy.deepcopy(value)
    return value


def _tree_of(value: Any) -> ast.stmt | None:
    """Return the tree of a function or a class at the top level of its cell or file, or None."""
    function = next(functions_of(value), None)
    if function is None:
        return None
    tree = statement_of(function, value.__name__)
    if not isinstance(tree, (ast.FunctionDef, ast.ClassDef)):
        return None
    is_at_the_top_level = tree.col_offset == 0
    return tree if is_at_the_top_level else None


def _starts(file: str) -> Iterator[tuple[str, Any]]:
    """Yield the names to which a cell or a file assigns plain values, with the values.

    Assignments in functions and classes don't count.
    """
    for statement in parsed("".join(linecache.getlines(file))).body:
        if not isinstance(statement, ast.Assign):
            continue
        target, *_ = statement.targets
        if not isinstance(target, ast.Name):
            continue
        empty_values: dict[str, Any] = {"list()": [], "dict()": {}, "set()": set()}
        text = ast.unparse(statement.value)
        if text in empty_values:
            yield target.id, empty_values[text]
        else:
            with suppress(ValueError):  # it isn't a plain value
                yield target.id, ast.literal_eval(statement.value)


# -- the right answer ----------------------------------------------------------------------------

def right_trees(right: Any) -> list[ast.AST]:
    """Return the trees of the right answer, and of the functions of its game that it calls.

    The tree of the answer itself comes first, if it can be read. Large trees are left out.
    """
    trees: dict[int, ast.AST] = {}  # by the id of the function or class
    waiting = [(right, 0)]
    for method_or_function, depth in waiting:  # which grows meanwhile
        value = getattr(method_or_function, "__func__", method_or_function)
        has_a_tree = inspect.isfunction(value) or isinstance(value, type)
        if id(value) in trees or len(trees) == MOST_TREES or not has_a_tree:
            continue
        with suppress(OSError, TypeError, SyntaxError, IndexError):  # no source can be read
            # A method is indented, so cleandoc moves it to the left; a first line is left alone.
            text = inspect.cleandoc("\n" + inspect.getsource(value))
            tree = ast.parse(text).body[0]
            if size(tree) > LARGEST:
                continue
            trees[id(value)] = tree
            if depth < DEEPEST and inspect.isfunction(value):
                waiting += [(each, depth + 1) for each in _used(value, tree)]
    return list(trees.values())


def _used(function: Any, tree: ast.AST) -> Iterator[Any]:
    """Yield the functions of the same package that a function with this ``tree`` calls.

    They may be methods of the function's own class, or of a class that it names.
    """
    names_of_module = function.__globals__
    package, *_ = function.__module__.split(".")
    its_class, *_ = function.__qualname__.split(".")  # for a plain function, its own name
    names_in_tree = [each.id for each in nodes(tree, ast.Name)]
    possible_classes = [names_of_module.get(name) for name in (its_class, *names_in_tree)]
    classes = [each for each in possible_classes if isinstance(each, type)]
    for call in nodes(tree, ast.Call):
        called = names_of_module.get(getattr(call.func, "id", ""))
        for owner in classes:  # otherwise it may be a method of one of these
            called = called or vars(owner).get(getattr(call.func, "attr", ""))
        package_of_called, *_ = getattr(called, "__module__", "").split(".")
        if package_of_called == package:
            yield called


# -- functions, their code and their source ------------------------------------------------------

def functions_of(thing: Any) -> Iterator[FunctionType]:
    """Yield the functions that a class or a module defines, or a single function itself.

    If ``thing`` wraps a function, as a method, a property or a partial does, it's that function.
    """
    if isinstance(thing, (type, ModuleType)):
        for value in [*vars(thing).values()]:
            if isinstance(thing, ModuleType):
                is_defined_in_it = getattr(value, "__module__", "") == thing.__name__
            else:  # a class as an attribute may be any other one, so it isn't followed
                is_defined_in_it = not isinstance(value, type)
            if is_defined_in_it:
                yield from functions_of(value)
        return
    function = thing
    for attribute_with_it in ("__func__", "func", "fget", "__wrapped__"):
        function = getattr(function, attribute_with_it, function)
    if isinstance(function, FunctionType):
        yield function


def codes_of(things: Iterable[Any]) -> frozenset[CodeType]:
    """Return the code of functions, and of those that classes and modules define."""
    return frozenset(function.__code__ for each in things for function in functions_of(each))


def statement_of(function: FunctionType, name: str) -> ast.stmt | None:
    """Return the def or class of this ``name`` that a function is in, the innermost one.

    Its lines are numbered as in its cell or file. None: there is no source.
    """
    code = function.__code__
    lines = linecache.getlines(code.co_filename, function.__globals__)
    innermost = None
    for node in ast.walk(parsed("".join(lines))):
        if not isinstance(node, ast.stmt) or getattr(node, "name", "<lambda>") != name:
            continue
        if first_line(node) <= code.co_firstlineno <= (node.end_lineno or 0):
            innermost = node
    return innermost


def first_line(statement: ast.stmt) -> int:
    """Return the line in which a statement, or its first decorator, begins."""
    decorators: list[ast.expr] = getattr(statement, "decorator_list", [])
    return min([statement.lineno, *(each.lineno for each in decorators)])
