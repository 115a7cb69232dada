"""A check: what an exercise asks of an answer, and what it says when the answer is wrong.

A check tries the answer on one case after the other, the small ones first, and compares what comes
of it with what comes of the kit's own. Where they differ, it looks which of the typical mistakes
would have done the same in every case so far, and gives the hint that belongs to it.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import islice
from random import Random
from time import perf_counter, thread_time
from typing import Any

from blocky.kit.check.record import CheckError, State
from blocky.kit.check.run import MOST_CALLS, MOST_SECONDS, Outcome, run
from blocky.kit.check.show import compared, input_and_result
from blocky.kit.check.told import written
from blocky.kit.draw.picture import Picture
from blocky.kit.language import say

__all__ = ["CheckError", "Hints", "Law", "Mistake", "State", "Task", "subclass_of"]

#: An answer that passed so many trials does stop; if then it takes too long, it is slow.
ENOUGH = 5

#: How long a check may take, in seconds, whatever the answer does.
LIMIT = 3.5

#: From a nudge to the mistake by its name; the last one is repeated.
Hints = Sequence[str]

#: A trial: what the answer is called with.
Case = tuple[Any, ...]

#: Looks at a case and at what came of it; returns hints if that is wrong, and else nothing.
Law = Callable[[Case, Outcome], Hints | None]

_HINTS: dict[str, Hints] = {
    "stack": ("For which input should the function call nothing, and return at once?",
              "Go through the case above: which calls are made, and with what? Each must be closer "
              "to the base case than the one that made it.",
              "There is a call that leads to itself: a base case is missing, or the same arguments "
              "are handed on. step(...) with your function shows the calls."),
    "calls": ("The answer makes far more calls than the case needs.",
              "Is the same call made again and again? Keep what it returned, and use it twice.",
              "Each child should be asked once. step(...) with your function shows the calls."),
    "time": ("Is there a loop whose condition never becomes false?",
             "In a while loop, something in the condition must change in every round.",
             "Write a print into the loop, and try the function on the case above."),
    "slow": ("Which work is done again and again?",
             "How often does the innermost line of your loops run for the case above?",
             "Do less: keep what was computed once, and try fewer possibilities."),
    "error": ("Read the error, and the line that it names.",
              "What are the values in that line for the case above? Print them.",
              "Try the case above by itself in a new cell; there Python shows the whole way to the "
              "error."),
    State.RETURNED_NONE: ("On which way through the function is there no return?",
                      "A function that comes to its end without a return returns None.",
                      "Every if needs a return in it, or one after it. To print a result is not to "
                      "return it."),
    State.CHANGED_INPUT: ("What is different in the input after the call?",
                          "Lists and blocks are handed over themselves, not as copies.",
                          "Work on a copy: block.copy(), or a new list."),
    "refuses": ("Is what is asked for allowed in this case?",
                "Read in the task what must be refused, and how.",
                "This must be refused: raise ValueError(...) with a sentence that says why, before "
                "anything is changed."),
}


def subclass_of(base: type) -> Callable[[Any], Hints | None]:
    """Return a ``form``: it wants a subclass of ``base`` with all its abstract methods."""
    def form(answer: Any) -> Hints | None:
        name = getattr(answer, "__name__", "MyClass")
        if not isinstance(answer, type) or not issubclass(answer, base):
            return (say("What stands in the first line of the class, behind its name?"),
                    say("Only objects of a class that comes from {base} are taken.",
                        base=base.__name__),
                    say("This is no subclass of {base}. Its first line must be: class "
                        "{name}({base}): and the check gets the class itself.",
                        base=base.__name__, name=name))
        missing = sorted(getattr(answer, "__abstractmethods__", ()))
        return (say("Read the error: which method is missing?"),
                say("{base} is abstract: it promises methods that only a subclass can write. Have "
                    "you written all of them, with their exact names, indented below the class?",
                    base=base.__name__),
                say("The class has no method {method} of its own. Python makes no object of a "
                    "class in which an abstract method is missing.", method=missing[0])
                ) if missing else None
    return form


@dataclass(frozen=True)
class Mistake:
    """A typical wrong answer, and the hints for whoever gave it."""

    answer: Callable[..., Any]
    hints: Hints


@dataclass
class Task:
    """One task of an exercise; calling it with an answer checks the answer.

    Attributes:
        name: of the function or class that is asked for.
        right: the kit's own answer, which the answer must equal. None: only the laws say.
        seconds, most_calls: how long a trial may take, and how many functions it may call; None:
            only the clock stops it.
        only_laws: whether only the laws say though there is a ``right``, for it is random.
        form: looks at the answer before it is tried, at a class, say; returns hints if it is wrong.
        cases: returns the cases for a source of random numbers, the small ones first.
        call: what is done with an answer in a case; without it the answer is called.
        laws: what must hold whatever is equal to whatever; they are tried first, in this order.
        mistakes: the typical ones.
        hints: those for a wrong answer that is none of the typical ones.
        words: how the call is written for the student, from the arguments of a case.
        show: draws (arguments, expected, got); None: by the kind of what is expected.
        needs: what is asked for, in a sentence: "a function", "a subclass of Goal".
    """

    name: str
    right: Callable[..., Any] | None
    cases: Callable[[Random], Iterable[Case]]
    call: Callable[..., Any] | None = None
    laws: Sequence[Law] = ()
    mistakes: Sequence[Mistake] = ()
    hints: Hints = ("Go through the small case above by hand, and compare each step with yours.",)
    words: Callable[..., str] | None = None
    show: Callable[[Case, Outcome, Outcome], Picture] | None = None
    needs: str = "a function"
    only_laws: bool = False
    seconds: float = MOST_SECONDS
    most_calls: int | None = MOST_CALLS
    form: Callable[[Any], Hints | None] | None = None
    _failed: tuple[Hints, int] = field(default=((), 0), init=False, repr=False)

    def __call__(self, answer: Any, student: str | None = None) -> None:
        """Check ``answer``, and say how many trials it passed.

        ``student``, a name or a number, gives cases of one's own. CheckError: it did not pass.
        """
        try:
            print(say("{task}: {count} checks passed.", task=self.name,
                      count=self.count(answer, student)))
        except CheckError as error:
            _display(error.picture)
            raise

    def passes(self, answer: Any) -> bool:
        """Tell whether ``answer`` passes."""
        failed = self._failed
        with suppress(CheckError):
            self.count(answer)
            return True
        self._failed = failed  # nobody saw a hint
        return False

    def or_kit(self, answer: Any) -> Any:
        """Return ``answer`` if it passes; else say so, and return the kit's own."""
        if self.passes(answer):
            return answer
        print(say("Your {task} does not pass its check yet, so the kit's own plays here.",
                  task=self.name))
        return self.right

    def try_out(self, answer: Any, *args: Any) -> Any:
        """Return a picture of what ``answer`` makes of ``args``, or of the first case."""
        args = args or next(iter(self.cases(Random(0))))
        try:
            outcome = self._run(answer, args, MOST_SECONDS)
        except NotImplementedError:
            print(say("{task} is not written yet.", task=self.name))
            return None
        if outcome.error or outcome.stopped:
            print(self._ended(self._written(args), outcome))
            return None
        picture = input_and_result(args, outcome)
        if picture is None:
            print(say("{call} returns {value}.", call=self._written(args),
                      value=written(outcome.value)))
        return picture

    def count(self, answer: Any, student: str | None = None) -> str:
        """Return how many trials ``answer`` passed, as "24 of 24". CheckError: it failed one."""
        if not callable(answer):
            raise CheckError(self.name, State.NOT_STARTED, say(
                "check.{task} takes {needs}, not {value}. Write it, and run its cell.",
                task=self.name, needs=say(self.needs), value=written(answer)))
        start = perf_counter()
        rng = Random(zlib.crc32(f"{self.name} {student or ''}".encode()))
        cases, passed = list(self.cases(rng)), list[tuple[Case, Outcome]]()
        misshapen = self.form(answer) if self.form else None
        for case in cases:
            left = LIMIT - (perf_counter() - start)
            try:
                got = self._run(answer, case, min(self.seconds, left))
            except NotImplementedError:
                raise CheckError(self.name, State.NOT_STARTED, say(
                    "Replace the line that raises NotImplementedError by your answer.")) from None
            if left <= self.seconds and got.stopped == "time":
                raise CheckError(self.name, State.TOO_SLOW, say(
                    "It passed {passed} of {count} checks, and took all of the {seconds:g} seconds "
                    "for them.", passed=len(passed), count=len(cases), seconds=LIMIT))
            expected, nothing = got, (got.returned, got.error, got.stopped) == (None, "", "")
            if self.right and (nothing or not self.only_laws):
                kits = self._run(self.right, case, LIMIT)
                expected = got if self.only_laws and kits.returned is None else kits
            broken = misshapen or self._broken_law(case, got)
            if broken or got.stopped or got != expected or (got.error and expected is got):
                more = islice(cases, len(passed) + 1, len(passed) + 4)
                self._fail(answer, case, expected, got, passed, broken, [] if got.stopped
                           else list(more), len(cases))
            passed.append((case, got))
        if answer is not self.right and any(got.borrowed for _, got in passed):
            raise CheckError(self.name, State.WRONG, say(
                "The results are right, but they come from the kit's own {task}, which your "
                "answer calls.", task=self.name),
                say("Only calls of your own function may do the work."))
        self._failed = ((), 0)
        return say("{passed} of {count}", passed=len(passed), count=len(cases))

    def _run(self, answer: Any, args: Case, seconds: float) -> Outcome:
        kits = getattr(self.right, "__code__", None)
        if self.call is None:
            return run(answer, args, seconds, self.most_calls, kits)
        call = self.call
        return run(lambda *given: call(answer, *given), args, seconds, self.most_calls, kits)

    def _broken_law(self, case: Case, got: Outcome) -> Hints | None:
        """Return the hints of the first law that is broken, None if all hold."""
        if got.error or got.stopped:
            return None
        try:
            return next((hints for law in self.laws if (hints := law(case, got))), None)
        except Exception:  # what the answer made is so wrong that a law cannot look at it
            return self.hints

    def _fail(self, answer: Any, case: Case, expected: Outcome, got: Outcome,
              passed: list[tuple[Case, Outcome]], broken: Hints | None, more: list[Case],
              count: int) -> None:
        """Raise the CheckError for an answer that failed in ``case``."""
        state = self._state(case, expected, got, len(passed))
        hints = (broken or self._hints_of_a_mistake(answer, case, got, passed, more)
                 or _HINTS.get(self._kind(expected, got, state), self.hints))
        before, times = self._failed
        times = times + 1 if tuple(hints) == tuple(before) else 1
        self._failed = (hints, times)
        picture = self._picture(state, case, expected, got)
        intro = say("{passed} of {count} checks passed, then this one failed:",
                    passed=len(passed), count=count)
        raise CheckError(
            self.name, state, "\n".join([intro, "", f"    {self._written(case)}", "",
                                         *self._what_came(state, expected, got, picture)]),
            say(hints[min(times, len(hints)) - 1]) if hints else "", picture)

    def _what_came(self, state: State, expected: Outcome, got: Outcome,
                   picture: Picture | None) -> Iterator[str]:
        """Yield the sentences that say what was expected, and what came."""
        if state is State.CHANGED_INPUT:
            yield (say("The {error} is right, but what it was given is not as it was before.",
                       error=expected.error) if expected.error else
                   say("The result is right, but what it was given is not as it was before."))
        elif got.error or got.stopped:
            yield self._ended(say("It"), got)
            if expected.error and expected is not got:
                yield say("Expected is a {error}.", error=expected.error)
        elif expected.error:
            yield say("Expected is a {error}, but it returned {value}.", error=expected.error,
                      value=written(got.value))
        elif state is State.RETURNED_NONE:
            yield say("Expected is {value}, but it returned None.", value=written(expected.value))
        elif expected is got:
            if got.returned is not None or picture is None:
                yield say("It returned {value}.", value=written(got.value))
        else:
            values = [expected.value, got.value]
            if expected.returned is None and got.returned is None:  # they changed what was given
                values = [outcome.arguments[:1] for outcome in (expected, got)]
                values = [each[0] if each else None for each in values]
            right, own = map(written, values)
            if right != own or got.returned is not None or expected.returned is not None:
                yield say("Expected: {value}", value=right)
                yield say("Got:      {value}", value=own)

    def _picture(self, state: State, case: Case, expected: Outcome, got: Outcome
                 ) -> Picture | None:
        """Return the picture of a failed case; None if a picture says nothing, or cannot be."""
        if got.stopped or state is State.RETURNED_NONE or ((
                state is State.CHANGED_INPUT or got.error) and not (
                state is State.CHANGED_INPUT and expected.error)):
            return None
        if expected is got:
            return input_and_result(case, got)
        try:
            return (self.show or compared)(case, expected, got)
        except Exception:
            return None

    def _kind(self, expected: Outcome, got: Outcome, state: State) -> str:
        """Return under which name there are hints for whoever made no typical mistake."""
        if got.stopped:
            return "slow" if (got.stopped, state) == ("time", State.TOO_SLOW) else got.stopped
        if expected.error and expected is not got:
            return "refuses"
        return "error" if got.error else state

    def _state(self, case: Case, expected: Outcome, got: Outcome, passed: int) -> State:
        if got.stopped:
            slow = passed >= ENOUGH and got.stopped != "stack"
            return State.TOO_SLOW if slow else State.NEVER_STOPS
        if not got.error and got.returned is None and expected.returned is not None:
            return State.RETURNED_NONE
        to_change = expected.returned is None and not expected.error  # what the answer is for
        if (not to_change and got.after != expected.after
                and (got.returned, got.error) == (expected.returned, expected.error)):
            before = run(lambda *args: None, case).after
            if expected.after == before:
                return State.CHANGED_INPUT
        return State.WRONG

    def _hints_of_a_mistake(self, answer: Any, case: Case, got: Outcome,
                            passed: list[tuple[Case, Outcome]], more: list[Case]) -> Hints:
        """Return the hints of the first mistake that does in each case what the answer did."""
        start = thread_time()
        seen = [(case, got), *passed]
        for each in more:
            with suppress(NotImplementedError):
                seen.append((each, self._run(answer, each, 0.5)))
        for mistake in self.mistakes:
            if thread_time() - start > 1:
                break
            if all(self._does_the_same(mistake, each, outcome) for each, outcome in seen):
                return mistake.hints
        return ()

    def _does_the_same(self, mistake: Mistake, case: Case, got: Outcome) -> bool:
        """Tell whether a mistake has the same outcome, or raises where nothing should, as well."""
        did = self._run(mistake.answer, case, 0.5)
        if did.error and did.error == got.error:
            return not (self.right and self._run(self.right, case, 0.5).error) or did == got
        return did == got

    def _written(self, args: Case) -> str:
        if self.words:
            return self.words(*args)
        return f"{self.name}({', '.join(written(value) for value in args)})"

    def _ended(self, call: str, outcome: Outcome) -> str:
        """Return the sentence that says how a trial, told by its call, ended without returning."""
        return {
            "": say("{call} ended with {message}.", call=call, message=outcome.message),
            "stack": say("{call} called itself until Python's stack was full{place}.", call=call,
                         place=outcome.message),
            "calls": say("{call} was stopped after {count} calls.", call=call,
                         count=self.most_calls),
            "time": say("{call} was stopped, as it took too long.", call=call),
        }[outcome.stopped]


def _display(picture: Picture | None) -> None:
    """Show a picture in a notebook; elsewhere do nothing."""
    with suppress(ImportError):
        from IPython import get_ipython
        from IPython.display import display

        if picture is not None and get_ipython() is not None:
            display(picture)  # type: ignore[no-untyped-call]
