"""What is said of an error in an answer, told from the values that there were in its line."""

from __future__ import annotations

import ast
import builtins
import inspect
import itertools
import re
import sys
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from traceback import format_exception_only
from typing import Any

from blocky.kit.check.compare import told, written
from blocky.kit.check.failure import Failure
from blocky.kit.check.program import SEE, Program, RoundsError, right_trees
from blocky.kit.check.run import Outcome
from blocky.kit.check.task import Case, Task
from blocky.kit.check.trees import (
    blocks,
    called,
    calls_of,
    names_read,
    names_set,
    parameters,
    source,
)
from blocky.kit.hints.crash import UNSEEN, Crash, ended, seen_again
from blocky.kit.hints.of_repair import marked, text_of
from blocky.kit.language import say, say_count
from blocky.kit.repair.change import Change
from blocky.kit.repair.rules import Kind

__all__ = ["Told", "compared", "from_the_end", "going_on", "hidden", "none_kept", "not_taken",
           "nothing_apart", "raised", "taken_from"]

#: Hints, and the markup of the student's source with a line marked; both empty if nothing is seen.
Told = tuple[tuple[str, ...], str]

#: Errors that nobody waits for: a program that catches one of them hides a mistake.
_MISTAKES = (TypeError, AttributeError, NameError, ZeroDivisionError, AssertionError)

#: A call of so many letters is quoted whole; in so many right cases it is looked for negative
#: indices.
SHORT, FEW = 40, 12

#: What returns None where it does not find anything.
_MAY_FIND_NOTHING = {"get", "pop", "next", "setdefault", "max", "min"}


def raised(crash: Crash | None, surely: bool = False, expected: Outcome | None = None) -> Told:
    """Return what is said of the error that ended an answer, if anything is ``expected``.

    Of a loop without an end ``surely`` lets only be said what is seen in its code.
    """
    if not crash or (surely and not _is_sure(crash)):
        return (), ""
    said = _why(crash)
    if expected and not expected.error and expected.returned is not None:
        said += _meant(crash, written(expected.value))
    return _told(crash.program, crash.node, crash.line, said)


def _meant(crash: Crash, value: str) -> list[str]:
    """Say what should be returned where an answer raises an error itself, or asks an assert."""
    raising = [each for each in crash.around if isinstance(each, (ast.Raise, ast.Assert))]
    if not raising or crash.passed_on:
        return []
    return [say("Here {value} is to be returned, and nothing raised. An assert ends everything "
                "where its condition does not hold: in place of each assert, ask with if, and "
                "return {value}.", value=value) if isinstance(raising[0], ast.Assert) else
            say("Here {value} is to be returned, and nothing raised.", value=value)]


def not_taken(task: Task, failure: Failure) -> tuple[str, ...]:
    """Return what is said of an answer that does not take what it is called with."""
    answer, text = failure.answer, failure.got.said
    start: Any = vars(answer).get("__init__") if isinstance(answer, type) else answer
    if failure.got.error != "TypeError" or not hasattr(start, "__code__"):
        return ()
    takes, head = inspect.signature(start), f"def {start.__name__}{inspect.signature(start)}"
    where = say("What does the first line of {name} take, and with what is it called?",
                name=start.__name__)
    if isinstance(answer, type):
        asked = [name for name in takes.parameters if f"'{name}'" in text]
        if not asked and f"{start.__name__}()" not in text:
            return ()
        return (where, say("It is called in the case above: {call}", call=task.written(
            failure.case)), say(
            "{head} asks for {names}, and nothing is given for it. Leave it out, or give it a "
            "default: {names}=...", head=head, names=", ".join(asked)) if asked else say(
            "{head} has not the parameters that the task names. Python says: {text}.", head=head,
            text=text))
    right = next((tree for way in (*task.ways, task.right) for tree in right_trees(way)[:1]
                  if isinstance(tree, ast.FunctionDef)), None)
    given = parameters(right) if right else [""] * len(failure.case)
    try:
        takes.bind(*given)
    except TypeError:
        return (where, say("It is called in the case above: {call}", call=task.written(
            failure.case)), say_count(
            "{name} is called with 1 value, and {head} does not take that: it must have a "
            "parameter for it, {names}.",
            "{name} is called with {count} values, and {head} does not take these: it must have "
            "a parameter for each, {names}.", len(given), name=task.name, head=head,
            names=", ".join(given)))
    return ()


def going_on(crash: Crash | None) -> Told:
    """Return what is said of a loop whose condition rests on what was worked out before it."""
    loop = _loop_of(crash)
    if crash is None or not isinstance(loop, ast.While) or any(isinstance(
            each, (ast.Break, ast.Return, ast.Raise)) for each in ast.walk(loop)):
        return (), ""
    asked, moved = _asked_and_moved(loop)
    said = [] if asked & moved else [
        say("Line {line}, {text}, is done once, before the loop. It must be done in each round as "
            "well, once {names} is new.", line=each.lineno, text=source(each),
            names=", ".join(sorted(names_read(each.value) & moved)))
        for each in ast.walk(crash.around[-1]) if isinstance(each, ast.Assign)
        and {*names_set(each)} & asked and names_read(each.value) & moved]
    return _told(crash.program, crash.node, crash.line,
                 [*_loop(crash), *said]) if said else ((), "")


def from_the_end(task: Task, failure: Failure, program: Program) -> tuple[Told, Told]:
    """Return what is said of an index that is negative where the answer is wrong, in two ways.

    Python counts from the end then, without an error. The first is of an index that is not
    negative in cases in which the answer is right, the second of any.
    """
    right = [each.case for each in failure.tried if each.good][:FEW]
    anywhere: Told = (), ""
    if any(isinstance(each, ast.Subscript) and any(isinstance(one, ast.Mod)
                                                   for one in ast.walk(each.slice))
           for way in (*task.ways, task.right) for tree in right_trees(way)
           for each in ast.walk(tree)):  # to go round is meant
        return anywhere, anywhere
    for name, tree in program.trees.items() if len(right) > 1 else ():
        items = [each for each in ast.walk(tree) if isinstance(each, ast.Subscript)
                 and isinstance(each.slice, (ast.Name, ast.BinOp))
                 and not calls_of(each.slice)]
        found: dict[int, tuple[int, dict[str, Any]]] = {}
        asked = set[int]()

        def see(number: int, value: Any, found: dict[int, Any] = found,
                asked: set[int] = asked) -> Any:
            asked.add(number)
            if isinstance(value, int) and value < 0:
                found.setdefault(number, (value, dict(sys._getframe(1).f_locals)))
            return value

        slots = [(each, "slice") for each in items]
        _look_at(task, program, name, slots, see, [failure.case])
        here = dict(found)
        found.clear()
        asked.clear()
        _look_at(task, program, name, slots, see, right if here else [])
        for number, (index, values) in sorted(here.items()):
            each, line = items[number], items[number].lineno
            hints = _told(program, each, line, [say(
                "In line {line}, {whole} asks for the index {index} here, for {names}. Below 0 an "
                "index counts from the end, without an error: that case must be asked for before."
                , line=line, whole=source(each), index=index, names=", ".join(
                    say("{name} is {value}", name=name, value=written(values[name]))
                    for name in sorted(names_read(each.slice) & values.keys())))], say(
                        "How small does the index in line {line} get?", line=line))
            if number in asked and number not in found:
                return hints, hints
            anywhere = anywhere if anywhere[0] else hints
    return ((), ""), anywhere


def hidden(task: Task, case: Case, program: Program) -> Told:
    """Return what is said of a mistake whose error the answer itself catches in a case."""
    recursive = any(calls_of(tree) & program.functions for tree in program.trees.values())
    for handler in [each for tree in program.trees.values() for each in ast.walk(tree)
                    if isinstance(each, ast.ExceptHandler)]:
        catches_all = handler.type is None or getattr(handler.type, "id", "") in (
            "Exception", "BaseException")
        if not catches_all and (recursive or not isinstance(handler.body[-1], ast.Return)):
            continue  # it may be meant
        caught: list[BaseException | None] = []
        note = ast.Expr(ast.Call(ast.Name("__kit_note__", ast.Load()), [], []))
        look = Change(Kind.MISSING, ((handler, "body", [note, *handler.body]),), 0, handler.lineno)

        def find(name: str = program.tree_of(handler), look: Change = look,
                 caught: list[BaseException | None] = caught,
                 catches_all: bool = catches_all, **more: Any) -> BaseException | None:
            caught.clear()
            with look:
                ended(task, program, case, name,
                      __kit_note__=lambda: caught.append(sys.exception()), **more)
            return next((each for each in caught if isinstance(each, _MISTAKES)
                         or not catches_all), None)

        if crash := seen_again(program, find):
            return _told(program, crash.node, crash.line, [
                say("In line {line} there is {error}, and nobody sees it, for the except in line "
                    "{other} catches it.", line=crash.line, other=handler.lineno,
                    error=type(crash.error).__name__), *_why(crash)])
    return (), ""


def compared(program: Program) -> Told:
    """Return what is said of lines that only ask whether two things are equal."""
    found = sorted((each.value for tree in program.trees.values() for each in ast.walk(tree)
                    if isinstance(each, ast.Expr) and isinstance(each.value, ast.Compare)
                    and isinstance(each.value.ops[0], ast.Eq)), key=lambda each: each.lineno)
    said = [say("Line {line} only asks whether two values are equal, and changes nothing. To give "
                "a value, write one =: {new}", line=each.lineno,
                new=source(ast.Assign([each.left], each.comparators[0]))) for each in found]
    return _told(program, found[0], found[0].lineno, ["\n".join(said)], say(
        "What is different after line {line}?", line=found[0].lineno)) if found else ((), "")


def taken_from(program: Program) -> Told:
    """Return what is said of a loop that takes items out of what it goes through."""
    loops = [each for tree in program.trees.values() for each in ast.walk(tree)
             if isinstance(each, ast.For) and isinstance(each.iter, (ast.Name, ast.Attribute))]
    for loop in loops:
        for _, _, block, _ in blocks(loop):
            for each in block:
                call = each.value if isinstance(each, ast.Expr) else None
                if (isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute)
                        and call.func.attr == "remove"
                        and ast.dump(call.func.value) == ast.dump(loop.iter)
                        and not isinstance(block[-1], (ast.Break, ast.Return))):
                    filled = any(getattr(other, "attr", "") in ("append", "extend", "insert")
                                 and ast.dump(getattr(other, "value", other)) == ast.dump(loop.iter)
                                 for other in ast.walk(loop))
                    return _told(program, each, each.lineno, [say(
                        "The loop that begins in line {loop} goes through {things}, and line "
                        "{line} takes items out of it meanwhile, so that some are passed over. "
                        "Take them out by while {things}: ... {things}.pop(), for it gets new ones "
                        "in the loop." if filled else
                        "The loop that begins in line {loop} goes through {things}, and line "
                        "{line} takes items out of it meanwhile, so that some are passed over. Go "
                        "through a copy, list({things}), or make it empty in one step.",
                        loop=loop.lineno, line=each.lineno, things=source(loop.iter))], say(
                            "Where is a loop in a list, after an item before that place is gone?"))
    return (), ""


def none_kept(task: Task, case: Case, program: Program, to_return: bool) -> Told:
    """Return what is said of a name that is given what a call returned: None.

    With ``to_return`` it may be a return as well.
    """
    kinds: dict[type[ast.AST], str] = {ast.Assign: "value", ast.ListComp: "elt"}
    kinds |= {ast.Return: "value"} if to_return else {}
    for name, tree in program.trees.items():
        dropped = [each.value for each in ast.walk(tree) if isinstance(each, ast.Expr)]
        given = [(each, kinds[type(each)]) for each in ast.walk(tree)
                 if type(each) in kinds and each not in dropped
                 and isinstance(part := getattr(each, kinds[type(each)]), ast.Call)
                 and called(part) not in program.functions | _MAY_FIND_NOTHING]
        came: dict[int, list[bool]] = {}

        def see(number: int, value: Any, came: dict[int, list[bool]] = came) -> Any:
            came.setdefault(number, []).append(value is None)
            return value

        _look_at(task, program, name, given, see, [case])
        for each, field in [given[number] for number in sorted(came) if all(came[number])]:
            part = getattr(each, field)
            return _told(program, each, part.lineno, [say(
                "In line {line}, {call} returns None, and it is None that is kept. What changes a "
                "thing returns nothing: call it in a line of its own, and go on with the thing.",
                line=part.lineno, call=source(part))], say(
                    "What does {call} return?", call=source(part)))
    return (), ""


def nothing_apart(task: Task, failure: Failure, program: Program) -> Told:
    """Return what is said of a key by which things are ordered, and that is the same for all."""
    cases = [each.case for each in failure.tried][:2 * FEW]
    for name, tree in program.trees.items():
        keys = [each for each in ast.walk(tree) if isinstance(each, ast.keyword)
                and each.arg == "key"]
        came: dict[int, list[tuple[Any, Any]]] = {}

        def see(number: int, key: Any, came: dict[int, Any] = came) -> Any:
            def seen(item: Any) -> Any:
                came.setdefault(number, []).append((item, key(item)))
                return came[number][-1][1]
            return seen if callable(key) else key

        _look_at(task, program, name, [(each, "value") for each in keys], see,
                 cases if len(cases) > FEW / 2 else [])
        for number, pairs in sorted(came.items()):
            (thing, value), node = pairs[0], keys[number].value
            if any(told(one) != told(thing) for one, _ in pairs) and all(
                    told(one) == told(value) for _, one in pairs):
                return _told(program, node, node.lineno, [say(
                    "In line {line}, the key by which things are compared is {value} for each of "
                    "them, in all cases that were tried: it tells nothing apart, and all stay in "
                    "the order in which they were.", line=node.lineno, value=written(value))], say(
                        "What is the key in line {line} for two different things?",
                        line=node.lineno))
    return (), ""


def _look_at(task: Task, program: Program, name: str, slots: Sequence[tuple[ast.AST, str]],
             see: Callable[[int, Any], Any], cases: Iterable[Case]) -> None:
    """Run an answer in some cases with ``see`` called for what stands in fields of its nodes.

    It gets the number of the node and the value, and what it returns takes the place of that.
    """
    edits = tuple((node, field, ast.Call(ast.Name(SEE, ast.Load()), [
        ast.Constant(number), getattr(node, field)], []))
        for number, (node, field) in enumerate(slots))
    with Change(Kind.MISSING, edits, 0, program.trees[name].lineno):
        for case in cases if slots else ():
            ended(task, program, case, name, **{SEE: see})


def _told(program: Program, node: ast.AST, line: int, said: list[str], what: str = "") -> Told:
    """Return where to look, ``what`` or the first sentence, and all of them."""
    if not said:
        return (), ""
    where = say("Look at line {line}: {text}", line=line, text=text_of(program, node, line))
    first = said[0] if len(said) > 1 else what or say("Which values are there in line {line}, and "
                                                      "what becomes of them?", line=line)
    return (where, first, "\n".join(said)), marked(program, node, line)


def _why(crash: Crash) -> list[str]:
    """Return sentences that say what happened: those of the first way that fits."""
    for kinds, way in _WAYS:
        if isinstance(crash.error, kinds) and (said := [*way(crash)]):
            return said
    return []


# -- a way for each kind of error ----------------------------------------------------------------

def _loop_of(crash: Crash | None) -> ast.While | ast.For | None:
    """Return the loop that a program went round in for ever."""
    around = crash.around if crash and isinstance(crash.error, RoundsError) else []
    return next((each for each in around if isinstance(each, (ast.While, ast.For))), None)


def _is_sure(crash: Crash) -> bool:
    """Tell whether it is seen in the code of a loop that it never ends."""
    loop = _loop_of(crash)
    if not isinstance(loop, ast.While):
        return False
    asked, moved = _asked_and_moved(loop)
    return bool(asked) and (not asked & moved or _the_same_again(loop, asked) is not None)


def _the_same_again(loop: ast.While, asked: set[str]) -> ast.Assign | None:
    """Return the assignment in a loop that never gives another value to what the loop asks for."""
    parts = [each for statement in loop.body for each in ast.walk(statement)]
    given = [each for each in parts if isinstance(each, ast.Assign)]
    changed = {name for each in parts for name in names_set(each)}
    if len(given) != 1 or any(
            isinstance(each, (ast.Call, ast.AugAssign, ast.For, ast.Attribute, ast.Subscript))
            and not isinstance(getattr(each, "ctx", None), ast.Load) for each in parts):
        return None
    return given[0] if {*names_set(given[0])} & asked and not (
        names_read(given[0].value) & changed) else None


def _asked_and_moved(loop: ast.While | ast.For) -> tuple[set[str], set[str]]:
    """Return the names that say how long a loop goes on, and those that it may change."""
    inside = ast.Module(loop.body, [])
    return (names_read(loop.test if isinstance(loop, ast.While) else loop.iter),
            {*names_set(inside), *(name for each in ast.walk(inside) for name in _touched(each))})


def _touched(node: ast.AST) -> set[str]:
    """Return the names of what a node may change: what it assigns to, calls, or hands to a call."""
    if isinstance(node, (ast.Attribute, ast.Subscript)):
        return set() if isinstance(node.ctx, ast.Load) else names_read(node.value)
    return names_read(node) if isinstance(node, ast.Call) else set()


def _loop(crash: Crash) -> Iterator[str]:
    loop = _loop_of(crash)
    if loop is None:
        return
    asked, moved = _asked_and_moved(loop)
    if isinstance(loop, ast.For):
        if asked & moved:
            yield say("The loop that begins in line {line} goes through {things}, which it makes "
                      "longer all the time.", line=loop.lineno, things=source(loop.iter))
    elif asked and not moved & asked:
        yield say("The loop that begins in line {line} goes on for ever: nothing in it changes "
                  "{names}, so that {condition} stays as it is.", line=loop.lineno,
                  names=", ".join(sorted(asked - {*dir(builtins)})), condition=source(loop.test))
    elif again := _the_same_again(loop, asked):
        yield say("The loop that begins in line {line} goes on for ever: each of its rounds does "
                  "the same as the one before. {code} in line {other} gives the same value each "
                  "time, for nothing in the loop changes {names}.", line=loop.lineno,
                  code=source(again), other=again.lineno,
                  names=", ".join(sorted(names_read(again.value))))
    else:
        seen = [*_put_in_again(crash, loop, asked)]
        yield (seen[0] if seen else say(
            "The loop that begins in line {line} goes on and on: {condition} never comes to an "
            "end. Which line should bring it closer to that?", line=loop.lineno,
            condition=source(loop.test)))


def _put_in_again(crash: Crash, loop: ast.While, asked: set[str]) -> Iterator[str]:
    """Say what a round puts in again of what it takes out of the list that the loop asks for."""
    for name in sorted(asked):
        things = crash.value(ast.Name(name))
        puts = sorted({each.lineno for each in ast.walk(loop) if isinstance(each, ast.Call)
                       and isinstance(each.func, ast.Attribute) and name in names_read(each.func)
                       and each.func.attr in ("append", "appendleft", "extend", "insert", "put")})
        if puts and isinstance(things, (list, deque)) and things:
            thing, count = Counter(map(written, [*things][-1000:])).most_common(1)[0]
            if count > 2:
                yield say("{name} never becomes empty: what was in it before is put into it again "
                          "(line {lines}). {thing} stands in it {count} times now. Put in only "
                          "what has never been in it.", name=name, thing=thing, count=count,
                          lines=", ".join(map(str, puts)))


def _exit(crash: Crash) -> Iterator[str]:
    yield say("Line {line} ends Python itself. To end a function, and to give back its result, "
              "there is return.", line=crash.line)


def _own_raise(crash: Crash) -> Iterator[str]:
    place = next((place for place, each in enumerate(crash.around)
                  if isinstance(each, (ast.Raise, ast.Assert))), None)
    if place is None or crash.passed_on or (
            place and not isinstance(crash.error, AssertionError)):
        return
    yield say("It is your own line {line} that raises {error} here.", line=crash.line,
              error=type(crash.error).__name__)
    around = crash.around[place:]
    tests = [(around[0].test, False, crash.line)] if isinstance(around[0], ast.Assert) else [
        (above.test, inner not in above.orelse, above.lineno)
        for inner, above in itertools.pairwise(around) if isinstance(above, ast.If)]
    for test, holds, line in tests[:1]:
        yield (say("The condition in line {line} holds: {condition}.", line=line,
                   condition=source(test)) if holds else
               say("The condition in line {line} does not hold: {condition}.", line=line,
                   condition=source(test)))
        yield from _are(crash, [part for each in ast.walk(test) if isinstance(each, ast.Compare)
                                for part in (each.left, *each.comparators)] or [test])


def _are(crash: Crash, parts: Iterable[ast.AST]) -> Iterator[str]:
    """Say what a few parts of the statement are, but not of what they are attributes."""
    parts = [*parts]
    owners = [each.value for each in parts if isinstance(each, (ast.Attribute, ast.Subscript))
              and crash.value(each) is not UNSEEN and not callable(crash.value(each))]
    told = {source(each): text for each in parts if (value := crash.value(each)) is not UNSEEN
            and not callable(value) and (text := written(value)) != source(each)
            and each not in owners and " at 0x" not in text}
    for name, text in [*told.items()][:3]:
        yield say("There {name} is {value}.", name=name, value=text)


def _index(crash: Crash) -> Iterator[str]:
    node = crash.node
    if not isinstance(node, ast.Subscript):
        return
    things, index = crash.value(node.value), crash.value(node.slice)
    with suppress(ValueError):
        index = ast.literal_eval(node.slice)
    count = len(things) if hasattr(things, "__len__") else -1
    if count == 0:
        yield say("In line {line}, {things} is empty here: there is no item to take out of it.",
                  line=crash.line, things=source(node.value))
    elif count > 0 and hasattr(index, "__index__") and index < 0:
        yield say("In line {line}, {whole} asks for index {index}. Down to {last}, an index counts "
                  "from the end without an error, so that nothing stopped it before: ask whether "
                  "it is below 0.", line=crash.line, whole=source(node), index=index, last=-count)
    elif count > 0 and hasattr(index, "__index__"):
        yield say_count("In line {line}, {whole} asks for index {index}, but there is 1 item in "
                        "it, with the index 0.",
                        "In line {line}, {whole} asks for index {index}, but there are {count} "
                        "items in it, so that the last item has the index {last}.", count,
                        line=crash.line, whole=source(node), index=index, last=count - 1)
        yield from _are(crash, ast.walk(node.slice))


def _no_key(crash: Crash) -> Iterator[str]:
    things = crash.value(crash.node.value) if isinstance(crash.node, ast.Subscript) else UNSEEN
    if isinstance(things, dict) and crash.error.args:
        yield say("In line {line}, {things} has no key {key}. It has these: {keys}.",
                  line=crash.line, key=written(crash.error.args[0]), keys=written([*things]),
                  things=say("the dict") if isinstance(crash.node.value, ast.Dict) else
                  source(crash.node.value))
        if isinstance(crash.node.slice, ast.Name):
            yield say("Ask first: if {key} in {things}.", key=source(crash.node.slice),
                      things=source(crash.node.value))


def _of_nothing(crash: Crash) -> Iterator[str]:
    node = crash.node
    if called(node) in ("max", "min") and "empty" in str(crash.error):
        yield say("In line {line}, {things} is empty here, and {name} of nothing is an error. "
                  "Should there be anything? If not, ask before, or say with default=... what "
                  "comes then.",
                  line=crash.line, things=source(node.args[0]), name=called(node))


def _none(crash: Crash) -> Iterator[str]:
    node = crash.node
    parts = [each for each in ast.iter_child_nodes(node) if isinstance(each, ast.expr)]
    loop = next(iter(getattr(node, "generators", ())), None)  # of what an older Python raised it
    if loop:
        parts = [loop.iter]
    elif isinstance(getattr(node, "ctx", None), ast.Store) and not isinstance(node, ast.Attribute):
        parts = [each.value for each in crash.around if isinstance(each, ast.Assign)]
    part = next((each for each in [*parts, node] if crash.value(each) is None), None)
    if part is None or crash.passed_on:
        return
    if not isinstance(part, ast.Call):
        yield say("In line {line}, {part} is None.", line=crash.line, part=source(part))
    function = next((each for each in crash.around if isinstance(each, ast.FunctionDef)), None)
    made, line = part, crash.line
    given = [each for each in ast.walk(function or ast.Pass()) if isinstance(each, ast.Assign)
             and source(part) in map(source, each.targets)]
    if given:
        last = max(given, key=lambda each: (each.lineno < line, each.lineno))
        made, line = last.value, last.lineno
        if len(given) == 1 and line < crash.line and isinstance(made, ast.Attribute) and (
                source(part) in map(source, ast.walk(made))):
            yield say("Line {line}, {code}, went on to it: what was there before can no more be "
                      "read. Read it before that line, and keep it in a name.", line=line,
                      code=source(last))
    elif source(part) in parameters(function or ast.Pass()) and len(crash.frames) > 1:
        yield say("It was handed over in line {line}.", line=crash.frames[1].f_lineno)
    if isinstance(made, ast.Call):
        yield _returned_none(crash.program, made, line)
    elif getattr(getattr(part, "value", None), "id", "") == "self" and not any(
            each.lineno < crash.line for each in given):
        lines = sorted({each.lineno for tree in crash.program.trees.values()
                        for each in ast.walk(tree) if isinstance(each, ast.Assign)
                        and source(part) in map(source, each.targets)})
        yield say("{part} is given a value in these lines: {lines}. On the way to line {line} none "
                  "of them has made it anything but None: which one should have?",
                  part=source(part), lines=", ".join(map(str, lines)), line=crash.line)


def _returned_none(program: Program, call: ast.Call, line: int) -> str:
    """Say why a call returned None."""
    own = [each for tree in program.trees.values() for each in ast.walk(tree)
           if isinstance(each, ast.FunctionDef) and each.name == called(call)]
    bare = [each.lineno for each in (ast.walk(own[0]) if own else ()) if isinstance(
        each, ast.Return) and (each.value is None or source(each.value) == "None")]
    name = called(call)
    short = text if len(text := source(call)) <= SHORT else f"{name}(...)"
    if bare and isinstance(own[0].body[-1], ast.Return):
        return say("{call} in line {line} returned None: it came to the return in line {other}, "
                   "which gives back None. Let it return what the caller can go on with.",
                   call=short, line=line, other=bare[0])
    return (say("{call} in line {line} returned None: it came to its end without a return of a "
                "value.", call=short, line=line) if own else
            say("{call} in line {line} returned None. What changes a thing returns nothing: go "
                "on with the thing itself.", call=source(call), line=line))


def _no_attribute(crash: Crash) -> Iterator[str]:
    node = crash.node
    own = [each.lineno for tree in crash.program.trees.values() for each in ast.walk(tree)
           if isinstance(each, ast.Assign) and isinstance(node, ast.Attribute)
           and node.attr in [getattr(target, "id", "") for target in each.targets]]
    if own and getattr(node.value, "id", "") == "self":
        yield say("In line {line}, {part} is of the type {kind}, which has no {name}.",
                  line=crash.line, part="self", kind=type(crash.value(node.value)).__name__,
                  name=node.attr)
        yield say("Line {line} gives a value only to the name {name}, which is gone at the end of "
                  "that method: to keep it, write self.{name}.", line=own[0], name=node.attr)


def _not_called(crash: Crash) -> Iterator[str]:
    """Say which method or function is not called, where what it gives back is meant."""
    for each in ast.iter_child_nodes(crash.node) if isinstance(
            crash.node, (ast.BinOp, ast.Compare, ast.Subscript)) else ():
        value = crash.value(each)
        if isinstance(each, (ast.Name, ast.Attribute)) and value is not UNSEEN and (
                inspect.isroutine(value)):
            yield say("In line {line}, {part} is a method or a function itself, and not what it "
                      "gives back: it must be called, {part}(...).", line=crash.line,
                      part=source(each))


def _with_values(crash: Crash) -> Iterator[str]:
    """Say which values led to an error of which no more is known."""
    node = getattr(crash.node, "iter", crash.node)  # of a loop
    if isinstance(node, (ast.expr, ast.AugAssign)):
        words = format_exception_only(crash.error)[-1].partition(": ")[2].strip().rstrip(".")
        yield say("In line {line}, {part} raises {error}: {words}.", line=crash.line,
                  part=source(node), error=type(crash.error).__name__,
                  words=words or say("it says no more"))
        parts = [each for each in ast.walk(node) if each is not node and isinstance(
            each, (ast.Name, ast.Attribute, ast.Subscript, ast.Call))]
        yield from _are(crash, [*getattr(node, "args", ()), *parts])


def _no_value(crash: Crash) -> Iterator[str]:
    """Say where a name must get its first value that has none yet: before all that names it."""
    name, tree = re.search(r"'(\w+)'", str(crash.error)), crash.around[-1]
    if name and name[1] not in names_set(tree):
        yield say("{name} does not exist where line {line} asks for it: nothing of that name is "
                  "made there, handed in or imported. Is it spelt as elsewhere, and has the cell "
                  "that makes it been run?", name=name[1], line=crash.line)
    elif name and isinstance(tree, ast.FunctionDef):
        named = [each.lineno for each in tree.body
                 if name[1] in names_read(each)]
        yield say("{name} has no value yet where line {line} asks for it. It must get its first "
                  "one before line {first}.", name=name[1], line=crash.line,
                  first=min([crash.line, *named]))


#: How the errors of a kind are explained; the first way that fits is taken.
_WAYS: list[tuple[Any, Callable[[Crash], Iterator[str]]]] = [
    (RoundsError, _loop), (SystemExit, _exit), (Exception, _own_raise), (IndexError, _index),
    (KeyError, _no_key), (ValueError, _of_nothing), ((TypeError, AttributeError), _none),
    (TypeError, _not_called), (AttributeError, _no_attribute), (NameError, _no_value),
    (Exception, _with_values),
]
