"""Grades a class in the folder of its course: ``blocky grade``."""

import os
import signal
import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from contextlib import ExitStack
from itertools import product
from math import ceil
from multiprocessing import forkserver
from pathlib import Path
from typing import Any

from joblib import cpu_count
from tqdm import tqdm

from blocky.kit.check.course_settings import settings_of
from blocky.kit.cluster import Cluster, ClusterError
from blocky.kit.grading import table
from blocky.kit.grading.autograde import notes_in
from blocky.kit.grading.config import CONFIG, plain_config
from blocky.kit.grading.course import Course
from blocky.kit.grading.far import ON_WORKERS, Far
from blocky.kit.grading.platforms import ClassList, ListError, export, read_class_list
from blocky.kit.grading.pool import Pool
from blocky.kit.grading.process import Forks, terms_of
from blocky.kit.grading.report import write_report
from blocky.kit.grading.scratch import remove_leftovers, scratch
from blocky.kit.grading.submission import Grading
from blocky.kit.grading.submitted import student_id
from blocky.kit.grading.table import Grade, Standing
from blocky.kit.guest.guest import FORKS
from blocky.kit.guest.walls import protection
from blocky.kit.language import say, say_count
from blocky.kit.teaching import editions

__all__ = ["add_arguments", "command", "number_of_jobs"]

#: Exit codes: everything is graded, something is not, nothing can be graded, it was stopped.
DONE, UNGRADED, REFUSED, STOPPED = 0, 1, 2, 130

SECONDS_OF_A_DAY = 24 * 60 * 60

#: What became of submissions, by student and exercise: the standing, and why.
Outcomes = dict[tuple[str, str], tuple[Standing, str]]


class Class:
    """The students to be graded, and the exercises."""

    def __init__(self, course: Course, number: str, students: Sequence[str]) -> None:
        """Choose an exercise by its number, and students by their ids.

        "" stands for all exercises, and [] for all students. SystemExit: no exercise has this
        number, or there's no folder of a student.
        """
        self.course = course
        all_names = course.exercises().get(course.game, [])
        all_students = course.students()
        beginnings = (number, number.zfill(2)) if number else ("",)  # 6 stands for 06
        self.names = [name for name in all_names if name.startswith(beginnings)]
        asked_for = {student_id(student) for student in students}
        self.students = [student for student in all_students
                         if student in asked_for or not asked_for]
        if not self.names:
            raise SystemExit(say("There's no exercise {number!r} of {game} in {folder}. Its "
                                 "exercises are: {names}.", number=number, game=course.game,
                                 folder=course.folder("source"),
                                 names=", ".join(all_names) or "-"))
        missing = sorted(asked_for.difference(all_students))
        if not missing and not all_students:
            missing = ["STUDENT"]  # stands for any name in the message
        if missing:
            folder = course.folder("submitted", missing[0])
            raise SystemExit(say("There is nothing to grade, because the folder {folder} "
                                 "doesn't exist.", folder=folder))

    def todo(self, everything: bool) -> list[tuple[str, str]]:
        """Return the submissions that are new or have changed, or all of them."""
        found = []
        for student, name in product(self.students, self.names):
            is_there = os.path.lexists(self.course.handed_in(student, name))
            if is_there and (everything or not self._is_done(student, name)):
                found.append((student, name))
        return found

    def _is_done(self, student: str, name: str) -> bool:
        """Return whether a submission has been graded in its present state."""
        if not self.course.handed_in(student, name).is_file():  # reading a pipe would block
            return False
        try:
            notes = notes_in(self.course.graded(student, name))
            if notes["fingerprint"] != self.course.fingerprint(student, name):
                return False
        except OSError:
            return False
        with self.course.book() as book:
            return self.course.entry(book, student, name) is not None

    def table(self, outcomes: Outcomes) -> list[Grade]:
        """Return the lines of the table: each student's exercises, then the files not graded.

        ``outcomes`` are those of the submissions that this run was to grade. The others have been
        graded before, or aren't there.
        """
        lines = []
        with self.course.book() as book:
            for student, name in product(self.students, self.names):
                standing, why = outcomes.get((student, name), (Standing.GRADED, ""))
                lines.append(self._line(book, student, name, standing, why))
        for student in [*self.students, ""]:  # "" stands for files in nobody's folder
            for stray in self.course.strays(student):
                lines.append(Grade(game="", student=stray.student, notebook=stray.file,
                                   points=None, maximum=None, standing=Standing.NO_EXERCISE,
                                   remark=stray.why))
        return lines

    def _line(self, book: Any, student: str, name: str, standing: Standing, why: str) -> Grade:
        """Return the line of a submission in the table.

        ``standing`` is GRADED for one that this run wasn't to grade, too. ``why`` says why it isn't
        graded; "" if it is, or if that isn't known.
        """
        path = self.course.handed_in(student, name)
        entry = self.course.entry(book, student, name)
        maximum = book.find_notebook(name, name).max_score
        points = None
        penalty = 0
        seconds_late = 0
        if entry is not None:
            penalty = entry.late_submission_penalty or 0
            points = entry.score - penalty
            seconds_late = entry.assignment.total_seconds_late or 0
        if not os.path.lexists(path):
            return Grade(self.course.game, student, name, points, maximum, Standing.NOT_SUBMITTED,
                         say("not submitted"))
        notebook = self.course.graded(student, name)
        remarks = []
        waiting = False
        if standing is Standing.UNREADABLE:
            remarks.append(say("not graded: {wrong}", wrong=why))
        elif standing is Standing.UNGRADED or notebook is None:
            standing = Standing.UNGRADED
            if notebook is None:  # it has never been graded, so it has no earlier points to keep
                points = None
            remarks.append(say("ungraded: {wrong}", wrong=why or say("it hasn't been graded yet")))
        else:
            remarks += notes_in(notebook)["remarks"]
            waiting = bool(entry.needs_manual_grade)
            if waiting:
                remarks.append(say("needs manual grading"))
        if seconds_late:
            remarks.append(say("submitted {hours:.1f} hours late; penalty: {points:g}",
                               hours=seconds_late / 3600, points=penalty))
        problem = self.course.timestamp_problem(path)
        if problem:
            remarks.append(problem)
        days_late = ceil(seconds_late / SECONDS_OF_A_DAY)
        return Grade(self.course.game, student, name, points, maximum, standing,
                     remark="; ".join(remarks), late_days=days_late, waiting=waiting)


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of ``blocky grade``."""
    parser.add_argument("number", nargs="?", default="",
                        help=say("the number of an exercise, such as 06 (default: all exercises)"))
    parser.add_argument("--student", action="append", default=[],
                        help=say("grade only this student; you can repeat this option"))
    parser.add_argument("--all", action="store_true",
                        help=say("also grade submissions that haven't changed"))
    parser.add_argument("--jobs", type=number_of_jobs, default=cpu_count(),
                        help=say("how many submissions to grade at a time (default: one for "
                                 "each core)"))
    parser.add_argument("--cluster", default="", metavar="ADDRESS",
                        help=say("grade on the Dask cluster whose scheduler has this address, such "
                                 "as tcp://10.0.0.5:8786"))
    parser.add_argument("--no-report", action="store_true",
                        help=say("don't write the report on what the class got wrong"))
    parser.add_argument("--export", nargs=2, metavar=("PLATFORM", "CLASS_LIST"),
                        help=say("also write the points in the format of a learning platform "
                                 "(canvas or moodle), using the class list that you exported from "
                                 "it"))
    parser.add_argument("--match", default="", metavar="COLUMN",
                        help=say("the column of the class list that contains the names of the "
                                 "students' folders (default: try login, ID and e-mail)"))


def number_of_jobs(word: str) -> int:
    """Return the value of ``--jobs``. ArgumentTypeError: it's no integer above 0."""
    if not word.isdecimal() or int(word) == 0:
        raise ArgumentTypeError(say("It must be an integer, 1 or more, not {word!r}.", word=word))
    return int(word)


def command(options: Namespace) -> int:
    """Grade a class, print the table, and return the exit code."""
    os.environ.update(OPENBLAS_NUM_THREADS="1", OMP_NUM_THREADS="1")
    os.environ["PYTHONSAFEPATH"] = "1"  # no process imports a file of the course as a module
    if problems := settings_of(Path.cwd()).problems:
        print(*problems, say("Nothing was graded."), sep="\n", file=sys.stderr)
        return REFUSED
    if not Path(CONFIG).is_file():
        raise SystemExit(say("This folder isn't a course: it has no {file}. Go to the folder of "
                             "your course, or make one with `blocky course my-course`.",
                             file=CONFIG))
    course = Course(options.game)
    class_list = None
    if options.export:
        platform, path_of_list = options.export
        try:
            class_list = read_class_list(platform, path_of_list, options.match)
        except ListError as error:
            raise SystemExit(str(error)) from None
    remove_leftovers()
    with course.locked(), scratch() as work, ExitStack() as stack:
        if moved := table.set_aside_what_is_not_ours():
            print(moved)
        course.refuse_closed_book()
        chosen = Class(course, options.number, options.student)
        todo = chosen.todo(options.all)
        if options.cluster:
            grading, jobs = _on_a_cluster(course, options.cluster, stack)
        else:
            grading, jobs = _here(course, Path(work)), options.jobs
            print(protection(), flush=True)
            if FORKS and todo:
                forkserver.ensure_running()  # it preloads while this process goes on
        stack.enter_context(grading)
        course.synchronise(chosen.names, Path(work))
        outcomes: Outcomes = {}
        _grade(grading, todo, jobs, outcomes)
        # What ran beside a submission that ends its worker lost its worker, too.
        suspects = grading.suspects
        grading.suspects = []
        if not grading.stopped.is_set():
            _grade(grading, suspects, 1, outcomes)
        lines = chosen.table(dict.fromkeys(todo, (Standing.UNGRADED, "")) | outcomes)
        try:
            everything = table.with_other_lines(lines)
            table.write(everything)
            exported = _exported(class_list, everything, chosen.names) if class_list else []
        except OSError as error:
            raise SystemExit(say("The grades are in the gradebook, but Blocky can't write the "
                                 "tables ({error}). Fix that, then run this again.",
                                 error=error)) from None
    print(*table.as_text(lines), sep="\n")
    print(say_count("The table has {count} line. Graded now: {new}.",
                    "The table has {count} lines. Graded now: {new}.",
                    len(lines), new=sum(standing is not Standing.UNGRADED
                                        for standing, _ in outcomes.values())),
          say("The points are in {student} and {notebook}. The feedback pages are in feedback/.",
              student=table.BY_STUDENT, notebook=table.BY_NOTEBOOK), *exported, sep="\n")
    ungraded = sum(line.standing is Standing.UNGRADED for line in lines)
    if ungraded:
        print(say_count("{count} line is ungraded and keeps its earlier points. Run this again.",
                        "{count} lines are ungraded and keep their earlier points. Run this "
                        "again.", ungraded))
    if grading.why_stopped:
        print(grading.why_stopped, file=sys.stderr)
    if not grading.stopped.is_set() and not options.no_report:
        print(*write_report(course, chosen.names, course.students(), options.jobs), sep="\n")
    print(_counts(lines))
    if grading.stopped.is_set() and not grading.why_stopped:
        return STOPPED
    return UNGRADED if ungraded else DONE


def _here(course: Course, work: Path) -> Grading:
    """Return what grades on this computer, below the folder ``work``."""
    terms = terms_of(course)
    return Grading(course, Pool(Forks(terms, _hidden(course)), work, terms.seconds))


def _on_a_cluster(course: Course, address: str, stack: ExitStack) -> tuple[Grading, int]:
    """Return a Grading that uses a cluster, and how many submissions to send it at a time.

    Students' ids aren't sent to the cluster. ``stack`` closes the connection. SystemExit: there's
    no such cluster.
    """
    terms = terms_of(course, plain_config(course.app))
    try:
        cluster = stack.enter_context(Cluster(address, ON_WORKERS))
        far = Far(cluster, terms)
        print(far.protection(), flush=True)
        return Grading(course, far, known_as="student"), cluster.calls
    except ClusterError as error:
        raise SystemExit(str(error)) from None


def _counts(lines: Sequence[Grade]) -> str:
    """Return the sentence that counts the lines of a table by their standing, late or waiting."""
    standings = Counter(line.standing for line in lines)
    return say("Graded: {graded}. Ungraded: {ungraded}. Not a notebook: {unreadable}. "
               "Late: {late}. Waiting for you to grade by hand: {waiting}.",
               graded=standings[Standing.GRADED], ungraded=standings[Standing.UNGRADED],
               unreadable=standings[Standing.UNREADABLE],
               late=sum(line.late_days > 0 for line in lines),
               waiting=sum(line.waiting for line in lines))


def _exported(class_list: ClassList, lines: Sequence[Grade], names: Sequence[str]) -> list[str]:
    """Write the points of some exercises for a learning platform; return sentences about it."""
    wanted = [line for line in lines if line.notebook in names]
    students = list(dict.fromkeys(line.student for line in wanted))
    try:
        return export(class_list, wanted, students)
    except ListError as error:
        return [str(error)]


def _hidden(course: Course) -> list[Path]:
    """Return the folders that no submission may see."""
    folders = [Path.cwd()]
    for step in ("source", "submitted", "autograded", "feedback"):
        folders.append(Path(getattr(course.directory, f"{step}_directory")).absolute())
    for folder in editions().values():
        folders.append(folder / "solutions")
    return folders


def _grade(grading: Grading, todo: Sequence[tuple[str, str]], jobs: int,
           outcomes: Outcomes) -> None:
    """Grade submissions, ``jobs`` at a time, until Ctrl-C; add the result of each to ``outcomes``.

    In ``todo``, a submission is its student and the name of its exercise.
    """
    # Ctrl-C sets a flag, because KeyboardInterrupt could be raised where it's swallowed.
    handler_before = signal.signal(signal.SIGINT, lambda *_: grading.stopped.set())
    try:
        with tqdm(total=len(todo), desc=say("Grading"), unit=f" {say('submissions')}",
                  disable=not todo) as bar, \
                ThreadPoolExecutor(jobs) as pool:
            submissions = {pool.submit(grading.grade, student, name): (student, name)
                           for student, name in todo}
            not_ended = set(submissions)
            while not_ended and not grading.stopped.is_set():
                ended, not_ended = wait(not_ended, timeout=0.5, return_when=FIRST_COMPLETED)
                for future in ended:
                    outcomes[submissions[future]] = future.result()
                    bar.update()
            pool.shutdown(cancel_futures=True)
    finally:
        signal.signal(signal.SIGINT, handler_before)
