"""What people read in code: docstrings, comments, shown texts; and other words in their place."""

from __future__ import annotations

import ast
import io
import re
import textwrap
import tokenize
from collections.abc import Callable, Iterator
from functools import partial
from operator import itemgetter
from typing import Any

from blocky.kit.lessons.literals import message, texts_of

__all__ = ["Says", "code", "joined"]

#: What comes in the place of a text.
Says = Callable[[str], str]

_WIDTH = 100
_OWN_LINE = re.compile(r"\s*([-*+] |\d+\. |#+ |\||>|<|\$\$)")


def joined(block: str) -> str:
    """Return a block with each paragraph, item or row of a table on one line; code as it is."""
    if all(line.startswith("    ") for line in block.splitlines()):
        return block
    lines: list[str] = []
    for line in block.splitlines():
        if lines and not _OWN_LINE.match(line) and not re.match(r"\s*(#|\||</?\w)", lines[-1]):
            lines[-1] += " " + line.strip()
        else:
            lines.append(line.rstrip())
    return "\n".join(lines)


#: From one character of a source to another stands something else: what this returns, given the
#: source before, and the rest of the line after.
Replacement = tuple[int, int, Callable[[str, str], str]]


def code(source: str, said: Says) -> str:
    """Return Python code with its docstrings, comments and shown texts as ``said`` has them.

    >>> print(code('print("All is", total)  # in euros', str.upper))
    print("ALL IS", total)  # IN EUROS
    """
    try:
        tree = ast.parse(source)
    except SyntaxError:
        return source
    changes = [*_comments(source, said), *_docstrings(source, tree, said),
               *_shown(source, tree, said)]
    made, left_off = "", 0
    for start, end, text_for in sorted(changes, key=itemgetter(0)):
        made += source[left_off:start]
        text = text_for(made, source[end:].split("\n", 1)[0])
        made = (made.rstrip(" ") if text.startswith("\n") else made) + text
        left_off = end
    return made + source[left_off:]


def _margin(before: str) -> str:
    """Return as many blanks as there are characters in the last line of a text."""
    return " " * (len(before) - before.rfind("\n") - 1)


def _place(source: str, node: Any) -> tuple[int, int]:
    """Return the numbers of the first character of a node and of the one after its last."""
    lines = source.encode().splitlines(keepends=True)  # columns of nodes count bytes

    def number(line: int, column: int) -> int:
        return len(b"".join([*lines[:line - 1], lines[line - 1][:column]]).decode())

    return (number(node.lineno, node.col_offset), number(node.end_lineno, node.end_col_offset))


def _comments(source: str, said: Says) -> Iterator[Replacement]:
    """Yield what comes in the place of comments; several lines of their own are one."""
    lines = source.splitlines()
    blocks: list[list[tokenize.TokenInfo]] = []
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type != tokenize.COMMENT or token.string.startswith(("###", "# noqa")):
            continue
        row, column = token.start
        if not (blocks and blocks[-1][-1].start == (row - 1, column)
                and not "".join(line[:column] for line in lines[row - 2:row]).strip()):
            blocks.append([])
        blocks[-1].append(token)
    for block in blocks:
        text = " ".join(token.string.lstrip("#").strip() for token in block)
        if re.search(r"[^\W\d_]{2}", text) and (now := said(text)) != text:
            start, end = (sum(map(len, source.splitlines(keepends=True)[:row - 1])) + column
                          for row, column in (block[0].start, block[-1].end))
            yield start, end, partial(_comment, now)


def _comment(text: str, before: str, _: str) -> str:
    margin = _margin(before)
    is_alone = not before[len(before) - len(margin):].strip()
    lines = textwrap.wrap(text, _WIDTH - len(margin) - 2) if is_alone else [text]
    return f"\n{margin}".join(f"# {line}" for line in lines)


def _docstrings(source: str, tree: ast.Module, said: Says) -> Iterator[Replacement]:
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)) and (text := ast.get_docstring(node)):
            before = [block if block.startswith(">>>") else joined(block)
                      for block in text.split("\n\n")]
            now = [block if block.startswith(">>>") else said(block) for block in before]
            start, end = _place(source, node.body[0])
            if now != before:
                closed = source[:end].rstrip('"').endswith(" ")  # by quotes in a line of their own
                yield start, end, partial(_docstring, now, closed)


def _docstring(blocks: list[str], closed: bool, before: str, _: str) -> str:
    margin = _margin(before)
    filled = "\n\n".join(block if block.startswith(">>>") else
                         textwrap.fill(block, _WIDTH - len(margin) - 6) for block in blocks)
    inside = textwrap.indent(filled, margin).lstrip()
    return f'"""{inside}' + (f"\n{margin}" if closed else "") + '"""'


def _shown(source: str, tree: ast.Module, said: Says) -> Iterator[Replacement]:
    for node in texts_of(tree):
        start, end = _place(source, node)
        if (text := said(message(node))) != message(node):
            formatted = isinstance(node, ast.JoinedStr)
            quotes = source[start:end].lstrip("f")[:3]
            if quotes in ('"""', "'''"):
                yield start, end, partial(_in_three_quotes, text, formatted, quotes)
            else:
                yield start, end, partial(_literal, text, formatted)


_PIECE = re.compile(r"(\{\{|\}\}|\{(?:[^{}]|\{[^{}]*\})*\})")


def _in_three_quotes(text: str, formatted: bool, quotes: str, *_: str) -> str:
    return f'{"f" * formatted}{quotes}{text}{quotes}'


def _literal(text: str, formatted: bool, before: str, after: str) -> str:
    """Return a text as a literal: as several, one below the other, if it is long in brackets."""
    whole, margin = _quoted(text, formatted), _margin(before)
    line = before[before.rfind("\n") + 1:]
    if len(margin) + len(whole) + len(after) <= _WIDTH or not re.search(r"[(\[{,=]\s*$", line):
        return whole
    if line.count("(") + line.count("[") + line.count("{") == 0 and not line.isspace():
        return whole  # no bracket is open that would let it go on in the next line
    column = _bracket(line) + 1
    if line.endswith(", ") and column + len(whole) + len(after) <= _WIDTH:
        return "\n" + " " * column + whole
    signs = len(whole) - len(text) + min(len(after), 30)  # what stands in a line beside the text
    pieces = textwrap.wrap(text, max(_WIDTH - len(margin) - signs, 30), drop_whitespace=False,
                           break_long_words=False, break_on_hyphens=False)
    if any(piece.count("{") != piece.count("}") for piece in pieces):
        return whole
    return f"\n{margin}".join(_quoted(piece, formatted) for piece in pieces)


def _bracket(line: str) -> int:
    """Return the column of the last bracket of a line that is open at its end; -1 for none."""
    still_open: list[int] = []
    for column, sign in enumerate(line):
        if sign in "([{":
            still_open.append(column)
        elif sign in ")]}" and still_open:
            still_open.pop()
    return still_open[-1] if still_open else -1


def _quoted(text: str, formatted: bool) -> str:
    """Return a text as a literal in quotes, with ``f`` before it if it has fields."""
    pieces = _PIECE.split(text) if formatted else [text]
    quote = "'" if any('"' in piece for piece in pieces) and "'" not in text else '"'
    formatted = len(pieces) > 1
    shown = [piece if number % 2 else piece.replace("\\", "\\\\").replace(quote, "\\" + quote)
             .replace("\n", "\\n").replace("\t", "\\t") for number, piece in enumerate(pieces)]
    return f"{'f' * formatted}{quote}{''.join(shown)}{quote}"
