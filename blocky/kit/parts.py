"""The functions of a game that a student can replace, and how they are called."""

from dataclasses import dataclass
from typing import Any

from blocky.kit.language import say
from blocky.kit.safely import call_safely

__all__ = ["Parts", "your"]


@dataclass(frozen=True)
class Parts:
    """The replaceable functions; a game's subclass has a field for each, by default the kit's."""

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


def your(name: str) -> str:
    """Return the name of a student's function in sentences."""
    return say("Your {name}", name=name)
