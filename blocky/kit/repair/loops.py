"""Changes of whole loops: of their early ends, their bodies, and their nesting."""

import ast
import builtins
import itertools
from collections.abc import Iterator
from typing import Any, NamedTuple

from blocky.kit.check.trees import (
    Edit,
    blocks,
    called,
    names_read,
    names_set,
    nodes,
    parts,
    put,
    source,
)
from blocky.kit.language import mark
from blocky.kit.repair.change import Change, Place, place_of, renamed
from blocky.kit.repair.costs import COSTS
from blocky.kit.repair.rules import Kind

__all__ = ["of_loops"]


def of_loops(tree: ast.AST) -> Iterator[Change]:
    """Yield the changes of the loops and comprehensions in a tree."""
    for node, field, block, around in blocks(tree):
        for position, statement in enumerate(block):
            place = Place(node, field, block, position)
            if isinstance(statement, (ast.For, ast.While)):
                yield from _ended_at_once(tree, statement, place, around)
                yield from _ended_too_early(statement)
                yield from _else_of_the_loop(statement)
                yield from _new_name(statement)
                yield from _removed(statement, place)
            elif isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name):
                yield from _moved_into_a_loop(tree, statement, statement.targets[0].id, place)
    for node in ast.walk(tree):
        yield from _swapped(node)
        yield from _counted(node)
        if isinstance(node, (ast.For, ast.comprehension)) and isinstance(node.target, ast.Tuple):
            yield from _variable_renamed(tree, node.target)


def _variable_renamed(tree: ast.AST, target: ast.Tuple) -> Iterator[Change]:
    """Rename one of two equal loop variables to a name that the tree reads but never sets.

    ``for a, a in b: use(i)`` becomes ``for i, a in b: use(i)``, for example.
    """
    names = [getattr(each, "id", "") for each in target.elts]
    names_without_a_value = sorted(names_read(tree) - {*names_set(tree), *dir(builtins)})
    for position, name in enumerate(names):
        if names.count(name) == 1:
            continue
        for new_name in names_without_a_value:
            items = [*target.elts]
            items[position] = ast.Name(new_name, ast.Store())
            yield Change(Kind.NAME, (Edit(target, "elts", items),), COSTS["loop_variable_renamed"],
                         target.lineno, target, ast.Tuple(items, ast.Store()))


# -- loops that end too early --------------------------------------------------------------------

class _Split(NamedTuple):
    """A way to split the last statement of a loop.

    Attributes:
        inside: what stays in the loop.
        after: what moves after the loop.
        end: the source of the statement that then ends the loop early; "" if none does.
    """

    inside: list[ast.stmt]
    after: ast.stmt
    end: str


def _ended_at_once(tree: ast.AST, loop: ast.For | ast.While, place: Place,
                   around: tuple[ast.AST, ...]) -> Iterator[Change]:
    """Move a return from the end of a loop's body to after the loop, or after an outer loop.

    There, it ends the loop in the first round. If it's in an if, or returns a condition, a part
    of it stays: see ``_splits``. ``place`` is that of the loop; ``around`` are the nodes that the
    loop is in, the outermost first.
    """
    last = loop.body[-1]
    if nodes(loop, ast.Continue) or not _always_returns(last):
        return
    places_of_loops = [place]
    for outer in reversed(around):
        if not isinstance(outer, (ast.For, ast.While)):
            break  # what is further out isn't only around loops
        places_of_loops.append(place_of(tree, outer))
    for place_of_outer, split in itertools.product(places_of_loops, _splits(last)):
        outer_loop = place_of_outer.block[place_of_outer.position]  # or the loop itself
        body = [*loop.body[:-1], *split.inside] or [ast.Pass()]
        yield Change(
            Kind.PLACE, (Edit(loop, "body", body), place_of_outer.put(outer_loop, split.after)),
            COSTS["loop_ended_too_early"], last.lineno, last, sentences=(
                "How many times does the body of the loop on line {loop} run?",
                "Line {line} ends the loop on line {loop} in its first iteration.",
                "The loop should end early only here: {stays}." if split.end else "",
                _what_goes_after(split, place_of_outer, last)),
            fields={"line": getattr(split.after, "lineno", last.lineno), "loop": loop.lineno,
                    "other": outer_loop.lineno, "stays": split.end,
                    "goes": split.after})


def _what_goes_after(split: _Split, place_of_loop: Place, last: ast.stmt) -> str:
    """Return the sentence on what belongs after a loop; "" if nothing is to be said.

    ``last`` is the statement that ends the loop too early, and ``split`` the way to split it.
    """
    after_loop = place_of_loop.block[place_of_loop.position + 1:]
    is_there_already = bool(after_loop) and source(after_loop[0]) == source(split.after)
    if is_there_already:
        firsts_of_elses = [each.orelse[0] for each in nodes(last, ast.If) if each.orelse]
        if split.after is last:
            return mark("Delete it: {goes} is already there, after the loop.")
        if split.after in firsts_of_elses:
            return mark("Delete this else: {goes} is already there, after the loop.")
        return ""
    if split.end:
        return mark("Write this after the loop on line {other}, with less indentation: {goes}")
    return mark("Move it after the loop on line {other}, with less indentation: {goes}")


def _ended_too_early(loop: ast.For | ast.While) -> Iterator[Change]:
    """Let a return of a condition, in a block inside a loop, return only True or only False.

    Under an if in the loop, for example, ``return a == b`` becomes ``if a == b: return True``, so
    that the loop goes on otherwise.
    """
    for node, field, block, _ in blocks(loop):
        last = block[-1]
        if node is loop or not isinstance(last, ast.Return):
            continue  # ``_ended_at_once`` changes the loop's own block
        things = loop.iter if isinstance(loop, ast.For) else loop  # what the sentence names
        for split in _splits_of_a_truth(last):
            ends_early_only_there = Edit(node, field, [*block[:-1], *split.inside])
            yield Change(
                Kind.PLACE, (ends_early_only_there,),
                COSTS["loop_ended_too_early"], last.lineno, last, sentences=(
                    "Which iterations of the loop on line {loop} never run?",
                    "Line {line} always ends the loop on line {loop}, so your code never looks "
                    "at the rest of {things}. The loop should end early only here: {stays}."),
                fields={"loop": loop.lineno, "stays": split.end, "things": things})


def _always_returns(statement: ast.stmt) -> bool:
    """Whether a statement is a return, or an if with an else where each branch ends with one."""
    if isinstance(statement, ast.If):
        return bool(statement.orelse) and _always_returns(statement.body[-1]) and (
            _always_returns(statement.orelse[-1]))
    return isinstance(statement, ast.Return)


def _splits(last: ast.stmt) -> Iterator[_Split]:
    """Yield the ways to split the ``last`` statement of a loop, which returns in every case.

    Of an if, one branch moves after the loop. A return moves as a whole, or only for one of two
    truth values.
    """
    if isinstance(last, ast.If):
        yield from _splits_of_an_if(last)
        return
    yield _Split(inside=[], after=last, end="")
    if isinstance(last, ast.Return):
        yield from _splits_of_a_truth(last)


def _splits_of_a_truth(last: ast.Return) -> Iterator[_Split]:
    """Yield the ways to return only False early, or only True; none if it's never a truth value.

    For True, ``return a == b`` becomes ``if a == b: return True`` in the loop, and
    ``return False`` after it.
    """
    value = last.value
    if not isinstance(value, (ast.Compare, ast.BoolOp, ast.UnaryOp, ast.Call, ast.IfExp)):
        return
    yield _return_early(False, test=ast.UnaryOp(ast.Not(), value))
    yield _return_early(True, test=value)


def _return_early(result: bool, test: ast.expr) -> _Split:
    """Return the split with ``return result`` under a test in the loop, and its opposite after."""
    inside = ast.If(test, [ast.Return(ast.Constant(result))], [])
    after = ast.Return(ast.Constant(not result))
    return _Split([inside], after, end=source(inside))


def _splits_of_an_if(last: ast.If) -> Iterator[_Split]:
    """Yield the ways to move the else, the body, or the else after the elifs of an if.

    The branch moves after the loop, so it must be a single statement; the rest stays in the loop.
    """
    if len(last.orelse) == 1:
        without_else = ast.If(last.test, last.body, [])
        yield _Split([without_else], after=last.orelse[0], end=source(last.body[-1]))
    if len(last.body) == 1:
        opposite = ast.UnaryOp(ast.Not(), last.test)
        only_else = ast.If(opposite, last.orelse, [])  # the else, under the opposite condition
        yield _Split([only_else], after=last.body[0], end=source(last.orelse[-1]))
    *others, last_elif = _if_with_its_elifs(last)
    if others and len(last_elif.orelse) == 1:
        without_last_else = ast.If(last_elif.test, last_elif.body, [])
        for each in reversed(others):  # an elif is an if in the else of the one before
            without_last_else = ast.If(each.test, each.body, [without_last_else])
        yield _Split([without_last_else], after=last_elif.orelse[0], end=source(last.body[-1]))


def _if_with_its_elifs(first: ast.If) -> list[ast.If]:
    """Return an if, followed by its elifs."""
    found = [first]
    rest = first.orelse
    while len(rest) == 1 and isinstance(rest[0], ast.If):
        found.append(rest[0])
        rest = rest[0].orelse
    return found


def _else_of_the_loop(loop: ast.For | ast.While) -> Iterator[Change]:
    """Move the else of a loop to the if at the end of its body, to which it must have belonged."""
    last = loop.body[-1]
    if loop.orelse and isinstance(last, ast.If) and not last.orelse:
        line_of_else = loop.orelse[0].lineno - 1
        yield Change(
            Kind.PLACE, (Edit(loop, "orelse", []), Edit(last, "orelse", loop.orelse)),
            COSTS["else_moved_to_the_if"], line_of_else, loop.orelse[0], sentences=(
                "Which line does the else on line {line} belong to?",
                "The else on line {line} belongs to the loop on line {loop}, so it runs only once, "
                "after the loop. Indent it like the if on line {other}."),
            fields={"loop": loop.lineno, "other": last.lineno})


# -- what happens in each round ------------------------------------------------------------------

def _new_name(loop: ast.For | ast.While) -> Iterator[Change]:
    """Keep a variable for the next round of a for loop: ``a += 1`` becomes ``new_a = a + 1``.

    From the first such line on, the body uses the new names.
    """
    steps = [each for each in loop.body if _is_step(each)]
    if not steps or isinstance(loop, ast.While):
        return
    new_names = {name: f"new_{name}" for step in steps for name in names_set(step)}
    first_step = loop.body.index(steps[0])
    changed = [_with_a_new_name(each, new_names) if _is_step(each) else renamed(each, new_names)
               for each in loop.body[first_step:]]
    yield Change(
        Kind.PLACE, (Edit(loop, "body", [*loop.body[:first_step], *changed]),),
        COSTS["new_name_in_a_loop"], steps[0].lineno, steps[0], sentences=(
            "What is {name} when the second iteration of the loop on line {loop} starts?",
            "{old} on line {line} also changes the values for the next iteration, so the steps add "
            "up. Store each result under a new name, such as {new}, and don't change {names} in "
            "the loop."),
        fields={"name": next(iter(new_names)), "loop": loop.lineno, "new": changed[0],
                "names": ", ".join(new_names)})


def _is_step(statement: ast.stmt) -> bool:
    """Whether a statement is like ``a += 1``."""
    return isinstance(statement, ast.AugAssign) and isinstance(statement.target, ast.Name)


def _with_a_new_name(step: Any, new_names: dict[str, str]) -> ast.stmt:
    """Return ``new_a = a + 1`` for ``a += 1``."""
    name = step.target.id
    total = ast.BinOp(ast.Name(name, ast.Load()), step.op, step.value)
    return ast.Assign([ast.Name(new_names[name], ast.Store())], total)


def _removed(loop: ast.For | ast.While, place: Place) -> Iterator[Change]:
    """Replace a for loop whose body doesn't use the loop variable by this body."""
    if isinstance(loop, ast.While):
        return
    names_in_body = names_read(ast.Module(loop.body, []))
    if names_in_body.isdisjoint(names_set(loop.target)):
        yield Change(
            Kind.NEEDLESS, (place.put(*loop.body),), COSTS["loop_removed"], loop.lineno, loop,
            sentences=(
                "How many times does the body of the loop on line {loop} run? How many times "
                "should it run?",
                "The body of the loop on line {loop} runs too many times. Remove the loop, but "
                "keep its body."),
            fields={"loop": loop.lineno})


def _moved_into_a_loop(tree: ast.AST, given: ast.Assign, variable: str, place: Place
                       ) -> Iterator[Change]:
    """Move the assignment ``given`` into a later loop, if only its body reads the ``variable``.

    ``place`` is where the assignment is now, and ``variable`` the name that it assigns to.
    """
    reads = [node for node in nodes(tree, ast.Name)
             if node.id == variable and isinstance(node.ctx, ast.Load)]
    if not reads:
        return
    for later in place.block[place.position + 1:]:
        for loop in nodes(later, ast.For, ast.While):
            nodes_of_body = {*ast.walk(ast.Module(loop.body, []))}
            is_read_elsewhere = not nodes_of_body.issuperset(reads)
            if is_read_elsewhere:
                continue
            yield Change(
                Kind.PLACE, (Edit(loop, "body", [given, *loop.body]), place.put()),
                COSTS["moved_into_a_loop"], given.lineno, given, sentences=(
                    "What is in {name} when the next iteration of the loop on line {loop} starts?",
                    "{old} on line {line} runs only once, so {name} still holds the values from "
                    "the previous iteration. Move it into the loop on line {loop}, as the first "
                    "line of the body."),
                fields={"loop": loop.lineno, "name": variable})


def _counted(node: ast.AST) -> Iterator[Change]:
    """Count the rounds of a loop or comprehension that searches for the index of its item.

    ``for a in b: ... b.index(a)`` becomes ``for place, a in enumerate(b): ... place``.
    """
    if isinstance(node, ast.For):
        loop: Any = node
    elif isinstance(node, (ast.ListComp, ast.GeneratorExp)):
        loop = node.generators[0]
    else:
        return
    slots = [slot for inner in ast.walk(node) for slot in parts(inner)
             if _is_index_of_item(slot.node, loop)]
    ids_of_parents = {id(slot.parent) for slot in slots}
    # if two have the same parent, the edits of it would undo each other
    have_a_common_parent = len(ids_of_parents) < len(slots)
    if not slots or have_a_common_parent:
        return
    counter = "number" if "place" in names_read(node) else "place"
    call = slots[0].node
    target = ast.Tuple([ast.Name(counter, ast.Store()), loop.target], ast.Store())
    counting = ast.Call(ast.Name("enumerate", ast.Load()), [loop.iter], [])
    yield Change(
        Kind.VALUE,
        (Edit(loop, "target", target), Edit(loop, "iter", counting),
         *(put(slot, ast.Name(counter, ast.Load())) for slot in slots)),
        COSTS["iterations_counted"], call.lineno, call, sentences=(
            "What is {call} on line {line} if the same item occurs more than once?",
            "{call} on line {line} always gives the index of the first equal item, even if the "
            "loop is at a later one. Let the loop count the items: for {counter}, {item} in "
            "enumerate({things})"),
        fields={"call": call, "counter": counter, "item": loop.target, "things": loop.iter})


def _is_index_of_item(node: Any, loop: Any) -> bool:
    """Whether a node is ``b.index(a)`` in a loop ``for a in b``."""
    if called(node) != "index" or len(node.args) != 1:
        return False
    is_item = source(node.args[0]) == getattr(loop.target, "id", "")
    searched = getattr(node.func, "value", "")  # the b of ``b.index``
    return is_item and source(searched) == source(loop.iter)


def _swapped(node: ast.AST) -> Iterator[Change]:
    """Swap two nested for loops, also of a comprehension, if the inner one can be outside."""
    pairs: list[tuple[Any, Any]] = []  # of an outer and an inner loop
    if isinstance(node, ast.For):
        pairs = [(node, inner) for inner in node.body if isinstance(inner, ast.For)]
    elif isinstance(node, (ast.ListComp, ast.GeneratorExp)):
        pairs = list(itertools.pairwise(node.generators))
    for outer, inner in pairs:
        needs_the_outer = names_read(outer.target) & names_read(inner.iter)
        if needs_the_outer:
            continue
        yield Change(
            Kind.PLACE, (Edit(outer, "target", inner.target), Edit(outer, "iter", inner.iter),
                         Edit(inner, "target", outer.target), Edit(inner, "iter", outer.iter)),
            COSTS["loops_swapped"], outer.iter.lineno, outer.iter, sentences=(
                "One loop is inside another. Which loop must be the outer one to give the right "
                "order?",
                "Swap the two loops on line {line} and line {other}: {inner} must be the outer "
                "loop, and {outer} must be the inner loop."),
            fields={"other": inner.iter.lineno, "inner": _head(inner), "outer": _head(outer)})


def _head(loop: Any) -> ast.comprehension:
    """Return the first line of a loop, without the colon: "for a in b"."""
    return ast.comprehension(loop.target, loop.iter, [], 0)
