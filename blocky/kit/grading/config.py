"""Reads ``nbgrader_config.py``, and refuses what nbgrader would ignore."""

import json
import logging
from typing import Any

from nbgrader.apps import NbGrader  # type: ignore[import-untyped]
from nbgrader.converters import Autograde, GenerateFeedback  # type: ignore[import-untyped]
from nbgrader.coursedir import CourseDirectory  # type: ignore[import-untyped]
from nbgrader.preprocessors import AssignLatePenalties  # type: ignore[import-untyped]
from traitlets import TraitError
from traitlets.config import Config
from traitlets.utils.importstring import import_item

from blocky.kit.grading.autograde import RunCells
from blocky.kit.grading.pages import Pages
from blocky.kit.guest.guest import Limits
from blocky.kit.language import say

__all__ = ["CONFIG", "app_of", "configured", "limits_of", "plain_config"]

#: The settings of the course's folder that nobody elsewhere needs to know.
_PRIVATE = {"db_url", "root"}

#: The file of a course of nbgrader.
CONFIG = "nbgrader_config.py"


class _LogKeeper(logging.Handler):
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
    """Return nbgrader's application, the course in this folder, and the step with its limits.

    All three are set up by the file ``CONFIG``. SystemExit: it can't be read or understood; the
    message says why.
    """
    app = NbGrader(log_level=logging.WARNING)
    logged = _LogKeeper()  # nbgrader only logs what is wrong with a config
    app.log.handlers = [logged]
    course = limits = None
    try:
        app.initialize([])
        course = CourseDirectory(parent=app)
        limits = RunCells(parent=app)
    except TraitError as error:
        logged.sentences.append(str(error))
    except SystemExit:
        pass  # nbgrader has logged why
    if logged.sentences or course is None or limits is None:
        raise SystemExit(say("There's a mistake in {file}, so nothing was graded. {why}",
                             file=CONFIG, why=logged.sentences[0] if logged.sentences else ""))
    app.log_level = logging.CRITICAL  # what goes wrong from now on is raised
    return app, course, limits


def plain_config(app: NbGrader) -> dict[str, Any]:
    """Return the part of the configuration that grading a submission reads, as plain data.

    It's a dict of the settings for each class of nbgrader. SystemExit: it isn't plain data.
    """
    plain: dict[str, dict[str, Any]] = {}
    for name in sorted(_classes_of_grading(app) & app.config.keys()):
        plain[name] = {key: value for key, value in app.config[name].items()
                       if key not in _PRIVATE}
        for key, value in plain[name].items():
            try:
                json.dumps(value)
            except (TypeError, ValueError):
                raise SystemExit(say(
                    "The setting c.{name}.{key} in {file} can't be sent to a cluster, because it "
                    "isn't a number, a string, or a list or dict of these. Change it, or grade "
                    "without --cluster.", name=name, key=key, file=CONFIG)) from None
    return plain


def _classes_of_grading(app: NbGrader) -> set[str]:
    """Return the names of the classes whose settings grading reads, and of their base classes."""
    autograde = Autograde(config=app.config)
    feedback = GenerateFeedback(config=app.config)
    parts = [Autograde, GenerateFeedback, Pages, CourseDirectory,
             *autograde.sanitize_preprocessors, *autograde.autograde_preprocessors,
             *feedback.preprocessors, AssignLatePenalties(config=app.config).plugin_class]
    classes = [import_item(part) if isinstance(part, str) else part for part in parts]
    return {base.__name__ for each in classes for base in each.__mro__}


def app_of(config: dict[str, Any] | None) -> NbGrader:
    """Return nbgrader's application with a configuration; None: that of the current folder."""
    if config is None:
        app, _, _ = configured()
        return app
    app = NbGrader(config=Config(config))
    app.log_level = logging.CRITICAL  # what goes wrong is raised
    return app


def limits_of(app: NbGrader) -> Limits:
    """Return what a submission may use."""
    own = RunCells(parent=app)
    return Limits(memory=own.memory, address_space=own.memory, file_size=own.file_size)
