"""Asks guests in tests."""

from pathlib import Path

import nbformat

import blocky.blue.check
import blocky.check
import blocky.prograsonne.check  # noqa: F401  they register their tasks
from blocky.kit.grading.judging import Guests, Judging
from blocky.kit.guest.guest import Limits
from blocky.kit.guest.judge import judged, refused_for
from blocky.kit.guest.stand_in import Answers
from blocky.kit.notebook.outcome import records
from blocky.kit.notebook.tasks import tasks_of
from tests.course import exercise

SETUP = "import numpy as np\nfrom blocky import Block, Colour, check"


def cell(guest, source, seconds=20.0):
    """Run a cell in a session of a guest; return the reply."""
    return guest.ask(seconds, do="cell", source=source, seconds=seconds)


def printed(reply):
    """Return what a cell has printed."""
    return "".join(each["text"] for each in reply["outputs"] if each["output_type"] == "stream")


def judge(guest, source, name="flatten", game="blocky", seed="a secret"):
    """Return the verdict on an answer that a cell defines, in a session of its own."""
    task = tasks_of(game)[name]
    guest.begin(refused=refused_for(task))
    for each in (SETUP, source):
        reply = cell(guest, each)
        if reply["error"] == "KitsOwnError":
            guest.ask(20.0, do="definitions", source=each)
    answers = Answers(guest, refused_for(task))
    return judged(task, answers, answers.find(name), seed)


def graded(notebook, name, folder, seed="a secret"):
    """Return the states of the tasks of a notebook, and the notebook with its outputs."""
    nb = nbformat.from_dict(notebook)
    released = nbformat.from_dict(exercise(name))
    for each in (nb, released):
        for part in each.cells:
            part.source = "".join(part.source)
    own, scratch = Path(folder, "own"), Path(folder, "scratch")
    own.mkdir()
    scratch.mkdir()
    with Guests(name.split("/")[0], scratch, limits=Limits()) as guests:
        run = Judging(nb, released.cells, guests, own, seed=seed, seconds=20,
                      all_seconds=300).run()
    return {record.task: record.state for record in records(run)}, nb
