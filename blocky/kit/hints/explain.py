"""The hints for a wrong answer, from the best evidence that there is.

Each kind of evidence is a small function of an ``Attempt``: it returns a ``Finding``, which is
empty if it has nothing to say. They are asked in the order of ``KINDS``, and the first that finds
something explains the answer.
"""

import ast
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from time import thread_time

from blocky.kit.check.failure import (
    LESS,
    LOOK,
    MUCH,
    Basis,
    Explanation,
    Failure,
    Hints,
    prints_much,
)
from blocky.kit.check.program import Program
from blocky.kit.check.record import Status
from blocky.kit.check.run import SLOW, Outcome, left
from blocky.kit.check.task import Task
from blocky.kit.check.trees import size, source
from blocky.kit.hints.answered import key_of
from blocky.kit.hints.code import ends_at_once, left_open, seen_in_code
from blocky.kit.hints.crash import Crash, ended, seen_again
from blocky.kit.hints.errors import not_taken, raised
from blocky.kit.hints.look import NOTHING, Finding
from blocky.kit.hints.observation import changed_input, earlier_wrong, ladder, observed
from blocky.kit.hints.of_repair import hints_of_repair, marked_in
from blocky.kit.hints.results import made_of, parts_here
from blocky.kit.hints.watched import from_the_end, hidden, or_for_plus, shallow_copy
from blocky.kit.language import plain, say
from blocky.kit.repair.change import Change, take_back
from blocky.kit.repair.rules import Kind
from blocky.kit.repair.search import Repair, repairs_of
from blocky.kit.safely import OutOfTimeError, computing_limit

__all__ = ["KINDS", "Attempt", "explain"]

#: The most seconds of computing for the list of typical mistakes.
SECONDS_FOR_MISTAKES = 1.0

#: The most seconds of computing for the search of the line that breaks a law.
SECONDS_FOR_A_LAW = 0.8 * SLOW

#: The most nodes of a small change, which is told beside what a result is made of.
SMALL = 9

#: The seconds of computing for a typical mistake in a case: at least so many, or this many times
#: those of the answer.
SECONDS_IN_A_CASE, TIMES = 0.2, 10

#: An answer that was stopped after less computing than this, in seconds, has waited.
WAITED = 0.1

#: The most words of a hint with two pieces of evidence.
MOST_WORDS = 45


@dataclass
class Attempt:
    """A wrong answer to a task: how it failed, and its program; None if there is no source."""

    task: Task
    failure: Failure
    program: Program | None

    @property
    def is_out_of_time(self) -> bool:
        """Whether the answer was stopped because it took too long."""
        return self.failure.got.stopped == "time"

    @property
    def returned(self) -> bool:
        """Whether the answer returned a result, right or wrong."""
        return not (self.failure.got.error or self.failure.got.stopped)

    @cached_property
    def crash(self) -> Crash | None:
        """Where in its own lines the answer was ended by an error; None if that isn't known."""
        if self.program is None:
            return None
        find = partial(ended, self.task, self.program, self.failure.case)
        return seen_again(self.program, find)

    @cached_property
    def repairs(self) -> list[Repair]:
        """Changes of the student's own lines that make the answer right, the likeliest first.

        [] where only laws decide and one is broken: many wrong changes would keep it by luck.
        """
        only_laws = self.task.only_laws or not self.task.right
        may_pass_by_luck = bool(self.failure.broken) and only_laws
        if self.program is None or may_pass_by_luck:
            return []
        return repairs_of(self.task, self.failure, self.program)


def explain(task: Task, failure: Failure) -> Explanation:
    """Return the Explanation that rests on the best evidence for why an answer failed.

    If the same answer fails in the same way again, it's the last one, without a new search.
    """
    if failure.misshapen:
        return Explanation(failure.misshapen, Basis.FORM)
    try:
        program = Program(failure.answer, task.game.keys())
    except LookupError:  # there is no source
        program = None
    key = key_of(program, failure) if program else ""
    is_explained = bool(key) and key == task.explained.key
    if is_explained:
        return task.explained
    attempt = Attempt(task, failure, program)
    try:
        finding = computing_limit(left()).call(_first_finding, attempt)
    except OutOfTimeError:
        take_back()  # a change of the program's trees may have been made just now
        finding = _without_more_time(attempt)
    hints = finding.hints
    # A repair and a typical mistake say what is wrong; other evidence may come from a missing step.
    if program and finding.basis not in (Basis.REPAIR, Basis.LIST):
        hints = _with_sentences(hints, left_open(program))
    return Explanation(hints, finding.basis, key, finding.marked)


def _first_finding(attempt: Attempt) -> Finding:
    """Return the hints of the first kind of evidence that has any; the last kind always has."""
    findings = (kind(attempt) for kind in KINDS)
    return next(found for found in findings if found.hints)


def _without_more_time(attempt: Attempt) -> Finding:
    """Return the best hints that need no further run of the answer.

    They are those of the broken law, those of the task for endless answers, or the task's nudge.
    """
    failure = attempt.failure
    task = attempt.task
    hints_of_law = _known_law(failure)
    if hints_of_law:
        return Finding(hints_of_law)
    if failure.state is Status.NEVER_STOPS and task.endless:
        return Finding(task.endless)
    observed_facts = [say(LESS)] if failure.state is Status.TOO_SLOW else []
    return Finding(ladder(task, failure, observed_facts))


# -- tier 1: it crashed, or never ended ----------------------------------------------------------

def waits(attempt: Attempt) -> Finding:
    """Say that an answer waits and computes nothing: "Your answer stops and waits, ..."."""
    seconds = attempt.failure.got.seconds
    has_computed = seconds >= min(WAITED, attempt.task.seconds / 4)
    if not attempt.is_out_of_time or has_computed:
        return NOTHING
    return Finding((
        say("Your code runs for a long time, but it computes very little. What else does it do?"),
        say("Something in your code waits."),
        say("Your code stops and waits, for example because it calls time.sleep(...). Remove the "
            "call that waits.")))


def prints_too_much(attempt: Attempt) -> Finding:
    """Say that an answer spends its time printing: "Remove print from your answer ..."."""
    if not attempt.is_out_of_time or attempt.failure.got.printed < MUCH:
        return NOTHING
    return Finding((
        say("What does your code do besides computing its result?"),
        say("Printing takes time, and nobody reads what you print during a check."),
        prints_much()))


def uses_a_wrong_answer(attempt: Attempt) -> Finding:
    """Name a wrong answer to another task: "It uses your rotate, which doesn't pass ..."."""
    if attempt.program is None:
        return NOTHING
    return Finding(tuple(earlier_wrong(attempt.task, attempt.failure, attempt.program)))


def ends_python(attempt: Attempt) -> Finding:
    """Say which line ends Python: "Line 3 ends Python itself. ..."."""
    is_exit = attempt.failure.got.error == SystemExit.__name__
    return raised(attempt.crash) if is_exit else NOTHING


def hides_an_error(attempt: Attempt) -> Finding:
    """Explain an error that the answer catches: "Line 4 raises TypeError, but the except ..."."""
    if attempt.program is None:
        return NOTHING
    return hidden(attempt.task, attempt.failure.case, attempt.program)


def loop_without_end(attempt: Attempt) -> Finding:
    """Explain a loop whose code shows that it never ends: "... nothing in it changes i."."""
    if not attempt.is_out_of_time:
        return NOTHING
    return raised(attempt.crash, surely=bool(attempt.task.endless))


def endless_by_the_task(attempt: Attempt) -> Finding:
    """Give the hints that the task has for an answer that never stops."""
    if attempt.failure.state is not Status.NEVER_STOPS:
        return NOTHING
    return Finding(attempt.task.endless, Basis.LIST)


def endless_by_a_law(attempt: Attempt) -> Finding:
    """Give the task's hints for an answer that never stops, where no repair can be tried."""
    if not (attempt.is_out_of_time and attempt.task.only_laws):
        return NOTHING
    return Finding(attempt.task.endless, Basis.LIST)


def crash_line(attempt: Attempt) -> Finding:
    """Explain the error from the values in its line: "On line 3, rows is None. ..."."""
    failure = attempt.failure
    if not failure.got.error and not attempt.is_out_of_time:
        return NOTHING
    expected = failure.expected if failure.is_right_known else None
    return raised(attempt.crash, expected=expected)


def wrong_parameters(attempt: Attempt) -> Finding:
    """Say that the call doesn't suit the parameters: "It needs these parameters: grid, ..."."""
    if not attempt.failure.got.error and not attempt.is_out_of_time:
        return NOTHING
    return Finding(not_taken(attempt.task, attempt.failure))


# -- tier 2: a repair, or a mistake that is known ------------------------------------------------

def surely_in_the_code(attempt: Attempt) -> Finding:
    """Explain what no program can mean: "... returns a new string, and text stays as it was."."""
    if attempt.program is None:
        return NOTHING
    return seen_in_code(attempt.task, attempt.failure, attempt.program, surely=True)


def sure_law(attempt: Attempt) -> Finding:
    """Give the hints of a law that leaves no doubt, with a small repair or a fact in the code.

    A repair that only adds parentheses comes alone.
    """
    failure = attempt.failure
    program = attempt.program
    if not failure.sure:
        return NOTHING
    repairs = []
    if program is not None and not attempt.task.only_laws:
        for each in repairs_of(attempt.task, failure, program, SECONDS_FOR_A_LAW):
            if each.first_change.kind is not Kind.ORDER:
                repairs.append(each)
    if _needs_only_parentheses(repairs):
        return _of_the_likeliest(repairs)
    of_law = _with_a_small_repair(failure.broken, repairs)
    if of_law.marked or program is None:  # marked: with a repair
        return of_law
    in_code = seen_in_code(attempt.task, failure, program)
    fact = in_code.hints[-1:]  # () if there is none
    return Finding(_with_sentences(of_law.hints, *fact), of_law.basis, in_code.marked)


def typical_mistake(attempt: Attempt) -> Finding:
    """Give the hints of the task's typical mistake that has the answer's outcome in every case.

    There are none for an unfinished answer, in which a loop always ends in its first round.
    """
    is_unfinished = attempt.program is not None and ends_at_once(attempt.program)
    if is_unfinished:
        return NOTHING
    return Finding(_of_a_typical_mistake(attempt.task, attempt.failure), Basis.LIST)


def well_known_repair(attempt: Attempt) -> Finding:
    """Give the hints of a repair with its own sentences: "Line 3 always ends the loop ..."."""
    repairs = attempt.repairs
    has_own_sentences = bool(repairs) and bool(repairs[0].first_change.sentences)
    return _of_the_likeliest(repairs) if has_own_sentences else NOTHING


def copied_too_little(attempt: Attempt) -> Finding:
    """Say which copy isn't deep enough: "... wall[:] copies only the outer list. ...".

    This is only for an answer that is right without a certain line: it says why that line is wrong.
    """
    failure = attempt.failure
    program = attempt.program
    if program is None or failure.state is not Status.CHANGED_INPUT:
        return NOTHING
    sentence_on_copy = shallow_copy(failure, program)
    repairs = attempt.repairs if sentence_on_copy else []
    if not repairs or repairs[0].first_change.kind is not Kind.NEEDLESS:
        return NOTHING
    *questions, correction = hints_of_repair(repairs)
    hints = _with_sentences((*questions, sentence_on_copy), correction)
    return Finding(hints, Basis.REPAIR, marked_in(repairs))


def parts_of_the_result(attempt: Attempt) -> Finding:
    """Say which parts all results count wrongly: "Your result leaves out the last row.".

    A repair that only adds parentheses comes in place of that.
    """
    hints_on_parts = made_of(attempt.task, attempt.failure)
    if not hints_on_parts:
        return NOTHING
    repairs = attempt.repairs
    if _needs_only_parentheses(repairs):
        return _of_the_likeliest(repairs)
    return _with_a_small_repair(hints_on_parts, repairs)


def repair(attempt: Attempt) -> Finding:
    """Give the hints of the likeliest repair: "On line 4, replace a + b with b + a."."""
    repairs = attempt.repairs
    if not repairs:
        return NOTHING
    got = attempt.failure.got
    right_error = attempt.failure.expected.error
    raises_another_error = bool(right_error) and got.error not in ("", right_error)
    needs_two_changes = len(repairs[0].changes) > 1
    is_doubtful = needs_two_changes and (got.stopped or raises_another_error)
    return NOTHING if is_doubtful else _of_the_likeliest(repairs)


# -- tier 3: what was observed -------------------------------------------------------------------

def sum_of_truth_values(attempt: Attempt) -> Finding:
    """Explain a sum of NumPy's truth values: "... np.True_ + np.True_ is np.True_, not 2."."""
    if attempt.program is None or not attempt.returned:
        return NOTHING
    return or_for_plus(attempt.task, attempt.failure.case, attempt.program)


def changed_argument(attempt: Attempt) -> Finding:
    """Say that an argument was changed: "Your code changes rows, but it mustn't. ..."."""
    if attempt.program is None:
        return NOTHING
    return Finding(changed_input(attempt.task, attempt.failure, attempt.program))


def negative_index(attempt: Attempt) -> Finding:
    """Say which index is below 0: "... uses index -1 here, because row is -1. ..."."""
    if attempt.program is None or attempt.failure.got.error or attempt.is_out_of_time:
        return NOTHING
    return from_the_end(attempt.task, attempt.failure.case, attempt.program)


def in_the_code(attempt: Attempt) -> Finding:
    """Give a fact in the code that may explain it: "flatten never calls itself, so ..."."""
    if attempt.program is None or attempt.failure.got.error or attempt.is_out_of_time:
        return NOTHING
    return seen_in_code(attempt.task, attempt.failure, attempt.program)


def broken_law(attempt: Attempt) -> Finding:
    """Give the hints of the law that the result breaks."""
    return Finding(_known_law(attempt.failure), Basis.LAW)


def parts_in_this_case(attempt: Attempt) -> Finding:
    """Say what the right result consists of: "Here the result should be 4: 1 for ..."."""
    return Finding(parts_here(attempt.task, attempt.failure), Basis.LAW)


def observation(attempt: Attempt) -> Finding:
    """Say which step differs first, or what failing cases share; this always finds hints."""
    return Finding(tuple(observed(attempt.task, attempt.failure, attempt.program)))


#: The kinds of evidence, the best first.
KINDS: Sequence[Callable[[Attempt], Finding]] = (
    # nothing else can be trusted before these
    waits, prints_too_much, uses_a_wrong_answer, ends_python, hides_an_error,
    # what leaves no doubt
    sum_of_truth_values, surely_in_the_code, changed_argument, sure_law, endless_by_a_law,
    # a mistake that explains all cases
    typical_mistake, copied_too_little, well_known_repair, parts_of_the_result, repair,
    # facts of this case
    negative_index, in_the_code, broken_law, parts_in_this_case, loop_without_end,
    endless_by_the_task, crash_line, wrong_parameters, observation)


# -- hints from two pieces of evidence -----------------------------------------------------------

def _of_the_likeliest(repairs: Sequence[Repair]) -> Finding:
    """Return the hints of the likeliest repair, which is the first one."""
    return Finding(hints_of_repair(repairs), Basis.REPAIR, marked_in(repairs))


def _needs_only_parentheses(repairs: Sequence[Repair]) -> bool:
    """Whether the likeliest repair only adds parentheses."""
    return bool(repairs) and all(
        change.kind is Kind.GROUPS for change in repairs[0].changes)


def _known_law(failure: Failure) -> Hints:
    """Return the hints of the law that is broken; () if it could not look at the result."""
    return () if tuple(failure.broken) == (LOOK,) else failure.broken


def _with_a_small_repair(hints: Hints, repairs: Sequence[Repair]) -> Finding:
    """Return the ``hints`` of a law, with the third hint of the likeliest repair if it's small."""
    small_repairs = []  # none or one
    for likeliest in repairs[:1]:
        if len(likeliest.changes) == 1 and _is_small(likeliest.first_change):
            small_repairs.append(likeliest)
    third_hint = hints_of_repair(small_repairs)[2:]  # () without a repair
    return Finding(_with_sentences(hints, *third_hint), Basis.LAW, marked_in(small_repairs))


def _with_sentences(hints: Hints, *more: str) -> Hints:
    """Return hints with more sentences at the end of the last one.

    An empty sentence is left out, and so is one that makes the hint longer than MOST_WORDS.
    """
    *earlier_hints, last_hint = map(say, hints)
    for sentence in filter(None, more):
        longer = f"{last_hint}\n{sentence}"
        if len(plain(longer).split()) <= MOST_WORDS:
            last_hint = longer
    return (*earlier_hints, last_hint)


def _is_small(change: Change) -> bool:
    """Whether a change inserts little, drops, groups or reorders something, or adds a case."""
    old = change.old
    new = change.new
    if change.kind in (Kind.GUARD, Kind.GROUPS, Kind.ORDER, Kind.DROPPED):
        return True
    is_in_place = old is not None and not (change.where or change.other_lines)
    if not is_in_place or not isinstance(new, (ast.expr, ast.Assign, ast.AugAssign)):
        return False
    old_value = getattr(old, "value", old)
    is_part_of_old = new in ast.walk(old)  # type: ignore[arg-type]
    holds_old_value = old_value in ast.walk(new)  # type: ignore[operator]
    holds_text_of_old = size(new) <= 2 * SMALL and source(old) in source(new)
    return size(new) <= SMALL or is_part_of_old or holds_old_value or holds_text_of_old


# -- typical mistakes ----------------------------------------------------------------------------

def _of_a_typical_mistake(task: Task, failure: Failure) -> Hints:
    """Return the hints of the first typical mistake that does the same as the answer in every case.

    () if none does, if the answer wasn't tried in all cases, or if the time is over. An answer that
    was stopped isn't tried in the cases after that: for it, those before are enough.
    """
    is_tried_in_all = len(failure.tried) == len(failure.cases) or bool(failure.got.stopped)
    if not task.mistakes or not is_tried_in_all:
        return ()
    end = thread_time() + min(SECONDS_FOR_MISTAKES, failure.left / 2)
    for mistake in task.mistakes:
        pairs_of_outcomes = _outcomes(task, failure, mistake.answer)
        does_the_same = all(thread_time() <= end and _is_same(of_mistake, of_answer)
                            for of_mistake, of_answer in pairs_of_outcomes)
        if does_the_same:
            return mistake.hints
    return ()


def _outcomes(task: Task, failure: Failure, mistake: Callable[..., object]
              ) -> Iterator[tuple[Outcome, Outcome]]:
    """Yield the outcomes of a typical mistake and of the answer in each case where that was tried.

    The mistake runs only when its outcome is asked for.
    """
    for trial in failure.tried:
        seconds = min(task.seconds, max(SECONDS_IN_A_CASE, TIMES * trial.got.seconds))
        yield task.run(mistake, trial.case, seconds), trial.got


def _is_same(of_mistake: Outcome, of_answer: Outcome) -> bool:
    """Whether two outcomes are equal; the messages of errors may differ in numbers."""
    if of_mistake.error != of_answer.error or not of_mistake.said:
        return of_mistake == of_answer
    message_of_mistake = re.sub(r"-?\d+", "", of_mistake.said).strip()
    message_of_answer = re.sub(r"-?\d+", "", of_answer.said).strip()
    return message_of_mistake == message_of_answer
