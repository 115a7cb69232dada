"""Changes of function heads, of methods, and of values that are made only once."""

import ast
import difflib
from collections.abc import Iterator

from blocky.kit.check.trees import blocks, calls_of
from blocky.kit.repair.change import Change, Place, Scope, Where
from blocky.kit.repair.costs import COSTS
from blocky.kit.repair.material import Material
from blocky.kit.repair.rules import Kind

__all__ = ["default_anew", "made_for_all", "made_outside", "of_definitions"]

_CHANGEABLE = (ast.List, ast.Dict, ast.Set, ast.Call)


def of_definitions(tree: ast.stmt, scope: Scope, material: Material) -> Iterator[Change]:
    """Yield the changes of the heads of functions and methods."""
    for node, name, block, _ in blocks(ast.Module([tree], [])):
        for at, each in enumerate(block):
            if isinstance(each, ast.FunctionDef):
                yield from default_anew(each)
                if isinstance(node, ast.ClassDef):
                    yield from _of_a_method(each, node, scope, material)
                    if len(block) > 1 and each.name.startswith("__"):
                        yield Change(Kind.NEEDLESS, (Place(node, name, block, at).put(),),
                                     COSTS["method_left_out"], each.lineno, each)


def default_anew(function: ast.FunctionDef) -> Iterator[Change]:
    """Create a mutable default value in each call."""
    args = function.args
    for at, default in enumerate(args.defaults):
        if isinstance(default, _CHANGEABLE):
            name = args.args[at - len(args.defaults)].arg
            absent = ast.Compare(ast.Name(name, ast.Load()), [ast.Is()], [ast.Constant(None)])
            made = ast.If(absent, [ast.Assign([ast.Name(name, ast.Store())], default)], [])
            defaults = [*args.defaults[:at], ast.Constant(None), *args.defaults[at + 1:]]
            yield Change(
                Kind.KEPT, ((args, "defaults", defaults),
                            (function, "body", [made, *function.body])),
                COSTS["default_anew"], default.lineno, default, made, said=(
                    "What is still in {name} when you call the function again?",
                    "On line {line}, Python creates the default {name}={value} only once, so later "
                    "calls still find old values in it. Write {name}=None, and start the body "
                    "with: {made}"),
                fields={"name": name, "value": default, "made": made})


def made_outside(name: ast.Name, function: ast.FunctionDef) -> Change:
    """Return a change, only to be told, of a name outside of a function that changes it."""
    return Change(Kind.KEPT, (), 0, name.lineno, name, said=(
        "What is still in {name} when you call the function again?",
        "{name} is created outside {function}, so later calls still find old values in it. Don't "
        "use it: let each call return its own result, combined with the results of its recursive "
        "calls to {function}."
        if function.name in calls_of(function) else
        "{name} is created outside {function}, so later calls still find old values in it. Create "
        "it at the beginning of {function} instead."),
        fields={"name": name, "function": function})


def made_for_all(owner: ast.ClassDef) -> Iterator[Change]:
    """Yield changes, only to be told, of values that a class holds for all its objects."""
    for one in owner.body:
        if isinstance(one, ast.Assign) and isinstance(one.value, _CHANGEABLE):
            yield Change(Kind.KEPT, (), 0, one.lineno, one, said=(
                Kind.KEPT.value.what,
                "{old} on line {line} runs only once, when Python reads the class, so old values "
                "stay in it. Create it at the beginning of the method that fills it."))


def _of_a_method(method: ast.FunctionDef, owner: ast.ClassDef, scope: Scope, material: Material
                 ) -> Iterator[Change]:
    args, line = method.args.args, method.lineno
    if method.name not in {*material.methods, *scope.known}:
        for other in difflib.get_close_matches(method.name, material.methods, 1, 0.6):
            yield Change(Kind.SPELLING, ((method, "name", other),), COSTS["method_spelt"], line,
                         method)
    if not args or args[0].arg != "self":
        yield Change(Kind.PARAMETER, ((method.args, "args", [ast.arg("self"), *args]),),
                     COSTS["no_self"], line, method)
    if method.name != "__init__":
        return
    above = ast.Attribute(ast.Call(ast.Name("super", ast.Load()), [], []), "__init__", ast.Load())
    for count in range(max(1, len(args)) if "__init__" not in material.refused else 0):
        handed_on: list[ast.expr] = [ast.Name(one.arg, ast.Load()) for one in args[1:count + 1]]
        new = ast.Expr(ast.Call(above, handed_on, []))
        yield Change(Kind.MISSING, ((method, "body", [new, *method.body]),), COSTS["no_super"],
                     line, None, new, where=(Where.AFTER, method))
    for one in owner.body:
        if isinstance(one, ast.Assign) and isinstance(one.targets[0], ast.Name) and isinstance(
                one.value, (ast.List, ast.Dict, ast.Set)):
            of_self = ast.Attribute(ast.Name("self", ast.Load()), one.targets[0].id, ast.Store())
            made = ast.Assign([of_self], one.value)
            yield Change(Kind.KEPT, ((method, "body", [made, *method.body]),),
                         COSTS["shared_by_a_class"], one.lineno, one, made)
