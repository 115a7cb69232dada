"""Gives a submission its points: its cells run in a guest, and this process judges its answers.

Each task has a session of its own, in which the kit's functions that could do its work raise an
error. What the student sees (outputs, hints) may come from a guest that knows the checks: nobody
trusts what that says.
"""

from __future__ import annotations

import copy
import re
import shutil
from collections.abc import Mapping, Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple, Self

import nbformat
from nbformat import NotebookNode

from blocky.kit.check.course_settings import carries, most_hints
from blocky.kit.check.record import RECORD, CheckError, Record, Status, state_of
from blocky.kit.check.task import Task
from blocky.kit.games import package
from blocky.kit.guest.folders import empty
from blocky.kit.guest.guest import Guest, GuestError, Limits
from blocky.kit.guest.judge import Verdict, judged, refused_for
from blocky.kit.guest.stand_in import Answers
from blocky.kit.language import say, say_count
from blocky.kit.notebook.execute import Ending, Run, error_output
from blocky.kit.notebook.restore import is_check, only_shown
from blocky.kit.notebook.tasks import tasks_of

__all__ = ["Guests", "Judging"]

#: A check that this process can judge: a task, and the name of the answer.
_CHECK = re.compile(r"check\.(?P<task>\w+)\((?P<answer>\w+)\)")

#: How a notebook asks for the answer to a task of an earlier exercise; the group is that task.
_EARLIER = re.compile(r"check\.earlier\([\"'](\w+)[\"']\)")

#: The ends of cells of which only the definitions are run again.
_CUT = (Ending.STOPPED, Ending.LOST, Ending.UNSTOPPABLE)

#: How many times the seconds for all cells may go into running them again.
AGAIN = 3

#: How often a session is begun again without the cells that have ended it.
ATTEMPTS = 5

#: The most time for running the notebook with its checks: that of so many cells, and in seconds.
CELLS_EXPLAINED, SECONDS_EXPLAINED = 5, 100.0


class Guests:
    """The guests of a process that grades one submission after the other.

    Their processes start once, as that takes long. Each submission finds their folders empty.

    Attributes:
        game: the game of the tasks.
        folder: where submissions run.
        scratch: a folder of the grader's own.
    """

    def __init__(self, game: str, scratch: Path, *, limits: Limits,
                 hidden: Sequence[Path] = ()) -> None:
        """Prepare guests that can't see the ``hidden`` folders, with folders below ``scratch``."""
        with suppress(ModuleNotFoundError):
            import_module(f"{package(game)}.check")  # registers the tasks of the game
        self.game = game
        self.scratch = scratch
        self.folder = scratch / "folder"
        self._temporary = scratch / "temporary"
        for each in (self.folder, self._temporary):
            each.mkdir()
        self._limits = limits
        self._hidden = hidden
        #: The guests that were made, by whether they have the right answers.
        self._made: dict[bool, Guest] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the processes."""
        for guest in self._made.values():
            guest.close()

    def guest(self, checks: bool = False) -> Guest:
        """Return the guest without the right answers, or with ``checks`` the one that has them.

        It's made when it's first needed.
        """
        if checks not in self._made:
            home = package(self.game)
            modules = [home, f"{home}.draw", f"{home}.widgets", f"{home}.arena"]
            if checks:
                modules.append(f"{home}.check")
            hints = min(most_hints(), 1)  # feedback pages show only the first
            self._made[checks] = Guest(
                str(self.folder), temporary=str(self._temporary), limits=self._limits,
                modules=modules, checks=checks, hidden=self._hidden,
                settings={"hints": hints, "carry": carries()})
        return self._made[checks]

    def begin(self, given: Mapping[str, Any]) -> None:
        """Begin a submission: end the sessions of the one before, and empty the folders.

        ``given`` are answers by the names of tasks, which ``check.earlier`` returns in the new
        sessions.
        """
        for guest in self._made.values():
            guest.end()
        self.guest().given = given
        self.guest(checks=True).given = given
        empty(self.folder)
        empty(self._temporary)


class _Check(NamedTuple):
    """A check that this process can judge: the name of its task, and that of the answer."""

    task: str
    answer: str


def _checks_in(cell: NotebookNode) -> list[_Check]:
    """Return the check in a cell, in a list; [] if the cell is written in another way."""
    found = _CHECK.fullmatch(cell.source.strip())
    return [_Check(**found.groupdict())] if found else []


class Judging:
    """The grading of one notebook. The place of a cell, often ``at``, is its index there.

    Attributes:
        nb: the notebook, whose cells get their outputs.
        only_shown: the places of the cells that only show something, which aren't run.
        checks: the places of the checks.
    """

    def __init__(self, nb: NotebookNode, released: Sequence[Any], guests: Guests, folder: Path,
                 *, seed: str, seconds: float, all_seconds: float) -> None:
        """Prepare to grade ``nb``, whose helper files are in ``folder``.

        ``released`` are the cells of the exercise. Secret cases are made from ``seed``. A cell may
        take ``seconds``, and all of them together ``all_seconds``.
        """
        self.nb = nb
        self.guests = guests
        self.tasks = tasks_of(guests.game)
        self.folder = folder
        self.seed = seed
        self.only_shown = only_shown(nb.cells, released)
        self.checks = {at for at, cell in enumerate(nb.cells) if is_check(cell)}
        self.run_of_cells = Run(nb, seconds=seconds, all_seconds=all_seconds,
                                skipped=self.only_shown | self.checks, reset=self._reset)
        #: The folder of copies of the files that were handed in.
        self._originals = guests.scratch / "originals"
        #: The seconds left for running cells again in the sessions of tasks.
        self._left = AGAIN * all_seconds
        #: What ``_verdict`` remembers, by the place of a check and the name of the answer.
        self._verdicts: dict[tuple[int, str], Verdict] = {}
        #: What ``_carried`` remembers, in the same way.
        self._carried_verdicts: dict[tuple[int, str], Verdict | None] = {}
        self.given = self._kits_answers(released)

    def _kits_answers(self, released: Sequence[Any]) -> dict[str, Any]:
        """Return the kit's own answers to the earlier tasks that the exercise asks for, by name.

        A task that the notebook itself checks isn't among them.
        """
        tasks_here = {check.task for at in self.checks
                      for check in _checks_in(self.nb.cells[at])}
        answers: dict[str, Any] = {}
        for cell in released:
            for name in _EARLIER.findall(cell.source):
                if name in self.tasks and name not in tasks_here:
                    answers[name] = self.tasks[name].right
        return answers

    def run(self) -> Run:
        """Run the cells, judge the answers, and give each check's cell the outputs on its answer.

        Return the run of the cells, which knows how each has ended. GuestError: no guest starts.
        """
        self._originals.mkdir(exist_ok=True)
        _copy_into(self.folder, self._originals)
        self.guests.begin(self.given)
        self._reset()
        guest = self.guests.guest()
        self.run_of_cells.run(guest)
        if guest.folder_is_small():  # the files that the cells wrote are published, too
            _copy_into(self.guests.folder, self.folder)
        to_judge = {at: check for at in sorted(self.checks)
                    for check in _checks_in(self.nb.cells[at]) if check.task in self.tasks}
        verdicts = self._verdicts_of(guest, to_judge)
        guest.end()
        instructors_own = self.checks - to_judge.keys()
        all_passed = all(verdict.passed for verdict in verdicts.values())
        run_with_checks = None
        if instructors_own or not all_passed:  # otherwise nobody needs its outputs
            run_with_checks = self._run_with_checks()
        for at in sorted(self.checks):
            if at in verdicts:  # a check that isn't reached is in neither
                self._show(at, to_judge[at].task, verdicts[at], run_with_checks)
            elif at in instructors_own:
                self._take_over(at, run_with_checks)
        for at in self.only_shown:
            self.nb.cells[at].outputs = [_text_output(say(
                "This cell only shows something, so it isn't run when your work is graded."))]
        return self.run_of_cells

    def _verdicts_of(self, guest: Guest, to_judge: Mapping[int, _Check]) -> dict[int, Verdict]:
        """Return the verdict of each check to judge, both by the place of the check.

        A check for which no time is left has no verdict, and its cell ends as not run. If a wrong
        answer passes with the kit's own earlier answers, that verdict counts.
        """
        verdicts: dict[int, Verdict] = {}
        for at, check in to_judge.items():
            if not self._is_reached(at):
                self.run_of_cells.endings[at] = Ending.NOT_RUN
                self.nb.cells[at].outputs = [Ending.NOT_RUN.output]
                continue
            verdicts[at] = self._verdict(guest, at, check.task, check.answer)
            if verdicts[at].error is not None and carries():
                carried = self._carried(guest, at, check.task, check.answer)
                verdicts[at] = carried or verdicts[at]
        return verdicts

    def _reset(self) -> None:
        """Give the folder of the guests the files that were handed in, and no others."""
        _copy_into(self._originals, self.guests.folder)

    def _is_reached(self, at: int) -> bool:
        """Whether there was time for all the cells above a cell."""
        return not any(ending is Ending.NOT_RUN
                       for place, ending in self.run_of_cells.endings.items() if place < at)

    # -- verdicts --------------------------------------------------------------------------------

    def _verdict(self, guest: Guest, at: int, task: str, name: str) -> Verdict:
        """Return the verdict on the answer ``name`` to a task, as the cells above ``at`` define it.

        It's judged once, and then remembered.
        """
        if (at, name) not in self._verdicts:
            answers = self._session(guest, at, self.tasks[task])
            self._verdicts[at, name] = _judged(self.tasks[task], answers, name, self.seed)
        return self._verdicts[at, name]

    def _session(self, guest: Guest, at: int, task: Task) -> Answers:
        """Begin a session for a task, run the cells above its check, and return the answers there.

        When a cell ends the session, another one is begun, in which only the definitions of that
        cell are run. If the last of ``ATTEMPTS`` sessions ends, too, there are no answers to find.
        """
        only_definitions = {place for place, ending in self.run_of_cells.endings.items()
                            if ending in _CUT}
        for _ in range(ATTEMPTS):
            guest.end()
            self._reset()
            guest.begin(refused=refused_for(task))
            place = self._cell_that_ends_session(guest, at, only_definitions)
            if place is None:
                break
            only_definitions.add(place)
        return Answers(guest, refused_for(task))

    def _cell_that_ends_session(self, guest: Guest, at: int, only_definitions: set[int]
                                ) -> int | None:
        """Run the cells above a check; return the place of the one that ends the session, or None.

        ``only_definitions`` are the places of the cells of which only the definitions are run. When
        no time is left, that holds for all cells.
        """
        seconds = self.run_of_cells.seconds
        for place, cell in enumerate(self.nb.cells[:at]):
            if cell.cell_type != "code" or place in self.only_shown or place in self.checks:
                continue
            is_cut = place in only_definitions or self._left <= 0
            try:
                if not is_cut:
                    reply = guest.ask(seconds, do="cell", source=cell.source, seconds=seconds)
                    self._left -= guest.took
                # KitsOwnError: the cell called a function that is refused for the task
                if is_cut or reply.get("error") == "KitsOwnError":
                    guest.ask(seconds, do="definitions", source=cell.source)
            except GuestError:
                self._left -= guest.took
                return place
        return None

    def _carried(self, guest: Guest, at: int, task: str, name: str) -> Verdict | None:
        """Return the verdict on an answer when the kit's answers replace the wrong ones it uses.

        None: it fails then too, or uses no wrong answer. It's tried once, and then remembered.
        """
        key = at, name
        if key not in self._carried_verdicts:
            self._carried_verdicts[key] = self._judged_with_the_kits(guest, at, task, name)
        return self._carried_verdicts[key]

    def _judged_with_the_kits(self, guest: Guest, at: int, task: str, name: str) -> Verdict | None:
        """Return what ``_carried`` returns, without remembering it."""
        this_task = self.tasks[task]
        earlier_tasks = {other.name: other for other in self.tasks.values()
                         if other.number < this_task.number and other.right is not None}
        try:
            answers = self._session(guest, at, this_task)
            used = answers.uses(answers.find(name), sorted(earlier_tasks))
            used.sort(key=lambda used_name: earlier_tasks[used_name].number)  # the earliest first
            wrong = [used_name for used_name in used if not self._passes(guest, at, used_name)]
            if not wrong:
                return None
            answers = self._session(guest, at, this_task)  # _passes has begun other sessions
            mended = answers.mended(answers.find(name), {
                wrong_name: earlier_tasks[wrong_name].right for wrong_name in wrong})
        except (LookupError, GuestError):
            return None
        verdict = judged(this_task, answers, mended, self.seed)
        if not verdict.passed:
            return None
        return Verdict(True, remark=say_count(
            "It passed with the kit's own {names} instead of yours, which doesn't pass its check.",
            "It passed with the kit's own {names} instead of yours, which don't pass their checks.",
            len(wrong), names=", ".join(wrong)))

    def _passes(self, guest: Guest, at: int, name: str) -> bool:
        """Return whether an earlier answer passes, by itself or as in ``_carried``.

        It's judged where it was last judged, or else as the cells above ``at`` define it.
        """
        places = [place for place, answer in self._verdicts if answer == name]
        place = places[-1] if places else at
        if self._verdict(guest, place, name, name).passed:
            return True
        return self._carried(guest, place, name, name) is not None

    # -- what the student sees -------------------------------------------------------------------

    def _run_with_checks(self) -> Run | None:
        """Run a copy of the notebook with its checks, as Jupyter would; return that run.

        It's for the texts of the checks, such as hints. Cells that only show something, or that
        were stopped or not run before, are skipped. None: the guest fails.
        """
        notebook = copy.deepcopy(self.nb)
        cut_or_not_run = {place for place, ending in self.run_of_cells.endings.items()
                          if ending in _CUT or ending is Ending.NOT_RUN}
        seconds = self.run_of_cells.seconds
        run = Run(notebook, seconds=seconds,
                  all_seconds=min(seconds * CELLS_EXPLAINED, SECONDS_EXPLAINED),
                  skipped=self.only_shown | cut_or_not_run)
        self._reset()
        try:
            run.run(self.guests.guest(checks=True))
        except GuestError:
            return None
        return run

    def _take_over(self, at: int, run_with_checks: Run | None) -> None:
        """Give an instructor's own check its outputs and ending in the run with checks.

        This process can't judge such a check. Without that run, the cell ends as not run.
        """
        if run_with_checks is None or not self._is_reached(at):
            self.run_of_cells.endings[at] = Ending.NOT_RUN
            self.nb.cells[at].outputs = [error_output("NotRun", say("This cell wasn't run."))]
            return
        self.nb.cells[at].outputs = run_with_checks.nb.cells[at].outputs
        if at in run_with_checks.endings:
            self.run_of_cells.endings[at] = run_with_checks.endings[at]

    def _show(self, at: int, task: str, verdict: Verdict, run_with_checks: Run | None) -> None:
        """Give a check's cell the outputs that say whether the answer passed, or why it didn't.

        A wrong answer gets those of the run with checks, which have a hint, if it failed there,
        too. If it didn't pass, also note how the cell ended.
        """
        cell = self.nb.cells[at]
        name = str(cell.metadata.nbgrader.grade_id).removeprefix("check-")
        endings = self.run_of_cells.endings
        if verdict.passed:
            cell.outputs = [_passed_output(Record(name, Status.PASSED, verdict.remark))]
            return
        if verdict.missing:
            endings[at] = Ending.RAISED
            cell.outputs = [error_output("NameError", f"name '{task}' is not defined")]
        elif verdict.error is not None:
            endings[at] = Ending.RAISED
            outputs = run_with_checks.nb.cells[at].outputs if run_with_checks is not None else []
            cell.outputs = outputs if _says_why(outputs) else [_check_output(verdict.error)]
        elif verdict.stopped:
            endings[at] = Ending.UNSTOPPABLE
            cell.outputs = [endings[at].output]
        else:  # the answer ended its process
            endings[at] = Ending.LOST
            cell.outputs = [endings[at].output]


def _judged(task: Task, answers: Answers, name: str, seed: str) -> Verdict:
    """Return the verdict on the answer called ``name``.

    If the answer is missing, or the guest ends when asked for it, the verdict only says that.
    """
    try:
        answer = answers.find(name)
    except LookupError:
        return Verdict(False, missing=True)
    except GuestError as error:
        return Verdict(False, ended=error.ended, stopped=not error.ended)
    return judged(task, answers, answer, seed)


def _says_why(outputs: Sequence[Any]) -> bool:
    """Return whether outputs hold an error, and the record of a check that didn't pass."""
    has_error = any(output.output_type == "error" for output in outputs)
    records = filter(None, map(state_of, outputs))
    return has_error and any(record.state is not Status.PASSED for record in records)


def _text_output(text: str, **more: Mapping[str, Any]) -> NotebookNode:
    """Return an output that shows a text, and ``more`` data by their types."""
    output: NotebookNode = nbformat.from_dict({  # type: ignore[no-untyped-call]
        "output_type": "display_data", "metadata": {}, "data": {"text/plain": text, **more}})
    return output


def _passed_output(record: Record) -> NotebookNode:
    """Return the output of a check that has passed."""
    text = say("{task}: all checks passed.", task=record.task)
    return _text_output("\n".join(filter(None, [text, record.hint])),
                        **{RECORD: record._asdict()})


def _check_output(error: CheckError) -> NotebookNode:
    """Return the error of a check as an output, with the text that people read as its traceback."""
    output = error_output(CheckError.__name__, error.kept)
    output.traceback = error.text.split("\n")
    return output


def _copy_into(source: Path, target: Path) -> None:
    """Make the folder ``target`` hold the same files as ``source``, and no others.

    Links and pipes are left out: nobody shall follow a link, or wait for a pipe.
    """
    def left_out(folder: str, names: list[str]) -> list[str]:
        """Return the names of what is neither a file nor a folder, for ``copytree``."""
        paths = [(name, Path(folder, name)) for name in names]
        return [name for name, path in paths
                if path.is_symlink() or not (path.is_file() or path.is_dir())]

    empty(target)
    shutil.copytree(source, target, dirs_exist_ok=True, ignore=left_out)
