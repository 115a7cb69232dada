"""Checks tell None, 0 and what is empty apart: each such value decides somewhere in a check.

A right answer is changed so that it takes what counts as False for what is not there. Such an
answer must fail, unless it does the same.
"""

import ast
import copy
import inspect
import textwrap
from collections import Counter

import pytest

from tests.answers import kept
from tests.test_checks import RIGHT, TASKS

#: By task, the changes of a right answer after which it still does what the task asks for: an
#: action, a node and a name never count as False, players count from 1, and so on.
SAME = {
    "is_sound": {
        "child.max_depth and child.max_depth == block.max_depth",
        "block.max_depth and child.max_depth == block.max_depth",
    },
    "is_board": {
        "half and child.size != half",
        "child.position and child.position != place",
        "place and child.position != place",
    },
    "shall_divide": {"max_depth and level != max_depth"},
    "rectangles_to_draw": {"each[3] and each[3] == 5"},
    "smash": {"block.level and block.level == 0"},
    "undiscovered_blob_size": {"visited[row][column] and visited[row][column] != -1"},
    "RandomPlayer": {
        "action and action == Action.PAINT",
        "Action.PAINT and action == Action.PAINT",
        "not game.why_not(move)",
    },
    "SmartPlayer": {"not best_score"},
    "paint": {"bool(reason)", "block.max_depth and block.level != block.max_depth"},
    "combine": {"rest[0][1] and rest[0][1] == first[1]", "first[1] and rest[0][1] == first[1]"},
    "blue.is_conserved": {"numbers and numbers == dict.fromkeys('rbgwy', 20)"},
    "blue.take": {
        "tile and tile != colour", "tile and tile != colour (2)", "colour and tile != colour",
        "colour and tile != colour (2)"},
    "prograsonne.LinkedList": {
        "place and place == index (2)", "index and place == index (2)", "not self.last",
        "bool(node)", "bool(node) (2)", "not node", "not before", "not node.next"},
    "prograsonne.EditableList": {"each and each == value", "value and each == value"},
    "prograsonne.Stack": {"not self.highest"},
    "prograsonne.is_snitch": {
        "river.kind and river.kind == 'river'",
        "city.kind and city.kind == 'city'",
    },
    "prograsonne.best_placement": {"player and board.snitch == player", "not best"},
    "prograsonne.why_over": {"bool(board.snitch)", "not hand"},
    "prograsonne.OwnDict": {
        "bool(self.entry(key))", "not entry", "not entry (2)", "not entry (3)"},
}


def plain_value(node):
    return isinstance(node, ast.Name | ast.Attribute | ast.Subscript)


def by_truth(node):
    """Yield what a comparison becomes if a value that counts as False is taken for none."""
    if not isinstance(node, ast.Compare) or len(node.ops) != 1:
        return
    left, [operator], [right] = node.left, node.ops, node.comparators
    if isinstance(right, ast.Constant) and right.value is None:
        if isinstance(operator, ast.Is):
            yield ast.UnaryOp(ast.Not(), left)
        if isinstance(operator, ast.IsNot):
            yield ast.Call(ast.Name("bool", ast.Load()), [left], [])
    elif isinstance(operator, ast.Eq | ast.NotEq):
        for value in filter(plain_value, (left, right)):
            yield ast.BoolOp(ast.And(), [value, node])


def changed(tree):
    """Yield each new expression, numbered if it comes again, with the whole source."""
    times = Counter()
    for place, node in enumerate(ast.walk(tree)):
        for number, new in enumerate(by_truth(node)):
            twin = copy.deepcopy(tree)
            old = [*ast.walk(twin)][place]
            put = [*by_truth(old)][number]
            text = ast.unparse(Replaced(old, put).visit(twin))
            what = ast.unparse(new)
            times[what] += 1
            yield what if times[what] == 1 else f"{what} ({times[what]})", text


class Replaced(ast.NodeTransformer):
    def __init__(self, old, new):
        self.old, self.new = old, new

    def visit(self, node):
        return self.new if node is self.old else self.generic_visit(node)


def answers():
    for parameter in RIGHT:
        name, answer = parameter.values
        try:
            tree = ast.parse(textwrap.dedent(inspect.getsource(answer)))
        except (OSError, TypeError, SyntaxError):
            continue
        for what, text in changed(tree):
            yield pytest.param(name, answer, what, text, id=f"{parameter.id}: {what}")


@pytest.mark.parametrize(("name", "answer", "what", "text"), answers())
def test_what_counts_as_false_decides_somewhere(name, answer, what, text):
    functions = answer if inspect.isfunction(answer) else next(
        each for each in vars(answer).values() if inspect.isfunction(each))
    file = f"<{name}, {what}>"
    space = dict(functions.__globals__)
    exec(compile(kept(text, file), file, "exec"), space)
    assert TASKS[name].passes(space[answer.__name__]) is (what in SAME.get(name, ()))
