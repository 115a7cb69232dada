"""The controls that start a new game, with its players and its seed, and that save and load one."""

import re
from collections.abc import Callable, Mapping, Sequence
from copy import copy
from typing import Any
from weakref import WeakSet

import ipywidgets as w

from blocky.kit import saved
from blocky.kit.language import say
from blocky.kit.player import Player
from blocky.kit.safely import PartError, made_by_student
from blocky.kit.widgets.live import FIELD, equal_columns
from blocky.kit.widgets.panel import Command

__all__ = ["GameFiles", "Seats"]


#: The controls for files of all boards, each with a name that no other shows at first.
_shown: WeakSet[Any] = WeakSet()


#: The difficulty up to which the form offers players; a player who is there may have a greater one.
HARDEST = 99


class Seat(w.GridBox):
    """The controls of one seat.

    Attributes:
        kind, named, difficulty: the controls for the kind of player, a name and a difficulty.
    """

    def __init__(self, number: int, make: Callable[..., Any]) -> None:
        self._offered: dict[str, Player] = {}  # a player of each kind, by the kind's name
        self.kind = make(w.Dropdown, say("Player {number}", number=number), 220, 80, self._adapt)
        self.named = make(w.Text, say("Name"), 220, 80, placeholder=say("none"))
        self.difficulty = make(w.BoundedIntText, say("Difficulty"), 220, 80, min=0, max=HARDEST,
                               value=1)
        super().__init__([self.kind, self.named, self.difficulty], layout=equal_columns(FIELD))

    def offer(self, kinds: Mapping[str, type[Player]], players: Sequence[Player],
              present: Player | None) -> None:
        """Offer a player of each of ``kinds``, and those of ``players`` who are of other kinds.

        Choose ``present``, the player who has this seat now; if it's None, choose a computer.
        """
        names_of_kinds = {kind: name for name, kind in kinds.items()}
        options = [(say(name), name) for name in kinds]  # labels and values
        self._offered = {name: kind() for name, kind in kinds.items()}
        for player in players:
            kind = type(player)
            if kind in names_of_kinds:
                continue
            name = kind.__name__
            label = say("yours: {kind}", kind=name) if made_by_student(player) else player.kind
            names_of_kinds[kind] = name
            options.append((label, name))
            self._offered[name] = player
        self.kind.options = options
        if present is None:
            computers = [name for name, player in self._offered.items() if not player.is_human]
            self._choose(computers[0], own_name="", difficulty=1)
        else:
            name = names_of_kinds[type(present)]
            self._offered[name] = present
            self._choose(name, own_name=vars(present).get("name", ""),
                         difficulty=getattr(present, "difficulty", 1))

    def _choose(self, kind: str, own_name: str, difficulty: int) -> None:
        """Show these values in the controls."""
        self.kind.value = kind
        self.named.value = own_name
        self.difficulty.max = max(HARDEST, difficulty)
        self.difficulty.value = difficulty
        self._adapt()

    def _adapt(self) -> None:
        """Show the difficulty if the chosen kind of player has one, and let it have a name."""
        player = self._offered[str(self.kind.value)]
        self.difficulty.layout.display = "" if "difficulty" in vars(player) else "none"
        # The name is fixed if the class defines it as a property without a setter.
        has_fixed_name = getattr(type(player).name, "fset", True) is None
        self.named.disabled = has_fixed_name

    def player(self) -> Player:
        """Return the player for this seat: the one offered, or a changed copy of it.

        The copy has the name and the difficulty in the controls.
        """
        offered = self._offered[str(self.kind.value)]
        player = copy(offered)
        attributes = vars(player)  # changing this dict changes the copy
        attributes.pop("name", None)  # without this, the player has the name of its kind
        if "difficulty" in attributes:
            attributes["difficulty"] = self.difficulty.value
        if (name := self.named.value.strip()) and not self.named.disabled:
            attributes["name"] = name
        nothing_was_changed = attributes == vars(offered)
        return offered if nothing_was_changed else player


class Seats(w.VBox):
    """The controls for the players of a new game.

    ``allowed`` are the possible numbers of players, besides the present one. ``make`` makes a
    control, as ``Panel.control`` does.

    Attributes:
        count: the control for the number of players.
        seats: the seats that were shown so far.
    """

    def __init__(self, kinds: Mapping[str, type[Player]], allowed: Sequence[int],
                 make: Callable[..., Any]) -> None:
        self._kinds, self._allowed, self._make = kinds, allowed, make
        self.seats: list[Seat] = []
        self._present: list[Player] = []
        self.count = make(w.Dropdown, say("Players"), 220, 80, self._adapt)
        self._row_of_count = w.GridBox([self.count], layout=equal_columns(FIELD, filled=False))
        super().__init__()

    def show(self, players: Sequence[Player]) -> None:
        """Show the seats of ``players``, who play now."""
        counts = sorted({*self._allowed, len(players)})
        self._present = list(players)
        for number in range(len(self.seats)):  # the seats that exist; ``_adapt`` makes the others
            self._offer(number)
        self.count.options = counts
        self.count.value = len(players)
        self.count.layout.display = "" if len(counts) > 1 else "none"
        self._adapt()

    def _offer(self, number: int) -> None:
        """Offer the players that can take a seat, and choose the one who has it now."""
        present = self._present[number] if number < len(self._present) else None
        self.seats[number].offer(self._kinds, self._present, present)

    def _adapt(self) -> None:
        """Show as many seats as are chosen, and make those that don't exist yet."""
        count = self.count.value or 0
        while len(self.seats) < count:
            self.seats.append(Seat(len(self.seats) + 1, self._make))
            self._offer(len(self.seats) - 1)
        self.children = [self._row_of_count, *self.seats]
        for number, seat in enumerate(self.seats):
            seat.layout.display = "" if number < count else "none"

    def players(self) -> list[Player]:
        """Return the players that were chosen."""
        return [seat.player() for seat in self.seats[:self.count.value]]


class GameFiles:
    """The controls of a ``board`` that begin a game, save it, and load another.

    Attributes:
        seats, seed, file: the controls for the players and the seed of a new game, and for a file.
    """

    def __init__(self, board: Any) -> None:
        self._board = board
        self.seats = Seats(board.game.kinds, board.game.seats_allowed, board.control)
        self.seats.show(board.game.players)
        self.seed = board.control(w.Text, say("Seed"), 220, 80, placeholder=say("random if empty"))
        self.file = board.control(w.Text, say("File"), 260, 80, self._forget,
                                  value=self._free_name())
        _shown.add(self)
        self._to_replace = ""  # the name of the file that Replace would replace
        board.add(
            Command("new", self.new_game, say("start a new game"), say("New game")),
            Command("former", board.former_game, say("go back to the previous game"),
                    say("Back to the previous game"), "", board.why_no_former),
            Command("save", lambda: self.save(self.file.value), say("save the game"), say("Save")),
            Command("replace", self.replace, say("replace the saved game"), say("Replace"), "",
                    self._why_no_replace),
            Command("load", lambda: self.load(self.file.value), say("load a game"), say("Load")))

    def typed_seed(self) -> int | str | None:
        """Return the seed in the form, an integer or a string; None if it is empty."""
        text = self.seed.value.strip()
        if re.fullmatch(r"-?\d+", text):
            return int(text)
        return text or None

    def new_game(self, **settings: Any) -> None:
        """Begin a new game with the settings of the form, except for ``settings``."""
        try:
            game = self._board.make_new(**settings)
        except (ValueError, PartError) as error:
            return self._refuse(error)
        self._board.begin(game, say("A new game with seed {seed}.", seed=game.seed))

    def _free_name(self) -> str:
        """Return a name for the file that no file has, and that no other board shows."""
        taken = {files.file.value for files in _shown}
        return saved.free_name(self._board.game.position.key, taken)

    def _forget(self) -> None:
        """Let no file be replaced until Save is pressed again: another name was typed."""
        self._to_replace = ""
        self._board.show_possible()

    def save(self, name: str, replace: bool = False) -> None:
        """Save the game in the notebook's folder.

        A saved game is only replaced with ``replace``; otherwise say what it holds, and enable the
        button that replaces it.
        """
        self._to_replace = ""
        try:
            path = saved.place_for(name)
            if path.exists() and not replace:
                contents = saved.in_words(path)
                self._to_replace = name
                self._board.say(say("{held} If you don't need this saved game any more, press "
                                    "Replace. Otherwise, type another name.",
                                    held=contents), error=True)
            else:
                self._board.game.save(path)
                self.file.value = str(path)
                self._board.say(say("The game is saved in {path}.", path=path))
        except FileExistsError as error:  # it isn't a saved game; the kit's sentence says so
            self._refuse(error)
        except OSError as error:
            self._refuse(say("The game can't be saved there: {problem}.", problem=error.strerror))
        except ValueError as error:
            self._refuse(error)
        self._board.show_possible()

    def replace(self) -> None:
        """Save the game over the saved game that was asked about."""
        if reason := self._why_no_replace():
            return self._refuse(reason)
        self.save(self._to_replace, replace=True)

    def _why_no_replace(self) -> str | None:
        """Return the sentence that no file is to be replaced; None if one is."""
        if self._to_replace:
            return None
        return say("Press Save first. Then you'll see which saved game would be replaced.")

    def load(self, path: str) -> None:
        """Continue the game saved in a file; keep the present one if it cannot be loaded."""
        path = saved.with_ending(path)
        try:
            game = self._loaded_with_own_things(path)
        except FileNotFoundError:
            return self._refuse(say("There's no file {path}.", path=path))
        except OSError as error:
            return self._refuse(say("The file can't be read: {problem}.", problem=error.strerror))
        except (ValueError, PartError) as error:
            return self._refuse(error)
        self._board.begin(game, say("You're now playing the game from {path}.", path=path))

    def _loaded_with_own_things(self, path: str) -> Any:
        """Return the game saved in a file.

        If it has players or other objects that a student wrote, which a file can't hold, take
        those of the present game. ValueError: they don't fit either.
        """
        try:
            return self._loaded(path)
        except ValueError:
            return self._loaded(path, **self._board.own_things())

    def _loaded(self, path: str, **own_things: Any) -> Any:
        """Return the game saved in a file, with the present game's parts and ``own_things``."""
        game = self._board.game
        parts = {"parts": game.position.parts} if hasattr(game.position, "parts") else {}
        return type(game).load(path, position_type=type(game.position), **parts,
                               **own_things)

    def _refuse(self, reason: Any) -> None:
        """Show a reason, a sentence or an exception, as an error."""
        self._board.say(str(reason), error=True)
