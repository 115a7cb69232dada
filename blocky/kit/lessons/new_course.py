"""Makes an instructor's course, or brings it up to date: ``blocky course FOLDER``."""

from __future__ import annotations

from argparse import Namespace

from blocky.kit.language import say
from blocky.kit.lessons.new import add_arguments, files_of, make
from blocky.kit.teaching import ROOT, edition

__all__ = ["add_arguments", "command"]


def command(options: Namespace) -> int:
    """Make the folder of a course of nbgrader, say what to do there, and return 0."""
    make(options.folder, {
        **files_of(ROOT, "nbgrader_config.py"),
        **files_of(edition(), "GRADING.md", "notebooks", "exercises", "solutions", "images")})
    print(say("The course is in {folder}. There, GRADING.md says what to do.",
              folder=options.folder.resolve()))
    return 0
