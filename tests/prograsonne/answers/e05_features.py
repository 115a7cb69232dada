from blocky.prograsonne.hexes import neighbour, opposite
from tests.answers import Wrong, but, changes, solved


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


def without_marks(board, cell, segment):
    found = [(cell, segment)]
    for edge in segment.edges:
        beyond = neighbour(cell, edge)
        if beyond in board.tiles:
            other = board.tiles[beyond].tile.segment_at(opposite(edge))
            found += without_marks(board, beyond, other)
    return found


next_ones_only = but(without_marks, {
    "found += without_marks(board, beyond, other)": "found.append((beyond, other))"})


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


def marks_only_segments(board, cell, segment):
    marked, found = {segment}, [(cell, segment)]
    for cell, segment in found:
        for edge in segment.edges:
            beyond = neighbour(cell, edge)
            if beyond in board.tiles:
                other = board.tiles[beyond].tile.segment_at(opposite(edge))
                if other not in marked:
                    marked.add(other)
                    found.append((beyond, other))
    return found


RIGHT = {"feature": [by_recursion]}

WRONG = {"feature": [
    Wrong("no marks", without_marks, "only if it isn't marked yet", "never_stops"),
    *changes(
        solved("prograsonne/05_features").feature,
        ("across one edge", {"                feature(": "                return feature("},
         "return inside the loop"),
        ("the marks aren't passed on", {"other, seen)\n": "other)\n"},
         "doesn't pass seen on", "never_stops")),
    *changes(without_marks, ("nothing at a mark", {
        "segment):": """segment, seen=None):
    seen = set() if seen is None else seen
    if (cell, segment) in seen:
        return
    seen.add((cell, segment))""",
        "beyond, other)": "beyond, other, seen)"}, "reached the return on line")),
    Wrong("marks only segments", marks_only_segments, "not just the segment"),
    Wrong("the next ones only", next_ones_only, "Your walk stops at"),
    Wrong("all segments of a tile", all_segments_of_a_tile, "nothing connects it")]}
