"""The commands that do the actions of Blocky: one table of their buttons and keys."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from blocky.kit.language import mark, say
from blocky.kit.widgets.commands import Command
from blocky.move import Action

__all__ = ["ACTIONS", "action_commands"]

#: For each action what its button shows, and its key.
ACTIONS = mark({
    Action.ROTATE_CLOCKWISE: ("↻ Clockwise", "d"),
    Action.ROTATE_COUNTER_CLOCKWISE: ("↺ Counter-clockwise", "a"),
    Action.SWAP_HORIZONTALLY: ("⇄ Swap left and right", "h"),
    Action.SWAP_VERTICALLY: ("⇅ Swap upper and lower", "v"),
    Action.SMASH: ("✷ Smash", "s"),
    Action.PAINT: ("▣ Paint", "p"),
    Action.COMBINE: ("◼ Combine", "c"),
    Action.PASS: ("» Pass", "n"),
})


def action_commands(do: Callable[[Action], Any], actions: Iterable[Action] = Action,
                    width: float | None = None,
                    why_not: Callable[[Action], str | None] | None = None) -> list[Command]:
    """Return the commands for ``actions``, named by them, which call ``do`` with the action.

    Each button is as wide as its text, without a ``width``.
    """
    return [Command(action, partial(do, action), action.word, f"{say(label)} ({{key}})", key,
                    width or 62 + 7.3 * len(say(label)),
                    partial(why_not, action) if why_not else None)
            for action, (label, key) in ACTIONS.items() if action in set(actions)]
