"""Runs a student's answer: whatever it does, it ends, and its outcome is kept."""

import builtins
import copy
import gc
import linecache
import os
import pickle
import random
import sys
import sysconfig
import traceback
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass, field, replace
from io import StringIO
from math import inf
from typing import Any, NoReturn, TypeVar

import numpy as np

from blocky.kit.check.clock import thread_time
from blocky.kit.check.compare import told
from blocky.kit.language import Code, plain, say
from blocky.kit.safely import OutOfTimeError, computing_limit

__all__ = ["SLOW", "Outcome", "Seen", "in_time", "is_students", "left", "quick",
           "random_numbers_kept", "run", "within"]

#: How many times as long as usual a check may take on this machine.
SLOW = float(os.environ.get("BLOCKY_SLOW", 1))

#: The most seconds of computing of an answer in one trial.
MOST_SECONDS = 1.0 * SLOW

#: The most seconds of computing of a check, and the share of them for its trials.
CHECK = 3.0 * SLOW
RUNS = 0.9

#: The limit of the stack in a trial: that of a new Python, whatever a notebook has.
MOST_OPEN = 1000

#: The most open calls among which the student's line that raised an exception is looked for.
MOST_FRAMES = 50

T = TypeVar("T")

#: The folders of code that is no student's: the kit with its games, and Python with its libraries.
_OTHERS = tuple({os.path.join(folder, "") for folder in (
    os.path.dirname(os.path.dirname(os.path.dirname(__file__))),
    *(sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib")))})


@dataclass(frozen=True)
class Seen:
    """What the ``call`` of a task returns if more is looked at than the result.

    ``facts`` are compared like the result, by name; the ``steps`` of a task say what makes each.
    ``asides`` are results of other calls: they explain a wrong result, and are not compared, as
    each of those calls is a case of its own.
    """

    value: Any
    facts: Mapping[str, Any]
    asides: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Outcome:
    """The outcome of a trial. Outcomes are equal when their values look the same.

    Attributes:
        returned: the result, as ``told`` tells it.
        after: the arguments after the trial, told; () if it was stopped.
        error: the name of the exception that ended it, or "".
        stopped: why it was stopped: "stack" (it was full), "time", or "".
        marked_message: the text of the exception, and the student's line that it came from, with
            marks around code.
        said: the text of the exception alone.
        seconds: how long it has computed.
        raised_limit: whether it raised the limit of Python's stack.
        printed: how many letters it printed, which nobody sees.
        looked_at: the facts, told.
        value, arguments: the result and the arguments themselves.
        facts: the facts themselves, and the asides.
    """

    returned: Any = None
    after: tuple[Any, ...] = ()
    error: str = ""
    stopped: str = ""
    marked_message: str = field(default="", compare=False)
    said: str = field(default="", compare=False)
    seconds: float = field(default=0.0, compare=False)
    raised_limit: bool = field(default=False, compare=False)
    printed: int = field(default=0, compare=False)
    looked_at: Any = ()
    value: Any = field(default=None, compare=False)
    arguments: tuple[Any, ...] = field(default=(), compare=False)
    facts: Mapping[str, Any] = field(default_factory=dict, compare=False)

    @property
    def message(self) -> str:
        """The text of the exception, and the student's line that it came from."""
        return plain(self.marked_message)


class _Quick(tuple[Any, ...]):
    """A case that is copied from its pickled form, which is faster."""

    pickled: bytes

    def __deepcopy__(self, memo: Any) -> Any:
        return pickle.loads(self.pickled)


def quick(case: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return an equal case of which ``copy.deepcopy`` is fast; if that's impossible, ``case``.

    Its copies are made from its pickled form.
    """
    if isinstance(case, _Quick):
        return case
    quick_case = _Quick(case)
    try:
        quick_case.pickled = pickle.dumps(tuple(case))
        copy.deepcopy(quick_case)  # to see whether it works
    except Exception:
        return case
    return quick_case


class _Nowhere(StringIO):
    """A stream that keeps nothing, and counts the letters written to it."""

    letters = 0

    def write(self, text: str) -> int:
        self.letters += len(text)
        return len(text)


def run(answer: Callable[..., Any], args: tuple[Any, ...], seconds: float = MOST_SECONDS,
        kits: str = "") -> Outcome:
    """Return the outcome of ``answer(*args)`` on copies of ``args``; nothing is printed.

    The call is stopped after so many ``seconds`` of computing, or when no more are ``left``. Then
    Python's and numpy's own random numbers go on as if it hadn't run. ``kits`` is the file of the
    right answer, which may lie outside the kit's folder.
    NotImplementedError: a student's line raises it, as the answer is not written yet.
    """
    start = thread_time()
    limit = computing_limit(min(seconds, left(start)))
    given = copy.deepcopy(args)
    nowhere = _Nowhere()
    about_python = dict[str, Any]()  # gets the field raised_limit

    def trial() -> tuple[Any, ...]:
        """Return the result as Seen, then the result, the arguments and the facts, each told.

        They are told within the time limit, since methods of the student's objects may be called.
        """
        value = answer(*given)
        seen = value if isinstance(value, Seen) else Seen(value, {})
        return seen, told(seen.value), tuple(map(told, given)), told(dict(seen.facts))

    try:
        with (redirect_stdout(nowhere), redirect_stderr(nowhere), random_numbers_kept(),
              _like_a_new_python(about_python)):
            seen, told_result, told_arguments, told_facts = limit.call(trial)
    except RecursionError as error:
        outcome = Outcome(stopped="stack", marked_message=_place(error, kits))
    except (Exception, SystemExit, OutOfTimeError) as error:
        is_out_of_time = limit.over or isinstance(error, OutOfTimeError)
        if is_out_of_time:
            outcome = Outcome(stopped="time", marked_message=_place(error, kits),
                              seconds=thread_time() - start)
        elif isinstance(error, NotImplementedError) and is_students(_file_of(error), kits):
            raise
        else:
            outcome = _outcome_of_error(error, given, kits)
    else:
        outcome = Outcome(told_result, told_arguments, seconds=thread_time() - start,
                          looked_at=told_facts, value=seen.value, arguments=given,
                          facts={**seen.facts, **seen.asides})
    return replace(outcome, printed=nowhere.letters, **about_python)


def _outcome_of_error(error: BaseException, given: tuple[Any, ...], kits: str) -> Outcome:
    """Return the outcome of an answer that raised an error.

    ``given`` are its arguments, as it left them.
    """
    kind = type(error).__name__
    text = " ".join(str(error).split())
    message = f"{kind}: {text}" if text else kind
    return Outcome(after=tuple(map(told, given)), error=kind,
                   marked_message=message + _place(error, kits), said=text, arguments=given)


def _file_of(error: BaseException) -> str:
    """Return the file with the line that raised an error."""
    *_, (innermost_frame, _) = traceback.walk_tb(error.__traceback__)
    return innermost_frame.f_code.co_filename


@contextmanager
def _like_a_new_python(about_python: dict[str, Any]) -> Iterator[None]:
    """Allow as many open calls in the block as a new Python does, and disable input() there.

    Afterwards, ``about_python["raised_limit"]`` says whether the block raised the limit.
    """
    limit_before = sys.getrecursionlimit()
    input_before = builtins.input
    limit = MOST_OPEN + _open_calls()  # those of the notebook and the kit don't count
    builtins.input = _input_without_a_person
    sys.setrecursionlimit(limit)
    try:
        yield
    finally:
        about_python["raised_limit"] = sys.getrecursionlimit() > limit
        sys.setrecursionlimit(limit_before)
        builtins.input = input_before


def _open_calls() -> int:
    """Return the number of calls that are open."""
    count = 0
    frame = sys._getframe().f_back
    while frame and frame.f_back:
        frame = frame.f_back
        count += 1
    return count


def _input_without_a_person(prompt: object = "") -> NoReturn:
    """Raise EOFError, in place of input()."""
    raise EOFError(say("nobody can type during a check, so input() doesn't work: your code gets "
                       "everything it needs as arguments"))


def in_time(function: Callable[..., T], *args: Any) -> T:
    """Return the result of a function that checks an answer, in at most the time of a check.

    Python's and numpy's own random numbers then go on as if the function hadn't run.
    OutOfTimeError: it took too long.
    """
    # The garbage collector leaves out what exists now: a notebook's objects may be so many that it
    # takes longer than a trial may.
    gc.freeze()
    try:
        with random_numbers_kept(), within(RUNS):
            limit = computing_limit(CHECK)
            return limit.call(function, *args)
    finally:
        gc.unfreeze()


@contextmanager
def within(share: float) -> Iterator[None]:
    """Limit the trials in the block to a share of the time of a check; see ``left``."""
    _ends.append(thread_time() + share * CHECK)
    try:
        yield
    finally:
        _ends.pop()


def left(now: float | None = None) -> float:
    """Return the seconds that are left for trials; infinity outside of a check.

    ``now`` is the time of the clock, if it's known: reading it takes long.
    """
    if not _ends:
        return inf
    if now is None:
        now = thread_time()
    return min(_ends) - now


#: When the time of each ``within`` that is open is over.
_ends: list[float] = []


@contextmanager
def random_numbers_kept() -> Iterator[None]:
    """Restore the state of Python's and numpy's own random generators after the block.

    As this takes a while, only the outermost of nested blocks does it.
    """
    global _are_kept
    if _are_kept:
        yield
        return
    state_of_python = random.getstate()
    state_of_numpy = np.random.get_state()
    _are_kept = True
    try:
        yield
    finally:
        _are_kept = False
        random.setstate(state_of_python)
        np.random.set_state(state_of_numpy)


#: Whether ``random_numbers_kept`` is in use.
_are_kept = False


def is_students(file: str, kits: str = "") -> bool:
    """Whether ``file`` holds a student's code.

    The files of the kit and of Python don't, nor does ``kits``, the file of the right answer.
    """
    return not file.startswith((*_OTHERS, "<frozen ")) and file != kits


def _place(error: BaseException, kits: str) -> str:
    """Return where in a student's code an exception was raised: " (line 3 of its cell: ...)".

    "": none of the last MOST_FRAMES calls runs a student's line.
    """
    last_calls = [*traceback.walk_tb(error.__traceback__)][-MOST_FRAMES:]
    for frame, number in reversed(last_calls):
        file = frame.f_code.co_filename
        line = linecache.getline(file, number or 0).strip() if is_students(file, kits) else ""
        if line:
            return say(" (line {number} of its cell: {line})", number=number,
                       line=Code(line))
    return ""
