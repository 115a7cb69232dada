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
    """Return the game that is called ``mode`` in MODES; its smart players have the ``difficulty``.

    ValueError: no game has this name.
    """
    if not isinstance(mode, str) or mode not in MODES:
        raise ValueError(say("{mode!r} isn't a ready-made game. The ready-made games are: {known}.",
                             mode=mode, known=", ".join(MODES)))
    humans, randoms, smarts = MODES[mode]
    return Game(humans=humans, randoms=randoms, smarts=[difficulty] * smarts, **settings)


def kept_goals(given: Any, last_goals: Sequence[Goal], number_of_players: int) -> Any:
    """Return the argument ``goals`` for a new game: what stays from the last game, or None.

    ``given`` is the argument ``goals`` of ``play``; () for none. Classes that were given are used
    again. Otherwise the goals of the last game stay, if they were given or a student wrote one, and
    if there are as many players as before. With another number of players, the class of a student's
    goal is used. None lets the game choose.
    """
    gives_classes = isinstance(given, type) or any(isinstance(goal, type) for goal in given)
    if gives_classes:
        return given
    students_goals = [goal for goal in last_goals if made_by_student(goal)]
    if (students_goals or given) and number_of_players == len(last_goals):
        return last_goals
    return type(students_goals[0]) if students_goals else None
