"""Other systems, as far as they can be imitated, and other installed versions of Python."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.course import ROOT, code, hand_in, lines_in, solved
from tests.test_frame import PROJECT

VERSIONS = [each.rpartition(" ")[2] for each in PROJECT["classifiers"] if "Python :: 3." in each]

#: The modules that differ between systems, or are missing on some.
MODULES = ["os", "signal", "sys", "time", "socket", "select", "ctypes", "multiprocessing", "fcntl",
           "grp", "pty", "pwd", "resource", "termios", "tty"]

#: These files ask first whether the system has them.
ASKING = {"blocky/kit/guest/guest.py", "blocky/kit/guest/inside.py",
          "blocky/kit/repair/guarded.py", "blocky/kit/safely.py"}


@pytest.mark.slow
@pytest.mark.parametrize(("platform", "files"), [("win32", ASKING), ("darwin", set())])
def test_only_few_files_use_what_another_system_lacks(platform, files, tmp_path):
    asking = [path for path in (ROOT / "blocky").rglob("*.py") if re.search(
        rf"^ *(import|from) ({'|'.join(MODULES)})\b", path.read_text("utf-8"), re.M)]
    done = subprocess.run([sys.executable, "-m", "mypy", "--platform", platform, *asking,
                           "--follow-imports=skip", "--cache-dir", tmp_path], cwd=ROOT, text=True,
                          capture_output=True, check=False)
    wrong = re.findall(r"^(\S+?):\d+: error: Module has no attribute", done.stdout, re.M)
    assert set(wrong) == files, done.stdout


def elsewhere(folder, *words):
    """Return the output of a Python that has, for the kit, neither fork nor POSIX modules.

    Its console has the few letters of one on Windows.
    """
    done = subprocess.run(
        [sys.executable, "-P", *words], cwd=folder, encoding="cp1252", capture_output=True,
        check=False, env={**os.environ, "PYTHONIOENCODING": "cp1252", "PYTHONPATH": os.pathsep.join(
            [str(ROOT / "tests/elsewhere"), str(ROOT)])})
    return done.stdout + done.stderr


def test_the_kit_sees_another_system(tmp_path):
    said = elsewhere(tmp_path, "-c", "from blocky.kit.guest import guest\n"
                     "from blocky.kit.repair import guarded\n"
                     "print(guest.FORKS, guarded.resource, hasattr(guest.os, 'fork'))")
    assert said == "False None False\n"


@pytest.mark.slow
def test_a_check_a_league_and_a_class_without_fork(tmp_path):
    for name in ("solutions", "exercises"):
        shutil.copytree(ROOT / name, tmp_path / name)
    shutil.copy(ROOT / "nbgrader_config.py", tmp_path)
    ends = solved("blocky/06_flatten")
    ends["cells"].insert(1, code("import os\nos._exit(0)"))
    hand_in(tmp_path, "eve", ends)
    hand_in(tmp_path, "dan", solved(
        "blocky/06_flatten", flatten="def flatten(block):\n    while True:\n        pass"))
    path = hand_in(tmp_path, "ada", solved("blocky/06_flatten"))
    for student in ("ada", "dan"):
        hand_in(tmp_path, student, solved("blocky/10_arena"), "blocky/10_arena")
    said = elsewhere(tmp_path, "-m", "blocky", "check", str(path))
    assert "2 of 2 tasks passed." in said
    said = elsewhere(tmp_path, "-m", "blocky", "league", "submitted", "--boards", "1")
    assert "All 4 games have been played." in said
    said = elsewhere(tmp_path, "-m", "blocky", "grade", "6")
    points = {student: row["points"] for (student, _), row in lines_in(tmp_path).items()}
    assert points == {"ada": "7.0", "dan": "3.0", "eve": "7.0"}, said


@pytest.mark.slow
def test_safe_calls_of_students_code_hold_without_fork():
    assert " passed" in (said := elsewhere(
        ROOT, "-m", "pytest", "-p", "no:cacheprovider", "tests/test_safely.py")), said
    assert " failed" not in said


def test_the_versions_of_the_metadata_agree():
    assert PROJECT["requires-python"] == f">={VERSIONS[0]}"
    assert [f"3.{number}" for number in range(11, 11 + len(VERSIONS))] == VERSIONS
    assert f"{sys.version_info.major}.{sys.version_info.minor}" in VERSIONS


@pytest.mark.parametrize("version", VERSIONS)
def test_every_installed_python_reads_every_file(version, tmp_path):
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
