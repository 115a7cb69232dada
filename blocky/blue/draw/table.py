"""The picture of a position: factories round the centre, and the boards of all players."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.backend_bases import RendererBase

from blocky.blue.board import EMPTY, FLOOR, Board
from blocky.blue.data import seen
from blocky.blue.draw.layout import CENTRE_WIDTH, HIGH, WIDE, Layout, Place
from blocky.blue.draw.looks import BACKGROUND, FAINT, GHOST, GROUND, tile_image
from blocky.blue.position import Move, Position
from blocky.blue.rules import PENALTIES
from blocky.blue.state import State, take
from blocky.kit.draw.cells import Labels, packed
from blocky.kit.draw.picture import INK, PALE, Picture, new_axes, picture_on
from blocky.kit.draw.values import draw_value
from blocky.kit.language import say

__all__ = ["TableArtist", "board_text", "names_of", "table", "table_text"]

_MARK = packed((0xd6, 0x00, 0x6c))
_SPOT, _TOKEN, _LINE = packed((200, 211, 219)), packed((255, 255, 255)), packed((150, 160, 168))
_TURN, _FLOORED = packed((0, 114, 178)), packed((120, 90, 90))
_BACKGROUND, _GROUND = packed(BACKGROUND), packed(GROUND)


class TableArtist(Artist):
    """Draws a state of the game as pixels, at little cost, with a take and a move marked.

    Attributes:
        state: what is drawn.
        take: the source and the colour that are marked, None for none.
        move: the move that is marked: what would lie where after it; None for none.
        looks: the palette, and whether letters stand on the tiles.
    """

    def __init__(self, state: State) -> None:
        super().__init__()
        self.state, self.looks = state, {"palette": "safe", "letters": False}
        self.take: tuple[int, str] | None = None
        self.move: Move | None = None
        self.labels: list[tuple[str, Place]] = []

    @property
    def layout(self) -> Layout:
        """Where things lie."""
        return Layout(len(self.state.boards))

    def draw(self, renderer: RendererBase) -> None:
        """Draw the table; matplotlib calls this."""
        assert self.axes is not None
        layout = self.layout
        (x0, y0), (x1, y1) = self.axes.transData.transform([(0, layout.high), (layout.wide, 0)])
        scale = renderer.get_image_magnification()
        width, height = round((x1 - x0) * scale), round((y1 - y0) * scale)
        image = np.full((height, width), _BACKGROUND)
        self._unit = width / layout.wide
        if not layout.alone:
            self._sources(image, layout)
        for player, board in enumerate(self.state.boards):
            self._board(image, layout, player, board)
        context = renderer.new_gc()
        pixels = image.view(np.uint8).reshape(height, width, 4)
        renderer.draw_image(context, round(x0), round(y0), pixels[::-1])
        context.restore()

    # -- painting --------------------------------------------------------------------------

    def _sources(self, image: Any, layout: Layout) -> None:
        state = self.state
        self._box(image, (8, 0.5), CENTRE_WIDTH + 0.6, HIGH - 0.7, _SPOT)
        for source, tiles in enumerate(state.sources):
            token = source == 0 and state.next_starter is None
            if source:
                left, top = layout.factory(source)
                self._box(image, (left - 0.15, top - 0.15), 2.32, 2.32, _SPOT)
            if token:
                self._box(image, layout.tile(0, 0), 1, 1, _TOKEN, inset=0.1)
            for index, colour in enumerate(tiles, start=int(token)):
                marked = self.take == (source, colour)
                self._tile(image, layout.tile(source, index), colour, marked=marked)

    def _board(self, image: Any, layout: Layout, player: int, board: Board) -> None:
        left, top = layout.board(player)
        here = player == self.state.turn and not self.state.draft_over
        if here:
            self._box(image, (left - 0.42, top - 1.07), 11.54, 8.14, _TURN)
        self._box(image, (left - 0.3, top - 0.95), 11.3, 7.9, _GROUND)
        for line, tiles in enumerate(board.lines, start=1):
            takes = here and self.take is not None and self.take[1] in board.takes(line)
            for index in range(line):
                place = layout.on_line(player, line, index)
                if index < len(tiles):
                    self._tile(image, place, tiles[0])
                else:
                    self._slot(image, place, takes)
        for row, cells in enumerate(board.wall, start=1):
            for column, (tile, colour) in enumerate(zip(cells, board.row(row), strict=True), 1):
                self._tile(image, layout.on_wall(player, row, column), colour,
                           FAINT if tile == EMPTY else 1)
        for index in range(FLOOR):
            place = layout.on_line(player, 0, index)
            self._slot(image, place, here and self.take is not None)
            if index < board.floor:
                self._box(image, place, 1, 1, _FLOORED, inset=0.18)
        if here and self.move is not None:
            self._preview(image, layout, player, board, self.move)

    def _preview(self, image: Any, layout: Layout, player: int, board: Board, move: Move) -> None:
        """Paint what would lie on the line and on the floor after the move."""
        count = self.state.sources[move.source].count(move.colour)
        token = move.source == 0 and self.state.next_starter is None
        after = board.put(move.colour, move.line, count, token)
        if move.line:
            old, new = (len(each.lines[move.line - 1]) for each in (board, after))
            for index in range(old, new):
                place = layout.on_line(player, move.line, index)
                self._tile(image, place, move.colour, GHOST, marked=True)
        for index in range(board.floor, after.floor):
            self._box(image, layout.on_line(player, 0, index), 1, 1, _MARK, inset=0.18)

    def _box(self, image: Any, place: Place, wide: float, high: float, paint: np.uint32,
             inset: float = 0) -> None:
        unit, (x, y) = self._unit, place
        image[round((y + inset) * unit):round((y + high - inset) * unit),
              round((x + inset) * unit):round((x + wide - inset) * unit)] = paint

    def _slot(self, image: Any, place: Place, marked: bool = False) -> None:
        self._box(image, place, 1, 1, _MARK if marked else _LINE, inset=0.05)
        self._box(image, place, 1, 1, _GROUND, inset=0.12 if marked else 0.08)

    def _tile(self, image: Any, place: Place, colour: str, strength: float = 1,
              marked: bool = False) -> None:
        unit, (x, y) = self._unit, place
        if marked:
            self._box(image, (x - 0.06, y - 0.06), 1.12, 1.12, _MARK)
        gap = max(1, round(0.06 * unit))
        side = round(unit) - 2 * gap
        top, left = round(y * unit) + gap, round(x * unit) + gap
        image[top:top + side, left:left + side] = tile_image(
            colour, side, self.looks["palette"], self.looks["letters"], strength)


def labels(state: State, names: Sequence[str], size: float, move: Move | None
           ) -> Iterator[tuple[Any, ...]]:
    """Yield the texts on a table, as ``Labels`` takes them; white where a move is marked."""
    layout = Layout(len(state.boards))
    floors = [board.floor for board in (take(state, *move) if move else state).boards]
    for source in range(1, len(state.sources)):
        left, top = layout.factory(source)
        yield left + 1, top - 0.42, str(source), size, INK
    if not layout.alone:
        yield 8.3 + CENTRE_WIDTH / 2, 0.28, say("centre"), size, INK
        if state.next_starter is None:
            x, y = layout.tile(0, 0)
            yield x + 0.5, y + 0.5, "1", 1.2 * size, INK
    for player, (name, board) in enumerate(zip(names, state.boards, strict=True)):
        left, top = layout.board(player)
        yield left + 5.35, top - 0.5, say("{name}: {score}", name=name, score=board.score), \
            1.3 * size, INK
        for index in range(board.floor, FLOOR):
            x, y = layout.on_line(player, 0, index)
            cost = PENALTIES[index + 1] - PENALTIES[index]
            yield x + 0.5, y + 0.5, f"\N{MINUS SIGN}{cost}", size, (
                "white" if index < floors[player] else PALE)
        if state.next_starter == player:
            yield left + 8.9, top + 6.05, say("has the start token"), size, INK


def dress(ax: Axes, state: State) -> None:
    """Let axes show the whole of a table."""
    layout = Layout(len(state.boards))
    ax.set(xlim=(0, layout.wide), ylim=(layout.high, 0), aspect="equal")
    ax.set_axis_off()


@draw_value.register
def draw_position(position: Position, ax: Axes, names: Sequence[str] = (), take: Any = None,
                  move: Move | None = None, **looks: Any) -> str:
    """Draw a position on axes; return what there is to see of it."""
    state = position.state
    dress(ax, state)
    artist = TableArtist(state)
    artist.looks = {**artist.looks, **looks}
    artist.move, artist.take = move, (move.source, move.colour) if move else take
    ax.add_artist(artist)
    named = names or ([say("A board")] if len(state.boards) == 1 else [
        say("Player {number}", number=player) for player in range(len(state.boards))])
    ax.apply_aspect()
    unit = ax.transData.transform([(0, 0), (1, 0)])[1, 0] - ax.transData.transform((0, 0))[0]
    points = 72 / ax.figure.dpi  # of a pixel
    ax.add_artist(Labels(list(labels(state, named, 0.38 * unit * points, move))))
    return table_text(state, named)


def table(position: Position | dict[str, Any], ax: Axes | None = None, **settings: Any) -> Picture:
    """Return the picture of a position; ``move`` is shown with what would lie where after it.

    The position may be plain data: a state, or a board alone. ValueError: it breaks a law.
    ``take`` is a source with a colour to be marked, ``names`` are those of the players;
    ``palette`` and ``letters`` are how tiles look.
    """
    if isinstance(position, dict):
        position = seen(position)
        settings = {"names": names_of(position), **settings}
    layout = Layout(len(position.boards))
    if ax is None:
        ax = new_axes(8.3 * layout.wide / WIDE, 8.3 * layout.high / WIDE)
    return picture_on(ax, draw_position(position, ax, **settings))


def names_of(position: Position) -> list[str]:
    """Return how the players of plain data are called, by numbers from 1; [] for a board alone."""
    return [] if position.seats == 1 else [
        say("Player {number}", number=number) for number in range(1, position.seats + 1)]


def table_text(state: State, names: Sequence[str]) -> str:
    """Return what there is to see on a table, or of a single board."""
    if len(state.boards) == 1:
        return board_text(state.boards[0], names[0])
    sources = [say("factory {number}: {tiles}", number=number, tiles=tiles)
               for number, tiles in enumerate(state.sources) if number and tiles]
    centre = state.sources[0] or say("nothing")
    sentences = [say("Round {number}.", number=state.round + 1),
                 say("Centre: {tiles}, with the start token.", tiles=centre)
                 if state.next_starter is None else say("Centre: {tiles}.", tiles=centre)]
    if sources:
        sentences.append(say("Factories: {factories}.", factories="; ".join(sources)))
    return " ".join([*sentences, *(board_text(board, name) for board, name in zip(
        state.boards, names, strict=True))])


def board_text(board: Board, name: str) -> str:
    """Return what there is to see on a board: its lines and its wall row by row."""
    return say("{name}: score {score}, lines {lines}, wall {wall}, {floor} on the floor.",
               name=name, score=board.score, wall=" ".join(board.wall), floor=board.floor,
               lines=" ".join(tiles or "-" for tiles in board.lines))
