"""Code that runs too long is stopped, and nothing else is."""

import threading
import time

import pytest

from blocky.kit import safely
from blocky.kit.safely import OutOfTimeError, time_limit


def endless():
    while True:
        pass


def busy(seconds):
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        pass


def test_an_endless_loop_is_stopped_again_and_again():
    for _ in range(300):
        with pytest.raises(OutOfTimeError), time_limit(0.002):
            endless()


def test_code_that_ends_in_time_is_left_alone():
    for _ in range(300):
        with time_limit(0.05):
            pass
    busy(0.1)


def test_code_that_catches_everything_is_stopped_too():
    caught = []

    def stubborn():
        while True:
            try:
                endless()
            except BaseException as error:
                caught.append(error)
                if len(caught) == 3:
                    raise

    with pytest.raises(OutOfTimeError), time_limit(0.01):
        stubborn()
    assert len(caught) == 3


def test_the_nearer_of_two_limits_comes_first():
    with pytest.raises(OutOfTimeError), time_limit(60), time_limit(0.01):
        endless()
    with pytest.raises(OutOfTimeError), time_limit(0.01), time_limit(60):
        endless()
    busy(0.05)


def test_each_thread_has_limits_of_its_own():
    stopped = []

    def work(number):
        for _ in range(20):
            try:
                with time_limit(0.005):
                    endless()
            except OutOfTimeError:
                stopped.append(number)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert sorted(stopped) == [0] * 20 + [1] * 20 + [2] * 20


def test_one_thread_watches_over_all_limits():
    with time_limit(1):
        first = safely._watcher
    with time_limit(1), time_limit(2):
        assert safely._watcher is first
