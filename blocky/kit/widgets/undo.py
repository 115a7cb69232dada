"""Undo and redo in a panel, by keeping the states before each change."""

from typing import Generic, TypeVar

from blocky.kit.language import say, say_count

__all__ = ["Changes", "moves_text", "why_no_redo", "why_no_undo"]

T = TypeVar("T")


def why_no_undo(left: int) -> str | None:
    """Return the sentence that nothing is left to undo; None if ``left`` isn't 0."""
    return None if left else say("There is nothing left to undo.")


def why_no_redo(left: int) -> str | None:
    """Return the sentence that nothing is left to redo; None if ``left`` isn't 0."""
    return None if left else say("There is nothing left to redo.")


def moves_text(count: int) -> str:
    """Return a sentence on the position after undo or redo, where ``count`` moves have been made.

    >>> moves_text(3)
    'This is the position after move 3.'
    """
    return (say("This is the position after move {count}.", count=count) if count else
            say("No move has been made yet."))


class Changes(Generic[T]):
    """The states before each change, and after each change that was undone."""

    def __init__(self) -> None:
        self._before: list[T] = []
        self._after: list[T] = []

    def __len__(self) -> int:
        return len(self._before)

    def note(self, before: T) -> None:
        """Add a change to the state ``before``; nothing can be redone then."""
        self._before.append(before)
        self._after.clear()

    def undo(self, now: T) -> T:
        """Return the state before the last change. ValueError: there is none."""
        if nothing := self.why_no_undo():
            raise ValueError(nothing)
        self._after.append(now)
        return self._before.pop()

    def redo(self, now: T) -> T:
        """Return the state after the change that was undone last. ValueError: there is none."""
        if nothing := self.why_no_redo():
            raise ValueError(nothing)
        self._before.append(now)
        return self._after.pop()

    def why_no_undo(self) -> str | None:
        """Return the sentence that nothing is left to undo; None if something is."""
        return why_no_undo(len(self._before))

    def why_no_redo(self) -> str | None:
        """Return the sentence that nothing is left to redo; None if something is."""
        return why_no_redo(len(self._after))

    def count_text(self) -> str:
        """Return a sentence on the number of changes made."""
        return (say_count("1 change has been made.", "{count} changes have been made.", len(self))
                if len(self) else say("No change has been made yet."))
