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
from blocky.kit.check.run import left, run
from blocky.kit.check.task import Task
from blocky.kit.check.trees import called, calls_of, names_read, names_set, nodes, source
from blocky.kit.hints.recursion import brief, calls_seen, wrong_call
from blocky.kit.hints.results import differences
from blocky.kit.hints.watched import what_changed
from blocky.kit.language import Code, say, say_count

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
    """Return three hints from observed facts: see ``ladder``.

    The facts on the case that failed come first. Those on other cases are added unless the answer
    was stopped, or the first ones already say which step or argument is wrong.
    """
    got = failure.got
    facts = [*_how_it_ended(task, failure, program)]
    first_wrong_step = [*_first_wrong_step(task, failure)]
    has_changed_input = failure.state is Status.CHANGED_INPUT
    if has_changed_input:
        facts += what_changed(failure, program)
    elif failure.state is Status.WRONG and not got.error:
        facts += first_wrong_step or wrong_call(task, failure)
    needs_other_cases = not (got.stopped or first_wrong_step or has_changed_input)
    if needs_other_cases:
        facts += _in_all_cases(task, failure)
        if len(facts) < ENOUGH:
            facts += _nearest_right_case(task, failure)
        if not facts:
            facts += _another_wrong_case(task, failure)
    return ladder(task, failure, facts)


def changed_input(task: Task, failure: Failure, program: Program) -> Sequence[str]:
    """Return the hints for a wrong answer that also changes its arguments, and must not.

    () if it changes none, if that is all that's wrong, or if a law says more.
    """
    if failure.state is Status.CHANGED_INPUT or failure.sure:  # a repair or a law says more
        return ()
    got = failure.got
    expected = failure.expected
    both_returned = not (got.error or got.stopped) and expected.returned is not None
    if not (both_returned and failure.is_right_known and failure.changes_its_input):
        return ()
    may_change_in_other_cases = any(map(_must_change, failure.tried))
    if may_change_in_other_cases:
        return ()
    facts = [*what_changed(failure, program)]
    return ladder(task, failure, facts) if len(facts) >= ENOUGH else ()


def _must_change(trial: Trial) -> bool:
    """Return whether the right answer changes its arguments in the case of a trial."""
    arguments_before = tuple(map(told, trial.case))
    right = trial.want
    return right is not None and not right.error and right.after != arguments_before


def ladder(task: Task, failure: Failure, facts: list[str]) -> tuple[str, str, str]:
    """Return three hints from observed facts, each of which says more than the one before.

    They are the nudge of the task, the first fact, and the first two facts. A single fact is left
    for the third hint, and the second one says how many cases were right before. Without facts, the
    third one repeats that, and says to work through the case. A nudge that is the same as the
    second hint, or no more than LOOK, is replaced.
    """
    right_cases = _count_of_right_cases(failure)
    second_hint = facts[0] if len(facts) >= ENOUGH else right_cases
    third_hint = "\n".join(facts[:ENOUGH] or [right_cases, say(LOOK)])
    if task.nudge == LOOK or say(task.nudge) == second_hint:
        first_hint = say("What does your {name} do in the case above? Go through it line by line.",
                         name=task.name)
    else:
        first_hint = say(task.nudge)
    return first_hint, second_hint, third_hint


def _count_of_right_cases(failure: Failure) -> str:
    """Say how many cases were right before the one that failed."""
    count = len(failure.passed)
    if not count:
        return say("Your function fails even on the very first case, which is small. Start with "
                   "that case.")
    return say_count("Your code is right in the case before this one. What is different here?",
                     "Your code is right in the {count} cases before this one. What is different "
                     "here?",
                     count)


def _first_wrong_step(task: Task, failure: Failure) -> Iterator[str]:
    """Say which of the task's steps is the first with a wrong result; nothing if none is.

    The sentence is that of the task's text on the step. Both results follow, unless one is long.
    """
    expected = failure.expected
    got = failure.got
    if got.error:
        return
    wrong_facts = differing(expected, got)
    first_wrong = next((name for name in task.steps if name in wrong_facts), None)
    if first_wrong is None:
        return
    sentence = say(task.steps[first_wrong], **expected.facts)
    value = written(got.facts[first_wrong])
    right_value = written(expected.facts[first_wrong])
    if max(len(value), len(right_value)) > SHORT:
        yield sentence
    else:
        yield say("{step} Your result for {name}: {got}. Expected: {want}.", step=sentence,
                  name=say(first_wrong), got=value, want=right_value)


def earlier_wrong(task: Task, failure: Failure, program: Program) -> Iterator[str]:
    """Say which wrong answers to other tasks make this answer wrong.

    The answer uses them, they fail their own checks, and with the kit's function in place of one,
    the answer is right in the case that failed.
    """
    namespace = cast(dict[str, Any], program.globals)
    names_of_other_tasks = program.named & task.game.keys() - {task.name}
    for name in sorted(names_of_other_tasks):
        students_answer = namespace.get(name)
        right_answer = task.game[name].right
        if students_answer is None or students_answer is right_answer or left() < 0:
            continue
        namespace[name] = right_answer  # in the student's notebook, for this trial
        try:
            is_right, _, _ = failure.judge(failure.answer, failure.case, left())
        finally:
            namespace[name] = students_answer
        if is_right and not task.game[name].passes(students_answer):
            yield say("It uses your {name}, which doesn't pass its own check yet. Run "
                      "check.{name}({name}) first.", name=name)


def _how_it_ended(task: Task, failure: Failure, program: Program | None) -> Iterator[str]:
    """Say how an answer ended that was stopped, returned None, or should have raised an error.

    Nothing is said about other answers.
    """
    got = failure.got
    expected = failure.expected
    if failure.state is Status.TOO_SLOW:
        yield say(LESS)
    elif got.stopped == "time":
        yield say("When it was stopped, it was still in a loop or waiting for something.")
    elif got.stopped == "stack":
        calls = _calls(task, failure)
        if calls:
            first_recursive_calls = calls[1:4]  # calls[0] is that of the check
            yield say("It calls {calls}, and so on.",
                      calls=", ".join(map(str, first_recursive_calls)))
        yield _base_case_missed(calls, program) or say(
            "The calls never end: a base case is missing or never reached, or the same call is "
            "repeated.")
    elif failure.state is Status.RETURNED_NONE:
        yield from (_method_without_return(task, program)
                    or _none_returned(_calls(task, failure), program))
    elif expected.error and failure.is_right_known:
        yield say("This isn't allowed. Raise {error}(...) with a message that says why, before you "
                  "change anything.", error=expected.error)


def _base_case_missed(calls: Sequence[Any], program: Program | None) -> str:
    """Say which condition should end a recursion, but is false in all calls; "" if none is seen.

    The function must have only one base case (an if that ends in return, without a recursive call),
    and its condition must depend on parameters only: it's computed again for each call.
    """
    tree = program.trees[program.name] if program else None
    calls_of_answer = [each for each in calls if each.code is calls[0].code]
    is_recursive = len(calls_of_answer) > 2
    if program is None or not is_recursive or not isinstance(tree, ast.FunctionDef):
        return ""
    base_cases = [each for each in nodes(tree, ast.If) if isinstance(each.body[-1], ast.Return)
                  and not any(program.name in calls_of(inner) for inner in each.body)]
    if len(base_cases) != 1:
        return ""
    test = base_cases[0].test
    names = names_read(test)
    assigned = {each.id for each in nodes(tree, ast.Name) if isinstance(each.ctx, ast.Store)}
    depends_on_parameters = bool(names) and names <= {*calls[0].arguments} - assigned
    if not depends_on_parameters or nodes(test, ast.Call, ast.Await, ast.NamedExpr):
        return ""
    code = compile(ast.Expression(test), "<condition>", "eval")
    for call in calls_of_answer:
        outcome = run(lambda values: bool(eval(code, {}, values)), (dict(call.arguments),))
        if outcome.error or outcome.stopped or outcome.value:
            return ""
    return say("The calls never end: the condition {test} on line {line} is never true here. "
               "Change the condition so that the last call ends there.", test=Code(source(test)),
               line=test.lineno)


def _method_without_return(task: Task, program: Program | None) -> list[str]:
    """Return a sentence on a method of a class that returns nothing, although the kit's does.

    [] if there is no such method.
    """
    tree = program.trees[program.name] if program else None
    if not isinstance(tree, ast.ClassDef):
        return []
    for method in tree.body:
        if not isinstance(method, ast.FunctionDef):
            continue
        kits_method = getattr(task.right, method.name, None)
        tree_of_kits = right_trees(kits_method)[:1]  # without the functions that it calls
        needs_no_return = bool(nodes(method, ast.Yield, ast.YieldFrom, ast.Raise))
        must_return_a_value = _returns_a_value(*tree_of_kits) and not needs_no_return
        if must_return_a_value and not _returns_a_value(method):
            return [say("{name} ends on line {line} and returns None. Return the result there.",
                        name=method.name, line=method.body[-1].end_lineno)]
    return []


def _returns_a_value(*trees: ast.AST) -> bool:
    """Whether a return in one of the trees has a value other than None."""
    returned = [source(each.value) for tree in trees for each in nodes(tree, ast.Return)]
    return any(text not in ("", "None") for text in returned)


def _none_returned(calls: list[Any], program: Program | None) -> Iterator[str]:
    """Say where the innermost call that returned None ended, and what it should do."""
    # The wanted call ended in its own line, and no call that it made returned None, too.
    may_return_none = _names_without_a_result(program) | {"__init__"}
    returned_none = [call for call in calls if call.result is None and call.last_line
                     and call.name not in may_return_none]
    numbers_of_callers = {call.parent for call in returned_none}
    innermost = next((call for call in returned_none if call.number not in numbers_of_callers),
                     None)
    if innermost is None:
        return
    loop = _short_loop_on(innermost.last_line, program)
    result = _result_on(innermost.last_line, program)
    if loop:
        yield say("The loop on line {line} ends without a return, so {name} returns None. Either "
                  "{range} is too short here, or a return after the loop is missing.",
                  line=loop.lineno, name=innermost.name, range=source(loop.iter))
    elif isinstance(result, ast.Call):
        yield say("{call} on line {line} returns None, and so does your function. If the call "
                  "changes an object, put the call on its own line and return the object.",
                  call=source(result), line=result.lineno)
    else:
        is_recursive = innermost.parent is not None
        name = str(innermost) if is_recursive else innermost.name
        yield say("{name} ends on line {line} and returns None. Return a value in this case, "
                  "too.", name=brief(name), line=innermost.last_line)


def _short_loop_on(line: int, program: Program | None) -> ast.For | None:
    """Return the for loop on a line if it may end too early; None if there is none.

    It goes through a range of constants, and returns from within.
    """
    trees = program.trees.values() if program else ()
    loops: list[ast.For] = [each for tree in trees for each in nodes(tree, ast.For)]
    for loop in loops:
        limits = getattr(loop.iter, "args", [])
        has_constant_limits = all(isinstance(each, ast.Constant) for each in limits)
        is_short = called(loop.iter) == "range" and has_constant_limits
        if loop.lineno == line and is_short and nodes(loop, ast.Return):
            return loop
    return None


def _result_on(line: int, program: Program | None) -> ast.expr | None:
    """Return the expression that a return on a line returns; None if there is no return.

    If it's a variable, the expression last assigned to this variable is returned.
    """
    results = [each.value for each in _returns(program) if each.lineno == line]
    if not results or program is None:
        return None
    variable = results[0].id if isinstance(results[0], ast.Name) else ""
    values_assigned = [each.value for each in nodes(program.trees[program.name], ast.Assign)
                       if variable in names_set(each)]
    return values_assigned[-1] if values_assigned else results[-1]


def _names_without_a_result(program: Program | None) -> set[str]:
    """Return the names of the functions in the answer's cell or file that never return a value.

    The answer itself isn't among them, but answers to other tasks may be.
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
    """Say how the wrong results differ from the right ones, and what right or wrong cases share.

    If they are dicts, only their keys and values in the case that failed are compared.
    """
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
    """Return whether an answer is wrong in a trial because of its result: not an error, say."""
    got = trial.got
    want = trial.want
    if trial.good or not want or got.error or got.stopped or want.error:
        return False
    has_another: bool = want.returned != got.returned
    return has_another


def _keys_apart(want: Mapping[Any, Any], got: Mapping[Any, Any]) -> Iterator[str]:
    """Say which keys of a dict are too many, or missing; if none are, which values are wrong."""
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


def _another_wrong_case(task: Task, failure: Failure) -> Iterator[str]:
    """Say in which other case an answer is wrong, too; nothing if its call has several lines."""
    for trial in failure.tried:
        if trial.case is failure.case or not trial.want or not _has_another_result(trial):
            continue
        value = brief(written(trial.got.value))
        right_value = brief(written(trial.want.value))
        has_one_line = "\n" not in task.written(trial.case)
        if value != right_value and has_one_line:
            yield say("Your result is also wrong in another case: {call} gives {got}, but should "
                      "give {want}.",
                      call=brief(task.written(trial.case)), got=value, want=right_value)
        return


def _nearest_right_case(task: Task, failure: Failure) -> Iterator[str]:
    """Say with which other value of one argument the answer is right in the case that failed.

    This needs a right case that differs only in this argument, which must be a plain value there.
    """
    case = failure.case
    names = task.names_of(failure.answer)
    if len(names) != len(case):
        return
    right_cases = failure.cases[:len(failure.passed)]
    for right_case in right_cases:
        if len(right_case) != len(case):
            continue
        differing_places = [place for place, value in enumerate(case)
                            if told(value) != told(right_case[place])]
        if len(differing_places) != 1:
            continue
        place = differing_places[0]
        value = right_case[place]
        if isinstance(value, (bool, int, float, str, type(None))):
            fields = {"name": names[place], "value": written(value)}
            if len(names) == 1:
                yield say("Your result is right if {name} is {value}.", **fields)
            else:
                yield say("Your result is right if {name} is {value} and everything else stays "
                          "the same.", **fields)
            return


class _NamedTrait(NamedTuple):
    """A trait of a named argument, and what is said if the answer is right, or wrong, with it."""

    name: str
    if_right: str
    if_wrong: str


def _in_common(task: Task, failure: Failure) -> Iterator[str]:
    """Say what all cases in which an answer is right have in common, or all in which it's wrong.

    Of several traits, it's the one that the fewest other cases have, too.
    """
    traits_of_cases = [_traits_of(trial, task, failure) for trial in failure.tried]
    are_right = [trial.good for trial in failure.tried]
    candidates = []
    for trait in set.intersection(*map(set, traits_of_cases)):
        holds = [traits[trait] for traits in traits_of_cases]  # by case
        is_absent_often = holds.count(False) >= max(2, len(holds) / 4)
        for group_is_right, sentence in ((True, trait.if_right), (False, trait.if_wrong)):
            holds_in_group = [holds_here for holds_here, is_right
                              in zip(holds, are_right, strict=True) if is_right is group_is_right]
            is_common = len(holds_in_group) >= 2 and all(holds_in_group)
            count_elsewhere = sum(holds) - len(holds_in_group)
            is_rare_elsewhere = count_elsewhere <= len(holds_in_group)
            if is_absent_often and is_common and is_rare_elsewhere:
                sentence_on_it = say(sentence, value=trait.name)
                candidates.append((count_elsewhere, group_is_right, sentence_on_it))
    if candidates:
        _, _, likeliest_sentence = min(candidates)  # False comes first: wrong cases
        yield likeliest_sentence


def _traits_of(trial: Trial, task: Task, failure: Failure) -> dict[_NamedTrait, bool]:
    """Return the traits of the arguments and of the right result, and whether each holds in a case.

    Which values have which traits is up to the game: see ``features``.
    """
    names = task.names_of(failure.answer)
    if len(names) == len(failure.case):  # otherwise a parameter takes several arguments
        names = [*names, say("the right result")]
    right_outcome = trial.want
    right_result = right_outcome.value if right_outcome and not right_outcome.error else None
    traits = {}
    for name, value in zip(names, [*trial.case, right_result], strict=False):
        for holds, if_right, if_wrong in features(value):
            traits[_NamedTrait(name, if_right, if_wrong)] = holds
    return traits
