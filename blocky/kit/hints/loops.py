"""Mistakes that show in the loops of a wrong answer."""

import ast
from collections.abc import Iterator
from typing import Any

from blocky.kit.check.failure import Failure, differing
from blocky.kit.check.program import right_trees
from blocky.kit.check.task import Task
from blocky.kit.check.trees import blocks, called, names_read, names_set, nodes, of_the_last, source
from blocky.kit.hints.look import Found, look

__all__ = ["in_the_first_round"]

#: Methods that add to a thing.
_GATHERS = {"append", "extend", "add", "insert", "update"}


def _loops(tree: ast.AST) -> list[Any]:
    return nodes(tree, ast.For, ast.While)


def _reads(tree: ast.AST, name: str) -> list[Any]:
    return [each for each in nodes(tree, ast.Name)
            if each.id == name and isinstance(each.ctx, ast.Load)]


# -- what cannot be meant ------------------------------------------------------------------------

@look("What happens to a loop over a list if you remove items meanwhile?",
      "The loop on line {loop} goes through {things} while line {line} removes items from it, so "
      "it skips some. Loop over a copy instead: list({things}).", surely=True)
def _taken(function: ast.FunctionDef, failure: Failure, task: Task) -> Found:
    for loop in nodes(function, ast.For):
        things = ast.dump(loop.iter)
        calls = [each for each in nodes(loop, ast.Call) if isinstance(each.func, ast.Attribute)
                 and ast.dump(each.func.value) == things]
        is_filled = {called(each) for each in calls} & {"append", "extend", "insert"}
        for block in [] if is_filled else [block for *_, block, _ in blocks(loop)]:
            for each in block if not isinstance(block[-1], (ast.Break, ast.Return)) else ():
                call: Any = getattr(each, "value", None)
                if call in calls and called(call) == "remove":
                    yield each, {"loop": loop.lineno, "things": loop.iter}


@look("What has changed after line {line}?",
      "Line {line} only gives the variable {name} a new value, which the next iteration replaces. "
      "Nothing in {things} changes: assign to the place where the value is stored.", surely=True)
def _lost_with_its_round(function: ast.FunctionDef, failure: Failure, task: Task) -> Found:
    for loop in nodes(function, ast.For):
        for each in nodes(loop, ast.Assign, ast.AugAssign):
            if isinstance(each, ast.AugAssign) and not isinstance(each.value, ast.Constant):
                continue  # a list would become longer
            name, inside = next(iter(names_set(each)), ""), {*ast.walk(each)}
            around = [{*ast.walk(inner)} for inner in _loops(loop)[1:]]
            if name in names_set(loop.target) and not any(
                    read.lineno > each.lineno or any({each, read} <= inner for inner in around)
                    for read in _reads(function, name) if read not in inside):
                yield each, {"name": name, "things": loop.iter}


@look("What is at that place when the loop gets there?",
      "Line {line} reads {old}, but an earlier iteration has already overwritten it. Go through "
      "the places in reverse order, or read from a copy.",
      surely=True)
def _overwritten(function: ast.FunctionDef, failure: Failure, task: Task) -> Found:
    for loop in _loops(function):
        downwards = "-1" in source(getattr(loop, "iter", "")) or (
            " - 1" in ast.unparse(loop.body[-1]))
        for each in nodes(loop, ast.Assign) if not downwards else ():
            match each.targets[0], each.value:
                case ast.Subscript(new, place), ast.Subscript(old, ast.Name(index)) if (
                        source(new) == source(old) and index in names_set(loop)
                        and source(place).lstrip("(").startswith(f"{index} + ")):
                    yield each, {"old": each.value}


@look("Which iteration of the loop on line {loop} decides what {name} is in the end?",
      "The if on line {line} sets {name} in every iteration of the loop on line {loop}, so only "
      "the last iteration counts. Set {name} before the loop, and change it in only one branch.",
      surely=True)
def _decided_by_the_last(function: ast.FunctionDef, failure: Failure, task: Task) -> Found:
    for loop in nodes(function, ast.For):
        for each in loop.body:
            match each:
                case ast.If(body=[ast.Assign([one, *_], ast.Constant())],
                            orelse=[ast.Assign([other, *_], ast.Constant())]) if (
                        (name := source(one)) == source(other) and _reads(function, name)
                        and [read.id for read in nodes(loop, ast.Name)].count(name) == 2):
                    yield each, {"loop": loop.lineno, "name": name}


# -- what may explain the failure ----------------------------------------------------------------

@look("How often does the body of the loop on line {loop} run?",
      "Line {line} ends the loop on line {loop} in its first iteration, so your code uses only the "
      "first of {things}. Return the result after the loop on line {outer}, with less indentation.")
def _ended_at_once(function: ast.FunctionDef, failure: Failure, task: Task) -> Found:
    yield from ((last, named) for loop, last, named in in_the_first_round(function)
                if _gathers(loop, failure))


@look("How often does the body of the loop on line {loop} run?",
      'Line {line} ends the loop on line {loop} in its first iteration, so your code checks only '
      'the first of {things}. Return inside the loop only under an if. The return for "nothing '
      'found" goes after the loop on line {outer}.')
def _taken_at_once(function: ast.FunctionDef, failure: Failure, task: Task) -> Found:
    yield from ((last, named) for loop, last, named in in_the_first_round(function)
                if not _gathers(loop, failure))


def in_the_first_round(function: ast.FunctionDef
                       ) -> Iterator[tuple[ast.For, ast.Return, dict[str, Any]]]:
    """Yield the loops that end in their first round, with the statement that ends it and fields."""
    for loop in nodes(function, ast.For):
        last = loop.body[-1]
        if isinstance(last, ast.Return) and not nodes(loop, ast.Continue) and (
                len(loop.body) > 1 or names_read(last) & names_read(loop.target)):
            yield loop, last, {"loop": loop.lineno, "things": loop.iter, "outer": next(
                each.lineno for each in _loops(function) if loop in ast.walk(each))}


def _gathers(loop: ast.For, failure: Failure) -> bool:
    """Return whether a loop adds to the result of the rounds before; for a number it must."""
    return type(failure.expected.value) is int or any(
        isinstance(each, ast.AugAssign) or called(each) in _GATHERS
        or (isinstance(each, ast.Assign) and not names_read(each.value).isdisjoint(names_set(each)))
        for each in nodes(loop, ast.AugAssign, ast.Call, ast.Assign))


@look("What is {old} after a few iterations of the loop on line {loop}?",
      "Line {line} compares with {old}, but line {other} can change it during the loop. Store it "
      "in a variable before the loop on line {loop}, and compare with that.")
def _compared_with_what_changes(function: ast.FunctionDef, failure: Failure, task: Task) -> Found:
    for loop in _loops(function):
        names = names_read(loop.target) if isinstance(loop, ast.For) else {*names_set(loop)}
        for step in nodes(loop, ast.Assign):
            new = step.targets[0]
            for test in nodes(loop, ast.Compare) if isinstance(new, ast.Subscript) else ():
                for old in (test.left, *test.comparators):
                    if (isinstance(old, ast.Subscript) and source(old.value) == source(new.value)
                            and names & names_read(new.slice) and names_read(old.slice)
                            and not (names | {*names_set(loop)}) & names_read(old.slice)):
                        yield test, {"old": old, "other": step.lineno, "loop": loop.lineno}


@look("How often does the body of the loop on line {loop} run?",
      "The if on line {line} always ends the loop on line {loop}, so the first of {things} that "
      "gets there decides alone. In the loop, return only a final result; return the other one "
      "after the loop.")
def _decided_by_the_first(function: ast.FunctionDef, failure: Failure, task: Task) -> Found:
    for loop in nodes(function, ast.For):
        last = loop.body[-1]
        while isinstance(last, ast.If) and not last.orelse:
            last = last.body[-1]
        match last:
            case ast.If(body=[*_, ast.Return()], orelse=[*_, ast.Return()]):
                yield last, {"loop": loop.lineno, "things": loop.iter}


@look("Which loop does the break on line {line} end?",
      "The break on line {line} ends only the loop on line {inner}. The loop on line {loop} goes "
      "on, and its later iterations give {name} another value.")
def _only_the_inner_one(function: ast.FunctionDef, failure: Failure, task: Task) -> Found:
    for loop in _loops(function):
        for inner in _loops(loop)[1:] if len(nodes(loop, ast.Break, ast.Return)) == 1 else ():
            for *_, block, _ in blocks(inner):
                match block:
                    case [*_, ast.Assign() as given, ast.Break() as last]:
                        yield from ((last, {"inner": inner.lineno, "loop": loop.lineno,
                                            "name": name}) for name in names_set(given) if any(
                            read.id == name and read.lineno > (loop.end_lineno or 0)
                            for read in nodes(function, ast.Name)))


@look("How often does the loop on line {loop} run here?",
      "Line {line} ends the loop on line {loop} completely. Your code never looks at what comes "
      "later, so the result is incomplete.")
def _broken_off(function: ast.FunctionDef, failure: Failure, task: Task) -> Found:
    ways = [tree for way in (*task.ways, task.right) for tree in right_trees(way)]
    if not ways or not _is_less(failure) or any(nodes(tree, ast.Break) for tree in ways):
        return
    for loop in _loops(function):
        inner = {each for one in _loops(loop)[1:] for each in ast.walk(one)}
        if not isinstance(getattr(loop, "test", None), ast.Constant):
            yield from ((each, {"loop": loop.lineno}) for each in nodes(loop, ast.Break)
                        if each not in inner)


def _is_less(failure: Failure) -> bool:
    """Return whether the result, or the first fact that differs, is too little."""
    own, want = failure.got.value, failure.expected.value
    names = differing(failure.expected, failure.got)
    if not names and type(own) is type(want) is int:
        return bool(own < want)
    for name in names[:1]:
        own, want = failure.got.facts[name], failure.expected.facts[name]
    return isinstance(own, (list, tuple)) and type(own) is type(want) and len(own) < len(want)


@look("What is {name} after the loop?",
      "Line {line} gives {name} a new value in each iteration, so only the last one is left after "
      "the loop. What should happen to the others?")
def _only_the_last(function: ast.FunctionDef, failure: Failure, task: Task) -> Found:
    yield from ((each, {"name": name}) for _, each, name in of_the_last(function))
