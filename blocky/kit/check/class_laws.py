"""Why a class fails: what is seen in the lines of the case in which it does."""

import ast
import itertools
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

__all__ = [
    "ClassLaw",
    "Lines",
    "arguments_of",
    "compiled",
    "first_hints",
    "method_of",
    "nodes_of",
    "result_of",
]

#: The methods that a line calls without naming them, by a regular expression for the line.
_CALLS = {r"^len\(": "__len__", r"^del \w+\[": "__delitem__", r"^\w+\[.*\] = ": "__setitem__",
          r"^\w+\[": "__getitem__", r"^next\(": "__next__", r"^list\(|^\[\(|^sorted\(": "__iter__",
          r" in \w+$": "__contains__"}

#: The last parentheses or brackets of a line, and what is in them; " is None" or " = 3" may follow.
_LAST_BRACKETS = re.compile(r"[(\[]([^()\[\]]*)[)\]]( is \w+| = .*)?$")


@dataclass(frozen=True)
class Lines:
    """The lines of a case in which a class fails, and their outcome.

    Attributes:
        case: the lines; the last one shows something.
        name: the name of the class in them.
        refuses: by method, when it must raise an error.
        gives: by method, what it returns.
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
        return _call_in(self.case[-1])

    @property
    def line_before(self) -> str:
        """The line before the last one: what was done before it shows something."""
        return str(self.case[-2])

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
        """The method and the first argument of each call between the first and the last line."""
        sets_names = r"[\w, ]+ = "
        calls = [line for line in self.case[1:-1] if not re.match(sets_names, line)]
        done = []
        for line in calls:
            first_argument, *_ = arguments_of(line)
            done.append((method_of(line), first_argument))
        return done

    @property
    def refused(self) -> str:
        """The first call that must be refused and change nothing, or ""."""
        for line in self.case:
            refusal = _refusal(line)
            if refusal:
                return refusal["call"]
        return ""


def method_of(line: str) -> str:
    """Return the name of the method that a line calls, or "".

    >>> method_of("numbers.append(3)"), method_of("del numbers[1]")
    ('append', '__delitem__')
    """
    refusal = _refusal(line)  # the line may be: with suppress(...): numbers.append(3)
    call = refusal["call"] if refusal else line
    dotted = re.match(r"\w+\.(\w+)\(", call)
    if dotted:
        return dotted[1]
    for pattern, special_method in _CALLS.items():
        if re.search(pattern, call):
            return special_method
    return ""


def _call_in(line: str) -> Code:
    """Return the call of a line, which may go on: numbers[0] of "numbers[0] is None"."""
    return Code(re.sub(r" is \w+$", "", line))


def _refusal(line: str) -> re.Match[str] | None:
    """Match a line in which a call must be refused; the groups are ``error`` and ``call``."""
    return re.match(r"with suppress\((?P<error>\w+)\): (?P<call>.*)", line)


def arguments_of(line: str) -> tuple[Any, ...]:
    """Return the values in the last parentheses or brackets of a line.

    (None,): there are none, or they aren't written as values, such as a variable.

    >>> arguments_of("groups.union(0, 3)"), arguments_of("moves.pop()")
    ((0, 3), (None,))
    """
    nothing = (None,)
    brackets = _LAST_BRACKETS.search(line)
    if brackets is None:
        return nothing
    items = brackets[1]
    try:
        return tuple(ast.literal_eval(f"({items},)"))
    except (ValueError, SyntaxError):  # a variable, say, or no item
        return nothing


#: A function of the lines of a case in which a class fails; returns hints if it sees why.
ClassLaw = Callable[[Lines], Hints | None]


def result_of(case: Case, space: dict[str, Any], seen: dict[str, Any] | None = None) -> Any:
    """Run the lines of a case with the names in ``space``; return the value of the last line.

    ``seen["line"]`` is set to the line that runs, so that it's known after an error.
    """
    *lines_before, last_line = case
    seen = {} if seen is None else seen
    for line in lines_before:
        seen["line"] = line
        exec(compiled(line, "exec"), space)
    seen["line"] = last_line
    return eval(compiled(last_line, "eval"), space)


@cache
def compiled(line: str, mode: str) -> CodeType:
    """Return the code of a line of a case."""
    return compile(line, "<lines of the check>", mode)


def nodes_of(answer: Any) -> list[Any]:
    """Return the nodes of the syntax tree of a class, the class first; none if it has no source."""
    try:
        return [*ast.walk(Program(answer).trees[answer.__name__])]
    except LookupError:
        return []


def first_hints(lines: Lines, more: Sequence[ClassLaw]) -> Hints | None:
    """Return the hints of the first law that sees why a class fails; None if none does.

    ``more`` are the laws of its task.
    """
    # Shared data cause all kinds of mistakes, and a task's own laws say more than the general ones.
    for law in (_shares_data, *more, _not_refused, _wrongly_refused, _returns_nothing,
                _changed_by_a_refusal):
        hints = law(lines)
        if hints:
            return hints
    return None


# -- what objects share ------------------------------------------------------------------------

def _shares_data(lines: Lines) -> Hints | None:
    """Return hints if all objects share a value that each should have for itself."""
    if lines.got.error:
        return None
    objects = [each for each in lines.names.values() if type(each) is lines.answer]
    # A single object may share data with those of cases before; then a new class is right.
    has_shared = len(objects) > 1 or _is_right_when_new(lines)
    if not has_shared:
        return None
    class_tree = next(iter(nodes_of(lines.answer)), None)
    for statement in getattr(class_tree, "body", ()):
        name = _changed_in_class(lines.answer, statement, objects)
        if name:
            return Sure((
                "What does a new object contain, and where does your class store it?",
                "Two objects mustn't share their data. A value that you create in the class, "
                "outside its methods, exists only once for all objects.",
                say("{code} on line {line} is outside the methods, so all objects share it. Move "
                    "it into __init__ as self.{code}, and use self.{name} everywhere.", name=name,
                    code=Code(ast.unparse(statement)), line=statement.lineno)))
    return None


def _is_right_when_new(lines: Lines) -> bool:
    """Whether the class is right in the case if it's defined anew, with nothing done before."""
    fresh_class = Program(lines.answer).load()
    got = run(lambda *case: result_of(case, {lines.name: fresh_class}), lines.case)
    if lines.error:
        return got.error == lines.error
    return bool(told(got.value) == told(lines.right))


def _changed_in_class(answer: type, statement: ast.stmt, objects: Sequence[Any]) -> str:
    """Return the name that a statement of a class sets, if its value isn't the first one any more.

    "": it still is, each object has its own attribute with this name, or no name is set.
    """
    if not isinstance(statement, ast.Assign):
        return ""
    target, *_ = statement.targets
    if not isinstance(target, ast.Name):
        return ""
    name = target.id
    objects_have_it = all(name in vars(each) for each in objects if hasattr(each, "__dict__"))
    first_value = ast.unparse(statement.value)
    has_changed = written(vars(answer).get(name)) != first_value
    return name if has_changed and not objects_have_it else ""


# -- calls that must raise an error ------------------------------------------------------------

def _not_refused(lines: Lines) -> Hints | None:
    """Return hints on a last line that must raise an error, but raises none or another one."""
    method = lines.method
    fails_earlier = lines.line != lines.case[-1]
    if not lines.error or fails_earlier or method not in lines.refuses:
        return None
    must = say("{line} must raise {error}, because {why}.", line=lines.asked, error=lines.error,
               why=say(lines.refuses[method]))
    tests = _tests_before_raise(lines.answer, method)
    only_test = tests[0] if len(tests) == 1 else None
    # The message quotes the line of the error. It may be one that raises it on purpose.
    is_on_purpose = ": raise " in lines.got.message
    if is_on_purpose and _is_raised_elsewhere(lines):
        what = say("{must} Here {own} comes from code outside your class {name}. Test for this "
                   "case in the method {method} of {name}, and raise {error} there.", must=must,
                   own=lines.got.error, name=lines.name, method=method, error=lines.error)
    elif is_on_purpose:
        what = say("{must} Your code raises {own}: raise {error} instead.", must=must,
                   own=lines.got.error, error=lines.error)
    elif lines.got.error and only_test:
        what = say("{must} Your code fails with {own} by accident: the condition on line {number}, "
                   "{test}, must include this case.", must=must, own=lines.got.error,
                   number=only_test.lineno, test=Code(ast.unparse(only_test.test)))
    elif lines.got.error:
        what = say("{must} Your code fails with {own} by accident: test for this case first in "
                   "{method}.", must=must, own=lines.got.error, method=method)
    elif _is_returned(lines.error, lines.value):
        what = say("{must} Your code returns the exception, but doesn't raise it. Write raise "
                   "instead of return.", must=must)
    elif only_test:
        what = say("{must} Your code returns {value}: the condition on line {number}, {test}, must "
                   "include this case.", must=must, value=written(lines.value),
                   number=only_test.lineno, test=Code(ast.unparse(only_test.test)))
    else:
        what = say("{must} Your code returns {value}: test for this case in {method}.",
                   must=must, value=written(lines.value), method=method)
    return Sure((say("What should {line} do here?", line=lines.asked),
                 say("{line} isn't allowed here. It must raise {error}.", line=lines.asked,
                     error=lines.error),
                 what))


def _is_raised_elsewhere(lines: Lines) -> bool:
    """Whether the raise statement that the error's message quotes isn't in the class.

    It may be in a base class, in another class or in a function. False also if the source of the
    class can't be read.
    """
    _, _, quoted = lines.got.message.partition(": raise ")
    nodes = nodes_of(lines.answer)
    raises_of_class = [ast.unparse(each) for each in nodes if isinstance(each, ast.Raise)]
    is_in_class = any(f"raise {quoted}".startswith(each) for each in raises_of_class)
    return bool(nodes) and not is_in_class


def _is_returned(error: str, value: Any) -> bool:
    """Whether a value is the exception with this name, or its class.

    >>> _is_returned("KeyError", KeyError), _is_returned("KeyError", KeyError("a"))
    (True, True)
    """
    return error in (type(value).__name__, getattr(value, "__name__", ""))


def _tests_before_raise(answer: type, method: str) -> list[ast.If]:
    """Return the if statements whose body ends in a raise, in a method and those that it calls."""
    functions = {each.name: each for each in nodes_of(answer)
                 if isinstance(each, ast.FunctionDef)}
    if method not in functions:
        return []
    attributes_of_self = [each.attr for each in ast.walk(functions[method])
                          if isinstance(each, ast.Attribute) and ast.unparse(each.value) == "self"]
    names = dict.fromkeys([method, *attributes_of_self])  # each only once
    return [each for name in names if name in functions for each in ast.walk(functions[name])
            if isinstance(each, ast.If) and isinstance(each.body[-1], ast.Raise)]


def _wrongly_refused(lines: Lines) -> Hints | None:
    """Return hints on an allowed call that a raise statement of the class refuses."""
    call = _call_in(lines.line)
    method = method_of(call)
    nodes = nodes_of(lines.answer)
    number = _line_in_message(lines.got)
    raising = next((each for each in nodes
                    if isinstance(each, ast.Raise) and each.lineno == number), None)
    if method not in lines.refuses or raising is None or lines.error:
        return None
    test = next((each.test for each in nodes
                 if isinstance(each, ast.If) and raising in each.body), None)
    why = say(lines.refuses[method])
    if test is None:
        what = say("{line} is allowed, but line {number} raises an error. {method} must do that "
                   "only if {why}.", line=call, number=number, method=method, why=why)
    else:
        what = say("{line} is allowed, but line {number} raises an error, because its condition, "
                   "{test}, is true. {method} must do that only if {why}.", line=call,
                   number=number, method=method, why=why, test=Code(ast.unparse(test)))
    return (say("What should {line} do here?", line=call),
            say("Line {number} raises an error here. Should it?", number=number), what)


def _line_in_message(got: Outcome) -> int:
    """Return the number of the student's line that the message on an error quotes, or 0."""
    # It's in parentheses at the end, after the text of the error, which may have numbers too.
    _, _, after_the_text = got.message.partition(got.said or "(")
    number = re.search(r"\d+", after_the_text)
    return int(number[0]) if number else 0


def _changed_by_a_refusal(lines: Lines) -> Hints | None:
    """Return hints if a call that must be refused, and change nothing, has changed the object."""
    method = method_of(lines.refused)
    if method not in lines.refuses or lines.got.error:
        return None
    lines_before = [*itertools.takewhile(lambda line: not _refusal(line), lines.case)]
    refusal = _refusal(lines.case[len(lines_before)])
    # The call runs again, without the suppress of its line, to see which error it raises.
    outcome_of_call = run(lambda *case: exec("\n".join(case), {lines.name: lines.answer}),
                          (*lines_before, lines.refused))
    fields = {"call": Code(lines.refused), "line": lines.asked, "own": outcome_of_call.error,
              "error": refusal["error"] if refusal else "", "why": say(lines.refuses[method])}
    if outcome_of_call.error:
        what = say("{call} raises {own} here, so it must change nothing. But after that call, "
                   "{line} is wrong. First do everything that can fail, and only then change the "
                   "object.", **fields)
    else:
        what = say("{call} must raise {error}, because {why}. Your code raises no error, and after "
                   "that call, {line} is wrong.", **fields)
    return ("What has changed after a call that raises an error?",
            "First do everything that can fail. Change the object only after that.", what)


# -- a method without a result -----------------------------------------------------------------

def _returns_nothing(lines: Lines) -> Hints | None:
    """Return hints on a method that returns None, but must return a value."""
    method = lines.method
    if lines.value is not None or lines.got.error or method not in lines.gives or lines.error:
        return None
    return (say("What does {line} return?", line=lines.asked),
            "A method that ends without a return returns None.",
            say("{method} returns None. It must return {gives}. Here, that's {right}.",
                method=method, gives=say(lines.gives[method]), right=written(lines.right)))
