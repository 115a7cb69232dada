"""Who plays a new game: for each seat a kind of player, a name, a difficulty."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from inspect import signature
from typing import Any

import ipywidgets as w

from blocky.kit.language import say
from blocky.kit.player import Player
from blocky.kit.safely import made_by_student

__all__ = ["Seats"]


class Seat(w.HBox):
    """The controls of one seat.

    Attributes:
        kind, named, difficulty: the name of a kind of player, a name, and a difficulty.
    """

    def __init__(self, number: int, make: Callable[..., Any]) -> None:
        self._offered: dict[str, Player | type[Player]] = {}  # a kind, or who sits here already
        self.kind = make(w.Dropdown, say("Player {number}", number=number), 230, 70, self._chosen)
        self.named = make(w.Text, say("Name"), 190, 50, placeholder=say("none"))
        self.difficulty = make(w.BoundedIntText, say("Difficulty"), 130, 70, min=0, max=9, value=1)
        super().__init__([self.kind, self.named, self.difficulty],
                         layout=w.Layout(flex_flow="row wrap"))

    def offer(self, kinds: Mapping[str, type[Player]], players: Sequence[Player],
              here: Player | None) -> None:
        """Offer ``kinds`` and those of ``players``, the present ones; choose the one ``here``."""
        names = {kind: name for name, kind in kinds.items()}
        own = {type(player): player for player in players if type(player) not in names}
        options = [(say(name), name) for name in kinds] + [
            (say("yours: {kind}", kind=kind.__name__) if made_by_student(player) else player.kind,
             kind.__name__) for kind, player in own.items()]
        self._offered = {**kinds, **{kind.__name__: player for kind, player in own.items()}}
        chosen = next(name for name, kind in kinds.items() if not kind.is_human)
        if here is not None:
            chosen = names.get(type(here), type(here).__name__)
            self._offered[chosen] = here
        self.kind.options = options
        self.kind.value = chosen
        self.named.value = "" if here is None else vars(here).get("name", "")
        self.difficulty.value = getattr(here, "difficulty", 1)
        self._chosen()

    def _chosen(self) -> None:
        """Ask only for what the kind of player that is chosen can have."""
        kind = _kind_of(self._offered[str(self.kind.value)])
        self.difficulty.layout.display = "" if takes_difficulty(kind) else "none"
        self.named.disabled = getattr(kind.name, "fset", True) is None  # it has its own

    def player(self) -> Player:
        """Return the player that is to sit here; the one who does, if nothing was changed."""
        chosen = self._offered[str(self.kind.value)]
        given: dict[str, Any] = {}
        if takes_difficulty(_kind_of(chosen)):
            given["difficulty"] = self.difficulty.value
        if (name := self.named.value.strip()) and not self.named.disabled:
            given["name"] = name
        if isinstance(chosen, type):
            return chosen(**given)
        made = copy(chosen)
        vars(made).pop("name", None)
        vars(made).update(given)
        return chosen if vars(made) == vars(chosen) else made


class Seats(w.VBox):
    """Says who is to play a new game.

    ``allowed`` are the numbers of players that there can be, besides that of those who play now.
    ``make`` makes a control, as ``Panel.control`` does.

    Attributes:
        count: how many players there are to be.
        seats: the controls of each seat, also of those that stay empty.
    """

    def __init__(self, kinds: Mapping[str, type[Player]], allowed: Sequence[int],
                 make: Callable[..., Any]) -> None:
        self._kinds, self._allowed = kinds, allowed
        self._make = make
        self.seats: list[Seat] = []
        self.count = make(w.Dropdown, say("Players"), 150, 70, self._show)
        super().__init__()

    def show(self, players: Sequence[Player]) -> None:
        """Show the seats of ``players``, who play now."""
        counts = sorted({*self._allowed, len(players)})
        while len(self.seats) < counts[-1]:
            self.seats.append(Seat(len(self.seats) + 1, self._make))
        for number, seat in enumerate(self.seats):
            seat.offer(self._kinds, players, players[number] if number < len(players) else None)
        self.children = [self.count, *self.seats]
        self.count.options = counts
        self.count.value = len(players)
        self.count.layout.display = "" if len(counts) > 1 else "none"
        self._show()

    def _show(self) -> None:
        for number, seat in enumerate(self.seats):
            seat.layout.display = "" if number < (self.count.value or 0) else "none"

    def players(self) -> list[Player]:
        """Return the players that are to play."""
        return [seat.player() for seat in self.seats[:self.count.value]]


def _kind_of(player: Player | type[Player]) -> type[Player]:
    return player if isinstance(player, type) else type(player)


def takes_difficulty(kind: type[Player]) -> bool:
    """Tell whether players of a kind are made with a difficulty."""
    return "difficulty" in signature(kind).parameters
