"""The student's own code takes part, and whatever it does, the game stays whole."""

from collections import Counter

import numpy as np
import pytest

from blocky import (
    CLASSIC,
    EXTENDED,
    Action,
    BlobGoal,
    Block,
    Colour,
    Game,
    Goal,
    HumanPlayer,
    IllegalMove,
    Move,
    PartError,
    Parts,
    PerimeterGoal,
    Player,
    RandomPlayer,
    SmartPlayer,
)
from blocky.kit import safely
from tests.answers.blobs import as_the_rules_say as undiscovered_blob_size
from tests.answers.grids import with_loops as flatten_to_lists
from tests.answers.grids import with_numpy as flatten
from tests.answers.making import with_a_comprehension as random_init
from tests.answers.moves import place as update_block_locations
from tests.answers.moves import rotate_by_slices as rotate
from tests.answers.moves import smash_in_a_loop as smash
from tests.answers.moves import swap_by_list as swap
from tests.answers.places import paint_in_two_parts as rectangles_to_draw
from tests.answers.places import select_with_a_loop as get_selected_block
from tests.strategies import REFERENCE

RED = Colour.RED


# -- right answers, written as a student writes them -----------------------------------------

def paint(block, colour):
    block.colour = colour


def combine(block):
    counts = Counter(child.colour for child in block.children)
    block.colour = max(counts, key=lambda colour: counts[colour])
    block.children = []


RIGHT = {
    "random_init": random_init, "update_block_locations": update_block_locations,
    "rectangles_to_draw": rectangles_to_draw, "get_selected_block": get_selected_block,
    "swap": swap, "rotate": rotate, "smash": smash, "paint": paint, "combine": combine,
    "flatten": flatten, "undiscovered_blob_size": undiscovered_blob_size,
}

SETS_OF_PARTS = [RIGHT, {"flatten": flatten_to_lists}, *({name: RIGHT[name]} for name in RIGHT)]


def test_every_part_has_a_right_answer_here():
    assert set(vars(Parts())) == set(RIGHT)


@pytest.mark.parametrize("rules", [CLASSIC, EXTENDED])
@pytest.mark.parametrize("own", SETS_OF_PARTS, ids=lambda own: "+".join(own))
def test_right_parts_play_the_game_that_the_kit_plays(rules, own):
    settings = {"max_depth": 3, "humans": 0, "randoms": 2, "smarts": [0], "turns": 12,
                "rules": rules, "seed": 5, "goals": BlobGoal}
    game, kits = Game(**settings, parts=Parts(**own)), Game(**settings)
    game.run()
    kits.run()
    assert game == kits
    assert game.board == kits.board
    game.undo(len(game.history))
    game.redo(len(kits.history))
    assert game.board == kits.board
    game.board.check_invariants()


def test_a_right_get_selected_block_selects():
    own = Game(max_depth=3, seed=1, parts=Parts(get_selected_block=get_selected_block))
    kits = Game(max_depth=3, seed=1)
    for location in [(0, 0), (255, 256), (256, 255), (300, 100), (511, 511), (512, 0)]:
        for level in range(5):
            assert (own.parts.select(own.board, location, level)
                    == kits.parts.select(kits.board, location, level))


def test_a_right_rectangles_to_draw_draws(reference):
    reference.children[0].highlighted = True
    own = Parts(rectangles_to_draw=rectangles_to_draw)
    assert own.call("rectangles_to_draw", reference) == reference.rectangles_to_draw()


def test_a_part_may_give_colours_as_numbers(capsys):
    def numbers(board):
        for leaf in board.leaves():
            leaf.colour = int(leaf.colour)

    own = Parts(random_init=init_then(numbers), paint=then(paint, numbers))
    game = Game(max_depth=2, smarts=[], rules=EXTENDED, seed=2, parts=own)
    cell = next(block for block in game.board.blocks() if block.level == 2)
    game.play(Move(Action.PAINT, cell.path, (cell.colour + 1) % 4))
    game.board.print_block()
    assert f"{Colour(cell.colour).word}, level 2" in capsys.readouterr().out
    assert repr(cell).endswith(f"{Colour(cell.colour).word}>")


# -- wrong answers ---------------------------------------------------------------------------

BOARD = [[1, 1, 0, 2], 2, 1, 3]
MOVES = {
    "swap": Move(Action.SWAP_HORIZONTALLY),
    "rotate": Move(Action.ROTATE_CLOCKWISE),
    "smash": Move(Action.SMASH, (1,)),
    "paint": Move(Action.PAINT, (0, 0), 2),
    "combine": Move(Action.COMBINE, (0,)),
}


def new_game():
    return Game(humans=1, randoms=1, smarts=[], rules=EXTENDED, seed=3,
                board=Block.from_nested(BOARD, 2, 64), goals=[BlobGoal(RED), PerimeterGoal(2)])


def use(game, name):
    """Let ``game`` call its part ``name``."""
    if name == "random_init":
        Game(max_depth=2, seed=1, parts=game.parts)
    elif name == "get_selected_block":
        game.parts.select(game.board, (40, 10), 1)
    elif name == "rectangles_to_draw":
        game.parts.call(name, game.board)
    else:
        game.play(MOVES.get(name, MOVES["rotate"]))


def assert_refused(name, function, said=None):
    game = new_game()
    game.play(Move(Action.ROTATE_CLOCKWISE, (0,)))
    game.parts = Parts(**{name: function})
    before, board = game.to_record(), game.board
    state = [(id(b), b.colour, b.position, b.size, b.level, b.max_depth) for b in board.blocks()]
    with pytest.raises(PartError, match=said) as caught:
        use(game, name)
    text = str(caught.value)
    assert name in text
    assert text.endswith((".", "?"))
    assert game.to_record() == before
    assert game.board is board
    assert state == [
        (id(b), b.colour, b.position, b.size, b.level, b.max_depth) for b in board.blocks()]
    board.check_invariants()
    game.parts = Parts()
    game.play(Move(Action.ROTATE_CLOCKWISE))


def raises(*args):
    raise ValueError("no idea")


def raises_without_a_word(*args):
    raise KeyError


def recurses(*args):
    return recurses(*args)


def loops(*args):
    while True:
        args = args[:]


def loops_and_catches_exceptions(*args):
    while True:
        try:  # noqa: SIM105 (as a student writes it)
            args = args[:]
        except Exception:
            pass


def does_nothing(*args):
    return None


NOT_STARTED = "not started"


def is_a_stub(*args):
    raise NotImplementedError(NOT_STARTED)


each_part = pytest.mark.parametrize("name", RIGHT)


@each_part
@pytest.mark.parametrize(("function", "said"), [
    (raises, "raised ValueError: no idea"), (raises_without_a_word, "raised KeyError"),
    (is_a_stub, "raised NotImplementedError: not started"), (recurses, "base case"),
    (lambda: None, "raised TypeError")], ids=["raises", "no word", "stub", "recurses", "no args"])
def test_a_part_that_fails(name, function, said):
    assert_refused(name, function, said)


@each_part
@pytest.mark.parametrize("function", [loops, loops_and_catches_exceptions])
def test_a_part_that_never_ends(name, function, monkeypatch):
    monkeypatch.setattr(safely, "TIME_LIMIT", 0.2)
    assert_refused(name, function, "0.2 seconds")


@pytest.mark.parametrize("name", [name for name in RIGHT if name != "rectangles_to_draw"])
def test_a_part_that_does_nothing(name):
    assert_refused(name, does_nothing)


def first_level_only(block, direction):
    block.children = block.children[1:] + block.children[:1]
    update_block_locations(block, block.position, block.size)


def other_way_round(block, direction):
    rotate(block, 4 - direction)


def places_left(block, direction):
    block.children = block.children[1:] + block.children[:1]


def mirrored(block, direction):
    if block.children:
        swap(block, direction)
        for child in block.children:
            mirrored(child, direction)


def diagonal(block, direction):
    block.children = block.children[2:] + block.children[:2]
    update_block_locations(block, block.position, block.size)


def colour_kept(block, rng):
    colour = block.colour
    smash(block, rng)
    block.colour = colour


def level_not_passed_down(block, rng):
    block.colour, block.children = None, [random_init(0, block.max_depth, rng) for _ in range(4)]
    for child in block.children:
        child.parent = block
    update_block_locations(block, block.position, block.size)


def one_child_four_times(block, rng):
    smash(block, rng)
    block.children = [block.children[0]] * 4


def too_deep(block, rng):
    smash(block, rng)
    for child in block.children:
        child.colour = None
        child.children = [Block(3, 2, RED) for _ in range(4)]
        for grandchild in child.children:
            grandchild.parent = child
    update_block_locations_of_all(block)


def update_block_locations_of_all(block):
    for parent in list(block.blocks()):
        for child, corner in zip(parent.children, parent.corners(), strict=False):
            child.position, child.size = corner, round(parent.size / 2)


def flatten_transposed(block):
    return flatten(block).T


def flatten_with_aliased_rows(block):
    return [flatten_to_lists(block)[0]] * 4


def flatten_ragged(block):
    return [[1, 2], [3]]


def flatten_to_words(block):
    return [["red"] * 4] * 4


def flatten_too_small(block):
    return [[1, 2], [3, 0]]


def flatten_that_empties_the_board(block):
    grid = flatten(block)
    block.children, block.colour = [], RED
    return grid


def flatten_that_turns_the_board(block):
    grid = flatten(block)
    rotate(block, 1)
    return grid


def selects_and_turns(block, location, level):
    selected = get_selected_block(block, location, level)
    rotate(block, 1)
    return selected


def moves_the_block(block, direction):
    rotate(block, direction)
    update_block_locations(block, (64, 64), block.size)


def places_and_paints(block, position, size):
    update_block_locations(block, position, size)
    for leaf in block.leaves():
        leaf.colour = RED


def smash_one_level_up(block, rng):
    smash(block, rng)
    for each in block.blocks():
        each.level -= 1


def same_sizes(block, position, size):
    for each in block.blocks():
        each.size = size


def blob_without_neighbours(goal, pos, board, visited):
    return int(board[pos] == goal.colour)


def blob_with_diagonals(goal, pos, board, visited):
    return int((board == goal.colour).sum())


def blob_never_marked(goal, pos, board, visited):
    row, column = pos
    if not (0 <= row < 4 and 0 <= column < 4) or board[pos] != goal.colour:
        return 0
    return 1 + blob_never_marked(goal, (row, column - 1), board, visited) + blob_never_marked(
        goal, (row, column + 1), board, visited)


def init_without(attribute, value):
    def init(level, max_depth, rng):
        board = random_init(level, max_depth, rng)
        setattr(board.children[1], attribute, value)
        return board
    return init


def init_then(change):
    def init(level, max_depth, rng):
        board = random_init(level, max_depth, rng)
        change(board)
        return board
    return init


def share_a_child(board):
    board.children = [board.children[0]] * 4


def hold_itself(board):
    board.children[2] = board


def divide_cells(board):
    for leaf in list(board.leaves()):
        leaf.colour = None
        leaf.children = [Block(leaf.level + 1, 2, RED) for _ in range(4)]
        for child in leaf.children:
            child.parent = leaf


@pytest.mark.parametrize(("name", "function", "said"), [
    ("rotate", first_level_only, "but the rules say"),
    ("rotate", other_way_round, "but the rules say"),
    ("rotate", swap, "but the rules say"),
    ("rotate", places_left, "position"),
    ("rotate", moves_the_block, None),
    ("swap", mirrored, "but the rules say"),
    ("swap", diagonal, "but the rules say"),
    ("swap", lambda block, direction: swap(block, 1 - direction), "but the rules say"),
    ("smash", colour_kept, "also the colour"),
    ("smash", level_not_passed_down, "level"),
    ("smash", one_child_four_times, "the same block"),
    ("smash", too_deep, "max_depth"),
    ("smash", smash_one_level_up, None),
    ("paint", lambda block, colour: paint(block, 3), "but the rules say"),
    ("paint", lambda block, colour: paint(block, 9), "not a colour"),
    ("paint", lambda block, colour: paint(block, None), "no colour"),
    ("combine", lambda block: paint(block, RED), "also the colour"),
    ("combine", lambda block: block.children.clear(), "no colour"),
    ("flatten", flatten_transposed, "row 0"),
    ("flatten", flatten_with_aliased_rows, "row"),
    ("flatten", flatten_ragged, "no grid"),
    ("flatten", flatten_too_small, "no grid"),
    ("flatten", flatten_to_words, "row 0"),
    ("get_selected_block", lambda block, location, level: block, "path"),
    ("get_selected_block", lambda block, location, level: block.children[0].copy(), "path"),
    ("get_selected_block", lambda block, location, level: (0,), "path"),
    ("update_block_locations", same_sizes, "left"),
    ("update_block_locations", places_and_paints, None),
    ("update_block_locations", lambda block, position, size: update_block_locations(
        block, (position[0] + 1, position[1]), size), "left"),
    ("undiscovered_blob_size", blob_without_neighbours, "largest red blob"),
    ("undiscovered_blob_size", blob_with_diagonals, "largest red blob"),
    ("undiscovered_blob_size", blob_never_marked, "base case"),
    ("undiscovered_blob_size", lambda *args: "many", None),
    ("random_init", lambda level, max_depth, rng: "board", "a Block at level 0"),
    ("random_init", lambda level, max_depth, rng: Block(level, max_depth), "no colour"),
    ("random_init", lambda level, max_depth, rng: random_init(1, max_depth, rng), "level 1"),
    ("random_init", lambda level, max_depth, rng: random_init(level, 1, rng), "of 1"),
    ("random_init", init_without("parent", None), "parent"),
    ("random_init", init_without("level", 0), "level"),
    ("random_init", init_without("max_depth", 3), "max_depth"),
    ("random_init", init_without("colour", 9), "colour"),
    ("random_init", init_without("children", None), None),
    ("random_init", init_then(share_a_child), None),
    ("random_init", init_then(hold_itself), None),
    ("random_init", init_then(divide_cells), "max_depth"),
    ("random_init", init_then(lambda board: board.children.pop()), "3 children"),
    ("random_init", init_then(lambda board: board.children.__setitem__(0, 1)), "not a block"),
])
def test_a_part_that_does_something_else(name, function, said):
    assert_refused(name, function, said)


@pytest.mark.parametrize(("name", "function"), [
    ("flatten", flatten_that_empties_the_board), ("flatten", flatten_that_turns_the_board),
    ("get_selected_block", selects_and_turns),
])
def test_a_part_that_changes_what_it_only_reads_changes_no_game(name, function):
    game = Game(smarts=[], seed=3, board=Block.from_nested(REFERENCE, 2, 64),
                parts=Parts(**{name: function}))
    before = game.board.copy()
    game.parts.select(game.board, (40, 10), 2)
    game.play(Move(Action.SWAP_HORIZONTALLY))
    game.undo()
    assert game.board == before


def vandal(attribute, value):
    def breaks(block):
        setattr(block.children[2], attribute, value)
    return breaks


BREAKAGES = {
    "a child lost": lambda block: block.children.pop(),
    "a child too many": lambda block: block.children.append(block.children[0]),
    "no children": lambda block: setattr(block, "children", None),
    "children and colour": lambda block: setattr(block, "colour", RED),
    "no child": lambda block: block.children.__setitem__(1, None),
    "a child twice": lambda block: block.children.__setitem__(1, block.children[2]),
    "itself as child": lambda block: block.children.__setitem__(1, block),
    "no colour": vandal("colour", None),
    "another colour": vandal("colour", 9),
    "level": lambda block: setattr(block.children[2], "level", block.level),
    "no level": vandal("level", None),
    "max_depth": vandal("max_depth", 3),
    "no parent": vandal("parent", None),
    "size": vandal("size", 5),
    "position": vandal("position", (1, 1)),
    "no position": vandal("position", None),
    "no size": lambda block: setattr(block, "size", None),
    "own level": lambda block: setattr(block, "level", block.level + 1),
    "own position": lambda block: setattr(block, "position", (5, 5)),
}


def then(right, breaks):
    def wrong(block, *args):
        right(block, *args)
        breaks(block)
    return wrong


@pytest.mark.parametrize("breaks", BREAKAGES.values(), ids=BREAKAGES)
@pytest.mark.parametrize("name", ["rotate", "swap", "smash", "update_block_locations"])
def test_a_part_that_breaks_an_invariant(name, breaks):
    if name != "smash":
        assert_refused(name, then(RIGHT[name], breaks))
    else:
        assert_refused(name, then(smash_into_leaves, breaks))


def smash_into_leaves(block, rng):
    block.colour = None
    block.children = [Block(block.level + 1, block.max_depth, RED) for _ in range(4)]
    for child in block.children:
        child.parent = block
    update_block_locations(block, block.position, block.size)


def test_a_part_that_fails_while_scoring_undoes_the_move():
    calls = []

    def flatten_at_first(block):
        calls.append(block)
        if len(calls) > 3:
            raise ValueError("no more")
        return flatten(block)

    game = new_game()
    game.parts = Parts(flatten=flatten_at_first)
    game.play(Move(Action.ROTATE_CLOCKWISE))
    before = game.to_record()
    with pytest.raises(PartError, match="no more"):
        game.play(Move(Action.ROTATE_CLOCKWISE))
    assert game.to_record() == before


def test_a_failed_part_does_not_change_what_comes_next():
    plain, failed = new_game(), new_game()
    failed.parts = Parts(smash=then(smash, raises))
    with pytest.raises(PartError):
        failed.play(Move(Action.SMASH, (1,)))
    failed.parts = Parts()
    for game in (plain, failed):
        game.play(Move(Action.SMASH, (1,)))
        game.step()
    assert failed == plain


# -- players ---------------------------------------------------------------------------------

class CornerPlayer(Player):
    """Turns the block whose turning scores best."""

    def make_move(self, game, rng):
        moves = [Move(Action.ROTATE_CLOCKWISE, block.path) for block in game.board.blocks()]
        rng.shuffle(moves)
        return max(moves, key=game.score_after)


class VandalPlayer(Player):
    """Changes everything in reach, and chooses a move at last."""

    def make_move(self, game, rng):
        game.play(Move(Action.SWAP_VERTICALLY))
        game.board.children.clear()
        game.history.clear()
        game.players.clear()
        game.goals.reverse()
        if isinstance(game.start, list):
            game.start.clear()
        game.turns, game.seed, game.rules = 0, "mine", CLASSIC
        game.end()
        return Move(Action.PASS)


class ShareholderPlayer(Player):
    """Changes the goals themselves."""

    def make_move(self, game, rng):
        for goal in game.goals:
            goal.colour = Colour.YELLOW
        return Move(Action.PASS)


def player_who(make_move):
    return type("MyPlayer", (Player,), {"make_move": make_move})()


def game_with(player, **settings):
    return Game(players=[player, RandomPlayer()], seed=3, rules=EXTENDED, turns=3,
                board=Block.from_nested(BOARD, 2, 64), **settings)


def test_a_students_player_plays_a_game_that_is_saved_and_loaded(tmp_path):
    game = game_with(CornerPlayer())
    game.run()
    game.undo(2)
    game.save(tmp_path / "game.json")
    assert game.over is False
    again = Game.load(tmp_path / "game.json", players=[CornerPlayer(), RandomPlayer()])
    assert again == game
    for each in (game, again):
        each.run()
    assert again == game
    with pytest.raises(ValueError, match="CornerPlayer"):
        Game.load(tmp_path / "game.json")
    with pytest.raises(ValueError, match="CornerPlayer"):
        Game.load(tmp_path / "game.json", players=[RandomPlayer(), RandomPlayer()])


@pytest.mark.parametrize("player", [VandalPlayer(), ShareholderPlayer()], ids=lambda p: p.name)
def test_a_player_cannot_change_the_game(player):
    game = game_with(player)
    board, nested, before = game.board, game.board.to_nested(), game.to_record()
    players, goals, start = list(game.players), [repr(goal) for goal in game.goals], game.start
    assert game.choose() == Move(Action.PASS)
    assert game.board is board
    assert board.to_nested() == nested
    assert game.players == players
    assert [repr(goal) for goal in game.goals] == goals
    assert (game.start, game.turns, game.seed, game.rules) == (start, 3, 3, EXTENDED)
    assert game.to_record() == before


@pytest.mark.parametrize(("make_move", "said"), [
    (raises, "raised ValueError: no idea"),
    (recurses, "base case"),
    (does_nothing, "returned None"),
    (lambda self, game, rng: "smash", "returned 'smash'"),
    (lambda self, game: Move(Action.PASS), "raised TypeError"),
    (lambda self, game, rng: Move("fly"), "raised ValueError"),
    (loops, "0.2 seconds"),
])
def test_a_player_that_fails(make_move, said, monkeypatch):
    monkeypatch.setattr(safely, "TIME_LIMIT", 0.2)
    game = game_with(player_who(make_move))
    before, nested = game.to_record(), game.board.to_nested()
    for take_a_turn in (game.choose, game.step, game.run):
        with pytest.raises(PartError, match=said) as caught:
            take_a_turn()
        assert "MyPlayer" in str(caught.value)
        assert str(caught.value).endswith((".", "?"))
    assert game.to_record() == before
    assert game.board.to_nested() == nested


def test_a_player_without_a_choice_is_named():
    with pytest.raises(PartError, match="MyPlayer"):
        game_with(type("MyPlayer", (Player,), {})()).step()


def test_a_player_that_chooses_an_illegal_move():
    game = game_with(player_who(lambda self, game, rng: Move(Action.SMASH)))
    before = game.to_record()
    with pytest.raises(IllegalMove, match=r"Player 0 \(My\).*smash") as caught:
        game.step()
    assert str(caught.value).endswith(".")
    assert game.to_record() == before


def test_a_subclass_of_a_players_kind_plays_too(tmp_path):
    cautious = type("CautiousPlayer", (SmartPlayer,), {})
    game = game_with(cautious(2))
    game.run()
    game.save(tmp_path / "game.json")
    assert Game.load(tmp_path / "game.json", players=[cautious(2), RandomPlayer()]) == game


def test_a_player_is_called_with_a_generator_that_the_seed_determines():
    drawn = []
    player = player_who(lambda self, game, rng: drawn.append(rng.random()) or Move(Action.PASS))
    game = game_with(player)
    game.choose()
    game.choose()
    assert drawn[0] == drawn[1]
    game.step()
    game.step()
    game.step()
    assert len(set(drawn)) == 2


# -- goals -----------------------------------------------------------------------------------

class DiagonalGoal(Goal):
    """Bring the target colour to the diagonal."""

    def score(self, board):
        return int((board.flatten().diagonal() == self.colour).sum())

    def description(self):
        return f"Put {self.colour.word} on the diagonal."


def goal_that(score):
    return type("MyGoal", (Goal,), {"score": score, "description": lambda self: "Win."})


def test_a_students_goal_is_scored(tmp_path):
    board = Block.from_nested([[1, 1, 0, 2], 2, 1, 3], 2, 64)
    game = Game(board=board, humans=2, smarts=[], seed=1, rules=CLASSIC,
                goals=[DiagonalGoal(Colour.GREEN), DiagonalGoal(RED)])
    assert game.scores == [2, 0]
    game.play(Move(Action.ROTATE_CLOCKWISE))
    assert game.scores == [0, 3]
    game.save(tmp_path / "game.json")
    goals = [DiagonalGoal(Colour.GREEN), DiagonalGoal(RED)]
    assert Game.load(tmp_path / "game.json", goals=goals) == game
    with pytest.raises(ValueError, match="DiagonalGoal"):
        Game.load(tmp_path / "game.json")
    with pytest.raises(ValueError, match=r"\.$"):
        Game.load(tmp_path / "game.json", goals=goals[::-1])


def test_a_class_of_goals_is_for_all_players():
    game = Game(max_depth=2, humans=2, randoms=1, smarts=[1], goals=DiagonalGoal, rules=EXTENDED,
                seed=1, turns=2)
    assert {type(goal) for goal in game.goals} == {DiagonalGoal}
    assert len({goal.colour for goal in game.goals}) == 4


def test_a_whole_number_of_numpy_is_a_score():
    game = Game(max_depth=1, smarts=[], goals=goal_that(lambda self, board: np.int64(7)), seed=1)
    assert game.scores == [7]
    assert type(game.scores[0]) is int


@pytest.mark.parametrize(("score", "said"), [
    (raises, "raised ValueError: no idea"), (recurses, "base case"), (does_nothing, "None"),
    (lambda self, board: "many", "'many'"), (lambda self, board: 1.5, "1.5"),
    (loops, "0.2 seconds"),
])
def test_a_goal_that_fails(score, said, monkeypatch):
    monkeypatch.setattr(safely, "TIME_LIMIT", 0.2)
    with pytest.raises(PartError, match=said) as caught:
        Game(max_depth=1, smarts=[], goals=goal_that(score), seed=1)
    assert "MyGoal" in str(caught.value)


def test_a_goal_that_fails_later_leaves_the_game_as_it_was():
    def score(self, board):
        if board.children[1].colour != Colour.GREEN:
            raise ValueError("no idea")
        return 148

    game = Game(board=Block.from_nested(BOARD, 2, 64), smarts=[], seed=1, goals=goal_that(score))
    board, before = game.board, game.to_record()
    with pytest.raises(PartError, match="no idea"):
        game.play(Move(Action.ROTATE_CLOCKWISE))
    with pytest.raises(PartError, match="no idea"):
        game.score_after(Move(Action.ROTATE_CLOCKWISE))
    assert (game.scores, game.to_record(), game.board) == ([148], before, board)
    assert board.to_nested() == BOARD


def test_a_goal_cannot_change_the_board():
    def score(self, board):
        board.children.clear()
        return 1

    game = Game(board=Block.from_nested(BOARD, 2, 64), players=[HumanPlayer()], seed=1,
                goals=goal_that(score))
    game.play(Move(Action.ROTATE_CLOCKWISE, (1,)))
    assert game.board.to_nested() == BOARD
