"""The rules of a game as data, each with a small board that shows it.

A game has its ``RULES`` in ``draw/rules.py``, in the order in which a newcomer needs them. They are
shown by the button Rules of its board, and ``python -m tools.images`` makes
``notebooks/<game>/rules.ipynb`` of them.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from blocky.kit.draw.picture import Picture

__all__ = ["Rule", "rule_called"]


@dataclass(frozen=True)
class Rule:
    """A rule of a game.

    Attributes:
        key: identifies the rule, as the ``rule`` of a ``Refusal`` does.
        title, text: return its title and its sentences, whose numbers come from the code.
        picture: returns a small board that shows the rule, drawn with a ``palette`` and
            ``letters``; None for none.
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
