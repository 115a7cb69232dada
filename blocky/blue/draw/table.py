"""The picture of a position: factories round the centre, and the boards of all players."""

from collections.abc import Iterator, Mapping, Sequence
from textwrap import fill
from typing import Any, NamedTuple

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import NDArray

from blocky.blue.board import EMPTY, FLOOR, Board
from blocky.blue.data import seen
from blocky.blue.draw.layout import BOARD_WIDE, CENTRE_WIDTH, Layout, Point
from blocky.blue.draw.looks import (
    BACKGROUND,
    EDGE,
    GHOST,
    GROUND,
    MARKED,
    Surface,
)
from blocky.blue.position import Move, Position
from blocky.blue.rules import PENALTIES, SIDE
from blocky.blue.state import State, take
from blocky.kit.arguments import expect
from blocky.kit.draw.cells import Labels, Raster, packed, unpacked
from blocky.kit.draw.picture import INK, MARK, PALE, Picture, new_axes, picture_on
from blocky.kit.draw.settings import own_settings
from blocky.kit.draw.values import draw_value
from blocky.kit.language import say

__all__ = ["INCH", "Scene", "board_text", "draw_scene", "table", "table_text"]

_FACTORY, _TOKEN = packed((192, 206, 216)), packed((255, 255, 255))
_TURN, _FLOORED, _LAST = packed((0, 114, 178)), packed((120, 90, 90)), packed((34, 34, 34))

#: The width of a tile in a picture, in inches.
INCH = 0.34

#: The frames of runs that score; the tile itself is framed as what is chosen.
_ACROSS, _DOWN = packed((0, 114, 178)), packed((213, 94, 0))


class Scene(NamedTuple):
    """A state, and the marks on it.

    Attributes:
        state: where everything lies.
        take: the marked source and colour; None if there are none.
        move: the marked move, shown with its effect; None if there is none.
        last: who made the last move, and that move; None if there is none.
        runs: boxes on a wall: player, row, column, number of rows, number of columns.
        notes: the text at the right of a row of a wall, or of a floor (0), by player and row; the
            latest last.
        flying: tiles on their way, each a colour and its place.
    """

    state: State
    take: tuple[int, str] | None = None
    move: Move | None = None
    last: tuple[int, Move] | None = None
    runs: Sequence[tuple[int, int, int, int, int]] = ()
    notes: Mapping[tuple[int, int], str] = {}
    flying: Sequence[tuple[str, Point]] = ()


class _TableArtist(Raster):
    """Draws a scene as pixels; ``looks`` are the palette and the letters."""

    def __init__(self, scene: Scene, **looks: Any) -> None:
        super().__init__()
        self.scene, self.looks = scene, looks
        self.layout = Layout(len(scene.state.boards))
        self.extent = self.layout.wide, self.layout.high

    def paint(self, width: int, height: int) -> NDArray[np.uint8]:
        """Return the picture of the table."""
        scene = self.scene
        on = Surface(width, height, width / self.layout.wide, **self.looks)
        if not self.layout.alone:
            self._paint_sources(on)
        for player, board in enumerate(scene.state.boards):
            self._paint_board(on, player, board)
        if scene.last:
            self._frame_last(on, *scene.last)
        for colour, place in scene.flying:
            on.tile(place, colour)
        return unpacked(on.image)

    def _paint_sources(self, on: Surface) -> None:
        """Paint the centre with the start token, and the factories, with their tiles."""
        state = self.scene.state
        centre_tiles, *factories = state.sources
        self._paint_centre(on)
        has_token = state.next_starter is None
        if has_token:
            left, top = self.layout.tile(0, 0)
            on.panel((left, top), 1, 1, _LAST, 0.5)
            on.panel((left + 0.07, top + 0.07), 0.86, 0.86, _TOKEN, 0.43)
        self._paint_tiles(on, 0, centre_tiles, first=1 if has_token else 0)
        for number, tiles in enumerate(factories, start=1):
            left, top = self.layout.factory(number)
            on.panel((left - 0.16, top - 0.16), 2.34, 2.34, _FACTORY, 0.5)
            if not tiles:
                on.panel((left - 0.1, top - 0.1), 2.22, 2.22, BACKGROUND, 0.45)
            self._paint_tiles(on, number, tiles, first=0)

    def _paint_centre(self, on: Surface) -> None:
        """Paint the panel on which the tiles of the centre lie."""
        left, top = self.layout.centre
        width = CENTRE_WIDTH + 0.6
        height = 1.1 * self.layout.centre_rows + 0.5
        on.panel((left - 0.3, top - 0.3), width, height, EDGE, 0.6)
        on.panel((left - 0.25, top - 0.25), width - 0.1, height - 0.1, BACKGROUND, 0.55)

    def _paint_tiles(self, on: Surface, source: int, tiles: str, first: int) -> None:
        """Paint the tiles of a source, from its place ``first`` on."""
        for index, colour in enumerate(tiles, start=first):
            is_taken = self.scene.take == (source, colour)
            on.tile(self.layout.tile(source, index), colour, marked=is_taken)

    def _paint_board(self, on: Surface, player: int, board: Board) -> None:
        """Paint a player's board, and what the player is about to do on it."""
        scene = self.scene
        left, top = self.layout.board(player)
        has_turn = player == scene.state.turn and not scene.state.draft_over
        width = BOARD_WIDE - 0.6
        if has_turn:
            on.panel((left - 0.42, top - 1.07), width + 0.24, 8.14, _TURN)
        on.panel((left - 0.3, top - 0.95), width, 7.9, GROUND, 0.3)
        taken_colour: str | None = None
        if has_turn and scene.take is not None:
            _, taken_colour = scene.take
        self._paint_lines(on, player, board, taken_colour)
        self._paint_wall(on, player, board)
        for index in range(FLOOR):
            place = self.layout.on_line(player, 0, index)
            on.slot(place, taken_colour is not None)
            if index < board.floor:
                on.box(place, 1, 1, _FLOORED, inset=0.18)
        if has_turn and scene.move is not None:
            self._preview(on, player, board, scene.move)
        self._frame_runs(on, player)

    def _frame_runs(self, on: Surface, player: int) -> None:
        """Frame the runs on a player's wall, and single tiles, in the colours of the scene."""
        for whose, row, column, rows, columns in self.scene.runs:
            if whose != player:
                continue
            if columns > 1:
                paint = _ACROSS
            elif rows > 1:
                paint = _DOWN
            else:
                paint = MARKED
            on.frame(self.layout.on_wall(player, row, column), columns, rows, paint)

    def _paint_lines(self, on: Surface, player: int, board: Board, taken_colour: str | None
                     ) -> None:
        """Paint the pattern lines; mark the free places that take the colour."""
        for line, tiles in enumerate(board.lines, start=1):
            takes_it = taken_colour is not None and taken_colour in board.takes(line)
            for index in range(line):
                place = self.layout.on_line(player, line, index)
                if index < len(tiles):
                    on.tile(place, tiles[0])
                else:
                    on.slot(place, takes_it)

    def _paint_wall(self, on: Surface, player: int, board: Board) -> None:
        """Paint the wall: its tiles, and the colours of its empty cells."""
        for row, cells in enumerate(board.wall, start=1):
            for column, (tile, colour) in enumerate(zip(cells, board.row(row), strict=True), 1):
                paint = on.empty if tile == EMPTY else on.tile
                paint(self.layout.on_wall(player, row, column), colour)

    def _preview(self, on: Surface, player: int, board: Board, move: Move) -> None:
        """Paint what the move would add to the line and the floor."""
        layout = self.layout
        board_after = take(self.scene.state, *move).boards[player]
        if move.line:
            tiles_before = len(board.lines[move.line - 1])
            tiles_after = len(board_after.lines[move.line - 1])
            for index in range(tiles_before, tiles_after):
                place = layout.on_line(player, move.line, index)
                on.tile(place, move.colour, GHOST, marked=True)
        for index in range(board.floor, board_after.floor):
            on.box(layout.on_line(player, 0, index), 1, 1, MARKED, inset=0.18)

    def _frame_last(self, on: Surface, player: int, move: Move) -> None:
        """Frame where the tiles of the last move came from, and where they are."""
        layout, board = self.layout, self.scene.state.boards[player]
        if move.source:
            left, top = layout.factory(move.source)
            on.frame((left - 0.16, top - 0.16), 2.34, 2.34, _LAST)
        if move.line:
            tiles = len(board.lines[move.line - 1])
            leftmost = tiles - 1  # a line is filled from the right
        else:
            tiles = board.floor
            leftmost = 0
        if tiles:
            left, top = layout.on_line(player, move.line, leftmost)
            on.frame((left - 0.06, top - 0.06), tiles + 0.12, 1.12, _LAST)


def _labels(scene: Scene, layout: Layout, names: Sequence[str], size: float
            ) -> Iterator[tuple[Any, ...]]:
    """Yield the texts on a table, as ``Labels`` takes them: x, y, text, size and ink.

    ``size`` is that of most texts. The cost of a place on the floor is white where the move that
    is marked puts a tile.
    """
    state = scene.state
    move = scene.move
    state_after = take(state, *move) if move else state
    floors_after = [board.floor for board in state_after.boards]
    if not layout.alone:
        yield from _labels_of_sources(state, layout, size)
    for player, (name, board) in enumerate(zip(names, state.boards, strict=True)):
        left, top = layout.board(player)
        yield left + 5.35, top - 0.5, say("{name}: {score}", name=name, score=board.score), \
            1.3 * size, INK
        for index in range(board.floor, FLOOR):
            x, y = layout.on_line(player, 0, index)
            cost = PENALTIES[index + 1] - PENALTIES[index]
            ink = "white" if index < floors_after[player] else PALE
            yield x + 0.5, y + 0.5, f"\N{MINUS SIGN}{cost}", size, ink
        if state.next_starter == player:
            yield left + 9.15, top + 6.05, fill(say("has the start token"), 20), size, INK
    for number, ((player, row), note) in enumerate(scene.notes.items(), start=1):
        left, _ = layout.on_wall(player, 1, SIDE)
        _, top = layout.on_line(player, row, 0)
        is_latest = number == len(scene.notes)
        yield left + 1.5, top + 0.5, note, 1.2 * size, MARK if is_latest else INK


def _labels_of_sources(state: State, layout: Layout, size: float) -> Iterator[tuple[Any, ...]]:
    """Yield the numbers of the factories, the name of the centre, and the 1 of the start token."""
    for source in range(1, len(state.sources)):
        left, top = layout.factory(source)
        yield left + 1, top - 0.48, str(source), size, INK
    left, top = layout.centre
    yield left + CENTRE_WIDTH / 2, top - 0.62, say("centre"), size, INK
    if state.next_starter is None:
        x, y = layout.tile(0, 0)
        yield x + 0.5, y + 0.5, "1", 1.2 * size, INK


@draw_value.register
def draw_position(position: Position, ax: Axes, names: Sequence[str] = (), take: Any = None,
                  move: Move | None = None, **looks: Any) -> str:
    """Draw a position on axes; return the picture in words."""
    take = (move.source, move.colour) if move else take
    return draw_scene(Scene(position.state, take, move), ax, names, **looks)


def draw_scene(scene: Scene, ax: Axes, names: Sequence[str] = (), high: float = 0, **looks: Any
               ) -> str:
    """Draw a scene on axes, or its top down to the height ``high``, unless 0.

    Return the picture in words.
    """
    artist = _TableArtist(scene, **looks)
    ax.set(xlim=(0, artist.layout.wide), ylim=(high or artist.layout.high, 0), aspect="equal")
    ax.set_axis_off()
    ax.add_artist(artist)
    names = names or _names(scene.state)
    ax.apply_aspect()
    (left, _), (right, _) = ax.transData.transform([(0, 0), (1, 0)])
    tile_in_points = (right - left) * 72 / ax.figure.dpi
    ax.add_artist(Labels([*_labels(scene, artist.layout, names, 0.38 * tile_in_points)]))
    return table_text(scene.state, names)


@own_settings
def table(position: Position | dict[str, Any], ax: Axes | None = None, **settings: Any) -> Picture:
    """Return the picture of a position, which may be plain data: a state, or a board alone.

    ``settings`` may be: ``move``, which is shown with its effect; ``take``, a source with a colour
    to be marked; ``names``, those of the players; ``palette`` and ``letters``, the looks of tiles.
    ValueError: the data break a law of the game.
    """
    if isinstance(position, dict):
        position = seen(position)
    else:
        expect("position", position, Position, say("a Position such as game.position"))
    layout = Layout(len(position.boards))
    ax = ax or new_axes(INCH * layout.wide, INCH * layout.high)
    return picture_on(ax, draw_position(position, ax, **settings))


# -- in words ------------------------------------------------------------------------------------

def _names(state: State) -> list[str]:
    """Return names for players without names of their own."""
    seats = len(state.boards)
    if seats == 1:
        return [say("A board")]
    return [say("Player {number}", number=number) for number in range(1, seats + 1)]


def table_text(state: State, names: Sequence[str] = ()) -> str:
    """Describe a table in words: the round, the tiles in the sources, and all boards.

    For a single board, only the board is described.
    """
    names = names or _names(state)
    if len(state.boards) == 1:
        return board_text(state.boards[0], names[0])
    sources = [say("factory {number}: {tiles}", number=number, tiles=tiles)
               for number, tiles in enumerate(state.sources) if number and tiles]
    centre = state.sources[0] or say("nothing")
    sentences = [say("Round {number}.", number=state.round + 1)]
    if state.next_starter is None:
        sentences.append(say("Centre: {tiles}, with the start token.", tiles=centre))
    else:
        sentences.append(say("Centre: {tiles}.", tiles=centre))
    if sources:
        sentences.append(say("Factories: {factories}.", factories="; ".join(sources)))
    return " ".join([*sentences, *map(board_text, state.boards, names)])


def board_text(board: Board, name: str) -> str:
    """Describe a board: its lines and its wall, row by row."""
    return say("{name}: score {score}, lines {lines}, wall {wall}, {floor} on the floor.",
               name=name, score=board.score, wall=" ".join(board.wall), floor=board.floor,
               lines=" ".join(tiles or "-" for tiles in board.lines))
