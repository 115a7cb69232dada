"""Changes of expressions: by the rules, and others that do not fit into their table."""

import ast
import difflib
import itertools
from collections.abc import Collection, Iterator
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
from blocky.kit.repair.change import Candidate, Change, Scope, renamed
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

#: How alike two names must be, from 0 to 1, so that one may be a misspelling of the other.
_SPELT_ALIKE = 0.75

#: The most names that a misspelt one may stand for.
_MOST_SPELT_ALIKE = 2


def of_expressions(tree: ast.AST, scope: Scope, material: Material) -> Iterator[Change]:
    """Yield the changes that replace one expression of a tree with another one.

    They are changes of all its lines, except in methods that did not run.
    """
    if isinstance(tree, ast.FunctionDef):
        names_of_recursive: Collection[str] = {tree.name}
    else:  # a class: any of its methods may call itself
        names_of_recursive = scope.functions.keys()
    did_not_run = _in_methods_that_did_not_run(tree, scope)
    for statement in statements(tree):
        if statement in did_not_run:
            continue
        slots = list(expressions(statement))
        ids_of_tests = _ids_of_tests(statement, slots)
        for slot in slots:
            parent, field, _, node = slot
            is_in_a_target = not _is_read(parent) and field != "slice"  # ``a`` of ``a.size = 0``
            if not _is_read(node) or is_in_a_target:
                continue  # a target is replaced with its whole statement
            is_test = id(node) in ids_of_tests
            is_passed_in_a_recursion = field == "args" and called(parent) in names_of_recursive
            line = getattr(node, "lineno", statement.lineno)
            for kind, cost, new in _replacements(slot, is_test, scope, material):
                if isinstance(node, ast.Name) and not scope.may_be(node.id, new):
                    continue  # their values are of different kinds
                if is_passed_in_a_recursion and kind is Kind.NAME:
                    cost -= COSTS["less_for_a_name_in_a_recursion"]
                if is_passed_in_a_recursion and kind in (Kind.VALUE, Kind.NAME):
                    kind = Kind.ARGUMENT
                yield Change(kind, (put(slot, new),), cost, line, node, new)


def _in_methods_that_did_not_run(tree: ast.AST, scope: Scope) -> set[ast.stmt]:
    """Return the statements of a class that are in methods of which no line ran."""
    if not isinstance(tree, ast.ClassDef):
        return set()
    found: set[ast.stmt] = set()
    for method in nodes(tree, ast.FunctionDef):
        lines = range(method.lineno, (method.end_lineno or 0) + 1)
        if scope.ran.isdisjoint(lines):
            found.update(statements(method))
    return found


def _ids_of_tests(statement: ast.stmt, slots: list[Slot]) -> set[int]:
    """Return the ids of the nodes that are conditions; ``slots`` are all of the statement's.

    A condition is what an if, a loop or a comprehension tests, or an operand of and, or, not.
    """
    tests = {id(getattr(statement, "test", None))}
    for parent, field, _, node in slots:
        is_condition = field in ("test", "ifs")
        is_joined = isinstance(parent, ast.BoolOp)
        is_negated = isinstance(parent, ast.UnaryOp) and isinstance(parent.op, ast.Not)
        if is_condition or is_joined or is_negated:
            tests.add(id(node))
    return tests


def _is_read(node: ast.AST) -> bool:
    """Whether a node is read, and doesn't get a value; so is one without a context."""
    return isinstance(getattr(node, "ctx", ast.Load()), ast.Load)


def _replacements(slot: Slot, is_test: bool, scope: Scope, material: Material
                  ) -> Iterator[Candidate]:
    """Yield what could be meant in place of an expression; ``is_test``: it's a condition."""
    yield from _other_names(slot.node, scope, material)
    if slot.field == "func" or isinstance(slot.node, _NOT_REPLACED):
        return
    yield from _offered_by_rules(slot, is_test, material)
    yield from _other_arguments(slot, scope, material)
    yield from _of_the_same_type(slot, is_test, scope, material)
    yield from _parts_of_right_answers(slot.node, scope, material)
    yield from _calls_added(slot)


def _other_names(node: ast.AST, scope: Scope, material: Material) -> Iterator[Candidate]:
    """Yield other names in place of a name, and other attributes in place of an attribute.

    They are names spelt alike, if this one isn't known, and those of its family.
    """
    if isinstance(node, ast.Name):
        name = node.id
        known = {*scope.defined, *material.names}
    elif isinstance(node, ast.Attribute):
        name = node.attr
        known = {*scope.attributes, *material.attributes}
    else:
        return

    def with_name(other: str) -> ast.expr:
        """Return the same kind of node with another name."""
        if isinstance(node, ast.Attribute):
            return ast.Attribute(node.value, other, ast.Load())
        return ast.Name(other, ast.Load())

    if name not in known:
        for similar in difflib.get_close_matches(name, known, n=_MOST_SPELT_ALIKE,
                                                 cutoff=_SPELT_ALIKE):
            yield Kind.SPELLING, COSTS["misspelt_name"], with_name(similar)
    for family in FAMILIES:
        if name not in family:
            continue
        for other in family:
            may_be_meant = name != "len" or other in material.calls  # len is seldom wrong
            if other != name and may_be_meant:
                yield Kind.CALLED, COSTS["function_of_the_same_family"], with_name(other)


def _offered_by_rules(slot: Slot, is_test: bool, material: Material) -> Iterator[Candidate]:
    """Yield what the rules offer in place of an expression.

    In place of ``a``, ``a is None`` is offered only where ``a`` may be None. A variable costs less
    if its value is made of the name that it replaces: ``b`` for ``a``, after ``b = f(a)``.
    """
    node = slot.node
    places = set()
    if isinstance(node, _SHAPES):
        places.add("shape")
    if is_test:
        places.add("test")
    if isinstance(node, ast.Call):
        places.add("call")
    value = getattr(node, "operand", node)  # the ``a`` of ``not a``, or ``a`` itself
    is_negated = isinstance(slot.parent, ast.UnaryOp)
    is_of_a_while = isinstance(slot.parent, ast.While)  # such as ``while queue``
    may_be_none = not is_negated and (
        isinstance(value, ast.Subscript)
        or (isinstance(value, (ast.Name, ast.Attribute)) and not is_of_a_while))
    for kind, cost, new in by_rules(node, places, first_parameter="", material=material):
        if kind is Kind.TRUTH and not may_be_none:
            continue
        new_name = getattr(new, "id", "")
        names_in_its_value = material.made_of.get(new_name, ())
        if getattr(node, "id", "") in names_in_its_value:
            cost -= COSTS["less_for_a_variable_made_of_it"]
        yield kind, cost, new


def _other_arguments(slot: Slot, scope: Scope, material: Material) -> Iterator[Candidate]:
    """Yield what a call of a student's function could pass in place of an argument.

    If the function f has the parameter n, and there is an n where it's called, ``f(n)`` may be
    meant by ``f(0)``. In place of a name, it's also 0, 1, or an item that the program reads.
    """
    call, field, position, node = slot
    if field != "args" or called(call) not in scope.functions:
        return
    parameters = scope.functions[called(call)]
    assert position is not None  # the field "args" holds a list
    has_parameter = position < len(parameters)  # not so if too many are passed
    if has_parameter and parameters[position] in material.names:
        is_constant = isinstance(node, ast.Constant)
        cost = "parameter_for_a_constant" if is_constant else "parameter_for_an_argument"
        yield Kind.ARGUMENT, COSTS[cost], ast.Name(parameters[position], ast.Load())
    if isinstance(node, ast.Name):
        for number in (0, 1):
            yield Kind.ARGUMENT, COSTS["constant_for_an_argument"], ast.Constant(number)
        for item in material.items:
            yield Kind.ARGUMENT, COSTS["item_for_an_argument"], item


def _of_the_same_type(slot: Slot, is_test: bool, scope: Scope, material: Material
                      ) -> Iterator[Candidate]:
    """Yield other constants for a constant, other comparisons for a comparison, and so on."""
    match slot.node:
        case ast.Constant():
            yield from _other_constants(slot, material)
        case ast.Compare() as node:
            yield from _other_comparisons(node)
        case ast.BoolOp() as node:
            yield from _other_conditions(node, is_test, material)
        case ast.BinOp() as node:
            yield from _other_sums(node)
        case ast.Call() as node:
            yield from _other_calls(node, scope, material)
        case ast.List(items) | ast.Tuple(items) as node if 2 <= len(items) <= 4:
            for order, count_of_moved in orders(len(items)):
                cost = COSTS["items_reordered"] + COSTS["each_reordered_item"] * count_of_moved
                yield Kind.ORDER, cost, type(node)([items[i] for i in order], node.ctx)
        case ast.Dict(keys, [first, second]):
            yield Kind.ORDER, COSTS["dict_values_swapped"], ast.Dict(keys, [second, first])
        case ast.SetComp(item, generators):
            yield Kind.VALUE, COSTS["list_for_a_set"], ast.ListComp(item, generators)
        case ast.ListComp(item, generators) | ast.GeneratorExp(item, generators) as node:
            if not isinstance(slot.parent, ast.Call):
                made = ast.ListComp(item, generators)
                yield Kind.VALUE, COSTS["list_for_a_generator"], made
                yield Kind.CALLED, COSTS["sum_or_count_of_items"], _call_with("sum", node)
                yield Kind.CALLED, COSTS["sum_or_count_of_items"], _call_with("len", made)


def _parts_of_right_answers(node: ast.expr, scope: Scope, material: Material
                            ) -> Iterator[Candidate]:
    """Yield expressions of right answers in place of an expression.

    Those that don't call each of the student's functions that it calls are left out.
    """
    names = names_read(node)
    own_calls = calls_of(node) & scope.functions.keys()
    for piece in material.pieces:
        if not own_calls.issubset(piece.calls):
            continue
        has_the_same_type = isinstance(piece.tree, type(node))
        shares_a_name = not names.isdisjoint(piece.names)
        discount = COSTS["less_for_each_likeness"] * (has_the_same_type + shares_a_name)
        yield Kind.VALUE, COSTS["part_of_a_right_answer"] - discount + piece.cost, piece.tree


def _calls_added(slot: Slot) -> Iterator[Candidate]:
    """Yield calls of Python's functions with the expression: ``a`` becomes ``len(a)``."""
    if not isinstance(slot.node, _SHAPES) or called(slot.parent) in WRAPS:
        return
    for name in WRAPS:
        may_be_missing = name != "str" or isinstance(slot.parent, ast.BinOp)  # "no " + str(n)
        if may_be_missing:
            yield Kind.CALLED, COSTS["call_added"], _call_with(name, slot.node)


def _call_with(name: str, argument: ast.expr) -> ast.Call:
    """Return a call of a function with one argument."""
    return ast.Call(ast.Name(name, ast.Load()), [argument], [])


def _other_constants(slot: Slot, material: Material) -> Iterator[Candidate]:
    """Yield numbers that could be meant in place of a constant, near ones first.

    A number costs more if it isn't near and no right answer has it in such a place, and if it's -1
    and no right answer has a -1.
    """
    parent = slot.parent
    near = _near_numbers(slot.node.value)
    kind = Kind.INDEX if isinstance(parent, ast.Subscript) else Kind.VALUE
    for number in _other_numbers(slot.node.value, near, material):
        is_minus_one_in_a_range = number == -1 and called(parent) == "range"
        if number == _without_effect(slot) or is_minus_one_in_a_range:
            continue
        is_used_there = (type(parent), called(parent), slot.field, number) in material.uses
        is_unusual_minus_one = number == -1 and 1 not in material.subtracted
        if is_unusual_minus_one and kind is Kind.INDEX:
            cost = "index_of_the_last"
        elif number not in near and not is_used_there:
            cost = "far_number"
        elif is_unusual_minus_one:
            cost = "minus_one"
        else:
            cost = "near_number"
        yield kind, COSTS[cost], ast.Constant(number)


def _near_numbers(value: object) -> tuple[Any, ...]:
    """Return the numbers that are likely in place of a constant, some of them twice.

    >>> _near_numbers(2), _near_numbers("2"), _near_numbers(True)
    ((3, 1, 0, 1), (2,), ())
    """
    if isinstance(value, str) and value.isdecimal():
        return (int(value),)
    if type(value) is int:  # not True or False
        return (value + 1, value - 1, 0, 1)
    return ()


def _other_numbers(value: Any, near: tuple[Any, ...], material: Material) -> list[Any]:
    """Return the numbers to try in place of a constant ``value``, the ``near`` ones first.

    For a value that isn't a number, such as "2", they are only the near ones.
    """
    is_a_number = type(value) in (int, float)  # not True or False
    if not is_a_number:
        return list(near)
    numbers = dict.fromkeys((*near, 2, 3, -1, 4, -value, *material.constants))
    # the material's constants may include True and False
    return [each for each in numbers if each != value and not isinstance(each, bool)]


def _without_effect(slot: Slot) -> int | None:
    """Return the number that would change nothing in place of a constant: 0 for 2 in ``a + 2``.

    It's None if there is none.
    """
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


def _other_comparisons(node: ast.Compare) -> Iterator[Candidate]:
    """Yield comparisons with another operator; for a single ``a < b``, also ``a`` and ``not a``."""
    for index, operator in enumerate(node.ops):  # several: ``a < b < c``
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


def _other_conditions(node: ast.BoolOp, is_test: bool, material: Material) -> Iterator[Candidate]:
    """Yield other conditions: or for and, other parentheses, one operand less, or one more.

    The one more is an operand with another name: ``0 <= x and 0 <= y`` for ``0 <= x``.
    """
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
            if name != other_name:
                same_test = renamed(condition, {name: other_name})
                with_same_test = ast.BoolOp(node.op, [*node.values, same_test])
                yield Kind.CONDITION, COSTS["condition_for_another_name"], with_same_test


def _grouped_otherwise(conditions: list[ast.expr]) -> Iterator[ast.expr]:
    """Yield "a and b or c and d" with parentheses around an "or": "a and (b or c) and d".

    ``conditions`` are the operands of the "or", here "a and b" and "c and d".
    """
    operands = [each.values if isinstance(each, ast.BoolOp) else [each] for each in conditions]
    for first, last in itertools.combinations(range(len(conditions)), 2):
        left = operands[first]  # a, b
        right = operands[last]  # c, d
        if len(left) == len(right) == 1:
            continue  # parentheses around them change nothing
        between = conditions[first + 1:last]
        in_parentheses = ast.BoolOp(ast.Or(), [left[-1], *between, right[0]])
        grouped = ast.BoolOp(ast.And(), [*left[:-1], in_parentheses, *right[1:]])
        new_conditions = [*conditions[:first], grouped, *conditions[last + 1:]]
        if len(new_conditions) > 1:
            yield ast.BoolOp(ast.Or(), new_conditions)
        else:
            yield grouped


def _other_sums(node: ast.BinOp) -> Iterator[Candidate]:
    """Yield changes of ``a + b``: another operator, the operands swapped, or only one of them."""
    left = node.left
    right = node.right
    constants = {getattr(each, "value", None) for each in (left, right)}
    has_0_or_1 = not constants.isdisjoint({0, 1})
    operators = (ast.Add, ast.Sub) if has_0_or_1 else _ARITHMETIC  # not ``a * 1``
    for operator in operators:
        yield Kind.OPERATOR, COSTS["operator"], ast.BinOp(left, operator(), right)
    yield Kind.ORDER, COSTS["operands_swapped"], ast.BinOp(right, node.op, left)
    yield Kind.VALUE, _cost_of_dropping(right, "right_operand_dropped"), left
    yield Kind.VALUE, _cost_of_dropping(left, "left_operand_dropped"), right


def _cost_of_dropping(operand: ast.expr, cost: str) -> float:
    """Return what it costs to drop an operand; ``cost`` is the name of the cost if no constant."""
    is_constant = isinstance(operand, ast.Constant)
    return COSTS["constant_operand_dropped" if is_constant else cost]


def _other_calls(node: ast.Call, scope: Scope, material: Material) -> Iterator[Candidate]:
    """Yield other calls: other arguments, a method for a function or vice versa, or no call."""
    kind_of_added = Kind.ARGUMENT if called(node) in scope.functions else Kind.VALUE
    yield from _arguments_changed(node, kind_of_added, material)
    function = node.func
    if isinstance(function, ast.Attribute):
        yield Kind.VALUE, COSTS["method_call_dropped"], function.value
        is_in_a_method = "self" in material.names
        if not is_in_a_method:  # flatten(child) for child.flatten()
            for name in difflib.get_close_matches(function.attr, scope.functions, n=1,
                                                  cutoff=_SPELT_ALIKE):
                of_function = ast.Call(ast.Name(name, ast.Load()), [function.value, *node.args],
                                       node.keywords)
                yield Kind.CALLED, COSTS["function_for_a_method"], of_function
    elif isinstance(function, ast.Name) and "self" in material.names:
        method = ast.Attribute(ast.Name("self", ast.Load()), function.id, ast.Load())
        yield (Kind.CALLED, COSTS["method_for_a_function"],
               ast.Call(method, node.args, node.keywords))


def _arguments_changed(call: ast.Call, kind_of_added: Kind, material: Material
                       ) -> Iterator[Candidate]:
    """Yield calls with two arguments swapped, with one argument less, and with one more.

    ``kind_of_added`` is the kind of mistake if one more is right.
    """
    args = call.args

    def with_arguments(*new_args: ast.expr) -> ast.Call:
        """Return the call with these positional arguments."""
        return ast.Call(call.func, list(new_args), call.keywords)

    for i, j in itertools.combinations(range(len(args)), 2):
        swapped = list(args)
        swapped[i], swapped[j] = swapped[j], swapped[i]
        yield Kind.ORDER, COSTS["arguments_swapped"], with_arguments(*swapped)
    for i, argument in enumerate(args):
        is_constant = isinstance(argument, ast.Constant)
        cost = "constant_argument_dropped" if is_constant else "argument_added_or_dropped"
        yield Kind.VALUE, COSTS[cost], with_arguments(*args[:i], *args[i + 1:])
    for name, i in itertools.product(material.names, range(len(args) + 1)):
        one_more = with_arguments(*args[:i], ast.Name(name, ast.Load()), *args[i:])
        yield kind_of_added, COSTS["argument_added_or_dropped"], one_more
