"""Markup of the lines of a function around a marked line, and of the open calls."""

import ast
import html
import inspect
import linecache
import textwrap
from collections.abc import Callable, Sequence
from functools import lru_cache
from types import CodeType

from blocky.kit.calls import Call
from blocky.kit.language import say

__all__ = ["source_markup", "stack_markup"]

#: The most lines of source that are shown at a time, and the letters in one.
MOST_LINES, WIDTH = 11, 52

#: The most rows of the table of open calls, and how many of them come before "n more".
MOST_ROWS, FIRST_ROWS = 8, 2


def source_markup(code: CodeType | None, line: int | None) -> str:
    """Return HTML with the part of a function's source around ``line``, which is marked.

    Without ``line``, show the beginning of the source. Long lines take several rows.
    """
    lines = lines_of(code, code.co_filename) if code else []
    if not lines:
        return say("The source of this function can't be read.")
    numbers = [number for number, _ in lines]
    wrapped = [_wrapped(text) for _, text in lines]
    middle = numbers.index(line) if line in numbers else 0
    rows = []
    rows_of_lines = [len(parts) for parts in wrapped]
    for index in _around(middle, rows_of_lines):
        is_marked = numbers[index] == line
        style = "background: #fbd3e6; color: #000; font-weight: bold" if is_marked else ""
        sign = "▶" if is_marked else " "
        indent = " " * 5  # below the text, which comes after the sign and the number
        text = html.escape(f"\n{indent}".join(wrapped[index]))
        rows.append(f'<span style="{style}">{sign}{numbers[index]:3} {text}</span>')
    source = "\n".join(rows)
    return (f'<pre style="line-height: 1.3; font-size: 0.88em; margin: 0; white-space: pre">'
            f'{source}</pre>')


@lru_cache(maxsize=256)
def lines_of(code: CodeType, file: str) -> list[tuple[int, str]]:
    """Return the numbered lines of a function without its docstring; [] if they are unreadable."""
    linecache.checkcache(file)
    first = code.co_firstlineno
    # inspect.getsourcelines would search all modules for the one of this file
    source = textwrap.dedent("".join(inspect.getblock(linecache.getlines(file)[first - 1:])))
    docstring = _docstring_lines(source)
    return [(first + index, line.rstrip()) for index, line in enumerate(source.splitlines())
            if index not in docstring]


def _docstring_lines(source: str) -> range:
    """Return the range of the lines, counted from 0, of a function's docstring; empty for none."""
    try:
        function = ast.parse(source).body[0]
    except (SyntaxError, IndexError):
        return range(0)
    if not isinstance(function, ast.FunctionDef) or ast.get_docstring(function) is None:
        return range(0)
    docstring = function.body[0]
    return range(docstring.lineno - 1, docstring.end_lineno or docstring.lineno)


def _wrapped(line: str) -> list[str]:
    """Return a line of source, wrapped with an indent."""
    indent = " " * (len(line) - len(line.lstrip()) + 4)
    return textwrap.wrap(line, WIDTH, subsequent_indent=indent, break_on_hyphens=False) or [""]


def _around(middle: int, heights: list[int]) -> range:
    """Return the range of the lines around the ``middle`` one that fit into MOST_LINES rows.

    ``heights`` are the numbers of rows that the lines take. Lines are added one by one, on the side
    that reaches less far from the middle.
    """
    first = last = middle
    rows = heights[middle]
    while True:
        fits_below = last + 1 < len(heights) and rows + heights[last + 1] <= MOST_LINES
        fits_above = first > 0 and rows + heights[first - 1] <= MOST_LINES
        if fits_below and (last - middle <= middle - first or not fits_above):
            last += 1
            rows += heights[last]
        elif fits_above:
            first -= 1
            rows += heights[first]
        else:
            return range(first, last + 1)


def stack_markup(stack: Sequence[Call], worded: Callable[[Call], str]) -> str:
    """Return an HTML table of the open calls, the first on top; ``worded`` gives the text of each.

    If there are more than MOST_ROWS, one row says how many are left out in the middle.
    """
    first_depths = range(len(stack))
    last_depths = range(0)
    if len(stack) > MOST_ROWS:
        last_rows = MOST_ROWS - FIRST_ROWS - 1
        first_depths = range(FIRST_ROWS)
        last_depths = range(len(stack) - last_rows, len(stack))
    left_out = len(stack) - len(first_depths) - len(last_depths)
    rows = [_row_of(stack, depth, worded) for depth in first_depths]
    if left_out:
        more = say("⋮ {count} more", count=left_out)
        rows.append(f"<tr><td></td><td>{more}</td></tr>")
    rows += [_row_of(stack, depth, worded) for depth in last_depths]
    table = "".join(rows) or f"<tr><td>{say('No calls are open.')}</td></tr>"
    return (f'<div style="line-height: 1.35"><b>{say("Open calls, the first on top")}</b>'
            f'<table style="width: 100%; white-space: nowrap; font-size: 0.92em; '
            f'font-family: var(--jp-code-font-family, monospace); line-height: 1.3">'
            f'{table}</table></div>')


def _row_of(stack: Sequence[Call], depth: int, worded: Callable[[Call], str]) -> str:
    """Return the row of an open call: its depth, its text, and the line at which it waits."""
    is_current = depth + 1 == len(stack)
    if is_current:
        style = "font-weight: bold"
        waits_at = ""
    else:
        style = ""
        waits_at = say("line {number}", number=stack[depth + 1].line)
    text = html.escape(worded(stack[depth]))
    return (f'<tr style="{style}"><td style="text-align: right; padding-right: 6px">'
            f'{depth}</td><td title="{text}" style="width: 100%; max-width: 0; '
            f'overflow: hidden; text-overflow: ellipsis">{text}</td>'
            f'<td style="padding-left: 8px">{waits_at}</td></tr>')
