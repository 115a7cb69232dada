"""Tasks of classes: the same lines of Python run with a student's class and with the kit's.

A case is a few lines, the last of which is an expression: its value is the result. Cases grow line
by line, so that the first that fails is short. A line that begins with "? " only looks: it is left
out where others follow.
"""

import ast
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from typing import Any

from blocky.kit.check.class_laws import (
    ClassLaw,
    Lines,
    arguments_of,
    compiled,
    first_hints,
    method_of,
    nodes_of,
    result_of,
)
from blocky.kit.check.compare import told
from blocky.kit.check.failure import LOOK
from blocky.kit.check.program import Program
from blocky.kit.check.run import Outcome, Seen, run
from blocky.kit.check.task import Call, Case, Hints, Task, of_errors
from blocky.kit.language import Code, say

__all__ = ["SUPPRESS", "Lines", "arguments_of", "built_in", "class_task", "method_of",
           "names_built_in"]

#: The first line of a case in which a call is refused, and the next one shows what it left.
SUPPRESS = "from contextlib import suppress"

#: The mark of a line that is left out where others follow.
_ONLY_LOOKS = "? "

#: Python's own containers.
_BUILT_IN = (list, dict, set, frozenset, deque, bytearray)

#: By type of node, the container that an expression such as [1, 2] makes.
_DISPLAYS: dict[type[ast.AST], str] = {
    ast.List: "list", ast.ListComp: "list", ast.Dict: "dict", ast.DictComp: "dict",
    ast.Set: "set", ast.SetComp: "set"}

#: The names of containers, and of what makes one.
_NAMES = {*(kind.__name__ for kind in _BUILT_IN), "sorted", "Counter", "defaultdict"}


def class_task(name: str, right: type, sequences: Callable[[Random], Iterable[Sequence[str]]], *,
               own: bool = False, refuses: Mapping[str, str] | None = None,
               gives: Mapping[str, str] | None = None, laws: Sequence[ClassLaw] = (),
               form: Callable[[Any], Hints | None] | None = None, **more: Any) -> Task:
    """Return the task to write a class like ``right``.

    ``sequences`` returns lists of lines to run with the class. ``own``: its objects may not keep
    their values in Python's containers. By method, ``refuses`` says when it must raise an error,
    and ``gives`` what it returns. ``laws`` say why a class fails, ``form`` what is wrong with it
    before it runs; ``more`` are further arguments of Task.
    """
    trial = _ClassTrial(name, right, own, refuses or {}, gives or {}, laws)

    def form_with_methods(answer: Any) -> Hints | None:
        return _of_methods(right, answer) or (form(answer) if form else None)

    return Task(name, right, lambda rng: trial.cases(sequences(rng)), trial.perform,
                words=lambda *lines: "\n    ".join(lines),
                python=lambda *lines: Call("\n".join(lines)),
                needs="a class (the class itself, not an object)",
                enough=10**6, form=form_with_methods, laws=[trial.law], **more)


@dataclass
class _ClassTrial:
    """Runs the lines of cases with a class, and explains where a student's class fails.

    ``last`` is what the student's class left: itself, the names of the lines, and the line that
    ran last. ``known`` holds the right result or error of each case.
    """

    name: str
    right: type
    own: bool
    refuses: Mapping[str, str]
    gives: Mapping[str, str]
    laws: Sequence[ClassLaw]
    last: dict[str, Any] = field(default_factory=dict)
    known: dict[Case, Any] = field(default_factory=dict)

    def perform(self, answer: Any, *lines: str) -> Any:
        """Run lines with a class, and return the value of the last one.

        If the objects of the task may not keep their values in Python's containers, but one does,
        return a Seen with that value, and with a sentence on the container as the fact "held".
        """
        other_process = getattr(answer, "_answers", None)
        if other_process:  # the class is there, and the lines run there
            return other_process.lines(answer._in_guest, self.name, lines, self.own)
        names = {self.name: answer}
        if answer is self.right:
            return result_of(lines, names)
        self.last.update(answer=answer, names=names)
        value = result_of(lines, names, seen=self.last)  # sets "line" in ``last``
        if not self.own:
            return value
        objects = [each for each in names.values() if type(each) is answer]
        for each in objects:
            problem = built_in(each)
            if problem:
                return Seen(value, {"held": problem})
        return value

    def perform_right(self, *case: str) -> Any:
        """Return the right value of the last line of a case, and remember it or its error."""
        try:
            self.known[case] = self.perform(self.right, *case)
        except Exception as error:
            self.known[case] = error
            raise
        return self.known[case]

    def expected(self, case: Case) -> Any:
        """Return the right result of a case, or the error that it must raise."""
        if case not in self.known:
            with suppress(Exception):
                self.perform_right(*case)
        return self.known[case]

    def cases(self, sequences: Iterable[Sequence[str]]) -> list[Case]:
        """Return the cases in sequences of lines (see ``_growing``), the simplest first.

        Cases with the right value None show nothing, so they are left out. After a line that must
        raise an error, a sequence has no more cases.
        """
        cases: dict[Case, None] = {}  # a set that keeps its order
        for lines in sequences:
            for case in _growing(lines):
                if case in cases:
                    continue
                outcome = run(self.perform_right, case)
                shows_something = outcome.error or outcome.returned is not None
                if shows_something:
                    cases[case] = None
                if outcome.error:
                    break
        return sorted(cases, key=_difficulty)

    @property
    def law(self) -> Callable[[Case, Outcome], Hints | None]:
        """The law of the task: the last line has the right result, and no object a container."""
        @of_errors
        def law(case: Case, got: Outcome) -> Hints | None:
            """Return hints on an object with a container, or on a wrong result or error."""
            problem = got.facts.get("held")
            if problem:
                return _held(problem)
            expected = self.expected(case)
            has_the_right_error = got.error == type(expected).__name__
            has_the_right_value = not got.error and told(got.value) == told(expected)
            # ``last`` is empty if the class ran in another process: then nothing more is known.
            if not self.last or has_the_right_error or has_the_right_value:
                return None
            lines = Lines(case, self.name, self.refuses, self.gives, got=got, right=expected,
                          **self.last)
            return first_hints(lines, self.laws)

        return law


def _growing(lines: Sequence[str]) -> Iterator[Case]:
    """Yield a case for each line that is an expression: the lines needed before it, and the line.

    A line that begins with "? " is needed in no later case.

    >>> list(_growing(["numbers = []", "? len(numbers)", "numbers.append(3)"]))
    [('numbers = []', 'len(numbers)'), ('numbers = []', 'numbers.append(3)')]
    """
    before: list[str] = []
    for line in lines:
        code = line.removeprefix(_ONLY_LOOKS)
        if _is_expression(code):
            yield (*before, code)
        if code == line:
            before.append(line)


def _is_expression(line: str) -> bool:
    """Whether a line is an expression, such as a call, and not another statement."""
    try:
        compiled(line, "eval")
    except SyntaxError:
        return False
    return True


def _held(problem: str) -> Hints:
    """Return the hints for an object that keeps its values in one of Python's containers."""
    return ("Where does your object store its values? Look at it with vars(...).",
            "Here you build the structure yourself, from nodes. Each node knows the next one.",
            say("{problem} Store the first node instead. Each node stores a value and the next "
                "node.",
                problem=problem))


# -- the methods of a class ----------------------------------------------------------------------

def _of_methods(right: type, answer: Any) -> Hints | None:
    """Return hints if a class lacks a method of ``right``, or if an attribute hides one.

    Private methods of ``right``, such as ``_find``, don't count. Methods that it inherits do.
    """
    if not isinstance(answer, type):
        return None
    *classes, _ = right.__mro__  # the last one is object
    names = [name for each in classes for name, value in vars(each).items()
             if callable(value) and not _is_private(name)]
    missing = next((name for name in names if not hasattr(answer, name)), "")
    return _lacks(answer, missing) if missing else _hides(answer, names)


def _is_private(name: str) -> bool:
    """Whether a name begins with one underscore: ``_find``, but not ``__len__``."""
    return name.startswith("_") and not name.startswith("__")


def _lacks(answer: type, name: str) -> Hints:
    """Return the hints for a class without a method of this name."""
    own_methods = [each for each, value in vars(answer).items() if callable(value)]
    return ("Which methods does your class have? Compare their exact names.",
            "The check calls each method of the task by its exact name.",
            say("Your class has no method {name}. Its methods are: {own}.", name=name,
                own=", ".join(own_methods)))


def _hides(answer: type, names: Sequence[str]) -> Hints | None:
    """Return hints if a class sets an attribute of self with the name of a method in ``names``."""
    for each in nodes_of(answer):
        sets_an_attribute = isinstance(each, ast.Attribute) and isinstance(each.ctx, ast.Store)
        if not sets_an_attribute:
            continue
        is_of_self = ast.unparse(each.value) == "self"
        is_property = isinstance(vars(answer).get(each.attr), property)  # with a setter
        if is_of_self and each.attr in names and not is_property:
            return ("Which names does your class use for methods, and which for attributes?",
                    "An attribute hides a method with the same name.",
                    say("Line {line} makes self.{name} an attribute, which hides the method "
                        "{name}. So nobody can call {name}(): give the attribute another name.",
                        line=each.lineno, name=each.attr))
    return None


# -- without Python's containers -----------------------------------------------------------------

def built_in(thing: Any) -> str:
    """Return a sentence on one of Python's containers in an object; "" if there is none.

    The objects that it leads to count too, such as nodes, if their classes are in the same module.
    """
    waiting = deque([thing])
    seen = {id(thing)}
    while waiting:
        each = waiting.popleft()
        if isinstance(each, _BUILT_IN):
            kind = next(kind for kind in _BUILT_IN if isinstance(each, kind))
            return say("Your class is itself a Python {kind}.", kind=kind.__name__)
        for name in _attributes(each):
            value = getattr(each, name, None)
            if isinstance(value, _BUILT_IN):
                return say("The attribute {name} is a Python {kind}.", name=name,
                           kind=type(value).__name__)
            if type(value).__module__ == type(thing).__module__ and id(value) not in seen:
                seen.add(id(value))
                waiting.append(value)
    return ""


def _attributes(thing: Any) -> list[str]:
    """Return the names of the attributes of an object, those in slots too."""
    slots = [slot for kind in type(thing).__mro__ for slot in getattr(kind, "__slots__", ())]
    return [*getattr(thing, "__dict__", ()), *slots]


def names_built_in(answer: Any) -> Hints | None:
    """Return hints if a student's program makes or names one of Python's containers.

    This is for the parameter ``form`` of a task.
    """
    other_process = getattr(answer, "_answers", None)
    if other_process:  # the answer is there, and only whether it uses one is known here
        return (LOOK,) if other_process.uses_built_in(answer._in_guest) else None
    try:
        trees = Program(answer).trees.values()
    except LookupError:
        return None
    for each in [node for tree in trees for node in ast.walk(tree)]:
        name = _named_built_in(each)
        if name:
            return ("Which of your lines create a Python list, dict or set?",
                    "You may use only your own structures here. Which one fits?",
                    say("Line {line} uses {code}, Python's own {name}, which isn't allowed here. "
                        "Use a structure of your own, such as your LinkedList.",
                        line=getattr(each, "lineno", 0), code=Code(ast.unparse(each)), name=name))
    return None


def _named_built_in(node: ast.AST) -> str:
    """Return the name of the Python container that a node names or makes, or ""."""
    only_sets = isinstance(getattr(node, "ctx", None), ast.Store)  # as [a, b] = ... does
    if only_sets:
        return ""
    if isinstance(node, ast.Name) and node.id in _NAMES:
        return node.id
    return _DISPLAYS.get(type(node), "")


def _difficulty(case: Case) -> tuple[int, int]:
    """Return what cases are sorted by: the number of lines with a range, then of all lines."""
    loops = sum("range(" in line for line in case)
    return loops, len(case)
