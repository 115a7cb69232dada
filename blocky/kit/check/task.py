"""A check: it tries an answer, and says what is wrong.

A check tries the answer on one case after the other, the small ones first, and compares its outcome
with that of the kit's own. Where they differ, it says what was expected and what came, and gives a
hint, which gets clearer each time.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Collection
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from blocky.kit.check.base_task import BaseTask, CasePicture, Cases, ResultParts, too_slow
from blocky.kit.check.carry import carried
from blocky.kit.check.compare import any_order, told, written
from blocky.kit.check.course_settings import carries, most_hints, print_problems
from blocky.kit.check.error_block import show_error
from blocky.kit.check.failure import Case, Explanation, Failure, Hints, Law, Mistake, Sure
from blocky.kit.check.laws import of_errors, subclass_of, unchanged
from blocky.kit.check.message import (
    ended,
    input_and_result,
    picture_of,
    show_passed,
    what_came,
)
from blocky.kit.check.own import refuse_borrowed, set_back
from blocky.kit.check.program import functions_of
from blocky.kit.check.record import INDENT, CheckError, Record, Status
from blocky.kit.check.reproduce import Call, python_of
from blocky.kit.check.run import MOST_SECONDS, Outcome, Seen, in_time
from blocky.kit.games import package
from blocky.kit.language import plain, say, say_count
from blocky.kit.safely import OutOfTimeError

#: What a task is declared with comes from here.
__all__ = [
    "Call",
    "Case",
    "CasePicture",
    "Cases",
    "CheckError",
    "Hints",
    "Law",
    "Mistake",
    "Outcome",
    "ResultParts",
    "Seen",
    "Status",
    "Sure",
    "Task",
    "any_order",
    "of_errors",
    "subclass_of",
    "told",
    "unchanged",
    "written",
]


def _nudged(task: Task, failure: Failure) -> Explanation:
    """Return the hints for an answer to a task that belongs to no game."""
    return Explanation(failure.misshapen or failure.broken or (task.nudge,))


@dataclass
class Task(BaseTask):
    """A task of an exercise; calling it with an answer checks the answer.

    ``explain`` explains an answer that failed: see kit/hints. ``explained`` is the explanation of
    the last wrong answer, ``failed_case`` the case in which it failed. ``game_name`` is the name of
    its game, which draws plain values.
    """

    game_name: str = field(default="", init=False, repr=False, compare=False)
    explain: Callable[[Task, Failure], Explanation] = field(
        default_factory=lambda: _nudged, init=False, repr=False, compare=False)
    explained: Explanation = field(default=Explanation(), init=False, repr=False)
    failed_case: Case | None = field(default=None, init=False, repr=False, compare=False)

    def __call__(self, answer: Any, student: str | None = None) -> None:
        """Check ``answer``, and say how many trials it passed.

        A ``student``, a name or a number, gets cases of their own.
        CheckError: the answer did not pass, not even with the kit's own functions in place of wrong
        answers to earlier tasks that it uses.
        """
        set_back()
        print_problems()
        remark = ""
        try:
            passed = self.check(answer, student)
            refuse_borrowed(self, answer, passed)
        except CheckError as error:
            passed = []
            if carries():
                passed, remark = carried(self, answer, student)
            if not passed:
                show_error(error)
                raise
        self.explained = Explanation()
        if self.few_after:  # not all cases may have been tried
            text = say("{task}: all checks passed.", task=self.name)
        else:
            text = say_count("{task}: {count} of {count} check passed.",
                             "{task}: {count} of {count} checks passed.", len(passed),
                             task=self.name)
        record = Record(self.name, Status.PASSED, remark)
        show_passed(record, f"{text}\n{remark}" if remark else text)

    def or_kit(self, answer: Any) -> Any:
        """Return ``answer`` if it passes; otherwise print that it doesn't, and return the kit's."""
        if self.passes(answer):
            return answer
        print(say("Your {task} doesn't pass its check yet, so the kit's own is used here.",
                  task=self.name))
        return self.right

    def try_out(self, answer: Any, *args: Any) -> Any:
        """Call ``answer`` with ``args``, and return a picture of them and the result.

        Without ``args``, it's called in the first case. If there is no such picture, print the
        result, or how the call ended, and return None.
        """
        args = args or next(iter(self.cases(Random(0))))
        try:
            outcome = self.run(answer, args, MOST_SECONDS)
        except NotImplementedError:
            print(say("You haven't written {task} yet.", task=self.name))
            return None
        if outcome.error or outcome.stopped:
            print(plain(ended(self.written(args), outcome)))
            return None
        picture = input_and_result(args, outcome, self.game_name)
        if picture is None:
            has_only_facts = outcome.value is None and outcome.facts
            value = outcome.facts if has_only_facts else outcome.value
            print(plain(say("{call} returns {value}.", call=self.written(args),
                            value=written(value))))
        return picture

    def check(self, answer: Any, student: str | None = None) -> list[tuple[Case, Outcome]]:
        """Return all cases and their outcomes.

        CheckError: ``answer`` failed in one, or the whole check took too long.
        """
        def outcomes() -> list[tuple[Case, Outcome]]:
            outcomes_or_failure = self.tried(answer, student)
            if isinstance(outcomes_or_failure, Failure):
                raise self._error(outcomes_or_failure)
            return outcomes_or_failure

        try:
            return in_time(outcomes)
        except OutOfTimeError:  # a result may take long even when it is compared
            all_cases = [*self.cases(Random(0))]
            raise too_slow(self, passed=(), cases=all_cases) from None

    def python_lines(self, failure: Failure, known: Collection[str] | None = None) -> str:
        """Return the call that failed, as Python that a student can copy into a cell.

        ``known`` are names that need no import; None: those that the answer itself can use.
        """
        call = self.call_of(failure.case, failure.changed_places, failure.answer)
        function = next(functions_of(failure.answer), None)
        if known is None:
            known = function.__globals__ if function else ()
        try:
            return python_of(self.name, call, package(self.game_name), known)
        except SyntaxError:  # the call is in words
            return call.text

    def case_values(self) -> tuple[Any, ...]:
        """Return copies of the arguments of the case that failed last; () if none did."""
        if self.failed_case is None:
            return ()
        return (*copy.deepcopy(self.call_of(self.failed_case).arguments).values(),)

    def again(self, answer: Any) -> Any:
        """Return what ``answer`` returns in the case that failed last, as the check calls it.

        None if no case has failed.
        """
        if self.failed_case is None:
            return None
        result = self.perform(answer, *copy.deepcopy(self.failed_case))
        return result.value if isinstance(result, Seen) else result

    def _error(self, failure: Failure) -> CheckError:
        """Return the error that says how an answer failed, with a hint.

        If the same mistake is made again, the next hint is given, up to the last one.
        """
        most = most_hints()
        hint = ""
        source = ""
        if most:
            previous = self.explained
            explanation = self.explain(self, failure)
            # The third hint has values, which change from case to case.
            is_the_same_mistake = explanation.hints[:2] == previous.hints[:2]
            times = previous.times + 1 if is_the_same_mistake else 1
            self.explained = replace(explanation, times=times)
            number = min(times, len(explanation.hints), most)  # counted from 1
            hint = say(explanation.marked_hints[number - 1])
            source = explanation.marked
        self.failed_case = failure.case
        picture = picture_of(failure, self.show, self.game_name)
        intro = say("{passed} of {count} checks passed, then this one failed:",
                    passed=len(failure.passed), count=len(failure.cases))
        call = self.python_lines(failure).replace("\n", f"\n{INDENT}")
        return CheckError(self.name, failure.state, intro, hint,
                          call=call, came=[*what_came(failure, picture)],
                          picture=picture, source=source)
