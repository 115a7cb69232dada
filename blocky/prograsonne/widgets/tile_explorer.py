"""The tile explorer: two tiles to rotate, their edges, and which edges belong together."""

from functools import partial

import ipywidgets as w

from blocky.kit.draw.picture import clear
from blocky.kit.language import say
from blocky.kit.widgets.panel import Command, Panel
from blocky.prograsonne.draw.segments import parts
from blocky.prograsonne.tiles import TYPES, Tile, known_type

__all__ = ["TileExplorer"]


class TileExplorer(Panel):
    """Two tiles to rotate and compare in a notebook.

    ``left`` and ``right`` are types of tiles; with ``marks`` their segments are marked.
    ValueError: there is no such type.

    Attributes:
        tiles: the left tile and the right one.
        types, marks: the controls for their types, and for the marks.
    """

    def __init__(self, left: str = "GCCRPR", right: str = "GCCRPR", *, marks: bool = True,
                 big: bool = False) -> None:
        self.tiles = [Tile(known_type(type)) for type in (left, right)]
        super().__init__((8.2, 4.0), big=big)
        self.axes = [self.figure.add_axes((x, 0.0, 0.48, 0.92)) for x in (0.01, 0.51)]
        self.marks = self.toggle(say("Segments (s)"), say("Mark the segments: key s"),
                                 self.refresh, marks)
        self.types = [self.control(w.Dropdown, text, 165, 45, partial(self._take_type, number),
                                   options=list(TYPES), value=self.tiles[number].type)
                      for number, text in enumerate((say("Left"), say("Right")))]
        for number, (back, forth, other), (to_left, to_right, next_type) in (
                (0, ("a", "d", "t"), (say("rotate the left tile counter-clockwise"),
                                      say("rotate the left tile clockwise"),
                                      say("the next type of the left tile"))),
                (1, ("left", "right", "y"), (say("rotate the right tile counter-clockwise"),
                                             say("rotate the right tile clockwise"),
                                             say("the next type of the right tile")))):
            turn = partial(self.turn, number)
            self.add(Command((number, -1), partial(turn, -1), to_left, "⟲ ({key})", back),
                     Command((number, 1), turn, to_right, "⟳ ({key})", forth))
            self.bind(other, next_type, self.types[number])
            self.hear(self.axes[number], pressed=partial(self.press, number), scrolled=turn)
        self.bind("s", say("the segments"), self.marks)
        self.arrange(self.live, self.row(self.types[0], (0, -1), (0, 1), self.marks, self.types[1],
                                         (1, -1), (1, 1)), self._sentence, self.message)
        self.refresh()

    def turn(self, number: int, by: int = 1) -> None:
        """Turn the left tile (0) or the right one (1) clockwise, or counter-clockwise (-1)."""
        tile = self.tiles[number]
        self.tiles[number] = Tile(tile.type, (tile.turns + by) % 6)
        self.refresh()

    def press(self, number: int, x: float, y: float, button: int = 1) -> None:
        """Turn a tile clockwise (button 1) or counter-clockwise (3)."""
        self.turn(number, -1 if button == 3 else 1)

    def _take_type(self, number: int) -> None:
        self.tiles[number] = Tile(self.types[number].value)
        self.refresh()

    def sentence(self) -> str:
        """Return a sentence that compares the two tiles."""
        one, two = self.tiles
        if one.letters != two.letters:
            return say("Their edges differ: {one} and {two}.", one=one.letters,
                       two=two.letters)
        if set(one.segments) != set(two.segments):
            return say("Their edges are the same, {letters}, but their segments differ.",
                       letters=one.letters)
        if one != two:
            return say("Their edges are the same, {letters}, and so are their segments. Their "
                       "rotations differ: {one} and {two}.", letters=one.letters, one=one.turns,
                       two=two.turns)
        return say("They are equal: the same type with the same rotation.")

    def refresh(self) -> None:
        """Show the tiles as they are turned."""
        told, text = [], self.sentence()
        for ax, tile in zip(self.axes, self.tiles, strict=True):
            clear(ax)
            told.append(f"{parts(tile, ax, marks=self.marks.value).alt}.")
        self.show_figure(text, told=[*told, text])
