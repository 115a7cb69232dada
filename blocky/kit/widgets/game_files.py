"""Another game in place of one in a notebook: a new one, or one that was saved."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import ipywidgets as w

from blocky.kit.language import say
from blocky.kit.safely import PartError, made_by_student
from blocky.kit.widgets.commands import Command
from blocky.kit.widgets.panel import Panel
from blocky.kit.widgets.seats import Seats

__all__ = ["GameFiles"]


class GameFiles(Panel):
    """A panel that begins, saves and loads games; a subclass defines ``begin``.

    Attributes:
        game: what is played.
        seats: the controls that say who plays a new game; see ``Seats.players``.
        seed, file: the controls for the seed of a new game, and for a file.
    """

    game: Any

    def make_files(self) -> w.Accordion:
        """Return the controls for new games and for files."""
        self.seats = Seats(self.game.kinds, self.game.seats_allowed, self.control)
        self.seats.show(self.game.players)
        self.seed = self.control(w.Text, say("Seed"), 220, 80, placeholder=say("empty: any"))
        self.file = self.control(w.Text, say("File"), 220, 80, value="game.saved.json")
        self.add(
            Command("new", self.new_game, say("begin a new game"), say("New game")),
            Command("save", lambda: self.save(self.file.value), say("save the game"), say("Save")),
            Command("load", lambda: self.load(self.file.value), say("load a game"), say("Load")))
        return w.Accordion([w.VBox([*self.form(), self.buttons["new"]]),
                            self.row(self.file, "save", "load")],
                           titles=(say("New game"), say("Save and load")))

    def form(self) -> Sequence[w.Widget]:
        """Return the form for a new game."""
        return [self.seats, self.seed]

    def make_new(self, **settings: Any) -> Any:
        """Return a new game with the settings of the form, or with ``settings``."""
        return type(self.game).on(self.game.start_position.copy(),
                                  settings.get("players", self.seats.players()),
                                  settings.get("seed", self.typed_seed()))

    def load_game(self, path: str, **own: Any) -> Any:
        """Return the game saved in a file, with the parts of the present one.

        ``own`` are other things that are not in it.
        """
        position = self.game.position
        parts = {"parts": position.parts} if hasattr(position, "parts") else {}
        return type(self.game).load(path, position_type=type(position), **parts, **own)

    def own_things(self) -> dict[str, Any]:
        """Return the student's own things in this game, which ``load_game`` needs."""
        students = any(map(made_by_student, self.game.players))
        return {"players": self.game.players} if students else {}

    def begin(self, game: Any, text: str) -> None:
        """Replace the present game by ``game``, and show a sentence."""
        raise NotImplementedError

    def new_game(self, **settings: Any) -> None:
        """Begin a new game with the settings of the form, or with ``settings``."""
        try:
            game = self.make_new(**settings)
        except (ValueError, PartError) as error:
            return self.say(str(error), error=True)
        self.begin(game, say("A new game with seed {seed}.", seed=game.seed))

    def save(self, path: str) -> None:
        """Save the game to a file; show where."""
        try:
            self.game.save(path)
        except OSError as error:
            return self.say(say("The game cannot be saved there: {problem}.",
                                problem=error.strerror), error=True)
        except ValueError as error:
            return self.say(str(error), error=True)
        self.say(say("The game is saved in {path}.", path=path))

    def load(self, path: str) -> None:
        """Go on with the game saved in a file; the present one stays if that cannot be."""
        own = self.own_things()
        try:
            try:
                game = self.load_game(path)
            except ValueError:
                if not own:
                    raise
                game = self.load_game(path, **own)
        except FileNotFoundError:
            return self.say(say("There is no file {path}.", path=path), error=True)
        except OSError as error:
            return self.say(say("The file cannot be read: {problem}.", problem=error.strerror),
                            error=True)
        except (ValueError, PartError) as error:
            return self.say(str(error), error=True)
        self.begin(game, say("The game from {path} goes on.", path=path))

    def typed_seed(self) -> int | str | None:
        """Return the seed in the form, a number or a text; None if it is empty."""
        text = self.seed.value.strip()
        return int(text) if re.fullmatch(r"-?\d+", text) else text or None
