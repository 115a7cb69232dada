"""The contract of positions: what holds of those of every game, whatever its rules."""

import json
from collections.abc import Callable
from itertools import product
from random import Random
from types import ModuleType
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import blocky
import blocky.blue
import blocky.prograsonne
from blocky import Action, BlobGoal, Colour, Move, PerimeterGoal
from blocky.blue.rules import COLOURS, OFFICIAL, SEED
from blocky.kit.game import Game
from blocky.kit.player import HumanPlayer
from blocky.kit.position import IllegalMove, Position
from blocky.position import BlockyPosition
from blocky.prograsonne import Place, Restore, Rules, Save, TakeBack
from blocky.prograsonne.hexes import CELLS
from blocky.prograsonne.position import PrograsonnePosition
from blocky.prograsonne.tiles import TYPES
from tests import tictactoe
from tests.strategies import boards, rule_sets


class Party(NamedTuple):
    """A game that is held to the contract: how it begins, what is inside of its positions, all
    moves that one may think of, and how many are made before one looks.
    """

    begun: st.SearchStrategy[Position]
    inside: Callable[[Any], Any]
    moves: Callable[[Any], list[Any]]
    ahead: int
    house: ModuleType
    free: tuple[Any, ...] = ()  # legal moves that take no turn, and so are not listed


@st.composite
def of_blocky(draw):
    goals = draw(st.lists(st.builds(lambda kind, colour: kind(colour),
                                    st.sampled_from([BlobGoal, PerimeterGoal]),
                                    st.sampled_from(Colour)), min_size=1, max_size=4))
    humans = draw(st.sets(st.integers(0, len(goals) - 1)))
    return BlockyPosition(draw(boards(max_depth=3)), goals, draw(rule_sets),
                          draw(st.integers(1, 4)), sorted(humans))


def moves_of_blocky(position):
    paths = {path for block in position.board.blocks() for path in (block.path, (*block.path, 0))}
    return [Move(action, path, colour) for action, path in product(Action, paths)
            if action is not Action.PASS or path == ()
            for colour in (Colour if action is Action.PAINT else [None])]


@st.composite
def of_prograsonne(draw):
    rng = Random(draw(st.integers(0, 2**32)))
    few = {name: rng.randint(1, 3) for name in rng.sample(sorted(TYPES), 5)}
    return PrograsonnePosition.begin(draw(st.builds(Rules, *[st.booleans()] * 4)), rng,
                                     draw(st.sampled_from([None, few, few])))


@st.composite
def of_blue(draw):
    """Draw a position of any round, also one shortly before its end."""
    rng = Random(draw(st.integers(0, 2**32)))
    position = blocky.blue.Position.deal(
        draw(st.integers(2, 4)), draw(st.sampled_from([SEED, OFFICIAL])), rng)
    made, left = draw(st.sampled_from([0, 0, 30, 60])), draw(st.integers(1, 20))
    while not position.over and (made > 0 or len(position.takes) > left):
        position.play(position.random_move(rng), rng)
        made -= 1
    return position.copy()


PARTIES = {
    "blocky": Party(
        of_blocky(), lambda one: (one.board.to_nested(), one.costs[:], one._smashed[:]),
        moves_of_blocky, 16, blocky),
    "prograsonne": Party(
        of_prograsonne(),
        lambda one: (one.standing(), list(one.history.states), one.history.current),
        lambda one: [*map(Place, *zip(*product(CELLS, range(6)), strict=True)), TakeBack()],
        12, blocky.prograsonne, (Save(2), Restore(1), Restore(3))),
    "blue": Party(
        of_blue(), lambda one: one.to_record(),
        lambda one: [blocky.blue.Move(*each) for each in product(
            range(len(one.sources) + 1), COLOURS, range(7))],
        60, blocky.blue),
    "the guest": Party(st.builds(tictactoe.TicTacToe), lambda one: one.cells[:],
                       lambda one: list(range(-1, 10)), 9, tictactoe),
}


def party_test(test):
    """Run a test with each party, a position, and random numbers that hypothesis does not see."""
    @pytest.mark.parametrize("party", PARTIES.values(), ids=PARTIES)
    @settings(max_examples=25, deadline=None)
    @given(st.data(), st.integers(0, 2**32).map(Random))
    def tested(party, data, rng):
        position = data.draw(party.begun)
        test(party, position, rng, data.draw(st.integers(0, party.ahead)))
    tested.__name__ = test.__name__
    return tested


def go_on(party, position, rng, most):
    """Make random moves, ``most`` at most; yield each with what chance brought."""
    for _ in range(most):
        moves = list(position.legal_moves())
        if moves and rng.random() < 0.3:
            moves = [move for move in party.free if position.why_not(move) is None] or moves
        if not moves:
            return
        move = rng.choice(moves)
        yield move, position.play(move, rng)


def later(party, position, rng, most):
    """Return the position, ``most`` random moves later."""
    list(go_on(party, position, rng, most))
    return position


def told(party, position):
    """Return all that a position tells, whatever led to it."""
    players = range(position.seats)
    return (party.inside(position), position.turn, position.over, position.scores,
            position.winners, position.why_over(), position.moves_left,
            list(position.legal_moves()), list(position.certain_moves()),
            [position.worth(player) for player in players])


@party_test
def test_what_is_told_fits_together(party, position, rng, ahead):
    later(party, position, rng, ahead)
    players = range(position.seats)
    assert position.turn in players
    assert position.scores == tuple(map(position.score, players))
    assert position.winners
    assert set(position.winners) <= set(players)
    assert bool(position.why_over()) == position.over == (not position.legal_moves())
    assert position.moves_left is None or (position.moves_left == 0) == position.over


@party_test
def test_legal_moves_are_those_that_are_not_refused(party, position, rng, ahead):
    later(party, position, rng, ahead)
    legal = position.legal_moves()
    assert len(set(legal)) == len(legal)
    if not position.over:
        assert set(legal) == {move for move in party.moves(position)
                              if position.why_not(move) is None}
        move = position.random_move(rng)
        assert move in legal or position.may_fail(move)
    names = {name: getattr(party.house, name) for name in getattr(party.house, "__all__", ())}
    for move in rng.sample(legal, min(9, len(legal))):
        assert isinstance(move, position.move_type)
        assert eval(repr(move), names) == move
        record = json.loads(json.dumps(position.move_to_record(move)))
        assert position.move_from_record(record) == move


@party_test
def test_who_is_refused_has_changed_nothing(party, position, rng, ahead):
    game = Game(later(party, position, rng, ahead), [HumanPlayer()] * position.seats, seed=1)
    before = told(party, position)
    legal, moves = set(position.legal_moves()), party.moves(position)
    for move in [*rng.sample(moves, 9), None, "a move"]:
        if move not in legal:
            assert game.why_not(move)
            with pytest.raises(IllegalMove):
                game.play(move)
    for move in rng.sample(sorted(legal, key=repr), min(3, len(legal))):
        try:
            position.play(move, rng, "what chance never brings")
        except ValueError:
            continue
        position.take_back()
    assert told(party, position) == before


@party_test
def test_what_is_played_can_be_taken_back_and_made_again(party, position, rng, ahead):
    later(party, position, rng, ahead)
    states, made = [told(party, position)], []
    for move in go_on(party, position, rng, 8):
        made.append(move)
        states.append(told(party, position))
    for state in reversed(states[:-1]):
        position.take_back()
        assert told(party, position) == state
    for (move, chance), state in zip(made, states[1:], strict=True):
        assert position.play(move, Random(0), chance) == chance
        assert told(party, position) == state


@party_test
def test_a_turn_that_is_skipped_is_taken_back_too(party, position, rng, ahead):
    later(party, position, rng, ahead)
    before = told(party, position)
    if not position.over and position.skip():
        assert position.turn == (before[1] + 1) % position.seats
        position.take_back()
    assert told(party, position) == before


@party_test
def test_a_copy_is_a_position_of_its_own(party, position, rng, ahead):
    twin = later(party, position, rng, ahead).copy()
    before = told(party, position)
    assert told(party, twin) == before
    later(party, twin, rng, 4)
    assert told(party, position) == before
    twin = position.copy()
    later(party, position, rng, 4)
    assert told(party, twin) == before


@party_test
def test_records_of_the_start_and_of_the_moves_make_it_again(party, position, rng, ahead):
    start = json.loads(json.dumps(position.to_record()))
    own = position.own()
    made = [(position.move_to_record(move), chance)
            for move, chance in go_on(party, position, rng, ahead)]
    again = type(position).from_record(start, **own)
    for move, chance in json.loads(json.dumps(made)):
        again.play(again.move_from_record(move), Random(0), chance)
    assert told(party, again) == told(party, position)


@party_test
def test_what_computer_players_ask_is_answered_as_by_trying(party, position, rng, ahead):
    later(party, position, rng, ahead)
    before, legal, certain = told(party, position), position.legal_moves(), position.certain_moves()
    assert set(certain) <= set(legal)
    assert [move for move in legal if position.certain(move)] == [
        move for move in legal if move in set(certain)]
    players = range(position.seats)
    quick, plain = position.trials(players), Position.trials(position, players)
    for move in rng.sample(certain, min(20, len(certain))):
        foretold = quick(move)
        assert foretold == plain(move)
        position.play(move, rng)
        assert foretold == tuple(map(position.worth, players)), "whatever chance brings"
        position.take_back()
    assert told(party, position) == before
