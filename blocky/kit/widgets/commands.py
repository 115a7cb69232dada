"""Commands: one table makes the buttons of a panel, its keys and the sentence that lists them."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from typing import Any

from blocky.kit.language import mark, say

__all__ = ["Command", "keys_sentence"]

#: How keys are shown on a button, where their own name is no good.
SIGNS = {"up": "↑", "down": "↓", "left": "←", "right": "→"}

#: How they are called in a sentence, where matplotlib's name is none that can be read.
NAMES = mark({" ": "space", "pageup": "page up", "pagedown": "page down", "up": "up",
              "down": "down", "left": "left", "right": "right", "home": "home", "end": "end",
              "enter": "enter"})


@dataclass(frozen=True)
class Command:
    """Something that is done by a button, by a key, or by both.

    Attributes:
        name: what tells it apart: a short text, or a value such as an action of a game.
        do: does it; what that raises is shown as a sentence.
        what: a few words that say what it does, for the button's tip and the sentence of keys.
        label: what its button shows, with {key} where its key is to stand; "" for no button.
        key: its key, as matplotlib calls it; "" for none.
        width: of the button, in pixels of the usual size.
        why_not: returns a sentence that says why it cannot be done now, None if it can be done.
    """

    name: Hashable
    do: Callable[[], Any]
    what: str
    label: str = ""
    key: str = ""
    width: float = 110
    why_not: Callable[[], str | None] | None = None

    @property
    def text(self) -> str:
        """What its button shows."""
        return self.label.format(key=SIGNS.get(self.key, self.key))

    @property
    def tip(self) -> str:
        """What its button shows when the pointer rests on it."""
        what = self.what[:1].upper() + self.what[1:]
        return say("{what}: key {key}", what=what, key=_named(self.key)) if self.key else what


def keys_sentence(commands: Iterable[Command]) -> str:
    """Return the sentence that lists the keys of ``commands``, and what each does.

    >>> keys_sentence([Command(1, print, "undo", key="z"), Command(2, print, "play", key=" ")])
    'Keys: z undo, space play.'
    """
    listed = [say("{key} {what}", key=_named(command.key), what=command.what)
              for command in commands if command.key]
    return say("Keys: {keys}.", keys=", ".join(listed))


def _named(key: str) -> str:
    """Return the name of a key in a sentence."""
    return say(NAMES[key]) if key in NAMES else key
