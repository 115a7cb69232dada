"""Random boards, games and moves for hypothesis."""

from hypothesis import strategies as st

from blocky import CLASSIC, EXTENDED, Action, Block, Colour, Game, Move, RuleSet
from blocky.blue import OFFICIAL, SEED
from blocky.blue import Rules as BlueRules
from blocky.blue.rules import COLOURS
from blocky.prograsonne.tiles import TYPES

REFERENCE = [[0, 1, 1, 3], 2, 1, 3]

colours = st.sampled_from(Colour)
rule_sets = st.sampled_from([CLASSIC, EXTENDED])

#: Any rule set of Blocky that can be built.
own_rules = st.builds(
    RuleSet, st.just("own"), st.lists(st.sampled_from(Action), unique=True),
    st.dictionaries(st.sampled_from(Action), st.integers(-3, 9)),
    smashes=st.none() | st.integers(0, 2), smash_divided=st.booleans(), forfeits=st.booleans())
any_rules = rule_sets | own_rules

#: Any rule set of Blue that can be built.
any_blue_rules = st.sampled_from([SEED, OFFICIAL]) | st.builds(
    BlueRules, st.just("own"), st.none() | st.permutations(COLOURS), st.booleans(), st.booleans(),
    st.booleans(), st.tuples(*[st.integers(-9, 20)] * 3), st.booleans(),
    st.none() | st.integers(1, 6))

#: Any supply of Prograsonne with few tiles.
supplies = st.dictionaries(st.sampled_from(sorted(TYPES)), st.integers(0, 3), min_size=1,
                           max_size=6).filter(lambda supply: any(supply.values()))


def nested(depth):
    leaf = st.integers(0, 3)
    if depth == 0:
        return leaf
    return leaf | st.lists(nested(depth - 1), min_size=4, max_size=4)


@st.composite
def boards(draw, min_depth=0, max_depth=5, cell=None):
    """Draw a board; its unit cells are ``cell`` pixels wide, or its size is any that will do.

    Most boards are divided: one that is not has few chances to go wrong.
    """
    depth = draw(st.integers(min_depth, max_depth))
    if depth > 0 and draw(st.integers(0, 4)):
        board = draw(st.lists(nested(depth - 1), min_size=4, max_size=4))
    else:
        board = draw(nested(depth))
    size = cell * 2**depth if cell else draw(st.integers(2**depth, 1000))
    return Block.from_nested(board, depth, size)


@st.composite
def boards_and_paths(draw, min_depth=0, max_depth=5):
    board = draw(boards(min_depth, max_depth))
    return board, draw(paths(board))


def paths(board):
    return st.sampled_from([block.path for block in board.blocks()])


@st.composite
def moves(draw, game):
    """Draw a legal move."""
    block = draw(st.sampled_from(list(game.board.blocks())))
    actions = game.legal_actions(block.path)
    action = draw(st.sampled_from(actions))
    colour = None
    if action is Action.PAINT:
        colour = draw(st.sampled_from([other for other in Colour if other != block.colour]))
    return Move(action, block.path, colour)


@st.composite
def games(draw, max_depth=3):
    """Draw a game that has not begun."""
    counts = st.integers(0, 2)
    humans, smarts = draw(counts), draw(st.lists(st.integers(0, 1), max_size=1))
    randoms = draw(counts.filter(lambda n: n + humans + len(smarts) > 0).filter(
        lambda n: n + humans + len(smarts) < 5))
    return Game(humans=humans, randoms=randoms, smarts=smarts, turns=draw(st.integers(1, 6)),
                rules=draw(rule_sets), seed=draw(st.integers(0, 999)),
                board=draw(boards(max_depth=max_depth)))


@st.composite
def played_games(draw, max_depth=3):
    """Draw a game with some legal moves made: drawn ones, whosever turn it is."""
    game = draw(games(max_depth))
    left = draw(st.integers(0, game.moves_left))
    while game.moves_left > left:
        game.play(draw(moves(game)))
    return game
