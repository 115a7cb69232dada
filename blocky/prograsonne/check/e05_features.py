"""Exercise 05: all segments of a feature, found by walking over the graph."""

from random import Random
from typing import Any

from blocky.kit.check.compare import any_order, told
from blocky.kit.check.task import Case, Cases, Hints, Mistake, Outcome, Sure, Task, of_errors
from blocky.kit.language import say, say_count
from blocky.prograsonne import walk
from blocky.prograsonne.board import Board
from blocky.prograsonne.check.boards import LONG, board_of, boards
from blocky.prograsonne.draw.graph import nodes
from blocky.prograsonne.draw.marked import Marked
from blocky.prograsonne.hexes import Cell, neighbour, opposite
from blocky.prograsonne.tiles import Segment
from blocky.prograsonne.walk import Node

__all__ = ["feature", "named", "not_opposite", "twice", "walked"]


def _cases(rng: Random) -> Cases:
    for number, board in enumerate(boards(rng)):
        found = nodes(board)
        for cell, segment in found[-2:] if number < 8 else rng.sample(found, min(3, len(found))):
            yield board, cell, segment
    for board in map(board_of, LONG):
        yield from ((board, *node) for node in nodes(board))


def _on_the_board(case: Case, got: Outcome) -> Hints | None:
    if got.value is None:
        return None
    known = {told(node): node for node in nodes(case[0])}
    if not isinstance(got.value, list) or not {*map(told, got.value)} <= known.keys():
        return ("What do you return?", "A feature is all of its segments, each with its cell.",
                "Return a set or a list of pairs (cell, segment). One pair is, for example, "
                "(cell, board.tiles[cell].tile.segment_at(edge)).")
    return next((twice(known[told(each)]) for each in got.value if got.value.count(each) > 1), None)


def twice(node: Node) -> Hints:
    """Return the hints for a node that is twice in one feature."""
    return ("Is a segment in one feature twice?",
            "There can be two ways to reach the same segment.",
            say("Your feature contains {node} twice. Mark a node when you put it on your list of "
                "waiting nodes. Don't wait until you take it off the list.",
                node=named(node)))


@of_errors
def not_opposite(case: Case, got: Outcome) -> Hints | None:
    """Hints if a tile is asked for a segment at an edge where it has none."""
    if got.error != "KeyError" or "segment_at(" not in got.message or "opposite(" in got.message:
        return None
    return ("Which number does the edge have on the tile beyond it?",
            "Two touching tiles share an edge, but each tile has its own number for it.",
            say("You look for a segment at edge {edge} of a tile, but it has none there. The tile "
                "beyond an edge has another number for it: use "
                "segment_at(opposite(edge)).", edge=got.said))


def walked(case: Case, got: Outcome) -> Hints | Sure | None:
    """Hints about a node too much or missing in a feature, and where the walk went wrong."""
    board, *start = case
    right = {told(node): node for node in walk.feature(*case)}
    if got.value is None:
        return None
    found = {*map(told, got.value)}
    missing = [node for each, node in right.items() if each not in found]
    more = [node for node in nodes(board) if told(node) in found - right.keys()]
    if [*map(told, missing)] == [told(start)] and not more:
        return Sure(("Which node does the walk start from?",
                     "A feature is all of its segments, including the first one.",
                     "Only the node that the walk starts from is missing. Add it before you go on "
                     "from it."))
    if more:
        return ("How does your walk get from one segment to the next?",
                "Two segments are connected if they meet at an edge. Being on the same tile "
                "doesn't connect them.",
                say("Your feature contains {node}, but nothing connects it to the rest. Cross "
                    "only the edges of a segment, segment.edges. Beyond each, take the segment at "
                    "the common edge, segment_at(opposite(edge)).", node=named(more[0])))
    if missing and {cell for cell, _ in missing} <= {cell for cell, _ in found}:
        return ("What do you mark: cells or segments?",
                "A feature can have two segments on the same tile.",
                say("The feature has more than one segment on {cell}, and one of them is missing. "
                    "Mark the node (cell, segment), not just its cell.", cell=missing[0][0]))
    last = next(((node, other) for node in right.values() if told(node) in found
                 for other in walk.joined(board, node) if told(other) not in found), None)
    return last and (
        "At which node does your walk stop too early?",
        "From every node that you find, go on across all its edges.",
        say("Your walk stops at {node}. It meets {other}, which is missing. Go on from every "
            "node, across all of its edges, until you find nothing new.",
            node=named(last[0]), other=named(last[1])))


def named(node: Node) -> str:
    """Return a node in words."""
    cell, segment = node
    return say_count("the {kind} at edge {edges} of {cell}",
                     "the {kind} at edges {edges} of {cell}", len(segment.edges),
                     kind=say(segment.kind), cell=cell, edges=", ".join(map(str, segment.edges)))


def _one_way(board: Board, cell: Cell, segment: Segment, seen: Any = ()) -> set[Node]:
    """A typical mistake: go on across one edge of each segment only."""
    seen = {(cell, segment), *seen}
    node = next((each for each in walk.joined(board, (cell, segment)) if each not in seen), None)
    return _one_way(board, *node, seen) if node else seen


def _own(board: Board, cell: Cell, segment: Segment) -> set[Node]:
    seen = set()
    waiting = [(cell, segment)]
    while waiting:
        node = waiting.pop()
        if node not in seen:
            seen.add(node)
            cell, segment = node
            for edge in segment.edges:
                beyond = neighbour(cell, edge)
                if beyond in board.tiles:
                    waiting.append((beyond, board.tiles[beyond].tile.segment_at(opposite(edge))))
    return seen


feature = Task(
    "feature", walk.feature, _cases, call=any_order,
    laws=[not_opposite, _on_the_board, walked],
    ways=[_own], kits=[walk, Board.feature_at, Board.features],
    show=lambda case, expected, got: [(title, Marked(case[0], found)) for title, found in (
        ("given", [case[1:]]), ("expected", [*expected.value]),
        ("got", [node for node in nodes(case[0]) if told(node) in told(got.value)]))],
    mistakes=[Mistake(_one_way, (
        "How many edges of each segment does your walk cross?",
        "A return ends the function at once, and any loop that it's in.",
        "Your walk leaves each segment by only one edge, because the return inside the loop over "
        "the edges ends the loop. Go on inside the loop, and return after it."
    ))],
    endless=("Two segments meet. From the first, you go to the second. Where do you go from "
             "there?",
             "A walk over a graph must remember where it has been.",
             "Your walk goes back and forth forever. Go on from a segment only if it isn't marked "
             "yet, and mark it before you go on."),
    nudge="Follow the feature in the picture with a finger. What do you ask the board at each "
          "step?",
)
