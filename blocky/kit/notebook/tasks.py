"""The tasks that the exercises of a game have."""

from collections.abc import Mapping
from typing import Any

from blocky.kit.check.own import remember
from blocky.kit.check.task import Task
from blocky.kit.hints.explain import explain

__all__ = ["asks_for", "register", "tasks_of"]

_games: dict[str, dict[str, Task]] = {}
_beside: dict[str, Task] = {}


def register(game: str, names: Mapping[str, Any], *beside: Task) -> None:
    """Register the tasks among ``names`` as those of a game, named like its folder of exercises.

    Of tasks ``beside``, which an exercise asks for too, only the style is looked at.
    """
    _beside.update({each.name: each for each in beside})
    _games[game] = {name: each for name, each in names.items()
                    if isinstance(each, Task) and not name.startswith("_")}
    for task in _games[game].values():
        task.game, task.game_name, task.explain = _games[game], game, explain
    remember()


def tasks_of(game: str = "") -> dict[str, Task]:
    """Return the tasks of a game by their names; without a game, those of all."""
    if game:
        return _games.get(game, {})
    return {name: task for tasks in _games.values() for name, task in tasks.items()}


def asks_for(name: str) -> Task | None:
    """Return the task that asks for an answer of this name, in any game; None if none does."""
    return tasks_of().get(name) or _beside.get(name)
