"""A class is graded: each gets the right points or a reason, whatever they submit."""

import copy
import csv
import inspect
import json
import multiprocessing
import os
import re
import shutil
import socket
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

import matplotlib
import pytest
import sqlalchemy
from jupyter_client.connect import LocalPortCache

from blocky.kit.check.record import State
from blocky.kit.grading import course as grading
from blocky.kit.grading.kernel import CAN_FORK
from tests.answers import grids

ROOT = Path(__file__).parents[1]
NAME = "06_flatten"
TASKS = {"flatten": 4, "perimeter_score": 3}
LIMITS = """
c.RunCells.timeout = 15
c.RunCells.submission_timeout = 60
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
    yield "tree", lambda: shutil.rmtree(course / "solutions")
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


def code(source):
    return {"cell_type": "code", "metadata": {}, "source": source, "outputs": [],
            "execution_count": None, "id": "of-the-student"}


def written(empty, flatten=grids.with_loops, perimeter_score=grids.counts_edges):
    notebook = copy.deepcopy(empty)
    for name, answer in [("flatten", flatten), ("perimeter_score", perimeter_score)]:
        cell_of(notebook, name)["source"] = f"{source_of(answer)}\n{name} = {answer.__name__}\n"
    return notebook


def solved(name):
    """Return an exercise, as "blue/01_state", with the answers of its solution written in it."""
    exercise, solution = (json.loads((ROOT / room / f"{name}.ipynb").read_text("utf-8"))
                          for room in ("exercises", "solutions"))
    for cell in solution["cells"]:
        kept = cell["metadata"].get("nbgrader", {})
        if kept.get("solution"):
            cell_of(exercise, kept["grade_id"])["source"] = [
                line for line in cell["source"] if "### " not in line]
    return exercise


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
    yield damaged("endless", 7, "was stopped after 15 s", change=after_task_1(ENDLESS))
    yield damaged("unstoppable", 4, "could not be stopped", "check-perimeter_score: not run",
                  change=after_task_1(UNSTOPPABLE))
    yield damaged("slow", 4, "the notebook took all of its 60 seconds before cell",
                  "check-perimeter_score: not run", change=after_task_1(*[SLEEP] * 5))
    yield damaged("memory", 7, change=after_task_1(MEMORY))
    yield damaged("killed", 4, "ended the kernel", "check-perimeter_score: not run",
                  change=after_task_1("import os\nos._exit(1)"))
    yield damaged("outside", 7, change=after_task_1(OUTSIDE))
    yield damaged("no-cells", 0, "check-flatten: NameError", change=emptied)
    yield Submission("cut", whole[:len(whole) // 2], 0, ["not valid JSON"])
    yield Submission("empty", "", 0, ["is an empty file"])
    yield Submission("renamed", whole, 0, ["not submitted; there is 06_flatten (1).ipynb"],
                     file=f"{NAME} (1).ipynb")


def found_a_course(folder, limits="", name=f"blocky/{NAME}"):
    """Make the folder of a course with one exercise of a game, and with limits of its own."""
    source = folder / "solutions" / f"{name}.ipynb"
    source.parent.mkdir(parents=True)
    shutil.copy(ROOT / "solutions" / f"{name}.ipynb", source)
    config = (ROOT / "nbgrader_config.py").read_text("utf-8")
    (folder / "nbgrader_config.py").write_text(config + limits, "utf-8")


def graded_in(course, *words, **environment):
    """Run ``blocky grade`` in the folder of a course; return its table and what it says."""
    path = os.pathsep.join([os.path.dirname(sys.executable), os.environ["PATH"]])
    environment = {**os.environ, "PATH": path, "MPLCONFIGDIR": matplotlib.get_cachedir(),
                   **environment}
    done = subprocess.run([sys.executable, "-m", "blocky", "grade", *words, "--jobs=3"], cwd=course,
                          env=environment, text=True, check=False, capture_output=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Traceback" not in done.stdout
    with open(course / "grades_by_notebook.csv", encoding="utf-8") as file:
        return {row["student"]: row for row in csv.DictReader(file)}, done.stdout


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
        place = course / "submitted" / each.student / "blocky"
        place.mkdir(parents=True)
        (place / each.file).write_text(each.content, encoding="utf-8")
    before = files(top)
    table, said = graded_in(course, "06", HOME=str(home), TMPDIR=str(temporary))
    return top, before, {each.student: each for each in submissions}, table, said


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    """A course that has its exercises in its gradebook, and no student yet."""
    folder = tmp_path_factory.mktemp("course")
    found_a_course(folder)
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        patch.setenv("PATH", os.path.dirname(sys.executable), prepend=os.pathsep)
        course = grading.Course("blocky")
        course.synchronise()
        yield course


def test_who_writes_in_the_gradebook_waits_for_others(course):
    sqlalchemy.event.listen(sqlalchemy.Engine, "connect", grading._wait_for_others)
    try:
        with course.book() as book, book.engine.connect() as connection:
            assert connection.exec_driver_sql("PRAGMA busy_timeout").scalar() \
                == 1000 * grading.PATIENCE
            book.add_student("ada")
            assert connection.connection.dbapi_connection.isolation_level == "IMMEDIATE"
    finally:
        sqlalchemy.event.remove(sqlalchemy.Engine, "connect", grading._wait_for_others)


@pytest.fixture
def handed_in(course, monkeypatch):
    """A function that grades one submission, in a process that has what the test has patched."""
    place = course.folder("submitted", "ada")
    place.mkdir(parents=True, exist_ok=True)
    (place / f"{NAME}.ipynb").write_text(json.dumps(written(released())))
    one = grading.Grading(course, [path for path in sys.path if path])
    one.context = multiprocessing.get_context("fork")
    return lambda: one.grade("ada", NAME)


@pytest.mark.skipif(not CAN_FORK, reason="kernels talk through ports here")
def test_no_kernel_loses_its_port_to_another_program(handed_in, course, monkeypatch):
    with socket.create_server(("127.0.0.1", 0)) as other:
        monkeypatch.setattr(LocalPortCache, "find_available_port",
                            lambda ports, ip: other.getsockname()[1])
        assert handed_in() == ""
    with course.book() as book:
        assert book.find_submission_notebook(NAME, "blocky", "ada").score == 7


def test_what_goes_wrong_once_by_chance_costs_nothing(handed_in, tmp_path, monkeypatch):
    def dies_once(*_):
        if not (tmp_path / "tried").exists():
            (tmp_path / "tried").touch()
            os._exit(1)

    monkeypatch.setattr(grading.Course, "convert", dies_once)
    assert handed_in() == ""
    monkeypatch.setattr(grading.Course, "convert", lambda *_: os._exit(1))
    assert handed_in() == "the process that graded it ended"


@pytest.mark.slow
def test_everyone_gets_the_right_points(graded):
    _, _, submissions, table, _ = graded
    assert {name: float(row["points"]) for name, row in table.items()} \
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
    expected = {Path(step, "outside", "blocky", name) for step in ("autograded", "feedback")
                for name in ("notes.txt", "own.txt")}
    expected |= {Path(name) for name in ("gradebook.db", "grades.csv", "grades_by_notebook.csv")}
    for name in set(submissions) - {"cut", "empty", "renamed"}:
        expected |= {Path("autograded", name, "blocky", f"{NAME}.ipynb"),
                     Path("feedback", name, "blocky", f"{NAME}.html")}
    assert made == expected
    notes = (top / "course/autograded/outside/blocky/notes.txt").read_text(encoding="utf-8")
    outcome = dict(line.split() for line in notes.splitlines())
    assert outcome.pop("own") == "done"
    assert outcome.pop("large") == "OSError"
    assert set(outcome.values()) == {"PermissionError"}
    assert len(outcome) == 12


@pytest.mark.slow
def test_the_points_are_exported_and_the_feedback_shows_them(graded):
    top, _, submissions, _, _ = graded
    with open(top / "course" / "grades.csv", encoding="utf-8") as file:
        exported = {row["student_id"]: float(row["score"]) for row in csv.DictReader(file)}
    assert exported == {name: each.points for name, each in submissions.items()}
    page = (top / "course/feedback/wrong-flatten/blocky/06_flatten.html").read_text("utf-8")
    assert "Score: 3.0 / 7.0" in page
    assert submissions["wrong-flatten"].remarks[0] in page


@pytest.mark.slow
def test_a_memory_limit_ends_the_cell_and_not_the_submission(graded):
    top, _, _, _, _ = graded
    path = top / "course/autograded/memory/blocky/06_flatten.ipynb"
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
            place = tmp_path / "submitted" / student / f"{name}.ipynb"
            place.parent.mkdir(parents=True)
            place.write_text(json.dumps(notebook), encoding="utf-8")
        table, _ = graded_in(tmp_path, "--game", name.split("/")[0], "01")
        assert (table["right"]["points"], table["right"]["remark"]) == (
            table["right"]["maximum"], "")
        assert 0 < float(table["wrong"]["points"]) < float(table["wrong"]["maximum"])
        assert table["wrong"]["remark"] == f"{task}: wrong"
        assert (tmp_path / "feedback" / "wrong" / f"{name}.html").exists()
    with open(tmp_path / "grades.csv", encoding="utf-8") as file:
        assert len(list(csv.DictReader(file))) == 4, "of each student, a line for each game"
