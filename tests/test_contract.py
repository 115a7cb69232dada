"""The contract of positions: what holds for every position of every game."""

import json
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import fields
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
from blocky.blue.draw.rules import RULES as BLUE_RULES
from blocky.blue.parts import PartsPosition
from blocky.blue.rules import COLOURS, TILES
from blocky.draw.rules import RULES as BLOCKY_RULES
from blocky.kit.draw.rulebook import Rule
from blocky.kit.game import Game
from blocky.kit.player import HumanPlayer
from blocky.kit.position import IllegalMove, Position
from blocky.position import BlockyPosition
from blocky.prograsonne import Place, Restore, Rules, Save, TakeBack
from blocky.prograsonne.arena import LeaguePosition
from blocky.prograsonne.draw.rules import RULES as PROGRASONNE_RULES
from blocky.prograsonne.hexes import CELLS
from blocky.prograsonne.position import PrograsonnePosition
from tests import tictactoe
from tests.strategies import any_blue_rules, any_rules, boards, supplies


class Party(NamedTuple):
    """A game that must fulfil the contract.

    Attributes:
        starts: a strategy for positions.
        inside: a function that checks a position, and returns all that it contains.
        moves: a function that returns all conceivable moves, legal or not.
        ahead: the largest number of moves made before a test.
        package: the module that the repr of a move is evaluated in.
        rulebook: the rules that its players read, if there are any.
        free: legal moves that take no turn, and so are not listed.
    """

    starts: st.SearchStrategy[Position]
    inside: Callable[[Any], Any]
    moves: Callable[[Any], list[Any]]
    ahead: int
    package: ModuleType
    rulebook: Sequence[Rule] = ()
    free: tuple[Any, ...] = ()


def as_students(kind):
    """Return parts that hold each of the kit's functions as if it were a student's."""
    def own(function):
        return lambda *args: function(*args)
    return kind(**{each.name: own(each.default) for each in fields(kind)})


@st.composite
def of_blocky(draw, max_depth=3, parts=None):
    goals = draw(st.lists(st.builds(lambda kind, colour: kind(colour),
                                    st.sampled_from([BlobGoal, PerimeterGoal]),
                                    st.sampled_from(Colour)), min_size=1, max_size=4))
    humans = draw(st.sets(st.integers(0, len(goals) - 1)))
    return BlockyPosition(draw(boards(max_depth=max_depth)), goals, draw(any_rules),
                          draw(st.integers(1, 4)), sorted(humans), parts)


def inside_of_blocky(position):
    position.board.check_invariants()
    places = [(block.position, block.size) for block in position.board.blocks()]
    return position.board.to_nested(), places, position.costs[:], position._smashed[:]


def moves_of_blocky(position):
    paths = {path for block in position.board.blocks() for path in (block.path, (*block.path, 0))}
    return [Move(action, path, colour) for action, path in product(Action, paths)
            if action is not Action.PASS or path == ()
            for colour in (Colour if action is Action.PAINT else [None])]


class ShortLeaguePosition(LeaguePosition):
    most = 9


@st.composite
def of_prograsonne(draw, kind=PrograsonnePosition):
    rng = Random(draw(st.integers(0, 2**32)))
    return kind.begin(draw(st.builds(Rules, *[st.booleans()] * 4)), rng,
                      draw(st.none() | supplies))


def moves_of_prograsonne(position):
    return [*map(Place, *zip(*product(CELLS, range(6)), strict=True)), TakeBack()]


def inside_of_prograsonne(position):
    there = Counter(each.tile.type for each in position.board.tiles.values())
    there.update(position.supply)
    there.update(filter(None, [position.hand]))
    assert there == position.start_supply, "tiles are neither made nor lost"
    return position.content(), list(position.history.states), position.history.current


@st.composite
def of_blue(draw):
    """Draw a position in any round, sometimes shortly before the end of one."""
    rng = Random(draw(st.integers(0, 2**32)))
    position = blocky.blue.Position.deal(
        draw(st.integers(2, 4)), draw(any_blue_rules), rng)
    made, left = draw(st.sampled_from([0, 0, 30, 60])), draw(st.integers(1, 20))
    while not position.over and (made > 0 or len(position.takes) > left):
        position.play(position.random_move(rng), rng)
        made -= 1
    return position.copy()


def of_blue_with_parts(position):
    return PartsPosition(position.state, position.rules, as_students(blocky.blue.Parts))


def moves_of_blue(position):
    return [blocky.blue.Move(*each)
            for each in product(range(len(position.sources) + 1), COLOURS, range(7))]


def inside_of_blue(position):
    assert sorted(position.state.tiles) == sorted(COLOURS * TILES), "neither made nor lost"
    assert min(position.scores) >= 0 or min(position.rules.bonuses) < 0
    return position.to_record()


PARTIES = {
    "blocky": Party(
        of_blocky(), inside_of_blocky, moves_of_blocky, 16, blocky, BLOCKY_RULES),
    "blocky with parts": Party(
        of_blocky(2, as_students(blocky.Parts)), inside_of_blocky, moves_of_blocky, 6, blocky,
        BLOCKY_RULES),
    "prograsonne": Party(
        of_prograsonne(), inside_of_prograsonne,
        moves_of_prograsonne, 12, blocky.prograsonne, PROGRASONNE_RULES,
        (Save(2), Restore(1), Restore(3))),
    "prograsonne in a league": Party(
        of_prograsonne(ShortLeaguePosition), inside_of_prograsonne, moves_of_prograsonne,
        12, blocky.prograsonne, PROGRASONNE_RULES),
    "blue": Party(
        of_blue(), inside_of_blue, moves_of_blue, 60, blocky.blue, BLUE_RULES),
    "blue with parts": Party(
        of_blue().map(of_blue_with_parts), inside_of_blue, moves_of_blue, 12, blocky.blue,
        BLUE_RULES),
    "the guest": Party(st.builds(tictactoe.TicTacToe), lambda one: one.cells[:],
                       lambda one: list(range(-1, 10)), 9, tictactoe),
}


def party_test(test):
    """Run a test with each game, a position, and a generator that hypothesis does not shrink."""
    @pytest.mark.parametrize("party", PARTIES.values(), ids=PARTIES)
    @settings(max_examples=25, deadline=None)
    @given(st.data(), st.integers(0, 2**32).map(Random))
    def tested(party, data, rng):
        position = data.draw(party.starts)
        test(party, position, rng, data.draw(st.integers(0, party.ahead)))
    tested.__name__ = test.__name__
    return tested


def random_moves(party, position, rng, most):
    """Make up to ``most`` random moves; yield each move with its outcome of chance."""
    for _ in range(most):
        moves = list(position.legal_moves())
        if moves and rng.random() < 0.3:
            moves = [move for move in party.free if position.why_not(move) is None] or moves
        if not moves:
            return
        move = rng.choice(moves)
        yield move, position.play(move, rng)


def later(party, position, rng, most):
    """Return the position after up to ``most`` random moves."""
    list(random_moves(party, position, rng, most))
    return position


def state_of(party, position):
    """Return the state of a position, without its history."""
    players = range(position.seats)
    return (party.inside(position), position.turn, position.over, position.scores,
            position.winners, position.why_over(), position.moves_left,
            list(position.legal_moves()), list(position.certain_moves()),
            [position.worth(player) for player in players])


@party_test
def test_the_properties_agree(party, position, rng, ahead):
    later(party, position, rng, ahead)
    players = range(position.seats)
    assert position.turn in players
    assert position.scores == tuple(map(position.score, players))
    assert position.winners
    assert set(position.winners) <= set(players)
    assert bool(position.why_over()) == position.over
    assert (position.over or position.stuck) == (not position.legal_moves())
    assert position.stuck == Position.stuck.fget(position)
    assert position.moves_left is None or (position.moves_left == 0) == position.over


@party_test
def test_legal_moves_are_those_that_are_not_refused(party, position, rng, ahead):
    later(party, position, rng, ahead)
    legal = position.legal_moves()
    assert len(set(legal)) == len(legal)
    assert set(legal) == {move for move in party.moves(position) if position.why_not(move) is None}
    if not position.over:
        move = position.random_move(rng)
        assert move in legal or position.why_not(move).forfeits if legal else move is None
    names = {name: getattr(party.package, name) for name in getattr(party.package, "__all__", ())}
    for move in rng.sample(legal, min(9, len(legal))):
        assert isinstance(move, position.move_type)
        assert eval(repr(move), names) == move
        record = json.loads(json.dumps(move.to_record()))
        assert position.move_type.from_record(record) == move


@party_test
def test_a_move_that_was_legal_is_refused_by_a_rule_of_the_rulebook(party, position, rng, ahead):
    rules, tried = {rule.key for rule in party.rulebook}, list(position.legal_moves())
    for _ in random_moves(party, position, rng, ahead):
        refused = [move for move in tried if position.why_not(move) is not None]
        assert not rules or {position.why_not(move).rule for move in refused} <= rules


@party_test
def test_a_refused_move_changes_nothing(party, position, rng, ahead):
    game = Game(later(party, position, rng, ahead), [HumanPlayer()] * position.seats, seed=1)
    before = state_of(party, position)
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
    assert state_of(party, position) == before


@party_test
def test_moves_can_be_taken_back_and_replayed(party, position, rng, ahead):
    later(party, position, rng, ahead)
    states, made, reasons = [state_of(party, position)], [], []
    for move in random_moves(party, position, rng, 8):
        made.append(move)
        states.append(state_of(party, position))
        reasons.append(position.reasons())
    for state in reversed(states[:-1]):
        assert position.reasons() == reasons.pop()
        position.take_back()
        assert state_of(party, position) == state
    for (move, chance), state in zip(made, states[1:], strict=True):
        assert position.play(move, Random(0), chance) == chance
        assert state_of(party, position) == state


@party_test
def test_a_copy_is_independent(party, position, rng, ahead):
    twin = later(party, position, rng, ahead).copy()
    before = state_of(party, position)
    assert state_of(party, twin) == before
    later(party, twin, rng, 4)
    assert state_of(party, position) == before
    twin = position.copy()
    later(party, position, rng, 4)
    assert state_of(party, twin) == before


@party_test
def test_equal_positions_go_on_equally(party, position, rng, ahead):
    """A position that was saved and loaded is equal, and chance brings both the same."""
    record = json.loads(json.dumps(position.to_record()))
    twin = type(position).from_record(record)
    assert json.loads(json.dumps(twin.to_record())) == record
    assert state_of(party, twin) == state_of(party, position)
    for number in range(5 * ahead):
        if position.over or position.stuck:
            break
        move = position.legal_moves()[rng.randrange(len(position.legal_moves()))]
        assert position.play(move, Random(number)) == twin.play(move, Random(number))
    assert state_of(party, twin) == state_of(party, position)
    if not position.over:
        assert twin.random_move(Random(1)) == position.random_move(Random(1))


@party_test
def test_the_reasons_of_a_move_add_up_to_the_change_of_the_scores(party, position, rng, ahead):
    before = position.scores
    for _ in random_moves(party, position, rng, ahead):
        reasons = position.reasons()
        assert all(reason.text for reason in reasons)
        if type(position).reasons is not Position.reasons:
            assert tuple(score + sum(reason.points for reason in reasons if reason.player == player)
                         for player, score in enumerate(before)) == position.scores
        before = position.scores
    assert not position.copy().reasons()


@party_test
def test_trials_agree_with_playing_the_moves(party, position, rng, ahead):
    later(party, position, rng, ahead)
    before, certain = state_of(party, position), position.certain_moves()
    assert set(certain) == {*filter(position.certain, position.legal_moves())}
    players = range(position.seats)
    quick, plain = position.trials(players), Position.trials(position, players)
    for move in rng.sample(certain, min(20, len(certain))):
        foretold = quick(move)
        assert foretold == plain(move)
        position.play(move, rng)
        assert foretold == tuple(map(position.worth, players)), "whatever chance brings"
        position.take_back()
    assert state_of(party, position) == before


# -- games on them -----------------------------------------------------------------------------

def game_state_of(party, game):
    """Return the state of a game."""
    return (state_of(party, game.position), game.turn, game.over, game.scores, game.winners,
            game.why_over(), game.moves_left)


def game_of(party, position, rng, turns):
    """Return a game of random players after some turns, and its states before each turn and now.

    Turns can be lost.
    """
    game = Game(position, ["random"] * position.seats, rng.randrange(99))
    states = [game_state_of(party, game)]
    while not game.over and len(game.history) < turns:
        free = [move for move in party.free if position.why_not(move) is None]
        if free and rng.random() < 0.3:
            game.play(rng.choice(free))
        elif rng.random() < 0.1:
            game.forfeit(None, "was asleep")
        else:
            game.step()
        states.append(game_state_of(party, game))
    return game, states


@party_test
def test_a_game_is_undone_and_redone_through_the_same_states(party, position, rng, ahead):
    game, states = game_of(party, position, rng, ahead)
    at = last = len(game.history)
    for to in [0, *(rng.randint(0, last) for _ in range(4)), last]:
        if to > at:
            game.redo(to - at)
        elif to < at:
            game.undo(at - to)
        at = to
        assert game_state_of(party, game) == states[at]
        assert (game.undoable, game.redoable) == (at, last - at)


@party_test
def test_a_saved_game_is_loaded_equal_and_goes_on_identically(party, position, rng, ahead):
    game, _ = game_of(party, position, rng, ahead)
    if game.undoable and rng.random() < 0.5:
        game.undo(rng.randint(1, game.undoable))
    if rng.random() < 0.2:
        game.end()
    record = json.loads(json.dumps(game.to_record()))
    twin = Game.from_record(record, type(position))
    assert twin == game
    assert game_state_of(party, twin) == game_state_of(party, game)
    for _ in range(8):
        for each in (game, twin):
            if each.redoable:
                each.redo()
            elif not each.over:
                each.step()
    assert twin == game
    assert game_state_of(party, twin) == game_state_of(party, game)


@party_test
def test_trying_moves_changes_no_game(party, position, rng, ahead):
    game, _ = game_of(party, position, rng, ahead)
    before, record = game_state_of(party, game), game.to_record()
    twin = game.copy()
    assert (twin.undoable, game_state_of(party, twin)) == (0, before)
    for move in list(position.certain_moves())[:3] if not game.over else []:
        foretold = game.score_after(move)
        assert twin.play(move).scores[game.turn] == foretold
        twin.undo()
    if not twin.over:
        twin.step()
    assert (game_state_of(party, game), game.to_record()) == (before, record)
