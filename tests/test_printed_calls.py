"""The call that a failed check prints is the one that failed: it gives the printed result."""

import ast
import inspect

import numpy as np
import pytest

from blocky import BlobGoal, Colour, check
from blocky.kit.check.failure import Failure
from blocky.prograsonne.tiles import Tile
from tests.hints import cell, hints_of
from tests.test_checks import TASKS, WRONG


def printed(task, failure):
    """Return the printed call as a tree; None if it is not all Python, as where boards are told."""
    try:
        return ast.parse(task.written(failure.case), mode="eval")
    except SyntaxError:
        return None


def has_a_plain_call(name, wrong):
    """Return whether the call of a wrong answer is written as Python, and not in words."""
    return (wrong.state == "wrong" and not TASKS[name].words
            and inspect.isfunction(wrong.answer))


@pytest.mark.parametrize(("name", "wrong"),
                         [each for each in WRONG if has_a_plain_call(*each.values)])
def test_the_printed_call_gives_the_printed_result(name, wrong):
    task = TASKS[name]
    failure = task.tried(wrong.answer, "Grace")
    if not isinstance(failure, Failure):
        pytest.skip("it is wrong only by chance")
    call = printed(task, failure)
    text = ast.unparse(call) if call else ""
    if not text or "..." in text:
        pytest.skip("the call names a board, or is cut")
    names = {"np": np, "Colour": Colour, "BlobGoal": BlobGoal, "Tile": Tile}
    arguments = [eval(ast.unparse(each), names) for each in call.body.args]
    assert task.run(wrong.answer, tuple(arguments), 10) == failure.got


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
    assert check.perimeter_score.written(failure.case).startswith("perimeter_score(np.array([[")
    assert failure.got.value != failure.expected.value
    assert "np.True_ + np.True_ is np.True_" in hints_of(check.perimeter_score, answer)[-1]
