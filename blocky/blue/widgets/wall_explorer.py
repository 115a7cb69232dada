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
        below = {"width": self.px(274), "min_height": self.px(96),
                 "padding": f"0 {self.px(16)} 0 0"}
        self._texts_below = [w.HTML(layout=w.Layout(**below)) for _ in self.axes]
        self.example = self.control(w.Dropdown, say("Example"), 310, 65, self.show_example,
                                    value=example, options=[(say(name), name) for name in EXAMPLES])
        self._add_commands()
        self.arrange(self.row(self.example, self.letters, self.palette), self.live,
                     self.row(*self._texts_below), self._sentence,
                     self.row("left", "up", "down", "right", "tile", "round", "random", "clear"),
                     self.message)
        self.show_example()
        if board is not None:
            self.show(board)

    def _add_commands(self) -> None:
        """Add the commands that choose a cell, change it, and change the wall."""
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

    # -- choosing and changing -------------------------------------------------------------

    def select(self, row: int, column: int) -> None:
        """Choose a cell, or the nearest one on the wall."""
        cell = min(max(row, 1), SIDE), min(max(column, 1), SIDE)
        if cell != self.cell:
            self.cell = cell
            self.refresh()

    def go(self, rows: int, columns: int) -> None:
        """Choose the cell a number of rows and columns further on."""
        row, column = self.cell
        self.select(row + rows, column + columns)

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
        has_tile = self.board.wall[row - 1][column - 1] != EMPTY
        if self.cell in arriving(self.board):  # a tile that would come in this round, doesn't
            self.show(self._with(not has_tile, line=""))
        else:
            self.show(self._with(not has_tile))

    def toggle_round(self) -> None:
        """Put a tile on the cell in this round, or remove it; a row gets only one."""
        row, _ = self.cell
        full_line = self._colour * row  # line 1 has room for one tile, line 2 for two, ...
        arrives = self.cell in arriving(self.board)
        self.show(self._with(False, line="" if arrives else full_line))

    def _with(self, tile: bool, line: str | None = None) -> Board:
        """Return the board with or without a tile on the chosen cell.

        ``line`` are the tiles on the line of its row; None leaves that as it is.
        """
        row, column = self.cell
        cells_of_row = list(self.board.wall[row - 1])
        cells_of_row[column - 1] = self._colour if tile else EMPTY
        wall = list(self.board.wall)
        wall[row - 1] = "".join(cells_of_row)
        lines = list(self.board.lines)
        if line is not None:
            lines[row - 1] = line
        return self.board._replace(wall=tuple(wall), lines=tuple(lines))

    @property
    def _colour(self) -> str:
        """The colour that goes on the cell."""
        row, column = self.cell
        return self.board.row(row)[column - 1]

    def clear_wall(self) -> None:
        """Take all tiles away."""
        self.show(Board(self.board.perm))

    def random_wall(self) -> None:
        """Show another random wall, with tiles on about half of its cells."""
        rng = Random(next(self._seeds))
        wall = []
        for row in range(1, SIDE + 1):
            colours = self.board.row(row)  # those that belong on the cells of the row
            wall.append("".join(colour if rng.random() < 0.5 else EMPTY for colour in colours))
        self.show(Board(self.board.perm, tuple(wall)))

    def show_example(self) -> None:
        """Show the chosen example."""
        cells_with_tiles, cells_of_this_round, chosen_cell = EXAMPLES[self.example.value]
        self.clear_wall()
        for cell in cells_with_tiles:  # toggle_tile and toggle_round act on the chosen cell
            self.cell = cell
            self.toggle_tile()
        for cell in cells_of_this_round:
            self.cell = cell
            self.toggle_round()
        self.cell = chosen_cell
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
        board_without_tile = self._with(False)
        clear(*self.axes)
        seed_axes, official_axes, answers_axes = self.axes
        sentences = [draw_points(seed_axes, board_without_tile, self.cell, SEED, **self.looks),
                     draw_points(official_axes, board_without_tile, self.cell, OFFICIAL,
                                 **self.looks),
                     draw_answers(answers_axes, board_without_tile, self.cell, **self.looks)]
        for text_below, sentence in zip(self._texts_below, sentences, strict=True):
            text_below.value = status(sentence)
        text = round_text(self.board)
        self.show_figure(text, alt=[
            say("A wall, row by row: {wall}.", wall=" ".join(self.board.wall)), *sentences, text])
