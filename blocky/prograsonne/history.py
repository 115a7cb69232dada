"""Saved states, a chain or a tree, to which a game can return."""

from dataclasses import dataclass
from typing import Any, NamedTuple

from blocky.kit.language import say
from blocky.prograsonne.board import Placed

__all__ = ["History", "SavedState", "Snapshot"]


class Snapshot(NamedTuple):
    """The contents of a saved state.

    Attributes:
        tiles: the tiles on the board, in the order of placing.
        supply: the number of tiles left of each type.
        turn: the number of the current player.
        hand: the type of the tile in hand; None if there is none.
        turned: how often the tile in hand has been rotated.
    """

    tiles: tuple[Placed, ...]
    supply: tuple[int, ...]
    turn: int
    hand: str | None
    turned: int


@dataclass(frozen=True)
class SavedState:
    """A saved state: its number from 1, that of its parent, the player (1 or 2), the contents."""

    number: int
    parent: int | None
    player: int
    content: Any


class History:
    """The saved states.

    Restoring a state deletes those with larger numbers, unless ``keep_branches`` is true.

    >>> history = History()
    >>> for content in "abc":
    ...     _ = history.save(content, player=1)
    >>> history.restore(1)
    'a'
    >>> history.save("d", player=2).parent
    1
    >>> [(state.number, state.content) for state in history.states]
    [(1, 'a'), (2, 'd')]

    Attributes:
        states: the states, in the order of their numbers.
        current: the number of the state saved or restored last; None if there is none.
    """

    def __init__(self, keep_branches: bool = False) -> None:
        self.keep_branches = keep_branches
        self.states: list[SavedState] = []
        self.current: int | None = None

    def save(self, content: Any, player: int) -> SavedState:
        """Save and return a new state, a child of the state saved or restored last."""
        state = SavedState(len(self.states) + 1, self.current, player, content)
        self.states.append(state)
        self.current = state.number
        return state

    def restore(self, number: int) -> Any:
        """Return the contents of the state with this number. ValueError: there is none."""
        if reason := self.why_not(number):
            raise ValueError(reason)
        self.current = number
        if not self.keep_branches:
            del self.states[number:]
        return self.states[number - 1].content

    def why_not(self, number: Any) -> str | None:
        """Return a sentence that says why ``number`` cannot be restored; None if it can."""
        numbers = [state.number for state in self.states]
        if isinstance(number, int) and not isinstance(number, bool) and number in numbers:
            return None
        if not numbers:
            return say("No state has been saved yet.")
        return say("There's no state {number!r}. The saved states are: {numbers}.", number=number,
                   numbers=", ".join(map(str, numbers)))
