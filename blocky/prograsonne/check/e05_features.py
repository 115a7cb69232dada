"""Exercise 05: all nodes of a feature, found by walking over the graph of segments."""

from random import Random
from typing import Any

from blocky.kit.check.compare import any_order, told
from blocky.kit.check.task import (
    Case,
    CasePicture,
    Cases,
    Hints,
    Mistake,
    Outcome,
    Sure,
    Task,
    of_errors,
)
from blocky.kit.language import say, say_count
from blocky.prograsonne import walk
from blocky.prograsonne.board import Board
from blocky.prograsonne.check.boards import LONG, SMALL, board_of, boards
from blocky.prograsonne.draw.graph import nodes
from blocky.prograsonne.draw.marked import Marked
from blocky.prograsonne.hexes import Cell, neighbour, opposite
from blocky.prograsonne.tiles import Segment
from blocky.prograsonne.walk import Node

__all__ = ["feature", "node_text", "not_opposite", "repeated_node", "wrong_walk"]


def _cases(rng: Random) -> Cases:
    """Yield triples of a board, and the cell and the segment from which a walk starts.

    The boards are the small ones, then random ones, then those of LONG.
    """
    for number, board in enumerate(boards(rng)):
        all_nodes = nodes(board)
        is_small = number < len(SMALL)  # the small boards come first, then the random ones
        starts = all_nodes[-2:] if is_small else rng.sample(all_nodes, min(3, len(all_nodes)))
        yield from ((board, *node) for node in starts)
    for board in map(board_of, LONG):
        yield from ((board, *node) for node in nodes(board))


def _is_on_the_board(case: Case, got: Outcome) -> Hints | None:
    """Explain a result that isn't a set or a list of nodes of the board."""
    board, *_ = case
    on_board = {*map(told, nodes(board))}
    if got.value is None:
        return None
    # ``any_order`` has made a list of a set
    if isinstance(got.value, list) and {*map(told, got.value)} <= on_board:
        return None
    return ("What do you return?", "A feature consists of segments, each with its cell.",
            "Return a set or a list of pairs (cell, segment). One pair is, for example, "
            "(cell, board.tiles[cell].tile.segment_at(edge)).")


def _has_each_node_once(case: Case, got: Outcome) -> Hints | None:
    """Explain the first node that is in the result more than once."""
    board, *_ = case
    found = [told(node) for node in got.value or []]
    for node in nodes(board):
        if found.count(told(node)) > 1:
            return repeated_node(node)
    return None


def repeated_node(node: Node) -> Hints:
    """Return the hints for a node that is in one feature more than once."""
    return ("Is the same segment in your feature twice?",
            "There can be two ways to reach the same segment.",
            say("Your feature contains {node} twice. Mark each node (the start, too) when you "
                "append it to a list, and test for the mark only before you append, not when the "
                "loop reaches a node.", node=node_text(node)))


@of_errors
def not_opposite(case: Case, got: Outcome) -> Hints | None:
    """Explain a KeyError of ``segment_at(edge)``, if its line doesn't use ``opposite(edge)``."""
    line = got.message  # it has the line that failed, too
    if got.error != "KeyError" or "segment_at(" not in line or "opposite(" in line:
        return None
    return ("What's this edge's number on the neighbouring tile?",
            "Two touching tiles share an edge, but each tile has its own number for it.",
            say("Your function looks for a segment at edge {edge} of a tile, but there's none. The "
                "neighbouring tile has a different number for the shared edge: use "
                "segment_at(opposite(edge)).",
                edge=got.said))  # the message of a KeyError is the missing key


def wrong_walk(case: Case, got: Outcome) -> Hints | Sure | None:
    """Explain a node in the result that isn't part of the feature, or else a missing one.

    ``case`` is the board, and the cell and segment from which the walk starts. Return None if the
    result has exactly the nodes of the feature.
    """
    board, *start = case
    if got.value is None:
        return None
    right_nodes = [*walk.feature(*case)]
    # as plain values, since the answer may have lists in place of tuples
    found = {*map(told, got.value)}
    wrong = found - {*map(told, right_nodes)}
    for node in nodes(board):
        if told(node) in wrong:
            return _not_connected(node)
    missing = [node for node in right_nodes if told(node) not in found]
    only_the_start_is_missing = [*map(told, missing)] == [told(start)]
    if only_the_start_is_missing:
        return Sure(("Which node does the walk start from?",
                     "A feature contains all its segments, including the first one.",
                     "Only the node that the walk starts from is missing. Add it before you go on "
                     "from it."))
    cells_of_missing = [cell for cell, _ in missing]
    cells_of_found = {cell for cell, _ in found}
    if missing and {*cells_of_missing} <= cells_of_found:
        cell, *_ = cells_of_missing
        return ("What do you mark: cells or segments?",
                "A feature can have two segments on the same tile.",
                say("The feature has more than one segment on {cell}, and one of them is missing. "
                    "Mark the node (cell, segment), not just its cell.", cell=cell))
    return _stopped(board, [node for node in right_nodes if told(node) in found])


def _not_connected(node: Node) -> Hints:
    """Return the hints for a node that isn't part of the feature."""
    return ("How does your walk get from one segment to the next?",
            "Two segments are connected if they meet at an edge. Being on the same tile doesn't "
            "connect them.",
            say("Your feature contains {node}, but nothing connects it to the rest. Across each "
                "edge in segment.edges, go on only to segment_at(opposite(edge)).",
                node=node_text(node)))


def _stopped(board: Board, found: list[Node]) -> Hints | None:
    """Explain where a walk stops: at the first found node that is joined to a missing one.

    Return None if no node is missing.
    """
    plain_found = {*map(told, found)}
    for node in found:
        for joined_node in walk.joined(board, node):
            is_missing = told(joined_node) not in plain_found
            if is_missing:
                return _looks_visited(found, joined_node) or _misses(node, joined_node)
    return None


def _misses(node: Node, missing: Node) -> Hints:
    """Return the hints for a walk that doesn't go on from a node to a missing one."""
    return ("At which node does your walk stop too early?",
            "From every node that you find, go on across all its edges.",
            say("Your walk stops at {node}, and misses {other}. Go on from every node, "
                "across all of its edges.", node=node_text(node), other=node_text(missing)))


def _looks_visited(found: list[Node], missing: Node) -> Hints | None:
    """Explain a missing node whose segment equals that of one found node, on another cell.

    The answer may have marked the segment alone, without its cell.
    """
    segments = [segment for _, segment in found]
    missing_cell, missing_segment = missing
    is_found_elsewhere = segments.count(missing_segment) == 1
    has_equal_segments = len({*segments}) < len(segments)  # then the answer marks cells as well
    if not is_found_elsewhere or has_equal_segments:
        return None
    cell, _ = found[segments.index(missing_segment)]
    return ("What do you mark: segments, or segments with their cells?",
            "Segments on different cells can be equal.",
            say("The segments on {cell} and {other} are equal, so your walk treats the second one "
                "as already marked. Mark the node (cell, segment), not just the segment.",
                cell=cell, other=missing_cell))


def node_text(node: Node) -> str:
    """Return a node in words: "the city at edges 1, 2 of (3, 2)", for example."""
    cell, segment = node
    return say_count("the {kind} at edge {edges} of {cell}",
                     "the {kind} at edges {edges} of {cell}", len(segment.edges),
                     kind=say(segment.kind), cell=cell, edges=", ".join(map(str, segment.edges)))


def _one_way(board: Board, cell: Cell, segment: Segment, seen: Any = ()) -> Any:
    """A typical mistake: go on across one edge of each segment only."""
    seen = {(cell, segment), *seen}
    for node in walk.joined(board, (cell, segment)):
        if node not in seen:
            return _one_way(board, *node, seen)
    return seen


def _by_a_loop(board: Board, cell: Cell, segment: Segment) -> set[Node]:
    """Return the feature, found by a loop with a list of waiting nodes."""
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


def _shown(case: Case, expected: Outcome, got: Outcome) -> CasePicture:
    """Draw the board three times: with the given node, the expected nodes, and the answer's."""
    board, cell, segment = case
    own_nodes = [node for node in nodes(board) if told(node) in told(got.value)]
    return [("given", Marked(board, [(cell, segment)])),
            ("expected", Marked(board, [*expected.value])),
            ("got", Marked(board, own_nodes))]


feature = Task(
    "feature", walk.feature, _cases, call=any_order,
    laws=[not_opposite, _is_on_the_board, _has_each_node_once, wrong_walk],
    ways=[_by_a_loop], kits=[walk, Board.feature_at, Board.features], show=_shown,
    mistakes=[Mistake(_one_way, (
        "How many edges of each segment does your walk cross?",
        "A return ends the whole function immediately, even from inside a loop.",
        "Your walk leaves each segment through only one edge: the return inside the loop over the "
        "edges ends that loop. Return after the loop."))],
    endless=("Two segments meet. From the first, you go to the second. Where do you go from "
             "there?",
             "A walk through a graph must remember where it has been.",
             "Your walk goes back and forth forever. Go on from a segment only if it isn't marked "
             "yet, and mark it before you go on."),
    nudge="Follow the feature in the picture with a finger. What do you have to look up on the "
          "board at each step?",
)
