"""The place of an error that ended an answer, the values there; and loops that never end.

The answer runs again, with its program changed so that it records the values.
"""

import ast
import builtins
import copy
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from types import FrameType
from typing import Any

from blocky.kit.check.program import FILE, SEE, Program, RoundsError
from blocky.kit.check.run import run
from blocky.kit.check.task import Case, Task
from blocky.kit.check.trees import blocks, names_read, names_set, nodes, source, statements
from blocky.kit.hints.look import say_of, touched
from blocky.kit.repair.change import Change
from blocky.kit.repair.rules import Kind

__all__ = ["UNSEEN", "Crash", "ended", "never_ends", "seen_again", "surely_endless"]

#: After this many rounds of loops and calls a program counts as endless.
ROUNDS = 10_000

#: The values of this many calls are kept.
MOST = 1000

#: Stands for a value that was not seen.
UNSEEN = object()


@dataclass
class Crash:
    """Where an error ended a program.

    Attributes:
        frames: the calls that were open, the innermost first.
        node, line: what raised the error.
        passed_on: whether it was raised in what the node calls.
        around: the node and all that it is in, the innermost first.
        values: the values of the parts of the statement, by their ids.
    """

    program: Program
    error: BaseException
    frames: list[FrameType]
    node: Any
    line: int
    passed_on: bool
    around: list[Any]
    values: dict[int, Any] = field(default_factory=dict)

    def value(self, node: ast.AST | None) -> Any:
        """Return the value of a part of the statement; UNSEEN if it is not known."""
        name = getattr(node, "id", "")
        return self.values.get(id(node), self.frames[0].f_locals.get(name, UNSEEN))


def ended(task: Task, program: Program, case: Case, name: str = "", **more: Any
          ) -> BaseException | None:
    """Return the error that ends a program in a case; None if there is none in time.

    ``name`` is the tree of it that is changed, ``more`` what it finds under further names.
    """
    kept: list[BaseException] = []

    def answer(*given: Any) -> None:
        try:
            task.perform(program.load(name, **more), *given)
        except (Exception, SystemExit, RoundsError) as error:
            kept.append(error)

    program.rounds, program.most_rounds = 0, ROUNDS
    run(answer, case)
    return kept[0] if kept else None


def seen_again(program: Program, find: Callable[..., BaseException | None]) -> Crash | None:
    """Return where the error that ``find`` returns was raised, if in a program's own lines.

    ``find`` runs again, with the arguments of ``ended``, to record the values.
    """
    error = find()
    crash = _crash(program, error) if error else None
    if crash is None:
        return None
    watched: list[ast.AST] = []
    seen: dict[FrameType, dict[int, Any]] = {}

    def see(number: int, value: Any) -> Any:
        frame = sys._getframe(1)
        seen[frame] = seen.pop(frame, {}) | {id(watched[number]): value}
        if len(seen) > MOST:
            del seen[next(iter(seen))]
        return value

    statement = next(each for each in crash.around if isinstance(each, ast.stmt))
    edits = [(node, name, [_seeing(each, watched) if each is statement else each for each in block])
             for node, name, block, _ in blocks(crash.around[-1]) if statement in block]
    edits += [(each, "test", _seeing(each.test, watched)) for each in crash.around
              if isinstance(each, ast.If) and each is not statement]
    name = program.tree_of(crash.node)
    with suppress(SyntaxError), Change(Kind.MISSING, tuple(edits), 0, crash.line):
        again = find(name=name, **{SEE: see})
        if type(again) is type(error) and again and (other := _crash(program, again)):
            crash.values = {key: value for frame in reversed(other.frames)
                            for key, value in seen.get(frame, {}).items()}
    return crash


def _crash(program: Program, error: BaseException) -> Crash | None:
    """Return where an error was raised in a program's own lines; None if elsewhere."""
    steps, step = [], error.__traceback__
    while step:
        steps.append(step)
        step = step.tb_next
    own = [each for each in steps if each.tb_frame.f_code.co_filename == FILE]
    if not own or own[-1].tb_frame.f_code.co_qualname.split(".")[0] not in program.trees:
        return None
    frame, line = own[-1].tb_frame, own[-1].tb_lineno
    tree = program.trees[frame.f_code.co_qualname.split(".")[0]]
    where = [*frame.f_code.co_positions()][own[-1].tb_lasti // 2]
    found: list[ast.AST] = [tree, *(each for each in statements(tree)
                                    if each.lineno <= line <= (each.end_lineno or each.lineno))]
    found += [each for each in ast.walk(tree) if where == tuple(
        getattr(each, name, None)
        for name in ("lineno", "end_lineno", "col_offset", "end_col_offset"))]
    above = {id(child): each for each in ast.walk(tree) for child in ast.iter_child_nodes(each)}
    around = [found[-1]]
    while id(around[-1]) in above:
        around.append(above[id(around[-1])])
    of_an_operator = steps[-1].tb_frame.f_globals.get("__name__") == RoundsError.__module__
    return Crash(program, error, [each.tb_frame for each in reversed(own)], around[0], line,
                 steps[-1] is not own[-1] and not of_an_operator, around)


def _seeing(node: Any, watched: list[ast.AST]) -> Any:
    """Return a copy of a tree that hands the values of its parts to SEE; they are ``watched``."""
    if isinstance(node, list):
        return [each if isinstance(each, (ast.stmt, ast.match_case)) else _seeing(each, watched)
                for each in node]
    if not isinstance(node, ast.AST):
        return node
    twin = copy.copy(node)
    for name, value in ast.iter_fields(node):
        setattr(twin, name, _seeing(value, watched))
    if (not isinstance(node, ast.expr) or not isinstance(getattr(node, "ctx", ast.Load()), ast.Load)
            or isinstance(node, (ast.Constant, ast.Starred, ast.Slice, ast.JoinedStr,
                                 ast.FormattedValue))
            or any(isinstance(each, ast.Slice) for each in getattr(node, "elts", ()))):
        return twin
    watched.append(node)
    number, see = ast.Constant(len(watched) - 1), ast.Name(SEE, ast.Load())
    call = ast.Call(see, [number, twin], [])  # type: ignore[list-item]
    for each in (number, see, call):
        ast.copy_location(each, node)
    return call


# -- loops without an end ------------------------------------------------------------------------

def surely_endless(crash: Crash) -> bool:
    """Return whether the code of a loop shows that it never ends."""
    loop = _endless_loop(crash)
    asked, moved = _asked_and_moved(loop) if loop else (set(), set())
    return isinstance(loop, ast.While) and bool(asked) and (
        not asked & moved or _the_same_again(loop, asked) is not None)


def never_ends(crash: Crash) -> Iterator[str]:
    """Yield a sentence on why a loop does not end, if its code shows it."""
    loop = _endless_loop(crash)
    if loop is None:
        return
    asked, moved = _asked_and_moved(loop)
    if isinstance(loop, ast.For):
        if asked & moved:
            yield say_of("The loop on line {line} goes through {things} and keeps making it "
                         "longer, so it never ends.", line=loop.lineno, things=loop.iter)
    elif asked and not moved & asked:
        yield say_of("The loop on line {line} never ends, because nothing in it changes {names}. "
                     "So {condition} always stays the same.", line=loop.lineno,
                     names=", ".join(_names_to_change(loop.test)), condition=loop.test)
    elif again := _the_same_again(loop, asked):
        yield say_of("The loop on line {line} never ends, because each iteration does the same. "
                     "{code} on line {other} always gives the same value: nothing in the loop "
                     "changes {names}.",
                     line=loop.lineno, code=again, other=again.lineno,
                     names=", ".join(sorted(names_read(again.value))))
    else:
        yield say_of("The loop on line {line} doesn't end: its condition is {condition}. Which "
                     "line should bring it closer to its end?", line=loop.lineno,
                     condition=loop.test)


def _names_to_change(condition: ast.expr) -> list[str]:
    """Return the names in a condition; if possible, without those that it only takes items of.

    >>> _names_to_change(ast.parse("i < len(cells) and cells[i] != '.'", mode="eval").body)
    ['i']
    """
    names = names_read(condition) - {*dir(builtins)}
    things = {source(each.value) for each in nodes(condition, ast.Subscript)}
    return sorted(names - things or names)


def _endless_loop(crash: Crash) -> ast.While | ast.For | None:
    around = crash.around if isinstance(crash.error, RoundsError) else []
    return next((each for each in around if isinstance(each, (ast.While, ast.For))), None)


def _the_same_again(loop: ast.While, asked: set[str]) -> ast.Assign | None:
    """Return the only step of a loop, if it always assigns the same value to its condition."""
    inside = ast.Module(loop.body, [])
    given = nodes(inside, ast.Assign)
    done = nodes(inside, ast.Call, ast.AugAssign, ast.For) or any(map(touched, ast.walk(inside)))
    is_same = len(given) == 1 and not done and {*names_set(given[0])} & asked and not (
        names_read(given[0].value) & {*names_set(inside)})
    return given[0] if is_same else None


def _asked_and_moved(loop: ast.While | ast.For) -> tuple[set[str], set[str]]:
    """Return the names in the condition of a loop, and those that the loop may change."""
    inside = ast.Module(loop.body, [])
    return (names_read(loop.test if isinstance(loop, ast.While) else loop.iter),
            {*names_set(inside), *(name for each in ast.walk(inside) for name in touched(each))})
