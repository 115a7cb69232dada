"""Facts about a wrong answer in which no mistake was found; nothing is guessed.

A game registers the ``features`` of its cases: what a student can see that some have in common.
"""

import ast
from collections.abc import Iterator, Sequence
from functools import singledispatch
from typing import Any, cast

from blocky.kit.check.compare import told, told_apart, written
from blocky.kit.check.failure import LESS, LOOK, Failure, differing
from blocky.kit.check.program import Program, right_trees
from blocky.kit.check.record import Status
from blocky.kit.check.run import left
from blocky.kit.check.task import Task
from blocky.kit.check.trees import names_set, nodes, source
from blocky.kit.hints.recursion import brief, calls_seen, wrong_call
from blocky.kit.hints.results import differences
from blocky.kit.hints.watched import what_changed
from blocky.kit.language import say, say_count

__all__ = ["Trait", "changed_input", "earlier_wrong", "features", "ladder", "observed"]

#: This many sentences are enough for hints of which each says more; the last hint has no more.
ENOUGH = 2

#: Results of at most this many characters are quoted.
SHORT = 60

#: Whether something holds, and what is said if the answer is right only there, or wrong only there.
Trait = tuple[bool, str, str]


@singledispatch
def features(value: object) -> Iterator[Trait]:
    """Yield what a student sees of an argument or a result, always in the same order."""
    yield from ()


def observed(task: Task, failure: Failure, program: Program | None = None) -> Sequence[str]:
    """Return hints from observed facts: a nudge, the first fact, and all facts."""
    got, seen, steps = failure.got, [*_end(task, failure, program)], [*_steps(task, failure)]
    if failure.state is Status.CHANGED_INPUT:
        seen += what_changed(failure, program)
    elif failure.state is Status.WRONG and not got.error:
        seen += steps or wrong_call(task, failure)
    if not (got.stopped or steps or failure.state is Status.CHANGED_INPUT):
        seen += _in_all_cases(task, failure)
        seen += _nearest(task, failure) if len(seen) < ENOUGH else []
        seen += _elsewhere(task, failure) if not seen else []
    return ladder(task, failure, seen)


def changed_input(task: Task, failure: Failure, program: Program) -> Sequence[str]:
    """Return the hints for a wrong answer that also changes its arguments, and must not."""
    got, expected = failure.got, failure.expected
    if (failure.state is Status.CHANGED_INPUT  # a repair may say more
            or not failure.is_right_known or got.error or got.stopped or expected.returned is None
            or not failure.changes_its_input
            or any(each.want and not each.want.error and each.want.after != tuple(
                map(told, each.case)) for each in failure.tried)):  # it is there to change it
        return ()
    seen = [*what_changed(failure, program)]
    return ladder(task, failure, seen) if len(seen) >= ENOUGH else ()


def ladder(task: Task, failure: Failure, seen: list[str]) -> tuple[str, str, str]:
    """Return three hints from observed facts, each of which says more than the one before."""
    count, said = len(failure.passed), "\n".join(seen[:ENOUGH])
    if len(seen) < ENOUGH:
        more = (say("Your function already fails on the very first case, which is a small one. "
                    "Start with it.")
                if not count else
                say_count("It's right in the case before this one. What is new here?",
                          "It's right in the {count} cases before this one. What is new here?",
                          count))
        seen = [more, *(seen if seen or task.nudge == LOOK else [say(LOOK)])]
    if len(seen) < ENOUGH:
        seen.append(say(LOOK))
    first = seen[0] if task.nudge == LOOK else say(task.nudge)
    second = seen[0]
    if second == first:
        first = say("What does your {name} do in the case above? Go through it line by line.",
                    name=task.name)
    return first, second, said or "\n".join(seen)


def _steps(task: Task, failure: Failure) -> Iterator[str]:
    """Say which step of the task is the first with another result than it should have.

    The sentence of a step may name facts. Long results are left out.
    """
    expected, got = failure.expected, failure.got
    if got.error:
        return
    wrong = differing(expected, got)
    first = next((name for name in task.steps if name in wrong), None)
    if first is None:
        return
    step = say(task.steps[first], **expected.facts)
    own, right = written(got.facts[first]), written(expected.facts[first])
    if max(len(own), len(right)) > SHORT:
        yield step
    else:
        yield say("{step} Your result for {name}: {got}. Expected: {want}.", step=step,
                  name=say(first), got=own, want=right)


def earlier_wrong(task: Task, failure: Failure, program: Program) -> Iterator[str]:
    """Say which wrong answers to other tasks are the cause: with the kit's own it is right."""
    space = cast(dict[str, Any], program.globals)
    for name in sorted(program.named & task.game.keys() - {task.name}):
        own, kits = space.get(name), task.game[name].right
        if own is None or own is kits or left() < 0:
            continue
        space[name] = kits
        try:
            is_right = failure.judge(failure.answer, failure.case, left())[0]
        finally:
            space[name] = own
        if is_right and not task.game[name].passes(own):
            yield say("It uses your {name}, which doesn't pass its own check yet. Run "
                      "check.{name}({name}) first.", name=name)


def _end(task: Task, failure: Failure, program: Program | None) -> Iterator[str]:
    """Say how a trial without a result ended."""
    got, expected = failure.got, failure.expected
    if failure.state is Status.TOO_SLOW:
        yield say(LESS)
    elif got.stopped == "time":
        yield say("When it was stopped, it was still in a loop or waiting for something.")
    elif got.stopped == "stack":
        if calls := _calls(task, failure):
            yield say("It calls {calls}, and so on.", calls=", ".join(map(str, calls[1:4])))
        yield say("The calls never end: a base case is missing or never reached, or the same call "
                  "is repeated.")
    elif failure.state is Status.RETURNED_NONE:
        yield from (_method_without_return(task, program)
                    or _none_returned(_calls(task, failure), program))
    elif expected.error and failure.is_right_known:
        yield say("This isn't allowed. Raise {error}(...) with a message that says why, before you "
                  "change anything.", error=expected.error)


def _method_without_return(task: Task, program: Program | None) -> list[str]:
    """Return a sentence on a method of a class that returns nothing, although the kit's does."""
    tree = program.trees[program.name] if program else None
    if not isinstance(tree, ast.ClassDef):
        return []
    for method in tree.body:
        kits = getattr(task.right, getattr(method, "name", ""), None)
        if not isinstance(method, ast.FunctionDef) or not _returns_a_value(*right_trees(kits)[:1]):
            continue
        if not _returns_a_value(method) and not nodes(method, ast.Yield, ast.YieldFrom, ast.Raise):
            return [say("{name} ends on line {line} and returns None. Return the result there.",
                        name=method.name, line=method.body[-1].end_lineno)]
    return []


def _returns_a_value(*trees: ast.AST) -> bool:
    returned = [source(each.value) for tree in trees for each in nodes(tree, ast.Return)]
    return any(text not in ("", "None") for text in returned)


def _none_returned(calls: list[Any], program: Program | None) -> Iterator[str]:
    """Say where the innermost call that returned None ended."""
    silent = _names_of_silent(program) | {"__init__"}
    ends = [call for call in calls if call.result is None and call.last_line
            and call.name not in silent]
    above = {call.parent for call in ends}
    for call in [each for each in ends if each.number not in above][:1]:
        made = [each.value for each in _returns(program) if each.lineno == call.last_line]
        if made and isinstance(made[0], ast.Name) and program:
            made += [each.value for each in nodes(program.trees[program.name], ast.Assign)
                     if made[0].id in names_set(each)][-1:]
        if made and isinstance(made[-1], ast.Call):
            yield say("{call} on line {line} returns None, and so does your function. If that call "
                      "changes an object, put it on its own line and return the object.",
                      call=source(made[-1]), line=made[-1].lineno)
        else:
            yield say("{name} ends on line {line} and returns None. Return a value in this case, "
                      "too.", name=call.name, line=call.last_line)


def _names_of_silent(program: Program | None) -> set[str]:
    """Return the names of the functions beside the answer that return nothing on purpose.

    Answers to other tasks are among them.
    """
    if program is None:
        return set()
    functions = [each for each in ast.parse(program.source).body
                 if isinstance(each, ast.FunctionDef)]
    return {each.name for each in functions
            if each.name != program.name and not _returns_a_value(each)}


def _returns(program: Program | None) -> list[ast.Return]:
    return nodes(program.trees[program.name], ast.Return) if program else []


def _calls(task: Task, failure: Failure) -> list[Any]:
    """Return an answer's first calls of itself; [] if they are not seen."""
    record = calls_seen(task, failure)
    return record.calls if record else []


# -- other cases ---------------------------------------------------------------------------------

def _in_all_cases(task: Task, failure: Failure) -> Iterator[str]:
    """Say in which cases an answer is right, and how its result differs in the others."""
    pairs = [(want.returned, got.returned) for _, good, got, want in failure.tried
             if not good and want and not (got.error or got.stopped or want.error)
             and want.returned != got.returned]
    want, got = failure.expected.value, failure.got.value
    if isinstance(want, dict) and isinstance(got, dict):
        if more := [written(key) for key in got if key not in want]:
            yield say("These keys shouldn't be in your result: {items}.", items=brief(*more))
        if less := [written(key) for key in want if key not in got]:
            yield say("These keys are missing from your result: {items}.", items=brief(*less))
        for name, pair in {} if more or less else told_apart(want, got).items():
            yield say("{name} is {got}, but should be {want}.", name=name,
                      got=written(pair[1]), want=written(pair[0]))
    elif pairs and None not in pairs[0] and not failure.got.error:
        yield from differences(pairs, (want, got))
    yield from _where(task, failure)


def _elsewhere(task: Task, failure: Failure) -> Iterator[str]:
    """Say in which other case an answer is wrong, too."""
    for case, good, got, want in failure.tried:
        if not good and case is not failure.case and want and not (
                got.error or got.stopped or want.error) and got.returned != want.returned:
            came, right = brief(written(got.value)), brief(written(want.value))
            if came != right:
                yield say("It's also wrong here: {call} gives {got}, but should give {want}.",
                          call=brief(task.written(case)), got=came, want=right)
            return


def _nearest(task: Task, failure: Failure) -> Iterator[str]:
    """Say which right case differs from the one that failed in only one plain value."""
    case, names = failure.case, task.names_of(failure.answer)
    for other in failure.cases[:len(failure.passed)] if len(names) == len(case) else ():
        differ = [place for place, value in enumerate(case) if len(other) == len(case)
                  and told(value) != told(other[place])]
        if len(differ) == 1 and isinstance(other[differ[0]], (bool, int, float, str, type(None))):
            yield say("It's right if {name} is {value} and everything else stays the same.",
                      name=names[differ[0]], value=written(other[differ[0]]))
            return


def _where(task: Task, failure: Failure) -> Iterator[str]:
    """Say what the cases in which an answer is right, or wrong, have in common."""
    tried, names = failure.tried, task.names_of(failure.answer)
    names += [say("the right result")] * (len(names) == len(failure.case))
    seen = []
    for case, _, _, want in tried:
        values = [*case, want.value if want and not want.error else None]
        seen.append({(name, *sentences): holds
                     for name, value in zip(names, values, strict=False)
                     for holds, *sentences in features(value)})
    good, found = [each.good for each in tried], []
    for name, *sentences in set.intersection(*map(set, seen)):
        holds = [each[name, *sentences] for each in seen]
        for group, sentence in zip((True, False), sentences, strict=True):
            only = [here for here, each in zip(holds, good, strict=True) if each is group]
            if (len(only) >= 2 and all(only) and 2 * len(only) >= sum(holds)
                    and holds.count(False) >= max(2, len(holds) / 4)):
                found.append((sum(holds) - len(only), group, say(sentence, value=name)))
    if found:
        yield min(found)[-1]
