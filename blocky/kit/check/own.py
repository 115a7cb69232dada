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

    It does if it's the answer itself or one of its methods, or if a student's line calls it in one
    of the trials ``passed``. The answer may use the functions in ``given``, which are the kit's own
    answers to other tasks.
    """
    functions = [each for each in given if not isinstance(each, type)]
    allowed_codes = codes_of(functions) - codes_of([task.right])
    forbidden_codes = task.codes() - allowed_codes
    parts = [answer]
    if isinstance(answer, type):
        parts = [inspect.getattr_static(answer, name, None) for name in dir(answer)]
    for part in parts:
        for code in codes_of([part]) & forbidden_codes:
            return code.co_qualname
    end = thread_time() + TRACED
    quickest_first = sorted(passed, key=_seconds)
    for case, outcome in quickest_first:
        seconds_with_tracing = TRACING_SLOWS * outcome.seconds
        if thread_time() + seconds_with_tracing > end:
            break
        _forget_results(task)
        name = _called(task, answer, case, forbidden_codes)
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


def _called(task: BaseTask, answer: Any, case: Case, codes: frozenset[CodeType]) -> str:
    """Return the name of the first function with one of these codes that a student's line calls.

    "": there is none in this case. This needs Python's tracing, which makes a trial slower.
    """
    name = ""

    def note_call(frame: FrameType, event: str, arg: Any) -> None:
        """Keep the name of the called function if it's the first one that is looked for."""
        nonlocal name
        caller = frame.f_back
        if name or frame.f_code not in codes or not caller:
            return
        if is_students(caller.f_code.co_filename, kits=frame.f_code.co_filename):
            name = frame.f_code.co_qualname

    def traced(*given: Any) -> Any:
        """Return the result of the answer, while ``note_call`` sees its calls."""
        trace_before = sys.gettrace()  # a debugger's, say
        sys.settrace(note_call)
        try:
            return task.perform(answer, *given)
        finally:
            sys.settrace(trace_before)

    with suppress(NotImplementedError):
        run(traced, case, TRACED)
    return name


def refuse_borrowed(task: BaseTask, answer: Any, passed: Iterable[tuple[Case, Outcome]],
                    given: Iterable[Any] = ()) -> None:
    """Raise a CheckError for an answer that does not do the work itself.

    It's code of a solution, or uses a function of the kit: see ``borrowed_by``.
    """
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
    """Whether an answer to the task ``name`` is a solution's code, taken from another notebook.

    The same code counts only in the same lines (see ``_shape``). A solution's cell has extra lines
    that mark the beginning and the end, so a student who finds the same code has other lines. In
    the solution's own notebook, the answer is allowed: there, the cell was run before.
    """
    from IPython import get_ipython

    shell = get_ipython()
    history = ""
    if shell:
        history = "\n".join(map(str, shell.user_ns.get("In", []))).strip()
        if not history:
            return False  # the notebook keeps no history, so it isn't known
    shapes = {_shape(function.__code__) for function in functions_of(answer)}
    if not shapes:
        return False
    solutions_with_it = [source for source in _solutions(name)
                         if shapes <= {_shape(code) for code in _codes_in(source)}]
    was_run_here = any(source in history for source in solutions_with_it)
    return bool(solutions_with_it) and not was_run_here


def _solutions(name: str) -> Iterator[str]:
    """Yield the sources of the cells of solutions that answer the task ``name``."""
    for edition in editions().values():
        for path in sorted(edition.glob("solutions/*/*.ipynb")):
            if f'"grade_id": "{name}"' in path.read_text(encoding="utf-8"):
                yield from (cell.source for cell in exercise_cells.read(path)
                            if cell.name == name and cell.is_answer)


def _codes_in(source: str) -> Iterator[CodeType]:
    """Yield the code object of a source, and those of the functions and classes in it."""
    waiting = [compile(source, "", "exec", dont_inherit=True)]
    for code in waiting:  # which grows meanwhile
        yield code
        waiting += [each for each in code.co_consts if isinstance(each, CodeType)]


def _shape(code: CodeType) -> tuple[Any, ...]:
    """Return a value that is equal for functions with the same code in the same lines.

    The lines are counted from the first one of the function.
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

    Those remembered by an earlier call stay, since a student may have replaced them meanwhile.
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
    """Restore what a student replaced in the package, and a raised recursion limit; print both."""
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
