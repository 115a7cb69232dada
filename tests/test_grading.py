"""Grading a class: each gets the right points or a reason, whatever they submit or attack."""

import csv
import json
import multiprocessing
import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from contextlib import closing, contextmanager
from gettext import translation
from pathlib import Path
from types import SimpleNamespace

import nbformat
import psutil
import pytest

from blocky.kit.grading import grade as grading
from blocky.kit.grading import one
from blocky.kit.grading.course import LOCK, Course
from blocky.kit.grading.pool import Pool
from blocky.kit.grading.process import Forks, terms_of
from blocky.kit.grading.submission import Grading
from blocky.kit.grading.table import Standing
from blocky.kit.guest import clock, guest, shell, walls
from blocky.kit.language import LOCALE
from blocky.kit.notebook import execute
from blocky.kit.teaching import editions
from tests.course import (
    NAME,
    exercise,
    files,
    found_a_course,
    graded_in,
    hand_in,
    insert,
    lines_in,
    python_in,
    solved,
    written,
)
from tests.submissions import (
    ATTACKS,
    LIMITS,
    NONE,
    SCRIPT,
    SECRET,
    STAYS,
    Submission,
    a_class,
    attack,
    forgers,
    hand_in_all,
)

WALLS = walls.walls_hold()
behind_walls = pytest.mark.skipif(not WALLS, reason="this system has no walls, or refuses them")
with_fork = pytest.mark.skipif(not guest.FORKS, reason="there are no forks")


def listed(student):
    """Return the name of a student as tables show it, and as folders have it."""
    return student.replace("\x1b", " ").strip()


def still_there():
    return [each.pid for each in psutil.process_iter(["cmdline"])
            if str(STAYS) in (each.info["cmdline"] or [])]


@contextmanager
def listening():
    """Listen like a service that no submission may reach; yield the port, also in a name."""
    with socket.create_server(("127.0.0.1", 0)) as server, socket.socket(socket.AF_UNIX) as other:
        port = server.getsockname()[1]
        other.bind(f"\0hostile{port}")  # another run of the tests may be listening, too
        other.listen()
        yield port


def nbgrader(course, *words):
    process = python_in(course, "-m", "nbgrader", *words)
    _, wrong = process.communicate()
    assert process.returncode == 0, wrong


# -- the class -----------------------------------------------------------------------------------

def until_pages(course, count, process):
    """Wait until a grader has made ``count`` pages of feedback."""
    while len(list(course.glob(f"feedback/*/{NAME}/*.html"))) < count:
        assert process.poll() is None, process.communicate()
        time.sleep(0.1)


@pytest.fixture(scope="module")
def graded(tmp_path_factory):
    """A class, graded; the first grader was killed on the way, and the second got a Ctrl-C."""
    if sys.platform == "win32":
        pytest.skip("no file has such names there")
    top = tmp_path_factory.mktemp("grading")
    course, home, temporary = (top / name for name in ("course", "home", "temporary"))
    for folder in (home, temporary):
        folder.mkdir()
        (folder / "secret.txt").write_text(SECRET)
    for name in (f"blocky/{NAME}", "blocky/05_moves"):
        found_a_course(course, LIMITS, name)
    (course / "secret.txt").write_text(SECRET)
    it = SimpleNamespace(top=top, course=course, submissions=a_class())
    where = {"HOME": str(home), "TMPDIR": str(temporary)}
    it.submissions |= forgers()
    with listening() as port:
        if WALLS:
            it.submissions |= {name: Submission(attack(name, course, port), 7) for name in ATTACKS}
        hand_in_all(course, it.submissions)
        it.before = files(top)
        process = python_in(course, "-m", "blocky", "grade", "06", "--jobs=3", **where)
        until_pages(course, 12, process)
        process.kill()
        process.communicate()
        it.left = list(temporary.glob("blocky-grading-*"))
        nbgrader(course, "db", "assignment", "add", NAME, "--duedate=2026-03-01 12:00:00 UTC")
        process = python_in(course, "-m", "blocky", "grade", "06", "--jobs=3", **where)
        until_pages(course, 24, process)
        process.send_signal(signal.SIGINT)
        _, it.stopped = process.communicate()
        it.code, it.half = process.returncode, lines_in(course)
        it.lines, it.said = graded_in(course, "--jobs=3", **where)
        it.left_in_the_end = list(temporary.glob("blocky-grading-*"))
    it.table = {student: row for (student, name), row in it.lines.items() if name == NAME}
    it.after = files(top)
    return it


def test_everyone_gets_the_right_points(graded):
    assert {name: float(row["points"] or 0) for name, row in graded.table.items()} \
        == {listed(name): each.points for name, each in graded.submissions.items()}
    assert {row["maximum"] for row in graded.table.values()} == {"7.0"}
    with open(graded.course / "grades.csv", encoding="utf-8-sig") as file:
        exported = {row["student"]: row for row in csv.DictReader(file)}
    assert {name: row[NAME] for name, row in exported.items() if name in graded.table} \
        == {name: row["points"] for name, row in graded.table.items()}
    assert (exported["eve"]["05_moves"], exported["eve"]["total"]) == ("10.0", "17.0")
    assert "" not in exported, "what is in nobody's folder is no student"


def test_whatever_is_wrong_has_a_reason_also_on_the_students_page(graded):
    for name, each in graded.submissions.items():
        row = graded.table[listed(name)]
        assert all(remark in row["remark"] for remark in each.remarks), row
        assert bool(row["remark"]) or each.points == 7
        assert row["remark"] in graded.said
    for name, words in (("wrong-flatten", "Score: 3.0 / 7.0"), ("loud", "flatten: not checked")):
        page = (graded.course / f"feedback/{name}/{NAME}/{NAME}.html").read_text("utf-8")
        assert words in page
        assert graded.submissions[name].remarks[0] in page
    assert not graded.table["eve"]["remark"]


def test_every_file_has_a_line_and_no_line_breaks_a_table(graded):
    lines = graded.lines
    assert {("", "ada.ipynb"), ("[c]*", "blocky/07_blob.ipynb"),
            ("[c]*", "blocky/notes.txt")} <= lines.keys()
    assert lines["", "ada.ipynb"]["remark"].startswith(
        "not graded: it isn't in a student's folder.")
    assert [name for student, name in lines if student == "astray"] == [
        "05_moves", NAME, f"{NAME}.ipynb", f"blocky/{NAME}-Copy1.ipynb", f"blokcy/{NAME}.ipynb"]
    assert lines["a, b", NAME]["remark"] == (
        "timestamp.txt is ignored, because it doesn't contain a time such as 2026-03-01 12:00:00 "
        "UTC")
    assert max(map(len, graded.said.splitlines())) < 400
    assert "\x1b" not in graded.said


def test_after_a_kill_and_ctrl_c_the_next_goes_on_with_what_is_left(graded):
    assert graded.left, "the grader was killed at work"
    assert graded.left_in_the_end == []
    assert graded.code == grading.STOPPED
    assert "Traceback" not in graded.stopped
    standings = [row["standing"] for row in graded.half.values()]
    assert "ungraded" in standings
    assert standings.count("graded") >= 20
    count, new = map(int, re.search(r"has (\d+) lines\. Graded now: (\d+)", graded.said).groups())
    assert count == len(graded.lines)
    assert new <= len(graded.submissions) - standings.count("graded")


def test_nothing_is_written_outside_the_folder_of_a_submission(graded):
    assert {path: graded.after.get(path) for path in graded.before} == graded.before
    made = {path.relative_to(graded.course) for path in set(graded.after) - set(graded.before)}
    books = {Path(name) for name in ("gradebook.db", "grades.csv", "grades_by_notebook.csv")}
    assert books <= made
    assert {path.parts[0] for path in made - books} == {"autograded", "feedback"}
    assert {path.name for path in made - books} == {
        f"{name}.{kind}" for name in (NAME, "05_moves") for kind in ("ipynb", "html")} | {
        "notes.txt", "own.txt", "timestamp.txt"}
    for name in set(graded.submissions) - {"astray"}:
        student = listed(name)
        assert Path("feedback", student, NAME, f"{NAME}.html") in made
        assert (Path("autograded", student, NAME, f"{NAME}.ipynb") in made) == (
            name not in ("cut", "empty", "pipe"))
    notes = (graded.course / f"autograded/outside/{NAME}/notes.txt").read_text(encoding="utf-8")
    outcome = dict(line.split() for line in notes.splitlines())
    assert (outcome.pop("own"), outcome.pop("large")) == ("done", "OSError")
    assert set(outcome.values()) <= {"PermissionError", "FileNotFoundError"}
    assert len(outcome) == 12


def test_a_memory_limit_ends_the_cell_and_not_the_submission(graded):
    notebook = json.loads((graded.course / f"autograded/memory/{NAME}/{NAME}.ipynb").read_text())
    assert [output["ename"] for cell in notebook["cells"] for output in cell.get("outputs", [])
            if output["output_type"] == "error"] == ["MemoryError"]


@behind_walls
def test_behind_walls_an_attack_reaches_nothing_of_the_course(graded):
    assert graded.said.startswith("Students' code runs behind walls")
    notes = {path.parts[-3]: path.read_text() for path in graded.course.glob("*/*/*/notes.txt")
             if path.parts[-3] in ATTACKS}
    assert notes.pop("stays") == "started\n"
    assert notes == {}, "nothing was read, no place was written to, nothing answered"
    assert still_there() == []


@behind_walls
def test_no_feedback_holds_what_is_anothers(graded):
    for step in ("autograded", "feedback"):
        for path in (graded.course / step).rglob("*"):
            assert not path.is_symlink()
            assert path.is_dir() or "eve" in path.parts or SECRET not in path.read_text("utf-8")


def is_without_live_scripts(page):
    """Whether a browser runs no script of a page: a policy comes before everything else."""
    head, _, _ = page.partition("<body")
    policy = re.search(
        r"<head><meta http-equiv=\"Content-Security-Policy\" content=\"(.*?)\">", head)
    return policy and "script-src 'none'" in policy[1] and "<script" not in head


def test_no_script_of_a_student_is_live_in_feedback(graded):
    page = (graded.course / f"feedback/scripts/{NAME}/{NAME}.html").read_text("utf-8")
    assert SCRIPT in page
    assert is_without_live_scripts(page)
    assert is_without_live_scripts(
        (graded.course / f"feedback/eve/{NAME}/{NAME}.html").read_text("utf-8"))


def test_the_last_line_counts_what_is_to_be_done(graded):
    rows = [row for row in graded.lines.values() if row["maximum"]]
    *_, last = graded.said.splitlines()
    count = {standing: sum(row["standing"] == standing for row in rows)
             for standing in ("graded", "ungraded", "unreadable")}
    late = sum(int(row["late_days"]) > 0 for row in rows)
    assert last == (f"Graded: {count['graded']}. Ungraded: {count['ungraded']}. Not a notebook: "
                    f"{count['unreadable']}. Late: {late}. Waiting for you to grade by hand: 0.")


def test_nbgraders_own_autograde_is_refused(graded, tmp_path):
    subprocess.run(["cp", "-a", graded.course, tmp_path], check=True)
    course = tmp_path / "course"
    hand_in(course, "forger", written(flatten=NONE), f"{NAME}/{NAME}")
    process = python_in(course, "-m", "nbgrader", "autograde", NAME, "--student=forger")
    said = "".join(process.communicate())
    assert process.returncode != 0
    assert "Only `blocky grade` can grade these exercises." in said
    assert not list((course / "autograded").glob("forger/*/*.ipynb"))


def test_nbgraders_own_commands_make_feedback_and_export(graded):
    page = graded.course / f"feedback/late/{NAME}/{NAME}.html"
    page.unlink()
    nbgrader(graded.course, "generate_feedback", NAME, "--force", "--student=late")
    assert is_without_live_scripts(page.read_text("utf-8"))
    nbgrader(graded.course, "export", "--to=../all.csv")
    with open(graded.top / "all.csv", encoding="utf-8") as file:
        scores = {(row["assignment"], row["student_id"]): row["score"]
                  for row in csv.DictReader(file)}
    for name in ("eve", "late", "wrong-flatten"):
        assert scores[NAME, name] == graded.table[name]["points"], name


def test_a_broken_course_is_said_and_ends_with_an_error(graded, tmp_path):
    subprocess.run(["cp", "-a", graded.course, tmp_path], check=True)
    course, config = tmp_path / "course", tmp_path / "course/nbgrader_config.py"
    for student in ("eve", "zoe"):
        hand_in(course, student, exercise())
    before = files(course / "autograded", course / "feedback")
    config.write_text(config.read_text("utf-8") + '\nc.HTMLExporter.template_name = "missing"\n')
    lines, said = graded_in(course, "6", "--student=eve", "--student=zoe", code=grading.UNGRADED)
    assert [(row["points"], row["standing"]) for row in (lines["eve", NAME], lines["zoe", NAME])] \
        == [("7.0", "ungraded"), ("", "ungraded")]
    assert "The table has 3 lines. Graded now: 0." in said, "a file in nobody's folder has one too"
    assert "2 lines are ungraded" in said
    assert files(course / "autograded", course / "feedback") == before
    assert lines["eve", "05_moves"] == graded.lines["eve", "05_moves"], "others are not erased"


# -- a course whose files have the names of modules ------------------------------------------------

PROGRAM = """import sys
from blocky.kit.command import main
if __name__ == "__main__":
    sys.exit(main())
"""  # as pip installs it


@pytest.mark.slow
@pytest.mark.parametrize("started", ["as a module", "as a program"])
def test_no_file_of_the_course_is_imported_in_place_of_a_module(started, tmp_path):
    program = tmp_path / "bin" / "blocky"
    program.parent.mkdir()
    program.write_text(PROGRAM, "utf-8")
    folder = tmp_path / "course"
    found_a_course(folder)
    names = ["random", "json", "numpy", "nbformat", "IPython"]
    if started == "as a program":  # as a module, Python itself would run what is in this folder
        names.append("blocky")
    for name in names:
        (folder / name).mkdir()
        (folder / name / "__init__.py").write_text(f"raise ImportError({name!r})", "utf-8")
    hand_in(folder, "ada", insert(written(), "from helper import ten\nassert ten == 10"))
    (folder / "submitted/ada/blocky/helper.py").write_text("ten = 10", "utf-8")
    command = ("-m", "blocky", "grade") if started == "as a module" else (str(program), "grade")
    lines, _ = graded_in(folder, "6", command=command)
    assert (lines["ada", NAME]["points"], lines["ada", NAME]["remark"]) == ("7.0", "")


@pytest.mark.slow
def test_nbgrader_finds_its_programs_in_an_environment_that_is_not_activated(tmp_path):
    found_a_course(tmp_path)
    words = ["db", "assignment", "add", NAME, "--duedate=2026-03-01 12:00:00 UTC"]
    process = python_in(tmp_path, "-m", "nbgrader", *words, PATH=os.defpath)
    said, wrong = process.communicate()
    assert process.returncode == 0, said + wrong
    assert "Traceback" not in said + wrong
    with closing(sqlite3.connect(tmp_path / "gradebook.db")) as book:
        assert book.execute("SELECT name FROM assignment").fetchall() == [(NAME,)]


# -- other games, languages ----------------------------------------------------------------------

@pytest.mark.slow
def test_other_games_are_graded_in_the_same_course_and_each_is_told_in_its_language(tmp_path):
    name, wrong = "prograsonne/01_cells", "def neighbour(*given):\n    return 0"
    found_a_course(tmp_path, name=name, edition=editions()["es"])
    hand_in(tmp_path, "right", solved(name), name)
    for spoken, edition in editions().items():
        hand_in(tmp_path, spoken, solved(name, edition, neighbour=wrong), name)
    lines, _ = graded_in(tmp_path, "--game", "prograsonne", "01")
    row = lines["right", "01_cells"]
    assert (row["points"], row["remark"]) == (row["maximum"], "")
    for spoken in editions():
        said = translation("blocky", LOCALE, [spoken], fallback=True).gettext
        page = (tmp_path / f"feedback/{spoken}/01_cells/01_cells.html").read_text("utf-8")
        assert 0 < float(lines[spoken, "01_cells"]["points"]) < float(row["maximum"])
        assert lines[spoken, "01_cells"]["remark"] == f"neighbour: {said('wrong')}"
        for words in ("Test cell", "Student's answer", "Score:"):
            assert f">{said(words)}<" in page or f"({said(words)} " in page, words

    found_a_course(tmp_path, name="blue/04_tiling")
    wrong = solved("blue/04_tiling", run_length="def run_length(cells, index):\n    return 7")
    hand_in(tmp_path, "ada", wrong, "blue/04_tiling")
    row = graded_in(tmp_path, "--game=blue")[0]["ada", "04_tiling"]
    why = "passed (It passed with the kit's own run_length instead of yours, which doesn't"
    assert (row["points"], row["maximum"]) == ("8.0", "10.0"), "one mistake costs once"
    assert "run_length: wrong; tile_score: " + why in row["remark"]
    assert "tile_all: " + why in row["remark"]
    (tmp_path / "course.toml").write_text("carry = false\nhints = 0", "utf-8-sig")
    (tmp_path / "submitted/ada/blue/course.toml").write_text("carry = true", "utf-8")
    row = graded_in(tmp_path, "--game=blue")[0]["ada", "04_tiling"]
    assert (row["points"], row["remark"]) == (
        "1.0", "run_length: wrong; tile_score: wrong; tile_all: wrong"), "unless it is strict"
    with open(tmp_path / "grades.csv", encoding="utf-8-sig") as file:
        columns, *students = csv.reader(file)
    assert (columns, len(students)) == (
        ["student", "01_cells", "04_tiling", "total", "maximum", "late_days"], 4)


# -- one submission, graded by processes that have what a test has patched -------------------------

@pytest.fixture(scope="module")
def course(tmp_path_factory):
    """A course that has its exercise in its gradebook, and one student, who has solved it.

    Its kernels may be as large as the process of all tests, of which some are forked.
    """
    folder = tmp_path_factory.mktemp("course")
    found_a_course(folder, "\nc.RunCells.memory = 2**40\n")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        course = Course("blocky")
        course.synchronise([NAME], folder / "work")
        yield course


@pytest.fixture
def handed_in(course):
    """A function that grades a notebook of ada, and returns its standing and remark."""
    def grade(content):
        hand_in(Path(), "ada", content)
        terms = terms_of(course)
        start = Forks(terms, [])
        start.context = multiprocessing.get_context("fork")
        with Grading(course, Pool(start, Path("work").absolute(), terms.seconds)) as it:
            return it.grade("ada", NAME)
    return grade


def score(course):
    with course.book() as book:
        return course.entry(book, "ada", NAME).score


@pytest.mark.slow
@with_fork
def test_what_goes_wrong_once_by_chance_costs_nothing(handed_in, course, tmp_path, monkeypatch):
    process = multiprocessing.get_context("fork").Process

    def dies_once(self, rightly=process.run):
        if not (tmp_path / "tried").exists():
            (tmp_path / "tried").touch()
            os._exit(1)
        rightly(self)

    monkeypatch.setattr(process, "run", dies_once)
    assert handed_in(written()) == (Standing.GRADED, "")
    assert score(course) == 7


@pytest.mark.slow
@with_fork
@pytest.mark.parametrize(("where", "broken"), [
    (Course, "job"), (Course, "_record"), (one, "take_step")])
def test_what_is_not_the_students_fault_takes_nothing_away(
        handed_in, course, monkeypatch, where, broken):
    if not course.graded("ada", NAME):
        handed_in(written())
    hand_in(Path(), "ada", exercise())
    before = files(Path())

    def full(*_, **__):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(where, broken, full)
    assert handed_in(exercise()) == (
        Standing.UNGRADED, "OSError: [Errno 28] No space left on device")
    assert files(Path()) == before
    assert score(course) == 7


@pytest.mark.slow
@with_fork
@pytest.mark.parametrize("name", ["stays", "links", "replaces"])
def test_without_walls_nothing_outlives_its_grading_and_no_link_is_followed(
        handed_in, course, name, monkeypatch):
    monkeypatch.setattr(walls, "walls_hold", lambda: False)
    eves = hand_in(Path(), "eve", "another's")
    try:
        assert handed_in(attack(name, Path().absolute()))[1] == ""
        assert score(course) == 7
        assert still_there() == []
    finally:
        for pid in still_there():
            os.kill(pid, signal.SIGKILL)
    notes = Path(f"autograded/ada/{NAME}/notes.txt")
    assert name != "stays" or notes.read_text() == "started\n"
    assert eves.read_text() == "another's"
    assert not [path for step in ("autograded", "feedback") for path in Path(step).rglob("*")
                if path.is_symlink() or path.name in ("solutions", "eves.ipynb", "hardsymlink")]


# -- the parts -----------------------------------------------------------------------------------

@pytest.mark.parametrize(("number", "students", "why"), [
    ("99", [], "There's no exercise '99' of blocky"),
    ("06", ["bob"], "There is nothing to grade")])
def test_what_there_is_not_is_an_error(course, number, students, why):
    hand_in(Path(), "ada", written())
    with pytest.raises(SystemExit, match=why):
        grading.Class(course, number, students)


def test_two_do_not_grade_at_the_same_time(course):
    with course.locked(), pytest.raises(SystemExit, match=r"^Another `blocky grade` is running"), \
            course.locked():
        pass
    assert not Path(LOCK).exists()
    Path(LOCK).mkdir()
    with pytest.raises(SystemExit, match=r"^Blocky can't write to this"), course.locked():
        pass
    Path(LOCK).rmdir()


@pytest.mark.slow
def test_what_is_printed_too_much_is_cut(tmp_path):
    cell = nbformat.v4.new_code_cell("for _ in range(30): print('x' * 1_000_000)")
    made = execute.Run(nbformat.v4.new_notebook(cells=[cell]))
    with guest.Guest(str(tmp_path)) as own:
        made.run(own)
    assert (made.endings, sum(len(each.text) for each in cell.outputs)) == ({}, shell.LETTERS)
    assert made.left > execute.ALL_SECONDS - 5, "whoever takes so much in is slow, not the cell"


def test_cells_that_are_stopped_use_up_all_the_time_on_a_busy_machine_too():
    class BusyGuest:
        took = 5.8  # its process waited for the machine meanwhile

        def begin(self):
            pass

        end = begin

        def ask(self, most, **_):
            return {"outputs": [], "stopped": True}

    cells = [nbformat.v4.new_code_cell("time.sleep(1000)") for _ in range(5)]
    run = execute.Run(nbformat.v4.new_notebook(cells=cells), seconds=6, all_seconds=24)
    run.run(BusyGuest())
    assert run.left == 0
    assert run.endings[4] is execute.Ending.NOT_RUN


@pytest.mark.skipif(sys.platform != "linux", reason="other systems don't tell")
@pytest.mark.parametrize(("source", "is_stopped"), [
    ("while True: pass", True), ("import time; time.sleep(60)", False)])
def test_time_for_which_a_cell_sleeps_or_has_stopped_itself_counts(source, is_stopped):
    process = subprocess.Popen([sys.executable, "-uc", f"print()\n{source}"], stdout=-1)
    try:
        process.stdout.readline()
        watch, end = clock.Clock(process.pid), time.monotonic() + 1
        if is_stopped:
            process.send_signal(signal.SIGSTOP)
        while time.monotonic() < end:
            time.sleep(0.05)
            watch.used()
        assert watch.used() > 0.5
    finally:
        process.kill()
        process.communicate()
