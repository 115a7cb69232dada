from blocky.prograsonne.hexes import EDGES, neighbour, opposite
from tests.answers import Wrong, changes


def by_recursion(board, cell, segment):
    found = []

    def visit(cell, segment):
        if (cell, segment) in found:
            return
        found.append((cell, segment))
        for edge in segment.edges:
            beyond = neighbour(cell, edge)
            if beyond in board.tiles:
                visit(beyond, board.tiles[beyond].tile.segment_at(opposite(edge)))

    visit(cell, segment)
    return found


def with_a_queue(board, cell, segment):
    seen = {(cell, segment)}
    queue = [(cell, segment)]
    for cell, segment in queue:
        for edge in segment.edges:
            beyond = neighbour(cell, edge)
            if beyond is not None and beyond in board.tiles:
                tile = board.tiles[beyond].tile
                for other in tile.segments:
                    if opposite(edge) in other.edges and (beyond, other) not in seen:
                        seen.add((beyond, other))
                        queue.append((beyond, other))
    return seen


def with_marks_handed_on(board, cell, segment, seen=None):
    if seen is None:
        seen = set()
    seen.add((cell, segment))
    for edge in segment.edges:
        beyond = neighbour(cell, edge)
        if beyond in board.tiles:
            other = board.tiles[beyond].tile.segment_at(opposite(edge))
            if (beyond, other) not in seen:
                with_marks_handed_on(board, beyond, other, seen)
    return seen


def nothing_at_a_mark(board, cell, segment, seen=None):
    if seen is None:
        seen = set()
    if (cell, segment) in seen:
        return
    seen.add((cell, segment))
    found = {(cell, segment)}
    for edge in segment.edges:
        beyond = neighbour(cell, edge)
        if beyond in board.tiles:
            other = board.tiles[beyond].tile.segment_at(opposite(edge))
            found |= nothing_at_a_mark(board, beyond, other, seen)
    return found


def without_marks(board, cell, segment):
    found = [(cell, segment)]
    for edge in segment.edges:
        beyond = neighbour(cell, edge)
        if beyond in board.tiles:
            other = board.tiles[beyond].tile.segment_at(opposite(edge))
            found += without_marks(board, beyond, other)
    return found


def a_queue_without_marks(board, cell, segment):
    waiting, found = [(cell, segment)], set()
    while waiting:
        cell, segment = waiting.pop()
        found.add((cell, segment))
        for edge in segment.edges:
            beyond = neighbour(cell, edge)
            if beyond in board.tiles:
                waiting.append((beyond, board.tiles[beyond].tile.segment_at(opposite(edge))))
    return found


def next_ones_only(board, cell, segment):
    found = {(cell, segment)}
    for edge in segment.edges:
        beyond = neighbour(cell, edge)
        if beyond in board.tiles:
            found.add((beyond, board.tiles[beyond].tile.segment_at(opposite(edge))))
    return found


def all_segments_of_a_tile(board, cell, segment):
    seen, waiting = set(), [cell]
    while waiting:
        cell = waiting.pop()
        for other in board.tiles[cell].tile.segments:
            if other.kind == segment.kind and (cell, other) not in seen:
                seen.add((cell, other))
                waiting += [beyond for edge in other.edges
                            if (beyond := neighbour(cell, edge)) in board.tiles]
    return seen


def cells_only(board, cell, segment):
    return {cell for cell, _ in by_recursion(board, cell, segment)}


def marks_too_late(board, cell, segment):
    seen, queue = set(), [(cell, segment)]
    found = []
    while queue:
        node = queue.pop(0)
        found.append(node)
        seen.add(node)
        for edge in EDGES:
            if edge in node[1].edges and neighbour(node[0], edge) in board.tiles:
                beyond = neighbour(node[0], edge)
                other = beyond, board.tiles[beyond].tile.segment_at(opposite(edge))
                if other not in seen:
                    queue.append(other)
    return found


RIGHT = {"feature": [by_recursion, with_a_queue, with_marks_handed_on]}

WRONG = {
    "feature": [
        Wrong("no marks", without_marks, "never_stops", "only if it is not marked yet"),
        Wrong("a queue without marks", a_queue_without_marks, "never_stops", "not marked yet"),
        *changes(
            with_marks_handed_on,
            ("the same edge", "segment_at(opposite(edge))", "segment_at(edge)", "opposite(edge)"),
            ("across one edge", "                with_marks", "                return with_marks",
             "return inside of the loop")),
        Wrong("nothing at a mark", nothing_at_a_mark, "wrong", "came to the return in line"),
        Wrong("the next ones only", next_ones_only, "wrong", "What is found ends at"),
        Wrong("all segments of a tile", all_segments_of_a_tile, "wrong", "nothing joins it"),
        Wrong("cells, not segments", cells_only, "wrong", "it should be {(cell, _) for"),
        Wrong("marked too late", marks_too_late, "wrong", "seen, not found"),
    ],
}
