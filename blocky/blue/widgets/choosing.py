"""Choosing at the table: tiles in a source, then a line, by pointer, by keys or from a list."""

from typing import Any

import ipywidgets as w

from blocky.blue.draw.layout import Layout, Spot
from blocky.blue.game import Game
from blocky.blue.in_words import take_sentences
from blocky.blue.position import Move
from blocky.blue.rules import PENALTIES, SIDE, colour_name
from blocky.blue.state import take
from blocky.kit.language import say, say_count
from blocky.kit.widgets.board import GameBoard
from blocky.kit.widgets.live import ARROW
from blocky.kit.widgets.panel import Command

__all__ = ["LINES", "ChoosingTable"]

#: The lines in the order in which keys choose them; 0 is the floor.
LINES = [*range(1, SIDE + 1), 0]


class ChoosingTable(GameBoard):
    """A board on which tiles are chosen first, and then the line that they go to.

    Attributes:
        take: the chosen source and colour; None for none.
        move: the chosen move: a take with a line.
        pointed: the source and colour that the pointer is on; None for none.
    """

    def __init__(self, game: Game, **settings: Any) -> None:
        self.take: tuple[int, str] | None = None
        self.pointed: tuple[int, str] | None = None
        self._reason = ""  # why the line at the pointer does not take the chosen tiles
        self._is_computers = False  # whether the choice is a computer player's
        super().__init__(game, **settings)

    @property
    def names(self) -> list[str]:
        """The names of the players."""
        return [self.game.name_of(player) for player in range(len(self.game.players))]

    # -- choosing --------------------------------------------------------------------------

    def point_at(self, x: float, y: float) -> None:
        """Show what can be taken at a place, or what a line would do with the chosen tiles."""
        spot = self._spot_at(x, y)
        pointed: tuple[int, str] | None = None
        move = None
        reason = ""  # why the line there does not take the chosen tiles
        if self.waits_for_human and spot is not None:
            if spot.source is not None:
                pointed = (spot.source, spot.colour)
            elif self.take and spot.player == self.game.turn and spot.line is not None:
                move = Move(*self.take, spot.line)
                reason = self.game.why_not(move) or ""
                if reason:
                    move = None
        if (pointed, move, reason) != (self.pointed, self.move, self._reason):
            self.pointed, self.move, self._reason = pointed, move, reason
            self.show_chosen()

    def _spot_at(self, x: float, y: float) -> Spot | None:
        """Return what is at a place on the table; None if nothing there can be chosen."""
        return Layout(len(self.game.players)).at(x, y, self.game.position.state)

    def press_at(self, x: float, y: float) -> None:
        """Choose the tiles at a place, or put the chosen ones on the line there.

        Where nothing can be chosen, clear the choice.
        """
        if reason := self.why_no_human():
            return self.say(reason, error=True)
        spot = self._spot_at(x, y)
        if spot is None:
            return self.drop()
        if spot.source is not None:
            self.say("")
            self.choose_take((spot.source, spot.colour))
        elif spot.player != self.game.turn:
            self.say(say("This board belongs to {player}. Put your tiles on your own board.",
                         player=self.names[spot.player or 0]), error=True)
        elif self.take is None:
            self.say(say("Choose tiles first: point at a tile in a factory or in the centre."),
                     error=True)
        else:
            self.play(Move(*self.take, spot.line or 0))

    def choose_take(self, chosen: tuple[int, str] | None, line: int | None = None) -> None:
        """Choose all tiles of a colour in a source, and the line if given; None clears both."""
        self.take = chosen
        self._reason = ""
        self._is_computers = False
        self.move = None if chosen is None or line is None else Move(*chosen, line)
        self.show_chosen()

    def drop(self) -> None:
        """Clear the choice."""
        self.pointed = None
        self.choose_take(None)

    def choose(self, move: Move | None) -> None:
        """Choose a legal move; None clears the choice."""
        if move is not None and move in self.game.legal_moves():
            self.choose_take((move.source, move.colour), move.line)
        else:
            self.choose_take(None)

    def show_move(self, move: Move | None) -> None:
        """Show the choice of a computer player; None clears it."""
        self.choose(move)
        self._is_computers = True

    def computers_done(self) -> None:
        """Show the game once computer players have moved; a human's choice stays."""
        if self._is_computers:
            self.drop()
        self.refresh()

    def next_take(self, by: int = 1) -> None:
        """Choose the tiles ``by`` places further on, with a line that takes them.

        It is the line chosen before, if that takes them; otherwise the first that does.
        """
        takes = self.game.position.takes if self.waits_for_human else []
        if takes:
            # Without a choice, +1 leads to the first tiles, and -1 to the last.
            number = takes.index(self.take) + by if self.take in takes else min(by, 0)
            chosen = takes[number % len(takes)]
            lines = self._lines(chosen)
            line_before = self.move.line if self.move else 1
            self.choose_take(chosen, line_before if line_before in lines else lines[0])

    def next_line(self, by: int = 1) -> None:
        """Choose the line ``by`` places further on among those that take the chosen tiles.

        The floor comes last. Without chosen tiles, choose the first ones.
        """
        if self.take is None:
            return self.next_take()
        lines = self._lines(self.take)
        # Without a choice, +1 leads to the first line, and -1 to the last.
        number = lines.index(self.move.line) + by if self.move else min(by, 0)
        self.choose_take(self.take, lines[number % len(lines)])

    def _lines(self, chosen: tuple[int, str]) -> list[int]:
        """Return the lines that take the tiles of a source and a colour; the floor, 0, is last."""
        board = self.game.position.board
        _, colour = chosen
        return [line for line in LINES if colour in board.takes(line)]

    # -- in words --------------------------------------------------------------------------

    def selection_text(self) -> str:
        """Return sentences on the choice and its effect."""
        if self._reason or not self.waits_for_human:
            return self._reason
        if self.move:
            return self._move_sentences(self.move)
        chosen = self.take or self.pointed
        if chosen is None:
            return say("Choose tiles in a factory or in the centre, then a line or the floor.")
        return self._take_sentence(chosen)

    def _move_sentences(self, move: Move) -> str:
        """Return sentences on the effect of a move, and what the floor costs if that changes."""
        state, player = self.game.position.state, self.game.turn
        sentences = list(take_sentences(state, move, self.names[player]))
        floor_before = state.boards[player].floor
        floor_after = take(state, *move).boards[player].floor
        if floor_after > floor_before:
            sentences.append(say("The floor would cost {after} instead of {before}.",
                                 before=PENALTIES[floor_before], after=PENALTIES[floor_after]))
        return " ".join(sentences)

    def _take_sentence(self, chosen: tuple[int, str]) -> str:
        """Return a sentence on where all tiles of a colour in a source can be put."""
        source, colour = chosen
        count = self.game.position.state.sources[source].count(colour)
        *lines, _floor = self._lines(chosen)  # the floor takes all tiles
        words = {"colour": colour_name(colour), "lines": ", ".join(map(str, lines)),
                 "source": source}
        if not lines:
            return say("{colour} tiles: no line accepts them, so they can only go on the floor.",
                       **words)
        if len(lines) == 1:
            return say_count("You can put {count} {colour} tile on line {lines} or on the floor.",
                             "You can put {count} {colour} tiles on line {lines} or on the floor.",
                             count, **words)
        return say_count("You can put {count} {colour} tile on the floor or on one of these lines: "
                         "{lines}.",
                         "You can put {count} {colour} tiles on the floor or on one of these "
                         "lines: {lines}.", count, **words)

    def gain_text(self) -> str:
        """Return a sentence on whether the chosen move fills its line, and the points for that.

        It's "" for the floor, and if no move is chosen.
        """
        if self.move is None or self._reason or not self.waits_for_human:
            return ""
        rules, move = self.game.rules, self.move
        board_after = take(self.game.position.state, *move).boards[self.game.turn]
        _, tiling = board_after.tile(rules)  # as if the round ended now
        points_of_line = [tile.points for tile in tiling.placed if tile.row == move.line]
        if not points_of_line:
            if move.line == 0:  # the floor
                return ""
            return say("That doesn't fill line {line}, so it scores nothing yet.", line=move.line)
        [points] = points_of_line
        if rules.at_once:  # later tiles of this round can't change that
            return say_count("That fills line {line}: the tile that goes to the wall will score "
                             "{count} point.",
                             "That fills line {line}: the tile that goes to the wall will score "
                             "{count} points.",
                             points, line=move.line)
        return say_count("That fills line {line}: the tile that goes to the wall will score at "
                         "least {count} point.",
                         "That fills line {line}: the tile that goes to the wall will score at "
                         "least {count} points.",
                         points, line=move.line)

    def move_text(self, move: Move) -> str:
        """Return ``move`` in words."""
        return str(move)

    # -- the controls ----------------------------------------------------------------------

    def listen(self) -> None:
        """Make the pointer show, choose and put tiles."""
        def press(x: float, y: float, button: int) -> None:
            if button == 1:
                self.press_at(x, y)
            else:
                self.drop()

        self.hear(self.ax, self.point_at, press)

    def add_choosing(self) -> None:
        """Add the commands that choose tiles and a line."""
        super().add_choosing()
        self.add(
            Command("back", lambda: self.next_take(-1), say("choose the previous tiles"),
                    say("◀ Tiles"), "left"),
            Command("forth", self.next_take, say("choose the next tiles"), say("Tiles ▶"),
                    "right"),
            Command("up", lambda: self.next_line(-1), say("choose the previous line"),
                    say("▲ Line"), "up"),
            Command("down", self.next_line, say("choose the next line"), say("▼ Line"),
                    "down"),
            Command("drop", self.drop, say("clear the choice"), key="escape"))
        self.choice.layout.width = self.px(330)

    def choosing_row(self) -> w.Box:
        """Return the buttons for choosing tiles and a line, side by side."""
        return self.grid(ARROW, "back", "forth", "up", "down")
