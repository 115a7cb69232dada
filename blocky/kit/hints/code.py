"""Mistakes that show in the code of a wrong answer: each search reads its functions."""

import ast
import builtins
from typing import Any

import numpy as np

from blocky.kit.check.compare import told
from blocky.kit.check.failure import Failure
from blocky.kit.check.program import Program, right_trees
from blocky.kit.check.record import Status
from blocky.kit.check.task import Task
from blocky.kit.check.trees import (
    blocks,
    called,
    calls_of,
    names_set,
    nodes,
    parameters,
    source,
)
from blocky.kit.hints.look import (
    NOTHING,
    POSSIBLE_SEARCHES,
    SURE_SEARCHES,
    Finding,
    Found,
    code_search,
    hints_at,
    say_of,
)
from blocky.kit.hints.loops import in_the_first_round
from blocky.kit.language import Code, say

__all__ = ["ends_at_once", "left_open", "seen_in_code"]

#: Methods of lists that change the list and return None; methods of strings that return a new
#: one; and what else may be called on a list.
_IN_PLACE = {"append", "extend", "insert", "sort", "reverse"}
_OF_STRINGS = {"replace", "strip", "lstrip", "rstrip", "upper", "lower"}
_OF_LISTS = {*_IN_PLACE, "pop", "remove", "count", "index", "copy"}


def seen_in_code(task: Task, failure: Failure, program: Program, surely: bool = False) -> Finding:
    """Return the hints of the first search that finds something in the code; NOTHING if none does.

    It could explain the failure. With ``surely``, it's wrong in any program.
    """
    searches = SURE_SEARCHES if surely else POSSIBLE_SEARCHES
    for search, question_with_fields, fact_with_fields in searches:
        for function in _functions(program):
            node_and_fields = next(search(function, failure, task), None)
            if node_and_fields is None:
                continue
            node, more_fields = node_and_fields
            fields = {"line": node.lineno, **more_fields}
            fact = say_of(fact_with_fields, **fields)
            question = say_of(question_with_fields, **fields)
            return hints_at(program, node, node.lineno, [fact], question)
    return NOTHING


def ends_at_once(program: Program) -> bool:
    """Return whether a loop of a program always ends in its first round."""
    return any(any(in_the_first_round(each)) for each in _functions(program))


def left_open(program: Program) -> str:
    """Return a sentence on the first unfinished part of a program; "" if there is none.

    It's a pass in the place of a step, or a condition that is a constant.
    """
    for tree in program.trees.values():
        for branches in nodes(tree, ast.If, ast.IfExp):
            if isinstance(branches.test, ast.Constant):
                return say("The condition on line {line} is always {value}. What should it test?",
                           line=branches.test.lineno, value=bool(branches.test.value))
        for node, field, block, _ in blocks(tree):
            passes = [each for each in block if isinstance(each, ast.Pass)]
            if passes and not _may_do_nothing(node, field, block):
                return say("Line {line} contains only pass, which does nothing. Is a step missing "
                           "there?", line=passes[0].lineno)
    return ""


def _may_do_nothing(node: ast.AST, field: str, block: list[ast.stmt]) -> bool:
    """Return whether a pass may be all that a block needs, which is in a ``field`` of ``node``.

    It may in a class, in __init__, in an else, and in an if with an else.
    """
    has_other_statements = any(not isinstance(each, (ast.Pass, ast.Expr)) for each in block)
    if has_other_statements:
        return False
    is_init = getattr(node, "name", "") == "__init__"
    must_do_something = isinstance(node, (ast.For, ast.While, ast.If, ast.FunctionDef))
    is_the_only_branch = field == "body" and not getattr(node, "orelse", ())
    return is_init or not must_do_something or not is_the_only_branch


def _functions(program: Program) -> list[ast.FunctionDef]:
    """Return the functions and methods of a program."""
    return [each for tree in program.trees.values() for each in nodes(tree, ast.FunctionDef)]


# -- what cannot be meant ------------------------------------------------------------------------

@code_search(
    "What has changed after line {line}?",
    "Line {line} only compares two values, and changes nothing. To assign a value, write a "
    "single =: {new}", surely=True)
def _only_compared(function: ast.FunctionDef, failure: Failure, task: Task) -> Found:
    """Find a statement that is only ``a == b``: a single = is meant."""
    for each in nodes(function, ast.Expr):
        match each.value:
            case ast.Compare(left, [ast.Eq(), *_], [right, *_]):
                yield each, {"new": ast.Assign([left], right)}


@code_search(
    "What has changed after line {line}?",
    "Line {line} computes {old}, but the result is lost. Keep it: {new}", surely=True)
def _worked_out_in_vain(function: ast.FunctionDef, failure: Failure, task: Task) -> Found:
    """Find a statement that is only ``a + b``, before the last one: its value is lost."""
    own_names = names_set(function)
    for each in nodes(function, ast.Expr):
        is_last = each is function.body[-1]
        if is_last:
            continue  # a return is missing there
        match each.value:
            case ast.BinOp(ast.Name(name, _), operator, right) as old if name in own_names:
                new: ast.stmt = ast.AugAssign(ast.Name(name, ast.Store()), operator, right)
                yield each, {"old": old, "new": new}
            case ast.BinOp() as old:
                yield each, {"old": old, "new": ast.Return(old)}


@code_search(
    "What happens if two loops go through the same object at the same time?",
    "On line {line}, {name} returns self, so all loops share one position: if one loop moves on, "
    "the others move too. Give each loop its own position: use yield in {name}, or return a new "
    "object.",
    surely=True)
def _one_place_for_all(function: ast.FunctionDef, failure: Failure, task: Task) -> Found:
    """Find an __iter__ that returns self, in a case with two loops through one object."""
    is_iterator = hasattr(failure.answer, "__next__") and not hasattr(task.right, "__next__")
    has_two_loops = str(failure.case).count(" for ") > 1  # the case has lines of code
    if function.name != "__iter__" or not is_iterator or not has_two_loops:
        return
    for each in nodes(function, ast.Return):
        if source(each.value) == "self":
            yield each, {"name": function.name}


@code_search(
    "What is {code} on line {line}?",
    "On line {line}, {things}[:] copies all of {things}, so {code} is a row, not a column. For a "
    "column, take item {index} of each row: [row[{index}] for row in {things}].", surely=True)
def _a_row_for_a_column(function: ast.FunctionDef, failure: Failure, task: Task) -> Found:
    """Find ``grid[:][k]`` where a column is meant; ``grid`` is a parameter that gets rows."""
    arguments = dict(zip(parameters(function), failure.case, strict=False))
    names_of_grids = {name for name, value in arguments.items() if _is_list_of_rows(value)}
    for item in nodes(function, ast.Subscript):
        copy = item.value  # grid[:]
        is_copy = isinstance(copy, ast.Subscript) and source(copy.slice) == ":"
        is_single_item = isinstance(item.ctx, ast.Load) and not isinstance(item.slice, ast.Slice)
        if is_copy and is_single_item and source(copy.value) in names_of_grids:
            yield item, {"code": item, "things": copy.value, "index": item.slice}


def _is_list_of_rows(value: Any) -> bool:
    """Whether a value is a list, tuple or array whose first item is one as well."""
    lists = (list, tuple, np.ndarray)
    return isinstance(value, lists) and len(value) > 0 and isinstance(value[0], lists)


@code_search(
    "Which value does the call on line {line} give the parameter {given}?",
    "The call on line {line} doesn't pass {given} on. So the call starts with a new {given}, and "
    "the recursion never ends. Write {call}.", surely=True)
def _not_passed_on(function: ast.FunctionDef, failure: Failure, task: Task) -> Found:
    """Find a recursive call that doesn't pass on what was visited, so the recursion never ends.

    In ``def walk(cell, seen=()): if cell in seen: ...``, it's ``walk(neighbour)``.
    """
    if failure.state is not Status.NEVER_STOPS:
        return
    names = parameters(function)
    first_with_default = len(names) - len(function.args.defaults)
    for place, parameter in enumerate(names):
        has_default = place >= first_with_default
        if not has_default or not _is_searched(parameter, function):
            continue
        for call in nodes(function, ast.Call):
            is_passed = len(call.args) > place or bool(call.keywords)
            if called(call) == function.name and not is_passed:
                passed_on = ast.keyword(parameter, ast.Name(parameter, ast.Load()))
                yield call, {"given": parameter,
                             "call": ast.Call(call.func, call.args, [passed_on])}


def _is_searched(name: str, function: ast.FunctionDef) -> bool:
    """Return whether a function has a test such as ``cell in seen``, where ``name`` is "seen"."""
    for test in nodes(function, ast.Compare):
        is_membership = isinstance(test.ops[0], (ast.In, ast.NotIn))
        if is_membership and source(test.comparators[0]) == name:
            return True
    return False


@code_search(
    "What is {things} after line {line}?",
    "{call} on line {line} returns a new string, but {things} stays as it was. Assign the new "
    "string: {new}",
    surely=True)
def _new_string_lost(function: ast.FunctionDef, failure: Failure, task: Task) -> Found:
    """Find a statement that is only ``text.strip()``, say: the new string is lost."""
    for each in nodes(function, ast.Expr):
        match each.value:
            case ast.Call(ast.Attribute(things, method)) as call if method in _OF_STRINGS:
                new = ast.Assign([things], call)
                yield each, {"call": call, "things": things, "new": new}


@code_search(
    "What does the caller get from line {line}?",
    "Lines {lines} return errors as ordinary values, so the program simply goes on. Raise each of "
    "them instead, for example: {new}",
    surely=True)
def _errors_returned(function: ast.FunctionDef, failure: Failure, task: Task) -> Found:
    """Find several statements such as ``return ValueError("no")``: a raise is meant each time."""
    returns = [each for each, _ in _error_returned(function, failure, task)]
    if len(returns) > 1:
        lines = ", ".join(str(each.lineno) for each in returns)
        yield returns[0], {"lines": lines, "new": ast.Raise(returns[0].value)}


@code_search(
    "What does the caller get from line {line}?",
    "Line {line} returns the error as an ordinary value, so the program simply goes on. Raise it "
    "instead: {new}",
    surely=True)
def _error_returned(function: ast.FunctionDef, failure: Failure, task: Task) -> Found:
    """Find ``return ValueError("no")``: a raise is meant."""
    for each in nodes(function, ast.Return):
        called_name = getattr(getattr(each.value, "func", None), "id", "")
        built_in = vars(builtins).get(called_name)
        if isinstance(built_in, type) and issubclass(built_in, Exception):
            yield each, {"new": ast.Raise(each.value)}


# -- what may explain the failure ----------------------------------------------------------------

@code_search(
    "What happens to {name} when {method} ends?",
    "{name} on line {line} is a local variable, which is gone when {method} ends. Write "
    "self.{name} there.")
def _local_for_an_attribute(function: ast.FunctionDef, failure: Failure, task: Task) -> Found:
    """Find ``size = ...`` where ``self.size = ...`` is meant.

    It's in a method that doesn't read the variable, and the kit's method sets such an attribute.
    """
    is_method = parameters(function)[:1] == ["self"]
    if not is_method:
        return
    kits_method = getattr(task.right, function.name, None)
    tree_of_kits = right_trees(kits_method)[:1]  # without the functions that it calls
    attributes_set = {each.attr for tree in tree_of_kits for each in nodes(tree, ast.Attribute)
                      if isinstance(each.ctx, ast.Store)}
    names_used = {each.id for each in nodes(function, ast.Name) if isinstance(each.ctx, ast.Load)}
    for each in nodes(function, ast.Assign):
        name = getattr(each.targets[0], "id", "")
        if name in attributes_set - names_used:
            yield each, {"name": name, "method": function.name}


@code_search(
    "What does {call} return?",
    "{call} on line {line} changes {things} in place and returns None, and your code uses that "
    "None. Put the call on its own line, or build a new list, for example with a + b.")
def _none_of_a_method(function: ast.FunctionDef, failure: Failure, task: Task) -> Found:
    """Find a call such as ``a = b.append(c)``, which uses a None, if the result has None in it."""
    if not _holds_none(failure.got.returned):
        return
    ids_of_statements = {id(each.value) for each in nodes(function, ast.Expr)}  # calls on their own
    for each in nodes(function, ast.Call):
        changes_in_place = isinstance(each.func, ast.Attribute) and each.func.attr in _IN_PLACE
        result_is_used = id(each) not in ids_of_statements
        if changes_in_place and result_is_used:
            yield each, {"call": each, "things": each.func.value}


@code_search(
    "What does {name} return after line {line}?",
    "Line {line} calls {name}, but doesn't return its result. Write return {call}.")
def _result_not_returned(function: ast.FunctionDef, failure: Failure, task: Task) -> Found:
    """Find a recursive call as the last statement of a function that returns values elsewhere."""
    returns = nodes(function, ast.Return)
    last = function.body[-1]
    if not returns or any(each.value is None for each in returns):
        return
    if isinstance(last, ast.Expr) and called(last.value) == function.name:
        yield last, {"name": function.name, "call": last.value}


def _holds_none(value: Any) -> bool:
    """Return whether a compared value is None, or a list with None in it."""
    return value is None or (isinstance(value, tuple) and None in value)


@code_search(
    "How many levels can {given} have, and how many of them does {name} look at?",
    "{name} never calls itself, so it doesn't look inside the parts of {given}. Call {name} for "
    "each part, and combine the results.")
def _no_recursion(function: ast.FunctionDef, failure: Failure, task: Task) -> Found:
    """Find a function that must return something and never calls itself, unlike right answers."""
    if failure.expected.returned is not None:
        yield from _without_recursion(function, failure, task)


@code_search(
    "How many levels can {given} have, and how many of them does {name} change?",
    "{name} never calls itself, so nothing changes inside the parts of {given}. Call {name} for "
    "each part too.")
def _no_change_below(function: ast.FunctionDef, failure: Failure, task: Task) -> Found:
    """Find a function that must change its argument and never calls itself, unlike right ones."""
    if failure.expected.returned is None:
        yield from _without_recursion(function, failure, task)


def _without_recursion(function: ast.FunctionDef, failure: Failure, task: Task) -> Found:
    """Yield the answer's function if it never calls itself, although all right answers do.

    It isn't yielded if it may go through all levels in another way: with a while loop, with a list
    that grows in its loop, or in a function that it calls.
    """
    # The first tree is the answer itself, without the functions that it calls.
    right_answers = [tree for answer in task.ways for tree in right_trees(answer)[:1]]
    all_call_themselves = bool(right_answers) and all(map(_calls_itself, right_answers))
    is_the_answer = function.name == failure.answer.__name__ and bool(parameters(function))
    if not all_call_themselves or not is_the_answer or failure.got.error:
        return
    goes_on_in_a_loop = nodes(function, ast.While) or _grows_in_a_loop(function)
    if not (goes_on_in_a_loop or _calls_itself(function) or _calls_others(function)):
        yield function, {"name": function.name, "given": parameters(function)[0]}


def _calls_itself(tree: ast.AST) -> bool:
    """Whether a function calls itself, or passes itself to a call, as in map(flatten, parts).

    A tree without a name doesn't.
    """
    own_name = getattr(tree, "name", "")
    names_passed = [each.id for call in nodes(tree, ast.Call) for each in call.args
                    if isinstance(each, ast.Name)]
    return own_name in calls_of(tree) or own_name in names_passed


def _grows_in_a_loop(function: ast.FunctionDef) -> bool:
    """Return whether a loop goes through a list that becomes longer meanwhile."""
    for loop in nodes(function, ast.For):
        for each in nodes(loop, ast.Call, ast.AugAssign):
            changed: Any
            if isinstance(each, ast.AugAssign):
                changed = each.target  # things of things += [part]
            else:
                changed = getattr(each.func, "value", None)  # things of things.append(part)
            if changed is not None and source(changed) == source(loop.iter):
                return True
    return False


def _calls_others(function: ast.FunctionDef) -> bool:
    """Return whether a function calls any that isn't Python's own: that one may be recursive."""
    return any(name not in vars(builtins) and name not in _OF_LISTS for name in calls_of(function))


@code_search(
    "How many times does your code call {call}? Does it get the same answer each time?",
    "Lines {first} and {line} both call {call}, and the two answers may differ. Call it only once, "
    "and use else, or store its result in a variable.")
def _asked_twice(function: ast.FunctionDef, failure: Failure, task: Task) -> Found:
    """Find ``if draw(rng): ...`` and ``if not draw(rng): ...``: two draws for one decision.

    The two are found in any order.
    """
    line_of: dict[tuple[bool, str], int] = {}  # by whether there's a not, and the call's source
    for each in nodes(function, ast.If):
        is_not = isinstance(each.test, ast.UnaryOp) and isinstance(each.test.op, ast.Not)
        call = each.test.operand if isinstance(each.test, ast.UnaryOp) else each.test
        if not isinstance(call, ast.Call) or not _draws(call):
            continue
        line_of_opposite = line_of.get((not is_not, source(call)))
        if line_of_opposite:
            yield each, {"call": call, "first": line_of_opposite}
        line_of[is_not, source(call)] = each.lineno


def _draws(call: ast.Call) -> bool:
    """Whether a function gets rng as an argument, so that two calls may have other results."""
    return any(isinstance(each, ast.Name) and each.id == "rng" for each in call.args)


@code_search(
    "Has the argument {given} changed after the call?",
    "Line {line} only gives the name {given} to another object, so the argument stays unchanged. "
    "Change the argument itself, for example with {example}")
def _attributes_not_set(function: ast.FunctionDef, failure: Failure, task: Task) -> Found:
    """Find ``node = ...`` where attributes of the argument node must be set.

    It's what ``_not_changed`` finds, if the right answers set an attribute that the argument has.
    """
    attributes_set = [each.attr for answer in (*task.ways, task.right)
                      for tree in right_trees(answer) for each in nodes(tree, ast.Attribute)
                      if isinstance(each.ctx, ast.Store)]
    arguments = dict(zip(parameters(function), failure.case, strict=False))
    for node, fields in _not_changed(function, failure, task):
        given = fields["given"]
        own_names = getattr(arguments[given], "__dict__", {})
        name = next((each for each in attributes_set if each in own_names), "")
        if name:
            yield node, {"given": given, "example": Code(f"{given}.{name} = ...")}


@code_search(
    "Has the argument {given} changed after the call?",
    "Line {line} only gives the name {given} to another object, so the argument stays unchanged. "
    "Change the argument itself instead.")
def _not_changed(function: ast.FunctionDef, failure: Failure, task: Task) -> Found:
    """Find ``rows = ...``, which leaves the argument rows as it was, although it must change."""
    got = failure.got
    if got.error or got.returned is not None or function.name != failure.answer.__name__:
        return
    for parameter, argument, value_after, right_value_after in zip(
            parameters(function), failure.case, got.after, failure.expected.after, strict=False):
        is_unchanged = value_after == told(argument)
        must_change = value_after != right_value_after or not failure.is_right_known
        if not is_unchanged or not must_change:
            continue
        for name in nodes(function, ast.Name):
            if name.id == parameter and isinstance(name.ctx, ast.Store):
                yield name, {"given": parameter}


