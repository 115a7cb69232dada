"""Mistakes that are seen in the loops of a wrong answer."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Any

from blocky.kit.check.failure import Failure, differing
from blocky.kit.check.program import right_trees
from blocky.kit.check.task import Task
from blocky.kit.check.trees import blocks, called, names_read, names_set, of_the_last, source
from blocky.kit.hints.look import Found, look, nodes

__all__ = ["in_the_first_round"]

#: What adds to a thing.
_GATHERS = {"append", "extend", "add", "insert", "update"}


# -- what cannot be meant ------------------------------------------------------------------------

@look("Where is a loop in a list, after an item before that place is gone?",
      "The loop that begins in line {loop} goes through {things}, and line {line} takes items out "
      "of it meanwhile, so that some are passed over. Go through a copy, list({things}), or make "
      "it empty in one step.", surely=True)
def _taken(function: Any, failure: Failure, task: Task) -> Found:
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


@look("What is different after line {line}?",
      "Line {line} only gives another value to the name {name}, and the next round of the loop "
      "takes that away again: in {things} everything stays as it was. Change the place itself "
      "where the value stands.", surely=True)
def _lost_with_its_round(function: Any, failure: Failure, task: Task) -> Found:
    for loop in nodes(function, ast.For):
        for each in nodes(loop, ast.Assign, ast.AugAssign):
            if isinstance(each, ast.AugAssign) and not isinstance(each.value, ast.Constant):
                continue  # a list would become longer
            name, inside = next(iter(names_set(each)), ""), {*ast.walk(each)}
            if name in names_set(loop.target) and not any(
                    read.id == name and isinstance(read.ctx, ast.Load) and read not in inside
                    and (read.lineno > each.lineno or any(
                        each in ast.walk(other) and read in ast.walk(other)
                        for other in nodes(loop, ast.For, ast.While)[1:]))
                    for read in nodes(function, ast.Name)):
                yield each, {"name": name, "things": source(loop.iter)}


@look("What stands at that place when the loop comes to it?",
      "Line {line} takes {old}, and a round before has put something else there. Go through the "
      "places from the other end, or take it from a copy, which no line changes.",
      surely=True)
def _overwritten(function: Any, failure: Failure, task: Task) -> Found:
    for loop in nodes(function, ast.For, ast.While):
        names = {*names_set(loop)}
        downwards = "-1" in source(getattr(loop, "iter", "")) or (
            " - 1" in ast.unparse(loop.body[-1]))
        for each in nodes(loop, ast.Assign) if not downwards else ():
            new, old = each.targets[0], each.value
            if (isinstance(new, ast.Subscript) and isinstance(old, ast.Subscript)
                    and source(new.value) == source(old.value) and isinstance(old.slice, ast.Name)
                    and old.slice.id in names and source(new.slice).lstrip("(").startswith(
                        f"{old.slice.id} + ")):
                yield each, {"old": source(old)}


@look("Which rounds of the loop that begins in line {loop} decide what {name} is in the end?",
      "Each round of the loop that begins in line {loop} gives {name} a value, as the if in line "
      "{line} does so either way: in the end it is that of the last round alone. What no other "
      "round can change must be kept: give {name} its first value before the loop, and change it "
      "in only one of the two branches.", surely=True)
def _decided_by_the_last(function: Any, failure: Failure, task: Task) -> Found:
    for loop in nodes(function, ast.For):
        for each in loop.body:
            name = _given_either_way(each)
            if name and [read.id for read in nodes(loop, ast.Name)].count(name) == 2 and any(
                    read.id == name and isinstance(read.ctx, ast.Load)
                    for read in nodes(function, ast.Name)):
                yield each, {"loop": loop.lineno, "name": name}


def _given_either_way(statement: Any) -> str:
    """Return the name that both branches of an if give a constant to, and no more; "" if none."""
    steps = [*statement.body, *statement.orelse] if isinstance(statement, ast.If) else []
    names = [source(each.targets[0]) for each in steps
             if isinstance(each, ast.Assign) and isinstance(each.value, ast.Constant)]
    return names[0] if len(steps) == len(names) == 2 and names[0] == names[1] else ""


# -- what may explain the failure ----------------------------------------------------------------

@look("How many rounds does the loop that begins in line {loop} make?",
      "Line {line} stands in the loop that begins in line {loop}, and ends it in its first round: "
      "only the first of {things} is looked at, and if there is none, line {line} is never "
      "reached. Go through all of them, and return what came of it after the loop that begins in "
      "line {outer}, further to the left.")
def _ended_at_once(function: Any, failure: Failure, task: Task) -> Found:
    yield from (
        (last, named) for loop, last, named in in_the_first_round(function)
        if _gathers(loop, failure))


@look("How many rounds does the loop that begins in line {loop} make?",
      "Line {line} stands in the loop that begins in line {loop}, and ends it in its first round: "
      "only the first of {things} is looked at. Return in the loop only what is really found, "
      "below an if. What is returned where none is found comes after the loop that begins in line "
      "{outer}.")
def _taken_at_once(function: Any, failure: Failure, task: Task) -> Found:
    yield from (
        (last, named) for loop, last, named in in_the_first_round(function)
        if not _gathers(loop, failure))


def in_the_first_round(function: Any) -> Iterator[tuple[ast.For, ast.Return, dict[str, Any]]]:
    """Yield the loops that end in their first round, each with what ends it and what it names."""
    loops = nodes(function, ast.For, ast.While)
    for loop in nodes(function, ast.For):
        last = loop.body[-1]
        if isinstance(last, ast.Return) and not nodes(loop, ast.Continue) and (
                len(loop.body) > 1 or names_read(last) & names_read(loop.target)):
            yield loop, last, {"loop": loop.lineno, "things": source(loop.iter), "outer": next(
                each.lineno for each in loops if loop in ast.walk(each))}


def _gathers(loop: ast.For, failure: Failure) -> bool:
    """Tell whether a loop adds to what the rounds before have come to, or must, for a number."""
    return type(failure.expected.value) is int or any(
        isinstance(each, ast.AugAssign) or called(each) in _GATHERS
        or (isinstance(each, ast.Assign) and not names_read(each.value).isdisjoint(names_set(each)))
        for each in nodes(loop, ast.AugAssign, ast.Call, ast.Assign))


@look("What is {old} after some rounds of the loop that begins in line {loop}?",
      "Line {line} compares with {old} in each round, and line {other} can change that before "
      "the loop is over: the rounds after it compare with something else. Keep it in a variable "
      "before the loop that begins in line {loop}, and compare with that.")
def _compared_with_what_changes(function: Any, failure: Failure, task: Task) -> Found:
    for loop in nodes(function, ast.For, ast.While):
        names = names_read(loop.target) if isinstance(loop, ast.For) else {*names_set(loop)}
        for step in nodes(loop, ast.Assign):
            new = step.targets[0]
            for test in nodes(loop, ast.Compare) if isinstance(new, ast.Subscript) else ():
                for old in (test.left, *test.comparators):
                    if (isinstance(old, ast.Subscript) and source(old.value) == source(new.value)
                            and names & names_read(new.slice) and names_read(old.slice)
                            and not (names | {*names_set(loop)}) & names_read(old.slice)):
                        yield test, {"old": source(old), "other": step.lineno,
                                     "loop": loop.lineno}


@look("How many rounds does the loop that begins in line {loop} make?",
      "Either way, the if in line {line} ends the loop that begins in line {loop}, so that the "
      "first of {things} that comes there decides alone. Return in the loop only what no other "
      "one can change; the other comes after the loop, further to the left.")
def _decided_by_the_first(function: Any, failure: Failure, task: Task) -> Found:
    for loop in nodes(function, ast.For):
        last = loop.body[-1]
        while isinstance(last, ast.If) and not last.orelse:
            last = last.body[-1]
        if isinstance(last, ast.If) and all(
                isinstance(each[-1], ast.Return) for each in (last.body, last.orelse)):
            yield last, {"loop": loop.lineno, "things": source(loop.iter)}


@look("Which of the loops does the break in line {line} end?",
      "The break in line {line} ends only the loop that begins in line {inner}. The one that "
      "begins in line {loop} goes on, and its later rounds give {name} another value.")
def _only_the_inner_one(function: Any, failure: Failure, task: Task) -> Found:
    for loop in nodes(function, ast.For, ast.While):
        for inner in nodes(loop, ast.For, ast.While)[1:]:
            for *_, block, _ in blocks(inner):
                if len(block) > 1 and isinstance(block[-1], ast.Break) and (
                        isinstance(block[-2], ast.Assign)
                        and len(nodes(loop, ast.Break, ast.Return)) == 1):
                    for name in names_set(block[-2]):
                        if any(read.id == name and read.lineno > (loop.end_lineno or 0)
                               for read in nodes(function, ast.Name)):
                            yield block[-1], {"inner": inner.lineno, "loop": loop.lineno,
                                              "name": name}


@look("How many rounds does the loop that begins in line {loop} make here?",
      "Line {line} ends the loop that begins in line {loop} for good, as soon as a round comes "
      "there: what would come later is not looked at, and too little comes of it.")
def _broken_off(function: Any, failure: Failure, task: Task) -> Found:
    ways = [tree for way in (*task.ways, task.right) for tree in right_trees(way)]
    if ways and _is_less(failure) and not any(nodes(tree, ast.Break) for tree in ways):
        for loop in nodes(function, ast.For, ast.While):
            for each in nodes(loop, ast.Break) if not isinstance(
                    getattr(loop, "test", None), ast.Constant) else ():
                if not any(each in [*ast.walk(inner)]
                           for inner in nodes(loop, ast.For, ast.While)[1:]):
                    yield each, {"loop": loop.lineno}


def _is_less(failure: Failure) -> bool:
    """Tell whether what came of an answer, or the first fact that differs, is too little."""
    own, want = failure.got.value, failure.expected.value
    names = differing(failure.expected, failure.got)
    if not names and type(own) is type(want) is int:
        return bool(own < want)
    for name in names[:1]:
        own, want = failure.got.facts[name], failure.expected.facts[name]
    return isinstance(own, (list, tuple)) and type(own) is type(want) and len(own) < len(want)


@look("What is {name} when the loop is over?",
      "Line {line} gives {name} a new value in each round of the loop, and no round looks at the "
      "one before: after the loop it is that of the last round alone. What should become of the "
      "others?")
def _only_the_last(function: Any, failure: Failure, task: Task) -> Found:
    yield from ((each, {"name": name}) for _, each, name in of_the_last(function))
