"""Runs a student's answer: whatever it does, it ends, and what came of it is kept."""

from __future__ import annotations

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
from dataclasses import dataclass, field
from math import inf
from time import thread_time
from typing import Any, NoReturn, TextIO, TypeVar, cast

import numpy as np

from blocky.kit.check.compare import told
from blocky.kit.language import say
from blocky.kit.safely import OutOfTimeError, computing_limit

__all__ = ["SLOW", "Outcome", "Seen", "in_time", "is_students", "left", "quick",
           "random_numbers_kept", "run", "within"]

#: How many times as long as elsewhere all of a check may take on this machine.
SLOW = float(os.environ.get("BLOCKY_SLOW", 1))

#: For how many seconds of computing an answer may run in one trial, and all of a check; which share
#: of the latter may go into what is run.
MOST_SECONDS, CHECK, RUNS = 1.0 * SLOW, 3.0 * SLOW, 0.9

#: How many calls may be open at once: as many as in a new Python, whatever a notebook has.
MOST_OPEN = 1000

T = TypeVar("T")

#: Where what is no student's lies: the kit with its games, and Python with its libraries.
_OTHERS = tuple({os.path.join(folder, "") for folder in (
    os.path.dirname(os.path.dirname(os.path.dirname(__file__))),
    *(sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib")))})


@dataclass(frozen=True)
class Seen:
    """What the ``call`` of a task returns if there is more to compare than what was returned.

    ``facts`` are what else is looked at, by their names: a task says with which of its ``steps``
    each of them is made.
    """

    value: Any
    facts: Mapping[str, Any]


@dataclass(frozen=True)
class Outcome:
    """What came of a trial. Two are equal if nobody could tell them apart by looking.

    Attributes:
        returned: what was returned, as ``told`` tells it.
        after: what had become of the arguments; () where it was stopped.
        error: the name of the exception that ended it; "" if it returned.
        stopped: why it was stopped: "stack" (it was full) or "time"; "" if it ended.
        message: the exception's text, with the line of the student's code that it came from.
        said: the exception's text alone.
        seconds: how long it has computed.
        raised_limit: whether it raised the limit of Python's stack.
        looked_at: the facts, as ``told`` tells them.
        value, arguments, facts: what was returned, the arguments and the facts, themselves.
    """

    returned: Any = None
    after: tuple[Any, ...] = ()
    error: str = ""
    stopped: str = ""
    message: str = field(default="", compare=False)
    said: str = field(default="", compare=False)
    seconds: float = field(default=0.0, compare=False)
    raised_limit: bool = field(default=False, compare=False)
    looked_at: Any = ()
    value: Any = field(default=None, compare=False)
    arguments: tuple[Any, ...] = field(default=(), compare=False)
    facts: Mapping[str, Any] = field(default_factory=dict, compare=False)


class _Nowhere:
    """A place to print to that keeps nothing."""

    def write(self, text: str) -> int:
        return len(text)

    def flush(self) -> None:
        pass


class _Quick(tuple[Any, ...]):
    """A case of which copies are made faster, for there will be many."""

    kept: bytes

    def __deepcopy__(self, memo: Any) -> Any:
        return pickle.loads(self.kept)


def quick(case: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return a case that is copied fast, if it can be; ``kept`` are the bytes that are copied."""
    if isinstance(case, _Quick):
        return case
    made = _Quick(case)
    try:
        made.kept = pickle.dumps(tuple(case))
        copy.deepcopy(made)
    except Exception:
        return case
    return made


def run(answer: Callable[..., Any], args: tuple[Any, ...], seconds: float = MOST_SECONDS,
        kits: str = "") -> Outcome:
    """Return what comes of ``answer(*args)``; it gets copies of ``args``, and prints nothing.

    It is stopped after so many ``seconds`` of computing, or as many as are ``left``. Python's and
    numpy's own random numbers go on afterwards as if it had drawn none. ``kits`` is the file of the
    game's own answer.
    NotImplementedError is passed on where a student's line raises it: it is not written yet.
    """
    start, more = thread_time(), dict[str, Any]()
    limit = computing_limit(min(seconds, left(start)))
    given, nowhere = copy.deepcopy(args), cast(TextIO, _Nowhere())

    def trial() -> tuple[Any, ...]:
        value = answer(*given)
        seen = value if isinstance(value, Seen) else Seen(value, {})
        return seen, told(seen.value), tuple(map(told, given)), told(dict(seen.facts))

    try:
        with (redirect_stdout(nowhere), redirect_stderr(nowhere), random_numbers_kept(),
              _alone(), _plain_stack(more)):
            seen, returned, after, looked_at = limit.call(trial)
    except RecursionError as error:
        return Outcome(stopped="stack", message=_place(error, kits), **more)
    except (Exception, SystemExit, OutOfTimeError) as error:
        if limit.over or isinstance(error, OutOfTimeError):
            return Outcome(stopped="time", message=_place(error, kits),
                           seconds=thread_time() - start, **more)
        *_, (frame, _) = traceback.walk_tb(error.__traceback__)
        last = frame.f_code.co_filename
        if isinstance(error, NotImplementedError) and is_students(last, kits):
            raise
        text = " ".join(str(error).split())
        return Outcome(after=tuple(map(told, given)), error=type(error).__name__,
                       message=f"{type(error).__name__}{': ' if text else ''}{text}"
                               f"{_place(error, kits)}",
                       said=text, arguments=given, **more)
    return Outcome(returned, after, seconds=thread_time() - start, looked_at=looked_at,
                   value=seen.value, arguments=given, facts=seen.facts, **more)


def in_time(function: Callable[..., T], *args: Any) -> T:
    """Return what a check, or a part of one, returns. OutOfTimeError: it took too long in all."""
    gc.freeze()  # to look through all that a notebook has takes longer than some trials may
    try:
        with random_numbers_kept(), within(RUNS):
            return computing_limit(CHECK).call(function, *args)
    finally:
        gc.unfreeze()


@contextmanager
def within(share: float) -> Iterator[None]:
    """Let what is run in the block take no more than a share of what a check may take in all."""
    _ends.append(thread_time() + share * CHECK)
    try:
        yield
    finally:
        _ends.pop()


def left(now: float | None = None) -> float:
    """Return for how many seconds what is run may compute now: to look at the clock takes long."""
    return min(_ends) - (thread_time() if now is None else now) if _ends else inf


_ends: list[float] = []


@contextmanager
def random_numbers_kept() -> Iterator[None]:
    """Let Python's and numpy's own random numbers go on afterwards as if none had been drawn.

    This takes a while, so that one around many trials stands for one around each of them.
    """
    if _kept:
        yield
        return
    pythons, numpys = random.getstate(), np.random.get_state()
    _kept.append(True)
    try:
        yield
    finally:
        _kept.clear()
        random.setstate(pythons)
        np.random.set_state(numpys)


_kept: list[bool] = []


@contextmanager
def _alone() -> Iterator[None]:
    """Let nobody be there to answer ``input()``."""
    before, builtins.input = builtins.input, _nobody
    try:
        yield
    finally:
        builtins.input = before


def _nobody(prompt: object = "") -> NoReturn:
    raise EOFError(say("input() asks at the keyboard, and nobody is there: all that is needed is "
                       "handed in"))


@contextmanager
def _plain_stack(more: dict[str, Any]) -> Iterator[None]:
    """Let as many calls be open as in a new Python; note it if that was changed."""
    before, frame, depth = sys.getrecursionlimit(), sys._getframe(), 0
    while frame := frame.f_back:  # type: ignore[assignment]
        depth += 1
    sys.setrecursionlimit(MOST_OPEN + depth)
    try:
        yield
    finally:
        more["raised_limit"] = sys.getrecursionlimit() != MOST_OPEN + depth
        sys.setrecursionlimit(before)


def is_students(file: str, kits: str = "") -> bool:
    """Tell whether a student's code is in ``file``; a game may lie outside the kit's folder."""
    return not file.startswith((*_OTHERS, "<frozen ")) and file != kits


def _place(error: BaseException, kits: str) -> str:
    """Return where in the student's own code an exception was raised, if it was there at all."""
    for frame, number in reversed([*traceback.walk_tb(error.__traceback__)][-50:]):
        file = frame.f_code.co_filename
        if is_students(file, kits) and (line := linecache.getline(file, number or 0).strip()):
            return say(" (line {number} of its cell: {line})", number=number, line=line)
    return ""
