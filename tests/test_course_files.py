"""The files of a course: settings, tables, and what students hand in, however odd."""

import csv
import json
import os
import pickle
import unicodedata
from pathlib import Path
from zipfile import ZipFile

import nbformat
import pytest

from blocky.kit import csv_files
from blocky.kit.check import course_settings
from blocky.kit.check.course_settings import Settings, settings_of
from blocky.kit.check.exercise_cells import BadNotebookError
from blocky.kit.command import main
from blocky.kit.grading import table
from blocky.kit.grading.course import Course
from blocky.kit.grading.gradebook import Gradebook
from blocky.kit.grading.job import Graded, Points
from blocky.kit.grading.submitted import Submitted
from blocky.kit.grading.table import Grade, Standing
from blocky.kit.notebook.restore import notebook_at
from blocky.kit.text_files import BadTextError, read_text
from tests.course import NAME, exercise, found_a_course, hand_in, notebook_of, python_in
from tests.submissions import OF_OTHER_PROGRAMS

EXERCISES = {"blocky": ["05_moves", NAME], "blue": ["01_state"]}


@pytest.fixture
def here(tmp_path, monkeypatch):
    """An empty folder, in which everything happens."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


# -- nbgrader's exchange ---------------------------------------------------------------------------

EXCHANGE = {"timestamp.txt": "2026-03-01 12:00:00 UTC", "submission_secret.txt": "of ada"}


@pytest.fixture
def from_the_exchange(here):
    """A course with ada's submission, as `nbgrader collect` writes it."""
    found_a_course(here)
    folder = hand_in(here, "ada", "{ damaged").parent
    for name, text in EXCHANGE.items():
        (folder / name).write_text(text, "utf-8")
    course = Course("blocky")
    course.synchronise([NAME], here / "work")
    return course


def feedback_of(student):
    return {path.name: path.read_text("utf-8")
            for path in Path("feedback", student, NAME).iterdir()}


def test_a_file_that_is_no_notebook_does_not_keep_the_feedback_of_a_class_from_the_exchange(
        from_the_exchange):
    from_the_exchange.give_no_points("ada", NAME, "the page")
    assert feedback_of("ada") == EXCHANGE | {f"{NAME}.html": "the page"}
    Path("submitted/eve").mkdir()
    Path("submitted/eve/blocky").symlink_to(Path("submitted/ada/blocky").resolve())
    from_the_exchange.give_no_points("eve", NAME, "the page")
    assert feedback_of("eve") == {f"{NAME}.html": "the page"}


def made_of(feedback):
    """What came of a submission, with pages of feedback by their names."""
    pages = {name: text.encode() for name, text in feedback.items()}
    return Graded({}, pages, Points(None, None, {}, {}))


@pytest.mark.parametrize("name", ["../../../gradebook.db", "/tmp/file", "a/../../file", "."])
def test_no_file_that_another_machine_names_leaves_the_folder_of_its_submission(
        name, from_the_exchange, monkeypatch):
    monkeypatch.setattr(from_the_exchange, "_record", lambda *_: None)
    with pytest.raises(ValueError, match="inside the folder"):
        from_the_exchange.publish("ada", NAME, made_of({name: "x"}))
    assert not Path("feedback/ada").exists() or feedback_of("ada") == {}


def test_a_submission_takes_nothing_along_of_other_students(from_the_exchange, here):
    one, other = "n4711", "n4712"
    hand_in(here, one, exercise())
    with from_the_exchange.book() as book:
        for student in (one, other):
            book.update_or_create_student(student, email=f"{student}@example.org")
            book.update_or_create_submission(NAME, student)
        book.grant_extension(NAME, one, days=2)
    job = from_the_exchange.job(one, NAME, "somebody")
    assert (job.student, [*job.submitted]) == ("somebody", [f"{NAME}.ipynb"])
    everything = pickle.dumps(job)
    assert not [name for name in (b"n4711", b"n4712", b"example.org") if name in everything]
    (here / "own.db").write_bytes(job.book)
    with Gradebook(f"sqlite:///{here / 'own.db'}") as own:
        (there,) = own.find_assignment(NAME).submissions
        with from_the_exchange.book() as book:
            assert there.extension == book.find_submission(NAME, one).extension
            assert there.student.id == "somebody"


@pytest.mark.parametrize("changed", [{}, {"submission_secret.txt": "of ben"},
                                     {"submission_secret.txt/a": "a", "timestamp.txt/b": "b"}])
def test_student_code_cannot_change_what_the_exchange_needs(
        changed, from_the_exchange, monkeypatch):
    feedback = {f"{NAME}.html": "the page", **changed}
    monkeypatch.setattr(from_the_exchange, "_record", lambda *_: None)
    from_the_exchange.publish("ada", NAME, made_of(feedback))
    assert feedback_of("ada") == EXCHANGE | {f"{NAME}.html": "the page"}


# -- text files ------------------------------------------------------------------------------------

@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_a_text_file_may_come_from_any_editor(encoding, newline, here):
    (here / "file.txt").write_bytes(f"é{newline}ü".encode(encoding))
    assert read_text("file.txt") == "é\nü"


def test_another_encoding_is_refused_with_what_to_do(here):
    (here / "file.txt").write_bytes("aé".encode("latin-1"))
    with pytest.raises(BadTextError, match=r"byte 2 .* Save it again with UTF-8 encoding"):
        read_text("file.txt")


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_a_notebook_may_begin_with_a_byte_order_mark(encoding, here):
    (here / "a.ipynb").write_bytes(json.dumps(exercise()).encode(encoding))
    assert len(notebook_at(here / "a.ipynb").cells) == len(exercise()["cells"])


@pytest.mark.parametrize("version", [3, 5])
def test_a_notebook_of_another_format_says_how_to_change_it(version, here):
    old = {"nbformat": version, "nbformat_minor": 0, "metadata": {}, "worksheets": []}
    (here / "a.ipynb").write_text(json.dumps(old))
    with pytest.raises(BadNotebookError, match=rf"has format {version}.* Save it again"):
        notebook_at(here / "a.ipynb")


# -- the settings ----------------------------------------------------------------------------------

@pytest.mark.parametrize(("content", "words"), [
    (b"hints: 0", "line 1, column 6"),
    (b"hint = 0", "There's no setting hint. Did you mean hints?"),
    (b"Carry = false", "Did you mean carry?"),
    (b"colour = 1", "The settings are hints and carry."),
    (b"hints = 4", "hints is 4, but it must be an integer from 0 to 3."),
    (b"hints = -1", "hints is -1, but"),
    (b"hints = true", "hints is true, but"),
    (b'hints = "many"', 'hints is "many", but'),
    (b"carry = 0", "carry is 0, but it must be true or false."),
    ("# é".encode("latin-1"), "It isn't saved as UTF-8"),
    (None, "It's a folder"),
])
def test_settings_that_cannot_be_understood_are_named_and_give_no_hints(content, words, here):
    file = here / "course.toml"
    if content is None:
        file.mkdir()
    else:
        file.write_bytes(content)
    settings = settings_of(here)
    assert settings.hints == 0
    assert [problem for problem in settings.problems if words in problem and str(file) in problem]


@pytest.mark.parametrize("name", ["course.toml.txt", "Course.toml"])
def test_settings_in_a_file_of_another_name_are_not_passed_over(name, here):
    (here / name).write_text("hints = 1")
    (here / "exercises").mkdir()
    settings = settings_of(here / "exercises")
    assert settings.hints == 0
    assert "must be in a file with the name course.toml" in settings.problems[0]


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_settings_may_be_written_by_an_editor_of_windows(encoding, here):
    (here / "course.toml").write_bytes("hints = 1\r\ncarry = false\r\n".encode(encoding))
    assert settings_of(here) == Settings(hints=1, carry=False)


def test_what_can_be_understood_beside_a_problem_holds(here):
    (here / "course.toml").write_text("hint = 2\ncarry = false")
    assert (settings_of(here).hints, settings_of(here).carry) == (0, False)


def test_a_check_says_once_what_is_wrong_with_the_settings(here, capsys, monkeypatch):
    monkeypatch.setattr(course_settings, "_printed", set())
    (here / "course.toml").write_text("hint = 2")
    course_settings.print_problems()
    assert "Did you mean hints? Tell your instructor." in capsys.readouterr().out
    course_settings.print_problems()
    assert capsys.readouterr().out == ""
    (here / "course.toml").write_text("hints = 2")
    course_settings.print_problems()
    assert capsys.readouterr().out == ""


def test_nothing_is_graded_or_released_with_wrong_settings(here, capsys):
    found_a_course(here)
    (here / "exercises").mkdir()
    (here / "exercises" / f"{NAME}.ipynb").write_text(json.dumps(exercise()))
    (here / "course.toml").write_text("hint = 2")
    for command in (["grade"], ["release"]):
        assert main(command) == 2
        assert "There's no setting hint. Did you mean hints?" in capsys.readouterr().err
    assert not (here / "gradebook.db").exists()
    assert not (here / "students.zip").exists()


@pytest.mark.parametrize(("line", "words"), [
    ("c.RunCells.timeot = 3", "Did you mean `timeout`?"),
    ('c.RunCells.timeout = "x"', "expected an int, not the str 'x'"),
    ('c.CourseDirectory.max_file_size = "x"', "expected an int, not the str 'x'"),
    ("x =", "SyntaxError"), ("x", "NameError: name 'x' is not defined")])
def test_nothing_is_graded_with_a_wrong_config(line, words, here, capsys):
    found_a_course(here, f"\n{line}\n")
    assert main(["grade"]) == 2
    said = capsys.readouterr().err
    assert said.startswith("There's a mistake in nbgrader_config.py, so nothing was graded.")
    assert words in said


def test_a_folder_that_is_no_course_is_named(here, capsys):
    assert main(["grade"]) == 2
    assert "This folder isn't a course: it has no nbgrader_config.py." in capsys.readouterr().err


# -- tables ----------------------------------------------------------------------------------------

CELLS = ["=1+1", "+x", "-ada", "@x", "'=x", "'ada", "José", "a,b;\"c\"", ""]


def test_a_table_opens_in_a_spreadsheet_and_can_be_read_back(here):
    csv_files.write("table.csv", [["a", "b"], *([cell, -1.5] for cell in CELLS)])
    content = (here / "table.csv").read_bytes()
    assert content.startswith(b"\xef\xbb\xbf"), "Excel then reads it as UTF-8"
    with open("table.csv", encoding="utf-8-sig", newline="") as file:
        shown = [row[0] for row in csv.reader(file)]
    assert not [cell for cell in shown if cell.startswith(("=", "+", "-", "@"))]
    assert [row["a"] for row in csv_files.read("table.csv")] == CELLS
    assert {row["b"] for row in csv_files.read("table.csv")} == {"-1.5"}, "numbers stay numbers"


def test_grades_keep_the_lines_of_others_and_list_no_student_without_a_name(here):
    lines = [Grade("blocky", name, NAME, 7.0, 7.0, Standing.GRADED) for name in ("=1", "José")]
    stray = Grade("", "", "notes.txt", None, None, Standing.NO_EXERCISE, "not graded")
    table.write(table.with_other_lines([*lines, stray]))
    again = lines[1]._replace(points=3.0)
    table.write(table.with_other_lines([again]))
    assert table.with_other_lines([]) == sorted([lines[0], again, stray])
    assert [row["student"] for row in csv_files.read("grades.csv")] == ["=1", "José"]


@pytest.mark.parametrize("content", [b"student;points\nada;7\n", b"\xff\xfe\x00", b"a\nb,c\n"])
def test_a_table_that_is_not_ours_is_kept(content, here):
    assert table.set_aside_what_is_not_ours() == ""
    (here / table.BY_NOTEBOOK).write_bytes(content)
    assert table.OLD in table.set_aside_what_is_not_ours()
    assert (here / table.OLD).read_bytes() == content
    assert table.with_other_lines([]) == []


# -- what was handed in ----------------------------------------------------------------------------

@pytest.fixture
def put(here):
    """A function that writes a file into ``submitted/``, and returns its path."""
    def write(name, content="{}"):
        path = here / "submitted" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content)
        return path
    return write


def submitted(largest=1000):
    return Submitted(Path("submitted"), EXERCISES, largest)


def strays(student="ada"):
    return {stray.file: stray.why for stray in submitted().strays(student)}


SYSTEM = [".DS_Store", "Thumbs.db", "thumbs.db", "desktop.ini", "._06_flatten.ipynb",
          "__MACOSX/._x.ipynb", ".ipynb_checkpoints/06_flatten-checkpoint.ipynb",
          "__pycache__/x.pyc", "~$answer.docx"]


@pytest.mark.parametrize("name", SYSTEM)
@pytest.mark.parametrize("folder", ["", "ada/", "ada/blocky/"])
def test_what_a_system_makes_was_handed_in_by_nobody(folder, name, put):
    put(f"ada/blocky/{NAME}.ipynb")
    put(f"{folder}{name}")
    assert [*submitted().folders] == ["ada"]
    assert strays() == strays("") == {}
    assert submitted().beside(Path(f"submitted/ada/blocky/{NAME}.ipynb")) == []


@pytest.mark.parametrize("name", [
    "blocky/06_flatten.IPYNB", "blocky/06_Flatten.ipynb", "blocky/06_flatten.json",
    "blocky/06_flatten.ipynb.txt", "blocky/06_flatten (1).ipynb", "blocky/06_flatten-Copy1.ipynb",
    "blocky/07_flatten.ipynb", "blocky/ada_06_flatten.ipynb", "06_flatten.ipynb",
    "blokcy/06_flatten.ipynb", "blocky/exercises/06_flatten.ipynb", "blue/06_flatten.ipynb"])
def test_an_exercise_under_another_name_has_a_line_that_says_where_it_belongs(name, put):
    put(f"ada/{name}")
    assert strays() == {name: "not graded: if it's the exercise 06_flatten, put it at "
                              "ada/blocky/06_flatten.ipynb"}
    put("ada/blocky/06_flatten.ipynb")
    assert strays() == {name: "not graded: ada/blocky/06_flatten.ipynb is graded instead"}


@pytest.mark.parametrize(("name", "why"), [
    ("blocky/homework.zip", "not graded: unpack it"), ("06_flatten.ipynb.7z", "not graded: unpack"),
    ("blocky/unknown.ipynb", "not graded: no exercise has this name"),
    ("blocky/06_flatten.docx", "not graded: it isn't a notebook"),
    ("blocky/game.json", "not graded: it isn't a notebook"), ("answer", "not graded: it isn't a")])
def test_every_other_file_has_a_line(name, why, put):
    put(f"ada/{name}")
    assert [*strays()] == [name]
    assert strays()[name].startswith(why)


def test_what_goes_with_an_exercise_has_the_line_of_the_exercise(put):
    notebook = put(f"ada/blocky/{NAME}.ipynb")
    data = put("ada/blocky/data/numbers.csv")
    time = put("ada/blocky/timestamp.txt")
    large = put("ada/blocky/large.csv", "1" * 1001)
    assert submitted().beside(notebook.relative_to(Path.cwd())) == [
        path.relative_to(Path.cwd()) for path in (time, data)]
    assert strays() == {
        "blocky/large.csv": "not graded, and too large to be copied with an exercise"}
    assert large.exists()


def test_many_files_of_a_folder_share_a_line(put):
    for number in range(30):
        put(f"ada/my-blocky/images/{number}.png")
    assert strays() == {"my-blocky/images/*": "not graded: 30 files that aren't notebooks"}


def test_what_is_in_nobodys_folder_has_a_line_of_nobody(put):
    put("ada", "a student's folder that is a file")
    put("stray.ipynb")
    assert submitted().folders == {}
    assert [*strays("")] == ["ada", "stray.ipynb"]


def test_of_two_places_one_is_graded_and_the_other_has_a_line(put):
    put(f"ada/{NAME}/{NAME}.ipynb")
    put(f"ada/blocky/{NAME}.ipynb")
    assert submitted().exercise("ada", "blocky", NAME) == Path(
        f"submitted/ada/{NAME}/{NAME}.ipynb")
    assert [*strays()] == [f"blocky/{NAME}.ipynb"]


def test_a_name_in_two_forms_is_one_student(put):
    composed, apart = (unicodedata.normalize(form, "José") for form in ("NFC", "NFD"))
    put(f"{apart}/blocky/{NAME}.ipynb")
    put(f"{composed}/blocky/05_moves.ipynb")
    put(f"{composed} /blocky/{NAME}.ipynb")
    there = submitted()
    assert [*there.folders] == [composed]
    for name in (NAME, "05_moves"):
        assert there.exercise(composed, "blocky", name).exists()
    assert [stray.file for stray in there.strays(composed)] == [f"blocky/{NAME}.ipynb"]


@pytest.mark.skipif(os.name == "nt", reason="no name has control characters there")
@pytest.mark.parametrize(("name", "student"), [
    ("Ann\nLee", "Ann Lee"), ("Ann\tLee", "Ann Lee"), ("Ann\x1bLee", "Ann Lee"),
    ("Ann\u2028Lee", "Ann Lee"), (os.fsdecode(b"J\xf6rg"), r"J\xf6rg")])
def test_a_name_that_is_no_line_of_text_is_graded_under_an_id_that_is(name, student, here):
    found_a_course(here)
    hand_in(here, name, notebook_of())
    course = Course("blocky")
    assert course.students() == [student]
    course.synchronise([NAME], here / "work")
    job = course.job(student, NAME)
    assert (job.student, [*job.submitted]) == (student, [f"{NAME}.ipynb"])
    course.give_no_points(student, NAME, "")
    with course.book() as book:
        assert course.entry(book, student, NAME).score == 0


@pytest.mark.skipif(os.name == "nt", reason="links need a privilege there")
def test_a_link_out_of_a_students_folder_is_not_followed(put):
    eves = put(f"eve/blocky/{NAME}.ipynb")
    own = put(f"dan/blocky/{NAME}.ipynb")
    for student in ("ada", "bob"):
        Path("submitted", student).mkdir()
    Path("submitted/ada/blocky").symlink_to(eves.parent)
    Path("submitted/bob/blocky").mkdir()
    Path(f"submitted/bob/blocky/{NAME}.ipynb").symlink_to("nothing.ipynb")
    Path("submitted/carl").symlink_to(own.parents[1])
    whys = {student: submitted().why_no_file(
        student, submitted().exercise(student, "blocky", NAME)) for student in submitted().folders}
    assert whys["ada"].startswith("It's a link to a place outside the student's folder.")
    assert whys["bob"].startswith("It's a link to a file that doesn't exist.")
    assert [student for student, why in whys.items() if not why] == ["carl", "dan", "eve"]


def test_a_folder_in_the_place_of_a_notebook_is_one(put):
    put(f"ada/blocky/{NAME}.ipynb/x.txt")
    path = submitted().exercise("ada", "blocky", NAME)
    assert submitted().why_no_file("ada", path) == "It's a folder, not a file."


def test_a_submission_is_read_as_plain_text(here):
    found_a_course(here)
    path = hand_in(here, "ada", notebook_of())
    path.write_bytes(path.read_text().encode("utf-16"))
    (path.parent / "timestamp.txt").write_bytes("2026-03-01 18:00:00 UTC\r\n".encode("utf-16"))
    course = Course("blocky")
    course.synchronise([NAME], here / "work")
    assert course.timestamp_problem(course.handed_in("ada", NAME)) == ""
    submitted = course.job("ada", NAME).submitted
    assert json.loads(submitted[f"{NAME}.ipynb"]) == json.loads(notebook_of())
    assert submitted["timestamp.txt"] == b"2026-03-01 18:00:00 UTC\n"


# -- what a learning platform has given ------------------------------------------------------------

def archive(path, **files):
    """Write a zip file with texts, by the names of its files."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with ZipFile(path, "w") as zip_file:
        for name, content in files.items():
            zip_file.writestr(name, content)


@pytest.mark.slow
def test_each_file_of_a_download_goes_to_its_uploader(here):
    found_a_course(here)
    downloaded = here / "downloaded/blocky/archive"
    archive(downloaded / f"ada_{NAME}.zip", **{
        f"ben_{NAME}.ipynb": "of ada", "helper.py": "ten = 10", "data/cells.csv": "1,2",
        "__MACOSX/._helper.py": "", f"{NAME}-Copy1.ipynb": "a copy"})
    archive(downloaded / f"eve_{NAME}.zip", **{
        f"blocky/{NAME}.ipynb": "of eve", "blocky/helper.py": "ten = 11"})
    (downloaded / f"ben_{NAME}.ipynb").write_text("of ben")
    (downloaded / f"cem_{NAME}-1.ipynb").write_text("of cem")
    (downloaded / f"cem_{NAME}.ipynb").write_text("also of cem")
    (downloaded / f".._{NAME}.ipynb").write_text("of nobody")
    (downloaded / "notes.txt").write_text("of nobody")
    process = python_in(here, "-m", "nbgrader", "zip_collect", "blocky", "--force")
    said = "".join(process.communicate())
    assert process.returncode == 0, said
    collected = {str(path.relative_to(here / "submitted")): path.read_text()
                 for path in sorted((here / "submitted").rglob("*")) if path.is_file()}
    assert collected == {
        f"ada/blocky/{NAME}.ipynb": "of ada", f"ada/blocky/{NAME}-Copy1.ipynb": "a copy",
        "ada/blocky/helper.py": "ten = 10", "ada/blocky/data/cells.csv": "1,2",
        f"ben/blocky/{NAME}.ipynb": "of ben", f"cem/blocky/{NAME}.ipynb": "of cem",
        f"eve/blocky/{NAME}.ipynb": "of eve", "eve/blocky/helper.py": "ten = 11"}
    assert f"cem submitted {NAME}.ipynb twice" in said
    assert f"cem_{NAME}-1.ipynb is used" in said
    assert "notes.txt is left out" in said


# -- notebooks that other programs have written ----------------------------------------------------

@pytest.mark.parametrize("change", OF_OTHER_PROGRAMS)
def test_what_other_programs_write_wrongly_is_mended(change, here):
    notebook = exercise()
    change(notebook)
    (here / "a.ipynb").write_text(json.dumps(notebook))
    mended = notebook_at(here / "a.ipynb")
    nbformat.validate(mended)
    json.dumps(mended, ensure_ascii=False).encode()
    assert "widgets" not in mended.metadata
    assert len(mended.cells) == len(notebook["cells"])


# -- commands --------------------------------------------------------------------------------------

@pytest.mark.parametrize("word", ["-1", "0", "two"])
@pytest.mark.parametrize("command", ["grade", "report"])
def test_a_number_of_jobs_that_makes_no_sense_is_refused(command, word, here, capsys):
    found_a_course(here)
    with pytest.raises(SystemExit):
        main([command, f"--jobs={word}"])
    assert f"It must be an integer, 1 or more, not '{word}'." in capsys.readouterr().err


def test_a_gradebook_that_cannot_be_written_is_named(here, capsys):
    found_a_course(here)
    hand_in(here, "ada", exercise())
    (here / "gradebook.db").write_text("this is no gradebook, but the text of somebody" * 99)
    assert main(["grade"]) == 2
    said = capsys.readouterr().err
    assert "Blocky can't write to the gradebook" in said
    assert "so nothing was graded" in said


def test_git_leaves_out_of_a_course_what_belongs_to_students(here):
    assert main(["course", "mine"]) == 0
    ignored = (here / "mine/.gitignore").read_text().splitlines()
    assert {"submitted/", "autograded/", "feedback/", "gradebook.db*"} <= {*ignored}


# -- when something is graded again ----------------------------------------------------------------

def test_due_date_extension_and_configuration_count_when_something_is_graded_again(here):
    found_a_course(here)
    hand_in(here, "ada", exercise())
    hand_in(here, "ben", exercise())
    course = Course("blocky")
    course.synchronise([NAME], here / "work")

    def changed():
        nonlocal prints
        before, prints = prints, [Course("blocky").fingerprint(each, NAME)
                                  for each in ("ada", "ben")]
        return [one != other for one, other in zip(before, prints, strict=True)]

    prints = [course.fingerprint(each, NAME) for each in ("ada", "ben")]
    assert changed() == [False, False]
    with course.book() as book:
        book.update_or_create_assignment(NAME, duedate="2026-03-01 12:00:00 UTC")
    assert changed() == [True, True]
    with course.book() as book:
        book.update_or_create_student("ada")
        book.update_or_create_submission(NAME, "ada")
        book.grant_extension(NAME, "ada", days=2)
    assert changed() == [True, False]
    with open("nbgrader_config.py", "a", encoding="utf-8") as file:
        file.write('\nc.LateSubmissionPlugin.penalty_method = "zero"\n')
    assert changed() == [True, True]
