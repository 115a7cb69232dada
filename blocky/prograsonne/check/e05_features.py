"""Exercise 05: all segments of a feature, found by walking over the graph."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from random import Random
from typing import Any

from blocky.kit.check.compare import any_order, told
from blocky.kit.check.failure import Sure
from blocky.kit.check.run import Outcome
from blocky.kit.check.show import beside
from blocky.kit.check.task import Case, Hints, Mistake, Task, of_errors
from blocky.kit.draw.picture import Picture
from blocky.kit.language import say, say_count
from blocky.prograsonne import walk
from blocky.prograsonne.board import Board
from blocky.prograsonne.check.boards import LONG, board_of, boards
from blocky.prograsonne.draw.graph import nodes
from blocky.prograsonne.draw.marked import Marked
from blocky.prograsonne.hexes import EDGES, Cell, neighbour, opposite
from blocky.prograsonne.tiles import Segment
from blocky.prograsonne.walk import Node

__all__ = ["feature", "feature_cases", "named", "not_opposite", "on_the_board", "twice_in",
           "walked"]


def feature_cases(rng: Random) -> Iterator[Case]:
    """Yield boards with a segment on each."""
    for number, board in enumerate(boards(rng)):
        found = nodes(board)
        for cell, segment in found[-2:] if number < 8 else rng.sample(found, min(3, len(found))):
            yield board, cell, segment
    for board in map(board_of, LONG):
        yield from ((board, *node) for node in nodes(board))


def on_the_board(case: Case, got: Outcome) -> Hints | None:
    """See whether what was returned is a collection of segments on the board, each once."""
    if got.value is None:
        return None
    known = {told(node) for node in nodes(case[0])}
    if isinstance(got.value, list) and {told(each)[::-1] for each in got.value if isinstance(
            each, tuple)} & known:
        return ("What do you return?", "A node is a pair: a cell, and a segment of its tile.",
                "Your pairs are the wrong way round: the cell comes first, (cell, segment).")
    if not isinstance(got.value, list) or not {told(each) for each in got.value} <= known:
        return ("What do you return?", "A feature is all its segments, each with its cell.",
                "Return a set or a list of pairs, such as (cell, board.tiles[cell].tile."
                "segment_at(edge)).")
    if len(got.value) > len({told(each) for each in got.value}):
        node = next(each for each in nodes(case[0]) if got.value.count(each) > 1)
        return ("Is a segment twice in what you return?",
                "There can be two ways to the same segment.", twice_in(case[0], node))
    return None


def twice_in(board: Board, node: Node) -> str:
    """Return what is said of a node that is twice in one feature."""
    return say("Twice in one feature is {node}: it meets {count} others, so that it is found "
               "again before the walk goes on from it. Mark a node in the moment in which it is "
               "found and put on the list of those that wait, not later when it is taken from "
               "there; or ask once more when it is taken.", node=named(node),
               count=len([*walk.joined(board, node)]))


@of_errors
def not_opposite(case: Case, got: Outcome) -> Hints | None:
    """See whether a tile was asked for the segment at an edge where it has none."""
    if got.error != "KeyError" or "segment_at(" not in got.message or not got.said.isdigit():
        return None
    if "opposite(" in got.message:
        return ("Across which edges does a feature go on?", "A segment has some of the six edges.",
                say("A tile is asked for its segment at edge {edge}, where it has none. The number "
                    "of the edge on the tile beyond is not what is wrong: you go across an edge "
                    "that is none of the segment's. Go on from each node across the edges of its "
                    "own segment, segment.edges, alone.", edge=got.said))
    return ("Which number has an edge on the tile beyond it?",
            "Two tiles that touch have one edge in common, and each a number of its own for it.",
            say("A tile is asked for its segment at edge {edge}, where it has none. The tile "
                "beyond an edge counts that edge as opposite(edge): there "
                "segment_at(opposite(edge)) is what you need.", edge=got.said))


def walked(case: Case, got: Outcome) -> Hints | Sure | None:
    """Look at what is too much or missing in a feature, and where the walk went wrong."""
    board, start = case[0], (case[1], case[2])
    right = {told(node): node for node in walk.feature(*case)}
    if got.value is None:
        return None
    found = {told(each) for each in got.value}
    missing = [node for each, node in right.items() if each not in found]
    more = [node for node in nodes(board) if told(node) in found - right.keys()]
    if [*map(told, missing)] == [told(start)] and not more:
        return Sure(("Which node does the walk begin with?",
                     "A feature is all its segments, the first one too.",
                     "Only the node that the walk begins with is missing in what you return: put "
                     "it in before you go on from it."))
    cells = {cell for cell, _ in right.values()}
    if more:
        across = next(((own, edge, node) for node in more for own in right.values()
                       for edge in EDGES if edge not in own[1].edges
                       and neighbour(own[0], edge) == node[0]
                       and opposite(edge) in node[1].edges), None)
        node = across[2] if across else next((each for each in more if each[0] in cells), more[0])
        if across:
            return ("Across which edges does a feature go on?",
                    "A segment has some of the six edges.",
                    say("Too much is {node}. It lies beyond edge {edge} of {cell}, which is none "
                        "of the edges of {own}: go on across segment.edges alone.",
                        node=named(node), edge=across[1], cell=across[0][0],
                        own=named(across[0])))
        return ("How does your walk come from a segment to the next one?",
                "Two segments are joined where they meet across an edge. Two segments on one tile "
                "do not belong together.",
                say("Too much is {node}: another segment of that tile is in the feature, and no "
                    "way leads from one to the other.", node=named(node))
                if node[0] in cells else
                say("Too much is {node}: nothing joins it to the feature.", node=named(node)))
    twice = next((node for node in missing if any(
        node[0] == cell and told((cell, each)) in found for cell, each in right.values())), None)
    if missing and twice and all(cell in {told(each)[0] for each in got.value}
                                 for cell, _ in missing):
        return ("What do you mark: cells or segments?",
                "A feature can come to the same tile twice, by two of its segments.",
                say("On {cell} the feature has two segments, and one is missing. Mark the node "
                    "(cell, segment), not its cell alone.", cell=twice[0]))
    last = next(((node, other) for node in right.values() if told(node) in found
                 for other in walk.joined(board, node) if told(other) not in found), None)
    return last and (
        "From which node does your walk not go on?",
        "Each node that is found must be gone on from, across all its edges.",
        say("What is found ends at {node}: it meets {other}, which is missing. Go on from every "
            "node, across every one of its edges, until nothing new is found; and as long as one "
            "loop over edges goes on, cell must be the cell of these edges.",
            node=named(last[0]), other=named(last[1])))


def named(node: Node) -> str:
    """Return what a node is called."""
    cell, segment = node
    return say_count("the {kind} at edge {edges} of {cell}",
                     "the {kind} at edges {edges} of {cell}", len(segment.edges),
                     kind=segment.kind, cell=cell, edges=", ".join(map(str, segment.edges)))


def _one_way(board: Board, cell: Cell, segment: Segment, seen: Any = ()) -> set[Node]:
    """Return what is found by a walk that goes on across one edge of each segment only."""
    seen = {(cell, segment), *seen}
    node = next((each for each in walk.joined(board, (cell, segment)) if each not in seen), None)
    return _one_way(board, *node, seen) if node else seen


def _by_step(step: Callable[[Board, Node], Iterable[Node]], deep: bool = True
             ) -> Callable[..., set[Node]]:
    """Return the wrong answer that goes on by a wrong step, or not from what it has found."""
    def mistake(board: Board, cell: Cell, segment: Segment, seen: Any = None) -> set[Node]:
        found = [(cell, segment)]
        for node in found:
            found += [each for each in dict.fromkeys(step(board, node)) if each not in found
                      and (deep or node is found[0])]
        return {*found}
    return mistake


def _beyond(board: Board, node: Node, edges: Iterable[int], all_of_it: bool = False
            ) -> Iterator[Node]:
    """Yield the segments of the same kind beyond some edges, those at the edge or all of them."""
    for edge in edges:
        if (beyond := neighbour(node[0], edge)) in board.tiles and beyond:
            tile = board.tiles[beyond].tile
            yield from ((beyond, each) for each in tile.segments if each.kind == node[1].kind
                        and (all_of_it or opposite(edge) in each.edges))


def _the_other_way(board: Board, node: Node) -> Iterator[Node]:
    """Yield what is found if the opposite edge is gone across."""
    for edge in node[1].edges:
        if (beyond := neighbour(node[0], opposite(edge))) in board.tiles and beyond:
            yield beyond, board.tiles[beyond].tile.segment_at(edge)


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


def _shown(case: Case, expected: Outcome, got: Outcome) -> Picture:
    """Draw the segment to begin with, those that are expected, and those that were got."""
    board, cell, segment = case
    own = [node for node in nodes(board) if told(node) in told(got.value)]
    return beside([("given", Marked(board, [(cell, segment)])),
                   ("expected", Marked(board, list(expected.value))), ("got", Marked(board, own))])


feature = Task(
    "feature", walk.feature, feature_cases, call=any_order,
    laws=[not_opposite, on_the_board, walked],
    ways=[_own], kits=[walk, Board.feature_at, Board.features], show=_shown,
    mistakes=[
        Mistake(_one_way, (
            "Across how many edges of a segment does your walk go on?",
            "A return ends the function at once, and the loop that it stands in as well.",
            "From each segment your walk goes on across one edge only, to the first new one: a "
            "return inside of the loop over the edges ends it. Go on within the loop, and return "
            "after it.")),
        Mistake(_by_step(lambda board, node: _beyond(board, node, EDGES)), (
            "Across which edges does a feature go on?", "A segment has some of the six edges.",
            "Your walk goes on across all six edges of the cell, and so comes to what another "
            "segment of the tile meets. Go across segment.edges alone.")),
        *(Mistake(_by_step(step), (
            "Which segment of the tile beyond an edge is meant?",
            "A tile can have two segments of one kind that do not belong together.",
            "Your walk goes on to all segments of the neighbour that are of the same kind. Take "
            "the one at the common edge alone: segment_at(opposite(edge))."))
          for step in (lambda board, node: _beyond(board, node, node[1].edges, True),
                       lambda board, node: _beyond(board, node, EDGES, True))),
        Mistake(_by_step(_the_other_way), (
            "Which cell lies beyond an edge?", "An edge has two numbers, one on each of its tiles.",
            "You look for the tile beyond an edge on the other side of the cell. The cell beyond "
            "an edge is neighbour(cell, edge); opposite(edge) is the number that the tile there "
            "has for it, for segment_at.")),
        Mistake(_by_step(walk.joined, deep=False), (
            "From which nodes does your walk go on?", "What is found has neighbours, too.",
            "Your walk finds what the first segment meets, and ends there. Go on from each node "
            "that is found, in the same way, until nothing new comes.")),
    ],
    endless=("Two segments meet. From the first you come to the second; and from the second?",
             "Whoever walks over a graph must know where they were already.",
             "The walk goes back and forth for ever. Go on from a segment only if it is not marked "
             "yet, and mark it before you go on."),
    nudge="Walk with a finger over the picture, and say at each step what you ask the board.",
)
