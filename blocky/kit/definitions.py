"""Runs the definitions in notebooks and files: imports, functions, classes and constants.

Other lines, in which students try things out (games, pictures, endless loops), are skipped.
"""

import ast
import linecache
from collections.abc import Iterable
from contextlib import redirect_stderr, redirect_stdout, suppress
from io import StringIO
from typing import Any

from blocky.kit.language import say
from blocky.kit.safely import OutOfTimeError, time_limit

__all__ = ["UNREADABLE", "names_defined", "parsed", "python_of", "run"]

#: The time limit for the definitions of one notebook, in seconds.
LIMIT = 2.0

#: The name of this package, from which students' code imports.
PACKAGE = __name__.split(".")[0]

#: The errors that Python raises for a text that is not Python.
UNREADABLE = (SyntaxError, ValueError, RecursionError, MemoryError)


def run(sources: Iterable[tuple[str, str]], name: str, space: dict[str, Any] | None = None
        ) -> tuple[dict[str, Any], list[str]]:
    """Run the definitions in ``sources``; return their namespace, and sentences on errors.

    A source is a name to show in tracebacks, and the text of a cell or a file. The definitions run
    in ``space``, the namespace of a module that exists, or in that of a new module called ``name``.
    A definition that fails is skipped.
    """
    if space is None:
        space = {"__name__": name}
    errors: list[str] = []
    definitions: list[tuple[str, ast.stmt]] = []  # each with the name of its source
    for file, source in sources:
        lines = source.splitlines(keepends=True)
        linecache.cache[file] = (len(source), None, lines, file)  # for tracebacks and checks
        try:
            body = ast.parse(python_of(source)).body
        except UNREADABLE as error:
            errors.append(_in_words(error))
            continue
        definitions += [(file, statement) for statement in body if _is_plain(statement)]
    _run_imports_from_package(statement for _, statement in definitions)

    def define() -> None:
        """Run one definition after the other, each by itself."""
        for file, statement in definitions:
            try:
                exec(compile(ast.Module([statement], []), file, "exec"), space)
            except (Exception, SystemExit) as error:
                errors.append(_in_words(error))

    ignored_output = StringIO()
    try:
        with redirect_stdout(ignored_output), redirect_stderr(ignored_output):
            time_limit(LIMIT).call(define)
    except OutOfTimeError:
        errors.append(say("It was stopped after {seconds:g} seconds", seconds=LIMIT))
    return space, errors


def _run_imports_from_package(statements: Iterable[ast.stmt]) -> None:
    """Run those ``statements`` that import from this package, without a time limit.

    The first time, such an import can take longer than the limit; after that, it is fast.
    """
    for statement in statements:
        if isinstance(statement, ast.ImportFrom):
            package, _, _ = (statement.module or "").partition(".")
            if package == PACKAGE:
                with suppress(ImportError):  # it's reported when the definitions run
                    exec(compile(ast.Module([statement], []), PACKAGE, "exec"), {})


def names_defined(source: str) -> list[str]:
    """Return the names of the functions and classes that a cell defines."""
    return [each.name for each in parsed(source).body
            if isinstance(each, (ast.FunctionDef, ast.ClassDef))]


def parsed(source: str) -> ast.Module:
    """Return the syntax tree of a cell; an empty one if it is not Python."""
    try:
        return ast.parse(python_of(source))
    except UNREADABLE:
        return ast.Module([], [])


def python_of(source: str) -> str:
    """Return the text of a cell, with lines that only Jupyter understands left empty."""
    return "\n".join("" if line.lstrip().startswith(("%", "!", "?")) else line
                     for line in source.split("\n"))


def _is_plain(statement: ast.stmt) -> bool:
    """Whether a statement is an import, a definition or a constant."""
    if isinstance(statement, (ast.Assign, ast.AnnAssign)):  # a constant, without a call
        return not any(isinstance(part, ast.Call) for part in ast.walk(statement))
    return isinstance(statement, (ast.Import, ast.ImportFrom, ast.FunctionDef, ast.ClassDef))


def _in_words(error: BaseException) -> str:
    """Return an error as "TypeError: text", without a full stop."""
    return f"{type(error).__name__}: {error}".rstrip(": .")
