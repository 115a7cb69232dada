"""What is said of a repair: where, then what kind of thing is wrong there, then the change."""

from __future__ import annotations

import ast
import copy
import linecache
from collections.abc import Sequence
from typing import Any, ClassVar

from blocky.kit.check.program import Program
from blocky.kit.language import say
from blocky.kit.repair.change import Change, Where
from blocky.kit.repair.rules import Kind
from blocky.kit.repair.search import Repair
from blocky.kit.widgets.source import source_markup

__all__ = ["hints_of_repair", "marked", "marked_in", "source", "text_of"]

_WHERE = {
    Where.AFTER_ALL: "It belongs after all of what begins in line {other}: put it further to the "
                     "left.",
    Where.BEFORE: "It belongs before line {other}.",
    Where.INSIDE: "It belongs inside of what begins in line {other}: put it further to the right.",
    Where.ELSE: "It must only be done if the condition in line {other} does not hold: it belongs "
                "in an else.",
    Where.AFTER: "It belongs after line {other}.",
    Where.LAST: "It belongs at the end, after line {other}.",
}

#: Of what is missing: where to look; the change; and that of a return.
_MISSING = {
    Where.BEFORE: ("Look at what comes before line {line}: {text}",
                   "Something is missing before line {line}: {new}",
                   "A return is missing before line {line}: {new}"),
    Where.AFTER: ("Look at what comes after line {line}: {text}",
                  "Something is missing after line {line}: {new}",
                  "A return is missing after line {line}: {new}"),
    Where.AFTER_ALL: ("Look at what comes after all of what begins in line {line}: {text}",
                      "Something is missing after all of what begins in line {line}: {new}",
                      "A return is missing after all of what begins in line {line}: {new}"),
}


def text_of(program: Program, node: ast.AST | None, line: int) -> str:
    """Return the text of a line of the function, or of the class, that a node is in."""
    files = [code.co_filename for code in program.codes_at(node)]
    return linecache.getline((files or [program.file])[0], line).strip()


def marked(program: Program, node: ast.AST | None, line: int) -> str:
    """Return the markup of the student's source with a line marked; "" if there is none."""
    code = next((each for each in program.codes_at(node)
                 if line in {number for *_, number in each.co_lines()}), None)
    return source_markup(code, line) if code else ""


def _node(change: Change) -> ast.AST | None:
    """Return what a change changes."""
    return change.edits[0][0] if change.edits else change.old


def hints_of_repair(repairs: Sequence[Repair]) -> tuple[str, ...]:
    """Return what the likeliest repair says, in three steps; () if there is none."""
    if not repairs:
        return ()
    first = repairs[0]
    steps = [[_where(first, each) for each in first.changes],
             [_what(first, each) for each in first.changes],
             [_change(first, each) for each in first.changes]]
    return tuple("\n".join(dict.fromkeys(step)) for step in steps)


def marked_in(repairs: Sequence[Repair]) -> str:
    """Return the markup of the student's source with the line of the likeliest repair marked."""
    if not repairs:
        return ""
    change = repairs[0].changes[0]
    return marked(repairs[0].program, _node(change), change.line)


def _where(repair: Repair, change: Change) -> str:
    text, line = text_of(repair.program, _node(change), change.line), change.line
    if change.old is None and change.where:
        return say(_MISSING[change.where[0]][0], line=line, text=text)
    return say("Look at line {line}: {text}", line=line, text=text)


def _what(repair: Repair, change: Change) -> str:
    row, values = change.kind.value, repair.values if change is repair.changes[0] else None
    if values is None or values[0] == values[1] or not row.seen:
        return say(row.what, **_fields(change))
    return say(row.seen, was=values[0], needed=values[1], **_fields(change))


def _change(repair: Repair, change: Change) -> str:
    sentence = change.kind.value.change
    if change.old is None and change.where and change.kind is not Kind.GUARD:
        sentence = _MISSING[change.where[0]][1 + (change.kind is Kind.RETURN)]
    said = [say(sentence, **_fields(change))]
    said += [say("Line {line}: the same.", line=line) for line in change.others]
    return "\n".join(said)


def _fields(change: Change) -> dict[str, Any]:
    """Return what the sentences name."""
    where = ""
    if change.where is not None and change.old is not None:
        place, other = change.where
        ends = place in (Where.AFTER, Where.LAST)
        where = say(_WHERE[place], other=other.end_lineno if ends else other.lineno)
    new = change.new
    if isinstance(change.old, ast.FunctionDef) and change.edits:
        new = change.edits[0][2]
    return {"line": change.line, "old": source(change.old), "new": source(new), "where": where}


class _Plain(ast.NodeTransformer):
    """Makes ``a in b`` of ``not a not in b``, as people write it."""

    OPPOSITE: ClassVar[dict[type[ast.cmpop], type[ast.cmpop]]] = {
        ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
        ast.Eq: ast.NotEq, ast.NotEq: ast.Eq}

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.expr:
        self.generic_visit(node)
        inner = node.operand
        if (isinstance(node.op, ast.Not) and isinstance(inner, ast.Compare)
                and len(inner.ops) == 1 and type(inner.ops[0]) in self.OPPOSITE):
            inner.ops = [self.OPPOSITE[type(inner.ops[0])]()]
            return inner
        return node


def source(node: Any) -> str:
    """Return the source of a small tree, without what the kit has put in."""
    if isinstance(node, str):
        return node
    if isinstance(node, list):
        return ", ".join(map(source, node))
    if isinstance(node, ast.FunctionDef):
        return node.name
    if not isinstance(node, ast.AST):
        return ""
    text = ast.unparse(ast.fix_missing_locations(_Plain().visit(copy.deepcopy(node))))
    lines = [line.strip() for line in text.split("\n")]
    return " ".join(lines) if len(" ".join(lines)) <= 160 else f"{lines[0]} ..."
