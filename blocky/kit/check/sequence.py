"""Classes: the same lines are run with a student's class and with the kit's, and compared.

A case is a few lines of Python, the last of which is an expression that shows something. Cases
become longer line by line, so that the one that fails first is short. A line that begins with "? "
only looks: it is left out where others follow.
"""

from __future__ import annotations

import ast
import difflib
import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from random import Random
from types import CodeType
from typing import Any

from blocky.kit.check.compare import told, written
from blocky.kit.check.program import Program
from blocky.kit.check.run import Outcome, Seen, run
from blocky.kit.check.task import Case, Hints, Sure, Task, of_errors
from blocky.kit.language import say

__all__ = ["SUPPRESS", "Lines", "built_in", "class_task", "counts_in", "names_built_in"]

#: The first line of a case in which a call is refused, and the next one shows what it left.
SUPPRESS = "from contextlib import suppress"

#: What Python has built in to hold other things.
_BUILT_IN = (list, dict, set, frozenset, deque, bytearray)

#: What makes such a thing in a program, and what the thing is called.
_DISPLAYS: dict[type[ast.AST], str] = {
    ast.List: "list", ast.ListComp: "list", ast.Dict: "dict", ast.DictComp: "dict",
    ast.Set: "set", ast.SetComp: "set"}
_NAMES = {*(kind.__name__ for kind in _BUILT_IN), "sorted", "Counter", "defaultdict"}

#: How a line calls a method without naming it.
_CALLS = {r"^len\(": "__len__", r"^del \w+\[": "__delitem__", r"^\w+\[.*\] = ": "__setitem__",
          r"^\w+\[": "__getitem__", r"^next\(": "__next__", r"^list\(|^\[\(|^sorted\(": "__iter__",
          r" in \w+$": "__contains__"}


@dataclass(frozen=True)
class Lines:
    """What came of the lines of a case, for whoever looks at a class that fails in it.

    Attributes:
        case: the lines; the last one shows something.
        answer: the student's class.
        names: what there is after the lines, by its name, as far as they ran.
        line: the one that ended with an error, else the last one.
        got: what came of them.
        right: what comes of the last line with the kit's class, or the error that must end it.
    """

    case: Case
    answer: type
    names: Mapping[str, Any]
    line: str
    got: Outcome
    right: Any

    @property
    def value(self) -> Any:
        """What the last line came to; None if it ended with an error."""
        return self.got.value

    @property
    def asked(self) -> str:
        """What the last line calls."""
        return re.sub(r" is \w+$", "", self.case[-1])

    @property
    def done(self) -> list[tuple[str, Any]]:
        """The method and the first argument of each call before the last line."""
        return [(method_of(line), arguments_of(line)[0]) for line in self.case[1:-1]
                if "= " not in line or "] = " in line]

    @property
    def refused(self) -> str:
        """The call that must be refused and change nothing, "" if there is none."""
        return next((line.partition(": ")[2] for line in self.case
                     if line.startswith("with suppress")), "")


def method_of(line: str) -> str:
    """Return the name of the method that a line calls, "" if none is seen.

    >>> method_of("numbers.append(3)"), method_of("del numbers[1]")
    ('append', '__delitem__')
    """
    line = line.partition(": ")[2] if line.startswith("with ") else line
    if found := re.match(r"\w+\.(\w+)\(", line):
        return found[1]
    return next((name for form, name in _CALLS.items() if re.search(form, line)), "")


def arguments_of(line: str) -> tuple[Any, ...]:
    """Return the values in the parentheses or brackets of a line; (None,) if none are seen.

    >>> arguments_of("groups.union(0, 3)"), arguments_of("moves.pop()")
    ((0, 3), (None,))
    """
    found = re.search(r"[(\[]([^()\[\]]*)[)\]]( is \w+| = .*)?$", line)
    try:
        return tuple(ast.literal_eval(f"({found[1]},)")) if found else (None,)
    except (ValueError, SyntaxError):
        return (None,)


def counts_in(thing: Any) -> bool:
    """Tell whether an object keeps a number, such as how many things are in it."""
    return any(type(each) is int for each in vars(thing).values())


#: Looks at a class that fails in a case; returns hints if it sees why.
Look = Callable[[Lines], Hints | Sure | None]


def class_task(name: str, right: type, sequences: Callable[[Random], Iterable[Sequence[str]]], *,
               own: bool = False, refuses: Mapping[str, str] | None = None,
               gives: Mapping[str, str] | None = None, looks: Sequence[Look] = (),
               **more: Any) -> Task:
    """Return the task of a class like ``right``; ``sequences`` are lines to run with it.

    ``own`` says that its objects may not keep their things in what Python has built in. Of its
    methods ``refuses`` says when they must raise an error, ``gives`` what they return; ``looks``
    are asked about a class that fails.
    """
    last: dict[str, Any] = {}

    def perform(answer: Any, *lines: str) -> Any:
        space = {name: answer}
        here = {} if answer is right else last
        here.update(answer=answer, names=space)
        value = _after(lines, space, here)
        held = own and answer is not right and next(
            (found for each in space.values() if type(each) is answer
             and (found := built_in(each))), None)
        return Seen(value, {"held": held}) if held else value

    @cache
    def rights(case: Case) -> Any:
        try:
            return perform(right, *case)
        except Exception as error:
            return error

    @of_errors
    def explained(case: Case, got: Outcome) -> Hints | Sure | None:
        expected = rights(case)
        if held := got.facts.get("held"):
            return _keeps_its_own(held)
        if not last or got.error == type(expected).__name__ or (
                not got.error and told(got.value) == told(expected)):
            return None
        lines = Lines(case, got=got, right=expected, **last)
        return next((hints for look in (_shared(name), *looks, _refusal(refuses or {}),
                                        _wrongly_refused(refuses or {}), _none(gives or {}),
                                        _after_a_refusal(name, refuses or {}))
                     if (hints := look(lines))), None)

    def cases(rng: Random) -> Iterator[Case]:
        found = dict[Case, None]()
        for lines in sequences(rng):
            for count in range(1, len(lines) + 1):
                part = (*(line for line in lines[:count - 1] if not line.startswith("? ")),
                        lines[count - 1].removeprefix("? "))
                if part not in found and _is_expression(part[-1]):
                    outcome = run(lambda *given: perform(right, *given), part)
                    if outcome.error or outcome.returned is not None:
                        found[part] = None
                    if outcome.error:
                        break
        yield from sorted(found, key=lambda case: (sum("range(" in line for line in case),
                                                   len(case)))

    def form(answer: Any) -> Hints | None:
        return next((hints for each in (_of_methods(right), more_form)
                     if each and (hints := each(answer))), None)

    more_form = more.pop("form", None)
    more["laws"] = [explained, *more.get("laws", ())]
    return Task(name, right, cases, perform, words=lambda *lines: "\n    ".join(lines),
                needs="a class, the class itself and not an object made of it",
                enough=10**6, form=form, **more)


def _after(case: Case, space: dict[str, Any], seen: dict[str, Any] | None = None) -> Any:
    """Return what the last of some lines comes to; ``seen`` keeps the "line" that runs."""
    seen = {} if seen is None else seen
    for seen["line"] in case[:-1]:
        exec(_compiled(seen["line"], "exec"), space)
    seen["line"] = case[-1]
    return eval(_compiled(case[-1], "eval"), space)


@cache
def _compiled(line: str, mode: str) -> CodeType:
    return compile(line, "<lines of the check>", mode)


def _is_expression(line: str) -> bool:
    try:
        _compiled(line, "eval")
    except SyntaxError:
        return False
    return True


# -- what every class is asked -------------------------------------------------------------------

def _of_methods(right: type) -> Callable[[Any], Hints | None]:
    """Return a ``form``: a class must have the methods of ``right``, and no attribute hides one."""
    names = [name for each in right.__mro__[:-1] for name, value in vars(each).items()
             if callable(value) and (name[:2] == "__" or name[:1] != "_")]

    def form(answer: Any) -> Hints | None:
        if not isinstance(answer, type):
            return None
        for name in names:
            if not hasattr(answer, name):
                near = difflib.get_close_matches(name, vars(answer), 1, 0.7)
                return (say("Which methods has your class, by their exact names?"),
                        say("Each method that the task asks for is called by its name."),
                        say("The class has no method {name}. There is {other}: is that meant?",
                            name=name, other=near[0]) if near else
                        say("The class has no method {name}. It has these: {own}.", name=name,
                            own=", ".join(each for each, value in vars(answer).items()
                                          if callable(value))))
        for each in _nodes(answer):
            if (isinstance(each, ast.Attribute) and isinstance(each.ctx, ast.Store)
                    and each.attr in names and ast.unparse(each.value) == "self"
                    and not isinstance(vars(answer).get(each.attr), property)):
                return (say("Which names has your class for its methods, and which for its "
                            "attributes?"),
                        say("An object has one thing of a name: an attribute hides the method."),
                        say("Line {line} makes self.{name} an attribute, and {name} is to be a "
                            "method: the attribute hides it, so that {name}() cannot be called. "
                            "Give the attribute another name.", line=each.lineno, name=each.attr))
        return None
    return form


def _nodes(answer: Any) -> list[Any]:
    """Return the nodes of the tree of a class; none if there is no source."""
    try:
        return [*ast.walk(Program(answer).trees[answer.__name__])]
    except LookupError:
        return []


def _shared(name: str) -> Look:
    """Return what sees whether objects have in common what each should have for itself."""
    def alone(lines: Lines) -> bool:
        """Tell whether all is right in the case if nothing was done with the class before."""
        fresh = Program(lines.answer).load()
        got = run(lambda *case: _after(case, {name: fresh}), lines.case)
        return bool(got.error == type(lines.right).__name__ if isinstance(
            lines.right, Exception) else told(got.value) == told(lines.right))

    def look(lines: Lines) -> Hints | Sure | None:
        if lines.got.error:
            return None
        made = [each for each in lines.names.values() if type(each) is lines.answer]
        tree = next(iter(_nodes(lines.answer)), None)
        for each in getattr(tree, "body", ()):
            if isinstance(each, ast.FunctionDef) and any(
                    isinstance(default, (ast.List, ast.Dict, ast.Set))
                    for default in each.args.defaults) and alone(lines):
                return Sure((
                    say("What does a new object hold, and where is that made?"),
                    say("A default value is made once, when Python reads the def."),
                    say("In line {line} a default value is made only once, for all objects "
                        "together: {head}. Each finds in it what others have left. Write None "
                        "there, and make it anew in {name}.", line=each.lineno, name=each.name,
                        head=f"def {each.name}({ast.unparse(each.args)})")))
            if not isinstance(each, ast.Assign) or not isinstance(each.targets[0], ast.Name):
                continue
            target = each.targets[0].id
            value = vars(lines.answer).get(target)
            if all(target in vars(one) for one in made if hasattr(one, "__dict__")) or (
                    written(value) == ast.unparse(each.value)):
                continue
            if len(made) > 1 or alone(lines):
                return Sure((
                    say("What does a new object hold, and where does your class keep it?"),
                    say("Two objects must not know of each other. What stands in the class itself, "
                        "outside of its methods, is there once for all of them."),
                    say("{code} in line {line} stands in the class itself, so that it is there "
                        "once for all objects, and each of them finds what others have left. Make "
                        "it anew for each in __init__, self.{code}, and call it self.{name} "
                        "everywhere.", name=target, code=ast.unparse(each),
                        line=each.lineno)))
        return None
    return look


def _refusal(refuses: Mapping[str, str]) -> Look:
    """Return what looks at a call that must be refused, and is not, or by another error."""
    def look(lines: Lines) -> Hints | Sure | None:
        if not isinstance(lines.right, Exception) or lines.line != lines.case[-1]:
            return None
        error, value, method = type(lines.right).__name__, lines.value, method_of(lines.asked)
        why = refuses.get(method, "")
        first = say("What must become of {line} here?", line=lines.asked)
        second = say("{line} must be refused, by {error}.", line=lines.asked, error=error)
        if isinstance(value, BaseException) or (
                isinstance(value, type) and issubclass(value, BaseException)):
            return Sure((first, second, say(
                "{method} returns an error, as if it were a result, and nothing is refused. Write "
                "raise in place of return: raise {error}(...)", method=method, error=error)))
        if not why:
            return None
        return (first, second,
                say("{line} must raise {error}, for {why}. Yours raises {own} there: raise {error} "
                    "in its place.", line=lines.asked, error=error, why=say(why),
                    own=lines.got.error)
                if ": raise " in lines.got.message else
                say("{line} must raise {error}, for {why}. Yours comes to {own} there, by "
                    "accident: ask in {method} first whether that is so, and raise {error}.",
                    line=lines.asked, error=error, why=say(why), own=lines.got.error, method=method)
                if lines.got.error else
                say("{line} must raise {error}, for {why}. Yours returns {value}, and refuses "
                    "nothing: where that is so, {method} must come to raise {error}(...).",
                    line=lines.asked, error=error, why=say(why), value=written(value),
                    method=method))
    return look


def _wrongly_refused(refuses: Mapping[str, str]) -> Look:
    """Return what looks at a call that a line of the student's refuses, and must not."""
    def look(lines: Lines) -> Hints | None:
        call, nodes = re.sub(r" is \w+$", "", lines.line), _nodes(lines.answer)
        method = method_of(call)
        number = re.search(r"\d+", lines.got.message.partition(lines.got.said or "(")[2])
        raised = next((each for each in nodes if number and isinstance(each, ast.Raise)
                       and each.lineno == int(number[0])), None)
        if method not in refuses or raised is None or isinstance(lines.right, Exception):
            return None
        inside: ast.AST = next((each for each in nodes if isinstance(each, ast.FunctionDef)
                                and each.lineno <= raised.lineno <= (each.end_lineno or 0)), raised)
        same = next((each for each in ast.walk(inside) if isinstance(each, ast.Compare)
                     and isinstance(each.ops[0], (ast.Is, ast.IsNot))
                     and not isinstance(each.comparators[0], ast.Constant)), None)
        if same:
            return (say("When are two values equal, and when are they one and the same object?"),
                    say("Two numbers can be equal and yet be two objects: is asks for more than "
                        "==."),
                    say("In line {number}, {code} asks whether it is the same object. Compare "
                        "values by == or !=: {call} must find a value that equals.",
                        number=same.lineno, code=ast.unparse(same), call=call))
        test = next((each for each in nodes if isinstance(each, ast.If) and raised in each.body),
                    None)
        return (say("What must become of {line} here?", line=call),
                say("Line {number} refuses it. Should it?", number=raised.lineno),
                say("{line} is refused by line {number}, and must not be: {method} must refuse "
                    "only where {why}.", line=call, number=raised.lineno, method=method,
                    why=say(refuses[method]))
                if test is None else
                say("{line} is refused by line {number}, and must not be: {method} must refuse "
                    "only where {why}. The condition in line {other}, {test}, holds here as well, "
                    "where that is not so.", line=call, number=raised.lineno, method=method,
                    why=say(refuses[method]), other=test.lineno, test=ast.unparse(test.test)))
    return look


def _none(gives: Mapping[str, str]) -> Look:
    """Return what looks at a method that returns nothing."""
    def look(lines: Lines) -> Hints | None:
        method = method_of(lines.asked)
        if lines.value is not None or lines.got.error or method not in gives or (
                isinstance(lines.right, Exception)):
            return None
        return (say("What does {line} give back?", line=lines.asked),
                say("A method returns nothing where it comes to its end without a return."),
                say("{method} returns None. It must return {gives}; here that is {right}.",
                    method=method, gives=say(gives[method]), right=written(lines.right)))
    return look


def _after_a_refusal(name: str, refuses: Mapping[str, str]) -> Look:
    """Return what looks at what a call has left that was refused, or that was not."""
    def look(lines: Lines) -> Hints | None:
        if (method := method_of(lines.refused)) not in refuses or lines.got.error:
            return None
        place = next(place for place, line in enumerate(lines.case) if line.startswith("with "))
        alone = run(lambda *case: exec("\n".join(case), {name: lines.answer}),
                    (*lines.case[:place], lines.refused))
        return (say("What has changed after a call that is refused?"),
                say("Whoever refuses must not have begun."),
                say("{call} must be refused and change nothing, and after it {line} is {value}, "
                    "where {right} is right. It raises {error}, but not before something was "
                    "changed: ask first, and change then.", call=lines.refused, line=lines.asked,
                    value=written(lines.value), right=written(lines.right), error=alone.error)
                if alone.error else
                say("{call} must be refused and change nothing, for {why}. Yours raises no error "
                    "there, and after it {line} is {value}, where {right} is right: {method} must "
                    "come to a raise before it changes anything.", call=lines.refused,
                    why=say(refuses[method]), line=lines.asked, value=written(lines.value),
                    right=written(lines.right), method=method))
    return look


# -- without what Python has built in ------------------------------------------------------------

def built_in(thing: Any) -> str:
    """Say which attribute of an object, or of what it holds, is a list, a dict or a set."""
    waiting, seen = [thing], set[int]()
    for each in waiting:
        if isinstance(each, _BUILT_IN):
            return say("The class itself is a {kind} of Python.",
                       kind=next(kind for kind in _BUILT_IN if isinstance(each, kind)).__name__)
        names = [*getattr(each, "__dict__", ()), *(
            slot for kind in type(each).__mro__ for slot in getattr(kind, "__slots__", ()))]
        for name in names:
            value = getattr(each, name, None)
            if isinstance(value, _BUILT_IN):
                return say("The attribute {name} is a {kind} of Python.", name=name,
                           kind=type(value).__name__)
            if type(value).__module__ == type(thing).__module__ and id(value) not in seen:
                seen.add(id(value))
                waiting.append(value)
    return ""


def names_built_in(answer: Any) -> Hints | None:
    """Return hints if a student's program uses what Python has built in; a ``form`` of tasks."""
    try:
        trees = Program(answer).trees.values()
    except LookupError:
        return None
    every: list[Any] = [each for tree in trees for each in ast.walk(tree)]
    for each in every:
        name = _DISPLAYS.get(type(each), "") or (
            each.id if isinstance(each, ast.Name) and each.id in _NAMES else "")
        if name and not isinstance(getattr(each, "ctx", None), ast.Store):
            return ("Which of your lines make a list, a dict or a set of Python?",
                    "Only structures of your own are allowed here: what can stand for it?",
                    say("In line {line} stands {code}: that is Python's own {name}, which is not "
                        "allowed here. Use a structure of your own, such as your LinkedList.",
                        line=each.lineno, code=ast.unparse(each), name=name))
    return None


def _keeps_its_own(problem: str) -> Hints:
    return ("In what does your object keep its things? Look at vars of it.",
            "Here you build yourself what Python has ready: nodes, each of which knows the next.",
            say("{problem} Keep a first node instead; each node has a value and the next node.",
                problem=problem))
