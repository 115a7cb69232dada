"""Bad input is refused with a sentence and changes nothing."""

import copy
import json
import os
from dataclasses import replace
from itertools import product

import numpy as np
import pytest

import blocky.blue.draw
import blocky.prograsonne.draw
import blocky.prograsonne.widgets
import blocky.widgets
from blocky import (
    EXTENDED,
    Action,
    BlobGoal,
    Block,
    Colour,
    Game,
    Goal,
    GreedyPlayer,
    HumanPlayer,
    IllegalMove,
    LookaheadPlayer,
    Move,
    Parts,
    PerimeterGoal,
    Player,
    RuleSet,
    SmartPlayer,
    draw,
    language,
    random_init,
)
from blocky.blue import simulate
from blocky.blue.widgets import explore_wall
from blocky.fast.blobs import blob_size_by_stack
from blocky.invariants import Broken, broken_invariants
from blocky.prograsonne import Board, Place, RandomPlayer, Restore, Rules, Save, TakeBack, Tile
from blocky.prograsonne.widgets import explore_forest, explore_graph
from blocky.widgets.ready_made import ready_made
from tests.blue.test_rules import example
from tests.prograsonne.test_examples import played
from tests.prograsonne.test_game import on
from tests.strategies import REFERENCE

#: The names of arguments with which a sentence may begin, in place of a capital letter.
NAMES = ("max_depth", "turns", "humans", "randoms", "smarts", "goals", "players", "rules", "parts",
         "seed", "size", "board", "count", "rotate", "swap", "seconds", "width", "wall", "rounds",
         "n ", "rng", "level", "block", "titles", "actions", "costs", "fault", "position",
         "simulation", "history", "owner", "take", "plain", "game", "redraw",
         "closed_only", "difficulty")


def assert_a_sentence(error):
    text = str(error)
    assert text.endswith("."), text
    assert not text[0].islower() or text.startswith(NAMES), text
    assert "\n" not in text


def refused(call, *args, words=None, kind=ValueError):
    with pytest.raises(kind, match=words) as caught:
        call(*args)
    assert_a_sentence(caught.value)


# -- single calls ----------------------------------------------------------------------------

THINGS = [None, "x", 3, 1.5, [], {}, object, np.zeros((2, 2), int)]
NUMBERS = [0, 1, 2, 3]
DEPTHS = [-1, 13, 2.0, "2", None, [2]]
COLOURS = [4, -1, 1.5, "red", None, {}]
SIZES = [-1, 1, 64.5, "64", [64]]
#: Calls, each with arguments that it refuses.
CALLS = [
    (lambda depth: Block(0, depth), DEPTHS),
    (lambda depth: Block.from_nested(1, depth), DEPTHS),
    (lambda depth: Game(max_depth=depth), DEPTHS),
    (Colour, COLOURS),
    (BlobGoal, COLOURS),
    (lambda colour: Block.from_nested([0, 1, [0, 0, colour, 0], 3], 2), COLOURS),
    (lambda colour: Block.from_nested([0, 0, 0, 0], 1).children[0].paint(colour), COLOURS),
    (lambda colour: Move(Action.PAINT, (), colour), COLOURS),
    (lambda nested: Block.from_nested(nested, 2), [
        [], [0], [0, 1, 2, 3, 0], [0, 1, 2, [0, 1, 2]], [[[0, 1, 2, 3], 1, 2, 3], 1, 2, 3],
        "0123", ["0", "1", "2", "3"], [0, 1, 2, None], {0, 1, 2, 3}, [[], [], [], []]]),
    (lambda size: Block.from_nested(REFERENCE, 2, size), SIZES),
    (lambda size: Game(max_depth=2, size=size), SIZES),
    (lambda size: Game(board=Block.from_nested(REFERENCE, 2), size=size), SIZES),
    (lambda move: Move(*move), [
        ("fly",), (None,), (Action.SMASH, 3), (Action.SMASH, "01"), (Action.SMASH, (0.5,)),
        (Action.SMASH, None), (Action.PAINT, ()), (Action.SMASH, (), 1)]),
    (Block.from_nested(REFERENCE, 2).at, [(1, 0), (0, 0, 0), (4,), (-1,), ("0",), (0.5,)]),
    (ready_made, ["chess"]),
    (lambda path: draw.board(Block.from_nested(REFERENCE, 2), path=path), [(1, 1), (4,)]),
    (lambda path: draw.tree(Block.from_nested(REFERENCE, 2), path=path), [(1, 1), (4,)]),
    (lambda player: Board().place((0, 0), "GGGGGG", player=player), [1]),
    (lambda tile: played("(3,2)GGGGGC@4 -").place(*tile), [
        ((2, 2), "GGGGG", 0, 1), ((2, 2), None, 0, 1), ((2, 2), "GGGGGC", 7, 1),
        ((2, 2), "GGGGGC", 0, 3), ((2, 2), "GGGGGC", 0, None), ((2,), "GGGGGC", 0, 1)]),
    (explore_graph, [Board()]),
    (explore_forest, [Board()]),
    (lambda settings: Game(**{"max_depth": 2, "seed": 1} | settings), [
        {"turns": 0}, {"turns": 1.5}, {"turns": "5"}, {"turns": None}, {"turns": True},
        {"humans": -1}, {"humans": "1"}, {"randoms": None}, {"smarts": [-1]}, {"smarts": 2},
        {"humans": 0, "smarts": []}, {"players": []}, {"players": ["Ann"]}, {"players": [dict]},
        {"players": [None]}, {"players": HumanPlayer()}, {"humans": 5, "rules": EXTENDED},
        {"goals": []}, {"goals": [BlobGoal(1)]}, {"goals": [BlobGoal(1)] * 3},
        {"goals": [BlobGoal, BlobGoal(1)]}, {"goals": "blob"}, {"goals": HumanPlayer},
        {"rules": "classic"}, {"parts": "rotate"}, {"seed": 1.5}, {"seed": []},
        {"board": REFERENCE}, {"board": Block(0, 2, None, [Block(1, 2, 0)] * 3)},
        {"board": Block.from_nested(REFERENCE, 2).children[0]}]),
    (SmartPlayer, [-1, 1.5, "2", None]),
    (GreedyPlayer, [0, -1, "fast", True]),
    (lambda width: LookaheadPlayer(1, width), [0, 1.5]),
    (lambda settings: blocky.prograsonne.Game(**settings), [
        {"players": [HumanPlayer()]}, {"rules": "strict"}, {"seed": 1.5}, {"parts": len},
        {"supply": {}}, {"supply": {"GGGGGX": 1}}, {"supply": {"GGGGGG": True}}]),
    (lambda flag: Rules(redraw=flag), [1, "no"]),
    (lambda flag: replace(Rules(), closed_only=flag), [None]),
    (lambda settings: blocky.blue.Game(**settings), [
        {"players": ["greedy"]}, {"players": ["first"] * 5}, {"players": []}, {"rules": "other"},
        {"players": ["clever", "first"]}, {"players": "first"}, {"players": [Player(), "first"]},
        {"seed": 1.5}, {"parts": {}}]),
    (lambda wall: blocky.blue.Rules("odd", wall=wall), ["rbgww", ""]),
    (lambda settings: simulate(**{"n": 3, "progress": False} | settings), [
        {"n": 0}, {"players": ["first"]}, {"players": ["human", "first"]}, {"rounds": 0},
        {"rules": 3}, {"players": ["first", "clever"]}]),
    (lambda record: blocky.blue.Position.from_record(record), [{"boards": None}, 5]),
    (draw.board, [*THINGS, NUMBERS, Game(seed=1)]),
    (draw.board_and_tree, [*THINGS, NUMBERS]),
    (lambda boards: draw.boards(boards, ["one"]), [*THINGS, [3], 2 * [Block(0, 0, 1)]]),
    (lambda titles: draw.boards([Block(0, 0, 1)], titles), [None, 3, [], ["one", "two"]]),
    (draw.grid, [None, "x", 3, [], {}, object, NUMBERS]),
    (lambda block: draw.blob(block, 1), THINGS),
    (lambda block: draw.perimeter(block, 1), THINGS),
    (draw.scores, THINGS),
    (lambda path: draw.tree(Block.from_nested(REFERENCE, 2), path=path), [3, "x", [1.5], object]),
    (Block.from_nested(REFERENCE, 2).at, [None, 3, 1.5, "x", object]),
    (Block.from_nested(REFERENCE, 2).rotate, THINGS[:2] + THINGS[3:-1]),
    (Block.from_nested(REFERENCE, 2).swap, THINGS[:-1]),
    (Block.from_nested(REFERENCE, 2).children[1].smash, THINGS[1:]),
    (lambda rng: random_init(0, 3, rng), THINGS[1:]),
    (lambda level: random_init(level, 3), [None, "x", 1.5, -1, [], {}]),
    (BlobGoal(1).score, [*THINGS, Game(seed=1)]),
    (PerimeterGoal(1).score, [*THINGS, Game(seed=1)]),
    (lambda actions: RuleSet("own", actions), [None, 3, 1.5, object, ["fly"], [None]]),
    (lambda costs: RuleSet("own", [Action.PASS], costs), [
        None, 3, [3], "x", {"fly": 1}, {"pass": "x"}, [[[], 1]]]),
    (language, [*THINGS[:-1], "xx"]),
    (lambda move: Game(seed=1).score_after(move), THINGS[:-1]),
    (lambda fault: Game(seed=1).forfeit(None, fault), [None, 3, [], {}]),
    (Game.load, [None, 3, 1.5, [], "", object]),
    (Game(seed=1, max_depth=1).save, [None, 3, 1.5, [], "", object]),
    (lambda part: Parts(rotate=part), [None, "x", 3, 1.5, [], {}]),
    (lambda part: blocky.prograsonne.Parts(owner=part), [None, "x", 3, 1.5, [], {}]),
    (lambda part: blocky.blue.Parts(take=part), [None, "x", 3, 1.5, [], {}]),
    (blocky.prograsonne.read_supply, [None, 3, 1.5, [], "", object]),
    (blocky.prograsonne.draw.board, [*THINGS, blocky.prograsonne.Game(seed=1)]),
    (blocky.prograsonne.draw.states, THINGS),
    (blocky.prograsonne.draw.tile, THINGS[:-1]),
    (blocky.blue.draw.table, [*THINGS, blocky.blue.Game(["first", "greedy"], seed=1)]),
    (blocky.blue.draw.distributions, THINGS),
    (blocky.blue.plain, [*THINGS, blocky.blue.Game(["first", "greedy"], seed=1)]),
    (explore_wall, THINGS[1:]),
    (lambda thing: blocky.blue.draw.samples(thing, 20), THINGS),
]


def test_a_class_that_makes_no_goal_gets_a_sentence():
    class Unfinished(Goal):
        def score(self, board):
            return 0

    class ColourForgotten(BlobGoal):
        def __init__(self):
            pass

    with pytest.raises(ValueError, match=r"Unfinished can't be a goal yet.*method description"):
        Game(goals=Unfinished)
    with pytest.raises(ValueError, match=r"A game makes a goal with ColourForgotten\(Colour\."):
        Game(goals=ColourForgotten)


@pytest.mark.parametrize("begin", [
    blocky.widgets.play, blocky.prograsonne.widgets.play])
def test_what_a_board_is_given_by_mistake(begin):
    for players in (RandomPlayer, {"human"}, ["human"], HumanPlayer()):
        with pytest.raises(ValueError, match="Pass a list of players as a keyword argument"):
            begin(players)
    with pytest.raises(ValueError, match=r"A game has no setting depth. Its settings are: .*rules"):
        begin(depth=3)


@pytest.mark.parametrize(("call", "bad"), [
    pytest.param(call, bad, id=f"{number}-{bad!r:.30}")
    for number, (call, bads) in enumerate(CALLS) for bad in bads])
def test_a_call_that_makes_no_sense(call, bad):
    refused(call, bad)


@pytest.mark.parametrize("act", [
    lambda board: board.rotate(2),
    lambda board: board.rotate("1"),
    lambda board: board.swap(2),
    lambda board: board.swap(-1),
    lambda board: board.swap(None),
    lambda board: board.at((0, 0)).smash(),
    lambda board: board.at((0, 0)).paint(0),
    lambda board: board.children[0].paint(1),
    lambda board: board.update_block_locations((0, 0), 3),
])
def test_a_refused_call_leaves_the_board_as_it_was(reference, act):
    before = [(id(b), b.colour, b.position, b.size, b.level) for b in reference.blocks()]
    refused(act, reference)
    assert before == [(id(b), b.colour, b.position, b.size, b.level) for b in reference.blocks()]


def test_a_smash_that_would_make_cells_too_small_changes_nothing():
    leaf = Block(0, 10, 0, size=750)
    refused(leaf.smash)
    assert (leaf.to_nested(), leaf.children) == (0, [])


def test_a_board_whose_cells_are_too_small_breaks_an_invariant():
    large = Block(0, 5, None, [Block(1, 5, colour) for colour in range(4)], (0, 0), 16)
    for child, corner in zip(large.children, large.corners(), strict=True):
        child.position, child.size = corner, 8
    assert [error.kind for error in broken_invariants(large)] == [Broken.TOO_SMALL]


# -- moves -----------------------------------------------------------------------------------

def of_blue():
    """Return a game of Blue in which two lines hold tiles."""
    return blocky.blue.Game.on(example(), [HumanPlayer(), HumanPlayer()], 1)


def of_prograsonne():
    return on(played("(3,2)GGGGGC@4 -"), "GGGGGC")


def of_blocky():
    return Game(humans=2, smarts=[], board=Block.from_nested(REFERENCE, 2, 64), seed=1)


Take = blocky.blue.Move
ILLEGAL = {
    of_blocky: [
        (Move(Action.SMASH), "can't be smashed"), (Move(Action.SMASH, (0, 0)), "smashed"),
        (Move(Action.PAINT, (0, 0), 1), "rules"), (Move(Action.PASS), "rules"),
        (Move(Action.ROTATE_CLOCKWISE, (1, 1)), "no block at path"),
        (Move(Action.SWAP_VERTICALLY, (4,)), "path"), (Move(Action.SWAP_VERTICALLY, (-1,)), "path"),
        ("smash", "isn't a move"), ((Action.SMASH, (1,)), "isn't a move")],
    of_prograsonne: [
        (Place((8, 0)), "isn't a cell"), (Place("a1"), "isn't a cell"),
        (Place(None), "isn't a cell"),
        (Place([3, 2]), "isn't a cell"), (Place((3, 2)), "already"),
        (Place((7, 7)), "doesn't touch any tile"),
        (Place((2, 2), 6), "0 to 5"), (Place((2, 2), "1"), "0 to 5"), (Place((2, 2), True), "0 to"),
        (Place((4, 2), 0),
         "Edge 1 of the tile is grass, but the tile on cell .3, 2. has city there"),
        (TakeBack(), "no tile on the board to take back"),
        (Restore(1), "No state"), (Restore("1"), "No state"),
        (Save(9), "0 to 5"), ("up", "isn't a move"), (Tile("GGGGGC"), "isn't a move")],
    of_blue: [
        (Take(1, "w", 2), "no white tile in factory 1"), (Take(0, "b", 2), "no black tile"),
        (Take(1, "b", 1), "Line 1 is full"), (Take(1, "b", 3), "Line 3 holds grey tiles"),
        (Take(3, "b", 1), "no factory 3"), (Take(-1, "b", 1), "no factory -1"),
        (Take("1", "b", 1), "no factory '1'"), (Take(1, "b", 6), "no line 6"),
        (Take(1, "b", "2"), "no line '2'"), (Take(1, "x", 2), "'x' isn't a colour"),
        (Take(1, "rb", 2), "'rb' isn't a colour"), (Take(1, None, 2), "None isn't a colour"),
        ((1, "b", 2), "isn't a move"), (None, "isn't a move")],
}


@pytest.mark.parametrize(("begin", "move", "words"), [
    (begin, move, words) for begin, moves in ILLEGAL.items() for move, words in moves],
    ids=lambda value: value.__name__ if callable(value) else repr(value)[:40])
def test_an_illegal_move_is_refused_with_the_reason_and_changes_nothing(begin, move, words):
    game = begin()
    before = game.to_record(), game.turn, game.scores, game.legal_moves()
    refused(game.play, move, words=words, kind=IllegalMove)
    assert (game.to_record(), game.turn, game.scores, game.legal_moves()) == before


@pytest.mark.parametrize("act", [
    lambda game: game.undo(2), lambda game: game.undo(0), lambda game: game.undo(-1),
    lambda game: game.undo("1"), lambda game: game.undo(1.0), lambda game: game.redo(),
    lambda game: game.redo(0), lambda game: game.redo(1.5),
])
def test_nothing_is_left_to_undo_or_redo(game, act):
    game.end()
    before = game.to_record()
    refused(act, game)
    assert game.to_record() == before


# -- saved games -----------------------------------------------------------------------------

def rich_game():
    board = Block.from_nested(REFERENCE, 2, 64)
    game = Game(humans=1, randoms=1, smarts=[2], turns=4, rules=EXTENDED, seed=1, board=board,
                goals=[PerimeterGoal(0), BlobGoal(1), PerimeterGoal(2)])
    for move in (Move(Action.SMASH, (1,)), Move(Action.PAINT, (0, 0), 1),
                 Move(Action.COMBINE, (0,)), Move(Action.PASS), Move(Action.ROTATE_CLOCKWISE)):
        game.play(move)
    game.undo(2)
    return game


def game_with_states():
    game = blocky.prograsonne.Game(Rules(redraw=True), 8, players=[HumanPlayer(), RandomPlayer()])
    for move in (None, None, Save(2), TakeBack(), Restore(1), None, Save(3)):
        game.play(move or game.legal_moves()[0])
    game.forfeit(None, "was asleep")
    game.undo(3)
    return game


def game_of_tiles():
    game = blocky.blue.Game(["random", "random"], seed=3)
    for _ in range(30):
        game.step()
    game.undo(5)
    return game


GAMES = {make.__name__: make()
         for make in (rich_game, game_with_states, game_of_tiles)}
#: Records with everything that a record can hold.
SAVED = {name: json.loads(json.dumps(game.to_record())) for name, game in GAMES.items()}


def load(name, record):
    return type(GAMES[name]).from_record(copy.deepcopy(record))


def places(value, path=()):
    """Yield the path to each value in a record."""
    if isinstance(value, (list, dict)):
        for key, part in value.items() if isinstance(value, dict) else enumerate(value):
            yield (*path, key)
            yield from places(part, (*path, key))


def changed(value, path, *new):
    """Return a record with a ``new`` value at a path, or without the one there."""
    twin = copy.copy(value)
    if len(path) > 1:
        twin[path[0]] = changed(value[path[0]], path[1:], *new)
    elif new:
        twin[path[0]] = new[0]
    else:
        del twin[path[0]]
    return twin


@pytest.mark.parametrize("name", SAVED)
def test_a_damaged_record_is_refused_in_a_sentence_or_loaded_as_it_is(name):
    values = (-1, 99, 1.5, True, "x", [[]], None, [], {})
    for path, new in product(places(SAVED[name]), values):
        damaged = changed(SAVED[name], path, new)
        try:
            game = load(name, damaged)
        except ValueError as error:
            assert_a_sentence(error)
        else:
            again = json.loads(json.dumps(game.to_record()))
            if new in (None, [], {}):  # missing values may be filled in
                damaged = again
            assert again == damaged, (path, new)
            assert load(name, again) == game, (path, new)


@pytest.mark.parametrize(("name", "path"), [
    (name, path) for name, record in SAVED.items() for path in places(record)
    if len(path) == 1 or (len(path) == 2 and path[0] == "position" and name != "game_of_tiles")])
def test_a_record_that_lacks_a_key(name, path):
    refused(load, name, changed(SAVED[name], path))


PAINT = {"action": "paint", "path": [0, 0], "colour": 2}
DAMAGED = {
    "rich_game": [
        (["version"], 0, "no version number"), (["version"], 99, "version 99.*newer"),
        (["format"], "chess game", "isn't a saved game"),
        (["game"], "chess", "saved game of chess"),
        (["players"], [{"kind": "Wizard"}] * 3, "needs the class Wizard"),
        (["players"], [{"kind": "HumanPlayer", "age": 9}] * 3, "age"),
        (["players"], [{"kind": "HumanPlayer"}] * 5, "one for each seat"),
        (["position", "goals"], [{"kind": "Treasure", "colour": 1}] * 3, "Treasure"),
        (["position", "size"], 3, "an integer from 4"), (["position", "size"], 10**400, "size"),
        (["position", "max_depth"], 13, "max_depth"), (["moves"], [{"move": PAINT}] * 13, None),
        (["moves", 0, "move"], {"action": "smash", "path": []}, "smashed"),
        (["moves", 1, "chance"], [0, 1, 2, 3], "Only a smash can have a list of four blocks"),
        (["moves", 1, "move", "colour"], 0, "colour"),
        (["undone", 0, "fault"], {"kind": "refused"}, "the rules allow this move"),
        (["undone", 0, "fault"], {"kind": "unheard"}, "unheard"),
        (["undone", 0, "fault"], {"kind": "stopped", "name": "", "seconds": "long"},
         "isn't a valid reason")],
    "game_with_states": [
        (["position", "first"], [3, 2, "GGGGGG"], "damaged"),
        (["position", "first"], [3, 8, "GGGGGG", 0], "isn't a cell"),
        (["position", "hand"], "CCCRGR", "can't be drawn"),
        (["position", "supply"], {"GGGGGG": 5}, None), (["position", "rules", "other"], True, None),
        (["moves", 0, "move", "cell"], [9, 9], "isn't a cell"),
        (["moves", 0, "chance"], "CCCRGR", "can't be drawn"),
        (["moves", 0, "move"], {"do": "Restore", "number": 1}, "No state")],
    "game_of_tiles": [
        (["position", "boards", 0, "floor"], 8, "A floor has 0 to 7"),
        (["position", "boards", 0, "score"], -1, "A score must be"),
        (["position", "boards", 0, "perm"], "rbgwr", "each of the colours"),
        (["position", "boards", 0, "lines"], ["", "rb", "", "", ""],
         "Line 2 can hold at most 2 tiles"),
        (["position", "boards", 0, "wall"], ["xxxxx"] * 5, "Row 1 of this wall"),
        (["position", "boards"], [], "2 players but 0 boards"),
        (["position", "to_move"], 3, "to_move must be"),
        (["position", "token"], False, "start token"),
        (["position", "factories"], ["rrrr"], "A game with 2 players has 5 factories, not 1"),
        (["position", "factories", 0], "rrrrr", "A factory holds"),
        (["position", "factories", 0], "", "tiles in all"),
        (["position", "pool", "r"], 40, "20 red tiles in all"),
        (["moves", 0, "move"], [1, "b"], "damaged"),
        (["moves", 0, "move"], [9, "b", 1], "no factory 9"),
        (["moves", 0, "chance"], ["rrrr"] * 5, "can't contain"),
        (["game"], "blocky", "a saved game of blocky, not of blue")],
}


@pytest.mark.parametrize(("name", "path", "value", "words"), [
    (name, *row) for name, rows in DAMAGED.items() for row in rows],
    ids=lambda value: repr(value)[:40])
def test_a_refusal_says_what_is_wrong_with_a_record(name, path, value, words):
    refused(load, name, changed(SAVED[name], path, value), words=words)


# -- files -----------------------------------------------------------------------------------

TEXT = json.dumps(SAVED["rich_game"])


@pytest.mark.parametrize("content", [
    b"", b"hello", b"\xff\xfe\x00", b"[" * 100_000, b"null", b"[]", b"{}", b"3", b'"blocky game"',
    TEXT[:-40].encode(), TEXT.encode() + b"x", b"\xff\xfe" + b"x\x00", b'{"format": "another"}',
], ids=lambda content: repr(content[:20]))
def test_a_file_that_is_no_saved_game(tmp_path, content):
    path = tmp_path / "game.json"
    path.write_bytes(content)
    refused(Game.load, path)


def test_a_missing_file_or_folder(game, tmp_path):
    with pytest.raises(FileNotFoundError):
        Game.load(tmp_path / "nothing.json")
    with pytest.raises(FileNotFoundError):
        game.save(tmp_path / "nowhere" / "game.json")
    assert list(tmp_path.iterdir()) == []


def fail(*args, **kwargs):
    raise OSError("The disk is full.")


@pytest.mark.parametrize(("module", "name"), [(os, "replace"), (json, "dumps")])
def test_a_save_takes_the_place_of_the_old_file_or_leaves_it(game, tmp_path, monkeypatch, module,
                                                             name):
    path = tmp_path / "game.json"
    game.save(path)
    game.play(Move(Action.SWAP_HORIZONTALLY))
    game.save(str(path))
    assert Game.load(str(path)) == game
    old = path.read_bytes()
    game.undo()
    monkeypatch.setattr(module, name, fail)
    with pytest.raises(OSError, match="full"):
        game.save(path)
    assert path.read_bytes() == old
    assert list(tmp_path.iterdir()) == [path]


# -- lists are as good as arrays -------------------------------------------------------------

@pytest.mark.parametrize("as_given", [list, np.array], ids=["lists", "array"])
def test_grids_may_be_lists(as_given):
    grid, visited = as_given([[1, 1], [1, 0]]), as_given([[-1, -1], [-1, -1]])
    assert (BlobGoal(1).score_grid(grid), PerimeterGoal(1).score_grid(grid)) == (3, 6)
    assert np.asarray(BlobGoal(1).label(grid)).tolist() == [[1, 1], [1, 0]]
    assert blob_size_by_stack((0, 0), grid, copy.deepcopy(visited), 1) == 3
    assert BlobGoal(1).undiscovered_blob_size((0, 0), grid, visited) == 3
    assert np.asarray(visited).tolist() == [[1, 1], [1, 0]]
