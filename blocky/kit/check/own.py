"""Whether the work of an answer is the student's own, or that of the game or of a solution."""

import inspect
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from time import thread_time
from types import CodeType, FrameType
from typing import Any

from blocky.kit.check import exercise_cells
from blocky.kit.check.failure import Case
from blocky.kit.check.program import codes_of, functions_of
from blocky.kit.check.record import CheckError, Status
from blocky.kit.check.run import Outcome, is_students, run
from blocky.kit.check.trials import Trials
from blocky.kit.language import say
from blocky.kit.teaching import editions

__all__ = ["borrowed_by", "refuse_borrowed", "remember", "set_back"]

#: The seconds of computing that may go into looking whose work a passed answer is.
TRACED = 0.1


def borrowed_by(task: Trials, answer: Any, passed: Iterable[tuple[Case, Outcome]],
                given: Iterable[Any] = ()) -> str:
    """Return the name of the kit's function that does the work of an answer; "" if none does.

    That function is the answer or one of its methods, or a student's line calls it. The answer may
    call the kit's functions that it was ``given``, if they are not this task's.
    """
    kits = task.codes() - (codes_of(each for each in given if not isinstance(each, type))
                           - codes_of([task.right]))
    parts = [answer]
    if isinstance(answer, type):
        parts = [inspect.getattr_static(answer, name, None) for name in dir(answer)]
    name = next((code.co_qualname for part in parts for code in codes_of([part]) & kits), "")
    end = thread_time() + TRACED
    for case, got in sorted(passed, key=lambda each: each[1].seconds):
        if name or thread_time() + 5 * got.seconds > end:
            break
        for each in (task.right, *task.kits):
            getattr(each, "cache_clear", lambda: None)()  # what is remembered is not called
        name = _called(task, answer, case, kits)
    return name


def _called(task: Trials, answer: Any, case: Case, kits: frozenset[CodeType]) -> str:
    """Return the name of the first of the game's functions that a student's line calls, or "".

    This needs Python's tracing, which makes a trial slower.
    """
    found = ""

    def look(frame: FrameType, event: str, arg: Any) -> None:
        nonlocal found
        if not found and frame.f_code in kits and frame.f_back and is_students(
                frame.f_back.f_code.co_filename, frame.f_code.co_filename):
            found = frame.f_code.co_qualname

    def traced(*given: Any) -> Any:
        before = sys.gettrace()
        sys.settrace(look)
        try:
            return task.perform(answer, *given)
        finally:
            sys.settrace(before)

    with suppress(NotImplementedError):
        run(traced, case, TRACED)
    return found


def refuse_borrowed(task: Trials, answer: Any, passed: Iterable[tuple[Case, Outcome]],
                    given: Iterable[Any] = ()) -> None:
    """Raise a CheckError for an answer that does not do the work itself."""
    if _is_from_a_solution(answer, task.name):
        raise CheckError(task.name, Status.WRONG, say(
            "The results are right, but they come from the solution, not from you."), say(
            "You'll remember tomorrow what you write yourself today."))
    if name := borrowed_by(task, answer, passed, given):
        raise CheckError(task.name, Status.WRONG, say(
            "The results are right, but they come from the kit's own {name}, which your "
            "answer uses.", name=name), say("Your own code has to do the work."))


# -- a solution --------------------------------------------------------------------------------

def _is_from_a_solution(answer: Any, name: str) -> bool:
    """Whether an answer is the code of the solution's own cell, which was not run here.

    That cell also has the lines that mark where the solution begins and ends: whoever writes the
    same has it in other lines. Unknown, so False, where a notebook keeps no history.
    """
    from IPython import get_ipython

    shell = get_ipython()
    history = "\n".join(map(str, shell.user_ns.get("In", []))).strip() if shell else ""
    shapes = {_shape(function.__code__) for function in functions_of(answer)}
    if not shapes or (shell and not history):
        return False
    same = [source for source in _solutions(name)
            if shapes <= {_shape(code) for code in _codes_in(source)}]
    return bool(same) and not any(source in history for source in same)


def _solutions(name: str) -> Iterator[str]:
    """Yield the sources of the cells of solutions that answer the task ``name``."""
    for edition in editions().values():
        for path in sorted(edition.glob("solutions/*/*.ipynb")):
            if f'"grade_id": "{name}"' in path.read_text(encoding="utf-8"):
                yield from (cell.source for cell in exercise_cells.read(path)
                            if cell.name == name and cell.is_answer)


def _codes_in(source: str) -> Iterator[CodeType]:
    waiting = [compile(source, "", "exec", dont_inherit=True)]
    for code in waiting:
        yield code
        waiting += [each for each in code.co_consts if isinstance(each, CodeType)]


def _shape(code: CodeType) -> tuple[Any, ...]:
    """Return a value that is the same for code written in the same lines."""
    constants = tuple(_shape(each) if isinstance(each, CodeType) else repr(each)
                      for each in code.co_consts)
    lines = tuple(line - code.co_firstlineno for *_, line in code.co_lines() if line is not None)
    return code.co_code, code.co_names, constants, lines


# -- what was replaced -------------------------------------------------------------------------

#: The functions and classes of the house by their holder and name, _NOTHING where the holder
#: inherits one; and the limit of Python's stack, which some libraries raise to _RAISED.
_originals: dict[tuple[Any, str], Any] = {}
_NOTHING, _HOUSE = object(), __name__.partition(".")[0]
_limit, _RAISED = sys.getrecursionlimit(), 3000


def remember() -> None:
    """Remember all functions and classes of the house as they are now."""
    for module_name, module in list(sys.modules.items()):
        if module_name.partition(".")[0] != _HOUSE:
            continue
        for holder in (module, *(each for each in vars(module).values()
                                 if isinstance(each, type) and each.__module__ == module_name)):
            bases = (each for each in getattr(holder, "__mro__", ())
                     if each.__module__.partition(".")[0] == _HOUSE)
            for name, value in [item for each in (holder, *bases) for item in vars(each).items()]:
                if callable(value) or isinstance(value, (property, classmethod, staticmethod)):
                    _originals.setdefault((holder, name), vars(holder).get(name, _NOTHING))


def set_back() -> None:
    """Restore what was replaced in the house, and the limit of the stack; print what."""
    replaced = [(holder, name, value) for (holder, name), value in _originals.items()
                if vars(holder).get(name, _NOTHING) is not value]
    for holder, name, value in replaced:
        if value is _NOTHING:
            delattr(holder, name)
        else:
            setattr(holder, name, value)
        print(say("{name} had been replaced. The kit has restored it, because games and checks "
                  "need it.", name=f"{holder.__name__}.{name}"))
    if sys.getrecursionlimit() > max(_limit, _RAISED):
        sys.setrecursionlimit(_limit)
        print(say("Python's recursion limit had been raised. The kit has reset it to {limit}.",
                  limit=_limit))
