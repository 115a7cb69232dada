"""The games that a board begins: ready-made ones, and new ones with the goals of the last."""

from collections.abc import Sequence
from typing import Any

from blocky.game import Game
from blocky.goal import Goal
from blocky.kit.language import say
from blocky.kit.safely import made_by_student

__all__ = ["MODES", "kept_goals", "ready_made"]

#: The numbers of human, random and smart players in each game.
MODES = {
    "solitaire": (1, 0, 0),
    "two players": (2, 0, 0),
    "human-random": (1, 1, 0),
    "human-smart": (1, 0, 1),
    "sample": (1, 1, 1),
    "auto": (0, 1, 1),
}


def ready_made(mode: str, difficulty: int = 1, **settings: Any) -> Game:
    """Return a game of MODES; its smart players have this ``difficulty``.

    ValueError: there is none of this name.
    """
    if not isinstance(mode, str) or mode not in MODES:
        raise ValueError(say("{mode!r} isn't a ready-made game. The ready-made games are: {known}.",
                             mode=mode, known=", ".join(MODES)))
    humans, randoms, smarts = MODES[mode]
    return Game(humans=humans, randoms=randoms, smarts=[difficulty] * smarts, **settings)


def kept_goals(given: Any, goals: Sequence[Goal], players: int) -> Any:
    """Return the goals of a new game with ``players``, the number of players; None lets it choose.

    ``given`` are those that ``play`` was given, ``goals`` those of the last game. Classes are used
    again. Goals that were given, or that a student wrote, stay if there are as many players as
    before; otherwise the students' class is used.
    """
    has_classes = isinstance(given, type) or any(isinstance(goal, type) for goal in given)
    if has_classes:
        return given
    students_goals = [goal for goal in goals if made_by_student(goal)]
    if (students_goals or given) and players == len(goals):
        return goals
    return type(students_goals[0]) if students_goals else None
