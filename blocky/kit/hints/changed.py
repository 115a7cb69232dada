"""What an answer changes of what it is given, and which of its lines does."""

from __future__ import annotations

import ast
import linecache
import sys
from collections.abc import Iterator
from inspect import signature
from types import FrameType
from typing import Any

from blocky.kit.check.compare import told, told_apart, written
from blocky.kit.check.failure import Failure
from blocky.kit.check.program import Program
from blocky.kit.check.trees import called, names_read, source
from blocky.kit.language import say

__all__ = ["what_changed"]

#: For so many seconds an answer is gone through line by line.
BY_LINE = 0.5


def what_changed(failure: Failure, program: Program | None) -> Iterator[str]:
    """Say which argument is not as it was, where, and after which line."""
    names = [*signature(failure.answer).parameters]
    if len(names) != len(failure.case) or isinstance(failure.answer, type):
        yield say("What it was given must be after the call as it was before, and is not. Make a "
                  "copy first, and change only the copy.")
    for name, before, after in zip(names, failure.case, failure.got.arguments, strict=False):
        if told(before) == told(after):
            continue
        yield say("{name} must be after the call as it was before, and is not. Make a copy "
                  "first, and change only the copy.", name=name)
        if program and (flat := _flat_copy(program, name)):
            yield say("{copy} in line {line} copies only the outer one: what is in it is the same "
                      "as before, and not copied.", copy=source(flat), line=flat.lineno)
        if isinstance(before, dict) and isinstance(after, dict):
            place, (was, now) = next(iter(told_apart(before, after).items()))
            yield say("{name}{place} was {was}, and is {now} now.", name=name, place=place,
                      was=written(was), now=written(now))
        if program and (line := _line_that_changes(failure, program)):
            yield say("Line {line} changes it: {text}", line=line,
                      text=linecache.getline(program.file, line).strip())


def _flat_copy(program: Program, name: str) -> Any:
    """Return the first copy of what has this name that copies nothing of what is in it; or None."""
    copies = [each for each in ast.walk(program.trees[program.name]) if isinstance(each, ast.Call)
              and (source(each.func) == "copy.copy" or called(each) == "list")
              and any(name in names_read(one) for one in each.args)]
    return copies[0] if copies else None


def _line_that_changes(failure: Failure, program: Program) -> int:
    """Return the first line of an answer after which what it is given is another; 0 for none."""
    found, last = list[int](), [0]

    def answer(*given: Any) -> Any:
        before = told(given)

        def within(frame: FrameType, event: str, arg: Any) -> Any:
            if not found and last[0] and told(given) != before:
                found.append(last[0])
            last[0] = frame.f_lineno
            return None if found else within

        trace = sys.gettrace()
        sys.settrace(lambda frame, *_: within if frame.f_code.co_filename == program.file else None)
        try:
            return failure.answer(*given)
        finally:
            sys.settrace(trace)

    failure.judge(answer, failure.case, BY_LINE)
    return found[0] if found else 0
