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
    """A wrong answer: words of the clearest hint, and the state that its check must tell."""

    mistake: str
    answer: Any
    hint: str
    state: str = "wrong"


def goal_of(score, words="Go for {}."):
    """Return a goal by a function of the board and the colour, and words that name the colour."""
    return type("MyGoal", (Goal,), {
        "score": lambda self, board: score(board, self.colour),
        "description": lambda self: words.format(self.colour)})


#: The games that have exercises; Blocky's answers lie here, those of others in a room of theirs.
GAMES = ["blocky", "blue", "prograsonne"]


def tasks(game="blocky"):
    """Yield the name of each task of a game with its right and its wrong answers."""
    room = importlib.import_module(__name__ if game == "blocky" else f"tests.{game}.answers")
    for module in pkgutil.iter_modules(room.__path__):
        answers = importlib.import_module(f"{room.__name__}.{module.name}")
        for name in answers.RIGHT:
            yield name, answers.RIGHT[name], answers.WRONG.get(name, [])


@cache
def solved(name):
    """Return a module of what a solution, such as "blue/03_draft", imports and answers."""
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
    """Return a source after it was kept, so that it is found under the name of its file."""
    linecache.cache[file] = len(source), None, source.splitlines(keepends=True), file
    return source


def but(answer, edits, *helpers):
    """Return an answer with some text of its source replaced, as if a student had written it so.

    The ``helpers`` are functions that stand in the same cell.
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
    """Yield wrong answers, each of them ``answer`` with some changes.

    A row has the mistake, what the changes put in the place of what, and what else a Wrong has.
    """
    for mistake, edits, *told in rows:
        yield Wrong(mistake, but(answer, edits, *beside), *told)
