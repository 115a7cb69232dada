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
        return ("What do you return?", "A feature is all its segments, each with its cell.",
                "Return a set or a list of pairs (cell, segment), such as (cell, board.tiles[cell]."
                "tile.segment_at(edge)).")
    return next((twice(known[told(each)]) for each in got.value if got.value.count(each) > 1), None)


def twice(node: Node) -> Hints:
    """Return the hints for a node that is twice in one feature."""
    return ("Is a segment twice in one feature?", "There can be two ways to the same segment.",
            say("Twice in one feature is {node}. Mark a node in the moment in which it is found "
                "and put on the list of those that wait, not later when it is taken from there.",
                node=named(node)))


@of_errors
def not_opposite(case: Case, got: Outcome) -> Hints | None:
    """Hints if a tile is asked for a segment at an edge where it has none."""
    if got.error != "KeyError" or "segment_at(" not in got.message or "opposite(" in got.message:
        return None
    return ("Which number has an edge on the tile beyond it?",
            "Two tiles that touch have one edge in common, and each a number of its own for it.",
            say("A tile is asked for its segment at edge {edge}, where it has none. The tile "
                "beyond an edge counts that edge as opposite(edge): there "
                "segment_at(opposite(edge)) is what you need.", edge=got.said))


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
        return Sure(("Which node does the walk begin with?",
                     "A feature is all its segments, the first one too.",
                     "Only the node that the walk begins with is missing: put it in before you go "
                     "on from it."))
    if more:
        return ("How does your walk come from a segment to the next one?",
                "Two segments are joined where they meet across an edge. Two segments on one tile "
                "do not belong together.",
                say("Too much is {node}: nothing joins it to the feature. Go on across the edges "
                    "of each segment alone, segment.edges, to the segment at the common edge, "
                    "segment_at(opposite(edge)).", node=named(more[0])))
    if missing and {cell for cell, _ in missing} <= {cell for cell, _ in found}:
        return ("What do you mark: cells or segments?",
                "A feature can come to the same tile twice, by two of its segments.",
                say("On {cell} the feature has two segments, and one is missing. Mark the node "
                    "(cell, segment), not its cell alone.", cell=missing[0][0]))
    last = next(((node, other) for node in right.values() if told(node) in found
                 for other in walk.joined(board, node) if told(other) not in found), None)
    return last and (
        "From which node does your walk not go on?",
        "Each node that is found must be gone on from, across all its edges.",
        say("What is found ends at {node}: it meets {other}, which is missing. Go on from every "
            "node, across every one of its edges, until nothing new is found.",
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
        "Across how many edges of a segment does your walk go on?",
        "A return ends the function at once, and the loop that it stands in as well.",
        "From each segment your walk goes on across one edge only, to the first new one: a return "
        "inside of the loop over the edges ends it. Go on within the loop, and return after it."
    ))],
    endless=("Two segments meet. From the first you come to the second; and from the second?",
             "Whoever walks over a graph must know where they were already.",
             "The walk goes back and forth for ever. Go on from a segment only if it is not marked "
             "yet, and mark it before you go on."),
    nudge="Walk with a finger over the picture, and say at each step what you ask the board.",
)
