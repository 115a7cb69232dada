"""Hints about a repair: the line, then the kind of mistake there, then the change."""

import ast
import re
from collections.abc import Collection, Iterator, Sequence
from typing import Any, NamedTuple

from blocky.kit.check.program import Program
from blocky.kit.check.trees import Slot, expressions, size, source, statements
from blocky.kit.hints.look import marked, text_of
from blocky.kit.language import Code, mark, say
from blocky.kit.repair.change import Change, Where, made
from blocky.kit.repair.rules import Kind
from blocky.kit.repair.search import Repair

__all__ = ["hints_of_repair", "marked_in"]

#: Where a statement at the end of a loop or an if belongs, if it must come after all of that.
_OUT_OF = mark("Move it out of the code block that starts on line {other}: indent it like line "
               "{other}.")

_WHERE = {
    Where.AFTER_ALL: "Move it after line {last}, with the same indentation as line {other}.",
    Where.BEFORE: "Move it before line {other}.",
    Where.INSIDE: "Move it into the code block that starts on line {other}, and indent it more.",
    Where.ELSE: "Put it in an else, so that it runs only if the condition on line {other} is "
                "False.",
    Where.AFTER: "Move it after line {other}.",
    Where.LAST: "Move it to the end, after line {other}.",
}


class _Missing(NamedTuple):
    """The sentences about a missing statement: where to look, and what to add.

    ``add_return`` is that on a missing return.
    """

    look: str
    add: str
    add_return: str


_MISSING = {
    Where.BEFORE: _Missing(
        "Look at what comes before line {line}: {text}",
        "Add this before line {line}: {new}",
        "A return is missing before line {line}. Add: {new}"),
    Where.AFTER: _Missing(
        "Look at what comes after line {line}: {text}",
        "Add this after line {line}: {new}",
        "A return is missing after line {line}. Add: {new}"),
    Where.AFTER_ALL: _Missing(
        "Look at what comes after the code block that starts on line {line}: {text}",
        "Add this after line {last}, with the same indentation as line {line}: {new}",
        "A return is missing after line {last}. Add it with the same indentation as line {line}: "
        "{new}"),
}


def hints_of_repair(repairs: Sequence[Repair]) -> tuple[str, ...]:
    """Return the three hints of the likeliest repair; () if there is none."""
    if not repairs:
        return ()
    repair = repairs[0]
    # As keys of a dict, equal sentences on two changes come only once.
    lines = dict.fromkeys(_line_to_look_at(repair, change) for change in repair.changes)
    questions = dict.fromkeys(_question(repair, change) for change in repair.changes)
    return "\n".join(lines), "\n".join(questions), _corrections(repair)


def marked_in(repairs: Sequence[Repair]) -> str:
    """Return the markup of the student's source with the line of the likeliest repair marked.

    "" if there is no repair, or no source.
    """
    if not repairs:
        return ""
    likeliest = repairs[0]
    change = likeliest.first_change
    return marked(likeliest.program, _node(change), change.line)


def _node(change: Change) -> ast.AST | None:
    """Return the node that is changed; of a change without edits, what it is about."""
    return change.edits[0].node if change.edits else change.old


def _line_to_look_at(repair: Repair, change: Change) -> str:
    """Return the first hint: "Look at line 3: ..."."""
    text = text_of(repair.program, _node(change), change.line)
    is_missing = change.old is None
    if change.where and is_missing:
        where, _ = change.where
        return say(_MISSING[where].look, line=change.line, text=text)
    return say("Look at line {line}: {text}", line=change.line, text=text)


def _question(repair: Repair, change: Change) -> str:
    """Return the second hint: a question about the change, or the wrong and the right value there.

    The values are only known for the first change of a repair.
    """
    fields = _fields(repair, change)
    if change.sentences:
        return say(change.sentences[0], **fields)
    kind = change.kind.value
    if kind.with_values and repair.values and change is repair.first_change:
        was, needed = repair.values
        can_be_shown = was != needed and not was.startswith("<")  # not like "<function f ...>"
        if can_be_shown and not isinstance(change.old, ast.Constant):
            fields["old"] = source(change.old)
            return say(kind.with_values, was=was, needed=needed, **fields)
    return say(kind.question, **fields)


def _corrections(repair: Repair) -> str:
    """Return the third hint: what to change for a repair.

    Two changes become one sentence if they are in the same expression, or if the second one changes
    what the first one puts in.
    """
    if len(repair.changes) == 1:
        return _correction(repair, repair.first_change)
    first, second = repair.changes
    one_expression = _in_context(repair, first, second)
    if one_expression:
        old, new = one_expression
        return say("On line {line}, replace {old} with {new}.", line=first.line, old=old, new=new)
    if first.new and any(node is second.old for node in ast.walk(first.new)):
        with second:  # makes it, so the sentence on the first one shows both
            return _correction(repair, first)
    return say("You need two changes.\n1. {one}\n2. {other}",
               one=_correction(repair, first), other=_correction(repair, second))


def _correction(repair: Repair, change: Change) -> str:
    """Return the sentences that say what to do for one change."""
    fields = _fields(repair, change)
    node = _node(change)
    if change.sentences:
        _, *sentences_of_third_hint = change.sentences
        return " ".join(say(each, **fields) for each in sentences_of_third_hint if each)
    has_several_functions = len(repair.program.functions) > 1
    if change.kind is Kind.GUARD and isinstance(node, ast.FunctionDef) and has_several_functions:
        return say("Add this case at the beginning of {name}: {new}", name=node.name, **fields)
    if change.kind is Kind.CONDITION and isinstance(change.new, (ast.If, ast.While)):
        # An if becomes a while, or the other way round: only the word changes.
        old_word = type(change.old).__name__.lower()
        new_word = type(change.new).__name__.lower()
        return say("On line {line}, replace {old} with {new}.", line=change.line, old=old_word,
                   new=new_word)
    special_sentence = _plainer_correction(change, fields)
    if special_sentence:
        return special_sentence
    sentence = change.kind.value.correction
    if change.old is None and change.where and change.kind is not Kind.GUARD:
        where, _ = change.where
        missing = _MISSING[where]
        sentence = missing.add_return if change.kind is Kind.RETURN else missing.add
    on_other_lines = [_correction_of_line(change, line) for line in change.other_lines]
    return "\n".join([say(sentence, **fields), *on_other_lines])


def _plainer_correction(change: Change, fields: dict[str, Any]) -> str:
    """Return a special sentence on what to do for some changes; "" for all others.

    It's for parentheses to add, a part of a condition to delete, and several lines to delete.
    """
    group = _or_in_parentheses(change)
    if group:
        return say("On line {line}, put parentheses around {group}, because Python evaluates "
                   "`and` before `or`.", line=group.values[0].lineno,
                   group=Code(source(group)))
    part = _part_left_out(change)
    if part:
        return say("On line {line}, delete this part of the condition: {part}", line=change.line,
                   part=part)
    last_line = getattr(change.old, "end_lineno", change.line)
    if change.kind is not Kind.NEEDLESS or last_line == change.line:
        return ""
    if last_line == change.line + 1:
        sentence = mark("Lines {line} and {last} shouldn't be there. Delete them: {old}")
    else:
        sentence = mark("Lines {line} to {last} shouldn't be there. Delete them: {old}")
    return say(sentence, **fields, last=last_line)


def _part_left_out(change: Change) -> str:
    """Return the source of what a change deletes from a condition, such as "or a < b".

    "" if the change does anything else.
    """
    old = change.old
    new = change.new
    if not isinstance(old, ast.BoolOp) or new is None or change.other_lines:
        return ""
    word = "or" if isinstance(old.op, ast.Or) else "and"
    parts = [source(each) for each in old.values]
    # Of several parts, two or more are left, or only one, without an operator.
    has_several_left = isinstance(new, ast.BoolOp) and type(new.op) is type(old.op)
    values_left = getattr(new, "values", []) if has_several_left else [new]
    parts_left = [source(each) for each in values_left]
    for place, part in enumerate(parts):
        others = parts[:place] + parts[place + 1:]
        if others == parts_left:
            is_first = place == 0
            return Code(f"{part} {word}" if is_first else f"{word} {part}")
    return ""


def _or_in_parentheses(change: Change) -> ast.BoolOp | None:
    """Return the ``or`` that a change puts in parentheses inside an ``and``; None for others."""
    if change.kind is not Kind.GROUPS or not isinstance(change.new, ast.expr):
        return None
    in_old = {id(node) for node in ast.walk(change.old)} if change.old else set()
    for node in ast.walk(change.new):
        if isinstance(node, ast.BoolOp) and isinstance(node.op, ast.And):
            for each in node.values:
                is_new = id(each) not in in_old
                if is_new and isinstance(each, ast.BoolOp) and isinstance(each.op, ast.Or):
                    return each
    return None


def _correction_of_line(change: Change, line: int) -> str:
    """Return a sentence on another line that is changed alike.

    It says what to replace there, if that's a single expression which differs from the first line.
    """
    of_first_line = (source(change.old), source(change.new))
    of_this_line = [(source(old), source(new)) for old, new in _replaced_expressions(change)
                    if old.lineno == line]
    has_other_code = len(of_this_line) == 1 and of_this_line[0] != of_first_line
    if has_other_code:
        old, new = of_this_line[0]
        return say("On line {line}, replace {old} with {new}.", line=line, old=old, new=new)
    return say("Make the same change on line {line}.", line=line)


def _replaced_expressions(change: Change) -> Iterator[tuple[ast.expr, ast.expr]]:
    """Yield the expressions that a change replaces, each with the new one."""
    for node, field, new_value in change.edits:
        old_value = getattr(node, field)
        if isinstance(old_value, list):
            pairs = [*zip(old_value, new_value, strict=False)]
        else:
            pairs = [(old_value, new_value)]
        for old, new in pairs:
            are_expressions = isinstance(old, ast.expr) and isinstance(new, ast.expr)
            if are_expressions and old is not new:
                yield old, new


def _fields(repair: Repair, change: Change) -> dict[str, Any]:
    """Return the fields of the sentences about a change, by name.

    They are line, old, new, where and perhaps last, then the change's own.
    """
    old, new = _old_and_new(repair, change)
    fields = {"line": change.line, "old": old, "new": new, "where": _where_to_move(change)}
    if change.where:
        _, statement_there = change.where
        fields["last"] = statement_there.end_lineno
    for name, value in change.fields.items():
        fields[name] = source(value) if isinstance(value, ast.AST) else value
    return fields


def _where_to_move(change: Change) -> str:
    """Return a sentence on where a misplaced statement belongs; "" if nothing is to be moved."""
    if not change.where or change.old is None:
        return ""
    where, other = change.where  # such as BEFORE another statement
    is_last_in_other = getattr(change.old, "end_lineno", 0) == other.end_lineno
    if is_last_in_other and (where is Where.AFTER_ALL or hasattr(other, "body")):
        return say(_OUT_OF, other=other.lineno)
    is_after_it = where in (Where.AFTER, Where.LAST)
    if is_after_it and not hasattr(other, "body"):
        return say(_WHERE[where], other=other.end_lineno)
    if is_after_it:  # after the whole loop or if
        where = Where.AFTER_ALL
    return say(_WHERE[where], other=other.lineno, last=other.end_lineno)


def _old_and_new(repair: Repair, change: Change) -> tuple[str, str]:
    """Return the source of what a change replaces, and of what replaces it.

    An expression comes with as much around it as makes it unique in its line, unless it's an index.
    For a function, the second source is that of the first part that changes.
    """
    are_expressions = isinstance(change.old, ast.expr) and isinstance(change.new, ast.expr)
    if are_expressions and change.kind is not Kind.INDEX:
        in_context = _in_context(repair, change)
        if in_context:
            return in_context
    if isinstance(change.old, ast.FunctionDef) and change.edits:
        _, _, new_part = change.edits[0]
        return source(change.old), source(new_part)
    return source(change.old), source(change.new)


def _in_context(repair: Repair, *changes: Change) -> tuple[str, str] | None:
    """Return the source of one expression around all ``changes``, before and after them.

    It's the smallest one that occurs only once in its line. None: there is no such expression.
    """
    first = changes[0]
    line = text_of(repair.program, _node(first), first.line)
    replaced = {change.old for change in changes} | _olds_of_several_edits(changes)
    slots = _slots_around(replaced, repair.program)
    slots.sort(key=lambda slot: size(slot.node))
    for slot in slots:
        is_moved_by_one = getattr(first.new, "left", None) is slot.node  # ``a`` becomes ``a + 1``
        if is_moved_by_one and first.other_lines:
            continue  # what it's the index or the argument of says more
        before = source(slot.node)
        if _count_in(before, line) > 1:
            continue
        with made(changes):
            after = source(_node_now_in(slot))
            return before, after
    return None


def _slots_around(replaced: Collection[ast.AST | None], program: Program) -> list[Slot]:
    """Return the slots of those expressions of a program that contain all nodes in ``replaced``."""
    slots = []
    for tree in program.trees.values():
        for statement in statements(tree):
            for slot in expressions(statement):
                nodes_inside = {*ast.walk(slot.node)}
                if nodes_inside.issuperset(replaced):
                    slots.append(slot)
    return slots


def _count_in(expression: str, line: str) -> int:
    """Return how often an expression occurs in a line, as whole words.

    >>> _count_in("row", "row + rows[row]")
    2
    """
    return len(re.findall(rf"(?<!\w){re.escape(expression)}(?!\w)", line))


def _node_now_in(slot: Slot) -> ast.AST:
    """Return the node that is in a slot now; ``slot.node`` may have been replaced."""
    value = getattr(slot.parent, slot.field)
    node: ast.AST = value if slot.position is None else value[slot.position]
    return node


def _olds_of_several_edits(changes: Sequence[Change]) -> set[ast.AST | None]:
    """Return the expressions that changes with several edits replace in the line of the change.

    What a change with one edit replaces is ``change.old``.
    """
    expressions_replaced: set[ast.AST | None] = set()
    for change in changes:
        if len(change.edits) == 1:
            continue
        for node, field, _ in change.edits:
            before = getattr(node, field)
            if isinstance(before, ast.expr) and before.lineno == change.line:
                expressions_replaced.add(before)
    return expressions_replaced
