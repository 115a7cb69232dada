"""Advice on the style of a student's code: what ruff says, and whether its examples hold.

``check.style(flatten, MyPlayer)`` prints the advice. It grades nothing.
"""

from __future__ import annotations

import ast
import builtins
import doctest
import importlib.util
import inspect
import io
import json
import linecache
import re
import subprocess
import sys
import textwrap
import traceback
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout, suppress
from types import CodeType
from typing import Any, NamedTuple

from blocky.kit.check.failure import Failure
from blocky.kit.check.record import CheckError
from blocky.kit.check.run import random_numbers_kept
from blocky.kit.check.task import Task
from blocky.kit.check.trees import is_docstring, names_read
from blocky.kit.language import mark, say, say_count
from blocky.kit.notebook.tasks import asks_for
from blocky.kit.safely import OutOfTimeError, time_limit
from blocky.kit.trace import short

__all__ = ["advice", "style"]

#: What ruff looks at. Docstrings of methods such as __init__ may be left out.
_RULES = "A001,A002,B,C4,D101,D102,D103,D205,D300,D400,D403,D419,E4,E5,E7,E9,F,N,SIM,W"
_LEFT_OUT = "B905,SIM108"
_LINE = 100

#: How long the examples of one function may take, in seconds.
_SECONDS = 1.5

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


class _Source(NamedTuple):
    """The text of a function or class, where it stands, and what its names stand for."""

    text: str
    first_line: int
    indent: int
    names: dict[str, Any]


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
    source = _source(answer)
    if source is None:
        yield say("Its source is not to be found. Run the cell that defines it, and try again.")
        return
    if _is_stub(source):
        yield say("It is not written yet: its body only raises NotImplementedError.")
        return
    task = asks_for(answer.__name__)
    if task and inspect.isfunction(answer) and (wrong := _wrong_in(task, answer)):
        yield say("It is wrong for {call}. Mend that first: no style makes up for it.", call=wrong)
    yield from _said_by_ruff(source, _prescribed(task))
    if answer.__name__.startswith("_") and not answer.__doc__:  # ruff asks for no docstring there
        yield say("{at}: there is no docstring.\n{why}", at=_at(source, 1), why=say(_WHY["D1"]))
    yield from _said_by_examples(source, answer.__name__)


def _wrong_in(task: Task, answer: Any) -> str:
    """Return the call of a case in which an answer is wrong; "" if none is known."""
    with suppress(CheckError), random_numbers_kept():
        if isinstance(tried := task.tried(answer), Failure):
            return task.written(tried.case)
    return ""


# -- where the source is -----------------------------------------------------------------------

def _source(answer: Any) -> _Source | None:
    """Return the source of a function or class, from a file or from the cell of a notebook."""
    functions = [answer] if inspect.isfunction(answer) else _methods(answer)
    for function in map(inspect.unwrap, functions):
        lines = linecache.getlines(function.__code__.co_filename)
        node = _statement(lines, answer.__name__, function.__code__)
        if node is not None:
            first, last = _first_line(node), node.end_lineno
            text = "".join(lines[first - 1:last]).rstrip("\n") + "\n"
            plain = textwrap.dedent(text)
            names = {**dict.fromkeys(function.__code__.co_freevars), **function.__globals__,
                     answer.__name__: answer}
            return _Source(plain, first, len(text.split("\n")[0]) - len(plain.split("\n")[0]),
                           names)
    return None


def _methods(answer: type) -> list[Any]:
    members = [getattr(each, "fget", None) or getattr(each, "__func__", each)
               for each in vars(answer).values()]
    return [each for each in members if inspect.isfunction(each)]


def _statement(lines: list[str], name: str, code: CodeType) -> ast.stmt | None:
    """Return the innermost statement that defines ``name``, and that the code is part of."""
    try:
        nodes = list(ast.walk(ast.parse("".join(lines))))
    except SyntaxError:
        return None
    around = [node for node in nodes if isinstance(node, ast.stmt)
              and _first_line(node) <= code.co_firstlineno <= (node.end_lineno or 0)]
    named = [node for node in around if getattr(node, "name", "<lambda>") == name]
    return named[-1] if named else None


def _first_line(node: ast.stmt) -> int:
    decorators: list[ast.expr] = getattr(node, "decorator_list", [])
    return min([node.lineno, *(each.lineno for each in decorators)])


# -- what ruff says ----------------------------------------------------------------------------

def _said_by_ruff(source: _Source, prescribed: frozenset[str]) -> Iterator[str]:
    if importlib.util.find_spec("ruff") is None:
        yield say("ruff, which looks at the style, is not installed, so this says nothing of it. "
                  "Install it with: pip install ruff")
        return
    version = f"py3{min(sys.version_info.minor, 13)}"
    try:
        done = subprocess.run(
            [sys.executable, "-m", "ruff", "check", "--isolated", "--no-cache", "--quiet",
             "--output-format", "json", "--select", _RULES, "--ignore", _LEFT_OUT,
             "--line-length", str(_LINE), "--target-version", version,
             "--stdin-filename", "answer.py", "-"],
            input=source.text, capture_output=True, encoding="utf-8", timeout=10, check=False)
        problems = json.loads(done.stdout)
    except (OSError, ValueError, subprocess.SubprocessError) as error:
        yield say("ruff, which looks at the style, did not work: {error}", error=short(error, 200))
        return
    for problem in problems:
        named = re.findall(r"`(.+?)`", problem["message"])
        known = named and (named[0] in source.names or hasattr(builtins, named[0]))
        chosen = problem["code"] != "A002" or named[0] not in prescribed
        if chosen and not (problem["code"] == "F821" and known):
            yield _told(problem, source)


def _prescribed(task: Task | None) -> frozenset[str]:
    """Return the parameters that an exercise gives to its function, or to methods of its class."""
    answers = [each for each in (task.right, *task.ways) if each] if task else []
    functions = [function for each in answers
                 for function in (_methods(each) if isinstance(each, type) else [each])]
    return frozenset(name for each in functions for name in inspect.signature(each).parameters)


def _told(problem: dict[str, Any], source: _Source) -> str:
    """Return a problem in words: the place, what it is, the line itself, and why it matters."""
    code, place = problem["code"] or "syntax", problem["location"]
    why = max((start for start in _WHY if code.startswith(start)), key=len, default="")
    line = source.text.split("\n")[place["row"] - 1]
    said = [_at(source, place["row"], place["column"]) + f" ({code}): {problem['message']}",
            f"    {line.strip()}", say(_WHY[why], most=_LINE) if why else ""]
    return "\n".join(part for part in said if part.strip())


def _at(source: _Source, row: int, column: int | None = None) -> str:
    row += source.first_line - 1
    return (say("Line {row} of its cell, column {column}", row=row, column=column + source.indent)
            if column else say("Line {row} of its cell", row=row))


# -- whether the examples hold -----------------------------------------------------------------

def _said_by_examples(source: _Source, name: str) -> Iterator[str]:
    """Yield what is wrong with the examples in the docstrings; one sentence if there are none."""
    count, called, shown = 0, False, False
    for text, row in _docstrings(source):
        try:
            examples = doctest.DocTestParser().get_examples(text)
        except ValueError as error:
            yield say("{at}: an example cannot be read: {error}.", at=_at(source, row), error=error)
            return
        count += len(examples)
        names = dict(source.names)
        for example in examples:
            called |= name in re.findall(r"\w+", example.source)
            shown |= bool(example.want or example.exc_msg)
            late = False
            try:
                failed = _tried(example, names)
            except OutOfTimeError:
                late, failed = True, say(
                    "It was stopped after {seconds:g} seconds. Does it ever come to an end? The "
                    "examples after it were not tried.", seconds=_SECONDS)
            if failed:
                yield say("{at}: an example does not hold.\n    {source}\n{failed}",
                          at=_at(source, row + example.lineno), source=example.source.strip(),
                          failed=failed)
            if late:
                return
    if not count:
        yield say("There is no example in its docstring. Write one or two calls with >>>, and "
                  "below each what it returns; they show how to use it, and they are tested here.")
    elif not called or not shown:
        yield say("No example shows a call of {name} and below it what comes out. Write one: it "
                  "tells a reader more than a sentence, and it is tested here.", name=name)


def _is_stub(source: _Source) -> bool:
    top = ast.parse(source.text).body[0]
    body = [each for each in getattr(top, "body", ()) if not is_docstring(each)]
    return len(body) == 1 and isinstance(body[0], ast.Raise) and "NotImplementedError" in (
        names_read(body[0]))


def _docstrings(source: _Source) -> Iterator[tuple[str, int]]:
    """Yield the docstrings of a function, or of a class and its methods, with their rows."""
    top = ast.parse(source.text).body[0]
    members = top.body if isinstance(top, ast.ClassDef) else []
    for node in [top, *members]:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            text = ast.get_docstring(node, clean=False)
            if text:
                yield text, node.body[0].lineno


def _tried(example: doctest.Example, names: dict[str, Any]) -> str:
    """Run an example as doctest does, but not for ever; return what is wrong, "" if it holds.

    OutOfTimeError: it was stopped.
    """
    printed, raised = io.StringIO(), ""
    try:
        code = compile(example.source, "<example>", "single", dont_inherit=True)
        with redirect_stdout(printed), _plain_display():
            time_limit(_SECONDS).call(exec, code, names)
    except OutOfTimeError:
        raise
    except NotImplementedError:
        return say("The function is not written yet.")
    except (Exception, SystemExit) as error:
        raised = traceback.format_exception_only(error)[-1]
    if raised and example.exc_msg is None:
        return say("It ended with {raised}", raised=_on_a_line(raised))
    flags = sum(flag for flag, on in example.options.items() if on)
    want, got = (example.exc_msg or "", raised) if example.exc_msg else (
        example.want, printed.getvalue())
    if doctest.OutputChecker().check_output(want, got, flags):
        return ""
    return say("Expected: {want}\nGot:      {got}", want=_on_a_line(want), got=_on_a_line(got))


def _on_a_line(text: str) -> str:
    text = " ".join(text.split()) or say("nothing")
    return text if len(text) <= 150 else f"{text[:147]}..."


@contextmanager
def _plain_display() -> Iterator[None]:
    """Let values be shown as Python shows them, not as a notebook does."""
    before, sys.displayhook = sys.displayhook, lambda value: (
        None if value is None else print(repr(value)))
    try:
        yield
    finally:
        sys.displayhook = before
