"""Advice on style: what it says, and of which line."""

import re
import subprocess
import sys
import textwrap
from importlib import import_module

import pytest

from blocky import check
from blocky.kit.check.error_block import advice_markup
from blocky.kit.check.exercise_cells import read
from blocky.kit.games import package
from blocky.kit.language import plain
from blocky.kit.notebook.style import advice
from tests.answers import GAMES, ROOT, solved
from tests.hints import cell

for each in GAMES:
    import_module(f"{package(each)}.check")
SOLUTIONS = [f"{path.parent.name}/{path.stem}"
             for path in sorted(ROOT.glob("solutions/*/[0-9]*.ipynb"))]


def defined(source, name=None):
    """Return what a cell with this source defines under ``name``, or last."""
    return cell(textwrap.dedent(source).lstrip("\n").replace("'''", '"""'), name)


def said_of(source, name=None):
    return [*map(plain, advice(defined(source, name)))]


CLEAN = '''
def count_leaves(block):
    """Return how many leaves the tree below block has.

    >>> from blocky import Block
    >>> count_leaves(Block.from_nested([0, 1, 2, 3], max_depth=1))
    4
    """
    if not block.children:
        return 1
    return sum(count_leaves(child) for child in block.children)
'''


def test_clean_code_gets_no_advice(capsys):
    assert check.style(defined(CLEAN)) is None
    assert capsys.readouterr() == ("count_leaves: no advice.\n", "")


@pytest.mark.parametrize(("source", "place", "words"), [
    ("def f(x):\n    return x\n", "Line 1 of its cell, column 5 (D103)", "Missing docstring"),
    ("double = lambda x: 2 * x\n", "Line 1 of its cell, column 1 (E731)", "lambda"),
    ("def f(x):\n    '''Return x.'''\n    return y\n", "column 12 (F821)", "Undefined name `y`"),
    ("def f(x, seen=[]):\n    '''Return x.'''\n    return seen + [x]\n",
     "column 15 (B006)", "mutable"),
    ("def myFunction(x):\n    '''Return x.'''\n    return x\n", "column 5 (N802)", "lowercase"),
    ("def f(x):\n    '''Return x.'''\n    return x + " + "1 + " * 30 + "1\n", "(E501)", "too long"),
    ("\n\nif True:\n    def f(x):\n        '''Return x.'''\n        best = 1\n        return x\n",
     "Line 4 of its cell, column 9 (F841)", "`best` is assigned to but never used"),
])
def test_ruff_speaks_with_its_place_and_a_reason(source, place, words):
    found = [text for text in said_of(source) if place in text]
    assert len(found) == 1, said_of(source)
    said, line, why = found[0].split("\n")
    assert words in said
    assert line.strip() in source.replace("'''", '"""')
    assert re.fullmatch(r"[A-Z].*[.?]", why)


UNPOLISHED = '''
def total(grid,colour):
    """Return how often the colour is there.

    >>> total([[1, 2]], 1)
    [1, 2]
    1
    """
    # TODO: faster
    count = 0
    for row in grid:
        pass
        print(row)
        count+=row.count(colour)
        if not row:
            pass
        else:
            count = count+0
    return count
'''


@pytest.mark.parametrize(("row", "code", "words"), [
    (1, "E231", "Put a space after each comma"),
    (8, "FIX002", "Do it, and remove the comment."),
    (11, "PIE790", "This line does nothing"),
    (12, "T201", "This line prints something that the task doesn't need."),
    (13, "E225", "Put a space on each side of the operator."),
    (15, "", "This branch does nothing."),
    (17, "E226", "Put a space on each side of the operator."),
])
def test_what_polishing_must_find_is_found_in_its_line(row, code, words):
    line = UNPOLISHED.strip("\n").split("\n")[row - 1].strip()
    found = [text for text in said_of(UNPOLISHED) if text.startswith(f"Line {row} of its cell")]
    assert len(found) == 1, said_of(UNPOLISHED)
    assert words in found[0]
    assert f"({code})" in found[0] or not code
    assert f"\n    {line}" in found[0]


def test_nothing_else_is_found_there():
    assert len(said_of(UNPOLISHED)) == 7


@pytest.mark.parametrize("body", [
    "return 2*x + 1", "return x**2", "return items[x+1:]", "return -x", "return x - 1 < 2*x",
    'return f"{x+1}"', "raise ValueError", "try:\n        return 1\n    except ValueError:\n"
    "        pass",
])
def test_spaces_and_pass_that_are_right_are_left_alone(body):
    source = f"items = []\ndef f(x):\n    '''Return x.'''\n    {body}\n"
    said = " ".join(said_of(source))
    assert not any(code in said for code in ("(E2", "PIE790", "branch"))


@pytest.mark.parametrize(("source", "is_blamed"), [
    ("def f(x):\n    print(x)\n    return x\n", True),
    ("def f(x):\n    for each in x:\n        print(each)\n", False),
    ("def f(x):\n    print(x)\n    if x:\n        return\n", False),
    ("def f(x):\n    def show():\n        print(x)\n    show()\n    return x\n", False),
    ("def count_leaves(block):\n    print(block)\n", True),
])
def test_a_print_is_blamed_unless_it_may_be_what_the_function_is_for(source, is_blamed):
    assert ("(T201)" in " ".join(said_of(source))) is is_blamed


@pytest.mark.parametrize("name", SOLUTIONS)
def test_the_solutions_are_polished(name):
    module = solved(name)
    answers = [getattr(module, cell.name, None) for cell in read(ROOT / f"solutions/{name}.ipynb")
               if cell.is_answer]
    said = [text for answer in answers if callable(answer) for text in advice(answer)]
    leftover = re.compile(r"\((T201|PIE790|FIX\d+|E2\d+)\)|This branch does nothing")
    assert [text for text in said if leftover.search(text)] == []


def test_what_another_cell_defines_is_known():
    source = "import math\nroot = 2\ndef f(x):\n    return math.pi + root + x\n"
    assert "F821" not in " ".join(said_of(source))
    inside = defined("def outer(a):\n    def f(x):\n        return a + x\n    return f\n")(3)
    assert "D103" in " ".join(advice(inside))
    assert "F821" not in " ".join(advice(inside))


def example(lines, body="return x"):
    middle = "".join(f"    {line}\n" for line in lines)
    return f'def f(x):\n    """Return x.\n\n{middle}    """\n    {body}\n'


@pytest.mark.parametrize(("lines", "body", "place", "words"), [
    ([">>> f(1)", "2"], "return x", "Line 4", "Expected: 2\nGot:      1"),
    ([">>> f(1)", "1", ">>> f(5)"], "return x", "Line 6", "Expected: nothing\nGot:      5"),
    ([">>> f(1)", "1"], "print(x, x)", "Line 4", "Got:      1 1"),
    ([">>> f(1)", "1"], "return 1 / 0", "Line 4", "ZeroDivisionError: division by zero"),
    ([">>> f(1)", "1"], "raise SystemExit", "Line 4", "SystemExit"),
    ([">>> f(", "1"], "return x", "Line 4", "SyntaxError"),
    ([">>>f(1)", "1"], "return x", "Line 2", "Python can't read an example"),
])
def test_an_example_that_fails_is_told_with_its_place(lines, body, place, words):
    said = said_of(example(lines, body))
    assert len(said) == 1, said
    assert said[0].startswith(place + " of its cell")
    assert words in said[0]


@pytest.mark.parametrize(("source", "words"), [
    ("def f(x):\n    return x\n", ["Missing docstring", "Its docstring has no example"]),
    (example([">>> f(1)", "1"], "raise NotImplementedError"), ["You haven't written it yet: its "
                                                               "body"]),
    ("def _f(x):\n    return x\n", ["the docstring is missing", "Its docstring has no example"]),
    (example([">>> 1 + 1", "2"], "return x"), ["No example calls f and shows its result"]),
    (example([">>> y = f(1)"], "return x"), ["No example calls f and shows its result"]),
    (example([">>> f(1)", "1"]), []),
    (example([">>> f(1)", "Traceback (most recent call last):", "    ...", "ValueError: no"],
             "raise ValueError('no')"), []),
    (example([">>> y = 3", ">>> for i in range(2):", "...     print(f(i) + y)", "3", "4"]), []),
])
def test_only_a_docstring_or_an_example_that_is_missing_is_told(source, words):
    assert all(word in text for word, text in zip(words, said_of(source), strict=True))


def test_an_endless_example_is_stopped():
    before = sys.stdout, sys.displayhook
    source = example([">>> f(1)", "1", ">>> f(2)", "2"], "while True: pass")
    said = [text for text in said_of(source) if "Line 4" in text]
    assert len(said) == 1
    assert "It was stopped" in said[0]
    assert (sys.stdout, sys.displayhook) == before


CLASS = '''
class Stack:
    """A pile.

    >>> Stack().items
    []
    """

    def __init__(self):
        self.items = []

    @property
    def top(self):
        """The item on top.

        >>> Stack().top
        'nothing'
        """
        return self.items[-1]

    def height(self):
        return len(self.items)
'''


def test_a_class_is_read_with_its_methods():
    said = said_of(CLASS)
    assert len(said) == 2
    assert said[0].startswith("Line 20 of its cell, column 9 (D102): Missing docstring")
    assert said[1].startswith("Line 15 of its cell: an example is wrong.")
    assert "IndexError" in said[1]


def test_what_is_no_function(capsys):
    check.style(3, len, None)
    check.style()
    check.style(type("Empty", (), {}))
    said = capsys.readouterr().out
    assert said.count("isn't a function or a class") == 3
    assert "Pass functions or classes" in said
    assert "Its source code can't be found" in said


def test_where_ruff_does_not_work_it_says_so_and_still_tries_the_examples(monkeypatch):
    def fails(*args, **options):
        raise OSError("no such program")

    monkeypatch.setattr(subprocess, "run", fails)
    said = said_of(example([">>> f(1)", "2"]))
    assert "no such program" in said[0]
    assert "Expected: 2" in said[1]


def test_without_ruff_it_says_what_to_install_and_still_tries_the_examples(monkeypatch):
    monkeypatch.setitem(sys.modules, "ruff", None)
    said = said_of(example([">>> f(1)", "2"]))
    assert "To install it, run: python -m pip install ruff" in said[0]
    assert "Expected: 2" in said[1]


def test_a_notebook_shows_advice_as_a_list_with_code():
    markup = advice_markup("f: 1 piece", ["Line 1: a < b\n    if a < b:\nBecause & so."])
    assert "<li" in markup
    assert ">if a &lt; b:</code>" in markup
    assert "Because &amp; so.</p>" in markup
    assert 'role="heading"' in markup


CELLS = """
from IPython.core.interactiveshell import InteractiveShell
shell = InteractiveShell()
shell.run_cell('from blocky import check, Player')
shell.run_cell('%precision 3\\n\\nclass Mine(Player):\\n    def make_move(self, game, rng):\\n'
               '        best = None\\n        return 1\\n\\n\\ndouble = lambda x: 2 * x')
shell.run_cell('check.style(Mine, double)')
"""


def test_it_finds_the_code_of_a_notebook():
    done = subprocess.run([sys.executable, "-c", CELLS], capture_output=True, text=True, check=True)
    assert done.stderr == ""
    assert "Mine: 4 pieces of advice." in done.stdout
    assert "Line 5 of its cell, column 9 (F841)" in done.stdout
    assert "<lambda>: 2 pieces of advice." in done.stdout
    assert "Line 9 of its cell, column 1 (E731)" in done.stdout


def test_a_name_that_the_exercise_prescribes_is_not_scolded():
    import blocky.prograsonne.check  # noqa: F401  its tasks are known from here on

    def scolded(name):
        return any("A002" in each for each in said_of(f"def {name}(board, type):\n    return 1"))

    assert scolded("anything")
    assert not scolded("legal_placements")


def test_what_its_check_refuses_is_told_before_the_style():
    def advised(counted):
        return said_of(f"""
            def count_colour(grid, colour):
                '''Return how many cells have the colour.

                >>> count_colour([[1, 2], [0, 1]], 1)
                2
                '''
                return sum({counted} for row in grid)
            """)

    assert advised("row.count(colour)") == []
    assert "It returns a wrong result for count_colour([[1, 2], [1, 1]], 1)" in advised("colour "
                                                                                        "in row")[0]
