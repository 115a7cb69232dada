"""Who and what enters a league: checked, named, and made ready for another process."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import cloudpickle

from blocky.colour import Colour
from blocky.goal import Goal
from blocky.player import Player

__all__ = ["Entry", "goals_by_name", "pickled", "players_by_name"]

#: A player to enter a league: an object, or a class whose objects need no arguments.
Entry = Player | type[Player]


def players_by_name(players: Mapping[str, Entry] | Iterable[Entry]) -> dict[str, Entry]:
    """Return the players by name. ValueError: they are no league of computer players."""
    if isinstance(players, Mapping):
        named = list(players.items())
    elif isinstance(players, Iterable) and not isinstance(players, str):
        named = [(_name(_checked(player)), player) for player in players]
    else:
        raise ValueError(f"players must be a list of players, or a dict with their names, "
                         f"not {players!r}.")
    for name, player in named:
        if not isinstance(name, str) or not name.strip():
            raise ValueError(f"The name of a player must be a text, not {name!r}.")
        _checked(player)
    names = [name for name, _ in named]
    for name in names:
        if names.count(name) > 1:
            raise ValueError(f"Two players have the name {name!r}. Give each a name of its own: "
                             f'league({{"one": ..., "two": ...}}).')
    if len(names) < 2:
        raise ValueError(f"A league needs two players or more, but {len(names)} "
                         f"{'was' if names else 'were'} given.")
    return dict(named)


def _name(player: Entry) -> str:
    return player.__name__.removesuffix("Player") if isinstance(player, type) else player.name


def _checked(player: Any) -> Entry:
    """Return ``player``. ValueError: it is no player that can choose by itself."""
    kind = player if isinstance(player, type) else type(player)
    if not issubclass(kind, Player):
        raise ValueError(f"{player!r} is no player. A player is a subclass of Player, "
                         f"or an object such as SmartPlayer(2).")
    if kind is Player:
        raise ValueError("Player itself cannot choose a move: write a subclass of Player "
                         "with a make_move(game, rng).")
    if player.is_human:
        raise ValueError(f"{kind.__name__} is a human player; only computer players can play in "
                         f"a league.")
    if isinstance(player, type):
        try:
            inspect.signature(player).bind()
        except TypeError as error:
            raise ValueError(f"{kind.__name__} cannot be made without arguments ({error}): "
                             f"give an object, such as {kind.__name__}(...).") from None
    return player  # type: ignore[no-any-return]


def goals_by_name(goals: type[Goal] | Sequence[type[Goal]]) -> dict[str, type[Goal]]:
    """Return the goals by the names of their classes. ValueError: they are no goals."""
    kinds = [goals] if isinstance(goals, type) else goals
    if not isinstance(kinds, Sequence) or not kinds or not all(
            isinstance(kind, type) and issubclass(kind, Goal) for kind in kinds):
        raise ValueError(f"goals must be a Goal class or a list of some, such as "
                         f"[BlobGoal, PerimeterGoal], not {goals!r}.")
    for kind in kinds:
        try:
            kind(Colour.RED)
        except TypeError as error:
            raise ValueError(f"{kind.__name__}(Colour.RED) makes no goal: {error}.") from None
    named = {kind.__name__: kind for kind in kinds}
    if len(named) < len(kinds):
        raise ValueError("goals must be different, but two of them have the same name.")
    return named


def pickled(things: Mapping[str, Any]) -> dict[str, bytes]:
    """Return each thing as bytes from which another process can make it again.

    The source of a class goes along unless the class is the kit's: the other process, which may
    run on another machine, need not be able to import it. ValueError: a thing cannot be sent.
    """
    sent = {}
    for name, thing in things.items():
        try:
            with _by_value(thing if isinstance(thing, type) else type(thing)):
                sent[name] = cloudpickle.dumps(thing)
        except Exception as error:
            raise ValueError(f"{name} cannot be sent to another process; does it keep an open "
                             f"file, or the like? {type(error).__name__}: {error}.") from None
    return sent


@contextmanager
def _by_value(kind: type) -> Iterator[None]:
    """Let cloudpickle send the modules of ``kind`` and of its bases along, but not the kit's."""
    found = [sys.modules.get(base.__module__) for base in kind.__mro__
             if issubclass(base, (Player, Goal)) and not base.__module__.startswith("blocky.")]
    modules = [module for module in dict.fromkeys(found) if module is not None
               and module.__name__ not in cloudpickle.list_registry_pickle_by_value()]
    for module in modules:
        cloudpickle.register_pickle_by_value(module)
    try:
        yield
    finally:
        for module in modules:
            cloudpickle.unregister_pickle_by_value(module)
