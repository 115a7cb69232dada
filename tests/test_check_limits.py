"""A check always ends soon, whatever an answer does or returns."""

from contextlib import suppress
from time import thread_time
from types import SimpleNamespace

import pytest

from blocky import check
from blocky.kit.check import run
from blocky.kit.check.record import CheckError, Status
from blocky.kit.guest.stand_in import MOST_CLAIMED, Answers
from tests.answers import but, solved
from tests.answers.e06_flatten import with_loops
from tests.answers.e07_blob import with_a_set

#: The most seconds of computing that a check may take.
MOST = 5


@pytest.fixture(autouse=True)
def the_time_of_a_student(monkeypatch):
    monkeypatch.setattr(run, "CHECK", 3.0)
    monkeypatch.setattr(Lasting, "until", thread_time() + 2 * MOST)


def said_of(task, answer):
    start = thread_time()
    with pytest.raises(CheckError) as caught:
        task(answer)
    assert thread_time() - start < MOST
    return caught.value


def endless(*_):
    while True:
        pass


catches_all = but(solved("blocky/07_blob").undiscovered_blob_size, {
    "    visited[row][column] = 1\n": "    visited[row][column] = 1 if len(board) < 4 else -1\n",
    "        size += undiscovered_blob_size(goal, neighbour, board, visited)": """\
        try:
            size += undiscovered_blob_size(goal, neighbour, board, visited)
        except:
            return 0"""})


class Unequal(int):
    def __eq__(self, other):
        endless()

    def __hash__(self):
        return 1


class Unwritten(list):
    def __repr__(self):
        endless()


class Lasting(list):
    """A list whose deletion does not end before ``until``, so that other tests can go on."""

    until = 0.0

    def __del__(self):
        while thread_time() < Lasting.until:
            pass


def test_an_answer_that_catches_what_stops_it_is_stopped():
    assert said_of(check.undiscovered_blob_size, catches_all).state in (
        Status.WRONG, Status.NEVER_STOPS)


def test_what_a_machine_has_only_held_is_right(capsys):
    calls = []

    def held_once(block):
        calls.append(block)
        if len(calls) == 9:
            endless()
        return with_loops(block)

    check.flatten(held_once)
    assert "checks passed" in capsys.readouterr().out


def test_what_is_returned_only_then_is_a_result_no_more():
    def late(pos, grid, colour):
        with suppress(BaseException):
            endless()
        return with_a_set(pos, grid, colour)

    assert said_of(check.blob_size, late).state == Status.NEVER_STOPS


@pytest.mark.parametrize("kind", [Unequal, Unwritten, Lasting])
def test_what_is_returned_may_compute_when_it_is_looked_at(kind):
    make = kind if kind is Unequal else lambda value: kind([value])
    said_of(check.blob_size, lambda pos, grid, colour: make(with_a_set(pos, grid, colour)))


def test_after_a_stop_all_is_as_before(capsys):
    before = said_of(check.flatten, lambda block: [[block.colour]])
    said_of(check.flatten, lambda block: Lasting([endless()]))
    after = said_of(check.flatten, lambda block: [[block.colour]])
    assert (before.text, before.hint) == (after.text, after.hint)
    check.flatten(with_loops)
    assert "checks passed" in capsys.readouterr().out


@pytest.mark.parametrize(("claimed", "counted"), [
    (7.5, 7.5),
    (2.5, 4.0),  # a second less than the 5 measured
    (-1, 4.0),
    ("7", 4.0),
    (None, 4.0),
    (float("nan"), 4.0),
    (float("inf"), MOST_CLAIMED),
    (10**400, MOST_CLAIMED),
])
def test_a_guest_cannot_claim_to_have_used_much_less_time_than_measured(claimed, counted):
    answers = Answers(SimpleNamespace(took=5.0))
    assert answers._seconds_used({"used": claimed}) == counted
