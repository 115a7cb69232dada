"""Runs a student's answer: whatever it does, it ends, and what came of it is kept."""

from __future__ import annotations

import copy
import linecache
import os
import random
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass, field
from types import CodeType, FrameType
from typing import Any, TextIO, cast

import numpy as np

from blocky.kit.check.told import told
from blocky.kit.language import say
from blocky.kit.safely import OutOfTimeError, time_limit

__all__ = ["Outcome", "run"]

#: How many functions of Python an answer may call in one trial, and for how many seconds.
MOST_CALLS, MOST_SECONDS = 100_000, 1.5

#: The folder of all that is no student's.
_HOUSE = os.path.join(os.path.dirname(os.path.dirname(os.path.dirname(__file__))), "")


@dataclass(frozen=True)
class Outcome:
    """What came of a trial. Two are equal if nobody could tell them apart by looking.

    Attributes:
        returned: what was returned, as ``told`` tells it.
        after: what had become of the arguments; () where it was stopped.
        error: the name of the exception that ended it; "" if it returned.
        stopped: why it was stopped: "stack" (it was full), "calls" or "time"; "" if it ended.
        message: the exception's text, with the line of the student's code that it came from.
        borrowed: whether the kit's own function ran in it.
        value, arguments: what was returned, and the arguments, themselves.
    """

    returned: Any = None
    after: tuple[Any, ...] = ()
    error: str = ""
    stopped: str = ""
    message: str = field(default="", compare=False)
    borrowed: bool = field(default=False, compare=False)
    value: Any = field(default=None, compare=False)
    arguments: tuple[Any, ...] = field(default=(), compare=False)


class _EnoughError(BaseException):
    """Ends a trial that has made more calls than it may."""


class _Nowhere:
    """A place to print to that keeps nothing."""

    def write(self, text: str) -> int:
        return len(text)

    def flush(self) -> None:
        pass


def run(answer: Callable[..., Any], args: tuple[Any, ...],
        seconds: float = MOST_SECONDS, most_calls: int | None = MOST_CALLS,
        kits: CodeType | None = None) -> Outcome:
    """Return what comes of ``answer(*args)``; it gets copies of ``args``, and prints nothing.

    Python's and numpy's own random numbers go on afterwards as if it had drawn none. With
    ``most_calls`` None only the clock stops it. ``kits`` is the code of the game's own answer.
    NotImplementedError is passed on: the answer is not written yet.
    """
    given = copy.deepcopy(args)
    calls, borrowed = 0, False

    def count(frame: FrameType, event: str, arg: Any) -> None:
        nonlocal calls, borrowed
        calls += 1
        borrowed |= frame.f_code is kits and frame.f_back is not None and _is_students(
            frame.f_back.f_code.co_filename, kits)
        if most_calls is not None and calls > most_calls:
            raise _EnoughError

    nowhere = cast(TextIO, _Nowhere())
    before = sys.gettrace()
    try:
        with (redirect_stdout(nowhere), redirect_stderr(nowhere), _random_numbers_kept(),
              time_limit(seconds)):
            sys.settrace(count if most_calls is not None else before)
            try:
                value = answer(*given)
            finally:
                sys.settrace(before)
    except NotImplementedError:
        raise
    except RecursionError as error:
        return Outcome(stopped="stack", message=_place(error, kits))
    except _EnoughError:
        return Outcome(stopped="calls")
    except OutOfTimeError:
        return Outcome(stopped="time")
    except (Exception, SystemExit) as error:
        text = " ".join(str(error).split())
        return Outcome(after=tuple(map(told, given)), error=type(error).__name__,
                       message=f"{type(error).__name__}{': ' if text else ''}{text}"
                               f"{_place(error, kits)}", arguments=given)
    if most_calls is not None and calls > most_calls:  # the answer caught what was to end it
        return Outcome(stopped="calls")
    return Outcome(told(value), tuple(map(told, given)), borrowed=borrowed, value=value,
                   arguments=given)


@contextmanager
def _random_numbers_kept() -> Iterator[None]:
    pythons, numpys = random.getstate(), np.random.get_state()
    try:
        yield
    finally:
        random.setstate(pythons)
        np.random.set_state(numpys)


def _is_students(file: str, kits: CodeType | None) -> bool:
    """Tell whether a student's code is in ``file``; a game may lie outside the kit's folder."""
    return not file.startswith(_HOUSE) and (kits is None or file != kits.co_filename)


def _place(error: BaseException, kits: CodeType | None) -> str:
    """Return where in the student's own code an exception was raised, if it was there at all."""
    for frame in reversed(traceback.extract_tb(error.__traceback__, limit=-50)):
        if _is_students(frame.filename, kits) and frame.lineno:
            line = linecache.getline(frame.filename, frame.lineno).strip()
            return say(" (line {number} of its cell: {line})", number=frame.lineno,
                       line=line) if line else ""
    return ""
