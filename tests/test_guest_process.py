"""A guest holds one student's code: what it may do, and what its answers are worth."""

import json
import sys
import time
import zlib
from random import Random

import numpy as np
import psutil
import pytest

from blocky import Block, Colour
from blocky.kit.check.record import Status
from blocky.kit.guest import walls
from blocky.kit.guest.guest import FORKS, Guest, GuestError, Limits
from blocky.kit.guest.plain import Exchange, NonsenseError
from blocky.kit.notebook.tasks import tasks_of
from tests.guests import cell, judge, printed

pytestmark = pytest.mark.slow

with_walls = pytest.mark.skipif(not walls.walls_hold(), reason="there's no bubblewrap here")
with_fork = pytest.mark.skipif(not FORKS, reason="there are no forks")

FLATTEN = """
def flatten(block):
    if not block.children:
        side = 2 ** (block.max_depth - block.level)
        return [[block.colour] * side for _ in range(side)]
    one, two, three, four = [flatten(child) for child in block.children]
    return [a + b for a, b in zip(two, one)] + [a + b for a, b in zip(three, four)]
"""


@pytest.fixture(scope="module")
def guest(tmp_path_factory):
    """One guest; each test begins a session of it."""
    with Guest(str(tmp_path_factory.mktemp("guest")), modules=["blocky.draw"]) as guest:
        yield guest


# -- cells behave as in Jupyter --------------------------------------------------------------------

def test_cells_behave_as_in_jupyter(guest):
    guest.begin()
    shown = cell(guest, "import asyncio\nfrom IPython.display import HTML, display\n"
                 "display(HTML('<b>rich</b>'))\nprint('plain')\nawait asyncio.sleep(0)\n6 * 7")
    assert [each["output_type"] for each in shown["outputs"]] == [
        "display_data", "stream", "execute_result"]
    assert shown["outputs"][0]["data"]["text/html"] == "<b>rich</b>"
    assert shown["outputs"][2]["data"]["text/plain"] == "42"
    assert not shown["raised"]
    assert not cell(guest, "files = !ls\n%time 1 + 1\nlen?")["raised"]
    wrong = cell(guest, "def f(:")
    assert (wrong["raised"], wrong["outputs"][-1]["ename"]) == (True, "SyntaxError")
    assert cell(guest, "1 / 0")["outputs"][-1]["ename"] == "ZeroDivisionError"
    assert not cell(guest, "get_ipython().user_ns['files']")["raised"]


def test_a_cell_that_never_ends_is_interrupted_and_the_next_one_runs(guest):
    guest.begin()
    assert cell(guest, "before = 1\nwhile True: pass", 1.0)["stopped"]
    assert cell(guest, "import time\ntime.sleep(1000)", 1.0)["stopped"]
    assert printed(cell(guest, "print(before)")) == "1\n"


def test_a_cell_that_ends_python_ends_the_session(guest):
    guest.begin()
    with pytest.raises(GuestError) as caught:
        cell(guest, "import os\nos._exit(1)")
    assert caught.value.ended
    guest.begin()
    assert printed(cell(guest, "print(1)")) == "1\n"


@pytest.mark.skipif(sys.platform == "win32", reason="there's no SIGSTOP")
def test_a_guest_that_stops_itself_is_killed_soon(guest):
    guest.begin()
    begun = time.monotonic()
    with pytest.raises(GuestError) as caught:
        cell(guest, "import os, signal\nos.kill(os.getpid(), signal.SIGSTOP)", 1.0)
    assert not caught.value.ended
    assert time.monotonic() - begun < 60


def test_what_is_printed_and_shown_too_much_is_cut(guest):
    guest.begin()
    assert len(printed(cell(guest, "for _ in range(30): print('x' * 1_000_000)"))) < 300_000
    much = cell(guest, "from IPython.display import HTML, display\n"
                "for _ in range(20): display(HTML('x' * 1_000_000))")
    assert len(json.dumps(much)) < 7_000_000


def test_the_environment_of_the_grader_stays_outside(tmp_path, monkeypatch):
    monkeypatch.setenv("SECRET_TOKEN", "a secret of the grader")
    with Guest(str(tmp_path)) as guest:
        guest.begin()
        assert "a secret" not in json.dumps(cell(guest, "import os\nprint(dict(os.environ))"))


@pytest.mark.parametrize("source", [
    "for number in range(3000):\n    open(f'{number}.txt', 'w').close()\nwhile True: pass",
    "for number in range(30):\n    open(f'{number}.txt', 'wb').write(bytes(2**20))\n"
    "while True: pass",
])
def test_too_many_or_too_large_files_end_the_session(source, tmp_path):
    with Guest(str(tmp_path), limits=Limits(files=1000, folder_size=10 * 2**20)) as guest:
        guest.begin()
        with pytest.raises(GuestError) as caught:
            cell(guest, source, 60.0)
        assert not caught.value.ended


@with_fork
@pytest.mark.parametrize("source", [
    "for _ in range(4):\n    if c.fork() == 0:\n        eaten = bytearray(b'x') * 2**29\n"
    "        time.sleep(1000)\ntime.sleep(1000)",
    "for _ in range(40):\n    if c.fork() == 0:\n        time.sleep(1000)\ntime.sleep(1000)"])
def test_other_processes_count_for_the_limits(source, tmp_path):
    with Guest(str(tmp_path), limits=Limits(memory=2**30 + 2**29, processes=20)) as guest:
        guest.begin()
        with pytest.raises(GuestError) as caught:
            cell(guest, f"import ctypes, time\nc = ctypes.CDLL(None)\n{source}", 60.0)
        assert not caught.value.ended


# -- nothing outlives its session ------------------------------------------------------------------

STAYS = """
import ctypes, os
c = ctypes.CDLL(None)
if c.fork() == 0:
    c.setsid()
    c.execlp(b"sleep", b"sleep", b"98765.1234", None)
"""


def still_there():
    return [each.pid for each in psutil.process_iter(["cmdline"])
            if "98765.1234" in (each.info["cmdline"] or [])]


@with_fork
@pytest.mark.parametrize("walled", [True, False])
def test_nothing_outlives_its_session(walled, tmp_path):
    if walled and not walls.walls_hold():
        pytest.skip("there's no bubblewrap here")
    with Guest(str(tmp_path), walled=walled) as guest:
        guest.begin()
        cell(guest, STAYS)
        end = time.monotonic() + 30
        while not still_there() and time.monotonic() < end:
            time.sleep(0.1)
        assert still_there()
        guest.end()
        time.sleep(0.5)
        assert still_there() == []


# -- walls -----------------------------------------------------------------------------------------

@with_walls
def test_behind_walls_only_the_guests_own_folder_is_there(tmp_path):
    own, other = tmp_path / "own", tmp_path / "other"
    own.mkdir()
    other.mkdir()
    (other / "secret.txt").write_text("secret")
    with Guest(str(own), walled=True) as guest:
        guest.begin()
        reply = cell(guest, f"""
import ctypes, os, socket
from pathlib import Path
print(Path({str(other)!r}).exists())
print(sorted(name for name in os.listdir('/proc') if name.isdigit()))
try:
    socket.create_connection(('192.0.2.1', 53), 2)
except OSError as error:
    print(error.strerror)
c = ctypes.CDLL(None)
print(c.open(b'/written.txt', 0o101, 0o600), c.open(b'/usr/written.txt', 0o101, 0o600))
Path('written.txt').write_text('own')
""")
    lines = printed(reply).splitlines()
    assert lines[0] == "False"
    assert len(lines[1].split()) <= 5, "only its own processes"
    assert lines[2:] == ["Network is unreachable", "-1 -1"]
    assert (own / "written.txt").read_text() == "own"


@with_walls
def test_a_course_on_the_path_stays_hidden_wherever_the_grader_is(tmp_path, monkeypatch):
    course, own = tmp_path / "course", tmp_path / "own"
    own.mkdir()
    (course / "submitted").mkdir(parents=True)
    (course / "grades.csv").write_text("points")
    monkeypatch.setattr(sys, "path", [str(course), *sys.path])
    monkeypatch.chdir(own)
    monkeypatch.setattr("tempfile.tempdir", str(own))
    with Guest(str(own), walled=True, hidden=[course, course / "submitted"]) as guest:
        guest.begin()
        reply = cell(guest, f"import os\nprint(os.path.exists({str(course)!r}))")
        assert printed(reply) == "False\n"


@with_walls
def test_sessions_that_end_python_open_no_walls(tmp_path):
    own = tmp_path / "own"
    own.mkdir()
    (tmp_path / "secret.txt").write_text("secret")
    with Guest(str(own), walled=True) as guest:
        for _ in range(3):
            guest.begin()
            with pytest.raises(GuestError):
                cell(guest, "import os\nos._exit(1)")
        guest.begin()
        assert cell(guest, f"open({str(tmp_path / 'secret.txt')!r})")["raised"]


@pytest.mark.parametrize("walled", [True, False])
def test_no_right_answer_can_be_imported(walled, tmp_path):
    if walled and not walls.walls_hold():
        pytest.skip("there's no bubblewrap here")
    with Guest(str(tmp_path), walled=walled, modules=["blocky.draw", "blocky.widgets"]) as guest:
        guest.begin()
        for source in ("from blocky.check.e06_flatten import _flattened",
                       "import blocky.blue.check.e01_state",
                       "from blocky import check\ncheck.flatten.right",
                       "import importlib, blocky.block\nimportlib.reload(blocky.block)"):
            assert cell(guest, source)["raised"], source
        loaded = printed(cell(guest, "import sys\nprint([*sys.modules])"))
        assert "blocky.check.e" not in loaded
        said = printed(cell(guest, "from blocky import check\ncheck.flatten(print)"))
        assert "checked later" in said


# -- plain data ------------------------------------------------------------------------------------

def through(value):
    """Return a value after a journey to a guest and back, in which it has not changed."""
    asker, guest = Exchange(is_guest=False), Exchange(is_guest=True)
    there = guest.read(json.loads(json.dumps(asker.write([value]))))
    return asker.read(json.loads(json.dumps(guest.write(there))))[0]


@pytest.mark.parametrize("value", [
    None, True, 2**70, 1.5, "text", (1, (2,)), [1, [2]], {"a": {1, 2}, (1, 2): b"x"},
    frozenset({1}), range(3), 1j, Colour.RED, [Colour.RED, Colour.BLUE]])
def test_plain_values_arrive_as_they_were(value):
    assert through(value) == value
    assert type(through(value)) is type(value)


def test_arrays_boards_and_sources_of_chance_arrive_too():
    grid = np.array([[1, 2], [3, 4]], np.int8)
    assert np.array_equal(through(grid), grid)
    board = Block.from_nested([[0, 1, 1, 3], 2, 1, 3], max_depth=2, size=64)
    assert through(board) is board
    rng = Random(3)
    expected = Random(3).random()
    assert through(rng).random() == expected


def test_the_guests_changes_are_made_to_the_askers_objects():
    board = Block.from_nested([0, 1, 2, 3], max_depth=1, size=64)
    child = board.children[0]
    asker, guest = Exchange(is_guest=False), Exchange(is_guest=True)
    [there] = guest.read(json.loads(json.dumps(asker.write([board]))))
    there.children[0].colour = Colour.RED
    there.children.reverse()
    answer = asker.read(json.loads(json.dumps(guest.write(there.children[0]))))
    assert answer is board.children[0]
    assert board.children[-1] is child
    assert child.colour == Colour.RED


@pytest.mark.parametrize("message", [
    {}, [], {"nodes": {}, "root": ["#", 99], "shipped": []},
    {"nodes": {}, "root": ["#", -1], "shipped": []},
    {"nodes": {"5": ["list", []]}, "root": 0, "shipped": []},
    {"nodes": {}, "root": ["named", "os", "system"], "shipped": []},
    {"nodes": {}, "root": ["named", "blocky.kit.check.run", "run"], "shipped": []},
    {"nodes": {"0": ["object", ["named", "subprocess", "Popen"], []]}, "root": 0, "shipped": []},
    {"nodes": {"0": ["array", "<f8", [10**12], []]}, "root": 0, "shipped": []},
    {"nodes": {}, "root": 0, "shipped": ["gASVAAAAAAAAAA=="]},
    {"nodes": {}, "root": ["_empty", 0], "shipped": []}])
def test_nonsense_is_refused(message):
    with pytest.raises(NonsenseError):
        Exchange(is_guest=False).read(message)


# -- judging ---------------------------------------------------------------------------------------

def test_a_right_answer_passes_and_a_wrong_one_gets_its_state(guest):
    assert judge(guest, FLATTEN).passed
    wrong = judge(guest, FLATTEN.replace("two, one", "one, two"))
    assert wrong.error.state is Status.WRONG
    assert judge(guest, "def flatten(block): pass").error.state is Status.RETURNED_NONE
    assert judge(guest, "def flatten(block):\n    raise NotImplementedError"
                 ).error.state is Status.NOT_STARTED
    assert judge(guest, f"{FLATTEN}\nflatten_ = flatten\ndef flatten(block):\n"
                 "    grid = flatten_(block)\n    block.children.clear()\n    return grid"
                 ).error.state is Status.CHANGED_INPUT
    assert judge(guest, "def flatten(block):\n    while True: pass"
                 ).error.state is Status.NEVER_STOPS
    assert judge(guest, "flatten = 3").error.state is Status.NOT_STARTED
    assert judge(guest, "import os\ndef flatten(block): os._exit(1)").ended


#: Answers that leave the work to the kit.
BORROWED = {
    "itself": "flatten = Block.flatten",
    "vectorize": "f = np.vectorize(Block.flatten, otypes=[object])\n"
                 "def flatten(block): return f(np.array([block], object))[0]",
    "singledispatch": "from functools import singledispatch\n"
                      "flatten = singledispatch(lambda block: None)\n"
                      "flatten.register(Block, Block.flatten)",
    "thread": "from concurrent.futures import ThreadPoolExecutor\npool = ThreadPoolExecutor(1)\n"
              "def flatten(block): return pool.submit(Block.flatten, block).result()",
    "lazy": "class Lazy(list):\n    def __iter__(self): return iter(Block.flatten(self.block))\n"
            "def flatten(block):\n    lazy = Lazy()\n    lazy.block = block\n    return lazy",
    "goal": "from blocky import PerimeterGoal\ndef flatten(block):\n"
            "    PerimeterGoal(Colour.RED).score(block)\n    return block.flatten()",
    "gc": "import gc\nfound = [each for each in gc.get_objects()\n"
          "         if getattr(each, '__qualname__', '') == 'Block.flatten']\n"
          "def flatten(block): return found[0](block)",
}


@pytest.mark.parametrize("name", BORROWED)
def test_the_kits_own_work_never_passes(name, guest):
    verdict = judge(guest, BORROWED[name])
    assert not verdict.passed


@pytest.mark.parametrize(("name", "source"), [
    ("MyBlobGoal", "from blocky import BlobGoal as MyBlobGoal"),
    ("MyBlobGoal", "from blocky import BlobGoal\nclass MyBlobGoal(BlobGoal): pass"),
    ("MyPlayer", "from blocky import SmartPlayer\nclass MyPlayer(SmartPlayer): pass"),
    ("MyBlock", "class MyBlock(Block): pass"), ("MyBlock", "MyBlock = Block")])
def test_the_kits_own_class_never_passes(name, source, guest):
    assert not judge(guest, source, name).passed


def test_the_kits_own_function_may_be_called_while_cells_run(guest):
    assert judge(guest, f"grid = Block.from_nested(0, 1, 8).flatten()\n{FLATTEN}").passed


#: Files that a new process could read or run before it refuses anything.
PLANTED = """
from pathlib import Path
code = "import os; open('planted.txt', 'w').close(); os.environ['PLANTED'] = '1'"
temporary = Path(os.environ["TMPDIR"])
for place in (Path.cwd(), temporary, temporary / "matplotlib"):
    place.mkdir(parents=True, exist_ok=True)
    for name in ("sitecustomize", "usercustomize", "numpy", "IPython", "random", "blocky"):
        (place / f"{name}.py").write_text(code)
    (place / "planted.pth").write_text(code)
    (place / "matplotlibrc").write_text("lines.linewidth: 77")
"""


@pytest.mark.parametrize("forks", [True, False])
def test_a_new_process_runs_nothing_that_was_written_before(forks, tmp_path, monkeypatch):
    monkeypatch.setattr("blocky.kit.guest.guest.FORKS", FORKS and forks)
    with Guest(str(tmp_path), modules=["blocky.draw"]) as guest:
        guest.begin()
        assert not cell(guest, f"import os\n{PLANTED}")["raised"]
        guest.close()
        guest.begin()
        said = printed(cell(guest, "import os\nfrom matplotlib import rcParams\n"
                            "print('PLANTED' in os.environ, rcParams['lines.linewidth'])"))
        assert said == "False 1.5\n"
        assert not (tmp_path / "planted.txt").exists()


FORGED = {
    "frames": """
import sys
def flatten(block):
    frame = sys._getframe()
    while frame:
        for value in list(frame.f_locals.values()):
            right = getattr(value, "right", None)
            if callable(right): return right(block)
        frame = frame.f_back""",
    "gc": """
import gc
def flatten(block):
    for each in gc.get_objects():
        if type(each).__name__ in ("Task", "_Asked", "BaseTask"): return each.right(block)""",
    "equals": """
class Equal(list):
    def __eq__(self, other): return True
    def __call__(self): pass
    __hash__ = None
def flatten(block): return Equal([[0]])""",
    "pipe": """
def flatten(block):
    for number in range(3, 64):
        try: os.write(number, b'\\0\\0\\0\\x02{}')
        except OSError: pass
    return 0""",
    "session": """
import gc
from blocky.kit.guest.inside import Session
for each in gc.get_objects():
    if isinstance(each, Session):
        each.do_call = lambda **_: {"ended": "", "graph": {"nodes": {}, "root": True,
                                                           "shipped": []}, "kinds": {}}
def flatten(block): return 0""",
}


@pytest.mark.parametrize("name", FORGED)
def test_no_forgery_passes(name, guest):
    assert not judge(guest, FORGED[name]).passed


def test_a_table_of_the_fixed_cases_does_not_pass(guest):
    """It holds the right result of each case that everybody can see."""
    task = tasks_of("blocky")["flatten"]
    cases = list(task.cases(Random(zlib.crc32(b"flatten "))))
    table = {_tree(block): np.array(block.flatten()).tolist() for block, in cases}
    source = f"""
TABLE = {table!r}
def tree(block):
    return (block.level, block.max_depth, None if block.colour is None else int(block.colour),
            [tree(child) for child in block.children])
def flatten(block):
    return TABLE[repr(tree(block))]
"""
    assert judge(guest, source, seed="").passed, "without a seed it does"
    assert not judge(guest, source).passed


def _tree(block):
    def tree(block):
        return (block.level, block.max_depth, None if block.colour is None else int(block.colour),
                [tree(child) for child in block.children])

    return repr(tree(block))


def test_a_forged_player_must_still_play(guest):
    source = "class MyPlayer:\n    pass"
    assert not judge(guest, source, "MyPlayer").passed


@with_fork
def test_a_session_knows_nothing_of_the_one_before(guest):
    guest.begin()
    cell(guest, "import blocky.block\nblocky.block.Block.flatten = None\nleft = 1")
    guest.begin()
    assert cell(guest, "left")["raised"]
    assert not cell(guest, "from blocky import Block\nBlock.flatten.__name__")["raised"]


def test_a_closed_guest_begins_again(tmp_path):
    with Guest(str(tmp_path)) as guest:
        guest.begin()
        guest.close()
        guest.begin()
        assert printed(cell(guest, "print(1)")) == "1\n"
