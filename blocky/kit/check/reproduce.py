"""The case of a failed check as Python that a student can copy into a cell.

A game registers how the objects of its own types are made: by one expression (``expression``), or
by several lines (``statements``).
"""

import ast
import builtins
import dataclasses
import importlib
import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from enum import Enum
from functools import singledispatch
from random import Random
from typing import Any

import numpy as np

from blocky.kit.check.compare import told, written
from blocky.kit.language import plain, say

__all__ = ["Call", "call_of", "expression", "outcome_of", "python_of", "statements"]

#: Arguments of at most this many characters are written inside the call.
INLINE = 30

#: All arguments inside a call have at most about this many characters.
ROOM = 60

#: Lines of at most this many characters are shown.
WIDEST = 110

#: An argument that needs more lines than this is not shown.
MOST_LINES = 6

#: The seeds that are tried to find out which one made a source of random numbers.
SEEDS = range(1000)

#: The imports of names that belong to no game.
_IMPORTS = {"np": "import numpy as np", "Random": "from random import Random",
            "copy": "import copy",
            "suppress": "from contextlib import suppress"}


@dataclasses.dataclass(frozen=True)
class Call:
    """A call, or several, as a student can run them.

    Attributes:
        text: the code, in which the arguments may have names.
        arguments: the values of these names. ``check.case`` returns them.
        function: what ``text`` calls with just these arguments, if it is a plain call, or "".
        remark: what a reader should know of the arguments, in words, or "".
    """

    text: str
    arguments: Mapping[str, Any] = dataclasses.field(default_factory=dict)
    function: str = ""
    remark: str = ""


# -- values --------------------------------------------------------------------------------------

@singledispatch
def expression(value: Any) -> str:
    """Return the Python expression that makes a value again; "" if there is none.

    >>> expression([(1, 2), None]), expression(np.zeros((1, 2), int)), expression(Random(7))
    ('[(1, 2), None]', 'np.array([[0, 0]])', 'Random(7)')
    """
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        names = [each.name for each in dataclasses.fields(value) if each.init]
        return _constructor(value, {name: getattr(value, name) for name in names})
    return ""


def _constructor(value: Any, attributes: Mapping[str, Any]) -> str:
    """Return the call of the class of ``value`` with these attributes as keyword arguments.

    "": an attribute has no expression.
    """
    texts = {name: expression(each) for name, each in attributes.items()}
    if not all(texts.values()):
        return ""
    arguments = ", ".join(f"{name}={text}" for name, text in texts.items())
    return f"{type(value).__name__}({arguments})"


@expression.register(type(None))
@expression.register(bool)
@expression.register(int)
@expression.register(str)
@expression.register(bytes)
def _(value: Any) -> str:
    return f"{type(value).__name__}.{value.name}" if isinstance(value, Enum) else repr(value)


@expression.register
def _(value: float) -> str:
    return repr(value) if math.isfinite(value) else f'float("{value}")'


@expression.register
def _(value: Enum) -> str:
    return f"{type(value).__name__}.{value.name}"


@expression.register
def _(value: np.generic) -> str:
    return expression(value.item())


@expression.register
def _(value: np.ndarray) -> str:
    return f"np.array({expression(value.tolist())})"


@expression.register
def _(value: list) -> str:  # type: ignore[type-arg]
    texts = [expression(each) for each in value]
    return f"[{', '.join(texts)}]" if all(texts) else ""


@expression.register
def _(value: tuple) -> str:  # type: ignore[type-arg]
    """Return a tuple, or the call that makes a NamedTuple; "" if a part has no expression."""
    fields = getattr(value, "_fields", ())
    if fields:
        return _constructor(value, {name: getattr(value, name) for name in fields})
    texts = [expression(each) for each in value]
    if not all(texts):
        return ""
    return f"({texts[0]},)" if len(texts) == 1 else f"({', '.join(texts)})"


@expression.register
def _(value: dict) -> str:  # type: ignore[type-arg]
    pairs = [(expression(key), expression(item)) for key, item in value.items()]
    if not all(key and item for key, item in pairs):
        return ""
    return f"{{{', '.join(f'{key}: {item}' for key, item in pairs)}}}"


@expression.register(set)
@expression.register(frozenset)
def _(value: Any) -> str:
    texts = sorted(map(expression, value))
    if not texts:
        return f"{type(value).__name__}()"
    return f"{type(value).__name__}([{', '.join(texts)}])" if all(texts) else ""


@expression.register
def _(value: Random) -> str:
    """Return the call with the seed, if it's one of SEEDS and no number was drawn yet."""
    if type(value) is not Random:
        return ""
    state = value.getstate()
    seed = next((seed for seed in SEEDS if Random(seed).getstate() == state), None)
    return "" if seed is None else f"Random({seed})"


@singledispatch
def statements(value: Any, name: str) -> list[str]:
    """Return the lines of Python that make a value again under a name; [] if there are none.

    >>> statements([1, 2], "numbers")
    ['numbers = [1, 2]']
    """
    text = expression(value)
    return [f"{name} = {text}"] if text else []


@statements.register
def _(value: np.ndarray, name: str) -> list[str]:
    return _row_by_row(f"{name} = np.array([", value.tolist(), "])")


@statements.register
def _(value: list, name: str) -> list[str]:  # type: ignore[type-arg]
    return _row_by_row(f"{name} = [", value, "]")


def _row_by_row(start: str, rows: Any, end: str) -> list[str]:
    """Return the lines of ``rows`` between ``start`` and ``end``; [] if a row has no Python.

    It's one line, or a line for each row if that is too long.
    """
    texts = [expression(row) for row in rows]
    if not all(texts):
        return []
    line = start + ", ".join(texts) + end
    if len(line) <= WIDEST:
        return [line]
    between_rows = f",\n{' ' * len(start)}"
    return (start + between_rows.join(texts) + end).split("\n")


@singledispatch
def outcome_of(value: Any, name: str) -> str:
    """Return the expression that shows an argument with this name after a call changed it."""
    return name


# -- a call --------------------------------------------------------------------------------------

def call_of(name: str, names: Iterable[str], case: tuple[Any, ...],
            changed: Collection[int] = ()) -> Call:
    """Return the Call of the function ``name`` with the arguments in ``case``.

    Short arguments are written inside the call. The others appear there by name, and so do those at
    the places ``changed``, which a second line shows after the call. ``names`` are the names of the
    function's parameters.
    """
    arguments = dict(zip(names, case, strict=False))
    if len(arguments) < len(case):  # a parameter takes several arguments
        arguments = {f"value_{place}": value for place, value in enumerate(case)}
    texts_in_call = []
    texts_after_call = []
    room_left = ROOM
    for place, (parameter, value) in enumerate(arguments.items()):
        text = expression(value)
        is_short = 0 < len(text) <= INLINE and len(text) <= room_left
        text_in_call = text if is_short and place not in changed else parameter
        texts_in_call.append(text_in_call)
        room_left -= len(text_in_call)
        if place in changed:
            texts_after_call.append(outcome_of(value, parameter))
    lines = [f"{name}({', '.join(texts_in_call)})"]
    if texts_after_call:
        lines.append(", ".join(texts_after_call))
    return Call("\n".join(lines), arguments, function=name)


def python_of(task: str, call: Call, package: str, known: Collection[str]) -> str:
    """Return the Python with which a student can repeat a ``call`` that failed in a ``task``.

    It imports names that are not ``known`` in the notebook, those of the game from its ``package``;
    then it gives the call's arguments their names, and makes the call. An argument that can't be
    made in a few lines is fetched with ``check.case``, and a remark says what it is.
    """
    used_names = _names_needed(call.text)
    modules = _modules_of_classes(call.arguments.values())
    has_checks = hasattr(_module(package), "check")
    named_arguments = {name: value for name, value in call.arguments.items() if name in used_names}
    lines: list[str] = []
    fetched_names: list[str] = []
    for name, value in named_arguments.items():
        lines_of_value = _short_lines(name, value, package, modules)
        if lines_of_value:
            lines += lines_of_value
        else:
            fetched_names.append(name)
    if fetched_names and has_checks:
        lines.insert(0, _fetch_line(task, call, fetched_names))
    if fetched_names or not named_arguments:
        remark = call.remark or "\n".join(f"{name}: {written(named_arguments[name])}"
                                          for name in fetched_names)
        lines += [f"# {line.strip()}" for line in plain(remark).split("\n") if line]
    lines += call.text.split("\n")
    are_all_fetched = [*named_arguments] == fetched_names
    if named_arguments and has_checks and not are_all_fetched:
        lines.append("# " + say("or: {code}", code=_call_of_fetched(task, call)))
    imports = _imports("\n".join(lines), {*known, task}, package, modules)
    return "\n".join([*imports, *lines])


def _call_of_fetched(task: str, call: Call) -> str:
    """Return the line that calls a function with all arguments from ``check.case``.

    If ``call`` is more than a plain call of a function, the line only fetches the arguments.
    """
    if call.function:
        return f'{call.function}(*check.case("{task}"))'
    return _fetch_line(task, call, [*call.arguments])


def _fetch_line(task: str, call: Call, names: Sequence[str]) -> str:
    """Return the line that gives the arguments with these ``names`` their values.

    It's ``grid = check.case("flip")[0]`` for one argument, and ``grid, _, colour =
    check.case("flip")`` for two of three.
    """
    all_names = [*call.arguments]
    if len(names) == 1:
        name, = names
        return f'{name} = check.case("{task}")[{all_names.index(name)}]'
    targets = [name if name in names else "_" for name in all_names]
    return f'{", ".join(targets)} = check.case("{task}")'


def _names_needed(code: str) -> set[str]:
    """Return the names that code reads but doesn't define, without those built into Python."""
    tree = ast.parse(code)
    names = {each.id for each in ast.walk(tree) if isinstance(each, ast.Name)}
    set_here = {each.id for each in ast.walk(tree)
                if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)}
    parameters = {each.arg for each in ast.walk(tree) if isinstance(each, ast.arg)}
    imported = {each.asname or each.name for each in ast.walk(tree) if isinstance(each, ast.alias)}
    return names - set_here - parameters - imported - {*dir(builtins)}


def _modules_of_classes(values: Iterable[Any]) -> dict[str, str]:
    """Return the names of the modules that define the classes of some values, by class name.

    The values that they hold count too.
    """
    modules: dict[str, str] = {}
    waiting = list(values)
    for value in waiting:  # which grows meanwhile
        its_class = type(value)
        modules[its_class.__name__] = its_class.__module__
        if isinstance(value, (list, tuple, set, frozenset)):
            waiting += value
        elif isinstance(value, dict):
            waiting += [*value, *value.values()]
        elif dataclasses.is_dataclass(value):
            waiting += vars(value).values()
    return modules


def _module(package: str) -> Any:
    """Return the package with this name, imported; None if it can't be."""
    try:
        return importlib.import_module(package)
    except (ImportError, ValueError):
        return None


def _imports(code: str, known: Collection[str], package: str, modules: Mapping[str, str]
             ) -> list[str]:
    """Return the lines that import the names of code that are not ``known``.

    A class that the game's ``package`` lacks is imported from its module in ``modules``.
    """
    game = _module(package)
    lines = []
    from_game = []
    for name in sorted(_names_needed(code) - {*known}):
        if name in _IMPORTS:
            lines.append(_IMPORTS[name])
        elif game and hasattr(game, name):
            from_game.append(name)
        elif name in modules:
            lines.append(f"from {modules[name]} import {name}")
    if from_game:
        lines.append(f"from {package} import {', '.join(from_game)}")
    return lines


def _short_lines(name: str, value: Any, package: str, modules: Mapping[str, str]) -> list[str]:
    """Return the lines that give a name a value equal to ``value``; [] if there are none.

    They may be too long or too many, or make another value when they are run.
    """
    space: dict[str, Any] = {}
    with suppress(Exception):  # a value may be so strange that its lines fail
        lines = statements(value, name)
        if not 0 < len(lines) <= MOST_LINES or max(map(len, lines)) > WIDEST:
            return []
        code = "\n".join(lines)
        exec("\n".join([*_imports(code, (), package, modules), code]), space)
        if isinstance(value, type(space[name])) and told(space[name]) == told(value):
            return lines
    return []
