"""Tasks of classes: the same lines are run with a student's class and with the kit's.

A case is a few lines of Python, the last of which is an expression that shows something. Cases grow
line by line, so that the first that fails is short. A line that begins with "? " only looks: it is
left out where others follow.
"""

import ast
import difflib
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from random import Random
from typing import Any

from blocky.kit.check.compare import told
from blocky.kit.check.failure import LOOK
from blocky.kit.check.looks import (
    Lines,
    Look,
    arguments_of,
    compiled,
    first_hints,
    method_of,
    nodes_of,
    result_of,
)
from blocky.kit.check.program import Program
from blocky.kit.check.run import Outcome, Seen, run
from blocky.kit.check.task import Call, Case, Hints, Task, of_errors
from blocky.kit.language import Code, say

__all__ = ["SUPPRESS", "Lines", "arguments_of", "built_in", "class_task", "counts_in",
           "method_of", "names_built_in"]

#: The first line of a case in which a call is refused, and the next one shows what it left.
SUPPRESS = "from contextlib import suppress"

#: Python's own containers, and by type of node those that an expression makes.
_BUILT_IN = (list, dict, set, frozenset, deque, bytearray)
_DISPLAYS: dict[type[ast.AST], str] = {
    ast.List: "list", ast.ListComp: "list", ast.Dict: "dict", ast.DictComp: "dict",
    ast.Set: "set", ast.SetComp: "set"}
_NAMES = {*(kind.__name__ for kind in _BUILT_IN), "sorted", "Counter", "defaultdict"}


def counts_in(thing: Any) -> bool:
    """Whether an object keeps a number, such as its length."""
    return any(type(each) is int for each in vars(thing).values())


def class_task(name: str, right: type, sequences: Callable[[Random], Iterable[Sequence[str]]], *,
               own: bool = False, refuses: Mapping[str, str] | None = None,
               gives: Mapping[str, str] | None = None, looks: Sequence[Look] = (),
               form: Callable[[Any], Hints | None] | None = None, **more: Any) -> Task:
    """Return the task of a class like ``right``; ``sequences`` are lines to run with it.

    ``own``: its objects may not keep their things in Python's containers. By method, ``refuses``
    says when it must raise an error, ``gives`` what it returns; ``looks`` look at a class that
    fails.
    """
    last: dict[str, Any] = {}

    def perform(answer: Any, *lines: str) -> Any:
        if answers := getattr(answer, "_answers", None):  # the class is in another process
            return answers.lines(answer._in_guest, name, lines, own)
        space = {name: answer}
        here = {} if answer is right else last
        here.update(answer=answer, names=space)
        value = result_of(lines, space, here)
        held = own and answer is not right and next(
            (found for each in space.values() if type(each) is answer
             and (found := built_in(each))), None)
        return Seen(value, {"held": held}) if held else value

    known: dict[Case, Any] = {}  # by case, the right result or error

    def rights(case: Case) -> Any:
        if case not in known:
            with suppress(Exception):
                perform_right(*case)
        return known[case]

    def perform_right(*case: str) -> Any:
        try:
            known[case] = perform(right, *case)
        except Exception as error:
            known[case] = error
            raise
        return known[case]

    @of_errors
    def explained(case: Case, got: Outcome) -> Hints | None:
        if held := got.facts.get("held"):
            return ("Where does your object store its values? Look at it with vars(...).",
                    "Here you build the structure yourself, from nodes. Each node knows the next "
                    "one.",
                    say("{problem} Store a first node instead. Each node has a value and the next "
                        "node.", problem=held))
        expected = rights(case)
        if not last or got.error == type(expected).__name__ or (
                not got.error and told(got.value) == told(expected)):
            return None
        return first_hints(Lines(case, name, refuses or {}, gives or {}, got=got, right=expected,
                                 **last), looks)

    def cases(rng: Random) -> Iterator[Case]:
        found = dict[Case, None]()
        for lines in sequences(rng):
            for count in range(1, len(lines) + 1):
                part = (*(line for line in lines[:count - 1] if not line.startswith("? ")),
                        lines[count - 1].removeprefix("? "))
                if part not in found and _is_expression(part[-1]):
                    outcome = run(perform_right, part)
                    if outcome.error or outcome.returned is not None:
                        found[part] = None
                    if outcome.error:
                        break
        yield from sorted(found, key=lambda case: (sum("range(" in line for line in case),
                                                   len(case)))

    def shape(answer: Any) -> Hints | None:
        return _of_methods(right, answer) or (form(answer) if form else None)

    return Task(name, right, cases, perform, words=lambda *lines: "\n    ".join(lines),
                python=lambda *lines: Call("\n".join(lines)),
                needs="a class (the class itself, not an object)",
                enough=10**6, form=shape, laws=[explained], **more)


def _is_expression(line: str) -> bool:
    try:
        compiled(line, "eval")
    except SyntaxError:
        return False
    return True


def _of_methods(right: type, answer: Any) -> Hints | None:
    """Return hints if a class lacks a method of ``right``, or if an attribute hides one."""
    if not isinstance(answer, type):
        return None
    names = [name for each in right.__mro__[:-1] for name, value in vars(each).items()
             if callable(value) and (name[:2] == "__" or name[:1] != "_")]
    for name in names:
        if not hasattr(answer, name):
            near = difflib.get_close_matches(name, vars(answer), 1, 0.7)
            return (say("Which methods does your class have? Compare their exact names."),
                    say("The check calls each method of the task by its exact name."),
                    say("Your class has no method {name}. Did you mean {other}?",
                        name=name, other=near[0]) if near else
                    say("Your class has no method {name}. Its methods are: {own}.", name=name,
                        own=", ".join(each for each, value in vars(answer).items()
                                      if callable(value))))
    for each in nodes_of(answer):
        if (isinstance(each, ast.Attribute) and isinstance(each.ctx, ast.Store)
                and each.attr in names and ast.unparse(each.value) == "self"
                and not isinstance(vars(answer).get(each.attr), property)):
            return (say("Which names does your class use for methods, and which for attributes?"),
                    say("An attribute hides a method with the same name."),
                    say("Line {line} makes self.{name} an attribute, which hides the method "
                        "{name}. So nobody can call {name}(): "
                        "give the attribute another name.", line=each.lineno, name=each.attr))
    return None


# -- without Python's containers -----------------------------------------------------------------

def built_in(thing: Any) -> str:
    """Return a sentence on one of Python's containers in an object, or in what it holds, or ""."""
    waiting, seen = [thing], set[int]()
    for each in waiting:
        if isinstance(each, _BUILT_IN):
            return say("Your class is itself a Python {kind}.",
                       kind=next(kind for kind in _BUILT_IN if isinstance(each, kind)).__name__)
        names = [*getattr(each, "__dict__", ()), *(
            slot for kind in type(each).__mro__ for slot in getattr(kind, "__slots__", ()))]
        for name in names:
            value = getattr(each, name, None)
            if isinstance(value, _BUILT_IN):
                return say("The attribute {name} is a Python {kind}.", name=name,
                           kind=type(value).__name__)
            if type(value).__module__ == type(thing).__module__ and id(value) not in seen:
                seen.add(id(value))
                waiting.append(value)
    return ""


def names_built_in(answer: Any) -> Hints | None:
    """Return hints if a student's program uses Python's containers; a ``form`` of tasks."""
    if answers := getattr(answer, "_answers", None):  # the answer is in another process
        return (LOOK,) if answers.uses_built_in(answer._in_guest) else None
    try:
        trees = Program(answer).trees.values()
    except LookupError:
        return None
    every: list[Any] = [each for tree in trees for each in ast.walk(tree)]
    for each in every:
        name = _DISPLAYS.get(type(each), "") or (
            each.id if isinstance(each, ast.Name) and each.id in _NAMES else "")
        if name and not isinstance(getattr(each, "ctx", None), ast.Store):
            return ("Which of your lines create a Python list, dict or set?",
                    "You may use only your own structures here. Which one fits?",
                    say("Line {line} uses {code}, Python's own {name}, which isn't allowed here. "
                        "Use a structure of your own, such as your LinkedList.",
                        line=each.lineno, code=Code(ast.unparse(each)), name=name))
    return None
