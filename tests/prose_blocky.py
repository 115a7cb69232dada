"""What the lessons of Blocky say of numbers and colours; see tests/test_prose.py."""

from blocky import BlobGoal, Colour, PerimeterGoal, SmartPlayer
from blocky.block import Block
from blocky.move import Action, Move
from tests.test_prose import Phrase

PLAY, TREE, RANDOM, PLACES, GOALS, GRID, BLOB, PLAYERS, EXTENDED, ARENA = (
    f"notebooks/blocky/{name}" for name in (
        "00_play", "01_tree", "02_random_init", "03_geometry", "04_goals", "06_flatten", "07_blob",
        "08_players", "09_extended", "10_arena"))


def red(goal, board):
    return goal(Colour.RED).score(board)


def after(board, path, move):
    """A copy of a board on which a block is moved by one of its methods."""
    copy = board.copy()
    move(copy.at(path))
    return copy


def finer(goal, max_depth):
    """What red scores on the board of nine nodes, read at a maximum depth."""
    return red(goal, Block.from_nested([[0, 1, 1, 3], 2, 1, 3], max_depth=max_depth))


def best(names):
    """The best score after a move of the lower right block."""
    return max(map(names.game.score_after, names.moves))


PHRASES = [
    Phrase(PLAY, "play-03", "You have {} points. One move brings you to {}",
           lambda names: (red(PerimeterGoal, names.corner), red(
               PerimeterGoal, after(names.corner, (3,), lambda block: block.rotate(3)))),
           ("play-02", "play-04")),
    Phrase(PLAY, "play-08", "You have {} points, and one swap makes them {}",
           lambda names: (red(BlobGoal, names.swapped), red(
               BlobGoal, after(names.swapped, (3,), lambda block: block.swap(1)))),
           ("play-02", "play-09")),
    Phrase(PLAY, "play-12", "from {} moves at difficulty 0 to {} at difficulty 5",
           lambda _: (SmartPlayer.TRIES[0], SmartPlayer.TRIES[5])),
    Phrase(TREE, "tree-09", "{} nodes, {} of them leaves",
           lambda names: (len(names.nodes), len(names.leaves)),
           ("tree-02", "tree-04", "tree-10")),
    Phrase(TREE, "tree-18", "{}: it is at level {} of {}",
           lambda names: (names.red.flatten().size, names.red.level, names.red.max_depth),
           ("tree-02", "tree-04", "tree-45")),
    Phrase(PLACES, "places-15", "it has {} leaves, and each gives {}",
           lambda names: (len(list(names.board.leaves())),
                          len(next(names.board.leaves()).rectangles_to_draw())),
           ("places-02", "places-04")),
    Phrase(PLACES, "places-05", "Child 0 lies at ({}, {}) and has the size {}. Its child 2 has the "
           "size {} and lies one size further down: ({}, {})",
           lambda names: (*names.board.at((0,)).position, names.board.at((0,)).size,
                          names.board.at((0, 2)).size, *names.board.at((0, 2)).position),
           ("places-02", "places-04")),
    Phrase(GOALS, "goals-06", "{} for the perimeter",
           lambda names: red(PerimeterGoal, names.board), ("goals-02",)),
    Phrase(GOALS, "goals-06", "{} for the blob",
           lambda names: red(BlobGoal, names.board), ("goals-02",)),
    Phrase(GRID, "grid-07", "so the leaf fills {} cells",
           lambda names: names.large.flatten().size, ("grid-02", "grid-30")),
    Phrase(GRID, "grid-12", "here {}. So the stack",
           lambda names: names.random_init(0, 3, names.Random(5)).max_depth + 1, ("grid-02",)),
    Phrase(GRID, "grid-31", "red has a perimeter of {} and a blob of {}",
           lambda _: (finer(PerimeterGoal, 2), finer(BlobGoal, 2))),
    Phrase(GRID, "grid-34", "{} and {}, then {} and {}",
           lambda _: tuple(finer(goal, depth) for depth in (3, 4)
                           for goal in (PerimeterGoal, BlobGoal))),
    Phrase(BLOB, "blob-18", "Depth 4 has {} cells, depth 5 has {}",
           lambda _: (4**4, 4**5)),
    Phrase(PLAYERS, "players-11", "It scores {}",
           lambda names: names.game.scores[0], ("players-02", "players-04", "players-12")),
    Phrase(PLAYERS, "players-14", "The score becomes {}", best,
           ("players-02", "players-04", "players-12", "players-39")),
    Phrase(PLAYERS, "players-17", "It is {}. All moves but the first",
           lambda names: names.twin.scores[0],
           ("players-02", "players-04", "players-12", "players-39", "players-40")),
    Phrase(EXTENDED, "extended-05", "{}: the children of `(0,)`",
           lambda names: len(names.paintable), ("extended-02", "extended-39")),
    Phrase(EXTENDED, "extended-14", "Of {} nodes {} are left",
           lambda names: (len(list(names.board.blocks())), len(list(names.combined.blocks()))),
           ("extended-02", "extended-40")),
    Phrase(EXTENDED, "extended-23", "an edge gains 1 - 1 = {}",
           lambda names: names.Game(
               board=names.board, rules=names.EXTENDED, seed=1,
               goals=[PerimeterGoal(Colour.RED), PerimeterGoal(Colour.BLUE)]).score_after(
                   Move(Action.PAINT, (0, 3), Colour.RED)) - red(PerimeterGoal, names.board),
           ("extended-02",)),
    Phrase(ARENA, "arena-06", "In {} of the ten",
           lambda names: sum(each > 0 for each in names.margins), ("arena-02", "arena-04")),
]
