"""A wrong answer is mended, and the hint names the student's own line; or nothing is claimed."""

import ast
import linecache
import sys
import threading
import types
from contextlib import suppress
from gettext import NullTranslations
from pathlib import Path
from time import thread_time

import pytest

from blocky import Block, check
from blocky.kit.check import course
from blocky.kit.check.failure import Explanation
from blocky.kit.check.program import Program, RoundsError
from blocky.kit.check.task import MOST_FRESH, CheckError, Task
from blocky.kit.check.trees import blocks, is_elif
from blocky.kit.hints.explain import repairs_of
from blocky.kit.hints.of_repair import hints_of_repair
from blocky.kit.language import use
from blocky.kit.notebook.tasks import tasks_of
from blocky.kit.repair import search
from blocky.kit.repair.change import Change, take_back
from blocky.kit.repair.guarded import RefusedError, guarded, little_memory, unguard
from blocky.kit.repair.rules import Kind
from blocky.kit.repair.statements import _moves
from blocky.kit.safely import OutOfTimeError
from tests import tictactoe  # noqa: F401  it registers its task

SETUP = "from blocky import Block, Colour, Goal, random_init\n"

FLATTEN = """
def flatten(block):
    side = 2 ** (block.max_depth - block.level)
    if not block.children:
        return [[block.colour] * side for _ in range(side)]
    one, two, three, four = [flatten(child) for child in block.children]
    upper = [left + right for left, right in zip(two, one)]
    lower = [left + right for left, right in zip(three, four)]
    return upper + lower
"""

COUNT = """
def count_leaves(block):
    if not block.children:
        return 1
    count = 0
    for child in block.children:
        count += count_leaves(child)
    return count
"""

SWAP = """
def swap(block, direction):
    order = [1, 0, 3, 2] if direction == 0 else [3, 2, 1, 0]
    if block.children:
        block.children = [block.children[i] for i in order]
        block.update_block_locations(block.position, block.size)
"""

TOP = """
class TopGoal(Goal):
    def score(self, board):
        if not board.children:
            side = 2 ** (board.max_depth - board.level)
            return side * side if board.colour == self.colour else 0
        return max(self.score(board.children[0]), self.score(board.children[1]))

    def description(self):
        return f"Bring {self.colour} to the top."
"""

SIZE = """
def undiscovered_blob_size(goal, pos, board, visited):
    row, column = pos
    if not (0 <= row < len(board) and 0 <= column < len(board)):
        return 0
    if visited[row][column] != -1:
        return 0
    if board[row][column] != goal.colour:
        visited[row][column] = 0
        return 0
    visited[row][column] = 1
    size = 1
    for step in [(-1, 0), (1, 0), (0, -1), (0, 1)]:
        place = (row + step[0], column + step[1])
        size += undiscovered_blob_size(goal, place, board, visited)
    return size
"""

WINNER = """
def winner(board):
    lines = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
    for i, j, k in lines:
        if board[i] == board[j] == board[k] and board[i] != "":
            return board[i]
    return ""
"""

#: Right answers, each with what is changed in one line of it, and what it is changed into.
BROKEN = [
    (FLATTEN, "block.max_depth - block.level", "block.max_depth"),
    (FLATTEN, "not block.children", "block.children"),
    (FLATTEN, "return upper + lower", "return lower + upper"),
    (FLATTEN, "zip(two, one)", "zip(one, two)"),
    (FLATTEN, "return upper + lower", "print(upper + lower)"),
    (FLATTEN, "return upper + lower", "upper + lower"),
    (FLATTEN, "[flatten(child) for", "[flatten(block) for"),
    (FLATTEN, "not block.children", "block.colour"),
    (COUNT, "return 1", "return 0"),
    (COUNT, "count += count_leaves(child)", "count_leaves(child)"),
    (COUNT, "count += count_leaves(child)", "count = count_leaves(child)"),
    (COUNT, "    return count\n", "        return count\n"),
    (COUNT, "    count = 0\n", "    count = 1\n"),
    (SWAP, "[3, 2, 1, 0]", "[3, 2, 0, 1]"),
    (SWAP, "direction == 0", "direction == 1"),
    (TOP, "board.children[1]", "board.children[2]"),
    (TOP, "side * side", "side + side"),
    (TOP, "board.colour == self.colour", "board.colour == colour"),
    (TOP, "return max(self", "return max(board"),
    (SIZE, "size = 1", "size = 0"),
    (SIZE, "(-1, 0)", "(-1, -1)"),
    (SIZE, "< len(board)):", "<= len(board)):"),
    (SIZE, "size += undiscovered_blob_size", "size = undiscovered_blob_size"),
    (WINNER, "return board[i]", "return board[j], i"),
    (WINNER, 'board[i] != ""', 'board[i] == ""'),
    (WINNER, "i, j, k in lines", "i, k, k in lines"),
]


def cell(source, name, **more):
    """Return what a notebook's cell defines under ``name``."""
    main = types.ModuleType("__main__")
    space = vars(main) | more
    exec(SETUP, space)
    file = f"<cell {abs(hash(source))}>"
    linecache.cache[file] = (len(source), None, source.splitlines(keepends=True), file)
    exec(compile(source, file, "exec"), space)
    return space[name]


def task_of(source):
    name = ast.parse(source).body[-1].name
    return name, tasks_of()[name]


def hints_of(source, name=None, **more):
    """Return the hints that come one after the other for an answer that fails."""
    called, task = task_of(source)
    answer = cell(source, name or called, **more)
    task.explained = Explanation()
    said = []
    for _ in range(3):
        with pytest.raises(CheckError) as caught:
            task.check(answer)
        said.append(caught.value.hint)
    return said


def mended(source, **more):
    """Return the repairs that are found for an answer, whatever else would be said of it."""
    name, task = task_of(source)
    answer = cell(source, name, **more)
    return repairs_of(task, task.tried(answer), Program(answer))


@pytest.mark.parametrize("source", [FLATTEN, COUNT, SWAP, TOP, SIZE, WINNER])
def test_the_answers_are_right_before_they_are_broken(source):
    name, task = task_of(source)
    assert task.passes(cell(source, name))


@pytest.mark.parametrize(("source", "right", "wrong"), BROKEN)
def test_one_wrong_line_is_found(source, right, wrong):
    assert source.count(right) == 1
    broken = source.replace(right, wrong)
    line = 1 + [a == b for a, b in zip(source.split("\n"), broken.split("\n"),
                                       strict=True)].index(False)
    found = mended(broken)
    assert found, "it is not mended"
    assert abs(found[0].changes[0].line - line) <= 1 or len(found[0].changes) > 1


SELECT = """
def get_selected_block(block, location, level):
    px, py = location
    if block.level == level or not block.children:
        return block
    for child in block.children:
        x, y = child.position
        if x <= px < x + child.size and y <= py < y + child.size:
            return get_selected_block(child, location, level)
"""

TURN = """
def rotate(block, direction):
    order = [1, 2, 3, 0]
    if direction == 3:
        order = [3, 0, 1, 2]
    block.children = [block.children[i] for i in order] if block.children else []
    for child in block.children:
        rotate(child, direction)
    block.update_block_locations(block.position, block.size)
"""

PAINT = """
def paint(block, colour):
    if block.level != block.max_depth:
        raise ValueError("not a unit cell")
    if block.colour == colour:
        raise ValueError("the same colour")
    block.colour = colour
"""


@pytest.mark.parametrize(("source", "right", "wrong", "change"), [
    (SELECT, "x <= px < x + child.size and y <= py < y + child.size",
     "x <= px <= x + child.size and y <= py <= y + child.size",
     "should be x <= px < x + child.size and y <= py < y + child.size"),
    (SELECT, "px, py = location", "py, px = location", "should be px, py = location"),
    (SELECT, "(child, location, level)", "(child, location, 1)", "should be level, not 1"),
    (TURN, "[1, 2, 3, 0]\n    if direction == 3:\n        order = [3, 0, 1, 2]",
     "[2, 3, 0, 1]\n    if direction == 3:\n        order = [0, 1, 2, 3]",
     "should be [1, 2, 3, 0], not [2, 3, 0, 1]"),
    (TURN, "rotate(child, direction)", "rotate(child, 1)", "should be direction, not 1"),
    (PAINT, "    block.colour = colour\n", "", "after line 7"),
])
def test_what_is_wrong_at_several_places_is_one_change(source, right, wrong, change):
    broken = source.replace(right, wrong)
    if not wrong:  # it stands before what refuses
        head, rest = broken.split(":\n", 1)
        broken = f"{head}:\n{right}{rest}"
    assert change in hints_of_repair(mended(broken))[-1]


def test_further_lines_that_are_changed_alike_are_named():
    said = hints_of_repair(mended(FLATTEN.replace(
        "        return [[block.colour] * side for _ in range(side)]\n", """\
        rows = []
        for _ in range(side - 1):
            row = []
            for _ in range(side - 1):
                row.append(block.colour)
            rows.append(row)
        return rows
""")))[-1]
    assert said == "In line 6 it should be side, not side - 1.\nLine 8: the same."


def test_an_answer_to_another_task_is_left_as_it_is():
    program = Program(cell(FLATTEN + """
def perimeter_score(grid, colour):
    return len(flatten(grid))
""", "perimeter_score"), {"flatten"})
    assert set(program.trees) == {"perimeter_score"}
    assert "def flatten" in program.source


def test_what_the_last_one_decides_is_kept_with_those_before():
    assert "ok = ok and" in hints_of_repair(mended("""
def is_sound(block):
    ok = len(block.children) in (0, 4) and block.level <= block.max_depth
    ok = ok and (block.colour is None) == (len(block.children) == 4)
    for child in block.children:
        ok = (child.parent is block and child.level == block.level + 1
              and child.max_depth == block.max_depth)
    return ok
"""))[-1]


def test_what_is_missing_has_its_place():
    said = hints_of_repair(mended(SWAP.replace(
        "        block.update_block_locations(block.position, block.size)\n", "")))[-1]
    assert said == ("Something is missing after all of what begins in line 4: "
                    "block.update_block_locations(block.position, block.size)")


def test_an_attribute_of_the_wrong_thing_is_turned_round():
    said = hints_of_repair(mended("""
class MyBlock(Block):
    def __init__(self, level, max_depth, colour=None, children=()):
        Block.__init__(self, level, max_depth, colour)
        self.children = list(children)
        for child in self.children:
            self.parent = child
"""))
    assert "child.parent = self" in said[-1]


def test_what_makes_very_many_calls_is_no_repair():
    said = hints_of_repair(mended("""
def deepest_level(block):
    deepest = block.level
    for child in block.children:
        below = deepest_level(child)
        if below > block.level:
            deepest = below
    return deepest
"""))[-1]
    assert "In line 6 it should be below > deepest, not below > block.level" in said


def test_a_truth_that_is_dropped_is_kept():
    task = Task("large", lambda block: all(leaf.level < 2 for leaf in block.leaves()),
                task_of(COUNT)[1].cases)
    answer = cell("""
def large(block):
    ok = bool(block.children) or block.level < 2
    for child in block.children:
        large(child)
    return ok
""", "large")
    found = repairs_of(task, task.tried(answer), Program(answer))
    assert "Use it: ok = ok and large(child)" in hints_of_repair(found)[-1]


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


def test_a_likely_change_wins_against_a_silly_one():
    said = hints_of_repair(mended("""
def count_leaves(block):
    if not block.children:
        return 1
    return 1 + sum(count_leaves(child) for child in block.children)
"""))[-1]
    assert "1 *" not in said
    assert "should be sum(" in said


def test_what_is_left_of_a_rewritten_answer_is_no_evidence():
    assert not mended("""
def deepest_level(block):
    places = [block.position, block.size]
    x = places[0]
    return len([x for x in places if x])
""")


# -- what is said --------------------------------------------------------------------------------

def test_hints_climb_from_the_line_to_the_kind_to_the_change():
    source = FLATTEN.replace("block.max_depth - block.level", "block.max_depth")
    where, what, change = hints_of(source)
    assert "line 3: side = 2 ** (block.max_depth)" in where
    assert "block.max_depth is 2 here, and 1 is needed" in what
    assert "block.max_depth - block.level" in change


def test_the_line_is_marked_in_the_students_own_source():
    name, task = task_of(TOP)
    task.explained = Explanation()
    with pytest.raises(CheckError) as caught:
        task.check(cell(TOP.replace("side * side", "side + side"), name))
    shown = [line for line in caught.value.source.split("\n") if "▶" in line]
    assert len(shown) == 1
    assert "side + side" in shown[0]


def test_what_stays_from_one_call_to_the_next_is_named():
    source = """
def count_leaves(block, found=[]):
    if not block.children:
        found.append(block)
    for child in block.children:
        count_leaves(child)
    return len(found)
"""
    assert "found" not in hints_of(source)[0] or "line 2" in hints_of(source)[0]
    found = mended(source)
    assert found[0].changes[0].kind is Kind.KEPT
    assert found[0].changes[0].line == 2


@pytest.mark.parametrize(("start", "asked"), [("best = 0", "max(best, block.level)"),
                                              ("best = [0]", "max(best[-1], block.level)")])
def test_a_name_outside_that_stays_is_named(start, asked):
    source = f"""
LEVELS = [0, 1, 2]
{start}
def deepest_level(block):
    global best
    best = {"asked" if "[" not in start else "best + [asked]"}
    for child in block.children:
        deepest_level(child)
    return best{"" if "[" not in start else "[-1]"}
""".replace("asked", asked)
    found = mended(source)
    assert found[0].changes[0].kind is Kind.KEPT
    assert ast.unparse(found[0].changes[0].old) == "best"


def test_a_case_written_into_the_code_is_no_evidence():
    assert not mended("""
def count_leaves(block):
    return {0: 1, 1: 4, 2: 7}[block.max_depth]
""")


def test_the_kits_own_work_is_no_repair():
    for each in mended("""
def flatten(block):
    return [[block.colour]]
"""):
        assert "flatten" not in ast.dump(each.changes[0].new)


def test_an_answer_without_source_is_left_alone():
    space = {}
    exec("def flatten(block):\n    return [[block.colour]]", space)
    with pytest.raises(LookupError):
        Program(space["flatten"])
    with pytest.raises(CheckError):
        check.flatten.check(space["flatten"])


def test_hints_are_said_in_the_language_in_use():
    class Marked(NullTranslations):
        def gettext(self, message):
            return f"~{message}"

    use(Marked())
    try:
        hints = hints_of(FLATTEN.replace("[flatten(child) for", "[flatten(block) for"))
        assert all(hint.startswith("~") for hint in hints)
    finally:
        use(NullTranslations())


# -- the instructor's limit ----------------------------------------------------------------------

@pytest.mark.parametrize(("text", "most"), [
    ("hints = 0", 0), ("hints = 2", 2), ("hints = 9", 3), ("hints = -1", 0), ("", 3),
    ("hints = [", 3), ('hints = "many"', 3)])
def test_a_course_says_how_far_hints_climb(text, most, tmp_path, monkeypatch):
    (tmp_path / course.FILE).write_text(text)
    (tmp_path / "exercises").mkdir()
    monkeypatch.chdir(tmp_path / "exercises")
    assert course.most_hints() == most
    hints = hints_of(COUNT.replace("return 1", "return 0"))
    assert len(set(hints) - {""}) == most
    assert (hints[0] == "") == (most == 0)


def test_grading_shows_the_first_hint_at_most(monkeypatch):
    monkeypatch.setattr(course, "_grades", False)
    assert course.most_hints() == 1
    assert len(set(hints_of(COUNT.replace("return 1", "return 0")))) == 1


# -- safety --------------------------------------------------------------------------------------

HOSTILE = {
    "a file": "open('made.txt', 'w')", "a folder": "os.mkdir('made')", "a shell": "os.system('ls')",
    "a process": "subprocess.run(['ls'])", "a socket": "socket.socket().connect(('localhost', 9))",
    "a library": "__import__('this')", "memory": "ctypes.string_at(0)",
    "a thread": "threading.Thread(target=print).start()", "the keyboard": "input()",
    "removing": "os.remove('kept.txt')",
}


@pytest.mark.parametrize("line", HOSTILE.values(), ids=HOSTILE)
def test_a_changed_program_reaches_nothing_outside(line, tmp_path, monkeypatch):
    """The hostile line does not run in the answer itself, only in changed programs."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "kept.txt").write_text("kept")
    source = f"""
def count_leaves(block):
    if block.max_depth > 99:
        {line}
    if not block.children:
        return 0
    return sum(count_leaves(child) for child in block.children)
"""
    modules = {name: sys.modules.get(name) or __import__(name)
               for name in ("os", "subprocess", "socket", "ctypes", "threading")}
    before, threads = set(sys.modules), threading.active_count()
    with guarded(), pytest.raises((RefusedError, EOFError)):
        exec(line, dict(modules))
    assert mended(source, **modules)
    assert [each.name for each in tmp_path.iterdir()] == ["kept.txt"]
    assert "this" not in set(sys.modules) - before
    assert threading.active_count() <= threads + 1


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="no system with such a limit")
def test_a_changed_program_cannot_take_all_memory():
    source = """
def count_leaves(block):
    cells = [0] * (2 ** 10 if block.max_depth < 99 else 2 ** 33)
    if not block.children:
        return 0
    return sum(count_leaves(child) for child in block.children)
"""
    with little_memory(), pytest.raises(MemoryError):
        bytes(2 ** 33)
    assert mended(source)
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


@pytest.mark.parametrize(("text", "found"), [
    ("edge - 0", "1, not 0"), ("edge - 4", ""), ("4 - edge", "")])
def test_a_repair_that_works_by_a_negative_index_only_is_none(text, found):
    task = Task("answer", lambda edge: "NESW"[edge - 1], lambda rng: [(n,) for n in (1, 2, 3, 4)],
                ways=[lambda edge: {1: "N", 2: "E", 3: "S", 4: "W"}[edge]])
    answer = cell(f"def answer(edge):\n    return 'NESW'[{text}]\n", "answer")
    said = hints_of_repair(repairs_of(task, task.tried(answer), Program(answer)))
    assert found in (said or [""])[-1]
    assert not said or "5" not in said[-1]


def said_of(source, right, cases, *ways):
    """Return what the repairs of a wrong answer say, and what is said in the end."""
    task = Task("answer", right, cases, ways=ways)
    answer = cell(source, "answer")
    found = repairs_of(task, task.tried(answer), Program(answer))
    return [hints_of_repair([each])[-1] for each in found], (hints_of_repair(found) or [""])[-1]


def test_a_loops_variable_takes_no_result():
    answer = cell("""
def rotate(block, direction):
    if not block.children:
        return
    for _ in range(direction):
        block.children = block.children[1:] + block.children[:1]
        for child in block.children:
            rotate(child, direction)
    block.update_block_locations(block.position, block.size)
""", "rotate")
    every = repairs_of(check.rotate, check.rotate.tried(answer), Program(answer))
    assert not any("_ = _" in hints_of_repair([each])[-1] for each in every)


def test_a_statement_that_is_there_already_is_no_repair():
    source = "def answer(numbers):\n    total = 0\n    for n in numbers:\n        total += n\n"
    all_of_it, _ = said_of(f"{source}    return total\n", lambda numbers: 2 * sum(numbers),
                           lambda rng: [([1, 2],), ([4],)])
    assert not any("missing" in each for each in all_of_it)


def test_a_repair_is_right_in_cases_that_the_check_did_not_have():
    def squares(rng):
        yield from ((0,), (2,), (3 if rng.random() < 0.3 else 2,))

    said, _ = said_of("def answer(n):\n    return n - n\n", lambda n: n * n, squares)
    assert said == ["In line 2 it should be n * n, not n - n."]


def test_hundreds_of_further_cases_are_tried_where_there_are_so_many():
    fresh = [*check.count_leaves.fresh([])]
    assert 150 < len(fresh) <= MOST_FRESH
    assert [*check.MyBlock.fresh([*check.MyBlock.fresh([])])] == []


def test_a_condition_that_never_holds_is_no_repair():
    said, _ = said_of("def answer(n):\n    if n == 3:\n        return n + 1\n    return n\n",
                      lambda n: n, lambda rng: [(n,) for n in range(9)])
    assert said
    assert not any("condition" in each for each in said)


def test_no_variable_becomes_a_key_of_a_dictionary():
    said, _ = said_of("def answer(n):\n    return {1: 1, 2: 2, 3: 4, 4: 6}[n]\n",
                      lambda n: [0, 1, 2, 4, 6][n], lambda rng: [(n,) for n in range(5)],
                      lambda n: {0: 0, 1: 1, 2: 2, 3: 4, 4: 6}[n])
    assert not any("{n: " in each for each in said)


@pytest.mark.parametrize("line", ["'It is ' + str(n) + ' anyway.'",
                                  "(n, 'rbg'[n % 3][0:])"])
def test_another_sentence_and_what_is_always_empty_are_no_repair(line):
    right = {"I": lambda n: f"It is {n}", "(": lambda n: (n, "")}[line.strip("'")[0]]
    said, _ = said_of(f"def answer(n):\n    return {line}\n", right,
                      lambda rng: [(n,) for n in range(12)], right)
    assert not said


@pytest.mark.parametrize(("line", "right", "change"), [
    ("n // 2 - n % 2", lambda n: n // 2 - n % 3, "should be n % 3, not n % 2."),
    ("(n + 1) * (n + 1)", lambda n: n * n + n, "should be n * (n + 1), not (n + 1) * (n + 1)."),
])
def test_what_stands_in_a_line_more_than_once_is_named_by_what_holds_it(line, right, change):
    said, _ = said_of(f"def answer(n):\n    return {line}\n", right,
                      lambda rng: [(n,) for n in range(1, 30)])
    assert change in "\n".join(said)


def test_two_changes_of_one_expression_are_one_statement():
    _, said = said_of("def answer(a, b):\n    return (a + 2) * (b - 1)\n",
                      lambda a, b: (a + 1) * (b + 1), lambda rng: [
                          (a, b) for a in range(5) for b in range(5)])
    assert said == "In line 2 it should be (a + 1) * (b + 1), not (a + 2) * (b - 1)."


def test_two_changes_of_two_lines_are_told_together():
    _, said = said_of("def answer(a, b):\n    a += 2\n    b -= 1\n    return a * b\n",
                      lambda a, b: (a + 1) * (b + 1), lambda rng: [
                          (a, b) for a in range(5) for b in range(5)])
    assert said.startswith("Two changes make it right. In line 2")
    assert "And: In line 3" in said


def test_a_loop_that_is_missing_is_no_repair():
    def right(rows):
        for row in rows:
            for n in row:
                if n < 0:
                    return False
        return len(rows) > 1

    _, said = said_of("def answer(rows):\n    return len(rows) > 1\n", right, lambda rng: [
        ([[rng.randrange(-1, 9) for _ in range(3)] for _ in range(rng.randrange(4))],)
        for _ in range(20)])
    assert not said


def test_a_students_own_variable_stands_for_what_it_is():
    def right(board, line):
        return len(board["lines"][line]) > 0 and board["lines"][line][0] == "r"

    said, _ = said_of("""
def answer(board, line):
    tiles = board["lines"][line]
    return tiles != "" and tiles == "r"
""", right, lambda rng: [({"lines": ["", "r", "rr", "bb", "b"]}, n) for n in range(5)])
    assert "In line 4 it should be tiles[0] == 'r', not tiles == 'r'." in said


def test_a_constant_of_another_place_of_the_right_answer_is_less_likely():
    _, said = said_of("def answer(text):\n    return text[:1]\n", lambda text: text[:5] * 2,
                      lambda rng: [("abc",), ("abcdefg",)])
    assert "2" not in said


def test_nothing_is_put_beside_the_condition_of_an_elif():
    tree = ast.parse("if a:\n    b()\nelif c:\n    d()\n    e()\n").body[0]
    made = [change for node, name, block, around in blocks(tree) for place in range(len(block))
            for change in _moves(node, name, block, place, around)]
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
