"""What keeps an attack from getting points: the witness, and a container."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from textwrap import indent

import nbformat
import pytest

import blocky.blue.check
import blocky.check
import blocky.prograsonne.check  # noqa: F401  they register their tasks
from blocky.kit.command import COMMANDS
from blocky.kit.grading import walls
from blocky.kit.grading.kernel import CAN_FORK, Forked
from blocky.kit.grading.proof import confirmed
from blocky.kit.notebook.restore import is_check
from tests.course import NAME, ROOT, cell_of, found_a_course, hand_in, insert, solved, written
from tests.test_frame import PROJECT

with_fork = pytest.mark.skipif(not CAN_FORK, reason="there is no witness")

#: What a forged ``smash`` (a task that only laws judge) does when it is called, and what the
#: witness says of it: None if it broke the witness.
OF_LAWS = {
    "wrong": ("pass", False),
    "laws": ("blocky.check.smash.laws = []", False),
    "method": ("Trials.broken_law = lambda *_: ()", False),
    "hides": ("Task.broken_law = lambda *_: ()", False),
    "code": ("Task.broken_law.__code__ = (lambda *_: ()).__code__", False),
    "breaks": ("Task.broken_law = None", None),
    "compares": ("Outcome.__eq__ = lambda *_: True", False),
}
SMASH = """
import blocky.check
from blocky.kit.check.run import Outcome
from blocky.kit.check.task import Task
from blocky.kit.check.trials import Trials

def smash(self, rng, *more):
    {}
    return True
"""


def confirms(notebook, game, folder, *only):
    """Return the tasks of a notebook (or these only) with what a witness says of each."""
    cells = nbformat.from_dict(notebook).cells
    for cell in cells:
        cell.source = "".join(cell.source)
    checks = [at for at, cell in enumerate(cells) if is_check(cell) and (
        not only or cell.metadata.nbgrader.grade_id.removeprefix("check-") in only)]
    witness = Forked([path for path in sys.path if path])
    try:
        witness.start([], str(folder), {**os.environ, "TMPDIR": str(folder)})
        found = confirmed(witness, game, cells, checks, [[str(folder)], 2**40, 2**20, True])
    finally:
        witness.kill()
        witness.wait()
    return {cells[at].metadata.nbgrader.grade_id.removeprefix("check-"): found[at]
            for at in checks}


@with_fork
@pytest.mark.parametrize("name", OF_LAWS)
def test_where_laws_say_what_is_right_the_house_must_be_as_it_was(name, tmp_path):
    does, found = OF_LAWS[name]
    forged = solved("blocky/05_moves", smash=SMASH.format(does))
    assert confirms(forged, "blocky", tmp_path, "smash") == {"smash": found}


@with_fork
@pytest.mark.parametrize(("answer", "found"), [
    ("from blocky import check\nflatten = check.flatten.right", False),
    ("from blocky import check\ndef flatten(block):\n    return check.flatten.right(block)", False),
    ("flatten = 3", False),
    ("import os\ndef flatten(block):\n    os._exit(0)", None),  # it ended the witness
    ("import contextlib, os\nfor number in range(3, 99):\n    with contextlib.suppress(OSError):\n"
     "        os.write(number, b'what')", None),  # it made the witness unreadable
])
def test_a_witness_confirms_no_answer_that_is_none(answer, found, tmp_path):
    notebook = written(flatten=answer)
    assert confirms(notebook, "blocky", tmp_path, "flatten") == {"flatten": found}


@pytest.mark.slow
@with_fork
@pytest.mark.parametrize("name", sorted(
    str(path.relative_to(ROOT / "exercises").with_suffix(""))
    for path in (ROOT / "exercises").glob("*/*.ipynb")))
def test_a_witness_confirms_what_is_right(name, tmp_path):
    found = confirms(solved(name), name.split("/")[0], tmp_path)
    assert found
    assert all(found.values())


RUN_LENGTH = "".join(cell_of(solved("blue/04_tiling"), "run_length")["source"])
MADE = f"def made():\n{indent(RUN_LENGTH, '    ')}\n    return run_length\n\nrun_length = made()"


@with_fork
@pytest.mark.parametrize(("answer", "found"), [
    ("def run_length(cells, index):\n    return 7", False),
    (MADE, True)])
def test_a_witness_confirms_what_stands_on_another_answer(answer, found, tmp_path):
    notebook = solved("blue/04_tiling", run_length=answer)
    assert confirms(notebook, "blue", tmp_path) == {
        "run_length": found, "tile_score": True, "tile_all": True, "floor_penalty": True}


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


@pytest.mark.slow
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
    seen = walls.view([str(ROOT)], []).seen
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
