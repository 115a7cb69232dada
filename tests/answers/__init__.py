"""Answers to the exercises: right ones in several styles, and wrong ones beside the typical ones.

For each task a module has RIGHT, a list of answers that must pass, and WRONG, a list of Wrong: most
are right answers of which a few words are changed. More typical mistakes are listed in the checks.
"""

import copy
import importlib
import inspect
import linecache
import pkgutil
import random
import sys
import textwrap
from dataclasses import dataclass
from typing import Any

from blocky import Goal


@dataclass(frozen=True)
class Wrong:
    """A wrong answer: the state that its check must tell, and words of the clearest hint."""

    mistake: str
    answer: Any
    state: str
    hint: str


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
        if module.name != "__main__":
            answers = importlib.import_module(f"{room.__name__}.{module.name}")
            for name in answers.RIGHT:
                yield name, answers.RIGHT[name], answers.WRONG.get(name, [])


def but(answer, edits, *helpers):
    """Return an answer with some text of its source replaced, as if a student had written it so.

    The ``helpers`` are functions that stand in the same cell.
    """
    source = "\n\n".join(textwrap.dedent(inspect.getsource(each)) for each in (*helpers, answer))
    for old, new in edits.items():
        assert old in source, (answer.__name__, old)
        source = source.replace(old, new)
    file = f"<{answer.__name__}, changed {len(linecache.cache)}>"
    linecache.cache[file] = len(source), None, source.splitlines(keepends=True), file
    space = {**vars(sys.modules[answer.__module__]), "copy": copy, "random": random}
    exec(compile(source, file, "exec"), space)
    return space[answer.__name__]


def changes(answer, *rows):
    """Yield answers with one change each; a row has the mistake, old and new text, and the hint."""
    for mistake, old, new, hint, *state in rows:
        yield Wrong(mistake, but(answer, {old: new}), state[0] if state else "wrong", hint)
