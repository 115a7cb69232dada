"""Explorers of the graph of a board: a walk step by step, and the forest of a union-find."""

import math
from collections import deque
from collections.abc import Callable
from typing import NamedTuple

import ipywidgets as w

from blocky.kit.arguments import expect
from blocky.kit.draw.picture import bare, clear
from blocky.kit.language import say, say_count
from blocky.kit.widgets.panel import Command
from blocky.kit.widgets.steps import StepPanel
from blocky.prograsonne.board import Board
from blocky.prograsonne.draw import graph
from blocky.prograsonne.draw.graph import Joint, draw_graph, node_text
from blocky.prograsonne.draw.linked import listing
from blocky.prograsonne.draw.shapes import cell_at
from blocky.prograsonne.fast.union_find import UnionFind
from blocky.prograsonne.hexes import Cell
from blocky.prograsonne.walk import Node, joined

__all__ = ["ForestExplorer", "GraphExplorer"]


def _cell_of(node: Node) -> Cell:
    """Return the cell of a segment."""
    cell, _ = node
    return cell


def _cell_of_later(joint: Joint) -> Cell:
    """Return the cell of the tile that was placed later, of the two that meet."""
    later, _, _ = joint
    return _cell_of(later)


class GraphPanel(StepPanel):
    """A board with its graph, explored in steps: the base of both explorers.

    A subclass defines ``show``, which draws the step and returns two texts: what happens in it, and
    what else can be seen. ValueError: the board has no segment.

    Attributes:
        board: the board; it must not change while it is explored.
        nodes, joints: its graph.
        chosen: the chosen node; None if there is none.
    """

    def __init__(self, board: Board, *, big: bool = False) -> None:
        expect("board", board, Board, say("a Board, such as game.board"))
        super().__init__((8.2, 4.9), big=big)
        self.board = board
        self.nodes = graph.nodes(board)
        self.joints = graph.joints(board)
        if not self.nodes:
            raise ValueError(say("This board has no segments, so it has no graph."))
        self.chosen: Node | None = None
        self.ax = self.figure.add_axes((0.005, 0.01, 0.52, 0.98))
        self.side = bare(self.figure.add_axes((0.545, 0.03, 0.45, 0.94)))
        graph.fit_tiles(self.ax, board)
        self.make_steps(say("Step"), 330)
        self.add(
            Command("back", self.back, say("back"), say("◀ Back"), "left"),
            Command("forward", self.forward, say("forward"), say("Forward ▶"), "right"),
            Command("first", self.first, say("first"), key="home"),
            Command("last", self.last, say("last"), key="end"),
            Command("play", self.play, say("play or pause"), key=" "),
            Command("next", self.next_node, say("choose the next segment"),
                    say("Next segment ({key})"), "n"))
        self.hear(self.ax, pressed=self.press_at)

    def lay_out(self, *more: w.Widget) -> None:
        """Show the figure and its controls; ``more`` are further ones."""
        self.arrange(self.live, self.row("back", "forward", self.slider, self.player),
                     self.row("next", *more), self._sentence, self.message)

    def press_at(self, x: float, y: float, button: int = 1) -> None:
        """Choose the segment nearest to a place, among those on its cell."""
        pressed_cell = cell_at(x, y)
        nodes_there = [node for node in self.nodes if _cell_of(node) == pressed_cell]
        if nodes_there:
            self.choose(min(nodes_there,
                            key=lambda node: math.dist(graph.place_of(node), (x, y))))

    def next_node(self) -> None:
        """Choose the segment that was placed next after the chosen one."""
        number = self.nodes.index(self.chosen) if self.chosen else -1
        self.choose(self.nodes[(number + 1) % len(self.nodes)])

    def choose(self, node: Node) -> None:
        """Choose a segment."""
        self.chosen = node
        self.refresh()

    show: Callable[[], tuple[str, str]]

    def refresh(self) -> None:
        """Show the step."""
        clear(self.ax, self.side)
        step_text, further_text = self.show()
        self.show_figure(step_text, alt=[step_text, further_text])


class _Moment(NamedTuple):
    """A moment of a walk: the node taken, whether it was new, the nodes waiting and marked."""

    taken: Node | None
    new: bool
    waiting: tuple[Node, ...]
    marked: tuple[Node, ...]


class GraphExplorer(GraphPanel):
    """A walk over a feature, step by step, from the chosen segment.

    Attributes:
        queue: the control for the order: while pressed, the first node waiting is taken next, as in
            a queue, otherwise the last, as in a stack.
        moments: the moments of the walk, one for each step.
    """

    def __init__(self, board: Board, *, queue: bool = True, big: bool = False) -> None:
        super().__init__(board, big=big)
        self.queue = self.toggle(say("Queue (q)"),
                                 say("Take the segment that has waited longest: key q"),
                                 lambda: self.choose(self.chosen or self.nodes[0]), queue)
        self.bind("q", say("queue or stack"), self.queue)
        self.lay_out(self.queue)
        self.choose(self.nodes[0])

    def choose(self, node: Node) -> None:
        """Begin a walk at a segment: find all its moments, and show the first."""
        self.chosen = node
        waiting = deque([node])
        marked: list[Node] = []
        start = _Moment(taken=None, new=False, waiting=(node,), marked=())
        self.moments = [start]
        while waiting:
            taken = waiting.popleft() if self.queue.value else waiting.pop()
            is_new = taken not in marked
            if is_new:
                marked.append(taken)
                waiting.extend(joined(self.board, taken))
            self.moments.append(_Moment(taken, is_new, tuple(waiting), tuple(marked)))
        self.begin_steps(len(self.moments) - 1)

    def show(self) -> tuple[str, str]:
        """Draw the step of the walk; return sentences on it, and on the nodes waiting."""
        now = self.moments[self.step]
        # the numbers of the marked nodes, in the order in which they were marked
        numbers = {node: str(number) for number, node in enumerate(now.marked, start=1)}
        draw_graph(self.board, self.board.tiles, self.ax, self.nodes, self.joints, texts=numbers,
                   done=now.marked, here=now.taken,
                   waiting=[node for node in now.waiting if node not in numbers])
        head = (say("The queue: the first segment is taken next") if self.queue.value else
                say("The stack: the last segment is taken next"))
        listed = [say("{node} (already marked)", node=node_text(node)) if node in numbers
                  else node_text(node) for node in now.waiting]
        index_of_next = 0 if self.queue.value else len(listed) - 1  # -1: nothing is waiting
        listing(listed, self.side, head, at=index_of_next)
        return self._step_text(now), say(
            "Marked: {count}. Waiting: {waiting}.", count=len(now.marked),
            waiting=", ".join(listed) or say("nothing"))

    def _step_text(self, now: _Moment) -> str:
        """Return sentences on the segment taken in a step, and on the end of the walk."""
        if now.taken is None:
            [start] = now.waiting
            return say("{node} is waiting, and nothing is marked.", node=node_text(start))
        if now.new:
            text = say_count(
                "{node} is taken and marked. It meets 1 segment, which is now waiting.",
                "{node} is taken and marked. It meets {count} segments, which are now waiting.",
                len(list(joined(self.board, now.taken))), node=node_text(now.taken))
        else:
            text = say("{node} is taken. It is already marked, so there is nothing to do.",
                       node=node_text(now.taken))
        if now.waiting:
            return text
        return say_count("{text} Nothing is waiting any more: the feature has 1 segment.",
                         "{text} Nothing is waiting any more: the feature has {count} segments.",
                         len(now.marked), text=text)


class ForestExplorer(GraphPanel):
    """The groups of a union-find while the tiles of a board are placed, one after the other.

    Attributes:
        events: for each step the segment that is added, in a tuple of one, or the joint of two
            segments that meet.
        numbers: the number of each segment.
    """

    def __init__(self, board: Board, *, big: bool = False) -> None:
        super().__init__(board, big=big)
        self.lay_out()
        self.events: list[tuple[Node] | Joint] = []
        for cell in board.tiles:  # in the order of placing
            self.events += [(node,) for node in self.nodes if _cell_of(node) == cell]
            self.events += [joint for joint in self.joints if _cell_of_later(joint) == cell]
        self.numbers = {node: number for number, node in enumerate(self.nodes)}
        self.begin_steps(len(self.events))

    def go_to(self, step: int) -> None:
        """Show a step, and clear the choice."""
        self.chosen = None
        super().go_to(step)

    def groups(self, step: int) -> UnionFind:
        """Return the union-find after the events up to a step."""
        groups = UnionFind()
        for event in self.events[:step]:
            if len(event) == 1:
                groups.add()  # the segment with the next number
            else:
                later, earlier, _ = event
                groups.union(self.numbers[later], self.numbers[earlier])
        return groups

    def show(self) -> tuple[str, str]:
        """Draw the board and the forest; return sentences on the step, and on the forest.

        If a segment is chosen, the first sentence is on its root instead.
        """
        groups = self.groups(self.step)
        events_so_far = self.events[:self.step]
        event = events_so_far[-1] if events_so_far else None  # what happens in this step
        nodes_so_far = self.nodes[:len(groups.parents)]
        if self.chosen not in nodes_so_far:
            self.chosen = None
        marked_nodes: list[Node] = []
        if self.chosen:
            marked_nodes = [self.chosen]
        elif event:
            marked_nodes = list(event[:2])  # the segment added, or the two that meet
        self._draw_board(groups, events_so_far, nodes_so_far, marked_nodes)
        forest = graph.forest(groups.parents, self.side,
                              marked=[self.numbers[node] for node in marked_nodes])
        if self.chosen:
            return self._root_text(self.chosen, groups), f"{forest.alt}."
        return self._step_text(event, groups), f"{forest.alt}."

    def _draw_board(self, groups: UnionFind, events: list[tuple[Node] | Joint], nodes: list[Node],
                    marked: list[Node]) -> None:
        """Draw the tiles and the graph after these events, with the groups of the marked nodes."""
        marked_roots = {groups.find(self.numbers[node]) for node in marked}
        in_marked_groups = [node for node in nodes
                            if groups.find(self.numbers[node]) in marked_roots]
        cells = dict.fromkeys(_cell_of(node) for node in nodes)  # each once, in order
        joints = [event for event in events if len(event) > 1]
        draw_graph(self.board, cells, self.ax, nodes, joints,
                   done=in_marked_groups, here=marked[0] if marked else None,
                   texts={node: str(self.numbers[node]) for node in nodes})

    def _root_text(self, node: Node, groups: UnionFind) -> str:
        """Return a sentence on the root of a segment."""
        number = self.numbers[node]
        root = number
        steps = 0
        while groups.parents[root] != root:
            root = groups.parents[root]
            steps += 1
        return say_count(
            "Segment {number}, {node}: its root is {root}, 1 step up.",
            "Segment {number}, {node}: its root is {root}, {count} steps up.", steps,
            number=number, node=node_text(node), root=root)

    def _step_text(self, event: tuple[Node] | Joint | None, groups: UnionFind) -> str:
        """Return a sentence on the event of the step, if any; ``groups`` are those after it."""
        if event is None:
            return say("No tile has been placed.")
        if len(event) == 1:  # a segment is added
            [node] = event
            return say("Segment {number}, {node}, is added. It is its own root.",
                       number=self.numbers[node], node=node_text(node))
        later, earlier, _ = event
        number_1 = self.numbers[later]
        number_2 = self.numbers[earlier]
        groups_before = self.groups(self.step - 1)
        root_1 = groups_before.find(number_1)
        root_2 = groups_before.find(number_2)
        if root_1 == root_2:
            return say("Segments {one} and {two} meet. Both have the root {root}, so they already "
                       "belong together.", one=number_1, two=number_2, root=root_1)
        root = groups.find(number_1)
        old_root = root_2 if root == root_1 else root_1
        return say("Segments {one} and {two} meet. Their roots are {first} and {second}, and "
                   "{below} is now a child of {root}.", one=number_1, two=number_2, first=root_1,
                   second=root_2, below=old_root, root=root)
