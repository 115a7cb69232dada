"""Mistakes that are seen in the code of a wrong answer: each look is a short function on a tree.

A look yields where something stands that cannot be meant, what to ask of it, and the fact.
"""

from __future__ import annotations

import ast
import itertools
from collections.abc import Iterator
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
from blocky.kit.hints.errors import Told
from blocky.kit.hints.of_repair import marked, text_of
from blocky.kit.language import say

__all__ = ["ends_at_once", "seen_in_code"]

#: What only makes something new, and what can be gone through once.
_NEW = {"replace", "strip", "lstrip", "rstrip", "lower", "upper", "_replace", "sorted", "reversed"}
_ONCE = {"zip", "map", "filter", "reversed", "iter", "enumerate"}

#: A node, what to ask of it, and the fact.
_Seen = tuple[Any, str, str]


def seen_in_code(task: Task, failure: Failure, program: Program, surely: bool = False) -> Told:
    """Return the first fact that is seen in the code, of which a repair may say more.

    With ``surely`` it is what cannot be meant in any program.
    """
    for look in (_in_vain, _dropped, _used_up, _asked_too_late) if surely else (
            _printed, _yielded, _no_return, _not_handed_on, _not_changed, _never_read,
            _ended_at_once, _never_moved, _compared_meanwhile, _left_behind, _only_the_last,
            _unused):
        for tree in program.trees.values():
            for node, what, fact in look(task, failure, tree):
                where = say("Look at line {line}: {text}", line=node.lineno,
                            text=text_of(program, node, node.lineno))
                return (where, what, fact), marked(program, node, node.lineno)
    return (), ""


def ends_at_once(task: Task, failure: Failure, program: Program) -> bool:
    """Tell whether a loop of a program ends in its first round, whatever it goes through."""
    return any(any(_ended_at_once(task, failure, tree)) for tree in program.trees.values())


def _functions(tree: ast.AST) -> list[ast.FunctionDef]:
    """Return the functions and methods in a tree."""
    return [each for each in ast.walk(tree) if isinstance(each, ast.FunctionDef)]


def _is_asked_for(failure: Failure, tree: ast.AST) -> bool:
    """Tell whether a tree is the answer itself, and not what it uses."""
    return getattr(tree, "name", "") == getattr(failure.answer, "__name__", None)


def _printed(task: Task, failure: Failure, tree: ast.AST) -> Iterator[_Seen]:
    """See that what is called prints its result and returns nothing."""
    for function in _functions(tree) if failure.state is State.RETURNED_NONE else ():
        nodes = [*ast.walk(function)]
        calls: list[Any] = [each.value for each in nodes if isinstance(each, ast.Expr)
                            and called(each.value) == "print"]
        if calls and calls[0].args and not any(
                isinstance(each, ast.Return) and each.value for each in nodes):
            yield calls[0], say("What is printed is shown to a person. What does the caller get?"
                                ), say(
                "In line {line} something is printed, not returned: a person sees it, but whoever "
                "calls {name} gets None. Return it in place of that, as one value of the kind that "
                "the task asks for.", line=calls[0].lineno, name=function.name)


def _yielded(task: Task, failure: Failure, tree: ast.AST) -> Iterator[_Seen]:
    """See that what was called is a generator, where something else is expected."""
    for function in _functions(tree) if isgenerator(failure.got.value) else ():
        found = [each for each in ast.walk(function)
                 if isinstance(each, (ast.Yield, ast.YieldFrom))]
        if found:
            yield found[0], say("What does a function return that has a yield in it?"), say(
                "{name} has a yield (line {lines}), so that it returns a generator, and not the "
                "things themselves. Put them into a list, and return that list.",
                name=function.name,
                lines=", ".join(sorted({str(each.lineno) for each in found})))


def _no_return(task: Task, failure: Failure, tree: ast.AST) -> Iterator[_Seen]:
    """See that the last thing a function does is to give a name to what it should return."""
    for function in _functions(tree) if failure.state is State.RETURNED_NONE else ():
        last, parts = function.body[-1], [*ast.walk(function)]
        if (isinstance(last, ast.Assign) and isinstance(last.targets[0], ast.Name) and not any(
                isinstance(each, (ast.Return, ast.Yield, ast.YieldFrom)) for each in parts)):
            yield last, say("What is done with {name} after line {line}?", line=last.lineno,
                            name=last.targets[0].id), say(
                "{function} ends after line {line}, and returns nothing: what {name} stands for is "
                "lost. Return it: return {name}", function=function.name, line=last.lineno,
                name=last.targets[0].id)


def _not_handed_on(task: Task, failure: Failure, tree: ast.AST) -> Iterator[_Seen]:
    """See that a recursion without end makes anew in each call what it should hand on."""
    for function in _functions(tree) if failure.got.stopped else ():
        optional = parameters(function)[-len(function.args.defaults):]
        for call in [each for each in ast.walk(function) if isinstance(each, ast.Call)
                     and called(each) == function.name]:
            for given in optional if function.args.defaults else ():
                if given not in names_read(call) and any(
                        isinstance(each, (ast.Attribute, ast.Subscript, ast.AugAssign))
                        and getattr(getattr(each, "value", None), "id", getattr(
                            getattr(each, "target", None), "id", "")) == given
                        for each in ast.walk(function)):  # something is noted in it
                    yield call, say("What does each call know of the calls before it?"), say(
                        "{call} in line {line} does not hand on {given}, so that each call begins "
                        "with one of its own, and knows nothing of what others have noted in it. "
                        "Hand it on: {given} as the last argument.", call=source(call),
                        line=call.lineno, given=given)


def _compared_meanwhile(task: Task, failure: Failure, tree: ast.AST) -> Iterator[_Seen]:
    """See that a loop compares with an item that it changes itself in one of its rounds."""
    for loop, branch in [(each, inner) for each in ast.walk(tree) if isinstance(each, ast.For)
                         for inner in ast.walk(each) if isinstance(inner, ast.If)]:
        rounds = names_read(loop.target)
        items = {ast.dump(each.value): each for each in ast.walk(branch.test)
                 if isinstance(each, ast.Subscript) and isinstance(each.slice, ast.Name)
                 and each.slice.id not in rounds}
        for each in [node for node in ast.walk(branch) if isinstance(node, ast.Subscript)
                     and isinstance(node.ctx, ast.Store) and names_read(node.slice) & rounds]:
            if item := items.get(ast.dump(each.value)):
                yield branch, say("Is {item} the same in each round of the loop?",
                                  item=source(item)), say(
                    "Line {line} compares with {item}, and line {other} changes it, too, in the "
                    "round in which the loop comes to it: from then on the rest is compared with "
                    "the new value. Keep {item} in a name before the loop, and compare with that.",
                    line=branch.lineno, other=each.lineno, item=source(item))


def _never_moved(task: Task, failure: Failure, tree: ast.AST) -> Iterator[_Seen]:
    """See that the best so far is looked for by comparing with what never changes."""
    for function, loop in [(one, each) for one in _functions(tree) for each in ast.walk(one)
                           if isinstance(each, ast.For)]:
        moved = {*names_set(loop)}
        fixed = {*names_set(ast.Module(function.body, []))} - moved
        for each in [branch for branch in ast.walk(loop) if isinstance(branch, ast.If)]:
            test, kept = each.test, [*names_set(ast.Module(each.body, []))]
            sides = [test.left, *test.comparators] if isinstance(test, ast.Compare) and isinstance(
                test.ops[0], (ast.Gt, ast.GtE, ast.Lt, ast.LtE)) else []
            for name in sorted({getattr(side, "id", "") for side in sides} & fixed):
                if kept and len(sides) == 2 and not each.orelse:
                    yield each, say("What is {name} in each round of the loop?", name=name), say(
                        "Line {line} compares with {name}, and nothing in the loop gives it "
                        "another value: whatever passes that is kept in {kept}, and the last of "
                        "them stays, not the best. Let {name} be that of the one that is kept.",
                        line=each.lineno, name=name, kept=kept[0])


def _left_behind(task: Task, failure: Failure, tree: ast.AST) -> Iterator[_Seen]:
    """See that of what is kept of the best so far one thing stays that of an earlier one."""
    for first in [each for loop in ast.walk(tree) if isinstance(loop, (ast.For, ast.While))
                  for each in ast.walk(loop) if isinstance(each, ast.If)]:
        second = first.orelse[0] if len(first.orelse) == 1 else None
        if not isinstance(second, ast.If):
            continue
        kept, also = ({*names_set(ast.Module(each.body, []))} for each in (first, second))
        equal = {name for each in ast.walk(second.test) if isinstance(each, ast.Compare)
                 and isinstance(each.ops[0], ast.Eq) for name in names_read(each)}
        for name in sorted((also - kept) & names_read(second.test)):
            if kept & also and equal & kept & names_read(first.test):
                yield first, say("What else is new when line {line} has found a better one?",
                                 line=first.body[0].lineno), say(
                    "Below line {line} a better one is kept, and {name} stays that of an earlier "
                    "one, with which line {other} then compares. Let {name} be that of the better "
                    "one there, too.", line=first.lineno, other=second.lineno, name=name)


def _in_vain(task: Task, failure: Failure, tree: ast.AST) -> Iterator[_Seen]:
    """See that what came from a loop, an item or an attribute gets a value that nothing reads."""
    for function in _functions(tree):
        nodes = [*ast.walk(function)]
        inside = {each: {*ast.walk(each)} for each in nodes
                  if isinstance(each, (ast.For, ast.While))}
        reads = [each for each in nodes if isinstance(each, ast.Name)
                 and isinstance(each.ctx, ast.Load)]
        shared = {name for each in nodes if isinstance(each, (ast.Global, ast.Nonlocal))
                  for name in each.names}
        rounds = {name: loop for loop in inside if isinstance(loop, ast.For)
                  for name in names_set(loop.target)}
        items = {each.targets[0].id: each for each in nodes if isinstance(each, ast.Assign)
                 and isinstance(each.targets[0], ast.Name)
                 and isinstance(each.value, (ast.Attribute, ast.Subscript))}
        for each in nodes:
            if not isinstance(each, (ast.Assign, ast.AugAssign)):
                continue
            name, first = next(iter(names_set(each)), ""), each.lineno
            again = isinstance(each, ast.AugAssign) or isinstance(each.value, ast.Constant) or (
                name in names_read(each.value) and not isinstance(each.value, ast.Attribute))
            around = [inside[loop] for loop in inside if loop is not rounds.get(name)]
            later = next((loop for loop in around if each in loop), set()) - {*ast.walk(each)}
            in_round = name in rounds and each in inside[rounds[name]]
            if name in shared or not (again or in_round) or any(read.id == name and (
                    read.lineno > first or read in later) for read in reads):
                continue
            if in_round:
                yield each, say("What is different after line {line}?", line=first), say(
                    "Line {line} only gives another value to the name {name}, and the next round "
                    "of the loop takes that away again: in {things} everything stays as it was. "
                    "Change the place itself where the value stands.", line=first, name=name,
                    things=source(rounds[name].iter))
            elif name in items and items[name].lineno < first:
                yield each, say("What is different after line {line}?", line=first), say(
                    "Line {line} only gives another value to the name {name}, and no line reads it "
                    "after that: {things}, from which it came in line {other}, stays as it was. "
                    "Change {things} itself.", line=first, name=name,
                    other=items[name].lineno, things=source(items[name].value))


def _dropped(task: Task, failure: Failure, tree: ast.AST) -> Iterator[_Seen]:
    """See that something new is made of a thing, and dropped."""
    for each in [node.value for node in ast.walk(tree) if isinstance(node, ast.Expr)]:
        if isinstance(each, ast.Call) and called(each) in _NEW:
            things = getattr(each.func, "value", None) or next(iter(each.args), None)
            if isinstance(things, (ast.Name, ast.Attribute, ast.Subscript)):
                yield each, say("What is different after line {line}?", line=each.lineno), say(
                    "{call} in line {line} makes something new, and nothing keeps it: {things} "
                    "stays as it is. Keep it: {things} = {call}", call=source(each),
                    line=each.lineno, things=source(things))


def _used_up(task: Task, failure: Failure, tree: ast.AST) -> Iterator[_Seen]:
    """See that a zip, say, of which each item comes only once, is gone through twice."""
    for function in _functions(tree):
        nodes = [*ast.walk(function)]
        for made in [each for each in nodes if isinstance(each, ast.Assign) and (
                isinstance(each.value, ast.GeneratorExp) or called(each.value) in _ONCE)]:
            name = source(made.targets[0])
            named = [each for each in nodes if isinstance(each, ast.Name) and each.id == name]
            reads = sorted((each for each in named if isinstance(each.ctx, ast.Load)),
                           key=lambda each: (each.lineno, each.col_offset))
            if len(named) - len(reads) != 1 or any(
                    called(each) == "next" and name in names_read(each) for each in nodes):
                continue
            pairs = [(one, other) for one, other in itertools.pairwise(reads)
                     if not _either_or(function, one, other)]
            pairs += [(one, one) for loop in nodes for one in reads
                      if isinstance(loop, (ast.For, ast.While)) and made not in ast.walk(loop)
                      and any(one in ast.walk(each) for each in loop.body)
                      and not isinstance(loop.body[-1], (ast.Return, ast.Break))]
            for one, other in pairs[:1]:
                yield made, say("How often can {name} be gone through?", name=name), say(
                    "{name} in line {line} can be gone through only once: what line {first} has "
                    "taken out of it is gone when line {other} comes to it. Keep it as a list: "
                    "{name} = list({value})", name=name, line=made.lineno, first=one.lineno,
                    value=source(made.value), other=other.lineno) if one is not other else say(
                    "{name} in line {line} can be gone through only once, and line {first} does "
                    "so in the first round of a loop: in the next one nothing is left of it. "
                    "Keep it as a list: {name} = list({value})", name=name, line=made.lineno,
                    first=one.lineno, value=source(made.value))


def _either_or(function: ast.AST, one: ast.AST, other: ast.AST) -> bool:
    """Tell whether of two nodes, the first one first, only one is come to in a call."""
    for node, _, block, _ in blocks(function):
        if isinstance(node, ast.If) and one in ast.walk(ast.Module(block, [])):
            if other not in ast.walk(node):
                if isinstance(block[-1], (ast.Return, ast.Continue, ast.Break)):
                    return True
            elif other not in ast.walk(ast.Module(block, [])) and (
                    other not in ast.walk(node.test)) and one not in ast.walk(node.test):
                return True
    return False


def _asked_too_late(task: Task, failure: Failure, tree: ast.AST) -> Iterator[_Seen]:
    """See that a part of what is given gets a constant, and is asked for only after that."""
    for function in _functions(tree):
        new = {name for each in ast.walk(function) if isinstance(each, ast.Assign) and isinstance(
            each.value, (ast.Dict, ast.List, ast.Call)) for name in names_set(each)}
        for block in [block for *_, block, _ in blocks(function)]:
            for place, first in enumerate(block):
                if not isinstance(first, ast.Assign) or not isinstance(
                        first.value, ast.Constant) or not isinstance(
                            target := first.targets[0], (ast.Attribute, ast.Subscript)):
                    continue
                if read := _read_next(target, new | {"self"}, block[place + 1:]):
                    yield read, say("What is {thing} when line {line} asks for it?",
                                    thing=source(target), line=read.lineno), say(
                        "Line {line} gives {thing} the value {value}, and line {other} asks for "
                        "it only after that, so that what was there before no longer counts. Ask "
                        "first, and set it then.", line=first.lineno, thing=source(target),
                        value=source(first.value), other=read.lineno)


def _read_next(target: Any, new: set[str], later: list[ast.stmt]) -> Any:
    """Return where a part of something is read next, if nothing may have changed it before."""
    base = target
    while isinstance(base, (ast.Attribute, ast.Subscript)):
        base = base.value
    name = getattr(base, "id", "")
    for statement in later if name and name not in new else ():
        nodes: list[Any] = [*ast.walk(statement)]
        same = [each for each in nodes if source(each) == source(target)]
        reads = [each for each in same if isinstance(each.ctx, ast.Load)]
        if any(isinstance(each, ast.Call) and name in [
                getattr(given, "id", "") for given in (*each.args, getattr(each.func, "value", 0))]
               for each in nodes) or any(
                   isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)
                   and each.id in names_read(target) for each in nodes):
            return None
        if len(reads) == len(same) > 0 or (reads and isinstance(statement, ast.Assign)):
            return reads[0]
        if same:
            return None
    return None


def _only_the_last(task: Task, failure: Failure, tree: ast.AST) -> Iterator[_Seen]:
    """See that a loop gives a name a new value in each round, of which only the last is used."""
    for _, each, name in of_the_last(tree):
        if any(read.id == name and isinstance(read.ctx, ast.Load)
               for read in ast.walk(tree) if isinstance(read, ast.Name)):
            yield each, say("What is {name} when the loop is over?", name=name), say(
                "Line {line} gives {name} a new value in each round of the loop, and no round "
                "looks at the one before: after the loop it is that of the last round alone. "
                "What should become of the others?", line=each.lineno, name=name)


def _not_changed(task: Task, failure: Failure, tree: ast.AST) -> Iterator[_Seen]:
    """See that a parameter is given another value, where the thing itself is to be changed."""
    got, want = failure.got, failure.expected
    if got.error or got.returned is not None or not _is_asked_for(failure, tree):
        return
    for given, case, own, right in zip(parameters(tree), failure.case, got.after, want.after,
                                       strict=False):
        named = [each for each in ast.walk(tree) if isinstance(each, ast.Name)
                 and each.id == given and isinstance(each.ctx, ast.Store)]
        if named and own == told(case) and (own != right or want is got):
            yield named[0], say("Is {given}, which was handed in, any different after the call?",
                                given=given), say(
                "Line {line} gives the name {given} to something else: what was handed in stays as "
                "it was. Change that instead, by giving values to its attributes.",
                line=named[0].lineno, given=given)


def _ended_at_once(task: Task, failure: Failure, tree: ast.AST) -> Iterator[_Seen]:
    """See what returns in the first round of a loop."""
    loops = [each for each in ast.walk(tree) if isinstance(each, (ast.For, ast.While))]
    for loop in loops:  # the outer ones come first
        if not isinstance(loop, ast.For) or any(
                isinstance(each, ast.Continue) for each in ast.walk(loop)):
            continue
        last = loop.body[-1]
        if isinstance(last, ast.Return) and (
                len(loop.body) > 1 or names_read(last) & names_read(loop.target)):
            yield last, say("How many rounds does the loop that begins in line {loop} make?",
                            loop=loop.lineno), say(
                "Line {line} stands in the loop that begins in line {loop}, and ends it in its "
                "first round: only the first of {things} is looked at, and if there is none, line "
                "{line} is never reached. Go through all of them, and return what came of it after "
                "the loop that begins in line {outer}, further to the left.", line=last.lineno,
                loop=loop.lineno, things=source(loop.iter), outer=next(
                    each.lineno for each in loops if loop in ast.walk(each)))


def _unused(task: Task, failure: Failure, tree: ast.AST) -> Iterator[_Seen]:
    """See a parameter that is only handed on, and that every right way uses; a law says more."""
    own = parameters(tree)
    ways = [way for each in (*task.ways, task.right) for way in right_trees(each)[:1]
            if len(parameters(way)) == len(own)]
    if (ways and not failure.broken and failure.state is not State.RETURNED_NONE
            and isinstance(tree, ast.FunctionDef) and _is_asked_for(failure, tree)):
        unused = [given for place, given in enumerate(own) if not _uses(tree, place)
                  and all(_uses(way, place) for way in ways)]
        if unused:
            yield tree, say("What {name} is given must make a difference. Do your lines use all of "
                            "it?", name=tree.name), say(
                "No line of {name} uses {given} for more than to hand it on, so that it does the "
                "same whatever {given} is.", name=tree.name, given=", ".join(unused))


def _uses(function: Any, place: int) -> bool:
    """Tell whether a parameter is used for more than to hand it on as it is to the same call."""
    given = parameters(function)[place]
    handed: list[Any] = [
        argument for each in ast.walk(function)
        if isinstance(each, ast.Call) and called(each) == function.name
        for argument in (*each.args[place - len(parameters(function)):][:1],
                         *(named.value for named in each.keywords if named.arg == given))]
    return any(isinstance(each, ast.Name) and each.id == given and each not in handed
               and isinstance(each.ctx, ast.Load) for each in ast.walk(function))


def _never_read(task: Task, failure: Failure, tree: ast.AST) -> Iterator[_Seen]:
    """See what an object is made with and keeps, and only the right class reads."""
    def read(tree: ast.AST) -> set[str]:
        return {each.attr for each in ast.walk(tree)
                if isinstance(each, ast.Attribute) and isinstance(each.ctx, ast.Load)}

    theirs = {name for way in right_trees(task.right)[:1] for method in _functions(way)
              if method.name != "__init__" for name in read(method)}
    starts = [each for each in _functions(tree) if each.name == "__init__"
              and _is_asked_for(failure, tree)]
    for start, each in [(one, each) for one in starts for each in ast.walk(one)]:
        if (isinstance(each, ast.Assign) and isinstance(kept := each.targets[0], ast.Attribute)
                and (value := getattr(each.value, "id", "")) in parameters(start)
                and [getattr(one, "id", "") for one in ast.walk(start)].count(value) == 1
                and kept.attr in theirs - read(tree)):
            yield each, say("What becomes of {kept} after line {line}?", kept=source(kept),
                            line=each.lineno), say(
                "{kept} is set in line {line}, and no line ever reads it, so that all objects do "
                "the same, whatever {value} they were made with.", kept=source(kept),
                line=each.lineno, value=value)
