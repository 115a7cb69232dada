"""Facts about a wrong answer in which no mistake was found; nothing is guessed.

A game registers the ``features`` of its cases: what a student can see that some have in common.
"""

import ast
from collections.abc import Iterator, Mapping, Sequence
from functools import singledispatch
from typing import Any, NamedTuple, cast

from blocky.kit.check.compare import told, told_apart, written
from blocky.kit.check.failure import LESS, LOOK, Failure, Trial, differing
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
    got = failure.got
    facts = [*_end(task, failure, program)]
    steps = [*_steps(task, failure)]
    has_changed_input = failure.state is Status.CHANGED_INPUT
    if has_changed_input:
        facts += what_changed(failure, program)
    elif failure.state is Status.WRONG and not got.error:
        facts += steps or wrong_call(task, failure)
    if not (got.stopped or steps or has_changed_input):
        facts += _in_all_cases(task, failure)
        if len(facts) < ENOUGH:
            facts += _nearest(task, failure)
        if not facts:
            facts += _elsewhere(task, failure)
    return ladder(task, failure, facts)


def changed_input(task: Task, failure: Failure, program: Program) -> Sequence[str]:
    """Return the hints for a wrong answer that also changes its arguments, and must not."""
    if failure.state is Status.CHANGED_INPUT or failure.sure:  # a repair or a law says more
        return ()
    got = failure.got
    expected = failure.expected
    is_returned = not (got.error or got.stopped) and expected.returned is not None
    if not (is_returned and failure.is_right_known and failure.changes_its_input):
        return ()
    if any(map(_must_change, failure.tried)):
        return ()
    facts = [*what_changed(failure, program)]
    return ladder(task, failure, facts) if len(facts) >= ENOUGH else ()


def _must_change(trial: Trial) -> bool:
    """Return whether the right answer changes its arguments in a case."""
    before = tuple(map(told, trial.case))
    want = trial.want
    return want is not None and not want.error and want.after != before


def ladder(task: Task, failure: Failure, facts: list[str]) -> tuple[str, str, str]:
    """Return three hints from observed facts, each of which says more than the one before."""
    all_facts = "\n".join(facts[:ENOUGH])
    if len(facts) < ENOUGH:
        facts = [_how_far(failure), *(facts or [say(LOOK)])]
    first = facts[0] if task.nudge == LOOK else say(task.nudge)
    second = facts[0]
    if second == first:
        first = say("What does your {name} do in the case above? Go through it line by line.",
                    name=task.name)
    return first, second, all_facts or "\n".join(facts)


def _how_far(failure: Failure) -> str:
    """Say how many cases were right before the one that failed."""
    count = len(failure.passed)
    if not count:
        return say("Your function already fails on the very first case, which is a small one. "
                   "Start with it.")
    return say_count("Your code is right in the case before this one. What is new here?",
                     "Your code is right in the {count} cases before this one. What is new here?",
                     count)


def _steps(task: Task, failure: Failure) -> Iterator[str]:
    """Say which step of the task is the first with another result than it should have.

    The sentence of a step may name facts. Long results are left out.
    """
    expected = failure.expected
    got = failure.got
    if got.error:
        return
    wrong = differing(expected, got)
    first = next((name for name in task.steps if name in wrong), None)
    if first is None:
        return
    step = say(task.steps[first], **expected.facts)
    value = written(got.facts[first])
    right_value = written(expected.facts[first])
    if max(len(value), len(right_value)) > SHORT:
        yield step
    else:
        yield say("{step} Your result for {name}: {got}. Expected: {want}.", step=step,
                  name=say(first), got=value, want=right_value)


def earlier_wrong(task: Task, failure: Failure, program: Program) -> Iterator[str]:
    """Say which wrong answers to other tasks are the cause: with the kit's own it is right."""
    space = cast(dict[str, Any], program.globals)
    for name in sorted(program.named & task.game.keys() - {task.name}):
        students = space.get(name)
        kits = task.game[name].right
        if students is None or students is kits or left() < 0:
            continue
        space[name] = kits
        try:
            is_right, _, _ = failure.judge(failure.answer, failure.case, left())
        finally:
            space[name] = students
        if is_right and not task.game[name].passes(students):
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
        calls = _calls(task, failure)
        if calls:
            first_inner_ones = calls[1:4]
            yield say("It calls {calls}, and so on.", calls=", ".join(map(str, first_inner_ones)))
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
    """Whether a return in one of the trees has a value other than None."""
    returned = [source(each.value) for tree in trees for each in nodes(tree, ast.Return)]
    return any(text not in ("", "None") for text in returned)


def _none_returned(calls: list[Any], program: Program | None) -> Iterator[str]:
    """Say where the innermost call that returned None ended."""
    silent = _names_of_silent(program) | {"__init__"}
    ends = [call for call in calls if call.result is None and call.last_line
            and call.name not in silent]
    above = {call.parent for call in ends}
    innermost = next((call for call in ends if call.number not in above), None)
    if innermost is None:
        return
    result = _result_on(innermost.last_line, program)
    if isinstance(result, ast.Call):
        yield say("{call} on line {line} returns None, and so does your function. If that call "
                  "changes an object, put it on its own line and return the object.",
                  call=source(result), line=result.lineno)
    else:
        is_inner = innermost.parent is not None
        name = str(innermost) if is_inner else innermost.name
        yield say("{name} ends on line {line} and returns None. Return a value in this case, "
                  "too.", name=brief(name), line=innermost.last_line)


def _result_on(line: int, program: Program | None) -> ast.expr | None:
    """Return what a return on a line returns; of a variable, the last value that it gets.

    None: there is no such return, or it has no value.
    """
    results = [each.value for each in _returns(program) if each.lineno == line]
    if not results or program is None:
        return None
    variable = results[0].id if isinstance(results[0], ast.Name) else ""
    values = [each.value for each in nodes(program.trees[program.name], ast.Assign)
              if variable in names_set(each)]
    return values[-1] if values else results[-1]


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
    """Return the return statements of an answer; [] if there is no source."""
    return nodes(program.trees[program.name], ast.Return) if program else []


def _calls(task: Task, failure: Failure) -> list[Any]:
    """Return an answer's first calls of itself; [] if they are not seen."""
    record = calls_seen(task, failure)
    return record.calls if record else []


# -- other cases ---------------------------------------------------------------------------------

def _in_all_cases(task: Task, failure: Failure) -> Iterator[str]:
    """Say in which cases an answer is right, and how its result differs in the others."""
    pairs = [(trial.want.returned, trial.got.returned) for trial in failure.tried
             if trial.want and _has_another_result(trial)]
    want = failure.expected.value
    got = failure.got.value
    if isinstance(want, dict) and isinstance(got, dict):
        yield from _keys_apart(want, got)
    elif pairs and None not in pairs[0] and not failure.got.error:
        yield from differences(pairs, (want, got))
    yield from _in_common(task, failure)


def _has_another_result(trial: Trial) -> bool:
    """Return whether an answer returned something wrong in a case with a right result."""
    got = trial.got
    want = trial.want
    if trial.good or not want or got.error or got.stopped or want.error:
        return False
    has_another: bool = want.returned != got.returned
    return has_another


def _keys_apart(want: Mapping[Any, Any], got: Mapping[Any, Any]) -> Iterator[str]:
    """Say which keys of a dict are too many, or missing; or which values are wrong."""
    too_many = [written(key) for key in got if key not in want]
    missing = [written(key) for key in want if key not in got]
    if too_many:
        yield say("These keys shouldn't be in your result: {items}.", items=brief(*too_many))
    if missing:
        yield say("These keys are missing from your result: {items}.", items=brief(*missing))
    if too_many or missing:
        return
    for name, (right_value, value) in told_apart(want, got).items():
        yield say("{name} is {got}, but should be {want}.", name=name,
                  got=written(value), want=written(right_value))


def _elsewhere(task: Task, failure: Failure) -> Iterator[str]:
    """Say in which other case an answer is wrong, too."""
    for trial in failure.tried:
        if trial.case is failure.case or not trial.want or not _has_another_result(trial):
            continue
        value = brief(written(trial.got.value))
        right_value = brief(written(trial.want.value))
        has_one_line = "\n" not in task.written(trial.case)
        if value != right_value and has_one_line:
            yield say("It's also wrong here: {call} gives {got}, but should give {want}.",
                      call=brief(task.written(trial.case)), got=value, want=right_value)
        return


def _nearest(task: Task, failure: Failure) -> Iterator[str]:
    """Say which right case differs from the one that failed in only one plain value."""
    case = failure.case
    names = task.names_of(failure.answer)
    if len(names) != len(case):
        return
    for other in failure.cases[:len(failure.passed)]:
        if len(other) != len(case):
            continue
        differing_places = [place for place, value in enumerate(case)
                            if told(value) != told(other[place])]
        if len(differing_places) != 1:
            continue
        place = differing_places[0]
        value = other[place]
        if isinstance(value, (bool, int, float, str, type(None))):
            fields = {"name": names[place], "value": written(value)}
            if len(names) == 1:
                yield say("Your result is right if {name} is {value}.", **fields)
            else:
                yield say("Your result is right if {name} is {value} and everything else stays "
                          "the same.", **fields)
            return


class _Named(NamedTuple):
    """A trait of a value with a name, and its sentences: right only there, or wrong only there."""

    name: str
    if_right: str
    if_wrong: str


def _in_common(task: Task, failure: Failure) -> Iterator[str]:
    """Say what the cases in which an answer is right, or wrong, have in common.

    Of several such traits, it's the one that the fewest other cases have.
    """
    traits = [_traits_of(trial, task, failure) for trial in failure.tried]
    are_right = [trial.good for trial in failure.tried]
    found = []
    for trait in set.intersection(*map(set, traits)):
        holds = [of_case[trait] for of_case in traits]
        is_absent_often = holds.count(False) >= max(2, len(holds) / 4)
        for group, sentence in ((True, trait.if_right), (False, trait.if_wrong)):
            holds_in_group = [here for here, is_right in zip(holds, are_right, strict=True)
                              if is_right is group]
            is_common = len(holds_in_group) >= 2 and all(holds_in_group)
            elsewhere = sum(holds) - len(holds_in_group)
            is_rare_elsewhere = elsewhere <= len(holds_in_group)
            if is_absent_often and is_common and is_rare_elsewhere:
                found.append((elsewhere, group, say(sentence, value=trait.name)))
    if found:
        _, _, said = min(found)
        yield said


def _traits_of(trial: Trial, task: Task, failure: Failure) -> dict[_Named, bool]:
    """Return whether each trait of the arguments and of the right result holds in a case."""
    names = task.names_of(failure.answer)
    if len(names) == len(failure.case):
        names = [*names, say("the right result")]
    want = trial.want
    result = want.value if want and not want.error else None
    return {_Named(name, if_right, if_wrong): holds
            for name, value in zip(names, [*trial.case, result], strict=False)
            for holds, if_right, if_wrong in features(value)}
