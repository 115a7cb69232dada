"""What people read in a notebook: prose, docstrings, comments, and texts that code shows.

Each is a message of a catalogue. ``translated`` puts other words in the place of all of them, and
``Notes`` writes down which there are.
"""

from __future__ import annotations

import ast
import copy
import io
import re
import textwrap
import tokenize
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

from babel.messages.catalog import Catalog

from blocky.kit.player import NAMES

__all__ = ["Notes", "code", "markdown", "translated"]

#: What comes in the place of a text.
Says = Callable[[str], str]

_WIDTH = 100


class Notes:
    """Says every text as it is, and remembers it, with the cells that it is in.

    >>> notes = Notes()
    >>> notes.say("tree-01", "A board is a tree."), notes.found
    ('A board is a tree.', {'A board is a tree.': ['tree-01']})
    """

    def __init__(self) -> None:
        self.found: dict[str, list[str]] = {}

    def say(self, cell: str, text: str) -> str:
        """Return a text of a cell as it is."""
        cells = self.found.setdefault(text, [])
        if cell not in cells:
            cells.append(cell)
        return text

    def template(self) -> Catalog:
        """Return a catalogue of the texts, each with its cells."""
        made = Catalog()
        for text, cells in self.found.items():
            made.add(text, locations=[(cell, 0) for cell in cells])
        return made


def translated(notebook: Any, said: Callable[[str, str], str]) -> Any:
    """Return a copy of a notebook without outputs, with other words in the place of its texts.

    ``said`` is given the id of a cell and a text of it.
    """
    notebook = copy.deepcopy(notebook)
    for cell in notebook.cells:
        says = partial(said, cell.id)
        if cell.cell_type == "code":
            cell.source, cell.outputs, cell.execution_count = code(cell.source, says), [], None
        elif cell.cell_type == "markdown":
            cell.source = markdown(cell.source, says)
    return notebook


# -- prose ---------------------------------------------------------------------------------------

_APART = re.compile(r"(^```[^\n]*\n.*?^```[ ]*$|\n(?:[ \t]*\n)+)", re.M | re.S)
_OWN_LINE = re.compile(r"\s*([-*+] |\d+\. |#+ |\||>|<|\$\$)")
_SILENT = re.compile(r"`[^`]*`|<[^>]*>|\]\([^)]*\)|\$[^$]*\$")  # code, tags, addresses, formulas


def markdown(text: str, said: Says) -> str:
    r"""Return Markdown with its blocks as ``said`` has them; lines of a paragraph are joined.

    >>> markdown("## A tree\n\nIt has\nnodes.", str.upper)
    '## A TREE\n\nIT HAS NODES.'
    """
    pieces = _APART.split(text)
    for number, piece in enumerate(pieces):
        if fence := re.fullmatch(r"(```python\n)(.*\n)(```\s*)", piece, re.S):
            pieces[number] = fence[1] + code(fence[2], said) + fence[3]
        elif re.search(r"\A```.*# \S*[^\W\d_]\S* [^\W\d_]", piece, re.S):
            pieces[number] = said(piece)
        elif number % 2 == 0 and re.search(r"[^\W\d_]", _SILENT.sub("", piece)):
            block = piece.strip("\n")
            pieces[number] = piece.replace(block, said(_joined(block)))
    return "".join(pieces)


def _joined(block: str) -> str:
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


# -- code ----------------------------------------------------------------------------------------

@dataclass(frozen=True)
class _Change:
    """What comes in the place of the text from one character of a source to another.

    ``text`` returns it, given the source before, and the rest of the line after.
    """

    start: int
    end: int
    text: Callable[[str, str], str]


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
    made, end = "", 0
    for change in sorted(changes, key=lambda each: each.start):
        made += source[end:change.start]
        end = change.end
        text = change.text(made, source[end:].split("\n", 1)[0])
        made = (made.rstrip(" ") if text.startswith("\n") else made) + text
    return made + source[end:]


def _margin(before: str) -> str:
    """Return as many blanks as there are characters in the last line of a text."""
    return " " * (len(before) - before.rfind("\n") - 1)


def _place(source: str, node: Any) -> tuple[int, int]:
    """Return the numbers of the first character of a node and of the one after its last."""
    lines = source.splitlines(keepends=True)

    def number(line: int, column: int) -> int:
        before = lines[line - 1].encode()[:column].decode() if column else ""
        return sum(map(len, lines[:line - 1])) + len(before)

    return (number(node.lineno, node.col_offset), number(node.end_lineno, node.end_col_offset))


def _comments(source: str, said: Says) -> Iterator[_Change]:
    """Yield what comes in the place of comments; several lines of their own are one."""
    lines = source.splitlines()
    blocks: list[list[tokenize.TokenInfo]] = []
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type != tokenize.COMMENT or token.string.startswith(("###", "# noqa")):
            continue
        row, column = token.start
        goes_on = (blocks and blocks[-1][-1].start == (row - 1, column)
                   and all(lines[each - 1][:column].isspace() or not column
                           for each in (row - 1, row)))
        if goes_on:
            blocks[-1].append(token)
        else:
            blocks.append([token])
    for block in blocks:
        text = " ".join(token.string.lstrip("#").strip() for token in block)
        if re.search(r"[^\W\d_]{2}", text) and (now := said(text)) != text:
            start = _character(source, *block[0].start)
            yield _Change(start, _character(source, *block[-1].end), partial(_comment, now))


def _comment(text: str, before: str, _: str) -> str:
    margin = _margin(before)
    is_alone = not before[len(before) - len(margin):].strip()
    lines = textwrap.wrap(text, _WIDTH - len(margin) - 2) if is_alone else [text]
    return f"\n{margin}".join(f"# {line}" for line in lines)


def _character(source: str, row: int, column: int) -> int:
    return sum(map(len, source.splitlines(keepends=True)[:row - 1])) + column


def _docstrings(source: str, tree: ast.Module, said: Says) -> Iterator[_Change]:
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)) and (text := ast.get_docstring(node)):
            before = [block if block.startswith(">>>") else _joined(block)
                      for block in text.split("\n\n")]
            now = [block if block.startswith(">>>") else said(block) for block in before]
            start, end = _place(source, node.body[0])
            if now != before:
                closed = source[:end].rstrip('"').endswith(" ")  # by quotes in a line of their own
                yield _Change(start, end, partial(_docstring, now, closed))


def _docstring(blocks: list[str], closed: bool, before: str, _: str) -> str:
    margin = _margin(before)
    filled = "\n\n".join(block if block.startswith(">>>") else
                         textwrap.fill(block, _WIDTH - len(margin) - 6) for block in blocks)
    inside = textwrap.indent(filled, margin).lstrip()
    return f'"""{inside}' + (f"\n{margin}" if closed else "") + '"""'


def _shown(source: str, tree: ast.Module, said: Says) -> Iterator[_Change]:
    for node in _texts(tree):
        start, end = _place(source, node)
        if (text := said(_message(node))) != _message(node):
            formatted = isinstance(node, ast.JoinedStr)
            quotes = source[start:end].lstrip("f")[:3]
            if quotes in ('"""', "'''"):
                yield _Change(start, end, partial(_in_three_quotes, text, formatted, quotes))
            else:
                yield _Change(start, end, partial(_literal, text, formatted))


def _texts(tree: ast.Module) -> list[Any]:
    """Return the literals of code that are texts which people read, in the order of the code.

    A text has words and blanks, and is no code; or it is the argument of a function that shows it.
    What stands in one list with such texts is one, too, and so is the same literal elsewhere, and
    the default name of a player.
    """
    docstrings = {node.body[0].value for node in ast.walk(tree)
                  if isinstance(node, (ast.FunctionDef, ast.ClassDef))
                  and node.body and isinstance(node.body[0], ast.Expr)}
    literals: list[Any] = []
    sure: set[str] = {*NAMES}

    def visit(node: ast.AST, parent: ast.AST) -> None:
        if isinstance(node, ast.JoinedStr) or (
                isinstance(node, ast.Constant) and isinstance(node.value, str)):
            if node not in docstrings:
                literals.append(node)
                if _is_read(node, parent):
                    sure.add(_message(node))
            return
        holder = parent if isinstance(node, ast.List) and _function(parent) in _SHOWING else node
        for child in ast.iter_child_nodes(node):
            visit(child, holder)

    visit(tree, tree)
    for node in ast.walk(tree):
        together = node.elts if isinstance(node, (ast.List, ast.Tuple)) else (
            node.keys if isinstance(node, ast.Dict) else [])
        words = [_message(each) for each in together if each in literals]
        if sure.intersection(words):
            sure.update(word for word in words if re.search(r"[^\W\d_]{3}", word))
    return [node for node in literals if _message(node) in sure]


_SHOWING = {"print", "boards", "set_xlabel", "set_ylabel", "set_title"}


def _function(node: ast.AST) -> str:
    """Return the name of the function that is called; "" if none is."""
    return ast.unparse(node.func).split(".")[-1] if isinstance(node, ast.Call) else ""


def _is_read(node: Any, parent: ast.AST) -> bool:
    text = _message(node)
    words = re.sub(r"\{[^{}]*\}", "", text) if isinstance(node, ast.JoinedStr) else text
    if not re.search(r"[^\W\d_]{2}", words):
        return False
    function = _function(parent)
    if function in _SHOWING and (function != "boards" or re.fullmatch(r"[^\W\d_]+(-\w+)*", text)):
        return True
    if isinstance(node, ast.JoinedStr):
        return True
    is_key = (isinstance(parent, ast.Return) or function == "play"  # a result, a game's name
              or (isinstance(parent, ast.keyword) and parent.arg == "example"))
    return not is_key and bool(re.search(r"\S +\S", text)) and (
        "\n" in text or not _is_code(text))


def _is_code(text: str) -> bool:
    try:
        ast.parse(text)
    except SyntaxError:
        return False
    return True


def _message(node: Any) -> str:
    """Return the text of a literal; that of an f-string has its fields in braces."""
    if isinstance(node, ast.Constant):
        return str(node.value)
    return "".join(str(each.value).replace("{", "{{").replace("}", "}}")
                   if isinstance(each, ast.Constant) else _field(each) for each in node.values)


def _field(node: Any) -> str:
    """Return the source of a field of an f-string, in braces."""
    source = ast.unparse(ast.JoinedStr([node]))
    quote = next(each for each in ('"""', "'''", '"', "'") if source.endswith(each))
    return source[1 + len(quote):-len(quote)]


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
