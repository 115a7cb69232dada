"""Repairs: a wrong answer is mended and the hint names the line, or nothing is claimed."""

import ast
import os
import sys
import threading
from contextlib import suppress
from inspect import getsource
from pathlib import Path
from random import Random
from time import thread_time

import pytest

from blocky import Block, check
from blocky.kit.check import course_settings
from blocky.kit.check import task as check_task
from blocky.kit.check.base_task import MOST_FRESH
from blocky.kit.check.failure import Explanation
from blocky.kit.check.program import Program, RoundsError
from blocky.kit.check.task import CheckError, Task
from blocky.kit.check.trees import blocks, is_elif
from blocky.kit.hints.of_repair import hints_of_repair
from blocky.kit.language import plain
from blocky.kit.notebook.tasks import tasks_of
from blocky.kit.repair import search
from blocky.kit.repair.change import Change, Place, take_back
from blocky.kit.repair.guarded import RefusedError, guarded, little_memory, unguard
from blocky.kit.repair.rules import Kind
from blocky.kit.repair.statements import _moves
from blocky.kit.safely import OutOfTimeError
from tests.answers import e03_geometry, solved
from tests.hints import COUNT, FLATTEN, cell, hints_of, repair_hint, repairs, task_for


def mended(source, **more):
    """Return the repairs of an answer to a task of Blocky, by the name of its function."""
    answer = cell(source, **more)
    return repairs(tasks_of()[answer.__name__], answer)


def but(source, right, wrong):
    assert right in source
    return source.replace(right, wrong)


SELECT = getsource(e03_geometry.select_with_a_loop).replace("select_with_a_loop",
                                                            "get_selected_block")
TURN = getsource(solved("blocky/05_moves").rotate)


@pytest.mark.parametrize(("source", "words"), [
    pytest.param(but(SELECT, "left <= x < left + child.size and top <= y < top + child.size",
                     "left <= x <= left + child.size and top <= y <= top + child.size"),
                 "with left <= x < left + child.size and top <= y < top + child.size",
                 id="two places of a line"),
    pytest.param(but(SELECT, "x, y = location", "y, x = location"),
                 "with x, y = location", id="two names"),
    pytest.param(but(TURN, "[1, 2, 3, 0] if direction == 1 else [3, 0, 1, 2]",
                     "[2, 3, 0, 1]\n        if direction == 3:\n            order = [0, 1, 2, 3]"),
                 "Replace [2, 3, 0, 1] with [1, 2, 3, 0]", id="two lists"),
    pytest.param(but(FLATTEN, "        return [[block.colour] * side for _ in range(side)]\n", """\
        rows = []
        for _ in range(side - 1):
            row = []
            for _ in range(side - 1):
                row.append(block.colour)
            rows.append(row)
        return rows
"""), "On line 6, replace side - 1 with side.\nMake the same change on line 8.",
                 id="two lines alike"),
    pytest.param("""
def is_sound(block):
    ok = len(block.children) in (0, 4) and block.level <= block.max_depth
    ok = ok and (block.colour is None) == (len(block.children) == 4)
    for child in block.children:
        ok = (child.parent is block and child.level == block.level + 1
              and child.max_depth == block.max_depth)
    return ok
""", "ok = ok and", id="what the last one decides is kept with those before"),
    pytest.param(but(getsource(solved("blocky/02_random_init").MyBlock), "child.parent = self",
                     "self.parent = child"),
                 "child.parent = self", id="an attribute of the wrong thing is turned round"),
    pytest.param(but(COUNT, "return sum(", "return 1 + sum("), "with sum(",
                 id="a likely change wins against a silly one"),
])
def test_the_likely_change_is_told_whole(source, words):
    assert words in plain(hints_of_repair(mended(source))[-1])


def test_an_answer_to_another_task_is_left_as_it_is():
    program = Program(cell(FLATTEN + """
def perimeter_score(grid, colour):
    return len(flatten(grid))
"""), {"flatten"})
    assert set(program.trees) == {"perimeter_score"}
    assert "def flatten" in program.source


def test_a_truth_that_is_dropped_is_kept():
    task = task_for(lambda block: all(leaf.level < 2 for leaf in block.leaves()),
                    *check.count_leaves.cases(Random(1)), name="large")
    assert "Use it: ok = ok and large(child)" in repair_hint(task, cell("""
def large(block):
    ok = bool(block.children) or block.level < 2
    for child in block.children:
        large(child)
    return ok
"""))


def test_one_truth_at_two_places_is_one_mistake():
    found = mended("""
def count_leaves(block):
    if block.colour and block.children:
        return 0
    if not block.colour:
        return sum(count_leaves(child) for child in block.children)
    return 1
""")
    assert len(found[0].changes) == 1


def test_what_is_left_of_a_rewritten_answer_is_no_evidence():
    assert not mended("""
def deepest_level(block):
    places = [block.position, block.size]
    x = places[0]
    return len([x for x in places if x])
""")


@pytest.mark.parametrize(("source", "line"), [("""
def count_leaves(block, found=[]):
    if not block.children:
        found.append(block)
    for child in block.children:
        count_leaves(child)
    return len(found)
""", 2), ("""
LEVELS = [0, 1, 2]
best = 0
def deepest_level(block):
    global best
    best = max(best, block.level)
    for child in block.children:
        deepest_level(child)
    return best
""", 6)], ids=["in a default", "in a global name"])
def test_what_stays_from_one_call_to_the_next_is_named(source, line):
    change = mended(source)[0].changes[0]
    assert (change.kind, change.line) == (Kind.KEPT, line)


def test_the_kits_own_work_is_no_repair():
    for each in mended("""
def flatten(block):
    return [[block.colour]]
"""):
        assert "flatten" not in ast.dump(each.changes[0].new)


def test_hints_climb_from_the_line_to_the_kind_to_the_change():
    source = but(FLATTEN, "block.max_depth - block.level", "block.max_depth")
    where, what, change = hints_of(check.flatten, cell(source))
    assert "line 3: side = 2 ** (block.max_depth)" in where
    assert "block.max_depth is 2 here, but you need 1" in what
    assert "block.max_depth - block.level" in change


COUNTS_NO_LEAF = but(COUNT, "return 1", "return 0")


def test_the_line_is_marked_in_the_students_own_source():
    check.count_leaves.explained = Explanation()
    with pytest.raises(CheckError) as caught:
        check.count_leaves.check(cell(COUNTS_NO_LEAF))
    marked, = (line for line in caught.value.source.split("\n") if "▶" in line)
    assert "return 0" in marked


def test_an_answer_without_source_is_left_alone():
    space = {}
    exec("def flatten(block):\n    return [[block.colour]]", space)
    with pytest.raises(LookupError):
        Program(space["flatten"])
    with pytest.raises(CheckError):
        check.flatten.check(space["flatten"])


@pytest.mark.parametrize(("text", "most"), [("hints = 0", 0), ("hints = 2", 2), ("", 3)])
def test_a_course_says_how_many_hints_it_gives(text, most, tmp_path, monkeypatch):
    (tmp_path / course_settings.FILE).write_text(text)
    (tmp_path / "exercises").mkdir()
    monkeypatch.chdir(tmp_path / "exercises")
    assert course_settings.most_hints() == most


@pytest.mark.parametrize("most", [0, 1, 2])
def test_hints_climb_no_further_than_the_course_says(most, monkeypatch):
    monkeypatch.setattr(check_task, "most_hints", lambda: most)
    hints = hints_of(check.count_leaves, cell(COUNTS_NO_LEAF))
    assert len(set(hints) - {""}) == most
    assert (hints[0] == "") == (most == 0)


def test_grading_shows_the_first_hint_at_most(monkeypatch):
    monkeypatch.setattr(course_settings, "_fixed", None)
    course_settings.begin_with(1, carry=False)
    assert course_settings.most_hints() == 1


HOSTILE = {
    "a file": "open('made.txt', 'w')", "a folder": "os.mkdir('made')", "a shell": "os.system('ls')",
    "a process": "subprocess.run(['ls'])", "a socket": "socket.socket().connect(('localhost', 9))",
    "a library": "__import__('this')", "memory": "ctypes.string_at(0)",
    "a thread": "threading.Thread(target=print).start()", "the keyboard": "input()",
    "removing": "os.remove('kept.txt')",
}


@pytest.mark.parametrize("line", HOSTILE.values(), ids=HOSTILE)
def test_what_is_guarded_reaches_nothing_outside(line, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "kept.txt").write_text("kept")
    modules = {name: sys.modules.get(name) or __import__(name)
               for name in ("os", "subprocess", "socket", "ctypes", "threading")}
    with guarded(), pytest.raises((RefusedError, EOFError)):
        exec(line, dict(modules))
    assert [each.name for each in tmp_path.iterdir()] == ["kept.txt"]


def test_a_changed_program_is_guarded(tmp_path, monkeypatch):
    """The hostile lines do not run in the answer itself, only in changed programs."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "kept.txt").write_text("kept")
    before, threads = set(sys.modules), threading.active_count()
    tried = ("a file", "removing", "a library", "a thread")
    lines = "".join(f"    if block.max_depth > {more}:\n        {HOSTILE[each]}\n"
                    for more, each in enumerate(tried, 96))
    assert mended(but(COUNTS_NO_LEAF, "    if not", f"{lines}    if not"), os=os,
                  threading=threading)
    assert [each.name for each in tmp_path.iterdir()] == ["kept.txt"]
    assert "this" not in set(sys.modules) - before
    assert threading.active_count() <= threads + 1


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="no system with such a limit")
def test_a_changed_program_cannot_take_all_memory():
    with little_memory(), pytest.raises(MemoryError):
        bytes(2 ** 33)
    cells = "cells = [0] * (2**10 if block.max_depth < 99 else 2**33)"
    assert mended(but(COUNTS_NO_LEAF, "if not", f"{cells}\n    if not"))
    assert len(bytes(2 ** 31)) == 2 ** 31


@pytest.mark.parametrize("larger", ["2 ** n", "n * n * n", "1 << n"])
def test_a_changed_program_makes_no_huge_numbers(larger):
    """Python would work on them for minutes, and nothing can stop it meanwhile."""
    answer = cell(f"def grow(n):\n    return grow(1 + {larger})\n", "grow")
    program = Program(answer)
    program.most_rounds = 100
    with pytest.raises(RoundsError):
        program.load()(7)
    assert program.rounds < 20


def test_an_exception_from_outside_leaves_no_guard(tmp_path):
    """A time limit can end ``guarded`` anywhere, even while it puts things back."""
    start = threading.Thread.start
    guarded().__enter__()
    unguard()
    (tmp_path / "made.txt").write_text("made")
    assert threading.Thread.start is start


def test_the_notebook_stays_as_it_is(capsys):
    """The lines that reach it do not run in the answer itself, only in changed programs."""
    kept, depth = [1, 2], Block.from_nested(1, 0)
    source = """
def count_leaves(block):
    if block.max_depth > 99:
        kept.append(block)
        Block.size = 7
        print(kept)
        depth.colour = None
    return 2 if block.children else 0
"""
    mended(source, kept=kept, depth=depth)
    assert kept == [1, 2]
    assert depth.colour == 1
    assert "size" not in vars(Block)
    assert capsys.readouterr() == ("", "")


def test_other_threads_are_not_guarded(tmp_path):
    def write():
        begin.wait(60)
        (tmp_path / "made.txt").write_text("made")

    begin, writing = threading.Event(), threading.Thread(target=write)
    writing.start()
    with guarded():
        begin.set()
        writing.join(60)
    assert (tmp_path / "made.txt").exists()


def test_the_search_ends_in_time(monkeypatch):
    monkeypatch.setattr(search, "COMPUTING", 0.5)
    start = thread_time()
    mended("""
def flatten(block):
    numbers = []
    while len(numbers) < 10:
        for number in range(5):
            while number < 3:
                numbers = numbers + [number]
    return numbers
""")
    assert thread_time() - start < 30


NUMBERS = [(n,) for n in range(12)]
PAIRS = [(a, b) for a in range(5) for b in range(5)]
LINES = [({"lines": ["", "r", "rr", "bb", "b", "st"]}, n) for n in range(6)]


def told(found):
    """Return the hint of each repair as if it were the only one."""
    return [plain(hints_of_repair([each])[-1]) for each in found]


def begins_red(board, line):
    return len(board["lines"][line]) > 0 and board["lines"][line][0] == "r"


@pytest.mark.parametrize(("lines", "right", "cases", "change"), [
    ("return n // 2 - n % 2", lambda n: n // 2 - n % 3, NUMBERS, "replace n % 2 with n % 3."),
    ("return (n + 1) * (n + 1)", lambda n: n * n + n, NUMBERS,
     "replace (n + 1) * (n + 1) with n * (n + 1)."),
    ("return (n + 2) * (m - 1)", lambda n, m: (n + 1) * (m + 1), PAIRS,
     "On line 2, replace (n + 2) * (m - 1) with (n + 1) * (m + 1)."),
    ("n += 2\n    m -= 1\n    return n * m", lambda n, m: (n + 1) * (m + 1), PAIRS,
     "You need two changes.\n1. On line 2"),
    ("tiles = n['lines'][m]\n    return tiles != '' and tiles == 'r'", begins_red, LINES,
     "On line 3, replace tiles == 'r' with tiles[0] == 'r'."),
    ("return 'NESW'[n - 0]", lambda n: "NESW"[n - 1], NUMBERS[1:5], "replace 0 with 1"),
], ids=["a part by what holds it", "the likelier of two parts", "two changes of one expression",
        "two changes of two lines", "a variable of one's own", "an index that is too large"])
def test_a_change_is_told_by_its_lines(lines, right, cases, change):
    parameters = ", ".join("nm"[:len(cases[0])])
    found = repairs(task_for(right, *cases), cell(f"def answer({parameters}):\n    {lines}\n"))
    assert change in "\n".join([*told(found), plain(hints_of_repair(found)[-1])])


@pytest.mark.parametrize(("lines", "right", "cases", "never"), [
    ("return 'NESW'[n - 4]", lambda n: "NESW"[n - 1], NUMBERS[1:5], "5"),
    ("return 'NESW'[4 - n]", lambda n: "NESW"[n - 1], NUMBERS[1:5], "5"),
    ("total = 0\n    for each in n:\n        total += each\n    return total",
     lambda n: 2 * sum(n), [([1, 2],), ([4],)], "missing"),
    ("if n == 3:\n        return n + 1\n    return n", lambda n: n, NUMBERS, "condition"),
    ("return {1: 1, 2: 2, 3: 4, 4: 6}[n]", lambda n: [0, 1, 2, 4, 6][n], NUMBERS[:5], "{n: "),
    ("return 'It is ' + str(n) + ' anyway.'", lambda n: f"It is {n}", NUMBERS, ""),
    ("return (n, 'rbg'[n % 3][0:])", lambda n: (n, ""), NUMBERS, ""),
    ("return n[:1]", lambda n: n[:5] * 2, [("abc",), ("abcdefg",)], ""),
    ("return len(n) > 1", lambda n: len(n) > 1 and all(each >= 0 for row in n for each in row),
     [([[-1, 1]] * 2,), ([[1, 2]] * 2,), ([[3, -1]] * 3,), ([[0]],), ([],)], ""),
    ("return n + n // 3", lambda n: [0, 1, 2, 3, 4, 6, 7, 8, 9, 10, 12, 13][n], NUMBERS, "[0, 1"),
    ("letters = [*n]\n    for i in range(len(n) - 1):\n        letters[i + 1] = letters[i]\n"
     "    return ''.join(letters)", lambda n: "".join(n[i - 1] for i in range(len(n))),
     [("ab",), ("abc",), ("abcd",)], "for i in range(len(n))"),
    ("count = 0\n    for each in n:\n        count = max(count, n.count(each))\n    return count",
     lambda n: n.count(n[-1]), [([1, 2, 2],), ([1, 1, 2],), ([1, 1, 2, 3, 3],)], "wrong place"),
], ids=["a negative index", "another negative index", "a statement that is there already",
        "a condition that never holds", "a variable as a key", "another sentence",
        "what is always empty", "a constant of another place", "a loop that is missing",
        "a table", "an answer in the last line alone", "what begins anew in each round"])
def test_that_is_no_repair(lines, right, cases, never, monkeypatch):
    monkeypatch.setattr(search, "COMPUTING", 2)
    found = repairs(task_for(right, *cases, ways=(right,)), cell(f"def answer(n):\n    {lines}\n"))
    assert not any(never in said for said in told(found)), 'where it is "" there is none at all'


def test_a_loops_variable_takes_no_result():
    found = mended("""
def rotate(block, direction):
    if not block.children:
        return
    for _ in range(direction):
        block.children = block.children[1:] + block.children[:1]
        for child in block.children:
            rotate(child, direction)
    block.update_block_locations(block.position, block.size)
""")
    assert not any("_ = _" in said for said in told(found))


def test_a_repair_is_right_in_cases_that_the_check_did_not_have():
    task = Task("answer", lambda n: n * n,
                lambda rng: [(0,), (2,), (3 if rng.random() < 0.3 else 2,)])
    found = repairs(task, cell("def answer(n):\n    return n - n\n"))
    assert told(found) == ["On line 2, replace n - n with n * n."]


def test_hundreds_of_further_cases_are_tried_where_there_are_so_many():
    fresh = [*check.count_leaves.fresh([])]
    assert 150 < len(fresh) <= MOST_FRESH
    assert [*check.MyBlock.fresh([*check.MyBlock.fresh([])])] == []


def test_nothing_is_put_beside_the_condition_of_an_elif():
    tree = ast.parse("if a:\n    b()\nelif c:\n    d()\n    e()\n").body[0]
    made = [change for node, name, block, around in blocks(tree) for at in range(len(block))
            for change in _moves(Place(node, name, block, at), around)]
    assert all(not is_elif(*edit) for change in made for edit in change.edits)


@pytest.mark.parametrize("step", range(30))
def test_a_change_that_is_stopped_anywhere_is_taken_back(step):
    tree = ast.parse("def f(a):\n    return a + 1").body[0]
    before, lines = ast.dump(tree), iter(range(step))
    change = Change(Kind.VALUE, ((tree.body[0], "value", ast.Constant(1)),
                                 (tree, "name", "g")), 0, 2)

    def stops(frame, event, arg):
        if frame.f_code.co_filename == sys.modules[Change.__module__].__file__ and (
                event == "line" and next(lines, None) is None):
            sys.settrace(None)
            raise OutOfTimeError
        return stops

    tracing = sys.gettrace()
    sys.settrace(stops)
    try:
        with suppress(OutOfTimeError), change:
            pass
    finally:
        sys.settrace(tracing)
    take_back()
    assert ast.dump(tree) == before
