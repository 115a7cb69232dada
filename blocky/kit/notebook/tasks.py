"""The tasks that the exercises of a game have."""

from collections.abc import Callable, Mapping
from typing import Any

from blocky.kit.check.own import remember
from blocky.kit.check.task import Task
from blocky.kit.hints.explain import explain
from blocky.kit.language import say

__all__ = ["asks_for", "case_in", "register", "tasks_of"]

#: The tasks of each game by their names, and the tasks beside: see ``register``.
_games: dict[str, dict[str, Task]] = {}
_beside: dict[str, Task] = {}


def register(game: str, names: Mapping[str, Any], *beside: Task) -> None:
    """Register the tasks among the values of ``names``, a module's namespace, for a game.

    The game is named like its folder of exercises. Exercises also ask for the tasks ``beside``, of
    which only the style is looked at.
    """
    _beside.update({task.name: task for task in beside})
    tasks = {name: value for name, value in names.items()
             if isinstance(value, Task) and not name.startswith("_")}
    _games[game] = tasks
    for task in tasks.values():
        task.game = tasks
        task.game_name = game
        task.explain = explain
    remember()


def tasks_of(game: str = "") -> dict[str, Task]:
    """Return the tasks of a game by their names; without a game, those of all."""
    if game:
        return _games.get(game, {})
    return {name: task for tasks in _games.values() for name, task in tasks.items()}


def asks_for(name: str) -> Task | None:
    """Return the task that asks for an answer of this name, in any game; None if none does."""
    return tasks_of().get(name) or _beside.get(name)


def case_in(game: str) -> Callable[[str], tuple[Any, ...]]:
    """Return the function that returns the arguments of the last failed check of a game's task."""
    def case(name: str) -> tuple[Any, ...]:
        """Return the arguments of the case in which your answer to a task failed last.

        So ``flatten(*check.case("flatten"))`` calls your function with them once more.
        ValueError: there is no such task, or its check hasn't failed.
        """
        tasks = tasks_of(game)
        if name not in tasks:
            raise ValueError(say("{name!r} isn't a task. The tasks are {names}.", name=name,
                                 names=", ".join(sorted(tasks))))
        if tasks[name].failed_case is None:
            raise ValueError(say("check.{name} hasn't failed since you started this notebook, so "
                                 "there is no case to show. Run check.{name}({name}) first.",
                                 name=name))
        return tasks[name].case_values()

    return case
