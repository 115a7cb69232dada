"""What a hint was made for: the code of an answer, the values that it uses, and how it failed."""

from collections.abc import Mapping
from contextlib import suppress
from inspect import isfunction, ismodule
from types import CodeType, FunctionType
from typing import Any

from blocky.kit.check.compare import told
from blocky.kit.check.failure import Failure
from blocky.kit.check.program import Program, functions_of
from blocky.kit.check.run import is_students

__all__ = ["key_of"]

#: How far the values of values are followed: a helper's closure, a class's attribute.
DEPTH = 4


def key_of(program: Program, failure: Failure) -> str:
    """Return a text that is equal only for the same code, the same values and the same failure.

    The values are those of the notebook's names that the code uses.
    """
    names = sorted(program.uses & program.globals.keys())
    values = [(name, _value(program.globals[name])) for name in names]
    # Their defaults and closures have values too, which the source doesn't show.
    functions = [_function(each, DEPTH) for each in functions_of(failure.answer)]
    got = failure.got
    outcome = (got.returned, got.error, got.stopped, got.said, got.looked_at, got.after)
    return repr((program.source, values, functions, told(failure.case), outcome))


def _value(value: Any, depth: int = DEPTH) -> Any:
    """Return a plain value that differs for different values.

    The values in functions, and in the student's own classes and modules, are followed ``depth``
    levels down. Of another class or module, it's only the name.
    """
    if depth == 0:
        return None
    if isfunction(value):
        return _function(value, depth)
    if isinstance(value, type):
        return _attributes(vars(value), depth) if _is_students_own(value) else value.__name__
    if ismodule(value):
        file = getattr(value, "__file__", None) or ""
        is_students_own = bool(file) and is_students(file)
        return _attributes(vars(value), depth) if is_students_own else value.__name__
    with suppress(Exception):  # ``told`` calls methods of the value
        return told(value)
    return type(value).__name__


def _is_students_own(kind: type) -> bool:
    """Whether a student wrote a class: one of its functions is in a student's file."""
    return any(is_students(each.__code__.co_filename) for each in functions_of(kind))


def _attributes(attributes: Mapping[str, Any], depth: int) -> Any:
    """Return the plain values of attributes by name, without those that Python adds."""
    return [(name, _value(value, depth - 1)) for name, value in sorted(attributes.items())
            if not name.startswith("__")]


def _function(function: FunctionType, depth: int) -> Any:
    """Return the code of a function, its defaults, and the values of its closure."""
    values_of_closure = []
    for cell in function.__closure__ or ():
        with suppress(ValueError):  # it has no value yet
            values_of_closure.append(_value(cell.cell_contents, depth - 1))
    defaults = told([function.__defaults__, function.__kwdefaults__])
    return (_code(function.__code__), defaults, values_of_closure)


def _code(code: CodeType) -> Any:
    """Return the instructions, names and constants of a function, also of the functions in it."""
    constants = [_code(each) if isinstance(each, CodeType) else repr(each)
                 for each in code.co_consts]
    return (code.co_code.hex(), code.co_names, constants)
