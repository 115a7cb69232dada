"""The functions of a game that a student can replace, and how they are called and compared."""

import copy
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from inspect import signature
from typing import Any

from blocky.kit.arguments import differences
from blocky.kit.calls import short
from blocky.kit.language import say
from blocky.kit.safely import PartError, call_safely

__all__ = ["Parts", "your"]

#: The most characters of a value in a sentence.
MOST = 150


@dataclass(frozen=True)
class Parts:
    """The replaceable functions; a game's subclass has a field for each, by default the kit's.

    It says which values count as equal (``comparable``), and how they are copied and written.
    """

    #: The functions whose results can be in any order.
    any_order = tuple[str, ...]()

    def __post_init__(self) -> None:
        for name, function in vars(self).items():
            if not callable(function):
                raise ValueError(say("{name} must be a function, not {value}.", name=name,
                                     value=short(function, MOST)))

    @property
    def has_students(self) -> bool:
        """Whether one of the functions is a student's."""
        return any(self.replaced(name) for name in vars(self))

    def replaced(self, name: str) -> bool:
        """Whether the function ``name`` is a student's."""
        return getattr(self, name) is not self.kits(name)

    def kits(self, name: str) -> Any:
        """Return the kit's function ``name``."""
        return getattr(type(self), name)

    def call(self, name: str, *args: Any) -> Any:
        """Return the result of the function ``name``. PartError: it raised or did not end."""
        function = getattr(self, name)
        if self.replaced(name):
            return call_safely(your(name), function, *args)
        return function(*args)

    def played(self, name: str, *args: Any) -> tuple[Any, list[Any]]:
        """Call the function ``name``; return its result, and the arguments as it left them.

        The game goes on with both. A student's function is called with copies of the arguments, and
        then compared with the kit's function, which is called with the arguments themselves.
        PartError: the student's function failed, or it returned or changed something else than the
        kit's.
        """
        kits_function = self.kits(name)
        if not self.replaced(name):
            return kits_function(*args), list(args)
        given_text = self.written_all(args)  # before the calls may change the arguments
        copies = [self.copied(arg) for arg in args]
        result = self.call(name, *copies)
        if isinstance(result, Iterator):  # the comparison would use it up, and the game needs it
            result = call_safely(your(name), list, result)
        right_result = kits_function(*args)
        self.compare(name, given_text, (result, copies), (right_result, args))
        return result, copies

    def result_of(self, name: str, *args: Any) -> Any:
        """Return the result of the function ``name``, to play with. PartError: see ``played``."""
        return self.played(name, *args)[0]

    def compare(self, name: str, given: str, got: tuple[Any, Sequence[Any]],
                expected: tuple[Any, Sequence[Any]]) -> None:
        """Raise PartError if a student's function returned or changed something the kit's didn't.

        ``got`` and ``expected`` are pairs of the result and the arguments after the call. ``given``
        is the text of the arguments before the call.
        """
        result, arguments = got
        right_result, right_arguments = expected
        self.compare_results(name, given, result, right_result)
        parameters = signature(self.kits(name)).parameters
        for parameter, argument, right_argument in zip(parameters, arguments, right_arguments,
                                                       strict=False):
            wrong_parts = differences(self.comparable(argument), self.comparable(right_argument),
                                      place=parameter)
            for place, (value, right_value) in wrong_parts.items():  # only the first: it raises
                raise PartError("other_data", name=name, given=given, place=place,
                                got=short(value, MOST), expected=short(right_value, MOST))

    def compare_results(self, name: str, given: str, got: Any, expected: Any) -> None:
        """Raise PartError if ``got``, which the function ``name`` returned, isn't as expected.

        ``given`` is the text of the arguments.
        """
        comparable = self._in_order if name in self.any_order else self.comparable
        try:
            are_equal = bool(comparable(got) == comparable(expected))
        except Exception:  # a student's value may raise any error, or can't be sorted
            are_equal = False
        if not are_equal:
            raise PartError("other_result", name=name, given=given, got=short(got, MOST),
                            expected=short(expected, MOST))

    def comparable(self, value: Any) -> Any:
        """Return ``value`` in a form to compare, with lists for tuples."""
        return [*map(self.comparable, value)] if isinstance(value, (list, tuple)) else value

    def _in_order(self, values: Any) -> list[Any]:
        """Return values in a form to compare, sorted."""
        return sorted(map(self.comparable, values))

    def copied(self, value: Any) -> Any:
        """Return a copy of an argument."""
        return copy.deepcopy(value)

    def written(self, value: Any) -> str:
        """Return the text of an argument in a sentence."""
        return short(value, MOST)

    def written_all(self, args: Sequence[Any]) -> str:
        """Return the text of a call's arguments in a sentence, in parentheses."""
        return f"({', '.join(map(self.written, args))})"


def your(name: str) -> str:
    """Return the name of a student's function in sentences."""
    return say("Your {name}", name=name)
