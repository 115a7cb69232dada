"""Values as plain data, for the pipe between two processes of which one runs a student's code.

Both sides use an ``Exchange``. It writes a graph of objects as JSON and numbers every object that
can change. So an answer can say how the arguments of a call changed, and the asker's own objects
change in the same way. What comes from a guest creates only plain values, and objects of the
kit's rules, whose own code never runs while they are read.
"""

from __future__ import annotations

import struct
import sys
from base64 import b64decode, b64encode
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Callable, Hashable, Iterator
from enum import Enum
from functools import cache
from math import prod
from random import Random
from types import FunctionType, ModuleType
from typing import Any, cast

import cloudpickle
import numpy as np

__all__ = ["Exchange", "NonsenseError", "is_hidden", "is_of_the_rules", "name_of",
           "named_thing"]

#: The packages of a game, and of the kit, that hold no rules: nothing of theirs comes from a guest.
_NO_RULES = frozenset(("arena", "check", "draw", "grading", "guest", "hints", "lessons", "notebook",
                       "repair", "widgets"))

#: Python's own classes that a guest may name.
_BUILT_IN: dict[str, type] = {kind.__name__: kind for kind in (
    bool, bytes, complex, dict, float, frozenset, int, list, object, range, set, str, tuple, type,
    Counter, OrderedDict, Random, defaultdict, deque)}

_SCALARS = (type(None), bool, float, str)

#: Larger integers are written in hexadecimal digits: Python limits the decimal ones.
_LARGE = 2**63

#: How the state of a source of random numbers is packed.
_RANDOM = "=625I"

#: The name of the kit's package.
_KIT = __name__.partition(".")[0]


class NonsenseError(Exception):
    """The other side sent something that isn't an answer."""


def is_hidden(module: str) -> bool:
    """Whether a module holds right answers, so that no guest can import it.

    >>> is_hidden("blocky.blue.check.e01_state"), is_hidden("blocky.kit.check.compare")
    (True, False)
    """
    parts = module.split(".")
    return parts[0] == _KIT and "check" in parts[:3] and parts[1] != "kit"


def is_of_the_rules(module: str) -> bool:
    """Whether a module belongs to the rules of a game, or to those that all games share."""
    parts = module.split(".")
    return parts[0] == _KIT and _NO_RULES.isdisjoint(parts)


def named_thing(module: str, name: str) -> Any:
    """Return the class or function with a qualified name in a loaded module.

    LookupError: there is none.
    """
    thing: Any = sys.modules.get(module)
    for part in name.split("."):
        thing = getattr(thing, part, None)
    if not isinstance(thing, (type, FunctionType)):
        raise LookupError(name)
    return thing


def name_of(thing: Any) -> tuple[str, str] | None:
    """Return the module and the qualified name of a thing; None if no class or function is there.

    What is found under this name must be the thing itself.
    """
    module = getattr(thing, "__module__", None)
    name = getattr(thing, "__qualname__", None)
    if not isinstance(module, str) or not isinstance(name, str):
        return None
    try:
        return (module, name) if named_thing(module, name) is thing else None
    except LookupError:
        return None


class Exchange:
    """What two processes know of each other's objects during one call, and during a session.

    The guest gives a number to each of its own functions, classes and other objects (``own``). The
    asker gives one to each class or function that it has ``shipped``. ``foreign`` returns the
    asker's stand-in for one of the guest's things.
    """

    def __init__(self, is_guest: bool,
                 foreign: Callable[[int, str], Any] | None = None) -> None:
        """Begin an exchange in which nothing has a number yet."""
        self.is_guest = is_guest
        self.foreign = foreign
        # the things by their numbers, and the numbers by the things' id()
        self.own: list[Any] = []
        self._own_numbers: dict[int, int] = {}
        self.shipped: list[Any] = []
        self._shipped_numbers: dict[int, int] = {}
        self.begin_call()

    def begin_call(self) -> None:
        """Forget the objects of the last call, but not what belongs to the session."""
        # the objects by their numbers, the numbers by the objects' id(), and by number the states
        # in which the other side has the objects
        self.objects: list[Any] = []
        self._numbers: dict[int, int] = {}
        self._known_states: dict[int, Any] = {}

    # -- writing ---------------------------------------------------------------------------------

    def write(self, value: Any) -> dict[str, Any]:
        """Return a message: a value, and the new or changed objects of this call.

        "root" is the value. "nodes" holds the objects' states by their numbers, and "shipped" the
        code of classes and functions that the other side doesn't have yet.
        """
        nodes: dict[str, Any] = {}
        self._waiting = list(range(len(self.objects)))  # the numbers of objects to look at
        self._new_code: list[str] = []
        root = self._value(value)
        numbers_done = set[int]()
        while self._waiting:  # writing an object's state may add others
            number = self._waiting.pop()
            if number not in numbers_done:
                numbers_done.add(number)
                state = self._state(self.objects[number])
                if self._known_states.get(number) != state:
                    nodes[str(number)] = state
                    self._known_states[number] = state
        return {"nodes": nodes, "root": root, "shipped": self._new_code}

    def _value(self, value: Any) -> Any:
        """Return a value as JSON data: itself, or a list that begins with a key of ``_READERS``."""
        kind = _kind_of(cast(Hashable, type(value)))
        if kind == "scalar":
            return value
        if kind == "object":
            return ["#", self._number(value)]
        if kind == "enum":
            return self._enum(value)
        if kind == "thing":
            return self._thing(value)
        return self._immutable_value(value, kind)

    def _enum(self, value: Enum) -> Any:
        """Return a member of an enumeration as JSON data.

        For one of the rules, that's its name. The guest writes the value of another one; the asker
        writes what ``_thing`` returns.
        """
        kind = type(value)
        if _has_name(kind) and is_of_the_rules(kind.__module__):
            return ["enum", kind.__module__, kind.__qualname__, value.name]
        if self.is_guest:
            return self._value(value.value)
        return self._thing(value)

    def _immutable_value(self, value: Any, tag: str) -> Any:
        """Return an immutable value of the kind that ``_kind_of`` calls ``tag`` as JSON data.

        For int, float, str, frozenset and tuple, the methods of Python's own class are called: a
        student's subclass may have others.
        """
        if tag == "int":
            number = int.__int__(value)
            return number if -_LARGE < number < _LARGE else ["int", hex(number)]
        if tag == "float":
            return float.__float__(value)
        if tag == "str":
            return str.__str__(value)
        if tag == "bytes":
            return ["bytes", bytes(value).hex()]
        if tag == "complex":
            return ["complex", value.real, value.imag]
        if tag == "range":
            return ["range", value.start, value.stop, value.step]
        if tag == "number":
            return ["number", value.dtype.str, self._value(value.item())]
        if tag == "frozenset":
            return ["frozenset", [self._value(each) for each in frozenset.__iter__(value)]]
        return self._tuple(value)

    def _tuple(self, value: tuple[Any, ...]) -> Any:
        """Return a tuple as JSON data, with its class if that's a subclass such as a NamedTuple.

        A class of the rules is written as its name. Another one is written as its number: the asker
        ships it, unless it has been shipped before. A class of the guest's own is left out.
        """
        items = [self._value(each) for each in tuple.__iter__(value)]
        if type(value) is tuple:
            return ["tuple", items]
        module_and_name = name_of(type(value))
        if module_and_name:
            module, name = module_and_name
            if is_of_the_rules(module):
                return ["record", module, name, items]
        if not self.is_guest:
            return ["shipped record", self._ship(type(value)), items]
        number = self._shipped_numbers.get(id(type(value)))
        if number is not None:
            return ["shipped record", number, items]
        return ["tuple", items]

    def _thing(self, value: Any) -> Any:
        """Return a class, a function or a strange object as JSON data: as a name or a number.

        It's the number of the guest's own thing or of one that the asker has shipped; without
        either, its name if the other side can have it; or else a new number.
        """
        if not self.is_guest:
            number_in_guest = getattr(value, "_in_guest", None)  # of what a stand-in stands for
            if isinstance(number_in_guest, int):
                return ["own", number_in_guest, ""]
        number = self._shipped_numbers.get(id(value))
        if number is not None:
            return ["shipped", number]
        if id(value) in self._own_numbers:
            return ["own", self._own_numbers[id(value)], type(value).__name__]
        if isinstance(value, (type, FunctionType)):
            if value in _BUILT_IN.values():
                return ["named", "builtins", value.__name__]
            module_and_name = name_of(value)
            if module_and_name:
                module, name = module_and_name
                if self._may_name(value, module):
                    return ["named", module, name]
        if not self.is_guest:
            return ["shipped", self._ship(value)]
        return ["own", self.number_of(value), type(value).__name__]

    def _may_name(self, value: Any, module: str) -> bool:
        """Return whether the other side may import a class or function, and gets only its name."""
        if self.is_guest:  # classes only: the asker must not run the kit's function for it
            return isinstance(value, type) and is_of_the_rules(module)
        return module != "__main__" and not is_hidden(module)

    def number_of(self, value: Any) -> int:
        """Return the number of one of the guest's own things; a new one for a new thing."""
        number = self._own_numbers.get(id(value))
        if number is None:
            number = self._own_numbers[id(value)] = len(self.own)
            self.own.append(value)
        return number

    def _ship(self, value: Any) -> int:
        """Return the number of a class or function that the guest can't import.

        The first time, its code goes into the message.
        """
        number = self._shipped_numbers.get(id(value))
        if number is not None:
            return number
        # what it uses of hidden modules must be sent with it, and not be imported by the guest
        hidden_modules = {module for name, module in list(sys.modules.items()) if is_hidden(name)}
        registered_before = {sys.modules[name]
                             for name in cloudpickle.list_registry_pickle_by_value()
                             if name in sys.modules}
        modules_to_register = hidden_modules - registered_before
        for module in modules_to_register:
            cloudpickle.register_pickle_by_value(module)
        try:
            pickled = cloudpickle.dumps(value)
        finally:
            for module in modules_to_register:
                cloudpickle.unregister_pickle_by_value(module)
        self._new_code.append(b64encode(pickled).decode())
        return self._keep_shipped(value)

    def _keep_shipped(self, value: Any) -> int:
        """Give a number to a class or function that the asker has sent."""
        number = self._shipped_numbers[id(value)] = len(self.shipped)
        self.shipped.append(value)
        return number

    def _number(self, value: Any) -> int:
        """Return the number of an object in this call; a new object's state waits to be written."""
        number = self._numbers.get(id(value))
        if number is None:
            number = self._add(value)
            self._waiting.append(number)
        return number

    def _add(self, value: Any) -> int:
        number = self._numbers[id(value)] = len(self.objects)
        self.objects.append(value)
        return number

    def _state(self, value: Any) -> Any:
        """Return what an object holds as JSON data: a list of its kind, and contents or attributes.

        ``_empty`` and ``_fill`` make an object of it again.
        """
        if isinstance(value, np.ndarray):
            return ["array", value.dtype.str, [*value.shape],
                    [self._value(each) for each in value.ravel().tolist()]]
        if isinstance(value, list):
            return ["list", [self._value(each) for each in list.__iter__(value)]]
        if isinstance(value, dict):
            kind = next(each for each in _DICTS if isinstance(value, each))  # dict is the last
            factory = None
            if isinstance(value, defaultdict):
                factory = self._value(value.default_factory)
            pairs = [[self._value(key), self._value(dict.__getitem__(value, key))]
                     for key in dict.__iter__(value)]
            return ["dict", kind.__name__, pairs, factory]
        if isinstance(value, set):
            return ["set", [self._value(each) for each in set.__iter__(value)]]
        if isinstance(value, deque):
            return ["deque", [self._value(each) for each in deque.__iter__(value)], value.maxlen]
        if isinstance(value, bytearray):
            return ["bytearray", bytes(value).hex()]
        state = [[str(name), self._value(each)] for name, each in _attributes(value)]
        if isinstance(value, Random):
            version, numbers, gauss = Random.getstate(value)
            packed = struct.pack(_RANDOM, *numbers).hex()
            return ["random", self._thing(type(value)), [version, packed, gauss], state]
        return ["object", self._thing(type(value)), state]

    # -- reading ---------------------------------------------------------------------------------

    def read(self, message: Any) -> Any:
        """Return the value in a message; create and change the objects of the call as it says.

        NonsenseError: it isn't such a message.
        """
        try:
            if not self.is_guest and message["shipped"]:  # the asker runs no code of a guest
                raise NonsenseError
            for each in message["shipped"]:
                self._keep_shipped(cloudpickle.loads(b64decode(each)))
            states = {int(number): state for number, state in message["nodes"].items()}
            for number in sorted(states):
                self._known_states[number] = states[number]
                if number == len(self.objects):
                    self._add(self._empty(states[number]))
                elif number > len(self.objects):
                    raise NonsenseError
            # Sets and dicts come last: they hash their items, which must be whole before.
            for number in sorted(states, key=lambda each: states[each][0] in ("dict", "set")):
                self._fill(self.objects[number], states[number])
            return self._read(message["root"])
        except NonsenseError:
            raise
        except (struct.error, LookupError, TypeError, ValueError, AttributeError, OverflowError,
                RecursionError, MemoryError) as error:
            raise NonsenseError(repr(error)) from error

    def _read(self, value: Any) -> Any:
        """Return the value of JSON data from ``_value``."""
        if type(value) in _SCALARS or type(value) is int:
            return value
        tag, *parts = value
        return _READERS[tag](self, *parts)

    def _read_number(self, number: int) -> Any:
        if number < 0:
            raise NonsenseError
        return self.objects[number]

    def _read_int(self, digits: str) -> int:
        return int(digits, 16)

    def _read_tuple(self, items: list[Any]) -> tuple[Any, ...]:
        return tuple([self._read(each) for each in items])

    def _read_frozenset(self, items: list[Any]) -> frozenset[Any]:
        return frozenset([self._read(each) for each in items])

    def _read_bytes(self, digits: str) -> bytes:
        return bytes.fromhex(digits)

    def _read_complex(self, real: float, imaginary: float) -> complex:
        return complex(real, imaginary)

    def _read_range(self, *limits: int) -> range:
        return range(*limits)

    def _read_number_of_numpy(self, dtype: str, value: Any) -> Any:
        return np.array(self._read(value), _plain_dtype(dtype))[()]

    def _read_enum(self, module: str, name: str, member: str) -> Any:
        if self.is_guest:
            return self._read_named(module, name)[member]
        return _member(module, name, member)

    def _read_record(self, module: str, name: str, items: list[Any]) -> Any:
        return self._record(self._read_named(module, name), items)

    def _read_shipped_record(self, number: int, items: list[Any]) -> Any:
        return self._record(self._read_shipped(number), items)

    def _record(self, kind: Any, items: list[Any]) -> Any:
        """Return a NamedTuple, made without its class's own code."""
        if not issubclass(kind, tuple) or len(items) != len(getattr(kind, "_fields", items)):
            raise NonsenseError
        return tuple.__new__(kind, [self._read(each) for each in items])

    def _read_named(self, module: str, name: str) -> Any:
        """Return a class or function by its name. The asker accepts only classes of the rules."""
        if module == "builtins":
            return _BUILT_IN[name]
        if self.is_guest:
            if module not in sys.modules:
                __import__(module)
            return named_thing(module, name)
        kind = named_thing(module, name)
        if not isinstance(kind, type) or not is_of_the_rules(kind.__module__):
            raise NonsenseError
        return kind

    def _read_shipped(self, number: int) -> Any:
        if number < 0:
            raise NonsenseError
        return self.shipped[number]

    def _read_own(self, number: int, kind: str) -> Any:
        """Return one of the guest's own things; in the asker, the stand-in for it."""
        if number < 0:
            raise NonsenseError
        if self.is_guest:
            return self.own[number]
        assert self.foreign is not None
        return self.foreign(number, str(kind))

    def _empty(self, state: Any) -> Any:
        """Return a new object of the kind that a state describes, before it has its contents."""
        tag, *parts = state
        if tag == "array":
            dtype, lengths, items = parts
            shape = tuple(map(int, lengths))
            if prod(shape) != len(items):
                raise NonsenseError
            return np.zeros(shape, _plain_dtype(dtype))
        if tag == "dict":
            kind_of_dict, _, _ = parts
            return {kind.__name__: kind for kind in _DICTS}[kind_of_dict]()
        if tag == "deque":
            _, most_items = parts
            return deque(maxlen=most_items)
        if tag in _EMPTY:
            return _EMPTY[tag]()
        written_kind, *_ = parts
        kind = self._read(written_kind)
        if not isinstance(kind, type):
            raise NonsenseError
        if tag == "object":
            return object.__new__(kind)
        if tag == "random" and issubclass(kind, Random):
            return Random.__new__(kind)
        raise NonsenseError

    def _fill(self, value: Any, state: Any) -> None:
        """Give an object the contents or attributes that a state describes."""
        tag, *parts = state
        if isinstance(value, np.ndarray) and tag == "array":
            _, shape, written = parts
            items = [self._read(each) for each in written]
            if items:
                value[...] = np.array(items, value.dtype).reshape(shape)
        elif isinstance(value, list) and tag == "list":
            [written] = parts
            value[:] = [self._read(each) for each in written]
        elif isinstance(value, dict) and tag == "dict":
            _, pairs, factory = parts
            value.clear()
            value.update([(self._read(key), self._read(each)) for key, each in pairs])
            if isinstance(value, defaultdict) and self.is_guest:
                value.default_factory = self._read(factory)
        elif isinstance(value, set) and tag == "set":
            [written] = parts
            value.clear()
            value.update([self._read(each) for each in written])
        elif isinstance(value, deque) and tag == "deque":
            written, _ = parts
            value.clear()
            value.extend([self._read(each) for each in written])
        elif isinstance(value, bytearray) and tag == "bytearray":
            [digits] = parts
            value[:] = bytes.fromhex(digits)
        elif isinstance(value, Random) and tag == "random":
            _, (version, packed, gauss), attributes = parts
            numbers = struct.unpack(_RANDOM, bytes.fromhex(packed))
            Random.setstate(value, (version, numbers, gauss))
            self._set_attributes(value, attributes)
        elif tag == "object" and not isinstance(value, _CONTAINERS):
            _, attributes = parts
            self._set_attributes(value, attributes)
        else:
            raise NonsenseError

    def _set_attributes(self, value: Any, state: list[Any]) -> None:
        """Give an object the attributes in a state, without running any code of its class.

        Its other attributes are removed, except those in slots.
        """
        slots = _slots_of(type(value))
        attributes = getattr(value, "__dict__", None)  # None if it has only slots
        if attributes is not None:
            attributes.clear()
        for name, written in state:
            if name in slots:
                slots[name].__set__(value, self._read(written))
            elif attributes is not None:
                attributes[str(name)] = self._read(written)


def _attributes(value: Any) -> Iterator[tuple[str, Any]]:
    """Yield the names and values of an object's attributes, those in slots last."""
    yield from getattr(value, "__dict__", {}).items()
    for name, slot in _slots_of(type(value)).items():
        try:
            attribute = slot.__get__(value)
        except AttributeError:  # nothing was assigned to this slot
            continue
        yield name, attribute


def _slots_of(kind: type) -> dict[str, Any]:
    """Return the descriptors of the slots of a class and of its bases, by name."""
    names: list[str] = []
    for base in kind.__mro__:
        slots = vars(base).get("__slots__", ())
        names += [slots] if isinstance(slots, str) else slots
    descriptors: dict[str, Any] = {}
    for name in names:
        for base in kind.__mro__:
            attribute = vars(base).get(name)
            if hasattr(attribute, "__set__"):
                descriptors.setdefault(name, attribute)  # the first class overrides the others
    return descriptors


@cache
def _kind_of(kind: Any) -> str:
    """Return how values of a type are written.

    That's "scalar" (as they are), "enum", "object" (what can change), "thing" (a name or a number),
    or the tag of an immutable type, such as "tuple".
    """
    if kind in _SCALARS:
        return "scalar"
    if issubclass(kind, Enum):
        return "enum"
    for base, tag in _IMMUTABLE:
        if issubclass(kind, base):
            return tag
    if issubclass(kind, _CONTAINERS) or issubclass(kind, Random):
        return "object"
    if issubclass(kind, (FunctionType, type, ModuleType)):
        return "thing"
    has_attributes = "__dict__" in dir(kind) or bool(_slots_of(kind))
    # what C code makes callable is like a function: functools.partial, say
    calls = [vars(each)["__call__"] for each in kind.__mro__ if "__call__" in vars(each)]
    is_called_by_c = bool(calls) and not isinstance(calls[0], FunctionType)
    return "object" if has_attributes and not is_called_by_c else "thing"


@cache
def _has_name(kind: type) -> bool:
    return name_of(kind) is not None


@cache
def _member(module: str, name: str, member: str) -> Enum:
    """Return a member of an enumeration of the rules. NonsenseError, KeyError: there is none."""
    kind = named_thing(module, name) if is_of_the_rules(module) else None
    if not isinstance(kind, type) or not issubclass(kind, Enum):
        raise NonsenseError
    return kind[member]


def _plain_dtype(name: str) -> np.dtype[Any]:
    """Return the dtype with a name. NonsenseError: it's none of numbers, strings or objects."""
    dtype = np.dtype(name)
    if dtype.kind not in "biufcUO" or dtype.itemsize > 1000:
        raise NonsenseError
    return dtype


_READERS: dict[str, Callable[..., Any]] = {
    "#": Exchange._read_number, "int": Exchange._read_int, "tuple": Exchange._read_tuple,
    "frozenset": Exchange._read_frozenset, "bytes": Exchange._read_bytes,
    "complex": Exchange._read_complex, "range": Exchange._read_range,
    "number": Exchange._read_number_of_numpy, "enum": Exchange._read_enum,
    "record": Exchange._read_record,
    "shipped record": Exchange._read_shipped_record, "named": Exchange._read_named,
    "shipped": Exchange._read_shipped, "own": Exchange._read_own}

_DICTS = (defaultdict, Counter, OrderedDict, dict)
_CONTAINERS = (list, dict, set, deque, bytearray, np.ndarray)
_EMPTY: dict[str, type] = {"list": list, "set": set, "bytearray": bytearray}

#: Immutable values by their base; the first that fits says how they are written.
_IMMUTABLE: tuple[tuple[type, str], ...] = (
    (np.generic, "number"), (int, "int"), (float, "float"), (str, "str"), (bytes, "bytes"),
    (complex, "complex"), (range, "range"), (frozenset, "frozenset"), (tuple, "tuple"))
