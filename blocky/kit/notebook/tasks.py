"""Which tasks the exercises of a game have."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from blocky.kit.check.own import remember
from blocky.kit.check.task import Task
from blocky.kit.hints.explain import explain

__all__ = ["asks_for", "register", "tasks_of"]

_games: dict[str, dict[str, Task]] = {}
_beside: dict[str, Task] = {}


def register(game: str, names: Mapping[str, Any], *beside: Task) -> None:
    """Let the tasks among ``names`` be those of a game; its folder of exercises has its name.

    What is ``beside`` is asked for in an exercise too, but only its style is looked at.
    """
    _beside.update({each.name: each for each in beside})
    _games[game] = {name: each for name, each in names.items()
                    if isinstance(each, Task) and not name.startswith("_")}
    for task in _games[game].values():
        task.game, task.explain = _games[game], explain
    remember()


def tasks_of(game: str = "") -> dict[str, Task]:
    """Return the tasks of a game by their names; without one those of all games."""
    if game:
        return _games.get(game, {})
    return {name: task for tasks in _games.values() for name, task in tasks.items()}


def asks_for(name: str) -> Task | None:
    """Return the task that asks for an answer of this name, in whatever game; None if none does."""
    return tasks_of().get(name) or _beside.get(name)
