"""Bad input is refused with a sentence that a student understands, and changes nothing."""

import copy
import json
import os

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from blocky import (
    EXTENDED,
    Action,
    BlobGoal,
    Block,
    Colour,
    Game,
    HumanPlayer,
    IllegalMove,
    Move,
    PerimeterGoal,
    SmartPlayer,
)
from blocky.fast.blobs import blob_size_by_stack
from blocky.invariants import Broken, broken_invariants
from tests.strategies import REFERENCE

NAMES = ("max_depth", "turns", "humans", "randoms", "smarts", "goals", "players", "rules", "parts",
         "seed", "size", "board", "count", "rotate", "swap")


def assert_a_sentence(error):
    text = str(error)
    assert text.endswith("."), text
    assert not text[0].islower() or text.startswith(NAMES), text
    assert "\n" not in text


def refused(call, *args):
    with pytest.raises(ValueError) as caught:  # noqa: PT011 (the text is judged below)
        call(*args)
    assert_a_sentence(caught.value)


# -- boards ----------------------------------------------------------------------------------

@pytest.mark.parametrize("depth", [-1, 13, 100, 2.5, 2.0, "2", None, [2]])
@pytest.mark.parametrize("make", [
    lambda depth: Block(0, depth),
    lambda depth: Block.from_nested(1, depth),
    lambda depth: Game(max_depth=depth),
], ids=["Block", "from_nested", "Game"])
def test_a_depth_that_no_board_has(make, depth):
    refused(make, depth)


@pytest.mark.parametrize("colour", [4, -1, 1.5, "1", "red", None, {}, object()])
@pytest.mark.parametrize("make", [
    Colour,
    BlobGoal,
    lambda colour: Block.from_nested(colour, 2),
    lambda colour: Block.from_nested([0, 1, [0, 0, colour, 0], 3], 2),
    lambda colour: Block.from_nested([0, 0, 0, 0], 1).children[0].paint(colour),
    lambda colour: Move(Action.PAINT, (), colour),
], ids=["Colour", "goal", "leaf", "inner leaf", "paint", "Move"])
def test_a_colour_that_is_none(make, colour):
    refused(make, colour)


@pytest.mark.parametrize("nested", [
    [], [0], [0, 1, 2], [0, 1, 2, 3, 0], [0, 1, 2, [0, 1, 2]], [[[0, 1, 2, 3], 1, 2, 3], 1, 2, 3],
    "0123", ["0", "1", "2", "3"], [0, 1, 2, None], [0.5, 1, 2, 3], {0, 1, 2, 3}, [[], [], [], []],
], ids=repr)
def test_nested_lists_that_are_no_board(nested):
    refused(Block.from_nested, nested, 2)


@pytest.mark.parametrize("size", [-1, 1, 3, "64", 64.5, [64]])
@pytest.mark.parametrize("make", [
    lambda size: Block.from_nested(REFERENCE, 2, size),
    lambda size: Game(max_depth=2, size=size),
    lambda size: Game(board=Block.from_nested(REFERENCE, 2), size=size),
], ids=["from_nested", "Game", "Game of a board"])
def test_a_size_that_no_board_has(make, size):
    refused(make, size)


@pytest.mark.parametrize("act", [
    lambda board: board.at((1, 0)),
    lambda board: board.at((0, 0, 0)),
    lambda board: board.at((4,)),
    lambda board: board.at((-1,)),
    lambda board: board.at(("0",)),
    lambda board: board.at((0.5,)),
    lambda board: board.rotate(2),
    lambda board: board.rotate(0),
    lambda board: board.rotate("1"),
    lambda board: board.swap(2),
    lambda board: board.swap(-1),
    lambda board: board.swap(None),
    lambda board: board.at((0, 0)).smash(),
    lambda board: board.at((0, 0)).paint(0),
    lambda board: board.children[0].paint(1),
    lambda board: board.combine(),
    lambda board: board.children[1].combine(),
    lambda board: board.update_block_locations((0, 0), 3),
])
def test_a_refused_call_leaves_the_board_as_it_was(reference, act):
    before = [(id(b), b.colour, b.position, b.size, b.level) for b in reference.blocks()]
    refused(act, reference)
    assert before == [(id(b), b.colour, b.position, b.size, b.level) for b in reference.blocks()]


# -- games -----------------------------------------------------------------------------------

ONE_BLOB = [BlobGoal(1)]


@pytest.mark.parametrize("settings", [
    {"turns": 0}, {"turns": -1}, {"turns": 1.5}, {"turns": "5"}, {"turns": None}, {"turns": True},
    {"humans": -1}, {"humans": 1.0}, {"humans": "1"}, {"randoms": -1}, {"randoms": None},
    {"smarts": [-1]}, {"smarts": ["hard"]}, {"smarts": [1.5]}, {"smarts": 2},
    {"humans": 0, "smarts": []}, {"players": []}, {"players": ["Ann"]}, {"players": [dict]},
    {"players": [None]}, {"players": HumanPlayer()}, {"players": 3},
    {"humans": 5, "rules": EXTENDED}, {"players": [HumanPlayer()] * 5, "rules": EXTENDED},
    {"goals": []}, {"goals": ONE_BLOB}, {"goals": ONE_BLOB * 3}, {"goals": [BlobGoal, BlobGoal(1)]},
    {"goals": [1, 2]}, {"goals": "blob"}, {"goals": BlobGoal(1)}, {"goals": 5},
    {"goals": HumanPlayer},
    {"rules": "classic"}, {"rules": None}, {"parts": "rotate"}, {"seed": 1.5}, {"seed": []},
    {"board": REFERENCE}, {"board": 1},
], ids=repr)
def test_settings_that_no_game_has(settings):
    refused(lambda: Game(**{"max_depth": 2, "seed": 1} | settings))


@pytest.mark.parametrize("call", [
    lambda board: (board.children.pop(), Game(board=board)),
    lambda board: Game(board=board.children[0]),
    lambda board: Game.ready_made("chess"),
    *(lambda board, bad=bad: SmartPlayer(bad) for bad in (-1, 1.5, "2", None)),
], ids=["broken board", "part of a board", "mode", *["difficulty"] * 4])
def test_what_else_no_game_has(reference, call):
    refused(call, reference)


# -- moves -----------------------------------------------------------------------------------

@pytest.mark.parametrize("args", [
    ("fly",), (None,), (Action.SMASH, 3), (Action.SMASH, "01"), (Action.SMASH, (0.5,)),
    (Action.SMASH, None), (Action.PAINT, ()), (Action.SMASH, (), 1), (Action.PAINT, (), 9),
], ids=repr)
def test_what_is_no_move(args):
    refused(Move, *args)


@pytest.mark.parametrize("move", [
    Move(Action.SMASH), Move(Action.SMASH, (0, 0)), Move(Action.PAINT, (0, 0), 1),
    Move(Action.COMBINE, (0,)), Move(Action.PASS), Move(Action.ROTATE_CLOCKWISE, (1, 1)),
    Move(Action.SWAP_VERTICALLY, (4,)), Move(Action.SWAP_VERTICALLY, (-1,)),
    "smash", None, (Action.SMASH, (1,)), Action.SMASH,
], ids=str)
def test_an_illegal_move_leaves_the_game_as_it_was(game, move):
    before, board, nested = game.to_record(), game.board, game.board.to_nested()
    with pytest.raises(IllegalMove) as caught:
        game.play(move)
    assert_a_sentence(caught.value)
    assert game.to_record() == before
    assert game.board is board
    assert board.to_nested() == nested


@pytest.mark.parametrize("act", [
    lambda game: game.undo(2), lambda game: game.undo(0), lambda game: game.undo(-1),
    lambda game: game.undo("1"), lambda game: game.undo(1.0), lambda game: game.redo(),
    lambda game: game.redo(0), lambda game: game.redo(-1), lambda game: game.redo(1.5),
])
def test_to_undo_or_redo_what_is_not_there(game, act):
    game.end()
    before = game.to_record()
    refused(act, game)
    assert game.to_record() == before


def test_a_copy_cannot_undo_what_was_played_before(game):
    refused(game.copy().undo)


# -- saved games -----------------------------------------------------------------------------

def rich_game():
    """Return a game in which everything occurs that a record can hold."""
    board = Block.from_nested(REFERENCE, 2, 64)
    game = Game(humans=1, randoms=1, smarts=[2], turns=4, rules=EXTENDED, seed=1, board=board,
                goals=[PerimeterGoal(0), BlobGoal(1), PerimeterGoal(2)])
    for move in (Move(Action.SMASH, (1,)), Move(Action.PAINT, (0, 0), 1),
                 Move(Action.COMBINE, (0,)), Move(Action.PASS), Move(Action.ROTATE_CLOCKWISE)):
        game.play(move)
    game.undo(2)
    return game


RECORD = json.loads(json.dumps(rich_game().to_record()))
TEXT = json.dumps(RECORD)


def classic_record():
    """Return the record of a classic game in which a computer has forfeited a turn."""
    game = Game(humans=0, randoms=1, smarts=[], seed=1, board=Block.from_nested(REFERENCE, 2, 64))
    game.step(Move(Action.SMASH))
    return json.loads(json.dumps(game.to_record()))


def load(saved):
    return Game.from_record(copy.deepcopy(saved))


def test_the_record_itself_is_read():
    assert load(RECORD) == rich_game()
    assert load(classic_record()).history[0].forfeited


def lacking(record, key):
    return {name: lacking(value, key) if name == "position" else value
            for name, value in record.items() if name != key}


@pytest.mark.parametrize("key", [*RECORD, *RECORD["position"]])
def test_a_record_that_lacks_a_key(key):
    refused(load, lacking(RECORD, key))


WRONG = {
    "format": [None, 1, "chess game", []],
    "version": [None, 0, -1, 3, 1.5, "1", []],
    "game": [None, 1, "chess", []],
    "position": [None, 1, [], {}, "board"],
    "humans": [None, 1, "all"],
    "rules": [None, 1, "house", [], {}],
    "seed": [None, 1.5, [], {}],
    "turns": [None, 0, -1, 1.5, "4", [], True],
    "players": [None, 3, "three", [], {}, [3, 4, 5], [{}, {}, {}], [{"kind": "Wizard"}] * 3,
                [{"kind": "BlobGoal", "colour": 1}] * 3, [{"kind": "HumanPlayer", "age": 9}] * 3,
                [{"kind": []}] * 3, [{"kind": "HumanPlayer"}] * 5],
    "goals": [None, 3, "blob", [], {}, [0, 1, 2], [{}, {}, {}], [{"kind": "BlobGoal"}] * 3,
              [{"kind": "BlobGoal", "colour": 7}] * 3, [{"kind": "HumanPlayer"}] * 3,
              [{"kind": "Treasure", "colour": 1}] * 3, [{"kind": "BlobGoal", "colour": 1}] * 2],
    "max_depth": [None, -1, 1, 13, 2.0, 2.5, "2", []],
    "size": [None, -1, 0, 3, 64.5, "64", [], 1e400, 10**400],
    "start": [None, "red", 9, 1.5, [], [0, 1, 2], {}],
    "moves": [None, 3, "rotate", {}, [3], [[]], [{}], [None]],
    "undone": [None, 3, "rotate", {}, [3], [[]], [{}], [None]],
    "ended": [None, "no", 3, []],
}


@pytest.mark.parametrize(("key", "value"), [
    (key, value) for key, values in WRONG.items() for value in values],
    ids=lambda value: repr(value)[:40])
def test_a_record_with_a_wrong_value(key, value):
    if key in RECORD["position"]:
        key, value = "position", RECORD["position"] | {key: value}
    refused(load, RECORD | {key: value})


def test_every_key_of_a_record_is_tried():
    assert WRONG.keys() == RECORD.keys() | RECORD["position"].keys()


ROTATE = {"action": "rotate clockwise", "path": []}
TURNED = {"move": ROTATE}


@pytest.mark.parametrize("turn", [{"move": move} for move in [
    {"path": []}, {"action": "rotate clockwise"}, ROTATE | {"action": "fly"},
    ROTATE | {"action": None}, ROTATE | {"action": []}, ROTATE | {"path": None},
    ROTATE | {"path": "00"}, ROTATE | {"path": [7]}, ROTATE | {"path": [0, 0, 0]},
    ROTATE | {"path": [0.0]}, ROTATE | {"colour": 1}, {"action": "smash", "path": []},
    {"action": "paint", "path": [0, 0]}, {"action": "paint", "path": [0, 0], "colour": 0},
    {"action": "paint", "path": [1], "colour": 0}, {"action": "paint", "path": [0, 0], "colour": 9},
    {"action": "combine", "path": []}, None, 3, [],
]] + [{"move": {"action": "smash", "path": path}, "chance": chance} for path, chance in [
    ([0], [0, 1, 2, 3]), ([1], [0, 1, 2]), ([1], 1), ([1], {}), ([1], [0, 1, 2, 9]),
    ([1], [0, 1, 2, [0, 1, 2, 3]]),
]] + [
    TURNED | {"chance": [0, 1, 2, 3]}, TURNED | {"fault": {"kind": "refused"}}, {}, {"chance": 1},
    *(TURNED | {"fault": fault} for fault in (
        3, ["why"], "", {}, {"kind": "unheard"}, {"kind": "stack"}, {"kind": "raised", "name": 1},
        {"kind": "stopped", "name": "", "seconds": "long"})),
], ids=str)
@pytest.mark.parametrize("key", ["moves", "undone"])
def test_a_record_with_an_illegal_move(key, turn):
    refused(load, RECORD | {"moves": [], "undone": []} | {key: [turn]})


def test_a_record_with_more_moves_than_turns():
    refused(load, RECORD | {"moves": [TURNED] * 13, "undone": []})


def test_a_record_of_classic_rules_holds_no_paint():
    paint = {"action": "paint", "path": [0, 0], "colour": 2}
    refused(load, classic_record() | {"moves": [{"move": paint}]})


def places(value, path=()):
    yield path
    if isinstance(value, (list, dict)):
        for key, part in value.items() if isinstance(value, dict) else enumerate(value):
            yield from places(part, (*path, key))


def changed(value, path, new):
    if not path:
        return new
    twin = copy.copy(value)
    twin[path[0]] = changed(value[path[0]], path[1:], new)
    return twin


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=6)


@given(st.sampled_from([RECORD, classic_record()]), st.data())
def test_a_damaged_record_is_refused_or_tells_of_a_game(saved, data):
    path = data.draw(st.sampled_from(list(places(saved))))
    value = data.draw(json_values | st.integers(0, 3) | st.sampled_from(["smash", "pass", ""]))
    try:
        game = load(changed(saved, path, value))
    except ValueError as error:
        assert_a_sentence(error)
    else:
        game.board.check_invariants()
        assert load(json.loads(json.dumps(game.to_record()))) == game


@given(st.integers(0, len(TEXT) - 1))
def test_a_truncated_file_is_refused(tmp_path_factory, length):
    path = tmp_path_factory.mktemp("truncated") / "game.json"
    path.write_text(TEXT[:length], encoding="utf-8")
    refused(Game.load, path)


@pytest.mark.parametrize("content", [
    b"", b"hello", b"\xff\xfe\x00", b"[" * 100_000, b"null", b"[]", b"{}", b"3", b'"blocky game"',
    TEXT.encode() + b"x", TEXT.encode("utf-16"), b'{"format": "another"}',
], ids=lambda content: repr(content[:20]))
def test_a_file_that_is_no_saved_game(tmp_path, content):
    path = tmp_path / "game.json"
    path.write_bytes(content)
    refused(Game.load, path)


def test_a_newer_version_is_named(tmp_path):
    path = tmp_path / "game.json"
    path.write_text(json.dumps(RECORD | {"version": 99}), encoding="utf-8")
    with pytest.raises(ValueError, match=r"version 99.*newer"):
        Game.load(path)


def test_a_missing_file_or_folder(game, tmp_path):
    with pytest.raises(FileNotFoundError):
        Game.load(tmp_path / "nothing.json")
    with pytest.raises(FileNotFoundError):
        game.save(tmp_path / "nowhere" / "game.json")
    assert list(tmp_path.iterdir()) == []


def fail(*args, **kwargs):
    raise OSError("The disk is full.")


@pytest.mark.parametrize(("module", "name"), [(os, "replace"), (json, "dumps")])
def test_a_failed_save_leaves_the_old_file(game, tmp_path, monkeypatch, module, name):
    path = tmp_path / "game.json"
    game.save(path)
    old = path.read_bytes()
    game.play(Move(Action.SWAP_HORIZONTALLY))
    monkeypatch.setattr(module, name, fail)
    with pytest.raises(OSError, match="full"):
        game.save(path)
    assert path.read_bytes() == old
    assert list(tmp_path.iterdir()) == [path]


def test_a_save_takes_the_place_of_the_old_file(game, tmp_path):
    path = tmp_path / "game.json"
    game.save(path)
    game.play(Move(Action.SWAP_HORIZONTALLY))
    game.save(str(path))
    assert Game.load(str(path)) == game
    assert list(tmp_path.iterdir()) == [path]


# -- nothing is half-changed, and lists are as good as arrays ----------------------------------

def test_a_move_that_finds_no_pixel_for_a_cell_changes_nothing():
    large = Block(0, 5, None, [Block(1, 5, colour) for colour in range(4)], (0, 0), 16)
    for child, corner in zip(large.children, large.corners(), strict=True):
        child.position, child.size = corner, 8
    assert [error.kind for error in broken_invariants(large)] == [Broken.TOO_SMALL]
    leaf = Block(0, 10, 0, size=750)
    for block, move in ((large, lambda: large.swap(0)), (leaf, leaf.smash)):
        before, children = block.to_nested(), list(block.children)
        refused(move)
        assert block.to_nested() == before
        assert all(one is other for one, other in zip(block.children, children, strict=True))


GRID = [[1, 1], [1, 0]]


@pytest.mark.parametrize("as_given", [list, np.array], ids=["lists", "array"])
def test_grids_may_be_lists(as_given):
    grid, visited = as_given(GRID), as_given([[-1, -1], [-1, -1]])
    assert BlobGoal(1).score_grid(grid) == 3
    assert PerimeterGoal(1).score_grid(grid) == 6
    assert np.asarray(BlobGoal(1).label(grid)).tolist() == [[1, 1], [1, 0]]
    assert BlobGoal(1).undiscovered_blob_size((0, 0), grid, visited) == 3
    assert np.asarray(visited).tolist() == [[1, 1], [1, 0]]
    fresh = as_given([[-1, -1], [-1, -1]])
    assert blob_size_by_stack((0, 0), grid, fresh, 1) == 3
