"""Changes of function heads, of methods, and of values that are made only once."""

import ast
import difflib
from collections.abc import Iterator

from blocky.kit.check.trees import Edit, blocks, calls_of
from blocky.kit.repair.change import Change, Place, Scope, Where
from blocky.kit.repair.costs import COSTS
from blocky.kit.repair.material import Material
from blocky.kit.repair.rules import Kind

__all__ = ["default_in_each_call", "made_for_all", "made_outside", "of_definitions"]

#: What makes a value that can be changed.
_CHANGEABLE = (ast.List, ast.Dict, ast.Set, ast.Call)

#: How alike the name of a method and a right one must be, from 0 to 1.
_SPELT_ALIKE = 0.6

_CREATED_OUTSIDE = (
    "{name} is created outside {function}, so later calls still find old values in it. "
    "Create it at the beginning of {function} instead.")
_CREATED_OUTSIDE_A_RECURSION = (
    "{name} is created outside {function}, so later calls still find old values in it. "
    "Don't use it: let each call return its own result, combined with the results of its "
    "recursive calls to {function}.")


def of_definitions(tree: ast.stmt, scope: Scope, material: Material) -> Iterator[Change]:
    """Yield the changes of methods' names and parameters, and of functions' default values.

    Some changes delete a special method such as ``__eq__``. Others create in each call, or for
    each object, what Python creates only once.
    """
    for node, field, block, _ in blocks(ast.Module([tree], [])):
        for position, function in enumerate(block):
            if not isinstance(function, ast.FunctionDef):
                continue
            yield from default_in_each_call(function)
            if isinstance(node, ast.ClassDef):
                yield from _of_a_method(function, node, scope, material)
                is_special = function.name.startswith("__")
                if len(block) > 1 and is_special:
                    place = Place(node, field, block, position)
                    yield Change(Kind.NEEDLESS, (place.put(),), COSTS["special_method_deleted"],
                                 function.lineno, function)


def default_in_each_call(function: ast.FunctionDef) -> Iterator[Change]:
    """Create a mutable default value in each call: ``f(a=[])`` becomes ``f(a=None)``.

    Its body then starts with ``if a is None: a = []``.
    """
    args = function.args
    for position, default in enumerate(args.defaults):
        if not isinstance(default, _CHANGEABLE):
            continue
        # only the last parameters have defaults, so they are counted from the end
        name = args.args[position - len(args.defaults)].arg
        is_none = ast.Compare(ast.Name(name, ast.Load()), [ast.Is()], [ast.Constant(None)])
        made = ast.If(is_none, [ast.Assign([ast.Name(name, ast.Store())], default)], [])
        defaults = [*args.defaults]
        defaults[position] = ast.Constant(None)
        yield Change(
            Kind.KEPT, (Edit(args, "defaults", defaults),
                        Edit(function, "body", [made, *function.body])),
            COSTS["default_made_in_each_call"], default.lineno, default, made, sentences=(
                "What is still in {name} when you call the function again?",
                "On line {line}, Python creates the default {name}={value} only once, so later "
                "calls still find old values in it. Write {name}=None, and start the body "
                "with: {made}"),
            fields={"name": name, "value": default, "made": made})


def made_outside(name: ast.Name, function: ast.FunctionDef) -> Change:
    """Return a change without edits, only for its hints: a function changes a global name."""
    calls_itself = function.name in calls_of(function)
    correction = _CREATED_OUTSIDE_A_RECURSION if calls_itself else _CREATED_OUTSIDE
    return Change(Kind.KEPT, (), 0, name.lineno, name,
                  sentences=("What is still in {name} when you call the function again?",
                             correction),
                  fields={"name": name, "function": function})


def made_for_all(owner: ast.ClassDef) -> Iterator[Change]:
    """Yield changes without edits, only for their hints: a class has values for all its objects."""
    for statement in owner.body:
        if isinstance(statement, ast.Assign) and isinstance(statement.value, _CHANGEABLE):
            yield Change(Kind.KEPT, (), 0, statement.lineno, statement, sentences=(
                Kind.KEPT.value.question,
                "{old} on line {line} runs only once, when Python reads the class, so old values "
                "stay in it. Create it at the beginning of the method that fills it."))


def _of_a_method(method: ast.FunctionDef, owner: ast.ClassDef, scope: Scope, material: Material
                 ) -> Iterator[Change]:
    """Yield the changes of a method of the class ``owner``: another name, or a missing self.

    In __init__, also a missing ``super().__init__``, and values that the class has for all objects.
    """
    args = method.args.args
    line = method.lineno
    is_known_name = method.name in {*material.methods, *scope.defined}
    if not is_known_name:
        for right_name in difflib.get_close_matches(method.name, material.methods, n=1,
                                                    cutoff=_SPELT_ALIKE):
            yield Change(Kind.SPELLING, (Edit(method, "name", right_name),),
                         COSTS["misspelt_method"], line, method)
    if not args or args[0].arg != "self":
        yield Change(Kind.PARAMETER, (Edit(method.args, "args", [ast.arg("self"), *args]),),
                     COSTS["self_added"], line, method)
    if method.name == "__init__":
        if "__init__" not in material.refused:  # so that of the base may be called
            yield from _super_called(method)
        yield from _class_values_made(method, owner)


def _super_called(init: ast.FunctionDef) -> Iterator[Change]:
    """Call ``super().__init__`` at the beginning of an __init__, with its first parameters.

    There is one change for each number of them, from none to all.
    """
    of_the_base = ast.Attribute(ast.Call(ast.Name("super", ast.Load()), [], []), "__init__",
                                ast.Load())
    parameters = [each.arg for each in init.args.args[1:]]  # without self
    for count in range(len(parameters) + 1):
        arguments: list[ast.expr] = [ast.Name(name, ast.Load()) for name in parameters[:count]]
        new = ast.Expr(ast.Call(of_the_base, arguments, []))
        yield Change(Kind.MISSING, (Edit(init, "body", [new, *init.body]),), COSTS["super_called"],
                     init.lineno, None, new, where=(Where.AFTER, init))


def _class_values_made(init: ast.FunctionDef, owner: ast.ClassDef) -> Iterator[Change]:
    """Create a list, dict or set of the class for each object: ``self.cells = []`` in __init__."""
    for statement in owner.body:
        if not isinstance(statement, ast.Assign):
            continue
        target = statement.targets[0]
        value = statement.value
        if isinstance(target, ast.Name) and isinstance(value, (ast.List, ast.Dict, ast.Set)):
            of_self = ast.Attribute(ast.Name("self", ast.Load()), target.id, ast.Store())
            new = ast.Assign([of_self], value)
            yield Change(Kind.KEPT, (Edit(init, "body", [new, *init.body]),),
                         COSTS["class_value_made_in_init"], statement.lineno, statement, new)
