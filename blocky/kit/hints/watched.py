"""Mistakes that show in the values of an answer, which runs again and records them."""

import ast
import linecache
import sys
from collections.abc import Iterator
from inspect import signature
from types import FrameType
from typing import Any, NamedTuple

import numpy as np

from blocky.kit.check.compare import told, told_apart, written
from blocky.kit.check.failure import Failure
from blocky.kit.check.program import SEE, Program, right_trees
from blocky.kit.check.task import Case, Task
from blocky.kit.check.trees import (
    Edit,
    called,
    calls_of,
    names_read,
    names_set,
    nodes,
    source,
    statements,
)
from blocky.kit.hints.crash import Crash, ended, seen_again
from blocky.kit.hints.errors import why
from blocky.kit.hints.look import NOTHING, Finding, hints_at
from blocky.kit.language import Code, say
from blocky.kit.repair.change import Change
from blocky.kit.repair.rules import Kind

__all__ = ["from_the_end", "hidden", "or_for_plus", "shallow_copy", "what_changed"]

#: Errors that no program expects: one that catches them hides a mistake.
_MISTAKES: tuple[type[BaseException], ...] = (
    TypeError, AttributeError, NameError, ZeroDivisionError, AssertionError)

#: The most seconds for going through an answer line by line.
BY_LINE = 0.5


def from_the_end(task: Task, case: Case, program: Program) -> Finding:
    """Return the hints about the first negative index in a case with a wrong result.

    Python then counts from the end, without an error. NOTHING if no index is negative, or if a
    right answer wraps around with %: then a negative index may be meant.
    """
    if _wraps_around(task):
        return NOTHING
    for name in program.trees:
        for item, index, variables in _negative_indices(task, case, program, name):
            variables_in_index = sorted(names_read(item.slice) & variables.keys())
            facts = [say("{name} is {value}", name=each, value=written(variables[each]))
                     for each in variables_in_index]
            fact = say("On line {line}, {whole} uses index {index} here, because {names}. A "
                       "negative index counts from the end without an error. Test for that case "
                       "first.", line=item.lineno, whole=source(item), index=index,
                       names=", ".join(facts))
            question = say("How small can the index on line {line} get?", line=item.lineno)
            return hints_at(program, item, item.lineno, [fact], question)
    return NOTHING


def _wraps_around(task: Task) -> bool:
    """Return whether a right answer has an index with %."""
    trees = [tree for answer in (*task.ways, task.right) for tree in right_trees(answer)]
    return any(nodes(item.slice, ast.Mod) for tree in trees for item in nodes(tree, ast.Subscript))


class _NegativeIndex(NamedTuple):
    """An item with a negative index, the value of that index, and the variables at that point."""

    item: Any
    value: int
    variables: dict[str, Any]


def _negative_indices(task: Task, case: Case, program: Program, name: str) -> list[_NegativeIndex]:
    """Return the items of the tree ``name`` with a negative index, in the order of their first use.

    An index with a call or a minus sign in it is left out: there, a negative one may be meant.
    """
    items = [each for each in nodes(program.trees[name], ast.Subscript)
             if isinstance(each.slice, (ast.Name, ast.BinOp)) and not calls_of(each.slice)
             and not nodes(each.slice, ast.USub)]
    negative: dict[int, _NegativeIndex] = {}  # by the number of the item

    def see(number: int, value: Any) -> Any:
        """Note the item with this number if its index is negative; return the index."""
        if isinstance(value, int) and value < 0:
            variables = dict(sys._getframe(1).f_locals)  # of the student's function
            negative.setdefault(number, _NegativeIndex(items[number], value, variables))
        return value

    edits = []
    for number, item in enumerate(items):
        see_call = ast.Call(ast.Name(SEE, ast.Load()), [ast.Constant(number), item.slice], [])
        edits.append(Edit(item, "slice", see_call))
    if edits:
        with Change(Kind.MISSING, tuple(edits), 0, program.trees[name].lineno):
            ended(task, program, case, name, **{SEE: see})
    return [*negative.values()]


def or_for_plus(task: Task, case: Case, program: Program) -> Finding:
    """Return the hints about a + between two of numpy's True, which means "or"; else NOTHING."""
    for name in program.trees:
        sums = [each for each in nodes(program.trees[name], ast.BinOp)
                if isinstance(each.op, ast.Add)]
        sum_of_trues = _first_sum_of_trues(task, case, program, name, sums)
        if sum_of_trues:
            fact = say("Line {line} adds two NumPy Booleans, but np.True_ + np.True_ is np.True_, "
                       "not 2. Turn each comparison into a number first, with int(...).",
                       line=sum_of_trues.lineno)
            question = say("What is np.True_ + np.True_? Where does line {line} add such values?",
                           line=sum_of_trues.lineno)
            return hints_at(program, sum_of_trues, sum_of_trues.lineno, [fact], question)
    return NOTHING


def _first_sum_of_trues(task: Task, case: Case, program: Program, name: str,
                        sums: list[ast.BinOp]) -> ast.BinOp | None:
    """Return the first of some ``sums`` in which both sides are numpy's True at once, or None.

    ``name`` is that of the tree that the sums are in.
    """
    left_is_true: dict[int, bool] = {}  # by the number of the sum
    sums_of_trues: list[ast.BinOp] = []

    def see(number: int, is_left: bool, value: Any) -> Any:
        """Note whether a side of a sum is numpy's True; the left side is seen first."""
        is_true = isinstance(value, np.bool_) and bool(value)
        if is_left:
            left_is_true[number] = is_true
        elif is_true and left_is_true.get(number):
            sums_of_trues.append(sums[number])
        return value

    def see_call(number: int, is_left: bool, side: ast.expr) -> ast.expr:
        """Return the code that calls ``see`` with the value of a side."""
        return ast.Call(ast.Name(SEE, ast.Load()), [
            ast.Constant(number), ast.Constant(is_left), side], [])

    edits = []
    for number, each in enumerate(sums):
        edits.append(Edit(each, "left", see_call(number, is_left=True, side=each.left)))
        edits.append(Edit(each, "right", see_call(number, is_left=False, side=each.right)))
    if edits:
        with Change(Kind.MISSING, tuple(edits), 0, program.trees[name].lineno):
            ended(task, program, case, name, **{SEE: see})
    return sums_of_trues[0] if sums_of_trues else None


def hidden(task: Task, case: Case, program: Program) -> Finding:
    """Return the hints about a mistake whose error the answer itself catches; NOTHING for none."""
    trees = program.trees.values()
    is_recursive = any(calls_of(tree) & program.functions for tree in trees)
    handlers: list[ast.ExceptHandler] = []
    for tree in trees:
        handlers += nodes(tree, ast.ExceptHandler)
    for handler in handlers:
        error_types = _wrongly_caught(handler, is_recursive)
        if not error_types:
            continue
        crash = _caught(task, case, program, handler, error_types)
        if crash:
            fact = say("Line {line} raises {error}, but the except on line {other} hides it.",
                       line=crash.line, other=handler.lineno, error=type(crash.error).__name__)
            return hints_at(program, crash.node, crash.line, [fact, *why(crash)])
    return NOTHING


def _wrongly_caught(handler: ast.ExceptHandler, is_recursive: bool
                    ) -> tuple[type[BaseException], ...]:
    """Return the types of errors that an ``except`` may catch only by mistake; () for none.

    It's meant to catch the errors that it names, unless it returns and the answer isn't recursive.
    """
    name = getattr(handler.type, "id", "")
    catches_all = handler.type is None or name in ("Exception", "BaseException")
    if catches_all:
        return _MISTAKES
    returns = isinstance(handler.body[-1], ast.Return)
    if returns and not is_recursive:
        return (BaseException,)  # all that it catches
    return ()


def _caught(task: Task, case: Case, program: Program, handler: ast.ExceptHandler,
            error_types: tuple[type[BaseException], ...]) -> Crash | None:
    """Return where the first error of some types was raised that a handler catches; None: nowhere.

    The handler is changed so that it notes each error that it catches.
    """
    caught: list[BaseException | None] = []
    note_call = ast.Expr(ast.Call(ast.Name("__kit_note__", ast.Load()), [], []))
    edit = Edit(handler, "body", [note_call, *handler.body])
    with_note = Change(Kind.MISSING, (edit,), 0, handler.lineno)

    def find(name: str = program.tree_of(handler), **more: Any) -> BaseException | None:
        """Run the program, and return the first error of these types that the handler caught."""
        caught.clear()
        with with_note:
            ended(task, program, case, name,
                  __kit_note__=lambda: caught.append(sys.exception()), **more)
        return next((each for each in caught if isinstance(each, error_types)), None)

    return seen_again(program, find)


def what_changed(failure: Failure, program: Program | None) -> Iterator[str]:
    """Say which arguments were changed, by which line, and of dicts, in which place."""
    names = [*signature(failure.answer).parameters]
    if len(names) != len(failure.case) or isinstance(failure.answer, type):
        yield say("Your code changes its arguments, but it mustn't. Make a copy first, and change "
                  "only the copy.")
        return
    for name, before, after in zip(names, failure.case, failure.got.arguments, strict=False):
        if told(before) == told(after):
            continue
        line = _line_that_changes(failure, program) if program else 0
        alias = _alias_changed_on(line, program, name) if program else ""
        if program and alias:
            yield say("Your code changes {name}, but it mustn't.", name=name)
            yield _how_an_alias_changes(failure, program, name, alias, line)
        else:
            yield say("Your code changes {name}, but it mustn't. Make a copy first, and change "
                      "only the copy.", name=name)
            if program:
                yield from _how_changed(line, program, name)
        if isinstance(before, dict) and isinstance(after, dict):
            differences = told_apart(before, after)
            place, (was, now) = next(iter(differences.items()))  # the first one
            yield say("{name}{place} was {was}, and now it's {now}.", name=name, place=place,
                      was=written(was), now=written(now))


def _how_an_alias_changes(failure: Failure, program: Program, name: str, alias: str, line: int
                          ) -> str:
    """Say why a ``line`` that changes the variable ``alias`` changes the argument ``name``, too."""
    shallow = shallow_copy(failure, program)
    if shallow:
        return shallow
    assignment = _assignment_of_the_same(program, alias, name)
    if assignment:
        return say("On line {first}, {alias} is {original} itself, not a copy, so line "
                   "{line} changes {name}. Make a copy on line {first}.",
                   first=assignment.lineno, alias=Code(alias), original=source(assignment.value),
                   line=line, name=name)
    return say("Line {line} changes {alias}, but {alias} shares objects with {name}. "
               "Copy those objects before you change them.", line=line,
               alias=Code(alias), name=name)


def shallow_copy(failure: Failure, program: Program) -> str:
    """Say that a line changes an argument through a copy of its outer list; "" if none does."""
    line = _line_that_changes(failure, program)
    for name in signature(failure.answer).parameters:
        alias = _alias_changed_on(line, program, name)
        assignments = [each for tree in program.trees.values() for each in nodes(tree, ast.Assign)
                       if getattr(each.targets[0], "id", "") == alias]
        if not alias or len(assignments) != 1:
            continue
        assignment, = assignments
        if _copies_the_outer_list(assignment.value, name):
            return say("On line {first}, {copy} copies only the outer list. Its items are still "
                       "those of {name}, so line {line} changes {name}.", first=assignment.lineno,
                       copy=Code(source(assignment.value)), name=name, line=line)
    return ""


def _copies_the_outer_list(value: ast.expr, name: str) -> bool:
    """Whether an expression is like ``name[:]``, ``name.copy()`` or ``list(name)``."""
    match value:
        case ast.Subscript(ast.Name(copied), ast.Slice()):
            return copied == name
        case ast.Call(ast.Attribute(ast.Name(copied), "copy"), []):
            return copied == name
        case ast.Call(_, [ast.Name(copied)]):
            return copied == name and source(value.func) in ("list", "copy.copy")
    return False


def _alias_changed_on(line: int, program: Program, name: str) -> str:
    """Return the name of what a line changes, unless it's the argument ``name`` itself; else ""."""
    for tree in program.trees.values():
        for statement in statements(tree):
            if statement.lineno == line:
                changed_name = _name_of_changed(statement)
                return changed_name if changed_name != name else ""
    return ""


def _assignment_of_the_same(program: Program, alias: str, name: str) -> ast.Assign | None:
    """Return the only assignment to ``alias`` if it copies nothing; None otherwise.

    It's ``alias = name``, ``alias = name["key"]`` or ``alias = name.field``, for example.
    """
    assignments = [each for tree in program.trees.values() for each in nodes(tree, ast.Assign)
                   if alias in names_set(each)]
    if len(assignments) != 1 or not isinstance(assignments[0].targets[0], ast.Name):
        return None
    original = assignments[0].value
    if isinstance(original, ast.Subscript) and isinstance(original.slice, ast.Slice):
        return None  # a slice is a copy, except of a NumPy array
    while isinstance(original, (ast.Subscript, ast.Attribute)):
        original = original.value
    is_the_same = getattr(original, "id", "") == name
    return assignments[0] if is_the_same else None


def _name_of_changed(statement: ast.stmt) -> str:
    """Return the name of the object that a statement changes; "" if it shows none.

    >>> [_name_of_changed(each) for each in ast.parse("a[0] = 1; b.c.sort(); d = 2").body]
    ['a', 'b', '']
    """
    match statement:
        case ast.Assign([(ast.Subscript() | ast.Attribute()) as changed]):  # a[0] = 1
            pass
        case ast.AugAssign((ast.Subscript() | ast.Attribute()) as changed):  # a.b += 1
            pass
        case ast.Expr(ast.Call(ast.Attribute(changed, _))):  # a.sort()
            pass
        case ast.Expr(ast.Call(ast.Name(), [changed, *_])):  # shuffle(a)
            pass
        case _:
            return ""
    while isinstance(changed, (ast.Subscript, ast.Attribute)):
        changed = changed.value  # a of a[0], a.b and so on
    return getattr(changed, "id", "")


def _how_changed(line: int, program: Program, name: str) -> Iterator[str]:
    """Say which line changes the argument ``name``, and which call copies only its outer object.

    ``line`` is 0 if it isn't known.
    """
    if line:
        yield say("Line {line} changes it: {text}", line=line,
                  text=linecache.getline(program.file, line).strip())
    for call in nodes(program.trees[program.name], ast.Call):
        is_shallow = source(call.func) == "copy.copy" or called(call) == "list"
        if is_shallow and any(name in names_read(argument) for argument in call.args):
            yield say("{copy} on line {line} copies only the outer object, not the objects inside "
                      "it.", copy=source(call), line=call.lineno)
            return


def _line_that_changes(failure: Failure, program: Program) -> int:
    """Return the number of the first line of an answer that changes an argument; 0 for none.

    The arguments are looked at before each line. If they have changed, it was the line before.
    """
    changing_line = 0
    line_before = 0

    def answer(*given: Any) -> Any:
        """Return the result of the failed answer, while Python calls ``look_at_line``."""
        arguments_at_first = told(given)

        def look_at_line(frame: FrameType, event: str, arg: Any) -> Any:
            """Note whether the line before this one has changed an argument."""
            nonlocal changing_line, line_before
            if not changing_line and line_before and told(given) != arguments_at_first:
                changing_line = line_before
            line_before = frame.f_lineno
            return None if changing_line else look_at_line  # None: look no further

        def look_at_call(frame: FrameType, event: str, arg: Any) -> Any:
            """Have the lines of the student's functions looked at, and no others."""
            is_students = frame.f_code.co_filename == program.file
            return look_at_line if is_students else None

        trace_before = sys.gettrace()  # a debugger's, say
        sys.settrace(look_at_call)
        try:
            return failure.answer(*given)
        finally:
            sys.settrace(trace_before)

    failure.judge(answer, failure.case, BY_LINE)
    return changing_line
