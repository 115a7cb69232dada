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
from matplotlib.backend_bases import LocationEvent, MouseEvent
from matplotlib.figure import Figure

from blocky import draw
from blocky.block import MAX_DEPTH, PLACES, Block, Path, random_init
from blocky.colour import PALETTES, Colour
from blocky.draw.board_tree import Node, layout
from blocky.draw.linked import LinkedBoard
from blocky.invariants import Broken, InvariantError, broken_invariants
from blocky.kit.safely import OutOfTimeError, time_limit
from blocky.kit.widgets.live import chip
from blocky.kit.widgets.panel import Panel
from blocky.move import Action, Move
from blocky.parts import Parts
from blocky.widgets.actions import ACTIONS
from blocky.widgets.choosing import typed_path

__all__ = ["BREAKAGES", "TreeExplorer", "explore_tree"]

SIZE = 750
FIGURE = (8.4, 3.55)
MOST_PROBLEMS = 60
SECONDS = 2.0  # a change of a broken tree may take
KEYS = ("arrows parent, first child, previous and next child, d a rotate, h v swap, s smash, "
        "c combine, p next colour, 0 to 3 a colour, b break it, n next broken block, k keep, "
        "z undo, y redo, l letters")

#: Ways to break an invariant, by what is wrong then.
BREAKAGES = (
    "a child is missing", "a child too many", "child shared twice", "a block inside itself",
    "a child that is no block", "colour kept on a divided block", "a leaf without a colour",
    "parent lost", "wrong level", "another max_depth", "wrong position", "wrong size",
)


def explore_tree(board: Block | None = None, *, seed: int | str | None = None, max_depth: int = 3,
                 palette: str = "safe", letters: bool = False, big: bool = False,
                 copy: bool = True) -> TreeExplorer:
    """Return a board and its tree to explore and to change in a notebook.

    ``board`` is any tree of blocks, also one that breaks the invariants of a board; without it, a
    random board of ``max_depth`` is made with ``seed``. The explorer works on a copy of ``board``,
    in ``explorer.board``; with ``copy=False`` it changes ``board`` itself.
    """
    rng = Random(seed)
    if board is None:
        board, own = random_init(0, max_depth, rng), None
        board.update_block_locations((0, 0), max(SIZE, 2**max_depth))
    elif isinstance(board, Block):
        board, own = _copy(board) if copy else board, not copy
    else:
        raise TypeError(f"explore_tree takes a Block, not {board!r}.")
    explorer = TreeExplorer(board, rng, palette=palette, letters=letters, big=big)
    if own is not None:
        explorer.say("What you do here changes your own board." if own else
                     "This is a copy: your own board stays as it is.")
    return explorer


class TreeExplorer(Panel):
    """A board beside its tree. Whatever pointer, keys and buttons do is a method here.

    Attributes:
        board: what is shown now.
        path: the path of the chosen block.
        level: the level at which the pointer chooses blocks on the board.
        problems: the broken invariants of the tree.
        keep: while its value is True, the pointer chooses no other block.
    """

    palettes = PALETTES

    def __init__(self, board: Block, rng: Random, **looks: Any) -> None:
        super().__init__(FIGURE, **looks)
        self.board = board
        self.path: Path = ()
        self.level = MAX_DEPTH
        self.problems: list[InvariantError] = []
        self._rng = rng
        self._leaf: Path = ()
        self._undo: list[dict[str, Any]] = []
        self._redo: list[dict[str, Any]] = []
        self.linked = LinkedBoard(self.figure, **self.looks)
        self._table, self._list = w.HTML(), w.HTML()
        self._make_controls()
        self.live.canvas.mpl_connect("motion_notify_event", self._on_motion)
        self.live.canvas.mpl_connect("button_press_event", self._on_press)
        self.live.canvas.mpl_connect("scroll_event", self._on_scroll)
        self.arrange(*self._arranged())
        self.refresh()

    # -- choosing --------------------------------------------------------------------------

    def point_at_board(self, x: float, y: float) -> None:
        """Choose the block at the level at a place, in unit cells, if there is one."""
        leaf = self.linked.leaf_at(x, y)
        if leaf is not None and not self.keep.value:
            self._leaf = leaf
            self._choose(leaf[:self.level])

    def point_at_tree(self, x: float, y: float) -> None:
        """Choose the node nearest to a place, in the units of the tree's axes."""
        if not self.keep.value:
            self.select(self.linked.nearest(x, y))

    def select(self, path: Path) -> None:
        """Choose the block at ``path``; show a sentence if there is none."""
        try:
            found = tuple(path) in self.linked.nodes
        except TypeError:
            found = False
        if not found:
            return self.say(f"There is no block at path {path}.", error=True)
        self.level = len(path)
        self._choose(tuple(path))

    def select_typed(self, text: str) -> None:
        """Choose the block whose path is typed, such as "0 2" or "(0, 2)"; "" is the board."""
        self.attempt(lambda: self.select(typed_path(text)))

    def change_level(self, by: int) -> None:
        """Choose a larger block (-1) or a smaller one (+1) at the same place."""
        if self._leaf[:len(self.path)] != self.path:
            self._leaf = self.path
        while self.linked.nodes[self._leaf].children:
            self._leaf = (*self._leaf, 0)
        self.level = min(max(len(self.path) + by, 0), len(self._leaf))
        self._choose(self._leaf[:self.level])

    def parent(self) -> None:
        """Choose the parent of the chosen block."""
        if self.path:
            self.select(self.path[:-1])
        else:
            self.say("The board itself has no parent.", error=True)

    def first_child(self) -> None:
        """Choose the first child of the chosen block."""
        if self.node.children:
            self.select((*self.path, 0))
        else:
            self.say("What is below this block is not drawn." if self.node.cut else
                     "This block has no children.", error=True)

    def sibling(self, by: int) -> None:
        """Choose the next (+1) or the last (-1) child of the same parent, around in a circle."""
        if self.node.above:
            self.select((*self.path[:-1], (self.path[-1] + by) % len(self.node.above.children)))
        else:
            self.say("The board itself has no siblings.", error=True)

    def next_problem(self) -> None:
        """Choose the next block that breaks an invariant."""
        paths = sorted({problem.path for problem in self.problems if
                        problem.path in self.linked.nodes})
        if not paths:
            return self.say("Every invariant holds in this tree.")
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
            raise ValueError(f"{self.node.block!r} is not a block.")
        return self.node.block

    def _choose(self, path: Path) -> None:
        if path != self.path:
            self.path = path
            self.redraw()

    # -- changing --------------------------------------------------------------------------

    def act(self, action: Action) -> None:
        """Do ``action`` on the chosen block; show a sentence if that cannot be."""
        move = Move(action, ())  # on the block that it is given
        self._change(lambda block: Parts().perform(move, block, self._rng),
                     f"Done: {action.value} block {self.path}.")

    def give_colour(self, colour: int) -> None:
        """Give the chosen leaf a colour."""
        colour = Colour(colour)

        def change(block: Block) -> None:
            if block.children:
                raise ValueError("This block is divided, so it has no colour. Choose a leaf: the "
                                 "wheel makes the block smaller.")
            block.colour = colour
        self._change(change, f"Block {self.path} is {colour.word} now.")

    def next_colour(self) -> None:
        """Give the chosen leaf the colour after its own."""
        colour = self.node.colour
        self.give_colour(0 if colour is None else (colour + 1) % len(Colour))

    def break_it(self, name: str | None = None) -> None:
        """Break an invariant at the chosen block, in one of the ways of BREAKAGES."""
        name = self.breakage.value if name is None else name
        if name not in BREAKAGES:
            return self.say(f"{name!r} is not a breakage. There are: {', '.join(BREAKAGES)}.",
                            error=True)

        def change(block: Block) -> None:
            _break(block, name)
            if [*map(str, _problems(self.board))] == [*map(str, self.problems)]:
                raise ValueError("That breaks no other invariant here. Choose a block below the "
                                 "top.")
        self._change(change, f"Broken at block {self.path}: {name}.")

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
            return self.say(f"That cannot be done in this broken tree, which is as it was before "
                            f"({type(error).__name__}).", error=True)
        self._undo.append(before)
        self._redo.clear()
        self.say(done)
        self.refresh()

    def undo(self) -> None:
        """Take back the last change."""
        self._travel(self._undo, self._redo, "undo")

    def redo(self) -> None:
        """Make the change again that was taken back last."""
        self._travel(self._redo, self._undo, "redo")

    def _travel(self, back: list[dict[str, Any]], forth: list[dict[str, Any]], name: str) -> None:
        if not back:
            return self.say(f"Nothing is left to {name}.", error=True)
        forth.append(self._state())
        self._restore(back.pop())
        self.say("1 change is made now." if len(self._undo) == 1 else
                 f"{len(self._undo)} changes are made now.")

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
        self.undo_button.disabled = not self._undo
        self.redo_button.disabled = not self._redo
        self.problem_button.disabled = not self.problems
        self.redraw()

    def redraw(self) -> None:
        """Mark the chosen block and show its attributes."""
        while self.path not in self.linked.nodes:
            self.path = self.path[:-1]
        if self._leaf not in self.linked.nodes:
            self._leaf = self.path
        self.linked.mark(self.path)
        self._table.value = self._table_markup()
        self._list.value = self._list_markup()
        attributes = "; ".join(f"{name}: {value}" for name, value in self.attributes().items())
        self.live.describe(f"A board and its tree. Chosen: {attributes}. "
                           f"{len(self.problems)} broken invariants. Keys: {KEYS}.")
        self.live.redraw()

    def restyle(self) -> None:
        """Draw everything again in another palette, or with or without letters."""
        self.linked.restyle(**self.looks)
        self.refresh()

    def attributes(self) -> dict[str, str]:
        """Return what there is to say of the chosen block, by name."""
        block, number = self.node.block, self.path[-1] if self.path else None
        child = "none: the board itself" if number is None else (
            f"{number}, {PLACES[number]}" if number < 4 else f"{number}, which has no place")
        found = {"path": str(self.path), "child number": child}
        if not isinstance(block, Block):
            return {**found, "not a block": _short(block)}
        children = block.children
        return {
            **found,
            "level": f"{block.level} of {block.max_depth}",
            "colour": str(block.colour) if block.colour is not None else (
                "None: it is divided" if self.node.divided else "None"),
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
        above = self.node.above
        if above and block.parent is above.block:
            return f"the block at path {above.path}"
        return next((f"the block at path {path}" for path, node in self.linked.nodes.items()
                     if node.block is block.parent), "a block that is not in this tree")

    def _cells_text(self) -> str:
        if self.path not in self.linked.places:
            return "none"
        x, y, side = self.linked.places[self.path]
        if not all(float(number).is_integer() for number in (x, y, side)) or side < 1:
            return "it does not lie on whole unit cells"
        if side == 1:
            return f"row {y:.0f}, column {x:.0f}"
        return f"rows {y:.0f} to {y + side - 1:.0f}, columns {x:.0f} to {x + side - 1:.0f}"

    def _table_markup(self) -> str:
        rows = []
        for name, value in self.attributes().items():
            text = html.escape(value)
            if name == "colour" and self.node.colour is not None:
                colour = Colour(self.node.colour)
                text = f"{chip(PALETTES[self.palette.value][colour], colour.letter)} {text}"
            rows.append(f'<tr style="height: 1.75em"><th scope="row" style="text-align: left; '
                        f'font-weight: normal; color: #555; padding-right: 10px; '
                        f'white-space: nowrap">{name}</th>'
                        f'<td style="overflow-wrap: anywhere">{text}</td></tr>')
        return (f'<table style="line-height: 1.4; border-spacing: 0"><caption style="display: '
                f'none">The chosen block</caption>{"".join(rows)}</table>')

    def _list_markup(self) -> str:
        style = "line-height: 1.4; white-space: normal; overflow-wrap: anywhere; color: "
        if not self.problems:
            return f'<div style="{style}#1b5e20">✓ Every invariant holds in this tree.</div>'
        many = "An invariant is broken" if len(self.problems) == 1 else (
            f"{len(self.problems)} invariants are broken" if len(self.problems) < MOST_PROBLEMS
            else f"{MOST_PROBLEMS} invariants or more are broken")
        lines = [(f"⚠ {many}:", True)]
        for problem in sorted(self.problems, key=lambda problem: problem.path != self.path):
            lines.append((f"⚠ {_short(problem, 300)}", problem.path == self.path))
        return "".join(f'<div style="{style}#b00020; font-weight: {"bold" if bold else "normal"}">'
                       f'{html.escape(line)}</div>' for line, bold in lines)

    def picture(self) -> draw.Picture:
        """Return the board and its tree as they stand, for where no widget can be shown."""
        linked = LinkedBoard(Figure(FIGURE, dpi=draw.DPI), **self.looks)
        linked.show(self.board, {problem.path for problem in self.problems})
        linked.mark(self.path)
        return linked.picture()

    # -- making the widgets ----------------------------------------------------------------

    def _on_motion(self, event: LocationEvent) -> None:
        if event.xdata is None or event.ydata is None:
            return
        if event.inaxes is self.linked.board_axes:
            self.point_at_board(event.xdata, event.ydata)
        elif event.inaxes is self.linked.tree_axes:
            self.point_at_tree(event.xdata, event.ydata)

    def _on_press(self, event: MouseEvent) -> None:
        if event.dblclick or not event.inaxes:  # a double click comes as two clicks, and once more
            return
        if event.button == 3:
            self.toggle_keep()
        elif event.button == 1:
            self.keep.value = False
            self._on_motion(event)
            if event.inaxes is self.linked.tree_axes:
                self.keep.value = True
            elif event.xdata is not None and event.ydata is not None and (
                    self.linked.leaf_at(event.xdata, event.ydata) is not None):
                self.attempt(self.next_colour)

    def _on_scroll(self, event: MouseEvent) -> None:
        self.change_level(-1 if event.step > 0 else +1)

    def _make_controls(self) -> None:
        walk: dict[str, tuple[Callable[[], Any], str]] = {
            "▲ Parent (↑)": (self.parent, "up"), "▼ First child (↓)": (self.first_child, "down"),
            "◀ Previous (←)": (partial(self.sibling, -1), "left"),
            "▶ Next (→)": (partial(self.sibling, +1), "right"),
        }
        self.walk_buttons = [self.button(text, step, width) for (text, (step, _)), width in
                             zip(walk.items(), (110, 138, 138, 114), strict=True)]
        self.typed_path = w.Text(placeholder="such as 0 2", description="Block",
                                 layout=w.Layout(width=self.px(150)), continuous_update=False,
                                 style={"description_width": self.px(45)})
        self.typed_path.observe(lambda change: self.select_typed(change["new"]), "value")
        self.keep = w.ToggleButton(description="Keep chosen (k)", layout=w.Layout(
            width=self.px(140)), tooltip="The pointer chooses no other block: key k, right click")
        actions = {action: ACTIONS[action] for action in Action
                   if action not in (Action.PAINT, Action.PASS)}
        self.buttons = {action: self.button(f"{text} ({key})", partial(self.act, action), width)
                        for (action, (text, key)), width in
                        zip(actions.items(), 2 * (158, 180, 166), strict=True)}
        self.colour_buttons = [
            self.button(f"{colour.word.capitalize()} ({colour.value})",
                        partial(self.give_colour, colour), 84) for colour in Colour]
        self.next_button = self.button("▣ Next colour (p)", self.next_colour, 144)
        self.breakage = w.Dropdown(options=list(BREAKAGES), description="Break",
                                   layout=w.Layout(width=self.px(270)),
                                   style={"description_width": self.px(45)})
        self.break_button = self.button("✗ Break it (b)", self.break_it, 110)
        self.problem_button = self.button("⚠ Next (n)", self.next_problem, 100,
                                          "The next block that breaks an invariant: key n")
        self.undo_button = self.button("↶ Undo (z)", self.undo, 102)
        self.redo_button = self.button("↷ Redo (y)", self.redo, 102)
        self.hotkeys |= {
            **{key: step for step, key in walk.values()},
            **{key: partial(self.act, action) for action, (_, key) in actions.items()},
            **{str(colour.value): partial(self.give_colour, colour) for colour in Colour},
            "p": self.next_colour, "b": self.break_it, "n": self.next_problem,
            "k": self.toggle_keep, "z": self.undo, "y": self.redo,
        }

    def _arranged(self) -> list[w.Widget]:
        self._list.layout = w.Layout(max_height=self.px(118), overflow="auto", padding="2px 6px",
                                     border="1px solid #ccc", width=self.px(836))
        left = w.VBox([self._table], layout=w.Layout(width=self.px(316), min_height=self.px(236)))
        right = w.VBox([
            self.row(*self.walk_buttons), self.row(*self.buttons.values()),
            self.row(*self.colour_buttons, self.next_button),
            self.row(self.breakage, self.break_button, self.problem_button),
            self.row(self.typed_path, self.keep, self.undo_button, self.redo_button),
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
        raise ValueError(f"This tree cannot be copied ({type(error).__name__}). With copy=False "
                         f"the explorer works on your own board.") from None


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


def _break(block: Block, how: str) -> None:
    """Break an invariant at a block, in one of the ways of BREAKAGES. ValueError: it cannot be."""
    if how in BREAKAGES[:6] and not (isinstance(block.children, list) and len(block.children) > 3):
        raise ValueError("Choose a block with four children for this.")
    if how == "a leaf without a colour" and block.children:
        raise ValueError("Choose a leaf for this.")
    match how:
        case "a child is missing":
            block.children.pop()
        case "a child too many":
            child = Block(block.level + 1, block.max_depth, Colour.RED, (), block.position,
                          round(block.size / 2))
            child.parent = block
            block.children.append(child)
        case "child shared twice":
            block.children[1] = block.children[0]
        case "a block inside itself":
            block.children[3] = block
        case "a child that is no block":
            block.children[2] = 7  # type: ignore[call-overload]
        case "colour kept on a divided block":
            block.colour = Colour.RED
        case "a leaf without a colour":
            block.colour = None
        case "parent lost":
            block.parent = None
        case "wrong level":
            block.level += 1
        case "another max_depth":
            block.max_depth += 1
        case "wrong position":
            (x, y), by = block.position, max(1, block.size // 3)
            block.position = (x + by, y + by)
        case "wrong size":
            block.size += max(1, block.size // 4)
