"""A class of sixty: every mistake and every attack once, with its points and remarks."""

import copy
import json
import os
import shutil
from dataclasses import dataclass, field
from gettext import translation

from blocky.kit.check.record import Status
from blocky.kit.language import LOCALE
from blocky.kit.teaching import editions
from tests.answers import e06_flatten
from tests.course import NAME, ROOT, cell_of, code, exercise, hand_in, insert, solved, written

SECONDS = 6
LIMITS = f"""
c.RunCells.timeout = {SECONDS}
c.RunCells.submission_timeout = {4 * SECONDS}
c.RunCells.memory = 3 * 2**30
c.RunCells.file_size = 2**20
c.LateSubmissionPlugin.penalty_method = "zero"
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
#: Folders where nbgrader writes files.
FOLDERS = """
import os
os.remove("06_flatten.ipynb")
os.makedirs("06_flatten.ipynb/within")
os.makedirs("06_flatten.html/within")
open("06_flatten.html/within/file.txt", "w").close()
"""
OUTSIDE = """
import os, subprocess, shutil
from pathlib import Path

home, course = Path.home(), Path("../../..").resolve()

def ways():
    yield "home", lambda: (home / "mine.txt").write_text("mine")
    yield "course", lambda: (course / "mine.txt").write_text("mine")
    yield "other", lambda: (course / "submitted/eve/blocky/06_flatten.ipynb").write_text("")
    yield "temporary", lambda: (home.parent / "mine.txt").touch()
    yield "gradebook", lambda: os.remove(course / "gradebook.db")
    yield "rename", lambda: os.rename("notes.txt", course / "notes.txt")
    yield "folder", lambda: os.mkdir(home / "mine")
    yield "tree", lambda: shutil.rmtree(course / "submitted")
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

SECRET, STAYS = "a secret of the course", 98765.4321

#: The code of each attack, run in a cell; ``note`` writes what succeeded into a file.
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
named = "\\0hostile" + str(port)
for family, place in ((socket.AF_INET, ("127.0.0.1", port)), (socket.AF_UNIX, named)):
    with contextlib.suppress(OSError), socket.socket(family) as out:
        out.connect(place)
        note("connected", place)
""",
    "kills": """
c.kill(-1, 9)
""",
}

#: Forgeries that make the kernel believe that a wrong ``flatten`` passed.
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


def before_the_answer(source):
    def change(notebook):
        cell = cell_of(notebook, "flatten")
        cell["source"] = f"{source}\n{cell['source']}"
    return change


def again(name, source=None, half=False):
    """Return a change that copies a cell with its metadata, as Jupyter does when it is split."""
    def change(notebook):
        cell = cell_of(notebook, name)
        twin = copy.deepcopy(cell) | {"id": "twin", "source": source or cell["source"]}
        notebook["cells"].insert(notebook["cells"].index(cell) + half, twin)
    return change


def without_helpers(notebook):
    notebook["cells"] = [cell for cell in notebook["cells"] if cell["metadata"].get("nbgrader")]


def without_ids(notebook):
    notebook["nbformat_minor"] = 4
    for cell in notebook["cells"]:
        del cell["id"]


def with_odd_metadata(notebook):
    notebook["cells"][1:1] = [code("1", name, nbgrader=odd)
                              for name, odd in zip("abc", ({}, None, "odd"), strict=True)]


def of_colab(notebook):
    notebook["metadata"]["widgets"] = {"application/vnd.jupyter.widget-state+json": {"1": {}}}


def without_outputs(notebook):
    for each in notebook["cells"]:
        each.pop("outputs", None)
        each.pop("execution_count", None)


def with_bad_ids(notebook):
    for number, each in enumerate(notebook["cells"]):
        each["id"] = f"cell number {number}"


def with_half_a_letter(notebook):
    notebook["cells"][0]["source"] = "one half: \ud83d"


#: A text that a script in a page would change, if it ran.
SCRIPT = "<script>document.title = 'a live script'</script>"


def with_scripts(notebook):
    notebook["cells"].insert(1, {"cell_type": "markdown", "metadata": {}, "id": "scripts",
                                 "source": f"A text {SCRIPT}"})
    insert(notebook, f"from IPython.display import HTML, Javascript, display\n"
                     f"display(HTML({SCRIPT!r}), Javascript('document.title = 1'))")


#: What other programs do to a notebook around the sources of its cells.
OF_OTHER_PROGRAMS = [of_colab, without_outputs, with_bad_ids, with_half_a_letter]


def by_other_programs(notebook):
    for change in OF_OTHER_PROGRAMS:
        change(notebook)


def as_in_jupyter(notebook):
    insert(notebook, """
import ipywidgets
from IPython.display import display
files = !ls
flatten?
display(ipywidgets.IntSlider())
display("shown")
cache = dict()
import asyncio
await asyncio.sleep(0)
""", after="flatten")
    before_the_answer("shell = get_ipython()\nassert shell.user_ns is not None")(notebook)


#: Changes of a solved notebook that cost no points.
HARMLESS = {
    "split-answer": again("flatten", "# the second half", half=True),
    "split-check": again("check-flatten", "# the second half", half=True),
    "copied-answer": again("flatten"),
    "copied-check": again("check-flatten"),
    "logs": before_the_answer("import logging\nlogging.warning('here')\nlog = logging.warning"),
    "installs": before_the_answer("%pip install no-such-package-here\n!no-such-program"),
    "named-check": before_the_answer("check = 3"),
    "quits": before_the_answer("quit()"),
    "no-helpers": without_helpers,
    "as-in-jupyter": as_in_jupyter,
    "odd-metadata": with_odd_metadata,
    "other-programs": by_other_programs,
    "old-format": without_ids,
}

#: Names of students that could break paths, patterns or tables.
ODD = ("a, b", "[c]*", ".hidden", "d\x1b[31m\n")


@dataclass
class Submission:
    """What a student hands in, and the points and remarks it must get."""

    content: dict | str
    points: int
    remarks: list = field(default_factory=list)
    name: str = f"blocky/{NAME}"


def changed(change, **answers):
    """Return a notebook with answers after a change."""
    notebook = written(**answers)
    change(notebook)
    return notebook


def delete_the_last_cells(notebook):
    last = notebook["cells"].index(cell_of(notebook, "perimeter_score"))
    del notebook["cells"][last + 1:]


def paste_the_answers(notebook):
    notebook["cells"] = [code(cell_of(notebook, name)["source"])
                         for name in ("flatten", "perimeter_score")]


def edit_a_check(notebook):
    cell = cell_of(notebook, "check-flatten")
    cell["source"] = "print('24 of 24 checks passed.')"
    cell["metadata"]["tags"] = ["skip-execution"]
    cell["metadata"]["nbgrader"] |= {"points": 100, "locked": False}


def own_check(name):
    return (f"def {name}(*given):\n    return 0\n\nclass check:\n"
            "    flatten = perimeter_score = staticmethod(print)")


def attack(name, folder, port=0):
    """Return a solved notebook with an attack on the course in a folder."""
    given = {"course": str(folder), "port": port, "kit": str(ROOT), "stays": STAYS}
    return insert(written(), (NOTE + ATTACKS[name]).format(**given))


def forgers():
    """Return the submissions of the students who forge results, by student."""
    return {name: Submission(written(flatten=f"{NONE}{forgery}"), 3, ["flatten: wrong"])
            for name, forgery in FORGERIES.items()}


def a_class():
    """Return the submissions of the students who attack nobody, by student."""
    wrong = {task: e06_flatten.WRONG[task][0] for task in ("flatten", "perimeter_score")}
    spanish = translation("blocky", LOCALE, ["es"]).gettext("wrong")
    lesson = next((ROOT / "notebooks" / "blocky").glob("06*.ipynb"))
    return {name: Submission(*row) for name, row in {
        "eve": (insert(written(), f"# {SECRET}"), 7),
        "12345": (exercise(), 0, ["flatten: not started", "perimeter_score: not started"]),
        **{f"wrong-{task}": (written(**{task: each.answer}), 3 if task == "flatten" else 4,
                             [f"{task}: {Status(each.state).words}"])
           for task, each in wrong.items()},
        "spanish": (solved(f"blocky/{NAME}", editions()["es"], flatten=NONE), 3,
                    [f"flatten: {spanish}"]),
        "deleted": (changed(delete_the_last_cells), 7,
                    ["check-perimeter_score was deleted and has been restored"]),
        "pasted": (changed(paste_the_answers), 7,
                   ["check-flatten was deleted and has been restored"]),
        "edited": (changed(edit_a_check, flatten=e06_flatten.transposed), 3,
                   ["check-flatten was edited and has been restored", "flatten: wrong"]),
        "endless": (insert(written(), ENDLESS), 7, [f"was stopped after {SECONDS} seconds"]),
        "unstoppable": (insert(written(), UNSTOPPABLE), 7,
                        [f"ran for {SECONDS} seconds and could not be stopped"]),
        "slow": (insert(written(), *[SLEEP] * 5), 4,
                 ["perimeter_score: not reached (The cells above used up all the time"]),
        "memory": (insert(written(), MEMORY), 7),
        "killed": (insert(written(), "import os\nos._exit(1)"), 7,
                   ["(import os) failed: it ended Python"]),
        "scripts": (changed(with_scripts), 7),
        "folders": (insert(written(), FOLDERS), 7),
        "outside": (insert(written(), OUTSIDE), 7),
        "prints": (insert(written(), "print('x' * 30_000_000)"), 7),
        "no-cells": (exercise() | {"cells": []}, 0, ["flatten: not checked (NameError"]),
        "syntax": (written(flatten="def flatten(block:\n    return"), 3,
                   ["flatten: not checked (Cell 3 (def flatten(block:) failed: Syntax"]),
        "check-dies": (written(flatten="import os\n\ndef flatten(block):\n    os._exit(1)"), 3,
                       ["flatten: not checked (The check ended Python.)"]),
        "class-check": (written(own_check("flatten"), own_check("perimeter_score")), 0,
                        ["flatten: ", "perimeter_score: "]),
        "loud": (written(flatten="raise ValueError('\\x1b[31m' + 'x' * 100_000)"), 3,
                 ["flatten: not checked"]),
        "cut": (json.dumps(written())[:5000], 0, ["isn't valid JSON"]),
        "empty": ("", 0, ["is empty"]),
        "pipe": (None, 0, ["It isn't a file."]),
        "lesson": (lesson.read_text("utf-8"), 0, ["it contains no cells of the exercise"]),
        "astray": (written(), 0, ["not submitted"], f"{NAME}"),
        "bom": ("\ufeff" + json.dumps(written()), 7),
        "late": (written(), 0, ["submitted 6.0 hours late; penalty: 7"], f"{NAME}/{NAME}"),
        **{name: (changed(change), 7) for name, change in HARMLESS.items()},
        **{name: (written(), 7) for name in ODD},
    }.items()}


def hand_in_all(course, submissions):
    """Hand in the submissions of a class, and stray files beside them."""
    for student, each in submissions.items():
        hand_in(course, student, each.content, each.name)
    submitted = course / "submitted"
    (submitted / f"late/{NAME}/timestamp.txt").write_text("2026-03-01 18:00:00 UTC", "utf-8")
    (submitted / "a, b/blocky/timestamp.txt").write_text("yesterday, I think", "utf-8")
    os.mkfifo(submitted / "[c]*/blocky/notes.txt")
    os.mkfifo(submitted / "[c]*/blocky/07_blob.ipynb")
    hand_in(course, "astray", written(), f"blocky/{NAME}-Copy1")
    hand_in(course, "astray", written(), f"blokcy/{NAME}")
    hand_in(course, "eve", solved("blocky/05_moves"), "blocky/05_moves")
    shutil.copy(ROOT / "notebooks" / "start.ipynb", submitted / "ada.ipynb")
