"""Stand-ins for what a guest holds: a check can call them as if they were the student's own.

A call sends the arguments to the guest, and gets back the result and the changed arguments. An
instance of a student's class is a plain object here, with the attributes that it has there; its
methods run in the guest.
"""

from __future__ import annotations

import builtins
import inspect
import random
import sys
import types
from collections.abc import Callable, Mapping, Sequence
from time import thread_time
from typing import Any

import numpy as np

from blocky.kit.check import clock
from blocky.kit.check.program import functions_of
from blocky.kit.guest.guest import Guest, GuestError
from blocky.kit.guest.plain import Exchange, NonsenseError, is_of_the_rules, named_thing
from blocky.kit.safely import OutOfTimeError

__all__ = ["SLOWER", "Answers"]

#: An answer may take this many times as long here as in a notebook.
SLOWER = 2

#: The seconds that all questions of a session may take together.
ALL = 120.0

#: The most seconds that a guest can say a call used, so that sums of them stay finite.
MOST_CLAIMED = 1e6

#: The seconds that a question may take in which no student's function is called.
FIND = 20.0

#: The special methods that a stand-in has. Those that compare or convert are left out: no check
#: may ask a student's object whether it equals the right result.
_FORWARDED = frozenset((
    "__contains__", "__getitem__", "__iter__", "__len__", "__next__", "__setitem__",
    "__delitem__", "__reversed__"))


class Answers:
    """What a student has defined in the session of a guest.

    Attributes:
        left: the seconds that the present trial may still take; ``judge`` sets them.
        spent: the seconds that all calls have taken so far.
        not_written: whether the last call raised the NotImplementedError of an exercise.
        raised_limit: whether a call has raised Python's recursion limit since this was set.
        broken: why the guest can't answer any more, or None.
    """

    def __init__(self, guest: Guest, refused: Sequence[tuple[str, str]] = ()) -> None:
        """Prepare stand-ins for a session of a guest, in which these functions are ``refused``.

        Each is a pair of a module and a qualified name.
        """
        self.guest = guest
        self.refused = frozenset(refused)
        self.exchange = Exchange(is_guest=False, foreign=self._foreign)
        self.left = 0.0
        self.spent = 0.0
        self.not_written = False
        self.raised_limit = False
        self.broken: GuestError | None = None
        #: The guest's descriptions of its things, and the stand-ins for them, by number.
        self._kinds: dict[int, Mapping[str, Any]] = {}
        self._made: dict[int, Any] = {}

    def find(self, name: str) -> Any:
        """Return the stand-in for what the student calls ``name``. LookupError: it's missing."""
        reply = self._ask(FIND, do="find", name=name)
        if "missing" in reply:
            raise LookupError(name)
        return self._value_of(reply)

    def uses(self, answer: Any, names: Sequence[str]) -> list[str]:
        """Return those of these names that an answer's program uses, in the same order."""
        reply = self._ask(FIND, do="uses", thing=answer._in_guest, names=[*names])
        used = reply.get("names", [])
        if not isinstance(used, list):  # a student's code may have sent anything
            return []
        return [name for name in names if name in used]

    def mended(self, answer: Any, given: Mapping[str, Any]) -> Any:
        """Return an answer with functions of the kit, ``given`` by name, in place of wrong ones.

        LookupError: the guest can't replace them.
        """
        self.exchange.begin_call()
        graph = self.exchange.write(dict(given))
        reply = self._ask(FIND, do="mend", thing=answer._in_guest, graph=graph)
        if "missing" in reply:
            raise LookupError
        self.exchange.begin_call()
        return self._value_of(reply)

    # -- calls -----------------------------------------------------------------------------------

    def call(self, number: int, method: str, args: Sequence[Any], named: Mapping[str, Any]) -> Any:
        """Return the result of a call in the guest; change the arguments here as it does there.

        ``number`` is that of the guest's function or class; ``method`` is the name of a method of
        it, or "" for itself. It raises what the student's code raises. OutOfTimeError: it took too
        long.
        """
        self.exchange.begin_call()
        start = thread_time()
        graph = self.exchange.write([[*args], dict(named)])
        clock.add(start - thread_time())  # negative: writing costs the student nothing
        return self._called(do="call", thing=number, method=method, graph=graph, seed=_seed())

    def lines(self, number: int, name: str, lines: Sequence[str], own: bool) -> Any:
        """Return the value of the last of some lines, which use a class under a name."""
        self.exchange.begin_call()
        return self._called(do="lines", thing=number, name=name, lines=[*lines], own=own)

    def next_of(self, number: int) -> Any:
        """Return the next item of an iterator in the guest."""
        self.exchange.begin_call()
        return self._called(do="next", thing=number)

    def uses_built_in(self, number: int) -> bool:
        """Whether the student's program uses Python's own containers."""
        return self._ask(FIND, do="form", thing=number).get("found") is not False

    def _called(self, **request: Any) -> Any:
        """Return the value of a call in the guest, or raise what ended it; count its time.

        ``request`` is a call that one of the ``do_NAME`` methods of ``inside.Session`` answers.
        """
        if self.left <= 0 or self.spent > ALL:
            raise OutOfTimeError
        self.not_written = False
        reply = self._ask(self.left, **request, seconds=self.left)
        start = thread_time()
        seconds_used = self._seconds_used(reply)
        self.left -= seconds_used
        self.spent += seconds_used
        # a check looks whether an answer has changed these: so they change here, too
        if reply.get("raised_limit") is True:
            self.raised_limit = True
            sys.setrecursionlimit(sys.getrecursionlimit() + 1)
        if reply.get("drawn") is True:
            random.random()
            np.random.random()
        try:
            value = self._value_of(reply) if reply.get("graph") is not None else None
        finally:  # the time that counts is the guest's, and not that of this process
            clock.add(start - thread_time() + seconds_used / SLOWER)
        ended = reply.get("ended")
        if ended == "":
            return value
        if ended == "time":
            raise OutOfTimeError
        if ended == "stack":
            raise RecursionError
        self.not_written = reply.get("not_written") is True
        raise _error_of(reply)

    def _seconds_used(self, reply: Mapping[str, Any]) -> float:
        """Return the seconds that a call used: as the guest says, but at least ``took`` minus one.

        ``took`` is measured here, since a student's code could claim fewer seconds. One of them is
        for the guest's own work, which doesn't count as the student's.
        """
        claimed = reply.get("used")
        seconds_claimed = 0.0
        if isinstance(claimed, (int, float)) and claimed >= 0:  # not so if it's NaN
            seconds_claimed = float(min(claimed, MOST_CLAIMED))
        least_seconds = self.guest.took - 1
        return max(seconds_claimed, least_seconds)

    def _ask(self, seconds: float, /, **request: Any) -> dict[str, Any]:
        """Return the reply of the guest. GuestError: it's broken, now or since an earlier call."""
        if self.broken is not None:
            raise self.broken
        try:
            reply = self.guest.ask(seconds, **request)
        except GuestError as error:
            self.broken = error
            raise
        return reply  # type: ignore[no-any-return]

    def _value_of(self, reply: Mapping[str, Any]) -> Any:
        """Return the value in a reply. GuestError: it makes no sense, so the guest is closed."""
        try:
            self._kinds.update((int(number), kind) for number, kind in reply["kinds"].items())
            return self.exchange.read(reply["graph"])
        except (NonsenseError, LookupError, TypeError, ValueError, AttributeError) as error:
            self.guest.close()
            self.broken = GuestError(ended=True)
            raise self.broken from error

    # -- stand-ins -------------------------------------------------------------------------------

    def _foreign(self, number: int, kind: str) -> Any:
        """Return the stand-in for the guest's thing with a number; ``kind`` is its class's name.

        It's made only once.
        """
        if number not in self._made:
            description = self._kinds[number]
            stand_in: Any
            if description["is"] == "class":
                stand_in = self._class(number, description)
            elif description["is"] == "function":
                stand_in = self._function(number, description)
            else:
                iterates = description.get("iterates") is True
                stand_in = _Thing(self, number, str(kind), iterates)
            self._made[number] = stand_in
        return self._made[number]

    def _function(self, number: int, description: Mapping[str, Any]) -> Any:
        """Return a local function that forwards its calls to function ``number`` of the guest."""
        def stand_in(*args: Any, **named: Any) -> Any:
            """Call the function in the guest."""
            return self.call(number, "", args, named)  # "": no method, but the function itself

        _name(stand_in, description["name"], description["parameters"])
        # By these, other parts of the kit find the function in the guest.
        stand_in._in_guest = number  # type: ignore[attr-defined]
        stand_in._answers = self  # type: ignore[attr-defined]
        return stand_in

    def _class(self, number: int, description: Mapping[str, Any]) -> type:
        """Return a class that stands for class ``number`` of the guest, where its methods run.

        It inherits from the kit's bases of the student's class. Their refused functions, which may
        not do the work of the task, run in the guest too, and raise an error there.
        """
        bases = _bases_of(description)
        # the attributes of the student's class, then the refused ones that it inherits
        parts = {str(name): self._part(number, str(name), part)
                 for name, part in description["parts"].items() if _is_forwarded(str(name))}
        for base in reversed(bases):
            for name in dir(base):
                if name not in parts and self._is_refused(inspect.getattr_static(base, name)):
                    parts[name] = self._part(number, name, {"is": "method", "parameters": None})

        def new(kind: Any, *args: Any, **named: Any) -> Any:
            """Create the object in the guest; return its stand-in."""
            return self.call(number, "", args, named)  # "": no method, but the class itself

        def fill(space: dict[str, Any]) -> None:
            """Put the attributes of the class into its namespace."""
            space.update(parts)
            space.update({"__new__": new, "__module__": "__main__", "_in_guest": number,
                          "_answers": self})

        return types.new_class(str(description["name"]), tuple(bases), {}, fill)

    def _is_refused(self, value: Any) -> bool:
        """Whether a part of a class is a function that may not do the work of the task here."""
        return any((function.__module__, function.__qualname__) in self.refused
                   for function in functions_of(value))

    def _part(self, number: int, name: str, part: Mapping[str, Any]) -> Any:
        """Return an attribute for a stand-in of a class: a plain value, or what asks the guest.

        ``number`` is that of the class in the guest, and ``name`` that of the attribute. ``part``
        is the guest's description of it: its "is" is "value", "property", "static" or "method".
        """
        kind = part["is"]
        if kind == "value":
            value = part["value"]
            return value if isinstance(value, (int, float, str, type(None))) else None
        if kind == "property":
            return property(lambda this: self.call(number, f"{name}.fget", [this], {}))

        def stand_in(*args: Any, **named: Any) -> Any:
            """Call the method in the guest."""
            if name == "__init__":
                return None  # it ran in the guest, when the guest made the object
            return self.call(number, name, args, named)

        _name(stand_in, name, part["parameters"])
        if kind == "static":
            return staticmethod(stand_in)
        if part.get("abstract") is True:
            stand_in.__isabstractmethod__ = True  # type: ignore[attr-defined]
        return stand_in


class _Thing:
    """Stands for an object in the guest of which nothing is known but its kind."""

    def __init__(self, answers: Answers, number: int, kind: str, iterates: bool) -> None:
        self._answers, self._in_guest, self._kind = answers, number, kind
        self._iterates = iterates

    def __iter__(self) -> Any:
        if not self._iterates:
            raise TypeError(f"'{self._kind}' object is not iterable")
        return self

    def __next__(self) -> Any:
        return self._answers.next_of(self._in_guest)

    def __repr__(self) -> str:
        return f"<{self._kind}>"


def _bases_of(description: Mapping[str, Any]) -> list[type]:
    """Return the kit's classes from which a stand-in for a class has to inherit.

    Those that are bases of others are left out. NonsenseError: the guest's description has other
    things than classes of the rules.
    """
    bases: list[type] = []
    for module, name in description["bases"]:
        if not is_of_the_rules(str(module)):
            raise NonsenseError
        base = named_thing(module, name)
        if not isinstance(base, type):
            raise NonsenseError
        if not any(issubclass(each, base) for each in bases):
            bases.append(base)
    return bases


def _is_forwarded(name: str) -> bool:
    """Return whether a stand-in for a class has an attribute with this name."""
    return not name.startswith("__") or name in _FORWARDED or name == "__init__"


def _name(function: Callable[..., Any], name: Any, parameters: Any) -> None:
    """Give a stand-in the name of the student's function, and its signature, if that's known."""
    function.__name__ = function.__qualname__ = str(name)
    if isinstance(parameters, list):
        kinds = [*inspect._ParameterKind]  # in the order of their numbers
        function.__signature__ = inspect.Signature([  # type: ignore[attr-defined]
            inspect.Parameter(str(parameter), kinds[kind],  # the default itself isn't known here
                              default=None if has_default else inspect.Parameter.empty)
            for parameter, kind, has_default in parameters])


def _seed() -> int:
    """Return a number that depends on the state of Python's and numpy's own generators.

    So the guest draws other numbers after something was drawn here, and the same if nothing was.
    """
    _, numbers_and_position, _ = random.getstate()
    *numbers, position = numbers_and_position
    state_of_numpys: Any = np.random.get_state(legacy=False)
    some_numbers = tuple(numbers[:8])  # enough to tell seeds apart
    return hash((some_numbers, position, state_of_numpys["state"]["pos"])) % 2**32


def _error_of(reply: Mapping[str, Any]) -> Exception:
    """Return an exception like the one that a student's code has raised, as a reply says.

    If its class isn't known here, the exception is of a new class with the same name. If the reply
    doesn't say what was raised, it's a ValueError.
    """
    try:
        kinds = [(str(module), str(name)) for module, name in reply["kinds_of_error"]]
        text = str(reply["text"])
    except (LookupError, TypeError, ValueError):
        return ValueError()
    known_class = _known_class_of_error(kinds)
    _, name = kinds[0] if kinds else ("", known_class.__name__)
    is_known = known_class.__name__ == name
    kind = known_class if is_known else type(name, (known_class,), {})
    error: Any = kind.__new__(kind, text)  # without __init__, which may need other arguments
    error.args = (text,)
    return error  # type: ignore[no-any-return]


def _known_class_of_error(kinds: Sequence[tuple[str, str]]) -> type[Exception]:
    """Return the first class of an error and its bases that Python or a game's rules have, too.

    ``kinds`` are their modules and names, the error's own class first.
    """
    for module, name in kinds:
        found: Any = getattr(builtins, name, None) if module == "builtins" else None
        if is_of_the_rules(module):
            try:
                found = named_thing(module, name)
            except LookupError:
                found = None
        if isinstance(found, type) and issubclass(found, Exception):
            return found
    return Exception
