"""Hints about a repair: the line, then the kind of mistake there, then the change."""

import ast
import re
from collections.abc import Sequence
from typing import Any

from blocky.kit.check.trees import expressions, size, source, statements
from blocky.kit.hints.look import marked, text_of
from blocky.kit.language import say
from blocky.kit.repair.change import Change, Where, made
from blocky.kit.repair.rules import Kind
from blocky.kit.repair.search import Repair

__all__ = ["hints_of_repair", "marked_in"]

_WHERE = {
    Where.AFTER_ALL: "Move it after the code block that starts on line {other}, and indent it "
                     "less.",
    Where.BEFORE: "Move it before line {other}.",
    Where.INSIDE: "Move it into the code block that starts on line {other}, and indent it more.",
    Where.ELSE: "Put it in an else, so that it runs only if the condition on line {other} is "
                "False.",
    Where.AFTER: "Move it after line {other}.",
    Where.LAST: "Move it to the end, after line {other}.",
}

#: Of what is missing: where to look; the change; and that of a return.
_MISSING = {
    Where.BEFORE: ("Look at what comes before line {line}: {text}",
                   "Add this before line {line}: {new}",
                   "A return is missing before line {line}. Add: {new}"),
    Where.AFTER: ("Look at what comes after line {line}: {text}",
                  "Add this after line {line}: {new}",
                  "A return is missing after line {line}. Add: {new}"),
    Where.AFTER_ALL: ("Look at what comes after the code block that starts on line {line}: {text}",
                      "Add this after the code block that starts on line {line}: {new}",
                      "A return is missing after the code block that starts on line {line}. Add: "
                      "{new}"),
}


def hints_of_repair(repairs: Sequence[Repair]) -> tuple[str, ...]:
    """Return the three hints of the likeliest repair; () if there is none."""
    if not repairs:
        return ()
    first = repairs[0]
    where, what = ["\n".join(dict.fromkeys(said(first, each) for each in first.changes))
                   for said in (_where, _what)]
    return where, what, _said(first)


def marked_in(repairs: Sequence[Repair]) -> str:
    """Return the markup of the student's source with the line of the likeliest repair marked."""
    if not repairs:
        return ""
    change = repairs[0].changes[0]
    return marked(repairs[0].program, _node(change), change.line)


def _node(change: Change) -> ast.AST | None:
    """Return the node that is changed."""
    return change.edits[0][0] if change.edits else change.old


def _where(repair: Repair, change: Change) -> str:
    return say(_MISSING[change.where[0]][0] if change.where and change.old is None else
               "Look at line {line}: {text}", line=change.line,
               text=text_of(repair.program, _node(change), change.line))


def _what(repair: Repair, change: Change) -> str:
    row, fields = change.kind.value, _fields(repair, change)
    values = repair.values if change is repair.changes[0] else None
    if change.said or not row.seen or isinstance(change.old, ast.Constant) or (
            values is None or values[0] == values[1] or values[0][:1] == "<"):
        return say(change.said[0] if change.said else row.what, **fields)
    return say(row.seen, was=values[0], needed=values[1], **fields | {"old": source(change.old)})


def _said(repair: Repair) -> str:
    """Return the hints about all changes of a repair."""
    first, *more = repair.changes
    if more and (both := _within(repair, *repair.changes)):
        return say("On line {line}, replace {old} with {new}.", line=first.line, old=both[0],
                   new=both[1])
    if more and first.new and any(each is more[0].old for each in ast.walk(first.new)):
        with more[0]:  # it changes what the first one puts in
            return _change(repair, first)
    said = [_change(repair, each) for each in repair.changes]
    return said[0] if not more else say("You need two changes.\n1. {one}\n2. {other}",
                                        one=said[0], other=said[1])


def _change(repair: Repair, change: Change) -> str:
    fields, node = _fields(repair, change), _node(change)
    if change.said:
        return " ".join(say(each, **fields) for each in change.said[1:] if each)
    if change.kind is Kind.GUARD and isinstance(node, ast.FunctionDef) and len(
            repair.program.functions) > 1:
        return say("Add this case at the beginning of {name}: {new}", name=node.name, **fields)
    if change.kind is Kind.CONDITION and isinstance(change.new, (ast.If, ast.While)):
        old, new = (type(each).__name__.lower() for each in (change.old, change.new))
        return say("On line {line}, replace {old} with {new}.", line=change.line, old=old,
                   new=new)
    sentence = change.kind.value.change
    if change.old is None and change.where and change.kind is not Kind.GUARD:
        sentence = _MISSING[change.where[0]][1 + (change.kind is Kind.RETURN)]
    return "\n".join([say(sentence, **fields),
                      *(say("Make the same change on line {line}.", line=line)
                        for line in change.others)])


def _fields(repair: Repair, change: Change) -> dict[str, Any]:
    """Return what the sentences about a change name: line, old, new, where, and its own fields."""
    old, new = _old_and_new(repair, change)
    fields = {"line": change.line, "old": old, "new": new, "where": _where_to_move(change)}
    for name, value in change.fields.items():
        fields[name] = source(value) if isinstance(value, ast.AST) else value
    return fields


def _where_to_move(change: Change) -> str:
    """Return where a misplaced statement belongs, in a sentence; "" if nothing is to be moved."""
    if not change.where or change.old is None:
        return ""
    place, other = change.where
    if place not in (Where.AFTER, Where.LAST):
        return say(_WHERE[place], other=other.lineno)
    if hasattr(other, "body"):
        return say("Move it after the code block that starts on line {other}, and indent it like "
                   "that line.", other=other.lineno)
    return say(_WHERE[place], other=other.end_lineno)


def _old_and_new(repair: Repair, change: Change) -> tuple[str, str]:
    """Return the source of what is replaced and of what replaces it.

    An expression comes with as much around it as makes it unique in its line, except an index. Of a
    function, what is new is the first part of it that changes.
    """
    are_expressions = isinstance(change.old, ast.expr) and isinstance(change.new, ast.expr)
    if are_expressions and change.kind is not Kind.INDEX:
        in_context = _within(repair, change)
        if in_context:
            return in_context
    if isinstance(change.old, ast.FunctionDef) and change.edits:
        _, _, new_part = change.edits[0]
        return source(change.old), source(new_part)
    return source(change.old), source(change.new)


def _within(repair: Repair, *changes: Change) -> tuple[str, str] | None:
    """Return the smallest expression that holds all changes and is unique in its line, as it is
    and changed; None if there is none.
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
            continue  # an index or an argument that is moved by one: with what holds it
        if len(re.findall(rf"(?<!\w){re.escape(old)}(?!\w)", text)) > 1:
            continue
        with made(changes):
            new = getattr(slot[0], slot[1])
            return old, source(new if slot[2] is None else new[slot[2]])
    return None
