"""Changes of statements: by the rules, to another place, and insertions."""

import ast
import itertools
from collections.abc import Iterator

from blocky.kit.check.trees import (
    Edit,
    blocks,
    called,
    is_docstring,
    is_elif,
    lines_of,
    nodes,
    orders,
    parameters,
    size,
)
from blocky.kit.repair.applied import by_rules
from blocky.kit.repair.change import (
    Candidate,
    Change,
    Place,
    Scope,
    Where,
    is_by_student,
    place_of,
)
from blocky.kit.repair.costs import COSTS
from blocky.kit.repair.material import Material
from blocky.kit.repair.rules import Kind

__all__ = ["of_statements"]

_LOOPS = (ast.For, ast.While)
_BLOCKS = (*_LOOPS, ast.If)
_ENDS = (ast.Return, ast.Raise)


def of_statements(tree: ast.AST, scope: Scope, material: Material) -> Iterator[Change]:
    """Yield the changes of the statements in functions that ran, and insertions beside them."""
    for node, field, block, around in blocks(tree):
        functions = [each for each in around if isinstance(each, ast.FunctionDef)]
        if not functions:
            continue
        innermost = functions[-1]
        is_in_loop = any(isinstance(each, _LOOPS) for each in around)
        for position, statement in enumerate(block):
            # A break or continue is often in several branches, of which only one ran.
            ends_loop = isinstance(statement, (ast.Break, ast.Continue))
            ran = ends_loop or scope.ran.intersection(lines_of(statement))
            if is_docstring(statement) or not ran:
                continue
            place = Place(node, field, block, position)
            yield from _deleted(place)
            if isinstance(statement, ast.If):
                yield from _if_changed(statement, place)
            yield from _replaced(place, innermost, is_in_loop, scope, material)
            yield from _moves(place, around)
            yield from _insertions(place, innermost, is_in_loop, scope, material)


def _deleted(place: Place) -> Iterator[Change]:
    """Delete the statement at a place, unless it's the only one in an if without an else.

    In that case, another change deletes the whole if.
    """
    statement = place.block[place.position]
    is_in_an_if = isinstance(place.node, ast.If) and not place.node.orelse
    if is_in_an_if and _is_one_plain_statement(place.block):
        return
    body = statement.body if isinstance(statement, (ast.If, ast.For)) else []
    is_short_block = _is_one_plain_statement(body)
    is_long_block = hasattr(statement, "body") and not is_short_block
    cost = "block_deleted" if is_long_block else "statement_deleted"
    yield Change(Kind.NEEDLESS, (place.put(),), COSTS[cost], statement.lineno, statement)


def _is_one_plain_statement(block: list[ast.stmt]) -> bool:
    """Whether a block is one statement, and that has no block itself."""
    return len(block) == 1 and not hasattr(block[0], "body")


def _if_changed(statement: ast.If, place: Place) -> Iterator[Change]:
    """Change an if: move its else after it, or test the condition of its elif first.

    An if without an else loses its condition instead.
    """
    if not statement.orelse:
        yield from _if_dropped(statement, place)
        return
    line = statement.lineno
    first_of_else = statement.orelse[0]  # an if, for an elif
    yield Change(
        Kind.PLACE, (Edit(statement, "orelse", []), place.put(statement, *statement.orelse)),
        COSTS["else_moved_out"], first_of_else.lineno, first_of_else, sentences=(
            "When does line {line} run?",
            "Because of the elif or else, line {line} runs only if the condition on line {other} "
            "is False. Write if instead of elif, or move the line out of the else."),
        fields={"other": line})
    if isinstance(first_of_else, ast.If):
        elif_ = first_of_else
        yield Change(
            Kind.ORDER, (Edit(statement, "test", elif_.test), Edit(statement, "body", elif_.body),
                         Edit(elif_, "test", statement.test), Edit(elif_, "body", statement.body)),
            COSTS["elif_tested_first"], elif_.lineno, elif_, sentences=(
                "Which condition must come first: the one on line {line} or the one on line "
                "{other}?",
                "Test the condition on line {other} before the one on line {line}. Swap the two "
                "branches."),
            fields={"line": line, "other": elif_.lineno})


def _if_dropped(statement: ast.If, place: Place) -> Iterator[Change]:
    """Replace an if with a comparison, or several joined ones, by its body: it always runs."""
    if isinstance(statement.test, (ast.Compare, ast.BoolOp)):
        yield Change(
            Kind.NEEDLESS, (place.put(*statement.body),), COSTS["if_dropped"], statement.lineno,
            statement, sentences=(
                "When does the code under line {line} run?",
                "The code under the if on line {line} must always run. Remove the condition "
                "{test}."),
            fields={"test": statement.test})


# -- another statement ---------------------------------------------------------------------------

def _replaced(place: Place, function: ast.FunctionDef, is_in_loop: bool, scope: Scope,
              material: Material) -> Iterator[Change]:
    """Yield the changes that put another statement in a place, which is in a ``function``."""
    statement = place.block[place.position]
    is_own_call = called(getattr(statement, "value", statement)) in scope.functions
    places = {"own" if is_own_call else "plain"}  # the words of ``rules``
    if is_in_loop:
        places.add("loop")
    if statement is place.block[-1]:
        places.add("last")
    first_parameter = next(iter(parameters(function)), "")
    for kind, cost, new in _replacements(statement, places, first_parameter, material):
        yield Change(kind, (place.put(new),), cost, statement.lineno, statement, new)


def _replacements(statement: ast.stmt, places: set[str], first_parameter: str, material: Material
                  ) -> Iterator[Candidate]:
    """Yield what could be meant in place of a statement.

    ``places`` are the words of ``rules`` for where it is, and ``first_parameter`` is the first one
    of its function, or "".
    """
    yield from by_rules(statement, places, first_parameter, material)
    if isinstance(statement, (ast.If, ast.While)):
        if_or_while = ast.While if isinstance(statement, ast.If) else ast.If
        exchanged = if_or_while(statement.test, statement.body, [])
        yield Kind.CONDITION, COSTS["if_and_while_exchanged"], exchanged
        if statement.orelse:
            swapped = ast.If(statement.test, statement.orelse, statement.body)
            yield Kind.ORDER, COSTS["branches_swapped"], swapped
    yield from _targets_reordered(statement)
    if isinstance(statement, (*_BLOCKS, ast.FunctionDef)):
        return
    for right in material.statements:
        if isinstance(right, ast.Raise):
            yield Kind.CALLED, COSTS["raise_of_a_right_answer"], right
        elif isinstance(right, type(statement)):
            yield Kind.VALUE, COSTS["statement_of_a_right_answer"], right


def _targets_reordered(statement: ast.stmt) -> Iterator[Candidate]:
    """Yield a statement with its targets in other orders: ``b, a = c`` for ``a, b = c``.

    Also for a loop: ``for b, a in c``.
    """
    targets = getattr(statement, "targets", None)  # of an assignment; a loop has one target
    target = targets[0] if targets else getattr(statement, "target", None)
    if not isinstance(target, ast.Tuple) or not 2 <= len(target.elts) <= 4:
        return
    for order, count_of_moved in orders(len(target.elts)):
        reordered = ast.Tuple([target.elts[i] for i in order], ast.Store())
        fields = dict(ast.iter_fields(statement))
        if targets:
            fields["targets"] = [reordered]
        else:
            fields["target"] = reordered
        if count_of_moved == 2:
            cost = COSTS["two_targets_swapped"]
        else:
            cost = COSTS["items_reordered"] + COSTS["each_reordered_item"] * count_of_moved
        yield Kind.ORDER, cost, type(statement)(**fields)


# -- another place -------------------------------------------------------------------------------

def _moves(place: Place, around: tuple[ast.AST, ...]) -> Iterator[Change]:
    """Yield the changes that move a statement; ``around`` are the nodes that it is in."""
    yield from _moves_out(place, around)
    yield from _moves_down(place)
    yield from _moves_up(place)


def _move(place: Place, cost: str, where: Where, other: ast.stmt, *edits: Edit) -> Change:
    """Return the change with these ``edits``, which move the statement at a place.

    For hints, ``where`` says where it then is, seen from the statement ``other``. ``cost`` is a key
    of COSTS.
    """
    statement = place.block[place.position]
    return Change(Kind.PLACE, edits, COSTS[cost], statement.lineno, statement,
                  where=(where, other))


def _moves_out(place: Place, around: tuple[ast.AST, ...]) -> Iterator[Change]:
    """Move a statement to before or after the if or loop that it is in.

    A last statement may also move together with the one before it, and an assignment to before
    each of the loops further out. ``around`` are the nodes that it is in, the outermost first.
    """
    block = place.block
    if_or_loop = place.node
    statement = block[place.position]
    if len(around) > 1 and len(block) > 1 and isinstance(if_or_loop, _BLOCKS):
        outer = place_of(around[-2], if_or_loop)
        if not is_elif(outer.node, outer.field, outer.block):
            cost = "return_moved_out" if isinstance(statement, ast.Return) else "moved_out"
            yield _move(place, cost, Where.AFTER_ALL, if_or_loop,
                        place.put(), outer.put(if_or_loop, statement))
            yield _move(place, "moved_out_and_before", Where.BEFORE, if_or_loop,
                        place.put(), outer.put(statement, if_or_loop))
            if statement is block[-1]:
                rest = block[:-2] or [ast.Pass()]
                yield _move(place, "two_moved_out", Where.AFTER_ALL, if_or_loop,
                            Edit(if_or_loop, place.field, rest),
                            outer.put(if_or_loop, *block[-2:]))
    if isinstance(statement, ast.Assign):
        whole_tree, *_ = around
        for loop in around[:-1]:  # the innermost node is ``if_or_loop``, which is done above
            if isinstance(loop, _LOOPS):
                place_of_loop = place_of(whole_tree, loop)
                yield _move(place, "moved_before_a_loop", Where.BEFORE, loop,
                            place.put(), place_of_loop.put(statement, loop))


def _moves_down(place: Place) -> Iterator[Change]:
    """Move a statement further down in its block, or into the if or loop after it."""
    node, field, block, position = place
    statement = block[position]
    before = block[:position]
    after = block[position + 1:]
    if not after:
        return
    next_statement = after[0]
    last = after[-1]
    for count in _counts_passed_over(after):
        passed_over = after[:count]
        others = after[count:]
        if isinstance(passed_over[-1], _ENDS):
            continue  # after it, nothing runs
        cost = "moved_after_the_next" if count == 1 else "moved_after_an_early_return"
        statements = [*before, *passed_over, statement, *others]
        yield _move(place, cost, Where.AFTER, passed_over[-1], Edit(node, field, statements))
    if not isinstance(last, _ENDS):
        statements = [*before, *after, statement]
        yield _move(place, "moved_to_the_end", Where.LAST, last, Edit(node, field, statements))
        is_simple = not hasattr(statement, "body")
        if is_simple and len(after) > 1:
            yield _two_moved_to_the_end(place)
    if isinstance(next_statement, _BLOCKS):
        body = [statement, *next_statement.body]
        yield _move(place, "moved_inside", Where.INSIDE, next_statement, place.put(),
                    Edit(next_statement, "body", body))


def _counts_passed_over(after: list[ast.stmt]) -> list[int]:
    """Return over how many of the statements ``after`` it a statement may move, each to be tried.

    It may move over all down to an early return, the last one first, and over the next statement.
    """
    down_to_early_returns = [count for count, each in enumerate(after, start=1)
                             if _is_early_return(each)]
    counts = down_to_early_returns[::-1]
    if 1 not in counts:  # the next statement is no early return
        counts.append(1)
    return counts


def _is_early_return(statement: ast.stmt) -> bool:
    """Whether a statement is an if that returns, or raises an error, and has no else."""
    return isinstance(statement, ast.If) and not statement.orelse and isinstance(
        statement.body[-1], _ENDS)


def _two_moved_to_the_end(place: Place) -> Change:
    """Return the change that moves a statement and the next one to the end of their block."""
    node, field, block, position = place
    statement, next_statement, *others = block[position:]
    statements = [*block[:position], *others, statement, next_statement]
    return Change(
        Kind.PLACE, (Edit(node, field, statements),), COSTS["two_moved_to_the_end"],
        statement.lineno, statement, sentences=(
            Kind.PLACE.value.question,
            "Lines {line} and {next} are right, but they come too early. Move them to the end, "
            "after line {other}."),
        fields={"next": next_statement.lineno, "other": block[-1].end_lineno})


def _moves_up(place: Place) -> Iterator[Change]:
    """Move a statement to the beginning of its block, or into the loop or if before it.

    An if without an else also gets it as its else, alone or with all statements after it.
    """
    node, field, block, position = place
    statement = block[position]
    before = block[:position]
    after = block[position + 1:]
    if not before:
        return
    yield _move(place, "moved_to_the_beginning", Where.BEFORE, before[0],
                Edit(node, field, [statement, *before, *after]))
    previous = before[-1]
    if isinstance(previous, _BLOCKS):
        yield _move(place, "moved_inside", Where.INSIDE, previous, place.put(),
                    Edit(previous, "body", [*previous.body, statement]))
    if isinstance(previous, ast.If) and not previous.orelse:
        yield _move(place, "moved_into_else", Where.ELSE, previous, place.put(),
                    Edit(previous, "orelse", [statement]))
        yield _move(place, "rest_moved_into_else", Where.ELSE, previous,
                    Edit(node, field, before), Edit(previous, "orelse", block[position:]))


# -- what is missing -----------------------------------------------------------------------------

def _insertions(place: Place, function: ast.FunctionDef, is_in_loop: bool, scope: Scope,
                material: Material) -> Iterator[Change]:
    """Yield the changes that insert a statement before the one at a place, or after the last one.

    Statements of right answers are inserted anywhere, a return at the end of a block, and a base
    case at the beginning of the ``function`` that the place is in.
    """
    if is_elif(place.node, place.field, place.block):
        return  # nothing can be added beside an elif
    values_returned = [each.value for each in nodes(function, ast.Return) if each.value]
    before = place.block[:place.position]
    is_last = place.position == len(place.block) - 1
    lacks_a_return = is_last and not isinstance(place.block[-1], _ENDS)
    is_in_no_inner_block = place.node is function
    is_first_in_function = is_in_no_inner_block and all(map(is_docstring, before))
    yield from _statements_added(place, function, material)
    if lacks_a_return:
        yield from _returns_added(place, function, is_in_loop, values_returned, material)
    if is_first_in_function:
        yield from _cases_added(place, values_returned, scope, material)


def _before(place: Place, new: ast.stmt, kind: Kind, cost: float) -> Change:
    """Return the change that inserts a statement before the one at a place."""
    statement = place.block[place.position]
    return Change(kind, (place.put(new, statement),), cost, statement.lineno, None, new,
                  where=(Where.BEFORE, statement))


def _after(place: Place, new: ast.stmt, kind: Kind, cost: float) -> Change:
    """Return the change that inserts a statement after the one at a place.

    Hints name the last statement of the student's own above it, if there is one.
    """
    statement = place.block[place.position]
    down_to_there = place.block[:place.position + 1]
    students_own = [each for each in down_to_there if is_by_student(each)]
    above = students_own[-1] if students_own else statement
    where = Where.AFTER_ALL if hasattr(above, "body") else Where.AFTER
    return Change(kind, (place.put(statement, new),), cost, above.lineno, None, new,
                  where=(where, above))


def _more_for_a_return_in_a_block(place: Place, function: ast.FunctionDef) -> float:
    """Return what a return costs more where it is not at the end of the function itself."""
    return 0 if place.node is function else COSTS["more_for_a_return_in_a_block"]


def _statements_added(place: Place, function: ast.FunctionDef, material: Material
                      ) -> Iterator[Change]:
    """Add each statement of right answers before a place; at the end of a block, also after it.

    A return is only added at the end.
    """
    is_last = place.position == len(place.block) - 1
    cost_of_return = COSTS["return_of_a_right_answer"] + (
        _more_for_a_return_in_a_block(place, function))
    for new in material.statements:
        is_return = isinstance(new, ast.Return)
        more = COSTS["more_for_a_block"] if isinstance(new, (ast.If, ast.For)) else 0
        if not is_return:
            yield _before(place, new, Kind.MISSING, COSTS["statement_added"] + more)
        if is_last and is_return:
            yield _after(place, new, Kind.RETURN, cost_of_return)
        elif is_last:
            yield _after(place, new, Kind.MISSING, COSTS["statement_added_at_the_end"] + more)


def _returns_added(place: Place, function: ast.FunctionDef, is_in_loop: bool,
                   values_returned: list[ast.expr], material: Material) -> Iterator[Change]:
    """Add a return after the last statement: of nothing, of a variable, or of a constant.

    ``values_returned`` are those that the function returns elsewhere.
    """
    more = _more_for_a_return_in_a_block(place, function)
    if is_in_loop and not values_returned:  # a return may only be meant to end the loop
        yield _after(place, ast.Return(None), Kind.RETURN, COSTS["name_returned"] + more)
        more += COSTS["more_for_a_return_in_a_loop"]
    for name in material.names:
        if name != "self":
            new = ast.Return(ast.Name(name, ast.Load()))
            yield _after(place, new, Kind.RETURN, COSTS["name_returned"] + more)
    may_return_an_object = any(
        isinstance(each, (ast.Name, ast.Attribute, ast.List, ast.Tuple, ast.Dict))
        for each in values_returned)
    if not may_return_an_object:
        for constant in _possible_constants(material):
            yield _after(place, ast.Return(constant), Kind.RETURN,
                         COSTS["constant_returned"] + more)


def _cases_added(place: Place, values_returned: list[ast.expr], scope: Scope, material: Material
                 ) -> Iterator[Change]:
    """Add a case at the beginning of a function: an if that returns a value or raises an error.

    ``values_returned`` are those that the function returns elsewhere.
    """
    ends: list[ast.stmt] = [each for each in material.statements if isinstance(each, _ENDS)]
    nothing = None
    empty_list = ast.List([], ast.Load())
    ends += [ast.Return(each) for each in (nothing, *_possible_constants(material), empty_list)]
    if values_returned:
        ends = [each for each in ends if not _returns_nothing(each)]
    has_a_case = any(isinstance(each, ast.If) for each in place.block)
    may_lack_the_base_case = not scope.ended and not has_a_case  # it never returned
    cost = COSTS["base_case_added" if may_lack_the_base_case else "case_added"]
    for test, end in itertools.product(material.tests, ends):
        for condition in (test, ast.UnaryOp(ast.Not(), test)):
            new = ast.If(condition, [end], [])
            yield _before(place, new, Kind.GUARD, cost + COSTS["each_node_of_a_case"] * size(new))


def _returns_nothing(statement: ast.stmt) -> bool:
    """Whether a statement is ``return``, without a value."""
    return isinstance(statement, ast.Return) and not statement.value


def _possible_constants(material: Material) -> list[ast.Constant]:
    """Return the constants that could be a result: True and False, or 0 and 1."""
    values = (True, False) if material.has_truth_values else (0, 1)
    return [ast.Constant(each) for each in values]
