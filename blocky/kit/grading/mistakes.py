"""What is wrong with a student's answer, as the hints of its check say it.

The check calls the student's code, so it runs in a process of its own, with limits and behind
walls where there are any: ``python -m blocky.kit.grading.mistakes``. That process holds the right
answers as well, so a hostile answer can make it say anything. Nobody gets points for what it says.
"""

import ast
import json
import linecache
import os
import signal
import subprocess
import sys
from collections.abc import Iterable
from contextlib import suppress
from importlib import import_module
from io import StringIO
from tempfile import TemporaryDirectory, TemporaryFile
from typing import Any, NamedTuple

import psutil

from blocky.kit.check.course_settings import MOST, begin_with
from blocky.kit.check.own import refuse_borrowed
from blocky.kit.check.record import CheckError, Status
from blocky.kit.check.run import MOST_SECONDS, SLOW
from blocky.kit.check.trees import is_docstring, names_read
from blocky.kit.definitions import parsed, python_of
from blocky.kit.file_guard import guard
from blocky.kit.games import package
from blocky.kit.grading import walls
from blocky.kit.grading.general import Heard, general, key
from blocky.kit.language import in_use, plain, say, use
from blocky.kit.notebook.tasks import tasks_of
from blocky.kit.safely import OutOfTimeError, time_limit
from blocky.kit.teaching import editions

__all__ = ["Mistake", "definitions_of", "hint_of", "without_comments"]

#: The most seconds by the clock that a process may take: its check takes a few.
SECONDS = 120.0 * SLOW

#: The most bytes of memory, of a file, and of what a process may answer.
MEMORY, FILE_SIZE, LARGEST = 4 * 2**30, 2**20, 200_000

#: The variables of the environment that the process inherits. Others could be secrets.
KEPT = ("PATH", "HOME", "LANG", "LC_ALL", "LC_CTYPE", "SYSTEMROOT", "USERPROFILE", "BLOCKY_SLOW",
        "MPLCONFIGDIR")

#: The file that a student's code is said to be in.
FILE = "<answer>"


class Mistake(NamedTuple):
    """What is wrong with an answer.

    Attributes:
        state: the state of the answer.
        kind: the hint that says what kind of mistake it is.
        hint: the hint that says what to change, with marks around its code.
        general: that hint without numbers of lines and values, also with marks.
        key: equal for answers with the same mistake.
        call: the smallest case that shows the mistake.
        came: what was expected in that case, and what came.
    """

    state: Status
    kind: str
    hint: str
    general: str
    key: str
    call: str
    came: str


def hint_of(game: str, task: str, source: str) -> Mistake | None:
    """Return what is wrong with an answer, which ``source`` defines under the name of its task.

    None: it passes, or its check can't say.
    """
    environment = {name: os.environ[name] for name in KEPT if name in os.environ}
    environment |= {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
    with TemporaryDirectory(prefix="blocky-answer-", ignore_cleanup_errors=True) as folder, \
            TemporaryFile() as said:
        words = [sys.executable, "-P", "-m", __name__, game, task, in_use(), folder]
        process = psutil.Popen(words, env=environment, stdin=subprocess.PIPE, stdout=said,
                               stderr=subprocess.DEVNULL, start_new_session=True)
        try:
            with suppress(subprocess.TimeoutExpired, BrokenPipeError):
                process.communicate(source.encode("utf-8", "replace"), timeout=SECONDS)
        finally:
            _end(process)
        said.seek(0)
        return _read(said.read(LARGEST))


def _end(process: psutil.Popen) -> None:
    """Kill a process and what it started."""
    with suppress(psutil.Error):
        for each in [*process.children(recursive=True), process]:
            each.kill()
    if sys.platform != "win32":
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def _read(answer: bytes) -> Mistake | None:
    """Return what the process has answered; None if it makes no sense."""
    try:
        fields = json.loads(answer)
        state, *texts = (str(fields[name]) for name in Mistake._fields)
        return Mistake(Status(state), *texts)
    except (ValueError, KeyError, TypeError, RecursionError):
        return None


# -- the text of answers ---------------------------------------------------------------------------

def definitions_of(cells: Iterable[str], name: str) -> str:
    """Return the lines of some cells that define a name, and all that its definition uses.

    >>> print(definitions_of(["import numpy", "a = 1", "def f(): return a", "b = f()"], "f"))
    a = 1
    def f(): return a
    """
    defined = list[tuple[str, ast.stmt]]()
    for cell in cells:
        lines = python_of(cell).split("\n")
        for statement in parsed(cell).body:
            first = min([statement.lineno, *(each.lineno for each in getattr(
                statement, "decorator_list", ()))])
            defined.append(("\n".join(lines[first - 1:statement.end_lineno]), statement))
    needed, before = {name}, set[str]()
    while needed != before:
        before = set(needed)
        for _, statement in defined:
            if needed & _names_defined(statement):
                needed |= names_read(statement)
    return "\n".join(text for text, statement in defined if needed & _names_defined(statement))


def _names_defined(statement: ast.stmt) -> set[str]:
    """Return the names that a statement of a cell gives a value."""
    if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return {statement.name}
    if isinstance(statement, ast.Import | ast.ImportFrom):
        return {(each.asname or each.name).partition(".")[0] for each in statement.names}
    return {each.id for each in ast.walk(statement)
            if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)}


def without_comments(source: str) -> str:
    r"""Return code without comments, docstrings and imports, which could name a student.

    >>> without_comments("import os\ndef f(a):\n    '''By Ada.'''\n    return a  # Ada")
    'def f(a):\n    return a'
    """
    tree = parsed(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            node.body = [each for each in node.body if not is_docstring(each)] or [ast.Pass()]
    tree.body = [each for each in tree.body if not isinstance(each, ast.Import | ast.ImportFrom)]
    return ast.unparse(tree)


# -- the process -----------------------------------------------------------------------------------

def _explained(game: str, name: str, source: str, heard: Heard, folder: str) -> Mistake | None:
    """Return what is wrong with an answer. It runs the student's code."""
    import_module(f"{package(game)}.check")
    task = tasks_of(game)[name]
    begin_with(MOST, carry=True)
    _confine(folder)
    space = _defined(source)
    try:
        passed = task.check(space.get(name))
        refuse_borrowed(task, space[name], passed)
    except CheckError as error:
        hints = [say(each) for each in task.explained.marked_hints] or [error.marked_hint]
        hint = hints[-1]
        return Mistake(error.state, plain(hints[min(2, len(hints)) - 1]), hint,
                       general(hint, heard.sentences),
                       f"{error.state}: {key(hint, heard.sentences, _own_names(source))}",
                       plain(error.call), plain("\n".join(error.came) or error.intro))
    return None


def _confine(folder: str) -> None:
    """Go on behind walls, if this system has any, and within limits; only ``folder`` is writable.

    This process was started in the folder of the course, which the walls hide.
    """
    view = walls.view(sys.path, [each / "solutions" for each in editions().values()])
    if walls.hold(view, folder):
        walls.enter(view, [folder], lambda process: None)
    os.chdir(folder)
    guard([folder], MEMORY, FILE_SIZE)


def _defined(source: str) -> dict[str, Any]:
    """Run definitions; return what they define. What fails is left out, as in a notebook."""
    linecache.cache[FILE] = len(source), None, source.splitlines(keepends=True), FILE
    space: dict[str, Any] = {"__name__": "__main__"}
    for statement in parsed(source).body:
        with suppress(Exception, SystemExit, OutOfTimeError):
            code = compile(ast.Module([statement], []), FILE, "exec")
            time_limit(MOST_SECONDS).call(exec, code, space)
    return space


def _own_names(source: str) -> set[str]:
    """Return the names of variables and parameters that code defines."""
    nodes = [*ast.walk(parsed(source))]
    stored = {node.id for node in nodes
              if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    return stored | {node.arg for node in nodes if isinstance(node, ast.arg)}


def _answer(game: str, name: str, spoken: str, folder: str) -> None:
    """Read an answer from standard input, and write what is wrong with it as JSON."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    source = sys.stdin.buffer.read().decode("utf-8")
    sys.stdin = StringIO()
    heard = Heard(spoken)
    use(heard)
    found = _explained(game, name, source, heard, folder)
    if found:
        json.dump(found._asdict(), answers)
    answers.flush()
    os._exit(0)  # without waiting for what the student's code has started


if __name__ == "__main__":
    _answer(*sys.argv[1:])
