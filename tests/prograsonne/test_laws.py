"""Laws: turning, placing and taking back, features kept up and found from scratch."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blocky.prograsonne import Board, Rules, Tile
from blocky.prograsonne.fast.union_find import UnionFind
from blocky.prograsonne.hexes import CELLS, EDGES, neighbour, opposite
from blocky.prograsonne.tiles import KINDS, TYPES, turned
from tests.prograsonne import from_scratch

types = st.sampled_from(sorted(TYPES))
#: Random numbers that hypothesis does not see: a failing case is not made smaller for hours.
seeds = st.integers(0, 2**32).map(Random)
rules = st.builds(Rules, *[st.booleans()] * 4)


def everything(board):
    """Return all that a board tells."""
    return (list(board.tiles.values()), sorted(board.features(), key=repr), board.scores(),
            board.colours(), board.snitch)


@st.composite
def boards(draw, most=30):
    """Return a board on which players placed tiles and took some back."""
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


# -- cells and tiles ---------------------------------------------------------------------------

def test_neighbours_are_neighbours_of_their_neighbours():
    for cell in CELLS:
        for edge in EDGES:
            if beyond := neighbour(cell, edge):
                assert neighbour(beyond, opposite(edge)) == cell
    assert sum(neighbour(cell, edge) is None for cell in CELLS for edge in EDGES) == 62
    assert sum(None in [neighbour(cell, edge) for edge in EDGES] for cell in CELLS) == 28
    assert [edge for edge in EDGES if neighbour((0, 0), edge) is None] == [1, 5, 6]
    assert [edge for edge in EDGES if neighbour((0, 7), edge) is None] == [1, 2, 3, 6]


@pytest.mark.parametrize("name", TYPES)
def test_segments_hold_the_edges_of_their_letters_and_turn_with_them(name):
    for turns in range(6):
        tile = Tile(name, turns)
        edges = [edge for segment in tile.segments for edge in segment.edges]
        assert sorted(edges) == [edge for edge in EDGES if tile.letters[edge - 1] != "G"]
        for kind, own in tile.segments:
            assert {KINDS[tile.letters[edge - 1]] for edge in own} == {kind}
        assert len(tile.segments) == len(Tile(name).segments)


@given(st.text("CGPR", min_size=6, max_size=6), st.integers(0, 5))
def test_six_turns_change_nothing(letters, turns):
    assert turned(turned(letters, turns), 6 - turns) == letters
    assert turned(letters, 1) == letters[-1] + letters[:-1]


# -- union-find --------------------------------------------------------------------------------

@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), max_size=30), st.integers(0, 30))
def test_union_find_is_what_sets_say_and_can_be_taken_back(pairs, keep):
    def groups():
        """Return the groups as sets."""
        return {frozenset(e for e in range(10) if found.find(e) == found.find(each))
                for each in range(10)}

    found = UnionFind()
    for _ in range(10):
        found.add()
    told, partition = [groups()], [{each} for each in range(10)]
    for one, other in pairs:
        apart = partition[one] is not partition[other]
        assert found.union(one, other) is apart
        if apart:
            merged = partition[one] | partition[other]
            for each in merged:
                partition[each] = merged
            told.append(groups())
        assert groups() == set(map(frozenset, partition))
    while len(told) > max(1, keep):
        assert groups() == told.pop()
        found.take_back()
    assert groups() == told[-1]


# -- boards ------------------------------------------------------------------------------------

@given(boards(most=60))
def test_what_is_kept_up_is_what_a_walk_finds(board):
    assert sorted(board.features(), key=repr) == sorted(from_scratch.features(board), key=repr)
    assert board.scores() == from_scratch.scores(board)


@given(boards(), types, st.sampled_from([1, 2]))
def test_the_hint_is_the_best_of_all_that_can_be_tried(board, name, player):
    tried = {}
    for place in board.legal_placements(name):
        twin = Board(board.rules, board.tiles.values())
        twin.place(place.cell, name, place.turns, player)
        scores = from_scratch.scores(twin)
        tried[place] = (not (twin.snitch and not board.snitch), -scores[player - 1],
                        scores[2 - player], place.cell, place.turns)
    hint = board.hint(name, player)
    if board.snitch is None:
        assert (hint and hint.placement) == min(tried, key=tried.get, default=None)


@given(boards(), seeds)
def test_scores_do_not_depend_on_the_way_to_a_board(board, rng):
    twin, tiles = Board(board.rules), list(board.tiles.values())
    for _ in range(5):
        twin.become(rng.sample(tiles, rng.randint(0, len(tiles))))
    twin.become(tiles)
    assert everything(twin) == everything(board)


# -- positions ---------------------------------------------------------------------------------
