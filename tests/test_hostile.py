"""What keeps an attack from getting points: the process that judges, and a container."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from textwrap import indent

import pytest

from blocky.kit.check.record import Status
from blocky.kit.command import COMMANDS
from blocky.kit.guest import walls
from blocky.kit.guest.guest import Guest
from tests.course import NAME, ROOT, cell_of, found_a_course, hand_in, insert, solved, written
from tests.guests import graded, judge
from tests.test_frame import PROJECT

pytestmark = pytest.mark.slow

#: What a forged ``smash`` (a task that only laws judge) does when it is called.
OF_LAWS = {
    "wrong": "pass",
    "method": "BaseTask.broken_law = lambda *_: ()",
    "hides": "Task.broken_law = lambda *_: ()",
    "code": "Task.broken_law.__code__ = (lambda *_: ()).__code__",
    "breaks": "Task.broken_law = None",
    "compares": "Outcome.__eq__ = lambda *_: True",
}
SMASH = """
from blocky.kit.check.run import Outcome
from blocky.kit.check.task import Task
from blocky.kit.check.base_task import BaseTask

def smash(self, rng, *more):
    {}
    return True
"""


@pytest.mark.parametrize("name", OF_LAWS)
def test_where_laws_say_what_is_right_nothing_in_the_guest_counts(name, tmp_path):
    with Guest(str(tmp_path)) as guest:
        assert not judge(guest, SMASH.format(OF_LAWS[name]), "smash").passed


@pytest.mark.parametrize("name", sorted(
    str(path.relative_to(ROOT / "exercises").with_suffix(""))
    for path in (ROOT / "exercises").glob("*/*.ipynb")))
def test_what_is_right_passes(name, tmp_path):
    states, _ = graded(solved(name), name, tmp_path)
    assert states
    assert set(states.values()) == {Status.PASSED}, states


RUN_LENGTH = "".join(cell_of(solved("blue/04_tiling"), "run_length")["source"])
MADE = f"def made():\n{indent(RUN_LENGTH, '    ')}\n    return run_length\n\nrun_length = made()"


@pytest.mark.parametrize(("answer", "state"), [
    ("def run_length(cells, index):\n    return 7", Status.WRONG),
    (MADE, Status.PASSED)])
def test_what_stands_on_another_answer_passes(answer, state, tmp_path):
    states, _ = graded(solved("blue/04_tiling", run_length=answer), "blue/04_tiling", tmp_path)
    assert states == {"run_length": state, "tile_score": Status.PASSED,
                      "tile_all": Status.PASSED, "floor_penalty": Status.PASSED}


def container():
    """Return the container of GRADING.md: the words that build it, its options, what it runs."""
    text = (ROOT / "GRADING.md").read_text("utf-8").replace("\\\n", " ")
    build, run = (shlex.split(line) for line in text.splitlines() if "docker " in line
                  and line.startswith(("printf", "docker run")))
    at = run.index(build[build.index("-t") + 1])
    assert run[:3] == ["docker", "run", "--rm"]
    return build, dict(zip(*[iter(run[3:at])] * 2, strict=True)), run[at + 1:]


def test_the_container_that_the_guide_names_is_whole():
    build, options, words = container()
    assert options["--network"] == "none"
    assert options["-v"] == f"$PWD:{options['-w']}", "it sees the course and works in it"
    assert options["--env"] == "HOME=/tmp", "whoever has no home there can write here"
    assert words[0] == "blocky"
    assert words[1] in COMMANDS
    python = re.search(r"FROM python:([\d.]+)", build[1])[1]
    assert f"Python :: {python}" in " ".join(PROJECT["classifiers"])
    assert "nbgrader" in " ".join(PROJECT["optional-dependencies"]["instructor"])


def test_the_container_installs_the_wheel_that_its_build_copies(tmp_path):
    wheel = tmp_path / "kit" / "blocky_kit-0.1.0-py3-none-any.whl"
    wheel.parent.mkdir()
    wheel.touch()
    build, _, _ = container()
    lines = build[1].replace("\\n", "\n").replace("/kit/", f"{wheel.parent}/").splitlines()
    assert f"COPY *.whl {wheel.parent}/" in lines
    install = next(line for line in lines if line.startswith("RUN ")).removeprefix("RUN ")
    said = subprocess.run(["sh", "-c", f"pip() {{ echo \"$@\"; }}; {install}"], text=True,
                          capture_output=True, check=True).stdout
    assert said == f"install {wheel}[instructor]\n"


#: Runs words in a root that has only Python, a course and an empty /tmp. The first words are the
#: root, the course, the place of the course in the root, and the home.
CONTAINER = """
set -e
root=$1; course=$2; place=$3; home=$4; shift 4
mount -t tmpfs tmpfs "$root"
for each in $SEEN /dev/null /dev/zero /dev/urandom; do
    if [ -d "$each" ]; then mkdir -p "$root$each"
    else mkdir -p "$(dirname "$root$each")"; touch "$root$each"; fi
    mount --rbind "$each" "$root$each"
done
mkdir -p "$root$place" "$root$home" "$root/proc"
mount --bind "$course" "$root$place"
mount -t proc proc "$root/proc"
exec chroot "$root" /bin/sh -c 'cd "$0"; exec "$@"' "$place" "$@"
"""
UNSHARE = ["unshare", "--user", "--map-root-user", "--mount", "--net", "--pid", "--fork"]


@pytest.mark.skipif(not shutil.which("unshare") or subprocess.run(
    [*UNSHARE, "mount", "-t", "tmpfs", "tmpfs", "/tmp"], check=False, capture_output=True
    ).returncode, reason="this system has no namespaces, or refuses them")
def test_what_the_container_runs_needs_no_more_than_the_container_has(tmp_path):
    _, options, words = container()
    (folder := tmp_path / "course").mkdir()
    (root := tmp_path / "root").mkdir()
    found_a_course(folder)
    hand_in(folder, "eve", insert(written(), """
import socket
socket.create_connection(("192.0.2.1", 53), 3)"""))
    seen = walls.view().seen
    name, _, home = options["--env"].partition("=")
    said = subprocess.run(
        [*UNSHARE, "sh", "-c", CONTAINER, "sh", root, folder, options["-w"], home,
         sys.executable, "-m", *words], text=True, capture_output=True, check=False, env={
            "SEEN": " ".join(each for each in seen if not each.startswith("/dev")),
            "PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT), name: home})
    assert said.returncode == 0, said.stdout + said.stderr
    assert re.search(r"eve +06_flatten +7 of 7", said.stdout), said.stdout
    notebook = (folder / f"autograded/eve/{NAME}/{NAME}.ipynb").read_text("utf-8")
    assert "Network is unreachable" in notebook
