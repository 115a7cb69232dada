"""Why a class fails: what is seen in the lines of the case in which it does."""

import ast
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from types import CodeType
from typing import Any

from blocky.kit.check.compare import told, written
from blocky.kit.check.failure import Case, Hints, Sure
from blocky.kit.check.program import Program
from blocky.kit.check.run import Outcome, run
from blocky.kit.language import Code, say

__all__ = ["Lines", "Look", "arguments_of", "compiled", "first_hints", "method_of", "nodes_of",
           "result_of"]

#: The methods that a line calls without naming them.
_CALLS = {r"^len\(": "__len__", r"^del \w+\[": "__delitem__", r"^\w+\[.*\] = ": "__setitem__",
          r"^\w+\[": "__getitem__", r"^next\(": "__next__", r"^list\(|^\[\(|^sorted\(": "__iter__",
          r" in \w+$": "__contains__"}


@dataclass(frozen=True)
class Lines:
    """The lines of a case in which a class fails, and their outcome.

    Attributes:
        case: the lines; the last one shows something.
        name: the name of the class in them.
        refuses, gives: by method, when it must raise an error, and what it returns.
        answer: the student's class.
        names: the values of the names after the lines that ran.
        line: the line that raised an error, or else the last one.
        got: the outcome of the lines.
        right: the result of the last line with the kit's class, or the error that must be raised.
    """

    case: Case
    name: str
    refuses: Mapping[str, str]
    gives: Mapping[str, str]
    answer: type
    names: Mapping[str, Any]
    line: str
    got: Outcome
    right: Any

    @property
    def value(self) -> Any:
        """The result of the last line; None after an error."""
        return self.got.value

    @property
    def asked(self) -> Code:
        """The call in the last line."""
        return Code(re.sub(r" is \w+$", "", self.case[-1]))

    @property
    def method(self) -> str:
        """The name of the method that the last line calls."""
        return method_of(self.asked)

    @property
    def error(self) -> str:
        """The name of the error that the last line must raise, or ""."""
        return type(self.right).__name__ if isinstance(self.right, Exception) else ""

    @property
    def done(self) -> list[tuple[str, Any]]:
        """The method and the first argument of each call before the last line."""
        return [(method_of(line), arguments_of(line)[0]) for line in self.case[1:-1]
                if "= " not in line or "] = " in line]

    @property
    def refused(self) -> str:
        """The call that must be refused and change nothing, or ""."""
        return next((line.partition(": ")[2] for line in self.case
                     if line.startswith("with suppress")), "")


def method_of(line: str) -> str:
    """Return the name of the method that a line calls, or "".

    >>> method_of("numbers.append(3)"), method_of("del numbers[1]")
    ('append', '__delitem__')
    """
    line = line.partition(": ")[2] if line.startswith("with ") else line
    if found := re.match(r"\w+\.(\w+)\(", line):
        return found[1]
    return next((name for form, name in _CALLS.items() if re.search(form, line)), "")


def arguments_of(line: str) -> tuple[Any, ...]:
    """Return the values in the parentheses or brackets of a line; (None,) if there are none.

    >>> arguments_of("groups.union(0, 3)"), arguments_of("moves.pop()")
    ((0, 3), (None,))
    """
    found = re.search(r"[(\[]([^()\[\]]*)[)\]]( is \w+| = .*)?$", line)
    try:
        return tuple(ast.literal_eval(f"({found[1]},)")) if found else (None,)
    except (ValueError, SyntaxError):
        return (None,)


#: Looks at a class that fails in a case; returns hints if it sees why.
Look = Callable[[Lines], Hints | None]


def result_of(case: Case, space: dict[str, Any], seen: dict[str, Any] | None = None) -> Any:
    """Return the result of the last of some lines; ``seen["line"]`` is the one that runs."""
    seen = {} if seen is None else seen
    for seen["line"] in case[:-1]:
        exec(compiled(seen["line"], "exec"), space)
    seen["line"] = case[-1]
    return eval(compiled(case[-1], "eval"), space)


@cache
def compiled(line: str, mode: str) -> CodeType:
    """Return the code of a line of a case."""
    return compile(line, "<lines of the check>", mode)


def nodes_of(answer: Any) -> list[Any]:
    """Return the nodes of the tree of a class; none if there is no source."""
    try:
        return [*ast.walk(Program(answer).trees[answer.__name__])]
    except LookupError:
        return []


def first_hints(lines: Lines, more: Sequence[Look]) -> Hints | None:
    """Return the hints of the first look that sees why a class fails; ``more`` are some, too."""
    looks = (_shared, *more, _not_refused, _wrongly_refused, _none, _after_a_refusal)
    return next((hints for look in looks if (hints := look(lines))), None)


def _shared(lines: Lines) -> Hints | None:
    """See whether objects share what each should have for itself."""
    if lines.got.error:
        return None
    made = [each for each in lines.names.values() if type(each) is lines.answer]
    tree = next(iter(nodes_of(lines.answer)), None)
    for each in getattr(tree, "body", ()):
        if isinstance(each, ast.FunctionDef) and any(
                isinstance(default, (ast.List, ast.Dict, ast.Set))
                for default in each.args.defaults) and _is_right_alone(lines):
            return Sure((
                say("What does a new object contain, and where is it created?"),
                say("Python creates a default value only once, when it reads the def."),
                say("On line {line}, Python creates the default value only once, so all objects "
                    "share it: {head}. Write None there, and "
                    "create the value inside {name}.", line=each.lineno, name=each.name,
                    head=Code(f"def {each.name}({ast.unparse(each.args)})"))))
        if not isinstance(each, ast.Assign) or not isinstance(each.targets[0], ast.Name):
            continue
        name = each.targets[0].id
        if all(name in vars(one) for one in made if hasattr(one, "__dict__")) or (
                written(vars(lines.answer).get(name)) == ast.unparse(each.value)):
            continue
        if len(made) > 1 or _is_right_alone(lines):
            return Sure((
                say("What does a new object contain, and where does your class store it?"),
                say("Two objects mustn't share their data. A value that you create in the class, "
                    "outside its methods, exists only once for all objects."),
                say("{code} on line {line} is outside the methods, so all objects share it. Move "
                    "it into __init__ as self.{code}, "
                    "and use self.{name} everywhere.", name=name, code=Code(ast.unparse(each)),
                    line=each.lineno)))
    return None


def _is_right_alone(lines: Lines) -> bool:
    """Whether the class is right in the case if nothing was done with it before."""
    fresh = Program(lines.answer).load()
    got = run(lambda *case: result_of(case, {lines.name: fresh}), lines.case)
    return got.error == lines.error if lines.error else bool(told(got.value) == told(lines.right))


def _not_refused(lines: Lines) -> Hints | None:
    """Look at a call that must be refused, and is not, or by another error."""
    if not lines.error or lines.line != lines.case[-1]:
        return None
    value, method = lines.value, lines.method
    why = lines.refuses.get(method, "")
    fields = {"line": lines.asked, "error": lines.error, "method": method, "why": say(why),
              "own": lines.got.error, "value": written(value)}
    first = say("What should {line} do here?", **fields)
    second = say("{line} isn't allowed here. It must raise {error}.", **fields)
    if isinstance(value, BaseException) or (
            isinstance(value, type) and issubclass(value, BaseException)):
        return Sure((first, second, say(
            "{method} returns an error instead of raising it. Write raise instead of return: raise "
            "{error}(...)", **fields)))
    if not why:
        return None
    asked = [each for function in nodes_of(lines.answer)
             if isinstance(function, ast.FunctionDef) and function.name == method
             for each in ast.walk(function) if isinstance(each, ast.If)
             and isinstance(each.body[-1], ast.Raise)]
    if ": raise " in lines.got.message:
        return first, second, say(
            "{line} must raise {error}, because {why}. Yours raises {own}: raise {error} instead.",
            **fields)
    if lines.got.error:
        return first, second, say(
            "{line} must raise {error}, because {why}. Yours fails with {own} by accident: test "
            "for this case first in {method}, and raise {error}.", **fields)
    if len(asked) == 1:
        return first, second, say(
            "{line} must raise {error}, because {why}. Yours returns {value}: the condition on "
            "line {number}, {test}, is false here. It must include this case, too.", **fields,
            number=asked[0].lineno, test=Code(ast.unparse(asked[0].test)))
    return first, second, say(
        "{line} must raise {error}, because {why}. Yours returns {value}: test for this case in "
        "{method}, and raise {error}(...).", **fields)


def _wrongly_refused(lines: Lines) -> Hints | None:
    """Look at a call that a line of the student's refuses, and must not."""
    call, nodes = re.sub(r" is \w+$", "", lines.line), nodes_of(lines.answer)
    method = method_of(call)
    number = re.search(r"\d+", lines.got.message.partition(lines.got.said or "(")[2])
    raised = next((each for each in nodes if number and isinstance(each, ast.Raise)
                   and each.lineno == int(number[0])), None)
    if method not in lines.refuses or raised is None or lines.error:
        return None
    inside: ast.AST = next((each for each in nodes if isinstance(each, ast.FunctionDef)
                            and each.lineno <= raised.lineno <= (each.end_lineno or 0)), raised)
    same = next((each for each in ast.walk(inside) if isinstance(each, ast.Compare)
                 and isinstance(each.ops[0], (ast.Is, ast.IsNot))
                 and not isinstance(each.comparators[0], ast.Constant)), None)
    if same:
        return (say("When are two values equal, and when are they the same object?"),
                say("Two equal numbers can be two different objects, so is is stricter than ==."),
                say("On line {number}, {code} tests for the same object. Compare values with == or "
                    "!=: {call} must find an equal value.",
                    number=same.lineno, code=Code(ast.unparse(same)), call=Code(call)))
    test = next((each for each in nodes if isinstance(each, ast.If) and raised in each.body), None)
    fields = {"line": Code(call), "number": raised.lineno, "method": method,
              "why": say(lines.refuses[method])}
    return (say("What should {line} do here?", **fields),
            say("Line {number} raises an error for it. Should it?", **fields),
            say("{line} is allowed, but line {number} raises an error. {method} must do that only "
                "if {why}.", **fields)
            if test is None else
            say("{line} is allowed, but line {number} raises an error. {method} must do that only "
                "if {why}, but the condition on line {other}, "
                "{test}, is true here as well.", **fields, other=test.lineno,
                test=Code(ast.unparse(test.test))))


def _none(lines: Lines) -> Hints | None:
    """Look at a method that returns nothing."""
    method = lines.method
    if lines.value is not None or lines.got.error or method not in lines.gives or lines.error:
        return None
    return (say("What does {line} return?", line=lines.asked),
            say("A method that ends without a return returns None."),
            say("{method} returns None. It must return {gives}. Here, that's {right}.",
                method=method, gives=say(lines.gives[method]), right=written(lines.right)))


def _after_a_refusal(lines: Lines) -> Hints | None:
    """Look at what has changed after a call that must be refused."""
    if (method := method_of(lines.refused)) not in lines.refuses or lines.got.error:
        return None
    place = next(place for place, line in enumerate(lines.case) if line.startswith("with "))
    alone = run(lambda *case: exec("\n".join(case), {lines.name: lines.answer}),
                (*lines.case[:place], lines.refused))
    fields = {"call": Code(lines.refused), "line": lines.asked, "value": written(lines.value),
              "right": written(lines.right), "error": alone.error, "method": method,
              "why": say(lines.refuses[method])}
    return (say("What has changed after a call that isn't allowed?"),
            say("Test whether the call is allowed before you change anything."),
            say("{call} isn't allowed, so it must change nothing. But after it, {line} is {value} "
                "instead of {right}. It raises {error} too late: test first, then "
                "change.", **fields)
            if alone.error else
            say("{call} isn't allowed, because {why}. Yours raises no error, and after it {line} "
                "is {value} instead of {right}: {method} must raise an error before it changes "
                "anything.", **fields))
