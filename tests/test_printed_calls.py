"""What a failed check prints can be copied into a cell, and gives the printed result."""

import ast
from functools import cache

import pytest

from blocky import check
from blocky.check.as_python import statements
from blocky.check.boards import nested
from blocky.kit.check.compare import told
from blocky.kit.check.exercise_cells import read
from blocky.kit.check.failure import Failure
from blocky.kit.check.record import CheckError
from blocky.kit.check.reproduce import call_of, python_of
from blocky.kit.teaching import ROOT
from tests.hints import cell, hints_of
from tests.test_checks import TASKS, WRONG

#: Tasks of which a check compares something else than what the call returns: facts, or the places
#: of blocks; and those of players, which are asked twice, or play in a league.
OTHERWISE = {"MyBlock", "RandomPlayer", "SmartPlayer", "MyPlayer", "blue.MyPlayer",
             "prograsonne.MyPlayer", "blue.random_wall"}


@cache
def first_cell(name):
    """Return the names that the first cell of a task's exercise imports."""
    game, _, task = name.rpartition(".")
    for file in sorted((ROOT / "solutions" / (game or "blocky")).glob("*.ipynb")):
        cells = read(file)
        if any(each.name == task for each in cells):
            first = next(each.source for each in cells if each.kind == "code")
            imports = [ast.unparse(each) for each in ast.parse(first).body
                       if isinstance(each, ast.Import | ast.ImportFrom)]
            return "\n".join(imports)
    raise LookupError(name)


def failures_of(name):
    """Yield how the wrong answers to a task fail, those in one of the cases."""
    for each in WRONG:
        if each.values[0] == name and each.values[1].state == "wrong":
            failure = TASKS[name].tried(each.values[1].answer, "Grace")
            if isinstance(failure, Failure) and not failure.misshapen:
                yield failure


def run(lines, space):
    """Run lines in a notebook's names; return the value of the last one, if it is an expression."""
    tree = ast.parse(lines or "None")
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, "<cell>", "exec"), space)
    return eval(compile(ast.Expression(last.value), "<cell>", "eval"), space) if last else None


def run_or_fail(lines, space):
    """Return the value of the last line, and the name of the error that it ends with, or ""."""
    try:
        return run(lines, space), ""
    except Exception as error:
        return None, type(error).__name__


@pytest.mark.parametrize("name", TASKS)
def test_the_printed_lines_give_the_printed_result(name):
    task = TASKS[name]
    failure = next(failures_of(name), None)
    if failure is None:
        pytest.skip("no wrong answer fails in a case")
    task.failed_case = failure.case
    space = {}
    exec(first_cell(name), space)
    space[task.name] = failure.answer
    lines = task.python_lines(failure, space)
    call = task.call_of(failure.case, failure.changed_places, failure.answer)
    before, _, _ = lines.partition(call.text)
    assert call.text in lines
    assert not any("..." in line for line in lines.split("\n") if line[:1] != "#")
    if not task.python and call.arguments:  # the same arguments give the same outcome
        run(before, space)
        texts = [ast.unparse(each) for each in ast.parse(call.text).body[0].value.args]
        arguments = tuple(eval(text, space) for text in texts)
        assert task.run(failure.answer, arguments, 10) == failure.got
    value, error = run_or_fail(lines, space)
    if error or name not in OTHERWISE:
        assert error == failure.got.error
    if task.python and not error and name not in OTHERWISE and failure.got.value is not None:
        first = value[0] if isinstance(value, tuple) and len(value) == 2 and (
            "description" in call.text) else value
        assert told(first) == told(failure.got.value)


@pytest.mark.parametrize(("name", "wrong"), [each for each in WRONG
                                             if each.values[0] in (
    "perimeter_score", "blob_score", "blob_size", "undiscovered_blob_size", "TopGoal",
    "MyBlobGoal") and each.values[1].state == "wrong"])
def test_a_check_fails_in_a_call_with_a_wrong_result(name, wrong):
    """Facts about other calls explain a wrong result, and never fail a call that is right."""
    failure = TASKS[name].tried(wrong.answer, "Grace")
    expected, got = failure.expected, failure.got
    own = (got.returned, got.error, got.after, got.looked_at)
    right = (expected.returned, expected.error, expected.after, expected.looked_at)
    assert own != right or failure.broken or failure.misshapen


def test_a_sum_of_numpys_truth_values_is_named():
    answer = cell("""def perimeter_score(grid, colour):
    score = 0
    for i in range(len(grid)):
        score += ((grid[0][i] == colour) + (grid[-1][i] == colour)
                  + (grid[i][0] == colour) + (grid[i][-1] == colour))
    return score
""")
    failure = check.perimeter_score.tried(answer)
    assert "grid = np.array([[" in check.perimeter_score.python_lines(failure)
    assert failure.got.value != failure.expected.value
    assert "np.True_ + np.True_ is np.True_" in hints_of(check.perimeter_score, answer)[-1]


# -- single cases --------------------------------------------------------------------------------

def test_a_small_board_stands_above_the_call():
    board = nested([0, 1, 2, 3], 1)
    call = call_of("rotate", ["block", "direction"], (board, 1), changed=[0])
    assert python_of("rotate", call, "blocky", {"Block", "check"}) == (
        "block = Block.from_nested([0, 1, 2, 3], max_depth=1, size=32)\n"
        "rotate(block, 1)\nblock.to_nested()\n"
        '# or: rotate(*check.case("rotate"))')


def test_names_that_the_notebook_lacks_are_imported():
    call = call_of("count_leaves", ["block"], (nested(2, 0),))
    lines = python_of("count_leaves", call, "blocky", ()).split("\n")
    assert lines[0] == "from blocky import Block, check"[:len(lines[0])]


def test_a_tree_that_is_no_board_is_corrected_line_by_line():
    tree = nested([0, 1, 2, 3], 3, 64)
    tree.children.pop()
    tree.children[1].parent = None
    tree.level = 1
    lines = statements(tree, "block")
    assert lines[1:] == ["del block.children[3:]", "block.level = 1",
                         "block.children[1].parent = None"]


def test_a_large_argument_is_fetched():
    tree = [0, 1, 2, [3, 2, 1, 0]]
    for _ in range(4):
        tree = [tree, 1, tree, 3]
    call = call_of("count_leaves", ["block"], (nested(tree, 6),))
    lines = python_of("count_leaves", call, "blocky", {"check"}).split("\n")
    assert lines[0] == 'block = check.case("count_leaves")[0]'
    assert lines[1].startswith("# block: <board [")
    assert lines[2] == "count_leaves(block)"


def test_the_last_case_is_returned_as_a_copy():
    with pytest.raises(CheckError):
        check.count_leaves(lambda block: 17)
    (block,) = check.case("count_leaves")
    block.colour = None
    assert check.case("count_leaves")[0].colour is not None
    assert check.count_leaves.again(lambda block: 17) == 17


def test_a_case_that_is_not_there_is_refused(monkeypatch):
    with pytest.raises(ValueError, match="isn't a task"):
        check.case("count_leafs")
    monkeypatch.setattr(check.count_leaves, "failed_case", None)
    with pytest.raises(ValueError, match="hasn't failed"):
        check.case("count_leaves")
