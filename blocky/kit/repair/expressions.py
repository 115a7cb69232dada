"""Changes of expressions: by the rules, and others that do not fit into their table."""

import ast
import difflib
import itertools
from collections.abc import Iterator
from typing import Any

from blocky.kit.check.trees import (
    Slot,
    called,
    calls_of,
    expressions,
    names_read,
    nodes,
    orders,
    put,
    statements,
)
from blocky.kit.repair.applied import by_rules
from blocky.kit.repair.change import Change, Scope, Way, renamed
from blocky.kit.repair.costs import COSTS
from blocky.kit.repair.material import Material
from blocky.kit.repair.rules import FAMILIES, WRAPS, Kind

__all__ = ["of_expressions"]

_ORDERED = (ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.Eq, ast.NotEq)
_COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    **dict.fromkeys(_ORDERED, _ORDERED),
    ast.Eq: (ast.NotEq, ast.Is, *_ORDERED), ast.NotEq: (ast.Eq, ast.IsNot, *_ORDERED),
    ast.Is: (ast.Eq, ast.IsNot), ast.IsNot: (ast.NotEq, ast.Is),
    ast.In: (ast.NotIn,), ast.NotIn: (ast.In,),
}
_ARITHMETIC = (ast.Add, ast.Sub, ast.Mult, ast.FloorDiv, ast.Div, ast.Mod, ast.Pow)

#: The expressions of the place "shape" in ``rules``.
_SHAPES = (ast.Name, ast.Call, ast.Attribute, ast.Subscript, ast.BinOp)

#: Parts of expressions that nothing else can replace.
_NOT_REPLACED = (ast.Slice, ast.Starred, ast.JoinedStr, ast.Lambda, ast.FormattedValue)


def of_expressions(tree: ast.AST, scope: Scope, material: Material) -> Iterator[Change]:
    """Yield the changes of the expressions."""
    recursive = {tree.name} if isinstance(tree, ast.FunctionDef) else scope.functions.keys()
    idle = _in_methods_that_did_not_run(tree, scope)
    for statement in statements(tree):
        if statement in idle:
            continue
        slots = list(expressions(statement))
        tests = _ids_of_tests(statement, slots)
        for slot in slots:
            parent, field, _, node = slot
            if not _is_read(node) or not (_is_read(parent) or field == "slice"):
                continue
            is_passed_in_a_recursion = field == "args" and called(parent) in recursive
            line = getattr(node, "lineno", statement.lineno)
            for kind, cost, new in _instead(slot, id(node) in tests, scope, material):
                if isinstance(node, ast.Name) and not scope.may_be(node.id, new):
                    continue
                if is_passed_in_a_recursion and kind is Kind.NAME:
                    cost -= COSTS["less_for_a_name_in_a_recursion"]
                if is_passed_in_a_recursion and kind in (Kind.VALUE, Kind.NAME):
                    kind = Kind.ARGUMENT
                yield Change(kind, (put(slot, new),), cost, line, node, new)


def _in_methods_that_did_not_run(tree: ast.AST, scope: Scope) -> set[ast.stmt]:
    """Return the statements in methods of a class of which no line ran."""
    if not isinstance(tree, ast.ClassDef):
        return set()
    return {statement for method in nodes(tree, ast.FunctionDef)
            if scope.ran.isdisjoint(range(method.lineno, (method.end_lineno or 0) + 1))
            for statement in statements(method)}


def _ids_of_tests(statement: ast.stmt, slots: list[Slot]) -> set[int]:
    """Return the ids of the conditions in a statement: of an if or a loop, and in and, or, not."""
    tests = {id(getattr(statement, "test", None))}
    for parent, field, _, node in slots:
        is_condition = field in ("test", "ifs")
        is_joined = isinstance(parent, ast.BoolOp)
        is_negated = isinstance(parent, ast.UnaryOp) and isinstance(parent.op, ast.Not)
        if is_condition or is_joined or is_negated:
            tests.add(id(node))
    return tests


def _is_read(node: ast.AST) -> bool:
    """Whether a node is read, and does not get a value."""
    return isinstance(getattr(node, "ctx", ast.Load()), ast.Load)


def _instead(slot: Slot, is_test: bool, scope: Scope, material: Material) -> Iterator[Way]:
    """Yield expressions that could be meant instead; ``is_test`` is whether it's a condition."""
    yield from _other_names(slot.node, scope, material)
    if slot.field == "func" or isinstance(slot.node, _NOT_REPLACED):
        return
    yield from _by_rules(slot, is_test, material)
    yield from _other_arguments(slot, scope, material)
    yield from _of_the_same_type(slot, is_test, scope, material)
    yield from _parts_of_right_answers(slot.node, scope, material)
    yield from _calls_added(slot)


def _other_names(node: ast.AST, scope: Scope, material: Material) -> Iterator[Way]:
    """Yield names and attributes that are spelt alike, or often taken for this one."""
    if isinstance(node, ast.Name):
        name = node.id
        known = {*scope.defined, *material.names}
    elif isinstance(node, ast.Attribute):
        name = node.attr
        known = {*scope.attributes, *material.attributes}
    else:
        return

    def named(other: str) -> ast.expr:
        if isinstance(node, ast.Attribute):
            return ast.Attribute(node.value, other, ast.Load())
        return ast.Name(other, ast.Load())

    if name not in known:
        for other in difflib.get_close_matches(name, known, 2, 0.75):
            yield Kind.SPELLING, COSTS["misspelt_name"], named(other)
    for family in FAMILIES:
        for other in family if name in family else ():
            if other != name and (name != "len" or other in material.calls):
                yield Kind.CALLED, COSTS["function_of_the_same_family"], named(other)


def _by_rules(slot: Slot, is_test: bool, material: Material) -> Iterator[Way]:
    """Yield what the rules offer for an expression.

    A test of None is offered only for what may be None. A variable is likelier if its value is made
    of the name that it replaces.
    """
    node = slot.node
    places = set()
    if isinstance(node, _SHAPES):
        places.add("shape")
    if is_test:
        places.add("test")
    if isinstance(node, ast.Call):
        places.add("call")
    value = getattr(node, "operand", node)  # also of ``not value``
    is_a_loops_or_negated = isinstance(slot.parent, (ast.While, ast.UnaryOp))
    may_be_none = isinstance(value, (ast.Name, ast.Attribute, ast.Subscript)) and (
        not is_a_loops_or_negated)
    for kind, cost, new in by_rules(node, places, "", material):
        if kind is Kind.TRUTH and not may_be_none:
            continue
        used_in_new = material.made_of.get(getattr(new, "id", ""), ())
        if getattr(node, "id", "") in used_in_new:
            cost -= COSTS["less_for_a_variable_made_of_it"]
        yield kind, cost, new


def _other_arguments(slot: Slot, scope: Scope, material: Material) -> Iterator[Way]:
    """Yield what a call of a student's function could pass instead."""
    parent, field, position, node = slot
    if field != "args" or called(parent) not in scope.functions:
        return
    parameter = next(iter(scope.functions[called(parent)][position:]), None)
    if parameter in material.names:  # it passes what it was given
        is_constant = isinstance(node, ast.Constant)
        cost = "parameter_for_a_constant" if is_constant else "parameter_for_an_argument"
        yield Kind.ARGUMENT, COSTS[cost], ast.Name(parameter, ast.Load())
    if isinstance(node, ast.Name):
        for number in (0, 1):
            yield Kind.ARGUMENT, COSTS["constant_for_an_argument"], ast.Constant(number)
        for item in material.items:
            yield Kind.ARGUMENT, COSTS["item_for_an_argument"], item


def _of_the_same_type(slot: Slot, is_test: bool, scope: Scope, material: Material
                      ) -> Iterator[Way]:
    """Yield changes of a constant, a comparison, a sum and so on, by the type of the expression."""
    match slot.node:
        case ast.Constant():
            yield from _constants(slot, material)
        case ast.Compare() as node:
            yield from _comparisons(node)
        case ast.BoolOp() as node:
            yield from _conditions(node, is_test, material)
        case ast.BinOp() as node:
            yield from _sums(node)
        case ast.Call() as node:
            yield from _calls(node, scope, material)
        case ast.List(items) | ast.Tuple(items) as node if 2 <= len(items) <= 4:
            for order, moved in orders(len(items)):
                cost = COSTS["items_reordered"] + COSTS["each_reordered_item"] * moved
                yield Kind.ORDER, cost, type(node)([items[i] for i in order], node.ctx)
        case ast.Dict(keys, [first, second]):
            yield Kind.ORDER, COSTS["dict_values_swapped"], ast.Dict(keys, [second, first])
        case ast.SetComp(item, generators):
            yield Kind.VALUE, COSTS["list_for_a_set"], ast.ListComp(item, generators)
        case ast.ListComp(item, generators) | ast.GeneratorExp(item, generators) as node:
            if not isinstance(slot.parent, ast.Call):
                made = ast.ListComp(item, generators)
                yield Kind.VALUE, COSTS["list_for_a_generator"], made
                yield Kind.CALLED, COSTS["sum_or_count_of_items"], _call("sum", node)
                yield Kind.CALLED, COSTS["sum_or_count_of_items"], _call("len", made)


def _parts_of_right_answers(node: ast.expr, scope: Scope, material: Material) -> Iterator[Way]:
    """Yield expressions of right answers that call all the student's functions that this calls."""
    names = names_read(node)
    calls = calls_of(node) & scope.functions.keys()
    for piece in material.pieces:
        if not calls <= piece.calls:
            continue
        has_the_type = isinstance(piece.tree, type(node))
        has_a_name = not names.isdisjoint(piece.names)
        less = COSTS["less_for_each_likeness"] * (has_the_type + has_a_name)
        yield Kind.VALUE, COSTS["part_of_a_right_answer"] - less + piece.cost, piece.tree


def _calls_added(slot: Slot) -> Iterator[Way]:
    """Yield calls of Python's functions with the expression: ``a`` becomes ``len(a)``."""
    if not isinstance(slot.node, _SHAPES) or called(slot.parent) in WRAPS:
        return
    for name in WRAPS:
        if name != "str" or isinstance(slot.parent, ast.BinOp):
            yield Kind.CALLED, COSTS["call_added"], _call(name, slot.node)


def _call(name: str, argument: ast.expr) -> ast.Call:
    """Return a call of a function with one argument."""
    return ast.Call(ast.Name(name, ast.Load()), [argument], [])


def _constants(slot: Slot, material: Material) -> Iterator[Way]:
    """Yield numbers that could be meant instead of a constant, near ones first."""
    parent = slot.parent
    near = _near_numbers(slot.node.value)
    kind = Kind.INDEX if isinstance(parent, ast.Subscript) else Kind.VALUE
    for number in _other_numbers(slot.node.value, near, material):
        if number == _without_effect(slot) or (number == -1 and called(parent) == "range"):
            continue
        is_used_there = (type(parent), called(parent), slot.field, number) in material.uses
        is_unusual = number == -1 and 1 not in material.subtracted
        if is_unusual and kind is Kind.INDEX:
            cost = "index_of_the_last"
        elif number not in near and not is_used_there:
            cost = "far_number"
        elif is_unusual:
            cost = "minus_one"
        else:
            cost = "near_number"
        yield kind, COSTS[cost], ast.Constant(number)


def _near_numbers(value: object) -> tuple[Any, ...]:
    """Return the numbers that are likely in place of a constant: 2 gives 3, 1, 0, 1.

    "2" gives 2; what is neither an integer nor the text of one gives none.
    """
    if isinstance(value, str) and value.isdecimal():
        return (int(value),)
    if type(value) is int:  # not True or False
        return (value + 1, value - 1, 0, 1)
    return ()


def _other_numbers(value: Any, near: tuple[Any, ...], material: Material) -> list[Any]:
    """Return all numbers to try in place of a constant, the ``near`` ones first."""
    if type(value) not in (int, float):
        return list(near)
    numbers = dict.fromkeys((*near, 2, 3, -1, 4, -value, *material.constants))
    return [each for each in numbers if each != value and not isinstance(each, bool)]


def _without_effect(slot: Slot) -> int | None:
    """Return the number that changes nothing in the operation around a constant: 0 in ``a + 2``."""
    operator = getattr(slot.parent, "op", None)
    if isinstance(operator, (ast.Add, ast.Sub)):
        return 0
    if isinstance(operator, ast.Mult):
        return 1
    is_on_the_right = slot.field == "right"
    if is_on_the_right and isinstance(operator, (ast.Div, ast.FloorDiv, ast.Pow)):
        return 1
    return None


#: The operators that ask which of two is larger.
_LARGER_OR_SMALLER = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)


def _comparisons(node: ast.Compare) -> Iterator[Way]:
    """Yield comparisons with another operator; of a single one, also its left side, or not that."""
    for index, operator in enumerate(node.ops):
        right = node.comparators[index]
        for other in _COMPARISONS[type(operator)]:
            ops = [*node.ops]
            ops[index] = other()
            changed = ast.Compare(node.left, ops, node.comparators)
            yield Kind.CONDITION, _cost_of_operator(operator, other, right), changed
    if len(node.ops) == 1:
        yield Kind.CONDITION, COSTS["not_compared"], node.left
        yield Kind.CONDITION, COSTS["not_compared"], ast.UnaryOp(ast.Not(), node.left)


def _cost_of_operator(operator: ast.cmpop, other: type[ast.cmpop], right: ast.expr) -> float:
    """Return the cost of another operator in place of one that has ``right`` on its right side."""
    is_never_true = isinstance(operator, ast.Is) and isinstance(
        right, (ast.List, ast.Tuple, ast.Dict))  # no object is a new list
    if is_never_true:
        return COSTS["comparison_never_true"]
    was_of_size = isinstance(operator, _LARGER_OR_SMALLER)
    becomes_of_size = issubclass(other, _LARGER_OR_SMALLER)
    if was_of_size != becomes_of_size:  # == for <, say
        return COSTS["far_comparison"]
    return COSTS["comparison"]


def _conditions(node: ast.BoolOp, is_test: bool, material: Material) -> Iterator[Way]:
    """Yield other ways to combine conditions, with one more or less."""
    other = ast.And() if isinstance(node.op, ast.Or) else ast.Or()
    yield Kind.CONDITION, COSTS["and_for_or"], ast.BoolOp(other, node.values)
    if isinstance(node.op, ast.Or):
        for new in _grouped_otherwise(node.values):
            yield Kind.GROUPS, COSTS["or_grouped"], new
    for condition in node.values:
        rest = [each for each in node.values if each is not condition]
        without_it = rest[0] if len(rest) == 1 else ast.BoolOp(node.op, rest)
        kind = Kind.CONDITION if is_test else Kind.VALUE
        yield kind, COSTS["condition_dropped"], without_it
        for name, other_name in itertools.product(names_read(condition), material.names):
            if name != other_name:  # only one name is tested, and the other one should be, too
                same_test = renamed(condition, {name: other_name})
                both = ast.BoolOp(node.op, [*node.values, same_test])
                yield Kind.CONDITION, COSTS["condition_for_another_name"], both


def _grouped_otherwise(conditions: list[ast.expr]) -> Iterator[ast.expr]:
    """Yield "a and b or c and d" with parentheses around an or: "a and (b or c) and d"."""
    joined = [each.values if isinstance(each, ast.BoolOp) else [each] for each in conditions]
    for first, last in itertools.combinations(range(len(conditions)), 2):
        left = joined[first]
        right = joined[last]
        if len(left) == len(right) == 1:
            continue
        between = conditions[first + 1:last]
        either = ast.BoolOp(ast.Or(), [left[-1], *between, right[0]])
        new = ast.BoolOp(ast.And(), [*left[:-1], either, *right[1:]])
        rest = [*conditions[:first], new, *conditions[last + 1:]]
        yield ast.BoolOp(ast.Or(), rest) if len(rest) > 1 else new


def _sums(node: ast.BinOp) -> Iterator[Way]:
    """Yield other operators, and the operands swapped or alone."""
    left = node.left
    right = node.right
    constants = {getattr(each, "value", None) for each in (left, right)}
    has_0_or_1 = not constants.isdisjoint({0, 1})
    operators = (ast.Add, ast.Sub) if has_0_or_1 else _ARITHMETIC
    for operator in operators:
        yield Kind.OPERATOR, COSTS["operator"], ast.BinOp(left, operator(), right)
    yield Kind.ORDER, COSTS["operands_swapped"], ast.BinOp(right, node.op, left)
    yield Kind.VALUE, _cost_of_dropping(right, "right_operand_dropped"), left
    yield Kind.VALUE, _cost_of_dropping(left, "left_operand_dropped"), right


def _cost_of_dropping(operand: ast.expr, cost: str) -> float:
    """Return what it costs to drop an operand: as ``cost`` says, unless it's a constant."""
    return COSTS["constant_operand_dropped" if isinstance(operand, ast.Constant) else cost]


def _calls(node: ast.Call, scope: Scope, material: Material) -> Iterator[Way]:
    """Yield calls with other arguments, and of a method in place of a function or vice versa.

    An argument may be missing, too many, or swapped with another one.
    """
    args = node.args
    is_own = called(node) in scope.functions

    def with_arguments(*args: ast.expr) -> ast.Call:
        return ast.Call(node.func, list(args), node.keywords)

    for i, j in itertools.combinations(range(len(args)), 2):
        swapped = list(args)
        swapped[i], swapped[j] = swapped[j], swapped[i]
        yield Kind.ORDER, COSTS["arguments_swapped"], with_arguments(*swapped)
    for i, argument in enumerate(args):
        is_constant = isinstance(argument, ast.Constant)
        cost = "constant_argument_dropped" if is_constant else "argument_added_or_dropped"
        yield Kind.VALUE, COSTS[cost], with_arguments(*args[:i], *args[i + 1:])
    for name, i in itertools.product(material.names, range(len(args) + 1)):
        more = with_arguments(*args[:i], ast.Name(name, ast.Load()), *args[i:])
        kind = Kind.ARGUMENT if is_own else Kind.VALUE
        yield kind, COSTS["argument_added_or_dropped"], more
    if isinstance(node.func, ast.Attribute):
        yield Kind.VALUE, COSTS["method_call_dropped"], node.func.value
        if "self" not in material.names:  # child.flatten() for flatten(child)
            for name in difflib.get_close_matches(node.func.attr, scope.functions, 1, 0.75):
                of_function = ast.Call(ast.Name(name, ast.Load()), [node.func.value, *args],
                                       node.keywords)
                yield Kind.CALLED, COSTS["function_for_a_method"], of_function
    elif isinstance(node.func, ast.Name) and "self" in material.names:
        method = ast.Attribute(ast.Name("self", ast.Load()), node.func.id, ast.Load())
        yield (Kind.CALLED, COSTS["method_for_a_function"],
               ast.Call(method, args, node.keywords))
