"""Reports what a class got wrong: ``blocky report``."""

from argparse import ArgumentParser, Namespace
from pathlib import Path

from joblib import cpu_count

from blocky.kit.grading.config import CONFIG
from blocky.kit.grading.course import Course
from blocky.kit.grading.grade import Class, number_of_jobs
from blocky.kit.grading.report import write_report
from blocky.kit.language import say

__all__ = ["add_arguments", "command"]


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of ``blocky report``."""
    parser.add_argument("number", nargs="?", default="",
                        help=say("the number of an exercise, such as 06 (default: all exercises)"))
    parser.add_argument("--jobs", type=number_of_jobs, default=cpu_count(),
                        help=say("how many answers to look at in parallel (default: one for each "
                                 "core)"))


def command(options: Namespace) -> int:
    """Write the report on a class that is graded; return the exit code."""
    if not Path(CONFIG).is_file():
        raise SystemExit(say("This folder isn't a course: it has no {file}. Go to the folder of "
                             "your course, or make one with `blocky course my-course`.",
                             file=CONFIG))
    course = Course(options.game)
    chosen = Class(course, options.number, [])
    with course.locked():
        said = write_report(course, chosen.names, chosen.students, options.jobs)
    print(*said, sep="\n")
    return 0
