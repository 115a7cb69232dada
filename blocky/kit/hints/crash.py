"""Where an error ended an answer, and what the parts of that statement were.

The answer is run again, its program so changed that what is looked for can be seen.
"""

from __future__ import annotations

import ast
import copy
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from types import FrameType
from typing import Any

from blocky.kit.check.program import FILE, SEE, Program, RoundsError
from blocky.kit.check.run import run
from blocky.kit.check.task import Case, Task
from blocky.kit.check.trees import blocks, statements
from blocky.kit.repair.change import Change
from blocky.kit.repair.rules import Kind

__all__ = ["UNSEEN", "Crash", "ended", "seen_again"]

#: After so many rounds of loops and calls a program goes round for ever.
ROUNDS = 10_000

#: So many calls are kept in mind, with what was seen in them.
MOST = 1000

#: Stands for what was not seen.
UNSEEN = object()


@dataclass
class Crash:
    """Where an error ended a program: the calls that were open, the innermost first, and a node.

    ``passed_on`` tells whether it was raised in what the node calls, ``values`` what parts of the
    statement were, by their ids; ``around`` is what the node stands in, the innermost first, after
    itself.
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
        """Return what a part of the statement was; UNSEEN if that is not known."""
        name = getattr(node, "id", "")
        return self.values.get(id(node), self.frames[0].f_locals.get(name, UNSEEN))


def ended(task: Task, program: Program, case: Case, name: str = "", **more: Any
          ) -> BaseException | None:
    """Return what ends a program in a case; None if nothing does, or the time.

    ``name`` is the tree of it that was changed, ``more`` what it finds under further names.
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
    """Return where the error that ``find`` finds is raised in a program's own lines, if it is.

    It is called again, with what ``ended`` takes, so that the values are seen.
    """
    error = find()
    crash = _crash(program, error) if error else None
    if crash is None:
        return None
    nodes: list[ast.AST] = []
    seen: dict[FrameType, dict[int, Any]] = {}

    def see(number: int, value: Any) -> Any:
        frame = sys._getframe(1)
        seen[frame] = seen.pop(frame, {}) | {id(nodes[number]): value}
        if len(seen) > MOST:
            del seen[next(iter(seen))]
        return value

    statement = next(each for each in crash.around if isinstance(each, ast.stmt))
    edits = [(node, name, [_seeing(each, nodes) if each is statement else each for each in block])
             for node, name, block, _ in blocks(crash.around[-1]) if statement in block]
    edits += [(each, "test", _seeing(each.test, nodes)) for each in crash.around
              if isinstance(each, ast.If) and each is not statement]
    name = program.tree_of(crash.node)
    with suppress(SyntaxError), Change(Kind.MISSING, tuple(edits), 0, crash.line):
        again = find(name=name, **{SEE: see})
        if type(again) is type(error) and again and (other := _crash(program, again)):
            crash.values = {key: value for frame in reversed(other.frames)
                            for key, value in seen.get(frame, {}).items()}
    return crash


def _crash(program: Program, error: BaseException) -> Crash | None:
    """Return where an error was raised in a program; None if it was not in its own lines."""
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
    at = steps[-1].tb_frame.f_globals.get("__name__")
    works = at == RoundsError.__module__  # for an operator
    return Crash(program, error, [each.tb_frame for each in reversed(own)], around[0], line,
                 steps[-1] is not own[-1] and not works, around)


def _seeing(node: Any, nodes: list[ast.AST]) -> Any:
    """Return a tree of which all parts are seen when they are worked out; ``nodes`` gets them."""
    if isinstance(node, list):
        return [each if isinstance(each, (ast.stmt, ast.match_case)) else _seeing(each, nodes)
                for each in node]
    if not isinstance(node, ast.AST):
        return node
    twin = copy.copy(node)
    for name, value in ast.iter_fields(node):
        setattr(twin, name, _seeing(value, nodes))
    if (not isinstance(node, ast.expr) or not isinstance(getattr(node, "ctx", ast.Load()), ast.Load)
            or isinstance(node, (ast.Constant, ast.Starred, ast.Slice, ast.JoinedStr,
                                 ast.FormattedValue))
            or any(isinstance(each, ast.Slice) for each in getattr(node, "elts", ()))):
        return twin
    nodes.append(node)
    number, see = ast.Constant(len(nodes) - 1), ast.Name(SEE, ast.Load())
    call = ast.Call(see, [number, twin], [])  # type: ignore[list-item]
    for each in (number, see, call):
        ast.copy_location(each, node)
    return call
