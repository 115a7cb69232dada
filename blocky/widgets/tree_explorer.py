"""A board and its tree side by side: what is chosen on one is marked on both. It may be broken."""

from __future__ import annotations

import html
from collections.abc import Callable
from copy import deepcopy
from functools import partial
from itertools import islice
from random import Random
from typing import Any

import ipywidgets as w
from matplotlib.figure import Figure

from blocky import draw
from blocky.block import MAX_DEPTH, PLACES, Block, Path, random_init
from blocky.colour import PALETTES, Colour
from blocky.draw.board_tree import Node, layout
from blocky.draw.linked import LinkedBoard
from blocky.invariants import Broken, InvariantError, broken_invariants
from blocky.kit.draw.picture import DPI
from blocky.kit.language import say, say_count
from blocky.kit.safely import OutOfTimeError, time_limit
from blocky.kit.widgets.changes import Changes
from blocky.kit.widgets.commands import Command
from blocky.kit.widgets.live import chip
from blocky.move import Action, Move
from blocky.parts import Parts
from blocky.widgets.actions import action_commands
from blocky.widgets.breakages import BREAKAGES
from blocky.widgets.choosing import BlockPanel

__all__ = ["TreeExplorer", "explore_tree"]

SIZE = 750
FIGURE = (8.4, 3.55)
MOST_PROBLEMS = 60
SECONDS = 2.0  # a change of a broken tree may take
ACTIONS = [action for action in Action if action not in (Action.PAINT, Action.PASS)]


def explore_tree(board: Block | None = None, *, seed: int | str | None = None, max_depth: int = 3,
                 palette: str = "safe", letters: bool = False, big: bool = False,
                 copy: bool = True) -> TreeExplorer:
    """Return a board and its tree to explore and to change in a notebook.

    ``board`` is any tree of blocks, also one that breaks the invariants of a board; without it, a
    random board of ``max_depth`` is made with ``seed``. The explorer works on a copy of ``board``,
    in ``explorer.board``; with ``copy=False`` it changes ``board`` itself.
    """
    rng, text = Random(seed), ""
    if board is None:
        board = random_init(0, max_depth, rng)
        board.update_block_locations((0, 0), max(SIZE, 2**max_depth))
    elif not isinstance(board, Block):
        raise TypeError(say("explore_tree takes a Block, not {value!r}.", value=board))
    elif copy:
        board, text = _copy(board), say("This is a copy: your own board stays as it is.")
    else:
        text = say("What you do here changes your own board.")
    explorer = TreeExplorer(board, rng, palette=palette, letters=letters, big=big)
    explorer.say(text)
    return explorer


class TreeExplorer(BlockPanel):
    """A board beside its tree. Whatever pointer, keys and buttons do is a method here.

    Attributes:
        board: what is shown now.
        path: the path of the chosen block.
        level: the level at which the pointer chooses blocks on the board.
        problems: the broken invariants of the tree.
        keep: while its value is True, the pointer chooses no other block.
    """

    path: Path

    def __init__(self, board: Block, rng: Random, **looks: Any) -> None:
        super().__init__(FIGURE, **looks)
        self.board = board
        self.path, self.level, self._place = (), MAX_DEPTH, ()
        self.problems: list[InvariantError] = []
        self.changes: Changes[dict[str, Any]] = Changes()
        self._rng = rng
        self.linked = LinkedBoard(self.figure, **self.looks)
        self._table, self._list = w.HTML(), w.HTML()
        self._make_controls()
        self.listen_on(self.linked.board_axes, press=self.press_board)
        self.listen_on(self.linked.tree_axes, self.point_at_tree, self.press_tree)
        self.arrange(*self._arranged())
        self.refresh()

    # -- choosing --------------------------------------------------------------------------

    @property
    def top(self) -> Block:
        """The board that blocks are chosen of."""
        return self.board

    @property
    def frozen(self) -> bool:
        """Whether the pointer leaves the chosen block alone."""
        return bool(self.keep.value)

    @property
    def deepest(self) -> int:
        """The level of the leaf at the place of the pointer."""
        return len(self._place)

    def path_at(self, place: Path, level: int) -> Path:
        """Return the path of the block at a level above a leaf."""
        return place[:level]

    def place_of(self, path: Path) -> Path:
        """Return the path of the first leaf below a path. ValueError: there is no such block."""
        nodes = self.linked.nodes
        try:
            leaf, node = tuple(path), nodes[tuple(path)]
        except (KeyError, TypeError):
            raise ValueError(say("There is no block at path {path}.", path=path)) from None
        while node.children:
            leaf = (*leaf, 0)
            node = nodes[leaf]
        return leaf

    def point_at(self, x: float | None, y: float | None) -> bool:
        """Choose the block at the level at a place, in unit cells; return whether there is one."""
        leaf = None if self.frozen or x is None or y is None else self.linked.leaf_at(x, y)
        return leaf is not None and self.choose_at(leaf)

    def point_at_tree(self, x: float, y: float) -> None:
        """Choose the node nearest to a place, in the units of the tree's axes."""
        if not self.frozen:
            self.select(self.linked.nearest(x, y))

    def press_board(self, x: float, y: float, button: int = 1) -> None:
        """Give the leaf at a place its next colour, and keep no node; button 3 keeps it."""
        if button == 3:
            return self.toggle_keep()
        self.keep.value = False
        if self.point_at(x, y):
            self.next_colour()

    def press_tree(self, x: float, y: float, button: int = 1) -> None:
        """Choose the node nearest to a place, and keep it; button 3 keeps the one chosen."""
        if button == 3:
            return self.toggle_keep()
        self.keep.value = False
        self.point_at_tree(x, y)
        self.keep.value = True

    def parent(self) -> None:
        """Choose the parent of the chosen block."""
        if not self.path:
            raise ValueError(say("The board itself has no parent."))
        self.select(self.path[:-1])

    def first_child(self) -> None:
        """Choose the first child of the chosen block."""
        if not self.node.children:
            raise ValueError(say("What is below this block is not drawn.") if self.node.cut else
                             say("This block has no children."))
        self.select((*self.path, 0))

    def sibling(self, by: int) -> None:
        """Choose the next (+1) or the last (-1) child of the same parent, around in a circle."""
        if not self.node.above:
            raise ValueError(say("The board itself has no siblings."))
        self.select((*self.path[:-1], (self.path[-1] + by) % len(self.node.above.children)))

    def next_problem(self) -> None:
        """Choose the next block that breaks an invariant."""
        paths = sorted({problem.path for problem in self.problems} & set(self.linked.nodes))
        if not paths:
            return self.say(say("Every invariant holds in this tree."))
        self.select(next((path for path in paths if path > self.path), paths[0]))

    def toggle_keep(self) -> None:
        """Keep the chosen block while the pointer moves on, or let the pointer choose again."""
        self.keep.value = not self.keep.value

    @property
    def node(self) -> Node:
        """The node of the chosen block."""
        return self.linked.nodes[self.path]

    @property
    def block(self) -> Block:
        """The chosen block. ValueError: a broken tree has something else there."""
        if not isinstance(self.node.block, Block):
            raise ValueError(say("{value!r} is not a block.", value=self.node.block))
        return self.node.block

    # -- changing --------------------------------------------------------------------------

    def act(self, action: Action) -> None:
        """Do ``action`` on the chosen block; show a sentence if that cannot be."""
        move = Move(action, ())  # on the block that it is given
        self._change(lambda block: Parts().perform(move, block, self._rng),
                     say("Done: {action} block {path}.", action=say(action.value), path=self.path))

    def give_colour(self, colour: int) -> None:
        """Give the chosen leaf a colour."""
        colour = Colour(colour)

        def change(block: Block) -> None:
            if block.children:
                raise ValueError(say("This block is divided, so it has no colour. Choose a leaf: "
                                     "the wheel makes the block smaller."))
            block.colour = colour
        self._change(change, say("Block {path} is {colour} now.", path=self.path,
                                 colour=say(colour.word)))

    def next_colour(self) -> None:
        """Give the chosen leaf the colour after its own."""
        colour = self.node.colour
        self.give_colour(0 if colour is None else (colour + 1) % len(Colour))

    def break_it(self, key: str | None = None) -> None:
        """Break an invariant at the chosen block, in one of the ways of BREAKAGES."""
        key = self.breakage.value if key is None else key
        if key not in BREAKAGES:
            raise ValueError(say("{key!r} is not a breakage. There are: {known}.", key=key,
                                 known=", ".join(BREAKAGES)))
        breakage = BREAKAGES[key]

        def change(block: Block) -> None:
            breakage.make(block)
            if [*map(str, _problems(self.board))] == [*map(str, self.problems)]:
                raise ValueError(say("That breaks no other invariant here. Choose a block below "
                                     "the top."))
        self._change(change, say("Broken at block {path}: {what}.", path=self.path,
                                 what=say(breakage.label)))

    def _change(self, change: Callable[[Block], None], done: str) -> None:
        block, before = self.block, self._state()
        try:
            with time_limit(SECONDS):
                change(block)
        except ValueError as error:
            self._restore(before)
            return self.say(str(error), error=True)
        except (Exception, OutOfTimeError) as error:
            self._restore(before)
            return self.say(say("That cannot be done in this broken tree, which is as it was "
                                "before ({error}).", error=type(error).__name__), error=True)
        self.changes.note(before)
        self.say(done)
        self.refresh()

    def undo(self) -> None:
        """Take back the last change. ValueError: there is none."""
        self._restore(self.changes.undo(self._state()))
        self.say(self.changes.told())

    def redo(self) -> None:
        """Make the change again that was taken back last. ValueError: none was."""
        self._restore(self.changes.redo(self._state()))
        self.say(self.changes.told())

    def _state(self) -> dict[str, Any]:
        """Return the attributes of the board, with a copy of all that is below it."""
        return deepcopy(vars(self.board), {id(self.board): self.board} | _outside(self.board))

    def _restore(self, state: dict[str, Any]) -> None:
        vars(self.board).clear()
        vars(self.board).update(state)
        self.refresh()

    # -- showing ---------------------------------------------------------------------------

    def refresh(self) -> None:
        """Show the tree as it stands now; call it after changing ``board`` in code."""
        self.problems = _problems(self.board)
        self.linked.show(self.board, {problem.path for problem in self.problems})
        self.show_possible()
        self.show_chosen()

    def show_chosen(self) -> None:
        """Mark the chosen block and show its attributes."""
        while self.path not in self.linked.nodes:
            self.path = self.path[:-1]
        node = self.linked.nodes.get(self._place)
        if node is None or node.children or self._place[:len(self.path)] != self.path:
            self._place = self.place_of(self.path)
        self.linked.mark(self.path)
        self._table.value = self._table_markup()
        self._list.value = self._list_markup()
        listed = "; ".join(f"{say(name)}: {value}" for name, value in self.attributes().items())
        self.live.describe(say_count(
            "A board and its tree. Chosen: {attributes}. 1 broken invariant. {keys}",
            "A board and its tree. Chosen: {attributes}. {count} broken invariants. {keys}",
            len(self.problems), attributes=listed, keys=self.keys_text()))
        self.live.redraw()

    def restyle(self) -> None:
        """Draw everything again in another palette, or with or without letters."""
        self.linked.restyle(**self.looks)
        self.refresh()

    def attributes(self) -> dict[str, str]:
        """Return what there is to say of the chosen block, by name."""
        block, number = self.node.block, self.path[-1] if self.path else None
        if number is None:
            child = say("none: the board itself")
        else:
            child = (say("{number}, {place}", number=number, place=say(PLACES[number])) if
                     number < 4 else say("{number}, which has no place", number=number))
        found = {"path": str(self.path), "child number": child}
        if not isinstance(block, Block):
            return {**found, "not a block": _short(block)}
        children = block.children
        return {
            **found,
            "level": say("{level} of {max_depth}", level=block.level, max_depth=block.max_depth),
            "colour": str(block.colour) if block.colour is not None else (
                say("None: it is divided") if self.node.divided else "None"),
            "position": _short(block.position),
            "size": _short(block.size),
            "highlighted": _short(block.highlighted),
            "children": str(len(children)) if isinstance(children, list) else _short(children),
            "parent": self._parent_text(block),
            "unit cells": self._cells_text(),
        }

    def _parent_text(self, block: Block) -> str:
        if block.parent is None:
            return "None"
        above = [self.node.above] if self.node.above else []
        for node in [*above, *self.linked.nodes.values()]:
            if node.block is block.parent:
                return say("the block at path {path}", path=node.path)
        return say("a block that is not in this tree")

    def _cells_text(self) -> str:
        if self.path not in self.linked.places:
            return say("none")
        x, y, side = self.linked.places[self.path]
        if not all(float(number).is_integer() for number in (x, y, side)) or side < 1:
            return say("it does not lie on whole unit cells")
        if side == 1:
            return say("row {row:.0f}, column {column:.0f}", row=y, column=x)
        return say("rows {top:.0f} to {low:.0f}, columns {left:.0f} to {right:.0f}", top=y,
                   low=y + side - 1, left=x, right=x + side - 1)

    def _table_markup(self) -> str:
        rows = []
        for name, value in self.attributes().items():
            text = html.escape(value)
            if name == "colour" and self.node.colour is not None:
                colour = Colour(self.node.colour)
                text = f"{chip(PALETTES[self.palette.value][colour], colour.letter)} {text}"
            rows.append(f'<tr style="height: 1.75em"><th scope="row" style="text-align: left; '
                        f'font-weight: normal; color: #555; padding-right: 10px; '
                        f'white-space: nowrap">{say(name)}</th>'
                        f'<td style="overflow-wrap: anywhere">{text}</td></tr>')
        return (f'<table style="line-height: 1.4; border-spacing: 0"><caption style="display: '
                f'none">{say("The chosen block")}</caption>{"".join(rows)}</table>')

    def _list_markup(self) -> str:
        style = "line-height: 1.4; white-space: normal; overflow-wrap: anywhere; color: "
        if not self.problems:
            held = say("Every invariant holds in this tree.")
            return f'<div style="{style}#1b5e20">✓ {held}</div>'
        many = say_count("An invariant is broken:", "{count} invariants are broken:",
                         len(self.problems))
        if len(self.problems) == MOST_PROBLEMS:
            many = say("{count} invariants or more are broken:", count=MOST_PROBLEMS)
        lines = [(many, True)]
        for problem in sorted(self.problems, key=lambda problem: problem.path != self.path):
            lines.append((_short(problem, 300), problem.path == self.path))
        return "".join(f'<div style="{style}#b00020; font-weight: {"bold" if bold else "normal"}">'
                       f'⚠ {html.escape(line)}</div>' for line, bold in lines)

    def picture(self) -> draw.Picture:
        """Return the board and its tree as they stand, for where no widget can be shown."""
        linked = LinkedBoard(Figure(FIGURE, dpi=DPI), **self.looks)
        linked.show(self.board, {problem.path for problem in self.problems})
        linked.mark(self.path)
        return linked.picture()

    # -- making the widgets ----------------------------------------------------------------

    def _make_controls(self) -> None:
        self.add(
            Command("parent", self.parent, say("parent"), say("▲ Parent ({key})"), "up", 110),
            Command("child", self.first_child, say("first child"), say("▼ First child ({key})"),
                    "down", 138),
            Command("previous", partial(self.sibling, -1), say("previous child"),
                    say("◀ Previous ({key})"), "left", 138),
            Command("next", partial(self.sibling, +1), say("next child"), say("▶ Next ({key})"),
                    "right", 114),
            *action_commands(self.act, ACTIONS),
            *(Command(colour, partial(self.give_colour, colour), say(colour.word),
                      f"{say(colour.word).capitalize()} ({{key}})", str(colour.value), 84)
              for colour in Colour),
            Command("colour", self.next_colour, say("next colour"), say("▣ Next colour ({key})"),
                    "p", 144),
            Command("break", self.break_it, say("break it"), say("✗ Break it ({key})"), "b"),
            Command("problem", self.next_problem, say("the next block that breaks an invariant"),
                    say("⚠ Next ({key})"), "n", 100, lambda: None if self.problems else say(
                        "Every invariant holds in this tree.")),
            Command("keep", self.toggle_keep, say("keep the chosen block"), key="k"),
            Command("undo", self.undo, say("undo"), say("↶ Undo ({key})"), "z", 102,
                    self.changes.why_no_undo),
            Command("redo", self.redo, say("redo"), say("↷ Redo ({key})"), "y", 102,
                    self.changes.why_no_redo))
        for action, width in zip(ACTIONS, 2 * (158, 180, 166), strict=True):
            self.buttons[action].layout.width = self.px(width)
        self.add_typed_path()
        self.keep = w.ToggleButton(description=say("Keep chosen (k)"), layout=w.Layout(
            width=self.px(140)), tooltip=say("The pointer chooses no other block: key k, right "
                                             "click"))
        self.breakage = w.Dropdown(
            options=[(say(breakage.label), key) for key, breakage in BREAKAGES.items()],
            description=say("Break"), **self.sized(270, 45))

    def _arranged(self) -> list[w.Widget]:
        self._list.layout = w.Layout(max_height=self.px(118), overflow="auto", padding="2px 6px",
                                     border="1px solid #ccc", width=self.px(836))
        left = w.VBox([self._table], layout=w.Layout(width=self.px(316), min_height=self.px(236)))
        button = self.buttons
        right = w.VBox([
            self.bar("parent", "child", "previous", "next"), self.bar(*ACTIONS),
            self.bar(*Colour, "colour"),
            self.row(self.breakage, button["break"], button["problem"]),
            self.row(self.typed_path, self.keep, button["undo"], button["redo"]),
            self.row(self.letters, self.palette),
        ], layout=w.Layout(width=self.px(522)))
        return [self.live, self.row(left, right), self.message, self._list]


def _outside(block: Block) -> dict[int, Any]:
    """Return what a copy of a tree shares: the parent that it hangs from, if there is one."""
    inside = any(node.block is block.parent for node in layout(block).values())
    return {} if inside else {id(block.parent): block.parent}


def _copy(board: Block) -> Block:
    """Return a copy of a tree with all that is broken in it; it hangs from no parent."""
    shared = _outside(board)
    try:
        return deepcopy(board, dict.fromkeys(shared))
    except Exception as error:
        raise ValueError(say("This tree cannot be copied ({error}). With copy=False the explorer "
                             "works on your own board.", error=type(error).__name__)) from None


def _problems(board: Block) -> list[InvariantError]:
    found: list[InvariantError] = []
    try:
        for problem in islice(broken_invariants(board), MOST_PROBLEMS):
            found.append(problem)
    except Exception as error:
        found.append(InvariantError((), Broken.UNREADABLE,
                                    error=f"{type(error).__name__}: {error}"))
    return found


def _short(value: object, most: int = 60) -> str:
    text = str(value) if isinstance(value, Exception) else repr(value)
    return text if len(text) <= most else f"{text[:most - 1]}…"
