"""What is said of a loop that never ends, from its code and from what its condition asks."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator

from blocky.kit.check.program import RoundsError
from blocky.kit.check.trees import names_read, names_set, source
from blocky.kit.hints.crash import Crash
from blocky.kit.hints.look import nodes, touched
from blocky.kit.language import say

__all__ = ["never_ends", "surely_endless"]


def surely_endless(crash: Crash) -> bool:
    """Tell whether it is seen in the code of a loop that it never ends."""
    loop = _loop_of(crash)
    asked, moved = _asked_and_moved(loop) if loop else (set(), set())
    return isinstance(loop, ast.While) and bool(asked) and (
        not asked & moved or _the_same_again(loop, asked) is not None)


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
    elif again := _the_same_again(loop, asked):
        yield say("The loop that begins in line {line} goes on for ever: each of its rounds does "
                  "the same as the one before. {code} in line {other} gives the same value each "
                  "time, for nothing in the loop changes {names}.", line=loop.lineno,
                  code=source(again), other=again.lineno,
                  names=", ".join(sorted(names_read(again.value))))
    else:
        yield say("The loop that begins in line {line} goes on and on: {condition} never comes to "
                  "an end. Which line should bring it closer to that?", line=loop.lineno,
                  condition=source(loop.test))


def _loop_of(crash: Crash) -> ast.While | ast.For | None:
    """Return the loop that a program went round in for ever."""
    around = crash.around if isinstance(crash.error, RoundsError) else []
    return next((each for each in around if isinstance(each, (ast.While, ast.For))), None)


def _the_same_again(loop: ast.While, asked: set[str]) -> ast.Assign | None:
    """Return what never gives another value to what a loop asks for, if it is all that is done."""
    inside = ast.Module(loop.body, [])
    given = nodes(inside, ast.Assign)
    done = nodes(inside, ast.Call, ast.AugAssign, ast.For) or any(map(touched, ast.walk(inside)))
    is_same = len(given) == 1 and not done and {*names_set(given[0])} & asked and not (
        names_read(given[0].value) & {*names_set(inside)})
    return given[0] if is_same else None


def _asked_and_moved(loop: ast.While | ast.For) -> tuple[set[str], set[str]]:
    """Return the names that say how long a loop goes on, and those that it may change."""
    inside = ast.Module(loop.body, [])
    return (names_read(loop.test if isinstance(loop, ast.While) else loop.iter),
            {*names_set(inside), *(name for each in ast.walk(inside) for name in touched(each))})
