"""Which literals of code are texts that people read, and what is said in them."""

from __future__ import annotations

import ast
import re
from typing import Any

from blocky.kit.player import NAMES

__all__ = ["message", "texts_of"]


def texts_of(tree: ast.Module) -> list[Any]:
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
                    sure.add(message(node))
            return
        holder = parent if isinstance(node, ast.List) and _function(parent) in _SHOWING else node
        for child in ast.iter_child_nodes(node):
            visit(child, holder)

    visit(tree, tree)
    for node in ast.walk(tree):
        together = node.elts if isinstance(node, (ast.List, ast.Tuple)) else (
            node.keys if isinstance(node, ast.Dict) else [])
        words = [message(each) for each in together if each in literals]
        if sure.intersection(words):
            sure.update(word for word in words if re.search(r"[^\W\d_]{3}", word))
    return [node for node in literals if message(node) in sure]


_SHOWING = {"print", "boards", "set_xlabel", "set_ylabel", "set_title"}


def _function(node: ast.AST) -> str:
    """Return the name of the function that is called; "" if none is."""
    return ast.unparse(node.func).split(".")[-1] if isinstance(node, ast.Call) else ""


def _is_read(node: Any, parent: ast.AST) -> bool:
    text = message(node)
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


def message(node: Any) -> str:
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
