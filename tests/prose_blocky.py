"""What the texts of Blocky say of the boards beside them; see test_prose."""

from random import Random

from blocky import BlobGoal, Block, Colour, PerimeterGoal, SmartPlayer, random_init
from tests.prose import Phrase

RED, BLUE, GREEN, YELLOW = Colour.RED, Colour.BLUE, Colour.GREEN, Colour.YELLOW


def leaves(block):
    return sum(not each.children for each in block.blocks())


def nodes(block):
    return len(list(block.blocks()))


def deepest(block):
    return max(each.level for each in block.blocks())


def perimeter(board, colour):
    return PerimeterGoal(colour).score(board)


def blob(board, colour):
    return BlobGoal(colour).score(board)


def divided(level, max_depth, most=3000):
    """Return in how many of ten cases a block is divided, by the kit's own rule."""
    return round(10 * sum(bool(random_init(level, max_depth, Random(seed)).children)
                          for seed in range(most)) / most)


def finer(goal, max_depth):
    """Return what red scores on the board of nine nodes, read at a maximum depth."""
    return goal(RED).score(Block.from_nested([[0, 1, 1, 3], 2, 1, 3], max_depth=max_depth))


def diagonal(board, colour):
    return sum(row[place] == colour for place, row in enumerate(board.flatten()))


def upper(board, colour):
    """Return the cells in the largest leaf of a colour at the upper edge."""
    return max((4 ** (board.max_depth - leaf.level) for leaf in board.blocks()
                if leaf.colour == colour and leaf.position[1] == board.position[1]), default=0)


def after(board, method, *args):
    changed = board.copy()
    getattr(changed, method)(*args)
    return changed


def best(board, goal):
    """Return what becomes of a board by the rotation or swap that is best for a goal."""
    def changed(path, method, direction):
        copy = board.copy()
        getattr(copy.at(path), method)(direction)
        return copy

    return max((changed(each.path, method, direction) for each in board.blocks()
                for method, direction in (("rotate", 1), ("rotate", 3), ("swap", 0), ("swap", 1))),
               key=goal.score)


PHRASES = [
    Phrase("notebooks/blocky/00_play", "play-03", "you have {} points",
           lambda it: perimeter(it.corner, RED), ("play-02", "play-04")),
    Phrase("notebooks/blocky/00_play", "play-03", "brings you to {}",
           lambda it: perimeter(best(it.corner, PerimeterGoal(RED)), RED), ("play-02", "play-04")),
    Phrase("notebooks/blocky/00_play", "play-08", "You have {} points, and one swap makes them {}",
           lambda it: (blob(it.swapped, RED), blob(best(it.swapped, BlobGoal(RED)), RED)),
           ("play-02", "play-09")),
    Phrase("notebooks/blocky/01_tree", "tree-09", "{} nodes, {} of them leaves",
           lambda it: (nodes(it.board), leaves(it.board)), ("tree-02", "tree-04")),
    Phrase("notebooks/blocky/01_tree", "tree-18", "{}: it is at level {} of {}",
           lambda it: ((2 ** (it.board.max_depth - it.board.at((2,)).level)) ** 2,
                       it.board.at((2,)).level, it.board.max_depth), ("tree-02", "tree-04")),
    Phrase("notebooks/blocky/00_play", "play-12",
           "from {} moves at difficulty 0 to {} at difficulty 5",
           lambda it: (SmartPlayer.TRIES[0], SmartPlayer.TRIES[5])),
    Phrase("notebooks/blocky/03_geometry", "places-05",
           "Child 0 lies at ({}, {}) and has the size {}. Its child 2 has the size {} and lies one "
           "size further down: ({}, {})",
           lambda it: (*it.board.at((0,)).position, it.board.at((0,)).size,
                       it.board.at((0, 2)).size, *it.board.at((0, 2)).position),
           ("places-02", "places-04")),
    Phrase("notebooks/blocky/03_geometry", "places-15", "it has {} leaves, and each gives {}",
           lambda it: (leaves(it.board), len(it.board.at((1,)).rectangles_to_draw())),
           ("places-02", "places-04")),
    Phrase("notebooks/blocky/04_goals", "goals-06", "{} for the perimeter",
           lambda it: perimeter(it.board, RED), ("goals-02",)),
    Phrase("notebooks/blocky/04_goals", "goals-06", "{} for the blob",
           lambda it: blob(it.board, RED), ("goals-02",)),
    Phrase("notebooks/blocky/06_flatten", "grid-12", "One for each node: {}",
           lambda it: nodes(it.random_init(0, 3, Random(5))), ("grid-02",)),
    Phrase("notebooks/blocky/06_flatten", "grid-12", "on the way down, here {}",
           lambda it: deepest(it.random_init(0, 3, Random(5))) + 1, ("grid-02",)),
    Phrase("notebooks/blocky/06_flatten", "grid-27", "{}. The lower left block gives",
           lambda it: perimeter(it.board, RED), ("grid-02",)),
    Phrase("notebooks/blocky/06_flatten", "grid-07", "so the leaf fills {} cells",
           lambda it: it.large.flatten().size, ("grid-02", "grid-30")),
    Phrase("notebooks/blocky/06_flatten", "grid-31", "red has a perimeter of {} and a blob of {}",
           lambda it: (finer(PerimeterGoal, 2), finer(BlobGoal, 2))),
    Phrase("notebooks/blocky/06_flatten", "grid-34", "{} and {}, then {} and {}",
           lambda it: tuple(finer(goal, depth) for depth in (3, 4)
                            for goal in (PerimeterGoal, BlobGoal))),
    Phrase("notebooks/blocky/07_blob", "blob-18", "Depth 4 has {} cells, depth 5 has {}",
           lambda it: tuple(Block(0, depth, RED).flatten().size for depth in (4, 5))),
    Phrase("notebooks/blocky/08_players", "players-11", "It scores {}",
           lambda it: it.game.scores[0], ("players-02", "players-04", "players-12")),
    Phrase("notebooks/blocky/08_players", "players-14", "The score becomes {}",
           lambda it: max(map(it.game.score_after, it.moves)),
           ("players-02", "players-04", "players-12", "players-39")),
    Phrase("notebooks/blocky/08_players", "players-17", "It is {}. All moves but the first",
           lambda it: it.twin.scores[0],
           ("players-02", "players-04", "players-12", "players-39", "players-40")),
    Phrase("notebooks/blocky/09_extended", "extended-05", "{}: the children of `(0,)`",
           lambda it: len(it.paintable), ("extended-02", "extended-39")),
    Phrase("notebooks/blocky/10_arena", "arena-06", "In {} of the ten",
           lambda it: sum(each > 0 for each in it.margins), ("arena-02", "arena-04")),
    Phrase("notebooks/blocky/09_extended", "extended-14", "Of {} nodes {} are left",
           lambda it: (nodes(it.board), nodes(it.combined)), ("extended-02", "extended-40")),
    Phrase("notebooks/blocky/09_extended", "extended-14", "{}: two of its cells are",
           lambda it: it.combined.at((2,)).colour.word, ("extended-02", "extended-40")),

    Phrase("solutions/blocky/01_tree", "dotree-05",
           "Its `max_depth` is {} and its size is {} pixels",
           lambda it: (it.board.max_depth, it.board.size), ("dotree-02",)),
    Phrase("solutions/blocky/01_tree", "dotree-17", "it is {}, for a leaf it is {}",
           lambda it: (leaves(it.board), leaves(it.board.at((1,)))), ("dotree-02",)),
    Phrase("solutions/blocky/01_tree", "dotree-21",
           "so it is {}; for the leaf at the path `(1,)` it is {}",
           lambda it: (deepest(it.board), deepest(it.board.at((1,)))), ("dotree-02",)),
    Phrase("solutions/blocky/02_random_init", "dorandom-13", "in about {} of ten cases",
           lambda it: divided(2, 5)),
    Phrase("solutions/blocky/03_geometry", "doplaces-20",
           "lies on the line between the children {} and {}",
           lambda it: (it.board.get_selected_block((31, 20), 1).path[0],
                       it.board.get_selected_block((32, 20), 1).path[0]), ("doplaces-02",)),
    Phrase("solutions/blocky/04_goals", "dogoals-09",
           "red scores {}, green {}\", \"red scores {}, green {}",
           lambda it: (upper(it.board, RED), upper(it.board, GREEN),
                       upper(after(it.board, "rotate", 1), RED),
                       upper(after(it.board, "rotate", 1), GREEN)), ("dogoals-02",)),
    Phrase("solutions/blocky/05_moves", "domoves-09",
           "clockwise if `direction` is {}, counter-clockwise if it is {}",
           lambda it: tuple(next(turns for turns in (1, 3) if it.after("rotate", turns).children[to]
                                 == after(it.board.children[of], "rotate", turns))
                            for of, to in ((1, 0), (0, 1))), ("domoves-02",)),
    Phrase("solutions/blocky/06_flatten", "dogrid-03", "`{}`",
           lambda it: it.board.flatten().tolist(), ("dogrid-02",)),
    Phrase("solutions/blocky/06_flatten", "dogrid-09", "On the board above red scores {}",
           lambda it: perimeter(it.board, RED), ("dogrid-02",)),
    Phrase("solutions/blocky/07_blob", "doblob-03", "the blob of {} at (0, 1) has {} cells",
           lambda it: (Colour(it.grid[0, 1]).word, blob(it.board, Colour(it.grid[0, 1]))),
           ("doblob-02",)),
    Phrase("solutions/blocky/07_blob", "doblob-10", "so it scores {}",
           lambda it: blob(it.board, GREEN), ("doblob-02",)),
    Phrase("solutions/blocky/07_blob", "doblob-22", "The list gives {}",
           lambda it: blob(Block(0, 6, RED), RED)),
    Phrase("solutions/blocky/08_players", "doplayers-09",
           "| moves tried | {} | {} | {} | {} | {} | {} |",
           lambda it: tuple(SmartPlayer(difficulty).tries for difficulty in range(6))),
    Phrase("solutions/blocky/08_players", "doplayers-05", "of its four cells are {}, and no other",
           lambda it: it.board.at((0,)).majority().word, ("doplayers-02", "doplayers-04")),
    Phrase("solutions/blocky/09_extended", "doextended-16",
           "blue scores {}, red {}, green {} and yellow {}",
           lambda it: tuple(diagonal(it.board, colour) for colour in (BLUE, RED, GREEN, YELLOW)),
           ("doextended-02",)),
    Phrase("solutions/blocky/09_extended", "doextended-05", "`(1,)` of this board is {} and a leaf",
           lambda it: it.board.at((1,)).colour.word, ("doextended-02",)),
    Phrase("solutions/blocky/09_extended", "doextended-10",
           "[\"3-1: {}\", \"2-1-1: {}\", \"2-2: a tie\"]",
           lambda it: (it.blocks[0].majority().word, it.blocks[1].majority().word),
           ("doextended-02", "doextended-10")),
]
