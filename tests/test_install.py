"""The kit without a clone: the folders that an installed wheel makes, and its commands."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest
from jupyterlab import labapp

from blocky.kit.command import FAULT, main
from blocky.kit.language import LOCALE
from blocky.kit.lessons import lab
from blocky.kit.lessons.new import files_for_students, write
from blocky.kit.teaching import editions
from tests.course import solved

ROOT = Path(__file__).parents[1]
EXERCISE = "exercises/blocky/06_flatten.ipynb"


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """A folder into which a wheel of the kit was unpacked, as pip does."""
    pytest.importorskip("hatchling")
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run([sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder],
                   cwd=ROOT, capture_output=True, check=True)
    with ZipFile(next(folder.glob("*.whl"))) as wheel:
        wheel.extractall(folder / "installed")
    return folder / "installed"


def blocky(installed, folder, *words):
    """Run the wheel's command in a folder; return its output and exit code."""
    done = subprocess.run([sys.executable, "-P", "-m", "blocky", *words], cwd=folder, text=True,
                          env={**os.environ, "PYTHONPATH": str(installed)},
                          capture_output=True, check=False)
    assert "Traceback" not in done.stderr
    return done.stdout + done.stderr, done.returncode


def contents(folder, *names):
    return {path.relative_to(folder).as_posix(): path.read_bytes()
            for name in names for path in (folder / name).rglob("*") if path.is_file()}


@pytest.mark.slow
@pytest.mark.parametrize("language", editions())
def test_a_wheel_makes_the_folder_of_a_student_without_solutions(language, installed, tmp_path):
    said, code = blocky(installed, tmp_path, "new", "--language", language, "mine")
    assert code == 0, said
    mine, parts = tmp_path / "mine", ("notebooks", "exercises", "images")
    assert sorted(path.name for path in mine.iterdir()) == sorted([
        ".blocky.json", "README.md", *parts])
    assert contents(mine, *parts) == {name: text for name, text in contents(
        editions()[language], *parts).items() if "/." not in name}
    assert language == "en" or (mine / "README.md").read_bytes() == (
        LOCALE / language / "students.md").read_bytes()
    said, code = blocky(installed, mine / "notebooks", "check", "1", "--game", "blue")
    assert "0 of 2 tasks passed." in said
    assert code == 1


@pytest.mark.slow
def test_a_wheel_makes_a_course_that_releases_no_solutions(installed, tmp_path):
    said, code = blocky(installed, tmp_path, "course", "course")
    assert code == 0, said
    course = tmp_path / "course"
    for name in ("GRADING.md", "nbgrader_config.py",
                 *contents(ROOT, "docs", "solutions", "exercises")):
        assert "/." in name or (course / name).read_bytes() == (ROOT / name).read_bytes()
    (course / "course.toml").write_text("hints = 1\n", encoding="utf-8")
    (course / "notebooks/start.ipynb").write_text("the instructor's", encoding="utf-8")
    said, code = blocky(installed, course / "solutions", "release", "../s.zip")
    assert code == 0, said
    with ZipFile(course / "s.zip") as made:
        names = made.namelist()
        assert not [name for name in names if "solution" in name]
        assert {"blocky/README.md", "blocky/course.toml", f"blocky/{EXERCISE}"} <= set(names)
        assert b"BEGIN SOLUTION" not in made.read(f"blocky/{EXERCISE}")
        made.extractall(tmp_path)
    said, code = blocky(installed, tmp_path / "blocky", "new", ".")
    assert code == 0, said
    assert (tmp_path / "blocky/notebooks/start.ipynb").read_text() == "the instructor's"
    assert list(tmp_path.rglob("*.new")) == []
    shutil.copy(course / "solutions/blocky/06_flatten.ipynb", course / EXERCISE)
    said, code = blocky(installed, course, "release", "t.zip")
    assert f"There are answers in {EXERCISE}." in said
    assert code == 1
    assert not (course / "t.zip").exists()


def test_an_upgrade_writes_over_no_work(tmp_path):
    old, new, mine = tmp_path / "old", tmp_path / "new", tmp_path / "mine"
    released = (ROOT / EXERCISE).read_text(encoding="utf-8")
    for folder, text in ((old, released), (new, released.replace("# Exercise", "# Task"))):
        for name in ("changed", "run", "untouched"):
            (folder / "exercises").mkdir(parents=True, exist_ok=True)
            (folder / f"exercises/{name}.ipynb").write_text(text, encoding="utf-8")
        (folder / "exercises/same.ipynb").write_text(released, encoding="utf-8")
    (new / "exercises/added.ipynb").write_text(released, encoding="utf-8")
    assert write(mine, files_for_students(old)) == []
    work = json.dumps(solved("blocky/06_flatten"))
    run = json.loads(released)
    next(cell for cell in run["cells"] if cell["cell_type"] == "code")["outputs"] = [
        {"output_type": "stream", "name": "stdout", "text": "shown"}]
    for name, text in {"changed": work, "same": work, "run": json.dumps(run)}.items():
        (mine / f"exercises/{name}.ipynb").write_text(text, encoding="utf-8")
    assert write(mine, files_for_students(old)) == []
    assert "shown" in (mine / "exercises/run.ipynb").read_text(encoding="utf-8")
    assert write(mine, files_for_students(new)) == ["exercises/changed.ipynb"]
    found = {name: text.decode() for name, text in contents(mine / "exercises", ".").items()}
    assert found.pop("changed.ipynb") == found.pop("same.ipynb") == work
    assert sorted(found) == ["added.ipynb", "changed.ipynb.new", "run.ipynb", "untouched.ipynb"]
    assert all("# Task" in text for name, text in found.items() if name != "added.ipynb")
    assert write(mine, files_for_students(new)) == [], "it is told once"


@pytest.mark.parametrize("record", [None, "", "[1]", "3"])
def test_without_a_record_every_file_that_is_there_stays(tmp_path, record):
    (tmp_path / "README.md").write_text("mine", encoding="utf-8")
    if record is not None:
        (tmp_path / ".blocky.json").write_text(record, encoding="utf-8")
    assert write(tmp_path, files_for_students(tmp_path)) == ["README.md"]
    assert (tmp_path / "README.md").read_text(encoding="utf-8") == "mine"
    assert "blocky lab" in (tmp_path / "README.md.new").read_text(encoding="utf-8")


def test_lab_opens_the_first_page_from_anywhere_in_the_folder(tmp_path, monkeypatch):
    (tmp_path / "notebooks/blue").mkdir(parents=True)
    shutil.copy(ROOT / lab.FIRST, tmp_path / lab.FIRST)
    monkeypatch.chdir(tmp_path / "notebooks/blue")
    given = []
    monkeypatch.setattr(labapp, "main", given.extend)
    assert main(["lab", "--no-browser", "--port", "8899"]) == 0
    assert given[:2] == [f"--ServerApp.root_dir={tmp_path}",
                         "--LabApp.default_url=/lab/tree/notebooks/start.ipynb"]
    assert given[-3:] == ["--no-browser", "--port", "8899"]


@pytest.mark.parametrize(("words", "said"), [
    ("check 66", "There's no notebook 66. The notebooks in exercises/blocky are 01_tree, "
     "02_random_init,"),
    ("check 1 --game chess", "There's no game 'chess' for this command. The games are blocky, b"),
    ("check missing.ipynb", "There's no notebook"),
    ("league nowhere", "There's no folder nowhere."),
    ("league images", "A league needs at least two players, but you gave 0."),
    ("league . --rules chess", "invalid choice: 'chess'"),
    ("supply s.csv --game blue", "no game 'blue' for this command. The games are prograsonne."),
    ("blank README.md", "README.md: This file isn't valid JSON"),
    ("chekc 06", "invalid choice: 'chekc'"),
    ("check 06 --fast", "Unknown arguments: --fast"),
    ("new .", ". is a file or the kit's own folder. Choose another folder."),
])
def test_what_is_not_there_is_answered_by_what_there_is(capsys, monkeypatch, words, said):
    monkeypatch.chdir(ROOT)
    assert ended(words) in (1, 2)
    assert said in " ".join(capsys.readouterr().err.split())


@pytest.mark.parametrize(("words", "said"), [
    ("lab", "To make a folder with them, run `blocky new FOLDER`."),
    ("check 6", "`blocky new FOLDER` makes a folder with all of them."),
    ("release", "To make a course, run `blocky course FOLDER`."),
    ("slides", "`blocky new FOLDER` makes a folder with all of them."),
])
def test_in_a_folder_without_lessons_it_says_how_to_get_them(
        capsys, monkeypatch, tmp_path, words, said):
    monkeypatch.chdir(tmp_path)
    assert ended(words) == 2
    assert said in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("module", ["nbgrader.api", "nbgrader", "sqlalchemy"])
@pytest.mark.parametrize("words", ["grade 6", "report 6"])
def test_without_nbgrader_grading_says_what_to_install(words, module, capsys, monkeypatch):
    for name in [each for each in sys.modules if each.startswith("blocky.kit.grading")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, module, None)
    assert ended(words) == 2
    assert capsys.readouterr().err == (
        "Grading needs the package nbgrader, which isn't installed. To install it, run: "
        "python -m pip install nbgrader\n")


def test_what_another_command_lacks_is_named(capsys, monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "nbclient", None)
    assert ended(f"slides {ROOT}/notebooks/blocky/06_flatten.ipynb {tmp_path}") == 2
    assert "python -m pip install nbclient" in capsys.readouterr().err


def test_a_module_of_the_kit_that_is_not_there_is_a_bug(capsys, monkeypatch):
    monkeypatch.delenv("BLOCKY_TRACEBACK", raising=False)
    monkeypatch.setitem(sys.modules, "blocky.kit.lessons.blank", None)
    assert ended("blank 6") == FAULT
    assert "This is a bug in Blocky" in capsys.readouterr().err


def test_the_version_and_the_help(capsys):
    assert ended("--version") == 0
    assert capsys.readouterr().out.startswith("blocky-kit ")
    assert ended("") == 0
    assert "make or update a folder with the lessons" in capsys.readouterr().out


def ended(words):
    """Return the exit code of ``blocky`` called with these words."""
    try:
        return main(words.split())
    except SystemExit as error:
        return error.code
