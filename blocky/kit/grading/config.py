"""Reads ``nbgrader_config.py``, and refuses what nbgrader would ignore."""

import logging

from nbgrader.apps import NbGrader  # type: ignore[import-untyped]
from nbgrader.coursedir import CourseDirectory  # type: ignore[import-untyped]
from traitlets import TraitError

from blocky.kit.grading.autograde import RunCells
from blocky.kit.language import say

__all__ = ["CONFIG", "configured"]

#: The file of a course of nbgrader.
CONFIG = "nbgrader_config.py"


class _Kept(logging.Handler):
    """Keeps what is logged in place of printing it."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.sentences: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep a message, or the error that it is about."""
        error = record.exc_info[1] if record.exc_info else None
        sentence = f"{type(error).__name__}: {error}" if error else record.getMessage()
        self.sentences.append(" ".join(sentence.split()))


def configured() -> tuple[NbGrader, CourseDirectory, RunCells]:
    """Return nbgrader, the course in this folder, and its limits, as the config says.

    SystemExit: the config cannot be read or understood; the message says why.
    """
    app = NbGrader(log_level=logging.WARNING)
    kept = _Kept()
    app.log.handlers = [kept]
    course = limits = None
    try:
        app.initialize([])
        course = CourseDirectory(parent=app)
        limits = RunCells(parent=app)
    except TraitError as error:
        kept.sentences.append(str(error))
    except SystemExit:
        pass  # nbgrader has logged why
    if kept.sentences or course is None or limits is None:
        raise SystemExit(say("There's a mistake in {file}, so nothing was graded. {why}",
                             file=CONFIG, why=kept.sentences[0] if kept.sentences else ""))
    app.log_level = logging.CRITICAL  # what goes wrong from now on is raised
    return app, course, limits
