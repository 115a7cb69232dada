"""The student's own functions take part in games, and whatever they do, a game stays whole."""

import json

import pytest

from blocky.kit import safely
from blocky.kit.safely import PartError
from blocky.prograsonne import (
    Game,
    GreedyPlayer,
    HumanPlayer,
    Parts,
    RandomPlayer,
    Restore,
    Rules,
    Save,
)
from tests.prograsonne.answers import (
    cells,
    features,
    groups,
    hints,
    owners,
    scores,
    tiles,
    undo,
)

RIGHT = {name: answers[0] for room in (cells, tiles, undo, features, groups, owners, scores,
                                         hints)
         for name, answers in room.RIGHT.items() if hasattr(Parts, name)}


def begun(parts=None, players=None, **settings):
    return Game(Rules(redraw=True, **settings), seed=5, parts=parts,
                players=players or [HumanPlayer(), HumanPlayer()])


@pytest.mark.parametrize("own", [RIGHT, *({name: RIGHT[name]} for name in RIGHT)],
                         ids=lambda own: "+".join(own))
def test_right_parts_play_the_game_that_the_kit_plays(own):
    def played(parts):
        game = begun(parts, [RandomPlayer(), GreedyPlayer()])
        for _ in range(30 if len(own) == 1 else 100):
            if not game.over:
                game.step()
        return game

    game = played(Parts(**own))
    assert len(game.board.tiles) > 20
    assert game == played(None)


def never_ends(*args):
    while True:
        pass


def changes_the_board(board, *args):
    for player in (1, 2):
        board.take_back(player)
    return []


@pytest.mark.parametrize(("own", "words"), [
    ({"neighbour": cells.without_border}, r"neighbour returned \(-1, 4\) for \(\(0, 4\), 1\)"),
    ({"opposite": cells.remainder_from_0}, r"opposite returned 0 for \(3\), but 6 is expected"),
    ({"turned": lambda letters, turns: letters + "!"}, "turned returned"),
    ({"segments": lambda tile: None}, "segments returned None"),
    ({"segments": lambda tile: tile.hand}, "segments raised AttributeError"),
    ({"feature": lambda board, cell, segment: 1 / 0}, "feature raised ZeroDivisionError"),
    ({"opposite": never_ends}, "opposite was stopped"),
    ({"legal_placements": changes_the_board}, r"legal_placements returned \[\] for \(the board"),
    ({"best_placement": lambda board, type, player: None}, "best_placement returned None"),
    ({"UnionFind": groups.ParentOfTheElement}, "With your UnionFind the board has"),
    ({"city_points": lambda tiles, complete: 0}, "city_points returned 0"),
    ({"owner": lambda board, cells: 1}, "owner returned 1 for"),
    ({"way_points": lambda kind, *facts: 0}, "way_points returned 0"),
])
def test_a_wrong_part_makes_no_move_and_says_why(own, words, monkeypatch):
    monkeypatch.setattr(safely, "TIME_LIMIT", 1)
    game, kits = begun(Parts(**own)), begun()
    for _ in range(60):
        move = kits.position.legal_moves()[0]
        before = json.dumps(game.to_record()), game.board.tiles.copy(), game.turn
        try:
            game.play(move)
        except PartError as error:
            with pytest.raises(PartError, match=words):
                raise error
            assert (json.dumps(game.to_record()), game.board.tiles, game.turn) == before
            return
        kits.play(move)
    pytest.fail("no move failed")


@pytest.mark.parametrize("keep_branches", [False, True])
def test_saved_states_are_kept_by_a_students_history_too(keep_branches):
    game = begun(Parts(History=undo.WithLists), keep_branches=keep_branches)
    for move in (Save(), game.legal_moves()[0], Save(), Restore(1), Save(), Restore(1), Save()):
        game.play(move)
    assert [(state.number, state.parent) for state in game.position.history.states] == (
        [(1, None), (2, 1), (3, 1), (4, 1)] if keep_branches else [(1, None), (2, 1)])


def test_a_students_history_that_is_wrong_saves_nothing():
    forgets = next(wrong.answer for wrong in undo.WRONG["History"]
                   if wrong.mistake == "the current is forgotten")
    game = begun(Parts(History=forgets), keep_branches=True)
    for move in (Save(), Save(), Restore(1)):
        game.play(move)
    with pytest.raises(PartError, match=r"Your History\.states returned .*\(3, 2\).* is expected"):
        game.play(Save())
    assert len(game.position.history.states) == 2


def test_parts_must_be_parts():
    with pytest.raises(ValueError, match=r"parts must be a Parts\(\.\.\.\)"):
        Game(parts=cells.with_cases)


def test_a_game_with_parts_is_saved_and_loaded_with_them(tmp_path):
    asked = []

    def opposite(edge):
        asked.append(edge)
        return cells.with_an_if(edge)

    game = begun(Parts(opposite=opposite), [RandomPlayer(), GreedyPlayer()])
    game.step()
    game.step()
    game.save(tmp_path / "game.json")
    count = len(asked)
    again = Game.load(tmp_path / "game.json", parts=game.position.parts)
    assert again == game
    assert len(asked) == 2 * count > 0
    assert Game.load(tmp_path / "game.json") == game
