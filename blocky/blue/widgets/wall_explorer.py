"""A wall, and the points for a tile on it: by both rule sets, and by a wrong scorer."""

from functools import partial
from itertools import count
from random import Random
from typing import Any

import ipywidgets as w

from blocky.blue.board import EMPTY, Board
from blocky.blue.draw.looks import PALETTES
from blocky.blue.draw.runs import arriving, draw_answers, draw_points, round_text
from blocky.blue.rules import COLOURS, OFFICIAL, SEED, SIDE
from blocky.kit.arguments import expect
from blocky.kit.draw.picture import clear
from blocky.kit.language import mark, say
from blocky.kit.widgets.panel import Command, Panel, status

__all__ = ["EXAMPLES", "WallExplorer"]

#: Cells with tiles, cells that get one in this round, and the chosen cell.
EXAMPLES = {
    mark("a tile alone"): ([], [], (1, 1)),
    mark("an angle"): ([(2, 1), (1, 2)], [], (2, 2)),
    mark("a gap is filled"): ([(1, 1), (1, 2), (1, 4), (2, 3), (3, 3)], [], (1, 3)),
    mark("a gap stays"): ([(1, 1)], [], (3, 1)),
    mark("two in one round"): ([], [(1, 1), (2, 1)], (2, 1)),
    mark("three in one round"): ([], [(1, 1), (2, 1), (3, 1)], (3, 1)),
    mark("a run inside a row"): ([(2, 2)], [], (2, 3)),
    mark("a run at the end of a row"): ([(2, 4)], [], (2, 5)),
    mark("a run at the top of a column"): ([(1, 3), (2, 3)], [], (3, 3)),
    mark("a run lower in a column"): ([(2, 3), (3, 3)], [], (4, 3)),
}

#: The first example.
FIRST = "a gap is filled"


class WallExplorer(Panel):
    """The points for tiles on a wall, in three ways. Every action of pointer and keys is a method.

    It starts with the wall and full lines of ``board``, or with one of EXAMPLES; ``looks`` are
    palette, letters and big. ValueError: there is no such example.

    Attributes:
        board: the wall; a full line means that a tile of its colour is placed in this round.
        cell: the row and the column, from 1, of the chosen cell.
        example: the control for the example.
    """

    palettes = PALETTES

    def __init__(self, board: Board | None = None, example: str = FIRST, **looks: Any) -> None:
        if example not in EXAMPLES:
            raise ValueError(say("There's no example {name!r}. The examples are: {known}.",
                                 name=example, known=", ".join(EXAMPLES)))
        if board is not None:
            expect("board", board, Board, say("a Board such as game.position.boards[0]"))
        super().__init__((8.4, 3.1), **looks)
        self.board, self.cell = Board(COLOURS), (1, 1)
        self._seeds = count(1)
        self.axes = [self.figure.add_axes((0.012 + 0.331 * number, 0.015, 0.315, 0.86))
                     for number in range(3)]
        for ax in self.axes:
            self.hear(ax, self.point_at, self.press_at)
        self._told = [w.HTML(layout=w.Layout(width=self.px(274), min_height=self.px(96),
                                             padding=f"0 {self.px(16)} 0 0")) for _ in self.axes]
        self.example = self.control(w.Dropdown, say("Example"), 310, 65, self.show_example,
                                    value=example, options=[(say(name), name) for name in EXAMPLES])
        for name, sign, rows, columns, what in (
                ("left", "◀", 0, -1, say("a cell to the left")), ("up", "▲", -1, 0, say("up")),
                ("down", "▼", 1, 0, say("down")), ("right", "▶", 0, 1, say("to the right"))):
            self.add(Command(name, partial(self.go, rows, columns), what, sign, name))
        self.add(
            Command("tile", self.toggle_tile, say("place a tile there, or remove it"),
                    say("Tile (enter)"), "enter"),
            Command("round", self.toggle_round, say("place a tile there in this round"),
                    say("This round ({key})"), "t"),
            Command("random", self.random_wall, say("random wall"), say("Random ({key})"), "r"),
            Command("clear", self.clear_wall, say("empty wall"), say("Empty ({key})"), "c"))
        self.arrange(self.row(self.example, self.letters, self.palette), self.live,
                     self.row(*self._told), self._sentence,
                     self.row("left", "up", "down", "right", "tile", "round", "random", "clear"),
                     self.message)
        self.show_example()
        if board is not None:
            self.show(board)

    # -- choosing and changing -------------------------------------------------------------

    def select(self, row: int, column: int) -> None:
        """Choose a cell, or the nearest one on the wall."""
        cell = min(max(row, 1), SIDE), min(max(column, 1), SIDE)
        if cell != self.cell:
            self.cell = cell
            self.refresh()

    def go(self, rows: int, columns: int) -> None:
        """Choose the cell a number of rows and columns further on."""
        self.select(self.cell[0] + rows, self.cell[1] + columns)

    def point_at(self, x: float, y: float) -> None:
        """Choose the cell at a place of a wall."""
        self.select(int(y) + 1, int(x) + 1)

    def press_at(self, x: float, y: float, button: int = 1) -> None:
        """Put a tile at a place, or take it away; with button 3, let it come in this round."""
        self.point_at(x, y)
        if button == 3:
            self.toggle_round()
        else:
            self.toggle_tile()

    def toggle_tile(self) -> None:
        """Put a tile on the cell, or take its tile away."""
        row, column = self.cell
        stands = self.board.wall[row - 1][column - 1] != EMPTY
        self.show(self._with(not stands, "" if self.cell in arriving(self.board) else None))

    def toggle_round(self) -> None:
        """Put a tile on the cell in this round, or remove it; a row gets only one."""
        comes = self.cell in arriving(self.board)
        self.show(self._with(False, "" if comes else self._colour * self.cell[0]))

    def _with(self, tile: bool, line: str | None = None) -> Board:
        """Return the board with or without a tile on the cell, and with ``line`` in its row."""
        row, column = self.cell
        wall, lines = list(self.board.wall), list(self.board.lines)
        wall[row - 1] = (wall[row - 1][:column - 1] + (self._colour if tile else EMPTY)
                         + wall[row - 1][column:])
        if line is not None:
            lines[row - 1] = line
        return self.board._replace(wall=tuple(wall), lines=tuple(lines))

    @property
    def _colour(self) -> str:
        return self.board.row(self.cell[0])[self.cell[1] - 1]

    def clear_wall(self) -> None:
        """Take all tiles away."""
        self.show(Board(self.board.perm))

    def random_wall(self) -> None:
        """Show another random wall, with tiles on about half of its cells."""
        rng, perm = Random(next(self._seeds)), self.board.perm
        self.show(Board(perm, tuple(
            "".join(colour if rng.random() < 0.5 else EMPTY for colour in Board(perm).row(row))
            for row in range(1, SIDE + 1))))

    def show_example(self) -> None:
        """Show the chosen example."""
        tiles, new, cell = EXAMPLES[self.example.value]
        self.clear_wall()
        for self.cell in tiles:
            self.toggle_tile()
        for self.cell in new:
            self.toggle_round()
        self.cell = cell
        self.refresh()

    # -- showing ---------------------------------------------------------------------------

    def show(self, board: Board) -> None:
        """Show another board."""
        self.board = board
        self.refresh()

    def refresh(self) -> None:
        """Show the wall, the runs beside the cell, and the points for a tile there.

        A tile that is there already counts as if it came last.
        """
        board, draws = self._with(False), [
            *(partial(draw_points, rules=rules) for rules in (SEED, OFFICIAL)), draw_answers]
        words = []
        for ax, told, drawn in zip(self.axes, self._told, draws, strict=True):
            clear(ax)
            words.append(drawn(ax, board, self.cell, **self.looks))  # type: ignore[operator]
            told.value = status(words[-1])
        text = round_text(self.board)
        self.show_figure(text, told=[
            say("A wall, row by row: {wall}.", wall=" ".join(self.board.wall)), *words, text])
