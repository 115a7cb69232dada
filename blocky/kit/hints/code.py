"""Mistakes that show in the code of a wrong answer: each look reads its functions."""

import ast
import builtins
import sys
from enum import EnumType
from inspect import isgenerator
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
    names_read,
    names_set,
    nodes,
    parameters,
    source,
)
from blocky.kit.hints.look import LOOKS, Found, Told, look, say_of, told_at, touched
from blocky.kit.hints.loops import in_the_first_round
from blocky.kit.language import say

__all__ = ["ends_at_once", "left_open", "seen_in_code"]

#: A number from this on is a limit of what a program looks at.
LIMIT = 1000

#: Methods of lists that change the list and return None; and what else may be called on a list.
_IN_PLACE = {"append", "extend", "insert", "sort", "reverse"}
_OF_LISTS = {*_IN_PLACE, "pop", "remove", "count", "index", "copy"}

#: Functions and methods that only make something new.
_NEW = {"replace", "strip", "lstrip", "rstrip", "lower", "upper", "_replace", "sorted", "reversed"}


def seen_in_code(task: Task, failure: Failure, program: Program, surely: bool = False) -> Told:
    """Return the first fact in the code that could explain the failure.

    With ``surely`` it is one that is wrong in any program.
    """
    for see, ask, fact in LOOKS[surely]:
        for function in _functions(program):
            for node, names in see(function, failure, task):
                fields = {"line": node.lineno, **names}
                return told_at(program, node, node.lineno, [say_of(fact, **fields)],
                               say_of(ask, **fields))
    return (), ""


def ends_at_once(program: Program) -> bool:
    """Return whether a loop of a program always ends in its first round."""
    return any(any(in_the_first_round(each)) for each in _functions(program))


def left_open(program: Program) -> str:
    """Return a sentence on an unfinished part: a pass, or a constant as condition."""
    for tree in program.trees.values():
        for each in nodes(tree, ast.If, ast.IfExp):
            if isinstance(each.test, ast.Constant):
                return say("The condition on line {line} is always {value}. What should it test?",
                           line=each.test.lineno, value=bool(each.test.value))
        for node, name, block, _ in blocks(tree):
            steps = [each for each in block if not isinstance(each, ast.Pass | ast.Expr)]
            alone = name == "body" and not getattr(node, "orelse", ()) and (
                isinstance(node, ast.For | ast.While | ast.If | ast.FunctionDef)
                and getattr(node, "name", "") != "__init__")
            if steps or alone:
                for each in block:
                    if isinstance(each, ast.Pass):
                        return say("Line {line} is only a pass, which does nothing. Is a step "
                                   "missing there?", line=each.lineno)
    return ""


def _functions(program: Program) -> list[ast.FunctionDef]:
    return [each for tree in program.trees.values() for each in nodes(tree, ast.FunctionDef)]


# -- what cannot be meant ------------------------------------------------------------------------

@look("What has changed after line {line}?",
      "Line {line} only compares two values, and changes nothing. To assign a value, write a "
      "single =: {new}", surely=True)
def _compared(function: ast.FunctionDef, failure: Failure, task: Task) -> Found:
    for each in nodes(function, ast.Expr):
        match each.value:
            case ast.Compare(left, [ast.Eq(), *_], [right, *_]):
                yield each, {"new": ast.Assign([left], right)}


@look("What has changed after line {line}?",
      "Line {line} computes {old}, but the result is lost. Keep it: {new}", surely=True)
def _worked_out_in_vain(function: ast.FunctionDef, failure: Failure, task: Task) -> Found:
    for each in nodes(function, ast.Expr):
        if each is function.body[-1]:  # a return is missing there
            continue
        match each.value:
            case ast.BinOp(ast.Name(name, _), operator, right) as old:
                kept = ast.AugAssign(ast.Name(name, ast.Store()), operator, right)
                is_own_name = name in names_set(function)
                yield each, {"old": old, "new": kept if is_own_name else ast.Return(old)}
            case ast.BinOp() as old:
                yield each, {"old": old, "new": ast.Return(old)}


@look("What has changed after line {line}?",
      "{call} on line {line} creates a new value, but {things} stays unchanged. Keep the new "
      "value: {things} = {call}", surely=True)
def _dropped(function: ast.FunctionDef, failure: Failure, task: Task) -> Found:
    for each in [statement.value for statement in nodes(function, ast.Expr)]:
        if called(each) in _NEW:
            things = getattr(each.func, "value", None) or next(iter(each.args), None)
            if isinstance(things, (ast.Name, ast.Attribute, ast.Subscript)):
                yield each, {"call": each, "things": things}


@look("What happens if two loops go through the same object at once?",
      "On line {line}, {name} returns self, so all loops share one position and disturb each "
      "other. Give each loop its own position: use yield in {name}, or return a new object.",
      surely=True)
def _one_place_for_all(function: ast.FunctionDef, failure: Failure, task: Task) -> Found:
    if (function.name == "__iter__" and hasattr(failure.answer, "__next__")
            and not hasattr(task.right, "__next__") and str(failure.case).count(" for ") > 1):
        yield from ((each, {"name": function.name}) for each in nodes(function, ast.Return)
                    if source(each.value) == "self")


@look("What does line {line} compare? Can the two ever be equal?",
      "On line {line}, {old} never equals the string {text}, because it isn't a string. Write "
      "{new} instead.",
      surely=True)
def _a_text_for_a_member(function: ast.FunctionDef, failure: Failure, task: Task) -> Found:
    answer = failure.answer
    names = getattr(answer, "__globals__", None) or vars(sys.modules.get(answer.__module__, ast))
    kinds: list[tuple[str, Any]] = [
        (name, kind) for name, kind in names.items()
        if isinstance(kind, EnumType) and not issubclass(kind, str)]
    for each in nodes(function, ast.Compare):
        for old, text in ((each.left, each.comparators[0]), (each.comparators[0], each.left)):
            for name, kind in kinds if isinstance(text, ast.Constant) else ():
                if isinstance(text.value, str) and text.value in kind.__members__:
                    yield each, {"old": old, "text": text, "new": f"{name}.{text.value}"}


@look("What is {code} on line {line}?",
      "On line {line}, {things}[:] copies all of {things}, so {code} is a row, not a column. For a "
      "column, take item {index} of each row: [row[{index}] for row in {things}].", surely=True)
def _a_row_for_a_column(function: ast.FunctionDef, failure: Failure, task: Task) -> Found:
    given = dict(zip(parameters(function), failure.case, strict=False))
    rows = {name for name, value in given.items() if isinstance(value, (list, tuple, np.ndarray))
            and len(value) and isinstance(value[0], (list, tuple, np.ndarray))}
    for each in nodes(function, ast.Subscript):
        whole = each.value
        if (isinstance(whole, ast.Subscript) and source(whole.slice) == ":"
                and source(whole.value) in rows and isinstance(each.ctx, ast.Load)
                and not isinstance(each.slice, ast.Slice)):
            yield each, {"code": each, "things": whole.value, "index": each.slice}


# -- what may explain the failure ----------------------------------------------------------------

@look("Which indices can line {line} give, and which can it never give?",
      "On line {line}, {call} never gives the last index, len(...) - 1, so the last item is never "
      "chosen. randint(a, b) includes b, but randrange(b) doesn't.")
def _never_the_last(function: ast.FunctionDef, failure: Failure, task: Task) -> Found:
    for each in nodes(function, ast.Call) if task.only_laws else ():
        last = source(each.args[-1]) if each.args else ""
        taken_off = {"randint": 2, "randrange": 1}.get(called(each), 0)
        if taken_off and last.startswith("len(") and last.endswith(f") - {taken_off}"):
            yield each, {"call": each}


@look("Does a set know the order of its items?",
      "Line {line} compares sets, which have no order. It can't see whether each item is in the "
      "right place: compare lists in the right order instead.")
def _without_order(function: ast.FunctionDef, failure: Failure, task: Task) -> Found:
    sets = {name for each in nodes(function, ast.Assign) if _is_a_set(each.value)
            for name in names_set(each)}
    for each in nodes(function, ast.Compare) if failure.got.value is True else ():
        if isinstance(each.ops[0], (ast.Eq, ast.NotEq)) and all(
                _is_a_set(one) or getattr(one, "id", "") in sets
                for one in (each.left, *each.comparators)):
            yield each, {}


def _is_a_set(node: ast.expr) -> bool:
    return isinstance(node, ast.SetComp) or called(node) == "set" or (
        isinstance(node, ast.Set) and len(node.elts) > 1)


@look("How far does your code look?",
      "The result is {value}, the number on line {line}, but the right one is larger. Your code "
      "never looks beyond {value}: remove that limit.", surely=True)
def _only_up_to(function: ast.FunctionDef, failure: Failure, task: Task) -> Found:
    got, want = failure.got.value, failure.expected.value
    right = {each.value for way in (*task.ways, task.right) for tree in right_trees(way)
             for each in nodes(tree, ast.Constant)}
    if type(got) is type(want) is int and LIMIT <= got < want and got not in right:
        yield from ((each, {"value": got}) for each in nodes(function, ast.Constant)
                    if each.value == got)


@look("print shows a value to a person. What does the caller get?",
      "Line {line} prints something, but {name} returns None. Return the result instead, as one "
      "value of the type that the task asks for.")
def _printed(function: ast.FunctionDef, failure: Failure, task: Task) -> Found:
    calls = [each for each in nodes(function, ast.Call) if called(each) == "print" and each.args]
    if failure.state is Status.RETURNED_NONE and calls and not any(
            each.value for each in nodes(function, ast.Return)):
        yield calls[0], {"name": function.name}


@look("What does a function with a yield return?",
      "{name} has a yield (line {lines}), so it returns a generator, not the items themselves. Put "
      "them into a list, and return the list.")
def _yielded(function: ast.FunctionDef, failure: Failure, task: Task) -> Found:
    found = nodes(function, ast.Yield, ast.YieldFrom)
    if found and isgenerator(failure.got.value):
        lines = ", ".join(sorted({str(each.lineno) for each in found}))
        yield found[0], {"name": function.name, "lines": lines}


@look("What does {call} return?",
      "{call} on line {line} changes {things} in place and returns None, and your code uses that "
      "None. Put the call on its own line, or build a new list, such as a + b.")
def _none_of_a_method(function: ast.FunctionDef, failure: Failure, task: Task) -> Found:
    alone = {id(each.value) for each in nodes(function, ast.Expr)}
    for each in nodes(function, ast.Call):
        if (isinstance(each.func, ast.Attribute) and each.func.attr in _IN_PLACE
                and id(each) not in alone and _holds_none(failure.got.returned)):
            yield each, {"call": each, "things": each.func.value}


def _holds_none(value: Any) -> bool:
    """Return whether a compared value is None, or a list with None in it."""
    return value is None or (isinstance(value, tuple) and None in value)


@look("How deep does {name} look? How deep can {given} be?",
      "{name} never calls itself, so it can't reach every level of {given}. Return the result of "
      "the smallest case first. Otherwise call {name} for each part, and combine the results.")
def _no_recursion(function: ast.FunctionDef, failure: Failure, task: Task) -> Found:
    ways = [tree for way in task.ways for tree in right_trees(way)[:1]]
    calls_itself = [each for each in ways if getattr(each, "name", "") in calls_of(each)]
    goes_on = nodes(function, ast.While) or _grows_in_a_loop(function)
    if (ways and len(calls_itself) == len(ways) and function.name == failure.answer.__name__
            and function.name not in calls_of(function) and not goes_on
            and not _calls_more(function) and not failure.got.error):
        yield function, {"name": function.name, "given": ", ".join(parameters(function))}


def _grows_in_a_loop(function: ast.FunctionDef) -> bool:
    """Return whether a loop goes through a list that becomes longer meanwhile."""
    for loop in nodes(function, ast.For):
        for each in nodes(loop, ast.Call, ast.AugAssign):
            grown = each.target if isinstance(each, ast.AugAssign) else (
                getattr(each.func, "value", None))
            if grown is not None and source(grown) == source(loop.iter):
                return True
    return False


def _calls_more(function: ast.FunctionDef) -> bool:
    """Return whether a function calls more than Python's own functions: it may recurse there."""
    return any(name not in vars(builtins) and name not in _OF_LISTS for name in calls_of(function))


@look("What happens to {name} after line {line}?",
      "{function} ends after line {line} and returns nothing, so {name} is lost. Add: return "
      "{name}")
def _no_return(function: ast.FunctionDef, failure: Failure, task: Task) -> Found:
    match function.body[-1]:
        case ast.Assign([ast.Name(name), *_]) as last if (
                failure.state is Status.RETURNED_NONE
                and not nodes(function, ast.Return, ast.Yield, ast.YieldFrom)):
            yield last, {"function": function.name, "name": name}


@look("What does each call know about earlier calls?",
      "{call} on line {line} doesn't pass {given}, so each call starts with its own and doesn't "
      "see what other calls stored. Pass {given} as the last argument.")
def _not_handed_on(function: ast.FunctionDef, failure: Failure, task: Task) -> Found:
    optional = parameters(function)[len(parameters(function)) - len(function.args.defaults):]
    noted = {name for each in ast.walk(function) for name in touched(each)}
    for call in nodes(function, ast.Call) if failure.got.stopped else ():
        for given in optional:
            if called(call) == function.name and given in noted - names_read(call):
                yield call, {"call": call, "given": given}


@look("Has the argument {given} changed after the call?",
      "Line {line} only gives the name {given} to another object, so the argument stays unchanged. "
      "Change the argument itself instead.")
def _not_changed(function: ast.FunctionDef, failure: Failure, task: Task) -> Found:
    got, want = failure.got, failure.expected
    if got.error or got.returned is not None or function.name != failure.answer.__name__:
        return
    for given, case, own, right in zip(parameters(function), failure.case, got.after, want.after,
                                       strict=False):
        if own == told(case) and (own != right or want is got):
            yield from ((named, {"given": given}) for named in nodes(function, ast.Name)
                        if named.id == given and isinstance(named.ctx, ast.Store))


@look("Does {name} use all of its arguments?",
      "{name} doesn't use {given}, or only passes it on, so the result is the same for every "
      "{given}. Where should it make a difference?")
def _unused(function: ast.FunctionDef, failure: Failure, task: Task) -> Found:
    own = parameters(function)
    ways: list[Any] = [way for each in (*task.ways, task.right) for way in right_trees(each)[:1]
                       if len(parameters(way)) == len(own)]
    if (ways and function.name == failure.answer.__name__
            and not failure.broken and failure.state is not Status.RETURNED_NONE):
        unused = [given for place, given in enumerate(own) if given not in _used(function)
                  and all(parameters(way)[place] in _used(way) for way in ways)]
        if unused:
            yield function, {"name": function.name, "given": ", ".join(unused)}


def _used(function: ast.FunctionDef) -> set[str]:
    """Return the names that a function reads, except where it calls itself."""
    handed = {name for call in nodes(function, ast.Call) if called(call) == function.name
              for name in nodes(call, ast.Name)}
    return {each.id for each in nodes(function, ast.Name)
            if isinstance(each.ctx, ast.Load) and each not in handed}
