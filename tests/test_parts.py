"""Students' functions, players and goals take part in a game, and cannot break it."""

import asyncio
import signal
import sys
import time
from collections.abc import Callable
from random import Random
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np
import pytest

import blocky.blue.widgets
import blocky.prograsonne.widgets
import blocky.widgets
from blocky import (
    CLASSIC,
    EXTENDED,
    Action,
    BlobGoal,
    Block,
    Colour,
    Game,
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
from blocky.kit import parts as kits_parts
from blocky.kit import safely
from blocky.prograsonne import (
    Place,
    Restore,
    Rules,
    Save,
    TakeBack,
    Tile,
    hashed,
    linked,
    read_supply,
)
from blocky.prograsonne.board import Placed
from blocky.prograsonne.fast import union_find
from blocky.prograsonne.position import PrograsonnePosition
from blocky.widgets.mistakes import MISTAKES
from tests.answers import but, goal_of, solved, tasks
from tests.prograsonne.answers import e01_cells, e04_undo, e06_union_find
from tests.strategies import REFERENCE

RED = Colour.RED
TURN = Move(Action.ROTATE_CLOCKWISE)
PASS = Move(Action.PASS)
BOARD = [[1, 0, 1, 2], 2, 1, 3]


# -- how each game is played with parts --------------------------------------------------------

def new_game():
    return Game(humans=1, randoms=1, smarts=[], rules=EXTENDED, seed=3,
                board=Block.from_nested(BOARD, 2, 64), goals=[BlobGoal(RED), PerimeterGoal(2)])


def begin_blocky(parts, name):
    game = new_game()
    game.play(Move(Action.ROTATE_CLOCKWISE, (0,)))
    game.parts = parts
    return game


def begin_prograsonne(parts, name):
    return blocky.prograsonne.Game(Rules(redraw=True, keep_branches=True), 5, parts=parts,
                                   players=["human", "human"])


def begin_blue(parts, name):
    rules = "official" if name in ("official_score", "bonuses") else "seed"
    return blocky.blue.Game(["first", "greedy"], rules, 2, parts=parts)


MOVES = {
    "swap": Move(Action.SWAP_HORIZONTALLY),
    "smash": Move(Action.SMASH, (1,)),
    "paint": Move(Action.PAINT, (0, 0), 2),
    "combine": Move(Action.COMBINE, (0,)),
}


def use_blocky(game, name):
    if name == "random_init":
        Game(max_depth=2, seed=1, parts=game.parts)
    elif name == "get_selected_block":
        game.parts.select(game.board, (40, 10), 1)
    elif name == "rectangles_to_draw":
        game.parts.rectangles(game.board)
    else:
        game.play(MOVES.get(name, TURN))


def use_prograsonne(game, name):
    states = Save(), Save(), Restore(1)
    if name == "best_placement":
        game.position.hint()
    if name == "History":
        game.play(states[len(game.history) % 3])
    elif name == "LinkedList" and len(game.history) % 3 == 2:
        game.play(TakeBack())
    else:
        game.play(game.legal_moves()[0])


def use_blue(game, name):
    game.legal_moves()
    game.step()


class House(NamedTuple):
    """A game whose parts are tested.

    ``begin(parts, name)`` returns a game that can call the part ``name``, ``use(game, name)`` makes
    it call the part, mostly by a move, and ``inside`` returns the content of a position. ``played``
    are settings of games between computers.
    """

    game: ModuleType
    begin: Callable[[Any, str], Any]
    use: Callable[[Any, str], None]
    inside: Callable[[Any], Any]
    played: list[dict[str, Any]]


HOUSES = {
    "blocky": House(
        blocky, begin_blocky, use_blocky,
        lambda position: [(id(block), vars(block) | {"children": [*map(id, block.children)]})
                          for block in position.board.blocks()],
        [{"players": ["random", "random", SmartPlayer(0)], "max_depth": 3, "turns": 6, "seed": 5,
          "goals": BlobGoal, "rules": rules} for rules in (CLASSIC, EXTENDED)]),
    "prograsonne": House(
        blocky.prograsonne, begin_prograsonne, use_prograsonne,
        lambda position: (position.content(), list(position.history.states)),
        [{"rules": Rules(redraw=True), "seed": 5, "players": ["random", "greedy"]}]),
    "blue": House(
        blocky.blue, begin_blue, use_blue, lambda position: position.state,
        [{"players": ["greedy", "first", "random"], "rules": rules, "seed": 4}
         for rules in ("seed", "official")]),
}
RIGHT = {key: {name: right[0] for name, right, _ in tasks(key)
               if name in vars(house.game.Parts())} for key, house in HOUSES.items()}
RIGHT["blue"]["random_wall"] = blocky.blue.data.random_wall  # others draw in a different order


# -- right parts -----------------------------------------------------------------------------

@pytest.mark.parametrize(("key", "number"), [
    (key, number) for key, house in HOUSES.items() for number in range(len(house.played))])
def test_right_parts_play_and_load_the_same_game_as_the_kits(key, number):
    house = HOUSES[key]
    parts = house.game.Parts(**RIGHT[key])
    game = house.game.Game(**house.played[number], parts=parts)
    kits = house.game.Game(**house.played[number])
    most = 40 if key == "prograsonne" else 400  # its parts are slow in a long game
    while not game.over and len(game.history) < most:
        game.step()
        kits.step()
    assert game == kits
    game.undo(len(game.history))
    game.redo(len(kits.history))
    again = house.game.Game.from_record(kits.to_record(), parts=parts)
    for each in (game, again):
        assert each == kits
        assert each.position.scores == kits.position.scores
        assert each.position.parts is parts
    assert RIGHT[key].keys() == parts.__dataclass_fields__.keys(), "no part is left out"


def test_a_part_may_set_colours_as_numbers():
    game = new_game()
    game.parts = Parts(paint=lambda block, colour: setattr(block, "colour", int(colour)))
    game.play(MOVES["paint"])
    assert game.board.at((0, 0)).colour is Colour.GREEN


@pytest.mark.parametrize("key", HOUSES)
def test_a_board_keeps_the_parts_in_a_new_and_in_a_loaded_game(key, tmp_path, monkeypatch,
                                                               drawn_on_demand):
    monkeypatch.chdir(tmp_path)
    house = HOUSES[key]
    parts = house.game.Parts(**RIGHT[key])
    board = house.game.widgets.play(players=["human", "human"], seed=1, parts=parts, pause=0)
    board.save("mine")
    for act in (board.new_game, lambda: board.load("mine")):
        act()
        assert board.game.position.parts is parts
    assert board.game.seed == 1


@pytest.mark.parametrize("keep_branches", [False, True])
def test_a_students_history_keeps_saved_states(keep_branches):
    game = blocky.prograsonne.Game(
        Rules(redraw=True, keep_branches=keep_branches), 5, players=["human", "human"],
        parts=blocky.prograsonne.Parts(History=e04_undo.WithLists))
    for move in (Save(), game.legal_moves()[0], Save(), Restore(1), Save(), Restore(1), Save()):
        game.play(move)
    assert [(state.number, state.parent) for state in game.position.history.states] == (
        [(1, None), (2, 1), (3, 1), (4, 1)] if keep_branches else [(1, None), (2, 1)])


# -- what a student's function returns is what counts ----------------------------------------

class OwnGrid(np.ndarray):
    """An array that shows where it came from."""


def test_the_grid_that_is_scored_is_the_one_that_a_students_flatten_returned(monkeypatch):
    returned, scored = [], []

    def flatten(block):
        returned.append(block.flatten().view(OwnGrid))
        return returned[-1]

    def score_grid(goal, grid):
        scored.append(grid)
        return kits(goal, grid)

    kits = PerimeterGoal.score_grid
    monkeypatch.setattr(PerimeterGoal, "score_grid", score_grid)
    game = game_for(PerimeterGoal, parts=Parts(flatten=flatten))
    game.play(TURN)
    assert len(returned) == len(scored) == 2, "before and after the move"
    assert all(one is other for one, other in zip(returned, scored, strict=True))


def test_rows_that_a_students_flatten_returned_as_lists_are_scored():
    parts = Parts(flatten=lambda block: block.flatten().tolist(), **{
        "undiscovered_blob_size": RIGHT["blocky"]["undiscovered_blob_size"]})
    game = game_for(BlobGoal, players=["human", SmartPlayer(1)], parts=parts)
    kits = game_for(BlobGoal, players=["human", SmartPlayer(1)])
    for each in (game, kits):
        each.play(TURN)
        each.step()
    assert game == kits


class AnyNumber(int):
    """A number that every other equals."""

    def __eq__(self, other):
        return True

    def __ne__(self, other):
        return False

    __hash__ = int.__hash__


def test_the_score_is_what_a_students_undiscovered_blob_size_returned(monkeypatch):
    monkeypatch.setattr(BlobGoal, "score_grid", lambda goal, grid: AnyNumber(4))
    game = game_for(BlobGoal, parts=Parts(
        undiscovered_blob_size=lambda goal, pos, grid, visited: 70 + pos[0]))
    assert game.scores == [73]


def test_the_places_in_the_game_are_those_that_a_students_function_set():
    def update_block_locations(block, position, size):
        block.update_block_locations(position, size)
        for each in block.blocks():
            each.placed_by = "a student"

    game = game_for(BlobGoal, parts=Parts(update_block_locations=update_block_locations))
    game.play(Move(Action.ROTATE_CLOCKWISE, (0,)))
    game.play(TURN)
    assert {vars(block).get("placed_by") for block in game.board.blocks()} == {"a student"}


def test_the_selected_block_is_the_one_that_a_students_function_returned():
    own = Parts(get_selected_block=RIGHT["blocky"]["get_selected_block"])
    board = new_game().board
    for place in ((40, 10), (10, 10), (63, 63), (32, 0)):
        assert own.select(board, place, 2) == Parts().select(board, place, 2)
    assert own.select(board, (64, 0), 1) is None


def test_computers_try_moves_on_the_grid_and_with_the_blob_size_of_a_student():
    called = []

    def flatten(block):
        called.append("flatten")
        return block.flatten()

    def undiscovered_blob_size(goal, pos, grid, visited):
        called.append("blob")
        return goal.undiscovered_blob_size(pos, grid, visited)

    parts = Parts(flatten=flatten, undiscovered_blob_size=undiscovered_blob_size)
    game = game_for(BlobGoal, players=[SmartPlayer(1)], parts=parts)
    called.clear()
    tried = {move for _, move in SmartPlayer(1).try_moves(game, Random(1))}
    assert called.count("flatten") == 1
    assert called.count("blob") > len(tried) * game.board.flatten().size / 2
    kits = game_for(BlobGoal, players=[SmartPlayer(1)])
    game.run()
    kits.run()
    assert game == kits


@pytest.fixture
def not_compared(monkeypatch):
    """Results of parts aren't compared with the kit's, so that what they change can be seen."""
    for name in ("compare", "compare_results"):
        monkeypatch.setattr(kits_parts.Parts, name, lambda *args: None)
    for name in ("compare_structures", "compare_groups"):
        monkeypatch.setattr(blocky.prograsonne.Parts, name, lambda *args: None)


#: Blue that ends after a round, with the bonuses of the published game.
ONE_ROUND = blocky.blue.Rules("one round", wall="rbgwy", bonuses=(2, 7, 10), rounds=1)


def takes_and_pays(state, source, colour, line):
    blocky.blue.data.take(state, source, colour, line)
    state["boards"][0]["score"] += 1000


def tiles_all_in_red(board):
    board["wall"][4] = list("rrrrr")
    return [(0, 0, 1000)]


def highest_score(game):
    return max(game.scores)


#: Parts of Blue that break the rules, and what can be seen of them after a round.
SEEN_IN_BLUE = [
    ("take", takes_and_pays, "seed", lambda game: highest_score(game) > 1000),
    ("tile_all", tiles_all_in_red, "seed", lambda game: highest_score(game) > 900),
    ("tile_all", tiles_all_in_red, "seed",
     lambda game: game.position.boards[0].wall[4] == "rrrrr"),
    ("tile_score", lambda wall, row, column: 1000, "seed", lambda game: highest_score(game) > 900),
    ("official_score", lambda wall, row, column: 1000, "official",
     lambda game: highest_score(game) > 900),
    ("run_length", lambda cells, index: 1000, "seed", lambda game: highest_score(game) > 1900),
    ("floor_penalty", lambda floor: -1000, "seed", lambda game: min(game.scores) >= 1000),
    ("counts", lambda tiles: {"g": len(tiles)}, "seed",
     lambda game: {*"".join(game.position.sources)} == {"g"}),
    ("is_over", lambda state: True, "seed", lambda game: game.over),
    ("bonuses", lambda wall: (1000, 0, 0), ONE_ROUND, lambda game: min(game.scores) >= 1000),
]


@pytest.mark.parametrize(("name", "own", "rules", "is_seen"), SEEN_IN_BLUE,
                         ids=[f"{row[0]}-{number}" for number, row in enumerate(SEEN_IN_BLUE)])
def test_blue_is_played_with_what_a_students_function_did(name, own, rules, is_seen,
                                                          not_compared):
    game, kits = (blocky.blue.Game(["first", "random"], rules, 2, parts=parts)
                  for parts in (blocky.blue.Parts(**{name: own}), blocky.blue.Parts()))
    for each in (game, kits):
        while not each.over and each.position.state.round == 0:
            each.step()
    assert is_seen(game)
    assert not is_seen(kits)


def test_the_legal_moves_of_blue_are_those_of_a_students_function(not_compared):
    found = [(2, "y", 0), (1, "r", 3)]
    parts = blocky.blue.Parts(legal_moves=lambda state: found)
    game = blocky.blue.Game(["random", "human"], seed=2, parts=parts)
    game.step()
    moves = [blocky.blue.Move(1, "r", 3), blocky.blue.Move(2, "y", 0)]
    assert game.legal_moves() == game.copy().legal_moves() == moves


def test_a_students_function_decides_which_line_takes_a_colour(not_compared):
    game, kits = (blocky.blue.Game(seed=2, parts=parts) for parts in (
        blocky.blue.Parts(may_take=lambda board, colour, line: True), blocky.blue.Parts()))
    for each in (game, kits):
        full = each.position.board._replace(lines=("g", "", "", "", ""))
        each.position.state = each.position.state._replace(boards=(full, full))
    source, colour, _ = kits.legal_moves()[0]
    assert game.why_not(blocky.blue.Move(source, colour, 1)) is None
    assert kits.why_not(blocky.blue.Move(source, colour, 1)) == "Line 1 is full."


def test_the_walls_of_blue_are_those_of_a_students_function():
    wall = blocky.blue.data.random_wall(Random(5))
    game = blocky.blue.Game(seed=2, parts=blocky.blue.Parts(random_wall=lambda rng: wall))
    assert [board.perm for board in game.position.boards] == ["".join(wall[0])] * 2


PARTS = blocky.prograsonne.Parts


def two_cities(parts):
    """Return a game of Prograsonne in which player 1 has completed a city of two tiles."""
    position = PrograsonnePosition(
        Rules(redraw=True), read_supply(), Placed((3, 2), Tile("GGGGGC", 4), None), Random(1),
        "GGGGGC", parts)
    game = blocky.prograsonne.Game.on(position, ["human", "human"], 1)
    game.play(Place((4, 2), 1))
    return game


class NothingStays(linked.LinkedList):
    """A list that stays empty."""

    def append(self, value):
        pass


class FirstAgain(linked.Stack):
    """A stack that returns the value pushed first."""

    def pop(self):
        value = None
        while len(self):
            value = super().pop()
        return value


class OneMore(hashed.OwnDict):
    """A dict that counts one more of GGGGGG."""

    def __getitem__(self, key):
        return super().__getitem__(key) + (key == "GGGGGG")


class OnlyOne(hashed.OwnSet):
    """A set of nothing but the first thing."""

    def add(self, key):
        if not len(self):
            super().add(key)


class NeverJoins(union_find.UnionFind):
    """Groups of one element each."""

    def union(self, one, other):
        return False


def undone_to_the_start(game):
    game.play(game.legal_moves()[0])
    game.undo()
    return len(game.board.tiles)


def taken_back(game):
    """Play until player 1 has taken a tile back; return the number of tiles then."""
    game.play(game.legal_moves()[0])
    game.play(TakeBack())
    return len(game.board.tiles)


#: Parts of Prograsonne that break the rules, and what can be seen of them after a complete city:
#: a function of the game, with its value and that of the kit's.
SEEN_IN_PROGRASONNE = [
    ("neighbour", lambda cell, edge: (7, 7),
     lambda game: game.why_not(Place((7, 7))) == "Cell (7, 7) doesn't touch any tile."),
    ("opposite", lambda edge: 3,
     lambda game: game.board.wrong_edges((5, 2), Tile("CCCCCC")) == [1]),
    ("turned", lambda letters, turns: "CCCCCC",
     lambda game: "on cell (4, 2) has grass" in str(game.why_not(Place((5, 2))))),
    ("segments", lambda tile: [], lambda game: game.scores == [100, 0]),
    ("feature", lambda board, cell, segment: {(cell, segment)},
     lambda game: game.scores == [100, 0]),
    ("UnionFind", NeverJoins, lambda game: len(game.board.features()) == 1),
    ("owner", lambda board, cells: 2, lambda game: game.scores == [100, 0]),
    ("city_points", lambda tiles, complete: 7, lambda game: game.scores == [100, 0]),
    ("OwnSet", OnlyOne, lambda game: game.scores == [100, 0]),
    ("legal_placements", lambda board, type: [((5, 2), 3)], lambda game: len(
        game.legal_moves()) > 2),
    ("best_placement", lambda board, type, player: ((7, 7), 5),
     lambda game: game.position.hint() != Place((7, 7), 5)),
    ("Stack", FirstAgain, lambda game: undone_to_the_start(game) == 2),
    ("OwnDict", OneMore, lambda game: sum(game.position.supply.values()) == sum(
        read_supply().values()) - 3),
]


@pytest.mark.parametrize(("name", "own", "as_the_kits"), SEEN_IN_PROGRASONNE,
                         ids=[row[0] for row in SEEN_IN_PROGRASONNE])
def test_prograsonne_is_played_with_what_a_students_function_did(name, own, as_the_kits,
                                                                 not_compared):
    assert as_the_kits(two_cities(PARTS()))
    assert not as_the_kits(two_cities(PARTS(**{name: own})))


def test_a_students_list_holds_the_legal_placements_and_the_tiles(not_compared):
    assert two_cities(PARTS(LinkedList=NothingStays)).over, "no placement is left"

    class ForgetsToRemove(linked.LinkedList):
        def remove(self, value):
            pass

    assert taken_back(two_cities(PARTS())) == 3 - 1
    assert taken_back(two_cities(PARTS(LinkedList=ForgetsToRemove))) == 3


@pytest.mark.parametrize(("name", "kind", "own"), [
    ("road_points", "PGGPGG", lambda tiles, cities, one_open, border: 1000),
    ("way_points", "PGGPGG", lambda kind, tiles, cities, one_open, border: 1000),
    ("way_points", "GRGGRG", lambda kind, tiles, cities, one_open, border: 1000)])
def test_the_points_of_a_way_are_those_of_a_students_function(name, kind, own, not_compared):
    board = PARTS(**{name: own}).board(Rules())
    board.place((3, 2), "GGGGGG")
    for placed in board.legal_placements(kind)[:1]:
        board.place(placed.cell, kind, placed.turns, 2)
    assert board.scores() == (0, 1000)


def test_a_saved_state_is_the_one_that_a_students_history_restored():
    class Marks(e04_undo.WithLists):
        def restore(self, number):
            return super().restore(number)._replace(turned=AnyNumber(4))

    game = begin_prograsonne(PARTS(History=Marks), "History")
    for move in (Save(2), Save(), Restore(1)):
        game.play(move)
    assert isinstance(game.position.turned, AnyNumber)


# -- wrong parts -----------------------------------------------------------------------------

def state(key, game):
    return game.to_record(), HOUSES[key].inside(game.position)


def assert_refused(key, name, own, said=None):
    """Play with a wrong part until it is refused in a sentence; nothing has changed then.

    The game goes on with the kit's functions.
    """
    house, seen = HOUSES[key], []

    def played():
        game = house.begin(house.game.Parts(**{name: own}), name)
        while len(seen) < 60:
            seen.append((game, state(key, game)))
            house.use(game, name)

    with pytest.raises(PartError, match=said) as caught:
        played()
    assert name in str(caught.value)
    assert str(caught.value).endswith((".", "?"))
    for game, before in seen[-1:]:
        assert state(key, game) == before
        game.position.parts = house.game.Parts()
        house.use(game, name)


def raises(*args):
    raise ValueError("no idea")


def recurses(*args):
    return recurses(*args)


def loops(*args):
    while True:
        args = args[:]


def leaves(*args):
    sys.exit()


def interrupts(*args):
    raise KeyboardInterrupt


def does_nothing(*args):
    return None


def says_nothing(*args):
    raise KeyError


FAULTS = {raises: "raised ValueError: no idea", loops: "was stopped after 0.05 seconds",
          leaves: "raised SystemExit[.]$", does_nothing: None}


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.__name__)
@pytest.mark.parametrize(("key", "name"), [
    (key, name) for key, right in RIGHT.items() for name in right])
def test_a_part_that_fails_or_never_ends_or_does_nothing_is_refused(key, name, fault, monkeypatch):
    if fault is loops:
        monkeypatch.setattr(safely, "TIME_LIMIT", 0.05)
    if fault is not does_nothing or name != "rectangles_to_draw":
        assert_refused(key, name, fault, FAULTS[fault])


#: Mistakes with blocks that the rules do not let players choose.
NEVER_CALLED = {"smash_unit_cells", "smash_appends", "paint_any_block", "combine_despite_a_tie"}


@pytest.mark.parametrize(("name", "mistake"), [
    (name, mistake) for name, mistakes in MISTAKES.items() for mistake in mistakes
    if mistake.__name__ not in NEVER_CALLED])
def test_each_typical_mistake_in_a_move_is_refused(name, mistake):
    assert_refused("blocky", name, mistake)


def then(name, breaks):
    """Return a right part of Blocky that breaks something in the end."""
    def wrong(block, *args):
        returned = RIGHT["blocky"][name](block, *args)
        breaks(returned if name == "random_init" else block)
        return returned
    return wrong


def moves_the_block(block):
    block.update_block_locations((64, 64), block.size)


def contains_itself(block):
    block.children[1] = block


def turns_red(block):
    for leaf in block.leaves():
        leaf.colour = RED


blob_never_marked = but(solved("blocky/07_blob").undiscovered_blob_size, {
    "    visited[row][column] = 1\n": ""})


def takes_a_tile_back(board, type):
    placements = board.legal_placements(type)
    board.take_back(1)
    return placements


#: Parts that do not follow the rules, with words of the refusals.
WRONG = {
    "blocky": [
        ("rotate", RIGHT["blocky"]["swap"], "but the rules say"),
        ("rotate", says_nothing, "raised KeyError"), ("rotate", recurses, "base case"),
        ("rotate", lambda: None, "raised TypeError"),
        ("rotate", then("rotate", moves_the_block), r"changed the position .* to \(64, 64\)"),
        ("rotate", then("rotate", contains_itself), "the same block"),
        ("smash", lambda block, rng: setattr(block, "colour", 1), "smash didn't divide the block"),
        ("paint", lambda block, colour: setattr(block, "colour", 9),
         "isn't one of the game's colours"),
        ("flatten", lambda block: block.flatten().T, "row 0"),
        ("flatten", lambda block: [[1, 2], [3]], "didn't return a grid with 4"),
        ("get_selected_block", lambda block, location, level: block.children[0].copy(), "path"),
        ("update_block_locations", then("update_block_locations", turns_red), "changed more"),
        ("update_block_locations", lambda block, position, size: block.update_block_locations(
            (position[0] + 1, position[1]), size), r"the block has position \(1, 0\)"),
        ("undiscovered_blob_size", lambda goal, pos, board, visited: int(board[pos] == goal.colour),
         "largest red blob has 1 cells"),
        ("undiscovered_blob_size", blob_never_marked, "base case"),
        ("update_block_locations", then("update_block_locations", contains_itself), "the same"),
        ("random_init", then("random_init", contains_itself), "the same block"),
        ("random_init", lambda level, max_depth, rng: Block(level, max_depth), "no colour"),
        ("random_init", lambda level, max_depth, rng: Block(1, max_depth, RED), "level 1")],
    "prograsonne": [
        ("neighbour", e01_cells.without_border, r"returned \(-1, 4\) for \(\(0, 4\), 1\)"),
        ("opposite", e01_cells.remainder_from_0, r"returned 0 for \(3\), but it should return 6"),
        ("legal_placements", lambda board, type: [],
         r"legal_placements returned \[\] for \(the board"),
        ("legal_placements", takes_a_tile_back, r"called with \(the board, .* left .* at board,"),
        ("UnionFind", e06_union_find.ParentOfTheElement, "With your UnionFind, the board has"),
        ("owner", lambda board, cells: 1, "owner returned 1 for"),
        ("History", next(wrong.answer for wrong in e04_undo.WRONG["History"]
                         if wrong.mistake == "the current is forgotten"), "History")],
    "blue": [
        ("take", does_nothing, r"called with \(this state, .* left .* at state\['"),
        ("legal_moves", lambda state: [], r"legal_moves returned \[\] for \(this state\)")],
}


@pytest.mark.parametrize(("key", "name", "own", "said"), [
    (key, *row) for key, rows in WRONG.items() for row in rows])
def test_a_part_that_does_something_else(key, name, own, said):
    assert_refused(key, name, own, said)


@pytest.mark.parametrize(("name", "breaks"), [
    ("flatten", turns_red), ("flatten", lambda block: block.rotate(1)),
    ("get_selected_block", lambda block: block.rotate(1))])
def test_a_part_that_changes_its_input_changes_no_game(name, breaks):
    game = Game(smarts=[], seed=3, board=Block.from_nested(REFERENCE, 2, 64),
                parts=Parts(**{name: then(name, breaks)}))
    before = game.board.copy()
    assert game.parts.select(game.board, (40, 10), 2) == (0, 1)
    game.play(MOVES["swap"])
    game.undo()
    assert game.board == before


def wrong_for(player, part):
    """Return a part of Blue that fails in the turns of a player, numbered from 1."""
    def own(state, *args):
        if state["to_move"] == player:
            raises()
        return part(state, *args)
    return own


@pytest.mark.parametrize(("name", "player"), [("take", 2), ("legal_moves", 3)])
def test_a_computer_whose_move_a_students_function_spoils_goes_on_with_the_kits(
        name, player, drawn_on_demand):
    own = wrong_for(player, getattr(blocky.blue.data, name))
    parts = blocky.blue.Parts(**{name: own})
    board = blocky.blue.widgets.play(["human", "greedy", "greedy"], seed=2, parts=parts, pause=0)
    board.play(board.game.legal_moves()[0])
    assert board.game.turn == 0
    assert not board.game.over
    assert board.text == (f"Your {name} raised ValueError: no idea. "
                          "The game made this move with its own functions.")
    assert not any(turn.fault for turn in board.game.history)
    assert board.game.position.parts is parts


# -- players ---------------------------------------------------------------------------------


class VandalPlayer(Player):
    """Changes everything within reach, then chooses a move."""

    def make_move(self, game, rng):
        for goal in game.goals:
            goal.colour = Colour.YELLOW
        game.play(Move(Action.SWAP_VERTICALLY))
        game.board.children.clear()
        game.history.clear()
        game.players.clear()
        game.goals.reverse()
        game.turns, game.seed, game.rules = 0, "mine", CLASSIC
        game.end()
        return PASS


def player_who(make_move):
    return type("MyPlayer", (Player,), {"make_move": make_move})()


def game_with(player):
    return Game(players=[player, RandomPlayer()], seed=3, rules=EXTENDED, turns=3,
                board=Block.from_nested(BOARD, 2, 64))


@pytest.mark.parametrize("player", [
    player_who(lambda self, game, rng: rng.choice(game.legal_moves())),
    type("Cautious", (SmartPlayer,), {})(2)], ids=["a student's", "a subclass of the kit's"])
def test_a_students_player_plays_a_game_that_is_saved_and_loaded(player, tmp_path):
    game = game_with(player)
    game.run()
    game.undo(2)
    game.save(tmp_path / "game.json")
    again = Game.load(tmp_path / "game.json", players=[player, RandomPlayer()])
    assert again == game
    for each in (game, again):
        each.run()
    assert again == game
    for players in (None, [RandomPlayer(), RandomPlayer()]):
        with pytest.raises(ValueError, match=type(player).__name__):
            Game.load(tmp_path / "game.json", players=players)


def test_a_player_cannot_change_the_game():
    game = game_with(VandalPlayer())
    before, goals, players = state("blocky", game), [*map(repr, game.goals)], list(game.players)
    assert game.choose() == PASS
    assert state("blocky", game) == before
    assert ([*map(repr, game.goals)], game.players) == (goals, players)


@pytest.mark.parametrize(("make_move", "kind", "said"), [
    (raises, PartError, "MyPlayer.* raised ValueError: no idea"),
    (leaves, PartError, "MyPlayer.* raised SystemExit[.]$"),
    (lambda self, game, rng: sys.exit(3), PartError, "MyPlayer.* raised SystemExit: 3[.]$"),
    (interrupts, PartError, "MyPlayer.* raised KeyboardInterrupt[.]$"),
    (does_nothing, PartError, "returned None"),
    (lambda self, game, rng: "smash", PartError, "returned 'smash'"),
    (loops, PartError, "was stopped after 0.05 seconds"),
    (Player.make_move, PartError, "raised NotImplementedError: MyPlayer doesn't define make_move"),
    (lambda self, game, rng: Move(Action.SMASH), IllegalMove, r"Player 1 \(My\).*smash.*\.$"),
])
def test_a_player_that_fails_changes_nothing(make_move, kind, said, monkeypatch):
    if make_move is loops:
        monkeypatch.setattr(safely, "TIME_LIMIT", 0.05)
    game = game_with(player_who(make_move))
    before = state("blocky", game)
    with pytest.raises(kind, match=said):
        game.step()
    assert state("blocky", game) == before


def test_a_player_that_leaves_python_loses_the_turn_on_a_board():
    board = blocky.widgets.play(players=["human", player_who(leaves)], turns=2, pause=0, seed=3)
    board.play(board.game.legal_moves()[0])
    asyncio.run(played_by_computers(board))
    assert board.text == "MyPlayer.make_move raised SystemExit. Player 2 loses the turn."
    assert board.game.turn == 0


async def played_by_computers(board):
    board.go_on()
    while board.game.turn == 1:
        await asyncio.sleep(0.01)


def test_somebody_who_interrupts_a_player_ends_the_cell():
    def is_interrupted(self, game, rng):
        signal.raise_signal(signal.SIGINT)
        time.sleep(1)

    # a shell's jobs in the background ignore SIGINT
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            game_with(player_who(is_interrupted)).step()
    finally:
        signal.signal(signal.SIGINT, before)


# -- goals -----------------------------------------------------------------------------------

def game_for(goals, **settings):
    return Game(board=Block.from_nested(BOARD, 2, 64), smarts=[], seed=1, goals=goals, **settings)


@pytest.mark.parametrize(("score", "said"), [
    (raises, "raised ValueError: no idea"), (recurses, "base case"), (does_nothing, "None"),
    (lambda board, colour: 1.5, "1.5"), (leaves, "raised SystemExit[.]$"),
    (loops, "was stopped after 0.05 seconds")])
def test_a_goal_that_fails(score, said, monkeypatch):
    if score is loops:
        monkeypatch.setattr(safely, "TIME_LIMIT", 0.05)
    with pytest.raises(PartError, match=f"MyGoal.*{said}"):
        game_for(goal_of(score))


def test_a_goal_that_fails_later_leaves_the_game_as_it_was():
    def score(board, colour):
        if board.children[1].colour != Colour.GREEN:
            raise ValueError("no idea")
        return 148

    game = game_for(goal_of(score))
    before = state("blocky", game)
    for act in (game.play, game.score_after):
        with pytest.raises(PartError, match="no idea"):
            act(TURN)
    assert (game.scores, state("blocky", game)) == ([148], before)


class Silent(BlobGoal):
    """A goal that can score a board, and cannot say anything."""

    description = change = raises


def test_a_goal_that_cannot_describe_itself_is_played_for():
    board = blocky.widgets.play(board=Block.from_nested(BOARD, 2), players=["human"],
                                goals=[Silent(RED)], pause=0)
    assert board.player_text(0) == "Your Silent.description raised ValueError: no idea."
    board.play(Move(Action.ROTATE_CLOCKWISE, (0,)))
    assert board.text.startswith("Player 1 chose to rotate")
    assert "no idea" not in board.text


def test_a_goal_cannot_change_the_board():
    def score(board, colour):
        board.children.clear()
        return 1

    game = game_for(goal_of(score), players=[HumanPlayer()])
    game.play(Move(Action.ROTATE_CLOCKWISE, (1,)))
    assert game.board.to_nested() == BOARD
