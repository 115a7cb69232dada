"""What is said of a loop that never ends, from its code and from what its condition asks."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator

from blocky.kit.check.program import RoundsError
from blocky.kit.check.trees import names_read, names_set, source
from blocky.kit.hints.code import touched
from blocky.kit.hints.crash import Crash
from blocky.kit.language import say

__all__ = ["never_ends", "surely_endless"]


def surely_endless(crash: Crash) -> bool:
    """Tell whether it is seen in the code of a loop that it never ends."""
    loop = _loop_of(crash)
    asked, moved = _asked_and_moved(loop) if loop else (set(), set())
    return isinstance(loop, ast.While) and bool(asked) and not asked & moved


def never_ends(crash: Crash) -> Iterator[str]:
    """Say why a loop does not end, as far as it is seen."""
    loop = _loop_of(crash)
    if loop is None:
        return
    asked, moved = _asked_and_moved(loop)
    if isinstance(loop, ast.For):
        if asked & moved:
            yield say("The loop that begins in line {line} goes through {things}, which it makes "
                      "longer all the time.", line=loop.lineno, things=source(loop.iter))
    elif asked and not moved & asked:
        yield say("The loop that begins in line {line} goes on for ever: nothing in it changes "
                  "{names}, so that {condition} stays as it is.", line=loop.lineno,
                  names=", ".join(sorted(asked - {*dir(builtins)})), condition=source(loop.test))
    else:
        yield say("The loop that begins in line {line} goes on and on: {condition} never comes to "
                  "an end. Which line should bring it closer to that?", line=loop.lineno,
                  condition=source(loop.test))


def _loop_of(crash: Crash) -> ast.While | ast.For | None:
    """Return the loop that a program went round in for ever."""
    around = crash.around if isinstance(crash.error, RoundsError) else []
    return next((each for each in around if isinstance(each, (ast.While, ast.For))), None)


def _asked_and_moved(loop: ast.While | ast.For) -> tuple[set[str], set[str]]:
    """Return the names that say how long a loop goes on, and those that it may change."""
    inside = ast.Module(loop.body, [])
    return (names_read(loop.test if isinstance(loop, ast.While) else loop.iter),
            {*names_set(inside), *(name for each in ast.walk(inside) for name in touched(each))})
