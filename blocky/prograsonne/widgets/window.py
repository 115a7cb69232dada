"""A window that is driven by a student's event handlers, for exercise 11."""

from __future__ import annotations

from typing import Any

import ipywidgets as w

from blocky.kit.check.compare import written
from blocky.kit.draw.cells import Labels
from blocky.kit.draw.picture import INK, bare, clear
from blocky.kit.game import expect_game
from blocky.kit.language import plain, say
from blocky.kit.player import HumanPlayer
from blocky.kit.safely import PartError, call_safely
from blocky.kit.widgets.panel import Command, Panel
from blocky.prograsonne.draw import shapes, tiles
from blocky.prograsonne.game import Game
from blocky.prograsonne.hexes import CELLS
from blocky.prograsonne.scoring import Rules
from blocky.prograsonne.tiles import Tile
from blocky.prograsonne.view import View
from blocky.prograsonne.widgets.texts import hand_text

__all__ = ["HandlerWindow"]

#: The frames of the players' pieces: solid for player 1 and nobody, dashed for player 2.
DASHES: dict[int | None, Any] = {None: "-", 1: "-", 2: (0, (2.2, 0.8))}


class HandlerWindow(Panel):
    """A game to play with a student's event handlers, in a notebook.

    ``kind`` is a class such as SavingWindow of exercise 11: ``kind(game, view)`` makes the object
    whose handlers are called. The panel shows only what these handlers show in the view.
    ``game`` is a game to continue, by default a new one for two people.

    Attributes:
        game, view: the game, and what the window shows.
        handlers: the student's object; None if it couldn't be created.
        cell, state: the lists of cells and of saved states.
    """

    def __init__(self, kind: type, game: Game | None = None, *, big: bool = False) -> None:
        if not isinstance(kind, type):
            raise ValueError(say("play_window needs a class such as SavingWindow, not {value}.",
                                 value=plain(written(kind))))
        if game is None:
            game = Game(Rules(redraw=True), players=[HumanPlayer(), HumanPlayer()])
        super().__init__((4.6, 5.6), big=big)
        self.kind = kind
        self.game = expect_game(game, Game, "Game(seed=3)")
        self.view = View()
        self.handlers: Any = None
        self._make_axes()
        self._make_controls()
        self._make_commands()
        self.arrange(self.live, self.row("rotate", self.cell, "place", "take back"),
                     self.row("hint", "points", "save", self.state, "restore", "finish"),
                     self._sentence, self.message)
        self.begin()

    def _make_axes(self) -> None:
        """Make the axes of the board and, below it, of the tile in hand and of saved states."""
        self.ax = self.figure.add_axes((0.02, 0.145, 0.96, 0.85))
        self.hand = self.figure.add_axes((0.01, 0.005, 0.17, 0.13))
        self.saved = self.figure.add_axes((0.2, 0.01, 0.79, 0.12))
        self.hear(self.ax, pressed=self.press_board)
        self.hear(self.saved, pressed=self.press_state)

    def _make_controls(self) -> None:
        """Make the lists of cells and of saved states."""
        self.cell = self.control(w.Dropdown, say("Cell"), 110, 45, self.refresh,
                                 options=[(str(cell), cell) for cell in CELLS])
        self.state = self.control(w.Dropdown, say("State"), 110, 45)

    def _make_commands(self) -> None:
        """Make the buttons and keys: each calls a handler of the student's."""
        self._add_handler("rotate", "rotate_clicked", say("rotate the tile clockwise"),
                          label=say("⟳ Rotate ({key})"), key="d")
        self._add_handler("place", "place_clicked", say("place the tile on the chosen cell"),
                          label=say("Place ({key})"), key="p", chosen=self.cell)
        self._add_handler("take back", "take_back_clicked", say("take back a tile"),
                          label=say("Take back my tile ({key})"), key="t")
        self._add_handler("hint", "hint_clicked", say("hint"),
                          label=say("☼ Hint ({key})"), key="i")
        self._add_handler("points", "points_clicked", say("show the points"),
                          label=say("Show points ({key})"), key="o")
        self._add_handler("save", "save_clicked", say("save the state"),
                          label=say("Save state ({key})"), key="s")
        self._add_handler("restore", "state_clicked", say("go back to the chosen state"),
                          label=say("Go to state ({key})"), key="g", chosen=self.state,
                          why_not=self._why_no_state)
        self._add_handler("finish", "finish_clicked", say("end the game"), label=say("End game"))

    def _add_handler(self, name: str, handler: str, what: str, *, chosen: w.Dropdown | None = None,
                     **looks: Any) -> None:
        """Add a command with a name that calls a handler.

        If there's a list ``chosen``, what's chosen in it is the handler's argument. ``what`` says
        what the command does; ``looks`` are the button, the key and ``why_not`` of the Command.
        """
        def call_handler() -> None:
            args = [] if chosen is None else [chosen.value]
            self.handle(handler, *args)

        self.add(Command(name, call_handler, what, **looks))

    def _why_no_state(self) -> str | None:
        """Return a sentence that says why no state can be chosen; None if one can."""
        return None if self.view.numbers else say("No state has been saved yet.")

    def begin(self) -> None:
        """Make an object of the student's class, which shows the game in the view; draw that."""
        try:
            self.handlers = call_safely(self.kind.__name__, self.kind, self.game, self.view)
        except PartError as problem:
            self.say_problem("__init__", problem)
        self.refresh()

    def handle(self, name: str, *args: Any) -> None:
        """Call a handler and draw the view; say what the handler returned, or what went wrong."""
        call = f"{name}({', '.join(map(repr, args))})"
        try:
            value = call_safely(f"{self.kind.__name__}.{name}",
                                lambda: getattr(self.handlers, name)(*args))
            self.say(say("{call} returned {value}.", call=call, value=plain(written(value))))
        except PartError as problem:
            self.say_problem(name, problem)
        self.refresh()

    def say_problem(self, name: str, problem: PartError) -> None:
        """Show a sentence on a handler that failed, or that isn't written yet."""
        sentence = str(problem)
        if isinstance(problem.__cause__, NotImplementedError):
            sentence = say("You haven't written {task} yet.", task=name)
        self.say(sentence, error=True)

    def press_board(self, x: float, y: float, button: int = 1) -> None:
        """Choose the cell at a place and click on it, or rotate the tile with the right button."""
        cell = shapes.cell_at(x, y)
        if button == 3:  # the right one
            self.handle("rotate_clicked")
        elif cell is not None:
            self.cell.value = cell
            self.handle("place_clicked", cell)

    def press_state(self, x: float, y: float, button: int = 1) -> None:
        """Click on the number of a saved state."""
        number = round(x) + 1  # number 1 is drawn at x = 0
        if number in self.view.numbers and abs(y) < 0.5:
            self.handle("state_clicked", number)

    # -- showing ---------------------------------------------------------------------------

    def refresh(self) -> None:
        """Draw the view, list its saved states, and describe it in words."""
        view = self.view
        clear(self.ax, self.hand, self.saved)
        self._draw_pieces()
        self._draw_hand()
        self._draw_numbers()
        self.state.options = sorted(view.numbers)
        points = say("Player 1 (red) has {one}, player 2 (blue) has {two}.", one=view.points[1],
                     two=view.points[2])
        pieces = "; ".join(f"{cell} {type}" for cell, (type, _, _) in view.pieces.items())
        numbers = ", ".join(map(str, view.numbers))
        self.show_figure(points, alt=[
            say("Pieces: {pieces}.", pieces=pieces or say("none")), self._hand_text(), points,
            say("The chosen cell: {cell}.", cell=self.cell.value),
            say("Hint: cell {cell}.", cell=view.hint) if view.hint else "",
            say("Saved states: {states}.", states=numbers or say("none"))])

    def _hand_text(self) -> str:
        """Return sentences on the tile in hand."""
        if self.view.hand is None:
            return say("The tile in hand: {hand}", hand=say("none"))
        type, turns, _ = self.view.hand
        return hand_text(Tile(type, turns))

    def _draw_pieces(self) -> None:
        """Draw the empty cells, the pieces with their frames, the chosen cell, and the hint."""
        pieces = self.view.pieces
        tiles.fit(self.ax, shapes.WIDE, shapes.HIGH)
        tiles.outline(self.ax, [shapes.centre(cell) for cell in CELLS if cell not in pieces],
                      facecolor=tiles.EMPTY, edgecolor=tiles.LINE)
        frames = []  # for each player, the places of the pieces, and how their frames look
        for player, dashes in DASHES.items():
            centres = [shapes.centre(cell) for cell, (_type, _turns, owner) in pieces.items()
                       if owner == player]
            look = {"edgecolor": tiles.paint_of(player, "safe"), "linestyle": dashes}
            frames.append((centres, look))
        drawn = [(shapes.centre(cell), Tile(type, turns))
                 for cell, (type, turns, _) in pieces.items()]
        tiles.draw_tiles(self.ax, drawn, frames=frames)
        chosen_cell = self.cell.value
        tiles.outline(self.ax, [shapes.centre(chosen_cell)], 0.8, edgecolor=INK, linestyle=":")
        if self.view.hint:
            tiles.outline_hint(self.ax, [self.view.hint], 0.95)

    def _draw_hand(self) -> None:
        """Draw the tile in hand, if there is one, with a frame in its player's colour."""
        tiles.fit(self.hand, wide=2.4, high=2.4)
        if self.view.hand:
            type, turns, player = self.view.hand
            middle = (1.2, 1.2)
            tiles.draw_tiles(self.hand, [(middle, Tile(type, turns))])
            tiles.outline(self.hand, [middle], radius=1.08, linewidth=3,
                          edgecolor=tiles.paint_of(player, "safe"))

    def _draw_numbers(self) -> None:
        """Draw the saved states as numbered discs in a row."""
        greatest = max([6, *self.view.numbers])  # there is room for at least 6
        bare(self.saved, xlim=(-0.6, greatest - 0.4), ylim=(0.6, -0.6), aspect="equal", anchor="W")
        for number, player in self.view.numbers.items():
            tiles.shape(self.saved, shapes.placed([((number - 1, 0), shapes.disc(0.36))]),
                        facecolor=tiles.paint_of(player, "safe"), edgecolor=INK)
        self.saved.add_artist(Labels([(number - 1, 0, str(number), 9, "white")
                                      for number in self.view.numbers], weight="bold"))
