"""Laws, on boards on which tiles were placed and taken back at random."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from blocky.prograsonne import Board, Parts, Rules, Tile
from blocky.prograsonne.hexes import CELLS, EDGES
from blocky.prograsonne.parts import PartsBoard
from blocky.prograsonne.tiles import KINDS, TYPES
from tests.prograsonne import from_scratch

#: Random numbers that hypothesis does not see, so that it does not shrink a failing case for hours.
seeds = st.integers(0, 2**32).map(Random)
rules = st.builds(Rules, *[st.booleans()] * 4)


@st.composite
def boards(draw, most=30):
    """Draw a board on which players placed tiles and took some back."""
    board = Board(draw(rules))
    rng = draw(seeds)
    board.place(rng.choice(CELLS), rng.choice(sorted(TYPES)), rng.randrange(6))
    for number in range(draw(st.integers(0, most))):
        name, player = rng.choice(sorted(TYPES)), number % 2 + 1
        if rng.random() < 0.15:
            board.take_back(player)
        elif places := board.legal_placements(name):
            place = rng.choice(places)
            board.place(place.cell, name, place.turns, player)
    return board


@pytest.mark.parametrize("name", TYPES)
def test_segments_hold_the_edges_of_their_letters_and_turn_with_them(name):
    for turns in range(6):
        tile = Tile(name, turns)
        edges = [edge for segment in tile.segments for edge in segment.edges]
        assert sorted(edges) == [edge for edge in EDGES if tile.letters[edge - 1] != "G"]
        for kind, own in tile.segments:
            assert {KINDS[tile.letters[edge - 1]] for edge in own} == {kind}
        assert len(tile.segments) == len(Tile(name).segments)


@given(boards(most=60))
def test_what_is_kept_up_is_what_a_walk_finds(board):
    assert sorted(board.features(), key=repr) == sorted(from_scratch.features(board), key=repr)
    assert board.scores() == from_scratch.scores(board)


@given(boards(), seeds)
def test_scores_do_not_depend_on_the_way_to_a_board(board, rng):
    twin, tiles = Board(board.rules), list(board.tiles.values())
    for _ in range(5):
        twin.become(rng.sample(tiles, rng.randint(0, len(tiles))))
    twin.become(tiles)
    assert sorted(twin.features(), key=repr) == sorted(board.features(), key=repr)
    assert (list(twin.tiles.values()), twin.scores(), twin.colours(), twin.snitch) == (
        tiles, board.scores(), board.colours(), board.snitch)


def parts_called(*names):
    """Return parts in which the kit's functions of these names count as a student's."""
    def own(function):
        return lambda *args: function(*args)
    kits = Parts()
    return Parts(**{name: own(getattr(kits, name)) for name in names})


@pytest.mark.parametrize("parts", [
    parts_called(*PartsBoard.SCORING),
    parts_called(*{*PartsBoard.SCORING} - {"UnionFind", "road_points"}),
], ids=["union-find", "walk"])
@settings(max_examples=25)
@given(boards())
def test_right_functions_of_a_student_find_and_score_the_same_features(parts, board):
    *tiles, last = board.tiles.values()
    own = parts.board(board.rules)
    own.become(tiles)
    if not tiles or not last.player or own.why_not(last.cell, last.tile):
        return  # the neighbours of the last tile were taken back
    own.place(last.cell, last.tile.type, last.tile.turns, last.player)
    assert sorted(own.features(), key=repr) == sorted(board.features(), key=repr)
    assert own.scores() == board.scores()
    for cell in own.tiles:
        for edge in EDGES:
            assert own.feature_at(cell, edge) == board.feature_at(cell, edge)
