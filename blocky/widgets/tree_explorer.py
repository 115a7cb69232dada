"""The tree explorer: a board beside its tree, linked; either may be changed, and broken."""

from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

import ipywidgets as w

from blocky.block import MAX_DEPTH, Block, Path, random_init
from blocky.colour import Colour
from blocky.draw.board_tree import Node, layout
from blocky.draw.linked import LinkedBoard
from blocky.invariants import InvariantError
from blocky.kit.language import say, say_count
from blocky.kit.safely import OutOfTimeError, time_limit
from blocky.kit.widgets.live import scrolled
from blocky.kit.widgets.panel import Command
from blocky.kit.widgets.undo import Changes
from blocky.move import Action, Move
from blocky.widgets import broken_tree
from blocky.widgets.choosing import BlockPanel, action_commands, sibling_commands

__all__ = ["TreeExplorer"]

SECONDS = 2.0  # the limit for a change of a broken tree
ACTIONS = [action for action in Action if action not in (Action.PAINT, Action.PASS)]


class TreeExplorer(BlockPanel):
    """A board beside its tree, to explore and to change; ``board`` is copied.

    ``board`` is any tree of blocks, even a broken one; without it, a random board of ``max_depth``
    is made with ``seed``. ``looks`` are palette, letters and big.

    Attributes:
        board: the copy, with all changes.
        linked: the pictures of the board and of its tree.
        changes: the changes, to be undone and redone.
        problems: the broken invariants of the tree.
    """

    path: Path

    def __init__(self, board: Block | None = None, *, seed: int | str | None = None,
                 max_depth: int = 3, **looks: Any) -> None:
        self._rng = Random(seed)
        if board is None:
            self.board = random_init(0, max_depth, self._rng)
            self.board.update_block_locations((0, 0), max(750, 2**max_depth))
        elif isinstance(board, Block):
            self.board = broken_tree.copy_of(board)
        else:
            raise TypeError(say("explore_tree takes a Block, not {value!r}.", value=board))
        super().__init__((8.4, 3.55), **looks)
        self.path = ()  # at first, the whole board is chosen
        self.level = MAX_DEPTH  # and the pointer chooses leaves
        self._place = ()  # the path of a leaf; ``show_chosen`` finds one
        self.problems: list[InvariantError] = []
        self.changes: Changes[Block] = Changes()
        self.linked = LinkedBoard(self.figure)
        self._make_controls()
        self.hear(self.linked.board_axes, self.point_at, self.press_board, self.change_level)
        self.hear(self.linked.tree_axes, self.point_at_tree, self.press_tree, self.change_level)
        self.refresh()
        if board is not None:
            self.say(say("This is a copy: your own board stays as it is."))

    # -- choosing a block: a place is the path of a leaf ----------------------------------------

    @property
    def deepest(self) -> int:
        """The level of the leaf at the pointer's place."""
        return len(self._place)

    def place_at(self, x: float, y: float) -> Path | None:
        """Return the path of the leaf at (x, y), in unit cells; None if there is none."""
        return self.linked.leaf_at(x, y)

    def place_of(self, path: Path) -> Path:
        """Return the path of the first leaf below a path. ValueError: no block is drawn there."""
        leaf = tuple(path)
        if leaf not in self.linked.nodes:
            raise ValueError(say("There's no block at path {path}.", path=path))
        while self.linked.nodes[leaf].children:
            leaf = (*leaf, 0)
        return leaf

    def path_at(self, place: Path, level: int) -> Path:
        """Return the path of the block at a level above a leaf."""
        return place[:level]

    @property
    def node(self) -> Node:
        """The node of the chosen block."""
        return self.linked.nodes[self.path]

    def point_at_tree(self, x: float, y: float) -> None:
        """Choose the node nearest to a place, in the units of the tree's axes."""
        if not self.frozen:
            self.select(self.linked.nearest(x, y))

    def press_board(self, x: float, y: float, button: int = 1) -> None:
        """Give the leaf at (x, y) its next colour; the choice is no longer frozen.

        Button 3 freezes the chosen block, or frees the choice if one was frozen.
        """
        if button == 3:
            self.freeze_button.value = not self.frozen
            return
        self.freeze_button.value = False
        if self.point_at(x, y):
            self.next_colour()

    def press_tree(self, x: float, y: float, button: int = 1) -> None:
        """Choose the node nearest to (x, y), and freeze it.

        Button 3 freezes the chosen block, or frees the choice if one was frozen.
        """
        if button == 3:
            self.freeze_button.value = not self.frozen
            return
        self.freeze_button.value = False  # so that another node can be chosen
        self.point_at_tree(x, y)
        self.freeze_button.value = True

    def parent(self) -> None:
        """Choose the parent of the chosen block."""
        if not self.path:
            raise ValueError(say("The whole board has no parent."))
        self.select(self.path[:-1])

    def first_child(self) -> None:
        """Choose the first child of the chosen block."""
        if not self.node.children:
            if self.node.cut:
                raise ValueError(say("The blocks below this one aren't drawn."))
            raise ValueError(say("This block has no children."))
        self.select((*self.path, 0))

    def sibling(self, by: int) -> None:
        """Choose the next (+1) or previous (-1) child of the same parent, wrapping around."""
        if not self.node.above:
            raise ValueError(say("The whole board has no siblings."))
        *path_of_parent, number = self.path
        self.select((*path_of_parent, (number + by) % len(self.node.above.children)))

    def next_problem(self) -> None:
        """Choose the next drawn block that breaks an invariant; after the last one, the first."""
        paths = sorted({problem.path for problem in self.problems} & set(self.linked.nodes))
        if not paths:
            return self.say(say("Every invariant holds in this tree."))
        later_paths = [path for path in paths if path > self.path]
        self.select(later_paths[0] if later_paths else paths[0])

    # -- changing the tree -----------------------------------------------------------------

    def act(self, action: Action) -> None:
        """Do ``action`` on the chosen block."""
        move = Move(action, self.path)
        self._keep(self._changed(lambda block: move.change(block, self._rng)),
                   say("Done: {move}.", move=move))

    def give_colour(self, colour: int) -> None:
        """Give the chosen leaf a colour."""
        def change(block: Block) -> None:
            if block.children:
                raise ValueError(say("This block is divided, so it has no colour. Choose a leaf: "
                                     "the wheel chooses smaller blocks."))
            block.colour = Colour(colour)
        self._keep(self._changed(change), say("{block} is {colour} now.", block=self._named(),
                                              colour=say(Colour(colour).word)))

    def next_colour(self) -> None:
        """Give the chosen leaf the colour after its present one."""
        colour = self.node.colour
        self.give_colour(0 if colour is None else (colour + 1) % len(Colour))

    def break_it(self) -> None:
        """Break an invariant at the chosen block, in the way that is chosen."""
        what = self.breakage.value
        board = self._changed(lambda block: broken_tree.break_block(block, what))
        # Two errors are never equal, so their texts are compared.
        problems_before = [str(problem) for problem in self.problems]
        problems_after = [str(problem) for problem in broken_tree.problems_of(board)]
        if problems_after == problems_before:
            raise ValueError(say("That change doesn't break any more invariants here. Choose "
                                 "another block, but not the whole board."))
        self._keep(board, say("{block} is broken now: {what}.", block=self._named(),
                              what=say(broken_tree.BREAKAGES[what])))

    def _named(self) -> str:
        """Return the chosen block in words, for the start of a sentence."""
        return say("Block {path}", path=self.path) if self.path else say("The whole board")

    def _changed(self, change: Callable[[Block], None]) -> Block:
        """Return a copy of the board whose chosen block was changed by ``change``.

        ValueError: the change isn't possible.
        """
        board = broken_tree.copy_of(self.board)
        block = layout(board)[self.path].block
        if not isinstance(block, Block):
            raise ValueError(say("{value!r} isn't a block.", value=block))
        try:
            time_limit(SECONDS).call(change, block)
        except ValueError:
            raise  # its sentence says why
        except (Exception, OutOfTimeError) as error:  # a broken tree can fail in any way
            raise ValueError(say("You can't do that in this broken tree ({error}). The tree is as "
                                 "it was before.", error=type(error).__name__)) from None
        return board

    def _keep(self, board: Block, done: str) -> None:
        """Show a changed copy of the board from now on, with a sentence; it can be undone."""
        self.changes.note(self.board)
        self._show(board, done)

    def _show(self, board: Block, done: str) -> None:
        """Show another board, and a sentence on what was done."""
        self.board = board
        self.refresh()
        self.say(done)

    def undo(self) -> None:
        """Undo the last change. ValueError: there is none."""
        self._show(self.changes.undo(self.board), self.changes.count_text())

    def redo(self) -> None:
        """Redo the change undone last. ValueError: there is none."""
        self._show(self.changes.redo(self.board), self.changes.count_text())

    # -- showing ---------------------------------------------------------------------------

    def refresh(self) -> None:
        """Show the present tree; call it after changing ``board`` in code."""
        self.problems = broken_tree.problems_of(self.board)
        self.linked.look_at(self.board)
        self.show_possible()
        self.show_chosen()

    def show_chosen(self) -> None:
        """Mark the chosen block, and show its attributes and the broken invariants."""
        while self.path not in self.linked.nodes:  # the block is gone: choose one above it
            self.path = self.path[:-1]
        # The pointer's place must be a leaf of this tree, below the chosen block.
        leaf = self.linked.nodes.get(self._place)
        is_below_the_chosen = self._place[:len(self.path)] == self.path
        if leaf is None or leaf.children or not is_below_the_chosen:
            self._place = self.place_of(self.path)
        self.linked.show(self.path, {problem.path for problem in self.problems}, **self.looks)
        texts = broken_tree.attributes(self.linked, self.path)
        self._table.value = broken_tree.attributes_markup(texts, self.node.colour,
                                                          self.palette.value)
        self._list.value = broken_tree.problems_markup(self.problems, self.path)
        listed = "; ".join(f"{say(name)}: {text}" for name, text in texts.items())
        self.describe(f"{self.linked.alt}.", say_count(
            "Chosen: {attributes}. 1 broken invariant.",
            "Chosen: {attributes}. {count} broken invariants.", len(self.problems),
            attributes=listed))
        self.live.redraw()

    def _make_controls(self) -> None:
        """Make the controls, and lay everything out."""
        self.add(
            Command("parent", self.parent, say("parent", "label"), say("▲ Parent ({key})"), "up"),
            Command("child", self.first_child, say("first child"), say("▼ First child ({key})"),
                    "down"),
            *sibling_commands(self.sibling, say("◀ Previous ({key})"), say("▶ Next ({key})")),
            *action_commands(self.act, ACTIONS),
            *(Command(colour, partial(self.give_colour, colour), say(colour.word),
                      f"{say(colour.word).capitalize()} ({{key}})", str(colour.value))
              for colour in Colour),
            Command("colour", self.next_colour, say("next colour"), say("▣ Next colour ({key})"),
                    "p"),
            Command("break", self.break_it, say("break it"), say("✗ Break it ({key})"), "b"),
            Command("problem", self.next_problem, say("the next block that breaks an invariant"),
                    say("⚠ Next ({key})"), "n", lambda: None if self.problems else say(
                        "Every invariant holds in this tree.")),
            Command("undo", self.undo, say("undo"), say("↶ Undo ({key})"), "z",
                    self.changes.why_no_undo),
            Command("redo", self.redo, say("redo"), say("↷ Redo ({key})"), "y",
                    self.changes.why_no_redo))
        self.add_typed_path()
        self.add_freezing(say("Keep block (k)"), say("keep the chosen block"), "k",
                          say("Stay on this block while the pointer moves: right-click or press k"))
        self.breakage = self.control(
            w.Dropdown, say("Break"), 320, 45,
            options=[(say(label), key) for key, label in broken_tree.BREAKAGES.items()])
        self._table = w.HTML()
        self._list = w.HTML(layout=scrolled(118))
        left = w.VBox([self._table], layout=w.Layout(width=self.px(316), min_height=self.px(236)))
        right = w.VBox([
            self.row("parent", "child", "previous", "next"), self.row(*ACTIONS),
            self.row(*Colour, "colour"), self.row(self.breakage, "break", "problem"),
            self.row(self.typed_path, self.freeze_button, "undo", "redo"),
            self.row(self.letters, self.palette),
        ], layout=w.Layout(width=self.px(522)))
        self.arrange(self.live, self.row(left, right), self.message, self._list)
