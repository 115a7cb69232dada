"""The playable board of Prograsonne, by pointer, by keys or by buttons."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from functools import partial
from typing import Any

import ipywidgets as w
from matplotlib.axes import Axes

from blocky.kit.draw.chart import scores
from blocky.kit.draw.picture import FAULT, INK, Picture, clear
from blocky.kit.draw.still import StillAxes
from blocky.kit.language import say, say_count
from blocky.kit.widgets.board import GameBoard
from blocky.kit.widgets.commands import Command
from blocky.kit.widgets.live import chip
from blocky.prograsonne import draw, walk
from blocky.prograsonne.board import Board
from blocky.prograsonne.draw import shapes, tiles
from blocky.prograsonne.draw.history import state_at, states
from blocky.prograsonne.game import Game
from blocky.prograsonne.hexes import CELLS, Cell
from blocky.prograsonne.move import Move, Place, Restore, Save, TakeBack
from blocky.prograsonne.player import OPPONENTS
from blocky.prograsonne.scoring import Rules
from blocky.prograsonne.tiles import Tile
from blocky.prograsonne.widgets.told import fit_text, supply_markup, tile_text

__all__ = ["PlayableBoard", "play"]

#: Where the board, the tile in hand and the saved states are in the figure.
BOARD, HAND, STATES = (0.02, 0.145, 0.96, 0.85), (0.01, 0.005, 0.17, 0.13), (0.2, 0.01, 0.79, 0.12)

#: So many are drawn one over the other on the board before it is drawn anew.
MOST_ARTISTS = 250


def play(game: Game | None = None, *, pause: float = 0.6, palette: str = "safe",
         letters: bool = False, big: bool = False, **settings: Any) -> PlayableBoard:
    """Return a board to play on in a notebook.

    ``game`` is a game to go on with; without it ``settings`` are those of a new Game: rules, seed,
    players, supply. ``pause`` is how long computer players show their choice, in seconds. ``big``
    makes everything large enough for a class to see.
    """
    if game is not None and settings:
        raise ValueError(say("play takes a game to go on with, or the settings of a new one, not "
                             "both."))
    return PlayableBoard(game or Game(**settings), pause=pause, palette=palette, letters=letters,
                         big=big)


class PlayableBoard(GameBoard):
    """A game shown in a notebook. Whatever pointer, keys and buttons do is a method here.

    Attributes:
        cell: the cell that is chosen; None for none.
        edge: which edge of its tile is pointed at.
        turns: how often the tile in hand is turned.
        hinted: the placement that a hint has shown; None for none.
    """

    SIZE = (4.6, 5.7)
    HINT_KEY = "h"
    palettes = draw.PALETTES

    def __init__(self, game: Game, **settings: Any) -> None:
        self.cell: Cell | None = None
        self.edge, self.turns = 1, 0
        self.hinted: Place | None = None
        self._hand_of: tuple[Any, ...] = (None,)  # game, tiles and hand when it was last turned up
        self._drawn: dict[Any, Any] = {}  # what each part of the figure shows
        self._shown: dict[Cell, Any] = {}  # what each cell shows
        super().__init__(game, **settings)

    @property
    def board(self) -> Board:
        """The board of the game."""
        board: Board = self.game.board
        return board

    @property
    def hand(self) -> str | None:
        """The type of the tile in hand; None if there is none."""
        hand: str | None = self.game.position.hand
        return hand

    # -- choosing --------------------------------------------------------------------------

    def choose_cell(self, cell: Cell | None, edge: int = 1) -> None:
        """Choose a cell, and an edge of the tile on it; None for none."""
        if (cell, edge) != (self.cell, self.edge):
            self.cell, self.edge = cell, edge
            self.show_chosen()

    def point_at(self, x: float, y: float) -> None:
        """Choose the cell at a place of the board."""
        cell = shapes.cell_at(x, y)
        edge = shapes.edge_at(cell, x, y) if cell in self.board.tiles else 1
        self.choose_cell(cell, edge)

    def press_at(self, x: float, y: float, button: int = 1) -> None:
        """Place the tile in hand at a place (1), or turn it (3)."""
        self.point_at(x, y)
        if button == 3:
            self.turn()
        elif self.cell is not None:
            self.place()

    def step(self, down: int, right: int) -> None:
        """Choose the next cell in a direction, or the first tile's if none is chosen."""
        cell = next(iter(self.board.tiles))
        if self.cell is not None:
            cell = self.cell[0] + down, self.cell[1] + right
        if cell in CELLS:
            self.choose_cell(cell)

    def next_fit(self) -> None:
        """Choose the next placement that is legal: the cell, and how the tile is turned."""
        places = [move for move in self.game.legal_moves() if isinstance(move, Place)]
        if places:
            here = self.cell or (-1, 0), self.turns
            self.show_move(next((each for each in places if (each.cell, each.turns) > here),
                                places[0]))
            self.show_chosen()

    def turn(self, by: int = 1) -> None:
        """Turn the tile in hand clockwise, or counter-clockwise if ``by`` is less than 0."""
        self.turns = (self.turns + by) % 6
        self.show_chosen()

    def next_edge(self) -> None:
        """Look at the next edge of the tile on the chosen cell."""
        if self.cell in self.board.tiles:
            self.choose_cell(self.cell, self.edge % 6 + 1)

    def show_move(self, move: Move | None) -> None:
        """Choose the cell of ``move``, and turn the tile as it says; None for none."""
        self._turn_up()
        self.cell, self.edge = None, 1
        if isinstance(move, Place):
            self.cell, self.turns = move.cell, move.turns

    def _turn_up(self) -> None:
        """Let a new tile in hand be turned as its position says."""
        taken = [turn for turn in self.game.history if not isinstance(turn.move, Save)]
        game, *before = self._hand_of
        if game is not self.game or before != [len(taken), self.hand]:
            self._hand_of = self.game, len(taken), self.hand
            self.turns, self.hinted = self.game.position.turned, None

    # -- moves -----------------------------------------------------------------------------

    def place(self) -> None:
        """Place the tile in hand on the chosen cell."""
        if self.cell is None:
            return self.say(say("No cell is chosen. Point at one, or use the arrow keys."),
                            error=True)
        self.play(Place(self.cell, self.turns))

    def take_back(self) -> None:
        """Take back the last tile of whose turn it is, instead of placing one."""
        self.play(TakeBack())

    def save_state(self) -> None:
        """Save the state of the game."""
        self.play(Save(self.turns))

    def restore(self, number: int | None = None) -> None:
        """Go back to a saved state, or to the one that is chosen in the list."""
        number = self.state.value if number is None else number
        if number is None:
            return self.say(say("No state was saved yet."), error=True)
        self.play(Restore(number))

    def next_state(self, by: int = 1) -> None:
        """Choose another of the saved states in the list, so many places further."""
        if self.state.options:
            self.next_value(self.state, by)
            self.say(say("State {number} is chosen.", number=self.state.value))

    def hint(self) -> None:
        """Choose the best placement; show what it gains."""
        if reason := self.why_no_human() or (say("The game is over.") if self.game.over else None):
            return self.say(reason, error=True)
        best = self.board.hint(str(self.hand), self.game.position.player)
        assert best is not None  # a game in which nothing is legal is over
        self.show_move(best.placement)
        self.hinted = best.placement
        self.show_chosen()
        self.say(say_count("Hint: {move}. It gains {count} point.",
                           "Hint: {move}. It gains {count} points.", best.gain,
                           move=best.placement))

    def move_text(self, move: Move | None) -> str:
        """Return what a player does who makes ``move``."""
        return str(move)

    def why_not(self, move: Move) -> str | None:
        """Return a sentence that says why a human cannot make ``move`` now; None if they can."""
        reason: str | None = self.why_no_human() or self.game.why_not(move)
        return reason

    # -- new games -------------------------------------------------------------------------

    def form(self) -> Sequence[w.Widget]:
        """Return what is asked about a new game."""
        self.who = self.control(w.Dropdown, say("Players"), 260, 80, options=[
            (say("same players"), ""), *((say(name), name) for name in OPPONENTS)])
        words = {"border_is_wall": say("the border closes cities"),
                 "closed_only": say("roads and rivers with open ends pay nothing"),
                 "redraw": say("a tile that fits nowhere is replaced"),
                 "keep_branches": say("going back deletes no state")}
        self.options = {name: w.Checkbox(value, description=words[name], indent=False,
                                         layout=w.Layout(width=self.px(330)))
                        for name, value in asdict(self.game.position.rules).items()}
        return [self.row(self.who, self.seed), self.row(*self.options.values())]

    def make_new(self, **settings: Any) -> Game:
        """Return another game, as the form says or ``settings`` in its place."""
        rules = Rules(**{name: box.value for name, box in self.options.items()})
        players = OPPONENTS[self.who.value] if self.who.value else self.game.players
        return Game(**{"rules": rules, "seed": self.typed_seed(), "players": players,
                       "supply": self.game.position.start_supply, **settings})

    # -- showing ---------------------------------------------------------------------------

    def draw_position(self) -> None:
        """Draw what has changed: the tiles, the marks over them, the tile in hand, the states."""
        self._turn_up()
        self._offer_states()
        position, looks = self.game.position, (self.palette.value, self.letters.value)
        history = position.history
        self._draw_board()
        if self._changed("hand", self.hand, self.turns, position.player, looks):
            clear(self.in_hand)
            if self.hand:
                tiles.draw_tiles(self.in_hand, [((1.2, 1.2), Tile(self.hand, self.turns))],
                                 self.letters.value)
                tiles.outline(self.in_hand, [(1.2, 1.2)], 1.08, linewidth=3,
                              edgecolor=tiles.paint_of(position.player, looks[0]))
        if self._changed("states", tuple(history.states), history.current, looks):
            clear(self.saved)
            states(history, self.saved, palette=looks[0])
        clear(self.ax)
        self._draw_marks()

    def _draw_board(self) -> None:
        """Draw those cells that are to look different, over what is drawn; now and then all."""
        full = len(self.still.get_children()) > MOST_ARTISTS
        anew = self._changed("looks", self.palette.value, self.letters.value) or full
        if not self._changed("board", tuple(self.board.tiles.values())) and not anew:
            return
        colours = self.board.colours()
        shown = {(i, j): (self.board.tiles.get((i, j)), colours[i][j]) for i, j in CELLS}
        cells = [cell for cell in CELLS if anew or self._shown[cell] != shown[cell]]
        if anew:
            clear(self.still)
        tiles.draw_board(self.board, self.still, **self.looks, cells=cells)
        self._shown = shown

    def _changed(self, part: str, *shows: Any) -> bool:
        """Tell whether a part of the figure is to show something else than it does."""
        before, self._drawn[part] = self._drawn.get(part), shows
        return before != shows

    def _draw_marks(self) -> None:
        point = tiles.unit(self.ax)
        if self.waits_for_human:
            places = [move for move in self.game.legal_moves() if isinstance(move, Place)]
            fits = {each.cell for each in places if each.turns == self.turns}
            for cells, fill in (({each.cell for each in places} - fits, "none"), (fits, INK)):
                tiles.shape(self.ax, shapes.placed((shapes.centre(cell), shapes.disc(0.13))
                                                   for cell in cells),
                            edgecolor=INK, facecolor=fill, linewidth=0.04 * point)
        if self.hinted:
            for colour, width in ((INK, 0.24), (tiles.HINTED, 0.17)):
                tiles.outline(self.ax, [shapes.centre(self.hinted.cell)], 0.95,
                              edgecolor=colour, linewidth=width * point)
        if self.cell in self.board.tiles:
            segments = self.board.tiles[self.cell].tile.segments
            for segment in segments:
                if self.edge in segment.edges:
                    tiles.draw_nodes(self.ax, walk.feature(self.board, self.cell, segment))
            tiles.outline(self.ax, [shapes.centre(self.cell)], edgecolor=INK,
                          linewidth=0.07 * point)
        elif self.cell is not None and self.hand:
            self._draw_ghost(self.cell, Tile(self.hand, self.turns), point)

    def _draw_ghost(self, cell: Cell, tile: Tile, point: float) -> None:
        """Draw the tile in hand where it is to be placed, and its edges that do not fit."""
        place = shapes.centre(cell)
        tiles.draw_tiles(self.ax, [(place, tile)], self.letters.value, alpha=0.7)
        fits = self.board.why_not(cell, tile) is None
        tiles.outline(self.ax, [place], edgecolor=INK if fits else FAULT,
                      linestyle="-" if fits else ":", linewidth=0.09 * point)
        tiles.shape(self.ax, shapes.placed((place, shapes.side(edge))
                                           for edge in self.board.wrong_edges(cell, tile)),
                    edgecolor=FAULT, linewidth=0.16 * point)

    def selection_text(self) -> str:
        """Return a sentence that says what is chosen."""
        if self.cell is None:
            return say("No cell is chosen. Point at one, or use the arrow keys.")
        if self.cell in self.board.tiles:
            return tile_text(self.board, self.cell, self.edge)
        if self.hand is None:
            return say("Cell {cell} is empty.", cell=self.cell)
        return fit_text(self.board, self.cell, self.hand, self.turns)

    def refresh(self) -> None:
        """Show the game as it stands: position, players, moves, scores, supply."""
        super().refresh()
        self._supply.value = supply_markup(self.game.position.supply)

    def alternative_text(self, ax: Axes) -> str:
        """Draw the board on axes; return what there is to see of it."""
        shown = draw.board(self.board, ax, **self.looks).alt
        return say("{board} The tile in hand: {hand}", board=shown, hand=self.hand or say("none"))

    def chart(self, ax: Axes | None = None) -> Picture:
        """Return the scores as the board shows them."""
        game, paints = self.game, self.palettes[self.palette.value]
        return scores([game.start_scores, *(turn.scores for turn in game.history)],
                      [f"{number} {game.players[number - 1].name}" for number in paints],
                      list(paints.values()), ax, size=self.chart_size)

    def player_sign(self, player: int) -> str:
        """Return the markup of the colour of a player."""
        number = self.game.called(player)
        return chip(self.palettes[self.palette.value][number], str(number))

    # -- making the widgets ----------------------------------------------------------------

    def listen(self) -> None:
        """Let the pointer choose cells, turn and place the tile, and go to saved states."""
        self.still, self.in_hand, self.saved = (
            self.figure.add_axes(place, axes_class=StillAxes) for place in (BOARD, HAND, STATES))
        self.ax.set_position(BOARD)
        self.ax.set_zorder(1)
        for ax in (self.ax, self.still):
            tiles.fit(ax, shapes.WIDE, shapes.HIGH)
        tiles.fit(self.in_hand, 2.4, 2.4)
        self.hear(self.ax, self.point_at, self.press_at, self.turn)
        self.hear(self.saved, lambda x, y: None, lambda x, y, button: self.press_state(x, y))

    def press_state(self, x: float, y: float) -> None:
        """Go back to the saved state at a place of their picture."""
        number = state_at(self.game.position.history, x, y)
        if number is not None:
            self.restore(number)

    def _offer_states(self) -> None:
        """Offer the saved states in the list."""
        numbers = [state.number for state in self.game.position.history.states]
        if list(self.state.options) != numbers:
            self.state.options = numbers
            self.state.value = self.game.position.history.current

    def add_choosing(self) -> None:
        """Add the commands that choose a cell, turn the tile, and move."""
        self.add(
            Command("edge", self.next_edge, say("look at the next edge of a tile"), key="e"),
            Command("up", partial(self.step, -1, 0), say("the cell above"), key="up"),
            Command("down", partial(self.step, 1, 0), say("the cell below"), key="down"),
            Command("left", partial(self.step, 0, -1), say("the cell to the left"), key="left"),
            Command("right", partial(self.step, 0, 1), say("the cell to the right"), key="right"),
            Command("turn back", lambda: self.turn(-1), say("turn the tile counter-clockwise"),
                    say("⟲ Turn ({key})"), "a", 90),
            Command("turn", self.turn, say("turn the tile clockwise"), say("⟳ Turn ({key})"), "d",
                    90),
            Command("place", self.place, say("place the tile"), say("Place ({key})"), "enter", 110),
            Command("next", self.next_fit, say("choose the next place where it fits"),
                    say("Next fit ({key})"), "n", 110),
            Command("take back", self.take_back,
                    say("take back your last tile, which ends your turn"),
                    say("Take back my tile ({key})"), "t", self.WIDE,
                    lambda: self.why_not(TakeBack())),
            Command("save state", self.save_state, say("save the state of the game"),
                    say("Save state ({key})"), "s", self.WIDE, lambda: self.why_not(Save())),
            Command("restore", self.restore, say("go back to the chosen state"),
                    say("Go to state ({key})"), "g", 130,
                    lambda: self.why_not(Restore(self.state.value))),
            Command("older", partial(self.next_state, -1), say("choose the state before"), key=","),
            Command("newer", self.next_state, say("choose the next state"), key="."))
        self.state = self.control(w.Dropdown, say("State"), 110, 45, self.show_possible)
        self._supply = w.HTML()

    def choosing_row(self) -> w.HBox:
        """Return what turns the tile and places it, side by side."""
        return self.row("turn back", "turn", "place", "next")

    def controls(self) -> Sequence[w.Widget]:
        """Return the other moves, the hint, and the supply."""
        return [self.row("take back", "hint"), self.row("save state", self.state, "restore"),
                self._supply]
