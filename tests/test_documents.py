"""What README.md, GRADING.md and docs/ promise: figures, a plan, and commands that work here.

``DECISIONS`` has every command in the blocks of README.md and GRADING.md. Those that can run here
are run in order, in a copy of the repository. pip builds and installs the kit there, but nothing
else: the packages that it needs are those of the environment that runs the tests.
"""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from blocky.kit.command import commands
from tests.course import solved
from tests.test_frame import files_of_the_repository
from tests.test_notebooks import links_are_good, plan
from tools.lowest import lowest_versions

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
DOCS = sorted((ROOT / "docs").glob("*.md"))
DOCUMENTS = [ROOT / "README.md", ROOT / "GRADING.md", *DOCS]
each_document = pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.stem)

# -- figures and plans -----------------------------------------------------------------------------

LESSONS = {game: sorted(path.stem.partition("_")[0]
                        for path in (ROOT / f"notebooks/{game}").glob("[0-9]*.ipynb"))
           for game in ("blocky", "prograsonne", "blue")}


def test_the_readme_counts_the_lessons_exercises_and_games():
    exercises = list((ROOT / "exercises").glob("*/[0-9]*.ipynb"))
    lessons = sum(map(len, LESSONS.values()))
    assert f"**{lessons} lessons**" in README
    assert f"**{len(exercises)} exercises**" in README
    assert len(LESSONS) == 3
    assert "**three games**" in README


def test_the_plan_has_twelve_weeks_and_each_lesson_once():
    rows = plan(README)
    assert [int(week) for week, _, _ in rows] == [*range(1, 13)]
    for game, numbers in LESSONS.items():
        planned = [number for _, all_games, _ in rows
                   for found in re.findall(rf"{game} ([\db, ]+)", all_games, re.I)
                   for number in re.findall(r"\d\db?", found)]
        assert planned == numbers, game
    alone = [number for _, _, blocky in rows
             for number in re.findall(r"\b\d\db?\b", blocky.partition(":")[0])]
    assert alone == LESSONS["blocky"]


def test_each_page_is_linked_from_the_readme():
    assert [path.name for path in DOCS if f"(docs/{path.name})" not in README] == []


@each_document
def test_links_lead_somewhere(path):
    text = path.read_text(encoding="utf-8")
    here = re.sub(r"\]\([^)]*\bes/docs/[^)]*\)", "](.)", text)  # `tools/translate.py` makes these
    assert links_are_good(here, path.parent)
    assert path.parent == ROOT or f"(../es/docs/{path.name})" in text


def test_a_page_of_the_course_links_to_files_of_the_course_only():
    """``blocky course`` copies docs/ and GRADING.md, and neither README.md nor the code."""
    inside = ("docs/", "images/", "notebooks/", "GRADING.md", "es/")
    for path in [ROOT / "GRADING.md", *DOCS]:
        for link in re.findall(r"\]\(([^)#:]+)\)", path.read_text(encoding="utf-8")):
            name = Path(os.path.relpath(path.parent / link, ROOT)).as_posix()
            assert name.startswith(inside), (path.name, link)


def test_the_rule_sets_of_the_page_on_blocky_can_be_played():
    page = (ROOT / "docs/play.md").read_text(encoding="utf-8")
    example = re.search(r"^```python\n(from dataclasses .*?)^```$", page, re.M | re.S)[1]
    assert 'RuleSet("mine", ["smash", "pass"], {"smash": 2})' in example
    exec(example, {})


# -- commands --------------------------------------------------------------------------------------

@each_document
def test_every_command_of_the_kit_that_a_document_names_exists(path):
    text = path.read_text(encoding="utf-8")
    named = re.findall(r"(?:`|^|/)blocky ([a-z]+)", text, re.M)
    assert set(named) <= set(commands()), path.name


def test_nothing_says_to_install_the_kit_from_an_index():
    of_an_index = re.compile(r"install\b[^\n`]*[\s\"']blocky-kit\b")
    texts = {path: path.read_text(encoding="utf-8") for path in files_of_the_repository()
             if path.suffix in (".md", ".py", ".ipynb", ".j2", ".po", ".yml", "")}
    assert [str(path) for path, text in texts.items() if of_an_index.search(text)] == []


def commands_in(name):
    """Return the commands in the blocks of a document that name no language, in order."""
    text = (ROOT / name).read_text(encoding="utf-8")
    blocks = re.findall(r"^```(\w*)\n(.*?)^```$", text, re.M | re.S)
    script = "".join(block for language, block in blocks if not language)
    lines = script.replace("\\\n", " ").splitlines()
    return [" ".join(re.sub(r"\s#.*", "", line).split()) for line in lines if line.strip()]


#: Words before a command that opens JupyterLab, and so doesn't end: wait until it answers.
SERVES = "serves "
#: It runs as it stands. What it needs first may follow, as a line of the shell.
RUNS = ""


class NotHere(str):
    """Why a command can't run here."""


DOCKER = NotHere("there is no Docker here; tests/test_hostile.py runs what the container runs")
CONDA = NotHere("there is no conda here; tests/test_frame.py compares environment.yml with pip's")
EXCHANGE = NotHere("it needs an exchange; tests/test_class_server.py makes one")
CLASS = NotHere("it serves until Ctrl-C; tests/test_class_server.py starts it")
CLUSTER = NotHere("it needs a cluster; tests/test_grading_cluster.py and "
                  "tests/test_arena_cluster.py start one")
LEAGUE = NotHere("it takes minutes; tests/test_arena_collect.py runs a small league of a class")

HAND_IN = "mkdir -p submitted/ada/blocky && cp $WORK/{0}.ipynb submitted/ada/blocky/"

#: The decision on each command of a document.
DECISIONS = {
    "README.md": {
        "make lab": SERVES,
        "make test": NotHere("it is what runs this test"),
        "python -m venv .venv": "rm -rf .venv",
        "source .venv/bin/activate": "borrow .venv",
        "python -m pip install .": RUNS,
        "blocky lab": SERVES,
        "conda env create -f environment.yml": CONDA,
        "conda activate blocky": CONDA,
    },
    "GRADING.md": {
        'python -m pip install ".[instructor]"': RUNS,
        "blocky course ../my-course": RUNS,
        "cd ../my-course": RUNS,
        "blocky release": RUNS,
        "nbgrader generate_assignment blocky --create --force --no-db": RUNS,
        "python -m pip wheel --no-deps --wheel-dir dist .": "cd $CLONE",
        "sudo -E pip install dist/blocky_kit-0.1.0-py3-none-any.whl nbgitpuller ruff":
            NotHere("it changes the Python of the system"),
        'python -m pip install ".[instructor,cluster]" dask-jobqueue':
            NotHere("the test installs nothing else"),
        "blocky grade 6 --cluster tcp://10.0.0.5:8786": CLUSTER,
        "blocky league submitted --rules extended --cluster tcp://10.0.0.5:8786": CLUSTER,
        "nbgrader release_assignment blocky": EXCHANGE,
        "nbgrader collect blocky --update": EXCHANGE,
        "nbgrader release_feedback 06_flatten": EXCHANGE,
        'python -m pip install ".[instructor,hub]"': NotHere("the test installs nothing else"),
        "npm install --global configurable-http-proxy":
            NotHere("it changes the programs of the system"),
        "python tools/class_server.py ../my-class": CLASS,
        "nbgrader zip_collect blocky --force":
            "cd ../my-course && mkdir -p downloaded/blocky/archive && "
            "cp $WORK/06_flatten.ipynb downloaded/blocky/archive/ada_06_flatten.ipynb",
        "blocky grade 6": RUNS,
        "blocky grade 1 --game blue": "mkdir -p submitted/ada/blue && "
                                      "cp exercises/blue/01_state.ipynb submitted/ada/blue/",
        'nbgrader db assignment add 06_flatten --duedate="2026-03-01 12:00:00 UTC"': RUNS,
        "jupyter lab": SERVES,
        "nbgrader generate_feedback 10_arena --force":
            HAND_IN.format("10_arena") + " && blocky grade 10",
        "blocky grade 10": RUNS,
        "blocky report 6": RUNS,
        "blocky grade 6 --export canvas class.csv":
            "printf 'Student,ID,SIS Login ID,Section\\nAda,1,ada,A\\n' > class.csv",
        "blocky grade 6 --export moodle class.csv --match Username":
            "printf 'Username,Email address\\nada,ada@example.org\\n' > class.csv",
        "blocky league submitted --rules extended": LEAGUE,
        "blocky league submitted --game blue --out league-blue": LEAGUE,
        "blocky league submitted --rules extended --boards 10 --seed 3 --out league-2": LEAGUE,
        "blocky league submitted --game blue --rules official --out league-official": LEAGUE,
        "printf 'FROM python:3.12-slim\\nCOPY *.whl /kit/\\nRUN pip install "
        "\"$(echo /kit/*.whl)[instructor]\"\\n' | docker build -t blocky-grading -f - dist": DOCKER,
        'docker run --rm --network none --memory 8g --user "$(id -u):$(id -g)" --env HOME=/tmp '
        '-v "$PWD:/course" -w /course blocky-grading blocky grade 6': DOCKER,
    },
}


@pytest.mark.parametrize("name", DECISIONS)
def test_there_is_a_decision_on_every_command(name):
    assert set(commands_in(name)) == set(DECISIONS[name])


#: The beginning of each script. ``serves`` runs a command until its JupyterLab answers. ``borrow``
#: makes the packages and programs that are present visible in a new environment.
PRELUDE = """
set -e
serves() {
    rm -f "$JUPYTER_RUNTIME_DIR"/jpserver-*.json
    setsid "$@" </dev/null & server=$!
    while kill -0 $server; do
        if ls "$JUPYTER_RUNTIME_DIR"/jpserver-*.json >/dev/null 2>&1; then break; fi
        sleep 1
    done
    python "$WORK/answers.py"
    kill -- -$server; wait $server || true
}
borrow() {
    echo "$PACKAGES" > "$(echo "$1"/lib/python*/site-packages)/borrowed.pth"
    for each in nbgrader jupyter jupyter-lab; do
        { echo "#!$PWD/$1/bin/python"; tail -n +2 "$PROGRAMS/$each"; } > "$1/bin/$each"
        chmod +x "$1/bin/$each"
    done
}
"""

#: Asks the JupyterLab that runs for its page, and fails if it doesn't come.
ANSWERS = """
import json, os, pathlib, urllib.request
folder = pathlib.Path(os.environ["JUPYTER_RUNTIME_DIR"])
told = json.loads(next(folder.glob("jpserver-*.json")).read_text())
page = urllib.request.urlopen(f"{told['url']}lab?token={told['token']}", timeout=120)
assert b"JupyterLab" in page.read()
"""


@pytest.fixture(scope="module")
def clone(tmp_path_factory):
    """A copy of the repository as it is, with an environment that has the kit's packages only."""
    folder = tmp_path_factory.mktemp("clone") / "blocky"
    for path in files_of_the_repository():
        copy = folder / path.relative_to(ROOT)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, copy)
    work = folder.parent / "work"
    (work / "bin").mkdir(parents=True)
    (work / "answers.py").write_text(ANSWERS, encoding="utf-8")
    settings = work / ".jupyter" / "jupyter_server_config.json"
    settings.parent.mkdir()
    settings.write_text('{"ServerApp": {"open_browser": false, "allow_root": true}}', "utf-8")
    for name in ("python", "python3"):  # outside an environment
        program = work / "bin" / name
        program.write_text(f'#!/bin/sh\nexec {sys.executable} "$@"\n', encoding="utf-8")
        program.chmod(0o755)
    for name in ("06_flatten", "10_arena"):
        (work / f"{name}.ipynb").write_text(json.dumps(solved(f"blocky/{name}")), encoding="utf-8")
    return folder


def run_commands(clone, name, before):
    """Run the commands of a document in ``clone``, after other lines; return what they print."""
    lines = [PRELUDE, *before]
    for command in commands_in(name):
        decision = DECISIONS[name][command]
        if isinstance(decision, NotHere):
            continue
        lines.append(f"echo {shlex.quote(f'>>> {command}')}")
        if decision == SERVES:
            command = SERVES + command
        elif decision:
            lines.append(decision)
        lines.append(command)
    work = clone.parent / "work"
    environment = {
        "HOME": str(work), "WORK": str(work), "CLONE": str(clone), "LANG": "C.UTF-8",
        "PATH": os.pathsep.join([str(work / "bin"), os.defpath, "/usr/local/bin"]),
        "PACKAGES": sysconfig.get_path("purelib"), "PROGRAMS": sysconfig.get_path("scripts"),
        "JUPYTER_PATH": os.path.join(sys.prefix, "share", "jupyter"),
        "JUPYTER_RUNTIME_DIR": str(work / "runtime"),
        "PIP_NO_DEPS": "1",
        "PIP_NO_BUILD_ISOLATION": "0",  # pip reads it so: 0 builds with the packages present
        "BLOCKY_SLOW": "3"}
    done = subprocess.run(["bash", "-c", "\n".join(lines)], cwd=clone, env=environment, text=True,
                          capture_output=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.slow
@pytest.mark.skipif(not shutil.which("make") or not shutil.which("setsid"),
                    reason="there is no make, or no setsid")
def test_the_commands_of_the_documents_work_in_a_clone(clone):
    # make would install every package into the environment that it makes, so it finds one.
    said = run_commands(clone, "README.md", ["python -m venv .venv", "borrow .venv"])
    assert said.count(">>> ") == 6
    said = run_commands(clone, "GRADING.md", ["source .venv/bin/activate"])
    assert re.search(r"ada +06_flatten +7 of 7", said)
    assert re.search(r"ada +01_state +0 of \d+", said)


# -- the lowest versions ---------------------------------------------------------------------------

def test_the_lowest_versions_are_those_that_pyproject_declares():
    declared = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    for each in lowest_versions():
        assert f'"{each.replace("==", ">=")}"' in declared
    assert {"numpy==1.26", "nbgrader==0.9.5"} <= set(lowest_versions())
