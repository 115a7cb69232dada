"""The source of a function as a panel shows it: a few lines around the one that is marked."""

from __future__ import annotations

import ast
import html
import inspect
import linecache
import textwrap
from functools import lru_cache
from types import CodeType

from blocky.kit.language import say

__all__ = ["source_markup"]

MOST_LINES = 11
WIDTH = 52  # letters for which there is room in a row


def source_markup(code: CodeType | None, line: int | None) -> str:
    """Return the markup of a function's source around a line, which is marked; None: its first."""
    lines = _lines_of(code, code.co_filename) if code else []
    if not lines:
        return say("The source of this function cannot be read.")
    numbers = [number for number, _ in lines]
    wrapped = [_wrapped(text) for _, text in lines]
    middle = numbers.index(line) if line in numbers else 0
    rows = []
    for index in _around(middle, [len(parts) for parts in wrapped]):
        here = numbers[index] == line
        style = "background: #fbd3e6; color: #000; font-weight: bold" if here else ""
        text = html.escape(f"\n{'':5}".join(wrapped[index]))
        rows.append(f'<span style="{style}">{"▶" if here else " "}{numbers[index]:3} {text}</span>')
    return (f'<pre style="line-height: 1.3; font-size: 0.88em; margin: 0; white-space: pre">'
            f'{chr(10).join(rows)}</pre>')


@lru_cache(maxsize=256)
def _lines_of(code: CodeType, file: str) -> list[tuple[int, str]]:
    """Return the numbered lines of a function but its docstring; none if they cannot be read."""
    linecache.checkcache(file)
    try:
        lines, first = inspect.getsourcelines(code)
    except (OSError, TypeError):
        return []
    source = textwrap.dedent("".join(lines))
    left_out = _docstring_lines(source)
    return [(first + index, line.rstrip()) for index, line in enumerate(source.splitlines())
            if index not in left_out]


def _docstring_lines(source: str) -> range:
    """Return the lines, counted from 0, that the docstring of a function takes."""
    try:
        function = ast.parse(source).body[0]
    except (SyntaxError, IndexError):
        return range(0)
    if not isinstance(function, ast.FunctionDef) or ast.get_docstring(function) is None:
        return range(0)
    text = function.body[0]
    return range(text.lineno - 1, text.end_lineno or text.lineno)


def _wrapped(line: str) -> list[str]:
    """Return a line of source in rows for which there is room."""
    indent = " " * (len(line) - len(line.lstrip()) + 4)
    return textwrap.wrap(line, WIDTH, subsequent_indent=indent, break_on_hyphens=False) or [""]


def _around(middle: int, heights: list[int]) -> range:
    """Return the numbers of lines around one, as many as there is room for."""
    first = last = middle
    while True:
        near = [number for number in (last + 1, first - 1) if 0 <= number < len(heights)
                and sum(heights[min(first, number):max(last, number) + 1]) <= MOST_LINES]
        if not near:
            return range(first, last + 1)
        number = min(near, key=lambda each: abs(each - middle))
        first, last = min(first, number), max(last, number)
