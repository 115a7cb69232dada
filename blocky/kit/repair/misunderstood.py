"""Changes where a function of Python does something else than the student thinks."""

import ast
from collections.abc import Iterator

from blocky.kit.check.trees import (
    Edit,
    Slot,
    called,
    expressions,
    nodes,
    put,
    source,
    statements,
)
from blocky.kit.language import mark
from blocky.kit.repair.change import Change
from blocky.kit.repair.costs import COSTS
from blocky.kit.repair.rules import Kind

__all__ = ["of_what_is_misunderstood"]

#: Functions that return an iterator, which can be read only once.
_ITERATORS = {"chain", "combinations", "enumerate", "filter", "groupby", "iter", "map", "pairwise",
              "permutations", "product", "reversed", "zip"}

#: Functions and methods that return a copy of their argument, or of the object.
_COPIES = {"copy", "deepcopy", "dict", "list"}

#: Functions whose arguments may be below 0, or where that is taken care of.
_LIMITS = {"abs", "max", "min", "range"}

#: Methods that remove something only from the ends of a string.
_FROM_THE_ENDS = {"lstrip", "rstrip", "strip"}


def of_what_is_misunderstood(tree: ast.AST) -> Iterator[Change]:
    """Yield changes of iterators read twice, of copies, of strip, and of differences below 0."""
    for function in nodes(tree, ast.FunctionDef):
        for assignment in nodes(function, ast.Assign):
            target = assignment.targets[0]
            if isinstance(target, ast.Name):
                yield from _read_twice(function, assignment, name=target.id)
                yield from _only_a_copy(assignment, name=target.id)
    for statement in statements(tree):
        for slot in expressions(statement):
            yield from _only_from_the_ends(slot)
            yield from _below_0(slot)


def _call(name: str, *args: ast.expr) -> ast.Call:
    return ast.Call(ast.Name(name, ast.Load()), [*args], [])


def _read_twice(function: ast.FunctionDef, assignment: ast.Assign, name: str) -> Iterator[Change]:
    """Make a list of an iterator that is read twice: ``zip(a)`` becomes ``list(zip(a))``."""
    value = assignment.value
    is_iterator = isinstance(value, ast.GeneratorExp) or called(value) in _ITERATORS
    lines_that_read = sorted(each.lineno for each in nodes(function, ast.Name)
                             if each.id == name and isinstance(each.ctx, ast.Load))
    if not is_iterator or not lines_that_read:
        return
    made = _call("list", value)
    first = lines_that_read[0]
    last = lines_that_read[-1]
    if first == last:  # one line may read it in each round of a loop
        effect = mark("{name} is an iterator, and you can loop over it only once. After that, "
                      "nothing is left in it.")
    else:
        effect = mark("{name} is an iterator, and you can loop over it only once. The loop on line "
                      "{first} leaves nothing in it for line {last}.")
    yield Change(
        Kind.VALUE, (Edit(assignment, "value", made),), COSTS["list_for_an_iterator"],
        assignment.lineno, value, made,
        sentences=("What is left in {name} after the first loop over it?", effect,
                   "Make it a list on line {line}: {made}"),
        fields={"name": name, "first": first, "last": last, "made": made})


def _only_a_copy(assignment: ast.Assign, name: str) -> Iterator[Change]:
    """Assign an object itself: ``a = dict(b)`` becomes ``a = b``.

    The caller of a student's function never sees a change of the copy.
    """
    original = _copied(assignment.value)
    is_object = isinstance(original, (ast.Name, ast.Attribute, ast.Subscript))
    # block = block.copy() isn't changed here: another repair deletes that line
    if original is None or not is_object or source(original) == name:
        return
    new = ast.Assign(assignment.targets, original)
    yield Change(
        Kind.VALUE, (Edit(assignment, "value", original),), COSTS["original_for_a_copy"],
        assignment.lineno, assignment.value, original,
        sentences=("Which object does your code change?",
                   "On line {line}, {name} becomes a copy, so your code changes only the copy. "
                   "Change the object itself: {made}"),
        fields={"name": name, "made": new})


def _copied(value: ast.expr) -> ast.expr | None:
    """Return the ``b`` of a value such as ``dict(b)``; None if the value isn't a plain copy."""
    match value:
        case ast.Call(ast.Attribute(original, "copy"), []):  # b.copy()
            return original
        case ast.Call(ast.Name(function) | ast.Attribute(_, function), [original]) if (
                function in _COPIES):  # dict(b), copy.copy(b)
            return original
        case ast.Dict([None], [original]) | ast.List([ast.Starred(original)]):  # {**b}, [*b]
            return original
        case ast.Subscript(original, ast.Slice(None, None, None)):  # b[:]
            return original
    return None


def _only_from_the_ends(slot: Slot) -> Iterator[Change]:
    """Remove something everywhere in a string: ``a.strip(b)`` becomes ``a.replace(b, "")``."""
    match slot.node:
        case ast.Call(ast.Attribute(text, method), [removed]) if method in _FROM_THE_ENDS:
            new = ast.Call(ast.Attribute(text, "replace", ast.Load()),
                           [removed, ast.Constant("")], [])
            yield Change(
                Kind.CALLED, (put(slot, new),), COSTS["replace_for_strip"], slot.node.lineno,
                slot.node, new,
                sentences=("What does {method} remove, and what is left?",
                           "On line {line}, {method} removes {removed} only from the ends of the "
                           "string, not from the middle. Use {made}."),
                fields={"method": method, "removed": removed, "made": new})


def _below_0(slot: Slot) -> Iterator[Change]:
    """Take 0 where a difference is below it: ``a - b`` becomes ``max(0, a - b)``."""
    match slot.node:
        case ast.BinOp(_, ast.Sub(), _) as difference if called(slot.parent) not in _LIMITS:
            new = _call("max", ast.Constant(0), difference)
            yield Change(
                Kind.VALUE, (put(slot, new),), COSTS["at_least_0"], difference.lineno,
                difference, new,
                sentences=("Can {old} on line {line} be less than 0? What do you need in that "
                           "case?",
                           "On line {line}, {old} can be less than 0, but here it should never be. "
                           "Use {made}."),
                fields={"made": new})
