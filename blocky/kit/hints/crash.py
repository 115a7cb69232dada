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
from types import FrameType, TracebackType
from typing import Any

from blocky.kit.check.program import FILE, SEE, Program, RoundsError
from blocky.kit.check.run import run
from blocky.kit.check.task import Case, Task
from blocky.kit.check.trees import (
    Edit,
    blocks,
    names_read,
    names_set,
    nodes,
    source,
    statements,
)
from blocky.kit.hints.look import say_of, touched
from blocky.kit.repair.change import Change
from blocky.kit.repair.rules import Kind

__all__ = ["UNSEEN", "Crash", "ended", "never_ends", "seen_again", "surely_endless"]

#: After this many rounds of loops and calls a program counts as endless.
ROUNDS = 10_000

#: The values of this many calls are kept, the last ones.
MOST = 1000

#: Stands for a value that was not seen.
UNSEEN = object()


@dataclass
class Crash:
    """Where an error ended a program.

    Attributes:
        frames: the open calls of the program's own functions, the innermost first.
        node, line: the innermost node of the program with the error, and the line of the error.
        passed_on: whether the error was raised in a function outside the program that it calls.
        around: the node and all nodes around it, the innermost first.
        values: the values of the expressions in its statement, and in the ifs around it, by the ids
            of their nodes.
    """

    program: Program
    error: BaseException
    frames: list[FrameType]
    node: Any
    line: int
    passed_on: bool
    around: list[Any]
    values: dict[int, Any] = field(default_factory=dict)

    @property
    def caller(self) -> FrameType | None:
        """The call, in the program, of what raised the error; None if the check has called it."""
        return self.frames[1] if len(self.frames) > 1 else None

    def value(self, node: ast.AST | None) -> Any:
        """Return the value of a part of the statement; UNSEEN if it is not known."""
        name = getattr(node, "id", "")
        innermost = self.frames[0]
        return self.values.get(id(node), innermost.f_locals.get(name, UNSEEN))


def ended(task: Task, program: Program, case: Case, name: str = "", **more: Any
          ) -> BaseException | None:
    """Run a program in a case, and return the error that ends it; None if there is none in time.

    RoundsError counts too: it ends loops and recursions that don't end. ``name`` is that of the
    tree that is changed now, or "" for none. ``more`` are the values of further names that the
    program can use, such as SEE.
    """
    errors: list[BaseException] = []

    def answer(*given: Any) -> None:
        """Run the program, and keep the error that ends it."""
        try:
            task.perform(program.load(name, **more), *given)
        except (Exception, SystemExit, RoundsError) as error:
            errors.append(error)

    program.rounds = 0
    program.most_rounds = ROUNDS
    run(answer, case)
    return errors[0] if errors else None


def seen_again(program: Program, find: Callable[..., BaseException | None]) -> Crash | None:
    """Return where the error that ``find`` returns was raised, with the values there.

    ``find`` runs the program twice. The second time, it gets the arguments ``name`` and ``more`` of
    ``ended``, and the changed program records the values.
    None: there is no error, or it wasn't raised in the program's own lines.
    """
    error = find()
    crash = _where_raised(program, error) if error else None
    if crash is None:
        return None
    watched: list[ast.AST] = []  # the nodes whose values are recorded
    # By call, the values by the ids of their nodes; the call that recorded last is at the end.
    values_of_calls: dict[FrameType, dict[int, Any]] = {}

    def see(number: int, value: Any) -> Any:
        """Record the value of a node, for the call that runs it; return the value.

        ``number`` is the index of the node in ``watched``. The oldest calls are dropped.
        """
        frame = sys._getframe(1)  # the call whose code calls ``see``
        values = values_of_calls.pop(frame, {})
        values_of_calls[frame] = values | {id(watched[number]): value}
        if len(values_of_calls) > MOST:
            oldest = next(iter(values_of_calls))
            del values_of_calls[oldest]
        return value

    edits = _edits_to_see(crash, watched)
    name = program.tree_of(crash.node)
    recording = Change(Kind.MISSING, tuple(edits), cost=0, line=crash.line)
    with suppress(SyntaxError), recording:
        second_error = find(name=name, **{SEE: see})
        is_the_same = type(second_error) is type(error)
        second_crash = (_where_raised(program, second_error) if second_error and is_the_same
                        else None)
        if second_crash:
            # The innermost call comes last: of an inner and an outer value, the inner one counts.
            for frame in reversed(second_crash.frames):
                crash.values |= values_of_calls.get(frame, {})
    return crash


def _edits_to_see(crash: Crash, watched: list[ast.AST]) -> list[Edit]:
    """Return the edits that make a program record values near its error.

    They are the values in the statement with the error, and in the conditions around it. The nodes
    whose values are recorded are added to ``watched``.
    """
    statement = next(each for each in crash.around if isinstance(each, ast.stmt))
    edits = []
    whole_tree = crash.around[-1]
    for node, name, block, _ in blocks(whole_tree):
        if statement in block:
            changed_block = [_with_see_calls(each, watched) if each is statement else each
                             for each in block]
            edits.append(Edit(node, name, changed_block))
    for each in crash.around:
        if isinstance(each, ast.If) and each is not statement:
            edits.append(Edit(each, "test", _with_see_calls(each.test, watched)))
    return edits


def _where_raised(program: Program, error: BaseException) -> Crash | None:
    """Return where in a program's own lines an error was raised or passed on; None: in none.

    The Crash has no ``values`` yet.
    """
    steps = []  # of the traceback: each is a call, and its line
    step = error.__traceback__
    while step:
        steps.append(step)
        step = step.tb_next
    own_steps = [each for each in steps if each.tb_frame.f_code.co_filename == FILE]
    if not own_steps:
        return None
    last_step = steps[-1]
    last_own_step = own_steps[-1]
    # For a method, the tree is that of its class.
    name, *_ = last_own_step.tb_frame.f_code.co_qualname.split(".")
    if name not in program.trees:
        return None
    around = _nodes_around(program.trees[name], last_own_step)
    # The kit's own functions that stand for operators in a program aren't calls of the student's.
    module = last_step.tb_frame.f_globals.get("__name__")
    is_from_an_operator = module == RoundsError.__module__
    passed_on = last_step is not last_own_step and not is_from_an_operator
    frames = [each.tb_frame for each in reversed(own_steps)]
    return Crash(program, error, frames, around[0], last_own_step.tb_lineno, passed_on, around)


def _nodes_around(tree: ast.AST, step: TracebackType) -> list[ast.AST]:
    """Return the node of a tree that raised an error, and all nodes around it, the innermost first.

    The node is the innermost one at the position that Python keeps for the instruction at this
    ``step`` of the traceback. If there is none, it's the innermost statement in the line.
    """
    line = step.tb_lineno
    positions_of_instructions = list(step.tb_frame.f_code.co_positions())
    index_of_instruction = step.tb_lasti // 2  # an instruction has two bytes
    positions = positions_of_instructions[index_of_instruction]
    in_the_line = [each for each in statements(tree)
                   if each.lineno <= line <= (each.end_lineno or each.lineno)]
    at_the_positions = [each for each in ast.walk(tree) if _positions(each) == positions]
    innermost = [tree, *in_the_line, *at_the_positions][-1]  # inner nodes come after outer ones
    parents = {id(child): parent for parent in ast.walk(tree)
               for child in ast.iter_child_nodes(parent)}
    around = []
    node: ast.AST | None = innermost
    while node is not None:
        around.append(node)
        node = parents.get(id(node))
    return around


def _positions(node: ast.AST) -> tuple[int | None, ...]:
    """Return the first and the last line and column of a node, as code objects have them."""
    return tuple(getattr(node, name, None)
                 for name in ("lineno", "end_lineno", "col_offset", "end_col_offset"))


def _with_see_calls(node: Any, watched: list[ast.AST]) -> Any:
    """Return a copy of a node in which each expression ``e`` with a value is SEE(number, e).

    The nodes of these expressions are added to ``watched``, and the number is the index there. Each
    call has the position of its node, so that the error is found there again. The statements in a
    body are left as they are. ``node`` may also be a list of nodes, or any value in a field.
    """
    if isinstance(node, list):
        return [each if isinstance(each, (ast.stmt, ast.match_case))
                else _with_see_calls(each, watched) for each in node]
    if not isinstance(node, ast.AST):
        return node
    twin = copy.copy(node)
    for name, value in ast.iter_fields(node):
        setattr(twin, name, _with_see_calls(value, watched))
    if not isinstance(node, ast.expr) or not _has_a_value(node):
        return twin
    watched.append(node)
    number = ast.Constant(len(watched) - 1)
    see = ast.Name(SEE, ast.Load())
    call = ast.Call(see, [number, twin], [])  # type: ignore[list-item]
    for each in (number, see, call):
        ast.copy_location(each, node)
    return call


def _has_a_value(node: ast.expr) -> bool:
    """Whether an expression can be replaced by a call that records its value.

    That of a constant isn't worth it.
    """
    is_read = isinstance(getattr(node, "ctx", ast.Load()), ast.Load)
    is_a_part = isinstance(node, (ast.Constant, ast.Starred, ast.Slice, ast.JoinedStr,
                                  ast.FormattedValue))
    has_a_slice = any(isinstance(each, ast.Slice) for each in getattr(node, "elts", ()))
    return is_read and not is_a_part and not has_a_slice


# -- loops without an end ------------------------------------------------------------------------

def surely_endless(crash: Crash) -> bool:
    """Return whether the code of a while loop shows that it never ends.

    It does if nothing in the loop changes the names of its condition, or if each round gives one
    of them the same value.
    """
    loop = _endless_loop(crash)
    if not isinstance(loop, ast.While):
        return False
    tested_names = names_read(loop.test)
    if not tested_names:
        return False
    nothing_changes_them = tested_names.isdisjoint(_may_change(loop))
    return nothing_changes_them or _only_repeated_step(loop, tested_names) is not None


def never_ends(crash: Crash) -> Iterator[str]:
    """Yield a sentence on why the loop with the error doesn't end.

    For a for loop, there's a sentence only if its code shows the reason.
    """
    loop = _endless_loop(crash)
    if isinstance(loop, ast.For):
        if names_read(loop.iter) & _may_change(loop):
            yield say_of("The loop on line {line} goes through {things} and keeps adding to it, so "
                         "the loop never ends.", line=loop.lineno, things=loop.iter)
    elif loop:
        yield _while_never_ends(loop)


def _while_never_ends(loop: ast.While) -> str:
    """Say why a while loop does not end, or only that it doesn't if its code doesn't show why."""
    tested_names = names_read(loop.test)
    repeated = _only_repeated_step(loop, tested_names)
    if tested_names and tested_names.isdisjoint(_may_change(loop)):
        return say_of("The loop on line {line} never ends, because nothing in it changes {names}. "
                      "So {condition} always stays the same.", line=loop.lineno,
                      names=", ".join(_names_to_change(loop.test)), condition=loop.test)
    if repeated:
        return say_of("The loop on line {line} never ends, because each iteration does the same "
                      "thing. {code} on line {other} always gives the same value: nothing in the "
                      "loop changes {names}.",
                      line=loop.lineno, code=repeated, other=repeated.lineno,
                      names=", ".join(sorted(names_read(repeated.value))))
    return say_of("The loop on line {line} doesn't end: its condition is {condition}. Which line "
                  "in the loop should make the loop end?", line=loop.lineno,
                  condition=loop.test)


def _names_to_change(condition: ast.expr) -> list[str]:
    """Return the names in a condition; if possible, without those that it only takes items of.

    >>> _names_to_change(ast.parse("i < len(cells) and cells[i] != '.'", mode="eval").body)
    ['i']
    """
    names = names_read(condition) - {*dir(builtins)}
    lists = {source(each.value) for each in nodes(condition, ast.Subscript)}
    return sorted(names - lists or names)


def _endless_loop(crash: Crash) -> ast.While | ast.For | None:
    """Return the innermost loop that ran until the limit of rounds; None if none did."""
    around = crash.around if isinstance(crash.error, RoundsError) else []
    return next((each for each in around if isinstance(each, (ast.While, ast.For))), None)


def _only_repeated_step(loop: ast.While, tested_names: set[str]) -> ast.Assign | None:
    """Return the only step of a loop, if it assigns the same value in each round.

    It's an assignment to one of ``tested_names``, the names in the loop's condition. None: the loop
    does more, or something else.
    """
    body = ast.Module(loop.body, [])
    assignments = nodes(body, ast.Assign)
    does_more = nodes(body, ast.Call, ast.AugAssign, ast.For) or any(map(touched, ast.walk(body)))
    if does_more or len(assignments) != 1:
        return None
    assignment = assignments[0]
    is_tested = not tested_names.isdisjoint(names_set(assignment))
    is_constant = names_read(assignment.value).isdisjoint(names_set(body))
    return assignment if is_tested and is_constant else None


def _may_change(loop: ast.While | ast.For) -> set[str]:
    """Return the names whose values the body of a loop may change."""
    body = ast.Module(loop.body, [])
    return {*names_set(body), *(name for each in ast.walk(body) for name in touched(each))}
