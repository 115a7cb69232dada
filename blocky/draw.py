"""Pictures of boards, trees, grids and games, made with matplotlib.

Each function draws on the axes it is given, or on a figure of its own, and returns a Picture: the
figure with a text that says what it shows. A picture follows a palette of ``blocky.colour`` and
writes the letters of the colours on request.
"""

from __future__ import annotations

import base64
import html
import io
import os
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.backend_bases import RendererBase
from matplotlib.collections import LineCollection, PolyCollection
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties, findfont, get_font
from matplotlib.ticker import MaxNLocator
from numpy.typing import NDArray

from blocky.block import Block, Path, Rectangle
from blocky.colour import HIGHLIGHT, PALETTES, Colour
from blocky.goal import BlobGoal, PerimeterGoal

if TYPE_CHECKING:
    from blocky.game import Game

__all__ = ["BoardArtist", "Picture", "blob", "board", "board_and_tree", "boards", "grid",
           "perimeter", "pixels", "scores", "tree"]

DPI = 100
INK = "#222222"
PALE = "#8a8a8a"
MARK = "#d6006c"  # a highlighted path, a counted side: a colour that no palette has


class Picture:
    """A figure, with ``alt``, the text that stands for it where it cannot be seen."""

    def __init__(self, figure: Figure, alt: str) -> None:
        self.figure, self.alt = figure, alt

    def png(self, scale: float = 1) -> bytes:
        """Return the picture as a PNG; the same figure gives the same bytes."""
        file = io.BytesIO()
        self.figure.savefig(file, format="png", dpi=DPI * scale, metadata={"Software": None})
        return file.getvalue()

    def save(self, path: str | os.PathLike[str], scale: float = 2) -> None:
        """Write the picture to a PNG file."""
        with open(path, "wb") as file:
            file.write(self.png(scale))

    def _repr_png_(self) -> bytes:
        return self.png()

    def _repr_html_(self) -> str:
        data = base64.b64encode(self.png(2)).decode("ascii")
        width = round(self.figure.get_figwidth() * DPI)
        return (f'<img alt="{html.escape(self.alt)}" width="{width}" style="max-width: 100%" '
                f'src="data:image/png;base64,{data}">')

    def __repr__(self) -> str:
        return f"<Picture: {self.alt}>"


# -- the board -----------------------------------------------------------------------------


def rgb(colour: Colour | str, palette: str) -> tuple[float, float, float]:
    """Return ``colour`` in a palette as matplotlib takes it: three numbers from 0 to 1."""
    red, green, blue = _palette(palette)[colour]
    return red / 255, green / 255, blue / 255


def ink_on(colour: Colour | str, palette: str) -> tuple[int, int, int]:
    """Return black or white, whichever reads better on ``colour``."""
    red, green, blue = _palette(palette)[colour]
    return (0, 0, 0) if 0.299 * red + 0.587 * green + 0.114 * blue > 140 else (255, 255, 255)


def _palette(name: str) -> Any:
    if name not in PALETTES:
        raise ValueError(f"{name!r} is not a palette. There are: {', '.join(PALETTES)}.")
    return PALETTES[name]


@lru_cache(maxsize=256)
def _glyph(letter: str, height: int) -> NDArray[np.uint8]:
    """Return how much ink each pixel of a letter has, 0 to 255."""
    font = get_font(findfont(FontProperties(weight="bold")))
    font.set_size(height, 72)
    font.set_text(letter)
    font.draw_glyphs_to_bitmap()
    return np.array(font.get_image())


def pixels(rectangles: Iterable[Rectangle], size: int, side: int, palette: str = "safe",
           letters: bool = False) -> NDArray[np.uint8]:
    """Return the picture of a board: ``side`` by ``side`` pixels of red, green, blue, opacity.

    ``rectangles`` are those of a board of ``size`` pixels. The cost goes with the number of
    rectangles and of pixels, whatever the depth of the board.
    """
    paints = {key: _packed(value) for key, value in _palette(palette).items()}
    packed = np.full((side, side), _packed((255, 255, 255)))
    image = packed.view(np.uint8).reshape(side, side, 4)
    scale = side / size
    for colour, (x, y), (width, height), thickness in rectangles:
        left, right = round(x * scale), round((x + width) * scale)
        top, bottom = round(y * scale), round((y + height) * scale)
        if thickness == 0:
            packed[top:bottom, left:right] = paints[colour]
            if letters and isinstance(colour, int):
                _write(image[top:bottom, left:right], Colour(colour), palette)
        elif colour == HIGHLIGHT:
            width = max(2, round(thickness * side / 750))
            casing = 2 if right - left > 4 * width else 0
            paint = _packed(ink_on(HIGHLIGHT, palette))
            _outline(packed[top:bottom, left:right], (width + 2 * casing) if casing else 0, paint)
            _outline(packed[top + casing:bottom - casing, left + casing:right - casing], width,
                     paints[HIGHLIGHT])
        else:
            width = max(1, round(thickness * side / 1500))
            _outline(packed[top:bottom, left:right], min(width, (right - left) // 5),
                     paints[colour])
    return image


def _packed(colour: tuple[int, int, int]) -> np.uint32:
    """Return an opaque colour as the one number that its four bytes are in a picture."""
    packed: np.uint32 = np.array([*colour, 255], dtype=np.uint8).view(np.uint32)[0]
    return packed


def _outline(packed: NDArray[np.uint32], width: int, paint: np.uint32) -> None:
    if width > 0:
        packed[:width] = packed[-width:] = paint
        packed[:, :width] = packed[:, -width:] = paint


def _write(image: NDArray[np.uint8], colour: Colour, palette: str) -> None:
    height = min(image.shape[0], image.shape[1])
    if height < 9:
        return
    glyph = _glyph(colour.letter, min(round(height * 0.6), 32))[..., np.newaxis] / 255
    rows, columns = glyph.shape[:2]
    top, left = (image.shape[0] - rows) // 2, (image.shape[1] - columns) // 2
    place = image[top:top + rows, left:left + columns, :3]
    place[:] = (1 - glyph) * place + glyph * np.array(ink_on(colour, palette))


class BoardArtist(Artist):
    """Draws a board on the square from (0, 0) to (side, side) of its axes, a unit for each cell.

    ``show`` says what to draw; the pixels are computed for the resolution of whatever the figure is
    drawn on, so that frames are crisp on a screen and in print.
    """

    def __init__(self, palette: str = "safe", letters: bool = False) -> None:
        super().__init__()
        _palette(palette)  # refuses a name that is none
        self.palette, self.letters = palette, letters
        self._rectangles: Sequence[Rectangle] = ()
        self._size = self._side = 1

    def show(self, rectangles: Sequence[Rectangle], size: int, side: int) -> None:
        """Draw ``rectangles``, of a board of ``size`` pixels, over ``side`` units of the axes."""
        self._rectangles, self._size, self._side = rectangles, size, side
        self.stale = True

    def draw(self, renderer: RendererBase) -> None:
        """Draw the board; matplotlib calls this."""
        assert self.axes is not None
        (x0, y0), (x1, y1) = self.axes.transData.transform([(0, self._side), (self._side, 0)])
        magnification = renderer.get_image_magnification()
        side = max(1, round(min(x1 - x0, y1 - y0) * magnification))
        image = pixels(self._rectangles, self._size, side, self.palette, self.letters)
        context = renderer.new_gc()
        context.set_alpha(self.get_alpha() or 1)
        renderer.draw_image(context, round(x0), round(y0), image[::-1])
        context.restore()


def board(block: Block, ax: Axes | None = None, *, palette: str = "safe", letters: bool = False,
          path: Path | None = None, margin: float = 0) -> Picture:
    """Return the picture of a board, or of any block by itself.

    ``path`` marks the block there. ``margin``, in unit cells, is left free around the board.
    """
    ax = ax or _axes(3.6, 3.6)
    shown = _placed(block)
    if path is not None:
        shown.at(path).highlighted = True
    side = 2 ** (block.max_depth - block.level)
    artist = BoardArtist(palette, letters)
    ax.add_artist(artist)
    artist.show(shown.rectangles_to_draw(), shown.size, side)
    ax.set_xlim(-margin, side + margin)
    ax.set_ylim(side + margin, -margin)
    ax.set_aspect("equal")
    ax.set_axis_off()
    return _picture(ax, _describe(block))


def boards(blocks: Sequence[Block], titles: Sequence[str], **options: Any) -> Picture:
    """Return boards side by side, each under its title; ``options`` are those of ``board``."""
    figure = Figure((2.6 * len(blocks), 2.9), dpi=DPI)
    for number, (block, title) in enumerate(zip(blocks, titles, strict=True)):
        ax = figure.add_axes(((number + 0.02) / len(blocks), 0.01, 0.96 / len(blocks), 0.87))
        board(block, ax, **options)
        ax.set_title(title, fontsize=11, color=INK)
    return Picture(figure, "; ".join(f"{title}: {_describe(block)}"
                                     for block, title in zip(blocks, titles, strict=True)))


def _placed(block: Block) -> Block:
    """Return a copy of ``block`` at (0, 0), large enough that no rounding shows."""
    shown = block.copy()
    shown.update_block_locations((0, 0), 2 ** max(12, block.max_depth))
    return shown


def _describe(block: Block) -> str:
    if block.colour is not None:
        return f"A {block.colour.word} block"
    leaves = sum(1 for _ in block.leaves())
    side = 2 ** (block.max_depth - block.level)
    return f"A board of {side} by {side} unit cells in {leaves} leaves"


def _axes(width: float, height: float) -> Axes:
    figure = Figure((width, height), dpi=DPI)
    return figure.add_axes((0.01, 0.01, 0.98, 0.98))


def _picture(ax: Axes, alt: str) -> Picture:
    figure = ax.get_figure(root=True)
    assert figure is not None
    return Picture(figure, alt)


# -- the tree ------------------------------------------------------------------------------


def tree(block: Block, ax: Axes | None = None, *, palette: str = "safe", letters: bool = False,
         path: Path | None = None, attributes: Sequence[str] = ()) -> Picture:
    """Return the picture of a tree: leaves evenly spaced, parents centred over their children.

    ``path`` marks the way from the top to the block there. ``attributes`` are names such as
    "level" or "position", whose values are written at each node. Where there is room, the leaves
    are squares, and child numbers are written; in a large tree the leaves are bars.
    """
    if path is not None:
        block.at(path)  # refuses a path that leads nowhere
    places = _tidy(block)
    leaves = sum(1 for node, _, _ in places.values() if not node.children)
    depth = max(node.level for node, _, _ in places.values()) - block.level
    if ax is None:
        room = 1.15 if attributes else 0.32
        width = min(max(room * leaves, 3.2), 40 if attributes else 9)
        ax = _axes(width, (0.95 + 0.15 * len(attributes) if attributes else 0.75) * (depth + 1))
    box = ax.get_window_extent()
    step_x, step_y = box.width / max(leaves, 1), box.height / (depth + 1)
    node_px = min(0.7 * step_x, 0.42 * step_y, 22)
    roomy = node_px >= 9
    half_w = (node_px if roomy else max(0.8 * step_x, 1)) / 2 / step_x
    half_h = max(node_px, 9) / 2 / step_y
    on_path = {tuple(path[:k]) for k in range(len(path) + 1)} if path is not None else set()
    font = max(5.5, min(9, node_px * 0.5))

    edges: list[Any] = []
    marked: list[Any] = []
    boxes, colours, frames = [], [], []
    for where, (node, x, y) in places.items():
        if where:
            _, up_x, up_y = places[where[:-1]]
            (marked if where in on_path else edges).append([(up_x, up_y), (x, y)])
            if roomy and step_x >= 14:
                ax.text(0.4 * up_x + 0.6 * x, 0.4 * up_y + 0.6 * y, str(where[-1]), fontsize=7,
                        color=INK, ha="center", va="center", zorder=2.5,
                        bbox={"boxstyle": "round,pad=0.1", "facecolor": "white", "linewidth": 0})
        scale = 1.0 if node.colour is not None else 0.45
        width = half_w if roomy else max(half_w, 2.5 / step_x) if node.children else half_w
        w, h = width * scale, half_h * scale
        boxes.append([(x - w, y - h), (x + w, y - h), (x + w, y + h), (x - w, y + h)])
        colours.append(INK if node.colour is None else rgb(Colour(node.colour), palette))
        frames.append(MARK if where in on_path else INK)
        if letters and roomy and node.colour is not None:
            colour = Colour(node.colour)
            ax.text(x, y, colour.letter, fontsize=font, fontweight="bold", ha="center",
                    va="center", zorder=4, color=np.array(ink_on(colour, palette)) / 255)
        if attributes:
            lines = "\n".join(f"{name} {_value(node, name)}" for name in attributes)
            below = not node.children  # under an inner node are the edges to its children
            ax.text(x, y + (1.25 if below else -0.8) * half_h, lines, fontsize=7.5, color=INK,
                    ha="center", va="top" if below else "bottom", linespacing=1.15, zorder=5,
                    bbox={"boxstyle": "square,pad=0.15", "facecolor": "white", "linewidth": 0})
    line = 1.0 if roomy else 0.5
    ax.add_collection(LineCollection(edges, colors=PALE, linewidths=line, zorder=1))
    ax.add_collection(LineCollection(marked, colors=MARK, linewidths=2.6, zorder=2))
    widths = [2.2 if frame == MARK else (0.8 if roomy else 0) for frame in frames]
    ax.add_collection(PolyCollection(boxes, facecolors=colours, edgecolors=frames,
                                     linewidths=widths, zorder=3))
    ax.set_xlim(-0.5, leaves - 0.5)
    room = 0.2 + 0.11 * len(attributes) if attributes else 0.5
    ax.set_ylim(depth + room, -0.62 if attributes else -0.5)
    ax.set_axis_off()
    if len(places) == 1:
        return _picture(ax, "A tree of one node, a leaf")
    return _picture(ax, f"A tree of {len(places)} nodes, {leaves} of them leaves, "
                        f"with {depth + 1} levels")


def _tidy(block: Block) -> dict[Path, tuple[Block, float, float]]:
    """Return for each path the node, its x (leaves at 0, 1, 2, ...) and its y (the level)."""
    places: dict[Path, tuple[Block, float, float]] = {}
    next_x = 0

    def place(node: Block, path: Path) -> float:
        nonlocal next_x
        places[path] = (node, 0.0, 0.0)  # so that parents come before their children
        if node.children:
            xs = [place(child, (*path, i)) for i, child in enumerate(node.children)]
            x = (xs[0] + xs[-1]) / 2
        else:
            x, next_x = float(next_x), next_x + 1
        places[path] = (node, x, float(len(path)))
        return x

    place(block, ())
    return places


def _value(node: Block, name: str) -> str:
    value = getattr(node, name)
    return value.word if isinstance(value, Colour) else str(value)


def board_and_tree(block: Block, *, palette: str = "safe", letters: bool = False,
                   path: Path | None = None) -> Picture:
    """Return a board beside its tree; ``path`` marks the block there in both."""
    figure = Figure((9, 3.6), dpi=DPI)
    left = figure.add_axes((0.005, 0.03, 0.38, 0.94))
    right = figure.add_axes((0.41, 0.03, 0.58, 0.94))
    shown = board(block, left, palette=palette, letters=letters, path=path)
    drawn = tree(block, right, palette=palette, letters=letters, path=path)
    return Picture(figure, f"{shown.alt}; beside it its tree: {drawn.alt}")


# -- the grid and the scores ---------------------------------------------------------------


def grid(cells: Block | NDArray[np.int8], ax: Axes | None = None, *,
         palette: str = "safe", letters: bool = False) -> Picture:
    """Return the picture of a flattened board with its numbers, rows and columns.

    Above 32 rows the numbers would not be legible, and are left out.
    """
    numbers = cells.flatten() if isinstance(cells, Block) else np.asarray(cells)
    side = len(numbers)
    ax = ax or Figure((4, 4), dpi=DPI).add_axes((0.12, 0.01, 0.87, 0.87))
    ax.imshow([[rgb(Colour(int(n)), palette) for n in row] for row in numbers],
              extent=(0, side, side, 0), interpolation="nearest")
    if side <= 32:
        ax.hlines(range(side + 1), 0, side, colors="white", linewidth=0.8)
        ax.vlines(range(side + 1), 0, side, colors="white", linewidth=0.8)
        for (row, column), number in np.ndenumerate(numbers):
            colour = Colour(int(number))
            ax.text(column + 0.5, row + 0.5, colour.letter if letters else str(int(number)),
                    ha="center", va="center", fontsize=max(5, min(14, 110 / side)),
                    color=np.array(ink_on(colour, palette)) / 255)
    every = max(1, side // 16)
    ticks = range(0, side, every)
    ax.set_xticks([tick + 0.5 for tick in ticks], [str(tick) for tick in ticks], fontsize=8)
    ax.set_yticks([tick + 0.5 for tick in ticks], [str(tick) for tick in ticks], fontsize=8)
    ax.xaxis.tick_top()
    ax.xaxis.set_label_position("top")
    ax.set_xlabel("column")
    ax.set_ylabel("row")
    ax.tick_params(length=0)
    for spine in ax.spines.values():
        spine.set_visible(False)
    rows = " / ".join(" ".join(map(str, row)) for row in numbers.tolist())
    return _picture(ax, f"A grid of {side} rows and {side} columns"
                        f"{': ' + rows if side <= 8 else ''}")


def perimeter(block: Block, colour: int, ax: Axes | None = None, *, palette: str = "safe",
              letters: bool = False) -> Picture:
    """Return a board with the sides that the perimeter goal counts for ``colour`` marked.

    Up to 32 of them are numbered, clockwise from the upper left corner.
    """
    target = Colour(colour)
    ax = ax or _axes(3.8, 4.3)
    cells = block.flatten()
    side = len(cells)
    out = 0.05 * side
    board(block, ax, palette=palette, letters=letters, margin=2.6 * out)
    last = side - 1
    sides: list[Any] = [((i, -out), (i + 1, -out), cells[0, i]) for i in range(side)]
    sides += [((side + out, i), (side + out, i + 1), cells[i, last]) for i in range(side)]
    sides += [((i + 1, side + out), (i, side + out), cells[last, i]) for i in reversed(range(side))]
    sides += [((-out, i + 1), (-out, i), cells[i, 0]) for i in reversed(range(side))]
    counted = [(start, end) for start, end, number in sides if number == target]
    short = 0.06
    lines = [[(x0 + short * (x1 - x0), y0 + short * (y1 - y0)),
              (x1 - short * (x1 - x0), y1 - short * (y1 - y0))] for (x0, y0), (x1, y1) in counted]
    ax.add_collection(LineCollection(lines, colors=MARK, linewidths=4, capstyle="butt"))
    if len(counted) <= 32 and side <= 16:
        for number, ((x0, y0), (x1, y1)) in enumerate(counted, start=1):
            x, y = (x0 + x1) / 2, (y0 + y1) / 2
            push_x, push_y = np.sign(y1 - y0), -np.sign(x1 - x0)
            ax.text(x + push_x * out * 1.15, y + push_y * out * 1.15, str(number), fontsize=8,
                    color=INK, ha="center", va="center")
    score = PerimeterGoal(target).score(block)
    ax.set_title(f"Perimeter of {target.word}: {score}", fontsize=11, color=INK, y=0.985)
    return _picture(ax, f"{_describe(block)}; {score} sides of {target.word} cells "
                        f"on its outside are marked")


def blob(block: Block, colour: int, ax: Axes | None = None, *, palette: str = "safe",
         letters: bool = False) -> Picture:
    """Return a board with the largest blob of ``colour`` outlined, and the rest made pale."""
    goal = BlobGoal(colour)
    target = goal.colour
    ax = ax or _axes(3.8, 4.1)
    labels = goal.label(block.flatten())
    sizes = np.bincount(labels.ravel())
    sizes[0] = 0
    inside = labels == int(sizes.argmax()) if sizes.any() else np.zeros_like(labels, dtype=bool)
    side = len(labels)
    board(block, ax, palette=palette, letters=letters, margin=0.06 * side)
    veil = np.ones((side, side, 4))
    veil[..., 3] = np.where(inside, 0, 0.72)
    ax.imshow(veil, extent=(0, side, side, 0), interpolation="nearest", zorder=2)
    padded = np.pad(inside, 1)
    down = np.argwhere(padded[1:, 1:-1] != padded[:-1, 1:-1])
    across = np.argwhere(padded[1:-1, 1:] != padded[1:-1, :-1])
    border = [[(c, r), (c + 1, r)] for r, c in down] + [[(c, r), (c, r + 1)] for r, c in across]
    ax.add_collection(LineCollection(border, colors=MARK, linewidths=3, capstyle="round", zorder=3))
    ax.set_xlim(-0.06 * side, 1.06 * side)
    ax.set_ylim(1.06 * side, -0.06 * side)
    score = int(inside.sum())
    ax.set_title(f"Largest blob of {target.word}: {score}", fontsize=11, color=INK, y=0.97)
    return _picture(ax, f"{_describe(block)}; its largest blob of {target.word}, {score} cells, "
                        f"is outlined")


def scores(game: Game, ax: Axes | None = None, *, palette: str = "safe",
           size: tuple[float, float] = (6, 3.2)) -> Picture:
    """Return the chart of all players' scores, from the start over the moves made.

    ``size`` is the width and height, in inches, of a figure of its own.
    """
    if ax is None:
        width, height = size
        legend = 0.19 * ((len(game.players) + 1) // 2)  # two players stand in a line
        ax = Figure(size, dpi=DPI).add_axes((
            0.68 / width, 0.46 / height, 1 - 0.75 / width,
            max(0.3, 1 - (0.6 + legend) / height)))
    history = [game.start_scores, *(turn.scores for turn in game.history)]
    for player, goal in enumerate(game.goals):
        ax.plot([line[player] for line in history], color=_line(goal.colour, palette),
                linestyle=("-", "--", "-.", ":")[player % 4], marker="os^D"[player % 4],
                markersize=4, markeredgecolor=INK, markeredgewidth=0.5, linewidth=1.8,
                label=f"{player} {_short(game.players[player].name)} ({goal.colour.word})")
    ax.set_xlabel("moves made", fontsize=9)
    ax.set_ylabel("score", fontsize=9)
    ax.set_xlim(-0.3, max(len(history) - 1, 5) + 0.3)
    ax.xaxis.set_major_locator(MaxNLocator(integer=True, nbins=8))
    ax.yaxis.set_major_locator(MaxNLocator(integer=True, nbins=6))
    ax.tick_params(labelsize=8)
    ax.grid(color="#dddddd", linewidth=0.6)
    ax.set_axisbelow(True)
    low, high = ax.get_ylim()
    if high - low < 4:
        ax.set_ylim(min(low, high - 2) - 1, high + 1)
    ax.spines[["top", "right"]].set_visible(False)
    ax.legend(fontsize=7.5, frameon=False, loc="lower left", bbox_to_anchor=(-0.04, 1), ncols=2,
              borderaxespad=0.2, columnspacing=1, handlelength=2.4)
    results = ", ".join(f"player {i} has {score}" for i, score in enumerate(game.scores))
    return _picture(ax, f"Scores over {len(game.history)} moves; now {results}")


def _short(name: str) -> str:
    return name if len(name) <= 9 else f"{name[:8]}…"


def _line(colour: Colour, palette: str) -> tuple[float, ...]:
    """Return a colour dark enough for a line on white."""
    return tuple(0.8 * part for part in rgb(colour, palette))
