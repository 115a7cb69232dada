"""Mistakes that are seen in the code of a wrong answer: each look is a short function on a tree.

A look yields what cannot be meant, or what is likely wrong with changes of it. A change is run: of
what only may be wrong nothing is said unless just that makes the answer right.
"""

from __future__ import annotations

import ast
import builtins
import itertools
import sys
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import IntEnum
from inspect import isgenerator
from itertools import islice
from time import thread_time
from typing import Any

from blocky.kit.check.compare import told, written
from blocky.kit.check.failure import Failure
from blocky.kit.check.program import Program, RoundsError, right_trees
from blocky.kit.check.record import State
from blocky.kit.check.run import Outcome
from blocky.kit.check.task import Task
from blocky.kit.check.trees import blocks, called, calls_of, names_read, parameters, size
from blocky.kit.hints.errors import Told
from blocky.kit.hints.of_repair import marked, source, text_of
from blocky.kit.language import say
from blocky.kit.repair.change import Change, Edit
from blocky.kit.repair.guarded import as_they_were, guarded, little_memory
from blocky.kit.repair.rules import Kind

__all__ = ["Certain", "seen_in_code"]

#: For so many seconds of computing changes are run, in so many rounds of loops and calls each.
SECONDS, ROUNDS = 0.25, 20_000

#: With so many cases that the check did not have, at most, a change is tried.
FRESH = 40

#: A size that is written in may stand for an expression of so many nodes.
LONG = 9

#: Among so many cases a pair is looked for that shows what a parameter is for.
PAIRED = 40

#: What is said of such a pair has so many letters at most.
SHORT = 300

#: The name under which a program finds what makes sure that an index is not negative.
_NATURAL = "__kit_natural__"

#: Methods of a text that return another one, and functions that return something new.
_NEW = {"replace", "strip", "lstrip", "rstrip", "upper", "lower", "title", "removeprefix",
        "removesuffix", "ljust", "rjust", "center"}
_MAKING = {"sorted", "reversed", "list", "tuple", "set", "str", "int", "abs"}

#: What goes through things without a loop of one's own.
_WITHOUT = {"map", "filter", "reduce"}


class Certain(IntEnum):
    """How certain a mistake is; only a fact may stand beside another mistake."""

    ALL = 0  #: the change makes the answer right in all cases
    FACT = 1  #: it cannot be meant
    UNUSED = 2  #: it cannot be meant, but a repair may say more
    HERE = 3  #: the change makes the answer right in this case and others, and keeps what was right


@dataclass(frozen=True)
class _Way:
    """A change of a tree, and what is said of it."""

    edits: tuple[Edit, ...]
    said: str


@dataclass(frozen=True)
class _Seen:
    """What may be wrong at a node: the second hint, the ways to mend it, and the fact, if any.

    ``always``: the fact is told even if no way makes a difference.
    """

    node: Any
    what: str
    ways: Sequence[_Way] = ()
    fact: str = ""
    always: Certain | None = None


@dataclass(frozen=True)
class _Look:
    """What a look may look at: a tree of a program, and how the answer failed."""

    task: Task
    failure: Failure
    program: Program
    tree: Any

    def right(self) -> list[ast.AST]:
        """Return the tree of each right way."""
        ways = [*self.task.ways, *([self.task.right] if self.task.right else [])]
        return [tree for way in ways for tree in right_trees(way)[:1]]

    def right_if_anew(self) -> bool:
        """Tell whether the answer is right, up to this case, if it is made anew for each call."""
        judge, end = self.task.judge(), thread_time() + SECONDS
        program = self.program

        def anew(*args: Any, **named: Any) -> Any:
            return program.load()(*args, **named)

        with suppress(Exception, RoundsError), guarded():
            for case in self.failure.cases[:len(self.failure.passed) + 1]:
                program.rounds, program.most_rounds = 0, ROUNDS
                if thread_time() > end or not judge(anew, case, end - thread_time())[0]:
                    return False
            return True
        return False

    def wanted(self) -> Iterator[Outcome]:
        """Yield what should come of some cases, if only one thing is right."""
        task = self.task
        for case in self.failure.cases[:PAIRED] if task.right and not task.only_laws else ():
            if not (want := task.run(task.right, case, 0.1)).error and not want.stopped:
                yield want

    def functions(self) -> Iterator[ast.FunctionDef]:
        """Yield the functions and methods in the tree."""
        yield from (each for each in ast.walk(self.tree) if isinstance(each, ast.FunctionDef))


def seen_in_code(task: Task, failure: Failure, program: Program) -> dict[Certain, Told]:
    """Return what is seen in the code, the first of each certainty."""
    found: dict[Certain, Told] = {}
    trial = _Trial(task, failure, program)
    with little_memory(), warnings.catch_warnings(), as_they_were(program.fixed.values()):
        warnings.simplefilter("ignore")
        for look in _LOOKS:
            for tree in program.trees.values():
                for seen in look(_Look(task, failure, program, tree)):
                    certain, said = trial.weighed(seen)
                    if certain is not None and certain not in found:
                        line = seen.node.lineno
                        where = say("Look at line {line}: {text}", line=line,
                                    text=text_of(program, seen.node, line))
                        found[certain] = ((where, seen.what, said),
                                          marked(program, seen.node, line))
                    if Certain.ALL in found:
                        return found
    return found


class _Trial:
    """Runs changed programs, as long as there is time."""

    def __init__(self, task: Task, failure: Failure, program: Program) -> None:
        self._task, self._failure, self._program = task, failure, program
        self._judge = task.judge()
        self._end = thread_time() + min(SECONDS, failure.left / 3)
        self._chance = bool(failure.broken) and (task.only_laws or not task.right)
        self._fresh: list[Any] | None = None
        self._before: list[bool] | None = None

    def weighed(self, seen: _Seen) -> tuple[Certain | None, str]:
        """Return how certain a mistake is, None if it is not, and what is said of it."""
        different, here = False, ""
        for way in () if self._chance else seen.ways:
            if thread_time() > self._end:
                break
            certain, differs = self._run(way.edits)
            if certain is Certain.ALL:
                return certain, way.said
            different |= differs
            here = here or (way.said if certain else "")
        if seen.fact and (seen.always is not None or different):
            return Certain.FACT if different else seen.always, here or seen.fact
        return (Certain.HERE, here) if here else (None, "")

    def _run(self, edits: tuple[Edit, ...]) -> tuple[Certain | None, bool]:
        """Return how certain a change is, and whether it makes a difference in the case."""
        failure, program = self._failure, self._program
        name = program.tree_of(edits[0][0])
        with suppress(Exception), Change(Kind.MISSING, edits, 0, program.trees[name].lineno):
            with guarded():
                answer = program.load(name, **{_NATURAL: _natural})
            good, got = self._judged(answer, failure.case)
            if not good:
                return None, got is not None and got != failure.got
            others = [each for each in failure.cases if each is not failure.case]
            now = [thread_time() < self._end and self._judged(answer, case)[0] for case in others]
            if thread_time() > self._end:
                return None, True
            if all(now):
                if self._fresh is None:
                    self._fresh = [*islice(self._task.fresh(failure.cases), FRESH)]
                if all(self._judged(answer, case)[0] for case in self._fresh):
                    return Certain.ALL, True
            return Certain.HERE if self._helps(others, now) else None, True
        return None, False

    def _helps(self, cases: Sequence[Any], now: Sequence[bool]) -> bool:
        """Tell whether a change keeps what was right, and mends half of the wrong cases or more."""
        if self._before is None:
            self._before = [self._judged(self._failure.answer, case)[0] for case in cases]
        mended = [good for good, was in zip(now, self._before, strict=True) if not was]
        return 2 * sum(mended) > len(mended) and all(
            good for good, was in zip(now, self._before, strict=True) if was)

    def _judged(self, answer: Any, case: Any) -> tuple[bool, Outcome | None]:
        self._program.rounds, self._program.most_rounds = 0, ROUNDS
        trace = sys.gettrace()
        try:
            with guarded():
                return self._judge(answer, case, max(self._end - thread_time(), 0.01))
        except (Exception, SystemExit, RoundsError):
            return False, None
        finally:
            sys.settrace(trace)


def _natural(index: Any) -> Any:
    """Return an index; IndexError if it is negative, for that would work by accident only."""
    if isinstance(index, int) and index < 0:
        raise IndexError(index)
    return index


# -- the looks -----------------------------------------------------------------------------------

def _printed(look: _Look) -> Iterator[_Seen]:
    for function in look.functions():
        returns = any(isinstance(each, ast.Return) and each.value is not None
                      for each in ast.walk(function))
        for owner, name, block, _ in blocks(function):
            for place, each in enumerate(block):
                call = each.value if isinstance(each, ast.Expr) else None
                if not (isinstance(call, ast.Call) and called(call) == "print" and call.args):
                    continue
                new = ast.Return(call.args[0] if len(call.args) == 1 else
                                 ast.Tuple(call.args, ast.Load()))
                said = say("In line {line} the result is printed, not returned: a person sees "
                           "it, but whoever calls {name} gets None. Write {new} in place of {old}.",
                           line=each.lineno,
                           name=function.name, new=source(new), old=source(each))
                fact = said if len(call.args) == 1 else say(
                    "In line {line} something is printed, not returned: a person sees it, but "
                    "whoever calls {name} gets None. Return one value, of the kind that the task "
                    "asks for.", line=each.lineno, name=function.name)
                none = look.failure.state is State.RETURNED_NONE and not returns
                yield _Seen(each, say("What is printed is shown to a person. What does the caller "
                                      "get?"),
                            [_Way((_put(owner, name, block, place, new),), said)],
                            fact if none else "", Certain.FACT if none else None)


def _error_returned(look: _Look) -> Iterator[_Seen]:
    value = look.failure.got.value
    is_error = isinstance(value, BaseException) or (
        isinstance(value, type) and issubclass(value, BaseException))
    for owner, name, block, _ in blocks(look.tree):
        for place, each in enumerate(block):
            if not isinstance(each, ast.Return) or each.value is None:
                continue
            made = each.value.func if isinstance(each.value, ast.Call) else each.value
            kind = getattr(builtins, getattr(made, "id", ""), None)
            if not (isinstance(kind, type) and issubclass(kind, BaseException)):
                continue
            new = ast.Raise(each.value)
            said = say("The error is returned, and must be raised: {new}, not {old}.",
                       new=source(new), old=source(each))
            yield _Seen(each, say("An error that is returned stops nobody: the caller goes on "
                                  "with it."),
                        [_Way((_put(owner, name, block, place, new),), said)],
                        said if is_error else "", Certain.FACT if is_error else None)


def _ended_at_once(look: _Look) -> Iterator[_Seen]:
    """See what ends a loop in its first round."""
    for owner, name, block, around in blocks(look.tree):
        for loop in block:
            if not isinstance(loop, (ast.For, ast.While)) or _goes_on(loop):
                continue
            last = loop.body[-1]
            outer: list[tuple[ast.AST, str, list[ast.stmt], ast.stmt]] = [
                (owner, name, block, loop)]
            for inner in reversed(around):
                if not isinstance(inner, (ast.For, ast.While)):
                    break
                outer += [(above, field, others, inner) for above, field, others, _ in
                          blocks(look.tree) if inner in others]
            ways = [_Way(((loop, "body", kept or [ast.Pass()]), *_after(place, moved)), said)
                    for kept, moved, said in _kept_and_moved(loop, last) for place in outer]
            used = len(loop.body) > 1 or isinstance(last, ast.If) or (
                isinstance(loop, ast.For) and names_read(last) & names_read(loop.target))
            fact = "" if isinstance(loop, ast.While) or not (ways and used) else say(
                "Line {line} ends the loop that begins in line {loop} in its first round, either "
                "way: only the first of {things} is looked at. In the loop, return only what is "
                "certain already; the rest is returned after the loop, further to the left.",
                line=last.lineno, loop=loop.lineno, things=source(loop.iter)
                ) if isinstance(last, ast.If) else say(
                "Line {line} stands in the loop that begins in line {loop}, and ends it in its "
                "first round: only the first of {things} is looked at, and if there is none, line "
                "{line} is never reached. Go through all of them, and return what came of it "
                "after the loop, further to the left.",
                line=last.lineno, loop=loop.lineno, things=source(loop.iter))
            yield _Seen(last, say("How many rounds does the loop that begins in line {loop} make?",
                                  loop=loop.lineno), ways, fact,
                        Certain.UNUSED if isinstance(last, ast.Return) else None)


def _goes_on(loop: ast.For | ast.While) -> bool:
    """Tell whether a loop may come to a second round."""
    return any(isinstance(each, ast.Continue) for each in ast.walk(loop)) or not _leaves(
        loop.body[-1])


def _leaves(statement: ast.stmt) -> bool:
    if isinstance(statement, ast.If):
        return bool(statement.orelse) and _leaves(statement.body[-1]) and _leaves(
            statement.orelse[-1])
    return isinstance(statement, ast.Return)


def _kept_and_moved(loop: ast.For | ast.While, last: ast.stmt
                    ) -> Iterator[tuple[list[ast.stmt], list[ast.stmt], str]]:
    """Yield what may stay in a loop, what belongs after it, and what is said of that."""
    before = loop.body[:-1]
    if isinstance(last, ast.If):
        for asked, inside, moved in ((last.test, last.body, last.orelse), (
                ast.UnaryOp(ast.Not(), last.test), last.orelse, last.body)):
            yield [*before, ast.If(asked, inside, [])], moved, say(
                "Line {line} ends the loop that begins in line {loop} in its first round, either "
                "way. Only {stays} may end it; {goes} belongs after the loop, when all rounds are "
                "over.", line=last.lineno, loop=loop.lineno, stays=source(inside[-1]),
                goes=source(moved[-1]))
        return
    yield before, [last], say(
        "Line {line} ends the loop that begins in line {loop} in its first round. Put {old} after "
        "the loop, further to the left.", line=last.lineno, loop=loop.lineno, old=source(last))
    value = last.value if isinstance(last, ast.Return) else None
    if isinstance(value, (ast.Compare, ast.BoolOp, ast.UnaryOp, ast.Call, ast.IfExp)):
        tests: list[tuple[ast.expr, bool]] = [(ast.UnaryOp(ast.Not(), value), False), (value, True)]
        for test, stays in tests:
            kept = ast.If(test, [ast.Return(ast.Constant(stays))], [])
            yield [*before, kept], [ast.Return(ast.Constant(not stays))], say(
                "Line {line} ends the loop that begins in line {loop} in its first round. Only "
                "{stays} may end it: {kept}. After the loop, when all rounds are over, comes "
                "return {goes}.", line=last.lineno, loop=loop.lineno, stays=stays,
                kept=source(kept), goes=not stays)


def _put(owner: ast.AST, name: str, block: list[ast.stmt], place: int, *new: ast.stmt) -> Edit:
    """Return the edit that puts other statements, or none, in place of one in a block."""
    return owner, name, [*block[:place], *new, *block[place + 1:]] or [ast.Pass()]


def _after(place: tuple[ast.AST, str, list[ast.stmt], ast.stmt], moved: list[ast.stmt]
           ) -> tuple[Edit]:
    owner, name, block, inner = place
    number = block.index(inner) + 1
    return ((owner, name, [*block[:number], *moved, *block[number:]]),)


def _not_anew(look: _Look) -> Iterator[_Seen]:
    """See what is set once, before a loop, and changed in each of its rounds."""
    for owner, name, block, _ in blocks(look.tree):
        for place, each in enumerate(block):
            if not isinstance(each, ast.Assign) or not isinstance(each.targets[0], ast.Name):
                continue
            variable = each.targets[0].id
            loops = [inner for later in block[place + 1:] for inner in ast.walk(later)
                     if isinstance(inner, (ast.For, ast.While))
                     and variable in names_read(ast.Module(inner.body, []))]
            for loop in loops:
                edits = (loop, "body", [each, *loop.body]), _put(owner, name, block, place)
                yield _Seen(each, say("What is in {name} when a new round of the loop that begins "
                                      "in line {loop} starts?", name=variable, loop=loop.lineno),
                            [_Way(edits, say(
                                "{old} in line {line} is done once, so that what one round of the "
                                "loop that begins in line {loop} leaves in {name} is still there "
                                "in the next. Put it inside of that loop, at its beginning.",
                                old=source(each), line=each.lineno, loop=loop.lineno,
                                name=variable))])


def _other_way_round(look: _Look) -> Iterator[_Seen]:
    """See loops of which the inner one should be the outer one."""
    for each in ast.walk(look.tree):
        pairs: list[tuple[Any, Any]] = []
        if isinstance(each, ast.For):
            pairs = [(each, inner) for inner in each.body if isinstance(inner, ast.For)]
        elif isinstance(each, (ast.ListComp, ast.GeneratorExp)):
            pairs = [*zip(each.generators, each.generators[1:], strict=False)]
            if isinstance(each.elt, (ast.ListComp, ast.GeneratorExp)):
                pairs.append((each.generators[-1], each.elt.generators[0]))
        for outer, inner in pairs:
            if names_read(outer.target) & names_read(inner.iter):
                continue
            heads = [source(ast.comprehension(one.target, one.iter, [], 0))
                     for one in (outer, inner)]
            edits = tuple((one, name, getattr(other, name))
                          for one, other in ((outer, inner), (inner, outer))
                          for name in ("target", "iter"))
            line = outer.iter.lineno
            yield _Seen(outer.iter, say("There is a loop in a loop. Which one must be the outer "
                                        "one, in which order do things come?"),
                        [_Way(edits, say(
                            "The two loops, in line {line} and in line {other}, are the other way "
                            "round: {inner} must be the outer one, and {outer} the inner one.",
                            line=line, other=inner.iter.lineno, inner=heads[1], outer=heads[0]))])


def _lost(look: _Look) -> Iterator[_Seen]:
    """See what is worked out in a line of its own, and changes nothing."""
    for owner, name, block, _ in blocks(look.tree):
        for place, each in enumerate(block):
            work: Any = each.value if isinstance(each, ast.Expr) else None
            thing: Any = None
            if isinstance(work, ast.Call) and isinstance(work.func, ast.Attribute):
                thing = work.func.value if work.func.attr in _NEW - look.program.functions else None
            elif isinstance(work, ast.Call) and called(work) in _MAKING and len(work.args) > 0:
                thing = work.args[0]
            elif isinstance(work, ast.BinOp):
                thing = work.left
            if not isinstance(thing, (ast.Name, ast.Attribute, ast.Subscript)):
                continue
            target = _stored(thing)
            new = ast.Assign([target], work)
            said = say("Line {line} makes something new, and drops it: {thing} stays as it is. "
                       "Keep what is made: {new}", line=each.lineno, thing=source(thing),
                       new=source(new))
            yield _Seen(each, say("What is {thing} after line {line}?", thing=source(thing),
                                  line=each.lineno),
                        [_Way((_put(owner, name, block, place, new),), said)],
                        said)


def _stored(node: Any) -> Any:
    """Return a name, an attribute or an item as what is given a value."""
    twin = type(node)(**{**{name: getattr(node, name) for name in node._fields},
                         "ctx": ast.Store()})
    return ast.copy_location(twin, node)


def _from_one(look: _Look) -> Iterator[_Seen]:
    """See indices that are too large by one, or go beyond the end and should begin anew."""
    for function in look.functions():
        groups: dict[str, list[ast.Subscript]] = {}
        for each in ast.walk(function):
            if isinstance(each, ast.Subscript) and isinstance(each.slice, (ast.Name, ast.BinOp)):
                groups.setdefault(ast.unparse(each.slice), []).append(each)
        for index, items in groups.items():
            lines = ", ".join(map(str, sorted({each.lineno for each in items})))
            less = ast.BinOp(items[0].slice, ast.Sub(), ast.Constant(1))
            natural = ast.Call(ast.Name(_NATURAL, ast.Load()), [less], [])
            ways = [_Way(tuple((each, "slice", natural) for each in items), say(
                "The first item has the index 0, so that {index} is one too large between the "
                "square brackets: write {new} there (line {lines}).", index=index,
                new=source(less), lines=lines))]
            for each in items if isinstance(items[0].slice, ast.BinOp) else ():
                count = ast.Call(ast.Name("len", ast.Load()), [each.value], [])
                around = ast.BinOp(each.slice, ast.Mod(), count)
                ways.append(_Way(((each, "slice", around),), say(
                    "In line {line}, {index} goes beyond the last index. After the last one comes "
                    "the first again: write {new} between the square brackets.", line=each.lineno,
                    index=index, new=source(around))))
            yield _Seen(items[0], say("How large does {index} get, and which index has the last "
                                      "item?", index=index), ways)
        for each in ast.walk(function):
            call = each if isinstance(each, ast.Call) else None
            first = call.args[0] if call and len(call.args) == 2 else None
            if call and called(call) == "range" and getattr(first, "value", None) == 1:
                yield _counted(call, [call.args[1], *(
                    [call.args[1].left] if isinstance(call.args[1], ast.BinOp) else [])])
            elif call and called(call) == "enumerate" and len(call.args) == 2:
                yield _counted(call, [call.args[0]])


def _from_zero(look: _Look) -> Iterator[_Seen]:
    """See what counts from 0, and is handed to calls that take numbers from 1."""
    for loop in ast.walk(look.tree):
        name = getattr(loop.target, "id", "") if isinstance(loop, ast.For) else ""
        calls = [each for each in ast.walk(loop) if name and isinstance(each, ast.Call)
                 and called(each) not in ("range", "len", "print")
                 and name in [getattr(part, "id", "") for part in each.args]]
        if calls:
            new = ast.BinOp(ast.Name(name, ast.Load()), ast.Add(), ast.Constant(1))
            yield _Seen(calls[0], say("What is {name} in the first round, and which number has the "
                                      "first one?", name=name),
                        [_Way(tuple((each, "args", [new if getattr(part, "id", "") == name else part
                                                    for part in each.args]) for each in calls), say(
                            "{name} counts from 0, and what it is handed to has numbers from 1: "
                            "write {new} in {calls}.", name=name, new=source(new),
                            calls=say(" and ").join(dict.fromkeys(map(source, calls)))))])


def _set_not_added(look: _Look) -> Iterator[_Seen]:
    """See what is put in the place of an older value, and must be added to it."""
    for owner, field, block, _ in blocks(look.tree):
        for place, each in enumerate(block):
            target = each.targets[0] if isinstance(each, ast.Assign) else None
            if not isinstance(each, ast.Assign) or not isinstance(target, ast.Subscript) or (
                    ast.unparse(target) in ast.unparse(each.value)):
                continue
            old = ast.Call(ast.Attribute(target.value, "get", ast.Load()),
                           [target.slice, ast.Constant(0)], [])
            ways = [ast.AugAssign(target, ast.Add(), each.value),
                    ast.Assign([target], ast.BinOp(old, ast.Add(), each.value))]
            yield _Seen(each, say("What is in {place} before line {line}, and what after it?",
                                  place=source(target), line=each.lineno),
                        [_Way((_put(owner, field, block, place, new),), say(
                            "Line {line} puts something in the place of what is there already, "
                            "which is lost. It must be added: {new}", line=each.lineno,
                            new=source(new))) for new in ways])


def _counted(call: ast.Call, firsts: list[ast.expr]) -> _Seen:
    ways = []
    for first in firsts:
        new = ast.Call(call.func, [first], [])
        ways.append(_Way(((call, "args", [first]),), say(
            "In line {line} it is counted from 1, but the first has the number 0: it should be "
            "{new}, not {old}.", line=call.lineno, new=source(new), old=source(call))))
    return _Seen(call, say("Which number has the first one here, and which should it have?"), ways)


def _written_in(look: _Look) -> Iterator[_Seen]:
    """See numbers in whose place right ways have an expression of what is given."""
    for function in look.functions():
        own = parameters(function)
        instead: dict[str, ast.expr] = {}
        for tree in look.right():
            for theirs in ast.walk(tree):
                if isinstance(theirs, ast.FunctionDef) and theirs.name in (
                        function.name, getattr(tree, "name", "")):
                    names = dict(zip(parameters(theirs), own, strict=False))
                    for each in ast.walk(theirs):
                        if isinstance(each, (ast.Call, ast.Attribute, ast.Subscript, ast.BinOp)
                                      ) and size(each) <= LONG and (
                                new := _renamed(each, names)):
                            instead[ast.unparse(new)] = new
        groups: dict[Any, list[tuple[ast.AST, str, Any]]] = {}
        put_in = _put_in(function)
        for above in ast.walk(function):
            for name, value in ast.iter_fields(above):
                for each in value if isinstance(value, list) else [value]:
                    if isinstance(each, ast.Constant) and type(each.value) in (int, float) and (
                            each.value not in (0, 1) and each not in put_in):
                        groups.setdefault(each.value, []).append((above, name, each))
        for number, places in groups.items():
            for some in ([places, *([one] for one in places)] if len(places) > 1 else [places]):
                ways = [_Way(tuple((above, name, _with(getattr(above, name), each, new))
                                   for above, name, each in some), say(
                    "In line {line}, {old} is written in, but it is not the same in all cases: it "
                    "should be {new}.", line=", ".join(str(each.lineno) for *_, each in some),
                    old=number, new=source(new))) for new in instead.values()]
                yield _Seen(some[0][2], say("Is {old} right in each case, whatever is given?",
                                            old=number), ways)


def _put_in(function: ast.FunctionDef) -> list[ast.expr]:
    """Return what is put as it is into things that there are already."""
    return [part for each in ast.walk(function) if isinstance(each, ast.Assign)
            and not isinstance(each.targets[0], ast.Name)
            for part in (each.value, *getattr(each.value, "elts", ()))]


def _with(value: Any, old: ast.AST, new: ast.AST) -> Any:
    return [new if each is old else each for each in value] if isinstance(value, list) else new


def _renamed(node: ast.expr, names: dict[str, str]) -> ast.expr | None:
    """Return an expression in a student's names; None if it is not one of parameters alone."""
    read = names_read(node) - {"len", "max", "min", "sum", "abs", "int"}
    if not read or not read <= names.keys():
        return None
    twin: Any = ast.parse(ast.unparse(node), mode="eval").body
    for each in ast.walk(twin):
        if isinstance(each, ast.Name):
            each.id = names.get(each.id, each.id)
    return twin  # type: ignore[no-any-return]


def _unused(look: _Look) -> Iterator[_Seen]:
    """See a parameter that is never read, and that every right way reads."""
    tree = look.tree
    if getattr(tree, "name", "") != look.program.name:
        return
    right = [_methods(each) for each in look.right()]
    for name, function in _methods(tree).items():
        own, theirs = parameters(function), [way.get(name) for way in right]
        unused = [(place, given) for place, given in enumerate(own)
                  if given != "self" and not _uses(function, given) and theirs
                  and all(way and len(parameters(way)) == len(own)
                          and parameters(way)[place] in _read(way) for way in theirs)]
        if unused:
            names = ", ".join(given for _, given in unused)
            said = (say("{name} hands {given} on to itself, but never uses it, so that it does the "
                        "same whatever {given} is.", name=function.name, given=names)
                    if {given for _, given in unused} & _read(function) else
                    say("{name} never uses {given}, so that it does the same whatever {given} is.",
                        name=function.name, given=names))
            pair = "" if name else _pair(look, unused[0][0])
            yield _Seen(function, say("What {name} is given must make a difference. Do your lines "
                                      "use all of it?", name=function.name),
                        fact="\n".join(filter(None, (said, pair))), always=Certain.UNUSED)


def _uses(function: ast.FunctionDef, given: str) -> bool:
    """Tell whether a parameter is used for more than to hand it on as it is to the same call."""
    place = parameters(function).index(given)
    reads = [each for each in ast.walk(function) if isinstance(each, ast.Name)
             and each.id == given and isinstance(each.ctx, ast.Load)]
    handed: list[Any] = [
        argument for each in ast.walk(function)
        if isinstance(each, ast.Call) and called(each) == function.name
        for argument in (*each.args[place - len(parameters(function)):][:1],
                         *(named.value for named in each.keywords if named.arg == given))]
    return any(each not in handed for each in reads)


def _pair(look: _Look, place: int) -> str:
    """Say of two cases that differ in a parameter alone, if what is right differs; or ""."""
    task, cases = look.task, look.failure.cases[:PAIRED]
    others = [[told(value) for number, value in enumerate(case) if number != place]
              for case in cases]
    for one, first in enumerate(cases if task.right and not task.only_laws else ()):
        for other in range(one):
            if others[one] == others[other] and len(first) > place:
                pair = [task.run(task.right, case, 0.1) for case in (cases[other], first)]
                if pair[0].returned != pair[1].returned and not any(
                        each.error or each.stopped or each.returned is None for each in pair):
                    said = say("{one} must return {right}, but {other} must return {wrong}.",
                               one=task.written(cases[other]), right=written(pair[0].value),
                               other=task.written(first), wrong=written(pair[1].value))
                    if len(said) <= SHORT:
                        return said
    return ""


def _no_return(look: _Look) -> Iterator[_Seen]:
    """See that what was called last returns nothing in any line."""
    if look.failure.state is not State.RETURNED_NONE or look.tree.name != look.program.name:
        return
    last = look.failure.case[-1] if look.failure.case else None
    asked = {""}
    if isinstance(look.tree, ast.ClassDef) and isinstance(last, str):
        with suppress(SyntaxError):
            asked = {called(ast.parse(last, mode="eval").body)}
    for name, function in _methods(look.tree).items():
        if name in asked and not any(isinstance(each, (ast.Return, ast.Yield)) and each.value
                                     for each in ast.walk(function)):
            yield _Seen(function, say("What does {name} give back to whoever calls it?",
                                      name=function.name),
                        fact=say("{name} has no line that returns anything, so that it returns "
                                 "None.", name=function.name), always=Certain.UNUSED)


def _yielded(look: _Look) -> Iterator[_Seen]:
    """See that what was called is a generator, where something else is expected."""
    for function in look.functions() if isgenerator(look.failure.got.value) else ():
        found = [each for each in ast.walk(function)
                 if isinstance(each, (ast.Yield, ast.YieldFrom))]
        if found:
            yield _Seen(found[0], say("What does a function return that has a yield in it?"),
                        fact=say("{name} has a yield (line {lines}), so that it returns a "
                                 "generator, and not the things themselves. Put them into a list, "
                                 "and return that list.", name=function.name,
                                 lines=", ".join(sorted({str(each.lineno) for each in found}))),
                        always=Certain.FACT)


def _same_branches(look: _Look) -> Iterator[_Seen]:
    """See conditions that make no difference, for both branches are the same."""
    for each in ast.walk(look.tree):
        if not isinstance(each, (ast.If, ast.IfExp)) or not each.orelse:
            continue
        one, other = (part if isinstance(part, list) else [part]
                      for part in (each.body, each.orelse))
        if [*map(ast.dump, one)] == [*map(ast.dump, other)]:
            lines = sorted({one[0].lineno, other[0].lineno})
            yield _Seen(other[0], say(
                "What is different if the condition in line {line} does not hold?",
                line=each.test.lineno), fact=say(
                "It makes no difference whether {test} holds: {what} stands in both places (line "
                "{lines}). In one of them it must be something else.", what=source(one[0]),
                test=source(each.test), lines=", ".join(map(str, lines))), always=Certain.FACT)


def _overwritten(look: _Look) -> Iterator[_Seen]:
    """See what gets another value in each round, so that only the last one is left."""
    for function in look.functions():
        for owner, name, block, _ in blocks(function):
            for place, each in enumerate(block):
                if not (isinstance(owner, ast.For) and isinstance(each, ast.Assign)
                        and isinstance(target := each.targets[0], ast.Name)):
                    continue
                inside = [*ast.walk(owner)]
                reads = [node in inside for node in ast.walk(function) if isinstance(
                    node, ast.Name) and node.id == target.id and isinstance(node.ctx, ast.Load)]
                if not reads or any(reads) or not names_read(each.value) & names_read(owner.target):
                    continue
                returned = any(target.id in names_read(node) for node in ast.walk(function)
                               if isinstance(node, ast.Return))
                more = ast.AugAssign(target, ast.Add(), each.value)
                yield _Seen(each, say("What is {name} after the loop that begins in line {loop}?",
                                      name=target.id, loop=owner.lineno), [
                    _Way((_put(owner, name, block, place, more),), say(
                        "With = in line {line}, each round of the loop forgets what {name} was "
                        "before: {new}, not {old}.", line=each.lineno, name=target.id,
                        new=source(more), old=source(each)))], say(
                    "Line {line} gives {name} another value in each round of the loop that begins "
                    "in line {loop}, so that only that of the last round is left after it. Bring "
                    "together what all rounds give.", line=each.lineno, name=target.id,
                    loop=owner.lineno) if returned else "", Certain.UNUSED if returned else None)


def _only_constants(look: _Look) -> Iterator[_Seen]:
    """See that only a few written-in values can be returned, and others are needed."""
    if isinstance(function := look.tree, ast.FunctionDef) and (
            function.name == look.program.name and not look.failure.got.error):
        ends = [each.value for each in ast.walk(function) if isinstance(each, ast.Return)]
        values = {repr(each.value): each.value for each in ends if isinstance(each, ast.Constant)}
        kinds = {type(each) for each in values.values()}
        in_loops = any(isinstance(each, ast.Return) for loop in ast.walk(function)
                       if isinstance(loop, (ast.For, ast.While)) for each in ast.walk(loop))
        if ends and all(isinstance(each, ast.Constant) for each in ends) and (
                len(values) == 1 or not in_loops) and any(
                each.returned not in values.values() and {type(each.returned)} == kinds
                for each in look.wanted()):
            yield _Seen(ends[0], say("Which values can {name} return at all?", name=function.name),
                        fact=say("{name} can return nothing but {value}: no line returns {other}.",
                                 name=function.name, value=first, other=not first)
                        if isinstance(first := next(iter(values.values())), bool) else
                        say("{name} can return nothing but {values}: that is written in, and not "
                            "worked out from what is given.", name=function.name,
                            values=say(" or ").join(values)), always=Certain.FACT)


def _goes_no_further(look: _Look) -> Iterator[_Seen]:
    """See that nothing goes on as long as there is more to do, where every right way does so."""
    got, want = look.failure.got.value, look.failure.expected.value
    if not (isinstance(got, int) and isinstance(want, int) and got < want):
        return
    own = look.program.trees.values()
    ways: list[Any] = [*look.task.ways] or [look.task.right]
    right = [tree for way in ways if way for tree in right_trees(way)[:1]]
    if look.tree.name == look.program.name and right and all(map(_goes_further, right)) and all(
            isinstance(each, ast.FunctionDef) and not _goes_further(each)
            and not _WITHOUT & calls_of(each) for each in own):
        yield _Seen(look.tree, say("How many steps does {name} make, and how many may be needed?",
                                   name=look.tree.name),
                    fact=say("{name} neither calls itself nor has a while loop, so that it makes "
                             "only as many steps as are written there. What it finds on the way "
                             "must be looked at in its turn, as long as there is more.",
                             name=look.tree.name), always=Certain.UNUSED)


def _goes_further(tree: Any) -> bool:
    """Tell whether a function calls itself, or has a loop that may go on and on."""
    added = {names_read(each.func.value).pop() for each in ast.walk(tree)
             if isinstance(each, ast.Call) and isinstance(each.func, ast.Attribute)
             and each.func.attr in ("append", "extend") and isinstance(each.func.value, ast.Name)}
    added |= {each.target.id for each in ast.walk(tree) if isinstance(each, ast.AugAssign)
              and isinstance(each.target, ast.Name)}
    return getattr(tree, "name", "") in calls_of(tree) or any(
        isinstance(each, ast.While) or (isinstance(each, ast.For) and isinstance(
            each.iter, ast.Name) and each.iter.id in added) for each in ast.walk(tree))


def _not_changed(look: _Look) -> Iterator[_Seen]:
    """See that the answer gives no value to what every right way changes of a parameter."""
    function, got = look.tree, look.failure.got
    if not isinstance(function, ast.FunctionDef) or function.name != look.program.name:
        return
    ways = [tree for way in look.task.ways for tree in right_trees(way)[:1]]
    for place, given in enumerate(parameters(function)[:len(look.failure.case)]):
        theirs = [_stores(way, parameters(way)[place]) for way in ways
                  if len(parameters(way)) > place]
        needed = set.intersection(*theirs) if theirs else set()
        named = [each for each in ast.walk(function) if isinstance(each, ast.Name)
                 and each.id == given and isinstance(each.ctx, ast.Store)]
        if not needed or (_stores(function, given) and not named) or got.error or (
                not got.after or got.after[place] != told(look.failure.case[place])):
            continue
        things = ", ".join(f"{given}.{each}" for each in sorted(needed))
        fact = (say("Line {line} gives the name {given} to something else: what was handed in "
                    "stays as it was. Change that instead, by giving values to its attributes: "
                    "{things}.", line=named[0].lineno, given=given, things=things) if named else
                say("{name} never gives {things} a value, so that {given} itself is as it was. "
                    "What is made elsewhere, or only returned, does not change it.",
                    name=function.name, things=things, given=given))
        yield _Seen(named[0] if named else function, say(
            "Is {given}, which was handed in, any different after the call?", given=given),
            fact=fact, always=Certain.FACT)


def _stores(function: Any, given: str) -> set[str]:
    """Return which attributes of a parameter get a value."""
    return {each.attr for each in ast.walk(function) if isinstance(each, ast.Attribute)
            and getattr(each.value, "id", "") == given and isinstance(each.ctx, ast.Store)}


def _never_read(look: _Look) -> Iterator[_Seen]:
    """See attributes that an object keeps and never reads, and that a right class reads."""
    start = _methods(look.tree).get("__init__") if isinstance(look.tree, ast.ClassDef) else None
    right = look.task.right if isinstance(look.task.right, type) else None
    if start is None or right is None or look.tree.name != look.program.name:
        return
    theirs = {each.attr for tree in right_trees(right)[:1]
              for name, method in _methods(tree).items() if name != "__init__"
              for each in ast.walk(method)
              if isinstance(each, ast.Attribute) and isinstance(each.ctx, ast.Load)}
    read = {each.attr for tree in look.program.trees.values() for each in ast.walk(tree)
            if isinstance(each, ast.Attribute) and isinstance(each.ctx, ast.Load)}
    for each in ast.walk(start):
        if (isinstance(each, ast.Assign) and isinstance(kept := each.targets[0], ast.Attribute)
                and getattr(each.value, "id", "") in parameters(start)
                and kept.attr in theirs - read):
            yield _Seen(each, say("What becomes of {kept} after line {line}?", kept=source(kept),
                                  line=each.lineno),
                        fact=say("{kept} is set in line {line}, and no line ever reads it, so that "
                                 "all objects do the same, whatever {value} they were made with.",
                                 kept=source(kept), line=each.lineno, value=source(each.value)),
                        always=Certain.FACT)


def _exchanged(look: _Look) -> Iterator[_Seen]:
    """See two functions of one module, or of Python, that are called the other way round."""
    groups: dict[str, dict[str, list[Any]]] = {}
    for each in ast.walk(look.tree):
        made = each.func if isinstance(each, ast.Call) else None
        if isinstance(made, ast.Attribute) and isinstance(made.value, ast.Name):
            groups.setdefault(made.value.id, {}).setdefault(made.attr, []).append(made)
        elif isinstance(made, ast.Name) and hasattr(builtins, made.id):
            groups.setdefault("", {}).setdefault(made.id, []).append(made)
    for group in groups.values():
        for one, other in itertools.combinations(group, 2):
            edits = tuple((node, "attr" if isinstance(node, ast.Attribute) else "id", name)
                          for old, name in ((one, other), (other, one)) for node in group[old])
            yield _Seen(group[one][0], say("What is {one} for, and what is {other} for?", one=one,
                                           other=other),
                        [_Way(edits, say("{one} and {other} are the other way round (line {lines})"
                                         ": write {other} where {one} is, and {one} where {other} "
                                         "is.", one=one, other=other, lines=", ".join(sorted(
                                             {str(node.lineno) for node, *_ in edits}))))])


def _kept(look: _Look) -> Iterator[_Seen]:
    """See what stays from one call to the next, if the answer is right without it."""
    def seen(node: Any, name: str, said: str, *ways: _Way) -> _Seen:
        anew = look.right_if_anew()
        return _Seen(node, say("What is in {name} when the next call comes from outside?",
                               name=name), ways, said if anew else "",
                     Certain.FACT if anew else None)

    for function in look.functions():
        args, again = function.args, function.name in calls_of(function)
        for place, value in enumerate(args.defaults):
            if not isinstance(value, (ast.List, ast.Dict, ast.Set, ast.Call)):
                continue
            name = args.args[place - len(args.defaults)].arg
            absent = ast.Compare(ast.Name(name, ast.Load()), [ast.Is()], [ast.Constant(None)])
            made = ast.If(absent, [ast.Assign([ast.Name(name, ast.Store())], value)], [])
            defaults = [*args.defaults[:place], ast.Constant(None), *args.defaults[place + 1:]]
            said = say("In line {line}, {name}={value} is made only once, when Python reads the "
                       "def: what one call leaves in it is still there in the next. Write "
                       "{name}=None there, and begin with: {made}", line=value.lineno, name=name,
                       value=source(value), made=source(made))
            yield seen(value, name, said, _Way(
                ((args, "defaults", defaults), (function, "body", [made, *function.body])), said))
        kept = [each for each in ast.walk(function)
                if isinstance(each, ast.Name) and each.id in look.program.starts]
        if kept and isinstance(look.tree, ast.FunctionDef):
            yield seen(kept[0], kept[0].id, say(
                "{name} stands outside of {function}, and is made only once: what one call leaves "
                "in it is still there when {function} is called anew. Do without it: let each call "
                "return what it has found itself, joined with what the calls of {function} in it "
                "return.", name=kept[0].id, function=function.name) if again else say(
                "{name} stands outside of {function}, and is made only once: what one call leaves "
                "in it is still there in the next. Make it anew inside of {function}, at its "
                "beginning.", name=kept[0].id, function=function.name))


def _methods(tree: Any) -> dict[str, ast.FunctionDef]:
    """Return a function as ``""``, or the methods of a class by their names."""
    if isinstance(tree, ast.FunctionDef):
        return {"": tree}
    return {each.name: each for each in getattr(tree, "body", ())
            if isinstance(each, ast.FunctionDef)}


def _read(function: ast.FunctionDef) -> set[str]:
    return {each.id for each in ast.walk(function)
            if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Load)}


#: The looks, the cheap and certain ones first.
_LOOKS: list[Callable[[_Look], Iterator[_Seen]]] = [
    _printed, _yielded, _error_returned, _same_branches, _never_read, _not_changed, _kept,
    _only_constants, _ended_at_once, _overwritten, _lost, _no_return, _unused,
    _goes_no_further, _exchanged, _other_way_round, _not_anew, _from_one, _from_zero,
    _set_not_added, _written_in,
]
