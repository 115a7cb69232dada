"""A class is graded: each gets the right points or a reason, whatever they submit."""

import copy
import csv
import inspect
import json
import multiprocessing
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from gettext import translation
from pathlib import Path

import matplotlib
import nbformat
import pytest
from jupyter_client.connect import LocalPortCache

from blocky.kit.check.record import State
from blocky.kit.grading import grade as grading
from blocky.kit.grading.course import LOCK, Course
from blocky.kit.grading.each import Grading
from blocky.kit.grading.kernel import CAN_FORK
from blocky.kit.grading.table import Standing
from blocky.kit.language import LOCALE
from blocky.kit.notebook import run
from blocky.kit.teaching import editions
from tests.answers import grids

ROOT = Path(__file__).parents[1]
NAME = "06_flatten"
TASKS = {"flatten": 4, "perimeter_score": 3}
SECONDS = 6
LIMITS = f"""
c.RunCells.timeout = {SECONDS}
c.RunCells.submission_timeout = {4 * SECONDS}
c.RunCells.memory = 3 * 2**30
c.RunCells.file_size = 2**20
"""

SLEEP = "import time\ntime.sleep(1000)"
ENDLESS = "import time\nwhile True:\n    time.sleep(0.1)"
UNSTOPPABLE = "import time\nwhile True:\n    try:\n        time.sleep(0.1)\n" \
              "    except BaseException:\n        pass"
MEMORY = """
def eat():
    eaten = []
    while True:
        eaten.append(bytes(2**28))  # of zeros, which take no time

eat()
"""
OUTSIDE = """
import os, subprocess, shutil
from pathlib import Path

home, course = Path.home(), Path("../../..").resolve()

def ways():
    yield "home", lambda: (home / "mine.txt").write_text("mine")
    yield "course", lambda: (course / "mine.txt").write_text("mine")
    yield "other", lambda: (course / "submitted/right/blocky/06_flatten.ipynb").write_text("")
    yield "temporary", lambda: (home.parent / "mine.txt").touch()
    yield "gradebook", lambda: os.remove(course / "gradebook.db")
    yield "rename", lambda: os.rename("notes.txt", course / "notes.txt")
    yield "folder", lambda: os.mkdir(home / "mine")
    yield "tree", lambda: shutil.rmtree(course / "submitted")
    yield "link", lambda: os.symlink("notes.txt", course / "link")
    yield "program", lambda: subprocess.run(["touch", str(home / "mine.txt")])
    yield "shell", lambda: os.system(f"touch {home / 'mine.txt'}")
    yield "parent", lambda: os.kill(os.getppid(), 9)
    yield "large", lambda: Path("large").write_bytes(bytes(2**21))
    yield "own", lambda: Path("own.txt").write_text("own")

with open("notes.txt", "w") as notes:
    for name, way in ways():
        try:
            way()
            print(name, "done", file=notes)
        except OSError as error:
            print(name, type(error).__name__, file=notes)
Path("large").unlink()
"""


@dataclass
class Submission:
    """What a student hands in, and what must come of it."""

    student: str
    content: str
    points: int
    remarks: list = field(default_factory=list)
    file: str = f"{NAME}.ipynb"


def released():
    return json.loads((ROOT / "exercises" / "blocky" / f"{NAME}.ipynb").read_text("utf-8"))


def cell_of(notebook, name):
    return next(cell for cell in notebook["cells"]
                if cell["metadata"].get("nbgrader", {}).get("grade_id") == name)


def source_of(answer):
    """The text of the module of an answer, without the tables at its end."""
    text = inspect.getsource(inspect.getmodule(answer)).split("\nRIGHT = ")[0]
    return re.sub(r"from tests.answers import .*\n", "", text)


def code(source, name="of-the-student", **metadata):
    return {"cell_type": "code", "metadata": metadata, "source": source, "outputs": [],
            "execution_count": None, "id": name}


def written(empty, flatten=grids.with_loops, perimeter_score=grids.counts_edges):
    notebook = copy.deepcopy(empty)
    for name, answer in [("flatten", flatten), ("perimeter_score", perimeter_score)]:
        cell_of(notebook, name)["source"] = f"{source_of(answer)}\n{name} = {answer.__name__}\n"
    return notebook


def solved(name, edition=ROOT):
    """Return an exercise, as "blue/01_state", with the answers of its solution written in it."""
    exercise, solution = (json.loads((edition / room / f"{name}.ipynb").read_text("utf-8"))
                          for room in ("exercises", "solutions"))
    for cell in solution["cells"]:
        kept = cell["metadata"].get("nbgrader", {})
        if kept.get("solution"):
            cell_of(exercise, kept["grade_id"])["source"] = [
                line for line in cell["source"] if "### " not in line]
    return exercise


def before_the_answer(source):
    def change(notebook):
        cell = cell_of(notebook, "flatten")
        cell["source"] = f"{source}\n{cell['source']}"
    return change


def again(name, source=None, half=False):
    """Copy a cell with all that it keeps, as Jupyter does when one is split or pasted."""
    def change(notebook):
        cell = cell_of(notebook, name)
        twin = copy.deepcopy(cell) | {"id": "twin", "source": source or cell["source"]}
        notebook["cells"].insert(notebook["cells"].index(cell) + half, twin)
    return change


def without_helpers(notebook):
    notebook["cells"] = [cell for cell in notebook["cells"] if cell["metadata"].get("nbgrader")]


def without_ids(notebook):
    notebook["nbformat_minor"] = 4
    for cell in notebook["cells"]:
        del cell["id"]


def with_odd_metadata(notebook):
    notebook["cells"][1:1] = [code("1", name, nbgrader=odd)
                              for name, odd in zip("abc", ({}, None, "odd"), strict=True)]


#: What costs no points, by its name: what is done to a solved notebook.
HARMLESS = {
    "split-answer": again("flatten", "# the second half", half=True),
    "split-check": again("check-flatten", "# the second half", half=True),
    "copied-answer": again("flatten"),
    "copied-check": again("check-flatten"),
    "logs": before_the_answer("import logging\nlogging.warning('here')\nlog = logging.warning"),
    "installs": before_the_answer("%pip install no-such-package-here\n!no-such-program"),
    "named-check": before_the_answer("check = 3"),
    "quits": before_the_answer("quit()"),
    "no-helpers": without_helpers,
    "old-format": without_ids,
    "odd-metadata": with_odd_metadata,
}


def a_class(empty):
    """Yield the submissions of a class: each fault once."""
    whole = json.dumps(written(empty))
    yield Submission("right", whole, 7)
    yield Submission("12345", json.dumps(empty), 0,
                     ["flatten: not started", "perimeter_score: not started"])
    for task, others in (("flatten", 3), ("perimeter_score", 4)):
        wrong = grids.WRONG[task][0]
        notebook = written(empty, **{task: wrong.answer})
        yield Submission(f"wrong-{task}", json.dumps(notebook), others,
                         [f"{task}: {State(wrong.state).words}"])

    def damaged(student, points, *remarks, change, **answers):
        notebook = written(empty, **answers)
        change(notebook)
        return Submission(student, json.dumps(notebook), points, list(remarks))

    def late_cells_deleted(notebook):
        last = notebook["cells"].index(cell_of(notebook, "perimeter_score"))
        del notebook["cells"][last + 1:]

    def answers_without_metadata(notebook):
        notebook["cells"] = [code(cell_of(notebook, name)["source"]) for name in TASKS]

    def check_edited(notebook):
        cell_of(notebook, "check-flatten")["source"] = "print('24 of 24 checks passed.')"
        metadata = cell_of(notebook, "check-flatten")["metadata"]
        metadata["tags"] = ["skip-execution"]
        metadata["nbgrader"]["points"] = 100
        metadata["nbgrader"]["locked"] = False

    def after_task_1(*sources):
        def change(notebook):
            place = notebook["cells"].index(cell_of(notebook, "check-flatten")) + 1
            notebook["cells"][place:place] = map(code, sources)
        return change

    def emptied(notebook):
        notebook["cells"] = []

    yield damaged("deleted", 7, "check-perimeter_score was deleted, and is restored",
                  change=late_cells_deleted)
    yield damaged("pasted", 7, "check-flatten was deleted, and is restored",
                  change=answers_without_metadata)
    yield damaged("edited", 3, "check-flatten was edited, and is restored", "flatten: wrong",
                  change=check_edited, flatten=grids.transposed)
    yield damaged("endless", 7, f"was stopped after {SECONDS} seconds",
                  change=after_task_1(ENDLESS))
    yield damaged("unstoppable", 7, f"ran for {SECONDS} seconds and could not be stopped",
                  change=after_task_1(UNSTOPPABLE))
    yield damaged("slow", 4, "perimeter_score: not reached (The cells above it took all the time",
                  change=after_task_1(*[SLEEP] * 5))
    yield damaged("memory", 7, change=after_task_1(MEMORY))
    yield damaged("killed", 7, "(import os) failed: it ended Python",
                  change=after_task_1("import os\nos._exit(1)"))
    yield damaged("outside", 7, change=after_task_1(OUTSIDE))
    yield damaged("no-cells", 0, "flatten: not checked (NameError", change=emptied)
    yield damaged("syntax", 3, "flatten: not checked (Cell 3 (def flatten(block:) failed: Syntax",
                  change=lambda notebook: cell_of(notebook, "flatten").update(
                      source="def flatten(block:\n    return"))
    yield damaged("check-dies", 3, "flatten: not checked (The check ended Python.)",
                  change=lambda notebook: cell_of(notebook, "flatten").update(
                      source="import os\n\ndef flatten(block):\n    os._exit(1)"))
    yield damaged("class-check", 0, "flatten: ", "perimeter_score: ", change=lambda notebook: [
        cell_of(notebook, name).update(source=f"def {name}(*given):\n    return 0\n\nclass check:\n"
                                       "    flatten = perimeter_score = staticmethod(print)")
        for name in TASKS])
    yield damaged("prints", 7, change=after_task_1("print('x' * 30_000_000)"))
    for name, change in HARMLESS.items():
        yield damaged(name, 7, change=change)
    yield Submission("cut", whole[:len(whole) // 2], 0, ["not valid JSON"])
    yield Submission("empty", "", 0, ["is an empty file"])
    yield Submission("renamed", whole, 0, ["not submitted"],
                     file=f"{NAME} (1).ipynb")


def found_a_course(folder, limits="", name=f"blocky/{NAME}", edition=ROOT):
    """Make the folder of a course with one exercise of a game, and with limits of its own."""
    source = folder / "solutions" / f"{name}.ipynb"
    source.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(edition / "solutions" / f"{name}.ipynb", source)
    config = (ROOT / "nbgrader_config.py").read_text("utf-8")
    (folder / "nbgrader_config.py").write_text(config + limits, "utf-8")


def grades_in(course, *words, **environment):
    """Start ``blocky grade`` in the folder of a course."""
    environment = {**os.environ, "MPLCONFIGDIR": matplotlib.get_cachedir(), **environment}
    return subprocess.Popen([sys.executable, "-m", "blocky", "grade", *words], cwd=course,
                            env=environment, text=True, stdout=-1, stderr=-1)


def graded_in(course, *words, code=0, **environment):
    """Run ``blocky grade`` in the folder of a course; return its lines and what it says."""
    process = grades_in(course, *words, **environment)
    said, wrong = process.communicate()
    assert process.returncode == code, said + wrong
    assert "Traceback" not in said + wrong
    return lines_in(course), said


def lines_in(course):
    with open(course / "grades_by_notebook.csv", encoding="utf-8") as file:
        return {(row["student"], row["notebook"]): row for row in csv.DictReader(file)}


def hand_in(course, student, content, name=f"blocky/{NAME}"):
    path = course / "submitted" / student / f"{name}.ipynb"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
    return path


def files(folder):
    return {path.relative_to(folder): path.read_bytes()
            for path in folder.rglob("*") if path.is_file()}


@pytest.fixture(scope="module")
def graded(tmp_path_factory):
    """A course in which the class is graded: its folders, what lay in them before, the table."""
    top = tmp_path_factory.mktemp("grading")
    course, home, temporary = (top / name for name in ("course", "home", "temporary"))
    for folder in (home, temporary):
        folder.mkdir()
    found_a_course(course, LIMITS)
    submissions = list(a_class(released()))
    for each in submissions:
        hand_in(course, each.student, each.content, f"blocky/{each.file.removesuffix('.ipynb')}")
    before = files(top)
    lines, said = graded_in(course, "06", "--jobs=3", HOME=str(home), TMPDIR=str(temporary))
    assert ("renamed", f"blocky/{NAME} (1).ipynb") in lines, "every file has a line"
    table = {student: row for (student, name), row in lines.items() if name == NAME}
    return top, before, {each.student: each for each in submissions}, table, said


@pytest.fixture
def course(tmp_path, monkeypatch):
    """A course that has its exercise in its gradebook, and one student, who has solved it.

    Its kernels may be as large as the process of all tests, of which some are forked.
    """
    found_a_course(tmp_path, "\nc.RunCells.memory = 2**40\n")
    hand_in(tmp_path, "ada", written(released()))
    monkeypatch.chdir(tmp_path)
    course = Course("blocky")
    course.synchronise([NAME], tmp_path / "work")
    return course


@pytest.fixture
def handed_in(course, tmp_path):
    """A function that grades it, in a process that has what the test has patched."""
    one = Grading(course, [path for path in sys.path if path], tmp_path / "work")
    one.context = multiprocessing.get_context("fork")
    with ThreadPoolExecutor(1) as pool:  # whose event loop no other test has used
        yield lambda: pool.submit(one.grade, "ada", NAME).result()


def score(course):
    with course.book() as book:
        return course.found(book, "ada", NAME).score


@pytest.mark.skipif(not CAN_FORK, reason="kernels talk through ports here")
def test_no_kernel_loses_its_port_to_another_program(handed_in, course, monkeypatch):
    with socket.create_server(("127.0.0.1", 0)) as other:
        monkeypatch.setattr(LocalPortCache, "find_available_port",
                            lambda ports, ip: other.getsockname()[1])
        assert handed_in() == (Standing.GRADED, "")
    assert score(course) == 7


@pytest.mark.slow
def test_what_goes_wrong_once_by_chance_costs_nothing(handed_in, course, tmp_path, monkeypatch):
    process = multiprocessing.get_context("fork").Process

    def dies_once(self, rightly=process.run):
        if not (tmp_path / "tried").exists():
            (tmp_path / "tried").touch()
            os._exit(1)
        rightly(self)

    monkeypatch.setattr(process, "run", dies_once)
    assert handed_in() == (Standing.GRADED, "")
    assert score(course) == 7


@pytest.mark.slow
@pytest.mark.parametrize("broken", ["_record", "convert", "stage"])
def test_what_is_not_the_students_fault_takes_nothing_away(
        handed_in, course, tmp_path, monkeypatch, broken):
    assert handed_in() == (Standing.GRADED, "")
    before = files(tmp_path)

    def full(*_, **__):
        raise OSError(28, "No space left on device")

    hand_in(tmp_path, "ada", released())
    monkeypatch.setattr(Course, broken, full)
    standing, why = handed_in()
    assert (standing, why) == (
        Standing.UNGRADED, "OSError: [Errno 28] No space left on device")
    after = files(tmp_path)
    assert {path for path in before | after if before.get(path) != after.get(path)} == {
        Path("submitted/ada/blocky/06_flatten.ipynb")}
    assert score(course) == 7


@pytest.mark.slow
def test_a_broken_course_is_said_and_ends_with_an_error(course, tmp_path):
    lines, _ = graded_in(tmp_path)
    assert lines["ada", NAME]["points"] == "7.0"
    before = files(tmp_path / "autograded") | files(tmp_path / "feedback")
    config = tmp_path / "nbgrader_config.py"
    config.write_text(config.read_text("utf-8") + '\nc.HTMLExporter.template_name = "missing"\n')
    hand_in(tmp_path, "ada", released())
    hand_in(tmp_path, "eve", released())
    lines, said = graded_in(tmp_path, code=grading.UNGRADED)
    assert {name: (row["points"], row["standing"]) for (name, _), row in lines.items()} == {
        "ada": ("7.0", "ungraded"), "eve": ("", "ungraded")}
    assert "2 lines, 0 graded now." in said
    assert "2 lines are ungraded" in said
    assert files(tmp_path / "autograded") | files(tmp_path / "feedback") == before


@pytest.mark.slow
def test_only_what_is_new_or_changed_is_graded_also_after_ctrl_c(tmp_path):
    found_a_course(tmp_path)
    found_a_course(tmp_path, name="blocky/05_moves")
    hand_in(tmp_path, "ada", written(released()))
    lazy = written(released())
    lazy["cells"].insert(1, code(SLEEP))
    hand_in(tmp_path, "eve", lazy)
    process = grades_in(tmp_path, "06", "--jobs=1")
    while not (tmp_path / f"feedback/ada/{NAME}/{NAME}.html").exists():
        assert process.poll() is None
        time.sleep(0.1)
    process.send_signal(signal.SIGINT)
    said, wrong = process.communicate()
    assert (process.returncode, "Traceback" in wrong) == (grading.STOPPED, False)
    assert lines_in(tmp_path)["eve", NAME]["standing"] == "ungraded"

    hand_in(tmp_path, "eve", written(released()))
    lines, said = graded_in(tmp_path, "6")
    assert "2 lines, 1 graded now" in said
    assert [row["points"] for row in lines.values()] == ["7.0", "7.0"]
    hand_in(tmp_path, "eve", solved("blocky/05_moves"), "blocky/05_moves")
    lines, said = graded_in(tmp_path, "05", "--student", "eve")
    assert "1 line, 1 graded now" in said
    with open(tmp_path / "grades.csv", encoding="utf-8") as file:
        assert list(csv.DictReader(file)) == [
            {"student": "ada", "05_moves": "", NAME: "7.0", "total": "7.0"},
            {"student": "eve", "05_moves": "10.0", NAME: "7.0", "total": "17.0"}]


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a part of it may go on for a while")
def test_after_a_grader_was_killed_the_next_goes_on_and_cleans_up(tmp_path_factory):
    folder, temporary = map(tmp_path_factory.mktemp, ("course", "temporary"))
    found_a_course(folder)
    hand_in(folder, "ada", written(released()))
    lazy = written(released())
    lazy["cells"].insert(1, code(SLEEP))
    hand_in(folder, "eve", lazy)
    process = grades_in(folder, "06", "--jobs=1", TMPDIR=str(temporary))
    while not ((folder / f"feedback/ada/{NAME}/{NAME}.html").exists()
               and len(list(temporary.glob("blocky-grading-*"))) == 2):  # eve's cells run
        assert process.poll() is None
        time.sleep(0.1)
    process.kill()
    process.communicate()
    assert list(temporary.glob("blocky-grading-*"))
    hand_in(folder, "eve", written(released()))
    lines, said = graded_in(folder, TMPDIR=str(temporary))
    assert "2 lines, 1 graded now" in said
    assert [row["points"] for row in lines.values()] == ["7.0", "7.0"]
    assert list(temporary.glob("blocky-grading-*")) == []


@pytest.mark.slow
def test_two_do_not_grade_at_the_same_time(course, monkeypatch, tmp_path):
    with course.locked():
        _, wrong = grades_in(tmp_path).communicate()
    assert wrong.startswith("Another `blocky grade` is at work in this folder.")
    assert not (tmp_path / LOCK).exists()
    (tmp_path / LOCK).mkdir()
    _, wrong = grades_in(tmp_path).communicate()
    assert wrong.startswith("Nothing can be written in this folder"), "that is another sentence"


@pytest.mark.slow
@pytest.mark.parametrize(("words", "wrong"), [
    (["99"], "There is no exercise '99' of blocky"), (["--student", "bob"], "Nothing was handed")])
def test_what_there_is_not_is_an_error(course, tmp_path, words, wrong):
    process = grades_in(tmp_path, *words)
    assert wrong in process.communicate()[1]
    assert process.returncode == 1


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="no file has such a name there")
def test_every_file_has_a_line_and_no_line_breaks_a_table(tmp_path):
    found_a_course(tmp_path)
    right = written(released())
    for student in ("a, b", "[c]*", ".hidden", "d\x1b[31m\n"):
        hand_in(tmp_path, student, right)
    path = hand_in(tmp_path, "timely", right)
    (path.parent / "timestamp.txt").write_text("yesterday, I think", encoding="utf-8")
    os.mkfifo(hand_in(tmp_path, "pipe", right).parent / "notes.txt")
    os.mkfifo(tmp_path / "submitted" / "pipe" / "blocky" / "05_moves.ipynb")
    hand_in(tmp_path, "astray", right, NAME)
    hand_in(tmp_path, "astray", right, f"blocky/{NAME}-Copy1")
    hand_in(tmp_path, "astray", right, "blokcy/06_flatten")
    shutil.copy(ROOT / "notebooks" / "start.ipynb", tmp_path / "submitted" / "ada.ipynb")
    lesson = hand_in(tmp_path, "lesson", "")
    shutil.copy(next((ROOT / "notebooks" / "blocky").glob("06*.ipynb")), lesson)
    loud = written(released())
    cell_of(loud, "flatten")["source"] = "raise ValueError('\\x1b[31m' + 'x' * 100_000)"
    hand_in(tmp_path, "loud", loud)
    lines, said = graded_in(tmp_path, PYTHONIOENCODING="cp1252")
    assert {name: row["points"] for (name, notebook), row in lines.items() if notebook == NAME} == {
        "a, b": "7.0", "[c]*": "7.0", ".hidden": "7.0", "d": "7.0", "timely": "7.0",
        "pipe": "7.0", "astray": "", "loud": "3.0", "lesson": "0.0"}
    assert lines["lesson", NAME]["remark"].startswith("no cell of the exercise is in it")
    assert ("", "ada.ipynb") in lines
    assert lines["timely", NAME]["remark"] == \
        "timestamp.txt cannot be read as a time, and does not count"
    assert [name for student, name in lines if student == "astray"] == [
        NAME, f"{NAME}.ipynb", f"blocky/{NAME}-Copy1.ipynb", f"blokcy/{NAME}.ipynb"]
    assert ("pipe", "blocky/05_moves.ipynb") in lines
    assert max(map(len, said.splitlines())) < 400
    assert "\x1b" not in said
    page = (tmp_path / f"feedback/loud/{NAME}/{NAME}.html").read_text("utf-8")
    assert "flatten: not checked" in page, "remarks stand in the student's page"


def ran(*sources, **options):
    """Run cells; return the run and their outputs."""
    notebook = nbformat.v4.new_notebook(cells=list(map(nbformat.v4.new_code_cell, sources)))
    made = run.Run(notebook, str(ROOT), **options)
    return made, [cell.outputs for cell in made.run().cells]


def test_a_kernel_that_ended_is_started_again_and_has_what_stands_above():
    made, outputs = ran("a = 1", "b = a + 1\nimport os\nos._exit(1)", "print(a, 'b' in globals())")
    assert made.endings == {1: run.Ending.LOST}
    assert outputs[2][0].text == "1 False\n"


def test_what_is_printed_too_much_is_cut():
    made, outputs = ran("for _ in range(30): print('x' * 1_000_000)")
    assert (made.endings, sum(len(each.text) for each in outputs[0])) == ({}, run.LETTERS)
    assert made.left > run.ALL_SECONDS - 5, "whoever takes so much in is slow, not the cell"


@pytest.mark.skipif(sys.platform != "linux", reason="there the state of a process is told")
def test_time_for_which_the_machine_holds_a_cell_does_not_count():
    def used(source, *, held):
        process = subprocess.Popen([sys.executable, "-uc", f"print()\n{source}"], stdout=-1)
        try:
            process.stdout.readline()
            clock, end = run.Clock(process.pid), time.monotonic() + 1
            if held:
                process.send_signal(signal.SIGSTOP)
            while time.monotonic() < end:
                time.sleep(0.05)
                clock.used()
            return clock.used()
        finally:
            process.kill()
            process.communicate()

    assert used("while True: pass", held=True) < 0.5
    assert used("import time; time.sleep(60)", held=False) > 0.5


@pytest.mark.slow
def test_everyone_gets_the_right_points(graded):
    _, _, submissions, table, _ = graded
    assert {name: float(row["points"] or 0) for name, row in table.items()} \
        == {name: each.points for name, each in submissions.items()}
    assert {row["maximum"] for row in table.values()} == {"7.0"}


@pytest.mark.slow
def test_whatever_is_wrong_has_a_reason(graded):
    _, _, submissions, table, said = graded
    for name, each in submissions.items():
        assert all(remark in table[name]["remark"] for remark in each.remarks), table[name]
        assert bool(table[name]["remark"]) or each.points == 7
        assert table[name]["remark"] in said


@pytest.mark.slow
def test_nothing_is_written_outside_the_folder_of_a_submission(graded):
    top, before, submissions, _, _ = graded
    after = files(top)
    assert {path: after.get(path) for path in before} == before
    made = {path.relative_to("course") for path in set(after) - set(before)}
    expected = {Path(step, "outside", NAME, name) for step in ("autograded", "feedback")
                for name in ("notes.txt", "own.txt")}
    expected |= {Path(name) for name in ("gradebook.db", "grades.csv", "grades_by_notebook.csv")}
    for name in set(submissions) - {"renamed"}:
        expected |= {Path("autograded", name, NAME, f"{NAME}.ipynb"),
                     Path("feedback", name, NAME, f"{NAME}.html")}
    for name in ("cut", "empty"):
        expected.remove(Path("autograded", name, NAME, f"{NAME}.ipynb"))
    assert made == expected
    notes = (top / "course/autograded/outside/06_flatten/notes.txt").read_text(encoding="utf-8")
    outcome = dict(line.split() for line in notes.splitlines())
    assert outcome.pop("own") == "done"
    assert outcome.pop("large") == "OSError"
    assert set(outcome.values()) <= {"PermissionError", "FileNotFoundError"}
    assert len(outcome) == 12


@pytest.mark.slow
def test_the_points_are_exported_and_the_feedback_shows_them(graded):
    top, _, submissions, _, _ = graded
    with open(top / "course" / "grades.csv", encoding="utf-8") as file:
        exported = {row["student"]: float(row[NAME] or 0) for row in csv.DictReader(file)}
    assert exported == {name: each.points for name, each in submissions.items()}
    page = (top / "course/feedback/wrong-flatten/06_flatten/06_flatten.html").read_text("utf-8")
    assert "Score: 3.0 / 7.0" in page
    assert submissions["wrong-flatten"].remarks[0] in page


@pytest.mark.slow
def test_a_memory_limit_ends_the_cell_and_not_the_submission(graded):
    top, _, _, _, _ = graded
    path = top / "course/autograded/memory/06_flatten/06_flatten.ipynb"
    notebook = json.loads(path.read_text(encoding="utf-8"))
    errors = [output["ename"] for cell in notebook["cells"] for output in cell.get("outputs", [])
              if output["output_type"] == "error"]
    assert errors == ["MemoryError"]


@pytest.mark.slow
def test_the_other_games_are_graded_in_the_same_course(tmp_path):
    for name, task in (("prograsonne/01_cells", "neighbour"), ("blue/01_state", "counts")):
        found_a_course(tmp_path, name=name)
        right, wrong = solved(name), solved(name)
        cell_of(wrong, task)["source"] = f"def {task}(*given):\n    return 0"
        for student, notebook in (("right", right), ("wrong", wrong)):
            hand_in(tmp_path, student, notebook, name)
        game, file = name.split("/")
        lines, _ = graded_in(tmp_path, "--game", game, "01")
        table = {student: row for (student, each), row in lines.items() if each == file}
        assert (table["right"]["points"], table["right"]["remark"]) == (
            table["right"]["maximum"], "")
        assert 0 < float(table["wrong"]["points"]) < float(table["wrong"]["maximum"])
        assert table["wrong"]["remark"] == f"{task}: wrong"
        assert (tmp_path / "feedback" / "wrong" / file / f"{file}.html").exists()
    with open(tmp_path / "grades.csv", encoding="utf-8") as file:
        columns, *students = csv.reader(file)
    assert (columns, len(students)) == (["student", "01_cells", "01_state", "total"], 2)


@pytest.mark.slow
@pytest.mark.parametrize("edition", editions())
def test_each_student_gets_feedback_in_the_language_of_the_notebook(edition, tmp_path):
    """A course in any language grades notebooks of all of them."""
    name, file = "prograsonne/01_cells", "01_cells"
    found_a_course(tmp_path, name=name, edition=editions()[edition])
    for spoken, other in editions().items():
        wrong = solved(name, other)
        cell_of(wrong, "neighbour")["source"] = "def neighbour(*given):\n    return 0"
        hand_in(tmp_path, spoken, wrong, name)
    lines, _ = graded_in(tmp_path, "--game", "prograsonne", "01")
    assert len({row["points"] for row in lines.values()}) == 1
    for spoken in editions():
        said = translation("blocky", LOCALE, [spoken], fallback=True).gettext
        page = (tmp_path / "feedback" / spoken / file / f"{file}.html").read_text("utf-8")
        assert lines[spoken, file]["remark"] == f"neighbour: {said('wrong')}"
        for words in ("Test cell", "Student's answer", "Score:"):
            assert f">{said(words)}<" in page or f"({said(words)} " in page, words


@pytest.mark.slow
def test_one_mistake_costs_once_unless_the_course_is_strict(tmp_path):
    found_a_course(tmp_path, name="blue/04_tiling")
    wrong = solved("blue/04_tiling")
    cell_of(wrong, "run_length")["source"] = "def run_length(cells, index):\n    return 7"
    hand_in(tmp_path, "ada", wrong, "blue/04_tiling")
    row = graded_in(tmp_path, "--game=blue")[0]["ada", "04_tiling"]
    why = "passed (It passed with the kit's own run_length in the place of yours, which does not"
    assert (row["points"], row["maximum"]) == ("8.0", "10.0")
    assert "run_length: wrong; tile_score: " + why in row["remark"]
    assert "tile_all: " + why in row["remark"]
    (tmp_path / "course.toml").write_text("carry = false", "utf-8")
    (tmp_path / "submitted/ada/blue/course.toml").write_text("carry = true", "utf-8")
    row = graded_in(tmp_path, "--game=blue")[0]["ada", "04_tiling"]
    assert (row["points"], row["remark"]) == (
        "1.0", "run_length: wrong; tile_score: wrong; tile_all: wrong")


@pytest.mark.slow
def test_an_exercise_has_a_due_date_and_nbgraders_own_commands_know_it(course, tmp_path):
    def nbgrader(*words):
        subprocess.run([sys.executable, "-m", "nbgrader", *words], cwd=tmp_path, check=True,
                       capture_output=True)

    nbgrader("db", "assignment", "add", NAME, "--duedate=2026-03-01 12:00:00 UTC")
    config = tmp_path / "nbgrader_config.py"
    config.write_text(config.read_text("utf-8")
                      + '\nc.LateSubmissionPlugin.penalty_method = "zero"\n', "utf-8")
    hand_in(tmp_path, "bob", written(released()), f"{NAME}/{NAME}")
    (tmp_path / "submitted/bob" / NAME / "timestamp.txt").write_text("2026-03-01 18:00:00 UTC")
    lines, _ = graded_in(tmp_path)
    assert [(row["points"], row["remark"]) for row in lines.values()] == [
        ("7.0", ""), ("0.0", "handed in 6.0 hours late, which costs 7")]
    page = tmp_path / "feedback" / "ada" / NAME / f"{NAME}.html"
    page.unlink()
    nbgrader("generate_feedback", NAME, "--force")
    nbgrader("export", "--to=all.csv")
    assert page.exists()
    with open(tmp_path / "all.csv", encoding="utf-8") as file:
        assert sorted((row["assignment"], row["student_id"], row["score"])
                      for row in csv.DictReader(file)) == [
            (NAME, "ada", "7.0"), (NAME, "bob", "0.0")]
