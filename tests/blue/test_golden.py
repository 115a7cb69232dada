"""Tilings, drafts, fills and whole games of Blue agree with the golden data."""

import json
from pathlib import Path
from random import Random

import pytest

from blocky.blue import (
    Board,
    FirstAvailable,
    Game,
    GreedyRow,
    Move,
    Position,
    Rules,
    State,
    counts,
    data,
    plain,
)
from blocky.blue.state import fill, take, tile_all

GOLDEN = json.loads((Path(__file__).parent.parent / "golden" / "blue.json").read_text())


def all_of(part):
    assert len(GOLDEN[part]) == GOLDEN["counts"][part]
    return GOLDEN[part]


def told(tiling):
    return [[*tile[:3]] for tile in tiling.placed]


def test_tilings():
    for golden in all_of("tiling"):
        position = Position.from_record(golden)
        after, [tiling] = tile_all(position.state, position.rules)
        [board] = after.boards
        assert told(tiling) == golden["placed"], golden["id"]
        assert (tiling.gains, tiling.penalty, tiling.score) == (
            golden["gains"], golden["penalty"], golden["score_after"])
        assert (list(board.wall), list(board.lines), board.floor, board.score) == (
            golden["wall_after"], golden["lines_after"], golden["floor_after"],
            golden["score_after"])
        assert board.complete_rows == golden["complete_rows"]
        if golden["rules"] == "official":
            assert counts(tiling.discards) == golden["discard"], golden["id"]
            assert list(board.bonuses(position.rules)) == golden["bonuses"]


def test_drafts():
    for golden in all_of("draft"):
        position = Position.from_record(golden["state"])
        assert position.to_record() == golden["state"]
        moves = position.legal_moves()
        assert list(map(list, moves)) == golden["legal"], golden["id"]
        assert all(position.why_not(move) is None for move in moves)
        for kind, player in (("first_available", FirstAvailable()), ("greedy_row", GreedyRow())):
            game = Game.on(position, [player] * position.seats, seed=1)
            assert list(game.choose()) == golden[kind], golden["id"]
        for after in golden["after"]:
            before = position.state
            position.play(Move(*after["move"]), Random(0))
            record = {**position.to_record(), "draft_over": position.state.draft_over}
            assert record == after["state"], golden["id"]
            assert len(position.state.discards) - len(before.discards) == after["floored"]
            position.take_back()
            assert position.state == before


def test_fills():
    for golden in all_of("fills"):
        pool, discards = ("".join(colour * number for colour, number in golden[key].items())
                          for key in ("pool", "discard"))
        state = State(("",) * (len(golden["sizes"]) + 1), (Board("rbgwy"),), pool=pool,
                      discards=discards)
        for seed in range(3):
            after = fill(state, Rules.from_record(golden["rules"]), Random(seed))
            assert [len(tiles) for tiles in after.sources] == [0, *golden["sizes"]], golden["id"]
            assert (len(after.pool), len(after.discards)) == (
                golden["pool_left"], golden["discard_left"])
            assert sorted(after.tiles) == sorted(state.tiles)


def test_plain_data_and_back():
    for golden in GOLDEN["draft"]:
        position = Position.from_record(golden["state"])
        state = plain(position)
        assert Position.from_record(state).state == position.state
        state["boards"][0]["wall"][0][0] = "x"
        state["boards"][0]["lines"][0] = "x"
        assert position.to_record() == golden["state"]
        assert [list(move) for move in data.legal_moves(golden["state"])] == golden["legal"]


@pytest.mark.parametrize("golden", GOLDEN["games"], ids=lambda golden: golden["id"])
def test_whole_games(golden):
    game = Game.from_record(golden)
    assert game.over
    position, played = game.position, iter(list(game.history))
    again = Game.from_record(golden)
    again.undo(len(again.history))
    first_or_greedy = {"first": FirstAvailable(), "greedy": GreedyRow()}
    for number, each in enumerate(golden["rounds"]):
        state = again.position.state
        assert (state.round, state.starter + 1, list(state.sources[1:])) == (
            number, each["starter"], each["fill"])
        for move in each["moves"]:
            kind = golden["kinds"][again.turn]
            if kind in first_or_greedy:
                assert first_or_greedy[kind].make_move(again, Random(0)) == Move(*move)
            before = again.position.state
            again.redo()
            assert next(played).move == Move(*move)
        drafted = take(before, *move)
        assert drafted.draft_over
        after, tilings = tile_all(drafted, game.rules)
        golden_after = each["after"]
        assert [told(tiling) for tiling in tilings] == golden_after["placed"]
        for name in ("gains", "penalty"):
            assert [getattr(tiling, name) for tiling in tilings] == golden_after[name]
        assert [tiling.score for tiling in tilings] == golden_after["scores"]
        assert [list(board.wall) for board in after.boards] == golden_after["walls"]
        assert [list(board.lines) for board in after.boards] == golden_after["lines"]
        assert after.starter + 1 == golden_after["next_starter"]
        assert counts(after.pool) == golden_after["pool"]
        if golden["rules"] == "official":
            assert counts(after.discards) == golden_after["discard"]
    assert next(played, None) is None
    end = golden["end"]
    assert position.endings == end["reason"]
    assert game.scores == end["scores"]
    assert [board.complete_rows for board in position.boards] == end["complete_rows"]
    assert [list(board.bonuses(game.rules)) for board in position.boards] == end["bonuses"]
    assert [winner + 1 for winner in game.winners] == end["winners"]
    assert game == again
