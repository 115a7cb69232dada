"""Code that runs too long is stopped, whatever it catches, and nothing else is."""

import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import pytest

from blocky.kit.safely import OutOfTimeError, PartError, call_safely, computing_limit, time_limit
from blocky.kit.trace import trace


def endless():
    while True:
        pass


def busy(seconds):
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        pass


def test_an_endless_loop_is_stopped_again_and_again():
    for _ in range(300):
        with pytest.raises(OutOfTimeError):
            time_limit(0.002).call(endless)


def test_code_that_ends_in_time_is_left_alone():
    assert [time_limit(0.05).call(pow, 2, 3) for _ in range(300)] == 300 * [8]
    busy(0.1)


def calls_again(depth=100):
    try:
        return sum(calls_again(depth - 1) for _ in range(4)) if depth else 1
    except:  # noqa: E722
        return 0


def loops_again():
    while True:
        try:
            while True:
                try:
                    endless()
                except BaseException:
                    continue
        except BaseException:
            pass


def keeps_what_it_catches():
    kept = []
    while True:
        try:
            endless()
        except BaseException as error:
            kept.append(error)


def yields_again():
    def numbers():
        while True:
            with suppress(BaseException):
                yield 1

    while True:
        with suppress(BaseException):
            sum(numbers())


class Lasting:
    """An object whose deletion never ends."""

    def __del__(self):
        endless()


def deletes_again():
    while True:
        Lasting()


class Unequal:
    """An object that takes for ever to compare."""

    def __hash__(self):
        return 1

    def __eq__(self, other):
        with suppress(BaseException):
            endless()
        return False


def asks_in_a_set():
    return {Unequal() for _ in range(1000)}


@pytest.mark.parametrize("stubborn", [
    calls_again, loops_again, keeps_what_it_catches, yields_again, deletes_again, asks_in_a_set])
def test_code_that_catches_everything_is_stopped_too(stubborn):
    start = time.thread_time()
    with pytest.raises(OutOfTimeError):
        computing_limit(0.2).call(stubborn)
    assert time.thread_time() - start < 3
    busy(0.05)  # no exception is pending
    assert len(trace(numbers_down_to_0, 3).calls) == 4


def fills_the_stack_for_ever(number):
    while True:
        try:
            fills_the_stack_for_ever(number + 1)
        except:  # noqa: E722
            continue


def fills_the_stack_again(number):
    try:
        return fills_the_stack_again(number + 1)
    except Exception:
        return fills_the_stack_again(number + 1)


@pytest.mark.parametrize("runaway", [fills_the_stack_for_ever, fills_the_stack_again])
def test_code_that_catches_everything_is_stopped_on_a_full_stack(runaway, monkeypatch):
    printed = []
    monkeypatch.setattr(sys, "unraisablehook", printed.append)
    most_calls = sys.getrecursionlimit()
    start = time.thread_time()
    record = trace(runaway, 0, seconds=0.3)
    assert time.thread_time() - start < 5
    assert record.stopped == "The run was stopped after 0.3 seconds. Does it ever end?"
    assert printed == []
    assert sys.getrecursionlimit() == most_calls


def numbers_down_to_0(number):
    return number and numbers_down_to_0(number - 1)


def test_what_has_to_be_done_at_last_is_done():
    done = []

    def careful():
        try:
            endless()
        finally:
            done.extend(str(number) for number in range(100))

    for _ in range(20):
        with pytest.raises(OutOfTimeError):
            time_limit(0.005).call(careful)
    assert len(done) == 2000


def test_a_call_that_caught_what_stopped_it_has_failed():
    def caught():
        with suppress(BaseException):
            endless()

    with pytest.raises(PartError, match="stopped"):
        call_safely("Your move", caught, seconds=0.05)


def test_the_nearer_of_two_limits_comes_first():
    for seconds in ((60, 0.01), (0.01, 60)):
        outer, inner = map(time_limit, seconds)
        with pytest.raises(OutOfTimeError):
            outer.call(inner.call, endless)
        assert (bool(outer.over), bool(inner.over)) == (seconds[0] < 1, seconds[1] < 1)
    busy(0.05)


def test_an_inner_limit_does_not_swallow_what_an_outer_one_raises():
    def inner():
        while True:
            with suppress(OutOfTimeError):
                time_limit(0.003).call(endless)

    with pytest.raises(OutOfTimeError):
        time_limit(0.05).call(inner)
    busy(0.05)


def test_each_thread_has_limits_of_its_own():
    def is_stopped(number):
        for _ in range(20):
            with pytest.raises(OutOfTimeError):
                time_limit(0.005).call(endless)

    with ThreadPoolExecutor(3) as pool:
        assert list(pool.map(is_stopped, range(3))) == [None] * 3
