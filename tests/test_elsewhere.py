"""What can be seen here of other systems, and of the other versions of Python that are at hand."""

import copy
import csv
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from nbformat import v4

from tests.course import cell_of, solved

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
VERSIONS = [each.rpartition(" ")[2] for each in PROJECT["classifiers"] if "Python :: 3." in each]

#: The modules that are not the same, or not there, on each system.
MODULES = ["os", "signal", "sys", "time", "socket", "select", "ctypes", "multiprocessing", "fcntl",
           "grp", "pty", "pwd", "resource", "termios", "tty"]

#: Each of them asks first whether the system has it.
ASKING = {"blocky/kit/grading/kernel.py", "blocky/kit/grading/walls.py",
          "blocky/kit/repair/guarded.py", "blocky/kit/safely.py"}


@pytest.mark.slow
@pytest.mark.parametrize(("platform", "files"), [("win32", ASKING), ("darwin", set())])
def test_what_a_system_lacks_is_used_in_few_places(platform, files, tmp_path):
    asking = [path for path in (ROOT / "blocky").rglob("*.py") if re.search(
        rf"^ *(import|from) ({'|'.join(MODULES)})\b", path.read_text("utf-8"), re.M)]
    done = subprocess.run([sys.executable, "-m", "mypy", "--platform", platform, *asking,
                           "--follow-imports=skip", "--cache-dir", tmp_path], cwd=ROOT, text=True,
                          capture_output=True, check=False)
    wrong = re.findall(r"^(\S+?):\d+: error: Module has no attribute", done.stdout, re.M)
    assert set(wrong) == files, done.stdout


def elsewhere(folder, *words):
    """Return what Python says that has neither fork nor the modules of POSIX, for the kit.

    Its console has the few letters that those of Windows have.
    """
    done = subprocess.run(
        [sys.executable, "-P", *words], cwd=folder, encoding="cp1252", capture_output=True,
        check=False, env={**os.environ, "PYTHONIOENCODING": "cp1252", "PYTHONPATH": os.pathsep.join(
            [str(ROOT / "tests/elsewhere"), str(ROOT)])})
    return done.stdout + done.stderr


def test_the_kit_sees_another_system(tmp_path):
    said = elsewhere(tmp_path, "-c", "from blocky.kit.grading import kernel\n"
                     "from blocky.kit.repair import guarded\n"
                     "print(kernel.CAN_FORK, guarded.resource, hasattr(kernel.os, 'fork'))")
    assert said == "False None False\n"


@pytest.mark.slow
def test_a_check_a_league_and_a_class_without_fork(tmp_path):
    right, player = solved("blocky/06_flatten"), solved("blocky/10_arena")
    for name in ("solutions", "exercises"):
        shutil.copytree(ROOT / name, tmp_path / name)
    shutil.copy(ROOT / "nbgrader_config.py", tmp_path)
    ends, never_stops = copy.deepcopy(right), copy.deepcopy(right)
    ends["cells"].insert(1, v4.new_code_cell("import os\nos._exit(0)"))
    cell_of(never_stops, "flatten")["source"] = "def flatten(block):\n    while True:\n        pass"
    for student, name, answers in (("ada", "06_flatten", right), ("dan", "06_flatten", never_stops),
                                   ("eve", "06_flatten", ends), ("ada", "10_arena", player),
                                   ("dan", "10_arena", player)):
        place = tmp_path / f"submitted/{student}/blocky/{name}.ipynb"
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(json.dumps(answers), encoding="utf-8")
    place = tmp_path / "submitted/ada/blocky/06_flatten.ipynb"
    said = elsewhere(tmp_path, "-m", "blocky", "check", str(place))
    assert "2 of 2 tasks passed." in said
    said = elsewhere(tmp_path, "-m", "blocky", "league", "submitted", "--boards", "1")
    assert "All 4 games were played." in said
    said = elsewhere(tmp_path, "-m", "blocky", "grade", "6")
    with open(tmp_path / "grades_by_notebook.csv", encoding="utf-8", newline="") as file:
        points = {row["student"]: row["points"] for row in csv.DictReader(file)}
    assert points == {"ada": "7.0", "dan": "3.0", "eve": "7.0"}, said


@pytest.mark.slow
def test_the_safe_calls_of_a_student_s_code_hold_without_fork():
    assert " passed" in (said := elsewhere(
        ROOT, "-m", "pytest", "-p", "no:cacheprovider", "tests/test_safely.py")), said
    assert "failed" not in said


def test_the_versions_of_the_metadata_are_those_that_are_asked_for():
    assert PROJECT["requires-python"] == f">={VERSIONS[0]}"
    assert [f"3.{number}" for number in range(11, 11 + len(VERSIONS))] == VERSIONS
    assert f"{sys.version_info.major}.{sys.version_info.minor}" in VERSIONS


@pytest.mark.parametrize("version", VERSIONS)
def test_another_python_that_is_at_hand_reads_every_file(version, tmp_path):
    found = [shutil.which(f"python{version}"),
             *Path.home().glob(f".pyenv/versions/{version}.*/bin/python")]
    python = next((each for each in found if each and not subprocess.run(
        [each, "-V"], capture_output=True, check=False).returncode), None)
    if not python:
        pytest.skip(f"there is no Python {version} here")
    done = subprocess.run(
        [python, "-W", "error", "-m", "compileall", "-q", "blocky", "tests"], cwd=ROOT, text=True,
        env={**os.environ, "PYTHONPYCACHEPREFIX": str(tmp_path)}, capture_output=True, check=False)
    assert done.returncode == 0, done.stdout
