"""The text of a function or a class that a student wrote, and where it stands in its cell."""

from __future__ import annotations

import ast
import linecache
import textwrap
from collections.abc import Iterator
from typing import Any, NamedTuple

from blocky.kit.check.program import first_line, functions_of, statement_of
from blocky.kit.check.trees import is_docstring, names_read
from blocky.kit.language import say

__all__ = ["Definition", "definition_of"]


class Definition(NamedTuple):
    """The text of a function or class, where it stands, and what its names stand for."""

    text: str
    first_line: int
    indent: int
    names: dict[str, Any]

    def at(self, row: int, column: int | None = None) -> str:
        """Return a place in the text, as a reader of its cell calls it."""
        row += self.first_line - 1
        return (say("Line {row} of its cell, column {column}", row=row,
                    column=column + self.indent) if column else
                say("Line {row} of its cell", row=row))

    @property
    def is_stub(self) -> bool:
        """Whether its body only raises NotImplementedError."""
        top = ast.parse(self.text).body[0]
        body = [each for each in getattr(top, "body", ()) if not is_docstring(each)]
        return len(body) == 1 and isinstance(body[0], ast.Raise) and "NotImplementedError" in (
            names_read(body[0]))

    def docstrings(self) -> Iterator[tuple[str, int]]:
        """Yield the docstrings of a function, or of a class and its methods, with their rows."""
        top = ast.parse(self.text).body[0]
        for node in [top, *(top.body if isinstance(top, ast.ClassDef) else [])]:
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)) and (
                    text := ast.get_docstring(node, clean=False)):
                yield text, node.body[0].lineno


def definition_of(answer: Any) -> Definition | None:
    """Return the definition of a function or class, in a file or in the cell of a notebook."""
    for function in functions_of(answer):
        code = function.__code__
        if node := statement_of(function, answer.__name__):
            first = first_line(node)
            lines = linecache.getlines(code.co_filename)[first - 1:node.end_lineno]
            text = "".join(lines).rstrip("\n") + "\n"
            names = {**dict.fromkeys(code.co_freevars), **function.__globals__,
                     answer.__name__: answer}
            return Definition(textwrap.dedent(text), first, len(text) - len(text.lstrip()), names)
    return None
