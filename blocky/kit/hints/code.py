"""Mistakes that are seen in the code of a wrong answer, each by a short look at its functions.

A look yields a node that cannot be meant, and what its sentences name beside its line.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from inspect import isgenerator
from typing import Any

from blocky.kit.check.compare import told
from blocky.kit.check.failure import Failure
from blocky.kit.check.program import Program, right_trees
from blocky.kit.check.record import State
from blocky.kit.check.task import Task
from blocky.kit.check.trees import (
    blocks,
    called,
    names_read,
    names_set,
    of_the_last,
    parameters,
    source,
)
from blocky.kit.hints.lines import Told, nodes, told_at
from blocky.kit.language import say

__all__ = ["ends_at_once", "left_open", "seen_in_code", "touched"]

#: What only makes something new.
_NEW = {"replace", "strip", "lstrip", "rstrip", "lower", "upper", "_replace", "sorted", "reversed"}

_Found = Iterator[tuple[Any, dict[str, Any]]]
_See = Callable[[Any, Failure, Task], _Found]

#: The looks, in their order, each with what it asks and the fact that it tells; by whether what is
#: seen cannot be meant in any program.
_LOOKS: dict[bool, list[tuple[_See, str, str]]] = {True: [], False: []}


def _look(ask: str, fact: str, surely: bool = False) -> Callable[[_See], _See]:
    """Let a function of a function's tree, the failure and the task be a look; a decorator."""
    def register(see: _See) -> _See:
        _LOOKS[surely].append((see, ask, fact))
        return see
    return register


def seen_in_code(task: Task, failure: Failure, program: Program, surely: bool = False) -> Told:
    """Return the first fact that is seen in the code, of which a repair may say more.

    With ``surely`` it is what cannot be meant in any program.
    """
    for see, ask, fact in _LOOKS[surely]:
        for function in _functions(program):
            for node, names in see(function, failure, task):
                fields = {"line": node.lineno, **names}
                return told_at(program, node, node.lineno, [say(fact, **fields)],
                               say(ask, **fields))
    return (), ""


def ends_at_once(task: Task, failure: Failure, program: Program) -> bool:
    """Tell whether a loop of a program ends in its first round, whatever it goes through."""
    return any(any(_ended_at_once(each, failure, task)) for each in _functions(program))


def left_open(program: Program) -> str:
    """Say what stands for something that is still to come: a pass, a condition that is none."""
    for tree in program.trees.values():
        for each in nodes(tree, ast.If, ast.IfExp):
            if isinstance(each.test, ast.Constant):
                return say("The condition in line {line} is always {value}: nothing is asked "
                           "there.", line=each.test.lineno, value=bool(each.test.value))
        for node, name, block, _ in blocks(tree):
            steps = [each for each in block if not isinstance(each, ast.Pass | ast.Expr)]
            alone = name == "body" and not getattr(node, "orelse", ()) and (
                isinstance(node, ast.For | ast.While | ast.If | ast.FunctionDef)
                and getattr(node, "name", "") != "__init__")
            if steps or alone:
                for each in block:
                    if isinstance(each, ast.Pass):
                        return say("Line {line} is only a pass, which does nothing: is a step "
                                   "missing there?", line=each.lineno)
    return ""


def _functions(program: Program) -> list[Any]:
    """Return the functions and methods of a program."""
    return [each for tree in program.trees.values() for each in nodes(tree, ast.FunctionDef)]


def touched(node: ast.AST) -> set[str]:
    """Return the names of what a node may change: what it assigns to, calls, or hands to a call."""
    if isinstance(node, (ast.Attribute, ast.Subscript)):
        return set() if isinstance(node.ctx, ast.Load) else names_read(node.value)
    return names_read(node) if isinstance(node, ast.Call) else set()


# -- what cannot be meant ------------------------------------------------------------------------

@_look("What is different after line {line}?",
       "Line {line} only asks whether two values are equal, and changes nothing. To give a value, "
       "write one =: {new}", surely=True)
def _compared(function: Any, failure: Failure, task: Task) -> _Found:
    for each in nodes(function, ast.Expr):
        if isinstance(each.value, ast.Compare) and isinstance(each.value.ops[0], ast.Eq):
            yield each, {"new": source(ast.Assign([each.value.left], each.value.comparators[0]))}


@_look("Where is a loop in a list, after an item before that place is gone?",
       "The loop that begins in line {loop} goes through {things}, and line {line} takes items out "
       "of it meanwhile, so that some are passed over. Go through a copy, list({things}), or make "
       "it empty in one step.", surely=True)
def _taken(function: Any, failure: Failure, task: Task) -> _Found:
    for loop in nodes(function, ast.For):
        things = ast.dump(loop.iter)
        calls = [each for each in nodes(loop, ast.Call) if isinstance(each.func, ast.Attribute)
                 and ast.dump(each.func.value) == things]
        is_filled = {called(each) for each in calls} & {"append", "extend", "insert"}
        for block in [] if is_filled else [block for *_, block, _ in blocks(loop)]:
            for each in block:
                call: Any = getattr(each, "value", None)
                if call in calls and called(call) == "remove" and not isinstance(
                        block[-1], (ast.Break, ast.Return)):
                    yield each, {"loop": loop.lineno, "things": source(loop.iter)}


@_look("What is different after line {line}?",
       "Line {line} only gives another value to the name {name}, and the next round of the loop "
       "takes that away again: in {things} everything stays as it was. Change the place itself "
       "where the value stands.", surely=True)
def _lost_with_its_round(function: Any, failure: Failure, task: Task) -> _Found:
    for loop in nodes(function, ast.For):
        for each in nodes(loop, ast.Assign, ast.AugAssign):
            name, inside = next(iter(names_set(each)), ""), {*ast.walk(each)}
            if name in names_set(loop.target) and not any(
                    read.id == name and isinstance(read.ctx, ast.Load) and read not in inside
                    and (read.lineno > each.lineno or any(
                        each in ast.walk(other) and read in ast.walk(other)
                        for other in nodes(loop, ast.For, ast.While)[1:]))
                    for read in nodes(function, ast.Name)):
                yield each, {"name": name, "things": source(loop.iter)}


@_look("What is different after line {line}?",
       "{call} in line {line} makes something new, and nothing keeps it: {things} stays as it is. "
       "Keep it: {things} = {call}", surely=True)
def _dropped(function: Any, failure: Failure, task: Task) -> _Found:
    for each in [statement.value for statement in nodes(function, ast.Expr)]:
        if called(each) in _NEW:
            things = getattr(each.func, "value", None) or next(iter(each.args), None)
            if isinstance(things, (ast.Name, ast.Attribute, ast.Subscript)):
                yield each, {"call": source(each), "things": source(things)}


# -- what may explain the failure ----------------------------------------------------------------

@_look("What is printed is shown to a person. What does the caller get?",
       "In line {line} something is printed, not returned: a person sees it, but whoever calls "
       "{name} gets None. Return it in place of that, as one value of the kind that the task asks "
       "for.")
def _printed(function: Any, failure: Failure, task: Task) -> _Found:
    calls = [each for each in nodes(function, ast.Call) if called(each) == "print" and each.args]
    if failure.state is State.RETURNED_NONE and calls and not any(
            each.value for each in nodes(function, ast.Return)):
        yield calls[0], {"name": function.name}


@_look("What does a function return that has a yield in it?",
       "{name} has a yield (line {lines}), so that it returns a generator, and not the things "
       "themselves. Put them into a list, and return that list.")
def _yielded(function: Any, failure: Failure, task: Task) -> _Found:
    found = nodes(function, ast.Yield, ast.YieldFrom)
    if found and isgenerator(failure.got.value):
        yield found[0], {"name": function.name,
                         "lines": ", ".join(sorted({str(each.lineno) for each in found}))}


@_look("What is done with {name} after line {line}?",
       "{function} ends after line {line}, and returns nothing: what {name} stands for is lost. "
       "Return it: return {name}")
def _no_return(function: Any, failure: Failure, task: Task) -> _Found:
    last = function.body[-1]
    if (failure.state is State.RETURNED_NONE and isinstance(last, ast.Assign)
            and isinstance(last.targets[0], ast.Name)
            and not nodes(function, ast.Return, ast.Yield, ast.YieldFrom)):
        yield last, {"function": function.name, "name": last.targets[0].id}


@_look("What does each call know of the calls before it?",
       "{call} in line {line} does not hand on {given}, so that each call begins with one of its "
       "own, and knows nothing of what others have noted in it. Hand it on: {given} as the last "
       "argument.")
def _not_handed_on(function: Any, failure: Failure, task: Task) -> _Found:
    optional = parameters(function)[len(parameters(function)) - len(function.args.defaults):]
    noted = {name for each in ast.walk(function) for name in touched(each)}
    for call in nodes(function, ast.Call) if failure.got.stopped else ():
        for given in optional:
            if called(call) == function.name and given in noted - names_read(call):
                yield call, {"call": source(call), "given": given}


@_look("Is {given}, which was handed in, any different after the call?",
       "Line {line} gives the name {given} to something else: what was handed in stays as it was. "
       "Change that instead, by giving values to its attributes.")
def _not_changed(function: Any, failure: Failure, task: Task) -> _Found:
    got, want = failure.got, failure.expected
    if got.error or got.returned is not None or not _is_asked_for(function, failure):
        return
    for given, case, own, right in zip(parameters(function), failure.case, got.after, want.after,
                                       strict=False):
        for named in nodes(function, ast.Name):
            if (named.id == given and isinstance(named.ctx, ast.Store) and own == told(case)
                    and (own != right or want is got)):
                yield named, {"given": given}


def _is_asked_for(function: Any, failure: Failure) -> bool:
    """Tell whether a function is the answer itself, and not what it uses."""
    return bool(function.name == getattr(failure.answer, "__name__", None))


@_look("How many rounds does the loop that begins in line {loop} make?",
       "Line {line} stands in the loop that begins in line {loop}, and ends it in its first round: "
       "only the first of {things} is looked at, and if there is none, line {line} is never "
       "reached. Go through all of them, and return what came of it after the loop that begins in "
       "line {outer}, further to the left.")
def _ended_at_once(function: Any, failure: Failure, task: Task) -> _Found:
    loops = nodes(function, ast.For, ast.While)
    for loop in nodes(function, ast.For):
        last = loop.body[-1]
        if isinstance(last, ast.Return) and not nodes(loop, ast.Continue) and (
                len(loop.body) > 1 or names_read(last) & names_read(loop.target)):
            yield last, {"loop": loop.lineno, "things": source(loop.iter), "outer": next(
                each.lineno for each in loops if loop in ast.walk(each))}


@_look("How many rounds does the loop that begins in line {loop} make?",
       "Either way, the if in line {line} ends the loop that begins in line {loop}, so that the "
       "first of {things} that comes there decides alone. Return in the loop only what no other "
       "one can change; the other comes after the loop, further to the left.")
def _decided_by_the_first(function: Any, failure: Failure, task: Task) -> _Found:
    for loop in nodes(function, ast.For):
        last = loop.body[-1]
        while isinstance(last, ast.If) and not last.orelse:
            last = last.body[-1]
        if isinstance(last, ast.If) and all(
                isinstance(each[-1], ast.Return) for each in (last.body, last.orelse)):
            yield last, {"loop": loop.lineno, "things": source(loop.iter)}


@_look("What is {name} when the loop is over?",
       "Line {line} gives {name} a new value in each round of the loop, and no round looks at the "
       "one before: after the loop it is that of the last round alone. What should become of the "
       "others?")
def _only_the_last(function: Any, failure: Failure, task: Task) -> _Found:
    for _, each, name in of_the_last(function):
        if any(read.id == name and isinstance(read.ctx, ast.Load)
               for read in nodes(function, ast.Name)):
            yield each, {"name": name}


@_look("What {name} is given must make a difference. Do your lines use all of it?",
       "No line of {name} uses {given} for more than to hand it on, so that it does the same "
       "whatever {given} is.")
def _unused(function: Any, failure: Failure, task: Task) -> _Found:
    own = parameters(function)
    ways: list[Any] = [way for each in (*task.ways, task.right) for way in right_trees(each)[:1]
                       if len(parameters(way)) == len(own)]
    if ways and not failure.broken and failure.state is not State.RETURNED_NONE and _is_asked_for(
            function, failure):  # a law says more
        unused = [given for place, given in enumerate(own) if given not in _used(function)
                  and all(parameters(way)[place] in _used(way) for way in ways)]
        if unused:
            yield function, {"name": function.name, "given": ", ".join(unused)}


def _used(function: Any) -> set[str]:
    """Return the names that a function reads, but not where it calls itself."""
    handed = {name for call in nodes(function, ast.Call) if called(call) == function.name
              for name in nodes(call, ast.Name)}
    return {each.id for each in nodes(function, ast.Name)
            if isinstance(each.ctx, ast.Load) and each not in handed}
