"""Advice on the style of a student's code: what ruff says, and whether its examples hold.

``check.style(flatten, MyPlayer)`` prints the advice. It grades nothing.
"""

from __future__ import annotations

import builtins
import inspect
import json
import re
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from blocky.kit.calls import short
from blocky.kit.check.failure import Failure
from blocky.kit.check.program import functions_of
from blocky.kit.check.record import CheckError
from blocky.kit.check.run import random_numbers_kept
from blocky.kit.check.task import Task
from blocky.kit.language import mark, say, say_count
from blocky.kit.notebook.definition import Definition, definition_of
from blocky.kit.notebook.examples import said_by_examples
from blocky.kit.notebook.tasks import asks_for

__all__ = ["advice", "style"]

#: What ruff looks at. Docstrings of methods such as __init__ may be left out.
_RULES = "A001,A002,B,C4,D101,D102,D103,D205,D300,D400,D403,D419,E4,E5,E7,E9,F,N,SIM,W"
_LEFT_OUT = "B905,SIM108"
_LINE = 100

#: Why it matters, by the beginning of ruff's code; the longest beginning counts.
_WHY = mark({
    "A": "The name belongs to Python; below this line Python's own is no longer to be had.",
    "B": "This often hides a mistake.",
    "B006": "A default value is made once, with the function, and is shared by all its calls.",
    "B007": "A name that is not used puts a reader on the wrong track; _ says that it is not.",
    "B904": "With `from error` or `from None` a reader of the error sees what led to it.",
    "C4": "Python has a shorter way to write this.",
    "D1": "A docstring says in a sentence what comes out, so that nobody must read the lines.",
    "D2": "The first line of a docstring is a sentence by itself; more follows after a blank line.",
    "D3": "Docstrings stand between three double quotes, also when they are short.",
    "D4": "The first line of a docstring is a sentence: a capital letter first, a full stop last.",
    "D419": "An empty docstring says nothing.",
    "E4": "Imports stand together, where a reader looks for them.",
    "E501": "A line of more than {most} letters does not fit beside another file on a screen.",
    "E7": "There is a plainer way to write this.",
    "E701": "One statement a line is easier to read, and an error names the line.",
    "E711": "None is one object: `is None` asks for it, == asks what an object thinks of itself.",
    "E712": "A condition is true or false already; to compare it says nothing more.",
    "E722": "This catches everything, also your own slips of the pen and Ctrl-C.",
    "E731": "A def has a name that errors can show, and room for a docstring.",
    "E741": "In many typefaces l, O and I look like 1 and 0.",
    "E9": "Python cannot read this.",
    "F": "Something here has no effect, or is not there.",
    "F401": "What is imported and never used makes a reader look for its use.",
    "F541": "A text without {{...}} needs no f in front of it.",
    "F811": "The same name is defined twice; only the second one counts.",
    "F821": "Nothing has this name. Is it misspelt, or is its cell not run yet?",
    "F841": "A value that nobody uses is superfluous, or was forgotten further down.",
    "N": "Functions and variables are written like_this, classes LikeThis: a name shows its kind.",
    "SIM": "The same can be said in fewer words.",
    "W": "Blanks at the end of a line cannot be seen, but they count as changes.",
})


def style(*answers: Any) -> None:
    """Print what could be better in the style, the docstrings and the examples of ``answers``.

    ``answers`` are functions and classes. It is advice, not a grade: whatever it finds, it raises
    nothing.
    """
    if not answers:
        print(say("Hand over functions or classes: check.style(flatten, MyPlayer)."))
    for answer in answers:
        name = getattr(answer, "__name__", short(answer))
        found = list(advice(answer))
        print(say_count("{name}: one piece of advice.", "{name}: {count} pieces of advice.",
                        len(found), name=name) if found else
              say("{name}: nothing to say.", name=name))
        for text in found:
            print(textwrap.indent(text, "  "))


def advice(answer: Any) -> Iterator[str]:
    """Yield each piece of advice on a function or a class, with its place."""
    answer = inspect.unwrap(answer)
    if not inspect.isfunction(answer) and not inspect.isclass(answer):
        yield say("This is neither a function nor a class, so there is nothing to look at.")
        return
    own = definition_of(answer)
    if own is None:
        yield say("Its source is not to be found. Run the cell that defines it, and try again.")
        return
    if own.is_stub:
        yield say("It is not written yet: its body only raises NotImplementedError.")
        return
    task = asks_for(answer.__name__)
    if task and inspect.isfunction(answer) and (wrong := _wrong_in(task, answer)):
        yield say("It is wrong for {call}. Mend that first: no style makes up for it.", call=wrong)
    yield from _said_by_ruff(own, _prescribed(task))
    if answer.__name__.startswith("_") and not answer.__doc__:  # ruff asks for no docstring there
        yield say("{at}: there is no docstring.\n{why}", at=own.at(1), why=say(_WHY["D1"]))
    yield from said_by_examples(own, answer.__name__)


def _wrong_in(task: Task, answer: Any) -> str:
    """Return the call of a case in which an answer is wrong; "" if none is known."""
    with suppress(CheckError), random_numbers_kept():
        if isinstance(tried := task.tried(answer), Failure):
            return task.written(tried.case)
    return ""


# -- what ruff says ----------------------------------------------------------------------------

def _said_by_ruff(own: Definition, prescribed: frozenset[str]) -> Iterator[str]:
    version = f"py3{min(sys.version_info.minor, 13)}"
    try:
        done = subprocess.run(
            [sys.executable, "-m", "ruff", "check", "--isolated", "--no-cache", "--quiet",
             "--output-format", "json", "--select", _RULES, "--ignore", _LEFT_OUT,
             "--line-length", str(_LINE), "--target-version", version,
             "--stdin-filename", "answer.py", "-"],
            input=own.text, capture_output=True, encoding="utf-8", timeout=10, check=False)
        problems = json.loads(done.stdout)
    except (OSError, ValueError, subprocess.SubprocessError) as error:
        yield say("ruff, which looks at the style, did not work: {error}", error=short(error, 200))
        return
    for problem in problems:
        named = re.findall(r"`(.+?)`", problem["message"])
        known = named and (named[0] in own.names or hasattr(builtins, named[0]))
        chosen = problem["code"] != "A002" or named[0] not in prescribed
        if chosen and not (problem["code"] == "F821" and known):
            yield _told(problem, own)


def _prescribed(task: Task | None) -> frozenset[str]:
    """Return the parameters that an exercise gives to its function, or to methods of its class."""
    answers = [each for each in (task.right, *task.ways) if each] if task else []
    return frozenset(name for each in answers for function in functions_of(each)
                     for name in inspect.signature(function).parameters)


def _told(problem: dict[str, Any], own: Definition) -> str:
    """Return a problem in words: the place, what it is, the line itself, and why it matters."""
    code, place = problem["code"] or "syntax", problem["location"]
    why = max((start for start in _WHY if code.startswith(start)), key=len, default="")
    line = own.text.split("\n")[place["row"] - 1]
    said = [own.at(place["row"], place["column"]) + f" ({code}): {problem['message']}",
            f"    {line.strip()}", say(_WHY[why], most=_LINE) if why else ""]
    return "\n".join(part for part in said if part.strip())
