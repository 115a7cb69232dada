"""The lines of an answer as hints show them, and searches in its code.

A search yields a node that is a mistake, and the fields of its sentences beside the line.
"""

import ast
import linecache
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from blocky.kit.check.failure import Basis, Failure, Hints
from blocky.kit.check.program import Program
from blocky.kit.check.task import Task
from blocky.kit.check.trees import names_read, source
from blocky.kit.draw.source import source_markup
from blocky.kit.language import Code, say

__all__ = [
    "NOTHING",
    "POSSIBLE_SEARCHES",
    "SURE_SEARCHES",
    "Finding",
    "Found",
    "code_search",
    "hints_at",
    "in_another_cell",
    "marked",
    "say_of",
    "text_of",
    "touched",
]


class Finding(NamedTuple):
    """What a kind of evidence says of a wrong answer.

    Attributes:
        hints: three hints, from a question to the mistake; () if there is no such evidence.
        basis: where they come from.
        marked: the markup of the student's source with a line marked, or "".
    """

    hints: Hints = ()
    basis: Basis = Basis.OBSERVATION
    marked: str = ""


NOTHING = Finding()

Found = Iterator[tuple[Any, dict[str, Any]]]
SearchFunction = Callable[[ast.FunctionDef, Failure, Task], Found]


class CodeSearch(NamedTuple):
    """A search in a student's code, and the sentences on what it finds.

    Attributes:
        search: yields the nodes that are wrong in a function, with the fields of the sentences.
        question, fact: the sentences.
    """

    search: SearchFunction
    question: str
    fact: str


#: The searches in their order: for what is wrong in any program, and for what may be.
SURE_SEARCHES: list[CodeSearch] = []
POSSIBLE_SEARCHES: list[CodeSearch] = []


def code_search(question: str, fact: str, surely: bool = False
                ) -> Callable[[SearchFunction], SearchFunction]:
    """Return a decorator that registers a search with the sentences on what it finds.

    ``question`` is for the second hint, and ``fact`` for the third. With ``surely``, what the
    search finds is wrong in any program.
    """
    searches = SURE_SEARCHES if surely else POSSIBLE_SEARCHES

    def register(search: SearchFunction) -> SearchFunction:
        searches.append(CodeSearch(search, question, fact))
        return search
    return register


def touched(node: ast.AST) -> set[str]:
    """Return the names whose objects a node may change: a in a[0] = 1, a and b in a.f(b)."""
    if isinstance(node, (ast.Attribute, ast.Subscript)):
        is_read = isinstance(node.ctx, ast.Load)
        return set() if is_read else names_read(node.value)
    return names_read(node) if isinstance(node, ast.Call) else set()


def say_of(sentence: str, /, **fields: Any) -> str:
    """Return a sentence in the language in use; trees among its fields become their source."""
    return say(sentence, **{name: source(value) if isinstance(value, ast.AST) else value
                            for name, value in fields.items()})


def text_of(program: Program, node: ast.AST | None, line: int) -> Code:
    """Return the text of a line of the function, or of the class, that a node is in."""
    files = [code.co_filename for code in program.codes_at(node)]
    file = files[0] if files else program.file
    return Code(linecache.getline(file, line).strip())


def marked(program: Program, node: ast.AST | None, line: int) -> str:
    """Return the HTML of the student's function or method with a node, with a line marked.

    "" if the line isn't in it.
    """
    for code in program.codes_at(node):
        line_numbers = {number for *_, number in code.co_lines()}
        if line in line_numbers:
            return source_markup(code, line)
    return ""


def in_another_cell(program: Program, node: ast.AST | None) -> str:
    """Return the name of the function or class with a node; "" if it's in the answer's own cell."""
    files = {code.co_filename for code in program.codes_at(node)}
    return "" if not files or program.file in files else program.tree_of(node)


def hints_at(program: Program, node: ast.AST, line: int, facts: list[str],
             special_question: str = "") -> Finding:
    """Return three hints on a line: to look at it, a question, and all the ``facts``.

    The second hint is the first of several facts. A single fact would leave nothing for the third
    hint, so ``special_question`` or a general question comes before it. NOTHING without facts.
    """
    if not facts:
        return NOTHING
    first, *others = facts
    text = text_of(program, node, line)
    name_in_other_cell = in_another_cell(program, node)
    if name_in_other_cell:
        where = say("Look at line {line} of {name}: {text}", line=line, name=name_in_other_cell,
                    text=text)
        first = say("In {name}, in another cell: {fact}", name=name_in_other_cell, fact=first)
    else:
        where = say("Look at line {line}: {text}", line=line, text=text)
    question = first if others else special_question
    if not question:
        question = say("Which values does line {line} use, and what does it do with them?",
                       line=line)
    all_facts = "\n".join([first, *others])
    return Finding((where, question, all_facts), marked=marked(program, node, line))
