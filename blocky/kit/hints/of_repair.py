"""What is said of a repair: where, then what kind of thing is wrong there, then the change."""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence
from contextlib import ExitStack
from typing import Any

from blocky.kit.check.trees import expressions, size, source, statements
from blocky.kit.hints.look import marked, text_of
from blocky.kit.language import say
from blocky.kit.repair.change import Change, Where
from blocky.kit.repair.rules import Kind
from blocky.kit.repair.search import Repair

__all__ = ["hints_of_repair", "marked_in"]

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


def _node(change: Change) -> ast.AST | None:
    """Return what a change changes."""
    return change.edits[0][0] if change.edits else change.old


def hints_of_repair(repairs: Sequence[Repair]) -> tuple[str, ...]:
    """Return what the likeliest repair says, in three steps; () if there is none."""
    if not repairs:
        return ()
    first = repairs[0]
    where, what = ["\n".join(dict.fromkeys(said(first, each) for each in first.changes))
                   for said in (_where, _what)]
    return where, what, _said(first)


def _said(repair: Repair) -> str:
    """Return what is said of all changes of a repair, as one."""
    first, *more = repair.changes
    if more and (both := _within(repair, *repair.changes)):
        return say("In line {line} it should be {new}, not {old}.", line=first.line, old=both[0],
                   new=both[1])
    if more and first.new and any(each is more[0].old for each in ast.walk(first.new)):
        with more[0]:  # it changes what the first one puts in
            return _change(repair, first)
    said = [_change(repair, each) for each in repair.changes]
    return said[0] if not more else say("Two changes make it right. {one} And: {other}",
                                        one=said[0], other=said[1])


def _within(repair: Repair, *changes: Change) -> tuple[str, str] | None:
    """Return the least that stands only once in its line and that holds all changes, and the same
    changed; None if there is no such expression.
    """
    text, olds = text_of(repair.program, _node(changes[0]), changes[0].line), {
        each.old for each in changes}
    olds |= {was for each in changes if len(each.edits) > 1 for node, name, _ in each.edits
             if isinstance(was := getattr(node, name), ast.expr) and was.lineno == each.line}
    found = [slot for tree in repair.program.trees.values() for statement in statements(tree)
             for slot in expressions(statement) if olds <= {*ast.walk(slot[3])}]
    for slot in sorted(found, key=lambda each: size(each[3])):
        old = source(slot[3])
        if changes[0].others and getattr(changes[0].new, "left", None) is slot[3]:
            continue  # an index or an argument that is moved by one: with what it stands in
        if len(re.findall(rf"(?<!\w){re.escape(old)}(?!\w)", text)) > 1:
            continue
        with ExitStack() as stack:
            for each in changes:
                stack.enter_context(each)
            new = getattr(slot[0], slot[1])
            return old, source(new if slot[2] is None else new[slot[2]])
    return None


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
    if change.said:
        return change.said[0]
    row, values = change.kind.value, repair.values if change is repair.changes[0] else None
    fields = _fields(repair, change)
    if (values is None or values[0] == values[1] or not row.seen or values[0][:1] == "<"
            or isinstance(change.old, ast.Constant)):
        return say(row.what, **fields)
    return say(row.seen, was=values[0], needed=values[1], **fields | {"old": source(change.old)})


def _change(repair: Repair, change: Change) -> str:
    if change.said:
        return change.said[1]
    sentence, node = change.kind.value.change, _node(change)
    if change.old is None and change.where and change.kind is not Kind.GUARD:
        sentence = _MISSING[change.where[0]][1 + (change.kind is Kind.RETURN)]
    if change.kind is Kind.GUARD and isinstance(node, ast.FunctionDef) and len(
            repair.program.functions) > 1:
        return say("A case is missing at the beginning of {name}: {new}", name=node.name,
                   new=source(change.new))
    if change.kind is Kind.CONDITION and isinstance(change.new, (ast.If, ast.While)):
        old, new = (type(each).__name__.lower() for each in (change.old, change.new))
        return say("In line {line} it should be {new}, not {old}.", line=change.line, old=old,
                   new=new)
    said = [say(sentence, **_fields(repair, change))]
    said += [say("Line {line}: the same.", line=line) for line in change.others]
    return "\n".join(said)


def _fields(repair: Repair, change: Change) -> dict[str, Any]:
    """Return what the sentences name."""
    where = ""
    if change.where is not None and change.old is not None:
        place, other = change.where
        ends = place in (Where.AFTER, Where.LAST)
        where = say("It belongs after all of what begins in line {other}, as far to the left as "
                    "that.", other=other.lineno) if ends and hasattr(other, "body") else say(
            _WHERE[place], other=other.end_lineno if ends else other.lineno)
    old, new = source(change.old), source(change.new)
    if isinstance(change.old, ast.FunctionDef) and change.edits:
        new = source(change.edits[0][2])
    if (isinstance(change.old, ast.expr) and isinstance(change.new, ast.expr)
            and change.kind is not Kind.INDEX):
        old, new = _within(repair, change) or (old, new)
    return {"line": change.line, "old": old, "new": new, "where": where}
