"""Finds and translates what people read in code: docstrings, comments, and texts that it shows."""

import ast
import io
import re
import textwrap
import tokenize
from collections.abc import Callable, Iterator
from functools import partial
from operator import itemgetter
from typing import Any

from blocky.kit.player import NAMES

__all__ = ["Translator", "code", "joined"]

#: Returns the translation of a text.
Translator = Callable[[str], str]

_WIDTH = 100
_OWN_LINE = re.compile(r"\s*([-*+] |\d+\. |#+ |\||>|<|\$\$)")


def joined(block: str) -> str:
    """Return a block with each paragraph, item or row of a table on one line; code is unchanged."""
    if all(line.startswith("    ") for line in block.splitlines()):
        return block
    lines: list[str] = []
    for line in block.splitlines():
        if lines and not _OWN_LINE.match(line) and not re.match(r"\s*(#|\||</?\w)", lines[-1]):
            lines[-1] += " " + line.strip()
        else:
            lines.append(line.rstrip())
    return "\n".join(lines)


#: The start and end of a piece of code, and a function that returns the new piece, given the new
#: code before it and the rest of the line after it.
Replacement = tuple[int, int, Callable[[str, str], str]]


def code(source: str, said: Translator) -> str:
    """Return Python code with its docstrings, comments and shown texts translated by ``said``.

    >>> print(code('print("All is", total)  # in euros', str.upper))
    print("ALL IS", total)  # IN EUROS
    """
    try:
        tree = ast.parse(source)
    except SyntaxError:
        return source
    replacements = [*_comments(source, said), *_docstrings(source, tree, said),
                    *_shown(source, tree, said)]
    made, done = "", 0
    for start, end, text_for in sorted(replacements, key=itemgetter(0)):
        made += source[done:start]
        text = text_for(made, source[end:].split("\n", 1)[0])
        made = (made.rstrip(" ") if text.startswith("\n") else made) + text
        done = end
    return made + source[done:]


def _margin(before: str) -> str:
    """Return the indentation that aligns with the end of a text."""
    return " " * (len(before) - before.rfind("\n") - 1)


def _place(source: str, node: Any) -> tuple[int, int]:
    """Return the indices at which a node starts and ends."""
    lines = source.encode().splitlines(keepends=True)  # the columns of nodes count bytes

    def number(line: int, column: int) -> int:
        return len(b"".join([*lines[:line - 1], lines[line - 1][:column]]).decode())

    return (number(node.lineno, node.col_offset), number(node.end_lineno, node.end_col_offset))


def _comments(source: str, said: Translator) -> Iterator[Replacement]:
    """Yield the replacements of comments; several lines below each other are one comment."""
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
    has_own_line = not before[len(before) - len(margin):].strip()
    lines = textwrap.wrap(text, _WIDTH - len(margin) - 2) if has_own_line else [text]
    return f"\n{margin}".join(f"# {line}" for line in lines)


def _docstrings(source: str, tree: ast.Module, said: Translator) -> Iterator[Replacement]:
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)) and (text := ast.get_docstring(node)):
            before = [block if block.startswith(">>>") else joined(block)
                      for block in text.split("\n\n")]
            now = [block if block.startswith(">>>") else said(block) for block in before]
            start, end = _place(source, node.body[0])
            if now != before:
                quotes_below = source[:end].rstrip('"').endswith(" ")
                yield start, end, partial(_docstring, now, quotes_below)


def _docstring(blocks: list[str], quotes_below: bool, before: str, _: str) -> str:
    margin = _margin(before)
    filled = "\n\n".join(block if block.startswith(">>>") else
                         textwrap.fill(block, _WIDTH - len(margin) - 6) for block in blocks)
    inside = textwrap.indent(filled, margin).lstrip()
    return f'"""{inside}' + (f"\n{margin}" if quotes_below else "") + '"""'


def _shown(source: str, tree: ast.Module, said: Translator) -> Iterator[Replacement]:
    for node in _texts_of(tree):
        start, end = _place(source, node)
        if (text := said(_message(node))) != _message(node):
            formatted = isinstance(node, ast.JoinedStr)
            quotes = source[start:end].lstrip("f")[:3]
            yield start, end, partial(_literal, text, formatted, quotes)


_PIECE = re.compile(r"(\{\{|\}\}|\{(?:[^{}]|\{[^{}]*\})*\})")


def _literal(text: str, formatted: bool, quotes: str, before: str, after: str) -> str:
    """Return a text as a literal; if it is long and in brackets, as several below each other."""
    if quotes in ('"""', "'''"):
        return f'{"f" * formatted}{quotes}{text}{quotes}'
    whole, margin = _quoted(text, formatted), _margin(before)
    line = before[before.rfind("\n") + 1:]
    if len(margin) + len(whole) + len(after) <= _WIDTH or not re.search(r"[(\[{,=]\s*$", line):
        return whole
    if line.count("(") + line.count("[") + line.count("{") == 0 and not line.isspace():
        return whole  # no open bracket allows a line break
    column = _bracket(line) + 1
    if line.endswith(", ") and column + len(whole) + len(after) <= _WIDTH:
        return "\n" + " " * column + whole
    beside = len(whole) - len(text) + min(len(after), 30)  # quotes, and what follows
    pieces = textwrap.wrap(text, max(_WIDTH - len(margin) - beside, 30), drop_whitespace=False,
                           break_long_words=False, break_on_hyphens=False)
    if any(piece.count("{") != piece.count("}") for piece in pieces):
        return whole
    return f"\n{margin}".join(_quoted(piece, formatted) for piece in pieces)


def _bracket(line: str) -> int:
    """Return the column of the last bracket left open in a line; -1 for none."""
    still_open: list[int] = []
    for column, sign in enumerate(line):
        if sign in "([{":
            still_open.append(column)
        elif sign in ")]}" and still_open:
            still_open.pop()
    return still_open[-1] if still_open else -1


def _quoted(text: str, formatted: bool) -> str:
    """Return a text as a literal in quotes; it is an f-string if it has fields."""
    pieces = _PIECE.split(text) if formatted else [text]
    quote = "'" if any('"' in piece for piece in pieces) and "'" not in text else '"'
    formatted = len(pieces) > 1
    shown = [piece if number % 2 else piece.replace("\\", "\\\\").replace(quote, "\\" + quote)
             .replace("\n", "\\n").replace("\t", "\\t") for number, piece in enumerate(pieces)]
    return f"{'f' * formatted}{quote}{''.join(shown)}{quote}"


def _texts_of(tree: ast.Module) -> list[Any]:
    """Return the literals in code that are texts for people, in the order of the code.

    A text has several words and is no code, or it is the argument of a function that shows it.
    Other words in one list with a text, the same literal elsewhere, and the default name of a
    player are texts, too.
    """
    docstrings = {node.body[0].value for node in ast.walk(tree)
                  if isinstance(node, (ast.FunctionDef, ast.ClassDef))
                  and node.body and isinstance(node.body[0], ast.Expr)}
    literals: list[Any] = []
    texts: set[str] = {*NAMES}

    def visit(node: ast.AST, parent: ast.AST) -> None:
        if isinstance(node, ast.JoinedStr) or (
                isinstance(node, ast.Constant) and isinstance(node.value, str)):
            if node not in docstrings:
                literals.append(node)
                if _is_text(node, parent):
                    texts.add(_message(node))
            return
        holder = parent if isinstance(node, ast.List) and _function(parent) in _SHOWING else node
        for child in ast.iter_child_nodes(node):
            visit(child, holder)

    visit(tree, tree)
    for node in ast.walk(tree):
        together = node.elts if isinstance(node, (ast.List, ast.Tuple)) else (
            node.keys if isinstance(node, ast.Dict) else [])
        words = [_message(each) for each in together if each in literals]
        if texts.intersection(words):
            texts.update(word for word in words if re.search(r"[^\W\d_]{3}", word))
    return [node for node in literals if _message(node) in texts]


_SHOWING = {"print", "boards", "set_xlabel", "set_ylabel", "set_title"}


def _function(node: ast.AST) -> str:
    """Return the name of the function in a call; "" if the node is no call."""
    return ast.unparse(node.func).split(".")[-1] if isinstance(node, ast.Call) else ""


def _is_text(node: Any, parent: ast.AST) -> bool:
    text = _message(node)
    words = re.sub(r"\{[^{}]*\}", "", text) if isinstance(node, ast.JoinedStr) else text
    if not re.search(r"[^\W\d_]{2}", words):
        return False
    function = _function(parent)
    if function in _SHOWING and (function != "boards" or re.fullmatch(r"[^\W\d_]+(-\w+)*", text)):
        return True
    if isinstance(node, ast.JoinedStr):
        return True
    if (isinstance(parent, ast.Return) or function == "play"  # a result, the name of a game
            or (isinstance(parent, ast.keyword) and parent.arg == "example")):
        return False
    if not re.search(r"\S +\S", text):
        return False
    if "\n" in text:
        return True
    try:
        ast.parse(text)
    except SyntaxError:
        return True
    return False


def _message(node: Any) -> str:
    """Return the text of a literal; in that of an f-string, the fields are in braces."""
    if isinstance(node, ast.Constant):
        return str(node.value)
    return "".join(str(each.value).replace("{", "{{").replace("}", "}}")
                   if isinstance(each, ast.Constant) else _field(each) for each in node.values)


def _field(node: ast.expr) -> str:
    """Return the source of a field of an f-string, in braces."""
    source = ast.unparse(ast.JoinedStr([node]))
    quote = next(each for each in ('"""', "'''", '"', "'") if source.endswith(each))
    return source[1 + len(quote):-len(quote)]
