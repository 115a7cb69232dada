"""The state explorer: the tiles of a game as a stack, its saved states as a chain or a tree."""

from functools import partial
from random import Random

import ipywidgets as w

from blocky.kit.draw.picture import clear
from blocky.kit.language import say
from blocky.kit.player import HumanPlayer
from blocky.kit.widgets.panel import Command, Panel
from blocky.prograsonne.draw.history import state_at, states
from blocky.prograsonne.draw.linked import listing
from blocky.prograsonne.draw.shapes import HIGH, WIDE
from blocky.prograsonne.draw.tiles import draw_board, fit
from blocky.prograsonne.game import Game
from blocky.prograsonne.move import Move, Place, Restore, Save, TakeBack
from blocky.prograsonne.scoring import Rules

__all__ = ["StateExplorer"]


class StateExplorer(Panel):
    """A game with saved states to return to, in a notebook; ``seed`` determines its tiles.

    Attributes:
        game: the game.
        keep, state: the control that keeps all states when going back, and the list of states.
    """

    def __init__(self, seed: int | str = 4, *, keep_branches: bool = True, big: bool = False
                 ) -> None:
        super().__init__((8.2, 4.9), big=big)
        self.seed = seed
        self.ax, self.stack, self.saved = (self.figure.add_axes(place) for place in (
            (0.005, 0.01, 0.5, 0.98), (0.53, 0.5, 0.46, 0.48), (0.53, 0.02, 0.46, 0.42)))
        self.stack.set_axis_off()
        fit(self.ax, WIDE, HIGH)
        self.keep = self.toggle(say("Keep branches (b)"), say("Keep every state: key b"),
                                self.begin, keep_branches)
        self.state = self.control(w.Dropdown, say("State"), 110, 45)
        self.add(
            Command("place", self.place, say("place a tile somewhere"), say("Place ({key})"), "p"),
            Command("take back", partial(self.make, TakeBack()), say("take back a tile"),
                    say("Take back my tile ({key})"), "t", lambda: self.game.why_not(TakeBack())),
            Command("save", partial(self.make, Save()), say("save the state"),
                    say("Save state ({key})"), "s"),
            Command("restore", lambda: self.make(Restore(self.state.value)),
                    say("go back to the chosen state"), say("Go to state ({key})"), "g",
                    lambda: self.game.why_not(Restore(self.state.value))))
        self.bind(",", say("choose the previous state"), self.state, -1)
        self.bind(".", say("choose the next state"), self.state)
        self.bind("b", say("keep branches or not"), self.keep)
        self.hear(self.saved, pressed=self.press_state)
        self.arrange(self.live, self.row("place", "take back"),
                     self.row("save", self.state, "restore", self.keep), self._sentence,
                     self.message)
        self.begin()

    def begin(self) -> None:
        """Restart the game."""
        self.game = Game(Rules(redraw=True, keep_branches=self.keep.value), self.seed,
                         players=[HumanPlayer(), HumanPlayer()])
        self._rng = Random(f"places {self.seed}")
        self.say("")
        self.refresh()

    def place(self) -> None:
        """Place the tile in hand somewhere. ValueError: it fits nowhere."""
        places = [move for move in self.game.legal_moves() if isinstance(move, Place)]
        if not places:
            raise ValueError(say("The game is over. Go back to a state, or start again."))
        self.make(self._rng.choice(places))

    def make(self, move: Move) -> None:
        """Make a move. ValueError: it is illegal."""
        player = self.game.position.player
        self.game.play(move)
        self.say(say("Player {player} chose to {move}.", player=player, move=move))
        self.refresh()

    def press_state(self, x: float, y: float, button: int = 1) -> None:
        """Go back to the saved state at a place."""
        number = state_at(self.game.position.history, x, y)
        if number is not None:
            self.make(Restore(number))

    def refresh(self) -> None:
        """Show the board, the stack of its tiles, and the saved states."""
        position = self.game.position
        history, board = position.history, position.board
        clear(self.ax, self.stack, self.saved)
        draw_board(board, self.ax, letters=False, palette="safe")
        own = board.last_of(position.player)
        tiles = list(board.tiles.values())[::-1]
        texts = [say("{type} on {cell}, which belongs to nobody", type=each.tile.type,
                     cell=each.cell)
                 if each.player is None else
                 say("{type} on {cell}, by player {player}", type=each.tile.type, cell=each.cell,
                     player=each.player) for each in tiles]
        at = next((row for row, each in enumerate(tiles) if each.cell == own), -1)
        listing(texts, self.stack, say("The stack of tiles, the last one on top"), at)
        shown = states(history, self.saved)
        self.state.options = [state.number for state in history.states]
        self.state.value = history.current
        told = say("It's player {player}'s turn. Taking back would remove the marked tile.",
                   player=position.player) if own else say(
            "It's player {player}'s turn. Player {player} has no tile to take back.",
            player=position.player)
        self.show_figure(told, told=[
            told, say("The stack: {tiles}.", tiles="; ".join(texts)), shown.alt])
