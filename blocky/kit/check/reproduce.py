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
    """Return the call of the class of ``value`` with these attributes; "" if one has no Python."""
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
    """Return the plain call of a function with a case.

    Short arguments are written inside the call, the others have their parameters' ``names``. The
    arguments at the places ``changed`` have names too, and a last line shows what the call made of
    them.
    """
    arguments = dict(zip(names, case, strict=False))
    if len(arguments) < len(case):  # a parameter takes several arguments
        arguments = {f"value_{place}": value for place, value in enumerate(case)}
    texts = []
    shown = []
    room_left = ROOM
    for place, (parameter, value) in enumerate(arguments.items()):
        text = expression(value)
        is_short = 0 < len(text) <= INLINE and len(text) <= room_left
        text_in_call = text if is_short and place not in changed else parameter
        texts.append(text_in_call)
        room_left -= len(text_in_call)
        if place in changed:
            shown.append(outcome_of(value, parameter))
    lines = [f"{name}({', '.join(texts)})"]
    if shown:
        lines.append(", ".join(shown))
    return Call("\n".join(lines), arguments, function=name)


def python_of(task: str, call: Call, package: str, known: Collection[str]) -> str:
    """Return the lines of Python that make a call of the case that failed in a ``task``.

    Names that are not ``known`` in the notebook are imported first, those of the game from its
    ``package``. An argument that Python can't make in a few lines comes from ``check.case``.
    """
    used_names = _names_needed(call.text)
    homes = _homes(call.arguments.values())
    has_checks = hasattr(_module(package), "check")
    named = {name: value for name, value in call.arguments.items() if name in used_names}
    lines: list[str] = []
    fetched: list[str] = []
    for name, value in named.items():
        lines_of_value = _short_lines(name, value, package, homes)
        if lines_of_value:
            lines += lines_of_value
        else:
            fetched.append(name)
    if fetched and has_checks:
        lines.insert(0, _fetch(task, call, fetched))
    if fetched or not named:
        remark = call.remark or "\n".join(f"{name}: {written(named[name])}" for name in fetched)
        lines += [f"# {line.strip()}" for line in plain(remark).split("\n") if line]
    lines += call.text.split("\n")
    are_all_fetched = [*named] == fetched
    if named and has_checks and not are_all_fetched:
        lines.append("# " + say("or: {code}", code=_fetched(task, call)))
    imports = _imports("\n".join(lines), {*known, task}, package, homes)
    return "\n".join([*imports, *lines])


def _fetched(task: str, call: Call) -> str:
    """Return the line that calls a function with the case of ``check.case``.

    If the call is no plain one, it only fetches the arguments.
    """
    if call.function:
        return f'{call.function}(*check.case("{task}"))'
    return _fetch(task, call, [*call.arguments])


def _fetch(task: str, call: Call, names: Sequence[str]) -> str:
    """Return the line that fetches some of the arguments of a call.

    It is ``grid = check.case("flip")[0]`` for one, and ``grid, _, colour = check.case("flip")`` for
    two of three.
    """
    all_names = [*call.arguments]
    if len(names) == 1:
        name, = names
        return f'{name} = check.case("{task}")[{all_names.index(name)}]'
    targets = [name if name in names else "_" for name in all_names]
    return f'{", ".join(targets)} = check.case("{task}")'


def _names_needed(code: str) -> set[str]:
    """Return the names that code reads but doesn't set, without Python's own."""
    tree = ast.parse(code)
    names = {each.id for each in ast.walk(tree) if isinstance(each, ast.Name)}
    set_here = {each.id for each in ast.walk(tree)
                if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)}
    parameters = {each.arg for each in ast.walk(tree) if isinstance(each, ast.arg)}
    imported = {each.asname or each.name for each in ast.walk(tree) if isinstance(each, ast.alias)}
    return names - set_here - parameters - imported - {*dir(builtins)}


def _homes(values: Iterable[Any]) -> dict[str, str]:
    """Return the modules of the classes of some values and of what they hold, by class name."""
    found: dict[str, str] = {}
    waiting = list(values)
    for value in waiting:  # it grows meanwhile
        its_class = type(value)
        found[its_class.__name__] = its_class.__module__
        if isinstance(value, (list, tuple, set, frozenset)):
            waiting += value
        elif isinstance(value, dict):
            waiting += [*value, *value.values()]
        elif dataclasses.is_dataclass(value):
            waiting += vars(value).values()
    return found


def _module(package: str) -> Any:
    """Return the package of a game; None if it has none."""
    try:
        return importlib.import_module(package)
    except (ImportError, ValueError):
        return None


def _imports(code: str, known: Collection[str], package: str, homes: Mapping[str, str]
             ) -> list[str]:
    """Return the lines that import the names of code that are not ``known``.

    ``homes`` has the modules of names that are not in the game's ``package``.
    """
    game = _module(package)
    lines = []
    from_game = []
    for name in sorted(_names_needed(code) - {*known}):
        if name in _IMPORTS:
            lines.append(_IMPORTS[name])
        elif game and hasattr(game, name):
            from_game.append(name)
        elif name in homes:
            lines.append(f"from {homes[name]} import {name}")
    if from_game:
        lines.append(f"from {package} import {', '.join(from_game)}")
    return lines


def _short_lines(name: str, value: Any, package: str, homes: Mapping[str, str]) -> list[str]:
    """Return the lines that make a value under a name; [] if they are too long or too many.

    They are tried: return [] also if they don't make the same value.
    """
    space: dict[str, Any] = {}
    with suppress(Exception):  # a value may be so strange that its lines fail
        lines = statements(value, name)
        if not 0 < len(lines) <= MOST_LINES or max(map(len, lines)) > WIDEST:
            return []
        code = "\n".join(lines)
        exec("\n".join([*_imports(code, (), package, homes), code]), space)
        if isinstance(value, type(space[name])) and told(space[name]) == told(value):
            return lines
    return []
