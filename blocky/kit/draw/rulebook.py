"""The rules of a game as data: each a sentence or two with the small board that shows it.

A game has its rules in ``draw/rules.py``, as ``RULES``, in the order in which a newcomer needs
them. The panel behind a board's button Rules is made of them, and by ``blocky images`` their page,
``notebooks/<game>/rules.ipynb``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from blocky.kit.draw.picture import Picture

__all__ = ["Rule", "rule_called"]


@dataclass(frozen=True)
class Rule:
    """A rule of a game.

    Attributes:
        key: its name, which a ``Refusal`` has as its ``rule``.
        title: returns what stands over it.
        text: returns it as sentences; their numbers come from the code.
        picture: returns the small board that shows it, drawn with a ``palette`` and ``letters``;
            None for none.
    """

    key: str
    title: Callable[[], str]
    text: Callable[[], str]
    picture: Callable[..., Picture] | None = None


def rule_called(rules: Sequence[Rule], key: str) -> Rule | None:
    """Return the rule with a key; None if there is none.

    >>> swap = Rule("swap", lambda: "Swapping", lambda: "The left half changes with the right.")
    >>> rule_called([swap], "swap").title(), rule_called([swap], "paint")
    ('Swapping', None)
    """
    return next((rule for rule in rules if rule.key == key), None)
