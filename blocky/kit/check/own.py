"""Whether the work of an answer is the student's own, or that of the game or of a solution."""

import inspect
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from time import thread_time
from types import CodeType, FrameType
from typing import Any

from blocky.kit.check import exercise_cells
from blocky.kit.check.base_task import BaseTask
from blocky.kit.check.failure import Case
from blocky.kit.check.program import codes_of, functions_of
from blocky.kit.check.record import CheckError, Status
from blocky.kit.check.run import Outcome, is_students, run
from blocky.kit.language import say
from blocky.kit.teaching import editions

__all__ = ["borrowed_by", "refuse_borrowed", "remember", "set_back"]

#: The seconds of computing that may go into looking whose work a passed answer is.
TRACED = 0.1

#: How many times as long a trial may take with Python's tracing.
TRACING_SLOWS = 5


def borrowed_by(task: BaseTask, answer: Any, passed: Iterable[tuple[Case, Outcome]],
                given: Iterable[Any] = ()) -> str:
    """Return the name of the kit's function that does the work of an answer; "" if none does.

    That function is the answer or one of its methods, or a student's line calls it in one of the
    trials ``passed``. The answer may call the kit's functions that it was ``given``, if they are
    not this task's.
    """
    functions = [each for each in given if not isinstance(each, type)]
    allowed = codes_of(functions) - codes_of([task.right])
    kits = task.codes() - allowed
    parts = [answer]
    if isinstance(answer, type):
        parts = [inspect.getattr_static(answer, name, None) for name in dir(answer)]
    for part in parts:
        for code in codes_of([part]) & kits:
            return code.co_qualname
    end = thread_time() + TRACED
    quickest_first = sorted(passed, key=_seconds)
    for case, outcome in quickest_first:
        seconds_with_tracing = TRACING_SLOWS * outcome.seconds
        if thread_time() + seconds_with_tracing > end:
            break
        _forget_results(task)
        name = _called(task, answer, case, kits)
        if name:
            return name
    return ""


def _seconds(trial: tuple[Case, Outcome]) -> float:
    """Return how long an answer has computed in a case."""
    _, outcome = trial
    return outcome.seconds


def _forget_results(task: BaseTask) -> None:
    """Empty the caches of the game's functions: what they remember is not called again."""
    for function in (task.right, *task.kits):
        if hasattr(function, "cache_clear"):
            function.cache_clear()


def _called(task: BaseTask, answer: Any, case: Case, kits: frozenset[CodeType]) -> str:
    """Return the name of the first of the game's functions that a student's line calls, or "".

    This needs Python's tracing, which makes a trial slower.
    """
    found = ""

    def note_call(frame: FrameType, event: str, arg: Any) -> None:
        """Note the first call of one of the game's functions by a student's line."""
        nonlocal found
        if found or frame.f_code not in kits or not frame.f_back:
            return
        if is_students(frame.f_back.f_code.co_filename, frame.f_code.co_filename):
            found = frame.f_code.co_qualname

    def traced(*given: Any) -> Any:
        """Return the result of the answer, while ``note_call`` sees its calls."""
        before = sys.gettrace()
        sys.settrace(note_call)
        try:
            return task.perform(answer, *given)
        finally:
            sys.settrace(before)

    with suppress(NotImplementedError):
        run(traced, case, TRACED)
    return found


def refuse_borrowed(task: BaseTask, answer: Any, passed: Iterable[tuple[Case, Outcome]],
                    given: Iterable[Any] = ()) -> None:
    """Raise a CheckError for an answer that does not do the work itself; see ``borrowed_by``."""
    if _is_from_a_solution(answer, task.name):
        raise CheckError(task.name, Status.WRONG, say(
            "The results are right, but they come from the solution, not from you."), say(
            "If you write the code yourself today, you'll still remember it tomorrow."))
    name = borrowed_by(task, answer, passed, given)
    if name:
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
    history = ""
    if shell:
        history = "\n".join(map(str, shell.user_ns.get("In", []))).strip()
        if not history:
            return False
    shapes = {_shape(function.__code__) for function in functions_of(answer)}
    if not shapes:
        return False
    cells_with_it = [source for source in _solutions(name)
                     if shapes <= {_shape(code) for code in _codes_in(source)}]
    was_run_here = any(source in history for source in cells_with_it)
    return bool(cells_with_it) and not was_run_here


def _solutions(name: str) -> Iterator[str]:
    """Yield the sources of the cells of solutions that answer the task ``name``."""
    for edition in editions().values():
        for path in sorted(edition.glob("solutions/*/*.ipynb")):
            if f'"grade_id": "{name}"' in path.read_text(encoding="utf-8"):
                yield from (cell.source for cell in exercise_cells.read(path)
                            if cell.name == name and cell.is_answer)


def _codes_in(source: str) -> Iterator[CodeType]:
    """Yield the code of a source, and of the functions and classes in it."""
    waiting = [compile(source, "", "exec", dont_inherit=True)]
    for code in waiting:  # which grows meanwhile
        yield code
        waiting += [each for each in code.co_consts if isinstance(each, CodeType)]


def _shape(code: CodeType) -> tuple[Any, ...]:
    """Return a value that is equal for code with the same text in the same lines.

    Lines are counted from the first one of the function.
    """
    constants = tuple(_shape(each) if isinstance(each, CodeType) else repr(each)
                      for each in code.co_consts)
    lines = tuple(line - code.co_firstlineno for *_, line in code.co_lines() if line is not None)
    return code.co_code, code.co_names, constants, lines


# -- what was replaced -------------------------------------------------------------------------

#: The name of the package.
_HOUSE = __name__.partition(".")[0]

#: Stands for what a class doesn't have itself, but inherits.
_NOTHING = object()

#: The functions and classes of the package by their holder, a module or a class, and their name;
#: _NOTHING where a class inherits one.
_originals: dict[tuple[Any, str], Any] = {}

#: The limit of Python's stack at the start.
_limit = sys.getrecursionlimit()

#: A limit to which some libraries raise it.
_RAISED = 3000


def remember() -> None:
    """Remember all functions and classes of the package as they are now, for ``set_back``.

    What is remembered already stays.
    """
    for module_name, module in list(sys.modules.items()):
        if not _is_of_the_house(module_name):
            continue
        classes = [each for each in vars(module).values()
                   if isinstance(each, type) and each.__module__ == module_name]
        for holder in (module, *classes):
            for name in _names_of_functions(holder):
                _originals.setdefault((holder, name), vars(holder).get(name, _NOTHING))


def _names_of_functions(holder: Any) -> Iterator[str]:
    """Yield the names of the functions and classes in a module or a class, and in its bases."""
    bases = [each for each in getattr(holder, "__mro__", ()) if _is_of_the_house(each.__module__)]
    for each in (holder, *bases):
        for name, value in [*vars(each).items()]:
            is_method = isinstance(value, (property, classmethod, staticmethod))
            if callable(value) or is_method:
                yield name


def _is_of_the_house(module_name: str) -> bool:
    """Whether a module belongs to the package."""
    return module_name.partition(".")[0] == _HOUSE


def set_back() -> None:
    """Restore what was replaced in the package, and the limit of the stack; print what it was."""
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
