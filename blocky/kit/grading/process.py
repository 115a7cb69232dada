"""The process that grades: on Linux it's forked from one that has imported all it needs.

Students' code runs in guests, which it starts.
"""

import gc
import multiprocessing
import os
import secrets
import signal
from collections.abc import Sequence
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from nbgrader.apps import NbGrader  # type: ignore[import-untyped]

from blocky.kit.check.course_settings import begin_with, settings_of
from blocky.kit.games import package
from blocky.kit.grading.config import app_of, limits_of
from blocky.kit.grading.course import Course
from blocky.kit.grading.job import Graded, Terms
from blocky.kit.grading.judging import Guests
from blocky.kit.grading.one import graded
from blocky.kit.grading.pool import Process
from blocky.kit.guest.clock import HELD
from blocky.kit.guest.guest import FORKS
from blocky.kit.language import in_use, language
from blocky.kit.notebook.outcome import sentence_of

__all__ = ["Forks", "grade_all", "terms_of"]

#: The seconds by the clock that a process may take beside those of its cells, lest it hang.
EXTRA = 900


def terms_of(course: Course, config: dict[str, Any] | None = None) -> Terms:
    """Return the Terms for grading by the settings in this folder, with a new secret seed.

    ``config`` is nbgrader's configuration; None stands for that in the grader's folder.
    """
    settings = settings_of(Path.cwd())
    hints = min(settings.hints, 1)  # feedback pages show only the first
    # the seconds of cells are those of computing; by the clock they may take HELD times as long
    seconds_by_the_clock = course.seconds * HELD + EXTRA
    return Terms(course.game, language=in_use(), hints=hints, carry=settings.carry,
                 seed=secrets.token_hex(8), seconds=seconds_by_the_clock, config=config)


def grade_all(terms: Terms, hidden: Sequence[Path], scratch: str, orders: Connection,
              idle: float | None = None) -> None:
    """Grade the jobs that come by the pipe ``orders``, and send back the result of each.

    A result is a Graded, or the sentence that says why the submission isn't graded. The loop ends
    with the order None, or after ``idle`` seconds without an order; None: it waits for ever.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent process
    folder = Path.cwd()
    begin_with(terms.hints, terms.carry)
    app: NbGrader | None = None
    guests: Guests | None = None
    try:
        while orders.poll(idle) and (job := orders.recv()):
            try:
                os.chdir(folder)  # nbgrader goes to another one
                language(terms.language)
                # made with the first job, so that errors in making them are answers, too
                app = app or app_of(terms.config)
                guests = guests or Guests(terms.game, Path(scratch), limits=limits_of(app),
                                          hidden=hidden)
                answer: Graded | str = graded(job, app, guests, terms.seed)
            except BaseException as error:
                answer = sentence_of(error)
            orders.send(answer)
    except (EOFError, OSError):
        pass  # nobody waits for an answer any more
    finally:
        if guests is not None:
            guests.close()


def _grade_in_a_fork(*arguments: Any) -> None:
    """Grade as ``grade_all`` does, in a process that was forked after the preloading."""
    gc.freeze()  # what was preloaded is never garbage
    gc.enable()
    grade_all(*arguments)


class Forks:
    """Starts processes on this computer: on Linux they are forked from one that has imported all.

    Attributes:
        context: how ``multiprocessing`` starts them.
    """

    def __init__(self, terms: Terms, hidden: Sequence[Path]) -> None:
        """Prepare to start processes. No submission sees the ``hidden`` folders."""
        self._terms = terms
        self._hidden = [*hidden]
        self.context: Any = multiprocessing.get_context("forkserver" if FORKS else "spawn")
        if FORKS:  # importing these takes seconds, so it's done once, before the first fork
            self.context.set_forkserver_preload(
                ["blocky.kit.grading.preload", __name__, f"{package(terms.game)}.check"])

    def __call__(self, scratch: str) -> tuple[Process, Connection]:
        """Start a process that grades in the folder ``scratch``; return it, and the pipe to it."""
        ours, theirs = self.context.Pipe()
        process = self.context.Process(target=_grade_in_a_fork, daemon=True, args=(
            self._terms, self._hidden, scratch, theirs))
        process.start()
        theirs.close()  # the process has its own copy, and the pipe ends when it ends
        return process, ours
