"""The players of a league: checked, named, and pickled for other processes."""

import inspect
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import cloudpickle

from blocky.kit.language import say
from blocky.kit.player import Player
from blocky.kit.safely import made_by_student

__all__ = ["Entry", "HandedIn", "checked", "pickled", "pickled_player", "players_by_name"]


#: The package of the kit, which every process can import.
HOUSE = __name__.partition(".")[0]


@dataclass(frozen=True)
class HandedIn:
    """A player class that a student handed in, pickled; its code has not been run here.

    ``kind`` is the name of the class.
    """

    kind: str
    pickled: bytes = field(repr=False)

    def load(self) -> type[Player]:
        """Return the class. Its code runs here, where nothing protects your computer from it."""
        kind: type[Player] = cloudpickle.loads(self.pickled)
        return kind


#: A player in a league: an object, a class that needs no arguments, or a class handed in.
Entry = Player | type[Player] | HandedIn


def players_by_name(players: Mapping[str, Entry] | Iterable[Entry]) -> dict[str, Entry]:
    """Return the players as a dict by their names, after checking that they can form a league.

    A dict already has the names. In a list, a class has its own name without "Player" at the end,
    and an object has its ``name``. ValueError: they can't form a league of computer players.
    """
    if isinstance(players, Mapping):
        entries = {name: checked(player) for name, player in players.items()}
    elif isinstance(players, Iterable) and not isinstance(players, str):
        entries = {}
        for player in map(checked, players):
            if isinstance(player, HandedIn):
                name = player.kind
            elif isinstance(player, type):
                name = player.__name__.removesuffix("Player")
            else:
                name = player.name
            if name in entries:
                raise ValueError(say("Two players have the name {name!r}. Give each player a "
                                     'different name: league({{"one": ..., "two": ...}}).',
                                     name=name))
            entries[name] = player
    else:
        raise ValueError(say("players must be a list of players, or a dict of names and players, "
                             "not {players!r}.", players=players))
    for name in entries:
        if not isinstance(name, str) or not name.strip():
            raise ValueError(say("The name of a player must be a string, not {name!r}.", name=name))
    if len(entries) < 2:
        raise ValueError(say("A league needs at least two players, but you gave {count}.",
                             count=len(entries)))
    return entries


def checked(player: Any) -> Entry:
    """Return ``player``, if it's a computer player or the class of one.

    ValueError: it can't choose moves by itself, or can't be created without arguments.
    """
    if isinstance(player, HandedIn):  # it was checked in a process of its own
        return player
    kind = _kind(player)
    if not issubclass(kind, Player):
        raise ValueError(say("{player!r} isn't a player. Pass a subclass of Player or an object "
                             "such as RandomPlayer().", player=player))
    if kind is Player:
        raise ValueError(say("Player itself can't choose a move. Write a subclass of Player with a "
                             "method make_move(game, rng)."))
    if player.is_human:
        raise ValueError(say("{kind} is a human player, but only computer players can play in a "
                             "league.", kind=kind.__name__))
    if isinstance(player, type):
        try:
            inspect.signature(player).bind()
        except TypeError as error:
            raise ValueError(say("{kind} can't be created without arguments ({error}). Pass an "
                                 "object such as {kind}(...).", kind=kind.__name__,
                                 error=error)) from None
    return player  # type: ignore[no-any-return]


def pickled(name: str, thing: object, kinds: Iterable[type]) -> bytes:
    """Return ``thing`` as bytes from which another process can rebuild it.

    The code of its ``kinds``, classes that a student may have written, is among the bytes, as a
    process on another machine may be unable to import it. ValueError: ``thing`` can't be pickled;
    the message calls it ``name``.
    """
    try:
        with _by_value(kinds):
            data: bytes = cloudpickle.dumps(thing)
            return data
    except Exception as error:
        raise ValueError(say("{name} can't be sent to another process. Does it keep something like "
                             "an open file? {kind}: {error}.", name=name,
                             kind=type(error).__name__, error=error)) from None


def pickled_player(name: str, player: Entry) -> bytes:
    """Return a player, or the class of one, as bytes. ValueError: it can't be pickled."""
    if isinstance(player, HandedIn):
        return player.pickled
    classes_of_players = [base for base in _kind(player).__mro__ if issubclass(base, Player)]
    return pickled(name, player, classes_of_players)


def _kind(player: Player | type[Player]) -> type[Player]:
    """Return the class of a player, which may be given by its class."""
    return player if isinstance(player, type) else type(player)


@contextmanager
def _by_value(kinds: Iterable[type]) -> Iterator[None]:
    """Make cloudpickle send, in this block, the code of classes that a student has written.

    These are the classes ``kinds`` without the kit's own. Otherwise, cloudpickle would send only
    their names.
    """
    already_sent = cloudpickle.list_registry_pickle_by_value()
    modules = []
    for kind in kinds:
        package, _, _ = kind.__module__.partition(".")
        module = sys.modules.get(kind.__module__)
        if not made_by_student(kind) or package == HOUSE or module is None:
            continue
        if module.__name__ not in already_sent and module not in modules:
            modules.append(module)
    for module in modules:
        cloudpickle.register_pickle_by_value(module)
    try:
        yield
    finally:
        for module in modules:
            cloudpickle.unregister_pickle_by_value(module)
