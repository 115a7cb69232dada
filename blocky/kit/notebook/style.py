"""Advice on the style of a student's code: what ruff says, and whether its examples hold.

``check.style(flatten, MyPlayer)`` prints the advice. It grades nothing.
"""

import ast
import builtins
import doctest
import inspect
import json
import linecache
import re
import subprocess
import sys
import textwrap
import traceback
from collections.abc import Iterable, Iterator
from contextlib import suppress
from importlib.util import find_spec
from typing import Any, NamedTuple

from blocky.kit.calls import short
from blocky.kit.check.error_block import show_advice
from blocky.kit.check.failure import Failure
from blocky.kit.check.program import codes_of, first_line, functions_of, statement_of
from blocky.kit.check.record import INDENT, CheckError, in_notebook
from blocky.kit.check.run import random_numbers_kept
from blocky.kit.check.task import Task
from blocky.kit.check.trees import is_docstring, names_read
from blocky.kit.extras import PIP, missing
from blocky.kit.language import mark, plain, say, say_count
from blocky.kit.notebook.tasks import asks_for
from blocky.kit.safely import OutOfTimeError, time_limit

__all__ = ["advice", "style"]

#: The rules that ruff checks. Docstrings of methods such as __init__ may be left out.
_RULES = "A001,A002,B,C4,D101,D102,D103,D205,D300,D400,D403,D419,E4,E5,E7,E9,F,N,SIM,W"
_LEFT_OUT = "B905,SIM108"
_LINE = 100

#: What is left over from writing: rules of ruff, and what to say of them.
_LEFTOVERS = mark({
    "T201": "This line prints something that the task doesn't need. If you added it while "
            "debugging, remove it. A function returns its result with `return`.",
    "PIE790": "This line does nothing, because the block has other lines. Remove it.",
    "FIX001": "This comment says that something still needs fixing. Fix it, and remove the "
              "comment.",
    "FIX002": "This comment says that something isn't done yet. Do it, and remove the comment.",
    "FIX003": "A comment with XXX marks a line that you weren't sure about. Decide if the line is "
              "right, and remove the comment.",
    "FIX004": "This comment says that the code is a quick fix. Write it properly, and remove the "
              "comment.",
})

#: Rules of ruff on spaces, which are in its preview, and what to say of them.
_SPACES = mark({
    "E201": "Remove the space after the opening bracket.",
    "E202": "Remove the space before the closing bracket.",
    "E203": "Remove the space before the comma or colon.",
    "E211": "Remove the space before the bracket.",
    "E221": "Put only one space before the operator.",
    "E222": "Put only one space after the operator.",
    "E225": "Put a space on each side of the operator.",
    "E226": "Put a space on each side of the operator.",
    "E227": "Put a space on each side of the operator.",
    "E228": "Put a space on each side of the operator.",
    "E231": "Put a space after each comma and colon.",
    "E251": "Write the = of a keyword argument or a default value without spaces.",
    "E252": "Put a space on each side of the = of a parameter with a type.",
    "E275": "Put a space after the keyword.",
})

#: Why a rule matters, by the beginning of ruff's code; the longest beginning counts.
_WHY = mark({
    "A": "Python already uses this name for something else. After this line, you can't use "
         "Python's version any more.",
    "B": "This often hides a mistake.",
    "B006": "Python creates a default value once, when it defines the function. All calls share "
            "this value.",
    "B007": "A reader expects a named variable to be used. If you don't need a variable, name it "
            "`_`.",
    "B904": "Add `from error`, so that the traceback shows what caused the error, or `from None` "
            "to hide the cause.",
    "C4": "Python has a shorter way to write this.",
    "D1": "A docstring says in one sentence what the function returns, so nobody has to read its "
          "code.",
    "D2": "Make the first line of a docstring one complete sentence. If there's more text, put it "
          "after a blank line.",
    "D3": "Put every docstring in three double quotes, even a short one.",
    "D4": "The first line of a docstring is a sentence. Start it with a capital letter and end it "
          "with a full stop.",
    "D419": "This docstring is empty. Say what the function returns.",
    "E4": "Put all imports together at the top, where a reader looks for them.",
    "E501": "A line of more than {most} characters is hard to read. With such long lines, two "
            "files don't fit side by side on a screen.",
    "E7": "There's a simpler way to write this.",
    "E701": "Write one statement on each line. That's easier to read. And when an error message "
            "shows a line number, you know which statement failed.",
    "E711": "There's only one None, so test for it with `is None`. With ==, a class can decide "
            "what counts as equal.",
    "E712": "The value is already True or False, so you don't need == here. Write `if done`, not "
            "`if done == True`.",
    "E722": "This catches every error, even your own typing mistakes and Ctrl-C.",
    "E731": "Use def instead. Then errors show the function's name, and you can add a docstring.",
    "E741": "In many fonts, l and I look like 1, and O looks like 0.",
    "E9": "Python can't read this line.",
    "F": "This has no effect, or uses a name that doesn't exist.",
    "F401": "You never use this import. Remove it. Otherwise, a reader looks for the place where "
            "you use it.",
    "F541": "A string without {{...}} doesn't need an f before its quotes.",
    "F811": "You define the same name twice. Only the second definition counts.",
    "F821": "Nothing has this name. Is it misspelt? Did you run the cell that defines it?",
    "F841": "You never use this variable. Remove it, or use it where you meant to.",
    "N": "Name functions and variables like_this and classes LikeThis. Then a name shows whether "
         "something is a class.",
    "SIM": "You can write this in fewer words.",
    "W": "You can't see spaces at the end of a line, but version control counts them as changes.",
})

#: The most seconds of an example.
_SECONDS = 1.5


def style(*answers: Any) -> None:
    """Print advice on the style, the docstrings and the examples of ``answers``.

    ``answers`` are functions and classes. It is advice, not a grade, and raises no error.
    """
    if not answers:
        print(say("Pass functions or classes, for example check.style(flatten, MyPlayer)."))
    for answer in answers:
        name = getattr(answer, "__name__", short(answer))
        pieces = list(advice(answer))
        if not pieces:
            print(say("{name}: no advice.", name=name))
            continue
        title = say_count("{name}: one piece of advice.", "{name}: {count} pieces of advice.",
                          len(pieces), name=name)
        text = "\n".join([title, *(textwrap.indent(plain(piece), "  ") for piece in pieces)])
        if in_notebook():
            show_advice(title, pieces, text)
        else:
            print(text)


def advice(answer: Any) -> Iterator[str]:
    """Yield each piece of advice on a function or a class, with its place.

    If its source can't be found, or it isn't written yet, yield only a sentence that says so.
    """
    answer = inspect.unwrap(answer)
    if not inspect.isfunction(answer) and not inspect.isclass(answer):
        yield say("This isn't a function or a class, so its style can't be checked.")
        return
    definition = _definition_of(answer)
    if definition is None:
        yield say("Its source code can't be found. Run the cell that defines it, and try again.")
        return
    if definition.is_stub:
        yield say("You haven't written it yet: its body only raises NotImplementedError.")
        return
    task = asks_for(answer.__name__)
    if task and inspect.isfunction(answer):
        with suppress(CheckError), random_numbers_kept():  # without an outcome, only the style
            outcome = task.tried(answer)
            if isinstance(outcome, Failure):
                yield say("It returns a wrong result for {call}. Fix that first. After that, look "
                          "at the style.",
                          call=task.written(outcome.case))
    yield from _said_by_ruff(definition, task)
    if answer.__name__.startswith("_") and not answer.__doc__:  # ruff asks for no docstring there
        yield say("{at}: the docstring is missing.\n{why}", at=definition.at(1),
                  why=say(_WHY["D1"]))
    yield from _said_by_examples(definition, answer.__name__)


class _Definition(NamedTuple):
    """A function or class as it is written.

    Attributes:
        text: its source, without the indent of its cell.
        first_line: the number of its first line in its cell.
        indent: the number of spaces before that line.
        names: the values of the names that it can use.
    """

    text: str
    first_line: int
    indent: int
    names: dict[str, Any]

    def at(self, row: int, column: int | None = None) -> str:
        """Say where a place in the text, counted from 1, is in its cell."""
        row_in_cell = row + self.first_line - 1
        if column:
            return say("Line {row} of its cell, column {column}", row=row_in_cell,
                       column=column + self.indent)
        return say("Line {row} of its cell", row=row_in_cell)

    def line(self, row: int) -> str:
        """Return a row of the text without its indent."""
        return self.text.split("\n")[row - 1].strip()

    @property
    def is_stub(self) -> bool:
        """Whether its body only raises NotImplementedError."""
        top = ast.parse(self.text).body[0]
        statements = [node for node in getattr(top, "body", ()) if not is_docstring(node)]
        match statements:
            case [ast.Raise() as only_statement]:
                return "NotImplementedError" in names_read(only_statement)
        return False

    def docstrings(self) -> Iterator[tuple[str, int]]:
        """Yield the docstrings of a function, or of a class and its methods, with their rows."""
        top = ast.parse(self.text).body[0]
        nodes = [top]
        if isinstance(top, ast.ClassDef):
            nodes += top.body
        for node in nodes:
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                text = ast.get_docstring(node, clean=False)
                if text:
                    yield text, node.body[0].lineno


def _definition_of(answer: Any) -> _Definition | None:
    """Return the definition of a function or class; None if its source isn't found."""
    for function in functions_of(answer):  # the answer itself, or the methods of a class
        node = statement_of(function, answer.__name__)
        if node is None:
            continue
        code = function.__code__
        first = first_line(node)
        lines = linecache.getlines(code.co_filename)[first - 1:node.end_lineno]
        text = "".join(lines).rstrip("\n") + "\n"
        indent = len(text) - len(text.lstrip())
        variables_of_outer_functions = dict.fromkeys(code.co_freevars)  # their values aren't needed
        names = {**variables_of_outer_functions, **function.__globals__,
                 answer.__name__: answer}
        return _Definition(textwrap.dedent(text), first_line=first, indent=indent, names=names)
    return None


# -- what ruff says ----------------------------------------------------------------------------

class _Problem(NamedTuple):
    """What ruff says of a place in a text."""

    code: str
    row: int
    column: int
    message: str


def _problems(text: str, *options: str) -> list[_Problem]:
    """Return the problems that ruff finds in a text, with more ``options`` of ruff.

    OSError, ValueError or SubprocessError: ruff didn't work.
    """
    version = f"py3{min(sys.version_info.minor, 13)}"  # an older ruff refuses later versions
    done = subprocess.run(
        [sys.executable, "-m", "ruff", "check", "--isolated", "--no-cache", "--quiet",
         "--output-format", "json", "--line-length", str(_LINE), "--target-version", version,
         "--stdin-filename", "answer.py", *options, "-"],
        input=text, capture_output=True, encoding="utf-8", timeout=10, check=False)
    return [_Problem(found["code"] or "syntax", found["location"]["row"],
                     found["location"]["column"], found["message"])
            for found in json.loads(done.stdout)]


def _said_by_ruff(definition: _Definition, task: Task | None) -> Iterator[str]:
    """Yield each problem that ruff finds in a definition, as a sentence with its place.

    ``task`` is the one that the definition answers, or None. What ruff can't know to be right is
    left out: names of the notebook, and what the task asks for.
    """
    if find_spec("ruff") is None:
        yield missing("ruff", "%pip install" if in_notebook() else PIP)
        return
    try:
        problems = _problems(definition.text, "--select", ",".join([_RULES, *_LEFTOVERS]),
                             "--ignore", _LEFT_OUT)
        problems_of_spaces = _problems(
            definition.text, "--preview", "--config", "lint.explicit-preview-rules=true",
            "--select", ",".join(_SPACES))
    except (OSError, ValueError, subprocess.SubprocessError) as error:
        yield say("ruff, which checks the style, failed: {error}", error=short(error, 200))
        return
    # the kit's own answers: what they do is what the task asks for
    right_answers = [answer for answer in (task.right, *task.ways) if answer] if task else []
    top = ast.parse(definition.text)
    for problem in problems:
        if _is_allowed(problem, definition, top, right_answers):
            continue
        if problem.code in _LEFTOVERS:
            yield _message(definition, problem, say(_LEFTOVERS[problem.code]))
        else:
            yield _message(definition, problem, problem.message, _reason_for(problem.code))
    for row in _empty_branches(top):
        what = say("This branch does nothing. Remove it, or write the opposite condition.")
        yield f"{definition.at(row)}: {what}\n{INDENT}{definition.line(row)}"
    places_without_spaces = _places_without_spaces(top)
    for problem in _first_of_each_row(problems_of_spaces):
        is_about_an_operator = problem.code == "E226"
        may_stay = is_about_an_operator and (problem.row, problem.column) in places_without_spaces
        if not may_stay:
            yield _message(definition, problem, say(_SPACES[problem.code]))


def _reason_for(code: str) -> str:
    """Return why a rule of ruff matters, by the longest beginning of its code; "" if none fits."""
    beginnings = [beginning for beginning in _WHY if code.startswith(beginning)]
    longest = max(beginnings, key=len, default="")
    return say(_WHY[longest], most=_LINE) if longest else ""


def _is_allowed(problem: _Problem, definition: _Definition, top: ast.AST, right_answers: list[Any]
                ) -> bool:
    """Whether ruff complains of a name that the notebook has, or of what the task asks for."""
    quoted = re.search(r"`(.+?)`", problem.message)
    name = quoted[1] if quoted else ""
    match problem.code:
        case "F821":  # an undefined name: the notebook or Python may have it
            return bool(name) and (name in definition.names or hasattr(builtins, name))
        case "A002":  # a parameter hides a built-in name: the task may ask for it
            return name in _parameters_of(right_answers)
        case "T201":  # a print: the task may ask for it
            return _may_print(top, problem.row, right_answers)
    return False


def _parameters_of(answers: Iterable[Any]) -> set[str]:
    """Return the names of the parameters of all functions and methods of some right answers."""
    found = set[str]()
    for answer in answers:
        for function in functions_of(answer):
            found.update(inspect.signature(function).parameters)
    return found


def _message(definition: _Definition, problem: _Problem, message: str, why: str = "") -> str:
    """Return the place and the message of a problem, its line, and why it matters."""
    lines = [f"{definition.at(problem.row, problem.column)} ({problem.code}): {message}",
             INDENT + definition.line(problem.row), why]
    return "\n".join(line for line in lines if line.strip())


def _may_print(top: ast.AST, row: int, right_answers: list[Any]) -> bool:
    """Whether the print in a row may be what its function is for.

    That's so if a right answer prints, too. Without right answers, it's so in a function that
    returns nothing.
    """
    if right_answers:
        return any("print" in code.co_names for code in codes_of(right_answers))
    functions_around = [node for node in ast.walk(top)
                        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
                        and node.lineno <= row <= (node.end_lineno or 0)]
    if not functions_around:
        return False
    innermost = max(functions_around, key=lambda node: node.lineno)
    results = [node for node in ast.walk(innermost)
               if isinstance(node, (ast.Return, ast.Yield, ast.YieldFrom))
               and node.value is not None]
    return not results


def _empty_branches(top: ast.AST) -> list[int]:
    """Return the rows of branches and loops with nothing in them but pass."""
    rows = []
    for node in ast.walk(top):
        if isinstance(node, (ast.If, ast.For, ast.While)):
            for block in (node.body, node.orelse):
                match block:
                    case [ast.Pass() as only_statement]:
                        rows.append(only_statement.lineno)
    return sorted(rows)


def _first_of_each_row(problems: list[_Problem]) -> list[_Problem]:
    """Return the first problem of each row and kind, as the same mistake twice in a row is enough.

    The problems are of rules in ``_SPACES``.
    """
    first: dict[tuple[int, str], _Problem] = {}
    for problem in problems:
        advice_on_it = _SPACES[problem.code]  # rules with the same advice are of one kind
        first.setdefault((problem.row, advice_on_it), problem)
    return [*first.values()]


def _places_without_spaces(top: ast.AST) -> set[tuple[int, int]]:
    """Return the places of operators that may have no spaces around them: row, column from 1.

    Those are powers, and operators inside a larger expression or an index, where they show what
    belongs together: ``2*x + 1``, ``row[i+1:]``. Each has all places between its two operands,
    because ruff may name any of them.
    """
    larger = (ast.BinOp, ast.UnaryOp, ast.Compare, ast.Subscript, ast.Slice, ast.FormattedValue)
    places = set()
    for parent in ast.walk(top):
        for node in ast.iter_child_nodes(parent):
            if not isinstance(node, ast.BinOp):
                continue
            if isinstance(parent, larger) or isinstance(node.op, ast.Pow):
                row = node.left.end_lineno or 0
                end_of_left = node.left.end_col_offset or 0
                places |= {(row, column + 1)
                           for column in range(end_of_left, node.right.col_offset + 1)}
    return places


# -- what the examples say -----------------------------------------------------------------------

def _said_by_examples(definition: _Definition, name: str) -> Iterator[str]:
    """Yield what is wrong with the examples in the docstrings of the definition ``name``.

    If nothing is, but no example shows a call of it and the result, yield that.
    """
    all_examples = list[doctest.Example]()
    for text, row in definition.docstrings():
        try:
            examples = doctest.DocTestParser().get_examples(text)
        except ValueError as error:
            yield say("{at}: Python can't read an example: {error}.", at=definition.at(row),
                      error=error)
            return
        all_examples += examples
        # a copy: what an example defines is for the next examples of this docstring only
        names = dict(definition.names)
        for example in examples:
            was_stopped = False
            try:
                what_is_wrong = _run_example(example, names)
            except OutOfTimeError:
                was_stopped = True
                what_is_wrong = say(
                    "It was stopped after {seconds:g} seconds. Does it ever end? The examples "
                    "after it didn't run.", seconds=_SECONDS)
            if what_is_wrong:
                yield say("{at}: an example is wrong.\n    {source}\n{failed}",
                          at=definition.at(row + example.lineno), source=example.source.strip(),
                          failed=what_is_wrong)
            if was_stopped:
                return
    if not all_examples:
        yield say("Its docstring has no example. Write one or two calls after >>>. Below each "
                  "call, write the value that it returns. These examples show how to use the "
                  "function, and this check runs them.")
        return
    uses_the_name = any(name in re.findall(r"\w+", example.source) for example in all_examples)
    shows_a_result = any(example.want or example.exc_msg for example in all_examples)
    if not uses_the_name or not shows_a_result:
        yield say("No example calls {name} and shows its result. Write one: an example tells a "
                  "reader more than a sentence does, and this check runs it.", name=name)


class _Runner(doctest.DocTestRunner):
    """Keeps what is wrong with an example in ``said``."""

    said = ""

    def report_failure(self, out: object, test: doctest.DocTest, example: doctest.Example,
                       got: str) -> None:
        """Say what was expected; doctest calls this if an example shows something else."""
        if example.exc_msg:  # an error is expected: of a traceback, only its last line counts
            got = got.strip().split("\n")[-1]
        self.said = say("Expected: {want}\nGot:      {got}", got=_on_a_line(got),
                        want=_on_a_line(example.exc_msg or example.want))

    def report_unexpected_exception(self, out: object, test: doctest.DocTest,
                                    example: doctest.Example, exc_info: Any) -> None:
        """Say what was raised; doctest calls this if an example raises an error."""
        kind, error, _ = exc_info
        if kind is NotImplementedError:
            self.said = say("You haven't written the function yet.")
        else:
            last_line = traceback.format_exception_only(error)[-1]
            self.said = say("It raised {raised}", raised=_on_a_line(last_line))


def _run_example(example: doctest.Example, names: dict[str, Any]) -> str:
    """Run an example with these global names; return what is wrong, or "".

    OutOfTimeError: it was stopped.
    """
    runner = _Runner(verbose=False)
    test = doctest.DocTest([example], globs={}, name="", filename=None, lineno=0, docstring="")
    test.globs = names  # not a copy, so that the next example finds what this one defines
    time_limit(_SECONDS).call(runner.run, test, clear_globs=False)
    return runner.said


def _on_a_line(text: str) -> str:
    """Return a text on one line, cut if it's long; "nothing" for an empty one."""
    text = " ".join(text.split()) or say("nothing")
    return text if len(text) <= 150 else f"{text[:147]}..."
