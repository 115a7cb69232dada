"""What is wrong with a student's answer, as the hints of its check say it.

The check calls the student's code, so it runs in a guest. That guest holds the right answers as
well, so a hostile answer can make it say anything. Nobody gets points for what it says.
"""

import ast
import linecache
from collections.abc import Collection, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from importlib import import_module
from pathlib import Path
from queue import SimpleQueue
from typing import Any, NamedTuple

from blocky.kit.check.course_settings import MOST, begin_with
from blocky.kit.check.own import refuse_borrowed
from blocky.kit.check.record import CheckError, Status
from blocky.kit.check.run import MOST_SECONDS, SLOW
from blocky.kit.check.trees import is_docstring, names_read
from blocky.kit.definitions import parsed, python_of
from blocky.kit.games import package
from blocky.kit.grading.general import Heard, general, key
from blocky.kit.grading.scratch import scratch
from blocky.kit.guest.folders import empty
from blocky.kit.guest.guest import Guest, GuestError, Limits
from blocky.kit.language import in_use, plain, say, use
from blocky.kit.notebook.tasks import tasks_of
from blocky.kit.safely import OutOfTimeError, time_limit
from blocky.kit.teaching import editions

__all__ = ["Mistake", "definitions_of", "explained", "hint_of", "hints_of", "without_comments"]

#: The most seconds that an explanation may take: most take a few.
SECONDS = 120.0 * SLOW

#: The most bytes of a file that an answer may write.
FILE_SIZE = 2**20

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
    return next(hints_of(game, [(task, source)], 1))


def hints_of(game: str, answers: Sequence[tuple[str, str]], jobs: int) -> Iterator[Mistake | None]:
    """Yield what is wrong with each of some answers, ``jobs`` at a time.

    An answer is the name of its task, and the source that defines it under that name.
    """
    free_guests: SimpleQueue[Guest] = SimpleQueue()

    def mistake_in(answer: tuple[str, str]) -> Mistake | None:
        """Return what is wrong with an answer, by the next guest that is free."""
        task, source = answer
        guest = free_guests.get()
        try:
            return _asked(guest, game, task, source)
        finally:
            free_guests.put(guest)

    with ExitStack() as stack, ThreadPoolExecutor(jobs) as pool:
        for _ in range(min(jobs, len(answers))):
            free_guests.put(stack.enter_context(_guest(game)))
        yield from pool.map(mistake_in, answers)


@contextmanager
def _guest(game: str) -> Iterator[Guest]:
    """Start a guest that can explain answers, and end it afterwards."""
    hidden = [each / "solutions" for each in editions().values()]
    with scratch() as folder, Guest(
            folder, limits=Limits(file_size=FILE_SIZE), checks=True, hidden=hidden,
            modules=[__name__, f"{package(game)}.check"]) as guest:
        yield guest


def _asked(guest: Guest, game: str, task: str, source: str) -> Mistake | None:
    """Return what is wrong with an answer, as ``explained`` says in a new session of a guest.

    None: the answer passes, or the guest fails or replies with nonsense.
    """
    guest.end()
    empty(Path(guest.folder))
    try:
        guest.begin()
        # "kits": it calls a function of the kit
        reply = guest.ask(SECONDS, do="kits", module=__name__, name=explained.__name__,
                          given=[game, task, source, in_use()])
        fields = reply["value"]  # None if it passes, which raises a TypeError here
        state, *texts = (str(fields[name]) for name in Mistake._fields)
        return Mistake(Status(state), *texts)
    except (GuestError, ValueError, KeyError, TypeError):
        return None
    finally:
        guest.end()


# -- the text of answers ---------------------------------------------------------------------------

def definitions_of(cells: Iterable[str], name: str) -> str:
    """Return the statements of some cells that define a name, and all that they use, as code.

    >>> print(definitions_of(["import numpy", "a = 1", "def f(): return a", "b = f()"], "f"))
    a = 1
    def f(): return a
    """
    statements = [statement_with_text for cell in cells
                  for statement_with_text in _statements_with_text(cell)]
    needed = {name}
    needed_before: set[str] = set()
    while needed != needed_before:  # what a definition uses may itself be defined with other names
        needed_before = set(needed)
        for _, statement in statements:
            if needed & _names_defined(statement):
                needed |= names_read(statement)
    return "\n".join(text for text, statement in statements if needed & _names_defined(statement))


def _statements_with_text(cell: str) -> Iterator[tuple[str, ast.stmt]]:
    """Yield the text of each statement of a cell, decorators included, and its syntax tree."""
    lines = python_of(cell).split("\n")
    for statement in parsed(cell).body:
        decorators = getattr(statement, "decorator_list", ())
        first_line = min([statement.lineno, *(each.lineno for each in decorators)])
        yield "\n".join(lines[first_line - 1:statement.end_lineno]), statement


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
    return ast.unparse(tree)  # a syntax tree has no comments


# -- in the guest ----------------------------------------------------------------------------------

def explained(game: str, name: str, source: str, spoken: str) -> dict[str, str] | None:
    """Return what is wrong with an answer, as the fields of a Mistake; None if it passes.

    Only a guest calls this. ``spoken`` is the language of the hints.
    """
    translations = Heard(spoken)
    use(translations)
    mistake = _explained(game, name, source, translations.sentences)
    return mistake._asdict() if mistake else None


def _explained(game: str, name: str, source: str, sentences: Collection[str]) -> Mistake | None:
    """Run the code ``source``, check its answer ``name``, and return the mistake; None: it passes.

    ``sentences`` are those that are said, which grow meanwhile.
    """
    import_module(f"{package(game)}.check")  # registers the tasks of the game
    task = tasks_of(game)[name]
    begin_with(MOST, carry=True)  # all hints
    namespace = _namespace_of(source)
    try:
        passed = task.check(namespace.get(name))
        refuse_borrowed(task, namespace[name], passed)
    except CheckError as error:
        # the hints go from vague to clear: the second names the mistake, the last the change
        hints = [say(hint) for hint in task.explained.marked_hints] or [error.marked_hint]
        kind = hints[1] if len(hints) > 1 else hints[0]
        hint = hints[-1]
        key_of_hint = key(hint, sentences, _own_names(source))
        return Mistake(
            state=error.state, kind=plain(kind), hint=hint,
            general=general(hint, sentences), key=f"{error.state}: {key_of_hint}",
            call=plain(error.call), came=plain("\n".join(error.came) or error.intro))
    return None


def _namespace_of(source: str) -> dict[str, Any]:
    """Run definitions, and return their namespace.

    A statement that fails is left out; in a notebook, too, the other cells go on.
    """
    # a check reads the source of a function in this cache: size, time (None: it has no file), lines
    linecache.cache[FILE] = len(source), None, source.splitlines(keepends=True), FILE
    namespace: dict[str, Any] = {"__name__": "__main__"}
    for statement in parsed(source).body:
        with suppress(Exception, SystemExit, OutOfTimeError):
            code = compile(ast.Module([statement], []), FILE, "exec")
            time_limit(MOST_SECONDS).call(exec, code, namespace)
    return namespace


def _own_names(source: str) -> set[str]:
    """Return the names of variables and parameters that code defines."""
    nodes = [*ast.walk(parsed(source))]
    variables = {node.id for node in nodes
                 if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    parameters = {node.arg for node in nodes if isinstance(node, ast.arg)}
    return variables | parameters
