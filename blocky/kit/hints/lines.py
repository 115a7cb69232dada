"""What stands in the lines of a student's answer, and how a hint points at one of them."""

from __future__ import annotations

import ast
import linecache
from typing import Any

from blocky.kit.check.program import Program
from blocky.kit.draw.source import source_markup
from blocky.kit.language import say

__all__ = ["Told", "marked", "nodes", "text_of", "told_at"]

#: Hints, and the markup of the student's source with a line marked; both empty if nothing is seen.
Told = tuple[tuple[str, ...], str]


def nodes(tree: ast.AST, *kinds: type[ast.AST]) -> list[Any]:
    """Return the nodes of some kinds in a tree, the outer ones first."""
    return [each for each in ast.walk(tree) if isinstance(each, kinds)]


def text_of(program: Program, node: ast.AST | None, line: int) -> str:
    """Return the text of a line of the function, or of the class, that a node is in."""
    files = [code.co_filename for code in program.codes_at(node)]
    return linecache.getline((files or [program.file])[0], line).strip()


def marked(program: Program, node: ast.AST | None, line: int) -> str:
    """Return the markup of the student's source with a line marked; "" if there is none."""
    code = next((each for each in program.codes_at(node)
                 if line in {number for *_, number in each.co_lines()}), None)
    return source_markup(code, line) if code else ""


def told_at(program: Program, node: ast.AST, line: int, said: list[str], ask: str = "") -> Told:
    """Return hints: where to look, what to ``ask`` there or the first sentence, and all of them."""
    if not said:
        return (), ""
    where = say("Look at line {line}: {text}", line=line, text=text_of(program, node, line))
    if len(said) > 1:
        ask = said[0]
    return (where, ask or say("Which values are there in line {line}, and what becomes of them?",
                              line=line), "\n".join(said)), marked(program, node, line)
