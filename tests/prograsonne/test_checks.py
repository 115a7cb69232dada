"""What the checks of Prograsonne say beside what those of every game say: see tests/test_checks."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blocky.kit.check import task as room
from blocky.kit.check.record import CheckError, State
from blocky.kit.notebook.tasks import tasks_of
from blocky.prograsonne import Board, Game, RandomPlayer, Rules, Tile, check, hexes, tiles, walk
from blocky.prograsonne.hashed import OwnDict
from blocky.prograsonne.linked import LinkedList
from tests.prograsonne.answers import cells, features, hints

TASKS = tasks_of("prograsonne")


@pytest.fixture(autouse=True)
def patience(monkeypatch):
    """Let a check take as long as it needs, for the machine may be busy."""
    monkeypatch.setattr(room, "LIMIT", 60)


def said_of(name, answer):
    with pytest.raises(CheckError) as caught:
        TASKS[name](answer)
    return caught.value


@pytest.mark.parametrize(("name", "answer", "kits"), [
    ("neighbour", lambda cell, edge: hexes.neighbour(cell, edge), "neighbour"),
    ("turned", lambda letters, turns: tiles.turned(letters, turns), "turned"),
    ("turned", lambda letters, turns: Tile(letters, turns).letters, "Tile.letters"),
    ("segments", lambda tile: tile.segments, "Tile.segments"),
    ("feature", lambda *node: walk.feature(*node), "feature"),
    ("legal_placements", lambda board, type: board.legal_placements(type), "legal_placements"),
    ("best_placement", lambda *hand: (hint := Board.hint(*hand)) and hint.placement, "Board.hint"),
])
def test_an_answer_must_not_let_the_kits_own_do_the_work(name, answer, kits):
    said = said_of(name, answer)
    assert said.state == State.WRONG
    assert f"{kits}, which your answer uses" in str(said)


@pytest.mark.parametrize(("name", "answer", "words"), [
    ("neighbour", cells.parity_of_the_row, "2, 3 on cell (2, 3); edge 2 of cell (3, 2)"),
    ("feature", features.next_ones_only, "Marked: road on cell (3, 2), edges 1, 4; road on"),
    ("legal_placements", hints.never_turned, "Marked: 01235 on cell (2, 2)"),
    ("best_placement", hints.the_last_of_the_best, "GGGGGC turned 5 on cell (5, 3)"),
])
def test_the_picture_shows_what_differs(name, answer, words):
    picture = said_of(name, answer).picture
    assert words in picture.alt
    assert picture.png().startswith(b"\x89PNG")


def test_of_many_things_only_the_difference_is_said():
    assert "Too much is [((3, 2), 4), ((4, 2), 1)]." in str(
        said_of("legal_placements", hints.on_tiles_too))


def test_every_task_is_named():
    assert set(TASKS) <= set(check.__all__)


def test_what_the_exercises_ask_is_what_the_game_does():
    snitches, reasons = 0, set()
    for seed in range(25):
        game = Game(Rules(), seed=seed, players=[RandomPlayer(), RandomPlayer()],
                    supply={"GCCRPR": 9, "GGGGGC": 12, "GGGGGR": 9, "CRCCRC": 6, "GGRGRG": 6})
        while True:
            board, hand = game.board, game.position.hand
            wins, why = (TASKS[name].right(*given) for name, given in (
                ("is_snitch", [board.features()]), ("why_over", [board, hand])))
            assert wins == (board.snitch is not None)
            assert (why is not None) == game.over
            assert all(TASKS["owner"].right(board, list(each.cells)) == each.owner
                       for each in board.features())
            snitches, reasons = snitches + wins, reasons | {why}
            if game.over:
                break
            game.step()
    assert snitches
    assert reasons == {None, "snitch", "supply", "no place"}


def test_a_list_that_cannot_be_sorted_stays_as_it_was():
    numbers = LinkedList()
    for value in (3, 1, "a", 2):
        numbers.append(value)
    with pytest.raises(TypeError):
        numbers.sort()
    assert (list(numbers), len(numbers)) == ([3, 1, "a", 2], 4)


@given(st.lists(st.tuples(st.sampled_from(["set", "del", "in"]), st.integers(-9, 40)), max_size=80))
def test_the_dict_of_ones_own_does_what_pythons_does(steps):
    own, pythons = OwnDict(), {}
    for number, (step, key) in enumerate(steps):
        if step == "set":
            own[key] = pythons[key] = number
        elif step == "del" and key in pythons:
            del own[key], pythons[key]
        assert (key in own) == (key in pythons)
    assert {key: own[key] for key in own} == pythons
    assert len(own) == len(pythons)
    with pytest.raises(KeyError):
        del own["not there"]
