"""Choosing a block of a board: by the pointer, the wheel, keys and buttons, or by its path."""

import re
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

import ipywidgets as w

from blocky.block import PLACES, Block, Path
from blocky.colour import Colour
from blocky.draw.looks import PALETTES
from blocky.kit.language import mark, say
from blocky.kit.widgets.panel import Command, Panel
from blocky.move import Action

__all__ = ["ACTIONS", "BlockPanel", "action_commands", "sibling_commands", "typed_path"]


def typed_path(text: str) -> Path:
    """Return the path of a typed text such as "0 2" or "(0, 2)". ValueError: it is not a path.

    >>> typed_path("0 2"), typed_path("")
    ((0, 2), ())
    """
    if not re.fullmatch(r"[\d\s,()\[\]]*", text):
        raise ValueError(say("“{text}” isn't a path. Type child numbers, such as 0 2, or nothing "
                             "for the whole board.", text=text))
    return tuple(int(digit) for digit in re.findall(r"\d", text))  # "02" is (0, 2) too


class BlockPanel(Panel):
    """A panel with a board, on which a block is chosen.

    A subclass may redefine where blocks are: ``deepest``, ``place_at``, ``place_of``, ``path_at``.

    Attributes:
        board: the board.
        path: the path of the chosen block; None if no block is chosen.
        level: the level at which the pointer chooses blocks.
        freeze_button: while it is pressed, the pointer does not change the choice.
    """

    palettes = PALETTES
    board: Block
    path: Path | None = None
    level = 0
    freeze_button: Any = None
    _place: Any = (0, 0)  # where the pointer is, or would be

    @property
    def frozen(self) -> bool:
        """Whether the pointer leaves the choice alone."""
        return self.freeze_button is not None and bool(self.freeze_button.value)

    @property
    def deepest(self) -> int:
        """The greatest level at which a block can be chosen at the pointer's place."""
        return self.board.max_depth

    def place_at(self, x: float, y: float) -> Any:
        """Return the pixel of the board at (x, y), in unit cells; None if that's outside."""
        side = 2**self.board.max_depth
        if not (0 <= x < side and 0 <= y < side):
            return None
        cell_size = self.board.size / side
        return x * cell_size, y * cell_size

    def place_of(self, path: Path) -> Any:
        """Return a place inside the block at ``path``. ValueError: there is no such block."""
        block = self.board.at(path)
        x, y = block.position
        return x + block.size / 2, y + block.size / 2

    def path_at(self, place: Any, level: int) -> Path | None:
        """Return the path of the block at a place and level; None if there is none."""
        return self.board.get_selected_block(place, level).path

    def point_at(self, x: float, y: float) -> bool:
        """Choose the block at (x, y), in unit cells, unless ``frozen``; return whether it was done.

        Nothing is chosen off the board.
        """
        if self.frozen:
            return False
        place = self.place_at(x, y)
        return place is not None and self.choose_at(place)

    def choose_at(self, place: Any) -> bool:
        """Choose the block at a place and the present level; return whether there is one."""
        self._place = place
        path = self.path_at(place, self.level)
        if path is None:
            return False
        self._choose(path)
        return True

    def select(self, path: Path) -> None:
        """Choose the block at ``path``. ValueError: there is none."""
        self._place = self.place_of(path)
        self.level = len(path)
        self._choose(tuple(path))

    def _choose(self, path: Path) -> None:
        """Choose the block at ``path``, and show that if the choice is new."""
        if path != self.path:
            self.path = path
            self.show_chosen()

    def change_level(self, by: int) -> None:
        """Choose a larger block (-1) or a smaller one (+1) at the same place.

        If none is chosen, choose the whole board.
        """
        if self.path is None:
            return self.select(())
        self.level = min(max(len(self.path) + by, 0), self.deepest)
        self.choose_at(self._place)

    def next_block(self, by: int) -> None:
        """Choose the next (+1) or previous (-1) child of the same parent, wrapping around.

        The whole board has no siblings: then choose a block inside it.
        """
        if self.path:
            *path_of_parent, number = self.path
            self.select((*path_of_parent, (number + by) % 4))
        else:
            self.change_level(+1)

    def selection_text(self) -> str:
        """Return a sentence that says which block is chosen."""
        if self.path is None:
            return say("No block is selected. Point at the board, or type a path.")
        block = self.board.at(self.path)
        what = block.colour if block.colour is not None else say("divided")
        cells = 2 ** (block.max_depth - block.level)
        if not self.path:
            return say("Selected: the whole board, level {level} of {max_depth}, {cells} by "
                       "{cells} unit cells, {what}.", level=block.level, what=what,
                       max_depth=block.max_depth, cells=cells)
        return say("Selected: block {path}, {place}, level {level} of {max_depth}, {cells} by "
                   "{cells} unit cells, {what}.", path=self.path, level=block.level,
                   max_depth=block.max_depth, cells=cells, place=say(PLACES[self.path[-1]]),
                   what=what)

    def add_choosing(self) -> None:
        """Add the commands that choose a block, and the field for its path."""
        self.add(
            Command("larger", partial(self.change_level, -1), say("choose the larger block"),
                    say("▲ Larger"), "up"),
            Command("smaller", partial(self.change_level, +1), say("choose the smaller block"),
                    say("▼ Smaller"), "down"),
            *sibling_commands(self.next_block, say("◀ Previous"), say("Next ▶")))
        self.add_typed_path()

    def add_typed_path(self) -> None:
        """Make ``typed_path``, the field for the path of a block."""
        self.typed_path = self.control(
            w.Text, say("Block"), 160, 45, lambda: self.select(typed_path(self.typed_path.value)),
            continuous_update=False, placeholder=say("such as (0, 2)"))

    def colour_control(self, text: str, width: float, label: float, changed: Callable[[], Any],
                       value: Colour = Colour.BLUE) -> w.Dropdown:
        """Return a control for a colour."""
        return self.control(w.Dropdown, text, width, label, changed, value=value,
                            options=[(colour.word, colour) for colour in Colour])

    def add_freezing(self, text: str, what: str, key: str, tip: str) -> None:
        """Make ``freeze_button``, and a key that presses or releases it."""
        self.freeze_button = self.toggle(text, tip)
        self.bind(key, what, self.freeze_button)

    def choosing_row(self, *others: w.Widget) -> w.Box:
        """Return the controls that choose a block, side by side, with ``others`` behind them."""
        return self.row("larger", "smaller", "previous", "next", self.typed_path, *others)


def sibling_commands(step: Callable[[int], Any], previous: str, following: str) -> list[Command]:
    """Return the commands that call ``step`` with -1 or +1, for the previous and the next child.

    Children follow each other in the order of their numbers, as from left to right in a tree.
    ``previous`` and ``following`` are the texts of the buttons.
    """
    return [
        Command("previous", partial(step, -1), say("choose the previous child"),
                previous, "left"),
        Command("next", partial(step, +1), say("choose the next child"),
                following, "right")]


#: The text of each action's button, and its key.
ACTIONS = mark({
    Action.ROTATE_CLOCKWISE: ("↻ Rotate", "d"),
    Action.ROTATE_COUNTER_CLOCKWISE: ("↺ Rotate", "a"),
    Action.SWAP_HORIZONTALLY: ("⇄ Swap", "h"),
    Action.SWAP_VERTICALLY: ("⇅ Swap", "v"),
    Action.SMASH: ("✷ Smash", "s"),
    Action.PAINT: ("▣ Paint", "p"),
    Action.COMBINE: ("◼ Combine", "c"),
    Action.PASS: ("» Pass", "n"),
})


def action_commands(do: Callable[[Action], Any], actions: Iterable[Action] = Action
                    ) -> list[Command]:
    """Return a command for each of ``actions``, which calls ``do`` with it."""
    wanted = set(actions)
    commands = []
    for action, (text, key) in ACTIONS.items():
        if action in wanted:
            label = f"{say(text)} ({{key}})"  # Command puts its key there
            commands.append(Command(action, partial(do, action), action.word, label, key))
    return commands
