"""Commands: one table makes the buttons of a panel, its keys and the sentence that lists them."""

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from typing import Any

from blocky.kit.language import mark, say

__all__ = ["Command", "keys_sentence"]

#: The signs of keys on a button, where matplotlib's name will not do.
SIGNS = {"up": "↑", "down": "↓", "left": "←", "right": "→"}

#: The names of keys in a sentence, where matplotlib's name will not do.
NAMES = mark({" ": "space", "pageup": "page up", "pagedown": "page down", "up": "up",
              "down": "down", "left": "left", "right": "right", "home": "home", "end": "end",
              "enter": "enter"})


@dataclass(frozen=True)
class Command:
    """An action of a panel, for a button, a key, or both.

    Attributes:
        name: identifies the command: a short text, or a value such as an action of a game.
        do: performs the action; an exception is shown as a sentence.
        what: a few words on the action, for the button's tip and the sentence of keys.
        label: the text of the button, with {key} in place of the key; "" for no button.
        key: the key, by matplotlib's name; "" for none.
        why_not: returns a sentence that says why it is impossible now; None if it is possible.
        width: the least width of the button, in pixels, if it is not to be as wide as its text.
    """

    name: Hashable
    do: Callable[[], Any]
    what: str
    label: str = ""
    key: str = ""
    why_not: Callable[[], str | None] | None = None
    width: float = 40

    @property
    def text(self) -> str:
        """The text of the button."""
        return self.label.format(key=SIGNS.get(self.key, self.key))

    @property
    def tip(self) -> str:
        """The text that appears when the pointer rests on the button: the action, and its key."""
        what = self.what[:1].upper() + self.what[1:]
        return say("{what}: key {key}", what=what, key=_name_of_key(self.key)) if self.key else what


def keys_sentence(commands: Iterable[Command]) -> str:
    """Return the sentence that lists the keys of ``commands``, and what each does.

    >>> keys_sentence([Command(1, print, "undo", key="z"), Command(2, print, "play", key=" ")])
    'Keys: z undo, space play.'
    """
    listed = [say("{key} {what}", key=_name_of_key(command.key), what=command.what)
              for command in commands if command.key]
    return say("Keys: {keys}.", keys=", ".join(listed))


def _name_of_key(key: str) -> str:
    """Return the name of a key in a sentence."""
    return say(NAMES[key]) if key in NAMES else key
