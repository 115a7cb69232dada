"""Takes the submissions of a course to where they are graded, and what came of them back."""

from html import escape
from pathlib import Path
from threading import Event
from typing import Protocol, Self

from blocky.kit.check.exercise_cells import BadNotebookError
from blocky.kit.cluster import ClusterError, WorkersLostError
from blocky.kit.grading.course import Course
from blocky.kit.grading.job import Graded, Job
from blocky.kit.grading.pool import UngradedError
from blocky.kit.grading.table import Standing
from blocky.kit.language import say
from blocky.kit.notebook.outcome import sentence_of
from blocky.kit.notebook.restore import notebook_at

__all__ = ["Elsewhere", "Grading"]


class Elsewhere(Protocol):
    """Where submissions are graded: processes of this computer, or a cluster."""

    def grade(self, job: Job, stopped: Event) -> Graded:
        """Grade a submission, until ``stopped`` is set.

        UngradedError: it wasn't. WorkersLostError, ClusterError: as in ``Cluster.call``.
        """

    def close(self) -> None:
        """End what was started."""


class Grading:
    """Grades submissions. It's a context manager, which ends all its processes.

    Attributes:
        stopped: set to stop it.
        suspects: the submissions, as student and exercise, whose workers in a cluster were lost.
        why_stopped: why it stopped by itself, or "".
    """

    def __init__(self, course: Course, elsewhere: Elsewhere, known_as: str = "") -> None:
        """Prepare to grade submissions of a course ``elsewhere``.

        There, each student has the id ``known_as``; "" stands for their own id.
        """
        self.course = course
        self._elsewhere = elsewhere
        self._known_as = known_as
        self.stopped = Event()
        self.suspects: list[tuple[str, str]] = []
        self.why_stopped = ""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._elsewhere.close()

    def grade(self, student: str, name: str) -> tuple[Standing, str]:
        """Grade a submission; return its standing, and why it isn't graded, or "".

        A file that isn't a notebook gets 0 points. A submission whose workers were lost is added to
        ``suspects``. If the cluster fails, no more submissions are graded.
        """
        path = self.course.handed_in(student, name)
        try:
            if why := self._why_no_notebook(student, path):
                self.course.give_no_points(student, name, _page(name, why))
                return Standing.UNREADABLE, why
            try:
                self._grade(student, name)
            except UngradedError:
                self._grade(student, name)  # once more: the failure may have been chance
        except UngradedError as error:
            return Standing.UNGRADED, str(error)
        except WorkersLostError:
            self.suspects.append((student, name))
            return Standing.UNGRADED, say("each worker of the cluster that tried to grade it was "
                                          "lost")
        except ClusterError as error:
            self.why_stopped = str(error)
            self.stopped.set()
            return Standing.UNGRADED, say("the cluster can't be used any more")
        except Exception as error:
            return Standing.UNGRADED, sentence_of(error)
        return Standing.GRADED, ""

    def _why_no_notebook(self, student: str, path: Path) -> str:
        """Return why a file is no notebook; "" if it is. UngradedError: it can't be opened."""
        if why := self.course.submitted.why_no_file(student, path):
            return why
        try:
            path.read_bytes()
        except OSError as error:
            raise UngradedError(say("the file can't be opened ({error})",
                                    error=error.strerror)) from None
        try:
            notebook_at(path)
        except BadNotebookError as error:
            return str(error)
        return ""

    def _grade(self, student: str, name: str) -> None:
        """Grade a submission and publish what came of it. Any error: it's not graded."""
        job = self.course.job(student, name, self._known_as)
        self.course.publish(student, name, self._elsewhere.grade(job, self.stopped))


def _page(name: str, why: str) -> str:
    """Return the feedback page for a file that is no notebook."""
    said = escape(say("{name} wasn't graded and gets 0 points: {why}", name=name, why=why))
    return f'<!DOCTYPE html>\n<meta charset="utf-8">\n<title>{name}</title>\n<p>{said}</p>\n'
