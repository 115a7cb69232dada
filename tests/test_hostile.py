"""Submissions that attack: each costs its author what it must, and nobody else anything."""

import os
import re
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import tomllib
from textwrap import indent

import nbformat
import psutil
import pytest

import blocky.blue.check
import blocky.check
import blocky.prograsonne.check  # noqa: F401  they register their tasks
from blocky.kit.command import COMMANDS
from blocky.kit.grading import walls
from blocky.kit.grading.kernel import CAN_FORK, Forked
from blocky.kit.grading.proof import confirmed
from blocky.kit.notebook.restore import is_check
from tests.test_grading import (  # noqa: F401  fixtures
    NAME,
    ROOT,
    cell_of,
    code,
    course,
    files,
    found_a_course,
    graded_in,
    hand_in,
    handed_in,
    released,
    score,
    solved,
    written,
)

WALLS = CAN_FORK and walls.hold(walls.view(sys.path, []), os.getcwd())
SECRET, STAYS = "a secret of the course", 98765.4321

#: What each attack does in a cell of its own; ``note`` writes what came of it into a file.
NOTE = """
import contextlib, ctypes, os, sqlite3, socket, subprocess
from pathlib import Path
course, port = Path({course!r}), {port}
c = ctypes.CDLL(None)
def note(*said):
    with open("notes.txt", "a") as file:
        print(*said, file=file)
"""
ATTACKS = {
    "reads": """
for place in [course, Path.home(), Path({kit!r}) / "solutions", Path("../../.."),
              Path("/proc/1/root"), Path(f"/proc/{{os.getppid()}}/root")]:
    for file in [place, *place.rglob("*")] if place.exists() else []:
        with contextlib.suppress(OSError):
            if Path.cwd() not in file.absolute().resolve().parents:
                note(file, file.read_bytes()[:100])
""",
    "attaches": """
book = sqlite3.connect(":memory:")
for place in (course, Path("../../..")):
    with contextlib.suppress(sqlite3.Error):
        book.execute(f"ATTACH '{{place / 'gradebook.db'}}' AS book")
        book.execute("UPDATE book.grade SET auto_score = 100, manual_score = 100")
        book.commit()
        note("attached", place)
""",
    "links": """
os.symlink(course / "solutions/blocky", "solutions")
os.symlink(course / "submitted/eve/blocky/06_flatten.ipynb", "eves.ipynb")
for name in ("link", "symlink"):
    getattr(c, name)(str(course / "secret.txt").encode(), b"hard" + name.encode())
""",
    "replaces": """
own = next(Path().glob("*.ipynb"))
own.unlink()
own.symlink_to(course / "submitted/eve/blocky/06_flatten.ipynb")
""",
    "writes": """
for place in (course, course / "submitted/eve/blocky", Path.home(), Path("../../..")):
    file = c.open(str(place / "written.txt").encode(), 0o101, 0o600)
    if file >= 0:
        note("written", place)
""",
    "stays": """
c.system(b"setsid sleep {stays} &")
if c.fork() == 0:
    c.setsid()
    c.execlp(b"sleep", b"sleep", b"{stays}", None)
from multiprocessing.util import spawnv_passfds
spawnv_passfds(b"/bin/sleep", [b"sleep", b"{stays}"], [])
note("started")
""",
    "calls": """
for family, place in ((socket.AF_INET, ("127.0.0.1", port)), (socket.AF_UNIX, "\\0hostile")):
    with contextlib.suppress(OSError), socket.socket(family) as out:
        out.connect(place)
        note("connected", place)
""",
    "kills": """
c.kill(-1, 9)
""",
}

#: What would pass the check of ``flatten`` in the kernel, though there is none, by its name.
NONE = "def flatten(block):\n    return 0\n"
FORGERIES = {
    "calls-of-tasks": "from blocky import check\ntype(check.flatten).__call__ = lambda *_: None",
    "input": """
get_ipython().input_transformers_cleanup.append(
    lambda lines: ["pass\\n"] if lines[0].startswith("check.flatten") else lines)""",
    "trees": """
import ast
class Forger(ast.NodeTransformer):
    def visit_Call(self, node):
        name = getattr(node.func, "attr", "")
        return ast.copy_location(ast.Constant(None), node) if name == "flatten" else node
get_ipython().ast_transformers.append(Forger())""",
    "output": """
from IPython.display import display
from blocky.kit.check.record import RECORD
shell = type(get_ipython())
run = shell.run_cell_async
async def forged(self, source, *given, **named):
    if source.startswith("check.flatten"):
        display({RECORD: {"task": "flatten", "state": "passed", "hint": ""}}, raw=True)
        source = named["transformed_cell"] = "pass"
    return await run(self, source, *given, **named)
shell.run_cell_async = forged""",
}

#: The same of ``smash``, of which laws say whether it is right; what each does when it is called,
#: and what the witness says: of those that break it, nothing.
OF_LAWS = {
    "wrong": ("pass", False),
    "laws": ("blocky.check.smash.laws = []", False),
    "method": ("Task.broken_law = lambda *_: ((), False)", False),
    "code": ("Task.broken_law.__code__ = (lambda *_: ((), False)).__code__", False),
    "breaks": ("Task.broken_law = lambda *_: None", None),
    "compares": ("Outcome.__eq__ = lambda *_: True", False),
}
SMASH = """
import blocky.check
from blocky.kit.check.run import Outcome
from blocky.kit.check.task import Task

def smash(self, rng, *more):
    {}
    return True
"""


def attacking(source, notebook, after="check-flatten"):
    """Return a notebook with a cell more."""
    notebook["cells"].insert(notebook["cells"].index(cell_of(notebook, after)) + 1, code(source))
    return notebook


def attack(name, folder, port=0):
    """Return a solved notebook with an attack in it."""
    given = {"course": str(folder), "port": port, "kit": str(ROOT), "stays": STAYS}
    return attacking((NOTE + ATTACKS[name]).format(**given), written(released()))


def still_there():
    return [each.pid for each in psutil.process_iter(["cmdline"])
            if str(STAYS) in (each.info["cmdline"] or [])]


@pytest.fixture(scope="module")
def attacked(tmp_path_factory):
    """A course, graded, in which eve is honest, and everybody else attacks or forges."""
    top = tmp_path_factory.mktemp("attacked")
    folder, home = top / "course", top / "home"
    home.mkdir()
    (home / "secret.txt").write_text(SECRET)
    found_a_course(folder)
    (folder / "secret.txt").write_text(SECRET)
    hand_in(folder, "eve", attacking(f"# {SECRET}", written(released())))
    with socket.create_server(("127.0.0.1", 0)) as server, socket.socket(socket.AF_UNIX) as other:
        other.bind("\0hostile")
        other.listen()
        for name in ATTACKS:
            hand_in(folder, name, attack(name, folder, server.getsockname()[1]))
        for name, forgery in FORGERIES.items():
            forged = written(released())
            cell_of(forged, "flatten")["source"] = f"{NONE}{forgery}"
            hand_in(folder, name, forged)
        before = files(top)
        lines, said = graded_in(folder, "06", "--jobs=2", HOME=str(home))
    assert {path: files(top).get(path) for path in before} == before
    return folder, {student: row for (student, _), row in lines.items()}, said


@pytest.mark.slow
@pytest.mark.skipif(not WALLS, reason="this system has no walls, or refuses them")
def test_behind_walls_an_attack_reaches_nothing_of_the_course(attacked):
    folder, table, said = attacked
    assert said.startswith("Each submission runs behind walls")
    assert {name: table[name]["points"] for name in [*ATTACKS, "eve"]} == dict.fromkeys(
        [*ATTACKS, "eve"], "7.0"), "what reaches nothing costs nothing"
    notes = {path.parents[1].name: path.read_text() for path in folder.glob("*/*/*/notes.txt")}
    assert notes.pop("stays") == "started\n"
    assert notes == {}, "nothing was read, no place was written to, nothing answered"
    assert not list(folder.parent.rglob("written.txt"))
    assert still_there() == []


@pytest.mark.slow
@pytest.mark.skipif(not WALLS, reason="this system has no walls, or refuses them")
def test_no_feedback_holds_what_is_anothers(attacked):
    folder, _, _ = attacked
    for step in ("autograded", "feedback"):
        for path in (folder / step).rglob("*"):
            assert not path.is_symlink()
            assert path.is_dir() or "eve" in path.parts or SECRET not in path.read_text("utf-8")


@pytest.mark.slow
@pytest.mark.skipif(not CAN_FORK, reason="there is no witness")
def test_what_the_kernel_is_made_to_say_gives_no_points(attacked):
    _, table, _ = attacked
    assert {name: table[name]["points"] for name in FORGERIES} == dict.fromkeys(FORGERIES, "3.0")
    for name in FORGERIES:
        assert table[name]["remark"].startswith("flatten: it passed in the notebook, but not when")
        assert table[name]["remark"].endswith("needs manual grading")
    assert not table["eve"]["remark"]


def confirms(notebook, game, folder, *only):
    """Return which tasks of a notebook, or only of these, a witness confirms."""
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


@pytest.mark.skipif(not CAN_FORK, reason="there is no witness")
@pytest.mark.parametrize("name", OF_LAWS)
def test_where_laws_say_what_is_right_the_house_must_be_as_it_was(name, tmp_path):
    forged = solved("blocky/05_moves")
    does, found = OF_LAWS[name]
    cell_of(forged, "smash")["source"] = SMASH.format(does)
    assert confirms(forged, "blocky", tmp_path, "smash") == {"smash": found}


@pytest.mark.skipif(not CAN_FORK, reason="there is no witness")
@pytest.mark.parametrize(("answer", "found"), [
    ("from blocky import check\nflatten = check.flatten.right", False),
    ("from blocky import check\ndef flatten(block):\n    return check.flatten.right(block)", False),
    ("flatten = 3", False),
    ("import os\ndef flatten(block):\n    os._exit(0)", None),  # the witness says nothing more
    ("import contextlib, os\nfor number in range(3, 99):\n    with contextlib.suppress(OSError):\n"
     "        os.write(number, b'what')", None),  # nor anything that can be understood
])
def test_a_witness_confirms_no_answer_that_is_none(answer, found, tmp_path):
    notebook = written(released())
    cell_of(notebook, "flatten")["source"] = answer
    assert confirms(notebook, "blocky", tmp_path, "flatten") == {"flatten": found}


@pytest.mark.slow
@pytest.mark.skipif(not CAN_FORK, reason="there is no witness")
@pytest.mark.parametrize("name", sorted(
    str(path.relative_to(ROOT / "exercises").with_suffix(""))
    for path in (ROOT / "exercises").glob("*/*.ipynb")))
def test_a_witness_confirms_what_is_right(name, tmp_path):
    found = confirms(solved(name), name.split("/")[0], tmp_path)
    assert found
    assert all(found.values())


@pytest.mark.skipif(not CAN_FORK, reason="there is no witness")
@pytest.mark.parametrize("answer", ["wrong", "made by a call"])
def test_a_witness_confirms_what_stands_on_another_answer(answer, tmp_path):
    notebook = solved("blue/04_tiling")
    cell = cell_of(notebook, "run_length")
    cell["source"] = "def run_length(cells, index):\n    return 7" if answer == "wrong" else (
        f"def made():\n{indent(''.join(cell['source']), '    ')}\n    return run_length\n"
        "run_length = made()")
    assert confirms(notebook, "blue", tmp_path) == {
        "run_length": answer != "wrong", "tile_score": True, "tile_all": True,
        "floor_penalty": True}


@pytest.mark.slow
@pytest.mark.skipif(not CAN_FORK, reason="only on Linux those are found that were left alone")
def test_without_walls_no_process_outlives_its_grading_either(handed_in, course, tmp_path):  # noqa: F811
    hand_in(tmp_path, "ada", attack("stays", tmp_path))
    try:
        assert handed_in()[1] == ""
        assert (tmp_path / f"autograded/ada/{NAME}/notes.txt").read_text() == "started\n"
        assert still_there() == []
    finally:
        for pid in still_there():
            os.kill(pid, signal.SIGKILL)
    assert score(course) == 7


@pytest.mark.slow
@pytest.mark.skipif(not CAN_FORK, reason="the links are made by the system's own C")
def test_without_walls_links_are_not_followed_either(handed_in, course, tmp_path):  # noqa: F811
    eves = hand_in(tmp_path, "eve", "another's")
    for name in ("links", "replaces"):
        hand_in(tmp_path, "ada", attack(name, tmp_path))
        assert handed_in()[1] == ""
        assert score(course) == 7
        assert eves.read_text() == "another's"
        assert not [path for step in ("autograded", "feedback")
                    for path in (tmp_path / step).rglob("*") if path.is_symlink()
                    or path.name in ("solutions", "eves.ipynb", "hardsymlink")]


def container():
    """Return what GRADING.md says of a container: words that build it, its options, what it runs.

    Options that say how to run it come first, before the name of the image.
    """
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
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    python, kit = re.search(r"FROM python:([\d.]+)\S*\\nRUN pip install \"([\w-]+)\[", build[1]
                            ).groups()
    assert kit == project["name"]
    assert f"Python :: {python}" in " ".join(project["classifiers"])
    assert "nbgrader" in " ".join(project["optional-dependencies"]["instructor"])


#: Puts a root with Python, a course and an empty /tmp in the place of this one, and runs there what
#: follows; the first words are the root, the course, and where in the root that lies.
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
    hand_in(folder, "eve", attacking("""
import socket
socket.create_connection(("192.0.2.1", 53), 3)""", written(released())))
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
