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


def borrowed_by(task: BaseTask, answer: Any, passed: Iterable[tuple[Case, Outcome]],
                given: Iterable[Any] = ()) -> str:
    """Return the name of the kit's function that does the work of an answer; "" if none does.

    That function is the answer or one of its methods, or a student's line calls it. The answer may
    call the kit's functions that it was ``given``, if they are not this task's.
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
        tracing_takes = 5 * outcome.seconds
        if thread_time() + tracing_takes > end:
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
    """Raise a CheckError for an answer that does not do the work itself."""
    if _is_from_a_solution(answer, task.name):
        raise CheckError(task.name, Status.WRONG, say(
            "The results are right, but they come from the solution, not from you."), say(
            "You'll remember tomorrow what you write yourself today."))
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
    sources_of_it = [source for source in _solutions(name)
                     if shapes <= {_shape(code) for code in _codes_in(source)}]
    was_run_here = any(source in history for source in sources_of_it)
    return bool(sources_of_it) and not was_run_here


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
    """Return a value that is the same for code written in the same lines."""
    constants = tuple(_shape(each) if isinstance(each, CodeType) else repr(each)
                      for each in code.co_consts)
    lines = tuple(line - code.co_firstlineno for *_, line in code.co_lines() if line is not None)
    return code.co_code, code.co_names, constants, lines


# -- what was replaced -------------------------------------------------------------------------

#: The name of the package.
_HOUSE = __name__.partition(".")[0]

#: The functions and classes of the package by their holder, a module or a class, and their name;
#: _NOTHING where a class inherits one.
_originals: dict[tuple[Any, str], Any] = {}
_NOTHING = object()

#: The limit of Python's stack at the start, and one to which some libraries raise it.
_limit = sys.getrecursionlimit()
_RAISED = 3000


def remember() -> None:
    """Remember all functions and classes of the package as they are now, for ``set_back``.

    Under the name of a method that a class inherits, the class has _NOTHING of its own.
    """
    for module_name, module in list(sys.modules.items()):
        if not _is_of_the_house(module_name):
            continue
        classes = [each for each in vars(module).values()
                   if isinstance(each, type) and each.__module__ == module_name]
        for holder in (module, *classes):
            bases = [each for each in getattr(holder, "__mro__", ())
                     if _is_of_the_house(each.__module__)]
            items = [item for each in (holder, *bases) for item in vars(each).items()]
            for name, value in items:
                is_method = isinstance(value, (property, classmethod, staticmethod))
                if callable(value) or is_method:
                    _originals.setdefault((holder, name), vars(holder).get(name, _NOTHING))


def _is_of_the_house(module_name: str) -> bool:
    return module_name.partition(".")[0] == _HOUSE


def set_back() -> None:
    """Restore what was replaced in the package, and the limit of the stack; print what."""
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
