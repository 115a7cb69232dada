from blocky.prograsonne.hexes import neighbour, opposite
from blocky.prograsonne.linked import LinkedList, Stack
from tests.answers import Wrong, changes


def by_recursion(board):
    found = LinkedList()
    for cell in board.tiles:
        for segment in board.tiles[cell].tile.segments:
            if not any((cell, segment) in part for part in found):
                part = LinkedList()
                collect(board, cell, segment, part)
                found.append(part)
    return found


def collect(board, cell, segment, part):
    part.append((cell, segment))
    for edge in segment.edges:
        beyond = neighbour(cell, edge)
        if beyond in board.tiles:
            other = board.tiles[beyond].tile.segment_at(opposite(edge))
            if (beyond, other) not in part:
                collect(board, beyond, other, part)


def with_a_stack(board):
    found, marked = LinkedList(), LinkedList()
    for cell in board.tiles:
        for segment in board.tiles[cell].tile.segments:
            part, waiting = LinkedList(), Stack()
            waiting.push((cell, segment))
            while len(waiting) > 0:
                node = waiting.pop()
                if node in marked:
                    continue
                marked.append(node)
                part.append(node)
                for edge in node[1].edges:
                    beyond = neighbour(node[0], edge)
                    if beyond in board.tiles:
                        tile = board.tiles[beyond].tile
                        waiting.push((beyond, tile.segment_at(opposite(edge))))
            if len(part) > 0:
                found.append(part)
    return found


def lists(board):
    return [list(part) for part in by_recursion(board)]


RIGHT = {"features": [by_recursion, with_a_stack]}

WRONG = {"features": [
    Wrong("lists of lists", lists, "that is Python's own list"),
    *changes(
        by_recursion,
        ("marks in a set", {"found = LinkedList()": "found, marked = LinkedList(), set()"},
         "that is Python's own set"),
        ("a feature for each segment", {
            "if not any((cell, segment) in part for part in found):": "if True:"},
         "begin no walk at"),
        ("cells, not nodes", {
            "if not any((cell, segment) in part for part in found):":
            "if not any(cell == other for part in found for other, _ in part):"},
         "not the cell alone"))]}
