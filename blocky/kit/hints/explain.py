"""The hints for a wrong answer, from the best evidence that there is."""

import ast
import re
from collections.abc import Iterator
from functools import cache, partial
from time import thread_time
from typing import Any

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
from blocky.kit.hints.crash import ended, seen_again
from blocky.kit.hints.errors import not_taken, raised
from blocky.kit.hints.look import Told
from blocky.kit.hints.observation import changed_input, earlier_wrong, ends_in, ladder, observed
from blocky.kit.hints.of_repair import hints_of_repair, marked_in
from blocky.kit.hints.results import made_of, parts_here
from blocky.kit.hints.watched import from_the_end, hidden, or_for_plus
from blocky.kit.language import say
from blocky.kit.repair.change import Change, take_back
from blocky.kit.repair.rules import Kind
from blocky.kit.repair.search import Repair, repairs_of
from blocky.kit.safely import OutOfTimeError, computing_limit

__all__ = ["explain"]

#: The most seconds of computing for the list of typical mistakes.
LISTED = 1.0

#: The most seconds of computing for the search of the line that breaks a law.
BRIEF = 0.8 * SLOW

#: The most nodes of a small change, which is told beside what a result is made of.
SMALL = 9

#: The most seconds of computing for a typical mistake in a case, or times those of the answer.
SOON, TIMES = 0.2, 10

#: An answer that was stopped after less computing than this, in seconds, has waited.
WAITED = 0.1

#: Hints, what they come from, and the markup of a line of the answer.
Ground = tuple[Hints, Basis, str]


def explain(task: Task, failure: Failure) -> Explanation:
    """Return the hints that rest on the best evidence."""
    if failure.misshapen:
        return Explanation(failure.misshapen, Basis.FORM)
    try:
        program = Program(failure.answer, task.game.keys())
    except LookupError:  # there is no source
        program = None
    key = key_of(program, failure) if program else ""
    if key and key == task.explained.key:  # it is known already
        return task.explained
    found = (each for each in _evidence(task, failure, program) if each[0])
    try:
        hints, basis, marked = computing_limit(left()).call(next, found)
    except OutOfTimeError:
        take_back()
        slow = [say(LESS)] if failure.state is Status.TOO_SLOW else []
        endless = task.endless if failure.state is Status.NEVER_STOPS else ()
        hints = _known(failure) or endless or ladder(task, failure, slow)
        basis, marked = Basis.OBSERVATION, ""
    surely = basis in (Basis.REPAIR, Basis.LIST)
    more = left_open(program) if program and not surely else ""
    if program and not (marked or more or surely or failure.sure):
        more = ends_in(task, failure, program)
    return Explanation(_and(hints, more), basis, key, marked)


def _evidence(task: Task, failure: Failure, program: Program | None) -> Iterator[Ground]:
    """Yield the evidence, the best first; the last has hints, others may have none."""
    got, seen = failure.got, Basis.OBSERVATION
    by_time = got.stopped == "time"
    crash = cache(lambda: seen_again(program, partial(
        ended, task, program, failure.case)) if program else None)
    if by_time and got.seconds < min(WAITED, task.seconds / 4):  # it would wait again
        yield (
            say("Your answer runs for a long time, but it computes very little. What else does it "
                "do?"),
            say("Something in your answer waits."),
            say("Your answer stops and waits, for example because it calls time.sleep(...). "
                "Remove the call that waits.")), seen, ""
    if by_time and got.printed >= MUCH:
        yield (
            say("What does your answer do besides computing its result?"),
            say("Printing takes time, and nobody reads what you print during a check."),
            prints_much()), seen, ""
    if program:
        yield tuple(earlier_wrong(task, failure, program)), seen, ""
        if got.error == SystemExit.__name__:
            yield _seen(raised(crash()))
        yield _seen(hidden(task, failure.case, program))
        if not (got.error or got.stopped):
            yield _seen(or_for_plus(task, failure.case, program))
        yield _seen(seen_in_code(task, failure, program, surely=True))
        yield changed_input(task, failure, program), seen, ""
    if failure.sure:
        yield _with_its_line(task, failure, program)
    if by_time and task.only_laws:  # no repair is tried
        yield task.endless, Basis.LIST, ""
    if not (program and ends_at_once(program)):
        yield _of_the_list(task, failure), Basis.LIST, ""
    by_chance = failure.broken and (task.only_laws or not task.right)  # a repair may pass by luck
    found = repairs_of(task, failure, program) if program and not by_chance else []
    mended = hints_of_repair(found), Basis.REPAIR, marked_in(found)
    if found and found[0].changes[0].said:
        yield mended
    if made := made_of(task, failure):
        yield _and_beside(made, found)
    by_accident = bool(failure.expected.error) and got.error not in ("", failure.expected.error)
    if found and not ((got.stopped or by_accident) and len(found[0].changes) > 1):
        yield mended
    if program and not got.error and not by_time:
        yield _seen(from_the_end(task, failure.case, program))
        yield _seen(seen_in_code(task, failure, program))
    yield _known(failure), Basis.LAW, ""
    yield parts_here(task, failure), Basis.LAW, ""
    if by_time:
        yield _seen(raised(crash(), surely=bool(task.endless)))
    if failure.state is Status.NEVER_STOPS:
        yield task.endless, Basis.LIST, ""
    if got.error or by_time:
        yield _seen(raised(crash(), expected=failure.expected if failure.expected is not got else
                           None))
        yield not_taken(task, failure), seen, ""
    yield observed(task, failure, program), seen, ""


def _seen(told: Told) -> Ground:
    return told[0], Basis.OBSERVATION, told[1]


def _known(failure: Failure) -> Hints:
    """Return the hints of the law that is broken; () if it could not look at the result."""
    return () if tuple(failure.broken) == (LOOK,) else failure.broken


def _with_its_line(task: Task, failure: Failure, program: Program | None) -> Ground:
    """Return the hints of a law, with a small repair from a short search or a fact in the code."""
    found = repairs_of(task, failure, program, BRIEF) if program and not task.only_laws else []
    hints, basis, marked = _and_beside(failure.broken, [
        each for each in found if each.changes[0].kind is not Kind.ORDER])
    if program and not marked:
        seen, marked = seen_in_code(task, failure, program)
        hints = _and(hints, *seen[-1:])
    return hints, basis, marked


def _and_beside(hints: Hints, found: list[Repair]) -> Ground:
    """Return the hints of a law, and add the likeliest repair if it is small."""
    small = found[:1] if found and len(found[0].changes) == 1 and _is_small(
        found[0].changes[0]) else []
    return _and(hints, *hints_of_repair(small)[2:]), Basis.LAW, marked_in(small)


def _and(hints: Hints, *more: str) -> Hints:
    """Return hints with more in the last one."""
    return (*hints[:-1], "\n".join(filter(None, [say(hints[-1]), *more])))


def _is_small(change: Change) -> bool:
    """Return whether a change inserts little, drops or groups something, or adds a case."""
    old, new = change.old, change.new
    return change.kind in (Kind.GUARD, Kind.GROUPS, Kind.DROPPED) or (
        old is not None and isinstance(new, (ast.expr, ast.Assign, ast.AugAssign))
        and not (change.where or change.others)
        and (size(new) <= SMALL or new in ast.walk(old)
             or getattr(old, "value", old) in ast.walk(new)
             or (size(new) <= 2 * SMALL and source(old) in source(new))))


def _of_the_list(task: Task, failure: Failure) -> Hints:
    """Return the hints of the first typical mistake with the answer's outcome in every case."""
    end = thread_time() + min(LISTED, failure.left / 2)

    def is_made(answer: Any) -> bool:
        return all(thread_time() <= end and _same(task.run(answer, case, min(
            task.seconds, max(SOON, TIMES * got.seconds))), got)
            for case, _, got, _ in failure.tried)

    if not task.mistakes or (len(failure.tried) < len(failure.cases) and not failure.got.stopped):
        return ()
    return next((each.hints for each in task.mistakes if is_made(each.answer)), ())


def _same(one: Outcome, other: Outcome) -> bool:
    """Return whether two outcomes are equal; errors may differ in numbers."""
    said, also = (re.sub(r"-?\d+", "", each.said).strip() for each in (one, other))
    return said == also if said and one.error == other.error else one == other
