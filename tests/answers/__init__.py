"""Answers to the exercises: right ones in several styles, and wrong ones beside the typical ones.

For each task a module has RIGHT, answers that must pass, of another form than the solution: other
types, another order, other draws. WRONG has one Wrong for each thing that a check may say; most are
right answers of which a few words are changed. More typical mistakes are listed in the checks.
"""

import ast
import copy
import importlib
import inspect
import linecache
import pkgutil
import random
import sys
import textwrap
from dataclasses import dataclass
from functools import cache
from types import ModuleType
from typing import Any

from blocky import Goal
from blocky.kit.check.exercise_cells import read
from blocky.kit.teaching import ROOT


@dataclass(frozen=True)
class Wrong:
    """A wrong answer, words of its clearest hint, and the state that its check reports."""

    mistake: str
    answer: Any
    hint: str
    state: str = "wrong"


def goal_of(score, words="Go for {}."):
    """Return a class of goals with this score, a function of the board and the colour."""
    return type("MyGoal", (Goal,), {
        "score": lambda self, board: score(board, self.colour),
        "description": lambda self: words.format(self.colour)})


#: The games with exercises. Blocky's answers are here, those of another game in its own folder.
GAMES = ["blocky", "blue", "prograsonne"]


def tasks(game="blocky"):
    """Yield the name, the right and the wrong answers of each task of a game."""
    room = importlib.import_module(__name__ if game == "blocky" else f"tests.{game}.answers")
    for module in pkgutil.iter_modules(room.__path__):
        answers = importlib.import_module(f"{room.__name__}.{module.name}")
        for name in answers.RIGHT:
            yield name, answers.RIGHT[name], answers.WRONG.get(name, [])


@cache
def solved(name):
    """Return a module with the imports and the answers of a solution, e.g. "blue/03_draft"."""
    cells = [cell for cell in read(ROOT / "solutions" / f"{name}.ipynb") if cell.kind == "code"]
    parts = [ast.unparse(each) for each in ast.parse(cells[0].source).body
             if isinstance(each, ast.Import | ast.ImportFrom)]
    parts += ["\n".join(line for line in cell.source.split("\n") if "### " not in line)
              for cell in cells if cell.is_answer]
    module = ModuleType(f"solved {name}")
    module.__file__ = f"<{name}>"
    sys.modules[module.__name__] = module
    exec(compile(kept("\n\n\n".join(parts), module.__file__), module.__file__, "exec"),
         vars(module))
    return module


def kept(source, file):
    """Cache a source under the name of its file, so that inspect finds it; return it."""
    linecache.cache[file] = len(source), None, source.splitlines(keepends=True), file
    return source


def but(answer, edits, *helpers):
    """Return an answer with parts of its source replaced, as if a student had written it.

    The ``helpers`` are functions in the same cell.
    """
    source = "\n\n".join(textwrap.dedent(inspect.getsource(each)) for each in (*helpers, answer))
    for old, new in edits.items():
        assert old in source, (answer.__name__, old)
        source = source.replace(old, new)
    file = f"<{answer.__name__}, changed {len(linecache.cache)}>"
    space = {**vars(sys.modules[answer.__module__]), "copy": copy, "random": random}
    exec(compile(kept(source, file), file, "exec"), space)
    return space[answer.__name__]


def changes(answer, *rows, beside=()):
    """Yield wrong answers, each made from ``answer`` by some changes.

    A row has the mistake, the replacements of text, the hint, and the state if it is not "wrong".
    """
    for mistake, edits, *told in rows:
        yield Wrong(mistake, but(answer, edits, *beside), *told)
