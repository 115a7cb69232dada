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
from blocky.widgets.mistakes import MISTAKES
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
TURN = Move(Action.ROTATE_CLOCKWISE)
PASS = Move(Action.PASS)


# -- right answers, written as a student writes them -----------------------------------------

def paint(block, colour):
    block.colour = int(colour)


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


def test_every_part_has_a_right_answer_here():
    assert set(vars(Parts())) == set(RIGHT)


@pytest.mark.parametrize(("rules", "own"), [
    (CLASSIC, RIGHT), (EXTENDED, RIGHT), (CLASSIC, {"flatten": flatten_to_lists}),
    *((EXTENDED, {name: RIGHT[name]}) for name in RIGHT)],
    ids=lambda value: "+".join(value) if isinstance(value, dict) else value.name)
def test_right_parts_play_the_game_that_the_kit_plays(rules, own):
    settings = {"max_depth": 3, "humans": 0, "randoms": 2, "smarts": [0], "turns": 6,
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
    own, board = Parts(get_selected_block=get_selected_block), Game(max_depth=3, seed=1).board
    for location in [(0, 0), (255, 256), (256, 255), (300, 100), (511, 511), (512, 0)]:
        for level in range(5):
            assert own.select(board, location, level) == Parts().select(board, location, level)


def test_a_right_rectangles_to_draw_draws(reference):
    reference.children[0].highlighted = True
    own = Parts(rectangles_to_draw=rectangles_to_draw)
    assert own.rectangles(reference) == reference.rectangles_to_draw()


def init_then(change, right=random_init):
    def init(level, max_depth, rng):
        board = right(level, max_depth, rng)
        change(board)
        return board
    return init


def test_a_part_may_give_colours_as_numbers(capsys):
    def numbers(board):
        for leaf in board.leaves():
            leaf.colour = int(leaf.colour)

    own = Parts(random_init=init_then(numbers), paint=paint)
    game = Game(max_depth=2, smarts=[], rules=EXTENDED, seed=2, parts=own)
    cell = next(block for block in game.board.blocks() if block.level == 2)
    game.play(Move(Action.PAINT, cell.path, (cell.colour + 1) % 4))
    game.board.print_block()
    assert f"{Colour(cell.colour).word}, level 2" in capsys.readouterr().out
    assert repr(cell).endswith(f"{Colour(cell.colour).word}>")


# -- wrong answers ---------------------------------------------------------------------------

BOARD = [[1, 0, 1, 2], 2, 1, 3]
MOVES = {
    "swap": Move(Action.SWAP_HORIZONTALLY),
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
        game.parts.rectangles(game.board)
    else:
        game.play(MOVES.get(name, TURN))


def state(game):
    """Return all there is of a game, and which blocks hold it."""
    return game.to_record(), id(game.board), [
        (id(block), vars(block) | {"children": [*map(id, block.children)]})
        for block in game.board.blocks()]


def assert_refused(name, function, said=None):
    game = new_game()
    game.play(Move(Action.ROTATE_CLOCKWISE, (0,)))
    game.parts = Parts(**{name: function})
    before = state(game)
    with pytest.raises(PartError, match=said) as caught:
        use(game, name)
    assert name in str(caught.value)
    assert str(caught.value).endswith((".", "?"))
    assert state(game) == before
    game.parts = Parts()
    game.play(TURN)


def raises(*args):
    raise ValueError("no idea")


def raises_without_a_word(*args):
    raise KeyError


def is_a_stub(*args):
    raise NotImplementedError("not started")


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


STOPPED = "was stopped after 0.1 seconds"


def limit_if_stopped(said, monkeypatch):
    """Set a short limit for what never ends: for anything else it could be too short."""
    if said == STOPPED:
        monkeypatch.setattr(safely, "TIME_LIMIT", 0.1)


@pytest.mark.parametrize("name", RIGHT)
def test_a_part_that_fails_or_never_ends_or_does_nothing(name, monkeypatch):
    assert_refused(name, raises, "raised ValueError: no idea")
    if name != "rectangles_to_draw":
        assert_refused(name, does_nothing)
    limit_if_stopped(STOPPED, monkeypatch)
    assert_refused(name, loops, STOPPED)


@pytest.mark.parametrize(("function", "said"), [
    (raises_without_a_word, "raised KeyError"), (recurses, "base case"),
    (is_a_stub, "raised NotImplementedError: not started"), (lambda: None, "raised TypeError"),
    (loops_and_catches_exceptions, STOPPED)])
def test_every_way_to_fail_is_told(function, said, monkeypatch):
    limit_if_stopped(said, monkeypatch)
    assert_refused("rotate", function, said)


#: Mistakes with blocks that the rules do not let a player choose.
NEVER_CALLED = {"smash_unit_cells", "smash_appends", "paint_any_block", "combine_despite_a_tie"}


@pytest.mark.parametrize(("name", "mistake"), [
    (name, mistake) for name, mistakes in MISTAKES.items() for mistake in mistakes
    if mistake.__name__ not in NEVER_CALLED])
def test_each_typical_mistake_in_a_move_is_refused(name, mistake):
    assert_refused(name, mistake)


def then(right, breaks):
    def wrong(block, *args):
        returned = right(block, *args)
        breaks(block)
        return returned
    return wrong


def moves_the_block(block):
    update_block_locations(block, (64, 64), block.size)


def turns_red(block):
    for leaf in block.leaves():
        leaf.colour = RED


def lies_one_level_up(block):
    for each in block.blocks():
        each.level -= 1


def divide_cells(board):
    for leaf in list(board.leaves()):
        leaf.colour = None
        leaf.children = [Block(leaf.level + 1, leaf.max_depth, RED) for _ in range(4)]
        for child in leaf.children:
            child.parent = leaf


def same_sizes(block, position, size):
    for each in block.blocks():
        each.size = size


def blob_never_marked(goal, pos, board, visited):
    row, column = pos
    if not (0 <= row < 4 and 0 <= column < 4) or board[pos] != goal.colour:
        return 0
    return 1 + blob_never_marked(goal, (row, column - 1), board, visited) + blob_never_marked(
        goal, (row, column + 1), board, visited)


@pytest.mark.parametrize(("name", "function", "said"), [
    ("rotate", swap, "but the rules say"),
    ("rotate", then(rotate, moves_the_block), r"changed the position .* to \(64, 64\)"),
    ("smash", then(smash, lies_one_level_up), "changed the level"),
    ("smash", lambda block, rng: paint(block, 1), "left the block undivided"),
    ("paint", lambda block, colour: paint(block, 3), "but the rules say"),
    ("paint", lambda block, colour: setattr(block, "colour", 9), "not a colour"),
    ("paint", lambda block, colour: setattr(block, "colour", None), "no colour"),
    ("combine", lambda block: block.children.clear(), "no colour"),
    ("flatten", lambda block: flatten(block).T, "row 0"),
    ("flatten", lambda block: [flatten_to_lists(block)[0]] * 4, "row"),
    ("flatten", lambda block: [["red"] * 4] * 4, "row 0"),
    ("flatten", lambda block: [[1, 2], [3]], "no grid of 4"),
    ("flatten", lambda block: [[1, 2], [3, 0]], "no grid of 4"),
    ("get_selected_block", lambda block, location, level: block, "path"),
    ("get_selected_block", lambda block, location, level: block.children[0].copy(), "path"),
    ("get_selected_block", lambda block, location, level: (0,), "path"),
    ("update_block_locations", same_sizes, "left"),
    ("update_block_locations", then(update_block_locations, turns_red), "changed more"),
    ("update_block_locations", lambda block, position, size: update_block_locations(
        block, (position[0] + 1, position[1]), size), r"left \(1, 0\)"),
    ("undiscovered_blob_size", lambda goal, pos, board, visited: int(board[pos] == goal.colour),
     "largest red blob has 1 cells"),
    ("undiscovered_blob_size", lambda goal, pos, board, visited: int((board == RED).sum()),
     "largest red blob"),
    ("undiscovered_blob_size", blob_never_marked, "base case"),
    ("undiscovered_blob_size", lambda *args: "many", "whole number"),
    ("random_init", lambda level, max_depth, rng: "board", "a Block at level 0"),
    ("random_init", lambda level, max_depth, rng: Block(level, max_depth), "no colour"),
    ("random_init", lambda level, max_depth, rng: random_init(1, max_depth, rng), "level 1"),
    ("random_init", lambda level, max_depth, rng: random_init(level, 1, rng), "of 1"),
    ("random_init", init_then(divide_cells), "max_depth"),
])
def test_a_part_that_does_something_else(name, function, said):
    assert_refused(name, function, said)


def third_child(**attributes):
    return lambda block: vars(block.children[2]).update(attributes)


BREAKAGES = {
    "a child lost": lambda block: block.children.pop(),
    "a child too many": lambda block: block.children.append(block.children[0]),
    "no children": lambda block: setattr(block, "children", None),
    "children and colour": lambda block: setattr(block, "colour", RED),
    "no child": lambda block: block.children.__setitem__(1, None),
    "a child twice": lambda block: block.children.__setitem__(1, block.children[2]),
    "itself as child": lambda block: block.children.__setitem__(1, block),
    "no colour": third_child(colour=None),
    "another colour": third_child(colour=9),
    "level": third_child(level=0),
    "no level": third_child(level=None),
    "max_depth": third_child(max_depth=3),
    "no parent": third_child(parent=None),
}
WRONG_PLACES = {
    "size": third_child(size=5),
    "position": third_child(position=(1, 1)),
    "no position": third_child(position=None),
    "no size": lambda block: setattr(block, "size", None),
    "own level": lambda block: setattr(block, "level", block.level + 1),
    "own position": lambda block: setattr(block, "position", (5, 5)),
}


def init_into_leaves(level, max_depth, rng):
    return Block(level, max_depth, None, [Block(level + 1, max_depth, RED) for _ in range(4)])


def smash_into_leaves(block, rng):
    block.exchange(init_into_leaves(block.level, block.max_depth, rng))
    update_block_locations(block, block.position, block.size)


@pytest.mark.parametrize("breaks", (BREAKAGES | WRONG_PLACES).values(),
                         ids=BREAKAGES | WRONG_PLACES)
def test_a_part_that_breaks_an_invariant(breaks):
    assert_refused("rotate", then(rotate, breaks))
    assert_refused("smash", then(smash_into_leaves, breaks))
    assert_refused("update_block_locations", then(update_block_locations, breaks))
    if breaks in BREAKAGES.values():  # a new board has no places yet
        assert_refused("random_init", init_then(breaks, init_into_leaves))


@pytest.mark.parametrize(("name", "function"), [
    ("flatten", then(flatten, turns_red)),
    ("flatten", then(flatten, lambda block: rotate(block, 1))),
    ("get_selected_block", then(get_selected_block, lambda block: rotate(block, 1))),
])
def test_a_part_that_changes_what_it_only_reads_changes_no_game(name, function):
    game = Game(smarts=[], seed=3, board=Block.from_nested(REFERENCE, 2, 64),
                parts=Parts(**{name: function}))
    before = game.board.copy()
    game.parts.select(game.board, (40, 10), 2)
    game.play(MOVES["swap"])
    game.undo()
    assert game.board == before


def test_a_part_that_fails_while_scoring_undoes_the_move():
    calls = []

    def flatten_at_first(block):
        calls.append(block)
        if len(calls) > 3:
            raise ValueError("no more")
        return flatten(block)

    game = new_game()
    game.parts = Parts(flatten=flatten_at_first)
    game.play(TURN)
    before = state(game)
    with pytest.raises(PartError, match="no more"):
        game.play(TURN)
    assert state(game) == before


def test_a_failed_part_does_not_change_what_comes_next():
    plain, failed = new_game(), new_game()
    failed.parts = Parts(smash=then(smash, raises))
    with pytest.raises(PartError):
        failed.play(MOVES["smash"])
    failed.parts = Parts()
    for game in (plain, failed):
        game.play(MOVES["smash"])
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
        for goal in game.goals:
            goal.colour = Colour.YELLOW
        game.play(Move(Action.SWAP_VERTICALLY))
        game.board.children.clear()
        game.history.clear()
        game.players.clear()
        game.goals.reverse()
        if isinstance(game.start, list):
            game.start.clear()
        game.turns, game.seed, game.rules = 0, "mine", CLASSIC
        game.end()
        return PASS


def player_who(make_move):
    return type("MyPlayer", (Player,), {"make_move": make_move})()


def game_with(player):
    return Game(players=[player, RandomPlayer()], seed=3, rules=EXTENDED, turns=3,
                board=Block.from_nested(BOARD, 2, 64))


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
    for players in (None, [RandomPlayer(), RandomPlayer()]):
        with pytest.raises(ValueError, match="CornerPlayer"):
            Game.load(tmp_path / "game.json", players=players)


def test_a_player_cannot_change_the_game():
    game = game_with(VandalPlayer())
    before, goals, players = state(game), [*map(repr, game.goals)], list(game.players)
    assert game.choose() == PASS
    assert state(game) == before
    assert ([*map(repr, game.goals)], game.players) == (goals, players)


@pytest.mark.parametrize(("make_move", "said"), [
    (raises, "raised ValueError: no idea"),
    (does_nothing, "returned None"),
    (lambda self, game, rng: "smash", "returned 'smash'"),
    (lambda self, game: PASS, "raised TypeError"),
    (loops, STOPPED),
    (Player.make_move, "raised NotImplementedError: MyPlayer has no make_move"),
])
def test_a_player_that_fails(make_move, said, monkeypatch):
    limit_if_stopped(said, monkeypatch)
    game = game_with(player_who(make_move))
    before = state(game)
    for take_a_turn in (game.choose, game.step, game.run):
        with pytest.raises(PartError, match=said) as caught:
            take_a_turn()
        assert "MyPlayer" in str(caught.value)
        assert str(caught.value).endswith((".", "?"))
    assert state(game) == before


def test_a_player_that_chooses_an_illegal_move():
    game = game_with(player_who(lambda self, game, rng: Move(Action.SMASH)))
    before = state(game)
    with pytest.raises(IllegalMove, match=r"Player 1 \(My\).*smash.*\.$"):
        game.step()
    assert state(game) == before


def test_a_subclass_of_a_players_kind_plays_too(tmp_path):
    cautious = type("CautiousPlayer", (SmartPlayer,), {})
    game = game_with(cautious(2))
    game.run()
    game.save(tmp_path / "game.json")
    assert Game.load(tmp_path / "game.json", players=[cautious(2), RandomPlayer()]) == game


def test_a_player_is_called_with_a_generator_that_the_seed_determines():
    drawn = []
    game = game_with(player_who(lambda self, game, rng: drawn.append(rng.random()) or PASS))
    game.choose()
    game.choose()
    assert drawn[0] == drawn[1]
    for _ in range(3):
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


def game_for(goals, **settings):
    return Game(board=Block.from_nested(BOARD, 2, 64), smarts=[], seed=1, goals=goals, **settings)


def test_a_students_goal_is_scored(tmp_path):
    goals = [DiagonalGoal(Colour.GREEN), DiagonalGoal(RED)]
    game = game_for(goals, humans=2)
    assert game.scores == [2, 0]
    game.play(TURN)
    assert game.scores == [0, 4]
    game.save(tmp_path / "game.json")
    assert Game.load(tmp_path / "game.json", goals=goals) == game
    with pytest.raises(ValueError, match="DiagonalGoal"):
        Game.load(tmp_path / "game.json")
    with pytest.raises(ValueError, match=r"\.$"):
        Game.load(tmp_path / "game.json", goals=goals[::-1])


def test_a_class_of_goals_is_for_all_players():
    game = game_for(DiagonalGoal, humans=2, randoms=2, rules=EXTENDED)
    assert {type(goal) for goal in game.goals} == {DiagonalGoal}
    assert len({goal.colour for goal in game.goals}) == 4


def test_a_whole_number_of_numpy_is_a_score():
    score, = game_for(goal_that(lambda self, board: np.int64(7))).scores
    assert (score, type(score)) == (7, int)


@pytest.mark.parametrize(("score", "said"), [
    (raises, "raised ValueError: no idea"), (recurses, "base case"), (does_nothing, "None"),
    (lambda self, board: "many", "'many'"), (lambda self, board: 1.5, "1.5"),
    (loops, STOPPED),
])
def test_a_goal_that_fails(score, said, monkeypatch):
    limit_if_stopped(said, monkeypatch)
    with pytest.raises(PartError, match=f"MyGoal.*{said}"):
        game_for(goal_that(score))


def test_a_goal_that_fails_later_leaves_the_game_as_it_was():
    def score(self, board):
        if board.children[1].colour != Colour.GREEN:
            raise ValueError("no idea")
        return 148

    game = game_for(goal_that(score))
    before = state(game)
    for act in (game.play, game.score_after):
        with pytest.raises(PartError, match="no idea"):
            act(TURN)
    assert (game.scores, state(game)) == ([148], before)


def test_a_goal_cannot_change_the_board():
    def score(self, board):
        board.children.clear()
        return 1

    game = game_for(goal_that(score), players=[HumanPlayer()])
    game.play(Move(Action.ROTATE_CLOCKWISE, (1,)))
    assert game.board.to_nested() == BOARD
