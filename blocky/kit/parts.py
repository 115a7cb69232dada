"""The functions of a game that a student can replace, and how they are called and compared."""

import copy
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

    def replaced(self, name: str) -> bool:
        """Whether the function ``name`` is a student's."""
        return getattr(self, name) is not self.kits(name)

    def kits(self, name: str) -> Any:
        """Return the kit's function ``name``."""
        return getattr(type(self), name)

    def call(self, name: str, *args: Any) -> Any:
        """Return the result of the function ``name``. PartError: it raised or did not end."""
        function = getattr(self, name)
        return (call_safely(your(name), function, *args) if self.replaced(name)
                else function(*args))

    def compare(self, name: str, *args: Any) -> None:
        """Call a student's function ``name``, if there is one, and compare it with the kit's.

        The student's gets copies of the arguments, the kit's gets the arguments themselves.
        PartError: it failed, its result differs, or it changed an argument in another way.
        """
        if not self.replaced(name):
            return
        given, own = f"({', '.join(map(self.written, args))})", [*map(self.copied, args)]
        got, expected = self.call(name, *own), self.kits(name)(*args)
        self.compare_results(name, given, got, expected)
        for parameter, left, right in zip(signature(self.kits(name)).parameters, own, args,
                                          strict=False):
            wrong = differences(self.comparable(left), self.comparable(right), place=parameter)
            for place, (got, expected) in wrong.items():
                raise PartError("other_data", name=name, given=given, place=place,
                                got=short(got, MOST), expected=short(expected, MOST))

    def compare_results(self, name: str, given: str, got: Any, expected: Any) -> None:
        """Raise PartError if ``got``, which ``name`` returned for ``given``, is not as expected."""
        form = self._in_order if name in self.any_order else self.comparable
        try:
            same = bool(form(got) == form(expected))
        except Exception:
            same = False
        if not same:
            raise PartError("other_result", name=name, given=given, got=short(got, MOST),
                            expected=short(expected, MOST))

    def comparable(self, value: Any) -> Any:
        """Return ``value`` in a form to compare, with lists for tuples."""
        return [*map(self.comparable, value)] if isinstance(value, (list, tuple)) else value

    def _in_order(self, values: Any) -> list[Any]:
        return sorted(map(self.comparable, values))

    def copied(self, value: Any) -> Any:
        """Return a copy of an argument."""
        return copy.deepcopy(value)

    def written(self, value: Any) -> str:
        """Return the text of an argument in a sentence."""
        return short(value, MOST)


def your(name: str) -> str:
    """Return the name of a student's function in sentences."""
    return say("Your {name}", name=name)
