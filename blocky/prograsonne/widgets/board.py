"""The playable board of Prograsonne, by pointer, by keys or by buttons."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from functools import partial
from typing import Any

import ipywidgets as w
from matplotlib.axes import Axes

from blocky.kit.draw.picture import Paint
from blocky.kit.game import expect_game, expect_settings, refuse_players
from blocky.kit.language import say, say_count
from blocky.kit.widgets.live import BUTTON, FIELD, chip, status
from blocky.kit.widgets.panel import Command
from blocky.prograsonne import draw
from blocky.prograsonne.draw import shapes
from blocky.prograsonne.draw.history import state_at
from blocky.prograsonne.draw.rules import RULES
from blocky.prograsonne.game import Game
from blocky.prograsonne.hexes import CELLS, EDGES, Cell
from blocky.prograsonne.move import Move, Place, Restore, Save, TakeBack
from blocky.prograsonne.scoring import Rules
from blocky.prograsonne.supply import read_supply
from blocky.prograsonne.widgets.drawn import DrawnBoard
from blocky.prograsonne.widgets.texts import fit_text, supply_markup, tile_text

__all__ = ["PlayableBoard", "play"]


def play(game: Game | None = None, *, pause: float = 0.6, palette: str = "safe",
         letters: bool = False, big: bool = False, **settings: Any) -> PlayableBoard:
    """Return a board to play on in a notebook.

    ``game`` is a game to continue; without it, ``settings`` are those of a new Game: rules, seed,
    players, supply. Without ``rules``, a tile that fits nowhere is replaced, so that no game ends
    before it has started. ``pause`` is how long computer players show their choice, in seconds.
    ``big`` makes everything large enough for a class to see.
    """
    if game is not None and settings:
        raise ValueError(say("Call play with either a game to continue or the settings of a new "
                             "game, not both."))
    refuse_players(game)
    expect_settings(settings, Game)
    if game is None:
        game = Game(**{"rules": Rules(redraw=True), **settings})
    expect_game(game, Game, "Game(seed=3)")
    return PlayableBoard(game, pause=pause, palette=palette, letters=letters, big=big)


class PlayableBoard(DrawnBoard):
    """A game of Prograsonne in a notebook. Each action of pointer, keys or buttons is a method."""

    rulebook = RULES

    # -- choosing --------------------------------------------------------------------------

    def choose_cell(self, cell: Cell | None, edge: int = 1) -> None:
        """Choose a cell, and an edge of the tile on it; None clears the choice."""
        if (cell, edge) != (self.cell, self.edge):
            self.cell, self.edge = cell, edge
            self.show_chosen()

    def point_at(self, x: float, y: float) -> None:
        """Choose the cell at a place, and its edge nearest to the place; off the board, no cell."""
        cell = shapes.cell_at(x, y)
        if cell:
            self.choose_cell(cell, shapes.edge_at(cell, x, y, self._edges(cell)))
        else:
            self.choose_cell(None)

    def _edges(self, cell: Cell | None) -> list[int]:
        """Return the edges of the tile on a cell that have more than grass.

        Return all edges if none has, or if there's no tile.
        """
        placed = self.board.tiles.get(cell) if cell else None
        segments = placed.tile.segments if placed else ()
        edges_of_segments = [edge for segment in segments for edge in segment.edges]
        return edges_of_segments or [*EDGES]

    def press_at(self, x: float, y: float, button: int = 1) -> None:
        """Place the tile in hand at a place, or rotate it there with the right button."""
        self.point_at(x, y)
        if button == 3:  # the right one
            self.turn()
        elif self.cell is not None:
            self.place()

    def step(self, down: int, right: int) -> None:
        """Choose the next cell in a direction, or that of the first tile if none is chosen."""
        if self.cell is None:
            cell = next(iter(self.board.tiles))
        else:
            row, column = self.cell
            cell = row + down, column + right
        if cell in CELLS:
            first_edge, *_ = self._edges(cell)
            self.choose_cell(cell, first_edge)

    def next_fit(self) -> None:
        """Choose the next legal placement: its cell and turns; after the last, the first.

        Placements are ordered by cell, then by turns.
        """
        placements = [move for move in self.game.legal_moves() if isinstance(move, Place)]
        if not placements:
            return
        before_all_cells = (-1, 0)
        chosen = (self.cell or before_all_cells, self.turns)
        later = [move for move in placements if (move.cell, move.turns) > chosen]
        self.show_move(later[0] if later else placements[0])
        self.show_chosen()

    def turn(self, by: int = 1) -> None:
        """Rotate the tile in hand clockwise, or counter-clockwise (-1)."""
        self.turns = (self.turns + by) % 6
        self.begin_motion(partial(self.draw_turning, by))
        self.show_chosen()

    def next_edge(self) -> None:
        """Choose the first edge of the next city, road or river of the tile on the chosen cell."""
        if self.cell not in self.board.tiles:
            return self.say(say("First choose a cell that has a tile."), error=True)
        segments = sorted(self.board.tiles[self.cell].tile.segments,
                          key=lambda segment: segment.edges[0])
        if not segments:
            return self.say(say("This tile has no city, road or river."), error=True)
        chosen_number = -1  # if the edge has grass, the first segment is the next
        for number, segment in enumerate(segments):
            if self.edge in segment.edges:
                chosen_number = number
        next_segment = segments[(chosen_number + 1) % len(segments)]
        self.choose_cell(self.cell, next_segment.edges[0])

    def show_move(self, move: Move | None) -> None:
        """Choose the cell and the turns of a placement; other moves, and None, clear the choice."""
        self.turn_up()
        self.cell, self.edge = None, 1
        if isinstance(move, Place):
            self.cell, self.turns = move.cell, move.turns

    # -- moves -----------------------------------------------------------------------------

    def place(self) -> None:
        """Place the tile in hand on the chosen cell."""
        if self.cell is None:
            return self.say(say("No cell is chosen. Point at one, or use the arrow keys."),
                            error=True)
        self.play(Place(self.cell, self.turns))

    def take_back(self) -> None:
        """Take back the current player's last tile, instead of placing one."""
        self.play(TakeBack())

    def save_state(self) -> None:
        """Save the state of the game."""
        self.play(Save(self.turns))

    def restore(self, number: int | None = None) -> None:
        """Go back to a saved state, or to the one chosen in the list; say how many this deletes."""
        number = self.state.value if number is None else number
        if number is None:
            return self.say(say("No state has been saved yet."), error=True)
        states_before = len(self.game.position.history.states)
        self.play(Restore(number))
        deleted = states_before - len(self.game.position.history.states)
        if deleted:
            explanation = say_count(
                "{count} later state was deleted. To keep later states, tick “going back keeps all "
                "saved states” under New game before you start.",
                "{count} later states were deleted. To keep later states, tick “going back keeps "
                "all saved states” under New game before you start.", deleted)
            self.say(f"{self.text} {explanation}")

    def next_state(self, by: int = 1) -> None:
        """Choose the next state in the list, or the previous one (-1)."""
        if self.state.options:
            self.next_value(self.state, by)
            self.say(say("State {number} is chosen.", number=self.state.value))

    def hinted_move(self) -> Place | None:
        """Return the best placement, also where it gains nothing."""
        return self.game.position.hint()

    def take_hint(self, move: Place) -> None:
        """Choose ``move``, the best placement, and outline its cell."""
        self.hinted = move
        super().take_hint(move)

    def hint_text(self, move: Place) -> str:
        """Return a sentence on the best placement."""
        return say("Hint: {move}. {gain}", move=move, gain=self.gain_text())

    def gain_text(self) -> str:
        """Return a sentence on the gain of the chosen placement, or on a win; "" for none."""
        move = self.chosen_move()
        if move and self.board.outcome(str(self.hand), move, self.game.position.player).snitch:
            return say("It would make the golden snitch and win the game.")
        return super().gain_text()

    def move_text(self, move: Move | None) -> str:
        """Return ``move`` in words."""
        return str(move)

    def chosen_move(self) -> Place | None:
        """Return the chosen placement; None if there is none, or it is illegal."""
        if self.cell is None or not self.waits_for_human:
            return None
        move = Place(self.cell, self.turns)
        return None if self.game.why_not(move) else move

    def why_not(self, move: Move) -> str | None:
        """Return a sentence that says why a human cannot make ``move`` now; None if one can."""
        return self.why_no_human() or self.game.why_not(move)

    # -- new games -------------------------------------------------------------------------

    def form(self) -> Sequence[w.Widget]:
        """Return the form for a new game."""
        self.supply_file = self.control(w.Text, say("Supply"), 220, 80,
                                        placeholder=say("empty: current tiles"))
        descriptions = {"border_is_wall": say("the border closes cities"),
                        "closed_only": say("roads and rivers with open ends score nothing"),
                        "redraw": say("a tile that fits nowhere is replaced"),
                        "keep_branches": say("going back keeps all saved states")}
        self.options = {name: self.checkbox(descriptions[name], value, width=330)
                        for name, value in asdict(self.game.position.rules).items()}
        how_to_write = status(say("To write a file with random tiles, run "
                                  "write_supply(\"tiles.csv\") in a cell, or blocky supply "
                                  "tiles.csv in a terminal."))
        return [self.seats, self.grid(FIELD, self.seed, self.supply_file), w.HTML(how_to_write),
                *self.options.values()]

    def make_new(self, **settings: Any) -> Game:
        """Return a new game with the settings of the form; ``settings`` replace some of them."""
        rules = Rules(**{name: checkbox.value for name, checkbox in self.options.items()})
        position = self.game.position
        path = self.supply_file.value.strip()
        try:
            supply = read_supply(path) if path else position.start_supply
        except OSError as error:
            raise ValueError(say("The file {path} can't be read: {problem}.", path=path,
                                 problem=error.strerror)) from None
        return Game(**{"rules": rules, "seed": self.files.typed_seed(), "supply": supply,
                       "players": self.seats.players(), "parts": position.parts, **settings})

    # -- showing ---------------------------------------------------------------------------

    def selection_text(self) -> str:
        """Return sentences on the chosen cell: its tile, or whether the tile in hand fits there."""
        if self.cell is None:
            return say("No cell is chosen. Point at one, or use the arrow keys.")
        if self.cell in self.board.tiles:
            return tile_text(self.board, self.cell, self.edge)
        if self.hand is None:
            return say("Cell {cell} is empty.", cell=self.cell)
        return fit_text(self.board, self.cell, self.hand, self.turns)

    def show_rest(self) -> None:
        """Show what is around the board: players, moves, scores, supply."""
        super().show_rest()
        self._supply.value = supply_markup(self.game.position.supply)

    def alternative_text(self, ax: Axes) -> str:
        """Draw the board on axes; return its description."""
        shown = draw.board(self.board, ax, **self.looks).alt
        return say("{board} The tile in hand: {hand}", board=shown, hand=self.hand or say("none"))

    def player_paint(self, player: int) -> Paint:
        """Return the colour of a player, in the palette in use."""
        paint: Paint = self.palettes[self.palette.value][self.game.called(player)]
        return paint

    def player_sign(self, player: int) -> str:
        """Return the markup of the colour of a player."""
        return chip(self.player_paint(player), str(self.game.called(player)))

    # -- the controls ----------------------------------------------------------------------

    def listen(self) -> None:
        """Make the pointer choose cells, rotate and place the tile, and go to saved states."""
        self.make_axes()
        self.hear(self.ax, self.point_at, self.press_at, self.turn)
        self.hear(self.saved, pressed=lambda x, y, button: self.press_state(x, y))

    def press_state(self, x: float, y: float) -> None:
        """Go back to the saved state at a place."""
        number = state_at(self.game.position.history, x, y)
        if number is not None:
            self.restore(number)

    def add_choosing(self) -> None:
        """Add the commands that choose a cell, rotate the tile, and make moves."""
        self.add(
            Command("edge", self.next_edge,
                    say("look at the next city, road or river of the tile"), key="e"),
            Command("up", partial(self.step, -1, 0), say("the cell above"), key="up"),
            Command("down", partial(self.step, 1, 0), say("the cell below"), key="down"),
            Command("left", partial(self.step, 0, -1), say("the cell to the left"), key="left"),
            Command("right", partial(self.step, 0, 1), say("the cell to the right"), key="right"),
            Command("turn back", lambda: self.turn(-1), say("rotate the tile counter-clockwise"),
                    say("⟲ Rotate ({key})"), "a", self.why_ended),
            Command("turn", self.turn, say("rotate the tile clockwise"),
                    say("⟳ Rotate ({key})"), "d", self.why_ended),
            Command("place", self.place, say("place the tile"), say("Place ({key})"), "enter",
                    self.why_ended),
            Command("next", self.next_fit, say("choose the next place where it fits"),
                    say("Next fit ({key})"), "n", self.why_ended),
            Command("take back", self.take_back,
                    say("take back your last tile, which ends your turn"),
                    say("Take back ({key})"), "t", lambda: self.why_not(TakeBack())),
            Command("save state", self.save_state, say("save the state of the game"),
                    say("Save state ({key})"), "s", lambda: self.why_not(Save())),
            Command("restore", self.restore, say("go back to the chosen state"),
                    say("Go to state ({key})"), "g",
                    lambda: self.why_not(Restore(self.state.value))),
            Command("older", partial(self.next_state, -1), say("choose the previous state"),
                    key=","),
            Command("newer", self.next_state, say("choose the next state"), key="."))
        self.state = self.control(w.Dropdown, say("State"), 110, 45, self.show_possible)
        two_lines = w.Layout(min_height=self.px(40))  # so that the buttons below keep their place
        self.hand_words, self._supply = w.HTML(layout=two_lines), w.HTML()

    def choosing_row(self) -> w.Box:
        """Return the buttons that rotate, place and take back a tile, and the hint."""
        return self.grid(BUTTON, "turn back", "turn", "place", "next", "take back", "hint")

    def controls(self) -> Sequence[w.Widget]:
        """Return the tile in hand in words, and the controls for saved states."""
        return [self.hand_words, self.grid(BUTTON, "save state", self.state, "restore")]

    def add_pages(self) -> None:
        """Add the pages of the tabs, and one of the supply."""
        super().add_pages()
        self.tabs.add("supply", say("Tiles"), self._supply)
