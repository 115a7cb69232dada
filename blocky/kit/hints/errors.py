"""Hints about an error in an answer, from the values in its line."""

import ast
import builtins
import inspect
import itertools
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from difflib import get_close_matches
from enum import EnumType
from functools import singledispatch
from traceback import format_exception_only
from types import ModuleType
from typing import Any, NamedTuple

from blocky.kit.check.compare import written
from blocky.kit.check.failure import Failure
from blocky.kit.check.program import Program, RoundsError, right_trees
from blocky.kit.check.run import Outcome
from blocky.kit.check.task import Task
from blocky.kit.check.trees import called, names_read, names_set, nodes, parameters, source
from blocky.kit.hints.crash import UNSEEN, Crash, never_ends, surely_endless
from blocky.kit.hints.look import NOTHING, Finding, hints_at, say_of
from blocky.kit.language import Code, mark, say, say_count

__all__ = ["LISTS", "not_taken", "noun", "raised", "remedy", "why"]

#: A call of at most this many characters is quoted whole.
SHORT = 40

#: The values in a sentence: how many, and how long.
MOST_VALUES, LONG = 2, 60

#: The methods of whatever can be used as a list.
LISTS = ("__len__", "__getitem__", "__iter__")


@singledispatch
def noun(value: object) -> str:
    """Return the noun for a value, such as "a tree"; a game registers its own types.

    >>> noun([1]), noun("a")
    ('a list', 'a string')
    """
    nouns = {bool: mark("True or False"), int: mark("a number"), float: mark("a number"),
             str: mark("a string"), list: mark("a list"), tuple: mark("a tuple"),
             dict: mark("a dict"), type(None): mark("None")}
    known_noun = nouns.get(type(value))
    return say(known_noun) if known_noun else say("a {kind}", kind=type(value).__name__)


@singledispatch
def remedy(value: object, missing: str) -> str:
    """Return a sentence on what to use instead of a value that lacks the attribute ``missing``.

    A game registers it for its own types. "": nothing is known.
    """
    return ""


def raised(crash: Crash | None, surely: bool = False, expected: Outcome | None = None) -> Finding:
    """Return the hints about the error that ended an answer, or about a loop without an end.

    ``expected`` is the right outcome, if it is known. With ``surely``, there are hints only if the
    code shows that a loop never ends.
    """
    if not crash:
        return NOTHING
    if surely and not surely_endless(crash):
        return NOTHING
    call = _call_that_passes(crash)
    if call is not None:  # the mistake is there, not in the line of the error
        fact = _wrong_argument_inside(crash, call)
        return hints_at(crash.program, call, call.lineno, [fact])
    facts = why(crash)
    if expected:
        facts += _what_is_right(crash, expected)
    return hints_at(crash.program, crash.node, crash.line, facts)


def _what_is_right(crash: Crash, expected: Outcome) -> list[str]:
    """Return a sentence on what the answer should do in place of the error; [] if there is none.

    It should raise an error on purpose, or return a value where a raise or assert of its own runs.
    """
    raising = next((each for each in crash.around if isinstance(each, (ast.Raise, ast.Assert))),
                   None)
    if expected.error:
        if raising:  # the sentence on this raise is enough
            return []
        return [say("Your code didn't raise that error on purpose. It should raise {error} here: "
                    "test for this case before line {line}, and raise {error} yourself.",
                    error=expected.error, line=crash.line)]
    if expected.returned is None or not raising or crash.passed_on:
        return []
    value = written(expected.value)
    if isinstance(raising, ast.Assert):
        return [say("Here your code should return {value}. An assert raises an error if its "
                    "condition is False. Replace each assert with an if that returns {value}.",
                    value=value)]
    return [say("Here your code should return {value} instead of raising an error.", value=value)]


def not_taken(task: Task, failure: Failure) -> tuple[str, ...]:
    """Return the hints for an answer whose parameters don't suit its call; () if they do.

    Of a class, they are the parameters of its __init__.
    """
    answer = failure.answer
    function: Any = vars(answer).get("__init__") if isinstance(answer, type) else answer
    if failure.got.error != "TypeError" or not hasattr(function, "__code__"):
        return ()
    if isinstance(answer, type):
        fact = _init_not_taken(function, failure.got.said)
    else:
        fact = _call_not_taken(function, task, failure)
    if not fact:
        return ()
    return (say("Which parameters does {name} have, and which arguments does it get?",
                name=function.__name__),
            say("This is the call in the case above: {call}", call=task.written(failure.case)),
            fact)


def _head(function: Any) -> str:
    """Return the first line of a function: "def flatten(block)"."""
    return f"def {function.__name__}{inspect.signature(function)}"


def _init_not_taken(init: Any, message: str) -> str:
    """Say which arguments an __init__ doesn't get, or that its parameters don't suit the task.

    ``message`` is that of the TypeError. "": the message isn't about this call.
    """
    needed = [name for name in inspect.signature(init).parameters if f"'{name}'" in message]
    if needed:
        return say("{head} needs {names}, but the call passes no such argument. Remove this "
                   "parameter, or give it a default: {names}=...",
                   head=_head(init), names=", ".join(needed))
    if f"{init.__name__}()" not in message:
        return ""
    return say("{head} doesn't have the parameters that the task asks for. Python says: {text}.",
               head=_head(init), text=message)


def _call_not_taken(function: Any, task: Task, failure: Failure) -> str:
    """Say which parameters a function needs; "" if it accepts as many arguments as it gets."""
    right_answers = [tree for answer in (*task.ways, task.right)
                     for tree in right_trees(answer)[:1]]  # without the functions that it calls
    right = next((tree for tree in right_answers if isinstance(tree, ast.FunctionDef)), None)
    needed = parameters(right) if right else [""] * len(failure.case)  # their names, if known
    with suppress(TypeError):  # raised by ``bind`` if the function doesn't accept so many
        inspect.signature(function).bind(*needed)
        return ""
    return say_count(
        "{name} is called with 1 argument, but {head} doesn't accept it. It needs this "
        "parameter: {names}.",
        "{name} is called with {count} arguments, but {head} doesn't accept them. It needs "
        "these parameters: {names}.", len(needed), name=task.name, head=_head(function),
        names=", ".join(needed))


def why(crash: Crash) -> list[str]:
    """Return the sentences of the first function in ``_EXPLAINERS`` that explains an error.

    [] if none does.
    """
    for kinds, explainer in _EXPLAINERS:
        if isinstance(crash.error, kinds):
            sentences = [*explainer(crash)]
            if sentences:
                return sentences
    return []


# -- functions that explain errors ---------------------------------------------------------------

def _ends_python(crash: Crash) -> Iterator[str]:
    """Say that the line ends Python, and what to use instead."""
    yield say("Line {line} ends Python itself. To end a function and return its result, use "
              "return.", line=crash.line)


def _own_raise(crash: Crash) -> Iterator[str]:
    """Say that a raise or assert of the answer raises the error, and under which condition."""
    place = next((place for place, each in enumerate(crash.around)
                  if isinstance(each, (ast.Raise, ast.Assert))), None)
    if place is None or crash.passed_on:
        return
    # Otherwise a part of the statement may have failed, such as the error's message.
    is_at_the_statement = place == 0
    if not is_at_the_statement and not isinstance(crash.error, AssertionError):
        return
    yield say("Your own line {line} raises {error} here.", line=crash.line,
              error=type(crash.error).__name__)
    condition = _condition_of(crash.around[place:], crash.line)
    if condition is None:
        return
    test, holds, line = condition
    if holds:
        yield say_of("The condition on line {line} is true: {condition}.", line=line,
                     condition=test)
    else:
        yield say_of("The condition on line {line} is false: {condition}.", line=line,
                     condition=test)
    compared_parts = [part for each in nodes(test, ast.Compare)
                      for part in (each.left, *each.comparators)]
    yield from _values_of(crash, compared_parts or [test])


class _Condition(NamedTuple):
    """The condition under which an error is raised, whether it holds then, and its line."""

    test: ast.expr
    holds: bool
    line: int


def _condition_of(around: list[Any], line: int) -> _Condition | None:
    """Return the condition of an assert, or of the innermost if around a raise; None: there's none.

    ``around`` is the raise or assert, then the nodes around it, the innermost first. ``line`` is
    the line of the assert.
    """
    raising = around[0]
    if isinstance(raising, ast.Assert):
        return _Condition(raising.test, holds=False, line=line)
    for inner, outer in itertools.pairwise(around):
        if isinstance(outer, ast.If):
            is_in_the_else = inner in outer.orelse
            return _Condition(outer.test, holds=not is_in_the_else, line=outer.lineno)
    return None


def _raises_no_error(crash: Crash) -> Iterator[str]:
    """Say that only errors can be raised: ``raise "no"`` is a TypeError."""
    raising = next((each for each in crash.around if isinstance(each, ast.Raise)), None)
    if raising is not None and isinstance(raising.exc, (ast.Constant, ast.JoinedStr)):
        yield say_of("Line {line} raises {thing}, which isn't an error. Write, for example: "
                     "raise ValueError({thing})", line=crash.line, thing=raising.exc)


def _values_of(crash: Crash, parts: Iterable[ast.AST]) -> Iterator[str]:
    """Yield a sentence with the values of some parts of a statement: "At that point, i is 3.".

    Functions, self, constants and long values are left out, and so are the objects of which another
    part is an item or an attribute. There's no sentence if nothing is left.
    """
    parts_with_values = [(part, crash.value(part)) for part in parts]
    with_known_values = [(part, value) for part, value in parts_with_values
                         if value is not UNSEEN and not callable(value)]
    owners = [part.value for part, _ in with_known_values
              if isinstance(part, (ast.Attribute, ast.Subscript))]
    values_by_code = {source(part): written(value) for part, value in with_known_values
                      if part not in owners and source(part) != "self"}
    facts = []
    for code, value in values_by_code.items():
        is_constant = code == value
        can_be_shown = not value.startswith("<") and len(value) <= LONG  # not "<object at 0x...>"
        if can_be_shown and not is_constant:
            facts.append(say("{name} is {value}", name=code, value=value))
    if facts:
        yield say("At that point, {facts}.", facts=", ".join(facts[:MOST_VALUES]))


def _wrong_index(crash: Crash) -> Iterator[str]:
    """Say which index is used, and how many items there are; nothing if one isn't known."""
    node = crash.node
    if not isinstance(node, ast.Subscript):
        return
    things = crash.value(node.value)
    count = len(things) if hasattr(things, "__len__") else -1  # -1: not known
    index = crash.value(node.slice)
    with suppress(ValueError):  # raised if the index is no constant
        index = ast.literal_eval(node.slice)  # the value of a constant isn't recorded
    if count == 0:
        yield say_of("On line {line}, {things} is empty, so there is no item to get from it.",
                     line=crash.line, things=node.value)
    elif count > 0 and hasattr(index, "__index__"):
        if index < 0:
            yield say_of("On line {line}, {whole} uses index {index}. Negative indices down to "
                         "{last} count from the end without an error. Test first whether the index "
                         "is below 0.", line=crash.line, whole=node, index=index, last=-count)
        else:
            yield from _too_large_index(crash, node, index, count)


def _too_large_index(crash: Crash, node: ast.Subscript, index: Any, count: int) -> Iterator[str]:
    """Say that an index is too large for ``count`` items.

    If the index is tested too late, or a fixed range has given it, the sentence is about that.
    """
    late_test = _test_after(crash, node)
    fixed_range = _fixed_range(crash, node)
    if late_test:
        yield say_of("Line {line} uses {whole} before the test {test}, but here the index {index} "
                     "is too large. Put the test first.",
                     line=crash.line, whole=node, test=late_test,
                     index=index)
        return
    if fixed_range:
        yield _goes_too_far(fixed_range, node.value, count)
        return
    yield say_count("On line {line}, {whole} uses index {index}, but there is only 1 item, at "
                    "index 0.",
                    "On line {line}, {whole} uses index {index}, but there are {count} items, "
                    "so the last index is {last}.", count,
                    line=crash.line, whole=source(node), index=index, last=count - 1)
    if not isinstance(node.slice, ast.Name):  # its value is the index, which is in the sentence
        yield from _values_of(crash, ast.walk(node.slice))


def _test_after(crash: Crash, node: ast.Subscript) -> ast.expr | None:
    """Return the comparison that tests the index of an item too late, in an ``and`` after the item.

    In ``rows[i] == 0 and i < 3``, it's ``i < 3``. None: there is none.
    """
    names_in_index = names_read(node.slice)
    for inner, outer in itertools.pairwise(crash.around):
        if not isinstance(outer, ast.BoolOp) or not isinstance(outer.op, ast.And):
            continue
        later_conditions = outer.values[outer.values.index(inner) + 1:]
        for each in later_conditions:
            has_name_of_index = not names_read(each).isdisjoint(names_in_index)
            has_items = bool(nodes(each, ast.Subscript))  # such as rows[i], which would fail too
            if isinstance(each, ast.Compare) and has_name_of_index and not has_items:
                return each
    return None


def _goes_too_far(fixed_range: ast.Call, things: ast.expr, count: int) -> str:
    """Say that a range with a fixed end goes through more than the ``count`` items."""
    *start, end = fixed_range.args
    length = ast.Call(ast.Name("len", ast.Load()), [things], [])
    new = ast.Call(fixed_range.func, [*start, length], [])
    return say_count("{range} on line {line} goes up to index {last}, but here {things} has only 1 "
                     "item. Write {new}.",
                     "{range} on line {line} goes up to index {last}, but here {things} has only "
                     "{count} items. Write {new}.", count, range=source(fixed_range),
                     line=fixed_range.lineno, last=ast.literal_eval(end) - 1,
                     things=source(things), new=source(new))


def _fixed_range(crash: Crash, node: ast.Subscript) -> ast.Call | None:
    """Return the call such as ``range(5)`` of the loop whose variable is the index of an item.

    None: there is no such loop, or the end of the range is no constant.
    """
    loops = [loop for each in crash.around
             for loop in (each, *getattr(each, "generators", ()))
             if isinstance(loop, (ast.For, ast.comprehension))]
    for loop in loops:
        is_through_range = called(loop.iter) == "range" and isinstance(loop.iter, ast.Call)
        if source(loop.target) == source(node.slice) and is_through_range:
            limits = [*getattr(loop.iter, "args", ())]  # the end, or the start and the end
            has_no_step = 1 <= len(limits) <= 2
            is_fixed = has_no_step and isinstance(limits[-1], ast.Constant)
            return loop.iter if is_fixed else None  # type: ignore[return-value]
    return None


def _no_key(crash: Crash) -> Iterator[str]:
    """Say which key is missing, which keys there are, and how to test for the key."""
    node = crash.node
    things = crash.value(node.value) if isinstance(node, ast.Subscript) else UNSEEN
    if not isinstance(things, dict) or not crash.error.args:
        return
    missing_key, *_ = crash.error.args
    name = say("the dict") if isinstance(node.value, ast.Dict) else node.value
    yield say_of("On line {line}, {things} has no key {key}. Its keys are {keys}.",
                 line=crash.line, key=written(missing_key), keys=written([*things]), things=name)
    _, parent, *_ = crash.around  # the node, and the nodes around it
    is_in_a_sum = isinstance(parent, ast.BinOp)
    has_only_numbers = all(isinstance(each, (int, float)) for each in things.values())
    if is_in_a_sum and has_only_numbers:  # then a missing key probably counts as 0
        yield say_of("If a key may be missing, write {things}.get({key}, 0).", key=node.slice,
                     things=node.value)
    elif isinstance(node.slice, ast.Name):
        yield say_of("First test whether the key is there: if {key} in {things}.",
                     key=node.slice, things=node.value)


def _no_random_choice(crash: Crash) -> Iterator[str]:
    """Say why choice or sample can't take something at random from its argument."""
    call = crash.node
    if not isinstance(call, ast.Call) or not call.args or called(call) not in ("choice", "sample"):
        return
    things = crash.value(call.args[0])
    fields = {"line": crash.line, "call": called(call), "things": call.args[0]}
    if isinstance(things, EnumType):
        yield say_of("{things} is a class, not a list. On line {line}, write list({things}) inside "
                     "{call}.", **fields)
    elif hasattr(things, "__len__") and len(things) == 0:
        yield say_of("On line {line}, {things} is empty, so {call} can't take anything from it. "
                     "Test for that first.", **fields)
    elif called(call) == "sample" and hasattr(things, "__len__"):
        yield say_of("On line {line}, sample(...) never takes an item twice, and {things} has only "
                     "{count} items. If items may repeat, call choice(...) once for each item that "
                     "you need.", **fields,
                     count=len(things))


def _wrong_kind_of_value(crash: Crash) -> Iterator[str]:
    """Say which value in the line is of the wrong kind, if its game knows what to use instead."""
    missing = _missing_attribute(crash)
    if not missing or crash.passed_on:
        return
    node = crash.node
    arguments = getattr(node, "args", ())  # of a call
    looped_over = getattr(node, "iter", node)  # by a loop; otherwise the node itself
    owner = getattr(node, "value", node)  # of an attribute or an item; otherwise the node itself
    for part in (*arguments, looped_over, owner):
        value = crash.value(part)
        if value is UNSEEN or hasattr(value, missing):
            continue
        better = remedy(value, missing)
        if better:
            yield say("On line {line}, {part} is {noun}. {better}", line=crash.line,
                      part=source(part), noun=noun(value), better=better)
            return


def _missing_attribute(crash: Crash) -> str:
    """Return the name of the attribute or method that an object lacks; "" if it isn't known.

    For a TypeError, it's the method that a list would have: "__len__" where len(...) failed.
    """
    if isinstance(crash.error, AttributeError):
        return crash.error.name or ""
    message = str(crash.error)
    methods_by_words = {"has no len()": "__len__", "not subscriptable": "__getitem__",
                        "not iterable": "__iter__"}
    return next((method for words, method in methods_by_words.items() if words in message), "")


def _wrong_argument(crash: Crash) -> Iterator[str]:
    """Say which argument a call passed to a function outside the answer, which can't use it."""
    missing = _missing_attribute(crash)
    call = crash.node
    if not missing or not crash.passed_on or not isinstance(call, ast.Call):
        return
    object_without_it = getattr(crash.error, "obj", None)  # an AttributeError has this
    for part in call.args:
        value = crash.value(part)
        can_be_tested = missing in LISTS  # other attributes may be missing in other arguments, too
        lacks_it = not hasattr(value, missing) if can_be_tested else value is object_without_it
        if value is UNSEEN or not lacks_it:
            continue
        better = remedy(value, missing)
        if better:
            yield _sentence_on_argument(crash.line, part, value, called(call), better)
            return


def _call_that_passes(crash: Crash) -> ast.Call | None:
    """Return the call in the program that passed what the function with the error can't use.

    None: no argument is to blame, or there is no such call.
    """
    parameter = _unusable_parameter(crash)
    if parameter is None or crash.caller is None:
        return None
    line_of_call = crash.caller.f_lineno
    function = _function_around(crash)
    calls = [each for tree in crash.program.trees.values() for each in nodes(tree, ast.Call)
             if each.lineno == line_of_call and called(each) == function.name]
    place = parameters(function).index(parameter.id)
    return next((each for each in calls if len(each.args) > place), None)


def _unusable_parameter(crash: Crash) -> ast.Name | None:
    """Return the first use of a parameter, in the node with the error, whose value is unsuitable.

    The value lacks the attribute that the error is about, and a remedy is known for it.
    """
    missing = _missing_attribute(crash)
    if not missing or crash.passed_on:
        return None
    names = parameters(_function_around(crash))
    for each in nodes(crash.node, ast.Name):
        value = crash.value(each)
        is_given = each.id in names and value is not UNSEEN and not hasattr(value, missing)
        if is_given and remedy(value, missing):
            return each  # type: ignore[no-any-return]
    return None


def _function_around(crash: Crash) -> Any:
    """Return the function with the error; a class or a statement if there is none."""
    return next((each for each in crash.around if isinstance(each, ast.FunctionDef)), crash.node)


def _wrong_argument_inside(crash: Crash, call: ast.Call) -> str:
    """Say which argument a call passed to a student's function, which can't use it."""
    parameter = _unusable_parameter(crash)
    place = parameters(_function_around(crash)).index(getattr(parameter, "id", ""))
    value = crash.value(parameter)
    return _sentence_on_argument(call.lineno, call.args[place], value, called(call),
                                 remedy(value, _missing_attribute(crash)))


def _sentence_on_argument(line: int, part: ast.expr, value: Any, name: str, better: str) -> str:
    """Say that a call of ``name`` passes a value of the wrong kind; ``better`` says what to do."""
    return say("Line {line} passes {part} to {name}, but {part} is {noun}. {better}", line=line,
               part=source(part), name=Code(name), noun=noun(value), better=better)


def _max_of_nothing(crash: Crash) -> Iterator[str]:
    """Say that max or min gets an empty list or the like."""
    if called(crash.node) in ("max", "min") and "empty" in str(crash.error):
        yield say_of("On line {line}, {things} is empty, so {name} raises an error. If {things} "
                     "can be empty, test for that first, or add default=... to the call.",
                     line=crash.line, things=crash.node.args[0],
                     name=called(crash.node))


def _max_of_one_number(crash: Crash) -> Iterator[str]:
    """Say that max or min gets only one number, where it needs a list or several."""
    call = crash.node
    if called(call) not in ("max", "min") or len(getattr(call, "args", ())) != 1:
        return
    value = crash.value(call.args[0])
    if isinstance(value, (int, float)):
        yield say_of("{name} needs a list, or at least two numbers. On line {line}, it gets only "
                     "the number {part}.", name=called(call), line=crash.line, part=call.args[0])


def _use_of_none(crash: Crash) -> Iterator[str]:
    """Say what is None in the line with the error, and where that None came from.

    It may be assigned before, passed by the caller, or the result of a call.
    """
    if crash.passed_on:  # the error was raised in what the line calls
        return
    part = _part_that_is_none(crash)
    if part is None:
        return
    if not isinstance(part, ast.Call):
        yield say_of("On line {line}, {part} is None.", line=crash.line, part=part)
    origin = _origin_of_none(crash, part)
    if origin.is_argument and crash.caller:
        yield say("The call on line {line} passed that value.", line=crash.caller.f_lineno)
    if isinstance(origin.node, ast.Call):
        names = {**vars(builtins), **crash.program.globals}
        makes_an_object = isinstance(names.get(called(origin.node)), type)  # it isn't None
        if not makes_an_object:
            yield _returned_none(crash.program, origin.node, origin.line)


class _Origin(NamedTuple):
    """The expression that a value comes from, and its line.

    If it ``is_argument``, the caller passed it, and the expression is only where it's used.
    """

    node: Any
    line: int
    is_argument: bool = False


def _origin_of_none(crash: Crash, part: Any) -> _Origin:
    """Return where a part that is None gets its value: the value assigned, or the part itself."""
    function = next((each for each in crash.around if isinstance(each, ast.FunctionDef)), None)
    if function is None:
        return _Origin(part, crash.line)
    assignment = _assignment_before(crash.line, part, function)
    if assignment is not None:
        return _Origin(assignment.value, assignment.lineno)
    is_argument = source(part) in parameters(function)
    return _Origin(part, crash.line, is_argument)


def _part_that_is_none(crash: Crash) -> Any:
    """Return the first expression whose value is None, of those that the node with the error uses.

    None: there is no such expression.
    """
    for part in [*_parts_used(crash), crash.node]:
        if crash.value(part) is None:
            return part
    return None


def _parts_used(crash: Crash) -> list[ast.expr]:
    """Return the expressions whose values the node with the error uses."""
    node = crash.node
    generators = getattr(node, "generators", ())
    if generators:  # an older Python raises the error at the whole comprehension
        return [generators[0].iter]
    is_target = isinstance(getattr(node, "ctx", None), ast.Store)
    if is_target and not isinstance(node, ast.Attribute):  # a, b = None: what is unpacked
        return [each.value for each in crash.around if isinstance(each, ast.Assign)]
    return [each for each in ast.iter_child_nodes(node) if isinstance(each, ast.expr)]


def _assignment_before(line: int, part: ast.expr, function: ast.FunctionDef) -> Any:
    """Return the last assignment to ``part`` before a line of a function, or None.

    If there is none before, it's the last one after it, which may be in the same loop.
    """
    name = source(part)
    assignments = _assignments_to(name, function)
    before = [each for each in assignments if each.lineno < line]
    return max(before or assignments, key=lambda each: each.lineno, default=None)


def _assignments_to(name: str, tree: ast.AST) -> list[ast.Assign]:
    """Return the assignments in ``tree`` to what is written as ``name``, such as "self.size"."""
    return [each for each in nodes(tree, ast.Assign)
            if name in [source(target) for target in each.targets]]


def _returned_none(program: Program, call: ast.Call, line: int) -> str:
    """Return a sentence on why a call on a line returned None."""
    name = called(call)
    text = source(call)
    short_text = text if len(text) <= SHORT else f"{name}(...)"
    functions = [each for tree in program.trees.values() for each in nodes(tree, ast.FunctionDef)]
    called_function = next((each for each in functions if each.name == name), None)
    if name == "sort" and isinstance(call.func, ast.Attribute):
        return say("{call} on line {line} returned None, because sort() changes the list in place. "
                   "Use sorted(...), which returns a new list.", call=short_text, line=line)
    if called_function is None:  # no student wrote it
        return say("{call} on line {line} returned None. A call that changes an object usually "
                   "returns None: use the object itself.", call=text, line=line)
    returns_of_none = [each for each in nodes(called_function, ast.Return)
                       if source(each.value) in ("", "None")]
    if returns_of_none and isinstance(called_function.body[-1], ast.Return):
        return say("{call} on line {line} returned None, because it reached the return on line "
                   "{other}. Return something that the caller can use.",
                   call=short_text, line=line, other=returns_of_none[0].lineno)
    return say("{call} on line {line} returned None, because it ended without returning a value.",
               call=short_text, line=line)


def _none_in_a_list(crash: Crash) -> Iterator[str]:
    """Say which list with None in it a call passed to a function, and which call made that None."""
    call = crash.node
    is_about_none = isinstance(crash.error, AttributeError) and crash.error.obj is None
    if not isinstance(call, ast.Call) or not is_about_none or not crash.passed_on:
        return
    for part in call.args:
        value = crash.value(part)
        is_list = isinstance(value, (list, tuple))
        if not is_list or not any(each is None for each in value):
            continue
        makers = [each for each in _makers_of_items(_function_around(crash), part)
                  if called(each) in crash.program.functions]
        if makers:
            yield say_of("On line {line}, {part} contains None, because {call} on line {other} "
                         "returned None. {name} must return a value in every case.",
                         line=crash.line, part=part, call=makers[0], other=makers[0].lineno,
                         name=Code(called(makers[0])))
        else:
            yield say_of("On line {line}, {part} contains None.", line=crash.line, part=part)
        return


def _makers_of_items(function: ast.AST, things: ast.expr) -> list[ast.Call]:
    """Return the calls whose results become items of the list ``things`` in a function.

    For ``things = [f(a) for a in b]`` or ``things.append(f(a))``, it's ``f(a)``.
    """
    name = source(things)
    values_assigned = [each.value for each in _assignments_to(name, function)]
    items = [each.elt for each in (things, *values_assigned) if isinstance(each, ast.ListComp)]
    for call in nodes(function, ast.Call):
        is_append = called(call) == "append" and isinstance(call.func, ast.Attribute)
        if is_append and source(call.func.value) == name:
            items += call.args
    return [each for each in items if isinstance(each, ast.Call)]


def _no_attribute(crash: Crash) -> Iterator[str]:
    """Say why an attribute of self has no value: a local variable is set instead, or nothing is.

    Nothing is said about the latter if a base class may set it.
    """
    node = crash.node
    owner = crash.around[-1]
    if not isinstance(node, ast.Attribute) or not isinstance(owner, ast.ClassDef):
        return
    if source(node.value) != "self" or crash.passed_on:
        return
    for method in nodes(owner, ast.FunctionDef):
        assignments_to_local = _assignments_to(node.attr, method)
        if assignments_to_local:
            yield say_of("{name} on line {line} is a local variable, which is gone when {method} "
                         "ends. Write self.{name} there.", name=node.attr,
                         line=assignments_to_local[0].lineno, method=method.name)
            return
    init = next((each for each in owner.body if getattr(each, "name", "") == "__init__"), None)
    if init and not owner.bases and node.attr not in _names_of_class(owner):
        yield say_of("Line {line} uses {name}, but no line of the class gives it a value. "
                     "Check the spelling, or give it a first value in __init__ "
                     "(line {first}).", name=node, line=crash.line, first=init.lineno)


def _names_of_class(owner: ast.ClassDef) -> set[str]:
    """Return the names of the variables, methods and attributes that a class gives a value."""
    methods = [each.name for each in nodes(owner, ast.FunctionDef)]
    attributes = [each.attr for each in nodes(owner, ast.Attribute)
                  if isinstance(each.ctx, ast.Store)]
    return {*names_set(owner), *methods, *attributes}


def _misspelled(crash: Crash) -> Iterator[str]:
    """Say which attribute has nearly the same name: "Did you mean game.score_after?"."""
    node = crash.node
    error = crash.error
    if not isinstance(node, ast.Attribute) or not isinstance(error, AttributeError):
        return
    if crash.passed_on or error.obj is None:
        return
    names = [name for name in dir(error.obj) if not name.startswith("_")]
    similar = get_close_matches(node.attr, names, n=1, cutoff=0.75)
    if similar:
        meant = ast.Attribute(node.value, similar[0])
        yield say_of("Line {line} uses {wrong}, but it doesn't exist. Did you mean {meant}?",
                     line=crash.line, wrong=node, meant=meant)


#: The methods that change the size of a dict, a set or a deque.
_CHANGE_SIZE = {"add", "append", "clear", "discard", "pop", "popitem", "popleft", "remove",
                "setdefault", "update"}


def _changed_in_its_loop(crash: Crash) -> Iterator[str]:
    """Say which line changes a dict or set while a loop iterates over it."""
    loop = next((each for each in crash.around if isinstance(each, ast.For)), None)
    # Python says "changed size during iteration" of a dict or set, "mutated during" it of a deque.
    if loop is None or "iteration" not in str(crash.error):
        return
    things = loop.iter
    if isinstance(things, ast.Call) and isinstance(things.func, ast.Attribute):
        things = things.func.value  # the dict of a view: marks of marks.items()
    changing: Any = next((each for each in ast.walk(loop) if _changes_size(each, things)), None)
    if changing is not None:
        yield say_of("Line {line} changes {things} while the loop on line {loop} iterates over it. "
                     "Loop over a copy instead: list({iterated}).", line=changing.lineno,
                     things=things, loop=loop.lineno, iterated=loop.iter)


def _changes_size(node: ast.AST, things: ast.expr) -> bool:
    """Return whether a node adds an item to a dict or set, or removes one from it.

    >>> things, node = ast.Name("marks"), ast.parse("marks.add(3)", mode="eval").body
    >>> _changes_size(node, things)
    True
    """
    if isinstance(node, ast.Subscript):
        is_read = isinstance(node.ctx, ast.Load)
        return not is_read and source(node.value) == source(things)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        return node.func.attr in _CHANGE_SIZE and source(node.func.value) == source(things)
    return False


def _not_unpacked(crash: Crash) -> Iterator[str]:
    """Say that a call passes one tuple where the function needs its values one by one."""
    call = crash.node
    if not isinstance(call, ast.Call) or crash.passed_on:
        return
    try:
        number_of_parameters = len(inspect.signature(crash.value(call.func)).parameters)
    except (TypeError, ValueError):
        return
    for place, part in enumerate(call.args):
        value = crash.value(part)
        has_several_values = isinstance(value, (tuple, list)) and len(value) > 1
        if has_several_values and len(call.args) - 1 + len(value) == number_of_parameters:
            starred = ast.Starred(part, ast.Load())
            args = [*call.args[:place], starred, *call.args[place + 1:]]
            yield say_of("{part} on line {line} is {noun} of {count} values, but {name} needs them "
                         "as separate arguments. Write {new}.", part=part, line=crash.line,
                         noun=noun(value), count=len(value), name=Code(called(call)),
                         new=ast.Call(call.func, args, call.keywords))
            return


def _not_called(crash: Crash) -> Iterator[str]:
    """Say which method or function is used instead of its result."""
    if not isinstance(crash.node, (ast.BinOp, ast.Compare, ast.Subscript)):
        return
    for part in ast.iter_child_nodes(crash.node):
        if isinstance(part, (ast.Name, ast.Attribute)) and inspect.isroutine(crash.value(part)):
            yield say_of("On line {line}, {part} is the function or method itself, not its result. "
                         "Call it: {part}(...).", line=crash.line, part=part)


def _error_with_values(crash: Crash) -> Iterator[str]:
    """Say what raises the error, with its message and the values in the line.

    This is for an error that no other function explains.
    """
    node = getattr(crash.node, "iter", crash.node)  # of a loop, what it goes through
    if isinstance(node, (ast.expr, ast.AugAssign)):
        message = _message_of(crash.error) or say("there is no message")
        yield say_of("On line {line}, {part} raises {error}: {words}.", line=crash.line, part=node,
                     error=type(crash.error).__name__, words=message)
        parts = [each for each in nodes(node, ast.Name, ast.Attribute, ast.Subscript, ast.Call)
                 if each is not node]
        yield from _values_of(crash, [*getattr(node, "args", ()), *parts])


def _message_of(error: BaseException) -> str:
    """Return the message of an error, without its type and the full stop: "division by zero"."""
    *_, last_line = format_exception_only(error)
    _, _, message = last_line.partition(": ")
    return message.strip().rstrip(".")


def _no_value(crash: Crash) -> Iterator[str]:
    """Say why a name has no value.

    It may belong to an outer function, to a module or to the object; it may be defined nowhere, set
    only in an if, or set too late.
    """
    quoted = re.search(r"'(\w+)'", str(crash.error))
    if not quoted:
        return
    name = quoted[1]
    tree = crash.around[-1]
    function = _function_around(crash)
    inner_functions = nodes(tree, ast.FunctionDef)[1:]
    is_in_inner_function = isinstance(tree, ast.FunctionDef) and function in inner_functions
    if is_in_inner_function and name in _names_set_beside(tree, function):
        yield say("{function} gives {name} a value, so {name} is a new local variable there. "
                  "Write nonlocal {name} as the first line of {function}.",
                  function=Code(function.name), name=Code(name))
        return
    module = _imported_module_with(name, crash)
    is_set = name in names_set(tree)
    if_statement = _if_that_sets(name, crash, function)
    if module and not is_set:
        yield say("{name} on line {line} belongs to the module {module}. Write {new}.",
                  line=crash.line, name=Code(name), module=Code(module),
                  new=Code(f"{module}.{name}"))
    elif isinstance(tree, ast.ClassDef) and name in _attributes_of_self(tree):
        yield say("{name} on line {line} isn't a variable, but an attribute of the object. Write "
                  "self.{name} there.", name=Code(name), line=crash.line)
    elif not is_set:
        yield say("Line {line} uses {name}, but it isn't defined. Check the spelling. Have you run "
                  "the cell that defines or imports it?", name=name, line=crash.line)
    elif if_statement:
        yield say("Line {line} uses {name}, which has no value here, because the if on line "
                  "{other} sets it only in some cases. Give it a value in the other cases, too.",
                  line=crash.line, name=name, other=if_statement.lineno)
    elif isinstance(tree, ast.FunctionDef):
        lines_with_it = [each.lineno for each in tree.body if name in names_read(each)]
        yield say("Line {line} uses {name} before it has a value. Give it a first value before "
                  "line {first}.", name=name, line=crash.line,
                  first=min([crash.line, *lines_with_it]))


def _attributes_of_self(tree: ast.AST) -> set[str]:
    """Return the names of the attributes that a class sets with self.

    >>> sorted(_attributes_of_self(ast.parse("self.size = 0; node.next = None")))
    ['size']
    """
    return {each.attr for each in nodes(tree, ast.Attribute)
            if source(each.value) == "self" and isinstance(each.ctx, ast.Store)}


def _imported_module_with(name: str, crash: Crash) -> str:
    """Return the name of an imported module of Python that has this function; "" for none.

    Other modules don't count, since a student's own function may have the same name; nor does
    random, since chance should come from rng.
    """
    standard_modules = {*sys.stdlib_module_names} - {"random"}
    modules = [imported_as for imported_as, value in crash.program.globals.items()
               if isinstance(value, ModuleType) and value.__name__ in standard_modules
               and callable(getattr(value, name, None))]
    return min(modules, default="")


def _if_that_sets(name: str, crash: Crash, function: ast.AST) -> ast.If | None:
    """Return the first if that contains all code before the error that sets a name, or None.

    An if around the error doesn't count. Nor does one in a loop that has ended: there, a first
    value before the loop may be missing.
    """
    set_before = [each for each in nodes(function, ast.Name) if each.id == name
                  and isinstance(each.ctx, ast.Store) and each.lineno < crash.line]
    ended_loops = [each for each in nodes(function, ast.For, ast.While)
                   if each not in crash.around]
    for each_if in nodes(function, ast.If):
        names_inside = nodes(each_if, ast.Name)
        is_in_an_ended_loop = any(each_if in nodes(loop, ast.If) for loop in ended_loops)
        contains_all = bool(set_before) and all(each in names_inside for each in set_before)
        if contains_all and each_if not in crash.around and not is_in_an_ended_loop:
            return each_if  # type: ignore[no-any-return]
    return None


def _names_set_beside(outer: ast.FunctionDef, inner: ast.FunctionDef) -> set[str]:
    """Return the names that a function sets outside the statement with an inner function."""
    statements_beside = [each for each in outer.body if inner not in nodes(each, ast.FunctionDef)]
    return set().union(*map(names_set, statements_beside))


#: The functions that explain errors, each with the kinds of errors; the first ones count most.
_EXPLAINERS: list[tuple[Any, Callable[[Crash], Iterator[str]]]] = [
    (RoundsError, never_ends),
    (SystemExit, _ends_python),
    (TypeError, _raises_no_error),
    (Exception, _own_raise),
    ((TypeError, AttributeError), _wrong_argument),
    (TypeError, _max_of_one_number),
    ((TypeError, AttributeError), _wrong_kind_of_value),
    ((LookupError, ValueError), _no_random_choice),
    (IndexError, _wrong_index),
    (KeyError, _no_key),
    (ValueError, _max_of_nothing),
    ((TypeError, AttributeError), _use_of_none),
    (AttributeError, _none_in_a_list),
    (AttributeError, _no_attribute),
    (AttributeError, _misspelled),
    (RuntimeError, _changed_in_its_loop),
    (TypeError, _not_unpacked),
    (TypeError, _not_called),
    (NameError, _no_value),
    (Exception, _error_with_values),
]
